"""A name is changed everywhere, so that the program stays word for word what it was, or its change is refused."""

import asyncio
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.assemblers.dialects import dialect_of
from host.editors.lsp.edits import renamed
from host.editors.lsp.languages import languages
from tests.language_server.sources import SOURCES
from tests.language_server.test_analysis import analysed

SCOPED = """\
A1 = 1
B1 = 2
.scope IN
A1 = 3
  .proc DEEP
C1 = 4
    lda #A1
    lda #B1
@x: bne @x
  .endproc
.endscope
.struct B2
A1 .byte
C1 .word
.endstruct
.macro GET A1
    .local L1
L1: lda #A1
    ldx #C3
.endmacro
C3 = 9
L1: GET B1
    .byte .sizeof(B2), B2::C1, IN::DEEP::C1, .string(A1)
.if .defined(D1)
    nop
.endif
    .byte .ident("A1"), IN::A1
    jmp L1
"""
NESTED = """\
begin integer a, b; real array c[1:3];
  procedure p(a, d); value a; integer a, d;
  begin integer e; e := a + b; d := e; begin integer b; b := 1; c[b] := d end end;
  a := 1; b := 2; p(a, b); q: begin integer a; a := 3; p(a, a); if a > 5 then goto q end;
  outinteger(61, b)
end
"""
UNITS = """\
      PROGRAM MAIN(OUTPUT)
      COMMON /AREA/ I, X(3)
      EQUIVALENCE (J, K)
      F(A) = A*X(1)
      I = 1
      X(1) = F(2.)
      J = 3
      CALL SUB(I, X)
      DO 10 L = 1, K
   10 X(1) = X(1) + G(F(3.))
      STOP
      END
      SUBROUTINE SUB(N, Y)
      COMMON /AREA/ M, Z(3)
      DIMENSION Y(3)
      Y(N) = Z(M) + G(1.)
      END
      FUNCTION G(A)
      G = A*2.
      END
"""
TEXTS = {each.id: [each.text] for each in SOURCES}
TEXTS["ca65"].append(SCOPED)
TEXTS["algol60"].append(NESTED)
TEXTS["fortran66"].append(UNITS)


async def rename(id, text, name, new):
    """Return the text with another name; raises IronboardError if the server refuses."""
    analysis, path = analysed(id, text), os.path.realpath("a.x")

    async def analyse(texts):
        return languages()[id].analyse("a.x", texts, {})

    found = next(each for each in analysis.names if (each.text, each.place) == (name.text, name.place))
    lines = text.split("\n")
    edits = await renamed(analysis, found, new, {path: text}, analyse)
    for place, word in sorted(edits, key=lambda each: (each[0].line, -each[0].column)):
        line = lines[place.line - 1]
        lines[place.line - 1] = line[: place.column - 1] + word + line[place.column - 1 + place.length :]
    return "\n".join(lines)


def words_of(path, text):
    path.write_text(text, encoding="utf-8")
    image = dialect_of(path).assemble(path).image
    return [(each.address, tuple(each.words)) for each in image.segments], image.entry


@pytest.mark.parametrize("id", ["ca65", "sap", "compass", "algol60", "fortran66"])
@settings(max_examples=320)
@given(data=st.data())
def test_a_program_with_another_name_has_the_same_words_or_the_name_is_refused(id, data, tmp_path_factory):
    text = data.draw(st.sampled_from(TEXTS[id]))
    analysis = analysed(id, text)
    assert not analysis.problems
    name = data.draw(st.sampled_from([each for each in analysis.names if each.place]))
    taken = {each.short or each.text for each in analysis.names} | {each.text for each in analysis.words()}
    word = data.draw(st.sampled_from([*sorted(taken), "FRESH", "Fresh", "X", "a.b", "1A", "É", "@x", "K9", "99"]))
    try:
        changed = asyncio.run(rename(id, text, name, word))
    except IronboardError:
        return
    suffix = next(each.suffix for each in SOURCES if each.id == id)
    path = tmp_path_factory.mktemp("renamed") / f"a{suffix}"
    assert words_of(path, changed) == words_of(path, text), (name.text, word)
    assert len(analysed(id, changed).names) == len(analysis.names)
    assert changed.upper().count(word.upper()) >= len([*name.places])
