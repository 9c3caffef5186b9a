"""Checkers on the 704: the board in storage, men that are moved by clicks, and the input that the program waits for.

A man is clicked, then the square that it goes to: of several jumps each landing, or the last one. The card MOVE is
punched, and a card PLAY after it, so that the program answers (asm/ibm704/checkers.sap has the cards). A program
without cards for moves, but with the four words of the board, has its board shown.

    words, turn    as they are in storage; the position seen last that was one
    pieces, moves  the piece on each cell of the board, and the moves of the side to move
    path           the cells that have been clicked: a man, then his landings
    made, after    what has been punched last, and the board after that move
    answer         the program's last move
    since          the cycle since which it has been at work, -1 while it waits for cards
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emulators.ibm704.core import Cause
from host.games.checkers import samuel
from host.games.checkers.pdn import CHECKERS
from host.games.checkers.rules import OPENING, place
from host.panels.games import files, notes
from host.panels.games.checkers_rules import (
    BESIDE,
    CELLS,
    GAPS,
    NUMBERS,
    OTHER,
    OWN,
    SHIFTS,
    SIDE,
    SIGNS,
    meant,
    paths,
    played,
    written,
)
from host.panels.ibm704.cards import card
from host.panels.ibm704.view import SINGLE, counted, hopper
from host.ui.advice import command, pick, to_move
from host.ui.parts import (
    Board,
    Box,
    Buttons,
    Command,
    Game,
    Label,
    LampRow,
    Lamps,
    Pane,
    Point,
    Rect,
    Shape,
    Step,
    Text,
    View,
    row,
)
from host.ui.words import bits, octal

NAMES = samuel.NAMES  # of the four words: black men, white men, black kings, white kings
HPR = int(Cause.HPR)
CARDS = {"let it move": "PLAY", "new game": "NEW", "print": "PRINT"}
START, GAME_TYPE = OPENING.fen, "21"  # of PDN
FORM, TITLE, SIDES, TAGS = CHECKERS.form, "checkers on the IBM 704", ["White", "Black"], [["GameType", GAME_TYPE]]
FAR = (28, 5)  # squares after the first one and before the second one are rows where men become kings
MOST_AHEAD = 8  # moves that the button goes up to


# ---------------------------------------------------------------- the position


def follow(m: Any, ui: View) -> None:
    """Read the board in storage; while a program writes the four words one by one, keep the position before."""
    words = [m.memory[ui["at"][name]] for name in NAMES]
    turn = "w" if "TURN" in ui["at"] and bits(m.memory, ui["at"]["TURN"], 35, 1) else "b"
    if words == ui["words"] and turn == ui["turn"]:
        return
    cells = [" " if number else "-" for number in NUMBERS]
    for index in range(len(words)):
        for gap in GAPS:
            if bits(words, index, gap, 1):
                return
        for number in range(len(CELLS)):
            if bits(words, index, SHIFTS[number], 1):
                if cells[CELLS[number]] != " ":
                    return
                cells[CELLS[number]] = SIGNS[index]
    ui["words"] = words
    ui["turn"] = turn
    ui["pieces"] = cells
    ui["path"] = []
    ui["since"] = m.cycles
    ui["moves"] = paths(cells, turn)


# ---------------------------------------------------------------- what is shown


def watch(m: Any, ui: View) -> View:
    """Return the board of any program that has one."""
    follow(m, ui)
    light = ui["light"][SINGLE + 1 :]
    shown: View = {
        "board": {"cells": ui["pieces"], "marks": [], "chosen": -1},
        "squares": [[each[35 - shift] for shift in SHIFTS] for each in light],
        "gaps": [[each[35 - gap] for gap in GAPS] for each in light],
    }
    for index in range(len(NAMES)):
        shown[NAMES[index] + " number"] = octal(m.memory[ui["at"][NAMES[index]]], 12)
    return shown


def look(m: Any, ui: View) -> View:
    """Return the board, the man that has been clicked, the last move, and the line of possible actions."""
    shown = watch(m, ui)
    if listens(m, ui):
        if ui["after"] and ui["since"] >= 0:  # it has run since the move was made
            ui["answer"] = answer(ui["after"], ui["pieces"], OTHER[ui["turn"]])
            ui["after"] = []
        ui["since"] = -1
    elif ui["since"] < 0:
        ui["since"] = m.cycles
    path = ui["path"]
    shown["board"]["chosen"] = path[0] if path else -1
    shown["board"]["marks"] = targets(ui) if path else ui["answer"]
    shown["game buttons"] = {"depth": "AHEAD " + str(depth(m, ui))}
    said = now(m, ui)
    if said:
        shown["now"] = said
        shown["work"] = "moves, " + str(depth(m, ui)) + " ahead" if thinks(m) and not ui["paused"] else ""
    return shown


def answer(before: list[str], after: list[str], side: str) -> list[int]:
    """Return from where to where a side has moved, nothing if the boards are not a move apart."""
    for path in paths(before, side):
        if played(before, path) == after:
            return path
    return []


def listens(m: Any, ui: View) -> bool:
    """Return whether the program waits for cards."""
    return bool(m.running == 0 and m.cause == HPR and m.automatic == 1 and m.ic == ui["at"]["NOCARD"] + 1)


def targets(ui: View) -> list[int]:
    """Return where the man that has been clicked can go."""
    found = []
    for path in matching(ui):
        found.append(path[len(ui["path"])])
    return found


def matching(ui: View) -> list[list[int]]:
    """Return the moves that begin with the clicked squares."""
    begun = len(ui["path"])
    return [path for path in ui["moves"] if path[0:begun] == ui["path"]]


def now(m: Any, ui: View) -> str:
    """Return the line of possible actions; nothing where the machine has one."""
    if thinks(m):
        waiting = counted(hopper(m, ui)) + " to go, " + command(ui, "take_cards") + "; " if hopper(m, ui) else ""
        mine = ui["made"] + " punched; " if ui["made"] else ""
        return mine + waiting + "the 704 thinks for " + SIDE[ui["turn"]]
    if not listens(m, ui):
        return ""
    if len(ui["moves"]) == 0:
        won = SIDE[OTHER[ui["turn"]]] + " has won, " + SIDE[ui["turn"]] + " cannot move: "
        return won + command(ui, "new game") + " sets the pieces up"
    if bits(m.memory, ui["at"]["GAVEUP"], 0, 1):
        won = SIDE[ui["turn"]] + " concedes, " + SIDE[OTHER[ui["turn"]]] + " has won: "
        return won + command(ui, "new game") + " sets the pieces up"
    if len(ui["path"]) > 1:
        return "from " + written(ui["path"]) + " on: " + pick(ui, "the next square")
    if ui["path"]:
        return "from " + str(NUMBERS[ui["path"][0]]) + ": " + pick(ui, "the square it goes to") + ", or another man"
    side = SIDE[ui["turn"]]
    answer = "the 704 has moved " + written(ui["answer"]) + "; " if ui["answer"] else ""
    return (
        answer + to_move(ui, side, len(ui["answer"]) > 0, "a man") + "; " + command(ui, "let it move")
        + "; or " + command(ui, "punch") + " cards"
    )  # fmt: skip


def thinks(m: Any) -> bool:
    """Return whether the program looks for a move."""
    return bool(m.running and bits([m.sense_lights], 0, 3, 1))


# ---------------------------------------------------------------- files


def save(m: Any, ui: View) -> str:
    """Return the position as a file has it; the game that led to it while nothing has been played since."""
    own = [[ui["pieces"][CELLS[each]], each + 1] for each in range(len(CELLS))]
    position = notes.position_of(ui["turn"], own)
    if "reached" in ui["filed"] and ui["filed"]["reached"] == position:
        return notes.saved(ui, TITLE, SIDES, ui["filed"]["record"])
    start = [["SetUp", "1"], ["FEN", position]] if position != START else []
    return notes.saved(ui, TITLE, SIDES, {"tags": TAGS, "start": start, "second": False, "moves": []})


def open_file(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Return the steps that put up the position at the end of the last game of a file: a card SET."""
    game = notes.last_game(FORM, text)
    kind, start, moves = notes.tag(game, "GAMETYPE", GAME_TYPE), notes.tag(game, "FEN", START), game["moves"]
    place, reason = start, ""
    found = notes.pieces_of(start[0])
    cells = [" " if number else "-" for number in NUMBERS]
    for sign, square in found["pieces"]:
        if found["wrong"] != "":
            break
        if square < 1 or square > len(CELLS):
            found["wrong"] = "there is no square " + str(square)
        elif cells[CELLS[square - 1]] != " ":
            found["wrong"] = "square " + str(square) + " is taken already"
        elif (sign == "b" and square > FAR[0]) or (sign == "w" and square < FAR[1]):
            found["wrong"] = "a man on " + str(square) + " would be a king"
        else:
            cells[CELLS[square - 1]] = sign
    turn, reason = found["turn"], found["wrong"]
    if kind[0].split(",")[0].strip() != GAME_TYPE:
        place, reason = kind, "the game's type is " + kind[0] + ": expected " + GAME_TYPE + ", English draughts"
    for move in moves:
        if reason == "":
            ways = meant(paths(cells, turn), notes.squares_of(move[0]))
            if len(ways) == 1:
                cells, turn = played(cells, ways[0]), OTHER[turn]
            else:
                place, reason = move, "'" + move[0] + "' is not legal" + must(paths(cells, turn))
                if len(ways) > 1:
                    reason = "'" + move[0] + "' can mean " + " or ".join([written(each) for each in ways])
    wrong = notes.mistake(name, place, reason) if reason != "" else notes.refusal(name, game)
    if wrong != "":
        return [["wrong", wrong]]
    if not listens(m, ui):
        return [["wrong", busy(m, ui)]]
    words = [0, 0, 0, 0]
    for number in range(len(CELLS)):
        for index in range(len(SIGNS)):
            if cells[CELLS[number]] == SIGNS[index]:
                words[index] += 1 << SHIFTS[number]
    card = "SET " + turn.upper() + "".join([" " + octal(each, 12) for each in words])
    own = [[cells[CELLS[each]], each + 1] for each in range(len(CELLS))]
    setting = [["SetUp", "1"], ["FEN", start[0]]] if start[0] != START else []
    record = {"tags": TAGS, "start": setting, "second": found["turn"] == "w", "moves": [each[0] for each in moves]}
    notes.keep(ui, game, record)
    ui["filed"]["reached"], ui["filed"]["record"] = notes.position_of(turn, own), record
    said = name + ": taken up after " + str(len(moves)) + " moves"
    return [["command", "remember"], *punch(m, ui, [card], "the position"), ["say", said]]


