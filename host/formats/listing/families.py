"""What do the listings of assemblers look like? A row each for those that are read here.

The patterns meet lines with their tabs expanded and blanks added: they may count columns. What they leave out are
titles, page heads, and lines without an address. Groups: `address`; `bytes` as pairs of digits (rr and xx: not known
yet); `more`, when bytes are left out; `source`; `unplaced`, when the address is not the final one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

WIDTH = 120  # columns that a line has at least when it meets the patterns
PAIRS = r"(?:[0-9A-Fa-f]{2} ){0,15}[0-9A-Fa-f]{2}(?= )"
AT = r"\$?(?P<address>[0-9A-Fa-f]{4})(?:[:-] *| +)"
TASS = r"(?:[\d:]* +)?"  # 64tass: with --line-numbers


class Family(NamedTuple):
    """The listings of one assembler, or of several that look alike."""

    name: str
    patterns: tuple[re.Pattern[str], ...]
    columns: bool  # the source begins in one column, labels in its first
    hides_after: int | None  # bytes of a line; further ones are left out without a mark


def family(name: str, *patterns: str, columns: bool = True, hides_after: int | None = None) -> Family:
    """Return a family with its patterns compiled."""
    return Family(name, tuple(re.compile(pattern) for pattern in patterns), columns, hides_after)


FAMILIES = (
    # 0202  BD 0F 02     4+       8    @loop:  lda table,x
    family("ironboard",
           r"(?P<address>[0-9A-F]{4})  (?P<bytes>(?:[0-9A-F]{2} | {3}){4})(?P<more>[+ ])[\d+ ]{5} *\d+ "
           r"[\d ][+ ] (?P<source>.*)",
           r"(?P<address>[0-9A-F]{4})  (?P<bytes>(?:[0-9A-F]{2} | {3}){4})(?P<more>[+ ])(?P<source> *)"),
    # 000202  1  BD 0F 02     lda table,x
    family("ca65",
           r"(?P<address>[0-9A-F]{6})(?P<unplaced>[r ]) (?:\d {2}|\d\d )"
           r"(?P<bytes>(?:(?:[0-9A-F]{2}|rr|xx| {2}) ){4}) (?P<source>.*)", hides_after=12),
    # .0202   bd 0f 02        lda $020f,x     loop    lda table,x
    # >020f   01 02                           table   .byte 1, 2
    family("64tass",
           TASS + r"\.(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]{16}).{16}(?P<source>.*)",
           TASS + r">(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]{31} )(?P<source>.*)",
           TASS + r">(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]+)(?P<source>)",
           TASS + r"=\S+ {5,}(?P<source>.*)"),
    #     8  0202 bd0f02             @loop   lda table,x
    family("acme",
           r" *\d+  (?P<address>[0-9a-f]{4}) (?P<bytes>[0-9a-f ]{16})(?P<more>\.{3}| {3})(?P<source>.*)",
           r" *\d+ {26}(?P<source>.*)"),
    #      8  0202                     bd 0f 02    loop       lda     table,x
    family("dasm",
           r" *\d+ [ U](?P<address>[0-9a-f]{4,5})(?P<unplaced> \?{4})?.*?(?<=^.{31})"
           r"(?P<bytes>(?:[0-9a-f]{2} | {3}){3}[0-9a-f ]{2})(?P<more>[* ])(?P<source>.*)"),
    #        8/     202 : BD 0F 02            loop:   lda table,x
    family("as",
           r"(?:\(\d+\))? *\d+/ *(?P<address>[0-9A-F]{1,8}) : (?P<bytes>.{20})(?P<source>.*)",
           r" {12,}(?:(?P<address>[0-9A-F]{1,8}) : )?(?P<bytes>(?:[0-9A-F]{2} )+)(?P<source> *)"),
    # 00:0202 BD0F02                       8: loop:   lda table,x
    family("vasm",
           r"[0-9A-F]{2}:(?P<address>[0-9A-F]{4,16}) (?P<bytes>[0-9A-F]*) +\d+: ?(?P<source>.*)",
           r"[0-9A-F]{2}:(?P<address>[0-9A-F]{4,16}) (?P<bytes>[0-9A-F]+)(?P<source> *)",
           r" +\d+: ?(?P<source>.*)"),
    # F00:0008 loop:   lda table,x
    #                S01:00000202:  BD 0F 02
    family("vasm-old",
           r" +S\d{2}:(?P<address>[0-9A-F]{4,16}): *(?P<bytes>[0-9A-F ]+)(?P<source> *)",
           r"F\d{2}:\d{4} (?P<source>.*)"),
    # 0202: BD 0F 02    8 LOOP LDA TABLE,X     0202-BD 0F 02  8 LOOP LDA TABLE,X     0202 BD 0F 02 LOOP LDA TABLE,X
    family("address first",
           rf" *{AT}(?P<bytes>{PAIRS})?(?: +\d+(?= ))?(?P<source> .*)", r" {6,}\d+(?P<source> .*)", columns=False),
    #    8  0202  BD 0F 02  LOOP LDA TABLE,X
    family("number first", rf" *\d+\+* +{AT}(?P<bytes>{PAIRS})?(?P<source> .*)", columns=False),
    # 0202  BD0F02    8  LOOP LDA TABLE,X          8  0202  BD0F02  LOOP LDA TABLE,X
    family("bytes in one",
           rf" *(?:\d+\+* +)?{AT}(?P<bytes>(?:[0-9A-F]{{2}}){{1,8}}(?= ))?(?: +\d+(?= ))?(?P<source> .*)",
           columns=False),
)  # fmt: skip
