"""Every lesson accepts right solutions, whatever their style, and says of wrong ones what is wrong."""

import pytest

from host.lessons import command, progress
from host.lessons.collection import lessons
from tests.learn.solutions import RIGHT, WRONG

LESSONS = lessons()


@pytest.fixture(autouse=True)
def own_progress(monkeypatch, tmp_path):
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "state" / "learn.json"))


def answered(name, text, folder, capsys):
    path = folder / f"answer{LESSONS[name].suffix}"
    path.write_text(text, encoding="utf-8")
    status = command.answer(name, path)
    return status, capsys.readouterr().out


def test_there_are_lessons_for_every_language_and_solutions_for_every_lesson():
    found = [(lesson.machine, lesson.suffix) for lesson in LESSONS.values()]
    assert found.count(("kim1", ".s")) >= 8
    assert all(found.count(each) >= 3 for each in {*found})
    assert len({*found}) == 4
    assert {*RIGHT} == {*WRONG} == {*LESSONS}
    assert all(len(each) >= 3 for each in WRONG.values())


@pytest.mark.parametrize(("name", "number"), [(name, i) for name, texts in RIGHT.items() for i in range(len(texts))])
def test_a_right_solution_is_accepted(name, number, tmp_path, capsys):
    status, said = answered(name, RIGHT[name][number], tmp_path, capsys)
    assert f"{name}: right in all {len(LESSONS[name].cases)} cases" in said
    assert (status, progress.load()[0].solved) == (0, [name])


@pytest.mark.parametrize(("name", "number"), [(name, i) for name, texts in WRONG.items() for i in range(len(texts))])
def test_a_wrong_solution_is_not_and_its_mistake_is_named(name, number, tmp_path, capsys):
    text, mistake = WRONG[name][number]
    status, said = answered(name, text, tmp_path, capsys)
    assert mistake in said
    assert "hint: " in said
    assert (status, progress.load()[0].solved) == (1, [])


@pytest.mark.parametrize("name", LESSONS)
def test_the_source_to_begin_with_assembles_and_is_wrong(name, tmp_path, capsys):
    status, said = answered(name, LESSONS[name].begin.lstrip("\n"), tmp_path, capsys)
    assert (status, "wrong in" in said) == (1, True)