# ---------------------------------------------------------------- hands


def act(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Return the steps of a click or a command."""
    if what == "board":
        return clicked(m, ui, value)
    if what != "command" or (value not in CARDS and value != "depth"):
        return None
    if not listens(m, ui):
        return [["say", busy(m, ui)]]
    ui["path"] = []
    text = "DEPTH " + str(depth(m, ui) % MOST_AHEAD + 1) if value == "depth" else CARDS[value]
    steps = punch(m, ui, [text], text)
    if value == "depth" or value == "print":
        return steps
    ui["answer"] = []
    return [["command", "remember"], *steps]


def depth(m: Any, ui: View) -> int:
    """Return how many moves the program looks ahead at least."""
    return bits(m.memory, ui["at"]["PLYMIN"], 0, 15)


def punch(m: Any, ui: View, texts: Sequence[str], said: str) -> list[Step]:
    """Return the steps that put cards with these texts into the hopper, and press START."""
    ui["made"] = said
    ui["after"] = []
    return [
        ["give", "cards", [card(text) for text in texts]],
        ["give", "key_down", "START"],
        ["give", "key_up", "START"],
        ["say", "punched: " + ", ".join(texts)],
    ]


def clicked(m: Any, ui: View, cell: int) -> list[Step]:
    """Return the steps of a click on a square: it chooses a man, or makes the move."""
    if not listens(m, ui):
        return [["say", busy(m, ui)]]
    cells, turn, moves = ui["pieces"], ui["turn"], ui["moves"]
    if len(moves) == 0:
        return [["say", "the game is over: " + command(ui, "new game") + " sets the pieces up"]]
    if cells[cell] in OWN[turn] and cell not in (targets(ui) if ui["path"] else []):
        return choose(ui, moves, cell)
    if not ui["path"]:
        return [["say", pick(ui, "a " + SIDE[turn] + " man") + " first: " + SIDE[turn] + " is to move"]]
    begun = len(ui["path"])
    found = matching(ui)
    next_ones = [path for path in found if path[begun] == cell]
    ends = [path for path in found if path[len(path) - 1] == cell]
    if next_ones:
        ui["path"] = [*ui["path"], cell]
        found = [path for path in next_ones if len(path) == begun + 1]
        return make(m, ui, found[0]) if found else []
    if len(ends) == 1:
        return make(m, ui, ends[0])
    if ends:
        return [["say", "there are several ways to " + str(NUMBERS[cell]) + ": " + pick(ui, "each landing")]]
    where = str(NUMBERS[cell]) if NUMBERS[cell] else "a light square"
    return [["say", str(NUMBERS[ui["path"][0]]) + " cannot go to " + where + must(moves)]]


def choose(ui: View, moves: list[list[int]], cell: int) -> list[Step]:
    """Choose the man on a square, or say why it cannot move; a second click releases it."""
    if ui["path"] and ui["path"][0] == cell:
        ui["path"] = []
        return []
    if [path for path in moves if path[0] == cell]:
        ui["path"] = [cell]
        return []
    ui["path"] = []
    return [["say", "the man on " + str(NUMBERS[cell]) + " cannot move" + must(moves)]]


def must(moves: list[list[int]]) -> str:
    """Say that a capture is compulsory, if so, and by which side."""
    starts: list[str] = []
    for path in moves:
        if path[1] not in BESIDE[NUMBERS[path[0]] - 1] and str(NUMBERS[path[0]]) not in starts:
            starts.append(str(NUMBERS[path[0]]))
    return ": a capture is compulsory, from " + " or ".join(starts) if starts else ""


def make(m: Any, ui: View, path: list[int]) -> list[Step]:
    """Make a move, and let the program answer if it can."""
    move = written(path)
    ui["path"] = []
    ui["answer"] = []
    after = played(ui["pieces"], path)
    texts = ["MOVE " + move]
    if paths(after, OTHER[ui["turn"]]):
        texts.append("PLAY")
    steps: list[Step] = [["command", "remember"]]
    steps += punch(m, ui, texts, move)
    ui["after"] = after
    return steps


def busy(m: Any, ui: View) -> str:
    """Return why the program takes no move now."""
    if m.automatic == 0:
        return "the switch is at MANUAL: AUTOMATIC first, then START"
    if m.running and hopper(m, ui):
        return "the program goes by the cards in the hopper: " + command(ui, "take_cards")
    if thinks(m):
        return "the 704 thinks for " + SIDE[ui["turn"]] + ": then it takes a move"
    if m.running:
        return "the program is at work: it takes a move when it has stopped for cards"
    return "the program does not wait for cards: START goes on"


# ---------------------------------------------------------------- how it looks

LAMP_STEP, LAMP_RADIUS = 10.0, 3.8
MAP_WIDTH, MAP_HEIGHT = 10 * LAMP_STEP + 6, 8 * LAMP_STEP + 6  # of the lamps of one word
PLATE, PLATE_EDGE = (34, 35, 37), (18, 18, 20)
INK, NEON, NEON_DARK = (232, 228, 218), (255, 132, 44), (58, 38, 30)
TITLES = ("black men", "white men", "black kings", "white kings")


def lamp(number: int) -> Point:
    """Return where a place of a word, 0 (S) to 35, is among the lamps of the word.

    9, 18 and 27 are beside the board, two columns after the square before them, S where it would be four before 4.
    """
    if number == 0:
        line, column = 0, -1
    elif number in samuel.NUMBERS:
        line, column = place(samuel.NUMBERS[number])
    else:
        line, column = place(samuel.NUMBERS[number - 1])
        column += 2
    return 3 + (column + 1.5) * LAMP_STEP, 3 + (line + 0.5) * LAMP_STEP


def board_and_lamps(at: Box, buttons: Sequence[tuple[str, float]]) -> tuple[Pane, ...]:
    """Return the board, and the four words laid out as boards of lamps."""
    maps = [
        Box(at.x + 311 + number % 2 * (MAP_WIDTH + 6), at.y + 62 + number // 2 * 150, MAP_WIDTH, MAP_HEIGHT)
        for number in range(len(NAMES))
    ]
    shapes: list[Shape] = []
    for name, title, box in zip(NAMES, TITLES, maps, strict=True):
        shapes += [Rect(box, PLATE_EDGE, 5), Rect(box.inset(1.5), PLATE, 4)]
        shapes.append(Text((box.x + 2, box.y - 9), f"{name}, {title}", 14, INK))
    names = tuple(str(number) if number else "" for number in NUMBERS)
    men = {"b": "black", "w": "white", "B": "blackking", "W": "whiteking"}
    width = sum(width + 5 for _, width in buttons)
    return (
        Pane(
            name="checkers",
            title="CHECKERS",
            box=at,
            shapes=tuple(shapes),
            parts=(
                Board(name="board", box=Box(at.x + 18, at.y + 52, 280, 280), rows=8, columns=8, style="squares",
                      men=men, names=names),
                Lamps(name="squares", rows=lamps(maps, SHIFTS), radius=3.8, lit=NEON, dark=NEON_DARK),
                Lamps(name="gaps", rows=lamps(maps, GAPS), radius=2.1, terminal=False, lit=NEON, dark=NEON_DARK),
                *(Label(name=f"{name} number", at=(box.centre[0], box.y + box.h + 9), size=14, colour=NEON,
                        align="centre", terminal=False) for name, box in zip(NAMES, maps, strict=True)),
                Buttons(name="game buttons", places=row(at.x + at.w - width - 3, at.y + 6, 24, *buttons)),
            ),
            column=1,
        ),
    )  # fmt: skip


def lamps(maps: Sequence[Box], shifts: Sequence[int]) -> tuple[LampRow, ...]:
    """Return the lamps of some places of the four words."""
    return tuple(
        LampRow(
            name,
            tuple((box.x + x, box.y + y) for x, y in (lamp(samuel.LAST - shift) for shift in shifts)),
            meanings=(f"{name}: {title}",),
            number=f"{name} number",
        )
        for name, title, box in zip(NAMES, TITLES, maps, strict=True)
    )


COMMANDS = (
    Command("new game", "NEW GAME", "ctrl+n", "a card NEW: the pieces are set up"),
    Command("take back", "TAKE BACK", "ctrl+z", "back to before your last move"),
    Command("let it move", "LET IT MOVE", "ctrl+l", "a card PLAY: the 704 moves for this side"),
    Command("depth", "AHEAD 3", "ctrl+d", "a card DEPTH: it looks at least 1 to 8 moves ahead"),
    Command("print", "PRINT", "", "a card PRINT: it prints the board"),
)
PLACES = (("new game", 84.0), ("take back", 84.0), ("let it move", 94.0), ("depth", 70.0), ("print", 54.0))
HELP = (
    ("MOVE 22-18", "its move"),
    ("SCORE 7", "what the move is worth for its side"),
    ("NODES 1234", "boards it has looked at"),
    ("PLY 9", "moves ahead, the farthest of them"),
    ("I WIN IN 5", "in 5 moves, both sides counted"),
    ("I CONCEDE", "it sees that it will lose: game over"),
    ("BLACK WINS", "white cannot move; WHITE WINS: black"),
    ("ILLEGAL MOVE", "not a move by the rules: card skipped"),
    ("BAD CARD", "not understood: card skipped"),
    ("BAD POSITION", "a card SET that is not a position: skipped"),
    ("SENSE 1, 2", "lit: black, white is to move"),
    ("SENSE 4", "lit: the program thinks"),
    ("switch 1", "down: each board is drawn on the tube"),
    ("switch 2", "down: each board is printed"),
)
UI = {
    "words": [], "turn": "b", "pieces": ["-" if number == 0 else " " for number in NUMBERS], "moves": [],
    "path": [], "answer": [], "after": [], "made": "", "since": -1, "filed": {},
}  # fmt: skip

GAME = Game(
    programs=("checkers",),
    symbols=(*NAMES, "TURN", "PLYMIN", "GAVEUP", "NOCARD"),
    look=look,
    act=act,
    panes=lambda at: board_and_lamps(at, PLACES),
    commands=COMMANDS,
    help=HELP,
    ui=UI,
    file=files.CHECKERS,
    save=save,
    open=open_file,
)
WATCHED = Game(
    programs=(),
    symbols=NAMES,
    look=watch,
    panes=lambda at: board_and_lamps(at, ()),
    ui=UI,
)
GAMES = (GAME, WATCHED)
