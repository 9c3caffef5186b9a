"""Sources in the colours of VS Code's engine, of Neovim, of Emacs and of the workbench: all see the same."""

import re

import pytest

from host.editors import grammars
from tests.editors.colours import EDITORS, LANGUAGES, in_vscode
from tests.shared import CHECKOUT

MARKED = re.compile(r"«([A-Z]+) (.*?)»", re.DOTALL)
TEXTS = {
    "ca65": """
«COMMENT ; LDA of "this"»
«LABEL START:»  «OPERATION LDA» «OPERATOR #»«NUMBER $0A»   «COMMENT ; a remark»
«LABEL @look:»  «OPERATION sta» BOARD,«REGISTER x»
        «OPERATION BNE» «LABEL @look»
«LABEL SIZE» «OPERATOR =» «NUMBER %1010» «OPERATOR +» «NUMBER 12» «OPERATOR *» «NUMBER 0FFh»
        «DIRECTIVE .byte» «STRING "LDA ; no"», «STRING 'x'»,«OPERATOR <»START
«DIRECTIVE .proc» «LABEL Routine»
        «DIRECTIVE .if» «DIRECTIVE .defined»(LDAX) «OPERATOR &&» SIZE
        «OPERATION JMP» (VECTOR)
        .unknown
""",
    "sap": """
«COMMENT * A REMARK, CLA AND ALL»
«LABEL START»  «OPERATION LXA» N,«NUMBER 1»              «COMMENT AS MANY TIMES AS THERE ARE NUMBERS»
       «OPERATION PXD»                  «COMMENT CLEAR THE ACCUMULATOR»
LOOP   «OPERATION ADD» TABLE«OPERATOR +»«NUMBER 5»,«NUMBER 1»
       «OPERATION CHS» «COMMENT IT TAKES NO ADDRESS»
       «DIRECTIVE REM» «COMMENT ALL OF THIS»
«LABEL TITLE»  «DIRECTIVE BCD» «STRING 2CHECKERS    »    «COMMENT REMARK»
«LABEL ANY»    «DIRECTIVE BCD» «STRING "A TEXT"»   «COMMENT REMARK»
«LABEL PI»     «DIRECTIVE DEC» «NUMBER 3.14159»,«OPERATOR -»«NUMBER 1E-10»
«LABEL LOOP1» «OPERATION add» table,«NUMBER 1» «COMMENT remark»
  «LABEL LOOP2» «OPERATION ADD» TABLE,«NUMBER 1» «COMMENT REMARK»
\t«OPERATION add»\ttable,«NUMBER 1»\t«COMMENT remark»
       «OPERATION CLA» K«OPERATOR $»A
       «OPERATION FAD» «NUMBER =O77»
       «LABEL SWAP» A,B            «COMMENT A MACRO OR OPD»
       «OPERATION TRA» «OPERATOR *»«OPERATOR +»«NUMBER 1»
       «OPERATION CLA» «OPERATOR **»
""".replace("LOOP   «", "«LABEL LOOP»   «").replace("K«OPERATOR $»A", "«LABEL K$»A"),
    "compass": """
«COMMENT *         C(N) = A(N) + B(N)»
«LABEL START»     «OPERATION SB1»    «NUMBER 1»                 «COMMENT B1 IS ONE»
          «OPERATION SA1»    A«OPERATOR -»«NUMBER 1»
«LABEL LOOP»      «OPERATION SA1»    «REGISTER A1»«OPERATOR +»«REGISTER B1»
          «OPERATION NE»     «REGISTER B2»,«REGISTER B0»,LOOP
          «OPERATION PS» «COMMENT NOTHING AFTER IT IS AN OPERAND»
          «OPERATION NX1»                       «COMMENT NEITHER IS THIS, FROM COLUMN 30 ON»
          «OPERATION UX6,B2» «REGISTER X1»
          «OPERATION SX.N»   «REGISTER B2»
«LABEL ITEMS»     «DIRECTIVE DATA»   «NUMBER 17B»,«STRING 9HHELLO YOU»,«STRING 0L*ANY TEXT*»    «COMMENT A REMARK»
          «DIRECTIVE DIS»    «STRING 2,TEN AND ONE»
          «DIRECTIVE COMMENT» «COMMENT A REMARK»
 «LABEL SIX» «DIRECTIVE EQU» «NUMBER 6»
«LABEL +»         «OPERATION SX7»    «NUMBER 1S17»
      «OPERATION sa1» «REGISTER a1»«OPERATOR +»«REGISTER b1»
\t«OPERATION SA1»\t«REGISTER A1»\t«COMMENT REMARK»
«LABEL FILE»      «LABEL BUFFER» INPUT,«NUMBER 100B»
""",
    "algol60": """
«COMMENT comment begin is no word here;»
«KEYWORD begin» «TYPE integer» count, total; «TYPE Boolean» «TYPE array» a[«NUMBER 1»:«NUMBER 2.5⏨-3»];
  count «OPERATOR :=» «NUMBER 2»«OPERATOR ↑»«NUMBER 10»; «BUILTIN outstring»(«NUMBER 1», «STRING ‘begin ‘end’ real’»);
«LABEL again»: «KEYWORD if» count «OPERATOR ≤» «NUMBER 3» «KEYWORD then» «KEYWORD go to» again;
  «STRING "a text"»; «CONSTANT true»
«KEYWORD end» «COMMENT of the block: begin and» «KEYWORD else»
«KEYWORD 'BEGIN'» «TYPE 'INTEGER'» COUNT; COUNT «OPERATOR :=» «NUMBER 2» «KEYWORD 'POWER'» «NUMBER 1.5'3»;
  «BUILTIN OUTSTRING»(«NUMBER 1», «STRING '('A 'BEGIN' B')'»)
«KEYWORD 'END'»«COMMENT  COUNT»;
«KEYWORD "BEGIN"» «BUILTIN OUTPUT»(«NUMBER 61», «STRING "("2ZD/")"», COUNT); «COMMENT "COMMENT" X "END";»
  x «OPERATOR :=» y
«KEYWORD "END"»«COMMENT  AND NO MORE
than this»
""",
    "fortran66": """
«COMMENT C     DIMENSION OF A COMMENT»
      «KEYWORD PROGRAM» DEMO(INPUT,OUTPUT)
      «DIRECTIVE DIMENSION» A(«NUMBER 3»,«NUMBER 4»), NAME(«NUMBER 2»)
      «TYPE DOUBLE PRECISION» D
      «DIRECTIVE DATA» NAME «OPERATOR /» «STRING 10HDO 10 I = »«NUMBER 1»,«STRING 2HIF» «OPERATOR /»
«COMMENT * ANOTHER ONE»
      «KEYWORD DO» «NUMBER 10» I «OPERATOR =» «NUMBER 1», «NUMBER 10»
      «KEYWORD IF» (X «OPERATOR .GE.» «NUMBER 1.5E-3» «OPERATOR .AND.» «CONSTANT .TRUE.») «KEYWORD STOP»
   «LABEL 10» A(I) «OPERATOR =» «BUILTIN SQRT»(X«OPERATOR **»«NUMBER 2») «OPERATOR +»
     «OPERATOR 1»    «NUMBER .5» «OPERATOR -» D
   «LABEL 20» «KEYWORD FORMAT» («STRING 9H A FORMAT», «STRING 'TEXT'»)
      m «OPERATOR =» «NUMBER 77B»
      «KEYWORD go to» «NUMBER 10»
      «KEYWORD END»
""",
    "pitrat": """
«COMMENT # MOVES of a guard»
«DIRECTIVE BOARD» «NUMBER 5» «NUMBER 6»
«DIRECTIVE VARIABLE» FRIEND «OPERATOR =» «NUMBER 1» «OPERATOR /» «NUMBER 2»   «COMMENT # whose turn»
«KEYWORD MOVES»
«LABEL A». «KEYWORD SCANNING» «OPERATOR *» V . Z.
 . «KEYWORD IF» «OPERATOR *» «BUILTIN OCCUPY»(V) «OPERATOR =» FRIEND . G, XA.
«LABEL G1». «KEYWORD MOVE» «OPERATOR *» «TYPE TRAVEL», V, W.
 . «KEYWORD GO TO» «OPERATOR *» XG.
 . «KEYWORD RESULT» «OPERATOR *» «CONSTANT NO VICTORY».
""",
}
SOURCES = (
    *("asm/kim1/wally.s", "asm/ibm704/search.sap", "asm/cdc6600/msearch.compass"),
    *("asm/cdc6600/kalah.alg", "asm/cdc6600/kalah.f", "asm/pitrat/chess.rules"),
)


