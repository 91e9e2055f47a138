//! Load test, `cargo xtask load`: how long a player waits while the server is under attack.
//!
//! Two thousand sockets that send nothing, or a byte a second, are opened and opened again whenever the server closes
//! them; 200 sessions are in play, and two of them search. Meanwhile people play: the response time is measured from
//! the first packet to the last, with a new connection for each, and the thinking of level 1, some forty positions, is
//! not taken off. Everything stays on this machine.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SOCKETS: usize = 2000;
const SESSIONS: usize = 200;
const PLAYERS: usize = 4;
const PLAY: Duration = Duration::from_secs(20);
const BAR: Duration = Duration::from_millis(100);
/// Memory that may be more at the end than at the start.
const SLACK: u64 = 16 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("load: {problem}");
            ExitCode::from(4)
        }
    }
}

/// Server process, ended when this is dropped.
struct Server {
    child: Child,
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(program: &str) -> Result<Server, String> {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--no-open"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let mut line = String::new();
        let stdout = child.stdout.take().ok_or("the server has no stdout")?;
        BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { child, host })
    }

    /// Memory in use, in bytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) * 1024
    }
}

/// Sends a request with a connection of its own. Returns the status and the body.
fn ask(host: &str, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok());
    let (_, body) = reply.split_once("\r\n\r\n").unwrap_or_default();
    Ok((status.ok_or(ErrorKind::UnexpectedEof)?, body.to_owned()))
}

