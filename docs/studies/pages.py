"""What pages cost: bytes, the time until one can play, and the processor's time at the machine's own speed.

    python docs/studies/pages.py

Needs Chromium and its driver. The processor's time is that of all its processes, over some seconds in which the
machine runs.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from docs.studies.browsers import Chromium, Tab
from host import registry
from host.ui import page

SECONDS, SETTLING = 10.0, 3.0
PAGES = (("kim1", "wally"), ("704", "checkers"), ("6600", "mates"), ("6600", "kalgame"))


def main() -> int:
    """Print a table."""
    if not Chromium.program:
        print("there is no Chromium", file=sys.stderr)
        return 1
    print(f"{'page':<10}{'bytes':>9}{'ready':>10}{'of a core':>12}{'idle':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for machine, program in PAGES:
            model = registry.find(machine)
            path = Path(folder, f"{program}.html")
            page.write(model.runner().controller({"program": program}), path)
            with Chromium() as chromium:
                time.sleep(SETTLING)  # the browser's own start
                tab = chromium.open(path)
                ready = tab.evaluate("window.ready")
                busy = share(tab)
                tab.evaluate('desk.command("pause")')
                print(f"{program:<10}{path.stat().st_size:>9,}{ready:>8.2f} s{busy:>12.1%}{share(tab):>8.1%}")
    return 0


def share(tab: Tab) -> float:
    """Return the share of a core that the page takes."""
    time.sleep(1)
    before, began = tab.browser.processor_seconds(), time.monotonic()
    time.sleep(SECONDS)
    return float(tab.browser.processor_seconds() - before) / (time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
