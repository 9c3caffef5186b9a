"""The sound of a line of a drum printer: a recipe made by ear (host/ui/sound.py).

The console is silent. OUTPUT went to a printer such as the 501, which has the whole alphabet on a drum that turns once
a line: at 1,000 lines a minute the hammers rattle for most of 60 ms, and the paper moves in the rest of that time.
"""

from __future__ import annotations

from host.ui.sound import Mode, Recipe, struck

LINES = 1000  # a minute
HAMMERS: Recipe = (Mode(1450, 0.0010, 0.16, rub=0.004), Mode(3100, 0.0006, 0.16, rub=0.004))
LINE: Recipe = (
    *struck(HAMMERS, *(0.0035 * turn for turn in range(12))),  # some letters are in most lines: not even noise
    Mode(175, 0.012, 0.24),
    Mode(640, 0.006, 0.16, at=0.045),  # the paper stops at the next line
)
SOUNDS = {"line": LINE}
