"""The kernel runs a program with its files by itself: from the bytes of a record, and as Python does it."""

import ctypes
import struct
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code, peripheral, system
from emulators.cdc6600.cio import name_of
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import HEAD, Head
from emulators.cdc6600.machine import Cdc6600
from emulators.inputs import NEVER
from emulators.kernels import building
from emulators.record import content, structure
from host.compilers.algol.compiler import compile_text
from host.machines.cdc6600.machine import Cdc6600 as Loaded

from .machines import START, words
from .test_system import FET, FIRST, LIMIT, coded, request

# ---------------------------------------------------------------- from bytes alone

LAYOUT = type(structure(system.FIELDS))
ADD = """
'begin' 'integer' n, i, sum; 'array' a[1 : 9];
  ininteger(60, n); sum := 0;
  'for' i := 1 'step' 1 'until' n 'do' inreal(60, a[i]);
  'for' i := 1 'step' 1 'until' n 'do' sum := sum + a[i];
  outinteger(61, sum)
'end'
"""
ECHO = """
          IDENT  ECHO
          ORG    100B
START     BX6    X6-X6
READ      SA1    ASK
          BX6    X1
          SA6    1
WAIT      SA2    1
          NZ     X2,WAIT
DONE      SA2    FET
          LX2    59
          PL     X2,DONE
          SA3    WRITE
          BX6    X3
          SA6    FET
          SA1    ASK
          BX6    X1
          SA6    1
WAIT2     SA2    1
          NZ     X2,WAIT2
          SA1    STOP
          BX6    X1
          SA6    1
          EQ     *
ASK       VFD    18/0LCIO,24/0,18/FET
STOP      VFD    18/0LEND,42/0
WRITE     VFD    42/0LOUTPUT,18/24B
FET       VFD    42/0LINPUT,18/10B
          CON    BUFFER
          CON    BUFFER
          CON    BUFFER
          CON    BUFFER+100B
BUFFER    BSS    100B
          END    START
"""


class Alone:
    """A record in memory, and the functions of the library: nothing else of the machine."""

    def __init__(self, record):
        self.kernel = building.load(system)
        self.memory = ctypes.create_string_buffer(record, len(record) + 16)
        self.start = -ctypes.addressof(self.memory) % 16
        ctypes.memmove(self.address, record, len(record))

    @property
    def address(self):
        return ctypes.addressof(self.memory) + self.start

    def field(self, name):
        return struct.unpack_from("<q", self.memory, self.start + getattr(LAYOUT, name).offset)[0]

    def set_field(self, name, value):
        struct.pack_into("<q", self.memory, self.start + getattr(LAYOUT, name).offset, value)

    def advance(self, deadline=10_000_000):
        return self.kernel.advance(self.address, deadline, NEVER)

    def file(self, name):
        """The words of a file, marks included."""
        start = self.start + self.field("arena")
        arena = struct.unpack_from(f"<{self.field('arena_used')}q", self.memory, start)
        place = 0
        while arena[place] != name_of(name):
            place += HEAD + arena[place + Head.ROOM]
        return list(arena[place + HEAD : place + HEAD + arena[place + Head.LENGTH]])

    def lines(self, name):
        return list(display_code.lines(each for each in self.file(name) if each >= 0))


@pytest.mark.parametrize("core", ["compiled", "python"])
def test_an_algol_program_runs_from_the_bytes_of_its_record(core):
    machine = Loaded(core=core)
    machine.load(compile_text(ADD, "add.alg").image)
    machine.attach("INPUT", ["3", "10 20", "12"])
    machine.attach("OUTPUT")
    alone = Alone(machine.record(room=1 << 15))
    assert alone.advance() == 0
    assert alone.field("cause") == Cause.END
    assert [line.split() for line in alone.lines("OUTPUT")] == [["42"]]
    if core == "compiled":
        machine.run(10_000_000)
        assert (alone.field("cycles"), alone.file("OUTPUT")) == (machine.cycles, machine.system.files["OUTPUT"].content)


