"""Stubs and spies, on every machine with calls: a stub with the results and the time of a routine is the routine."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.testing.calling import CallError, StubError
from host.testing.rig import Pool

TEST = Path(__file__)

MOS6502 = """
        .org $0200
ECHO:   JSR GETCH       ; line 3
        CMP #$0D
        BEQ @done
        JSR PUTCH
        JMP ECHO
@done:  RTS
TAIL:   LDA #$41
        JMP PUTCH
ON:     LDA #$42        ; goes on into PUTCH
PUTCH:  STA $20
        JSR INNER
        RTS
INNER:  NOP
        RTS
GETCH:  LDA $30
        RTS
SUMS:   JSR STEP        ; line 19
        JSR STEP
        JSR STEP
        RTS
STEP:   CLC             ; A and X, half of the time slower
        BPL @even
        ADC #$7F
@even:  ROL A
        TAX
        INX
        RTS
COUNT:  DEX             ; calls itself X times
        BEQ @end
        JSR COUNT
@end:   RTS
LEAVES: JSR DROPS
        RTS
DROPS:  PLA
        PLA
        RTS
WITH:   JSR TEXT        ; line 39
        .byte "AB", 0
        LDA #1
        RTS
TEXT:   RTS             ; stands for one that prints what is after its call
"""
IBM704 = """
       ORG  24
SUMS   SXD  SAVE,4
       TSX  STEP,4
       TSX  STEP,4
       TSX  STEP,4
       LXD  SAVE,4
       TRA  1,4
STEP   STO  TERM
       ADD  TERM
       TPL  1,4
       CHS
       TRA  1,4
WITH   SXD  SAVE,4
       TSX  TEXT,4
       HTR  2
       HTR  3
       LXD  SAVE,4
       TRA  1,4
TEXT   TRA  3,4
TERM   DEC  0
SAVE   DEC  0
       END
"""
CDC6600 = """
         IDENT  SUMS
SUMS     PS
         RJ     STEP
         RJ     STEP
         RJ     STEP
         EQ     SUMS
STEP     PS
         IX6    X1+X2
         BX1    X6
         NG     X6,STEP
         IX1    X1+X1
         EQ     STEP
         END
"""
PROGRAMS = {"kim1": MOS6502, "704": IBM704, "6600": CDC6600}
RESULTS = {"kim1": "AX", "704": ("AC", "MQ"), "6600": ("X1", "X6")}  # of STEP
RETURN_6600 = 14  # minor cycles: a jump out of the instruction stack
ARGUMENTS = {"kim1": "AX", "704": ("AC", "MQ"), "6600": ("X1", "X2")}


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("texts"))


@pytest.fixture(scope="module")
def rigs(pool):
    """A rig for each machine, to be made as new by `fresh`."""
    with pool.rig("kim1", {}, TEST) as kim, pool.rig("704", {}, TEST) as ibm, pool.rig("6600", {}, TEST) as cdc:
        yield {"kim1": kim, "704": ibm, "6600": cdc}


def as_new(rigs, name="kim1"):
    rig = rigs[name]
    rig.fresh()
    rig.load(PROGRAMS[name])
    return rig


@pytest.fixture
def rig(rigs):
    return as_new(rigs)


def programmers(state):
    """The registers without the 704's storage register, which has the last word of the routine."""
    return {name: value for name, value in state.registers.items() if name != "SR"}


# ------------------------------------------------------------ the same on all machines


