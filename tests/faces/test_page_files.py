"""Games in a page: saved as the window saves them, taken up again, wrong files; without a screen."""

from __future__ import annotations

import json
import random
import shutil

import pytest

from emulators.errors import SourceError
from host.games.checkers.pdn import CHECKERS
from host.games.checkers.samuel import octal, words_of
from host.games.draughts_play import DRAUGHTS
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.machines.kim1.machine import Kim1
from host.panels.cdc6600.controller import controller as controller_6600
from host.panels.games import checkers, draughts, notes
from host.panels.ibm704.controller import controller as controller_704
from host.panels.kim1.controller import controller as controller_kim
from tests.faces import translated
from tests.faces.ibm704.room import room, until_it_stands
from tests.faces.pages import in_node, relive
from tests.faces.test_script import compare

node = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")

PLAYED = """
const isChoosing = () => desk.ui.way?.length || desk.ui.path?.length;
const board = () => (desk.shown.board ?? desk.shown.go).cells;
const waits = () => desk.steps.length === 0 && (isChoosing() || NOW.some((each) => desk.shown.now.includes(each)));
const settle = () => { pass(0.1); until(waits, 600); };
const play = () => { desk.act(...PLAY); settle(); return board(); };
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
    const cells = String(board());
    desk.open("wrong", text);
    until(() => desk.error, 60);
    pass(0.1);
    return [desk.error, String(board()) === cells && desk.steps.length === 0];
});
told.kept = play();
"""
NOT_PDN = {
    "": "wrong:1:1: error: there is no game in this file",
    "1. {open": "wrong:1:4: error: the comment is not closed",
    '[GameType "77"]\n\n*': "wrong:1:12: error: the game's type is 77: expected ",
    '[FEN "X:W1"]': "wrong:1:7: error: expected B or W, the side to move",
}
ROOK = '[FEN "8/8/2K5/4k3/8/8/8/7R w - - 0 1"]\n'
NOT_SGF = {
    "": "wrong:1:1: error: there is no game in this file: expected SGF",
    "(;SZ[21])": "wrong:1:6: error: the board has 21 rows: expected ",
    "(;SZ[15];B[aa];W[aa])": "wrong:1:18: error: white A15 is not legal: the point is taken",
    "(;SZ[15]KM[abc])": "wrong:1:12: error: KM[abc]: expected a number",
}
BEFORE = {  # program -> the first steps: it looks a move ahead, there are no handicap stones
    "checkers": [["command", "depth"]] * 6,
    "wally": [["pad", "GO"], ["pad up", "GO"]],
}
GAMES = {  # program -> what is done, command, the line of actions of a program that waits, wrong texts and their errors
    "kalgame": ([["line", "MOVE 6 3"], ["board", 1]], ["command", "play"], "the machine moves", {
        "": "wrong:1:1: error: there is no game in this file",
        "1. 6,3 4\n2. 1,9 *": "wrong:2:4: error: '1,9' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        '[Rules "mine"]': "wrong:1:9: error: 'mine' are no rules of Kalah: expected standard or always",
        '[Position "1,2/3"]': "wrong:1:12: error: '1,2/3' is not a position of the game",
    }),
    "draughts": ([["board", each] for each in (61, 52, 66, 57)], ["command", "play"], "the machine moves", {
        "1. 32-28 19-23\n2. 37-32 *": "wrong:2:4: error: '37-32' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        "1. 32-99": "wrong:1:4: error: '32-99' is not legal: NO SUCH LINE, OR NO SUCH MOVE",
        **NOT_PDN,
    }),
    "checkers": ([["board", 40], ["board", 33]], ["command", "let it move"], "to move", {
        "1. 11-15 22-18 2. 8-11 *": "wrong:1:19: error: '8-11' is not legal: a capture is compulsory, from 15",
        "1. 11-14-15 *": "wrong:1:4: error: '11-14-15' is not legal",
        '[FEN "B:W33:B1"]': "wrong:1:7: error: there is no square 33",
        **NOT_PDN,
    }),
    "rook": ([["line", "2 KC6 RH1 KE5"], ["board", 29]], ["line", "KF4"], "a square for your king", {
        "": "wrong:1:1: error: there is no game in this file",
        f'{ROOK}[Event "x"]\n1. Ra1 {{by hand}} *': "wrong: Black is to move after moves that",
        f"{ROOK}1. Kd8": "wrong:2:4: error: 'Kd8' is not legal",
        f"{ROOK}1. Rh6 Kd6": "wrong:2:8: error: 'Kd6' is not legal",
        '[FEN "8/8/2K5/4k3/8/8/8/7Q w - - 0 1"]': "wrong:1:7: error: expected a position (the tag",
    }),
    "nps": ([["command", "size 9"], ["board", 40]], ["board", 20], "your move", NOT_SGF),
    "wally": ([["go", 112], ["go", 30]], ["go", 96], "your move", {
        **NOT_SGF, "(;SZ[9])": "wrong:1:6: error: the board has 9 rows: expected 15",
    }),
}  # fmt: skip


