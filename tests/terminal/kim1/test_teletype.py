"""The green terminal: what is typed is sent, what is received is shown, scrolled and kept."""

from host.kim1 import Kim1
from host.terminal.kim1.paper import Paper
from tests.terminal.kim1.desk import LARGE, driven, opened


def logged_on(strap=True):
    kim = Kim1(core="compiled")
    kim.log_on()
    kim.connect_terminal(strap)
    kim.run(seconds=0.2)
    return kim


@driven
async def test_characters_typed_reach_the_monitor_and_its_answer_the_screen():
    async with opened(logged_on(), size=LARGE) as desk:
        desk.kim.poke(0x0234, 0x5A)
        await desk.press("tab", *"0234", "space")
        await desk.wait(0.5)
        assert desk.kim.transcript.endswith("0234 \n0234 5A ")
        assert "0234 5A" in desk.screen


@driven
async def test_small_letters_are_sent_as_capitals_and_are_no_keys_of_the_keypad():
    async with opened(logged_on(), size=LARGE) as desk:
        await desk.press("tab", *"abcq")
        await desk.wait(0.3)
        assert desk.kim.transcript.endswith("ABCQ") or "ABCQ" in desk.kim.transcript
        assert not desk.app.finger.busy
        assert desk.app.return_code is None


@driven
async def test_function_keys_are_keys_of_the_keypad_wherever_the_focus_is():
    async with opened(logged_on(False), size=LARGE) as desk:
        await desk.press("tab", "f1")
        assert desk.app.finger.busy


@driven
async def test_a_pasted_text_is_typed_patiently():
    async with opened(logged_on(), size=LARGE) as desk:
        desk.app.query_one(Paper).post_message(Paper.Typed("0200 11.22.33.", pasted=True))
        await desk.wait(2.0)
        assert desk.kim.memory[0x0200:0x0203] == b"\x11\x22\x33"


@driven
async def test_the_strap_can_be_changed():
    async with opened(logged_on(False)) as desk:
        assert "on the keypad" in str(desk.app.query_one(Paper).border_title)
        await desk.press("ctrl+t")
        await desk.wait(0.2)
        assert "the monitor is here" in str(desk.app.query_one(Paper).border_title)
        assert desk.kim.display == " " * 6


@driven
async def test_the_paper_follows_the_cursor_unless_the_user_has_scrolled_back():
    async with opened(size=LARGE) as desk:
        desk.kim._printed += b"".join(b"LINE %03d\r\n" % number for number in range(100))
        await desk.wait(0.1)
        assert "LINE 099" in desk.screen
        desk.app.query_one(Paper).scroll_to(y=0, animate=False, immediate=True)
        await desk.pilot.pause()
        assert "LINE 000" in desk.screen
        desk.kim._printed += b"MORE\r\n"
        await desk.wait(0.1)
        assert "LINE 000" in desk.screen
        assert "MORE" not in desk.screen


@driven
async def test_ctrl_b_shows_the_teletype_in_a_small_terminal_then_in_full_width():
    async with opened(logged_on()) as desk:
        assert "Teletype, " not in desk.screen
        desk.kim._printed += b"\r\n" + b"0123456789" * 7
        await desk.press("ctrl+b")
        await desk.wait(0.1)
        assert "Teletype, " in desk.screen
        assert "keypad ──" in desk.screen
        await desk.press("ctrl+b")
        await desk.wait(0.1)
        assert "0123456789" * 7 in desk.screen
        assert "keypad ──" not in desk.screen
        await desk.press("ctrl+b")
        await desk.wait(0.1)
        assert "Teletype, " not in desk.screen
