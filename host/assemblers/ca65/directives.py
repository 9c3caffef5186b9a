"""Directives for conditions, messages and settings of the assembler; and unknown ones."""

from __future__ import annotations

import re
from collections.abc import Callable

from emulators.errors import Place, did_you_mean
from host.assemblers.ca65.data import checked
from host.assemblers.ca65.macros import TEXT_FUNCTIONS
from host.assemblers.ca65.parser import FUNCTIONS, is_defined, is_referenced, string
from host.assemblers.ca65.state import DIRECTIVES, Conditional, Handler, State, directive
from host.assemblers.ca65.tokens import IGNORE_CASE, LINE_CONTINUATION, Kind, Reader, Statement, Token
from host.assemblers.expressions import known
from host.languages.assembly import AssemblyError, TooManyErrorsError

# ---------------------------------------------------------------- conditional
# Directives that choose which lines are assembled: .if and its relatives.
#
# Source: ca65 Users Guide, "Conditional assembly".


Condition = Callable[[State, Reader], bool]
LEADING = re.compile(r"\s*(?:[@A-Za-z_][A-Za-z0-9_]*:(?![:=])|:)?\s*(\.[A-Za-z0-9_]+)")


def expression(asm: State, reader: Reader) -> bool:
    """Return whether the constant is not zero."""
    return asm.constant(reader) != 0


def blank(asm: State, reader: Reader) -> bool:
    """Return whether nothing follows; empty braces count as nothing."""
    tokens = reader.rest()
    return not tokens or [token.text for token in tokens] == ["{", "}"]


def constant(asm: State, reader: Reader) -> bool:
    """Return whether the expression has a known value already."""
    value = known(asm.expression(reader), outer=True)
    return value is not None and not value.bases


def inverted(condition: Condition) -> Condition:
    """Return the opposite condition."""
    return lambda asm, reader: not condition(asm, reader)


CONDITIONS: dict[str, Condition] = {
    ".if": expression,
    ".ifblank": blank,
    ".ifconst": constant,
    ".ifdef": is_defined,
    ".ifnblank": inverted(blank),
    ".ifndef": inverted(is_defined),
    ".ifnref": inverted(is_referenced),
    ".ifp02": lambda asm, reader: True,
    **dict.fromkeys((".ifp4510", ".ifp816", ".ifpc02", ".ifpsc02"), lambda asm, reader: False),
    ".ifref": is_referenced,
}
CONDITIONALS = frozenset({*CONDITIONS, ".else", ".elseif", ".endif"})


@directive(*CONDITIONS)
def begin(asm: State, token: Token, reader: Reader) -> None:
    """.if and its relatives."""
    conditional = Conditional(token, active=False, done=True)  # an error in the condition skips all branches
    asm.conditionals.append(conditional)
    conditional.active = conditional.done = CONDITIONS[token.text](asm, reader)


def _open(asm: State, token: Token) -> Conditional:
    if len(asm.conditionals) <= asm.bases[-1]:
        raise token.error(f"{token.text} without .if")
    return asm.conditionals[-1]


def _branch(asm: State, token: Token) -> Conditional:
    conditional = _open(asm, token)
    if conditional.otherwise:
        place = conditional.otherwise.place
        raise token.error(f"{token.text} after .else", f"the .else is at {place.file}:{place.line}")
    conditional.active = False
    return conditional


@directive(".elseif")
def elseif(asm: State, token: Token, reader: Reader) -> None:
    """.elseif: the next branch, if no other was taken."""
    conditional = _branch(asm, token)
    if conditional.done:
        reader.rest()
    else:
        conditional.done = True
        conditional.active = conditional.done = expression(asm, reader)


@directive(".else")
def otherwise(asm: State, token: Token, reader: Reader) -> None:
    """.else: the last branch, if no other was taken."""
    conditional = _branch(asm, token)
    conditional.otherwise = token
    conditional.active, conditional.done = not conditional.done, True


@directive(".endif")
def end_if(asm: State, token: Token, reader: Reader) -> None:
    """.endif: the end of the branches."""
    _open(asm, token)
    asm.conditionals.pop()


def skip(asm: State, statement: Statement) -> None:
    """Handle a line that is not assembled: only conditionals count, and text may be anything."""
    if statement.tokens is None:
        match = LEADING.match(statement.line.text)
        if not match or match.group(1).lower() not in CONDITIONALS:
            asm.program.record.skipped = True
            return
    tokens = list(asm.tokens(statement))
    start = next((i for i, t in enumerate(tokens[:3]) if t.kind is Kind.DIRECTIVE and t.text in CONDITIONALS), None)
    if start is None:
        asm.program.record.skipped = True
        return
    reader = Reader(tokens[start:])
    token = reader.take()
    if token.text in CONDITIONS:
        asm.program.record.skipped = True
        asm.conditionals.append(Conditional(token, active=False, done=True))
        return
    DIRECTIVES[token.text](asm, token, reader)
    reader.expect_end()


# ---------------------------------------------------------------- messages
# Directives that speak to the programmer: .assert .error .warning .out, and .end.


SEVERITIES = {"error": True, "lderror": True, "warning": False, "ldwarning": False}


