"""What names refer to, of which type expressions are, and which procedures are recursive."""

import pytest

from emulators.errors import SourceErrors
from host.compilers.algol.front import analyse
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.syntax import (
    Actual,
    Assignment,
    Call,
    Expression,
    Kind,
    Label,
    Name,
    Procedure,
    Type,
    walk,
)
from tests.algol.programs import PROGRAMS


def program(text):
    return analyse(f"begin {text} end", "test")


def names(text, name):
    """All uses of a name."""
    return [node for node in walk(program(text)) if isinstance(node, Name) and node.name == name]


# --- Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_programs_are_accepted_and_everything_in_them_is_known(path):
    tree = analyse(path.read_text(encoding="utf-8"), path.name)
    assert tree.warnings == ()
    for node in walk(tree):
        if isinstance(node, Name):
            assert node.declared is not None
        if isinstance(node, Actual):
            assert node.kind is not Kind.UNKNOWN or node.expression.declared.specification is None
    text = path.read_text(encoding="utf-8").lower()
    assert "expect:" in text


def test_a_name_refers_to_the_innermost_declaration():
    outer, inner, again = names("real x; x := 1; begin integer x; x := 2 end; x := 3", "x")
    assert outer.declared is again.declared
    assert (outer.declared.type, inner.declared.type) == (Type.REAL, Type.INTEGER)


def test_labels_are_local_to_blocks_not_to_compound_statements():
    (inner, outer) = names("begin L: goto L end; begin integer i; L: i := 1; goto L end; goto L", "l")[1:]
    assert inner.declared is not outer.declared
    assert inner.declared.block is not None
    assert outer.declared.block is None


def test_a_label_in_a_procedure_body_that_is_no_block_is_local_to_the_procedure():
    (use,) = names("procedure p; begin L: goto L end; p", "l")
    assert isinstance(use.declared, Label)
    assert use.declared.owner.name == "p"
    assert use.declared.block is None


def test_levels_owners_and_names_used_from_inner_procedures():
    text = """integer a, b; procedure p(x); integer x;
        begin integer c, d; procedure q; begin c := a; x := 1 end; d := 1; q end; p(b)"""
    tree = program(text)
    p, q = tree.procedures
    assert [(each.name, each.level) for each in tree.procedures] == [("p", 1), ("q", 2)]
    assert (p.owner, q.owner) == (None, p)
    captured = {each.name: each.captured for node in walk(tree) if isinstance(node, Name) for each in [node.declared]}
    assert captured == {"a": True, "b": False, "c": True, "d": False, "x": True, "p": False, "q": False}
    assert p.formals[0].assigned


def test_the_value_of_a_function_may_be_assigned_in_an_inner_procedure():
    f, _ = program("real procedure f; begin procedure g; f := 1; g end; f").procedures
    assert (f.valued, f.value_captured) == (True, True)


def test_a_function_without_a_value_gives_a_warning():
    (warning,) = program("integer procedure f; ; f").warnings
    assert "warning: the function 'f' is never given a value" in str(warning)


def test_the_first_new_line_that_is_written_as_in_c_gives_a_warning():
    (warning,) = program("outstring(1, ‘a\\nb\\n’); outstring(1, ‘\\n’); outstring(1, ‘a/n’)").warnings
    assert "warning: \\n is not a new line in ALGOL: it is printed as it stands" in str(warning)
    assert warning.place.excerpt()[1].split() == ["^^"]
    assert program("outstring(1, ‘a/n’)").warnings == ()


def test_variables_that_are_used_and_never_given_a_value_give_warnings():
    text = """integer a, b, c, d; own integer e; procedure p(x); x := 1; procedure q(x); value x; integer x; ;
        for b := a do p(c); q(d); q(e)"""
    assert [str(each).split(": ")[-1].split("\n")[0] for each in program(text).warnings] == [
        "'a' is used, but never given a value", "'d' is used, but never given a value"
    ]  # fmt: skip


