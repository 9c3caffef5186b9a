"""Ports, forbidden places, kept registers and the depth of the stack."""

import re
from pathlib import Path

import pytest

from emulators.errors import IronboardError
from host.testing.calling import CallError, Failure, Trouble
from host.testing.rig import Pool

TEST = Path(__file__)
KIM = """
PAD      = $1700
PADD     = $1701
STATUS   = $40
DATA     = $41
        .org $0200
SEND:   LDX #0          ; line 7
@wait:  LDA STATUS
        BPL @wait
        LDA TEXT,X
        STA DATA
        INX
        CPX #2
        BNE @wait
        RTS
TEXT:   .byte "AB"
PINS:   LDA #0
        STA PADD
        LDA PAD
        LDX PAD         ; line 20
        RTS
INCS:   INC DATA
        RTS
DEEP:   JSR @one
        RTS
@one:   PHA
        PLA             ; line 27
        RTS
OVER:   LDA #1
        STA TEXT        ; line 30
        RTS
KEEPS:  INX
        DEX
        SEC             ; line 34
        INY
        RTS
"""
IBM704 = """
       ORG  24
COPY   CLA  IN
       STO  OUT
       CLA  IN
       STO  OUT
       TRA  1,4
IN     DEC  0
OUT    DEC  0
       END
"""
CDC6600 = """
         IDENT  COPY
COPY     PS
         SA1    IN
         BX6    X1
         SA6    OUT
         SA1    IN
         BX6    X1
         SA6    OUT
         EQ     COPY
IN       DATA   0
OUT      DATA   0
         END
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("texts"))


@pytest.fixture
def rig(pool):
    with pool.rig("kim1", {}, TEST) as rig:
        rig.load(KIM)
        yield rig


@pytest.mark.parametrize(("name", "text"), [("704", IBM704), ("6600", CDC6600)])
def test_ports_of_other_machines(pool, name, text):
    with pool.rig(name, {}, TEST) as rig:
        rig.load(text)
        rig.port("IN", reads=[5, 7])
        port = rig.port("OUT", writes=[5, 7])
        rig.call("COPY")
        rig.verify()
        assert port.written == [5, 7]
        rig.port("IN", reads=[5, 8])
        rig.port("OUT", writes=[5, 7])
        with pytest.raises(CallError, match=r"\(test_ports.*10 was written to OUT \(write 2\), expected 0*7$"):
            rig.call("COPY")


def test_a_port_gives_words_and_expects_others_in_their_order(rig):
    status, data = rig.port("STATUS", reads=[0, 0, 0x80, 0, 0x80]), rig.port("DATA", writes=b"AB")
    rig.call("SEND")
    rig.verify()
    assert status.read == [0, 0, 0x80, 0, 0x80]
    assert data.written == [0x41, 0x42]
    assert data.read == []


def test_wrong_surplus_and_missing_writes_are_failures_with_their_lines(rig):
    for expected, message in (
        (b"AC", r"^0209 SEND\+9 \(test_ports.s:11\): 42 was written to DATA \(write 2\), expected 43$"),
        (b"A", r": 42 was written to DATA \(write 2\), expected no more$"),
        (b"", r": 41 was written to DATA \(write 1\), expected no more$"),
    ):
        rig.port("STATUS")
        rig.port("DATA", writes=expected)
        with pytest.raises(CallError, match=message) as caught:
            rig.call("SEND", memory={"STATUS": 0x80})
        assert (caught.value.trouble, caught.value.address) == (Trouble.WROTE, 0x209)
    rig.port("DATA", writes=b"ABCD")
    rig.call("SEND", memory={"STATUS": 0x80})
    with pytest.raises(Failure, match="DATA: 2 of 4 writes came, missing 43 44"):
        rig.verify()


def test_a_read_more_than_there_are_words_is_a_failure(rig):
    rig.port("STATUS", reads=[0, 0x80])
    with pytest.raises(CallError, match=r"test_ports.s:8\): STATUS was read once more than the 2 words of reads="):
        rig.call("SEND")


def test_the_pins_of_a_port_give_words(rig):
    rig.port("PAD", reads=[0x55, 0xAA])
    result = rig.call("PINS")
    assert (result.A, result.X) == (0x55, 0xAA)
    rig.memory["PADD"] = 0xFF
    with pytest.raises(IronboardError, match=r"PAD cannot be made to give 55: it gives 00\. Is it an input"):
        rig.port("PAD", reads=[0x55])


def test_accesses_are_noted_as_the_chip_makes_them(rig):
    port = rig.port("DATA")
    rig.call("INCS", memory={"DATA": 7})
    assert (port.read, port.written) == ([7], [7, 8])
    assert port.written.explanation([7, 9]) == [
        "  1: 07  021F INCS (test_ports.s:22)",
        "> 2: 08  021F INCS (test_ports.s:22), expected 09",
    ]


def test_forbidden_places_are_not_written_to_nor_read(rig):
    rig.forbid("TEXT")
    rig.forbid(0x300, range(0x400, 0x500), ("STATUS", 2), reads=True)
    with pytest.raises(
        CallError, match=r"test_ports.s:30\): 0211 TEXT \(test_ports.s:16\) was written to, which is forb"
    ):
        rig.call("OVER")
    with pytest.raises(CallError, match=r"test_ports.s:8\): 0040 STATUS was read, which is forbidden"):
        rig.call("SEND")
    rig.call("KEEPS")


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda rig: rig.port(-1), "there is no address -0x1 in the KIM-1"),
        (lambda rig: rig.port(0x10000), "there is no address 0x10000 in the KIM-1: its last one is 0xffff"),
        (lambda rig: rig.port(None), "None: expected an address, or a label, not NoneType"),
        (lambda rig: rig.port(0x20, reads=5), "5: expected reads= with words"),
        (lambda rig: rig.forbid(range(1 << 40)), "there is no address 0xffffffffff"),
        (lambda rig: rig.forbid((0x20, -5)), "(32, -5) is no place of memory: it has no words"),
        (lambda rig: rig.call(0x200, writes=[range(1 << 40)]), "there is no address 0xffffffffff"),
        (lambda rig: rig.call(0x200, memory={0xFFFF: b"AB"}), "there is no address 0x10000"),
        (lambda rig: rig.call(0x200, memory={0x20: "\N{EURO SIGN}"}), "a character that is not of Latin-1"),
        (lambda rig: rig.call(0x200, memory={0x20: None}), "None: expected words of memory"),
        (lambda rig: rig.call(0x200, stack=-1), "stack=-1: expected the number of words"),
        (lambda rig: rig.call(0x200, limit=1e6), "1000000.0: expected a number of cycles, not float"),
        (lambda rig: rig.call(0x200, A="x"), "x: expected a number for A, not str"),
        (lambda rig: rig.stub(0x200, skip="a"), "a: expected a number of words, not str"),
        (lambda rig: rig.stub(0x200, lambda call: 7) and rig.call(0x200), "7: expected registers for 0200 SEND"),
        (lambda rig: rig.memory[-1], "there is no address -0x1"),
        (lambda rig: rig.memory[0xFFF0:0x10001], "there is no address 0x10000"),
    ],
)  # fmt: skip
def test_places_and_words_that_do_not_exist_are_refused(rig, use, message):
    with pytest.raises(IronboardError, match=re.escape(message)):
        use(rig)


def test_a_stretch_may_go_up_to_the_end_of_memory_and_downwards(rig):
    assert len(rig.memory[0xFF00:0x10000]) == 0x100
    with pytest.raises(ValueError, match="ends before it begins"):
        rig.memory[0x20:0x10]
    rig.load("\nWRITES: sta $28\n rts\n")
    rig.call("WRITES", writes=[range(0x2F, 0x1F, -1)])
    rig.forbid(range(0x2F, 0x1F, -1))
    with pytest.raises(CallError, match="0028 was written to, which is forbidden"):
        rig.call("WRITES")


def test_the_depth_of_the_stack_is_limited(rig):
    assert rig.call("DEEP", stack=3).cycles == rig.call("DEEP").cycles
    for deep in (0, 2):
        with pytest.raises(CallError, match=f"was written to, deeper in the stack than the {deep} words of stack="):
            rig.call("DEEP", stack=deep)
    with pytest.raises(CallError, match="deeper in the stack than the 2 words"):
        rig.call("DEEP", stack=2, writes=[])


def test_registers_and_flags_are_kept(rig):
    rig.call("KEEPS", preserves=["A", "X", "D"])
    rig.call("KEEPS", preserves=["C"], C=1)
    with pytest.raises(
        CallError, match=r"KEEPS has not preserved C: 0 has become 1, last changed at 0\w+ KEEPS\+2 \(test_ports.s:34\)"
    ):
        rig.call("KEEPS", preserves=["X", "C"], C=0)
    with pytest.raises(CallError, match=r"KEEPS has not preserved Y: 05 has become 06"):
        rig.call("KEEPS", preserves=["Y"], Y=5)
    with pytest.raises(TypeError, match="there is neither a register nor a flag 'Q'"):
        rig.call("KEEPS", preserves=["Q"])


def test_machines_without_a_stack_say_so(pool):
    with pool.rig("704", {}, TEST) as rig:
        rig.load(IBM704)
        with pytest.raises(IronboardError, match="the IBM 704 has no stack"):
            rig.call("COPY", stack=1)


def test_stubs_and_ports_work_together(rig):
    rig.load(" .org $0300\nBOTH: JSR GET\n STA $41\n JMP BOTH+$100\nGET: NOP\n")
    rig.stub("GET", A=[0x41, 0x42])
    port = rig.port(0x41)
    with pytest.raises(CallError):
        rig.call("BOTH", writes=[0x300])
    assert port.written == [0x41]
