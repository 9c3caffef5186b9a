"""The server as editors start it: standard streams, a port, a log; and requests that cannot wait."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host.cli.main import main
from host.debugger.dap import server
from host.debugger.opening import Opened
from host.debugger.session import Session
from tests.debugger.dap_editor import PATIENCE, Editor, over_a_port, over_standard_streams
from tests.debugger.programs import COUNTING
from tests.machines.ironboard_machines.toy import MODEL
from tests.machines.ironboard_machines.toy.machine import Toy

ROOT = Path(__file__).parents[2]


# ---------------------------------------------------------------- standard streams


def test_a_whole_session_on_standard_input_and_output(tmp_path):
    with over_standard_streams("--log", tmp_path / "dap.log") as (editor, process):
        editor.launch(program="wally", stopOnEntry=True, core="py65")
        assert editor.begin()["reason"] == "entry"
        assert editor.where() == "MAIN"
        editor.request("disconnect")
        editor.wait_for_end()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
    log = (tmp_path / "dap.log").read_text()
    assert re.search(r"^\d\d:\d\d:\d\d --> .*'command': 'launch'", log, re.MULTILINE)
    assert re.search(r"^\d\d:\d\d:\d\d <-- .*'event': 'stopped'", log, re.MULTILINE)


def test_the_end_of_standard_input_ends_the_server():
    with over_standard_streams() as (editor, process):
        editor.initialize()
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_bytes_that_make_no_sense_are_answered_and_end_the_server():
    with over_standard_streams() as (editor, process):
        editor.initialize()
        editor.write(b"what is this?\r\n\r\n")
        editor.wait_for_output("not a message header: 'what is this?'", "important")
        editor.wait_for_end()
        assert process.wait(PATIENCE) == 1


def test_whatever_is_printed_goes_to_standard_error(tmp_path):
    program = """
import os, sys
from host.debugger.dap.server import Log, serve_standard_streams
from host.debugger.opening import open_session
def open_loudly(wish):
    print("printed by Python")
    os.write(1, b"written by a library\\n")
    return open_session(wish)
serve_standard_streams(Log(), open_loudly)
print("printed afterwards")
"""
    command = [sys.executable, "-c", program]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **streams, cwd=ROOT) as process:

        def send(data):
            process.stdin.write(data)
            process.stdin.flush()

        rest = []

        def receive():
            data = process.stdout.read1(1 << 16)
            rest.append(data)
            return data

        editor = Editor(receive, send)
        editor.launch(core="py65")
        editor.request("disconnect")
        editor.wait_for_end()
        assert process.wait(PATIENCE) == 0
        assert b"".join(rest).endswith(b"printed afterwards\n")
        assert sorted(process.stderr.read().splitlines()) == [b"printed by Python", b"written by a library"]


# ---------------------------------------------------------------- a port


def test_a_port_of_this_computer_once():
    command = [sys.executable, "-m", "ironboard", "dap", "--port", "0", "--once"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT) as process:
        try:
            line = process.stderr.readline().decode()
            port = int(re.fullmatch(r"ironboard dap: waiting on 127\.0\.0\.1:(\d+)\n", line)[1])
            with socket.create_connection(("127.0.0.1", port)) as connection:
                editor = Editor(lambda: connection.recv(1 << 16), connection.sendall)
                editor.launch(core="py65", stopOnEntry=True)
                editor.begin()
                editor.request("disconnect")
                editor.wait_for_end()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--once"], "--once goes with --port"),
        (["--port", "70000"], "'70000' is not a port"),
        (["--port", "x"], "'x' is not a number"),
    ],
)
def test_wrong_usage(options, message, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["dap", *options])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


def test_a_port_that_is_taken_and_a_log_that_cannot_be_written(capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["dap", "--port", str(taken.getsockname()[1])]) == 1
    assert "in use" in capsys.readouterr().err
    assert main(["dap", "--log", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_an_editor_that_goes_away_leaves_the_server_to_others():
    with over_a_port(lambda wish: Opened(Session(Toy()), MODEL)) as connect:
        connect().launch()
        other = connect()
        other.launch(stopOnEntry=True)
        assert other.begin()["reason"] == "entry"


def test_the_log_keeps_our_own_failures(tmp_path):
    def open_badly(wish):
        raise ZeroDivisionError("on purpose")

    log = tmp_path / "dap.log"
    sent, said = [], [
        {"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "x"}},
        {"seq": 2, "type": "request", "command": "launch"},
        {"seq": 3, "type": "request", "command": "launch"},
    ]  # fmt: skip
    stream = [b"".join(map(server.framed, said)), b""]
    server.converse(lambda count: stream.pop(0), sent.append, open_badly, server.Log(log))
    answers = [json.loads(data.partition(b"\r\n\r\n")[2]) for data in sent]
    assert [answer["success"] for answer in answers] == [True, False, False]
    assert answers[1]["message"] == "an internal error of Ironboard: ZeroDivisionError('on purpose')"
    assert "in open_badly" in log.read_text()


class Faulty(Toy):
    """A machine that cannot run."""

    def run_to(self, cycle):
        raise ZeroDivisionError("on purpose")


def test_a_fault_while_the_machine_runs_is_told_once_and_stops_it():
    with over_a_port(lambda wish: Opened(Session(Faulty()), MODEL)) as connect:
        editor = connect()
        editor.launch(stopOnEntry=True)
        editor.begin()
        assert editor.go("continue")["reason"] == "pause"
        assert editor.output["important"] == "an internal error of Ironboard: ZeroDivisionError('on purpose')\n"
        assert editor.values("Registers")["PC"] == "000"


# ---------------------------------------------------------------- what cannot wait


class Reluctant(Toy):
    """A machine that does not go back in time before somebody has asked for a pause."""

    def __init__(self, words):
        super().__init__(words)
        self.asked = threading.Event()
        self.set_out = threading.Event()

    def restore(self, snapshot):
        self.set_out.set()
        assert self.asked.wait(PATIENCE)
        super().restore(snapshot)


@pytest.mark.parametrize("urgent", ["pause", "terminate", "disconnect"])
def test_a_journey_through_time_can_be_broken_off(urgent):
    toy = Reluctant([COUNTING.get(address, 0) for address in range(512)])
    session = Session(toy)
    pause = session.pause
    session.pause = lambda: (pause(), toy.asked.set())
    with over_a_port(lambda wish: Opened(session, MODEL)) as connect:
        editor = connect()
        editor.launch(stopOnEntry=True)
        editor.begin()
        editor.request("setFunctionBreakpoints", breakpoints=[{"name": "0", "hitCondition": "1000"}])
        editor.go("continue")
        editor.request("setFunctionBreakpoints", breakpoints=[])
        cycle = session.cycles
        editor.start("reverseContinue", threadId=1)
        assert toy.set_out.wait(PATIENCE)
        number = editor.start(urgent, threadId=1)
        assert editor.wait("stopped")["reason"] == "pause"
        editor.answer(number)
        assert session.cycles == cycle


def test_large_writes_are_written_as_a_whole():
    reading, writing = os.pipe()
    data, got = bytes(range(256)) * 4096, bytearray()

    def drain():
        while len(got) < len(data):
            got.extend(os.read(reading, 1 << 16))

    thread = threading.Thread(target=drain)
    thread.start()
    server.write_all(writing, data)
    thread.join(PATIENCE)
    os.close(writing)
    os.close(reading)
    assert got == data