@pytest.fixture(params=EDITORS, ids=lambda each: each.__name__)
def coloured(request, tmp_path):
    """An editor: its name of a kind, and the function that returns its names for texts."""
    return EDITORS[request.param], lambda texts: request.param(texts, tmp_path)


def test_every_language_has_an_example_here():
    assert set(TEXTS) == set(LANGUAGES)


def expected(marked):
    """Return a text without its marks, and by lines the kind of every character, None for other text."""
    kinds, end = [], 0
    for match in MARKED.finditer(marked):
        kinds += [None] * (match.start() - end) + [getattr(grammars, match[1])] * len(match[2])
        end = match.end()
    kinds += [None] * (len(marked) - end)
    text = MARKED.sub(r"\2", marked)
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(kinds[start : start + len(line)])
        start += len(line) + 1
    return text, lines


def test_texts_are_coloured_as_their_assemblers_and_compilers_read_them(coloured):
    name, names_of = coloured
    wanted = {id: expected(marked) for id, marked in TEXTS.items()}
    found = names_of([(id, text) for id, (text, _) in wanted.items()])
    for (id, (text, kinds)), rows in zip(wanted.items(), found, strict=True):
        assert len(rows) >= len(kinds) - 1  # some editors have a last empty line
        for line, row, right in zip(text.split("\n"), rows, kinds, strict=False):
            assert printed(line, row) == printed(line, [kind and name(kind) for kind in right]), id


