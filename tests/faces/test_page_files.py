"""Games in a page: saved as the window saves them, taken up again, wrong files; without a screen."""

from __future__ import annotations

import json
import random
import shutil

import pytest

from emulators.errors import SourceError
from host.games.checkers.pdn import CHECKERS
from host.games.draughts_play import DRAUGHTS
from host.games.movetext import Record
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.panels.cdc6600.controller import controller as controller_6600
from host.panels.games import checkers, draughts, notes
from host.panels.ibm704.controller import controller as controller_704
from tests.faces.ibm704.room import room, until_it_stands
from tests.faces.pages import in_node, relive

node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")

PLAYED = """
const isChoosing = () => desk.ui.way?.length || desk.ui.path?.length;
const waits = () => desk.steps.length === 0 && (isChoosing() || desk.shown.now.includes(NOW));
const settle = () => { pass(0.1); until(waits, 600); };
const play = () => { desk.command(PLAY); settle(); return desk.shown.board.cells; };
settle();
for (const hand of [...BEFORE, ...HANDS]) { desk.act(...hand); settle(); }
Object.assign(told, { text: desk.save(), given: desk.given.slice(), cycles: desk.cycles, reply: play() });
desk.command("rerun");
settle();
for (const hand of BEFORE) { desk.act(...hand); settle(); }
desk.open("a file", told.text);
settle();
Object.assign(told, { notice: desk.notice, again: desk.save(), second: play() });
told.wrong = WRONG.map((text) => {
    const cells = String(desk.shown.board.cells);
    desk.open("wrong", text);
    until(() => desk.error, 60);
    pass(0.1);
    return [desk.error, String(desk.shown.board.cells) === cells && desk.steps.length === 0];
});
told.kept = play();
"""
NOT_PDN = {
    "": "wrong:1:1: error: there is no game in this file",
    "1. {open": "wrong:1:4: error: the comment is not closed",
    '[GameType "77"]\n\n*': "wrong:1:12: error: the game's type is 77: expected ",
    '[FEN "X:W1"]': "wrong:1:7: error: expected B or W, the side to move",
}
GAMES = {  # program -> what is done, command, the line of actions of a program that waits, wrong texts and their errors
    "kalgame": ([["line", "MOVE 6 3"], ["board", 1]], "play", "the machine moves", {
        "": "wrong:1:1: error: there is no game in this file",
        "1. 6,3 4\n2. 1,9 *": "wrong:2:4: error: '1,9' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        '[Rules "mine"]': "wrong:1:9: error: 'mine' are no rules of Kalah: expected standard or always",
        '[Position "1,2/3"]': "wrong:1:12: error: '1,2/3' is not a position of the game",
    }),
    "draughts": ([["board", each] for each in (61, 52, 66, 57)], "play", "the machine moves", {
        "1. 32-28 19-23\n2. 37-32 *": "wrong:2:4: error: '37-32' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        "1. 32-99": "wrong:1:4: error: '32-99' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        **NOT_PDN,
    }),
    "checkers": ([["board", 40], ["board", 33]], "let it move", "to move", {
        "1. 11-15 22-18 2. 8-11 *": "wrong:1:19: error: '8-11' is not legal: a capture is compulsory, from 15",
        "1. 11-14-15 *": "wrong:1:4: error: '11-14-15' is not legal",
        '[FEN "B:W33:B1"]': "wrong:1:7: error: there is no square 33",
        **NOT_PDN,
    }),
}  # fmt: skip


