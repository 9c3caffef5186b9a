"""Names: the kind and meaning of each in its unit, and the statement that each number means.

A name without a type statement is an integer if it begins with I to N, else a real. In FORTRAN II a function with a
name of four letters or more that ends in F is an integer if it begins with X. A name with something in parentheses
after it is an array, if it has dimensions; else a statement function; a dummy; a function of this program; one of the
language.

Sources: X3.9-1966, 5.3, 7.2, 8 and 10.1; IBM, FORTRAN II for the 704, "names of functions".
"""

from __future__ import annotations

from collections.abc import Iterable

from emulators.errors import did_you_mean
from host.compilers.fortran import flow, syntax
from host.compilers.fortran.intrinsics import GIVES, INTRINSICS, SUBROUTINES
from host.compilers.fortran.parser import Parsed
from host.compilers.fortran.parser.stream import Parts
from host.compilers.fortran.syntax import Kind, Sort, Symbol, Type
from host.languages.source import Diagnostics, Span

PROCEDURES = (Kind.FUNCTION, Kind.SUBROUTINE, Kind.INTRINSIC)


def resolve(parsed: Parsed, diagnostics: Diagnostics) -> None:
    """Give every name its symbol and every number its statement."""
    units: dict[str, syntax.Unit] = {}
    for unit in parsed.program.units:
        if unit.sort is Sort.BLOCK_DATA:
            continue
        if unit.name in units:
            at = units[unit.name].at.line
            diagnostics.error(unit.at, f"there is a unit with the name {unit.name} already, in line {at}")
        units.setdefault(unit.name, unit)
    for unit in parsed.program.units:
        Names(parsed, unit, units, diagnostics).resolve()


# The remedy for a missing subprogram: there is no loader of FORTRAN's.
ALONE = "put it into this text: programs that are compiled or assembled apart are not put together"


