//! Records of games that there are.

use counterplay_api::record::Record;
use counterplay_core::Seat;

fn parse(text: &str) -> Record {
    Record::parse(text).unwrap_or_else(|error| panic!("{error} at {} of {text:?}", error.offset))
}

#[test]
fn a_record_is_made_and_played_again() {
    let catalog = counterplay_standard::catalog();
    let given = [("goal".to_owned(), "20".to_owned())];
    let mut position = catalog.game("pig", &[("goal", "20")]).unwrap().read("3 4 second 5").unwrap();
    for word in ["roll", "6", "hold", "roll", "1"] {
        position.play(word).unwrap();
    }
    let record = Record::of("pig", &given, position.as_ref(), [Some("person".to_owned()), None]);
    assert_eq!((record.position.as_str(), &record.result), ("3 4 second 5", &None));
    let (_, again) = parse(&record.to_text()).open(&catalog).unwrap();
    assert_eq!((again.text(), again.line()), (position.text(), position.line()));
    // Nothing is hidden in a file.
    let mut position = catalog.game("kuhn", &[]).unwrap().start();
    for word in ["KJ", "bet", "bet"] {
        position.play(word).unwrap();
    }
    let record = Record::of("kuhn", &[], position.as_ref(), [None, None]);
    assert_eq!((record.position.as_str(), record.result.as_deref()), ("", Some("1-0")));
    assert_eq!(record.open(&catalog).unwrap().1.result(Seat::FIRST), Some(2.0));
    let drawn = catalog.game("tictactoe", &[]).unwrap().read("XOXXOOOXX").unwrap();
    assert_eq!(Record::of("tictactoe", &[], drawn.as_ref(), [None, None]).result.as_deref(), Some("1/2-1/2"));
}

#[test]
fn what_cannot_be_played_is_named() {
    let refused = |text: &str| parse(text).open(&counterplay_standard::catalog()).err().unwrap().to_string();
    assert!(refused("[Game \"go\"]").contains("no game \"go\""));
    assert!(refused("[Game \"connect4\"] [Depth \"7\"]").contains("no option --depth"));
    assert!(refused("[Game \"connect4\"] [Width \"0\"]").contains("--width must be"));
    assert!(refused("[Game \"tictactoe\"] [Position \"XX\"]").contains("the position of the file: expected 9 cells"));
    let text = "[Game \"tictactoe\"] 1. a1 b1 {again} 2. a1 c3";
    let error = Record::read(text, &counterplay_standard::catalog()).err().unwrap();
    assert_eq!(&text[error.offset..], "a1 c3");
    let error = refused("[Game \"tictactoe\"] 1. a1 b1 2. a1");
    assert!(error.starts_with("move 3: \"a1\" is not legal here"), "{error}");
}
