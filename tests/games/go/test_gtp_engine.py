"""The other end of GTP: engines that do what they should, and others."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from host.games import engine as processes
from host.games.engine import EngineError, GtpEngine, Refusal

ENGINE = Path(__file__).with_name("engine.py")


def command(how):
    return shlex.join([sys.executable, str(ENGINE), how])


def third_move(how, timeout=20.0):
    with GtpEngine(command(how), timeout) as engine:
        for _ in range(2):
            engine.ask("genmove white")
        return engine.ask("genmove white")


@pytest.mark.parametrize("how", ["well", "carriage", "blank"])
def test_an_engine_is_asked_and_answers(how):
    with GtpEngine(command(how), 20) as engine:
        assert engine.ask("boardsize 15") == ""
        assert engine.ask("play black A15") == ""
        assert [engine.ask("genmove white") for _ in range(2)] == ["B15", "C15"]


def test_our_own_engine_is_one():
    with GtpEngine(shlex.join([sys.executable, "-m", "ironboard", "gtp"]), 60) as engine:
        assert engine.ask("name") == "Wally"
        assert engine.ask("boardsize 15") == ""
        assert engine.ask("play white H8") == ""
        assert engine.ask("genmove black") == "G8"
        assert engine.ask("list_commands").split()[0] == "protocol_version"
        with pytest.raises(Refusal, match="the engine refuses 'boardsize 19': 'unacceptable size'"):
            engine.ask("boardsize 19")
        assert engine.ask("name") == "Wally"  # a failure is not the end


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("die", "the engine ended with exit status 3 at 'genmove white'; its output: 'segmentation fault, dear'"),
        ("garbage", "the engine answers 'genmove white' with 'I would rather play chess.': expected =3 or [?]"),
        ("number", "the engine answers 'genmove white' with '=999 C15': expected =3 or [?]"),
    ],
)
def test_an_engine_that_misbehaves_is_an_error_that_says_how(how, message):
    with pytest.raises(EngineError, match=message):
        third_move(how)


def test_an_engine_that_closes_its_output_has_ended(monkeypatch):
    monkeypatch.setattr(processes, "FAREWELL", 0.1)
    with pytest.raises(EngineError, match="the engine closed its output at 'genmove white'"):
        third_move("close")


def test_an_engine_that_is_silent_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(processes, "FAREWELL", 0.1)
    with pytest.raises(EngineError, match=r"no response to 'genmove white' within 0\.5 seconds"):
        third_move("silent", timeout=0.5)


def test_a_response_without_an_end_is_broken_off():
    with (
        GtpEngine(command("endless"), 20) as engine,
        pytest.raises(EngineError, match=r"the response to 'name' is incomplete; it begins 'x{200}\.\.\.'"),
    ):
        engine.ask("name")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("no-such-engine --mode gtp", "cannot start the engine 'no-such-engine --mode gtp': No such file"),
        ("", "cannot start the engine '': it is not a command line"),
        ("/", "cannot start the engine '/': Permission denied"),
        ("'open", "cannot start the engine ''open': it is not a command line"),
    ],
)
def test_a_command_that_starts_nothing_is_an_error(words, message):
    with pytest.raises(EngineError, match=message):
        GtpEngine(words, 1)


@pytest.mark.parametrize("how", ["stay", "well"])
def test_an_engine_is_ended_with_what_it_has_started(tmp_path, monkeypatch, how):
    """Whether it goes when it is told to, or stays."""
    monkeypatch.setattr(processes, "FAREWELL", 0.3)
    wrapper = tmp_path / "engine.sh"
    wrapper.write_text(f"sleep 60 &\n{command(how)}\n")
    with GtpEngine(f"sh {wrapper}", 20) as engine:
        assert engine.ask("genmove white") == "A15"
    while engine._lines.get(timeout=20) is not None:  # the output ends when nobody has it any more, `sleep` included
        pass


def test_all_engines_can_be_ended_at_once():
    engines = [GtpEngine(command("well"), 20) for _ in range(2)]
    assert len(processes.running) == 2
    processes.end_all()
    assert not processes.running
    for engine in engines:
        with pytest.raises(EngineError, match="ended with exit status"):
            engine.ask("name")
        engine.close()
