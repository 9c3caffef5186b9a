"""The directives: one table over all files of this package, and the errors for what is not in it."""

from __future__ import annotations

from host.assemblers.ca65.directives import conditional, data, macros, messages, scopes, segments, settings, structures
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.functions import FUNCTIONS
from host.assemblers.ca65.strings import TEXT_FUNCTIONS
from host.assemblers.ca65.tokens import Token
from host.assemblers.diagnostics import AssemblyError, did_you_mean

DIRECTIVES: dict[str, Handler] = {
    **conditional.DIRECTIVES,
    **data.DIRECTIVES,
    **macros.DIRECTIVES,
    **messages.DIRECTIVES,
    **scopes.DIRECTIVES,
    **segments.DIRECTIVES,
    **settings.DIRECTIVES,
    **structures.DIRECTIVES,
}
# directives of ca65 that are not ours, and what to do instead
ABSENT = {
    ".a16": "it is for the 65816", ".a8": "it is for the 65816", ".i16": "it is for the 65816",
    ".i8": "it is for the 65816", ".smart": "it is for the 65816", ".p816": "it is for the 65816",
    ".psc02": "it is for the 65C02", ".pc02": "it is for the 65C02", ".p4510": "it is for the 4510",
    ".condes": "there is no linker", ".constructor": "there is no linker", ".destructor": "there is no linker",
    ".interruptor": "there is no linker", ".forceimport": "there is no linker",
    ".bank": "the 6502 has no banks", ".linecont": "a statement is one line",
    ".ascii": "write .byte \"text\"", ".text": "write .byte \"text\"", ".db": "write .byte", ".dw": "write .word",
    ".ds": "write .res", ".equ": "write name = value", ".fill": "write .res count, value",
}  # fmt: skip


def unknown_directive(token: Token) -> AssemblyError:
    """Return the error for a directive that is not in the table."""
    if token.text in ABSENT:
        return AssemblyError(token.place, f"{token.text} is not supported", ABSENT[token.text])
    if token.text in FUNCTIONS or token.text in TEXT_FUNCTIONS:
        return AssemblyError(token.place, f"{token.text} is a function, not a statement")
    supported = "supported are: " + " ".join(sorted(DIRECTIVES))
    hint = did_you_mean(token.text, DIRECTIVES, supported)
    return AssemblyError(token.place, f"unknown directive '{token.text}'", hint)
