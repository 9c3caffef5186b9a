"""The row of the Toy: all that the command line, the debugger, the profile, `verify` and pytest have to know of it."""

from host.registry import Model


class ToyModel(Model):
    """JMS leaves the return address in the first word of a subroutine."""

    name, title = "toy", "Toy"
    radix, address_bits = 8, 9
    cores = ("python",)
    processor, vectors = "toy", f"{__name__}.vectors"
    front = f"{__name__}.panel"
    back = 0o775

    def construct(self, core):
        """Return a Toy with nothing in its memory."""
        from .machine import Toy

        return Toy()

    def enter(self, machine, address):
        """Do what JMS does."""
        machine.poke(address, self.back)
        machine.write_register("PC", address + 1)
        return 0


MODEL = ToyModel()
