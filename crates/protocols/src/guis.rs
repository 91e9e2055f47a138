//! Programs that talk to the engine: what each of them needs, and the first words of each protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::Protocol;

/// Program that people use with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gui {
    /// Its name.
    pub name: &'static str,
    /// Where in it the command line of an engine is entered.
    pub how: &'static str,
}

impl Protocol {
    /// Programs that speak the protocol.
    #[must_use]
    pub const fn guis(self) -> &'static [Gui] {
        match self {
            Protocol::Gtp => &[
                Gui {
                    name: "Sabaki (Go)",
                    how: "Engines, Manage Engines, Add: the program is the path, the rest the arguments",
                },
                Gui { name: "GoGui (Go)", how: "Program, New Program: the whole line is the command" },
                Gui {
                    name: "gogui-twogtp, or `counterplay match`",
                    how: "the whole line, as in gtp:COMMAND; any game",
                },
            ],
            Protocol::NBoard => &[Gui {
                name: "NBoard",
                how: "Engine, Select Opponent, Add: a name, and the whole line as the command",
            }],
            Protocol::Hub => &[Gui {
                name: "a draughts program with Hub engines",
                how: "its list of engines: the program, then the arguments",
            }],
            Protocol::Uci => &[
                Gui {
                    name: "Cute Chess",
                    how: "Tools, Settings, Engines, +: the whole line as the command; the protocol is UCI",
                },
                Gui { name: "Arena", how: "Engines, Install New Engine: the program; then the rest as its parameters" },
                Gui { name: "Scid, ChessX, En Croissant", how: "the list of engines: the program, then the arguments" },
                Gui { name: "PyChess", how: "Engines, New: a script of one line, `exec` and the whole line" },
                Gui {
                    name: "xboard",
                    how: "xboard -noChessProgram false -fUCI -fcp 'the whole line', or -fcp 'polyglot FILE.ini' with \
                          EngineCommand = the line",
                },
                Gui {
                    name: "python-chess",
                    how: "SimpleEngine.popen_uci with the program and the arguments as a list",
                },
            ],
        }
    }

    /// First words of a conversation: what a program says, and how the line begins by which the engine has understood
    /// it.
    const fn handshake(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Protocol::Gtp => &[("1 protocol_version", "=1 2"), ("2 name", "=2 "), ("3 list_commands", "=3 ")],
            Protocol::NBoard => &[("nboard 2", ""), ("ping 1", "pong 1")],
            Protocol::Hub => &[("hub", "wait"), ("init", "ready")],
            Protocol::Uci => &[("uci", "uciok"), ("isready", "readyok")],
        }
    }

    /// Tries an engine as a program does: starts it, says the first words of the protocol and listens. Says how long
    /// that took.
    ///
    /// # Errors
    /// What went wrong: it cannot be started, it ends, or it does not understand in time.
    pub fn try_engine(self, engine: &mut Command, patience: Duration) -> Result<Duration, String> {
        let start = Instant::now();
        let engine = engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = engine.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let talked = self.talk(&mut child, start + patience);
        // It has been told to quit; if it does not, it is ended.
        let _ = child.kill();
        let _ = child.wait();
        talked.map(|()| start.elapsed())
    }

    fn talk(self, child: &mut Child, deadline: Instant) -> Result<(), String> {
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no stdin or stdout".to_owned());
        };
        let (sender, lines) = mpsc::channel();
        // The thread ends with the engine, which is ended in any case.
        std::thread::spawn(move || {
            let heard = BufReader::new(stdout).lines().map_while(Result::ok);
            heard.for_each(|line| drop(sender.send(line)));
        });
        for (said, expected) in self.handshake() {
            writeln!(stdin, "{said}").and_then(|()| stdin.flush()).map_err(|_| "it ended at once".to_owned())?;
            while !expected.is_empty() {
                let left = deadline.saturating_duration_since(Instant::now());
                match lines.recv_timeout(left) {
                    Ok(line) if line.starts_with(expected) => break,
                    Ok(line) if line.starts_with('?') => return Err(format!("it refuses \"{said}\": {line}")),
                    Ok(_) => {}
                    Err(RecvTimeoutError::Timeout) => return Err(format!("it does not answer \"{said}\" in time")),
                    Err(RecvTimeoutError::Disconnected) => return Err(format!("it ended after \"{said}\"")),
                }
            }
        }
        let _ = writeln!(stdin, "quit");
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn tried(script: &str) -> Result<Duration, String> {
        Protocol::Hub.try_engine(Command::new("sh").args(["-c", script]), Duration::from_millis(300))
    }

    #[test]
    fn an_engine_that_understands_is_told_from_one_that_does_not() {
        assert!(tried("read a; echo id; echo wait; read b; echo ready").is_ok());
        assert_eq!(tried("read a; echo wait; read b; sleep 9"), Err("it does not answer \"init\" in time".to_owned()));
        assert_eq!(tried("read a; exit 1"), Err("it ended after \"hub\"".to_owned()));
        let missing = Protocol::Gtp.try_engine(&mut Command::new("/nowhere/at-all"), Duration::from_secs(1));
        assert!(missing.is_err_and(|error| error.starts_with("it cannot be started: ")));
    }
}
