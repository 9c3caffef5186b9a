"""The games that come with Ironboard, a row each: who wrote them, how one plays, how their pages begin.

The page Play of the workbench, the documents' site and `ironboard web NAME` show them. A page begins where there is
something to do: `begin` has the keys or lines that lead there, as `--headless` takes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from host import registry
from host.games.boards import data_file
from host.games.pitrat.command import Options, Session
from host.ui import front, page
from host.ui.controller import Controller
from host.ui.parts import Board

PITRAT = Options(modifications=2, weight=100, situations=1000)  # as `ironboard pitrat play` has them
PERSON = 1  # the player that one is, by the rules


@dataclass(frozen=True)
class Listed:
    """A game: `name` is its page's, and its program's unless that is named; sentences end with a full stop."""

    name: str
    machine: str
    title: str
    about: str  # program, author, year
    side: str  # the user's, and the way to move
    goal: str
    document: str  # below docs/
    begin: Mapping[str, Any] = field(default_factory=dict)  # as `Runner.operate` takes it
    rules: str = ""  # of a game that the general player reads
    program: str = ""
    memory: str = ""  # the deck of what it has learned, in docs/ibm704/learning: it is read before the first move

    def controller(self) -> Controller:
        """Return the machine where one begins to play."""
        runner = registry.find(self.machine).runner()
        controller: Controller = self._read() if self.rules else runner.controller(self._setup())
        runner.operate(controller, self.begin, 1.0)
        controller.time_has_jumped()
        return controller

    def _setup(self) -> dict[str, Any]:
        memory = {"cards": [data_file("docs/ibm704/learning", "learning") / self.memory]} if self.memory else {}
        return {"program": self.program or self.name, **memory}

    def _read(self) -> Controller:
        from host.panels.cdc6600.pitrat import console

        return console(Session(replace(PITRAT, rules=self.rules)), PERSON)

    def told(self, documents: str = "", games: str = "") -> dict[str, str]:
        """Return the row as its page has it; the addresses of the documents and of the list of games: "" for none."""
        rows = {name: getattr(self, name) for name in ("title", "about", "side", "goal")}
        where = self.document.removesuffix(".md")
        rows |= {"games": games} if games else {}
        return rows | ({"document": f"{documents}{where}/"} if documents else {})


WALLY = "You are White and play second: click a point, and its keys are pressed. Nine black stones are on the board."
ENDING = "You are Black and have the king alone: click the square that it goes to."
GO = "Choose how large the board is. Then you are Black and play first: click a point."
LISTED = (
    Listed(
        "wally", "kim1", "Wally plays Go",
        "After Jonathan K. Millen's article in BYTE, April 1981: Go on 15 by 15 points in one kilobyte of memory.",
        WALLY, "Surround more of the board than Wally; SCORE counts, and NEW GAME asks for another handicap.",
        "kim1/wally.md", {"keys": "09 GO wait:lit"},
    ),
    Listed(
        "wally-walk", "kim1", "Wally without a stack",
        "The same moves by a program that counts liberties without calling itself, and warns of atari.",
        WALLY, "Surround more of the board than Wally.", "kim1/wally-walk.md", {"keys": "09 GO wait:lit"},
    ),
    Listed(
        "checkers", "704", "Checkers",
        "After A. L. Samuel's program of 1959, the first that learned a game; this is its play, written anew.",
        "You are Black and move first: click a man, then its square; LET IT MOVE changes sides.",
        "Take or shut in all white men. AHEAD sets how many moves the 704 looks ahead.", "ibm704/checkers-play.md",
    ),
    Listed(
        "checkers-learned", "704", "Checkers, after 42 games of learning",
        "The same program, with 16 terms that it chose and weighed in 42 games against itself on the emulated 704.",
        "You are Black and move first: click a man, then its square; LET IT MOVE changes sides.",
        "Find out whether it plays better. The cards of its memory have been read.", "ibm704/learning.md",
        program="checkers", memory="seed-1.deck",
    ),
    Listed(
        "chess", "704", "Chess",
        "After the first complete chess program, by A. Bernstein and others, 1957-58: seven moves, four deep.",
        "BEGIN begins, and you have White: click a man, then its square; OTHER COLOUR gives you Black.",
        "Mate the king of a program that takes eight minutes a move; TURBO takes seconds.", "ibm704/chess.md",
    ),
    Listed(
        "mates", "6600", "Chess problems: mate in two",
        "After the program in A. G. Bell's Games Playing with Computers (1972), which took 2 seconds a problem.",
        "White mates in two: find the key yourself, then press SOLVE. The problem is Paul Morphy's, of 1856.",
        "Put up any problem: choose a man below the board, click its square, press SOLVE.", "cdc6600/mates.md",
        {"lines": ("WHITE KC8 PB6 RA1", "BLACK KA8 BB8 PA7 PB7")},
    ),
    Listed(
        "rook", "6600", "The rook ending",
        "After Coen Zuidema's ALGOL program for a Cyber, 1974: no search, only rules and their exceptions.",
        ENDING, "Hold out as long as you can, or reach a stalemate. RESIGN gives another position.", "cdc6600/rook.md",
        {"lines": ("2 KC6 RH1 KE5",)},
    ),
    Listed(
        "queen", "6600", "The queen ending", "After a chapter of Zuidema's paper of 1976, in ALGOL 60.",
        ENDING, "Look for the stalemate: the program looks one move ahead.", "cdc6600/queen.md",
        {"lines": ("KF2 QD1 KF4",)},
    ),
    Listed(
        "bishops", "6600", "Two bishops", "By the method that Zuidema's paper of 1976 recommends, in ALGOL 60.",
        ENDING, "Stay away from the corners as long as you can.", "cdc6600/bishops.md",
        {"lines": ("KE1 BC1 BF1 KE5",)},
    ),
    Listed(
        "knight", "6600", "Bishop and knight",
        "The hardest of the simple endings, with maps of what it costs a man to get to a square; ALGOL 60.",
        ENDING, "Run to the corner that the bishop cannot reach; 50 moves are a draw.", "cdc6600/knight.md",
        {"lines": ("KE1 BC1 NB1 KE5",)},
    ),
    Listed(
        "triangles", "6600", "Bishop and knight by triangles",
        "The same ending by André Chéron's three triangles, as Zuidema recommends it; ALGOL 60.",
        ENDING, "It wins less often than the other program: 50 moves are a draw.", "cdc6600/triangles.md",
        {"lines": ("KE1 BC1 NB1 KE5",)},
    ),
    Listed(
        "kalgame", "6600", "Kalah", "A new program for a chapter of Bell's book of 1972, which plays both sides.",
        "You are South and play first: click one of your pits, the lower row; your kalah is on the right.",
        "Have more counters in your kalah when a side has run out of moves.", "cdc6600/kalah.md",
    ),
    Listed(
        "draughts", "6600", "International draughts",
        "A new program: ten by ten squares are fifty fields, and with the edges a word of 60 bits.",
        "You are White and play first: click a man, then its square.",
        "Take or shut in all black men; captures are forced, the longest first.", "cdc6600/draughts.md",
    ),
    Listed(
        "nps", "6600", "Go, the program of a thesis",
        "After a thesis of the Naval Postgraduate School, about 1970, in ALGOL 60.",
        GO, "Surround more of the board. The program looks for the greatest threat, and never ahead.",
        "cdc6600/nps.md",
    ),
    Listed(
        "zobrist", "6600", "Zobrist's Go program",
        "A reconstruction of A. L. Zobrist's program of 1968, after a description of its parts; ALGOL 60.",
        GO, "Surround more of the board. The program weighs patterns, and reads a few moves ahead.",
        "cdc6600/zobrist.md",
    ),
    Listed(
        "ttt", "6600", "Noughts and crosses, by the general player",
        "After J. Pitrat's program of 1971, which plays any game when it has read the rules.",
        "You move first: click a square.", "Three in a row. The program reasons from the rules alone.",
        "cdc6600/pitrat.md", rules="ttt-place",
    ),
)  # fmt: skip


def find(name: str | None) -> Listed | None:
    """Return the game with this name, if there is one."""
    return next((each for each in LISTED if each.name == name), None)


def write(
    listed: Listed, path: Path | None = None, *, documents: str = "", games: str = "", overwrite: bool = False
) -> Controller:
    """Write a game's page, `NAME.html` without a path; return the machine in it."""
    controller = listed.controller()
    path = path or Path(f"{listed.name}.html")
    page.write(controller, path, about=listed.told(documents, games), overwrite=overwrite)
    return controller


def shelf(folder: Path, documents: str, games: str) -> Iterator[dict[str, Any]]:
    """Write the pages of all games into a folder; yield the row of each for a list of games, with its board.

    The addresses of documents and list are those that the pages in the folder have.
    """
    for each in LISTED:
        controller = write(each, folder / f"{each.name}.html", documents=documents, games=games, overwrite=True)
        controller.refresh(still=True)
        title = registry.find(each.machine).title
        row: dict[str, Any] = {"name": each.name, "machine": title, **each.told(documents), "board": None}
        for part in (part for pane in controller.panel.panes for part in pane.parts if isinstance(part, Board)):
            row["board"] = [front.plain(part), controller.shown.get(part.name)]
        yield row