def test_a_compass_program_reads_a_line_that_is_typed(tmp_path):
    source = tmp_path / "echo.compass"
    source.write_text(ECHO)
    machine = Loaded()
    machine.load(source)
    machine.attach("OUTPUT")
    alone = Alone(machine.record(room=1 << 12))
    assert alone.kernel.connect(alone.address, name_of("INPUT"), 1)
    assert alone.advance(100_000) == 0
    assert (alone.field("cause"), alone.file("OUTPUT")) == (Cause.NONE, [])
    for word in display_code.line("HELLO, KERNEL"):
        assert alone.kernel.put_word(alone.address, name_of("INPUT"), word)
    alone.kernel.wake(alone.address)
    assert alone.advance() == 0
    assert alone.field("cause") == Cause.END
    assert alone.lines("OUTPUT") == ["HELLO, KERNEL"]


def test_an_arena_that_is_too_small_stops_it_before_anything_is_lost(monkeypatch):
    monkeypatch.setattr(peripheral, "ARENA_WORDS", 16)
    machine = Cdc6600()
    table(machine, "OUTPUT", 0o14, LIMIT - 1, FIRST)
    machine.poke(1, request("CIO", FET))
    machine.system.ask()
    machine.give("load", [[START, words("0400000100")]])
    machine.write_register("P", START)
    alone = Alone(machine.record())
    assert [alone.advance(100_000) for _ in range(3)] == [1, 1, 1]
    assert alone.field("lacking") > 0
    before = alone.field("cycles")
    size = 16 + alone.field("lacking") * 2
    alone = Alone(alone.memory[alone.start :] + bytes(8 * size))
    alone.set_field("arena_size", size)
    while alone.advance(100_000):
        alone = Alone(alone.memory[alone.start :] + bytes(8 * size))
        alone.set_field("arena_size", alone.field("arena_size") + size)
    assert machine.run(100_000) == 0
    assert before < alone.field("cycles") == machine.cycles
    assert alone.file("OUTPUT") == machine.system.files["OUTPUT"].content == [0] * (LIMIT - 1 - FIRST)


# ---------------------------------------------------------------- both cores

NAMES = ("INPUT", "OUTPUT", "DATA", "A")
READ, WRITE = (0o10, 0o20), (0o14, 0o24, 0o34)
FUNCTIONS = st.sampled_from([*READ * 4, *WRITE * 4, 0o40, 0o50, 0o70, 0o100, 0o114, 0o240, 0o640, 0o44, 0o12])
WORDS = st.one_of(st.integers(0, (1 << 60) - 1), st.just(0))
places = st.integers(FIRST, FIRST + 40)
transfers = st.tuples(
    st.just("transfer"), st.sampled_from(NAMES), FUNCTIONS, places, places, st.integers(0, 3), st.booleans()
)
requests = st.tuples(
    st.just("request"),
    st.sampled_from(["MSG", "TIM", "CON", "RCL", "END", "ABT", "NO"]),
    st.sampled_from([0, FET, FIRST, 0o377777, 0o400000]),
)
contents = st.lists(st.one_of(WORDS, st.sampled_from([-1, -2])), max_size=60)
inputs = st.one_of(
    st.tuples(st.just("file"), st.tuples(st.sampled_from(NAMES), contents).map(list)),
    st.tuples(st.sampled_from(["connect", "disconnect"]), st.sampled_from(["INPUT", "A"])),
    st.tuples(st.just("line"), st.tuples(st.just("A"), st.lists(WORDS, max_size=5)).map(list)),
)
steps = st.tuples(st.one_of(transfers, transfers, requests, inputs), st.sampled_from([1, 1000, 1001, 12_000, 30_000]))


def table(machine, name, function, into, out, level=0):
    """Put a FET into storage."""
    head = coded(name, 7) << 18 | level << 14 | function
    for place, word in enumerate((head, FIRST, into, out, FIRST + 41), FET):
        machine.poke(place, word)


