"""A game of Go between two players, with a referee that knows the rules.

White moves first after black's handicap stones, as Wally requires, unless the opening says otherwise. The rules are
those of host/games/go/rules.py: suicide is illegal, and so is retaking a ko at once. A game ends

    passes        when two passes follow each other,
    repetition    when a position recurs: the same stones, the same side to move, the same point forbidden by ko;
                  a player that decides by the board alone would go on like that for ever,
    limit         after n moves,
    resignation   when a player resigns,
    crash         when a program ends during the game,
    timeout       when a program does not answer,
    fault         when a player breaks the rules or the protocol, if the sweep keeps such games (FOULS); else an error.

After two passes the area is counted with every stone on the board alive, unless there is a judge.
No komi is given, and nothing for handicap stones.

Who counts the game depends on the command.

In the sweeps with Wally a program is asked for its `final_score` after two passes, which takes dead stones off the
board: the one named by `--judge`, or the other player. Without one, or if it refuses, the host counts the area
with every stone alive, and says so.

In matches a judge says which stones are dead, and the host counts: a program, asked for `final_status_list dead`, or
random games (host/games/go/status.py), or none, every stone being alive.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from emulators.errors import IronboardError
from host.experiments.sweeps.workload import Item, Parameters, kept
from host.games.engine import Crash, EngineError, GtpEngine, Refusal, Silence
from host.games.go import gtp
from host.games.go.game import Move, ProgramGame
from host.games.go.rules import GAMES, Colour, IllegalMove, Position, dead_stones
from host.games.wally import TimedWally, WallyGame
from host.games.wally_board import PROGRAMS, SIZE
from host.games.wally_board import written as written_board

# ---------------------------------------------------------------- match
PASSES, REPETITION, LIMIT, RESIGNS = "passes", "repetition", "limit", "resignation"
FAULTS: dict[type[IronboardError], str] = {Crash: "crash", Silence: "timeout"}
FOULS = {**FAULTS, IronboardError: "fault"}  # the first that fits an error counts
ENDS = (PASSES, REPETITION, LIMIT, RESIGNS, *FAULTS.values())
DRAW, NOBODY = "draw", "nobody"


class Opening(NamedTuple):
    """The stones and moves before the players' own."""

    handicap: list[int]  # black's stones
    moves: int  # at random, beginning with the side that moves first
    chance: Random
    size: int = SIZE
    first: Colour = Colour.WHITE  # who moves first
    lines: tuple[int, ...] = ()  # from the edge, 1 the first: where the random moves are made; everywhere if empty


class Match(NamedTuple):
    """A game that is over."""

    moves: list[Move]  # of both sides by turns, the random ones included
    captured: dict[Colour, int]  # stones that each side has taken
    end: str
    winner: str  # black, white, draw; "nobody" if it was stopped
    area: dict[Colour, int]
    position: Position
    fault: str | None = None  # the error of a program that crashed or did not answer
    culprit: Colour | None = None  # the colour of that program


Marks = tuple[frozenset[tuple[int, Colour]], Colour, int | None]  # equal for equal positions


class Board:
    """A board, its two players and the referee."""

    def __init__(
        self,
        players: Mapping[Colour, Player],
        opening: Opening,
        limit: int,
        faults: Mapping[type[IronboardError], str] = FAULTS,
    ) -> None:
        self.players, self.opening, self.limit, self.faults = players, opening, limit, faults
        self.position = Position(opening.size, dict.fromkeys(opening.handicap, Colour.BLACK))
        self.to_move = self._asked = opening.first
        self.moves: list[Move] = []
        self.captured = dict.fromkeys(Colour, 0)
        self._seen: set[Marks] = {self._marks()}
        for player in players.values():
            player.begin(opening.handicap)

    def play(self) -> Match:
        """Play the game; raises IronboardError if a player breaks the rules or the protocol."""
        end, fault = "", None
        while not end:
            try:
                move = self._next_move()
                end = RESIGNS if move == RESIGNATION else self._make(move)
            except tuple(self.faults) as error:
                end = next(each for kind, each in self.faults.items() if isinstance(error, kind))
                fault = str(error)
        area = self.position.area()
        won = winner(end, area[Colour.BLACK] - area[Colour.WHITE], self.to_move)
        culprit = self._asked if fault else None
        return Match(self.moves, self.captured, end, won, area, self.position, fault, culprit)

    def _next_move(self) -> Move:
        """Return the move of the side to move."""
        player, self._asked = self.players[self.to_move], self.to_move
        if len(self.moves) >= self.opening.moves:
            return player.choose(self.position)
        move = random_point(self.opening.chance, self.to_move, self.position, self.opening.lines)
        player.see(self.to_move, move)
        return move

    def _make(self, move: Move) -> str:
        """Make a move; return the kind of end if the game ends with it, or nothing."""
        before = len(self.position.stones) + (move is not None)
        self.position = after(self.position, self.to_move, move, self.players[self.to_move])
        self.captured[self.to_move] += before - len(self.position.stones)
        self.moves.append(move)
        self._asked = self.to_move.other
        self.players[self.to_move.other].see(self.to_move, move)
        self.to_move = self.to_move.other
        if self.moves[-2:] == [None, None]:
            return PASSES
        if self._marks() in self._seen:
            return REPETITION
        self._seen.add(self._marks())
        return LIMIT if len(self.moves) >= self.limit else ""

    def _marks(self) -> Marks:
        return frozenset(self.position.stones.items()), self.to_move, self.position.ko


