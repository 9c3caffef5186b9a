"""Random rules: every kind of statement, expression and submove, on a small board.

They end: a statement goes on further down, or to the next square or step of the scan or loop around it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

HEAD = """BOARD {columns} {rows}
NATURES MAN DOG CAT
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE ENEMY = 2 / 1
VARIABLE ZERO = 0
VARIABLE ONE = 1
VARIABLE TWO = 2
VARIABLE THREE = 3 / 2
VARIABLE D1 = (0,1)
VARIABLE D2 = (-1,0) / (1,0)
VARIABLE D3 = (1,1)
VARIABLE D4 = (-1,-1)
VARIABLE S1 = (1,1) / (2,2)
VARIABLE S2 = (2,1)
VARIABLE K = 1
VARIABLE L = 0 / 1
VARIABLE P = (1,2)
INDICATIF G = 0{transient}
INDICATIF H = 1 / 0{also}
INDICATIF F = 2
"""
NUMBERS = ("ZERO", "ONE", "TWO", "THREE", "K", "L")
STEPS = ("D1", "D2", "D3", "D4")
OWNERS = ("EMPTY", "FRIEND", "ENEMY")
MEN = ("MAN", "DOG", "CAT")
INDICATIFS = ("G", "H", "F")
RELATIONS = ("=", "/=", "<", "<=", ">", ">=")


@dataclass
class Writer:
    """The statements of one algorithm."""

    rng: random.Random
    moves: bool
    natures: bool
    lines: list[str] = field(default_factory=list)
    labels: int = 0

    def label(self) -> str:
        """Return a new label."""
        self.labels += 1
        return f"Q{self.labels}"

    def atom(self, squares: list[str]) -> str:
        """Return an occupation, a nature or an indicatif."""
        square = self.rng.choice(squares)
        if self.rng.random() < 0.15:
            square = f"({square} + ZERO * {self.rng.choice(STEPS)})"
        kind = self.rng.random()
        if kind < 0.2:
            return self.rng.choice(INDICATIFS)
        return f"NATURE({square})" if self.natures and kind < 0.35 else f"OCCUPY({square})"

    def number(self, squares: list[str], atoms: bool = True) -> str:
        """Return an expression that is an integer."""
        rng = self.rng

        def one() -> str:
            kind = rng.random()
            if atoms and kind < 0.3:
                return self.atom(squares)
            if kind < 0.45:
                return f"{rng.choice(('ABSCISSA', 'ORDINATE'))}({rng.choice(squares)} - {rng.choice(STEPS)})"
            if kind < 0.55:
                return f"({rng.choice(NUMBERS)} - {rng.choice(NUMBERS)})"
            return rng.choice(NUMBERS)

        text = ("- " if rng.random() < 0.1 else "") + one()
        for _ in range(rng.choice((0, 0, 1, 2))):
            text += f" {rng.choice('+-*')} {one()}"
        return text

    def pair(self, squares: list[str]) -> str:
        """Return an expression that is a pair."""
        rng = self.rng
        text = rng.choice([*squares, "P", *STEPS])
        for _ in range(rng.choice((0, 1, 2))):
            text += f" {rng.choice('+-')} {rng.choice([*STEPS, 'P', f'{rng.choice(NUMBERS)} * {rng.choice(STEPS)}'])}"
        return text

    def condition(self, squares: list[str]) -> str:
        """Return what an IF compares."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.45:
            sides = [self.atom(squares), rng.choice([*OWNERS, *OWNERS, *MEN, *NUMBERS, self.number(squares, False)])]
            if rng.random() < 0.3:
                sides.reverse()
            return f" {rng.choice(RELATIONS[: rng.choice((2, 6))])} ".join(sides)
        if kind < 0.6:
            return f"{self.pair(squares)} {rng.choice(RELATIONS[:2])} {self.pair(squares)}"
        if kind < 0.75:
            return f"{rng.choice(NUMBERS)} {rng.choice(RELATIONS)} {rng.choice(NUMBERS)}"
        return f"{self.number(squares)} {rng.choice(RELATIONS)} {self.number(squares)}"

    def submoves(self, squares: list[str]) -> str:
        """Return the submoves of a MOVE."""
        rng, made = self.rng, []
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            one, two = rng.choice(squares), rng.choice(squares)
            made.append(
                rng.choice(
                    (
                        f"TRAVEL, {one}, {two}",
                        f"CAPTURE, {one}",
                        f"PUT, {rng.choice(MEN)}, {one}",
                        f"PROMOTION, {rng.choice(MEN)}, {one}",
                        f"INDIC, {rng.choice(INDICATIFS)}, {rng.choice(NUMBERS)}",
                    )
                )
            )
        return " . ".join(made)

    def statement(self, squares: list[str], targets: list[str]) -> str:
        """Return a statement that goes on at one of the targets."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.4:
            return f"IF * {self.condition(squares)} . {rng.choice(targets)}, {rng.choice(targets)}."
        if kind < 0.55:
            values = rng.choice((OWNERS, ("ZERO", "ONE", "TWO", "THREE")))
            what = self.atom(squares) if rng.random() < 0.7 else f"{self.atom(squares)} + ZERO"
            if "NATURE" in what:
                values = MEN
            elif rng.random() < 0.15:
                values = (*values[:2], "K", "L", "TWO")
            return f"CPTD GO TO * {what} = " + " . ".join(f"{each}, {rng.choice(targets)}" for each in values) + "."
        if kind < 0.7:
            return f"ARITHMETIC * {rng.choice('KL')} = {self.number(squares, atoms=not self.natures)}."
        if kind < 0.75:
            return f"ARITHMETIC * P = {self.pair(squares)}."
        if kind < 0.8:
            return f"ARITHMETIC * {rng.choice(('ABSCISSA', 'ORDINATE'))}(P) = {self.number(squares, atoms=False)}."
        if not self.moves and kind < 0.9:
            return f"RESULT * {rng.choice(('VICTORY', 'NO VICTORY', 'DRAW', 'LOSS', 'SOMETHING'))}."
        return f"MOVE * {self.submoves(squares)}."

    def block(self, size: int, squares: list[str], out: list[str], depth: int) -> None:
        """Write statements; `out`: where else they may go on."""
        names = [self.label() for _ in range(size + 1)]
        for k in range(size):
            later = [*names[k + 1 :], *out] if self.rng.random() < 0.7 else [names[k + 1]]
            if depth < 2 and self.rng.random() < 0.25:
                self.loop(names[k], squares, names[k + 1], depth + 1)
            else:
                self.lines.append(f"{names[k]}. {self.statement(squares, later)}")
        self.lines.append(f"{names[size]}. ARITHMETIC * L = L.")

    def loop(self, label: str, squares: list[str], out: str, depth: int) -> None:
        """Write a scan or a loop that is left to `out`."""
        rng = self.rng
        scan = depth == 1 and rng.random() < 0.5
        if scan:
            variable = "V"
            self.lines.append(f"{label}. SCANNING * V . {out}.")
        else:
            variable = "W" if depth == 1 else "X"
            steps = rng.sample(STEPS, rng.randint(1, 4))
            self.lines.append(f"{label}. LOOP * {variable} = {rng.choice(squares)} . {', '.join(steps)} . {out}.")
        inside = [f"X{label}"] if scan else [f"X{label}", f"Z{label}"]
        self.block(rng.randint(1, 4), [*squares, variable], inside, depth)
        self.lines.append(f" . GO TO * {rng.choice(inside)}.")


def rules(rng: random.Random) -> str:
    """Return the text of random rules."""
    transient = rng.choice((("", ""), ("", " TRANSIENT"), (" TRANSIENT", "")))
    text = HEAD.format(
        columns=rng.choice((2, 3, 4)), rows=rng.choice((2, 3)), transient=transient[0], also=transient[1]
    )
    for name in ("MOVES", "WIN"):
        writer = Writer(rng, name == "MOVES", rng.random() < 0.3)
        end = writer.label()
        writer.block(rng.randint(2, 7), ["S1", "S2"], [end], 0)
        text += "\n".join(["", name, *writer.lines, f"{end}. FINISHED *.", " . END.", ""])
    return text
