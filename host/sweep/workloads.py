"""The table of workloads."""

from __future__ import annotations

from host.sweep.checkers import CHECKERS
from host.sweep.games import GTP, RANDOM, SELF
from host.sweep.positions import POSITIONS
from host.sweep.rook import ROOK
from host.sweep.workload import table

WORKLOADS = table((POSITIONS, RANDOM, SELF, GTP, CHECKERS, ROOK))
