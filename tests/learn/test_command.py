"""`ironboard learn` as it is typed: its page, its files, its errors."""

from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from host.cli.main import main
from host.lessons import progress
from tests.learn.solutions import RIGHT, WRONG
from tests.test_tutorials import PROMPT, answer, changed, steps

PAGE = Path(__file__).parents[2] / "docs" / "learn.md"
ADD16 = RIGHT["add16"][0]


@pytest.fixture(autouse=True)
def desk(monkeypatch, tmp_path):
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "state" / "learn.json"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lessons").mkdir()
    return tmp_path


def learn(*words):
    return main(["learn", *map(str, words)])


def test_the_page_about_lessons_works_word_for_word(desk):
    commands = 0
    for kind, name, text in steps(PAGE.read_text("utf-8")):
        if kind == "command":
            status, shown = answer(name, "".join(PROMPT.findall(text)))
            assert OutputChecker().check_output(text, shown, ELLIPSIS), f"$ {name}\n{shown}"
            assert bool(status) == ("wrong in" in text or '"right": false' in text), name
            commands += 1
        else:
            file = desk / name
            file.write_text(changed(file.read_text("utf-8"), text) if kind == "diff" else text, "utf-8")
    assert commands == 12


def test_the_list_says_what_is_solved_and_what_is_next(desk, capsys):
    Path("a.s").write_text(RIGHT["swap"][0])
    assert learn("swap", "a.s") == 0
    capsys.readouterr()
    assert learn() == 0
    said = capsys.readouterr().out
    assert "  solved  swap " in said
    assert said.endswith("1 of 18 solved; next: ironboard learn fill\n")


def test_what_is_solved_stays_so_and_hints_go_on_with_every_wrong_answer(capsys):
    Path("a.s").write_text(RIGHT["fill"][0])
    Path("b.s").write_text("BUFFER = $20\n .org $0200\nFILL: STA BUFFER\n RTS\n")
    assert learn("fill", "a.s") == 0
    hints = []
    for _ in range(3):
        capsys.readouterr()
        assert learn("fill", "b.s") == 1
        hints.append(capsys.readouterr().out.partition("hint: ")[2].splitlines()[0])
    assert hints[0] != hints[1] == hints[2]
    assert progress.load()[0].solved == ["fill"]


DAMAGED = [
    b"", b"{", b"[]", b"5", b"\xff", b"[" * 100_000, b'{"solved": 5}', b'{"solved": [5]}', b'{"attempts": []}',
    b'{"attempts": {"fill": 1e999}}', b'{"attempts": {"fill": -1}}', b'{"attempts": {"fill": ' + b"9" * 5000 + b"}}",
    b'{"attempts": {"fill": true}}', b'{"solved": ' * 70 + b"1" + b"}" * 70,
]  # fmt: skip


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_file_of_what_has_been_solved_is_one_warning_and_kept(content, capsys):
    file = progress.file()
    file.parent.mkdir()
    file.write_bytes(content)
    assert learn() == 0
    said = capsys.readouterr()
    assert said.out.endswith("0 of 18 solved; next: ironboard learn swap\n")
    (warning,) = said.err.splitlines()
    assert warning.startswith(f"ironboard: warning: {file}: not understood: ")
    assert file.with_name("learn.json.broken").read_bytes() == content
    assert learn() == 0
    assert capsys.readouterr().err == ""


def test_a_folder_in_the_place_of_what_has_been_solved_is_a_warning_and_the_answer_is_checked(capsys):
    progress.file().mkdir(parents=True)
    Path("a.s").write_text(RIGHT["swap"][0])
    assert learn("swap", "a.s") == 0
    said = capsys.readouterr()
    assert "swap is solved" in said.out
    read, write = said.err.splitlines()
    assert read.startswith("ironboard: warning: cannot read ")
    assert write.startswith("ironboard: warning: cannot write ")


