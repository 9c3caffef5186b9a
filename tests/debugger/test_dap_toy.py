"""The server on a machine that nobody has prepared it for: 12-bit words, octal, no stack, no flags to speak of."""

import base64

import pytest

from emulators.image import Image, Segment, SourceLine
from host.debugger.dap import sources
from host.debugger.opening import Opened
from host.debugger.session import Session
from host.languages.sources import Program
from tests.debugger.dap_editor import over_a_port
from tests.debugger.programs import COUNTER, COUNTING, ECHO, HALTING, TWICE, machine
from tests.machines.ironboard_machines.toy import MODEL

PROGRAMS = {"counting": COUNTING, "echo": ECHO, "halting": HALTING}
LINES = {0: 1, 1: 2, 2: 3, 3: 5, 4: 6, TWICE + 1: 11, TWICE + 2: 12}  # address -> line


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "count.s"
    path.write_text("".join(f"line {number}\n" for number in range(1, 15)))
    return path


@pytest.fixture
def connect(source):
    def open_toy(wish):
        words = PROGRAMS[wish.program]
        lines = [SourceLine(address, 1, str(source), line) for address, line in LINES.items()]
        image = Image(symbols={"LOOP": 0, "TWICE": TWICE, "COUNTER": COUNTER}, lines=lines)
        image.segments = [Segment(address, (word,)) for address, word in words.items()]
        program = Program(wish.program, image, infos=[image] if wish.program == "counting" else [])
        sources = program.sources(radix=8, address_bits=9)
        return Opened(Session(machine(words), sources), MODEL, program)

    with over_a_port(open_toy) as connect:
        yield connect


@pytest.fixture
def editor(connect):
    """Stands at the start of the counting program."""
    editor = connect()
    editor.launch(program="counting", stopOnEntry=True)
    assert editor.begin()["reason"] == "entry"
    return editor


def set_lines(editor, source, *breakpoints):
    body = editor.request("setBreakpoints", source={"path": str(source)}, breakpoints=list(breakpoints))
    return body["breakpoints"]


# ---------------------------------------------------------------- where it stands


def test_the_machine_is_the_only_thread(editor):
    assert editor.request("threads")["threads"] == [{"id": 1, "name": "Toy"}]


def test_the_editor_may_ask_for_hexadecimal(editor):
    editor.request("setVariable", variablesReference=editor.scope("Registers"), name="AC", value="7654")
    assert editor.values("Registers")["AC"] == "7654"
    assert editor.values("Registers", format={"hex": True})["AC"] == "0xFAC"
    assert editor.evaluate("AC", format={"hex": True}) == "0xFAC"


def test_bits_with_names_are_flags_and_can_be_set(editor):
    assert editor.values("Flags") == {"S": "0"}
    body = editor.request("setVariable", variablesReference=editor.scope("Flags"), name="S", value="1")
    assert body["value"] == "1"
    assert editor.values("Registers")["AC"] == "4000"
    assert "does not fit" in editor.refusal("setExpression", expression="AC.S", value="2")


def test_devices_have_what_they_show_in_them(editor):
    (row,) = editor.request("variables", variablesReference=editor.scope("Devices"))["variables"]
    assert row["name"] == "printer"
    (paper,) = editor.request("variables", variablesReference=row["variablesReference"])["variables"]
    assert (paper["name"], paper["value"], paper["presentationHint"]["attributes"]) == ("paper", "", ["readOnly"])
    assert "is read-only" in editor.refusal(
        "setVariable", variablesReference=row["variablesReference"], name="paper", value="0"
    )


def test_variables_come_in_pages_and_none_are_indexed(editor):
    reference = editor.scope("Labels")
    body = editor.request("variables", variablesReference=reference, start=1, count=1)
    assert [row["name"] for row in body["variables"]] == ["LOOP"]
    assert editor.request("variables", variablesReference=reference, filter="indexed")["variables"] == []


def test_unknown_references_are_refused(editor):
    assert "no variables 99" in editor.refusal("variables", variablesReference=99)
    assert "from 1 to 1" in editor.refusal("scopes", frameId=2)


# ---------------------------------------------------------------- steps, forth and back


