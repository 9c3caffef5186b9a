"""The rig, without pytest: on a machine that knows nothing but the protocol, and against other ways of counting."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image, Segment, SourceLine
from host.registry import Model, execute
from host.testing.calling import CallError
from host.testing.loading import Loader
from host.testing.rig import Pool, Rig
from host.testing.timing import CyclesError
from tests.debugger.programs import ADD, HLT, JMP, JMP_I, JMS, LDA, STA
from tests.machines.ironboard_machines.toy.machine import Toy

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "test_multiply.py"


# ------------------------------------------------------------ the toy machine


class ToyWithCalls(Model):
    """JMS leaves the return address in the first word of the subroutine."""

    name, title = "toy", "Toy"
    back = 0o775
    source_suffix = ".s"

    def enter(self, machine, address):
        machine.poke(address, self.back)
        machine.write_register("PC", address + 1)
        return 0

    def first(self, entry):
        return entry + 1

    def returns_to(self, machine, entry):
        return machine.peek(entry)

    def leave(self, machine, entry, skip=0):
        machine.poke(entry, machine.peek(entry) + skip)
        execute(machine, entry + 1, JMP_I | entry)

    def remarks(self, machine, rows, following, level):
        return [f"{len(rows)} instructions"]

    def stack(self, machine):
        return "there is none"


# DOUBLE (040): add VALUE to itself; FOUR (050): DOUBLE twice; STUCK (060); STOP (070)
WORDS = {
    0o41: LDA | 0o100, 0o42: ADD | 0o100, 0o43: STA | 0o100, 0o44: JMP_I | 0o40,
    0o51: JMS | 0o40, 0o52: JMS | 0o40, 0o53: JMP_I | 0o50,
    0o61: JMP | 0o61, 0o71: HLT,
    0o40: 0, 0o50: 0, 0o60: 0, 0o70: 0, 0o100: 0,
}  # fmt: skip
SYMBOLS = {"DOUBLE": 0o40, "FOUR": 0o50, "STUCK": 0o60, "STOP": 0o70, "VALUE": 0o100}


@pytest.fixture
def rig(tmp_path):
    rig = Rig(Toy(), ToyWithCalls(), Loader(tmp_path))
    segments = [Segment(address, (word,)) for address, word in WORDS.items()]
    lines = [SourceLine(address, 1, "toy.txt", address) for address in WORDS]
    rig.load(Image(segments, symbols=SYMBOLS, lines=lines, word_bits=12))
    return rig


def test_a_subroutine_of_another_machine_is_called(rig):
    result = rig.call("FOUR", memory={"VALUE": 0o12})
    assert result.memory["VALUE"] == result.AC == 0o50
    assert result.cycles == 2 * 2 + 2 * (2 + 2 + 2 + 2) + 2
    assert result.S is False
    assert result.memory[0o41:0o43] == [WORDS[0o41], WORDS[0o42]]


def test_its_cycles_are_told(rig):
    rig.call("FOUR")
    rig.call("DOUBLE")
    assert (rig.cycles.of("DOUBLE"), rig.cycles.of("FOUR"), rig.cycles.total) == (24, 22, 30)
    with pytest.raises(CyclesError, match="8 cycles, but at most 7 are allowed"), rig.cycles(max=7):
        rig.call("DOUBLE")


def test_its_routines_are_stubbed_and_spied_on(rig):
    rig.spy("FOUR")
    rig.stub("DOUBLE", memory={"VALUE": 7}, AC=[1, 2], cycles=30)
    result = rig.call("FOUR", AC=5)
    assert (result.AC, result.cycles, result.memory["VALUE"]) == (2, 2 * (2 + 30) + 2, 7)
    assert rig.calls.of("DOUBLE").AC == [5, 1]
    assert rig.calls.of("DOUBLE").callers == ["toy.txt:41", "toy.txt:42"]
    assert rig.calls.of("FOUR")[0].cycles == result.cycles
    assert (rig.cycles.of("DOUBLE"), rig.cycles.of("FOUR")) == (60, 66)


def test_its_failures_are_told_in_its_own_numbers(rig):
    with pytest.raises(
        CallError, match=r"STUCK has not returned within 50 cycles; it is at 061 STUCK\+1 \(toy.txt:49\)"
    ):
        rig.call("STUCK", limit=50)
    with pytest.raises(CallError, match=r"STOP has stopped the machine at 071 STOP\+1"):
        rig.call("STOP")
    with pytest.raises(CallError, match=r"DOUBLE wrote 0000 to 100 VALUE \(toy.txt:64\), which is not in writes="):
        rig.call("DOUBLE", writes=[0o777])
    rig.call("DOUBLE", writes=["VALUE"])


def test_its_story_has_registers_and_instructions(rig):
    rig.call("DOUBLE", AC=5, memory={"VALUE": 3})
    lines = rig.story().splitlines()
    assert lines[:3] == ["PC 775  AC 0006  s   cycle 8", "stack: there is none", "the last instructions:"]
    assert lines[3].split() == ["0", "041", "LDA", "100", "toy.txt:33"]
    assert lines[-1].split() == ["next", "the", "test"]


def test_a_rig_can_be_made_as_new(rig):
    rig.call("DOUBLE", memory={"VALUE": 3})
    rig.fresh()
    assert (rig.machine.cycles, rig.memory[0o100], rig.programs, rig.cycles.total) == (0, 0, [], 0)


# ------------------------------------------------------------ memory


def test_memory_is_written_by_places_and_stretches(rig):
    rig.memory["VALUE"] = 7
    rig.memory[0o101:0o103] = [1, 2]
    rig.memory["VALUE":0o103] = [3, *rig.memory[0o101:0o103]]
    assert rig.memory[0o100:0o103] == [3, 1, 2]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [(0o100, [1, 2], "2 words do not fit into one"), (slice(0, 3), [1], "1 words do not fit into 3"),
     (slice(0, None), [1], "two ends"), (slice(0, 4, 2), [1, 2], "two ends"), (0o100, 4096, "does not fit")],
)  # fmt: skip
def test_what_does_not_fit_is_refused(rig, place, value, message):
    with pytest.raises(ValueError, match=message):
        rig.memory[place] = value


# ------------------------------------------------------------ cycles, counted in other ways


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """The same program on our core and on py65."""
    pool = Pool(tmp_path_factory.mktemp("texts"))
    with pool.rig("kim1", {}, EXAMPLE) as ours, pool.rig("kim1", {"core": "py65"}, EXAMPLE) as theirs:
        for rig in (ours, theirs):
            rig.load("multiply.s")
        yield ours, theirs


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 1))
@settings(max_examples=25, deadline=None)
def test_the_cycles_of_a_call_are_those_that_py65_and_single_steps_count(pair, a, x, carry):
    ours, theirs = pair
    result = ours.call("MULTIPLY", A=a, X=x, C=carry)
    other = theirs.call("MULTIPLY", A=a, X=x, C=carry)
    assert (result.registers, result.cycles) == (other.registers, other.cycles)
    machine = ours.machine
    ours.model.enter(machine, ours.address("MULTIPLY"))
    machine.write_register("A", a)
    machine.write_register("X", x)
    start = machine.cycles
    while machine.read_register("PC") != ours.model.back:
        machine.step()
    assert machine.cycles - start == result.cycles


@given(st.lists(st.integers(0, 255), min_size=1, max_size=6))
@settings(max_examples=15, deadline=None)
def test_the_cycles_of_a_routine_are_those_of_all_its_calls(pair, numbers):
    ours, _ = pair
    ours.fresh()
    ours.load("multiply.s")
    spent = [ours.call("MULTIPLY", A=a, X=a).cycles for a in numbers]
    assert ours.cycles.of("MULTIPLY") == ours.cycles.total == sum(spent)


# ------------------------------------------------------------ interrupts


def test_the_handler_of_an_interrupt_is_called(pair):
    ours, theirs = pair
    for rig in (ours, theirs):
        rig.fresh()
        rig.load(" .org $0200\nIRQ: PHA\n INC $20\n PLA\n RTI\nWRONG: INC $20\n RTS\n")
        result = rig.call("IRQ", interrupt=True, A=5, C=1, I=0, preserves=["A", "C"], memory={0x20: 1})
        assert (result.memory[0x20], result.I, result.C, result.cycles) == (2, False, True, 3 + 5 + 4 + 6)
        with pytest.raises(CallError):
            rig.call("WRONG", interrupt=True, limit=1_000)
    assert ours.cycles.of("IRQ") == 18


def test_a_machine_without_interrupts_says_so(rig):
    with pytest.raises(IronboardError, match="has no interrupts"):
        rig.call("FOUR", interrupt=True)
