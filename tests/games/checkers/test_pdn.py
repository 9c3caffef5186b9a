"""Files of games."""

from __future__ import annotations

import random

import pytest
from draughts.PDN import PDNReader
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import SourceError, SourceErrors
from host.games.checkers import pdn
from host.games.checkers.notation import parse_move
from host.games.checkers.pdn import Record, read, write
from host.games.checkers.rules import OPENING, Game
from tests.games.checkers.boards import position, stored_positions

TWO = """\
[Event "a match"]
[White "Samuel \\"S.\\""]
[Black "Nealey"]
[Result "0-1"]

{the opening} 1. 11-15 23-19 2. 8-11 22-17! {quiet,
as usual} 3. 11-16 (3. 4-8 17-13 {another ( way} (3... 25-22)) 24-20 $5 4. 16x23 27x11* ; nothing more
0-1

% not part of any game: [White "nobody"]
[Event "another"]
[SetUp "1"]
[FEN "W:W6,30:B1"]
1... 30-26
"""


def fields(record):
    return record.start, record.moves, record.result, record.comments


def errors_of(text):
    with pytest.raises(SourceErrors) as caught:
        read(text, "games.pdn")
    return caught.value.errors


# ------------------------------------------------------------ reading


def test_games_have_tags_moves_comments_and_results():
    first, second = read(TWO)
    assert first.tags == {"Event": "a match", "White": 'Samuel "S."', "Black": "Nealey", "Result": "0-1"}
    assert " ".join(map(str, first.moves)) == "11-15 23-19 8-11 22-17 11-16 24-20 16x23 27x18x11"
    assert first.comments == {0: "the opening", 4: "quiet, as usual", 8: "nothing more"}
    assert (first.result, first.line) == ("0-1", 1)
    assert (second.start, second.result, second.line) == (position("W:W6,30:B1"), "*", 11)
    assert list(map(str, second.moves)) == ["30-26"]


def test_games_without_tags_follow_their_results():
    games = read("1. 11-15 22-18 1-0 1. 9-13 1-1\n10-14 2-0 0-2 11-16")
    assert [game.result for game in games] == ["1-0", "1/2-1/2", "1-0", "*"]
    assert [len(game.moves) for game in games] == [2, 1, 1, 1]


def test_a_star_behind_a_move_is_a_remark_and_alone_it_is_a_result():
    assert [len(game.moves) for game in read("11-15* 22-18")] == [2]
    assert [len(game.moves) for game in read("11-15 * 9-13 *")] == [1, 1]


def test_a_game_of_tags_alone_is_a_game_and_nothing_is_none():
    assert [game.tags for game in read('[Result "1-0"]\n[Black "B"]')] == [{"Result": "1-0", "Black": "B"}]
    assert read('[Result "1-1"]')[0].result == "1/2-1/2"
    assert read("") == read("% nothing\n  \n{only a comment}") == []


def test_line_ends_of_other_systems_are_understood():
    assert list(map(fields, read(TWO.replace("\n", "\r\n")))) == list(map(fields, read(TWO)))


# ------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("text", "line", "column", "length", "message"),
    [
        ("1. 11-15\n2. 22-18", 2, 4, 5, None),
        ("1. 11-15 22-19", 1, 10, 5, "'22-19' is not legal: the piece on 22 cannot go there"),
        ("1. 11-15! 22-19!?", 1, 11, 5, "'22-19' is not legal"),
        ("11-15 e4 22-18", 1, 7, 2, "'e4' is neither a move nor a result"),
        ("11-15 {no end", 1, 7, 3, "the comment is not closed"),
        ('[White "no end]\n11-15', 1, 1, 6, "the tag is not complete"),
        ("11-15 (22-18", 1, 7, 1, "the variation is not closed"),
        ('11-15 (22-18\n[White "W"]\n11-15', 1, 7, 1, "the variation is not closed"),
        ("11-15) 22-18", 1, 6, 1, "')' without '('"),
        ('[FEN "W:W6,40:B1"]\n6-2', 1, 12, 2, "there is no square 40"),
        ('[GameType "20"]\n32-28', 1, 12, 2, "the game's type is 20: expected 21"),
        ("11-15 22-18 15-22-31", 1, 13, 8, "'15-22-31' is not legal"),
    ],
)
def test_what_is_wrong_is_shown_with_its_place(text, line, column, length, message):
    if message is None:  # a second move that is right
        assert len(read(text)[0].moves) == 2
        return
    error = errors_of(text)[0]
    assert error.message.startswith(message)
    assert (error.place.line, error.place.column, error.place.length) == (line, column, length)
    assert error.place.text == text.split("\n")[line - 1]


