"""What a directive looks like to the assembler."""

from __future__ import annotations

from collections.abc import Callable

from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.tokens import Reader, Token

Handler = Callable[[Assembler, Token, Reader], None]  # the directive itself, and what follows it
