"""Test vectors of the Toy.

{"name": "ADD", "before": {"pc": 0, "ac": 1}, "memory": {"0": 1536}, "after": {"ac": 1537}}
"""

from typing import NamedTuple

from .machine import NAMES, SIZE, Toy


class Vector(NamedTuple):
    """One instruction: registers before, words of memory, registers after."""

    name: str
    kind: int  # the operation
    before: dict[str, int]
    memory: dict[int, int]
    after: dict[str, int]


def parse(value):
    """Return a vector from its JSON."""
    memory = {int(address): word for address, word in value["memory"].items()}
    before = {name: int(value["before"][name]) for name in ("pc", "ac")}
    return Vector(str(value["name"]), memory[before["pc"]] // SIZE, before, memory, dict(value["after"]))


class Bench:
    """A Toy on which vectors are executed."""

    def __init__(self, core):
        self.toy = Toy()

    def difference(self, vector):
        """Execute a vector; return its first difference in words."""
        for address, word in vector.memory.items():
            self.toy.poke(address, word)
        for name, value in vector.before.items():
            self.toy.write_register(name.upper(), value)
        self.toy.step()
        for name, value in vector.after.items():
            if (was := self.toy.read_register(name.upper())) != value:
                return f"{name.upper()} is {was:o} instead of {value:o}"
        return ""


def described(operation):
    """Return an operation as a report names it."""
    return NAMES[operation]


def table(passed, failed):
    """Yield how many vectors of each operation passed."""
    for operation, name in enumerate(NAMES):
        if passed[operation] or failed[operation]:
            yield f"{name:<6}{passed[operation]:>6}{'!' * bool(failed[operation])}"
