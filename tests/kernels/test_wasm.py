"""The kernels as WebAssembly, in Node: every call changes every word of the record as the native kernel does."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from emulators.ibm704.machine import Ibm704
from emulators.kernels import KERNELS
from emulators.kernels.building import TARGETS, WASM, build
from emulators.processor import Processor
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import checkers, draughts, go, languages, loops704, loops6600, solvers, speed, wasm
from host.experiments.bench.loops import called
from host.experiments.bench.programs import BCD, BITS, COMPILED, COPY, FUNCTIONAL, SCAN, SIEVE, machine, prepare, run
from host.experiments.bench.wasm import Native, Node, recorded
from host.games.checkers.generators import Generator, Thinker
from host.games.checkers.program import CheckersProgram, Match
from host.games.draughts import Generator as DraughtsGenerator
from host.games.kalah import Solver
from host.games.mates import MatesProgram
from host.games.program6600 import CompiledProgram
from host.machines.kim1.machine import Kim1
from host.testing.vectors import model_of, read_vectors
from tests.shared import ALL_EXAMPLES, shared, spread

DATA = Path(__file__).parents[1] / "data"
PARTS = ["sample", "all"] if ALL_EXAMPLES else ["sample"]  # all: 146,000 vectors
PIECE = 2000  # vectors on a tape
SAMPLED = 500  # vectors of a file; each native core's own tests take all of them
KILOBYTES = {"emulators.cdc6600.system": 82, "emulators.cdc6600.flat": 62}  # that a module may have; the others 40
VECTORS = {  # file -> processor
    "mos6502/documented.jsonl.gz": "6502",
    "mos6502/undocumented.jsonl.gz": "6502",
    "ibm704/vectors.jsonl.gz": "704",
    "cdc6600/vectors.jsonl.gz": "6600",
}

pytestmark = [
    pytest.mark.skipif(not shutil.which("node"), reason="there is no Node"),
    pytest.mark.skipif(not importlib.util.find_spec("ziglang"), reason="ziglang is not installed"),
]


@pytest.fixture(scope="module")
def folder(once):
    """Return the folder of the modules."""
    return once("wasm", lambda folder: build(TARGETS[WASM], folder))


@pytest.fixture(scope="module")
def node(folder):
    with Node(folder) as node:
        yield node


def in_node(script, folder):
    """Run a module that has `kernels` and `create(kernel)`; return what it prints."""
    head = (
        'import { readFileSync } from "node:fs"; import { Kernel } from "./kernel.mjs";'
        'const { kernels } = JSON.parse(readFileSync("kernels.json", "utf-8"));'
        "const create = async (name) => Kernel.create("
        "await WebAssembly.compile(readFileSync(kernels[name].file)), kernels[name]);\n"
    )
    command = ["node", "--input-type=module", "--eval", head + script]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---------------------------------------------------------------- what is built


def test_each_module_is_small_and_imports_nothing(folder):
    stamp = json.loads((folder / "kernels.json").read_text(encoding="utf-8"))
    assert list(stamp["kernels"]) == list(KERNELS)
    for name, each in stamp["kernels"].items():
        assert (folder / each["file"]).stat().st_size < 1000 * KILOBYTES.get(name, 40)
    printed = in_node(
        "for (const { file } of Object.values(kernels)) console.log(JSON.stringify("
        "WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)))));",
        folder,
    )
    assert printed.split() == ["[]"] * len(KERNELS)


def test_the_folder_has_all_that_a_page_needs_and_nothing_else(folder):
    stamp = json.loads((folder / "kernels.json").read_text(encoding="utf-8"))
    files = {each["file"] for each in stamp["kernels"].values()}
    assert {path.name for path in folder.iterdir()} == {*files, "kernels.json", "kernel.mjs"}


def test_a_record_is_read_and_written_by_the_names_of_its_fields(folder, tmp_path):
    machine = Ibm704()
    machine.m.memory[0o100] = 0o777777777777
    (tmp_path / "start").write_bytes(bytes(machine.m))
    printed = in_node(
        f"const START = {json.dumps(str(tmp_path / 'start'))};"
        """
        const m = await create("emulators.ibm704.units");
        m.bytes.set(readFileSync(START));
        console.log(m.record.memory[0o100], m.record.memory.length, m.record.special.BYTES_PER_ELEMENT);
        m.record.ac = -1n; m.record.mq = 7; m.record.memory[1] = 1n << 35n;
        console.log(m.record.ac, m.record.mq, m.record.memory[1], Object.keys(m.record).length);
        """,
        folder,
    )
    assert printed.split() == ["68719476735n", "32768", "1", "-1n", "7n", "34359738368n", f"{len(Ibm704().m._fields_)}"]


def test_the_example_of_the_page_goes_on_where_python_stopped(folder, tmp_path, monkeypatch):
    page = (CHECKOUT / "docs" / "wasm.md").read_text(encoding="utf-8")
    (python,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (javascript,) = re.findall(r"^```js\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wasm").symlink_to(folder, target_is_directory=True)
    names = {}
    exec(compile(python, "docs/wasm.md", "exec"), names)
    (tmp_path / "example.mjs").write_text(javascript)
    done = subprocess.run(["node", "example.mjs"], capture_output=True, text=True, timeout=120, check=False)
    kim = names["kim"]
    kim.run(1000)
    expected = [kim.read_register("X"), kim.cycles, kim.memory[0x0200], kim.peek(0x1780)]
    assert done.stdout == "{}n {}n {} {}n\n".format(*expected), done.stderr


def test_a_wrong_call_is_refused_in_words(folder):
    printed = in_node(
        """
        const m = await create("emulators.mos6502.flat");
        for (const given of [["jump"], ["run"], ["run", 1, 2]]) {
            try { m.call(...given); } catch (error) { console.log(error.message); }
        }
        """,
        folder,
    )
    assert printed.splitlines() == [
        "no entry point 'jump': run, reset",
        "run is given 0 integers: expected 1",
        "run is given 2 integers: expected 1",
    ]


# ---------------------------------------------------------------- what it does


def same_in_node(node, folder, work):
    """Let kernels work natively, then in Node; each call must do the same. Return the calls of each tape."""
    with recorded(folder) as tapes:
        work()
    assert tapes
    for tape in tapes:
        played = node.play(tape.path)
        assert (played.difference, played.calls) == ("", tape.calls), tape.path.name
    return [tape.calls for tape in tapes]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("file", VECTORS)
def test_vectors_do_in_node_what_they_do_natively(file, part, node, tmp_path):
    path = DATA / file if part == "sample" else shared(f"vectors/{file}")
    checks = importlib.import_module(model_of(VECTORS[file]).vectors)
    found = read_vectors(path, checks.parse)
    for number, vectors in enumerate(batched(spread([*found], SAMPLED) if part == "sample" else found, PIECE)):

        def verify(vectors=vectors):
            bench = checks.Bench(COMPILED)
            for vector in vectors:
                assert bench.difference(vector) == "", vector.name

        assert same_in_node(node, tmp_path / str(number), verify) == [len(vectors)]
        shutil.rmtree(tmp_path)


def batched(items, count):
    items = iter(items)
    while piece := list(islice(items, count)):
        yield piece


def program(each):
    run(machine(each, COMPILED), each, {**each.settings, **each.sample})


def configured(label):
    kim = machine(FUNCTIONAL, COMPILED)
    settings = {**FUNCTIONAL.settings, **FUNCTIONAL.sample}
    cycles = run(kim, FUNCTIONAL, settings)
    chosen = next(each for each in speed.CONFIGURATIONS if each.label == label)
    task = speed.task(kim, chosen, settings, cycles)
    task.prepare()
    task.work()


def trace_rows():
    """More of them than the record holds: each call changes so much that only its digest is kept."""
    kim = machine(FUNCTIONAL, COMPILED)
    prepare(kim, FUNCTIONAL, FUNCTIONAL.settings)
    kim.trace()
    kim.run(200_000)
    assert len(kim.traced()) > 10_000


def count_chains():
    for each in go.PROGRAMS:
        go.Caller(COMPILED, each).count(go.CHAINS[go.TIMED])


def answer(program):
    go.think_all(go.playing(COMPILED, program), list(go.positions())[:: 10 * go.SAMPLE])


def talk():
    kim = Kim1(terminal=True)
    kim.run(seconds=0.1)
    kim.type("\x7f")  # by which the monitor measures the speed
    kim.run(seconds=1)
    kim.type("0234 56.")
    kim.run(seconds=3)
    assert kim.transcript.endswith("0235 00 ")


def loop_on_the_704():
    machine = loops704.prepared()
    machine.put("TIMES", 100)
    for routine in loops704.LOOPS:
        machine.call(routine)


def tally_checkers(program):
    generator = Generator(program)
    generator.tally(checkers.words_of(checkers.OPENING), checkers.OPENING.to_move, 4)


def think():
    thinker = Thinker()
    for position in checkers.sample(2):
        checkers.think(thinker, position)


def play_checkers():
    """Cards, the 704's own reader, punch and printer, and its console."""
    match = Match(CheckersProgram(), 2)
    for _ in range(3):
        match.answer()


