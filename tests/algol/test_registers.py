"""The X registers of the compiler: whatever is asked for, the code that is written keeps every value in work."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from host.algol.cdc6600.emit import Text
from host.algol.cdc6600.registers import ALL, LOADED, STORED, Registers, Value

WANTED = st.sampled_from([ALL, LOADED, STORED, (1,), (2,), (6,), (7,), (0, 5)])
NAMES = st.sampled_from("abc")
MOST = 12  # values in work


class Allocation(RuleBasedStateMachine):
    """Values are numbers; the lines that the allocator writes are executed one after the other."""

    @initialize()
    def begin(self) -> None:
        """Begin with registers of which nothing is known."""
        self.text = Text()
        self.registers = Registers(self.text, self.spill)
        self.x = [-1] * 8
        self.storage: dict[str, int] = {}
        self.values: list[tuple[Value, int]] = []  # in work, and what they are
        self.variables: dict[str, int] = {}
        self.numbers = self.words = self.done = 0

    def spill(self) -> str:
        """Give a word for a value that is put away."""
        self.words += 1
        return f"T{self.words}"

    def execute(self) -> None:
        """Execute the lines that are new."""
        for line in self.text.lines[self.done :]:
            operation, field = line.text.split()
            kind, register = operation[:2], int(operation[2])
            if kind == "SX":
                self.x[register] = int(field)
            elif kind == "BX":
                self.x[register] = self.x[int(field[1])]
            elif register in STORED:
                self.storage[field] = self.x[register]
            else:
                self.x[register] = self.storage[field]
        self.done = len(self.text.lines)

    def pick(self, number: int) -> tuple[Value, int]:
        """Return one of the values in work."""
        return self.values[number % len(self.values)]

    @precondition(lambda self: len(self.values) < MOST)
    @rule(wanted=WANTED)
    def make(self, wanted):
        """A new number comes into a register."""
        self.numbers += 1
        value = self.registers.take(wanted)
        assert value.register in wanted
        self.text.op(f"SX{value.register}", str(self.numbers))
        self.values.append((value, self.numbers))

    @precondition(lambda self: self.values)
    @rule(number=st.integers(0, MOST), wanted=WANTED)
    def use(self, number, wanted):
        """A value is needed in one of some registers."""
        value, word = self.pick(number)
        register = self.registers.ready(value, wanted)
        self.execute()
        assert register == value.register
        assert register in wanted
        assert self.x[register] == word

    @precondition(lambda self: self.values)
    @rule(number=st.integers(0, MOST))
    def drop(self, number):
        """A value is needed no more."""
        value, _ = self.values.pop(number % len(self.values))
        self.registers.drop(value)

    @precondition(lambda self: 0 < len(self.values) < MOST)
    @rule(number=st.integers(0, MOST))
    def share(self, number):
        """The same word is another value, too."""
        value, word = self.pick(number)
        self.values.append((self.registers.own(self.registers.ready(value)), word))

    @precondition(lambda self: self.values)
    @rule(number=st.integers(0, MOST), name=NAMES)
    def assign(self, number, name):
        """A value becomes that of a variable, of which a register holds a copy."""
        value, word = self.pick(number)
        register = self.registers.ready(value, STORED)
        self.registers.changed(name)
        self.registers.note(register, name)
        self.variables[name] = word

    @rule(name=NAMES)
    def fetch(self, name):
        """A copy of a variable is used again, if there is one."""
        register = self.registers.copy_of(name)
        if register is not None and len(self.values) < MOST:
            self.values.append((self.registers.own(register), self.variables[name]))

    @precondition(lambda self: self.values)
    @rule(one=st.integers(0, MOST), other=st.integers(0, MOST), wanted=WANTED)
    def combine(self, one, other, wanted):
        """An operation on two values that are needed no more is written after its result has a register."""
        (left, first), (right, second) = self.pick(one), self.pick(other)
        self.registers.room(wanted, left, right)
        for each in (left, right, left):
            self.registers.ready(each)
        sources = left.register, right.register
        self.values = [each for each in self.values if each[0] not in (left, right)]
        self.registers.drop(left, right)
        result = self.registers.take(wanted)
        self.execute()
        assert result.register in wanted
        assert [self.x[each] for each in sources] == [first, second]
        self.numbers += 1
        self.text.op(f"SX{result.register}", str(self.numbers))
        self.values.append((result, self.numbers))

    @rule(register=st.integers(0, 7))
    def put_away(self, register):
        """The values of a register are stored, and it is used for something else."""
        self.registers.put_away(register)
        self.execute()
        self.registers.forget_but([each for each in range(8) if each != register])
        self.x[register] = -1

    @rule(kept=st.sets(st.integers(0, 7)))
    def call(self, kept):
        """A routine is called that keeps some registers alone."""
        self.registers.put_away_all_but(kept)
        self.execute()
        self.x = [word if register in kept else -1 for register, word in enumerate(self.x)]
        self.registers.forget_but(kept)

    @rule()
    def arrive(self):
        """Control may come from elsewhere, too."""
        self.registers.put_away_all_but()
        self.execute()
        self.x = [-1] * 8
        self.registers.arrive()

    @invariant()
    def values_and_copies_are_where_they_should_be(self):
        """Every value is in its register or its word, every copy is its variable's word."""
        self.execute()
        for value, word in self.values:
            if value.register is None:
                assert self.storage[value.place] == word
            else:
                assert self.x[value.register] == word
        for name, word in self.variables.items():
            register = self.registers.copy_of(name)
            assert register is None or self.x[register] == word


Allocation.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
TestAllocation = Allocation.TestCase
