//! What a hostile or careless client gets: the rows 50 to 60 of the list of faults, and those about rules that panic.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{LONG, Reply, Running, read_to_end, wait_for};
use counterplay_adapt::Entry;
use counterplay_api::Catalog;
use counterplay_core::{Actions, Game, Score, Seat, Turn, Without};
use serde_json::json;

const SHORT: Duration = Duration::from_millis(300);

/// How long after the start a socket is closed by the server.
fn closed_after(stream: &mut TcpStream, start: Instant) -> Duration {
    let mut bytes = [0; 1024];
    while let Ok(1..) = stream.read(&mut bytes) {}
    start.elapsed()
}

#[test]
fn fault_50_bodies_that_are_too_large_endless_or_deep() {
    let server = Running::set(|settings| settings.body = SHORT);
    let large = server.ask("POST", "/api/sessions", &" ".repeat(65 << 10));
    assert_eq!((large.status, large.code().as_str()), (413, "too-large"));
    // One that only says that it is large is not waited for.
    let head = format!("POST /api/sessions HTTP/1.1\r\nHost: {}\r\n", server.address);
    let boast = server.raw(format!("{head}Content-Length: 1000000000000\r\n\r\n").as_bytes());
    assert_eq!((boast.status, boast.code().as_str()), (413, "too-large"));
    let full = server.ask("POST", "/api/sessions", &" ".repeat(64 << 10));
    assert_eq!((full.status, full.code().as_str()), (400, "bad-request"));

    // Chunks without end.
    let mut stream = server.connect();
    stream.write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let chunk = format!("1000\r\n{}\r\n", "a".repeat(0x1000));
    let start = Instant::now();
    while start.elapsed() < LONG && stream.write_all(chunk.as_bytes()).is_ok() {}
    assert_eq!(read_to_end(&mut stream).status / 100 * 100, 400);
    // Chunks that come slowly.
    let mut stream = server.connect();
    stream.write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n").as_bytes()).unwrap();
    let slow = read_to_end(&mut stream);
    assert_eq!((slow.status, slow.code().as_str()), (408, "slow"));

    for open in ["[", "{\"options\":", "{\"game\":[", "{\"options\":{\"a\":["] {
        let deep = server.ask("POST", "/api/sessions", &open.repeat(65_000 / open.len()));
        assert_eq!(deep.status, 400, "{open}");
        assert!(["bad-json", "bad-request"].contains(&deep.code().as_str()), "{open} {deep:?}");
    }
    for wrong in [
        "",
        "nonsense",
        "{",
        "null",
        "[]",
        "{\"game\":1}",
        "{\"game\":\"pig\",\"sneed\":1}",
        "\u{feff}{}",
        "{\"game\":\"\0\"}",
    ] {
        let reply = server.ask("POST", "/api/sessions", wrong);
        assert_eq!(reply.status, 400, "{wrong}");
    }
    assert_eq!((server.get("/api/catalog").status, server.gauge.sessions()), (200, 0));
}

#[test]
fn fault_51_silent_and_dripping_sockets_are_closed_and_shut_nobody_out() {
    let server = Running::set(|settings| {
        (settings.head, settings.body, settings.idle, settings.connections) = (SHORT, SHORT, 2 * SHORT, 50);
    });
    let start = Instant::now();
    let mut silent = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut kept = server.connect();
    kept.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes()).unwrap();
    // A byte now and then does not put off the deadline of the head.
    let mut dripping = server.connect();
    let drips = std::thread::spawn(move || {
        let start = Instant::now();
        while dripping.write_all(b"G").is_ok() && start.elapsed() < LONG {
            std::thread::sleep(SHORT / 10);
        }
        start.elapsed()
    });
    for stream in [&mut half, &mut silent, &mut kept] {
        let after = closed_after(stream, start);
        assert!(after >= SHORT && after < LONG / 2, "{after:?}");
    }
    assert!(drips.join().unwrap() < LONG / 2);
    wait_for("the end of all connections", || server.gauge.connections() == 0);

    // Many more than there may be; each answer comes all the same.
    let crowd: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                let _ = stream.write_all(b"POST /api/sessions HTTP/1.1\r\nHost:");
            }
            if number % 20 == 0 {
                assert_eq!(server.get("/api/catalog").status, 200);
            }
            stream
        })
        .collect();
    assert!(server.gauge.connections() <= 50);
    assert_eq!(server.get("/").status, 200);
    drop(crowd);
}

