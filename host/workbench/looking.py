"""Calls on the machine of the debugger: time, memory, profile, symbols, links.

    debug.machine                the machine's facts: radix, address_bits, word_bits, top, clock, start, registers
    debug.timeline               {"start", "end", "now", "clock": cycles; "inputs", "stops": [cycle, ...]}
    debug.go CYCLE [SURE]        travel to a cycle; the event `stopped` follows
    debug.written TEXT [FRAME] [SURE]    travel back to the last write to a place: {"before", "after", "cycle", "text"},
                                 null: nothing has written to it
    debug.back [SURE]            travel back to where something would have stopped the machine last
    debug.way [CYCLE]            how long it takes to go there, at most to the beginning: {"seconds", "interruptible"}
    debug.map [FORGET]           {"size", "looks", "changed": [address, mark, ...], "isNew"}: marks are 4 x look + kind,
                                 1 read, 2 executed, 3 written
    debug.profile                {"total": cycles, "first", "lines": [[file, line, cycles, executions], ...]} of the
                                 last cycles
    debug.cycles FILE FIRST LAST the clock cycles of the instructions on some lines: {"least", "most"}, null: unknown
    debug.symbols                [{"name", "value", "kind", "path", "line"}]
    debug.inputs                 the way of a launched machine to now: {"inputs": [[cycle, kind, value]], "cycle",
                                 "check", "whole"}; not `whole`: it began with a state, which has to be loaded before
    debug.live INPUTS CYCLE [CHECK] [SURE]    give it to the machine of a launch
    debug.numbers FIRST COUNT VIEW    words of memory as texts in one of the machine's "views"
    debug.state                  the saved state, packed, in base64; debug.load STATE goes to it

Where nothing can interrupt a long journey (Worker.breath), one that takes more than a second or so is refused by an
error of the kind LongWay that says how long; with SURE it is made. The request reverseContinue takes `sure`, too. A
journey of a running machine pauses it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError, StateError
from host import registry
from host.debugger.dap.addresses import last_written
from host.debugger.history import Entry
from host.debugger.profile.counts import line_costs
from host.debugger.profile.profile import Measurement
from host.debugger.session import Session
from host.debugger.stops import word_text
from host.languages.analysis import Rows
from host.registry import Model
from host.workbench.driving import ELSEWHERE, lasting

if TYPE_CHECKING:
    from host.workbench.worker import Worker

PROFILED = 5_000_000  # cycles
MOST_MARKS = 400  # on a time line
MOST_STATE = 64 << 20  # bytes
LONGEST_LIFE = 86_400  # seconds of the machine's time that inputs may take
WORDS, INTEGER, REAL = "words", "integer", "real"  # views of memory
REAL_DIGITS, REAL_WIDTH = 9, 16
MOST_NUMBERS = 4096
NUMBER = re.compile(r"\d+")


def session_of(worker: Worker) -> Session:
    """Return the debugger's session; raises IronboardError without one."""
    if worker.debugger.conversation.opened is None:
        raise IronboardError("no program has begun")
    return worker.debugger.conversation.session


# ---------------------------------------------------------------- time


def machine(worker: Worker) -> dict[str, Any]:
    """Return the facts about the machine that a page needs to show its words."""
    session = session_of(worker)
    found, model = session.machine, model_of(session)
    own = next((image for image in session.sources.images if image.segments), None)
    return {
        "title": found.title,
        "radix": found.radix,
        "address_bits": found.address_bits,
        "word_bits": found.word_bits,
        "top": session.top,
        "clock": found.clock,
        "start": min(each.address for each in own.segments) if own else 0,
        "registers": found.registers,
        "counter": found.program_counter,
        "characters": model.characters(),
        "views": [
            {"name": WORDS, "title": "hexadecimal" if found.radix == 16 else "octal"},
            {"name": INTEGER, "title": "decimal", "width": len(str(1 << found.word_bits - 1)) + 1},
            *[{"name": REAL, "title": "floating point", "width": REAL_WIDTH}] * (model.real_in is not None),
        ],
    }


def model_of(session: Session) -> Model:
    """Return the model of a session's machine."""
    return registry.find(registry.titled(session.machine.title) or "")


def numbers(worker: Worker, first: int, count: int, view: str) -> list[str]:
    """Return words of memory as integers or floating-point numbers."""
    session = session_of(worker)
    model, last = model_of(session), min(first + count, session.top + 1)
    forms: dict[str, Callable[[int], str]] = {INTEGER: lambda word: str(model.integer_in(word))}
    if model.real_in:
        forms[REAL] = partial(real_text, model.real_in)
    form = forms.get(view)
    if form is None or first < 0 or count > MOST_NUMBERS:
        raise IronboardError(f"memory has no view '{view}' of {count} words at {first}")
    return [form(session.machine.peek(address)) for address in range(first, last)]


def real_text(real_in: Callable[[int], float], word: int) -> str:
    """Return a word as a floating-point number, as exact as its fraction."""
    try:
        found = real_in(word)
    except OverflowError:
        return "out of range"
    return f"{found:.{REAL_DIGITS}g}"


