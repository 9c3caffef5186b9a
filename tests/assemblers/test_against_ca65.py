"""The same bytes as ca65, for the programs of this repository and for many small ones."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import SourceErrors
from emulators.mos6502.isa import MNEMONICS, OPCODES, Mode
from host.assemblers.ca65.state import TARGETS
from host.assemblers.disassembler import disassemble
from host.assemblers.mos6502 import assemble
from tests.assemblers.ca65 import Rejected, ca65, concatenated, needs_ca65

HERE = Path(__file__).parent
SOURCES = sorted((HERE.parents[1] / "asm").rglob("*.s"))
OPERANDS = {
    Mode.IMPLIED: "", Mode.ACCUMULATOR: "a", Mode.IMMEDIATE: "#$12", Mode.ZERO_PAGE: "$12", Mode.ZERO_PAGE_X: "$12,x",
    Mode.ZERO_PAGE_Y: "$12,y", Mode.ABSOLUTE: "$1234", Mode.ABSOLUTE_X: "$1234,x", Mode.ABSOLUTE_Y: "$1234,y",
    Mode.INDIRECT: "($1234)", Mode.INDIRECT_X: "($12,x)", Mode.INDIRECT_Y: "($12),y", Mode.RELATIVE: "*",
}  # fmt: skip
FEW = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)

pytestmark = needs_ca65


def programs(name: str) -> list[str]:
    """Return the programs of a file; the first part is what the file says about itself."""
    return (HERE / name).read_text().split("----\n")[1:]


def ours(text: str, folder: Path, **options: Any) -> bytes:
    source = folder / "ours.s"
    source.write_text(text)
    return concatenated(assemble(source, **options))


def theirs(text: str, folder: Path, *options: str) -> bytes:
    source = folder / "theirs.s"
    source.write_text(text)
    return ca65(source, folder, *options)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_6502_source_of_the_repository_gives_the_same_bytes(source, tmp_path):
    assert concatenated(assemble(source)) == ca65(source, tmp_path)


@pytest.mark.parametrize("text", programs("accepted.txt"))
def test_what_ca65_takes_gives_the_same_bytes(text, tmp_path):
    assert ours(text, tmp_path) == theirs(text, tmp_path)


@pytest.mark.parametrize("text", programs("refused.txt"))
def test_what_ca65_refuses_is_an_error_here_too(text, tmp_path):
    with pytest.raises(Rejected):
        theirs(text, tmp_path)
    with pytest.raises(SourceErrors):
        ours(text, tmp_path)


@pytest.mark.parametrize("target", sorted({*TARGETS} - {"kim1"}))  # which ca65 2.18 does not have
def test_a_target_has_the_same_symbols_and_codes_of_characters(target, tmp_path):
    codes = [f' .byte "\\x{code:02x}"' for code in range(255)]
    symbols = [f" .ifdef {name}\n .byte {name}\n .endif" for each in TARGETS.values() for name in each.symbols]
    text = "\n".join([" .feature string_escapes", *codes, *symbols, ' .macpack cbm\n scrcode "aBc", 1', ""])
    assert ours(text, tmp_path, target=target) == theirs(text, tmp_path, "-t", target)


@pytest.mark.parametrize("cpu", ["6502", "6502X"])
def test_every_instruction_in_every_mode(cpu, tmp_path):
    """In one program, as far as the table has the mode; with the table in the wrong, ca65 refuses it all."""
    rows = [
        f" {mnemonic.lower()} {OPERANDS[mode]}"
        for (mnemonic, mode), each in OPCODES.items()
        if each.documented or cpu == "6502X"
    ]
    text = "\n".join([f' .setcpu "{cpu}"', " .org $200", *rows, ""])
    assert ours(text, tmp_path) == theirs(text, tmp_path)


def covered(name: str, mode: Mode) -> bool:
    """Return whether the text of this mode means another mode that the instruction has."""
    others = {
        Mode.IMPLIED: (Mode.ACCUMULATOR,),
        Mode.ZERO_PAGE: (Mode.ABSOLUTE, Mode.RELATIVE),
        Mode.ZERO_PAGE_X: (Mode.ABSOLUTE_X,),
        Mode.ZERO_PAGE_Y: (Mode.ABSOLUTE_Y,),
        Mode.ABSOLUTE: (Mode.RELATIVE,),
        Mode.RELATIVE: (Mode.ABSOLUTE, Mode.ZERO_PAGE),
        Mode.INDIRECT: (Mode.RELATIVE,),
    }
    return any((name, other) in OPCODES for other in others.get(mode, ()))


MISSING = [
    f" {name} {OPERANDS[mode]}"
    for name in MNEMONICS
    for mode in Mode
    if (name, mode) not in OPCODES and not covered(name, mode)
]


@pytest.mark.parametrize("rows", [MISSING[i : i + 40] for i in range(0, len(MISSING), 40)])
def test_no_instruction_has_a_mode_that_ca65_does_not_know(rows, tmp_path):
    """Every pair that is not in the table, one a line: ca65 complains about each line, and so do we."""
    text = "\n".join([*rows, ' .setcpu "6502X"', *rows, ""])
    with pytest.raises(Rejected) as refused:
        theirs(text, tmp_path)
    with pytest.raises(SourceErrors) as errors:
        ours(text, tmp_path)
    complaints = {int(line) for line in re.findall(r"\((\d+)\): Error", str(refused.value))}
    assert complaints == {error.place.line for error in errors.value.errors}
    assert len(complaints) == 2 * len(rows)


# --- generated expressions ------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.integers(0, 0xFFFF).map(lambda n: f"${n:X}"),
    st.integers(0, 0xFFFF).map(str),
    st.integers(0, 255).map(lambda n: f"%{n:b}"),
    st.sampled_from(["'A'", "early", "late", "lab1", "lab2", "lab2-lab1", "*", "::early", "space::inner", ":-"]),
)
BINARY = st.sampled_from(
    "+ - * & | ^ << >> = <> < > <= >= && || .and .or .xor .bitand .bitor .bitxor .shl .shr".split()
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("{} {} {}".format, inner, BINARY, inner),
        st.builds("{} {} {}".format, inner, st.sampled_from(["/", ".mod"]), st.integers(1, 300)),
        st.builds("{} {}".format, st.sampled_from(["-", "~", "<", ">", "^", "+"]), inner),
        st.builds("({})".format, inner),
        st.builds("(!{})".format, inner),
        st.builds("{}({})".format, st.sampled_from([".lobyte", ".hibyte", ".bankbyte", ".loword", ".hiword"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from([".max", ".min"]), inner, inner),
    ),
    max_leaves=8,
)
SETTING = """ .org $1234
early = $56
lab1: nop
lab2: nop
 .scope space
