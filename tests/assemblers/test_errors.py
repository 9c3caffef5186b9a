"""What the assembler says about bad sources: place, message and hint, all errors of a pass."""

import pytest

from emulators.errors import ImageError, SourceErrors
from host.assemblers.mos6502 import assemble

# (source, line, column, part of the message, part of the hint)
BAD = [
    # operations
    (" LDAA #$20", 1, 2, "unknown operation 'LDAA'", "did you mean 'LDA'?"),
    (" slo 5", 1, 2, "unknown operation 'slo'", '.setcpu "6502X"'),
    (
        "foo nop",
        1,
        1,
        "unknown operation 'foo'",
        "a label ends with ':', unless --feature labels_without_colons is given",
    ),
    (" .bytte 5", 1, 2, "unknown directive '.bytte'", "did you mean '.byte'?"),
    (" .quux 5", 1, 2, "unknown directive '.quux'", ".align"),
    (' .ascii "x"', 1, 2, ".ascii is not supported", ".byte"),
    (" .a16", 1, 2, ".a16 is not supported", "65816"),
    (" .lobyte(5)", 1, 2, "is a function, not a statement", ""),
    ("a: nop", 1, 1, "unexpected 'a:'", "cannot be labels"),
    ("x = 5", 1, 1, "unexpected 'x'", "X is a register"),
    (" *=$200", 1, 2, "'*=' sets no origin", ".org"),
    (" lda #1 : nop", 1, 9, "unexpected ':'", ""),
    # operands
    (" sta #5", 1, 6, "STA cannot be used with the operand #value", "STA takes: zp, zp,X, abs"),
    (" jmp ($10),y", 1, 6, "JMP cannot be used with the operand (zp),Y", "JMP takes: abs, (abs)"),
    (" inx 5", 1, 6, "INX takes no operand", ""),
    (" lda", 1, 2, "LDA needs an operand", "#value, zp"),
    (" stx $1234,y", 1, 6, "not in the zero page", "STX takes: zp, zp,Y, abs"),
    (" lda (5),x", 1, 10, "expected Y, found 'x'", ""),
    (" lda (5)+1", 1, 9, "after the indirect address", "write +("),
    (" lda f:5", 1, 6, "no far addresses", "a: asks for two bytes"),
    # values
    (" lda #256", 1, 6, "256 ($100) does not fit into a byte", "'<' takes the low byte"),
    (" .word $12345", 1, 8, "does not fit into a word", ""),
    (" .byte -1", 1, 8, "-1 does not fit into a byte", ""),
    (" .org $200\n bne far\n .res 200\nfar: rts", 2, 6, "200 bytes after the next instruction", "-128 to 127"),
    ("far: rts\n .res 200\n bne far", 3, 6, "203 bytes before the next instruction", "JMP"),
    (" .byte 1/0", 1, 10, "division by zero", ""),
    (" .byte 0x10", 1, 8, "'0x10' is not a number", "write $10"),
    (" .byte %12", 1, 8, "'%' must be followed by the binary digits", ""),
    (" .byte 1 == 1", 1, 10, "'==' is not an operator", "write '='"),
    (" .byte 1+!1", 1, 10, "expected a value", "in parentheses"),
    (" .byte (5", 1, 10, "expected ')', found the end of the line", ""),
    (' .word "ab"', 1, 8, "expected a value", ".byte takes strings"),
    # symbols
    ("loop: lda loop1", 1, 11, "undefined symbol 'loop1'", "did you mean 'loop'?"),
    ("foo: rts\nfoo: rts", 2, 1, "'foo' is already defined", ":1"),
    ("aa = 1\naa = 2", 2, 1, "'aa' is already defined", ":1"),
    (" @x: nop", 1, 2, "no label before '@x'", "belongs to the label above"),
    (" nop\n bne :+", 2, 6, "not enough unnamed labels below", ""),
    (" nop\n bne :-", 2, 6, "not enough unnamed labels above", ""),
    (" lda foo::bar", 1, 6, "no scope 'foo'", "before they are used"),
    (" .if later\n .endif\nlater = 1", 1, 6, "a constant defined before this line", "later"),
    # blocks
    (" nop\n .macro m\n nop", 2, 2, ".macro without .endmacro", ""),
    (" nop\n .if 1\n nop", 2, 2, ".if without .endif", ""),
    (" nop\n .proc p\n nop", 2, 2, ".proc without .endproc", ""),
    (" nop\n .repeat 2\n nop", 2, 2, ".repeat without .endrepeat", ""),
    (" .repeat 65537\n .endrepeat", 1, 10, "cannot repeat 65537 times: 0 to 65536", ""),
    (" .endif", 1, 2, ".endif without .if", ""),
    (" .endproc", 1, 2, ".endproc without .proc", ""),
    (" .endmacro", 1, 2, ".endmacro without .macro", ""),
    (" .if 1\n .else\n .else\n .endif", 3, 2, ".else after .else", ":2"),
    (" .scope s\n .endproc\n .endscope", 2, 2, "the block that is open needs .endscope", ":1"),
    # text
    (' .byte "abc', 1, 8, "the string has no end", ""),
    (" .byte 'ab'", 1, 8, "one character between two '", ""),
    (" lda £5", 1, 6, "the character '£' has no meaning", ""),
    (" lda \x01", 1, 6, "the character U+0001 has no meaning", ""),
    # memory
    (" .org $10000", 1, 7, "there is no address 65536", ""),
    (" .org $FFFF\n nop\n nop", 3, 2, "beyond the last address $FFFF", ""),
    (" .org $200\n nop\n nop\n .org $201\n nop", 5, 2, "the words from $0201 overlap those from $0200", ":2"),
    (" .res 70000", 1, 7, "a count of 70000 is impossible", ""),
    # messages of the source
    (' .error "stop it"', 1, 2, "stop it", ""),
    (' .assert * = 5, error, "wrong place"', 1, 2, "wrong place", ""),
    (" .feature foo", 1, 11, "unsupported feature 'foo'", "labels_without_colons"),
    (' .setcpu "Z80"', 1, 10, "no processor 'Z80'", "6502X"),
    (' .include "gone.inc"', 1, 11, "cannot find the file 'gone.inc'", "searched in: "),
]


