"""The 6600 as the lowering of FORTRAN sees it: words of constants, routines of the library, input and output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from emulators.cdc6600 import display_code
from emulators.errors import SourceErrors
from host.assemblers.columns import NumberError
from host.compilers.backends.cdc6600 import text
from host.compilers.backends.cdc6600.compiled import of_double, of_integer, of_real, real
from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.debuginfo.values import Real
from host.compilers.fortran import syntax
from host.compilers.fortran.cdc6600.effects import EFFECTS
from host.compilers.fortran.lowering import calls, expressions, statements
from host.compilers.fortran.lowering.machine import Library, Machine
from host.compilers.fortran.lowering.unit import Unit
from host.compilers.fortran.syntax import Control, Indicator, Type
from host.compilers.ir.form import Value

CHARACTERS = 10  # of a word
LARGEST = (1 << 59) - 1
LOW_EXPONENT = 48  # the low word of a double precision number has an exponent that is less by this
KINDS = {Type.INTEGER: 0, Type.REAL: 1, Type.LOGICAL: 2, Type.DOUBLE: 3, Type.COMPLEX: 4, Type.WORD: 5}  # of items
AT_END, AT_ERROR = 1, 2  # flags of a transfer: it can go on after these

TABLE = """
imul     MPY      X1 X2        i
idiv     DIV      X1 X2        i i
imod     DIV      X1 X2        i i
float    float    -            r
ifix     fix      -            i
aint     AINT     X1           r
ipowi    POWII    X1 X2        i
rpowi    POWI     X1 X2        r
rpowr    POWR     X1 X2        r
sqrt     SQRT     X1           r
exp      EXP      X1           r
log      LN       X1           r
log10    LOG10    X1           r
sin      SIN      X1           r
cos      COS      X1           r
atan     ARCTAN   X1           r
atan2    ATAN2    X1 X2        r
tan      TAN      X1           r
asin     ASIN     X1           r
acos     ACOS     X1           r
tanh     TANH     X1           r
amod     AMOD     X1 X2        r
shift    SHIFT    X1 X2        w
mask     MASK     X1           w
ranf     RANF     -            r
call     FCALLD   X2           -
dadd     DBADD    X1 X2 X3 X4  r r
dsub     DBSUB    X1 X2 X3 X4  r r
dmul     DBMUL    X1 X2 X3 X4  r r
ddiv     DBDIV    X1 X2 X3 X4  r r
dcompare DBCMP    X1 X2 X3 X4  i
dabs     DBABS    X1 X2        r r
dfloat   DBFLT    X1           r r
dfix     DBFIX    X1 X2        i
sngl     DBREAL   X1 X2        r
damod    DBMOD    X1 X2 X3 X4  r r
dsqrt    DBSQRT   X1 X2        r r
dexp     DBEXP    X1 X2        r r
dlog     DBLN     X1 X2        r r
dlog10   DBLOG10  X1 X2        r r
dsin     DBSIN    X1 X2        r r
dcos     DBCOS    X1 X2        r r
datan    DBATAN   X1 X2        r r
datan2   DBATAN2  X1 X2 X3 X4  r r
dpowi    DBPOWI   X1 X2 X3     r r
dpowd    DBPOW    X1 X2 X3 X4  r r
cmul     CPMUL    X1 X2 X3 X4  r r
cdiv     CPDIV    X1 X2 X3 X4  r r
cabs     CPABS    X1 X2        r
csqrt    CPSQRT   X1 X2        r r
cexp     CPEXP    X1 X2        r r
clog     CPLN     X1 X2        r r
csin     CPSIN    X1 X2        r r
ccos     CPCOS    X1 X2        r r
cpowi    CPPOWI   X1 X2 X3     r r
"""


def _routines() -> dict[str, Library]:
    found = {}
    for line in TABLE.strip().splitlines():
        operation, name, registers, *results = line.split()
        names = [registers, *(each for each in results if each[0] == "X")]
        kinds = tuple(each for each in results if each[0] != "X" and each != "-")
        found[operation] = Library(name, tuple(each for each in names if each != "-"), kinds)  # type: ignore[arg-type]
    return found


class Cdc6600Machine(Machine):
    """The 6600."""

    name = "6600"
    target = CDC6600
    characters = CHARACTERS
    products = False
    planted = False
    routines = _routines()
    effects = EFFECTS

    def symbols(self) -> text.Symbols:
        return text.Symbols(set())

    # ---------------------------------------------------------------- constants

    def integer(self, number: int) -> int:
        if abs(number) > LARGEST:
            raise OverflowError
        return of_integer(number)

    def single(self, number: Fraction) -> int:
        try:
            return of_real(number)
        except NumberError:
            raise OverflowError from None

    def real(self, number: Fraction) -> tuple[int, int]:
        try:
            return of_double(number)
        except NumberError:
            raise OverflowError from None

    def exact(self, words: Sequence[int]) -> Fraction:
        found = [real(each) for each in words]
        return sum((each.exact for each in found if isinstance(each, Real)), Fraction(0))

    def text(self, text: str, fill: str) -> list[int]:
        codes = display_code.codes(text)
        size = -(-len(codes) // CHARACTERS) * CHARACTERS or CHARACTERS
        filler = display_code.codes(" ") if fill == "H" else [0]
        more = filler * (size - len(codes))
        codes = [*more, *codes] if fill == "R" else [*codes, *more]
        return [_packed(codes[each : each + CHARACTERS]) for each in range(0, size, CHARACTERS)]

    def format(self, node: syntax.Format) -> list[int]:
        return [*self.text(node.text, "L"), 0]

    # ---------------------------------------------------------------- operations

    def magnitude(self, unit: Unit, value: Value, kind: Type) -> Value:
        sign = unit.value("sign", value)
        return unit.value("xor", value, sign, kind="i" if kind is Type.INTEGER else "r")

    def chosen(self, unit: Unit, word: Value, negative: Value, other: Value) -> Value:
        sign = word if word.type == "b" else unit.value("sign", word)
        difference = unit.value("xor", negative, other, kind=other.type)
        return unit.value("xor", other, unit.value("and", difference, sign, kind=sign.type), kind=other.type)

    # ---------------------------------------------------------------- input and output

    def begin_transfer(self, unit: Unit, node: syntax.Transfer) -> None:
        way = "WRITE" if node.output else "READ"
        if node.device is syntax.Device.STORAGE:
            assert node.unit is not None
            assert node.place is not None
            assert node.format is not None
            length = expressions.value(unit, node.unit)
            first = calls.argument(unit, node.place)
            unit.call("FENCODE" if node.output else "FDECODE", X1=length, X2=self._format(unit, node.format), X4=first)
            return
        if node.device is syntax.Device.DRUM:
            raise SourceErrors([node.at.error("the 6600 has no drums", "a file is written with WRITE (n)")])
        number = _unit_number(unit, node)
        flags = AT_END * bool(node.at_end or unit.shared.tests_end) + AT_ERROR * bool(node.at_error)
        if node.format is None:
            unit.call(f"F{way}B", X1=number, X3=unit.integer(flags))
        else:
            unit.call(f"F{way}F", X1=number, X2=self._format(unit, node.format), X3=unit.integer(flags))

    def _format(self, unit: Unit, node: syntax.Label | syntax.Name) -> Value:
        if isinstance(node, syntax.Name):
            return calls.argument(unit, node)
        assert isinstance(node.statement, syntax.Format)
        return unit.address(unit.shared.pool(self.format(node.statement)))

    def item(self, unit: Unit, address: Value, count: Value, kind: Type, whole: bool) -> None:
        unit.call("FITEM", X1=address, X2=count, X3=unit.integer(KINDS[kind]))

    def end_transfer(self, unit: Unit, node: syntax.Transfer) -> Value | None:
        return unit.call("FEND", "i")[0]

    def control(self, unit: Unit, node: syntax.FileControl) -> None:
        unit.call(CONTROLS[node.control], X1=expressions.value(unit, node.unit))

    # ---------------------------------------------------------------- indicators, stops

    def indicated(self, unit: Unit, node: syntax.IndicatorIf) -> tuple[Value, str]:
        if node.indicator in ALWAYS_OFF:  # an operation that overflows stops the program
            return unit.integer(0), "nz"
        if node.indicator is Indicator.UNIT:
            raise SourceErrors([node.at.error("IF (UNIT, ...) is not supported", "nor are BUFFER IN and BUFFER OUT")])
        assert node.number is not None
        (word,) = unit.call(INDICATORS[node.indicator], "i", X1=expressions.value(unit, node.number))
        return word, "ng" if node.indicator in SENSED else "nz"

    def sense_light(self, unit: Unit, node: syntax.SenseLight) -> None:
        unit.call("FLITE", X1=expressions.value(unit, node.number))

    def stop(self, unit: Unit, node: syntax.Stop) -> None:
        unit.leave("FSTOP+1", X1=unit.const(self.text(node.number, "L")[0], "w"))

    def pause(self, unit: Unit, node: syntax.Pause) -> None:
        unit.call("FPAUSE", X1=unit.const(self.text(node.number, "L")[0], "w"))


def _packed(codes: list[int]) -> int:
    word = 0
    for each in codes:
        word = word << 6 | each
    return word


def _unit_number(unit: Unit, node: syntax.Transfer) -> Value:
    if node.unit is not None:
        return expressions.value(unit, node.unit)
    return unit.integer(UNITS[node.device])


UNITS = {syntax.Device.READER: 5, syntax.Device.PRINTER: 6, syntax.Device.PUNCH: 7}
CONTROLS = {Control.REWIND: "FREWIND", Control.BACKSPACE: "FBACKSP", Control.END_FILE: "FENDFIL"}
INDICATORS = {
    Indicator.SENSE_SWITCH: "FSWTCH", Indicator.SENSE_LIGHT: "FLITET", Indicator.END_OF_FILE: "FEOF",
    Indicator.UNIT: "FUNIT",
}  # fmt: skip
SENSED = (Indicator.SENSE_SWITCH, Indicator.SENSE_LIGHT)  # a logical value: all ones, or zero
ALWAYS_OFF = (Indicator.ACCUMULATOR, Indicator.QUOTIENT, Indicator.DIVIDE)


def _exit(unit: Unit, node: syntax.CallStatement) -> None:
    unit.leave("FENDPRG+1")


def _light(unit: Unit, node: syntax.CallStatement) -> None:
    """SLITE(i)."""
    unit.call("FLITE", X1=expressions.value(unit, node.arguments[0]))


def _asked(routine: str) -> Callable[[Unit, syntax.CallStatement], None]:
    """SLITET(i, j), SSWTCH(i, j): j is 1 if it is on, else 2."""

    def lowered(unit: Unit, node: syntax.CallStatement) -> None:
        (word,) = unit.call(routine, "i", X1=expressions.value(unit, node.arguments[0]))
        on = unit.value("sign", unit.value("neg.i", unit.value("count", word)))
        statements.give(unit, node.arguments[1], unit.machine.chosen(unit, on, unit.integer(1), unit.integer(2)))

    return lowered


def _never(unit: Unit, node: syntax.CallStatement) -> None:
    """OVERFL(j), DVCHK(j): j is 2, for an operation that overflows stops the program."""
    statements.give(unit, node.arguments[0], unit.integer(2))


def _seed(unit: Unit, node: syntax.CallStatement) -> None:
    unit.call("RANSET", X1=expressions.value(unit, node.arguments[0]))


def _value(routine: str) -> Callable[[Unit, syntax.CallStatement], None]:
    """RANGET(x), SECOND(x): x gets a value."""

    def lowered(unit: Unit, node: syntax.CallStatement) -> None:
        (word,) = unit.call(routine, "r")
        statements.give(unit, node.arguments[0], word)

    return lowered


SUBROUTINES: dict[str, Callable[[Unit, syntax.CallStatement], None]] = {
    "EXIT": _exit,
    "SLITE": _light,
    "SLITET": _asked("FLITET"),
    "SSWTCH": _asked("FSWTCH"),
    "OVERFL": _never,
    "DVCHK": _never,
    "RANSET": _seed,
    "RANGET": _value("RANGET"),
    "SECOND": _value("FSECOND"),
}

Cdc6600Machine.subroutines = SUBROUTINES
MACHINE = Cdc6600Machine()
