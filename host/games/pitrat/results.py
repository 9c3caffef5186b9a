"""Results of `ironboard pitrat` as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypedDict

from host.formats import results
from host.games.pitrat import flowchart
from host.games.pitrat.command import NOT_WON, Options, Session, Tree, checked, counts, told
from host.games.pitrat.program import RESULTS, Found
from host.games.pitrat.rules import Rules
from host.machines.cdc6600.machine import Cdc6600


class MoveResult(TypedDict):
    """A move, or a result of the algorithm WIN."""

    move: Annotated[str, "as --notation says; won, lost or drawn for a result"]
    modifications: Annotated[int, "changes on the board that it needs"]
    label: Annotated[str | None, "of the statement that found it"]
    conditions: Annotated[list[str], "with `conditions`, --conditions or --modifications"]
    needed: Annotated[list[str], "those that do not hold yet"]
    changes: Annotated[list[str], "on the board"]


class MovesResult(TypedDict):
    """The moves of a position by rules."""

    rules: str
    position: Annotated[str, "in FEN"]
    player: Annotated[int, "1 or 2"]
    moves: list[MoveResult]
    results: Annotated[list[MoveResult], "with `conditions` or --conditions"]
    seconds: Annotated[float, "of the 6600"]


class CountsResult(TypedDict):
    """How many sequences of legal moves there are."""

    rules: str
    position: Annotated[str, "in FEN"]
    counts: Annotated[list[int], "of 1, 2, ... moves"]
    seconds: Annotated[float, "of the 6600"]


class WinResult(TypedDict):
    """A search for a win by threats."""

    rules: str
    position: Annotated[str, "in FEN"]
    outcome: Literal["won", "no win", "given up"]
    line: Annotated[str | None, "the main line of a win"]
    studied: Annotated[int, "situations"]
    weight: Annotated[int, "of the root"]
    seconds: Annotated[float, "of the 6600"]


class IndicatifResult(TypedDict):
    """An integer that belongs to the position."""

    name: str
    values: Annotated[list[int], "at the beginning; of both players, or common to them"]
    transient: bool


class VariableResult(TypedDict):
    """A variable of the rules."""

    name: str
    type: Literal["integer", "pair", "move"]
    elements: Annotated[int, "of an array; else 0"]


class RulesResult(TypedDict):
    """Rules without errors."""

    rules: str
    columns: int
    rows: int
    natures: list[str]
    indicatifs: list[IndicatifResult]
    variables: list[VariableResult]
    nodes: Annotated[dict[str, int], "of each algorithm"]
    seconds: Annotated[float, "of the 6600"]


class WayResult(TypedDict):
    """A way from a node to another."""

    to: Annotated[int, "number of a node; 0 is FINISHED"]
    when: Annotated[str, "nothing if it is always taken"]


class NodeResult(TypedDict):
    """A node of the flowchart."""

    number: int
    label: Annotated[str | None, "of the statement"]
    statement: str
    ways: list[WayResult]
    conjugue: Annotated[int | None, "of a test: the first node that is executed in any case after it"]


class ChartResult(TypedDict):
    """The flowchart of an algorithm."""

    algorithm: Literal["MOVES", "WIN"]
    entry: Annotated[int, "number of a node"]
    nodes: list[NodeResult]


class ReplyResult(TypedDict):
    """A move against a threat."""

    move: str
    helps: Annotated[bool, "whether no other winning move is left after it"]


class CoupleResult(TypedDict):
    """Two moves, of which the second one wins if the opponent does not move."""

    moves: list[str]
    refutation: Annotated[str | None, "the opponent's move after the first one that wins"]


class ThreatResult(TypedDict):
    """A threat, and the replies to it."""

    moves: list[str]
    replies: list[ReplyResult]


class ThreatsResult(TypedDict):
    """The threats of a position."""

    rules: str
    position: Annotated[str, "in FEN"]
    couples: list[CoupleResult]
    threats: list[ThreatResult]
    seconds: Annotated[float, "of the 6600"]


def rules_result(rules: Rules) -> RulesResult:
    """Return a description of rules for programs."""
    game = rules.game
    return {
        "rules": rules.name,
        "columns": game.width,
        "rows": game.height,
        "natures": [*game.natures],
        "indicatifs": [
            {"name": each.name, "values": [*each.initial], "transient": each.transient} for each in game.indicatifs
        ],
        "variables": [
            {"name": each.name, "type": each.type, "elements": each.elements}  # type: ignore[typeddict-item]
            for each in rules.variables
        ],
        "nodes": {each.name: len(flowchart.nodes_of(rules, each)) for each in rules.algorithms},
        "seconds": rules.cycles / Cdc6600.clock,
    }


def charts_result(rules: Rules) -> list[ChartResult]:
    """Return the flowchart for programs."""
    return [
        {
            "algorithm": algorithm.name,  # type: ignore[typeddict-item]
            "entry": algorithm.entry,
            "nodes": [
                {
                    "number": node.number,
                    "label": node.label or None,
                    "statement": flowchart.described(rules, node),
                    "ways": [
                        {"to": to, "when": when}
                        for to, when in zip(node.successors, flowchart.marks(node), strict=True)
                    ],
                    "conjugue": node.conjugue,
                }
                for node in flowchart.nodes_of(rules, algorithm)
            ],
        }
        for algorithm in rules.algorithms
    ]


def threats_result(session: Session) -> ThreatsResult:
    """Return the threats of a position for programs."""
    couples, threats = list[CoupleResult](), list[ThreatResult]()
    for word, moves, number in told(session):
        match word:
            case "COUPLE":
                couples.append({"moves": [*moves], "refutation": None})
            case "DROPPED":
                next(each for each in couples if each["moves"] == [*moves[:2]])["refutation"] = moves[2]
            case "THREAT":
                threats.append({"moves": [*moves], "replies": []})
            case "REPLY":
                threats[-1]["replies"].append({"move": moves[0], "helps": bool(number)})
    return {
        "rules": session.rules.name,
        "position": session.position.fen(),
        "couples": couples,
        "threats": threats,
        "seconds": session.pitrat.cycles / Cdc6600.clock,
    }


def moves_result(session: Session, details: bool) -> MovesResult:
    """Return the moves of a position for programs."""
    wanted = session.options.modifications
    found = session.moves("MOVES" if details or wanted else "LIST", wanted)
    ends = session.moves("RESULTS", wanted) if details else []
    return {
        "rules": session.rules.name,
        "position": session.position.fen(),
        "player": session.position.player,
        "moves": [move_result(session, each) for each in found],
        "results": [move_result(session, each) for each in ends],
        "seconds": session.pitrat.cycles / Cdc6600.clock,
    }


def move_result(session: Session, move: Found) -> MoveResult:
    """Return a move, or a result, for programs."""
    notation, player = session.notation, session.position.player
    return {
        "move": RESULTS[move.result] if move.result else notation.move(session.position, move),
        "modifications": move.modifications,
        "label": session.rules.nodes[move.node].label or None,
        "conditions": [notation.condition(each, player) for each in move.conditions],
        "needed": [notation.condition(each, player) for each in move.conditions if each.modified],
        "changes": [notation.condition(each._replace(modified=True), player) for each in move.changes],
    }


def counts_result(session: Session) -> CountsResult:
    """Return how many sequences of legal moves there are, for programs."""
    return {
        "rules": session.rules.name,
        "position": session.position.fen(),
        "counts": [*counts(session)],
        "seconds": session.pitrat.cycles / Cdc6600.clock,
    }


def win_result(session: Session) -> WinResult:
    """Return the search for a win for programs."""
    tree = Tree(session)
    command = f"WIN {session.options.weight} {session.options.situations}"
    for _ in tree.lines(session.work(command, modifications=session.options.modifications)):
        pass
    return {
        "rules": session.rules.name,
        "position": session.position.fen(),
        "outcome": OUTCOMES[tree.outcome],
        "line": [*tree.conclusion()][-1] if tree.outcome == "WON" and tree.studied else tree.first(),
        "studied": tree.studied,
        "weight": tree.weight,
        "seconds": session.pitrat.cycles / Cdc6600.clock,
    }


OUTCOMES: dict[str, Literal["won", "no win", "given up"]] = {"WON": "won", "LOST": "no win", "GIVEUP": "given up"}


def shown_as_json(options: Options, job: Callable[[Session], Mapping[str, object]]) -> int:
    """Print a result as JSON; return the exit status."""
    found = job(Session(options))
    results.show(found)
    return NOT_WON if found.get("outcome", "won") != "won" else 0


def rules_shown(options: Options, job: Callable[[Rules], object]) -> int:
    """Print a result about rules as JSON, with their warnings beside it."""
    results.show(job(checked(options)))
    return 0
