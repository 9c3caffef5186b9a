"""What sort of statement some characters are, and the statements that are neither specifications nor input or output.

There are no reserved words. A statement with an '=' outside of parentheses and no comma after it is an assignment or a
statement function: DO10I=1.5, IF(3)=1., FORMAT(I)=2. All others begin with the words of their kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from emulators.errors import meant
from host.compilers.fortran import syntax
from host.compilers.fortran.parser.stream import DIGITS, NAME
from host.compilers.fortran.parser.transfers import Transfers
from host.compilers.fortran.syntax import Control, Indicator, Type

ASSIGNED = re.compile(r"[A-Z][A-Z0-9]*(\()?")
DO = re.compile(r"DO([0-9]+),?([A-Z][A-Z0-9]*)=")
DUMMIES = re.compile(r"\([A-Z][A-Z0-9]*(?:,[A-Z][A-Z0-9]*)*\)=")
OCTAL_DIGITS = re.compile(r"[0-9]{0,12}")
LABELLED = re.compile(r"[0-9]")
IF_INDICATOR = re.compile(r"IF\((SENSESWITCH|SENSELIGHT)(?=[A-Z0-9])|IF\((EOF|UNIT)[,(]")
IF_OVERFLOW = re.compile(r"IF(?:\((ACCUMULATOROVERFLOW|QUOTIENTOVERFLOW|DIVIDECHECK)\)"
                         r"|(ACCUMULATOROVERFLOW|QUOTIENTOVERFLOW|DIVIDECHECK)(?=[0-9]|$))")  # fmt: skip
INDICATORS = {each.value.replace(" ", ""): each for each in Indicator}
TARGETS = {Indicator.UNIT: 4}
SPECIFICATIONS = ("DIMENSION", "COMMON", "EQUIVALENCE", "EXTERNAL", "INTEGER", "REAL", "DOUBLEPRECISION", "DOUBLE",
                  "COMPLEX", "LOGICAL", "IMPLICIT", "TYPE", "FREQUENCY", "DATA")  # fmt: skip
# The other beginnings of statements, and operators, as they are written.
STATEMENTS = (
    "ASSIGN", "BACKSPACE", "BLOCK DATA", "CALL", "CONTINUE", "DECODE", "DO", "ENCODE", "END", "END FILE", "FORMAT",
    "FUNCTION", "GO TO", "IF", "PAUSE", "PRINT", "PROGRAM", "PUNCH", "READ", "RETURN", "REWIND", "STOP", "SUBROUTINE",
    "WRITE",
)  # fmt: skip
OPERATORS = (".AND.", ".EQ.", ".FALSE.", ".GE.", ".GT.", ".LE.", ".LT.", ".NE.", ".NOT.", ".OR.", ".TRUE.")
UNSUPPORTED = {
    "NAMELIST": "NAMELIST", "ENTRY": "ENTRY", "BUFFERIN": "BUFFER IN", "BUFFEROUT": "BUFFER OUT", "OVERLAY": "OVERLAY",
    "SEGMENT": "SEGMENT", "DEFINEFILE": "DEFINE FILE", "FIND(": "FIND", "INCLUDE": "INCLUDE",
}  # fmt: skip
# How statements begin that later years or other languages have.
HABITS = {
    **dict.fromkeys(("ELSE", "ENDIF", "THEN"), "there are no IF blocks: IF (...) GO TO n goes past statements"),
    **dict.fromkeys(("DOWHILE", "WHILE"), "a loop without a count is made of IF and GO TO"),
    "ENDDO": "a DO ends with the statement whose number it names: DO 10 I = 1, N ... 10 CONTINUE",
    "PARAMETER": "a constant is a variable with a value by DATA",
    "CHARACTER": "text is in INTEGER or REAL variables, 4HTEXT",
    **dict.fromkeys(("SELECTCASE", "SWITCH", "CASE"), "choices are made by GO TO (n1, n2), I"),
    **dict.fromkeys(("LET", "SET"), "an assignment is written: A = B"),
    **dict.fromkeys(("DIM", "VAR"), "an array is declared like: DIMENSION A(10)"),
    **dict.fromkeys(("FOR", "NEXT"), "a loop is written: DO 10 I = 1, N ... 10 CONTINUE"),
    **dict.fromkeys(("INPUT", "ACCEPT"), "input is read by READ n, list"),
    **dict.fromkeys(("OUTPUT", "DISPLAY", "TYPE"), "lines are printed by PRINT n, list"),
    **dict.fromkeys(("EXIT", "BREAK", "CYCLE"), "GO TO n leaves a loop"),
    **dict.fromkeys(("REM", "#", ";", "//", "/*"), "a comment has C in column 1"),
    **dict.fromkeys(("SAVE", "IMPLICITNONE", "USE", "MODULE", "INTRINSIC"), "this is FORTRAN of later years"),
}  # fmt: skip
AFTER = {"FORMAT": "'('", "IF": "'('", "DO": "a statement number", "PROGRAM": "a name", "ENTRY": "a name"}
KNOWN = {
    word.replace(" ", ""): word
    for word in (
        "ASSIGN", "BACKSPACE", "BLOCK DATA", "CALL", "COMMON", "COMPLEX", "CONTINUE", "DATA", "DECODE", "DIMENSION",
        "DOUBLE PRECISION", "ENCODE", "END", "END FILE", "EQUIVALENCE", "EXTERNAL", "FORMAT", "FREQUENCY", "FUNCTION",
        "GO TO", "INTEGER", "LOGICAL", "PAUSE", "PRINT", "PROGRAM", "PUNCH", "READ", "REAL", "RETURN", "REWIND",
        "SENSE LIGHT", "STOP", "SUBROUTINE", "WRITE",
    )
}  # fmt: skip


def assigns(text: str, start: int = 0) -> int:
    """Return the place of the '=' of an assignment or a statement function; 0 if a statement is neither."""
    depth = 0
    found = 0
    for at in range(start, len(text)):
        character = text[at]
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        elif character == "=" and depth == 0 and not found:
            found = at
        elif character == "," and depth == 0 and found:
            if DO.match(text, start):
                return 0
            break
    if found and _names(text, start, found):
        return found
    return 0


def _names(text: str, start: int, end: int) -> bool:
    """Whether some characters are a name, perhaps with something in parentheses after it."""
    name = ASSIGNED.match(text, start, end)
    if name is None:
        return False
    if not name[1]:
        return name.end() == end
    depth = 0
    for at in range(name.end() - 1, end):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at == end - 1
    return False


class Statements(Transfers):
    """Reads statements."""

    def specification(self) -> syntax.Specification | None:
        """Read a specification; return None if the statement is something else."""
        if assigns(self.text):
            return None
        for word in SPECIFICATIONS:
            if self.accept(word):
                if word == "TYPE":
                    word = next((each for each in SPECIFICATIONS[4:10] if self.accept(each)), "")
                    if not word:
                        self.at = 0
                        return None
                names = self._specifier(word)()
                self.finish(" or ','", self.operator_hint())
                return syntax.Specification(self.span(0), word, names)
        return None

    def _specifier(self, word: str) -> Callable[[], list[syntax.Name]]:
        kinds = {"INTEGER": Type.INTEGER, "REAL": Type.REAL, "DOUBLEPRECISION": Type.DOUBLE, "DOUBLE": Type.DOUBLE,
                 "COMPLEX": Type.COMPLEX, "LOGICAL": Type.LOGICAL}  # fmt: skip
        if word in kinds:
            return lambda: self.type(kinds[word])
        found: Callable[[], list[syntax.Name]] = getattr(self, word.lower())
        return found

    def statement(self, inside: bool = False) -> syntax.Statement:
        """Read a statement that is no specification; `inside`: of a logical IF."""
        self.begin = self.at
        if assigns(self.text, self.at):
            return self._assignment()
        for word, read in READERS.items():
            if self.text.startswith(word, self.at):
                if word == "DO" and not DO.match(self.text, self.at) and not DIGITS.match(self.text, self.at + 2):
                    continue
                self.at += len(word)
                statement = read(self)
                self.finish("", self._remark_hint())
                if inside and isinstance(statement, syntax.Do | syntax.LogicalIf):
                    what = "a DO" if isinstance(statement, syntax.Do) else "another IF with a condition"
                    raise self.fault_at(self.begin, self.at, f"{what} cannot stand in a logical IF")
                return statement
        raise self._unknown()

    def _remark_hint(self) -> str:
        return "remarks have lines of their own, with C in column 1" if self.here.isalpha() else ""

    def _unknown(self) -> Exception:
        rest = self.text[self.at :]
        self.context.parts.lost |= not self.context.executing
        if self.context.before is not None and self.context.before.ended:
            self.line.broken = True  # the rest of a statement with a missing end
        if not rest:
            return self.fault("there is a statement number, but no statement", "CONTINUE does nothing")
        for word, name in UNSUPPORTED.items():
            if rest.startswith(word):
                return self.fault_at(self.at, self.at + len(word), f"{name} is not supported")
        start = self.at
        end = max(start + 1, _word_end(self, start))
        word = self.written(start, end)
        if self.text[start:end] in AFTER and end == len(self.text):
            self.at = end
            return self.fault(f"expected {AFTER[self.text[start:end]]} after {word}, found {self.found()}")
        message = f"expected a statement, found '{word}'"
        for habit, hint in HABITS.items():
            if rest.startswith(habit) and (len(habit) > 3 or word == habit or not habit.isalpha()):
                return self.fault_at(start, end, message, hint)
        return self.fault_at(start, end, message, self._meant(start, end))

    def _meant(self, start: int, end: int) -> str:
        """Return a hint if the first word, or the first two, are nearly those of a statement."""
        if self.text[start:end] == "IF":
            return "the condition of an IF stands in parentheses"
        following = self.text[end:] and max(end + 1, _word_end(self, end))
        for last in (end, following or end):
            close = get_close_matches(self.text[start:last], KNOWN, n=1, cutoff=0.75)
            if close:
                return meant(self.written(start, last), KNOWN[close[0]])
        return ""

    # ---------------------------------------------------------------- assignments

    def _assignment(self) -> syntax.Statement:
        start = self.at
        name = NAME.match(self.text, start)
        if name is None:
            raise self.fault(f"expected a variable before '=', found {self.found()}")
        if self.text[name.end() : name.end() + 1] == "(" and not self._may_be_array(name):
            return self._statement_function(name)
        targets = [self.variable()]
        if not self.here == "=":
            raise self.fault(f"expected '=', found {self.found()}", self.operator_hint())
        self.at += 1
        while assigns(self.text, self.at):
            self.context.other("iv", "an assignment to several variables", self.span(start))
            targets.append(self.variable())
            self.expect("=")
        value = self.expression()
        self._loop_hint(start)
        self.finish("", self._after_value(start))
        return syntax.Assignment(self.span(start), list(targets), value)

    def _after_value(self, start: int) -> str:
        """Return a hint for the characters after the value of an assignment."""
        if self.here == "," and self.text.startswith("DO", start):
            return "a DO is written: DO n I = first, last"
        if self.here.isalpha():
            return "is an operator missing? Remarks have lines of their own, with C in column 1"
        return self.operator_hint()

    def _known(self, name: str) -> bool:
        return name in self.context.arrays or name in self.context.parts.doubtful

    def _may_be_array(self, name: re.Match[str]) -> bool:
        """Whether a name with something in parentheses after it, before an '=', is or may be an array."""
        function = DUMMIES.match(self.text, name.end()) and not self.context.executing
        return self._known(name[0]) or (self.context.parts.lost and not function)

    def _loop_hint(self, start: int) -> None:
        """Warn of an assignment that looks like a DO statement."""
        found = re.compile(r"DO([0-9]+)([A-Z][A-Z0-9]*)=").match(self.text, start)
        if found and self.written(start, found.end(1)) == f"DO {found[1]}":
            self.warn(start, f"this assigns a value to {self.text[start : found.end() - 1]}", "a DO needs a comma")

    def _statement_function(self, name: re.Match[str]) -> syntax.Statement:
        start = self.at
        if not DUMMIES.match(self.text, name.end()) or self.context.executing:
            message = f"'{name[0]}' is not an array: it has no dimensions"
            hint = f"DIMENSION {name[0]}(...) gives it some"
            if DUMMIES.match(self.text, name.end()):
                hint += "; a statement function stands before the first executable statement"
            raise self.fault_at(start, name.end(), message, hint)
        self.check_name(name[0], start)
        self.at = name.end() + 1
        names = self.several(self.name)
        dummies: dict[str, syntax.Symbol] = {}
        for each in names:
            if each.name in dummies:
                self.context.diagnostics.error(each.at, f"'{each.name}' is twice among these dummies")
            dummies[each.name] = syntax.Symbol(each.name, each.at, dummy=None)
        self.expect(")")
        self.expect("=")
        arrays = self.context.arrays
        self.context.arrays = arrays - dummies.keys()
        try:
            value = self.expression()
            self.finish("", self.operator_hint())
        finally:
            self.context.arrays = arrays
        return syntax.StatementFunction(self.span(start), name[0], [*dummies.values()], value)

    def _assign(self) -> syntax.Statement:
        target = self.label()
        self.expect("TO", "", "ASSIGN n TO I")
        return syntax.Assign(self.span(self.begin), target, self.name("a variable"))

    # ---------------------------------------------------------------- where to go on

    def _go_to(self) -> syntax.Statement:
        if self.accept("("):
            targets = self.several(self.label)
            self.expect(")", " after the statement numbers")
            self.accept(",")
            return syntax.ComputedGoTo(self.span(self.begin), targets, self.expression())
        if self.here.isdigit():
            return syntax.GoTo(self.span(self.begin), self.label())
        hint = "GO TO 10, GO TO (10,20), I or GO TO I, (10,20)"
        variable = self.name("a statement number or a variable", hint)
        targets = []
        if self.accept(",") or self.here == "(":
            self.expect("(", " and the statement numbers")
            targets = self.several(self.label)
            self.expect(")", " after the statement numbers")
        return syntax.AssignedGoTo(self.span(self.begin), variable, targets)

    def _if(self) -> syntax.Statement:
        start, self.at = self.at, self.begin
        if found := self.match(IF_OVERFLOW):
            return self._indicator_if(INDICATORS[found[1] or found[2]], None)
        if found := self.match(IF_INDICATOR):
            return self._numbered_indicator(found)
        self.at = start
        opening = self.at
        self.expect("(", " after IF")
        condition = self.expression()
        self.close(opening)
        if not LABELLED.match(self.text, self.at):
            return self._logical_if(condition)
        targets = self.several(self.label)
        if len(targets) == 3:
            return syntax.ArithmeticIf(self.span(self.begin), condition, targets)
        if len(targets) == 2:
            self.context.other("iv", "an IF with two statement numbers", self.span(self.begin))
            return syntax.TwoWayIf(self.span(self.begin), condition, targets)
        message = f"an IF with statement numbers has three of them, not {len(targets)}"
        hint = "IF (...) GO TO n goes on there if it is true" if len(targets) == 1 else ""
        raise self.fault_at(self.begin, self.at, message, hint)

    def _numbered_indicator(self, found: re.Match[str]) -> syntax.Statement:
        opening = self.begin + 2
        indicator = INDICATORS[found[1] or found[2]]
        number = self.expression()
        if found[2] and self.text[found.end() - 1] == "(":  # IF (EOF(5))
            self.close(found.end() - 1)
        self.close(opening)
        return self._indicator_if(indicator, number)

    def _indicator_if(self, indicator: Indicator, number: syntax.Expression | None) -> syntax.Statement:
        dialect = "iv" if indicator in (Indicator.END_OF_FILE, Indicator.UNIT) else "ii"
        self.context.other(dialect, f"IF ({indicator.value})", self.span(self.begin))
        targets = self.several(self.label)
        wanted = TARGETS.get(indicator, 2)
        if len(targets) != wanted:
            message = f"an IF of {indicator.value} has {wanted} statement numbers, not {len(targets)}"
            raise self.fault_at(self.begin, self.at, message)
        return syntax.IndicatorIf(self.span(self.begin), indicator, number, targets)

    def _logical_if(self, condition: syntax.Expression) -> syntax.Statement:
        begin = self.begin
        self.context.other("iv", "a logical IF", self.span(begin))
        if not self.here:
            raise self.fault("expected statement numbers or a statement after the condition")
        statement = self.statement(inside=True)
        self.begin = begin
        return syntax.LogicalIf(self.span(begin), condition, statement)

    def _sense_light(self) -> syntax.Statement:
        self.context.other("ii", "SENSE LIGHT", self.span(self.begin))
        return syntax.SenseLight(self.span(self.begin), self.expression())

    def _do(self) -> syntax.Statement:
        last = self.label("DO n I = first, last: n is the number of its last statement")
        self.accept(",")
        variable = self.name("a variable")
        self.expect("=")
        start, limit, step = self.limits()
        return syntax.Do(self.span(self.begin), last, variable, start, limit, step)

    # ---------------------------------------------------------------- ends, calls

    def _ended(self, kind: type[syntax.Stop | syntax.Pause]) -> syntax.Statement:
        start = self.at
        found = self.match(OCTAL_DIGITS)
        digits = found[0] if found else ""
        if digits.strip("01234567"):
            raise self.fault_at(start, self.at, "this number has the digits 0 to 7")
        return kind(self.span(self.begin), digits)

    def _call(self) -> syntax.Statement:
        name = self.name("the name of a subroutine")
        arguments = self.arguments() if self.here == "(" else []
        return syntax.CallStatement(self.span(self.begin), name.name, arguments)

    def _return(self) -> syntax.Statement:
        if self.here.isalnum():
            raise self.fault("returns to other places are not supported", "RETURN stands alone")
        return syntax.Return(self.span(self.begin))


def _word_end(stream: Statements, start: int) -> int:
    """Return the end of the word that begins at a place: a blank of the text, or no letter or digit."""
    at = start
    line = stream.line
    while at < len(stream.text) and (stream.text[at].isalnum() or at == start):
        at += 1
        if at < len(stream.text) and line.starts[at] != line.ends[at - 1]:
            break
    return at


READERS: dict[str, Callable[[Statements], syntax.Statement]] = {
    "IF(": lambda self: _back(self, 1)._if(),
    "IFACCUMULATOROVERFLOW": lambda self: self._if(),
    "IFQUOTIENTOVERFLOW": lambda self: self._if(),
    "IFDIVIDECHECK": lambda self: self._if(),
    "GOTO": Statements._go_to,
    "DO": Statements._do,
    "CALL": Statements._call,
    "ASSIGN": Statements._assign,
    "CONTINUE": lambda self: syntax.Continue(self.span(self.begin)),
    "RETURN": Statements._return,
    "STOP": lambda self: self._ended(syntax.Stop),
    "PAUSE": lambda self: self._ended(syntax.Pause),
    "READ": Statements.read,
    "WRITE": Statements.write,
    "PRINT": Statements.print,
    "PUNCH": Statements.punch,
    "ENCODE": lambda self: self.code(output=True),
    "DECODE": lambda self: self.code(output=False),
    "ENDFILE": lambda self: self.control(Control.END_FILE),
    "REWIND": lambda self: self.control(Control.REWIND),
    "BACKSPACE": lambda self: self.control(Control.BACKSPACE),
    "SENSELIGHT": Statements._sense_light,
}


def _back(stream: Statements, count: int) -> Statements:
    stream.at -= count
    return stream
