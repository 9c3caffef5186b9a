"""Trees of ALGOL 60 programs, made by hypothesis: whatever the grammar allows, whether or not it means anything."""

from hypothesis import strategies as st

from host.compilers.algol import syntax
from host.compilers.algol.parser.expressions import LEVEL
from host.compilers.algol.symbols import PLAIN
from host.compilers.algol.syntax import Kind, Operator, Type
from host.languages.source import Span, Text

AT = Span(Text("", "made"), 0, 0)
VALUES = (Type.INTEGER, Type.REAL, Type.BOOLEAN)
names = st.from_regex(r"[a-z][a-z0-9]{0,3}", fullmatch=True).filter(lambda name: name not in ("go", "to"))
label_names = names | st.integers(0, 99).map(str)
reserved_names = st.sampled_from([word for word in PLAIN.words if len(word) > 1])
texts = st.lists(st.sampled_from(["a", " ", "zd/", "x y", "1,", ";", "‘b’", "‘‘’c’", "+"])).map("".join)


def node(kind, *parts, **names_and_parts):
    """A strategy for nodes of a kind."""
    return st.builds(kind, st.just(AT), *parts, **names_and_parts)


def tuples(part, least=1, most=2):
    return st.lists(part, min_size=least, max_size=most).map(tuple)


all_names = names | reserved_names
name_uses = node(syntax.Name, all_names)
simple = st.one_of(
    name_uses,
    node(syntax.Integer, st.integers(0, 10**12)),
    node(syntax.Real, st.integers(0, 10**9), st.integers(-50, 50)),
    node(syntax.LogicalValue, st.booleans()),
)


def larger(part):
    """Expressions made of smaller ones."""
    return st.one_of(
        node(syntax.Subscripted, name_uses, tuples(part)),
        node(syntax.Call, name_uses, tuples(actuals(part))),
        node(syntax.Unary, st.sampled_from([Operator.PLUS, Operator.MINUS, Operator.NOT]), part),
        node(syntax.Binary, st.sampled_from([each for each in Operator if each.value in LEVEL]), part, part),
        node(syntax.IfExpression, part, part, part),
    )


def actuals(part):
    return node(syntax.Actual, part | node(syntax.String, texts))


expressions = st.recursive(simple, larger, max_leaves=8)
variables = name_uses | node(syntax.Subscripted, name_uses, tuples(expressions))
labels = tuples(node(syntax.Label, label_names), 0, 1)
calls = node(syntax.Call, name_uses, tuples(actuals(expressions), 0))
for_elements = st.one_of(
    node(syntax.ForValue, expressions),
    node(syntax.ForStep, expressions, expressions, expressions),
    node(syntax.ForWhile, expressions, expressions),
)
basic = st.one_of(
    node(syntax.Assignment, labels, tuples(variables), expressions),
    node(syntax.Goto, labels, expressions),
    node(syntax.Dummy, labels),
    node(syntax.CallStatement, labels, calls),
)


def with_statements(part):
    """Statements made of smaller ones."""
    unconditional = st.one_of(
        basic,
        node(syntax.Compound, labels, tuples(part)),
        node(syntax.Block, labels, tuples(declarations(part)), tuples(part)),
    )
    loops = node(syntax.For, labels, variables, tuples(for_elements), part)
    return st.one_of(
        unconditional,
        loops,
        node(syntax.If, labels, expressions, unconditional, part | st.none()),
        node(syntax.If, labels, expressions, loops, st.none()),
    )


def declarations(statement):
    bounds = tuples(node(syntax.BoundPair, expressions, expressions))
    return st.one_of(
        type_declarations(),
        array_declarations(bounds),
        node(syntax.Switch, all_names, tuples(expressions)),
        node(syntax.Procedure, all_names, st.sampled_from([*VALUES, Type.NONE]), formals(), statement),
    )


@st.composite
def type_declarations(draw):
    kind, own = draw(st.sampled_from(VALUES)), draw(st.booleans())
    return draw(node(syntax.TypeDeclaration, tuples(node(syntax.Variable, all_names, st.just(kind), st.just(own)))))


@st.composite
def array_declarations(draw, bounds):
    kind, own = draw(st.sampled_from(VALUES)), draw(st.booleans())
    arrays = tuples(node(syntax.Array, all_names, st.just(kind), st.just(own)))
    return draw(node(syntax.ArrayDeclaration, tuples(node(syntax.ArraySegment, arrays, bounds))))


SPECIFIERS = [
    *((kind, type_) for kind in (Kind.EXPRESSION, Kind.ARRAY, Kind.PROCEDURE) for type_ in VALUES),
    *((Kind.PROCEDURE, Type.NONE), (Kind.SWITCH, Type.NONE), (Kind.LABEL, Type.LABEL), (Kind.STRING, Type.STRING)),
]
specifications = st.sampled_from(SPECIFIERS).map(lambda pair: syntax.Specification(AT, *pair))


@st.composite
def formals(draw):
    chosen = draw(st.lists(all_names, max_size=3, unique=True))
    one = st.tuples(st.booleans(), specifications | st.none())
    return tuple(syntax.Formal(AT, name, *draw(one)) for name in chosen)


statements = st.recursive(basic, with_statements, max_leaves=6)
bodies = node(syntax.Compound, labels, tuples(statements)) | node(
    syntax.Block, labels, tuples(declarations(statements)), tuples(statements)
)
programs = node(syntax.Program, bodies, st.just(""))
