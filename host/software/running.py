"""`ironboard software`: lists the programs of the time that are known to run, and runs them.

A run prints what it does and what came of it, and says if that is not what is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from emulators.errors import IronboardError
from host.software.catalogue import FOLDER, Outcome, Software, find, given_folder, programs

FAILURE = 1


def software(names: Sequence[str], folder: Path | None, play: bool = False) -> int:
    """List all programs, or run those that are named, or open the machine with one; return the exit status."""
    root = given_folder(folder)
    if not names:
        for line in listing(root):
            print(line)
        return 0
    chosen = [find(name) for name in names]
    if root is None:
        raise IronboardError(f"the programs are not part of Ironboard: {how_to_get(chosen)}")
    if play:
        return opened(chosen, root)
    return max([run(each, root) for each in chosen])


def opened(chosen: Sequence[Software], root: Path) -> int:
    """Open the machine with a program, for the user to play; return the exit status."""
    if len(chosen) > 1 or (game := chosen[0]).play is None:
        games = ", ".join(each.name for each in programs().values() if each.play)
        raise IronboardError(f"--play opens one of {games}")
    refuse_missing(game, root)
    return game.play(game.folder(root))


def refuse_missing(each: Software, root: Path) -> None:
    """Raise an error that says how to get the files of a program that are not there."""
    if missing := each.missing(root):
        raise IronboardError(f"{each.name}: there is no {root / missing[0]}: {how_to_get([each])}")


def listing(root: Path | None) -> Iterator[str]:
    """Return all programs by machine, each with its repository and whether its files are in the user's folder."""
    machine = ""
    for each in programs().values():
        if each.machine != machine:
            machine = each.machine
            yield f"{machine}:"
        there = "" if root is None else "  (there)" if not each.missing(root) else "  (not there)"
        yield f"  {each.name:<20} {each.title}, {each.year}{there}"
        yield f"  {'':<20} {each.repository}: {each.licence}"
        yield f"  {'':<20} {each.done}: {shown(each.known)}"
    yield f"Fetch repositories into one folder, and name it in {FOLDER} or after --from; then: ironboard software NAME"


def how_to_get(chosen: Sequence[Software]) -> str:
    """Return what the user has to do to have the files of some programs."""
    commands = dict.fromkeys(f"git clone {each.repository}" for each in chosen)
    return f"in a folder of yours, {'; '.join(commands)}; then name the folder in {FOLDER} or after --from"


def run(each: Software, root: Path) -> int:
    """Run a program; return the exit status."""
    refuse_missing(each, root)
    print(f"{each.title} ({each.machine}, {each.year})")
    outcome = each.run(each.folder(root), lambda text: print(f"  {text}", flush=True))
    print(f"result   {shown(outcome)}")
    if outcome == each.known:
        return 0
    print(f"known    {shown(each.known)}: not the same")
    return FAILURE


def shown(outcome: Outcome) -> str:
    """Return an outcome as a text."""
    return outcome.result if outcome.cycles is None else f"{outcome.result}, {outcome.cycles:,} cycles"


def table() -> Iterator[str]:
    """Return all programs as a table in Markdown."""
    yield "| program | machine | source | licence | what is done | result | cycles |"
    yield "|---|---|---|---|---|---|---:|"
    for each in programs().values():
        source = f"[{each.source}]({each.repository})"
        cycles = "" if each.known.cycles is None else f"{each.known.cycles:,}"
        cells = (f"`{each.name}`: {each.title}, {each.year}", each.machine, source, each.licence, each.done,
                 each.known.result, cycles)  # fmt: skip
        yield f"| {' | '.join(cells)} |"
