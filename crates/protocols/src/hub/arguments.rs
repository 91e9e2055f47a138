//! Hub command line: a command, and arguments with or without values.

use std::str::FromStr;

/// A command and its arguments.
pub(super) struct Command<'t> {
    pub(super) name: &'t str,
    arguments: Vec<(&'t str, Option<&'t str>)>,
}

impl<'t> Command<'t> {
    /// Reads a line; nothing if it is empty.
    pub(super) fn parse(line: &'t str) -> Result<Option<Command<'t>>, String> {
        let (name, mut rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_start();
            let end = rest.find(|sign: char| sign.is_whitespace() || sign == '=').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let Some(after) = after.strip_prefix('=') else {
                if word.is_empty() {
                    return Ok(Some(Command { name, arguments }).filter(|_| !name.is_empty()));
                }
                arguments.push((word, None));
                rest = after;
                continue;
            };
            let value = match after.strip_prefix('"') {
                Some(quoted) => {
                    let (value, after) = quoted.split_once('"').ok_or("the quotes are not closed")?;
                    rest = after;
                    value
                }
                None => {
                    let (value, after) = after.split_at(after.find(char::is_whitespace).unwrap_or(after.len()));
                    rest = after;
                    value
                }
            };
            arguments.push((word, Some(value)));
        }
    }

    /// The value of an argument.
    pub(super) fn value(&self, name: &str) -> Option<&'t str> {
        self.arguments.iter().find(|(known, _)| *known == name).and_then(|(_, value)| *value)
    }

    /// Whether an argument is there, with or without a value.
    pub(super) fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(known, _)| *known == name)
    }

    /// The value of an argument as a number.
    pub(super) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, String> {
        let wrong = |value| format!("{}: {name} takes a number, not {value}", self.name);
        self.value(name).map(|value| value.parse().map_err(|_| wrong(value))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_its_arguments() {
        let command = Command::parse(" pos pos=Wbe  moves=\"11-15 23-19\" infinite  x=\r").unwrap().unwrap();
        assert_eq!(
            (command.name, command.value("pos"), command.value("moves")),
            ("pos", Some("Wbe"), Some("11-15 23-19"))
        );
        assert!(command.has("infinite") && command.value("infinite").is_none() && command.value("x") == Some(""));
        assert!(Command::parse("  ").unwrap().is_none());
        assert!(Command::parse("pos pos=\"W").is_err());
        let level = Command::parse("level depth=7 nodes=x").unwrap().unwrap();
        assert_eq!(level.number::<u32>("depth"), Ok(Some(7)));
        assert!(level.number::<u64>("nodes").unwrap_err().contains("nodes takes a number"));
    }
}
