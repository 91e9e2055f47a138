//! Argument parsers of `match`: players, hypotheses and rates.

use std::time::Duration;

use counterplay_api::Level;
use counterplay_core::engine::Selective;
use counterplay_referee::{Kind, UciProgram};

use crate::limits;

/// Error message that lists the kinds of players.
const PLAYERS: &str = "a player is level:1 to level:10, nodes:1e5, depth:6, time:1s, one of the last with \
                       ,filter:4:0.1 in a game of chance or ,without:selective in another, averaging:100, ismcts:1e4, random, gnubg:0, gtp:COMMAND, \
                       uci:COMMAND?OPTION=VALUE&nodes=30000 or cmd:COMMAND";

/// Most plies of GNU Backgammon: more would take longer than anybody would wait for.
const GNUBG_PLIES: u64 = 4;

/// Parses a player. A command that is no other kind of player needs no `cmd:`, unless it is a single word.
pub(super) fn player(text: &str) -> Result<Kind, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let number = |read: Result<Kind, String>| read.map_err(|error| format!("{error} after {kind}:"));
    let command = |rest: &str| Some(rest.to_owned()).filter(|command| !command.trim().is_empty());
    let no_command = || format!("there is no command after {kind}:");
    match kind {
        "level" => {
            let level = limits::whole(rest, 1, 10).map(|number| Level::new(number as u32).unwrap_or_default());
            number(level.map(Kind::Level))
        }
        "nodes" | "depth" | "time" => {
            let (rest, without) = rest.split_once(",without:").map_or((rest, None), |(rest, it)| (rest, Some(it)));
            let (limit, filter) = rest.split_once(",filter:").map_or((rest, None), |(limit, it)| (limit, Some(it)));
            let search = number(match kind {
                "nodes" => limits::nodes(limit).map(Kind::Nodes),
                "depth" => limits::depth(limit).map(Kind::Depth),
                _ => limits::time(limit).map(Kind::Time),
            })?;
            match (filter, without) {
                (None, None) => Ok(search),
                (Some(filter), None) => {
                    let filter = limits::filter(filter).map_err(|error| format!("{error} after filter:"))?;
                    Ok(Kind::Filtered(Box::new(search), filter))
                }
                (None, Some(names)) => {
                    let left = Selective::without(names).ok_or_else(|| {
                        let all = Selective::NAMES.join(", ");
                        format!("{names:?} after without: is not selective, for all, nor a list such as late+margins of {all}")
                    })?;
                    Ok(Kind::Without(Box::new(search), left))
                }
                (Some(_), Some(_)) => Err("filter: is for games of chance, and without: for those without".to_owned()),
            }
        }
        "averaging" => number(limits::deals(rest).map(Kind::Averaging)),
        "ismcts" => number(limits::deals(rest).map(Kind::Ismcts)),
        "random" if text == "random" => Ok(Kind::Random),
        "gnubg" if text == "gnubg" => Ok(Kind::Gnubg(0)),
        "gnubg" => number(limits::whole(rest, 0, GNUBG_PLIES).map(|plies| Kind::Gnubg(plies as u32))),
        "gtp" => command(rest).map(Kind::Gtp).ok_or_else(no_command),
        "uci" => uci_program(rest).map(Kind::Uci),
        "cmd" => command(rest).map(Kind::Command).ok_or_else(no_command),
        _ if text.contains(char::is_whitespace) || text.contains('/') => {
            command(text).map(Kind::Command).ok_or_else(|| PLAYERS.to_owned())
        }
        _ => Err(PLAYERS.to_owned()),
    }
}

/// Parses a UCI program, `COMMAND?OPTION=VALUE&nodes=30000`. The words of `go` are limits, and all others options.
fn uci_program(text: &str) -> Result<UciProgram, String> {
    let (command, settings) = text.rsplit_once('?').unwrap_or((text, ""));
    if command.trim().is_empty() {
        return Err("there is no command after uci:".to_owned());
    }
    let mut program = UciProgram { command: command.to_owned(), ..UciProgram::default() };
    for setting in settings.split('&').filter(|setting| !setting.trim().is_empty()) {
        let named = setting.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        let Some((name, value)) = named.filter(|(name, _)| !name.is_empty()) else {
            return Err(format!(
                "expected a setting such as UCI_Elo=2000, nodes=30000 or movetime=100, not {setting:?}"
            ));
        };
        let after = |error: String| format!("{error} after {name}=");
        match name {
            "nodes" => program.nodes = Some(limits::nodes(value).map_err(after)?),
            "depth" => program.depth = Some(limits::depth(value).map_err(after)?),
            "movetime" => program.movetime = Some(movetime(value).map_err(after)?),
            _ => program.options.push((name.to_owned(), value.to_owned())),
        }
    }
    Ok(program)
}

