//! Games in GGF are read as they were written, whole collections too, and what is wrong has its place.

use counterplay_core::{Random, Seeded};

use super::*;
use crate::Empties;

#[test]
fn a_game_is_read_as_it_was_written() {
    let mut random = Seeded::new(5);
    let mut passes = 0;
    for size in Othello::SIZES {
        let game = Othello::new(size, Empties::Winner).unwrap();
        for _ in 0..30 {
            let players = [Some("a]b\\".to_owned()), None];
            let mut written = Ggf { players, result: Some(-4.0), start: game.initial(), moves: Vec::new() };
            let mut board = written.start;
            while !board.over {
                let legal = game.action_list(&board);
                let at = legal[random.index(legal.len()).unwrap()];
                passes += usize::from(at == Move::PASS);
                written.moves.push(at);
                game.apply(&mut board, at);
            }
            let text = written.to_text(&game);
            assert_eq!(Ggf::parse(&game, &text).as_ref(), Ok(&written), "{text}");
            assert_eq!(game.parse_position(&text), Ok(board));
            assert_eq!(game.parse_game(&text), Some(Ok((written.start, written.moves.clone()))));
            // Some leave passes out.
            let without = text.replace("B[PA]", "").replace("W[PA]", "");
            assert_eq!(Ggf::parse(&game, &without).map(|read| read.moves), Ok(written.moves));
        }
    }
    assert!(passes > 20);
    assert_eq!(Othello::default().parse_game("f5d6"), None);
}

#[test]
fn what_programs_write_is_read() {
    let game = Othello::default();
    let board = "---------------------------O*------*O--------------------------- *";
    let text = format!(
        "1 (;GM[Othello]PC[GGS/os]DT[2003.01.11_18:20:46]PB[x\\]y]PW[]RE[+64.00:r]TI[15:00//02:00]TY[8r]\nBO[8 {board}]\
         B[f5//2.1]W[F6/-1.50]B[D3/1/2]W[ c5 ];) \r\n"
    );
    let read = Ggf::parse(&game, &text).unwrap();
    assert_eq!((read.players, read.result), ([Some("x]y".to_owned()), None], Some(64.0)));
    assert_eq!(game.parse_position(&text), game.parse_position("f5f6d3c5"));
}

#[test]
fn what_is_wrong_has_its_place() {
    let refused = |text: &str, rest: &str, part: &str| {
        let error = Othello::default().parse_position(text).unwrap_err();
        assert_eq!(&text[error.offset..], rest, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    };
    refused("(;B[F5]", "", ";) at the end");
    refused("(;B[F5];", ";", ";) at the end");
    refused("(;B[F5];)(;", "(;", "one game");
    refused("(;B[F5", "[F5", "not closed");
    refused("(;PB[a\\];)", "[a\\];)", "not closed");
    refused("(;B F5;)", " F5;)", "value of B");
    refused("(;GM[Go];)", "Go];)", "Othello");
    refused("(;TY[8a];)", "8a];)", "fewer");
    refused("(;TY[6];)", "6];)", "8 rows, found 6");
    refused("(;BO[];)", "];)", "size of the board");
    refused("(;BO[8 ---*];)", "];)", "expected 64 squares");
    refused("(;B[F5]B[F6];)", "F6];)", "turn of White");
    refused("(;B[F5]W[PA];)", "PA];)", "not legal");
    refused("(;B[ä];)", "ä];)", "not legal");
}

#[test]
fn a_collection_is_read_whole() {
    let text = "2 (;GM[Othello]PB[a]PB[b]B[F5]W[D6];)\n(;B[F5]W[A1]B[C3];)\n(;GM[Go]B[F5];) (;B[F5]W[D6;)\n\
        (;B[F5]W[D6]B[C3];)\nso far\n(;B F5;)(;B[F5];)";
    let games = Othello::default().parse_games(text).unwrap();
    assert_eq!(games.iter().map(|game| game.actions.len()).collect::<Vec<_>>(), [2, 1, 0, 1, 3, 0, 1]);
    let place = |error: &TextError| text[error.offset..].chars().take(4).collect::<String>();
    let faults: Vec<Option<String>> = games.iter().map(|game| game.fault.as_ref().map(place)).collect();
    let expected = [None, Some("A1]B"), Some("Go]B"), Some("[D6;"), None, Some(" F5;"), None];
    assert_eq!(faults, expected.map(|fault| fault.map(str::to_owned)));
    let remarks: Vec<(usize, String)> = (games.iter().enumerate())
        .flat_map(|(at, game)| game.remarks.iter().map(move |remark| (at, place(remark))))
        .collect();
    assert_eq!(remarks, [(0, "b]B[".to_owned()), (5, "so f".to_owned())]);
    assert_eq!(&text[games[4].offset..][..5], "(;B[F");
    assert_eq!(games[4].actions[2].1, text.find("C3];)\nso").unwrap());
}
