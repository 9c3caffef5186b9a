"""The account of a program's time: by line and by procedure, what the library took included and shown apart."""

from host.compilers.algol.cdc6600.inspect.codemap import MAIN
from host.compilers.algol.compiler import compile_text
from host.machines.cdc6600.compiled import CompiledAccount
from host.machines.cdc6600.machine import Cdc6600

PROGRAM = """begin
  integer i, sum;
  integer procedure square(n); integer n;
    square := n × n;
  sum := 0;
  for i := 1 step 1 until 10 do
    sum := sum + square(i);
  outinteger(61, sum)
end
"""
PIECE = 1000  # cycles


def accounted(text):
    """The account of a run, made in pieces, and the machine."""
    compiled = compile_text(text, "test.alg")
    machine = Cdc6600(core="compiled")
    machine.load(compiled.image)
    machine.attach("OUTPUT")
    machine.timing()
    account = CompiledAccount(compiled.code)
    while not machine.run_to(machine.cycles + PIECE):
        account.add(machine.timed())
    account.add(machine.timed(last=True))
    return account, machine, compiled


def test_every_cycle_is_a_line_s_and_a_procedure_s():
    account, machine, _ = accounted(PROGRAM)
    assert machine.text("OUTPUT").split() == ["385"]
    lines, procedures = account.program.lines.shares(), account.program.routines.shares()
    assert sum(each.cycles for each in lines) == sum(each.cycles for each in procedures) == account.total
    assert [each.times for each in lines if each.name.startswith("test.alg:4 ")] == [10]
    assert [each.times for each in lines if each.name.startswith("test.alg:7 ")] == [10]
    assert {each.name: each.times for each in procedures} == {MAIN: 0, "square": 10}


def test_what_the_library_takes_is_charged_to_the_line_that_calls_it():
    account, _, compiled = accounted(PROGRAM)
    lines = {int(each.name.split(":")[1].split()[0]): each for each in account.program.lines.shares()}
    assert lines[8].library > 0.8 * lines[8].cycles  # outinteger
    assert 0 < lines[4].library < lines[4].cycles  # the product
    assert lines[5].library == 0
    own = sum(cycles for place, cycles in account.words.items() if place < compiled.code.end)
    assert sum(each.cycles - each.library for each in account.program.lines.shares()) == own


def test_words_of_storage_are_the_program_s_the_library_s_and_buffers():
    compiled = compile_text(PROGRAM, "test.alg")
    words, stack = compiled.words, compiled.image.symbols["STACK"]
    assert sum(words) == stack - 0o100
    assert words.files == 0
    assert compile_text(PROGRAM.replace("61", "7"), "test.alg").words.files == 72
    assert words.program < 60 < 100 < words.library < 300
    more = compile_text(PROGRAM.replace("outinteger(61, sum)", "output(61, ‘ZZD’, sum)"), "test.alg").words
    assert more.library > words.library
