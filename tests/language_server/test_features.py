"""What an editor asks beyond errors and names: colours, folds, calls, facts within lines, changes that cure."""

import pytest
import pytest_asyncio
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig

from host.editors.lsp.tokens import MODIFIERS, TYPES, change
from tests.language_server.editor import COMMAND, Editor, asynchronous, edited
from tests.language_server.sources import SOURCES, position

BY_ID = {each.id: each for each in SOURCES}
CA65 = """\
; two lines
; of a comment
.struct POINT
xx      .byte
yy      .word
.endstruct
.scope GAME
  .enum SIDES
    LEFT
    RIGHT
  .endenum
TOP = 4 * 8
.endscope
.macro STORE value, target
        lda #value
        sta target
.endmacro
.define SUM(a1, b1) a1 + b1
        .zeropage
FAST:   .res 1
        .code
START:  STORE POINT::yy, FAST
@loop:  bne @loop       ; é𝐛
.if 0
        lda 𝐛
.else
        lda #SUM(1, GAME::SIDES::RIGHT)
.endif
HERE:   .tag POINT
"""
COMPASS = """\
*         A REMARK
*         OF TWO LINES
          IDENT  X,100B,S
ADD       MACRO  A,B
          SX6    A+B
          ENDM
S         ADD    B1,5
          IFEQ   1,2
          SX7    B1
          ELSE
          SX7    B2
          ENDIF
          END    S
"""
SAP = """\
       ORG 64
TWI    OPD 050000000000
START  TWI START
       END START
"""


def words(file, tokens):
    """Return the tokens as (text, type, modifiers)."""
    found, line, start = [], 0, 0
    rows = file.text.split("\n")
    for at in range(0, len(tokens.data), 5):
        down, right, length, kind, bits = tokens.data[at : at + 5]
        line, start = line + down, right if down else start + right
        text = rows[line].encode("utf-16-le")[start * 2 : (start + length) * 2].decode("utf-16-le")
        found.append((text, TYPES[kind], {each for bit, each in enumerate(MODIFIERS) if bits >> bit & 1}))
    return found


async def coloured(file):
    return await file.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(file.document))


async def folded(file):
    found = await file.client.text_document_folding_range_async(lsp.FoldingRangeParams(file.document))
    return [(each.start_line, each.end_line, each.kind) for each in found]


async def signed(file, line, column):
    params = lsp.SignatureHelpParams(file.document, lsp.Position(line, column))
    return await file.client.text_document_signature_help_async(params)


async def actions(file, only=None, where=None):
    where = where or lsp.Range(lsp.Position(0, 0), lsp.Position(file.text.count("\n"), 0))
    params = lsp.CodeActionParams(file.document, where, lsp.CodeActionContext([], only))
    return await file.client.text_document_code_action_async(params)


@pytest_asyncio.fixture(loop_scope="module")
async def program(editor):
    """An editor with the ca65 source open."""
    file = editor("ca65", "a.s")
    await file.open(CA65)
    return file


# ---------------------------------------------------------------- semantic tokens

NATURES = {
    "ca65": [("SCREEN", "variable", {"definition", "readonly"}), ("COUNT", "function", {"definition"}),
             ("@next", "label", {"definition"}), ("TABLE", "label", set())],
    "sap": [("LOOP", "label", {"definition"}), ("SUM", "label", set())],
    "compass": [("SUMS", "namespace", {"definition"}), ("LIMIT", "variable", {"readonly"})],
    "algol60": [("a", "variable", {"definition"}), ("mean", "function", {"definition"}), ("m", "parameter", set()),
                ("outreal", "function", {"defaultLibrary"})],
    "fortran66": [("BLK", "namespace", {"definition"}), ("M", "parameter", {"definition"}), ("HALF", "function", set()),
                  ("ABS", "function", {"defaultLibrary"}), ("30", "label", {"definition"})],
    "pitrat": [("FRIEND", "variable", set()), ("MOVES", "namespace", {"definition"}), ("C", "label", set())],
}  # fmt: skip


