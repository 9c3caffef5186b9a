"""View functions as JavaScript, with the functions that they call and the constants that they use.

    script({"look": view.look, "act": view.act})  # (WORDS) => {...; return {"look": ..., "act": ...}}

pscript translates. Before that, functions and constants of modules get unique names, and operations that differ in
Python and JavaScript become calls of functions of host/ui/web/words.js: division, bits, lengths, texts of values. Code
that would still have another meaning in a page is refused, with file and line.

`python -m host.ui.script MODULE` translates all functions of a module, to see whether it can be done.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import math
import re
import sys
import textwrap
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pscript
from pscript import stdlib

from emulators.errors import IronboardError
from host.formats import scanning
from host.ui import words

BUILT_IN = frozenset(
    "abs all any bool chr dict enumerate float getattr int len list max min ord range reversed round sorted str sum "
    "tuple zip".split()
)
RESERVED = frozenset(
    "arguments async await case catch const debugger default delete do enum eval export extends function implements "
    "instanceof interface let new null package private protected public static super switch this throw typeof var "
    "void".split()
)
KEYWORDS = {"sorted": {"key", "reverse"}, "zip": {"strict"}}  # arguments that may have their names
OPERATORS: dict[type[ast.operator], str] = {
    ast.Mod: "modulo", ast.BitAnd: "bit_and", ast.BitOr: "bit_or", ast.BitXor: "bit_xor",
    ast.LShift: "shift_left", ast.RShift: "shift_right", ast.Mult: "times",
}  # fmt: skip
EXACT: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Eq: ast.Is, ast.NotEq: ast.IsNot}
RENAMED = {"len": "length", "str": "text_of", "sum": "sum_of", "round": "rounded"}
REFUSED: dict[type[ast.AST], str] = {
    ast.Set: "a set", ast.SetComp: "a set", ast.DictComp: "a dict comprehension", ast.Try: "try", ast.With: "with",
    ast.ClassDef: "a class", ast.Import: "import", ast.ImportFrom: "import", ast.Global: "global",
    ast.Nonlocal: "nonlocal", ast.Starred: "*", ast.NamedExpr: ":=", ast.Match: "match", ast.Yield: "yield",
    ast.Raise: "raise", ast.FunctionDef: "a function inside a function",
}  # fmt: skip
WORDS = "WORDS"  # the object of words.js, which has the functions of these modules
IN_WORDS = (words.__name__, scanning.__name__)
DECLARED = re.compile(r"^var (\w+);\n\1 = function flx_\1 \(", re.MULTILINE)  # as pscript does
KEYS = re.compile(  # of the object in an iteration
    r'if \(\(typeof (\w+) === "object"\) && \(!Array\.isArray\(\1\)\)\) \{ ?\1 = Object\.keys\(\1\);\}'
)
COUNTS = re.compile(r" // nargs: [\d ]+$", re.MULTILINE)  # of arguments, in the library of pscript
PLAIN = (bool, int, float, str, type(None))


class ScriptError(IronboardError):
    """A function cannot be translated."""


def script(functions: Mapping[str, Callable[..., Any]]) -> str:
    """Return an arrow function in JavaScript that gets those of words.js and returns these functions, by their names.

    Raises ScriptError.
    """
    made = Script()
    named = {name: made.function(each) for name, each in functions.items()}
    code = "\n".join(made.parts.values())
    library = COUNTS.sub("", standard_library(code))
    result = ", ".join(f"{json.dumps(name)}: {own}" for name, own in named.items())
    return f"({WORDS}) => {{\n{library}\n{code}\nreturn {{{result}}};\n}}"


def standard_library(code: str) -> str:
    """Return the functions of pscript that a text calls, with those that they call."""
    known, library = 0, ""
    while True:
        names = [sorted(set(re.findall(rf"_{kind}_(\w+)", code + library))) for kind in ("pyfunc", "pymeth")]
        if len(names[0]) + len(names[1]) == known:
            return library
        known = len(names[0]) + len(names[1])
        library = str(stdlib.get_partial_std_lib(*names))


class Script:
    """Functions and constants, translated so far: `parts` has their texts by their names."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    def function(self, function: Callable[..., Any]) -> str:
        """Translate a function, and those that it calls; return its name in JavaScript."""
        if not isinstance(function, FunctionType):
            raise ScriptError(f"{function!r} is not a function written in Python")
        name = name_of(function)
        if name not in self.parts and function.__module__ not in IN_WORDS:
            self.parts[name] = ""  # it may call itself
            found = translation(function)
            for own, value in found.needed.items():
                if isinstance(value, FunctionType):
                    self.function(value)
                else:
                    self.constant(own, value)
            self.parts[name] = found.text
        return name

    def constant(self, name: str, value: Any) -> None:
        """Write a constant down."""
        if name not in self.parts:
            if isinstance(value, re.Pattern):
                form = json.dumps(value.pattern.replace("(?P<", "(?<").replace("*+", "*"))
                text = f'new RegExp({form}, "g{"m" * bool(value.flags & re.MULTILINE)}")'
            else:
                text = json.dumps(value, separators=(",", ":"))
            self.parts[name] = f"const {name} = {text};"


