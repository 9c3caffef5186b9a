"""Wheels, built once, and environments with them installed; nothing comes from the network."""

from __future__ import annotations

import importlib.util
import os
import re
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

from docs.tools.try_wheels import Environment
from emulators.kernels import wheels
from emulators.kernels.building import NONE, own_target

needs_hatchling = pytest.mark.skipif(not importlib.util.find_spec("hatchling"), reason="hatchling is not installed")


@pytest.fixture(scope="session")
def built(once):
    """Return the two wheels of this platform: ironboard's and ironboard-core's."""

    def make(folder):
        assert wheels.main([own_target().name, "--output", str(folder)]) == 0

    return sorted(once("own-wheels", make).iterdir())


@pytest.fixture(scope="session")
def own(built):
    """Return ironboard-core's wheel of this platform."""
    return built[1]


@pytest.fixture(scope="session")
def play(built):
    """Return ironboard's wheel."""
    return built[0]


@pytest.fixture(scope="session")
def pure(once):
    """Return ironboard-core's wheel without kernels."""
    (wheel,) = once("pure-wheel", lambda folder: wheels.wheel(NONE, folder)).iterdir()
    return wheel


def parts(distribution):
    """Return the top folders and files of an installed distribution, and of all that it requires."""
    found, waiting = {}, [distribution]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        about = metadata.distribution(name)
        site = Path(str(about.locate_file("")))
        found[name] = {site / each.parts[0] for each in about.files or () if each.parts[0] not in ("..", "__pycache__")}
        needs = [each for each in about.requires or () if "extra ==" not in each]
        needs = [each for each in needs if ";" not in each or importlib.util.find_spec(re.split(r"\W", each)[0])]
        waiting += [re.match(r"[\w.-]+", each)[0] for each in needs]
    return {each for paths in found.values() for each in paths}


class Installed(Environment):
    """A fresh environment with wheels in it, which finds some packages of this one there, or all of them.

    Its programs find neither a checkout nor a compiler.
    """

    def __init__(self, folder, *wheels, packages=None):
        super().__init__(folder)
        self.install("--no-deps", "--no-index", "--no-cache-dir", "--no-compile", *map(str, wheels))
        (self.site,) = (folder / "venv").rglob("site-packages")
        others = sysconfig.get_path("purelib")
        if packages is not None:
            others = folder / "packages"
            others.mkdir()
            for path in {path for each in packages for path in parts(each)}:
                (others / path.name).symlink_to(path)
        (self.site / "dependencies.pth").write_text(str(others))
        self.variables = {**os.environ, "PATH": str(self.bin), "HOME": str(folder)}
        for name in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "CC"):
            self.variables.pop(name, None)


@pytest.fixture(scope="session")
def installed(built, tmp_path_factory):
    """Return an environment with all of Ironboard."""
    return Installed(tmp_path_factory.mktemp("installed"), *built)


@pytest.fixture(scope="session")
def installed_pure(pure, play, tmp_path_factory):
    """Return the same without kernels."""
    return Installed(tmp_path_factory.mktemp("pure"), pure, play)


@pytest.fixture(scope="session")
def installed_core(own, tmp_path_factory):
    """Return an environment with ironboard-core, what it requires, its extra [lsp], and packages that tests use."""
    required = [
        re.match(r"[\w.-]+", each)[0] for each in wheels.configuration("ironboard-core")["project"]["dependencies"]
    ]
    return Installed(
        tmp_path_factory.mktemp("core"), own, packages=[*required, "pytest", "hypothesis", "pygls", "lsprotocol"]
    )
