"""Series on the whole 704: cards in, lines and cards out.

What it computes is tested in tests/ibm704/test_learning*.py.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from itertools import pairwise

import pytest

from emulators.errors import IronboardError, SourceError
from emulators.ibm704.machine import MICROSECONDS
from host.cli.main import main
from host.games.boards import Colour
from host.games.checkers import generators, learning
from host.games.checkers.learning import SERIES, TERMS, Course, Learner, Options, listing, parse, played, plot
from host.games.checkers.program import CheckersProgram

QUICK = SERIES["second"]._replace(moves=14, limit=2)  # games of 14 moves, terms that go after two


@cache
def loaded():
    program = CheckersProgram()
    return program, program.machine.snapshot()


def learner():
    program, start = loaded()
    program.machine.restore(start)
    return Learner(program)


def series(pupil, memory, games):
    """Return the games, and the memory after them."""
    found = []
    for _ in range(games):
        game, memory = pupil.game(memory)
        found.append(game)
    return found, memory


@cache
def six():
    """Return the memories before and after each of six games."""
    pupil = learner()
    memories = [pupil.begin(QUICK, 3)]
    for _ in range(6):
        memories.append(pupil.game(memories[-1])[1])
    return memories


def on_cards(names):
    """Names of terms as cards have them, a word each."""
    return [name.replace(" ", "") for name in names]


def test_a_series_begins_with_the_first_polynomial_and_beta_has_it_too():
    memory = six()[0]
    assert memory.course._replace(seed=0, openings=0) == Course(seed=0)
    assert memory.rules == QUICK
    assert [term.name for term in memory.alpha] == [term.name for term in memory.beta] == on_cards(generators.START)
    assert {(term.coefficient, term.c, term.use, term.tally) for term in memory.alpha} == {("+512", 0, 0, 0)}
    assert [term.name for term in memory.spare] == on_cards(generators.RESERVE)


def test_all_38_terms_are_there_after_every_game():
    for before, after in pairwise(six()):
        assert sorted(term.name for term in after.terms) == sorted(TERMS)
        assert after.course.games == before.course.games + 1
        assert after.course.adjustments >= before.course.adjustments
        assert sum(term.discarded for term in after.terms) >= sum(term.discarded for term in before.terms)
    assert sum(term.discarded for term in six()[-1].terms) > 5


def test_history_says_what_the_cards_say():
    last = six()[-1]
    games = [played(each) for each in last.history]
    assert [game.number for game in games] == [1, 2, 3, 4, 5, 6]
    assert {name: int(f"{sign}{2**power}") for name, (sign, power) in games[-1].powers.items()} == {
        term.name: int(term.coefficient) for term in last.alpha
    }
    assert sum(game.changes for game in games) == last.course.adjustments
    wins = [sum(game.result == result for game in games) for result in ("won", "lost", "drawn")]
    assert wins == [last.course.all_won, last.course.all_lost, last.course.all_drawn]
    led = {term.name: term.led for term in last.terms if term.led}
    assert {name: sum(game.led.get(name, 0) for game in games) for name in led} == led


@pytest.mark.parametrize("after", [0, 1, 4])
def test_a_memory_given_back_goes_on_to_the_bit(after):
    """From the text of the file, on a machine that has just been loaded."""
    pupil = learner()
    memory = pupil.restore(parse(six()[after].text(), "memory"))
    _, memory = series(pupil, memory, 6 - after)
    assert memory == six()[6]


def test_another_seed_is_another_series():
    pupil = learner()
    _, memory = series(pupil, pupil.begin(QUICK, 4), 2)
    assert memory.cards != six()[2].cards


def test_signs_of_the_first_polynomial_may_be_drawn():
    signs = []
    for seed in (1, 1, 2):
        memory = learner().begin(QUICK, seed, signs=True)
        signs.append("".join(term.sign for term in memory.alpha))
        assert [term.coefficient for term in memory.alpha] == [term.coefficient for term in memory.beta]
        assert set(signs[-1]) == {"+", "-"}
    assert signs[0] == signs[1] != signs[2]


def test_plain_minimax_learns_the_same():
    pupil = learner()
    pupil.begin(QUICK._replace(moves=8), 1)
    pupil.program.feed("PRUNE OFF")
    plain = pupil.game(pupil.punched())[1]
    pupil = learner()
    assert pupil.game(pupil.begin(QUICK._replace(moves=8), 1))[1] == plain


def test_a_game_of_a_match_changes_nothing():
    pupil = learner()
    memory = pupil.restore(six()[3])
    assert pupil.match_game(Colour.BLACK, [6, 0, 3]) in {(each, 14) for each in ("won", "lost", "drawn")}
    assert pupil.punched(memory.history) == six()[3]


def test_a_match_has_two_sides():
    """Alpha's game with Black is Beta's with White when they have changed places: the same moves, the other result."""
    pupil = learner()
    memory = pupil.begin(SERIES["second"]._replace(moves=40), 1)
    pieces = [term._replace(coefficient="+0") for term in memory.alpha]
    mobile = [term._replace(coefficient="-262144" if term.name == "MOB" else "+0") for term in memory.alpha]
    other = {"won": "lost", "lost": "won", "drawn": "drawn"}
    results = set()
    for number in range(4):
        pupil.seat(pieces, mobile)
        result, moves = pupil.match_game(Colour.BLACK, [number, 0])
        pupil.seat(mobile, pieces)
        assert pupil.match_game(Colour.WHITE, [number, 0]) == (other[result], moves)
        results.add(result)
    assert len(results) > 1


def test_it_learns_at_least_1000_times_as_fast_as_the_704():
    """By the processor's time, whatever else this computer does."""
    pupil = learner()
    memory = pupil.begin(SERIES["second"], 1)
    cycles, started = pupil.program.machine.cycles, time.process_time()
    pupil.game(memory)
    seconds = (pupil.program.machine.cycles - cycles) * MICROSECONDS / 1e6
    assert seconds > 1000 * (time.process_time() - started)
    assert 5 < seconds / 70 < 60  # a move: the paper speaks of half a minute


