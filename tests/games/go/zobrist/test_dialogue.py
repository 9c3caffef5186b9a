"""The dialogue: what is typed and printed, input that makes no sense, the rules; nodes that are never played."""

from __future__ import annotations

import random

import pytest

from emulators.inputs import NEVER
from host.games.go.game import Record
from host.games.go.program import TEMPLATES, place
from host.games.go.rules import Colour, IllegalMove, Position
from host.games.program6600 import compiled, prepared, printed, source
from host.machines.cdc6600.machine import read_lines, run_long
from tests.shared import spread

from .asked import DECK, Asked, drawn, program, with_cards
from .model import CARDS

BLACK, WHITE = Colour.BLACK, Colour.WHITE
SIZES = "ILLEGAL: A SIZE FROM 9 TO 19 AND A SEED"
NUMBERS = "ILLEGAL: TWO NUMBERS ARE EXPECTED"
CONTACT = "T01 CONTACT 9 9 9 0 N O*"


def conversation(*lines):
    """Return what the program prints before and after these lines; the last one ends it."""
    machine = prepared(compiled("zobrist", True).image, lines, "compiled")
    machine.attach(TEMPLATES, read_lines(CARDS))
    run_long(machine, NEVER)
    return [line.strip() for line in printed(machine)]


def test_the_title_says_what_can_be_typed_and_how_many_templates_there_are():
    title = conversation("19 0", "-1 -1")
    assert title[0].endswith("TYPE SIZE AND SEED, AS IN  19 0")
    oriented = sum(len(each.orientations) for each in DECK.templates)
    assert title[1].startswith(f"TEMPLATES {len(DECK.templates)} {oriented} ")
    assert len(title) == 2


def test_another_size_is_asked_for():
    lines = ["", "19", "8 0", "20 0", "19 -1", "19 2147483647", "19 0 0", "GO", "19.0", "-19 0", "19 - 0"]
    lines.append("999999999999 0")
    assert conversation(*lines, "9 0", "-1 -1")[2:] == [SIZES] * len(lines)


def test_it_can_be_ended_at_the_first_question():
    assert len(conversation("-1 -1")) == 2


@pytest.mark.parametrize("line", ["", "4", "4 4 4", "D4", "4 - 4", "4 --4", "4 4 T", "4 4.", "PASS", "-"])
def test_a_move_that_is_not_two_numbers_is_asked_for_again(line):
    asked = program(9)
    asked.new_game()
    assert asked.type(line) == [NUMBERS]
    assert asked.get("plies") == 0
    assert asked.type("4,  4")[-1].startswith("MOVE ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 1", "THERE IS NO SUCH NODE"),
        ("1 0", "THERE IS NO SUCH NODE"),
        ("10 1", "THERE IS NO SUCH NODE"),
        ("1 10", "THERE IS NO SUCH NODE"),
        ("-1 0", "THERE IS NO SUCH NODE"),
        ("999999999999 1", "THERE IS NO SUCH NODE"),
        ("2 1", "THE NODE IS OCCUPIED"),
        ("2 2", "THE NODE IS OCCUPIED"),
        ("1 1", "IT IS SUICIDE"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(line, reason):
    asked = program(9)
    asked.put_board(drawn(".XO XX. O..", 9), plies=7)
    before = asked.snapshot()
    assert asked.type(line) == [f"ILLEGAL: {reason}"]
    assert asked.snapshot() == before


@pytest.mark.parametrize("seed", spread(range(3), 1))
def test_it_refuses_what_the_rules_refuse_and_no_more(tmp_path, seed):
    """On crowded boards, ko included; what a move captures is taken off, the ko is noted."""
    asked, choose = with_cards(tmp_path, [CONTACT], 9), random.Random(seed)
    position, refused, kos = Position(9), 0, 0
    for _ in range(150):
        moves = position.legal_moves(BLACK)
        if not moves or choose.random() < 0.02:
            position = Position(9)
            moves = position.legal_moves(BLACK)
        asked.put(position, WHITE, Record(plies=9))
        point = choose.choice(
            [each for each in position.points if choose.random() < 0.3 or each == position.ko] or moves
        )
        row, column = divmod(point, 10)
        before = asked.snapshot()
        said = asked.type(f"{column} {row}")
        try:
            after = position.play(BLACK, point)
        except IllegalMove:
            assert said[0].startswith("ILLEGAL: ")
            assert asked.snapshot() == before
            refused, kos = refused + 1, kos + (point == position.ko)
            continue
        lost = len(position.stones) + 1 - len(after.stones)
        column, row = map(int, said[-1].split()[1:])
        made = 10 * row + column if row else None
        final = after.play(WHITE, made) if made else after.passed()
        taken = len(after.stones) + bool(made) - len(final.stones)
        assert asked.stones(WHITE) == final.stones
        assert (asked.get("lost"), asked.get("taken"), asked.get("plies")) == (lost, taken, 11)
        assert asked.get("ko") == place(final.ko, 9)
        assert asked.get("last") == place(made, 9)
        assert (f"CAPTURED {taken}" in said) == (taken > 0)
        position = final
    assert refused > 10


def test_a_ko_is_refused_until_a_move_has_been_made_elsewhere(tmp_path):
    asked = with_cards(tmp_path, ["T01 TAKE 9 9 9 0 C A*"], 9)
    asked.put_board(drawn("..... .XO.. XO.O. .XO.. .....", 9))
    assert asked.type("0 0") == ["NODE 3 3 9", "TEMPLATE T01 1 9 3 3", "CAPTURED 1", "MOVE 3 3"]
    assert asked.get("ko") == 3 * 21 + 2
    assert asked.type("2 3") == ["ILLEGAL: THE KO MUST NOT BE RETAKEN AT ONCE"]
    assert asked.type("9 9") == ["MOVE 0 0"]
    assert asked.get("ko") == 0
    assert asked.type("2 3") == ["MOVE 0 0"]  # now it is the program that must not retake
    assert asked.get("lost") == 1
    assert asked.type("9 8")[-1] == "MOVE 3 3"


@pytest.mark.parametrize(
    ("picture", "played"),
    [
        (".XX XX. ...", False),  # an own eye
        (".XO XXO OOO", False),  # an own eye, the chain's last breathing space
        (".XO XO. O..", False),  # nothing would be captured, one breathing space lost of two chains that have one
        (".XX. XO.. O...", True),  # one of them has others
        ("..O OO. ...", False),  # one breathing space would be left, and nothing captured
        (".O. O.. ...", False),  # suicide
        (".OX OX. X..", True),  # it captures
    ],
)
def test_some_nodes_are_never_played(tmp_path, picture, played):
    """The card fits every empty corner."""
    asked = with_cards(tmp_path, ["T01 CORNER 9 9 9 0 N #?/*#"], 9)
    listed = {tuple(line.split()[1:3]) for line in asked.moves(drawn(picture, 9)) if line.startswith("NODE")}
    assert listed == {("9", "1"), ("1", "9"), ("9", "9")} | ({("1", "1")} if played else set())


def test_a_pass_counts_as_a_ply_unless_the_program_begins():
    asked = Asked(9)
    asked.type("0 0")
    assert asked.get("plies") == 1
    asked.type("0 0")
    assert asked.get("plies") == 3


def test_every_size_is_played():
    for size in spread(range(9, 20), 3):
        asked = Asked(size)
        assert asked.type("0 0")[-1].startswith("MOVE ")
        assert asked.elements("board").count(0) == size * size - 1


def test_the_program_fits_its_card_columns():
    assert max(map(len, source("zobrist").read_text(encoding="utf-8").splitlines())) <= 80
