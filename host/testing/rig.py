"""A machine set up for a test: programs loaded, subroutines called, cycles counted.

rig = pool.rig("kim1", folder=..., title=...)
rig.load("multiply.s")
result = rig.call("MULTIPLY", A=7, X=6)
assert result.A == 42
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, cast, overload

from emulators.errors import IronboardError, SourceErrors, require, shown
from emulators.image import Image
from emulators.machine import Machine, Operated, Snapshot, Stop
from host import registry
from host.debugger.goals import counter_column
from host.debugger.profile.counts import Places
from host.debugger.stops import word_text
from host.languages.sources import Program as Known
from host.languages.sources import Sources
from host.registry import Model
from host.testing.calling import (
    LIMIT,
    STOPPED,
    CallError,
    Failure,
    Result,
    Trouble,
    Writable,
    bits,
    flags,
    set_registers,
    state_of,
)
from host.testing.coverage import Recorder
from host.testing.drivers import key
from host.testing.loading import Loader, Memory, Place, Program, unknown, words_of
from host.testing.running import Runner
from host.testing.timing import CycleCounter, Cycles, Line, Past

if TYPE_CHECKING:
    from host.testing.drivers import Signature
    from host.testing.procedures import Outcome, Procedures

INSTRUCTIONS = 12  # shown of those before a failure
LONG_AGO = 40 * INSTRUCTIONS  # cycles in which they surely were executed
LONG_RUN = 2_000_000  # cycles: so many are looked through for remarks, 80 MB of them
TEXT = 60  # characters of a source line


class Rig(Generic[Operated]):
    """A machine in the hands of a test.

    `machine` is the machine itself, fresh: switched on, reset, nothing has run. `test` is the file of the test:
    other files are looked for beside it. `roms` returns the symbols and lines of the machine's ROMs.
    """

    def __init__(
        self,
        machine: Operated,
        model: Model,
        loader: Loader,
        *,
        test: Path = Path("test"),
        roms: Callable[[], Sequence[Known]] = tuple,
    ) -> None:
        self.machine = machine
        self.model = model
        self._loader = loader
        self._test = test
        self.roms = roms
        self.measure: Callable[[Rig[Any]], dict[str, list[Line]]] | None = (
            None  # what a baseline needs before a restart
        )
        self._pristine: Snapshot = machine.snapshot()
        self._begin()

    def __repr__(self) -> str:
        return f"<Rig: {self.machine!r}>"

    def _begin(self) -> None:
        self.programs: list[Program] = []
        self._procedures: Procedures | None = None  # of the program loaded last, in ALGOL or FORTRAN
        self._sources: dict[int, Sources] = {}
        self._spent: dict[str, int] = {}  # cycles of the routines that were called before the last restart
        self.earlier: list[dict[str, list[Line]]] = []  # lines of these, of every restart
        self.past = Past(self.machine)
        self.memory = Memory(self.machine, self.address)
        self._runner = Runner(self)
        ports = self._runner.ports
        self.stub, self.spy, self.calls = self._runner.stub, self._runner.spy, self._runner.calls
        self.port, self.forbid, self.verify = ports.port, ports.forbid, ports.verify
        self.cycles = CycleCounter(
            self._now, lambda first: self.past.profile(first, self.sources), self.address, self.model.first
        )

    def _now(self) -> int:
        return self.machine.cycles

    def fresh(self) -> None:
        """Switch the machine off and on again: nothing is loaded, nothing has run."""
        self.machine.restore(self._pristine)
        self._begin()

    # ------------------------------------------------------------ programs and names

    def load(
        self,
        what: str | os.PathLike[str] | Image,
        *,
        format: str | None = None,
        origin: int | None = None,
        defines: Mapping[str, int] | None = None,
        language: str | None = None,
    ) -> Program:
        """Load a program: a source file or its text, an image file, a name of the manifest, or an image.

        Files are looked for beside the test. `defines` are symbols for a source, `format` and `origin` those of image
        files; `language` is that of a text: algol, fortran; by default the machine's assembler. A source in ALGOL or
        FORTRAN may be procedures alone: each call compiles a program round them. Raises IronboardError, SourceErrors
        for a source with errors.
        """
        __tracebackhide__ = True
        try:
            suffix = self.model.source_suffix if language is None else self._suffix(language)
            source = None if isinstance(what, Image) else self._loader.path(what, self._test, suffix)
            self._procedures = self._procedures_of(source) if isinstance(source, Path) else None
            if self._procedures and not self._procedures.language.whole:
                return Program(Known(str(source), Image(), self._procedures.path))
            program = self._loader.find(
                what, self._test, format=format, origin=origin, defines=defines, suffix=suffix, machine=self.model.name
            )
            self.machine.load(program.image)
        except IronboardError as error:
            raise error.with_traceback(None) from None  # it is about the program, not about this code
        self.programs.insert(0, program)
        self._sources.clear()
        return program

    def _procedures_of(self, source: Path) -> Procedures | None:
        from host.testing.drivers import language_of
        from host.testing.procedures import Procedures

        machine = self.model.name
        if language_of(source, machine) is None:
            return None
        return self._loader.kept(source, machine, lambda: Procedures(source, machine))

    def _suffix(self, language: str) -> str:
        known = registry.languages()
        if language not in known:
            raise IronboardError(f"there is no language '{language}': there are {', '.join(known)}")
        return known[language].suffixes[0]

    @property
    def sources(self) -> Sources:
        """The symbols and lines of memory: of the programs, the last one first, and of the ROMs."""
        return self._known([*(program.found for program in self.programs), *self.roms()], 1)

    def _known(self, known: Sequence[Known], key: int) -> Sources:
        if key not in self._sources:
            images = [info for each in known for info in each.infos]
            folders = [folder for each in known for folder in each.folders]
            radix, bits = self.machine.radix, self.machine.address_bits
            self._sources[key] = Sources(images, folders, radix=radix, address_bits=bits)
        return self._sources[key]

    def address(self, place: Place) -> int:
        """Return the address of a label, in the programs or in the ROMs.

        Raises IronboardError for an unknown label, and for an address beyond memory.
        """
        __tracebackhide__ = True
        if isinstance(place, int):
            if not 0 <= place < 1 << self.machine.address_bits:
                machine, last = self.machine, (1 << self.machine.address_bits) - 1
                raise IronboardError(
                    f"there is no address {place:#x} in the {machine.title}: its last one is {last:#x}"
                )
            return place
        require(place, "an address, or a label", str)
        own = self._known([program.found for program in self.programs], 0)
        found = own.address_of(place)
        if found is None:
            found = self.sources.address_of(place)
        if found is None and (procedure := self.procedure(place)):
            found = own.address_of(key(procedure.name).lower())
            if found is None:
                raise IronboardError(f"{place} is in no program yet: one is compiled by the first call of a procedure")
        if found is None:
            raise unknown(place, [self.sources])
        return found

    def span(self, place: Writable) -> range:
        """Return the addresses of a word, of a stretch, or of a stretch by its length."""
        __tracebackhide__ = True
        if isinstance(place, range):
            found = place if place.step > 0 else place[::-1]
        else:
            first, count = place if isinstance(place, tuple) else (place, 1)
            require(count, "the number of words", int)
            start = self.address(first)
            found = range(start, start + count)
        if not found:
            raise IronboardError(f"{shown(place)} is no place of memory: it has no words")
        for end in (found[0], found[-1]):
            self.address(end)
        return found

    def procedure(self, place: Place) -> Signature | None:
        """Return the procedure of ALGOL or FORTRAN with a name, in the file that was loaded last; None for others."""
        if self._procedures is None or place not in self._procedures:
            return None
        return self._procedures.language.signature(str(place))

    def put(self, place: Place, words: Sequence[int]) -> None:
        """Store words in memory, beginning at a place."""
        __tracebackhide__ = True
        first = self.address(place)
        if words:
            self.address(first + len(words) - 1)
        for address, word in enumerate(words, first):
            self.machine.poke(address, word)

    @overload
    def call(
        self,
        target: Place,
        *,
        memory: Mapping[Place, int | str | Iterable[int]] | None = None,
        writes: Iterable[Writable] | None = None,
        preserves: Iterable[str] = (),
        stack: int | None = None,
        limit: int | None = None,
        interrupt: bool = False,
        files: None = None,
        **registers: int,
    ) -> Result: ...
    @overload
    def call(
        self,
        target: str,
        first: Any,
        *actuals: Any,
        limit: int | None = None,
        files: Mapping[str, Sequence[str]] | None = None,
    ) -> Outcome: ...
    def call(
        self,
        target: Place,
        *actuals: Any,
        memory: Mapping[Place, int | str | Iterable[int]] | None = None,
        writes: Iterable[Writable] | None = None,
        preserves: Iterable[str] = (),
        stack: int | None = None,
        limit: int | None = None,
        interrupt: bool = False,
        files: Mapping[str, Sequence[str]] | None = None,
        **registers: int,
    ) -> Any:
        """Call a subroutine, by its label or its address, and return its results: a `Result`.

        A procedure of ALGOL or FORTRAN takes `actuals`, values of Python, and reads `files` of lines; its results are
        an `Outcome`. The other options are for subroutines.

        `memory`: what to put where before; `registers`: registers, and flags by their letters. With `writes`, it may
        write nowhere else but to its stack. `preserves`: registers and flags that are the same afterwards; `stack`: how
        many words it may put on the stack. `interrupt`: it is the handler of one.

        Raises CallError, an AssertionError, when it does not return within `limit` cycles, meets an illegal
        instruction, leaves the stack as it should not, writes elsewhere, or changes what it preserves.
        """
        __tracebackhide__ = True
        if self._procedures is not None and (actuals or target in self._procedures):
            if memory or writes or preserves or stack or interrupt or registers:
                raise TypeError(f"{target} is a procedure: it takes values by position, limit= and files=")
            return self._call_procedure(self._procedures, str(target), actuals, limit, files or {})
        if actuals or files:
            raise TypeError(f"{target} is no procedure of ALGOL or FORTRAN: it takes registers by name")
        limit = LIMIT if limit is None else limit
        require(limit, "a number of cycles", int)
        if stack is not None and stack < 0:
            raise IronboardError(f"stack={stack}: expected the number of words that it may put on the stack")
        self._runner.check_names(preserves)
        machine, model = self.machine, self.model
        name = target if isinstance(target, str) else self.sources.near(self.address(target))
        level = self.enter(target, registers, memory or {}, interrupt)
        start, entry = machine.cycles, machine.read_register(machine.program_counter)
        before, deep = state_of(machine), range(0) if stack is None else model.stack_beyond(level, stack)
        machine.set_breakpoint(model.back)
        try:
            allowed = None if writes is None else {*self._addresses(writes), *model.free(level)} - {*deep}
            with (
                nullcontext() if allowed is None else machine.watching(allowed),
                self._runner.ports.limited(deep, stack),
            ):
                stop = self._runner.run_to(start + limit, model.back)
                problem = self._problem(name, stop, limit, start, allowed)
        finally:
            machine.set_breakpoint(model.back, on=False)
        if problem:
            trouble, text = problem
            here = machine.read_register(machine.program_counter)
            raise CallError("\n".join([text, *self.remarks(start, level)]), trouble, here)
        imbalance = model.imbalance(machine, level)
        if imbalance:
            raise CallError(f"{name} has not left the stack as it was: {imbalance}", Trouble.STACK)
        self.past.note(start, entry, name)
        now = state_of(machine)
        for each in preserves:
            if getattr(now, each) != getattr(before, each):
                raise self._changed(name, each, getattr(before, each), getattr(now, each), start)
        cycles = Cycles(machine.cycles - start, lambda: self.cycles.hottest(start))
        return Result(now.registers, now.flags, name, cycles, self.memory)

    def _call_procedure(
        self,
        procedures: Procedures,
        name: str,
        actuals: Sequence[Any],
        limit: int | None,
        files: Mapping[str, Sequence[str]],
    ) -> Outcome:
        """Call a procedure on the machine as new."""
        from host.testing.procedures import call

        __tracebackhide__ = True
        require(limit or 0, "a number of cycles", int)
        require(files, "files with their lines, by name", Mapping)
        signature = procedures.language.signature(name)
        driver, program = procedures.program(name, actuals, self._runner.named)
        if self.measure and self.past.calls:
            self.earlier.append(self.measure(self))
        self._spent = self.spent()
        self.past.calls.clear()
        self.cycles.pause()
        try:
            self.machine.restore(self._pristine)
            self.cycles.restart()
            for each, lines in files.items():
                if not hasattr(self.machine, "attach"):
                    raise IronboardError(
                        f"the {self.machine.title} has no files: its programs read cards, machine.read_cards"
                    )
                require(lines, f"the lines of {each}", Iterable)
                self.machine.attach(each, [*lines])
            self.programs = [program]
            self._runner.answered.clear()
            self._sources.clear()
            self.past = Past(self.machine)
            return call(
                self.machine, self.past, driver, program.found, signature, actuals,
                lambda cycle, stops: self._runner.run_to(cycle, stops=stops), self.cycles, self._runner.bound, limit,
            )  # fmt: skip
        finally:
            self.cycles.resume()

    def run(
        self,
        start: Place | None = None,
        *,
        until: Place | None = None,
        cycles: int = LIMIT,
        memory: Mapping[Place, int | str | Iterable[int]] | None = None,
        **registers: int,
    ) -> Stop:
        """Run the machine with stubs and spies, from a label or from where it is, and return why it has stopped.

        It runs for some cycles, or to the label `until`. Raises CallError when it has not arrived within `cycles`.
        """
        __tracebackhide__ = True
        machine, start_cycle = self.machine, self.machine.cycles
        for place, words in (memory or {}).items():
            self.put(place, words_of(words))
        set_registers(machine, registers)
        if start is not None:
            machine.write_register(machine.program_counter, self.address(start))
        if until is None:
            return self._runner.run_to(start_cycle + cycles)
        end = self.address(until)
        machine.set_breakpoint(end)
        try:
            stop = self._runner.run_to(start_cycle + cycles, end)
        finally:
            machine.set_breakpoint(end, on=False)
        here = machine.read_register(machine.program_counter)
        if stop == Stop.BREAKPOINT and here == end:
            return stop
        if stop == Stop.NONE:
            lines = "\n".join(self.cycles.hottest(start_cycle))
            raise CallError(f"{until} was not reached within {cycles:,} cycles; it is at {self.near(here)}\n{lines}",
                            Trouble.LATE)  # fmt: skip
        raise CallError(self._stopped("the program", stop, here), Trouble.STOPPED)

    def enter(
        self,
        target: Place,
        registers: Mapping[str, int],
        memory: Mapping[Place, int | str | Iterable[int]],
        interrupt: bool = False,
    ) -> int:
        """Put the machine at the first instruction of a subroutine that has just been called, or of a handler.

        Returns the stack's level before the call, 0 where there is no stack.
        """
        __tracebackhide__ = True
        address = self.address(target)
        for place, words in memory.items():
            self.put(place, words_of(words))
        set_registers(self.machine, registers)
        return (self.model.interrupt if interrupt else self.model.enter)(self.machine, address)

    def _changed(self, name: str, register: str, before: int, now: int, start: int) -> CallError:
        address = self.past.last_change(start, *bits(self.machine).get(register, (register, None)))
        where = "" if address is None else f", last changed at {self.near(address)}"
        form = self._runner.form(register)
        text = f"{name} has not preserved {register}: {form(before)} has become {form(now)}{where}"
        return CallError(text, Trouble.CHANGED, address)

    def _problem(
        self, name: str, stop: Stop, limit: int, start: int, allowed: set[int] | None
    ) -> tuple[Trouble, str] | None:
        """Return the reason why the subroutine did not return."""
        machine = self.machine
        here = machine.read_register(machine.program_counter)
        if stop == Stop.WATCH_WRITE and allowed is not None:
            access = next((each for each in machine.watched if each.write and each.address not in allowed), None)
            if access:
                word = word_text(access.value, machine.radix, machine.word_bits)
                return Trouble.WROTE, f"{name} wrote {word} to {self.near(access.address)}, which is not in writes="
        if stop == Stop.BREAKPOINT and here == self.model.back:
            return None
        if stop == Stop.NONE:
            lines = "\n".join(self.cycles.hottest(start))
            late = f"{name} has not returned within {limit:,} cycles; it is at {self.near(here)}\n{lines}"
            return Trouble.LATE, late
        return Trouble.STOPPED, self._stopped(name, stop, here)

    def _stopped(self, name: str, stop: Stop, here: int) -> str:
        why = f": {self.machine.reason}" if self.machine.reason else ""
        what = STOPPED.get(stop, "has come to a watchpoint of the test")
        return f"{name} {what} at {self.near(here)}{why}"

    def _addresses(self, places: Iterable[Writable]) -> set[int]:
        __tracebackhide__ = True
        return {address for place in places for address in self.span(place)}

    # ------------------------------------------------------------ telling what happened

    def spent(self) -> dict[str, int]:
        """Return the cycles of every subroutine that the test has called, over all its calls."""
        found = dict(self._spent)
        for start, end, _, name in self.past.calls:
            found[name] = found.get(name, 0) + end - start
        return found

    def place(self, error: BaseException) -> tuple[str, int] | None:
        """Return the path and the line of the source that an error is about, None if it is not known."""
        if isinstance(error, SourceErrors) and error.errors:
            return error.errors[0].place.file, error.errors[0].place.line
        if not isinstance(error, Failure):
            return None
        line = None if error.address is None else self.sources.line_at(error.address)
        if error.place or line is None:
            return error.place
        return str(self.sources.path(line.file) or line.file), line.line

    def near(self, address: int) -> str:
        """Return an address with its name and its source line, if known."""
        line, label = self.sources.line_at(address), Places(self.sources).label(address)
        text = self.sources.number(address)
        if label:
            text += f" {label.name}" + (f"+{address - label.address}" if address > label.address else "")
        elif name := self.sources.name_of(address):
            text += f" {name}"
        return f"{text} ({Path(line.file).name}:{line.line})" if line else text

    def caller(self, site: int) -> str:
        """Return the source line of a call by the address of its last word, as `game.s:12`; without one the address."""
        if site == self.model.back - 1:
            return "the test"
        parts = 1 << self.machine.registers[self.machine.part_counter] if self.machine.part_counter else 1
        lines = self.sources.lines_of(site, range(0, self.machine.word_bits, self.machine.word_bits // parts))
        return f"{Path(lines[-1].file).name}:{lines[-1].line}" if lines else self.sources.number(site)

    def last_instruction(self, before: int | None = None) -> int | None:
        """Return the address of the last instruction that was executed before a cycle, None if that cannot be told."""
        end = self.machine.cycles if before is None else before
        found = self.past.trace(end - LONG_AGO)
        if found is None:
            return None
        rows = found[0].before(end)
        return rows[-1][counter_column(self.machine)] if rows else None

    def remarks(self, start: int, level: int) -> list[str]:
        """Describe suspicious instructions since a cycle; of a long run those at its end."""
        found = self.past.trace(max(start, self.machine.cycles - LONG_RUN))
        return self.model.remarks(self.machine, *found, level) if found else []

    def story(self) -> str:
        """Describe the machine's state and its recent past: registers, stack, the last instructions."""
        machine = self.machine
        names = [f"{name} {word_text(machine.read_register(name), machine.radix, bits)}"
                 for name, bits in machine.registers.items()]  # fmt: skip
        letters = [name.upper() if on else name.lower() for name, on in flags(machine).items()]
        lines = [f"{'  '.join(names)}  {''.join(letters)}   cycle {machine.cycles:,}",
                 f"stack: {self.model.stack(machine)}"]  # fmt: skip
        return "\n".join([*lines, *self._last_instructions()])

    def _last_instructions(self) -> list[str]:
        found = self.past.trace(self.machine.cycles - LONG_AGO)
        if found is None:
            return ["the last instructions cannot be told: the machine was changed in ways that cannot be repeated"]
        rows, following = found
        if not len(rows):
            return []
        column = counter_column(self.machine)
        last = [(row.cycle, row[column]) for row in rows[-INSTRUCTIONS:]]
        stubs = self._runner.answered
        texts = [
            f"{self.sources.number(address)}  the stub of {stubs[cycle]}"
            if cycle in stubs
            else self.instruction(address)
            for cycle, address in last
        ]
        lines = [f"  {cycle:>10,}  {text}" for (cycle, _), text in zip(last, texts, strict=True)]
        return ["the last instructions:", *lines, f"  {'next':>10}  {self.instruction(following)}"]

    def instruction(self, address: int, offset: int = 0) -> str:
        """Return the instruction at an address, with its source line if that is known.

        Where a word has several, the line is that of the one that begins after `offset` bits.
        """
        sources = self.sources
        text, _ = self.machine.disassemble(address)
        line = sources.line_at(address, offset)
        if address == self.model.back:
            return "the test"
        if line is None:
            return f"{sources.number(address)}  {text}"
        texts = sources.text(line.file)
        source = " ".join(texts[line.line - 1].split())[:TEXT] if texts else ""
        return f"{sources.number(address)}  {text:14}  {Path(line.file).name}:{line.line}  {source}".rstrip()


