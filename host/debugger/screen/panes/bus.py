"""What the next instruction will do on the bus, cycle by cycle."""

from __future__ import annotations

from host.debugger.screen.panes.pane import Pane


class BusPane(Pane):
    """The bus cycles of the next instruction."""

    title = "bus"

    def show(self) -> None:
        """Ask the machine, if it stands still."""
        if self.context.control.running:
            self.put([self.text((" while the machine runs, nothing is shown here", "dim"))])
            return
        machine, layout = self.session.machine, self.context.layout
        text = machine.disassemble(self.session.address)[0]
        rows = [self.text((f" {layout.address(self.session.address)}  ", "dim"), (text, "mnemonic"))]
        for number, cycle in enumerate(self.session.bus(), 1):
            rows.append(
                self.text(
                    (f" {number:>2}  ", "dim"),
                    ("write " if cycle.write else "read  ", "breakpoint" if cycle.write else "text"),
                    (f"{layout.word(cycle.value)}", "number"),
                    ("  at  " if cycle.write else "  from", "dim"),
                    f" {layout.address(cycle.address)}",
                    (f"  {self.session.sources.name_of(cycle.address) or ''}", "label"),
                )
            )
        self.put(rows)
