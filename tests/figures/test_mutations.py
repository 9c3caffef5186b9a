"""Can every measure fail? What the machine has returned is changed a little, once for each figure: its row must say so.

A figure without a mutation fails. Changed is what measures read of the machine: a word, a move, a time, a line of the
program; never what they make of it. `shown` of a mutated value is compared with the page where no limit is published.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import pytest

from host.experiments.figures.measured import bell, pitrat, zuidema
from host.experiments.figures.page import PAGE, cell
from host.experiments.figures.table import agreement, documents, figures, find_measurements, shown
from host.games.chess.program import Thought
from host.games.endings.perfect import Position, square
from host.games.mates import AlgolMates
from host.games.pitrat.program import Found, Submove
from tests.shared import spread


class Mutation(NamedTuple):
    """A function below `figures.measured`, and what becomes of what it returns: of that, and its arguments."""

    target: str
    change: Callable[..., Any]
    called: bool = True  # False: `change` gets only the arguments; what is measured would take too long


def plus(more: Any) -> Callable[..., Any]:
    """A number, of cycles or of what is counted, with more."""
    return lambda found, *_, **__: found + more


def at(place: Any, change: Callable[[Any], Any]) -> Callable[..., Any]:
    """A list or a mapping, one of its elements changed."""

    def changed(found: Any, *_: Any, **__: Any) -> Any:
        copy = dict(found) if isinstance(found, dict) else list(found)
        copy[place] = change(copy[place])
        return type(found)(copy)

    return changed


def fewer(found: Any, *_: Any, **__: Any) -> Any:
    """All but the last."""
    return type(found)([*found][:-1])


def field(**more: Any) -> Callable[..., Any]:
    """A record, numbers in its fields greater."""
    return lambda found, *_, **__: found._replace(**{name: getattr(found, name) + by for name, by in more.items()})


def only(condition: Callable[..., bool], change: Callable[..., Any]) -> Callable[..., Any]:
    """Changed where the arguments are so."""
    return lambda found, *args, **named: change(found, *args, **named) if condition(*args, **named) else found


def when(*wanted: Any) -> Callable[..., bool]:
    """Whether the arguments, without the object of a method, begin so."""
    return lambda *args, **_: args[: len(wanted)] == wanted or args[1 : len(wanted) + 1] == wanted


def bits(word: str) -> str:
    """A word with its last bit the other one."""
    return word[:-1] + "10"[int(word[-1])]


def one_more(number: re.Match[str]) -> str:
    return str(int(number[0]) + 1)


def one_word(found: list[int], *_: Any) -> list[int]:
    return [found[0], found[1] + 1, *found[2:]]


# ---------------------------------------------------------------- Bell


def stacked_otherwise(found: list[Any], *_: Any) -> list[Any]:
    return found[::-1]


def another_event(place: str, last: bool = False, **values: Any) -> Callable[..., Any]:
    """Of the search for mates, one event at this place changed."""

    def changed(found: tuple[bell.Event, ...]) -> tuple[bell.Event, ...]:
        events = list(found)
        places = [number for number, each in enumerate(events) if each.place == place]
        number = places[-1 if last else 0]
        events[number] = events[number]._replace(**values)
        return tuple(events)

    return changed


def with_a_value_between(values: Any, *_: Any) -> Any:
    """As if the influence of a stone were 20 somewhere."""
    point = next(iter(values.values))
    return values._replace(values={**values.values, point: 20})


def longer_list(found: dict[int, list[int]], *_: Any) -> dict[int, list[int]]:
    """Each man with another square that he can go to."""
    return {number: [*own[:-1], 1, own[-1]] for number, own in found.items()}


BELL = {
    "draughts.word": Mutation("bell.Generator.count", plus(-1)),
    "draughts.words": Mutation("bell.Generator.address", only(when(bell.NAMES[-1]), plus(8))),
    "draughts.guards": Mutation("bell.stored", lambda word, *_: bits(word)),
    "draughts.steps": Mutation("bell.successors", fewer),
    "draughts.black": Mutation("bell.stored", lambda word, *_: bits(word)),
    "draughts.empty": Mutation("bell.stored", lambda word, *_: bits(word)),
    "draughts.opening": Mutation("bell.successors", lambda found, *_: found[1:]),
    "draughts.table": Mutation("bell.Generator.words", only(lambda *args: args[-1] == bell.ROW, one_word)),
    "draughts.figure38": Mutation("bell.Generator.words", only(lambda *args: args[-1] == bell.ROW - 1, one_word)),
    "draughts.branches": Mutation("bell.successors", stacked_otherwise),
    "draughts.captures": Mutation("bell.successors", lambda found, *_: [
        each for each in found if each.words != found[-1].words]),
    "kalah.moves-*": Mutation("bell.kalah", field(moves=1)),
    "kalah.stack-*": Mutation("bell.kalah", field(depth=30)),
    "kalah.time": Mutation("bell.kalah", field(cycles=1_000_000)),
    "kalah.algol-time": Mutation("bell.AlgolSolver.search", field(cycles=1_000_000)),
    "kalah.fortran-time": Mutation("bell.FortranSolver.search", field(cycles=1_000_000)),
    "kalah.pattern": Mutation("bell.run", at(-1, lambda line: re.sub(r"\d+", one_more, line))),
    "mates.list-size": Mutation("bell.Bare6600.address", only(when("LEVELS"), plus(1))),
    "mates.list-*": Mutation("bell.listed", longer_list),
    "mates.omitted": Mutation("bell.listed", lambda found, *_: dict([*found.items()][:-1])),
    "mates.rook-most": Mutation("bell.listed", longer_list),
    "mates.table-*": Mutation("bell.Sitting.elements", one_word),
    "mates.leaper-tables": Mutation("bell.Bare6600.address", only(when("KING"), plus(1))),
    "mates.illegal": Mutation("bell.Bare6600.integer", lambda found, *_: 1),
    "mates.depths": Mutation("bell.search", another_event(bell.LISTING, last=True, start=2000)),
    "mates.fig33": Mutation("bell.search", another_event(bell.UNDONE, level=9)),
    "mates.flow": Mutation("bell.search", another_event(bell.UNDONE, last=True, man=1)),
    "mates.compass-time": Mutation("bell.by_hand", lambda found: {
        name: each._replace(milliseconds=2 * each.milliseconds) for name, each in found.items()}),
    "mates.algol-time": Mutation("bell.bench.solve", only(
        lambda program, _: isinstance(program, AlgolMates), field(milliseconds=100_000))),
    "mates.n-time": Mutation("bell.seconds_of_both", lambda: (7.0, 4.0), called=False),
    "mates.n-size": Mutation("bell.size", only(when("nmates"), field(code=500))),
    "influence.gap": Mutation("bell.InfluenceSolver.values", with_a_value_between),
    "influence.fortran-gap": Mutation("bell.fortran_values", with_a_value_between),
}  # fmt: skip


# ---------------------------------------------------------------- Wally


def another_stone(found: dict[int, Any], *_: Any) -> dict[int, Any]:
    """One more entry of white's first move is taken: a point beside the board."""
    return {**found, 0xF0: frozenset({0x0300})}


