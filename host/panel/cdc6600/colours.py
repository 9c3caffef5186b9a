"""The colours of the 6600's console, by name. The phosphor of its tubes is P31, a bluish green."""

from __future__ import annotations

from host.panel.canvas import Colour

DESK_TOP: Colour = (58, 62, 66)
CABINET: Colour = (74, 80, 84)
CABINET_LIGHT: Colour = (112, 120, 124)
CABINET_DARK: Colour = (40, 44, 47)

BEZEL: Colour = (22, 23, 24)
BEZEL_LIGHT: Colour = (74, 77, 80)
BEZEL_EDGE: Colour = (10, 10, 11)
GLASS: Colour = (10, 26, 23)  # in the middle
GLASS_EDGE: Colour = (4, 11, 10)

LIGHT: Colour = (158, 255, 206)  # where the beam strikes
BLOOM: Colour = (32, 150, 105)  # around it

FIELD: Colour = (18, 20, 21)
ASKED: Colour = (158, 255, 206)
REFUSED: Colour = (255, 150, 96)