/// Parses the time of a move: milliseconds, as UCI counts, or with a unit.
fn movetime(text: &str) -> Result<Duration, String> {
    let time = match text.parse() {
        Ok(milliseconds) => Ok(Duration::from_millis(milliseconds)),
        Err(_) => limits::time(text),
    };
    time.ok().filter(|time| !time.is_zero()).ok_or_else(|| "expected milliseconds such as 100, or 1s".to_owned())
}

/// Parses two differences in Elo, the lower one first.
pub(super) fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
    let both = text.split_once(',').and_then(|(low, high)| number(low).zip(number(high)));
    both.filter(|(low, high)| low < high).ok_or_else(|| {
        "expected two differences in Elo such as 0,20, the lower one first, from -2000 to 2000".to_owned()
    })
}

/// Parses the error rate of a test.
pub(super) fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.trim().parse::<f64>().ok().filter(|rate| (0.000_1..0.5).contains(rate));
    rate.ok_or_else(|| "expected a rate such as 0.05, from 0.0001 to less than 0.5".to_owned())
}

/// Parses a number of games: it is even, as each opening is played twice.
pub(super) fn games(text: &str) -> Result<u64, String> {
    match limits::whole(text, 2, 10_000_000)? {
        odd if odd % 2 == 1 => Err("expected an even number, for each opening is played twice".to_owned()),
        games => Ok(games),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_errors_say_what_there_is() {
        let words = [
            "level:4",
            "nodes:100000",
            "depth:6",
            "time:1s",
            "time:500ms",
            "depth:5,filter:4:0.1",
            "time:1s,filter:3",
            "nodes:10000,without:selective",
            "depth:6,without:margins+late",
            "random",
            "gnubg:1",
            "gtp:x -l 1",
            "uci:gnuchess --uci",
            "uci:stockfish?Skill Level=3&UCI_Elo=2000&nodes=30000&depth=9&movetime=100",
            "uci:a?b?",
            "cmd:bot",
        ];
        for word in words {
            assert_eq!(player(word).map(|kind| kind.to_string()).as_deref(), Ok(word));
        }
        assert_eq!(player("nodes:1e5"), Ok(Kind::Nodes(100_000)));
        assert_eq!((player("averaging:32"), player("ismcts:1e4")), (Ok(Kind::Averaging(32)), Ok(Kind::Ismcts(10_000))));
        assert_eq!(player("gnubg"), Ok(Kind::Gnubg(0)));
        let short = player("uci:x?nodes=3e4&movetime=2s&movetime=1s").map(|kind| kind.to_string());
        assert_eq!(short.as_deref(), Ok("uci:x?nodes=30000&movetime=1000"));
        for command in ["python3 my_bot.py", "./bot", "python3 bot.py level:4"] {
            assert_eq!(player(command), Ok(Kind::Command(command.into())));
        }
        for (wrong, message) in [
            ("level:11", "from 1 to 10 after level:"),
            ("level", "from 1 to 10"),
            ("nodes:0", "at least 1"),
            ("ismcts:0", "from 1 to 1000000000 after ismcts:"),
            ("gnubg:5", "from 0 to 4 after gnubg:"),
            ("time:soon", "such as 500ms"),
            ("depth:5,filter:", "such as 4:0.1 after filter:"),
            ("depth:5,filter:0", "such as 4:0.1 after filter:"),
            ("depth:5,filter:4:-1", "such as 4:0.1 after filter:"),
            ("depth:5,filter:4:nan", "such as 4:0.1 after filter:"),
            ("depth:x,filter:4", "after depth:"),
            ("nodes:1e4,without:", "\"\" after without:"),
            ("nodes:1e4,without:late+", "late+margins"),
            ("nodes:1e4,without:tables", "null-move"),
            ("nodes:1e4,filter:4,without:late", "games of chance"),
            ("cmd:", "no command"),
            ("gtp: ", "no command"),
            ("uci:", "no command"),
            ("uci:?nodes=3", "no command"),
            ("uci:x?nodes", "a setting such as"),
            ("uci:x?=3", "a setting such as"),
            ("uci:x?nodes=0", "at least 1 after nodes="),
            ("uci:x?movetime=0", "such as 100, or 1s after movetime="),
            ("levl:4", "a player is"),
            ("", "a player is"),
            (" ", "a player is"),
            ("random:3", "a player is"),
        ] {
            assert!(player(wrong).is_err_and(|error| error.contains(message)), "{wrong:?}: {:?}", player(wrong));
        }
    }

    #[test]
    fn a_test_is_between_two_differences() {
        assert_eq!(hypotheses("0,20"), Ok((0.0, 20.0)));
        assert_eq!(hypotheses("-5.5, 0"), Ok((-5.5, 0.0)));
        for wrong in ["", "0", "20,0", "0,0", "NaN,3", "0,inf", "0,20,40"] {
            assert!(hypotheses(wrong).is_err(), "{wrong}");
        }
        assert!(error_rate("0.05").is_ok() && ["0", "0.5", "-1", "x"].iter().all(|text| error_rate(text).is_err()));
        assert!(games("20") == Ok(20) && ["0", "3", "-2", "1e99"].iter().all(|text| games(text).is_err()));
    }
}
