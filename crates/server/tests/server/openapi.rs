//! The description for machines is true: every request that it names is made, and every answer has the shape that it
//! tells.

use std::collections::BTreeSet;

use crate::common::{Reply, Running};
use serde_json::{Value, json};

/// What is wrong with a value, by the part of JSON Schema that the description uses.
fn wrong(document: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document.pointer(name.trim_start_matches('#')).expect("a reference leads somewhere");
        return wrong(document, schema, value, place);
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other} is no type"),
    };
    let fits = match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        _ => true,
    };
    if !fits {
        return Some(format!("{place} is not of type {}: {value}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Some(format!("{place} is none of {}: {value}", schema["enum"]));
    }
    if let Some(object) = value.as_object() {
        let missing = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|name| !object.contains_key(name.as_str().unwrap()));
        if let Some(name) = missing {
            return Some(format!("{place} has no {name}"));
        }
        for (name, value) in object {
            let known = schema["properties"].get(name).or(schema.get("additionalProperties"));
            match known {
                Some(known) => {
                    if let Some(wrong) = wrong(document, known, value, &format!("{place}.{name}")) {
                        return Some(wrong);
                    }
                }
                None if schema.get("properties").is_some() => return Some(format!("{place}.{name} is not described")),
                None => {}
            }
        }
    }
    let items = value.as_array().into_iter().flatten().enumerate();
    let check = |(at, item): (usize, &Value)| wrong(document, &schema["items"], item, &format!("{place}.{at}"));
    if schema.get("items").is_some() { items.map(check).find_map(|found| found) } else { None }
}

struct Checker {
    server: Running,
    document: Value,
    made: BTreeSet<(String, String)>,
}

impl Checker {
    fn new() -> Checker {
        let server = Running::new();
        let document = server.get("/api/openapi.json").json();
        Checker { server, document, made: BTreeSet::new() }
    }

    /// Makes a request and holds the answer to the description; `path` is that of the description, `at` the one that is
    /// asked.
    fn ask(&mut self, method: &str, path: &str, at: &str, body: &Value, status: u16) -> Reply {
        let reply = self.server.ask(&method.to_uppercase(), at, &body.to_string());
        assert_eq!(reply.status, status, "{method} {at}: {reply:?}");
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not described");
        let described = &operation["responses"][status.to_string()];
        assert!(described.is_object(), "{method} {path}: {status} is not described");
        if status < 300 {
            self.made.insert((method.to_owned(), path.to_owned()));
        }
        let content = reply.header("content-type").unwrap_or_default();
        match &described["content"] {
            Value::Null => assert!(reply.body.is_empty() && content.is_empty()),
            kinds => {
                let kind = &kinds[content.split(';').next().unwrap()];
                assert!(kind.is_object(), "{method} {path}: {content} is not described");
                if content == "application/json" {
                    let problem = wrong(&self.document, &kind["schema"], &reply.json(), path);
                    assert_eq!(problem, None, "{}", reply.body);
                }
            }
        }
        if content == "text/event-stream" {
            let events = reply.events();
            for (name, data) in &events {
                let schema = &described["x-events"][name];
                assert!(schema.is_object(), "the event {name} is not described");
                assert_eq!(wrong(&self.document, schema, data, name), None, "{data}");
            }
            assert!(["done", "failed"].contains(&events.last().unwrap().0.as_str()));
        }
        reply
    }
}

