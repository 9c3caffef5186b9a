"""The reports of the pytest plugin about a whole run: coverage, the baseline of cycles, annotations for a forge.

docs/testing.md describes the options. With pytest-xdist every worker sends its counts to the controller.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from emulators.errors import IronboardError
from host.debugger.profile.coverage import FileCoverage, rate, total, write
from host.testing.baseline import Baseline, Entry, entries, lines_of
from host.testing.coverage import Recorder, chosen, of_plain, plain, table_of

if TYPE_CHECKING:
    from host.testing.rig import Rig

REPORTS = {"term": "", "term-missing": "", "lcov": "coverage.info", "xml": "coverage.xml", "html": "coverage.html"}
SENT = "ironboard"  # the part of a worker's output that is ours
SHOWN = 20  # remarks about cycles


class Reports:
    """The reports that the options of a run ask for. Raises pytest.UsageError for options that make no sense."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.getoption
        self.config = config
        self.recorder: Recorder | None = None
        self._names: list[str] | None = None if option("asm_cov") is None else [*filter(None, option("asm_cov"))]
        self._wanted = [_report(each) for each in option("asm_cov_report") or ["term"]]
        self._least: float | None = option("asm_cov_fail_under")
        self._update: bool = option("cycles_baseline_update")
        self._baseline = self._opened(option("cycles_baseline"))
        self.measure = lines_of if self._baseline else None
        self._parts: list[FileCoverage] = []
        self._measured: dict[str, dict[str, Entry]] = {}
        self._remarks: list[str] = []
        self._collected: set[str] = set()
        if self._names is None and (option("asm_cov_report") or self._least is not None):
            raise pytest.UsageError("--asm-cov-report and --asm-cov-fail-under need --asm-cov")

    def _opened(self, file: str | None) -> Baseline | None:
        if file is None:
            if self._update:
                raise pytest.UsageError("--cycles-baseline-update needs --cycles-baseline=FILE")
            return None
        try:
            return Baseline(self.config.invocation_params.dir / file, must_exist=not self._update)
        except IronboardError as error:
            raise pytest.UsageError(str(error)) from None

    @property
    def _is_worker(self) -> bool:
        return hasattr(self.config, "workerinput")

    def recording(self, scratch: Path) -> Recorder | None:
        """Return the recorder of coverage, None without --asm-cov; texts below `scratch` do not count."""
        if self._names is not None and self.recorder is None:
            self.recorder = Recorder(scratch)
        return self.recorder

    def ended(self, test: str, rig: Rig) -> None:
        """Compare a test that has passed with the baseline, or measure it. Raises Failure for more cycles."""
        __tracebackhide__ = True
        if self._baseline and rig.spent():
            if self._update:
                self._measured[test] = entries(rig)
            else:
                self._remarks += self._baseline.check(test, rig)

    # ------------------------------------------------------------ hooks

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Note the tests that there are."""
        self._collected.add(item.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the counts of a worker."""
        sent = getattr(node, "workeroutput", {}).get(SENT)
        if sent:
            self._parts += of_plain(sent["coverage"])
            self._measured |= sent["measured"]
            self._remarks += sent["remarks"]
            self._collected |= set(sent["collected"])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Add up, write the files that were asked for, and fail below the threshold."""
        if self.recorder:
            self._parts += self.recorder.parts()
        if self._is_worker:
            self.config.workeroutput[SENT] = {  # type: ignore[attr-defined]
                "coverage": plain(self._parts), "measured": self._measured, "remarks": self._remarks,
                "collected": sorted(self._collected),
            }  # fmt: skip
            return
        self._notes: list[str] = []
        if self._names is not None:
            self._finish_coverage(session)
        if self._baseline and self._update:
            try:
                self._write_baseline(self._baseline)
            except IronboardError as error:
                self._notes.append(f"FAIL {error}")
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _finish_coverage(self, session: pytest.Session) -> None:
        folder = self.config.invocation_params.dir
        self._parts, unknown = chosen(total(self._parts), self._names or [], folder)
        self._notes += [f"{name}: no test has loaded such a source" for name in unknown]
        share = rate(self._parts)
        if self._least is not None and (share < self._least or unknown or not self._parts):
            what = f"coverage is {share:.1f} %" if self._parts else "no source was covered"
            self._notes.append(f"FAIL {what}, --asm-cov-fail-under={self._least:g}")
            if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
        for kind, file in self._wanted:
            if file:
                try:
                    write(self._parts, folder / file, overwrite=True)
                    self._notes.append(f"{kind} written to {file}")
                except IronboardError as error:
                    self._notes.append(f"FAIL {error}")
                    session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if self._parts:
            self._tell_junit(f"{share:.1f}")

    def _tell_junit(self, share: str) -> None:
        from _pytest.junitxml import xml_key

        xml = self.config.stash.get(xml_key, None)
        if xml is not None:
            xml.add_global_property("assembly coverage", share)

    def _write_baseline(self, baseline: Baseline) -> None:
        whole = not any("::" in each for each in self.config.args)
        files = {test.partition("::")[0] for test in self._collected}
        stale = {test for test in baseline.tests if test.partition("::")[0] in files} - self._collected
        changed, gone = baseline.write(self._measured, stale if whole else set())
        self._notes.append(
            f"{baseline.path.name} written: {changed:,} of {len(self._measured):,} tests changed, {gone:,} gone"
        )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the reports."""
        if self._names is not None and self._parts:
            terminalreporter.section("coverage of assembly")
            missing = any(kind == "term-missing" for kind, _ in self._wanted)
            for line in table_of(self._parts, self.config.invocation_params.dir, missing):
                terminalreporter.write_line(line)
        if self._remarks:
            terminalreporter.section("cycles")
            for remark in sorted(self._remarks)[:SHOWN]:
                terminalreporter.write_line(remark)
            if len(self._remarks) > SHOWN:
                terminalreporter.write_line(f"... and {len(self._remarks) - SHOWN:,} more")
            terminalreporter.write_line("--cycles-baseline-update puts the cycles of this run into the file")
        for note in self._notes:
            terminalreporter.write_line(note, red=note.startswith("FAIL"))


def _report(text: str) -> tuple[str, str]:
    """Return the kind of a report, and its file."""
    kind, _, file = text.partition(":")
    if kind not in REPORTS or (file and not REPORTS[kind]):
        raise pytest.UsageError(f"--asm-cov-report={text}: expected {', '.join(REPORTS)}; a file as lcov:FILE")
    return kind, file or REPORTS[kind]


# ---------------------------------------------------------------- annotations


def commands(reports: list[pytest.TestReport]) -> list[str]:
    """Return the failures of tests with machines as a forge's commands, at the lines of sources that they are about."""
    found = []
    for report in reports:
        told = dict(getattr(report, "user_properties", ()))  # a file that cannot be collected has none
        if "machine" not in told:
            continue
        file, line = str(report.location[0]), (report.location[1] or 0) + 1
        if "source" in told:
            path, _, number = str(told["source"]).rpartition(":")
            file, line = path, int(number)
        crash = getattr(report.longrepr, "reprcrash", None)
        message = crash.message if crash else str(report.longrepr)
        place = f"file={_escaped(file, True)},line={line},title={_escaped(report.nodeid, True)}"
        found.append(f"::error {place}::{_escaped(message)}")
    return found


def _escaped(text: str, in_property: bool = False) -> str:
    """Return a text as the commands of GitHub's runner have it."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text
