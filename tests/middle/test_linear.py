"""Linear forms of values, what stays the same in loops, and what is stepped."""

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.graph import with_preheaders
from host.compilers.ir.induction import Turns
from host.compilers.ir.linear import Form, Other, Product, Slot, Word
from host.compilers.ir.slots import Slots
from host.compilers.ir.text import parse_program

LOOP = """\
routine SUB writes any
routine ASK
escaped E.
unit U main
U:
  jump L
L:
{}
  branch pl v1, L, M
M:
  end
"""


def turns(body):
    """The loop of a program, its forms, and what a turn of it does."""
    text = "\n".join(f"  {line.strip()}" for line in body.strip().splitlines())
    program = parse_program(LOOP.format(text))
    unit = program.units[0]
    graph = with_preheaders(unit, iter("123"))
    found = Turns(program, unit, graph, Slots(program), CDC6600)
    (loop,) = graph.loops
    values = {str(each): found.forms(loop.header).of(each) for op in loop.header.ops for each in op.results}
    return found, loop, values


def told(found, form):
    """A form as text."""

    def term(number):
        match found.terms.all[number]:
            case Slot(place):
                return place.symbol
            case Word(place, None):
                return f"{place.symbol}+{place.offset}"
            case Word(place, through):
                return f"({told(found, through)})+{place.offset}"
            case Product(left, right):
                return " x ".join(sorted(f"({told(found, each)})" for each in (left, right)))
            case Other(value):
                return str(value)

    parts = [f"{factor} {term(number)}" if factor != 1 else term(number) for number, factor in form.terms]
    return " + ".join([*sorted(parts), *([str(form.number)] if form.number or not parts else [])])


def test_the_example_of_the_header():
    found, _, values = turns("""
        v1:i = load slot [I.]
        v2:i = const 1
        v3:i = add.i v1, v2
        v4:i = const 40
        v5:i = mul.i v3, v4
        v6:i = load slot [J.]
        v7:i = mul.i v5, v6
        v8:i = add.i v7, v3
        v9:i = sub.i v8, v7
    """)
    assert told(found, values["v3"]) == "I. + 1"
    assert told(found, values["v5"]) == "40 I. + 40"
    assert told(found, values["v7"]) == "(40 I. + 40) x (J.)"
    assert told(found, values["v8"]) == "(40 I. + 40) x (J.) + I. + 1"
    assert values["v9"] == values["v3"]


def test_what_a_block_has_changed_is_not_what_was_there_when_it_began():
    found, _, values = turns("""
        v1:i = load slot [I.]
        v2:i = load slot [E.]
        store slot [I.], v2
        v3:i = load slot [I.]
        call SUB
        v4:i = load slot [E.]
        v5:i = load slot [I.]
    """)
    assert [told(found, values[each]) for each in ("v1", "v2", "v3", "v4", "v5")] == ["I.", "E.", "E.", "v4", "E."]


def test_slots_that_are_stepped():
    found, loop, values = turns("""
        v1:i = load slot [I.]
        v2:i = load slot [N.]
        v3:i = add.i v1, v2
        store slot [I.], v3
        v4:i = load slot [J.]
        v5:i = const 3
        v6:i = sub.i v4, v5
        store slot [J.], v6
        v7:i = load slot [K.]
        v8:i = add.i v7, v6
        store slot [K.], v8
        v9:i = load slot [E.]
        v10:i = add.i v9, v5
        store slot [E.], v10
        call SUB
    """)
    steps = {place.symbol: told(found, step) for place, step in found.turns[loop].steps.items()}
    assert steps == {"I.": "N.", "J.": "-3"}  # the step of K changes, and SUB may change E
    product = found.terms.product(values["v1"], values["v2"])
    step = found.step(product, loop)
    assert step is not None
    assert told(found, step) == "(N.) x (N.)"
    assert found.step(values["v7"], loop) is None
    assert found.stays(values["v2"], loop)
    assert not found.stays(values["v1"], loop)


def test_a_description_of_what_may_be_no_array_is_not_looked_at_before_that_is_known():
    found, loop, values = turns("""
        v1:a = load slot [F.]
        v2:i = load description [v1+2]
        v3:a = load slot [G.]
        call ASK X1=v3
        v4:i = load description [v3+2]
    """)
    assert told(found, values["v4"]) == "(G.)+2"
    assert found.stays(values["v2"], loop)
    assert not found.stays(values["v4"], loop)


def test_forms_are_sums():
    form = Form(((1, 2), (3, -1)), 5)
    assert form.plus(Form(((1, -2), (4, 1)), 1)) == Form(((3, -1), (4, 1)), 6)
    assert form.plus(form, -1) == Form()
    assert form.times(-2) == Form(((1, -4), (3, 2)), -10)
    assert form.split(lambda number: number == 3) == (Form(((3, -1),), 5), Form(((1, 2),)))
