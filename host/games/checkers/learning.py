"""A polynomial that learns: series of games on the 704, the cards of its memory, the plot of its coefficients.

The 704 decides everything: it plays Alpha against Beta, corrects, adopts, and punches its memory on cards
(asm/ibm704/lcards.sap describes them). This module feeds it cards and reads its output.

A memory is a deck as a text: the cards of the last game, and before them a comment for each game, by which the plot is
drawn. It can be given back at any time, and the series goes on as if it had never been interrupted.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypedDict

from emulators.errors import IronboardError, Place, SourceError
from emulators.ibm704.machine import MICROSECONDS
from emulators.processor import Core
from host.formats import deck, results, storage
from host.games import drawing
from host.games.boards import Colour, ProgramFault
from host.games.checkers import generators
from host.games.checkers.program import DEPTH, CheckersProgram
from host.interruption import keeping

# ---------------------------------------------------------------- terms and rules
TERMS = [name.replace(" ", "") for name in generators.TERMS]  # by their numbers, a word each, as on cards
ACTIVE = 16
ONE = 1 << 29  # a C of 1


class Rules(NamedTuple):
    """The numbers of the card RULES, in its order; LEARN explains each."""

    limit: int = 32
    reserve: int = 22
    text_powers: int = 0
    one_sided: int = 1
    least: int = 15
    static: int = 0
    span: int = 1
    majority: int = 1
    judge: int = 0
    marks: int = 3
    moves: int = 70
    white: int = 14
    antisymmetric: int = 0


SERIES = {
    "first": Rules(limit=8, one_sided=0, least=16, static=1, span=0, majority=0, judge=1),
    "second": Rules(),
    "stable": Rules(limit=200, reserve=10, one_sided=0),
    "antisymmetric": Rules(one_sided=0, antisymmetric=1),
}


class Course(NamedTuple):
    """The numbers of the card SERIES, in its order."""

    games: int = 0
    seed: int = 1
    openings: int = 0
    marks: int = 0
    won: int = 0
    lost: int = 0
    all_won: int = 0
    all_lost: int = 0
    all_drawn: int = 0
    adjustments: int = 0
    adoptions: int = 0
    resets: int = 0
    leader: int = len(TERMS)  # a term's number


class Term(NamedTuple):
    """A term on a card; the coefficient has a sign even if it is 0."""

    name: str
    coefficient: str = "+0"
    c: int = 0
    use: int = 0
    tally: int = 0
    corrected: int = 0
    discarded: int = 0
    led: int = 0

    @property
    def power(self) -> int | None:
        """The power of two of the coefficient; None if it is 0."""
        size = abs(int(self.coefficient))
        return size.bit_length() - 1 if size else None

    @property
    def sign(self) -> str:
        """The sign of the coefficient."""
        return self.coefficient[0]


# ---------------------------------------------------------------- the memory


@dataclass(frozen=True)
class Memory:
    """All that is kept from game to game."""

    course: Course
    rules: Rules
    alpha: tuple[Term, ...]
    beta: tuple[Term, ...]
    spare: tuple[Term, ...]
    cards: tuple[str, ...]  # as they were punched
    history: tuple[str, ...] = field(default=())  # a remark for each game, see `remark`

    @property
    def terms(self) -> list[Term]:
        """All 38."""
        return [*self.alpha, *self.spare]

    @property
    def leaders(self) -> list[Term]:
        """Alpha's terms, those with the highest C first."""
        return sorted(self.alpha, key=lambda term: -term.c)

    def text(self) -> str:
        """Return the deck as a file has it."""
        return "".join(f"{line}\n" for line in (*(f"~# {each}" for each in self.history), *self.cards))


CARD = re.compile(r"(SERIES|RULES|ALPHA|BETA|SPARE)((?: +[-+A-Z0-9]+)+) *")
KEYS = ("SERIES", "RULES", "ALPHA", "BETA", "SPARE")
COUNTS = {"SERIES": 1, "RULES": 1, "ALPHA": ACTIVE, "BETA": ACTIVE, "SPARE": len(TERMS) - ACTIVE}


