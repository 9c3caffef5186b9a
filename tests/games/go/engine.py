"""A GTP engine for tests that can be told to misbehave: `python engine.py HOW`.

It knows no rules: it plays the points in their order. HOW: well; or what it does at its third genmove.
"""

from __future__ import annotations

import os
import sys
import time

COLUMNS = "ABCDEFGHJKLMNOP"
POINTS = [f"{column}{row}" for row in range(15, 0, -1) for column in COLUMNS]
how = sys.argv[1]
if how == "never":
    sys.exit(0)
moves = plays = 0
taken, black = set(), []
if how == "endless":
    sys.stdout.write("x" * 3_000_000)
    sys.stdout.flush()
for line in sys.stdin:
    number, name, *rest = line.split() if line[0].isdigit() else ["", *line.split()]
    answer = f"={number}"
    if name == "play":
        taken.add(rest[1])
        black += [rest[1]] if rest[0] == "black" else []
        plays += 1
        if how == "refuse" and plays == 3:
            answer = f"?{number} illegal move"
    if name == "boardsize" and how == "small":
        answer = f"?{number} unacceptable size"
    if name == "genmove":
        moves += 1
        move = next(point for point in POINTS if point not in taken)
        if moves == 3 and how in ("resign", "pass", "Z99", "taken"):
            move = sorted(taken)[0] if how == "taken" else how
        if moves == 3 and how == "die":
            print("segmentation fault, dear", file=sys.stderr)
            sys.exit(3)
        if moves == 3 and how == "close":
            os.close(1)
            time.sleep(30)
        if moves == 3 and how == "silent":
            time.sleep(30)
        if moves == 3 and how == "garbage":
            answer, move = "I would rather play chess.", ""
        if moves == 3 and how == "number":
            answer = "=999"
        if moves >= 3 and how == "passes":
            move = "PASS"
        taken.add(move)
        answer += f" {move}"
    if name == "final_score":
        scores = {"passes": " W+12.5", "judge": f" B+{plays}", "nonsense": " B+Resign"}
        answer = answer + scores[how] if how in scores else f"?{number} unknown command"
        if how == "die-counting":
            sys.exit(3)
    if name == "final_status_list":
        lists = {"judge": " ".join(black), "pass": "A1 PASS", "well": ""}  # all of black's stones are dead
        answer = f"{answer} {lists[how]}" if how in lists else f"?{number} unknown command"
        if how == "die-counting":
            sys.exit(3)
    if name in ("name", "version"):
        answer += {"name": " Straw", "version": " 0.1"}[name]
    if name == "quit" and how == "stay":
        time.sleep(30)
    end = "\r\n\r\n" if how == "carriage" else "\n\n"
    sys.stdout.write("\n" + answer + end if how == "blank" else answer + end)
    sys.stdout.flush()
