"""The language server as an editor has it: a process, spoken to by pytest-lsp's client."""

import asyncio
import json
import random
import re
import subprocess
import threading
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig

from host.editors.lsp.requests import make
from tests.language_server.editor import COMMAND, PATIENCE, Editor, asynchronous
from tests.language_server.sources import SOURCES, position


@asynchronous
async def test_errors_appear_change_and_disappear(file, source):
    right, wrong = source.wrong
    (error,) = await file.type(source.text.replace(right, wrong, 1))
    assert error.message.startswith(source.message)
    assert (error.severity, error.source) == (lsp.DiagnosticSeverity.Error, "ironboard")
    line, _ = position(source.text, right)
    assert error.range.start.line == error.range.end.line == line
    assert error.range.start.character < error.range.end.character
    (moved,) = await file.type(
        "\n" + source.text.replace(right, wrong, 1) if source.id != "ca65" else file.text + "; x"
    )
    assert moved.message == error.message
    assert await file.type(source.text) == []


@asynchronous
async def test_hovers_tell_what_words_mean(file, source):
    for word, occurrence, told in source.hovers:
        assert told in (await file.hover(word, occurrence) or ""), word


@asynchronous
async def test_a_name_leads_to_its_definition_and_its_uses(file, source):
    word, use, definition = source.definition
    found = await file.definition(word, use)
    name = word.split()[0]
    line = file.at(name, definition).line if source.id != "algol60" else 4
    assert (found.uri, found.range.start.line) == (file.uri, line)
    places = await file.references(word, use)
    assert len(places) == source.places
    params = lsp.DocumentHighlightParams(file.document, file.at(word, use))
    shown = await file.client.text_document_document_highlight_async(params)
    assert [each.range for each in shown] == [each.range for each in places]


@asynchronous
async def test_the_outline_shows_names_within_others(file, source):
    def shown(symbols, indent=""):
        for each in symbols:
            assert each.range.start <= each.selection_range.start <= each.selection_range.end <= each.range.end
            yield indent + each.name
            yield from shown(each.children, indent + "  ")

    assert [*shown(await file.outline())] == source.outline


@asynchronous
async def test_what_can_follow_is_offered_while_one_types(file, source):
    after, typed, wanted = source.typed
    await file.type(source.text.replace(after, f"{after}\n{typed}", 1))
    line = position(file.text, f"{after}\n{typed}")[0] + 1
    offered = await file.offered(lsp.Position(line, len(typed)))
    assert [each for each in wanted if each not in offered] == []
    assert [each for each in source.gone if each in offered] == []
    edit = offered[wanted[0]].text_edit
    assert (edit.new_text, edit.range.end.character) == (wanted[0], len(typed))


@asynchronous
async def test_a_name_is_renamed_everywhere(file, source):
    word, use, _ = source.definition
    old = word.split()[0]
    params = lsp.PrepareRenameParams(file.document, file.at(word, use))
    prepared = await file.client.text_document_prepare_rename_async(params)
    assert prepared.placeholder == old
    text = await file.rename(word, use, source.new)
    assert await file.type(text) == []
    assert text.count(source.new) == source.places


@asynchronous
async def test_columns_of_cards_stay_where_they_are(editor):
    source = next(each for each in SOURCES if each.id == "sap")
    file = editor("sap", "a.sap")
    await file.open(source.text)
    assert "AGAIN  STO SUM\n       TRA AGAIN\n" in await file.rename("LOOP", 1, "AGAIN")


