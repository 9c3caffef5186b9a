"""OUTPUT's formats in Python, from docs/cdc6600/algol.md: exact numbers, one function for each kind of item."""

from fractions import Fraction
from math import floor

STARS = "*"


def output(text, values):
    """What OUTPUT prints: lines joined by line ends. Real numbers are Fractions."""
    left, printed = list(values), []
    _sequence(text, 0, left, printed)
    assert not left
    return "".join(printed)


def _sequence(text, at, left, printed):
    """Print the items from `at` to the end or to a closing parenthesis; return where that is."""
    while at < len(text) and text[at] != ")":
        if text[at] in " ,":
            at += 1
            continue
        at, times = _times(text, at, left)
        at = _item(text, at, times, left, printed)
    return at


def _times(text, at, left=None):
    if left is not None and text[at] == "X":
        return at + 1, max(0, left.pop(0))
    start = at
    while text[at].isdigit():
        at += 1
    return at, int(text[start:at]) if at > start else None


def _item(text, at, times, left, printed):
    code, count = text[at], 1 if times is None else times
    if code == "(":
        return _group(text, at + 1, times, left, printed)
    if code == "‘":
        quoted, at = _quoted(text, at)
        printed.append(quoted * count)
        return at
    if code in "/^":
        printed.append("\n" * count)
        return at + 1
    if code == "B":
        printed.append(" " * count)
        return at + 1
    if code in "ASF":
        while text[at + 1 : at + 2] == code:
            at, count = at + 1, count + 1
        shown = {"A": _alpha, "S": str, "F": lambda value: "TRUE" if value else "FALSE"}[code](left.pop(0))
        printed.append(shown.ljust(count)[:count])
        return at + 1
    if code == "P":
        printed.append("1" if left.pop(0) else "0")
        return at + 1
    if code == "N":
        printed += [_standard(left.pop(0)) for _ in range(count)]
        return at + 1
    columns, at = _columns(text, at, times)
    printed.append(_number(columns, left.pop(0)))
    return at


def _group(text, at, times, left, printed):
    end = _end_of_group(text, at)
    if times is None:
        before = None
        while (left and len(left) != before) or before is None:
            before = len(left)
            _sequence(text, at, left, printed)
    for _ in range(times or 0):
        _sequence(text, at, left, printed)
    return end + 1


def _end_of_group(text, at):
    depth = 1
    while depth:
        if text[at] == "‘":
            _, at = _quoted(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at - 1


def _quoted(text, at):
    depth, end = 0, at
    while True:
        depth += {"‘": 1, "’": -1}.get(text[end], 0)
        end += 1
        if not depth:
            return text[at + 1 : end - 1].replace("‘", '"("').replace("’", '")"'), end


def _alpha(number):
    return "".join(" ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number >> 42 - 6 * place & 63] for place in range(8))


def _standard(value):
    assert isinstance(value, int)
    return (" TRUE " if value else " FALSE") if isinstance(value, bool) else str(value).rjust(12)


def _columns(text, at, times):
    """The columns of a number, each a code or a quoted text, and where the format goes on."""
    columns = []
    while at < len(text):
        start = at
        at, count = (at, times) if times is not None and not columns else _times(text, at)
        if text[at] == "‘":
            quoted, at = _quoted(text, at)
            columns += [("text", each) for each in quoted * (1 if count is None else count)]
        elif text[at] == "B":
            columns += [("text", " ")] * (1 if count is None else count)
            at += 1
        elif text[at] in "ZD+-.VEC":
            columns += [(text[at], "")] * (1 if count is None else count)
            at += 1
        else:
            return columns, start
        while text[at : at + 1] == " ":
            at += 1
    return columns, at


def _number(columns, value):
    codes = [code for code, _ in columns]
    split = codes.index("E") if "E" in codes else len(codes)
    head, tail = codes[:split], codes[split + 1 :]
    point = next((place for place, code in enumerate(head) if code in ".V"), len(head))
    whole = sum(code in "ZD" for code in head[:point] if code != "text")
    part = sum(code in "ZD" for code in head[point:] if code != "text")
    power = 0
    if "E" in codes and value:
        while abs(value) >= 10 ** Fraction(whole + power):
            power += 1
        while abs(value) < Fraction(10) ** (whole + power - 1):
            power -= 1
    scaled = abs(Fraction(value)) / Fraction(10) ** power
    units = floor(scaled * 10**part + Fraction(1, 2))
    if "E" in codes and units >= 10 ** (whole + part):
        units, power = units // 10, power + 1
    shown = _filled(head, columns[:split], units, whole + part, value < 0 and units > 0)
    if "E" in codes and shown is not None:
        digits = sum(code in "ZD" for code in tail if code != "text")
        exponent = _filled(tail, columns[split + 1 :], abs(power), digits, power < 0)
        shown = None if exponent is None else shown + "E" + exponent
    return STARS * sum(code != "V" for code in codes) if shown is None else shown


def _filled(codes, columns, units, digits, negative):
    """The columns with the digits of a whole number; None: it does not fit."""
    if units >= 10**digits or (negative and not {"+", "-"} & set(codes)):
        return None
    left, shown, suppressed, sign = list(str(units).zfill(digits)) if digits else [], [], True, None
    for code, text in columns:
        if code == "text":
            shown.append(text)
        elif code in "ZD":
            digit = left.pop(0)
            suppressed = suppressed and code == "Z" and digit == "0"
            shown.append(None if suppressed else digit)
        elif code == ".":
            suppressed = False
            shown.append(".")
        elif code == "C":
            shown.append(None if suppressed else ",")
        elif code in "+-":
            sign = len(shown)
            shown.append("-" if negative else "+" if code == "+" else " ")
    while sign is not None and sign + 1 < len(shown) and shown[sign + 1] is None:
        shown[sign : sign + 2] = [None, shown[sign]]
        sign += 1
    return "".join(" " if each is None else each for each in shown)
