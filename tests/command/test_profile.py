"""ironboard profile: keys, length, results on paper and in files, bad input; and what ironboard debug measures."""

from __future__ import annotations

import pytest

from host.cli.main import main

PROGRAM = """
        .org $0200
start:  jsr wait        ; 6
        inc $10         ; 5
        jmp start       ; 3
wait:   ldx #100        ; 2
@loop:  dex             ; 200
        bne @loop       ; 299
        rts             ; 6
never:  brk
"""
ROUND = 521  # cycles


@pytest.fixture
def desk(tmp_path, monkeypatch):
    (tmp_path / "game.s").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_cycles_are_counted_from_the_first_instruction(desk, capsys):
    assert main(["profile", "game.s", "--cycles", str(10 * ROUND)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "5,210 cycles (0.005210 s of the KIM-1), 2,050 instructions"
    assert "wait 10 5,070 97.3 % 5,070 97.3 %" in lines
    assert "game.s:8 1,000 2,990 57.4 % bne @loop ; 299" in lines


def test_seconds_of_the_machine_and_a_number_of_rows(desk, capsys):
    assert main(["profile", "game.s", "--seconds", "0.1", "--top", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("100,")
    assert "... and 1 more\n" in out


def test_keys_are_pressed_and_their_time_counts(capsys):
    assert main(["profile", "wally", "--keys", "09 GO wait:lit", "--cycles", "0", "--top", "50", "--tree"]) == 0
    out = capsys.readouterr().out
    assert "routine" in out
    assert "GETKEY" in out
    assert "    CONVD" in out.partition("  share")[2]


def test_results_go_into_files(desk, capsys):
    files = ["-o", "game.folded", "--coverage", "game.info", "--listing", "game.heat"]
    assert main(["profile", "game.s", "--cycles", str(ROUND), *files]) == 0
    assert (desk / "game.folded").read_text() == "[game.s] 14\n[game.s];wait 507\n"
    info = (desk / "game.info").read_text()
    assert info.count("SF:") == 1
    assert "\nDA:8,100\n" in info
    assert "\nDA:10,0\n" in info
    heat = (desk / "game.heat").read_text().splitlines()
    assert heat[0] == "game.s"
    assert [line.split()[0] for line in heat if "never:" in line] == ["never"]


def test_the_listing_of_a_program_without_a_source_is_disassembled(desk, capsys):
    assert main(["asm", "game.s", "-o", "game.hex"]) == 0
    (desk / "game.s").unlink()
    assert main(["profile", "game.hex", "--cycles", str(ROUND), "--listing", "game.heat"]) == 0
    lines = (desk / "game.heat").read_text().splitlines()
    assert [line.split() for line in lines if "INC" in line] == [["1", "5", "1.0", "%", "0203", "INC", "$10"]]


@pytest.mark.parametrize("option", ["-o", "--coverage", "--listing"])
def test_a_file_that_exists_is_replaced_only_when_asked_for(option, desk, capsys):
    (desk / "mine.txt").write_text("mine")
    assert main(["profile", "game.s", option, "mine.txt"]) == 1
    assert "mine.txt exists already" in capsys.readouterr().err
    assert (desk / "mine.txt").read_text() == "mine"
    assert main(["profile", "game.s", option, "mine.txt", "--force"]) == 0
    assert (desk / "mine.txt").read_text() != "mine"


def test_a_machine_that_stops_is_said_and_its_profile_is_still_shown(desk, capsys):
    (desk / "stop.s").write_text(" .org $0200\n lda #1\n .byte $02\n")
    assert main(["profile", "stop.s"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("2 cycles")
    assert err == "the machine stopped: illegal instruction at 0202 (JAM)\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.s"], "cannot read nothing.s"),
        (["game.s", "--keys", "FOO"], "no key 'FOO'"),
        (["game.s", "--machine", "pdp1"], "there is no machine 'pdp1'"),
    ],
)
def test_bad_input_gets_a_clear_answer(arguments, message, desk, capsys):
    assert main(["profile", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_the_debugger_writes_the_stacks_of_a_whole_session(desk, capsys):
    assert (
        main(["debug", "game.s", "--profile", "game.folded", "-e", f"run {ROUND}", "-e", "back 50", "-e", "x 1"]) == 1
    )
    assert (desk / "game.folded").read_text() == "[game.s] 14\n[game.s];wait 507\n"
    assert main(["debug", "game.s", "--profile", "game.folded", "-e", "run 1"]) == 1
    assert "game.folded exists already" in capsys.readouterr().err
