"""Nothing in the window overlaps, everything holds its words, and the page for users names it."""

import itertools
from pathlib import Path

import pygame
import pytest

from emulators.cdc6600 import display_code
from host.desk.cdc6600.commands import COMMANDS
from host.desk.cdc6600.displays import DISPLAYS
from host.desk.cdc6600.screens import DOTS, GLASS, SMALL, Line
from host.panel.buttons import shown
from host.panel.canvas import Box, Scale, written_width
from host.panel.cdc6600 import commands, layout, tubes
from host.panel.cdc6600.scene import SCENE
from host.panel.cdc6600.strokes import STROKES
from tests.panel.kim1.test_window import inside, overlap

PAGE = Path(__file__).parents[3] / "docs" / "cdc6600" / "console.md"


def test_panes_neither_overlap_nor_leave_the_window():
    boxes = list(layout.PANES.values())
    assert all(inside(box, Box(0, 0, layout.WIDTH, layout.HEIGHT)) for box in boxes)
    assert not any(overlap(*pair) for pair in itertools.combinations(boxes, 2))
    assert set(layout.PANES) == set(SCENE.panes)


def test_buttons_lie_in_their_panes_and_hold_their_words():
    rows = [(layout.TOOLS, layout.TOOLBAR, commands.TOOLBAR)]
    own = (*commands.LEFT, *commands.RIGHT, *commands.TYPED, *commands.PAGES)
    rows.append((layout.OPERATOR, layout.KEYBOARD, own))
    for boxes, pane, buttons in rows:
        assert set(boxes) == {each.command for each in buttons if each.command}
        assert all(inside(box, pane) for box in boxes.values())
        assert not any(overlap(*pair) for pair in itertools.combinations(boxes.values(), 2))
        assert all(written_width(each.label, 18) <= each.width - 8 for each in buttons if each.command)
    assert not any(overlap(layout.FIELD, box) for box in layout.OPERATOR.values())


def test_the_glasses_lie_in_their_panes_with_their_bezels():
    for side, glass in layout.GLASSES.items():
        assert inside(glass.inset(-15), layout.PANES[side])


@pytest.mark.parametrize("size", [(1177, 736), (1360, 850), (1920, 1080), (800, 500)])
def test_all_of_the_square_that_can_be_addressed_is_drawn(size):
    scale = Scale.fit(layout.WIDTH, layout.HEIGHT, size)
    raster = tubes.Raster(min(scale.rect(layout.GLASSES["left"]).size))
    assert 0 <= raster.place(0) < raster.place(DOTS) <= raster.pixels
    assert 0.8 < raster.dot * GLASS / raster.pixels <= 1


# ---------------------------------------------------------------- characters


def test_every_character_has_its_own_strokes_on_the_grid():
    drawn = {character: tuple(map(tuple, strokes)) for character, strokes in STROKES.items()}
    assert len(set(drawn.values())) == len(display_code.ASCII) - 1
    points = [point for strokes in STROKES.values() for stroke in strokes for point in stroke]
    assert all(0 <= each <= 6 for point in points for each in point)


@pytest.mark.parametrize("side", [6, 7, 8, 9, 10, 14, 28, 32])
def test_characters_look_different_and_stay_apart(side):
    """Two beams side by side would run into each other: the last column of each character has only light around it."""
    pictures = {}
    for character in STROKES:
        picture = tubes.glyph(character, side, 1.0, 0)
        pictures[character] = pygame.image.tobytes(picture, "RGB")
        last = [picture.get_at((side - 1, y))[1] for y in range(picture.get_height())]
        assert max(last) < 160, character
    if side >= 7:
        assert len(set(pictures.values())) == len(pictures)


def test_light_is_where_a_character_is_and_nowhere_else():
    raster = tubes.Raster(624)
    surface = tubes.light([Line(0, 100, SMALL, "I"), Line(504, 100, SMALL, "I")], raster)
    for dots in (0, 504):
        x, y = raster.place(dots), raster.place(100)
        assert surface.get_at((x + 3, y + 4))[1] > 150
    assert surface.get_at((312, 312))[:3] == (0, 0, 0)


# ---------------------------------------------------------------- words


def test_the_help_fits_its_box():
    for column in SCENE.help:
        assert 70 + column.at[1] + 36 + 30 * len(column.rows) <= layout.HEIGHT - 60, column.title
        right = [other.at[0] for other in SCENE.help if other.at[0] > column.at[0]]
        room = min(right, default=layout.WIDTH - 320) - column.at[0] - 86
        assert all(written_width(text, 19) <= room for _, text in column.rows), column.title
        assert all(written_width(key, 15) <= 70 for key, _ in column.rows), column.title


def test_the_page_for_users_names_every_key_command_display_and_button():
    page = PAGE.read_text(encoding="utf-8")
    assert [key for key in commands.HELP if f"`{shown(key)}`" not in page] == []
    assert [form for each in COMMANDS for form in each.form.split() if f"`{form}`" not in page] == []
    assert [letter for letter in DISPLAYS if f"| {letter} |" not in page] == []
    rows = (commands.TOOLBAR, commands.TYPED, commands.PAGES)
    labels = {each.label for row in rows for each in row if each.label}
    assert [label for label in labels if f"**{label}**" not in page] == []