# ---------------------------------------------------------------- cards and files that are wrong


@pytest.mark.parametrize(
    "card",
    [
        "LEARN", "LEARN 0", "LEARN X", "LEARN 1 2", "SEED", "GAME X 0", "GAME B 9", "GAME B 2 1",
        "ALPHA 17 BACK +1 0 0 0 0 0 0", "ALPHA 0 BACK +1 0 0 0 0 0 0", "ALPHA 1 BOCK +1 0 0 0 0 0 0",
        "ALPHA 1 BACK 1 0 0 0 0 0 0", "ALPHA 1 BACK +3 0 0 0 0 0 0", "ALPHA 1 BACK +524288 0 0 0 0 0 0",
        "BETA 1 BACK", "SPARE 23 APEX 0 0 0", "RULES 1 2 3", "SERIES 1", "PUNCH 1",
        "RULES 32 0 0 1 15 0 1 1 0 3 70 14 0", "RULES 32 23 0 1 15 0 1 1 0 3 70 14 0",
    ],
)  # fmt: skip
def test_a_card_that_is_wrong_is_skipped_and_printed(card):
    pupil = learner()
    before = pupil.punched()
    assert pupil.program.feed(card).lines == [f"BAD CARD  {card}"]
    assert pupil.punched() == before


@pytest.mark.parametrize("game", ["LEARN 1", "GAME B 0"])
def test_with_a_term_missing_the_704_does_not_play(game):
    pupil = learner()
    assert pupil.program.feed("ALPHA 1 CENT   +512 0 0 0 0 0 0", game).lines == ["BAD MEMORY"]


def changed(old, new):
    return six()[2].text().replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("BETA 3 ", "GAMMA 3 ", "memory:{line}:1: error: this card does not belong to a memory"),
        ("BETA 3 ", "~# BETA 3 ", "15 cards BETA in this memory: expected 16"),
        ("SPARE 1 ", "SPARE 1 5 ", "has too many numbers, too few"),
        ("RULES ", "RULES 7 ", "has too many numbers, too few"),
        ("SPARE 1 ", "SPARE 1 APEX 0 0 0\nSPARE 1 ", "23 cards SPARE"),
        ("", "", "0 cards SERIES in this memory: expected 1"),  # an empty file
    ],
)
def test_a_file_that_is_no_memory_is_refused(old, new, message):
    text = changed(old, new) if old else ""
    line = next((number for number, each in enumerate(text.splitlines(), 1) if each.startswith("GAMMA")), 0)
    with pytest.raises(SourceError) as error:
        parse(text, "memory")
    assert message.format(line=line) in str(error.value)


