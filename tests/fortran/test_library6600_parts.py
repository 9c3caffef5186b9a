"""What programs take in of FORTRAN's library for the 6600: enough, and no more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from emulators.cdc6600.isa import MOST_WORDS
from host.compilers import library as parts
from host.compilers.fortran.cdc6600.library import FILE_WORDS, ITEMS, codes_of
from host.compilers.fortran.cdc6600.program import SOURCES

from .forlib import DOUBLE, INTEGER, REAL, WORD, Fortran, real_word

NUMBERS = "formath", "fordop", "fordfn", "forcplx"
OF_TRANSFERS = tuple(each for each in SOURCES if each not in NUMBERS)  # all but functions
FORMATTED = "FREADF FWRITEF FITEM FEND"


def taken(folder, names, out="", into="", slots=0, double=False):
    """Return a library of the parts that these names need, ready to be called."""
    flags = {
        **{f"OUT.{each}": each in out for each in ITEMS},
        **{f"IN.{each}": each in into for each in ITEMS},
        "FILES.": MOST_WORDS - slots * FILE_WORDS if slots else 0,
        "DOUBLE.": double,
    }
    lines = [line.text for line in parts.taken_in(OF_TRANSFERS, [*names.split(), "FENDPRG", "FLUSH", "OUTPUT"], flags)]
    source = folder / "taken.compass"
    units = ["FUNITS   VFD    42/0LINPUT,18/5", "         VFD    42/0LOUTPUT,18/6", "         CON    0"]
    told = [f"FILES.   EQU    {flags['FILES.']:o}B", f"SLOTS.   EQU    {slots}"]
    text = ["         IDENT  TAKEN", *told, *lines, *units, "START    PS", "         END    START"]
    source.write_text("\n".join(text) + "\n")
    return Fortran(source=source)


def symbols(library):
    return {each.removeprefix("/") for each in library.symbols}


def test_integers_alone_take_in_no_reals(tmp_path):
    library = taken(tmp_path, FORMATTED, "I", "I")
    library.cards(" 12 34")
    assert library.read(5, "(2I3)", (INTEGER, 2)) == [12, 34]
    library.write(6, "(1X,2(I3),5HHELLO)", (INTEGER, [56, 789]))
    assert library.printed() == ["  56789HELLO"]
    assert not {"REALIO/EXACT", "FOROUT/ITEMF", "FORIN/ITEMF", "FOROUT/ITEMA", "FORBIN/FREADB"} & symbols(library)


def test_output_alone_takes_in_no_input(tmp_path):
    found = symbols(taken(tmp_path, "FWRITEF FITEM FEND", "IF"))
    assert "REALIO/EXACT" in found
    assert not {"FORIN/ITEMI", "FORIN/ITEMF", "REALIO/NEAREST"} & found


@pytest.mark.parametrize("item", ITEMS)
def test_each_item_has_all_that_it_needs(tmp_path, item):
    kind = {"I": INTEGER, "A": WORD, "R": WORD, "O": WORD, "L": WORD}.get(item, REAL)
    form = f"({item}9)" if item in "IAROL" else f"({item}9.3)"
    library = taken(tmp_path, FORMATTED, item, item)
    value = real_word("12.5") if kind == REAL else 0o3333 if kind == WORD else 12345
    words = [value, real_word("1E-200")] if kind == REAL else [value]
    library.write(6, f"(1X,{form[1:]}", (kind, words))
    [line, *_] = library.printed()
    library.cards(line[1:], "1.5D-200" if kind == REAL else "")
    found = library.read(5, form, (kind, len(words)))
    assert found[0] == {"L": 0, "A": found[0], "R": found[0]}.get(item, value)


def test_files_and_double_precision_have_all_that_they_need(tmp_path):
    names = f"{FORMATTED} FREADB FWRITEB FREWIND FBACKSP FENDFIL FEOF"
    library = taken(tmp_path, names, "D", "D", slots=2, double=True)
    library.write(1, "(D30.20)", (DOUBLE, [real_word("1.5"), 0]))
    library.statement("FBACKSP", 1)
    assert library.read(1, "(D30.20)", (DOUBLE, 1))[0] == real_word("1.5")
    library.statement("FENDFIL", 2)
    library.jump("FENDPRG")
    assert library.machine.reason == "the program has ended"


def test_parts_run_on_within_their_file_only():
    flags = {**{f"{way}.{each}": 1 for way in ("IN", "OUT") for each in ITEMS}, "FILES.": 1, "DOUBLE.": 1}
    for part, following in pairwise(parts.Library(OF_TRANSFERS, flags).parts):
        assert part.qualifier == following.qualifier or not part.runs_on, part.lines[-1].line


def test_texts_in_formats_are_no_items():
    assert codes_of("(2HIF,I3,3(1X,F5.1)/'GD',*L*)") & {*ITEMS} == {"I", "F"}
    assert codes_of("(5HA") & {*ITEMS} == set()
