"""Input and output: READ, WRITE, PRINT, PUNCH, ENCODE, DECODE in their forms, and statements that move tapes.

Sources: IBM, FORTRAN II for the 704; X3.9-1966, 7.1.3; the CDC 6600's manuals for ENCODE and DECODE.
"""

from __future__ import annotations

import re

from host.compilers.fortran import syntax
from host.compilers.fortran.parser.declarations import MOST_LISTS, Declarations
from host.compilers.fortran.parser.stream import NAME
from host.compilers.fortran.syntax import Device

PARAMETER = re.compile(r"(END|ERR)=")
UNSUPPORTED = re.compile(r"(?:FMT|UNIT|REC|IOSTAT|NML)=")


class Transfers(Declarations):
    """Reads statements of input and output. Each function begins after the words of its statement."""

    def read(self) -> syntax.Statement:
        """READ n, list; READ (i, n) list; READ (i) list; READ INPUT TAPE, READ TAPE, READ DRUM."""
        if self.here == "(":
            return self._unit(output=False)
        return self._worded("INPUTTAPE", output=False) or self._simple(Device.READER, output=False)

    def write(self) -> syntax.Statement:
        """WRITE (i, n) list; WRITE (i) list; WRITE OUTPUT TAPE, WRITE TAPE, WRITE DRUM."""
        if self.here == "(":
            return self._unit(output=True)
        if worded := self._worded("OUTPUTTAPE", output=True):
            return worded
        hint = "lines are printed by PRINT n, list"
        raise self.fault(f"expected '(' and a unit after WRITE, found {self.found()}", hint)

    def print(self) -> syntax.Statement:
        """PRINT n, list."""
        return self._simple(Device.PRINTER, output=True)

    def punch(self) -> syntax.Statement:
        """PUNCH n, list."""
        return self._simple(Device.PUNCH, output=True)

    def _worded(self, tape: str, output: bool) -> syntax.Statement | None:
        """Read the forms of FORTRAN II; return None if it is none of them."""
        start = self.at
        word = next((each for each in (tape, "TAPE", "DRUM") if self.text.startswith(each, start)), None)
        if word is None or self._is_format(start):
            return None
        self.at += len(word)
        what = {"TAPE": " TAPE", "DRUM": " DRUM"}.get(word, f" {tape.removesuffix('TAPE')} TAPE")
        self.context.other("ii", ("WRITE" if output else "READ") + what, self.span(self.begin))
        unit = self.expression()
        if word == "DRUM":
            self.expect(",", " and the address on the drum")
            place = self.expression()
            start = self.at
            items = self._after_comma(output)
            if not all(isinstance(each, syntax.Name) for each in items):
                message = "a drum's list has variables and whole arrays only"
                raise self.fault_at(start + 1, self.at, message, "A, not A(I) nor (A(I), I = 1, N)")
            return syntax.Transfer(self.span(self.begin), output, Device.DRUM, unit, None, items, place)
        layout = None
        if word != "TAPE":
            self.expect(",", " and the FORMAT")
            layout = self._format()
        items = self._after_comma(output)
        return syntax.Transfer(self.span(self.begin), output, Device.UNIT, unit, layout, items, tape=True)

    def _is_format(self, start: int) -> bool:
        """Whether an array is named here, or there is nothing after the word: READ TAPE, A."""
        found = NAME.match(self.text, start)
        return found is not None and (
            found[0] in self.context.arrays or found[0] in ("INPUTTAPE", "OUTPUTTAPE", "TAPE", "DRUM")
        )

    def _simple(self, device: Device, output: bool) -> syntax.Statement:
        """Read a FORMAT and a list."""
        layout = self._format()
        return syntax.Transfer(self.span(self.begin), output, device, None, layout, self._after_comma(output))

    def _after_comma(self, output: bool) -> list[syntax.Item]:
        if not self.here:
            return []
        self.expect(",", " before the list")
        return self.items(output)

    def _format(self) -> syntax.Label | syntax.Name:
        """Read the number of a FORMAT, or the name of an array that has its text."""
        if self.here == "*":
            raise self.fault("lists without a FORMAT are not supported", "PRINT 10, X and 10 FORMAT (F10.3)")
        if self.at in self.line.constants or self.here == "(":
            raise self.fault("a FORMAT is a statement of its own", "PRINT 10, X and 10 FORMAT (F10.3)")
        if not self.here.isalpha():
            return self.label("the number of a FORMAT statement stands here")
        start = self.at
        name = self.name()
        if name.name not in self.context.arrays and not self.context.parts.unsure(name.name):
            message = f"'{name.name}' is not an array with the text of a FORMAT"
            hint = "NAMELIST is not supported" if self.here == ")" and self.text[self.begin :][:5] != "DECOD" else ""
            raise self.fault_at(start, self.at, message, hint)
        return name

    def _unit(self, output: bool) -> syntax.Statement:
        """Read (unit, format, END=n, ERR=n) and a list."""
        opening = self.at
        self.at += 1
        if self.here == "*":
            raise self.fault("a unit has a number here", "unit 5 is for input, unit 6 for output")
        unit = self.expression()
        self.context.other("iv", "WRITE (unit)" if output else "READ (unit)", self.span(self.begin))
        layout: syntax.Label | syntax.Name | None = None
        at_end = at_error = None
        while self.accept(","):
            if word := self.match(PARAMETER):
                label = self.label()
                if word[1] == "END":
                    at_end = label
                else:
                    at_error = label
            elif UNSUPPORTED.match(self.text, self.at):
                raise self.fault(f"{self.found()[1:-1]}= is not supported", "READ (5,10) A has unit and FORMAT")
            elif layout is None and at_end is None and at_error is None:
                layout = self._format()
            else:
                raise self.fault(f"expected END=n or ERR=n, found {self.found()}")
        self.close(opening)
        self.accept(",")  # IBM's compilers took one here
        items = self.items(output) if self.here else []
        return syntax.Transfer(self.span(self.begin), output, Device.UNIT, unit, layout, items, None, at_end, at_error)

    def code(self, output: bool) -> syntax.Statement:
        """ENCODE (characters, format, first word) list, and DECODE."""
        opening = self.at
        self.expect("(")
        count = self.expression()
        self.expect(",", " and the FORMAT")
        layout = self._format()
        self.expect(",", " and the first word of the text")
        place = self.variable()
        self.close(opening)
        items = self.items(output) if self.here else []
        return syntax.Transfer(self.span(self.begin), output, Device.STORAGE, count, layout, items, place)

    def items(self, output: bool) -> list[syntax.Item]:
        """Read a list."""
        found: list[syntax.Item] = []
        while True:
            found += self._item(output)
            if not self.accept(","):
                break
        self.finish(" or ','", self.operator_hint())
        return found

    def _item(self, output: bool) -> list[syntax.Item]:
        if self.here == "(":
            if self.is_list(self.at):
                return [self.implied(lambda: self._item(output))]
            if not output or self._is_group():  # (A, B): parentheses that mean nothing
                opening = self.at
                self.depth += 1
                if self.depth > MOST_LISTS:
                    raise self.fault(f"lists are nested too deeply here: more than {MOST_LISTS} levels")
                self.at += 1
                found = [item for items in self.several(lambda: self._item(output)) for item in items]
                self.close(opening)
                self.depth -= 1
                return found
        return [self.expression() if output else self.variable("a variable that is read")]

    def _is_group(self) -> bool:
        """Whether a parenthesis holds several items, and is not the first one of a constant or a longer expression."""
        depth, comma = 0, False
        for at in range(self.at, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[at], 0)
            comma = comma or (depth == 1 and self.text[at] == ",")
            if not depth:
                follows = self.text[at + 1 : at + 2]
                return comma and follows in ("", ",", ")") and not self._complex()
        return False

    def control(self, control: syntax.Control) -> syntax.Statement:
        """END FILE i, REWIND i, BACKSPACE i."""
        unit = self.expression()
        return syntax.FileControl(self.span(self.begin), control, unit)