inner = 300
 .endscope
:
{}
late = 77
"""


@FEW
@given(st.lists(EXPRESSIONS, min_size=20, max_size=40))
def test_expressions_have_the_same_values(tmp_path, expressions):
    text = SETTING.format("\n".join(f" .dword ({each}) & $FFFFFFFF" for each in expressions))
    assert ours(text, tmp_path) == theirs(text, tmp_path)


@FEW
@given(st.lists(EXPRESSIONS.filter(lambda text: "word" not in text), min_size=20, max_size=40))
def test_addresses_have_the_same_size(tmp_path, expressions):
    """Which of zero page and absolute an expression selects, with symbols known and unknown so far.

    Not compared: ca65 takes two bytes for `.loword(0 && name)`, a constant that it knows but not by looking.
    """
    text = SETTING.format("\n".join(f" lda ({each}) & $FF + 0" for each in expressions).replace("lda (", "lda +("))
    assert ours(text, tmp_path) == theirs(text, tmp_path)


# --- generated programs ---------------------------------------------------------------------------------

NAMES = st.sampled_from(["zp1", "zp2", "zp3", "abs1", "abs2", "code1", "code2"])
STRUCTURE = """ .scope
 .struct Whole
first .byte
inner .{kind}
second .byte {count}
third .word
 .end{kind}
named .union Part
fourth .dword
fifth .struct
sixth .res {count}
seventh .byte
 .endstruct
 .endunion
