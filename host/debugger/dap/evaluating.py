"""Requests about expressions: evaluate, setExpression, setVariable, completions."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.dap import spoken
from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.numbers import reference
from host.debugger.dap.spoken import READ_ONLY
from host.debugger.dap.targets import Word, target
from host.debugger.dap.variables import expression_of
from host.debugger.expressions import CYCLES
from host.debugger.language import Language

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee

NAME = re.compile(r"[@A-Za-z_][A-Za-z0-9_:.@?]*")
MOST_COMPLETIONS = 200


# ---------------------------------------------------------------- looking


def evaluate(conversation: Conversation, arguments: Arguments) -> Body:
    """Compute an expression; in the debug console, execute a command, too."""
    debuggee, text = conversation.debuggee, arguments.text("expression")
    hexadecimal = arguments.part("format").flag("hex")
    context, frame = arguments.text("context", ""), frame_of(conversation, arguments)
    language = debuggee.session.language
    if context == "repl" and language is not None and language.assign in text:
        return assigned(conversation, language, text, frame)
    if spoken.meant(debuggee.session, text) and language is not None:
        return spoken.value_of(conversation, language.evaluate(text, frame), frame)
    if context == "repl" and ("\n" in text or debuggee.console.is_command(text)):
        return commands(conversation, text.splitlines() or [""], hexadecimal)
    if context == "hover":
        return hover(conversation, text, hexadecimal)
    return answer(conversation, text, debuggee.session.value(text), hexadecimal)


def assigned(conversation: Conversation, language: Language, text: str, frame: int) -> Body:
    """Execute an assignment that the user has typed; return the new value."""
    target, _, value = text.partition(language.assign)
    conversation.debuggee.session.assign(target, value, frame)
    conversation.afterwards(conversation.invalidate)
    return spoken.value_of(conversation, language.evaluate(target, frame), frame)


def frame_of(conversation: Conversation, arguments: Arguments) -> int:
    """Return the activation that is meant: the innermost, if no frame is named."""
    return max(0, arguments.number("frameId", 1) - 1)


def answer(conversation: Conversation, text: str, value: int, hexadecimal: bool) -> Body:
    """Return the value of an expression, with all its digits."""
    debuggee = conversation.debuggee
    found = target(debuggee.session, text)
    bits = found.bits(debuggee.session) if found else None
    numbers = debuggee.numbers
    result = numbers.word(value, bits, hexadecimal) if bits else numbers.result(value, hexadecimal)
    body: Body = {"result": result, "variablesReference": 0}
    address = found.address if isinstance(found, Word) else value
    if conversation.can("supportsMemoryReferences") and numbers.is_address(address):
        body["memoryReference"] = reference(address)
    if bits and conversation.can("supportsVariableType"):
        body["type"] = f"{bits} bits"
    if found is None:
        body["presentationHint"] = READ_ONLY
    return body


def hover(conversation: Conversation, text: str, hexadecimal: bool) -> Body:
    """Return what the mouse rests on: of a label, what stands there, too.

    A word of letters that is neither register nor label is refused: in a source, DEC is an instruction, not a number.
    """
    debuggee, session = conversation.debuggee, conversation.debuggee.session
    label = session.sources.address_of(text) if NAME.fullmatch(text) else None
    if NAME.fullmatch(text) and label is None and target(session, text) is None:
        raise Refusal(f"'{text}' is neither a register nor a label")
    body = answer(conversation, text, session.value(text), hexadecimal)
    if label is None or target(session, text) is not None:
        return body
    there = session.machine.peek(label) if debuggee.numbers.is_address(label) else None
    word = "" if there is None else f": {debuggee.numbers.word(there, hexadecimal=hexadecimal)}"
    return {**body, "result": f"{text} = {session.sources.number(label)}{word}"}


def commands(conversation: Conversation, lines: list[str], hexadecimal: bool) -> Body:
    """Execute commands of the monitor, and compute expressions; what has changed is told behind the answer."""
    debuggee = conversation.debuggee
    console, session = debuggee.console, debuggee.session
    before, said = conversation.moment(), []
    try:
        with conversation.journey():
            for line in lines:
                if console.is_command(line):
                    said.append(console.execute(line))
                else:
                    said.append(answer(conversation, line, session.value(line), hexadecimal)["result"])
    except IronboardError:
        conversation.tell_changes(before)  # those of the lines above
        raise
    conversation.afterwards(partial(conversation.tell_changes, before))
    return {"result": "\n".join(said), "variablesReference": 0}


# ---------------------------------------------------------------- assigning


def set_expression(conversation: Conversation, arguments: Arguments) -> Body:
    """Give a register, a bit of one, or a word of memory another value."""
    text, session = arguments.text("expression"), conversation.debuggee.session
    if spoken.meant(session, text):
        return change(conversation, text, frame_of(conversation, arguments), arguments)
    return assign(conversation, text, arguments)


def set_variable(conversation: Conversation, arguments: Arguments) -> Body:
    """Give a register, a flag or the word at a label another value."""
    number, name = arguments.number("variablesReference"), arguments.text("name")
    holder = conversation.debuggee.holders.at(number)
    if holder is not None:
        text = spoken.expression_of(conversation.debuggee.session, holder, name)
        return change(conversation, text, holder.frame, arguments)
    return assign(conversation, expression_of(conversation.debuggee, number, name), arguments)


def change(conversation: Conversation, text: str, frame: int, arguments: Arguments) -> Body:
    """Give a variable of the program's language another value; return that."""
    session = conversation.debuggee.session
    address = session.assign(text, arguments.text("value"), frame)
    conversation.afterwards(partial(conversation.memory_changed, address, 1))
    conversation.afterwards(conversation.invalidate)
    assert session.language is not None
    body = spoken.value_of(conversation, session.language.evaluate(text, frame), frame)
    return {"value": body["result"], **{name: body[name] for name in ("type", "memoryReference") if name in body}}