def test_each_wrong_game_has_one_error_and_the_right_ones_do_not_hide_them():
    text = '[Round "1"]\n11-14 22-18 99\n[Round "2"]\n11-15 1-0\n[Round "3"]\n1. 9-13 9-14 1-0\n'
    assert [str(error.place.line) + error.message[:7] for error in errors_of(text)] == ["2'11-14'", "6'9-14' "]


def test_a_game_of_the_right_type_may_say_more_of_it():
    assert len(read('[GameType "21,B,8,1,N8,1"]\n11-15')) == 1


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet='[]{}();%"\\ \n*!$.-x:0123456789aF', max_size=60))
def test_any_text_is_games_or_errors_inside_it(text):
    errors = ()
    try:
        read(text)
    except SourceErrors as error:
        errors = error.errors
    lines = text.split("\n")
    for error in errors:
        assert isinstance(error, SourceError)
        assert 1 <= error.place.line <= len(lines)
        assert 1 <= error.place.column <= len(lines[error.place.line - 1]) + 1


# ------------------------------------------------------------ writing


def random_record(seed, start=OPENING):
    choose, game = random.Random(seed), Game(start)
    while game.result is None and len(game.moves) < 60:
        game.play(choose.choice(game.position.legal_moves()))
    comments = {choose.randrange(len(game.moves) + 1): f"remark {number} (of {{some}}" for number in range(3)}
    tags = {"White": f'a "white" \\ {seed}', "Ply": str(len(game.moves))}
    return Record(tags, start, game.moves, pdn.result_of(game.result), comments)


def test_games_that_are_written_are_the_same_when_they_are_read():
    starts = [known.position for known in stored_positions()[5:300:30] if known.moves]
    records = [random_record(seed) for seed in range(20)] + [random_record(9, start) for start in starts]
    found = read(write(records))
    for before, after in zip(records, found, strict=True):
        before.comments = {at: text.replace("}", ")") for at, text in before.comments.items()}
        assert fields(after) == fields(before)
        assert before.tags.items() <= after.tags.items()
    assert write(found) == write(records)


def test_another_program_reads_what_is_written():
    for seed in range(10):
        record = random_record(seed)
        their = PDNReader(write([record])).games[0]
        assert len(their.moves) == len(record.moves)
        board = OPENING
        for theirs, ours in zip(their.moves, record.moves, strict=True):
            assert parse_move(theirs, board) == ours
            board = board.played(ours)


def test_moves_are_numbered_in_pairs_from_black_on():
    record = read("11-15 22-18 {why} 15x22 {a} 25x18 {b} 8-11")[0]
    assert write([record]).splitlines()[-1] == "1. 11-15 22-18 {why} 2. 15x22 {a} 25x18 {b} 3. 8-11 *"
    late = Record({}, position("W:W6,30:B1"), read('[FEN "W:W6,30:B1"]30-26 1x10')[0].moves)
    assert write([late]).splitlines()[-1] == "1... 30-26 2. 1x10 *"


def test_a_game_has_the_seven_tags_first_and_its_start_last():
    lines = write([Record({"Round": "3", "Annotator": "A"}, position("W:W6:B1"), result="1-0")]).splitlines()
    names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    values = ["?", "?", "????.??.??", "3", "?", "?", "1-0"]
    assert lines[:7] == [f'[{name} "{value}"]' for name, value in zip(names, values, strict=True)]
    assert lines[7:] == ['[GameType "21"]', '[Annotator "A"]', '[SetUp "1"]', '[FEN "W:W6:B1"]', "", "1-0"]


def test_lines_of_moves_are_no_longer_than_a_screen():
    assert max(map(len, write([random_record(1)]).splitlines())) <= 79


def test_a_file_is_read(tmp_path):
    (tmp_path / "two.pdn").write_text("\ufeff" + TWO, encoding="utf-8")
    assert list(map(fields, pdn.read_file(tmp_path / "two.pdn"))) == list(map(fields, read(TWO)))


