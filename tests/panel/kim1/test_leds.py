import pytest

from host.panel.kim1 import kim_board, layout, leds
from host.panel.kim1.leds import Persistence

PATTERNS = {"0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "7": "abc"}


def brightness(user, digit, segment):
    """How red a segment looks."""
    box = kim_board.on_board(kim_board.DIGITS[digit], layout.BOARD)
    return user.colour(leds.middle(segment, box))[0]


def test_the_segments_of_the_monitor_s_display_are_seen(user):
    user.strike("f1", *"0123")
    user.wait(0.8)
    assert user.kim.display[:4] == "0123"
    for digit, character in enumerate("0123"):
        for segment, name in enumerate("abcdefg"):
            lit = brightness(user, digit, segment) > 200
            assert lit == (name in PATTERNS[character]), (character, name)


def test_a_dark_display_still_shows_its_segments_faintly(user):
    user.panel.light.follow([[0.0] * 7] * 6)
    box = kim_board.on_board(kim_board.DIGITS[0], layout.BOARD)
    body = user.colour((box.x + 2, box.y + 2))
    for segment in range(7):
        assert body[0] < brightness(user, 0, segment) < 110


def test_a_multiplexed_segment_looks_as_bright_as_a_steady_one_and_less_light_looks_dimmer(user):
    shares = [1.0, 0.16, 0.06, 0.02, 0.0]
    user.panel.light.follow([[share] * 7 for share in (*shares, 0.0)])
    seen = [brightness(user, digit, 6) for digit in range(5)]
    assert seen[0] == seen[1] > seen[2] > seen[3] > seen[4]


def test_light_fades_and_does_not_jump():
    light = Persistence()
    light.follow([[1.0]])
    levels = [light.levels[0][0]]
    for _ in range(5):
        light.follow([[0.0]], 0.02)
        levels.append(light.levels[0][0])
    assert levels == sorted(levels, reverse=True)
    assert levels[1] == pytest.approx(0.513, abs=0.001)  # exp(-0.02 / 0.03)
    assert levels[5] < 0.05


def test_segments_stay_within_their_package():
    for box in kim_board.DIGITS:
        for segment in range(7):
            for point in leds.outline(segment, box):
                assert box.holds(point)
