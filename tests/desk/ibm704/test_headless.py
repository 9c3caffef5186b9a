"""A 704 without a view: what it is told to do, and what it prints."""

import contextlib
import io

import pytest

from emulators.errors import IronboardError
from host import registry
from host.cli.main import main
from host.formats import deck, tapes
from host.formats.deck.cards import Kind, kinds
from host.machines.ibm704.machine import Ibm704
from host.panels.ibm704.controller import Controller704
from host.panels.ibm704.run import Action, parse_keys
from tests.faces.ibm704.room import HELLO, RIGHT, flickering, room
from tests.ibm704.machines import word
from tests.ibm704.rooms import put_on_paper

RUNNER = registry.find("704").runner()


def run(controller, **task):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = RUNNER.headless(controller, task)
    return status, out.getvalue(), err.getvalue()


def test_paper_and_registers_are_printed(capsys):
    assert main(["704", str(HELLO), "--headless", "--core", "compiled"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("HELLO WORLD")
    assert "state    program stop:" in printed
    assert "lamps    PROGRAM STOP, READY, AUTOMATIC" in printed


def test_a_deck_that_its_loader_will_refuse_is_named_with_the_card(tmp_path, capsys):
    cards = deck.read(HELLO)
    number = next(n for n, kind in enumerate(kinds(cards)) if kind == Kind.ABSOLUTE)
    words = deck.words(cards[number])
    words[2] ^= 1
    deck.write([*cards[:number], deck.of_words(words), *cards[number + 1 :]], tmp_path / "bad.cbn")
    assert main(["704", str(tmp_path / "bad.cbn"), "--headless", "--core", "compiled"]) == 0
    printed = capsys.readouterr().out
    assert f"deck     card {number + 1}: check sum " in printed
    assert "IC 00003" in printed, "where the loader stops"


def test_the_same_command_prints_the_same(capsys):
    outputs = []
    for _ in range(2):
        assert main(["704", str(HELLO), "--headless", "--core", "compiled"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_paper_and_punched_cards_are_written(tmp_path):
    controller = room(word("HPR"))
    put_on_paper(controller.machine, b"ON PAPER\n")
    controller.machine.media.punched.append(tuple(deck.words(deck.of_text("ON A CARD"))))
    status, _, _ = run(controller, paper=tmp_path / "paper.txt", punch=tmp_path / "out.deck")
    assert status == 0
    assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n"
    assert [deck.text_of(card) for card in deck.read(tmp_path / "out.deck")] == ["ON A CARD"]


def test_keys_are_pressed_one_after_the_other_each_time_it_stops():
    controller = room(word("HPR"), word("CAL", 0o2001), word("HPR"))
    status, printed, _ = run(controller, keys="start, start")
    assert status == 0
    assert controller.machine.read_register("AC") == RIGHT
    assert "IC 00103" in printed


def test_it_is_operated_by_hand_on_manual():
    controller = room()
    run(controller, keys=f"manual, keys {word('CAL', 0o2001):012o}, enter instruction, keys 000000001234, enter mq")
    assert controller.machine.read_register("AC") == RIGHT
    assert controller.machine.read_register("MQ") == 0o1234
    assert not controller.machine.automatic


def test_it_is_left_running_after_a_wait():
    controller = flickering()
    status, printed, _ = run(controller, keys="switch 3, start, wait 0.12")
    assert status == 0
    assert "state    running" in printed
    assert 10_000 <= controller.machine.cycles < 10_010
    assert controller.machine.read_register("SWITCHES") == 0b100


def test_it_runs_no_longer_than_it_is_allowed_to():
    for allowed in ({"cycles": 5_000}, {"seconds": 0.06}):
        controller = flickering()
        status, printed, _ = run(controller, keys="start", **allowed)
        assert status == 0
        assert "state    running" in printed
        assert 5_000 <= controller.machine.cycles < 5_010


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([word("CPY", 0o200)], "read-write check"),
        ([word("DVH", 0o2000)], "divide check"),
        ([0o001000000000], "not an instruction of the 704"),
        ([word("RDS", 0o221), word("CPY", 0o200)], "no tape"),
    ],
)
def test_a_check_is_a_failure_and_says_why(words, reason):
    controller = room(*words)
    controller.machine.poke(0o2000, 0)
    status, _, errors = run(controller, keys="start", seconds=5)
    assert status == 1
    assert reason in errors


def test_words_that_are_no_keys_are_refused():
    assert parse_keys("Enter  MQ, keys 17, switch 2, wait 1.5, MANUAL") == [
        Action("press", "ENTER MQ"),
        Action("keys", value=0o17),
        Action("switch", value=2),
        Action("wait", value=1.5),
        Action("automatic", value=False),
    ]
    for wrong in ("GO", "keys 8", "keys 1234567012345", "switch 7", "wait x", "wait -1"):
        with pytest.raises(IronboardError):
            parse_keys(wrong)


def test_a_screenshot_is_of_a_known_kind(tmp_path):
    with pytest.raises(IronboardError, match="a screenshot is a file with the ending"):
        run(room(), screenshot=tmp_path / "console.gif")


@pytest.mark.parametrize("kind", [".txt", ".svg", ".png"])
def test_the_views_are_drawn(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = tmp_path / f"console{kind}"
    assert run(room(word("HPR")), screenshot=path)[0] == 0
    assert path.stat().st_size > 1000


def test_data_cards_lie_after_the_program(tmp_path, capsys):
    deck.write([deck.of_text("DATA")], tmp_path / "data.deck")
    assert main(["704", str(HELLO), "--cards", str(tmp_path / "data.deck"), "--headless", "--core", "compiled"]) == 0
    assert "\nDATA\n" in capsys.readouterr().out  # the program prints what is on the cards after it


def test_options_of_a_task_need_headless(capsys):
    with pytest.raises(SystemExit):
        main(["704", "--print", "x.txt", "--tui"])
    assert " with --headless" in capsys.readouterr().err


def test_a_recording_is_kept(tmp_path):
    path = tmp_path / "panel.rec"
    assert main(["704", str(HELLO), "--headless", "--core", "compiled", "--record", str(path)]) == 0
    assert "LOAD CARDS" in path.read_text()


def test_a_state_of_any_name_is_gone_on_from_with_the_symbols_of_its_program(tmp_path):
    state = tmp_path / "now @2"  # of a tape that would mean a unit
    saved = room(word("CAL", 0o2001), word("HPR"))
    saved.machine.press("START")
    state.write_bytes(saved.machine.save_state())
    controller = Controller704(Ibm704(), slow=True)
    RUNNER.prepare(controller, RUNNER.model.setup({"program": "perft", "state": state}))
    assert controller.machine.running
    assert "BM" in controller.symbols
    assert run(controller)[0] == 0
    assert controller.machine.read_register("AC") == RIGHT


def test_for_a_view_a_deck_is_read_at_once_unless_it_shall_be_slow():
    ready, slow = (RUNNER.controller({"program": "perft", "slow": each}) for each in (False, True))
    assert not ready.machine.hopper
    assert len(slow.machine.hopper) > 50
    assert slow.machine.running
    demonstration = RUNNER.controller({}, speed=5.0)
    assert len(demonstration.machine.hopper) == 124
    assert demonstration.pacer.speed == 5.0
    assert demonstration.panel.game


def test_without_a_program_the_machine_plays_checkers_against_itself():
    controller = Controller704(Ibm704(), slow=True)
    RUNNER.prepare(controller, RUNNER.model.setup({}))
    run(controller, seconds=300)
    moves = [line for line in controller.machine.paper if line.startswith("MOVE ")]
    assert len(moves) > 5
    assert {"BM", "WM", "BK", "WK"} <= set(controller.symbols)


# ---------------------------------------------------------------- tapes, switches, what to do next

COPY_TAPE = """
       ORG 24
START  RTB 3
       CPY WORD
       NOP
       SWT 1
       WTB 2
       SWT 3
       WTB 5
       CPY WORD
       HPR
WORD   BSS 1
       END START
"""


@pytest.fixture
def copying(tmp_path):
    """A program that copies a word from tape 3 to tape 5 where switch 1 is down, to tape 2 where 3 is; its tape."""
    (tmp_path / "copy.sap").write_text(COPY_TAPE)
    tapes.write([tapes.record_of([0o123], binary=True)], tmp_path / "in.tap")
    return ["704", str(tmp_path / "copy.sap"), "--headless", "--core", "compiled", "--tape", f"3={tmp_path / 'in.tap'}"]


def test_tapes_are_put_on_units_by_number_and_saved(copying, tmp_path, capsys):
    out = tmp_path / "out.p7b"
    assert main([*copying, "--sense", "1", "--save-tape", f"5={out}"]) == 0
    assert [tapes.words_of(record) for record in tapes.read(out)] == [[0o123]]
    assert tapes.read(tmp_path / "in.tap") == [tapes.record_of([0o123], binary=True)]


def test_a_file_that_exists_is_replaced_by_a_tape_only_with_force(copying, tmp_path, capsys):
    out = tmp_path / "out.tap"
    out.write_bytes(b"mine")
    assert main([*copying, "--sense", "1", "--save-tape", f"5={out}"]) == 1
    assert out.read_bytes() == b"mine"
    assert "out.tap" in capsys.readouterr().err
    assert main([*copying, "--sense", "1", "--save-tape", f"5={out}", "--force"]) == 0
    assert tapes.read(out)


@pytest.mark.parametrize(("down", "unit"), [("1", 5), ("3", 2), ("2, 4,1", 5)])
def test_sense_switches_are_down_from_the_beginning(copying, tmp_path, down, unit):
    saved = {each: tmp_path / f"{each}.tap" for each in (2, 5)}
    options = [option for each, file in saved.items() for option in ("--save-tape", f"{each}={file}")]
    assert main([*copying, "--sense", down, *options]) == 0
    assert [each for each, file in saved.items() if tapes.read(file)] == [unit]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tape", "11=x.tap"], "tape units 1 to 10"),
        (["--save-tape", "x.tap"], "names no unit"),
        (["--save-tape", "2="], "names no unit"),
        (["--sense", "7"], "sense switches are 1 to 6"),
        (["--sense", "1;2"], "sense switches are 1 to 6"),
    ],
)
def test_options_that_make_no_sense(options, message, capsys):
    with pytest.raises(SystemExit) as exit:
        main(["704", "--empty", "--headless", *options])
    assert exit.value.code == 2
    assert message in capsys.readouterr().err


def test_one_unit_has_one_tape_and_a_saved_tape_has_a_format(tmp_path, capsys):
    assert main(["704", "--empty", "--headless", "--tape", "", "--tape", "1="]) == 1
    assert "unit 1 has a tape already" in capsys.readouterr().err
    assert main(["704", "--empty", "--headless", "--save-tape", f"1={tmp_path / 'tape'}"]) == 1
    assert "cannot tell the format" in capsys.readouterr().err


def test_of_a_damaged_tape_the_records_before_the_damage_are_read_and_the_file_is_kept(copying, tmp_path, capsys):
    tape = tmp_path / "in.tap"
    whole = tape.read_bytes() + b"garbage behind the last record"
    tape.write_bytes(whole)
    assert main([*copying, "--sense", "1", "--save-tape", f"5={tmp_path / 'out.tap'}"]) == 0
    assert "record 2" in capsys.readouterr().err
    assert tapes.read(tmp_path / "out.tap") == [tapes.record_of([0o123], binary=True)]
    assert tape.read_bytes() == whole
    tape.write_bytes(b"nothing but garbage")
    assert main(copying) == 1


def test_nothing_to_load_is_an_error(capsys):
    assert main(["704", "--empty", "--headless", "--core", "compiled", "--keys", "load cards"]) == 1
    assert "there is nothing to load: no card is in the hopper" in capsys.readouterr().err


def test_a_program_that_waits_for_cards_says_what_to_do(tmp_path, capsys):
    (tmp_path / "waits.sap").write_text("       ORG 24\nSTART  HPR\n       END START\n")
    assert main(["704", str(tmp_path / "waits.sap"), "--headless", "--core", "compiled"]) == 0
    assert "supply cards with --cards FILE, or continue with --keys 'switch 1, start'" in capsys.readouterr().out
    assert main(["704", str(HELLO), "--headless", "--core", "compiled"]) == 0
    assert "--cards FILE" not in capsys.readouterr().out
