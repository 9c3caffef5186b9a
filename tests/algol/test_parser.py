"""What a text means: operators, statements, and where a part of the tree stands."""

import pytest

from host.compilers.algol.syntax import (
    Assignment,
    Binary,
    Block,
    Call,
    Compound,
    For,
    If,
    Name,
    Procedure,
    children,
    walk,
)
from tests.algol.programs import parsed


def grouped(node):
    """An expression with all its parentheses."""
    inner = [grouped(each) for each in children(node)]
    match node:
        case Binary():
            return f"({inner[0]}{node.operator.value}{inner[1]})"
        case Name():
            return node.name
    operator = getattr(node, "operator", None)
    return f"{operator.value}({inner[0]})" if operator else node.at.text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a + b - c", "((a+b)-c)"),
        ("a - b × c ↑ d ↑ e", "(a-(b×((c↑d)↑e)))"),
        ("-a ↑ b × c + d", "(-(((a↑b)×c))+d)"),
        ("a / b ÷ c", "((a/b)÷c)"),
        ("a < b ∧ c ∨ ¬ d = e ⊃ f ≡ g", "(((((a<b)∧c)∨¬((d=e)))⊃f)≡g)"),
        ("a ⊃ b ⊃ c", "((a⊃b)⊃c)"),
        ("a + b < -c", "((a+b)<-(c))"),
        ("a ∧ -b > c", "(a∧(-(b)>c))"),
    ],
)
def test_operators_bind_as_in_the_report(written, meant):
    (assignment,) = (node for node in walk(parsed(f"begin x := {written} end")) if isinstance(node, Assignment))
    assert grouped(assignment.value) == meant


def first(kind, text):
    return next(node for node in walk(parsed(text)) if isinstance(node, kind))


def test_an_else_belongs_to_the_nearest_if_within_a_for_statement():
    statement = first(If, "begin if a then for i := 1 do if b then x := 1 else x := 2 end")
    assert statement.otherwise is None
    assert isinstance(statement.then, For)
    assert isinstance(statement.then.body, If)
    assert statement.then.body.otherwise is not None


def test_declarations_make_a_block():
    assert isinstance(parsed("begin integer i; i := 1 end").body, Block)
    assert isinstance(parsed("begin i := 1 end").body, Compound)


def test_parentheses_around_an_actual_parameter_are_remembered():
    call = first(Call, "begin p(x, (x)) end")
    assert [actual.expression.enclosed for actual in call.actuals] == [False, True]


def test_parts_of_the_tree_know_where_they_stand():
    program = parsed("begin\n  x := a[1] +\n    sin(y)\nend")
    assignment = next(node for node in walk(program) if isinstance(node, Assignment))
    assert (assignment.at.line, assignment.at.column, assignment.at.file) == (2, 3, "test")
    assert assignment.at.text == "x := a[1] +\n    sin(y)"
    assert assignment.value.right.at.place.line == 3
    assert assignment.value.right.at.place.text == "    sin(y)"
    assert assignment.at.place.length == len("x := a[1] +")


def test_a_procedure_heading_says_what_is_known_of_each_parameter():
    text = "begin real procedure f(a, b, c, d); value a; integer a; real array b; procedure d; f := a; end"
    procedure = first(Procedure, text)
    known = [(each.name, each.by_value, each.kind.value, each.type.value) for each in procedure.formals]
    assert known == [
        ("a", True, "expression", "integer"),
        ("b", False, "array", "real"),
        ("c", False, "unknown", "unknown"),
        ("d", False, "procedure", "none"),
    ]
