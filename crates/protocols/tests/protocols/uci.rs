//! UCI in the middle of a search, and in the hands of another program.

use std::collections::BTreeSet;

use crate::common::{RATINGS, Talk, answers, answers_about, patient, rated, settings};
use counterplay_api::Item;
use counterplay_core::{Random, Seeded};
use counterplay_protocols::Protocol::Uci;

/// The rook mates in one.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";

/// The number after a word of a line.
fn number(line: &str, word: &str) -> i64 {
    let after = line.split(' ').skip_while(|other| *other != word).nth(1);
    after.unwrap_or_else(|| panic!("{word} in {line}")).parse().unwrap()
}

/// The moves of a line.
fn moves(line: &str) -> Vec<&str> {
    line.split_once(" pv ").unwrap_or_else(|| panic!("a line in {line}")).1.split(' ').collect()
}

fn said(text: &str) -> String {
    answers(Uci, settings("chess", Some(4)), text.as_bytes())
}

#[test]
fn isready_is_answered_while_the_engine_thinks_and_stop_ends_it() {
    let mut talk = Talk::new(Uci, patient("chess"));
    talk.say("position startpos\ngo infinite\n");
    talk.hear_until("info depth 3 ");
    for _ in 0..3 {
        talk.say("isready\nponderhit\n\njoho\n");
        assert!(talk.hear_until("readyok").iter().all(|line| line.starts_with("info depth ") || line == "readyok"));
    }
    talk.say("stop\nstop\n");
    let told = talk.hear_until("bestmove");
    let (best, infos) = told.split_last().unwrap();
    let last = infos.last().unwrap();
    assert!(best.starts_with(&format!("bestmove {}", moves(last)[0])), "{last} and {best}");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn what_is_found_early_is_held_until_it_is_asked_for() {
    let mut talk = Talk::new(Uci, settings("chess", Some(2)));
    for (go, asks) in [("go infinite", "stop"), ("go ponder wtime 1000", "ponderhit"), ("go ponder", "stop")] {
        talk.say(&format!("{MATE}{go}\n"));
        talk.hear_until("info depth ");
        // The depth is soon reached, but nobody has asked yet.
        std::thread::sleep(std::time::Duration::from_millis(50));
        talk.say("isready\n");
        let told = talk.hear_until("readyok");
        assert!(told.iter().all(|line| !line.starts_with("bestmove")), "{told:?}");
        talk.say(&format!("{asks}\n"));
        assert_eq!(talk.hear_until("bestmove").last().unwrap(), "bestmove a1a8");
    }
    // Where there is nothing to move, too.
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nisready\nstop\n");
    assert_eq!(talk.hear(), "readyok");
    assert_eq!(talk.hear_until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn a_ponder_hit_goes_on_with_the_clock() {
    let mut talk = Talk::new(Uci, settings("chess", None));
    talk.say("position startpos moves e2e4\ngo ponder wtime 600 btime 600\n");
    talk.hear_until("info depth 4 ");
    talk.say("ponderhit\n");
    assert!(talk.hear_until("bestmove").last().unwrap().contains(" ponder "));
    // Whoever forgets to stop is understood, and there is one answer for each question.
    talk.say("go infinite\nposition startpos\ngo depth 1\nisready\n");
    let told = talk.hear_until("readyok");
    assert_eq!(told.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{told:?}");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn lines_are_ranked_and_the_moves_asked_for_are_searched_alone() {
    let asked = "go depth 4 searchmoves a2a3 h2h4 g2g4\n";
    let told = said(&format!("setoption name MultiPV value 5\nposition startpos\n{asked}"));
    let last: Vec<&str> = told.lines().filter(|line| line.starts_with("info depth 4 ")).collect();
    let ranks: Vec<i64> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(ranks, [1, 2, 3], "{told}");
    assert!(last[1..].windows(2).all(|pair| number(pair[0], "cp") >= number(pair[1], "cp")), "{told}");
    let first: BTreeSet<&str> = last.iter().map(|line| moves(line)[0]).collect();
    assert_eq!(first, BTreeSet::from(["a2a3", "g2g4", "h2h4"]), "{told}");
    assert!(told.lines().last().unwrap().starts_with(&format!("bestmove {}", moves(last[0])[0])), "{told}");
    // A move that there is not, is told of; where there is no other, all are searched.
    let told = said("position startpos\ngo depth 1 searchmoves e2e5\n");
    assert!(told.starts_with("info string searchmoves e2e5: ") && told.contains("bestmove "), "{told}");
}

#[test]
fn castling_is_written_as_the_other_program_wants_it() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    for castling in ["e1g1", "e1h1"] {
        let told = said(&format!("{position}go depth 2 searchmoves {castling}\n"));
        assert!(told.contains("\nbestmove e1g1"), "{told}");
        let chess960 = "setoption name UCI_Chess960 value true\n";
        let told = said(&format!("{chess960}{position}go depth 2 searchmoves {castling}\n"));
        assert!(told.contains(" pv e1h1 ") && told.contains("\nbestmove e1h1 ponder e8"), "{told}");
        let told = said(&format!("{chess960}{position} moves {castling} e8e7\ngo depth 1 searchmoves f1e1\n"));
        assert!(told.contains("\nbestmove "), "{told}");
    }
}

#[test]
fn a_draw_that_nobody_claims_does_not_end_the_game() {
    let there_and_back = " g1f3 g8f6 f3g1 f6g8".repeat(5);
    let told = said(&format!("position startpos moves{there_and_back}\ngo depth 2\n"));
    assert!(!told.contains("(none)") && !told.contains("info string") && told.contains("bestmove "), "{told}");
    // Two kings: the game is dead, and yet they can move.
    let told = said("position fen 7k/8/8/8/8/8/8/6K1 w - - 0 1\ngo depth 2\n");
    assert!(told.lines().last().unwrap().starts_with("bestmove g1"), "{told}");
}

#[test]
fn garbage_ends_nothing_and_each_go_has_its_move() {
    let mut random = Seeded::new(1);
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "KQkq",
        "go",
        "depth",
        "1",
        "2",
        "-1",
        "99999999999999999999",
        "nodes",
        "5",
        "movetime",
        "searchmoves",
        "e1g1",
        "wtime",
        "btime",
        "mate",
        "movestogo",
        "0",
        "setoption",
        "name",
        "value",
        "MultiPV",
        "Hash",
        "Threads",
        "UCI_Chess960",
        "true",
        "Clear",
        "ucinewgame",
        "isready",
        "uci",
        "debug",
        "on",
        "stop",
        "ponderhit",
        "joho",
        "ä",
        "\0",
        "\t",
        "\u{feff}",
        "=",
    ];
    let (mut text, mut searches) = (String::new(), 0);
    for _ in 0..1_500 {
        let count = random.below(6);
        let line: Vec<&str> = (0..count).map(|_| words[random.index(words.len()).unwrap()]).collect();
        searches += usize::from(line.join(" ").split_whitespace().next() == Some("go"));
        text += &(line.join(" ") + "\n");
    }
    text += &format!("{}\ngo depth 1\nisready\n", "x".repeat(200_000));
    let mut engine = settings("chess", Some(1));
    engine.request.limits.nodes = Some(500);
    let told = answers(Uci, engine, text.as_bytes());
    let known = ["id ", "option ", "uciok", "readyok", "info depth ", "info string ", "bestmove "];
    assert!(told.lines().all(|line| known.iter().any(|word| line.starts_with(word))), "{told}");
    assert!(told.ends_with("readyok\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with("bestmove ")).count(), searches + 1);
    assert!(searches > 20 && told.contains("info string that line was too long"));
}

#[test]
fn games_with_other_words_are_refused() {
    let catalog = counterplay_standard::catalog();
    let suited: Vec<&str> = catalog.items().filter(|item| Uci.suits(*item)).map(Item::name).collect();
    assert_eq!(suited, ["chess"]);
    let refused = Uci.engine(catalog, settings("othello", None)).map(drop);
    assert_eq!(refused, Err("uci is not for othello, but for chess".to_owned()));
}

/// Plays as weakly as this rating says.
fn limited(elo: u32) -> String {
    format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}\n")
}

/// What an engine says whose levels are rated.
fn rated_said(text: &str) -> String {
    answers_about(rated(Some(RATINGS)), Uci, settings("chess", None), text.as_bytes())
}

/// The moves that were played, with what else is in their lines.
fn played(told: &str) -> Vec<&str> {
    told.lines().filter(|line| line.starts_with("bestmove ")).collect()
}

/// The most nodes that a line tells of; none if no line does.
fn most_nodes(told: &str) -> i64 {
    told.lines().filter(|line| line.starts_with("info depth ")).map(|line| number(line, "nodes")).max().unwrap_or(0)
}

#[test]
fn a_low_rating_looks_less_far_and_errs_more_than_a_high_one() {
    // The number of the move is a part of the position, so that each time another error may be drawn.
    let starts = |go: &str| {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
        (1..=8).map(|number| format!("position fen {start} {number}\n{go}\n")).collect::<String>()
    };
    let mates = |elo: u32| {
        let asked = |number| format!("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 {number}\ngo nodes 5000\n");
        let told = rated_said(&(limited(elo) + &(1..=30).map(asked).collect::<String>()));
        assert_eq!(played(&told).len(), 30, "{told}");
        played(&told).iter().filter(|line| line.starts_with("bestmove a1a8")).count()
    };
    let [low, high] = [500, 2300].map(|elo| rated_said(&(limited(elo) + &starts("go nodes 5000"))));
    assert!((1..=100).contains(&most_nodes(&low)), "{low}");
    assert!((2_000..=5_100).contains(&most_nodes(&high)), "{high}");
    // Half of the moves at the lowest rating are any legal one.
    assert_eq!(mates(2300), 30);
    let found = mates(500);
    assert!((5..=24).contains(&found), "{found} mates of 30 are found");
    // A search that is not limited is not, and neither is an analysis.
    let whole = rated_said(&starts("go nodes 5000"));
    let analysed = limited(500) + "setoption name UCI_AnalyseMode value true\n" + &starts("go nodes 5000");
    assert!(most_nodes(&whole) > 2_000 && most_nodes(&rated_said(&analysed)) > 2_000);
    let off = limited(500) + "setoption name UCI_LimitStrength value false\n" + &starts("go nodes 5000");
    assert!(most_nodes(&rated_said(&off)) > 2_000);
}

#[test]
fn whatever_limit_comes_first_ends_a_limited_search() {
    let start = "position startpos\n";
    let told = rated_said(&format!("{}{start}go depth 2\n", limited(2300)));
    assert!(told.contains("info depth 2 ") && !told.contains("info depth 3 "), "{told}");
    for go in ["go movetime 30", "go wtime 200 btime 200", "go infinite\nstop", "go ponder wtime 200\nponderhit"] {
        let told = rated_said(&format!("{}setoption name MultiPV value 3\n{start}{go}\n", limited(2300)));
        assert_eq!(played(&told).len(), 1, "{go}: {told}");
    }
    // Only the moves that are asked for, at a rating of any errors.
    let told = rated_said(&format!("{}{start}go searchmoves a2a3 h2h4\n", limited(500)));
    assert!(["bestmove a2a3", "bestmove h2h4"].contains(&played(&told)[0]), "{told}");
}

#[test]
fn a_limited_game_is_the_same_each_time_by_its_seed() {
    let text = limited(750)
        + &["", " e2e4", " e2e4 e7e5", " d2d4", " d2d4 d7d5"]
            .map(|moves| format!("position startpos moves{moves}\ngo wtime 60000 btime 60000\n"))
            .concat();
    let game = |seed| {
        let mut engine = settings("chess", None);
        engine.request.seed = seed;
        let told = answers_about(rated(Some(RATINGS)), Uci, engine, text.as_bytes());
        played(&told).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((game(1), game(1).len()), (game(1), 5));
    assert!((2..9).any(|seed| game(seed) != game(1)));
}
