"""The 704 as one of the machines: the protocol, determinism, snapshots and states, plain against compiled code."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError, StateError
from emulators.ibm704 import bcd, machine, tape, units
from emulators.ibm704.isa import INSTRUCTIONS, MOST_WORDS, Form, Trait
from emulators.image import Image
from emulators.machine import BusCycle, Flow, Machine, Stop
from tests.ibm704.rooms import CORES, FIRST, room, run, word

ECHO = """
START  RCD
       LXA  L24,4
READ   CPY  CARD+24,4
       TXI  MORE,4,0
       TRA  END
       HTR  0
MORE   TIX  READ,4,1
       TSX  PRINT,4
       TSX  PUNCH,4
       TRA  START
END    HPR
       TRA  START
PRINT  SXD  SAVE,4
       WPR
       LXA  L24,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       LXD  SAVE,4
       TRA  1,4
PUNCH  SXD  SAVE,4
       WTB  3
       LXA  L24,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       WPU
       LXA  L24,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       WDR  2
       CPY  CARD
       WTV
       CPY  CARD+1
       LXD  SAVE,4
       TRA  1,4
L24    DEC  24
SAVE   DEC  0
CARD   BSS  24
"""
TEXTS = ["THE FIRST CARD", "THE SECOND", "AND A THIRD"]


def echoing(core="python", **options):
    """A machine that copies cards to all of its units."""
    found = room(ECHO, core, TEXTS, **options)
    found.mount(3)
    return found


# ---------------------------------------------------------------- the protocol


@pytest.mark.parametrize("core", CORES)
def test_a_704_is_a_machine(core):
    found = room(core=core)
    assert isinstance(found, Machine)
    assert (found.word_bits, found.radix, found.address_bits, found.clock) == (36, 8, 15, 83_333)
    assert found.reason == ""
    assert set(found.flags) <= set(found.registers)
    assert len(found.flags["IND"]) == found.registers["IND"]
    for each in INSTRUCTIONS:
        found.poke(FIRST, each.code | (each.address or 0) | (0o100000 if each.form == Form.TYPE_A else 0))
        assert found.decoded(FIRST).conditional == bool(each.traits & Trait.CONDITIONAL), each.mnemonic


@pytest.mark.parametrize("size", [4096, 8192, MOST_WORDS])
def test_addresses_are_as_wide_as_the_core_storage_asks_for(size):
    found = room(core_size=size)
    bits = size.bit_length() - 1
    assert [found.registers[name] for name in ("IC", "XA", "XB", "XC")] == [bits] * 4
    found.poke(size + 5, 0o123)
    assert found.peek(5) == found.peek(2 * size + 5) == 0o123
    with pytest.raises(ValueError, match="does not fit"):
        found.write_register("IC", size)


def test_other_core_sizes_and_cores_are_refused():
    with pytest.raises(ValueError, match="4096, 8192, 32768"):
        machine.Ibm704(core_size=5000)
    with pytest.raises(ValueError, match="compiled, python"):
        machine.Ibm704(core="py65")


@pytest.mark.parametrize("core", CORES)
def test_a_trace_has_what_stepping_shows(core):
    traced, stepped = echoing(core), echoing(core)
    traced.trace()
    traced.run(300_000)
    rows = traced.traced()
    assert len(rows) > 200
    for row in rows[:400]:
        assert row[0] == stepped.cycles
        assert [*row[2:]] == [stepped.read_register(name) for name in stepped.registers]
        stepped.step()


def test_a_trace_tells_calls_and_returns():
    found = echoing()
    found.trace()
    found.run(200_000)
    flows = {row[2]: row.flow for row in found.traced()}
    at = found.symbols
    assert flows[at["PRINT"] - 5] == Flow.CALL
    assert flows[at["PUNCH"] - 1] == Flow.RETURN
    assert flows[at["START"]] == 0


@pytest.mark.parametrize("core", CORES)
def test_tracing_changes_nothing(core):
    one, other = echoing(core), echoing(core)
    other.trace()
    for each in (one, other):
        assert run(each) == ("HALT", "program stop: HPR")
    other.trace(False)
    assert one.snapshot() == other.snapshot()


@pytest.mark.parametrize("core", CORES)
def test_the_accesses_to_storage_of_an_instruction(core):
    found = room("START  STA  N\n       CLA  N\n       NOP\nN      OCT 700000077777", core)
    found.write_register("AC", 0o1234)
    fetch, at = found.peek(FIRST), found.symbols["N"]
    new = 0o700000001234
    assert found.step_on_bus() == [
        BusCycle(FIRST, fetch, False), BusCycle(at, 0o700000077777, False), BusCycle(at, new, True),
    ]  # fmt: skip
    assert [each.address for each in found.step_on_bus()] == [FIRST + 1, at]
    assert [each.address for each in found.step_on_bus()] == [FIRST + 2]


@pytest.mark.parametrize("core", CORES)
def test_breakpoints_and_watchpoints(core):
    found = echoing(core)
    found.set_breakpoint(found.symbols["PRINT"])
    assert found.run(10**6) == Stop.BREAKPOINT
    assert found.read_register("IC") == found.symbols["PRINT"]
    found.set_breakpoint(found.symbols["PRINT"], on=False)
    found.set_watchpoint(found.symbols["CARD"] + 5)
    assert found.run(10**6) == Stop.WATCH_WRITE  # by the reader, with the next card
    ((address, value, write),) = found.watched
    assert (address, value, write) == (found.symbols["CARD"] + 5, bcd.card(TEXTS[1])[5], True)
    found.set_watchpoint(found.symbols["CARD"] + 5, on=False)
    found.set_watchpoint(found.symbols["CARD"] + 5, read=True, write=False)
    assert found.run(10**6) == Stop.WATCH_READ  # by the printer


def test_the_calls_that_are_open():
    found = echoing()
    found.set_breakpoint(found.symbols["PRINT"] + 1)
    found.run(10**6)
    (frame,) = found.frames()
    assert (frame.call, frame.back) == (found.symbols["PRINT"] - 5, found.symbols["PRINT"] - 4)
    found.set_breakpoint(found.symbols["PRINT"] + 1, on=False)
    found.set_breakpoint(found.symbols["MORE"] + 2)
    found.run(10**6)
    assert found.frames() == []  # the index register still points back, but IC has returned


def test_disassembling_goes_on_word_by_word_and_round():
    found = room("START  TIX  START,4,1")
    assert found.disassemble(FIRST) == ("TIX 30,4,1", FIRST + 1)
    assert found.disassemble(MOST_WORDS - 1) == ("HTR 0", 0)


# ---------------------------------------------------------------- what comes out


@pytest.mark.parametrize("core", CORES)
def test_a_program_copies_cards_to_all_units(core):
    found = echoing(core)
    assert run(found) == ("HALT", "program stop: HPR")
    cards = [bcd.card(text) for text in TEXTS]
    assert found.paper == TEXTS
    assert found.punched == [tuple(card) for card in cards]
    assert found.tape(3) == b"".join(tape.characters(card, True) for card in cards)
    assert found.display == [card[1] for card in cards]
    assert int(found.m.drums[2048]) == cards[-1][0]
    assert found.hopper == []


def test_devices_tell_what_there_is_to_see():
    found = echoing()
    run(found)
    shown = found.devices()
    assert shown["printer"]["paper"] == "\n".join(TEXTS)
    assert shown["console"]["stop"] == "program stop: HPR"
    assert shown["punch"] == {"stacker": "3 cards", "last": "AND A THIRD"}
    assert shown["tapes"]["3"].startswith("3 of 3 records")
    before = found.snapshot()
    found.devices()
    assert found.snapshot() == before


# ---------------------------------------------------------------- determinism


@pytest.mark.parametrize("core", CORES)
def test_pieces_do_not_matter(core):
    whole, pieces = echoing(core), echoing(core)
    random_pieces = random.Random(704)
    end = 150_000
    whole.run_to(end)
    while pieces.cycles < whole.cycles:
        pieces.run_to(min(whole.cycles, pieces.cycles + random_pieces.choice([1, 7, 300, 20_000])))
    assert pieces.snapshot() == whole.snapshot()


CODES = [each.code for each in INSTRUCTIONS if each.form != Form.UNIT and each.address is None]
SENSES = [each.code | each.address for each in INSTRUCTIONS if each.form == Form.SENSE]
UNITS = [0o321, 0o341, 0o361, 0o030, 0o203, 0o223, 0o301, 0o310, 0o333, 0o224, 0o111]
SELECTS = [0o762 << 24, 0o766 << 24, 0o764 << 24, 0o770 << 24, 0o772 << 24]
COPIES = [0o700 << 24, 1 << 35 | 0o700 << 24, 0o460 << 24]


@st.composite
def programs(draw):
    """Words that are mostly instructions, many of them for units."""
    chosen = draw(st.randoms(use_true_random=False))
    lines = []
    for _ in range(120):
        kind = chosen.choices(["any", "sense", "select", "copy", "junk"], [50, 8, 14, 26, 2])[0]
        address = chosen.choice([chosen.randrange(FIRST, FIRST + 160), chosen.randrange(8)])
        if kind == "any":
            word = chosen.choice(CODES) | address
            word |= chosen.choice([0, 0, 1, 2, 4, 7]) << 15 | (chosen.randrange(4) << 18 if word >> 33 & 3 else 0)
        elif kind == "sense":
            word = chosen.choice(SENSES)
        elif kind == "select":
            word = chosen.choice(SELECTS) | chosen.choice(UNITS)
        else:
            word = chosen.choice(COPIES) | address if kind == "copy" else chosen.getrandbits(36)
        lines.append(word)
    return lines


@pytest.fixture(scope="module")
def pair():
    """Two new machines, compiled and plain, and what they are when they are new."""
    compiled, plain = room(core="compiled"), room(core="python")
    return compiled, plain, plain.snapshot()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(program=programs(), seed=st.integers(0, 2**16))
def test_plain_python_and_compiled_code_are_the_same_machine(pair, program, seed):
    """Whatever a program does, however it is run, whatever it is given: bit for bit, to the last cycle."""
    compiled, plain, new = pair
    for each in (compiled, plain):
        each.restore(new)
        chosen = random.Random(seed)
        each.give("load", [[FIRST, program]])
        each.put_cards(bcd.card(f"CARD {number}") for number in range(3))
        each.mount(3, tape.characters([1, 2, 3], True) + tape.TAPE_MARK + tape.characters([4], False))
        each.write_register("IC", FIRST)
        for _ in range(12):
            each.run(chosen.choice([1, 50, 20_000]))
            if chosen.random() < 0.3:
                each.write_register("IC", FIRST + chosen.randrange(100))
            if chosen.random() < 0.1:
                each.give("automatic", chosen.randrange(2))
    assert compiled.snapshot() == plain.snapshot()
    assert compiled.reason == plain.reason
    assert compiled.devices() == plain.devices()


# ---------------------------------------------------------------- snapshots and states


def test_a_snapshot_fits_either_core_and_the_same_future_follows():
    first = echoing("python")
    first.run_to(75_000)  # a line is being printed
    snapshot = first.snapshot()
    run(first)
    for core in CORES:
        other = machine.Ibm704(core=core)
        other.restore(snapshot)
        assert other.snapshot() == snapshot
        run(other)
        assert other.snapshot() == first.snapshot()


def test_snapshots_do_not_change_any_more():
    found = echoing()
    found.run_to(75_000)
    snapshot, again = found.snapshot(), found.snapshot()
    run(found)
    found.restore(snapshot)
    assert found.snapshot() == again


@pytest.mark.parametrize("core", CORES)
def test_a_saved_state_is_the_whole_machine(core):
    found = echoing(core)
    found.run_to(75_000)
    found.at(90_000, "sense_switch", [1, 1])
    other = room(core="python")
    other.set_breakpoint(0o1000)
    other.load_state(found.save_state())
    assert other.snapshot() == found.snapshot()
    assert other.m.special[0o1000]
    for each in (found, other):
        run(each)
    assert other.snapshot() == found.snapshot()
    assert found.read_register("SWITCHES") == 1


def test_damaged_and_foreign_states_are_refused_and_change_nothing():
    found = echoing()
    state = found.save_state()
    before = found.snapshot()
    for data in (b"", b"Ironboard KIM-1 state, version 1\n" + state[50:], state[:-1], state[:100] + b"x" + state[101:]):
        with pytest.raises(StateError):
            found.load_state(data)
    assert found.snapshot() == before


# ---------------------------------------------------------------- inputs


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("key_down", "GO"), ("key_up", 5), ("keys", -1), ("keys", 1 << 36), ("keys", "7"), ("sense_switch", 3),
        ("sense_switch", [0, 1]), ("sense_switch", [7, 1]), ("sense_switch", [1, 2]), ("automatic", 2), ("cards", 5),
        ("cards", [[1, 2, 3]]), ("cards", [[1 << 36] * 24]), ("cards", [["A"] * 24]), ("tape", [0, None]), ("tape", 3),
        ("tape", [11, None]), ("tape", [1, "***"]), ("tape", [1, "AAAA"]), ("at", [1, "joystick", 1]),
        ("at", [-1, "keys", 1]), ("at", [1, "state", ""]), ("at", 5), ("poke", [MOST_WORDS, 1]), ("poke", [1, 1 << 36]),
        ("register", ["Q", 1]), ("register", ["AC", 1 << 38]), ("register", ["LIGHTS", 16]), ("load", [[0, [1 << 36]]]),
        ("load", [[MOST_WORDS - 1, [1, 2]]]), ("load", [[-1, [1]]]), ("state", "not a state"), ("state", "AAAA"),
        ("joystick", 1), ("remove_cards", 7),
    ],
)  # fmt: skip
def test_inputs_that_make_no_sense_are_refused_and_change_nothing(kind, value):
    found = echoing()
    before, given = found.snapshot(), []
    found.on_give = lambda *each: given.append(each)
    with pytest.raises(ValueError, match=r"\w"):
        found.give(kind, value)
    assert found.snapshot() == before
    assert given == []


def test_a_program_that_does_not_fit_is_refused_whole():
    found = room(core_size=4096)
    before = found.snapshot()
    with pytest.raises(ImageError, match="it reaches to 10000, memory to 07777"):
        found.load(Image.of(0o7770, range(9), word_bits=36))
    with pytest.raises(ImageError, match="words of 8 bits, the IBM 704 has words of 36"):
        found.load(Image.of(0, [1]))
    with pytest.raises(ValueError, match="starting at 07777"):
        found.give("load", [[0, [1]], [0o7777, [1, 2]]])
    assert found.snapshot() == before


def test_everything_that_was_given_makes_the_same_machine_again():
    found, log = echoing(), []
    state = found.save_state()
    found.on_give = lambda *each: log.append(each)
    found.at(30_000, "keys", 0o777)
    run(found)
    found.put_cards([bcd.card("LATER")])
    found.give("sense_switch", [2, 1])
    run(found)
    again = room()
    again.load_state(state)
    for cycle, kind, value in log:
        while again.cycles < cycle:
            again.run_to(cycle)
        again.give(kind, value)
    while again.cycles < found.cycles:
        again.run_to(found.cycles)
    assert again.snapshot() == found.snapshot()
    assert again.paper == [*TEXTS, "LATER"]


def test_the_record_is_saved_whole():
    """No field is forgotten: what is not saved is how it is run and looked at, and what the media have anyway."""
    assert set(units.FIELDS) - set(machine.Ibm704.SAVED) == machine.core.PASSING_FIELDS | units.MEDIA_FIELDS
    assert word(echoing(), "L24") == 24
