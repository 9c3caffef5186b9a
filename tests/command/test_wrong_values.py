"""Every option and argument of every verb takes wrong values in one way: status 1 or 2 and one line, or it works.

The cases are made of the parsers themselves: an option that is added is tested without a line here. What runs after
the set-up is cut short: a machine gets a few thousand cycles, nothing is started, served or shown.
"""

import argparse
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
