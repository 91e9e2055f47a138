use counterplay_core::{Game, Notation, Seat};

use super::super::{Cube, Match, Men, Stage, Stakes};
use super::*;

const START: &str = "XGID=-b----E-C---eE---c-e----B-";

fn of(length: u8) -> Backgammon {
    Backgammon::new(Stakes::Match(Match { length }), false)
}

fn money() -> Backgammon {
    Backgammon::new(Stakes::Money, false)
}

/// What an action of a position means, in the game's own words.
fn read(game: &Backgammon, position: &str, text: &str) -> Result<String, String> {
    let state = game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let legal = match state.stage() {
        Stage::Roll | Stage::Opening => {
            let mut outcomes = counterplay_core::Outcomes::new();
            counterplay_core::Chance::outcomes(game, &state, &mut outcomes);
            outcomes.as_slice().iter().map(|&(action, _)| action).collect()
        }
        _ => game.action_list(&state),
    };
    let action = game.parse_action(&state, text, &legal).map_err(|error| error.message)?;
    Ok(game.action_text(&state, action))
}

#[test]
fn plays_are_read_as_people_write_them() {
    let game = Backgammon::default();
    let plays = |board: &str, dice: &str, texts: &[&str], meant: &str| {
        let position = format!("XGID={board}:0:0:1:{dice}:0:0:0:0:0");
        for text in texts {
            assert_eq!(read(&game, &position, text).as_deref(), Ok(meant), "{text}");
        }
    };
    let start = "-b----E-C---eE---c-e----B-";
    plays(start, "31", &["8/5 6/5", "6/5 8/5", " 6/5,  8/5 ", "6/5* 8/5"], "8/5 6/5");
    plays(start, "64", &["24/14", "24/18/14", "24/20/14", "24/18 18/14", "18/14 24/18"], "24/14");
    plays(start, "66", &["13/7(2) 24/18(2)", "24/18 13/7 24/18 13/7"], "24/18(2) 13/7(2)");
    // A man on the 18 point is hit on the way, or passed.
    let blot = "-b----E-C---eE---bae----B-";
    plays(blot, "64", &["24/18*/14", "24/18/14", "24/18 18/14"], "24/18*/14");
    plays(blot, "64", &["24/20/14", "24/14"], "24/14");
    plays("-b----E-C---eE---c-d----AA", "31", &["bar/22 6/5", "b/22 6/5", "25/22 6/5", "BAR/22 6/5"], "bar/22 6/5");
    plays("-b----B------------d------", "61", &["6/off 6/5", "6/0 6/5", "6/o 6/5"], "6/off 6/5");
    plays("-------------------bbbbbbA", "31", &["pass", "Cannot  Move", "no move"], "pass");
    let wrong = |text: &str, part: &str| {
        let error = read(&game, &format!("{START}:0:0:1:31:0:0:0:0:0"), text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    };
    wrong("8/5", "expected one of");
    wrong("5/8 5/6", "lower points");
    wrong("8/5 6/", "expected a point");
    wrong("8/5 26/5", "expected a point");
    wrong("8/5(5)", "how many men");
    wrong("pass", "expected one of");
    wrong("", "expected one of");
}

#[test]
fn what_can_be_hit_or_passed_is_asked_for() {
    // From 24 to 14 a man can go by 18 or by 20, and each is a blot.
    let position = "XGID=------------------a-a---B-:0:0:1:64:0:0:0:0:0";
    let error = read(&Backgammon::default(), position, "24/14").unwrap_err();
    assert!(error.contains("24/18*/14") && error.contains("24/20*/14") && error.contains("could be"), "{error}");
    assert_eq!(read(&Backgammon::default(), position, "24/20/14").as_deref(), Ok("24/20*/14"));
}

#[test]
fn dice_and_the_cube_have_their_words() {
    let rolls = format!("{START}:0:0:1:00:0:0:0:0:0");
    for text in ["31", "13", "3-1", "1-3", "31:"] {
        assert_eq!(read(&Backgammon::default(), &rolls, text).as_deref(), Ok("31"));
    }
    for (text, meant) in [("31", "31"), ("1-3", "13")] {
        assert_eq!(read(&Backgammon::default(), &format!("{rolls} opening"), text).as_deref(), Ok(meant));
    }
    assert!(read(&Backgammon::default(), &format!("{rolls} opening"), "11").is_err());
    let turn = format!("{START}:1:1:1:00:0:0:0:0:10");
    for (text, meant) in [("Roll", "roll"), ("no double", "roll"), ("redouble", "double"), ("1", "roll")] {
        assert_eq!(read(&money(), &turn, text).as_deref(), Ok(meant));
    }
    let answer = format!("{START}:0:0:-1:D:0:0:0:0:10");
    for (text, meant) in [("take", "take"), ("pass", "drop"), ("Drops", "drop")] {
        assert_eq!(read(&money(), &answer, text).as_deref(), Ok(meant));
    }
    assert!(read(&money(), &answer, "beaver").is_err());
}

#[test]
fn a_line_is_cut_between_plays() {
    let game = Backgammon::default();
    assert_eq!(
        game.split_moves("31 8/5 6/5 5-2, 13/8,24/22 roll 66: pass double take 21: cannot move\n11 6/5(2) no double"),
        [
            "31",
            "8/5 6/5",
            "5-2",
            "13/8,24/22",
            "roll",
            "66:",
            "pass",
            "double",
            "take",
            "21:",
            "cannot move",
            "11",
            "6/5(2)",
            "no double"
        ]
    );
    assert!(game.split_moves(" , ").is_empty());
}

/// The ids were printed by GNU Backgammon 1.07 for the XGIDs.
#[test]
fn ids_are_those_of_gnu_backgammon() {
    let cases = [
        (money(), "-b----E-C---eE---c-e----B-:0:0:1:51:0:0:1:0:10", "4HPwATDgc/ABMA:cIkGAAAAAAAA"),
        (of(7), "-b----E-C---eE---c-e----B-:0:0:-1:31:2:3:0:7:10", "4HPwATDgc/ABMA:MIHlADAAEAAE"),
        (money(), "aa--BBBB----dE---d-e----B-:1:1:1:00:0:0:3:0:10", "4PPgAVDYNvABMA:UQkAAAAAAAAA"),
        (of(7), "-a-B--E-B-a-dDB--b-bcb----:1:1:1:D:3:2:0:7:10", "2M3gCSCMz+ANAA:URHgACAAGAAE"),
    ];
    for (game, text, id) in cases {
        let game = game.with_jacoby(game.stakes() == Stakes::Money);
        let state = game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(format!("{}:{}", game.position_id(&state), game.match_id(&state)), id, "{text}");
        assert_eq!(game.parse_position(id), Ok(state), "{id}");
        assert_eq!(Backgammon::told_by(id), Some(game), "{id}");
        let header = format!(" GNU Backgammon  Position ID: {}\n Match ID   : {}\n +13-14-", &id[..14], &id[15..]);
        assert_eq!(game.parse_position(&header), Ok(state), "{header}");
    }
    let game = Backgammon::default();
    assert_eq!(game.parse_position(" 4HPwATDgc/ABMA\r\n"), Ok(game.initial()));
    assert_eq!(game.position_id(&game.initial()), "4HPwATDgc/ABMA");
}

#[test]
fn an_xgid_is_read_as_forums_have_it() {
    let pasted =
        format!("{START}:1:-1:-1:31:2:4:0:7:10\n\nX:anna   O:bert\nScore is X:2 O:4 7 pt.(s) match.\n +13-14-15-");
    let game = Backgammon::told_by(&pasted).unwrap();
    assert_eq!(game, of(7));
    let state = game.parse_position(&pasted).unwrap();
    assert_eq!((state.seat(), state.dice(), state.score), (Seat::SECOND, Some([3, 1]), [2, 4]));
    assert_eq!(state.cube(), Cube { exponent: 1, owner: Some(Seat::SECOND) });
    assert_eq!(game.position_text(&state), format!("{START}:1:-1:-1:31:2:4:0:7:6"));
    // Without the mark, without the last field, with a word before it.
    for text in
        ["-b----E-C---eE---c-e----B-:1:-1:-1:13:2:4:0:7", "see xgid=-b----E-C---eE---c-e----B-:1:-1:-1:31:2:4:0:7:10"]
    {
        assert_eq!(game.parse_position(text), Ok(state), "{text}");
    }
    let jacoby = Backgammon::told_by(&format!("{START}:0:0:1:00:0:0:3:0:10")).unwrap();
    assert!(jacoby.has_jacoby() && jacoby.stakes() == Stakes::Money);
    assert_eq!(Backgammon::told_by(&format!("{START}:0:0:1:00:0:0:0:0:0")).unwrap().stakes(), Stakes::Points);
}

#[test]
fn a_game_that_is_over_is_read() {
    let won = |game: Backgammon, board: &str, rest: &str| {
        let text = format!("XGID={board}:{rest}");
        let state = game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state), "{text}");
        assert!(game.is_terminal(&state), "{text}");
        i32::from(state.won)
    };
    // One side has a man left, or all of them: none in the other's home, or one.
    let (single, gammon, backgammon) =
        ("------------------------a-", "-------------------ccccc--", "-a-----------------bccccc-");
    for (board, points) in [
        (single, 1),
        (gammon, 2),
        ("-a----------------bcccc---", 3),
        (&backgammon.replacen("b", "-", 1).replacen("ccccc", "ccccb", 1), 3),
    ] {
        assert_eq!(won(money(), board, "1:1:1:00:0:0:0:0:10"), 2 * points, "{board}");
        // Whose turn it would be does not matter.
        assert_eq!(won(Backgammon::default(), board, "0:0:-1:00:0:0:0:0:0"), points, "{board}");
        assert_eq!(won(money().with_jacoby(true), board, "0:0:1:00:0:0:1:0:10"), 1, "{board}");
        assert_eq!(won(of(5), board, "1:1:1:00:5:4:0:5:10 over"), 1, "{board}");
    }
    // A double was dropped.
    assert_eq!(won(money(), &START[5..], "1:-1:-1:00:0:0:0:0:10 over"), -2);
    assert_eq!(won(of(5), &START[5..], "0:0:-1:00:3:5:0:5:10 over"), -1);
    // A match that goes on begins the next game.
    let next = of(5).parse_position(&format!("XGID={single}:1:1:1:00:2:0:0:5:10")).unwrap();
    assert_eq!((next.stage(), next.score, next.crawford), (Stage::Opening, [4, 0], super::super::Crawford::Now));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let refused = |game: Backgammon, text: &str, rest: &str, part: &str| {
        let error = game.parse_position(text).unwrap_err();
        assert!(text[error.offset..].starts_with(rest), "{text}: {error} at {:?}", &text[error.offset..]);
        assert!(error.message.contains(part), "{text}: {error}");
    };
    let plain = Backgammon::default();
    refused(plain, "XGID=-b----E-C---eE---c-e---", "", "26 letters");
    refused(plain, "XGID=-b----E-C---eE---c-e---?B-:0:0:1:00:0:0:0:0:10", "?B-", "found '?'");
    refused(plain, "XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", "-b", "15 men, and here 16");
    refused(plain, "XGID=A-----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "A--", "second player");
    refused(plain, "XGID=-b----E-C---eE---c-e----Ba:0:0:1:00:0:0:0:0:10", "a:", "first player");
    refused(plain, &format!("{START}:0"), "", "colon and who owns");
    refused(plain, &format!("{START}:x:0:1:00:0:0:0:0:10"), "x:", "power of two");
    refused(plain, &format!("{START}:0:0:0:00:0:0:0:0:10"), "0:00", "whose turn");
    refused(plain, &format!("{START}:0:0:1:71:0:0:0:0:10"), "71", "the dice");
    refused(plain, &format!("{START}:0:0:1:B:0:0:0:0:10"), "B:", "beavers");
    refused(plain, &format!("{START}:0:0:1:00:0:0:0:0:10 junk"), "junk", "end of the position");
    refused(plain, &format!("{START}:0:0:1:31:0:0:0:0:10 over"), "over", "no word");
    refused(plain, &format!("{START}:0:0:1:00:0:0:0:0:10 over"), "", "not over");
    refused(plain, &format!("{START}:0:0:1:00:0:0:0:7:10"), "7:10", "--match 7");
    refused(plain, &format!("{START}:1:1:1:00:0:0:0:0:10"), "0:10", "--cube 1");
    refused(plain, &format!("{START}:0:0:1:00:0:0:0:99:10"), "99", "longest match");
    refused(of(5), &format!("{START}:0:0:1:00:0:0:0:7:10"), "7:10", "--match 5 was given");
    refused(of(5), &format!("{START}:0:0:1:00:0:0:0:0:10"), "0:10", "no game of a match");
    refused(of(5), &format!("{START}:0:0:1:00:5:0:0:5:10"), "5:10", "5 points");
    refused(of(5), &format!("{START}:0:0:1:00:3:0:1:5:10"), "5:10", "Crawford");
    refused(of(5), &format!("{START}:1:1:1:00:4:0:1:5:10"), "5:10", "nobody may double");
    refused(of(5), &format!("{START}:0:0:1:D:4:0:1:5:10"), "-b", "nobody may double");
    refused(money(), &format!("{START}:0:1:1:00:0:0:0:0:10"), "0:10", "nobody owns");
    refused(money(), &format!("{START}:7:1:1:00:0:0:0:0:10"), "0:10", "64 at the most");
    refused(money(), &format!("{START}:1:-1:1:D:0:0:0:0:10"), "-b", "does not own");
    refused(plain, "XGID=--------------------------:0:0:1:00:0:0:0:0:10", "--", "both sides");
    refused(plain, "XGID=-b----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:0 opening", "-b", "start of a game");
    refused(plain, "4HPwATDgc/ABM", "", "14 letters");
    refused(plain, "4HPwATDgc/ABMAA", "A", "has more");
    refused(plain, "4HPwATDgc!ABMA", "!ABMA", "found '!'");
    refused(plain, "//////////////", "/", "behind the men");
    refused(money(), "4HPwATDgc/ABMA:", "", "12 letters");
    refused(money(), "4HPwATDgc/ABMA:cIkG", "", "12 letters");
    refused(money(), "4HPwATDgc/ABMA cIkGAAAAAAAAA", "A", "has more");
    refused(money(), "4HPwATDgc/ABMA:ZIkGAAAAAAAA", "ZIkG", "owns");
    refused(of(7), "4HPwATDgc/ABMA:cIkGAAAAAAAA", "cIkG", "no game of a match");
    // A man of each on the same point: five of one on his 6 point, and of the other on his 19 point.
    let both = ids_of(&[(6, 5)], &[(19, 5)]);
    refused(plain, &both, &both, "both sides");
}

/// The Position ID of men on points, of who is on roll and of the other.
fn ids_of(own: &[(usize, u8)], other: &[(usize, u8)]) -> String {
    let men = |side: &[(usize, u8)]| {
        let mut on = [0; 25];
        side.iter().for_each(|&(point, men)| on[point - 1] = men);
        Men::new(&on).unwrap()
    };
    let game = Backgammon::default();
    game.position_id(&game.before_roll([men(own), men(other)], Seat::FIRST))
}
