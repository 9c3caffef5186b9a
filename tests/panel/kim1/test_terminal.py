import pygame
import pytest

from host.panel import colours, glyphs
from host.panel.kim1.layout import rows_of, tube_box


def area(user):
    return user.panel.panes["terminal"]


def lit_pixels(user):
    """Return how many pixels of the tube are bright."""
    tube = user.painter.scale.rect(tube_box(area(user)).inset(10))
    picture = user.look().subsurface(tube)
    mask = pygame.mask.from_threshold(picture, colours.PHOSPHOR, (90, 90, 90, 255))
    return mask.count()


@pytest.fixture
def logged_on(user):
    user.click_button("log_on")
    user.wait(1.5)
    return user


def test_log_on_brings_the_monitor_s_prompt(logged_on):
    assert logged_on.panel.on_teletype
    assert logged_on.panel.terminal.screen.lines[-2] == "KIM"
    assert logged_on.panel.focus == "terminal"


def test_what_is_typed_reaches_the_monitor_and_is_seen(logged_on):
    before = lit_pixels(logged_on)
    for character in "0300 ":
        logged_on.strike(character)
        logged_on.wait(0.1)
    logged_on.wait(0.3)
    assert "0300 " in logged_on.panel.terminal.screen.text
    assert lit_pixels(logged_on) > before


def test_enter_and_control_characters_are_sent(logged_on):
    sent = []
    logged_on.kim.on_give = lambda cycle, kind, value: sent.append(value) if kind == "type" else None
    logged_on.strike("enter")
    logged_on.wait(0.2)
    logged_on.strike("ctrl+c")
    logged_on.wait(0.2)
    assert [text for text, _ in sent] == ["\r", "\x03"]


def test_tab_and_clicks_move_the_keyboard(user):
    user.strike("tab")
    user.handle_events()
    assert user.panel.focus == "terminal"
    user.click_key("0")
    user.handle_events()
    assert user.panel.focus == "keypad"
    user.click(tube_box(area(user)).centre)
    user.handle_events()
    assert user.panel.focus == "terminal"


def test_digits_go_to_the_terminal_only_while_it_has_the_keyboard(user):
    user.strike("tab", "5")
    user.wait(0.2)
    assert user.kim.printed[-1:] == b"5"  # its echo
    sent = user.kim.printed[:]
    user.strike("tab", "5")
    user.wait(0.2)
    assert user.kim.printed == sent


def test_function_keys_remain_keys_of_the_pad(user):
    user.strike("tab", "f6")
    user.wait(0.1)
    assert user.kim.m.sst == 1


@pytest.fixture
def reader(user):
    """Sixty lines have been printed."""
    user.kim.printed.extend(b"".join(b"LINE %d\r\n" % number for number in range(60)))
    user.wait(0.02)
    return user


def visible(user):
    return [line for line in user.panel.terminal.visible(rows_of(area(user))) if line]


def wheel(user, lines):
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=lines, flipped=False))
    user.handle_events()


def test_the_wheel_scrolls_back_and_forth(reader):
    newest = visible(reader)
    assert newest[-1] == "LINE 59"
    wheel(reader, 2)
    assert visible(reader)[-1] == "LINE 54"
    wheel(reader, -9)
    assert visible(reader) == newest


def test_pages_scroll_to_the_very_first_line(reader):
    picture = pygame.image.tobytes(reader.look(), "RGB")
    reader.strike(*["page up"] * 10)
    reader.handle_events()
    assert visible(reader)[0] == "LINE 0"
    assert pygame.image.tobytes(reader.look(), "RGB") != picture
    reader.strike(*["page down"] * 10)
    reader.handle_events()
    assert visible(reader)[-1] == "LINE 59"


def test_new_lines_do_not_move_what_is_being_read(reader):
    wheel(reader, 5)
    read = visible(reader)
    reader.kim.printed.extend(b"MORE\r\nAND MORE\r\n")
    reader.wait(0.02)
    assert visible(reader) == read


def test_typing_returns_to_the_newest_line(reader):
    wheel(reader, 5)
    reader.strike("tab", "a")
    reader.handle_events()
    assert reader.panel.terminal.back == 0


def test_every_printable_character_has_a_glyph_of_its_own():
    printable = [chr(code) for code in range(0x20, 0x7F)]
    drawings = {tuple(glyphs.GLYPHS[character]) for character in printable}
    assert len(drawings) == len(printable)
    for rows in drawings:
        assert len(rows) == glyphs.HEIGHT
        assert {len(row) for row in rows} == {glyphs.WIDTH}
        assert set("".join(rows)) <= {".", "#"}
