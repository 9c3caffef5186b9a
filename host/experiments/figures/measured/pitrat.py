"""Pitrat's general game player on the 6600, measured by giving it rules and positions and counting its output.

Source: J. Pitrat, A General Game-Playing Program (1971).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial

from host.experiments.bench.languages import FIGURE_14, LEGAL, execute_all
from host.experiments.figures.table import Measure, Measured, alike
from host.games.pitrat.position import CHESS, Man, Position, Square, parse_fen
from host.games.pitrat.program import VICTORY, Condition, Found, Line, Pitrat, after
from host.games.pitrat.rules import IF, Rules, read

N = 2  # modifications: enough for chess
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(1, 7)
GRASSHOPPER = 7
TWO_PIECES = "8/8/8/3n4/8/8/B7/2R5 w"
IN_THE_WAY = "7k/7q/7b/7R/6B1/8/8/8 w"
FIGURE_8 = "8/6n1/K5pr/3pN3/2pPk3/1N3R2/1r4PP/7q w"
FIGURE_13 = "r5k1/pp4pp/q2b1p2/3N4/8/1Q6/PPP2PPP/4R1K1 w - - 0 1"
STEP_5 = "rn3r2/pbppq1p1/1p2pN2/6k1/3P2N1/3B4/PPP2PPP/R3K2R w KQ -"  # of figure 14, situation K
FRIENDS, ENEMIES = 1, 2
PRINTED = "in what `pitrat win` prints"

Squares = Iterable[Square]
Move = tuple[Square, Square]
Threat = tuple[Found, Found, list[tuple[bool, Found]]]  # Q, R, and the moves that destroy a condition: is it kept?


@cache
def rules(name: str) -> Rules:
    """Return rules that come with Ironboard, in compiled form, too."""
    return read(name, compass=True)


def player(name: str, improved: bool = False, interpreted: bool = True) -> Pitrat:
    """Return the program with rules."""
    return Pitrat(rules(name), improved=improved, interpreted=interpreted)


def on_board(name: str, *, friends: Squares = (), enemies: Squares = ()) -> Position:
    """Return a position of a game in which all men are of one nature."""
    men = {square: Man(FRIENDS, 1) for square in friends} | {square: Man(ENEMIES, 1) for square in enemies}
    return Position(rules(name).game, men)


def chess(fen: str) -> Position:
    """Return a position of chess."""
    return parse_fen(fen, rules("chess").game)


def squares(move: Found) -> tuple[Square, ...]:
    """Return the squares that a man leaves and reaches, or the one on which it is put."""
    return next(each.squares for each in move.submoves if each.kind in ("TRAVEL", "PUT"))


def captured(move: Found) -> list[Square]:
    """Return the squares of the men that a move captures."""
    return [each.squares[0] for each in move.submoves if each.kind == "CAPTURE"]


def the(moves: Iterable[Found], *path: Square) -> Found:
    """Return the only move with these squares."""
    (found,) = [move for move in moves if squares(move) == path]
    return found


def goes(move: Found) -> str:
    """Return a move in the paper's words."""
    return " goes to ".join(map(str, squares(move)))


def played(program: Pitrat, position: Position, *path: Square, again: bool = False) -> Position:
    """Return the position after the move with these squares; `again`: the same player moves once more."""
    then = after(position, the(program.moves(position, "LIST"), *path))
    return replace(then, player=position.player) if again else then


def couples(program: Pitrat, position: Position) -> list[tuple[Found, Found]]:
    """Return the couples Q-R."""
    found = program.moves(position, "COUPLES", N)
    return list(zip(found[::2], found[1::2], strict=True))


def threats(program: Pitrat, position: Position) -> list[Threat]:
    """Return the threats."""
    found: list[Threat] = []
    items = program.work(position, ["THREATS"], N)
    for item in items:
        if isinstance(item, Line) and item.word == "THREAT":
            q, r = (each for each in (next(items), next(items)) if isinstance(each, Found))
            found.append((q, r, []))
        elif isinstance(item, Line) and item.word == "REPLY":
            (reply,) = (each for each in (next(items),) if isinstance(each, Found))
            found[-1][2].append((bool(item.numbers[0]), reply))
    return found


