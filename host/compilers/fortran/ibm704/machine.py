"""The 704 as the lowering of FORTRAN sees it: words of constants, routines of the library, input and output.

Integers are in the decrement, as IBM's compiler had them: 17 bits in sums and products, constants below 32768.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from emulators.errors import SourceErrors
from emulators.ibm704 import bcd
from host.assemblers.columns import NumberError
from host.assemblers.sap.fields import floating
from host.compilers.backends.ibm704 import text
from host.compilers.backends.ibm704.target import IBM704
from host.compilers.fortran import formats, syntax
from host.compilers.fortran.ibm704.library import EFFECTS, FIELDS
from host.compilers.fortran.lowering import calls, expressions, statements
from host.compilers.fortran.lowering.machine import Library, Machine
from host.compilers.fortran.lowering.unit import Unit
from host.compilers.fortran.syntax import Control, Device, Indicator, Type
from host.compilers.ir.form import Value

CHARACTERS = 6  # of a word
DECREMENT = 18
LARGEST = (1 << 17) - 1
SIGN = 1 << 35
READER, PRINTER, PUNCH = 5, 6, 7  # units of the 6600's dialect that are not tapes here

TABLE = """
idiv     div.i    -      i
imod     rem.i    -      i
float    float    -      r
ifix     fix      -      i
aint     whole    -      r
ipowi    POWII    AC MQ  i
rpowi    POWRI    AC MQ  r
rpowr    POWRR    AC MQ  r
sqrt     SQRT     AC     r
exp      EXP      AC     r
log      LOG      AC     r
log10    LOG10    AC     r
sin      SIN      AC     r
cos      COS      AC     r
atan     ATAN     AC     r
atan2    ATAN2    AC MQ  r
tanh     TANH     AC     r
"""


def _routines() -> dict[str, Library]:
    found = {}
    for line in TABLE.strip().splitlines():
        operation, name, *rest = line.split()
        registers = tuple(each for each in rest if each in ("AC", "MQ"))
        results = tuple(each for each in rest if each in ("i", "r"))
        found[operation] = Library(name, registers, results)  # type: ignore[arg-type]
    return found


class Ibm704Machine(Machine):
    """The 704."""

    name = "704"
    target = IBM704
    characters = CHARACTERS
    products = True
    planted = True
    routines = _routines()
    effects = EFFECTS

    def symbols(self) -> text.Symbols:
        return text.Symbols(set())

    # ---------------------------------------------------------------- constants

    def integer(self, number: int) -> int:
        if abs(number) > LARGEST:
            raise OverflowError
        return abs(number) << DECREMENT | (SIGN if number < 0 else 0)

    def single(self, number: Fraction) -> int:
        try:
            return floating(abs(number)) | (SIGN if number < 0 else 0)
        except NumberError:
            if abs(number) > 1:
                raise OverflowError from None
            return 0

    def real(self, number: Fraction) -> tuple[int, int]:
        raise OverflowError

    def exact(self, words: Sequence[int]) -> Fraction:
        raise OverflowError

    def text(self, text: str, fill: str) -> list[int]:
        size = -(-len(text) // CHARACTERS) * CHARACTERS or CHARACTERS
        filler = [bcd.BLANK if fill == "H" else 0] * (size - len(text))
        codes = bcd.codes(text)
        return bcd.words_of_codes([*filler, *codes] if fill == "R" else [*codes, *filler])

    def format(self, node: syntax.Format) -> list[int]:
        missing = next((each for each in formats.edits(node.items) if each.letter not in FIELDS), None)
        if missing is not None or any(isinstance(each, formats.Tab) for each in node.items):
            letter = missing.letter if missing is not None else "T"
            hint = f"its fields are {', '.join(FIELDS)}, and X, H, P"
            raise SourceErrors([node.at.error(f"the 704's library has no {letter} in a FORMAT", hint)])
        return self.text(formats.written(node.items), "H")

    # ---------------------------------------------------------------- operations

    def magnitude(self, unit: Unit, value: Value, kind: Type) -> Value:
        return unit.value("abs", value, kind=value.type)

    def chosen(self, unit: Unit, word: Value, negative: Value, other: Value) -> Value:
        return unit.value("choose", word, negative, other, kind=other.type)

    # ---------------------------------------------------------------- input and output

    def begin_transfer(self, unit: Unit, node: syntax.Transfer) -> None:
        if node.device is Device.STORAGE:
            raise SourceErrors([node.at.error("ENCODE and DECODE are not to be had on the 704")])
        if node.device is Device.DRUM:
            assert node.unit is not None
            assert node.place is not None
            drum, place = expressions.value(unit, node.unit), expressions.value(unit, node.place)
            unit.call("DRMOUT" if node.output else "DRUMIN", AC=drum, MQ=place)
        elif node.format is None:
            assert node.unit is not None
            number = _told(unit, node, expressions.value(unit, node.unit))
            unit.call("BINOUT" if node.output else "BININ", AC=number)
        elif node.device is not Device.UNIT:
            self._call(unit, node, DEVICES[node.device])
        else:
            self._unit(unit, node)

    def _unit(self, unit: Unit, node: syntax.Transfer) -> None:
        """Lower formatted input or output of a unit: FORTRAN IV's 5 to 7 are card reader, printer and punch."""
        assert node.unit is not None
        number = expressions.number_of(node.unit)
        tape = "TAPOUT" if node.output else "TAPEIN"
        devices = {} if node.tape else OUTPUT if node.output else INPUT
        if number is not None:
            if number in devices:
                self._call(unit, node, devices[number])
            else:
                self._call(unit, node, tape, AC=_told(unit, node, unit.integer(number)))
            return
        value = expressions.value(unit, node.unit)
        after = unit.new_label()
        for each, routine in devices.items():
            this, other = unit.new_label(), unit.new_label()
            unit.branch("zr", unit.value("diff.i", value, unit.integer(each)), this, other)
            unit.label(this)
            self._call(unit, node, routine)
            unit.jump(after)
            unit.label(other)
        self._call(unit, node, tape, AC=_told(unit, node, value))
        unit.label(after)

    def _call(self, unit: Unit, node: syntax.Transfer, routine: str, **registers: Value) -> None:
        assert node.format is not None
        if node.at_end is not None and routine == "CARDIN":
            routine = "CARDEF"
        name = "@1"
        if isinstance(node.format, syntax.Name):
            where, name = calls.argument(unit, node.format), "@-1"  # its words are at falling addresses
        else:
            assert isinstance(node.format.statement, syntax.Format)
            where = unit.address(unit.shared.pool(self.format(node.format.statement)))
        unit.call(routine, **registers, **{name: where})

    def item(self, unit: Unit, address: Value, count: Value, kind: Type, whole: bool) -> None:
        backwards = whole and unit.shared.program.dialect == "ii"
        unit.call("ITEMR" if backwards else "ITEM", **{"@1": address}, AC=count)

    def end_transfer(self, unit: Unit, node: syntax.Transfer) -> Value | None:
        return unit.call("IOEND", "i")[0]

    def control(self, unit: Unit, node: syntax.FileControl) -> None:
        unit.call(CONTROLS[node.control], AC=expressions.value(unit, node.unit))

    # ---------------------------------------------------------------- indicators, stops

    def indicated(self, unit: Unit, node: syntax.IndicatorIf) -> tuple[Value, str]:
        if node.indicator not in INDICATORS:
            raise SourceErrors([node.at.error(f"IF ({node.indicator.value}, ...) is not to be had on the 704")])
        given = {} if node.number is None else {"AC": expressions.value(unit, node.number)}
        return unit.call(INDICATORS[node.indicator], "i", **given)[0], "nz"

    def sense_light(self, unit: Unit, node: syntax.SenseLight) -> None:
        unit.call("SETLIT", AC=expressions.value(unit, node.number))

    def stop(self, unit: Unit, node: syntax.Stop) -> None:
        unit.leave("FSTOP", AC=_shown(unit, node))

    def pause(self, unit: Unit, node: syntax.Pause) -> None:
        unit.call("FPAUSE", AC=_shown(unit, node))


