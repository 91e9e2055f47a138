//! A text finds its game: files of the field, our own records, moves alone, positions.

use counterplay_api::record::Record;
use counterplay_api::{Catalog, Draft, FileGame, Form, Reading};
use counterplay_core::set_up::Placed;
use counterplay_core::{NoteKind, Seat};
use counterplay_standard::catalog;

/// The readings of a text: the game, how it was read, and the plies of each game in it.
fn found(text: &str) -> Vec<(String, Form, Vec<usize>)> {
    let readings = catalog().recognize(text).unwrap_or_else(|error| panic!("{}", error.describe(text)));
    readings.iter().map(told).collect()
}

fn told(reading: &Reading) -> (String, Form, Vec<usize>) {
    let plies = reading.games.iter().map(|found| found.file.position.as_ref().map_or(0, |position| position.plies()));
    (reading.game().unwrap_or("several").to_owned(), reading.form.clone(), plies.collect())
}

fn field(name: &str) -> Form {
    Form::Field(name.to_owned())
}

const MAT: &str = " 7 point match\n\n Game 1\n anna : 0                  bert : 0\n  1) 31: 8/5 6/5            52: 13/11 13/8\n  \
    2) 66: 24/18(2) 13/7(2)   41: 13/9 6/5\n      Wins 1 point\n\n Game 2\n anna : 1                  bert : 0\n  \
    1) 31: 8/5 6/5            52: 13/11 13/8\n";

#[test]
fn files_of_the_field_find_their_games() {
    let pdn = "[Event \"a\"]\n[Black \"anna\"]\n\n1. 11-15 23-19 2. 8-11 1-0\n\n[Event \"b\"]\n\n1. 9-13 22-18 *\n";
    assert_eq!(found(pdn), [("checkers".to_owned(), field("PDN"), vec![3, 2])]);
    // Windows' line ends and a byte order mark change nothing.
    let windows = format!("\u{feff}{}", pdn.replace('\n', "\r\n"));
    assert_eq!(found(&windows), found(pdn));
    // Chess has the same tags, and numbers of moves in many ways.
    let pgn = "[Event \"a\"]\n[White \"anna\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1 d4 d5 *\n";
    assert_eq!(found(pgn), [("chess".to_owned(), field("PGN"), vec![3, 2])]);
    assert_eq!(found("1.e4 c5 2.Nf3 d6"), [("chess".to_owned(), field("PGN"), vec![4])]);
    let ggf = "(;GM[Othello]PB[anna]PW[ben]RE[?]TY[8]B[F5/0.5/2.1]W[D6];)(;GM[Othello]PB[c]PW[d]B[F5];)";
    assert_eq!(found(ggf), [("othello".to_owned(), field("GGF"), vec![2, 1])]);
    let (game, form, plies) = found(MAT).remove(0);
    assert_eq!((game.as_str(), form, plies.len()), ("backgammon", field("Jellyfish match text"), 2));
    assert!(plies[0] > 7 && plies[1] > 3, "{plies:?}");
    let reading = catalog().recognize(MAT).unwrap().remove(0);
    assert_eq!(reading.games[1].options, [("match".to_owned(), "7".to_owned())]);
}

#[test]
fn our_own_records_name_their_games() {
    let one = "[Game \"tictactoe\"]\n[Size \"4\"]\n\n1. b2 a1 *\n";
    assert_eq!(found(one), [("tictactoe".to_owned(), Form::Record, vec![2])]);
    let two = format!("{one}\n[Game \"connect4\"]\n\n1. 4 4 2. 5 *\n");
    assert_eq!(found(&two), [("several".to_owned(), Form::Record, vec![2, 3])]);
    let refused = catalog().recognize("[Game \"shogi\"]\n\n1. P-7f *\n").err().unwrap();
    assert!(refused.to_string().contains("shogi"), "{refused}");
}