@pytest.fixture
def errors(tmp_path):
    """Return a function that assembles a text and returns its errors."""

    def errors_of(text, **options):
        source = tmp_path / "bad.s"
        source.write_text(text)
        with pytest.raises(SourceErrors) as raised:
            assemble(source, **options)
        return raised.value.errors

    return errors_of


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), BAD, ids=[row[0] for row in BAD])
def test_a_bad_source_is_one_error_at_its_place(errors, text, line, column, message, hint):
    (error,) = errors(text)
    assert (error.place.line, error.place.column) == (line, column)
    assert message in error.message
    assert hint in error.hint


def test_all_errors_are_reported_in_the_order_of_the_source(errors):
    found = errors(" lda #300\n ldx undefined\n foo\nx1: nop\nx1: nop\n bne *+200\n")
    assert [error.place.line for error in found] == [1, 2, 3, 5, 6]


def test_every_symbol_of_a_circular_definition_is_named(errors):
    first, second = errors("one = two\ntwo = one\n lda one\n")
    assert (first.place.line, second.place.line) == (1, 2)
    assert "'one' is defined in terms of itself" in first.message


def test_an_error_inside_of_macros_shows_the_line_and_all_that_called_it(errors):
    (error,) = errors(" .macro in p\n ldz p\n .endmacro\n .macro out p\n in p\n .endmacro\n nop\n out 1\n")
    assert error.place.line == 2
    text = str(error)
    assert "bad.s:5:2: note: in macro 'in', called here" in text
    assert "bad.s:8:2: note: in macro 'out', called here" in text


