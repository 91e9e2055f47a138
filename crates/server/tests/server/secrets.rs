//! What a seat may not see never leaves the server.

use crate::common::{Reply, Running};
use serde_json::{Value, json};

/// The three cards, in the ways in which one might be let slip.
const CARDS: [(&str, &[&str]); 3] = [
    ("J", &["\"J\"", ">J<", "J?", "?J", "Jack", "jack", "JQ", "JK", "QJ", "KJ"]),
    ("Q", &["\"Q\"", ">Q<", "Q?", "?Q", "Queen", "queen", "QJ", "QK", "JQ", "KQ"]),
    ("K", &["\"K\"", ">K<", "K?", "?K", "King", "king", "KJ", "KQ", "JK", "QK"]),
];

/// Whether the bytes of an answer tell of a card: by its letter standing alone, by its name, by a deal, escaped or not.
fn tells_of(raw: &[u8], card: &str) -> bool {
    let text = String::from_utf8_lossy(raw);
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let (_, ways) = CARDS.iter().find(|(letter, _)| *letter == card).unwrap();
    let escaped = format!("&#{};", card.as_bytes()[0]);
    let json = format!("\\u00{:02x}", card.as_bytes()[0]);
    let alone = body.char_indices().any(|(at, c)| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        c.to_string() == card && !letter(body[..at].chars().next_back()) && !letter(body[at + 1..].chars().next())
    });
    alone || ways.iter().any(|way| body.contains(way)) || body.contains(&escaped) || body.contains(&json)
}

/// A game of two people over HTTP, by their keys.
struct Table<'a> {
    server: &'a Running,
    path: String,
    keys: [String; 2],
}

impl Table<'_> {
    fn new<'a>(server: &'a Running, body: &Value) -> (Table<'a>, Value) {
        let begun = server.post("/api/sessions", body).json();
        let key = |seat: &str| begun["keys"][seat].as_str().unwrap_or_default().to_owned();
        let path = format!("/api/sessions/{}", begun["session"].as_str().unwrap());
        (Table { server, path, keys: [key("first"), key("second")] }, begun)
    }

    fn ask(&self, seat: usize, method: &str, path: &str, body: &Value) -> Reply {
        let end = if path.contains('?') { "&" } else { "?" };
        self.server.ask(method, &format!("{}{path}{end}key={}", self.path, self.keys[seat]), &body.to_string())
    }

    /// Everything that a seat can ask for without changing anything.
    fn everything(&self, seat: usize) -> Vec<Reply> {
        let none = json!({});
        vec![
            self.ask(seat, "GET", "", &none),
            self.ask(seat, "GET", "/file", &none),
            self.ask(seat, "POST", "/hint", &none),
            self.ask(seat, "POST", "/heat", &none),
            self.ask(seat, "POST", "/judge", &json!({"action": "pass"})),
            self.ask(seat, "GET", "/analysis?lines=5", &none),
            self.ask(seat, "GET", "/review", &none),
            self.ask(seat, "PUT", "/line", &json!({"moves": []})),
            self.ask(seat, "POST", "/moves", &json!({"action": "nonsense"})),
            self.ask(seat, "PUT", "/players", &json!({"second": "level:1"})),
        ]
    }
}

