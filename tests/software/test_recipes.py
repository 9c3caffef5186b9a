"""Decks made of pieces, by command files: with a source and commands of our own."""

import pytest

from emulators.errors import IronboardError
from host.formats.deck.cards import block_of, of_words
from host.software.recipes import PAGE, Piece, Workshop, card_sum, fitted, patched

SOURCE = """\
       REM THE CARD THAT OTHERS REPLACE
       ORG 0
       HTR 1,0,2
       HTR 3
       ORG 24
FIRST  CLA A
       REP 1,2
       STO A
       STO A
A      BSS 30
       OCT 1,2,3
       ORG FIRST
       HTR 7
       END FIRST
       REM A SECOND ASSEMBLY
       REL
       ORG 0
       CLA B
B      HTR
       END
"""
TEXTS = {
    "made.sap": SOURCE,
    "Copy.cmd": "cd there\nRemoveTransfercard Line6_A.cbn+Line17_AT.cbn B.cbn\nCopyCards Line3_A.cbn+B.cbn C.cbn\n"
    "PatchCard 9LP=4 Line3_A.cbn D.cbn\nSplitDeck C.cbn 1 E.cbn F.cbn\ndel *.cbn\n",
}


@pytest.fixture
def shop(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    return Workshop(tmp_path)


def words(cards):
    return [block_of(of_words(card)).words for card in cards]


def test_a_source_is_cut_at_its_origins(shop):
    found = shop.assemble("made")
    assert [each.kind for each in found] == ["A", "A", "AT", "RT"]
    assert [sum(map(len, words(each.cards))) for each in found] == [2, 8, 1, 2]
    # the listing: the first card twice, one line for each further word, eight lines of figures after an assembly
    assert [each.line for each in found] == [3, 6, 17, 30]


def test_commands_make_decks_of_pieces(shop):
    shop.assemble("made")
    shop.follow("Copy.cmd")
    assert shop["C"] == shop["LINE3_A"] + shop["LINE6_A"] + shop["LINE17_AT"][:1]
    assert (shop["E"], shop["F"]) == (shop["C"][:1], shop["C"][1:])
    [card] = shop["D"]
    assert card[0] >> 33 == 4
    assert card[1] == card_sum(card) != shop["LINE3_A"][0][1]


def test_a_command_that_cannot_be_done_is_named(shop, tmp_path):
    (tmp_path / "Bad.cmd").write_text("cd there\nCopyCards Nothing.cbn A.cbn\n")
    with pytest.raises(IronboardError, match=r"Bad\.cmd:2: 'CopyCards Nothing\.cbn A\.cbn' cannot be done"):
        shop.follow("Bad.cmd")


def test_a_check_sum_that_was_wrong_stays():
    card = (0o000002_000000, 5, *range(22))
    assert patched(card, "9LP=4") == (0o400002_000000, *card[1:])
    assert patched(card, "12RA=77777")[23] == 0o77777
    with pytest.raises(ValueError, match="is not a change"):
        patched(card, "13LP=1")


def listed(*lines):
    return [Piece(kind, line, []) for kind, line in lines]


def test_pieces_are_found_by_distance_and_kind():
    found = listed(("A", 3), ("A", 40), ("A", 44), ("AT", 60), ("A", 70), ("A", 2 * PAGE + 9))
    # what is named is two lines off, as listings are; the pieces at 40 and 70 have no name
    wanted = [(1, 3, "A"), (1, 46, "A"), (2, 8, "AT"), (3, 11, "A")]
    assert fitted(found, wanted, "x") == [found[each] for each in (0, 2, 3, 5)]
    with pytest.raises(IronboardError, match="there is no piece for Page2Line8_R"):
        fitted(found, [(1, 3, "A"), (2, 8, "R")], "x")


def test_pieces_get_the_names_of_the_command_files(shop, tmp_path):
    (tmp_path / "Names.cmd").write_text(
        "CopyCards Page1Line6_A.cbn+Page1Line17_AT.cbn A.cbn\nCopyCards Page2Line4_RT.cbn B\n"
    )
    shop.assemble_listed("made")
    shop.follow("Names.cmd")
    assert list(map(len, words(shop["A"]))) == [5, 3, 1, 0]
    assert list(map(len, words(shop["B"]))) == [2, 0]
