"""`python docs/tools/make_workbench_pictures.py`: make the pictures of the workbench in docs/images, in Chromium.

Each is a page of the built workbench after what a user would do there. Needs npm, Chromium and its driver.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable

from PIL import Image

from docs.studies.browsers import Browser, Chromium, Tab
from docs.tools.make_screenshots import DOCS, written
from host.workbench import serve, site

FOLDER = DOCS / "images"
SIZE = 1400, 860
COLOURS = 192  # of a picture: enough for the panel's lamps
CONSOLE = "document.querySelector('#panel-console input')"
STOPPED = "self.ironboard?.bench.debug.isStopped"


def write(browser: Browser, address: str) -> Tab:
    """Show the page Write in the past: the first tutorial's mistake, one instruction back."""
    tab = browser.visit(address)
    tab.resize(*SIZE)
    tab.until("self.ironboard?.isReady")
    program = json.dumps(written("kim1.md", "count.s"))
    tab.evaluate(f"ironboard.editor.replace(ironboard.shown, {program})")
    tab.press("document.getElementById('debug')")
    tab.until(STOPPED)
    tab.press("document.getElementById('tab-console')")
    tab.press(CONSOLE)
    tab.type("break tick if [INH] == 9\n")
    tab.key("F5")
    tab.until(f"{STOPPED} && ironboard.bench.timeline.time.now > 4000000")
    for key in ("F11", "F11", "F11", "F7"):
        before = tab.evaluate("ironboard.bench.debug.place.line")
        tab.key(key)
        tab.until(f"{STOPPED} && ironboard.bench.debug.place.line !== {before}")
    tab.press("document.getElementById('tab-state')")
    tab.until("document.querySelectorAll('.registers dd').length > 5")
    return tab


def learn(browser: Browser, address: str) -> Tab:
    """Show the page Learn with a finding: the first lesson as it begins is wrong."""
    tab = browser.visit(f"{address}learn.html")
    tab.resize(*SIZE)
    tab.until("document.getElementById('now').textContent.startsWith('Ready')")
    tab.press("document.getElementById('check')")
    tab.until("!document.getElementById('verdict').hidden")
    return tab


def play(browser: Browser, address: str) -> Tab:
    """Show the page Play."""
    tab = browser.visit(f"{address}play.html")
    tab.resize(*SIZE)
    tab.until("document.querySelectorAll('#games *').length > 20")
    return tab


def phone(browser: Browser, address: str) -> Tab:
    """Show Wally on a phone."""
    tab = browser.visit(f"{address}games/wally.html", phone=True)
    tab.until("window.ready > 0")
    return tab


PICTURES: dict[str, Callable[[Browser, str], Tab]] = {
    "workbench-write.png": write,
    "workbench-learn.png": learn,
    "workbench-play.png": play,
    "workbench-phone.png": phone,
}  # in docs/images


def main() -> None:
    """Make the pictures named on the command line, or all."""
    folder = site.fresh(print)
    with serve.server(folder) as server, Chromium() as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in sys.argv[1:] or PICTURES:
            tab = PICTURES[name](browser, f"http://127.0.0.1:{server.server_port}/{site.page_of(folder)}")
            tab.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))")  # all is drawn
            tab.picture(FOLDER / name)
            tab.close()
            Image.open(FOLDER / name).convert("RGB").quantize(COLOURS).save(FOLDER / name, optimize=True)
            print(FOLDER / name)
        server.shutdown()


if __name__ == "__main__":
    main()
