"""The lines that are assembled, and how often: IF and its relatives, MACRO and DUP.

IF skips lines, up to ELSE or ENDIF, or a number of them; a name in the location field says which ENDIF belongs to it:

    .1       IFGT   N,10
             CON    1
    .1       ELSE
             CON    2
    .1       ENDIF

A macro is lines, with parameters replaced by the arguments of the call:

    NAME     MACRO  P,Q               or         MACRO  NAME,P,Q    P is the location field of the call
             LOCAL  L
    L        SA1    P                 L is another symbol in each call
             SX_Q   B1                _ joins its neighbours
    NAME     ENDM
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from emulators.errors import SourceError
from host.assemblers.columns import Field, capitals
from host.assemblers.compass import micros
from host.assemblers.compass.numbers import encoded
from host.assemblers.compass.operands import NUMBERED, REGISTER, Reader, Statement, arguments, check_name
from host.assemblers.compass.state import LOCAL_MARK, Handler, Macro, Open, Skip, State, operation
from host.assemblers.expressions import Kind, Symbol, known
from host.languages.assembly import AssemblyError, Line

# ---------------------------------------------------------------- conditions

Attribute = Callable[[State, Field], bool]  # of a name
Compare = Callable[[Any, Any], bool]  # of two numbers, or two lists of codes
RELATIONS: dict[str, Compare] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "GT": operator.gt,
    "GE": operator.ge,
    "LT": operator.lt,
    "LE": operator.le,
}
ENVIRONMENTS = {  # the processor that is assembled for
    "IFCP": True, "IFCP6": True, "IFCP7": False, "IFPP": False, "IFPP6": False, "IFPP7": False,
}  # fmt: skip
# How many expressions there are before the number of lines; of the others two.
BEFORE_COUNT = {"IFPL": 1, "IFMI": 1, "SKIP": 0, **dict.fromkeys(ENVIRONMENTS, 0)}


def skips(asm: State, line: Line) -> bool:
    """Return whether a line is skipped; the ELSE or ENDIF that ends this is skipped, too."""
    skip = asm.skip
    if skip is None:
        return False
    if asm.feed.depth < skip.open.depth:
        _end_skipping(asm, skip)
        message = "the skipped lines do not end in the same text"
        if skip.open.in_macro:
            asm.program.warn(skip.open.place, message, "they end with it")
        else:
            asm.program.diagnostics.report(AssemblyError(skip.open.place, message), asm.program.record)
        return False
    if asm.is_remark(line):
        return True
    if skip.count is None:
        _look(asm, skip, line)
    else:
        skip.count -= 1
        if not skip.count:
            asm.skip = None
    return True


def _look(asm: State, skip: Skip, line: Line) -> None:
    """End the skipping if this is the line for it."""
    try:
        statement = asm.split(line)
    except SourceError:
        return
    if statement is None or statement.location.text != skip.open.name:
        return
    if statement.name in IFS and not _has_count(statement):
        skip.inner += 1
    elif statement.name == "ENDIF" and skip.inner:
        skip.inner -= 1
    elif statement.name == "ENDIF":
        _end_skipping(asm, skip)
    elif statement.name == "ELSE" and skip.to_else and not skip.inner:
        skip.open.counted = _has_count(statement)
        asm.skip = None


def _end_skipping(asm: State, skip: Skip) -> None:
    asm.skip = None
    if skip.open in asm.open:
        asm.open.remove(skip.open)


def _has_count(statement: Statement) -> bool:
    """Return whether an IF that is skipped says how many lines it is for: then it has no ENDIF."""
    parts = len(statement.rest.text.split(None, 1)[0].split(",")) if statement.rest.text else 0
    if statement.name == "ELSE":
        return parts > 0
    return statement.name != "IFC" and parts > BEFORE_COUNT.get(statement.name, 2)


def _begin(asm: State, statement: Statement, holds: bool, reader: Reader) -> None:
    """Assemble the next lines, or skip them: the number of lines that the reader finds, or up to ELSE or ENDIF."""
    start, count = reader.position, None
    if reader.more():
        start = reader.position
        count = reader.constant()
        reader.end()
        if count < 0:
            raise AssemblyError(reader.field.place(start), f"{count} lines cannot be skipped")
    _begin_counted(asm, statement, holds, count)


def _begin_counted(asm: State, statement: Statement, holds: bool, count: int | None, to_else: bool = True) -> None:
    expansion = asm.feed.expansion
    in_macro = expansion is not None and expansion.kind != "file"
    this = Open(statement.location.text, statement.operation.place(), asm.feed.depth, in_macro)
    if count is None:
        asm.open.append(this)
    if not holds and count != 0:
        asm.skip = Skip(this, count, to_else)


def _innermost(asm: State, statement: Statement) -> Open:
    name = statement.location.text
    found = next((each for each in reversed(asm.open) if each.name == name), None)
    if found is None:
        called = f" with the name '{name}'" if name else " without a name"
        raise statement.operation.error(f"{statement.name} belongs to no IF{called}")
    return found


def report_open(asm: State) -> None:
    """Report the IFs that are still open at the end of the source: those of macros did no harm, their lines are in."""
    for each in [each for each in asm.open if not each.counted]:
        hint = f"write {each.name} ENDIF" if each.name else "write ENDIF after the conditional lines"
        if each.in_macro:
            asm.program.warn(each.place, "this has no ENDIF", hint)
        else:
            asm.program.diagnostics.report(AssemblyError(each.place, "this has no ENDIF", hint), asm.program.record)


def _compare(relation: Compare, expressions: int = 2) -> Handler:
    """Return the comparison of expressions; one alone is compared with zero."""

    def handler(asm: State, statement: Statement) -> None:
        reader = asm.reader(statement.rest)
        left, right = reader.constants() if expressions > 1 else (reader.constant(), 0)
        _begin(asm, statement, relation(left, right), reader)

    return handler


for _name, _relation in RELATIONS.items():
    operation(f"IF{_name}")(_compare(_relation))
operation("IFMI")(_compare(RELATIONS["LT"], 1))
operation("IFPL")(_compare(RELATIONS["GE"], 1))


def _environment(holds: bool) -> Handler:
    """Return the answer to a question for the processor: a central one of the 6000 series."""

    def handler(asm: State, statement: Statement) -> None:
        """IFCP, IFCP6: a program of the central processor, of the 6000 series; the others are of other processors."""
        reader = asm.reader(statement.rest)
        count = reader.constant() if reader.next() else None
        reader.end()
        _begin_counted(asm, statement, holds, count)

    return handler


for _name, _holds in ENVIRONMENTS.items():
    operation(_name)(_environment(_holds))


def _symbol(test: Callable[[State, Symbol], bool]) -> Attribute:
    """Return the test of a symbol that is defined before this line; one that is not has no attribute."""

    def handler(asm: State, name: Field) -> bool:
        found = asm.scope.visible(check_name(name))
        return found is not None and test(asm, found)

    return handler


def _bases(symbol: Symbol) -> list[str]:
    """Return the names of the blocks that the value of a symbol depends on, "" for the first one."""
    assert symbol.expression is not None
    value = known(symbol.expression)
    return [base.name for base, _ in value.bases] if value else []


def _is_relative(asm: State, symbol: Symbol) -> bool:
    return bool(_bases(symbol))


def _is_common(asm: State, symbol: Symbol) -> bool:
    return any(name.startswith("/") for name in _bases(symbol))


def _is_local(asm: State, symbol: Symbol) -> bool:
    return _is_relative(asm, symbol) and not _is_common(asm, symbol)


def _is_register(asm: State, name: Field) -> bool:
    return bool(REGISTER.fullmatch(name.text) or NUMBERED.match(name.text))


def _is_macro(asm: State, name: Field) -> bool:
    return name.text in asm.macros or asm.is_system_macro(name.text)


ATTRIBUTES: dict[str, Attribute] = {
    "DEF": _symbol(lambda asm, symbol: True),
    "SET": _symbol(lambda asm, symbol: symbol.kind == Kind.VARIABLE),
    "ABS": _symbol(lambda asm, symbol: not _is_relative(asm, symbol)),
    "REL": _symbol(_is_relative),
    "COM": _symbol(_is_common),
    "LOC": _symbol(_is_local),
    "LCM": _symbol(lambda asm, symbol: False),  # there is no such storage
    "EXT": lambda asm, name: name.text in asm.externals,
    "MIC": lambda asm, name: micros.is_micro(asm, name.text),
    "MAC": _is_macro,
    "REG": _is_register,
}


@operation("IF")
def if_(asm: State, statement: Statement) -> None:
    """IF DEF,name and others: whether the name has this attribute before this line; IF -DEF,name: whether not."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    kind = reader.name()
    if kind.text not in ATTRIBUTES or not reader.skip(","):
        hint = f"it is one of {', '.join(ATTRIBUTES)}, or one of them after -, and a name: IF DEF,SYMBOL"
        raise kind.error(f"IF does not know '{kind.text}'", hint)
    _begin(asm, statement, ATTRIBUTES[kind.text](asm, reader.name()) != negative, reader)


