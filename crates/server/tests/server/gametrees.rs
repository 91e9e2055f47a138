//! The search tree of a position, unfolded over HTTP.

use crate::common::{Running, wait_for};
use serde_json::{Value, json};

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Unfolds a tree to its leaves: hears of each node with its children, and counts the visited ones.
fn unfold(server: &Running, path: &str, wish: &Value, node: &str, heard: &mut dyn FnMut(&Value, &[Value])) -> u64 {
    let mut body = wish.clone();
    body["node"] = json!(node);
    let found = server.post(path, &body).json();
    let children = list(&found["children"]);
    assert_eq!(found["node"]["children"], children.len(), "{found}");
    heard(&found["node"], children);
    let mut visited = u64::from(found["node"]["status"] == "visited");
    for child in children {
        assert!(child["board"].as_str().unwrap().starts_with("<svg"));
        visited += if child["children"] == 0 {
            u64::from(child["status"] == "visited")
        } else {
            unfold(server, path, wish, child["path"].as_str().unwrap(), heard)
        };
    }
    visited
}

#[test]
fn every_node_has_what_its_children_give_it_and_every_cut_its_reason() {
    let server = Running::new();
    let session = server.session(&json!({"game": "checkers", "position": "B:W21,22,K6:B9,12,K30"}));
    let path = format!("{session}/tree");
    let mut values = Vec::new();
    for search in ["minimax", "alphabeta", "engine"] {
        let wish = json!({"search": search, "depth": 4});
        let root = server.post(&path, &wish).json();
        values.push(root["node"]["value"].clone());
        let mut cut = 0;
        let mut check = |node: &Value, children: &[Value]| {
            let known = children.iter().filter(|child| child["status"] == "visited");
            let known: Vec<f64> = known.filter_map(|child| child["value"].as_f64()).collect();
            let value = node["value"].as_f64().unwrap();
            let given = if node["player"] == "max" {
                known.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            } else {
                known.iter().copied().fold(f64::INFINITY, f64::min)
            };
            assert_eq!(value, given, "{node}");
            let best = children.iter().find(|child| child["path"] == node["best"]).unwrap();
            assert_eq!((&best["value"], &best["why_not"]), (&node["value"], &Value::Null));
            for child in children.iter().filter(|child| child["status"] == "cut") {
                cut += 1;
                assert_eq!(child["sentence"], node["sentence"]);
                assert!(child["sentence"].as_str().unwrap().contains("cut"), "{child}");
            }
            for child in children.iter().filter(|child| child["status"] == "visited" && child["path"] != best["path"]) {
                let why = child["why_not"].as_str().unwrap();
                assert!(why.contains(best["action"].as_str().unwrap()), "{why}");
            }
        };
        let visited = unfold(&server, &path, &wish, "", &mut check);
        assert_eq!((&root["summary"]["visited"], &root["summary"]["cut"]), (&json!(visited), &json!(cut)), "{search}");
        assert_eq!(search == "minimax", cut == 0);
        assert_eq!(search == "engine", root["summary"]["table_hits"] != 0);
    }
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn the_tree_is_that_of_the_position_and_is_held_while_something_else_is_searched() {
    let server = Running::new();
    let session = server.deep_session();
    let path = format!("{session}/tree");
    let before = server.post(&path, &json!({"depth": 2})).json();
    assert_eq!(list(&before["children"]).len(), 49);
    let stream = server.stream(&format!("{session}/analysis?time=60s"));
    assert_eq!(server.post(&path, &json!({"depth": 2, "node": "3"})).status, 200);
    assert_eq!(server.post(&path, &json!({"depth": 3})).code(), "busy");
    drop(stream);
    assert_eq!(server.post(&format!("{session}/moves"), &json!({"action": "a1"})).status, 200);
    let after = server.post(&path, &json!({"depth": 2})).json();
    assert_eq!((list(&after["children"]).len(), &after["node"]["player"]), (48, &json!("min")));
    let large = server.post(&path, &json!({"search": "minimax", "depth": 5}));
    assert_eq!((large.status, large.code().as_str()), (400, "bad-limit"), "{large:?}");
    assert!(large.json()["message"].as_str().unwrap().contains("200000 nodes"), "{large:?}");
}

#[test]
fn the_trees_of_a_session_go_with_it() {
    let server = Running::new();
    let sessions = [(); 2].map(|()| server.session(&json!({"game": "tictactoe"})));
    for session in &sessions {
        assert_eq!(server.post(&format!("{session}/tree"), &json!({})).status, 200);
    }
    let both = server.gauge.tree_nodes();
    assert_eq!(server.ask("DELETE", &sessions[0], "").status, 204);
    wait_for("the tree is dropped", || server.gauge.tree_nodes() == both / 2);
    assert_eq!(server.ask("DELETE", &sessions[1], "").status, 204);
    wait_for("the other tree is dropped", || server.gauge.tree_nodes() == 0);
}

#[test]
fn a_finished_game_has_no_tree_and_neither_has_one_with_chance_or_secrets() {
    let server = Running::new();
    let session = server.session(&json!({"game": "tictactoe", "position": "XXXOO----"}));
    assert_eq!(server.post(&format!("{session}/tree"), &json!({})).code(), "over");
    let session = server.session(&json!({"game": "pig"}));
    assert_eq!(server.post(&format!("{session}/tree"), &json!({})).code(), "bad-option");
    let session = server.session(&json!({"game": "kuhn", "moves": ["QJ"]}));
    assert_eq!(server.post(&format!("{session}/tree"), &json!({})).code(), "forbidden");
}
