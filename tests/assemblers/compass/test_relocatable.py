"""Relocatable programs: loaded at the origin of an absolute assembly they are the same, elsewhere they do the same."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compass.sources import ROOT, numbers, repeatable
from emulators.errors import ImageError, IronboardError, SourceErrors
from host.assemblers.compass import relocatable
from host.assemblers.compass.assembler import assemble
from host.assemblers.compass.relocatable import load_files
from host.assemblers.dialects import assemble_file
from host.formats.loader import Address, Change, Copy, Module, Text, tables
from host.formats.loader.loading import load, load_map
from host.machines.cdc6600.machine import Cdc6600
from tests.shared import spread

PROGRAMS = sorted((ROOT / "asm" / "cdc6600").glob("*.compass")) + sorted((ROOT / "docs/examples").glob("*.compass"))
EXAMPLES = ROOT / "docs" / "examples"
MOST = (1 << 60) - 1
M18 = (1 << 18) - 1


def modules(text, tmp_path, name="x"):
    path = tmp_path / f"{name}.compass"
    path.write_text(text)
    return tables.loads(relocatable.assemble(path).dumps(), str(path))


def words(loaded):
    return dict(loaded.image)


def with_library(found, origin=0o100):
    return load(found, origin=origin, system=relocatable.SystemLibrary().find)


# ---------------------------------------------------------------- our programs

NOT_RELOCATABLE = {"pitrat": "the value is not known yet", "pitmap": "produces no words"}


def absolute(path):
    """The absolute program, None of a part that does not assemble alone."""
    try:
        return assemble(path).image
    except IronboardError:
        return None


def test_our_programs_loaded_where_absolute_ones_lie_are_the_same_word_for_word():
    same = 0
    chosen = spread(PROGRAMS, 12)
    for path in chosen:
        image = absolute(path)
        if image is None or path.stem in NOT_RELOCATABLE or path.stem in ("average", "means"):
            continue
        loaded = with_library(tables.loads(relocatable.assemble(path).dumps()))
        found = words(loaded)
        assert {at: word for at, word in found.items() if word} == {at: word for at, word in image if word}, path
        assert loaded.image.entry == image.entry, path
        same += 1
    assert same >= (34 if len(chosen) == len(PROGRAMS) else 3)


@pytest.mark.parametrize(("name", "message"), NOT_RELOCATABLE.items())
def test_what_must_lie_somewhere_is_refused(name, message):
    with pytest.raises(IronboardError, match=message):
        relocatable.assemble(ROOT / "asm" / "cdc6600" / f"{name}.compass")


@pytest.mark.parametrize(("name", "origin"), [("mates", 0o12345), ("kalah", 0o101), ("draughts", 0o12345)])
def test_elsewhere_our_programs_do_the_same(name, origin):
    loaded = with_library(relocatable.assemble(ROOT / "asm" / "cdc6600" / f"{name}.compass").modules, origin)
    texts = []
    for image in (assemble(ROOT / "asm" / "cdc6600" / f"{name}.compass").image, loaded.image):
        machine = Cdc6600(exact=False)
        machine.load(image)
        machine.attach_file("INPUT", EXAMPLES / f"{name}.txt")
        machine.attach("OUTPUT")
        machine.run_to(20_000_000)
        texts.append(machine.text("OUTPUT"))
    assert texts[0] == texts[1] != ""


# ---------------------------------------------------------------- what a source may say

FIELDS = """
          IDENT  P
A         CON    A,-A,B-A,5-B
          SA1    B
          SB2    -B
          VFD    12/7,18/B,30/0
          VFD    15/0,18/B,27/0
          VFD    6/0,36/B,18/-A
B         BSS    1
C         EQU    B+1
          CON    C
          END
"""


@pytest.mark.parametrize("origin", [0, 0o100, 0o77777, 0o200000])
def test_fields_of_all_widths_and_signs_are_as_an_absolute_program_has_them(tmp_path, origin):
    path = tmp_path / "x.compass"
    path.write_text(FIELDS.replace("IDENT  P", f"IDENT  P,{origin}"))
    expected = dict(assemble(path).image)
    assert words(load(modules(FIELDS, tmp_path), origin=origin)) == expected


def test_an_address_that_does_not_fit_its_field_is_an_error_of_the_loader(tmp_path):
    found = modules(FIELDS.replace("12/7", "12/B"), tmp_path)
    assert words(load(found, origin=0o100))
    with pytest.raises(ImageError, match=r"P at 010005: 10010B does not fit into a field of 12 bits"):
        load(found, origin=0o10000)


TWO = """
          IDENT  MAIN
          USE    /DATA/
