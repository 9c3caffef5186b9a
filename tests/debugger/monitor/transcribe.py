"""Write anew what the commands of transcripts print: `python -m tests.debugger.monitor.transcribe FILE...`.

The files are to be read afterwards, line by line: whatever stands there is what the tests demand.
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.debugger.monitor.desks import DESKS
from tests.debugger.monitor.test_transcripts import is_command, printed


def transcribe(path):
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    desk, written = DESKS[first.removeprefix("machine: ")](), [first]
    for line in lines:
        if line.startswith("##"):
            written += ["", line]
        elif is_command(line):
            written += [line, *printed(desk, line[2:])]
    path.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    files = [Path(name).resolve() for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for file in files:
            transcribe(file)
        os.chdir("/")
