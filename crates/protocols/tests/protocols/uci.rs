//! UCI in the middle of a search, and in the hands of another program.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Talk, answers, patient, settings};
use counterplay_api::{AnyGame, Catalog, Item, OptionError, OptionSpec, Options, UserFiles};
use counterplay_core::{Random, Seeded};
use counterplay_protocols::Protocol::Uci;
use counterplay_protocols::{Channel, Settings};

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

/// Chess with ratings of its levels.
struct Rated(&'static dyn Item);

impl Item for Rated {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn title(&self) -> &str {
        self.0.title()
    }
    fn notation(&self) -> &str {
        self.0.notation()
    }
    fn options(&self) -> &[OptionSpec] {
        self.0.options()
    }
    fn has_luck(&self) -> bool {
        self.0.has_luck()
    }
    fn has_secrets(&self) -> bool {
        self.0.has_secrets()
    }
    fn learns(&self) -> bool {
        self.0.learns()
    }
    fn has_tables(&self) -> bool {
        self.0.has_tables()
    }
    fn level_ratings(&self) -> Option<[u32; 10]> {
        Some([500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300])
    }
    fn build_with(&self, options: &Options, files: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError> {
        self.0.build_with(options, files)
    }
}

#[test]
fn strength_is_limited_where_the_levels_are_rated() {
    let standard: &'static Catalog = Box::leak(Box::new(counterplay_standard::catalog()));
    let told = |text: &str| {
        let catalog = Catalog::new().with(Rated(standard.find("chess").unwrap()));
        let engine = Uci.engine(catalog, Settings { game: "chess".into(), ..settings("chess", Some(3)) }).unwrap();
        let mut output = Vec::new();
        let channel = Channel { output: &mut output, log: None, signal: &AtomicBool::new(false) };
        engine.serve(Cursor::new(text.as_bytes().to_vec()), channel).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert!(told("uci\n").contains("option name UCI_Elo type spin default 2300 min 500 max 2300\n"));
    let limited = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 750\n";
    // A level looks at few positions and tells of none.
    let weak = told(&format!("{limited}position startpos\ngo depth 3\n"));
    assert!(weak.starts_with("bestmove "), "{weak}");
    let analysed =
        told(&format!("{limited}setoption name UCI_AnalyseMode value true\nposition startpos\ngo depth 3\n"));
    assert!(analysed.starts_with("info depth 1 "), "{analysed}");
    assert!(told("setoption name UCI_Elo value 400\n").contains("UCI_Elo is from 500 to 2300"));
    assert!(said("setoption name UCI_Elo value 1500\n").contains("there is no option \"UCI_Elo\""));
}
