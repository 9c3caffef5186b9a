"""The request disassemble.

Memory references and the offset count addresses; for machines whose words are bytes, that is what the protocol says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body
from host.debugger.dap.disassembler import Instruction
from host.debugger.dap.numbers import address_of, reference

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee

MOST = 0x10000  # instructions in one answer, and how far they may be from the address


def disassemble(conversation: Conversation, arguments: Arguments) -> Body:
    """Return exactly as many instructions as asked for."""
    debuggee = conversation.debuggee
    address = address_of(debuggee.session, arguments.text("memoryReference")) + arguments.number("offset", 0)
    skip = arguments.number("instructionOffset", 0, least=-MOST, most=MOST)
    count = arguments.number("instructionCount", least=0, most=MOST)
    symbols = arguments.flag("resolveSymbols")
    found = debuggee.disassembler.instructions(address, skip, count)
    return {"instructions": [described(debuggee, each, symbols) for each in found]}


def described(debuggee: Debuggee, each: Instruction, symbols: bool) -> Body:
    """Return an instruction as the protocol describes them."""
    session, numbers = debuggee.session, debuggee.numbers
    body: Body = {"address": reference(each.address), "instruction": each.text or "??"}
    if not each.valid:
        body["presentationHint"] = "invalid"
    if not each.text:
        return body
    words = (session.machine.peek(address) for address in range(each.address, each.address + each.length))
    body["instructionBytes"] = " ".join(numbers.word(word) for word in words)
    name = session.sources.name_of(each.address) if symbols else None
    if name:
        body["symbol"] = name
    place = debuggee.places.of_file(each.address)
    return {**body, "location": place["source"], "line": place["line"]} if place else body
