use counterplay_core::{Chance, Game, Notation, Outcomes, Random, Seat, Seeded, Turn};

use super::*;

const MATCH: &str = "\
; [Site \"somewhere\"]\r
 3 point match\r
\r
 Game 1\r
 anna b. : 0                           bert : 0\r
  1)                                  52: 13/11 13/8\r
  2) 31: 8/5 6/5                      Doubles => 2\r
  3)  Takes                           66: 24/18(2) 13/7(2)\r
  4) 55: 8/3(2) 6/1*(2)               62: 13/5\r
  5)  Doubles => 4                    Drops\r
      Wins 2 points\r
\r
 Game 2\r
 anna b. : 2                           bert : 0\r
  1) 65: 24/13                        11: 8/7(2) 6/5(2)\r
";

/// A game played at random, to the end if it comes to one.
fn random_game(game: &Backgammon, random: &mut Seeded, most: usize) -> (State, Vec<Action>) {
    let start = game.blank();
    let (mut state, mut actions) = (start, Vec::new());
    while !game.is_terminal(&state) && actions.len() < most {
        let legal = match game.turn(&state) {
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                game.outcomes(&state, &mut outcomes);
                outcomes.as_slice().iter().map(|&(action, _)| action).collect()
            }
            Turn::Seat(_) => game.action_list(&state),
        };
        let action = legal[random.index(legal.len()).unwrap()];
        // Who doubled at once and always would seldom come to play.
        let action = if action == Action::Double && random.below(8) > 0 { Action::Roll } else { action };
        actions.push(action);
        game.apply(&mut state, action);
    }
    (start, actions)
}

#[test]
fn a_match_is_read() {
    let game = Mat::parse(MATCH).unwrap().rules().unwrap();
    assert_eq!(game.stakes(), Stakes::Match(Match { length: 3 }));
    let mat = Mat::parse(MATCH).unwrap();
    assert_eq!((mat.players, mat.games[1].score), (["anna b.".to_owned(), "bert".to_owned()], [2, 0]));
    let games = Mat::parse(MATCH).unwrap().replay(&game).unwrap();
    assert_eq!(games[0].heading.result.as_deref(), Some("anna b. wins 2 points"));
    assert_eq!(games[1].heading.result, None);
    let (start, actions) = game.parse_game(MATCH).unwrap().unwrap();
    assert_eq!(start.stage(), Stage::Opening);
    assert_eq!(actions[0], Action::Throw(2, 5));
    let last = game.parse_position(MATCH).unwrap();
    assert_eq!((last.score(Seat::FIRST), last.crawford, last.seat()), (2, Crawford::Now, Seat::FIRST));
    // The cube has no part in the first game without its end.
    let plain = Backgammon::default();
    let first = MATCH.split("  2)").next().unwrap();
    assert_eq!(plain.parse_game(first).unwrap().unwrap().1.len(), 2);
    assert!(plain.parse_game(MATCH).unwrap().unwrap_err().message.contains("--cube 1"));
    assert_eq!(Backgammon::new(Stakes::Money, false).parse_game(MATCH).unwrap().unwrap().1.len(), actions.len() - 4);
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = Seeded::new(11);
    let of = |length| Stakes::Match(Match { length });
    let mut ended = 0;
    for stakes in [Stakes::Points, Stakes::Money, of(1), of(5), of(17)] {
        let game = Backgammon::new(stakes, true).with_jacoby(true);
        for _ in 0..6 {
            let (start, actions) = random_game(&game, &mut random, 400);
            let text = Mat::write(&game, ["a: b", "c"], &start, &actions).unwrap();
            let (read_start, mut read) = game.parse_game(&text).unwrap().unwrap_or_else(|error| {
                panic!("{}\n{}\n{text}", error.message, error.excerpt(&text));
            });
            assert_eq!(read_start, start);
            // What was thrown, and not played, is not there.
            let kept = read.len();
            assert!(actions.len() - kept <= 2, "{text}");
            read.extend_from_slice(&actions[kept..]);
            assert_eq!(read, actions, "{text}");
            ended += usize::from(text.contains("Wins"));
        }
    }
    assert!(ended > 15, "{ended}");
    let away = Backgammon::default().parse_position("XGID=-b----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:0").unwrap();
    assert_eq!(Mat::write(&Backgammon::default(), ["", ""], &away, &[]), None);
}

#[test]
fn what_is_wrong_has_its_place() {
    let game = Backgammon::new(Stakes::Match(Match { length: 3 }), true);
    let refused = |text: &str, rest: &str, part: &str| {
        let error = game.parse_game(text).unwrap().unwrap_err();
        assert!(text[error.offset..].starts_with(rest), "{text}: {error} at {:?}", &text[error.offset..]);
        assert!(error.message.contains(part), "{text}: {error}");
    };
    let begun = " 3 point match\n Game 1\n a : 0   b : 0\n";
    refused(" 3 point match\n", "", "Game 1");
    refused("anna\n Game 1\n", "anna", "7 point match");
    refused(&format!("{begun}  1) 31: 8/5 6/4"), "8/5 6/4", "not legal");
    refused(&format!("{begun}  1) 31: 8/5 6/x"), "x", "expected a point");
    refused(&format!("{begun}  1) 31: ????    52: 13/8 24/22"), "????", "not known; the one entry");
    refused(&format!("{begun}  1) 31:      52: 13/8 24/22"), "31", "is missing; the one entry");
    refused(&format!("{begun}  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4"), "42", "turn of the second");
    refused(&format!("{begun}  1) 31: 8/5 6/5   Takes"), "Takes", "nobody has doubled");
    refused(&format!("{begun}  1) 31: 8/5 6/5   Doubles => 2\n  2) 42: 8/4 6/4"), "42", "taken or dropped");
    refused(&format!("{begun}  1) 31: 8/5 6/5  42: 8/4 6/4  31:"), "31:", "two parts");
    refused(&format!("{begun}hello"), "hello", "number of a turn");
    refused(&MATCH.replace("3 point", "5 point"), "", "--match 3");
    assert_eq!(game.parse_game("31 8/5 6/5"), None);
}

