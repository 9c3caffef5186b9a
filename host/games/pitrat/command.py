"""The output of `ironboard pitrat`: rules that were read, moves, conditions, threats, the search for a win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host import interruption
from host.formats import storage
from host.games.boards import ProgramFault
from host.games.conversation import FileOptions
from host.games.fen import listed
from host.games.pitrat import flowchart
from host.games.pitrat.notation import Notation
from host.games.pitrat.position import LETTERS, Position, parse, parse_fen
from host.games.pitrat.program import RESULTS, Found, Item, Line, Pitrat, after
from host.games.pitrat.rules import Rules, read, read_text
from host.machines.cdc6600.machine import Cdc6600
from host.streams import warn

NOT_WON = 1
ROOT = "root"


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options: rules, a position, and the work to do with them."""

    rules: str = "chess"
    position: Path | None = None
    fen: str | None = None
    notation: str | None = None
    modifications: int = 0
    improved: bool = False
    interpreted: bool = True
    weight: int = 0
    situations: int = 0
    depth: int = 1
    picture: Path | None = None
    flipped: bool = False
    time: bool = False
    core: Core = "compiled"


class Session:
    """Rules, a position and the program that looks at it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rules = read(options.rules, options.core, compass=not options.interpreted)
        self.pitrat = Pitrat(self.rules, options.core, options.improved, options.interpreted)
        self.notation = Notation(self.rules.game, options.notation)
        self.position = self._position()

    def _position(self) -> Position:
        if self.options.position and self.options.fen:
            raise IronboardError("a position is either a file or a FEN: omit --position or --fen")
        if self.options.position:
            return parse(read_text(self.options.position), self.rules.game, str(self.options.position))
        return parse_fen(self.options.fen, self.rules.game) if self.options.fen else self.rules.start()

    def show(self) -> None:
        """Print the position, and draw it if that is wanted."""
        print("\n".join(self.position.drawing(algebraic=self.notation.algebraic, flipped=self.options.flipped)))
        print(", ".join(self.position.statements()), flush=True)
        if self.options.picture:
            drawn = self.position.picture(
                algebraic=self.notation.algebraic, flipped=self.options.flipped, title=self.rules.name
            )
            drawn.write(self.options.picture, self.options.overwrite)

    def work(self, *commands: str, modifications: int = 0) -> Iterator[Item]:
        """Yield the program's output for commands."""
        return self.pitrat.work(self.position, commands, modifications)

    def moves(self, command: str, modifications: int = 0) -> list[Found]:
        """Return the moves, or results, that the program prints for a command."""
        return self.pitrat.moves(self.position, command, modifications)

    def end(self) -> None:
        """Print the 6600's time, if that is wanted."""
        if not self.options.time:
            return
        pitrat, read = self.pitrat, "read" if self.options.interpreted else "read and compiled"
        begun = pitrat.jobs * pitrat.reading(self.position)
        each = f"{(pitrat.cycles - begun) / max(pitrat.statements, 1):,.0f}"
        statements = f": {pitrat.statements:,} statements of the rules, {each} minor cycles each"
        print(f"the rules are {read} in {seconds(self.rules.cycles)}, their tables in {seconds(begun)}")
        print(f"CP time {seconds(pitrat.cycles - begun)}{statements * (pitrat.statements > 0)}")


def seconds(cycles: int) -> str:
    """Return a time of the 6600."""
    return f"{cycles / Cdc6600.clock:.3f} s"


# ---------------------------------------------------------------- rules


def checked(options: Options) -> Rules:
    """Return the rules, with their warnings told; errors are raised."""
    rules = read(options.rules, options.core)
    for warning in rules.warnings:
        warn(warning)
    return rules


def check(options: Options) -> int:
    """Describe the rules; errors are raised."""
    rules = checked(options)
    game = rules.game
    print(f"{rules.path.name}: no errors")
    print(f"board       {game.width} x {game.height}")
    print(f"natures     {' '.join(game.natures)}")
    for each in game.indicatifs:
        values = " / ".join(map(str, each.initial))
        print(f"indicatif   {each.name} = {values}{' TRANSIENT' * each.transient}")
    for kind in ("pair", "integer", "move"):
        named = [f"{each.name}({each.elements})" if each.elements else each.name
                 for each in rules.variables if each.type == kind]  # fmt: skip
        if named or kind != "move":
            print(f"{kind + 's':12}{' '.join(named)}".rstrip())
    for algorithm in rules.algorithms:
        nodes = flowchart.nodes_of(rules, algorithm)
        print(f"{algorithm.name:11} {len(nodes)} nodes")
    if options.time:
        print(f"CP time {seconds(rules.cycles)}")
    return 0


