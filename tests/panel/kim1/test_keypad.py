from host.desk.kim1.keys import HOLD, PAD, SST, keys_down
from host.panel.kim1 import layout

KEYS = [key for row in PAD for key in row if key != SST]


def test_keys_clicked_in_one_moment_all_arrive(user):
    for key in ("AD", "0", "2", "0", "0"):
        user.click_key(key)
    user.wait(0.7)
    assert user.kim.display[:4] == "0200"


def test_a_key_is_down_while_the_mouse_button_is(user):
    for key in KEYS:
        up = user.key_picture(key)
        user.mouse(True, layout.KEYS[key].centre)
        user.wait(0.2)
        assert keys_down(user.kim) == {key}
        assert user.key_picture(key) != up, key
        user.mouse(False, layout.KEYS[key].centre)
        user.wait(0.05)
        assert keys_down(user.kim) == set()
        assert user.key_picture(key) == up, key


def test_the_shortest_click_holds_the_key_long_enough_to_be_scanned(user):
    user.click_key("7")
    user.handle_events()
    pressed = user.kim.cycles
    while keys_down(user.kim):
        user.wait(0)
    assert user.kim.cycles - pressed >= HOLD


def test_letting_go_elsewhere_lets_go_of_the_key(user):
    user.mouse(True, layout.KEYS["5"].centre)
    user.wait(0.2)
    user.mouse(False, (1400, 10))
    user.wait(0.1)
    assert keys_down(user.kim) == set()


def test_the_right_mouse_button_presses_nothing(user):
    user.mouse(True, layout.KEYS["5"].centre, button=3)
    user.wait(0.1)
    assert keys_down(user.kim) == set()


def test_keys_of_the_pc_stand_for_those_of_the_pad(user):
    user.strike("f1", "0", "1", "0", "0", "f2", "a", "9", "+")
    user.wait(1.4)
    assert user.kim.memory[0x0100] == 0xA9
    assert user.kim.display[:4] == "0101"


def test_fast_typing_with_two_fingers_loses_nothing(user):
    user.strike("f1")
    for down, name in ((True, "1"), (True, "2"), (False, "1"), (True, "3"), (False, "2"), (False, "3"), (True, "4")):
        user.key(down, name)
    user.key(False, "4")
    user.wait(0.8)
    assert user.kim.display[:4] == "1234"


def test_a_program_is_entered_and_started(user):
    """INC 00 / JMP 0200, by key strokes alone."""
    user.strike("f1", *"0200", "f2", *"e6", "+", *"00", "+", *"4c", "+", *"00", "+", *"02", "f1", *"0200", "enter")
    user.wait(3.5)
    assert user.kim.memory[0x0200:0x0205] == bytes([0xE6, 0x00, 0x4C, 0x00, 0x02])
    assert 0x0200 <= user.kim.read_register("PC") <= 0x0204


def test_the_slide_switch_stays_where_it_is_put(user):
    off = user.key_picture(SST)
    user.click_key(SST)
    user.wait(0.1)
    assert user.kim.m.sst == 1
    assert user.key_picture(SST) != off
    user.strike("f6")
    user.wait(0.1)
    assert user.kim.m.sst == 0


def test_reset_gets_a_program_back_to_the_monitor(user):
    user.kim.poke(0x0200, 0x4C)
    user.kim.poke(0x0201, 0x00)
    user.kim.poke(0x0202, 0x02)
    user.kim.write_register("PC", 0x0200)
    user.wait(0.1)
    assert len(user.kim.display.strip()) <= 1  # the digit that was lit when the monitor was left
    user.click_button("reset")
    user.wait(0.3)
    assert len(user.kim.display.strip()) == 6


def test_nothing_stays_down_when_another_window_gets_the_keyboard(user):
    import pygame

    user.key(True, "4")
    user.wait(0.2)
    assert keys_down(user.kim) == {"4"}
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    user.wait(0.1)
    assert keys_down(user.kim) == set()
