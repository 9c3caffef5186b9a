"""Every command that README and docs/ show is run, and where its output is shown, that is compared."""

import io
import os
import re
import shlex
import shutil
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest

from emulators.kernels import __main__ as kernels
from host.cli.main import main
from host.experiments.sweeps import workers
from host.ui import showing
from tests.shared import ALL_EXAMPLES

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (?:\$ )?((?:ironboard|make|python|uv)\b.*)$", re.MULTILINE)
REMARK = re.compile(r"\s{2,}\S.*| +# .*")  # behind a command: text set off by two blanks, or a comment

# Commands that cannot be run inside this process: where they are run instead.
ELSEWHERE = {
    "make play": ".ci/run",
    "make test": ".ci/run",
    "python3 -m venv .venv": "Makefile",
    '.venv/bin/python -m pip install -e ".[test]"': "Makefile",
    ".venv/bin/ironboard": "Makefile",
    ".venv/bin/python -m pytest": "Makefile",
    "python docs/tools/make_screenshots.py": "Makefile",
    "python docs/studies/handicap_worth.py": "tests/games/go/test_gnugo.py",
    "python docs/studies/rote_openings.py --games 70": "tests/ibm704/test_rote_play.py",
    "python docs/tools/make_endings.py": "tests/ibm704/test_rote_endings.py",
    "ironboard go nps zobrist": "tests/games/go/test_play.py",
    "ironboard gtp": "tests/games/go/test_gtp_engine.py",
    "ironboard gtp --program wally-walk": "tests/games/go/test_gtp.py",
    "ironboard gtp --program zobrist --size 13 --seed 7": "tests/games/go/test_gnugo.py",
    'python -m pip install -e ".[build]"': "tests/kernels/test_wheels.py",
    "python -m emulators.kernels.wheels": "tests/kernels/test_wheels.py",
    "IRONBOARD_REPOSITORY=https://example.org/it python -m emulators.kernels.wheels": "tests/test_description.py",
    "python -m emulators.kernels.wheels macos-arm64 none": "tests/kernels/test_wheels.py",
    "python -m emulators.kernels.wheels linux-x86_64 --output mine": "tests/kernels/test_wheels.py",
    "python docs/tools/try_wheels.py dist": "tests/kernels/test_distributions.py",
    "python -m emulators.kernels --target wasm32 --output wasm": "tests/kernels/test_wasm.py",
    "python -m host.experiments.bench.wasm": "tests/kernels/test_wasm.py",
    "python docs/studies/pages.py": "tests/faces/test_in_browsers.py",
    "python docs/studies/rewind.py": "tests/bench/test_rewinding.py",
    "python docs/studies/workbench.py": "tests/workbench/test_site.py",
    "python docs/studies/sound.py": "tests/faces/test_sound.py",
    "ironboard workbench": "tests/workbench/test_site.py",
    "ironboard site site": "tests/workbench/test_site.py",
    "python docs/studies/editing.py": "tests/language_server/test_bench.py",
    "ironboard lsp": "tests/language_server/test_server.py",
    "ironboard kim1 --headless --pty /tmp/kim": "tests/lines/test_lines.py",
    "ironboard board --port /dev/ttyUSB0 load game.s --go 0200": "tests/lines/test_lines.py",
    "ironboard board --port /dev/ttyUSB0 wally --handicap 9": "tests/lines/test_wally.py",
    "ironboard software lunar --play": "tests/software/test_catalogue.py",
    "ironboard software uasap-source": "tests/software/test_catalogue.py",
    "ironboard asm msbasic/msbasic.s -D kb9 --config msbasic/kb9.cfg -o kb9.ptp": "tests/software/test_catalogue.py",
    "ironboard kim1 --program kb9.ptp --go 4065 --tty --expand-high 24K": "tests/software/test_catalogue.py",
    "ironboard kim1 --program 6502/asm/KIM-1/Microchess/microchess.ptp --go 0": "tests/software/test_microchess.py",
    "ironboard dap": "tests/debugger/test_dap_server.py",
    "ironboard dap --port 4711": "tests/debugger/test_dap_server.py",
}
TYPED = {  # how a command begins -> what standard input holds; the longest that fits
    "": "",
    "gtp": "name\nquit\n",
    "hub": "hub\nquit\n",
    "algol asm/cdc6600/nps.alg --interactive": (ROOT / "docs/examples/nps-thesis.txt").read_text(encoding="utf-8"),
    "checkers": "11-15\nquit\n",
    "go": "E5\nquit\n",
    "go nps --size 9": "E5\nC3\nD3\nE3\nB3\npicture\nexplain\nquit\n",
    "go nps --faithful": "5 5\n0\nf\n6 5\n0\nf\nboard\n-1 -1\n",
    "rook": "E5\nKd5\nKe4\nquit\n",
    "draughts --ascii": "32-28\nquit\n",
    "kalah --play": "6 3\nquit\n",
    'kalah --play "4,0,12,1/1,22,3,10': "quit\n",
    "endings": "quit\n",
    "pitrat": "(1,3)\nundo\nmoves\nquit\n",
    "pitrat play gomoku15": "(9,9)\nquit\n",
}
LONG = {  # command -> what makes it shorter; then its output is not the one that is shown
    "ironboard match zobrist wally --games 2 --handicap 9": " --moves 2",
    "ironboard checkers --learn --games 2": " --games 1",
    "ironboard go nps zobrist --size 9 --moves 20": " --moves 4",
    "ironboard go wally zobrist --moves 6 --sgf wally-zobrist.sgf": " --moves 2",
    "ironboard kalah --play --depth 8": " --depth 6",
    "ironboard kalah --solve --pits 6 --counters 4 --always --memory kalah64": " --counters 1",
    "ironboard sweep checkers-self --games 2 --depth 2 --moves 30 --output checkers.sqlite": " --moves 8",
    'ironboard lockstep wally --cycles 3000000 --keys "09 GO wait:lit 34 GO"': " --cycles 300000",
    "ironboard endings --version triangles --opponent best": " --position 'Kg6 Be7 Nh6 Kh8'",
}
SLOW = {"bench": "tests/bench/test_suite.py"}  # verbs whose tests run smaller workloads

