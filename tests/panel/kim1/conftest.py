import pytest

from host.kim1 import Kim1
from tests.panel.kim1.user import User


@pytest.fixture
def kim():
    machine = Kim1(core="compiled")
    machine.run(seconds=0.1)
    return machine


@pytest.fixture
def user(kim):
    return User(kim)


@pytest.fixture(scope="session")
def wally_state():
    """A machine on which Wally has been started, four handicap stones on the board."""
    machine = Kim1(core="compiled")
    machine.boot("wally")
    machine.press("0", "4", "GO", seconds=0.06)
    machine.run_until(lambda kim: kim.display == "000000", seconds=2)
    return machine.save_state()


@pytest.fixture
def player(kim, wally_state):
    kim.load_state(wally_state)
    return User(kim, board_page=0x0300)
