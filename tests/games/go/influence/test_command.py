"""The command `ironboard influence`: positions of all kinds, maps, pictures, what is refused."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from host.cli.main import main
from host.games.go.influence import Found, fortran_cards
from host.games.go.influence_command import CELL, RIM, drawing, ground, map_text
from host.games.go.rules import Position
from tests.games.go.influence import boards, oracle
from tests.games.go.influence.test_values import figure2

ROOT = Path(__file__).parents[4]
FIGURE = str(ROOT / "docs" / "examples" / "influence.txt")
GAME = "(;GM[1]FF[4]SZ[9]AB[ee];W[dd];B[];W[de];B[ff];W[ed])"


def printed(capsys, *arguments):
    assert main(["influence", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys, *arguments):
    assert main(["influence", *arguments]) == 1
    return capsys.readouterr().err


def numbers(lines):
    """The numbers of a map."""
    rows = [line for line in lines if re.match(r" ?\d+ ", line)]
    return [[int(each) for each in re.findall(r"-?\d+", line)][1:] for line in rows]


@pytest.mark.parametrize("extra", [[], ["--segments"], ["--pockets"], ["--ascii"], ["--language", "algol"]])
def test_the_map_has_the_values(capsys, extra):
    _, values = figure2()
    rows = numbers(printed(capsys, FIGURE, *extra))
    assert rows == [[values[row, column] for column in range(1, 20)] for row in range(1, 20)]


def test_both_programs_print_the_same_but_for_the_time(capsys):
    one, other = (printed(capsys, FIGURE, "--pockets", "--language", each) for each in boards.LANGUAGES)
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]
    assert "144 positive, 210 negative, 7 zero; sum -166" in "\n".join(one)
    assert "pocket   5 is lost: 12 nodes, 9 of them own stones, size 21, goes to white" in one
    assert "domain   3 white: 187 nodes, 37 of them own stones, from F14" in one


def test_borders_separate_exactly_the_segments(capsys):
    """Read off the drawing: a line beside a node where its neighbour has the other sign."""
    _, values = figure2()
    _, _, *lines = printed(capsys, FIGURE, "--segments", "--shades")
    for line in lines[: lines.index(next(line for line in lines if line.startswith("nodes")))]:
        if not line[:2].strip():
            continue
        row, cells = 20 - int(line[:2]), line[3:].ljust(38)
        for column in range(1, 19):
            differ = (values[row, column] > 0) != (values[row, column + 1] > 0)
            assert (cells[2 * column - 1] == "│") == differ, (row, column)
    stones = "".join(line[3::2] for line in lines)
    assert (stones.count("●"), stones.count("○")) == (48, 43)


def test_ascii_has_nothing_else(capsys):
    lines = printed(capsys, FIGURE, "--pockets", "--shades", "--ascii")
    assert all(line.isascii() for line in lines)
    assert any("+" in line[3:] and "|" in line for line in lines)


def test_rows_nodes_and_drawings_are_the_same_position(capsys, tmp_path):
    drawn = tmp_path / "board.txt"
    drawn.write_text("\n".join(["X........", *["........."] * 7, "........O"]))
    one, other, third = (
        printed(capsys, *arguments)[1:]
        for arguments in ([str(drawn)], ["X8/9/9/9/9/9/9/9/8O"], ["B A9 W J1", "--board", "9"])
    )
    assert one == other == third


def test_rows_are_told_from_names_of_files(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = (printed(capsys, rows) for rows in ("9/" * 8 + "8X", "/".join(["........."] * 8 + ["........X"])))
    assert one == other
    assert "row 1 has 8 nodes" not in refused(capsys, "9/9")
    assert "'Z' is not a node" in refused(capsys, "9/" * 8 + "8Z")
    assert "cannot read boards/x.txt" in refused(capsys, "boards/x.txt")
    assert "cannot read" in refused(capsys, str(tmp_path))


def test_a_game_after_each_of_its_moves(capsys, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text(GAME)
    first = [printed(capsys, str(file), "--move", str(each))[0] for each in range(6)]
    stones = [tuple(map(int, re.findall(r"(\d+) (?:black|white)", line))) for line in first]
    assert stones == [(1, 0), (1, 1), (1, 1), (1, 2), (2, 2), (2, 3)]
    assert printed(capsys, str(file))[1:] == printed(capsys, str(file), "--move", "5")[1:]
    renamed = tmp_path / "game"
    renamed.write_text(GAME)
    assert printed(capsys, str(renamed))[1:] == printed(capsys, str(file))[1:]


def test_the_books_cards_are_printed(capsys):
    board, _ = figure2()
    assert printed(capsys, FIGURE, "--cards") == [*fortran_cards(boards.position(*board))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.txt"], "cannot read nothing.txt"),
        (["nothing.sgf"], "cannot read nothing.sgf"),
        ([FIGURE, "--board", "13"], "the board is 19 by 19, not 13 by 13"),
        ([FIGURE, "--move", "3"], "only a game record (.sgf) has moves"),
        (["B K10", "--svg", "board.png"], "the file name of this picture must end in .svg"),
        (["B K10", "--png", "board"], "the file name of this picture must end in .png"),
        (["B A1", "--board", "9", "--cards"], "the book's program has a board of 19 by 19"),
        (["B X1"], "position:1:3: error: 'X1' is neither a node of 19 by 19 nor B or W"),
    ],
)
def test_what_cannot_be_is_refused(capsys, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in refused(capsys, *arguments)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("content", "extra", "message"),
    [
        (GAME, ["--move", "6"], "there is no move 6, the game has 5"),
        (GAME, ["--board", "19"], "the board is 9 by 9, not 19 by 19"),
        ("(;GM[1]SZ[9];B[ee];W[ee])", [], "move 2, white E5: the point is taken"),
        ("(;GM[1]SZ[5];B[ee])", [], "a board of 5 by 5: the programs have 9 to 19 rows"),
        ("(;GM[2]SZ[9])", [], ":1:6: error: this is not a game of Go: GM[2]"),
        ("9 lives", [], ":1:1: error: there is no game in this file"),
    ],
)
def test_a_game_that_cannot_be_is_refused(capsys, tmp_path, content, extra, message):
    file = tmp_path / "game.sgf"
    file.write_text(content)
    assert message in refused(capsys, str(file), *extra)


def test_a_file_is_replaced_only_with_force(capsys, tmp_path):
    file = tmp_path / "board.svg"
    file.write_text("precious")
    assert "board.svg" in refused(capsys, "B K10", "--svg", str(file))
    assert file.read_text() == "precious"
    printed(capsys, "B K10", "--svg", str(file), "--force")
    assert file.read_text().startswith("<svg")


# ---------------------------------------------------------------- pictures


def test_the_svg_has_all_values_stones_and_borders(capsys, tmp_path):
    _, values = figure2()
    file = tmp_path / "board.svg"
    printed(capsys, FIGURE, "--segments", "--svg", str(file))
    tree = ElementTree.parse(file).getroot()
    tag = "{http://www.w3.org/2000/svg}"
    shown = [each.text for each in tree.iter(f"{tag}text") if re.fullmatch(r"-?\d+", each.text)]
    labels = [str(each) for each in range(1, 20)] * 2
    assert sorted(shown) == sorted([*map(str, values.values()), *labels])
    assert len([*tree.iter(f"{tag}circle")]) == 91
    pairs = [((row, column), other) for row, column in values for other in ((row + 1, column), (row, column + 1))]
    borders = sum((values[one] > 0) != (values[other] > 0) for one, other in pairs if other in values)
    assert len([each for each in tree.iter(f"{tag}polygon") if each.get("fill") == "#b3261e"]) == borders
    assert tree.find(f"{tag}title").text.startswith("Influence: ")


def test_the_png_is_the_same_picture(capsys, tmp_path):
    _, values = figure2()
    file = tmp_path / "board.png"
    printed(capsys, FIGURE, "--png", str(file))
    surface = pygame.image.load(file)
    assert surface.get_size() == (19 * CELL + 2 * RIM,) * 2
    for (row, column), value in values.items():
        if abs(value) < 34:
            corner = RIM + (column - 1) * CELL + 3, RIM + (row - 1) * CELL + 3
            assert surface.get_at(corner)[:3] == pygame.Color(ground(value))[:3]


def test_without_segments_nothing_is_drawn_between():
    size, stones = oracle.some_board(4, 9)
    position = boards.position(size, stones)
    values = oracle.influence(size, stones)
    found = Found({row * 10 + column: value for (row, column), value in values.items()}, 0)
    assert not [each for each in drawing(found, position).shapes if each.fill == "#b3261e"]
    assert len(map_text(found, position).splitlines()) == 10


def test_an_empty_board_is_all_zeros():
    position = Position(9)
    found = Found(dict.fromkeys(position.points, 0), 0)
    assert set("".join(line[3:] for line in map_text(found, position, shades=True).splitlines()[1:])) == {"·", " "}