def do(machine, kind, *value):
    """Let a step happen."""
    if kind == "transfer":
        name, function, into, out, count, recall = value
        table(machine, name, function, into, out, level=0o17 * (count == 2))
        machine.poke(1, request("CIO", FET, count) | int(recall) << 40)
        machine.system.ask()
    elif kind == "request":
        machine.poke(1, request(value[0], value[1]))
        machine.system.ask()
    elif kind != "line" or ("A" in machine.system.files and machine.system.files["A"].connected):
        machine.give(kind, *value)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(steps, max_size=12))
def test_both_cores_do_the_same_with_any_requests_however_small_the_arena_is(steps):
    machines = []
    for core, room in (("python", 1 << 14), ("compiled", 8)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(peripheral, "ARENA_WORDS", room)
            machine = Cdc6600(core=core, exact=False, words=0o100000)
        machine.give("load", [[START, words("0400000100")]])
        machine.give("load", [[FIRST, list(chain.from_iterable(display_code.line(f"LINE {n}") for n in range(20)))]])
        machine.write_register("P", START)
        machine.set_watchpoint(FIRST + 3)
        seen = []
        for step, cycles in steps:
            do(machine, *step)
            seen.append((machine.run(cycles), machine.cycles, machine.watched, machine.reason, machine.system.state))
        machines.append((seen, machine.save_state()))
    assert machines[0] == machines[1]


def test_a_file_of_any_length_is_kept_whatever_else_is_written():
    machine = Cdc6600(exact=False)
    machine.give("load", [[START, words("0400000100")]])
    machine.write_register("P", START)
    for place in range(1000):
        machine.poke(0o10000 + place, place)
    for round in range(60):
        for name in ("OUTPUT", "DATA"):
            for place, word in enumerate((coded(name, 7) << 18 | 0o14, 0o10000, 0o10000 + 999, 0o10000, 0o12000), FET):
                machine.poke(place, word)
            machine.poke(1, request("CIO", FET))
            machine.system.ask()
            machine.run(12_000)
            if name == "DATA" and round % 7 == 0:
                machine.poke(FET, coded(name, 7) << 18 | 0o70)
                machine.poke(1, request("CIO", FET))
                machine.system.ask()
                machine.run(12_000)
    assert machine.system.files["OUTPUT"].content == [*range(999)] * 60
    assert machine.system.files["DATA"].content == [*range(999)] * 3
    assert machine.m.arena_used <= machine.m.arena_size


# ---------------------------------------------------------------- saved states


def test_a_state_is_plain_json_of_the_system_as_it_always_was():
    content = system_of(Cdc6600(core="python"))
    assert content == [0, [], [], 0, [], {}, "", 0, [], {"fl_most": 0o400000}, []]
    old = peripheral.State(
        5000, ((7000, FET, 2),), ((0o210, 1, "INPUT"),), FET, ((12, "A LINE"), (40, "NO: FILE")),
        {"INPUT": ((1, -1, 2), 2, True), "LONGEST": ((), 0, False)}, "NO: FILE", 0o2000,
    )  # fmt: skip
    machine = Cdc6600()
    machine.system.state = old
    assert machine.system.waiting_for == ["INPUT"]
    assert (machine.system.trouble, machine.system.next_cycle) == ("NO: FILE", 5000)
    assert system_of(machine) == [
        5000, [[7000, FET, 2]], [[0o210, 1, "INPUT"]], FET, [[12, "A LINE"], [40, "NO: FILE"]],
        {"INPUT": [[1, -1, 2], 2, True], "LONGEST": [[], 0, False]}, "NO: FILE", 0o2000, [],
        {"fl_most": 0o400000}, [],
    ]  # fmt: skip


def system_of(machine):
    """The peripheral side in a saved state, as JSON has it."""
    return content(machine.title, machine.save_state(), {})[1]["system"]