@asynchronous
async def test_names_have_the_colours_of_their_natures(file, source):
    found = words(file, await coloured(file))
    assert [each for each in NATURES[source.id] if each not in found] == []


@asynchronous
async def test_the_program_knows_what_a_grammar_does_not(program):
    found = words(program, await coloured(program))
    for text, kind, modifiers in [
        ("POINT", "struct", {"definition"}), ("yy", "property", {"definition"}), ("yy", "property", set()),
        ("GAME", "namespace", set()), ("SIDES", "enum", set()), ("RIGHT", "property", set()),
        ("STORE", "macro", {"definition"}), ("STORE", "macro", set()), ("value", "parameter", {"definition"}),
        ("value", "parameter", set()), ("SUM", "macro", set()), ("FAST", "label", {"zeroPage"}),
        ("lda 𝐛", "comment", set()),
    ]:  # fmt: skip
        assert (text, kind, modifiers) in found, text


@asynchronous
async def test_operations_of_the_program_and_skipped_cards_are_coloured(editor):
    file = editor("compass", "a.compass")
    assert await file.open(COMPASS) == []
    found = words(file, await coloured(file))
    assert ("ADD", "macro", {"definition"}) in found
    assert ("ADD", "macro", set()) in found
    assert ("A", "parameter", set()) in found
    assert [text for text, kind, _ in found if kind == "comment"] == ["SX7    B1"]
    deck = editor("sap", "a.sap")
    assert await deck.open(SAP) == []
    assert [
        modifiers for text, kind, modifiers in words(deck, await coloured(deck)) if (text, kind) == ("TWI", "macro")
    ]


@asynchronous
async def test_changes_and_parts_of_the_tokens_are_those_of_the_whole(program):
    first = await coloured(program)
    await program.type(CA65.replace("TOP = 4", "TOP = BOTTOM + 4\nBOTTOM = 4"))
    params = lsp.SemanticTokensDeltaParams(program.document, first.result_id)
    delta = await program.client.text_document_semantic_tokens_full_delta_async(params)
    (edit,) = delta.edits
    data = [*first.data]
    data[edit.start : edit.start + edit.delete_count] = edit.data
    now = await coloured(program)
    assert data == [*now.data]
    assert len(edit.data) < len(now.data) / 2
    params = lsp.SemanticTokensDeltaParams(program.document, "other")
    assert (await program.client.text_document_semantic_tokens_full_delta_async(params)).data == now.data
    where = lsp.Range(lsp.Position(6, 0), lsp.Position(14, 0))
    some = await program.client.text_document_semantic_tokens_range_async(
        lsp.SemanticTokensRangeParams(program.document, where)
    )
    inside = words(program, some)
    assert inside[0][0] == "GAME"
    assert inside == [each for each in words(program, now) if each in inside][: len(inside)]


def test_a_change_of_tokens_makes_the_new_ones_of_the_old():
    for before, after in [([1, 2, 3], [1, 9, 3]), ([], [1]), ([1, 1], [1]), ([1, 2], [3, 4, 5])]:
        start, gone, new = change(before, after)
        assert [*before[:start], *new, *before[start + gone :]] == after
    assert change([1], [1]) is None


@asynchronous
async def test_colours_stay_while_a_text_is_incomplete(file, source):
    if source.id != "algol60":
        return
    before = words(file, await coloured(file))
    await file.type(source.text + "\nbegin '")
    assert words(file, await coloured(file)) == before


# ---------------------------------------------------------------- folds and outlines


@asynchronous
async def test_parts_blocks_and_comments_can_be_hidden(program):
    assert await folded(program) == [
        (0, 1, "comment"), (2, 5, "region"), (6, 12, "region"), (7, 10, "region"), (13, 16, "region"),
        (23, 24, "region"), (25, 27, "region"),
    ]  # fmt: skip


FOLDS = {
    "ca65": [(2, 10, "region")],
    "sap": [],
    "compass": [(0, 11, "region")],
    "algol60": [(0, 11, "region"), (2, 8, "region"), (3, 8, "region")],
    "fortran66": [(0, 12, "region"), (5, 6, "region"), (13, 21, "region"), (17, 18, "region"), (22, 24, "region")],
    "pitrat": [(5, 13, "region"), (14, 18, "region")],
}