def tally_draughts(program):
    DraughtsGenerator(program).tally(draughts.OPENING, 3)


def loop_on_the_6600(exact):
    program = loops6600.prepared(exact=exact)
    for routine in loops6600.LOOPS:
        called(program, routine, 20)


def solve_mates():
    solvers.solve(MatesProgram(), solvers.chosen()[0])


def compile_and_run():
    """ALGOL: reals, printing, the library; the system serves its requests."""
    CompiledProgram("rook").work(languages.GAME, languages.MOVE)


WORKLOADS = {  # of those that take the same ways through a kernel, one or two
    **{each.name: partial(program, each) for each in spread((FUNCTIONAL, COPY, BCD, SIEVE, BITS, SCAN), 2)},
    **{each.label: partial(configured, each.label) for each in speed.CONFIGURATIONS[1:-1]},
    "trace": trace_rows,
    "chains": count_chains,
    **{each: partial(answer, each) for each in spread([*go.PROGRAMS], 1)},
    "Teletype": talk,
    "loops704": loop_on_the_704,
    **{f"checkers, {each}": partial(tally_checkers, each) for each in spread([*checkers.LABELS], 1)},
    "samuel": think,
    "checkers, from cards": play_checkers,
    **{f"draughts, {each}": partial(tally_draughts, each) for each in spread([*draughts.LABELS], 1)},
    "loops6600": partial(loop_on_the_6600, True),
    "loops6600, fast": partial(loop_on_the_6600, False),
    "kalah": lambda: solvers.search_kalah(Solver(), 6),
    "mates": solve_mates,
    "algol": compile_and_run,
}