def dropped(program: Pitrat, position: Position) -> list[list[Found]]:
    """Return the eliminated couples: Q, R and the move by which the opponent wins first."""
    items = program.work(position, ["THREATS"], N)
    return [
        [each for each in (next(items), next(items), next(items)) if isinstance(each, Found)]
        for item in items
        if isinstance(item, Line) and item.word == "DROPPED"
    ]


def winning_move(program: Pitrat, position: Position) -> Found | None:
    """Return a move that wins at once."""
    items = [*program.work(position, ["WIN 1 1"], N)]
    at_once = Line("WON", (0,)) in items
    return next((each for each in items if isinstance(each, Found)), None) if at_once else None


def said(conditions: Iterable[Condition], now: str = "=") -> str:
    """Return conditions of the first player in the paper's words."""
    words = []
    for each in conditions:
        what = {"O": "OCCUPY", "N": "NATURE"}[each.what]
        value = CHESS[each.value - 1] if each.what == "N" else ("EMPTY", "FRIEND", "ENEMY")[each.value]
        words.append(f"{what}{each.where} {'becomes' if each.modified else now} {value}")
    return " ".join(words)


# ---------------------------------------------------------------- rules


def conjugue_of_the_queen() -> Measured:
    """Search for the transfer of the loop CQ."""
    chart = rules("chess").nodes
    loop = next(node.number for node in chart if node.label == "CQ")
    transfer = next(node for node in chart if node.number > loop and node.conjugue and node.kind >= IF)
    assert transfer.conjugue is not None
    return Measured(chart[transfer.conjugue].label, "by the two steps of the paper, in ALGOL on the 6600")


def compiled_by_interpreted() -> Measured:
    """Find the legal moves of figure 14."""
    slow, quick = (execute_all(player("chess", interpreted=each), chess(FIGURE_14), LEGAL) for each in (True, False))
    each = slow.statements
    how = f"fig. 14, legal moves: {slow.cycles / each:.0f} minor cycles for each of {each:,} statements, "
    return Measured(slow.cycles / quick.cycles, f"{how}compiled {quick.cycles / each:.0f}; the interpreter is quick")


# ---------------------------------------------------------------- conditions, changes, modifications


@cache
def moves_of(fen: str, modifications: int) -> list[Found]:
    """Return the moves of a position of chess with their conditions."""
    return player("chess").moves(chess(fen), "MOVES", modifications)


def move_on(fen: str, *path: Square) -> Found:
    """Return the move with these squares."""
    return the(moves_of(fen, 0), *path)


def changes(move: Found, *order: Square) -> str:
    """Return the changes of squares, those of `order` first; an empty square has no nature."""
    found = [each for square in order for each in move.changes if each.where == square and each.value >= 0]
    return said(found, now="becomes")


def condition_a(improved: bool) -> str:
    """Return condition a of figure 4, as the move that depends on it has it."""
    (move,) = player("figure4", improved).moves(Position(rules("figure4").game), "MOVES")
    return "a true" if move.conditions else "no longer necessary"


def modified(*path: Square) -> Found:
    """Return the capture of these squares with the fewest modifications."""
    found = [move for move in moves_of(IN_THE_WAY, N) if squares(move) == path and captured(move)]
    return min(found, key=lambda move: move.modifications)


def becoming(move: Found) -> str:
    """Return the modifications that a move needs."""
    words = ("empty", "friend", "enemy")
    return " ".join(f"{each.where} becomes {words[each.value]}" for each in move.conditions if each.modified)


def bishop_captures_there() -> Measured:
    """Search for the move."""
    found = modified((7, 4), (8, 5))
    (needed,) = [each for each in found.conditions if each.modified]
    return Measured(f"{('empty', 'friend', 'enemy')[needed.value]} in {needed.where}", "one modification")


