"""Relocatable cards: what changes on them, programs moved by us and by the loader on the machine; the command."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.image import Cards, Image, Part, Segment
from emulators.machine import Stop
from host.assemblers.sap.assembler import assemble
from host.assemblers.sap.disassembler import disassemble
from host.cli.main import main
from host.formats import deck
from host.formats.deck import relocatable
from host.formats.deck.cards import Kind, block_of, described, kinds
from host.formats.deck.relocatable import LENGTH, OFFSETS, blocks, placed, relative_in
from host.machines.ibm704.machine import Ibm704
from tests.assemblers.sap.sources import assembled
from tests.formats.deck.samples import Reader

quick = settings(max_examples=25, deadline=None, derandomize=True)
fields = st.sampled_from([0, 0, 2, 3])
relatives = st.builds(lambda decrement, address: 4 * decrement + address, fields, fields)
words = st.tuples(st.integers(0, 2**36 - 1) | st.sampled_from([0, 2**36 - 1]), relatives)
contents = st.lists(words, min_size=1, max_size=70)


def part(content, address=0, transfer=0):
    """A part on relocatable cards."""
    segment = Segment(address, tuple(word for word, _ in content))
    return Part((segment,), Cards.RELOCATABLE, transfer, (tuple(relative for _, relative in content),))


@given(contents)
@quick
def test_the_bits_say_of_each_word_decrement_first_what_is_relative(content):
    """0, 10 or 11 for a field, up to 20 words to a card, and a new one when fewer than four bits are left."""
    segment, (relative,) = part(content, 0o100).segments[0], part(content).relative
    cards = list(blocks(segment, relative))
    assert [word for card in cards for word in card.words] == list(segment.words)
    assert tuple(each for card in cards for each in relative_in(card)) == relative
    at = 0
    for card in cards:
        own = relative[at : at + len(card.words)]
        text = "".join({0: "0", 2: "10", 3: "11"}[code] for each in own for code in divmod(each, 4))
        assert f"{card.bits[0] << 36 | card.bits[1]:072b}" == f"{text:<072}"
        assert len(own) <= 20
        assert at + len(own) == len(relative) or len(own) == 20 or len(text) > 68
        assert card.address == 0o100 + at
        at += len(own)


@given(contents, st.integers(0, 0o10000), st.sampled_from([0o10000, 0o100000]))
@quick
def test_the_loader_on_the_machine_does_what_the_bits_say(content, place, size):
    """Against `placed`, which moves the words one field at a time; a HTR in front stops the machine."""
    place %= size - LENGTH - len(content) - 2
    whole = part([(0, 2), *content])  # HTR to itself
    cards = deck.relocated(list(deck.cards_of_part(whole)), place)
    reader = Reader(cards, size)
    assert reader.load_cards() == Stop.HALT
    assert reader.m.ic == place
    expected = Image(list(placed(whole, place).segments), word_bits=36)
    assert {address: int(reader.m.memory[address]) for address, _ in expected} == dict(expected)
    assert deck.image(cards) == Image(expected.merged(), place, word_bits=36, parts=deck.image(cards).parts)


def test_a_field_is_moved_modulo_its_size_and_nothing_else_changes():
    whole = part([(0o777777_777777, 2), (0o777777_777777, 8), (0o400000_700000, 15), (5, 3), (5, 0)])
    assert [f"{word:012o}" for word in placed(whole, 3).segments[0].words] == [
        "777777700002", "700002777777", "477775777775", "000000000002", "000000000005",
    ]  # fmt: skip


PROGRAM = """
       REL
       ORG 0
START  LXA N,1
       PXD
LOOP   ADD TABLE+5,1
       TIX LOOP,1,1
       STO SUM
       HTR START
N      DEC 5
TABLE  DEC 3,1,4,1,5
SUM    BSS 1
       END START
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "sum.sap").write_text(PROGRAM)
    assert main(["asm", str(tmp_path / "sum.sap")]) == 0
    return tmp_path / "sum.cbn"


@pytest.mark.parametrize("origin", ["0", "100", "1234", "70000"])
def test_a_relocatable_deck_runs_anywhere(program, tmp_path, origin):
    there = tmp_path / "there.cbn"
    assert main(["cards", str(program), "--origin", origin, "-o", str(there)]) == 0
    machine = Ibm704()
    machine.load_cards(there)
    machine.run(seconds=5)
    place = int(origin, 8)
    assert (machine.reason, machine.read_register("IC")) == ("program stop: HTR", place)
    assert machine.peek(place + 12) == 14


