"""What the command says about itself: completion and man."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from host.cli.parser import Action
from host.options import Option, add

SHELLS = ("bash", "zsh", "fish")


def completion(parser: ArgumentParser) -> Action:
    """Print the completion for a shell."""
    add(parser, Option("SHELL", f"the shell: {', '.join(SHELLS)}", choices=SHELLS))

    def action(options: Namespace) -> None:
        from host.cli.manual.words import commands

        print(end=import_module(f"host.cli.manual.{options.shell}").script([*commands()]))

    return action


def man(parser: ArgumentParser) -> Action:
    """Print the manual page."""

    def action(options: Namespace) -> None:
        from host.cli.manual.page import page
        from host.cli.manual.words import commands

        print(end=page([*commands()]))

    return action
