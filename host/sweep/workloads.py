"""The table of workloads."""

from __future__ import annotations

from host.sweep.checkers import CHECKERS
from host.sweep.games import GTP, RANDOM, SELF
from host.sweep.match_checkers import MATCH_CHECKERS
from host.sweep.match_endings import MATCH_ENDINGS
from host.sweep.match_go import MATCH_GO
from host.sweep.positions import POSITIONS
from host.sweep.rook import ROOK
from host.sweep.workload import table

MATCHES = (MATCH_GO, MATCH_CHECKERS, MATCH_ENDINGS)  # `ironboard match`, not `ironboard sweep`, does them
WORKLOADS = table((POSITIONS, RANDOM, SELF, GTP, CHECKERS, ROOK, *MATCHES))