@cache
def go_moku_victories() -> list[Found]:
    """Return the victories with three modifications or fewer, friends on (6, 7) and (6, 9)."""
    results = player("gomoku").moves(on_board("gomoku", friends=[(6, 7), (6, 9)]), "RESULTS", 3)
    return [each for each in results if each.result == VICTORY]


def modifications_to_a_victory() -> Measured:
    """Execute WIN."""
    found = go_moku_victories()
    fewest = min(each.modifications for each in found)
    return Measured(fewest, f"19 x 19; {len(found)} ways with 3 or fewer")


def conditions_of_a_victory() -> Measured:
    """Search for the paper's victory among them."""
    wanted = {(6, y) for y in range(5, 10)}
    (found,) = [each for each in go_moku_victories() if {condition.where for condition in each.conditions} == wanted]
    conditions = sorted(found.conditions, key=lambda each: str(each.where))
    return Measured(said(conditions, now="is").replace("OCCUPY", ""), "as they are printed")


# ---------------------------------------------------------------- threats


def as_text(found: Iterable[tuple[str, str]]) -> str:
    """Return couples in the words of the page."""
    return "; ".join(" ... ".join(each) for each in found) or "none"


def only_couple(name: str, *, friends: Squares, enemies: Squares) -> str:
    """Return the couples of a position; those that are no threat without reply are marked."""
    program, position = player(name), on_board(name, friends=friends, enemies=enemies)
    decided = [(q, r) for q, r, answers in threats(program, position) if not any(kept for kept, _ in answers)]
    mark = "" if decided == couples(program, position) else "; not all without reply"
    return as_text((goes(q), goes(r)) for q, r in couples(program, position)) + mark


def in_both_orders(found: list[tuple[str, str]]) -> str:
    """Return the couple if its other order is the only other one; else all couples, a text that no document has."""
    one = min(found, default=("", ""))
    return as_text([one] if sorted(found) == sorted([one, one[::-1]]) else found)


def figure_5() -> Measured:
    """Play Q, then the opponent's moves."""
    program = player("ttt")
    position = on_board("ttt", friends=[(1, 2), (2, 1), (3, 3)], enemies=[(1, 1), (1, 3), (2, 2)])
    position = played(program, position, (3, 3), (2, 3))
    moves = program.moves(position, "LIST")
    forced = not threats(program, replace(position, player=FRIENDS)) and all(
        winning_move(program, after(position, move)) for move in moves
    )
    movers = {"the center pawn" if squares(move)[0] == (2, 2) else str(squares(move)[0]) for move in moves}
    only = ", ".join(map(goes, moves))
    return Measured(alike(movers) if forced else "no zugzwang", f"{only} is his only move")


def figure_11() -> Measured:
    """Find the couples."""
    position = on_board("ttt", friends=[(1, 3), (2, 2), (3, 2)], enemies=[(1, 2), (1, 1), (3, 1)])
    found = [(goes(q), goes(r)) for q, r in couples(player("ttt"), position)]
    return Measured(in_both_orders(found), "two couples, one the other way round")


def figure_12() -> Measured:
    """Find the couples, and the moves that eliminate them."""
    position = on_board("ttt", friends=[(1, 3), (2, 2), (3, 2)], enemies=[(1, 2), (2, 1), (3, 1)])
    found = dropped(player("ttt"), position)
    left = threats(player("ttt"), position)
    value = alike(goes(wins) for _, _, wins in found)
    return Measured("threats are left" if left else value, f"{len(found)} couples, all eliminated")


def case_d() -> Measured:
    """Find the couples."""
    position = on_board("gomoku", friends=[(6, 1), (6, 2), (6, 4)])
    found = [(str(squares(q)[0]), str(squares(r)[0])) for q, r in couples(player("gomoku"), position)]
    return Measured(in_both_orders(found), "two couples, one the other way round")


def immediate_threat() -> Measured:
    """Find the threats."""
    found = threats(player("gomoku"), on_board("gomoku", friends=[(6, 1), (6, 2), (6, 3)]))
    value = alike(str(squares(r)[0]) for q, r, _ in found if squares(q) == ((6, 4),))
    return Measured(value, "R of the couple whose Q is (6, 4)")


