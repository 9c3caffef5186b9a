"""Machines at random work: whatever their programs and everybody's hands can bring them to.

    for machine in work("704", random.Random(1), pieces=100): ...

After each piece the machine stands still, and a saved state of it has to be one that can be loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from emulators.cdc6600.cio import FUNCTIONS, name_of
from emulators.cdc6600.isa import INSTRUCTIONS as INSTRUCTIONS_6600
from emulators.cdc6600.machine import Cdc6600
from emulators.cdc6600.requests import number_of
from emulators.ibm704 import bcd
from emulators.ibm704.console import KEYS
from emulators.ibm704.isa import CORE_SIZES, INSTRUCTIONS, Form, Trait
from emulators.ibm704.machine import Ibm704
from emulators.kim1 import keypad, riot
from emulators.kim1.machine import Kim1
from emulators.machine import Machine
from host.formats import read_installed

MACHINES = ("kim1", "704", "6600")


def work(name: str, random: Random, pieces: int, longest: int = 30_000, core: str = "compiled") -> Iterator[Machine]:
    """Yield a machine after each piece of its random work; `longest` cycles a piece."""
    build, hands = WORKERS[name]
    machine = build(random, core)
    for _ in range(pieces):
        for _ in range(random.choice((0, 0, 1, 1, 3))):
            try:
                random.choice(hands)(machine, random)
            except ValueError:
                continue  # not in this state, or not on this machine
        machine.run(random.choice((1, 10, 100, 1000, random.randrange(1, longest))))
        yield machine


@cache
def rom(name: str) -> Any:
    """Return a bundled program."""
    return read_installed(name)


def given(kind: str, value: Callable[[Random], Any]) -> Callable[[Machine, Random], None]:
    """Return a hand that gives an input: now, or later."""

    def hand(machine: Machine, random: Random) -> None:
        if random.random() < 0.3:
            machine.at(machine.cycles + random.randrange(20_000), kind, value(random))
        else:
            machine.give(kind, value(random))

    return hand


# ---------------------------------------------------------------- KIM-1


def kim(random: Random, core: str) -> Kim1:
    """Return a KIM-1 with its monitor, a bundled program, or noise."""
    machine = Kim1(
        core=core,
        terminal=random.random() < 0.5,
        baud=random.choice((110, 300, 9600, 115_200)),
        low_expansion=random.random() < 0.7,
        high_expansion=random.choice((0, 0x2000, len(range(0x2000, 0xFC00)))),
    )
    if random.random() < 0.4:
        image = rom(random.choice(["wally", "wally-line", "sieve", "bits", "copy", "bcd"]))
        machine.give("load", [[each.address, bytes(each.words).hex()] for each in image.segments])
        machine.write_register("PC", image.entry or 0x0200)
    elif random.random() < 0.7:
        machine.give("load", [[0, random.randbytes(0x400).hex()]])
        machine.write_register("PC", 0x0200)
    return machine


def ports(random: Random) -> list[int]:
    """Return a byte for a place of RAM, a port or a timer."""
    return [random.choice([random.randrange(0x400), random.randrange(0x1700, 0x1780)]), random.randrange(256)]


def wander(machine: Machine, random: Random) -> None:
    """Let the processor go on elsewhere, as after a program that has got lost."""
    machine.write_register("PC", random.choice([0x0200, 0x1C22, 0x1C4F, random.randrange(0x10000)]))


KIM_HANDS = (
    given("key_down", lambda random: random.choice(keypad.KEYS)),
    given("key_up", lambda random: random.choice(keypad.KEYS)),
    given("sst", lambda random: random.choice((0, 0, 1))),
    given("terminal", lambda random: random.randrange(2)),
    given("tape_level", lambda random: random.randrange(2)),
    given("type", lambda random: random.choice(["\x7f", "0200 ", ["17F7 " * 80, 0], "AB.", "G"])),
    given("send", lambda random: random.randrange(256)),
    given("baud", lambda random: random.choice((1, 110, 2400, 9600, 115_200))),
    given("poke", ports),
    given("poke", ports),
    given("tape", lambda random: list(range(0, 40_000, random.choice((135, 208))))),
    given("stop_tape", lambda random: 0),
    given("recording", lambda random: random.randrange(2)),
    given("wire", lambda random: random.randrange(riot.TO_NMI + 1)),
    given("user_a", lambda random: random.randrange(256)),
    given("user_b", lambda random: random.randrange(256)),
    wander,
)

# ---------------------------------------------------------------- 704

WORDS_704, UNITS_704 = 1 << 36, [0o030, *range(0o201, 0o213), *range(0o221, 0o233), *range(0o301, 0o311), 0o321, 0o341]
UNITS_704 += [0o361, 0o333, 0, 0o777]


def instruction_704(random: Random) -> int:
    """Return a word that is an instruction for the most part: of units more often than programs have them."""
    if random.random() < 0.1:
        return random.randrange(WORDS_704)
    units = [each for each in INSTRUCTIONS if each.traits & Trait.UNIT and each.form != Form.UNIT]
    each = random.choice(units if random.random() < 0.5 else [row for row in INSTRUCTIONS if row.form != Form.UNIT])
    address = random.randrange(0o400)
    if each.address is not None:
        address = random.randint(each.address, each.last or each.address)
    elif each.mnemonic in ("RDS", "WRS", "BST", "WEF", "REW"):
        address = random.choice(UNITS_704)
    elif each.form == Form.TYPE_A:
        address |= random.randrange(1 << 15) << 18
    return each.code | address


def ibm704(random: Random, core: str) -> Ibm704:
    """Return a 704 with a bundled program, or with random instructions of units."""
    machine = Ibm704(core=core, core_size=random.choice(CORE_SIZES))
    machine.mount(1, random.choice([b"", *TAPES]))
    machine.mount(3, TAPES[0], ring=False)
    machine.put_cards([bcd.card(f"CARD {number}") for number in range(random.choice((0, 3, 300)))])
    if random.random() < 0.2 and machine.core_size == CORE_SIZES[-1]:
        image = rom(random.choice(["loops", "checkers"]))
        machine.load(image)
        machine.write_register("IC", image.entry or 0)
    else:
        machine.give("load", [[0, [instruction_704(random) for _ in range(0o400)]]])
    return machine


def record(words: int, first: int) -> bytes:
    """Return a record of a tape."""
    return bytes([0x80 | first]) + bytes(each % 0x80 for each in range(6 * words - 1))


TAPES = [record(3, 1) + record(1500, 2) + b"\x8f" + record(1, 3)]


def more_instructions(machine: Machine, random: Random) -> None:
    """Put other instructions somewhere, and go there."""
    place = random.randrange(0o400)
    machine.give("load", [[place, [instruction_704(random) for _ in range(random.randrange(1, 40))]]])
    machine.write_register("IC", place)


HANDS_704 = (
    given("key_down", lambda random: random.choice(list(KEYS))),
    given("key_up", lambda random: random.choice(list(KEYS))),
    given("keys", lambda random: random.choice([random.randrange(WORDS_704), instruction_704(random)])),
    given("sense_switch", lambda random: [random.randint(1, 6), random.randrange(2)]),
    given("automatic", lambda random: random.choice((0, 1, 1))),
    given("cards", lambda random: [bcd.card("MORE")] * random.choice((1, 300))),
    given("remove_cards", lambda random: 0),
    lambda machine, random: machine.mount(random.randint(1, 10), random.choice([None, b"", *TAPES])),
    given("poke", lambda random: [random.randrange(0o400), instruction_704(random)]),
    more_instructions,
    more_instructions,
)

# ---------------------------------------------------------------- 6600

NAMES_6600 = ["INPUT", "OUTPUT", "KEYS", "SCRATCH", "T"]
FETS = range(0o100, 0o150, 5)
PROGRAMS = ["mates", "kalah", "draughts", "loops6600", "queen"]


def words_6600(random: Random) -> list[int]:
    """Return instructions that run for a while, with requests among them."""
    codes = [each.code for each in INSTRUCTIONS_6600 if each.code >= 0o10]
    words = []
    for _ in range(random.randrange(2, 30)):
        parcels = [random.choice(codes) << 9 | random.randrange(0o1000) for _ in range(4)]
        if random.random() < 0.3:  # SA1-SA7 of words near by
            parcels = [0o51 << 9 | random.randrange(8) << 6, random.randrange(0o200), 0o46 << 9, parcels[3]]
        words.append(sum(each << 45 - 15 * place for place, each in enumerate(parcels)))
    return [*words, 0o04000 << 45 | 0o1000 << 30]  # EQ 1000


def cdc6600(random: Random, core: str) -> Cdc6600:
    """Return a 6600 with a bundled program, or with random instructions, and file environment tables."""
    exact = random.random() < 0.7
    model = random.choice(("6600", "6600", "6400")) if exact else "6600"
    machine = Cdc6600(core=core, exact=exact, model=model, em=random.choice((0, 0o070000)))
    machine.attach("INPUT", ["3 4", "LAST LINE"])
    machine.give("connect", "KEYS")
    if random.random() < 0.3:
        image = rom(random.choice(PROGRAMS))
        machine.load(image)
        machine.write_register("P", image.entry or 0)
        return machine
    for fet in FETS:
        tables(machine, random, fet)
    more_words(machine, random)
    return machine


def tables(machine: Machine, random: Random, fet: int = 0) -> None:
    """Put a file environment table into storage."""
    fet = fet or random.choice(FETS)
    name = name_of(random.choice(NAMES_6600)) << 18
    function = random.choice([*FUNCTIONS]) | random.choice((0, 2))
    first, size = 0o200, random.choice((2, 20, 0o400))
    words = [name | function, first, first + random.randrange(size), first + random.randrange(size), first + size]
    machine.give("load", [[fet, words]])


def request(machine: Machine, random: Random) -> None:
    """Let the program ask for something by its next instruction: SA6 B0+1."""
    name = number_of(
        random.choice(["CIO", "CIO", "CIO", "MSG", "TIM", "MEM", "RCL", "CON", "ABC", "LUN", "END", "ABT"])
    )
    address = random.choice(FETS) if random.random() < 0.8 else random.randrange(1 << 18)
    word = name << 42 | random.randrange(2) << 40 | random.randrange(4) << 18 | address
    machine.write_register("X6", word)
    machine.give("load", [[0o777, [0o51600_00001_46000_46000]]])
    machine.write_register("P", 0o777)


def more_words(machine: Machine, random: Random) -> None:
    """Put other instructions into storage, and go there."""
    machine.give("load", [[0o1000, words_6600(random)]])
    machine.write_register("P", 0o1000)


def registers(machine: Machine, random: Random) -> None:
    """Set registers."""
    for _ in range(5):
        bank = random.choice("ABX")
        value = random.choice([random.randrange(1 << (60 if bank == "X" else 18)), random.randrange(0o400)])
        machine.write_register(f"{bank}{random.randrange(8)}", value)


HANDS_6600 = (
    given("line", lambda random: [random.choice(["KEYS", "INPUT"]), random.choice(["7", "A LINE", ""])]),
    given("connect", lambda random: random.choice(NAMES_6600)),
    given("disconnect", lambda random: "KEYS"),
    given("file", lambda random: [random.choice(NAMES_6600), [random.choice((-1, -2, 5)) for _ in range(20)]]),
    given("key", lambda random: random.randint(1, 0o62)),
    given("poke", lambda random: [random.randrange(0o2000), random.randrange(1 << 60)]),
    lambda machine, random: machine.write_register("RA", random.choice((0, 0o1000))),
    lambda machine, random: machine.write_register("FL", random.choice((0o400000, 0o2000, 0o200000))),
    tables,
    request,
    request,
    request,
    more_words,
    registers,
)

WORKERS: dict[str, tuple[Callable[[Random, str], Machine], tuple[Callable[..., None], ...]]] = {
    "kim1": (kim, KIM_HANDS),
    "704": (ibm704, HANDS_704),
    "6600": (cdc6600, HANDS_6600),
}


def hours(name: str, seed: int, goal: float) -> Iterator[str]:
    """Let machines work at random for so many hours of their own time, each for some minutes; say how many it has been.

    Each is at work in long pieces too: `longest` is a few seconds of the machine's own time.
    """
    done, number = 0.0, 0
    while done < goal:
        random = Random(f"{seed} {number}")
        before = 0
        for machine in work(name, random, 60, random.choice((30_000, 3_000_000, 30_000_000))):
            done += (machine.cycles - before) / machine.clock / 3600
            before = machine.cycles
        number += 1
        yield f"{name} {seed}: {number} machines, {done:.3f} hours"


if __name__ == "__main__":
    for said in hours(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])):
        print(said, flush=True)
