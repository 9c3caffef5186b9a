"""Install the wheels of a folder outside the checkout, as a user does, and try them: see ABOUT."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ABOUT = """Install the wheels of a folder into a fresh environment and use them in a project of its own: the command,
the Python API with its types, the pytest plugin, the language server. First ironboard-core alone, then ironboard. What
they require comes from pip's index, they themselves from the folder only. The folder is dist if none is named."""
SAMPLE = Path(__file__).parents[1] / "examples" / "testing-project"
TOOLS = ("hypothesis", "mypy", "pytest")  # packages that the project uses
API = """from ironboard import *

with Kim1() as kim:
    kim.load(assemble("src/crc.s").image)
    first: int = kim.memory[0x0300]
    print(f"{first:02X} {kim.step().name} {find_model('704').title} {len(models())}")
"""
WRONG = "        .org $0200\nSTART:  ldaa #1\n        rts\n"


class Step(NamedTuple):
    """A command and a text that it prints."""

    line: str
    expected: str


BOTH = (
    Step("ironboard --version", "ironboard "),
    Step("ironboard doctor", "made for "),
    Step("ironboard asm src/crc.s -o crc.hex --force", "crc.hex: "),
    Step("ironboard completion zsh", "_ironboard_asm"),
    Step("python api.py", "A9 NONE IBM 704 3"),
    Step("python -m mypy --strict api.py", "Success: no issues found"),
    Step("python -m pytest -p no:cacheprovider", " passed"),
)
WHOLE = (
    Step("ironboard --headless --seconds 0.1", "display "),
    Step("ironboard kalah 2", "moves "),
    Step("ironboard web wally", "a browser opens it"),
)


class Failed(Exception):
    """A step that did not do what it should."""


class Environment:
    """A fresh virtual environment of a Python, without pip: that of this Python fills it."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.variables = {
            name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "IRONBOARD"))
        }
        self.variables["PATH"] = os.pathsep.join([str(self.bin), os.environ["PATH"]])

    def install(self, *words: str) -> None:
        """Let pip install something. Raises CalledProcessError."""
        command = [sys.executable, "-m", "pip", "--python", self.program("python"), "install", "--quiet"]
        subprocess.run([*command, "--disable-pip-version-check", *words], check=True)

    def program(self, name: str) -> str:
        """Return the path of a program."""
        return shutil.which(name, path=str(self.bin)) or name

    def run(self, *words: str, folder: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        return subprocess.run(
            [self.program(words[0]), *words[1:]], cwd=folder or self.folder, env=self.variables, input=stdin,
            capture_output=True, text=True, encoding="utf-8", timeout=600, check=False,
        )  # fmt: skip


class Editor:
    """A client of the language server, which speaks the protocol itself."""

    def __init__(self, environment: Environment, folder: Path) -> None:
        self.server = subprocess.Popen(
            [environment.program("ironboard"), "lsp"], cwd=folder, env=environment.variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.last = 0

    def send(self, method: str, params: object, **more: int) -> None:
        """Send a notification, or with an id a request."""
        assert self.server.stdin
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params} | more).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def ask(self, method: str, params: object) -> Any:
        """Send a request and return its result."""
        self.last += 1
        self.send(method, params, id=self.last)
        return self.wait("id", self.last)["result"]

    def wait(self, name: str, value: object) -> Any:
        """Return the next message that has a value in a field. Raises Failed at the end of the output."""
        assert self.server.stdout
        assert self.server.stderr
        while header := self.server.stdout.readline():
            length = int(header.split(b":")[1])
            while self.server.stdout.readline().strip():
                pass
            message = json.loads(self.server.stdout.read(length))
            if message.get(name) == value and ("method" in message) == (name == "method"):
                return message
        raise Failed(f"the language server ends before '{value}':\n{self.server.stderr.read().decode()}")


def converse(environment: Environment, folder: Path) -> None:
    """Open a wrong program in the language server. Raises Failed if it does not know the error and a hover of `rts`."""
    editor = Editor(environment, folder)
    with editor.server:
        uri = (folder / "wrong.s").as_uri()
        editor.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        editor.send("initialized", {})
        document = {"uri": uri, "languageId": "asm6502", "version": 1, "text": WRONG}
        editor.send("textDocument/didOpen", {"textDocument": document})
        told = editor.wait("method", "textDocument/publishDiagnostics")["params"]["diagnostics"]
        hover = editor.ask(
            "textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 9}}
        )
        editor.ask("shutdown", None)
        editor.send("exit", None)
    says = f"{told}, {hover}; and ends with {editor.server.returncode}"
    if editor.server.returncode or "unknown operation 'ldaa'" not in says or "subroutine" not in says.lower():
        raise Failed(f"the language server says {says}")


def project(folder: Path) -> Path:
    """Make the project: the sample with its tests, and a program that uses the API."""
    shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    (folder / "api.py").write_text(API)
    return folder


def attempt(environment: Environment, folder: Path, steps: Sequence[Step]) -> None:
    """Do the steps in a folder, then talk to the language server. Raises Failed."""
    for step in steps:
        done = environment.run(*step.line.split(), folder=folder)
        if done.returncode or step.expected not in done.stdout:
            ends = f"'{step.line}' ends with {done.returncode}: expected 0 and '{step.expected}'"
            raise Failed(f"{ends}\n{done.stdout}{done.stderr}")
        print(f"    {step.line}", flush=True)
    converse(environment, folder)
    print("    ironboard lsp", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return 0 if everything works."""
    parser = argparse.ArgumentParser(prog="python docs/tools/try_wheels.py", description=ABOUT)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"), help="folder with the wheels (dist)")
    parser.add_argument("--python", default=sys.executable, help="the Python of the environment (default: this one)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ironboard", ignore_cleanup_errors=True) as temporary:
        environment, found = Environment(Path(temporary), options.python), str(options.folder.resolve())
        folder = project(Path(temporary, "project"))
        try:
            for name, steps in (("ironboard-core", BOTH), ("ironboard", (*BOTH, *WHOLE))):
                print(name, flush=True)
                environment.install("--no-index", "--no-deps", "--find-links", found, name)
                environment.install(f"{name}[lsp]", *TOOLS)
                attempt(environment, folder, steps)
        except (Failed, subprocess.CalledProcessError) as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
