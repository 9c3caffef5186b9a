"""The registry of machines: a model of each, found by walking host/machines and the package ironboard_machines.

    registry.find("704").build({"words": 4096})

A new machine is a package there with `model.MODEL`, an instance of a subclass of `Model`; no other file lists it. Its
panel is the package of the same name in host/panels. Models are light: their methods import slow modules.
"""

from __future__ import annotations

import pkgutil
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module, util
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from emulators.distributions import installed
from emulators.errors import IronboardError, did_you_mean, require
from host.options import CORES, SECONDS, Option, number

if TYPE_CHECKING:
    from typing_extensions import Buffer  # type checkers have it

    from emulators.machine import Machine, Stop, Trace
    from host.languages.analysis import Dialect
    from host.languages.sources import Program, Sources

Assemble = Callable[[str, int, "Sources"], "Sequence[int]"]  # one instruction's text, its address; returns its words
Place = Callable[[int, int], str]  # an address and a number of bits -> the place in the sources that it comes from
FOLDER, OTHERS = "host.machines", "ironboard_machines"  # packages: a package for each machine; a module or package
MODEL = ".model"  # the module of a machine's package here
PANELS = "host.panels"
NOTEBOOK = "host.ui.notebook"
VERB_OPTIONS = ("state", "record", "overwrite", "compiling")  # of the panel's verb for every machine


class Timing(Protocol):
    """Records when instructions were issued, their waits, and when their results were available."""

    def begin(self) -> None:
        """Record every instruction from now on; raises IronboardError if the machine cannot."""

    def lines(self) -> list[str]:
        """Return the recording as a table with its titles first; the titles alone if it is empty."""

    def end(self) -> None:
        """Stop recording."""