def after(position: Position, colour: Colour, move: Move, player: Player) -> Position:
    """Return the position after a move; raises IronboardError if it is illegal."""
    if move is None:
        return position.passed()
    try:
        return position.play(colour, move)
    except IllegalMove as error:
        vertex = written(move, position.size)
        raise IronboardError(f"{player.name} ({colour.value}) plays {vertex}: {error}") from error


def written(point: int, size: int) -> str:
    """Return a point for a message; on Wally's board in the form of the display, too."""
    return f"{gtp.vertex(point, size)} ({point:02X})" if size == SIZE else gtp.vertex(point, size)


def winner(end: str, lead: float, to_move: Colour) -> str:
    """Return the winner; `lead` is black's lead in points."""
    if end == RESIGNS:
        return to_move.other.value
    if end != PASSES:
        return NOBODY
    return DRAW if lead == 0 else Colour.BLACK.value if lead > 0 else Colour.WHITE.value


# ---------------------------------------------------------------- players
RESIGNATION = -1  # instead of a point


class Player(Protocol):
    """One side of a game. `name` is for messages."""

    name: str

    def begin(self, handicap: list[int]) -> None:
        """Begin a game with these black stones on the board."""

    def see(self, colour: Colour, move: Move) -> None:
        """Take note of a move that the player has not chosen, of either side."""

    def choose(self, position: Position) -> Move:
        """Return the player's move: a point, None for a pass, or RESIGNATION."""


# ---------------------------------------------------------------- Wally


class Thought(NamedTuple):
    """An answer of Wally's: its time, and the board, on which Wally is black."""

    cycles: int
    board: str


class WallyPlayer:
    """Wally on its machine. There Wally is always black: as white it plays with the colours exchanged."""

    name = "Wally"

    def __init__(self, wally: TimedWally, colour: Colour) -> None:
        self.game, self.colour = WallyGame(wally), colour
        self.thoughts: list[Thought] = []
        self.refused = 0  # moves of Wally's that the rules forbid: retaken kos

    def _his(self, colour: Colour) -> Colour:
        """Return the colour that stands for `colour` on Wally's board."""
        return colour if self.colour is Colour.BLACK else colour.other

    def begin(self, handicap: list[int]) -> None:
        """Put the handicap stones on Wally's board, by hand."""
        for point in handicap:
            self.game.play(self._his(Colour.BLACK), point)

    def see(self, colour: Colour, move: Move) -> None:
        """Keep the move, to type it when `choose` asks for an answer."""
        self.game.play(self._his(colour), move)

    def choose(self, position: Position) -> Move:
        """Type the move that was seen, or a pass if there was none; return Wally's answer."""
        board = written_board(self.game.position.stones)
        move = self.game.answer()
        wally = self.game.wally
        assert isinstance(wally, TimedWally)
        self.thoughts.append(Thought(wally.thought, board))
        self.refused += self.game.refused is not None
        return move


# ---------------------------------------------------------------- a program on the 6600


class ProgramPlayer:
    """A program here that plays either colour. `cycles` are those of its own moves."""

    def __init__(self, game: ProgramGame, colour: Colour) -> None:
        self.game, self.colour, self.name = game, colour, game.program.name
        self.cycles: list[int] = []

    def begin(self, handicap: list[int]) -> None:
        """Put the handicap stones on its board."""
        self.game.begin(handicap)

    def see(self, colour: Colour, move: Move) -> None:
        """Keep the move, or put it on its board."""
        self.game.play(colour, move)

    def choose(self, position: Position) -> Move:
        """Return the program's move; raises ProgramFault for a move that the rules forbid."""
        move = self.game.answer(self.colour)
        assert self.game.told is not None
        self.cycles.append(self.game.told.cycles)
        return move