@pytest.mark.parametrize("name", PROGRAMS)
@given(data=st.data())
@settings(max_examples=100)
def test_a_stub_with_the_results_and_the_time_of_a_routine_is_that_routine(rigs, name, data):
    rig = as_new(rigs, name)
    numbers = {
        each: data.draw(st.integers(0, (1 << min(rig.machine.registers[each], 35)) - 1)) for each in ARGUMENTS[name]
    }
    expected = rig.call("SUMS", **numbers)
    rig = as_new(rigs, name)
    rig.spy("STEP")
    spied = rig.call("SUMS", **numbers)
    assert (spied.registers, spied.cycles) == (expected.registers, expected.cycles)
    noted = rig.calls.of("STEP")
    rig = as_new(rigs, name)

    def answer(call):
        same = noted[call.number - 1]
        assert programmers(call) == programmers(same)
        call.cycles = same.cycles
        return {each: same.returned.registers[each] for each in RESULTS[name]} | same.returned.flags

    rig.stub("STEP", answer)
    stubbed = rig.call("SUMS", **numbers)
    assert rig.calls.of("STEP").callers == noted.callers
    assert (programmers(stubbed), stubbed.flags, stubbed.cycles) == (
        programmers(expected),
        expected.flags,
        expected.cycles,
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_time_of_a_stub_is_that_of_the_return_or_the_one_chosen(rigs, name):
    spent = {}
    for cycles in (None, 1_000, 1_001):
        rig = as_new(rigs, name)
        rig.stub("STEP", cycles=cycles)
        spent[cycles] = rig.call("SUMS").cycles
        assert rig.calls.of("STEP").count == 3
        assert rig.cycles.of("STEP") == sum(call.cycles for call in rig.calls.all)
    assert spent[1_001] - spent[1_000] == 3
    assert [call.cycles for call in rig.calls.all] == [1_001] * 3
    least = (spent[1_000] - spent[None]) // 3
    assert least == 1_000 - {"kim1": 6, "704": 2, "6600": RETURN_6600}[name]
    rig.stub("STEP", cycles=0)
    with pytest.raises(StubError, match="the stub of STEP cannot take 0 cycles: its return takes"):
        rig.call("SUMS")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_past_of_a_stubbed_call_can_be_told(rigs, name):
    rig = as_new(rigs, name)
    rig.stub("STEP", cycles=100)
    spent = rig.call("SUMS").cycles
    assert rig.cycles.of("SUMS") == spent
    assert rig.story().count("the stub of STEP") == 3


def test_words_after_a_call_are_skipped(rigs):
    for name, result in (("kim1", {"A": 1}), ("704", {})):
        rig = as_new(rigs, name)
        seen = []

        def look(call, seen=seen):
            seen.append(call.memory[call.site + 1])

        rig.stub("TEXT", look, skip={"kim1": 3, "704": 2}[name])
        found = rig.call("WITH")
        assert result.items() <= found.registers.items()
        assert seen == [{"kim1": 0x41, "704": 2}[name]]
        assert rig.calls.of("TEXT").callers == [{"kim1": "test_stubs.s:39", "704": "test_stubs.sap:15"}[name]]
    rig.spy("TEXT", skip=2)
    rig.call("WITH")
    assert rig.calls.of("TEXT")[-1].returned


# ------------------------------------------------------------ answers


def test_answers_are_the_same_or_one_for_each_call(rig):
    rig.stub("PUTCH")
    rig.stub("GETCH", A=b"HI\r", X=7)
    assert rig.call("ECHO").X == 7
    assert rig.calls.names == ["GETCH", "PUTCH", "GETCH", "PUTCH", "GETCH"]
    assert rig.calls.of("PUTCH").A == [0x48, 0x49]
    assert rig.calls.of("PUTCH").X == [7, 7]
    assert rig.calls.of("PUTCH").callers == ["test_stubs.s:6"] * 2
    rig.stub("GETCH", ({"A": byte, "C": 1} for byte in b"A\r"))
    rig.call("ECHO")
    assert rig.calls.of("PUTCH").A[2:] == [0x41]
    rig.stub("GETCH", A=13, memory={0x40: "XY", "ECHO": 0x20})
    assert rig.call("ECHO").memory[0x40:0x42] == b"XY"


def test_a_call_more_than_there_are_answers_is_a_failure_with_its_line(rig):
    rig.stub("PUTCH")
    rig.stub("GETCH", A=[1, 2])
    with pytest.raises(StubError, match=r"GETCH has 2 answers, and was called once more by test_stubs\.s:3"):
        rig.call("ECHO")
    assert rig.calls.of("GETCH").count == 3
    rig.stub("GETCH", A=13)
    rig.call("ECHO")  # the machine can go on


def test_a_function_sees_registers_and_memory_and_sets_them(rig):
    def last(call):
        call.memory[0x41] = call.X
        return {"A": 13, "C": call.number == 1}

    rig.stub("GETCH", last)
    result = rig.call("ECHO", X=9)
    assert (result.memory[0x41], result.C) == (9, True)
    rig.stub("GETCH", lambda call: rig.call("TAIL"))
    with pytest.raises(IronboardError, match="cannot run the machine"):
        rig.call("ECHO")


@pytest.mark.parametrize(("wrong", "message"), [({"Q": 1}, "'Q'"), ({"PC": 1}, "'PC'")])
def test_wrong_registers_are_refused_at_once(rig, wrong, message):
    with pytest.raises(TypeError, match=f"neither a register nor a flag {message}"):
        rig.stub("GETCH", **wrong)


def test_a_stub_is_in_force_up_to_its_end(rig):
    rig.stub("PUTCH")
    with rig.stub("GETCH", A=13) as stub:
        rig.call("ECHO")
        assert stub.count == 1
    assert rig.call("ECHO", memory={0x30: 13}).A == 13
    rig.stub("GETCH", A=13).remove()
    assert stub.count == 1


def test_a_stub_that_is_not_called_is_no_failure(rig):
    rig.stub("GETCH")
    rig.call("TAIL")
    assert rig.calls.of("GETCH").count == 0
    assert rig.calls.of("GETCH").A == []
    with pytest.raises(IronboardError, match="INNER is neither stubbed nor spied on"):
        rig.calls.of("INNER")
    with pytest.raises(IronboardError, match="did you mean 'GETCH'"):
        rig.stub("GETCHH")


def test_a_routine_outside_of_memory_is_stubbed(rig):
    before = rig.memory[0]
    rig.load(" .org $0300\nPRINT: LDA #$41\n JSR $8000\n RTS\n")
    rig.stub(0x8000)
    assert rig.call("PRINT").cycles == 2 + 6 + 6 + 6
    assert rig.calls.of(0x8000).A == [0x41]
    assert rig.memory[0] == before


def test_a_routine_that_the_test_itself_calls_may_be_stubbed(rig):
    rig.stub("GETCH", A=5)
    result = rig.call("GETCH")
    assert (result.A, result.cycles) == (5, 6)
    assert rig.calls.of("GETCH").callers == ["the test"]


def test_other_limits_hold_with_stubs(rig):
    rig.stub("GETCH", A=1)
    rig.stub("PUTCH")
    with pytest.raises(CallError, match="has not returned within 5,000 cycles"):
        rig.call("ECHO", limit=5_000)
    rig.stub("GETCH", A=13)
    rig.spy("INNER")
    rig.spy("PUTCH")
    with pytest.raises(CallError, match="TAIL wrote 41 to 0020"):
        rig.call("TAIL", writes=[])
    rig.machine.write_register("PC", rig.address("TAIL"))
    assert rig.machine.run(50) == 0  # no breakpoint has stayed


# ------------------------------------------------------------ spies


def test_a_spy_notes_arguments_results_and_time(rig):
    rig.spy("STEP")
    rig.call("SUMS", A=1, X=0)
    noted = rig.calls.of("STEP")
    assert noted.A == [1, 2, 4]
    assert noted.returned.A == [2, 4, 8]
    assert noted.returned.C == [False] * 3
    assert [call.cycles for call in noted] == [2 + 3 + 2 + 2 + 2 + 6] * 3
    assert noted.callers == ["test_stubs.s:19", "test_stubs.s:20", "test_stubs.s:21"]
    assert noted[0].caller == noted.callers[0]
    assert noted[1:].A == [2, 4]
    assert "call 1 of STEP by test_stubs.s:19: PC=" in repr(noted)


def test_jumps_and_falls_into_a_routine_are_calls_that_return_for_it(rig):
    rig.spy("PUTCH")
    rig.call("TAIL")
    rig.call("ON")
    noted = rig.calls.of("PUTCH")
    assert noted.A == [0x41, 0x42]
    assert noted.callers == ["the test"] * 2
    assert [call.cycles for call in noted] == [3 + 6 + 2 + 6 + 6] * 2
    rig.stub("PUTCH", X=3)
    assert rig.call("TAIL").X == rig.call("ON").X == 3


def test_a_routine_that_calls_itself_is_noted_every_time(rig):
    rig.spy("COUNT")
    rig.call("COUNT", X=4)
    noted = rig.calls.of("COUNT")
    assert noted.X == [4, 3, 2, 1]
    innermost = 2 + 3 + 6
    assert [call.cycles for call in noted] == [innermost + depth * (2 + 2 + 6 + 6) for depth in (3, 2, 1, 0)]


def test_a_call_that_never_returns_has_no_results(rig):
    rig.spy("LEAVES")
    rig.spy("DROPS")
    rig.call("LEAVES")
    assert rig.calls.of("DROPS")[0].returned is None
    assert rig.calls.of("LEAVES")[0].returned
    assert rig.calls.of("DROPS").returned.count == 0


def test_a_spy_may_look_at_memory(rig):
    rig.spy("INNER", lambda call: call.memory[0x20])
    rig.call("TAIL")
    assert rig.calls.of("INNER").seen == [0x41]
    rig.calls.clear()
    assert rig.calls.all.count == 0


def test_a_function_may_stub_other_routines_and_remove_their_stubs(rig):
    stubs = []
    rig.spy("SUMS", lambda call: stubs.append(rig.stub("STEP", A=7)))
    assert rig.call("SUMS", A=0).A == 7
    rig.spy("SUMS", lambda call: stubs[0].remove())
    unstubbed = rig.call("SUMS", A=0).A
    rig.spy("SUMS").remove()
    assert unstubbed == rig.call("SUMS", A=0).A != 7


def test_a_comparison_shows_the_calls_around_the_first_difference(rig):
    rig.stub("STEP")
    for _ in range(20):
        rig.call("SUMS", A=5)
    found = rig.calls.of("STEP").A
    lines = found.explanation([5] * 30 + ["six"])
    assert lines[0] == "  25 as expected"
    assert lines[5].startswith("  30: 05  STEP, called by ")
    assert lines[6].startswith("> 31: 05  STEP, called by ")
    assert lines[6].endswith("expected 'six'")
    assert lines[-1] == "  ... and 20 more"
    assert len(lines) == 17


# ------------------------------------------------------------ programs that are no subroutines


def test_a_program_runs_with_stubs_up_to_a_label(rig):
    rig.stub("GETCH", A=b"OK\r")
    rig.stub("PUTCH")
    assert rig.run("ECHO", until="ECHO@done", X=3) == Stop.BREAKPOINT
    assert rig.calls.of("PUTCH").A == [0x4F, 0x4B]
    assert rig.machine.read_register("X") == 3
    assert rig.run("TAIL", cycles=5) == Stop.NONE
    with pytest.raises(CallError, match=r"ON was not reached within 20 cycles; it is at .*\nwhere they went:"):
        rig.run("SUMS", until="ON", cycles=20)
    rig.memory["TAIL"] = 0x02
    with pytest.raises(CallError, match=r"the program has come to an illegal instruction at .* TAIL"):
        rig.run("TAIL", until="ON")


@pytest.mark.parametrize(
    ("name", "core"), [("kim1", "python"), ("kim1", "py65"), ("704", "python"), ("6600", "python")]
)
def test_stubs_spies_and_ports_are_the_same_on_every_core(pool, rigs, name, core):
    def noted(rig):
        rig.load(PROGRAMS[name])
        rig.spy("SUMS")
        rig.stub("STEP", cycles=100, memory={0o1000: 7})
        results = [rig.call("SUMS").cycles, [(call.registers, call.cycles) for call in rig.calls.all]]
        rig.calls.clear()
        rig.stub("STEP").remove()
        port = rig.port({"kim1": "SUMS", "704": "TERM", "6600": "STEP"}[name])
        return [*results, rig.call("SUMS").cycles, list(port.read), list(port.written)]

    with pool.rig(name, {"core": core}, TEST) as other:
        rig = rigs[name]
        rig.fresh()
        assert noted(other) == noted(rig)
