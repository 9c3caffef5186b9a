"""Requests about places in memory: breakpoints, data breakpoints, memory and disassembly.

Memory references count addresses, and so do the offsets of breakpoints and disassembly. `readMemory` and `writeMemory`
count bytes, for the protocol knows nothing else: a word of 8 bits is one; a longer word is as many as it needs, the
most significant one first, with zeros before it.
"""

from __future__ import annotations

import base64
import binascii
from functools import partial

from emulators.errors import IronboardError
from host.debugger.dap.conversation import Conversation
from host.debugger.dap.debuggee import Debuggee, Holder
from host.debugger.dap.messages import Arguments, Body, Refusal, explained
from host.debugger.dap.sources import CHANGES, WRITES, Asked, Group, data_id, reference, watchable
from host.debugger.dap.variables import child, children
from host.debugger.layout import Instruction
from host.debugger.stops import Kind, Wanted

MODES: list[Body] = [
    {"mode": WRITES, "label": "Every write", "description": "also of the same value", "appliesTo": ["data"]},
    {"mode": CHANGES, "label": "Changes", "description": "only of another value", "appliesTo": ["data"]},
]
ACCESSES = {"write": Kind.WRITE, "read": Kind.READ, "readWrite": Kind.ACCESS}
MOST = 0x10000  # instructions in one answer, and how far they may be from the address


# ---------------------------------------------------------------- where code is executed


def set_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Set the breakpoints of a source; a line without code moves to the next line with code."""
    key = conversation.debuggee.places.key(arguments.part("source"))
    wanted = []
    for each in arguments.parts("breakpoints"):
        line, column = each.number("line"), each.number("column", None)
        place = str(line) if column is None else f"{line}:{column}"
        wanted.append(asked(each, Group.SOURCE, place, source=key, message=each.text("logMessage", "")))
    return {"breakpoints": conversation.debuggee.marks.replace(Group.SOURCE, key, wanted)}


def set_function_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Set breakpoints on labels; an address, an expression or `file:line` also works."""
    wanted = [asked(each, Group.FUNCTION, each.text("name")) for each in arguments.parts("breakpoints")]
    return {"breakpoints": conversation.debuggee.marks.replace(Group.FUNCTION, "", wanted)}


def set_instruction_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    wanted = []
    for each in arguments.parts("breakpoints"):
        text, offset = each.text("instructionReference"), each.number("offset", 0)
        place = f"({text}) {'-' if offset < 0 else '+'} +{abs(offset)}" if offset else text
        wanted.append(asked(each, Group.INSTRUCTION, place))
    return {"breakpoints": conversation.debuggee.marks.replace(Group.INSTRUCTION, "", wanted)}


def asked(
    arguments: Arguments, group: Group, place: str, kind: Kind = Kind.EXECUTE, source: str = "", message: str = ""
) -> Asked:
    """Return the breakpoint that the editor requests at a place."""
    condition, hits = arguments.text("condition", ""), arguments.text("hitCondition", "")
    return Asked(group, Wanted(kind, place, condition=condition, hits=hits, message=message), source)


