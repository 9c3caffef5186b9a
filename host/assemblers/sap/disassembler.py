"""The SAP source of an image. Reachable words are instructions, all others octal words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from emulators.ibm704 import isa
from emulators.ibm704.disassembler import constant, decimal, octal_fields
from emulators.ibm704.disassembler import disassemble as instruction_text
from emulators.ibm704.isa import FIELD, TAG, TAG_SHIFT, Trait
from emulators.image import Cards, Image, Part
from host.assemblers.disassembler import WordDisassembler
from host.assemblers.sap.assembler import KNOWN
from host.assemblers.sap.fields import is_name
from host.formats.deck.relocatable import ADDED, SUBTRACTED

OPERATIONS = {Cards.ABSOLUTE: "ABS", Cards.FULL: "FUL", Cards.RELOCATABLE: "REL"}
REMARK_COLUMN = 40
LEAVING = frozenset({"TRA", "TTR", "TXI", "HTR"})  # the next word need not be code
MOST_SKIPPED = {"CAS": 2, "CPY": 2, "CAD": 2}  # words after it that it may skip; 1 of others that skip


class Disassembler(WordDisassembler):
    """The memory of an image of 36-bit words while it is being taken apart."""

    address_digits, word_bits, title = 5, isa.WORD_BITS, "IBM 704"

    def follows(self, address: int) -> Iterable[int] | None:
        """Return the addresses of words that may be executed after the one there; None where no instruction is."""
        word = self.memory[address]
        instruction = isa.decode(word)
        if instruction is None:
            return None
        skips = instruction.traits & Trait.CONDITIONAL and not instruction.traits & Trait.TRAPPED
        skipped = MOST_SKIPPED.get(instruction.mnemonic, 1) if skips else 0
        after = [] if instruction.mnemonic in LEAVING else [*range(address + 1, address + 2 + skipped)]
        transfers = instruction.traits & Trait.TRAPPED or instruction.mnemonic == "TTR"
        if transfers and (instruction.form != isa.Form.TYPE_B or not word >> TAG_SHIFT & TAG):
            after.append(word & FIELD)
        return after

    def refers(self, address: int) -> Iterable[int]:
        """Return the address of the word that the instruction there refers to."""
        instruction = isa.decode(self.memory[address])
        if instruction and instruction.traits & (Trait.READS | Trait.WRITES | Trait.TRAPPED):
            yield self.memory[address] & FIELD

    def lines(self, notes: bool) -> Iterator[str]:
        """Yield the cards: each part of the deck, with its kind of cards and its transfer card."""
        image, named, cards = self.image, set[int](), Cards.ABSOLUTE
        for address, name in sorted(self.outside.items()):
            yield _card(name, f"EQU {address}")
        parts = image.parts or (Part(tuple(image.merged()), transfer=image.entry),)
        for number, part in enumerate(parts, 1):
            if part.cards != cards:
                cards = part.cards
                yield _card("", OPERATIONS[cards])
            for place, segment in enumerate(part.segments):
                yield _card("", f"ORG {segment.address}", f"{segment.address:05o}" if notes else "")
                for address, word in enumerate(segment.words, segment.address):
                    label = "" if address in named else self.labels.get(address, "")  # in another part it is the same
                    named.add(address)
                    text = f"OCT {word:012o}"
                    is_code = address in self.code and self.memory[address] == word
                    if cards == Cards.RELOCATABLE:
                        text = self._relative(address, word, part.relative[place][address - segment.address], is_code)
                    elif is_code:
                        text = instruction_text(word, decimal, partial(self.named, number=decimal))
                    yield _card(label, text, f"{address:05o}  {octal_fields(word)}" if notes else "")
            if number < len(parts) and part.transfer is not None:
                yield _card("", f"TCD {self.labels.get(part.transfer, part.transfer)}")
        start = parts[-1].transfer
        known = None if image.parts or start is None else self.labels.get(start)
        yield _card("", "END" if start is None else f"END {known or start}")

    def _relative(self, at: int, word: int, relative: int, is_code: bool) -> str:
        """Return the text of a word on a relocatable card: names and * where it changes with the place."""
        decrement, address = (self._field(at, code) for code in divmod(relative, 4))
        if not relative:
            return instruction_text(word, decimal) if is_code else f"OCT {word:012o}"
        text = instruction_text(word, decimal, address)
        in_address_alone = is_code and relative == ADDED and text != instruction_text(word, decimal)
        return text if in_address_alone else constant(word, decrement, address)

    def _field(self, at: int, code: int) -> Callable[[int], str]:
        """Return the writer of a field of a word there, of which `code` says how it changes."""

        def text(value: int) -> str:
            if code == SUBTRACTED:
                return f"-*+{(value + at) & FIELD}"
            return self.labels.get(value) or f"*{value - at:+}"

        return text if code else decimal


def disassemble(image: Image, *, starts: Iterable[int] = (), linear: bool = False, notes: bool = True) -> str:
    """Return the source of an image of 36-bit words; it assembles to the same words.

    `starts` are addresses of instructions, beside the image's entry; `linear` takes all words for instructions.
    `notes` adds addresses and words as remarks. Raises ImageError when there is nothing in the image.
    """
    return Disassembler(image, lambda name: is_name(name) and name not in KNOWN).source(starts, linear, notes)


def _card(location: str, text: str, remark: str = "") -> str:
    line = f"{location:<6} {text}"
    return (f"{line:<{REMARK_COLUMN - 1}} {remark}" if remark else line).rstrip()
