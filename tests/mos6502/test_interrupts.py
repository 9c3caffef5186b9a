"""IRQ, NMI, BRK and RES against traces of the transistor-level netlist, cycle by cycle.

A row of a trace is n, address, data, read|write, SYNC, IRQ, NMI, RES, as at the end of phi2 of cycle n. In
the tables, a pin that changes `before phase 1` of cycle n has its new level at the end of phi2 of n - 1
already, one that changes `before phase 2` at the end of phi2 of n.
"""

import gzip
import json
from itertools import product
from pathlib import Path

import pytest

from emulators.mos6502.arithmetic import ALWAYS, INTERRUPT
from emulators.mos6502.core import NEVER
from tests.shared import in_turn

from .machines import Flat

DATA = json.loads(gzip.decompress((Path(__file__).parent.parent / "data/mos6502/interrupts.json.gz").read_bytes()))
KINDS = ["compiled", "python"]
MASKED = ["nmi_while_I_set", "irq_while_I_set", "cli_delay", "cli_sei", "plp_delay_clear", "rti_no_delay_clear"]
WITH_RESET = ["reset_cold", "reset_warm", "jam"]
TRACES = {trace["name"]: trace["trace"] for trace in DATA["traces"]}


def machine_at_0410(kind):
    """The programs of the tables: at 0410, NOPs elsewhere, S = FF, RAM EA, vectors 0600, 0400, 0500."""
    machine = Flat(kind)
    m = machine.m
    m.memory[:] = [0xEA] * 0x10000
    m.memory[0xFFFA:0x10000] = list(bytes.fromhex("000600040005"))
    m.pc, m.s, m.p = 0x0410, 0xFF, ALWAYS
    machine.trace_all()
    return machine


def low_interval(rows, column):
    """The cycles in which a pin is low: (first, first behind it), or never."""
    low = [row[0] for row in rows if row[column] == 0]
    return (low[0], low[-1] + 1 if low[-1] != rows[-1][0] else NEVER) if low else (NEVER, NEVER)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [name for name in TRACES if name not in WITH_RESET])
def test_the_bus_shows_what_it_shows_on_the_chip(kind, name):
    rows = TRACES[name]
    machine = machine_at_0410(kind)
    m = machine.m
    if name in MASKED:
        m.p |= INTERRUPT
    written = set()
    for _, address, data, access, *_ in rows:
        if access == "read" and address not in written:
            m.memory[int(address, 16)] = int(data, 16)
        written.add(address)
    m.s = m.x = next((int(row[1], 16) & 0xFF for row in rows if row[1].startswith("01")), 0xFF)  # X for a TXS
    m.pc = int(rows[0][1], 16)
    m.irq_from, m.irq_to = low_interval(rows, 5)
    m.nmi_edge, m.nmi_to = low_interval(rows, 6)
    seen = []
    while len(seen) < len(rows):
        machine.step()
        seen += machine.take_log()
    assert seen[: len(rows)] == [(int(row[1], 16), int(row[2], 16), row[3]) for row in rows]


@pytest.mark.parametrize("kind", KINDS)
def test_a_released_reset_reads_the_stack_three_times_and_sets_only_the_i_flag(kind):
    rows = TRACES["reset_warm"]
    machine = machine_at_0410(kind)
    m = machine.m
    m.pc, m.s, m.a, m.x, m.y, m.p = 0x041F, 0xE0, 0x11, 0x22, 0x33, ALWAYS | 0x09
    machine.reset()
    bus = [(int(row[1], 16), int(row[2], 16), row[3]) for row in rows if 22 <= row[0] < 30]
    assert machine.take_log() == bus
    assert machine.registers() == {"pc": 0x0400, "s": 0xDD, "a": 0x11, "x": 0x22, "y": 0x33, "p": ALWAYS | 0x0D}


# How the tables' instructions are set up: code at 0410, registers.
SETUP = {
    "NOP": ("EA", {}),
    "LDA #": ("A9 12", {}),
    "INX": ("E8", {}),
    "LDA zp": ("A5 12", {}),
    "LDA abs": ("AD 34 12", {}),
    "STA abs,X (5)": ("9D 34 12", {"x": 1}),
    "INC zp": ("E6 12", {}),
    "INC abs": ("EE 34 12", {}),
    "INC abs,X": ("FE 34 12", {"x": 1}),
    "LDA abs,X no cross": ("BD 34 12", {"x": 1}),
    "LDA abs,X cross": ("BD F0 12", {"x": 0x20}),
    "PHA": ("48", {}),
    "PLA": ("68", {}),
    "PHP": ("08", {}),
    "PLP": ("28", {"s": 0x80}),
    "JSR": ("20 00 20", {}),
    "RTS": ("60", {"s": 0x80}),
    "RTI": ("40", {"s": 0x80}),
    "JMP abs": ("4C 00 20", {}),
    "JMP (ind)": ("6C 00 20", {}),
    "BCS not taken": ("B0 10", {}),
    "BCC taken, same page": ("90 10", {}),
    "BCC taken, page cross": ("90 80", {}),
    "CLI (I already 0)": ("58", {}),
    "SEI (I=0 before)": ("78", {}),
}


