"""The worker without a browser: one machine for debugger and panel, calls, languages, links."""

import asyncio
import base64
import contextlib
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import registry
from host.assemblers.dialects import assemble_file
from host.debugger.history import History
from host.debugger.opening import Target
from host.workbench import debugger as workbench
from host.workbench.driving import lasting
from tests.shared import ALL_EXAMPLES
from tests.workbench.user import Failed, Page

COUNT = """        .org $0200
start:  inc $10
        lda $10
        sta $11
        jmp start
"""


@pytest.fixture
def page():
    return Page()


# ---------------------------------------------------------------- one machine

HANDS = {
    "kim1": st.sampled_from([("press", "pad", key) for key in ("RS", "ST", "GO", "0", "9", "AD", "+")]
                            + [("type", "0200 G"), ("command", "strap")]),
    "704": st.sampled_from([("press", "console", key) for key in ("START", "RESET", "SINGLE STEP")]
                           + [("act", "sense", 1), ("command", "step")]),
    "6600": st.sampled_from([("type", "WHITE KC8 PB6 RA1\r"), ("type", "BLACK KA8 BB8 PA7 PB7 SOLVE\r"), ("type", "X"),
                             ("command", "pause")]),
}  # fmt: skip
MOVES = st.one_of(
    st.tuples(st.just("wait"), st.floats(0.01, 0.3)),
    st.sampled_from([("release",), ("pause",), ("continue",), ("step",), ("back",), ("keep",), ("return",)]),
    st.tuples(st.just("go"), st.floats(0, 1)),
)


def move(page, name, *given):
    """Do a move of the debugger, or a hand."""
    session = page.session
    if name == "wait":
        page.wait(*given)
    elif name == "pause":
        page.dap("pause", threadId=1)
        page.wait()
    elif name in ("continue", "step", "back"):
        if not session.running:
            command = {"continue": "continue", "step": "stepIn", "back": "stepBack"}[name]
            page.dap(command, threadId=1, **({} if name == "continue" else {"granularity": "instruction"}))
            page.wait()
    elif name == "go":
        history = session.history
        page.call("debug.go", round(history.start + given[0] * (history.end - history.start)), True)
    elif name in ("keep", "return"):
        page.hand("command", {"keep": "keep", "return": "back"}[name])
    else:
        page.hand(name, *given)


@pytest.mark.parametrize(("machine", "program"), [("kim1", "wally"), ("704", "checkers"), ("6600", "mates")])
def test_hands_steps_and_journeys_lead_to_the_machine_of_the_inputs_alone(machine, program):
    """The oracle is a machine that nothing looks at: it is run to each input's cycle, and given it."""

    @settings(max_examples=60 if ALL_EXAMPLES else 4, deadline=None, derandomize=True)
    @given(st.lists(st.one_of(MOVES, HANDS[machine]), min_size=3, max_size=14))
    def check(moves):
        page = Page()
        page.launch(program, machine)
        for each in moves:
            move(page, *each)
        assert not [each for each in page.sent if each["channel"] == "fault"]
        history = page.session.history
        alone = workbench.opened(Target(program, machine)).session.machine
        if history.lives > 1:
            alone.load_state(history.state_at_start())
        for cycle, kind, value in history.log[: history.given]:
            while alone.cycles < cycle and alone.run_to(cycle) is not None and alone.cycles < cycle:
                assert alone.last_stop
            alone.give(kind, value)
        while alone.cycles < page.session.cycles:
            alone.run_to(page.session.cycles)
        assert lasting(alone) == lasting(page.session.machine)

    check()


