"""Rules as the 6600 has read them: their names, their flowchart, their errors in words."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from emulators.errors import ImageError, SourceErrors
from host.cli.main import main
from host.games.pitrat import flowchart, rules
from host.games.pitrat.rules import SourceWarning, Variable, find, read, read_text, sent, statement

pytestmark = pytest.mark.usefixtures("quick")

SHORT = """BOARD 3 3
NATURES MAN
VARIABLE EMPTY = 0
MOVES
A. SCANNING * V . Z.
 . IF * OCCUPY(V) = EMPTY . B, XA.
B. MOVE * PUT, MAN, V.
 . GO TO * XA.
Z. FINISHED *.
 . END.
WIN
 . RESULT * NO VICTORY.
 . FINISHED *.
 . END.
"""


@pytest.fixture
def rules_of(tmp_path, monkeypatch):
    """Return what the 6600 makes of a text."""
    monkeypatch.chdir(tmp_path)

    def made(text, **options):
        Path("game.rules").write_text(text, encoding="utf-8")
        return read("game.rules", **options)

    return made


# ---------------------------------------------------------------- what is read


def test_names_types_and_nodes(rules_of):
    rules = rules_of(SHORT)
    assert (rules.game.width, rules.game.height, rules.game.natures) == (3, 3, ("MAN",))
    assert [*rules.variables] == [Variable("MAN", "integer"), Variable("EMPTY", "integer"), Variable("V", "pair")]
    assert [(each.name, each.first, each.last) for each in rules.algorithms] == [("MOVES", 1, 4), ("WIN", 5, 5)]
    assert [each.label for each in rules.nodes] == ["", "A", "XA", "", "B", ""]
    test = rules.nodes[3]
    assert (test.successors, test.conjugue, rules.text(test)) == ((4, 2), 2, ". IF * OCCUPY(V) = EMPTY . B, XA.")


def test_indicatifs_of_chess_have_their_initial_values():
    own = read("chess").game.indicatifs
    assert [tuple(each) for each in own] == [("PASSANT", (0,), True), ("CAS1", (0, 0), False), ("CAS2", (0, 0), False)]


def test_small_letters_tabs_remarks_and_signs_of_relations(rules_of):
    text = SHORT.replace(" . IF *", "\t.\tIF *  # a remark: ünïcode\n").replace("OCCUPY(V) =", "occupy(v) ≠")
    assert rules_of(text).nodes[3].successors == (4, 2)
    assert "≤" in sent(["  A ≤ b"], "")[0]


def test_a_statement_on_several_lines_is_one(rules_of):
    text = SHORT.replace(" . IF * OCCUPY(V) = EMPTY . B, XA.", " . IF *\n# remark\n  OCCUPY(V)\n  = EMPTY . B, XA.")
    rules = rules_of(text)
    assert rules.text(rules.nodes[3]) == ". IF * OCCUPY(V) = EMPTY . B, XA."
    assert statement(["A. GO TO * B.", "B. END."], 1) == "A. GO TO * B."


def test_characters_that_the_6600_does_not_have(rules_of):
    with pytest.raises(SourceErrors, match=r"game\.rules:1:7: error: the 6600 has no character 'é'"):
        rules_of("BOARD é 3\n")


def test_rules_are_found_by_name_or_path(tmp_path):
    assert find("chess").name == "chess.rules"
    with pytest.raises(ImageError, match="no rules of this name; did you mean 'chess'"):
        find("ches")
    with pytest.raises(ImageError, match="there are case-a, checkers"):
        find("quoits")


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("= EMPTY . B", "= EMTPY . B", "6:21: error: 'EMTPY' is never assigned a value", "did you mean 'EMPTY'?"),
        ("B, XA.", "B, XB.", "6:32: error: no statement of this algorithm has the label 'XB'", "there are A, XA, B, Z"),
        ("B. MOVE", "B. MOOVE", "7:4: error: there is no statement 'MOOVE'", "did you mean 'MOVE'?"),
        ("MOVE * PUT,", "ARITHMETIC * Q = NONE + PUTT,", "7:28: error: there is no submove 'PUTT'", "mean 'PUT'?"),
        ("OCCUPY", "OCUPY", "6:9: error: 'OCUPY' is no array", "did you mean 'OCCUPY'?"),
        ("NO VICTORY.", "VICTROY.\n . RESLT *.", "12:13: warning: 'VICTROY' is a result", "did you mean 'VICTORY'?"),
        ("NATURES", "NATURS", "2:1: error: this is not a declaration", "did you mean 'NATURES'?"),
        ("PUT, MAN, V", "PUT, V, MAN", "7:16: error: this must be an integer", ""),
        ("OCCUPY(V) = EMPTY", "OCCUPY(V) = 0", "6:21: error: there are no constants", "declare a variable"),
        ("GO TO * XA", "GO TO * B", "7:4: error: no way leads from here to FINISHED", ""),
        ("BOARD 3 3\n", "", "1:1: error: there is no BOARD", "write BOARD width height"),
    ],
)
def test_an_error_has_its_place_and_a_hint(rules_of, old, new, message, hint):
    with pytest.raises(SourceErrors) as raised:
        rules_of(SHORT.replace(old, new, 1))
    text = str(raised.value)
    assert f"game.rules:{message}" in text
    assert hint in text


def test_all_errors_are_told_in_the_order_of_their_places(rules_of):
    with pytest.raises(SourceErrors) as raised:
        rules_of(SHORT.replace("EMPTY . B, XA", "NOBODY . C, XA").replace("PUT,", "PUTT,"))
    assert [each.place.line for each in raised.value.errors] == [6, 6, 7]


def test_a_warning_is_printed_and_the_rules_are_good(rules_of, capsys):
    rules = rules_of(SHORT.replace(" . GO TO * XA.", " . GO TO * XA.\n . GO TO * Z."))
    assert rules.nodes
    text = SHORT.replace(" . GO TO * XA.", " . GO TO * XA.\n . MOVE * PUT, MAN, V.")
    (warning,) = rules_of(text).warnings
    assert isinstance(warning, SourceWarning)
    assert main(["pitrat", "check", "game.rules"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("game.rules: no errors\nboard       3 x 3\n")
    assert err.startswith("game.rules:9:4: warning: this statement is never reached\n")


def test_every_error_of_the_program_has_words():
    source = read_text(find("chess").parents[1] / "cdc6600" / "pitrules.alg")
    printed = {int(each) for each in re.findall(r"(?:TELL|ERROR|ERROR HERE|FAIL) \((\d+),", source)}
    assert len(printed) > 40
    assert printed <= rules.MESSAGES.keys()


def test_the_page_of_the_language_shows_the_mistakes_of_an_example(monkeypatch, capsys):
    root = find("chess").parents[2]
    monkeypatch.chdir(root)
    assert main(["pitrat", "check", "docs/examples/pitrat/wrong.rules"]) == 1
    assert capsys.readouterr().err in (root / "docs" / "pitrat-language.md").read_text("utf-8")


# ---------------------------------------------------------------- flowchart


def test_the_flowchart_as_text(rules_of):
    assert [*flowchart.flowchart_text(rules_of(SHORT))] == [
        "MOVES, 5 nodes, begins at 1",
        "   1 A   SCANNING * V . Z.   -> 3",
        "   2 XA  the next square   -> 3, none left -> 0",
        "   3     IF * OCCUPY(V) = EMPTY . B, XA.   true -> 4, false -> 2   conjugué 2",
        "   4 B   MOVE * PUT, MAN, V.   -> 2",
        "   0     FINISHED",
        "WIN, 2 nodes, begins at 5",
        "   5   RESULT * NO VICTORY.   -> 0",
        "   0   FINISHED",
    ]


@pytest.mark.parametrize("name", ["ttt", "chess"])
def test_the_flowchart_as_a_picture(name, tmp_path):
    rules = read(name)
    path = tmp_path / "chart.svg"
    assert main(["pitrat", "flowchart", name, "--svg", str(path)]) == 0
    root = ElementTree.fromstring(path.read_text("utf-8"))
    tags = [each.tag.rpartition("}")[2] for each in root]
    assert tags.count("text") == len(rules.nodes) + 3  # two titles, and FINISHED in both charts
    conjugues = [each for each in root if "stroke-dasharray" in each.attrib]
    assert len(conjugues) == sum(each.conjugue is not None for each in rules.nodes)
    assert main(["pitrat", "flowchart", name, "--svg", str(path)]) == 1  # it exists
    assert main(["pitrat", "flowchart", name, "--svg", str(path), "--force"]) == 0


@pytest.mark.parametrize("name", ["ttt", "chess"])
def test_the_nodes_of_a_flowchart_are_boxes_below_each_other_and_everything_is_in_the_picture(name):
    picture = flowchart.flowchart(read(name))
    assert all(0 < x < picture.width and 0 < y < picture.height for shape in picture.shapes for x, y in shape.points)
    boxes = [shape.points for shape in picture.shapes if shape.fill and shape.edge]
    texts = [shape.points[0] for shape in picture.shapes if shape.text and shape.radius == 11]
    for (left, top), (right, _), (_, bottom), _ in boxes:
        assert sum(left < x < right and top < y < bottom for x, y in texts) == 1
    assert len(texts) == len(boxes)
    assert all(upper[2][1] < lower[0][1] for upper, lower in pairwise(boxes))