def parse(text: str, file: str) -> Memory:
    """Return the memory of a deck's text; raises SourceError for the first mistake in it."""
    found: dict[str, list[list[str]]] = {key: [] for key in KEYS}
    history, cards = [], []
    place = Place(file, 1, 1, 1, "")
    for number, line in enumerate(text.splitlines(), 1):
        place = Place(file, number, 1, max(1, len(line)), line)
        if line.startswith("~#"):
            history.append(line[2:].strip())
        elif match := CARD.fullmatch(line):
            found[match[1]].append(match[2].split())
            cards.append(line.rstrip())
        elif line.strip():
            raise SourceError(place, "this card does not belong to a memory", f"its cards begin with {', '.join(KEYS)}")
    for key, count in COUNTS.items():
        if len(found[key]) != count:
            raise SourceError(place, f"{len(found[key])} cards {key} in this memory: expected {count}")
    try:
        course, rules = Course(*map(int, found["SERIES"][0])), Rules(*map(int, found["RULES"][0]))
        alpha = tuple(Term(name, sign, *map(int, rest)) for _, name, sign, *rest in found["ALPHA"])
        beta = tuple(Term(name, sign) for _, name, sign in found["BETA"])
        spare = tuple(Term(name, "+0", 0, 0, 0, *map(int, rest)) for _, name, *rest in found["SPARE"])
    except (TypeError, ValueError):
        raise SourceError(place, "a card of this memory has too many numbers, too few, or something else") from None
    if sorted(term.name for term in (*alpha, *spare)) != sorted(TERMS):
        raise SourceError(place, "the terms of ALPHA and SPARE are not all there, each once")
    return Memory(course, rules, alpha, beta, spare, tuple(cards), tuple(history))


LARGEST = 1 << 22  # bytes of a memory


def read(path: Path) -> Memory:
    """Return the memory in a file; raises ImageError, SourceError."""
    return parse(storage.read_filled(path, LARGEST, "a memory").decode("ascii", "replace"), str(path))


class TermResult(TypedDict):
    """A term of the polynomial, or one in reserve."""

    name: str
    correlation: Annotated[float, "C"]
    sign: Literal["+", "-"]
    power: Annotated[int | None, "the coefficient is this power of two; null: it has none"]
    use: int
    tally: int
    corrected: int
    discarded: int
    led: int


class GameResult(TypedDict):
    """A game of a series."""

    number: int
    color: Annotated[Literal["black", "white"], "Alpha's"]
    result: Annotated[Literal["won", "lost", "drawn"], "Alpha's"]
    moves: int
    corrections: int


class MemoryResult(TypedDict):
    """What the checkers program has learned."""

    games: int
    won: Annotated[int, "by Alpha"]
    lost: int
    drawn: int
    adoptions: Annotated[int, "of Alpha's polynomial by Beta"]
    resets: int
    marks: Annotated[int, "black marks"]
    terms: Annotated[list[TermResult], "Alpha's, the highest C first"]
    spare: Annotated[list[TermResult], "in reserve, the next to come in first"]
    history: list[GameResult]


def result(memory: Memory) -> MemoryResult:
    """Return a memory for programs."""
    course = memory.course

    def described(term: Term) -> TermResult:
        names = ("name", "sign", "power", "use", "tally", "corrected", "discarded", "led")
        return {"correlation": term.c / ONE, **{name: getattr(term, name) for name in names}}  # type: ignore[typeddict-item]

    return {
        "games": course.games,
        "won": course.all_won,
        "lost": course.all_lost,
        "drawn": course.all_drawn,
        "adoptions": course.adoptions,
        "resets": course.resets,
        "marks": course.marks,
        "terms": [*map(described, memory.leaders)],
        "spare": [*map(described, memory.spare)],
        "history": [
            {"number": it.number, "color": it.colour, "result": it.result, "moves": it.moves, "corrections": it.changes}  # type: ignore[typeddict-item]
            for it in map(played, memory.history)
            if it
        ],
    }


