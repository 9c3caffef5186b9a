"""Programs for the KIM-1: books, and languages on paper tape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulators.kim1.teletype import BAUD
from host.software.catalogue import Outcome, Say, Software

if TYPE_CHECKING:
    from emulators.image import Image
    from host.machines.kim1.machine import Kim1

BOOK = "asm/KIM-1/TheFirstBookOfKIM"
ORIGINAL = "asm/KIM-1/ROMs/kim.s"  # the monitor of MOS Technology, from its listing
RECORDINGS = "software/first_book_of_KIM_wave_binary_papertape"
MICROCHESS = "asm/KIM-1/Microchess/microchess.ptp"
STARTS = {  # tapes that do not begin at their lowest address, as their descriptions say
    "browse": 0x0110, "clock": 0x03DE, "farmerbrown": 0x02AA, "memorytest": 0x0002, "movit": 0x1780, "pllset": 0x1780,
    "wumpus": 0x0305,
}  # fmt: skip
RAM = (*range(0x00EF), *range(0x0200, 0x0400))  # the monitor's cells and the stack left out
VECTORS = {0x17FA: 0x00, 0x17FB: 0x1C, 0x17FE: 0x00, 0x17FF: 0x1C}  # NMI and IRQ lead to the monitor
KEYS = "GO 1 2 GO 3 DA 5 + 9 F GO A 4 PC 7".split()  # a second apart


# ---------------------------------------------------------------- The First Book of KIM


class Shown(NamedTuple):
    """The visible effects of a program: the displays before each key and at the end, and its memory."""

    displays: list[str]
    memory: bytes


def first_book(folder: Path, say: Say) -> Outcome:
    """Assemble each source and compare it with its tape; run each tape on our ROM and on the original."""
    from host.assemblers.mos6502 import assemble
    from host.machines.kim1.machine import find_program

    original = memory_of(assemble(folder / ORIGINAL, features=["labels_without_colons"]).image)
    tapes = sorted((folder / BOOK).rglob("*.ptp"))
    sources = [tape.with_suffix(".s") for tape in tapes]
    equal = same = read = 0
    for tape, source in zip(tapes, sources, strict=True):
        image = find_program(tape)
        as_printed = memory_of(assemble(source).image) == memory_of(image)
        entry = STARTS.get(tape.stem, image.segments[0].address)
        ours, theirs = played(image, entry, {}), played(image, entry, original)
        alike = ours == theirs
        equal, same = equal + as_printed, same + alike
        # cells of the ROM in the monitor's display are not the program's doing
        read += not alike and all(a[:4] == b[:4] for a, b in zip(ours.displays, theirs.displays, strict=True))
        say(
            f"{tape.stem}: {'' if alike else 'not '}as on the original ROM{'' if as_printed else ', not as its source'}"
        )
    count = len(tapes)
    return Outcome(
        f"{equal} of {count} sources give the published tape; with {len(KEYS)} keys pressed, {same} tapes do on our ROM"
        f" what they do on the original, {read} more but for bytes of the ROM that are displayed"
    )


def memory_of(image: Image) -> dict[int, int]:
    """Return the bytes of an image by address."""
    return {each.address + place: byte for each in image.segments for place, byte in enumerate(bytes(each.words))}


def played(image: Image, entry: int, monitor: dict[int, int]) -> Shown:
    """Run a program, with a key a second.

    The monitor's bytes are exchanged when the program has begun: games take the time for a random number, so that it
    has to have begun at the same cycle.
    """
    from host.machines.kim1.machine import Kim1

    kim = Kim1(low_expansion=True, high_expansion=0x4000)
    kim.log_on()
    kim.go_to_keypad()
    kim.load(image)
    kim.start(entry)
    for address, byte in (VECTORS | monitor).items():
        kim.poke(address, byte)
    displays = []
    for key in KEYS:
        kim.run(seconds=1.0)
        displays.append(kim.display)
        kim.press(key)
    kim.run(seconds=1.0)
    return Shown([*displays, kim.display], bytes(map(kim.peek, RAM)))


def recordings(folder: Path, say: Say) -> Outcome:
    """Read each recording of a cassette, and compare it with the paper tape of the same program."""
    from host.machines.kim1.machine import find_program

    found = [each for each in sorted((folder / RECORDINGS).rglob("*")) if each.is_file()]
    tapes = {each.stem.lower().replace("-", ""): each for each in found if each.suffix.lower() == ".ptp"}
    sounds = [each for each in found if each.suffix.lower() == ".wav"]
    same = 0
    for sound in sounds:
        heard, punched = (find_program(each) for each in (sound, tapes[sound.stem.lower().replace("-", "")]))
        same += memory_of(heard) == memory_of(punched)
        say(f"{sound.stem}: {'' if memory_of(heard) == memory_of(punched) else 'not '}as the paper tape")
    return Outcome(f"{len(sounds)} recordings are read without an error, {same} give the bytes of the paper tape")


# ---------------------------------------------------------------- Microchess


class Level(NamedTuple):
    """How well Microchess plays: what its player puts into two cells; seconds a move as its manual says."""

    check: int  # 02F2
    depth: int  # 018B
    seconds: int


LEVELS = {"super blitz": Level(0x00, 0xFF, 3), "blitz": Level(0x00, 0xFB, 10), "normal": Level(0x08, 0xFB, 100)}
RESIGNS = "FF"  # in the first two digits


class ChessMove(NamedTuple):
    """A move of Microchess: squares 00 to 77, row and column as the side that moves sees them, and seconds."""

    origin: str
    target: str
    seconds: float


def self_play(folder: Path, level: Level, count: int) -> list[ChessMove]:
    """Have Microchess play itself, with the keys E and PC; stop after `count` moves or when it resigns."""
    from host.machines.kim1.machine import Kim1, find_program

    kim = Kim1()
    kim.log_on()
    kim.go_to_keypad()
    kim.load(find_program(folder / MICROCHESS))
    kim.start(0x0000)
    kim.poke(0x02F2, level.check)
    kim.poke(0x018B, level.depth)
    kim.press("C")
    kim.run(seconds=0.5)
    moves: list[ChessMove] = []
    while len(moves) < count:
        begun = kim.cycles
        kim.press("PC")
        steady = 0  # it thinks in the dark, and the display before goes out only after a while
        while steady < 5:
            before = kim.display
            kim.run(seconds=0.1)
            steady = steady + 1 if kim.display == before and " " not in before and before != "EEEEEE" else 0
        if kim.display.startswith(RESIGNS):
            break
        moves.append(ChessMove(kim.display[2:4], kim.display[4:], (kim.cycles - begun) / 1e6 - 0.5))
        kim.press("E")
        kim.run(seconds=0.3)
    return moves


def microchess(folder: Path, say: Say) -> Outcome:
    """Have Microchess play itself at each of its levels, and compare the time of a move with its manual's."""
    found = []
    for name, level in LEVELS.items():
        moves = self_play(folder, level, 40)
        say(f"{name}: {' '.join(f'{each.origin}-{each.target}' for each in moves)}")
        mean = sum(each.seconds for each in moves) / len(moves)
        found.append(f"{name} {mean:.1f} s ({level.seconds})")
    return Outcome(f"seconds a move (the manual's): {', '.join(found)}")


