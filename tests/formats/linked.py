"""Debug information and listings from ca65 and ld65 themselves, and what our own assembler says of the same source."""

import linecache
import re
import subprocess
from pathlib import Path

from hypothesis import strategies as st

from host.formats.dbg import loads
from host.languages.sources import Innermost
from tests.assemblers.ca65 import LAYOUT

REPEATED = re.compile(r"\s*(\S+:)?\s*\.(repeat|endrep)", re.IGNORECASE)


def linked(folder: Path, *sources: Path, layout: str = LAYOUT):
    """Return the debug information of sources that are assembled alone and linked together."""
    (folder / "layout.cfg").write_text(layout)
    objects = []
    for number, source in enumerate(sources):
        objects.append(str(folder / f"{source.stem}{number}.o"))
        run("ca65", "-g", str(source), "-o", objects[-1])
    debug = folder / "linked.dbg"
    run("ld65", "-C", str(folder / "layout.cfg"), *objects, "-o", str(folder / "linked.bin"), "--dbgfile", str(debug))
    return loads(debug.read_bytes(), str(debug))


def run(*command):
    """Run a program of cc65; its complaints become ours."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 0, done.stderr


def calls_a_repetition(file, line):
    """Tell lines with .repeat, which call a repetition to us, and with .endrepeat, which do to ca65."""
    return bool(REPEATED.match(linecache.getline(file, line)))


def comparable(lines, addresses):
    """Return what both assemblers agree upon: lines at these addresses, without those that call repetitions.

    Stretches that follow one another with the same line are joined: in a repetition, ca65 makes one of each number
    of a .byte.
    """
    joined = []
    for line in sorted(lines, key=lambda each: (each.file, each.line, each.depth, each.address)):
        if line.address not in addresses or calls_a_repetition(line.file, line.line):
            continue
        last = joined[-1] if joined else None
        if last and (last[2:], last[0] + last[1]) == (tuple(line)[2:], line.address):
            joined[-1] = (last[0], last[1] + line.length, *last[2:])
        else:
            joined.append(tuple(line))
    return sorted(joined)


def innermost(lines, addresses):
    """Return for every address which line is meant first."""
    table = Innermost(lines)
    return {address: (line.file, line.line) for address in addresses for line in [table.at(address)] if line}


# --- generated programs ---------------------------------------------------------------------------------

NAMES = st.sampled_from(["cell", "port", "first", "last"])
STATEMENTS = st.one_of(
    st.builds(" {} {}".format, st.sampled_from(["lda", "sta", "inc"]), NAMES),
    st.builds(" .byte {}, 2, 3".format, st.integers(0, 255)),
    st.builds(" .word {}".format, NAMES),
    st.builds(" .res {}, 1".format, st.integers(0, 5)),
    st.builds(" both {}".format, NAMES),
    st.builds(" nested {}".format, NAMES),
    st.builds(" times {}".format, st.integers(0, 3)),
    st.builds(" .repeat {}\n nop\n .endrepeat".format, st.integers(0, 3)),
    st.builds(" .repeat {}\n one\n times 1\n .endrepeat".format, st.integers(1, 2)),
    st.builds(" .repeat {}\n .repeat {}, I\n .byte I\n .endrepeat\n .endrepeat".format, *2 * [st.integers(1, 2)]),
    st.builds(' .segment "{}"'.format, st.sampled_from(["CODE", "DATA", "RODATA"])),
    st.builds(" .scope\nhere: bne here\n jmp {}\n .endscope".format, NAMES),
    st.sampled_from([" one", "; nothing", "", ":\n bne :-", " .include \"more.inc\""]),
)  # fmt: skip
FRAME = """cell = $10
port := $1740
 .macro one
 clc
 .endmacro
 .macro both address
 .local skip
 lda address
 beq skip
skip: sta address
 .endmacro
 .macro nested address
 one
 both address
 .endmacro
 .macro times count
 .repeat count
 asl
 .endrepeat
 .endmacro
first:
{}
 .segment "CODE"
last:
 rts
"""
MORE = "; lines of another file\n nop\n both cell\n"


def written(folder, statements):
    """Write a generated program and the file it includes; return the program's path."""
    linecache.clearcache()
    (folder / "more.inc").write_text(MORE)
    path = folder / "program.s"
    path.write_text(FRAME.format("\n".join(statements)))
    return path
