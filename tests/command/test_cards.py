"""`ironboard cards`: decks listed, shown, joined, written."""

import pytest

from emulators.image import Image
from host import formats
from host.cli.main import main
from host.formats import deck

PROGRAM = Image.of(0o200, [0o200, 1, 2], 0o200, 36)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    formats.write(PROGRAM, "program.cbn")
    formats.write(PROGRAM, "program.oct")
    (tmp_path / "data.txt").write_text("NEW\nMOVE 11-15\n")
    return tmp_path


def printed(capsys, *arguments):
    assert main(["cards", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_decks_are_listed_one_behind_the_other(files, capsys):
    assert printed(capsys, "program.cbn", "data.txt") == [
        "1  full        loads itself",
        "2  absolute    00200-00202",
        "3  transfer    00200",
        "4  text        NEW",
        "5  text        MOVE 11-15",
    ]


def test_some_cards_of_a_deck(files, capsys):
    assert printed(capsys, "program.cbn", "data.txt", "--card", "4") == ["4  text        NEW"]
    assert printed(capsys, "program.cbn", "data.txt", "--card", "3-9")[0] == "3  transfer    00200"


def test_words_and_holes(files, capsys):
    assert printed(capsys, "program.cbn", "--card", "2", "--octal")[1:3] == [
        "    9  000003000200 000003000403",
        "    8  000000000200 000000000001",
    ]
    assert printed(capsys, "data.txt", "--card", "1", "--picture")[2].startswith("    /NEW ")


def test_an_image_is_put_on_cards(files):
    assert main(["cards", "program.oct", "data.txt", "-o", "both.deck"]) == 0
    assert deck.read("both.deck") == deck.read("program.cbn") + deck.read("data.txt")
    assert formats.read("both.deck") == PROGRAM


def test_a_picture_is_written(files):
    assert main(["cards", "data.txt", "-o", "data.svg"]) == 0
    assert (files / "data.svg").read_text().startswith("<svg ")


def test_an_existing_file_is_kept_unless_forced(files, capsys):
    assert main(["cards", "data.txt", "-o", "program.cbn"]) == 1
    assert "program.cbn exists already" in capsys.readouterr().err
    assert main(["cards", "data.txt", "-o", "program.cbn", "--force"]) == 0
    assert len(deck.read("program.cbn")) == 2


WRONG = [
    (["nothing.cbn"], "cannot read nothing.cbn"),
    (["data.txt", "--card", "3"], "there is no card 3: the deck has 2"),
    (["data.txt", "-o", "deck.pdf"], "cannot tell the format of this deck"),
    (["data.txt", "--format", "cbn"], "data.txt, byte 1: the first byte is 4E"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_done_is_said(files, capsys, arguments, message):
    assert main(["cards", *arguments]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("span", ["0", "3-2", "x", "1-", "-1", "1-2-3"])
def test_what_is_no_number_of_a_card_is_a_wrong_usage(files, capsys, span):
    with pytest.raises(SystemExit) as caught:
        main(["cards", "data.txt", f"--card={span}"])
    assert caught.value.code == 2
    assert "is neither a card number" in capsys.readouterr().err
