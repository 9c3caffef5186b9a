"""Directives that speak to the programmer: .assert .error .warning .out, and .end."""

from __future__ import annotations

from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.functions import string
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError

SEVERITIES = {"error": True, "lderror": True, "warning": False, "ldwarning": False}


def assertion(asm: Assembler, token: Token, reader: Reader) -> None:
    """.assert expression, error or warning, "text": looked at when everything is defined."""
    expression = asm.parser.expression(reader)
    reader.expect(",")
    severity = reader.expect_kind(Kind.NAME, "error or warning")
    if severity.text.lower() not in SEVERITIES:
        raise AssemblyError(severity.place, f"'{severity.text}' is no severity", "write error or warning")
    message = _utf8(string(reader)) if reader.accept(",") else "assertion failed"
    program, fatal = asm.program, SEVERITIES[severity.text.lower()]

    def judge(value: int) -> list[int]:
        if not value and fatal:
            raise AssemblyError(token.place, message)
        if not value:
            program.diagnostics.warn(token.place, message, "", context)
        return []

    context = program.context
    program.check([expression], judge)


def _utf8(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


def error(asm: Assembler, token: Token, reader: Reader) -> None:
    """.error "text": an error."""
    raise AssemblyError(token.place, _utf8(string(reader)))


def fatal(asm: Assembler, token: Token, reader: Reader) -> None:
    """.fatal "text": an error that ends the assembly."""
    message = _utf8(string(reader))
    asm.program.diagnostics.report(AssemblyError(token.place, message), asm.program.context)
    raise TooManyErrorsError


def warning(asm: Assembler, token: Token, reader: Reader) -> None:
    """.warning "text": a warning."""
    asm.program.warn(token.place, _utf8(string(reader)))


def out(asm: Assembler, token: Token, reader: Reader) -> None:
    """.out "text": a line for the command line to print."""
    asm.messages.append(_utf8(string(reader)))


def end(asm: Assembler, token: Token, reader: Reader) -> None:
    """.end: what follows is not part of the program, as in ca65 the rest of the line, where others name something."""
    reader.rest()
    while len(asm.input.frames) > 1:
        asm.drop_frame()
    frame = asm.input.frames[0]
    frame.position = len(frame.items)


DIRECTIVES: dict[str, Handler] = {
    ".assert": assertion,
    ".end": end,
    ".error": error,
    ".fatal": fatal,
    ".out": out,
    ".warning": warning,
}
