//! A server on a free port, and a client that can be as rude as a socket allows.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use counterplay_api::Catalog;
use counterplay_server::{Gauge, Server, Settings, Stopper};
use serde_json::{Value, json};

/// Longer than anything takes that is not broken.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) gauge: Gauge,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new() -> Running {
        Running::with(&counterplay_standard::catalog(), |_| {})
    }

    pub(crate) fn set(change: impl FnOnce(&mut Settings)) -> Running {
        Running::with(&counterplay_standard::catalog(), change)
    }

    pub(crate) fn with(catalog: &Catalog, change: impl FnOnce(&mut Settings)) -> Running {
        let mut settings = Settings { port: 0, workers: 2, ..Settings::default() };
        change(&mut settings);
        let server = Server::bind(catalog, settings).unwrap();
        let (address, gauge, stopper) = (server.address(), server.gauge(), server.stopper());
        let thread = Some(std::thread::spawn(move || server.run()));
        Running { address, gauge, stopper, thread }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.set_write_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads to the end.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that has heard enough may close before it has all.
        let _ = stream.write_all(bytes);
        read_to_end(&mut stream)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        let host = self.address;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        self.raw(format!("{head}{body}").as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &body.to_string())
    }

    /// Begins a session; its path.
    pub(crate) fn session(&self, body: &Value) -> String {
        let reply = self.post("/api/sessions", body);
        assert_eq!(reply.status, 201, "{reply:?}");
        format!("/api/sessions/{}", reply.json()["session"].as_str().unwrap())
    }

    /// A session with a search that takes long.
    pub(crate) fn deep_session(&self) -> String {
        self.session(&json!({"game": "tictactoe", "options": {"size": 7, "align": 5}}))
    }

    /// Opens a stream, and waits for its first event.
    pub(crate) fn stream(&self, path: &str) -> TcpStream {
        let mut stream = self.open_stream(path);
        let mut seen = Vec::new();
        let mut bytes = [0; 1024];
        while !String::from_utf8_lossy(&seen).contains("event: ") {
            let read = stream.read(&mut bytes).unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(&bytes[..read]);
        }
        stream
    }

    /// Asks for a stream, and reads nothing of it.
    pub(crate) fn open_stream(&self, path: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    /// 0 if the connection was closed without a word.
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    /// Everything, as it came.
    pub(crate) raw: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The events of a stream: names and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let one = |block: &str| {
            let name = block.lines().find_map(|line| line.strip_prefix("event: "))?;
            let data = block.lines().find_map(|line| line.strip_prefix("data: "))?;
            Some((name.to_owned(), serde_json::from_str(data).unwrap()))
        };
        self.body.split("\n\n").filter_map(one).collect()
    }
}

/// Reads an answer up to the end of the connection.
pub(crate) fn read_to_end(stream: &mut TcpStream) -> Reply {
    let mut raw = Vec::new();
    let mut bytes = [0; 16 << 10];
    // A reset ends an answer as well.
    while let Ok(read @ 1..) = stream.read(&mut bytes) {
        raw.extend_from_slice(&bytes[..read]);
    }
    parse(raw)
}

fn parse(raw: Vec<u8>) -> Reply {
    let end = raw.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(raw.len());
    let head = String::from_utf8_lossy(&raw[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
    let headers: Vec<(String, String)> =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.into(), value.into())).collect();
    let rest = raw.get(end + 4..).unwrap_or_default();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { dechunked(rest) } else { rest.to_vec() };
    let is_archive = headers.iter().any(|(name, value)| name == "content-type" && value == "application/zip");
    let body = if is_archive {
        String::from_utf8_lossy(&body).into_owned()
    } else {
        String::from_utf8(body).expect("an answer is UTF-8")
    };
    Reply { status, headers, body, raw }
}

fn dechunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(at) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..at]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size @ 1..) = size else { break };
        let end = (at + 2 + size).min(rest.len());
        body.extend_from_slice(&rest[at + 2..end]);
        rest = rest.get(end + 2..).unwrap_or_default();
    }
    body
}

/// Waits until something holds; how long it took.
pub(crate) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) -> Duration {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONG, "{what} does not come to pass");
        std::thread::sleep(Duration::from_millis(2));
    }
    start.elapsed()
}
