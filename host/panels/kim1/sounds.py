"""Sounds of a Teletype: recipes made by ear, in the rhythm of the machine (host/ui/sound.py)."""

from __future__ import annotations

from host.ui.sound import Mode, Recipe, louder, struck

CLUTCH: Recipe = (Mode(240, 0.006, 0.10), Mode(1900, 0.003, 0.07))  # every character turns the main shaft once
SPACE: Recipe = (*CLUTCH, *struck(louder(CLUTCH, 0.8), 0.055))
STROKE: Recipe = (
    *SPACE,
    Mode(105, 0.022, 0.34, at=0.030),  # the hammer: the case, the platen, the type wheel's rim
    Mode(430, 0.012, 0.20, at=0.030),
    Mode(1240, 0.007, 0.16, at=0.030),
    Mode(2900, 0.0005, 0.22, at=0.030, rub=0.007),
)
FEED: Recipe = (*SPACE, *struck((Mode(700, 0.007, 0.18), Mode(2300, 0.004, 0.12)), 0.025, 0.048))  # pawl and ratchet
RETURN: Recipe = (
    *SPACE,
    Mode(1500, 0.0003, 0.14, at=0.030, rub=0.060),  # the carriage slides,
    Mode(85, 0.040, 0.50, at=0.170),  # and the dashpot stops it
    Mode(310, 0.018, 0.22, at=0.170),
)
BELL: Recipe = (  # a small gong
    Mode(2150, 0.42, 0.20),
    Mode(2163, 0.40, 0.12),  # which is not quite round: it beats
    Mode(5720, 0.16, 0.10),
    Mode(10400, 0.05, 0.05),
)
SOUNDS = {"stroke": STROKE, "space": SPACE, "feed": FEED, "return": RETURN, "bell": BELL}
BY_CODE = {"32": "space", "10": "feed", "13": "return", "7": "bell"}  # others below 32 and RUBOUT only turn the shaft
