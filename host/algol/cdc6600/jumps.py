"""Labels, switches, and going to them: out of blocks and procedures, too.

Where the stack is higher than at the label, or may be, B7 is set; where another frame is the label's, B6 is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.algol import syntax
from host.algol.cdc6600 import calls, dynamic, expressions, words
from host.algol.cdc6600.registers import ALL, STORED, Value
from host.algol.cdc6600.unit import Level, Shared, Unit
from host.algol.syntax import Kind


def level_of(shared: Shared, label: syntax.Label) -> Level:
    """Return how high the stack is at a label."""
    block = label.block
    while block is not None:
        if block in shared.tops:
            return block
        block = block.outer
    if label.owner is None:
        return None
    return next(iter(copied_arrays(label.owner)), label.owner)


def copied_arrays(procedure: syntax.Procedure) -> list[syntax.Formal]:
    """Return the arrays that are handed over by value: copies of them are made when the procedure begins."""
    return [each for each in procedure.formals if each.by_value and each.kind is Kind.ARRAY]


def go_to(unit: Unit, target: syntax.Expression) -> None:
    """Write a go to statement."""
    match target:
        case syntax.Name(declared=syntax.Label() as label) | syntax.Integer(declared=syntax.Label() as label):
            _to_label(unit, label)
        case syntax.Name(declared=syntax.Formal() as formal):
            if unit.shared.labels and not formal.by_value:
                _go(unit, label_of(unit, target))
                return
            unit.bring([_whole(unit, formal, words.LABEL, (1,))])
            unit.jump("GOTO")
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Switch() as switch), subscripts=(subscript,)) if (
            direct(unit.shared, switch)
        ):
            _by_table(unit, switch, subscript)
        case syntax.Subscripted() if unit.shared.labels:
            _go(unit, label_of(unit, target))
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Formal() as formal), subscripts=(subscript,)):
            index = expressions.value(unit, subscript, (1,))
            unit.bring([index, _whole(unit, formal, words.SWITCH, (2,))])
            unit.jump("GOTOSW")
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Switch() as switch), subscripts=(subscript,)):
            unit.bring([expressions.value(unit, subscript, (1,))])
            index = unit.registers.own(1)
            _aim(unit, switch.owner)
            unit.registers.drop(index)
            unit.jump(unit.shared.entries[switch])
        case syntax.IfExpression():
            otherwise = unit.new_label()
            expressions.branch(unit, target.condition, otherwise, when=False)
            behind = unit.new_label()
            go_to(unit, target.then)
            unit.jump(behind)  # from a designator without a value
            unit.label(otherwise)
            go_to(unit, target.otherwise)
            unit.label(behind)
        case _:
            raise AssertionError(f"no label: {target}")


def _go(unit: Unit, label: Value) -> None:
    """Go to a label, or on to the next statement if its word is zero: the designational expression has no value."""
    unit.bring([label])
    if unit.shared.options.strict_switch:
        unit.jump("GOTO")
        return
    unit.op("NZ", "X1,GOTO")
    unit.registers.forget_but()


def direct(shared: Shared, switch: syntax.Switch) -> bool:
    """Whether a switch is gone to by a table of jumps: all that is to be evaluated is the subscript."""
    labels = (
        isinstance(each, syntax.Name | syntax.Integer) and isinstance(each.declared, syntax.Label)
        for each in switch.elements
    )
    return shared.labels and not shared.options.strict_switch and all(labels)


def _by_table(unit: Unit, switch: syntax.Switch, subscript: syntax.Expression) -> None:
    """Go to an element of a switch, or on to the next statement if there is none."""
    unit.bring([expressions.value(unit, subscript, (1,))])
    index, behind = unit.registers.own(1), unit.new_label()
    _aim(unit, switch.owner)
    unit.registers.drop(index)
    for operation in _range(len(switch.elements)):
        unit.op(*operation)
    unit.op("NG", f"X3,{behind}")
    unit.jump(unit.shared.tables[switch])
    unit.label(behind)


def _range(count: int) -> Iterator[tuple[str, str]]:
    """Yield instructions that make X3 negative unless X1 is in 1 to `count`, which is in X2 then."""
    yield "SX2", str(count)
    yield "SX3", "B1"
    yield "IX3", "X1-X3"
    yield "IX4", "X2-X1"
    yield "BX3", "X3+X4"


def _whole(unit: Unit, formal: syntax.Formal, kind: int, wanted: Iterable[int] = ALL) -> Value:
    """Return the word of a label or switch that is a parameter."""
    word = unit.fetch(unit.shared.homes[formal], wanted)
    return dynamic.looked_at(unit, word, "MATCH", kind) if dynamic.unspecified(formal) else word


# ---------------------------------------------------------------- labels by value, where a program has them


def label_of(unit: Unit, node: syntax.Expression) -> Value:
    """Write code that evaluates a designational expression; return the word of the label."""
    match node:
        case syntax.Name(declared=syntax.Label()) | syntax.Integer(declared=syntax.Label()):
            return calls.coded(unit, words.LABEL, unit.piece(lambda piece: go_to(piece, node), node))
        case syntax.Name(declared=syntax.Formal(by_value=True) as formal):
            return unit.fetch(unit.shared.homes[formal])
        case syntax.Name(declared=syntax.Formal() as formal):
            return unit.routine("LABELV", _whole(unit, formal, words.LABEL), keeps=())
        case syntax.Subscripted(array=array, subscripts=(subscript,)):
            index = expressions.value(unit, subscript, STORED)
            unit.op(f"SA{unit.registers.ready(index, STORED)}", "INDEX")
            unit.registers.drop(index)
            return unit.routine("LABELV", _switch_word(unit, array), keeps=())
        case syntax.IfExpression():
            return expressions.chosen(unit, node, lambda unit, part: [label_of(unit, part)])[0]
    raise AssertionError(f"no label: {node}")


def checked(unit: Unit, label: Value) -> Value:
    """Write code that stops the program if the word of a label by value is zero."""
    if not unit.shared.options.strict_switch:
        unit.op("ZR", f"X{unit.registers.ready(label)},NOSWITCH")
    return label


def _switch_word(unit: Unit, name: syntax.Name) -> Value:
    if isinstance(name.declared, syntax.Formal):
        return _whole(unit, name.declared, words.SWITCH)
    word = calls.of_name(unit, name, Kind.SWITCH, ALL)
    assert word is not None
    return word


def near_label(unit: Unit, node: syntax.Statement) -> syntax.Label | None:
    """Return the label that a statement goes to by a mere jump, if it does nothing else and has none itself."""
    match node:
        case syntax.Goto(
            labels=(),
            target=syntax.Name(declared=syntax.Label() as label) | syntax.Integer(declared=syntax.Label() as label),
        ):
            return label if level_of(unit.shared, label) == unit.level else None
    return None


def _to_label(unit: Unit, label: syntax.Label) -> None:
    wanted = level_of(unit.shared, label)
    if unit.level != wanted:
        height = unit.height(wanted)
        _aim(unit, label.owner)
        unit.op("SB7", height)
    unit.jump(unit.shared.entries[label])


def _aim(unit: Unit, owner: syntax.Procedure | None) -> None:
    """Set B6 to the frame that code of a procedure needs."""
    if way := unit.way(owner):
        unit.op("SB6", unit.frame(way))


def keep_height(unit: Unit, what: syntax.Block | syntax.Formal) -> None:
    """Write code that keeps the height of the stack above the arrays of a block, or above copies."""
    unit.shared.tops[what] = home = unit.cell()
    height = unit.registers.take(STORED)
    unit.op(f"SX{height.register}", "B7")
    unit.store(height, home)
    unit.registers.drop(height)


def switch(unit: Unit, declared: syntax.Switch) -> None:
    """Write the code of a switch: the index comes in X1, or in INDEX and the code gives the word of a label."""
    unit.label(unit.shared.entries[declared])
    if unit.shared.labels:
        unit.op("SA1", "INDEX")
    if unit.shared.options.strict_switch:
        unit.op("SX2", str(len(declared.elements)))
        unit.call("SWITCH", keeps=(1,))
    else:
        for operation in _range(len(declared.elements)):
            unit.op(*operation)
        unit.op("NG", "X3,NOELEM")
    for element in _places(unit, declared):
        if unit.shared.labels:
            calls.leave(unit, label_of(unit, element))
        else:
            go_to(unit, element)


def table(unit: Unit, declared: syntax.Switch) -> None:
    """Write the jumps of a switch whose elements are labels: the index comes in X1, and is that of one."""
    unit.label(unit.shared.tables[declared])
    for element in _places(unit, declared):
        go_to(unit, element)


def _places(unit: Unit, declared: syntax.Switch) -> Iterator[syntax.Expression]:
    """Write a jump to the element whose index is in X1; yield each of them where its code goes."""
    table = unit.new_label()
    unit.op("SB4", "X1")
    unit.op("JP", f"B4+{table}-1")
    places = [unit.new_label() for _ in declared.elements]
    for number, place in enumerate(places):
        unit.text.label("+" if number else table)  # a word each: nothing is seen to lead to them
        unit.jump(place)
    for place, element in zip(places, declared.elements, strict=True):
        unit.label(place)
        yield element
