"""The forge's workflows: their commands exist, rights are least, every platform and Python of pyproject is there."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docs.tools.check_release import Disagreement, changes
from docs.tools.check_release import main as check_release
from emulators.distributions import CORE, WHOLE
from emulators.kernels.building import TARGETS

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parent.parent
WORKFLOWS = {path.stem: path for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))}
RIGHTS = {  # that a job has beyond reading the source
    "packages": {"id-token": "write"},
    "page": {"contents": "write"},
    "site-published": {"id-token": "write", "pages": "write"},
}
RUNNERS = {
    "linux-x86_64": "ubuntu-latest",
    "linux-aarch64": "ubuntu-24.04-arm",
    "windows-x86_64": "windows-latest",
    "macos-x86_64": "macos-15-intel",
    "macos-arm64": "macos-latest",
}
FORGE = {"gh", "zip"}  # programs that the runners have
VERSION = re.compile(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)")


def jobs(name):
    return yaml.safe_load(WORKFLOWS[name].read_text(encoding="utf-8"))["jobs"]


def steps():
    return [step for name in WORKFLOWS for job in jobs(name).values() for step in job.get("steps", ())]


def commands():
    return sorted({line for step in steps() if "run" in step for line in step["run"].splitlines()})


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("line", commands())
def test_a_command_of_a_workflow_exists_and_has_its_options(line):
    program, *words = shlex.split(line)
    if program == "python":
        if words[0] == "-m":
            assert importlib.util.find_spec(words[1]), line
            start = 2 if words[1] != "hatchling" else 3
        else:
            assert (ROOT / words[0]).is_file(), line
            start = 1
        if "pip" not in words:
            help = [sys.executable, *words[:start], "--help"]
            shown = subprocess.run(help, cwd=ROOT, capture_output=True, text=True, check=True).stdout
            assert {each for each in words if each.startswith("--")} <= {*re.findall(r"--[\w-]+", shown)}, shown
        else:
            assert words == ["-m", "pip", "install", "-e", ".[build]"]
            assert "build" in project()["optional-dependencies"]
    elif program == "make":
        assert subprocess.run(["make", "-n", *words], cwd=ROOT, capture_output=True, check=False).returncode == 0
    elif program not in FORGE:
        assert subprocess.run(["bash", "-n", ROOT / program], check=False).returncode == 0
        assert (ROOT / program).stat().st_mode & 0o111


def test_the_rights_of_a_job_are_the_least():
    for name, path in WORKFLOWS.items():
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
        for job, row in jobs(name).items():
            assert row.get("permissions") == RIGHTS.get(job), job


def test_no_text_of_a_stranger_is_part_of_a_command():
    assert not [line for line in commands() if "${{" in line]


def test_every_action_has_a_version_and_every_job_an_end():
    for name in WORKFLOWS:
        for job, row in jobs(name).items():
            if "uses" in row:
                assert (ROOT / row["uses"]).is_file()
            else:
                assert row["timeout-minutes"] <= 60, job
    assert [each["uses"] for each in steps() if "uses" in each and not VERSION.fullmatch(each["uses"])] == []


def test_all_wheels_are_tried_on_all_pythons():
    matrix = jobs("ci")["installed"]["strategy"]["matrix"]
    assert RUNNERS.keys() == {each.name for each in TARGETS.values() if each.tag}
    assert matrix["system"] == [*RUNNERS.values()]
    named = [each.rpartition(" ")[2] for each in project()["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert matrix["python"] == named
    assert project()["requires-python"] == f">={named[0]}"


def test_nothing_is_published_before_everything_is_checked():
    release = jobs("release")
    assert release["packages"]["strategy"]["matrix"]["distribution"] == [CORE, WHOLE]  # which requires the first
    for name, row in release.items():
        if row.get("permissions"):
            assert {"ci", "site"} <= set(row["needs"]) or row["needs"] == "packages", name
    assert "agreement" in release["ci"]["needs"]


# ---------------------------------------------------------------- the tag, pyproject.toml and the changelog

PROJECT = '[project]\nname = "x"\nversion = "1.2.0"\n'


def test_the_changes_of_a_release_are_its_section_of_the_changelog():
    text = "# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- New.\n\n## 1.1.0 (2026-11-01)\n\n- Old.\n"
    assert changes("v1.2.0", PROJECT, text) == "- New."
    assert changes("v1.2.0", PROJECT, text.partition("## 1.1.0")[0]) == "- New."


@pytest.mark.parametrize(
    ("tag", "title", "expected"),
    [
        ("v1.2.1", "## 1.2.0 (2026-12-01)", "pyproject.toml:3:12: error: the tag is 'v1.2.1': expected 'v1.2.0'"),
        ("1.2.0", "## 1.2.0 (2026-12-01)", "pyproject.toml:3:12: error: the tag is '1.2.0': expected 'v1.2.0'"),
        *(("v1.2.0", title, f"CHANGELOG.md:3:4: error: '{title}': expected '## 1.2.0 (DATE)'") for title in
          ("## 1.2.0 (unreleased)", "## 1.2.0 (2026-13-01)", "## 1.2.0 (20261201)", "## 1.2.0", "## 1.1.0 (2026-12-01)",
           "## Next version")),
        ("v1.2.0", "- New.", "CHANGELOG.md:1:1: error: no section: expected '## 1.2.0 (DATE)'"),
    ],
)  # fmt: skip
def test_a_release_that_does_not_agree_is_refused(tag, title, expected):
    with pytest.raises(Disagreement, match=f"^{re.escape(expected)}"):
        changes(tag, PROJECT, f"# Changelog\n\n{title}\n")


def test_the_tag_of_another_version_has_an_exit_status(capsys):
    assert check_release(["v0.0.0"]) == 1
    assert (
        capsys.readouterr().err
        == f"pyproject.toml:7:12: error: the tag is 'v0.0.0': expected 'v{project()['version']}'\n"
    )
