"""Requests about memory: readMemory and writeMemory.

The protocol knows bytes only. A word of 8 bits is one; a longer word is as many as it needs, the most significant one
first, with zeros before it. Offsets and counts are in these bytes.
"""

from __future__ import annotations

import base64
import binascii
from functools import partial
from typing import TYPE_CHECKING

from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.numbers import address_of, reference

if TYPE_CHECKING:
    from host.debugger.dap.conversation import Conversation
    from host.debugger.dap.debuggee import Debuggee


def read_memory(conversation: Conversation, arguments: Arguments) -> Body:
    """Return so many bytes, or as many as there are."""
    debuggee, count = conversation.debuggee, arguments.number("count", least=0)
    first = first_byte(debuggee, arguments)
    size = debuggee.numbers.bytes
    end = min(first + count, (debuggee.numbers.top + 1) * size)
    body: Body = {"address": reference(first // size)}
    if not 0 <= first < end:
        return {**body, "unreadableBytes": count}
    data = stored(debuggee, first, end)
    body["data"] = base64.b64encode(data).decode("ascii")
    return {**body, "unreadableBytes": count - len(data)} if count > len(data) else body


def write_memory(conversation: Conversation, arguments: Arguments) -> Body:
    """Write bytes; all, or with `allowPartial` as many as there is room for."""
    debuggee, data = conversation.debuggee, decoded(arguments.text("data"))
    first = first_byte(debuggee, arguments)
    size = debuggee.numbers.bytes
    room = (debuggee.numbers.top + 1) * size - first
    if first < 0 or (len(data) > room and not arguments.flag("allowPartial")):
        raise Refusal(f"{len(data):,} bytes from {reference(first // size)} on do not fit into memory")
    data = data[: max(0, room)]
    if data:
        write(debuggee, first, data)
        conversation.afterwards(partial(conversation.memory_changed, first // size, -(-len(data) // size)))
        conversation.afterwards(conversation.invalidate)
    return {"bytesWritten": len(data)}


def first_byte(debuggee: Debuggee, arguments: Arguments) -> int:
    """Return which byte of memory is the first one meant."""
    address = address_of(debuggee.session, arguments.text("memoryReference"))
    return address * debuggee.numbers.bytes + arguments.number("offset", 0)


def stored(debuggee: Debuggee, first: int, end: int) -> bytes:
    """Return the bytes of a stretch of memory."""
    size, peek = debuggee.numbers.bytes, debuggee.session.machine.peek
    words = range(first // size, -(-end // size))
    data = b"".join(debuggee.numbers.word_bytes(peek(address)) for address in words)
    return data[first % size :][: end - first]


def write(debuggee: Debuggee, first: int, data: bytes) -> None:
    """Write bytes; words of which only some bytes are written keep the others. All is written, or nothing."""
    size, bits = debuggee.numbers.bytes, debuggee.session.machine.word_bits
    low, high = first // size * size, -(-(first + len(data)) // size) * size
    whole = stored(debuggee, low, first) + data + stored(debuggee, first + len(data), high)
    words = [int.from_bytes(whole[start : start + size], "big") for start in range(0, len(whole), size)]
    for address, word in enumerate(words, low // size):
        if word >> bits:
            raise Refusal(f"{word:#x} does not fit into the {bits} bits of the word at {reference(address)}")
    for address, word in enumerate(words, low // size):
        debuggee.session.write(address, word)


def decoded(data: str) -> bytes:
    """Return the bytes of a text in base64; raises Refusal."""
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refusal(f"the data is not in base64: {error}") from None
