"""Hints that name their cure: the change is data, it is made where the word is, and it removes the error."""

import asyncio
import copy
import os
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import Cure, Place, SourceError
from host.assemblers.mos6502 import OPPOSITE
from host.editors.lsp.edits import cures
from host.editors.lsp.languages import languages
from tests.language_server.sources import SOURCES
from tests.language_server.test_analysis import analysed, texts

CARD = "       ORG 64\n"
HEAD = "          IDENT  X,100B,S\nS         PS\n"
CURED = [  # language, text, a part of it, what that becomes
    ("ca65", " ldaa #1\n", "ldaa", "lda"),
    ("ca65", " LDAA #1\n", "LDAA", "LDA"),
    ("ca65", " lda #0x12\n", "0x12", "$12"),
    ("ca65", " .if 1 == 1\n .endif\n", "==", "="),
    ("ca65", " .if 1 != 1\n .endif\n", "!=", "<>"),
    ("ca65", "A1 = 7 % 2\n", "%", ".mod"),
    ("ca65", "A1 = 7%2\n", "%", " .mod "),
    ("ca65", "A1 = 2\n lda (A1)+1\n", "(A1", "+(A1"),
    ("ca65", " * = $300\n nop\n", "* =", ".org"),
    ("ca65", "NOWHERE lda #1\n", "NOWHERE", "NOWHERE:"),
    ("ca65", "A1: nop\n@b lda #1\n", "@b", "@b:"),
    ("ca65", " lda #1\n lax $10\n", "\n lax", '\n        .setcpu "6502X"\n lax'),
    ("ca65", "A1 = 5\n lda AA1\n", "AA1", "A1"),
    ("ca65", ".scope GAME\nA1 = 1\n.endscope\n lda #GAEM::A1\n", "GAEM", "GAME"),
    ("ca65", " .bite 1\n", ".bite", ".byte"),
    ("ca65", " lda #.lobite(5)\n", ".lobite", ".lobyte"),
    ("ca65", "\tbne FAR\n .res 200\nFAR: rts\n", "bne FAR", "beq *+5\n\tjmp FAR"),
    ("sap", f"{CARD}       TRAA 64\n       END 64\n", "TRAA", "TRA"),
    ("sap", f"{CARD}START  CLA STRAT\n       END START\n", "STRAT", "START"),
    ("compass", f"{HEAD}          SX1    LIMITS\nLIMIT     EQU    5\n          END    S\n", "LIMITS", "LIMIT"),
    ("compass", f"{HEAD}          BSSX   5\n          END    S\n", "BSSX", "BSS"),
    ("compass", f"{HEAD}ALONE\n          END    S\n", "ALONE", "ALONE     BSS    0"),
    ("algol60", "begin integer total; totel := 1 end", "totel", "total"),
    ("algol60", "begin integer n; n = 1 end", "= 1", ":= 1"),
    ("algol60", "begin integr n; n := 1 end", "integr", "integer"),
    ("algol60", "'BEGIN' 'INTEGR' N; N := 1 'END'", "INTEGR", "INTEGER"),
    ("algol60", "begin procedure p(count); integer counts; begin end; p(1) end", "counts", "count"),
    ("fortran66", "      IF (I == 1) STOP\n      END\n", "==", ".EQ."),
    ("fortran66", "      LOGICAL P, Q\n      P = Q & P\n      END\n", "&", ".AND."),
    ("fortran66", "      LOGICAL P, Q\n      P = Q .ANDD. P\n      END\n", ".ANDD.", ".AND."),
    ("fortran66", "      X = SQRTT(2.)\n      END\n", "SQRTT", "SQRT"),
    ("fortran66", "      CALL EXITT\n      END\n", "EXITT", "EXIT"),
    ("fortran66", "      GO TO N10\n   10 STOP\n      END\n", "N10", "10"),
    ("fortran66", "      CONTNUE\n      END\n", "CONTNUE", "CONTINUE"),
    ("fortran66", "      DIMENSON A(5)\n      END\n", "DIMENSON", "DIMENSION"),
    ("pitrat", SOURCES[-1].text.replace("= FRIEND . B", "= FREIND . B"), "FREIND", "FRIEND"),
    ("pitrat", SOURCES[-1].text.replace("SCANNING", "SCANING"), "SCANING", "SCANNING"),
]  # fmt: skip


def apply(text, place, new):
    lines = text.split("\n")
    line = lines[place.line - 1]
    lines[place.line - 1] = line[: place.column - 1] + new + line[place.column - 1 + place.length :]
    return "\n".join(lines)


async def helps(id, analysis, problem, text):
    """The server's question."""

    async def analyse(texts):
        return languages()[id].analyse("a.x", texts, {})

    return await cures(analysis, problem, {os.path.realpath("a.x"): text}, analyse)


@pytest.mark.parametrize(("id", "text", "old", "new"), CURED)
def test_a_hint_that_names_its_cure_is_a_change_that_removes_the_error(id, text, old, new):
    analysis = analysed(id, text)
    (problem,) = [each for each in analysis.problems if each.cure]
    cured = apply(text, *problem.cure)
    assert cured == text.replace(old, new, 1)
    after = analysed(id, cured).problems
    assert (problem.message, problem.place.line) not in [(each.message, each.place.line) for each in after]
    assert asyncio.run(helps(id, analysis, problem, text))


def test_every_branch_has_an_opposite():
    assert {OPPOSITE[OPPOSITE[each]] for each in OPPOSITE} == {*OPPOSITE}
    assert (OPPOSITE["BEQ"], OPPOSITE["BCC"], OPPOSITE["BVS"], OPPOSITE["BPL"]) == ("BNE", "BCS", "BVC", "BMI")


def test_a_change_that_would_not_help_is_not_offered():
    text = "A1: nop\nA2 = A1x\nA1x2 = 3\n.undefined A1\n foo A1\n"
    analysis = analysed("ca65", text)
    wrong = {each.message: each for each in analysis.problems}
    label = wrong["unknown operation 'foo'"]
    assert label.cure[1] == "foo:"
    assert not asyncio.run(helps("ca65", analysis, label, text))  # A1 is no operation either
    assert asyncio.run(helps("ca65", analysis, wrong["undefined symbol 'A1x'"], text))


@settings(max_examples=100)
@given(data=st.data())
def test_what_is_offered_for_misspelt_words_of_real_sources_changes_what_is_written_there(data):
    id = data.draw(st.sampled_from([*languages()]))
    text = data.draw(st.sampled_from(texts(id)))[:3000]
    words = [at for at in range(1, len(text) - 1) if text[at].isalnum() and text[at - 1].isalnum()]
    for at in data.draw(st.lists(st.sampled_from(words), max_size=3)):
        text = text[:at] + text[at] + text[at:]
    for problem in analysed(id, text).problems:
        if problem.cure:
            place, new = problem.cure
            assert place.text == text.split("\n")[place.line - 1]
            word = place.text[place.column - 1 :][: place.length]
            assert word.lower() == problem.hint.word.lower() != new.lower() or word != new


def test_a_cure_is_a_hint_and_can_be_copied():
    place = Place("a.s", 1, 2, 4, " ldaa #1")
    error = SourceError(place, "unknown", Cure("did you mean 'lda'?", "LDAA", "lda"))
    for each in (error, copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert each.hint == "did you mean 'lda'?"
        assert each.cure == (place, "lda")
    elsewhere = SourceError(place._replace(column=6, length=2), "unknown", error.hint)
    assert elsewhere.cure is None
    assert SourceError(place, "unknown", "did you mean 'lda'?").cure is None