def wider(found: list[set[int]], *_: Any) -> list[set[int]]:
    """A point takes a byte more, in the next page."""
    return [found[0] | {max(found[0]) + 0x100}, *found[1:]]


def without_the_middle(rows: dict[int, Any], *_: Any) -> dict[int, Any]:
    return {number: stones for number, stones in rows.items() if len(stones) not in (2, 17)}


def one_liberty(found: Any, thought: Any) -> Any:
    return [1 for _ in found]


WALLYS = {
    "wally.machine-memory": Mutation("millen.ram", fewer),
    "wally.memory": Mutation("millen.in_use", plus(1)),
    "wally.stack": Mutation("millen.pushes_of_count", lambda found, *_: (found[0], found[1] + 30)),
    "wally.stack-level": Mutation("millen.pushes_of_count", lambda found, *_: (
        found[0], found[1] + 18 * (found[1] > 60))),
    "wally.board": Mutation("millen.white_stones", another_stone),
    "wally.page": Mutation("millen.addresses", wider),
    "wally.byte": Mutation("millen.addresses", wider),
    "wally.time": Mutation("millen.stored_positions", at(0, lambda each: each._replace(cycles=1_000_001))),
    "wally.lookahead": Mutation("millen.liberties_of_the_answer", one_liberty),
    "wally.threats": Mutation("millen.byte", lambda found, *_: 6),
    "wally.pattern-rank": Mutation("millen.byte", lambda found, *_: found + 2),
    "wally.patterns": Mutation("millen.table_of_patterns", lambda found: [*found, (frozenset({(3, 3)}), (4, 3))]),
    "wally.entries": Mutation("millen.table_of_patterns", lambda found: [*found, (frozenset({(3, 3)}), (4, 3))]),
    "wally.orientations": Mutation("millen.table_of_patterns", lambda found: [*found, (frozenset({(3, 0)}), (4, 0))]),
    "wally.handicap-least": Mutation("millen.handicaps", without_the_middle),
    "wally.handicap-most": Mutation("millen.handicaps", without_the_middle),
    "wally.handicap-corners": Mutation("millen.handicaps", at(3, lambda stones: dict([*stones.items()][:-1]))),
    "wally.handicap-worth": Mutation("millen.stored", lambda found: (found[0], [
        each._replace(score="W+225") if each.handicap else each for each in found[1]])),
}  # fmt: skip