# ---------------------------------------------------------------- at random


def random_point(chance: Random, colour: Colour, position: Position, lines: Sequence[int] = ()) -> Move:
    """Return one of the legal moves, all equally likely, or a pass if there is none.

    If lines from the edge are given (1 is the first), only points on them count.

    Moves into an own eye, a point with own stones on all sides, do not count: else no game would end. Only
    `random()` is drawn: its numbers are the same in every version of Python.
    """
    points = [point for point in position.points if point not in position.stones]
    if lines:
        points = [point for point in points if line_of(point, position.size) in lines]
    while points:
        point = points.pop(int(chance.random() * len(points)))
        eye = all(position.stones.get(each) is colour for each in position.neighbours(point))
        if not eye and position.is_legal(colour, point):
            return point
    return None


def line_of(point: int, size: int) -> int:
    """Return the line of a point, counted from the nearest edge: 1 is on it."""
    row, column = divmod(point, size + 1)
    return min(row, column, size + 1 - row, size + 1 - column)


class RandomPlayer:
    """A player of random legal moves."""

    name = "the random mover"

    def __init__(self, chance: Random, colour: Colour) -> None:
        self.chance, self.colour = chance, colour

    def begin(self, handicap: list[int]) -> None:
        """Do nothing: `choose` looks at the board."""

    def see(self, colour: Colour, move: Move) -> None:
        """Do nothing: `choose` looks at the board."""

    def choose(self, position: Position) -> Move:
        """Return a random move."""
        return random_point(self.chance, self.colour, position)


# ---------------------------------------------------------------- another program


class EnginePlayer:
    """A program that speaks GTP."""

    name = "the engine"

    def __init__(self, engine: GtpEngine, colour: Colour, size: int = SIZE, komi: float = 0) -> None:
        self.engine, self.colour, self.size, self.komi = engine, colour, size, komi

    def begin(self, handicap: list[int]) -> None:
        """Set its board up: stones are told as moves, as programs know different points for handicaps."""
        for command in (f"boardsize {self.size}", "clear_board", f"komi {self.komi:g}"):
            self.engine.ask(command)
        for point in handicap:
            self.see(Colour.BLACK, point)

    def see(self, colour: Colour, move: Move) -> None:
        """Send the move to the program."""
        self.engine.ask(f"play {colour.value} {gtp.vertex(move, self.size)}")

    def choose(self, position: Position) -> Move:
        """Ask the program for a move; raises EngineError if its answer is not one."""
        answer = self.engine.ask(f"genmove {self.colour.value}")
        if answer.lower() == "resign":
            return RESIGNATION
        try:
            return gtp.point(answer, self.size)
        except gtp.GtpError:
            raise EngineError(f"the engine's move is '{answer}': expected a point, pass or resign") from None

    def title(self) -> str:
        """Return the program's name and version, as far as it gives them."""
        return " ".join(filter(None, (self._told("name"), self._told("version")))) or self.name

    def score(self) -> str | None:
        """Return the program's count, such as `W+12`; None if it refuses to count. Raises Crash or Silence."""
        return self._told("final_score") or None

    def _told(self, command: str) -> str:
        try:
            return self.engine.ask(command)
        except Refusal:
            return ""


# ---------------------------------------------------------------- seats
BLACK_SEAT, WHITE_SEAT = 0, 1


def wally_at(seat: int, program: str = PROGRAMS[0]) -> TimedWally:
    """Return the machine of this thread at a seat, with an empty board, waiting for white's move."""

    def seated() -> tuple[TimedWally, Any]:
        wally = TimedWally("compiled", program)
        wally.new_game()
        return wally, wally.kim.snapshot()

    wally, start = kept(("wally", seat, program), seated)
    wally.kim.restore(start)
    return wally


# ---------------------------------------------------------------- who counts

HOST = "the host, every stone alive"
NOT_COUNTED = "nobody"
ALIVE, RANDOM_GAMES = "alive", "random"  # judges that are no programs
JUDGES = {ALIVE: HOST, RANDOM_GAMES: f"the host, dead stones found by {GAMES} random games"}
USUAL_JUDGE = ("gnugo", "--mode gtp --level 1 --chinese-rules")
SCORE = re.compile(r"0|([BbWw])\+([0-9]{1,6}(?:\.[0-9]{0,3})?)")
SEED_IN_COMMAND = "{seed}"  # where a program's command takes the seed


class Count(NamedTuple):
    """The lead of one side in points, such as `W+12`; None without a count."""

    score: str | None
    by: str
    fault: str | None = None  # the error of the program that was asked to count


