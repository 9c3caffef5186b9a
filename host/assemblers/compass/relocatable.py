"""Relocatable programs: a module of each program of a source, with the loader's additions to its words.

The values of expressions are numbers plus multiples of sections (host.assemblers.expressions): here sections get no
addresses, and their rest in the value of a field is the loader's addition there.

    blocks, literals    one after the other, as in an absolute program, from word 0 of the module on
    USE /NAME/, USE //  labelled common blocks and blank common: places of their own
    EXT, =X, =Y         other programs' entries
    ORG, IDENT          their words at an address are text for this address, and so are the words after it
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.errors import ImageError, SourceError
from host import formats, streams
from host.assemblers.columns import Field
from host.assemblers.compass.assembler import Assembler, External, Library, assembler
from host.assemblers.compass.state import Copies
from host.assemblers.dialects import COMPASS
from host.assemblers.expressions import Base, Evaluation, Expression, Reference, Value
from host.assemblers.program import listing, settle
from host.assemblers.sections import Chunk, Deferred, Section, loaded
from host.formats import storage
from host.formats.loader import (
    ABSOLUTE,
    BLANK_COMMON,
    COMMON,
    POSITIONS,
    PROGRAM,
    Address,
    Change,
    Copy,
    Module,
    Text,
    loading,
    name_bits,
    tables,
)
from host.formats.table import MODULES_LIMIT
from host.languages.assembly import LIBRARY, AssemblyError, Line, TooManyErrorsError, find_file, read_lines
from host.options import STANDARD

BLANK = "//"  # the block of blank common
M17 = (1 << ADDRESS_BITS - 1) - 1


@dataclass
class Relocatable:
    """The modules of a source, its listing with addresses relative to each program, and its warnings."""

    modules: list[Module]
    listing: str
    warnings: tuple[SourceError, ...]
    files: frozenset[str]  # that were read

    @property
    def size(self) -> int:
        """Words in all modules."""
        return sum(len(text.words) for module in self.modules for text in module.texts)

    def dumps(self) -> bytes:
        """Return the file that holds them."""
        return tables.dumps(self.modules)


def assemble(path: str | PathLike[str], **options: Any) -> Relocatable:
    """Assemble a COMPASS source into relocatable modules; the options are those of `assembler`.

    Macros and micros of a program are known in those after it. Raises SourceErrors with all errors of a program,
    ImageError when there is no source to read, or when it makes no words.
    """
    lines: Sequence[Line] = read_lines(Path(path), str(path))
    found = Relocatable([], "", (), frozenset())
    before: Assembler | None = None
    while lines:
        one, module = _assembled(lines, str(path), before, options)
        if one.origin_later is not None:
            one, module = _assembled(lines, str(path), before, {**options, "origin": one.found_origin()})
            one.check_origin()
        found.modules.append(module)
        found.listing += listing(one.program)
        found.warnings += one.program.diagnostics.warnings
        found.files |= {record.line.file for record in one.program.records}
        lines, before = one.following, one
    if not any(module.texts or module.length or module.commons for module in found.modules):
        raise ImageError(f"{path}: this source produces no words")
    return found


def _assembled(
    lines: Sequence[Line], file: str, before: Assembler | None, options: Mapping[str, Any]
) -> tuple[Assembler, Module]:
    """Assemble the first program of some lines."""
    asm = assembler(**options, relocatable=True)
    if before:
        asm.macros, asm.synonyms = dict(before.macros), dict(before.synonyms)
        asm.opdefs, asm.micros = dict(before.opdefs), dict(before.micros)
    asm.read_all(lines)
    try:
        return asm, Program(asm).module(file)
    except TooManyErrorsError:
        asm.program.diagnostics.raise_errors()
        raise


class SystemLibrary:
    """The programs of the library as modules, each assembled when one of its entries is wanted."""

    def __init__(self) -> None:
        self.library, self.modules = Library(), dict[str, list[Module]]()

    def find(self, name: str) -> Module | None:
        """Return the module with an entry of this name, None if the library has none."""
        folders = [*filter(Path.is_dir, LIBRARY)]
        member = self.library.member(folders, name)
        path = find_file(folders, f"{member}.compass") if member else None
        if member is None or path is None:
            return None
        if member not in self.modules:
            self.modules[member] = assemble(path).modules
        return next((each for each in self.modules[member] if name in each.entries), None)


class Program:
    """One program, read to its end, and the module that it becomes."""

    def __init__(self, asm: Assembler) -> None:
        self.asm, self.program = asm, asm.program
        self.commons: list[Section] = []
        self.places: dict[Section, Address] = {}

    def module(self, file: str) -> Module:
        """Return the module; raises SourceErrors."""
        asm, program = self.asm, self.program
        length = self.lay_out()
        name = asm.name or Path(file).stem.upper()[:7]
        commons = [(each.name.strip("/") or BLANK_COMMON, each.length) for each in self.commons]
        weak = {each for each, (kind, _) in asm.externals.items() if kind == "Y"}
        found = Module(name, length, commons, weak=weak, comment=asm.comment, file=file)
        program.resolve_aliases()
        for item in program.deferred:
            program.attempt(partial(self.fill, item, found), item.context)
        for name, (expression, field) in asm.entries.items():
            program.attempt(partial(self.enter, found, name, expression, field))
        for copies in asm.copies:
            program.attempt(partial(self.copy, found, copies))
        if program.entry is not None and program.entry is not asm.first_entry:
            program.attempt(partial(self.transfer, found, program.entry))
        program.diagnostics.raise_errors()
        for chunk in loaded(program.sections.values()):
            if chunk.section.name == BLANK:
                error = AssemblyError(chunk.place, "blank common holds no words at the start")
                program.diagnostics.report(error, chunk.context)
            if chunk.words:
                found.texts.append(Text(self.address(chunk), tuple(chunk.words)))
        self.check_names(found)
        program.diagnostics.raise_errors()
        self.settle()
        return found

    def lay_out(self) -> int:
        """Give every section its base and its place there; return the length of the program."""
        asm = self.asm
        fixed = asm.after_first_block(-1)
        relative = any(chunk.origin is None and chunk.words for chunk in asm.main.chunks)
        base, free = (PROGRAM, 0) if relative or fixed < 0 else (ABSOLUTE, fixed)
        for section in self.program.sections.values():
            if section.name.startswith("/"):
                self.places[section] = Address(COMMON + len(self.commons), 0)
                self.commons.append(section)
            else:
                self.places[section] = Address(base, 0 if section is asm.main else free)
                free += sum(len(chunk.words) for chunk in section.chunks if chunk.origin is None)
        return free if base == PROGRAM else 0

    def address(self, chunk: Chunk) -> Address:
        """Return the address of the first word of a chunk."""
        if chunk.origin is not None:
            return Address(ABSOLUTE, chunk.origin)
        base, place = self.places[chunk.section]
        return Address(base, place + chunk.offset)

    def value(self, expression: Expression) -> tuple[int, dict[int | str, int]]:
        """Return a value: a number, and how many times each base and each entry of others is added to it."""
        return self.split(Evaluation().of(expression))

    def split(self, value: Value) -> tuple[int, dict[int | str, int]]:
        """Return the same of a value in terms of sections."""
        number = value.number
        factors: dict[int | str, int] = {}
        for base, factor in value.bases:
            what: int | str
            if isinstance(base, External):
                what = base.name
            else:
                assert isinstance(base, Section)
                at = self.places[base]
                number, what = number + factor * at.offset, at.base
            if what != ABSOLUTE:
                factors[what] = factors.get(what, 0) + factor
        return number, {what: factor for what, factor in factors.items() if factor}

    def fill(self, item: Deferred, module: Module) -> None:
        """Put the words that wait for a value into their place, and note the loader's additions."""
        [expression] = item.expressions
        number, factors = self.value(expression)
        words = item.encode(number)
        item.chunk.words[item.start : item.start + len(words)] = words
        if not factors:
            return
        if item.field is None:
            hint = "the field must lie in one word"
            raise AssemblyError(expression.place, "the loader cannot add anything here", hint)
        first = self.address(item.chunk)
        where = Address(first.base, first.offset + item.start)
        low, bits = item.field
        if is_address(low, bits, number, [*factors.values()]):
            bits = ADDRESS_BITS
        for what, factor in factors.items():
            change = Change(where, low, bits, what, 1 if factor > 0 else -1)
            module.changes += [change] * abs(factor)

    def own(self, expression: Expression, field: Field) -> Address:
        """Return the address of a word of this module; raises AssemblyError for anything else."""
        number, factors = self.value(expression)
        [(base, factor)] = [*factors.items()] or [(ABSOLUTE, 1)]
        if len(factors) > 1 or factor != 1 or isinstance(base, str) or number < 0:
            raise field.error("this is not the address of a word of this program")
        return Address(base, number)

    def enter(self, module: Module, name: str, expression: Expression, field: Field) -> None:
        """Note an entry."""
        module.entries[name] = self.own(expression, field)

    def copy(self, module: Module, copies: Copies) -> None:
        """Note a REP."""
        source, target = self.own(copies.source, copies.field), self.own(copies.target, copies.field)
        module.copies.append(Copy(source, target, copies.length, copies.times, copies.step, copies.at_once))

    def transfer(self, module: Module, expression: Expression) -> None:
        """Note where the program starts: at a symbol, which becomes an entry."""
        if not isinstance(expression, Reference):
            hint = "END names a symbol"
            raise AssemblyError(expression.place, "a relocatable program starts at an entry", hint)
        module.transfer = name = expression.symbol.name
        _, factors = self.value(expression)
        if not any(isinstance(each, str) for each in factors) and name not in module.entries:
            place = expression.place
            field = Field(Line(place.file, place.line, place.text), name, place.column)
            module.entries[name] = self.own(expression, field)

    def check_names(self, module: Module) -> None:
        """Report names that the loader's tables cannot hold."""
        named = [module.name, *(name for name, _ in module.commons if name), *module.externals, *module.entries]
        for name in dict.fromkeys(named):
            try:
                name_bits(name)
            except (ImageError, ValueError) as error:
                _, named_by = self.asm.externals.get(name) or self.asm.entries.get(name) or (0, None)
                place = named_by.place() if named_by else self.program.record.line.whole()
                self.program.diagnostics.report(AssemblyError(place, str(error)), self.program.record)

    def settle(self) -> None:
        """Give everything addresses for the listing: relative to the program, the common block, the other program."""
        program = self.program
        for section in program.sections.values():
            section.address = self.places[section].offset
        bases: list[Base] = [base for symbol in program.defined() for base in _externals(symbol.expression)]
        for base in bases:
            base.address = 0
        for symbol in program.defined():
            program.attempt(partial(settle, symbol), symbol.context)
        program.diagnostics.raise_errors()


