"""The programs as GTP engines: the commands that all of them have, and those of the programs of the 6600.

The latter say more about their moves, for GoGui's menu of analyze commands. host/games/wally.py adds Wally's own;
docs/gtp.md describes the commands for users.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from emulators import distributions
from host.formats import storage
from host.games.go import gtp
from host.games.go import sgf as go_sgf
from host.games.go.game import PROGRAMS, Move, ProgramGame, most_handicap
from host.games.go.gtp import GtpError, Handler, bare, take
from host.games.go.program import DEPTH, Go6600, Said, distances, parsed, readable, sectors
from host.games.go.rules import COLUMNS, GAMES, Colour, IllegalMove, Position, area_without, dead_stones

MARKS = {Colour.BLACK: "X", Colour.WHITE: "O", None: "."}
ANALYSIS = (
    "string/Cycles of the last move/ironboard-cycles",
    "plist/Dead stones/final_status_list dead",
    "string/Whether an army lives/ironboard-status %p",
    "cboard/Armies/ironboard-armies",
)
EMPTY = '""'  # no text on a point
CLOCKS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}  # times that follow, of kgs-time_settings
COUNTING = f"area; dead stones, found by {GAMES} random games, are taken off"


class Engine:
    """The state of a session, and its commands: `handlers` is the table of them.

    `start`: how a game on a board of another size is begun.
    """

    analysis: tuple[str, ...] = ANALYSIS

    def __init__(self, game: ProgramGame, start: Callable[[int], ProgramGame]) -> None:
        self.game, self.start = game, start
        self.entry = PROGRAMS[game.program.name]
        self.komi = 0.0
        self.handlers: dict[str, Handler] = {
            "protocol_version": bare(lambda: "2"),
            "name": bare(lambda: self.entry.title),
            "version": bare(distributions.version),
            "known_command": self.known_command,
            "list_commands": bare(lambda: "\n".join(self.handlers)),
            "quit": bare(str),
            "boardsize": self.boardsize,
            "clear_board": bare(self.clear_board),
            "komi": self.set_komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": self.reg_genmove,
            "undo": bare(self.undo),
            "gg-undo": self.undo_several,
            "loadsgf": self.load,
            "printsgf": self.print_game,
            "final_score": bare(self.final_score),
            "final_status_list": self.final_status_list,
            "showboard": bare(self.showboard),
            "time_settings": self.time_settings,
            "kgs-time_settings": self.kgs_time_settings,
            "time_left": self.time_left,
            "cputime": bare(lambda: f"{time.process_time():.3f}"),
            "ironboard-cycles": bare(self.cycles),
            "ironboard-status": self.status,
            "ironboard-armies": bare(self.armies),
            "gogui-analyze_commands": bare(lambda: "\n".join(self.analysis)),
            "gogui-play_sequence": self.play_sequence,
            "gogui-setup": self.set_up,
            "gogui-undo_setup": bare(self.undo),
        }

    @property
    def size(self) -> int:
        """Rows and columns of the board."""
        return self.game.size

    # ------------------------------------------------------------ the session

    def known_command(self, arguments: list[str]) -> str:
        """Return whether a command exists."""
        (name,) = take(arguments, "command")
        return "true" if name in self.handlers else "false"

    def time_settings(self, arguments: list[str]) -> str:
        """Accept any time limits: the machine's time is not the host's."""
        for each in take(arguments, "main time", "byo-yomi time", "byo-yomi stones"):
            gtp.integer(each)
        return ""

    def kgs_time_settings(self, arguments: list[str]) -> str:
        """Accept the time system of a server, as `time_settings`."""
        system, *times = arguments or [""]
        if system not in CLOCKS or len(times) != CLOCKS[system]:
            systems = ", ".join(f"{name} with {count}" for name, count in CLOCKS.items())
            raise GtpError(f"syntax error: expected a time system and its times: {systems}")
        for each in times:
            gtp.integer(each)
        return ""

    def time_left(self, arguments: list[str]) -> str:
        side, *times = take(arguments, "color", "time", "stones")
        gtp.colour(side)
        for each in times:
            gtp.integer(each)
        return ""

    def cycles(self) -> str:
        """Return the machine's cycles for the program's last move."""
        return str(self.game.told.cycles if self.game.told else 0)

    # ------------------------------------------------------------ the game

    def boardsize(self, arguments: list[str]) -> str:
        """Start a game on a board of this size."""
        (size,) = take(arguments, "size")
        if gtp.integer(size) not in self.entry.sizes:
            raise GtpError("unacceptable size")
        self.restart(int(size))
        return ""

    def restart(self, size: int) -> None:
        """Start a game; for another size the machine is started anew."""
        if size == self.size:
            self.game.new_game()
        else:
            self.game = self.start(size)

    def clear_board(self) -> str:
        """Start a game without handicap stones."""
        self.game.new_game()
        return ""

    def set_komi(self, arguments: list[str]) -> str:
        """Remember the komi; no program here knows of it."""
        (komi,) = take(arguments, "komi")
        self.komi = gtp.real(komi)
        return ""

    def fixed_handicap(self, arguments: list[str]) -> str:
        """Place handicap stones where the protocol has them."""
        (stones,) = take(arguments, "number of stones")
        return self.handicap(gtp.integer(stones))

    def place_free_handicap(self, arguments: list[str]) -> str:
        """Place handicap stones: as many as there are points for them, if more are wanted."""
        (stones,) = take(arguments, "number of stones")
        return self.handicap(min(gtp.integer(stones), self.most_handicap))

    @property
    def most_handicap(self) -> int:
        """How many handicap stones there are points for."""
        return most_handicap(self.size)

    def handicap(self, stones: int) -> str:
        """Start a game with handicap stones; return their points."""
        self.refuse_stones()
        if stones < 2 or stones > self.most_handicap:
            raise GtpError(f"invalid number of stones: {self.entry.title} places 2 to {self.most_handicap}")
        return " ".join(gtp.vertex(each, self.size) for each in self.game.new_game(stones))

    def refuse_stones(self) -> None:
        """Raise GtpError unless the board is that of the beginning."""
        if self.game.position.stones or self.game.moves_made:
            raise GtpError("board not empty")

    def free_handicap(self, arguments: list[str]) -> set[int]:
        """Return the points of handicap stones that the other side has chosen."""
        take(arguments[:2], "vertex", "vertex")
        points = {point for each in arguments if (point := gtp.point(each, self.size)) is not None}
        if len(points) != len(arguments):
            raise GtpError("bad vertex list")
        return points

    def set_free_handicap(self, arguments: list[str]) -> str:
        """Start a game with handicap stones on these points."""
        points = self.free_handicap(arguments)
        self.refuse_stones()
        self.game.begin(points)
        return ""

    def play(self, arguments: list[str]) -> str:
        """Make a move that the program has not chosen."""
        side, place = take(arguments, "color", "vertex")
        colour, point = gtp.colour(side), gtp.point(place, self.size)
        try:
            self.game.play(colour, point)
        except IllegalMove as error:
            raise GtpError(f"illegal move: {error}") from error
        return ""

    def genmove(self, arguments: list[str]) -> str:
        """Return the program's move."""
        (side,) = take(arguments, "color")
        colour = gtp.colour(side)
        if colour not in self.entry.colours:
            raise GtpError(f"{self.entry.title} has the {colour.other.value} stones, always")
        move = self.game.answer(colour)
        if self.game.refused is not None:
            wanted = self.point_name(self.game.refused)
            print(f"{self.entry.title} wanted {wanted}: illegal ({self.game.refusal}); it passes", file=sys.stderr)
        return gtp.vertex(move, self.size)

    def point_name(self, point: int) -> str:
        """Return a point as messages name it."""
        return gtp.vertex(point, self.size)

    def reg_genmove(self, arguments: list[str]) -> str:
        """Return the move that the program would make."""
        move = self.genmove(arguments)
        self.game.undo()
        return move

    def undo(self) -> str:
        """Take a move back."""
        self.game.undo()
        return ""

    def undo_several(self, arguments: list[str]) -> str:
        """Take back n moves, or one; none of them if there are fewer."""
        (number,) = take(arguments or ["1"], "number of moves")
        if gtp.integer(number) > self.game.moves_made:
            raise GtpError("cannot undo")
        for _ in range(gtp.integer(number)):
            self.game.undo()
        return ""

    def play_sequence(self, arguments: list[str]) -> str:
        """Play moves not chosen by the program: all of them, or none if one is illegal."""
        moves = gtp.moves(arguments, self.size, gtp.colour)
        check(self.game.position, moves)
        for colour, place in moves:
            self.game.play(colour, place)
        return ""

    # ------------------------------------------------------------ positions and games of others

    def set_up(self, arguments: list[str]) -> str:
        """Put stones on the board and take some off (color `e`), by hand."""

        def colour(text: str) -> Colour | None:
            return None if text.lower() in ("e", "empty") else gtp.colour(text)

        stones = dict(self.game.position.stones)
        for each, place in gtp.moves(arguments, self.size, colour):
            if place is None:
                raise GtpError("invalid coordinate")
            stones.pop(place, None)
            if each is not None:
                stones[place] = each
        self.game.set_up(stones)
        return ""

    def load(self, arguments: list[str]) -> str:
        """Replay a game from a file, up to the position before a move; return who moves then, as GNU Go does."""
        path, until = file_and_move(arguments)
        record = go_sgf.read(path)
        if record.size not in self.entry.sizes:
            raise GtpError(f"unacceptable size: {path} is a game on {record.size} by {record.size}")
        moves = record.moves[: moves_before(until, record.moves, record.size)]
        check(Position(record.size, record.stones), moves)  # before anything is changed
        self.restart(record.size)
        if record.stones:
            self.game.set_up(record.stones)
        for colour, place in moves:
            self.game.play(colour, place)
        self.komi = record.komi
        if moves:
            return moves[-1][0].other.value
        first = record.moves[0][0] if record.moves else Colour.WHITE if record.stones else Colour.BLACK
        return (record.to_move or first).value

    def print_game(self, arguments: list[str]) -> str:
        """Return the game so far in SGF, or write it into a new file."""
        text = go_sgf.written(recorded(self.game, self.komi, self.players))
        if not arguments:
            return text.decode().strip()
        path = Path(" ".join(arguments))
        if os.path.lexists(path):
            raise GtpError(f"{path} exists already")
        storage.write_all(path, text, overwrite=False)
        return ""

    @property
    def players(self) -> dict[Colour, str]:
        """The colours that the program has, and its name."""
        answers = zip(self.game.line.moves, self.game.answers, strict=True)
        return {colour: self.entry.title for (colour, _), answer in answers if answer}

    # ------------------------------------------------------------ what can be seen

    def final_score(self) -> str:
        """Return the area score without the dead stones, counted by the host."""
        print(f"final_score: {COUNTING}; komi {self.komi:g}, nothing for handicap stones", file=sys.stderr)
        return score(self.game.position, self.komi)

    def final_status_list(self, arguments: list[str]) -> str:
        """Return the stones with a status, a chain on each line; no seki is ever found."""
        (status,) = take(arguments, "status")
        if status not in ("alive", "dead", "seki"):
            raise GtpError("invalid status: expected alive, dead or seki")
        position = self.game.position
        dead = dead_stones(position) if status != "seki" else set()
        found = [chain for chain in position.chains() if status != "seki" and (chain <= dead) == (status == "dead")]
        return "\n".join(" ".join(gtp.vertex(point, self.size) for point in sorted(chain)) for chain in found)

    def status(self, arguments: list[str]) -> str:
        """Return whether the army on a point lives; a line for each army without a point."""
        from host.games.go.armies import asked
        from host.games.go.armies_command import sentence, stone

        position = self.game.position
        points = [stone(gtp.take(arguments, "vertex")[0], position)] if arguments else []
        return "\n".join(sentence(army, self.size, *points) for army in asked(position, points))

    def armies(self) -> str:
        """Return a colour for each stone of an army that is decided."""
        from host.games.go.armies import asked
        from host.games.go.armies_command import LOOKS

        colours = {}
        for army in asked(self.game.position, []):
            if look := LOOKS.get(army.verdict):
                colours.update(dict.fromkeys(army.stones, look.gogui))
        return self.board(colours)

    def board(self, values: Mapping[int, str], empty: str = EMPTY) -> str:
        """Return a value for each point, row by row."""
        width = self.size + 1
        rows = range(1, width)
        lines = [" ".join(values.get(row * width + column, empty) for column in range(1, width)) for row in rows]
        return "\n" + "\n".join(lines)

    def showboard(self) -> str:
        """Return the board with GTP's coordinates on all sides."""
        return self.drawn([str(row) for row in range(self.size, 0, -1)], COLUMNS[: self.size])

    def drawn(self, right: Sequence[str], below: Sequence[str]) -> str:
        """Return the board with GTP's coordinates above and on the left, and others."""
        stones, size = self.game.position.stones, self.size
        lines = ["", f"    {' '.join(COLUMNS[:size])}"]
        for row, name in enumerate(right, 1):
            points = (stones.get(row * (size + 1) + column) for column in range(1, size + 1))
            lines.append(f"{size + 1 - row:3} {' '.join(MARKS[each] for each in points)} {name}")
        return "\n".join([*lines, f"    {' '.join(below)}"])