# ---------------------------------------------------------------- Pitrat


def another_move(found: Found, square: tuple[int, int] = (1, 1)) -> Found:
    """The move, to another square: a capture takes the man there."""
    parts = [each._replace(squares=(*each.squares[:-1], square)) if each.squares else each for each in found.submoves]
    return replace(found, submoves=tuple(parts))


def from_elsewhere(found: Found | None, *_: Any) -> Found | None:
    """Another man makes the move: a king of the position, whatever its nature."""
    program, position = _
    others = [
        each
        for each in program.moves(position, "LIST")
        if found and pitrat.squares(each)[0] != pitrat.squares(found)[0]
    ]
    return next(each for each in others if pitrat.man(position, each) in ("King", "Queen")) if others else None


def turned_round(found: list[Found], *_: Any) -> list[Found]:
    """Conditions and changes in another order."""
    return [replace(each, conditions=each.conditions[::-1], changes=each.changes[::-1]) for each in found]


def changed_values(found: list[Found], *_: Any) -> list[Found]:
    """What changes has another value."""
    return [replace(each, changes=tuple(one._replace(value=1) for one in each.changes)) for each in found]


def needing_more(found: list[Found], *_: Any) -> list[Found]:
    """Each condition that must change is one of (1, 1)."""
    return [replace(each, modifications=each.modifications + 1, conditions=tuple(
        one._replace(where=(1, 1)) if one.modified else one for one in each.conditions)) for each in found]  # fmt: skip


def other_couples(found: list[tuple[Found, Found]], *_: Any) -> list[tuple[Found, Found]]:
    """The first couple with another Q."""
    (q, r), *others = found
    return [(another_move(q), r), *others]


def swapped_couples(found: Any) -> Any:
    """Figure 13 as it was: of one Q the Queen's couple before the Knight's; the last two the other way round, too."""
    pairs, threats = found
    pairs = [pairs[1], pairs[0], *pairs[2:9], pairs[10], pairs[9]]
    return pairs, threats


def rotated_couples(found: Any) -> Any:
    """Figure 13 with its couples in another order."""
    return found[0][1:] + found[0][:1], found[1]


def replies_in_another_order(found: Any) -> Any:
    return found[0], [(q, r, answers[::-1]) for q, r, answers in found[1]]


def without_a_threat(step: int) -> Callable[..., Any]:
    """The search for a win, with one threat fewer in a step."""
    return lambda found: (found[0], [each[:-1] if number == step else each for number, each in enumerate(found[1], 1)])