def lead_of(score: str | None) -> int | None:
    """Return black's lead in whole points; None if the score cannot be parsed."""
    match = SCORE.fullmatch(score or "")
    if match is None:
        return None
    return 0 if match[1] is None else int(float(match[2])) * (1 if match[1] in "Bb" else -1)


def start(command: str, parameters: Parameters, item: Item) -> GtpEngine:
    """Start a program for a game; raises EngineError."""
    return GtpEngine(command.replace(SEED_IN_COMMAND, item.key), parameters["timeout"])


def counted(parameters: Parameters, item: Item, match: Match, stones: list[int], other: EnginePlayer | None) -> Count:
    """Count a game that began with black's handicap `stones`; `other` is the program that has played it."""
    if match.end != PASSES:
        return Count(None, NOT_COUNTED)
    try:
        if parameters["judge"]:
            with start(parameters["judge"], parameters, item) as engine:
                judge = EnginePlayer(engine, Colour.WHITE)
                judge.begin(stones)
                for number, move in enumerate(match.moves):
                    judge.see((Colour.WHITE, Colour.BLACK)[number % 2], move)
                return count_of(judge, match)
        return count_of(other, match) if other else as_host(match)
    except (Crash, Silence) as error:
        return Count(None, NOT_COUNTED, str(error))


def count_of(program: EnginePlayer, match: Match) -> Count:
    """Return a program's count, or the host's if the program gives no score."""
    score = program.score()
    return as_host(match) if lead_of(score) is None else Count(score, program.title())


def as_host(match: Match) -> Count:
    """Return the area with every stone on the board alive."""
    lead = match.area[Colour.BLACK] - match.area[Colour.WHITE]
    return Count("0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}", HOST)


def fields(count: Count, match: Match) -> dict[str, Any]:
    """Return the fields of a result that describe the count."""
    return {"score": count.score, "counted_by": count.by, "fault": match.fault or count.fault}


# ---------------------------------------------------------------- matches


class Verdict(NamedTuple):
    """Which stones are dead."""

    dead: frozenset[int]
    by: str
    fault: str | None = None  # the error of a program that was asked for it


def usual_judge() -> str:
    """Return the judge if none is named: GNU Go if it is installed."""
    name, options = USUAL_JUDGE
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")  # where Debian has it
    return f"{found} {options}" if found else RANDOM_GAMES


def verdict(judge: str, position: Position, timeout: float) -> Verdict:
    """Return the dead stones of a position. If a program does not answer, random games decide."""
    if judge == ALIVE:
        return Verdict(frozenset(), JUDGES[ALIVE])
    if judge != RANDOM_GAMES:
        try:
            return asked(judge, position, timeout)
        except EngineError as error:
            return Verdict(frozenset(dead_stones(position)), JUDGES[RANDOM_GAMES], f"the judge: {error}")
    return Verdict(frozenset(dead_stones(position)), JUDGES[RANDOM_GAMES])


def asked(command: str, position: Position, timeout: float) -> Verdict:
    """Return a program's verdict; raises EngineError.

    It gets the stones one by one, as moves: no stone of a legal position captures another.
    """
    with GtpEngine(command, timeout) as engine:
        judge = EnginePlayer(engine, Colour.WHITE, position.size)
        judge.begin([])
        for point, colour in position.stones.items():
            judge.see(colour, point)
        words = engine.ask("final_status_list dead").split()
        try:
            dead = {gtp.point(each, position.size) for each in words}
        except gtp.GtpError:
            dead = {None}
        if not dead <= position.stones.keys():
            raise EngineError(f"the engine's dead stones are '{' '.join(words)}': expected points with stones")
        return Verdict(frozenset(each for each in dead if each is not None), judge.title())


def scores(
    position: Position, captured: Mapping[Colour, int], dead: Collection[int] = ()
) -> dict[str, dict[Colour, int]]:
    """Return the points of each side with these stones dead: by area, and by territory with prisoners."""
    left = {point: colour for point, colour in position.stones.items() if point not in dead}
    area, taken = Position(position.size, left).area(), dict(captured)
    for point in dead:
        taken[position.stones[point].other] += 1
    stones = dict.fromkeys(Colour, 0)
    for colour in left.values():
        stones[colour] += 1
    return {"area": area, "territory": {colour: area[colour] - stones[colour] + taken[colour] for colour in Colour}}


def leads(match: Match, dead: Collection[int] = ()) -> dict[str, int]:
    """Return black's lead in points with these stones dead, by each rule."""
    found = scores(match.position, match.captured, dead)
    return {rule: points[Colour.BLACK] - points[Colour.WHITE] for rule, points in found.items()}
