"""Pictures: of the moment, and of the last seconds as a GIF."""

import importlib.util
import io
import random
import sys

import pygame
import pytest
from PIL import Image

from host.ui import film, pictures, window
from host.ui.controller import Controller
from tests.faces import invented
from tests.faces.user import Clock, User

RED, BLUE, GREEN = (200, 0, 0), (0, 0, 200), (0, 200, 0)


def painted(surface, colour, box):
    surface.fill(colour, box)
    return pygame.Rect(box)


def pixel(picture, size, at):
    place = (at[1] * size[0] + at[0]) * 3
    return tuple(picture[place : place + 3])


def test_a_film_has_what_was_to_be_seen_and_for_how_long():
    surface = pygame.Surface((100, 80))
    surface.fill(BLUE)
    made = film.Film((100, 80))
    made.note(surface, [], 0.0)
    made.note(surface, [painted(surface, RED, (10, 10, 5, 5))], 2.0)
    made.note(surface, [], 3.0)
    made.note(surface, [painted(surface, GREEN, (50, 40, 5, 5))], 4.5)
    found = [*made.roll(5.0).pictures()]
    assert [seconds for _, seconds in found] == [2.0, 2.5, 0.5]
    colours = [[pixel(picture, made.size, at) for at in ((12, 12), (52, 42), (0, 0))] for picture, _ in found]
    assert colours == [[BLUE, BLUE, BLUE], [RED, BLUE, BLUE], [RED, GREEN, BLUE]]


def test_what_is_older_than_the_film_is_its_first_picture():
    surface = pygame.Surface((40, 40))
    made = film.Film((40, 40))
    made.note(surface, [painted(surface, RED, (0, 0, 40, 40))], 0.0)
    for second in range(1, 30):
        made.note(surface, [painted(surface, BLUE, (20, 20, 2, 2))], float(second))
    found = [*made.roll(30.0).pictures()]
    assert sum(seconds for _, seconds in found) == pytest.approx(film.SECONDS)
    assert pixel(found[0][0], made.size, (1, 1)) == RED


def test_frames_come_at_most_so_often_and_no_change_between_them_is_lost():
    surface = pygame.Surface((40, 40))
    made = film.Film((40, 40))
    for step in range(600):
        made.note(surface, [painted(surface, (step % 256, 0, 0), (step % 40, 0, 1, 40))], step / 60)
    found = [*made.roll(11.0).pictures()]
    assert len(found) <= film.RATE * 10 + 1
    made.note(surface, [], 10.2)
    assert [*made.roll(10.3).pictures()][-1][0] == pygame.image.tobytes(surface, "RGB")


def test_the_memory_of_a_film_is_bounded(monkeypatch):
    monkeypatch.setattr(film, "MOST", 200_000)
    surface = pygame.Surface((200, 200))
    made = film.Film((200, 200))
    for step in range(100):
        made.note(surface, [painted(surface, (step, 0, 0), (0, 0, 200, 200))], step * 1.1 / film.RATE)
    assert made._bytes <= 200_000
    assert pixel([*made.roll(11.0).pictures()][-1][0], made.size, (5, 5)) == (99, 0, 0)


def test_a_large_window_is_shrunk_without_seams():
    size = (2000, 1100)
    surface = pygame.Surface(size)
    made = film.Film(size)
    assert made.size == (666, 366)
    made.note(surface, [surface.get_rect()], 0.0)
    places = random.Random(1)
    for step in range(1, 40):
        box = (places.randrange(1900), places.randrange(1000), places.randrange(1, 100), places.randrange(1, 100))
        made.note(surface, [painted(surface, (step * 6, 255 - step * 6, 90), box)], step / 10)
    whole = film.Film(size)
    whole.note(surface, [surface.get_rect()], 0.0)
    assert [*made.roll(4.0).pictures()][-1][0] == [*whole.roll(1.0).pictures()][-1][0]


def test_a_gif_is_read_by_others_with_its_times():
    surface = pygame.Surface((60, 40))
    made = film.Film((60, 40))
    for number, colour in enumerate((RED, BLUE, GREEN)):
        made.note(surface, [painted(surface, colour, (0, 0, 60, 40))], float(number))
    read = Image.open(io.BytesIO(film.gif(made.roll(4.0))))
    assert (read.format, read.size, read.n_frames) == ("GIF", (60, 40), 3)
    seen = []
    for number in range(3):
        read.seek(number)
        seen.append((read.convert("RGB").getpixel((5, 5)), read.info["duration"]))
    assert seen == [(RED, 1000), (BLUE, 1000), (GREEN, 2000)]


@pytest.fixture
def user(tmp_path, monkeypatch, display):
    monkeypatch.setattr(pictures, "folder", lambda last="": tmp_path)
    found = User(Controller(invented.Machine(), invented.panel(invented.DISPLAY), now=Clock()))
    found.controller.tools = window.WindowTools()
    found.controller.program = "A game"
    return found


def test_the_window_writes_what_it_shows_and_says_where(user, tmp_path):
    surface = user.look()
    user.controller.tools.note(surface, [surface.get_rect()], 0.0)
    user.controller.command("picture")
    user.controller.command("picture")
    first, second = sorted(tmp_path.glob("invented-a-game-*.png"))
    assert str(second) in user.controller.notice or str(first) in user.controller.notice
    assert pygame.image.tobytes(pygame.image.load(first), "RGB") == pygame.image.tobytes(surface, "RGB")


def test_the_window_writes_its_last_seconds(user, tmp_path):
    tools = user.controller.tools
    user.controller.command("film")
    assert "nothing has been shown" in user.controller.error
    for _ in range(5):
        surface = user.look()
        tools.note(surface, [surface.get_rect()], user.controller.now())
        user.controller.now.time += 0.5
    user.controller.command("film")
    tools.wait()
    tools.follow(user.controller)
    (file,) = tmp_path.glob("invented-a-game-*.gif")
    assert str(file) in user.controller.notice
    assert Image.open(file).n_frames >= 1


def test_without_pillow_the_window_says_which_package_to_install(user, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    surface = user.look()
    user.controller.tools.note(surface, [surface.get_rect()], 0.0)
    user.controller.command("film")
    assert user.controller.error == "a film is made by the package Pillow: pip install 'ironboard[film]'"
    assert not [*tmp_path.glob("*.gif")]


def test_a_folder_that_cannot_be_written_is_told(user, tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "folder", lambda last="": tmp_path / "gone")
    surface = user.look()
    user.controller.tools.note(surface, [surface.get_rect()], 0.0)
    user.controller.command("picture")
    assert "cannot write" in user.controller.error


def test_pictures_never_replace_one(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "folder", lambda last="": tmp_path)
    names = set()
    for _ in range(5):
        path = pictures.new_path("KIM-1", "my game.s", ".png")
        assert path not in names
        assert path.name.startswith("kim-1-my-game-s-")
        names.add(path)
        path.write_bytes(b"x")