def score(position: Position, komi: float) -> str:
    """Return who is ahead by how much, without the dead stones: `B+12.5`, `W+3`, `0`."""
    area = area_without(position, dead_stones(position))
    lead = area[Colour.BLACK] - area[Colour.WHITE] - komi
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def recorded(game: ProgramGame, komi: float, players: dict[Colour, str], result: str = "") -> go_sgf.Record:
    """Return a game for a file, with the program's comments on its moves."""
    from host.games.go.program import readable

    line = game.line
    names = {f"P{colour.value[0].upper()}": name for colour, name in players.items()}
    return go_sgf.Record(
        game.size,
        line.stones,
        line.moves,
        komi,
        line.moves[0][0] if line.moves else Colour.WHITE,
        {**names, "RU": "Chinese", **({"RE": result} if result else {})},
        {number: "\n".join(readable(each.lines, game.size)) for number, each in enumerate(game.answers) if each},
    )


def file_and_move(arguments: list[str]) -> tuple[Path, str | None]:
    """Return a file and perhaps a move; the file's name may have single spaces in it."""
    if not arguments:
        raise GtpError("syntax error: expected a file, and perhaps a move number or vertex")
    whole = Path(" ".join(arguments))
    if len(arguments) == 1 or os.path.isfile(whole):  # False for impossible file names
        return whole, None
    return Path(" ".join(arguments[:-1])), arguments[-1]


