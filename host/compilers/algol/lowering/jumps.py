"""Labels, switches, and going to them: out of blocks and procedures, too.

Where the stack is higher than at the label, or may be, its end is set; where another frame is the label's, that is.
Within a unit that is a jump, else an exit.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering import calls, dynamic, expressions
from host.compilers.algol.lowering.unit import Level, Shared, Unit
from host.compilers.algol.syntax import Kind
from host.compilers.ir.form import TOP, Frame, Place, Value

INDEX = Place(None, "INDEX")  # of a switch: a word of the library's
LARGE = (
    64  # elements; the go to statements of a larger switch share its table, for programs would grow by their product
)


def level_of(shared: Shared, label: syntax.Label) -> Level:
    """Return the height of the stack at a label."""
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
    """Lower a go to statement."""
    match target:
        case syntax.Name(declared=syntax.Label() as label) | syntax.Integer(declared=syntax.Label() as label):
            _to_label(unit, label)
        case syntax.Name(declared=syntax.Formal() as formal):
            if unit.shared.labels and not formal.by_value:
                _go(unit, label_of(unit, target))
                return
            unit.leave("GOTO", X1=_whole(unit, formal, words.LABEL))
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Switch() as switch), subscripts=(subscript,)) if (
            direct(unit.shared, switch)
        ):
            _by_table(unit, switch, subscript)
        case syntax.Subscripted() if unit.shared.labels:
            _go(unit, label_of(unit, target))
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Formal() as formal), subscripts=(subscript,)):
            index = expressions.value(unit, subscript)
            word = _whole(unit, formal, words.SWITCH)
            unit.store(INDEX, "slot", index)
            unit.leave("GOTOSW", X2=word)
        case syntax.Subscripted(array=syntax.Name(declared=syntax.Switch() as switch), subscripts=(subscript,)):
            unit.store(INDEX, "slot", expressions.value(unit, subscript))
            _aim(unit, switch.owner)
            unit.leave(unit.shared.entries[switch])
        case syntax.IfExpression():
            true, false, after = unit.new_label(), unit.new_label(), unit.new_label()
            expressions.branch(unit, target.condition, true, false)
            unit.label(true)
            go_to(unit, target.then)
            if not unit.ended:
                unit.jump(after)  # from a designator without a value
            unit.label(false)
            go_to(unit, target.otherwise)
            unit.label(after)
        case _:
            raise AssertionError(f"no label: {target}")


def _go(unit: Unit, label: Value) -> None:
    """Go to a label, or on to the next statement if its word is zero: the designational expression has no value."""
    if not unit.shared.settings.strict_switch:
        known, after = unit.new_label(), unit.new_label()
        unit.branch("nz", label, known, after)
        unit.label(known)
        unit.leave("GOTO", X1=label)
        unit.label(after)
    else:
        unit.leave("GOTO", X1=label)


def direct(shared: Shared, switch: syntax.Switch) -> bool:
    """Whether going to a switch evaluates nothing but the subscript."""
    labels = (
        isinstance(each, syntax.Name | syntax.Integer) and isinstance(each.declared, syntax.Label)
        for each in switch.elements
    )
    return shared.labels and not shared.settings.strict_switch and all(labels)


def _by_table(unit: Unit, switch: syntax.Switch, subscript: syntax.Expression) -> None:
    """Go to an element of a switch, or on to the next statement if there is none."""
    index, after, inside = expressions.value(unit, subscript), unit.new_label(), unit.new_label()
    unit.branch("ng", _outside(unit, switch, index), after, inside)
    unit.label(inside)
    if len(switch.elements) <= LARGE:
        for element in _by_index(unit, switch, index):
            go_to(unit, element)
    else:
        _by_common_table(unit, switch, index)
    unit.label(after)


def _by_common_table(unit: Unit, switch: syntax.Switch, index: Value) -> None:
    """Go to an element of a large switch by the table that is made for the first go to statement on this level."""
    key = switch, unit.level
    table = unit.tables.get(key)
    if table is not None:
        unit.jump(table, index)
        return
    table = unit.tables[key] = unit.new_label()
    unit.jump(table, index)
    (common,) = unit.label(table, "i")
    for element in _by_index(unit, switch, common):
        go_to(unit, element)


def _outside(unit: Unit, switch: syntax.Switch, index: Value) -> Value:
    """Return a value that is negative if a switch has no element with an index."""
    below = unit.value("sub.i", index, unit.number(1))
    above = unit.value("sub.i", unit.number(len(switch.elements)), index)
    return unit.value("or", below, above, kind="w")


def _by_index(unit: Unit, switch: syntax.Switch, index: Value) -> Iterator[syntax.Expression]:
    """Go to the element of a switch with an index; yield each of them where its code goes."""
    places = [unit.new_label() for _ in switch.elements]
    unit.end("table", index, targets=tuple(places))
    for place, element in zip(places, switch.elements, strict=True):
        unit.label(place)
        yield element


def _whole(unit: Unit, formal: syntax.Formal, kind: int) -> Value:
    """Return the word of a label or switch that is a parameter."""
    word = unit.fetch(formal)
    if dynamic.unspecified(formal):
        dynamic.looked_at(unit, word, "MATCH", kind)
    return word


# ---------------------------------------------------------------- labels by value, where a program has them


def label_of(unit: Unit, node: syntax.Expression) -> Value:
    """Lower a designational expression; return the word of the label."""
    match node:
        case syntax.Name(declared=syntax.Label()) | syntax.Integer(declared=syntax.Label()):
            return calls.coded(unit, words.LABEL, unit.piece(lambda piece: go_to(piece, node), node))
        case syntax.Name(declared=syntax.Formal(by_value=True) as formal):
            return unit.fetch(formal)
        case syntax.Name(declared=syntax.Formal() as formal):
            return unit.call("LABELV", "w", X1=_whole(unit, formal, words.LABEL))[0]
        case syntax.Subscripted(array=array, subscripts=(subscript,)):
            unit.store(INDEX, "slot", expressions.value(unit, subscript))
            return unit.call("LABELV", "w", X1=_switch_word(unit, array))[0]
        case syntax.IfExpression():
            return expressions.chosen(unit, node, ("w",), lambda part: [label_of(unit, part)])[0]
    raise AssertionError(f"no label: {node}")


def checked(unit: Unit, label: Value) -> Value:
    """Stop the program if the word of a label by value is zero."""
    if not unit.shared.settings.strict_switch:
        missing, known = unit.new_label(), unit.new_label()
        unit.branch("zr", label, missing, known)
        unit.label(missing)
        unit.leave("NOSWITCH")
        unit.label(known)
    return label


def _switch_word(unit: Unit, name: syntax.Name) -> Value:
    if isinstance(name.declared, syntax.Formal):
        return _whole(unit, name.declared, words.SWITCH)
    word = calls.of_name(unit, name, Kind.SWITCH)
    assert word is not None
    return word


def near_label(unit: Unit, node: syntax.Statement | None) -> syntax.Label | None:
    """Return the label that a statement goes to by a mere jump, if it does nothing else and has none itself."""
    match node:
        case syntax.Goto(
            labels=(),
            target=syntax.Name(declared=syntax.Label() as label) | syntax.Integer(declared=syntax.Label() as label),
        ):
            return label if is_near(unit, label) else None
    return None


def is_near(unit: Unit, label: syntax.Label) -> bool:
    """Whether a mere jump leads to a label."""
    own = unit.unit.sort in ("main", "procedure") and label.owner is unit.procedure
    return own and level_of(unit.shared, label) == unit.level


def _to_label(unit: Unit, label: syntax.Label) -> None:
    wanted = level_of(unit.shared, label)
    if unit.level != wanted:
        height = unit.height(wanted)
        unit.op("set.top", place=height)
        _aim(unit, label.owner)
    if unit.unit.sort in ("main", "procedure") and label.owner is unit.procedure:
        unit.jump(unit.shared.entries[label])
    else:
        unit.leave(unit.shared.entries[label])


def _aim(unit: Unit, owner: syntax.Procedure | None) -> None:
    """Set the frame to the one that code of a procedure needs."""
    if way := unit.way(owner):
        unit.op("set.frame", place=Place(Frame(way)))


def keep_height(unit: Unit, what: syntax.Block | syntax.Formal) -> None:
    """Keep the height of the stack above the arrays of a block, or above copies."""
    unit.shared.tops[what] = home = unit.cell()
    unit.store(unit.place(home), "slot", unit.address(Place(TOP)))


def switch(unit: Unit, declared: syntax.Switch) -> None:
    """Lower a switch: the index is in INDEX; where labels by value occur the code gives the word of a label."""
    unit.label(unit.shared.entries[declared])
    index, count = unit.load(INDEX, "slot", "i"), unit.number(len(declared.elements))
    missing, inside = unit.new_label(), unit.new_label()
    if unit.shared.settings.strict_switch:
        unit.call("SWITCH", X1=index, X2=count)
    else:
        unit.branch("ng", _outside(unit, declared, index), missing, inside)
        unit.label(inside)
    for element in _by_index(unit, declared, index):
        if unit.shared.labels:
            calls.leave(unit, label_of(unit, element))
        else:
            go_to(unit, element)
    if not unit.shared.settings.strict_switch:
        unit.label(missing)
        unit.leave("NOELEM", X1=unit.load(INDEX, "slot", "i"), X2=count)
