"""COMPASS sources of the CERN library, 1976 to 1990: how many assemble as they are, and why the others do not.

The library keeps them in the form that PATCHY wrote: conditions and texts taken in are lines of a C preprocessor, and
blanks are lost in lines with + in column 1, which is repaired here. Fetch https://github.com/apc-llc/cernlib into the
folder IRONBOARD_SOFTWARE.
"""

import io
import re
import subprocess
import tarfile
from pathlib import PurePosixPath

import pytest

from emulators.errors import IronboardError, SourceErrors
from host.assemblers.compass import relocatable
from tests.software import fetched

EDITION = "2006/src"
ON = {"CERNLIB_CDC", "CERNLIB_F77", "CERNLIB_CDC60SYS", "CERNLIB_CDCPACK", "CERNLIB_QF2C"}
ASSEMBLING, ALL_OF_THEM = 174, 199
RECORD_MANAGER = r"unknown operation '(FETCH|STORE|OPENM|CLOSEM|WEOR|GETP?|PUT|LABEL)'"
# The sources that do not assemble, and the first error in each.
REASONS = {
    "cdc/rcv103.s": RECORD_MANAGER,
    "cdc60sys/equbuf.s": RECORD_MANAGER,
    "cdcnos/detach.s": RECORD_MANAGER,
    "cdcnos/retrnf.s": RECORD_MANAGER,
    "cdcsys/detach.s": RECORD_MANAGER,
    "cdcsys/equbuf.s": RECORD_MANAGER,
    "cdcsys/retrnf.s": RECORD_MANAGER,
    "cdcsys/weor.s": RECORD_MANAGER,
    "cern7600/inbcd.s": RECORD_MANAGER,
    "cern7600/outbcd.s": RECORD_MANAGER,
    "cernosbe/inbcd.s": RECORD_MANAGER,
    "cernosbe/outbcd.s": RECORD_MANAGER,
    "xscope/ixfpzl.s": RECORD_MANAGER,
    "xscope/lxbits.s": RECORD_MANAGER,
    "xscope/xtpch2.s": RECORD_MANAGER,
    "xscope2/lxbits.s": RECORD_MANAGER,
    "xscope3/ixptr.s": RECORD_MANAGER,
    "xscope3/ixrl.s": RECORD_MANAGER,
    "cdc60sys/repinit.s": "unknown operation 'RECOVR'",  # of NOS/BE
    "cdc76sys/repinit.s": "unknown operation 'REPRIEVE'",  # of SCOPE 2
    "cdc76sys/timed.s": "there are too many arguments",  # TIME of SCOPE 2
    "cdc76sys/jobnam.s": r"MJ \(an instruction of the 7600\) is not supported",
    "cdc76sys/namjob.s": r"MJ \(an instruction of the 7600\) is not supported",
    "cdcsys/incmem.s": "'MAXFLD' is already defined",  # the alternatives for two systems became one text
    "cdcftn/sbytpk.s": "expected a value, found the end of the field",  # a blank within the variable field
}


@pytest.fixture(scope="module")
def texts():
    """Return the assembly sources of the edition, and the texts that they take in, by their paths."""
    folder = fetched.repository("cernlib")
    git = ["git", "-C", str(folder)]
    listed = subprocess.run(
        [*git, "ls-tree", "-r", "--name-only", "HEAD", EDITION], check=True, capture_output=True, text=True
    ).stdout
    wanted = [each for each in listed.split("\n") if each.endswith((".s", ".inc"))]
    archive = subprocess.run([*git, "archive", "HEAD", *wanted], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {each.name: tar.extractfile(each).read().decode("latin-1") for each in tar if each.isfile()}


def chosen(condition):
    """Return whether a condition of the preprocessor holds."""
    names = re.sub(r"defined\((\w+)\)", lambda match: str(match[1] in ON), condition)
    logic = names.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    assert re.fullmatch(r"(?:True|False|and|or|not|[() ])+", logic)
    return eval(logic)


def prepared(text, includes):
    """Return a text with its conditions decided and other texts taken in."""
    lines, holds = [], []
    for line in text.split("\n"):
        word, _, rest = line[1:].partition(" ") if line[:1] == "#" else ("", "", "")
        if word in ("if", "ifdef"):
            holds.append(chosen(rest) if word == "if" else rest.strip() in ON)
        elif word == "else":
            holds[-1] = not holds[-1]
        elif word == "endif":
            holds.pop()
        elif word == "include" and all(holds):
            lines.append(prepared(includes.get(PurePosixPath(rest.strip().strip('"')).name, ""), includes))
        elif not word and all(holds):
            lines.append(line)
    return "\n".join(lines)


OPERANDS = r"[ABX]\d(?:[-+,][ABX]\d)*(?:,\*\+\d)?"


def repaired(text):
    """Return a text with the blanks that are lost in lines with +, and the points of names of other programs."""
    rows = re.findall(r"^ +EXT +(\S+)", text, re.MULTILINE)
    others = {name.rstrip("."): name for row in rows for name in row.split(",")}
    names = "|".join(map(re.escape, sorted(others, key=len, reverse=True))) or "(?!)"
    damaged = re.compile(rf"^\+(VFD|[A-Z]{{2}}\d?)({names}|{OPERANDS}|\S+?$)(\S*)$", re.MULTILINE)
    return damaged.sub(lambda found: f"+         {found[1]}   {others.get(found[2], found[2])}   {found[3]}", text)


def test_sources_of_the_cern_library_assemble(texts, tmp_path):
    includes = {}
    for path, text in texts.items():
        if path.endswith(".inc"):
            includes.setdefault(PurePosixPath(path).name, text)
    programs = {
        path: text
        for path, text in texts.items()
        if path.endswith(".s") and "cdc" in path and re.search(r"^ +IDENT", text, re.MULTILINE)
    }
    errors = {}
    for number, (path, text) in enumerate(programs.items()):
        source = tmp_path / f"{number}.compass"
        source.write_text(repaired(prepared(text, includes)) + "\n", encoding="utf-8")
        try:
            relocatable.assemble(source)
        except SourceErrors as found:
            errors["/".join(path.split("/")[-2:])] = found.errors[0].message
        except IronboardError as error:
            errors["/".join(path.split("/")[-2:])] = str(error)
    assert (len(programs), len(programs) - len(errors)) == (ALL_OF_THEM, ASSEMBLING)
    unlike = {each: error for each, error in errors.items() if not re.match(REASONS.get(each, "(?!)"), error)}
    assert unlike == {}