/// Plays a deal through a line of passes and bets, and reads every byte that either seat is sent.
fn play(server: &Running, deal: &str, line: &[&str]) {
    let cards: Vec<String> = deal.chars().map(String::from).collect();
    let people = json!({"game": "kuhn", "moves": [deal], "players": {"first": "person", "second": "person"}});
    let (table, begun) = Table::new(server, &people);
    assert_eq!(begun["scene"]["seat"], "first");
    assert!(!tells_of(format!("\r\n\r\n{}", begun["scene"]).as_bytes(), &cards[1]), "{begun}");
    let third = ["J", "Q", "K"].into_iter().find(|card| !deal.contains(card)).unwrap();
    for (number, action) in line.iter().enumerate() {
        for seat in 0..2 {
            for reply in table.everything(seat) {
                for hidden in [cards[1 - seat].as_str(), third] {
                    assert!(!tells_of(&reply.raw, hidden), "{deal} {number} seat {seat}: {}", reply.body);
                }
                assert!(!reply.body.contains(&table.keys[0]) && !reply.body.contains(&table.keys[1]));
            }
        }
        let scene = table.ask(0, "GET", "", &json!({})).json();
        let mover = usize::from(scene["turn"] == "second");
        let own = table.ask(mover, "GET", "", &json!({}));
        assert!(tells_of(&own.raw, &cards[mover]), "one sees one's own card: {}", own.body);
        assert_eq!(own.json()["actions"].as_array().unwrap().len(), 2);
        assert!(table.ask(1 - mover, "GET", "", &json!({})).json()["actions"].as_array().unwrap().is_empty());
        let stranger = table.ask(1 - mover, "POST", "/moves", &json!({ "action": action }));
        assert_eq!((stranger.status, stranger.code().as_str()), (409, "not-your-turn"));
        for ask in ["/hint", "/advance"] {
            assert_eq!(table.ask(1 - mover, "POST", ask, &json!({})).code(), "not-your-turn");
        }
        assert_eq!(table.ask(mover, "POST", "/moves", &json!({ "action": action })).status, 200);
    }
    let scene = table.ask(0, "GET", "", &json!({})).json();
    assert_eq!(scene["over"], true);
    // At a showdown the cards are turned up; after a fold they are not.
    let folded = matches!(line, ["bet", "pass"] | ["pass", "bet", "pass"]);
    for seat in 0..2 {
        for reply in table.everything(seat) {
            assert!(!tells_of(&reply.raw, third), "{}", reply.body);
            if folded {
                assert!(!tells_of(&reply.raw, &cards[1 - seat]), "{deal} {line:?} seat {seat}: {}", reply.body);
            }
        }
    }
}

#[test]
fn no_byte_tells_of_a_card_that_a_seat_may_not_see() {
    let server = Running::new();
    let lines: [&[&str]; 5] =
        [&["pass", "pass"], &["bet", "pass"], &["bet", "bet"], &["pass", "bet", "pass"], &["pass", "bet", "bet"]];
    for (number, deal) in ["JQ", "JK", "QJ", "QK", "KJ", "KQ"].into_iter().enumerate() {
        play(&server, deal, lines[number % lines.len()]);
    }
    play(&server, "KJ", lines[3]);
}

/// Two deals of leduc that look the same to a seat are answered alike, to the byte, at its turn, at the other's and at
/// chance's.
#[test]
fn what_a_seat_is_sent_does_not_change_with_what_it_may_not_see() {
    let server = Running::new();
    for (seat, line, others) in [
        (0, "JhQs", "JhKs"),
        (1, "JhQs", "KhQs"),
        (1, "JhQs raise", "KsQs raise"),
        // Which cards are left to chance would tell who holds the others.
        (0, "JhQs raise call", "JhKs raise call"),
        (0, "JhQs raise call Qh", "JhKs raise call Qh"),
        (1, "JhQs call call Ks raise", "QhQs call call Ks raise"),
        (0, "JhQs call call Ks raise fold", "JhKh call call Ks raise fold"),
    ] {
        let [sent, alike] = [line, others].map(|line| {
            let moves: Vec<&str> = line.split(' ').collect();
            let people = json!({"game": "leduc", "moves": moves, "players": {"first": "person", "second": "person"}});
            let (table, begun) = Table::new(&server, &people);
            let session = begun["session"].as_str().unwrap();
            let bodies = table.everything(seat).into_iter().map(|reply| (reply.status, reply.body));
            bodies.map(|(status, body)| (status, body.replace(session, "session"))).collect::<Vec<_>>()
        });
        assert_eq!(sent.len(), alike.len());
        for (one, other) in sent.iter().zip(&alike) {
            assert_eq!(without_time(&one.1), without_time(&other.1), "seat {seat}: {line} and {others}");
            assert_eq!(one.0, other.0);
        }
        assert!(sent[0].1.contains("the pot holds"), "{}", sent[0].1);
    }
}

