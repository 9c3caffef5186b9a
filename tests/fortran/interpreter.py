"""What does a FORTRAN program print? The tree, interpreted on the words of a machine.

Storage is words, so that COMMON, EQUIVALENCE and arguments by reference need nothing of their own: a place is a list of
words and an index. Where the language leaves the order of evaluation open, it is as written: left to right.
A strict interpreter refuses what the standard leaves undefined (Unspecified): a variable without a value, a DO variable
after the end of its loop, a constant that a subprogram changes.
"""

import cmath
from collections import defaultdict
from fractions import Fraction
from functools import reduce
from operator import and_, or_, xor

from host.compilers.fortran.syntax import (
    ArithmeticIf,
    Assign,
    AssignedGoTo,
    Assignment,
    Binary,
    Call,
    CallStatement,
    Complex,
    ComputedGoTo,
    Control,
    Convert,
    Device,
    Do,
    Element,
    FileControl,
    Format,
    GoTo,
    Hollerith,
    ImpliedDo,
    Indicator,
    IndicatorIf,
    Integer,
    Kind,
    Label,
    Logical,
    LogicalIf,
    Name,
    Octal,
    Operator,
    Pause,
    Real,
    Return,
    SenseLight,
    StatementFunction,
    Stop,
    Transfer,
    TwoWayIf,
    Type,
    Unary,
)
from tests.fortran import editing
from tests.fortran.words import FUNCTIONS, MACHINES, Failure, Unspecified, root, truncated

RETURN = object()
RANF_FACTOR, RANF_SEED = 44485709377909, 48131768981101
RELATIONS = {
    Operator.LT: lambda sign: sign < 0,
    Operator.LE: lambda sign: sign <= 0,
    Operator.EQ: lambda sign: sign == 0,
    Operator.NE: lambda sign: sign != 0,
    Operator.GE: lambda sign: sign >= 0,
    Operator.GT: lambda sign: sign > 0,
}


class Stopped(Exception):
    """The program has come to a STOP; `number` is its digits."""

    def __init__(self, number=""):
        super().__init__(number)
        self.number = number


class Words(list):
    """Words of storage; `constant` if they are the value of an expression that is an argument."""

    constant = False


class File:
    """A unit: records, which are texts, or lists of words if they are binary."""

    def __init__(self, records=(), output=False):
        self.records, self.at, self.output = list(records), 0, output

    def next(self):
        if self.at >= len(self.records):
            raise EndOfFile
        self.at += 1
        if self.records[self.at - 1] is None:
            raise EndOfFile
        return self.records[self.at - 1]

    def text(self):
        """The next record, which must be one of characters."""
        record = self.next()
        if not isinstance(record, str):
            raise Unspecified("a formatted READ of an unformatted record")
        return record

    def write(self, record):
        del self.records[self.at :]
        self.records.append(record)
        self.at += 1


class EndOfFile(Exception):
    """A READ that finds the end of its file."""


