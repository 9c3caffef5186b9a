"""Programs of SHARE and IBM for the 704."""

from __future__ import annotations

from pathlib import Path

from host.software.catalogue import Outcome, Say, Software

Z0FTWARE = "diyessi/Z0ftware"  # sources in SAP and decks, keyed from listings


def assembled(name: str, folder: Path, say: Say) -> Outcome:
    """Assemble a source as it is."""
    from host.assemblers.sap.assembler import assemble

    say(f"assembling {name}")
    image = assemble(folder / name).image
    return Outcome(f"{sum(len(each.words) for each in image.segments):,} words")


PROGRAMS = (
    Software(
        "uasap-source", "UA SAP 3-7, United Aircraft's assembler for SHARE", "IBM 704", 1956, Z0FTWARE,
        "SHARE's, public", ("artifacts/src/ua-sap37.sap",), "assembled", Outcome("2,068 words"),
        lambda folder, say: assembled("artifacts/src/ua-sap37.sap", folder, say),
    ),
)  # fmt: skip
