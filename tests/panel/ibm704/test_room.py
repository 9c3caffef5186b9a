"""What stands around the console: cards, paper, tube, board; files, states, and the window itself."""

import pygame
import pytest

from host.desk.ibm704.operator import Operator
from host.formats import deck
from host.games.checkers import samuel
from host.games.checkers.rules import OPENING
from host.ibm704 import Ibm704
from host.panel.ibm704 import checkers_pane, layout, render, run_panel, screenshot
from tests.desk.ibm704.room import HELLO, room
from tests.ibm704.rooms import put_on_paper
from tests.panel.ibm704.user import User

CHECKERS = """\
        ORG 64
BEGIN   HTR BEGIN
BM      OCT 377360000000
WM      OCT 17377
BK      OCT 0
WK      OCT 0
        END BEGIN
"""


def drop(user, path):
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    user.handle_events()


def test_a_deck_is_dropped_loaded_and_printed(user):
    drop(user, HELLO)
    number = len(user.operator.hopper)
    assert number > 5
    user.click_key("LOAD CARDS")
    user.click_button("turbo")
    for _ in range(200):
        user.wait(1 / 60)
        if not user.machine.running:
            break
    assert not user.operator.hopper
    assert user.panel.paper.lines[0].rstrip() == "HELLO WORLD"
    assert user.panel.notice.startswith("program stop")


def test_cards_are_punched_by_hand_in_the_prompt_and_seen(user):
    empty = user.part(layout.READER)
    user.click_button("put_cards")
    user.answer("=MOVE 11-15; PLAY")
    assert [deck.text_of(deck.of_words(card)) for card in user.operator.hopper] == ["MOVE 11-15", "PLAY"]
    two = user.part(layout.READER)
    assert two != empty
    user.click_button("take_cards")
    assert not user.operator.hopper
    user.wait(10)
    user.panel.mouse = (0, 0)
    user.click_button("put_cards")
    user.strike("escape")
    user.handle_events()
    user.panel.mouse = (0, 0)
    assert user.part(layout.READER) == empty


def test_a_file_that_cannot_be_read_is_told_and_the_line_stays(user):
    user.click_button("open")
    user.answer("/no/such/file.deck")
    assert "file.deck" in user.panel.error
    assert user.panel.prompt
    user.strike("escape")
    user.handle_events()
    assert not user.panel.prompt


def test_punched_cards_are_saved_and_taken_out(user, tmp_path):
    user.machine.media.punched.append(tuple(deck.words(deck.of_text("PUNCHED"))))
    user.click_button("save_cards")
    user.panel.prompt.text = ""
    user.answer(str(tmp_path / "out.deck"))
    assert [deck.text_of(card) for card in deck.read(tmp_path / "out.deck")] == ["PUNCHED"]
    user.click_button("take_punched")
    assert not user.operator.punched


def test_paper_is_scrolled_saved_and_torn_off(user, tmp_path):
    put_on_paper(user.machine, b"".join(b"LINE %d\n" % number for number in range(100)))
    user.wait(0.1)
    newest = user.part(layout.PAPER)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=5))
    user.handle_events()
    assert user.panel.back == 15
    assert user.part(layout.PAPER) != newest
    put_on_paper(user.machine, b"MORE\n")
    user.wait(0.1)
    assert user.panel.back == 16
    user.panel.scrolled(-1000)
    user.click_button("save_paper")
    user.panel.prompt.text = ""
    user.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text().splitlines()[:2] == ["LINE 0", "LINE 1"]
    user.click_button("tear_off")
    assert user.panel.paper.lines == [""]
    assert user.part(layout.PAPER) != newest


def test_an_existing_file_is_replaced_after_asking(user, tmp_path):
    path = tmp_path / "paper.txt"
    path.write_text("OLD\n")
    user.click_button("save")
    user.answer(str(path))
    assert path.read_text() == "OLD\n"
    assert "exists" in user.panel.prompt.title
    user.strike("enter")
    user.handle_events()
    assert path.read_text() != "OLD\n"


