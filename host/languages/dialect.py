"""A language of a machine's programs, as the registry has it: a row that commands, debugger and editors read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from host.languages.analysis import Analyse
from host.options import Option


class Dialect(NamedTuple):
    """A language; `host.registry` knows its machines."""

    name: str  # on the command line
    title: str
    suffixes: tuple[str, ...]
    assemble: Callable[..., Any]  # a source; returns an `Assembly`
    output: str  # the ending of an image file for which nothing else is said
    unit: str  # what the words of its memory are called
    options: tuple[Option, ...] = ()  # that its `assemble` takes beside `defines` and `include_dirs`
    inspected: bool = False  # its compiler knows of a program while it runs: `Assembly.inspect`
    debugged: Mapping[str, str] = MappingProxyType({})  # options of programs that are debugged, if not given
    disassemble: Callable[..., str] | None = None  # the source of an image of words of `word_bits`
    word_bits: int = 0
    grammar: Callable[[], Any] | None = None  # how editors colour its sources, if `host.editors` does not know it
    analyse: Analyse | None = None  # what editors want to know of a source
    modules: Callable[..., Any] | None = None  # assembles a source into relocatable modules
    id: str = ""  # what editors call it, where that is not its name