def test_a_deck_lists_its_cards_and_is_placed_anew_without_its_first_loader(program, tmp_path, capsys):
    assert main(["cards", str(program)]) == 0
    assert capsys.readouterr().out.split("\n")[-4:-1] == [
        "5  full", "6  relocatable 00000-00013", "7  transfer    00000, relative",
    ]  # fmt: skip
    once = deck.relocated(deck.read(program), 0o200)
    assert deck.relocated(once, 0o300) == deck.relocated(deck.read(program), 0o300)
    assert relocatable.place_of(once) == 0o200


def test_a_deck_is_read_where_its_loader_or_the_user_puts_it(program, capsys):
    cards = deck.read(program)
    assert deck.image(cards).parts[0].cards == Cards.RELOCATABLE
    assert dict(deck.image(cards, origin=0o200))[0o200] == 0o053400_100206
    assert deck.image(deck.relocated(cards, 0o200)).entry == 0o200
    assert main(["dis", str(program), "--origin", "200"]) == 0
    assert "ORG 128" in capsys.readouterr().out
    assert main(["debug", str(program), "--origin", "200", "-e", "registers"]) == 0
    assert "IC 00200" in capsys.readouterr().out


def test_a_source_is_made_of_a_relocatable_deck_that_gives_the_same_cards(program):
    image = deck.image(deck.read(program))
    assert "REL" in disassemble(image)
    assert assembled(disassemble(image)).image.parts == image.parts


@given(contents)
@quick
def test_any_relocatable_deck_is_taken_apart_and_assembled_to_the_same_cards(content):
    image = deck.image(list(deck.cards_of_part(part(content))))
    assert deck.deck(assembled(disassemble(image)).image) == deck.deck(image)


def test_at_a_wrong_check_sum_the_loader_stops_and_start_goes_on():
    cards = deck.relocated(list(deck.cards_of_part(part([(0, 2), (7, 0)]))), 0o200)
    place = next(number for number, kind in enumerate(kinds(cards)) if kind == Kind.RELOCATABLE)
    broken = list(cards[place])
    broken[0] ^= 1
    reader = Reader([*cards[:place], tuple(broken), cards[place], *cards[place + 1 :]])
    reader.load_cards()
    base = 0o100000 - LENGTH if place else 0
    assert int(reader.m.ic) % 0o10000 == (base + OFFSETS["WRONG"]) % 0o10000
    reader.start()
    assert (int(reader.m.ic), int(reader.m.memory[0o201])) == (0o200, 7)


def test_absolute_and_relocatable_parts_follow_one_another(tmp_path):
    """As IBM's library has them: absolute cards before the relocatable ones."""
    text = "       ORG 3000\nA      PZE 7\n       REL\n       ORG 0\nB      CLA B\n       HTR B\n       END B\n"
    (tmp_path / "two.sap").write_text(text)
    image = assemble(tmp_path / "two.sap").image
    assert [each.cards for each in image.parts] == [Cards.ABSOLUTE, Cards.RELOCATABLE]
    cards = deck.relocated(deck.deck(image), 0o100)
    assert described(cards)[-3:] == [
        "absolute    05670-05670",
        "relocatable 00000-00001",
        "transfer    00000, relative",
    ]
    reader = Reader(cards)
    reader.load_cards()
    assert [int(reader.m.memory[at]) for at in (3000, 0o100, 0o101)] == [7, 0o050000_000100, 0o100]
    assert deck.image(deck.deck(image)).parts == image.parts


def test_what_cannot_be_placed_is_refused(program):
    with pytest.raises(ImageError, match="no relocatable cards"):
        deck.relocated(deck.deck(Image.of(0o100, [1], 0o100, 36)), 0o200)
    with pytest.raises(ImageError, match="reach beyond address 77777"):
        deck.relocated(deck.read(program), 0o77770)
    assert main(["cards", str(program), "--origin", "9"]) == 1


def test_without_check_sum_and_text_a_card_is_relocatable_only_if_its_form_says_so():
    card = next(deck.cards_of_part(part([(1, 0)], 0o40)))
    assert block_of(card).bits == (0, 0)
    assert kinds([deck.of_words([0o200001_000100, *[1] * 23])]) == [Kind.FULL]  # TIX 100,,1 begins it


@given(
    st.lists(
        st.sampled_from([4 * decrement + address for decrement in (0, 2, 3) for address in (0, 2, 3)]), min_size=21
    )
)
def test_a_card_is_full_where_the_next_one_begins(relative):
    first = next(iter(blocks(Segment(0, (0,) * len(relative)), relative)))
    full = [relocatable.is_full(relative[:count]) for count in range(1, len(first.words) + 1)]
    assert full == [False] * (len(first.words) - 1) + [True]
