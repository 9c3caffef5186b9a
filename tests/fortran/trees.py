"""Trees as text, as short as may be: what a test says of what the front end understood."""

from host.compilers.fortran import syntax
from host.compilers.fortran.front import analyse, examine
from host.compilers.fortran.syntax import Type


def program(text, dialect="iv"):
    """The tree of a program with all its fields."""
    return analyse(text, "test.f", dialect)


def cards(*statements):
    """Statements on cards: a statement number before a colon goes to columns 1 to 5."""
    lines = []
    for each in statements:
        number, colon, rest = each.partition(":")
        if not (colon and number.strip().isdigit()):
            number, rest = "", each
        rest = rest.strip()
        lines.append(f"{number:5} {rest[:66]}")
        lines += [f"     1{rest[at : at + 66]}" for at in range(66, len(rest), 66)]
    return "\n".join(lines) + "\n"


def statement(text, *others, dialect="iv"):
    """What a statement is understood as, in a program where some arrays and other statements are."""
    made = program(cards("DIMENSION IF(9), FORMAT(9), A(9), B(3,3), READ(9)", text, *others, "END"), dialect)
    return shown(made.main.statements[1])


def expression(text, dialect="iv"):
    """What an expression is understood as; all its conversions are shown."""
    made = program(cards("LOGICAL L, M", "COMPLEX C", "DOUBLE PRECISION D", f"X = {text}", "END"), dialect)
    return shown(made.main.statements[-1].value)


def said(text, dialect="iv"):
    """Errors and warnings: (line, column, length, message, hint)."""
    _, diagnostics = examine(text, "test.f", dialect)
    return [
        (each.place.line, each.place.column, each.place.length, "warning: " * (each.severity != "error") + each.message,
         each.hint)
        for each in diagnostics.everything
    ]  # fmt: skip


def shown(node):
    """A node as text."""
    match node:
        case None:
            return "-"
        case syntax.Name(name=name):
            return name
        case syntax.Integer(value=value):
            return str(value)
        case syntax.Real(value=value, double=double):
            return f"{float(value)!r}{'D' if double else ''}"
        case syntax.Complex(real=real, imaginary=imaginary):
            return f"({shown(real)},{shown(imaginary)})"
        case syntax.Logical(value=value):
            return ".TRUE." if value else ".FALSE."
        case syntax.Hollerith(text=text, fill=fill):
            return f"{len(text)}{fill}{text}"
        case syntax.Octal(value=value):
            return f"{value:o}B"
        case syntax.Element(name=name, subscripts=listed):
            return f"{name}[{','.join(map(shown, listed))}]"
        case syntax.Call(name=name, arguments=listed):
            return f"{name}({','.join(map(shown, listed))})"
        case syntax.Unary(operator=operator, operand=operand):
            return f"({operator.value}{shown(operand)})"
        case syntax.Binary(operator=operator, left=left, right=right):
            return f"({shown(left)}{operator.value}{shown(right)})"
        case syntax.Convert(type=kind, operand=operand):
            return f"{'word' if kind is Type.WORD else kind.value.split()[0].lower()}<{shown(operand)}>"
        case syntax.Label(number=number):
            return str(number)
        case syntax.ImpliedDo(items=items, variable=variable, start=start, limit=limit, step=step):
            return f"{{{','.join(map(shown, items))};{variable.name}={shown(start)},{shown(limit)},{shown(step)}}}"
        case syntax.Assignment(targets=targets, values=[value, *_]):
            return f"{'='.join(map(shown, targets))} = {shown(value)}"
        case syntax.StatementFunction(name=name, dummies=dummies, value=value):
            return f"function {name}({','.join(each.name for each in dummies)}) = {shown(value)}"
        case syntax.Transfer():
            return _transfer(node)
        case syntax.LogicalIf(condition=condition, statement=inner):
            return f"if {shown(condition)}: {shown(inner)}"
        case syntax.Specification(keyword=keyword, names=names):
            return f"{keyword} {','.join(map(shown, names))}".strip()
        case syntax.Format(text=text):
            return f"format {text}"
    return _plain(node)


def _plain(node):
    parts = []
    for name, value in vars(node).items():
        if name in ("at", "label", "ends", "do", "end", "values", "symbol") or value is None:
            continue
        if isinstance(value, list):
            parts.append("(" + ",".join(shown(each) for each in value) + ")")
        elif isinstance(value, syntax.Node):
            parts.append(shown(value))
        else:
            parts.append(getattr(value, "value", str(value)))
    return " ".join([type(node).__name__.lower(), *filter(None, parts)])


def _transfer(node):
    words = ["write" if node.output else "read", node.device.value]
    words += [f"{name}={shown(value)}" for name, value in
              (("unit", node.unit), ("format", node.format), ("place", node.place), ("end", node.at_end),
               ("err", node.at_error)) if value is not None]  # fmt: skip
    return " ".join([*words, ",".join(map(shown, node.items))]).strip()
