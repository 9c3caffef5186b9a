"""From basic symbols to the tree, by recursive descent: a function for each rule of the Revised Report."""

from __future__ import annotations

from host.algol.diagnostics import Diagnostics, TooManyErrorsError
from host.algol.lexer import Lexer
from host.algol.nesting import DEPTH
from host.algol.parser.statements import Parser
from host.algol.spans import Text
from host.algol.syntax import Node, Program, children

__all__ = ["Parser", "parse"]


def parse(source: Text, lexer: Lexer, diagnostics: Diagnostics) -> Program:
    """Return the tree; if there are errors they are noted, and it is of no use."""
    tokens = lexer.scan()
    if lexer.broken:
        raise TooManyErrorsError
    parser = Parser(source, tokens, diagnostics, lexer.comment_ends)
    program = parser.program(lexer.title)
    if parser.broken:
        raise TooManyErrorsError
    _check_depth(program, diagnostics)
    return program


def _check_depth(program: Program, diagnostics: Diagnostics) -> None:
    """Refuse trees that are too deep for passes that recur: long chains of operators nest, too."""
    level: list[Node] = [program]
    depth = 0
    while level and depth < DEPTH:
        level = [child for node in level for child in children(node)]
        depth += 1
    if level:
        diagnostics.error(level[0].at, f"the program is nested too deeply here: more than {DEPTH:,} levels")
        raise TooManyErrorsError