def test_keys_of_the_panel_are_inputs_that_can_be_travelled_back_over(page):
    page.launch("wally", "kim1")
    page.wait(0.5)
    page.hand("press", "pad", "RS")
    page.wait(0.2)
    page.hand("release")
    page.wait(0.3)
    (down, up) = page.session.history.log
    assert (down.kind, down.value, up.kind) == ("key_down", "RS", "key_up")
    end = page.session.cycles
    page.call("debug.go", down.cycle + 10)
    page.wait()
    assert page.seen()["pad"] == ["RS"]
    assert page.seen("state")["paused"]
    assert not page.seen("state")["running"]
    page.call("debug.go", down.cycle - 10)
    page.wait()
    assert page.seen()["pad"] == []
    assert page.call("debug.timeline")["inputs"] == [down.cycle, up.cycle]
    page.call("debug.go", end)
    assert page.session.history.log == [down, up]


def test_a_breakpoint_stops_the_machine_that_the_panel_runs_and_the_panel_goes_on(page):
    page.call("files.write", "count.s", COUNT)
    page.launch("count.s", stopOnEntry=True)
    path = str(page.worker.folder / "count.s")
    page.dap("setBreakpoints", source={"path": path}, breakpoints=[{"line": 4}])
    page.hand("command", "pause")  # GO ON
    page.wait()
    assert [each["reason"] for each in page.events("stopped")] == ["entry", "breakpoint"]
    assert page.session.machine.peek(0x10) == 1
    assert page.seen("state")["labels"]["pause"] == "GO ON"
    assert len(page.events("continued")) == 1
    page.hand("command", "step")
    page.wait()
    assert page.session.machine.peek(0x11) == 1
    page.dap("setBreakpoints", source={"path": path}, breakpoints=[])
    page.hand("command", "pause")
    page.wait(0.2)
    assert page.seen("state")["running"]
    page.hand("command", "turbo")
    assert page.worker.debugger.conversation.debuggee.runner.pacer.speed == float("inf")


def test_a_breakpoint_of_the_console_is_the_page_s_too_and_one_removed_there_is_gone(page):
    def console(line):
        return page.dap("evaluate", expression=line, context="repl")

    page.call("files.write", "count.s", COUNT)
    page.launch("count.s", stopOnEntry=True)
    console("break count.s:3 if A == 5")
    console("break $0100")  # no line is there
    (new,) = page.events("breakpoint")
    mark = new["breakpoint"]
    assert (new["reason"], mark["line"], mark["condition"]) == ("new", 3, "A == 5")
    asked = {"source": mark["source"], "breakpoints": [{"line": 3, "condition": "A == 5"}]}
    (again,) = page.dap("setBreakpoints", **asked)["breakpoints"]
    assert again["id"] == mark["id"]
    assert len(page.session.stops) == 2
    assert console("breakpoints")["result"].count("\n") == 1
    console("delete")  # all, those that the page has taken over too
    assert page.events("breakpoint")[1:] == [{"reason": "removed", "breakpoint": mark}]
    assert [*page.session.stops] == []


def test_open_at_the_panel_names_a_program_to_begin_and_takes_media_itself(page):
    page.call("files.write", "count.s", COUNT)
    page.call("files.write", "empty.state", "")
    page.launch("wally", "kim1", stopOnEntry=True)
    for line in ("count.s", "wally", "empty.state"):
        page.hand("command", "open")
        page.hand("answer", line)
    named = [each["program"] for each in page.sent if each["channel"] == "panel" and "program" in each]
    assert named == [str(page.worker.folder / "count.s"), "wally"]
    assert page.controller.error


def test_memory_is_shown_as_numbers_and_in_the_machine_s_characters(page):
    page.call(
        "files.write", "a.sap", "       ORG 24\nSTART  HTR START\nREAL   DEC -1.5\nNUMBER DEC -7\n       END START\n"
    )
    page.launch("a.sap", stopOnEntry=True)
    facts = page.call("debug.machine")
    assert [each["name"] for each in facts["views"]] == ["words", "integer", "real"]
    assert (facts["characters"][0o21:0o24], facts["characters"][1]) == ("ABC", "1")
    assert page.call("debug.numbers", 25, 1, "real") == ["-1.5"]
    assert page.call("debug.numbers", 26, 1, "integer") == ["-7"]
    with pytest.raises(Failed, match="no view 'text'"):
        page.call("debug.numbers", 25, 1, "text")
    of_6600 = registry.find("6600")
    assert of_6600.real_in(0o1720_4000000000000000) == 1.0
    assert of_6600.real_in(0o6057_3777777777777777) == -1.0
    assert math.isnan(of_6600.real_in(0o1777_0000000000000000))
    assert of_6600.characters()[1:4] == "ABC"