def check(position: Position, moves: Iterable[tuple[Colour, Move]]) -> None:
    """Raise GtpError if one of the moves is illegal."""
    for number, (colour, place) in enumerate(moves, 1):
        try:
            position = position.passed() if place is None else position.play(colour, place)
        except IllegalMove as error:
            name = f"{colour.value} {gtp.vertex(place, position.size)}"
            raise GtpError(f"illegal move {number}, {name}: {error}") from error


def moves_before(until: str | None, moves: Sequence[tuple[Colour, Move]], size: int) -> int:
    """Return how many moves come before the one with a number, or the first on a vertex; all without either."""
    if until is None:
        return len(moves)
    if until.isdecimal():
        return max(0, gtp.integer(until) - 1)
    place = gtp.point(until, size)
    return next((number for number, move in enumerate(moves) if move[1] == place), len(moves))


def session(engine: Engine) -> None:
    """Serve GTP on standard input and output."""
    gtp.serve(engine.handlers, sys.stdin.buffer, sys.stdout.buffer)


# ---------------------------------------------------------------- programs of the 6600


MOST_INFLUENCE = 66  # of a stone among its own
SHADES = ("", "#c8c8c8", "#d2d2d2", "#dcdcdc", "#e6e6e6", "#f0f0f0")  # by distance
VERTEX, PATTERN, MACHINE, OPPONENT = "green", "red", "cyan", "magenta"
EXPLANATION = "string/The program's comment on its move/ironboard-explain"
INFLUENCE = ("dboard/Influence/ironboard-influence", "sboard/Segments of influence/ironboard-segments")
PICTURE = (
    "sboard/Sectors of the last move/ironboard-sectors",
    "sboard/Sectors around a point/ironboard-sectors %p",
    "sboard/Distances of the last move/ironboard-distances",
    "cboard/Picture of the last move/ironboard-picture",
)
ZOBRISTS = (
    "dboard/Weights of the best points/ironboard-weights",
    "string/Evaluation of the position/ironboard-evaluation",
)


