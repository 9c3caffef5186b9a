"""The server on the KIM-1: Wally at source level, programs of the user's own, recordings."""

import base64
from pathlib import Path

import pytest

from host.debugger.opening import open_session
from tests.debugger.dap_editor import over_a_port

ROOT = Path(__file__).parents[2]
WALLY = ROOT / "asm" / "kim1" / "wally.s"
TEXT = WALLY.read_text(encoding="utf-8").splitlines()
# Nine handicap stones; Wally does not look at the keys while he shows the board; then a move, and he thinks.
FIRST_MOVE = ["0", "9", "GO", *["AD"] * 15, "3", "4", "GO"]

PROGRAM = """
        .org    $0200
start:  ldx     #3
again:  inc     $10
        jsr     twice
        dex
        bne     again
wrong:  .byte   $02             ; no instruction
twice:  asl     $10
        rts
"""


def line_of(text):
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(TEXT, 1) if line.startswith(text))


@pytest.fixture(scope="module")
def connect():
    with over_a_port(open_session) as connect:
        yield connect


@pytest.fixture
def wally(connect):
    """Stands at Wally's first instruction; the keys of the first move are pressed as soon as he runs."""
    editor = connect()
    editor.launch(program="wally", stopOnEntry=True, keys=FIRST_MOVE)
    assert editor.begin()["reason"] == "entry"
    yield editor
    editor.request("disconnect")


@pytest.fixture
def own(connect, tmp_path):
    """A program of the user's, in a folder of its own."""
    (tmp_path / "own.s").write_text(PROGRAM)
    editor = connect()
    editor.launch(program="own.s", cwd=str(tmp_path), stopOnEntry=True)
    editor.begin()
    yield editor
    editor.request("disconnect")


def stop_at(editor, text, **arguments):
    """Set a breakpoint on a line of Wally's source, the only one."""
    wanted = [{"line": line_of(text), **arguments}]
    (mark,) = editor.request("setBreakpoints", source={"path": str(WALLY)}, breakpoints=wanted)["breakpoints"]
    assert mark["verified"], mark
    return mark


# ---------------------------------------------------------------- Wally


def test_every_frame_stands_on_the_line_of_its_instruction(wally):
    stop_at(wally, "COUNT:")
    assert wally.go("continue")["reason"] == "breakpoint"
    frames = wally.frames()
    assert [frame["name"] for frame in frames[:1]] == ["COUNT"]
    assert len(frames) >= 2
    for number, frame in enumerate(frames):
        reference = frame["instructionPointerReference"]
        (there,) = wally.request("disassemble", memoryReference=reference, instructionCount=1)["instructions"]
        operation = there["instruction"].split()[0].lower()
        assert operation in TEXT[frame["line"] - 1].split(";")[0].lower().split()
        assert there["line"] == frame["line"]
        assert number == 0 or operation in ("jsr", "brk")
    page = wally.request("stackTrace", threadId=1, startFrame=1, levels=1)
    assert page == {"stackFrames": frames[1:2], "totalFrames": len(frames)}


def test_a_condition_on_a_register_and_back_to_the_time_before(wally):
    stop_at(wally, "@group:")
    wally.go("continue")
    first = wally.values("Registers"), wally.values("Time")["cycle"]
    mark = stop_at(wally, "@group:", condition="X % $10 == 8 && X > 80")
    stones = []
    for _ in range(2):
        assert wally.go("continue")["hitBreakpointIds"] == [mark["id"]]
        stones.append(wally.values("Registers")["X"])
    assert stones == ["88", "C8"]  # of the nine: 44 48 4C 84 88 8C C4 C8 CC
    stop_at(wally, "@group:")
    backwards = []
    while wally.values("Time")["cycle"] != first[1]:
        assert wally.go("reverseContinue")["reason"] == "breakpoint"
        backwards.append(wally.values("Registers")["X"])
    assert backwards == ["C4", "8C", "88", "84", "4C", "48", "44"]
    assert wally.values("Registers") == first[0]


def test_registers_and_flags_are_what_the_status_register_says(wally):
    stop_at(wally, "COUNT:")
    wally.go("continue")
    registers, flags = wally.values("Registers"), wally.values("Flags")
    assert list(registers) == ["PC", "A", "X", "Y", "S", "P"]
    assert "".join(flags) == "NVBDIZC"
    bits = f"{int(registers['P'], 16):08b}"
    assert "".join(flags.values()) == bits[:2] + bits[3:]
    assert registers["PC"] == wally.frames()[0]["instructionPointerReference"].removeprefix("0x")


def test_memory_is_the_machines(wally):
    image = (ROOT / "roms" / "kim1-monitor.bin").read_bytes()
    body = wally.request("readMemory", memoryReference="0x1800", count=0x800)
    assert base64.b64decode(body["data"]) == image
    data = base64.b64encode(bytes(range(16))).decode()
    assert wally.request("writeMemory", memoryReference="BOARD", offset=0x20, data=data) == {"bytesWritten": 16}
    assert wally.wait("memory") == {"memoryReference": "0x0320", "offset": 0, "count": 16}
    body = wally.request("readMemory", memoryReference="0x0330", offset=-17, count=18)
    assert base64.b64decode(body["data"])[1:17] == bytes(range(16))


def test_a_log_point_speaks_and_what_wally_prints_is_shown(wally):
    stop_at(wally, "COUNT:", logMessage="counting from {X}")
    wally.request("continue", threadId=1)
    wally.wait_for_output("counting from")
    assert wally.go("pause")["reason"] == "pause"
    board = wally.output["stdout"]
    assert board.splitlines()[1].split() == list("0123456789ABCDEF")


