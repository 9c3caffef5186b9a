"""VS Code itself, in a browser: the extension is installed into code-server, and used there. Not part of the tests.

    python -m tests.editors.code_server NODE_MODULES/code-server [PICTURES]

code-server is 270 MB and takes minutes to install and compile, so this is run by hand: `npm install code-server`. It
needs Chromium. What fails is said, with a picture of the screen in the folder PICTURES.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from docs.studies.browsers import Chromium
from host.editors import command
from host.editors.grammars import languages
from tests.shared import CHECKOUT

COMMAND = str(Path(sys.executable).parent / "ironboard")
FIRST = "; a first program\n        .org $0200\nSTART:  LDA #$00\n        CLC\nLOOP:   ADC #$01\n        JMP LOOP\n"
WRONG = "        .org $0200\n        LDAA #1\n"
SOURCES = ("asm/ibm704/board.sap", "asm/cdc6600/kalah.compass", "asm/cdc6600/kalah.alg", "asm/pitrat/ttt.rules")
SETTINGS = {
    "workbench.startupEditor": "none",
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False,
}
LINES = """[...document.querySelectorAll(".view-line")].sort((a, b) => a.offsetTop - b.offsetTop)"""
STOPPED = "!!document.querySelector('.debug-toolbar') && !!document.querySelector('.codicon-debug-stackframe')"


class Workbench:
    """VS Code in a tab."""

    def __init__(self, browser, url, pictures):
        self.tab, self.pictures = browser.visit(url), pictures
        self.evaluate = self.tab.evaluate
        self.wait("!!document.querySelector('.explorer-folders-view .monaco-list-row')")

    def picture(self, name):
        if self.pictures:
            self.tab.picture(self.pictures / f"{name}.png")

    def wait(self, condition, seconds=60):
        """Wait until an expression is true; return its value."""
        end = time.monotonic() + seconds
        while not (found := self.evaluate(condition)):
            if time.monotonic() > end:
                self.picture("failed")
                sys.exit(f"FAILED: {condition}")
            time.sleep(0.1)
        return found

    def press_at(self, element, times=1):
        box = f"const box = {element}.getBoundingClientRect()"
        place = self.evaluate(
            f"(() => {{ {box}; return [box.x + Math.min(30, box.width / 2), box.y + box.height / 2]; }})()"
        )
        for _ in range(times):
            self.tab.click(*place)

    def point_at(self, element):
        x, y = self.tab.middle(element)
        self.tab.hover(x + 1, y)
        self.tab.hover(x, y)

    def open_file(self, name):
        rows = "[...document.querySelectorAll('.explorer-folders-view .monaco-list-row')]"
        self.press_at(f"{rows}.find((row) => row.textContent.trim() === {json.dumps(name)})", times=2)
        self.wait(f"!!document.querySelector('.tab.active[data-resource-name={json.dumps(name)}]')")

    def colours(self):
        """Return the class of the colour of every word on the lines that are seen."""
        spans = "[...line.querySelectorAll('span > span')].map((each) => [each.textContent, each.className])"
        found = self.evaluate(f"{LINES}.flatMap((line) => {spans})")
        return {text.replace("\N{NO-BREAK SPACE}", " ").strip(): name for text, name in found}


def check(server, pictures):
    """Use the extension; ends the program where something is not as it should be."""
    with tempfile.TemporaryDirectory() as place, socket.create_server(("127.0.0.1", 0)) as free:
        folder, port = Path(place), free.getsockname()[1]
        free.close()
        project = folder / "project"
        project.mkdir()
        (project / "first.s").write_text(FIRST)
        (project / "wrong.s").write_text(WRONG)
        for each in SOURCES:
            shutil.copy(CHECKOUT / each, project)
        for whose, settings in (("User", SETTINGS), ("Machine", {"ironboard.command": COMMAND})):
            (folder / "data" / whose).mkdir(parents=True)
            (folder / "data" / whose / "settings.json").write_text(json.dumps(settings))
        command.write("vscode", folder / "ironboard.vsix")
        options = ["--user-data-dir", folder / "data", "--extensions-dir", folder / "extensions"]
        options += ["--config", folder / "config.yaml"]
        start = ["node", server / "out" / "node" / "entry.js", *options]
        subprocess.run([*start, "--install-extension", folder / "ironboard.vsix"], check=True)
        serve = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"]
        more = ["--disable-workspace-trust", project]
        process = subprocess.Popen([*start, *serve, *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until_there(f"http://127.0.0.1:{port}/healthz")
            with Chromium() as browser:
                use(Workbench(browser, f"http://127.0.0.1:{port}/?folder={project}", pictures))
        finally:
            process.terminate()
            process.wait(20)


def until_there(url):
    for _ in range(100):
        try:
            urllib.request.urlopen(url).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    sys.exit(f"FAILED: {url} does not answer")


def use(code):
    for name in ("first.s", *map(os.path.basename, SOURCES)):
        code.open_file(name)
        classes = f"{LINES}.flatMap((line) => [...line.querySelectorAll('span > span')].map((each) => each.className))"
        print(f"{name}: {code.wait(f'(new Set({classes}).size > 4) && new Set({classes}).size')} colours")
        if name == "first.s":
            words = code.colours()
            kinds = [words[each] for each in ("; a first program", ".org", "START:", "LDA", "$0200")]
            assert len({*kinds}) == 5, kinds
            print("first.s: comment, directive, label, operation and number have colours of their own")
        code.picture(name)

    code.open_file("wrong.s")
    code.wait("!!document.querySelector('.squiggly-error')")
    print("wrong.s: the error is underlined")
    code.picture("error")

    code.open_file("first.s")
    time.sleep(1)
    words = "[...line.querySelectorAll('span > span')]"
    code.point_at(f"(line => {words}.find((each) => each.textContent === 'LDA'))({LINES}[2])")
    code.wait("[...document.querySelectorAll('.monaco-hover')].some((each) => /cycles/.test(each.innerText))")
    print("hover: what LDA does, and its cycles")
    code.picture("hover")
    code.press_at(f"(line => {words}.at(-1))({LINES}[5])")
    code.tab.key("F12")
    code.wait("/Ln 5,/.test(document.querySelector('.statusbar').innerText)")
    print("F12: at the definition of LOOP")
    code.press_at(f"{LINES}[4]")
    code.tab.key("F9")
    code.wait("!!document.querySelector('.codicon-debug-breakpoint')")
    code.tab.key("F5")
    code.wait(STOPPED)
    line = "document.querySelector('.debug-call-stack')?.innerText ?? ''"
    code.wait(f"/first\\.s\\s+3/.test({line})")
    print("F5: stopped on entry")
    code.tab.key("F5")
    code.wait(f"/first\\.s\\s+5/.test({line})")
    print("F5: stopped at the breakpoint")
    code.picture("stopped")
    code.tab.key("F5")
    code.wait("/A\\s*=\\s*01/.test(document.querySelector('.debug-variables')?.innerText ?? '')")
    button = "document.querySelector('.debug-toolbar .codicon-debug-step-back')"
    code.wait(f"!{button}.classList.contains('disabled')")
    time.sleep(1)  # the buttons lie still only then
    code.press_at(button)
    code.wait(f"/first\\.s\\s+6/.test({line})")
    print("step back: on the line before")
    code.picture("back")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(", ".join(each.id for each in languages()))
    check(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None)
