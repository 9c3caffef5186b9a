"""Is every published value really in its document, and is what we compare with really what was published?

The documents are not part of the project; every quotation is looked for in them where they stand beside it.
"""

import re

import pytest

from host.experiments.figures.table import documents
from tests.shared import shared

MARKS = {  # words by which the text of a document is known
    "bernstein": "Bernstein chess program, IBM 704 (1957-58): facts",
    "bell": "a program was written in Algol to solve any two-move mate problem",
    "millen": "A Go opponent, called Wally",
    "pitrat": "A general game-playing program must know the rules",
    "samuel": "Samuel's checkers program for the IBM 704 (1959): facts",
    "thesis": "a game playing program which plays the game of GO",
    "zuidema": "CHESS, HOW TO PROGRAM THE EXCEPTIONS",
}
NOT_THERE = ("bernstein", "samuel")  # documents whose numbers are at hand, not the papers
LINES = 40  # that a quotation may have
GAP = 60  # words that ... may stand for
NUMBERS = {"a": 1, "one": 1, "another": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
           "nine": 9, "ten": 10, "fifteen": 15, "seventeen": 17, "fifty": 50, "twice": 2, "quarter": 0.25}  # fmt: skip
KILO = re.compile(r"\b(\d+) K\b")
ARITHMETIC = re.compile(r"\d+(?:[*+-]\d+)+")

DOCUMENTS = documents()
FIGURES = [(document.name, figure) for document in DOCUMENTS for program in document.programs
           for figure in program.figures]  # fmt: skip
IDS = [figure.id for _, figure in FIGURES]
LEFT_OUT = [(document.name, each) for document in DOCUMENTS for each in document.left_out]


def words(text):
    """The words of a text; scanning left line breaks, marks of emphasis and words divided at the end of a line."""
    text = re.sub(r"\\times|×|_", "", text)
    text = re.sub(r"(?<=\w)-\s*(?=\w)", "", text)
    return re.findall(r"-?\w+(?:\.\d+)?", text)


def occurs(quotation, text):
    """Whether the words of the quotation stand in the text one behind the other, ... for others between them."""
    pieces = [" ".join(map(re.escape, words(piece))) for piece in quotation.split(" ... ")]
    pattern = rf" (?:\S+ ){{0,{GAP}}}?".join(pieces)
    return re.search(f" {pattern} ", f" {' '.join(words(text))} ") is not None


def numbers(text):
    """The numbers in a text, in digits or in words, and what its sums and products come to."""
    thousands = [1024 * int(each) for each in KILO.findall(text)]
    results = [eval(each) for each in ARITHMETIC.findall(text)]
    found = re.findall(r"(?<![\w.])-?\d+\.\d+|(?<!\w)-\d+|\d+|[a-z]+", text.lower())
    plain = [NUMBERS.get(each) or float(each) for each in found if each in NUMBERS or not each.isalpha()]
    return thousands + results + plain


def in_order(values, found):
    """Whether the values occur in this order."""
    rest = iter(found)
    return all(value in rest for value in values)


@pytest.mark.parametrize(("quotation", "text", "found"), [
    ("two-move mates", "solve two-\nmove  *mates* in", True),
    ("moves[1:500]", "c,q,moves [ 1:500 ];", True),
    ("56, 47 -62", "62 56,47 -62", True),
    ("56, 47 -62", "62 56,47 62", False),
    ("35", "135", False),
    ("one ... four", "one, two, three, four", True),
    ("four ... one", "one, two, three, four", False),
    ("one ... four", "one " + "more " * 61 + "four", False),
])  # fmt: skip
def test_quotations_are_found_word_by_word(quotation, text, found):
    assert occurs(quotation, text) == found


@pytest.mark.parametrize(("text", "found"), [
    ("4.3 seconds", [4.3]),
    ("at least Two, -62 and 7c", [2, -62, 7]),
    ("1 K bytes", [1024, 1]),
    ("Quadrant 7*4+1", [29, 7, 4, 1]),
])  # fmt: skip
def test_numbers_are_read_in_digits_and_in_words(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize(("document", "figure"), FIGURES, ids=IDS)
def test_the_value_compared_with_is_the_one_published(document, figure):
    """A number of the published words, or their sum (one byte plus two bytes); lists in their order."""
    found = numbers(figure.published)
    if isinstance(figure.value, list):
        assert in_order(figure.value, found)
    elif isinstance(figure.value, str):
        assert occurs(figure.value, figure.published)
    else:
        assert figure.value in found or figure.value == sum(found)


@pytest.mark.parametrize(("document", "figure"), FIGURES, ids=IDS)
def test_what_is_shown_as_published_is_part_of_the_quotation(document, figure):
    assert not figure.quote or occurs(figure.published, figure.quote)


@pytest.fixture(scope="module")
def texts():
    """The text of each document."""
    paths = [*sorted(shared("seeds").glob("*.txt")), *(shared("facts") / f"{name}.md" for name in NOT_THERE)]
    read = [path.read_text(encoding="utf-8") for path in paths]
    return {name: next(text for text in read if occurs(mark, text)) for name, mark in MARKS.items()}


@pytest.mark.parametrize(("document", "figure"), FIGURES, ids=IDS)
def test_a_quotation_is_in_its_document_and_begins_in_its_line(texts, document, figure):
    quotation = figure.quote or figure.published
    if document in NOT_THERE:
        assert not figure.line
        assert occurs(quotation, texts[document])
    else:
        begins_in(quotation, texts[document], figure.line)


def begins_in(quotation, text, line):
    here = text.splitlines()[line - 1 : line + LINES]
    end = next((end for end in range(1, len(here) + 1) if occurs(quotation, "\n".join(here[:end]))), None)
    assert end is not None
    assert not occurs(quotation, "\n".join(here[1:end]))


@pytest.mark.parametrize(("document", "item"), LEFT_OUT, ids=[each.published for _, each in LEFT_OUT])
def test_what_is_left_out_is_in_its_document_and_begins_in_its_line(texts, document, item):
    begins_in(item.published, texts[document], item.line)


def test_no_quotation_is_so_short_that_any_text_has_it():
    """At least two words, or it would prove nothing."""
    assert not [figure.id for _, figure in FIGURES if len(words(figure.quote or figure.published)) < 2]
