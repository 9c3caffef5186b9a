"""The outermost, invisible block of every program: the standard functions, input and output.

Sources: Revised Report on ALGOL 60, 3.2.4 and 3.2.5; IFIP, "Report on input-output procedures" (1964); Knuth et al.,
"A proposal for input-output conventions in ALGOL 60" (CACM, May 1964), as far as CDC ALGOL has it; Modified Report,
appendix 2.
"""

from __future__ import annotations

from copy import copy
from functools import cache

from host.compilers.algol import syntax
from host.compilers.algol.lexer import Lexer
from host.compilers.algol.parser import Parser
from host.compilers.algol.parser.declarations import TYPE
from host.compilers.algol.symbols import PLAIN
from host.languages.source import Diagnostics, Text

# Their headings, in ALGOL. A parameter without specification may be anything; the library looks at its kind.
HEADINGS = """
real procedure abs(e); value e; real e;
integer procedure sign(e); value e; real e;
real procedure sqrt(e); value e; real e;
real procedure sin(e); value e; real e;
real procedure cos(e); value e; real e;
real procedure arctan(e); value e; real e;
real procedure ln(e); value e; real e;
real procedure exp(e); value e; real e;
integer procedure entier(e); value e; real e;
integer procedure iabs(e); value e; integer e;

procedure insymbol(channel, text, destination); value channel; integer channel, destination; string text;
procedure outsymbol(channel, text, source); value channel, source; integer channel, source; string text;
integer procedure length(text); string text;
procedure inreal(channel, destination); value channel; integer channel; real destination;
procedure outreal(channel, source); value channel, source; integer channel; real source;
procedure ininteger(channel, destination); value channel; integer channel, destination;
procedure outinteger(channel, source); value channel, source; integer channel, source;
procedure inboolean(channel, destination); value channel; integer channel; Boolean destination;
procedure outboolean(channel, source); value channel, source; integer channel; Boolean source;
procedure inarray(channel, destination); value channel; integer channel;
procedure outarray(channel, source); value channel; integer channel;
procedure outstring(channel, text); value channel; integer channel; string text;
procedure outterminator(channel); value channel; integer channel;
procedure inchar(channel, text, destination); value channel; integer channel, destination; string text;
procedure outchar(channel, text, source); value channel, source; integer channel, source; string text;

procedure input(channel, format); value channel; integer channel; string format;
procedure output(channel, format); value channel; integer channel; string format;
procedure incharacter(channel, text, destination); value channel; integer channel, destination; string text;
procedure outcharacter(channel, text, source); value channel, source; integer channel, source; string text;
procedure inlist(channel, layout, list); value channel; integer channel; procedure layout, list;
procedure outlist(channel, layout, list); value channel; integer channel; procedure layout, list;
procedure format(text); string text;
procedure hlim(left, right); value left, right; integer left, right;
procedure vlim(top, bottom); value top, bottom; integer top, bottom;
procedure hend(normal, overflow, at line); procedure normal, overflow, at line;
procedure vend(normal, overflow, at page); procedure normal, overflow, at page;
procedure nodata(stop); label stop;
procedure tabulation(width); value width; integer width;

procedure stop;
procedure fault(text, number); value number; string text; real number;
real procedure maxreal;
real procedure minreal;
integer procedure maxint;
real procedure epsilon;
"""

# Any number of further parameters may follow those of the heading.
OPEN_ENDED = ("input", "output")

# The Report makes abs real. Of an integer it is an integer here: every program of the Report means the same, and
# `abs(i) ÷ 2` has a meaning, too.
TYPE_OF_ARGUMENT = ("abs",)


def standard_procedures() -> dict[str, syntax.Procedure]:
    """Return the standard procedures by name, made for one program."""
    return {name: copy(procedure) for name, procedure in _all().items()}


@cache
def _all() -> dict[str, syntax.Procedure]:
    procedures = (_procedure(heading) for heading in HEADINGS.split("\n") if heading)
    return {each.name: each for each in procedures}


def _procedure(heading: str) -> syntax.Procedure:
    source, diagnostics = Text(heading, "standard procedures"), Diagnostics()
    parser = Parser(source, Lexer(source, PLAIN, diagnostics).scan(), diagnostics)
    kind = TYPE[parser.advance().symbol] if parser.symbol in TYPE else syntax.Type.NONE
    name, formals = parser.procedure_heading()
    procedure = syntax.Procedure(parser.span(name), name.value, kind, formals, None)
    procedure.rest, procedure.recursive = name.value in OPEN_ENDED, False
    for index, formal in enumerate(formals):
        formal.owner, formal.index, formal.assigned = procedure, index, formal.name == "destination"
    return procedure
