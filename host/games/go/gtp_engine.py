"""The other end of GTP: a program that plays Go, started here and asked for its moves.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2.
"""

from __future__ import annotations

import re
import time

from host.games.engine import Engine, EngineError, Refusal, quoted

RESPONSE = re.compile(r"([=?])([0-9]*)(?:[ \t]+(.*))?", re.DOTALL)


class GtpEngine(Engine):
    """A running engine that speaks GTP."""

    _number = 0

    def ask(self, command: str) -> str:
        """Return the response to a command, without its mark; raises Refusal if it is a failure, or EngineError."""
        self._number += 1
        self.tell(f"{self._number} {command}", command)
        text = self._response(command)
        match = RESPONSE.fullmatch(text)
        if match is None or match[2] not in ("", str(self._number)):
            raise EngineError(f"the engine answers '{command}' with {quoted(text)}: expected ={self._number} or ?")
        if match[1] == "?":
            raise Refusal(f"the engine refuses '{command}': {quoted(match[3] or '')}")
        return (match[3] or "").strip()

    def _response(self, command: str) -> str:
        """Return the lines up to the next empty one."""
        deadline, lines = time.monotonic() + self.timeout, ""
        while True:
            line = self.line(command, deadline, lines)
            if not line.strip() and lines:
                return lines.rstrip()
            lines += line.lstrip("\r\n") if not lines else line
