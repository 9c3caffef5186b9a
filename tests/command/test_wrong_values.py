"""Every option and argument of every verb takes wrong values in one way: status 1 or 2 and one line, or it works.

The cases are made of the parsers themselves: an option that is added is tested without a line here. What runs after
the set-up is cut short: a machine gets a few thousand cycles, nothing is started, served or shown.
"""

import argparse
import ast
import io
import multiprocessing.process
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from emulators.errors import IronboardError
from emulators.processor import Processor
from host import registry
from host.assemblers.roms import CHECKOUT
from host.cli import main
from host.debugger.dap import server as dap
from host.editors.lsp import requests as lsp
from host.machines.cdc6600 import machine as cdc6600
from host.machines.ibm704 import machine as ibm704
from host.machines.kim1 import machine as kim1
from host.options import File
from host.ui import showing
from tests.shared import spread

EXAMPLES = CHECKOUT / "docs" / "examples"
FILES = {
    "program.alg": "sums.alg",
    "program.f": "hilbert.f",
    "program.s": "multiply.s",
    "position.txt": "influence.txt",
}  # that the examples of the verbs name -> what they are here
ASSEMBLED = {"multiply.s": "program.ptp", "hello.compass": "part.rel", "anywhere.sap": "program.cbn"}
WRONG = (
    "", "0", "-1", "1", "1.5", "x", "0x", "nan", "inf", str(10**6), str(2**31), str(2**63), str(10**30), "1" * 5000,
    "0x" + "f" * 5000, "a\0b", "a\nb", "é€", "folder", "missing", "missing/x", "empty", "unreadable", "binary",
)  # fmt: skip
GIVEN = ("folder", "empty", "unreadable", "binary")  # values that are there
MORE = {
    "kim1": ["kim1 --headless"],
    "704": ["704 --headless", "704 perft --headless"],
    "6600": ["6600 --headless", "6600 mates --headless"],
    "run": ["run 704 program.f"],
    "go": ["go wally", "go nps zobrist"],
    "kalah": ["kalah --play", "kalah --solve 3"],
    "checkers": ["checkers --learn --games 1", "checkers --self-play"],
    "pitrat": ["pitrat win chess", "pitrat perft chess", "pitrat check chess", "pitrat play chess"],
    "match": ["match samuel:2 random"],
    "board": ["board dump 0200-0300 -o x.ptp --port x", "board run 0200 --port x"],
    "software": ["software --from folder"],
}  # further ways into a verb, besides its own example
CALLS, PIECE = 100, 20_000  # calls of a kernel and cycles of each, then a case is over: it works
CASES = 12  # of a verb


class Enough(BaseException):
    """The set-up is over."""


def enough(*given, **named):
    raise Enough


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("wrong")
    (place / "folder").mkdir()
    for name in ("empty", "unreadable"):
        (place / name).touch()
    (place / "unreadable").chmod(0)
    (place / "binary").write_bytes(bytes(range(256)))
    (place / "vectors.json").write_text("[]")
    for name, example in FILES.items():
        (place / name).write_text((EXAMPLES / example).read_text())
    for source, target in (
        ("multiply.s", "program.ptp"),
        ("hello.compass", "part.rel"),
        ("anywhere.sap", "program.cbn"),
    ):
        assert main.main(["asm", str(EXAMPLES / source), "-o", str(place / target)]) == 0
    return place


@pytest.fixture
def short(monkeypatch, folder):
    """Cut short what runs after the set-up."""
    calls = []

    def run(processor, deadline):
        calls.append(deadline)
        if len(calls) > CALLS:
            raise Enough
        processor._run(processor._handle, min(deadline, int(processor.m.cycles) + PIECE))

    for each in folder.iterdir():
        if each.name in WRONG and each.name not in GIVEN:  # a result of a case before
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(Processor, "run", run)
    monkeypatch.setattr(showing, "choose", enough)
    monkeypatch.setattr(subprocess.Popen, "__init__", enough)
    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", enough)
    monkeypatch.setattr(dap, "serve", lambda *given: 0)
    monkeypatch.setattr(lsp, "serve", lambda *given: 0)
    monkeypatch.setattr(os, "fsync", lambda file: None)
    return calls


def outcome(words, calls, monkeypatch):
    """Return the exit status of a command and the lines of its error."""
    calls.clear()
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    try:
        status = main.main(words)
    except SystemExit as end:
        status = end.code
    except Enough:
        status = 0
    text = err.getvalue().replace("a\nb", "a b")  # a value with a line end may be named as it is
    return status, [line for line in text.splitlines() if not line.startswith("see '")]


def leaf(words):
    """Return the parser of a command line, that of a word after the verb included."""
    found = main.parser(words[0])
    for word in words:
        inner = [each for each in found._actions if isinstance(each, argparse._SubParsersAction)]
        if not inner or word not in inner[0].choices:
            return found
        found = inner[0].choices[word]
    return found