def more_replies(step: int) -> Callable[..., Any]:
    """The search for a win, with one reply more to the last threat of each number of a step."""
    return lambda found: (found[0], [
        [(q, replies + 1) for q, replies in each] if number == step else each
        for number, each in enumerate(found[1], 1)])  # fmt: skip


PITRATS = {
    "player.conjugue": Mutation("pitrat.rules", lambda found, *_: replace(found, nodes=[
        each._replace(label="XCK") if each.label == "XCQ" else each for each in found.nodes])),
    "player.speed": Mutation("pitrat.execute_all", lambda found, program, *_: (
        found._replace(cycles=2 * found.cycles) if program.interpreted else found)),
    "player.conditions-*": Mutation("pitrat.moves_of", turned_round),
    "player.changes-*": Mutation("pitrat.moves_of", changed_values),
    "player.fig4": Mutation("pitrat.Pitrat.moves", lambda found, *_: [
        replace(each, conditions=(pitrat.Condition("O", (1, 1), 0),)) for each in found]),
    "player.fig4-improved": Mutation("pitrat.Pitrat.moves", lambda found, *_: [
        replace(each, conditions=()) for each in found]),
    "player.modified-*": Mutation("pitrat.moves_of", needing_more),
    "player.go-moku": Mutation("pitrat.go_moku_victories", needing_more),
    "player.go-moku-conditions": Mutation("pitrat.go_moku_victories", lambda found: [replace(each, conditions=tuple(
        one._replace(modified=not one.modified) for one in each.conditions)) for each in found]),
    "player.fig5": Mutation("pitrat.Pitrat.moves", lambda found, *_: [*found, replace(found[0], submoves=(
        Submove("TRAVEL", ((1, 1), (2, 1))),))]),
    "player.fig9": Mutation("pitrat.threats", lambda found, *_: [
        (q, r, [(True, q)]) for q, r, _ in found]),
    "player.fig10": Mutation("pitrat.couples", other_couples),
    "player.fig11": Mutation("pitrat.couples", fewer),
    "player.fig12": Mutation("pitrat.dropped", at(0, lambda each: [*each[:2], another_move(each[2], (3, 3))])),
    "player.case-d": Mutation("pitrat.couples", other_couples),
    "player.case-a": Mutation("pitrat.couples", other_couples),
    "player.two-kings": Mutation("pitrat.couples", fewer),
    "player.threat-immediate": Mutation("pitrat.threats", lambda found, *_: [
        (q, another_move(r), answers) for q, r, answers in found]),
    "player.threat-later": Mutation("pitrat.winning_move", lambda found, *_: another_move(found)),
    "player.chess-condition": Mutation("pitrat.Pitrat.moves", lambda found, *_: [replace(each, conditions=(
        *each.conditions, pitrat.Condition("O", (1, 1), 1))) for each in found]),
    "player.reply-once": Mutation("pitrat.threats", lambda found, *_: [(q, r, 2 * answers) for q, r, answers in found]),
    "player.reply-deleted": Mutation("pitrat.winning_move", lambda found, *_: another_move(found)),
    "player.grasshopper": Mutation("pitrat.check_by_two", lambda found: (turned_round(found[0]), found[1])),
    "player.grasshopper-rook": Mutation("pitrat.check_by_two", lambda found: (turned_round(found[0]), found[1])),
    "player.grasshopper-reply": Mutation("pitrat.check_by_two", lambda found: (found[0], [
        (True, another_move(each)) for _, each in found[1]])),
    "player.fig8": Mutation("pitrat.threat_of_mate", lambda found, *_: found[:-1]),
    "player.fig8-answers": Mutation("pitrat.threat_of_mate", lambda found, *_: [
        (False, each) for _, each in found or []]),
    "player.fig8-u*": Mutation("pitrat.winning_move", from_elsewhere),
    "player.fig13-couples": Mutation("pitrat.figure_13", lambda found: (found[0][:-1], found[1])),
    "player.fig13-couple-[12]": Mutation("pitrat.figure_13", swapped_couples),
    "player.fig13-couple-[3-9]": Mutation("pitrat.figure_13", rotated_couples),
    "player.fig13-couple-1[01]": Mutation("pitrat.figure_13", swapped_couples),
    "player.fig13-doubles": Mutation("pitrat.figure_13", lambda found: (found[0], [
        (q, found[0][1][1] if q == found[0][1][0] else r, answers) for q, r, answers in found[1]])),
    "player.fig13-moves-*": Mutation("pitrat.figure_13", replies_in_another_order),
    "player.fig13-replies-*": Mutation("pitrat.figure_13", replies_in_another_order),
    "player.fig13-lost-*": Mutation("pitrat.winning_move", from_elsewhere),
    **{f"player.fig14-{step}": Mutation("pitrat.search", without_a_threat(step)) for step in range(1, 9)},
    **{f"player.fig14-{step}-*": Mutation("pitrat.search", more_replies(step)) for step in (1, 2, 4, 5, 6, 7, 8)},
    "player.quicker-mate": Mutation("pitrat.moves_to_mate", lambda found, *_: -found),
    "player.fig14-situations": Mutation("pitrat.search", lambda found: ([*found[0], "V"], found[1])),
    "player.fig14-last": Mutation("pitrat.search", lambda found: ([*found[0], "V"], found[1])),
    "player.fig14-9": Mutation("pitrat.search", more_replies(9)),
    "player.fig14-9-first": Mutation("pitrat.search", lambda found: (found[0], [each[::-1] for each in found[1]])),
}  # fmt: skip


