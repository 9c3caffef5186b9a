"""`ironboard go`: a conversation, line by line, with a program; or two programs that play each other.

A move that the rules do not allow is refused, with the reason, and the game
is as it was. From a pipe or a file, an impossible command ends the conversation with an error that names the line.

In the dialogue of the thesis itself (`--faithful`) input goes to the program, and its output is printed.
The player answers its questions: how many stones have been captured, from which points, and whether the
machine's stones are in danger. The rules are not watched over. Three words are not for the program: `board`, `help` and
`quit`.

Source: asm/cdc6600/nps.alg, "GO"; the thesis, sections II.E and II.F.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import storage
from host.games.conversation import ENDING, PLAYER, Command, Conversation, FileOptions, UnknownCommand, filing
from host.games.go import gtp, sgf
from host.games.go.commands import COUNTING, recorded, score
from host.games.go.diagrams import LAST, beside, diagram
from host.games.go.game import PROGRAMS, USUAL, Answer, GameError, Move, ProgramGame, Setup
from host.games.go.program import Go6600, Said, distances, parsed, readable, sectors
from host.games.go.programs import game_of, paired
from host.games.go.rules import COLUMNS, Colour, IllegalMove, Position
from host.interruption import ending
from host.streams import in_colour

VERTEX = re.compile(r"[A-Za-z][0-9]+")
AROUND = {"VERTEX": "<>", "PATTERN": "[]", "MACHINE": "{}", "OPPONENT": "{}"}  # in the picture
LEGEND = {"VERTEX": "the vertex", "PATTERN": "the ends of the pattern", "MACHINE": "the closest stones"}


@dataclass(frozen=True)
class Options(FileOptions):
    """The options of a game."""

    program: str = "nps"
    setup: Setup = USUAL
    colour: Colour | None = None  # of the person; None: White against Wally, else Black
    handicap: int = 0
    komi: float = 0.0
    verbose: bool = False  # the program's comments are beside the board
    influence: bool = False  # and its influence below
    ascii: bool = False


class Play(Conversation):
    """A game with a program."""

    fatal = IronboardError
    example, usage = "a move such as D4", ("D4, pass", "a move")

    def __init__(self, options: Options, game: ProgramGame | None = None) -> None:
        self.options, self.entry, self.komi = options, PROGRAMS[options.program], options.komi
        self.you = options.colour or (Colour.BLACK if Colour.WHITE in self.entry.colours else Colour.WHITE)
        if self.you.other not in self.entry.colours:
            raise GameError(
                f"{self.entry.title} has the {self.you.value} stones, always: you are {self.you.other.value}"
            )
        self.game = game or game_of(options.program, options.setup)
        self.game.new_game(options.handicap)
        handicapped = options.handicap or len(self.entry.colours) == 1
        self.first = Colour.WHITE if handicapped else Colour.BLACK
        self.resigned = False

    @property
    def size(self) -> int:
        """Rows and columns of the board."""
        return self.game.size

    # ------------------------------------------------------------ the course of it

    def greet(self) -> None:
        """Say who plays which side."""
        you, it = self.you.value.capitalize(), self.you.other.value.capitalize()
        print(f"{self.entry.title} on a {self.entry.machine} has {it}, you have {you}; 'help' says more.")
        self.respond()

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer."""
        if line.lower() != gtp.PASS and not VERTEX.fullmatch(line):
            return False
        if self.over:
            raise GameError("the game is over: undo takes moves back")
        try:
            self.game.play(self.you, self.vertex(line))
        except IllegalMove as error:
            raise IllegalMove(f"{line}: {error}") from error
        self.respond()
        return True

    def vertex(self, map_text: str) -> Move:
        """Return the point of a vertex; raises GameError."""
        try:
            return gtp.point(map_text, self.size)
        except gtp.GtpError:
            last = COLUMNS[self.size - 1]
            raise GameError(f"{map_text} is not on the board: A1 to {last}{self.size}, without I") from None

    @property
    def to_move(self) -> Colour:
        """The side to move."""
        moves = self.game.line.moves
        return moves[-1][0].other if moves else self.first

    @property
    def over(self) -> bool:
        """Whether the game is over: both have passed, or the person has resigned."""
        return self.resigned or over(self.game)

    def respond(self) -> None:
        """Have the program move if it is its turn; report the end of the game."""
        if not self.over and self.to_move is not self.you:
            self.game.answer(self.you.other)
            self.tell()
        elif not self.over:
            self.show()
        if self.over:
            self.tell_result()

    # ------------------------------------------------------------ messages

    def tell(self) -> None:
        """Report the program's move."""
        told = self.game.told
        assert told is not None
        number = len(self.game.line.moves)
        print(move_line(number, self.you.other, told, self.size, self.game.program.machine.clock))
        if self.game.refused is not None:
            wanted = gtp.vertex(self.game.refused, self.size)
            print(f"     {self.entry.title} wanted {wanted}, which the rules do not allow (ko): that is a pass")
        self.show()

    def show(self, rest: str = "") -> None:
        """Show the board; the last move is marked."""
        board = drawn(self.game, ascii=self.options.ascii)
        if self.options.verbose and self.game.told and self.to_move is self.you:
            board = beside(board, readable(self.game.told.lines, self.size))
        print("\n".join(board), flush=True)
        if self.options.influence:
            self.show_influence()

    def show_influence(self, rest: str = "") -> None:
        """Show the influence of all stones, as numbers: positive for black; lines divide segments."""
        from host.games.go.influence import SEGMENTS, analysed
        from host.games.go.influence_command import map_text

        position = self.game.position
        print(map_text(analysed(position, wanted=SEGMENTS), position, ascii=self.options.ascii), flush=True)

    def explain(self, rest: str = "") -> None:
        """Print the program's comment on its last move."""
        told = self.game.told
        if not told:
            raise GameError(f"{self.entry.title} has not moved yet")
        print("\n".join(readable(told.lines, self.size)) or f"{self.entry.title} does not comment on its moves")

    def tell_score(self, rest: str = "") -> None:
        """Say who is ahead."""
        print(f"{score(self.game.position, self.komi)} by {COUNTING}")

    @property
    def result(self) -> str:
        """How the game has ended, as files have it."""
        if self.resigned:
            return f"{self.you.other.value[0].upper()}+R"
        return score(self.game.position, self.komi) if self.over else ""

    def tell_result(self) -> None:
        """Say how the game has ended, and how long the machine has thought."""
        why = f"{self.you.value.capitalize()} gives up" if self.resigned else "Both have passed"
        cycles = sum(each.cycles for each in self.game.answers if each)
        seconds = cycles / self.game.program.machine.clock
        print(f"{why}: {self.result}. The {self.entry.machine} has worked for {seconds:.1f} s.", flush=True)

    def evaluate(self, rest: str = "") -> None:
        """Print the program's evaluation of the position."""
        from host.games.go.program import Go6600

        program = self.game.program
        if not isinstance(program, Go6600):
            raise GameError(f"{self.entry.title} evaluates no positions")
        print("\n".join(program.evaluate(self.game.position, self.you.other)))

    def show_status(self, rest: str) -> None:
        """Say whether the army on a point lives, or which of all armies do; an interrupt ends the question only."""
        from host.games.go import armies, armies_command

        position = self.game.position
        points = [armies_command.stone(rest, position)] if rest else []
        found: list[armies.Army] = []
        judge = armies.judge()
        try:
            judge.place(position)
            found.extend(judge.ask(point) for point in points or judge.chains())
        except KeyboardInterrupt:
            if ending.terminated:
                raise
            print("the question is dropped" if points else f"stopped after {len(found)} armies", flush=True)
        if points:
            for army in found:
                print(armies_command.sentence(army, self.size, points[0]))
        elif found:
            ascii, colours = self.options.ascii, in_colour(sys.stdout)
            report = armies_command.report(position, found, judge.cycles, ascii=ascii, colours=colours)
            print("\n".join(report), flush=True)
        elif not position.stones:
            print("there are no stones")

    # ------------------------------------------------------------ the picture of SCAN

    def _looked_at(self, rest: str) -> tuple[int, list[Said]]:
        """Return the point that is named, or was looked at last, and the program's comments on it."""
        if self.options.program != "nps":
            raise GameError(f"{self.entry.title} does not look at sectors: nps does")
        if rest:
            point = self.vertex(rest)
            if point is None:
                raise GameError("a pass has no sectors")
            return point, []
        said = list(parsed(self.game.told.lines, self.size)) if self.game.told else []
        for each in reversed(said):
            if each.keyword == "VERTEX" and each.points:
                return each.points[0], said
        raise GameError("the program examined no point for its last move: name one, as in sectors D4")

    def show_sectors(self, rest: str) -> None:
        """Show in which sector of SCAN the empty points around are."""
        vertex, _ = self._looked_at(rest)
        texts = {point: str(sector) for point, sector in sectors(vertex, self.size).items()}
        print("\n".join(diagram(self.game.position, {vertex: AROUND["VERTEX"]}, texts, ascii=self.options.ascii)))

    def show_picture(self, rest: str) -> None:
        """Show the results of SCAN, and the distances."""
        vertex, said = self._looked_at(rest)
        texts = {point: str(distance) for point, distance in distances(vertex, self.size).items()}
        marks = {point: AROUND[each.keyword] for each in said if each.keyword in AROUND for point in each.points}
        marks[vertex] = AROUND["VERTEX"]
        print("\n".join(diagram(self.game.position, marks, texts, ascii=self.options.ascii)))
        print("   ".join(f"{AROUND[each]} {what}" for each, what in LEGEND.items() if AROUND[each] in marks.values()))

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take the last move made here back, and the program's answer to it."""
        if self.resigned:
            self.resigned = False
        else:
            count = 2 if self.to_move is self.you else 1
            if count > self.game.moves_made:
                raise GameError("there is no move to take back")
            for _ in range(count):
                self.game.undo()
        self.show()

    def hint(self, rest: str = "") -> None:
        """Ask the program for its move here."""
        if self.over:
            raise GameError("the game is over")
        move = self.game.answer(self.you)
        lines = readable(self.game.told.lines, self.size) if self.game.told else []
        self.game.undo()
        print("\n".join([f"{self.entry.title} would play {gtp.vertex(move, self.size)}", *lines]))

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        if self.over:
            raise GameError("the game is over")
        self.resigned = True
        self.tell_result()

    # ------------------------------------------------------------ files

    @cached_property
    def files(self) -> sgf.Sgf:  # type: ignore[override]  # one for each program
        """SGF, on boards that the program has; on one alone if that was asked for."""
        size = self.options.setup.size
        return sgf.Sgf(self.entry.title, (size,) if size else self.entry.sizes)

    def record(self) -> sgf.Record:
        """Return the game for a file."""
        names = {self.you: PLAYER, self.you.other: self.entry.named}
        record = recorded(self.game, self.komi, names, self.result)
        return self.files.continued(record, self.taken_up) if self.taken_up else record

    def take_up(self, record: sgf.Record) -> None:
        """Go to the end of a game of a file; the machine is started anew for another board."""
        root = record.kept[sgf.ROOT]
        if not self.options.colour and len(self.entry.colours) > 1:
            self.you = next((side for side in Colour if root.get(f"P{side.letter}") == [PLAYER]), self.you)
        if record.size != self.size:
            self.game = game_of(self.options.program, self.options.setup._replace(size=record.size))
        self.game.replay(record.stones, record.moves)
        moved_first = record.moves[0][0] if record.moves else Colour.WHITE if record.stones else Colour.BLACK
        self.first, self.komi, self.resigned = record.to_move or moved_first, record.komi, False

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        self.respond()


