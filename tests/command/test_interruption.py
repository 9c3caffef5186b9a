"""Ctrl-C ends every verb soon, with status 130 and a line that says how to go on; none works in silence.

No clock decides when it is pressed: a case names a function that the verb calls as it works, and the signal is sent
inside the N-th call. The function is not called again: the verb ends there. A kernel hears nothing while it is at
work: the number of cycles that it is given is what says that it comes back soon.

A few are processes: they wait for input or for other processes, or are the evidence for the signals of a real one.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

import pytest

from emulators import processor
from host import interruption
from host.assemblers.roms import CHECKOUT
from host.cli import main
from host.machines.cdc6600.job import NOTING, PIECE
from host.streams import Status
from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")

SOON, PATIENCE = 5, 20  # seconds, of a process
RUN = "emulators.processor:Processor.run_piece"  # of a kernel, as long as it is left alone
RELIVED = 2 * PIECE // NOTING  # the 6600's last cycles, to find the line in which it was
FOR_EVER = "--cycles 1000000000000"
VECTORS = CHECKOUT / "tests/data/mos6502/documented.jsonl.gz"
INTERRUPTED = "ironboard: interrupted: "

FILES = {
    "loop.s": "        .org $0200\nbegin:  jmp begin\n",
    "loop.sap": "       ORG 24\nBEGIN  TRA BEGIN\n       END BEGIN\n",
    "loop.compass": "         IDENT  LOOP\n         ABS\n         ENTRY  LOOP\n         ORG    100B\n"
    "LOOP     EQ     LOOP\n         END    LOOP\n",
    "part.compass": "         IDENT  PART\n         ENTRY  PART\nPART     EQ     PART\n         END    PART\n",
    "loop.alg": "begin l: go to l end\n",
    "loop.f": "      PROGRAM L\n    1 GO TO 1\n      END\n",
    "sum.alg": "begin integer sum; sum := 0; l: sum := sum + 1; go to l end\n",
    "deck.deck": "".join(f"{number:080}\n" for number in range(3)),
    "stones.txt": (CHECKOUT / "docs/examples/influence.txt").read_text(),
}


class Case(NamedTuple):
    """A command line, and the piece of its work in which it is interrupted: a function, and which call of it.

    `more`: how often the function may be called after it, to say where the program was.
    """

    line: str
    piece: str = RUN
    call: int = 2
    more: int = 0


CASES = {
    "kim1": [Case(f"kim1 --headless {FOR_EVER}")],
    "704": [Case(f"704 loop.sap --headless {FOR_EVER}")],
    "6600": [Case(f"6600 loop.compass --headless {FOR_EVER}")],
    "web": [Case("web wally", "host.ui.page:packed")],
    "run": [Case(f"run 6600 loop.compass {FOR_EVER}"), Case(f"run 704 loop.f {FOR_EVER}")],
    "algol": [
        Case(f"algol loop.alg {FOR_EVER}", more=RELIVED),
        Case("algol loop.alg", "host.compilers.ir.builder:Builder.op"),
    ],
    "fortran": [
        Case(f"fortran loop.f {FOR_EVER}", more=RELIVED),
        Case("fortran loop.f", "host.compilers.fortran.parser:Parser._statement"),
    ],
    "asm": [
        Case(f"asm {name} --force", "host.assemblers.program:Program.begin")
        for name in ("loop.s", "loop.sap", "loop.compass")
    ],
    "format": [Case("format loop.sap", "host.assemblers.program:Program.begin")],
    "load": [Case("load part.compass", "host.assemblers.compass.relocatable:modules_of", 1)],
    "dis": [Case("dis loop.ptp", "host.assemblers.disassembler:ByteDisassembler._take", 1)],
    "cards": [
        Case("cards --picture deck.deck", "host.formats.deck.command:lines"),
        Case("cards deck.deck -o deck.svg", "host.formats.deck.command:_drawing"),
    ],
    "rom": [Case(f"rom {which}", "host.assemblers.roms:built") for which in ("build", "verify")],
    "verify": [Case(f"verify 6502 {VECTORS}", "host.testing.vectors:Report.add")],
    "lockstep": [Case(f"lockstep wally {FOR_EVER}")],
    "go": [Case("go zobrist zobrist")],
    "checkers": [Case("checkers --self-play"), Case("checkers --learn")],
    "chess": [Case("chess --self-play")],
    "kalah": [Case("kalah --solve"), Case("kalah 6", call=1)],
    "mates": [Case("mates 'kbK5/pp6/1P6/8/8/8/8/R7 w'")],
    "draughts": [Case("draughts --depth 20")],
    "influence": [Case("influence stones.txt", call=1)],
    "armies": [Case("armies stones.txt", call=2)],
    "endings": [Case("endings --opponent best --position random")],
    "rook": [Case("rook --opponent best --position random")],
    "pitrat": [Case("pitrat moves chess", call=1)],
    "bench": [Case("bench kalah")],
    "sweep": [Case("sweep wally-random --games 3 --jobs 1 --quiet", call=20)],
    "match": [Case("match wally random --games 3 --jobs 1 --quiet", call=20)],
    "figures": [Case("figures", call=3)],
    "debug": [Case("debug loop.compass -e continue", more=1)],
    "profile": [Case(f"profile loop.compass {FOR_EVER}")],
    "learn": [Case("learn algol-sum sum.alg")],
    "editors": [Case("editors vscode -o x.vsix", "host.editors.vscode:_configuration")],
    "software": [Case("software", "host.software.catalogue:shown")],
    "board": [Case("board load loop.ptp --port line", "host.machines.lines:SerialPort.read")],
    "doctor": [Case("doctor", "host.cli.installation:found")],
    "site": [Case("site site", "host.workbench.npm:packages", 1)],
    "workbench": [Case("workbench", "host.workbench.npm:packages", 1)],
    "completion": [Case("completion bash", "host.cli.main:Verb.describe")],
    "man": [Case("man", "host.cli.main:Verb.describe")],
}
SERVERS = {  # processes: what is typed, and the sign that they wait for more, or that others work for them
    "dap": ("dap --port 0", "", "waiting on"),
    "lsp": ("lsp", "{initialize}", "capabilities"),
    "gtp": ("gtp", "name\n", "Wally"),
    "hub": ("hub", "hub\ninit\npos pos=start\ngo think\n", "info depth"),
    "uci": ("uci", "isready\n", "readyok"),
    "sweep": ("sweep wally-random --games 100000 --jobs 2", "", "the journal is"),
    "kim1": (f"kim1 --headless {FOR_EVER}", "", "at work"),
}
INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}'
)


def test_every_verb_is_in_a_table():
    assert {each.name for each in main.verbs()} == CASES.keys() | SERVERS.keys()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    assert main.main(["asm", str(folder / "loop.s"), "-o", str(folder / "loop.ptp")]) == 0
    return folder


@pytest.fixture
def folder(files, tmp_path, monkeypatch):
    """A folder of the user with these files."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Piece:
    """A function in which a signal is sent, at one of its calls; how often it was called until then, and after it."""

    def __init__(self, case, monkeypatch):
        module, _, path = case.piece.partition(":")
        *owners, name = path.split(".")
        owner = importlib.import_module(module)
        for each in owners:
            owner = getattr(owner, each)
        self.work, self.call, self.more = getattr(owner, name), case.call, case.more
        self.calls = self.longest = 0
        monkeypatch.setattr(owner, name, lambda *given, **named: self(*given, **named))

    def __call__(self, *given, **named):
        self.calls += 1
        if self.calls == self.call:
            signal.raise_signal(signal.SIGINT)
        if given and isinstance(given[0], processor.Processor):
            kernel, deadline, run = given
            given = kernel, deadline, lambda until: self.run(until, kernel, run)
        return self.work(*given, **named)

    def run(self, until, kernel, work):
        self.longest = max(self.longest, until - kernel.m.cycles)
        return work(until)


