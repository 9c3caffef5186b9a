"""Importing in pieces: between two of them messages are answered.

In a browser a large module takes a second, for which a program that has been started would wait.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module, util
from importlib.abc import InspectLoader

GAP = "\n\n\n"  # two empty lines: between statements, or within a long text
LEAST = 4_000  # characters of a piece


def imported(names: Sequence[str], large: str) -> Iterator[None]:
    """Import modules one after the other, `large` among them piece by piece; yield after each.

    Where the iterator is given up, the next import begins anew.
    """
    for name in names:
        if name == large and name not in sys.modules:
            yield from _in_pieces(name)
        import_module(name)
        yield


def _in_pieces(name: str) -> Iterator[None]:
    """Import a module of which there is a source; leave any other to an import as usual."""
    spec = util.find_spec(name)
    source = spec.loader.get_source(name) if spec and isinstance(spec.loader, InspectLoader) else None
    if spec is None or source is None:
        return
    module = sys.modules[name] = util.module_from_spec(spec)
    before, rest = "", source.split(GAP)
    try:
        for number, part in enumerate(rest, 1):
            before += part + GAP
            if number < len(rest) and len(before) < LEAST:
                continue
            try:
                code = compile(before, spec.origin or name, "exec", dont_inherit=True)
            except SyntaxError:
                if number == len(rest):
                    raise
                continue  # the gap was within a statement
            exec(code, module.__dict__)
            before = ""
            yield
    except BaseException:
        del sys.modules[name]
        raise
    package, _, own = name.rpartition(".")
    setattr(sys.modules[package], own, module)
