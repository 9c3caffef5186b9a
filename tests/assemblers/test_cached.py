"""The cache of programs: what comes out of it is what assembling gives, whatever has happened to it."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host.assemblers import cached, dialects
from host.assemblers.roms import CHECKOUT
from host.cli.main import main
from host.formats import storage

WITH_PARTS = "       FUL\n       OCT 1\n       ABS\n       OCT 2\n       END 24\n"
WITH_WARNINGS = "start:  lda     later\n        rts\nlater = $10\n"
SOURCES = {
    "bytes": "asm/kim1/wally.s",
    "words of 36 bits": "asm/ibm704/checkers.sap",
    "words of 60 bits": "asm/cdc6600/kalah.compass",
    "ALGOL": "asm/cdc6600/queen.alg",
}


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv(storage.CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "programs"


@pytest.fixture
def assembled(monkeypatch, folder):
    """Assembles by way of the cache; `times` is how often the assembler has been at work."""

    class Assembled:
        times = 0

        def __call__(self, path, **options):
            return cached.assembled(path, **options)

    counter, assemble = Assembled(), dialects.assemble

    def counting(path, **options):
        counter.times += 1
        return assemble(path, **options)

    monkeypatch.setattr(dialects, "assemble", counting)
    return counter


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def same(program, made):
    """Whether a program is what assembling gives, the types of its words and the order of its symbols included."""
    return (
        program.image == made.image
        and repr(program.image.segments) == repr(made.image.segments)
        and list(program.image.symbols) == list(made.image.symbols)
        and program.warnings == [*map(str, made.warnings)]
        and (program.procedures, program.variables) == (made.procedures, made.variables)
        and (program.inspect is None) == (made.inspect is None)
    )


@pytest.mark.parametrize("source", SOURCES.values(), ids=[*SOURCES])
def test_what_comes_out_is_what_assembling_gives(assembled, source):
    path = CHECKOUT / source
    made = dialects.assemble(path)
    assert same(assembled(path), made)
    assert same(assembled(path), made)
    assert assembled.times == 2


def test_a_text_that_no_file_holds_is_assembled_once(assembled, folder):
    texts = ["         XTEXT  TEXTIO\n         END\n", "         XTEXT  NUMBER\n         END\n"]
    made = [cached.assembled_text(text, dialects.COMPASS.name) for text in (*texts, *texts)]
    assert [each.image for each in made[:2]] == [each.image for each in made[2:]]
    assert made[0].image != made[1].image
    assert assembled.times == 2
    kept = [json.loads(each.read_bytes().partition(b"\n")[2])["files"] for each in folder.iterdir()]
    assert all(Path(name).is_relative_to(CHECKOUT) for files in kept for name in files)  # what is included may change


def test_a_deck_of_several_parts_comes_out_as_it_went_in(assembled, tmp_path):
    path = written(tmp_path / "parts.sap", WITH_PARTS)
    first, second = assembled(path), assembled(path)
    assert len(first.image.parts) == 2
    assert repr(second) == repr(first)  # tuples are tuples
    assert assembled.times == 1


def test_warnings_are_there_every_time(assembled, tmp_path, capsys):
    path = written(tmp_path / "game.s", WITH_WARNINGS)
    for _ in range(2):
        assert main(["debug", str(path), "-e", "registers"]) == 0
        assert "two bytes for the zero page address" in capsys.readouterr().err
    assert assembled.times == 2  # the monitor was assembled, too


def test_warnings_of_an_algol_program_are_there_every_time(assembled, tmp_path, capsys):
    path = written(tmp_path / "tiny.alg", "begin real x; x := 1@-400; outreal(61, x) end")
    said = []
    for _ in range(2):
        assert main(["algol", str(path)]) == 0
        said.append(capsys.readouterr())
    assert "this number is too small" in said[0].err
    assert said[1] == said[0]
    assert assembled.times == 1


def test_an_algol_program_that_fails_says_the_same_from_the_cache(assembled, tmp_path, capsys):
    path = written(tmp_path / "fails.alg", "begin integer i;\nprocedure p;\n  i := 1 ÷ i;\ni := 0; p end")
    said = []
    for _ in range(2):
        assert main(["algol", str(path), "--time"]) == 1
        said.append(capsys.readouterr())
    assert f"{path}:3" in said[0].err
    assert said[1] == said[0]
    assert assembled.times == 1


def test_the_debugger_knows_an_algol_program_from_the_cache(folder, tmp_path, capsys):
    path = written(tmp_path / "sum.alg", "begin integer sum;\nsum := 41;\nsum := sum + 1\nend")
    said = []
    for _ in range(2):
        assert main(["debug", str(path), "--break", f"{path}:3", "-e", "continue", "-e", "variables"]) == 0
        said.append(capsys.readouterr())
    assert "41" in said[0].out
    assert said[1] == said[0]


def test_an_error_is_reported_every_time(assembled, tmp_path, capsys):
    path = written(tmp_path / "wrong.s", "  lda #nothing\n")
    for _ in range(2):
        assert main(["debug", str(path), "-e", "registers"]) == 1
        assert "wrong.s:1:8" in capsys.readouterr().err
    assert assembled.times == 2


# ---------------------------------------------------------------- what has changed


def assembled_anew(assembled, path, change, **options):
    """Whether a program is assembled again behind a change, and the new words are those of the new source."""
    assembled(path, **options)
    assembled(path, **options)
    assert assembled.times == 1
    change()
    fresh = assembled(path, **options)
    return assembled.times == 2 and same(fresh, dialects.assemble(path, **options))


def test_an_edited_source_is_assembled(assembled, tmp_path):
    path = written(tmp_path / "game.s", "start: lda #1\n")
    assert assembled_anew(assembled, path, lambda: written(path, "start: lda #2\n"))
    written(path, "start: lda #1\n")
    assert assembled(path).image.segments[0].words == b"\xa9\x01"


@pytest.mark.parametrize("directive", ['.include "more.inc"', '.incbin "more.inc"'])
def test_an_edited_file_of_several_is_noticed(assembled, tmp_path, directive):
    path, more = written(tmp_path / "game.s", f"{directive}\n"), written(tmp_path / "more.inc", " .byte 1\n")
    assert assembled_anew(assembled, path, lambda: written(more, " .byte 2\n"))


@pytest.mark.parametrize(
    ("name", "source", "member"),
    [
        ("a.s", '.include "more.s"\n', " .byte {}\n"),
        ("a.sap", "       LIB MORE\n       END 0\n", "       OCT {}\n"),
        ("a.compass", "         IDENT  A\n         XTEXT  MORE\n         END\n", "         DATA   {}\n"),
    ],
)
def test_a_file_that_now_comes_first_is_noticed(assembled, tmp_path, name, source, member):
    path, suffix, elsewhere = written(tmp_path / name, source), Path(name).suffix, tmp_path / "elsewhere"
    elsewhere.mkdir()
    written(elsewhere / f"more{suffix}", member.format(1))
    nearer = tmp_path / f"more{suffix}"
    assert assembled_anew(assembled, path, lambda: written(nearer, member.format(2)), include_dirs=[elsewhere])


def test_a_file_that_is_gone_is_noticed(assembled, tmp_path):
    path, more = written(tmp_path / "game.s", '.include "more.inc"\n'), written(tmp_path / "more.inc", " .byte 1\n")
    assembled(path)
    more.unlink()
    with pytest.raises(Exception, match="cannot find the file"):
        assembled(path)


def test_a_file_that_appears_and_cannot_be_used_is_noticed(assembled, tmp_path):
    path, elsewhere = written(tmp_path / "game.s", '.include "more.inc"\n'), tmp_path / "elsewhere"
    elsewhere.mkdir()
    written(elsewhere / "more.inc", "nop\n")
    assembled(path, include_dirs=[elsewhere])
    (tmp_path / "more.inc").write_bytes(b"\0" * (cached.LARGEST + 1))
    with pytest.raises(Exception, match="this is not text: a NUL byte"):
        assembled(path, include_dirs=[elsewhere])


def test_an_edited_configuration_is_noticed(assembled, tmp_path):
    text = "MEMORY {{ RAM: start = ${}, size = $100; }}\nSEGMENTS {{ CODE: load = RAM; }}\n"
    path, config = written(tmp_path / "game.s", "nop\n"), written(tmp_path / "my.cfg", text.format("0200"))
    assert assembled_anew(assembled, path, lambda: written(config, text.format("0300")), config=config)


def test_options_tell_programs_apart(assembled, tmp_path):
    path = written(tmp_path / "game.s", ".ifndef N\nN = 1\n.endif\n.byte N\n")
    options = ({}, {"defines": {"N": 2}}, {"segments": {"CODE": 0x300}}, {"include_dirs": iter([tmp_path])})
    images = [assembled(path, **each).image for each in options]
    assert [list(image) for image in images] == [[(0x200, 1)], [(0x200, 2)], [(0x300, 1)], [(0x200, 1)]]
    assert assembled.times == 4
    assert not assembled(path, defines=None, undocumented=False).warnings
    assert assembled.times == 4


def test_an_edited_assembler_is_noticed(assembled, tmp_path, monkeypatch):
    path, tool = written(tmp_path / "game.s", "nop\n"), written(tmp_path / "tool.py", "")
    monkeypatch.setattr(cached, "MADE_BY", (*cached.MADE_BY, tmp_path))

    def edit():
        os.utime(tool, ns=(1, 1))
        cached._version.cache_clear()

    cached._version.cache_clear()
    assert assembled_anew(assembled, path, edit)
    cached._version.cache_clear()


def test_the_assemblers_and_all_that_they_import_count():
    program = (
        "import sys; from host.assemblers import dialects;"
        "[dialects.assemble(each) for each in sys.argv[1:]];"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] in ('host', 'emulators')), sep='\\n')"
    )
    sources = ["asm/kim1/bench/scan.s", "asm/ibm704/loops.sap", "asm/cdc6600/loops.compass", "docs/examples/sums.alg"]
    done = subprocess.run([sys.executable, "-c", program, *sources], capture_output=True, text=True, cwd=CHECKOUT)
    assert done.returncode == 0, done.stderr
    # they choose the language, or print
    harmless = ("host/__init__.py", "host/registry.py", "host/options.py", "host/machines/mos6502.py", "host/machines/",
                "host/streams.py", "host/interruption.py")  # fmt: skip
    outside = {
        path.relative_to(CHECKOUT).as_posix()
        for path in map(Path, done.stdout.split())
        if not any(path.is_relative_to(folder) for folder in cached.MADE_BY)
    }
    assert {each for each in outside if not each.startswith(harmless)} == set()


def test_an_assembly_that_writes_files_is_not_kept(assembled, tmp_path):
    path = written(tmp_path / "tables.sap", "       WST 9,1\nA      OCT 1\n       END 0\n")
    for _ in range(2):
        assembled(path, tables=tmp_path)
        (tmp_path / "9-1.table").unlink()
    assert assembled.times == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_once_only(assembled, tmp_path):
    pipe = tmp_path / "pipe.s"
    os.mkfifo(pipe)
    threading.Thread(target=lambda: pipe.write_text("nop\n"), daemon=True).start()
    assert list(assembled(pipe).image) == [(0x200, 0xEA)]


# ---------------------------------------------------------------- what may happen to a cache


def kept(folder):
    return sorted(folder.iterdir())


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-3], lambda data: b"", lambda data: data.replace(b"234", b"235")]
)
def test_a_damaged_cache_is_ignored_and_repaired(assembled, folder, tmp_path, damage):
    path = written(tmp_path / "game.s", ".byte 234\n")
    good = assembled(path)
    (entry,) = kept(folder)
    data = entry.read_bytes()
    entry.write_bytes(damage(data))
    assert same(assembled(path), dialects.assemble(path))
    assert entry.read_bytes() == data
    assert assembled(path) == good
    assert assembled.times == 3


def test_where_nothing_can_be_kept_programs_are_assembled(assembled, folder, tmp_path, capsys):
    written(folder.parent, "this is a file, and no folder")
    path = written(tmp_path / "game.s", "nop\n")
    for _ in range(2):
        assert list(assembled(path).image) == [(0x200, 0xEA)]
    assert assembled.times == 2
    assert capsys.readouterr() == ("", "")


def test_the_cache_stays_small_and_keeps_what_is_used(assembled, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(cached, "MOST_FILES", 3)
    paths = [written(tmp_path / f"{number}.s", f".byte {number}\n") for number in range(5)]
    for age, path in enumerate(paths[:3]):
        assembled(path)
        for entry in kept(folder):
            if entry.stat().st_mtime > 1000:
                os.utime(entry, (age, age))
    assembled(paths[0])  # it is used again: the second one is the oldest now
    assembled(paths[3])
    assert len(kept(folder)) == 3
    assert assembled.times == 4
    assembled(paths[0])
    assert assembled.times == 4
    assembled(paths[1])
    assert assembled.times == 5


def test_the_bytes_of_the_cache_are_bounded(assembled, folder, tmp_path, monkeypatch):
    for number in range(4):
        assembled(written(tmp_path / f"{number}.s", f".byte {number}\n"))
    monkeypatch.setattr(cached, "MOST_BYTES", 2 * kept(folder)[0].stat().st_size + 50)
    assembled(written(tmp_path / "5.s", ".byte 5\n"))
    assert len(kept(folder)) == 2


def test_the_cache_is_plain_text(assembled, folder, tmp_path):
    assembled(written(tmp_path / "game.s", "nop\n"))
    (entry,) = kept(folder)
    assert json.loads(entry.read_text("utf-8").split("\n")[1])["image"]["segments"] == [[0x200, [0xEA]]]


def test_nobody_has_to_name_a_folder(monkeypatch, tmp_path):
    monkeypatch.delenv(storage.CACHE)
    assert "ironboard" in str(storage.cache_folder("programs"))
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: Path("~/.cache/ironboard"))
    monkeypatch.chdir(tmp_path)
    cached.assembled(written(tmp_path / "game.s", "nop\n"))  # without a home
    assert [each.name for each in tmp_path.iterdir()] == ["game.s"]


@pytest.mark.parametrize("name", ["game.s", "game.alg"])
def test_what_is_edited_while_it_is_assembled_is_not_kept(folder, tmp_path, monkeypatch, name):
    texts = {"game.s": ("nop\n", "brk\n"), "game.alg": ("begin outinteger(61, 1) end", "begin outinteger(61, 2) end")}
    old, new = texts[name]
    path, assemble = written(tmp_path / name, old), dialects.assemble

    def slow(path, **options):
        written(path, new)
        return assemble(path, **options)

    with monkeypatch.context() as patched:
        patched.setattr(dialects, "assemble", slow)
        cached.assembled(path)
    for text in (old, new):
        assert same(cached.assembled(written(path, text)), dialects.assemble(path))
