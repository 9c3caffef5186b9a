"""What the benchmark of the ALGOL compiler says."""

from host.bench import algol
from host.bench.algol import compiled
from host.bench.measuring import Row
from host.games.endings.program import without_boards
from host.games.program6600 import AlgolProgram
from host.roms import CHECKOUT


def test_the_words_are_those_of_the_compiled_programs():
    rows = {row[0]: row[1:] for row in algol.words().rows}
    assert set(rows) == {*algol.PROGRAMS, "version 2 without boards", "rook, CDC's compiler"}
    program, library, buffers, files = compiled("rook", True).words
    assert rows["rook"][:5] == (669, program, library, buffers, files)
    for name in algol.PROGRAMS:
        checked, unchecked = rows[name][1:3], rows[name][5:]
        assert all(less <= more for less, more in zip(unchecked, checked, strict=True))


def test_the_rook_ending_has_fewer_words_than_cdc_s_compiler_made_of_zuidema_s():
    """Of what the paper's new version has: without the primitive room, boards and prompts."""
    assert algol.words_goal().met
    assert sum(algol.new_version().words) < sum(without_boards().words) < sum(compiled("rook", True).words)


def test_the_new_version_is_the_program_but_for_three_procedures(monkeypatch):
    """It plays the game of figure 30."""
    program = AlgolProgram("rook")
    expected = program.work(algol.GAME, algol.MOVE)
    monkeypatch.setattr(program, "compiled", algol.new_version().assembly)
    assert program.work(algol.GAME, algol.MOVE).printed == expected.printed


def test_the_page_of_the_code_has_the_words_of_the_rook_ending():
    page = (CHECKOUT / "docs/cdc6600/algol-code.md").read_text(encoding="utf-8")
    checked, unchecked = (compiled("rook", checks).words for checks in (True, False))
    rows = {name: (getattr(checked, name), getattr(unchecked, name)) for name in checked._fields}
    rows["together"] = sum(checked), sum(unchecked)
    for name, each in rows.items():
        assert f"| {name} | {each[0]:,} | {each[1]:,} |" in page


def test_a_move_takes_some_milliseconds_and_fewer_without_checks():
    assert 0.001 < algol.move_seconds(checks=False) < algol.move_seconds(checks=True) < 0.1


def test_the_slowest_program_counts():
    rows = tuple(Row(name, (0.001 * algol.lines(name) * (2 if name == "mates" else 1),)) for name in algol.PROGRAMS)
    assert algol.for_lines(rows) == 0.8