def name_of(function: FunctionType) -> str:
    """Return a function's name in JavaScript."""
    if function.__module__ in IN_WORDS:
        return f"{WORDS}.{function.__name__}"
    return qualified(function.__module__, function.__name__)


@cache
def translation(function: FunctionType) -> Translation:
    """Return the translation of a function, which many pages of a process may have."""
    return Translation(function)


class Translation(ast.NodeTransformer):
    """One function as JavaScript: its `text`, and the functions and constants that it needs by their names."""

    def __init__(self, function: FunctionType) -> None:
        self.of, self.needed = function, dict[str, Any]()
        lines, self.first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise self.error(tree, "a lambda has no name to be called by: write a function")
        if function.__closure__:
            raise self.error(tree, f"it needs {', '.join(function.__code__.co_freevars)} of the function around it")
        bound = [each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        self.local = {*bound, *(each.arg for each in ast.walk(tree) if isinstance(each, ast.arg))}
        tree.name, tree.returns, tree.decorator_list = name_of(function), None, []
        tree.body = [self.visit(each) for each in tree.body if not is_text(each)] or [ast.Pass()]
        tree.args = self.visit(tree.args)
        try:
            text = pscript.py2js(ast.unparse(ast.fix_missing_locations(tree)), inline_stdlib=False)
            text = DECLARED.sub(r"const \1 = function (", text)
            self.text = KEYS.sub(rf"\1 = {WORDS}.each_of(\1);", text)
        except Exception as error:  # pscript has no class of its own for all of them
            raise self.error(tree, str(error).strip().splitlines()[-1]) from error

    def error(self, node: ast.AST, text: str) -> ScriptError:
        """Return an error at a place of the source."""
        line = self.first + getattr(node, "lineno", 1) - 1
        return ScriptError(f"{self.of.__code__.co_filename}:{line}: {text} cannot go to a page")

    # ------------------------------------------------------------ names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.local:
            return ast.copy_location(ast.Name(own_name(node.id), node.ctx), node)
        if node.id in self.of.__globals__:
            return self.reference(node, self.of.__globals__[node.id], qualified(self.of.__module__, node.id))
        if not hasattr(builtins, node.id) or node.id not in BUILT_IN:
            raise self.error(node, f"'{node.id}'")
        return ast.Name("list", node.ctx) if node.id == "tuple" else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        path = dotted(node)
        if path and path[0] not in self.local and path[0] in self.of.__globals__:
            value = self.of.__globals__[path[0]]
            if isinstance(value, (ModuleType, type)):
                for each in path[1:]:
                    value = getattr(value, each)
                return self.reference(node, value, qualified(self.of.__module__, "_".join(path)))
        self.generic_visit(node)
        return node

    def reference(self, node: ast.expr, value: Any, name: str) -> ast.expr:
        """Return the expression that refers to a function or a constant of a module."""
        if isinstance(value, FunctionType):
            return self.need(node, name_of(value), value)
        if isinstance(value, Enum):
            value = value.value
        if isinstance(value, PLAIN) and value != math.inf and not (isinstance(value, int) and float(value) != value):
            return ast.copy_location(ast.parse(repr(value), mode="eval").body, node)
        if not is_plain(value) and not isinstance(value, re.Pattern):
            raise self.error(node, f"{ast.unparse(node)}, which is not plain data,")
        return self.need(node, name, value)

    def need(self, node: ast.expr, name: str, value: Any) -> ast.expr:
        """Return the name of a function or a constant in place of an expression."""
        self.needed[name] = value
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg, node.annotation = own_name(node.arg), None
        return node

    # ------------------------------------------------------------ different meanings

    def word(self, name: str, *arguments: ast.expr) -> ast.expr:
        """Return a call of a function of words.js."""
        return ast.Call(ast.Name(f"{WORDS}.{name}", ast.Load()), list(arguments), [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, (ast.JoinedStr, ast.Constant)) and is_string(node):
            raise self.error(node, "formatting by %")
        self.generic_visit(node)
        name = OPERATORS.get(type(node.op))
        return ast.copy_location(self.word(name, node.left, node.right), node) if name else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if type(node.op) not in OPERATORS:
            self.generic_visit(node)
            return node
        there = ast.parse(ast.unparse(node.target), mode="eval").body
        value = ast.copy_location(ast.BinOp(there, node.op, node.value), node)
        return self.visit(ast.copy_location(ast.Assign([node.target], value), node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Invert):  # ~x
            return ast.BinOp(ast.UnaryOp(ast.USub(), node.operand), ast.Sub(), ast.Constant(1))
        return node

    def test(self, node: ast.expr) -> ast.expr:
        """Return a condition in which empty values are false, in JavaScript too."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.test(each) for each in node.values]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.test(node.operand)
        elif not isinstance(node, (ast.Compare, ast.Constant)):
            return ast.Compare(self.word("is_true", node), [ast.Is()], [ast.Constant(True)])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Compare with a text by `===`, which suffices: only a text is equal to a text."""
        self.generic_visit(node)
        if len(node.ops) == 1 and any(map(is_text_constant, (node.left, node.comparators[0]))):
            node.ops = [EXACT.get(type(each), type(each))() for each in node.ops]
        return node

    def visit_If(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self.test(node.test)
        return node

    visit_While = visit_IfExp = visit_Assert = visit_If  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.ifs = [self.test(each) for each in node.ifs]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        self.generic_visit(node)
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Write a text with values in it as a sum of texts."""
        total: ast.expr = ast.Constant("")
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                if each.format_spec or each.conversion != -1:
                    raise self.error(each, "a format in an f-string (host/ui/words.py has functions)")
                each = self.word("text_of", self.visit(each.value))
            total = ast.BinOp(total, ast.Add(), each)
        return ast.copy_location(total, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if any(each.arg not in KEYWORDS.get(called, ()) for each in node.keywords):
            raise self.error(node, "an argument by its name")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            raise self.error(node, "format")
        self.generic_visit(node)
        if called == "zip":
            node.keywords = []
        if called == "round" and len(node.args) > 1:
            raise self.error(node, "round to decimals")
        if called in self.local or called not in RENAMED:
            return node
        return self.word(RENAMED[called], *node.args)

    def visit_List(self, node: ast.List) -> ast.expr:
        """Write [*a, b] as a sum of lists."""
        if not any(isinstance(each, ast.Starred) for each in node.elts):
            self.generic_visit(node)
            return node
        total: ast.expr = ast.List([], ast.Load())
        for each in node.elts:
            part = each.value if isinstance(each, ast.Starred) else ast.List([each], ast.Load())
            total = ast.BinOp(total, ast.Add(), self.visit(part))
        return ast.copy_location(total, node)

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        if None in node.keys:
            raise self.error(node, "** in a dict")
        self.generic_visit(node)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if type(node) in REFUSED:
            raise self.error(node, REFUSED[type(node)])
        return super().generic_visit(node)


def qualified(module: str, name: str) -> str:
    """Return a name that no other module has: `kim1_view_look`."""
    return "_".join([*re.sub(r"\W", "_", module).split("_")[-2:], name])


def own_name(name: str) -> str:
    """Return a local name that JavaScript allows, and that none of another module is like."""
    return f"{name}_" if name in RESERVED else name


def dotted(node: ast.expr) -> list[str]:
    """Return the names of `a.b.c`, [] for anything else."""
    if isinstance(node, ast.Name):
        return [node.id]
    path = dotted(node.value) if isinstance(node, ast.Attribute) else []
    return [*path, node.attr] if path and isinstance(node, ast.Attribute) else []


def is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def is_text_constant(node: ast.expr) -> bool:
    """Return whether an expression is a text written down."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_string(node: ast.BinOp) -> bool:
    """Return whether the left side is a text."""
    return not isinstance(node.left, ast.Constant) or isinstance(node.left.value, str)


def is_plain(value: Any) -> bool:
    """Return whether a value goes to JavaScript as JSON, and means the same there."""
    if isinstance(value, (list, tuple)):
        return all(is_plain(each) for each in value)
    if isinstance(value, Mapping):
        return all(isinstance(key, (str, int)) and is_plain(each) for key, each in value.items())
    return isinstance(value, PLAIN)


def words_script() -> str:
    """Return words.js: an expression, the object with the functions that translated ones call."""
    return Path(__file__).with_name("web").joinpath("words.js").read_text(encoding="utf-8")


def main() -> None:
    """Translate all functions of a module; print the JavaScript."""
    module = import_module(sys.argv[1])
    own = {name: each for name, each in vars(module).items() if isinstance(each, FunctionType)}
    print(script({name: each for name, each in own.items() if each.__module__ == module.__name__}))


if __name__ == "__main__":
    main()