#[test]
fn fault_52_sessions_are_capped_and_forgotten() {
    let server = Running::set(|settings| (settings.sessions, settings.session_idle) = (20, 4 * SHORT));
    let begin = || server.post("/api/sessions", &json!({"game": "tictactoe"}));
    let replies: Vec<Reply> = (0..30).map(|_| begin()).collect();
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 20);
    let refused = replies.last().unwrap();
    assert_eq!((refused.status, refused.code().as_str(), refused.header("retry-after")), (503, "full", Some("1")));
    wait_for("the end of idle sessions", || server.gauge.sessions() == 0);
    let id = replies[0].json()["session"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/api/sessions/{id}")).code(), "no-session");

    // Where one has been idle for long enough, it makes room.
    let server = Running::set(|settings| (settings.sessions, settings.session_grace) = (2, SHORT));
    let oldest = server.session(&json!({"game": "tictactoe"}));
    std::thread::sleep(SHORT);
    let kept = server.session(&json!({"game": "tictactoe"}));
    server.session(&json!({"game": "tictactoe"}));
    assert_eq!((server.get(&oldest).status, server.get(&kept).status), (404, 200));
    assert_eq!(server.post("/api/sessions", &json!({"game": "tictactoe"})).status, 503);

    // Sessions that come and go leave nothing behind.
    let server = Running::set(|settings| settings.sessions = 5);
    for _ in 0..200 {
        let session = server.session(&json!({"game": "connect4"}));
        assert_eq!(server.ask("DELETE", &session, "").status, 204);
    }
    assert_eq!(server.gauge.sessions(), 0);
}

#[test]
fn fault_53_one_search_for_a_session() {
    let server = Running::set(|settings| settings.patience = Duration::from_millis(20));
    let session = server.deep_session();
    let stream = server.stream(&format!("{session}/analysis"));
    for (method, path) in [("GET", "analysis"), ("POST", "hint")] {
        let second = server.ask(method, &format!("{session}/{path}"), "");
        assert_eq!((second.status, second.code().as_str()), (409, "busy"), "{path}");
    }
    assert_eq!(server.gauge.searches(), 1);
    // A move is no search: it ends the one that is under way, which says so.
    assert_eq!(server.post(&format!("{session}/moves"), &json!({"action": "d4"})).status, 200);
    let mut stream = stream;
    stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    let rest = String::from_utf8_lossy(&rest);
    assert_eq!(rest.matches("event: done").count(), 1, "{rest}");
    assert!(rest.contains("\"stopped\":\"stop\""), "{rest}");
    // So is it when the machine is to play.
    let stream = server.stream(&format!("{session}/analysis"));
    let advanced = server.ask("POST", &format!("{session}/advance"), "");
    assert!(advanced.status == 200 || advanced.code() == "busy", "{advanced:?}");
    drop(stream);
    wait_for("the end of all searches", || server.gauge.searches() == 0);
}

#[test]
fn fault_54_a_search_ends_with_its_client() {
    let server = Running::new();
    let sessions: Vec<String> = (0..3).map(|_| server.deep_session()).collect();
    // A stream, a hint, and one that waits in the queue.
    let streams: Vec<TcpStream> =
        sessions.iter().map(|session| server.stream(&format!("{session}/analysis?time=5m"))).collect();
    assert_eq!((server.gauge.searches(), server.gauge.waiting(), server.gauge.workers()), (2, 1, 2));
    drop(streams);
    let took = wait_for("the end of the searches", || server.gauge.searches() == 0 && server.gauge.waiting() == 0);
    println!("the searches ended {took:?} after their clients");
    assert!(took < Duration::from_secs(5), "{took:?}");
    wait_for("the end of the streams", || server.gauge.streams() == 0 && server.gauge.workers() == 0);

    let mut hint = server.connect();
    write!(hint, "POST {}/hint HTTP/1.1\r\nHost: {}\r\n\r\n", sessions[0], server.address).unwrap();
    wait_for("the hint", || server.gauge.searches() == 1);
    drop(hint);
    wait_for("the end of the hint", || server.gauge.searches() == 0 && server.gauge.workers() == 0);
    // The slot of the session is free again.
    let reply = server.get(&format!("{}/analysis?time=10ms", sessions[0]));
    assert_eq!(reply.events().last().unwrap().0, "done", "{reply:?}");
}

