"""What is opened and saved at a 704."""

import pytest

from emulators.errors import IronboardError
from host.desk.ibm704 import media, programs
from host.formats import deck, tapes
from tests.desk.ibm704.room import HELLO, room
from tests.ibm704.machines import word

HALTING = "        ORG 100\nBEGIN   CLA TEN\n        HPR\nTEN     DEC 10\n        END BEGIN\n"


@pytest.fixture
def operator():
    return room()


def texts(cards):
    return [deck.text_of(deck.of_words(card)) for card in cards]


def test_a_source_is_assembled_put_into_the_hopper_and_loaded(operator, tmp_path):
    source = tmp_path / "ten.sap"
    source.write_text(HALTING)
    operator.put_cards([deck.words(deck.of_text("OLD"))])
    assert media.open_file(operator, str(source)).startswith("ten.sap: ")
    assert operator.machine.running
    operator.machine.run(seconds=60)
    assert operator.machine.read_register("AC") == 10
    assert operator.symbols["TEN"] == 102
    assert operator.machine.reason == "program stop: HPR"
    assert not operator.hopper


def test_a_deck_goes_behind_the_cards_that_are_there(operator, tmp_path):
    deck.write([deck.of_text("TWO"), deck.of_text("THREE")], tmp_path / "more.deck")
    media.open_file(operator, "=ONE")
    assert "2 cards" in media.open_file(operator, str(tmp_path / "more.deck"))
    assert texts(operator.hopper) == ["ONE", "TWO", "THREE"]
    assert not operator.machine.running


def test_cards_are_punched_by_hand(operator):
    assert "2 cards" in media.open_file(operator, "= move 11-15 ; PLAY;")
    assert texts(operator.hopper) == ["MOVE 11-15", "PLAY"]


@pytest.mark.parametrize(
    ("text", "message"), [("=CAFÉ", "É"), ("=" + "A" * 73, "72 columns"), ("none.deck", "none.deck")]
)
def test_what_cannot_be_opened_is_an_error_and_the_hopper_stays(operator, text, message):
    media.open_file(operator, "=ONE")
    with pytest.raises(IronboardError, match=message):
        media.open_file(operator, text)
    assert texts(operator.hopper) == ["ONE"]


def test_a_source_with_errors_leaves_the_machine_as_it_was(operator, tmp_path):
    (tmp_path / "bad.sap").write_text("        ORG 100\n        CLB 5\n        END 100\n")
    before = operator.machine.snapshot()
    with pytest.raises(IronboardError, match=r"bad\.sap:2"):
        media.open_file(operator, str(tmp_path / "bad.sap"))
    assert operator.machine.snapshot() == before


def test_a_tape_is_put_on_the_unit_that_is_named(operator, tmp_path):
    record = tapes.record_of([0o123456701234], True)
    tapes.write([record], tmp_path / "one.p7b")
    assert "unit 3" in media.open_file(operator, f"{tmp_path / 'one.p7b'} @3")
    assert operator.machine.tape(3) is not None
    media.save_file(operator, f"{tmp_path / 'two.p7b'} @3", "")
    assert tapes.read(tmp_path / "two.p7b") == [record]


def test_a_state_is_saved_and_gone_back_to(operator, tmp_path):
    operator.machine.poke(0o100, word("HPR"))
    media.save_file(operator, str(tmp_path / "now.state"), "")
    before = operator.machine.snapshot()
    operator.clear()
    assert "back at cycle 0" in media.open_file(operator, str(tmp_path / "now.state"))
    assert operator.machine.snapshot() == before


def test_the_paper_is_saved_and_nothing_is_replaced_unasked(operator, tmp_path):
    path = tmp_path / "paper.txt"
    media.save_file(operator, str(path), "HELLO\n")
    with pytest.raises(IronboardError, match=r"paper\.txt"):
        media.save_file(operator, str(path), "OTHER\n")
    assert path.read_text() == "HELLO\n"
    media.save_file(operator, str(path), "OTHER\n", overwrite=True)
    assert path.read_text() == "OTHER\n"


def test_punched_cards_are_saved_as_a_deck(operator, tmp_path):
    with pytest.raises(IronboardError, match="nothing has been punched"):
        media.save_file(operator, str(tmp_path / "out.deck"), "")
    operator.machine.media.punched.append(tuple(deck.words(deck.of_text("PUNCHED"))))
    media.save_file(operator, str(tmp_path / "out.deck"), "")
    assert [deck.text_of(card) for card in deck.read(tmp_path / "out.deck")] == ["PUNCHED"]


def test_the_time_is_written_as_people_read_it(operator):
    operator.machine.m.cycles = 83_333 * 2
    assert media.time_of(operator.machine) == "2.00 s"
    operator.machine.m.cycles = round(125.5 / 12e-6)
    assert media.time_of(operator.machine) == "2 min 05.5 s"


def test_programs_have_names_and_a_program_for_another_machine_is_refused():
    assert "perft" in programs.names()
    assert "wally" not in programs.names()
    with pytest.raises(IronboardError, match="no program for the 704"):
        programs.find("wally")
    with pytest.raises(IronboardError, match="no program of this name for the 704"):
        programs.find("chess")


def test_a_program_by_its_name_comes_with_its_symbols():
    perft = programs.find("perft")
    assert {"BM", "WM", "BK", "WK"} <= set(perft.symbols)


def test_a_deck_is_a_program(operator):
    media.boot(operator, str(HELLO))
    operator.machine.run(seconds=60)
    assert "HELLO WORLD" in operator.machine.printed.decode()
