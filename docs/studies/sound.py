"""What it costs to hear a machine: the processor's time for each second, silent and with an ear at the controller.

    python docs/studies/sound.py

No sound device is opened; drawing is left out. Time is simulated, sixty frames a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from emulators.pacing import Pacer
from host.formats import cassette
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import KimController
from host.ui.controller import Controller
from host.ui.speaker import Ear

SECONDS, FRAMES = 30.0, 60


def main() -> int:
    """Print a table."""
    print(f"{'KIM-1':<28}{'silent':>8}{'heard':>8}   of a core")
    for name, put_up in CASES.items():
        silent, heard = (share(put_up(), hears) for hears in (False, True))
        print(f"{name:<28}{silent:>8.2%}{heard:>8.2%}")
    return 0


def idle() -> Controller:
    """Return a machine whose monitor waits for a key."""
    return KimController(Kim1())


def teletype() -> Controller:
    """Return a machine that echoes what is typed at ten characters a second."""
    kim = Kim1(baud=110)
    kim.log_on()
    kim.give("type", ["0" * round(11 * SECONDS), 0])
    return KimController(kim)


def tape() -> Controller:
    """Return a machine with a tape that plays."""
    controller = KimController(Kim1())
    controller.tape.edges = cassette.edges([cassette.Record(1, 0x0200, bytes(round(4 * SECONDS)))])
    controller.tape.play()
    return controller


CASES: dict[str, Callable[[], Controller]] = {
    "the monitor waits": idle,
    "a Teletype at 110 baud": teletype,
    "a tape is played": tape,
}


def share(controller: Controller, hears: bool) -> float:
    """Return the share of a core that a controller takes at the machine's own speed."""
    now = 0.0
    controller.now = lambda: now
    controller.pacer = Pacer(controller, 1.0, controller.now)
    controller.refresh(still=True)
    ear = Ear(controller) if hears else None
    began = time.process_time()
    for frame in range(round(SECONDS * FRAMES)):
        now = (frame + 1) / FRAMES
        controller.advance()
        if ear:
            ear.listen()
    return (time.process_time() - began) / SECONDS


if __name__ == "__main__":
    sys.exit(main())
