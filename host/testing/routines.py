"""Procedures of ALGOL and FORTRAN that a test has stubbed or spies on, with values of Python.

    rig.stub("f", lambda x: 2 * x)       # is not executed: its caller gets the value
    rig.stub("swap", lambda a, b: {"a": b, "b": a})
    rig.spy("mean")
    rig.call("deviation", 3, [1, 2.5, 4])
    assert rig.calls.of("mean").arguments == [{"n": 3, "a": [1.0, 2.5, 4.0]}]

A procedure is caught at its first instruction, as any routine (running.py). Its arguments are read where the caller has
put them, by the location table; a stub changes variables of the caller, puts the function's value into the register
where the caller expects it, and returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from emulators.errors import IronboardError
from host.compilers.debuginfo.entered import Entered, Where
from host.testing.calling import StubError
from host.testing.drivers import Signature, key
from host.testing.values import Words, encoded

TEST = "the test"


class Arguments(Mapping[str, Any]):
    """Arguments by the names of the formal parameters in small letters.

    Raises IronboardError for one with a value that could not be told when the procedure was called.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        value = self._values[name]
        if isinstance(value, IronboardError):
            raise value.with_traceback(None)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return ", ".join(f"{name}={each!r}" if not isinstance(each, IronboardError) else f"{name}: {each}"
                         for name, each in self._values.items())  # fmt: skip


@dataclass(eq=False)
class ProcedureCall:
    """A call of a stubbed or spied procedure. Each argument is an attribute, too: `call.x`.

    `number` counts the calls of the procedure, the first is 1; `caller` is the line that called, as `mean.alg:12`,
    `cycle` the cycle of the first instruction. `arguments` are values of Python, as they were there. After the return:
    `value`, of a function, `cycles`, and `returned`, the arguments as they are then; None as long as it has not
    returned. `seen` is the result of the function of a spy.
    """

    routine: str
    number: int
    cycle: int
    caller: str
    arguments: Arguments
    value: Any = None
    returned: Arguments | None = None
    cycles: int | None = None
    seen: Any = None
    _entered: Entered | None = field(default=None, repr=False)
    _places: Mapping[str, Where | IronboardError] = field(default_factory=dict, repr=False)

    def __getattr__(self, name: str) -> Any:
        arguments = self.__dict__.get("arguments", {})
        if name in arguments:
            return arguments[name]
        raise AttributeError(f"{self.__dict__.get('routine')} has no parameter '{name}': it has {', '.join(arguments)}")

    def after(self) -> ProcedureCall:
        """Return the call with the arguments after its return."""
        assert self.returned is not None
        return ProcedureCall(self.routine, self.number, self.cycle, self.caller, self.returned, self.value,
                             self.returned, self.cycles, self.seen)  # fmt: skip

    def __repr__(self) -> str:
        return f"<call {self.number} of {self.routine}({self.arguments!r}) by {self.caller}>"


class Results:
    """The answers of the stub of a procedure to successive calls: values, and parameters to be set."""

    def __init__(self, signature: Signature, each: Any, parameters: Mapping[str, Any]) -> None:
        self._signature, self._parameters = signature, dict(parameters)
        self._function: Callable[..., Any] | None = each if callable(each) else None
        many = isinstance(each, Iterable) and not isinstance(each, str | Mapping)
        self._rows = iter(each) if many else None
        self._fixed = None if many or callable(each) else each
        for answer in [self._parameters, self._fixed]:
            self._checked(answer)
        if not (many or callable(each)) and signature.type and key(signature.name) not in map(key, self._given({})):
            raise IronboardError(f"{signature.name} is a function of type {signature.type}: its stub has no value")

    def _checked(self, answer: Any) -> None:
        """Raise IronboardError for an answer that is none of this procedure's."""
        signature = self._signature
        if isinstance(answer, Mapping):
            known = [*(each.name.lower() for each in signature.formals), *([signature.name] if signature.type else [])]
            for name in answer:
                if key(name) not in map(key, known):
                    raise IronboardError(f"{signature.name} has no parameter '{name}': it has {', '.join(known)}")
        elif answer is not None and not signature.type:
            hint = "a stub gives a dictionary of its parameters, or nothing"
            raise IronboardError(f"{signature.name} is no function: {answer!r:.60} is no answer of it; {hint}")

    def _given(self, answer: Any) -> dict[str, Any]:
        """Return what is set by an answer, by name; the function's value is under its own."""
        self._checked(answer)
        found = dict(self._parameters)
        for each in (self._fixed, answer):
            found.update(each if isinstance(each, Mapping) else {} if each is None else {self._signature.name: each})
        return {key(name): value for name, value in found.items()}

    def next(self, call: ProcedureCall) -> dict[str, Any]:
        """Return what is set in a call, by name in capitals; raises StubError when all answers have been given."""
        if self._function:
            return self._given(self._function(*call.arguments.values()))
        if self._rows is None:
            return self._given(None)
        try:
            return self._given(next(self._rows))
        except StopIteration:
            before = call.number - 1
            answers = f"{before} answer{'s' * (before != 1)}"
            raise StubError(f"{call.routine} has {answers}, and was called once more by {call.caller}") from None


