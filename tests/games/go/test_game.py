"""Games with programs of the 6600 whose rules are watched over; the programs' own books of them."""

from __future__ import annotations

import random

import pytest

from host.games.boards import ProgramFault
from host.games.go.game import GameError, Setup, standard_handicap
from host.games.go.gtp import point, vertex
from host.games.go.program import place
from host.games.go.programs import game_of
from host.games.go.rules import Colour, IllegalMove
from tests.games.go.first import changed, first  # noqa: F401  (fixtures)

BLACK, WHITE = Colour.BLACK, Colour.WHITE
NAMES = ("first", "nps", "zobrist")
QUICK = Setup(9, exact=False)


def points(text):
    return [point(each, 9) for each in text.split()]


@pytest.fixture(params=NAMES)
def game(request, first):  # noqa: F811
    return game_of(request.param, QUICK)


def book(game):
    """What the program has in its variables, and what the host would put there."""
    record, size = game._record(game.line.moves, game.captured), game.size
    expected = {
        "ko": place(game.position.ko, size),
        "last": place(record.last, size),
        "count": record.made,
        "plies": record.plies,
        "taken": record.taken,
        "lost": record.lost,
    }
    program = game.program
    return {each: (program.get(each), expected[each]) for each in program.dialogue.counts}


@pytest.mark.parametrize("side", Colour)
def test_the_program_keeps_the_book_that_the_host_would_put(game, side):
    """In a dialogue without a word by hand, captures, passes and ko included."""
    choose = random.Random(5)
    game.answer(side)
    for _ in range(40):
        moves = game.position.legal_moves(side.other)
        game.play(side.other, choose.choice(moves) if moves and choose.random() < 0.95 else None)
        game.answer(side)
        assert game.program.stones(side) == game.position.stones
        assert all(has == should for has, should in book(game).values()), book(game)
    assert sum(game.captured.values()) > 0


def test_one_program_plays_both_sides_like_two(game, first):  # noqa: F811
    other = game_of(game.program.name, QUICK)
    for number in range(30):
        colour = (BLACK, WHITE)[number % 2]
        move = game.answer(colour)
        if colour is BLACK:
            assert other.answer(BLACK) == move
        else:
            other.play(WHITE, move)
    assert other.position == game.position


def test_what_is_taken_back_is_played_again(game):
    choose = random.Random(2)
    moments = []
    for number in range(24):
        moments.append((game.position, game.side, game.captured))
        if choose.random() < 0.7:
            game.answer((BLACK, WHITE)[number % 2])
        else:
            game.play(choose.choice([*Colour]), choose.choice(game.position.legal_moves(BLACK)))
        if choose.random() < 0.3:
            expected = game.answer(WHITE)
            game.undo()
            assert game.answer(WHITE) == expected
            game.undo()
    while moments:
        game.undo()
        assert (game.position, game.side, game.captured) == moments.pop()
    with pytest.raises(GameError, match="cannot undo"):
        game.undo()
    assert game.told is None


def test_a_replayed_game_goes_on_as_the_one_that_was_played(game, first):  # noqa: F811
    for number in range(16):
        game.answer((BLACK, WHITE)[number % 2])
    again = game_of(game.program.name, QUICK)
    for colour, move in game.line.moves:
        again.play(colour, move)
    assert again.answers == [None] * 16
    assert again.answer(BLACK) == game.answer(BLACK)
    assert book(again) == book(game)


def test_drawn_moves_are_taken_back_with_the_state_of_the_drawing(first):  # noqa: F811
    game = game_of("first", QUICK._replace(seed=4711))
    moves = []
    for _ in range(4):
        moves.append(game.answer())
    for _ in range(4):
        game.undo()
    assert [game.answer() for _ in range(4)] == moves
    game.new_game()
    assert [game.answer() for _ in range(4)] == moves
    assert len({*moves, *(game_of("first", QUICK._replace(seed=5)).answer() for _ in range(1))}) == 5