class Model:
    """A kind of machine: all that the rest of the program needs to know about it. Subclasses override defaults.

    >>> from ironboard import find_model
    >>> model = find_model("704")
    >>> model.cores, list(model.options)
    (('compiled', 'python'), ['words', 'cards'])
    >>> model.build({"words": 4096})
    <Ibm704: 0 cycles, compiled core>
    """

    name: str  # on the command line
    title: str
    summary = ""  # of its verb
    pages: tuple[str, ...] = ()  # of docs/ that describe the verb, without their endings
    year = 9999  # models are listed by it, the default one first
    default = False  # the machine meant where none is named
    radix, address_bits, word_bits = 16, 16, 8
    cores: tuple[str, ...] = CORES  # those that can execute its programs; the first one if nothing is said
    options: Mapping[str, Option] = {}  # the options of `build` besides the core, by name
    later: tuple[str, ...] = ()  # options with files: a controller and a job put them into the machine themselves
    aliases: Mapping[str, str] = {}  # other names of options, for tests -> their own
    suffixes: tuple[str, ...] = ()  # of image files for this machine alone
    decks: Mapping[str, str] = {}  # suffixes of files for the verb `run` alone -> their kind
    processor = ""  # its name in test vectors
    vectors = ""  # the module with their Vector, parse, Bench, described, table
    screen: tuple[tuple[str, str], ...] = ()  # the displays for its user: device and name in `devices`; (): all of them
    real_in: Callable[[int], float] | None = (
        None  # the number that a floating-point word is; OverflowError beyond a `float`
    )
    memory = ("0", "0")  # where views show memory at first: two expressions
    assemble: Assemble | None = None  # one instruction at an address
    timing: Callable[[Machine, Place], Timing] | None = None  # of machines with overlapping instructions

    def __repr__(self) -> str:
        return f"<Model {self.name}: {self.title}>"

    @property
    def marker(self) -> str:
        """The pytest marker of its tests: the name of its package or module."""
        return type(self).__module__.removesuffix(MODEL).rpartition(".")[2]

    @property
    def address_form(self) -> str:
        """The format of an address, with its prefix: 0x{:04X}, 0o{:05o}."""
        bits, prefix, code = (3, "0o", "o") if self.radix == 8 else (4, "0x", "X")
        return f"{prefix}{{:0{-(-self.address_bits // bits)}{code}}}"

    # -------------------------------------------------------------- putting it together, starting programs

    def build(self, options: Mapping[str, Any]) -> Machine:
        """Return the machine, switched on: the only way from options to a machine.

        `options` has keys from `self.options`, and `core`. Raises IronboardError for an unknown core or option, and
        for a value that the machine does not take.
        """
        self.check(options)
        return self.construct(**{"core": self.cores[0], **options})

    def construct(self, core: str, **options: Any) -> Machine:
        """Return the machine with a known core and known options; raises OptionError for a value."""
        raise NotImplementedError

    def apart(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with those that `build` takes apart, under `options`; without those of `later`."""
        taken = {name for name in given if name == "core" or (name in self.options and name not in self.later)}
        rest = {name: value for name, value in given.items() if name not in taken}
        return {**rest, "options": {name: given[name] for name in taken}}

    def check(self, options: Mapping[str, Any]) -> None:
        """Raise IronboardError for an unknown core or option."""
        unknown = next((name for name in options if name not in self.options and name != "core"), None)
        if unknown is not None:
            known = f": it has {', '.join(self.options) or 'none'}"
            raise IronboardError(f"the {self.title} has no option '{unknown}'{nearest(unknown, self.options) or known}")
        core = options.get("core", self.cores[0])
        if core not in self.cores:
            raise IronboardError(f"the {self.title} has no core '{core}': it has {', '.join(self.cores)}")

    def settings(self, options: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        """Convert options to those of `build`: texts as on the command line, files relative to `folder`.

        Raises IronboardError.
        """
        found = {self.aliases.get(name, name): value for name, value in options.items()}
        self.check(found)
        for name in {*found} - {"core"}:
            option = self.options[name]
            try:
                found[name] = folder / found[name] if option.kind is Path else option.convert(found[name])
            except ArgumentTypeError as error:
                raise IronboardError(f"{name}: {error}") from None
        return found

    def roms(self, machine: Machine) -> list[Program]:
        """Return the images in memory besides the program, for their names and source lines."""
        return []

    def start(self, machine: Machine, program: Program) -> str:
        """Load a program and run to its entry; return a warning, or an empty string."""
        image = program.image
        assert image.entry is not None
        machine.load(image)
        machine.write_register(machine.program_counter, image.entry)
        return ""

    def supply(self, machine: Machine, text: str) -> None:
        """Give a program that is about to run the text that it will read.

        Raises IronboardError for a machine without such an input, and for a text that it cannot have.
        """
        raise IronboardError(f"programs of the {self.title} are given no input here")

    def output(self, machine: Machine) -> str:
        """Return the print of a program, or the digits that the machine shows."""
        return machine.printed.decode("latin-1")

    def word_of(self, number: int) -> int:
        """Return the word of a number, a negative one as the machine has it. Raises ValueError if it does not fit."""
        if not -(1 << self.word_bits - 1) <= number < 1 << self.word_bits:
            raise ValueError(f"{number} does not fit into {self.word_bits} bits")
        return number & (1 << self.word_bits) - 1

    def integer_in(self, word: int) -> int:
        """Return the number that a word is; where a word may be read as two, the one that is not negative."""
        return word

    def characters(self) -> str:
        """Return the signs of its 6-bit codes in their order; "" for a machine of ASCII."""
        return ""

    def keys(self) -> Mapping[str, str]:
        """Return its keys: key of a PC keyboard -> the machine's key."""
        return {}

    def feeder(self, keys: str, typed: str) -> Callable[[Machine], Stop]:
        """Return a function that presses keys and types text as the verb's --keys and --type do.

        It advances time only by calls of `run`, and returns why the machine stopped, if it did. Raises
        IronboardError for a key or character that the machine does not have.
        """
        from emulators.machine import Stop

        if keys or typed:
            raise IronboardError(f"the {self.title} takes neither --keys nor --type here")
        return lambda machine: Stop.NONE

    def languages(self) -> tuple[Dialect, ...]:
        """Return the languages of its programs."""
        return ()

    def programs(self) -> list[str]:
        """Return the names of the programs supplied with Ironboard."""
        from emulators import roms

        return [name for name, entry in roms.manifest().items() if entry.get("machine") == self.name]

    source_titles: Mapping[str, str] = {}  # of `sources`, by their names

    def sources(self) -> dict[str, Path]:
        """Return the programs in high-level languages that are shipped as sources only, by their names."""
        from emulators import roms

        folder = self.marker
        suffixes = [suffix for language in self.languages() if language.inspected for suffix in language.suffixes]
        found = (each for root in roms.ROOTS for each in sorted((root / "asm" / folder).glob("*")))
        known = roms.manifest()
        return {each.stem: each for each in found if each.suffix in suffixes and each.stem not in known}

    # -------------------------------------------------------------- its verb

    panel_names: Mapping[str, str] = {}  # a name, as its panel takes it -> the program that it opens
    run_options: tuple[Option, ...] = ()  # its options besides `options`
    headless_options: tuple[Option, ...] = (
        Option("--cycles N", "how many cycles to run (1,000,000)", number, alone="length"),
        SECONDS,
        Option("--type TEXT", "text to type at its terminal", name="typed"),
    )  # with --headless
    job_options: Mapping[str, tuple[Option, ...]] = {}  # of the verb `run`, by groups; nothing: it does not know of it

    @property
    def front(self) -> str:
        """The module with `controller(machine, program, **options)`, which all views show; "": none."""
        return f"{PANELS}.{self.marker}.controller" if self._is_here else ""

    @property
    def _is_here(self) -> bool:
        """Whether its panel is beside those of the other machines here."""
        return type(self).__module__.startswith(f"{FOLDER}.")

    def runner(self) -> Any:
        """Return the `host.panels.run.Runner` that runs it: its own, or the one for any machine."""
        own = f".{self.marker}" if self._is_here else ""
        return import_module(f"{PANELS}{own}.run").Runner(self)

    def framed(self, machine: Machine) -> str | None:
        """Return the machine's page in a frame for a notebook; None where panels are not installed."""
        if not installed(PANELS):
            return None
        text: str = import_module(NOTEBOOK).framed(import_module(self.front).controller(machine))
        return text

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return options of the panel's verb, those of `build` under `options`.

        Raises IronboardError for an option of another machine.
        """
        own = {*VERB_OPTIONS, *(each.dest for each in self.run_options)}
        self.check({name: value for name, value in given.items() if name not in own})
        named = {"program": self.opened(given["program"])} if given.get("program") else {}
        return self.apart({**given, **named})

    def opened(self, name: str) -> str:
        """Return the program, or file, that the panel opens by a name."""
        return self.panel_names.get(name, name)

    def run_job(self, job: Mapping[str, Any], compiling: Mapping[str, Any]) -> int:
        """Run a program to its end with the `job_options` and `options` in `job`. Return the exit status."""
        raise NotImplementedError

    # -------------------------------------------------------------- calling a subroutine, for tests

    back = 0  # where subroutines return to: a place where no program has instructions
    source_suffix = ""  # of a text that is assembled for it

    def enter(self, machine: Machine, address: int) -> int:
        """Set the machine up as if the subroutine had just been called; return the stack's level before (or 0)."""
        raise NotImplementedError

    def interrupt(self, machine: Machine, address: int) -> int:
        """Set the machine up as if the handler at an address had just been entered; return the stack's level before."""
        raise IronboardError(f"the {self.title} has no interrupts")

    def first(self, entry: int) -> int:
        """Return the address of the first instruction of the subroutine at `entry`."""
        return entry

    def returns_to(self, machine: Machine, entry: int) -> int:
        """Return the address to which a subroutine will return; the machine is at its first instruction."""
        raise self._no_stubs()

    def leave(self, machine: Machine, entry: int, skip: int = 0) -> None:
        """Return from a subroutine, `skip` words farther, by an instruction; the machine is at its first one."""
        raise self._no_stubs()

    def present(self, machine: Machine, address: int, word: int) -> None:
        """Make reads at an address give a word: memory has it, or the pins of an input."""
        machine.poke(address, word)

    def stack_beyond(self, level: int, words: int) -> range:
        """Return the memory that a stack of more than `words` would use, which is at `level` before the call."""
        raise IronboardError(f"the {self.title} has no stack")

    def _no_stubs(self) -> IronboardError:
        return IronboardError(f"the model of the {self.title} lacks returns_to and leave, which stubs need")

    def imbalance(self, machine: Machine, level: int) -> str:
        """Describe an unbalanced stack after a return; empty if it is balanced or there is no stack."""
        return ""

    def free(self, level: int) -> range:
        """Return the memory that any subroutine may write to: the stack."""
        return range(0)

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Describe suspicious actions of a subroutine that did not return, from its trace."""
        return []

    def stack(self, machine: Machine) -> str:
        """Return the stack, or the open calls, as one line."""
        form = self.address_form[2:]
        return " ".join(form.format(frame.call) for frame in machine.frames()) or "no calls"


def execute(machine: Machine, address: int, word: int, spare: int = 0) -> None:
    """Execute an instruction of one word at an address with another content, which it has again afterwards.

    Where there is no memory, the instruction is put at `spare`.
    """
    before = machine.peek(address)
    machine.poke(address, word)
    if machine.peek(address) != word:
        execute(machine, spare, word)
        return
    machine.write_register(machine.program_counter, address)
    machine.step()
    machine.poke(address, before)


class InNotebook:
    """The method by which a machine with a page shows itself in a notebook."""

    if TYPE_CHECKING:

        @property
        def m(self) -> Buffer:
            """The record of a compiled core; its fields, which type checkers do not know, are the machine's own."""

    def _repr_html_(self) -> str | None:
        """Return the machine's page in a frame: it goes on from the present state, and this machine does not.

        None where panels are not installed: the notebook shows the machine's `repr` then.
        """
        machine: Any = self
        return find(titled(machine.title) or "").framed(machine)


def lazy(module: str, function: str) -> Callable[..., Any]:
    """Return a function that imports a module when called and calls the function of this name in it."""
    return lambda *given, **named: getattr(import_module(module), function)(*given, **named)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" with the most similar known word, or an empty string."""
    hint = did_you_mean(word, known)
    return f"; {hint}" if hint else ""


def modules() -> list[str]:
    """Return the names of the modules that define models, without importing them."""
    ours = [f"{FOLDER}.{name}{MODEL}" for _, name, package in _within(FOLDER) if package]
    return ours + [f"{OTHERS}.{name}" for _, name, _ in _within(OTHERS)] if util.find_spec(OTHERS) else ours


def _within(package: str) -> Iterable[pkgutil.ModuleInfo]:
    return pkgutil.iter_modules(import_module(package).__path__)


@cache
def models() -> dict[str, Model]:
    """Return all models by their names.

    >>> from ironboard import models
    >>> [name for name in models() if name in ("kim1", "704", "6600")]
    ['kim1', '704', '6600']
    """
    found: list[Model] = [import_module(module).MODEL for module in modules()]
    return {each.name: each for each in sorted(found, key=lambda each: (not each.default, each.year))}


def find(name: str) -> Model:
    """Return a model; raises IronboardError for an unknown one.

    >>> from ironboard import find_model
    >>> find_model("6600")
    <Model 6600: CDC 6600>
    >>> find_model("660")
    Traceback (most recent call last):
    emulators.errors.IronboardError: there is no machine '660'; did you mean '6600'?
    """
    require(name, "the name of a machine", str)
    if name not in models():
        hint = nearest(name, models()) or f": there are {', '.join(models())}"
        raise IronboardError(f"there is no machine '{name}'{hint}")
    return models()[name]


def titled(title: str) -> str | None:
    """Return the name of the model with a title, or None."""
    return next((name for name, model in models().items() if model.title == title), None)


def meant(program: str | None, folder: Path | None = None) -> str:
    """Return the name of the model that a program is for, by its name or by the suffix of its file.

    Raises ImageError for a name that no program has; with a `folder`, where files are, whoever opens it there does.
    """
    from emulators import roms

    default = next(iter(models()))
    if program is None:
        return default
    suffix = Path(program).suffix.lower()
    if not suffix and (entry := roms.manifest().get(program)):
        return str(entry["machine"])
    if not suffix and folder is None and not Path(program).exists():
        known = {each: name for name, model in models().items() for each in known_to(model)}
        if program not in known:
            raise roms.no_program(program, known)
        return known[program]
    endings = {each: name for name, model in models().items() for each in (*model.suffixes, *source_suffixes(model))}
    return endings.get(suffix, default)


def known_to(model: Model) -> tuple[str, ...]:
    """Return the names by which the model's panel opens programs."""
    return (*model.programs(), *model.sources(), *model.panel_names)


def source_suffixes(model: Model) -> tuple[str, ...]:
    """Return the suffixes of sources in the model's languages."""
    return tuple(suffix for language in model.languages() for suffix in language.suffixes)


def shipped(name: str) -> Path | None:
    """Return the source of a program that is shipped as one only, None for any other name."""
    return next((model.sources()[name] for model in models().values() if name in model.sources()), None)


def languages() -> dict[str, Dialect]:
    """Return the languages of all models by name, those of the default model first."""
    return {each.name: each for model in models().values() for each in model.languages()}


def of_language(name: str) -> Model:
    """Return the first model with programs that may be written in a language."""
    return next(model for model in models().values() if any(each.name == name for each in model.languages()))
