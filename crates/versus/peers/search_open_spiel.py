"""Runs open_spiel's alpha-beta on one game, with evaluation 0 where the depth is reached.

Takes the name of the game and the depth, and prints one JSON object: the value for the first player, the nodes, and
the processor time. The nodes are counted in a second search, so that counting costs the first one nothing.
"""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax


def search(game, depth):
    value, _ = minimax.alpha_beta_search(
        game, value_function=lambda state: 0, maximum_depth=depth, maximizing_player_id=0
    )
    return value


def count(game, depth):
    visit, nodes = minimax._alpha_beta, 0

    def counted(*arguments, **named):
        nonlocal nodes
        nodes += 1
        return visit(*arguments, **named)

    minimax._alpha_beta = counted
    search(game, depth)
    minimax._alpha_beta = visit
    return nodes


def main():
    game, depth = pyspiel.load_game(sys.argv[1]), int(sys.argv[2])
    start = time.process_time()
    value = search(game, depth)
    seconds = time.process_time() - start
    nodes = count(game, depth)
    print(json.dumps({"value": value, "nodes": nodes, "seconds": seconds}))


main()
