"""The rules in asm/pitrat/ give the moves of their games: compared with python-chess and with rules written here.

They are executed by a reference model, which is not part of the project, and by the 6600's program.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache

import chess
import pytest

from host.games.boards import Colour
from host.games.checkers import rules as checkers
from host.games.pitrat.notation import path_of
from host.games.pitrat.position import Game, Indicatif, Man, Position, parse, parse_fen
from host.games.pitrat.program import Found, Pitrat, Submove, after
from host.games.pitrat.rules import FOLDER, find, names, read, read_text, sent
from tests.games.pitrat.model_tables import load_model
from tests.shared import ALL_EXAMPLES, shared

pytestmark = pytest.mark.usefixtures("quick")

STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
MODEL_RESULTS = {"VICTORY": 1, "NO VICTORY": 2}


class ByModel:
    """Rules executed by the reference model."""

    part = 1  # of the length of a random game, one n-th is played

    def __init__(self, name):
        self.model = load_model(shared("models/pitrat.py"))
        self.rules = self.model.Rules(read_text(find(name)))
        own = self.rules.ind.items()
        indicatifs = tuple(Indicatif(each, tuple(values), each in self.rules.trans) for each, values in own)
        self.game = Game(*self.rules.board, tuple(self.rules.natures), indicatifs)

    def board(self, position):
        board = self.model.Board(self.rules)
        board.cells = {square: tuple(man) for square, man in position.men.items()}
        board.ind |= position.values
        return board

    def moves(self, position):
        found = self.model.Game(self.rules).moves(self.board(position), position.player)
        return [self._found(each, position.player) for each in found]

    def won(self, position, player):
        return self.model.Game(self.rules).verdict(self.board(position), player) == "VICTORY"

    def _found(self, move, player):
        submoves = []
        for kind, *rest in move.sub:
            if kind == "INDIC":
                own = next(each for each in self.game.indicatifs if each.name == rest[0])
                submoves.append(Submove(kind, (), 0, (rest[0], player if 1 in own.players else 0, rest[1])))
            elif kind in ("PUT", "PROMOTION"):
                submoves.append(Submove(kind, (rest[1],), rest[0]))
            else:
                submoves.append(Submove(kind, tuple(rest)))
        return Found(0, 0, 0, tuple(submoves))


class By6600:
    """Rules executed by the 6600's programs."""

    part = 1 if ALL_EXAMPLES else 4

    def __init__(self, name):
        self.pitrat = Pitrat(read(name))
        self.game = self.pitrat.rules.game

    def moves(self, position):
        return self.pitrat.moves(position, "LIST")

    def won(self, position, player):
        return self.pitrat.moves(replace(position, player=player), "RESULTS")[0].result == 1


EXECUTORS = {"model": ByModel, "6600": By6600}
GAMES = {"model": 12 if ALL_EXAMPLES else 3, "6600": 1}  # random games of each kind


@cache
def rules_by(executor, name):
    return EXECUTORS[executor](name)


@pytest.fixture(params=EXECUTORS)
def by(request):
    """Return the rules of a game, as one of both executes them; and how many games are to be played."""
    played = GAMES[request.param]
    return lambda name: (rules_by(request.param, name), played)


