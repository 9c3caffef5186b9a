import itertools
import math
import shutil
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from emulators.errors import IronboardError
from host.kim1 import Kim1
from host.panel import window
from host.panel.canvas import Box, Canvas, Scale, written_width
from host.panel.kim1 import commands, kim_board, layout, render, run_panel, screenshot
from host.panel.kim1.scene import SCENE

WINDOW = Box(0, 0, layout.WIDTH, layout.HEIGHT)


def overlap(one, other):
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def inside(box, outer):
    return (
        outer.x <= box.x
        and outer.y <= box.y
        and box.x + box.w <= outer.x + outer.w
        and box.y + box.h <= outer.y + outer.h
    )


@pytest.mark.parametrize("go_board", [True, False])
def test_panes_neither_overlap_nor_leave_the_window(go_board):
    boxes = list(layout.panes(go_board).values())
    assert all(inside(box, WINDOW) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("go_board", [True, False])
def test_buttons_lie_in_their_panes_and_hold_their_labels(go_board):
    deck = layout.panes(go_board)["deck"]
    rows = ((commands.TOOLBAR, layout.TOOLS, layout.TOOLBAR), (commands.DECK, layout.deck_buttons(deck), deck))
    for buttons, boxes, pane in rows:
        assert all(inside(box, pane) for box in boxes.values())
        assert not any(overlap(*pair) for pair in itertools.combinations(boxes.values(), 2))
        for button in buttons:
            assert written_width(button.label, 18) <= button.width - 8, button.label


def test_the_parts_of_the_board_do_not_overlap():
    chips = [chip.box for chip in kim_board.CHIPS]
    parts = [*chips, kim_board.CRYSTAL, kim_board.KEYPAD, *kim_board.DIGITS, *kim_board.CONNECTORS.values()]
    parts += [
        row.box.moved(number * row.step[0], number * row.step[1])
        for row in kim_board.SMALLS
        for number in range(row.number)
    ]
    board = Box(0, 0, *kim_board.SIZE)
    assert all(inside(part, board) for part in parts)
    assert [pair for pair in itertools.combinations(parts, 2) if overlap(*pair)] == []


def test_the_board_has_the_parts_of_a_kim1():
    types = [chip.type for chip in kim_board.CHIPS]
    assert types.count("6102") == 8
    assert {"MCS 6502", "MCS 6530-002", "MCS 6530-003", "74145", "556", "565"} <= set(types)
    assert len(kim_board.DIGITS) == 6
    assert len(kim_board.key_boxes()) == 24  # 23 keys and the switch


@pytest.mark.parametrize("size", [(1460, 900), (640, 480), (2920, 1800), (300, 900)])
def test_pixels_and_logical_points_agree_at_every_size(size):
    scale = Scale.fit(layout.WIDTH, layout.HEIGHT, size)
    for point in ((0, 0), (layout.WIDTH, layout.HEIGHT), (123.0, 456.0)):
        pixel = scale.point(*point)
        assert -1e-6 <= pixel[0] <= size[0] + 1e-6
        assert -1e-6 <= pixel[1] <= size[1] + 1e-6
        assert scale.logical(pixel) == pytest.approx(point)


def test_the_same_machine_gives_the_same_picture(kim):
    pictures = [pygame.image.tobytes(render(kim, size=(700, 430)), "RGB") for _ in range(2)]
    assert pictures[0] == pictures[1]


def test_a_screenshot_is_a_picture_file(kim, tmp_path):
    screenshot(kim, tmp_path / "kim.png", size=(700, 430))
    assert pygame.image.load(tmp_path / "kim.png").get_size() == (700, 430)


def test_a_screenshot_that_cannot_be_written_is_an_error(kim, tmp_path):
    with pytest.raises(IronboardError, match="cannot write"):
        screenshot(kim, tmp_path / "nowhere" / "kim.png", size=(300, 200))


def test_text_that_does_not_fit_is_cut_with_dots():
    surface = pygame.Surface((200, 30))
    canvas = Canvas(surface, Scale(1.0))
    canvas.fitted((0, 15), "a name much too long for this", 18, 100, (255, 255, 255))
    lit = pygame.mask.from_threshold(surface, (255, 255, 255), (128, 128, 128, 255)).get_bounding_rects()
    assert max(rect.right for rect in lit) <= 100


def test_the_window_runs_a_machine_until_it_is_closed(kim):
    frames = []

    def watch(panel):
        frames.append(panel.kim.cycles)
        if len(frames) == 5:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    assert run_panel(kim, each_frame=watch) == 0
    assert frames == sorted(frames)
    assert frames[-1] > frames[0]


def test_a_program_that_cannot_be_booted_is_told_in_the_window(kim):
    errors = []

    def watch(panel):
        errors.append(panel.error)
        panel.quit()

    assert run_panel(kim, boot="no such program", each_frame=watch) == 0
    assert "no such program" in errors[0]


def test_a_resized_window_is_painted_in_its_new_size(kim):
    sizes = []

    def watch(panel):
        sizes.append(pygame.display.get_surface().get_size())
        if len(sizes) == 1:
            pygame.display.set_mode((800, 500), pygame.RESIZABLE)
        if len(sizes) == 3:
            panel.quit()

    run_panel(kim, each_frame=watch)
    assert sizes[-1] == (800, 500)


def test_the_window_fits_on_every_desktop():
    for desktop in ((800, 600), (1366, 768), (3840, 2160)):
        size = window.window_size(SCENE, desktop)
        assert size[0] <= desktop[0]
        assert size[1] <= desktop[1]
    assert window.window_size(SCENE, (1366, 768))[0] > 1000


def test_turbo_is_a_speed_the_window_takes(kim):
    assert run_panel(kim, speed=math.inf, each_frame=lambda panel: panel.quit()) == 0


REAL_WINDOW = """
import pygame
from host.kim1 import Kim1
from host.panel.kim1 import run_panel
frames = []
def watch(panel):
    frames.append(pygame.display.get_driver())
    if len(frames) == 3:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
status = run_panel(Kim1(core="compiled"), each_frame=watch)
print(status, frames[-1], pygame.display.get_init())
"""


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_a_real_window_opens_and_closes():
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        number = server.stdout.readline().decode().strip()
        finished = subprocess.run(
            [sys.executable, "-c", REAL_WINDOW],
            env={"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "PATH": "/usr/bin:/bin"},
            cwd=Path(window.__file__).parents[2],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert finished.stdout.splitlines()[-1:] == ["0 x11 False"], finished.stderr
    finally:
        server.terminate()
        server.wait()


def test_without_a_display_the_error_names_the_way_out(monkeypatch):
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(IronboardError, match="terminal view"):
        run_panel(Kim1(core="compiled"))


def test_painting_only_what_has_changed_gives_the_whole_picture(player):
    """Whatever a user does, the picture kept up to date is the one painted from scratch."""
    steps = [
        lambda: player.mouse(True, layout.KEYS["7"].centre),
        lambda: player.mouse(False, layout.KEYS["7"].centre),
        lambda: player.strike("f6", "tab", "a"),
        lambda: player.click_button("pause"),
        lambda: player.click_button("pause"),
        lambda: player.click_button("help"),
        lambda: player.strike("escape", "ctrl+o", "x"),
        lambda: player.strike("enter"),
        lambda: player.strike("escape"),
        lambda: player.strike("f6"),
        lambda: player.click(layout.go_place(layout.WITH_GO_BOARD["go"], 0x35)),
        lambda: player.wait(1.0),
        lambda: player.click_button("go_board"),
        lambda: player.click_button("record"),
        lambda: player.panel.tell("a notice"),
        lambda: player.click_button("faster"),
    ]
    for number, step in enumerate(steps):
        step()
        player.wait(0.1)
        kept = pygame.image.tobytes(player.look(), "RGB")
        assert player.fresh() == kept, f"step {number}"


def test_nothing_is_painted_while_nothing_changes(user):
    user.click_button("pause")
    user.wait(0.3)
    user.look()
    user.wait(0.3)
    assert user.painter.paint(user.panel, user.surface) == []
