"""Tables of cases for parametrized tests."""

import pytest

from emulators.errors import IronboardError
from host.testing.tables import cases

FILE = """# products
a\tx\tproduct
7\t6\t42      # small
$FF\t0b11\t0x2FD
0o17\t%1\tfifteen
"""


def test_a_file_has_names_and_numbers_in_all_notations(tmp_path):
    (tmp_path / "products.tsv").write_text(FILE)
    names, rows = cases(tmp_path / "products.tsv")
    assert names == ["a", "x", "product"]
    assert [row.values for row in rows[:3]] == [(7, 6, 42), (255, 3, 0x2FD), (15, 1, "fifteen")]
    assert [row.id for row in rows[:3]] == [
        "a=07 x=06 product=2A",
        "a=FF x=03 product=2FD",
        "a=0F x=01 product=fifteen",
    ]
    assert [row.id for row in cases(tmp_path / "products.tsv", radix=8)[1]][1] == "a=377 x=3 product=1375"


@pytest.mark.parametrize(("name", "text"), [("t.csv", 'a,b\n1,"x, y"\n'), ("t.txt", "a   b\n 1  x,\n")])
def test_cells_are_separated_as_the_ending_says(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert cases(tmp_path / name)[1][0].values == (1, "x, y" if name == "t.csv" else "x,")


def test_rows_may_be_in_the_test():
    names, rows = cases([(1, 2), (255, 3)], "a, x")
    assert (names, [row.id for row in rows]) == (["a", "x"], ["a=01 x=02", "a=FF x=03"])
    names, rows = cases([{"a": 1, "flag": True}], radix=10)
    assert (names, rows[0].id) == (["a", "flag"], "a=1 flag=True")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\n1 2\n\n3\n", r"t.txt:4: 1 cells, expected 2: a b"),
        ("# nothing\n", "t.txt: it is empty: expected a line of names, then cases"),
    ],
)
def test_wrong_files_are_errors_with_their_lines(tmp_path, text, message):
    (tmp_path / "t.txt").write_text(text)
    with pytest.raises(IronboardError, match=message):
        cases(tmp_path / "t.txt")


def test_what_does_not_fit_is_an_error(tmp_path):
    with pytest.raises(IronboardError, match="case 2 has 1 values for a x"):
        cases([(1, 2), (3,)], "a x")
    with pytest.raises(IronboardError, match=r"none\.tsv"):
        cases("none.tsv")
