"""Long work: many positions, games or seeds, done on all processors or a cluster, with one journal and a summary.

docs/sweep.md describes it for users. The tables give the module of each workload.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host.experiments.sweeps.workload import Workload

SWEEPS = {  # of `ironboard sweep`
    "wally-positions": "host.experiments.sweeps.wally:POSITIONS",
    "wally-random": "host.experiments.sweeps.wally:RANDOM",
    "wally-self": "host.experiments.sweeps.wally:SELF",
    "wally-gtp": "host.experiments.sweeps.wally:GTP",
    "checkers-self": "host.experiments.sweeps.checkers:CHECKERS",
    "samuel-learning": "host.experiments.sweeps.samuel:SAMUEL_LEARNING",
    "rook-positions": "host.experiments.sweeps.endings:ROOK",
}
MATCHES = {  # of `ironboard match`: the players decide which of them is played
    "match-go": "host.experiments.sweeps.match_go:MATCH_GO",
    "match-checkers": "host.experiments.sweeps.checkers:MATCH_CHECKERS",
    "match-chess": "host.experiments.sweeps.chess:MATCH_CHESS",
    "match-endings": "host.experiments.sweeps.endings:MATCH_ENDINGS",
}


def find(name: str) -> Workload:
    """Return a workload; raises KeyError for an unknown name."""
    workload: Workload = resolve_name({**SWEEPS, **MATCHES}[name])
    return workload