# ---------------------------------------------------------------- the thesis


def one_read_more(found: list[int], *_: Any) -> list[int]:
    """A procedure reads another element of BOARD, three lines beyond the others."""
    return [*found, max(found) + 3]


def opening_once_more() -> Callable[..., Any]:
    """OPENING makes a move more than it does."""
    last: list[bool] = []

    def changed(found: list[str], *_: Any) -> list[str]:
        if "OPENING" not in found and not last:
            last.append(True)
            return ["OPENING"]
        return found

    return changed


GO = {
    "go.intersections": Mutation("thesis.Nps.elements", lambda found, *_: [0, *found]),
    "go.sector": Mutation("thesis.looks", only(when(8), lambda found, *_: (*found, (9, 9)))),
    "go.distance": Mutation("thesis.looks", lambda found, *_: (*found, (9, 9))),
    "go.picture": Mutation("thesis.Nps.reads", one_read_more),
    "go.square": Mutation("thesis.picture", lambda found: found | {(9, 9)}),
    "go.elements": Mutation("thesis.Nps.bounds", only(when("off"), lambda found, *_: (found[0], found[1] + 1))),
    "go.figure5": Mutation("thesis.pattern", only(lambda steps, sector: sector == 3, lambda found, *_: found[::-1])),
    "go.representations": Mutation("thesis.pattern", only(
        lambda steps, sector: sector == 1, lambda found, *_: (0,) * len(found))),
    "go.stored": Mutation("thesis.pattern", only(lambda steps, sector: sector == 1, lambda found, *_: found[::-1])),
    "go.linear": Mutation("thesis.pattern", only(lambda steps, sector: sector == 1, lambda found, *_: found[::-1])),
    "go.opening": Mutation("thesis.chain", opening_once_more()),
    "go.block": Mutation("thesis.makers", lambda found, *_: ["ANALYZE", "COUNTER", "BLOCK"]),
}  # fmt: skip


# ---------------------------------------------------------------- Samuel

SLOWER = 1 << 20  # cycles


def rows_changed(name: str) -> Callable[..., Any]:
    """Stored tables with one more of something in each row."""
    return lambda found, *_: [{**row, name: row[name] + 1} if name in row else row for row in found]


