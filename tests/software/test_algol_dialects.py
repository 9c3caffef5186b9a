"""Published ALGOL programs in the dialects that they were written in: how many run as they are.

A program runs if it comes to its end, wants input that it is not given, or is still at work after its time. Fetch the
repositories into the folder IRONBOARD_SOFTWARE. The figures stand in docs/cdc6600/algol-dialects.md.
"""

import io
import re

import pytest

from emulators.errors import IronboardError, SourceErrors
from host.compilers.algol.compiler import compile_file
from host.machines.cdc6600.job import Job
from tests.algol.machine import run
from tests.software import fetched

CYCLES = 300_000_000
ALGOL = re.compile(r"(?i)\.(?:alg|a60|algol)$")
# repository, the part of its paths, dialect, how many programs there are, how many run
PUBLISHED = [
    ("x1-algol-compiler", "", "x1", 28, 20),
    ("KDF9", "runtime/Whetstone/", "whetstone", 38, 31),
    ("KDF9", "runtime/Kidsgrove/", "kidsgrove", 54, 25),
    ("Elliott803", "samples/", "elliott", 7, 3),
    ("Elliott-803", "", "elliott", 3, 2),
    ("sample-programs", "archive/a/algol60/", "marst", 38, 38),
    ("algol-60-compiler", r"(?!.*whetstone)", "jff", 46, 32),
    ("algol60", "examples/", "racket", 4, 3),
]


def runs(path, system):
    try:
        compiled = compile_file(path, system=system)
    except (SourceErrors, IronboardError):
        return False
    err = io.StringIO()
    status = run(compiled, Job(path.name, cycles=CYCLES), io.StringIO(), err, io.StringIO())
    return status == 0 or "reading past the end" in err.getvalue() or "has not ended within" in err.getvalue()


@pytest.mark.parametrize(("repository", "under", "system", "all_of_them", "running"), PUBLISHED)
def test_published_programs_run_in_their_dialect(repository, under, system, all_of_them, running):
    folder = fetched.repository(repository)
    found = [each for each in sorted(folder.rglob("*")) if ALGOL.search(each.name) and each.is_file()]
    paths = [each for each in found if re.match(under, each.relative_to(folder).as_posix())]
    assert len(paths) == all_of_them
    assert sum(runs(each, system) for each in paths) == running
