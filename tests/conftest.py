"""What all tests share."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from emulators.kernels import building
from tests.cost import COUNTED, IN_BROWSER, Cost, spent

PART, FEWEST = 16, 4  # of the examples of a test

# The same examples every time, however long they take on a host that is busy with other things.
settings.register_profile("tests", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Build the kernels before there are workers, which would all wait for it; let all have one new cache.

    The collector of garbage would take a third of the collection: there are many objects then, and little garbage.

    A run in the background of a shell inherits that Ctrl-C is ignored, and so would the programs that tests interrupt.
    """
    gc.set_threshold(200_000, 20, 100)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    building.stamp()
    keep_bytecode(config)
    config.pluginmanager.register(Cost(config))
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):  # a forge's runner may set them
        os.environ.pop(name, None)
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="ironboard-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        os.environ["IRONBOARD_CACHE_DIR"] = folder.name
        os.environ["IRONBOARD_SETTINGS"] = str(Path(folder.name, "settings.json"))  # nothing of the user's is touched
        os.environ["IRONBOARD_PROGRESS"] = str(Path(folder.name, "learn.json"))
        os.environ["IRONBOARD_DATA_DIR"] = str(Path(folder.name, "data"))


def keep_bytecode(config: pytest.Config) -> None:
    """Where Python is told to write no bytecode, keep it in pytest's cache for the workers and the programs of tests.

    Hundreds of processes would compile the same modules otherwise.
    """
    if sys.dont_write_bytecode and getattr(config, "cache", None):
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """Let every other worker collect from the end: a module is compiled by the one that is there first.

    All would compile all modules at the same time otherwise, where there is no byte code yet.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", {}).get("workerid", "gw0")
    if isinstance(collector, pytest.Directory) and int(worker.removeprefix("gw")) % 2:
        report.result.reverse()
    return report


BROWSERS = {"the_chromium", "the_firefox", "browser"}  # fixtures


def in_order(items: list[pytest.Item]) -> None:
    """Give all workers one order: the files with tests in browsers, which are the longest; then by name.

    Workers take tests from each other at the end: short ones leave none of them without work.
    """
    long = {each.path for each in items if BROWSERS & {*getattr(each, "fixturenames", ())}}
    items.sort(key=lambda each: (each.path not in long, each.path.parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take a part of the examples that tests ask for, and all of them with IRONBOARD_EXAMPLES=all.

    They are the same every time; all of them make the run longer than continuous integration may take.
    """
    if hasattr(config, "workerinput"):
        in_order(items)
    if os.environ.get("IRONBOARD_EXAMPLES") == "all":
        return
    # Examples would depend on the modules that a worker happens to have imported: their constants are among them.
    # To gather these takes longer than many tests, and is done again when there is a new module.
    providers._get_local_constants = lambda: providers._local_constants
    for function in {getattr(item, "function", None) for item in items}:
        asked = getattr(function, "_hypothesis_internal_use_settings", None)
        if asked is not None:
            few = max(FEWEST, asked.max_examples // PART)
            function._hypothesis_internal_use_settings = settings(asked, max_examples=min(few, asked.max_examples))


@pytest.fixture(scope="session")
def once(tmp_path_factory, worker_id):
    """Return a function that has something made in a folder by the first process of this run that wants it."""
    base = tmp_path_factory.getbasetemp()

    def made(name: str, make):
        folder = (base if worker_id == "master" else base.parent) / name
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                folder.mkdir()
                try:
                    make(folder)
                except BaseException:
                    shutil.rmtree(folder)
                    raise
        return folder

    return made


@pytest.fixture(scope="module")
def quick():
    """Let the CDC 6600 take a cycle for each instruction where nothing else is said: its scoreboard takes most time."""
    from emulators.cdc6600.machine import Cdc6600

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Cdc6600.__init__.__kwdefaults__, "exact", False)
        yield


def pytest_collection_finish() -> None:
    """Leave the thousands of tests to themselves: the collector would go through them again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With IRONBOARD_NO_SKIPS set, as in continuous integration, a skipped test is a failure.

    IRONBOARD_MAY_SKIP is a text in the reasons of tests that may be skipped even then; programs of others, which
    IRONBOARD_SOFTWARE names, may always be missing.
    """
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    allowed = [each for each in (os.environ.get("IRONBOARD_MAY_SKIP"), "IRONBOARD_SOFTWARE names no folder") if each]
    skipped = [
        each
        for each in (reporter.stats.get("skipped", []) if reporter else [])
        if not any(reason in str(each.longrepr) for reason in allowed)
    ]
    if os.environ.get("IRONBOARD_NO_SKIPS") and skipped and not hasattr(session.config, "workerinput"):
        reporter.write_line("skipped although nothing may be: " + ", ".join(each.nodeid for each in skipped), red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def pytester(pytester, monkeypatch):
    """Runs of pytest within tests, without the plugins of the project's own tests, which a user's folder has not."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:asyncio -p no:pytest-lsp")
    return pytester


def browser_of(name: str, config: pytest.Config):
    """Yield a browser of docs/studies/browsers.py; skip what needs it where it is not installed."""
    from docs.studies import browsers

    browser = getattr(browsers, name)
    if not browser.program:
        pytest.skip(f"there is no {name}")
    with browser() as found:
        yield found
        before = spent()
    config.stash[COUNTED] = config.stash.get(COUNTED, 0.0) + spent() - before


def of_this_test(browser, request):
    """Yield a browser that has asked nothing of others yet; close the tabs that a test has opened.

    What runs in them takes no more time.
    """
    before, spent = {*browser.tabs.values()}, browser.processor_seconds()
    browser.elsewhere.clear()
    yield browser
    stash = request.node.stash
    stash[IN_BROWSER] = stash.get(IN_BROWSER, 0.0) + browser.processor_seconds() - spent
    for tab in {*browser.tabs.values()} - before:
        tab.close()


@pytest.fixture(scope="session")
def the_chromium(pytestconfig):
    """Chromium, started once, for fixtures of wider scope."""
    yield from browser_of("Chromium", pytestconfig)


@pytest.fixture(scope="session")
def the_firefox(pytestconfig):
    yield from browser_of("Firefox", pytestconfig)


@pytest.fixture
def chromium(the_chromium, request):
    yield from of_this_test(the_chromium, request)


@pytest.fixture
def firefox(the_firefox, request):
    yield from of_this_test(the_firefox, request)


@pytest.fixture
def browser(request):
    """The browser that `first_in` of tests/shared.py names."""
    return request.getfixturevalue(request.param)
