"""Tables, tree, heat, coverage and stacks of a small program whose cycles are counted by hand."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcov_cobertura import LcovCobertura

from emulators.ibm704.machine import Ibm704
from emulators.image import Image, SourceLine
from emulators.kim1 import Kim1
from host.assemblers.mos6502 import assemble
from host.debugger.profile import Profile, report
from host.debugger.profile.calltree import Edge, routine_costs
from host.debugger.profile.counts import line_costs
from host.debugger.profile.report import ranges
from host.debugger.session import Session
from host.languages.sources import Sources
from tests.debugger.profile.test_exact import QUICK, toy_words
from tests.debugger.programs import COUNTING, machine
from tests.machines.ironboard_machines.toy.machine import Toy

PROGRAM = """\
VALUE = $10
N = $11
        .org $0200
MAIN:   LDX #3              ; 2 cycles
LOOP:   JSR DOUBLE          ; 6 times 3
        DEX                 ; 2 times 3
        BNE LOOP            ; 3 + 3 + 2
        LDA #3              ; 2
        STA N               ; 3
        JSR FALL            ; 6: 45 in all
STOP:   JMP STOP
TABLE:  .byte $A9, $01      ; no LDA
GIVEUP: LDA #0
        BEQ GIVEUP
DOUBLE: ASL VALUE           ; 5 times 3
        RTS                 ; 6 times 3: 33
FALL:   DEC N               ; 5 times 3
        BEQ @done           ; 2 + 2 + 3
        JSR FALL            ; 6 times 2
@done:  RTS                 ; 6 times 3: 52
        .macro twice
        INY
        INY
        .endmacro
MACROS: twice
        twice
        RTS
