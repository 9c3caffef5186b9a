"""The characters of the screens as the beam draws them: strokes on a grid of 7 by 7 points.

A point is a digit for x from the left and one for y from the bottom, 0 to 6; a stroke is a line through points; the
beam is dark between strokes. The 6602's generator has the letters, the digits and + - * / ( ) = , . and moves the beam
by up to two points each 100 ns. The shapes are ours, and so are the other characters of display code, which it does
not have.

Source of the grid and of what the generator has: the character generator of the 6602 as philclaridge/dd60-font reads it
from Control Data's diagrams.
"""

from __future__ import annotations

from emulators.cdc6600 import display_code

Point = tuple[int, int]
Stroke = list[Point]

DRAWN = {
    "A": "00-04-26-46-64-60 03-63",
    "B": "00-06-46-65-64-43-03 43-62-61-40-00",
    "C": "65-46-26-04-02-20-40-61",
    "D": "00-06-36-64-62-30-00",
    "E": "60-00-06-66 03-43",
    "F": "00-06-66 03-43",
    "G": "65-46-26-04-02-20-40-61-63-43",
    "H": "00-06 60-66 03-63",
    "I": "10-50 30-36 16-56",
    "J": "01-20-30-51-56",
    "K": "00-06 66-03-60",
    "L": "06-00-60",
    "M": "00-06-33-66-60",
    "N": "00-06-60-66",
    "O": "20-02-04-26-46-64-62-40-20",
    "P": "00-06-46-65-64-43-03",
    "Q": "20-02-04-26-46-64-62-40-20 42-60",
    "R": "00-06-46-65-64-43-03 23-60",
    "S": "01-20-40-61-62-43-23-04-05-26-46-65",
    "T": "30-36 06-66",
    "U": "06-02-20-40-62-66",
    "V": "06-30-66",
    "W": "06-10-34-50-66",
    "X": "00-66 06-60",
    "Y": "06-33-66 33-30",
    "Z": "06-66-00-60",
    "0": "20-11-15-26-46-55-51-40-20",
    "1": "14-36-30 10-50",
    "2": "05-26-46-65-64-00-60",
    "3": "05-26-46-65-64-43-23 43-62-61-40-20-01",
    "4": "40-46-02-62",
    "5": "66-06-03-24-44-62-61-40-20-01",
    "6": "56-26-04-02-20-40-61-62-44-24-02",
    "7": "06-66-20",
    "8": "23-04-05-26-46-65-64-43-23-02-01-20-40-61-62-43",
    "9": "10-40-62-64-46-26-05-04-22-42-64",
    "+": "31-35 13-53",
    "-": "13-53",
    "*": "13-53 21-45 25-41",
    "/": "00-66",
    "(": "46-24-22-40",
    ")": "26-44-42-20",
    "=": "12-52 14-54",
    ",": "31-30-20",
    ".": "20-30-31-21-20",
    # from here on: not in the 6602
    ":": "31-32 34-35",
    "$": "01-20-40-61-62-43-23-04-05-26-46-65 30-36",
    "#": "20-26 40-46 02-62 04-64",
    "[": "46-26-20-40",
    "]": "26-46-40-20",
    "%": "00-66 05-16-25-14-05 41-52-61-50-41",
    '"': "24-26 44-46",
    "_": "00-60",
    "!": "30-31 33-36",
    "&": "60-15-26-35-11-20-40-62",
    "'": "34-36",
    "?": "05-26-46-65-64-33-32 30-31",
    "<": "56-13-50",
    ">": "16-53-10",
    "@": "43-23-22-42-44-24-13-12-21-51-63-64-46-26-04-02-20-50",
    "\\": "06-60",
    "^": "14-36-54",
    ";": "34-35 31-30-20",
}


def strokes(drawing: str) -> list[Stroke]:
    """Return the strokes of a character."""
    return [[(int(point[0]), int(point[1])) for point in stroke.split("-")] for stroke in drawing.split()]


STROKES: dict[str, list[Stroke]] = {character: strokes(drawing) for character, drawing in DRAWN.items()}
assert set(STROKES) | {" "} == set(display_code.ASCII)
