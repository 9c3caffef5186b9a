"""Long work: many positions, games or seeds, on all processors or a cluster, one journal, summed up at the end.

docs/sweep.md describes it for users. The tables say where the workloads are.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.sweep.workload import Workload

SWEEPS = {  # of `ironboard sweep`
    "wally-positions": "host.sweep.wally:POSITIONS",
    "wally-random": "host.sweep.wally:RANDOM",
    "wally-self": "host.sweep.wally:SELF",
    "wally-gtp": "host.sweep.wally:GTP",
    "checkers-self": "host.sweep.checkers:CHECKERS",
    "samuel-learning": "host.sweep.samuel:SAMUEL_LEARNING",
    "rook-positions": "host.sweep.endings:ROOK",
}
MATCHES = {  # of `ironboard match`
    "match-go": "host.sweep.match_go:MATCH_GO",
    "match-checkers": "host.sweep.checkers:MATCH_CHECKERS",
    "match-endings": "host.sweep.endings:MATCH_ENDINGS",
}


def find(name: str) -> Workload:
    """Return a workload; raises KeyError for an unknown name."""
    workload: Workload = resolve_name({**SWEEPS, **MATCHES}[name])
    return workload