def test_a_moment_is_kept_and_gone_back_to(user):
    user.click_button("keep")
    before = user.machine.snapshot()
    user.click_key("START")
    user.wait(0.1)
    assert user.machine.cycles > 0
    user.click_button("back")
    assert user.machine.snapshot() == before


@pytest.fixture
def player(tmp_path):
    """Before a machine that holds a checkers board in its opening position."""
    source = tmp_path / "board.sap"
    source.write_text(CHECKERS)
    user = User(room())
    user.click_button("open")
    user.answer(str(source))
    user.click_button("turbo")
    while user.machine.running:
        user.wait(1 / 60)
    return user


def test_the_board_of_a_program_is_shown_as_it_stands_in_storage(player):
    assert player.panel.side == "checkers"
    assert player.panel.board.pieces == OPENING.pieces
    assert player.panel.readings.cells == tuple(samuel.START)
    before = player.part(layout.SIDE)
    player.machine.poke(player.operator.symbols["BM"], samuel.START.black_men & ~samuel.bit(1))
    player.pass_time(10)
    assert 1 not in player.panel.board.pieces
    assert player.part(layout.SIDE) != before


def test_the_words_of_the_board_are_lamps_laid_out_as_it(player):
    player.pass_time(10)
    for word in range(4):
        area = checkers_pane.map_box(word)
        for number in samuel.NUMBERS:
            x, y = checkers_pane.lamp(number)
            lit = sum(player.colour((area.x + x, area.y + y))) > 300
            assert lit == bool(samuel.START[word] & samuel.bit(number)), (word, number)


def test_the_corner_shows_board_tube_or_keys(user):
    pictures = set()
    for _ in range(3):
        user.strike("tab")
        user.handle_events()
        user.wait(0.1)
        pictures.add(user.part(layout.SIDE))
    assert len(pictures) == 3


def test_points_on_the_tube_glow_and_fade(user):
    user.click_button("tube")
    dark = user.part(layout.SIDE)
    user.machine.media.film.extend((512 + n) << 18 | 512 for n in range(20))
    user.wait(1 / 60)
    bright = user.part(layout.SIDE)
    user.wait(0.5)
    dimmer = user.part(layout.SIDE)
    assert len({dark, bright, dimmer}) == 3
    user.pass_time(60)
    assert not user.panel.tube.points


def test_the_tube_is_shown_as_soon_as_it_is_used(user):
    assert user.panel.side == "legend"
    user.machine.media.film.append(0)
    user.wait(1 / 60)
    assert user.panel.side == "tube"


def test_painting_only_what_has_changed_gives_the_whole_picture(player):
    """Whatever a user does, the picture kept up to date is the one painted from scratch."""
    steps = [
        lambda: player.mouse(True, layout.KEY_BOXES["START"].centre),
        lambda: player.mouse(False, layout.KEY_BOXES["START"].centre),
        lambda: player.strike("7", "5", "f2", "space", "s"),
        lambda: player.click_button("help"),
        lambda: player.strike("escape", "ctrl+o", "x"),
        lambda: player.strike("enter"),
        lambda: player.strike("escape"),
        lambda: player.strike("tab", "tab"),
        lambda: player.panel.open("=A CARD"),
        lambda: player.click_button("faster"),
    ]
    for number, step in enumerate(steps):
        step()
        player.wait(0.05)
        kept = pygame.image.tobytes(player.look(), "RGB")
        assert player.fresh() == kept, f"step {number}"


def test_nothing_is_painted_while_the_machine_stands_still(user):
    user.pass_time(10)
    user.look()
    user.wait(0.2)
    assert user.painter.paint(user.panel, user.surface) == []
    assert not user.panel.running


def test_the_window_runs_until_it_is_closed():
    frames = []

    def watch(panel):
        frames.append(panel)
        if len(frames) == 3:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    assert run_panel(Operator(Ibm704(core="compiled")), each_frame=watch) == 0


def test_a_screenshot_is_a_picture_of_the_window(tmp_path):
    operator = room()
    screenshot(operator, tmp_path / "console.png", size=(700, 430))
    drawn = pygame.image.load(tmp_path / "console.png")
    assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(render(operator, size=(700, 430)), "RGB")