# ---------------------------------------------------------------- at the terminal


def at_terminal(image: Image, entry: int, expansion: int, lines: Sequence[str], say: Say, baud: int = BAUD) -> Kim1:
    """Start a program from the terminal and type lines, each when it waits for more; return the machine."""
    from host.machines.kim1.machine import Kim1

    kim = Kim1(low_expansion=True, high_expansion=expansion, terminal=True, baud=baud)
    kim.log_on()
    kim.load(image)
    kim.start_from_terminal(entry)
    for line in lines:
        kim.run(seconds=2.0)
        kim.type(line + "\r")
        kim.run_until(lambda kim: not kim.typing, seconds=60)
    kim.run(seconds=2.0)
    for line in kim.transcript.splitlines():
        say(line)
    return kim


def basic(folder: Path, say: Say) -> Outcome:
    """Build Microsoft BASIC as the KIM-1's owners got it, and let it compute."""
    from host.assemblers.mos6502 import assemble

    image = assemble(folder / "msbasic.s", defines={"kb9": 1}, config=folder / "kb9.cfg").image
    size = sum(len(each.words) for each in image.segments)
    say(f"assembled: {size:,} bytes")
    program = ("", "", "N", "10 FOR I=1 TO 3", "20 PRINT I,SQR(I)", "30 NEXT", "RUN")
    kim = at_terminal(image, image.symbols["COLD_START"], 0x6000, program, say)
    printed = [line.split() for line in kim.transcript.partition("RUN")[2].splitlines()]
    roots = [words[1] for words in printed if len(words) == 2]
    return Outcome(f"{size:,} bytes; SQR of 1, 2, 3: {', '.join(roots)}", kim.cycles)


def tiny_basic(folder: Path, say: Say) -> Outcome:
    """Load Tiny BASIC from its tape and let it compute."""
    from host.machines.kim1.machine import find_program

    image = find_program(folder / "asm/KIM-1/TinyBasic/TinyBasic.ptp")
    kim = at_terminal(image, 0x0200, 0x6000, ("10 LET A=6", "20 PRINT A*7", "30 END", "RUN"), say)
    printed = kim.transcript.partition("RUN")[2].replace("\xff", "").split()  # it pads with rubouts
    return Outcome(f"6 * 7 is {printed[0]}", kim.cycles)


# ---------------------------------------------------------------- for the PAL-1, which is a KIM-1 of today

PAL_1_RAM = 0xD000  # bytes from 2000 up: its RAM, and the programs of its ROM card
PAL_1_BAUD = 1200  # its programs lose characters of a faster typist


class Conversation(NamedTuple):
    """A program for the PAL-1, and the lines typed there."""

    files: tuple[str, ...]
    entry: int
    lines: tuple[str, ...]


