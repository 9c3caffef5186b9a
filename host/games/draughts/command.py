"""What `ironboard draughts` prints: a board, its moves as the 6600 lists them, and how many sequences there are."""

from __future__ import annotations

from collections.abc import Iterator

from emulators.cdc6600.machine import Cdc6600
from emulators.processor import Core
from host.games.boards import can_show
from host.games.checkers.pictures import SIGNS
from host.games.draughts import fen, pictures
from host.games.draughts.generators import LOOP, SQUARES, WORDS
from host.games.draughts.program import Best, Counted, DraughtsProgram, Shown, check_depth
from host.games.draughts.rules import Move, Position

PROGRAMS = {"words": WORDS, "loop": LOOP, "squares": SQUARES}


def show(position: Position, depth: int | None, play: int | None, by: str, ascii: bool, core: Core) -> None:
    """Let the program look at a position; print what it finds."""
    for wanted, what in ((depth, "counts"), (play, "looks")):
        if wanted is not None:
            check_depth(wanted, what)
    program = DraughtsProgram(PROGRAMS[by], core)
    print(pictures.text(position, ascii=ascii or not can_show(SIGNS)))
    print(fen.write(position))
    print("\n".join(shown(program.show(position))))
    if depth:
        print("\n".join(counted(program.count(position, depth))))
    if play:
        print(thought(program.best(position, play)))


def shown(found: Shown) -> Iterator[str]:
    """Yield the moves, and what counting ones says of the position."""
    yield "1 move" if len(found.moves) == 1 else f"{len(found.moves)} moves"
    yield from (written(move) for move in found.moves)
    yield (
        f"{found.steppers} pieces can step, on {found.squares} squares; {found.takers} can capture; "
        f"{seconds(found.cycles):.4f} s of the 6600 with reading and printing"
    )


def written(move: Move) -> str:
    """Return a move, with the squares of what it captures, as there may be several ways."""
    return f"{move}  takes {', '.join(map(str, sorted(move.captured)))}" if move.captured else str(move)


def counted(found: Counted) -> Iterator[str]:
    """Yield how many sequences there are."""
    for depth, count in enumerate(found.counts, 1):
        yield f"depth {depth:2}  {count:,}"
    yield f"{seconds(found.cycles):.4f} s of the 6600 with reading and printing"


def thought(best: Best) -> str:
    """Return what the program plays."""
    if best.move is None:
        return "it has no move"
    return (
        f"it plays {best.move}, score {best.score}, {best.boards:,} boards, "
        f"{seconds(best.cycles):.4f} s of the 6600 with reading and printing"
    )


def seconds(cycles: int) -> float:
    """Return the time of minor cycles."""
    return cycles / Cdc6600.clock