def test_steps_by_instructions(editor):
    for _ in range(3):
        editor.go("stepIn", granularity="instruction")
    editor.go("next", granularity="instruction")
    assert editor.values("Registers")["PC"] == "004"
    editor.go("stepBack", granularity="instruction")
    assert editor.values("Registers")["PC"] == "042"


def test_goto_sets_the_program_counter(editor, source):
    body = editor.request("gotoTargets", source={"path": str(source)}, line=4)
    (target,) = body["targets"]
    assert (target["line"], target["instructionPointerReference"]) == (5, "0x0003")
    assert editor.go("goto", targetId=target["id"])["reason"] == "goto"
    assert editor.line() == 5
    assert "no address" in editor.refusal("goto", threadId=1, targetId=512)


def test_without_debugging_nothing_stops_the_program_and_its_halt_ends_it(connect):
    editor = connect()
    editor.launch(program="halting", noDebug=True)
    (mark,) = editor.request("setFunctionBreakpoints", breakpoints=[{"name": "1"}])["breakpoints"]
    assert not mark["verified"]
    editor.request("configurationDone")
    assert editor.wait("exited") == {"exitCode": 0}
    editor.wait("terminated")
    assert "send launch first" in editor.refusal("threads")


# ---------------------------------------------------------------- breakpoints


def test_conditions_hit_counts_and_log_points(editor, source):
    condition = {"line": 6, "condition": "[COUNTER] == 5"}
    hits = {"line": 1, "hitCondition": "%10"}
    log = {"line": 11, "logMessage": "counter {[COUNTER]}, accumulator {AC}"}
    marks = set_lines(editor, source, condition, hits, log)
    assert all(mark["verified"] for mark in marks)
    assert editor.go("continue")["hitBreakpointIds"] == [marks[0]["id"]]
    assert editor.evaluate("[COUNTER]") == "0005"
    assert editor.go("continue")["hitBreakpointIds"] == [marks[1]["id"]]
    assert editor.evaluate("[COUNTER]") == "0012"
    assert editor.output["console"].startswith("counter 0001, accumulator 0001\ncounter 0002, accumulator 0002\n")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"condition": "[COUNTER"}, "expected ']'"),
        ({"condition": "NOWHERE"}, "neither a register nor a label nor a number"),
        ({"hitCondition": "often"}, "is not a hit count"),
        ({"logMessage": "{AC AC}"}, "is unexpected"),
    ],
)
def test_what_is_wrong_with_a_breakpoint_is_said_and_the_others_are_set(editor, source, wrong, message):
    first, second = set_lines(editor, source, {"line": 3, **wrong}, {"line": 5})
    assert not first["verified"]
    assert message in first["message"]
    assert editor.go("continue")["hitBreakpointIds"] == [second["id"]]


def test_breakpoints_that_stay_keep_their_hits_and_their_numbers(editor, source):
    every_third = {"line": 1, "hitCondition": "%3"}
    (before,) = set_lines(editor, source, every_third)
    editor.go("continue")
    _, after = set_lines(editor, source, {"line": 12, "condition": "AC == 7777"}, every_third)
    assert after["id"] == before["id"]
    editor.go("continue")
    assert editor.evaluate("[COUNTER]") == "0006"