def random_games(rules, start, count, length, seed=1):
    """Yield the positions of random games and the moves that the rules give there; one of them is made."""
    source = random.Random(seed)
    for _ in range(count):
        position = start
        for _ in range(length // rules.part):
            moves = rules.moves(position)
            yield position, moves
            if not moves or any(rules.won(position, player) for player in (1, 2)):
                break
            position = after(position, source.choice(moves))


def start(name, game):
    return parse(read_text(find(name).with_suffix(".position")), game, name)


def plain(moves):
    """The submoves of moves, indicatifs left out; every move once."""
    found = [tuple((each.kind, *each.squares, each.nature) for each in move.submoves if each.kind != "INDIC")
             for move in moves]  # fmt: skip
    assert len(found) == len(set(found))
    return {*found}


# ---------------------------------------------------------------- chess


def uci(move):
    text = "".join(f"{'abcdefgh'[x - 1]}{y}" for x, y in path_of(move))
    return text + "".join(" qrbn"[each.nature - 1] for each in move.submoves if each.kind == "PROMOTION")


def pseudo_legal(board):
    """python-chess's moves; the king may castle to a square that is attacked, and be taken there."""
    found = {move.uci() for move in board.pseudo_legal_moves}
    rank = "1" if board.turn else "8"
    for rook, king, passed in (("h", "g", "f"), ("a", "c", "d")):
        home, corner = chess.parse_square(f"e{rank}"), chess.parse_square(f"{rook}{rank}")
        between = chess.SquareSet(chess.between(home, corner))
        attacked = [home, chess.parse_square(f"{passed}{rank}")]
        if (
            board.castling_rights & chess.BB_SQUARES[corner]
            and not any(board.piece_at(each) for each in between)
            and not any(board.is_attacked_by(not board.turn, each) for each in attacked)
        ):
            found.add(f"e{rank}{king}{rank}")
    return found


CHESS_STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # castling
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",  # promotion
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # en passant
]


@pytest.mark.parametrize("fen", CHESS_STARTS)
def test_chess_has_the_moves_that_python_chess_has(by, fen):
    rules, games = by("chess")
    source = random.Random(fen)
    for _ in range(games):
        board = chess.Board(fen)
        for _ in range(40 // rules.part):
            position = parse_fen(board.fen(en_passant="fen"), rules.game)
            moves = {uci(move): move for move in rules.moves(position)}
            assert moves.keys() == pseudo_legal(board), board.fen()
            legal = [*board.legal_moves]
            if not legal:
                break
            chosen = source.choice(legal)
            board.push(chosen)
            made = after(position, moves[chosen.uci()])
            expected = parse_fen(board.fen(en_passant="fen"), rules.game)
            assert (made.men, made.player) == (expected.men, expected.player)
            assert made.values["PASSANT", 0] == expected.values.get(("PASSANT", 0), 0)
            assert made.fen().split()[3] == board.fen(en_passant="fen").split()[3]


@pytest.mark.parametrize(
    ("fen", "made", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "e1c1"),  # the rook leaves, and comes back later
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a2", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e2e1", ""),
        ("4k3/8/8/8/8/8/7R/R3K3 w KQ - 0 1", "h2h1", "e1c1"),  # another rook comes to the corner: h1 was captured there
    ],
)
def test_castling_is_lost_when_king_or_rook_move(by, fen, made, castles):
    rules, _ = by("chess")
    position = parse_fen(fen, rules.game)
    for move in [*made.split(), None]:
        moves = {uci(each): each for each in rules.moves(position)}
        if move:
            position = replace(after(position, moves[move]), player=1)
    assert {"e1g1", "e1c1"} & moves.keys() == {*filter(None, [castles])}


# ---------------------------------------------------------------- chess without castling, other men and aims


def of_chess(board):
    """python-chess's moves as submoves."""
    found = set()
    for move in board.pseudo_legal_moves:
        start, end = (
            (chess.square_file(each) + 1, chess.square_rank(each) + 1) for each in (move.from_square, move.to_square)
        )
        submoves = []
        if board.is_en_passant(move):
            submoves.append(("CAPTURE", (end[0], start[1]), 0))
        elif board.piece_at(move.to_square):
            submoves.append(("CAPTURE", end, 0))
        submoves.append(("TRAVEL", start, end, 0))
        if move.promotion:
            submoves.append(("PROMOTION", end, " QRBN".index(chess.piece_symbol(move.promotion).upper()) + 1))
        found.add(tuple(submoves))
    return found


def test_chess_with_two_kings_has_the_moves_of_chess_but_for_castling(by):
    rules, games = by("two-kings")
    for position, moves in random_games(rules, start("two-kings", rules.game), games, 40):
        assert plain(moves) == of_chess(chess.Board(position.fen()))


