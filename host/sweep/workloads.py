"""The table of workloads."""

from __future__ import annotations

from host.sweep.checkers import CHECKERS, MATCH_CHECKERS
from host.sweep.endings import MATCH_ENDINGS, ROOK
from host.sweep.match_go import MATCH_GO
from host.sweep.wally import GTP, POSITIONS, RANDOM, SELF
from host.sweep.workload import table

MATCHES = (MATCH_GO, MATCH_CHECKERS, MATCH_ENDINGS)  # `ironboard match`, not `ironboard sweep`, does them
WORKLOADS = table((POSITIONS, RANDOM, SELF, GTP, CHECKERS, ROOK, *MATCHES))
