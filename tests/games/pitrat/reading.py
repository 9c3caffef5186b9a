"""What asm/cdc6600/pitrules.alg makes of a text of rules: what it prints, and its files.

found = read(text)
found.good, found.errors, named(found).node(1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from emulators.inputs import NEVER
from host.games.program6600 import compiled, prepared, printed
from host.machines.cdc6600.machine import run_long

END_OF_TEXT = "_"
CHARACTERS = str.maketrans("≠≤≥:", '"@\\?')
FUNCTIONS = {2: "OCCUPY", 3: "NATURE", 4: "ABSCISSA", 5: "ORDINATE"}
OPERATORS = {7: "+", 8: "-", 9: "*", 10: "negative"}
SUBMOVES = ("", "TRAVEL", "CAPTURE", "PUT", "PROMOTION", "INDIC")


class Error(NamedTuple):
    """A line ERROR or WARNING."""

    line: int
    column: int
    length: int
    code: int
    word: str


@dataclass
class Reading:
    """All that the program prints and writes."""

    rows: list[list[str]]
    tables: list[str]
    compass: list[str]
    cycles: int

    @property
    def errors(self) -> list[Error]:
        """Errors and warnings, in the order in which they are printed."""
        rows = [row for row in self.rows if row[0] in ("ERROR", "WARNING")]
        return [Error(*map(int, row[1:5]), row[5] if len(row) > 5 else "") for row in rows]

    @property
    def good(self) -> bool:
        """Whether the last line is OK; if it is not, it must be BAD and the number of errors."""
        last = self.rows[-1]
        errors = sum(row[0] == "ERROR" for row in self.rows)
        assert last[0] in ("OK", "BAD"), last
        assert errors == (int(last[1]) if last[0] == "BAD" else 0)
        return not errors


def read(text: str, options: str = "TABLES") -> Reading:
    """Let the program read rules."""
    machine = prepared(compiled("pitrules", True).image, [options], "compiled")
    plain = [line.partition("#")[0].upper().translate(CHARACTERS) for line in text.splitlines()]
    machine.attach("CH1", [*plain, END_OF_TEXT])
    for channel in ("CH7", "CH8"):
        machine.name_file(channel)
    run_long(machine, NEVER)
    files = [machine.text(file).splitlines() if machine.has_file(file) else [] for file in ("CH7", "CH8")]
    return Reading([line.split() for line in printed(machine)], files[0], files[1], machine.cycles)


class Named:
    """TABLES with names instead of the numbers of variables and indicatifs: what any two readers must agree on."""

    def __init__(self, tables: list[str], variables: list[str], indicatifs: list[str]) -> None:
        self.variables, self.indicatifs = variables, indicatifs
        words = iter(int(word) for line in tables for word in line.split())

        def take(count: int) -> list[int]:
            return [next(words) for _ in range(count)]

        self.board = take(2)
        variable, indicatif, self.natures, nodes, lists, code, *self.entries = take(8)
        assert (variable, indicatif) == (len(variables), len(indicatifs))
        self.values = {name: take(6) for name in variables}
        self.indicators = {name: take(4) for name in indicatifs}
        self.rows = [take(10) for _ in range(nodes)]
        self.lists, self.code = take(lists), take(code)
        assert not list(words)

    def node(self, number: int) -> tuple[Any, ...]:
        """Return the kind of a node, its successors, its conjugue, and what it reads and assigns; without its line."""
        kind, _, one, two, conjugue, p, q, r, s, region = self.rows[number]
        name = self.variables
        match kind:
            case 1 | 2 | 3:
                return kind, one, name[p], self.expression(q)
            case 4 | 6:
                return kind, one, name[p]
            case 5:
                return kind, one, two, name[p]
            case 7:
                return kind, one, two, name[p], q
            case 8:
                return kind, one, name[p], name[q], name[r]
            case 9:
                count = self.rows[number - 2][6]  # of the increments
                increments = [name[each] for each in self.lists[s : s + count]]
                return kind, one, two, name[p], name[q], name[r], increments
            case 10:
                return kind, one, two, conjugue, self.expression(p), self.expression(q), r, s, self.region(region)
            case 11:
                cases = [(name[self.lists[k]], self.lists[k + 1]) for k in range(q, q + 2 * r, 2)]
                return kind, conjugue, self.expression(p), cases, s, self.region(region)
            case 12:
                return kind, one, [self.submove(*self.lists[k : k + 3]) for k in range(p, p + 3 * q, 3)]
            case 13:
                return kind, one, p
        return (kind,)

    def submove(self, kind: int, first: int, second: int) -> tuple[str, ...]:
        """Return the submove with names."""
        names = [self.indicatifs[first] if kind == 5 else self.variables[first], self.variables[second]]
        return SUBMOVES[kind], *names[: 1 if kind == 2 else 2]

    def region(self, place: int) -> set[str]:
        """Return the variables of a list."""
        found = self.lists[place + 1 : place + 1 + self.lists[place]]
        assert len(set(found)) == len(found)
        return {self.variables[each] for each in found}

    def expression(self, place: int) -> Any:
        """Return the tree of a postfix expression."""
        stack: list[Any] = []
        while self.code[place]:
            operation, operand = divmod(self.code[place], 4096)
            if operation == 1:
                stack.append(self.variables[operand])
            elif operation == 6:
                stack.append(("indicatif", self.indicatifs[operand]))
            elif operation in FUNCTIONS:
                stack.append((FUNCTIONS[operation], stack.pop()))
            elif operation == 10:
                stack.append((OPERATORS[operation], stack.pop()))
            else:
                second = stack.pop()
                stack.append((OPERATORS[operation], stack.pop(), second))
            place += 1
        (tree,) = stack
        return tree


def named(found: Reading) -> Named:
    """Return the tables of a reading, with names."""
    variables = [row[2] for row in found.rows if row[0] == "VARIABLE"]
    indicatifs = [row[2] for row in found.rows if row[0] == "INDICATIF"]
    return Named(found.tables, variables, indicatifs)
