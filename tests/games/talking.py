"""Somebody who types to a game's command."""

import io

from host.cli.main import main


class Terminal(io.StringIO):
    """Standard input at a keyboard."""

    encoding = "utf-8"

    def isatty(self):
        return True


def talker(monkeypatch, capsys, verb, *given):
    """Return a function: type these lines to the verb; returns status, output and errors."""

    def run(typed="", *options, terminal=False):
        monkeypatch.setattr("sys.stdin", (Terminal if terminal else io.StringIO)(typed))
        status = main([verb, *given, *options])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run