@asynchronous
async def test_every_language_has_folds(file, source):
    assert await folded(file) == FOLDS[source.id]


@asynchronous
async def test_cards_are_folded_by_their_operations(editor):
    file = editor("compass", "a.compass")
    await file.open(COMPASS)
    assert await folded(file) == [
        (0, 1, "comment"), (2, 12, "region"), (3, 5, "region"), (7, 8, "region"), (9, 11, "region"),
    ]  # fmt: skip


@asynchronous
async def test_members_are_within_their_structures_in_the_outline(program):
    def shown(symbols, indent=""):
        for each in symbols:
            yield indent + each.name
            for child in each.children:
                assert each.range.start <= child.range.start <= child.range.end <= each.range.end
            yield from shown(each.children, indent + "  ")

    names = [*shown(await program.outline())]
    assert names == [
        "POINT", "  xx", "  yy", "GAME", "  SIDES", "    LEFT", "    RIGHT", "  TOP", "STORE", "SUM", "FAST", "START",
        "  @loop", "HERE",
    ]  # fmt: skip


@asynchronous
async def test_names_of_all_open_texts_are_found_by_some_of_their_letters(program, editor):
    other = editor("sap", "b.sap")
    await other.open(BY_ID["sap"].text)
    found = await program.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("st"))
    names = {(each.name, each.container_name, each.location.uri.rpartition("/")[2]) for each in found}
    assert {("STORE", None, "a.s"), ("START", None, "a.s"), ("FIRST", None, "b.sap")} <= names
    found = await program.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("gsright"))
    assert [(each.name, each.container_name) for each in found] == [("RIGHT", "GAME::SIDES")]


# ---------------------------------------------------------------- members


@asynchronous
async def test_members_are_offered_after_the_name_of_their_structure(program):
    for typed, wanted in [
        ("POINT::", {"POINT::xx", "POINT::yy"}),
        ("GAME::", {"GAME::SIDES", "GAME::TOP"}),
        ("GAME::SIDES::R", {"GAME::SIDES::LEFT", "GAME::SIDES::RIGHT"}),
        ("NOTHING::", set()),
    ]:
        await program.type(f"{CA65}        lda #{typed}")
        line = program.text.count("\n")
        assert {*await program.offered(lsp.Position(line, 13 + len(typed)))} == wanted
    await program.type(CA65.replace("TOP =", "TOP = SIDES::"))
    assert "SIDES::LEFT" in await program.offered(lsp.Position(11, 13))


@asynchronous
async def test_members_and_structures_tell_what_they_are_and_where(program):
    assert "member = $01, decimal 1" in await program.hover("yy,")
    told = await program.hover("POINT\nxx")
    assert "**POINT** .struct, 3 bytes" in told
    assert "- 1: yy, 2 bytes" in told
    assert (await program.definition("yy,")).range.start == program.at("yy  ")
    assert [each.range.start.line for each in await program.references("POINT\nxx")] == [2, 21, 28]


@asynchronous
async def test_a_common_block_has_its_layout_in_every_unit(editor):
    file = editor("fortran66", "a.f")
    text = "      COMMON /BLK/ A(2), D\n      D = 1\n      CALL S\n      END\n"
    assert await file.open(f"{text}      SUBROUTINE S\n      COMMON /BLK/ B(3)\n      B(1) = 0.\n      END\n") == []
    told = await file.hover("BLK", 2)
    assert "**COMMON /BLK/**, 3 words" in told
    assert "- the main program, word 3: `REAL D`" in told
    assert "- subroutine S, word 1: `REAL B(3)`" in told
    assert (await file.rename("BLK", 1, "DATA1")).count("/DATA1/") == 2


# ---------------------------------------------------------------- calls