@node
@pytest.mark.parametrize("program", GAMES)
def test_a_game_is_saved_as_the_window_does_and_taken_up_again(program):
    hands, play, now, wrong = GAMES[program]
    controller = controller_704(Ibm704(), program) if program == "checkers" else controller_6600(Cdc6600())
    if program != "checkers":
        controller.begin(program)
    start = controller.machine.save_state()
    before = [["command", "depth"]] * 6 if program == "checkers" else []  # it looks a move ahead
    names = {"BEFORE": before, "HANDS": hands, "PLAY": play, "NOW": now, "WRONG": [*wrong]}
    told = in_node(controller, f"const {{ {', '.join(names)} }} = {json.dumps(names)};{PLAYED}")["told"]
    controller.machine.load_state(start)
    relive(controller.machine, told)
    controller.refresh(still=True)
    assert told["text"] == controller.panel.game.file.written(controller).decode()
    assert told["again"] == told["text"]
    assert told["second"] == told["reply"]
    assert told["notice"].startswith("a file: taken up after ")
    for (error, is_kept), expected in zip(told["wrong"], wrong.values(), strict=True):
        assert error.startswith(expected)
        assert is_kept


# ---------------------------------------------------------------- readers, with those of the window


PDN = (
    "1. 32-28 19-23 2. 28x19 14x23 *",
    '[Event "A \\"B\\" ]"]\n[GameType "20"]\n1.32-28!? {19-24 ;} 19-23 (1... 18-23 {other} 2. 28x19) $6 2 28x19\n2-0',
    '1. 32-28 *\n\n[Event "two"]\n\n1... ; 2. 1-2\n% 3. 4-5\n1. 31-27 1-0',
    "1. 31-27 {a\nb} 19-23 {c",
    "1. 31-27 (19-23",
    '[Event "x" 1. 31-27',
    '1. 31-27 {a\n [Event "x"]\nb} 19-23',
    "1 31-27 ... 19-23 2. … 27-22 1/2",
    "1. 31-27 ) 19-23",
    '[FEN "B:W28,48,K1:BK22,34,43"]\n1... 22x39',
    '[fen "W:W31-33,K9-10:B1-3:H0:F1."]\n1. 31-27',
    '[GameType "21"]',
    '1. 31-27 [Event "later"]\n1. 32-28',
    "",
    "1. e4 e5",
)


@pytest.mark.parametrize("text", PDN)
def test_a_page_reads_what_the_window_reads(text):
    """Moves, positions and places of mistakes; legal moves are not its business."""
    found = notes.last_game(text, notes.RESULTS_OF_PDN)
    moves = [each for each in found["moves"] if not notes.is_number(each[0])]
    game, error = Record({}, DRAUGHTS.opening), None
    try:
        game, error = DRAUGHTS.played(DRAUGHTS.parts(text.encode(), "file")[-1])
    except SourceError as nothing:
        error = nothing
    if error is None:
        written = [DRAUGHTS.move_written(*each) for each in zip(game.moves, DRAUGHTS.positions(game), strict=False)]
        assert [move for move, _, _ in moves] == written
        assert {name: value for name, (value, _, _) in found["tags"].items()} == {
            name.upper(): value for name, value in game.tags.items()
        }
        if "FEN" in found["tags"]:
            read = notes.pieces_of(found["tags"]["FEN"][0])
            assert notes.position_of(read["turn"], read["pieces"]) == game.start.fen
    else:
        bad = [[line, column] for move, line, column in moves if not notes.squares_of(move)]
        bad += [[line, column] for _, line, column, _ in found["wrong"]]
        steps = [] if bad else draughts.open_file(None, {}, "file", text)
        assert (min(bad) == [error.place.line, error.place.column]) if bad else steps[0][0] == "wrong"


def test_a_page_puts_up_the_positions_of_checkers_that_the_window_puts_up():
    controller = room()
    controller.boot("checkers")
    until_it_stands(controller, 2)
    controller.refresh(still=True)
    chance = random.Random(1967)
    for number in range(30):
        game = CHECKERS.begun(1)
        position = game.start
        while len(game.moves) < 2 * number and (legal := position.legal_moves()):
            game.moves.append(chance.choice(legal))
            position = position.played(game.moves[-1])
        text = CHECKERS.text(game)
        *steps, said = checkers.open_file(controller.machine.m, controller.ui, "file", text)
        assert said == ["say", f"file: taken up after {len(game.moves)} moves"]
        assert steps == controller.panel.game.file.steps(controller, game), text
