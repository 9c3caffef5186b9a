"""Debug information as the linker ld65 writes it (--dbgfile) for what ca65 -g and cc65 -g translate.

    file  id=0,name="main.s",size=425,mtime=0x6B00C6EC,mod=0
    line  id=7,file=1,line=6,type=2,count=1,span=4        type: 1 C, 2 in a macro, else assembler; count: how deep
    seg   id=0,name="CODE",start=0x000200,size=0x0044,addrsize=absolute,type=ro,oname="m.bin",ooffs=0
    span  id=4,seg=0,start=2,size=4                       `start` in the segment
    scope id=1,name="p",mod=0,type=scope,size=4,parent=0,sym=3,span=31
    sym   id=2,name="@l",addrsize=absolute,size=2,parent=3,def=12,ref=12,val=0x21D,seg=0,type=lab

A record a line: its kind, a tab, attributes. Lists are joined by +. What calls a repetition is, to ca65, the line
with its .endrepeat.

Source: what ld65 2.19 writes; src/dbginfo of cc65, the format's reference reader, for the meaning of the attributes.
"""

from __future__ import annotations

from emulators.image import Image
from host.formats.dbg.lines import source_lines
from host.formats.dbg.origins import Addresses
from host.formats.dbg.records import Records
from host.formats.dbg.symbols import symbols, told_apart
from host.formats.faults import damaged


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory: the symbols, and the lines that made what the linker put out.

    When modules have different symbols of one name, those that are not exported carry their module's: main::loop.
    The lines of a C program are those of the C sources.
    """
    records = Records(data, file)
    found = list(symbols(records))
    public = told_apart((each for each in found if not each.local), {})
    image = Image(symbols={name: symbol.value for name, symbol in public.items()})
    image.constants = frozenset(name for name, symbol in public.items() if not symbol.label)
    local = told_apart((each for each in found if each.local and each.label), public)
    image.local_symbols = {name: symbol.value for name, symbol in local.items()}
    image.lines = source_lines(records)
    if not image.symbols and not image.lines:
        raise damaged(file, "", "there are neither symbols nor lines in the file")
    return image


def origin(data: bytes, file: str = "<data>") -> int | None:
    """Return the address of the first byte that the linker put out, None if it put out several files."""
    records = Records(data, file)
    segments = {number: each for number, each in records.all("seg").items() if "oname" in each.values}
    loaded = {number: each for number, each in segments.items() if each.number("size")}
    if len({each.values["oname"] for each in loaded.values()}) != 1:
        return None
    first = min(loaded, key=lambda number: loaded[number].number("ooffs", 0))
    return Addresses(records).start(first)


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like debug information."""
    return head.startswith(b"version\tmajor=")
