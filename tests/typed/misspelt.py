"""Names that do not exist, and wrong arguments: type checkers refuse every line that says so, and no other."""
# pyright: reportUnusedExpression=false

from __future__ import annotations

import ironboard
from ironboard import Cdc6600, Ibm704, Kim1, Machine, Stop, StopKind, Target, desk, open_session, position
from ironboard import Kim as Kim  # refused
from ironboard.py65 import MPU, ObservableMemory
from ironboard.testing import CallFixture, CallLog, CycleCounter, LoadFixture, Rig
from ironboard.testing import Riq as Riq  # refused

ironboard.Kim1
ironboard.kim1  # refused
ironboard.read_imagge  # refused

kim = Kim1()
kim.displai  # refused
kim.colour = "green"  # refused
kim.program = "mine"
kim.pres("GO")  # refused
kim.press(1)  # refused
kim.run(second=1)  # refused
kim.memory["LABEL"]  # refused
kim.read_register(0)  # refused
kim.m.cycels  # refused
kim.snapshot().cycles  # refused
Kim1(core="compilde")  # refused
Kim1(low_expansoin=True)  # refused
Kim1("compiled")  # refused
Ibm704(words=4096)  # refused
Ibm704().papers  # refused
Ibm704().m.cycels  # refused
Cdc6600().dayfiles  # refused
Cdc6600().attach(["INPUT"])  # refused
Stop.HALTED  # refused
StopKind.EXEC  # refused
desk("704").machine.display_code  # refused
position("go", kim)  # refused
position("backgammon", "")  # refused
position("kalah", "").stones_of  # refused

MPU().processorCycle  # refused
MPU().step(b"", "")  # refused
ObservableMemory().subscribe()  # refused

session = open_session(Target("wally")).session
session.step_bak()  # refused
session.stops.add("execute", 1)  # refused
session.halt.resaon  # refused
open_session("wally")  # refused
Target(programm="wally")  # refused


def machine_of_any_kind(machine: Machine) -> None:
    machine.cycels  # refused
    machine.traced()[0].pc  # refused
    machine.traced().PC  # refused
    machine.display  # refused
    machine.registers["PC"].bits  # refused


def test_fixtures(load: LoadFixture, call: CallFixture, cycles: CycleCounter, rig: Rig, other: Rig[Ibm704]) -> None:
    program = load("multiply.s", define={})  # refused
    program.entri  # refused
    program.LOW  # refused
    call("MULTIPLY", limits=3, A=b"7")  # refused
    call("MULTIPLY", A=7).cylces  # refused
    call("MULTIPLY", A=7).X9  # refused
    call("MULTIPLY", A=7).A.name  # refused
    cycles(maximum=3)  # refused
    rig.machine.papers  # refused
    other.machine.display.upper()  # refused
    rig.stories()  # refused


def test_stubs(calls: CallLog, rig: Rig) -> None:
    rig.stub("GETCH", A="HI")  # refused
    calls.off("PUTCH")  # refused
    calls.of("PUTCH").AA  # refused
    calls.of("PUTCH")[0].routin  # refused
