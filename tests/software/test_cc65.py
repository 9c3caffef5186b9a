"""The library of cc65, as far as it is for 6502s: the same bytes as ca65 and ld65, what they refuse refused.

Each source is assembled with the options of libsrc/Makefile and linked alone, each segment at an address of its own,
with the names it imports as symbols. ca65 2.18 does not know the KIM-1: its symbol is given there.
"""

import re
import subprocess
from collections import Counter
from typing import NamedTuple

from emulators.errors import IronboardError
from host.assemblers.ca65.state import TARGETS
from host.assemblers.mos6502 import assembler
from host.languages.assembly import Line, read_lines
from tests.assemblers.ca65 import Rejected, needs_ca65
from tests.software.fetched import repository

FOLDERS = {
    **dict.fromkeys(("kim1", "dbg", "runtime", "common", "zlib"), "kim1"),
    **dict.fromkeys(("c64", "cbm", "conio", "em", "joystick", "mouse", "serial"), "c64"),
    "apple2": "apple2", "atari": "atari", "none": "none",
}  # fmt: skip
SEGMENT = re.compile(r'Name: +"(.*)"\n.*\n +Size: +(\d+)\n(?:.*\n)*? +Address size: .*\((.*)\)')
IMPORT = re.compile(r'Address size: .*\((.*)\)\n(?:.*\n)*? +Name: +"(.*)"')
ZERO_PAGE = "zeropage"
END = re.compile(r"\s*\.end\s*$", re.IGNORECASE)


class Linked(NamedTuple):
    """The bytes of segments, their addresses, and the values of imported names."""

    segments: dict[str, bytes]
    addresses: dict[str, int]
    imports: dict[str, int]


def run(*command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        raise Rejected(done.stderr)
    return done.stdout


def theirs(source, target, root, folder):
    """Assemble and link a source; raises Rejected."""
    made = folder / "a.o"
    machine = ("-t", "none", "-D", "__KIM1__=1") if target == "kim1" else ("-t", target)
    run("ca65", *machine, "-D", "DYN_DRV=0", "-I", root / "asminc", source, "-o", made)
    memory, placed, symbols = [], [], []
    addresses, imports, sizes, used = {}, {}, {}, []
    free, low = 0x1000, 0x40
    for name, size, kind in SEGMENT.findall(run("od65", "--dump-segments", made)):
        zero_page = kind == ZERO_PAGE
        addresses[name] = low if zero_page else free
        memory.append(f'{name}_: start=${addresses[name]:X}, size=$6000, file="{folder / name}";')
        placed.append(f"{name}: load={name}_, type={'zp' if zero_page else 'rw'}, optional=yes;")
        low, free = low + int(size) * zero_page, free + (0 if zero_page else int(size) // 256 * 256 + 512)
        used += [name] * bool(int(size))
        if not zero_page:
            sizes[name] = int(size)
    for number, (kind, name) in enumerate(IMPORT.findall(run("od65", "--dump-imports", made))):
        zero_page = kind == ZERO_PAGE
        imports[name] = 0x80 + number % 0x60 if zero_page else 0x9000 + 37 * number
        symbols.append(f"{name}: type=export, value=${imports[name]:X}, addrsize={'zp' if zero_page else 'abs'};")
    layout = folder / "a.cfg"
    parts = f"MEMORY {{ {' '.join(memory)} }} SEGMENTS {{ {' '.join(placed)} }}"
    layout.write_text(parts + f" SYMBOLS {{ {' '.join(symbols)} }}" * bool(symbols))
    run("ld65", "-C", layout, made, "-o", folder / "out")
    segments = {name: (folder / name).read_bytes() if size else b"" for name, size in sizes.items()}
    return Linked(segments, {name: addresses[name] for name in used}, imports)


def ours(source, target, root, linked=None):
    """Return the bytes of the segments; raises IronboardError."""
    reader = assembler(include_dirs=[root / "asminc"], defines={"DYN_DRV": 0}, target=target)
    lines = read_lines(source, str(source))
    if linked:
        end = next((number for number, line in enumerate(lines) if END.match(line.text)), len(lines))
        lines[end:end] = [Line("imports", 1, f"{name} = {value}") for name, value in linked.imports.items()]
        reader.options.addresses.update(linked.addresses)
    sections = reader.assemble_lines(str(source), lines).program.sections
    return {name: bytes(word for chunk in each.chunks for word in chunk.words) for name, each in sections.items()}


def judged(source, target, root, folder):
    """Return what became of a source, in a few words."""
    try:
        linked = theirs(source, target, root, folder)
    except Rejected:
        linked = None
    try:
        code = ours(source, target, root, linked)
    except IronboardError as error:
        return f"{source}: {error}" if linked else "refused"
    if linked is None:
        return f"{source}: taken here, but not by ca65"
    differ = [name for name, theirs in linked.segments.items() if code.get(name, b"") != theirs]
    return f"{source}: other bytes in {differ}" if differ else "same"


@needs_ca65
def test_all_sources_of_the_library_give_the_bytes_of_ca65(tmp_path):
    root = repository("cc65")
    found = Counter()
    for name, target in FOLDERS.items():
        assert target in TARGETS
        for source in sorted((root / "libsrc" / name).rglob("*.s")):
            found[judged(source, target, root, tmp_path)] += 1
    assert found == {"same": 673, "refused": 183}