def chart(options: Options) -> int:
    """Print the flowchart, or draw it."""
    rules = read(options.rules, options.core)
    if options.picture:
        flowchart.flowchart(rules).write(options.picture, options.overwrite)
    else:
        print("\n".join(flowchart.flowchart_text(rules)))
    return 0


def compile_rules(options: Options, output: Path | None) -> int:
    """Print the rules as a program in COMPASS, or write it to a file."""
    rules = read(options.rules, options.core, compass=True)
    if not rules.compass:
        raise ProgramFault("the program has not compiled the rules")
    text = "".join(f"{line}\n" for line in rules.compass)
    if output:
        storage.write_text(output, text, options.overwrite)
    else:
        print(text, end="")
    return 0


# ---------------------------------------------------------------- moves


def looked_at(options: Options, job: Callable[[Session], int | None]) -> int:
    """Show a position, do a job with it, print the 6600's time; return the exit status."""
    session = Session(options)
    session.show()
    status = job(session)
    session.end()
    return status or 0


def moves(session: Session, details: bool) -> None:
    """Print the moves of a position; `details`: with their conditions and changes."""
    wanted = session.options.modifications
    counts = [0, 0]  # moves that there are, and those that modifications make possible
    for move in session.work("MOVES" if details or wanted else "LIST", modifications=wanted):
        if isinstance(move, Found):
            counts[move.modifications > 0] += 1
            print("\n".join(move_lines(session, sum(counts), move, details)), flush=True)
    for _ in session.work("TRY"):  # it prints nothing; a submove that is impossible is a fault
        pass
    if details:
        print("results")
        for number, each in enumerate(session.moves("RESULTS", wanted), 1):
            print("\n".join(move_lines(session, number, each, details)))
    print(counted(counts[0], "move") + f", {counts[1]:,} with modifications" * (wanted > 0))


def move_lines(session: Session, number: int, move: Found, details: bool) -> Iterator[str]:
    """Yield the lines of a move or of a result."""
    notation, player = session.notation, session.position.player
    name = RESULTS[move.result] if move.result else notation.move(session.position, move)
    label = session.rules.nodes[move.node].label
    at = f"   ({label})" if details and label else ""
    needs = [notation.condition(each, player) for each in move.conditions if each.modified]
    if not details:
        yield f"{number:4}  {name}" + f"   if {', '.join(needs)}" * bool(needs)
        return
    yield f"{number:4}  {name}{at}"
    for each in move.conditions:
        yield f"        {'*' if each.modified else ' '} {notation.condition(each, player)}"
    for each in move.changes:
        yield f"        > {notation.condition(each._replace(modified=True), player)}"


class Told(NamedTuple):
    """A line about threats: COUPLE, DROPPED (by the opponent's winning move), THREAT or REPLY, and its moves."""

    word: str
    moves: tuple[str, ...]
    number: int = 0  # of a threat's replies; of a reply 0: another winning move is left


def told(session: Session) -> Iterator[Told]:
    """Yield the couples Q-R, the threats and the opponent's replies, those that help and those that do not."""
    position, notation = session.position, session.notation
    items = session.work("COUPLES", "THREATS", modifications=session.options.modifications)
    for item in items:
        match item:
            case Line("COUPLE"):
                q, r = moves_of(items, 2)
                yield Told("COUPLE", pair(notation, position, q, r))
            case Line("DROPPED"):
                q, r, other = moves_of(items, 3)
                yield Told("DROPPED", (*pair(notation, position, q, r), notation.move(after(position, q), other)))
            case Line("THREAT", numbers):
                q, r = moves_of(items, 2)
                yield Told("THREAT", pair(notation, position, q, r), numbers[0])
            case Line("REPLY", numbers):
                yield Told("REPLY", (notation.move(after(position, q), moves_of(items, 1)[0]),), numbers[0])


def threats(session: Session) -> None:
    """Print them."""
    couples = found = 0
    for word, moves, number in told(session):
        match word:
            case "COUPLE":
                couples += 1
                print(f"couple {couples:3}  {' - '.join(moves)}")
            case "DROPPED":
                print(f"dropped     {' - '.join(moves[:2])}: {moves[2]} wins")
            case "THREAT":
                found += 1
                print(f"threat {found:3}  {' - '.join(moves)}: {counted(number, 'reply')}")
            case "REPLY":
                print(f"              {moves[0]}{'' if number else ': another winning move is left'}")
    print(f"{counted(couples, 'couple')}, {counted(found, 'threat')}")


