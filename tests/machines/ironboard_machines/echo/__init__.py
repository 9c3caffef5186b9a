"""The row of the Echo-1."""

from host.machines.mos6502 import Mos6502Model


class EchoModel(Mos6502Model):
    name, title = "echo", "Echo-1"
    cores = ("python", "py65")
    back = 0xFF10  # in the ROM

    def construct(self, core):
        """Return an Echo-1, reset."""
        from .machine import Echo

        return Echo(core=core)


MODEL = EchoModel()
