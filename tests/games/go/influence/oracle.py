"""Influence, segments and lost pockets of a board, by dictionaries and sets: row and column -> 50 or -50.

The function is that of A. G. Bell, Games Playing with Computers, figure 3.13; how pockets are lost is what
docs/cdc6600/influence.md says.
"""

import random
from typing import NamedTuple

STONE = 50


def influence(size, stones, passes=4):
    """Row and column, from 1 -> value."""
    values = {
        (row, column): stones.get((row, column), 0) for row in range(1, size + 1) for column in range(1, size + 1)
    }
    for _ in range(passes):
        values = {
            node: value + sum(sign(values.get(each, 0)) for each in around(node)) for node, value in values.items()
        }
    return values


def sign(value):
    return (value > 0) - (value < 0)


def around(node):
    row, column = node
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


class Segment(NamedTuple):
    number: int
    black: bool
    nodes: frozenset

    def own(self, values):
        """How many stones of its side it has."""
        return sum(abs(values[node]) > 33 and (values[node] > 0) == self.black for node in self.nodes)

    def size(self, values):
        return len(self.nodes) + self.own(values)


def segments(values):
    """In the order of their first nodes."""
    found, free = [], dict.fromkeys(sorted(values))
    while free:
        first = next(iter(free))
        nodes, waiting = set(), [first]
        while waiting:
            node = waiting.pop()
            if node in free and (values[node] > 0) == (values[first] > 0):
                del free[node]
                nodes.add(node)
                waiting += around(node)
        found.append(Segment(len(found) + 1, values[first] > 0, frozenset(nodes)))
    return found


def pockets(values):
    """Those that go to the other side, one after the other, and the segments that are left."""
    left, lost = segments(values), []
    while len(left) > 2:
        for each in sorted(left, key=lambda one: (one.size(values), one.number)):
            beside = {node for inner in each.nodes for node in around(inner)}
            touching = [one for one in left if one is not each and one.nodes & beside]
            if all(one.size(values) > each.size(values) for one in touching):
                break
        else:
            break
        lost.append(each)
        group = [each, *touching]
        one = Segment(
            min(one.number for one in group), not each.black, frozenset().union(*(one.nodes for one in group))
        )
        left = sorted([other for other in left if other not in group] + [one])
    return lost, left


def some_board(seed, size=None):
    """A board by chance: a few stones or many, scattered or in two camps."""
    chance = random.Random(seed)
    size = size or chance.choice([19, 19, 15, *range(9, 20)])
    nodes = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    chance.shuffle(nodes)
    count = chance.choice([0, 1, 2, 5, 20, 60, 120, 200, 300, len(nodes)])
    camps = chance.random() < 0.3
    slope = chance.uniform(-1, 1)
    stones = {}
    for row, column in nodes[:count]:
        black = chance.random() < 0.5 if not camps else row + slope * column < size / 2 + chance.gauss(0, 2)
        stones[row, column] = STONE if black else -STONE
    return size, stones