def test_a_source_to_begin_with_replaces_nothing(capsys):
    Path("mine.s").write_text("mine")
    assert learn("swap", "--begin", "mine.s") == 1
    assert "mine.s exists already" in capsys.readouterr().err
    assert Path("mine.s").read_text() == "mine"
    assert learn("swap", "--begin", "mine.s", "--force") == 0
    assert learn("swap", "--begin", "mine.sap") == 1
    assert "ends with .s" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (["swab"], "", "there is no lesson 'swab'; did you mean 'swap'?"),
        (["swap", "none.s"], "", "cannot read none.s: No such file"),
        (["swap", "a.sap"], "", "a source of this lesson ends with .s"),
        (["swap", "a.s"], "FIRST = $10\nSECOND = $11\nSWAP: LDQ 5\n", "a.s:3:7: error: unknown"),
        (["swap", "a.s"], "FIRST = $10\nSECOND = $11\n .org $200\nSWOP: RTS\n", "the answer has no label 'SWAP'"),
        (["swap", "a.s"], " .org $200\nSWAP: RTS\n", "the answer has no label 'FIRST'"),
        (["swap", "--lessons", "nowhere"], "", "nowhere is neither a folder"),
        (["--lessons", "lessons"], "", "lessons has no lessons"),
    ],
)
def test_what_cannot_be_checked_is_an_error(words, text, message, capsys):
    for name in ("a.s", "a.sap"):
        Path(name).write_text(text)
    assert learn(*words) == 1
    assert message in capsys.readouterr().err
    assert progress.load() == (progress.Progress(), "")


@pytest.mark.parametrize("words", [["swap", "--debug"], ["--begin", "a.s"], ["swap", "a.s", "--begin", "b.s"],
                                   ["swap", "a.s", "--line"]])  # fmt: skip
def test_options_that_say_nothing_are_wrong_usage(words):
    if words[0] == "swap":
        Path("a.s").write_text("")
    with pytest.raises(SystemExit) as stop:
        learn(*words)
    assert stop.value.code == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "is not a lesson: ZeroDivisionError"),
        ("LESSON = 5", "it has no LESSON = Lesson(...)"),
        ("from ironboard import Lesson\nLESSON = Lesson('t', 'kim2', 1, '.s', 't', 'b', [])", "no machine 'kim2'"),
        ("from ironboard import Lesson\nLESSON = Lesson('t', 'kim1', 1, '.alg', 't', 'b', [])", "suffix '.alg'"),
        ("from ironboard import Lesson\nLESSON = Lesson('t', 'kim1', 1, '.s', 't', 'b', [])", "a lesson needs cases"),
    ],
)
def test_a_lesson_that_is_none_is_an_error_with_its_file(text, message, capsys):
    Path("lessons/mine.py").write_text(text)
    assert learn("mine", "--lessons", "lessons") == 1
    said = capsys.readouterr().err
    assert message in said
    assert "mine.py" in said


def test_too_large_a_program_is_right_but_not_accepted(capsys):
    steps_of_page = {step.name: step.text for step in steps(PAGE.read_text("utf-8")) if step.kind == "file"}
    Path("lessons/double.py").write_text(steps_of_page["lessons/double.py"])
    Path("a.s").write_text(" .org $0200\nTWICE: ASL A\n NOP\n NOP\n NOP\n RTS\n")
    assert learn("double", "a.s", "--lessons", "lessons") == 1
    assert "double: right, but too large: 5 bytes of at most 4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "number", "place"),
    [
        ("add16", 0, "STA $14"),  # the last write of the wrong word
        ("swap", 3, "STX $10"),  # the last instruction in the program
        ("compass-bits", 2, "SB3 1"),  # the last change of the wrong register
        ("algol-sort", 1, "outinteger(61, list[i])"),  # the statement that printed
        ("algol-gcd", 2, "gcd := gcd("),  # the statement that failed
    ],
)
def test_the_debugger_stands_at_the_mistake(name, number, place, capsys, monkeypatch):
    import io

    suffix = {"compass-bits": ".compass", "algol-sort": ".alg", "algol-gcd": ".alg"}.get(name, ".s")
    Path(f"a{suffix}").write_text(WRONG[name][number][0], encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("where\nback\nquit\n"))
    assert learn(name, f"a{suffix}", "--debug", "--line") == 1
    before, _, after = capsys.readouterr().out.partition("the debugger stands there")
    assert place in before
    assert "cycle" in after
