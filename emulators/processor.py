"""What executes a machine's program: compiled functions, the same as plain Python, or plain until compiled is ready."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Literal

from emulators import compiled, record
from emulators.record import Fields

Core = Literal["auto", "compiled", "python"]
CORES: tuple[Core, ...] = ("auto", "compiled", "python")


class Processor:
    """A machine's state and what runs it.

    `functions` is the module with the entry points, `fields` describes the state, `name` is what `emulators.warm` calls
    the machine. `compiled`: the functions compiled by Numba (the first time takes some seconds). `python`: as plain
    Python. `auto`: plain at once, compiled from the moment that is ready; the state is carried over exactly.
    """

    cores: tuple[str, ...] = CORES

    def __init__(self, functions: ModuleType, fields: Fields, name: str, core: str) -> None:
        if core not in self.cores:
            raise ValueError(f"there is no core '{core}': expected one of {', '.join(self.cores)}")
        self.core = core
        self.fields = fields
        self._plain = functions
        self._functions: Any = functions  # the module, or its compiled twin
        self._state: Any = [record.plain(fields)]
        self._warm_up = compiled.WarmUp(name) if core == "auto" else None
        if core == "compiled":
            self._compile()

    @property
    def m(self) -> Any:
        """The machine's record."""
        return self._state[0]

    @property
    def running_on(self) -> str:
        """The core at work now."""
        return "python" if self._functions is self._plain else "compiled"

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        self._look()
        self._functions.run(self._state, deadline)

    def call(self, function: str, *arguments: int) -> Any:
        """Call one of the other entry points."""
        return getattr(self._functions, function)(self._state, *arguments)

    def wait(self) -> None:
        """With `auto`: return when the compiled core is at work."""
        if self._warm_up:
            self._warm_up.wait()
            self._compile()

    def _look(self) -> None:
        """Move to the compiled core if it has become ready."""
        if self._warm_up and self._warm_up.ready():
            self._compile()

    def _compile(self) -> None:
        """Move to the compiled core."""
        plain = self._state[0]
        self._functions = compiled.twin(self._plain)
        self._state = record.compiled(self.fields)
        record.copy_fields(plain, self._state[0], self.fields)
        self._warm_up = None