D         BSS    2
E         BSS    1
          USE    //
F         BSS    5
          USE    0
          ENTRY  START
START     SA1    E
          SA2    F+1
          RJ     SUB
          CON    =XSUB+1,D,-D,=YNONE
          PS
          END    START
          IDENT  SUB
          ENTRY  SUB
          USE    /DATA/
          CON    7,8
          USE    //
G         BSS    9
          USE    0
SUB       PS
          CON    G
          END
"""


def test_common_blocks_lie_before_the_first_program_that_names_them_and_blank_common_at_the_end(tmp_path):
    loaded = load(modules(TWO, tmp_path), origin=0o1000)
    blocks = [(each.name, each.address, each.length) for each in loaded.blocks]
    assert blocks == [
        ("/DATA/", 0o1000, 3), ("MAIN", 0o1003, 7), ("SUB", 0o1012, 2), ("(NONE)", 0o1014, 1), ("//", 0o1015, 9),
    ]  # fmt: skip
    found = words(loaded)
    assert [found[0o1000], found[0o1001]] == [7, 8]
    assert found[0o1003] == int("51100010025120001016", 8)
    assert found[0o1004] == int("01000010124600046000", 8)
    assert [found[0o1005 + each] for each in range(4)] == [0o1013, 0o1000, MOST - 0o1000, 0o1014]
    assert found[0o1013] == 0o1015
    assert loaded.image.entry == 0o1003
    assert loaded.unsatisfied == ["NONE"]


def test_a_library_gives_what_is_wanted_and_what_that_wants_and_no_more(tmp_path):
    text = "".join(
        f"          IDENT  {name}\n          ENTRY  {name}\n{name:<10}CON    {value}\n          END\n"
        for name, value in {"AA": "=XCC", "BB": "1", "CC": "2"}.items()
    )
    main = modules("          IDENT  M\n          RJ     =XAA\n          END\n", tmp_path)
    loaded = load(main, [modules(text, tmp_path, "lib")])
    assert [each.name for each in loaded.blocks] == ["M", "AA", "CC"]
    assert words(loaded)[0o101] == 0o102


def test_the_first_of_two_entries_counts(tmp_path):
    text = "          IDENT  {}\n          ENTRY  X\nX         CON    1\n          END\n"
    loaded = load(modules(text.format("A") + text.format("B"), tmp_path))
    assert loaded.entries["X"] == (0o100, "A")
    assert loaded.warnings == ["B: A has an entry X already: the first one counts"]


def test_what_is_missing_is_named_with_the_places_where_it_is_used(tmp_path):
    text = "          IDENT  M\n" + "          RJ     =XFAR\n" * 5 + "          END\n"
    with pytest.raises(ImageError) as error:
        load(modules(text, tmp_path))
    where = "it is used in M at 000100, M at 000101, M at 000102 and 2 more"
    assert str(error.value).startswith(f"no program has the entry FAR: {where}")


def test_a_common_block_cannot_be_longer_than_where_it_is_first_named(tmp_path):
    text = "".join(
        f"          IDENT  {name}\n          USE    /C/\n          BSS    {length}\n          END\n"
        for name, length in (("A", 3), ("B", 4))
    )
    with pytest.raises(ImageError, match=r"B: /C/ has 4B words here, 3B where it is first named"):
        load(modules(text, tmp_path))


def test_rep_copies_at_the_end_repi_when_its_program_is_loaded(tmp_path):
    text = """
          IDENT  A
          USE    /C/
          CON    1,2
          BSS    6
          USE    *
T         CON    T,5
          BSS    6
U         BSS    2
          REP    S/T,C/3,B/2
          REPI   S/T,D/U,B/2
          END
"""
    other = """          IDENT  B
          USE    /C/
C         BSS    8
          REP    S/C,D/C+2,B/2,I/3,C/2
          END