#[test]
fn fault_55_a_stream_that_nobody_reads_is_cut_and_streams_are_capped() {
    let server = Running::set(|settings| {
        (settings.write, settings.pulse, settings.streams) = (SHORT, Duration::ZERO, 3);
    });
    // A pulse without a pause fills the buffers of a client that does not read, as a talkative search would.
    let session = server.deep_session();
    let deaf = server.open_stream(&format!("{session}/analysis?time=10m"));
    wait_for("the search", || server.gauge.searches() == 1);
    wait_for("the end of the search that nobody hears", || server.gauge.searches() == 0);
    wait_for("the end of its connection", || server.gauge.connections() == 0);
    drop(deaf);

    let server = Running::set(|settings| settings.streams = 3);
    let sessions: Vec<String> = (0..5).map(|_| server.deep_session()).collect();
    let open: Vec<TcpStream> =
        sessions[..3].iter().map(|session| server.stream(&format!("{session}/analysis"))).collect();
    let fourth = server.get(&format!("{}/analysis", sessions[3]));
    assert_eq!((fourth.status, fourth.code().as_str(), fourth.header("retry-after")), (429, "too-many", Some("1")));
    drop(open);
    // One that comes back in a loop leaves nothing behind.
    for _ in 0..50 {
        drop(server.open_stream(&format!("{}/analysis", sessions[4])));
    }
    wait_for("the end of all", || server.gauge.streams() == 0 && server.gauge.searches() == 0);
    let reply = server.get(&format!("{}/analysis?time=10ms", sessions[4]));
    let last: Vec<&str> = (reply.body.matches("event: done").chain(reply.body.matches("event: failed"))).collect();
    assert_eq!(last.len(), 1, "{reply:?}");
}

#[test]
fn fault_56_more_searches_than_workers_wait_and_the_rest_goes_on() {
    let server = Running::set(|settings| (settings.waiting, settings.workers) = (2, 1));
    let sessions: Vec<String> = (0..4).map(|_| server.deep_session()).collect();
    let mut streams: Vec<TcpStream> =
        sessions[..3].iter().map(|session| server.stream(&format!("{session}/analysis?time=5m"))).collect();
    let full = server.get(&format!("{}/analysis", sessions[3]));
    assert_eq!((full.status, full.code().as_str(), full.header("retry-after")), (503, "full", Some("1")));
    assert_eq!((server.gauge.searches(), server.gauge.waiting()), (1, 2));
    // What is short does not wait for what is long.
    let slowest = (0..20)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(server.get("/api/catalog").status, 200);
            assert_eq!(server.get(&sessions[3]).status, 200);
            start.elapsed()
        })
        .max();
    println!("the slowest of two cheap answers took {slowest:?}");
    assert_eq!(server.post(&format!("{}/hint", sessions[3]), &json!({})).status, 200);
    // Those who wait move up.
    let mut last = streams.pop().unwrap();
    drop(streams);
    let mut text = String::new();
    let mut bytes = [0; 4096];
    while !text.contains("event: progress") {
        let read = last.read(&mut bytes).unwrap();
        assert!(read > 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

#[test]
fn fault_57_names_are_looked_up_and_never_joined_to_a_path() {
    let server = Running::new();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/web/index.html",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html%00",
        "/index.html/",
        "/.",
        "/src/lib.rs",
        "/api",
        "/api/",
        "/api/sessions/../catalog",
        "/api/sessions/%2e%2e/catalog",
        "/api/../../Cargo.toml",
    ] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.code().as_str()), (404, "not-found"), "{path}");
    }
    for game in ["..", ".", "tictactoe.", "TICTACTOE", "tictactoe-", "C:"] {
        let reply = server.post(&format!("/api/games/{game}/read"), &json!({"text": ""}));
        assert_eq!((reply.status, reply.code().as_str()), (400, "no-game"), "{game}");
    }
    for game in ["../tictactoe", "/etc/passwd", "tictactoe\0", "", "tictactoe\n"] {
        let reply = server.post("/api/sessions", &json!({"game": game}));
        assert_eq!((reply.status, reply.code().as_str()), (400, "no-game"), "{game:?}");
    }
    assert_eq!(server.get("/api/sessions/..").code(), "no-session");
}