def _externals(expression: Expression | None) -> list[Base]:
    base = getattr(expression, "base", None)
    return [base] if isinstance(base, External) else []


def is_address(low: int, bits: int, number: int, factors: list[int]) -> bool:
    """Return whether a field can be changed as an address of 18 bits: its other bits do not change."""
    if low not in POSITIONS or bits < ADDRESS_BITS:
        return False
    if bits == ADDRESS_BITS:
        return True
    if factors == [1]:
        return 0 <= number <= M17
    return factors == [-1] and -M17 <= number < 0


# ---------------------------------------------------------------- from files to an image file

# Loading relocatable binaries from files into an image file, for `ironboard load`.


def load_files(
    files: Sequence[Path],
    *,
    libraries: Iterable[Path] | None = None,
    system: bool = True,
    origin: int | None = None,
    entry: str | None = None,
    map: Path | None = None,
    output: Path | None = None,
    overwrite: bool = False,
) -> None:
    """Load binaries and sources, with what they want of libraries, into an image file, and report the result.

    Raises ImageError for files that cannot be read and for externals that nothing satisfies.
    """
    target = output or files[0].with_suffix(COMPASS.output)
    results = [each for each in (target, map) if each and each != STANDARD]
    if any(each.resolve() in {file.resolve() for file in (*files, *(libraries or ()))} for each in results):
        raise ImageError(f"{target}: this is an input; name another file")
    if not overwrite:
        storage.refuse_existing(*results)
    found = [module for file in files for module in modules_of(file)]
    first = loading.FIRST_WORD if origin is None else origin
    own = [modules_of(each) for each in libraries or ()]
    finder = SystemLibrary().find if system else None
    loaded = loading.load(found, own, first, entry or "", finder)
    for warning in loaded.warnings:
        streams.warn(warning)
    formats.write(loaded.image, target, overwrite=overwrite)
    if map:
        storage.write_all(map, loading.load_map(loaded, first).encode("ascii"), overwrite)
    start = loaded.image.entry
    said = f"{target}: {loaded.image.size} words" + (f", entry {start:06o}" if start is not None else "")
    print(said, file=sys.stderr if STANDARD in (target, map) else sys.stdout)


def modules_of(file: Path) -> list[Module]:
    """Return the modules of a file of binaries, or of a source."""
    if file.suffix.lower() in COMPASS.suffixes:
        return assemble(file).modules
    return tables.loads(storage.read_all(file, MODULES_LIMIT, "a file of relocatable binaries"), str(file))
