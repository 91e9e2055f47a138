"""Plays rounds of open_spiel's CFR+, written in C++ and called from Python, on one game.

Takes the name of the game and the rounds, and prints one JSON object: the value for the first player and the
exploitability of the average strategies, and the processor time of the rounds alone.
"""

import json
import sys
import time

import pyspiel


def main():
    game, rounds = pyspiel.load_game(sys.argv[1]), int(sys.argv[2])
    solver = pyspiel.CFRPlusSolver(game)
    start = time.process_time()
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    seconds = time.process_time() - start
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    print(json.dumps({"value": value, "exploitability": pyspiel.exploitability(game, policy), "seconds": seconds}))


main()
