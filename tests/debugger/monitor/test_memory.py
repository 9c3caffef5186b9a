"""Commands on memory, compared with the same done to a list; typed instructions, with the disassembler's."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from emulators.kim1 import Kim1
from emulators.mos6502.isa import INSTRUCTIONS, SYNTAX, Mode
from host.debugger.session import Session
from host.registry import find
from tests.debugger.monitor.desks import on, toy

TOP = 0o775  # below the toy's devices
addresses = st.integers(0, TOP)
words = st.integers(0, 0o7777)
some_words = st.lists(words, min_size=1, max_size=6)


@st.composite
def ranges(draw):
    first, last = sorted((draw(addresses), draw(addresses)))
    return first, last


def octal(numbers):
    return " ".join(f"{number:o}" for number in numbers)


@pytest.fixture(scope="module")
def desk():
    return toy()


def filled(desk, numbers):
    """Fill the memory with a pattern of these numbers; return it as a list."""
    memory = desk.session.machine.m.memory
    memory[:] = [numbers[i % len(numbers)] for i in range(512)]
    return list(memory)


@given(ranges(), some_words)
def test_fill_repeats_its_words_from_the_first_address_to_the_last(desk, where, numbers):
    memory = filled(desk, [0])
    first, last = where
    desk.do(f"fill {first:o} {last:o} {octal(numbers)}")
    for offset in range(last - first + 1):
        memory[first + offset] = numbers[offset % len(numbers)]
    assert desk.session.machine.m.memory == memory


@given(ranges(), addresses, some_words)
def test_move_copies_overlapping_ranges_as_they_were_and_refuses_what_does_not_fit(desk, where, target, numbers):
    memory = filled(desk, numbers)
    first, last = where
    command = f"move {first:o}..{last:o} {target:o}"
    if target + last - first > 0o777:
        assert "beyond the last address" in str(desk.error(command))
    else:
        desk.do(command)
        memory[target : target + last - first + 1] = memory[first : last + 1]
    assert desk.session.machine.m.memory == memory


@given(ranges(), addresses, some_words, addresses, words)
def test_compare_names_every_difference(desk, where, other, numbers, place, word):
    memory = filled(desk, numbers)
    desk.session.machine.m.memory[place] = memory[place] = word
    first, last = where
    assume(other + last - first <= TOP)
    pairs = [(first + i, other + i) for i in range(last - first + 1)]
    expected = [f"   {a:03o} {memory[a]:04o}  {b:03o} {memory[b]:04o}" for a, b in pairs if memory[a] != memory[b]]
    *shown, total = desk.do(f"compare {first:o}:{last:o} {other:o}").splitlines()
    assert shown == expected[:256]
    assert total.split()[0] == f"{len(expected):,}"


@given(ranges(), some_words, st.lists(st.one_of(st.none(), words), min_size=1, max_size=4))
def test_hunt_finds_every_place_where_all_words_fit(desk, where, numbers, wanted):
    memory = filled(desk, numbers)
    wanted = [numbers[i % len(numbers)] if word is not None and i % 2 else word for i, word in enumerate(wanted)]
    first, last = where
    places = [
        start for start in range(first, last - len(wanted) + 2)
        if all(word in (None, memory[start + i]) for i, word in enumerate(wanted))
    ]  # fmt: skip
    pattern = " ".join("??" if word is None else f"{word:o}" for word in wanted)
    *shown, total = desk.do(f"hunt {first:o} {last:o} {pattern}").splitlines()
    assert [int(line.split()[0], 8) for line in shown] == places[:256]
    assert total.split()[0] == f"{len(places):,}"


@given(addresses, st.lists(words, min_size=1, max_size=20))
def test_a_dump_shows_what_was_poked(desk, address, numbers):
    filled(desk, [0])
    if address + len(numbers) > 512:
        assert "beyond the last address" in str(desk.error(f"> {address:o} {octal(numbers)}"))
        return
    assume(address + len(numbers) - 1 <= TOP)
    desk.do(f"> {address:o} {octal(numbers)}")
    lines = desk.do(f"m {address:o} {address + len(numbers) - 1:o}").splitlines()
    shown = [int(word, 8) for line in lines for word in line[8 : 8 + 8 * 5].split()]
    assert shown == numbers
    assert [int(line.split()[0], 8) for line in lines] == list(range(address, address + len(numbers), 8))


# ---------------------------------------------------------------- the assembler


@pytest.fixture(scope="module")
def kim():
    return on(Session(Kim1(core="py65")), find("kim1"))


def spelled_short(instruction, operand):
    """Return whether its address would be taken for one of page zero."""
    short = (Mode.ZERO_PAGE, Mode.ZERO_PAGE_X, Mode.ZERO_PAGE_Y)
    return SYNTAX[instruction.mode].operand_bytes == 2 and operand < 0x100 and instruction.mode not in short


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 0xFFFF))
def test_what_the_disassembler_shows_can_be_typed_and_gives_the_same_bytes(kim, operand):
    for opcode, instruction in enumerate(INSTRUCTIONS):
        if not instruction.documented or spelled_short(instruction, operand):
            continue
        machine = kim.session.machine
        words = [opcode, operand & 0xFF, operand >> 8]
        for offset, word in enumerate(words):
            machine.poke(0x0200 + offset, word)
        text, following = machine.disassemble(0x0200)
        machine.poke(0x0200, opcode ^ 0xFF)
        kim.do(f"a 0200 {text.lower().replace('$', '')}")  # the digits alone: they are hexadecimal
        assert [machine.peek(address) for address in range(0x0200, following)] == words[: following - 0x0200], text


@pytest.mark.parametrize("text", ["lda #1234", "lda", "ldq 5", "bne 400", "jmp nowhere", ".byte", "lda #5 6", "sta #5"])
def test_an_instruction_with_an_error_changes_nothing(kim, text):
    before = kim.do("m 0200 020f")
    error = kim.error(f"a 0200 {text}")
    assert error.place.text == f"a 0200 {text}"
    assert error.place.column > len("a 0200 ") - 1
    assert kim.do("m 0200 020f") == before
