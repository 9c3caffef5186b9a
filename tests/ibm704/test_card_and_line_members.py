"""RDCARD, PRLINE, CHARS and NUMBER of asm/ibm704: cards and lines, with the real reader and printer.

Reader and printer do not wait: a copy that came too late would stop the machine with a read-write check.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704 import bcd, printer, reader
from emulators.ibm704.core import Cause
from emulators.ibm704.machine import Ibm704
from emulators.machine import Stop
from host.assemblers.roms import CHECKOUT
from host.assemblers.sap.assembler import assemble

FOLDER = CHECKOUT / "asm" / "ibm704"
MEMBERS = """
       LIB RDCARD
       LIB PRLINE
       LIB CHARS
       LIB NUMBER
       END START
"""
# Card after card; RDCARD comes back to the HPR when there is none.
ECHO = """
       ORG 24
START  TSX RDCARD,4
       HPR
       LXA TWELVE,1
NEXT   CAL CARD+12,1
       SLW LINE+12,1
       TIX NEXT,1,1
       TSX PRLINE,4
       TRA START
TWELVE DEC 12
"""
# The first letter of a card says how its number is read; it is printed both ways, and the character behind it.
NUMBERS = """
       ORG 24
START  TSX OPENLN,4
AGAIN  TSX RDCARD,4
       HPR
       TSX OPENCD,4
       TSX GETCH,4
       SUB D
       TZE DECIML
       TSX GETOCT,4
       TRA NONE
       TRA GOT
DECIML TSX GETDEC,4
       TRA NONE
GOT    SLW KEPT
       TSX PUTOCT,4
       CLA BLANK
       TSX PUTCH,4
       CLA KEPT
       TSX PUTDEC,4
       CLA BLANK
       TSX PUTCH,4
       CLA GCHAR
       TSX PUTCH,4
       TSX ENDLN,4
       TRA AGAIN
NONE   TSX PUTTX,4
       PZE TXNONE,,9
       TSX ENDLN,4
       TRA AGAIN
D      OCT 24
BLANK  OCT 60
TXNONE BCD 2NO NUMBER
KEPT   BSS 1
"""
# The words of a card, one on a line, to the first that is blank; one that is too long as *.
WORDS = """
       ORG 24
START  TSX OPENLN,4
AGAIN  TSX RDCARD,4
       HPR
       TSX OPENCD,4
NEXT   TSX GETWD,4
       SLW WORD
       CLA WORD
       SUB BLANKS
       TZE AGAIN
       CLA WORD
       TNZ PRINT
       CAL STAR
       SLW WORD
PRINT  TSX PUTTX,4
       PZE WORD,,6
       TSX ENDLN,4
       TRA NEXT
BLANKS OCT 606060606060
STAR   OCT 546060606060
WORD   BSS 1
"""
# A text is put to TEXT, and its length into the decrement of HOW.
LINES = """
       ORG 24
START  TSX OPENLN,4
       TSX PUTTX,4
HOW    PZE TEXT,,0
       TSX ENDLN,4
       HPR