MEAN = "real procedure mean(real array b, value integer m)"
CALLS = [  # language, a part of its source, what is typed in its place, the form, the parameter
    ("ca65", "HERE:", "        STORE ‸\nHERE:", "STORE value, target", "value"),
    ("ca65", "HERE:", "        STORE #5, ‸\nHERE:", "STORE value, target", "target"),
    ("ca65", "SUM(1,", "SUM(1, ‸", "SUM(a1, b1)", "b1"),
    ("ca65", "HERE:", "        sta ‸\nHERE:", "STA zp", None),
    ("ca65", "HERE:", "        .byte ‸\nHERE:", ".byte", None),
    ("ca65", "HERE:", "        sta‸\nHERE:", None, None),
    ("ca65", "HERE:", "        lda #1 ; sta ‸\nHERE:", None, None),
    ("sap", "TWI START", "CLA ‸", None, None),
    ("compass", "B1,5", "B1,‸", "ADD A, B", "B"),
    ("compass", "SX7    B2", "SB3    ‸", "SB3 Aj+K", "Aj+K"),
    ("algol60", "mean(a, n))", "mean(a, ‸", MEAN, "value integer m"),
    ("algol60", "mean(a, n))", "mean(a) count: (‸", MEAN, "value integer m"),
    ("algol60", "mean(a, n))", "mean(a[n + 2], ‸", MEAN, "value integer m"),
    ("fortran66", "LIMIT, RESULT)", "LIMIT,‸", "SUBROUTINE MEAN(REAL B(M), INTEGER M, REAL RESULT)", "REAL RESULT"),
    ("fortran66", "HALF(T)", "AMOD(T,‸", "REAL FUNCTION AMOD(REAL, REAL)", "REAL"),
    ("fortran66", "HALF(T)", "HALF(‸", "REAL FUNCTION HALF(REAL X)", "REAL X"),
    ("pitrat", "OCCUPY(V) = FRIEND . B, XA.", "‸", "IF * e1 = e2 . L1, L2.", None),
]


@pytest.mark.parametrize(("id", "old", "new", "form", "parameter"), CALLS, ids=range(len(CALLS)))
@asynchronous
async def test_the_form_of_a_call_is_shown_while_it_is_typed(editor, id, old, new, form, parameter):
    file = editor(id, "a.x")
    source = {"ca65": CA65, "compass": COMPASS, "sap": SAP}.get(id) or BY_ID[id].text
    await file.open(source)
    text = source.replace(old, new, 1)
    await file.type(text.replace("‸", ""))
    found = await signed(file, *position(text, "‸"))
    if form is None:
        assert found is None
        return
    shown = found.signatures[found.active_signature]
    assert shown.label == form
    chosen = shown.parameters[found.active_parameter].label if shown.parameters else None
    assert (chosen and shown.label[chosen[0] : chosen[1]]) == parameter


# ---------------------------------------------------------------- facts within lines


INLAYS = {
    "ca65": {(3, "2 cycles"), (3, "2 bytes"), (4, "= $0212"), (4, "4+ cycles"), (4, "3 bytes"), (13, "3 bytes")},
    "sap": {(1, "= 104"), (1, "2 cycles"), (1, "1 word"), (5, "2 words")},
    "compass": {(3, "= 12"), (3, "3 cycles"), (3, "2 parcels"), (4, "1 parcel"), (10, "1 word")},
    "algol60": set(), "fortran66": set(), "pitrat": set(),
}  # fmt: skip


async def shown_in_lines(client, path, source, text=""):
    path.touch()
    file = Editor(client, path, source.id)
    await file.open(text or source.text)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(file.text.count("\n") + 9, 0))
    return await client.text_document_inlay_hint_async(lsp.InlayHintParams(file.document, whole))


