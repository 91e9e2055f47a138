use counterplay_core::{Chance, Game, Notation, Outcomes, Random, Seeded, Turn};

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
    refused(&format!("{begun}  1) 31: ????"), "????", "expected the dice");
    refused(&format!("{begun}  1) 31:      52: 13/8 24/22"), "31", "not legal");
    refused(&format!("{begun}  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4"), "42", "turn of the second");
    refused(&format!("{begun}  1) 31: 8/5 6/5   Takes"), "Takes", "nobody has doubled");
    refused(&format!("{begun}  1) 31: 8/5 6/5   Doubles => 2\n  2) 42: 8/4 6/4"), "42", "taken or dropped");
    refused(&format!("{begun}  1) 31: 8/5 6/5  42: 8/4 6/4  31:"), "31:", "two parts");
    refused(&format!("{begun}hello"), "hello", "number of a turn");
    refused(&format!("{begun}  1) 31: 8/5 6/5\n Wins 1 point\n Game 2\n a : 1  b : 0\n"), " Game 2", "given up");
    refused(&MATCH.replace("anna b. : 2", "anna b. : 1"), " Game 2", "2 : 0");
    refused(&MATCH.replace("3 point", "5 point"), "", "--match 3");
    assert_eq!(game.parse_game("31 8/5 6/5"), None);
}
