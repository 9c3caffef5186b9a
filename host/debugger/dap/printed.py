"""What the machine prints, piece by piece, as it comes out."""

from __future__ import annotations

from emulators.machine import Machine


class Printed:
    """Follows what a machine prints; going back in time takes paper back, too."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._shown = len(machine.printed)

    def new(self) -> str:
        """Return what has been printed since it was asked for last, without control characters but line feeds."""
        printed, shown = self._machine.printed, self._shown
        self._shown = len(printed)
        text = bytes(printed[shown:]).decode("latin-1")
        return "".join(each for each in text if each == "\n" or each.isprintable())
