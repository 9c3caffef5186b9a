"""How soon after a key does an editor know the errors? `python docs/studies/editing.py` asks the server.

Not one of the workloads of `ironboard bench`, whose time is that of a processor: here an editor waits. Programs that
come with Ironboard are opened, one in each language; in the middle of each an error is typed and taken back. The time
is from the change to the errors of the whole text, over the protocol, the server's pause after a key included. The time
of the analysis alone is the processor's, which other programs of the host do not change much.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from emulators.roms import ROOTS
from host.editors.lsp.languages import language_of

SOURCES = (  # file, a line that is an error
    ("kim1/monitor.s", "        ldaa #1"),
    ("ibm704/checkers.sap", "       CLB X"),
    ("cdc6600/kalah.compass", "         SB1    NOTHING"),
    ("cdc6600/nps.alg", '"IF" "IF";'),
    ("pitrat/chess.rules", "IN = = 0"),
)
RUNS, LIMIT, LINES = 10, 0.2, 1000


class Editor:
    """A client that opens one file and changes it."""

    def __init__(self) -> None:
        self.client = LanguageClient("bench", "1")
        self.published = asyncio.Event()
        self.told: lsp.PublishDiagnosticsParams | None = None
        self.version = 0

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            if params.version == self.version:
                self.told = params
                self.published.set()

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "ironboard", "lsp")
        await self.client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        self.client.initialized(lsp.InitializedParams())

    async def show(self, uri: str, id: str, text: str) -> tuple[float, int]:
        """Open the file, or change it; return the seconds until its errors were there, and how many."""
        self.published.clear()
        self.version += 1
        began = time.perf_counter()
        if self.version == 1:
            item = lsp.TextDocumentItem(uri, id, self.version, text)
            self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        else:
            document = lsp.VersionedTextDocumentIdentifier(self.version, uri)
            change = lsp.TextDocumentContentChangeWholeDocument(text)
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        await self.published.wait()
        assert self.told
        return time.perf_counter() - began, len(self.told.diagnostics)

    async def end(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]


class Measured(NamedTuple):
    """Seconds; `lines` are those of files that are taken in, too."""

    language: str
    lines: int
    analysis: float
    median: float
    longest: float


async def measure(file: str, wrong: str, runs: int) -> Measured:
    """Type an error in a program and take it back, `runs` times."""
    path = next(place for root in ROOTS if (place := root / "asm" / file).is_file())
    language, text = language_of(str(path)), path.read_text(encoding="utf-8")
    assert language
    size = sum(len(each) for each in language.analyse(str(path), {}, {}).files.values())
    rows = text.split("\n")
    middle = len(rows) // 2
    spoilt = "\n".join([*rows[:middle], wrong, *rows[middle:]])
    editor = Editor()
    await editor.start()
    await editor.show(path.as_uri(), language.id, text)
    await asyncio.sleep(2)  # what an opened text is looked at for longer
    times = []
    for _ in range(runs):
        for shown, errors in ((spoilt, True), (text, False)):
            seconds, found = await editor.show(path.as_uri(), language.id, shown)
            assert bool(found) is errors, file
            times.append(seconds)
    await editor.end()
    alone = [processor_time(partial(language.analyse, str(path), {os.path.realpath(path): spoilt}, {})) for _ in times]
    return Measured(language.id, size, statistics.median(alone), statistics.median(times), max(times))


def processor_time(act: Callable[[], object]) -> float:
    """Return the seconds that something takes, as the server does it: without looking for garbage."""
    gc.collect()
    gc.disable()
    began = time.process_time()
    act()
    seconds = time.process_time() - began
    gc.enable()
    return seconds


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python docs/studies/editing.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--runs", type=int, default=RUNS, help=f"errors typed in each program ({RUNS})")
    options = parser.parse_args()
    heads = "".join(f"{each:>11}" for each in ("analysis", "median", "longest"))
    print(f"{'language':<10}{'program':<22}{'lines':>7}{heads}{f'{LINES:,} lines':>14}")
    slow = 0
    for source, wrong in SOURCES:
        row = asyncio.run(measure(source, wrong, options.runs))
        thousand = row.median * LINES / row.lines
        slow += thousand > LIMIT
        times = "".join(f"{seconds * 1000:>8.0f} ms" for seconds in (row.analysis, row.median, row.longest))
        print(f"{row.language:<10}{Path(source).name:<22}{row.lines:>7,}{times}{thousand * 1000:>11.0f} ms")
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main())