class Engine6600(Engine):
    """A session with one of the programs of the 6600."""

    def __init__(self, game: ProgramGame, start: Callable[[int], ProgramGame]) -> None:
        super().__init__(game, start)
        self.handlers["ironboard-explain"] = bare(self.explain)
        self.handlers["ironboard-influence"] = bare(self.influence)
        self.handlers["ironboard-segments"] = bare(self.segments)
        self.analysis = (EXPLANATION, *ANALYSIS, *INFLUENCE)
        if game.program.name == "zobrist":
            self.handlers["ironboard-weights"] = bare(self.weights)
            self.handlers["ironboard-evaluation"] = bare(self.evaluation)
            self.analysis += ZOBRISTS
        if game.program.name == "nps":
            self.handlers["ironboard-sectors"] = self.sectors
            self.handlers["ironboard-distances"] = self.distances
            self.handlers["ironboard-picture"] = bare(self.picture)
            self.analysis += PICTURE

    def explain(self) -> str:
        """Return the program's comment on its last move."""
        told = self.game.told
        return "\n".join(readable(told.lines, self.size)) if told else ""

    @property
    def said(self) -> list[Said]:
        """The program's comments on its last move; raises GtpError if it has not moved."""
        if not self.game.told:
            raise GtpError("the program has not moved yet")
        return list(parsed(self.game.told.lines, self.size))

    # ------------------------------------------------------------ Zobrist's arrays

    def influence(self) -> str:
        """Return the influence of all stones, positive for black, up to 1; a program of the 6600 finds it."""
        from host.games.go.influence import influence

        values = influence(self.game.position)
        return self.board({point: f"{value / MOST_INFLUENCE:.3f}" for point, value in values.items()}, "0")

    def segments(self) -> str:
        """Return the number of the segment of each point: connected points of one sign."""
        from host.games.go.influence import segments

        return self.board({point: str(number) for point, number in segments(self.game.position).items()})

    def weights(self) -> str:
        """Return the weights of the best points, the greatest as 1."""
        nodes = {each.points[0]: int(each.words[0]) for each in self.said if each.keyword == "NODE"}
        most = max(nodes.values(), default=1)
        return self.board({point: f"{weight / most:.3f}" for point, weight in nodes.items()}, "0")

    def evaluation(self) -> str:
        """Return the program's evaluation: segments, lost pockets, scores."""
        program = self.game.program
        assert isinstance(program, Go6600)
        return "\n".join(program.evaluate(self.game.position, self.game.side))

    # ------------------------------------------------------------ the picture of SCAN

    def vertex(self, arguments: list[str]) -> int:
        """Return the point to examine: the one named, or the one examined for the last move."""
        if not arguments:
            return looked_at(self.said)
        point = gtp.point(gtp.take(arguments, "vertex")[0], self.size)
        if point is None:
            raise GtpError("invalid coordinate")
        return point

    def sectors(self, arguments: list[str]) -> str:
        """Return the number of the sector that each point around belongs to."""
        vertex = self.vertex(arguments)
        return self.board({vertex: "V", **{point: str(each) for point, each in sectors(vertex, self.size).items()}})

    def distances(self, arguments: list[str]) -> str:
        """Return the distance of each point around."""
        vertex = self.vertex(arguments)
        return self.board({vertex: "V", **{point: str(each) for point, each in distances(vertex, self.size).items()}})

    def picture(self) -> str:
        """Return colours: the points that SCAN looks at, the ends of the pattern, the closest stones."""
        vertex = looked_at(self.said)
        colours = {point: SHADES[each] for point, each in distances(vertex, self.size).items() if each <= DEPTH}
        colours[vertex] = VERTEX
        for each in self.said:
            colour = {"PATTERN": PATTERN, "MACHINE": MACHINE, "OPPONENT": OPPONENT}.get(each.keyword)
            if colour:
                colours.update(dict.fromkeys(each.points, colour))
        return self.board(colours)


def looked_at(said: list[Said]) -> int:
    """Return the point examined for a move; raises GtpError if there is none."""
    vertex = next((each.points[0] for each in reversed(said) if each.keyword == "VERTEX" and each.points), None)
    if vertex is None:
        raise GtpError("for this move the program has not looked around a point")
    return vertex
