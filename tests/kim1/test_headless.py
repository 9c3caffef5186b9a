"""A machine without views: keys, typing, what is printed, exit status, pictures."""

import contextlib
import io

import pytest

from emulators.errors import IronboardError
from host import registry
from host.machines.kim1.machine import Kim1
from host.machines.kim1.operate import Action, parse_keys, parse_typed
from host.panels.run import Unseen
from tests.shared import spread


def run(kim=None, **task):
    if kim is None:
        kim = Kim1(core="compiled")
        kim.run(seconds=0.1)
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = registry.find("kim1").runner().headless(Unseen(kim), task)
    return status, out.getvalue(), err.getvalue()


def test_keys_are_names_groups_of_digits_and_waits():
    assert parse_keys("ad 0200 + wait:0.5 SST go") == [
        Action("AD"), *map(Action, "0200"), Action("+"), Action("", 0.5), Action("SST"), Action("GO"),
    ]  # fmt: skip
    assert parse_keys("wait:lit") == [Action("", None)]
    assert parse_keys("DA") == [Action("DA")]
    assert parse_keys("") == []


@pytest.mark.parametrize("keys", ["XY", "AD 02G0", "wait:", "wait:-1", "wait:inf", "wait:nan", "0x12"])
def test_unknown_keys_are_refused_before_anything_runs(keys):
    kim = Kim1(core="python")
    before = kim.cycles
    with pytest.raises(IronboardError):
        run(kim, keys="AD " + keys)
    assert kim.cycles == before


def test_line_ends_and_escapes_are_typed():
    assert parse_typed("A\nB") == "A\rB"
    assert parse_typed("A\\nB\\r\\x7f") == "A\rB\r\x7f"
    with pytest.raises(IronboardError, match="cannot type"):
        parse_typed("\\x9")


def test_the_display_is_printed_at_the_end():
    status, out, err = run(keys="AD 0200 DA 5A")
    assert (status, err) == (0, "")
    assert "display  0200 5A\n" in out


def test_the_machine_runs_on_behind_the_last_input():
    kim = Kim1(core="compiled")
    run(kim, cycles=2_000_000)
    first = kim.cycles
    run(kim, keys="wait:0.25", cycles=500_000)
    assert 750_000 <= kim.cycles - first < 750_030


def test_waiting_for_the_display_lets_wally_answer():
    kim = Kim1(core="compiled")
    kim.boot("wally")
    status, out, _ = run(kim, keys="04 GO wait:lit 34 GO wait:lit", cycles=100_000)
    assert status == 0
    assert "display  3400 33\n" in out
    assert kim.peek(0x0334) in (0x88, 0x89)


def test_what_the_terminal_has_received_is_printed_and_written(tmp_path):
    kim = Kim1(core="compiled")
    kim.log_on()
    kim.connect_terminal(True)
    kim.run(seconds=0.2)
    status, out, _ = run(kim, typed="0200 5A.\\r", transcript=tmp_path / "paper.txt")
    assert status == 0
    assert kim.peek(0x0200) == 0x5A
    assert "0200 00 5A." in out
    assert (tmp_path / "paper.txt").read_text() == kim.transcript


def test_a_machine_that_stops_by_itself_is_a_failure():
    kim = Kim1(core="compiled")
    kim.run(seconds=0.1)
    kim.poke(0x0200, 0x02)
    status, out, err = run(kim, keys="AD 0200 GO")
    assert status == 1
    assert err == "the machine stopped: illegal instruction at 0200 (JAM)\n"
    assert "display" in out


@pytest.mark.parametrize("core", spread(["compiled", "py65"], 1))
def test_the_same_command_gives_the_same_output(tmp_path, core):
    def once(number):
        kim = Kim1(core=core)
        kim.boot("wally")
        picture = tmp_path / f"{number}.svg"
        return run(kim, keys="04 GO wait:lit 34 GO", screenshot=picture), picture.read_bytes()

    assert once(1) == once(2)


def test_a_picture_as_text_shows_digits_and_board(tmp_path):
    kim = Kim1(core="compiled")
    kim.boot("wally")
    run(kim, keys="04 GO wait:0.3", screenshot=tmp_path / "kim.txt")
    text = (tmp_path / "kim.txt").read_text()
    assert text.count("●") == 4
    assert "▄▀▀▀▄" in text


def test_a_picture_of_the_panel_is_a_png(tmp_path):
    run(screenshot=tmp_path / "kim.png", cycles=0)
    assert (tmp_path / "kim.png").read_bytes().startswith(b"\x89PNG")


def test_another_kind_of_picture_is_refused_before_anything_runs(tmp_path):
    kim = Kim1(core="python")
    before = kim.cycles
    with pytest.raises(IronboardError, match=r"\.png, \.txt, \.svg"):
        run(kim, screenshot=tmp_path / "kim.gif", keys="AD")
    assert kim.cycles == before
