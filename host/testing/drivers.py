"""Main programs that call a procedure of ALGOL or FORTRAN: the procedure's own file, and after it a call of it.

The actual parameters are elements of arrays, and whole arrays, that the test fills and reads: the compiler knows
nothing of their values. Lines of the file keep their numbers; a main program in it gives way to the call.
"""

from __future__ import annotations

import cmath
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError, did_you_mean
from host import registry
from host.assemblers.dialects import dialect_of
from host.assemblers.program import Assembly
from host.registry import lazy

REAL, INTEGER, BOOLEAN, DOUBLE, COMPLEX, STRING = "real", "integer", "Boolean", "double", "complex", "string"
MARK, RESULT, FIRST = 1, 2, 3  # subscripts, in the array of a type: of a mark, the function's value, parameters


class Formal(NamedTuple):
    """A formal parameter, or dummy."""

    name: str
    type: str  # empty: any
    array: bool = False
    refused: str = ""  # why no test can give one


class Signature(NamedTuple):
    """A procedure that can be called."""

    name: str  # as its author wrote it
    formals: tuple[Formal, ...]
    type: str = ""  # of the function's value; empty for a proper procedure, a subroutine


def key(name: str) -> str:
    """Return a name as it is looked for: in capitals without blanks."""
    return "".join(name.upper().split())


class Place(NamedTuple):
    """Where an actual parameter is: an array of the driver, one element of it or all of them."""

    array: str
    subscript: int | None = None


