"""Requests of our own, for what the protocol does not know: what is done to the machine, and what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation


def press(conversation: Conversation, arguments: Arguments) -> None:
    """Press keys one after the other as the machine runs; if it stands still, they wait until it goes on."""
    conversation.debuggee.press(arguments.texts("keys"))


def give(conversation: Conversation, arguments: Arguments) -> None:
    """Give the machine one of its inputs, now."""
    conversation.debuggee.session.give(arguments.text("kind"), arguments.anything("value"))
    conversation.afterwards(conversation.invalidate)


def devices(conversation: Conversation, arguments: Arguments) -> Body:
    """Return what the devices show: device, name, text. The machine may be running."""
    return {"devices": conversation.debuggee.session.machine.devices()}