Play.commands = {
    "board": Command("shows the board", Play.show),
    "undo": Command("takes back your last move and the reply", Play.undo),
    "hint": Command("asks the program what it would play here (not Wally)", Play.hint),
    "explain": Command("the program's comment on its last move", Play.explain),
    "sectors": Command(
        "the sectors of its SCAN around that point, or another: sectors D4 (nps)", Play.show_sectors, True
    ),
    "picture": Command(
        "distances, patterns, closest stones that SCAN found, or elsewhere: picture D4 (nps)", Play.show_picture, True
    ),
    "evaluate": Command("its segments, lost pockets and scores (zobrist)", Play.evaluate),
    "influence": Command("the influence of all stones, as numbers", Play.show_influence),
    "status": Command("whether the army on a point lives: status D4; alone: of all armies", Play.show_status, True),
    "score": Command("the score, with dead stones removed", Play.tell_score),
    "resign": Command("resigns", Play.resign),
    **filing(sgf.Sgf.suffix),
    **ENDING,
}


def over(game: ProgramGame) -> bool:
    """Return whether both sides have passed, one after the other."""
    moves = game.line.moves
    return len(moves) > 1 and moves[-1][1] is moves[-2][1] is None and moves[-1][0] is not moves[-2][0]


def drawn(game: ProgramGame, *, ascii: bool) -> list[str]:
    """Return the board, with the last move marked."""
    last = next((move for _, move in reversed(game.line.moves) if move is not None), None)
    marks = {last: LAST} if last is not None and last in game.position.stones else {}
    return diagram(game.position, marks, ascii=ascii)