/// Files that are read and written, and boards that are set up.
fn game_files(check: &mut Checker) {
    let path = "/api/files/read";
    let text = "[Black \"anna\"]\r\n\r\n1. 11-15 {good} 23-19 1-0\r\n\r\n[Black \"ben\"]\r\n\r\n1. 9-13 x *\r\n";
    let read = check.ask("post", path, path, &json!({"text": text}), 200).json();
    let games = &read["readings"][0]["games"];
    assert_eq!((&read["readings"][0]["game"], &games[0]["players"][0]), (&json!("checkers"), &json!("anna")));
    assert_eq!((&games[1]["plies"], &games[1]["fault"]["line"]), (&json!(1), &json!(7)), "{read}");
    // The game of the page is asked first, and then the others.
    let wanted = json!({"text": text, "game": "othello", "wanted": [1, 1]});
    let game = check.ask("post", path, path, &wanted, 200).json();
    assert_eq!(game["notes"], json!([{"ply": 1, "kind": "comment", "text": "good"}]));
    check.ask("post", path, path, &json!({"text": text, "wanted": [1, 3]}), 400);
    check.ask("post", path, path, &json!({"text": "nothing"}), 400);
    check.ask("post", path, path, &json!({"text": ""}), 400);
    let kuhn = json!({"text": "[Game \"kuhn\"]\n\n1. QJ pass *", "wanted": [1, 1]});
    check.ask("post", path, path, &kuhn, 409);
    // A file may be larger than other requests.
    let large = text.repeat(30_000);
    assert!(large.len() > 2 << 20);
    let read = check.ask("post", path, path, &json!({"text": large}), 200).json();
    assert_eq!(read["readings"][0]["count"], 60_000);
    let path = "/api/files/write";
    let written = json!({
        "game": "checkers", "moves": game["moves"], "players": game["players"], "result": game["result"],
        "tags": [["Event", "Open"]], "notes": game["notes"],
    });
    let file = check.ask("post", path, path, &written, 200).body;
    assert!(file.contains("[First \"anna\"]") && file.contains("1. 11-15 {good} 23-19 1-0"), "{file}");
    let unknown = json!({"game": "checkers", "moves": [], "notes": [{"ply": 0, "kind": "?", "text": ""}]});
    check.ask("post", path, path, &unknown, 400);
    // Real games go on after a draw that nobody claims.
    let moves = ["1-6", "32-27", "6-1", "27-32"].repeat(4);
    check.ask("post", path, path, &json!({"game": "checkers", "position": "B:WK32:BK1", "moves": moves}), 200);
    let (path, at) = ("/api/games/{game}/arrange", "/api/games/tictactoe/arrange");
    let board = check.ask("post", path, at, &json!({"pieces": [["b2", 1, 1]]}), 200).json();
    assert!(board["fault"].as_str().unwrap().starts_with("X begins"), "{board}");
    let again = check.ask("post", path, at, &json!({"position": "XO--X----"}), 200).json();
    assert_eq!((&again["position"], &again["fault"]), (&json!("XO--X----"), &Value::Null));
    check.ask("post", path, at, &json!({"turn": "third"}), 400);
    check.ask("post", path, "/api/games/pig/arrange", &json!({}), 400);
}

