"""Everything can be read, in dark and in light colours: contrasts as the W3C measures them."""

import pytest

from host.debugger.tui.pane import GROUNDS, INKS, OTHERS, TEXT_GROUNDS
from tests.debugger.screen.desk import driven, opened

TEXT, SIGNS = 4.5, 3.0  # WCAG 2.2: 1.4.3 contrast of text, 1.4.11 of other signs
NO_TEXT = {"faint"}


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def test_the_measure_is_right():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48  # the well-known grey that just fails


@pytest.mark.parametrize("theme", [0, 1], ids=["dark", "light"])
@pytest.mark.parametrize("ground", TEXT_GROUNDS)
@pytest.mark.parametrize("ink", INKS)
def test_every_ink_can_be_read_on_every_ground_of_text(ink, ground, theme):
    least = SIGNS if ink in NO_TEXT else TEXT
    assert contrast(INKS[ink][theme], GROUNDS[ground][theme]) >= least


@pytest.mark.parametrize("theme", [0, 1], ids=["dark", "light"])
@pytest.mark.parametrize("ink", OTHERS)
def test_inks_with_a_ground_of_their_own_can_be_read_there(ink, theme):
    colours, ground = OTHERS[ink]
    assert contrast(colours[theme], GROUNDS[ground][theme]) >= TEXT


@pytest.mark.parametrize("theme", [0, 1], ids=["dark", "light"])
@pytest.mark.parametrize("ground", ["heading", "chosen", "running", "past", "now", "gap"])
def test_strong_words_can_be_read_on_the_bars(ground, theme):
    assert contrast(INKS["strong"][theme], GROUNDS[ground][theme]) >= TEXT


@driven
async def test_a_key_changes_from_dark_to_light_and_back():
    def colours(desk):
        return {str(part.style.color.name) for part in desk.app.source.render_line(2) if part.style}

    async with opened() as desk:
        before, text = colours(desk), desk.screen
        await desk.press("ctrl+t")
        assert not before & colours(desk)
        assert INKS["text"].light in colours(desk)
        assert desk.screen == text
        await desk.press("ctrl+t")
        assert colours(desk) == before