#[test]
fn moves_alone_find_their_game() {
    let moves = |game: &str, plies: &[usize]| vec![(game.to_owned(), Form::Moves, plies.to_vec())];
    assert_eq!(found("4 4 5 3 6 7 3"), moves("connect4", &[7]));
    assert_eq!(found("1. 4 4 2. 5 {why?} 3 (3. 4) 3. 6"), moves("connect4", &[5]));
    assert_eq!(found("[First \"anna\"]\n\n1. 4 4\n2. 5"), moves("connect4", &[3]));
    assert_eq!(found("f5d6c3d3c4"), moves("othello", &[5]));
    assert_eq!(found("b2, a1, c3"), moves("tictactoe", &[3]));
    assert_eq!(found("1a1 4d4 2b2"), moves("qubic", &[3]));
    assert_eq!(found("31 8/5 6/5 52 13/11 13/8"), moves("backgammon", &[4]));
    assert_eq!(found("e2e4 e7e5 g1f3"), moves("chess", &[3]));
    assert_eq!(found("d4 Nf6 c4 g6"), moves("chess", &[4]));
    assert_eq!(found("11-15 23-19"), [("checkers".to_owned(), field("PDN"), vec![2])]);
    // A game on each line, and a game with a move on each line.
    assert_eq!(found("f5d6c3\r\nf5f6\r\n"), moves("othello", &[3, 2]));
    assert_eq!(found("4455\n4456\n"), moves("connect4", &[4, 4]));
    assert_eq!(found("4\n4\n5\n"), moves("connect4", &[3]));
    // A mistake late in it leaves no doubt about the game.
    let readings = catalog().recognize("f5 d6 c3 a1").unwrap();
    let fault = readings[0].games[0].file.fault.clone().unwrap();
    assert_eq!((told(&readings[0]).0.as_str(), readings.len(), fault.offset), ("othello", 1, 9));
    assert!(fault.message.starts_with("move 4:"), "{fault}");
}

#[test]
fn positions_find_their_game() {
    let position = |game: &str| vec![(game.to_owned(), Form::Position, vec![0])];
    assert_eq!(found("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:7:10"), position("backgammon"));
    assert_eq!(found("XO--X----\n"), position("tictactoe"));
    assert_eq!(found("B:W18,K22:B1-3,12"), position("checkers"));
    assert_eq!(found("8/8/8/8/8/8/6k1/4K2R w K - bm O-O+; id \"x\";"), position("chess"));
}

#[test]
fn what_fits_several_games_is_told() {
    let twice =
        Catalog::new().with(counterplay_standard::tictactoe::entry()).with(counterplay_standard::tictactoe::entry());
    assert_eq!(twice.recognize("b2 a1").unwrap().len(), 2);
}