class Driver(NamedTuple):
    """A program that calls a procedure once."""

    text: str
    line: int  # of the call; the statement before it marks its beginning
    end: int  # the line of the statement after it, which marks its end
    places: tuple[Place | None, ...]  # of the parameters; None: a text, which is part of the program
    result: Place | None


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the extents of a list, of lists of equal length; () for a single value."""
    if not isinstance(value, list | tuple):
        return ()
    shapes = {shape_of(each) for each in value}
    if len(shapes) != 1:
        raise IronboardError(f"{value!r:.60} is no array: expected a list of values, or of lists of equal length")
    return len(value), *shapes.pop()


def type_of(value: Any) -> str:
    """Return the type that a value of Python has in ALGOL and FORTRAN."""
    if isinstance(value, list | tuple):
        kinds = {type_of(each) for each in value}
        if kinds and kinds <= {INTEGER, REAL, COMPLEX}:
            return next(each for each in (COMPLEX, REAL, INTEGER) if each in kinds)
        if len(kinds) != 1 or kinds == {STRING}:
            raise IronboardError(f"{value!r:.60} is no array: expected one or more numbers, or truth values")
        return kinds.pop()
    if isinstance(value, float | complex) and not cmath.isfinite(value):
        raise IronboardError(f"{value!r} cannot be handed over: expected a finite number")
    for kind, name in ((bool, BOOLEAN), (int, INTEGER), (float, REAL), (complex, COMPLEX), (str, STRING)):
        if isinstance(value, kind):
            return name
    raise IronboardError(f"{value!r:.60} cannot be handed over: expected numbers, truth values, texts, lists of them")


def check_type(value: Any, wanted: str, what: str) -> None:
    """Raise IronboardError for a value of Python that is not of a type, and cannot be converted to it exactly."""
    given, numbers = type_of(value), {INTEGER: 1, REAL: 2, DOUBLE: 2, COMPLEX: 3}
    if given != wanted and not numbers.get(given, 9) <= numbers.get(wanted, 0):
        raise IronboardError(f"{what} is of type {wanted}: {value!r:.60} does not fit")


def kind_of(name: str) -> str:
    """Return a type by the name that a language gives it."""
    named = {"logical": BOOLEAN, "boolean": BOOLEAN, "double precision": DOUBLE}
    return named.get(name.lower(), name.lower())


class Language(ABC):
    """How drivers are written in a language, for procedures in one text."""

    def __init__(self, text: str, file: str, machine: str) -> None:
        self.text, self.file, self.machine = text, file, machine
        self.whole = False  # there is a main program
        self.signatures: dict[str, Signature] = {}  # by name, in capitals without blanks

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and key(name) in self.signatures

    def signature(self, name: str) -> Signature:
        """Return a procedure; raises IronboardError for an unknown one."""
        found = self.signatures.get(key(name))
        if found is None:
            known = [each.name for each in self.signatures.values()]
            hint = did_you_mean(name, known, f"there are {', '.join(known)}" if known else "")
            raise IronboardError(f"there is no procedure '{name}' in {self.file}{hint and f': {hint}'}")
        return found

    def driver(self, called: Signature, actuals: Sequence[Any]) -> Driver:
        """Return the program that calls a procedure with values like these; raises IronboardError."""
        if len(actuals) != len(called.formals):
            wanted = ", ".join(each.name for each in called.formals)
            raise IronboardError(f"{called.name} has {len(called.formals)} parameters ({wanted}), not {len(actuals)}")
        declared: dict[str, tuple[str, tuple[int, ...]]] = {}  # the driver's arrays: type and extents
        counts: dict[str, int] = {INTEGER: FIRST}
        places: list[Place | None] = []
        written: list[str] = []
        for number, (formal, actual) in enumerate(zip(called.formals, actuals, strict=True), 1):
            kind, shape = self._fitting(called, formal, actual), shape_of(actual)
            if kind == STRING:
                places.append(None)
                written.append(self.string(actual))
            elif shape:
                places.append(Place(self.array(kind, number)))
                declared[self.array(kind, number)] = kind, shape
                written.append(self.array(kind, number))
            else:
                subscript = counts.get(kind, FIRST)
                counts[kind] = subscript + 1
                places.append(Place(self.array(kind), subscript))
                written.append(self.element(kind, subscript))
        if called.type:
            counts.setdefault(called.type, FIRST)
        declared.update({self.array(kind): (kind, (count,)) for kind, count in counts.items()})
        result = Place(self.array(called.type), RESULT) if called.type else None
        text, line, end = self.program(called, declared, written)
        return Driver(text, line, end, tuple(places), result)

    def _fitting(self, called: Signature, formal: Formal, actual: Any) -> str:
        """Return the type in which a value is handed over; raises IronboardError if it does not fit."""
        what = f"the parameter {formal.name} of {called.name}"
        given = type_of(actual)
        if formal.refused:
            raise IronboardError(f"{what} is {formal.refused}: a test cannot hand over any")
        if formal.array != bool(shape_of(actual)) and formal.type:
            wrong = "an array" if formal.array else "no array"
            raise IronboardError(f"{what} is {wrong}: {actual!r:.60} does not fit")
        wanted = formal.type or given
        check_type(actual, wanted, what)
        return wanted

    @abstractmethod
    def array(self, kind: str, number: int = 0) -> str:
        """Return the name of the driver's array for single values of a type, or for a parameter that is an array."""

    @abstractmethod
    def element(self, kind: str, subscript: int) -> str:
        """Return an element of that, as it is written."""

    @abstractmethod
    def string(self, text: str) -> str:
        """Return a text as an actual parameter."""

    @abstractmethod
    def program(
        self, called: Signature, declared: dict[str, tuple[str, tuple[int, ...]]], actuals: Sequence[str]
    ) -> tuple[str, int, int]:
        """Return the whole program, the line of the call, and that of the statement after it."""


# ---------------------------------------------------------------- ALGOL


