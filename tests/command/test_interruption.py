"""Ctrl-C ends every verb soon, with status 130 and a line that says how to go on; none works in silence."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from host import cli, waiting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")

SOON, PATIENCE = 5, 60  # seconds
START = (  # the command, which says after a second of work already that it works: the sign that it has begun
    "import sys; from host import waiting; waiting.LINE_SECONDS = 1.0\n"
    "from ironboard.__main__ import main; sys.exit(main())"
)
VECTORS = Path(__file__).parents[1] / "data/mos6502/documented.jsonl.gz"
GOES_ON = "it goes on"
AT_ONCE = "(at work|interrupted)"
FOR_EVER = "--cycles 1000000000000"

FILES = {
    "loop.sap": "       ORG 24\nBEGIN  TRA BEGIN\n       END BEGIN\n",
    "loop.compass": "         IDENT  LOOP\n         ABS\n         ENTRY  LOOP\n         ORG    100B\n"
    "LOOP     EQ     LOOP\n         END    LOOP\n",
    "loop.alg": "begin l: go to l end\n",
    "loop.f": "      PROGRAM L\n    1 GO TO 1\n      END\n",
    "long.s": "        .org $0200\n" + "        .repeat 60000\n        nop\n        .endrepeat\n" * 30,
    "long.compass": "         IDENT  LONG\n         ENTRY  LONG\nLONG     BSS    0\n         DUP    400000\n"
    "         VFD    60/1\n         ENDD\n         END    LONG\n",
    "long.alg": "begin integer i;\n" + "i := i + 1; if i > 3 then i := i - 4;\n" * 30000 + "end\n",
    "deck.deck": "".join(f"{number:080}\n" for number in range(20000)),
}


class Case(NamedTuple):
    """A command line that runs long, what is typed, and the sign that it has begun."""

    line: str
    typed: str = ""
    sign: str = AT_ONCE


def framed(message):
    return f"Content-Length: {len(message)}\r\n\r\n{message}"


INITIALIZE = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null,"rootUri":null}}'
)
CASES = {
    "kim1": [Case(f"kim1 --headless {FOR_EVER}")],
    "704": [Case(f"704 loop.sap --headless {FOR_EVER}")],
    "6600": [Case(f"6600 loop.compass --headless {FOR_EVER}")],
    "web": [Case("web long.s")],
    "run": [Case(f"run 6600 loop.compass {FOR_EVER}"), Case(f"run 704 loop.f {FOR_EVER}")],
    "algol": [Case(f"algol loop.alg {FOR_EVER}"), Case("algol long.alg")],
    "fortran": [Case(f"fortran loop.f {FOR_EVER}")],
    "asm": [Case("asm long.s")],
    "load": [Case("load long.compass")],
    "rom": [Case("rom verify")],
    "lockstep": [Case(f"lockstep wally {FOR_EVER}")],
    "dap": [Case("dap --port 0", sign="waiting on")],
    "lsp": [Case("lsp", framed(INITIALIZE), "capabilities")],
    "go": [Case("go zobrist zobrist")],
    "gtp": [Case("gtp", "name\n", "Wally")],
    "checkers": [Case("checkers --self-play --depth 12")],
    "hub": [Case("hub", "hub\ninit\npos pos=start\ngo think\n", "info depth")],
    "kalah": [Case("kalah --solve"), Case("kalah 40")],
    "mates": [Case("mates --moves 9 'kbK5/pp6/1P6/8/8/8/8/R7 w'")],
    "draughts": [Case("draughts --depth 20", sign="at work")],
    "endings": [Case("endings --opponent best --position random")],
    "rook": [Case("rook --opponent best --position random")],
    "pitrat": [Case("pitrat threats gomoku --later")],
    "bench": [Case("bench kalah")],
    "sweep": [Case("sweep wally-random --games 100000", sign="the journal is")],
    "match": [Case("match wally random --games 100000", sign="the journal is")],
    "figures": [Case("figures", sign="figures: 1 of|at work")],
    "debug": [Case("debug loop.compass -e continue")],
    "profile": [Case(f"profile loop.compass {FOR_EVER}")],
    "learn": [Case("learn algol-sum long.alg")],
    "verify": [Case(f"verify 6502 {' '.join([str(VECTORS)] * 100)}")],
    "cards": [Case(f"cards --picture {' '.join(['deck.deck'] * 10)}")],
}
SHORT = {  # verbs that end within a second or two, whatever they are given, or need a board or programs of others
    "dis", "doctor", "editors", "influence", "software", "board",
}  # fmt: skip


def test_every_verb_is_in_the_table():
    assert {each.name for each in cli.verbs()} == CASES.keys() | SHORT
    assert not CASES.keys() & SHORT


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def interrupted(case, folder, number=signal.SIGINT):
    """Start a command, wait for its sign, interrupt it; return what is wrong, "" if nothing is."""
    with tempfile.TemporaryFile() as said:

        def text():
            return os.pread(said.fileno(), 1 << 20, 0).decode(errors="replace")

        process = subprocess.Popen(
            [sys.executable, "-c", START, *shlex.split(case.line)], cwd=folder, stdin=subprocess.PIPE, stdout=said,
            stderr=said, start_new_session=True,
        )  # fmt: skip
        try:
            process.stdin.write(case.typed.encode())
            process.stdin.flush()
            end = time.monotonic() + PATIENCE
            while not re.search(case.sign, text()):
                if process.poll() is not None or time.monotonic() > end:
                    return f"{case.line}: no sign of work: {process.returncode}, {text()}"
                time.sleep(0.05)
            process.send_signal(number)
            status = process.wait(SOON)
        except subprocess.TimeoutExpired:
            return f"{case.line}: {GOES_ON}: {text()}"
        finally:
            process.stdin.close()
            process.kill()
            process.wait()
        if status != 128 + number or "Traceback" in text() or text().count("ironboard: interrupted: ") != 1:
            return f"{case.line}: {status}, {text()}"
        return "" if ended(process.pid) else f"{case.line}: a process of it is left"


def ended(group):
    """Return whether all processes of a group end."""
    for _ in range(SOON * 20):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_ends_every_verb_soon_and_it_says_how_to_go_on(folder):
    cases = [case for each in CASES.values() for case in each]
    with ThreadPoolExecutor(4) as several:
        found = [*several.map(lambda case: interrupted(case, folder), cases)]
    slow = [case for case, wrong in zip(cases, found, strict=True) if GOES_ON in wrong]
    assert not [wrong for wrong in found if wrong and GOES_ON not in wrong]
    assert not [*filter(None, (interrupted(case, folder) for case in slow))]  # alone: the host may have been loaded


def test_sigterm_does_so_with_another_status(folder):
    assert not interrupted(CASES["run"][0], folder, signal.SIGTERM)


def test_ctrl_c_during_the_first_imports_leaves_no_traceback():
    """Whenever it is pressed: here, while `host.cli` is being imported."""
    code = (
        "import os, signal, sys\n"
        "from ironboard.__main__ import main\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'host.cli':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code, "doctor"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "")


def test_silence_is_broken_while_a_command_computes_and_not_while_it_waits():
    now, used = [0.0], [0.0]
    patience = waiting.Patience(lambda: now[0], lambda: used[0])

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
    patience.on = False
    assert pass_time(60, 1.0) == []
