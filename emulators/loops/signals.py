"""Loops over samples of a signal: from the times at which it changes its sign to samples, and from samples to times."""

from __future__ import annotations

from emulators.loops import lent
from emulators.record import ANYTHING, COUNT, State

NUMBER = ANYTHING._replace(kind="float")

FIELDS = {
    **lent("octets", kind="byte"),
    **lent("edges", "times", "areas", "signal", "sums", "taps", "output", "levels", "crossings", kind="float"),
    **lent("found"),
    "gap": NUMBER,  # cycles without a change that make a pause
    "hold": NUMBER,  # cycles that the last level before a pause stays
    "origin": NUMBER,  # the cycle of sample 0
    "step": NUMBER,  # cycles from sample to sample
    "half": NUMBER,  # cycles on both sides of a sample of which it is the mean
    "sign": NUMBER,  # of the signal after the first change: 1 or -1
    "upper": COUNT,  # corners of the polygon at which the search goes on
    "lower": COUNT,
    "side": ANYTHING,  # of zero, where the signal was last: -1, 1, 0 before the first one
    "last": NUMBER,  # the last sample
    "crossing": NUMBER,  # the time of the last crossing of zero, in samples
    "position": COUNT,  # samples so far
}


# ---------------------------------------------------------------- edges to samples


def polygon(m: State) -> int:
    """Put the integral of the square wave with these `edges` into `times` and `areas`; return the number of corners."""
    count = 0
    before = 0.0
    for number in range(m.edges_size):
        time = m.edges[number]
        m.times[count] = time
        m.areas[count] = m.areas[count - 1] + before * (time - m.times[count - 1]) if count else 0.0
        before = -1.0 if number % 2 else 1.0
        count += 1
        if number == m.edges_size - 1 or m.edges[number + 1] - time > m.gap:
            m.times[count] = time + m.hold
            m.areas[count] = m.areas[count - 1] + before * (m.times[count] - time)
            before = 0.0
            count += 1
    return count


def corner(m: State, start: int, corners: int, time: float) -> int:
    """Return the last corner at or before a time; it is not before another one."""
    while start + 1 < corners and m.times[start + 1] <= time:
        start += 1
    return start


def area(m: State, at: int, corners: int, time: float) -> float:
    """Return the integral up to a time after a corner."""
    if time <= m.times[at] or at + 1 == corners:
        return m.areas[at]
    slope = (m.areas[at + 1] - m.areas[at]) / (m.times[at + 1] - m.times[at])
    return slope * (time - m.times[at]) + m.areas[at]


def wave(m: State, first: int, count: int, corners: int) -> None:
    """Put samples, beginning with the first one, into `signal`: means of the square wave, between -1 and 1."""
    for number in range(count):
        time = m.origin + (first + number) * m.step
        m.upper = corner(m, m.upper, corners, time + m.half)
        m.lower = corner(m, m.lower, corners, time - m.half)
        mean = area(m, m.upper, corners, time + m.half) - area(m, m.lower, corners, time - m.half)
        m.signal[number] = mean / (2.0 * m.half) * m.sign


def round_all(m: State, count: int) -> None:
    """Put samples times `step`, rounded to integers, into `found`."""
    for number in range(count):
        m.found[number] = round(m.signal[number] * m.step)


# ---------------------------------------------------------------- samples to edges


def decode(m: State, first: int, count: int, frame: int, place: int, size: int) -> None:
    """Put a channel's samples into `signal`, between -1 and 1; beyond the frames the first and last one repeat.

    `octets` are frames of some bytes; those of the channel are at a place in it: one without sign, or more with one,
    the lowest first.
    """
    frames, half = m.octets_size // frame, 1 << min(8 * size - 1, 63)
    for number in range(count):
        at = min(max(first + number, 0), frames - 1) * frame + place
        value = 0
        for each in range(size):
            value |= m.octets[at + each] << min(8 * each, 63)
        m.signal[number] = (value - half if size == 1 else (value ^ half) - half) / half


def restlessness(m: State, count: int) -> None:
    """Add how much `signal` changes from sample to sample to `last`."""
    for number in range(1, count):
        m.last += abs(m.signal[number] - m.signal[number - 1])


def without_mean(m: State, count: int, mean: int) -> None:
    """Take the running mean, over `mean` samples to both sides, off the samples in between; they begin at 0."""
    m.sums[0] = 0.0
    for number in range(count):
        m.sums[number + 1] = m.sums[number] + m.signal[number]
    for number in range(count - 2 * mean):
        around = m.sums[number + 2 * mean + 1] - m.sums[number]
        m.signal[number] = m.signal[number + mean] - around / (2 * mean + 1)


def filter_all(m: State, count: int, phase: int, phases: int) -> None:
    """Put the sums of `taps` times as many samples into `output`, for each sample; it is one of some phases."""
    size = m.taps_size
    whole = size // 4 * 4
    for number in range(count):
        one = two = three = four = 0.0
        for tap in range(0, whole, 4):
            one += m.taps[tap] * m.signal[number + tap]
            two += m.taps[tap + 1] * m.signal[number + tap + 1]
            three += m.taps[tap + 2] * m.signal[number + tap + 2]
            four += m.taps[tap + 3] * m.signal[number + tap + 3]
        for tap in range(whole, size):
            one += m.taps[tap] * m.signal[number + tap]
        m.output[number * phases + phase] = one + two + (three + four)


def peaks(m: State, count: int, stretch: int) -> None:
    """Put the largest sample of each stretch of `output`, whatever its sign, into `levels`."""
    for number in range(m.levels_size):
        m.levels[number] = 0.0
    for number in range(count):
        place = number // stretch
        m.levels[place] = max(m.levels[place], abs(m.output[number]))


def cross(m: State, count: int, stretch: int) -> int:
    """Put the times, times `step`, at which `output` changes its side of zero into `found`; return how many.

    A change counts when the signal goes on beyond the level of its stretch; its time is that of the crossing before, in
    samples from the very first one, between two of them.
    """
    found = 0
    for number in range(count):
        sample = m.output[number]
        if (sample < 0) != (m.last < 0):
            m.crossing = number + m.last / (m.last - sample) + m.position - 1
        m.last = sample
        level = m.levels[number // stretch]
        side = 1 if sample > level else -1 if sample < -level else 0
        if side != 0:
            if side != m.side and m.side != 0:
                m.found[found] = round(m.crossing * m.step)
                found += 1
            m.side = side
    m.position += count
    return found


ENTRY_POINTS = (polygon, wave, round_all, decode, restlessness, without_mean, filter_all, peaks, cross)
