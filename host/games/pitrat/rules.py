"""Rules in Pitrat's language: found, read by the 6600's first program, with its errors in words.

    rules = read("chess")  # asm/pitrat/chess.rules; or a file
    rules.game.natures, rules.nodes, rules.tables

The program is asm/cdc6600/pitrules.alg. It finds the errors and makes TABLES, which the second program reads; here its
errors get places and words.

The numbers of errors that it prints have their words in MESSAGES; those of 200 or more are warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.errors import ImageError, Place, SourceError, SourceErrors, did_you_mean
from emulators.inputs import NEVER
from emulators.processor import Core
from emulators.roms import ROOTS
from host.formats import storage
from host.games.boards import ProgramFault
from host.games.pitrat.position import Game, Indicatif, Position, parse
from host.games.program6600 import compiled, prepared, printed
from host.machines.cdc6600.machine import Cdc6600, run_long

PROGRAM = "pitrules"
FOLDER, SUFFIX, START = Path("asm", "pitrat"), ".rules", ".position"
LIMIT = 1 << 20  # bytes of a file of rules
RULES, TABLES, COMPASS = "CH1", "CH7", "CH8"  # the program's channels
LAST_LINE = "_"  # a program in ALGOL cannot see the end of a file
END, SETTING, SCAN, LOOP, IF, CASES, MOVE, RESULT = 0, (1, 2, 3), (4, 5), (6, 7, 8, 9), 10, 11, 12, 13  # kinds of nodes
ONE_STEP = 15  # of a LOOP with subscripts
TYPES = {"1": "integer", "2": "pair", "3": "move"}


class SourceWarning(SourceError):
    """Something that is allowed and probably not meant."""

    severity = "warning"


class Variable(NamedTuple):
    """A variable, and the type that the program has found for it."""

    name: str
    type: str  # one of TYPES
    elements: int = 0  # of an array


class Node(NamedTuple):
    """A statement of the flowchart."""

    number: int
    kind: int
    line: int  # of the rules
    label: str
    successors: tuple[int, ...]  # of IF: where it is true, then where it is false
    conjugue: int | None  # of IF and CPTD GO TO
    cases: tuple[str, ...] = ()  # of CPTD GO TO: the variable of each successor


class Algorithm(NamedTuple):
    """MOVES or WIN: its nodes are first to last; it begins at entry."""

    name: str
    first: int
    last: int
    entry: int


@dataclass(frozen=True)
class Rules:
    """Rules that have no errors."""

    name: str
    path: Path
    lines: tuple[str, ...]
    game: Game
    variables: tuple[Variable, ...]
    algorithms: tuple[Algorithm, ...]
    nodes: tuple[Node, ...]
    tables: tuple[str, ...]  # the input of the second program
    compass: tuple[str, ...]  # the rules compiled, if that was wanted
    warnings: tuple[SourceError, ...]
    cycles: int  # minor cycles that reading them has taken

    def start(self) -> Position:
        """Return where a game begins: the drawing beside the rules, or the empty board."""
        path = self.path.with_suffix(START)
        return parse(read_text(path), self.game, str(path)) if path.is_file() else Position(self.game)

    def text(self, node: Node) -> str:
        """Return the statement of a node as the rules have it, on one line."""
        return statement(self.lines, node.line)


def names() -> list[str]:
    """Return the names of the rules that come with Ironboard."""
    return sorted({path.stem for root in ROOTS for path in (root / FOLDER).glob(f"*{SUFFIX}")})


def find(name: str) -> Path:
    """Return the file of rules: one of these names, or a path. Raises ImageError."""
    own = next((place for root in ROOTS if (place := root / FOLDER / f"{name}{SUFFIX}").is_file()), None)
    if own:
        return own
    if not Path(name).exists():
        hint = did_you_mean(name, names(), f"there are {', '.join(names())}")
        raise ImageError(f"there is no file '{name}', and no rules of this name; {hint}")
    return Path(name)


def read_text(path: Path) -> str:
    """Return a text; raises ImageError."""
    return storage.text_of(storage.read_filled(path, LIMIT, "a text"), path)


def sent(lines: Sequence[str], file: str) -> list[str]:
    """Return the lines as the 6600 reads them: without remarks, in capitals, columns kept, and the end marked.

    Raises SourceErrors.
    """
    found: list[str] = []
    errors = []
    for number, line in enumerate(lines, 1):
        plain = line.partition("#")[0].replace("\t", " ").rstrip()
        for column, character in enumerate(plain, 1):
            if display_code.code(character) is None:
                at = Place(file, number, column, 1, line)
                errors.append(SourceError(at, f"the 6600 has no character {character!r}"))
        found.append(plain.upper().replace(":", "?"))  # a colon would vanish at the end of a line; both are errors
    if errors:
        raise SourceErrors(errors)
    return [*found, LAST_LINE]


def read(name: str, core: Core = "compiled", *, compass: bool = False) -> Rules:
    """Return rules that the 6600 has read; `compass`: compiled, too. Raises SourceErrors for mistakes in them."""
    path = find(name)
    lines = read_text(path).splitlines()
    checked = check(lines, name, "CHECK TABLES COMPILE" if compass else "CHECK TABLES", core)
    if any(each.severity == "error" for each in checked.told):
        raise SourceErrors(checked.told)
    return _rules(name, path, lines, checked.rows, checked.machine, checked.told)


class Checked(NamedTuple):
    """The program's report on rules: errors and warnings, and its lines as words."""

    told: list[SourceError]
    rows: list[list[str]]
    machine: Cdc6600