def later_threat() -> Measured:
    """Put a man on (6, 4), the opponent passing: R is a threat without reply."""
    program = player("gomoku")
    again = played(program, on_board("gomoku", friends=[(6, 5), (6, 6)]), (6, 4), again=True)
    r, answers = next((q, answers) for q, _, answers in threats(program, again) if squares(q) == ((6, 7),))
    if any(kept for kept, _ in answers):
        return Measured("a reply is left", "R of the man on (6, 7)")
    reply = the((move for _, move in answers), (6, 3))
    winning = winning_move(program, after(replace(after(again, r), player=ENEMIES), reply))
    line = [str(squares(each)[0]) if each else "none" for each in (r, reply, winning)]
    return Measured(" ... ".join(line), "R, a reply, and U after it")


def case_a() -> Measured:
    """Find the couples."""
    game = rules("case-a").game
    men = {(5, 1): Man(FRIENDS, ROOK), (5, 8): Man(ENEMIES, ROOK)}
    found = couples(player("case-a"), Position(game, men))
    value = alike(", ".join(map(str, captured(q))) for q, _ in found)
    return Measured(f"capture the piece in {value}", f"the only Q; {len(found)} moves R of that rook away from there")


def two_kings() -> Measured:
    """Find the couples that capture both."""
    kings = {(8, 8): "first King", (1, 8): "second King"}
    men = {square: Man(ENEMIES, KING) for square in kings} | {
        (8, 1): Man(FRIENDS, ROOK),
        (2, 1): Man(FRIENDS, ROOK),
    }
    program, position = player("two-kings"), Position(rules("two-kings").game, men)
    found = [(captured(q), captured(r)) for q, r in couples(program, position)]
    pairs = [(kings[q[0]], kings[r[0]]) for q, r in found if q and r]
    value = "a move that wins at once" if winning_move(program, position) else as_text(pairs[:1])
    return Measured(value, "(8, 1) captures (8, 8), then (8, 8) captures (1, 8)")


def what_prevents_a_win() -> Measured:
    """Execute WIN."""
    results = [each for each in player("chess").moves(chess(FIGURE_14), "RESULTS") if each.conditions]
    where = {condition.where for each in results for condition in each.conditions}
    return Measured(len(where), f"the squares in the conditions of NO VICTORY: {', '.join(map(str, where))}")


# ---------------------------------------------------------------- replies


def replies_to(fen: str, *path: Square) -> list[tuple[bool, Found]]:
    """Return the moves that destroy a condition of R after the Q with these squares."""
    return next(answers for q, _, answers in threats(player("chess"), chess(fen)) if squares(q) == path)


def a_reply_is_kept_once() -> Measured:
    """Give check with the bishop beside the king."""
    fen = "7k/8/5B2/8/8/8/8/K7 w"
    r, answers = next(
        (r, answers) for q, r, answers in threats(player("chess"), chess(fen)) if squares(q) == ((6, 6), (7, 7))
    )
    captures = [reply for _, reply in answers if squares(reply)[1] == (7, 7)]
    changed = {each.where for capture in captures for each in capture.changes if each.what == "O"}
    occupied = [each.where for each in r.conditions if each.what == "O" and each.where in changed]
    how = "the squares of bishop and king; the capture is printed once"
    return Measured(alike([len(occupied)] * len(captures), several=len(captures) != 1), how)


def a_reply_is_deleted() -> Measured:
    """Give check with the rook two squares from the king."""
    fen = "7k/8/8/8/8/8/8/K4R2 w"
    (kept, reply) = next(each for each in replies_to(fen, (6, 1), (6, 8)) if squares(each[1])[1] == (7, 8))
    program = player("chess")
    winning = winning_move(program, after(played(program, chess(fen), (6, 1), (6, 8)), reply))
    found = "nothing" if kept or not winning else f"Rook captures King in {captured(winning)[0]}"
    return Measured(found, "R' after the king's move to (7, 8)")