def listing(memory: Memory) -> str:
    """Return a memory for people: the course of the series, and the terms with the highest C first."""
    course = memory.course
    lines = [
        f"games {course.games}: Alpha won {course.all_won}, lost {course.all_lost}, drew {course.all_drawn};"
        f" Beta adopted {course.adoptions} times; {course.resets} resets, {course.marks} black marks",
        f"moves after which the polynomial was corrected: {course.adjustments}",
        "term       C  sign power  use tallies  corrected discarded led",
    ]
    for term in memory.leaders:
        power = "-" if term.power is None else term.power
        lines.append(
            f"{term.name:<7} {term.c / ONE:.3f}  {term.sign}   {power:>4} {term.use:>5} {term.tally:>6}"
            f" {term.corrected:>10} {term.discarded:>8} {term.led:>5}"
        )
    lines.append("in reserve, the next to come in first; corrected, discarded, led:")
    lines += [f"{term.name:<7} {term.corrected:>5} {term.discarded:>3} {term.led:>3}" for term in memory.spare]
    return "\n".join(lines)


# ---------------------------------------------------------------- games
PRUNED = "PRUNE ON"  # the same moves and values, sooner
PLAYED = re.compile(
    r"GAME +(?P<number>\d+) +ALPHA (?P<colour>BLACK|WHITE) +(?P<result>WON|LOST|DRAWN) +MOVES +(?P<moves>\d+)"
    r" +CHANGES +(?P<changes>\d+)(?: +LEADER +(?P<leader>[-+] ?\w+))?"
)
MATCH_PLAYED = re.compile(r"ALPHA (?P<colour>BLACK|WHITE) +(?P<result>WON|LOST|DRAWN) +MOVES +(?P<moves>\d+)")
REMARK = re.compile(
    r"game (?P<number>\d+) (?P<colour>black|white) (?P<result>won|lost|drawn) moves (?P<moves>\d+)"
    r" changes (?P<changes>\d+) led(?P<led>(?: \w+=\d+)*):(?P<terms>(?: [-+]\w+ \d+)*)"
)


class Played(NamedTuple):
    """A game of a series, and Alpha's polynomial after it: signed powers by terms, the highest C first."""

    number: int
    colour: str  # Alpha's
    result: str  # won, lost, drawn: Alpha's
    moves: int
    changes: int
    led: dict[str, int]  # name of a term -> how often it took the lead in this game
    powers: dict[str, tuple[str, int]]  # name -> sign, power

    def __str__(self) -> str:
        terms = "".join(f" {sign}{name} {power}" for name, (sign, power) in self.powers.items())
        led = "".join(f" {name}={count}" for name, count in self.led.items())
        what = f"game {self.number} {self.colour} {self.result} moves {self.moves} changes {self.changes}"
        return f"{what} led{led}:{terms}"


def played(remark: str) -> Played | None:
    """Return the game of a remark in a memory; None if it is another remark."""
    match = REMARK.fullmatch(remark)
    if match is None:
        return None
    terms = match["terms"].split()
    powers = {name[1:]: (name[0], int(power)) for name, power in zip(terms[::2], terms[1::2], strict=True)}
    led = {name: int(count) for name, count in (each.split("=") for each in match["led"].split())}
    return of_match(match, led, powers)


def of_match(match: re.Match[str], led: dict[str, int], powers: dict[str, tuple[str, int]]) -> Played:
    """Return a game from a printed line or a remark."""
    number, moves, changes = (int(match[each]) for each in ("number", "moves", "changes"))
    return Played(number, match["colour"].lower(), match["result"].lower(), moves, changes, led, powers)


