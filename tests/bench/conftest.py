"""Measurements in tests: nobody reads their times."""

import pytest

from host.experiments.bench import measuring


@pytest.fixture(autouse=True)
def once_is_enough(monkeypatch):
    """Do a short task once in a run, not so often that its time can be read."""
    monkeypatch.setattr(measuring, "LONG_ENOUGH", 1e-9)