@pytest.mark.parametrize(
    ("id", "text", "word", "new", "why"),
    [
        ("ca65", "A1 = 1\n.if 0\n  lda A1\n.endif\n  lda A1\n", "A1", "A2", "is in a.x:3:7, too"),
        ("ca65", "ONE = 1\nTWO = 2\n  lda #ONE\n", "ONE", "TWO", "'TWO' would be an error"),
        ("ca65", "ONE = 1\n  lda #ONE\n  lda #TWO\n", "ONE", "TEN", "put the errors right first"),
        ("ca65", "ONE = 1\n.macro LOAD\n  lda #ONE\n.endmacro\n  LOAD\n", "LOAD", "TAKE", "not all places"),
        ("algol60", "begin integer n; n := 1; begin integer m; m := n end end", "n :=", "m", "means something else"),
        ("ca65", "ONE = 1\n  lda #ONE\n", "ONE", "", "'' is no name"),
        ("ca65", "ONE = 1\n  lda #ONE\n", "ONE", " ", "' ' is no name"),
        ("ca65", "ONE = 1\n  lda #ONE\n", "ONE", "A\nB", "is no name"),
        ("ca65", "LOOP: nop\n  jmp LOOP\n", "LOOP", "adc", "'adc' is a word of the language"),
        ("sap", "       ORG 64\nLOOP   TRA LOOP\n       END LOOP\n", "LOOP", "CLA", "'CLA' is a word of the language"),
        ("compass", "          IDENT X\nLOOP      EQ     LOOP\n          END\n", "LOOP", "SA1", "word of the language"),
        ("algol60", "begin integer n; n := 1 end", "n :=", "begin", "'begin' is a word of the language"),
    ],
)
@asynchronous
async def test_a_name_is_not_renamed_where_the_program_would_change(editor, id, text, word, new, why):
    file = editor(id, "a.x")
    await file.open(text)
    with pytest.raises(JsonRpcException, match=why):
        await file.rename(word, 1, new)


def message(**fields):
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


WRONG = [
    {}, None, [1], "x", {"textDocument": 1, "position": {"line": "x"}}, {"textDocument": {"uri": 5}},
    {"textDocument": {}, "position": {"line": 0, "character": 0}},
]  # fmt: skip
PLACE = {
    "textDocument": {"uri": "file:///nowhere/a.s"},
    "position": {"line": (1 << 31) - 1, "character": (1 << 31) - 1},
}


def answers(sent):
    """Return the answers of a server to requests and notifications, by the numbers of the requests; it goes on.

    It is shut down when all have been answered: a request that is still open then would be cancelled.
    """
    start = {"processId": None, "rootUri": None, "capabilities": {}}
    asked = [message(id=0, method=lsp.INITIALIZE, params=start), *sent]
    wanted = {each["id"] for data in asked for each in messages(data) if "id" in each}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        writer = threading.Thread(target=lambda: (server.stdin.write(b"".join(asked)), server.stdin.flush()))
        writer.start()
        found = {}
        while not wanted <= found.keys():
            size = int(server.stdout.readline().partition(b":")[2])
            while server.stdout.readline().strip():
                pass
            each = json.loads(server.stdout.read(size))
            found |= {each["id"]: each} if "id" in each else {}
        writer.join()
        told, _ = server.communicate(
            message(id=-1, method=lsp.SHUTDOWN, params=None) + message(method="exit"), timeout=PATIENCE
        )
    assert server.returncode == 0
    assert all("error" not in each for each in messages(told) if each.get("id") == -1)
    return found


def messages(data):
    return [json.loads(each) for each in re.split(rb"Content-Length: \d+\r\n(?:[^\r]+\r\n)*\r\n", data) if each]


def test_notifications_that_make_no_sense_do_not_hurt_the_conversation():
    wrong = [
        message(method=method, params=params)
        for method in make().protocol.fm.features
        if "/did" in method
        for params in (*WRONG, {"textDocument": {"uri": "file:///nowhere/b.s", "version": 7}, "contentChanges": [{}]})
    ]
    item = {"uri": "file:///nowhere/a.s", "languageId": "ca65", "version": 1, "text": "A1 = 1\n lda #A1\n"}
    opened = message(method=lsp.TEXT_DOCUMENT_DID_OPEN, params={"textDocument": item})
    asked = PLACE | {"position": {"line": 1, "character": 7}}
    found = answers([opened, *wrong, message(id=1, method=lsp.TEXT_DOCUMENT_HOVER, params=asked)])
    assert "constant" in found[1]["result"]["contents"]["value"]