@node
@pytest.mark.parametrize("program", GAMES)
def test_a_game_is_saved_as_the_window_does_and_taken_up_again(program):
    hands, play, now, wrong = GAMES[program]
    if program == "wally":
        kim = Kim1()
        kim.boot(program)
        controller = controller_kim(kim, program)
    elif program == "checkers":
        controller = controller_704(Ibm704(), program)
    else:
        controller = controller_6600(Cdc6600())
        controller.begin(program)
    start = controller.machine.save_state()
    waiting = [now, "A new position", "how large a board", "How many handicap"]
    names = {"BEFORE": BEFORE.get(program, []), "HANDS": hands, "PLAY": play, "NOW": waiting, "WRONG": [*wrong]}
    told = in_node(controller, f"const {{ {', '.join(names)} }} = {json.dumps(names)};{PLAYED}")["told"]
    controller.machine.load_state(start)
    relive(controller.machine, told)
    controller.refresh(still=True)
    notation = controller.panel.game.file.notation
    assert notation.read(notation.parts(told["text"].encode(), "saved")[-1])
    assert told["again"] == told["text"]
    assert told["second"] == told["reply"]
    assert told["notice"].startswith("a file: taken up after ")
    for (error, is_kept), expected in zip(told["wrong"], wrong.values(), strict=True):
        assert error.startswith(expected)
        assert is_kept


# ---------------------------------------------------------------- readers


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
SGF = (
    "mail (of today)\n(;SZ[9]C[a \\] (];B[aa]\n(;W[tt];B[])(;W[cc]))) (;KM[0,5]AB[aa:bb]AE[bb]PL[2];W[cc])",
    "(;SZ[9]AB[ba][ab];W[aa])", "(;SZ[9];B[aa];W[ba];B[ca];W[aa])", "(;SZ[9:13])", "(;KM[x])", "(;SZ[9];B[zz])",
    "(;C[open", "(;B)",
    "(;FF[1]Black[aa]", "", "(;SZ[5]AB[aa]AW[ab][ba])",
)  # fmt: skip


@node
@pytest.mark.parametrize(("function", "texts"), [(translated.pdn, PDN), (translated.sgf, SGF)])
def test_a_page_reads_what_the_window_reads(function, texts):
    compare(function, [(text,) for text in texts])


@pytest.mark.parametrize("text", PDN)
def test_the_positions_of_draughts_are_those_of_the_notation(text):
    found = notes.last_game(draughts.FORM, text)
    try:
        game = DRAUGHTS.read(DRAUGHTS.parts(text.encode(), "file")[-1])
    except SourceError:
        assert found["wrong"] or draughts.open_file(None, {}, "file", text)[0][0] == "wrong"
        return
    if fen := notes.tag(found, "FEN", "")[0]:
        read = notes.pieces_of(fen)
        assert notes.position_of(read["turn"], read["pieces"]) == game.start.fen


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
        card = f"SET {position.to_move.letter} {' '.join(map(octal, words_of(position)))}"
        punched = checkers.punch(controller.machine.m, controller.ui, [card], "the position")
        assert steps == [["command", "remember"], *punched], text