"""
LINE = {
    label: number for number, line in enumerate(PROGRAM.splitlines(), 1) for label in [line[:8].strip(" :")] if label
}
MAIN, LOOP, STOP, DOUBLE, FALL = 0x0200, 0x0202, 0x020F, 0x0218, 0x021B


@pytest.fixture(scope="module")
def assembly(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "game.s"
    path.write_text(PROGRAM)
    return path, assemble(path).image


@pytest.fixture(scope="module")
def kim():
    kim = Kim1(core="compiled")
    return kim, kim.snapshot()


@pytest.fixture
def profile(kim, assembly):
    """The profile of the program up to STOP."""
    machine, fresh = kim
    machine.restore(fresh)
    machine.load(assembly[1])
    machine.write_register("PC", MAIN)
    session = Session(machine, Sources([assembly[1]], [assembly[0].parent]))
    profile = Profile(machine, session.sources)
    profile.attach(session)
    session.run_until(STOP)
    return profile


def by_name(profile, costs):
    return {profile.sources.near(each.routine.entry) if each.routine.entry else "": each for each in costs.values()}


# ---------------------------------------------------------------- routines, labels, lines


def test_routines_have_calls_own_cycles_and_those_of_what_they_call(profile):
    costs = by_name(profile, routine_costs(profile.tree.roots.values()))
    assert {name: (cost.calls, cost.own, cost.total) for name, cost in costs.items()} == {
        "": (0, 45, 130), "FALL": (3, 52, 52), "DOUBLE": (3, 33, 33)}  # fmt: skip


def test_recursion_is_not_counted_twice(profile):
    fall = by_name(profile, routine_costs(profile.tree.roots.values()))["FALL"]
    assert fall.total == 52
    main, within = fall.callers.values()
    assert (main, within) == (Edge(1, 52), Edge(2, 33))
    assert fall.callees == {fall.routine: Edge(2, 33)}
    assert dict(fall.sites) == {0x020C: 1, 0x021F: 2}


def test_the_report_says_all_that(profile):
    text = profile.text()
    assert text.startswith("130 cycles (0.000130 s of the KIM-1), 30 instructions\n")
    assert re.search(r"^\[game\.s\] +- +45 +34\.6 % +130 +100\.0 %$", text, re.MULTILINE)
    assert re.search(r"^FALL +3 +52 +40\.0 % +52 +40\.0 %$", text, re.MULTILINE)
    assert re.search(r"^LOOP +3 +12 +43 +33\.1 %$", text, re.MULTILINE)
    assert re.search(rf"^game\.s:{LINE['DOUBLE']} +3 +15 +11\.5 % +DOUBLE: ASL VALUE", text, re.MULTILINE)
    assert "... and" not in text
    assert "... and 1 more" in profile.text(top=2)


# ---------------------------------------------------------------- stacks


def read_folded(text):
    """What flamegraph.pl makes of its input: everything before the last blank is the stack, its parts end at ;."""
    weights = Counter()
    for line in text.splitlines():
        stack, number = re.fullmatch(r"(.*)\s+?(\d+(?:\.\d*)?)", line).groups()
        weights[tuple(stack.split(";"))] += int(number)
    return weights


def test_folded_stacks_have_every_path_with_its_own_cycles(profile, tmp_path):
    profile.write(tmp_path / "game.folded")
    assert read_folded((tmp_path / "game.folded").read_text()) == {
        ("[game.s]",): 45, ("[game.s]", "DOUBLE"): 33, ("[game.s]", "FALL"): 19,
        ("[game.s]", "FALL", "FALL"): 19, ("[game.s]", "FALL", "FALL", "FALL"): 14}  # fmt: skip


@given(st.lists(toy_words, min_size=32, max_size=32))
@QUICK
def test_both_formats_have_all_cycles_of_any_program(words):
    toy = Toy([*words, *[0] * 480])
    profile = Profile(toy)
    profile.run_to(700)
    folded = read_folded(report.folded(profile))
    assert folded.total() == toy.cycles
    read = json.loads(report.speedscope(profile, "x"))
    names = [frame["name"] for frame in read["shared"]["frames"]]
    (sampled,) = read["profiles"]
    assert (sampled["type"], sampled["unit"]) == ("sampled", "none")
    paths = Counter()
    for sample, weight in zip(sampled["samples"], sampled["weights"], strict=True):
        paths[tuple(names[index] for index in sample)] += weight
    assert paths == folded
    assert sampled["endValue"] - sampled["startValue"] == toy.cycles


def test_speedscope_learns_where_the_routines_are(profile, tmp_path, assembly):
    profile.write(tmp_path / "game.speedscope.json")
    read = json.loads((tmp_path / "game.speedscope.json").read_text())
    assert read["name"] == "game"
    assert {"name": "FALL", "file": str(assembly[0]), "line": LINE["FALL"]} in read["shared"]["frames"]


# ---------------------------------------------------------------- heat


def heat_rows(text):
    """Line number or address -> what stands before it."""
    return {line[46:51].strip(): line[:46].split() for line in text.splitlines()[2:]}


def test_the_heat_listing_has_executions_cycles_and_share_of_every_line(profile):
    text = profile.heat("game.s")
    rows = heat_rows(text)
    assert text.splitlines()[0] == "game.s"
    assert len(rows) == len(PROGRAM.splitlines())
    assert rows[str(LINE["LOOP"])] == ["3", "18", "13.8", "%", "##########"]
    assert rows[str(LINE["MAIN"])] == ["1", "2", "1.5", "%", "#"]
    assert rows[str(LINE["GIVEUP"])] == ["never"]
    assert rows[str(LINE["TABLE"])] == []
    assert rows["1"] == []


def test_a_line_that_calls_a_macro_shows_what_the_macro_cost(kim, assembly):
    machine, fresh = kim
    machine.restore(fresh)
    machine.load(assembly[1])
    machine.write_register("PC", assembly[1].symbols["MACROS"])
    profile = Profile(machine, Sources([assembly[1]], [assembly[0].parent]))
    profile.run_to(machine.cycles + 8)
    rows = heat_rows(profile.heat("game.s"))
    assert rows[str(LINE["MACROS"])][:2] == ["1", "4"]
    assert rows[str(LINE["MACROS"] + 1)][:2] == ["1", "4"]
    assert rows[str(LINE["MACROS"] - 2)][:2] == ["2", "4"]
    assert sum(cost.cycles for cost in line_costs(profile.counts, profile.line_at).values()) == 8


def test_long_stretches_that_were_never_executed_are_one_line():
    toy = machine(COUNTING)
    profile = Profile(toy)
    profile.run_to(100)
    text = profile.heat(range(0o100))
    assert [line.split()[-1] for line in text.splitlines() if "never" in line] == ["005-040", "043-077"]


# ---------------------------------------------------------------- coverage


def test_coverage_counts_instructions_lines_and_branches(profile):
    (part,) = profile.coverage()
    assert (part.executed, part.instructions) == (13, 21)
    code = {"MAIN", "LOOP", "DOUBLE", "FALL"}
    assert {label for label in LINE if part.lines.get(LINE[label])} & {*code, "GIVEUP", "TABLE", "STOP"} == code
    assert LINE["TABLE"] not in part.lines
    assert part.lines[LINE["GIVEUP"]] == 0
    ways = {branch.line: (branch.jumped, branch.went_on) for branch in part.branches}
    assert ways == {LINE["LOOP"] + 2: (2, 1), LINE["GIVEUP"] + 1: (0, 0), LINE["FALL"] + 1: (1, 2)}


def test_the_coverage_report_names_what_is_missing(profile):
    text = profile.coverage_text()
    assert f"lines never executed: {LINE['STOP']}-{LINE['GIVEUP'] + 1}" in text
    assert "labels never reached: STOP, GIVEUP, MACROS" in text
    assert "game.s:" in text
    assert profile.coverage_text(files=()) == "no source lines are known, so there is no coverage to report\n"


def test_a_branch_that_went_one_way_only_is_named():
    skipping = {**COUNTING, 0: 6 << 9}  # SZA with zero: it skips the first time, and never jumps back otherwise
    toy = machine(skipping)
    image = Image(lines=[SourceLine(address, 1, "toy.s", address + 1) for address in range(4)])
    profile = Profile(toy, Sources([image], radix=8, address_bits=9))
    profile.run_to(1)
    (part,) = profile.coverage()
    assert [(branch.jumped, branch.went_on) for branch in part.branches] == [(1, 0)]
    assert "toy.s:1: SZA: jumped once, never went on" in profile.coverage_text()


def test_lcovs_tracefile_is_read_by_another_program(profile, tmp_path, assembly):
    profile.write_coverage(tmp_path / "game.info")
    cobertura = ElementTree.fromstring(
        LcovCobertura((tmp_path / "game.info").read_text(), str(assembly[0].parent)).convert()
    )
    (part,) = profile.coverage()
    (found,) = cobertura.iter("class")
    assert found.get("filename") == "game.s"
    lines = {int(line.get("number")): int(line.get("hits")) for line in found.find("lines")}
    assert lines == part.lines
    branches = {
        int(line.get("number")): line.get("condition-coverage")
        for line in found.find("lines")
        if line.get("branch") == "true"
    }
    assert branches == {LINE["LOOP"] + 2: "100% (2/2)", LINE["GIVEUP"] + 1: "0% (0/2)", LINE["FALL"] + 1: "100% (2/2)"}
    assert {method.get("name") for method in found.iter("method")} == {label.name for label in part.labels.values()}
    assert (cobertura.get("branches-covered"), cobertura.get("branches-valid")) == ("4", "6")


# ---------------------------------------------------------------- the page, small things


def test_the_python_of_the_page_works(capsys):
    page = (Path(__file__).parents[3] / "docs" / "profiles.md").read_text(encoding="utf-8")
    exec(re.search(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1], {})
    assert capsys.readouterr().out.startswith("100,0")


@given(st.dictionaries(st.integers(1, 60), st.booleans()))
def test_ranges_name_exactly_the_numbers(numbers):
    wanted = {number for number, on in numbers.items() if on}
    named = set()
    for part in filter(None, ranges(wanted, numbers).split(", ")):
        first, _, last = part.partition("-")
        named |= {number for number in numbers if int(first) <= number <= int(last or first)}
    assert named == wanted


# ---------------------------------------------------------------- what is a branch


@pytest.mark.parametrize(
    ("word", "branches"),
    [
        (0o2_00000_1_00300, True),  # TIX 300,1
        (0o2_00001_1_00201, False),  # TIX *+1,1,1 has one way
        (0o2_00000_0_00300, False),  # without a tag TIX never transfers, TXL always does
        (0o7_00000_0_00300, False),
        (0o1_00001_1_00300, False),  # TXI
        (0o0100_00_000300, True),  # TZE 300
        (0o0100_00_000201, False),
        (0o0020_00_100300, False),  # TRA 300,1
        (0o0340_00_000201, True),  # CAS 201: its address is no target
        (0o4760_00_000001, True),  # PBT
    ],
)
def test_what_is_a_branch_on_the_704(word, branches):
    ibm704 = Ibm704(core="python")
    ibm704.poke(0o200, word)
    assert ibm704.decoded(0o200).conditional == branches


def test_coverage_is_the_same_in_every_run(tmp_path):
    """Where several instructions are in a word: their order must not be that of a set."""
    found = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.info"
        line = [sys.executable, "-m", "ironboard", "profile", "kalah", "--cycles", "1000", "--coverage", str(file)]
        subprocess.run(line, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        found.append(file.read_text())
    assert found[0] == found[1]
    assert "BRDA" in found[0]