def set_exception_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Refuse all filters: fatal stops always stop the machine."""
    filters = [*arguments.texts("filters"), *(each.text("filterId") for each in arguments.parts("filterOptions"))]
    refused = {"verified": False, "message": "exception filters are not supported", "reason": "failed"}
    return {"breakpoints": [refused] * len(filters)}


def breakpoint_locations(conversation: Conversation, arguments: Arguments) -> Body:
    """Return the lines of a range that have code, or the statements that begin there."""
    places, first = conversation.debuggee.places, arguments.number("line")
    key, last = places.key(arguments.part("source")), arguments.number("endLine", first)
    statements = places.statements(key, first, last)
    return {"breakpoints": statements or [{"line": line} for line in places.lines_with_code(key, first, last)]}


# ---------------------------------------------------------------- where data is touched


def data_breakpoint_info(conversation: Conversation, arguments: Arguments) -> Body:
    """Return whether and how something can be watched."""
    debuggee, name = conversation.debuggee, arguments.text("name")
    session = debuggee.session
    mode = arguments.choice("mode", (WRITES, CHANGES), WRITES)
    words = -(-arguments.number("bytes", 1, least=1) // debuggee.bytes)
    accesses = list(ACCESSES) if mode == WRITES else ["write"]
    container = arguments.number("variablesReference", 0)
    holder = debuggee.holder(container)
    try:
        if holder is not None or (not container and session.in_language(name)):
            address, count = place_of_variable(debuggee, container, holder, name, arguments)
            id, persists, description = data_id(mode, count, f"0o{address:o}"), False, name
        else:
            text = child(debuggee, container, name).expression if container else name
            watched, persists = watchable(session, text), True
            if watched.address is None:
                id, accesses, description = data_id(CHANGES, 1, text), ["write"], f"{watched.register} changes"
            else:
                last = min(watched.address + words - 1, debuggee.session.top)
                id = data_id(mode, last - watched.address + 1, text)
                description = stretch(debuggee, watched.address, last)
    except IronboardError as error:
        return {"dataId": None, "description": explained(error)}
    return {"dataId": id, "description": description, "accessTypes": accesses, "canPersist": persists}


def place_of_variable(
    debuggee: Debuggee, container: int, holder: Holder | None, name: str, arguments: Arguments
) -> tuple[int, int]:
    """Return address and words of a variable of the language while it exists; raises IronboardError."""
    assert debuggee.session.language is not None
    inside = [each for each in children(debuggee, container) if each.name == name] if holder else []
    frame = holder.frame if holder else max(0, arguments.number("frameId", 1) - 1)
    found = inside[0] if inside else debuggee.session.language.evaluate(name, frame)
    if found.address is None:
        raise Refusal(f"'{name}' is not in storage and cannot be watched")
    return found.address, found.words


def last_written(debuggee: Debuggee, text: str, frame: int) -> int:
    """Return the address of an expression's word or variable, to look for its last write; raises IronboardError."""
    session = debuggee.session
    if session.in_language(text):
        return place_of_variable(debuggee, 0, None, text, Arguments({"frameId": frame}, "written"))[0]
    watched = watchable(session, text)
    if watched.address is None:
        raise Refusal(f"{watched.register} is a register: the last write to a word of memory can be found")
    return watched.address


def stretch(debuggee: Debuggee, first: int, last: int) -> str:
    """Return the name of a range of memory."""
    sources = debuggee.session.sources
    numbers = sources.number(first) if first == last else f"{sources.number(first)}-{sources.number(last)}"
    name = sources.near(first)
    return numbers if name == sources.number(first) else f"{name} ({numbers})"


def set_data_breakpoints(conversation: Conversation, arguments: Arguments) -> Body:
    """Watch memory and registers."""
    wanted = []
    for each in arguments.parts("breakpoints"):
        name, access = each.text("dataId"), each.choice("accessType", tuple(ACCESSES), "write")
        changes = access == "write" and name.startswith(f"{CHANGES}:")
        kind = Kind.CHANGE if changes else ACCESSES[access]
        wanted.append(asked(each, Group.DATA, name, kind))
    return {"breakpoints": conversation.debuggee.marks.replace(Group.DATA, "", wanted)}


# ---------------------------------------------------------------- memory


