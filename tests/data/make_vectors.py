"""Make the small sets of test vectors under tests/data from the full ones.

    python tests/data/make_vectors.py ../shared/vectors

6502: the full sets were taken from the transistor-level netlist of the NMOS 6502 (perfect6502, data of
visual6502.org). Taken here: of every opcode, its vectors at even distances, EACH of them; the interrupt
tables whole; of the decimal cases every STRIDEth.

IBM 704: the full set was taken from three oracles, SIMH's i704, Sim704 and a gate-level model made from the machine's
wiring diagrams. Taken here: of every instruction, its vectors at even distances, EACH of them.

CDC 6600: the full set was taken from DtCyber's processor. Taken here: of every code, its vectors at even distances,
EACH_6600 of them.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path

EACH = 12
EACH_6600 = 8
STRIDE = 7
HERE = Path(__file__).parent


def main(source: Path) -> None:
    """Write the samples."""
    sample_6502(source / "mos6502", HERE / "mos6502")
    sample("IBM 704", source / "ibm704", HERE / "ibm704", EACH)
    sample("CDC 6600", source / "cdc6600", HERE / "cdc6600", EACH_6600)


def sample(machine: str, source: Path, target: Path, each: int) -> None:
    """Write the sample of a machine whose vectors name their instructions."""
    by_instruction = defaultdict(list)
    with gzip.open(source / "vectors.jsonl.gz", "rt") as lines:
        for line in lines:
            by_instruction[json.loads(line)["op"]].append(line)
    chosen = evenly(by_instruction, each)
    target.mkdir(exist_ok=True)
    write(target / "vectors.jsonl.gz", "".join(chosen).encode())
    print(f"{machine}: {len(chosen)} vectors of {len(by_instruction)} instructions")


def evenly(groups: dict[str, list[str]], each: int = EACH) -> list[str]:
    """Return so many lines of every group, at even distances."""
    return [line for lines in groups.values() for line in lines[:: len(lines) // each][:each]]


def sample_6502(source: Path, target: Path) -> None:
    """Write the samples of the 6502."""
    for name in ("documented", "undocumented"):
        by_opcode = defaultdict(list)
        with gzip.open(source / f"{name}.jsonl.gz", "rt") as lines:
            for line in lines:
                by_opcode[json.loads(line)["name"][:2]].append(line)
        chosen = evenly(by_opcode)
        write(target / f"{name}.jsonl.gz", "".join(chosen).encode())
        print(f"{name}: {len(chosen)} vectors of {len(by_opcode)} opcodes")
    cases = gzip.decompress((source / "decimal_adc_sbc.bin.gz").read_bytes())
    pairs = [cases[2 * index : 2 * index + 2] for index in range(0, len(cases) // 2, STRIDE)]
    write(target / "decimal.bin.gz", b"".join(pairs))
    print(f"decimal: {len(pairs)} cases, every {STRIDE}th")
    interrupts = json.dumps(json.loads((source / "interrupts.json").read_text()), separators=(",", ":"))
    write(target / "interrupts.json.gz", interrupts.encode())


def write(path: Path, content: bytes) -> None:
    """Write a gzip file that is the same every time."""
    path.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
