"""The processor time of the tests, child processes included, kept by each run that was not interrupted.

`make check` prints the figure of the last run of the whole suite, and the slow tests without a reason in
docs/slow-tests.md: `python tests/cost.py`. With `folders` it prints the totals of folders, with `files` those of files,
with `tests` those of tests; with `part` before these, of the last run of a part of the suite.
"""

import json
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KEPT = ROOT / ".pytest_cache" / "cost.json"
PART = KEPT.with_name("cost-part.json")
PAGE = ROOT / "docs" / "slow-tests.md"
LIMIT = 12  # minutes
SLOWEST = 50


def spent() -> float:
    """Return the seconds that this process has taken, and its child processes that have ended."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


class Cost:
    """Adds up the time of tests, here and in workers.

    A browser lives on from test to test: fixtures say how much a test took there, and how much was counted by its end.
    Few of its processes are waited for, so that the system adds their time to nobody's: `time` shows less.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.worker = hasattr(config, "workerinput")
        self.whole = not config.option.keyword and config.args == config.getini("testpaths")
        self.tests: Counter[str] = Counter()
        self.collection = self.workers = self.browsers = 0.0
        self.before = spent()

    def pytest_collection_finish(self):
        self.collection += spent()
        self.before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item):
        report = yield
        now = spent()
        in_browser = item.stash.get(IN_BROWSER, 0.0) - self.config.stash.get(COUNTED, 0.0)
        report.seconds = now - self.before + in_browser
        self.browsers += in_browser
        self.before = now
        item.stash[IN_BROWSER] = self.config.stash[COUNTED] = 0.0
        return report

    def pytest_runtest_logreport(self, report):
        name = re.sub(r"\[.*", "", report.nodeid, flags=re.DOTALL)  # the cases of a test are one row
        self.tests[name] += getattr(report, "seconds", 0.0)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        output = getattr(node, "workeroutput", {})
        self.workers += output.get("seconds", 0.0)
        self.collection += output.get("collection", 0.0)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session, exitstatus):
        if self.worker:
            self.config.workeroutput |= {"seconds": spent() + self.browsers, "collection": self.collection}
        elif self.tests and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            total = self.workers + time.process_time() if self.workers else spent() + self.browsers
            kept = {"seconds": total, "collection": self.collection, "tests": dict(self.tests.most_common())}
            whole = self.whole and not os.environ.get("IRONBOARD_EXAMPLES")
            KEPT.parent.mkdir(exist_ok=True)
            (KEPT if whole else PART).write_text(json.dumps(kept, indent=1), encoding="utf-8")


IN_BROWSER = pytest.StashKey[float]()  # of a test: seconds of a browser that lives on
COUNTED = pytest.StashKey[float]()  # of a run: seconds of a browser that has ended, which tests have already


def summary(kept: str, page: str) -> str:
    """Return the lines that `make check` prints."""
    found = json.loads(kept)
    lines = [f"the tests take {found['seconds'] / 60:.1f} minutes of processor time; the limit is {LIMIT}"]
    lines += [
        f"{seconds:6.1f} s  {name}: one of the slowest {SLOWEST}, without a reason in {PAGE.relative_to(ROOT)}"
        for name, seconds in [*found["tests"].items()][:SLOWEST]
        if f"`{name}`" not in page
    ]
    return "\n".join(lines)


OF_A_TEST = {
    "folders": lambda name: "/".join(name.split("/")[:2]) if name.count("/") > 1 else "tests",
    "files": lambda name: name.split("::")[0],
    "tests": lambda name: name,
}


def totals(kept: str, kind: str) -> str:
    """Return a line for each folder, file or test: its seconds, the most first; with the time outside tests."""
    found = json.loads(kept)
    rows = Counter({"collection of tests": found["collection"]})
    for name, seconds in found["tests"].items():
        rows[OF_A_TEST[kind](name)] += seconds
    rows["start of workers and browsers"] = found["seconds"] - rows.total()
    rows["all"] = found["seconds"]
    return "\n".join(f"{seconds:7.1f} s  {name}" for name, seconds in rows.most_common())


if __name__ == "__main__":
    _, *asked = sys.argv
    path = PART if asked[:1] == ["part"] else KEPT
    if not path.exists():
        print("the tests have not run here: `make test` measures their processor time")
    elif asked and asked[-1] in OF_A_TEST:
        print(totals(path.read_text(encoding="utf-8"), asked[-1]))
    else:
        print(summary(path.read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")))
