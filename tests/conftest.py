"""What all tests share."""

import os

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With IRONBOARD_NO_SKIPS set, as in continuous integration, a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("IRONBOARD_NO_SKIPS") and skipped and not hasattr(session.config, "workerinput"):
        reporter.write_line("skipped although nothing may be: " + ", ".join(each.nodeid for each in skipped), red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
