"""The workbench, built once for all processes that run tests, and served."""

import json
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.formats import storage
from host.workbench import npm, playing, serve, site
from tests.editors.colours import NODE_MODULES

KEPT = Path(NODE_MODULES).parent / "workbench" / "workbench"


@pytest.fixture(scope="session")
def folder(once):
    """The folder of the site, as it is released: a browser starts it in half the time of a quick one.

    What npm has brought, and what was made of it, is kept beside the other packages of the tests; the cache of compiled
    programs is that of all tests. The pages of games may be older ones: to make them takes half a minute.
    """

    def make(folder):
        cache = folder.with_name("workbench-cache")
        cache.mkdir(exist_ok=True)
        for name, place in (("workbench", KEPT), ("programs", storage.cache_folder("programs"))):
            place.mkdir(parents=True, exist_ok=True)
            if not (cache / name).exists():
                (cache / name).symlink_to(place, target_is_directory=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(storage.CACHE, str(cache))
            write = playing.write
            patch.setattr(playing, "write", lambda folder, tell, quick: write(folder, tell, quick=True))
            try:
                site.replace(folder, lambda made, tell: site.build_alone(made, quick=False))
            except npm.NpmError as error:
                pytest.skip(f"{NODE_MODULES} has no packages of the workbench: {error}")

    return once("workbench", make)


@contextmanager
def served(folder: Path):
    """Serve a folder; yield the address, which ends with "/"."""
    with serve.server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(folder):
    """The address of the page Write."""
    with served(folder) as found:
        yield f"{found}{site.page_of(folder)}"


WITHOUT_PYTHON = "() => { window.Worker = class { postMessage() {} terminate() {} }; }"

# For tests of what a first visit shows: the memory for the next visit, which takes longer than the visit, is not made.
WITHOUT_NEXT_VISIT = """() => { window.Worker = class extends Worker {
    postMessage(message) { if (!message.rehearsal) super.postMessage(message); }
}; }"""


class Write:
    """The page Write in a tab, used by its elements."""

    def __init__(self, tab):
        self.tab = tab
        tab.until("!!window.ironboard")

    @property
    def text(self):
        return self.tab.evaluate("ironboard.editor.text(ironboard.shown)")

    @property
    def notice(self):
        return self.tab.evaluate("document.getElementById('notice').innerText")

    def button(self, text):
        """Press the button with a text, an accessible name, or an id, the last one that can be seen."""
        self.tab.press(f"""[...document.querySelectorAll("button")].filter((each) => each.checkVisibility()
            && [each.id, each.textContent.trim(), each.ariaLabel].includes({json.dumps(text)})).at(-1)""")

    def write(self, text):
        """Write a text over all that is in the editor, as a user pastes it."""
        self.tab.press("document.querySelector('.cm-content')")
        self.tab.key("Control+a")
        self.tab.evaluate(f"""(() => {{
            const [data, clipboardData] = [{json.dumps(text)}, new DataTransfer()];
            clipboardData.setData("text/plain", data);
            const given = {{ clipboardData, data, dataType: "text/plain", bubbles: true, cancelable: true }};
            document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", given));
        }})()""")
        self.tab.until(f"ironboard.editor.text(ironboard.shown) === {json.dumps(text)}")

    def breakpoint(self, line):
        """Click beside the number of a line."""
        numbers = "[...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]"
        _, y = self.tab.middle(f"{numbers}.find((each) => each.textContent === '{line}' && each.checkVisibility())")
        x, _ = self.tab.middle("document.querySelector('.cm-breakpoints')")
        self.tab.click(x, y)

    def told(self, text):
        """Wait until the notice above the editor has a text."""
        self.tab.until(f"document.getElementById('notice').innerText.includes({json.dumps(text)})")

    def told_below(self, text):
        """Wait until the last line of the page has a text."""
        self.tab.until(f"document.getElementById('now').textContent.includes({json.dumps(text)})")

    def stopped(self, where):
        """Wait until the program is stopped at a place, and its values are shown."""
        self.tab.until(f"""ironboard.bench.debug.isStopped
            && document.getElementById("now").textContent.startsWith("Stopped at {where}")""")

    def command(self, line):
        """Type a line into the debugger's console."""
        self.tab.press("document.getElementById('tab-console')")
        self.tab.press("document.querySelector('#panel-console input')")
        self.tab.type(f"{line}\n")

    def register_is(self, name, value):
        """Wait until the page shows a value of a register."""
        self.tab.press("document.getElementById('tab-state')")
        names = "[...document.querySelectorAll('.registers dt')]"
        self.tab.until(f"""{names}.some((each) =>
            each.textContent === {json.dumps(name)} && each.nextSibling.textContent === {json.dumps(value)})""")