#[test]
fn the_description_is_true() {
    let mut check = Checker::new();
    let none = json!({});
    check.ask("get", "/api/catalog", "/api/catalog", &none, 200);
    check.ask("get", "/api/openapi.json", "/api/openapi.json", &none, 200);
    let read = "/api/games/{game}/read";
    check.ask("post", read, "/api/games/connect4/read", &json!({"text": "4455"}), 200);
    check.ask("post", read, "/api/games/connect4/read", &json!({"text": "x"}), 400);
    check.ask("post", read, "/api/games/none/read", &json!({"text": "4455"}), 400);
    let rules = "/api/games/{game}/rules";
    check.ask("get", rules, "/api/games/connect4/rules", &none, 200);
    check.ask("get", rules, "/api/games/kuhn/rules", &none, 200);
    check.ask("get", rules, "/api/games/none/rules", &none, 400);
    check.ask("get", "/api/course", "/api/course", &none, 200);
    check.ask("get", "/api/course/{chapter}", "/api/course/04-order", &none, 200);
    check.ask("get", "/api/course/{chapter}", "/api/course/none", &none, 404);
    game_files(&mut check);
    trees(&mut check);
    check.ask("post", "/api/sessions", "/api/sessions", &json!({"game": "none"}), 400);
    for body in [
        json!({
            "game": "tictactoe", "options": {"size": 3}, "moves": ["b2", "a1"],
            "players": {"first": "person", "second": "level:2"}, "seed": 7,
        }),
        json!({"game": "pig", "players": {"second": "person"}}),
        json!({"game": "kuhn", "moves": ["QJ"]}),
    ] {
        let begun = check.ask("post", "/api/sessions", "/api/sessions", &body, 201).json();
        let key = begun["keys"]["first"].as_str().map(|key| format!("?key={key}")).unwrap_or_default();
        let at = |path: &str| format!("/api/sessions/{}{path}{key}", begun["session"].as_str().unwrap());
        let and = if key.is_empty() { "?" } else { "&" };
        let secret = body["game"] == "kuhn";
        if secret {
            let path = format!("/api/sessions/{}", begun["session"].as_str().unwrap());
            check.ask("get", "/api/sessions/{id}", &path, &none, 403);
        }
        let look = check.ask("get", "/api/sessions/{id}", &at(""), &none, 200).json();
        let action = json!({"action": look["actions"][0]["word"]});
        check.ask("post", "/api/sessions/{id}/judge", &at("/judge"), &action, 200);
        check.ask("post", "/api/sessions/{id}/judge", &at("/judge"), &json!({"action": "?"}), 400);
        check.ask("post", "/api/sessions/{id}/hint", &at("/hint"), &none, 200);
        let cells = body["game"] == "tictactoe";
        check.ask("post", "/api/sessions/{id}/heat", &at("/heat"), &none, if cells { 200 } else { 400 });
        game_tree(&mut check, &at("/tree"), body["game"] == "tictactoe");
        let analysis = format!("{}{and}lines=2&time=100ms", at("/analysis"));
        check.ask("get", "/api/sessions/{id}/analysis", &analysis, &none, 200);
        check.ask("get", "/api/sessions/{id}/analysis", &format!("{}{and}lines=no", at("/analysis")), &none, 400);
        check.ask("post", "/api/sessions/{id}/advance", &at("/advance"), &none, 409);
        check.ask("post", "/api/sessions/{id}/moves", &at("/moves"), &json!({"action": "?"}), 400);
        check.ask("post", "/api/sessions/{id}/moves", &at("/moves"), &action, 200);
        check.ask("post", "/api/sessions/{id}/advance", &at("/advance"), &none, 200);
        let review = format!("{}{and}time=20ms", at("/review"));
        check.ask("get", "/api/sessions/{id}/review", &review, &none, 200);
        let race = format!("{}{and}depth=2&time=1s", at("/race"));
        check.ask("get", "/api/sessions/{id}/race", &race, &none, if secret { 409 } else { 200 });
        check.ask("get", "/api/sessions/{id}/race", &format!("{}{and}depth=65", at("/race")), &none, 400);
        check.ask("get", "/api/sessions/{id}/file", &at("/file"), &none, 200);
        let status = if secret { 409 } else { 200 };
        check.ask("put", "/api/sessions/{id}/line", &at("/line"), &json!({"moves": []}), status);
        check.ask("put", "/api/sessions/{id}/players", &at("/players"), &json!({"second": "person"}), status);
        check.ask("delete", "/api/sessions/{id}", &at(""), &none, 204);
        check.ask("delete", "/api/sessions/{id}", &at(""), &none, 404);
        for (method, path) in [
            ("get", ""),
            ("post", "/advance"),
            ("post", "/hint"),
            ("post", "/heat"),
            ("post", "/tree"),
            ("get", "/analysis"),
            ("get", "/review"),
            ("get", "/race"),
            ("get", "/file"),
        ] {
            check.ask(method, &format!("/api/sessions/{{id}}{path}"), &at(path), &none, 404);
        }
    }
    // All that is described has been asked for, and nothing is there that is not described.
    let described: BTreeSet<(String, String)> = (check.document["paths"].as_object().unwrap().iter())
        .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())))
        .collect();
    assert_eq!(check.made, described);
    let routed: BTreeSet<(String, String)> =
        counterplay_server::routes().into_iter().map(|(method, path)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(routed, described);
}