def move_line(number: int, colour: Colour, told: Answer, size: int, clock: float) -> str:
    """Return a line with a move of a program's, and how long the machine had for it."""
    seconds = told.cycles / clock
    return f"{number:3}. {colour.value.capitalize()} {gtp.vertex(told.move, size):<5} {seconds:7.3f} s"


# ---------------------------------------------------------------- the dialogue of the thesis


REFUSALS = ("WRONG", "ILLEGAL")  # how the program begins when it does not take a line
END = "-1 -1"
HELP = """\
X Y         your move: column from the left, row from the top; 0 0 passes, or lets the machine begin
N           after UPDATE: how many stones have been captured by the last two moves; then X Y of each
T, F        after DANGER: whether one or more of the machine's stones can be captured at once
board       shows the board as the program knows it
help        says this
quit, -1 -1 ends the game"""


class Dialogue(Conversation):
    """The program, and the user's dialogue with it."""

    fatal = IronboardError
    example = "column and row, as in 16 4"

    def __init__(self, size: int, setup: Setup, ascii: bool) -> None:
        assert setup.core != "py65"
        self.program = Go6600("nps", size, setup.core, exact=setup.exact, first=f"{size} 0", proposals=setup.proposals)
        self.ascii = ascii

    def greet(self) -> None:
        """Introduce the dialogue, and print the program's first question."""
        print("NPS Go on a CDC 6600, in the dialogue of the thesis; 'help' explains its questions.")
        print("\n".join(self.program.asked), flush=True)

    def move(self, line: str) -> bool:
        """Pass a line on; raises UnknownCommand if the program does not take it."""
        if line.split() == END.split():
            self.leave()
            return True
        start, machine = self.program.machine.cycles, self.program.machine
        said = self.program.type(line.upper())
        if said and said[0].startswith(REFUSALS):
            raise UnknownCommand("\n".join(said))
        moved = any(each.startswith("MOVE ") for each in said)
        thought = [f"{(machine.cycles - start) / machine.clock:.3f} s"] if moved else []
        print("\n".join(beside(said, thought)), flush=True)
        return True

    def show(self, rest: str = "") -> None:
        """Show the board."""
        print("\n".join(self.board()), flush=True)

    def help(self, rest: str = "") -> None:
        """List the possible input."""
        print(HELP)

    def board(self) -> list[str]:
        """Return the board; the machine's stones are black here, even if it moved second; lines are numbered."""
        size = self.program.size
        position = Position(size, self.program.stones(Colour.BLACK))
        rows = diagram(position, ascii=self.ascii)[1:-1]
        names = "".join(f"{number:2}" for number in range(1, size + 1))
        lines = [f"{number:2}{line[2 : 3 + 2 * size].rstrip()}" for number, line in enumerate(rows, 1)]
        return [f"  {names}", *lines]