def test_pressing_a_key_from_the_console_while_wally_waits_for_one(connect):
    editor = connect()
    editor.launch(program="wally")
    editor.request("configurationDone")
    editor.request("setFunctionBreakpoints", breakpoints=[{"name": "COUNT"}])
    assert "there is no key" in editor.refusal("ironboard/press", keys=["Q"])
    assert "there is no key" in editor.refusal("evaluate", expression="press Q", context="repl")
    editor.evaluate("press 0, 9 go" + " ad" * 15 + " 3 4 go", "repl")
    assert editor.wait("stopped")["reason"] == "function breakpoint"
    assert editor.where() == "COUNT"


def test_registers_in_capitals_are_registers_and_small_letters_commands(wally):
    assert wally.evaluate("X", "repl") == wally.values("Registers")["X"]
    assert wally.evaluate("P.Z", "repl") == wally.values("Flags")["Z"]
    assert wally.evaluate("P X", "repl") == wally.evaluate("print X", "repl")
    wally.events.clear()
    assert wally.evaluate("x", "repl") == ""
    wally.wait("continued")
    wally.go("pause")


# ---------------------------------------------------------------- programs of one's own


def test_an_illegal_instruction_is_an_exception(own):
    stop = own.go("continue")
    assert (stop["reason"], stop["description"]) == ("exception", "Illegal instruction")
    assert own.line() == 8
    info = own.request("exceptionInfo", threadId=1)
    assert info["breakMode"] == "always"
    assert info["description"] == stop["text"] == "02 at 020A is not an instruction of the KIM-1; PC stays on it"
    assert own.evaluate("[10]") == "0E"
    own.go("stepBack")
    assert "no illegal instruction" in own.refusal("exceptionInfo", threadId=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"program": "nothing-there"}, "nothing-there"),
        ({"program": 5}, "launch.program: expected a text, not 5"),
        ({"machine": "pdp1"}, "there is no machine 'pdp1'"),
        ({"core": "fast"}, "launch.core: expected compiled or py65 or python"),
        ({"symbols": "a.lbl"}, "launch.symbols: expected a list of texts"),
        ({"symbols": [1]}, "launch.symbols[0]: expected a text"),
        ({"origin": -1}, "launch.origin: expected a number at least 0"),
        ({"speed": 0}, "launch.speed: expected a number above 0"),
        ({"speed": "fast"}, "launch.speed: expected a number"),
        ({"stopOnEntry": "yes"}, "launch.stopOnEntry: expected true or false"),
        ({"options": {"expand_lo": True}}, "launch.options.expand_lo: there is no such option"),
        ({"options": {"baud": "fast"}}, "launch.options.baud: 'fast' is not a number"),
        ({"options": {"baud": []}}, "launch.options.baud: expected a whole number"),
        ({"options": {"rom": "no.bin"}}, "no.bin"),
        ({"options": {"expand_high": 1 << 20}}, "a high expansion of 1048576 bytes"),
        ({"compiling": {"level": "1"}}, "launch.compiling: the program is no source"),
        ({"program": str(WALLY), "compiling": {"define": "X"}}, "no option 'define': did you mean 'defines'?"),
        ({"program": str(WALLY), "compiling": {"defines": "X=Y"}}, "launch.compiling: defines: 'Y' is not a number"),
        ({"replay": "no.rec"}, "no.rec"),
        ({"keys": ["GO", "STOP"]}, "there is no key 'STOP'"),
        ({"record": "wally.s", "cwd": str(WALLY.parent)}, "already: name another one"),
    ],
)
def test_what_is_wrong_with_a_launch_is_said_and_another_one_may_follow(connect, arguments, message):
    editor = connect()
    editor.initialize()
    assert message in editor.refusal("launch", **arguments)
    editor.request("launch", stopOnEntry=True)
    editor.wait("initialized")
    assert editor.begin()["reason"] == "entry"


def test_misspelt_fields_are_remarked_upon_and_the_editors_own_are_not(connect):
    editor = connect()
    editor.launch(stopAtEntry=True, type="ironboard", request="launch", name="Wally", preLaunchTask="build")
    assert editor.output["console"] == "launch: 'stopAtEntry' is not an option here; 'stopOnEntry'?\n"


def test_options_are_those_of_the_machine(connect):
    editor = connect()
    editor.launch(stopOnEntry=True, options={"expand_low": True, "baud": 300}, core="py65")
    editor.begin()
    editor.request("setExpression", expression="[1000]", value="5A")
    assert editor.evaluate("[1000]") == "5A"
    devices = editor.request("ironboard/devices")["devices"]
    assert devices["Teletype"]["speed"] == "300 baud"


# ---------------------------------------------------------------- recordings


def test_what_is_recorded_can_be_lived_again(connect, tmp_path):
    editor = connect()
    editor.launch(program="wally", keys=FIRST_MOVE, record="game.rec", cwd=str(tmp_path))
    editor.request("setFunctionBreakpoints", breakpoints=[{"name": "COUNT", "hitCondition": "5"}])
    editor.begin()
    registers, time = editor.values("Registers"), editor.values("Time")["cycle"]
    editor.request("terminate")
    editor.wait("terminated")

    editor.request("launch", program="wally", replay=str(tmp_path / "game.rec"))
    editor.wait("initialized")
    stop = editor.begin()
    assert (stop["reason"], stop["description"]) == ("pause", "The recording ends here")
    assert (editor.values("Registers"), editor.values("Time")["cycle"]) == (registers, time)