def timeline(worker: Worker) -> dict[str, Any]:
    """Return how far the past and the known future reach, with the inputs and stops in it."""
    session = session_of(worker)
    history = session.history
    end = max(history.end, history.expected_end or 0, session.cycles)
    return {
        "start": history.start,
        "end": end,
        "now": session.cycles,
        "clock": session.clock,
        "inputs": thinned([each.cycle for each in history.log]),
        "stops": thinned([each for each in worker.debugger.stops if history.start <= each <= end]),
    }


def thinned(cycles: Sequence[int]) -> list[int]:
    """Return cycles in their order, each once; of too many, some."""
    found = sorted({*cycles})
    return found[:: -(-len(found) // MOST_MARKS) or 1]


def way(worker: Worker, cycle: int | None = None) -> dict[str, Any]:
    """Return about how long a journey to a cycle takes, or to the beginning, and whether `pause` can end it."""
    history = session_of(worker).history
    seconds = history.seconds(history.past) if cycle is None else history.way(cycle)
    return {"seconds": seconds, "interruptible": worker.debugger.interruptible}


def ask_first(worker: Worker, sure: bool, cycle: int | None = None) -> None:
    """Raise LongWay if a journey takes long, nothing can interrupt it, and the user is not sure."""
    if not sure:
        worker.debugger.refuse_long(way(worker, cycle)["seconds"])


def travel(worker: Worker, journey: Callable[[Session], Any], tell: dict[str, Any] | None = None) -> Any:
    """Make a journey; report where it has led, by default with the session's reason. Return its result."""
    debugger = worker.debugger
    debugger.stand()
    try:
        with debugger.conversation.journey():
            return journey(session_of(worker))
    finally:
        debugger.conversation.tell_stop(tell)
        debugger.stir()


def go(worker: Worker, cycle: int, sure: bool = False) -> None:
    """Travel to a cycle of the past or of the known future."""
    history = session_of(worker).history
    if type(cycle) is not int or not history.start <= cycle <= max(history.end, history.expected_end or 0):
        raise IronboardError(f"cycle {cycle} is outside the known time: {history.start:,} to {history.end:,}")
    ask_first(worker, sure, cycle)
    travel(worker, lambda session: session.go(cycle), {**ELSEWHERE})


def back(worker: Worker, sure: bool = False) -> None:
    """Travel back to where something would have stopped the machine last."""
    ask_first(worker, sure)
    travel(worker, lambda session: session.reverse())


def written(worker: Worker, text: str, frame: int = 1, sure: bool = False) -> dict[str, Any] | None:
    """Travel back to the last write to a word, a variable or a register; return its effect, None if there was none."""
    session = session_of(worker)
    ask_first(worker, sure)
    language = session.in_language(text)
    place = None if language else session.location(text)
    register = place.register if place else ""
    address = 0 if register else last_written(worker.debugger.conversation.debuggee, text, frame)
    now = language.evaluate(text, max(0, frame - 1)).value if language else ""  # as its last write has left it

    def journey(session: Session) -> dict[str, Any] | None:
        found = session.last_change(register) if register else session.last_write(address)
        if found is None:
            return None
        session.go(found.cycle)
        bits = session.machine.registers.get(register, session.machine.word_bits)
        before, after = (word_text(each, session.machine.radix, bits) for each in (found.before, found.after))
        if language:
            with suppress(IronboardError):  # the variable may be of a call that is not there yet
                before, after = language.evaluate(text).value, now
        by = "an input: a key, the debugger, a file" if found.address is None else session.sources.near(found.address)
        said = f"{before} became {after} at cycle {found.cycle:,}, by {by}"
        return {"before": found.before, "after": found.after, "cycle": found.cycle, "text": said}

    was = session.cycles
    found: dict[str, Any] | None = travel(worker, journey, {**ELSEWHERE} if was else None)
    return found


# ---------------------------------------------------------------- memory, costs, names


def memory_map(worker: Worker, forget: bool = False) -> dict[str, Any]:
    """Return the marks of memory that have changed since the last look; all, if it begins anew."""
    session, debugger = session_of(worker), worker.debugger
    activity = debugger.activity_of(session)
    if forget:
        activity.forget()
    activity.look()
    marks, known = activity.marks, debugger.known_marks
    is_new = len(known) != len(marks) or activity.looks < debugger.known_looks
    before = [0] * len(marks) if is_new else known
    pairs = ((place, mark) for place, (mark, old) in enumerate(zip(marks, before, strict=True)) if mark != old)
    changed = [each for pair in pairs for each in pair]
    debugger.known_marks, debugger.known_looks = list(marks), activity.looks
    return {"size": len(marks), "looks": activity.looks, "changed": changed, "isNew": is_new}


def profile(worker: Worker) -> dict[str, Any]:
    """Return the costs of the lines in the last cycles, which are lived again for that."""
    session = session_of(worker)
    first = max(session.history.start, session.cycles - PROFILED)
    measured = Measurement(session.machine, session.sources)
    with worker.debugger.conversation.journey():
        session.watch_again(first, measured.begin, measured.feed)
    costs = line_costs(measured.counts, measured.line_at)
    lines = [[at(session, file), line, int(cost.cycles), int(cost.executions)] for (file, line), cost in costs.items()]
    return {"total": int(measured.cycles), "first": first, "lines": lines}


def cycles(worker: Worker, name: str, first: int, last: int) -> dict[str, int] | None:
    """Return the cycles of the instructions on lines of a source, where its language knows them.

    The language server has analysed the files that are open: without it, that is done here, and takes longer.
    """
    from host.editors.lsp.languages import language_of

    if worker.has_language:
        analysis = worker.language.analysis(name)
    else:
        language = language_of(name, "")
        analysis = language.analyse(name, {}, {}) if language else None
    if analysis is None or analysis.inlays is None:
        return None
    file = next((each for each in analysis.files if Path(each).resolve() == Path(name).resolve()), name)
    found = [each for each in analysis.inlays(Rows(file, first, last)) if each.kind == "time"]
    if not found:
        return None
    least = [int(NUMBER.findall(each.text)[0]) for each in found]
    most = [max(map(int, NUMBER.findall(f"{each.text} {each.about}"))) for each in found]
    return {"least": sum(least), "most": sum(most)}


def symbols(worker: Worker) -> list[dict[str, Any]]:
    """Return the names of the program and the ROMs, with their places in the sources."""
    session = session_of(worker)
    sources = session.sources
    rows: dict[str, dict[str, Any]] = {}
    for image in sources.images:
        for name, value in image.symbols.items():
            constant = name in image.constants
            line = None if constant else sources.line_at(value)
            where = {"path": at(session, line.file), "line": line.line} if line and line.address == value else {}
            kind = "constant" if constant else "label"
            rows.setdefault(name, {"name": name, "value": sources.number(value), "kind": kind, **where})
    return [*rows.values()]


def at(session: Session, file: str) -> str:
    """Return the path of a source."""
    return str(session.sources.path(file) or file)


# ---------------------------------------------------------------- links


def inputs(worker: Worker) -> dict[str, Any]:
    """Return the inputs from the beginning to now."""
    session = session_of(worker)
    history = session.history
    log = [[each.cycle, each.kind, each.value] for each in history.log[: history.given]]
    return {"inputs": log, "cycle": session.cycles, "check": check_of(session), "whole": history.lives == 1}


def live(worker: Worker, given: Any, cycle: int, check: str = "", sure: bool = False) -> None:
    """Give a machine that has just been launched the inputs of a link, up to a cycle.

    Raises IronboardError, with the machine as it was, for anything that is not from `inputs`.
    """
    session = session_of(worker)
    log = entries(given)
    limit = session.history.start + LONGEST_LIFE * session.clock
    if type(cycle) is not int or not 0 <= cycle <= limit:
        raise IronboardError("the link is damaged: its cycle is no number, or too far away")
    if not sure:
        worker.debugger.refuse_long(session.history.seconds(cycle - session.history.start))

    def journey(session: Session) -> None:
        before, known, end = session.history.here(), list(session.history.log), session.history.end
        session.live(log, cycle)
        if check and check != check_of(session):
            session.history.log, session.history.end = known, end
            session.history.restore(before)
            raise IronboardError("the inputs of the link lead elsewhere here: it is of another release, or damaged")

    travel(worker, journey, {**ELSEWHERE})


def entries(given: Any) -> list[Entry]:
    """Return inputs from outside; raises IronboardError."""
    try:
        found = [Entry(cycle, kind, value) for cycle, kind, value in given]
    except (TypeError, ValueError):
        raise IronboardError("the link is damaged: its inputs are no lists of a cycle, a kind and a value") from None
    if not all(type(each.cycle) is int and type(each.kind) is str for each in found):
        raise IronboardError("the link is damaged: its inputs are no lists of a cycle, a kind and a value")
    return found


def check_of(session: Session) -> str:
    """Return a short checksum of the machine's state."""
    return hashlib.sha256(json.dumps(lasting(session.machine), sort_keys=True).encode()).hexdigest()[:16]


def state(worker: Worker) -> str:
    """Return the machine's saved state, packed."""
    return base64.b64encode(zlib.compress(session_of(worker).machine.save_state(), 9)).decode("ascii")


def load(worker: Worker, packed: str) -> None:
    """Go to a saved state; raises IronboardError, with the machine as it was, for anything that is not one."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.b64decode(packed, validate=True), MOST_STATE)
    except (binascii.Error, zlib.error, ValueError, TypeError):
        raise StateError("the state is damaged: it cannot be unpacked") from None
    if unpacking.unconsumed_tail:
        raise StateError("the state is too large")
    travel(worker, lambda session: session.load_state(data), {**ELSEWHERE})


CALLS = {
    "machine": machine, "timeline": timeline, "go": go, "written": written, "back": back, "way": way, "map": memory_map,
    "profile": profile, "cycles": cycles, "symbols": symbols, "numbers": numbers, "inputs": inputs, "live": live,
    "state": state, "load": load,
}  # fmt: skip
