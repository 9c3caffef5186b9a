"""FORMAT, for the interpreter: what a list of values becomes as records, and records as values.

The 704's own ways are those of IBM's library of 1958: digits that do not fit are lost on the left, an exponent has a
blank instead of a plus sign, zero is `0.` and blanks. On the 6600 a field that is too narrow is asterisks.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from host.compilers.fortran.syntax import Type
from tests.fortran.words import Failure, rounded

DATA = "IFEDGLAOR"  # letters of what takes a value
REVERT = object()


@dataclass
class Edit:
    letter: str  # one of DATA, H (with text), X, T, P, /
    count: int = 1
    width: int = 0
    digits: int = 0
    text: str = ""


@dataclass
class Group:
    count: int
    items: list


def parsed(text):
    """The items of a FORMAT, whose text begins with its first parenthesis."""
    return _items(text[text.index("(") + 1 :])[0]


def _items(text):
    """Return the items up to the closing parenthesis, and the text after it."""
    items = []
    while True:
        text = text.lstrip(" ,")
        if not text:
            raise Failure("a FORMAT without an end")
        if text[0] == ")":
            return items, text[1:]
        if text[0] == "/":
            items.append(Edit("/"))
            text = text[1:]
        elif text[0] in "'*":
            end = 1
            while text[end] != text[0] or text[end : end + 2] == text[0] * 2:
                end += 2 if text[end] == text[0] else 1
            items.append(Edit("H", text=text[1:end].replace(text[0] * 2, text[0])))
            text = text[end + 1 :]
        else:
            item, text = _one(text)
            items.append(item)


def _one(text):
    digits = ""
    at = 0
    while text[at] in " +-0123456789":
        digits += text[at].strip()
        at += 1
    letter = text[at].upper()
    if letter == "H":
        return Edit("H", text=text[at + 1 : at + 1 + int(digits)]), text[at + 1 + int(digits) :]
    if letter == "X":  # what comes after it may be a number again: 8X12H...
        return Edit("X", int(digits or 1)), text[at + 1 :]
    if letter == "P":
        return Edit("P", width=int(digits)), text[at + 1 :]
    if letter == "(":
        items, rest = _items(text[at + 1 :])
        return Group(int(digits or 1), items), rest
    # Blanks may stand inside of the following numbers.
    match = re.match(r"([IFEDGLAORT])([\d ]*)(?:\.([\d ]*))?", text[at:], re.IGNORECASE)
    if not match:
        raise Failure("a FORMAT that cannot be read", text=text[:20])
    width, fraction = ((each or "").replace(" ", "") for each in match.groups()[1:])
    return Edit(letter, int(digits or 1), int(width or 0), int(fraction or 0)), text[at + match.end() :]


def sequence(items):
    for each in items:
        if isinstance(each, Group):
            for _ in range(each.count):
                yield from sequence(each.items)
        elif each.letter in DATA:
            for _ in range(each.count):
                yield each
        else:
            yield each


def endless(items):
    """Yield what the items do, again and again: from the last group of level 1, if there is one; REVERT in between."""
    yield from sequence(items)
    groups = [at for at, each in enumerate(items) if isinstance(each, Group)]
    again = items[groups[-1] if groups else 0 :]
    while True:
        yield REVERT
        yield from sequence(again)


class Record:
    """The text of the record that is being written."""

    def __init__(self):
        self.characters = []
        self.at = 0

    def put(self, text):
        self.characters += " " * (self.at + len(text) - len(self.characters))
        self.characters[self.at : self.at + len(text)] = text
        self.at += len(text)

    def end(self):
        text = "".join(self.characters)
        self.characters, self.at = [], 0
        return text


def written(items, values, machine):
    """Yield the records that an output statement makes, each when it is complete. `values` yields (type, value)."""
    record, scale, taken, asked = Record(), 0, [], False
    for each in endless(items):
        if each is REVERT or each.letter in DATA:
            taken = taken or [next(values, None)]
            if taken[0] is None:
                break
        if each is REVERT:
            if not asked:
                raise Failure("the format has no item for the list")
            asked = False
            yield record.end()
            continue
        match each.letter:
            case "P":
                scale = each.width
            case "H":
                record.put(each.text)
            case "X":
                record.put(" " * each.count)
            case "T":
                record.at = max(0, each.width - 1)
            case "/":
                for _ in range(each.count):
                    yield record.end()
            case _:
                asked = True
                record.put(field(each, *taken.pop(), scale, machine))
    yield record.end()


def field(edit, type_, value, scale, machine):
    """The characters of a value."""
    width, letter = edit.width, edit.letter
    match letter:
        case "A":
            text = machine.text(value)
            return (text[:width] if width else text).rjust(width)
        case "R":
            text = machine.text(value)
            return (text[-width:] if width else text).rjust(width)
        case "O":
            return f"{value:0{machine.digits}o}"[-width:].rjust(width)
        case "L":
            return ("T" if machine.truth(value) else "F").rjust(width)
        case "I":
            number = machine.number(value)
            negative_zero = machine.name == "704" and value >> 35 and not number
            return fitted("-0" if negative_zero else str(number), width, machine)
    number = machine.exact_double(value) if type_ is Type.DOUBLE else machine.exact(value)
    if letter == "F":
        return fixed(number * Fraction(10) ** scale, width, edit.digits, machine)
    if letter == "G":
        return general(number, edit, scale, machine)
    return exponential(number, edit, scale, machine)


def fitted(text, width, machine):
    if len(text) > width:
        return text[len(text) - width :] if machine.name == "704" else "*" * width
    return text.rjust(width)


def fixed(number, width, digits, machine):
    if machine.blank_zeros and not number:
        return ("0." + " " * digits).rjust(width)  # zero has no digits after its point
    size = rounded(abs(number) * 10**digits)
    text = str(size).zfill(digits + 1)
    text = f"{text[: len(text) - digits]}.{text[len(text) - digits :]}"
    if number < 0 and size:
        text = "-" + text
    return fitted(_narrower(text, width), width, machine)


def _narrower(text, width):
    """The zero before the point is left out if there is no place for it, but not the only digit."""
    return text.replace("0.", ".", 1) if len(text) == width + 1 and re.match(r"-?0\.\d", text) else text


def decimal(number, digits):
    """Return (digits, exponent) of a positive number: 0.digits * 10**exponent, rounded to `digits` digits."""
    exponent = len(str(int(number))) if number >= 1 else 0
    while number * Fraction(10) ** -exponent >= 1:
        exponent += 1
    while number * Fraction(10) ** -exponent < Fraction(1, 10):
        exponent -= 1
    size = rounded(number * Fraction(10) ** (digits - exponent))
    if len(str(size)) > digits and size:
        return str(size)[:digits], exponent + 1
    return str(size).zfill(digits) if digits else "", exponent


def exponential(number, edit, scale, machine):
    if machine.name == "704" and not edit.digits and not scale:
        scale = 1  # E8.0 has its digit before the point
    places = edit.digits + (1 if scale > 0 else min(scale, 0))
    digits, exponent = decimal(abs(number), max(places, 0)) if number else ("0" * places, scale)
    whole = f"{digits[:scale].ljust(scale, '0')}.{digits[scale:]}"
    text = whole if scale > 0 else f"0.{'0' * -scale}{digits}"
    exponent -= scale
    sign = "-" if exponent < 0 else "+"
    if machine.name == "704":
        sign = "-" if exponent < 0 or (exponent == 0 and 0 < abs(number) < Fraction(1, 2)) else " "
    power = f"{'D' if edit.letter == 'D' else 'E'}{sign}{abs(exponent):02}"
    if abs(exponent) > 99:
        power = f"{sign}{abs(exponent)}"
    text = ("-" if number < 0 else "") + text + power
    return fitted(text if scale > 0 else _narrower(text, edit.width), edit.width, machine)


def general(number, edit, scale, machine):
    exponent = decimal(abs(number), edit.digits)[1] if number else min(1, edit.digits)
    if 0 <= exponent <= edit.digits:
        text = fixed(number, edit.width - 4, edit.digits - exponent, machine)
        return text + "    " if text and not text.startswith("*") else "*" * edit.width
    return exponential(number, edit, scale, machine)


# ---------------------------------------------------------------- input


def read(items, places, next_record, machine):
    """Give values to places. `places` yields (type, store); `next_record` returns the text of a record."""
    record, at, scale, taken, asked = next_record(), 0, 0, [], False
    for each in endless(items):
        if each is REVERT or each.letter in DATA:
            taken = taken or [next(places, None)]
            if taken[0] is None:
                return
        if each is REVERT:
            if not asked:
                raise Failure("the format has no item for the list")
            asked = False
            record, at = next_record(), 0
            continue
        match each.letter:
            case "P":
                scale = each.width
            case "H":
                at += len(each.text)
            case "X":
                at += each.count
            case "T":
                at = each.width - 1
            case "/":
                record, at = next_record(), 0
            case _:
                asked = True
                type_, store = taken.pop()
                width = each.width or machine.characters
                store(taken_from(record[at : at + width].ljust(width), each, type_, scale, machine))
                at += width


def taken_from(text, edit, type_, scale, machine):
    """The value of a field."""
    match edit.letter:
        case "A":
            return machine.packed(text[-machine.characters :].ljust(machine.characters))[0]
        case "R":
            return machine.packed(text[-machine.characters :], "R")[0]
        case "O":
            digits = text.replace(" ", "0")
            if not re.fullmatch(r"[-+]?[0-7]*", digits):
                raise Failure("not a number", field=text)
            word = int(digits.lstrip("+-") or "0", 8)
            return word ^ machine.ones if digits[:1] == "-" else word
        case "L":
            letter = text.strip().lstrip(".")[:1].upper()
            if letter not in ("", "T", "F"):
                raise Failure("neither T nor F", field=text)
            return machine.logical(letter == "T")
        case "I":
            digits = text.lstrip().replace(" ", "0") or "0"
            if not re.fullmatch(r"[-+]?\d*", digits):
                raise Failure("not a number", field=text)
            return machine.integer(int(digits if digits.strip("+-") else "0"))
    number = real_number(text, edit.digits, scale)
    return machine.double(number) if type_ is Type.DOUBLE else machine.real(number)


def real_number(text, digits, scale):
    """The number in a field: blanks are zeros, a point in it counts instead of the FORMAT's digits."""
    packed = text.lstrip().replace(" ", "0").upper()
    match = re.fullmatch(r"([-+]?)(\d*)(\.?)(\d*)((?:[ED][-+]?|[-+])\d+)?", packed)
    if not match:
        raise Failure("not a number", field=text)
    sign, whole, point, fraction, power = match.groups()
    number = Fraction(int((whole + fraction) or "0"), 10 ** (len(fraction) if point else digits))
    if power:
        number *= Fraction(10) ** int(power.lstrip("ED"))
    else:
        number /= Fraction(10) ** scale
    return -number if sign == "-" else number
