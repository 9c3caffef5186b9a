"""Positions as the program prints them."""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a character for each pit, unless one holds more


def pits(text):
    """The position that a text is; a board of one pit with more counters is never read here."""
    return tuple(map(int, text.split(","))) if "," in text else tuple(map(DIGITS.index, text))


def text(position):
    """The text of a position."""
    if max(position) < len(DIGITS):
        return "".join(DIGITS[each] for each in position)
    return ",".join(map(str, position))