/// The tree of a position, of games that have one and of those that do not, and wrong requests.
fn game_tree(check: &mut Checker, at: &str, shown: bool) {
    let path = "/api/sessions/{id}/tree";
    let status = |right: u16| if shown { right } else { 400 };
    check.ask("post", path, at, &json!({}), status(200));
    for search in ["minimax", "alphabeta", "engine"] {
        let body = json!({"search": search, "depth": 3, "order": "rtl", "cutoff": "gt", "node": "1"});
        check.ask("post", path, at, &body, status(200));
    }
    check.ask("post", path, at, &json!({"node": "99"}), status(404));
    check.ask("post", path, at, &json!({"depth": 0}), 400);
    check.ask("post", path, at, &json!({"search": "guess"}), 400);
    check.ask("post", path, at, &json!({"search": "minimax", "depth": 30, "colour": 1}), 400);
}

/// The requests for trees: with every choice, with chance, with information sets, with an unknown leaf, and wrong ones.
fn trees(check: &mut Checker) {
    let [study, picture, slides] = ["/api/trees/study", "/api/trees/picture", "/api/trees/slides"];
    let search =
        json!({"tree": "A:[[3,12],[2,x]]", "algorithm": "alphabeta", "order": "ltr", "cutoff": "gt", "root": "max"});
    for body in [
        search.clone(),
        json!({"tree": "[[1.5,x],[2,1]]"}),
        json!({"tree": "chance[0.5:max@J[3,4],0.5:max@J[1,2]]"}),
        json!({"tree": "chance[1/3:[3,5],2/3:[9,4]]", "root": "min"}),
    ] {
        check.ask("post", study, study, &body, 200);
        let body = json!({"search": body, "step": 3, "show": "values,pruned", "fold": [1]});
        check.ask("post", picture, picture, &body, 200);
    }
    for format in ["svg", "dot", "tikz", "text"] {
        check.ask("post", picture, picture, &json!({"search": search, "format": format}), 200);
    }
    let archive = check.ask("post", slides, slides, &json!({"search": search, "show": "all"}), 200);
    assert!(archive.body.starts_with("PK") && archive.body.contains("step-0000.svg"));
    let grade = "/api/trees/grade";
    for sheet in [
        json!({"question": "values", "answer": {"": 3, "1": "<=3", "2": "two", "7": 1}}),
        json!({"question": "windows", "answer": {"2": [3, "inf"]}}),
        json!({"question": "visits", "answer": ["1.1", "1.2"]}),
        json!({"question": "cuts", "answer": ["1.2", "2.2"]}),
    ] {
        check.ask("post", grade, grade, &json!({"search": search, "sheet": sheet}), 200);
    }
    check.ask("post", grade, grade, &json!({"search": search, "sheet": {"question": "colours", "answer": []}}), 400);
    let quiz = "/api/trees/quiz";
    check.ask("post", quiz, quiz, &json!({}), 200);
    let wishes = json!({
        "depth": 4, "branching": [2, 3], "leaves": [0, 99], "cuts": [2, 9], "deep_cut": true, "no_ties": true,
        "same_under_both_rules": true, "algorithm": "alphabeta", "order": "rtl", "cutoff": "gt", "root": "min",
        "seed": 7,
    });
    check.ask("post", quiz, quiz, &wishes, 200);
    check.ask("post", quiz, quiz, &json!({"depth": 0}), 400);
    let uniform = "/api/trees/uniform";
    check.ask("post", uniform, uniform, &json!({"branching": 3, "depth": 5, "seed": 7}), 200);
    check.ask("post", uniform, uniform, &json!({"branching": 1000, "depth": 1000}), 400);
    check.ask("post", study, study, &json!({"tree": "[1,"}), 400);
    check.ask("post", study, study, &json!({"search": search}), 400);
    check.ask("post", picture, picture, &json!({"search": search, "format": "png"}), 400);
    check.ask("post", picture, picture, &json!({"search": search, "show": "colours"}), 400);
    check.ask("post", slides, slides, &json!({"search": {"tree": "[]"}}), 400);
    check.ask("post", study, study, &json!({"tree": " ".repeat(600 << 10)}), 413);
}