CONVERSATIONS = {
    "apple-1-basic": Conversation(
        ("A1B/a1basic.mos", "A1B/a1b_ptch.mos"), 0x8000,
        ("PRINT 6*7", "10 FOR I=1 TO 5", "20 PRINT I*I", "30 NEXT I", "40 END", "RUN"),
    ),
    "fig-forth": Conversation(("pal_figforth.pun",), 0x2300, ("6 7 * .", ": SQ DUP * ;", "5 SQ .")),
    "vtl-02": Conversation(
        ("ROM/1.5 VTL_D700/vtl02c_pal.hex",), 0xD700,
        ("?=6*7", "10 A=1", "20 ?=A*A", '30 ?=""', "40 A=A+1", "50 #=A<6*20", "#=1"),
    ),
    "ewoz": Conversation(
        ("ROM/1.2 eWoz_B000/ewoz.hex",), 0xB000, ("0200: A9 2A 4C A0 1E", "0200.0204", "0200R")
    ),
}  # fmt: skip


def conversation(name: str) -> Callable[[Path, Say], Outcome]:
    """Return a terminal for a program of the PAL-1; most of them switch the echo off, and echo themselves."""

    def run(folder: Path, say: Say) -> Outcome:
        from emulators.image import Image
        from host.machines.kim1.machine import find_program

        files, entry, lines = CONVERSATIONS[name]
        images = [find_program(folder / file) for file in files]
        image = Image([segment for each in images for segment in each.segments])
        kim = at_terminal(image, entry, PAL_1_RAM, lines, say, PAL_1_BAUD)
        answer = kim.transcript.rpartition(lines[-1])[2].replace("\b", "").split()
        return Outcome(f"{lines[-1]}: {' '.join(answer)}", kim.cycles)

    return run


PAL_1 = "w4jbm/PAL-1-6502-SBC"
PAL_1_PROGRAMS = {  # title, year, licence, outcome
    "apple-1-basic": (
        "Apple 1 Integer BASIC, Steve Wozniak", 1976, "none stated", Outcome("RUN: 1 4 9 16 25 >", 17_380_443)
    ),
    "fig-forth": ("fig-FORTH 1.1", 1980, "public domain", Outcome("5 SQ .: 25 OK", 9_560_205)),
    "vtl-02": (
        "VTL-02, Gary Shannon, Frank McCoy, Michael T. Barry", 1977, "2-clause BSD",
        Outcome("#=1: 1 4 9 16 25 OK", 19_060_371),
    ),
    "ewoz": (
        "eWoz, Steve Wozniak's monitor extended", 1976, "none stated", Outcome("0200R: 0200: A9*\\", 10_390_326)
    ),
}  # fmt: skip

PROGRAMS = (
    Software(
        "first-book", "The First Book of KIM, games and utilities", "KIM-1", 1977, "jefftranter/6502", "none stated",
        (BOOK, ORIGINAL), "sources assembled and compared with the tapes; tapes run on our monitor and on the original",
        Outcome("41 of 43 sources give the published tape; with 15 keys pressed, 40 tapes do on our ROM what they do on"
                " the original, 2 more but for bytes of the ROM that are displayed"),
        first_book,
    ),
    Software(
        "first-book-audio", "The First Book of KIM, recordings of cassettes", "KIM-1", 1977, "maksimKorzh/KIM-1",
        "none stated", (RECORDINGS,), "each recording read as a cassette, and compared with the paper tape",
        Outcome("41 recordings are read without an error, 40 give the bytes of the paper tape"), recordings,
    ),
    Software(
        "microchess", "Microchess, Peter Jennings", "KIM-1", 1976, "jefftranter/6502", "none stated",
        (MICROCHESS,), "plays itself by keypad and digits, 40 moves or to mate, at each level",
        Outcome("seconds a move (the manual's): super blitz 2.9 s (3), blitz 6.3 s (10), normal 43.1 s (100)"),
        microchess,
    ),
    Software(
        "kim-basic", "Microsoft BASIC V1.1 (KB-9)", "KIM-1", 1977, "mist64/msbasic", "2-clause BSD",
        ("msbasic.s", "kb9.cfg"), "assembled; run from the terminal with 24 K of RAM from 2000 up",
        Outcome("8,816 bytes; SQR of 1, 2, 3: 1, 1.41421356, 1.73205081", 16_390_075), basic,
    ),
    Software(
        "tiny-basic", "Tiny BASIC, Tom Pittman", "KIM-1", 1976, "jefftranter/6502", "none stated",
        ("asm/KIM-1/TinyBasic/TinyBasic.ptp",), "run from the terminal",
        Outcome("6 * 7 is 42", 10_310_049), tiny_basic,
    ),
    *(
        Software(
            name, title, "KIM-1", year, PAL_1, licence, CONVERSATIONS[name].files,
            "run from the terminal, at 1,200 baud", known, conversation(name),
        )
        for name, (title, year, licence, known) in PAL_1_PROGRAMS.items()
    ),
)  # fmt: skip
