"""FORTRAN programs that say in comments how they are run and what they print.

C     DIALECT: II           by default that of the machine
C     MACHINES: 6600        by default both
C     CARD:  1 -22          a card that it reads
C     EXPECT:  OK           a line that it prints
C     EXPECT 704:  0.       and one that it prints on this machine only
"""

import re

from tests.fortran.running import MACHINES, Program

SAID = re.compile(r"C +(DIALECT|MACHINES|CARD|EXPECT)(?: (704|6600))?: (.*)")


def said(text):
    """Yield what comments say: the word, the machine that it is for or None, the rest of the line."""
    for line in text.splitlines():
        if match := SAID.fullmatch(line):
            yield match[1], match[2], match[3]


def machines(text):
    """The machines that a program is for."""
    found = [rest.split() for word, _, rest in said(text) if word == "MACHINES"]
    return found[0] if found else list(MACHINES)


def expected(text, machine):
    """The lines that it prints, without blanks at their ends."""
    return [rest.rstrip() for word, only, rest in said(text) if word == "EXPECT" and only in (None, machine)]


def compiled(text, machine, **options):
    """The program, as its comments want it."""
    dialect = next((rest.strip().lower() for word, _, rest in said(text) if word == "DIALECT"), None)
    return Program(text, machine, dialect, **options)


def cards(text):
    """The cards that it reads."""
    return [rest for word, _, rest in said(text) if word == "CARD"]


def printed(text, machine, **options):
    """What it prints, compiled as its comments want it."""
    return compiled(text, machine, **options).printed(cards(text))