class Learner:
    """The program, which plays a series."""

    def __init__(self, program: CheckersProgram) -> None:
        self.program = program

    def begin(self, rules: Rules, seed: int, signs: bool = False) -> Memory:
        """Begin a series; `signs`: those of the first polynomial are drawn, too."""
        self._silently([f"RULES {' '.join(map(str, rules))}", f"SEED {seed}", *["SIGNS"] * signs, PRUNED])
        return self.punched()

    def restore(self, memory: Memory) -> Memory:
        """Go on where a memory was punched."""
        self._silently([*memory.cards, PRUNED])
        found = self.punched(memory.history)
        if found.cards != memory.cards:
            raise ProgramFault("the program does not punch the memory that it has been given")
        return found

    def _silently(self, cards: Iterable[str]) -> None:
        printout = self.program.feed(*cards)
        if printout.lines:
            raise ProgramFault(f"the program answers cards of a memory with '{printout.lines[0]}'")

    def punched(self, history: Sequence[str] = ()) -> Memory:
        """Have the program punch its memory."""
        before = len(self.program.machine.punched)
        self._silently(["PUNCH"])
        cards = self.program.machine.punched[before:]
        texts = [deck.text_of(deck.of_words(card)) or "" for card in cards]
        return replace(parse("\n".join(texts), "what the 704 has punched"), history=tuple(history))

    def game(self, before: Memory) -> tuple[Played, Memory]:
        """Play a game of the series, and learn; `before` is the memory up to now."""
        match = self._printed("LEARN 1", PLAYED)
        memory = self.punched(before.history)
        powers = {term.name: (term.sign, term.power) for term in memory.leaders if term.power is not None}
        led_before = {term.name: term.led for term in before.terms}
        led = {term.name: more for term in memory.terms if (more := term.led - led_before[term.name])}
        game = of_match(match, led, powers)
        return game, replace(memory, history=(*memory.history, str(game)))

    def _printed(self, card: str, form: re.Pattern[str]) -> re.Match[str]:
        """Feed a card that lets it play; return the line printed."""
        printout = self.program.feed(card)
        match = printout.find(form)
        if match is None:
            raise ProgramFault(f"the program prints {' / '.join(printout.lines) or 'nothing'} instead of a game")
        return match

    def match_game(self, colour: Colour, forced: Sequence[int]) -> tuple[str, int]:
        """Play a game between Alpha's polynomial and Beta's without learning; return Alpha's result, and the moves."""
        numbers = " ".join(map(str, (len(forced), *forced)))
        match = self._printed(f"GAME {colour.letter} {numbers}", MATCH_PLAYED)
        return match["result"].lower(), int(match["moves"])

    def seat(self, alpha: Sequence[Term], beta: Sequence[Term]) -> None:
        """Give Alpha and Beta polynomials for a match."""
        of_alpha = {term.name for term in alpha}
        spare = [name for name in TERMS if name not in of_alpha]
        cards = [f"ALPHA {n} {term.name} {term.coefficient} 0 0 0 0 0 0" for n, term in enumerate(alpha, 1)]
        cards += [f"BETA {n} {term.name} {term.coefficient}" for n, term in enumerate(beta, 1)]
        cards += [f"SPARE {n} {name} 0 0 0" for n, name in enumerate(spare, 1)]
        self._silently([*cards, PRUNED])


# ---------------------------------------------------------------- `ironboard checkers --learn`


@dataclass(frozen=True)
class Options:
    """The options: play a series, or list a memory."""

    learn: bool = False
    listed: bool = False
    games: int = 28
    seed: int = 1
    rules: str | None = None  # second
    signs: bool = False  # of the first polynomial, drawn
    memory: Path | None = None
    plot: Path | None = None
    depth: int = DEPTH
    as_json: bool = False
    core: Core = "compiled"


def run(options: Options) -> int:
    """Play a series up to a number of games, and write the memory after each; or print a memory."""
    if options.listed:
        if options.memory is None:
            raise IronboardError("--list prints a memory: --memory FILE says which")
        memory = read(options.memory)
        save(memory, options.plot, None)
        if options.as_json:
            results.show(result(memory))
            return 0
    else:
        memory = learn(options)
    print(listing(memory))
    return 0


def learn(options: Options) -> Memory:
    """Play a series; return the memory at its end."""
    learner = Learner(CheckersProgram(options.core))
    learner.program.look_ahead(options.depth)
    if options.memory is not None and options.memory.exists():
        memory = learner.restore(read(options.memory))
        if options.rules and memory.rules != SERIES[options.rules]:
            raise IronboardError(f"{options.memory}: this series has not begun with --rules {options.rules}")
        print(f"{options.memory}: {memory.course.games} games have been played")
    else:
        memory = learner.begin(SERIES[options.rules or "second"], options.seed, options.signs)
    save(memory, options.plot, options.memory)
    cycles, started = learner.program.machine.cycles, time.perf_counter()
    while memory.course.games < options.games:
        count = memory.course.games
        lost = f"without --memory nothing is kept of {count} games; the same command begins anew"
        with keeping(f"{options.memory} has {count} games; the same command goes on" if options.memory else lost):
            game, memory = learner.game(memory)
            save(memory, options.plot, options.memory)
        terms = "  ".join(f"{sign}{name} {power}" for name, (sign, power) in list(game.powers.items())[:5])
        print(
            f"game {game.number:>3}  Alpha {game.colour} {game.result:<5}  {game.moves} moves,"
            f" {game.changes:>2} corrections  {terms}",
            flush=True,
        )
    seconds, here = (learner.program.machine.cycles - cycles) * MICROSECONDS / 1e6, time.perf_counter() - started
    if seconds:
        print(f"{seconds / 3600:.1f} hours of the 704 in {here:.0f} seconds: {seconds / here:,.0f} times as fast")
    return memory


