"""The programs of the 6600 as GTP engines: what they say about their moves, for GoGui's menu of analyze commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.games.go import commands, gtp
from host.games.go.commands import ANALYSIS
from host.games.go.explanation import Said, parsed, readable
from host.games.go.game import ProgramGame
from host.games.go.gtp import GtpError, bare
from host.games.go.picture import DEPTH, distances, sectors
from host.games.go.program import Go6600

EMPTY = '""'  # no text on a point
MOST_INFLUENCE = 66  # of a stone among its own
SHADES = ("", "#c8c8c8", "#d2d2d2", "#dcdcdc", "#e6e6e6", "#f0f0f0")  # by distance
VERTEX, PATTERN, MACHINE, OPPONENT = "green", "red", "cyan", "magenta"
EXPLANATION = "string/What the program says of its move/ironboard-explain"
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


class Engine(commands.Engine):
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
        """Return what the program has said about its last move."""
        told = self.game.told
        return "\n".join(readable(told.lines, self.size)) if told else ""

    @property
    def said(self) -> list[Said]:
        """What the program has said about its last move; raises GtpError if it has not moved."""
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
        """Return the number of the segment of each point: points of one sign that hang together."""
        from host.games.go.influence import segments

        return self.board({point: str(number) for point, number in segments(self.game.position).items()})

    def weights(self) -> str:
        """Return the weights of the best points, the greatest as 1."""
        nodes = {each.points[0]: int(each.words[0]) for each in self.said if each.keyword == "NODE"}
        most = max(nodes.values(), default=1)
        return self.board({point: f"{weight / most:.3f}" for point, weight in nodes.items()}, "0")

    def evaluation(self) -> str:
        """Return what the program prints of the position: segments, pockets that are lost, scores."""
        program = self.game.program
        assert isinstance(program, Go6600)
        return "\n".join(program.evaluate(self.game.position, self.game.side))

    # ------------------------------------------------------------ the picture of SCAN

    def vertex(self, arguments: list[str]) -> int:
        """Return the point whose surroundings are meant: the one that was named, or looked at for the last move."""
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
        """Return colours: what SCAN looks at around the vertex, the ends of the pattern, the closest stones."""
        vertex = looked_at(self.said)
        colours = {point: SHADES[each] for point, each in distances(vertex, self.size).items() if each <= DEPTH}
        colours[vertex] = VERTEX
        for each in self.said:
            colour = {"PATTERN": PATTERN, "MACHINE": MACHINE, "OPPONENT": OPPONENT}.get(each.keyword)
            if colour:
                colours.update(dict.fromkeys(each.points, colour))
        return self.board(colours)

    def board(self, values: Mapping[int, str], empty: str = EMPTY) -> str:
        """Return a value for each point, row by row."""
        width = self.size + 1
        rows = range(1, width)
        lines = [" ".join(values.get(row * width + column, empty) for column in range(1, width)) for row in rows]
        return "\n" + "\n".join(lines)


def looked_at(said: list[Said]) -> int:
    """Return the point whose surroundings were looked at for a move; raises GtpError if there is none."""
    vertex = next((each.points[0] for each in reversed(said) if each.keyword == "VERTEX" and each.points), None)
    if vertex is None:
        raise GtpError("for this move the program has not looked around a point")
    return vertex