def test_a_standard_procedure_may_be_declared_anew():
    tree = program("procedure outsymbol(x); outinteger(61, x); real sin; sin := 1; outsymbol(sin)")
    called = [each.declared for each in walk(tree) if isinstance(each, Name) and isinstance(each.declared, Procedure)]
    assert [each.name for each in called if each.standard] == ["outinteger"]


def test_standard_procedures_are_made_anew_for_every_program():
    assert standard_procedures()["sin"] is not standard_procedures()["sin"]


# --- Types -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("i + j", "integer"),
        ("i + x", "real"),
        ("i / j", "real"),
        ("i ÷ j", "integer"),
        ("i ↑ j", "number"),
        ("i ↑ 0", "integer"),
        ("i ↑ 2", "integer"),
        ("i ↑ (-2)", "real"),
        ("i ↑ x", "real"),
        ("x ↑ i", "real"),
        ("-i", "integer"),
        ("if b then i else x", "real"),
        ("if b then i else j", "integer"),
        ("abs(i)", "integer"),
        ("abs(x)", "real"),
        ("sign(x)", "integer"),
        ("sqrt(i)", "real"),
        ("k[x]", "integer"),
        ("u", "unknown"),
        ("u + i", "number"),
        ("u + x", "real"),
        ("-u", "number"),
        ("u ↑ i", "number"),
        ("i ↑ u", "number"),
        ("u ↑ x", "real"),
        ("if b then i else u", "number"),
        ("u[1]", "unknown"),
        ("u(1) × i", "number"),
        ("i < u", "Boolean"),
        ("b ∧ u", "Boolean"),
    ],
)
def test_types_of_expressions(expression, type_):
    tree = program(
        f"integer i, j; real x; Boolean b; integer array k[1:2]; procedure p(u, r); r := {expression}; p(1, x)"
    )
    (assignment,) = (node for node in walk(tree) if isinstance(node, Assignment))
    assert assignment.value.type.value == type_
    assert assignment.value.transfer is None


def transfers(text):
    """All transfers of a program: what is transferred, and to what."""
    tree = program(f"integer i; real x; Boolean b; array a[1:2]; {text}")
    return {node.at.text: node.transfer.value for node in walk(tree) if isinstance(node, Expression) and node.transfer}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i := 1; x := 1.5; x := i + 1 - i", {"i + 1 - i": "real"}),
        ("i := x + 1", {"1": "real", "x + 1": "integer"}),
        ("a[x] := i", {"x": "integer", "i": "real"}),
        ("x := i / 2", {"i": "real", "2": "real"}),
        ("x := if b then i else 2.5", {"i": "real"}),
        ("b := i < 2.5", {"i": "real"}),
        ("for x := i step i until i do", {}),
        ("x := x ↑ i", {}),
        ("x := i ↑ 0.5", {"i": "real"}),
        ("x := 2 ↑ (-1)", {"2": "real"}),
        ("procedure p(r); value r; real r; ; p(i)", {"i": "real"}),
        ("procedure p(r); real r; ; p(i); p(i + 1)", {"i": "real", "i + 1": "real"}),
        ("procedure p(u); i := u; p(1)", {"u": "integer"}),
        ("procedure p(u); x := u + 1.0; p(1)", {"u": "real"}),
        ("procedure p(u); x := u × u; p(1)", {"u": "number", "u × u": "real"}),
        ("procedure p(u); b := u; p(b)", {"u": "Boolean"}),
        ("procedure p(u); x := a[u]; p(1)", {"u": "integer"}),
        ("procedure p(u); goto u; p(L); L:", {"u": "label"}),
    ],
)
def test_transfers_between_integer_and_real_are_marked(text, expected):
    found = transfers(text.replace("for x := i step i until i do", "for i := i step i until i do"))
    assert found == expected


def kinds(text):
    tree = program(text)
    return [node.kind.value for node in walk(tree) if isinstance(node, Actual)]


