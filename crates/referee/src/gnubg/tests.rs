use super::*;

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0";

#[test]
fn a_board_is_written_from_the_side_of_the_mover() {
    let points = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";
    let expected = format!("board:you:opponent:0:0:0:{points}:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
    let fibs = |text: &str| Board::read(text).unwrap().fibs();
    assert_eq!(fibs(START), Some(expected.clone()));
    // The beginning looks the same from both sides.
    assert_eq!(fibs(&START.replace(":1:31:", ":-1:31:")), Some(expected));
    let mixed = "XGID=aA----D-C---eE---c-d---aB-:0:0:-1:52:0:0:0:0:0";
    let points = "0:-2:1:0:0:0:4:0:3:0:0:0:-5:5:0:0:0:-3:0:-4:0:0:0:0:-1:1";
    let expected = format!("board:you:opponent:0:0:0:{points}:1:5:2:0:0:1:1:1:0:1:-1:0:25:1:0:1:0:0:0:0:0");
    assert_eq!(fibs(mixed), Some(expected));
    assert_eq!(fibs(&START.replace(":31:", ":00:")), None);
}

#[test]
fn what_is_no_position_for_points_is_seen() {
    assert!(Board::read(START).unwrap().is_for_points);
    for (from, to) in [(":0:0:0:0:0", ":0:0:0:7:0"), (":0:0:0:0:0", ":0:0:0:0:10"), (":0:0:0:0:0", "")] {
        assert!(!Board::read(&START.replacen(from, to, 1)).unwrap().is_for_points, "{to}");
    }
    for text in ["", "-", "XGID=", "XGID=-b-:0:0:1:31", "XGID=-z----E-C---eE---c-e----B-:0:0:1:31", "4HPwATDgc/ABMA"] {
        assert_eq!(Board::read(text), None, "{text}");
    }
}

/// A program that listens as GNU Backgammon does, and answers a board with this.
#[cfg(unix)]
fn asked(name: &str, answer: &str) -> Result<String, Trouble> {
    let script = std::env::temp_dir().join(format!("counterplay-gnubg-{name}-{}.py", std::process::id()));
    let confirmed: String = setup_commands(0).iter().map(|(_, answer)| format!("print({answer:?})\n")).collect();
    let source = format!(
        "import socket, sys, time\n{confirmed}for line in sys.stdin:\n\
         \x20   if line.startswith('external'):\n        break\n\
         host, port = line.split()[1].split(':')\nserver = socket.create_server((host, int(port)))\n\
         print('Waiting for a connection', flush=True)\npeer = server.accept()[0]\n\
         assert peer.recv(1000).startswith(b'board:')\n{answer}\n"
    );
    std::fs::write(&script, source).unwrap();
    let (stop, deadline) = (Arc::default(), after(Duration::from_secs(10)));
    let mut connection = Connection::start(&format!("exec python3 -ES {}", script.display()), 0, &stop, deadline)?;
    let board = Board::read(START).and_then(|board| board.fibs()).unwrap();
    let heard = connection.exchange(&board, &stop, after(Duration::from_secs(1)));
    let _ = std::fs::remove_file(script);
    heard
}

#[test]
#[cfg(unix)]
fn an_answer_is_heard_and_whatever_is_wrong_with_it_is_told_apart() {
    let send = |text: &str| format!("peer.sendall({text})\ntime.sleep(100)");
    assert_eq!(asked("good", &send("b'8/5 6/5 \\n'")), Ok("8/5 6/5".to_owned()));
    assert_eq!(
        asked("slow", "peer.sendall(b'8/5')\ntime.sleep(0.2)\npeer.sendall(b' 6/5\\n')\ntime.sleep(9)"),
        Ok("8/5 6/5".into())
    );
    assert_eq!(asked("dance", &send("b'\\n'")), Ok(String::new()));
    assert_eq!(asked("hangs", "time.sleep(100)"), Err(Fault::Time.into()));
    assert_eq!(asked("half", &send("b'8/5'")), Err(Fault::Time.into()));
    assert_eq!(asked("twice", &send("b'8/5\\n6/5\\n'")), Err(Fault::Illegal("8/5\n6/5".to_owned()).into()));
    let flood = asked("flood", "while True: peer.sendall(b'8' * 1000)");
    assert_eq!(flood, Err(Fault::Illegal("a line without an end".to_owned()).into()));
    let dies = asked("dies", "print('oh', file=sys.stderr, flush=True)\nraise SystemExit(3)");
    assert!(
        matches!(&dies, Err(Trouble::Fault(Fault::Crash(how))) if how.contains('3') && how.contains("oh")),
        "{dies:?}"
    );
}

#[test]
#[cfg(unix)]
fn a_program_that_is_not_there_or_does_not_do_as_it_is_told_cannot_begin() {
    let (stop, deadline) = (Arc::default(), || after(Duration::from_secs(10)));
    let start = |command: &str| Connection::start(command, 0, &stop, deadline()).map(drop);
    let missing = start("exec /nowhere/gnubg");
    assert!(matches!(&missing, Err(Trouble::Fault(Fault::Crash(how))) if how.contains("127")), "{missing:?}");
    let deaf = start("echo Waiting for a connection; sleep 100");
    assert!(matches!(&deaf, Err(Trouble::Fault(Fault::Crash(how))) if how.contains("did not say")), "{deaf:?}");
    stop.store(true, Ordering::Relaxed);
    assert_eq!(start("sleep 100"), Err(Trouble::Stopped));
}
