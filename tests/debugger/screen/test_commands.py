"""The command line: everything the monitor can do, without blocking the view."""

from tests.debugger.screen.desk import SMALL, on_desk

WRONG = ("nonsense", "break NOWHERE", "break LOOP if AC ==", "jump -1", "until 7777", "(", f"step {'9' * 5000}")


@on_desk()
async def test_wrong_commands_are_pointed_at_and_the_session_goes_on(desk):
    for line in WRONG:
        await desk.command(line)
    said = desk.said
    assert "there is no command 'nonsense'" in said
    assert "'NOWHERE' is neither a register nor a label nor a number" in said
    assert "^" in said
    await desk.command("step")
    assert desk.session.address == 1


@on_desk(size=SMALL)
async def test_an_error_is_seen_where_the_log_is_not(desk):
    await desk.press(*["pagedown"] * 2, "b")  # behind the last line with code
    assert "no code in line 12 or below" in next(iter(desk.app._notifications)).message
    assert "no code in line 12 or below" in desk.said


@on_desk()
async def test_a_run_begun_by_a_command_does_not_block_and_its_end_is_told(desk):
    await desk.command("run 2s")
    assert "RUNS" in desk.status
    await desk.wait(1.0)
    assert desk.session.running
    await desk.wait(1.2)
    assert not desk.session.running
    assert "cycle 2,001 (+2,001)" in desk.said
    assert "STANDS" in desk.status


@on_desk()
async def test_a_command_that_changes_the_past_says_that_the_future_is_forgotten(desk):
    await desk.press(*"nnn", "home")
    await desk.command("input poke [64, 5]")
    assert desk.machine.peek(0o100) == 5
    assert "the history after cycle 0 is discarded" in desk.said


@on_desk()
async def test_commands_typed_before_come_back(desk):
    await desk.command("registers")
    await desk.command("step")
    await desk.press("up")
    assert desk.app.command_line.value == "step"
    await desk.press("up")
    assert desk.app.command_line.value == "registers"
    await desk.press("down", "down")
    assert desk.app.command_line.value == ""


@on_desk()
async def test_commands_and_labels_are_completed(desk):
    await desk.press("colon")
    await desk.type("regis")
    await desk.press("tab")
    assert desk.app.command_line.value == "registers"
    desk.app.command_line.value = ""
    await desk.type("until TWI")
    await desk.press("tab")
    assert desk.app.command_line.value == "until TWICE"
    await desk.press("tab")  # nothing to complete: on to the next pane
    assert not desk.app.command_line.has_focus


@on_desk()
async def test_letters_are_no_commands_while_a_command_is_typed(desk):
    await desk.press("colon", *"nsq")
    assert desk.app.command_line.value == "nsq"
    assert desk.session.cycles == 0
    await desk.press("f10")  # but function keys are
    assert desk.session.address == 1


@on_desk()
async def test_quit_ends_the_view_with_its_status(desk):
    await desk.command("quit 3")
    assert desk.app.return_value == 3
