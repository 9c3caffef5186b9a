"""A machine that is heard: an Ear makes samples of a controller's sounds, a Speaker plays them by pygame.

    ear = Ear(controller)
    controller.advance(); ear.listen()  # the samples since the last call

The mixer is loaded when the sound is switched on, not before.
"""

from __future__ import annotations

from array import array
from operator import add
from typing import Any

import pygame

from emulators.pacing import speed_name
from host.formats import audio
from host.formats.cassette import HIGH, LOW
from host.ui.controller import Controller
from host.ui.sound import APART, DELAY, FASTEST, RATE, STALE, VOLUME, plan, samples

TAPE_VOLUME = 0.2  # of the tape's signal: tones seem louder
LONGEST = 0.25  # seconds of samples at once; after a longer time the ear begins anew
WIDTH = 2  # bytes of a sample
BUFFER = 1024  # samples of the mixer: queues are multiples of it, for a sound that ends within one leaves a gap
CUSHION = 3 * BUFFER  # samples before it begins: frames are late now and then
MOST = 8 * BUFFER  # samples that wait to be played; those beyond are dropped, or the sound would lag


class Ear:
    """The sounds of a controller, starting now, as samples at RATE."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._made: dict[str, list[float]] = {}
        self._ringing: list[tuple[int, list[float]]] = []  # the sample at which each begins
        self._last: dict[str, float] = {}  # when each sound was heard last
        self._began, self._at = controller.now(), 0  # the second of sample 0, and the number of samples so far
        self._cursor: float | None = None  # the cycle to which the tape's signal has been heard
        self.sounding = False  # whether there was something to be heard last, or will be
        controller.hear()  # earlier events are not heard

    def listen(self) -> array[int] | None:
        """Return the samples, 16 bits with sign, from the last call until now; None where all of them are silent."""
        controller, now = self._controller, self._controller.now()
        count = int((now - self._began) * RATE) - self._at
        if count > LONGEST * RATE:
            self._ringing, self._cursor = [], None
            self._began, self._at, count = now, 0, 0
        events, speed = controller.hear(), controller.pacer.speed
        is_heard = speed <= FASTEST and not controller.pacer.paused
        if is_heard:
            self._note(events, now, speed * controller.clock)
        signal = self._tape(count, speed * controller.clock) if is_heard else None
        mixed = self._mix(count)
        self._at += count
        self.sounding = signal is not None or mixed is not None or bool(self._ringing)
        if signal is None and mixed is None:
            return None
        silence = [0.0] * count
        both = zip(mixed or silence, signal or silence, strict=True)
        sums = (struck * VOLUME + tone * TAPE_VOLUME for struck, tone in both)
        return array("h", (round(max(-1.0, min(1.0, each)) * 32767) for each in sums))

    def _note(self, events: list[list[Any]], now: float, pace: float) -> None:
        """Start the sounds of events; `pace`: cycles a second."""
        due = self._controller.pacer.due
        for name, cycle in events:
            when = now + (cycle - due) / pace
            if when < now - STALE or abs(when - self._last.get(name, -1.0)) < APART:
                continue
            self._last[name] = when
            if name not in self._made:
                self._made[name] = samples(plan(self._controller.panel.sounds[name]))
            self._ringing.append((max(self._at, round((when + DELAY - self._began) * RATE)), self._made[name]))

    def _mix(self, count: int) -> list[float] | None:
        """Return the next samples of the ringing sounds, None if there are none; forget those that have ended."""
        end = self._at + count
        mixed: list[float] | None = None
        for start, sound in self._ringing:
            first, last = max(start, self._at), min(start + len(sound), end)
            if first < last:
                mixed = [0.0] * count if mixed is None else mixed
                part = slice(first - self._at, last - self._at)
                mixed[part] = map(add, mixed[part], sound[first - start : last - start])
        self._ringing = [(start, sound) for start, sound in self._ringing if start + len(sound) > end]
        return mixed

    def _tape(self, count: int, pace: float) -> array[float] | None:
        """Return the next samples of the tape's signal, as it is written to a WAV file; None if there is none.

        They follow each other without a break, DELAY seconds after the machine, as long as it keeps its pace.
        """
        now, step, held = self._controller.cycles, pace / RATE, DELAY * pace
        if self._cursor is None or not now - 2 * held <= self._cursor + count * step <= now - 2 * audio.GAP:
            self._cursor = now - held - count * step
        first, self._cursor = self._cursor, self._cursor + count * step
        edges, sign = self._controller.signal(first - 2 * audio.GAP, self._cursor + 2 * audio.GAP)
        if not len(edges):
            return None
        return audio.Waveform(edges, LOW.half_period, first, step, max(step, HIGH.half_period), sign).samples(count)


class Speaker:
    """Plays a machine while its sound is on. Without a sound device it says so each time the sound is switched on."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._ear: Ear | None = None
        self._rest = b""  # samples that wait to be queued
        self._is_fast = False

    @property
    def busy(self) -> bool:
        """Whether there is still something to be heard: `follow` wants to be called."""
        return self._ear is not None and self._ear.sounding

    def follow(self) -> None:
        """Play the sounds since the last call; open or close the device if the sound has been switched."""
        if self._controller.sound and self._ear is None:
            self._open()
        elif self._ear and not self._controller.sound:
            self.close()
        is_fast = self._ear is not None and self._controller.pacer.speed > FASTEST
        if is_fast and not self._is_fast:
            self._controller.tell(f"sound is heard up to {speed_name(FASTEST)}")
        self._is_fast = is_fast
        if self._ear and (heard := self._ear.listen()) is not None:
            self._rest = (self._rest + heard.tobytes())[-WIDTH * MOST :]
        if self._rest:
            self._play()

    def _open(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            self._controller.sound = False
            self._controller.tell(f"there is no sound device here ({error})")
            return
        self._ear = Ear(self._controller)

    def close(self) -> None:
        """Give the device back."""
        self._ear, self._rest = None, b""
        pygame.mixer.quit()

    def _play(self) -> None:
        """Queue as many whole buffers as there are, a cushion of them to begin with; the end is filled up."""
        channel = pygame.mixer.Channel(0)
        if channel.get_queue() is not None:
            return
        if not self.busy:
            self._rest += bytes(-len(self._rest) % (WIDTH * BUFFER))
        elif not channel.get_busy() and len(self._rest) < WIDTH * CUSHION:
            return
        whole = len(self._rest) // (WIDTH * BUFFER) * (WIDTH * BUFFER)
        if whole:
            channel.queue(pygame.mixer.Sound(buffer=self._rest[:whole]))  # begins at once if nothing is being played
            self._rest = self._rest[whole:]