PROGRAM = """
        .org $0200
.ifndef LEVEL
LEVEL = 1
.endif
start:  LDA #$42
        STA $10
        JMP $1C4F
"""

CONFIGURATION = "MEMORY { RAM: start = $0200, size = $0200; } SEGMENTS { CODE: load = RAM; }"
SAP_PROGRAM = "START  LXA N,1\n       HTR START\nN      DEC 5\n       END START\n"
COMPASS_PROGRAM = "START     SA1    N\n          EQ     START\nN         DATA   5\n          END    START\n"


def show(shown, *_):
    """Run what would be shown for a moment."""
    getattr(shown, "machine", shown).run(seconds=0.01)
    return 0


class Shown(NamedTuple):
    """A command on a page, and the output printed below it (None: not shown)."""

    page: str
    command: str
    output: str | None


def shown_in(page):
    text = page.read_text(encoding="utf-8")
    name = str(page.relative_to(ROOT))
    for language, block in FENCE.findall(text):
        if language == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield Shown(name, command, output or None)
        elif language == "sh":
            yield from (Shown(name, REMARK.sub("", line).strip(), None) for line in block.splitlines() if line.strip())
    plain = FENCE.sub("", text)
    yield from (Shown(name, REMARK.sub("", line).strip(), None) for line in INDENTED.findall(plain))


