//! Opening books of games that were played.

use counterplay_api::{AnyGame, Book, BookBuilder, BuildRefusal, Catalog, FileGame};

/// Three games that meet after three plies in two orders; the last has no result.
const GAMES: &str = "\
[Game \"chess\"]\n[Result \"1-0\"]\n\n1. e2e4 e7e5 2. g1f3 b8c6 1-0\n\n\
[Game \"chess\"]\n[Result \"0-1\"]\n\n1. g1f3 e7e5 2. e2e4 b8c6 0-1\n\n\
[Game \"chess\"]\n\n1. e2e4 e7e5 2. g1f3 d7d6 *\n\n\
[Game \"chess\"]\n[Result \"1/2-1/2\"]\n\n1. g1f3 f3g8 1/2-1/2\n";

fn chess() -> (Catalog, std::sync::Arc<dyn AnyGame>) {
    let catalog = counterplay_standard::catalog();
    let game = catalog.game("chess", &[]).unwrap();
    (catalog, game)
}

fn options() -> Vec<(String, i64)> {
    vec![("start".to_owned(), 518)]
}

fn read(text: &str) -> Vec<FileGame> {
    let reading = chess().0.read_as("chess", &[], text).unwrap();
    reading.games.into_iter().map(|found| found.file).filter(|file| file.fault.is_none()).collect()
}

fn built(games: &[FileGame], plies: usize, least: u64) -> Book {
    let mut builder = BookBuilder::new("chess", &options(), chess().1.as_ref(), plies, 1000).unwrap();
    games.iter().for_each(|game| builder.add(game).unwrap());
    builder.finish(least)
}

/// The moves of a book after some actions: the word, games, wins, draws and losses of each.
fn moves(book: &Book, line: &[&str]) -> Vec<(String, [u64; 4])> {
    let mut position = chess().1.start();
    line.iter().for_each(|word| position.play(word).unwrap());
    let found = book.moves(position.as_ref()).into_iter();
    found.map(|found| (found.action.word.clone(), [found.games, found.wins, found.draws, found.losses])).collect()
}

fn counted(word: &str, counts: [u64; 4]) -> (String, [u64; 4]) {
    (word.to_owned(), counts)
}

#[test]
fn moves_are_counted_for_whoever_played_them_and_lines_that_meet_share_them() {
    let games = read(GAMES);
    // The last one is not legal, and left out by whoever reads.
    assert_eq!(games.len(), 3);
    let book = built(&games, 30, 1);
    assert_eq!(moves(&book, &[]), [counted("e2e4", [2, 1, 0, 0]), counted("g1f3", [1, 0, 0, 1])]);
    let met = [counted("b8c6", [2, 1, 0, 1]), counted("d7d6", [1, 0, 0, 0])];
    assert_eq!(moves(&book, &["e2e4", "e7e5", "g1f3"]), met);
    assert_eq!(moves(&book, &["g1f3", "e7e5", "e2e4"]), met);
    assert_eq!(moves(&book, &["d2d4"]), []);
    assert_eq!((book.games(), book.size()), (3, (6, 8)));
    // What is played once, and what comes later, is left out where that is asked.
    let book = built(&games, 30, 2);
    assert_eq!((moves(&book, &[]), moves(&book, &["g1f3"])), (vec![counted("e2e4", [2, 1, 0, 0])], vec![]));
    let book = built(&games, 3, 1);
    assert_eq!((moves(&book, &["e2e4", "e7e5"]).len(), moves(&book, &["e2e4", "e7e5", "g1f3"]).len()), (1, 0));
}

#[test]
fn a_move_that_comes_again_in_a_game_counts_once() {
    let games = read("[Game \"chess\"]\n\n1. g1f3 g8f6 2. f3g1 f6g8 3. g1f3 g8f6 4. d2d4 1/2-1/2\n");
    let book = built(&games, 30, 1);
    assert_eq!(moves(&book, &[]), [counted("g1f3", [1, 0, 1, 0])]);
}

#[test]
fn the_same_games_in_another_order_give_the_same_bytes() {
    let mut games = read(GAMES);
    let book = built(&games, 30, 1);
    games.reverse();
    let bytes = built(&games, 30, 1).to_bytes();
    assert_eq!(book.to_bytes(), bytes);
    let open = |bytes: &[u8]| Book::open(bytes, "chess", &options(), chess().1.as_ref());
    assert_eq!(open(&bytes).as_ref(), Ok(&book));
}

#[test]
fn a_book_of_another_game_is_refused_with_the_reason() {
    let (catalog, chess) = chess();
    let bytes = built(&read(GAMES), 30, 1).to_bytes();
    let refused = |name: &str, options: &[(String, i64)], game: &dyn AnyGame| {
        Book::open(&bytes, name, options, game).unwrap_err().to_string()
    };
    let checkers = catalog.game("checkers", &[]).unwrap();
    assert_eq!(refused("checkers", &[], checkers.as_ref()), "it is a book of chess, not of checkers");
    let other = [("start".to_owned(), 0)];
    let told = "it is a book for --start 518, and this game has --start 0";
    assert_eq!(refused("chess", &other, chess.as_ref()), told);
    assert!(refused("chess", &options(), checkers.as_ref()).contains("make it anew"));
}

#[test]
fn a_choice_is_by_the_seed_and_as_often_as_the_move_was_played() {
    let book = built(&read(GAMES), 30, 1);
    let start = chess().1.start();
    let word = |seed| book.choose(start.as_ref(), seed).unwrap().action.word;
    assert!((0..50).all(|seed| word(seed) == word(seed)));
    // Two of three games; the deviation of so many draws is 14.
    let count = (0..900).filter(|&seed| word(seed) == "e2e4").count();
    assert!((540..660).contains(&count), "{count}");
    let mut outside = start.copy();
    outside.play("d2d4").unwrap();
    assert_eq!(book.choose(outside.as_ref(), 1), None);
}

#[test]
fn a_game_without_keys_or_with_secrets_has_no_book_and_a_full_one_is_refused() {
    let (catalog, chess) = chess();
    let refusal = |name: &str| BookBuilder::new(name, &[], catalog.game(name, &[]).unwrap().as_ref(), 30, 9).err();
    assert_eq!(refusal("kuhn"), Some(BuildRefusal::Secrets));
    let mut builder = BookBuilder::new("chess", &options(), chess.as_ref(), 30, 3).unwrap();
    assert_eq!(builder.add(&read(GAMES)[0]), Err(BuildRefusal::Full { most: 3 }));
}
