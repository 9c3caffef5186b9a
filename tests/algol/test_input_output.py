"""The procedures of input and output, on the emulated machine."""

from tests.algol.machine import printed, ran


def shown(statements, lines=(), declarations="integer i, j, n; real x, y; Boolean b; integer array a[1:3];", **files):
    return printed(f"begin {declarations}\n{statements}\nend", lines, **files)


def test_numbers_are_followed_by_a_blank():
    text = 'outinteger(61, 12); outreal(61, 0.1); outboolean(61, true); outinteger(61, -0); output(61, "/")'
    assert shown(text) == ["12 0.1 TRUE 0 "]


def test_reals_are_read_and_printed_correctly_rounded():
    text = 'inreal(60, x); inreal(60, y); output(61, "-4ZD.4D,-D.6DE+3D/", x, y)'
    assert shown(text, ["  -123.45678,", "1.23456785E-200"]) == ["  -123.4568 1.234568E-200"]


def test_symbols_are_positions_in_a_string():
    text = """
      for i := 1, 2, 3, 4, 5 do begin inchar(60, "abc", n); outinteger(61, n) end;
      outchar(61, "xyz", 2); outsymbol(61, "xyz", -1); outcharacter(61, "xyz", 3); output(61, "/")"""
    assert shown(text, ["CZA", "B"]) == ["3 0 1 -1 2 Y", "Z"]


def test_the_length_of_a_string_counts_its_quotes_as_they_are_printed():
    assert shown('outinteger(61, length("a‘b’c")); outstring(61, "a‘b’c"); output(61, "/")') == ['9 A"("B")"C']


def test_arrays_are_read_and_printed_in_the_order_of_their_elements():
    text = 'inarray(60, a); outarray(61, a); inarray(60, r); outarray(61, r); output(61, "/")'
    declarations = "integer array a[1:3]; real array r[0:1, 0:1];"
    lines = ["1 -2", "3", "1.5, 2E1 0 -.25"]
    assert shown(text, lines, declarations) == ["1 -2 3 1.5 20 0 -0.25 "]


def test_a_channel_that_has_been_written_is_read_from_its_beginning():
    text = """
      for i := 1, 2, 3 do output(7, "ZD/", i × i);
      for i := 1, 2, 3 do begin ininteger(7, n); outinteger(61, n) end; output(61, "/")"""
    assert shown(text) == ["1 4 9 "]


def test_channels_are_files_of_their_own():
    machine = ran('begin integer n; ininteger(12, n); output(5, "ZD/", n + 1) end', CH12=["41"])
    assert machine.text("CH5") == "42\n"


def test_an_element_of_the_list_may_read_and_print_itself():
    text = """
      begin
        integer procedure next; begin integer q; input(60, "N", q); output(61, "‘<’ZD‘>’", q); next := q end;
        output(61, "ZD,ZD,‘=’-2ZD/", next, next, next - next)
      end"""
    assert shown(text, ["1 2 3 4"]) == ["< 1> 1< 2> 2=< 3>< 4>  -1"]


def test_what_is_read_determines_where_the_next_is_put():
    assert shown('input(60, "N,N", n, a[n]); outinteger(61, a[2]); output(61, "/")', ["2 99"]) == ["99 "]


def test_formats_of_input_take_columns():
    text = """
      input(60, "ZZD,B,-ZD.D,A/", n, x, i); output(61, "ZZZD,-2ZD.DD,A/", n, x, i);
      input(60, "3A,‘...’,F,P/", n, b, b2); output(61, "3A,5F,P/", n, b, b2)"""
    declarations = "integer n, i; real x; Boolean b, b2;"
    lines = [" 42x -2.5Q and more", "XYZ---TRUE 0"]
    assert shown(text, lines, declarations) == ["  42  -2.50Q", "XYZTRUE 0"]


def test_a_column_behind_the_end_of_a_line_is_blank():
    assert shown('input(60, "4D/", n); input(60, "2D", i); output(61, "4ZD,2ZD/", n, i)', ["12", "7"]) == ["   12  7"]


def test_strings_in_formats_and_as_elements():
    text = 'output(61, "5S,S,N,‘!’/", "abc", "xyz", "whole")'
    assert shown(text) == ["ABC  XWHOLE!"]


def test_the_dialogue_of_a_chess_program():
    """What Zuidema's program does to read a square: characters, a bad one, the rest of the line."""
    text = """
      again: inchar(60, "ABCDEFGH0 ", n); if n < 1 then goto again; outinteger(61, n);
      incharacter(60, "12345678", n); outinteger(61, n);
      if n = 0 then begin output(61, "‘not correct’Z/", 0); input(60, "/"); goto again end;
      output(61, "‘K’A,D/", 5 × 2↑42, n)"""
    assert shown(text, ["KE9 REST", "E4"]) == ["5 0 NOT CORRECT ", "5 4 KE4"]


def test_input_and_output_may_be_parameters():
    text = """begin integer i, j; array a[1:2];
        procedure use(in, out); procedure in, out;
        begin
          in(60, "2N", i, a[i]);
          out(61, "ZD,B3ZD.2D,/", i, a[i] + j);
          out(61, "4D/", twice(3));
          out(7, "‘no list’/")
        end;
        integer procedure twice(n); value n; integer n; begin output(61, "‘inside ’"); twice := 2 × n end;
        procedure again(in, out); procedure in, out; use(in, out);
        j := 1; again(input, output)
        end"""
    machine = ran(text, ["2 3.5"], CH7=[])
    assert machine.text("OUTPUT") == " 2    4.50\nINSIDE 0006\n"
    assert machine.text("CH7") == "NO LIST\n"


def test_a_format_is_the_second_parameter_of_output_as_a_parameter():
    machine = ran("begin procedure p(out); procedure out; out(61); p(output) end")
    assert "WRONG NUMBER OF PARAMETERS" in " ".join(machine.dayfile)