@directive(".assert")
def assertion(asm: State, token: Token, reader: Reader) -> None:
    """.assert expression, error or warning, "text": checked when everything is defined."""
    expression = asm.expression(reader)
    reader.expect(",")
    severity = reader.expect_kind(Kind.NAME, "error or warning")
    if severity.text.lower() not in SEVERITIES:
        raise severity.error(f"'{severity.text}' is not a severity", "write error or warning")
    message = _utf8(string(reader)) if reader.accept(",") else "assertion failed"
    fatal = SEVERITIES[severity.text.lower()]

    def judge(value: int) -> tuple[Place, str, str] | None:
        if not value and fatal:
            raise token.error(message)
        return None if value else (token.place, message, "")

    asm.program.check([expression], judge)


def _utf8(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


@directive(".error")
def error(asm: State, token: Token, reader: Reader) -> None:
    """.error "text": an error."""
    raise token.error(_utf8(string(reader)))


@directive(".fatal")
def fatal(asm: State, token: Token, reader: Reader) -> None:
    """.fatal "text": an error that ends the assembly."""
    message = _utf8(string(reader))
    asm.program.diagnostics.report(token.error(message), asm.program.record)
    raise TooManyErrorsError


@directive(".warning")
def warning(asm: State, token: Token, reader: Reader) -> None:
    """.warning "text": a warning."""
    asm.program.warn(token.place, _utf8(string(reader)))


@directive(".out")
def out(asm: State, token: Token, reader: Reader) -> None:
    """.out "text": a line for the command line to print."""
    asm.messages.append(_utf8(string(reader)))


@directive(".end")
def end(asm: State, token: Token, reader: Reader) -> None:
    """.end: the rest of the line is ignored, as in ca65, where others put a name."""
    reader.rest()
    while len(asm.input.frames) > 1:
        asm.drop_frame()
    frame = asm.input.frames[0]
    frame.position = len(frame.items)


# ---------------------------------------------------------------- settings
# Directives that change how the assembler works: .setcpu .feature .charmap, and those without effect here.


IGNORED = (".autoimport", ".debuginfo", ".fileopt", ".fopt", ".list", ".listbytes", ".pagelen", ".pagelength")


@directive(".setcpu")
def setcpu(asm: State, token: Token, reader: Reader) -> None:
    """.setcpu "name": choose the instruction set."""
    name = reader.expect_kind(Kind.STRING, "the name of a processor as a string")
    if not asm.processor.choose(str(name.value)):
        raise name.error(f"there is no processor '{name.value}' here", 'write "6502" or "6502X"')


def processor(name: str) -> Handler:
    """Return the short form of .setcpu."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        asm.processor.choose(name)

    return directive


@directive(".feature")
def feature(asm: State, token: Token, reader: Reader) -> None:
    """.feature name, ...: enable features of the language; + and - after a name as in newer versions of ca65."""
    names = []
    for _ in reader.listed():
        names.append(reader.expect_kind(Kind.NAME, "the name of a feature"))
        if reader.at("-"):
            raise reader.token.error("features can only be switched on")
        reader.accept("+")
    asm.enable(names)


@directive(".charmap")
def charmap(asm: State, token: Token, reader: Reader) -> None:
    """.charmap index, code: map a character of the source to another code."""
    place = reader.token.place
    index = checked(asm.constant(reader), 1, place)
    reader.expect(",")
    place = reader.token.place
    asm.charmap[index] = checked(asm.constant(reader), 1, place)


@directive(*IGNORED)
def ignore(asm: State, token: Token, reader: Reader) -> None:
    """Accept a directive that has no meaning here."""
    reader.rest()


@directive(".linecont")
def linecont(asm: State, token: Token, reader: Reader) -> None:
    """.linecont +: a backslash at the end of a line continues it."""
    asm.switch(LINE_CONTINUATION, reader)


@directive(".case")
def case(asm: State, token: Token, reader: Reader) -> None:
    """.case -: from now on names are the same in capital and small letters."""
    asm.switch(IGNORE_CASE, reader)
    asm.features ^= {IGNORE_CASE}  # + means that letters count


directive(".p02")(processor("6502"))


# Directives of ca65 that are not ours, and what to do instead
ABSENT = {
    ".a16": "it is for the 65816", ".a8": "it is for the 65816", ".i16": "it is for the 65816",
    ".i8": "it is for the 65816", ".smart": "it is for the 65816", ".p816": "it is for the 65816",
    ".psc02": "it is for the 65C02", ".pc02": "it is for the 65C02", ".p4510": "it is for the 4510",
    ".bank": "the 6502 has no banks",
    ".ascii": "write .byte \"text\"", ".text": "write .byte \"text\"", ".db": "write .byte", ".dw": "write .word",
    ".ds": "write .res", ".equ": "write name = value", ".fill": "write .res count, value",
}  # fmt: skip


def unknown_directive(token: Token) -> AssemblyError:
    """Return the error for a directive that is not in the table."""
    if token.text in ABSENT:
        return token.error(f"{token.text} is not supported", ABSENT[token.text])
    if token.text in FUNCTIONS or token.text in TEXT_FUNCTIONS:
        return token.error(f"{token.text} is a function, not a statement")
    supported = "supported are: " + " ".join(sorted(DIRECTIVES))
    return token.error(f"unknown directive '{token.text}'", did_you_mean(token.text, DIRECTIVES, supported))
