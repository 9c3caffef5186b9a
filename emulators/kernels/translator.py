"""From plain Python to C: functions on integers of 64 bits, floats, and one record, nothing else.

`translate` takes entry points and the fields of their record, follows the calls, and returns one freestanding C file.
The Python functions do not change: the same source runs, steps and is measured as Python, and runs at full speed
as C. docs/kernels.md states the language. Whatever is outside of it is a LanguageError that says what to write instead;
nothing in here knows a machine.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from types import FunctionType, ModuleType
from typing import Any, NoReturn

from emulators.kernels import OUT_OF_LINE, Functions
from emulators.record import Fields

LEAST, MOST = -(1 << 63), (1 << 63) - 1
UNKNOWN = object()  # the value of a name that is known only when the program runs

PRELUDE = """\
typedef __INT64_TYPE__ integer;
typedef __UINT8_TYPE__ byte;

#define INLINE static inline __attribute__((always_inline))
#define OUT_OF_LINE static __attribute__((noinline))
#if defined(_WIN32)
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif

INLINE integer minimum(integer a, integer b) { return a < b ? a : b; }
INLINE integer maximum(integer a, integer b) { return a > b ? a : b; }
INLINE integer magnitude(integer a) { return a < 0 ? -a : a; }
INLINE integer quotient(integer a, integer b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
INLINE integer rest(integer a, integer b) { integer r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }
"""
FLOATS = """\
INLINE double LESSER(double a, double b) { return b < a ? b : a; }
INLINE double GREATER(double a, double b) { return b > a ? b : a; }
INLINE double DISTANCE(double a) { return a < 0 ? -a : a; }
INLINE integer NEAREST(double a) { return (integer)((a + 0x1.8p52) - 0x1.8p52); } /* as round(): .5 to the even one */
"""
CHECKS = """\
ENTRY integer fault[2]; /* 1 and the number of the check that has failed last, and what was wrong */

OUT_OF_LINE integer CHECK_FAILED(integer check, integer value) { fault[0] = check + 1; fault[1] = value; return 0; }
INLINE integer CHECKED_INDEX(integer i, integer count, integer check)
{ return i >= 0 && i < count ? i : CHECK_FAILED(check, i); }
INLINE integer CHECKED_DIVISOR(integer b, integer check) { return b ? b : CHECK_FAILED(check, b) + 1; }
"""
BINARY = {
    ast.Add: "({} + {})",
    ast.Sub: "({} - {})",
    ast.Mult: "({} * {})",
    ast.FloorDiv: "quotient({}, {})",
    ast.Mod: "rest({}, {})",
    ast.LShift: "({} << {})",
    ast.RShift: "({} >> {})",
    ast.BitAnd: "({} & {})",
    ast.BitOr: "({} | {})",
    ast.BitXor: "({} ^ {})",
}
FLOATING = {ast.Add: "({} + {})", ast.Sub: "({} - {})", ast.Mult: "({} * {})", ast.Div: "((double){} / (double){})"}
UNARY = {ast.Invert: "(~{})", ast.USub: "(-{})", ast.UAdd: "{}"}
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
BUILTINS: dict[Any, tuple[int, str]] = {  # function -> arguments, C; more arguments of min and max are taken in turn
    min: (2, "minimum({}, {})"),
    max: (2, "maximum({}, {})"),
    abs: (1, "magnitude({})"),
    int: (1, "{}"),
    bool: (1, "(integer)({} != 0)"),
}
FLOAT_BUILTINS: dict[Any, tuple[int, str]] = {  # the same for floats
    min: (2, "LESSER({}, {})"),
    max: (2, "GREATER({}, {})"),
    abs: (1, "DISTANCE({})"),
    int: (1, "(integer)({})"),
    round: (1, "NEAREST({})"),
    float: (1, "(double)({})"),
}
FLOAT = -1  # the width of a float: one value that is no integer
WIDTHS = {"int": 1, "bool": 1, "None": 0, "float": FLOAT}
KINDS = {"int": "integer", "byte": "byte", "float": "double"}  # of fields -> C
RESERVED = frozenset(
    "auto break byte case char const continue default do double else enum extern float for goto if inline int integer"
    " long magnitude maximum minimum quotient register rest restrict return short signed sizeof static"
    " struct switch typedef union unsigned void volatile while".split()
)


class LanguageError(Exception):
    """Something that the language does not have: FILE:LINE:COLUMN: its name, and a replacement."""


@dataclass(frozen=True)
class Value:
    """An expression in C. `width`: how many integers it is, 0 for none, FLOAT. `calls`: whether it calls functions."""

    text: str
    width: int = 1
    calls: bool = False


def translate(entry_points: Iterable[Callable[..., Any]], fields: Fields, checks: list[str] | None = None) -> str:
    """Return the C of functions, which are exported by their names, and of all that they call.

    `fields` describes the record that they work on. With a list `checks`, indices, divisors and counts of shifts are
    looked at before they are used, and each place that is becomes an item of it. Raises LanguageError.
    """
    entry_points = tuple(entry_points)
    unit = _Unit(fields, entry_points, checks)
    for function in entry_points:
        unit.need(function, {})
    return unit.text()


class _Unit:
    """The parts of a C file: the record, functions, tables."""

    def __init__(
        self, fields: Fields, entry_points: tuple[Callable[..., Any], ...], checks: list[str] | None = None
    ) -> None:
        self.fields, self.checks = fields, checks
        self._exported = entry_points
        self.tuples: set[int] = set()
        self.tables: dict[tuple[int, ...], str] = {}
        self._names: dict[tuple[Any, ...], str] = {}  # function and the bundles handed to it -> name in C
        self._heads: list[str] = []
        self._bodies: list[str] = []

    def need(self, function: Any, bundles: dict[str, Functions]) -> str:
        """Translate a function for certain bundles, once; return its name in C."""
        key = (function, *bundles.items())
        if key not in self._names:
            module = function.__module__.removeprefix("emulators.").replace(".", "_")
            exported = function in self._exported and not bundles
            name = function.__name__ if exported else f"{module}_{function.__name__}"
            while name in self._names.values():
                name += "_"
            self._names[key] = name
            head, body = _Function(self, function, bundles).translated(name, exported)
            self._heads.append(head + ";")
            self._bodies.append(f"{head}\n{body}")
        return self._names[key]

    def table(self, name: str, values: Sequence[int]) -> str:
        """Return the name of a table of constants."""
        numbers = tuple(map(int, values))
        return self.tables.setdefault(numbers, f"{name.upper()}_{len(self.tables)}")

    def text(self) -> str:
        """Return the file."""
        record = "".join(
            f"    {KINDS[kind] if count else 'integer'} {_safe(name)}{f'[{count}]' if count > 1 else ''};\n"
            for name, (_, _, count, kind) in self.fields.items()
        )
        tuples = "".join(f"typedef struct {{ integer at[{width}]; }} tuple{width};\n" for width in sorted(self.tuples))
        tables = "".join(
            f"static const {kind} {name}[] = {{{', '.join(map(_number, values))}}};\n"
            for values, name in self.tables.items()
            for kind in ("byte" if 0 <= min(values) <= max(values) <= 0xFF else "integer",)
        )
        parts = [
            PRELUDE,
            *[FLOATS] * any(each.kind == "float" for each in self.fields.values()),
            *[CHECKS] * (self.checks is not None),
            f"typedef struct {{\n{record}}} record;\n",
            tuples,
            tables,
        ]
        return "\n".join([*parts, "\n".join(self._heads), "", "\n\n".join(self._bodies), ""])


class _Function:
    """The translation of one function for one set of bundles."""

    def __init__(self, unit: _Unit, function: FunctionType, bundles: dict[str, Functions]) -> None:
        self._unit, self._function, self._bundles = unit, function, bundles
        lines, first = inspect.getsourcelines(function)
        self._file, self._first = inspect.getsourcefile(function) or "?", first
        self._indent = len(lines[0]) - len(lines[0].lstrip())
        tree = ast.parse("".join(line[self._indent :] or "\n" for line in lines)).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self._tree = tree
        self._locals = {
            each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        self._widths: dict[str, int] = {}  # locals and parameters that hold integers, or tuples of them, so far
        self._records: set[str] = set()  # parameters that are the record
        self._lines: list[str] = []
        self._depth = 1
        self._temporaries = 0

    def translated(self, name: str, exported: bool) -> tuple[str, str]:
        """Return head and body in C."""
        if self._tree.args.vararg or self._tree.args.kwarg or self._tree.args.kwonlyargs:
            self._refuse(self._tree, "a function has plain parameters only")
        parameters = []
        for each in self._tree.args.args:
            kind = ast.unparse(each.annotation) if each.annotation else ""
            if each.arg in self._bundles:
                continue
            if kind == "State":
                self._records.add(each.arg)
                parameters.append(f"record *{_safe(each.arg)}")
            else:
                self._widths[each.arg] = width = self._width_of(each.annotation, each)
                parameters.append(f"{self._type(width)} {_safe(each.arg)}")
        self._returns = self._width_of(self._tree.returns, self._tree)
        given = set(self._widths)
        self._block(self._tree.body)
        where = "ENTRY" if exported else "OUT_OF_LINE" if self._function in OUT_OF_LINE else "INLINE"
        head = f"{where} {self._type(self._returns)} {name}({', '.join(parameters) or 'void'})"
        declared = [
            f"    {self._type(width)} {_safe(local)} = {'{{0}}' if width > 1 else '0'};\n"
            for local, width in self._widths.items()
            if local not in given
        ]
        return head, f"{{\n{''.join(declared)}{''.join(self._lines)}}}"

    # ------------------------------------------------------------ types

    def _width_of(self, annotation: ast.expr | None, at: ast.AST) -> int:
        text = ast.unparse(annotation) if annotation else ""
        if text in WIDTHS:
            return WIDTHS[text]
        if re.fullmatch(r"tuple\[int(, int)+\]", text):
            return text.count("int")
        expected = "int, bool, float, tuple[int, int ...], State, or None returned"
        return self._refuse(at, f"the type '{text}': expected {expected}")

    def _type(self, width: int) -> str:
        if width > 1:
            self._unit.tuples.add(width)
        return f"tuple{width}" if width > 1 else {1: "integer", 0: "void", FLOAT: "double"}[width]

    # ------------------------------------------------------------ statements

    def _refuse(self, node: ast.AST, message: str) -> NoReturn:
        line = getattr(node, "lineno", 1) + self._first - 1
        column = getattr(node, "col_offset", 0) + self._indent + 1
        raise LanguageError(f"{self._file}:{line}:{column}: {message}")

    def _refuse_floats(self, node: ast.AST, width: int, expected: int) -> None:
        """Refuse a float where an integer is expected, or an integer where a local is a float."""
        if {width, expected} == {1, FLOAT}:
            here, there = ("a float", "an integer") if width == FLOAT else ("an integer", "a float")
            self._refuse(node, f"{here}: expected {there}, by int(...), round(...) or float(...)")

    def _put(self, line: str) -> None:
        self._lines.append(f"{'    ' * self._depth}{line}\n")

    def _block(self, body: list[ast.stmt]) -> None:
        for each in body:
            self._statement(each)

    def _nested(self, head: str, body: list[ast.stmt]) -> None:
        self._put(head)
        self._depth += 1
        self._block(body)
        self._depth -= 1

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                pass
            case ast.Expr(ast.Call()):
                self._put(f"{self._value(node.value).text};")
            case ast.Assign(targets, value):
                self._assign(targets, self._value(value))
            case ast.AnnAssign(target, _, value) if value:
                self._assign([target], self._value(value))
            case ast.AugAssign(target, operation, value):
                if isinstance(target, ast.Subscript) and not isinstance(target.slice, (ast.Name, ast.Constant)):
                    index = ast.copy_location(ast.Name(self._temporary()), target.slice)  # evaluated once, and first
                    self._assign([index], self._integer(target.slice))
                    target = ast.copy_location(ast.Subscript(target.value, index), target)
                self._assign([target], self._binary(node, operation, self._number(target), value))
            case ast.Return(value):
                result = self._value(value) if value else Value("", 0)
                if result.width != self._returns and (result.width, self._returns) != (1, FLOAT):
                    self._refuse_floats(node, result.width, self._returns)
                    self._refuse(node, f"{result.width} values are returned: expected {self._returns}")
                self._put(f"return {result.text};" if value else "return;")
            case ast.If(test, body, orelse):
                self._nested(f"if ({self._truth(test)}) {{", body)
                if orelse:
                    self._nested("} else {", orelse)
                self._put("}")
            case ast.While(test, body, []):
                self._nested(f"while ({self._truth(test)}) {{", body)
                self._put("}")
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds, []), body, []):
                self._count(node, name, bounds, body)
            case ast.Break():
                self._put("break;")
            case ast.Continue():
                self._put("continue;")
            case _:
                self._refuse(node, f"'{ast.unparse(node).splitlines()[0]}' is not in the language of kernels")

    def _count(self, node: ast.For, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        """Translate `for name in range(...)`: bounds are evaluated once, and the body cannot change the count."""
        step = self._static(bounds[2]) if len(bounds) == 3 else 1
        if not isinstance(step, int) or step == 0:
            self._refuse(node, "the step of a range: expected a constant other than 0")
        start, end = ("0", bounds[0]) if len(bounds) == 1 else (self._value(bounds[0]).text, bounds[1])
        count, last = self._temporary(), self._temporary()
        self._widths.setdefault(name, 1)
        head = f"for (integer {count} = {start}, {last} = {self._value(end).text}; {count} {'<' if step > 0 else '>'}"
        self._put(f"{head} {last}; {count} += {_number(int(step))}) {{")
        self._put(f"    {_safe(name)} = {count};")
        self._depth += 1
        self._block(body)
        self._depth -= 1
        self._put("}")

    def _assign(self, targets: list[ast.expr], value: Value) -> None:
        if len(targets) == 1 and isinstance(targets[0], ast.Name):
            self._put(f"{self._place(targets[0], value.width)} = {value.text};")
            return
        held = self._temporary()  # Python evaluates the value first, then the targets
        self._put(f"{{ {self._type(value.width)} {held} = {value.text};")
        self._depth += 1
        for target in targets:
            if isinstance(target, ast.Tuple):
                if len(target.elts) != value.width:
                    self._refuse(target, f"{value.width} values for {len(target.elts)} targets")
                for index, each in enumerate(target.elts):
                    self._put(f"{self._place(each, 1)} = {held}.at[{index}];")
            else:
                self._put(f"{self._place(target, value.width)} = {held};")
        self._depth -= 1
        self._put("}")

    def _place(self, target: ast.expr, width: int) -> str:
        """Return where a value of a width is put."""
        if isinstance(target, ast.Name):
            if target.id in self._records or target.id in self._bundles:
                self._refuse(target, f"'{target.id}' is a parameter and cannot be assigned")
            if self._widths.setdefault(target.id, width) != width or width == 0:
                self._refuse_floats(target, width, self._widths[target.id])
                self._refuse(target, f"'{target.id}' gets {width} values, and {self._widths[target.id]} elsewhere")
            return _safe(target.id)
        place = self._in_record(target)
        if place and width == FLOAT:
            self._refuse_floats(target, width, place.width)
        if not place or width not in (1, place.width):
            self._refuse(target, f"'{ast.unparse(target)}' cannot be set: expected a name or a field of the record")
        return place.text

    # ------------------------------------------------------------ expressions

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}_"

    def _in_order(self, form: str, *values: Value, width: int = 1, calls: bool = False) -> Value:
        """Put values into a form. Python evaluates from left to right; C does not say in which order."""
        called = any(each.calls for each in values)
        if not called or len(values) == 1:
            return Value(form.format(*(each.text for each in values)), width, called or calls)
        names = [self._temporary() for _ in values]
        held = "".join(
            f"{self._type(each.width)} {name} = {each.text}; " for name, each in zip(names, values, strict=True)
        )
        return Value(f"({{ {held}{form.format(*names)}; }})", width, True)

    def _truth(self, node: ast.expr) -> str:
        """Return a condition."""
        match node:
            case ast.BoolOp(operation, values):
                return f"({(' && ' if isinstance(operation, ast.And) else ' || ').join(map(self._truth, values))})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!({self._truth(operand)})"
        return self._integer(node).text

    def _integer(self, node: ast.expr) -> Value:
        value = self._value(node)
        if value.width != 1:
            self._refuse(node, f"'{ast.unparse(node)}': expected one integer")
        return value

    def _number(self, node: ast.expr) -> Value:
        """Return one integer or float."""
        value = self._value(node)
        if value.width not in (1, FLOAT):
            self._refuse(node, f"'{ast.unparse(node)}': expected one number")
        return value

    def _value(self, node: ast.expr) -> Value:
        static = self._static(node)
        if static is not UNKNOWN:
            return self._constant(node, static)
        match node:
            case ast.Name(name) if name in self._widths:
                return Value(_safe(name), self._widths[name])
            case ast.Name(name) if self._is_local(name):
                self._refuse(node, f"'{name}' is read before it has a value, or is not an integer")
            case ast.Attribute() | ast.Subscript():
                found = self._in_record(node) or self._item(node)
                return found if found.width == FLOAT else Value(f"(integer){found.text}", 1, found.calls)
            case ast.BinOp(first, operation, second):
                return self._binary(node, operation, self._number(first), second)
            case ast.UnaryOp(ast.Not(), operand):
                return Value(f"(integer)!({self._truth(operand)})", 1, self._integer(operand).calls)
            case ast.UnaryOp(operation, operand):
                value = self._integer(operand) if isinstance(operation, ast.Invert) else self._number(operand)
                return self._in_order(UNARY[type(operation)], value, width=value.width)
            case ast.BoolOp(operation, [first, *others]):
                return self._chosen(operation, self._integer(first), others)
            case ast.Compare(first, operations, others):
                return self._compared(node, [first, *others], operations)
            case ast.IfExp(test, first, second):
                one, other = self._value(first), self._value(second)
                if one.width != other.width:
                    self._refuse_floats(node, other.width, one.width)
                    self._refuse(node, f"{one.width} values or {other.width}: expected the same number")
                calls = one.calls or other.calls or self._value(test).calls
                return Value(f"({self._truth(test)} ? {one.text} : {other.text})", one.width, calls)
            case ast.Tuple(elements):
                form = "(" + self._type(len(elements)) + "){{{{" + ", ".join(["{}"] * len(elements)) + "}}}}"
                return self._in_order(form, *map(self._integer, elements), width=len(elements))
            case ast.Call(function, arguments, keywords):
                return self._call(node, self._static(function), arguments, keywords)
        return self._refuse(node, f"'{ast.unparse(node)}' is not in the language of kernels, or is not known here")

    def _binary(self, node: ast.AST, operation: ast.operator, first: Value, second: ast.expr) -> Value:
        operand = self._number(second)
        if FLOAT in (first.width, operand.width) or isinstance(operation, ast.Div):
            if type(operation) not in FLOATING:
                self._refuse(node, "an operator that floats do not have here: expected + - * /")
            return self._in_order(FLOATING[type(operation)], first, operand, width=FLOAT)
        form = BINARY.get(type(operation))
        if not form:
            self._refuse(node, "an operator that integers of 64 bits do not have: expected + - * // % << >> & | ^")
        count = self._static(second)
        shifts, divides = (
            isinstance(operation, (ast.LShift, ast.RShift)),
            isinstance(operation, (ast.FloorDiv, ast.Mod)),
        )
        if shifts and isinstance(count, int) and not 0 <= count <= 63:
            self._refuse(second, f"a shift by {count}: expected 0 to 63")
        if shifts and not isinstance(count, int):
            operand = self._within(second, operand, "64", "a count of a shift")
        elif divides and not isinstance(count, int):
            operand = self._checked(second, "CHECKED_DIVISOR({{}}, {})", operand, "a divisor")
        return self._in_order(form, first, operand)

    def _checked(self, node: ast.AST, form: str, value: Value, what: str) -> Value:
        """Return a value that is looked at before it is used, if all are; `form` has a place for the check's number."""
        checks = self._unit.checks
        if checks is None:
            return value
        line = getattr(node, "lineno", 1) + self._first - 1
        checks.append(f"{self._file}:{line}: {what} in {self._function.__name__}")
        return self._in_order(form.format(len(checks) - 1), value)

    def _within(self, node: ast.AST, value: Value, count: str, what: str) -> Value:
        """Return an index that is below a count, in C, and not negative."""
        return self._checked(node, f"CHECKED_INDEX({{{{}}}}, {count}, {{}})", value, what)

    def _chosen(self, operation: ast.boolop, first: Value, others: list[ast.expr]) -> Value:
        """Translate `and`: the second where the first is not 0, otherwise the first. With `or` it is the other way."""
        if not others:
            return first
        held, rest = self._temporary(), self._chosen(operation, self._integer(others[0]), others[1:])
        both = (rest.text, held) if isinstance(operation, ast.And) else (held, rest.text)
        return Value(
            f"({{ integer {held} = {first.text}; {held} ? {both[0]} : {both[1]}; }})", 1, first.calls or rest.calls
        )

    def _compared(self, node: ast.expr, operands: list[ast.expr], operations: list[ast.cmpop]) -> Value:
        parts, first = [], self._number(operands[0])
        for operation, operand in zip(operations, operands[1:], strict=True):
            if isinstance(operation, (ast.In, ast.NotIn)) and isinstance(operand, ast.Tuple) and not first.calls:
                tests = " || ".join(f"{first.text} == {self._integer(each).text}" for each in operand.elts)
                parts.append(Value(f"({tests})" if isinstance(operation, ast.In) else f"!({tests})"))
                continue
            if type(operation) not in COMPARISONS:
                self._refuse(node, f"'{ast.unparse(node)}': expected < <= > >= == !=, or `in` a tuple written out")
            second = self._number(operand)
            if second.calls and operand is not operands[-1]:
                self._refuse(operand, "a call between two comparisons: assign it to a variable first")
            parts.append(self._in_order(f"({{}} {COMPARISONS[type(operation)]} {{}})", first, second))
            first = second
        return Value(f"(integer)({' && '.join(each.text for each in parts)})", 1, any(each.calls for each in parts))

    def _call(self, node: ast.Call, function: Any, given: list[ast.expr], keywords: list[ast.keyword]) -> Value:
        if function in BUILTINS or function in FLOAT_BUILTINS:
            values = [self._number(each) for each in given]
            floats = any(each.width == FLOAT for each in values) or function is float
            if function not in (FLOAT_BUILTINS if floats else BUILTINS):
                self._refuse(node, f"'{ast.unparse(node)}': {'a float' if floats else 'an integer'} is not rounded so")
            number, form = (FLOAT_BUILTINS if floats else BUILTINS)[function]
            width = FLOAT if floats and function not in (int, round) else 1
            if len(values) < number or (number == 1 and len(values) > 1) or keywords:
                self._refuse(node, f"'{ast.unparse(node)}': expected {number} arguments")
            value = values[0]
            for each in values[1:]:
                value = self._in_order(form, value, each, width=width)
            return value if number > 1 else self._in_order(form, value, width=width)
        if not isinstance(function, FunctionType):
            what = ast.unparse(node.func)
            known = ", ".join(each.__name__ for each in BUILTINS | FLOAT_BUILTINS)
            self._refuse(node, f"'{what}' cannot be called: expected a function of the cores, {known}")
        bound = inspect.signature(function).bind(*given, **{each.arg or "": each.value for each in keywords})
        bound.apply_defaults()
        bundles: dict[str, Functions] = {}
        records, values = [], []
        for name, argument in bound.arguments.items():
            static = self._static(argument) if isinstance(argument, ast.expr) else argument
            if isinstance(static, Functions):
                bundles[name] = static
            elif isinstance(argument, ast.Name) and argument.id in self._records:
                records.append(_safe(argument.id))
            else:
                value = self._value(argument) if isinstance(argument, ast.expr) else self._constant(node, static)
                if (value.width == FLOAT) > (function.__annotations__.get(name) == "float"):
                    self._refuse(node, f"'{name}' is an integer: expected int(...) or round(...)")
                values.append(value)
        places = iter(records)
        name = self._unit.need(function, bundles)
        arguments = ["{}" for _ in values]
        text = f"{name}({', '.join([*places, *arguments])})"
        width = self._width_of_result(function)
        return self._in_order(text, *values, width=width, calls=True)

    def _width_of_result(self, function: FunctionType) -> int:
        returned = function.__annotations__.get("return", "")
        return str(returned).count("int") if str(returned).startswith("tuple") else WIDTHS.get(str(returned), 0)

    # ------------------------------------------------------------ names, tables, the record

    def _static(self, node: ast.AST) -> Any:
        """Return the Python object that an expression of global names is, or UNKNOWN."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name) if name in self._bundles:
                return self._bundles[name]
            case ast.Name(name) if not self._is_local(name):
                return self._function.__globals__.get(name, getattr(builtins, name, UNKNOWN))
            case ast.Attribute(owner, name):
                holder = self._static(owner)
                return UNKNOWN if holder is UNKNOWN else getattr(holder, name, UNKNOWN)
            case ast.UnaryOp(ast.USub(), operand):
                value = self._static(operand)
                return -value if isinstance(value, int) else UNKNOWN
        return UNKNOWN

    def _is_local(self, name: str) -> bool:
        return name in self._locals or name in self._widths or name in self._records

    def _constant(self, node: ast.AST, value: Any) -> Value:
        if isinstance(value, int):
            if not LEAST <= value <= MOST:
                self._refuse(node, f"{value} does not fit into 64 bits with sign")
            return Value(_number(int(value)))
        if isinstance(value, float) and isfinite(value):
            return Value(f"({value.hex()})", FLOAT)
        what = "module" if isinstance(value, ModuleType) else type(value).__name__
        return self._refuse(node, f"a {what} is not a value here: expected a number")

    def _in_record(self, node: ast.expr) -> Value | None:
        """Translate a field of the record, or an element of one."""
        match node:
            case ast.Attribute(ast.Name(owner), name) if owner in self._records:
                if name not in self._unit.fields or self._unit.fields[name].count != 1:
                    self._refuse(node, f"'{name}' is not a field of the record that holds one number")
                return Value(f"{_safe(owner)}->{_safe(name)}", self._width_of_field(name))
            case ast.Subscript(ast.Attribute(ast.Name(owner), name), index) if owner in self._records:
                count = self._unit.fields[name].count if name in self._unit.fields else 1
                if count == 1:
                    self._refuse(node, f"'{name}' is not a field of the record that is an array")
                place = self._integer(index)
                if count == 0:  # it lies elsewhere
                    kind = KINDS[self._unit.fields[name].kind]
                    start = f"(({kind} *)((byte *){_safe(owner)} + {_safe(owner)}->{_safe(name)}))"
                    if f"{name}_size" in self._unit.fields:
                        place = self._within(index, place, f"{_safe(owner)}->{name}_size", f"an index of '{name}'")
                    return self._in_order(f"{start}[{{}}]", place, width=self._width_of_field(name))
                place = self._within(index, place, str(count), f"an index of '{name}'")
                form = f"{_safe(owner)}->{_safe(name)}[{{}}]"
                return self._in_order(form, place, width=self._width_of_field(name))
        return None

    def _width_of_field(self, name: str) -> int:
        return FLOAT if self._unit.fields[name].kind == "float" else 1

    def _item(self, node: ast.expr) -> Value:
        """Translate an element of a tuple, or of a table of constants."""
        if isinstance(node, ast.Subscript):
            table = self._static(node.value)
            index = self._integer(node.slice)
            what = f"an index of '{ast.unparse(node.value)}'"
            if isinstance(node.value, ast.Name) and self._widths.get(node.value.id, 0) > 1:
                index = self._within(node, index, str(self._widths[node.value.id]), what)
                return self._in_order(f"{_safe(node.value.id)}.at[{{}}]", index)
            if isinstance(table, (tuple, list, bytes)) and all(isinstance(each, int) for each in table):
                index = self._within(node, index, str(len(table)), what)
                return self._in_order(f"{self._unit.table(ast.unparse(node.value).split('.')[-1], table)}[{{}}]", index)
        return self._refuse(node, f"'{ast.unparse(node)}': expected a field, an element of a tuple or of a table")


def _safe(name: str) -> str:
    """Return a name that is none of C's own."""
    return f"{name}_" if name in RESERVED else name


def _number(value: int) -> str:
    """Return an integer of 64 bits as C reads it."""
    return f"({value + 1}LL - 1)" if value == LEAST else f"({value}LL)" if value < 0 else f"{value}LL"