TUTORIALS = ROOT / "docs" / "tutorials"  # tests/test_tutorials.py follows them
LESSONS = ROOT / "docs" / "learn.md"  # tests/learn/test_command.py follows it
SHOWN = [each for page in PAGES if page.parent != TUTORIALS and page != LESSONS for each in shown_in(page)]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with what the pages speak of."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "library").mkdir()
    (folder / "game.s").write_text(PROGRAM)
    (folder / "game.cfg").write_text(CONFIGURATION)
    (folder / "table.sap").write_text(SAP_PROGRAM)
    (folder / "sum.compass").write_text(COMPASS_PROGRAM)
    shutil.copy(ROOT / "roms" / "kim1-monitor.bin", folder / "kim1.bin")
    shutil.copy(ROOT / "docs" / "ibm704" / "learning" / "seed-1.deck", folder / "learned.deck")
    for each in ("asm", "tests", "docs", "roms"):
        (folder / each).symlink_to(ROOT / each, target_is_directory=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("game.s", "table.sap", "sum.compass"):
            assert main(["asm", name]) == 0
        assert main(["asm", "docs/examples/anywhere.sap", "-o", "anywhere.cbn"]) == 0
        for name in ("average", "means"):
            assert main(["asm", f"docs/examples/{name}.compass", "-o", f"{name}.rel"]) == 0
        assert main(["load", "average.rel", "means.rel", "-o", "average.o60"]) == 0
        assert main(["cards", "anywhere.cbn", "--origin", "1000", "-o", "at1000.cbn"]) == 0
    return folder


@pytest.fixture
def desk(files, tmp_path, monkeypatch):
    """A copy of these files to work in; views run the machine for a moment instead of opening."""
    shutil.copytree(files, tmp_path, symlinks=True, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(showing, "choose", lambda *_: "window")
    monkeypatch.setattr(showing, "show", show)
    monkeypatch.setattr(workers, "local_cores", lambda: 1)  # no processes: tests/sweep starts them
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return tmp_path


@pytest.fixture(scope="module")
def written():
    """Journals that commands have written: name -> content. Writing one takes seconds."""
    return {}


def typed(line):
    """What is typed to a command without its first word."""
    return TYPED[max((each for each in TYPED if f"{line} ".startswith(f"{each} ")), key=len, default="")]


def run(command):
    """Run a command in this process, `ironboard` or that of the kernels; return its exit status."""
    words = shlex.split(command)
    if words[:3] == ["python", "-m", "emulators.kernels"]:
        return kernels.main(words[3:])
    assert words[0] == "ironboard", f"nobody runs '{command}': name its test in ELSEWHERE"
    try:
        return main(words[1:])
    except SystemExit as stop:
        return stop.code


ONCE = [*{each[1:]: each for each in SHOWN}.values()]  # a command that several pages show


@pytest.mark.parametrize("shown", ONCE, ids=[f"{each.page}: {each.command}" for each in ONCE])
def test_a_command_shown_works_and_prints_what_is_shown(shown, desk, written, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed(" ".join(shown.command.split()[1:]))))
    if shown.command in ELSEWHERE:
        assert (ROOT / ELSEWHERE[shown.command]).exists()
        return
    if shown.command.split()[1:2] and shown.command.split()[1] in SLOW:
        assert (ROOT / SLOW[shown.command.split()[1]]).exists()
        return
    if " asm " in shown.command:
        for made in desk.iterdir():
            if made.is_file() and made.suffix not in (".s", ".sap", ".compass", ".cfg"):
                made.unlink()
    if " load " in shown.command:
        (desk / "average.o60").unlink()
    for file in re.findall(r"--summary (\S+)", shown.command):  # another command on the page has written it
        if file in written:
            (desk / file).write_bytes(written[file])
        else:
            run(next(each.command for each in SHOWN if each.page == shown.page and f"--output {file}" in each.command))
    if "--replay game.rec" in shown.command:
        assert main(["--headless", "--core", "compiled", "--record", "game.rec"]) == 0
    capsys.readouterr()
    shorter = "" if ALL_EXAMPLES else LONG.get(shown.command, "")
    assert run(shown.command + shorter) == 0
    written.update({file: (desk / file).read_bytes() for file in re.findall(r"--output (\S+\.sqlite)", shown.command)})
    if shown.output is not None and not shorter:
        printed = capsys.readouterr().out
        assert OutputChecker().check_output(shown.output, printed, ELLIPSIS), printed


def test_there_are_commands_to_run():
    assert len(SHOWN) > 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_the_python_examples_run_and_print_what_their_comments_say(capsys):
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    for example in [block for language, block in FENCE.findall(page) if language == "python"]:
        exec(compile(example, "docs/python-api.md", "exec"), {})
        said = re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)
        assert said == capsys.readouterr().out.splitlines()
        assert said


def test_make_screenshots_names_the_pictures_that_the_pages_show():
    tools = ("make_screenshots", "make_workbench_pictures")
    script = "".join((ROOT / "docs" / "tools" / f"{tool}.py").read_text(encoding="utf-8") for tool in tools)
    for page in PAGES:
        for picture in re.findall(r"images/([\w-]+)\.(?:png|svg)", page.read_text(encoding="utf-8")):
            assert picture in script, (page, picture)


def test_the_tests_that_catch_old_bugs_exist():
    named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", (ROOT / "docs" / "bugs.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    missing = [(file, name) for file, name in named if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
    assert not missing