TEXT   BSS 13
"""
PRINTABLE = [code for code in range(bcd.CODES) if bcd.SCIENTIFIC[code] != bcd.NONE]
NOTHING: dict[int, int] = {}
WORD_36 = st.integers(0, 2**36 - 1)


class Running:
    """A 704 with one of the programs above."""

    def __init__(self, text, folder, size=4096):
        source = folder / "program.sap"
        source.write_text(text + MEMBERS)
        image = assemble(source, include_dirs=[FOLDER]).image
        self.machine = Ibm704(core="compiled", core_size=size)
        self.machine.load(image)
        self.symbols, self.entry = image.symbols, image.entry
        self.beginning = self.machine.snapshot()

    def lines(self, cards, poked=NOTHING):
        """Put in cards, start the program, and return what has been printed when it wants more."""
        self.machine.restore(self.beginning)
        for address, word in poked.items():
            self.machine.poke(address, word)
        self.machine.write_register("IC", self.entry)
        self.machine.put_cards(cards)
        assert self.machine.run(seconds=3600) == Stop.HALT
        assert self.machine.m.cause == Cause.HPR, self.machine.reason
        return [line.ljust(bcd.READ_COLUMNS) for line in self.machine.paper]

    def texts(self, *cards, poked=NOTHING):
        return [line.rstrip() for line in self.lines(map(bcd.card, cards), poked)]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    made = {}

    def build(text):
        if text not in made:
            made[text] = Running(text, tmp_path_factory.mktemp("member"))
        return made[text]

    return build


# ---------------------------------------------------------------- whole cards and lines


def test_every_character_comes_through_in_every_column(program):
    """Card n has character n in the first column, its successors behind it."""
    texts = [
        bcd.characters(PRINTABLE[(first + column) % len(PRINTABLE)] for column in range(bcd.READ_COLUMNS))
        for first in range(len(PRINTABLE))
    ]
    assert program(ECHO).lines(map(bcd.card, texts)) == texts


@settings(derandomize=True, deadline=None, max_examples=40)
@given(codes=st.lists(st.lists(st.sampled_from(PRINTABLE), max_size=72), max_size=4))
def test_a_card_is_printed_as_it_was_punched(program, codes):
    texts = [bcd.characters(each).ljust(bcd.READ_COLUMNS) for each in codes]
    assert program(ECHO).lines(map(bcd.card, texts)) == texts


def test_the_words_of_a_card_are_its_codes_six_to_a_word(program):
    running = program(ECHO)
    text = "MOVE 9X18X27   (+0?, -0!, |)"
    running.texts(text)
    at = running.symbols["CARD"]
    assert [running.machine.peek(at + each) for each in range(12)] == bcd.packed(text.ljust(72))


def test_a_signed_zero_may_be_punched_with_8_and_2(program):
    zones = bcd.column_of(12, 8, 2), bcd.column_of(11, 8, 2)
    (line,) = program(ECHO).lines([bcd.words(zones)])
    assert line.rstrip() == bcd.characters([0o32, 0o52])


def test_an_empty_hopper_is_told_at_once_and_later(program):
    assert program(ECHO).texts() == []
    assert program(ECHO).texts("ONE") == ["ONE"]


# ---------------------------------------------------------------- characters and words


def test_words_are_what_stands_between_blanks(program):
    assert program(WORDS).texts("A BC  DEFGHI    JKLMNOP Q", "", " " * 66 + "LATE R") == [
        "A", "BC", "DEFGHI", "*", "Q", "LATE", "R",
    ]  # fmt: skip


def test_words_that_begin_with_a_bit_in_the_sign_are_words(program):
    assert program(WORDS).texts("W - -ABC (") == ["W", "-", "-ABC", "("]


@pytest.mark.parametrize("count", [1, 5, 6, 7, 71, 72, 73, 77])
def test_as_many_characters_of_a_text_are_printed_as_are_asked_for_and_fit(program, count):
    running = program(LINES)
    text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789 (+-*/,.$='), AND SO ON"
    poked = {running.symbols["HOW"]: running.symbols["TEXT"] | count << 18}
    poked |= dict(enumerate(bcd.packed(text), running.symbols["TEXT"]))
    assert running.texts(poked=poked) == [text[:count][:72].rstrip()]


# ---------------------------------------------------------------- numbers


def signed(word):
    return f"-{word & ~(1 << 35)}" if word >> 35 and word != 1 << 35 else f"{word & ~(1 << 35)}"


@settings(derandomize=True, deadline=None, max_examples=60)
@given(word=WORD_36 | st.sampled_from([0, 1, 9, 10, 2**35 - 1, 2**35, 2**36 - 1]))
def test_octal_digits_are_read_as_a_word_of_36_bits(program, word):
    """-0 is printed as 0."""
    assert program(NUMBERS).texts(f"O {word:o}", f"O{word:012o} X") == [f"{word:012o} {signed(word)}"] * 2


@settings(derandomize=True, deadline=None, max_examples=60)
@given(number=st.integers(0, 2**35 - 1) | st.sampled_from([0, 9, 10, 2**35 - 1]))
def test_decimal_digits_are_read_as_an_integer(program, number):
    assert program(NUMBERS).texts(f"D   {number}", f"D000{number}") == [f"{number:012o} {number}"] * 2


def test_the_character_behind_a_number_is_told(program):
    assert program(NUMBERS).texts("D11-15", "D9X18", "O178", "D" + "0" * 69 + "77") == [
        "000000000013 11 -", "000000000011 9 X", "000000000017 15 8", "000000000115 77",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "card",
    [
        "D", "O", "D X", "D-5", "O8", "O9", "DA1",
        f"D{2**35}", f"D{10 * 2**35}", "D99999999999999999999", f"O{2**36:o}", "O7777777777777",
    ],
)  # fmt: skip
def test_what_is_no_number_or_too_large_is_none(program, card):
    assert program(NUMBERS).texts(card, "D1") == ["NO NUMBER", "000000000001 1"]


# ---------------------------------------------------------------- time


def seconds_for_one_more(running, text):
    """Return how much longer eleven such cards take than ten."""
    running.texts(*[text] * 11)
    eleven = running.machine.seconds
    running.texts(*[text] * 10)
    return eleven - running.machine.seconds


def test_cards_are_read_as_fast_as_the_reader_goes(program):
    """RDCARD is ready for the next card before that is under the brushes: 250 a minute."""
    assert seconds_for_one_more(program(WORDS), "") == pytest.approx(60 / 250, rel=0.01)


def test_a_card_and_a_line_take_no_longer_than_reader_and_printer(program):
    """RDCARD and PRLINE compute while one unit comes to rest and the other one starts: they add a tenth of a second."""
    card = reader.START + reader.FIRST + 12 * reader.PITCH
    line = printer.START + printer.FIRST + 11 * printer.PITCH + printer.RIGHT
    assert seconds_for_one_more(program(ECHO), "A LINE") < (card + line) * 12e-6 + 0.1
