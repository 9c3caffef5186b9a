"""The cassette interface: PB7 of the 6530-002 writes square waves, and reads the output of a tone decoder.

Out: every change of PB7 while it is an output is an edge of the audio signal. In: a phase-locked loop and
a comparator turn the tones on the tape into a level: 0 during the high tone (3,700 Hz), 1 during the low
one (2,400 Hz). PB5 = 0 lets that level through to PB7.

Source: KIM-1 User Manual, schematic and appendix E (tape format).
"""

from __future__ import annotations

from collections.abc import Sequence

from emulators.record import COUNT, FLAG, MOMENT, Fields, State, as_many

BUFFER = 8192  # edges written and not yet fetched
CENTRE = 333  # cycles: the period of the frequency between the tones (3,003 Hz) at which the comparator turns
SMOOTHING = 2  # periods over which the loop filter averages
DROPOUT = 1000  # cycles without an edge: no tone

FIELDS: Fields = {
    "tape_level": FLAG,  # the output of the tone decoder
    "recording": FLAG,  # 1: edges are noted
    "tape_out": FLAG,  # PB7 as the recorder hears it
    "edge_count": COUNT,  # since power-on; the last BUFFER of them are in `edges`
    "noted_count": COUNT,  # how many of them have been fetched
    "edges": as_many(BUFFER, MOMENT),  # cycles
}


def drive(m: State, level: int, cycle: int) -> None:
    """PB7 is `level`, beginning at `cycle`."""
    if level != m.tape_out:
        m.tape_out = level
        if m.recording:
            m.edges[m.edge_count % BUFFER] = cycle
            m.edge_count += 1
            if m.edge_count % (BUFFER // 2) == 0:  # time to fetch them
                m.deadline, m.horizon = 0, 0


def is_full(m: State) -> bool:
    """Return whether it is time for the host to fetch edges."""
    return m.edge_count - m.noted_count >= BUFFER // 2


def are_fetched(m: State) -> bool:
    """Return whether the host has fetched all edges but those that are at hand."""
    return 0 <= m.edge_count - m.noted_count <= BUFFER


def demodulate(edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return [(cycle, level), ...]: the changes of the tone decoder's output for an audio signal.

    `edges` are the cycles at which the signal changes sign, ascending. The loop follows the mean period of
    the last SMOOTHING cycles of the tone; silence reads as the level before it.
    """
    changes: list[tuple[int, int]] = []
    level = -1
    span = 2 * SMOOTHING
    for index in range(span, len(edges)):
        elapsed = edges[index] - edges[index - span]
        if elapsed > DROPOUT * SMOOTHING:
            continue
        now = int(elapsed > CENTRE * SMOOTHING)
        if now != level:
            level = now
            changes.append((edges[index], level))
    return changes