def test_places_outside_of_a_text_and_texts_that_are_not_open_have_empty_answers():
    context = {"includeDeclaration": True, "diagnostics": [], "triggerKind": 1, "isRetrigger": False}
    more = {"context": context, "newName": "B1", "previousResultId": "1",
            "range": {"start": PLACE["position"], "end": PLACE["position"]},
            "options": {"tabSize": 8, "insertSpaces": True}}  # fmt: skip
    methods = [each for each in make().protocol.fm.features if "/did" not in each and each.startswith("textDocument/")]
    item = {"uri": PLACE["textDocument"]["uri"], "languageId": "ca65", "version": 1, "text": "A1 = 1\n"}
    opened = message(method=lsp.TEXT_DOCUMENT_DID_OPEN, params={"textDocument": item})
    asked = [message(id=at, method=each, params=PLACE | more) for at, each in enumerate(methods, 1)]
    for before in ([], [opened]):
        found = answers([*before, *asked])
        wrong = [each for at, each in enumerate(methods, 1) if found[at].get("error", {}).get("code", -32803) != -32803]
        assert wrong == []  # -32803 is refused with a reason: there is no formatting of ca65


def test_a_request_with_other_parameters_has_an_error_as_its_answer():
    """pytest-lsp's client sends no such request: the bytes are ours."""
    methods = [each for each in make().protocol.fm.features if "/did" not in each and each.startswith("textDocument/")]
    assert len(methods) > 15
    before = {"textDocument": PLACE["textDocument"], "position": {"line": -1, "character": 0}}
    asked = [(method, params) for method in methods for params in WRONG]
    asked += [(method, before) for method in (lsp.TEXT_DOCUMENT_HOVER, lsp.TEXT_DOCUMENT_SIGNATURE_HELP)]
    found = answers([message(id=at, method=each, params=params) for at, (each, params) in enumerate(asked, 1)])
    for number, (method, params) in enumerate(asked, 1):
        assert found[number].get("error"), (method, params)
        assert found[number]["error"]["code"] == -32602
        assert method in found[number]["error"]["message"]


@asynchronous
async def test_a_line_that_is_too_long_is_told_and_nothing_is_looked_for_in_it(file, source):
    (problem,) = await file.type(source.text + " " + "A" * 1_000_000)
    assert problem.message == "this line has 1,000,001 characters: up to 20,000 are read"
    assert problem.range.start.line == source.text.count("\n")
    assert await file.hover(source.hovers[0][0], source.hovers[0][1]) is None
    assert await file.type(source.text) == []  # it works again


@asynchronous
async def test_a_text_that_is_too_large_is_told_and_not_read(file, source):
    (problem,) = await file.type("*\n" * 2_000_001)
    assert problem.message == "this text has 4,000,002 characters: up to 4,000,000 are read"
    assert not await file.outline()
    (problem,) = await file.type(source.text + "\0")
    assert problem.message == "this is not text: a NUL byte"
    assert await file.type(source.text) == []


@asynchronous
async def test_columns_are_counted_in_units_of_utf_16(editor):
    file = editor("algol60", "a.alg")
    assert await file.open("begin comment 𝐛↑𝐛; integer n; n := 2 ↑ 3; outinteger(61, n) end") == []
    (place,) = [each for each in await file.references("n :=") if each.range.start.character > 50]
    assert place.range.start == file.at("n) end")
    (error,) = await file.type(file.text.replace("n) end", "nn) end"))
    assert (error.range.start, error.range.end) == (file.at("nn)"), file.at(") end"))


@asynchronous
async def test_a_file_that_is_taken_in_is_read_as_the_editor_has_it(editor, tmp_path):
    (tmp_path / "b.s").write_text("LAMP = $1740\n")
    main = editor("ca65", "a.s")
    assert await main.open('.include "b.s"\n  lda LAMP\n') == []
    found = await main.definition("LAMP")
    assert (found.uri, found.range.start.line) == ((tmp_path / "b.s").as_uri(), 0)
    link = await main.definition("b.s")
    assert link.uri == (tmp_path / "b.s").as_uri()
    (linked,) = await main.client.text_document_document_link_async(lsp.DocumentLinkParams(main.document))
    assert linked.target == link.uri
    inner = editor("ca65", "b.s")
    (tmp_path / "b.s").write_text("LAMP = $1740\n")
    await inner.open("\n\nLIGHT = $1740\n")
    while not (errors := await main.told()):
        pass
    assert errors[0].message.startswith("undefined symbol 'LAMP'")
    await inner.type("\n\nLAMP = $1740\n")
    while errors:
        errors = await main.told()
    assert (await main.definition("LAMP")).range.start.line == 2


