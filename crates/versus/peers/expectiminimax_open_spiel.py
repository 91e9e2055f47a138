"""Measures open_spiel's backgammon, on positions from random play.

Takes a seed and how many positions, and prints one JSON object:

* `leaves` and `leaves_seconds`: expectiminimax to depth 2 with evaluation 0 from each position with the dice thrown, as
  `open_spiel.python.algorithms.minimax` has it, the only one that the package offers: the search is Python, the states
  are C++. It looks at all 36 throws.
* `plays` and `plays_seconds`: `legal_actions` of each position after each throw. A play comes once for each order of the
  dice, and doublets are played in two halves.
* `first` and `second`: the distinct positions after one play of each throw that is no doublet, from the start, and after
  the reply to it with such a throw: what must be the same for all who know the rules.

The times are those of the processor.
"""

import json
import random
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax

GAME = pyspiel.load_game("backgammon")

# Listing the plays is repeated until it has taken so many seconds.
LONG_ENOUGH = 0.2


def positions(seed, count):
    """States with the dice to be thrown, a few plies apart."""
    draw, found, state = random.Random(seed), [], GAME.new_initial_state()
    while len(found) < count:
        if state.is_terminal():
            state = GAME.new_initial_state()
        if state.is_chance_node():
            # The first throw decides who begins as well.
            if len(state.chance_outcomes()) != 30 and draw.randrange(4) == 0:
                found.append(state.clone())
            state.apply_action(draw.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(draw.choice(state.legal_actions()))
    return found


def throws(state):
    return [state.child(outcome) for outcome, _ in state.chance_outcomes()]


def is_doublet(thrown):
    dice = str(thrown).split("Dice: ")[1].split("\n")[0]
    return dice[0] == dice[1]


def board(state):
    """The men, without whose turn it is."""
    text = str(state)
    return text.split("Turn:")[0] + text.split("Bar:")[1]


def after_a_turn(thrown):
    return {board(child): child for child in (thrown.child(action) for action in thrown.legal_actions())}


def agreed():
    begun = [thrown for thrown in throws(GAME.new_initial_state()) if thrown.current_player() == 0]
    first = [after_a_turn(thrown) for thrown in begun]
    second = set()
    for state in {name: child for found in first for name, child in found.items()}.values():
        for thrown in throws(state):
            if not is_doublet(thrown):
                second.update(after_a_turn(thrown))
    return sorted(len(found) for found in first), len(second)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    states, draw, leaves = positions(seed, count), random.Random(seed), 0

    def evaluation(_):
        nonlocal leaves
        leaves += 1
        return 0

    roots = [draw.choice(throws(state)) for state in states]
    start = time.process_time()
    for root in roots:
        minimax.expectiminimax(root, 2, evaluation, root.current_player())
    leaves_seconds = time.process_time() - start

    thrown = [child for state in states for child in throws(state)]
    start, plays, plays_seconds = time.process_time(), 0, 0
    while plays_seconds < LONG_ENOUGH:
        plays += sum(len(state.legal_actions()) for state in thrown)
        plays_seconds = time.process_time() - start

    first, second = agreed()
    print(
        json.dumps(
            {
                "leaves": leaves,
                "leaves_seconds": leaves_seconds,
                "plays": plays,
                "plays_seconds": plays_seconds,
                "first": first,
                "second": second,
            }
        )
    )


main()
