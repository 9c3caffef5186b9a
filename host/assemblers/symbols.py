"""Which symbol does a name mean? Scopes, definitions, and the places where symbols are used.

A name means the symbol of the scope it stands in, even when that is defined further down; only at the end
does a symbol that was never defined there become the one of the nearest enclosing scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from emulators.errors import Place
from host.assemblers.diagnostics import AssemblyError, Context, did_you_mean
from host.assemblers.expressions import Expression

NOWHERE = Context(0)


class Kind(Enum):
    """What defined a symbol."""

    LABEL = "label"
    CONSTANT = "constant"
    VARIABLE = "variable"  # may be defined again


@dataclass(eq=False)
class Symbol:
    """A name in a scope. `expression` is None until it is defined."""

    name: str
    scope: Scope
    kind: Kind = Kind.CONSTANT
    expression: Expression | None = None
    place: Place | None = None  # of the definition
    context: Context = NOWHERE  # of the definition
    address_size: int = 0  # words that hold its value, where short and long addresses differ; 0 unknown
    length: int | None = None  # words of what the symbol names
    used: list[Place] = field(default_factory=list)
    private: bool = False  # has no name that other programs could use
    weak: bool = False  # from a table: a definition of the program itself replaces it
    local_name: str | None = None  # what a debugger calls it, where other programs cannot
    alias: Symbol | None = None  # the symbol of an enclosing scope that was meant

    @property
    def full_name(self) -> str:
        """The name with its scopes, as `outer::inner`."""
        return self.scope.prefix + self.name

    def meant(self, outer: bool = False) -> Symbol:
        """Return the symbol this one stands for; with `outer`, look into enclosing scopes already now."""
        if self.alias:
            return self.alias
        if outer and self.expression is None:
            return self.scope.enclosing(self.name) or self
        return self


@dataclass(eq=False)
class Scope:
    """Names that belong together. `prefix` is what a listing puts before them."""

    name: str
    parent: Scope | None = None
    prefix: str = ""
    symbols: dict[str, Symbol] = field(default_factory=dict)
    scopes: dict[str, Scope] = field(default_factory=dict)
    length: int | None = None  # words inside

    def symbol(self, name: str) -> Symbol:
        """Return the symbol of this scope, made undefined where it is new."""
        return self.symbols.setdefault(name, Symbol(name, self))

    def enclosing(self, name: str) -> Symbol | None:
        """Return the defined symbol of that name in the nearest scope around this one."""
        scope = self.parent
        while scope:
            found = scope.symbols.get(name)
            if found and found.expression is not None:
                return found
            scope = scope.parent
        return None

    def visible(self, name: str) -> Symbol | None:
        """Return the defined symbol of that name here or around."""
        found = self.symbols.get(name)
        return found if found and found.expression is not None else self.enclosing(name)

    def visible_scope(self, name: str) -> Scope | None:
        """Return the scope of that name inside this one or inside one around it."""
        scope: Scope | None = self
        while scope:
            if name in scope.scopes:
                return scope.scopes[name]
            scope = scope.parent
        return None

    def inner(self, name: str) -> Scope:
        """Return the scope of that name inside this one; opening it again continues it."""
        return self.scopes.setdefault(name, Scope(name, self, f"{self.prefix}{name}::"))

    def all_symbols(self) -> Iterator[Symbol]:
        """Yield the symbols of this scope and of those inside."""
        yield from self.symbols.values()
        for scope in self.scopes.values():
            yield from scope.all_symbols()


def define(symbol: Symbol, expression: Expression, kind: Kind, place: Place) -> None:
    """Give a symbol its meaning; only a variable may get another one."""
    if symbol.expression is not None and not (kind == symbol.kind == Kind.VARIABLE):
        first = symbol.place
        where = f"the first definition is at {first.file}:{first.line}" if first else "the command line defines it"
        raise AssemblyError(place, f"'{symbol.name}' is already defined", where)
    symbol.expression, symbol.kind, symbol.place = expression, kind, place


def undefined(symbol: Symbol, place: Place) -> AssemblyError:
    """Return the error for the use of an undefined symbol, with the most similar name that is defined."""
    if symbol.name.startswith(":"):
        return AssemblyError(place, "there are not enough unnamed labels below this line")
    names: set[str] = set()
    scope: Scope | None = symbol.scope
    while scope:
        names.update(name for name, each in scope.symbols.items() if each.expression is not None)
        scope = scope.parent
    return AssemblyError(place, f"undefined symbol '{symbol.name}'", did_you_mean(symbol.name, names))