SAMUELS = {
    "samuel.words": Mutation("samuel.Generator.address", only(when("MOVE"), plus(1))),
    "samuel.plies": Mutation("samuel.Generator.get", only(when("PLYAHD"), plus(1))),
    "samuel.move-time": Mutation("samuel.bench.think", field(cycles=SLOWER)),
    "samuel.moves-time": Mutation("samuel.Generator.call", plus(SLOWER)),
    "samuel.make-time": Mutation("samuel.Generator.call", plus(SLOWER)),
    "samuel.evaluation-*": Mutation("samuel.Rater.rate", field(cycles=SLOWER)),
    "samuel.count-time": Mutation("samuel.Generator.call", plus(1)),
    "samuel.terms": Mutation("samuel.Generator.get", only(when("LNRES"), plus(1))),
    "samuel.kinds": Mutation("samuel.Generator.address", only(when(".MATER"), plus(1))),
    "samuel.king": Mutation("samuel.Rater.rate", lambda found, *_: found._replace(material=2)),
    "samuel.powers": Mutation("samuel.Generator.words", at(-1, lambda word: 2 * word)),
    "samuel.*-won": Mutation("samuel.table", rows_changed("Alpha won")),
    "samuel.second-lost": Mutation("samuel.table", rows_changed("lost")),
    "samuel.corrections": Mutation("samuel.table", rows_changed("corrections")),
    "samuel.hours": Mutation("samuel.table", lambda found, *_: [
        {**row, "704's seconds": 2 * row["704's seconds"]} for row in found]),
    "samuel.book-moves": Mutation("samuel.rate_games", lambda found, *_: [
        (each._replace(lower=0), each) for each, _ in found]),
}  # fmt: skip


# ---------------------------------------------------------------- Bernstein


def longer(found: Thought, *_: Any, **__: Any) -> Thought:
    """A thought that took more cycles."""
    return found._replace(printout=found.printout._replace(cycles=found.printout.cycles + SLOWER))


BERNSTEIN = {
    "chess.word": Mutation("bernstein.ChessProgram.word", only(when("PLAUS", 4), plus(1))),
    "chess.development": Mutation("bernstein.first", lambda found: found._replace(plausible=found.plausible[1:])),
    "chess.pawns": Mutation("bernstein.first", lambda found: found._replace(plausible=found.plausible[:-1])),
    "chess.values": Mutation("bernstein.Bare704.words", lambda found, *_: [found[0] + 1, *found[1:]]),
    "chess.masterly": Mutation("bernstein.ChessProgram.think", lambda found, *_: found._replace(
        move=next(each.move for each in found.plausible if each.move != found.move))),
    "chess.tables-time": Mutation("bernstein.Bare704.call", plus(SLOWER)),
    "chess.*-time": Mutation("bernstein.ChessProgram.think", longer),
    "chess.free": Mutation("bernstein.assembled", lambda found, *_: replace(
        found, symbols={**found.symbols, "CHEND": 8192})),
}  # fmt: skip


# ---------------------------------------------------------------- Zuidema


def last_move_another(found: list[str], *_: Any) -> list[str]:
    """White's last move is another one, of the same man."""
    other = "a1" if found[-1][1:] != "a1" else "a2"
    return [*found[:-1], found[-1][0] + other]


def first_move_another(found: list[str], *_: Any) -> list[str]:
    """White's first move is another one, of the same man."""
    return [*last_move_another(found[:1]), *found[1:]]


def longer_games(found: list[Any], *_: Any) -> list[Any]:
    return [each._replace(moves=5 * each.moves) for each in found]


