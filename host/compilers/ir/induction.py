"""Invariant and stepped slots of a loop: a stepped slot is changed by one store in each turn, by the same amount.

    L1:
      ...
      v1:i = load slot [I.]
      v2:i = load slot [H.]
      v3:i = add.i v1, v2          [I.] + [H.]; [H.] stays the same in the loop: the step of [I.]
      store slot [I.], v3
      ...
      branch pl v4, L1, L2

The store is in a block that dominates the latches, and not in an inner loop. So each block of the loop runs either
before it in each turn, or after it in each turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.compilers.ir.form import Block, Op, Place, Program, Unit
from host.compilers.ir.graph import Graph, Loop
from host.compilers.ir.linear import Changes, Form, Forms, Slot, Terms
from host.compilers.ir.slots import Bits, Slots, union
from host.compilers.ir.target import Target


@dataclass(eq=False)
class Turn:
    """The effects of a turn of a loop."""

    changes: Changes
    twice: Bits  # slots that several operations of it change, or one in an inner loop
    steps: dict[Place, Form] = field(default_factory=dict)  # of slots that are stepped
    stores: dict[Place, tuple[Block, Op]] = field(default_factory=dict)  # by which they are


class Turns:
    """The loops of a unit, and the forms of their values."""

    def __init__(self, program: Program, unit: Unit, graph: Graph, slots: Slots, target: Target) -> None:
        self.unit, self.graph, self.slots = unit, graph, slots
        self.terms = Terms(program, unit, slots, target)
        self._forms: dict[Block, Forms] = {}
        self.turns: dict[Loop, Turn] = {}
        for loop in graph.loops:
            self.turns[loop] = self._turn(loop)
        for loop, turn in self.turns.items():
            self._find_steps(loop, turn)

    def forms(self, block: Block) -> Forms:
        """Return the forms of a block."""
        if block not in self._forms:
            self._forms[block] = Forms(block, self.terms)
        return self._forms[block]

    def _turn(self, loop: Loop) -> Turn:
        changed = twice = asked = 0
        made = False
        for inner in loop.inner:
            other = self.turns[inner].changes
            changed, twice = changed | other.slots, twice | other.slots
            made, asked = made or other.made, asked | other.asked
        for block in loop.blocks:
            if self.graph.loop[block] is loop:
                for op in block.ops:
                    if op.code in ("store", "call", "invoke"):
                        more = self.slots.writes(self.unit, op)
                        changed, twice = changed | more, twice | changed & more
                        made = made or self.terms.makes(op)
                        if op.code == "call":
                            asked |= self._asked(op, block)
        return Turn(Changes(changed, made, asked), twice)

    def _asked(self, op: Op, block: Block) -> Bits:
        forms = self.forms(block)
        places = (place for each in op.args for place in self.terms.slots_of(forms.of(each)))
        return union(self.slots.bit(self.unit, each) for each in places)

    def _find_steps(self, loop: Loop, turn: Turn) -> None:
        for block in loop.blocks:
            if self.graph.loop[block] is not loop:
                continue
            if not all(self.graph.dominates(block, latch) for latch in loop.latches):
                continue
            for op in block.ops:
                if op.code != "store" or op.region != "slot" or op.place is None:
                    continue
                bit = self.slots.bit(self.unit, op.place)
                if not bit or bit & turn.twice:
                    continue
                step = self.forms(block).of(op.args[0]).plus(self.terms.form(Slot(op.place)), -1)
                if self.stays(step, loop):
                    turn.steps[op.place], turn.stores[op.place] = step, (block, op)

    def stays(self, form: Form, loop: Loop) -> bool:
        """Whether a form is the same in all turns of a loop."""
        return self.terms.stays(form, self.turns[loop].changes)

    def term_stays(self, number: int, loop: Loop) -> bool:
        """Whether a term is the same in all turns of a loop."""
        return self.terms.term_stays(number, self.turns[loop].changes)

    def step(self, form: Form, loop: Loop) -> Form | None:
        """Return the increase of a form from turn to turn; None if it is not known."""
        turn = self.turns[loop]
        found = self.terms.step(form, turn.steps, lambda number: self.term_stays(number, loop))
        return found if found is not None and self.stays(found, loop) else None

    def stepped(self, form: Form, loop: Loop) -> set[Place]:
        """Return the slots that are stepped and that a form depends on."""
        return {each for each in self.terms.slots_of(form) if each in self.turns[loop].steps}

    def outermost(self, form: Form, loop: Loop) -> Loop | None:
        """Return the largest loop, at least this one, that a form is invariant in and that has a preheader."""
        found = None
        around: Loop | None = loop
        while around is not None and around.preheader is not None and self.stays(form, around):
            found, around = around, around.outer
        return found

    def place(self, number: int) -> Place | None:
        """Return the place of a term that is a slot."""
        term = self.terms.all[number]
        return term.place if isinstance(term, Slot) else None