def test_grasshoppers_leap_over_one_man(by):
    rules, games = by("grasshopper")
    hopper = rules.game.natures.index("GRASSHOPPER") + 1
    for position, moves in random_games(rules, start("grasshopper", rules.game), games, 40):
        expected = set()
        men, _, rest = position.fen().partition(" ")
        others = (
            f"{men.translate(str.maketrans('Gg', 'Nn'))} {rest}"  # knights in their place, whose moves are left out
        )
        own = [square for square, man in position.men.items() if man == Man(position.player, hopper)]
        expected = {
            move
            for move in of_chess(chess.Board(others))
            if not any(each[1] in own for each in move if each[0] == "TRAVEL")
        }
        for x, y in own:
            for right, up in STRAIGHT + DIAGONAL:
                line = [(x + right * n, y + up * n) for n in range(1, 9)]
                over = next((n for n, square in enumerate(line) if square in position.men), 8)
                end = line[over + 1] if over < 7 else (0, 0)
                if 1 <= end[0] <= 8 and 1 <= end[1] <= 8:
                    man = position.men.get(end)
                    if man is None or man.player != position.player:
                        capture = (("CAPTURE", end, 0),) if man else ()
                        expected.add((*capture, ("TRAVEL", (x, y), end, 0)))
        assert plain(moves) == expected


def test_queens_bishops_knights_and_pawns_are_the_same_text_in_all_variants():
    label = re.compile(r"(C[QBNP]\w*|[EFHI])\.")
    texts = [read_text(find(name)).splitlines() for name in ("chess", "two-kings", "grasshopper", "case-a")]
    same = [[line for line in lines if label.match(line)] for lines in texts]
    assert len(same[0]) > 20
    assert same[0] == same[1] == same[2] == same[3]


def test_who_has_won_at_chess(by):
    rules, _ = by("chess")
    with_king, without = (parse_fen(fen, rules.game) for fen in ("4k3/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/4K3"))
    assert [rules.won(with_king, 1), rules.won(with_king, 2), rules.won(without, 1)] == [False, False, True]
    two, _ = by("two-kings")
    kings = [parse_fen(fen, two.game) for fen in ("4k2k/8/8/8/8/8/8/4K3", "7k/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/4K3")]
    assert [two.won(each, 1) for each in kings] == [False, False, True]
    case, _ = by("case-a")
    assert [case.won(parse_fen(fen, case.game), 1) for fen in ("4n3/8/8/8/8/8/8/R7", "R7/8/8/8/8/8/8/8")] == [
        False,
        True,
    ]


# ---------------------------------------------------------------- other games


def in_line(position, player, count):
    men = {square for square, man in position.men.items() if man.player == player}
    return any(all((x + right * n, y + up * n) in men for n in range(count))
               for x, y in men for right, up in [(0, 1), (1, 0), (1, 1), (1, -1)])  # fmt: skip


@pytest.mark.parametrize(("name", "size", "length"), [("gomoku", 19, 8), ("gomoku15", 15, 60)])
def test_gomoku(by, name, size, length):
    rules, games = by(name)
    assert (rules.game.width, rules.game.height) == (size, size)
    for position, moves in random_games(rules, Position(rules.game), min(games, 2), length):
        free = [square for square in rules.game.squares if square not in position.men]
        assert [each.submoves for each in moves] == [(Submove("PUT", (square,), 1),) for square in free]
    source = random.Random(2)
    for _ in range(games):
        squares = [(x, y) for x in range(1, 8) for y in range(1, 8)]
        men = {square: Man(source.choice((1, 1, 2)), 1) for square in source.sample(squares, 34)}
        position = Position(rules.game, men)
        assert [rules.won(position, each) for each in (1, 2)] == [in_line(position, each, 5) for each in (1, 2)]


@pytest.mark.parametrize("name", ["ttt", "ttt-place"])
def test_tic_tac_toe(by, name):
    rules, games = by(name)
    begin = start(name, rules.game) if name == "ttt" else Position(rules.game)
    for position, moves in random_games(rules, begin, games, 20):
        own = [square for square, man in position.men.items() if man.player == position.player]
        if len(own) < 3:
            expected = {(("PUT", square, 1),) for square in rules.game.squares if square not in position.men}
        else:
            beside = {((x, y), (x + right, y + up)) for x, y in own for right, up in STRAIGHT}
            expected = {(("TRAVEL", one, two, 0),) for one, two in beside
                        if two in [*rules.game.squares] and two not in position.men}  # fmt: skip
        assert plain(moves) == expected
        assert [rules.won(position, each) for each in (1, 2)] == [in_line(position, each, 3) for each in (1, 2)]


