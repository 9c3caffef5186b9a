"""What the benchmark of the ALGOL compiler says."""

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import algol, languages
from host.experiments.bench.algol import How
from host.experiments.bench.languages import compiled
from host.experiments.bench.measuring import Row
from host.games.endings.program import without_boards
from host.games.program6600 import CompiledProgram


def test_the_words_are_those_of_the_compiled_programs(monkeypatch):
    monkeypatch.setattr(languages, "PROGRAMS", ("rook", "kalah"))
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
    program = CompiledProgram("rook")
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


# ---------------------------------------------------------------- what the code takes


def called(m, n):
    """How many calls Ackermann's function of two numbers is, and its value."""
    if m == 0:
        return 1, n + 1
    inner, value = (0, 1) if n == 0 else called(m, n - 1)
    outer, value = called(m - 1, value)
    return 1 + inner + outer, value


@pytest.mark.parametrize("n", range(6))
def test_the_calls_of_ackermann_s_function_are_counted(n):
    assert algol.calls(n) == called(2, n)[0]


def test_loops_by_hand_leave_what_compiled_ones_do_which_take_at_most_twice_as_long():
    """Without checks; loops by hand are not always faster: neither is written for the machine's last cycle."""
    how = How(checks=False)
    assert algol.by_turn(algol.PRODUCT, how) < 2 * algol.product_by_hand()
    assert algol.by_procedure(algol.MATRIX, "multiply", how) < 2 * algol.matrix_by_hand()
    assert algol.by_procedure(algol.SIEVE, "sift", how) < 2 * algol.sieve_by_hand()


def test_a_loop_by_hand_with_another_result_is_an_error():
    algol.sieve_by_hand()
    program = algol.by_hand()
    at = program.address("F") + algol.SIZE - 1
    program.store(at, [~program.words(at, 1)[0] & algol.WORD])
    with pytest.raises(IronboardError, match=r"^turns: F is not"):
        algol.compare("F", algol.SIEVE, "flags", algol.SIZE)


def test_a_turn_is_the_difference_of_many_and_few():
    """The loop is all of the program that is done more than once."""
    cycles = [algol.ended(algol.compiled(algol.EMPTY, How(), turns)).cycles for turns in (100, 101)]
    assert algol.by_turn(algol.EMPTY, How()) == cycles[1] - cycles[0]


def test_the_long_program_has_about_10_000_lines():
    text = languages.long_program()
    assert abs(len(text.splitlines()) - languages.LONG_LINES) < 200
    assert text.count('"BEGIN"') == text.count('"END"')


def test_leaving_a_pass_out_is_not_faster_than_none_of_them(monkeypatch):
    monkeypatch.setattr(algol, "PASSES", algol.PASSES[:1])
    rows = {row[0]: row[1:] for row in algol.passes().rows}
    assert [*rows] == ["all passes", f"without {algol.PASSES[0].name}", "none"]
    assert all(best <= worst for best, worst in zip(rows["all passes"], rows["none"], strict=True))