def test_an_error_in_an_argument_points_at_the_call_and_names_the_line_of_the_macro(errors):
    (error,) = errors(" .macro load value\n lda value\n .endmacro\n load #300\n")
    assert (error.place.line, error.place.column, error.place.length) == (4, 7, 4)
    assert "bad.s:2:2: note: in this line\n    2 |  lda value" in str(error)


def test_an_error_in_an_included_file_shows_who_included_it(errors, tmp_path):
    (tmp_path / "part.inc").write_text(" nop\n foo\n")
    (error,) = errors(' nop\n .include "part.inc"\n')
    assert error.place.file.endswith("part.inc")
    assert error.place.line == 2
    assert "bad.s:2:11: note: included here" in str(error)


@pytest.mark.parametrize(
    "text",
    [
        ' .include "bad.s"\n',
        " .macro m\n m\n .endmacro\n m\n",
        " .macro m\n m\n m\n .endmacro\n m\n",
        " .macro one\n two\n .endmacro\n .macro two\n one\n .endmacro\n one\n",
    ],
)
def test_what_calls_itself_without_end_is_an_error(errors, text):
    assert "call one another" in errors(text)[-1].message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" .byte " + "(" * 5000 + "1", "parentheses are nested"),
        (" lda " + "+".join(["f"] * 5000) + "\nf = 1", "levels deep"),
        ("\n".join(f"a{i} = a{i + 1}" for i in range(2000)) + "\na2000 = 1\n lda a0", "nested too deeply"),
        (" .scope s\n" * 500, "scopes are nested"),
        (" .macro m p\n m {p p}\n .endmacro\n m 1", "grows beyond"),
        (' .macro m p\n m .concat(p,p)\n .endmacro\n m "abcd"', "longer than 4096 characters"),
        ("".join(f" .define n{i} n{i + 1} n{i + 1}\n" for i in range(30)) + " n0", "grows beyond"),
        (" .org 0\n" + " .repeat 65536\n" * 2 + " nop\n" + " .endrepeat\n" * 2, "beyond the last address"),
    ],
)
def test_excess_is_an_error_and_ends_soon(errors, text, message):
    assert any(message in error.message for error in errors(text))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b" nop\n\0", ":2:1: error: this is not text: a NUL byte"),
        (b" nop\n ; caf\xe9\n", ":2:7: error: this is not text: byte $E9 is not UTF-8"),
    ],
)
def test_what_is_no_source_is_an_image_error(tmp_path, content, message):
    source = tmp_path / "junk.s"
    source.write_bytes(content)
    with pytest.raises(ImageError, match=r"junk\.s") as raised:
        assemble(source)
    assert message in str(raised.value)


def test_a_missing_source_is_an_image_error(tmp_path):
    with pytest.raises(ImageError, match=r"cannot read .*gone\.s.*No such file"):
        assemble(tmp_path / "gone.s")


def test_a_name_on_the_command_line_must_be_a_name(tmp_path):
    with pytest.raises(ImageError, match="cannot be the name"):
        assemble(tmp_path / "any.s", defines={"a b": 1})


def test_warnings_come_with_place_and_hint(tmp_path):
    source = tmp_path / "warn.s"
    source.write_text(' .org $0201\n lda later\n .warning "careful"\n .align 2\nlater = $10\n')
    warnings = assemble(source).warnings
    assert [warning.place.line for warning in warnings] == [2, 3, 4]
    assert "warn.s:2:6: warning: two bytes for the zero page address $10" in str(warnings[0])
    assert "z:" in warnings[0].hint


def test_text_that_is_not_assembled_may_be_anything(tmp_path):
    source = tmp_path / "skip.s"
    source.write_text(" .if 0\n don't \"£ %$\n .if x\n .else\n .endif\n .endif\n nop\n")
    assert assemble(source).image.segments[0].words == b"\xea"