class Algol(Language):
    """ALGOL 60: the declarations of a program's outermost block, or of a file that has nothing else."""

    def __init__(self, text: str, file: str, machine: str) -> None:
        from host.compilers.algol import front, syntax
        from host.compilers.algol.symbols import PLAIN, recognise

        super().__init__(text.replace("\r\n", "\n"), file, machine)
        if recognise(text) is not PLAIN:
            raise IronboardError(f"{file}: tests call procedures of programs in plain words, without apostrophes")
        tree, found = front.examine(self.text, file)
        self._before, self.whole = self.text, not found.found
        if found.found and not self.text.lower().startswith("begin"):  # declarations alone
            self._before = f"begin {self.text}"
            tree, found = front.examine(f"{self._before}\n; end", file)
        found.raise_errors()
        assert tree is not None
        declarations = tree.body.declarations if isinstance(tree.body, syntax.Block) else ()
        statements = tree.body.statements if isinstance(tree.body, syntax.Block) else ()
        if self._before is self.text and statements:
            start = min(each.at.start for each in statements)
            start = min([start, *(label.at.start for each in statements for label in each.labels)])
            self._before = self.text[:start] + "\n" * self.text.count("\n", start)
        for each in declarations:
            if isinstance(each, syntax.Procedure):
                kind = "" if each.type is syntax.Type.NONE else each.type.value
                self.signatures[each.name.upper()] = Signature(each.spelling, tuple(map(_formal, each.formals)), kind)

    def array(self, kind: str, number: int = 0) -> str:
        return f"zz{number or kind.lower()}"

    def element(self, kind: str, subscript: int) -> str:
        return f"{self.array(kind)}[{subscript}]"

    def string(self, text: str) -> str:
        if '"' in text:
            raise IronboardError(f"{text!r:.60} cannot be handed over: it holds a quote")
        return f'"{text}"'

    def program(
        self, called: Signature, declared: dict[str, tuple[str, tuple[int, ...]]], actuals: Sequence[str]
    ) -> tuple[str, int, int]:
        arrays = [f"{kind} array {name}[{', '.join(f'1:{each}' for each in shape)}];"
                  for name, (kind, shape) in declared.items()]  # fmt: skip
        call = f"{called.name}({', '.join(actuals)})" if actuals else called.name
        target = f"{self.element(called.type, RESULT)} := " if called.type else ""
        mark = f"{self.element(INTEGER, MARK)} := "
        lines = [self._before, f"; begin {' '.join(arrays)}", f"{mark}1;", f"{target}{call};", f"{mark}0", "end end"]
        return "\n".join(lines), self._before.count("\n") + 4, self._before.count("\n") + 5


def _formal(formal: Any) -> Formal:
    from host.compilers.algol.syntax import Kind

    kind, array = formal.kind, formal.kind is Kind.ARRAY
    known = kind in (Kind.EXPRESSION, Kind.ARRAY)
    if kind in (Kind.PROCEDURE, Kind.SWITCH, Kind.LABEL):
        return Formal(formal.spelling, "", refused=f"a {kind.value}")
    return Formal(formal.spelling, STRING if kind is Kind.STRING else formal.type.value if known else "", array)


# ---------------------------------------------------------------- FORTRAN

WIDTH = 60  # columns of a statement on a card
NAMES = {REAL: "ZZ", INTEGER: "IZZ", BOOLEAN: "LZZ", DOUBLE: "DZZ", COMPLEX: "CZZ"}
STATEMENTS = {
    REAL: "REAL", INTEGER: "INTEGER", BOOLEAN: "LOGICAL", DOUBLE: "DOUBLE PRECISION", COMPLEX: "COMPLEX",
}  # fmt: skip
STOP = "      STOP\n      END\n"