#[test]
fn fault_58_other_sites_are_refused() {
    let server = Running::new();
    let port = server.address.port();
    let ask = |headers: &str| {
        server.raw(format!("GET /api/catalog HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes())
    };
    for own in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(ask(&format!("Host: {own}\r\n")).status, 200);
        assert_eq!(ask(&format!("Host: {own}\r\nOrigin: http://{own}\r\n")).status, 200);
        for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
            let reply = ask(&format!("Host: {own}\r\nOrigin: {origin}\r\n"));
            assert_eq!((reply.status, reply.code().as_str()), (403, "forbidden"), "{origin}");
        }
    }
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example"] {
        assert_eq!(ask(&format!("Host: {host}\r\n")).status, 403, "{host}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "127.0.0.2", "0.0.0.0"] {
        assert_eq!(ask(&format!("Host: {host}:{port}\r\n")).status, 403, "{host}");
    }
    let own = format!("Host: localhost:{port}\r\n");
    for hosts in [
        "".to_owned(),
        "Host:\r\n".to_owned(),
        own.repeat(2),
        format!("{own}host: evil.example\r\n"),
        format!("Host: a\r\n{own}"),
    ] {
        let reply = ask(&hosts);
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad-request"), "{hosts:?}");
    }
    let reply = ask(&format!("Host: localhost:{port}\r\nSec-Fetch-Site: cross-site\r\n"));
    assert_eq!(reply.status, 403);
    assert!(server.address.ip().is_loopback());
    for path in ["/", "/api/catalog", "/nothing"] {
        let reply = server.get(path);
        assert!(reply.header("access-control-allow-origin").is_none());
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    }
    assert_eq!(server.get("/api/catalog").header("cache-control"), Some("no-store"));
}

/// A game with the worst of names.
struct Nim;

impl Game for Nim {
    type State = u8;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u8 {
        5
    }
    fn turn(&self, left: &u8) -> Turn {
        Turn::Seat(Seat(left % 2))
    }
    fn actions(&self, left: &u8, out: &mut Actions<u8>) {
        assert!(*left != 3, "<img src=x>");
        out.extend((1..=2).filter(|take| take <= left));
    }
    fn apply(&self, left: &mut u8, take: u8) {
        *left -= take;
    }
    fn is_terminal(&self, left: &u8) -> bool {
        *left == 0
    }
    fn utility(&self, _: &u8) -> Score {
        Score::WIN
    }
}

#[test]
fn fault_59_hostile_names_are_data() {
    let name = "<script>alert(1)</script>";
    let catalog = Catalog::new().with(Entry::new("nim", name, || Nim));
    let server = Running::with(&catalog, |_| {});
    let listed = server.get("/api/catalog");
    assert_eq!(listed.header("content-type"), Some("application/json"));
    assert_eq!(listed.json()["games"][0]["title"], name);
    let session = server.session(&json!({"game": "nim", "players": {"second": "person"}}));
    let scene = server.get(&session).json();
    assert_eq!(scene["title"], name);
    assert!(!scene["board"].as_str().unwrap().contains("<script"), "{scene}");
    let hostile = "<script>x</script>\u{202e}\"'";
    let refused = server.post(&format!("{session}/moves"), &json!({"action": hostile}));
    assert_eq!((refused.status, refused.header("content-type")), (400, Some("application/json")));
    assert_eq!(server.post("/api/sessions", &json!({"game": hostile})).status, 400);
}

