"""What the workbench costs: bytes, the time until a program is assembled, steps to and fro, the panel, memory.

    python docs/studies/workbench.py

Needs npm, Chromium and its driver. The processor's time is that of the whole browser; where other work is under way,
the ratio to the one-file page of Wally, opened in the same run, says more than seconds. Steps are timed in the page,
from the request to the stop; the best of several, since other work only delays them.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from docs.studies.browsers import Browser, Chromium, Tab
from docs.studies.pages import share
from host import registry
from host.ui import page
from host.workbench import serve, site
from host.workbench.worker import FOLDER

APART = ("games/", "learn", "teach", "play", "lessons", "licences")  # of other pages than Write
PACKED = (".tgz", ".zip")
LONG = 300.0  # seconds
SETTLING = 3.0
SOURCE = "        .org $0200\\n        lda #1\\n        brk\\n"
ASSEMBLE = f"""(async () => {{
    await ironboard.client.call("files.write", "first.s", "{SOURCE}");
    return (await ironboard.client.call("tools.listing", "first.s")) !== null;
}})()"""
TIMES = 12  # a step is made
FAR = 10**9  # cycles
TURBO = 4.0  # seconds
COUNTING = "        .org $0200\nloop:   inx\n        bne loop\n        iny\n        jmp loop\n"
SUMMING = """       ORG 64
LOOP   CLA SUM
       ADD ONE
       STO SUM
       TRA LOOP
ONE    DEC 1
SUM    DEC 0
       END LOOP
"""
MOVE = """(async () => {
    const { dap } = ironboard.bench.debug, began = performance.now();
    await new Promise((stopped, failed) => {
        const end = dap.on("stopped", () => (end(), stopped()));
        dap.request("REQUEST", { threadId: 1 }).catch(failed);
    });
    return performance.now() - began;
})()"""
CYCLES = 'ironboard.client.call("debug.timeline").then(({ now }) => now)'
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
    machines(visit(chromium, address, "later visit", wally))
    processes = psutil.Process(chromium.process.pid).children(recursive=True)
    largest = max(each.memory_info().rss for each in processes)
    print(f"{'memory of the largest process':<30}{largest / 1e6:>9.0f} MB")


def launch(tab: Tab, name: str, text: str) -> None:
    """Start a program; it waits before its first instruction."""
    given = json.dumps({"path": str(FOLDER / name), "stopOnEntry": True})
    tab.evaluate(f"""ironboard.client.call("files.write", "{name}", {json.dumps(text)})
        .then(() => ironboard.bench.debug.launch({given}))""")
    tab.until("ironboard.bench.debug.isStopped", LONG)
    time.sleep(SETTLING)


def move(tab: Tab, request: str) -> float:
    """Return the milliseconds from a request of the debugger to the stop."""
    taken = float(tab.evaluate(MOVE.replace("REQUEST", request)))
    time.sleep(0.3)  # for the views
    return taken


def best(tab: Tab, request: str) -> float:
    return min(move(tab, request) for _ in range(TIMES))


def at_speed(tab: Tab, times: str) -> None:
    """Let the machine run, so many times as fast as the original."""
    tab.evaluate(f"void ironboard.bench.machine.setSpeed({times})")
    tab.evaluate('ironboard.bench.debug.go("continue", {}, false).then(() => 0)')


def machines(tab: Tab) -> None:
    """Print what steps, turbo and the panel cost."""
    launch(tab, "count.s", COUNTING)
    print(f"{'step, step back':<30}{best(tab, 'stepIn'):>9.1f} ms, {best(tab, 'stepBack'):.1f} ms")
    at_speed(tab, "Infinity")
    browser = tab.browser
    before, began, cycles = browser.processor_seconds(), time.monotonic(), tab.evaluate(CYCLES)
    time.sleep(TURBO)
    cycles = (tab.evaluate(CYCLES) - cycles) / 1e6
    busy, wall = browser.processor_seconds() - before, time.monotonic() - began
    print(f"{'KIM-1 at turbo':<30}{cycles / busy:>9.0f} MHz by the processor's time, {cycles / wall:.0f} by the clock")
    tab.until(f"{CYCLES}.then((now) => now >= {FAR})", LONG)
    move(tab, "pause")
    there = tab.evaluate(CYCLES)
    print(f"{'step back at':<30}{there / 1e6:>9,.0f} million cycles: {best(tab, 'stepBack'):.1f} ms")
    for title, name, text in (("KIM-1", "count.s", COUNTING), ("704", "sum.sap", SUMMING)):
        launch(tab, name, text)
        still = share(tab)
        at_speed(tab, "1")
        print(f"{'panel at x1, ' + title:<30}{share(tab):>9.1%} of a core, standing {still:.1%}")
        move(tab, "pause")


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