GRASSHOPPERS = {(6, 1): Man(FRIENDS, GRASSHOPPER), (8, 5): Man(FRIENDS, ROOK),
                (7, 8): Man(ENEMIES, BISHOP), (8, 8): Man(ENEMIES, KING)}  # fmt: skip


def check_by_two() -> tuple[list[Found], list[tuple[bool, Found]]]:
    """Return the captures of the king after the grasshopper's move to (6, 8), and the replies."""
    men = {(6, 8) if square == (6, 1) else square: man for square, man in GRASSHOPPERS.items()}
    program, position = player("grasshopper"), Position(rules("grasshopper").game, men)
    kings = [move for move in program.moves(position, "MOVES") if (8, 8) in captured(move)]
    replies = program.moves(replace(position, player=ENEMIES), "LEGAL")
    return kings, [(True, move) for move in replies]


def attack(move: Found, name: str) -> str:
    """Return the conditions of a capture in the paper's words."""
    words, own = ("empty", "friendly", "enemy"), squares(move)[0]
    return " ".join(
        f"{each.where} {words[each.value]}" + f" {name}" * (each.where == own)
        for each in move.conditions
        if each.what == "O"
    )


def conditions_of_the_grasshopper() -> Measured:
    """List the captures of the king."""
    kings, _ = check_by_two()
    return Measured(
        attack(next(each for each in kings if squares(each)[0] == (6, 8)), "Grasshopper"),
        "the squares of the move's conditions",
    )


def conditions_of_the_rook() -> Measured:
    """List the captures of the king."""
    kings, _ = check_by_two()
    return Measured(attack(next(each for each in kings if squares(each)[0] == (8, 5)), "Rook"), "as they are printed")


def one_move_parries_both() -> Measured:
    """List the opponent's moves after which the king cannot be captured."""
    _, replies = check_by_two()
    found = [str(squares(move)[1]) for _, move in replies if squares(move)[0] == (7, 8)]
    how = f"his only one; {len(replies) - len(found)} of the king"
    return Measured(f"Bishop goes to {', '.join(found)}", how)


# ---------------------------------------------------------------- figure 8


KING_8, R_8 = (5, 4), ((3, 4), (4, 6))
FLIGHTS = [(4, 4), (4, 3), (5, 3), (6, 3), (6, 4), (6, 5), (5, 5)]
ANSWERS = {  # the opponent's move, and its number among the five ways
    ((7, 7), (5, 8)): "new reply", ((7, 6), (7, 5)): "new reply", ((8, 1), (8, 2)): "new reply",
    ((8, 1), (6, 1)): "counters R", ((4, 5), (3, 4)): "destroys R", ((2, 2), (2, 3)): "destroys U",
}  # fmt: skip


@cache
def after_the_key() -> Position:
    """Return figure 8 after Q: Knight captures (3, 4); the player moves again."""
    return played(player("chess"), chess(FIGURE_8), (5, 5), (3, 4), again=True)


def threat_of_mate(position: Position) -> list[tuple[bool, Found]] | None:
    """Return the moves that destroy a condition of S after R; None if R is not a threat."""
    found = threats(player("chess"), position)
    return next((answers for q, _, answers in found if squares(q) == R_8), None)


def moves_of_the_king() -> Measured:
    """Play Q and R, the opponent passing."""
    answers = threat_of_mate(after_the_key()) or []
    moves = [squares(move)[1] for kept, move in answers if squares(move)[0] == KING_8 and not kept]
    how = "T1 to T7, none kept: after each there is a winning move"
    return Measured(len(moves) if {*moves} == {*FLIGHTS} else str(moves), how)


def last_move(number: int) -> Measured:
    """Return the capture of the king after T of this number."""
    program = player("chess")
    answers = threat_of_mate(after_the_key()) or []
    there = replace(played(program, after_the_key(), *R_8), player=ENEMIES)
    after_t = after(there, the((move for _, move in answers), KING_8, FLIGHTS[number - 1]))
    found = winning_move(program, after_t)
    return Measured(f"{man(after_t, found)} in {squares(found)[0]}" if found else "nothing", "the first found")