Dialogue.commands = {
    "board": Command("shows the board as the program knows it", Dialogue.show),
    "help": Command("says this", Dialogue.help),
    "quit": Command("ends the game", Dialogue.leave),
}


# ---------------------------------------------------------------- two programs


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, and how."""

    black: str
    white: str
    setup: Setup = USUAL
    handicap: int = 0
    komi: float = 0.0
    moves: int | None = None  # after which the game is stopped
    verbose: bool = False
    file: Path | None = None
    overwrite: bool = False
    ascii: bool = False


def watch(pairing: Pairing) -> int:
    """Have two programs play; return the exit status."""
    match = Match(pairing)
    match.save(pairing.overwrite)
    try:
        match.play()
    finally:
        match.save(overwrite=True)
    return 0


class Match:
    """A game between two programs. Both machines have all of it; black's is the one saved."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        names = {Colour.BLACK: pairing.black, Colour.WHITE: pairing.white}
        self.entries = {colour: PROGRAMS[name] for colour, name in names.items()}
        setups = paired(pairing.black, pairing.white, pairing.setup)
        self.games = {colour: game_of(name, setups[colour]) for colour, name in names.items()}
        stones = self.games[Colour.BLACK].new_game(pairing.handicap)
        self.games[Colour.WHITE].begin(stones)
        handicapped = pairing.handicap or len(self.entries[Colour.BLACK].colours) == 1
        self.first = Colour.WHITE if handicapped else Colour.BLACK
        self.answers = dict.fromkeys(Colour, 0)  # cycles

    def play(self) -> None:
        """Play to the end; show the moves, and the boards on the way with `verbose` or at a terminal."""
        game, colour = self.games[Colour.BLACK], self.first
        limit = self.pairing.moves or 2 * game.size**2
        black, white = (self.entries[each].named for each in (Colour.BLACK, Colour.WHITE))
        print(f"Black: {black}. White: {white}. {game.size} by {game.size}.", flush=True)
        while not over(game) and len(game.line.moves) < limit:
            self.move(colour)
            colour = colour.other
        if not self.shows:
            print("\n".join(drawn(game, ascii=self.pairing.ascii)))
        self.tell_result(broken_off=not over(game))

    @property
    def shows(self) -> bool:
        """Whether the board is shown after each move."""
        return self.pairing.verbose or sys.stdout.isatty()

    def move(self, colour: Colour) -> None:
        """Have a side move, and tell the other one."""
        own = self.games[colour]
        move = own.answer(colour)
        self.games[colour.other].play(colour, move)
        told = own.told
        assert told is not None
        self.answers[colour] += told.cycles
        clock = own.program.machine.clock
        print(move_line(len(own.line.moves), colour, told, own.size, clock), flush=True)
        if self.shows:
            board = drawn(own, ascii=self.pairing.ascii)
            said = readable(told.lines, own.size) if self.pairing.verbose else []
            print("\n".join(beside(board, said)), flush=True)

    def tell_result(self, broken_off: bool) -> None:
        """Say how the game has ended, and how long both have thought."""
        why = f"Stopped after {len(self.games[Colour.BLACK].line.moves)} moves" if broken_off else "Both have passed"
        spent = [
            f"{self.entries[each].title} {self.answers[each] / self.games[each].program.machine.clock:.1f} s"
            for each in (Colour.BLACK, Colour.WHITE)
        ]
        print(f"{why}: {score(self.games[Colour.BLACK].position, self.pairing.komi)}. Machines: {', '.join(spent)}.")

    def save(self, overwrite: bool) -> None:
        """Write the game to a file, if one is wanted."""
        if self.pairing.file is None:
            return
        black, white = self.games[Colour.BLACK], self.games[Colour.WHITE]
        names = {each: self.entries[each].named for each in Colour}
        result = score(black.position, self.pairing.komi) if over(black) else ""
        record = recorded(black, self.pairing.komi, names, result)
        comments = {**recorded(white, 0, {}).comments, **record.comments}
        storage.write_all(self.pairing.file, sgf.written(replace(record, comments=comments)), overwrite)
