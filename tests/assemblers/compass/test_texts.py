"""Texts made of texts: micros, ECHO, STOPDUP, MACROE, IRP, OPSYN, OPDEF, RMT; several programs; the system's macros."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compass.sources import assembled, numbers, repeatable, word, words
from emulators.cdc6600 import display_code
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import SourceErrors
from emulators.machine import Stop
from host.assemblers import feed
from host.assemblers.compass.assembler import assemble, assembler
from host.languages.assembly import Line, noting_files
from host.machines.cdc6600.job import Job, run_job

# ---------------------------------------------------------------- micros


@pytest.mark.parametrize(
    ("micro", "text"),
    [
        ("1,,*LUNAR*", "LUNAR"),
        ("2,3,*ABCDE*", "BCD"),
        ("4,,*ABCDE*", "DE"),
        ("1,0,*ABC*", "ABC"),
        ("9,,*ABC*", ""),
        ("1,,$A*B$", "A*B"),
    ],
)
def test_a_micro_is_a_part_of_a_text(micro, text):
    found = assembled(f'A MICRO {micro}\nN MICCNT A\n  CON N\n  DATA 0L+"A"+').image
    [count, *rest] = [each for _, each in found]
    assert count == len(text)
    assert rest[:1] == [display_code.number(display_code.codes(text)) << 60 - 6 * len(text)]


@repeatable
@given(st.text("ABCXYZ0123", max_size=9), st.integers(1, 12), st.integers(0, 12))
def test_micros_are_cut_like_strings(text, first, count):
    wanted = text[first - 1 :][: count or None]
    found = numbers(f'A MICRO {first},{count},*{text}*\nN MICCNT A\n  CON N,0L"A"Z')
    assert found == [len(wanted), display_code.number(display_code.codes(wanted + "Z")) << 54 - 6 * len(wanted)]


@repeatable
@given(st.integers(0, 10**9), st.integers(0, 10))
def test_digits_of_a_value(value, count):
    decimal, octal = f"{value:0{count or 1}d}", f"{value:0{count or 1}o}"
    wanted = [len(decimal[-count:]), len(octal[-count:]), int(decimal[-count:]), int(octal[-count:], 8)]
    text = f'A DECMIC {value},{count}\nB OCTMIC {value},{count}\nM MICCNT A\nN MICCNT B\n  CON M,N,"A","B"B'
    assert numbers(text) == wanted


def test_a_micro_is_replaced_when_the_line_is_assembled():
    assert numbers('A MICRO 1,,*1*\nM MACRO\n  CON "A"\nM ENDM\n  M\nA MICRO 1,,*2*\n  M') == [1, 2]


def test_what_is_not_a_micro_stays():
    assert words('A MICRO 1,,*X*\n  DATA 0L+"B"+') == [word('  VFD 18/3R"B",42/0')]


def test_the_micros_of_the_assembler():
    found = numbers('  CON 1R"BASE"\n  BASE O\n  CON 1R"BASE"\n  QUAL Q1\n  CON 0L"QUAL"')
    assert found == [4, 15, display_code.number(display_code.codes("Q1")) << 48]


# ---------------------------------------------------------------- repetitions


def test_echo_takes_the_values_together_and_ends_with_the_shortest_list():
    assert numbers("  ECHO 1,A=(1,2,3),B=(4,5)\n  CON A,B\n  CON 9") == [1, 4, 2, 5, 9]
    assert numbers("X ECHO ,A=(1,,3)\n.1 IFC NE,*A**\n  CON A\n.1 ENDIF\nX ENDD") == [1, 3]


def test_stopdup_ends_with_this_time_the_innermost():
    stops = "  IFEQ N,3,1\n  STOPDUP\n  CON N\n  IFEQ N,5,1\n  STOPDUP\n"
    text = f"N SET 0\n  DUP 2\n  DUP -1\nN SET N+1\n{stops}  ENDD\n  ENDD\n  CON N"
    assert numbers(text) == [1, 2, 3, 4, 5, 5]


def test_a_repetition_without_an_end_is_told(monkeypatch):
    monkeypatch.setattr(feed, "MOST_STATEMENTS", 20_000)
    with pytest.raises(SourceErrors, match="grows beyond"):
        assembled("N SET 0\n  DUP -1\nN SET N+1\n  ENDD")


# ---------------------------------------------------------------- macros


def test_arguments_with_names():
    macro = "M MACROE A=1,B,C=3\n.1 IFC NE,*A**\n  CON A\n.1 ENDIF\n.2 IFC NE,*B**\n  CON 10*B\n.2 ENDIF\nM ENDM\n"
    assert numbers(macro + "  M B=2,A\n  M A=(4+4)\n  CON 0") == [1, 20, 8, 0]


def test_irp_goes_through_the_values_of_an_argument():
    assert numbers("M MACRO L,X\n  IRP L\n  CON L+X\n  IRP\nM ENDM\n  M (1,2,3),10") == [11, 12, 13]


def test_a_forgotten_macro_is_unknown_and_an_unknown_one_may_be_forgotten():
    with pytest.raises(SourceErrors, match="unknown operation 'MINE'"):
        assembled("MINE MACRO\n  CON 1\nMINE ENDM\n  MINE\n  PURGMAC MINE,OTHER\n  MINE\n  CON 1")


def test_other_names_of_operations():
    assert numbers("W OPSYN CON\nV OPSYN W\n  V 3\nW OPSYN NIL\n  W 4\n  V 5") == [3, 5]
    assert numbers("M MACRO P\n  CON P\nM ENDM\nN OPSYN M\n  N 7") == [7]


def test_remote_lines_come_where_here_stands():
    assert numbers("  RMT\n  CON 1\n  RMT\n  CON 2\n  RMT\n  CON 3\n  RMT\n  HERE\n  HERE\n  CON 4") == [2, 1, 3, 4]


@pytest.mark.parametrize(
    ("form", "parameters", "line", "same"),
    [
        ("IXX/X", "I,J,K", "IX6 X1/X2", "CON 6,1,2"),
        ("SXQ", "I,Q", "SX3 5", "CON 3,5,0"),
        ("SXQ", "I,Q", "SX3 N+2", "CON 3,N+2,0"),
        ("ZRX,Q", "J,Q", "ZR X4,N", "CON 4,N,0"),
        ("BXX", "I,J", "BX1 X7", "CON 1,7,0"),
    ],
)
def test_instructions_of_a_form_are_a_macro(form, parameters, line, same):
    names = parameters.split(",")
    body = f"  CON {names[0]},{names[1]},{names[2] if len(names) > 2 else 0}"
    text = f"N EQU 30\n{form} OPDEF {parameters}\n{body}\n  ENDM\n  {line}"
    assert numbers(text) == numbers(f"N EQU 30\n  {same}")


def test_other_forms_remain_the_machines():
    definition = "IXX/X OPDEF I,J,K\n  CON 1\n  ENDM\n"
    assert words(definition + "  IX6 X1+X2") == words("  IX6 X1+X2")
    with pytest.raises(SourceErrors):
        assembled(definition + "  PURGDEF IXX/X\n  IX6 X1/X2")


# ---------------------------------------------------------------- places, expressions


def test_the_exclusive_or_of_words():
    assert numbers("  CON 1RA&1RB,5&3&1,-1&1") == [1 ^ 2, 5 ^ 3 ^ 1, 2**60 - 1 - 1 ^ 1]


def test_org_goes_on_within_a_block():
    text = "  CON 1\n  USE B\nT CON 2\nU EQU T+3\n  ORG U\n  CON 3\n  USE\n  SA1 T"
    assert [(each.address, each.words) for each in assembled(text).image.segments][-1][1][-1] == 3
    with pytest.raises(SourceErrors, match="not known yet"):
        assembled("  USE B\nT CON 2\n  CON 1\n  ORG T\n  CON 3")


def test_loc_in_a_block_whose_place_is_not_known_yet():
    assert numbers("  CON 7\n  USE B\n  CON 1\n  LOC 0\nX CON X\n  LOC *O\nY CON Y-B\nB EQU 0")[-1] == 0o103


# ---------------------------------------------------------------- several programs


def ended(path):
    """Run a source to its end; return the machine."""
    image = assemble(path).image
    machine = Cdc6600()
    machine.load(image)
    machine.write_register("P", image.entry)
    assert machine.run(10**8) == Stop.HALT
    return machine


def test_programs_have_symbols_of_their_own_and_see_entries(tmp_path):
    source = tmp_path / "two.compass"
    source.write_text(
        "  IDENT ONE\n  EXT TWICE\nN EQU 21\nSTART SX1 N\n  RJ TWICE\n  SA6 R\n  PS\nR CON 0\n  END START\n"
        "  IDENT TWO\n  ENTRY TWICE\nN EQU 1\nTWICE PS\n  IX6 X1+X1\n  SX6 X6+N\n  EQ TWICE\n  END\n"
    )
    assert ended(source).peek(assemble(source).image.symbols["R"]) == 43


def test_the_library_has_what_the_source_has_not(tmp_path):
    thrice = "THRICE PS\n  LX6 B0,X1\n  IX6 X6+X1\n  IX6 X6+X1\n  EQ THRICE\n"
    (tmp_path / "other.compass").write_text(f"  IDENT O\n  ENTRY THRICE\n{thrice}  END\n")
    source = tmp_path / "main.compass"
    source.write_text("  IDENT M\nS SX1 5\n  RJ =XTHRICE\n  SA6 =SRESULT\n  SA6 =YNOWHERE\n  PS\n  END S\n")
    image = assemble(source).image
    machine = ended(source)
    assert (machine.peek(image.symbols["RESULT"]), machine.peek(image.symbols["NOWHERE"])) == (15, 15)


def test_a_program_that_comes_into_the_library_later_is_found(tmp_path):
    source = tmp_path / "main.compass"
    source.write_text("  IDENT M\nS RJ =XLATE\n  PS\n  END S\n")
    with pytest.raises(SourceErrors, match="undefined symbol 'LATE'"):
        assemble(source)
    (tmp_path / "late.compass").write_text("  IDENT L\n  ENTRY LATE\nLATE PS\n  EQ LATE\n  END\n")
    assert assemble(source).image.size == 4


def test_the_system_text_is_one_of_the_files_that_an_assembly_depends_on(tmp_path):
    source = tmp_path / "main.compass"
    source.write_text("  IDENT M\nS ENDRUN\n  END S\n")
    for _ in range(2):  # of every assembly, not of the first alone
        with noting_files() as files:
            assemble(source)
        assert any(each.endswith("systext.compass") and found for each, found in files.items())


def test_a_common_deck_is_taken_in_and_a_missing_one_told(tmp_path):
    (tmp_path / "comdeck.compass").write_text(" K EQU 5\n")
    source = tmp_path / "main.compass"
    source.write_text("*CALL COMDECK\n*CALLC COMDECK\n  CON K\n*CALL NOSUCH\n")
    found = assemble(source)
    assert [each for _, each in found.image] == [5]
    assert [str(each).split(": ", 1)[1].split("\n")[0] for each in found.warnings] == [
        "warning: there is no common deck 'NOSUCH' in the library"
    ]


# ---------------------------------------------------------------- the system's macros

COPY = """          IDENT  COPY
          ENTRY  COPY
          SYSCOM B1
 COPY     SB1    1
 COPY1    READC  INPUT,LINE,8
          NZ     X1,COPY2
          SA1    COUNT
          SX6    X1+B1
          SA6    A1
          WRITEC OUTPUT,LINE
          EQ     COPY1
 COPY2    SA1    COUNT
          RJ     =XCDD
          BX7    X4
          SA7    LINE
          WRITEO OUTPUT
          SA1    LINE
          BX6    X1
          WRITEO OUTPUT
          SX6    B0
          WRITEO OUTPUT
          WRITER OUTPUT,R
          MESSAGE (=C* ALL LINES ARE COPIED.*)
          ENDRUN
 COUNT    CON    0
 LINE     BSS    8
 INPUT    FILEB  IBUF,IBUFL
 OUTPUT   FILEB  OBUF,OBUFL
 IBUFL    EQU    17
 OBUFL    EQU    15
 IBUF     BSS    IBUFL
 OBUF     BSS    OBUFL
          END
