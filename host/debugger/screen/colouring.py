"""Source lines in colours, by the lexers of Pygments."""

from __future__ import annotations

from pathlib import PurePath

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Operator, Punctuation, is_token_subtype
from rich.text import Text

from host.debugger.screen.palette import Palette

LEXERS = {".s": "ca65", ".asm": "ca65", ".a65": "ca65", ".inc": "ca65"}  # ending of a file -> Pygments' name
INKS = {
    Comment: "comment", Keyword.Pseudo: "dim", Keyword: "mnemonic", Name.Label: "label", Name.Constant: "number",
    Literal.Number: "number", Literal.String: "string", Punctuation: "dim", Operator: "dim",
}  # kind of token -> ink; the special ones before the general ones  # fmt: skip


def coloured(file: str, lines: list[str], palette: Palette) -> list[Text]:
    """Return the lines of a source, tabs expanded, coloured if its language is known."""
    plain = [line.expandtabs(8) for line in lines]
    lexer = _lexer(file)
    if lexer is None:
        return [palette.text(line) for line in plain]
    rows, row = [], palette.text()
    for token, words in lexer.get_tokens("\n".join(plain) + "\n"):
        ink = next((ink for kind, ink in INKS.items() if is_token_subtype(token, kind)), "text")
        for number, part in enumerate(words.split("\n")):
            if number:
                rows.append(row)
                row = palette.text()
            row.append(part, palette.style(ink))
    return rows[: len(plain)]


def _lexer(file: str) -> Lexer | None:
    name = LEXERS.get(PurePath(file).suffix.lower())
    return get_lexer_by_name(name, stripnl=False, ensurenl=False) if name else None