/// Row 20 and 22: the rules panic inside of a request and inside of a search, and the server lives on, the session too.
#[test]
fn rules_that_panic_are_an_answer() {
    let server = Running::with(&Catalog::new().with(Entry::new("nim", "Nim", || Nim)), |_| {});
    let session = server.session(&json!({"game": "nim", "players": {"second": "person"}}));
    let scene = server.get(&session);
    assert_eq!(scene.status, 200);
    // Three are left after this: the rules cannot say what can be done, and the scene cannot be shown.
    for _ in 0..3 {
        let reply = server.post(&format!("{session}/hint"), &json!({}));
        assert_eq!((reply.status, reply.code().as_str()), (500, "failed"));
        let stream = server.get(&format!("{session}/analysis"));
        assert_eq!(stream.events().last().unwrap().0, "failed");
    }
    let reply = server.post(&format!("{session}/moves"), &json!({"action": "2"}));
    assert_eq!((reply.status, reply.code().as_str()), (500, "failed"));
    assert_eq!(server.get(&session).status, 500);
    // Another line, and all is well.
    let reply = server.ask("PUT", &format!("{session}/line"), &json!({"moves": ["1"]}).to_string());
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_eq!(server.get("/api/catalog").status, 200);
    assert_eq!((server.gauge.searches(), server.gauge.workers()), (0, 0));
}

/// Rules that take their time, so that a search of them has none left for a look at each action.
struct Slow;

impl Slow {
    const PLIES: u8 = 6;
}

impl Game for Slow {
    type State = u8;
    type Action = u16;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, played: &u8) -> Turn {
        Turn::Seat(Seat(played % 2))
    }
    fn actions(&self, played: &u8, out: &mut Actions<u16>) {
        // The clock is looked at every 512 nodes: it has to be late by then. On the way to the end of the game the
        // actions of each ply are played once before that.
        out.extend((1..=700).filter(|_| *played < Slow::PLIES));
    }
    fn apply(&self, played: &mut u8, _: u16) {
        std::thread::sleep(Duration::from_millis(3));
        *played += 1;
    }
    fn is_terminal(&self, played: &u8) -> bool {
        *played == Slow::PLIES
    }
    fn utility(&self, _: &u8) -> Score {
        Score::DRAW
    }
}

/// A short search that another request stops is no fault of the server's, and neither is one that runs out of time.
#[test]
fn a_search_that_is_stopped_or_late_is_no_failure() {
    let server = Running::with(&Catalog::new().with(Entry::new("slow", "Slow", || Slow)), |_| {});
    let people = json!({"game": "slow", "players": {"first": "person", "second": "person"}});
    let session = server.session(&people);
    let reply = server.post(&format!("{session}/judge"), &json!({"action": "1"}));
    let late =
        json!({"action": "1", "loss": null, "lost": null, "unit": null, "grade": null, "sign": "", "exact": false});
    assert_eq!((reply.status, reply.json()), (200, late));
    for (path, body) in [("judge", json!({"action": "1"})), ("hint", json!({})), ("tree", json!({}))] {
        let session = server.session(&people);
        let reply = std::thread::scope(|scope| {
            let asked = scope.spawn(|| server.post(&format!("{session}/{path}"), &body));
            wait_for("the search", || server.gauge.searches() == 1);
            let ended = server.ask("DELETE", &session, "");
            assert_eq!(ended.status, 204, "{ended:?}");
            asked.join().unwrap()
        });
        let stopped = (reply.status, reply.code()) == (409, "stopped".to_owned());
        assert!(stopped || path != "judge" && [200, 400].contains(&reply.status), "{path}: {reply:?}");
        wait_for("the end", || server.gauge.searches() == 0);
    }
}

#[test]
fn fault_60_another_run_of_the_server_says_so() {
    let server = Running::new();
    let run = server.get("/api/catalog").json()["server"].clone();
    assert_eq!(server.get("/api/catalog").json()["server"], run);
    let session = server.session(&json!({"game": "pig", "moves": ["roll", "3"]}));
    // A reload, and a second tab: the same scene.
    let scene = server.get(&session);
    assert_eq!(scene.body, server.get(&session).body);
    let port = server.address.port();
    drop(server);
    let server = Running::set(|settings| settings.port = port);
    assert_ne!(server.get("/api/catalog").json()["server"], run);
    let lost = server.get(&session);
    assert_eq!((lost.status, lost.code().as_str()), (404, "no-session"));
    // What the page remembers is enough to go on.
    let scene = scene.json();
    let again = json!({"game": scene["game"], "options": scene["options"], "position": scene["start"],
        "moves": scene["moves"], "players": scene["players"]});
    let restored = server.get(&server.session(&again)).json();
    assert_eq!((&restored["moves"], &restored["board"]), (&scene["moves"], &scene["board"]));
}
