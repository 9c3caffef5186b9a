"""Saved states that no machine has been in, with checksums that are right.

`python -m tests.forging MACHINE SEED COUNT`: each is loaded, and runs for CYCLES if it is taken. The process says
before what it is going to do, a line for each state, so that who started it knows which one has ended it. The last line
has counts: of states, and of those taken.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

from emulators import record
from emulators.errors import StateError
from emulators.machine import Machine
from tests.random_work import WORKERS, work

CYCLES = 20_000
PER_BASE = 200  # forged states of one that is right
PIECES = 12  # of work before
WHOLE = 8  # one state in so many is unpacked from its bytes; of the others, what has not been changed is not read again
FAR = (0, -1, 1, 10**6, 1 << 31, 1 << 40, 1 << 52, 1 << 60, 1 << 62, (1 << 63) - 1, -(1 << 63), 1 << 70)
WRONG: tuple[Any, ...] = ("text", "", None, 1.5, True, [], {}, [[]], float("inf"), "é", [1, 2], {"a": 1})


class Forger:
    """Makes states from one that is right."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self._machine, self._random = machine, random
        self._values, self._extra = record.content(machine.title, machine.save_state(), machine.SAVED)
        self._texts = {name: json.dumps(value) for name, value in self._values.items()}
        arrays = {name: field for name, field in machine.SAVED.items() if field.count > 1}
        self._read = {name: record.value_of(name, field, self._values[name]) for name, field in arrays.items()}

    def state(self) -> tuple[str, bytes, Any]:
        """Return what has been changed, the state, and what JSON reads from it if that is known without its bytes."""
        random = self._random
        fields: dict[str, str | None] = {}
        extra, notes = self._extra, []
        self._strays = random.random() < 0.6
        for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
            if random.random() < 0.2:
                extra, note = self._other(copy.deepcopy(extra))
            else:
                name = random.choice(list(self._values))
                value, note = self._field(name)
                note = f"{name} = {note}"
                if value is None and random.random() < 0.5:
                    fields[name] = None
                    note = f"no {name}"
                else:
                    fields[name] = json.dumps(value)
            notes.append(note)
        said, first, found = "; ".join(notes), record.magic(self._machine.title), None
        if random.randrange(WHOLE):
            values = {**self._values, **{name: text and json.loads(text) for name, text in fields.items()}}
            values = {name: value for name, value in values.items() if fields.get(name, "") is not None}
            return said, first, {"fields": values, "extra": json.loads(json.dumps(extra))}
        texts = {name: text for name, text in {**self._texts, **fields}.items() if text is not None}
        whole = ", ".join(f'"{name}": {text}' for name, text in texts.items())
        text = f'{{"fields": {{{whole}}}, "extra": {json.dumps(extra)}}}'
        if random.random() < 0.002 * WHOLE:
            text, said = random.choice(
                (("[]", "a list"), ('{"fields": "text", "extra": 1}', "texts"), ("[" * 10**5, "deep"))
            )
        body = zlib.compress(text.encode("ascii"), 1)
        return said, first + hashlib.sha256(body).digest() + body, found

    def load(self, data: bytes, found: Any) -> None:
        """Load a state into the machine."""
        if not found:
            self._machine.load_state(data)
            return
        value_of = record.value_of

        def known(name: str, field: record.Field, value: Any) -> Any:
            unchanged = name in self._read and value is self._values[name]
            return self._read[name] if unchanged else value_of(name, field, value)

        with patch.object(record, "unpacked", lambda data: found), patch.object(record, "value_of", known):
            self._machine.load_state(data)

    def _number(self, field: record.Field) -> int:
        """Return a number: at the borders of a range, far away, near the cycle, anywhere."""
        random = self._random
        least, most, *_ = field
        cycle = self._machine.cycles
        if not self._strays:
            found = random.choice(
                (least, most, cycle, cycle + random.randint(-9000, 9000), random.randint(least, most))
            )
            return min(max(found, least), most)
        near = (least - 1, least, least + 1, most - 1, most, most + 1, cycle, cycle - 1, cycle + 1, cycle + 9000)
        return random.choice((random.choice(near), random.choice(FAR), random.randint(least, most)))

    def _field(self, name: str) -> tuple[Any, str]:
        """Return another value of a field, and what it is."""
        random, field, old = self._random, self._machine.SAVED[name], self._values[name]
        if self._strays and random.random() < 0.1:
            value = random.choice(WRONG)
            return value, repr(value)
        if field.count == 1:
            value = self._number(field)
            return value, str(value)
        number, way = self._number(field), random.choice(("all", "one", "one", "few", "length"))
        there = list(base64.b64decode(old)) if field.kind == "byte" else list(old)
        if way == "all":
            there = [number] * field.count
        elif way == "length":
            there = there[: random.choice((0, 1, field.count - 1))] if random.random() < 0.5 else [*there, number]
        else:
            for _ in range(1 if way == "one" else 9):
                place = random.randrange(random.choice((field.count, min(50, field.count))))
                there[place] = random.choice((number, self._number(field)))
        note = f"{way} {number}"
        if field.kind == "byte":
            return base64.b64encode(bytes(each & 0xFF for each in there)).decode("ascii"), note
        if self._strays and random.random() < 0.03:
            there[0:1] = [random.choice(WRONG)]
        return there, note

    def _other(self, extra: Any) -> tuple[Any, str]:
        """Return the extra with something else in one place."""
        random = self._random
        holder, key, path = {"extra": extra}, "extra", ""
        while isinstance(holder[key], (dict, list)) and holder[key] and random.random() < 0.85:
            holder = holder[key]
            key = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
            path += f"/{key}"
        field = record.Field(-1, 1 << 18)
        value = random.choice((self._number(field), random.choice(WRONG), random.choice(WRONG)))
        top = holder is not extra and key == "extra"
        way = random.random()
        if way < 0.1 and not top:
            del holder[key]
            value = "gone"
        elif way < 0.2 and isinstance(holder.get(key) if isinstance(holder, dict) else holder[key], list):
            holder[key].append(value)
        else:
            holder[key] = value
        return (value if top else extra), f"extra{path} = {value!r}"


def forge(name: str, seed: int, count: int) -> Iterator[str]:
    """Load forged states into a machine; yield what is going to happen, then what has."""
    random, taken = Random(seed), 0
    build, _ = WORKERS[name]
    for number in range(count):
        if number % PER_BASE == 0:
            machine = build(random, "compiled")
            if random.random() < 0.8:
                *_, machine = work(name, random, random.randrange(1, PIECES))
            forger = Forger(machine, random)
        note, *state = forger.state()
        yield f"{name} {seed} {number}: {note}"
        before = bytes(machine.m)
        try:
            forger.load(*state)
        except StateError:
            if bytes(machine.m) != before:
                yield "changed"
                raise AssertionError("a state that is refused has changed the machine") from None
            continue
        taken += 1
        machine.run(CYCLES)
        str(machine.devices())
    yield f"{count} states, {taken} taken"


if __name__ == "__main__":
    for line in forge(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])):
        print(line, flush=True)
