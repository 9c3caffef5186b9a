"""What stands around the console in a terminal: paper, cards, board, tube; files; every size of terminal."""

from emulators.ibm704.display import X_SHIFT
from host.desk.ibm704.console import KEYS
from host.desk.ibm704.keys import COMMANDS
from host.games.checkers import samuel
from host.terminal.dialogs import HelpScreen
from host.terminal.ibm704 import picture, texts
from host.terminal.key_names import key_name
from tests.desk.ibm704.room import HELLO, room
from tests.ibm704.rooms import put_on_paper
from tests.panel.ibm704.test_room import CHECKERS
from tests.terminal.ibm704.desk import LARGE, SMALL, opened
from tests.terminal.kim1.desk import driven


@driven
async def test_a_deck_is_put_in_loaded_and_printed():
    async with opened() as desk:
        await desk.press("ctrl+o")
        await desk.fill(path=str(HELLO))
        assert len(desk.operator.hopper) > 5
        await desk.press("l", *["f10"] * 5)
        for _ in range(400):
            await desk.wait(0.025)
            if not desk.machine.running:
                break
        assert "HELLO WORLD" in desk.screen
        assert "the hopper is empty" in desk.screen


@driven
async def test_cards_are_punched_by_hand_and_taken_out():
    async with opened() as desk:
        await desk.press("ctrl+o")
        await desk.fill(path="=MOVE 11-15; PLAY")
        await desk.wait(0.1)
        assert "in the hopper      2" in desk.screen
        assert "next  MOVE 11-15" in desk.screen
        await desk.press("ctrl+e")
        await desk.wait(0.1)
        assert "in the hopper      0" in desk.screen


@driven
async def test_an_error_is_told_and_the_machine_stays():
    async with opened() as desk:
        before = desk.machine.snapshot()
        await desk.press("ctrl+o")
        await desk.fill(path="/no/such/file.deck")
        assert any("file.deck" in notice for notice in desk.notices)
        assert desk.machine.snapshot() == before


@driven
async def test_paper_is_saved_and_torn_off(tmp_path):
    operator = room()
    put_on_paper(operator.machine, b"ON PAPER\n")
    async with opened(operator) as desk:
        await desk.wait(0.1)
        assert "ON PAPER" in desk.screen
        await desk.press("ctrl+s")
        await desk.fill(path=str(tmp_path / "paper.txt"))
        assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n"
        await desk.press("ctrl+r")
        await desk.wait(0.1)
        assert "ON PAPER" not in desk.screen


@driven
async def test_the_end_of_the_paper_is_in_sight_and_older_lines_can_be_scrolled_to():
    operator = room()
    async with opened(operator) as desk:
        put_on_paper(operator.machine, b"".join(b"LINE %d\n" % number for number in range(100)))
        await desk.wait(0.1)
        assert "LINE 99 " in desk.screen
        desk.app.paper.scroll_home(animate=False)
        await desk.pilot.pause()
        put_on_paper(operator.machine, b"MORE\n")
        await desk.wait(0.1)
        assert "LINE 0 " in desk.screen
        assert "MORE" not in desk.screen


@driven
async def test_the_board_is_shown_as_letters_and_as_lamps(tmp_path):
    source = tmp_path / "board.sap"
    source.write_text(CHECKERS)
    async with opened() as desk:
        await desk.press("ctrl+o")
        await desk.fill(path=str(source))
        await desk.press(*["f10"] * 5)
        for _ in range(400):
            await desk.wait(0.025)
            if not desk.machine.running:
                break
        await desk.pass_time(10)
        screen = desk.screen
        assert "1      b     b     b     b   4" in screen
        assert "29   w     w     w     w      32" in screen
        assert f"BM {samuel.octal(samuel.START.black_men)}" in screen
        assert " ● ● ● ●  ○ ○ ○ ○  ○ ○ ○ ○  ○ ○ ○ ○" in screen


@driven
async def test_points_on_the_tube_are_braille_dots():
    operator = room()
    async with opened(operator) as desk:
        await desk.press("ctrl+g")
        operator.machine.media.film.extend([0, 1023 << X_SHIFT | 1023])
        await desk.wait(0.025)
        assert "⡀" in desk.screen  # the lowest dot on the left, the highest on the right
        assert "⠈" in desk.screen


@driven
async def test_a_small_terminal_shows_one_thing_after_the_other():
    async with opened(size=SMALL) as desk:
        await desk.wait(0.1)
        assert "operator's console" in desk.screen
        await desk.press("ctrl+b")
        assert "printer" in desk.screen
        assert "operator's console" not in desk.screen
        await desk.press("ctrl+b")
        assert "cards" in desk.screen
        assert "checkers" in desk.screen
        await desk.press("ctrl+b")
        assert "operator's console" in desk.screen


@driven
async def test_a_large_terminal_shows_everything():
    async with opened(size=LARGE) as desk:
        for title in ("operator's console", "printer", "checkers", "cards", "keys"):
            assert title in desk.screen


@driven
async def test_the_help_names_every_key():
    async with opened() as desk:
        await desk.press("f12")
        assert isinstance(desk.app.screen, HelpScreen)
        await desk.press("r")
        assert not desk.operator.down
        await desk.press("escape")
        assert not isinstance(desk.app.screen, HelpScreen)
    lines = texts.key_lines()
    assert all(any(key.name in line for line in lines) for key in KEYS)
    assert all(any(line.startswith(key_name(key)) for line in lines) for key in COMMANDS)


@driven
async def test_q_quits():
    async with opened() as desk:
        await desk.press("q")
        assert desk.app.return_code == 0


def test_a_picture_is_what_the_terminal_shows(tmp_path):
    picture.screenshot(room(), tmp_path / "console.txt", size=SMALL)
    assert "704 operator's console" in (tmp_path / "console.txt").read_text("utf-8")