class Built:
    """A machine just switched on, with a snapshot to return to."""

    def __init__(self, model: registry.Model, options: Mapping[str, Any]) -> None:
        self._model = model
        self.machine = model.build(options)
        self.pristine = self.machine.snapshot()

    @cached_property
    def _roms(self) -> list[Known]:
        return self._model.roms(self.machine)

    def roms(self) -> list[Known]:
        """Return the symbols of the ROMs: loading takes a moment, and only failures and few tests need them."""
        return self._roms

    def as_new(self) -> Machine:
        """Return the machine, switched on."""
        self.switch_on()
        found: Machine = self.machine
        return found

    def switch_on(self) -> None:
        """Restore the snapshot."""
        self.machine.trace(False)
        self.machine.look_on(None)
        self.machine.on_give = None
        self.machine.restore(self.pristine)


class Pool:
    """Machines by their kind and options; each is lent to one test at a time. `scratch`: a folder for texts."""

    def __init__(self, scratch: Path) -> None:
        self._loader = Loader(scratch)
        self._idle: dict[str, list[Built]] = {}
        self.recorder: Recorder | None = None  # of coverage

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
                rig = Rig(built.machine, model, self._loader, test=test, roms=built.roms)
                if self.recorder:
                    self.recorder.begin(rig, built.as_new)
                yield rig
        finally:
            built.switch_on()
            idle.append(built)


class FreshRigs(Generic[Operated]):
    """Lends one machine repeatedly, each time as new: an earlier loan must not be used any more."""

    def __init__(self, pool: Pool, name: str, options: Mapping[str, Any], test: Path) -> None:
        self._pool = pool
        self._name, self._options, self._test = name, options, test
        self._lent = ExitStack()
        self._rigs: dict[str, Rig[Operated]] = {}
        self.last: Rig[Operated] | None = None

    def __call__(self, **options: Any) -> Rig[Operated]:
        """Return a rig; `options` go before those that the test is marked with."""
        wanted = {**self._options, **options}
        key = str(sorted(wanted.items()))
        if key not in self._rigs:
            rig = self._lent.enter_context(self._pool.rig(self._name, wanted, self._test))
            self._rigs[key] = cast("Rig[Operated]", rig)  # the test knows which machine its mark names
        self.last = self._rigs[key]
        self.last.fresh()
        return self.last

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Give the machines back."""
        self._lent.close()