def cases(verb):
    """Yield command lines with one wrong value each."""
    for base in (verb.example, *MORE.get(verb.name, ())):
        words = shlex.split(base)
        actions = leaf(words)._actions
        for action in actions:
            if action.option_strings and action.nargs != 0:
                yield from ([*words, f"{action.option_strings[-1]}={value}"] for value in WRONG)
        for at in range(1, len(words)):
            if not words[at].startswith("-"):
                yield from ([*words[:at], value, *words[at + 1 :]] for value in WRONG)
        if any(not action.option_strings and action.nargs in ("?", "*") for action in actions):
            yield from ([*words, value] for value in WRONG)


@pytest.mark.parametrize("verb", main.verbs(), ids=lambda verb: verb.name)
def test_a_wrong_value_is_one_line_in_every_verb(verb, short, monkeypatch):
    for words in spread([*cases(verb)] or [[verb.name]], CASES):
        status, lines = outcome(words, short, monkeypatch)
        shown = [word[:30] for word in words]
        assert status in (0, 1, 2, None), shown
        placed = lines and (": error: " in lines[0] or "  hint: " in lines[-1])  # with the line and its hint below
        assert not status or len(lines) <= 1 or placed or lines[0].startswith(("warning", "time")), (shown, lines)


OF_MACHINES = [
    (model.name, option)
    for model in registry.models().values()
    for option in model.options.values()
    if option.metavar  # a switch takes no value
]


@pytest.mark.parametrize(("name", "option"), OF_MACHINES, ids=lambda each: getattr(each, "dest", each))
def test_an_option_of_a_machine_has_the_same_line_in_every_verb(name, option, short, monkeypatch):
    model = registry.find(name)
    program = {"kim1": "wally", "704": "checkers", "6600": "mates"}[name]
    job = {"704": "program.f", "6600": "mates"}
    ways = [
        [name, "--headless"],
        ["debug", program, "-e", "quit"],
        ["profile", program, "--cycles", "10"],
        ["web", program, "-o", "page.html", "--force"],
        *([["run", name, job[name]]] if model.job_options else []),
    ]
    for value in spread(WRONG, 12):
        if option.choices and value not in option.choices:
            ways = ways[:1]  # argparse's: names what the verb's own machines have
        said = {}
        for words in ways:
            status, lines = outcome([*words, f"{option.names[0]}={value}"], short, monkeypatch)
            line = (
                re.sub(r"^[^:]*: (argument [^:]*: )?", "", lines[0]) if status and lines else ""
            )  # not their spelling
            said.setdefault(line, []).append(words)
        assert len(said) == 1, (value[:30], said)


VALUES = (-1, 1.5, "x", float("nan"), 7001, 2**31, 10**30, 10**5000)  # that no option here takes
CONSTRUCTORS = (
    ("kim1", kim1.Kim1, "baud", "baud"),
    ("kim1", kim1.Kim1, "high_expansion", "expand_high"),
    ("704", ibm704.Ibm704, "core_size", "words"),
    ("6600", cdc6600.Cdc6600, "words", "words"),
    ("6600", cdc6600.Cdc6600, "ra", "ra"),
    ("6600", cdc6600.Cdc6600, "em", "em"),
    ("6600", cdc6600.Cdc6600, "model", "model"),
)


@pytest.mark.parametrize(("name", "machine", "parameter", "option"), CONSTRUCTORS)
def test_constructors_refuse_a_value_in_the_words_of_the_command_line(name, machine, parameter, option):
    for value in VALUES:
        if value == 7001 and parameter in ("baud", "high_expansion", "em"):
            continue  # there is room for it
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - the words are compared below
            machine(**{parameter: value})
        with pytest.raises(IronboardError) as built:
            registry.find(name).build({option: value})
        said = str(built.value)
        assert (str(refused.value), len(said) < 200, "\n" in said) == (said, True, False)