class Fortran(Language):
    """FORTRAN: the subprograms of a file, with a main program or without."""

    def __init__(self, text: str, file: str, machine: str) -> None:
        from host.compilers.fortran import front
        from host.compilers.fortran.syntax import Sort

        super().__init__(text.replace("\r\n", "\n").rstrip("\n") + "\n", file, machine)
        tree, found = front.examine(self.text, file, machine=machine)
        lines, self._header = self.text.split("\n"), ""
        has_main = tree is not None and any(each.sort is Sort.MAIN and each.end for each in tree.units)
        self.whole = has_main
        if not has_main:
            tree, found = front.examine(self.text + STOP, file, machine=machine)
        found.raise_errors()
        assert tree is not None
        self._two = tree.dialect == "ii"
        if has_main:
            main = tree.main
            assert main.end is not None
            first, last = main.at.line, main.end.line
            if lines[first - 1][6:].split() and lines[first - 1][6:].strip().upper().startswith("PROGRAM"):
                self._header = lines[first - 1] + "\n"
            lines[first - 1 : last] = ["C"] * (last - first + 1)
        self._before = "\n".join(lines)
        self._typed = {each.name for each in tree.units if each.result is not None and each.result.type is not None}
        for each in tree.units:
            if each.sort in (Sort.SUBROUTINE, Sort.FUNCTION):
                kind = kind_of(each.result.type.value) if each.result is not None and each.result.type else ""
                self.signatures[each.name] = Signature(each.name, tuple(map(_dummy, each.dummies)), kind)

    def array(self, kind: str, number: int = 0) -> str:
        if self._two and kind not in (REAL, INTEGER):
            raise IronboardError(f"tests hand over integers and reals to FORTRAN II, nothing of type {kind}")
        return f"{NAMES[kind]}{number or ''}"

    def element(self, kind: str, subscript: int) -> str:
        return f"{self.array(kind)}({subscript})"

    def string(self, text: str) -> str:
        raise IronboardError("a test cannot hand over texts to FORTRAN: they are numbers there")

    def program(
        self, called: Signature, declared: dict[str, tuple[str, tuple[int, ...]]], actuals: Sequence[str]
    ) -> tuple[str, int, int]:
        cards = [
            *(f"{'DIMENSION' if self._two else STATEMENTS[kind]} {name}({','.join(map(str, shape))})"
              for name, (kind, shape) in declared.items()),
            *([] if self._two or not called.type else [f"{STATEMENTS[called.type]} {called.name}"]),
        ]  # fmt: skip
        given = f"({','.join(actuals)})" if actuals else ""
        target = f"{self.element(called.type, RESULT)}=" if called.type else "CALL "
        mark = f"{self.element(INTEGER, MARK)}="
        before = f"{self._before}{self._header}{''.join(map(_card, [*cards, f'{mark}1']))}"
        after = f"{before}{_card(f'{target}{called.name}{given}')}"
        return f"{after}{_card(f'{mark}0')}{STOP}", before.count("\n") + 1, after.count("\n") + 1


def _card(statement: str) -> str:
    """Return a statement on as many cards as it needs."""
    pieces = [statement[at : at + WIDTH] for at in range(0, len(statement), WIDTH)]
    return f"{'':6}" + f"\n{'':5}1".join(pieces) + "\n"


def _dummy(symbol: Any) -> Formal:
    from host.compilers.fortran.syntax import Kind

    if symbol.kind not in (Kind.VARIABLE, Kind.ARRAY):
        return Formal(symbol.name, "", refused=f"a {symbol.kind.value}")
    return Formal(symbol.name, kind_of(symbol.type.value if symbol.type else ""), symbol.kind is Kind.ARRAY)


ALGOL_TEXT = lazy("host.compilers.algol.dialect", "compiled_text")
FORTRAN_TEXT = lazy("host.compilers.fortran.dialect", "compiled_text")
LANGUAGES: dict[str, tuple[type[Language], Callable[..., Assembly]]] = {  # by the name of the dialect
    "algol": (Algol, ALGOL_TEXT),
    "fortran": (Fortran, FORTRAN_TEXT),
}


def language_of(path: Path, machine: str) -> tuple[type[Language], Callable[..., Assembly]] | None:
    """Return the language of a source with procedures, and what compiles it; None for all others."""
    if path.suffix.lower() not in {each for dialect in registry.languages().values() for each in dialect.suffixes}:
        return None
    return LANGUAGES.get(dialect_of(path, machine=machine).name.partition("-")[0])
