"""The colours of the 704, its paper and its cards, by name."""

from __future__ import annotations

from host.panel.canvas import Colour

CABINET: Colour = (158, 160, 158)
CABINET_LIGHT: Colour = (188, 190, 187)
CABINET_DARK: Colour = (96, 98, 98)
PLATE: Colour = (34, 35, 37)  # behind the lamps
PLATE_EDGE: Colour = (18, 18, 20)
PLATE_LINE: Colour = (58, 59, 62)
LETTERING: Colour = (214, 212, 204)
FAINT_LETTERING: Colour = (128, 127, 122)
ENGRAVED: Colour = (38, 40, 42)  # letters on the cabinet

NEON_DARK: Colour = (58, 38, 30)
NEON_RING: Colour = (84, 80, 76)
NEON_LIT: Colour = (255, 132, 44)
NEON_CORE: Colour = (255, 214, 150)

KEY_LIGHT: Colour = (226, 222, 210)
KEY_DARK: Colour = (92, 98, 108)
KEY_SLOT: Colour = (24, 25, 27)
KEY_SHADE: Colour = (60, 60, 60)

GREEN: Colour = (62, 122, 80)
RED: Colour = (150, 52, 44)
BLUE: Colour = (56, 88, 132)
GREY: Colour = (82, 84, 86)

PAPER: Colour = (246, 244, 234)
PAPER_BAR: Colour = (222, 234, 222)
PAPER_FOLD: Colour = (196, 192, 180)
PAPER_HOLE: Colour = (104, 102, 98)
PAPER_INK: Colour = (34, 32, 40)

CARD: Colour = (238, 218, 172)
CARD_EDGE: Colour = (196, 172, 122)
CARD_PRINT: Colour = (196, 170, 120)
CARD_INK: Colour = (70, 60, 90)
CARD_HOLE: Colour = (44, 40, 36)

TUBE: Colour = (10, 14, 12)
TUBE_GLOW: Colour = (150, 255, 170)

LIGHT_SQUARE: Colour = (222, 198, 154)
DARK_SQUARE: Colour = (96, 70, 46)
BLACK_PIECE: Colour = (34, 32, 32)
BLACK_RIM: Colour = (84, 80, 78)
WHITE_PIECE: Colour = (236, 230, 214)
WHITE_RIM: Colour = (168, 158, 136)
CROWN: Colour = (214, 164, 52)
