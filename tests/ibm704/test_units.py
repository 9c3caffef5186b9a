"""The units of the 704 against what is published about them, driven by programs of the machine's own."""

import pytest

from emulators.ibm704 import bcd, display, drum, printer, punch, reader, tape
from emulators.ibm704.printer import ECHO_COPIES
from emulators.machine import Stop
from host.formats import tapes
from tests.ibm704.rooms import FIRST, room, run, word, words

MINUTE = 60 * 1_000_000 // 12  # cycles
HPR = ("HALT", "program stop: HPR")
READ = reader.FIRST + 12 * reader.PITCH  # cycles from the beginning of a card's cycle to the end of its record

READ_CARDS = """
START  RCD
       LXA  L24,4
       CPY  CARD+24,4
       TXI  MORE,4,0
       TRA  EMPTY
       TRA  LONG
MORE   TIX  START+2,4,1
       CPY  CARD
       TRA  SHORT
       TRA  EMPTY
       CLA  COUNT
       ADD  ONE
       STO  COUNT
       TRA  START
EMPTY  HPR
LONG   HTR  *
SHORT  HTR  *
ONE    DEC  1
L24    DEC  24
COUNT  DEC  0
CARD   BSS  24
"""


def dotted(columns):
    """24 words with a punch in each of these (column, row)."""
    found = [0] * bcd.CARD_WORDS
    for column, row in columns:
        half = (column - 1) // 36
        found[2 * bcd.READING_ORDER.index(row) + half] |= 1 << 35 - (column - 1) % 36
    return found


# ---------------------------------------------------------------- reader


def test_a_card_comes_row_by_row_nine_first_the_leftmost_column_in_s():
    card = dotted([(1, 9), (36, 9), (37, 8), (72, 12)])
    machine = room(READ_CARDS, cards=[card])
    assert run(machine) == HPR
    assert words(machine, "CARD", 24) == card
    assert words(machine, "CARD", 4) == [1 << 35 | 1, 0, 0, 1 << 35]


def test_the_last_word_of_a_card_is_in_mq_and_a_25th_copy_finds_the_end_of_the_record():
    machine = room(READ_CARDS, cards=["FIRST", dotted([(72, 12)])])
    assert run(machine) == HPR
    assert word(machine, "COUNT") == 2
    assert machine.read_register("MQ") == 1
    assert word(machine, "CARD") == 0  # the copy at the end of the record has changed nothing


def test_the_first_copy_finds_the_end_of_the_file_when_the_hopper_is_empty():
    machine = room(READ_CARDS)
    assert run(machine) == HPR
    assert machine.cycles < 20
    machine.put_cards([bcd.card("LATER")])
    machine.write_register("IC", machine.symbols["START"])
    assert run(machine) == HPR
    assert word(machine, "COUNT") == 1


def test_250_cards_a_minute():
    machine = room(READ_CARDS, cards=["X"] * 50)
    run(machine)
    assert machine.cycles == pytest.approx(reader.START + 49 * MINUTE // 250 + READ, abs=600)
    assert machine.cycles - int(machine.m.waited) < 50 * 600


def test_a_reader_that_is_asked_too_late_has_come_to_rest_and_must_start_again():
    slow = READ_CARDS.replace("       TRA  START", f"       TRA  WASTE\nWASTE  LXA  N,1\n{'       MPY ONE' * 0}"
                              "       TIX  *,1,1\n       TRA  START\nN      DEC 20000")  # fmt: skip
    machine = room(slow, cards=["X"] * 3)
    run(machine)
    assert machine.cycles == pytest.approx(3 * (40_000 + reader.START + READ), abs=600)


def test_a_card_passes_even_if_none_of_its_words_is_copied():
    machine = room("START  RCD\n       RCD\n       CPY  0\n       HPR", cards=["ONE", "TWO", "THREE"])
    assert run(machine) == HPR
    assert len(machine.hopper) == 1
    assert machine.peek(0) == bcd.card("TWO")[0]
    assert machine.cycles == pytest.approx(reader.START + MINUTE // 250 + reader.FIRST, abs=20)


def test_a_copy_that_comes_too_late_finds_nothing_and_stops_the_machine():
    machine = room(
        """
        START  RCD
               CPY  0
               LXA  N,1
               TIX  *,1,1
               CPY  1
        N      DEC  5000
        """,
        cards=["X"],
    )
    assert run(machine) == ("HALT", "read-write check: CPY was too late: unit 321 had disconnected")
    assert machine.lamps()["READ-WRITE CHECK"] == 1
    assert not machine.running


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("CPY 0", "CPY without a selected unit"),
        ("RDS 217", "unit 331 cannot do that"),
        ("RDS 225", "unit 341 cannot do that"),
        ("WRS 209", "unit 321 cannot do that"),
        ("RDS 24", "unit 030 cannot do that"),
        ("BST 1", "unit 201 cannot do that"),
        ("LDA 0", "LDA without a selected drum"),
    ],
)
def test_what_no_unit_can_do_is_a_read_write_check(program, reason):
    machine = room(f"START  {program}\n       HPR")
    if "BST" in program:
        machine.poke(machine.symbols["START"], 0o764 << 24 | 0o341)
        reason = reason.replace("201", "341")
    assert run(machine) == ("HALT", f"read-write check: {reason}")