@asynchronous
async def test_a_file_that_was_missed_is_read_as_soon_as_it_is_open(editor):
    main = editor("ca65", "a.s")
    (missed, _) = await main.open('.include "new.s"\n  lda LAMP\n')
    assert missed.message.startswith("cannot find the file 'new.s'")
    inner = editor("ca65", "new.s")
    inner.path.unlink()
    await inner.open("LAMP = $1740\n")
    assert await main.told() == []


@asynchronous
async def test_a_file_that_is_open_under_two_names_has_two_texts(editor, tmp_path):
    one, two = editor("ca65", "a.s"), editor("ca65", "b.s")
    two.path.unlink()
    two.path.symlink_to(one.path)
    assert await one.open("ONE: nop\n") == []
    (wrong,) = await two.open("\n\nTWO: noop\n")
    assert wrong.range.start.line == 2
    assert await one.type("ONE: nop\n nop\n") == []
    assert [[each.name for each in await editor.outline()] for editor in (one, two)] == [["ONE"], ["TWO"]]
    tokens = [lsp.SemanticTokensParams(editor.document) for editor in (one, two)]
    assert [(await one.client.text_document_semantic_tokens_full_async(each)).data[0] for each in tokens] == [0, 2]


@asynchronous
async def test_an_error_in_a_file_that_is_taken_in_is_told_of_that_file(editor, tmp_path):
    (tmp_path / "b.s").write_text("  lda #300\n")
    main = editor("ca65", "a.s")
    main.client.diagnostics.clear()
    assert await main.open('.include "b.s"\n') == []
    uri = (tmp_path / "b.s").as_uri()
    (error,) = main.client.diagnostics.get(uri) or await main.told(uri)
    assert (error.range.start.line, error.range.start.character) == (0, 6)
    (call,) = error.related_information
    assert (call.message, call.location.uri) == ("included here", main.uri)


@asynchronous
async def test_a_member_of_a_program_is_read_in_its_program(editor, tmp_path):
    (tmp_path / "main.compass").write_text(
        "         IDENT  MAIN\nSTART    SA1    N\n         PS\n"
        "N        CON    5\n         XTEXT  PART\n         END    START\n"
    )
    part = editor("compass", "part.compass")
    text = "SUB      PS\n         SA2    N\n         EQ     SUB\n         END\n"
    assert await part.open(text) == []
    found = await part.definition("N\n")
    assert (found.uri, found.range.start.line) == ((tmp_path / "main.compass").as_uri(), 3)
    changed = await part.rename("SUB", 1, "ROUTINE")
    assert changed.startswith("ROUTINE  PS")
    (tmp_path / "other.compass").write_text("         RJ     SUB\n         XTEXT  PART\n         END\n")
    await part.type(text + "\n")
    with pytest.raises(JsonRpcException, match="not all places of 'SUB' are known"):
        await part.rename("SUB", 1, "ROUTINE")
    (error,) = await part.type(text.replace("N\n", "M\n", 1))
    assert error.message.startswith("undefined symbol 'M'")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("begin\n  integer n", "begi\n  integer n", 5), ("outreal(61, mean(a, n))\nend\n", "mean(", 4)],
)
@asynchronous
async def test_names_stay_known_while_a_text_is_incomplete(editor, old, new, line):
    source = next(each for each in SOURCES if each.id == "algol60")
    file = editor("algol60", "a.alg")
    await file.open(source.text)
    assert await file.type(source.text.replace(old, f"\n{new}"))
    assert "real s" in await file.hover("s := s")
    assert (await file.definition("s := s")).range.start.line == line
    line, column = position(file.text, "mean := ")
    assert {"mean", "m", "s", "i"} <= {*(await file.offered(lsp.Position(line, column + 1)))}
    assert await file.outline()


@asynchronous
async def test_what_only_the_code_can_tell_comes_when_a_text_is_opened_or_saved(editor):
    file = editor("algol60", "a.alg")
    body = "x := a[x]; " * 40
    text = "begin integer x; integer array a[1:130000]; x := 1;\n" + f"{body}\n" * 20 + "end"
    assert await file.open(text) == []
    (error,) = await file.told()
    assert error.message.startswith("the program does not fit into the storage")