def test_a_term_twice_is_refused():
    name = six()[2].alpha[0].name
    other = six()[2].alpha[1].name
    with pytest.raises(SourceError, match="not all there, each once"):
        parse(changed(f"ALPHA 2 {other} ", f"ALPHA 2 {name} "), "memory")


# ---------------------------------------------------------------- for people


def test_a_listing_has_course_and_terms():
    memory = six()[6]
    text = listing(memory)
    assert text.startswith("games 6: ")
    assert all(f"\n{term.name} " in text for term in memory.terms)


def test_the_plot_has_a_line_for_the_leaders_and_their_names():
    memory = six()[6]
    svg = plot(memory.history).svg()
    assert svg.count("<polyline") > 10
    assert f">{memory.leaders[0].name}<" in svg
    assert plot(()).svg().startswith("<svg")


def test_learn_writes_the_memory_after_every_game_and_goes_on_from_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(SERIES, "second", QUICK)
    file, picture = tmp_path / "learned.deck", tmp_path / "learned.svg"
    sizes = []
    write = learning.save

    def save(memory, *places):
        write(memory, *places)
        sizes.append(learning.read(file).course.games)

    monkeypatch.setattr(learning, "save", save)
    learning.run(Options(learn=True, games=2, seed=3, memory=file, plot=picture))
    learning.run(Options(learn=True, games=4, seed=99, memory=file, plot=picture))
    assert sizes == [0, 1, 2, 2, 3, 4]
    assert learning.read(file) == six()[4]
    assert picture.read_text().startswith("<svg")
    said = capsys.readouterr().out
    assert f"{file}: 2 games have been played" in said
    assert said.count("\ngame   4  Alpha white ") == 1


def test_a_series_does_not_change_its_rules(tmp_path):
    file = tmp_path / "learned.deck"
    file.write_text(six()[1].text())
    with pytest.raises(IronboardError, match="has not begun with --rules first"):
        learning.run(Options(learn=True, games=2, rules="first", memory=file))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--games 3", "--games, --seed, --rules, --signs and --plot go with --learn"),
        ("--learn --self-play", "--self-play does not go with --learn"),
        ("--list", "--memory FILE says which"),
        ("--list --memory none.deck", "cannot read none.deck"),
        ("--memory none.deck --self-play --moves 1", "cannot read none.deck"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, message, capsys):
    try:
        status = main(["checkers", *options.split()])
    except SystemExit as stop:
        status = stop.code
    assert status
    assert message in capsys.readouterr().err


def test_a_learned_polynomial_plays_otherwise(tmp_path, capsys):
    """The same game, with a memory whose only term is mobility, and without."""
    memory = six()[0].text().replace("+512", "+0").replace("ALPHA 3 MOB    +0", "ALPHA 3 MOB    +262144")
    file = tmp_path / "mobile.deck"
    file.write_text(memory)
    games = []
    for options in ([], ["--memory", str(file)]):
        assert main(["checkers", "--self-play", "--prune", "--depth", "1", "--moves", "6", *options]) == 0
        games.append(capsys.readouterr().out)
    assert games[0] != games[1]


def test_a_series_that_is_killed_goes_on(tmp_path):
    """Killed at any moment, what is in the file is a memory, and the same command makes the series whole."""
    file = tmp_path / "killed.deck"
    command = [sys.executable, "-m", "ironboard", "checkers", "--learn", "--games", "2", "--memory", str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.kill()
    process.communicate()
    assert first.startswith("game   1  Alpha white")
    assert learning.read(file).course.games in (1, 2)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "games 2: " in done.stdout
    whole = tmp_path / "whole.deck"
    subprocess.run([*command[:-1], str(whole)], capture_output=True, check=True)
    assert whole.read_text() == file.read_text()
