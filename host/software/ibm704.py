"""Programs of SHARE and IBM for the 704."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from pathlib import Path

from emulators.ibm704.media import Card
from host.software.catalogue import Outcome, Say, Software
from host.software.generated import SOURCE, program
from host.software.uasap import (
    ARCHIVE,
    COUNTS,
    Difference,
    Job,
    archived,
    assemblies,
    cards_of,
    difference,
    own_deck,
    own_decks,
    printed,
    run,
)

Z0FTWARE = "diyessi/Z0ftware"  # sources in SAP and decks, keyed from listings
CPANEL = "rsanchovilla/SimH_cpanel"  # UA SAP's tape, and how it is started
CPANEL_FOLDER = CPANEL.rpartition("/")[2]
SHARE = "SHARE's, public"
SOURCES = "artifacts/src"
GENERATED = 600  # programs made at random
MKF2 = "rhobbie/Mkf2"  # FORTRAN II, keyed from listings
FORT2 = "MKFORT2/fort2.sap"


def assembled(name: str, folder: Path, say: Say) -> Outcome:
    """Assemble a source as it is."""
    say(f"assembling {name}")
    _, words = own_deck(cards_of((folder / SOURCES / name).read_bytes()), name)
    return Outcome(f"{words:,} words")


def by_both(name: str, source: list[str], folder: Path, say: Say) -> tuple[Job, Difference]:
    """Assemble a source by UA SAP and by our assembler."""
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
    """Return a run that has a source of the archive assembled by UA SAP, and compares its deck with ours."""

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


def generated(folder: Path, say: Say) -> Outcome:
    """Assemble programs made at random by both assemblers, and compare each deck card by card."""
    sources = [program(number) for number in range(GENERATED)]
    together = [card for cards in sources for card in cards]
    say(f"{GENERATED} programs, {len(together):,} cards for UA SAP")
    job = run(folder, together)
    say(f"{len(job.cards):,} cards punched; now our assembler")
    theirs: list[list[Card]] = [[]]
    for card in job.cards:
        if card[0] == COUNTS:
            theirs.append([])
        else:
            theirs[-1].append(card)
    ours = [[card for card in cards if any(card)] for cards, _ in own_decks(together, "generated")]
    differ = [number for number, decks in enumerate(zip(theirs, ours, strict=False)) if decks[0] != decks[1]]
    say(f"different: {differ}" if differ else "none differs")
    return Outcome(f"{len(ours) - len(differ)} of {GENERATED} decks the same, card for card", job.cycles)


def fortran(folder: Path, say: Say) -> Outcome:
    """Assemble IBM's FORTRAN II by UA SAP and by our assembler, and compare their decks card by card."""
    source = cards_of((folder / FORT2).read_bytes())
    say(f"{len(source):,} cards for UA SAP, six hours of its time")
    job = run(folder.parent / CPANEL_FOLDER, source)
    say(f"{len(job.cards):,} cards punched; now our assembler")
    made = list(own_decks(source, FORT2))
    theirs = [card for card in job.cards if card[0] != COUNTS]
    ours = [card for cards, _ in made for card in cards if any(card)]
    same = sum(map(eq, theirs, ours))
    words = sum(count for _, count in made)
    cards = f"{same:,} of {max(len(theirs), len(ours)):,} cards the same, in their order"
    return Outcome(f"{len(made)} assemblies, {words:,} words; {cards}", job.cycles)


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
        Outcome("193 cards, 9 of them blank, 3,832 lines; word for word our assembler's", 104_517_025),
        at_work("uasap.sap"),
    ),
    Software(
        "dpp", "DPP, SHARE's data processing package", "IBM 704", 1957, CPANEL, SHARE, (ARCHIVE,),
        "assembled by UA SAP on the 704, and by ours with --uasap",
        Outcome("104 cards, 15 of them blank, 2,082 lines; word for word our assembler's", 57_211_861),
        at_work("dpp.sap"),
    ),
    Software(
        "fortran-ii", "IBM's FORTRAN II compiler, its source", "IBM 704", 1958, MKF2, "IBM's, none stated",
        (FORT2, f"../{CPANEL_FOLDER}/{ARCHIVE}"), "assembled by UA SAP on the 704, and by ours with --uasap",
        Outcome("260 assemblies, 58,868 words; 3,145 of 3,145 cards the same, in their order", 1_751_668_731), fortran,
    ),
    Software(
        "fortran-print", "FORTRAN II's routine that prints a line, (SPH)", "IBM 704", 1958, MKF2, "IBM's, none stated",
        (FORT2,), "loaded to another place by our loader, called by a program of ours after longer and longer pauses",
        Outcome("60 of 60 lines printed in two cycles each, echoes and all", 6_422_233),
        lambda folder, say: printed(folder, FORT2, say),
    ),
    Software(
        "uasap-generated", "UA SAP 3-7 beside ours, random programs", "IBM 704", 1956, CPANEL, SHARE, (ARCHIVE,),
        "assembles programs made at random, of all that both take",
        Outcome("600 of 600 decks the same, card for card", 871_891_725), generated,
    ),
    Software(
        "uasap-small", "UA SAP 3-7 beside our assembler", "IBM 704", 1956, CPANEL, SHARE, (ARCHIVE,),
        "assembles small programs of our own, of all that both take",
        Outcome("6 of 6 decks the same, word for word", 9_863_555), of_our_own,
    ),
)  # fmt: skip