def prepared(kind, instruction):
    machine = machine_at_0410(kind)
    code, registers = SETUP[instruction]
    machine.m.memory[0x0410 : 0x0410 + len(bytes.fromhex(code))] = list(bytes.fromhex(code))
    machine.m.memory[0x0181:0x0184] = [0x00, 0x20, 0x20]  # PLP and RTI pull a status with I clear
    for name, value in registers.items():
        setattr(machine.m, name, value)
    return machine


def run_to_interrupt(machine, instructions=6):
    """Step until an interrupt is entered; return (its first cycle, vector, instructions executed before)."""
    for count in range(1, instructions + 1):
        machine.step()
        log = machine.take_log()
        if log[-2][0] in (0xFFFA, 0xFFFE) and log[-1][0] == log[-2][0] + 1:
            return int(machine.m.cycles) - 7, log[-2][0], count
    return None


def sampled(cycle, phase):
    """The cycle at whose end of phi2 a change before this phase is first seen."""
    return cycle - (phase == 1)


@pytest.mark.parametrize(("line", "row", "kind"), in_turn([*product(["irq", "nmi"], range(len(SETUP)))], KINDS))
def test_an_interrupt_comes_after_the_instruction_whose_poll_sees_it(kind, line, row):
    entry = DATA["latency"][line][row]
    for case in entry["assert"]:
        machine = prepared(kind, entry["instruction"])
        setattr(machine.m, "irq_from" if line == "irq" else "nmi_edge", sampled(case["cycle"], case["phase"]))
        never = case["taken_at"] is None
        expected = None if never else (case["taken_at"], int(case["vector"], 16), case["instructions_before"])
        assert run_to_interrupt(machine) == expected, (entry["instruction"], case)


@pytest.mark.parametrize(("line", "row", "kind"), in_turn([*product(["irq", "nmi"], range(len(SETUP)))], KINDS))
def test_a_pulse_of_one_cycle_counts_only_where_the_chip_looks(kind, line, row):
    entry = DATA["pulses"][line][row]
    seen = {1: [], 2: []}
    for cycle in range(entry["cycles"]):
        machine = prepared(kind, entry["instruction"])
        m = machine.m
        if line == "irq":
            m.irq_from, m.irq_to = cycle, cycle + 1
        else:
            m.nmi_edge, m.nmi_to = cycle, cycle + 1
        if taken := run_to_interrupt(machine, 2):
            seen[taken[2]].append(cycle)
    assert seen[1] == entry["pulse_in_cycle_taken_after_this_instruction"]
    assert seen[2] == entry["pulse_in_cycle_taken_after_the_next_one"]


def vectors_taken(machine, until=20):
    """Run to the cycle `until`; return [[cycle, vector], ...] of the vector fetches."""
    taken, cycle = [], 0
    while machine.m.cycles < until:
        machine.step()
        for address, _, _ in machine.take_log():
            if address in (0xFFFA, 0xFFFE):
                taken.append([cycle, f"{address:04X}"])
            cycle += 1
    return taken


@pytest.mark.parametrize("kind", KINDS)
def test_an_nmi_pulse_during_brk_takes_the_vector_over_comes_later_or_is_lost(kind):
    """Pulses of 1, 2, ... half cycles; the level is seen at the end of phi2 only."""
    for case in DATA["hijack"]["nmi_pulse_during_brk"]:
        machine = machine_at_0410(kind)
        machine.m.memory[0x0410] = 0x00
        start = 2 * case["from_cycle"] + case["from_phase"] - 1  # in half cycles
        seen = [cycle for cycle in range(12) if start <= 2 * (cycle + 1) < start + case["low_half_cycles"]]
        if seen:
            machine.m.nmi_edge, machine.m.nmi_to = seen[0], seen[-1] + 1
        last = max(cycle for cycle, _ in case["vectors"]) + 2
        assert vectors_taken(machine, last) == case["vectors"], case


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", ["nmi_during_brk", "nmi_during_irq"])
def test_an_nmi_edge_takes_over_the_interrupt_that_is_being_entered(kind, table):
    for case in DATA["hijack"][table]:
        machine = machine_at_0410(kind)
        m = machine.m
        if table == "nmi_during_brk":
            m.memory[0x0410] = 0x00
        else:  # the IRQ sequence begins behind a NOP, at cycle 0
            m.cycles = m.irq_from = -2
        start = m.cycles
        m.nmi_edge = sampled(case["nmi_cycle"], case["phase"])
        last = max(cycle for cycle, _ in case["vectors"]) + 2
        taken = [[cycle + start, vector] for cycle, vector in vectors_taken(machine, last)]
        assert taken == case["vectors"], case