def answers_to_the_key() -> Measured:
    """Play each of them, and find the rest of the threat."""
    program, found = player("chess"), 0
    theirs = replace(after_the_key(), player=ENEMIES)
    for path, way in ANSWERS.items():
        then = played(program, theirs, *path)
        answers = threat_of_mate(then)
        if way == "destroys R":
            found += not [each for each in program.moves(then, "LIST") if squares(each) == R_8]
        elif way == "counters R":
            found += any(squares(q) == R_8 for q, _, _ in dropped(program, then))
        else:
            kept = [squares(move) for is_kept, move in answers or [] if is_kept]
            king = [path for path in kept if path == (KING_8, FLIGHTS[0])]
            found += bool(king) if way == "destroys U" else any(start != KING_8 for start, _ in kept)
    return Measured(found, "three new replies, a pin, the capture of R's knight, the capture of U1's")


# ---------------------------------------------------------------- figure 13


KEYS_13 = {1: ((4, 5), (6, 6)), 5: ((4, 5), (6, 4)), 11: ((5, 1), (5, 8))}  # number in the paper -> Q
COUPLES_13 = 11
LOST_13 = 1, 4  # moves against R of couple 1 after which there is R'
IN_THREATS = "in what `pitrat threats` prints"


@cache
def figure_13() -> tuple[list[tuple[Found, Found]], list[Threat]]:
    """Return couples and threats."""
    program, position = player("chess"), chess(FIGURE_13)
    return couples(program, position), threats(program, position)


def man(position: Position, move: Found) -> str:
    """Return the man that moves."""
    return CHESS[position.men[squares(move)[0]].nature - 1].capitalize()


def in_words(position: Position, move: Found, named: tuple[int, ...] = (KING,)) -> str:
    """Return a move of chess in the paper's words; `named`: natures of captured men that are named."""
    start, end = squares(move)
    taken = position.men[captured(move)[0]].nature if captured(move) else 0
    what = CHESS[taken - 1].capitalize() if taken in named else end
    return f"{man(position, move)} in {start} {'captures' if taken else 'goes to'} {what}"


def couple_13(number: int) -> Measured:
    """Return a couple, numbered as the program prints them."""
    q, r = figure_13()[0][number - 1]
    position = chess(FIGURE_13)
    then = replace(after(position, q), player=position.player)
    return Measured(f"{in_words(position, q)} - {in_words(then, r)}", IN_THREATS)


def dropped_13() -> Measured:
    """Find the couples that are no threats, numbered as the program prints them."""
    found, kept = figure_13()
    moves = [(q.submoves, r.submoves) for q, r, _ in kept]
    left = [number for number, (q, r) in enumerate(found, 1) if (q.submoves, r.submoves) not in moves]
    return Measured(left, IN_THREATS)


def replies_13(only_kept: bool, number: int) -> Measured:
    """Return the moves that destroy a condition of R, or those of them that are kept, in the program's order."""
    answers = next(answers for q, _, answers in figure_13()[1] if squares(q) == KEYS_13[number])
    there = after(chess(FIGURE_13), figure_13()[0][number - 1][0])
    moves = [in_words(there, move, (KNIGHT,)) for kept, move in answers if kept or not only_kept]
    return Measured(" ... ".join(each.replace(f"King in {(7, 8)}", "King") for each in moves), IN_THREATS)


def lost_13(number: int) -> Measured:
    """Return the winning move after a move against R of couple 1."""
    program = player("chess")
    q, answers = next((q, answers) for q, _, answers in figure_13()[1] if squares(q) == KEYS_13[1])
    there = after(after(chess(FIGURE_13), q), answers[number - 1][1])
    found = winning_move(program, there)
    text = f"{in_words(there, found)} in {squares(found)[1]}" if found else "nothing"
    return Measured(text, f"R' after move {number}, of the man on {squares(answers[number - 1][1])[0]}")


# ---------------------------------------------------------------- figure 14


Step = list[tuple[Found, int]]  # the threats of a situation: Q, number of replies