def test_messenger(by):
    rules, games = by("messenger")
    for position, moves in random_games(rules, start("messenger", rules.game), games, 30):
        expected, player, squares = set(), position.player, {*rules.game.squares}
        for (x, y), man in position.men.items():
            if man.player != player:
                continue
            for right, up in STRAIGHT + DIAGONAL:
                line = [(x + right * n, y + up * n) for n in range(1, 7)]
                if rules.game.natures[man.nature - 1] == "MESSENGER":
                    leapt = position.values.get(("LEAPT", player), 0)
                    to = line[0] if line[0] not in position.men else line[1] if not leapt else (0, 0)
                    if to in squares and to not in position.men and line[0] in squares:
                        expected.add((("TRAVEL", (x, y), to, 0),))
                elif right == 0 or up == 0:
                    for to in line:
                        if to not in squares or to in position.men:
                            break
                        expected.add((("TRAVEL", (x, y), to, 0),))
                elif line[0] in position.men and position.men[line[0]].player != player:
                    expected.add((("CAPTURE", line[0], 0), ("TRAVEL", (x, y), line[0], 0)))
        assert plain(moves) == expected
        leaps = [each for each in moves if any(part.kind == "INDIC" for part in each.submoves)]
        assert all(max(abs(a - b) for a, b in zip(*path_of(each), strict=True)) == 2 for each in leaps)
        for each, goal in ((1, 6), (2, 1)):
            there = any(man == Man(each, 1) and square[1] == goal for square, man in position.men.items())
            gone = Man(3 - each, 1) not in position.men.values()
            assert rules.won(position, each) == (there or gone)


def test_checkers_up_to_three_captures(by):
    rules, games = by("checkers")
    source, more = random.Random(4), 0

    def square(number):
        row, column = checkers.place(number)
        return column + 1, 8 - row

    for _ in range(5 * games):
        pieces = {
            number: source.choice([*checkers.Piece]) for number in source.sample(range(5, 29), source.randint(3, 18))
        }
        for side in Colour:
            expected = checkers.Position(pieces, side).legal_moves()
            if any(len(each.captured) > 3 for each in expected):
                more += 1
                continue
            men = {square(number): Man(1 if piece.colour is Colour.WHITE else 2, 1 + piece.king)
                   for number, piece in pieces.items()}  # fmt: skip
            position = Position(rules.game, men, {}, 1 if side is Colour.WHITE else 2)
            found = [(path_of(each), [part.squares[0] for part in each.submoves if part.kind == "CAPTURE"])
                     for each in rules.moves(position)]  # fmt: skip
            legal = [([square(each.start), square(each.end)], [*map(square, each.captured)]) for each in expected]
            assert sorted(found) == sorted(legal)
            stuck = not checkers.Position(pieces, side.other).legal_moves()
            assert rules.won(position, position.player) == stuck
    assert more < games


# ---------------------------------------------------------------- the files


def test_figure_4_and_its_variant(by):
    for name in ("figure4", "figure4b"):
        rules, _ = by(name)
        for men, end in (({}, (2, 2)), ({(1, 1): Man(1, 1)}, (3, 3))):
            assert plain(rules.moves(Position(rules.game, men))) == {(("PUT", end, 1),)}


def test_all_rules_are_here_and_are_text_for_the_6600():
    assert {"chess", "ttt", "gomoku", "messenger", "checkers", "figure4"} <= {*names()}
    for name in names():
        path = find(name)
        assert path.parent.parts[-2:] == FOLDER.parts
        assert sent(read_text(path).splitlines(), name)


LATER = ("draughts", "short-chess")  # the model does not know arrays and moves as values: test_values.py has these
STARTS = [name for name in names() if find(name).with_suffix(".position").is_file() and name not in LATER]


@pytest.mark.parametrize("name", STARTS)
def test_positions_fit_their_rules(by, name):
    rules, _ = by(name)
    assert rules.moves(start(name, rules.game))
