"""The colours of everything that is drawn, by name."""

from __future__ import annotations

from host.panel.canvas import Colour

DESK: Colour = (38, 36, 34)
PANE: Colour = (52, 50, 47)
PANE_EDGE: Colour = (74, 71, 66)
BUTTON: Colour = (78, 75, 70)
BUTTON_ON: Colour = (176, 122, 40)
BUTTON_HOVER: Colour = (96, 92, 86)
INK: Colour = (232, 228, 218)
FAINT_INK: Colour = (160, 155, 145)
FOCUS: Colour = (226, 170, 70)
ERROR: Colour = (150, 42, 36)
NOTICE: Colour = (52, 84, 110)

PCB: Colour = (22, 74, 52)
PCB_EDGE: Colour = (12, 46, 32)
TRACE: Colour = (34, 98, 68)
SILK: Colour = (226, 232, 222)
GOLD: Colour = (206, 172, 92)
HOLE: Colour = (24, 23, 22)
SOLDER: Colour = (176, 180, 178)
CERAMIC: Colour = (222, 216, 202)
LID: Colour = (196, 160, 84)
PLASTIC: Colour = (30, 30, 32)
CHIP_INK: Colour = (178, 178, 172)
SILVER: Colour = (190, 194, 196)
BODY: Colour = (196, 160, 112)  # resistors
DISC: Colour = (202, 132, 58)  # ceramic capacitors
CAN: Colour = (62, 88, 138)  # electrolytic capacitors

KEYPAD: Colour = (26, 26, 28)
KEY: Colour = (52, 52, 55)
KEY_SIDE: Colour = (14, 14, 15)
KEY_DOWN: Colour = (40, 40, 42)
KEY_INK: Colour = (240, 238, 230)

LED_BODY: Colour = (44, 14, 14)
LED_DARK: Colour = (66, 22, 20)
LED_LIT: Colour = (255, 58, 34)

TUBE: Colour = (8, 22, 12)
PHOSPHOR: Colour = (98, 255, 138)
BEZEL: Colour = (196, 190, 174)
BEZEL_SHADE: Colour = (150, 144, 130)

WOOD: Colour = (214, 170, 100)
WOOD_LINE: Colour = (72, 50, 24)
BLACK_STONE: Colour = (24, 24, 26)
WHITE_STONE: Colour = (240, 238, 230)
MARK: Colour = (214, 48, 36)
