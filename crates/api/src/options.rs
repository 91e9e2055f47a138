//! The options of a game: typed descriptors, `--name` on every verb.

use std::fmt;

use counterplay_core::WeightsError;

/// An option of a game. All options so far are whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
    /// What it is if it is not given; nothing if that depends on the others.
    pub default: Option<i64>,
}

/// The options that were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: Vec<(&'static str, i64)>,
}

impl Options {
    /// Reads options as text by their descriptors.
    ///
    /// # Errors
    /// If the game has no such option, or the text is not a number in its range.
    pub fn read(specs: &[OptionSpec], given: &[(&str, &str)]) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for &(name, text) in given {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known = specs.iter().map(|spec| spec.name).collect();
                return Err(OptionError::Unknown { name: name.to_owned(), known });
            };
            let value = text.trim().parse().ok().filter(|value| (spec.least..=spec.most).contains(value));
            let value = value.ok_or_else(|| OptionError::Range { spec: spec.clone(), text: text.to_owned() })?;
            options.values.push((spec.name, value));
        }
        Ok(options)
    }

    /// The value of an option, if it was given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i64> {
        self.values.iter().rev().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// The value of an option, or this one if it was not given. Options are in the range of their descriptor, so a
    /// number that does not fit is the caller's default.
    pub fn or<N: TryFrom<i64>>(&self, name: &str, default: N) -> N {
        self.get(name).and_then(|value| N::try_from(value).ok()).unwrap_or(default)
    }

    /// The options as text, in the order in which they were given.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.values.iter().map(|(name, value)| format!("--{name} {value}")).collect::<Vec<_>>().join(" ")
    }
}

/// Why a game cannot be had with these options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// The catalog has no such game.
    NoGame {
        /// The name that was asked for.
        name: String,
    },
    /// The game has no such option.
    Unknown {
        /// The name that was given.
        name: String,
        /// The options that it has.
        known: Vec<&'static str>,
    },
    /// The value is not in the range of the option.
    Range {
        /// The option.
        spec: OptionSpec,
        /// What was given.
        text: String,
    },
    /// The options do not go together; the game says why.
    Refused(String),
    /// The game has no evaluation that is learned.
    NothingLearned {
        /// The game.
        name: String,
    },
    /// The weights of its evaluation cannot be used.
    Weights(WeightsError),
    /// There are no tables of the game.
    NoTables {
        /// The game.
        name: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::NoGame { name } => write!(f, "there is no game {name:?}; `games` lists them"),
            OptionError::Unknown { name, known } if known.is_empty() => {
                write!(f, "this game has no option --{name}, nor any other")
            }
            OptionError::Unknown { name, known } => {
                write!(f, "this game has no option --{name}; its options are --{}", known.join(", --"))
            }
            OptionError::Range { spec: OptionSpec { name, least, most, .. }, text } => {
                write!(f, "--{name} must be a whole number from {least} to {most}, not {text:?}")
            }
            OptionError::Refused(why) => f.write_str(why),
            OptionError::NothingLearned { name } => write!(f, "{name} has no evaluation that is learned"),
            OptionError::Weights(error) => write!(f, "the weights cannot be used: {error}"),
            OptionError::NoTables { name } => {
                write!(f, "there are no tables of {name}: its positions are not numbered")
            }
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_by_their_descriptors() {
        let specs = [OptionSpec { name: "size", help: "", least: 1, most: 8, default: Some(3) }];
        let read = |given: &[(&str, &str)]| Options::read(&specs, given);
        assert_eq!(read(&[("size", " 4 ")]).unwrap().or("size", 3u32), 4);
        assert_eq!(read(&[]).unwrap().or("size", 3u32), 3);
        assert_eq!(read(&[("size", "4")]).unwrap().to_text(), "--size 4");
        for wrong in ["", "0", "9", "1e99", "NaN", "99999999999999999999", "-1", "3.5"] {
            let message = read(&[("size", wrong)]).unwrap_err().to_string();
            assert!(message.starts_with("--size must be a whole number from 1 to 8"), "{message}");
        }
        assert!(read(&[("goal", "4")]).unwrap_err().to_string().contains("its options are --size"));
    }
}