@asynchronous
async def test_facts_within_lines_are_shown_if_they_are_wanted(tmp_path, client):
    for wanted, kinds in ((True, "value time size"), (["time"], "time"), ({"value": True, "size": False}, "value")):
        own = await ClientServerConfig(server_command=COMMAND).start()
        options = lsp.InitializeParams(
            capabilities=lsp.ClientCapabilities(), initialization_options={"inlay_hints": wanted}
        )
        await own.initialize_session(options)
        for source in SOURCES if wanted is True else SOURCES[:1]:
            hints = await shown_in_lines(own, tmp_path / f"a{source.suffix}", source)
            found = {(each.position.line, each.label) for each in hints}
            expected = {
                each for each in INLAYS[source.id]
                if ("value" if "=" in each[1] else "time" if "cycle" in each[1] else "size") in kinds
            }  # fmt: skip
            assert (found >= expected) if kinds.count(" ") else (found & INLAYS[source.id] == expected), source.id
        if wanted is True:
            text = "A1 = 2+3 ; é𝐛\n        lda #A1 ; 𝐛\n"
            first, *_, last = await shown_in_lines(own, tmp_path / "b.s", SOURCES[0], text)
            assert (first.position, first.label) == (lsp.Position(0, 8), "= $05")
            assert (last.position, last.label) == (lsp.Position(1, 15), "2 bytes")
        await own.shutdown_session()
        await own.stop()
    assert not await shown_in_lines(client, tmp_path / "c.s", SOURCES[0])


# ---------------------------------------------------------------- changes that cure


@asynchronous
async def test_what_is_wrong_can_be_put_right_by_a_change(file, source):
    right, wrong = source.wrong
    problems = await file.type(source.text.replace(right, wrong, 1))
    found = await actions(file)
    if not found:
        assert source.id in ("algol60", "fortran66")  # a letter and a statement number are not like others
        return
    (action,) = found
    assert (action.kind, action.is_preferred) == (lsp.CodeActionKind.QuickFix, True)
    assert [each.message for each in action.diagnostics] == [each.message for each in problems]
    assert action.title.startswith("Write '")
    assert await file.type(edited_by(file, action)) == []


def edited_by(file, action):
    (edit,) = action.edit.changes[file.uri]
    lines = file.text.split("\n")
    row = edit.range.start.line
    lines[row] = lines[row][: edit.range.start.character] + edit.new_text + lines[row][edit.range.end.character :]
    return "\n".join(lines)


@asynchronous
async def test_changes_are_offered_where_they_are_asked_for(program):
    await program.type(CA65 + "        ldaa #1\n        bne START\n        .res 200\n        bne START\n")
    assert not await actions(program, [lsp.CodeActionKind.Refactor])
    assert len(await actions(program, [lsp.CodeActionKind.QuickFix])) == 2
    first = lsp.Range(lsp.Position(0, 0), lsp.Position(3, 0))
    assert not await actions(program, None, first)
    line, _ = position(program.text, "bne START", 2)
    (far,) = await actions(program, [lsp.CodeActionKind.Empty], lsp.Range(lsp.Position(line, 9), lsp.Position(line, 9)))
    assert far.title.startswith("Branches reach from -128 to 127")
    assert "        beq *+5\n        jmp START\n" in edited_by(program, far)


# ---------------------------------------------------------------- columns


@asynchronous
async def test_a_text_or_some_of_its_lines_are_put_into_columns(editor):
    deck = editor("sap", "columns.sap")
    await deck.open(" ORG 64\nSTART CLA START  é𝐛\n HTR START\n END START\n")
    tabs = lsp.FormattingOptions(tab_size=8, insert_spaces=True)
    edits = await deck.client.text_document_formatting_async(lsp.DocumentFormattingParams(deck.document, tabs))
    columns = "       ORG 64\nSTART  CLA START            é𝐛\n       HTR START\n       END START\n"
    assert edited(deck.text, edits) == columns
    where = lsp.Range(lsp.Position(2, 0), lsp.Position(2, 3))
    params = lsp.DocumentRangeFormattingParams(deck.document, where, tabs)
    assert [each.range.start.line for each in await deck.client.text_document_range_formatting_async(params)] == [2]
    await deck.type(" ORG 64\nSTART CLAA START\n END START\n")
    with pytest.raises(JsonRpcException, match="unknown operation 'CLAA'"):
        await deck.client.text_document_formatting_async(lsp.DocumentFormattingParams(deck.document, tabs))