def test_kinds_of_actual_parameters():
    text = """integer i; array a[1:2]; switch s := L; real procedure f; f := 1;
        procedure known(e, v, n, b, g, l, w, t); value v; real e, v, n; array b; procedure g; label l; switch w;
            string t; n := e + v;
        procedure p(u, x); begin real y; q(u, x, 1, "a") end;
        procedure q(a, b, c, d); a := 1;
        L: known(i, i, i, a, f, s[1], s, "x"); """
    assert kinds(text + "known(f, f, a[1], a, f, 3, s, ‘’); 3:") == [
        *("unknown", "unknown", "expression", "string"),
        *("variable", "expression", "variable", "array", "procedure", "label", "switch", "string"),
        *("expression", "expression", "variable", "array", "procedure", "label", "switch", "string"),
    ]
    assert kinds(text + "q(i, (i), L, s); q(f, a, s[1], i + 1); p(i, 1)")[12:] == [
        *("variable", "expression", "label", "switch"),
        *("procedure", "array", "label", "expression"),
        *("variable", "expression"),
    ]


def test_a_function_without_parameters_is_called_where_a_value_is_needed():
    uses = names(
        "real procedure f; f := 1; procedure p(g, v); value v; real procedure g; real v; v := g; p(f, f); f", "f"
    )
    assert [each.called for each in uses if isinstance(each.declared, Procedure)] == [False, False, True, False]


def test_the_dimensions_of_array_parameters_are_what_the_body_uses():
    tree = program("array m[1:2, 1:2]; procedure p(a, b); array a, b; a[1, 1] := 0; p(m, m)")
    assert [each.dimensions for each in tree.procedures[0].formals] == [2, None]


def test_integers_are_labels_where_labels_are_needed():
    tree = program("3: goto if 1 < 2 then 03 else 3")
    goto = tree.body.statements[0]
    assert goto.target.then.declared is goto.labels[0] is goto.target.otherwise.declared
    assert goto.target.then.type is Type.LABEL
    assert goto.target.condition.left.declared is None


# --- Recursion -------------------------------------------------------------------------------------------------------


def recursive(text):
    return {each.name for each in program(text).procedures if each.recursive}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("procedure p; p; p", "p"),
        ("procedure p; q; procedure q; p; procedure r; q; r", "pq"),
        ("procedure p; ; procedure q; begin p; p end; q", ""),
        ("real procedure f(x); value x; real x; f := x; f(f(1))", ""),
        ("real procedure f(x); real x; f := x; f(f(1))", "f"),
        ("real procedure f(x); real x; f := x; real procedure g; g := 1; f(g)", ""),
        ("procedure p(q); procedure q; q; procedure r; p(r); r", "pr"),
        ("procedure p(q); procedure q; q; procedure r; ; p(r)", ""),
        ("procedure p(q); q(q); p(p)", "p"),
        ("procedure p(q); q; procedure r; begin procedure s; t; p(s) end; procedure t; r; t", "prst"),
        ("integer procedure f; begin f := 1; goto s[1] end; switch s := if f = 1 then L else L; L: f", "f"),
        ("procedure p; outinteger(61, f); integer procedure f; begin f := 1; output(61, ‘ZD’, f) end; p", "f"),
        ("procedure show(n); value n; integer n; output(61, ‘ZD’, n); procedure p(q); procedure q; q(1); p(show)", ""),
    ],
)
def test_recursive_procedures(text, expected):
    assert recursive(text) == set(expected)


def test_procedures_that_are_handed_over():
    tree = program("procedure p(q); procedure q; q; procedure r; ; p(r)")
    assert [each.handed_over for each in tree.procedures] == [False, True]


def test_a_jump_into_a_for_statement_through_a_switch_is_left_to_the_running_program():
    assert program("integer i; switch s := L; for i := 1 do begin goto s[1]; L: end")
    with pytest.raises(SourceErrors, match="jump into the for statement"):
        program("integer i; for i := 1 do begin goto L; L: end; goto L")


def test_calls_of_unspecified_parameters_have_a_type_that_only_the_running_program_knows():
    tree = program("procedure p(f, x); x := f(1) + f; p(sqrt, sin)")
    calls = [node for node in walk(tree) if isinstance(node, Call) and node.procedure.name == "f"]
    assert [each.type for each in calls] == [Type.UNKNOWN]
