"""TABLES of the 6600's program, made from rules that a reference model has read.

The model is loaded by its path: it is not part of the project. What the 6600's own program makes of the rules is tested
elsewhere; this is for tests of the executor alone.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

KINDS = {"victory": 1, "no victory": 2, "draw": 3, "loss": 4}
SUBMOVES = {"TRAVEL": 1, "CAPTURE": 2, "PUT": 3, "PROMOTION": 4, "INDIC": 5}
RELATIONS = {"=": 1, "/=": 2, "<>": 2, "≠": 2, "<": 3, "<=": 4, "≤": 4, ">": 5, ">=": 6, "≥": 6}
FUNCTIONS = {"OCCUPY": 2, "NATURE": 3, "ABSCISSA": 4, "ORDINATE": 5}
PUSH, INDICATIF, PLUS, MINUS, TIMES, NEGATE = 1, 6, 7, 8, 9, 10
RELATION = re.compile("(<=|>=|/=|<>|≠|≥|≤|=|<|>)")
READING = {2: "p", 3: "p", 5: "p", 7: "p", 8: "q", 9: "pqr"}  # the operands that a kind of node reads
ASSIGNING = {1: "p", 2: "p", 3: "p", 4: "p", 5: "p", 6: "p", 7: "p", 8: "pr", 9: "pr"}


def load_model(path: Path) -> ModuleType:
    """Return the model as a module."""
    spec = importlib.util.spec_from_file_location("pitrat_model", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class Node:
    """A statement of the flowchart, as TABLES has it."""

    kind: int
    line: int = 0
    succ: list[int] = field(default_factory=list)
    conj: int = 0
    p: int = 0
    q: int = 0
    r: int = 0
    s: int = 0
    region: int = 0
    reads: set[int] = field(default_factory=set)


class Tables:
    """All tables of one set of rules; `text` is what the program reads, the rest is for naming things."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.indicatifs = list(rules.ind)
        self.variables: list[str] = list(rules.init)
        self.nodes = [Node(0)]
        self.lists: list[int] = []
        self.code: list[int] = []
        self.number: dict[tuple[str, int], int] = {}  # algorithm and the model's number of a node
        self.entries = [self._algorithm(rules.moves), self._algorithm(rules.win)]
        self._regions()
        self.text = self._text()

    def _variable(self, name: str) -> int:
        name = name.strip()
        if name not in self.variables:
            self.variables.append(name)
        return self.variables.index(name)

    def _algorithm(self, algorithm: Any) -> int:
        number = self.number
        for each in algorithm.nodes:
            if each is algorithm.END:
                number[algorithm.which, each.idx] = 0
            else:
                number[algorithm.which, each.idx] = len(self.nodes)
                self.nodes.append(Node(-1, succ=[]))
        for line, statement in enumerate(algorithm.st, 1):
            for each in getattr(statement, "nodes", ()):
                node = self.nodes[number[algorithm.which, each.idx]]
                node.line = line
                node.succ = [number[algorithm.which, s.idx] for s in each.succ]
                if each.conj is not None:
                    node.conj = number[algorithm.which, each.conj.idx]
            self._statement(algorithm, statement)
        return number[algorithm.which, algorithm.entry.idx]

    def _statement(self, algorithm: Any, statement: Any) -> None:
        nodes = [self.nodes[self.number[algorithm.which, each.idx]] for each in getattr(statement, "nodes", ())]
        rest, label = statement.rest, statement.label
        if statement.kind == "ARITHMETIC":
            left, right = rest.split("=", 1)
            (node,) = nodes
            node.kind = 1
            if "(" in left:
                function, left = left.strip(" )").split("(")
                node.kind = 2 if function.strip() == "ABSCISSA" else 3
            node.p = self._variable(left)
            node.q = self._expression(right, node)[0]
        elif statement.kind == "IF":
            (node,) = nodes
            left, relation, right = RELATION.split(rest.rsplit(".", 1)[0], maxsplit=1)
            node.kind = 10
            node.p, one, alone = self._expression(left, node)
            node.q, other, also = self._expression(right, node)
            node.r = RELATIONS[relation]
            if one + other == 1 and node.r <= 2:
                node.s = 1 if alone else 2 if also else 0
        elif statement.kind == "CPTD GO TO":
            (node,) = nodes
            expression, cases = rest.split("=", 1)
            node.kind = 11
            node.p, _, alone = self._expression(expression, node)
            node.s = int(alone)
            (model,) = statement.nodes
            pairs = []
            for each, (_, target, _name) in zip(cases.split("."), model.cases, strict=True):
                pairs += [self._variable(each.split(",")[0]), self.number[algorithm.which, target.idx]]
            node.reads |= set(pairs[::2])
            node.q, node.r = self._list(pairs), len(pairs) // 2
            node.succ = []
        elif statement.kind == "SCANNING":
            start, following = nodes
            start.kind, following.kind = 4, 5
            start.p = following.p = self._variable(rest.split(".")[0])
        elif statement.kind == "LOOP":
            first, second, third, fourth = nodes
            square, increments = rest.split(".")[:2]
            one, two = (self._variable(each) for each in square.split("="))
            number, steps = self._variable("W" + label), self._variable("Y" + label)
            words = [self._variable(each) for each in increments.split(",")]
            first.kind, second.kind, third.kind, fourth.kind = 6, 7, 8, 9
            first.p = second.p = number
            second.q = len(words)
            third.p, third.q, third.r = one, two, steps
            fourth.p, fourth.q, fourth.r = one, number, steps
            fourth.s = self._list(words)
            fourth.reads = set(words)
        elif statement.kind == "RESULT":
            (node,) = nodes
            node.kind, node.p = 13, KINDS.get(" ".join(rest.lower().split()), 5)
        elif statement.kind == "MOVE":
            (node,) = nodes
            node.kind = 12
            words = []
            for each in rest.split("."):
                name, *operands = (part.strip() for part in each.split(","))
                numbers = [self._variable(o) for o in operands if o not in self.indicatifs or name != "INDIC"]
                node.reads |= set(numbers)
                if name == "INDIC":
                    numbers = [self.indicatifs.index(operands[0]), self._variable(operands[1])]
                words += [SUBMOVES[name], *numbers, *[0] * (2 - len(numbers))]
            node.p, node.q = self._list(words), len(words) // 3
        for node in nodes:
            node.reads |= {getattr(node, field) for field in READING.get(node.kind, "")}

    def _list(self, words: list[int]) -> int:
        self.lists += words
        return len(self.lists) - len(words)

    def _expression(self, text: str, node: Node) -> tuple[int, int, bool]:
        """Return where its code begins, how many atoms it has, and whether it is one alone."""
        tokens = [*re.findall(r"[A-Z][A-Z0-9]*|[()+\-*]", text), "$"]
        code: list[tuple[int, int]] = []

        def take() -> str:
            return tokens.pop(0)

        def total() -> None:
            negative = tokens[0] == "-"
            if negative:
                take()
            product()
            if negative:
                code.append((NEGATE, 0))
            while tokens[0] in ("+", "-"):
                operation = PLUS if take() == "+" else MINUS
                product()
                code.append((operation, 0))

        def product() -> None:
            single()
            while tokens[0] == "*":
                take()
                single()
                code.append((TIMES, 0))

        def single() -> None:
            token = take()
            if token == "(":
                total()
                take()
            elif token in FUNCTIONS and tokens[0] == "(":
                take()
                total()
                take()
                code.append((FUNCTIONS[token], 0))
            elif token in self.indicatifs:
                code.append((INDICATIF, self.indicatifs.index(token)))
            else:
                code.append((PUSH, self._variable(token)))
                node.reads.add(self._variable(token))

        total()
        assert tokens == ["$"], text
        atoms = sum(operation in (2, 3, INDICATIF) for operation, _ in code)
        begin = len(self.code)
        self.code += [operation * 4096 + operand for operation, operand in [*code, (0, 0)]]
        return begin, atoms, atoms == 1 and code[-1][0] in (2, 3, INDICATIF)

    def _following(self, node: Node) -> list[int]:
        if node.kind == 11:
            return self.lists[node.q + 1 : node.q + 2 * node.r : 2]
        return node.succ

    def _regions(self) -> None:
        assigned = {getattr(node, each) for node in self.nodes for each in ASSIGNING.get(node.kind, "")}
        for node in self.nodes:
            if node.kind in (10, 11):
                seen, todo = {node.conj}, list(self._following(node))
                variables: set[int] = set()
                while todo:
                    number = todo.pop()
                    if number not in seen:
                        seen.add(number)
                        variables |= self.nodes[number].reads & assigned
                        todo += self._following(self.nodes[number])
                node.region = self._list([len(variables), *sorted(variables)])

    def _text(self) -> str:
        rules = self.rules
        lines: list[list[int]] = [
            [*rules.board, len(self.variables), len(self.indicatifs), len(rules.natures), len(self.nodes)],
            [len(self.lists), len(self.code), *self.entries],
        ]
        types = {**rules.moves.T, **rules.win.T}
        for name in self.variables:
            values = rules.init.get(name)
            row = [2 if types.get(name) == "p" else 1, int(values is not None)]
            for value in values or (0, 0):
                row += value if isinstance(value, tuple) else (value, 0)
            lines.append(row)
        for name in self.indicatifs:
            values = rules.ind[name]
            lines.append([len(values), values[0], values[-1], int(name in rules.trans)])
        for node in self.nodes:
            succ = [*node.succ, 0, 0][:2]
            lines.append([node.kind, node.line, *succ, node.conj, node.p, node.q, node.r, node.s, node.region])
        for words in (self.lists, self.code):
            lines += [words[k : k + 10] for k in range(0, len(words), 10)]
        return "".join(" ".join(map(str, each)) + "\n" for each in lines)


if __name__ == "__main__":
    model = load_model(Path(sys.argv[1]))
    sys.stdout.write(Tables(model.load(sys.argv[2])).text)
