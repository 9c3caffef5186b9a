"""The 6600's words hold up to four instructions: each is counted by itself, in every view of the profile."""

import itertools
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600.disassembler import decoded
from emulators.cdc6600.isa import PARCEL_BITS
from emulators.cdc6600.machine import Cdc6600
from emulators.image import SourceLine
from host.assemblers.compass.assembler import assemble
from host.assemblers.compass.instructions import FORMS
from host.debugger.profile import Profile
from host.debugger.profile.calltree import routine_costs
from host.debugger.profile.counts import line_costs
from host.debugger.profile.report import folded
from host.languages.sources import Innermost, Sources
from host.machines.cdc6600.machine import begun_last
from tests.debugger.profile.naive import NaiveCdc
from tests.debugger.profile.test_reports import heat_rows

LOOP = """\
         IDENT  LOOP
TWICE    MACRO
         SX1    X1+B1
         SX2    X2+B1
         ENDM
START    SB1    1
         SB2    10
LOOP     SX3    X3+B1
         SB2    B2-B1
         TWICE
         ZR     X3,NEVER
         RJ     SUB
         NE     B2,B0,LOOP
         EQ     DONE
NEVER    SX7    1
         GT     B1,B2,NEVER
         LE     B1,B2,NEVER
         MI     X1,NEVER
         IX6    X1*X2
DONE     PS
SUB      PS
         SX4    X4+B1
         EQ     SUB
TABLE    DATA   1,2,3
         END    START
"""
LINE = {line.split()[0]: number for number, line in enumerate(LOOP.splitlines(), 1) if line[0] != " "}


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    path = tmp_path_factory.mktemp("loop") / "loop.compass"
    path.write_text(LOOP)
    return path, assemble(path).image


@pytest.fixture
def profile(loop):
    return profiled(loop)


def profiled(loop, exact=True):
    path, image = loop
    machine = Cdc6600(core="python", exact=exact)
    machine.load(image)
    machine.write_register("P", image.entry)
    profile = Profile(machine, Sources([image], [path.parent], radix=8, address_bits=18))
    profile.run_to(100_000)
    return profile


# ---------------------------------------------------------------- a loop of ten passes, several lines in a word


def test_the_shares_of_the_listing_are_those_of_the_lines(profile):
    rows = heat_rows(profile.heat("loop.compass"))
    called = rows.pop(str(LINE["LOOP"] + 2))
    shares = [float(row[2]) for row in rows.values() if len(row) > 2]
    assert sum(shares) == pytest.approx(100, abs=0.05 * len(shares))
    inside = [int(rows[str(LINE["TWICE"] + each)][1].replace(",", "")) for each in (1, 2)]
    assert (int(called[0]), int(called[1].replace(",", ""))) == (10, sum(inside))
    assert rows[str(LINE["NEVER"])] == rows[str(LINE["NEVER"] + 4)] == ["never"]
    assert rows[str(LINE["TABLE"])] == rows[str(LINE["TWICE"])] == []


def test_lines_that_share_words_have_their_own_counts_in_lcovs_tracefile(profile, tmp_path):
    profile.write_coverage(tmp_path / "loop.info")
    text = (tmp_path / "loop.info").read_text()
    lines = {int(line): int(count) for line, count in re.findall(r"^DA:(\d+),(\d+)$", text, re.MULTILINE)}
    once = dict.fromkeys((LINE["START"], LINE["START"] + 1, LINE["LOOP"] + 6, LINE["DONE"]), 1)
    never = dict.fromkeys([*range(LINE["NEVER"], LINE["NEVER"] + 5), LINE["SUB"]], 0)
    often = [*range(LINE["TWICE"] + 1, LINE["TWICE"] + 3), *range(LINE["LOOP"], LINE["LOOP"] + 6)]
    often.remove(LINE["LOOP"] + 2)  # the call of the macro: its lines count
    often += [LINE["SUB"] + 1, LINE["SUB"] + 2]
    # The entry line of the subroutine: RJ has put a jump into it, which is executed.
    assert lines == {**once, **never, **dict.fromkeys(often, 10), LINE["SUB"]: 10}


def test_heat_of_a_range_has_every_instruction_of_a_word(profile, loop):
    address = loop[1].symbols["LOOP"]
    rows = [line.split() for line in profile.heat(range(address, address + 1)).splitlines()[1:]]
    assert rows[0] == ["LOOP:"]
    assert [(row[0], row[-3:]) for row in rows[1:]] == [
        ("10", [f"{address:06o}.{parcel}", *text.split()])
        for parcel, text in enumerate(["SX3 X3+B1", "SB2 B2-B1", "SX1 X1+B1", "SX2 X2+B1"])
    ]


def test_routines_and_stacks_have_all_cycles(profile):
    costs = routine_costs(profile.tree.roots.values())
    called = next(cost for cost in costs.values() if cost.calls)
    assert (called.calls, called.instructions) == (10, 30)  # SX4, EQ, and the jump back that RJ has left
    weights = [int(line.rpartition(" ")[2]) for line in folded(profile).splitlines()]
    assert sum(weights) == profile.cycles == sum(cost.own for cost in costs.values())


def test_the_debugger_knows_every_name_that_compass_has_for_an_operation():
    for (name, _), form in FORMS.items():
        instruction = form.instruction
        head = instruction.code << 9 | (instruction.sub or 0) << 6 | 0o11
        word = head << 45 | 0o123456 << 30
        if instruction.code in (0o4, 0o5, 0o6, 0o7):
            word |= 2 << 51
        digit = "0" if instruction.syntax.split()[0].endswith("i") else ""
        mnemonics = decoded(word, 0o100, 0).mnemonics
        assert f"{name}{digit}" in mnemonics or mnemonics[0].startswith("VFD")


