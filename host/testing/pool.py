"""The machines of a test run: built once, switched off and on again for every test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from host import registry
from host.debugger import programs
from host.testing.loading import Loader
from host.testing.rig import Rig


class Built:
    """A machine that has just been switched on, and its way back to there."""

    def __init__(self, model: registry.Model, options: Mapping[str, Any]) -> None:
        self._model = model
        self.machine = model.put_together({"core": model.cores[0], **options})
        self.pristine = self.machine.snapshot()

    @cached_property
    def _roms(self) -> list[programs.Program]:
        return self._model.roms(self.machine)

    def roms(self) -> list[programs.Program]:
        """Return what is known about the ROMs: that takes a moment, and only failures and few tests need it."""
        return self._roms

    def switch_on(self) -> None:
        """Be as new."""
        self.machine.trace(False)
        self.machine.on_give = None
        self.machine.restore(self.pristine)


class Pool:
    """Machines by their kind and options; each is lent to one test at a time. `scratch`: a folder for texts."""

    def __init__(self, scratch: Path) -> None:
        self._loader = Loader(scratch)
        self._idle: dict[str, list[Built]] = {}

    @contextmanager
    def rig(self, name: str, options: Mapping[str, Any], test: Path) -> Iterator[Rig]:
        """Lend a machine to the test in a file. Raises IronboardError for an unknown one, or unknown options."""
        model = registry.find(name)
        settings = model.settings(options, test.parent)
        idle = self._idle.setdefault(f"{name} {sorted(settings.items())}", [])
        built = idle.pop() if idle else Built(model, settings)
        try:
            built.switch_on()
            with built.machine.without_marks():
                yield Rig(built.machine, model, self._loader, test=test, roms=built.roms)
        finally:
            built.switch_on()
            idle.append(built)


class FreshRigs:
    """Lends one machine again and again, as new each time: what it lent before must not be used any more."""

    def __init__(self, pool: Pool, name: str, options: Mapping[str, Any], test: Path) -> None:
        self._pool = pool
        self._name, self._options, self._test = name, options, test
        self._lent = ExitStack()
        self._rigs: dict[str, Rig] = {}
        self.last: Rig | None = None

    def __call__(self, **options: Any) -> Rig:
        """Return a rig; `options` go before those that the test is marked with."""
        wanted = {**self._options, **options}
        key = str(sorted(wanted.items()))
        if key not in self._rigs:
            self._rigs[key] = self._lent.enter_context(self._pool.rig(self._name, wanted, self._test))
        self.last = self._rigs[key]
        self.last.fresh()
        return self.last

    def __enter__(self) -> FreshRigs:
        return self

    def __exit__(self, *error: object) -> None:
        """Give the machines back."""
        self._lent.close()
