"""How do models of Zuidema's program play from all positions? Writes optimal.tsv, digests.json in tests/data/zuidema.

Run as `python tests/data/make_rook_games.py FOLDER`, where FOLDER has zuidema_v2.py, a port to Python of the program
that the paper prints, and zuidema_primitive.py. Black is the best defender of host/games/endings; White's moves are the
models' alone. What it took: ten minutes for 525,504 games, in November 2026. The files say what is in them.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from host.games.endings.board import SIDE, SQUARES, Position, name, starts
from host.games.endings.games import written
from host.games.endings.perfect import NOWHERE, perfect
from host.sweep.rook import drawn

FOLDER = Path(__file__).parent / "zuidema"
SEED, GAMES, MOST = 6600, 60, 50
HEAD = """\
# Games of Zuidema's rook ending against the best defender, who takes the lowest of equally good squares.
# Made by tests/data/make_rook_games.py; White's moves are those of ports to Python, none of the project's programs has
# a part in them. Columns: version, the men at the start, the moves of both sides, without marks.
"""

Men = tuple[int, ...]


def models(folder: str) -> dict[str, Any]:
    """Return the models by the names that `ironboard sweep` has for the versions."""
    sys.path.insert(0, folder)
    from zuidema_primitive import Prim
    from zuidema_v2 import Zuidema

    def beside_the_corner(model: Any) -> None:
        """Leave out the subtraction that hides stalemate with the rook beside the corner."""
        Zuidema.A15(model)
        if model.KBH == model.KBV == 8 and model.MEASURE1 == 5 and model.RV1 == model.RH1 == 7:
            model.TAX += 1

    repaired = type("Repaired", (Zuidema,), {"A15": beside_the_corner})
    return {"primitive": Prim, "new": Zuidema, "repaired": repaired}


def numbers(square: int) -> tuple[int, int]:
    """Return file and rank, from 1."""
    return square % SIDE + 1, square // SIDE + 1


def number(file: int, rank: int) -> int:
    """Return a square."""
    return file - 1 + SIDE * (rank - 1)


def game(model: Any, start: Position, known: dict[Any, list[str]]) -> list[str]:
    """Return the moves of a game. Where a model's whole memory has been seen before it goes on as it did then."""
    white = model()
    white.position(*(each for square in start for each in numbers(square)))
    moves: list[str] = []
    behind: list[tuple[Any, int]] = []
    for _ in range(MOST):
        king = (white.KWV, white.KWH)
        white.MAKE_YOUR_MOVE()
        now = Position(number(white.KWV, white.KWH), number(white.RV, white.RH), number(white.KBV, white.KBH))
        moves.append(f"R{name(now.piece)}" if king == (white.KWV, white.KWH) else f"K{name(now.king)}")
        memory = (now, white.MATE, white.MATE2, frozenset(white.HIST[1 : white.COUNT + 1]))
        behind.append((memory, len(moves)))
        if memory in known:
            moves += known[memory]
            break
        reply = perfect("R").answer(now)
        if reply == NOWHERE or reply == now.piece:
            break
        moves.append(f"K{name(reply)}")
        white.next_move(*numbers(reply))
    for memory, place in behind:
        known[memory] = moves[place:]
    return moves


def games(model: Any) -> Iterator[tuple[Position, list[str]]]:
    """Yield the games from all positions, by the squares of Black's king, White's king and his rook."""
    for black in range(SQUARES):
        known: dict[Any, list[str]] = {}
        for start in starts("R", black):
            yield start, game(model, start, known)


def main() -> None:
    """Write the files."""
    chosen = set(drawn(starts("R"), GAMES, Random(SEED)))
    digests: dict[str, dict[str, str]] = {}
    with (FOLDER / "optimal.tsv").open("w", encoding="utf-8") as file:
        file.write(HEAD)
        for version, model in models(sys.argv[1]).items():
            first, every = hashlib.sha256(), hashlib.sha256()
            for start, moves in games(model):
                text = written(start, "R")
                first.update(f"{text} {moves[0]}\n".encode())
                every.update(f"{text} {' '.join(moves)}\n".encode())
                if start in chosen:
                    file.write(f"{version}\t{text}\t{' '.join(moves)}\n")
            digests[version] = {"first moves": first.hexdigest(), "games": every.hexdigest()}
            print(version, digests[version], flush=True)
    text = {
        "what": "SHA-256 of lines `Kh1 Ra1 Kd5 MOVES`, from all 175,168 positions, as make_rook_games.py plays them",
        "versions": digests,
    }
    (FOLDER / "digests.json").write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
