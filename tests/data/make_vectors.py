"""Make the small sets of 6502 test vectors under tests/data/mos6502 from the full ones.

    python tests/data/make_vectors.py ../shared/vectors/mos6502

The full sets were taken from the transistor-level netlist of the NMOS 6502 (perfect6502, data of
visual6502.org). Taken here: of every opcode, its vectors at even distances, EACH of them; the interrupt
tables whole; of the decimal cases every STRIDEth.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path

EACH = 12
STRIDE = 7
HERE = Path(__file__).parent / "mos6502"


def main(source: Path) -> None:
    """Write the samples."""
    for name in ("documented", "undocumented"):
        by_opcode = defaultdict(list)
        with gzip.open(source / f"{name}.jsonl.gz", "rt") as lines:
            for line in lines:
                by_opcode[json.loads(line)["name"][:2]].append(line)
        chosen = [line for lines in by_opcode.values() for line in lines[:: len(lines) // EACH][:EACH]]
        write(HERE / f"{name}.jsonl.gz", "".join(chosen).encode())
        print(f"{name}: {len(chosen)} vectors of {len(by_opcode)} opcodes")
    cases = gzip.decompress((source / "decimal_adc_sbc.bin.gz").read_bytes())
    pairs = [cases[2 * index : 2 * index + 2] for index in range(0, len(cases) // 2, STRIDE)]
    write(HERE / "decimal.bin.gz", b"".join(pairs))
    print(f"decimal: {len(pairs)} cases, every {STRIDE}th")
    interrupts = json.dumps(json.loads((source / "interrupts.json").read_text()), separators=(",", ":"))
    write(HERE / "interrupts.json.gz", interrupts.encode())


def write(path: Path, content: bytes) -> None:
    """Write a gzip file that is the same every time."""
    path.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