def check(
    lines: Sequence[str], file: str, command: str = "CHECK", core: Core = "compiled", *, exact: bool = True
) -> Checked:
    """Have the 6600 read rules; raises SourceErrors for characters that it does not have."""
    machine = prepared(compiled(PROGRAM, True).image, [command], core, exact=exact)
    machine.attach(RULES, sent(lines, file))
    for channel in (TABLES, COMPASS):
        machine.name_file(channel)
    run_long(machine, NEVER)
    rows = [line.split() for line in printed(machine) if line.strip()]
    told = [_told(row, lines, file) for row in rows if row[0] in ("ERROR", "WARNING")]
    told.sort(key=lambda each: (each.place.line, each.place.column))
    if not any(row[0] == "ERROR" for row in rows) and (not rows or rows[-1][0] != "OK"):
        raise ProgramFault(f"{PROGRAM} prints '{' '.join(rows[-1]) if rows else ''}' at its end")
    return Checked(told, rows, machine)


def _rules(
    name: str,
    path: Path,
    lines: Sequence[str],
    rows: Sequence[Sequence[str]],
    machine: Cdc6600,
    told: Sequence[SourceError],
) -> Rules:
    """Return the rules from the program's output and files."""
    of = {word: [row[1:] for row in rows if row[0] == word] for word in ("BOARD", "NATURE", "INDICATIF", "VARIABLE")}
    tables = tuple(machine.text(TABLES).splitlines())
    initial = _initial(tables)
    indicatifs = tuple(Indicatif(row[1], initial[int(row[0])][: int(row[2])], row[3] == "1") for row in of["INDICATIF"])
    width, height = map(int, of["BOARD"][0])
    variables = tuple(Variable(row[1], TYPES[row[2]], *map(int, row[3:])) for row in of["VARIABLE"])
    algorithms = tuple(
        Algorithm(word, *map(int, row[2:])) for row in rows if row[0] == "ALGORITHM" for word in [_ALGORITHMS[row[1]]]
    )
    compass = tuple(machine.text(COMPASS).splitlines()) if machine.has_file(COMPASS) else ()
    return Rules(
        name, path, tuple(lines), Game(width, height, tuple(row[1] for row in of["NATURE"]), indicatifs),
        variables, algorithms, tuple(_nodes(rows)), tables, compass, tuple(told), machine.cycles
    )  # fmt: skip


_ALGORITHMS = {"1": "MOVES", "2": "WIN"}