@pytest.fixture(autouse=True)
def limit():
    """End a case that goes on for ever: only one that fails takes so long."""

    def end(number, frame):
        pytest.fail("it goes on")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(2 * PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def interrupted(line, piece, monkeypatch):
    """Run a command as this process; return what is wrong, "" if nothing is."""
    said, threads = io.StringIO(), {*threading.enumerate()}
    monkeypatch.setattr(sys, "argv", ["ironboard", *shlex.split(line)])
    gc.disable()  # hypothesis has a callback at collections, in which an interrupt would be lost
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), contextlib.redirect_stderr(said):
        status = main.command()
    gc.enable()
    text = said.getvalue()
    wrong = {
        f"status {status}": status != Status.INTERRUPTED,
        "no line, or several": text.count(INTERRUPTED) != 1 or "Traceback" in text,
        f"{piece.calls} calls": not piece.call <= piece.calls <= piece.call + piece.more,
        f"a kernel works for {piece.longest} cycles": piece.longest > processor.LONGEST_PIECE,
        "processes are left": multiprocessing.active_children(),
        "threads are left": [each for each in threading.enumerate() if each not in threads and not each.daemon],
    }
    found = [each for each, is_so in wrong.items() if is_so]
    return f"{line}: {', '.join(found)}: {text}" if found else ""


@pytest.mark.parametrize(
    "case", [each for several in CASES.values() for each in several], ids=lambda each: f"{each.line[:30]}"
)
def test_ctrl_c_ends_every_verb_and_it_says_how_to_go_on(case, folder, monkeypatch):
    ours, board = os.openpty()
    line = case.line.replace("--port line", f"--port {os.ttyname(board)}")
    assert not interrupted(line, Piece(case, monkeypatch), monkeypatch)
    os.close(ours)
    os.close(board)


