"""What display drivers show on the console, and its keys: in the window's terms, in a terminal's, in a page."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code
from emulators.cdc6600.displays import KEYS
from host.machines.cdc6600.machine import Cdc6600
from host.panels.cdc6600.controller import controller as controller_of
from host.panels.cdc6600.tubes import CHARACTERS, driven, in_places, sent
from tests.cdc6600.test_system import ask, request, waiting
from tests.faces.pages import in_node

KEYED = "docs/examples/keys.compass"
TEXT = 0o300


def packed(codes):
    """Bytes of 12 bits as words."""
    codes = [*codes, *[0] * (-len(codes) % 5)]
    return [
        sum(code << 48 - 12 * place for place, code in enumerate(codes[at : at + 5])) for at in range(0, len(codes), 5)
    ]


def shown(codes, size, at=(0, 0)):
    """The rows that these bytes make."""
    machine = Cdc6600(core="python")
    words = packed(codes)
    for place, word in enumerate(words):
        machine.poke(TEXT + place, word)
    return sent(machine.m, TEXT, len(words), list(at), size)


def two(text):
    """Two characters as a byte."""
    return display_code.number(display_code.codes(text))


def test_a_character_stands_on_its_coordinates_and_the_next_one_beside_it():
    codes = [0o6000 + 100, 0o7000 + 200, two("AB"), two("C "), two("DE"), 0o6000 + 8]
    assert shown(codes, 16) == [[100, 512 - 16 - 200, 16, "ABC DE"]]
    assert shown([two("XY"), 0o7000 + 20, two("Z ")], 8, (40, 60)) == [[40, 444, 8, "XY"], [56, 484, 8, "Z"]]


def test_zeros_and_blanks_are_dark_and_the_square_ends():
    assert shown([0, two("  "), 0o0001, 0], 32) == [[160, 480, 32, "A"]]
    assert shown([0o6000 + 496, two("AB")], 8) == [[496, 504, 8, "AB"]]
    assert shown([0o6000 + 504, two("AB")], 8) == [[504, 504, 8, "A"]]


def test_y_makes_a_dot():
    assert shown([0o6005, 0o7010, 0o7011, 0o6777, 0o7000, two("AB")], 1) == [
        [5, 503, 1, "."], [5, 502, 1, "."], [511, 511, 1, "."],
    ]  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 0o7777), max_size=40), st.sampled_from([1, 8, 16, 32]))
def test_rows_are_what_a_beam_writes_that_goes_from_character_to_character(codes, size):
    x = y = 0
    wanted = {}
    for code in (each for word in packed(codes) for each in [word >> shift & 0o7777 for shift in (48, 36, 24, 12, 0)]):
        if code >> 9 == 6:
            x = code & 0o777
        elif code >> 9 == 7:
            y = code & 0o777
            if size == 1:
                wanted[x, 511 - y] = "."
        elif size > 1:
            for each in (code >> 6, code & 0o77):
                if each and CHARACTERS[each] != " " and x + size <= 512:
                    wanted.setdefault((x, 512 - size - y), set()).add(CHARACTERS[each])
                x += size
    found = {}
    for left, top, width, text in shown(codes, size):
        for place, each in enumerate(text):
            if size == 1:
                found[left, top] = each
            elif each != " ":
                found.setdefault((left + place * width, top), set()).add(each)
    assert found == wanted


def test_a_terminal_has_two_small_rows_in_a_line_if_they_have_room_there():
    assert in_places([[0, 0, 8, "A"], [80, 16, 16, "BC"]])[:2] == ["A", " " * 10 + "BC"]
    small = in_places([[0, 0, 8, "A"], [80, 8, 8, "BC"]])
    assert (len(small), small[0], small[1]) == (64, "A", " " * 10 + "BC")
    assert in_places([[5, 500, 1, "."], [0, 500, 8, "A"]])[31] == "A"


# ---------------------------------------------------------------- the tables of the drivers


def described(machine, at, *fields):
    """Put a word into storage: (bits, value) from the left."""
    word = left = 0
    for bits, value in fields:
        word = word << bits | value
        left += bits
    machine.poke(at, word << 60 - left)


def test_lun_shows_descriptors_message_and_what_is_typed():
    machine = waiting()
    ask(machine, request("LUN", 0o300))
    for place, word in enumerate(packed([0o6010, 0o7020, two("AB"), 0, 0])):
        machine.poke(0o400 + place, word)
    for at, off, size, screen, intensity in (
        (0o320, 0, 0, 0, 1), (0o321, 0, 2, 1, 7), (0o322, 0, 3, 1, 3), (0o323, 1, 1, 1, 3), (0o324, 0, 1, 1, 0),
    ):  # fmt: skip
        described(machine, at, (1, off), (4, size), (1, screen), (6, intensity), (18, 0o400), (30, 0o401))
    machine.poke(0o305, 0o320)
    machine.poke(0o306, 0o325)
    assert driven(machine.m, 0) == [[8, 488, 8, "AB"]]
    assert driven(machine.m, 1) == [[8, 464, 32, "AB"], [8, 495, 1, "."]]
    for place, word in enumerate(packed([two("WE"), two("LL")])):
        machine.poke(0o500 + place, word)
    machine.poke(0o304, 0o500)
    for place, word in enumerate(packed(display_code.codes("V=1"))):
        machine.poke(0o510 + place, word)
    machine.poke(0o303, 3 << 48 | 0o510)
    assert driven(machine.m, 0)[1:] == [[0, 480, 16, "WELL"], [0, 496, 16, "V=1"]]


def test_abc_shows_what_flashes_now_and_then_and_absolute_addresses():
    machine = waiting("compiled")
    machine.poke(0o300, 0o320)
    ask(machine, request("ABC", 0o300))
    machine.poke(0o320, 2)
    machine.memory[0o700] = display_code.number(display_code.codes("ABSOLUTE  "))
    for place, flash, absolute in ((1, 0, 1), (2, 4, 0)):
        described(
            machine, 0o320 + place, (12, 0), (12, 64 * place), (3, flash), (6, 0), (2, 1), (1, 0), (6, 1),
            (1, absolute), (17, 0o700),
        )  # fmt: skip
    seen = []
    for _ in range(8):
        machine.run(640_000)
        seen.append(len(driven(machine.m, 0)))
    assert sorted(seen) == [1, 1, 1, 1, 2, 2, 2, 2]
    assert driven(machine.m, 0)[0] == [0, 512 - 16 - 64, 16, "ABSOLUTE"]
    machine.poke(0o300, 0o377777)  # a table that ends with storage
    assert driven(machine.m, 0) == []


# ---------------------------------------------------------------- at the console


@pytest.fixture
def keyed():
    """The console with a program that shows its keys."""
    controller = controller_of(Cdc6600())
    controller.begin(KEYED)
    controller.machine.run(seconds=0.1)
    return controller


def press(controller, keys):
    """Type, and let the program see each key."""
    for key in keys:
        controller.type(key)
        controller.machine.run(seconds=0.2)
    controller.refresh(still=True)


def test_keys_go_to_the_program_and_its_displays_are_on_both_screens(keyed):
    press(keyed, "HELLO")
    left, right = keyed.shown["left"], keyed.shown["right"]
    assert left == [[64, 240, 16, "KEYS           HELLO"]]
    assert right == [[0, 504, 8, "KEYS"]]
    assert keyed.ui["line"] == ""
    assert keyed.shown["displays"] == ["left K", "right K"]
    assert "* gives" in keyed.shown["now"]


def test_the_dots_of_a_circle_are_those_that_its_two_additions_give():
    controller = controller_of(Cdc6600())
    controller.begin("docs/examples/circle.compass")
    controller.machine.run(seconds=0.1)
    for key, radius in (("", 5), ("8", 8)):
        press(controller, key)
        x, y, wanted = radius * 24 * 1024, 0, []
        for _ in range(403):
            x -= int(y / 64)
            y += int(x / 64)
            wanted.append([256 + int(x / 1024), 511 - 256 - int(y / 1024), 1, "."])
        assert controller.shown["left"] == wanted
    press(controller, "K")
    assert controller.machine.reason == "the program has ended"


def test_a_star_gives_keys_and_screens_to_the_console_and_back(keyed):
    press(keyed, "A*")
    assert keyed.shown["displays"] == ["left A", "right K"]
    press(keyed, "BX.\r")
    assert keyed.shown["displays"] == ["left B", "right X"]
    press(keyed, "*C")
    assert keyed.shown["left"][0][3].endswith("AC")


def test_a_program_that_is_stopped_leaves_the_console_its_screens_and_its_picture_in_k(keyed):
    press(keyed, "A")
    keyed.machine.poke(keyed.machine.p, 0)  # PS
    keyed.machine.write_register("P", keyed.machine.p)
    keyed.machine.run(seconds=0.1)
    press(keyed, "KX.\r")
    assert keyed.shown["displays"] == ["left K", "right X"]
    assert keyed.shown["left"][0][3].endswith("A")


def test_a_line_types_its_keys(keyed):
    keyed.enter("ABC")
    keyed.machine.run(seconds=1)
    keyed.refresh(still=True)
    assert keyed.shown["left"][0][3].endswith("ABC")


def test_what_the_console_has_no_key_for_is_refused(keyed):
    press(keyed, "!")
    assert keyed.ui["refused"]
    assert keyed.machine.m.keys_typed == 0


def test_escape_is_the_left_blank(keyed):
    press(keyed, "\x1b")
    assert keyed.machine.m.driver_key == KEYS.index("[")


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
def test_a_page_shows_and_types_the_same(keyed):
    result = in_node(keyed, 'pass(0.5); for (const key of "HELLO") { desk.type(key); pass(0.3); }')
    assert result["error"] == ""
    assert result["shown"]["left"] == [[64, 240, 16, "KEYS           HELLO"]]