def test_a_ko_is_known_to_the_program_that_has_not_seen_it(game):
    """White has taken on E5; the program, put before that position, may not retake on F5."""
    for at in points("E6 D5 E4 F5"):
        game.play(BLACK, at)
    for at in points("F6 G5 F4 E5"):
        game.play(WHITE, at)
    assert vertex(game.position.ko, 9) == "F5"
    assert game.answer(BLACK) != game.position.ko
    assert game.captured[WHITE] == 1
    with pytest.raises(IllegalMove, match="ko"):
        game.undo() or game.play(BLACK, *points("F5"))


def test_stones_that_are_set_up_count_as_moves(game):
    stones = {at: (BLACK, WHITE)[number % 2] for number, at in enumerate(points("C3 C7 G3 G7 E3"))}
    game.set_up(stones)
    game.play(WHITE, *points("E7"))
    game.answer(BLACK)
    assert game.line.stones == stones
    counts = book(game)
    assert counts.get("count", (4, 4)) == (4, 4)  # three stones and the answer
    assert counts.get("plies", (7, 7)) == (7, 7)
    game.undo()
    game.undo()
    game.undo()
    assert game.position.stones == {}
    with pytest.raises(IllegalMove, match="liberty"):
        game.set_up({points("A1")[0]: BLACK, points("A2")[0]: WHITE, points("B1")[0]: WHITE})


def test_handicap_stones_are_the_protocols(game):
    for stones, names in ((2, "C3 G7"), (3, "C3 C7 G7"), (5, "C3 C7 E5 G3 G7"), (9, "C3 C5 C7 E3 E5 E7 G3 G5 G7")):
        assert sorted(vertex(each, 9) for each in game.new_game(stones)) == names.split()
        assert set(game.position.stones.values()) == {BLACK}
    assert game.answer(WHITE) not in standard_handicap(9, 9)
    game.begin(points("A1 J9"))
    assert game.program.stones(BLACK) == dict.fromkeys(points("A1 J9"), BLACK)
    for stones in (1, 10):
        with pytest.raises(GameError, match="expected 2 to 9 on 9 by 9"):
            game.new_game(stones)


@pytest.mark.parametrize(("size", "stones"), [(7, 4), (8, 4), (10, 4), (9, 9), (19, 9)])
def test_a_board_has_points_for_some_handicap_stones(size, stones):
    assert len({*standard_handicap(size, stones)}) == stones
    with pytest.raises(GameError):
        standard_handicap(size, stones + 1)


# ------------------------------------------------------------ programs that do what they must not


@pytest.mark.parametrize(
    ("statement", "other", "message"),
    [
        ("ok := liberties > 0;", "ok := true;", "makes an illegal move, A9: the move would be suicide"),
        ("p - p div 21 * 21, p div 21", "0, 1", "answers '0 0' with 'BY FIRST / MOVE   0   1': expected MOVE X Y"),
        ("count := count + 1;", "goto finish;", "has ended at '0 0': the program has ended"),
        ("count := count + 1;", "board[441] := 1;", "does not ask for a line: aborted.* / A SUBSCRIPT IS OUT"),
        ("taken := taken + captured;", "board[22] := 0;", "differs from the board after these moves"),
    ],
)
def test_a_fault_of_the_program_is_an_error_and_the_game_goes_on_without_it(changed, statement, other, message):  # noqa: F811
    game = game_of(changed((statement, other)), QUICK)
    if other == "ok := true;":
        game.set_up(dict.fromkeys(points("A8 B9"), WHITE))
    before = game.position, game.moves_made
    for _ in range(2):
        with pytest.raises(ProgramFault, match=message):
            game.answer(BLACK)
        assert (game.position, game.moves_made) == before
    game.play(WHITE, *points("J1"))
    assert game.position.stones[points("J1")[0]] is WHITE
