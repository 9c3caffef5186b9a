"""Copies of machines: `copy`, `deepcopy` and `pickle` go by the saved state; equal, then each on its own."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.machine import Machine, Stop
from host import registry
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.machines.kim1.machine import Kim1
from tests.machines.ironboard_machines.echo.machine import Echo
from tests.machines.ironboard_machines.toy.machine import Toy
from tests.random_work import MACHINES, work

ALIKE = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda machine: pickle.loads(pickle.dumps(machine))}
CORES = [(name, core) for name in MACHINES for core in registry.find(name).cores]
LONGEST = {"compiled": 30_000, "python": 400, "py65": 2_000}  # cycles of a piece of work
every_way = pytest.mark.parametrize("alike", ALIKE.values(), ids=ALIKE)


@pytest.mark.parametrize(("name", "core"), CORES)
@given(seed=st.integers(0, 2**32), way=st.sampled_from([*ALIKE]), cycles=st.integers(1, 20_000))
@settings(max_examples=64)
def test_a_copy_does_what_the_machine_does_and_neither_moves_the_other(name, core, seed, way, cycles):
    """Whatever programs and hands have brought it to."""
    longest = LONGEST[core]
    (*_, machine) = work(name, Random(seed), pieces=3, longest=longest, core=core)
    made = ALIKE[way](machine)
    state = machine.save_state()
    assert made == machine
    assert made.save_state() == state
    assert (type(made), made.processor.running_on) == (type(machine), machine.processor.running_on)
    made.run(min(cycles, longest))
    assert machine.save_state() == state
    machine.run(min(cycles, longest))
    assert machine.save_state() == made.save_state()


@every_way
def test_options_are_those_of_the_machine(alike):
    """The ones that saved states do not set, and those that they do."""
    rom = bytes(0x7FC) + b"\x00\x1c\x22\x1c"
    kim = alike(Kim1(core="python", rom=rom, low_expansion=True, high_expansion=0x2000, terminal=True, baud=300))
    assert (kim.memory[0x1800:0x2000], kim.baud, kim.strapped) == (rom, 300, True)
    kim.memory[0x0400], kim.memory[0x3FFF] = 1, 2
    assert (kim.memory[0x0400], kim.memory[0x3FFF], kim.memory[0x4000]) == (1, 2, 0x40)
    machine = alike(Ibm704(core="python", core_size=4096))
    assert (machine.core_size, machine.registers["IC"]) == (4096, 12)
    machine = alike(Cdc6600(core="python", words=0o100000, model="6400", integer_multiply=False, em=0, ra=64))
    assert (machine.words, machine.model, machine.em, machine.ra) == (0o100000, "6400", 0, 64)


@every_way
def test_media_and_inputs_to_come_are_copied(alike):
    kim = Kim1()
    kim.start_recording()
    kim.log_on()
    kim.at(kim.cycles + 1000, "key_down", "GO")
    kim.type("0200 ")
    made = alike(kim)
    assert (made.transcript, made.recorded, made.typing) == (kim.transcript, kim.recorded, True)
    assert made.schedule.plain == kim.schedule.plain != []
    machine = Ibm704()
    machine.mount(3, b"\x81\x02")
    machine.read_cards("tests/data/ibm704/hello.deck")
    made = alike(machine)
    assert (made.tape(3), made.hopper) == (b"\x81\x02", machine.hopper)
    machine = Cdc6600()
    machine.attach("INPUT", ["3 4"])
    machine.load("mates")
    made = alike(machine)
    assert (made.text("INPUT"), made.program) == ("3 4\n", "mates")


@every_way
def test_those_who_look_on_are_not_copied(alike):
    """Breakpoints, watchpoints, a trace and `on_give` belong to whoever has set them, and so does the last Stop."""
    kim = Kim1()
    kim.memory[0x0200:0x0205] = bytes.fromhex("8410 4C0002")  # STY $10, JMP 0200
    kim.write_register("PC", 0x0200)
    kim.set_breakpoint(0x0200)
    kim.set_watchpoint(0x0010, write=True)
    kim.trace()
    kim.on_give = lambda cycle, kind, value: None
    assert [kim.run(100), kim.run(100)] == [Stop.WATCH_WRITE, Stop.BREAKPOINT]
    made = alike(kim)
    assert made.save_state() == kim.save_state()
    assert (made.tracing, made.on_give, made.last_stop) == (False, None, Stop.NONE)
    assert [made.run(100), kim.run(100)] == [Stop.NONE, Stop.WATCH_WRITE]


@every_way
@pytest.mark.parametrize("make", [lambda: Toy([0o1010, 0o4000]), lambda: Echo(core="py65")], ids=["toy", "echo"])
def test_machines_of_others_are_copied_alike(alike, make):
    machine = make()
    machine.type("HELLO")
    machine.run(5_000)
    made = alike(machine)
    assert made == machine
    made.run(7_000)
    assert made != machine
    machine.run(7_000)
    assert (made.save_state(), made.contents()) == (machine.save_state(), machine.contents())


@given(first=st.binary(min_size=1, max_size=8), second=st.binary(min_size=1, max_size=8))
@example(b"\0", b"\0")
def test_machines_are_equal_if_their_states_are(first, second):
    one, other = Kim1(), Kim1(core="python")
    one.memory[0x0200 : 0x0200 + len(first)] = first
    other.memory[0x0200 : 0x0200 + len(second)] = second
    alike = first.ljust(8, b"\0") == second.ljust(8, b"\0")
    assert (one == other) == alike == (one.save_state() == other.save_state())


def test_machines_of_different_kinds_are_different_and_none_can_be_hashed():
    assert Kim1() != Ibm704()
    assert Kim1() != "KIM-1"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Kim1())


# ---------------------------------------------------------------- to other processes


def run_on(machine: Machine, cycles: int) -> Machine:
    """Run a machine somewhere else."""
    machine.run(cycles)
    return machine


def begun() -> list[Machine]:
    """Return a machine of each kind at some work."""
    return [next(work(name, Random(7), pieces=1)) for name in MACHINES]


def there_and_back(apply):
    machines = begun()
    returned = apply(machines)
    assert machines == begun()  # they have not moved
    for machine, moved in zip(machines, returned, strict=True):
        machine.run(10_000)
        assert moved == machine


def test_machines_go_through_a_process_pool():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there_and_back(lambda machines: list(pool.map(run_on, machines, [10_000] * len(machines))))


# ---------------------------------------------------------------- what they say of themselves


def test_the_repr_of_a_machine_says_program_cycles_and_core():
    kim = Kim1(core="python")
    assert repr(kim) == "<Kim1: 8 cycles, python core>"
    kim.load("wally")
    kim.run(992)
    assert repr(kim).startswith("<Kim1 wally: 1,00")
    snapshot = kim.snapshot()
    assert repr(snapshot) == f"<Snapshot wally: cycle {kim.cycles:,}>"
    kim.load_state(Kim1().save_state())
    assert repr(kim) == "<Kim1: 8 cycles, python core>"
    kim.restore(snapshot)
    assert repr(copy.copy(kim)) == repr(kim)
    machine = Ibm704(core="python")
    machine.load_cards("tests/data/ibm704/hello.deck")
    assert repr(machine).startswith("<Ibm704 hello.deck: ")