@asynccontextmanager
async def client_with(options):
    """A client of a server of its own, which is given options of languages."""
    client = await ClientServerConfig(server_command=COMMAND).start()
    nothing = lsp.ClientCapabilities()
    await client.initialize_session(lsp.InitializeParams(capabilities=nothing, initialization_options=options))
    yield client
    await client.shutdown_session()
    await client.stop()


@asynchronous
async def test_options_of_a_language_are_given_when_the_server_starts(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "lamps.inc").write_text("LAMP = $1740\n")
    given = {"ca65": {"include_dirs": [str(tmp_path / "lib")], "undocumented": True}}
    (tmp_path / "a.s").touch()
    async with client_with(given) as client:
        file = Editor(client, tmp_path / "a.s", "ca65")
        assert await file.open('.include "lamps.inc"\n  lax LAMP\n') == []
        assert "undocumented" in await file.hover("lax")


@asynchronous
async def test_the_machine_of_fortran_and_the_symbols_of_an_assembler_may_be_chosen_and_changed(tmp_path):
    async with client_with({"fortran66": {"machine": "704"}, "ca65": {"defines": "LAMP=$80"}}) as client:
        fortran = Editor(client, tmp_path / "a.f", "fortran66")
        (error,) = await fortran.open("      INTEGER X\n      END\n")
        assert "type statement" in error.message
        lamp = Editor(client, tmp_path / "a.s", "ca65")
        assert await lamp.open("  lda LAMP\n") == []
        changed = {"ironboard": {"fortran66": {"machine": "6600"}}}
        client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(changed))
        (error,) = await lamp.told()
        assert "LAMP" in error.message
        assert await fortran.told() == []


@asynchronous
async def test_an_option_that_a_language_does_not_have_is_told(tmp_path):
    (tmp_path / "a.rules").touch()
    (tmp_path / "a.sap").touch()
    async with client_with({"pitrat": {"speed": 5}, "sap": {"cores": 4096}}) as client:
        (error,) = await Editor(client, tmp_path / "a.rules", "pitrat").open("BOARD 3 3\n")
        assert "take no options, not 'speed'" in error.message
        (error,) = await Editor(client, tmp_path / "a.sap", "sap").open("       PZE\n")
        assert error.message == "the 704's assembler has no option 'cores': did you mean 'core'?"


@asynchronous
async def test_whatever_is_typed_and_asked_meanwhile_the_server_goes_on(file, source):
    chance = random.Random(source.id)
    for _ in range(12):
        text = file.text or source.text
        start = chance.randrange(len(text))
        put = chance.choice(["", "(", '"', "\n", "@", "𝐛", "begin ", ".proc x\n", source.text[start : start + 40]])
        typing = file.type(text[:start] + put + text[start + chance.randrange(30) :])
        at = lsp.Position(chance.randrange(15), chance.randrange(20))
        asked = file.client.text_document_hover_async(lsp.HoverParams(file.document, at))
        await asyncio.gather(typing, asked, file.offered(at), file.outline())
    assert await file.type(source.text) == []
    word, occurrence, told = source.hovers[0]
    assert told in await file.hover(word, occurrence)


@asynchronous
async def test_what_is_not_a_text_is_told_in_the_first_line(editor):
    file = editor("ca65", "a.s")
    (error,) = await file.open("  nop\n\x00")
    assert error.message == "this is not text: a NUL byte"
    assert error.range.start == lsp.Position(1, 0)
    assert await file.type("  nop\n") == []


@asynchronous
async def test_a_file_without_a_language_is_no_matter(editor, tmp_path):
    other = editor("plaintext", "notes.txt")
    item = lsp.TextDocumentItem(other.uri, "plaintext", 1, "hello")
    other.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    params = lsp.HoverParams(other.document, lsp.Position(0, 0))
    assert await other.client.text_document_hover_async(params) is None


def test_the_messages_of_an_editor_end_the_server(tmp_path):
    """With status 0 if they say so before; nothing but the protocol is written."""
    begin = message(id=1, method="initialize", params={"capabilities": {}}) + message(method="initialized", params={})
    bye = message(id=2, method="shutdown", params=None)
    for sent, status in ((begin + bye + message(method="exit"), 0), (begin + message(method="exit"), 1), (begin, 1)):
        done = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=PATIENCE, cwd=Path(tmp_path))
        assert (done.returncode, done.stderr) == (status, b"")
        assert done.stdout.startswith(b"Content-Length: ")