@operation("IFC")
def ifc(asm: State, statement: Statement) -> None:
    """IFC EQ,*text*text*: compare characters, by their codes."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    relation = reader.take(2)
    if relation.text not in RELATIONS or not reader.skip(","):
        hint = f"it begins with {', '.join(RELATIONS)}, as IFC EQ,*ONE*TWO*"
        raise relation.error("IFC does not know how to compare", hint)
    left = reader.field.text[reader.position :]
    mark = left[:1]  # which may be a blank
    parts = f"{left} "[1:].split(mark) if mark else []
    if len(parts) <= 2:
        raise AssemblyError(reader.field.place(reader.position), "expected two texts, as in *ONE*TWO*")
    reader.take(1)
    texts = []
    for part in parts[:2]:
        texts.append(encoded(reader.take(len(part)), part))
        reader.take(1)
    _begin(asm, statement, RELATIONS[relation.text](*texts) != negative, reader)


@operation("SKIP")
def skip(asm: State, statement: Statement) -> None:
    """SKIP n: skip n lines; without a number up to ENDIF."""
    reader = asm.reader(statement.rest)
    count = None if not reader.next() else reader.constant()
    reader.end()
    _begin_counted(asm, statement, False, count, to_else=False)


IFS = frozenset({"IF", "IFC", "IFMI", "IFPL", "SKIP", *ENVIRONMENTS, *(f"IF{each}" for each in RELATIONS)})


@operation("ELSE")
def else_(asm: State, statement: Statement) -> None:
    """ELSE: the next lines, or the number of lines that it says, are for the other case.

    It is reached only after lines that were assembled.
    """
    this = _innermost(asm, statement)
    reader = asm.reader(statement.rest)
    count = reader.constant() if _has_count(statement) else None
    this.counted = count is not None
    if count != 0:
        asm.skip = Skip(this, count)


@operation("ENDIF")
def endif(asm: State, statement: Statement) -> None:
    """ENDIF: the next lines are for both cases."""
    asm.open.remove(_innermost(asm, statement))


# ---------------------------------------------------------------- macros and repetitions

WORD = re.compile("[A-Z0-9]+", re.ASCII)
JOIN = "_"


@operation("MACRO", "MACROE")
def macro(asm: State, statement: Statement) -> None:
    """MACRO: the lines up to ENDM are a macro. MACROE: one with arguments P=VALUE; P alone takes its default."""
    named = statement.name == "MACROE"
    fields = [each for group in arguments(statement.rest) for each in _apart(group)]
    defaults: dict[str, str] = {}
    if named:
        for index, each in enumerate(fields):
            name, _, text = each.text.partition("=")
            fields[index] = each.part(0, len(name))
            defaults[name] = text
    parameters = [_parameter(each) if each.text else "" for each in fields]
    name, location = statement.location.text, None
    if not name:
        if not parameters or not parameters[0]:
            raise statement.operation.error(f"{statement.name} needs a name in the location field")
        name, location, parameters = parameters[0], "".join(parameters[1:2]) or None, parameters[2:]
    place = (statement.location if statement.location.text else statement.rest.part(0, len(name))).place()
    keywords = {each: defaults[each] for each in parameters} if named else {}
    asm.macros[name] = Macro(name, parameters, location, body(asm, statement, name), place, keywords)
    asm.synonyms.pop(name, None)


def _apart(group: Field) -> list[Field]:
    """Return the parameters in parentheses one by one: MACRO (P,Q) is MACRO P,Q."""
    return list(arguments(group)) if "," in group.text else [group]


def body(asm: State, statement: Statement, name: str) -> list[Line]:
    """Return the lines of a macro, up to its ENDM."""
    return _body(asm, statement, MACROS, "ENDM", name)


def parameters_of(field: Field) -> list[str]:
    """Return the names of parameters between commas."""
    return [_parameter(each) if each.text else "" for each in arguments(field)]


def _parameter(field: Field) -> str:
    """Return the name of a parameter: a symbol's, or a register's."""
    return field.text if REGISTER.fullmatch(field.text) else check_name(field)


@operation("PURGMAC")
def purgmac(asm: State, statement: Statement) -> None:
    """PURGMAC names: these macros are forgotten; names of none are none of its business."""
    for each in arguments(statement.rest):
        asm.macros.pop(each.text, None)
        asm.synonyms.pop(each.text, None)


@operation("OPSYN")
def opsyn(asm: State, statement: Statement) -> None:
    """NAME OPSYN other: NAME is that operation, too; OPSYN NIL: it does nothing."""
    if not statement.location.text:
        raise statement.operation.error("OPSYN needs a name before it")
    other = asm.reader(statement.rest).rest()
    known = asm.synonyms.get(other.text, other.text)
    if known and known != "NIL" and not asm.is_operation(known):
        raise other.error(f"there is no operation '{other.text}'")
    if known in asm.macros:
        asm.macros[statement.location.text] = asm.macros[known]
    else:
        asm.macros.pop(statement.location.text, None)
        asm.synonyms[statement.location.text] = "" if known == "NIL" else known


@operation("NIL")
def nil(asm: State, statement: Statement) -> None:
    """NIL: nothing."""


@operation("RMT")
def rmt(asm: State, statement: Statement) -> None:
    """RMT: the lines up to the next RMT are kept for HERE."""
    for line in asm.feed.in_frame():
        inner = _read(asm, line)
        if inner is not None and inner.name == "RMT":
            return
        asm.remote.append(line)
    raise statement.operation.error("RMT has no second RMT")


@operation("HERE")
def here(asm: State, statement: Statement) -> None:
    """Assemble the lines that RMT has kept (HERE)."""
    lines, asm.remote = asm.remote, []
    asm.feed.expand(lines, "macro", "HERE", statement.operation.place())


def call(asm: State, statement: Statement) -> None:
    """Continue with the lines of a macro."""
    macro = asm.macros[statement.name]
    values = _by_keyword(macro, statement.rest) if macro.defaults else _in_order(macro, statement.rest)
    if macro.location is not None:
        values[macro.location] = statement.location.text
    begin(asm, statement, macro, values)


def begin(asm: State, statement: Statement, macro: Macro, values: dict[str, str]) -> None:
    """Continue with the lines of a macro, its parameters replaced by these values."""
    if macro.location is None:
        asm.upper_or_label(statement)
    values = dict.fromkeys(macro.parameters, "") | values
    asm.feed.expand(list(_filled(asm, macro, values)), "macro", macro.name, statement.operation.place())


def _in_order(macro: Macro, field: Field) -> dict[str, str]:
    """Return the arguments of a call by the names of the parameters."""
    given = list(arguments(field))
    if len(given) > len(macro.parameters):
        takes = f"{macro.name} takes {len(macro.parameters) or 'none'}"
        raise AssemblyError(given[len(macro.parameters)].place(), "there are too many arguments", takes)
    values = dict.fromkeys(macro.parameters, "")
    return values | {name: each.text for name, each in zip(macro.parameters, given, strict=False)}


def _by_keyword(macro: Macro, field: Field) -> dict[str, str]:
    """Return the arguments of a call of a MACROE: NAME=VALUE, in any order, or NAME for its default."""
    values = dict.fromkeys(macro.parameters, "")
    for each in arguments(field):
        name, equals, text = each.text.partition("=")
        if name not in macro.defaults:
            raise each.error(f"{macro.name} has no parameter '{name}'", f"it has {', '.join(macro.defaults)}")
        bare = text[:1] == "(" and text[-1:] == ")"
        values[name] = (text[1:-1] if bare else text) if equals else macro.defaults[name]
    return values


def _filled(asm: State, macro: Macro, values: dict[str, str]) -> Iterator[Line]:
    """Yield the lines of a macro, parameters and local names replaced, the neighbours of the joining mark joined."""
    repeated: tuple[str, list[Line]] | None = None  # by IRP: the parameter, the lines
    for line in macro.lines:
        statement = _read(asm, line)
        if statement is None:
            continue
        if statement.name == "LOCAL":
            for each in arguments(statement.rest):
                asm.local_count += 1
                values[check_name(each)] = f"{LOCAL_MARK}{asm.local_count:06}"
        elif statement.name == "IRP" and repeated is None:
            repeated = check_name(asm.reader(statement.rest).rest()), []
        elif statement.name == "IRP" and repeated is not None:
            name, lines = repeated
            for value in values.get(name, "").split(","):
                yield from (_replaced(each, {**values, name: value}) for each in lines)
            repeated = None
        elif repeated is not None:
            repeated[1].append(line)
        else:
            yield _replaced(line, values)


def _replaced(line: Line, values: dict[str, str]) -> Line:
    """Return a line with parameters replaced, and the neighbours of the joining mark joined."""
    text = WORD.sub(lambda match: values.get(match[0], match[0]), capitals(line.text))
    return line._replace(text=text.replace(JOIN, ""))


@operation("DUP")
def dup(asm: State, statement: Statement) -> None:
    """DUP n: the lines up to ENDD, n times; DUP n,m: the next m lines. A negative n: until STOPDUP."""
    reader = asm.reader(statement.rest)
    times = reader.constant()
    count = reader.constant() if reader.more() else None
    reader.end()
    lines = _repeated(asm, statement, count)
    at = statement.operation.place(), statement.rest.place()
    asm.feed.repeat([lines], None if times < 0 else times, "DUP", *at)


def _repeated(asm: State, statement: Statement, count: int | None) -> list[Line]:
    """Return the lines of a repetition: `count` of them, or up to ENDD."""
    if count is None:
        return _body(asm, statement, REPETITIONS, "ENDD", statement.location.text)
    if count < 0:
        raise statement.rest.error("the number of lines cannot be negative")
    return list(islice(asm.feed.in_frame(), count))


@operation("ECHO")
def echo(asm: State, statement: Statement) -> None:
    """ECHO n,P=(a,b),Q=(c,d): the next n lines, or those up to ENDD, for each value of the parameters together."""
    first, *lists = arguments(statement.rest)
    count = asm.reader(first).constant() if first.text else None
    values: dict[str, list[str]] = {}
    for each in lists:
        name, equals, text = each.text.partition("=")
        if not equals or not (text[:1] == "(" and text[-1:] == ")"):
            raise each.error(f"'{each.text}' is not a parameter with its values", "ECHO ,P=(1,2,3)")
        inside = each.part(len(name) + 2, len(each.text) - 1)
        values[name] = [value.text for value in arguments(inside)] or [""]
    lines = _repeated(asm, statement, count)
    if not values:
        raise statement.operation.error("ECHO needs parameters with values", "ECHO ,P=(1,2,3)")
    times = min(map(len, values.values()))
    turns = [[_replaced(each, {name: given[time] for name, given in values.items()}) for each in lines]
             for time in range(times)]  # fmt: skip
    asm.feed.repeat(turns, times, "ECHO", statement.operation.place(), statement.rest.place())


@operation("STOPDUP")
def stopdup(asm: State, statement: Statement) -> None:
    """STOPDUP: this is the last time of the innermost DUP or ECHO."""
    if not asm.feed.stop_repeating():
        raise statement.operation.error("STOPDUP is not in a DUP or ECHO")


MACROS = frozenset({"MACRO", "MACROE", "OPDEF"})
REPETITIONS = frozenset({"DUP", "ECHO"})


def _body(asm: State, opening: Statement, begin: frozenset[str], end: str, name: str) -> list[Line]:
    """Return the lines up to the end that belongs to this beginning."""
    lines: list[Line] = []
    inner = 0
    for line in asm.feed.in_frame():
        statement = _read(asm, line)
        operation = statement.name if statement else ""
        if operation == end and (not inner or (statement and name and statement.location.text == name)):
            return lines
        inner += (operation in begin and not (statement and _counts_lines(statement))) - (operation == end)
        lines.append(line)
    hint = f"write {name} {end}" if name else f"write {end}"
    raise opening.operation.error(f"{opening.name} has no {end}", hint)


def _counts_lines(statement: Statement) -> bool:
    """Return whether a repetition says how many lines it is for: then it has no ENDD."""
    words = statement.rest.text.split(" ")[0]
    return (statement.name == "DUP" and "," in words) or (statement.name == "ECHO" and not words.startswith(","))


def _read(asm: State, line: Line) -> Statement | None:
    try:
        return asm.split(line)
    except AssemblyError:
        return None


@operation("ENDM", "ENDD", "LOCAL", "IRP")
def misplaced(asm: State, statement: Statement) -> None:
    """ENDM, ENDD, LOCAL and IRP without the operation they belong to."""
    outside = "is not in a macro"
    belongs = {"ENDM": "ends no MACRO", "ENDD": "ends no DUP", "LOCAL": outside, "IRP": outside}
    raise statement.operation.error(f"{statement.name} {belongs[statement.name]}")