# ------------------------------------------------------------ collections


def test_a_wrong_game_is_told_and_the_others_are_read(tmp_path):
    path = tmp_path / "three.pdn"
    path.write_text(
        '[Event "one"]\n1. 11-15 *\n\n[Event "two"]\n[Black "A"]\n[White "B"]\n1. 11-15 15-19 *\n1. 9-13 *\n'
    )
    games, skipped = pdn.collection(path)
    assert [game.tags.get("Event") for game in games] == ["one", None]
    (wrong,) = skipped
    assert (wrong.error.place.line, wrong.game.line) == (7, 4)
    assert str(wrong).startswith(f"{path}:7:10: error: '15-19' is not legal: white is to move")
    assert str(wrong).endswith("skipped: the game A - B, two, which begins in line 4")


def test_a_comment_that_is_not_closed_hides_no_other_game():
    games, skipped = pdn.sorted_out(
        '1. 11-15 {a\n[Event "b"]\n1. 9-13 {c} *\n[Event "d"]\n{e [Event "x"]} 1. 9-14 *', "x"
    )
    assert [str(game.moves[0]) for game in games] == ["9-13", "9-14"]
    assert [each.error.message for each in skipped] == ["the comment is not closed"]


@pytest.mark.parametrize(
    "moves",
    [
        "1 11-15 22-18 2 15x22", "11-15 22-18 15x22", "7. 11-15 7. 22-18 1... 15x22", "1.11-15 22-18 2 . 15x22",
        "1. 11-15! $1 22-18? (22-17) 15:22", "1. 11-15 1. ... 22-18 2. 15x22", "… 11-15 ... 22-18 2.. 15x22",
    ],
)  # fmt: skip
def test_numbers_of_moves_may_be_missing_or_wrong(moves):
    (game,) = read(f"{moves} *")
    assert [str(each) for each in game.moves] == ["11-15", "22-18", "15x22"]


@pytest.mark.parametrize(
    ("tag", "at_end", "result"),
    [
        ("1/2", "", "1/2-1/2"), ("1-1", "1/2", "1/2-1/2"), ("2-0", "", "1-0"), ("0-1", "", "0-1"),
        ("?", "", "*"), ("unknown", "", "*"), ("won", "0-2", "0-1"), ("1/2-1", "*", "*"),
    ],
)  # fmt: skip
def test_any_result_of_a_tag_gives_a_file_that_can_be_read(tag, at_end, result):
    (game,) = read(f'[Result "{tag}"]\n1. 11-15 {at_end}')
    assert game.result == result
    assert [each.result for each in read(write([game]))] == [result]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{" * 300_000, "the comment is not closed"),
        ("1. 11-15 {" + "\n" * 300_000 + "} 9-13 *", "'9-13' is not legal: white is to move"),
        ("1. 11-15 22-18 " * 30_000 + "?!?;\r\n" + "\r\n" * 3, "'11-15' is not legal: there is nothing on 11"),
    ],
)
def test_the_time_to_read_a_file_is_proportional_to_its_size(text, message):
    """Each took from minutes to hours: a comment was looked for anew, or a line copied, for each part of it."""
    _, skipped = pdn.sorted_out(text, "x")
    assert [each.error.message for each in skipped] == [message]


@pytest.mark.parametrize("fen", ["B:W32:B1:H0:F1", "B:B1:W32:F10", "B:W32:B1:H3.", "b:w32:b1:h0:f1"])
def test_the_counters_behind_a_position_mean_nothing(fen):
    assert read(f'[fen "{fen}"] 1-5 *')[0].start == position("B:W32:B1")


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [("latin-1", ""), ("utf-8", ""), ("utf-8", "\ufeff"), ("utf-16-le", "\ufeff"), ("utf-16-be", "\ufeff")],
)
def test_a_name_is_kept_in_every_encoding(tmp_path, encoding, bom):
    path = tmp_path / "game.pdn"
    path.write_bytes(f'{bom}[White "Müller"]\r\n1. 11-15 *\r\n'.encode(encoding))
    (game,) = pdn.read_file(path)
    assert (game.tags["White"], len(game.moves)) == ("Müller", 1)
