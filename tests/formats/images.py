"""Images for the tests: what a byte machine's memory may hold, its two ends included."""

from hypothesis import strategies as st

from emulators.image import Image, Segment

addresses = st.integers(0, 0xFFFF) | st.sampled_from([0x0000, 0x0001, 0x00FF, 0xFF00, 0xFFFE, 0xFFFF])


@st.composite
def segments(draw, longest=300):
    address = draw(addresses)
    return Segment(address, draw(st.binary(min_size=1, max_size=min(longest, 0x10000 - address))))


def images(longest=300, most=4, entries=None):
    """Images with up to `most` segments, which may touch and overlap."""
    entries = st.none() if entries is None else entries
    return st.builds(Image, st.lists(segments(longest), min_size=1, max_size=most), entries)


@st.composite
def core_images(draw, longest=60, most=4, entries=None, first=0, bits=36, last=0o77777):
    """Images of words of `bits` bits, up to `most` segments from address `first` on, which may touch and overlap."""
    words = st.integers(0, (1 << bits) - 1) | st.sampled_from([0, 1 << bits - 1, (1 << bits) - 1])
    found = []
    for _ in range(draw(st.integers(1, most))):
        address = draw(st.integers(first, last) | st.sampled_from([first, 0o7777, last - 1, last]))
        size = min(longest, last + 1 - address)
        found.append(Segment(address, tuple(draw(st.lists(words, min_size=1, max_size=size)))))
    return Image(found, None if entries is None else draw(entries), word_bits=bits)


names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}(::[a-z_][a-z0-9_]{0,4}){0,3}", fullmatch=True)


def labelled(values):
    """Images without memory, with symbols of these values."""
    return st.builds(lambda symbols: Image(symbols=symbols), st.dictionaries(names, values, min_size=1, max_size=12))


def memory(image):
    """What a format that keeps segments gives back: sorted and joined."""
    return Image(image.merged(), image.entry, word_bits=image.word_bits)


def block(image):
    """What a format of one block gives back: from the lowest address to the highest, zeros between."""
    return Image([image.flat()], word_bits=image.word_bits)
