"""The processor time of the tests, child processes included: measured by each run, kept by one of the whole suite.

`make check` prints what the last one kept, and what docs/slow-tests.md does not know: `python tests/cost.py`.
"""

import json
import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KEPT = ROOT / ".pytest_cache" / "cost.json"
PAGE = ROOT / "docs" / "slow-tests.md"
LIMIT = 12  # minutes
SLOWEST = 50


def spent() -> float:
    """Return the seconds that this process has taken, and its child processes that have ended."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


class Cost:
    """Adds up what tests take, here and in workers. A browser lives on: its fixture says what a test took there."""

    def __init__(self, config: pytest.Config) -> None:
        self.worker = hasattr(config, "workerinput")
        self.whole = not config.option.keyword and config.args == config.getini("testpaths")
        self.tests: Counter[str] = Counter()
        self.workers = 0.0
        self.before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item):
        report = yield
        now = spent()
        report.seconds = now - self.before + item.stash.get(IN_BROWSER, 0.0)
        self.before = now
        item.stash[IN_BROWSER] = 0.0
        return report

    def pytest_runtest_logreport(self, report):
        name = re.sub(r"\[.*", "", report.nodeid, flags=re.DOTALL)  # the cases of a test are one row
        self.tests[name] += getattr(report, "seconds", 0.0)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self.workers += getattr(node, "workeroutput", {}).get("seconds", 0.0)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if self.worker:
            session.config.workeroutput["seconds"] = spent()
        elif self.whole and self.tests and session.testsfailed == 0 and not os.environ.get("IRONBOARD_EXAMPLES"):
            total = spent() if not self.workers else self.workers + time.process_time()
            kept = {"seconds": total, "slowest": self.tests.most_common(SLOWEST)}
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(kept, indent=1), encoding="utf-8")


IN_BROWSER = pytest.StashKey[float]()


def summary(kept: str, page: str) -> str:
    """Return the lines that `make check` prints."""
    found = json.loads(kept)
    lines = [f"the tests take {found['seconds'] / 60:.1f} minutes of processor time; the limit is {LIMIT}"]
    lines += [
        f"{seconds:6.1f} s  {name}: one of the slowest {SLOWEST}, without a reason in {PAGE.relative_to(ROOT)}"
        for name, seconds in found["slowest"]
        if f"`{name}`" not in page
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    if KEPT.exists():
        print(summary(KEPT.read_text(encoding="utf-8"), PAGE.read_text(encoding="utf-8")))
    else:
        print("the tests have not run here: `make test` measures their processor time")