/// An answer without how long it took, and without the comments that keep a slow stream open.
fn without_time(body: &str) -> String {
    let body = body.replace(": still there\n\n", "");
    let mut parts = body.split("\"ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

#[test]
fn no_byte_tells_of_a_ship_that_a_seat_may_not_see() {
    let server = Running::new();
    let fleets = [["a1h", "a2h"], ["e1v", "a5h"]];
    let body = json!({
        "game": "battleships", "options": {"size": 5, "fleet": 32}, "moves": fleets.concat(),
        "players": {"first": "person", "second": "person"},
    });
    let (table, _) = Table::new(&server, &body);
    for shot in ["e1", "d4", "e2", "a1", "e3", "a2"] {
        for seat in 0..2 {
            for reply in table.everything(seat) {
                for hidden in fleets[1 - seat] {
                    assert!(!reply.body.contains(hidden), "seat {seat}: {}", reply.body);
                }
            }
        }
        let mover = usize::from(table.ask(0, "GET", "", &json!({})).json()["turn"] == "second");
        let heat = table.ask(mover, "POST", "/heat", &json!({}));
        assert!(
            heat.status == 200 && heat.json()["board"].as_str().unwrap().contains("class=\"heat\""),
            "{}",
            heat.body
        );
        assert_eq!(table.ask(mover, "POST", "/moves", &json!({"action": shot})).status, 200);
    }
    let moves = table.ask(1, "GET", "", &json!({})).json()["moves"].clone();
    assert_eq!(
        (&moves[0], &moves[2], &moves[8]),
        (&json!("ship A placed"), &json!("e1v"), &json!("e3 hit, ship A sunk"))
    );
}

#[test]
fn a_wrong_key_opens_nothing() {
    let server = Running::new();
    let (table, _) = Table::new(&server, &json!({"game": "kuhn", "players": {"second": "person"}}));
    let wrong = ["".to_owned(), "0".repeat(32), table.keys[0][1..].to_owned(), format!("{}0", table.keys[0])];
    let mut answers = Vec::new();
    for key in &wrong {
        for (method, path) in [
            ("GET", ""),
            ("POST", "/moves"),
            ("POST", "/advance"),
            ("POST", "/hint"),
            ("POST", "/heat"),
            ("GET", "/analysis"),
            ("GET", "/review"),
            ("GET", "/file"),
            ("PUT", "/line"),
            ("PUT", "/players"),
            ("POST", "/judge"),
            ("DELETE", ""),
        ] {
            let reply = server.ask(method, &format!("{}{path}?key={key}", table.path), "{\"action\":\"bet\"}");
            assert_eq!((reply.status, reply.code().as_str()), (403, "forbidden"), "{method} {path}");
            answers.push(reply.body);
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "a wrong key is not told from a missing one");
    assert_eq!(server.get(&table.path).status, 403);
    assert_eq!(table.ask(1, "DELETE", "", &json!({})).status, 204);
}

#[test]
fn seats_stay_with_those_who_have_them() {
    let server = Running::new();
    let (table, begun) = Table::new(&server, &json!({"game": "kuhn", "seed": 12345}));
    assert_eq!(begun["keys"].as_object().unwrap().len(), 1);
    assert!(!begun.to_string().contains("12345"), "the seed is not repeated");
    for players in [json!({"first": "level:1"}), json!({"second": "person"})] {
        let refused = table.ask(0, "PUT", "/players", &players);
        assert_eq!((refused.status, refused.code().as_str()), (409, "secret"), "{players}");
    }
    assert_eq!(table.ask(0, "PUT", "/players", &json!({"second": "level:9"})).json()["players"]["second"], "level:9");
    assert_eq!(table.ask(0, "PUT", "/line", &json!({"moves": []})).code(), "secret");
    // Where no person plays, one looks on through the eyes of the first, and may take that seat.
    let (table, begun) =
        Table::new(&server, &json!({"game": "kuhn", "players": {"first": "level:1", "second": "level:1"}}));
    assert_eq!((begun["keys"].as_object().unwrap().len(), &begun["scene"]["seat"]), (1, &json!("first")));
    assert_eq!(table.ask(0, "POST", "/advance", &json!({})).status, 200);
    assert_eq!(table.ask(0, "PUT", "/players", &json!({"second": "person"})).code(), "secret");
    assert_eq!(table.ask(0, "PUT", "/players", &json!({"first": "person"})).status, 200);
}