@pytest.mark.parametrize("name", WORKLOADS)
def test_every_workload_does_in_node_what_it_does_natively(name, node, tmp_path):
    assert same_in_node(node, tmp_path, WORKLOADS[name])


def test_a_tape_played_natively_ends_as_it_was_recorded(tmp_path):
    with recorded(tmp_path) as tapes:
        think()
    assert Native(tapes[0].path).play().difference == ""


def turn_a_bit_of_a(kim):
    kim.m.a ^= 1


def turn_a_bit_of_a_row(kim):
    kim.m.trace_rows[99] ^= 1


@pytest.mark.parametrize(
    ("spoil", "traced", "words"),
    [
        (turn_a_bit_of_a, False, r"after run\(\d+\), call \d+: byte \d+ of the record is \d+ instead of \d+"),
        (turn_a_bit_of_a_row, True, r"after run\(\d+\), call \d+: the record differs"),  # too many changes to list
    ],
)
def test_a_call_that_changes_something_else_is_noticed(spoil, traced, words, node, tmp_path, monkeypatch):
    """As if the native kernel had a fault that the other one does not have."""
    kim = Kim1()
    kim.trace(traced)
    run = Processor.run

    def run_and_spoil(processor, deadline):
        run(processor, deadline)
        spoil(kim)

    monkeypatch.setattr(Processor, "run", run_and_spoil)
    with recorded(tmp_path) as tapes:
        kim.run(100_000)
    assert re.fullmatch(words, node.play(tapes[0].path).difference)


def test_another_result_is_noticed(node, tmp_path, monkeypatch):
    kim = Kim1()
    call = Processor.call
    monkeypatch.setattr(Processor, "call", lambda *given: call(*given) + 1)
    with recorded(tmp_path) as tapes:
        kim.peek(0x1C4F)
    difference = node.play(tapes[0].path).difference
    assert re.fullmatch(r"after peek\(7247\), call 0: it returned \d+ instead of \d+", difference)


def test_a_stray_change_is_noticed_at_the_end(node, tmp_path):
    with recorded(tmp_path) as tapes:
        loop_on_the_704()
    content = tapes[0].path.read_bytes()
    tapes[0].path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert node.play(tapes[0].path).difference.startswith("at the end: byte ")


@pytest.fixture
def bench(folder, monkeypatch):
    """Return the benchmark, which does not build the modules again."""
    monkeypatch.setattr(wasm, "build", lambda target, into: shutil.copytree(folder, into))
    return wasm


def test_the_benchmark_prints_both_speeds_and_the_goal(bench, monkeypatch, capsys):
    monkeypatch.setattr(bench, "WORKLOADS", {"loops704": (loop_on_the_704, 1e6)})
    assert bench.main(["--runs", "1"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"loops704: native +[0-9,]+ .*\n +loops704: Node +[0-9,]+ ", printed)
    assert "loops704: Node by native" in printed


def test_without_node_the_benchmark_says_what_is_missing(bench, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(Path(__file__).parent))
    assert bench.main(["--runs", "1"]) == 1
    assert capsys.readouterr().err == "there is no Node: install nodejs, version 18 or later\n"
