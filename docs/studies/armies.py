"""Do Benson's theorem, GNU Go and the 6600 agree about the armies of games? The table of docs/cdc6600/armies.md.

    python docs/studies/armies.py [--positions 300] [--file armies.jsonl]    play the games, ask GNU Go, ask the 6600
    python docs/studies/armies.py --sample                                  write the sample that the tests read

It needs `gnugo`. Four games are Zobrist's program against GNU Go, two are GNU Go against itself with some moves at
random; from each come equally many positions. The answers of GNU Go are kept in the file: the same command goes on
from there, and asks the 6600 anew.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from host.games.engine import GtpEngine
from host.games.go import gtp
from host.games.go.armies import USUAL, Judge, Limits, Verdict
from host.games.go.game import Setup
from host.games.go.programs import game_of
from host.games.go.rules import Colour, Position
from tests.games.go.armies import oracle

CHECKOUT = Path(__file__).resolve().parents[2]
SIZE = 19
PLAYER = "gnugo --mode gtp --level 0 --chinese-rules --seed {}"
ORACLE = "gnugo --mode gtp --level 10 --chinese-rules --seed 1"
ZOBRISTS, MIXED = range(1, 5), range(5, 7)  # seeds of games
RANDOM = 0.06  # of the moves of the mixed games
LONGEST = 2 * SIZE * SIZE
SAMPLE, SAMPLED = CHECKOUT / "tests" / "data" / "go" / "armies.json", 12  # positions

Move = tuple[Colour, int | None]


def main() -> int:
    """Play, ask, compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=300, help="how many (%(default)s)")
    parser.add_argument("--file", type=Path, default=Path("armies.jsonl"), help="answers of GNU Go (%(default)s)")
    parser.add_argument("--region", type=int, default=USUAL.region, help="points of the largest region (%(default)s)")
    parser.add_argument("--depth", type=int, default=USUAL.depth, help="moves (%(default)s)")
    parser.add_argument("--limit", type=int, default=USUAL.positions, help="positions of a proof (%(default)s)")
    parser.add_argument("--sample", action="store_true", help="write some positions for the tests")
    options = parser.parse_args()
    os.environ["PATH"] += f"{os.pathsep}/usr/games"  # where Debian has GNU Go
    if not options.file.exists() or len(options.file.read_text().splitlines()) < options.positions:
        ask(options.positions, options.file)
    lines = options.file.read_text().splitlines()[: options.positions]
    if options.sample:
        SAMPLE.write_text("[\n" + ",\n".join(lines[(step := len(lines) // SAMPLED) - 1 :: step]) + "\n]\n")
        return 0
    return compare([*map(read, lines)], Limits(options.region, options.depth, options.limit))


# ---------------------------------------------------------------- games, and the answers of GNU Go


def ask(count: int, file: Path) -> None:
    """Play the games, and write what GNU Go says of positions from them."""
    games = [*map(zobrists, ZOBRISTS), *map(mixed, MIXED)]
    each = -(-count // len(games))
    with GtpEngine(ORACLE, 600) as engine, file.open("w") as lines:
        for moves in games:
            wanted = {(number + 1) * len(moves) // each for number in range(each)}
            begin(engine)
            position = Position(SIZE)
            for number, (colour, point) in enumerate(moves, 1):
                engine.ask(f"play {colour.value} {gtp.vertex(point, SIZE)}")
                position = position.passed() if point is None else position.play(colour, point)
                if number in wanted:
                    lines.write(json.dumps(asked(engine, position)) + "\n")
                    lines.flush()


def begin(engine: GtpEngine) -> None:
    """Begin a game."""
    for each in (f"boardsize {SIZE}", "clear_board", "komi 0"):
        engine.ask(each)


def zobrists(seed: int) -> list[Move]:
    """Return a game of Zobrist's program with GNU Go; it has Black in every other one."""
    own = Colour.BLACK if seed % 2 else Colour.WHITE
    game = game_of("zobrist", Setup(SIZE, seed=seed, exact=False))
    with GtpEngine(PLAYER.format(seed), 600) as engine:
        begin(engine)
        while not over(moves := game.line.moves):
            colour = moves[-1][0].other if moves else Colour.BLACK
            if colour is own:
                engine.ask(f"play {colour.value} {gtp.vertex(game.answer(colour), SIZE)}")
            else:
                game.play(colour, gtp.point(engine.ask(f"genmove {colour.value}"), SIZE))
        return moves


def mixed(seed: int) -> list[Move]:
    """Return a game of GNU Go with itself, with some moves at random."""
    chance, position, moves = random.Random(seed), Position(SIZE), list[Move]()
    with GtpEngine(PLAYER.format(seed), 600) as engine:
        begin(engine)
        while not over(moves):
            colour = moves[-1][0].other if moves else Colour.BLACK
            legal = position.legal_moves(colour) if chance.random() < RANDOM else []
            if legal:
                point: int | None = chance.choice(legal)
                engine.ask(f"play {colour.value} {gtp.vertex(point, SIZE)}")
            else:
                point = gtp.point(engine.ask(f"genmove {colour.value}"), SIZE)
            position = position.passed() if point is None else position.play(colour, point)
            moves.append((colour, point))
        return moves


def over(moves: list[Move]) -> bool:
    """Return whether both sides have passed, or the game is too long."""
    return len(moves) >= LONGEST or (len(moves) > 1 and moves[-1][1] is moves[-2][1] is None)


def asked(engine: GtpEngine, position: Position) -> dict[str, object]:
    """Return a position with the words of GNU Go about its chains, for a file."""
    words = {}
    for chain in position.chains():
        name = gtp.vertex(first := min(chain), SIZE)
        dragon = engine.ask(f"dragon_status {name}").split()[0]
        words[str(first)] = [engine.ask(f"unconditional_status {name}"), dragon]
    sides = {each.value: sorted(point for point, side in position.stones.items() if side is each) for each in Colour}
    return {**sides, "ko": position.ko, "words": words}


def read(line: str) -> oracle.Asked:
    """Return the position of a line of the file."""
    return oracle.stored(json.loads(line))


# ---------------------------------------------------------------- the comparison


def compare(found: list[oracle.Asked], limits: Limits) -> int:
    """Print how the answers agree; return 1 if there is a contradiction."""
    judge, counts, faults = Judge(), Counter[tuple[str, str, str]](), 0
    cycles, positions, finding = list[int](), list[int](), list[int]()
    began = time.monotonic()
    for number, (position, words) in enumerate(found, 1):
        judge.place(position)
        finding.append(judge.cycles)
        safe = oracle.safe_stones(position)
        for point in judge.chains():
            army = judge.ask(point, limits)
            unconditional, dragon = words[min(army.stones)]
            counts[army.verdict.name, unconditional, dragon] += 1
            cycles.append(army.cycles)
            positions.append(army.positions)
            for why in faults_of(army.verdict, min(army.stones) in safe, unconditional, dragon):
                print(f"position {number}, {gtp.vertex(point, SIZE)}: {army.verdict.value}, but {why}")
                faults += 1
        print(f"\r{number} of {len(found)} positions, {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    for key, count in sorted(counts.items()):
        print(*key, count)
    clock = judge.machine.clock
    print(f"{len(cycles)} chains of {len(found)} positions, {faults} contradictions")
    print(f"chains found in {sum(finding) / len(finding) / clock:.3f} s of the 6600 on average")
    print(f"positions of a question: mean {sum(positions) / len(positions):.0f}, most {max(positions)}")
    print(f"seconds of a question: mean {sum(cycles) / len(cycles) / clock:.3f}, most {max(cycles) / clock:.1f}")
    return min(faults, 1)


def faults_of(verdict: Verdict, safe: bool, unconditional: str, dragon: str) -> Iterator[str]:
    """Yield the contradictions to an answer."""
    if (verdict is Verdict.SAFE) != safe:
        yield f"Benson's theorem says {safe}"
    if (verdict is Verdict.SAFE) != (unconditional == "alive"):
        yield f"GNU Go's unconditional status is {unconditional}"
    if verdict is Verdict.HOLDS and dragon == "dead":
        yield "GNU Go calls it dead"
    if verdict is Verdict.LOST and dragon == "alive":
        yield "GNU Go calls it alive"


if __name__ == "__main__":
    sys.exit(main())