last .tag Part
 .endstruct
 .byte Whole::inner, Whole::third, Whole::last, Whole::Part::seventh
 .byte .sizeof(Whole), .sizeof(Whole::Part), .sizeof(Whole::inner), .sizeof(Whole::named)
 .endscope"""
STATEMENTS = st.one_of(
    st.builds(" {} {}".format, st.sampled_from(["lda", "sta", "inc", "ora", "cmp"]), NAMES),
    st.builds(" {} {}+1,x".format, st.sampled_from(["lda", "sta", "asl", "adc"]), NAMES),
    st.builds(" ldx {},y".format, NAMES),
    st.builds(" lda #<{}".format, NAMES),
    st.builds(" lda #>({}+{})".format, NAMES, st.integers(0, 300)),
    st.builds(" {} {}".format, st.sampled_from(["jmp", "jsr"]), NAMES),
    st.builds(" jmp ({})".format, NAMES),
    st.builds(" bne (*+{})-{}".format, st.integers(2, 99), st.integers(0, 99)),
    st.sampled_from(
        [" lda (zp1),y", " sta (zp2,x)", " rts", " asl", " bit a:zp1", " lda z:zp2", ":", ' .byte .strlen("ab")']
    ),
    st.builds(' .byte {}, <{}, "text"'.format, st.integers(0, 255), NAMES),
    st.builds(" .word ({}-{}) & $FFFF, *".format, NAMES, NAMES),
    st.builds(" .res {}, {}".format, st.integers(0, 9), st.integers(0, 255)),
    st.builds(" .align {}".format, st.sampled_from([1, 2, 4, 16])),
    st.builds(" .repeat {}, I\n .byte I*2\n .endrepeat".format, st.integers(0, 5)),
    st.builds(" both {}, {}".format, NAMES, st.integers(0, 255)),
    st.builds(" .if {} > 100\n nop\n .else\n .byte {}\n .endif".format, st.integers(0, 200), st.integers(0, 255)),
    st.builds(' .segment "{}"'.format, st.sampled_from(["CODE", "DATA", "RODATA"])),
    st.builds(" .scope\nhere: bne here\n jmp {}\n .scope\n lda {}\n .endscope\n .endscope".format, NAMES, NAMES),
    # before its value is known it is what it is outside, of a byte or two: beyond a byte both refuse it
    st.builds(" .scope\n lda {0}\n{0} = {1}\n lda {0}\n .endscope".format, NAMES, st.integers(0, 255)),
    st.builds(STRUCTURE.format, kind=st.sampled_from(["struct", "union"]), count=st.integers(1, 9)),
    st.builds(" .linecont +\n .byte {}, \\\n {}\n lda \\\n {}\n .linecont -".format, *[st.integers(0, 255)] * 2, NAMES),
    st.builds(" .scope\n .case -\nWord = {}\n lda wORD\n .case +\n .endscope".format, st.integers(0, 999)),
)
FRAME = """zp1 = $10
abs1 = $1740
 .globalzp zp3
 .macro both address, value
 .local skip
 lda address
 beq skip
 .ifnblank value
 adc #value
 .endif
skip: sta address
 .endmacro
 {origin}
code1:
{body}
 .segment "CODE"
code2:
zp2 = $20
zp3 = $30
abs2 = $1F00
"""


@FEW
@given(st.lists(STATEMENTS, min_size=10, max_size=60), st.sampled_from([".org $0300", ".reloc"]))
def test_programs_give_the_same_bytes(tmp_path, statements, origin):
    text = FRAME.format(body="\n".join(statements), origin=origin)
    assert ours(text, tmp_path) == theirs(text, tmp_path)


def test_ca65_takes_disassembled_sources(tmp_path):
    image = assemble(HERE.parents[1] / "asm" / "kim1" / "monitor.s").image
    text = disassemble(image, starts=[image.segments[0].address], linear=True)
    assert theirs(text, tmp_path) == ours(text, tmp_path)
    assert ours(text, tmp_path) == b"".join(bytes(segment.words) for segment in image.merged())
