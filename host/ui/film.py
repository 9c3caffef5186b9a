"""The last seconds of a window, and a GIF of them, which the package Pillow makes.

    film = Film(size)
    film.note(surface, changed, now)  # after each picture
    gif(film.roll(now))

A frame has only the changes since the one before, made smaller, so that a window in which little happens costs little.
The oldest frames are put together into one picture as they get too old or too many bytes.
"""

from __future__ import annotations

import importlib.util
import io
import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from emulators.errors import IronboardError

SECONDS = 10.0
RATE = 10  # frames a second at most
WIDTH = 900  # pixels of a frame at most; a window that is larger is shrunk by a whole number
MOST = 64 << 20  # bytes of all frames
COLOURS = 128


class Frame(NamedTuple):
    """The changes of a picture: pieces and their places."""

    time: float
    pieces: list[tuple[pygame.Surface, tuple[int, int]]]
    bytes: int


class Film:
    """The frames of the last seconds of a window with `size` pixels."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.divisor = -(-size[0] // WIDTH)
        self.size = max(1, size[0] // self.divisor), max(1, size[1] // self.divisor)
        self._oldest = pygame.Surface(self.size, depth=24)  # the picture before the first frame
        self._frames: deque[Frame] = deque()
        self._changed: list[pygame.Rect] = [pygame.Rect((0, 0), size)]
        self._bytes = 0
        self._noted_at = float("-inf")

    def note(self, surface: pygame.Surface, changed: Sequence[pygame.Rect], now: float) -> None:
        """Take the changes of a picture; they become a frame when it is time for one."""
        self._changed += changed
        if not self._changed or now - self._noted_at < 1 / RATE:
            return
        pieces = [self._piece(surface, rect) for rect in united(self._changed)]
        frame = Frame(now, pieces, sum(piece.get_width() * piece.get_height() * 3 for piece, _ in pieces))
        self._frames.append(frame)
        self._bytes += frame.bytes
        self._changed, self._noted_at = [], now
        while len(self._frames) > 1 and (self._frames[1].time < now - SECONDS or self._bytes > MOST):
            first = self._frames.popleft()
            self._bytes -= first.bytes
            self._oldest.blits(first.pieces)

    def _piece(self, surface: pygame.Surface, rect: pygame.Rect) -> tuple[pygame.Surface, tuple[int, int]]:
        """Return a piece of a picture, made smaller, and its place."""
        by = self.divisor
        left, top = rect.left // by, rect.top // by
        right, bottom = min(self.size[0], -(-rect.right // by)), min(self.size[1], -(-rect.bottom // by))
        place = pygame.Rect(left, top, max(0, right - left), max(0, bottom - top))
        piece = pygame.Surface(place.size, depth=24)
        if place.w and place.h:
            source = surface.subsurface(pygame.Rect(left * by, top * by, place.w * by, place.h * by))
            piece.blit(source if by == 1 else pygame.transform.smoothscale(source, place.size), (0, 0))
        return piece, place.topleft

    def roll(self, now: float) -> Roll:
        """Return the present film: later notes do not change it."""
        return Roll(self._oldest.copy(), [*self._frames], now)


class Roll(NamedTuple):
    """A film that is finished at a time. One picture at a time is whole, so that it takes little memory."""

    oldest: pygame.Surface
    frames: list[Frame]
    now: float

    def pictures(self) -> Iterator[tuple[bytes, float]]:
        """Yield pictures as bytes of RGB, and for how many seconds each is shown."""
        picture = self.oldest.copy()
        ends = [*(frame.time for frame in self.frames), self.now][1:]
        for frame, end in zip(self.frames, ends, strict=True):
            picture.blits(frame.pieces)
            start = max(frame.time, self.now - SECONDS)
            if end > start:
                yield pygame.image.tobytes(picture, "RGB"), end - start


def united(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that do not overlap and cover the same: those that touch are put together."""
    apart: list[pygame.Rect] = []
    for each in rects:
        rect = each.copy()
        while (index := rect.collidelist(apart)) >= 0:
            rect.union_ip(apart.pop(index))
        apart.append(rect)
    return apart


def require_pillow() -> None:
    """Raise IronboardError where Pillow is not installed: 23 MB that only films need."""
    if importlib.util.find_spec("PIL") is None:
        raise IronboardError("a film is made by the package Pillow: pip install 'ironboard[film]'")


def gif(roll: Roll) -> bytes:
    """Return a GIF, which repeats for ever. It takes seconds: the window lets a thread do it."""
    from PIL import Image

    size = roll.oldest.get_size()
    durations = [max(20, round(seconds * 100) * 10) for _, seconds in roll.pictures()]  # a GIF counts hundredths
    step = -(-len(durations) // 6)
    strip = Image.new("RGB", (size[0], size[1] * -(-len(durations) // step)))
    for number, (data, _) in enumerate(itertools.islice(roll.pictures(), 0, None, step)):
        strip.paste(Image.frombytes("RGB", size, data), (0, size[1] * number))
    palette = strip.quantize(COLOURS)  # one for all frames, so that unchanged places keep their colour
    frames = [
        Image.frombytes("RGB", size, data).quantize(palette=palette, dither=Image.Dither.NONE)
        for data, _ in roll.pictures()
    ]
    target = io.BytesIO()
    frames[0].save(
        target, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False, disposal=1
    )
    return target.getvalue()
