"""The pytest plugin: fixtures to test programs of the machines with. docs/testing.md describes it.

pytest loads this wherever Ironboard is installed, so it imports nothing but pytest until a test asks for a machine.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.testing.fixtures import CallFixture, LoadFixture, PortFixture, SpyFixture, StubFixture
    from host.testing.rig import FreshRigs, Pool, Rig
    from host.testing.stubs import CallLog
    from host.testing.timing import CycleCounter
    from ironboard.pytest_reports import Reports

HERE = Path(__file__).parent
HOST = next(each / "host" for each in (HERE, HERE.parent) if (each / "host" / "machines").is_dir())  # wheel, checkout
MODELS = HOST / "machines"  # a package for each: its name is the marker
OTHERS = "ironboard_machines"
OF_REPORTS = ("asm_cov", "asm_cov_report", "asm_cov_fail_under", "cycles_baseline", "cycles_baseline_update")
REPORTS: pytest.StashKey[Reports] = pytest.StashKey()
RIG: pytest.StashKey[Rig] = pytest.StashKey()  # of a test: the rig that it works with


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of coverage, cycles and annotations."""
    group = parser.getgroup("ironboard", "programs for the machines of Ironboard")
    group.addoption(
        "--asm-cov", metavar="SOURCE", nargs="?", const="", action="append",
        help="measure coverage by line and branch of the sources that tests load: all, or a file, a folder, a pattern",
    )  # fmt: skip
    group.addoption(
        "--asm-cov-report", metavar="KIND", action="append",
        help="term (the default), term-missing, lcov, xml, html; to another file as lcov:FILE; may be repeated",
    )  # fmt: skip
    group.addoption("--asm-cov-fail-under", metavar="PERCENT", type=float, help="fail with less coverage")
    group.addoption("--cycles-baseline", metavar="FILE", help="fail tests that take more cycles than the file has")
    group.addoption("--cycles-baseline-update", action="store_true", help="write the cycles of this run to the file")
    group.addoption(
        "--asm-annotations", choices=("auto", "github", "none"), default="auto",
        help="print failures as annotations of source lines; auto: on a runner of GitHub, Gitea or Forgejo",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known; prepare the reports that the options ask for."""
    if any(config.getoption(name) not in (None, False) for name in OF_REPORTS):
        from ironboard.pytest_reports import Reports

        config.stash[REPORTS] = Reports(config)
        config.pluginmanager.register(config.stash[REPORTS], "ironboard-reports")
    for name in markers():
        text = "run the test on this machine; its options are those of its verb and `core`: docs/testing.md"
        config.addinivalue_line("markers", f"{name}(**options): {text}")


def markers() -> list[str]:
    """Return the marker of every machine: the name of its package, or module. None of them is imported."""
    others = importlib.util.find_spec(OTHERS)
    folders = (others.submodule_search_locations or ()) if others else ()
    paths = [path for folder in folders for path in Path(folder).glob("[a-z]*")]
    theirs = {path.stem for path in paths if path.suffix == ".py" or (path / "__init__.py").exists()}
    return sorted(theirs | {path.parent.name for path in MODELS.glob("*/model.py")})


# ---------------------------------------------------------------- fixtures


@pytest.fixture(scope="session")
def _ironboard_pool(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pool:
    from host.testing.rig import Pool

    scratch = tmp_path_factory.mktemp("ironboard")
    pool, reports = Pool(scratch), request.config.stash.get(REPORTS, None)
    pool.recorder = reports.recording(scratch) if reports else None
    return pool


@pytest.fixture
def rig(request: pytest.FixtureRequest, _ironboard_pool: Pool) -> Iterator[Rig]:
    """Set up a machine for a test: `rig.machine`, `rig.load`, `rig.call`, `rig.cycles`, `rig.memory`, `rig.fresh`."""
    name, options = wanted(request.node)
    with _ironboard_pool.rig(name, options, request.path) as found:
        request.node.stash[RIG] = found
        reports = request.config.stash.get(REPORTS, None)
        found.measure = reports.measure if reports else None
        yield found


@pytest.fixture
def machine(rig: Rig) -> Machine:
    """Return a machine, just switched on: the default one, or that of the test's mark, with its options."""
    return rig.machine


@pytest.fixture
def load(rig: Rig) -> LoadFixture:
    """Load a program: `load("multiply.s")`, the text of a source, an image file, a name of the manifest."""
    return rig.load


@pytest.fixture
def call(rig: Rig) -> CallFixture:
    """Call a subroutine: `call("MULTIPLY", A=7, X=6)`; returns registers, flags, cycles and memory after it."""
    return cast("CallFixture", rig.call)


@pytest.fixture
def cycles(rig: Rig) -> CycleCounter:
    """Limit the cycles of a block of the test, or report the cycles of a routine.

    `with cycles(max=1200): ...`, and `cycles.of("MULTIPLY")`.
    """
    return rig.cycles


@pytest.fixture
def stub(rig: Rig) -> StubFixture:
    """Replace a routine by its results: `stub("GETCH", A=b"HI")`; it is not executed."""
    return rig.stub


@pytest.fixture
def spy(rig: Rig) -> SpyFixture:
    """Note the calls of a routine, which is executed: `spy("PUTCH")`."""
    return rig.spy


@pytest.fixture
def calls(rig: Rig) -> CallLog:
    """Return the calls of stubbed and spied routines: `calls.of("PUTCH").A == [0x48, 0x49]`, `calls.names`."""
    return rig.calls


@pytest.fixture
def port(rig: Rig) -> PortFixture:
    """Watch a word of memory or a register of a device: `port("PADD", reads=[1, 2], writes=[3])`."""
    return rig.port


@pytest.fixture(scope="module")
def fresh_rig(request: pytest.FixtureRequest, _ironboard_pool: Pool) -> Iterator[FreshRigs]:
    """Return a function that returns a `rig` as new, as often as it is called: for the examples of hypothesis."""
    from host.testing.rig import FreshRigs

    name, options = wanted(request.node)
    with FreshRigs(_ironboard_pool, name, options, request.path) as rigs:
        yield rigs


def wanted(node: pytest.Item | pytest.Collector) -> tuple[str, dict[str, Any]]:
    """Return the kind of machine that a test is marked with, and its options."""
    from host import registry

    models = {model.marker: model for model in registry.models().values()}
    marks = [(each, mark) for each, mark in node.iter_markers_with_node() if mark.name in models]
    if marks:
        where, mark = marks[0]  # the closest: a test's goes before its module's
        others = {each.name for other, each in marks if other is where} - {mark.name}
        if others:
            raise pytest.UsageError(f"{where.nodeid} is marked with two machines: {mark.name}, {', '.join(others)}")
        if mark.args:
            raise pytest.UsageError(f'@pytest.mark.{mark.name} takes options by name: {mark.name}(core="python")')
        return models[mark.name].name, dict(mark.kwargs)
    return next(iter(registry.models())), {}


# ---------------------------------------------------------------- failures


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Make a test fail when the program has not written all that it should, or has taken more cycles than before."""
    __tracebackhide__ = True
    result = yield
    if found := item.stash.get(RIG, None):
        found.verify()
        if reports := item.config.stash.get(REPORTS, None):
            reports.ended(item.nodeid, found)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report the machine's state when a test fails, and its way there; note cycles and the source line for JUnit."""
    found = item.stash.get(RIG, None) or _last_of(getattr(item, "funcargs", {}).get("fresh_rig"))
    if found is None or call.when == "teardown":
        return (yield)
    if call.when == "call" or call.excinfo:
        item.user_properties.append(("machine", found.machine.title))
        if RIG in item.stash:  # the examples of hypothesis have no cycles in common
            item.user_properties += [(f"cycles {name}", cycles) for name, cycles in found.spent().items()]
    if place := found.place(call.excinfo.value) if call.excinfo else None:
        path, root = Path(place[0]).resolve(), item.config.rootpath
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        item.user_properties.append(("source", f"{name}:{place[1]}"))
    report = yield
    if report.failed and call.when == "call":
        report.sections.append((f"the {found.machine.title}", found.story()))
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print failures as annotations for a forge."""
    wanted = config.getoption("asm_annotations")
    if wanted == "github" or (wanted == "auto" and os.environ.get("GITHUB_ACTIONS") == "true"):
        from ironboard.pytest_reports import commands

        failed = [each for kind in ("failed", "error") for each in terminalreporter.stats.get(kind, [])]
        for line in commands(failed):
            terminalreporter.write_line(line)


def _last_of(rigs: FreshRigs | None) -> Rig | None:
    return rigs.last if rigs else None


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Say where cycles went that are not as many as expected, and which of the calls were not as expected."""
    explanation = getattr(left, "explanation", None)
    if explanation and isinstance(left, list):
        return [f"{left!r} {op} {right!r}", *explanation(right)]
    explanation = explanation or getattr(right, "explanation", None)
    if explanation is None or not isinstance(left, int) or not isinstance(right, int):
        return None
    return [f"{left!r} {op} {right!r} (cycles)", *explanation()]