@pytest.mark.parametrize("example", [verb.example for verb in main.VERBS])
def test_every_verb_has_an_example_that_its_parser_takes(example, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    words = shlex.split(example)
    options, unknown = main.parser(words[0]).parse_known_args(words)
    assert (unknown, bool(options.action)) == ([], True)
    with pytest.raises(SystemExit):
        main.main([words[0], "--help"])
    assert "example: ironboard" in capsys.readouterr().out


def test_a_verb_without_its_arguments_shows_an_example(capsys):
    for verb in ("mates", "asm", "load", "match"):
        with pytest.raises(SystemExit):
            main.main([verb])
        assert f"an example: ironboard {verb} " in capsys.readouterr().err


NUMBERS = [
    (verb, action.option_strings[-1])
    for verb in main.VERBS
    for action in leaf(shlex.split(verb.example))._actions
    if action.option_strings and getattr(action.type, "__name__", "") in ("number", "positive", "points", "seconds")
]


@pytest.mark.parametrize(("verb", "name"), NUMBERS, ids=lambda each: getattr(each, "name", each))
def test_numbers_have_ascii_digits(verb, name, short, monkeypatch):
    status, lines = outcome([*shlex.split(verb.example), f"{name}=٣"], short, monkeypatch)
    assert (status, [re.sub(".*'٣'", "", each) for each in lines]) in [
        (2, [f" is not {what}"]) for what in ("a number", "a time in seconds", "a komi: expected points, such as 6.5")
    ]


def test_a_choice_of_another_option_names_it(capsys):
    """`go --color black` was the way before every verb had --color."""
    for words in (["go", "--color", "black"], ["go", "zobrist", "--color=white"]):
        with pytest.raises(SystemExit):
            main.main(words)
        assert f"there is no '{words[-1][-5:]}'; did you mean '--side {words[-1][-5:]}'?" in capsys.readouterr().err


# ---------------------------------------------------------------- the same words for the same fault


def inputs(verb):
    """Yield the command lines of a verb with a place for each file that it reads, which no name of a program can be."""
    for base in (verb.example, *MORE.get(verb.name, ())):
        words = shlex.split(base)
        actions = leaf(words)._actions
        for action in actions:
            kind = action.type
            if not isinstance(kind, File) or kind.written or kind.convert is str:
                continue
            try:
                kind("missing")
                before = ""
            except argparse.ArgumentTypeError:
                before = "3="  # NAME=FILE
            if action.option_strings:
                yield [*words, f"{action.option_strings[-1]}={before}{{}}"]
            elif action.nargs == "+":
                at = 1 + [each for each in actions if not each.option_strings].index(action)
                yield [*words[:at], "{}", *words[at + 1 :]]


FAULTS = {
    "missing": "cannot read missing: No such file or directory",
    "folder": "cannot read folder: it is a folder",
    "closed": "cannot read closed: Permission denied",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_input_that_cannot_be_read_has_the_same_words_everywhere(fault, short, folder, monkeypatch):
    """Before anything runs: that is why all of them can be tried."""
    monkeypatch.setattr(os, "access", lambda path, mode: os.path.basename(path) != "closed")  # root may read everything
    for name in ("closed", "library.rel"):
        (folder / name).touch()
    lines = [line for verb in main.verbs() for line in inputs(verb)]
    assert len(lines) > 60
    for line in lines:
        words = [word.replace("{}", fault) for word in line]
        words += ["--force"] if "-o" in words else []
        status, said = outcome(words, short, monkeypatch)
        assert said == [f"ironboard: {FAULTS[fault]}"] or "not allowed with" in said[0], words
        assert status == (1 if "cannot read" in said[0] else 2)


EMPTY = (
    "kim1 --headless --program empty", "kim1 --headless --rom empty",
    "kim1 --headless --tape empty", "704 empty --headless", "704 --headless --cards empty", "6600 empty --headless",
     "run 6600 empty", "debug empty -e quit", "debug wally --replay empty",
    "debug wally --symbols empty", "profile empty", "lockstep empty", "web wally --recording empty", "dis empty",
    "dis program.ptp --labels empty", "cards empty", "load empty", "bench --from empty", "bench --compare empty",
    "sweep --summary empty", "verify 6502 empty", "checkers --book empty", "influence empty",
    "hub --memory empty", "mates --file empty", "pitrat win chess --file empty", "pitrat check empty",
    "pitrat moves --position empty", "board load empty --port x",
)  # fmt: skip


@pytest.mark.parametrize("line", EMPTY)
def test_an_empty_file_has_the_same_words_everywhere(line, short, monkeypatch):
    """But for sources and texts, in which nothing may be meant."""
    status, lines = outcome(line.split(), short, monkeypatch)
    assert (status, len(lines)) == (1, 1)
    assert re.fullmatch(r"ironboard: (empty|program\.ptp): the file is empty; expected .+", lines[0])


def usage_errors():
    """Yield what verbs give to `parser.error`, or raise, about several options."""
    for path in sorted((CHECKOUT / "host" / "cli" / "verbs").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("parser.error", "IronboardError"):
                text = ast.unparse(node.args[0])
                if text.count("--") + text.count("{") > 1:
                    yield path.name, text


NOT_ABOUT_TWO = re.compile("is missing|is needed|expected|asks for|suffix|is a benchmark|str\\(error")


def test_options_that_do_not_fit_have_the_same_words_everywhere():
    """A goes with B; A does not go with B."""
    found = [each for each in usage_errors() if not NOT_ABOUT_TWO.search(each[1])]
    assert len(found) > 15
    assert [each for each in found if not re.search(r"\bgo(es)?\b['})]* with\b", each[1])] == []
