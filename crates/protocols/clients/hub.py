"""Games of checkers between `counterplay engine hub checkers` and itself, led by pydraughts, which knows the rules and speaks Hub.

    python hub.py [PROGRAM]

Without a program it is the one that Cargo has built. Every move must be legal to pydraughts, in the games played through and in positions after random moves.
"""

import os
import random
import sys

import draughts
import draughts.engine

ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "..")
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"))
GAMES = 6
LONGEST = 120


def start(program):
    engine = draughts.engine.HubEngine([program, "engine", "hub", "checkers"])
    engine.configure({"variant": "english"})
    engine.init()
    engine.ping()
    return engine


def play(engine, board, limit):
    result = engine.play(board, limit, False)
    legal = {move.hub_move for move in board.legal_moves()}
    assert result.move.hub_move in legal, (result.move.hub_move, legal)
    board.push(result.move)
    return result


def main():
    engine = start(sys.argv[1] if len(sys.argv) > 1 else os.path.join(TARGET, "debug", "counterplay"))
    assert engine.id["name"] == "Counterplay" and engine.variants == {"english"}, (engine.id, engine.variants)
    limits = [
        draughts.engine.Limit(depth=4),
        draughts.engine.Limit(nodes=2000),
        draughts.engine.Limit(movetime=0.02),
        draughts.engine.Limit(time=1, inc=0.01),
    ]
    chance = random.Random(1)
    plies = captures = finished = 0
    for game in range(GAMES):
        board = draughts.Board(variant="english")
        for _ in range(chance.randrange(12)):
            moves = board.legal_moves()
            if moves:
                board.push(chance.choice(moves))
        while not board.is_over() and len(board.move_stack) < LONGEST:
            result = play(engine, board, limits[game % len(limits)])
            plies += 1
            captures += "x" in result.move.hub_move
        finished += board.is_over()
    engine.quit()
    engine.p.communicate(timeout=10)
    assert engine.p.returncode == 0, engine.p.returncode
    assert plies > 100 and captures > 20, (plies, captures)
    print(f"{GAMES} games, {finished} of them to the end: {plies} moves, {captures} captures")


main()
