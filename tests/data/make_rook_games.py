"""How do models of the endings play from all positions? Writes optimal.tsv and digests.json of tests/data/zuidema/.

Run as `python tests/data/make_rook_games.py FOLDER`, where FOLDER has zuidema_v2.py, a port to Python of the program
that the paper prints, and zuidema_primitive.py; the queen's model is tests/games/rook/quick_queen.py. Black is the
best defender of host/games/endings; White's moves are the models' alone. What it took: five minutes for 670,012 games,
in November 2026. The files say what is in them.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from host.experiments.sweeps.endings import drawn
from host.games.endings.perfect import NOWHERE, SIDE, SQUARES, Position, name, perfect, starts
from host.games.endings.program import written

FOLDER = Path(__file__).parent / "zuidema"
QUEEN_FOLDER = Path(__file__).parents[1] / "games" / "rook"
SEED, GAMES, MOST = 6600, 60, 50
HEAD = """\
# Games of Zuidema's endings against the best defender, who takes the lowest of equally good squares.
# Made by tests/data/make_rook_games.py; White's moves are those of models in Python, none of the project's programs
# has a part in them. Columns: version, the men at the start, the moves of both sides, without marks.
"""


class Model(Protocol):
    """A game that a model plays."""

    @property
    def position(self) -> Position:
        """Where the men stand."""
        ...

    @property
    def memory(self) -> Any:
        """By what it decides, but for the position."""
        ...

    def move(self) -> None:
        """Make White's move."""
        ...

    def reply(self, square: int) -> None:
        """Make Black's move."""
        ...


class Port:
    """A game of one of the ports of the paper's program."""

    def __init__(self, model: Any, start: Position) -> None:
        self.model = model()
        self.model.position(*(each for square in start for each in numbers(square)))

    @property
    def position(self) -> Position:
        """Where the men stand."""
        white = self.model
        men = ((white.KWV, white.KWH), (white.RV, white.RH), (white.KBV, white.KBH))
        return Position(*(number(*each) for each in men))

    @property
    def memory(self) -> Any:
        """By what it decides, but for the position."""
        return self.model.MATE, self.model.MATE2, frozenset(self.model.HIST[1 : self.model.COUNT + 1])

    def move(self) -> None:
        """Make White's move."""
        self.model.MAKE_YOUR_MOVE()

    def reply(self, square: int) -> None:
        """Make Black's move."""
        self.model.next_move(*numbers(square))


class Version(NamedTuple):
    """A version, and its piece."""

    begin: Callable[[Position], Model]
    piece: str = "R"


def versions(folder: str) -> dict[str, Version]:
    """Return the models by the names that `ironboard sweep` has for the versions."""
    sys.path[:0] = [folder, str(QUEEN_FOLDER)]
    from quick_queen import Queen
    from zuidema_primitive import Prim
    from zuidema_v2 import Zuidema

    def beside_the_corner(model: Any) -> None:
        """Leave out the subtraction that hides stalemate with the rook beside the corner."""
        Zuidema.A15(model)
        if model.KBH == model.KBV == 8 and model.MEASURE1 == 5 and model.RV1 == model.RH1 == 7:
            model.TAX += 1

    repaired = type("Repaired", (Zuidema,), {"A15": beside_the_corner})
    return {
        "primitive": Version(lambda start: Port(Prim, start)),
        "new": Version(lambda start: Port(Zuidema, start)),
        "repaired": Version(lambda start: Port(repaired, start)),
        "queen": Version(Queen, "Q"),
    }


def numbers(square: int) -> tuple[int, int]:
    """Return file and rank, from 1."""
    return square % SIDE + 1, square // SIDE + 1


def number(file: int, rank: int) -> int:
    """Return a square."""
    return file - 1 + SIDE * (rank - 1)


def game(version: Version, start: Position, known: dict[Any, list[str]]) -> list[str]:
    """Return the moves of a game. Where a model's whole memory has been seen before it goes on as it did then."""
    white, before = version.begin(start), start
    moves: list[str] = []
    behind: list[tuple[Any, int]] = []
    for _ in range(MOST):
        white.move()
        now = white.position
        moves.append(f"{version.piece}{name(now.pieces[0])}" if now.king == before.king else f"K{name(now.king)}")
        memory = (now, white.memory)
        behind.append((memory, len(moves)))
        if memory in known:
            moves += known[memory]
            break
        reply = perfect(version.piece).answer(now)
        if reply in (NOWHERE, now.pieces[0]):
            break
        moves.append(f"K{name(reply)}")
        white.reply(reply)
        before = white.position
    for memory, place in behind:
        known[memory] = moves[place:]
    return moves


def games(version: Version) -> Iterator[tuple[Position, list[str]]]:
    """Yield the games from all positions, by the squares of Black's king, White's king and his piece."""
    for black in range(SQUARES):
        known: dict[Any, list[str]] = {}
        for start in starts(version.piece, black):
            yield start, game(version, start, known)


def main() -> None:
    """Write the files."""
    digests: dict[str, dict[str, str]] = {}
    with (FOLDER / "optimal.tsv").open("w", encoding="utf-8") as file:
        file.write(HEAD)
        for title, version in versions(sys.argv[1]).items():
            chosen = set(drawn(starts(version.piece), GAMES, Random(SEED)))
            first, every = hashlib.sha256(), hashlib.sha256()
            for start, moves in games(version):
                text = written(start, version.piece)
                first.update(f"{text} {moves[0]}\n".encode())
                every.update(f"{text} {' '.join(moves)}\n".encode())
                if start in chosen:
                    file.write(f"{title}\t{text}\t{' '.join(moves)}\n")
            digests[title] = {"first moves": first.hexdigest(), "games": every.hexdigest()}
            print(title, digests[title], flush=True)
    what = "SHA-256 of lines `Kh1 Ra1 Kd5 MOVES`, from all positions, as make_rook_games.py plays them"
    text = json.dumps({"what": what, "versions": digests}, indent=2)
    (FOLDER / "digests.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
