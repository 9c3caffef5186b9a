"""The 6600's second program: a position and commands in, moves, threats, situations out, as they are printed.

    pitrat = Pitrat(read("chess"))
    for item in pitrat.work(position, ["COUPLES"]):
        ...

asm/cdc6600/pitrat.compass describes its input and output. The output is not judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import OUTPUT
from emulators.errors import IronboardError, Place, SourceError
from emulators.image import Image
from emulators.machine import Stop
from emulators.processor import Core
from host.assemblers.cached import assembled_text
from host.assemblers.dialects import COMPASS
from host.games.boards import ProgramFault
from host.games.pitrat.position import Man, Position, Square
from host.games.pitrat.rules import Rules
from host.games.program6600 import prepared
from host.interruption import doing
from host.machines.cdc6600.calls import FOLDER
from host.machines.cdc6600.machine import PIECE, Cdc6600
from host.machines.programs import assembled, find_source

PROGRAM, TABLES = "pitrat", "TABLES"
LAST_CODES = 0o7777  # of a word: zero at the end of a line
SUBMOVES = {"T": "TRAVEL", "C": "CAPTURE", "P": "PUT", "R": "PROMOTION", "I": "INDIC"}
RELATIONS = {1: "=", 2: "/="}
VICTORY, NO_VICTORY, DRAW, LOSS = 1, 2, 3, 4
RESULTS = {VICTORY: "VICTORY", NO_VICTORY: "NO VICTORY", DRAW: "DRAW", LOSS: "LOSS", 5: "another result"}
FAULTS = {
    1: "({2},{3}) is not on the board",
    2: "NATURE of the empty square ({2},{3}) is undefined",
    3: "no case of CPTD GO TO has the value {2}",
    4: "submove {2} of a MOVE is impossible",
    5: "the limit of statements is reached",
    6: "the 6600's storage is full",
    7: "the program does not understand its input",
    8: "there is no element {2}: the array has {3}",
    9: "submove {2} of the move after AFTER is impossible",
    10: "a move without submoves",
    11: "a move has 30 submoves at most",
}
FAULTS_OF_RULES = {*FAULTS} - {7}
ENDLESS = "do these statements ever reach FINISHED?"  # a hint for faults 5 and 6
LONGEST = 5_000_000_000  # minor cycles of one execution of compiled rules, which do not count their statements
REMARK = re.compile(r"\* [0-9]+ .*\bLINE ([0-9]+) :")


class Endless(Exception):
    """An execution of compiled rules takes too long; `address` is where."""

    def __init__(self, address: int) -> None:
        super().__init__()
        self.address = address


class Submove(NamedTuple):
    """A part of a move. A TRAVEL has two squares, an INDIC none."""

    kind: str
    squares: tuple[Square, ...]
    nature: int = 0  # of PUT and PROMOTION
    indicatif: tuple[str, int, int] = ("", 0, 0)  # of INDIC: name, player, value


class Condition(NamedTuple):
    """A condition of a move or a result; or a change, which holds after it."""

    what: str  # O occupation, N nature, or an indicatif's name
    where: Square | int  # a square, or the player of an indicatif
    value: int
    relation: str = "="
    modified: bool = False  # it does not hold now


@dataclass(frozen=True)
class Found:
    """A move, or a result of the algorithm WIN, with its conditions."""

    node: int
    depth: int
    modifications: int
    submoves: tuple[Submove, ...] = ()
    conditions: tuple[Condition, ...] = ()
    changes: tuple[Condition, ...] = ()
    result: int = 0  # 0: a move

    def __str__(self) -> str:
        return " ".join(f"{each.kind} {each.squares}" for each in self.submoves)


class Line(NamedTuple):
    """A line that is not part of a move: its word and numbers."""

    word: str
    numbers: tuple[int, ...]


Item = Line | Found


def after(position: Position, move: Found) -> Position:
    """Return the position after a move; the program has seen to it that the move is possible."""
    men, values = dict(position.men), dict(position.values)
    for each in position.game.indicatifs:
        if each.transient:
            values |= dict.fromkeys(((each.name, player) for player in each.players), each.initial[0])
    for submove in move.submoves:
        match submove.kind:
            case "TRAVEL":
                men[submove.squares[1]] = men.pop(submove.squares[0], Man(position.player, 1))
            case "CAPTURE":
                men.pop(submove.squares[0], None)
            case "INDIC":
                name, player, value = submove.indicatif
                values[name, player] = value
            case _:
                men[submove.squares[0]] = Man(position.player, submove.nature)
    return replace(position, men=men, values=values, player=3 - position.player)


@dataclass
class Pitrat:
    """The program with the rules of a game, for one job after another."""

    rules: Rules
    core: Core = "compiled"
    improved: bool = False  # conditions are carried by variables, too
    interpreted: bool = True
    cycles: int = field(default=0, init=False)  # minor cycles of all jobs ...
    statements: int = field(default=0, init=False)  # ... and statements of the rules that they have executed
    jobs: int = field(default=0, init=False)

    def image(self) -> Image:
        """Return the program, with the rules if they are compiled; raises IronboardError."""
        program = assembled(find_source(FOLDER / f"{PROGRAM}.compass"))
        if self.interpreted:
            return program
        return replace(program, segments=[*program.segments, *self.deck().segments])

    def deck(self) -> Image:
        """Return the compiled rules; raises IronboardError."""
        return assembled_text("".join(f"{line}\n" for line in self.rules.compass), COMPASS.name).image

    def settings(self, modifications: int) -> list[str]:
        """Return the commands that say how the program works."""
        return [f"N {modifications}", f"IMPROVED {int(self.improved)}", f"COMPILED {int(not self.interpreted)}"]

    def machine(self, position: Position, commands: Iterable[str] = (), modifications: int = 0) -> Cdc6600:
        """Return a machine that is going to execute commands."""
        machine = prepared(self.image(), [*position.lines(), *self.settings(modifications), *commands], self.core)
        machine.attach(TABLES, self.rules.tables)
        return machine

    def work(self, position: Position, commands: Iterable[str], modifications: int = 0) -> Iterator[Item]:
        """Yield the program's output without DONE, while it works. Raises ProgramFault for a FAULT."""
        self.jobs += 1
        words = (line.split() for line in self._lines(self.machine(position, commands, modifications)))
        for row in words:
            try:
                item = self._found(row, words) if row[0] in ("MOVE", "RESULT") else Line(row[0], (*map(int, row[1:]),))
            except (ValueError, IndexError) as error:
                raise ProgramFault(f"the program prints '{' '.join(row)}'") from error
            if isinstance(item, Line) and item.word == "DONE":
                self.statements += max(item.numbers[0], 0)  # compiled rules do not count them
            elif isinstance(item, Line) and item.word == "FAULT":
                raise self._fault(item.numbers)
            else:
                yield item

    def reading(self, position: Position) -> int:
        """Return the minor cycles of a job without a command: tables and position are read."""
        before = self.cycles
        for _ in self._lines(self.machine(position)):
            pass
        cycles, self.cycles = self.cycles - before, before
        return cycles

    def moves(self, position: Position, command: str, modifications: int = 0) -> list[Found]:
        """Return the moves, or results, that a command prints."""
        return [each for each in self.work(position, [command], modifications) if isinstance(each, Found)]

    def _lines(self, machine: Cdc6600) -> Iterator[str]:
        """Yield the lines that the program prints."""
        try:
            yield from lines_of(machine, self.image().symbols["EXECS"])
        except Endless as endless:
            raise self._at(self._line_of(endless.address), FAULTS[5]) from None
        finally:
            self.cycles += machine.cycles

    def _found(self, head: list[str], rows: Iterator[list[str]]) -> Found:
        """Return a move or a result from its lines."""
        submoves, conditions, changes = [], [], []
        for word, *rest in rows:
            if word == "END":
                break
            if word == "?":
                conditions.append(self._condition(rest[0], *map(int, rest[1:])))
            elif word == "=":
                first, second, value = map(int, rest[1:])
                changes.append(self._condition(rest[0], first, second, 1, value, 0))
            else:
                submoves.append(self._submove(word, [int(each) for each in rest]))
        node, depth, modifications, result = [*(int(each) for each in head[1:]), 0][:4]
        return Found(node, depth, modifications, tuple(submoves), tuple(conditions), tuple(changes), result)

    def _submove(self, letter: str, numbers: list[int]) -> Submove:
        kind = SUBMOVES[letter]
        if kind == "INDIC":
            return Submove(kind, (), 0, (self._name(numbers[0]), numbers[1], numbers[2]))
        nature = numbers.pop(0) if kind in ("PUT", "PROMOTION") else 0
        return Submove(kind, tuple(zip(numbers[::2], numbers[1::2], strict=True)), nature)

    def _condition(self, letter: str, first: int, second: int, relation: int, value: int, modified: int) -> Condition:
        """Return a condition on a square, or on an indicatif of a player."""
        own = letter == "I"
        what, where = (self._name(first), second) if own else (letter, (first, second))
        return Condition(what, where, value, RELATIONS[relation], bool(modified))

    def _name(self, number: int) -> str:
        return self.rules.game.indicatifs[number].name

    def _fault(self, numbers: Sequence[int]) -> IronboardError:
        """Return the error of a FAULT, with the place of the statement if the rules are at fault."""
        code, number, *details = [*numbers, 0, 0, 0][:4]
        text = FAULTS.get(code, f"fault {code}").format(code, number, *details)
        if code not in FAULTS_OF_RULES or not 0 < number < len(self.rules.nodes):
            return ProgramFault(text)
        return self._at(self.rules.nodes[number].line, text)

    def _at(self, number: int, text: str) -> SourceError:
        """Return an error of the statement on a line of the rules."""
        line = self.rules.lines[number - 1]
        start = len(line) - len(line.lstrip())
        hint = ENDLESS if text in (FAULTS[5], FAULTS[6]) else ""
        return SourceError(Place(self.rules.name, number, start + 1, len(line.strip()), line), text, hint)

    def _line_of(self, address: int) -> int:
        """Return the line of the rules for an address of the compiled code: remarks of the code name it."""
        last = max((each for each in self.deck().lines if each.address <= address), default=None)
        remarks = map(REMARK.match, self.rules.compass[: last.line if last else 0])
        return [int(match[1]) for match in remarks if match][-1]


def lines_of(machine: Cdc6600, executions: int) -> Iterator[str]:
    """Yield the lines of OUTPUT while the machine runs.

    Raises ProgramFault if the program does not end, or Endless if the rules do not:
    `executions` is the address of a word that every execution of an algorithm changes.
    """
    words: list[int] = []
    machine.system.listen(OUTPUT, words.extend)
    stop, last, begun = Stop.NONE, 0, 0
    while stop == Stop.NONE:
        with doing(lambda: f"{machine.seconds:.1f} s of the 6600's time"):
            stop = machine.run_to(machine.cycles + PIECE)
        words[:] = [each for each in words if each >= 0]  # without the marks of records
        ends = (at for at in range(len(words), 0, -1) if not words[at - 1] & LAST_CODES)
        whole = next(ends, 0)  # the rest is the beginning of a line
        yield from display_code.lines(words[:whole])
        del words[:whole]
        if (now := machine.peek(executions)) != last:
            last, begun = now, machine.cycles
        elif machine.cycles - begun > LONGEST:
            raise Endless(machine.read_register("P"))
    if machine.cause != Cause.END:
        raise ProgramFault(f"the program did not end: {machine.reason}")
