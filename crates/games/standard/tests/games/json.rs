//! Reports as JSON.

use std::time::Duration;

use counterplay_api::Request;
use counterplay_api::json::{report, variation};
use counterplay_core::Limit;
use serde_json::json;

#[test]
fn a_report_has_its_keys_in_their_order() {
    let mut position = counterplay_standard::catalog().game("tictactoe", &[]).unwrap().start();
    for word in ["a1", "a2", "b1", "b2"] {
        position.play(word).unwrap();
    }
    let found = position.best(&Request { lines: 2, ..Request::default() }, &mut |_| {}).unwrap();
    let answer = report("tictactoe", position.as_ref(), &found, Duration::from_millis(3));
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["game", "position", "turn", "action", "best", "value", "line", "depth", "nodes", "ms", "threads", "method"]
    );
    assert_eq!(answer["value"].to_string(), r#"{"score":1,"proof":"exact","outcome":"win","plies":null}"#);
    assert_eq!((&answer["turn"], &answer["ms"]), (&json!("first"), &json!(3)));
    let line = variation(position.as_ref(), &found.lines[0]);
    assert_eq!((&line["line"], &line["value"]), (&json!(["c1"]), &answer["value"]));
}

#[test]
fn what_is_not_always_there_is_left_out() {
    let mut position = counterplay_standard::catalog().game("kuhn", &[]).unwrap().start();
    position.roll(&mut counterplay_core::Seeded::new(1), None).unwrap();
    let found = position.best(&Request::default(), &mut |_| {}).unwrap();
    let mut found = found;
    found.stopped = Some(Limit::Time);
    let answer = report("kuhn", position.as_ref(), &found, Duration::ZERO);
    assert_eq!((&answer["stopped"], answer["averages"].as_array().unwrap().len()), (&json!("time"), 2));
    assert_eq!((&answer["averages"][0]["error"], &answer["confidence"]), (&json!(0), &json!(1.0)));
    assert!(answer["note"].is_string());
}