"""
    found = words(load(modules(text + other, tmp_path)))
    base = 0o110
    assert [found[base + each] for each in range(10)] == [base, 5] * 5
    assert [found.get(0o100 + each) for each in range(8)] == [1, 2, 1, 2, None, 1, 2, None]


def test_a_program_with_an_origin_is_text_at_absolute_addresses(tmp_path):
    text = "          IDENT  A,500B,GO\nGO        SA1    =7\n          CON    GO\n          END\n"
    path = tmp_path / "x.compass"
    path.write_text(text)
    expected = dict(assemble(path).image)
    loaded = load(modules(text, tmp_path), origin=0o2000)
    assert (words(loaded), loaded.image.entry) == (expected, 0o500)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("A         CON    A*A", 1, "the value depends on where a segment will lie"),
        ("A         CON    1\n          VFD    50/0,18/A", 2, "the loader cannot add anything here"),
        ("          USE    //\n          CON    1", 2, "blank common holds no words"),
        ("          ENTRY  ABCDEFGH\nABCDEFGH  CON    1", 1, "'ABCDEFGH' cannot stand in a table"),
        ("          CON    =XABCDEFGH", 1, "'ABCDEFGH' cannot stand in a table"),
        ("A         CON    1\n          END    A+1", 2, "starts at an entry"),
        ("          CON    NONE", 1, "undefined symbol 'NONE'"),
        ("          EXT    X\n          ENTRY  X\n          CON    1", 2, "not the address of a word of this program"),
        ("A         CON    1\n          REP    D/A", 2, "REP needs S/ and an address"),
        ("A         CON    1\n          REP    S/A,Q/2", 2, "expected one of S, D, C, B, I, each once, not 'Q'"),
        ("A         CON    1\n          REP    S/A,C/0", 2, "0 cannot be the times"),
        ("          USE    /TOOLONGNAME/\n          BSS    1", 1, "'TOOLONGNAME' cannot stand in a table"),
    ],
)  # fmt: skip
def test_what_cannot_be_relocated_is_refused_with_its_place(tmp_path, text, line, message):
    with pytest.raises(SourceErrors) as error:
        modules(text + "\n", tmp_path)
    assert message in str(error.value)
    assert f"x.compass:{line}:" in str(error.value) or "TOOLONG" in text


def test_in_an_absolute_program_rep_is_refused(tmp_path):
    path = tmp_path / "x.compass"
    path.write_text("A         CON    1\n          REP    S/A\n")
    with pytest.raises(SourceErrors, match="REP is done by the loader"):
        assemble(path)


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("R=     X6,100", "SX6    100"),
        ("R=     X6,0", "SX6    B0"),
        ("R=     A1,X2", "SA1    X2"),
        ("R=     B2,1", "SB2    1"),
        ("R=     B2,B2", "BSS    0"),
        ("R=     X1,ADDRESS", "SX1    ADDRESS"),
        ("B1=1\n          R=     B2,1", "SB2    B1"),
        ("B7=1\n          R=     X5,2", "SX5    B7+B7"),
        ("B1=1\n          R=     X5,-1", "SX5    -B1"),
        ("B1=1\n          R=     X5,3", "SX5    3"),
    ],
)
def test_r_is_the_shortest_instruction(text, instruction):
    """Written in full, the program has the same words."""
    after = "\n          PS\nADDRESS   CON    1"
    assert numbers(f"          {text}{after}") == numbers(f"          {instruction}{after}")


@pytest.mark.parametrize("text", ["R=     X6", "R=     Y6,1", "R=     X8,1", "R="])
def test_r_needs_a_register_and_a_value(text):
    with pytest.raises(SourceErrors, match="R= takes a register, a comma and a value"):
        numbers(f"          {text}")


# ---------------------------------------------------------------- random modules, and a model of the loader

NAMES = ["AA", "BB", "CC", "DD"]
WIDTHS = [("upper", 30, 18), ("middle", 15, 18), ("lower", 0, 18), ("word", 0, 60), ("wide", 20, 40)]
items = st.tuples(
    st.sampled_from(WIDTHS),
    st.sampled_from(["own", "common", "other", "own+other", "common-own"]),
    st.sampled_from([1, -1]),
    st.integers(0, 9),
    st.integers(0, 3),  # which program
    st.integers(0, 40),  # what is added
)
programs = st.lists(st.tuples(st.lists(items, max_size=24), st.integers(0, 5)), min_size=1, max_size=4)


def source(number, content, room, count):
    """A program of words with one field each, and a common block of its own behind another program's."""
    name = NAMES[number]
    lines = ["          " + each for each in (f"IDENT  {name}", f"ENTRY  {name}", "USE    /SHARED/")]
    lines += [f"S{name}       BSS    12", f"          USE    /{name}C/", f"C{name}       BSS    {room + 1}"]
    lines += ["          USE    0", f"          BSS    {room}", f"{name:<10}BSS    0"]
    for (_, low, bits), kind, sign, place, other, offset in content:
        target = NAMES[other % count]
        far = target if target == name else f"=X{target}"
        base = {
            "own": name,
            "common": f"S{name}",
            "other": far,
            "own+other": f"{name}+{far}",
            "common-own": f"S{name}-{name}",
        }
        text = base[kind] if sign > 0 else "-" + base[kind].replace("+", "~").replace("-", "+").replace("~", "-")
        value = f"{text}+{offset}" if sign > 0 else f"{text}-{offset}"
        if kind == "common":
            value += f"+{place}" if sign > 0 else f"-{place}"
        before, after = 60 - low - bits, low
        parts = [f"{before}/0"] * (before > 0) + [f"{bits}/{value}"] + [f"{after}/0"] * (after > 0)
        lines.append(f"          VFD    {','.join(parts)}")
    return "\n".join([*lines, "          END", ""])