# ---------------------------------------------------------------- punch


PUNCH = """
START  WPU
       LXA  N,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       CLA  COUNT
       SUB  ONE
       STO  COUNT
       TNZ  START
       HPR
N      DEC  24
ONE    DEC  1
COUNT  DEC  {count}
CARD   BSS  24
"""


def punching(count, copies=24):
    machine = room(PUNCH.format(count=count).replace("N      DEC  24", f"N      DEC  {copies}"))
    machine.give("load", [[machine.symbols["CARD"], bcd.card("PUNCHED BY THE 704")]])
    assert run(machine) == HPR
    return machine


def test_cards_are_punched_at_100_a_minute():
    machine = punching(4)
    assert machine.punched == [tuple(bcd.card("PUNCHED BY THE 704"))] * 4
    punching_one = punch.FIRST + 11 * punch.PITCH + punch.RIGHT
    assert machine.cycles == pytest.approx(punch.START + 3 * MINUTE // 100 + punching_one, abs=100)


def test_a_card_without_a_copy_comes_out_blank():
    machine = room("START  WPU\n       WPU\n       CPY  ALL\n       HPR\nALL    OCT 777777777777")
    assert run(machine) == HPR
    assert machine.punched == [(0,) * 24, ((1 << 36) - 1, *[0] * 23)]


def test_a_card_that_is_not_copied_to_its_end_is_punched_as_far_as_it_was():
    machine = punching(1, copies=10)
    (card,) = machine.punched
    copied = bcd.card("PUNCHED BY THE 704")[14:]  # the loop ends at the card's last word
    assert card == (*copied, *[0] * 14)


def test_a_25th_copy_to_a_card_finds_nothing():
    machine = room("START  WPU\n       LXA  N,4\n       CPY  0\n       TIX  *-1,4,1\n       CPY 0\nN      DEC 24")
    assert run(machine) == ("HALT", "read-write check: CPY without a selected unit")
    assert len(machine.punched) == 1


# ---------------------------------------------------------------- printer


PRINT = """
START  LXA  LINES,1
NEXT   WPR
       {before}
       LXA  L24,4
       CPY  LINE+24,4
       TIX  *-1,4,1
       {behind}
       TIX  NEXT,1,1
       HPR
L24    DEC  24
LINES  DEC  {lines}
LINE   BSS  24
"""


PRINTED = printer.FIRST + 11 * printer.PITCH + printer.RIGHT  # cycles from the beginning of a line to its last word


def printing(text, before="NOP", behind="NOP", lines=1):
    machine = room(PRINT.format(before=before, behind=behind, lines=lines))
    machine.give("load", [[machine.symbols["LINE"], bcd.card(text)]])
    assert run(machine) == HPR
    return machine


def test_row_images_are_printed_as_characters_150_lines_a_minute():
    machine = printing("ABC 123 =+-/.,$*()'", lines=4)
    assert machine.printed == b"ABC 123 =+-/.,$*()'\n" * 4
    assert machine.cycles == pytest.approx(printer.START + 3 * MINUTE // 150 + PRINTED, abs=100)


@pytest.mark.parametrize(
    ("before", "behind", "printed"),
    [
        ("NOP", "NOP", b"X\nX\n"),
        ("SPR 4", "NOP", b"\nX\n\nX\n"),
        ("NOP", "SPR 3", b"X\n\nX\n\n"),
        ("NOP", "SPR 6", b"X\n\n\nX\n\n\n"),
        ("SPR 1", "NOP", b"\fX\n\fX\n"),
        ("SPR 2", "NOP", b"\vX\n\vX\n"),
        ("NOP", "SPR 1", b"X\n\fX\n\f"),
        ("SPR 5", "NOP", b"X\n"),  # the second line over the first
        ("SPR 9", "NOP", b" " * 72 + b"X\n"),
        ("SPR 10", "NOP", (b" " * 72 + b"X\n") * 2),
        ("SPR 3", "NOP", b"X\n\nX\n\n"),
    ],
)
def test_the_exit_hubs_space_the_paper_as_shares_board_does(before, behind, printed):
    assert bytes(printing("X", before, behind, 2).printed) == printed


COMPUTING = """
START  WPR
       {first}
       LXA  N,1
       TIX  *,1,1
       CPY  ALL
       HPR
N      DEC  {passes}
ALL    OCT 777777777777
"""
NO_LINE = "NOP"
LINE_BEFORE = "LXA  L24,4\n       CPY ALL\n       TIX *-1,4,1\n       WPR\n       TRA  *+2\nL24    DEC 24"


@pytest.mark.parametrize(("first", "milliseconds"), [(NO_LINE, 270), (LINE_BEFORE, 400 - 150)])
def test_a_program_may_compute_between_select_and_first_copy_as_long_as_the_701s_manual_says(first, milliseconds):
    """UA SAP of 1956 needs 22.94 milliseconds. Row 9 passes 220 + 50 after a select at rest."""
    passes = milliseconds * 1000 // 24
    assert run(room(COMPUTING.format(first=first, passes=passes - 100))) == HPR
    late = run(room(COMPUTING.format(first=first, passes=passes + 100)))
    assert late == ("HALT", "read-write check: CPY was too late: unit 361 had disconnected")


def test_lines_whose_echoes_are_read_come_150_a_minute_too():
    def cycles(lines):
        machine = room(
            "START  LXA  LINES,1\nNEXT   RPR\n       LXA L46,4\n       CPY LINE+46,4\n       TIX *-1,4,1\n"
            f"       TIX NEXT,1,1\n       HPR\nL46    DEC 46\nLINES  DEC {lines}\nLINE   BSS 46"
        )
        assert run(machine) == HPR
        return machine.cycles

    assert cycles(3) - cycles(2) == MINUTE // 150


BLANK_LINES = [
    ("WPR", "WPR", b"\nX\n"),  # a line without a copy is a blank one
    ("WPR\n       SPR 1", "WPR\n       SPR 5", b"\f" + b"X\n"),  # its exit hubs act
    ("WPR\n       SPR 2", "WPR\n       SPR 9", b"\v" + b" " * 72 + b"X\n"),
    ("WPR\n       SPR 3", "WPR", b"\n\nX\n"),
    ("RPR\n       SPR 4", "WPR", b"\n\nX\n"),
    ("WPR\n       IOD", "WPR", b"\nX\n"),
    ("WPR\n       CPY NONE\n       SPR 6", "WPR", b"\n\n\nX\n"),  # so it is with a line that is not complete
]


@pytest.mark.parametrize(("first", "second", "printed"), BLANK_LINES)
def test_the_paper_moves_when_nothing_is_copied_and_hubs_sensed_before_act(first, second, printed):
    machine = room(
        f"START  {first}\n       {second}\n       LXA  L24,4\n       CPY  LINE+24,4\n       TIX  *-1,4,1\n       HPR\n"
        "L24    DEC  24\nLINE   BSS  24\nNONE   PZE"
    )
    machine.give("load", [[machine.symbols["LINE"], bcd.card("X")]])
    assert run(machine) == HPR
    assert bytes(machine.printed) == printed


def test_a_line_that_is_not_copied_is_blank_when_the_machine_stops_or_the_unit_lets_go():
    assert printing("X", behind="WPR").printed == b"X\n\n"
    waiting = room("START  WPR\n       LXA  N,1\n       TIX  *,1,1\n       HPR\nN      DEC  30000")
    waiting.run(40_000)
    assert waiting.running
    assert bytes(waiting.printed) == b"\n"


def test_a_line_over_the_first_one_of_a_page_keeps_its_columns():
    text = PRINT.format(before="SPR 1", behind="NOP", lines=1).replace("       HPR", "       TRA  REST")
    machine = room(
        text + "REST   WPR\n       SPR 5\n       LXA L24,4\n       CPY LINE+24,4\n       TIX *-1,4,1\n       HPR"
    )
    machine.give("load", [[machine.symbols["LINE"], bcd.card("X Y")]])
    assert run(machine) == HPR
    assert bytes(machine.printed) == b"\fX Y\n"


def test_120_columns_are_printed_in_two_goes():
    machine = room(
        PRINT.format(before="NOP", behind="NOP", lines=1).replace("       HPR", "       TRA  REST")
        + "REST WPR\n       SPR 9\n       LXA L24,4\n       CPY MORE+24,4\n       TIX *-1,4,1\n       HPR\nMORE BSS 24"
    )
    machine.give("load", [[machine.symbols["LINE"], bcd.card("A" * 72)], [machine.symbols["MORE"], bcd.card("B" * 48)]])
    assert run(machine) == HPR
    assert machine.paper == ["A" * 72 + "B" * 48]


def test_spt_skips_when_spr_7_has_been_given():
    machine = room(
        "START  WPR\n       SPT\n       TRA *+2\n       HTR 0\n       SPR 7\n       SPT\n       HTR 0\n       HPR"
    )
    assert run(machine) == HPR


def test_what_is_left_of_a_line_is_blank_when_the_copies_end():
    machine = room("START  WPR\n       CPY ALL\n       CPY ALL\n       HPR\nALL    OCT 777777777777")
    assert run(machine) == HPR
    assert machine.paper == ["9" * 72]


def test_a_line_whose_echoes_are_not_read_to_the_end_is_printed():
    machine = room("START  RPR\n       CPY  ALL\n       HPR\nALL    OCT 400000000000")
    assert run(machine) == HPR
    assert machine.paper == ["9"]


def echoes_of(text):
    """What SHARE's description of the echoes says, worked out from the characters."""
    columns = [bcd.columns(bcd.card(text))[column] for column in range(72)]

    def wheels(test):
        bits = [int(test(lambda row, column=column: column >> 11 - bcd.ROWS.index(row) & 1)) for column in columns]
        return [int("".join(map(str, bits[half : half + 36])), 2) for half in (0, 36)]

    rows = [wheels(lambda punched: punched(8) and punched(4)), wheels(lambda punched: punched(8) and punched(3))]
    rows.append(wheels(lambda punched: punched(9)))
    rows.append(wheels(lambda punched: punched(8) and not punched(3) and not punched(4)))
    rows += [
        wheels(lambda punched, row=row: punched(row) and not (row in (3, 4) and punched(8))) for row in range(7, 0, -1)
    ]
    return [each for row in rows for each in row]


def test_reading_the_printer_prints_and_gives_the_echoes_back():
    text = "0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ +-/,.$*()='8=3,4"
    out = [*range(18), 20, 21, 24, 25, 28, 29]
    lines = ["START  RPR"]
    lines += [f"       CPY  {'OUT' if copy in out else 'IN'}+{out.index(copy) if copy in out else copy}"
              for copy in range(ECHO_COPIES)]  # fmt: skip
    machine = room("\n".join([*lines, "       HPR", "OUT    BSS 24", "IN     BSS 46"]))
    machine.give("load", [[machine.symbols["OUT"], bcd.card(text)]])
    assert run(machine) == HPR
    assert machine.paper == [text]
    echoes = [machine.peek(machine.symbols["IN"] + copy) for copy in range(ECHO_COPIES) if copy not in out]
    assert echoes == echoes_of(text)


# ---------------------------------------------------------------- drums


DRUM = """
START  WDR  3
       LDA  WHERE
       LXA  N,4
       CPY  OUT+40,4
       TIX  *-1,4,1
       RDR  3
       LDA  WHERE
       LXA  N,4
       CPY  IN+40,4
       TIX  *-1,4,1
       HPR
N      DEC  40
WHERE  DEC  {where}
OUT    BSS  40
IN     BSS  40
"""


@pytest.mark.parametrize("where", [0, 100, drum.WORDS - 20, drum.WORDS + 5])
def test_drums_keep_words_at_their_addresses_behind_the_last_comes_the_first(where):
    machine = room(DRUM.format(where=where))
    out = [3**n & (1 << 36) - 1 for n in range(40)]
    machine.give("load", [[machine.symbols["OUT"], out]])
    assert run(machine) == HPR
    assert words(machine, "IN", 40) == out
    start = 2 * drum.WORDS
    kept = [int(machine.m.drums[start + (where + n) % drum.WORDS]) for n in range(40)]
    assert kept == out


def test_words_pass_under_the_heads_96_microseconds_apart_and_a_drum_comes_round():
    machine = room(DRUM.format(where=7))
    machine.give("load", [[machine.symbols["OUT"], [1] * 40]])
    run(machine)
    last = int(machine.m.record_start) + 39 * 8
    assert last <= machine.cycles <= last + 8
    assert int(machine.m.record_start) % drum.ROUND == 7 * 8


def test_without_lda_a_drum_begins_at_0_and_a_loop_that_is_too_slow_loses_it():
    machine = room("START  RDR  1\n       CPY  0\n       MPY 0\n       CPY  1\n       HPR")
    assert run(machine) == ("HALT", "read-write check: CPY was too late: unit 301 had disconnected")
    assert machine.m.drum_address == 0


# ---------------------------------------------------------------- tapes


WRITE_TAPE = """
START  {write}  2
       LXA  N,4
       CPY  OUT+{count},4
       TIX  *-1,4,1
       WEF  2
       REW  2
AGAIN  {read}  2
       LXA  N,4
       CPY  IN+{count},4
       TXI  ON,4,0
       TRA  FILE
       TRA  RECORD
ON     TIX  AGAIN+2,4,1
       CPY  IN
       HTR  0
       HTR  0
RECORD {read}  2
       CPY  IN
       HTR  0
       TRA  FILE
       HTR  0
FILE   RTT
       HTR  0
       HPR
N      DEC  {count}
OUT    BSS  {count}
IN     BSS  {count}
"""


@pytest.mark.parametrize(("write", "read"), [("WTB", "RTB"), ("WTD", "RTD")])
@pytest.mark.parametrize("count", [1, 5, 1024, 2500])
def test_a_record_and_a_tape_mark_are_written_and_read_again(write, read, count):
    machine = room(WRITE_TAPE.format(write=write, read=read, count=count))
    machine.mount(2)
    legal = [code for code in range(64) if code != 0o12]  # BCD tape has no character for 12: 00 is written as 12
    out = bcd.words_of_codes([legal[n * n % 63] for n in range(6 * count)])
    machine.give("load", [[machine.symbols["OUT"], out]])
    assert run(machine, 200) == HPR
    assert words(machine, "IN", count) == out
    binary = write == "WTB"
    assert machine.tape(2) == tape.characters(out, binary) + tape.TAPE_MARK
    parities = {each.bit_count() % 2 for each in (byte & 0x7F for byte in machine.tape(2)[:-1])}
    assert parities == {int(binary)}


def test_words_pass_400_microseconds_apart():
    machine = room("START  WTB  2\n       LXA  N,4\n       CPY  0\n       TIX  *-1,4,1\n       HPR\nN      DEC  3000")
    machine.mount(2)
    assert run(machine) == HPR
    assert machine.cycles == pytest.approx(3000 * 400 / 12 + tape.START, rel=0.01)


def test_bcd_words_change_their_code_on_tape():
    machine = room("START  WTD  1\n       CPY  A\n       HPR\nA      OCT 002160610212")
    machine.mount(1)
    run(machine)
    assert [each & 0o77 for each in machine.tape(1)] == [0o12, 0o61, 0o20, 0o21, 0o02, 0o12]


def test_reading_with_the_other_parity_lights_the_tape_check():
    machine = room("START  RTD  1\n       CPY  0\n       NOP\n       NOP\n       RTT\n       HTR  7\n       HPR")
    machine.mount(1, tape.characters([1, 2, 3], True))
    assert run(machine) == ("HALT", "program stop: HTR")
    assert machine.read_register("IC") == 7
    assert machine.lamps()["TAPE CHECK"] == 0  # RTT has turned it off


@pytest.mark.parametrize(("flag", "lit"), [(b"\x80", True), (b"\x00", False)])
def test_a_record_of_a_file_that_was_read_with_an_error_lights_the_tape_check(flag, lit):
    """RTT skips an instruction if the check is not lit."""
    machine = room("START  RTB  1\n       CPY  0\n       NOP\n       NOP\n       RTT\n       HTR  7\n       HPR")
    length = b"\x06\0\0" + flag
    record = tapes.record_of([0o010203040506], binary=True)
    machine.mount(1, tapes.dumps_p7b(tapes.loads_simh(length + record + length)))
    assert ("HTR" in run(machine)[1]) is lit


def test_selecting_a_tape_to_be_read_clears_mq():
    machine = room("START  LDQ  A\n       RTB  1\n       HPR\nA      OCT  7")
    machine.mount(1)
    run(machine)
    assert machine.read_register("MQ") == 0


def test_backspacing_goes_back_by_a_record():
    machine = room(
        """
        START  RTB  1
               CPY  0
               RTB  1
               CPY  1
               BST  1
               BST  1
               RTB  1
               CPY  2
               HPR
        """
    )
    machine.mount(1, tape.characters([0o111, 0o112], True) + tape.characters([0o222], True))
    assert run(machine) == HPR
    assert [machine.peek(address) for address in range(3)] == [0o111, 0o222, 0o111]


def test_what_was_behind_a_record_that_is_written_is_lost():
    machine = room("START  WTB  1\n       CPY  A\n       REW  1\n       HPR\nA      OCT  5")
    machine.mount(1, tape.characters([1], True) * 3)
    run(machine)
    assert machine.tape(1) == tape.characters([5], True)


def test_writing_without_a_copy_makes_no_record_and_what_was_behind_is_lost():
    machine = room(
        "START  RTB  1\n       CPY  0\n       WTB  1\n       WTB  2\n       WTB  1\n       CPY  A\n       HPR\n"
        "A      OCT  5"
    )
    machine.mount(1, tape.characters([1], True) * 3)
    machine.mount(2, tape.characters([2], True))
    assert run(machine) == HPR
    assert machine.tape(1) == tape.characters([1], True) + tape.characters([5], True)
    assert machine.tape(2) == b""
    assert machine.media.reels[1].records == 2


def test_a_tape_that_is_not_there_is_waited_for():
    machine = room("START  RTB  4\n       CPY  0\n       HPR")
    assert run(machine) == ("INPUT", "tape unit 4 is not ready: there is no tape on it")
    assert machine.run(100) == Stop.INPUT
    assert machine.cycles == 4  # it has tried twice
    assert machine.read_register("IC") == FIRST
    machine.mount(4, tape.characters([0o123], True))
    assert run(machine) == HPR
    assert machine.peek(0) == 0o123


@pytest.mark.parametrize("instruction", ["WTB  4", "WTD  4", "WEF  4"])
def test_a_tape_without_a_ring_is_read_but_not_written(instruction):
    machine = room(f"START  RTB  4\n       CPY  0\n       BST  4\n       REW  4\n       {instruction}\n       HPR")
    machine.mount(4, tape.characters([0o123], True), ring=False)
    assert run(machine) == ("INPUT", "tape unit 4 is not ready: its tape has no ring and cannot be written")
    assert machine.peek(0) == 0o123
    assert machine.tape(4) == tape.characters([0o123], True)
    again = room("START  HPR")
    again.load_state(machine.save_state())
    assert again.reason == machine.reason
    machine.mount(4, tape.characters([0o123], True))
    assert run(machine) == HPR


@pytest.mark.parametrize("program", ["WTB", "RTB"])
def test_a_tape_may_be_taken_away_in_the_middle_of_a_record(program):
    machine = room(
        f"START  {program}  1\n       LXA  N,4\n       CPY  0\n       TIX  *-1,4,1\n       HPR\nN      DEC  3000"
    )
    machine.mount(1, tape.characters([0] * 2500, True))
    machine.run(40_000)
    machine.mount(1, None)
    assert run(machine) == ("HALT", "read-write check: CPY without a selected unit")
    assert machine.tape(1) is None


def test_the_mark_before_the_end_of_the_tape_lights_the_tape_indicator():
    machine = room("START  WTB  1\n       CPY  0\n       WEF  1\n       ETT\n       HTR  7\n       HPR")
    full = tape.characters([0] * 800, True)  # 24 inches
    machine.mount(1, full * 1190)
    reel = machine.media.reels[1]
    reel.position, reel.records = len(reel.data), 1190
    assert run(machine) == ("HALT", "program stop: HTR")
    assert machine.read_register("IC") == 7


def test_rewinding_takes_its_time_and_the_next_select_waits_for_it():
    machine = room("START  REW  1\n       RTB  1\n       CPY  0\n       HPR")
    machine.mount(1, tape.characters([0] * 800, True) * 100)
    reel = machine.media.reels[1]
    reel.position, reel.records = len(reel.data), 100
    inches = reel.inches
    run(machine)
    assert machine.seconds == pytest.approx(inches / 500 + 0.0104, rel=0.02)


def test_iod_waits_until_the_unit_has_let_go():
    machine = room("START  RTB  1\n       CPY  0\n       IOD\n       CPY  1\n       HPR")
    machine.mount(1, tape.characters([1, 2, 3], True))
    assert run(machine) == ("HALT", "read-write check: CPY without a selected unit")
    assert machine.cycles == pytest.approx(tape.START + 3 * 400 / 12, abs=10)


# ---------------------------------------------------------------- tubes


def test_points_are_shown_every_125_microseconds_and_the_film_moves_on():
    machine = room(
        """
        START  WTV
               LXA  N,4
               CPY  POINTS+3,4
               TIX  *-1,4,1
               HPR
               CFF
               WTV
               CPY  POINTS
               HPR
        N      DEC  3
        POINTS PZE  1023,,1023
               PZE  5,,7
               MZE  0,,0
        """
    )
    assert run(machine) == HPR
    assert [display.spot(each) for each in machine.display] == [(1023, 1023), (7, 5), (0, 0)]
    assert [bool(each & display.DIM) for each in machine.display] == [False, False, True]
    assert machine.cycles == pytest.approx(2 * 125 / 12, abs=12)
    assert run(machine) == HPR
    assert len(machine.display) == 1
    assert machine.m.frame == 1


def test_axes_are_drawn_from_the_point_to_the_edge():
    x, y = display.X_AXIS, display.Y_AXIS
    at = 1000 << 18 | 20
    assert display.dots(at) == [(1000, 20)]
    assert display.dots(at | x) == [(each, 20) for each in range(1000, 1024)]
    assert display.dots(at | y) == [(1000, each) for each in range(20, 1024)]
    assert display.dots(at | x | y) == [(1000 + each, 20 + each) for each in range(24)]


def test_more_points_than_the_machine_can_keep_are_all_seen():
    machine = room(
        """
        START  WTV
        LOOP   CPY  N
               CLA  N
               SUB  ONE
               STO  N
               TNZ  LOOP
               HPR
        ONE    DEC 1
        N      DEC 6000
        """
    )
    assert run(machine) == HPR
    assert machine.display == list(range(6000, 0, -1))


# ---------------------------------------------------------------- selecting without copying


@pytest.mark.parametrize("select", ["WTD 1", "RTD 1", "WPR", "WPU", "RCD"])
def test_units_that_are_selected_again_and_again_take_their_time(select):
    """The processor waits for a unit: the times of its records do not pile up behind the next copy."""
    machine = room(f"START {select}\n TRA START\nCOPY CPY 100\n", cards=[[0] * bcd.CARD_WORDS] * 60)
    machine.mount(1, tape.characters([1, 2, 3], True) * 400)
    machine.run(100_000)
    before = machine.cycles
    machine.write_register("IC", machine.symbols["COPY"])
    machine.step()
    assert machine.cycles - before < 3 * max(printer.CYCLE, reader.CYCLE, punch.CYCLE)
