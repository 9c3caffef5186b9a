"""`ironboard pitrat play`: a game, line by line, between a person and the 6600's program.

A move that the rules do not allow is refused, with the reason, and the game is as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from host.games.conversation import ENDING, PLAYER, Command, Conversation, UnknownCommand, about, drawn_to, filing
from host.games.movetext import DRAWN, FIRST_WINS, OPEN, SECOND_WINS
from host.games.pitrat.command import Options, Session, has_kings, legal
from host.games.pitrat.files import PitratFiles, Record
from host.games.pitrat.notation import Refused, path_of, squares_of
from host.games.pitrat.position import Position, Square
from host.games.pitrat.program import DRAW, LOSS, VICTORY, Found, Line, after

TITLE = "Pitrat's program on a CDC 6600"
WINS = {1: FIRST_WINS, 2: SECOND_WINS}  # of a player
ENDS = (VICTORY, DRAW, LOSS)
NEARLY = 1  # modifications of the moves that a refused one is compared with
HOPELESS = 7  # every move loses
REASONS = {  # as asm/cdc6600/pitplay.compass numbers them
    1: "wins",
    2: "a win by threats",
    3: "parries a win",
    4: "prevents a win by threats",
    5: "a later threat",
    6: "by position",
    HOPELESS: "every move loses",
}


class Turn(NamedTuple):
    """A move that was made: the position before it, and how it is written."""

    before: Position
    move: Found
    written: str
    path: tuple[tuple[int, int], ...]  # the squares of it


class Play(Conversation):
    """A game with a program. The person is player 1 or 2."""

    example, usage = (
        "a move, its number in the list of moves",
        ("e2e4, (5,2) (5,4)", "your move; also its number in the list, or as the list has it"),
    )

    options: Options
    files: PitratFiles

    def __init__(self, options: Options, person: int = 1) -> None:
        self.session, self.person = Session(options), person
        self.files = PitratFiles(self.session.rules, self.playable)
        self.notation, self.options = self.session.notation, options
        self.turns: list[Turn] = []
        self.begins = self.session.position
        self.score, self.flipped = OPEN, options.flipped
        self._legal: list[Found] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.score != OPEN

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    # ------------------------------------------------------------ the course of it

    def converse(self) -> None:
        """Play the game; print the 6600's time, if that is wanted."""
        super().converse()
        self.session.end()

    def greet(self) -> None:
        """Say who plays, and let the program begin if it is the first player."""
        who = "first" if self.person == 1 else "second"
        print(f"Pitrat's program with the rules of {self.session.rules.path.stem}, on a CDC 6600.")
        print(f"You are the {who} player; 'help' says more.")
        self._drawn(self.options.overwrite)
        self.go_on()

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and let the program answer."""
        if self.over:
            raise Refused("the game is over: undo, or quit")
        try:
            move = self.notation.parse(line, self.position, self._legal)
        except Refused as error:
            if str(error):
                raise
            if not squares_of(line):
                return False
            raise Refused(self.reason(line)) from None
        self.make(move)
        self.go_on()
        return True

    def make(self, move: Found, why: str = "") -> None:
        """Make a move; print it if it is the program's."""
        written = self.notation.move(self.position, move)
        self.turns.append(Turn(self.position, move, written, tuple(path_of(move))))
        mover = self.position.player
        self.session.position = after(self.position, move)
        if mover != self.person:
            number = (len(self.turns) + self.turns[0].before.player) // 2
            print(f"{number}.{'..' * (mover == 2)} {written}{why and f'   {why}'}")

    def ending(self, position: Position) -> int:
        """Return VICTORY, DRAW or LOSS of the player who has just moved, 0 if the game goes on."""
        mover = replace(position, player=3 - position.player)
        results = self.session.pitrat.moves(mover, "RESULTS")
        return results[0].result if results and results[0].result in ENDS else 0

    def playable(self, position: Position) -> Sequence[Found]:
        """Return the legal moves; none if the game has ended."""
        return () if self.ending(position) else legal(self.session, position)

    def see_end(self) -> None:
        """Say so if the game has ended."""
        mover = 3 - self.position.player
        if result := self.ending(self.position):
            self.score = DRAWN if result == DRAW else WINS[mover if result == VICTORY else 3 - mover]
            name = "You have" if mover == self.person else "The program has"
            print({VICTORY: f"{name} won", DRAW: "A draw", LOSS: f"{name} lost"}[result])

    def go_on(self) -> None:
        """Have the program move if it is its turn, show the board, find the person's moves."""
        self.see_end()
        while not self.over and self.position.player != self.person:
            self.answer()
        if not self.over:
            self._legal = [*legal(self.session)]
            if not self._legal:
                self.no_move()
        self.show()

    def answer(self) -> None:
        """Have the program move."""
        move, reason = None, 0
        command = f"CHOOSE {self.options.weight} {self.options.situations}"
        for item in self.session.work(command, modifications=self.options.modifications):
            if isinstance(item, Found):
                move = item
            elif item.word == "REASON":
                reason = item.numbers[0]
        if move and not (reason == HOPELESS and has_kings(self.session)):
            self.make(move, REASONS.get(reason, ""))
            self.see_end()
        else:
            self.no_move()

    def no_move(self) -> None:
        """Say that the player to move has no move, and whether the other one has won by that."""
        name, other = ("You have", "the program has") if self.position.player == self.person else (
            "The program has", "you have")  # fmt: skip
        wins = any(isinstance(item, Line) and item.word == "WON" for item in self.other_side("WIN 1 1"))
        self.score = WINS[3 - self.position.player] if wins else DRAWN
        print(f"{name} no move{f' against the threat: {other} won' if wins else ': the game ends without a winner'}")

    # ------------------------------------------------------------ files

    def record(self) -> Record:
        """Return the game for a file."""
        names = {"White" if player == 1 else "Black": PLAYER if player == self.person else TITLE for player in (1, 2)}
        moves = [turn.move for turn in self.turns]
        record = Record({"Event": f"Rules of {self.session.rules.path.stem}", **names}, self.begins, moves, self.score)
        return self.files.continued(record, self.taken_up) if self.taken_up else record

    def take_up(self, record: Record) -> None:
        """Go to the end of a game of a file."""
        if PLAYER in (sides := [record.tags.get("White"), record.tags.get("Black")]) and self.person == 1:
            self.person = sides.index(PLAYER) + 1
        *before, self.session.position = self.files.positions(record)
        self.begins, self.score = record.start, OPEN
        self.turns = [
            Turn(position, move, self.notation.move(position, move), tuple(path_of(move)))
            for position, move in zip(before, record.moves, strict=True)
        ]

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        self.go_on()

    # ------------------------------------------------------------ questions to the program

    def other_side(self, command: str, modifications: int = 0) -> Iterator[Line | Found]:
        """Yield the program's output with the other player to move."""
        turned = replace(self.position, player=3 - self.position.player)
        return self.session.pitrat.work(turned, [command], modifications)

    def reason(self, text: str) -> str:
        """Return why no legal move has the squares that were typed."""
        squares, notation = squares_of(text), self.notation
        names = [notation.square(square) for square in squares]
        if outside := self.outside(squares):
            return outside

        def meant(moves: list[Found]) -> list[Found]:
            return [move for move in moves if path_of(move)[: len(squares)] == squares]

        if found := meant(self.session.moves("LIST")):
            left = after(self.position, found[0])
            wins = self.session.pitrat.work(left, ["WIN 1 1"], self.options.modifications)
            moves = [item for item in wins if isinstance(item, Found)]
            return f"after that the other player wins by {notation.move(left, moves[0])}" if moves else "this loses"
        man = self.position.men.get(squares[0])
        if man is None and len(squares) > 1:
            return f"there is nothing on {names[0]}"
        if man and man.player != self.person and len(squares) > 1:
            return f"the man on {names[0]} is not yours"
        for move in meant(self.session.moves("MOVES", NEARLY)):
            needs = [each for each in move.conditions if each.modified]
            if len(path_of(move)) == 1 or all(each.where != squares[0] for each in needs):
                told = ", ".join(notation.condition(each, self.person) for each in needs)
                return f"the rules do not allow that now, only if {told}"
        return f"the rules know no such move; from {names[0]} go {self.from_square(squares[0]) or 'none'}"

    def outside(self, squares: Sequence[Square]) -> str:
        """Say that one of the squares is not on the board; return nothing if all are."""
        game = self.session.rules.game
        off = (each for each in squares if not (1 <= each[0] <= game.width and 1 <= each[1] <= game.height))
        return next((f"{self.notation.square(each)} is not on the board" for each in off), "")

    def from_square(self, square: tuple[int, int]) -> str:
        """Return the legal moves that begin on a square."""
        own = [move for move in self._legal if path_of(move)[:1] == [square]]
        return ", ".join(self.notation.move(self.position, move) for move in own)

    # ------------------------------------------------------------ commands

    def show(self, rest: str = "") -> None:
        """Show the board, and keep its picture."""
        print("\n".join(self.position.drawing(algebraic=self.notation.algebraic, flipped=self.flipped)), flush=True)
        self._drawn(True)

    def _drawn(self, overwrite: bool) -> None:
        if self.options.picture:
            marked = self.turns[-1].path if self.turns else ()
            made = self.position.picture(algebraic=self.notation.algebraic, flipped=self.flipped, marked=marked)
            made.write(self.options.picture, overwrite)

    def list_moves(self, rest: str = "") -> None:
        """List the moves; those that begin with squares, if some are named."""
        wanted = squares_of(rest)
        if rest and not wanted:
            raise UnknownCommand(f"'{rest}' is no square: expected one, such as moves e2")
        if outside := self.outside(wanted):
            raise Refused(outside)
        listed = [*enumerate([] if self.over else self._legal, 1)]
        meant = [(number, move) for number, move in listed if path_of(move)[: len(wanted)] == wanted]
        for number, move in meant:
            print(f"{number:4}  {self.notation.move(self.position, move)}")
        if not meant:
            raise Refused("the game is over" if self.over else "no move begins there")

    def undo(self, rest: str = "") -> None:
        """Take back to where the person was to move."""
        own = [number for number, turn in enumerate(self.turns) if turn.before.player == self.person]
        if not own:
            raise Refused("there is no move to take back")
        self.session.position, self.score = self.turns[own[-1]].before, OPEN
        del self.turns[own[-1] :]
        self.go_on()

    def flip(self, rest: str = "") -> None:
        """Show the board from the other side."""
        self.flipped = not self.flipped
        self.show()

    def draw(self, rest: str) -> None:
        """Draw the board into a file that does not exist yet."""
        file = drawn_to(rest, "draw")
        picture = self.position.picture(algebraic=self.notation.algebraic, flipped=self.flipped)
        picture.write(file, overwrite=False)

    def tell_moves(self, rest: str = "") -> None:
        """Print the moves so far."""
        first = self.turns[0].before if self.turns else self.position
        print(self.notation.line(first, [turn.written for turn in self.turns]))


Play.commands = {
    "board": Command("shows the board", Play.show),
    "moves": Command("lists your moves; moves e2: those from there", Play.list_moves, True),
    "undo": Command("takes back your last move and the reply", Play.undo),
    "flip": Command("turns the board around", Play.flip),
    "fen": Command("prints the position in one line", about(lambda play: play.position.fen())),
    "game": Command("prints the moves so far", Play.tell_moves),
    "draw": Command("draw board.svg: draws the board into a file, .svg or .png", Play.draw, True),
    **filing(PitratFiles.suffix),
    **ENDING,
}
