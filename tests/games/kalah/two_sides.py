"""Kalah of two sides, written from the rules for the tests: all places of the board in one ring, nothing packed.

Places are numbered in the direction of play: South's pits from his left, South's kalah, North's pits from his left,
North's kalah. A state is the ring and whose turn it is, 0 South, 1 North.

Published values and games: G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), tables 9 and 10.
There a last counter in an empty pit captures even where nothing is opposite.
"""

from __future__ import annotations

from functools import cache

# table 10: what the first player comes to with m pits, and 1, 2, ... counters in each
OUTCOMES = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW", 6: "WWWWW"}
# table 9: by how much he wins, and a game with the best moves: holes from the left, from 0; a dash ends a turn. Of its
# 17 games that of four pits with six counters is left out: as printed, it plays an empty pit.
GAMES = {
    (4, 1): (2, "32-32-1"),
    (4, 2): (6, "3-3-230-231-1323"),
    (4, 3): (8, "13-1-032-2-3-0-1320-3-0-2"),
    (4, 4): (2, "02-2-3-0-2-21-303231-0-32-1-0"),
    (4, 5): (2, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3"),
    (5, 1): (0, "43-43-2-2"),
    (5, 2): (0, "31-32-24-0-0-31-3"),
    (5, 3): (8, "24-3-3-03-41-1-04342-3-3-2-2-4-414342-3"),
    (5, 4): (12, "12-04-03-2-20-41-1-42-32-3-2-40-0-1"),
    (5, 5): (2, "03-2-2-1-1-23-24-2-0-34414340-4240-2-14342"),
    (5, 6): (2, "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3"),
    (6, 1): (2, "54-54-3-3-2"),
    (6, 2): (10, "42-42-30-0-1-1-4-5"),
    (6, 3): (2, "4-5-35-250-2-154-451535452-53-3-54-2"),
    (6, 4): (10, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"),
    (6, 5): (12, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3"),
}


def own(ring, side):
    """The places of a side's pits."""
    half = len(ring) // 2
    return range(side * half, side * half + half - 1)


def kalah(ring, side):
    half = len(ring) // 2
    return side * half + half - 1


def over(ring):
    return any(not any(ring[place] for place in own(ring, side)) for side in (0, 1))


def sow(ring, side, place, always):
    """Return the ring after a play, and whether the side goes on."""
    ring, hand, at = list(ring), ring[place], place
    ring[place] = 0
    while hand:
        at = (at + 1) % len(ring)
        if at != kalah(ring, 1 - side):
            ring[at] += 1
            hand -= 1
    if at in own(ring, side) and ring[at] == 1:
        facing = len(ring) - 2 - at
        if ring[facing] or always:
            ring[kalah(ring, side)] += ring[facing] + 1
            ring[at] = ring[facing] = 0
    return tuple(ring), at == kalah(ring, side) and not over(ring)


def ends(ring, side, always):
    """Return the rings in which the moves of a side can end."""
    found = set()
    if over(ring):
        return found
    for place in own(ring, side):
        if ring[place]:
            after, goes_on = sow(ring, side, place, always)
            found |= ends(after, side, always) if goes_on else {after}
    return found


def final(ring, side):
    """By how much a side has more than the other if what lies in the pits is its owner's."""
    half = len(ring) // 2
    return (sum(ring[:half]) - sum(ring[half:])) * (1 if side == 0 else -1)


def value(ring, side, always, depth):
    """What a position is worth by a search of `depth` moves: all is looked at, nothing cut off."""
    if over(ring):
        return final(ring, side)
    if depth == 0:
        return ring[kalah(ring, side)] - ring[kalah(ring, 1 - side)]
    return max(-value(after, 1 - side, always, depth - 1) for after in ends(ring, side, always))


@cache
def to_the_end(ring, side, always):
    """What a position is worth, single plays instead of whole moves, kept by the counters that are in play."""
    if over(ring):
        return final(ring, side)
    best = -len(ring) * 100
    for place in own(ring, side):
        if ring[place]:
            after, goes_on = sow(ring, side, place, always)
            next_side = side if goes_on else 1 - side
            rest = list(after)
            banked = [rest[kalah(ring, each)] for each in (side, 1 - side)]
            rest[kalah(ring, 0)] = rest[kalah(ring, 1)] = 0
            further = to_the_end(tuple(rest), next_side, always) * (1 if goes_on else -1)
            best = max(best, banked[0] - banked[1] + further)
    return best


def start(pits, counters):
    return tuple([*[counters] * pits, 0] * 2)


def ring_of(position):
    """The state of a position of the game."""
    return tuple(each for row in position.rows for each in (*row.pits[::-1], row.kalah)), int(position.to_move)