def test_so_does_it_in_the_window(folder, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert not interrupted("kim1", Piece(Case("kim1"), monkeypatch), monkeypatch)


@pytest.mark.parametrize(("number", "line"), [(signal.SIGINT, "kim1 --tui"), (signal.SIGTERM, "debug loop.s --screen")])
def test_so_does_the_signal_in_a_terminal(number, line, folder):
    """Not the key: that is the view's. The terminal is what it was."""
    terminal = Terminal(*shlex.split(line))
    try:
        terminal.wait_for(lambda shown: any(each.strip() for each in shown))
        terminal.send(number)
        assert terminal.wait_for_end() == 128 + number
        assert terminal.modes_now() == terminal.modes
        said = terminal.received.rpartition(ALTERNATE_SCREEN_OFF.encode())[2].decode()
        assert (said.count(INTERRUPTED), "Traceback" in said) == (1, False)
    finally:
        terminal.close()


def test_so_does_a_sweep_on_a_cluster(folder, monkeypatch):
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        line = f"sweep wally-random --games 3 --quiet --scheduler {cluster.scheduler_address}"
        assert not interrupted(
            line, Piece(Case(line, "host.experiments.sweeps.workers:wait", 1), monkeypatch), monkeypatch
        )


def ended_by(number, line, typed, sign, folder):
    """Start a command, wait for its sign, send it a signal; return what is wrong, "" if nothing is."""
    start = (  # it says at once that it is at work: the sign of one that prints nothing
        "import sys; from host import interruption; interruption.LINE_SECONDS = interruption.LOOK_SECONDS = 0.2\n"
        "from ironboard.__main__ import main; sys.exit(main())"
    )
    with tempfile.TemporaryFile() as said:

        def text():
            return os.pread(said.fileno(), 1 << 20, 0).decode(errors="replace")

        process = subprocess.Popen(
            [sys.executable, "-c", start, *shlex.split(line)], cwd=folder, stdin=subprocess.PIPE, stdout=said,
            stderr=said, start_new_session=True,
        )  # fmt: skip
        try:
            process.stdin.write(typed.encode())
            process.stdin.flush()
            end = time.monotonic() + PATIENCE
            while not re.search(sign, text()):
                if process.poll() is not None or time.monotonic() > end:
                    return f"{line}: no sign of work: {process.returncode}, {text()}"
                time.sleep(0.05)
            process.send_signal(number)
            status = process.wait(SOON)
        except subprocess.TimeoutExpired:
            return f"{line}: it goes on: {text()}"
        finally:
            process.stdin.close()
            process.kill()
            process.wait()
        if status != 128 + number or "Traceback" in text() or text().count(INTERRUPTED) != 1:
            return f"{line}: {status}, {text()}"
        return "" if ended(process.pid) else f"{line}: a process of it is left"


def ended(group):
    """Return whether all processes of a group end."""
    for _ in range(SOON * 20):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("verb", SERVERS)
def test_a_signal_ends_a_process_that_waits_or_has_others(verb, folder):
    line, typed, sign = SERVERS[verb]
    typed = typed.format(initialize=f"Content-Length: {len(INITIALIZE)}\r\n\r\n{INITIALIZE}")
    number = signal.SIGTERM if verb == "sweep" else signal.SIGINT
    assert not ended_by(number, line, typed, sign, folder)


def test_ctrl_c_during_the_first_imports_leaves_no_traceback():
    """Whenever it is pressed: here, while `host.cli.main` is being imported."""
    code = (
        "import os, signal, sys\n"
        "from ironboard.__main__ import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'host.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code, "doctor"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "")


def test_silence_is_broken_while_a_command_computes_and_not_while_it_waits():
    now, used = [0.0], [0.0]
    patience = interruption.Patience(lambda: now[0], lambda: used[0])

    def pass_time(seconds, busy):
        said = []
        for _ in range(2 * seconds):
            now[0] += 0.5
            used[0] += busy / 2
            said += filter(None, [patience.look()])
        return said

    assert pass_time(60, 0.0) == []
    patience.deeds.append(lambda: f"{used[0]:.0f} s of work")
    assert pass_time(21, 1.0) == [
        "ironboard: at work for 10 s, 10 s of work; Ctrl-C ends it",
        "ironboard: at work for 20 s, 20 s of work; Ctrl-C ends it",
    ]
    patience.said()
    assert pass_time(9, 1.0) == []
    patience.expecting = True
    patience.said()
    assert len(pass_time(11, 0.0)) == 1
    patience.on = False
    assert pass_time(60, 1.0) == []