class Interpreter:
    """One run of one program. `lines` are what it reads from unit 5, or the card reader."""

    def __init__(self, program, machine="6600", lines=(), strict=False, steps=1_000_000, checks=True):
        self.program, self.machine, self.strict, self.steps = program, MACHINES[machine](), strict, steps
        self.checks = checks  # of subscripts
        self.storage = {}
        self.places = {}  # of dummies, of those of statement functions, and of names without an area
        self.sizes = {}  # of arrays in the unit that runs: adjustable dimensions have the values of the entry
        self.active = set()  # units
        self.loops = {}  # Do -> (value, limit, step), while it is not at its end
        self.lights, self.switches = set(), set()
        self.ended = defaultdict(bool)  # units whose last READ found the end, for IF (EOF, u)
        self.seed = RANF_SEED
        self.messages = []  # of PAUSE
        self.stopped = None
        self.node = program.main
        self.names = dict(program.main.files) or {5: "INPUT", 6: "OUTPUT", 7: "PUNCH"}
        self.files = defaultdict(File, {"INPUT": File(lines)})
        self.formats = {}
        self.once = {}  # values of expressions that several targets share: found only once

    # ------------------------------------------------------------ the run

    def run(self):
        """Run the program to its end; what it fails with has the line."""
        try:
            self.initialize()
            self.unit(self.program.main)
        except Stopped as stop:
            self.stopped = stop.number
        except (Failure, Unspecified) as why:
            why.line = self.node.at.line
            raise
        except EndOfFile:
            failure = Failure("reading past the end")
            failure.line = self.node.at.line
            raise failure from None
        return self

    @property
    def line(self):
        return self.node.at.line

    @property
    def output(self):
        """The printed lines, each with the character for the carriage in front."""
        return self.files["OUTPUT"].records

    def count(self):
        self.steps -= 1
        if self.steps < 0:
            raise Unspecified("too many steps")

    def initialize(self):
        for unit in self.program.units:
            for symbol in unit.symbols.values():
                for number, value in symbol.data.items():
                    self.initial(symbol, number, value)

    def initial(self, symbol, number, value):
        words, at = self.area(symbol)
        self.put((words, at + number * symbol.type.words), symbol.type, self.value(value))

    def area(self, symbol):
        """Where a symbol's first word is: a list of words and an index."""
        if symbol.area is None:
            count = symbol.elements * (symbol.type or Type.WORD).words
            return self.places.setdefault(symbol, (Words([None] * count), 0))
        if symbol.area not in self.storage:
            self.storage[symbol.area] = Words([None] * symbol.area.size)
        return self.storage[symbol.area], symbol.offset

    def unit(self, unit, arguments=()):
        """Run a unit: from its first statement to RETURN, or END."""
        if unit in self.active:
            raise Failure("a unit that calls itself", unit=unit.name)
        if len(arguments) != len(unit.dummies):
            raise Unspecified("the number of arguments")
        self.active.add(unit)
        self.places |= dict(zip(unit.dummies, arguments, strict=True))
        for symbol in unit.symbols.values():
            if symbol.dimensions and symbol.sizes is None:
                self.sizes[symbol] = tuple(self.machine.number(self.value(each)) for each in symbol.dimensions)
        statements = unit.statements
        index = {each: at for at, each in enumerate(statements)}
        at = 0
        while at < len(statements):
            statement = statements[at]
            target = self.statement(statement)
            if target is RETURN:
                break
            if isinstance(target, Label):
                at = index[target.statement]
                continue
            again = self.finished(statement)
            at = index[again] + 1 if again else at + 1
        self.active.discard(unit)

    def finished(self, statement):
        """Go on with the loops that end with a statement; return the one whose range is to be done again."""
        for do in statement.ends:
            if do not in self.loops:
                if self.strict:
                    raise Unspecified("the end of a DO that has not begun")
                continue
            value, limit, step = self.loops[do]
            if value + step <= limit:
                self.loops[do] = value + step, limit, step
                self.set_integer(do.variable, value + step)
                return do
            del self.loops[do]
            if self.strict:
                self.unset(do.variable)
            else:
                self.set_integer(do.variable, value + step)
        return None

    # ------------------------------------------------------------ statements

    def statement(self, node):
        """Execute a statement; return a Label to go to, RETURN, or None."""
        self.count()
        self.node = node
        match node:
            case Assignment():
                self.once = {node.value: self.value(node.value)}
                values = [self.value(each) for each in node.values]
                self.once = {}
                for target, value in reversed(list(zip(node.targets, values, strict=True))):
                    self.assign(target, value)
            case GoTo():
                return node.target
            case ArithmeticIf():
                return node.targets[self.sign(node.value) + 1]
            case LogicalIf():
                if self.truth(self.value(node.condition)):
                    return self.statement(node.statement)
            case Do():
                self.begin(node)
            case CallStatement():
                self.call_statement(node)
            case Return():
                return RETURN
            case ComputedGoTo():
                value = self.integer(node.value)
                if not 1 <= value <= len(node.targets):
                    raise Failure(f"a computed GO TO has {len(node.targets)} statement numbers", value=value)
                return node.targets[value - 1]
            case Assign():
                words, at = self.place(node.variable)
                words[at] = node.target
            case AssignedGoTo():
                return self.assigned(node)
            case TwoWayIf():
                value = self.value(node.value)
                holds = self.truth(value) if node.value.type is Type.LOGICAL else self.sign(node.value) != 0
                return node.targets[0 if holds else 1]
            case IndicatorIf():
                return self.indicator(node)
            case SenseLight():
                self.sense_light(self.integer(node.number))
            case Transfer():
                return self.transfer(node)
            case FileControl():
                self.control(node)
            case Stop():
                raise Stopped(node.number)
            case Pause():
                self.messages.append(node.number)
        return None

    def assign(self, target, value):
        self.put(self.place(target), target.type, value)

    def put(self, place, type_, value):
        words, at = place
        if self.strict and getattr(words, "constant", False):
            raise Unspecified("an assignment to a dummy whose argument is a value")
        if type_.words == 2:
            words[at : at + 2] = value
        else:
            words[at] = value

    def set_integer(self, variable, value):
        self.assign(variable, self.machine.integer(value))

    def unset(self, variable):
        words, at = self.place(variable)
        words[at] = None

    def begin(self, node):
        start, limit = self.integer(node.start), self.integer(node.limit)
        step = self.integer(node.step) if node.step else 1
        if self.strict and (start < 1 or limit < 1 or step < 1):
            raise Unspecified("a DO with a parameter that is not positive")
        if self.strict and start > limit:
            raise Unspecified("a DO that would be done no time")
        if step < 1:
            raise Failure(f"the step of a DO is {step}")
        self.loops[node] = start, limit, step
        self.set_integer(node.variable, start)

    def assigned(self, node):
        words, at = self.place(node.variable)
        label = words[at]
        if not isinstance(label, Label):
            raise Failure("an assigned GO TO without a label")
        if node.targets and label.number not in {each.number for each in node.targets}:
            raise Failure("an assigned GO TO to a label that is not in its list", label=label.number)
        return label

    def indicator(self, node):
        on = False
        match node.indicator:
            case Indicator.SENSE_SWITCH:
                on = self.integer(node.number) in self.switches
            case Indicator.SENSE_LIGHT:
                on = self.light(self.integer(node.number))
            case Indicator.ACCUMULATOR | Indicator.QUOTIENT | Indicator.DIVIDE as which:
                name = {"ACCUMULATOR": "overflow", "QUOTIENT": "quotient_overflow"}.get(which.name, "divide_check")
                on = getattr(self.machine, name, False)
                setattr(self.machine, name, False)
            case Indicator.END_OF_FILE:
                number = self.integer(node.number)
                on = self.ended.pop(number, False)
            case Indicator.UNIT:
                raise Unspecified("IF (UNIT)")
        return node.targets[0 if on else 1]

    def sense_light(self, number):
        if number == 0:
            self.lights.clear()
        else:
            self.lights.add(number)

    def light(self, number):
        on = number in self.lights
        self.lights.discard(number)
        return on

    def call_statement(self, node):
        arguments = [self.argument(each) for each in node.arguments]
        symbol = node.symbol
        if symbol.dummy is not None:
            symbol = self.places[symbol]
        if symbol.unit is not None:
            self.invoke(symbol.unit, arguments)
            return
        match symbol.name:
            case "EXIT":
                raise Stopped
            case "SLITE":
                self.sense_light(self.number_at(arguments[0]))
            case "SLITET" | "SSWTCH" | "OVERFL" | "DVCHK" as name:
                words, at = arguments[-1]
                on = False
                if name == "SLITET":
                    on = self.light(self.number_at(arguments[0]))
                elif name == "SSWTCH":
                    on = self.number_at(arguments[0]) in self.switches
                words[at] = self.machine.integer(1 if on else 2)
            case "RANSET":
                word = arguments[0][0][arguments[0][1]]
                if self.machine.exact(word):
                    self.seed = word & (1 << 48) - 1 | 1
            case name:
                raise Unspecified(f"the routine {name}")

    def number_at(self, place):
        return self.machine.number(self.defined(place[0][place[1]]))

    def invoke(self, unit, arguments):
        """Call a unit of the program; what the caller has of its own comes back afterwards."""
        node, loops = self.node, self.loops
        self.loops = {}
        self.unit(unit, arguments)
        self.node, self.loops = node, loops

    def argument(self, node):
        """What a subprogram gets: a place, or the symbol of a procedure."""
        match node:
            case Name(symbol=symbol) if symbol.kind in (Kind.FUNCTION, Kind.SUBROUTINE, Kind.INTRINSIC):
                if symbol.dummy is not None:
                    return self.places[symbol]
                return symbol
            case Name(symbol=symbol) if symbol.kind is Kind.ARRAY:
                return self.base(symbol)
            case Name() | Element():
                return self.place(node)
            case Hollerith():
                words = Words(self.machine.packed(node.text, node.fill))
            case _:
                value = self.value(node)
                words = Words(value if isinstance(value, tuple) else [value])
        words.constant = True
        return words, 0

    # ------------------------------------------------------------ places

    def base(self, symbol):
        """The first word of a variable or an array."""
        if symbol in self.places:
            return self.places[symbol]
        if symbol.dummy is not None:
            raise Unspecified("a dummy without an argument")
        return self.area(symbol)

    def place(self, node):
        if isinstance(node, Name):
            words, at = self.base(node.symbol)
            return self.inside(node, words, at)
        symbol = node.symbol
        sizes = symbol.sizes or self.sizes[symbol]
        offset, stride = 0, 1
        subscripts = [self.integer(each) for each in node.subscripts]
        for dimension, (subscript, size) in enumerate(zip(subscripts, sizes, strict=False)):
            # A dummy whose last dimension is 1 stands for arrays of any size.
            free = symbol.dummy is not None and dimension == len(sizes) - 1 and size == 1
            if self.checks and not (subscript >= 1 and (free or subscript <= size)):
                raise Failure("a subscript is out of its bounds", array=symbol.name, value=subscript, bound=size)
            offset += (subscript - 1) * stride
            stride *= size
        words, at = self.base(symbol)
        return self.inside(node, words, at + offset * symbol.type.words)

    def inside(self, node, words, at):
        if not 0 <= at <= len(words) - (node.symbol.type or Type.WORD).words:
            raise Failure("a place outside of the array", array=node.symbol.name)
        return words, at

    def defined(self, word):
        if isinstance(word, Label):
            raise Unspecified("a label as a number")
        if word is None:
            if self.strict:
                raise Unspecified("a variable without a value")
            return 0
        return word

    def load(self, place, type_):
        words, at = place
        if type_.words == 2:
            return self.defined(words[at]), self.defined(words[at + 1])
        return self.defined(words[at])

    # ------------------------------------------------------------ expressions

    def integer(self, node):
        return self.machine.number(self.value(node))

    def truth(self, word):
        return self.machine.truth(word)

    def number(self, node, value=None):
        """The value of an expression as a number; a pair of numbers if it is complex."""
        value = self.value(node) if value is None else value
        return self.as_number(value, node.type)

    def as_number(self, value, type_):
        match type_:
            case Type.REAL:
                return self.machine.exact(value)
            case Type.DOUBLE:
                return self.machine.exact_double(value)
            case Type.COMPLEX:
                return tuple(self.machine.exact(each) for each in value)
        return Fraction(self.machine.number(value))

    def as_value(self, number, type_):
        """The value, in words, of a number."""
        match type_:
            case Type.REAL:
                return self.machine.real(number)
            case Type.DOUBLE:
                return self.machine.double(number)
            case Type.COMPLEX:
                return tuple(self.machine.real(each) for each in number)
        return self.machine.integer(int(number))

    def sign(self, node):
        number = self.number(node)
        return (number > 0) - (number < 0)

    def value(self, node):
        """The value of an expression: a word, or two."""
        self.count()
        if node in self.once:
            return self.once[node]
        match node:
            case Integer(value=value):
                return self.machine.integer(value)
            case Real(value=value):
                return self.as_value(value, node.type or (Type.DOUBLE if node.double else Type.REAL))
            case Complex():
                return tuple(self.machine.real(self.number(each)) for each in (node.real, node.imaginary))
            case Logical(value=value):
                return self.machine.logical(value)
            case Hollerith():
                return self.machine.packed(node.text, node.fill)[0]
            case Octal(value=value):
                return value & self.machine.ones
            case Name() | Element():
                return self.load(self.place(node), node.type)
            case Call():
                return self.call(node)
            case Unary():
                return self.unary(node)
            case Binary(operator=operator) if operator.relation:
                return self.machine.logical(self.compare(node))
            case Binary(operator=Operator.AND):
                return self.value(node.left) & self.value(node.right)
            case Binary(operator=Operator.OR):
                return self.value(node.left) | self.value(node.right)
            case Binary():
                return self.binary(node)
            case Convert():
                return self.converted(self.value(node.operand), node.operand.type, node.type)
        raise Failure(f"an expression of kind {type(node).__name__}")

    def compare(self, node):
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(left, tuple):
            return (left == right) == (node.operator is Operator.EQ)
        return RELATIONS[node.operator]((left > right) - (left < right))

    def converted(self, value, type_, wanted):
        if type_ is wanted or (Type.WORD in (type_, wanted) and wanted.words == type_.words):
            return value
        if type_ is Type.LOGICAL or wanted is Type.LOGICAL:
            return value
        number = self.as_number(value, type_)
        if type_ is Type.COMPLEX:
            number = number[0]
        if wanted is Type.COMPLEX:
            return self.machine.real(number), 0
        if wanted is Type.INTEGER:
            number = truncated(number)
            if self.machine.name == "6600" and abs(number) >= self.machine.limit:
                raise Failure("the integer of a real is too large")
        if wanted is Type.REAL and type_ is Type.DOUBLE:
            return value[0]
        return self.as_value(number, wanted)

    def unary(self, node):
        value = self.value(node.operand)
        match node.operator:
            case Operator.NOT:
                return value ^ self.machine.ones
            case Operator.PLUS:
                return value
        if node.type in (Type.INTEGER, Type.WORD):
            return self.machine.integer(-self.machine.number(value))
        if isinstance(value, tuple):
            return tuple(self.machine.negative(each) for each in value)
        return self.machine.negative(value)

    def binary(self, node):
        left, right = self.value(node.left), self.value(node.right)
        if node.operator is Operator.POWER:
            return self.power(left, node.left.type, right, node.right.type, node.type)
        match node.type:
            case Type.REAL:
                return self.real_operation(node.operator, left, right)
            case Type.COMPLEX:
                return self.complex_operation(node.operator, left, right)
            case Type.DOUBLE:
                numbers = self.machine.exact_double(left), self.machine.exact_double(right)
                return self.machine.double(self.exactly(node.operator, *numbers))
        return self.integer_operation(node.operator, self.machine.number(left), self.machine.number(right))

    def integer_operation(self, operator, left, right):
        small = self.machine.small
        match operator:
            case Operator.PLUS:
                return self.machine.integer(left + right)
            case Operator.MINUS:
                return self.machine.integer(left - right)
            case Operator.TIMES:
                return self.machine.integer(small(small(left) * small(right)))
        if not right:
            raise Failure("division by zero")
        return self.machine.integer(truncated(Fraction(small(left), small(right))))

    def real_operation(self, operator, left, right):
        match operator:
            case Operator.PLUS:
                return self.machine.add(left, right)
            case Operator.MINUS:
                return self.machine.add(left, self.machine.negative(right))
            case Operator.TIMES:
                return self.machine.times(left, right)
        return self.machine.divided(left, right)

    def exactly(self, operator, left, right):
        match operator:
            case Operator.PLUS:
                return left + right
            case Operator.MINUS:
                return left - right
            case Operator.TIMES:
                return left * right
        if not right:
            raise Failure("division by zero")
        return left / right

    def complex_operation(self, operator, left, right):
        (a, b), (c, d) = left, right
        real = self.real_operation
        plus, minus, times, over = Operator.PLUS, Operator.MINUS, Operator.TIMES, Operator.DIVIDE
        if operator in (plus, minus):
            return real(operator, a, c), real(operator, b, d)
        if operator is times:
            return (
                real(minus, real(times, a, c), real(times, b, d)), real(plus, real(times, a, d), real(times, b, c))
            )  # fmt: skip
        size = real(plus, real(times, c, c), real(times, d, d))
        return (
            real(over, real(plus, real(times, a, c), real(times, b, d)), size),
            real(over, real(minus, real(times, b, c), real(times, a, d)), size),
        )

    def power(self, left, left_type, right, right_type, result):
        """Integer exponents: by multiplication, exact where the result is; others by the library."""
        if right_type in (Type.INTEGER, Type.WORD):
            exponent = self.machine.number(right)
            if left_type is Type.COMPLEX:
                product = (self.machine.real(Fraction(1)), 0)
                for _ in range(abs(exponent)):
                    product = self.complex_operation(Operator.TIMES, product, left)
                one = (self.machine.real(Fraction(1)), 0)
                return product if exponent >= 0 else self.complex_operation(Operator.DIVIDE, one, product)
            base = self.as_number(left, left_type)
            if not base and exponent < 0:
                raise Failure("zero to a negative power")
            if result is Type.REAL and exponent in (2, 3, 4):  # products, as the machines make them
                square = self.machine.times(left, left)
                return square if exponent == 2 else self.machine.times(left if exponent == 3 else square, square)
            if abs(base) not in (0, 1) and abs(exponent) > 2000:
                raise Failure("a number became too large")
            number = base**exponent
            if result in (Type.INTEGER, Type.WORD):
                self.machine.small(truncated(number))
                return self.machine.integer(truncated(number))
            return self.as_value(number, result)
        base, exponent = self.as_number(left, left_type), self.as_number(right, right_type)
        if base < 0 or (not base and exponent <= 0):
            raise Failure("a negative number to a real power" if base < 0 else "zero to a power that is not positive")
        if not base:
            return self.as_value(Fraction(0), result)
        try:
            return self.as_value(Fraction(float(base) ** float(exponent)), result)
        except OverflowError:
            raise Failure("a number became too large") from None

    # ------------------------------------------------------------ functions

    def call(self, node):
        symbol = node.symbol
        if symbol.kind is Kind.STATEMENT_FUNCTION:
            return self.statement_function(symbol.statement_function, node)
        if symbol.kind is Kind.INTRINSIC:
            return self.intrinsic(symbol.intrinsic, node)
        arguments = [self.argument(each) for each in node.arguments]
        if symbol.dummy is not None:
            symbol = self.places[symbol]
        if symbol.unit is None:
            if symbol.intrinsic is None:
                raise Unspecified(f"the function {symbol.name}")
            values = [self.load(place, each.type) for place, each in zip(arguments, node.arguments, strict=True)]
            return self.operation(symbol.intrinsic.operation, values, [each.type for each in node.arguments], node.type)
        result = symbol.unit.result
        words, at = self.base(result)
        if result.type is not node.type:
            raise Unspecified("the type of a function")
        words[at : at + node.type.words] = [None] * node.type.words
        self.invoke(symbol.unit, arguments)
        return self.load((words, at), node.type)

    def statement_function(self, function: StatementFunction, node):
        values = [self.value(each) for each in node.arguments]
        before = {each: self.places.get(each) for each in function.dummies}
        for dummy, value in zip(function.dummies, values, strict=True):
            self.places[dummy] = Words(value if isinstance(value, tuple) else [value]), 0
        result = self.converted(self.value(function.value), function.value.type, node.type)
        self.places |= before
        return result

    def intrinsic(self, intrinsic, node):
        values = [self.value(each) for each in node.arguments]
        return self.operation(intrinsic.operation, values, [each.type for each in node.arguments], node.type)

    def operation(self, name, values, types, result):
        """What an intrinsic function gives, in words."""
        match name:
            case "shift":
                return self.shift(values[0], self.machine.number(values[1]))
            case "mask":
                count = self.machine.number(values[0])
                return self.machine.ones ^ self.machine.ones >> count
            case "ranf":
                self.seed = self.seed * RANF_FACTOR % (1 << 48)
                return self.machine.real(Fraction(self.seed, 1 << 48))
            case "and":
                return reduce(and_, values)
            case "or":
                return reduce(or_, values)
            case "xor":
                return reduce(xor, values)
            case "compl":
                return values[0] ^ self.machine.ones
            case "real":
                return self.converted(values[0][0], Type.REAL, result)
            case "aimag":
                return values[0][1]
            case "cmplx":
                return values[0], values[1]
            case "conjg":
                return values[0][0], self.machine.negative(values[0][1])
        numbers = [self.as_number(value, type_) for value, type_ in zip(values, types, strict=True)]
        if types[0] is Type.COMPLEX:
            return self.complex_function(name, complex(*map(float, numbers[0])))
        if name in (*FUNCTIONS, "sqrt", "atan2"):
            if types[0] is Type.DOUBLE:
                return self.double_function(name, numbers)
            return self.machine.function(name, *values)
        return self.as_value(self.exact_operation(name, numbers, result), result)

    def complex_function(self, name, number):
        """To the precision of the host's numbers."""
        if name == "abs":
            return self.machine.real(Fraction(abs(number)))
        result = getattr(cmath, name)(number)
        return self.machine.real(Fraction(result.real)), self.machine.real(Fraction(result.imag))

    def double_function(self, name, numbers):
        """To the precision of the host's numbers only, but for square roots."""
        if name == "sqrt" and numbers[0] >= 0:
            return self.machine.double(root(numbers[0]))
        try:
            return self.machine.double(Fraction(FUNCTIONS[name](float(numbers[0]))))
        except (KeyError, ValueError, OverflowError):
            raise Unspecified(f"{name} of such numbers") from None

    def exact_operation(self, name, numbers, result):
        first, *rest = numbers
        match name:
            case "abs":
                return abs(first)
            case "aint" | "ifix":
                return Fraction(truncated(first))
            case "float" | "dble" | "sngl":
                return first
            case "mod":
                if not rest[0]:
                    raise Failure("division by zero")
                return first - truncated(first / rest[0]) * rest[0]
            case "max" | "min":
                found = max(numbers) if name == "max" else min(numbers)
                return Fraction(truncated(found)) if result is Type.INTEGER else found
            case "sign":
                if not rest[0] and self.strict:
                    raise Unspecified("the sign of zero")
                return -abs(first) if rest[0] < 0 else abs(first)
            case "dim":
                return max(first - rest[0], Fraction(0))
        raise Unspecified(f"the function {name}")

    def shift(self, word, count):
        """To the left, around; to the right with the sign."""
        bits, ones = self.machine.bits, self.machine.ones
        if count >= 0:
            count %= bits
            return (word << count | word >> bits - count) & ones
        count = min(-count, bits)
        fill = ones & ~(ones >> count) if word >> bits - 1 else 0
        return word >> count | fill

    # ------------------------------------------------------------ input and output

    def transfer(self, node):
        """READ, WRITE and their like; the label of END= if it is met."""
        if node.device is Device.STORAGE:
            self.in_storage(node)
            return None
        name, number = self.file_of(node)
        file = self.files[name]
        try:
            if node.format is None:
                self.unformatted(file, node)
            elif node.output:
                values = self.values(node.items)
                for record in editing.written(self.format(node.format), values, self.machine):
                    file.write(record)
            else:
                editing.read(self.format(node.format), self.stores(node.items), file.text, self.machine)
        except EndOfFile:
            self.ended[number] = True
            if node.at_end:
                return node.at_end
            if not self.looks_for_end(number):
                raise
        return None

    def looks_for_end(self, number):
        """Whether the program tests for the end of a file somewhere."""
        return any(
            isinstance(each, IndicatorIf) and each.indicator is Indicator.END_OF_FILE
            for unit in self.program.units for each in unit.statements
        )  # fmt: skip

    def file_of(self, node):
        match node.device:
            case Device.READER:
                return "INPUT", 5
            case Device.PRINTER:
                return "OUTPUT", 6
            case Device.PUNCH:
                return "PUNCH", 7
            case Device.DRUM:
                raise Unspecified("a drum")
        number = self.integer(node.unit)
        return self.names.get(number, f"TAPE{number}"), number

    def control(self, node):
        number = self.integer(node.unit)
        file = self.files[self.names.get(number, f"TAPE{number}")]
        match node.control:
            case Control.REWIND:
                file.at = 0
            case Control.BACKSPACE:
                file.at = max(0, file.at - 1)
            case Control.END_FILE:
                file.write(None)

    def format(self, node):
        """The items of the FORMAT with this label, or of the text in an array."""
        if isinstance(node, Label):
            statement = node.statement
            assert isinstance(statement, Format)
            if statement not in self.formats:
                self.formats[statement] = editing.parsed(statement.text)
            return self.formats[statement]
        words, at = self.base(node.symbol)
        text = "".join(self.machine.text(each) for each in words[at:] if isinstance(each, int))
        return editing.parsed(text)

    def in_storage(self, node):
        """ENCODE and DECODE: records are in words, `unit` characters each."""
        length = self.integer(node.unit)
        words, at = self.place(node.place)
        size = -(-length // self.machine.characters)
        if node.output:
            for record in editing.written(self.format(node.format), self.values(node.items), self.machine):
                packed = self.machine.packed(record[:length].ljust(length))
                words[at : at + len(packed)] = packed
                at += size
            return

        def following():
            nonlocal at
            text = "".join(self.machine.text(self.defined(each)) for each in words[at : at + size])
            at += size
            return text[:length]

        editing.read(self.format(node.format), self.stores(node.items), following, self.machine)

    def unformatted(self, file, node):
        """A record of words."""
        if node.output:
            file.write([word for type_, place in self.elements(node.items) for word in self.words_of(type_, place)])
            return
        record = file.next()
        if isinstance(record, str):
            raise Unspecified("an unformatted READ of a formatted record")
        at = 0
        for type_, (words, index) in self.elements(node.items):
            if at + type_.words > len(record):
                raise Failure("the record has no more words")
            words[index : index + type_.words] = record[at : at + type_.words]
            at += type_.words

    def words_of(self, type_, place):
        value = self.load(place, type_)
        return value if isinstance(value, tuple) else (value,)

    def values(self, items):
        """Yield the type and value of each thing a FORMAT asks for: complex numbers are two."""
        for type_, place in self.elements(items):
            value = self.load(place, type_)
            if type_ is Type.COMPLEX:
                yield Type.REAL, value[0]
                yield Type.REAL, value[1]
            else:
                yield type_, value

    def stores(self, items):
        """Yield the type and a function that stores a value, for each thing a FORMAT has to read."""
        for type_, (words, at) in self.elements(items):
            if type_ is Type.COMPLEX:
                yield Type.REAL, lambda value, words=words, at=at: words.__setitem__(at, value)
                yield Type.REAL, lambda value, words=words, at=at: words.__setitem__(at + 1, value)
            else:
                yield type_, lambda value, words=words, at=at, type_=type_: self.put((words, at), type_, value)

    def elements(self, items):
        """Yield the type and place of each element of a list, one when the one before is done."""
        for item in items:
            match item:
                case ImpliedDo():
                    yield from self.implied(item)
                case Name(symbol=symbol) if symbol.kind is Kind.ARRAY:
                    words, at = self.base(symbol)
                    sizes = symbol.sizes or self.sizes[symbol]
                    count = 1
                    for each in sizes:
                        count *= each
                    numbers = range(count)
                    if self.machine.name == "704" and self.program.dialect == "ii":
                        numbers = reversed(numbers)  # rising addresses: the last element is the first
                    for number in numbers:
                        yield symbol.type, self.inside(item, words, at + number * symbol.type.words)
                case Name() | Element():
                    yield item.type, self.place(item)
                case _:
                    value = self.value(item)
                    yield item.type, (list(value) if isinstance(value, tuple) else [value], 0)

    def implied(self, item):
        value, limit = self.integer(item.start), self.integer(item.limit)
        step = self.integer(item.step) if item.step else 1
        if self.strict and value > limit:
            raise Unspecified("an implied DO that would be done no time")
        if step < 1:
            raise Failure(f"the step of a DO is {step}")
        while True:
            self.set_integer(item.variable, value)
            yield from self.elements(item.items)
            value += step
            if value > limit:
                break
        if self.strict:
            self.unset(item.variable)
        else:
            self.set_integer(item.variable, value)


def printed(records):
    """The lines as the paper shows them: the first character moves the paper, and is not printed."""
    return [f" {each[1:]}".rstrip() for each in records]
