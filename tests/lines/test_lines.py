"""The Teletype on a pseudo-terminal and on a serial port, in real processes."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

import termios
import tty

from emulators.errors import IronboardError
from host.cli.main import main
from host.machines.lines import PseudoTerminal, SerialPort, Settings
from tests.pseudo_terminal import MAIN

PATIENCE = 60  # seconds: only a test that fails takes so long


def open_terminal(path):
    """Open a pseudo-terminal as a terminal program does; 1,200 baud."""
    there = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(there)
    modes = termios.tcgetattr(there)
    modes[4] = modes[5] = termios.B1200
    termios.tcsetattr(there, termios.TCSANOW, modes)
    return there


def read_until(fd, wanted):
    """Return what comes until `wanted` is part of it."""
    came, end = b"", time.monotonic() + PATIENCE
    while wanted not in came:
        assert time.monotonic() < end, came
        if select.select([fd], [], [], 1)[0]:
            came += os.read(fd, 1000)
    return came


@pytest.fixture
def board():
    """Start a board in a process of its own."""
    started = []

    def start(*arguments, **streams):
        command = [sys.executable, "-c", MAIN, "kim1", "--headless", *arguments]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **streams))
        return started[-1]

    yield start
    for each in started:
        if each.poll() is None:
            each.kill()
        each.wait()
        each.stdout.close()


def test_the_monitor_answers_on_a_pseudo_terminal_until_ctrl_c(board, tmp_path):
    link = tmp_path / "kim"
    process = board("--pty", str(link), "--speed", "20", stdin=subprocess.DEVNULL)
    assert (
        process.stdout.readline()
        == f"the Teletype is at {link}: 9600 baud until the program there sets another speed\n"
    )
    there = open_terminal(link)
    os.write(there, b"\r")
    assert b"KIM\r\n" in read_until(there, b"0000 00 ")
    os.write(there, b"0200 ")
    assert read_until(there, b"0200 00 ").startswith(b"0200 \r\n")
    os.close(there)
    process.send_signal(signal.SIGINT)
    assert "KIM\n0000 00 0200 \n0200 00" in process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 0
    assert not link.is_symlink()


def test_enter_presses_rs(board, tmp_path):
    ours, theirs = os.openpty()
    process = board("--pty", str(tmp_path / "kim"), "--speed", "20", stdin=theirs)
    process.stdout.readline()
    assert process.stdout.readline() == "Enter presses RS, Ctrl-C ends\n"
    there = open_terminal(tmp_path / "kim")
    for baud in (termios.B1200, termios.B2400):  # after RS the monitor takes another speed
        modes = termios.tcgetattr(there)
        modes[4] = modes[5] = baud
        termios.tcsetattr(there, termios.TCSANOW, modes)
        os.write(there, b"\r")
        assert b"KIM" in read_until(there, b"0000 00 ")
        os.write(ours, b"\n")
        assert process.stdout.readline() == "RS\n"
    for each in (there, ours, theirs):
        os.close(each)


def test_the_monitor_answers_on_a_serial_port(board):
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    process = board("--serial", os.ttyname(theirs), "--baud", "2400", "--speed", "20", stdin=subprocess.DEVNULL)
    assert process.stdout.readline() == f"the Teletype is at {os.ttyname(theirs)}: 2400 baud\n"
    process.stdout.readline()
    os.write(ours, b"\r")
    assert b"KIM" in read_until(ours, b"0000 00 ")
    assert termios.tcgetattr(theirs)[5] == termios.B2400
    os.close(ours)
    os.close(theirs)
    process.wait(PATIENCE)
    assert process.returncode == 1


def test_a_line_serves_for_as_long_as_it_is_told(tmp_path, capsys):
    assert main(["kim1", "--headless", "--pty", str(tmp_path / "kim"), "--seconds", "0.05"]) == 0
    assert "cycles" in capsys.readouterr().out


def test_a_port_that_cannot_be_opened_is_an_error(tmp_path, capsys):
    assert main(["kim1", "--headless", "--serial", str(tmp_path / "none")]) == 1
    assert f"ironboard: cannot open {tmp_path / 'none'}: No such file or directory" in capsys.readouterr().err


def test_pyserial_that_is_missing_is_an_error_that_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(IronboardError, match=r'pip install "ironboard\[serial\]"'):
        SerialPort("/dev/null", 9600)


def test_a_link_replaces_no_file_and_only_links_that_lead_nowhere(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("kept")
    with pytest.raises(IronboardError, match="exists"):
        PseudoTerminal(9600, file)
    assert file.read_text() == "kept"
    link.symlink_to(tmp_path / "gone")
    PseudoTerminal(9600, link).close()
    assert not link.is_symlink()


def test_the_line_has_the_speed_and_the_stop_bits_that_a_program_sets():
    end = PseudoTerminal(300)
    assert end.settings() == Settings(300, 10)
    there = open_terminal(end.name)
    assert end.settings() == Settings(1200, 10)
    modes = termios.tcgetattr(there)
    modes[2] |= termios.CSTOPB
    termios.tcsetattr(there, termios.TCSANOW, modes)
    assert end.settings() == Settings(1200, 11)
    os.close(there)
    end.close()


def test_what_nobody_reads_is_lost_and_the_newest_stays():
    end = PseudoTerminal(9600)
    there = open_terminal(end.name)
    for number in range(2000):
        end.write(b"%06d" % number)
    assert read_until(there, b"001999").endswith(b"001999")
    os.close(there)
    end.close()


def test_a_program_is_sent_run_and_read_back_from_the_command_line(board, tmp_path, capsys):
    link, out = tmp_path / "kim", tmp_path / "out.ptp"
    source = tmp_path / "count.s"
    source.write_text(" .org $0200\nloop: inc $10\n jmp loop\n")
    board("--pty", str(link), "--speed", "10", stdin=subprocess.DEVNULL).stdout.readline()
    assert main(["board", "--port", str(link), "load", str(source)]) == 0
    assert capsys.readouterr().out == "5 bytes are in memory; read back, they are right\n"
    assert main(["board", "dump", "0200-0204", "-o", str(out), "--port", str(link)]) == 0
    assert out.read_bytes().startswith(b";050200E6104C0002")
    assert main(["board", "--port", str(link), "--baud", "1200", "run", "0200"]) == 0
    assert capsys.readouterr().out.endswith("the program at 0200 runs\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["board", "load", "wally"], "--port PORT is missing"),
        (["board", "--port", "x", "dump", "0200-02FF"], "-o FILE is missing"),
        (["board", "--port", "x", "dump", "02FF-0200", "-o", "a.ptp"], "'02FF-0200' is not FIRST-LAST"),
    ],
)
def test_what_is_missing_is_said(line, said, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(line)
    assert said in capsys.readouterr().err
