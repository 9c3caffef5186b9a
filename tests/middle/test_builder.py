"""The builder: values of other blocks are kept in temporaries, or made again."""

from itertools import count

from host.compilers.ir.builder import Builder
from host.compilers.ir.form import Frame, Place, Unit
from host.compilers.ir.text import format_unit


class Writing(Builder):
    """A builder with temporaries T1., T2., ..."""

    def __init__(self):
        super().__init__(Unit("MAIN", "main"), (f"L{each}" for each in count(1)))
        self.words = count(1)

    def temporary_place(self):
        return Place(None, f"T{next(self.words)}.")


def started():
    """A builder in a first block."""
    builder = Writing()
    builder.label("MAIN")
    return builder


def operations(builder):
    """What it has written, without the first line."""
    return [each.strip() for each in format_unit(builder.unit).splitlines()[1:]]


def test_a_value_of_an_earlier_block_is_stored_where_it_was_made_and_loaded_where_it_is_used():
    builder = started()
    value = builder.load(Place(None, "I."), "slot", "i")
    builder.label("NEXT")
    builder.value("neg.i", value)
    builder.value("count", value)
    builder.end("end")
    assert operations(builder) == [
        "MAIN:",
        "v1:i = load slot [I.]",
        "store slot [T1.], v1",
        "jump NEXT",
        "NEXT:",
        "v2:i = load slot [T1.]",
        "v3:i = neg.i v2",
        "v4:i = count v2",
        "end",
    ]


def test_a_parameter_of_a_block_is_kept_at_its_beginning():
    builder = started()
    builder.jump("JOIN", builder.const(1, "i"))
    (value,) = builder.label("JOIN", "i")
    builder.branch("ng", value, "NEXT", "NEXT")
    builder.label("NEXT")
    builder.store(Place(None, "I."), "slot", value)
    builder.end("end")
    assert operations(builder)[3:5] == ["JOIN(v2:i):", "store slot [T1.], v2"]


def test_constants_and_addresses_that_stay_are_made_again():
    builder = started()
    values = builder.const(5, "i"), builder.address(Place(Frame(0), "", 3))
    builder.label("NEXT")
    for each in values:
        builder.store(Place(None, "I."), "slot", each)
    builder.end("end")
    assert operations(builder)[5:] == [
        "v3:i = const 5",
        "store slot [I.], v3",
        "v4:a = address [frame+3]",
        "store slot [I.], v4",
        "end",
    ]


def test_temporaries_are_used_again_by_the_next_statement():
    builder = started()
    for label in ("A", "B"):
        builder.begin_statement()
        value = builder.load(Place(None, "I."), "slot", "i")
        builder.label(label)
        builder.store(Place(None, "J."), "slot", value)
    builder.end("end")
    assert sum("store slot [T1.]" in each for each in operations(builder)) == 2


def test_what_follows_the_end_of_a_block_is_a_block_of_its_own():
    builder = started()
    builder.end("end")
    assert builder.ended
    builder.store(Place(None, "I."), "slot", builder.const(0, "i"))
    builder.end("end")
    assert [each.label for each in builder.unit.blocks] == ["MAIN", "L1"]


def test_an_operation_begins_a_statement_even_if_a_block_begins_in_between():
    builder = started()
    builder.begin("statement")
    builder.label("NEXT")
    builder.const(0, "i")
    builder.end("end")
    assert [op.begins for op in builder.unit.ops()] == [False, True, False]
