"""How bright a lamp looks that is lit for a share of the time only."""

from __future__ import annotations

import math

FULL = 0.12  # the share from which it looks fully lit: the KIM-1's monitor gives each digit about 0.16
LEVELS = 8  # steps the eye is granted; fewer changes to draw


def glow(share: float) -> float:
    """Return how bright it looks, 0.0 to 1.0 in LEVELS steps: the eye sees ratios, so the root of the share."""
    return round(LEVELS * math.sqrt(min(1.0, share / FULL))) / LEVELS
