"""The classic game programs of 1955-1981, on faithful emulations of the machines they were written for.

    from ironboard import Kim1

    with Kim1() as kim:
        kim.boot("wally")
        kim.run(seconds=5)
        print(kim.display)

Every name here is described in docs/python-api.md. Modules are imported when a name is asked for. What belongs to
windows and games raises an ImportError where only the distribution `ironboard-core` is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from emulators.errors import ImageError, IronboardError, OptionError, SourceError, SourceErrors, StateError
    from emulators.image import Image
    from emulators.machine import BusCycle, Decoded, Flow, Frame, Machine, Snapshot, Stop, Trace
    from host.assemblers.dialects import assemble
    from host.cli.main import main
    from host.debugger.opening import Target, open_session
    from host.debugger.profile import Profile
    from host.debugger.session import Session
    from host.debugger.stops import Breakpoint, Halt
    from host.debugger.stops import Kind as StopKind
    from host.debugger.stops import Reason as HaltReason
    from host.experiments.bench.suite import benchmark
    from host.formats import deck, tapes
    from host.formats import read as read_image
    from host.formats import write as write_image
    from host.games import position
    from host.lessons.lesson import Case, Lesson, Mistake
    from host.machines.cdc6600.calls import Bare6600
    from host.machines.cdc6600.machine import Cdc6600
    from host.machines.ibm704.machine import Ibm704
    from host.machines.kim1.machine import Kim1
    from host.options import Option
    from host.registry import Model, models
    from host.registry import find as find_model
    from host.ui.controller import Controller

    # `host.ui.notebook.desk`, as type checkers have to know it.
    @overload
    def desk(machine: Literal["kim1"], program: str | None = None, **options: Any) -> Controller[Kim1]: ...
    @overload
    def desk(machine: Literal["704"], program: str | None = None, **options: Any) -> Controller[Ibm704]: ...
    @overload
    def desk(machine: Literal["6600"], program: str | None = None, **options: Any) -> Controller[Cdc6600]: ...
    @overload
    def desk(machine: str, program: str | None = None, **options: Any) -> Controller: ...
    def desk(machine: str, program: str | None = None, **options: Any) -> Controller:
        """Return a machine with its panel and its program, as `ironboard MACHINE PROGRAM` opens it."""

    __all__ = [
        "Bare6600", "Breakpoint", "BusCycle", "Case", "Cdc6600", "Decoded", "Flow", "Frame", "Halt", "HaltReason",
        "Ibm704", "Image", "ImageError", "IronboardError", "Kim1", "Lesson", "Machine", "Mistake", "Model", "Option",
        "OptionError", "Profile", "Session", "Snapshot", "SourceError", "SourceErrors", "StateError", "Stop",
        "StopKind", "Target", "Trace", "assemble", "benchmark", "deck", "desk", "find_model", "main", "models",
        "open_session", "position", "read_image", "tapes", "write_image",
    ]  # fmt: skip


PLACES = {  # name -> its module, and its name there: the imports above, for running it
    "Bare6600": ("host.machines.cdc6600.calls", "Bare6600"),
    "Breakpoint": ("host.debugger.stops", "Breakpoint"),
    "BusCycle": ("emulators.machine", "BusCycle"),
    "Case": ("host.lessons.lesson", "Case"),
    "Cdc6600": ("host.machines.cdc6600.machine", "Cdc6600"),
    "Decoded": ("emulators.machine", "Decoded"),
    "Flow": ("emulators.machine", "Flow"),
    "Frame": ("emulators.machine", "Frame"),
    "Halt": ("host.debugger.stops", "Halt"),
    "HaltReason": ("host.debugger.stops", "Reason"),
    "Ibm704": ("host.machines.ibm704.machine", "Ibm704"),
    "Image": ("emulators.image", "Image"),
    "ImageError": ("emulators.errors", "ImageError"),
    "IronboardError": ("emulators.errors", "IronboardError"),
    "Kim1": ("host.machines.kim1.machine", "Kim1"),
    "Lesson": ("host.lessons.lesson", "Lesson"),
    "Machine": ("emulators.machine", "Machine"),
    "Mistake": ("host.lessons.lesson", "Mistake"),
    "Model": ("host.registry", "Model"),
    "Option": ("host.options", "Option"),
    "OptionError": ("emulators.errors", "OptionError"),
    "Profile": ("host.debugger.profile", "Profile"),
    "Session": ("host.debugger.session", "Session"),
    "Snapshot": ("emulators.machine", "Snapshot"),
    "SourceError": ("emulators.errors", "SourceError"),
    "SourceErrors": ("emulators.errors", "SourceErrors"),
    "StateError": ("emulators.errors", "StateError"),
    "Stop": ("emulators.machine", "Stop"),
    "StopKind": ("host.debugger.stops", "Kind"),
    "Target": ("host.debugger.opening", "Target"),
    "Trace": ("emulators.machine", "Trace"),
    "assemble": ("host.assemblers.dialects", "assemble"),
    "benchmark": ("host.experiments.bench.suite", "benchmark"),
    "deck": ("host.formats", "deck"),
    "desk": ("host.ui.notebook", "desk"),
    "find_model": ("host.registry", "find"),
    "main": ("host.cli.main", "main"),
    "models": ("host.registry", "models"),
    "open_session": ("host.debugger.opening", "open_session"),
    "position": ("host.games", "position"),
    "read_image": ("host.formats", "read"),
    "tapes": ("host.formats", "tapes"),
    "write_image": ("host.formats", "write"),
}


if not TYPE_CHECKING:  # type checkers have the imports above: any other name is an error to them, too

    def __getattr__(name: str) -> object:
        if name == "__all__":
            return __dir__()
        if name not in PLACES:
            raise AttributeError(f"module 'ironboard' has no attribute '{name}'")
        from pkgutil import resolve_name  # not for every run of pytest that loads the plugin

        from emulators.distributions import require

        module, own = PLACES[name]
        require(module, f"ironboard.{name}")
        return resolve_name(f"{module}.{own}")


def __dir__() -> list[str]:
    from emulators.distributions import installed

    return [name for name in PLACES if installed(PLACES[name][0])]
