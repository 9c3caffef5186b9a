"""The sample project of docs/testing.md, copied into an empty folder, as a user would begin one of his own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "docs" / "examples" / "testing-project"
PAGE = ROOT / "docs" / "testing.md"
CHANGE = "LDX #8\n", "LDX #8\n        NOP\n"  # that the page shows


@pytest.fixture
def project(tmp_path):
    return Path(shutil.copytree(PROJECT, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__", ".*cache")))


def ran(project, *options):
    """Run its tests in a process of their own; the exit status and what is printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB", "PYTEST"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *options]
    run = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout


def test_its_tests_pass_with_the_coverage_and_the_cycles_that_it_wants(project):
    status, output = ran(project)
    assert status == 0, output
    assert re.search(r"^all +134 +0 +20 +4 +98 %$", output, re.MULTILINE)
    assert "37 passed" in output
    assert "cycles.json" not in output  # nothing to say


def test_the_page_shows_a_change_that_costs_cycles(project):
    source = project / "src" / "crc.s"
    source.write_text(source.read_text().replace(*CHANGE))
    status, output = ran(project, "-k", "digits", "-o", "addopts=--cycles-baseline=cycles.json")
    assert status == 1
    first, second = re.search(r"^    (E .*CRC16 takes .*)\n    (E .*)$", PAGE.read_text(), re.MULTILINE).groups()
    assert f"{first}\n{second}\n" in output
