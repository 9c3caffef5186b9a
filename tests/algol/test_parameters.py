"""Every kind of actual parameter for every kind of formal one: it works as the Report says, or an error says so."""

from random import Random

import pytest

from emulators.errors import SourceErrors
from host.compilers.algol.front import analyse
from tests.algol.arithmetic import Failure
from tests.algol.interpreter import Interpreter
from tests.algol.machine import ran
from tests.algol.parameters import CASES, program
from tests.algol.things import KIND
from tests.shared import ALL_EXAMPLES

SAMPLE = 32 if ALL_EXAMPLES else 16
ENDED = "the program has ended"
OF_PARAMETERS = (  # all say that a parameter does not fit: which of them depends on where that is found
    KIND, "an assignment to a parameter that is no variable", "a call of a parameter that is no procedure",
    "a procedure without a value in an expression", "a procedure with a wrong number of parameters",
    "an array has another number of subscripts", "a parameter is no string",
)  # fmt: skip


def refused(text):
    """Whether the compiler refuses a program."""
    try:
        analyse(text, "test")
    except SourceErrors:
        return True
    return False


def by_interpreter(text):
    """What a program prints by the Report, and why it does not come to its end."""
    interpreter = Interpreter(analyse(text, "test"))
    try:
        interpreter.run()
    except Failure as failure:
        return interpreter.output.upper().split(), kind(str(failure))
    return interpreter.output.upper().split(), ENDED


def by_machine(text):
    """What a program prints on the machine, and why it does not come to its end."""
    machine = ran(text)
    lines = [line.lower() for _, line in machine.system.dayfile]
    why = lines[-2] if lines[-1:] == ["aborted by the program"] else machine.reason
    return machine.text("OUTPUT").split(), kind(why)


def kind(why):
    """What is wrong, or that parameters do not fit."""
    return KIND if why in OF_PARAMETERS else why


ACCEPTED = [case for case in Random(60).sample(CASES, SAMPLE) if not refused(program(*case))]
assert len(ACCEPTED) > SAMPLE // 2


@pytest.mark.parametrize("case", ACCEPTED, ids=[f"{actual} for {each}" for each, actual, _ in ACCEPTED])
def test_the_machine_does_with_a_parameter_what_the_interpreter_does(case):
    text = program(*case)
    assert by_machine(text) == by_interpreter(text)


def test_all_kinds_of_outcomes_are_among_them():
    outcomes = {by_interpreter(program(*case))[1] for case in ACCEPTED}
    assert {ENDED, KIND} <= outcomes


@pytest.mark.parametrize(("designator", "said"), [
    ("if b then l else if ¬ b then 10 else y", "L"), ("if ¬ b then 10 else if ¬ b then l else y", "TWENTY"),
    ("if ¬ b then l else if b then s[2] else y", "TWENTY"), ("if ¬ b then y else if b then 10 else l", "TEN"),
])  # fmt: skip
def test_labels_numbers_and_parameters_without_specification_are_cases_of_one_expression(designator, said):
    text = f"""
      begin Boolean b;
        procedure p(x); goto x;
        procedure q(y, s); p({designator});
        switch u := l, 20;
        b := true; q(20, u);
        l: outstring(61, ‘l’); goto e;
        10: outstring(61, ‘ten’); goto e;
        20: outstring(61, ‘twenty’);
        e:
      end"""
    assert ran(text).text("OUTPUT").split() == [said]
