"""Texts of a machine for the clipboard: its paper, its boards, the panel in characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.ui.controller import Controller
from host.ui.parts import Board, Paper

GO, SQUARES = {"black": "X", "white": "O"}, {"black": "b", "blackking": "B", "white": "w", "whiteking": "W"}
CHESSMEN = set("KQRBNPkqrbnp")
PANEL = (120, 40)  # columns and rows


def texts(controller: Controller) -> dict[str, str]:
    """Return the texts that can be copied now, by their titles."""
    found: dict[str, str] = {}
    for pane in controller.panes:
        for part in pane.parts:
            if isinstance(part, Paper) and controller.paper.text.strip():
                lines = (line.rstrip() for line in controller.paper.lines)
                found[f"{pane.title or part.name}: all lines"] = "\n".join(lines).strip("\n") + "\n"
            if isinstance(part, Board) and (value := controller.shown.get(part.name)):
                found[f"{pane.title or part.name}: the board as a diagram"] = diagram(part.played(value), value)
                if placed := fen(part, value):
                    found[f"{pane.title or part.name}: the men as in FEN"] = placed
    from host.ui.sheet import text_of

    return {**found, **controller.notations(), "the whole panel in characters": text_of(controller, *PANEL)}


def diagram(part: Board, value: Mapping[str, Any]) -> str:
    """Return a board as lines of characters, with the names of rows and columns where it has any."""
    cells = value["cells"]
    if part.style == "pits":
        return " ".join(str(each) for each in cells) + "\n"
    empty = "+" if part.style == "go" else "."
    signs = {" ": empty, "-": " "} | {sign: sign_of(man, part.style) for sign, man in part.men.items()}
    margin = max(map(len, part.row_names), default=0)
    lines = []
    for row in range(part.rows):
        name = f"{part.row_names[row]:>{margin}} " if part.row_names else ""
        signs_of_row = [
            signs.get(str(each), str(each)) for each in cells[row * part.columns : (row + 1) * part.columns]
        ]
        lines.append((name + " ".join(signs_of_row)).rstrip())
    if part.column_names:
        lines.append(" " * (margin + 1) + " ".join(name[-1] for name in part.column_names))
    return "\n".join(lines) + "\n"


def sign_of(man: str, style: str) -> str:
    """Return the letter of a man: b w B W of draughts, X O of Go, those of chess as they are."""
    return (GO if style == "go" else SQUARES).get(man, man)


def fen(part: Board, value: Mapping[str, Any]) -> str:
    """Return the placement of the men in FEN, "" for a board that is not of chess."""
    if part.style != "squares" or not part.men or not set(part.men.values()) <= CHESSMEN:
        return ""
    rows = []
    for row in range(part.rows):
        text, empty = "", 0
        for cell in value["cells"][row * part.columns : (row + 1) * part.columns]:
            man = part.men.get(cell, "")
            if man:
                text += (str(empty) if empty else "") + man
                empty = 0
            else:
                empty += 1
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows) + "\n"
