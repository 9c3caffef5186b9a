"""A Hub engine for tests, with the rules of pydraughts: `python hub_engine.py HOW`.

It plays the first legal move. HOW: well; or what it does at its second move.
"""

from __future__ import annotations

import re
import sys
import time

import draughts

SQUARES = "bBwW"
how = sys.argv[1]
moves = 0
board = None


def fen(pos):
    """The position of the protocol as FEN."""
    sides = {"w": [], "b": []}
    for number, what in enumerate(pos[1:], 1):
        if what in SQUARES:
            sides[what.lower()].append(f"K{number}" if what.isupper() else str(number))
    return f"{pos[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}"


def say(line):
    print(line, flush=True)


for line in sys.stdin:
    word = line.split()[0]
    if word == "hub":
        say('id name=Straw version=0.1 author="nobody at all"')
        say("param name=book value=false type=bool")
        say("wait" if how != "gtp" else "? unknown command")
    if word == "init":
        say("ready")
    if word == "pos":
        board = draughts.Board(variant="english", fen=fen(re.search(r"pos=(\S+)", line)[1]))
        told = re.search(r'moves="([^"]*)"', line)
        for move in told[1].split() if told else ():
            board.push(draughts.Move(board, hub_move=move))
    if word == "go":
        moves += 1
        move = next(iter(board.legal_moves())).hub_move
        if moves == 2 and how == "die":
            print("stack overflow, dear", file=sys.stderr)
            sys.exit(3)
        if moves == 2 and how == "silent":
            time.sleep(30)
        if moves == 2 and how in ("1-32", "nonsense"):
            move = how
        if moves == 2 and how == "error":
            say('error message="no such position"')
        say("info depth=1 score=0.00")
        say(f"done move={move} ponder={move}")
    if word == "quit":
        sys.exit()
