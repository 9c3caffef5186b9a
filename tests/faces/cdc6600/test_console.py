"""The console: what can be typed, what the screens show of it, whether all of it is on the glass."""

import math
from itertools import pairwise

import pytest

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from host.panels.cdc6600.screens import DOTS, GLASS, SMALL_ROWS
from host.panels.cdc6600.view import COMMANDS, LETTERS, reason

from .consoles import console, enter, texts, wait
from .programs import SHOW, TALK


@pytest.fixture
def talk(tmp_path):
    return console(TALK, tmp_path)


@pytest.fixture
def show(tmp_path):
    found = console(SHOW, tmp_path)
    wait(found, 1)
    return found


def on_glass(line):
    """Whether the corners of a line are within the round glass."""
    radius, middle = GLASS / 2, DOTS / 2
    x, y, size, text = line
    corners = [(x + dx, y + dy) for dx in (0, len(text) * size) for dy in (0, size)]
    return all(math.dist(corner, (middle, middle)) <= radius for corner in corners)


# ---------------------------------------------------------------- screens


@pytest.mark.parametrize("letter", LETTERS)
def test_all_displays_are_on_the_glass_and_in_display_code(talk, letter):
    wait(talk)
    for line in ("A" * 60, "B" * 25):
        enter(talk, line)
        wait(talk)
    talk.machine.system.note("M" * 200)
    talk.machine.system.dayfile *= 40
    talk.machine.system.files["OUTPUT"].content += display_code.line("W" * 64) * 50
    talk.ui["name"] = "LONGEST"
    talk.machine.m.cycles = 86_399 * 10_000_000  # the last second of a day
    talk.type("X" * 80)
    enter(talk, f"{letter}K.")
    talk.type("X" * 80)
    talk.refresh()
    for side in ("left", "right"):
        lines = talk.shown[side]
        assert lines
        assert [line for line in lines if not on_glass(line)] == []
        assert all(display_code.code(each) is not None for *_, text in lines for each in text)
        places = sorted((y, y + size) for _, y, size, _ in lines)
        assert all(above[1] <= below[0] for above, below in pairwise(places))


def test_a_picture_is_as_large_as_it_fits_and_on_the_glass(show):
    for lines, columns, size in (
        (8, 16, 32), (11, 13, 32), (11, 16, 16), (19, 32, 16), (21, 31, 16), (21, 32, 8),
        (22, 5, 8), (32, 64, 8),
    ):  # fmt: skip
        words = display_code.line("X" * columns) * lines
        for place, word in enumerate([*words, 0], 0o2000):
            show.machine.poke(place, word)
        show.machine.system.show(0o2000)
        show.refresh()
        shown = show.shown["right"]
        assert len(shown) == lines + 1
        assert all(on_glass(line) for line in shown)
        assert {size for _, _, size, _ in shown[1:]} == {size}


def test_the_right_screen_shows_the_picture_as_it_is_now(show):
    assert texts(show, "right")[:3] == ["SHOW", "R . . K", ". . N ."]
    corner = texts(show, "right")[3]
    wait(show, 1)
    assert texts(show, "right")[3] != corner


def test_the_right_screen_shows_output_where_there_is_no_picture(talk):
    wait(talk)
    enter(talk, "P-K4")
    wait(talk)
    assert texts(talk, "right") == ["TALK OUTPUT", "YOUR MOVE P-K4", "P-K4", "YOUR MOVE "]


def test_output_on_the_screens_keeps_what_was_typed_also_in_a_saved_state(talk, tmp_path):
    """The line goes behind the question; the program repeats it on a line of its own."""
    for move in ("P-K4", "N-KB3"):
        wait(talk)
        enter(talk, move)
    wait(talk)
    paper = ["YOUR MOVE P-K4", "P-K4", "YOUR MOVE N-KB3", "N-KB3", "YOUR MOVE "]
    assert texts(talk, "right") == ["TALK OUTPUT", *paper]
    assert talk.machine.text("OUTPUT").splitlines() == ["YOUR MOVE P-K4", "YOUR MOVE N-KB3", "YOUR MOVE "]
    talk.save(str(tmp_path / "now.state"))
    enter(talk, "RERUN.")
    assert texts(talk, "right") == ["TALK OUTPUT"]
    talk.open(str(tmp_path / "now.state"))
    assert texts(talk, "right")[1:] == paper


def test_storage_is_shown_in_octal_and_in_display_code(show):
    picture = int(show.machine.m.shown)
    enter(show, f"C,{picture:o}.")
    row = next(text for text in texts(show, "left") if text.startswith(f"{picture:06o}"))
    assert row.rstrip() == f"{picture:06o}  2255 5755 5755 1300 0000  R . . K"
    enter(show, f"D,{picture:o}.")
    assert any(text.startswith(f"{picture:06o}  22555 75557 55130 00000") for text in texts(show, "left"))