def _initial(tables: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the initial values of indicatifs, from TABLES: after ten numbers and six for each variable."""
    numbers = [int(word) for line in tables for word in line.split()]
    first = 10 + 6 * numbers[2]
    return [tuple(numbers[at + 1 : at + 3]) for at in range(first, first + 4 * numbers[3], 4)]


def _nodes(rows: Sequence[Sequence[str]]) -> Iterator[Node]:
    cases: dict[int, list[tuple[str, int]]] = {}
    found = [row for row in rows if row[0] in ("NODE", "CASE")]
    for row in found:
        if row[0] == "NODE":
            number = int(row[1])
            cases[number] = []
        else:
            cases[number].append((row[2], int(row[3])))
    for _, *words in (row for row in found if row[0] == "NODE"):
        number, kind, line, label = int(words[0]), int(words[1]), int(words[2]), words[3].strip("-")
        one, two, conjugue = map(int, words[4:7])
        if kind == CASES:
            successors = tuple(to for _, to in cases[number])
        else:
            successors = () if kind == END else (one, two) if kind in (5, 7, 9, IF, ONE_STEP) else (one,)
        shown = conjugue if kind in (IF, CASES) else None
        yield Node(number, kind, line, label, successors, shown, tuple(name.strip("-") for name, _ in cases[number]))


def statement(lines: Sequence[str], number: int) -> str:
    """Return the statement that begins on a line, to its end, on one line."""
    plain = [line.partition("#")[0].strip() for line in lines[number - 1 :]]
    start = re.compile(r"([A-Z][A-Z0-9]*)?\s*\.\s*([A-Z ]+\*|END)|MOVES$|WIN$", re.IGNORECASE)
    end = next((at for at, text in enumerate(plain) if at and start.match(text)), len(plain))
    return re.sub(r"\s+", " ", " ".join(plain[:end])).strip()


def _told(row: Sequence[str], lines: Sequence[str], file: str) -> SourceError:
    """Return the error of an output line: ERROR or WARNING, line, column, length, code, perhaps a word."""
    number, column, length, code = map(int, row[1:5])
    text = lines[number - 1] if 1 <= number <= len(lines) else ""
    said, hint = message(code, row[5] if len(row) > 5 else "", number, lines)
    kind = SourceWarning if row[0] == "WARNING" else SourceError
    return kind(Place(file, max(number, 1), max(column, 1), max(length, 1), text), said, hint)


# ---------------------------------------------------------------- errors in words


NO_LABEL = 59
SHORTEST = 2  # letters of a word that no other one is taken for
STATEMENT = "label . KEYWORD * ... ."
KEYWORDS = (
    *("ARITHMETIC", "GO TO", "CPTD GO TO", "IF", "SCANNING", "LOOP", "RESULT", "MOVE", "AFTER", "FINISHED", "END"),
)
DECLARATIONS = ("BOARD", "NATURES", "VARIABLE", "INDICATIF")
SUBMOVES = ("TRAVEL", "CAPTURE", "PUT", "PROMOTION", "INDIC")
FUNCTIONS = ("OCCUPY", "NATURE", "ABSCISSA", "ORDINATE")
RESULTS = ("VICTORY", "DRAW", "LOSS")
OPERANDS = "TRAVEL, v1, v2; CAPTURE, v; PUT, nature, v; PROMOTION, nature, v; INDIC, indicatif, v"
MESSAGES = {  # code: message and hint; {} is the word at the place
    1: ("the language has no such character", "letters, digits, . , * = ( ) + - / < > ≠ ≤ ≥; remarks begin with #"),
    2: ("a word of more than 16 characters", "also the label of a SCANNING or LOOP with X, Z, W or Y before it"),
    3: ("a line of more than 1080 characters", "a statement may go on in the next line"),
    4: ("these rules are too large", "8000 symbols, 1200 words, 512 variables, 64 indicatifs, 990 statements at most"),
    5: ("a number beyond 131071", ""),
    20: ("this is not a declaration", "BOARD, NATURES, VARIABLE, INDICATIF come before MOVES and WIN"),
    21: ("there is no BOARD", "write BOARD width height"),
    22: ("BOARD is declared twice", ""),
    23: ("BOARD needs two numbers", "such as BOARD 8 8"),
    24: ("a side of the board is 1 to 2047", ""),
    25: ("the board is too large", "two atoms for each square, one or two for each indicatif: 1536 in all"),
    26: ("a name is missing", "such as VARIABLE ONE = 1"),
    27: ("'{}' is declared already", "natures, variables and indicatifs have different names"),
    28: ("= is missing", "such as VARIABLE ONE = 1"),
    29: ("a value is missing", "an integer, a pair such as (1,0), or NONE, a move; a variable is not a value"),
    30: ("this pair is not complete", "such as (1,0)"),
    31: ("the second player's value has another type than the first player's", "both are integers or both are pairs"),
    32: ("a number of a pair is beyond 2047", ""),
    33: ("the declaration ends before this", "a declaration is one line"),
    34: ("'{}' is a function, not a name", ""),
    35: ("a declaration after MOVES or WIN", "declarations come first"),
    36: ("an indicatif is an integer, not a pair", ""),
    37: ("the array has more elements than values", "one value for each element, or one for all"),
    38: ("a statement before MOVES or WIN", "a line MOVES begins the algorithm of the moves"),
    39: ("an array has 1 to 400 elements", "such as VARIABLE D(8) = 0"),
    40: ("there is no algorithm MOVES", "a line MOVES, then statements"),
    41: ("there is no algorithm WIN", "a line WIN, then statements"),
    42: ("'{}' is already defined; the second one is ignored", ""),
    43: ("the algorithm that begins here has no END", "write  . END. after its last statement"),
    44: ("text after END", "only MOVES or WIN can follow"),
    45: ("nothing belongs after MOVES or WIN", ""),
    46: ("the elements of an array have one type", ""),
    50: ("this is not a statement", STATEMENT),
    51: ("there is no statement '{}'", STATEMENT),
    52: ("* is missing after the keyword", STATEMENT),
    53: (". is missing before the keyword", STATEMENT),
    54: (". is missing at the end of the statement", ""),
    55: ("this does not belong to the statement", "perhaps its . is missing before this"),
    56: ("a SCANNING or LOOP needs a label", "X and Z before it are the labels to go on with"),
    57: ("the label '{}' is there already", "a SCANNING A has the label XA, too; a LOOP A has XA and ZA"),
    58: ("a label is missing", ""),
    59: ("no statement of this algorithm has the label '{}'", "XA and ZA belong to a SCANNING or LOOP A"),
    60: (", is missing", "IF: two labels; CPTD GO TO: a variable and a label"),
    61: (". is missing between two parts of the statement", ""),
    62: ("= is missing", ""),
    63: ("a variable is missing", ""),
    64: ("GO TO statements lead to each other and nowhere else", ""),
    65: ("RESULT names no result", "VICTORY, NO VICTORY, DRAW or LOSS"),
    66: ("OCCUPY and NATURE cannot be assigned to", "only ABSCISSA(v) and ORDINATE(v); a MOVE changes the board"),
    70: ("an operand is missing", "a variable, an indicatif, a function or ("),
    71: (") is missing", ""),
    72: ("there are no constants", "declare a variable, such as VARIABLE ONE = 1"),
    73: ("( is missing after a function", "such as OCCUPY(V)"),
    74: ("a relation is missing", "= /= < <= > >="),
    75: ("an operator is missing", "+ - *"),
    76: ("more than 25 parentheses within each other", ""),
    80: ("a pair and an integer cannot be added or subtracted", ""),
    81: ("a pair cannot be multiplied by a pair", ""),
    82: ("pairs can be compared with = and /= only", ""),
    83: ("the argument of a function is a square, not an integer", ""),
    84: ("a pair is compared with an integer", ""),
    85: ("'{}' has another type than the value", ""),
    86: ("'{}' must be a pair here", ""),
    87: ("this must be an integer", "W and Y before the label of a LOOP are integers"),
    88: ("'{}' is never assigned a value", "declare it, or assign to it in this algorithm"),
    89: ("the type of '{}' cannot be found", "it is assigned from itself only"),
    90: ("'{}' has another type than the expression of CPTD GO TO", ""),
    91: ("'{}' is an indicatif, and must be a variable here", "ARITHMETIC * A = {}, then A; a MOVE sets it by INDIC"),
    92: ("INDIC sets an indicatif", "INDIC, indicatif, variable; declare INDICATIF name = 0"),
    93: ("a subscript is an integer", ""),
    94: ("a move cannot be calculated with", "it is copied, and submoves are added: Q = R + CAPTURE, V"),
    95: ("'{}' is an array, and its subscript is missing", "such as {}(I)"),
    96: ("'{}' is no array", "declare VARIABLE {}(8) = ... for an array of eight elements"),
    97: ("'{}' must be a move here", ""),
    98: ("moves cannot be compared", ""),
    99: ("a LOOP has one range, or a list of increments without one", ""),
    100: ("there is no submove '{}'", OPERANDS),
    101: ("MOVE is not a submove", "TRAVEL, v1, v2"),
    102: ("a submove with the wrong number of operands", OPERANDS),
    103: ("a variable is expected here, not a function", "assign it to a variable first"),
    104: ("TO joins two elements of one array", "such as D(I) TO D(J)"),
    105: ("NONE is a move without submoves, not a variable", "it is for ARITHMETIC, and for AFTER"),
    106: ("a submove is missing", OPERANDS),
    107: ("a MOVE has 30 submoves at most", ""),
    110: ("no way leads from here to FINISHED", ""),
    201: ("this statement is never reached", ""),
    202: ("'{}' is a case of this CPTD GO TO already", "the first one counts"),
    203: ("'{}' is a result that does not end the game", "VICTORY, NO VICTORY, DRAW or LOSS"),
}  # fmt: skip
LABEL = re.compile(r"\s*([A-Z][A-Z0-9]*)\s*\.\s*([A-Z]+)")
VALUE = re.compile(
    r"\s*(?:VARIABLE|INDICATIF)\s+([A-Z][A-Z0-9]*)|.*(?:ARITHMETIC|SCANNING|LOOP)\s*\*\s*([A-Z][A-Z0-9]*)"
)


def message(code: int, word: str, line: int, lines: Sequence[str]) -> tuple[str, str]:
    """Return the message of an error on a line, and a hint: the name that may be meant, or the expected syntax."""
    text, hint = MESSAGES.get(code, (f"error {code}", ""))
    names = known(code, line, [each.upper() for each in lines]) if word else []
    hint = f"there are {', '.join(names)}" if code == NO_LABEL and names else hint
    hint = hint.format(word)
    return text.format(word), did_you_mean(word, names, hint) if len(word) > SHORTEST else hint


def known(code: int, line: int, lines: Sequence[str]) -> list[str]:
    """Return the names that could be meant where one is unknown."""
    match code:
        case 20 | 50:
            return [*DECLARATIONS, "MOVES", "WIN"]
        case 51:
            return [*KEYWORDS]
        case 96:
            return [*FUNCTIONS]
        case 100:
            return [*SUBMOVES]
        case 203:
            return [*RESULTS]
        case 59:
            headers = [number for number, text in enumerate(lines, 1) if text.split("#")[0].strip() in ("MOVES", "WIN")]
            first = max((each for each in headers if each <= line), default=1)
            last = min((each for each in headers if each > line), default=len(lines) + 1)
            labels = [found for text in lines[first - 1 : last - 1] if (found := LABEL.match(text))]
            extra = {"SCANNING": "X", "LOOP": "XZ"}
            return [prefix + label[1] for label in labels for prefix in ("", *extra.get(label[2], ""))]
        case 88 | 92 | 63:
            assigned = [name for text in lines if (found := VALUE.match(text)) for name in found.groups() if name]
            return [*assigned, *(name for text in lines if text.startswith("NATURES") for name in text.split()[1:])]
    return []
