"""Games of chess between `counterplay engine uci chess` and itself, led by python-chess, which knows the rules and speaks UCI.

    python uci.py [PROGRAM]

Without a program it is the one that Cargo has built. Every move and every line that is told must be legal to python-chess, in the usual game and in
Chess960; each `info` must have the form that the specification gives it; there is one `bestmove` for each `go`.
"""

import io
import logging
import os
import random
import re
import subprocess
import sys

import chess
import chess.engine
import chess.pgn

ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "..")
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"))
GAMES = 10
LONGEST = 160

MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
SCORE = r"score (cp -?\d+|mate -?\d+)( wdl \d+ \d+ \d+)?"
INFO = re.compile(
    rf"info (depth 0 {SCORE}|string .*|depth \d+ seldepth \d+ multipv \d+ {SCORE} nodes \d+ nps \d+( hashfull \d+)? time \d+ pv {MOVE}( {MOVE})*)"
)
OTHER = re.compile(rf"(id (name|author) .+|option name .+ type (spin|check|button).*|uciok|readyok|bestmove ({MOVE}( ponder {MOVE})?|\(none\)))")


class Ear(logging.Handler):
    """Hears what python-chess writes down: all lines of both programs, and what it does not understand."""

    def __init__(self):
        super().__init__()
        self.said, self.heard, self.faults = [], [], []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.faults.append(text)
        elif " << " in text:
            self.said.append(text.split(" << ", 1)[1])
        elif " >> " in text:
            self.heard.append(text.split(" >> ", 1)[1])

    def check(self):
        assert not self.faults, self.faults
        for line in self.heard:
            assert INFO.fullmatch(line) or OTHER.fullmatch(line), line
        searches = sum(line.startswith("go") for line in self.said)
        moves = sum(line.startswith("bestmove") for line in self.heard)
        assert searches == moves, (searches, moves)
        return searches, sum(line.startswith("info depth") for line in self.heard)


def follow(board, line):
    """Plays a line, which must be legal."""
    board = board.copy(stack=False)
    for move in line:
        assert board.is_legal(move), (board.fen(), move)
        board.push(move)


def play(engine, board, limit, **more):
    result = engine.play(board, limit, info=chess.engine.INFO_ALL, **more)
    assert board.is_legal(result.move), (board.fen(), result.move)
    follow(board, result.info.get("pv", []))
    assert "score" in result.info and result.info["score"].turn == board.turn, result.info
    return result


def games(engine, chance):
    limits = [
        chess.engine.Limit(nodes=300),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(time=0.005),
        chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=0.3, black_clock=0.3, remaining_moves=20),
    ]
    plies = finished = castled = 0
    boards = []
    for game in range(GAMES):
        board = chess.Board() if game % 2 == 0 else chess.Board.from_chess960_pos(chance.randrange(960))
        for _ in range(chance.randrange(8)):
            board.push(chance.choice(list(board.legal_moves)))
        # A draw by repetition is not claimed: python-chess goes on until the fifth time.
        while not board.is_game_over() and board.ply() < LONGEST:
            result = play(engine, board, limits[game % len(limits)], game=game)
            castled += board.is_castling(result.move)
            board.push(result.move)
            plies += 1
        finished += board.is_game_over()
        boards.append(board)
    assert plies > 300 and castled > 0, (plies, castled)
    return boards, f"{GAMES} games, {finished} of them to the end: {plies} moves"


def reads_pgn(program, boards):
    """Our PGN of the games has the moves that were played."""
    told = "\n\n".join(str(chess.pgn.Game.from_board(board)) for board in boards)
    command = [program, "convert", "chess", "-", "--to", "pgn"]
    ours = io.StringIO(subprocess.run(command, input=told, capture_output=True, text=True, check=True).stdout)
    for board in boards:
        game = chess.pgn.read_game(ours)
        assert game is not None and not game.errors, game and game.errors
        assert list(game.mainline_moves()) == board.move_stack, (board.fen(), game)
    assert chess.pgn.read_game(ours) is None


def analyses(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    found = engine.analyse(board, chess.engine.Limit(nodes=3000), multipv=4)
    assert len(found) == 4 and len({info["pv"][0] for info in found}) == 4, found
    for info in found:
        follow(board, info["pv"])
    ordered = [info["score"].relative.score(mate_score=100000) for info in found[1:]]
    assert ordered == sorted(ordered, reverse=True), ordered
    only = [chess.Move.from_uci("a7a6"), chess.Move.from_uci("h7h6")]
    found = engine.analyse(board, chess.engine.Limit(depth=4), root_moves=only)
    assert found["pv"][0] in only, found
    # Without an end, until it is stopped.
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    assert analysis.wait().move in board.legal_moves
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    assert engine.play(mate, chess.engine.Limit(depth=4)).move == chess.Move.from_uci("a1a8")
    for over in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"]:
        assert engine.play(chess.Board(over), chess.engine.Limit(nodes=100)).move is None


def ponders(engine):
    """In the opponent's time, which then plays as expected, and then does not."""
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5)
    for expected in [True, False, True]:
        result = play(engine, board, limit, ponder=True)
        board.push(result.move)
        other = [move for move in board.legal_moves if move != result.ponder]
        board.push(result.ponder if expected and result.ponder else other[0])
    play(engine, board, limit)


def main():
    ear = Ear()
    log = logging.getLogger("chess.engine")
    log.setLevel(logging.DEBUG)
    log.propagate = False
    log.addHandler(ear)
    program = sys.argv[1] if len(sys.argv) > 1 else os.path.join(TARGET, "debug", "counterplay")
    engine = chess.engine.SimpleEngine.popen_uci([program, "engine", "uci", "chess", "--memory", "4M"])
    try:
        talk(engine, ear, program)
    finally:
        engine.close()


def talk(engine, ear, program):
    assert engine.id["name"].startswith("Counterplay "), engine.id
    wanted = {"Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_AnalyseMode"}
    assert wanted <= set(engine.options), engine.options
    engine.configure({"Hash": 2, "Threads": 2})
    analyses(engine)
    engine.configure({"Threads": 1, "Clear Hash": None})
    ponders(engine)
    boards, played = games(engine, random.Random(1))
    reads_pgn(program, boards)
    engine.ping()
    engine.quit()
    assert engine.returncode.result(10) == 0, engine.returncode
    searches, infos = ear.check()
    print(f"{played}; {searches} searches, {infos} lines of info")


main()