def model(found, origin):
    """Where everything lies, and the words, worked out without tables."""
    at, commons, starts = origin, {}, []
    for number, (content, room) in enumerate(found):
        for block, length in (("SHARED", 12), (f"{NAMES[number]}C", room + 1)):
            if block not in commons:
                commons[block] = at
                at += length
        starts.append(at + room)
        at += room + len(content)
    expected = {}
    for number, (content, _) in enumerate(found):
        own, shared = starts[number], commons["SHARED"]
        for index, ((_, low, bits), kind, sign, place, other, offset) in enumerate(content):
            far = starts[other % len(found)]
            value = {
                "own": own,
                "common": shared + place,
                "other": far,
                "own+other": own + far,
                "common-own": shared - own,
            }
            total = sign * (value[kind] + offset)
            if kind == "common":
                total = sign * (shared + offset + place)
            most = (1 << bits) - 1
            expected[own + index] = (total if total >= 0 else most + total) << low
    return expected


@repeatable
@given(programs, st.integers(0, 0o20000))
def test_random_modules_are_loaded_as_the_model_has_them(tmp_path_factory, found, origin):
    folder = tmp_path_factory.getbasetemp()
    text = "".join(source(number, content, room, len(found)) for number, (content, room) in enumerate(found))
    loaded = load(modules(text, folder, "random"), origin=origin)
    assert words(loaded) == model(found, origin)


# ---------------------------------------------------------------- tables

addresses = st.builds(Address, st.sampled_from([0, 1, 3, 4]), st.integers(0, M18))
fields = st.one_of(
    st.tuples(st.sampled_from([0, 15, 30]), st.just(18)),
    st.integers(0, 59).flatmap(lambda low: st.tuples(st.just(low), st.integers(1, 60 - low))),
)
whats = st.one_of(st.sampled_from([1, 3, 4]), st.sampled_from(["X", "ABCDEFG", "Q9"]))
changes = st.builds(
    lambda at, field, what, sign: Change(at, *field, what, sign), addresses, fields, whats, st.sampled_from([1, -1])
)
texts = st.builds(
    Text, addresses, st.lists(st.integers(0, MOST), min_size=1, max_size=40).map(tuple)
).filter(lambda each: each.at.offset + 40 < M18)  # fmt: skip
copies = st.builds(Copy, addresses, addresses, *[st.integers(1, 0o77777)] * 3, st.booleans())
whole = st.builds(
    Module, st.sampled_from(["P", "PROGRAM"]), st.integers(0, M18),
    st.tuples(st.integers(0, M18), st.integers(0, M18)).map(lambda each: [("C", each[0]), ("", each[1])]),
    st.dictionaries(st.sampled_from(["A", "B2", "LONGEST"]), addresses), st.lists(texts, max_size=3),
    st.lists(changes, max_size=30), st.lists(copies, max_size=3), st.just(set()),
    st.sampled_from(["", "A"]), st.sampled_from(["", "A COMMENT"]),
)  # fmt: skip