# ---------------------------------------------------------------- any program, against single steps

registers = st.integers(1, 4)
plain = st.one_of(
    st.builds(" SB{} B{}-B{}".format, registers, registers, registers),
    st.builds(" SB{} B{}{:+}".format, registers, registers, st.integers(-3, 3)),
    st.builds(" SX{} B{}+B{}".format, registers, registers, registers),
    st.builds(" IX{} X{}-X{}".format, registers, registers, registers),
    st.builds(" BX{} X{}".format, registers, registers),
    st.builds(" SA{} DATA+{}".format, st.sampled_from([1, 2, 3, 6, 7]), st.integers(0, 40)),
    st.just(" PAIR"),
)
jumps = st.one_of(
    st.builds(" {} B{},B{},{}".format, st.sampled_from(["EQ", "NE", "GE", "LT", "GT", "LE"]), registers,
              registers | st.just(0), st.just("{}")),
    st.builds(" {} X{},{}".format, st.sampled_from(["ZR", "NZ", "PL", "NG"]), registers, st.just("{}")),
    st.sampled_from([" EQ {}", " RJ SUB", " NE B1,B0,*+1"]),
)  # fmt: skip
statements = st.lists(st.one_of(plain, plain, plain, jumps), min_size=1, max_size=9)
programs = st.lists(statements, min_size=2, max_size=5)


def source_of(blocks, draw):
    lines = [" IDENT ANY", "PAIR MACRO", " SB1 B1+1", " BX6 X1", " ENDM"]
    for number, block in enumerate(blocks):
        lines += [f"L{number} BSS 0", *(line.format(f"L{draw(st.integers(0, len(blocks) - 1))}") for line in block)]
    lines += [" EQ L0", "SUB BSSZ 1", " SB2 B2+1", " NG X2,SUB", " SX2 X2-3", " EQ SUB", "DATA BSSZ 50", " END L0"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("exact", [True, False], ids=["exact", "fast"])
@given(blocks=programs, data=st.data(), pieces=st.lists(st.integers(1, 90), max_size=4))
@settings(derandomize=True, deadline=None, max_examples=40)
def test_every_instruction_is_counted_once_for_each_time_it_is_executed(tmp_path_factory, exact, blocks, data, pieces):
    path = tmp_path_factory.getbasetemp() / f"any{exact}.compass"
    path.write_text(source_of(blocks, data.draw))
    image = assemble(path).image
    one, other = MACHINES[exact]
    for machine, fresh in (one, other):
        machine.restore(fresh)
        machine.load(image)
        machine.write_register("P", image.entry)
    profile, naive = Profile(one[0], Sources([image], radix=8, address_bits=18)), NaiveCdc(other[0])
    for piece in pieces:
        profile.run_to(one[0].cycles + piece)
    profile.run_to(600)
    naive.run_to(600)
    counts = profile.counts
    executed = {counts.place(slot): int(counts.executions[slot]) for slot in counts.executed()}
    assert executed == dict(naive.executions)
    assert {counts.place(slot): int(counts.cycles[slot]) for slot in counts.executed()} == dict(naive.cycles)
    assert profile.instructions == one[0].m.instructions == naive.executions.total()

    cycles, most, jumped, went_on = Counter(), {}, Counter(), Counter()
    for place, often in naive.executions.items():
        line = begun_last(image.lines, place[0], place[1] * PARCEL_BITS)
        cycles[line.line] += naive.cycles[place]
        stretch = line.line, line.address, line.offset
        most[stretch] = max(most.get(stretch, 0), often)
        jumped[line.line] += naive.taken[place]
        went_on[line.line] += naive.not_taken[place]
    executions = Counter()
    for (line, *_), often in most.items():
        executions[line] += often
    assert {
        line: (cost.executions, cost.cycles) for (_, line), cost in line_costs(profile.counts, profile.line_at).items()
    } == {line: (executions[line], cycles[line]) for line in executions}
    (part,) = profile.coverage() or (None,)
    assert +Counter(part.lines) == executions
    assert Counter({each.line: each.jumped for each in part.branches}) == jumped
    assert Counter({each.line: each.went_on for each in part.branches}) == went_on


def fresh_machine(exact):
    machine = Cdc6600(core="python", words=0o100000, exact=exact)
    return machine, machine.snapshot()


MACHINES = {exact: [fresh_machine(exact) for _ in range(2)] for exact in (False, True)}


# ---------------------------------------------------------------- lines in words

shared_lines = st.builds(
    SourceLine, st.integers(0, 9), st.integers(0, 3), st.just("a.s"), st.integers(1, 9), st.integers(0, 2),
    st.sampled_from([0, 0, 15, 30, 45]),
)  # fmt: skip


@given(st.lists(shared_lines, max_size=12))
def test_the_line_of_a_place_in_a_word_is_the_one_that_has_begun_last(lines):
    """Against the definition, parcel by parcel."""
    table = Innermost(lines, 60)
    if not any(line.offset for line in lines if line.length):
        return
    for address, offset in itertools.product(range(14), (0, 15, 30, 45)):
        over = [
            ((line.address, line.offset), -line.length, line.depth)
            for line in lines
            if line.length and (line.address, line.offset) <= (address, offset) and address < line.address + line.length
        ]
        found = table.at(address, offset)
        assert max(over, default=None) == (found and ((found.address, found.offset), -found.length, found.depth))