def _shown(unit: Unit, node: syntax.Stop | syntax.Pause) -> Value:
    """Return the number of a stop, which is in the address of the instruction: five octal digits."""
    number = int(node.number or "0", 8)
    if number >= 1 << 15:
        raise SourceErrors([node.at.error(f"the number of a stop is 77777 at most, not {number:o}")])
    return unit.integer(number)


def _told(unit: Unit, node: syntax.Transfer, number: Value) -> Value:
    """Return the number of a tape as the library takes it: negative if the end of the file is not a fault."""
    return unit.value("neg.i", number) if node.at_end is not None else number


def _exit(unit: Unit, node: syntax.CallStatement) -> None:
    unit.leave("FEND")


def _light(unit: Unit, node: syntax.CallStatement) -> None:
    """SLITE(i)."""
    unit.call("SETLIT", AC=expressions.value(unit, node.arguments[0]))


def _asked(routine: str) -> Callable[[Unit, syntax.CallStatement], None]:
    """SLITET(i, j), SSWTCH(i, j), OVERFL(j), DVCHK(j): j is 1 if it is on, else 2."""

    def lowered(unit: Unit, node: syntax.CallStatement) -> None:
        *number, answer = node.arguments
        given = {"AC": expressions.value(unit, number[0])} if number else {}
        (word,) = unit.call(routine, "i", **given)
        on = unit.value("neg.i", unit.value("abs", word, kind="i"))
        chosen = unit.value("choose", on, unit.integer(1), unit.integer(2), kind="i")
        statements.give(unit, answer, chosen)

    return lowered


Ibm704Machine.subroutines = {
    "EXIT": _exit,
    "SLITE": _light,
    "SLITET": _asked("LIGHT"),
    "SSWTCH": _asked("SWITCH"),
    "OVERFL": _asked("ACOVER"),
    "DVCHK": _asked("DIVCHK"),
}

DEVICES = {Device.READER: "CARDIN", Device.PRINTER: "LINOUT", Device.PUNCH: "CRDOUT"}
INPUT = {READER: "CARDIN"}
OUTPUT = {PRINTER: "LINOUT", PUNCH: "CRDOUT"}
CONTROLS = {Control.REWIND: "REWT", Control.BACKSPACE: "BSTT", Control.END_FILE: "WEFT"}
INDICATORS = {
    Indicator.SENSE_SWITCH: "SWITCH", Indicator.SENSE_LIGHT: "LIGHT", Indicator.ACCUMULATOR: "ACOVER",
    Indicator.QUOTIENT: "MQOVER", Indicator.DIVIDE: "DIVCHK",
}  # fmt: skip

MACHINE = Ibm704Machine()