@repeatable
@given(st.lists(whole, min_size=1, max_size=3))
def test_modules_are_read_back_from_their_tables_as_they_were(given_modules):
    read = tables.loads(tables.dumps(given_modules))
    for one, other in zip(given_modules, read, strict=True):
        assert sorted(one.changes, key=repr) == sorted(other.changes, key=repr)
        pieces = [(address, word) for text in one.texts for address, word in enumerate(text.words, text.at.offset)]
        assert pieces == [(at, word) for text in other.texts for at, word in enumerate(text.words, text.at.offset)]
        plain = {"changes": [], "texts": [], "file": ""}
        assert replace(one, **plain) == replace(other, **plain)


HEADER = "34000001000000000000 01000000000000000005\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("; nothing\n", "no tables in this file"),
        ("123\n", "line 1: '123' is not a word"),
        ("40000002000001000000\n", "line 1: the file ends within a table"),
        ("12000000000000000000\n", "line 1: 12000000000000000000 is not the header of a table"),
        ("40000002000001000000 00000000000000000000 00000000000000000000\n", "a table TEXT before the PIDL table"),
        (HEADER + "40000002000003000000 00000000000000000000 00000000000000000000\n", "line 2: TEXT: A has no base 3"),
        (HEADER + "42000001000000000000 40010000005400000000\n", "line 2: FILL: 4001000000 names no field"),
        (HEADER + "44000001000000000000 40010000000000000000\n", "line 2: LINK: a field before the name"),
        (HEADER + "36000001000000000000 01000000000000000000\n", "line 2: a table ENTR of 1 words"),
        ("34000000000000000000\n", "line 1: a PIDL table without a program"),
    ],
)
def test_what_is_no_file_of_tables_is_refused_with_its_line(text, message):
    with pytest.raises(ImageError, match=message.replace("(", r"\(")):
        tables.loads(text.encode(), "x.rel")


# ---------------------------------------------------------------- files


def test_files_are_loaded_into_an_image_with_a_map(tmp_path, capsys):
    main, library, target = tmp_path / "main.rel", tmp_path / "lib.rel", tmp_path / "out.o60"
    main.write_bytes(relocatable.assemble(EXAMPLES / "average.compass").dumps())
    library.write_bytes(relocatable.assemble(EXAMPLES / "means.compass").dumps())
    load_files([main], libraries=[library], origin=0o200, map=tmp_path / "map", output=target)
    assert capsys.readouterr().out == f"{target}: 13 words, entry 000213\n"
    machine = Cdc6600()
    machine.load(target)
    machine.run_to(10_000)
    assert machine.read_register("X6") == 14
    assert "MEAN            222   MEAN        AVERAGE      217" in (tmp_path / "map").read_text()


def test_the_map_names_weak_externals_that_nothing_has(tmp_path):
    assert "UNSATISFIED WEAK EXTERNALS\n\nNONE" in load_map(load(modules(TWO, tmp_path)), 0o100)


@pytest.mark.parametrize("name", ["main.rel", "main.compass"])
def test_no_input_is_replaced(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(relocatable.assemble(EXAMPLES / "means.compass").dumps() if name.endswith("rel") else b"")
    with pytest.raises(ImageError, match="this is an input"):
        load_files([path], output=path, overwrite=True)


def test_labels_are_refused_since_nothing_has_an_address_yet(tmp_path):
    target, labels = tmp_path / "x.rel", tmp_path / "x.lbl"
    with pytest.raises(ImageError, match="no addresses before they are loaded; leave out --labels"):
        assemble_file(EXAMPLES / "average.compass", output=target, labels=labels)
    assert not target.exists()


def test_a_multiple_of_a_place_gets_its_address_as_many_times(tmp_path):
    path = tmp_path / "x.compass"
    path.write_text("          IDENT  X\nA         CON    2*A-1\n          CON    A+A-1\n          END\n")
    changes = relocatable.assemble(path).modules[0].changes
    assert len({(each.low, each.bits, each.what, each.sign) for each in changes}) == 1
    assert [each.at.offset for each in changes] == [0, 0, 1, 1]


@pytest.mark.parametrize("name", ["LDSET", "LCC", "SEG"])
def test_what_is_for_a_loader_that_does_not_read_it_is_warned_of(tmp_path, name):
    path = tmp_path / "x.compass"
    path.write_text(f"          IDENT  X\n          {name:<6} LIB=MINE\nX         PS\n          END\n")
    assert [f"{name} has no effect" in str(each) for each in relocatable.assemble(path).warnings] == [True]