"""


@pytest.mark.parametrize("count", [0, 1, 7, 60])
def test_a_program_of_the_time_copies_lines(tmp_path, count, capsys):
    lines = [f"LINE {number} {'=' * (number % 50)}" for number in range(count)]
    (tmp_path / "copy.compass").write_text(COPY)
    (tmp_path / "lines").write_text("".join(f"{each}\n" for each in lines))
    assert run_job(Job(str(tmp_path / "copy.compass"), input=tmp_path / "lines")) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[: count + 1] == [*lines, f"{count:>10}{count:<10}"]
    assert any("ALL LINES ARE COPIED." in each for each in printed[count + 1 :])


@repeatable
@given(st.integers(0, 10**10 - 1))
def test_cdd_gives_the_decimal_digits_on_both_sides(value):
    program = "S SB1 1\n  SA1 V\n  SX5 7\n  BX7 X5\n  RJ =XCDD\n  SA6 R\n  BX6 X4\n  SA6 L\n  PS\nR CON 0\nL CON 0\n"
    lines = [Line("x.compass", number, line) for number, line in enumerate(f"{program}V CON {value}".split("\n"), 1)]
    image = assembler().assemble_lines("x.compass", lines).image
    machine = Cdc6600()
    machine.load(image)
    machine.write_register("P", 0o100)
    assert machine.run(10**6) == Stop.HALT
    found = [display_code.text_of(machine.peek(image.symbols[name]), 10) for name in "RL"]
    assert found == [f"{value:>10}", f"{value}"]  # without the blanks at the end
    assert [machine.read_register(name) for name in ("B2", "B4", "X5", "X7")] == [6 * len(str(value)), 6, 7, 7]


@pytest.mark.parametrize("name", ["", "A", "AB3", "ABCDEFGHI", "ABCDEFGHIJ"])
def test_sfn_puts_blanks_behind_a_name(name):
    program = f"S SA1 V\n  RJ =XSFN=\n  SA6 R\n  PS\nR CON 0\nV DATA {len(name)}L{name}\n" if name else "S BX1 X1-X1\n"
    program += "" if name else "  RJ =XSFN=\n  SA6 R\n  PS\nR CON 0\n"
    lines = [Line("x.compass", number, line) for number, line in enumerate(program.split("\n"), 1)]
    image = assembler().assemble_lines("x.compass", lines).image
    machine = Cdc6600()
    machine.load(image)
    machine.write_register("P", 0o100)
    assert machine.run(10**6) == Stop.HALT
    wanted = display_code.number(display_code.codes(f"{name:<10}"))
    assert machine.peek(image.symbols["R"]) == wanted


def test_a_macro_of_the_program_goes_before_the_systems():
    assert numbers("READ MACRO P\n  CON P\nREAD ENDM\n  READ 3") == [3]
