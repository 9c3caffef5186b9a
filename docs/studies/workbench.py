"""What the workbench costs: bytes of the first visit, and the processor's time until a program is assembled.

    python docs/studies/workbench.py

Needs npm, Chromium and its driver. The processor's time is that of the whole browser; where other work is under way,
the ratio to the one-file page of Wally, opened in the same run, says more than seconds.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from docs.studies.browsers import Browser, Chromium, Tab
from host import registry
from host.ui import page
from host.workbench import serve, site

APART = ("games/", "learn", "teach", "play", "lessons", "licences")  # of other pages than Write
PACKED = (".tgz", ".zip")
LONG = 300.0  # seconds
SETTLING = 3.0
SOURCE = "        .org $0200\\n        lda #1\\n        brk\\n"
ASSEMBLE = f"""(async () => {{
    await ironboard.client.call("files.write", "first.s", "{SOURCE}");
    return (await ironboard.client.call("tools.listing", "first.s")) !== null;
}})()"""
KEPT = """caches.keys()
    .then((names) => Promise.all(names.map((each) => caches.open(each).then((cache) => cache.keys()))))
    .then((lists) => lists.flat().map((each) => new URL(each.url).pathname.split("/").pop()))
    .then((names) => names.includes("memory") && names.includes("version.json"))"""


def main() -> int:
    """Print a table."""
    if not Chromium.program:
        print("there is no Chromium", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "site")
        site.replace(folder, lambda made, tell: site.workbench(made / site.WORKBENCH, tell), lambda text: print(text))
        bytes_of(folder / site.WORKBENCH)
        wally = one_file(Path(scratch, "wally.html"))
        with serve.server(folder) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with Chromium() as chromium:
                times(chromium, f"http://{serve.LOOPBACK}:{server.server_port}/{site.WORKBENCH}/", wally)
            server.shutdown()
    return 0


def bytes_of(folder: Path) -> None:
    """Print the bytes that a first visit of Write transfers, the largest files first."""
    found = []
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(APART):
            content = path.read_bytes()
            found.append((len(content) if path.suffix in PACKED else len(gzip.compress(content, 9)), name))
    for size, name in sorted(found, reverse=True)[:8]:
        print(f"{name:<30}{size:>12,}")
    print(f"{'first visit, compressed':<30}{sum(size for size, _ in found):>12,}")


def one_file(path: Path) -> float:
    """Return the processor's seconds that the page of Wally takes until it is ready."""
    page.write(registry.find("kim1").runner().controller({"program": "wally"}), path)
    with Chromium() as chromium:
        time.sleep(SETTLING)  # the browser's own start
        before = chromium.processor_seconds()
        chromium.open(path)
        return chromium.processor_seconds() - before


def times(chromium: Browser, address: str, wally: float) -> None:
    """Print what a first and a later visit take until a program is assembled."""
    time.sleep(SETTLING)
    tab = visit(chromium, address, "first visit", wally)
    tab.until(KEPT, LONG)
    tab.close()
    visit(chromium, address, "later visit", wally)
    processes = psutil.Process(chromium.process.pid).children(recursive=True)
    largest = max(each.memory_info().rss for each in processes)
    print(f"{'memory of the largest process':<30}{largest / 1e6:>9.0f} MB")


def visit(chromium: Browser, address: str, title: str, wally: float) -> Tab:
    """Open the page, and assemble a program; print seconds."""
    before, start = chromium.processor_seconds(), time.monotonic()
    tab = chromium.visit(address)
    tab.until("!!window.ironboard", LONG)
    editor = time.monotonic() - start
    tab.until("ironboard.isReady", LONG)
    assert tab.evaluate(ASSEMBLE)
    taken, wall = chromium.processor_seconds() - before, time.monotonic() - start
    print(f"{title + ', assembled':<30}{taken:>9.2f} s of processor, {taken / wally:.1f} times Wally's ({wally:.2f} s)")
    print(f"{'':<30}{wall:>9.2f} s, the editor after {editor:.2f} s")
    return tab


if __name__ == "__main__":
    sys.exit(main())