class Procedure:
    """A procedure in the program that runs. `line`: its name and a number, of the program that calls for a test."""

    def __init__(self, inspector: Any, signature: Signature, told: Callable[[int], str]) -> None:
        self._inspector, self._signature, self._told = inspector, signature, told
        self._words = Words(inspector.machine, inspector.storage)
        self.address: int = inspector.compiled.assembly.procedures[key(signature.name).lower()]
        self.skip = inspector.arguments_after_call * len(signature.formals)

    def call(self, number: int) -> ProcedureCall:
        """Return the call that is at the first instruction."""
        entered: Entered = self._inspector.entered(self._signature.name)
        _, *callers = islice(self._inspector.calls(), 2)
        arguments = {name: self._argument(entered, name) for name in entered.formals}
        places: dict[str, Where | IronboardError] = {}
        for name in entered.formals:
            try:
                places[name] = entered.place(name)
            except IronboardError as error:
                places[name] = error
        return ProcedureCall(
            self._signature.name, number, self._inspector.machine.cycles,
            self._told(callers[0].line) if callers else "an unknown place", Arguments(arguments),
            _entered=entered, _places=places,
        )  # fmt: skip

    def _argument(self, entered: Entered, name: str) -> Any:
        try:
            return self._words.python(entered.argument(name))
        except IronboardError as error:
            return IronboardError(f"the argument {name} of {self._signature.name} cannot be told: {error}")

    def give(self, call: ProcedureCall, values: Mapping[str, Any]) -> None:
        """Set the parameters of a call and the value of the function; raises IronboardError for what does not fit."""
        signature, entered = self._signature, call._entered
        assert entered is not None
        own = key(signature.name)
        for name, place in call._places.items():
            if key(name) in values:
                if isinstance(place, IronboardError):
                    raise IronboardError(f"{signature.name}, called by {call.caller}: {place}")
                self._words.put(place, values[key(name)], f"the parameter {name} of {signature.name}")
        if entered.base is None:
            return
        if own not in values:
            raise IronboardError(f"{signature.name} is a function of type {signature.type}: its stub has no value")
        registers = entered.result(encoded(values[own], entered.base, f"the value of {signature.name}"))
        for register, held in registers.items():
            self._inspector.machine.write_register(register, held)

    def ended(self, call: ProcedureCall) -> None:
        """Note that a call has returned."""
        entered, machine = call._entered, self._inspector.machine
        assert entered is not None
        if entered.base is not None:
            call.value = self._words.python(entered.base.decoded(entered.returned()))
        call.cycles = machine.cycles - call.cycle
        after = {name: self._words.get(place) for name, place in call._places.items()
                 if not isinstance(place, IronboardError)}  # fmt: skip
        call.returned = Arguments({**call.arguments._values, **after})

    def level(self, call: ProcedureCall) -> int:
        """Return the height of the stack."""
        assert call._entered is not None
        return call._entered.level