def assign(conversation: Conversation, text: str, arguments: Arguments) -> Body:
    """Assign a value; return the new one."""
    debuggee = conversation.debuggee
    found = target(debuggee.session, text)
    if found is None:
        raise Refusal(f"'{text}' cannot be assigned to: write a register, a bit such as P.Z, or [{text}] for memory")
    found.assign(debuggee.session, debuggee.session.value(arguments.text("value")))
    if isinstance(found, Word):
        conversation.afterwards(partial(conversation.memory_changed, found.address, 1))
    conversation.afterwards(conversation.invalidate)
    body = answer(conversation, text, debuggee.session.value(text), arguments.part("format").flag("hex"))
    return {"value": body.pop("result"), **{name: body[name] for name in ("type", "memoryReference") if name in body}}


# ---------------------------------------------------------------- completing


def completions(conversation: Conversation, arguments: Arguments) -> Body:
    """Return what the word before the cursor may become: commands, registers, labels."""
    lines = arguments.text("text").split("\n")
    row = conversation.client.our_line(arguments.number("line", conversation.client.line(1)))
    line = lines[row - 1] if 1 <= row <= len(lines) else ""
    column = arguments.number("column", least=0) - conversation.client.first_column
    before = utf16(line)[: 2 * max(0, column)].decode("utf-16-le", "replace")
    match = re.search(r"[@A-Za-z0-9_:.?]*$", before)
    word = match[0] if match else ""
    start = len(utf16(before[: len(before) - len(word)])) // 2 + conversation.client.first_column
    found = candidates(conversation.debuggee, word, first=not before[: len(before) - len(word)].strip())
    rows = [{"label": name, "type": kind, "start": start, "length": len(word)} for name, kind in found]
    return {"targets": rows[:MOST_COMPLETIONS]}


def candidates(debuggee: Debuggee, word: str, first: bool) -> list[tuple[str, str]]:
    """Return names that begin with a word, and what they are; commands only at the beginning of a line."""
    session = debuggee.session
    found = [(each.name, "function") for each in debuggee.console.commands if first and each.name.startswith(word)]
    names = [*session.machine.registers, CYCLES]
    found += [(name, "variable") for name in names if name.lower().startswith(word.lower())]
    if session.language is not None and not session.running:
        found = [*((name, "variable") for name in session.language.names(word)), *found]
    return found + [(name, "reference") for name in session.sources.names(word)]


def utf16(text: str) -> bytes:
    """Return a text in the units in which the protocol counts columns; two bytes each."""
    return text.encode("utf-16-le", "surrogatepass")