WAYS = {  # of meeting a threat that is not immediate; {} is a move of the opponent after it and R
    1: "the second move is no longer possible",
    2: "then {} would win",
    3: "then {} is a new reply",
    4: "then {} is a reply without an answer",
    5: "it threatens {}",
    6: "the third move is no longer possible",
}


def later(session: Session) -> None:
    """Print threats Q - R - S: after Q and R no reply prevents a win; and the opponent's answers. A line for each Q."""
    start, notation, found = session.position, session.notation, 0
    items = session.work("SECOND", modifications=session.options.modifications)
    for item in items:
        if not isinstance(item, Line):
            continue
        if item.word == "QUIET":
            print(f"            {notation.move(start, moves_of(items, 1)[0])}: no threat", flush=True)
        elif item.word == "SECOND":
            found += 1
            q, r, s = moves_of(items, 3)
            between = after(start, q)
            threatening = after(replace(between, player=start.player), r)
            last = notation.move(replace(threatening, player=start.player), s)
            print(f"threat {found:3}  {couple(notation, start, q, r)} - {last}: {counted(item.numbers[1], 'answer')}")
        elif item.word == "ANSWERED":
            reply, win = moves_of(items, 2)
            print(f"              {notation.move(threatening, reply)} {notation.move(after(threatening, reply), win)}")
        elif item.word == "ANSWER":
            why = WAYS[item.numbers[0]]
            answer, *shown = moves_of(items, 1 + ("{}" in why))
            place = after(after(between, answer), r)
            told = why.format(*(notation.move(place, each) for each in shown))
            print(f"            ! {notation.move(between, answer)}: {told}")
    print(counted(found, "threat"))


def blockades(session: Session) -> None:
    """Print moves that threaten nothing, but after which every move of the opponent lets us win."""
    notation, found = session.notation, 0
    items = session.work("BLOCKADE", modifications=session.options.modifications)
    for item in items:
        if isinstance(item, Line) and item.word == "BLOCKADE":
            found += 1
            (q,) = moves_of(items, 1)
            between = after(session.position, q)
            print(f"{notation.move(session.position, q)}: {counted(item.numbers[0], 'move')} of the opponent")
            for _ in range(item.numbers[0]):
                move, win = moves_of(items, 2)
                print(f"    {notation.move(between, move)}, {notation.move(after(between, move), win)}")
    print(counted(found, "blockade"))


def moves_of(items: Iterator[Item], count: int) -> list[Found]:
    """Return the moves that follow a line."""
    found = [next(items) for _ in range(count)]
    if not all(isinstance(each, Found) for each in found):
        raise ProgramFault(f"expected {count} moves, not {found}")
    return [each for each in found if isinstance(each, Found)]


def couple(notation: Notation, position: Position, q: Found, r: Found) -> str:
    """Return the two moves of a couple: Q, then R as if the opponent had not moved."""
    return " - ".join(pair(notation, position, q, r))


def pair(notation: Notation, position: Position, q: Found, r: Found) -> tuple[str, str]:
    """Return the two moves of a couple."""
    return notation.move(position, q), second(notation, position, q, r)


def second(notation: Notation, position: Position, q: Found, r: Found) -> str:
    """Return the second move of a couple."""
    return notation.move(replace(after(position, q), player=position.player), r)


def counted(number: int, thing: str) -> str:
    """Return how many of a thing there are: no reply, 1 reply, 2 replies."""
    plural = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{number:,} {plural}" if number > 1 else f"{number or 'no'} {thing}"


# ---------------------------------------------------------------- the search


def situation_name(number: int) -> str:
    """Return the letters of a situation: the root has none, then A, B, ... Z, AA, AB, ..."""
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, len(LETTERS))
        name = LETTERS[letter].upper() + name
    return name or ROOT


