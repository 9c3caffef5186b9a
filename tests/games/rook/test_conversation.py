"""Somebody at a terminal sees White's move before he is asked for his own."""

import io

from emulators.cdc6600.system import INPUT
from host.machines.cdc6600.job import Conversation
from host.machines.cdc6600.machine import Cdc6600

from .sessions import MOVE, games, image, written

FIGURE_30 = next(game for game in games("printed.tsv") if game.name == "fig30")
ASKING = 100_000  # cycles between two looks at the program


class Keyboard(io.StringIO):
    """Lines that are typed one after the other; it notes the moves that had been printed before each of them."""

    def __init__(self, lines, paper):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.paper = paper
        self.seen = []

    def readline(self, size=-1):
        self.seen.append([written(each) for each in MOVE.finditer(self.paper.getvalue())])
        return super().readline(size)


def test_white_s_move_is_printed_before_black_is_asked():
    machine = Cdc6600(core="compiled", exact=False)
    machine.load(image())
    paper = io.StringIO()
    keyboard = Keyboard(["2", *FIGURE_30.typed[:5], "0", "0"], paper)
    conversation = Conversation(machine, keyboard, paper, paper)
    while not machine.run(ASKING):
        conversation.look()
    assert INPUT not in machine.system.waiting_for
    assert keyboard.seen == [[], [], *([*FIGURE_30.white[:count]] for count in (1, 2, 3, 4, 5, 5))]
