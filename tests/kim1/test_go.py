"""--go: where a program begins that does not begin at its first address."""

import pytest

from host.cli.main import main


def test_a_program_is_started_where_it_is_told_to(tmp_path, capsys):
    source = tmp_path / "two.s"
    source.write_text(".org $0200\n.byte $02\n.org $0210\nlda #$5A\nsta $00F9\nloop: jsr $1F1F\njmp loop\n")
    run = ["kim1", "--program", str(source), "--headless"]
    assert main(run) == 1  # 02 is an instruction that stops the processor
    assert "0200 (JAM)" in capsys.readouterr().err
    assert main([*run, "--go", "0210"]) == 0
    assert "display  0210 5A" in capsys.readouterr().out


def test_what_is_no_address_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["kim1", "--go", "start"])
    assert "'start' is not an address" in capsys.readouterr().err