/// What is told of each game: how many actions it has, the remarks and the fault, each with its line.
fn told(game: &Backgammon, text: &str) -> Vec<(usize, Vec<String>, Option<String>)> {
    let said = |error: &TextError| format!("{}: {}", error.position(text).0, error.message);
    let games = game.parse_games(text).unwrap();
    let told = games.iter().map(|game| {
        let remarks = game.remarks.iter().map(said).collect();
        (game.actions.len(), remarks, game.fault.as_ref().map(said))
    });
    told.collect()
}

const RESIGNED: &str = "\
 5 point match

 Game 1
 anna : 0                            bert : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2) 33: ????
                                      Wins 2 points

 Game 2
 anna : 0                            bert : 2
  1) 65: 24/13                        31:
      Wins 1 point

 Game 3
 anna : 1                            bert : 2
  1)                                  31: 8/5 6/5
  2) 42: 8/4 6/4                      66:
";

#[test]
fn a_game_that_was_given_up_ends_there_and_the_next_one_is_read() {
    let game = Mat::parse(RESIGNED).unwrap().rules().unwrap();
    let games = told(&game, RESIGNED);
    assert_eq!(games.iter().map(|game| game.0).collect::<Vec<_>>(), [7, 4, 7], "{games:?}");
    assert!(games.iter().all(|game| game.2.is_none()), "{games:?}");
    let remarks: Vec<&[String]> = games.iter().map(|game| &game.1[..]).collect();
    let given_up = |line: u32, points: u32| {
        format!("{line}: the game was given up here, {points} to the winner: nothing in it has ended it")
    };
    assert_eq!(remarks[0], ["6: what was played with 33 is not known".to_owned(), given_up(7, 2)]);
    assert_eq!(remarks[1], ["11: what was played with 31 is missing".to_owned(), given_up(12, 1)]);
    assert_eq!(remarks[2], ["17: what was played with 66 is missing"]);
    // The position is that of the last game, and so is the line.
    let (start, actions) = game.parse_game(RESIGNED).unwrap().unwrap();
    assert_eq!(([0, 1].map(|seat| start.score(Seat(seat))), actions.len()), ([1, 2], 7));
    assert_eq!(game.parse_position(RESIGNED).unwrap().dice(), Some([6, 6]));
}

#[test]
fn a_play_that_is_not_known_is_found_if_the_rest_leaves_one() {
    let begun = " 3 point match\n Game 1\n a : 0   b : 0\n";
    let game = Backgammon::new(Stakes::Match(Match { length: 3 }), true);
    let text = format!(
        "{begun}  1) 31: 8/5 6/5   52: 13/11 13/8\n  2) 66: ????    41: 13/9 6/5\n  3) 22: 18/16*(2) 7/5(2)   21: 25/23 24/23\n"
    );
    let [(actions, remarks, None)] = &told(&game, &text)[..] else { panic!("{:?}", told(&game, &text)) };
    assert!(
        *actions == 17 && remarks[0].starts_with("5: what was played with 66 is not known, and can only"),
        "{remarks:?}"
    );
    assert!(remarks[0].ends_with("24/18(2) 13/7(2)"), "{remarks:?}");
}

#[test]
fn what_is_wrong_with_a_game_keeps_no_other_from_being_read() {
    let game = Mat::parse(MATCH).unwrap().rules().unwrap();
    // A line that is none, and a play that is not legal; the score of the next game is that of the file.
    for (from, to) in [("  4) 55", " hello 55"), ("55: 8/3(2) 6/1*(2)", "55: 8/3(2) 6/2*(2)")] {
        let games = told(&game, &MATCH.replace(from, to));
        assert_eq!(games.len(), 2);
        assert!(games[0].2.as_ref().is_some_and(|fault| fault.starts_with("9: ")), "{games:?}");
        assert_eq!((games[1].0, &games[1].2), (4, &None), "{games:?}");
    }
    let games = told(&game, &MATCH.replace("anna b. : 2", "anna b. : 1"));
    assert_eq!(games[1].1, ["13: the score before this game is 2 : 0 by the game before, and 1 : 0 by the file"]);
    let games = told(&game, &MATCH.replace("                    Drops\r\n      Wins 2 points", ""));
    assert_eq!(games[1].1, ["12: the game before has no end: it is not said who has won it"]);
    // Money: each game is one of its own, and all of them are read.
    let money = MATCH.replace(" 3 point", " 0 point");
    let games = told(&Mat::parse(&money).unwrap().rules().unwrap(), &money);
    assert!(games.len() == 2 && games.iter().all(|game| game.2.is_none()), "{games:?}");
}