def test_instruction_breakpoints_count_offsets_in_addresses(editor):
    wanted = [{"instructionReference": "0x0000", "offset": 3}, {"instructionReference": "nowhere"}]
    good, bad = editor.request("setInstructionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert (good["verified"], bad["verified"]) == (True, False)
    stop = editor.go("continue")
    assert (stop["reason"], stop["hitBreakpointIds"]) == ("instruction breakpoint", [good["id"]])
    assert editor.values("Registers")["PC"] == "003"


def test_lines_with_code(editor, source):
    body = editor.request("breakpointLocations", source={"path": str(source)}, line=2, endLine=11)
    assert [each["line"] for each in body["breakpoints"]] == [2, 3, 5, 6, 11]
    assert editor.request("breakpointLocations", source={"path": str(source)}, line=4)["breakpoints"] == []


def test_there_are_no_exceptions_to_choose(editor):
    body = editor.request("setExceptionBreakpoints", filters=["all"])
    assert [each["verified"] for each in body["breakpoints"]] == [False]


# ---------------------------------------------------------------- watching


def watch(editor, name, access, **arguments):
    info = editor.request("dataBreakpointInfo", name=name, **arguments)
    wanted = [{"dataId": info["dataId"], "accessType": access}]
    (mark,) = editor.request("setDataBreakpoints", breakpoints=wanted)["breakpoints"]
    return info, mark


def test_a_write_to_memory_is_caught_behind_the_instruction(editor):
    info, mark = watch(editor, "COUNTER", "write")
    assert (info["description"], info["accessTypes"]) == ("COUNTER (100)", ["write", "read", "readWrite"])
    stop = editor.go("continue")
    assert (stop["reason"], stop["hitBreakpointIds"]) == ("data breakpoint", [mark["id"]])
    assert stop["text"] == "write 0001 at COUNTER"
    assert editor.values("Registers")["PC"] == "003"


def test_a_read_is_caught_too(editor):
    watch(editor, "[COUNTER]", "read")
    assert editor.go("continue")["text"] == "read 0000 at COUNTER"


def test_only_changes_can_be_watched_for(editor):
    info, _ = watch(editor, "TWICE", "write", mode="change")
    assert info["accessTypes"] == ["write"]
    assert editor.go("continue")["text"] == "write 0004 at TWICE"
    editor.request("setFunctionBreakpoints", breakpoints=[{"name": "COUNTER", "condition": "0"}, {"name": "LOOP"}])
    assert editor.go("continue")["reason"] == "function breakpoint"
    assert editor.go("continue")["reason"] == "function breakpoint"  # the same return address was written in between


def test_changes_of_a_register_can_be_watched(editor):
    info = editor.request("dataBreakpointInfo", variablesReference=editor.scope("Registers"), name="AC")
    assert (info["description"], info["accessTypes"]) == ("AC changes", ["write"])
    wanted = [{"dataId": info["dataId"], "accessType": "write", "condition": "AC == 3"}]
    (mark,) = editor.request("setDataBreakpoints", breakpoints=wanted)["breakpoints"]
    stop = editor.go("continue")
    assert (stop["text"], stop["hitBreakpointIds"]) == ("AC is 0003", [mark["id"]])
    _, refused = watch(editor, "AC", "read")
    assert "only for changes" in refused["message"]


def test_a_range_of_memory_can_be_watched_and_is_given_in_bytes(editor):
    info, _ = watch(editor, "0x20", "write", bytes=5, asAddress=True)
    assert info["description"] == "TWICE (040-042)"
    assert editor.go("continue")["text"] == "write 0004 at TWICE"


@pytest.mark.parametrize(
    ("name", "message"), [("AC.S", "AC.S == 1"), ("NOWHERE", "neither a register"), ("1000", "no such address")]
)
def test_what_cannot_be_watched_is_explained(editor, name, message):
    info = editor.request("dataBreakpointInfo", name=name)
    assert info["dataId"] is None
    assert message in info["description"]


def test_an_invented_data_id_is_not_verified(editor):
    (mark,) = editor.request("setDataBreakpoints", breakpoints=[{"dataId": "something"}])["breakpoints"]
    assert "not a data id returned by dataBreakpointInfo" in mark["message"]


# ---------------------------------------------------------------- expressions


def test_values_have_the_digits_of_what_they_are(editor):
    assert editor.evaluate("COUNTER") == "0100"
    assert editor.evaluate("PC") == "000"
    assert editor.evaluate("AC.S") == "0"
    assert editor.evaluate("-5") == "-0005"


def test_the_mouse_shows_what_stands_at_a_label_and_nothing_for_other_words(editor):
    assert editor.evaluate("COUNTER", "hover") == "COUNTER = 100: 0000"
    assert editor.evaluate("AC", "hover") == "0000"
    assert "neither a register nor a label" in editor.refusal("evaluate", expression="NOP", context="hover")


def test_expressions_can_be_assigned_to_where_that_makes_sense(editor):
    body = editor.request("setExpression", expression="[COUNTER]", value="1000 - 1")
    assert (body["value"], body["memoryReference"]) == ("0777", "0x0040")
    assert editor.wait("memory") == {"memoryReference": "0x0040", "offset": 0, "count": 2}
    assert editor.wait("invalidated") == {"areas": ["all"]}
    assert editor.request("setExpression", expression="pc", value="LOOP + 2")["value"] == "002"
    assert "cannot be assigned to" in editor.refusal("setExpression", expression="COUNTER", value="0")
    assert "does not fit" in editor.refusal("setExpression", expression="AC", value="10000")
    assert "there is no register" not in editor.refusal("setExpression", expression="AC.Z", value="0")


def test_completions(editor):
    def complete(text, **arguments):
        body = editor.request("completions", text=text, column=len(text) + 1, **arguments)
        return [(each["label"], each["type"]) for each in body["targets"]]

    assert ("COUNTER", "reference") in complete("break CO")
    assert ("continue", "function") in complete("con")
    assert complete("print A") == [("AC", "variable")]
    (target,) = editor.request("completions", text="x\n😀 TWI", line=2, column=7)["targets"]
    assert (target["start"], target["length"]) == (4, 3)


# ---------------------------------------------------------------- the console


def test_the_console_takes_the_monitors_commands(editor):
    assert "step" in editor.evaluate("help", "repl")
    assert editor.evaluate("COUNTER + 1", "repl") == "0101"
    assert editor.evaluate("AC", "repl") == editor.evaluate("AC == 0 && 0", "repl") == "0000"
    assert "there is no breakpoint 7" in editor.refusal("evaluate", expression="delete 7", context="repl")


def test_a_run_from_the_console_is_told_to_the_editor(editor):
    editor.events.clear()
    editor.evaluate("until TWICE+1", "repl")
    assert editor.wait("continued")["threadId"] == 1
    assert editor.wait("stopped")["reason"] == "step"
    assert editor.line() == 11
    assert "041" in editor.output["console"]


def test_a_series_of_steps_from_the_console_is_told_as_one_run(editor):
    editor.events.clear()
    editor.evaluate("step 2", "repl")
    editor.wait("stopped")
    editor.evaluate("next 3", "repl")
    editor.wait("stopped")
    assert editor.values("Registers")["PC"] == "000"
    assert [event.event for event in editor.events] == []


def test_a_command_that_moves_the_machine_is_told_as_a_stop(editor):
    editor.go("next")
    editor.events.clear()
    editor.evaluate("reset", "repl")
    editor.wait("continued")
    assert editor.wait("stopped")["reason"] == "goto"
    assert editor.values("Registers")["PC"] == "000"


def test_what_makes_no_sense_in_an_editor_is_refused(editor):
    assert "pause ends it" in editor.refusal("evaluate", expression="limit 10", context="repl")


def test_quit_ends_the_program(editor):
    editor.evaluate("quit 3", "repl")
    assert editor.wait("exited") == {"exitCode": 3}
    editor.wait("terminated")


# ---------------------------------------------------------------- memory


def test_a_word_of_12_bits_is_two_bytes_the_high_one_first(editor):
    body = editor.request("readMemory", memoryReference="LOOP", count=6)
    assert body["address"] == "0x0000"
    assert base64.b64decode(body["data"]).hex(" ", 2) == "0240 0641 0440"  # 1100 3101 2100


def test_reading_may_begin_inside_a_word_and_ends_with_memory(editor):
    body = editor.request("readMemory", memoryReference="0x0000", offset=1, count=2)
    assert base64.b64decode(body["data"]).hex() == "4006"
    body = editor.request("readMemory", memoryReference="0x01FF", count=10)
    assert (len(base64.b64decode(body["data"])), body["unreadableBytes"]) == (2, 8)
    assert editor.request("readMemory", memoryReference="0x0200", count=3)["unreadableBytes"] == 3
    assert "data" not in editor.request("readMemory", memoryReference="0x0000", offset=-2, count=1)


def test_bytes_are_written_into_words(editor):
    data = base64.b64encode(bytes.fromhex("56078F")).decode()
    body = editor.request("writeMemory", memoryReference="COUNTER", offset=1, data=data)
    assert body["bytesWritten"] == 3
    assert editor.wait("memory") == {"memoryReference": "0x0040", "offset": 0, "count": 4}
    assert [editor.evaluate(f"[COUNTER+{offset}]") for offset in (0, 1)] == ["0126", "3617"]


def test_what_does_not_fit_is_not_written(editor):
    data = base64.b64encode(bytes.fromhex("0123 F000")).decode()
    assert "does not fit into the 12 bits" in editor.refusal("writeMemory", memoryReference="COUNTER", data=data)
    assert editor.evaluate("[COUNTER]") == "0000"
    data = base64.b64encode(bytes(6)).decode()
    assert "do not fit into memory" in editor.refusal("writeMemory", memoryReference="0x01FE", data=data)
    body = editor.request("writeMemory", memoryReference="0x01FE", data=data, allowPartial=True)
    assert body["bytesWritten"] == 4
    assert "'nowhere' is not an address" in editor.refusal("writeMemory", memoryReference="nowhere", data="")
    assert "base64" in editor.refusal("writeMemory", memoryReference="0", data="%%%")


# ---------------------------------------------------------------- disassembly, texts


def test_a_disassembly_has_as_many_instructions_as_asked_for(editor):
    body = editor.request(
        "disassemble", memoryReference="0x0001", instructionOffset=-2, instructionCount=4, resolveSymbols=True
    )
    first, second, third, fourth = body["instructions"]
    assert first == {"address": "0x0", "instruction": "??", "presentationHint": "invalid"}
    assert (second["instruction"], second["instructionBytes"], second["symbol"]) == ("LDA 100", "1100", "LOOP")
    assert (third["line"], fourth["address"]) == (2, "0x0002")


def test_code_without_a_source_is_shown_as_a_disassembly(connect):
    editor = connect()
    editor.launch(program="echo", stopOnEntry=True)
    editor.begin()
    editor.go("next")
    (frame,) = editor.frames()
    reference = frame["source"]["sourceReference"]
    lines = editor.request("source", sourceReference=reference)["content"].splitlines()
    assert lines[frame["line"] - 1] == "001               SZA"
    body = editor.request(
        "setBreakpoints", source={"sourceReference": reference}, breakpoints=[{"line": frame["line"] + 2}]
    )
    assert body["breakpoints"][0]["instructionReference"] == "0x0003"
    editor.go("continue")
    assert editor.frames()[0]["source"]["sourceReference"] == reference
    (mark,) = editor.request("setBreakpoints", source={"sourceReference": reference}, breakpoints=[{"line": 999}])[
        "breakpoints"
    ]
    assert "has no line 999" in mark["message"]
    assert "no disassembly 9," in editor.refusal("source", sourceReference=9)


def test_the_text_of_a_source(editor, source):
    (loaded,) = editor.request("loadedSources")["sources"]
    assert loaded == {"name": "count.s", "path": str(source)}
    assert editor.request("source", source=loaded, sourceReference=0)["content"] == source.read_text()
    assert "no code was assembled from a file" in editor.refusal(
        "source", source={"path": "/nowhere.s"}, sourceReference=0
    )


# ---------------------------------------------------------------- while it runs


@pytest.fixture
def running(connect):
    editor = connect()
    editor.launch(program="counting")
    editor.request("configurationDone")
    return editor


def test_pause_works_at_once(running):
    assert running.go("pause")["reason"] == "pause"


def test_what_needs_a_machine_that_stands_still_has_to_wait(running):
    requests = [
        ("stackTrace", {"threadId": 1}), ("variables", {"variablesReference": 1}), ("scopes", {"frameId": 1}),
        ("next", {"threadId": 1}), ("continue", {"threadId": 1}), ("stepBack", {"threadId": 1}),
        ("goto", {"threadId": 1, "targetId": 0}), ("setExpression", {"expression": "AC", "value": "0"}),
    ]  # fmt: skip
    for command, arguments in requests:
        assert running.refusal(command, **arguments) == "notStopped"
    assert "pause it first" in running.refusal("evaluate", expression="step", context="repl")
    assert running.go("pause")["reason"] == "pause"


def test_memory_can_be_written_while_it_runs(running, source):
    set_lines(running, source, {"line": 1, "condition": "[200] == 1"})
    data = base64.b64encode(b"\0\1").decode()
    running.request("writeMemory", memoryReference="0x0080", data=data)
    assert running.wait("stopped")["reason"] == "breakpoint"


def test_what_is_typed_arrives_and_what_is_printed_is_shown(connect):
    editor = connect()
    editor.launch(program="echo")
    editor.request("configurationDone")
    editor.request("ironboard/give", kind="type", value="H")
    editor.wait_for_output("H", "stdout")
    editor.evaluate('type "i"', "repl")
    editor.wait_for_output("Hi", "stdout")
    assert editor.request("ironboard/devices")["devices"] == {"printer": {"paper": "Hi"}}
    assert "no input 'sing'" in editor.refusal("ironboard/give", kind="sing", value="la")
    assert "has no keys" in editor.refusal("ironboard/press", keys=["A"])


@pytest.mark.parametrize("speed", [50, "turbo"])
def test_an_editor_that_never_stops_asking_does_not_keep_the_machine_from_running(connect, speed):
    editor = connect()
    editor.launch(program="counting", speed=speed)
    editor.request("configurationDone")
    while int(editor.evaluate("cycles"), 8) < 20_000:
        pass
    assert editor.go("pause")["reason"] == "pause"


# ---------------------------------------------------------------- beginning and end


def test_restart_begins_anew_and_keeps_the_breakpoints(editor, source):
    (mark,) = set_lines(editor, source, {"line": 12})
    editor.go("continue")
    editor.events.clear()
    editor.request("restart")
    assert editor.wait("stopped")["reason"] == "entry"
    assert editor.values("Time")["cycle"] == "0"
    assert editor.go("continue")["hitBreakpointIds"] == [mark["id"]]
    editor.evaluate("disable", context="repl")
    editor.request("restart")
    editor.wait("stopped")
    assert "disabled" in editor.evaluate("break", context="repl")


def test_restart_keeps_the_breakpoints_of_the_console_that_are_on_no_line(editor):
    for command in ("watch load 0160 if AC == 5", "watch AC", "disable 2"):
        editor.evaluate(command, context="repl")
    before = editor.evaluate("break", context="repl")
    editor.request("restart")
    editor.wait("stopped")
    assert editor.evaluate("break", context="repl") == before


def test_restart_takes_other_arguments_and_tells_what_has_become_of_breakpoints(editor, source):
    (mark,) = set_lines(editor, source, {"line": 12})
    editor.events.clear()
    editor.request("restart", arguments={"program": "echo"})
    body = editor.wait("breakpoint")
    assert (body["reason"], body["breakpoint"]["id"]) == ("changed", mark["id"])
    assert not body["breakpoint"]["verified"]
    editor.wait("continued")
    editor.go("pause")


def test_a_restart_that_fails_changes_nothing(editor):
    assert "nothing" in editor.refusal("restart", arguments={"program": "nothing"})
    assert editor.where() == "LOOP"


def test_several_editors_have_machines_of_their_own(connect):
    first, second = connect(), connect()
    for each in (first, second):
        each.launch(program="counting", stopOnEntry=True)
        each.begin()
    first.go("next")
    assert (first.line(), second.line()) == (2, 1)


def test_lines_and_columns_may_be_counted_from_0_and_paths_be_uris(connect, source):
    editor = connect()
    editor.client.send()
    introduction = {"adapterID": "ironboard", "linesStartAt1": False, "columnsStartAt1": False, "pathFormat": "uri"}
    editor.request("initialize", **introduction)
    editor.request("launch", program="counting", stopOnEntry=True)
    (mark,) = editor.request("setBreakpoints", source={"path": source.as_uri()}, breakpoints=[{"line": 3}])[
        "breakpoints"
    ]
    assert mark["line"] == 4
    editor.begin()
    (frame,) = editor.frames()
    assert (frame["line"], frame["column"], frame["source"]["path"]) == (0, 0, source.as_uri())


def test_listings_of_long_ago_are_forgotten(connect, monkeypatch):
    monkeypatch.setattr(sources, "MOST", 3)
    editor = connect()
    editor.launch(program="echo", stopOnEntry=True)
    editor.begin()
    seen = []
    for word in range(5):
        editor.request("setExpression", expression="[7]", value=f"100{word}")
        seen.append(editor.frames()[0]["source"]["sourceReference"])
    assert seen == [1, 2, 3, 4, 5]
    assert "no disassembly 2, or it was discarded" in editor.refusal("source", sourceReference=2)
    assert "007               LDA 002" in editor.request("source", sourceReference=3)["content"]