class Names:
    """The names of a unit."""

    def __init__(
        self, parsed: Parsed, unit: syntax.Unit, units: dict[str, syntax.Unit], diagnostics: Diagnostics
    ) -> None:
        self.parsed, self.unit, self.units, self.diagnostics = parsed, unit, units, diagnostics
        self.parts: Parts = parsed.parts[unit]
        self.dialect = parsed.program.dialect
        self.symbols = unit.symbols
        self.variables: set[Symbol] = set()  # names that are certainly used as variables
        self.handed: dict[Symbol, syntax.Name] = {}  # names that are arguments: variables, or subprograms
        self.reported: set[str] = set()
        self.defining: syntax.StatementFunction | None = None  # the statement function being read
        self.inner: dict[str, Symbol] = {}  # the dummies of the statement function being read

    def resolve(self) -> None:
        """Do all of it."""
        for dummy in self.unit.dummies:
            self.symbols[dummy.name] = dummy
            dummy.type = self.implicit(dummy.name)
        self._specifications()
        if self.unit.sort is Sort.FUNCTION and self.unit.name != "?":
            self._result()
        flow.number(self.unit, self.parts, self.parsed.faulty, self.diagnostics)
        for statement in self.unit.statements:
            if isinstance(statement, syntax.StatementFunction):
                self._statement_function(statement)
        for statement in self.unit.statements:
            self.statement(statement)
        if self.unit.sort is Sort.BLOCK_DATA:
            self._only_specifications()
        self._procedures_as_arguments()
        flow.nest(self.unit, self.parsed.faulty, self.diagnostics)

    # ---------------------------------------------------------------- symbols

    def implicit(self, name: str) -> Type:
        """Return the type that a name has by its first letter."""
        given = self.parts.implicit.get(name[0])
        return given or (Type.INTEGER if name[0] in "IJKLMN" else Type.REAL)

    def function_type(self, name: str) -> Type:
        """Return the type that a function has by its name."""
        if self.dialect == "ii" and len(name) >= 4 and name[-1] == "F":
            return Type.INTEGER if name[0] == "X" else Type.REAL
        return self.implicit(name)

    def symbol(self, node: syntax.Name | syntax.Element | syntax.Call | syntax.CallStatement) -> Symbol:
        """Return the symbol of a name, a new one if it is met for the first time."""
        if node.name in self.inner:
            return self.inner[node.name]
        if node.name not in self.symbols:
            found = Symbol(node.name, node.at, type=self.implicit(node.name))
            self.symbols[node.name] = found
        return self.symbols[node.name]

    def _specifications(self) -> None:
        for kind, name in self.parts.types:
            self._type(kind, name)
        dimensioned: dict[Symbol, syntax.Name] = {}
        for name, dimensions in self.parts.dimensions:
            self._dimension(name, dimensions, dimensioned)
        common: dict[Symbol, syntax.Name] = {}
        for _, name in self.parts.common:
            symbol = name.symbol = self.symbol(name)
            self.variables.add(symbol)
            if symbol in common:
                first = f"the first time in line {common[symbol].at.line}"
                self.diagnostics.error(name.at, f"'{name.name}' is twice in COMMON", first)
            elif symbol.dummy is not None:
                self.diagnostics.error(name.at, f"'{name.name}' is a dummy: it cannot be in COMMON")
            common[symbol] = name
        for group in self.parts.equivalence:
            for each in group:
                each.symbol = self.symbol(each)
                self.variables.add(each.symbol)
                if each.symbol.dummy is not None:
                    self.diagnostics.error(each.at, f"'{each.name}' is a dummy: it cannot be in EQUIVALENCE")
        for name, dimensions in self.parts.dimensions:
            self._adjustable(name, dimensions, common)
        for name in self.parts.external:
            self._external(name)
        for data in self.parts.data:
            for item in data.targets:
                self._data_item(item)
        for statement in self.unit.statements:
            if isinstance(statement, syntax.Specification):
                for name in statement.names:
                    name.symbol = self.symbol(name)

    def _type(self, kind: Type, name: syntax.Name) -> None:
        symbol = name.symbol = self.symbol(name)
        if symbol.typed and symbol.type is not kind:
            assert symbol.type is not None
            self.diagnostics.error(name.at, f"'{name.name}' has a type already: {symbol.type.value}")
        symbol.type, symbol.typed = kind, True

    def _dimension(
        self, name: syntax.Name, dimensions: list[syntax.Expression], met: dict[Symbol, syntax.Name]
    ) -> None:
        symbol = name.symbol = self.symbol(name)
        self.variables.add(symbol)
        if symbol in met:
            first = f"the first time in line {met[symbol].at.line}"
            self.diagnostics.error(name.at, f"'{name.name}' has dimensions twice", first)
            return
        met[symbol] = name
        symbol.kind, symbol.dimensions = Kind.ARRAY, tuple(dimensions)

    def _adjustable(
        self, name: syntax.Name, dimensions: list[syntax.Expression], common: dict[Symbol, syntax.Name]
    ) -> None:
        for each in dimensions:
            each.type = Type.INTEGER
            if isinstance(each, syntax.Name):
                each.symbol = self.symbol(each)
            elif not isinstance(each, syntax.AnySize):
                continue
            if name.symbol.dummy is None:
                self.error_once(each, f"'{name.name}' is not a dummy: its dimensions are numbers", of=name.name)
            elif isinstance(each, syntax.AnySize):
                continue
            elif each.symbol.dummy is None and each.symbol not in common:
                message = f"the dimension '{each.name}' is neither a dummy nor in COMMON: it has no value here"
                self.error_once(each, message)
            elif each.symbol.type is not Type.INTEGER or each.symbol.kind is Kind.ARRAY:
                self.diagnostics.error(each.at, f"the dimension '{each.name}' is not an integer variable")

    def _external(self, name: syntax.Name) -> None:
        symbol = name.symbol = self.symbol(name)
        symbol.external = True
        if symbol.kind is Kind.ARRAY:
            self.diagnostics.error(name.at, f"'{name.name}' is an array: it cannot be EXTERNAL")
            return
        unit = self.units.get(name.name)
        if symbol.dummy is not None:
            symbol.kind = Kind.FUNCTION
        elif unit is not None and unit.sort is Sort.SUBROUTINE:
            symbol.kind, symbol.unit, symbol.type = Kind.SUBROUTINE, unit, None
        elif unit is not None and unit.sort is Sort.FUNCTION:
            self._function(symbol, unit)
        elif name.name in INTRINSICS:
            self._intrinsic(symbol)
        elif name.name in SUBROUTINES:
            symbol.kind, symbol.type = Kind.SUBROUTINE, None
        else:
            symbol.kind = Kind.FUNCTION
            self.missing(name, "subprogram")

    def _function(self, symbol: Symbol, unit: syntax.Unit) -> None:
        symbol.kind, symbol.unit = Kind.FUNCTION, unit
        if not symbol.typed:
            symbol.type = self.function_type(symbol.name)

    def _intrinsic(self, symbol: Symbol) -> None:
        symbol.kind, symbol.intrinsic = Kind.INTRINSIC, INTRINSICS[symbol.name]
        symbol.type = symbol.intrinsic.result

    def _data_item(self, item: syntax.Item) -> None:
        if isinstance(item, syntax.ImpliedDo):
            for each in item.items:
                self._data_item(each)
            item.variable.symbol = self.symbol(item.variable)
            item.variable.type = Type.INTEGER
            return
        assert isinstance(item, syntax.Name | syntax.Element)
        item.symbol = self.symbol(item)
        self.variables.add(item.symbol)
        if item.symbol.dummy is not None:
            self.diagnostics.error(item.at, f"'{item.name}' is a dummy: it cannot have a value by DATA")
        if isinstance(item, syntax.Element):
            for each in item.subscripts:
                for node in syntax.walk(each):
                    if isinstance(node, syntax.Name):
                        node.symbol, node.type = self.symbol(node), Type.INTEGER

    def _result(self) -> None:
        """Make the variable of a function's name."""
        name = self.unit.name
        if name not in self.symbols:
            self.symbols[name] = Symbol(name, self.unit.at, type=self.implicit(name))
        self.unit.result = result = self.symbols[name]
        if not result.typed:
            result.type = self.function_type(name)
        if result.dummy is not None or result.kind is Kind.ARRAY:
            what = "among its dummies" if result.dummy is not None else "an array"
            self.diagnostics.error(result.at, f"'{name}' is the function itself: it cannot be {what}")
        if self.dialect == "ii" and len(name) >= 4 and name[-1] == "F":
            message = f"'{name}' ends in F: this is the name of a library or statement function"
            self.diagnostics.warn(self.unit.at, message, "the type of the function is that of these: integer after X")

    def _statement_function(self, statement: syntax.StatementFunction) -> None:
        node = syntax.Name(statement.at, statement.name)
        symbol = self.symbol(node)
        if symbol.kind is Kind.STATEMENT_FUNCTION:
            self.diagnostics.error(statement.at, f"'{statement.name}' is a statement function already")
        elif symbol in self.variables or symbol.dummy is not None:
            what = "a dummy" if symbol.dummy is not None else "a variable"
            self.diagnostics.error(statement.at, f"'{statement.name}' is {what}: it cannot be a statement function")
        if self.dialect == "ii" and (len(statement.name) < 4 or statement.name[-1] != "F"):
            message = "the name of a statement function has 4 letters or more in FORTRAN II, the last one F"
            self.diagnostics.warn(statement.at, message)
        symbol.kind, symbol.statement_function, statement.symbol = Kind.STATEMENT_FUNCTION, statement, symbol
        if not symbol.typed:
            symbol.type = self.function_type(statement.name)
        for dummy in statement.dummies:
            outer = self.symbols.get(dummy.name)
            dummy.type = outer.type if outer is not None and outer.typed else self.implicit(dummy.name)
        self.inner, self.defining = {each.name: each for each in statement.dummies}, statement
        self.value(statement.value)
        self.inner, self.defining = {}, None

    # ---------------------------------------------------------------- statements

    def statement(self, node: syntax.Statement) -> None:
        """Resolve the names of a statement; numbers are `flow.number`'s."""
        match node:
            case syntax.Assignment(targets=targets, value=value):
                for each in targets:
                    self.target(each)
                self.value(value)
            case syntax.Assign(variable=variable):
                self.target(variable)
                variable.symbol.labelled = True
            case syntax.ComputedGoTo(value=value) | syntax.ArithmeticIf(value=value) | syntax.TwoWayIf(value=value):
                self.value(value)
            case syntax.AssignedGoTo(variable=variable):
                self.value(variable)
            case syntax.LogicalIf(condition=condition, statement=inner):
                self.value(condition)
                self.statement(inner)
            case syntax.IndicatorIf(number=value) if value is not None:
                self.value(value)
            case syntax.SenseLight(number=value) | syntax.FileControl(unit=value):
                self.value(value)
            case syntax.Do():
                self._loop(node)
            case syntax.CallStatement():
                self._call(node)
            case syntax.Transfer():
                self._transfer(node)

    def target(self, node: syntax.Expression) -> None:
        """Resolve a variable or element that is given a value."""
        assert isinstance(node, syntax.Name | syntax.Element)
        if isinstance(node, syntax.Name) and self.symbol(node).kind is Kind.ARRAY:
            self.error_once(node, f"'{node.name}' is an array: subscripts are missing")
        self.value(node)
        if node.symbol.kind in (Kind.VARIABLE, Kind.ARRAY):
            node.symbol.assigned = True

    def _loop(self, node: syntax.Do | syntax.ImpliedDo) -> None:
        self.target(node.variable)
        for each in (node.start, node.limit, node.step):
            if each is not None:
                self.value(each)

    def _transfer(self, node: syntax.Transfer) -> None:
        for each in (node.unit, node.place):
            if each is not None:
                self.value(each, whole=each is node.place)
        if node.place is not None and node.output and isinstance(node.place, syntax.Name | syntax.Element):
            node.place.symbol.assigned = True
        if isinstance(node.format, syntax.Name):
            self.value(node.format, whole=True)
        self._items(node.items, node.output)

    def _items(self, items: Iterable[syntax.Item], output: bool) -> None:
        for each in items:
            if isinstance(each, syntax.ImpliedDo):
                self._loop(each)
                self._items(each.items, output)
            else:
                self.value(each, whole=True)
                self._counted(each)
                if not output and isinstance(each, syntax.Name | syntax.Element):
                    each.symbol.assigned = True

    def _counted(self, item: syntax.Expression) -> None:
        """Refuse an array of any size in a list."""
        if isinstance(item, syntax.Name) and any(isinstance(each, syntax.AnySize) for each in item.symbol.dimensions):
            message = f"'{item.name}' has the dimension *: how many elements are meant?"
            self.error_once(item, message, f"({item.name}(I), I = 1, N) says it")

    def _call(self, node: syntax.CallStatement) -> None:
        known = node.name in self.symbols
        symbol = node.symbol = self.symbol(node)
        unit = self.units.get(node.name)
        if symbol.kind is Kind.ARRAY or symbol in self.variables or symbol is self.unit.result:
            what = "an array" if symbol.kind is Kind.ARRAY else "a variable"
            self.error_once(node, f"'{node.name}' is {what}: it cannot be called")
        elif symbol.dummy is not None:
            symbol.kind, symbol.type = Kind.SUBROUTINE, None
        elif unit is not None and unit.sort is Sort.SUBROUTINE:
            symbol.kind, symbol.unit, symbol.type = Kind.SUBROUTINE, unit, None
        elif unit is not None or (symbol.kind is not Kind.VARIABLE and symbol.kind is not Kind.SUBROUTINE):
            what = unit.sort.value if unit is not None else symbol.kind.value
            self.error_once(node, f"'{node.name}' is a {what}: it cannot be called")
        else:
            if not known:
                symbol.type = None
            symbol.kind = Kind.SUBROUTINE
            if node.name in SUBROUTINES:
                self._of_the_library(node)
            else:
                self.missing(node, "subroutine")
        self._arguments(node.arguments)

    def _of_the_library(self, node: syntax.CallStatement) -> None:
        wanted, given = SUBROUTINES[node.name], len(node.arguments)
        if wanted != given:
            arguments = "no arguments" if not wanted else f"{wanted} argument" + "s" * (wanted > 1)
            self.diagnostics.error(node.at, f"'{node.name}' has {arguments}, not {given}")
        elif node.name in GIVES:
            target = node.arguments[GIVES[node.name]]
            if not isinstance(target, syntax.Name | syntax.Element):
                self.diagnostics.error(target.at, f"'{node.name}' gives this a value: a variable is needed")
            elif isinstance(target, syntax.Name) and self.symbol(target).kind is Kind.ARRAY:
                self.diagnostics.error(target.at, f"'{target.name}' is an array: subscripts are missing")

    # ---------------------------------------------------------------- expressions

    def value(self, node: syntax.Expression, whole: bool = False) -> None:
        """Resolve the names of an expression; `whole`: an array may be named without subscripts."""
        match node:
            case syntax.Name():
                self._name(node, whole)
            case syntax.Element():
                self._element(node)
            case syntax.Call():
                self._reference(node)
            case syntax.Unary(operand=operand):
                self.value(operand)
            case syntax.Binary():
                waiting: list[syntax.Expression] = []
                left: syntax.Expression = node
                while isinstance(left, syntax.Binary):  # a long sum is deep on its left side
                    waiting.append(left.right)
                    left = left.left
                self.value(left)
                for each in reversed(waiting):
                    self.value(each)

    def _name(self, node: syntax.Name, whole: bool) -> None:
        symbol = node.symbol = self.symbol(node)
        if symbol.kind is Kind.ARRAY and not whole:
            self._first(node)
        elif symbol.kind in (*PROCEDURES, Kind.STATEMENT_FUNCTION) and symbol.name not in self.inner:
            what = "a subroutine" if symbol.kind is Kind.SUBROUTINE else "a function: its arguments are missing"
            self.error_once(node, f"'{node.name}' is {what}")
        else:
            self.variables.add(symbol)

    def _first(self, node: syntax.Name) -> None:
        """Report an array without subscripts in an expression: FTN took its first element."""
        message = f"'{node.name}' is an array: subscripts are missing"
        if self.dialect == "ii":
            self.error_once(node, message)
        elif node.name not in self.reported:
            self.diagnostics.warn(node.at, f"{message}, the first element is taken")

    def _element(self, node: syntax.Element) -> None:
        symbol = node.symbol = self.symbol(node)
        for each in node.subscripts:
            self.value(each)
        wanted, given = len(symbol.dimensions), len(node.subscripts)
        if symbol.kind is not Kind.ARRAY:
            return  # its dimensions could not be understood
        subscripts = "subscript" if wanted == 1 else "subscripts"
        if given > wanted or not given:
            self.error_once(node, f"'{node.name}' has {wanted} {subscripts}, not {given}", of=node.name)
        elif given < wanted:
            message = f"'{node.name}' has {wanted} {subscripts}, not {given}: the others are taken as 1"
            self.diagnostics.warn(node.at, message)

    def _reference(self, node: syntax.Call) -> None:
        symbol = node.symbol = self.symbol(node)
        unit = self.units.get(node.name)
        if symbol.kind is Kind.STATEMENT_FUNCTION:
            defined = symbol.statement_function
            assert defined is not None
            if self.defining is defined:
                self.diagnostics.error(node.at, f"the statement function '{node.name}' cannot call itself")
            elif len(defined.dummies) != len(node.arguments):
                count = len(defined.dummies)
                message = f"the statement function '{node.name}' has {count} argument{'s' * (count != 1)}"
                self.diagnostics.error(node.at, f"{message}, not {len(node.arguments)}")
        elif symbol is self.unit.result:
            self.error_once(node, f"the function '{node.name}' cannot call itself: a unit has one place for its values")
        elif symbol in self.variables or symbol.name in self.inner:
            hint = f"DIMENSION {node.name}(...) makes it an array"
            self.error_once(node, f"'{node.name}' is a variable: it has no dimensions", hint)
        elif symbol.dummy is not None:
            symbol.kind = Kind.FUNCTION
        elif unit is not None and unit.sort is Sort.FUNCTION:
            if symbol.unit is None and node.name in INTRINSICS and not symbol.external:
                message = f"'{node.name}' is the function of line {unit.at.line} here, not that of the language"
                self.diagnostics.warn(node.at, message)
            self._function(symbol, unit)
        elif unit is not None:
            self.error_once(node, f"'{node.name}' is a {unit.sort.value}: it has no value")
        elif node.name in INTRINSICS and (not symbol.typed or symbol.type is INTRINSICS[node.name].result):
            self._intrinsic(symbol)
        elif symbol.kind is Kind.SUBROUTINE:
            self.error_once(node, f"'{node.name}' is a subroutine: it has no value")
        elif later := self._later(node.name):
            self.error_once(node, f"the statement function '{node.name}' stands after this, in line {later.at.line}")
        else:
            symbol.kind = Kind.FUNCTION
            self.missing(node, "array or function")
        if symbol.kind in (Kind.INTRINSIC, Kind.STATEMENT_FUNCTION):  # their arguments are values
            for each in node.arguments:
                if isinstance(each, syntax.Name) and self.symbol(each).kind is Kind.ARRAY:
                    self._first(each)
        self._arguments(node.arguments)

    def _later(self, name: str) -> syntax.StatementFunction | None:
        """Return the statement function of a name that has not been met yet."""
        found = (each for each in self.unit.statements if isinstance(each, syntax.StatementFunction))
        return next((each for each in found if each.name == name), None)

    def _arguments(self, arguments: Iterable[syntax.Expression]) -> None:
        for each in arguments:
            if isinstance(each, syntax.Name):
                symbol = each.symbol = self.symbol(each)
                if symbol.kind is Kind.STATEMENT_FUNCTION:
                    self.error_once(each, f"'{each.name}' is a statement function: it cannot be an argument")
                elif symbol.kind in (Kind.VARIABLE, Kind.ARRAY):
                    self.handed.setdefault(symbol, each)
            else:
                self.value(each)

    def _procedures_as_arguments(self) -> None:
        """Find the names that are subprograms though no EXTERNAL says so: they are nothing else in the unit."""
        for symbol, node in self.handed.items():
            alone = symbol.kind is Kind.VARIABLE and symbol not in self.variables and symbol is not self.unit.result
            if not alone or symbol.dummy is not None or symbol in self.inner.values() or symbol.typed:
                continue
            unit = self.units.get(symbol.name)
            if unit is not None and unit.sort is Sort.SUBROUTINE:
                symbol.kind, symbol.unit, symbol.type = Kind.SUBROUTINE, unit, None
            elif unit is not None and unit.sort is Sort.FUNCTION:
                self._function(symbol, unit)
            elif symbol.name in INTRINSICS:
                self._intrinsic(symbol)
            else:
                continue
            if self.dialect == "iv":
                message = f"'{symbol.name}' is taken for the {symbol.kind.value} of this name"
                self.diagnostics.warn(node.at, message, f"EXTERNAL {symbol.name} is missing")

    # ---------------------------------------------------------------- errors

    def error_once(self, node: syntax.Node, message: str, hint: str = "", of: str = "") -> None:
        """Report something of a name, unless it has been said, or the name is in a part that was not understood."""
        name = of or getattr(node, "name", "")
        if name not in self.reported and not self.parts.unsure(name):
            self.diagnostics.error(node.at if of else _name_at(node, name), message, hint)
        self.reported.add(name)

    def missing(self, node: syntax.Name | syntax.Call | syntax.CallStatement, what: str) -> None:
        """Report a name that nothing in the program has."""
        known = {each for each, unit in self.units.items() if unit.sort in (Sort.FUNCTION, Sort.SUBROUTINE)}
        if what == "subroutine":
            hint = did_you_mean(node.name, known | SUBROUTINES.keys()) or ALONE
        else:
            arrays = {each.name for each in self.symbols.values() if each.kind is Kind.ARRAY}
            functions = {each.name for each in self.symbols.values() if each.kind is Kind.STATEMENT_FUNCTION}
            hint = did_you_mean(node.name, known | arrays | functions | INTRINSICS.keys())
            hint = hint or (f"DIMENSION {node.name}(...) makes it an array" if what != "subprogram" else ALONE)
        if not self.parsed.headless:
            self.error_once(node, f"there is no {what} '{node.name}' in this program", hint)

    def _only_specifications(self) -> None:
        for each in self.unit.statements:
            allowed = isinstance(each, syntax.Specification) or each in self.parsed.faulty
            if not allowed:
                self.diagnostics.error(each.at, "BLOCK DATA has specifications only")
                return


def _name_at(node: syntax.Node, name: str) -> Span:
    """Return the place of the name of a node, without the parentheses after it."""
    text = node.at.text
    before = len("CALL") if isinstance(node, syntax.CallStatement) else 0
    start = _past(text, 0, before)
    while start < len(text) and text[start].isspace():
        start += 1
    end = _past(text, start, len(name))
    if "\n" in text[:end]:
        return node.at
    return node.at._replace(start=node.at.start + start, end=node.at.start + end)


def _past(text: str, at: int, count: int) -> int:
    """Return the end of some characters that are not blank."""
    while at < len(text) and count:
        count -= not text[at].isspace()
        at += 1
    return at