PAPERS_NAMES = {  # of a situation, the moves Q and reply: the letter of the paper, for those that it studies
    ("root", (8, 7), (8, 7)): "A", ("A", (6, 6), (8, 8)): "I", ("A", (6, 6), (8, 6)): "J", ("J", (7, 4), (7, 5)): "K",
    ("K", (8, 4), (6, 4)): "L", ("L", (7, 3), (6, 3)): "O", ("O", (5, 2), (7, 2)): "R", ("R", (8, 2), (7, 1)): "U",
}  # fmt: skip


@cache
def search() -> tuple[list[str], list[Step]]:
    """Return the paper's names of the situations studied, in their order, and the threats of each."""
    names, studied = {0: "root"}, []
    steps: list[Step] = []
    items = player("chess").work(chess(FIGURE_14), ["WIN 100 100"], N)
    for item in items:
        match item:
            case Line("SITUATION", (number, _)):
                studied.append(names.get(number, "another"))
                steps.append([])
            case Line("THREAT", (replies,)):
                q = next(items)
                assert isinstance(q, Found)
                steps[-1].append((q, replies))
            case Line("REPLY", (number,)):
                reply = next(items)
                assert isinstance(reply, Found)
                path = studied[-1], squares(steps[-1][-1][0])[1], squares(reply)[1]
                names[number] = PAPERS_NAMES.get(path, "another")
    return studied, steps


def threats_of(step: int) -> Step:
    """Return the threats of a step, from 1."""
    return search()[1][step - 1]


def number_of_replies(step: int, *path: Square) -> int:
    """Return the number of replies to a threat."""
    return next(replies for q, replies in threats_of(step) if squares(q) == path)


def threats_at(step: int) -> Measured:
    """Count the threats of a step."""
    return Measured(len(threats_of(step)), PRINTED)


def replies_at(step: int) -> Measured:
    """Count the replies to each threat of a step."""
    return Measured([replies for _, replies in threats_of(step)], PRINTED)


def replies_to_the_others() -> Measured:
    """Count the replies to each threat of step 2 but the two best."""
    found = [replies for q, replies in threats_of(2) if squares(q)[1] not in ((6, 6), (7, 5))]
    return Measured(alike(found), f"to each of the {len(found)}")


def with_one_reply(step: int) -> int:
    """Return the number of threats of a step that leave one reply."""
    return sum(replies == 1 for _, replies in threats_of(step))


def replies_7() -> Measured:
    """Search."""
    return Measured(alike(replies for _, replies in threats_of(7)), f"to each of the {len(threats_of(7))}")


def moves_to_mate(position: Position) -> int:
    """Return how many moves a win by threats takes, if the opponent holds out as long as possible."""
    items = [*player("chess").work(position, ["WIN 100 100"], N)]
    line = items[items.index(Line("LINE", ())) + 1 :]  # moves and replies in turn; last, the king is captured
    return len(line) // 2


def quicker_mate() -> Measured:
    """Search at step 5, and after each reply to its second threat."""
    start, path = chess(STEP_5), ((6, 2), (6, 4))
    q = next(q for q, _, _ in threats(player("chess"), start) if squares(q) == path)
    answers = [answer for kept, answer in replies_to(STEP_5, *path) if kept]
    first = moves_to_mate(start)
    second = 1 + max(moves_to_mate(after(after(start, q), answer)) for answer in answers)
    which = "The second threat" if second < first else "The first threat"
    return Measured(which, f"mate in {second} by the second threat, in {first} by the first; `pitrat win`")