fn run() -> Result<bool, String> {
    let program = std::env::args().nth(1).ok_or("the program to serve with is not named")?;
    enough_files((SOCKETS + SESSIONS + 200) as u64)?;
    let server = Server::start(&program)?;
    let host = server.host.clone();
    let wrong = |error: std::io::Error| error.to_string();
    ask(&host, "GET", "/", "").map_err(wrong)?;
    ask(&host, "GET", "/api/catalog", "").map_err(wrong)?;
    let start = server.memory();
    warm(&host).map_err(wrong)?;
    let before = server.memory();

    let mut sessions = Vec::new();
    for _ in 0..SESSIONS {
        let (status, body) =
            ask(&host, "POST", "/api/sessions", r#"{"game":"connect4","players":{"second":"level:1"}}"#)
                .map_err(wrong)?;
        let session: serde_json::Value = serde_json::from_str(&body).map_err(|error| format!("{status}: {error}"))?;
        sessions.push(format!("/api/sessions/{}", session["session"].as_str().unwrap_or_default()));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let searches: Vec<_> = sessions[..2].iter().map(|session| listen(&host, session, &stop)).collect();
    let opened = Arc::new(AtomicUsize::new(0));
    let siege = attack(&host, &stop, &opened);
    std::thread::sleep(Duration::from_secs(3));

    let players: Vec<_> = (sessions[2..].chunks((SESSIONS - 2).div_ceil(PLAYERS)))
        .map(|own| {
            let (host, own) = (host.clone(), own.to_vec());
            std::thread::spawn(move || play(&host, &own))
        })
        .collect();
    let mut most = 0;
    while players.iter().any(|player| !player.is_finished()) {
        most = most.max(server.memory());
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut found = Latencies::default();
    for player in players {
        found.add(player.join().map_err(|_| "a player panicked")?);
    }
    stop.store(true, Ordering::Relaxed);
    let _ = siege.join();
    let depths: Vec<u64> = searches.into_iter().filter_map(|search| search.join().ok()).collect();
    for session in &sessions {
        let _ = ask(&host, "DELETE", session, "");
    }
    // Threads that have nothing to do end after a while.
    std::thread::sleep(Duration::from_secs(5));
    let after = server.memory();

    println!(
        "{SOCKETS} silent or dripping sockets ({} opened in all), {SESSIONS} sessions, 2 searching ({} events)",
        opened.load(Ordering::Relaxed),
        depths.iter().sum::<u64>()
    );
    let moves = found.print("a person's move", |found| &mut found.moves);
    let replies = found.print("a reply of level 1", |found| &mut found.replies);
    println!("refused or lost: {}", found.failures);
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!(
        "memory of the server: {:.1} MiB at the start, {:.1} after one request of each kind, {:.1} at most, {:.1} \
         after",
        mebibytes(start),
        mebibytes(before),
        mebibytes(most),
        mebibytes(after)
    );
    let good = moves.max(replies) <= BAR && found.failures == 0 && after <= before + SLACK;
    println!(
        "{}",
        if good {
            "within the bar"
        } else {
            "NOT within the bar: 100 ms for 99 of 100, nothing lost, memory back to within 16 MiB"
        }
    );
    Ok(good)
}

/// Makes every kind of request once, so that what they need for good is allocated.
fn warm(host: &str) -> std::io::Result<()> {
    let (_, body) = ask(host, "POST", "/api/sessions", r#"{"game":"connect4","players":{"second":"level:1"}}"#)?;
    let id = body.split('"').nth(3).unwrap_or_default();
    let session = format!("/api/sessions/{id}");
    ask(host, "POST", &format!("{session}/moves"), r#"{"action":"4"}"#)?;
    ask(host, "POST", &format!("{session}/advance"), "")?;
    ask(host, "GET", &format!("{session}/analysis?time=1s"), "")?;
    ask(host, "DELETE", &session, "")?;
    Ok(())
}

/// Response times.
#[derive(Default)]
struct Latencies {
    moves: Vec<Duration>,
    replies: Vec<Duration>,
    failures: usize,
}

impl Latencies {
    fn add(&mut self, other: Latencies) {
        self.moves.extend(other.moves);
        self.replies.extend(other.replies);
        self.failures += other.failures;
    }

    /// Prints the median, the 99th percentile, which it returns, and the longest.
    fn print(&mut self, what: &str, times: impl Fn(&mut Latencies) -> &mut Vec<Duration>) -> Duration {
        let times = times(self);
        times.sort_unstable();
        let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
        let [half, most, longest] = [0.5, 0.99, 1.0].map(|share| at(share).copied().unwrap_or(Duration::MAX));
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{what}: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms of {}",
            ms(half),
            ms(most),
            ms(longest),
            times.len()
        );
        most
    }
}

/// Plays in turns in these sessions, for a while.
fn play(host: &str, sessions: &[String]) -> Latencies {
    let mut found = Latencies::default();
    let start = Instant::now();
    let timed = |method: &str, path: &str, body: &str| {
        let start = Instant::now();
        (ask(host, method, path, body).map_or(0, |(status, _)| status), start.elapsed())
    };
    let mut column = 0;
    for session in sessions.iter().cycle() {
        if start.elapsed() >= PLAY {
            break;
        }
        column = column % 7 + 1;
        let (status, time) = timed("POST", &format!("{session}/moves"), &format!(r#"{{"action":"{column}"}}"#));
        match status {
            200 => {
                found.moves.push(time);
                let (status, time) = timed("POST", &format!("{session}/advance"), "");
                match status {
                    200 => found.replies.push(time),
                    // The game is over.
                    409 => {}
                    _ => found.failures += 1,
                }
            }
            // A full column, or the end of the game: from the start once more.
            400 | 409 => {
                let (status, _) = timed("PUT", &format!("{session}/line"), r#"{"moves":[]}"#);
                found.failures += usize::from(status != 200);
            }
            _ => found.failures += 1,
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    found
}

/// Listens to an analysis. Returns the number of events.
fn listen(host: &str, session: &str, stop: &Arc<AtomicBool>) -> std::thread::JoinHandle<u64> {
    let (host, session, stop) = (host.to_owned(), session.to_owned(), Arc::clone(stop));
    std::thread::spawn(move || {
        let Ok(mut stream) = TcpStream::connect(&host) else { return 0 };
        let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
        let _ = write!(stream, "GET {session}/analysis?lines=3&time=10m HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let (mut events, mut bytes) = (0, vec![0; 64 << 10]);
        while !stop.load(Ordering::Relaxed) {
            if let Ok(read) = stream.read(&mut bytes) {
                events += String::from_utf8_lossy(&bytes[..read]).matches("event: ").count() as u64;
            }
        }
        events
    })
}

/// Opens sockets that send nothing or next to nothing, and opens them again when they are closed.
fn attack(host: &str, stop: &Arc<AtomicBool>, opened: &Arc<AtomicUsize>) -> std::thread::JoinHandle<()> {
    let (host, stop, opened) = (host.to_owned(), Arc::clone(stop), Arc::clone(opened));
    let open = move |host: &str| {
        let stream = TcpStream::connect(host).ok()?;
        stream.set_nonblocking(true).ok()?;
        opened.fetch_add(1, Ordering::Relaxed);
        Some(stream)
    };
    let is_open = |stream: &TcpStream| {
        let mut byte = [0];
        matches!(stream.peek(&mut byte), Err(error) if error.kind() == ErrorKind::WouldBlock)
    };
    std::thread::spawn(move || {
        let mut sockets: Vec<Option<TcpStream>> = (0..SOCKETS).map(|_| open(&host)).collect();
        while !stop.load(Ordering::Relaxed) {
            let start = Instant::now();
            for (number, socket) in sockets.iter_mut().enumerate() {
                match socket.as_mut().filter(|_| !stop.load(Ordering::Relaxed)) {
                    Some(stream) if is_open(stream) => {
                        // One half sends a header that never ends.
                        if number % 2 == 0 {
                            let _ = stream.write(b"X");
                        }
                    }
                    _ => *socket = open(&host),
                }
            }
            std::thread::sleep(Duration::from_secs(1).saturating_sub(start.elapsed()));
        }
    })
}

/// Raises the limit of open files.
#[cfg(unix)]
fn enough_files(wanted: u64) -> Result<(), String> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).map_err(|error| error.to_string())?;
    if soft >= wanted || setrlimit(Resource::RLIMIT_NOFILE, wanted.min(hard), hard).is_ok() && hard >= wanted {
        return Ok(());
    }
    Err(format!("{wanted} files have to be open at once, and the system allows {soft} to {hard}: see `ulimit -n`"))
}

#[cfg(not(unix))]
fn enough_files(_: u64) -> Result<(), String> {
    Ok(())
}
