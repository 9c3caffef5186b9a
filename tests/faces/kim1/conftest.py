import pytest

from host.machines.kim1.machine import Kim1
from tests.faces.kim1.user import User


@pytest.fixture
def kim():
    machine = Kim1(core="compiled")
    machine.run(seconds=0.1)
    return machine


@pytest.fixture
def user(kim):
    return User(kim)


@pytest.fixture(scope="session")
def handicap():
    """Return the state of a machine on which Wally asks for the handicap."""
    machine = Kim1(core="compiled")
    machine.boot("wally")
    machine.run_until(lambda kim: kim.display == "00bb00", seconds=2)
    return machine.save_state()


@pytest.fixture
def beginner(kim, handicap):
    """Wally asks for the handicap."""
    kim.load_state(handicap)
    user = User(kim, "wally")
    user.wait(0.2)
    return user


@pytest.fixture
def player(beginner):
    """There are four handicap stones on the board, and White has to move."""
    beginner.strike("0", "4", "enter")
    beginner.wait(1.5)
    return beginner
