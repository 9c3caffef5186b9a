"""Uses of the public names, as strict type checkers have to accept them; `assert_type` says what they make of them."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import assert_type

import ironboard
from ironboard import (
    Bare6600,
    Breakpoint,
    BusCycle,
    Case,
    Cdc6600,
    Decoded,
    Flow,
    Frame,
    Halt,
    HaltReason,
    Ibm704,
    Image,
    IronboardError,
    Kim1,
    Lesson,
    Machine,
    Mistake,
    Model,
    Option,
    Profile,
    Session,
    Snapshot,
    SourceErrors,
    Stop,
    StopKind,
    Target,
    Trace,
    assemble,
    benchmark,
    deck,
    desk,
    find_model,
    main,
    models,
    open_session,
    position,
    read_image,
    tapes,
    write_image,
)
from ironboard.py65 import MPU, ObservableMemory
from ironboard.testing import (
    Call,
    CallFixture,
    CallLog,
    Calls,
    CycleCounter,
    Cycles,
    FreshRigs,
    LoadFixture,
    PortFixture,
    Program,
    Result,
    Rig,
    SpyFixture,
    State,
    StubFixture,
    cases,
)

# ---------------------------------------------------------------- machines


def a_kim() -> None:
    with Kim1(core="python", rom=bytes(2048), high_expansion=8192) as kim:
        assert_type(kim, Kim1)
        kim.press("AD", "0", "2", "0", "0", seconds=0.1)
        assert_type(kim.run(1000), Stop)
        assert_type(kim.run_until(lambda each: each.display == "0200A9", seconds=1), bool)
        assert_type(kim.display, str)
        assert_type(kim.brightness, list[list[float]])
        assert_type(kim.memory[0x0200], int)
        assert_type(kim.memory[0x0200:0x0300], bytes)
        kim.memory[0x0200:0x0202] = [1, 2]
        assert_type(kim.stop_recording(), list[int])
        assert_type(kim.boot(Path("game.s")), Image)
        assert_type(kim.program, str)
        assert_type(kim.printed, bytes | bytearray)


def any_machine(machine: Machine) -> dict[str, int]:
    snapshot = machine.snapshot()
    assert_type(snapshot, Snapshot)
    machine.restore(snapshot)
    assert_type(machine.save_state(), bytes)
    assert_type(machine.read_register("PC"), int)
    assert_type(machine.disassemble(0), tuple[str, int])
    assert_type(machine.decoded(0), Decoded)
    assert_type(machine.frames(), list[Frame])
    assert_type(machine.step_on_bus(), list[BusCycle])
    assert_type(machine.devices(), dict[str, dict[str, str]])
    assert_type(machine.inputs, Mapping[str, str])
    trace = machine.traced()
    assert_type(trace, Trace)
    assert_type(trace[0]["PC"] + trace[0].cycle, int)
    assert_type(trace["PC"], array[int])
    assert_type([row.flow for row in trace.since(1000)], list[Flow])
    assert_type(copy.copy(machine), Machine)
    return {name: machine.read_register(name) for name in machine.registers}


def larger_ones() -> None:
    machine = Ibm704(core_size=4096)
    machine.load_cards("a.cbn", Path("b.deck"))
    assert_type(machine.paper, list[str])
    assert_type(machine.tape(3), bytes | None)
    assert_type(machine.lamps(), dict[str, int])
    other = Cdc6600(words=0o100000, model="6400")
    other.attach("INPUT", ["3 4"])
    assert_type(other.text("OUTPUT"), str)
    assert_type(other.dayfile, list[str])
    assert_type(other.memory[0], int)
    bare = Bare6600("number")
    assert_type(bare.call("OUTI", X1=-5, B2=8), int)
    assert_type(bare.integer("X6"), int)


def kinds_of_machines() -> None:
    assert_type(models(), dict[str, Model])
    model = find_model("704")
    assert_type(model.build({"words": 4096}), Machine)
    assert_type(model.options, Mapping[str, Option])
    assert_type(desk("kim1").machine, Kim1)
    assert_type(desk("704", "checkers").machine, Ibm704)
    assert_type(desk("6600", "mates").machine, Cdc6600)
    assert_type(desk("toy").machine, Machine)


def as_py65_has_it() -> None:
    memory = ObservableMemory()
    memory.subscribe_to_write([0xF001], lambda address, value: None)
    mpu = MPU(memory=memory, pc=0x0200)
    mpu.memory[0x0200] = 0xA9
    mpu.a = 3
    mpu.step()
    assert_type(mpu.pc, int)
    assert_type(mpu.processorCycles, int)


# ---------------------------------------------------------------- programs and files


def files(path: Path) -> int:
    try:
        made = assemble(path, defines={"LEVEL": 3})
    except SourceErrors as error:
        print(error, error.errors[0].place.line)
        raise IronboardError("no program") from error
    assert_type(made.image, Image)
    write_image(made.image, "x.ptp", overwrite=True)
    image = read_image("x.ptp")
    assert_type(image.symbols, dict[str, int])
    assert_type(image.entry, int | None)
    assert_type([address for address, _ in image], list[int])
    deck.write(deck.read("x.cbn"), "x.deck")
    assert_type(tapes.read("x.tap"), list[bytes])
    return main(["asm", str(path)])


def games(kim: Kim1) -> None:
    assert_type(position("go", "...").size, int)
    assert_type(position("wally", kim).size, int)
    for name in ("checkers", "chess", "draughts", "kalah"):
        print(name)
    print(position("checkers", ""), position("chess", ""), position("draughts", ""), position("kalah", ""))
    for result in benchmark("sieve", runs=3).results:
        assert_type(result.name, str)


def lessons(cases: Sequence[Case], mistake: Mistake) -> Lesson:
    return Lesson("Twice", "kim1", 1, ".s", "Double A.", "TWICE: rts\n", cases, routine="TWICE", mistakes=[mistake])


# ---------------------------------------------------------------- debugging


def debugging() -> Halt:
    session = open_session(Target("wally")).session
    assert_type(session, Session)
    assert_type(session.stops.add(StopKind.EXECUTE, session.value("COUNT"), condition="X == $88"), Breakpoint)
    halt = session.run_for(1_000_000)
    assert_type(halt.reason, HaltReason)
    assert_type(session.press("0", "GO"), Halt | None)
    assert_type(session.sources.near(session.address), str)
    profile = Profile(session.machine, session.sources)
    print(profile)
    return session.step_back(100)


# ---------------------------------------------------------------- tests of programs


def test_a_subroutine(load: LoadFixture, call: CallFixture, cycles: CycleCounter, machine: Kim1) -> None:
    program = load("multiply.s", defines={"LEVEL": 3})
    assert_type(program, Program)
    assert_type(program["LOW"], int)
    assert_type(program.symbols, dict[str, int])
    result = call("MULTIPLY", A=7, X=6, C=1, memory={"LOW": 0xFF}, writes=["FACTOR", range(3), ("LOW", 2)])
    assert_type(result, Result)
    assert_type(result.A + 256 * result.X, int)
    assert_type(result["A"], int)
    assert_type(result.cycles, Cycles)
    assert_type(result.memory["LOW"], int)
    assert_type(result.memory["LOW":"HIGH"], Sequence[int])
    assert_type(cases([(1, 2)], "a, twice")[0], list[str])
    with cycles(max=2000) as spent:
        machine.run(100)
    assert_type(spent.cycles, Cycles)
    assert_type(cycles.of("MULTIPLY"), Cycles)


def test_ports(port: PortFixture, call: CallFixture) -> None:
    padd = port("PADD", reads=[1, 2], writes=[3])
    call("POLL", preserves=["X"], stack=2)
    assert padd.written == [3]


def test_with_stubs(stub: StubFixture, spy: SpyFixture, calls: CallLog, call: CallFixture) -> None:
    stub("GETCH", A=b"HI", cycles=20)
    stub("MULTIPLY", lambda each: {"A": each.A * 2})
    with spy("PUTCH", skip=1) as caught:
        call("ECHO")
    assert_type(caught.count, int)
    assert_type(calls.of("PUTCH"), Calls)
    assert_type(calls.of("PUTCH")[0], Call)
    assert_type(calls.of("PUTCH")[0].A, int)
    assert_type(calls.of("PUTCH")[0].returned, State | None)
    assert calls.of("PUTCH").A == [0x48, 0x49]


def test_with_a_rig(rig: Rig, fresh_rig: FreshRigs) -> None:
    assert_type(rig.machine, Kim1)
    assert_type(fresh_rig(core="python").machine, Kim1)
    rig.put("TABLE", b"AB")
    rig.memory["TABLE"] = 3


def test_on_another_machine(rig: Rig[Ibm704]) -> None:
    assert_type(rig.machine.paper, list[str])
    assert_type(rig.call("SUM", AC=2, MQ=3).AC, int)


assert_type(ironboard.Kim1().cycles, int)