FIGURES: dict[str, Measure] = {
    **{f"player.fig8-u{number}": partial(last_move, number) for number in range(1, 8)},
    **{f"player.fig13-couple-{number}": partial(couple_13, number) for number in range(1, COUPLES_13 + 1)},
    **{
        f"player.fig13-{what}-{number}": partial(replies_13, only_kept, number)
        for number in KEYS_13
        for what, only_kept in (("moves", False), ("replies", True))
    },
    **{f"player.fig13-lost-{number}": partial(lost_13, number) for number in LOST_13},
    **{f"player.fig14-{step}": partial(threats_at, step) for step in range(1, 9)},
    **{f"player.fig14-{step}-replies": partial(replies_at, step) for step in (1, 5, 6)},
    "player.conjugue": conjugue_of_the_queen,
    "player.speed": compiled_by_interpreted,
    "player.conditions-capture": lambda: Measured(
        said(move_on(TWO_PIECES, (1, 2), (4, 5)).conditions), "in the order in which they are printed"
    ),
    "player.changes-capture": lambda: Measured(
        changes(move_on(TWO_PIECES, (1, 2), (4, 5)), (4, 5), (1, 2)), "the indicatifs left out"
    ),
    "player.conditions-move": lambda: Measured(
        said(move_on(TWO_PIECES, (3, 1), (1, 1)).conditions), "in the order in which they are printed"
    ),
    "player.changes-move": lambda: Measured(
        changes(move_on(TWO_PIECES, (3, 1), (1, 1)), (3, 1), (1, 1)), "the indicatifs left out"
    ),
    "player.fig4": lambda: Measured(condition_a(improved=False), "asm/pitrat/figure4.rules: the move has no condition"),
    "player.fig4-improved": lambda: Measured(
        condition_a(improved=True), "the method that Pitrat describes and did not write"
    ),
    "player.modified-queen": lambda: Measured(becoming(modified((8, 5), (8, 7))), "one modification"),
    "player.modified-king": lambda: Measured(becoming(modified((8, 5), (8, 8))), "two modifications"),
    "player.modified-bishop": bishop_captures_there,
    "player.go-moku": modifications_to_a_victory,
    "player.go-moku-conditions": conditions_of_a_victory,
    "player.fig5": figure_5,
    "player.fig9": lambda: Measured(
        only_couple("ttt", friends=[(1, 3), (3, 3), (3, 2)], enemies=[(1, 2), (2, 2), (3, 1)]),
        "the only couple; no reply",
    ),
    "player.fig10": lambda: Measured(
        only_couple("ttt", friends=[(1, 3), (2, 3), (3, 1)], enemies=[(1, 2), (2, 2), (2, 1)]),
        "the only couple; no reply",
    ),
    "player.fig11": figure_11,
    "player.fig12": figure_12,
    "player.case-d": case_d,
    "player.threat-immediate": immediate_threat,
    "player.threat-later": later_threat,
    "player.case-a": case_a,
    "player.two-kings": two_kings,
    "player.chess-condition": what_prevents_a_win,
    "player.reply-once": a_reply_is_kept_once,
    "player.reply-deleted": a_reply_is_deleted,
    "player.grasshopper": conditions_of_the_grasshopper,
    "player.grasshopper-rook": conditions_of_the_rook,
    "player.grasshopper-reply": one_move_parries_both,
    "player.fig8": moves_of_the_king,
    "player.fig8-answers": answers_to_the_key,
    "player.fig13-couples": lambda: Measured(len(figure_13()[0]), IN_THREATS),
    "player.fig13-doubles": dropped_13,
    "player.fig14-situations": lambda: Measured(len(search()[0]), f"in the order {', '.join(search()[0])}"),
    "player.fig14-last": lambda: Measured(search()[0][-1], PRINTED),
    "player.fig14-2-best": lambda: Measured(number_of_replies(2, (5, 4), (6, 6)), PRINTED),
    "player.fig14-2-double": lambda: Measured(number_of_replies(2, (5, 4), (7, 5)), PRINTED),
    "player.fig14-2-others": replies_to_the_others,
    "player.fig14-4-single": lambda: Measured(with_one_reply(4), PRINTED),
    "player.quicker-mate": quicker_mate,
    "player.fig14-7-replies": replies_7,
    "player.fig14-8-single": lambda: Measured(with_one_reply(8), PRINTED),
    "player.fig14-9": lambda: Measured(sum(replies == 0 for _, replies in threats_of(9)), PRINTED),
    "player.fig14-9-first": lambda: Measured(
        goes(next(q for q, replies in threats_of(9) if replies == 0)), "the other one is castling"
    ),
}