def read_memory(conversation: Conversation, arguments: Arguments) -> Body:
    """Return n bytes, or as many as exist."""
    debuggee, count = conversation.debuggee, arguments.number("count", least=0)
    size, first = debuggee.bytes, first_byte(debuggee, arguments)
    end = min(first + count, (debuggee.session.top + 1) * size)
    body: Body = {"address": reference(first // size)}
    if not 0 <= first < end:
        return {**body, "unreadableBytes": count}
    data = stored(debuggee, first, end)
    body["data"] = base64.b64encode(data).decode("ascii")
    return {**body, "unreadableBytes": count - len(data)} if count > len(data) else body


def write_memory(conversation: Conversation, arguments: Arguments) -> Body:
    """Write bytes; all, or with `allowPartial` as many as there is room for."""
    debuggee = conversation.debuggee
    try:
        data = base64.b64decode(arguments.text("data"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refusal(f"the data is not in base64: {error}") from None
    size, first = debuggee.bytes, first_byte(debuggee, arguments)
    room = (debuggee.session.top + 1) * size - first
    if first < 0 or (len(data) > room and not arguments.flag("allowPartial")):
        raise Refusal(f"{len(data):,} bytes from {reference(first // size)} on do not fit into memory")
    data = data[: max(0, room)]
    if data:
        write(debuggee, first, data)
        conversation.afterwards(partial(conversation.memory_changed, first // size, -(-len(data) // size)))
        conversation.afterwards(conversation.invalidate)
    return {"bytesWritten": len(data)}


def first_byte(debuggee: Debuggee, arguments: Arguments) -> int:
    """Return the index of the first byte in memory."""
    address = address_of(debuggee, arguments.text("memoryReference"))
    return address * debuggee.bytes + arguments.number("offset", 0)


def address_of(debuggee: Debuggee, text: str) -> int:
    """Return the address of a memory reference or an expression; raises Refusal."""
    try:
        return debuggee.session.value(text)
    except IronboardError as error:
        raise Refusal(f"'{text}' is not an address: {explained(error)}") from None


def stored(debuggee: Debuggee, first: int, end: int) -> bytes:
    """Return the bytes of a range of memory."""
    size, peek = debuggee.bytes, debuggee.session.machine.peek
    words = range(first // size, -(-end // size))
    return b"".join(peek(address).to_bytes(size, "big") for address in words)[first % size :][: end - first]


def write(debuggee: Debuggee, first: int, data: bytes) -> None:
    """Write bytes; words of which only some bytes are written keep the others. All is written, or nothing."""
    size, bits = debuggee.bytes, debuggee.session.machine.word_bits
    low, high = first // size * size, -(-(first + len(data)) // size) * size
    whole = stored(debuggee, low, first) + data + stored(debuggee, first + len(data), high)
    words = [int.from_bytes(whole[start : start + size], "big") for start in range(0, len(whole), size)]
    for address, word in enumerate(words, low // size):
        if word >> bits:
            raise Refusal(f"{word:#x} does not fit into the {bits} bits of the word at {reference(address)}")
    for address, word in enumerate(words, low // size):
        debuggee.session.write(address, word)


# ---------------------------------------------------------------- disassembly


def disassemble(conversation: Conversation, arguments: Arguments) -> Body:
    """Return exactly as many instructions as asked for."""
    debuggee = conversation.debuggee
    address = address_of(debuggee, arguments.text("memoryReference")) + arguments.number("offset", 0)
    skip = arguments.number("instructionOffset", 0, least=-MOST, most=MOST)
    count = arguments.number("instructionCount", least=0, most=MOST)
    symbols = arguments.flag("resolveSymbols")
    found = debuggee.disassembler.instructions(address, skip, count)
    return {"instructions": [described(debuggee, each, symbols) for each in found]}


def described(debuggee: Debuggee, each: Instruction, symbols: bool) -> Body:
    """Return an instruction in the protocol's form."""
    session = debuggee.session
    body: Body = {"address": reference(each.address), "instruction": each.text or "??"}
    if not each.valid:
        body["presentationHint"] = "invalid"
    if not each.text:
        return body
    words = (session.machine.peek(address) for address in range(each.address, each.address + each.length))
    body["instructionBytes"] = " ".join(map(debuggee.word, words))
    name = session.sources.name_of(each.address) if symbols else None
    if name:
        body["symbol"] = name
    place = debuggee.places.of_file(each.address)
    return {**body, "location": place["source"], "line": place["line"]} if place else body
