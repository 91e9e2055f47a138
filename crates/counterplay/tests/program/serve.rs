//! `counterplay serve` as a user starts it.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Starts the server; the process and where it listens.
fn serve(arguments: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .arg("serve")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let host = host.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    (child, host)
}

fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

fn end(mut child: Child, signal: &str) -> Option<i32> {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    child.wait().unwrap().code()
}

#[test]
fn the_page_is_there_soon_and_a_signal_ends_it() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let start = Instant::now();
        let (child, host) = serve(&["--port", "0", "--no-open"]);
        assert!(ask(&host, "GET /").starts_with("HTTP/1.1 200 "));
        let took = start.elapsed();
        println!("the page was there {took:?} after the start");
        assert!(took < Duration::from_secs(10), "{took:?}");
        assert!(ask(&host, "GET /api/catalog").contains("\"connect4\""));
        assert_eq!(end(child, signal), Some(code));
        assert!(TcpStream::connect(&host).is_err());
    }
}

#[test]
fn a_signal_ends_a_search_that_somebody_hears() {
    let (child, host) = serve(&["--port", "0"]);
    let mut stream = TcpStream::connect(&host).unwrap();
    let body = r#"{"game":"tictactoe","options":{"size":7,"align":5}}"#;
    let length = body.len();
    write!(
        stream,
        "POST /api/sessions HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let session = reply.split("\"session\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let mut stream = TcpStream::connect(&host).unwrap();
    write!(stream, "GET /api/sessions/{session}/analysis?time=10m HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut first = [0; 64];
    stream.read_exact(&mut first).unwrap();
    let start = Instant::now();
    assert_eq!(end(child, "-INT"), Some(130));
    assert!(start.elapsed() < Duration::from_secs(30));
    let mut rest = String::new();
    let _ = stream.read_to_string(&mut rest);
    assert!(rest.contains("event: done") && rest.contains("\"stopped\":\"stop\""), "{rest}");
}

#[test]
fn a_port_that_is_taken_is_not_the_end() {
    let (first, host) = serve(&["--port", "0"]);
    let port = host.rsplit_once(':').unwrap().1;
    let (mut second, other) = serve(&["--port", port]);
    assert_ne!(host, other);
    assert!(ask(&other, "GET /").starts_with("HTTP/1.1 200 "));
    let mut stderr = second.stderr.take().unwrap();
    assert_eq!((end(first, "-TERM"), end(second, "-TERM")), (Some(143), Some(143)));
    let mut note = String::new();
    stderr.read_to_string(&mut note).unwrap();
    assert!(note.contains(&format!("port {port} is taken")), "{note}");
}
