"""Help and hints under `python -OO`, which discards docstrings: the same texts as without it."""

import subprocess
import sys

import pytest

SCRIPT = """
from argparse import _SubParsersAction

from emulators import errors, record
from host import registry
from host.assemblers.ca65 import assembler, macros, parser, state
from host.assemblers.compass.assembler import PSEUDO_OPERATIONS as COMPASS
from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS as SAP
from host.cli import main
from host.debugger.commands import COMMANDS

def show(parser):
    print(parser.format_help())
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for each in action.choices.values():
                show(each)

for verb in main.verbs():
    show(main.parser(verb.name))
for each in COMMANDS:
    print(each.usage, each.help or 1 / 0, each.more)
for table in state.DIRECTIVES, parser.FUNCTIONS, macros.TEXT_FUNCTIONS, COMPASS, SAP:
    for name, handler in table.items():
        print(name, errors.documentation(handler))
for model in registry.models().values():
    for relation in type(model.build({})).RELATIONS:
        print(record.said(relation))
"""


def texts(*flags: str) -> list[str]:
    run = subprocess.run([sys.executable, *flags, "-c", SCRIPT], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_helps_and_hints_are_the_same_without_docstrings():
    plain, optimized = texts(), texts("-OO")
    assert len(plain) > 1000
    assert optimized == plain


@pytest.mark.parametrize("program", ["ironboard", "emulators.kernels", "emulators.kernels.wheels"])
def test_programs_describe_themselves_without_docstrings(program):
    command = ["-m", program, "--help"]
    plain, optimized = (
        subprocess.run([sys.executable, *flags, *command], capture_output=True, text=True, check=True).stdout
        for flags in ([], ["-OO"])
    )
    assert optimized == plain
    assert len(plain.splitlines()) > 5