def test_storage_groups_are_chosen_one_by_one_and_end_with_the_storage(show):
    enter(show, "C,100.", "C2,1000.")
    addresses = [int(text[:6], 8) for text in texts(show, "left") if text[6:8] == "  "]
    assert addresses == [*range(0o100, 0o120), *range(0o1000, 0o1010), *range(0o130, 0o140)]
    enter(show, "C3,377774.")
    rows = [text for text in texts(show, "left") if text[:3] in ("377", "400")]
    assert [len(row) > 6 for row in rows] == [True] * 4 + [False] * 4
    assert enter(show, "C,400000.") == "STORAGE ENDS AT 377777"
    enter(show, "C4,377777.")
    assert show.ui["groups"][-1] == 0o377770


def test_the_exchange_package_shows_all_registers(show):
    show.machine.write_register("A5", 0o123456)
    show.machine.write_register("B7", 0o654321)
    show.machine.write_register("X3", 0o11111222223333344444)
    enter(show, "X.")
    shown = " ".join(texts(show, "left"))
    for each in ("A5 123456", "B7 654321", "X3 11111 22222 33333 44444"):
        assert each in shown


def test_the_dayfile_ends_with_why_the_processor_stands_still(tmp_path):
    found = console("\n         IDENT  STOP\n         SA1    400001B\n         PS\n         END\n", tmp_path)
    wait(found, 2)
    assert found.shown["status"].split("  ")[0] == "error exit"
    stopped = ["00.00.00. CPU. ERROR EXIT AT 000100: AN ADDRESS OUT OF RANGE", " [STOP.COMPASS:3]"]
    assert texts(found, "left")[-2:] == stopped


@pytest.mark.parametrize(
    ("text", "em", "why"),
    [
        ("PS", 7, "PROGRAM STOP (PS) AT 000100"),
        ("EQ     400000B", 0, "ADDRESS OUT OF RANGE: 400000 IS NOT BELOW THE FIELD LENGTH 400000 (FROM 000100)"),
        ("VFD    45/460004600046000B,15/51100B", 7, "NO INSTRUCTION AT 000100, PARCEL 3: 51100"),
        ("SA1    400001B", 7, "ERROR EXIT AT 000100: AN ADDRESS OUT OF RANGE"),
        ("SX6    1\n         SA6    1\n         EQ     *", 7, "ABORTED: WORD 1 HOLDS NO REQUEST"),
    ],
)
def test_why_the_processor_stands_still_is_said_as_by_the_machine(tmp_path, text, em, why):
    found = console(f"\n         IDENT  STOP\n         {text}\n         END\n", tmp_path)
    found.machine.write_register("EM", em << 12)
    wait(found, 4)
    said = reason(found.machine.m, {"where": ""})
    assert said.startswith(why)
    assert said == found.machine.reason.upper()


def test_pages_are_turned_in_what_is_on_the_screen(talk):
    talk.machine.system.dayfile = [(0, f"LINE {number}") for number in range(100)]
    talk.refresh()
    last = texts(talk, "left")
    talk.command("page up")
    assert texts(talk, "left")[3].endswith(f"LINE {100 - 2 * SMALL_ROWS + 1}")
    for _ in range(10):
        talk.command("page up")
    assert texts(talk, "left")[3].endswith("LINE 0")
    for _ in range(3):
        talk.command("page down")
    assert texts(talk, "left") == last
    enter(talk, "C.")
    talk.command("page down")
    assert talk.ui["groups"][0] == 0o140


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize("form", [form for forms, _ in COMMANDS for form in forms.split()])
def test_the_forms_in_the_directory_are_commands(show, form):
    enter(show, form)
    assert not show.ui["refused"]


def test_one_letter_chooses_the_left_screen_two_choose_both(show):
    enter(show, "B.")
    assert show.ui["shown"] == ["B", "K"]
    enter(show, "XO.")
    assert show.ui["shown"] == ["X", "O"]


def test_stop_step_and_go(show):
    enter(show, "STOP.")
    cycles, count = show.machine.cycles, int(show.machine.m.instructions)
    wait(show)
    assert (show.machine.cycles, show.shown["status"].split("  ")[0]) == (cycles, "held")
    enter(show, "STEP.")
    assert int(show.machine.m.instructions) == count + 1
    enter(show, "STEP,100.")
    assert int(show.machine.m.instructions) == count + 101
    wait(show)
    assert int(show.machine.m.instructions) == count + 101
    enter(show, "GO.")
    wait(show)
    assert show.machine.cycles > cycles + 10_000


def test_speed_is_times_the_machines_own(show):
    enter(show, "SPEED,0.5.")
    before = show.machine.cycles
    wait(show, 10)
    assert show.machine.cycles == pytest.approx(before + 25_000, abs=10)
    enter(show, "SPEED,TURBO.")
    assert math.isinf(show.pacer.speed)
    assert enter(show, "SPEED,0.") == "NO SUCH SPEED"


