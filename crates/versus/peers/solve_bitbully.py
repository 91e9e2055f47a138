"""Scores connect four positions with bitbully, without its opening book.

Reads a position per line, the columns of its moves from 1, and prints one JSON object: the scores for the side to
move, the nodes, and the processor time of the solving alone.
"""

import json
import sys
import time

import bitbully.bitbully_core as bitbully


def board_of(line):
    board = bitbully.BoardCore()
    for column in line.strip():
        if not board.play(int(column) - 1):
            raise SystemExit(f"bitbully refuses the position {line.strip()!r}")
    return board


def main():
    boards = [board_of(line) for line in sys.stdin]
    start = time.process_time()
    # One solver for all: what it keeps in its table from one position serves the next, as its authors intend.
    solver = bitbully.BitBullyCore()
    scores = [solver.mtdf(board, 0) for board in boards]
    seconds = time.process_time() - start
    print(json.dumps({"scores": scores, "nodes": solver.getNodeCounter(), "seconds": seconds}))


main()