@pytest.mark.parametrize("editor", [each for each in EDITORS if each is not in_vscode], ids=lambda each: each.__name__)
def test_shipped_sources_are_coloured_as_by_vs_code(editor, tmp_path):
    """The names of kinds differ, and some have a name in common: what the editor tells apart, VS Code does too."""
    texts = []
    for path in SOURCES:
        id = next(id for id, each in LANGUAGES.items() if path.endswith(each.suffixes))
        texts.append((id, (CHECKOUT / path).read_text(encoding="utf-8")))
    kinds = [each for each in vars(grammars).values() if isinstance(each, grammars.Kind)]
    theirs = {each.scope: EDITORS[editor](each) for each in kinds} | {"": ""}
    scopes = in_vscode(texts, tmp_path)
    for path, (_, text), rows, ours in zip(SOURCES, texts, editor(texts, tmp_path), scopes, strict=True):
        assert len(rows) >= len(ours) - 1
        for line, row, right in zip(text.split("\n"), rows, ours, strict=False):
            assert printed(line, row) == printed(line, [theirs[each] for each in right]), path


def printed(line, names):
    """Return a line with the names of its parts; those of blanks do not matter."""
    found, last = [], None
    for each, name in zip(line, names, strict=True):
        if not each.isspace() and (name or "") != last:
            last = name or ""
            found.append(f"<{last}>")
        found.append(each)
    return "".join(found)


def test_every_operation_and_word_of_the_tables_is_coloured(tmp_path):
    """The grammars are made of the tables: what an assembler takes has a colour, and not that of unknown operations."""
    from emulators.mos6502.isa import MNEMONICS
    from host.assemblers.compass.instructions import PLAIN, WITH_REGISTER
    from host.assemblers.compass.state import PSEUDO_OPERATIONS
    from host.assemblers.sap.assembler import OPERATIONS
    from host.assemblers.sap.assembler import PSEUDO_OPERATIONS as SAP

    operations = {
        "ca65": MNEMONICS,
        "sap": sorted({*OPERATIONS, *SAP} - {""}),
        "compass": sorted({*PLAIN, *PSEUDO_OPERATIONS, *(f"{each}3" for each in WITH_REGISTER)}),
    }
    known = {grammars.OPERATION.scope, grammars.DIRECTIVE.scope}
    found = in_vscode(
        [(id, "\n".join(f"       {each}" for each in words)) for id, words in operations.items()], tmp_path
    )
    for words, rows in zip(operations.values(), found, strict=True):
        assert [word for word, row in zip(words, rows, strict=True) if not {*row[7:]} <= known] == []


def test_the_words_of_rules_are_those_that_the_6600_knows():
    text = (CHECKOUT / "asm/cdc6600/pitrules.alg").read_text(encoding="utf-8")
    table = re.findall(r"^ *KNOW \(.*?\); +\"COMMENT\" \d+ (\w+);", text, re.MULTILINE)
    assert len(table) == 36
    patterns = " ".join(each.pattern for each in LANGUAGES["pitrat"].grammar.rules)
    assert {*re.findall(r"[A-Z]{2,}", patterns)} == {*table} - {"CHECK", "TABLES", "COMPILE"}  # these are its orders
