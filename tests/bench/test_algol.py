"""What the benchmark of the ALGOL compiler says."""

from host.bench import languages
from host.bench.languages import compiled
from host.bench.measuring import Row
from host.games.endings.program import without_boards
from host.games.program6600 import AlgolProgram
from host.roms import CHECKOUT


def test_the_words_are_those_of_the_compiled_programs():
    rows = {row[0]: row[1:] for row in languages.words().rows}
    assert set(rows) == {*languages.PROGRAMS, "version 2 without boards", "rook, CDC's compiler"}
    program, library, buffers, files = compiled("rook", True).words
    assert rows["rook"][:5] == (669, program, library, buffers, files)
    for name in languages.PROGRAMS:
        checked, unchecked = rows[name][1:3], rows[name][5:]
        assert all(less <= more for less, more in zip(unchecked, checked, strict=True))


def test_the_rook_ending_has_fewer_words_than_cdc_s_compiler_made_of_zuidema_s():
    """Of what the paper's new version has: without the primitive room, boards and prompts."""
    assert languages.words_goal().met
    assert sum(languages.new_version().words) < sum(without_boards().words) < sum(compiled("rook", True).words)


def test_the_new_version_is_the_program_but_for_three_procedures(monkeypatch):
    """It plays the game of figure 30."""
    program = AlgolProgram("rook")
    expected = program.work(languages.GAME, languages.MOVE)
    monkeypatch.setattr(program, "compiled", languages.new_version().assembly)
    assert program.work(languages.GAME, languages.MOVE).printed == expected.printed


def test_the_page_of_the_code_has_the_words_of_the_rook_ending():
    page = (CHECKOUT / "docs/cdc6600/algol-code.md").read_text(encoding="utf-8")
    checked, unchecked = (compiled("rook", checks).words for checks in (True, False))
    rows = {name: (getattr(checked, name), getattr(unchecked, name)) for name in checked._fields}
    rows["together"] = sum(checked), sum(unchecked)
    for name, each in rows.items():
        assert f"| {name} | {each[0]:,} | {each[1]:,} |" in page


def test_a_move_takes_some_milliseconds_and_fewer_without_checks():
    assert 0.001 < languages.move_seconds(checks=False) < languages.move_seconds(checks=True) < 0.1


def test_the_slowest_program_counts():
    seconds = {name: 0.001 * languages.lines(name) * (2 if name == "mates" else 1) for name in languages.PROGRAMS}
    rows = tuple(Row(name, (each,)) for name, each in seconds.items())
    assert languages.for_lines(rows) == 0.8
