"""Images hold words of one width; bytes are kept as bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from emulators.image import Image, Segment
from emulators.kim1 import Kim1

WORD = 0o777777_000001
segments = st.lists(
    st.builds(Segment, st.integers(0, 60), st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=20).map(tuple)),
    min_size=1,
    max_size=4,
)


@given(segments=segments)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_wide_words_are_merged_and_laid_flat_as_bytes_are(segments):
    image = Image(segments, word_bits=36)
    memory = dict(image)
    assert dict(Image(image.merged(), word_bits=36)) == memory
    assert all(a.end < b.address for a, b in zip(image.merged(), image.merged()[1:], strict=False))
    flat = image.flat(fill=7)
    assert list(flat.words) == [memory.get(address, 7) for address in range(min(memory), max(memory) + 1)]
    assert all(isinstance(each.words, tuple) for each in [flat, *image.merged()])


def test_bytes_stay_bytes():
    image = Image([Segment(3, b"cd"), Segment(1, b"abx")])
    assert image.merged() == [Segment(1, b"abxd")]
    assert Image.of(1, [0x61]).segments == [Segment(1, b"a")]
    assert Image.of(1, [WORD], word_bits=36).segments == [Segment(1, (WORD,))]


def test_a_machine_takes_images_of_its_own_width():
    with pytest.raises(ImageError, match="the image has words of 36 bits, the KIM-1 has words of 8"):
        Kim1(core="python").load(Image.of(0x0200, [1], word_bits=36))