def save(memory: Memory, picture: Path | None, file: Path | None) -> None:
    """Write memory and plot where they are wanted."""
    if file is not None:
        storage.write_all(file, memory.text().encode("ascii"), True)
    if picture is not None:
        plot(memory.history).write(picture, True)


# ---------------------------------------------------------------- the plot
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900.0, 520.0, 60.0, 110.0, 40.0, 50.0
COLOURS = ("#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948", "#b07aa1", "#9c755f", "#222222", "#ff9da7")
HIGHEST = 18  # power of two of a coefficient
SHOWN = 10  # terms that have a line
GREY = "#bbbbbb"


def plot(history: Iterable[str]) -> drawing.Picture:
    """Draw the coefficients over the games, as signed powers of two, as Samuel's figure 4 does.

    Drawn are the terms that were highest for most games; a line breaks off where a term is not in the polynomial.
    """
    games = [game for each in history if (game := played(each))]
    last = max((game.number for game in games), default=1)
    weight = Counter[str]()
    for game in games:
        for name, (_, power) in game.powers.items():
            weight[name] += power
    shapes = [*axes(last)]
    ends: list[float] = []
    for (name, _), colour in zip(weight.most_common(SHOWN), COLOURS, strict=False):
        points: list[tuple[float, float]] = []
        for game in [*games, None]:
            if game and name in game.powers:
                sign, power = game.powers[name]
                points.append((across(game.number, last), upwards(-power if sign == "-" else power)))
                continue
            if len(points) > 1:
                shapes.append(drawing.Shape(tuple(points), edge=colour))
            if points and game is None:
                y = points[-1][1]
                while any(abs(y - each) < 13 for each in ends):
                    y += 13
                ends.append(y)
                at = (WIDTH - RIGHT + 8, y)
                shapes.append(drawing.Shape((at,), fill=colour, radius=12, text=name, anchor="start"))
            points = []
    return drawing.Picture(WIDTH, HEIGHT, tuple(shapes), "Coefficients of the polynomial over the games")


def across(game: int, last: int) -> float:
    """Return the horizontal place of a game."""
    return LEFT + (WIDTH - LEFT - RIGHT) * game / last


def upwards(power: int) -> float:
    """Return the vertical place of a signed power."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (HIGHEST - power) / (2 * HIGHEST)


def axes(last: int) -> Iterator[drawing.Shape]:
    """Yield the axes with their labels."""
    yield drawing.box(0, 0, WIDTH, HEIGHT, "#ffffff")
    for power in range(-HIGHEST, HIGHEST + 1, 6):
        y = upwards(power)
        yield drawing.Shape(((LEFT, y), (WIDTH - RIGHT, y)), edge=GREY)
        label = f"{'-' if power < 0 else '+' if power else ''}{abs(power)}"
        yield drawing.Shape(((LEFT - 20, y),), fill="#222222", radius=12, text=label)
    for game in range(0, last + 1, 7 * max(1, last // 70)):
        x = across(game, last)
        yield drawing.Shape(((x, TOP), (x, HEIGHT - BOTTOM)), edge=GREY)
        yield drawing.Shape(((x, HEIGHT - BOTTOM + 16),), fill="#222222", radius=12, text=str(game))
    yield drawing.Shape((((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12),), fill="#222222", radius=12, text="games")
    heading = "sign and power of two of the coefficient"
    yield drawing.Shape(((LEFT, TOP - 16),), fill="#222222", radius=12, text=heading, anchor="start")
