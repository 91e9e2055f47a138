use super::*;

/// A book of two positions, with three moves.
fn book() -> Book {
    let counts = |games, wins, draws, losses| Counts { games, wins, draws, losses };
    Book {
        game: "a game".to_owned(),
        options: vec![("size".to_owned(), 3), ("komi".to_owned(), -7)],
        start: Key(1),
        plies: 30,
        least: 2,
        games: 1000,
        words: vec!["a1".to_owned(), "b2".to_owned()],
        positions: vec![(Key(5), 2), (Key(u64::MAX), 3)],
        moves: vec![(1, counts(700, 300, 200, 100)), (0, counts(4, 0, 0, 4)), (1, counts(2, 0, 0, 0))],
    }
}

#[test]
fn a_book_comes_back_and_every_change_of_its_file_is_seen() {
    let (book, bytes) = (book(), book().to_bytes());
    assert_eq!(file::read(&bytes).as_ref(), Ok(&book));
    for bit in 0..8 * bytes.len() {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(file::read(&other).is_err(), "bit {bit}");
    }
    for length in 0..bytes.len() {
        assert!(file::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(file::read(b"%PDF-1.7").unwrap_err().to_string(), "it is not a book file");
}

#[test]
fn content_that_makes_no_sense_is_refused() {
    let refused = |change: &dyn Fn(&mut Book)| {
        let mut book = book();
        change(&mut book);
        file::read(&book.to_bytes()) == Err(Damage::Content)
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|book| book.moves[0].0 = 2));
    assert!(refused(&|book| book.positions[1].0 = Key(5)));
    assert!(refused(&|book| book.moves[0].1 = Counts { games: u64::MAX, ..Counts::default() }));
}

#[test]
fn moves_are_found_by_their_key() {
    let book = book();
    let words = |key| book.counted(Key(key)).iter().map(|&(word, _)| word).collect::<Vec<_>>();
    assert_eq!((words(5), words(u64::MAX), words(6), words(0)), (vec![1, 0], vec![1], vec![], vec![]));
}

#[test]
fn a_score_counts_known_outcomes_and_draws_by_half() {
    let action =
        ActionWord { id: crate::ActionId::new(0, Key(0)), word: "a1".to_owned(), short: None, probability: None };
    let score = |[games, wins, draws, losses]: [u64; 4]| {
        BookMove { action: action.clone(), games, wins, draws, losses }.score()
    };
    assert_eq!((score([9, 2, 1, 1]), score([3, 0, 0, 0])), (Some(0.625), None));
}
