"""Requests about the texts of sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation


def source(conversation: Conversation, arguments: Arguments) -> Body:
    """Return a text: of a disassembly, which the editor cannot read from a file, or of a file."""
    places, number = conversation.debuggee.places, arguments.number("sourceReference", 0)
    whole = Arguments({"sourceReference": number}, "source") if number else arguments.part("source")
    return {"content": places.text(places.key(whole)), "mimeType": "text/x-asm"}


def loaded_sources(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the files that the program comes from."""
    return {"sources": conversation.debuggee.places.files()}