#[test]
fn what_fits_nothing_says_what_was_tried() {
    let shogi = "[Event \"x\"]\n[White \"anna\"]\n\n1. P-7f P-3d 2. P-2f G-3b *\n";
    let refused = catalog().recognize(shogi).err().unwrap();
    assert_eq!(refused.tried.len(), catalog().items().count());
    let told = refused.describe(shogi);
    assert!(told.contains("tried") && told.contains("Checkers: line 4, column 4"), "{told}");
    for text in
        ["", " \r\n", "\u{feff}", "\0", "hello", "{a comment}", "; a comment", "[Event \"x\"]", "(;GM[1]B[pd];)"]
    {
        assert!(catalog().recognize(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_text_is_read_as_the_game_that_was_asked_for() {
    let catalog = catalog();
    let wide = [("width".to_owned(), "9".to_owned())];
    let reading = catalog.read_as("connect4", &wide, "9 9 8").unwrap();
    assert_eq!((told(&reading).2, reading.games[0].options.as_slice()), (vec![3], &wide[..]));
    let other = catalog.read_as("connect4", &[], "[Game \"tictactoe\"]\n\n1. b2 *").unwrap();
    let fault = other.games[0].file.fault.as_ref().unwrap();
    assert_eq!(fault.message, "this is a game of tictactoe, not of connect4");
    assert!(catalog.read_as("shogi", &[], "4").is_err());
    let refused = catalog.read_as("connect4", &[], "8 8").err().unwrap();
    assert!(refused.to_string().contains("Connect four: "), "{refused}");
}

#[test]
fn a_large_file_is_read_whole() {
    let game = "[Event \"a long one\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n";
    let text = game.repeat(1000);
    assert_eq!(found(&text)[0].2.len(), 1000);
}

/// The one game of a text.
fn file(text: &str) -> (String, FileGame) {
    let found =
        catalog().recognize(text).unwrap_or_else(|error| panic!("{}", error.describe(text))).remove(0).games.remove(0);
    (found.game, found.file)
}

/// The notes of a game, each as its ply, its kind and its words.
fn notes(game: &FileGame) -> Vec<(usize, &str, &str)> {
    game.notes.iter().map(|note| (note.ply, note.kind.word(), note.text.as_str())).collect()
}

#[test]
fn what_is_said_of_a_game_survives_into_a_record() {
    let pdn = "[Event \"<b>Open</b>\"]\n[Black \"anna\"]\n[White \"ben \\\"b\\\"\"]\n[Number \"7\"]\n\n{before} 1. 11-15! \
        {[%clk 0:05:00] the usual} 23-19 (1... 22-18 15x22 {good}) $14 2. 8-11 1-0";
    let (name, game) = file(pdn);
    assert_eq!(game.heading.players, [Some("anna".to_owned()), Some("ben \"b\"".to_owned())]);
    assert_eq!(game.heading.result.as_deref(), Some("1-0"));
    let said = [
        (0, "comment", "before"),
        (1, "mark", "!"),
        (1, "clock", "0:05:00"),
        (1, "comment", "the usual"),
        (2, "mark", "$14"),
        (2, "variation", "1... 22-18 2. 15x22 {good}"),
    ];
    assert_eq!(notes(&game), said);
    let record = Record::of_file(&name, &[], &game).unwrap();
    let text = record.to_text();
    let (again, reread) = file(&text);
    assert_eq!(
        (again.as_str(), notes(&reread), &reread.heading.players),
        ("checkers", said.to_vec(), &game.heading.players),
        "{text}"
    );
    assert_eq!(reread.heading.result.as_deref(), Some("1-0"));
    let tags =
        [("Event", "<b>Open</b>"), ("File-Number", "7")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(reread.heading.tags, tags, "{text}");
}

#[test]
fn the_other_formats_keep_names_and_clocks() {
    let (_, ggf) = file("(;GM[Othello]PC[Server]DT[2003]PB[anna]PW[ben]RE[+2.00]TI[15:00]TY[8]B[F5/0.5/2.1]W[D6//3];)");
    assert_eq!(ggf.heading.players, [Some("anna".to_owned()), Some("ben".to_owned())]);
    assert_eq!(notes(&ggf), [(1, "clock", "2.1"), (1, "comment", "evaluation 0.5"), (2, "clock", "3")]);
    assert!(ggf.heading.tags.contains(&("TI".to_owned(), "15:00".to_owned())), "{:?}", ggf.heading);
    let (_, mat) = file(&format!("; [Event \"Open\"]\n{MAT}"));
    assert_eq!(mat.heading.players, [Some("anna".to_owned()), Some("bert".to_owned())]);
    let tags = [("Event", "Open"), ("Score", "0 : 0")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!((mat.heading.tags.as_slice(), mat.heading.result.as_deref()), (&tags[..], Some("anna wins 1 point")));
    let (_, bare) = file("[First \"anna\"]\n\n1. 4 {mine} 4 (4. 5) 2. 5?! 1-0");
    assert_eq!(bare.heading.players[0].as_deref(), Some("anna"));
    assert_eq!(notes(&bare), [(1, "comment", "mine"), (2, "variation", "4. 5"), (3, "mark", "?!")]);
}

#[test]
fn whatever_a_note_says_the_record_can_be_read_again() {
    let (_, mut game) = file("4 4 5");
    let kinds = [NoteKind::Comment, NoteKind::Variation, NoteKind::Mark, NoteKind::Clock];
    let texts =
        ["}", "{", ") 4", "(", "\"", "; x\n[Game \"tictactoe\"]", "]}", "", "1-0", "!?", "<script>alert(1)</script>"];
    for kind in kinds {
        for text in texts {
            game.notes = vec![counterplay_core::Note::new(2, kind, text), counterplay_core::Note::new(9, kind, text)];
            let record = Record::of_file("connect4", &[], &game).unwrap().to_text();
            let read = Record::parse(&record).unwrap_or_else(|error| panic!("{error}: {record}"));
            assert_eq!(read.moves, ["4", "4", "5"], "{record}");
        }
    }
}

#[test]
fn positions_are_set_up_piece_by_piece() {
    let catalog = catalog();
    let arranged: Vec<&str> = catalog
        .items()
        .filter(|item| {
            let game = item.build(&counterplay_api::Options::default()).unwrap();
            let Some(start) = game.arrange(&Draft { pieces: None, turn: Seat::FIRST }) else { return false };
            // What is taken apart and put together again is the start of the game.
            assert_eq!(start.fault, None, "{}", item.name());
            let again = game.arrange(&Draft { pieces: Some(start.pieces.clone()), turn: Seat::FIRST }).unwrap();
            assert_eq!((&again.text, &again.pieces), (&start.text, &start.pieces), "{}", item.name());
            assert!(again.kinds.len() >= 2, "{}: {:?}", item.name(), again.kinds);
            true
        })
        .map(|item| item.name())
        .collect();
    assert_eq!(arranged, ["tictactoe", "qubic", "connect4", "othello", "checkers", "chess", "backgammon"]);
    let arrange = |game: &str, pieces: &[(&str, usize, u16)], turn| {
        let placed = pieces.iter().map(|&(cell, kind, count)| Placed { cell: cell.to_owned(), kind, count });
        let pieces = Some(placed.collect());
        catalog.game(game, &[]).unwrap().arrange(&Draft { pieces, turn }).unwrap()
    };
    let one = arrange("tictactoe", &[("b2", 0, 1)], Seat::FIRST);
    assert_eq!((one.text.as_str(), &one.fault, one.turn), ("----X----", &None, None));
    let wrong = arrange("tictactoe", &[("b2", 1, 1), ("nowhere", 0, 1), ("a1", 7, 1)], Seat::FIRST);
    assert!(wrong.text == "----O----" && wrong.fault.unwrap().message.starts_with("X begins"));
    let floating = arrange("connect4", &[("4.2", 0, 1)], Seat::FIRST);
    assert!(floating.fault.unwrap().message.contains("nothing under it"));
    let kings = arrange("checkers", &[("32", 3, 1), ("1", 0, 1)], Seat::SECOND);
    assert_eq!((kings.text.as_str(), kings.fault), ("W:WK32:B1", None), "{:?}", kings.kinds);
    let crowned = arrange("checkers", &[("1", 2, 1), ("5", 0, 1)], Seat::FIRST);
    assert!(crowned.fault.unwrap().message.contains("crowned"));
    let castles = arrange("chess", &[("e8", 11, 1), ("h8", 9, 1), ("e1", 5, 1)], Seat::SECOND);
    assert_eq!((castles.text.as_str(), castles.fault), ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", None), "{:?}", castles.kinds);
    let race = arrange("backgammon", &[("6", 0, 3), ("bar", 0, 1), ("19", 1, 15)], Seat::SECOND);
    assert_eq!(race.fault, None, "{}", race.text);
    assert!(race.text.starts_with("XGID=------C------------o-----A:0:0:-1:00"), "{}", race.text);
}

#[test]
fn each_sample_can_be_read() {
    let catalog = catalog();
    for item in catalog.items().filter(|item| !item.sample().is_empty()) {
        let reading = catalog.read_as(item.name(), &[], item.sample()).unwrap_or_else(|error| panic!("{error}"));
        assert!(reading.games.len() == 1 && reading.games[0].file.fault.is_none(), "{}", item.name());
    }
    assert!(catalog.items().all(|item| !item.sample().is_empty()));
}
