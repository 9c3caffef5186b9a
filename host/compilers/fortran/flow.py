"""Statement numbers and the ranges of DO statements.

    DO 20 I = 1, 3 ────────┐        the ends of 20 are [DO J, DO I]: innermost first
    DO 20 J = 1, 3 ───┐    │
    A(I,J) = 0.       │ J  │ I      `do` of this statement and of 20: DO J
    20 CONTINUE ──────┴────┘

Source: X3.9-1966, 7.1.2.8.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.compilers.fortran import syntax
from host.compilers.fortran.parser.stream import Parts
from host.languages.source import Diagnostics

JUMPS = (syntax.GoTo, syntax.ComputedGoTo, syntax.AssignedGoTo, syntax.ArithmeticIf, syntax.TwoWayIf,
         syntax.IndicatorIf, syntax.Stop, syntax.Return)  # fmt: skip
QUIET = (syntax.Specification, syntax.Format, syntax.StatementFunction)  # no control goes to them


def number(unit: syntax.Unit, parts: Parts, faulty: set[syntax.Statement], diagnostics: Diagnostics) -> None:
    """Give every number that is used its statement."""
    for each in unit.statements:
        if each.label is None:
            continue
        first = unit.labels.get(each.label.number)
        if first is not None:
            assert first.label is not None
            message = f"the statement number {each.label.number} is there already, in line {first.label.at.line}"
            diagnostics.error(each.label.at, message)
        else:
            unit.labels[each.label.number] = each
            each.label.statement = each
    missing: set[int] = set()  # they are reported where they are first used
    for each in unit.statements:
        for label in _used(each):
            if label.number in unit.labels:
                label.statement = unit.labels[label.number]
                _fits(label, each, faulty, diagnostics)
            elif label.number not in missing:
                missing.add(label.number)
                _report_missing(label, each, parts, diagnostics)
    for label in parts.frequency:
        if label.number not in unit.labels:
            diagnostics.warn(label.at, f"there is no statement {label.number} in this unit")


def _used(statement: syntax.Statement) -> Iterator[syntax.Label]:
    """Yield the statement numbers that a statement jumps to or names."""
    for each in syntax.walk(statement):
        if isinstance(each, syntax.Label) and each is not statement.label:
            yield each


def _wants_format(label: syntax.Label, statement: syntax.Statement) -> bool:
    inner = statement.statement if isinstance(statement, syntax.LogicalIf) else statement
    return isinstance(inner, syntax.Transfer) and label is inner.format


def _report_missing(label: syntax.Label, statement: syntax.Statement, parts: Parts, diagnostics: Diagnostics) -> None:
    if not _wants_format(label, statement):
        diagnostics.error(label.at, f"there is no statement {label.number} in this unit")
    elif not parts.lost_format:
        diagnostics.error(label.at, f"there is no FORMAT {label.number} in this unit")


def _fits(
    label: syntax.Label, statement: syntax.Statement, faulty: set[syntax.Statement], diagnostics: Diagnostics
) -> None:
    """Report a number that means a statement of the wrong sort."""
    found, wants_format = label.statement, _wants_format(label, statement)
    inner = statement.statement if isinstance(statement, syntax.LogicalIf) else statement
    if found in faulty:
        return
    if wants_format != isinstance(found, syntax.Format) and not isinstance(inner, syntax.Assign):
        message = (
            f"statement {label.number} is not a FORMAT" if wants_format else f"statement {label.number} is a FORMAT"
        )
        diagnostics.error(label.at, message)
    elif isinstance(found, syntax.Specification | syntax.StatementFunction):
        diagnostics.error(label.at, f"statement {label.number} is not executable")


def nest(unit: syntax.Unit, faulty: set[syntax.Statement], diagnostics: Diagnostics) -> None:
    """Find the last statement of every DO, and the DO that each statement is in."""
    _Nest(unit, faulty, diagnostics).find()


class _Nest:
    def __init__(self, unit: syntax.Unit, faulty: set[syntax.Statement], diagnostics: Diagnostics) -> None:
        self.unit, self.faulty, self.diagnostics = unit, faulty, diagnostics
        self.order = {each: at for at, each in enumerate(unit.statements)}
        self.around: dict[syntax.Do, syntax.Do | None] = {}

    def find(self) -> None:
        open_: list[syntax.Do] = []
        for statement in self.unit.statements:
            statement.do = open_[-1] if open_ else None
            if isinstance(statement, syntax.LogicalIf):
                statement.statement.do = statement.do
            if isinstance(statement, syntax.Do):
                self.around[statement] = statement.do
                if self._ends_later(statement):
                    open_.append(statement)
            while open_ and open_[-1].end is statement:
                statement.ends.append(open_.pop())
            if statement.ends:
                self._may_end(statement)
            for each in [each for each in open_ if each.end is statement]:
                self._overlap(each, open_[-1])
                open_.remove(each)
        self._variables()
        self._afterwards()
        self._jumps()
        self._reached()

    def _ends_later(self, loop: syntax.Do) -> bool:
        end = loop.last.statement
        if end is None:
            return False  # there is no such statement
        if self.order[end] <= self.order[loop]:
            message = f"statement {loop.last.number} stands before this DO, which it cannot end"
            self.diagnostics.error(loop.last.at, message)
            return False
        loop.end = end
        return not isinstance(end, QUIET)

    def _overlap(self, loop: syntax.Do, inner: syntax.Do) -> None:
        message = f"the range of this DO ends within that of the DO of line {inner.at.line}"
        if inner.at.line == loop.at.line:
            message = "the range of this DO ends within that of another one"
        self.diagnostics.error(loop.last.at, message, "the inner DO has to end first")

    def _may_end(self, statement: syntax.Statement) -> None:
        inner = statement.statement if isinstance(statement, syntax.LogicalIf) else statement
        bad = isinstance(inner, (*JUMPS, syntax.Pause, syntax.Do)) and statement not in self.faulty
        if isinstance(statement, syntax.LogicalIf):
            bad = isinstance(inner, syntax.ArithmeticIf | syntax.Do)
        if bad:
            message = "the last statement of a DO cannot go elsewhere"
            self.diagnostics.error(statement.at, message, "a CONTINUE after it can be the last one")

    def _variables(self) -> None:
        """Warn of variables that a DO counts with, and that change in its range."""
        told: set[syntax.Name] = set()
        for loop in self.around:
            if loop.end is None:
                continue
            fixed = {loop.variable.name}
            for each in (loop.limit, loop.step):
                if isinstance(each, syntax.Name):
                    fixed.add(each.name)
            for statement in self.unit.statements[self.order[loop] + 1 : self.order[loop.end] + 1]:
                for node in _changed(statement):
                    if node.name in fixed and node not in told:
                        told.add(node)
                        message = (
                            f"'{node.name}' changes in the range of the DO of line {loop.at.line} that counts with it"
                        )
                        self.diagnostics.warn(node.at, message)

    def _afterwards(self) -> None:
        """Warn of the variable of a DO that is used after the range has been done: it has no value then."""
        for loop in self.around:
            if loop.end is None:
                continue
            name = loop.variable.name
            for statement in self.unit.statements[self.order[loop.end] + 1 :]:
                if statement.label is not None:
                    break  # this may be reached from within the range
                changed = [*_changed(statement)]
                anew = name in (each.name for each in changed)
                if anew and not isinstance(statement, syntax.Assignment):
                    break
                for node in syntax.walk(statement):
                    if isinstance(node, syntax.Name) and node.name == name and node not in changed:
                        message = f"'{name}' has no value here: the DO of line {loop.at.line} has been done to its end"
                        self.diagnostics.warn(node.at, message)
                        break
                else:
                    if not isinstance(statement, JUMPS) and not anew:
                        continue
                break

    def _chain(self, loop: syntax.Do | None) -> Iterator[syntax.Do]:
        while loop is not None:
            yield loop
            loop = self.around[loop]

    def _jumps(self) -> None:
        """Warn of jumps into a range from outside where nothing goes out of it: it is no extended range."""
        into: list[tuple[syntax.Label, syntax.Do]] = []
        left: set[syntax.Do] = set()
        for statement in self.unit.statements:
            if isinstance(statement, (syntax.Do, *QUIET)):
                continue
            here = [*self._chain(statement.do)]
            inner = statement.statement if isinstance(statement, syntax.LogicalIf) else statement
            if isinstance(inner, syntax.AssignedGoTo):
                left.update(here)
            for label in _used(statement):
                target = label.statement
                if target is None or isinstance(target, QUIET):
                    continue
                there = [*self._chain(target.do)]
                left.update(each for each in here if each not in there)
                if not isinstance(inner, syntax.Assign):
                    into += [(label, each) for each in there if each not in here]
        for label, loop in into:
            if loop not in left:
                message = f"statement {label.number} is in the range of the DO of line {loop.at.line}, this is outside"
                hint = "a jump into a range is legal only after one out of it"
                self.diagnostics.warn(label.at, message, hint)

    def _reached(self) -> None:
        """Warn of unreachable statements."""
        before: syntax.Statement | None = None
        for statement in self.unit.statements:
            if isinstance(statement, QUIET):
                continue
            always = isinstance(before, JUMPS)
            if always and statement.label is None and statement not in self.faulty:
                self.diagnostics.warn(statement.at, "this statement cannot be reached: it has no number")
            before = statement


def _changed(statement: syntax.Statement) -> Iterator[syntax.Name]:
    """Yield the variables that a statement gives a value."""
    for each in syntax.walk(statement):
        match each:
            case syntax.Assignment(targets=targets):
                yield from (target for target in targets if isinstance(target, syntax.Name))
            case syntax.Assign(variable=variable) | syntax.Do(variable=variable) | syntax.ImpliedDo(variable=variable):
                yield variable
            case syntax.Transfer(output=False, items=items):
                yield from (item for item in items if isinstance(item, syntax.Name))