STALEMATE = Position(square("f6"), square("g7"), square("h8"))
ENDINGS = {
    "rook.fig17": Mutation("zuidema.Caller.room", plus(1)),
    "rook.fig18": Mutation("zuidema.Caller.room", plus(1)),
    "rook.fig2[01]": Mutation("zuidema.Caller.room", plus(1)),
    "primitive.fig1[24]": Mutation("zuidema.Caller.room", plus(1)),
    "primitive.fig14-rook": Mutation("zuidema.Caller.room", plus(1)),
    "primitive.fig18": Mutation("zuidema.Caller.room", plus(1)),
    "primitive.fig[45]": Mutation("zuidema.Caller.room", plus(1)),
    **{f"{name}": Mutation("zuidema.moves", last_move_another) for name in (
        "rook.fig30*", "rook.fig31", "rook.fig32", "rook.fig19", "rook.fig26", "primitive.fig29", "primitive.fig22",
        "primitive.fig[78]", "primitive.fig15", "queen.fig33", "rook.fig18-[de]?", "rook.fig20-f7", "rook.fig21-mate")},
    **{f"{name}": Mutation("zuidema.moves", first_move_another) for name in (
        "rook.fig*-move", "rook.fig2[2345]", "rook.fig20-g6", "primitive.fig*-move", "primitive.fig9")},
    "*.longest": Mutation("zuidema.games_of", longer_games),
    "*.unsolved": Mutation("zuidema.after_a_move", lambda *_: STALEMATE, called=False),
    "rook.theory": Mutation("zuidema.perfect", lambda found, *_: found._replace(
        white=found.white.replace(b"\x10", b"\x13"))),
    "primitive.mate-in-three": Mutation("zuidema.longest", plus(1)),
    "rook.fig27": Mutation("zuidema.perfect", lambda found, *_: found._replace(
        white=found.white.replace(b"\x01", b"\x02"))),
    "triangles.*": Mutation("zuidema.reaches", lambda found, *_: [[0] * 64] * 64),
    "rook.cases": Mutation("zuidema.call_routine", lambda found, *_: [*found][:0]),
    "rook.history": Mutation("zuidema.Caller.word", only(when("history", zuidema.UPPER), plus(1))),
    "*.lines": Mutation("zuidema.all_lines", fewer),
    "*.lines-io": Mutation("zuidema.dialogue_lines", fewer),
    "*.lines-room": Mutation("zuidema.room_lines", fewer),
    "*.words": Mutation("zuidema.words", plus(1)),
    "*.words-io": Mutation("zuidema.words", plus(1)),
    "*.words-room": Mutation("zuidema.words", plus(1)),
}  # fmt: skip


MUTATIONS: dict[str, Mutation] = BELL | WALLYS | PITRATS | GO | SAMUELS | BERNSTEIN | ENDINGS
FIGURES = {each.id: each for each in figures(documents())}
MEASURES = find_measurements()


def mutation_of(figure: str) -> Mutation:
    """The one mutation of a figure: under its id, or else under the only pattern that fits it."""
    if figure in MUTATIONS:
        return MUTATIONS[figure]
    (found,) = [each for pattern, each in MUTATIONS.items() if fnmatchcase(figure, pattern)]
    return found


def page_rows() -> dict[str, list[str]]:
    """The cells of the page's rows, by the figures' ids."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    rows = {row.strip("`"): cells for row, *cells in (line.strip("| ").split(" | ") for line in lines)}
    assert [*rows] == [*FIGURES]
    return rows


ROWS = page_rows()


def put_in(monkeypatch: pytest.MonkeyPatch, mutation: Mutation) -> None:
    module, *names = mutation.target.split(".")
    owner: Any = importlib.import_module(f"host.experiments.figures.measured.{module}")
    for name in names[:-1]:
        owner = getattr(owner, name)
    original = getattr(owner, names[-1])

    def mutated(*args: Any, **named: Any) -> Any:
        if not mutation.called:
            return mutation.change(*args, **named)
        return mutation.change(original(*args, **named), *args, **named)

    monkeypatch.setattr(owner, names[-1], mutated)


@pytest.mark.parametrize("figure", spread([*MEASURES], 40))
def test_a_measure_can_fail(figure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = FIGURES[figure]
    put_in(monkeypatch, mutation_of(figure))
    value = MEASURES[figure]().value
    *_, ours, was, _ = ROWS[figure]
    if was in ("same", "shifted", "within"):
        assert agreement(row.relation, value, row.value) == "differs"
    else:
        assert cell(shown(value, row.unit)) != ours


def test_every_mutation_is_of_a_figure() -> None:
    assert not [each for each in MUTATIONS if not any(fnmatchcase(figure, each) for figure in MEASURES)]
