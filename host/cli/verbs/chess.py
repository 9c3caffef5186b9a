"""Chess on the 704: chess, uci."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.cli.parser import ASCII, TAKEN_UP, Action, core, refuse_beginnings
from host.options import FORCE, OUT, Option, add, picked, positive

SELECTIVE = Option("--selective", "follow only moves that do not lower its score, as the paper's faster mode does")
PRUNE = Option("--prune", "leave out what cannot change the program's choice, by alpha-beta; as in 1957 it does not")
DEPTH = Option("--depth N", "how many half-moves the program looks ahead, 1 to 4 (4)", positive, 4, choices=range(1, 5))
CORE = core()


def chess(parser: ArgumentParser) -> Action:
    """Play chess against Bernstein's program of 1957-58."""
    add(
        parser,
        Option(
            "--side COLOR", "yours; the program is White by default (black)", choices=("white", "black"), alone="side"
        ),
        Option("--self-play", "let the program play both sides, to the end", alone="side"),
        Option("--explain", "print the plausible moves, the questions that proposed them and their scores"),
        Option("--position FEN", "start from this position"),
        DEPTH,
        SELECTIVE,
        PRUNE,
        *TAKEN_UP,
        Option("--pgn FILE", "write the game to a file", OUT, name="file"),
        FORCE,
        ASCII,
        CORE,
    )

    def action(options: Namespace) -> None:
        from host.games.boards import Colour, typed
        from host.games.chess.game import CHESS
        from host.games.chess.play import Options, Play

        refuse_beginnings(parser, options, "position")
        text = options.position
        start = CHESS.position(text, typed(text, "position")) if text is not None else None
        side = None if options.self_play else Colour(options.side or "black")
        how = picked(
            options, ("depth", "selective", "prune", "explain", "file", "game", "number", "overwrite", "ascii", "core")
        )
        how |= {"side_of_file": not options.side and not options.self_play}
        Play(Options(side=side, start=start, **how)).converse()

    return action


def uci(parser: ArgumentParser) -> Action:
    """Be a chess engine."""
    add(parser, CORE)

    def action(options: Namespace) -> None:
        from host.games import session
        from host.games.chess.uci import UciSession

        session.serve(lambda lines, say: UciSession(lines, say, options.core))

    return action
