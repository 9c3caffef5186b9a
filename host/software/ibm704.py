"""Programs of SHARE and IBM for the 704."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from host.software.both import SOURCE
from host.software.catalogue import Outcome, Say, Software
from host.software.uasap import (
    ARCHIVE,
    Difference,
    Job,
    archived,
    assemblies,
    cards_of,
    difference,
    own_deck,
    own_decks,
    run,
)

Z0FTWARE = "diyessi/Z0ftware"  # sources in SAP and decks, keyed from listings
CPANEL = "rsanchovilla/SimH_cpanel"  # UA SAP's tape, and how it is started
CPANEL_FOLDER = CPANEL.rpartition("/")[2]
SHARE = "SHARE's, public"
SOURCES = "artifacts/src"
MKF2 = "rhobbie/Mkf2"  # FORTRAN II, keyed from listings
FORT2 = "MKFORT2/fort2.sap"


def assembled(name: str, folder: Path, say: Say) -> Outcome:
    """Assemble a source as it is."""
    say(f"assembling {name}")
    _, words = own_deck(cards_of((folder / SOURCES / name).read_bytes()), name)
    return Outcome(f"{words:,} words")


def by_both(name: str, source: list[str], folder: Path, say: Say) -> tuple[Job, Difference]:
    """Let UA SAP and our assembler assemble a source."""
    say(f"{name}: {len(source):,} cards for UA SAP")
    job = run(folder, source)
    say(f"{name}: {len(job.cards)} cards punched, {job.lines:,} lines of listing; now our assembler")
    return job, difference(job.cards, own_deck(source, name)[0])


def shown(difference: Difference) -> str:
    """Return in words how our deck differs from UA SAP's."""
    if difference.theirs or difference.ours:
        return f"{difference.theirs} words only there, {difference.ours} only here"
    return "word for word our assembler's"


def at_work(name: str) -> Callable[[Path, Say], Outcome]:
    """Return what has a source of the archive assembled by UA SAP, and compares its deck with ours."""

    def work(folder: Path, say: Say) -> Outcome:
        job, other = by_both(name, cards_of(archived(folder, name)), folder, say)
        total = len(job.cards) + job.blank
        return Outcome(f"{total} cards, {job.blank} of them blank, {job.lines:,} lines; {shown(other)}", job.cycles)

    return work


def of_our_own(folder: Path, say: Say) -> Outcome:
    """Assemble small programs of our own by both assemblers."""
    programs = list(assemblies(SOURCE.rstrip().split("\n"), "small"))
    found = [by_both(f"program {n}", [each.text for each in cards], folder, say) for n, cards in enumerate(programs, 1)]
    same = sum(not (other.theirs or other.ours) for _, other in found)
    return Outcome(f"{same} of {len(found)} decks the same, word for word", sum(job.cycles for job, _ in found))


def fortran(folder: Path, say: Say) -> Outcome:
    """Assemble IBM's FORTRAN II, each of its assemblies by itself; raises the errors of one that has any."""
    source = cards_of((folder / FORT2).read_bytes())
    say(f"assembling {len(source):,} cards")
    made = list(own_decks(source, FORT2))
    empty, words = sum(not count for _, count in made), sum(count for _, count in made)
    return Outcome(f"{len(made)} assemblies, {empty} of them without words; {words:,} words")


def relocatable(folder: Path, say: Say) -> Outcome:
    """Let UA SAP and our assembler make the relocatable decks of FORTRAN II, and compare them card by card."""
    found = assemblies(cards_of((folder / FORT2).read_bytes()), FORT2)
    sources = [[each.text for each in cards] for cards in found if any(each.text[7:10] == "REL" for each in cards)]
    archive = folder.parent / CPANEL_FOLDER
    both = [by_both(f"deck {number}", each, archive, say) for number, each in enumerate(sources, 1)]
    same = sum(not (other.theirs or other.ours) for _, other in both)
    cards = sum(other.cards for _, other in both)
    return Outcome(f"{same} of {len(both)} decks the same, {cards} cards", sum(job.cycles for job, _ in both))


def source(name: str, title: str, file: str, words: str) -> Software:
    """Return the entry of a source that our assembler takes."""
    return Software(
        name, title, "IBM 704", 1956, Z0FTWARE, SHARE, (f"{SOURCES}/{file}",), "assembled with --uasap",
        Outcome(f"{words} words"), lambda folder, say: assembled(file, folder, say),
    )  # fmt: skip


PROGRAMS = (
    source("na-sap-1", "NA SAP 1, North American's assembler, first pass", "na-sap12-1.sap", "1,070"),
    source("na-sap-2", "NA SAP 2, its second pass", "na-sap12-2.sap", "1,785"),
    source("ua-sap-1", "UA SAP 1, United Aircraft's assembler, first pass", "ua-sap1.sap", "1,035"),
    source("uasap-source", "UA SAP 3-7, United Aircraft's assembler for SHARE", "ua-sap37.sap", "3,665"),
    source("uasap-listing", "UA SAP 3-7, from another listing", "uasap.sap", "3,665"),
    Software(
        "uasap", "UA SAP 3-7 at work", "IBM 704", 1956, CPANEL, SHARE, (ARCHIVE,),
        "started from its tape; assembles itself from 3,707 cards",
        Outcome("193 cards, 9 of them blank, 3,832 lines; word for word our assembler's", 104_485_045),
        at_work("uasap.sap"),
    ),
    Software(
        "dpp", "DPP, SHARE's data processing package", "IBM 704", 1957, CPANEL, SHARE, (ARCHIVE,),
        "assembled by UA SAP on the 704, and by ours with --uasap",
        Outcome("104 cards, 15 of them blank, 2,082 lines; word for word our assembler's", 57_163_891),
        at_work("dpp.sap"),
    ),
    Software(
        "fortran-ii", "IBM's FORTRAN II compiler, its source", "IBM 704", 1958, MKF2, "IBM's, none stated", (FORT2,),
        "assembled with --uasap", Outcome("260 assemblies, 1 of them without words; 58,868 words"), fortran,
    ),
    Software(
        "fortran-library", "FORTRAN II's library, relocatable decks", "IBM 704", 1958, MKF2, "IBM's, none stated",
        (FORT2, f"../{CPANEL_FOLDER}/{ARCHIVE}"), "assembled by UA SAP on the 704, and by ours with --uasap",
        Outcome("17 of 17 decks the same, 139 cards", 82_987_118), relocatable,
    ),
    Software(
        "uasap-small", "UA SAP 3-7 beside our assembler", "IBM 704", 1956, CPANEL, SHARE, (ARCHIVE,),
        "assembles small programs of our own, of all that both take",
        Outcome("6 of 6 decks the same, word for word", 9_767_615), of_our_own,
    ),
)  # fmt: skip
