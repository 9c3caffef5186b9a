"""OUTPUT in lines for a screen: the same whatever pieces it grows in, and after it has been written anew."""

from hypothesis import given
from hypothesis import strategies as st

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import line
from emulators.cdc6600.files import Mark
from host.desk.cdc6600.paper import Paper

LINES = st.lists(st.text("AB:. ", max_size=25), max_size=6)
CUTS = st.lists(st.integers(0, 40), max_size=5)


def expected(content, columns):
    """The lines, decoded in one piece."""
    found = display_code.lines([each for each in content if each >= 0])
    return [text[start : start + columns] for text in found for start in range(0, max(1, len(text)), columns)]


@given(LINES, LINES, CUTS, st.integers(0, 40))
def test_it_grows_in_any_pieces_and_may_be_written_anew(first, second, cuts, mark):
    paper = Paper(10)
    for texts in (first, second):
        content = [word for text in texts for word in line(text)]
        content.insert(mark, int(Mark.END_OF_RECORD))
        for end in (*sorted(cuts), len(content)):
            assert paper.lines(content[:end]) == expected(content[:end], 10)