class Tree:
    """The situations of a search as the program tells of them, written as the paper writes them."""

    def __init__(self, session: Session) -> None:
        self.session, self.notation = session, session.notation
        self.positions = {0: session.position}
        self.studied = self.weight = 0
        self.outcome = ""  # WON, LOST or GIVEUP
        self.line: list[Found] = []

    def lines(self, items: Iterator[Item]) -> Iterator[str]:
        """Yield the output, while the program works."""
        position, threat = self.positions[0], ""
        for item in items:
            if isinstance(item, Found):
                self.line.append(item)
                continue
            if item.word != "REPLY" and threat:
                yield threat
                threat = ""
            match item.word:
                case "SITUATION":
                    self.studied += 1
                    position = self.positions[item.numbers[0]]
                    yield f"({self.studied}) {situation_name(item.numbers[0])}"
                case "THREAT":
                    q, r = moves_of(items, 2)
                    between = after(position, q)
                    then = second(self.notation, position, q, r)
                    threat = f"    {self.notation.move(position, q)} ({then}): {counted(item.numbers[0], 'reply')}"
                case "REPLY":
                    (reply,) = moves_of(items, 1)
                    self.positions[item.numbers[0]] = after(between, reply)
                    threat += f", {self.notation.move(between, reply)} - {situation_name(item.numbers[0])}"
                case "WEIGHT":
                    self.weight = item.numbers[0]
                    yield f"    weight {self.weight}"
                case "WON" | "LOST" | "GIVEUP":
                    self.outcome = item.word
        if threat:
            yield threat

    def first(self) -> str | None:
        """Return the move that wins at once."""
        return self.notation.move(self.session.position, self.line[0]) if self.outcome == "WON" else None

    def conclusion(self) -> Iterator[str]:
        """Yield how the search has ended, and the main line."""
        studied = counted(self.studied, "situation") + " studied"
        match self.outcome:
            case "WON" if self.studied == 0:
                yield f"{self.first()} wins at once"
            case "WON":
                yield f"won: {studied}"
                yield self.notation.line(self.session.position, self._written())
            case "LOST":
                yield f"no win by threats: {studied}"
            case "GIVEUP":
                yield f"given up at weight {self.weight}: {studied}"
            case _:
                yield f"interrupted at weight {self.weight}: {studied}"

    def _written(self) -> list[str]:
        """Return the moves of the main line, and R after any reply to the last Q, unless that mates."""
        position, words = self.session.position, []
        for move in self.line[:-1]:
            words.append(self.notation.move(position, move))
            position = after(position, move)
        if not words[-1].endswith("#"):
            last = replace(position, player=3 - position.player)
            words += ["any", self.notation.move(last, self.line[-1])]
        return words


def win(session: Session) -> int:
    """Print the search for a win; Ctrl-C ends it with the results so far. Returns 1 if there is no win."""
    tree = Tree(session)
    command = f"WIN {session.options.weight} {session.options.situations}"
    status = 0
    try:
        for line in tree.lines(session.work(command, modifications=session.options.modifications)):
            print(line, flush=True)
    except KeyboardInterrupt:
        status = interruption.told("the search up to here is printed; the same command begins anew")
    print("\n".join(tree.conclusion()))
    return status or (0 if tree.outcome == "WON" else NOT_WON)


def wins(options: Options, path: Path) -> int:
    """Search for a win in each position of a file, a line for each; Ctrl-C ends that. Returns 1 if one has none."""
    session = Session(options)
    command = f"WIN {options.weight} {options.situations}"
    won = count = 0
    try:
        for count, (title, text, place) in enumerate(listed(path), 1):
            session.position = parse_fen(text, session.rules.game, place.file)
            tree, before = Tree(session), session.pitrat.cycles
            for _ in tree.lines(session.work(command, modifications=options.modifications)):
                pass
            won += tree.outcome == "WON"
            seconds = (session.pitrat.cycles - before) / Cdc6600.clock
            print(f"{title or count}: {', '.join(tree.conclusion())}; CP time {seconds:.1f} s", flush=True)
    except KeyboardInterrupt:
        print(f"interrupted: {won} won before")
        return interruption.told("the lines above are complete; the same command begins anew")
    print(f"{won} won of {count}")
    session.end()
    return 0 if won == count else NOT_WON


def perft(session: Session) -> None:
    """Print how many sequences of legal moves there are."""
    for depth, count in enumerate(counts(session), 1):
        print(f"{depth:3} {count:14,}", flush=True)


def counts(session: Session) -> Iterator[int]:
    """Yield how many sequences of 1, 2, ... legal moves there are."""
    for depth in range(1, session.options.depth + 1):
        for item in session.work(f"PERFT {depth}"):
            if isinstance(item, Line) and item.word == "PERFT":
                yield item.numbers[-1]


def has_kings(session: Session) -> bool:
    """Return whether a king must not be left to be captured, as in chess."""
    return "KING" in session.rules.game.natures


def legal(session: Session, position: Position | None = None) -> Sequence[Found]:
    """Return the moves that a player may make: with kings, those after which the opponent does not win at once."""
    return session.pitrat.moves(position or session.position, "LEGAL" if has_kings(session) else "LIST")
