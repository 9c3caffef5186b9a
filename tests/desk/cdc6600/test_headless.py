"""The verb 6600 without a view: what is typed, what it prints, what it keeps."""

import pytest

from host import registry
from host.cli.main import main
from tests.faces.cdc6600.programs import SHOW, TALK

KINDS = ("connect", "line", "disconnect")  # of inputs, in the order of a session


@pytest.fixture
def talk(tmp_path):
    file = tmp_path / "talk.compass"
    file.write_text(TALK)
    return str(file)


def run(*words):
    return main(["6600", *words, "--headless", "--core", "compiled"])


def test_lines_are_typed_when_the_job_waits_for_them(talk, capsys):
    assert run(talk, "--line", "P-K4", "--line", "C.", "--line", "P-K5") == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[:5] == ["YOUR MOVE P-K4", "P-K4", "YOUR MOVE P-K5", "P-K5", "YOUR MOVE "]
    assert printed[5] == "state    waiting for input"


def test_the_same_command_prints_the_same(talk, capsys):
    outputs = []
    for _ in range(2):
        assert run(talk, "--line", "P-K4", "--line", "EOI.") == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "state    the program has ended" in outputs[0]


def test_a_job_that_never_ends_is_stopped_at_its_time(tmp_path, capsys):
    (tmp_path / "show.compass").write_text(SHOW)
    assert run(str(tmp_path / "show.compass"), "--cycles", "5000") == 0
    assert "state    running\nCP time  5,00" in capsys.readouterr().out


def test_a_job_that_is_stopped_by_an_error_gives_status_1(tmp_path, capsys):
    (tmp_path / "bad.compass").write_text("         BX1    X0\n         SA1    400001B\n         PS\n         END\n")
    assert run(str(tmp_path / "bad.compass")) == 1
    assert "the job stopped: error exit at 000100: an address out of range [bad.compass:2]\n" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "why"), [("é", "illegal entry"), ("C,777777.", "storage ends at 377777")])
def test_a_line_that_is_refused_is_an_error(talk, capsys, line, why):
    assert run(talk, "--line", line) == 1
    assert f"'{line}': {why}" in capsys.readouterr().err


KEYED = "docs/examples/keys.compass"


def test_keys_are_pressed_for_a_display_driver(tmp_path, capsys):
    picture = tmp_path / "keys.txt"
    assert run(KEYED, "--keys", "AB LEFT wait:0.5 c", "--seconds", "2", "--screenshot", str(picture)) == 0
    assert "KEYS            AB$C" in picture.read_text()  # the code of the left blank is that of $
    assert "state    running" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "keys", "why"),
    [
        (KEYED, "A!", "the console has no key '!' (in 'A!')"),
        (KEYED, "wait:x", "'wait:x': wait: is followed by seconds"),
        (KEYED, "wait:-1", "'wait:-1': wait: is followed by seconds"),
        ("docs/examples/hello.compass", "A", "the program has no display driver that takes keys"),
    ],
)
def test_keys_that_cannot_be_pressed_are_an_error(capsys, program, keys, why):
    assert run(program, "--keys", keys) == 1
    assert why in capsys.readouterr().err


def test_files_are_read_and_kept(talk, tmp_path, capsys):
    (tmp_path / "in.txt").write_text("P-K4\n")
    out = tmp_path / "out.txt"
    assert run(talk, "--input", str(tmp_path / "in.txt"), "--output", str(out)) == 0
    assert out.read_text() == "YOUR MOVE P-K4\nYOUR MOVE \n"
    assert run(talk, "--output", str(out)) == 1
    assert "exists" in capsys.readouterr().err
    assert run(talk, "--output", str(out), "--force") == 0
    assert out.read_text() == "YOUR MOVE \n"


def test_a_session_is_kept_and_replayed(talk, tmp_path, capsys):
    kept = tmp_path / "session.rec"
    assert run(talk, "--line", "P-K4", "--line", "EOI.", "--record", str(kept)) == 0
    kinds = [kind for line in kept.read_text().splitlines() for kind in KINDS if f'"{kind}"' in line]
    assert kinds == list(KINDS)


def test_a_state_is_gone_back_to(talk, tmp_path, capsys):
    console = registry.find("6600").runner().controller({"program": talk})
    console.machine.run(50_000)
    (tmp_path / "now.state").write_bytes(console.machine.save_state())
    assert run("--state", str(tmp_path / "now.state"), "--line", "ON") == 0
    assert capsys.readouterr().out.startswith("YOUR MOVE ON\n")


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("a.txt", b""), ("a.svg", b"<svg")])
def test_pictures_are_made(talk, tmp_path, monkeypatch, name, begins):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert run(talk, "--cycles", "100", "--screenshot", str(tmp_path / name)) == 0
    assert (tmp_path / name).read_bytes().startswith(begins)
    (tmp_path / name).write_text("mine")
    assert run(talk, "--cycles", "100", "--screenshot", str(tmp_path / name)) == 1
    assert (tmp_path / name).read_text() == "mine"
    assert run(talk, "--cycles", "100", "--screenshot", str(tmp_path / name), "--force") == 0
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert run(talk, "--screenshot", str(tmp_path / "a.jpg")) == 1


def test_options_of_an_errand_are_refused_in_a_view(talk, capsys):
    with pytest.raises(SystemExit):
        main(["6600", talk, "--line", "X"])
    assert "--line goes with --headless" in capsys.readouterr().err