def test_a_word_is_put_into_storage(show):
    enter(show, "M,1000,12345670.")
    assert show.machine.peek(0o1000) == 0o12345670
    enter(show, "M,1000,77777777777777777777.")
    assert show.machine.peek(0o1000) == (1 << 60) - 1
    assert enter(show, "M,400000,1.") == "NO SUCH ADDRESS OR WORD"


def test_every_other_line_goes_to_the_program(talk):
    wait(talk)
    assert (talk.asked, talk.shown["status"].split("  ")[0]) == (True, "waiting for input")
    for line in ("P-K4", " GO.", "", "E."):
        talk.type(line + "\r")
        wait(talk)
    assert talk.machine.text("OUTPUT").splitlines() == [
        "YOUR MOVE P-K4", "YOUR MOVE GO.", "YOUR MOVE ", "YOUR MOVE E.", "YOUR MOVE ",
    ]  # fmt: skip


def test_eoi_ends_the_input_and_rerun_begins_anew(talk):
    wait(talk)
    enter(talk, "A MOVE")
    wait(talk)
    enter(talk, "EOI.")
    wait(talk)
    assert (talk.over, talk.shown["status"].split("  ")[0]) == (True, "ended")
    over = "THE JOB IS OVER. RERUN. STARTS IT"
    assert [enter(talk, line) for line in ("GO.", "STEP.", "HELLO")] == [over] * 3
    enter(talk, "RERUN.")
    assert talk.machine.cycles == 0
    wait(talk)
    assert texts(talk, "right") == ["TALK OUTPUT", "YOUR MOVE "]
    assert talk.asked


def test_what_cannot_be_typed_is_an_illegal_entry(talk):
    talk.type("ké?")
    assert (talk.ui["line"], talk.ui["refused"]) == ("K?", False)
    talk.type("\b")
    assert talk.ui["line"] == "K"
    talk.type("\x1b")
    talk.type("X" * 100)
    assert (len(talk.ui["line"]), talk.ui["answer"], talk.ui["refused"]) == (80, "ILLEGAL ENTRY", True)


def test_input_that_is_a_file_takes_no_lines(tmp_path):
    cards = tmp_path / "cards.txt"
    cards.write_text("P-K4\n")
    found = console(TALK, tmp_path, INPUT=cards)
    assert enter(found, "P-K3") == "INPUT IS NOT THE KEYBOARD"
    wait(found, 40)
    assert found.machine.m.cause == Cause.END
    assert found.machine.text("OUTPUT") == "YOUR MOVE P-K4\nYOUR MOVE \n"


def test_the_foot_of_the_left_screen_shows_what_is_typed(talk):
    talk.type("c,10")
    assert talk.shown["left rows"]["foot"] == "C,10"
    talk.type("A" * 70)
    assert talk.shown["left"][-1][2:] == [8, "A" * 44]
    assert all(on_glass(line) for line in talk.shown["left"])


def test_what_can_be_done_now_follows_the_job(talk):
    wait(talk)
    assert talk.shown["now"] == "the program waits for a line: your move"
    enter(talk, "STOP.")
    assert talk.shown["now"].startswith("held: GO.")
    enter(talk, "GO.", "EOI.")
    wait(talk)
    assert talk.shown["now"].startswith("the job has ended: RERUN.")


# ---------------------------------------------------------------- files


def test_another_job_finds_an_empty_machine(talk, tmp_path):
    wait(talk)
    talk.machine.poke(0o5000, 7)
    file = tmp_path / "show.compass"
    file.write_text(SHOW)
    talk.open(str(file))
    assert talk.notice == "show.compass is the job"
    assert (talk.ui["name"], talk.machine.cycles, talk.machine.peek(0o5000)) == ("SHOW", 0, 0)
    wait(talk, 1)
    assert talk.machine.system.picture


def test_states_output_and_files_are_saved_and_opened(talk, tmp_path):
    wait(talk)
    enter(talk, "P-K4")
    wait(talk)
    for text in ("out.txt", "now.state", "job.dayfile", f"INPUT={tmp_path / 'in.txt'}"):
        talk.save(text if "=" in text else str(tmp_path / text))
    assert (tmp_path / "out.txt").read_text() == "YOUR MOVE P-K4\nYOUR MOVE \n"
    assert (tmp_path / "in.txt").read_text() == "P-K4\n"
    cycles = talk.machine.cycles
    wait(talk)
    talk.open(str(tmp_path / "now.state"))
    assert talk.machine.cycles == cycles
    talk.open(f"tape1={tmp_path / 'in.txt'}")
    assert talk.notice == "in.txt is the file TAPE1"
    assert talk.machine.text("TAPE1") == "P-K4\n"