def test_the_options_of_a_language_count_everywhere_and_a_run_is_compiled_as_by_the_command_line(page):
    page.call("files.write", "a.s", "  .org $0200\n  lda #N\n  .res N\n")
    assert page.call("tools.assemble", "a.s", {"defines": "N=3"})["size"] == 5
    page.call(
        "files.write", "a.f", "      DO 1 I = 1, 9\n    1 J = I*4\n      PRINT 2, J\n    2 FORMAT (I4)\n      END\n"
    )
    debugged, fast = (page.call("tools.assemble", "a.f", {"level": each})["size"] for each in "01")
    assert debugged > fast
    page.launch("a.f", stopOnEntry=True)
    for more, size in (
        ({}, debugged),
        ({"noDebug": True}, fast),
        ({"noDebug": True, "compiling": {"level": "0"}}, debugged),
    ):
        page.dap("restart", arguments={"program": "a.f", "stopOnEntry": True, **more})
        assert max(each.size for each in page.session.sources.images) == size
    page.dap("restart", arguments={"program": "a.s", "stopOnEntry": True, "compiling": {"defines": "N=3"}})
    assert page.session.machine.peek(0x0201) == 3


def test_the_pace_is_the_clock_s_and_frames_are_at_most_25_a_second_with_changes_only(page):
    page.launch(None, "kim1")
    start = page.session.cycles
    page.wait(2)
    assert page.session.cycles - start == pytest.approx(2_000_000, rel=0.03)
    frames = [each for each in page.sent if "state" in each]
    assert 40 <= len(frames) <= 52
    sizes = sorted(len(json.dumps(each, default=list)) for each in frames)
    assert sizes[len(sizes) // 2] < 400
    page.dap("pause", threadId=1)
    page.wait(8)
    count = len(page.sent)
    assert page.wait(1) is None  # nothing to do until something is heard
    assert len(page.sent) == count


@pytest.mark.parametrize("program", ["wally", "checkers", "mates", "rook", "kalgame", "nps", None])
def test_every_program_opens_by_its_name_with_its_panel(page, program):
    page.launch(program)
    page.wait(0.2)
    assert page.seen()["status"]
    (front,) = [each["front"] for each in page.sent if "front" in each]
    assert front["program"] == (program or "monitor")


def test_start_lets_a_machine_go_on_that_has_stopped_by_itself_but_not_one_that_is_paused(page):
    page.launch("checkers", "704", noDebug=True)
    page.wait(2)
    assert page.events("stopped")[-1]["description"] == "The program has stopped the machine"
    assert not page.events("terminated")
    here = page.session.cycles
    page.hand("command", "pause")
    page.hand("press", "console", "START")
    page.wait()
    assert page.session.cycles == here
    page.hand("command", "pause")
    page.wait()
    assert page.session.cycles > here
    assert page.events("continued")


def test_a_wrong_line_after_a_long_wait_is_told_at_once_with_its_statement(page, monkeypatch):
    lived, traced = [], History.traced

    def counted(history, cycle, **options):
        before = history.here().cycle
        found = traced(history, cycle, **options)
        lived.append(history.here().cycle - before)
        return found

    (page.worker.folder / "read.f").write_text("      READ (5, 1) A\n    1 FORMAT (F10.2)\n      STOP\n      END\n")
    page.launch("read.f")
    page.wait(0.4)
    waited = page.session.cycles
    monkeypatch.setattr(History, "traced", counted)
    for key in "TWO\n":
        page.hand("type", key)
        page.wait()
    assert "NOT A NUMBER" in str(page.seen()["left"])
    assert page.dap("stackTrace", threadId=1)["stackFrames"][0]["line"] == 1
    assert 0 < sum(lived) < 1_000_000 < waited


def test_a_program_that_has_been_ended_takes_no_more_turns(page):
    page.launch("wally", "kim1", noDebug=True)
    page.wait()
    page.dap("terminate")
    assert page.worker.turn() is None
    assert page.seen("state")["running"] is False
    page.hand("press", "pad", "GO")
    assert page.wait() is None


def test_paper_is_sent_as_it_grows(page):
    page.launch("wally-line", "kim1")
    page.wait(1)
    page.hand("type", "B")
    page.wait(3)
    assert page.paper == page.controller.paper.lines
    assert any(page.paper)


def test_moments_menus_and_files_of_the_panel(page):
    page.launch(None, "kim1")
    page.wait(0.2)
    page.hand("command", "keep")
    kept = page.session.cycles
    page.wait(0.2)
    page.hand("command", "moments")
    page.wait()
    assert page.seen("state")["menu"]["choices"][0][0] == f"cycle {kept:,}"
    page.hand("choose", 0)
    assert kept <= page.session.cycles < kept + 50_000  # it runs on
    assert page.session.history.start < kept  # it was a journey: the past is still known
    page.hand("command", "save")
    page.wait()
    assert page.seen("state")["prompt"]["kind"] == "save"
    page.hand("answer", "a.state")
    (saved,) = [each["file"] for each in page.sent if "file" in each]
    assert base64.b64decode(saved["data"])[:1]
    page.call("files.write", "a.state", saved["data"], "base64")
    page.wait(0.2)
    page.hand("command", "open")
    page.hand("answer", "a.state")
    assert page.controller.error == ""
    assert page.controller.notice.startswith("a.state: back at cycle")


# ---------------------------------------------------------------- time and links


def test_the_last_write_and_the_stop_before_are_gone_back_to(page):
    page.call("files.write", "count.s", COUNT)
    page.launch("count.s", stopOnEntry=True)
    for _ in range(9):
        page.dap("stepIn", threadId=1)
        page.wait()
    found = page.call("debug.written", "[$11]")
    assert (found["before"], found["after"]) == (1, 2)
    assert found["text"].startswith("01 became 02 at cycle")
    assert page.session.sources.line_at(page.session.address).line == 4
    page.dap("setInstructionBreakpoints", breakpoints=[{"instructionReference": "0x200"}])
    page.call("debug.back")
    assert page.session.address == 0x200
    assert page.call("debug.cycles", str(page.worker.folder / "count.s"), 2, 5) == {"least": 14, "most": 14}
    lines = {line: (cycles, times) for _, line, cycles, times in page.call("debug.profile")["lines"]}
    assert lines[2] == (5 * lines[2][1], lines[2][1])
    names = {each["name"]: each for each in page.call("debug.symbols")}
    assert (names["start"]["value"], names["start"]["line"]) == ("0200", 2)
    page.call("debug.map")
    page.dap("stepIn", threadId=1, granularity="instruction")
    page.wait()
    assert 0x10 in page.call("debug.map")["changed"][::2]


def forged(inputs, cycle):
    """Yield damaged forms of a link's inputs, and a word of the error."""
    yield [["x", "key_down", "RS"]], cycle, "damaged"
    yield inputs, -1, "cycle"
    yield inputs, 1 << 60, "far away"
    yield [[cycle, "bomb", 1]], cycle, "bomb"
    yield [[cycle, "state", ""]], cycle, "state"
    yield [inputs[1], inputs[0]], cycle, "back in time"
    yield 7, cycle, "damaged"


def test_a_link_s_inputs_lead_to_the_same_machine_and_its_past_forged_ones_change_nothing(page):
    page.launch("wally", "kim1")
    page.wait(0.3)
    page.hand("press", "pad", "RS")
    page.wait(0.2)
    page.hand("release")
    page.wait(0.5)
    page.dap("pause", threadId=1)
    page.wait()
    link = json.loads(json.dumps(page.call("debug.inputs")))
    assert link["whole"]
    other = Page()
    other.launch("wally", "kim1", stopOnEntry=True)
    before = other.session.machine.save_state(), other.session.history.end
    for inputs, cycle, word in forged(link["inputs"], link["cycle"]):
        with pytest.raises(Failed, match=word):
            other.call("debug.live", inputs, cycle, link["check"], True)
        assert (other.session.machine.save_state(), other.session.history.end) == before
    with pytest.raises(Failed, match="another release"):
        other.call("debug.live", link["inputs"], link["cycle"], "0" * 16, True)
    assert (other.session.machine.save_state(), other.session.history.end) == before
    with pytest.raises(Failed, match="damaged"):
        other.call("debug.load", "AAAA")
    other.call("debug.live", link["inputs"], link["cycle"], link["check"], True)
    assert lasting(other.session.machine) == lasting(page.session.machine)
    assert other.session.history.log == page.session.history.log
    packed = page.call("debug.state")
    other.call("debug.load", packed)
    assert lasting(other.session.machine) == lasting(page.session.machine)


def test_a_long_way_is_asked_about_where_nothing_can_interrupt_it_and_else_ended_by_pause():
    page = Page()
    page.launch(None, "kim1", speed=100)
    page.session.history.seconds = lambda cycles: 9.0
    page.wait(0.1)
    page.dap("pause", threadId=1)
    page.wait()
    with pytest.raises(Failed, match="about 9 s") as error:
        page.call("debug.back")
    assert error.value.kind == "LongWay"
    with pytest.raises(Failed, match="about 9 s"):
        page.dap("reverseContinue", threadId=1)
    page.call("debug.back", True)
    assert page.session.cycles == page.session.history.start
    breaths = []

    def breath():
        breaths.append(1)
        if len(breaths) == 3:
            other.worker.hear({"channel": "dap", "message": {"seq": 99, "type": "request", "command": "pause"}})
        return True

    other = Page(breath=breath)
    other.launch(None, "kim1", speed=100)
    for _ in range(5):
        other.worker.turn()
    other.dap("pause", threadId=1)
    other.wait()
    here = other.session.cycles
    breaths.clear()
    other.call("debug.written", "[$FFFF]")
    assert breaths
    assert other.session.cycles == here  # `pause` ended it, and the machine is where it was


# ---------------------------------------------------------------- calls


def test_files_are_in_the_folder_and_none_leads_out_of_it(page):
    assert page.call("files.write", "lib/a.inc", "X = 1\n") == {"name": "lib/a.inc", "size": 6, "text": True}
    page.call("files.write", "b.bin", base64.b64encode(b"\0\xff").decode(), "base64")
    assert [(each["name"], each["text"]) for each in page.call("files.list")] == [("b.bin", False), ("lib/a.inc", True)]
    assert page.call("files.read", "lib/a.inc") == "X = 1\n"
    assert base64.b64decode(page.call("files.read", "b.bin", "base64")) == b"\0\xff"
    for name in ("../x", "/etc/passwd", "", "a\0b", "a/../../b"):
        with pytest.raises(Failed, match="no name of a file"):
            page.call("files.write", name, "")
    page.call("files.delete", "b.bin")
    with pytest.raises(Failed, match=r"b\.bin"):
        page.call("files.read", "b.bin")
    with pytest.raises(Failed, match="no call"):
        page.call("files.burn")


def test_an_image_is_in_every_format_as_from_the_command_line_and_what_it_holds_can_be_looked_at(page, tmp_path):
    page.call("files.write", "count.s", COUNT)
    original = page.call("tools.assemble", "count.s")
    assert original["segments"] == [[0x200, 9]]
    for form in page.call("tools.formats", "count.s"):
        made = page.call("tools.convert", "count.s", form["name"])
        page.call("files.write", made["name"], made["data"], "base64")
        found = page.call("tools.look", made["name"])
        assert found["format"] == form["name"]
        if found["size"]:
            assert (found["size"], found["machine"]) == (9, "kim1")
            assert "INC $10" in found["text"]
        options = {"output": tmp_path / made["name"], "format": form["name"]}
        if form["name"] == "listing":
            options = {"output": tmp_path / "image", "format": "binary", "listing": tmp_path / made["name"]}
        with contextlib.chdir(page.worker.folder):
            assemble_file(Path("count.s"), **options)
        assert base64.b64decode(made["data"]) == (tmp_path / made["name"]).read_bytes()
    assert "start" in page.call("tools.listing", "count.s")
    page.call("files.write", "print.f", "      PRINT 10, 1\n   10 FORMAT (I4)\n      END\n")
    names = {each["name"] for each in page.call("tools.formats", "print.f", {"machine": "704"})}
    assert names & {"deck", "octal"} == {"deck", "octal"}
    page.call("files.write", "bad.s", " ldx #300\n foo\n")
    with pytest.raises(Failed) as error:
        page.call("tools.build", "bad.s")
    assert [(each["line"], each["column"]) for each in error.value.places] == [(1, 6), (2, 2)]


def test_examples_have_a_title_a_sentence_and_a_source_that_assembles(page):
    rows = page.call("tools.examples")
    assert {each["machine"] for each in rows} == {each["name"] for each in page.call("tools.machines")}
    assert all(each["title"] and each["sentence"] for each in rows)
    assert not [each["title"] for each in rows if each["title"].isupper()]
    example = page.call("tools.example", "wally")
    for name, text in example["files"].items():
        page.call("files.write", name, text)
    assert page.call("tools.assemble", example["program"])["size"] == 991


def test_the_source_of_the_rom_is_a_program_like_others(page):
    (text,) = page.call("tools.example", "kim1-monitor")["files"].values()
    page.call("files.write", "monitor.s", text)
    page.launch("monitor.s", stopOnEntry=True)
    page.dap("stepIn", threadId=1)
    page.wait()
    assert page.session.sources.line_at(page.session.address)
    page.call("files.write", "monitor.s", text.replace("$1800", "$1801", 1))
    with pytest.raises(Failed, match="there is ROM at"):
        page.dap("restart", arguments={"program": "monitor.s"})


def test_the_language_server_is_talked_to_by_messages():
    async def talk():
        page = Page()

        def say(**message):
            page.hear(channel="lsp", text=json.dumps({"jsonrpc": "2.0", **message}))

        def answers():
            return [json.loads(each["text"]) for each in page.sent if each["channel"] == "lsp"]

        say(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
        document = {"uri": "file:///work/x.s", "languageId": "ca65", "version": 1, "text": " ldx #300\n"}
        say(method="textDocument/didOpen", params={"textDocument": document})
        page.hear(channel="lsp", text="{no JSON")
        async with asyncio.timeout(30):
            while not any(each.get("method") == "textDocument/publishDiagnostics" for each in answers()):
                page.worker.turn()
                await asyncio.sleep(0.01)
        return answers()

    found = asyncio.run(talk())
    assert found[0]["result"]["capabilities"]["hoverProvider"]
    assert "does not fit" in found[-1]["params"]["diagnostics"][0]["message"]


def test_the_worker_needs_no_package_that_is_not_in_the_browser():
    code = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(name)
BLOCKED = set("numpy py65 filelock rich pygments PIL pygame textual chess sgfmill pscript draughts".split())
sys.meta_path.insert(0, Blocked())
from tests.workbench.user import Page
for program in ("wally", "checkers", "mates", "rook", "kalgame", "zobrist", None):
    page = Page()
    page.launch(program)
    page.wait(0.2)
    assert not [each for each in page.sent if each["channel"] == "fault"], page.sent
    page.dap("pause", threadId=1); page.wait()
    page.dap("stepBack", threadId=1, granularity="instruction"); page.wait()
    for call in ("map", "profile", "symbols", "inputs", "timeline", "state"):
        page.call(f"debug.{call}")
page.call("files.write", "x.s", " .org $200\\nstart: rts\\n")
for form in page.call("tools.formats", "x.s"):
    page.call("tools.convert", "x.s", form["name"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
