"""Boards for both programs: many in one run, and what is printed of each compared with the oracle."""

from host.games.boards import Colour
from host.games.go.influence import PROGRAM, VALUES, cards, parsed
from host.games.go.rules import Position
from host.games.program6600 import CompiledProgram, work
from host.machines.cdc6600.machine import find_program
from tests.games.go.influence import oracle

LANGUAGES = ("compass", "algol")
LAST = {0: None, 1: "SEGMENT", 2: "DOMAIN"}  # with what the last lines of a board begin


def position(size, stones):
    """The board as the host has it."""
    colours = {oracle.STONE: Colour.BLACK, -oracle.STONE: Colour.WHITE}
    return Position(size, {row * (size + 1) + column: colours[each] for (row, column), each in stones.items()})


def printed(language, lines):
    """What a program prints."""
    if language == "algol":
        return CompiledProgram(PROGRAM).work(lines, "influence").printed
    return work(find_program(PROGRAM), lines, "compiled")[0]


def analysed(language, boards, wanted=VALUES):
    """What a program finds on each of the boards, in one run."""
    positions = [position(*board) for board in boards]
    lines = printed(language, [line for each in positions for line in [*cards(each, wanted)][:-1]] + ["0"])
    found = []
    for each in positions:
        end = each.size
        if wanted != VALUES:
            end = next(at for at, line in enumerate(lines) if line.startswith(LAST[wanted]))
            while end < len(lines) and lines[end].startswith(LAST[wanted]):
                end += 1
        found.append(parsed(lines[:end], each, 0, wanted))
        lines = lines[end:]
    assert not lines
    return found


def compare(language, boards, wanted=VALUES):
    """Compare what a program finds with the oracle."""
    for (size, stones), found in zip(boards, analysed(language, boards, wanted), strict=True):
        values = oracle.influence(size, stones)
        width = size + 1
        assert {divmod(point, width): value for point, value in found.values.items()} == values, stones
        if wanted > VALUES:
            assert of(found.segments, width) == described(oracle.segments(values), values), stones
        if wanted > VALUES + 1:
            lost, left = oracle.pockets(values)
            assert [tuple(each) for each in found.pockets] == [summary(each, values) for each in lost], stones
            assert of(found.domains, width) == described(left, values), stones


def of(domain, width):
    """Segments of the program: number -> side, nodes and own stones, and which nodes."""
    nodes = {}
    for point, number in domain.numbers.items():
        nodes.setdefault(number, set()).add(divmod(point, width))
    return {each.number: (tuple(each), nodes[each.number]) for each in domain.segments}


def described(segments, values):
    return {each.number: (summary(each, values), each.nodes) for each in segments}


def summary(segment, values):
    side = Colour.BLACK if segment.black else Colour.WHITE
    return segment.number, side, len(segment.nodes), segment.own(values)
