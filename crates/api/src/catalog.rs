//! The games that a program offers.

use std::sync::Arc;

use crate::{AnyGame, OpenTables, OptionError, OptionSpec, Options, Ratings};

/// The games that a program offers. A copy shares the entries.
#[derive(Clone, Default)]
pub struct Catalog {
    items: Vec<Arc<dyn Item>>,
}

impl Catalog {
    /// A catalog without games.
    #[must_use]
    pub fn new() -> Catalog {
        Catalog::default()
    }

    /// The catalog with one game more.
    #[must_use]
    pub fn with(mut self, entry: impl Item + 'static) -> Catalog {
        self.items.push(Arc::new(entry));
        self
    }

    /// The entries, in the order in which they were added.
    pub fn items(&self) -> impl Iterator<Item = &dyn Item> {
        self.items.iter().map(AsRef::as_ref)
    }

    /// The entry of a game.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&dyn Item> {
        self.items().find(|item| item.name() == name)
    }

    /// A game with its options.
    ///
    /// # Errors
    /// If there is no such game, or not with these options.
    pub fn game(&self, name: &str, options: &[(&str, &str)]) -> Result<Arc<dyn AnyGame>, OptionError> {
        let item = self.find(name).ok_or_else(|| OptionError::NoGame { name: name.to_owned() })?;
        item.build(&Options::read(item.options(), options)?)
    }

    /// A game with its options and with what somebody brings: weights instead of its own, or tables.
    ///
    /// # Errors
    /// If there is no such game, not with these options, or it has no use for what was brought.
    pub fn game_with(
        &self,
        name: &str,
        options: &[(&str, &str)],
        files: &UserFiles<'_>,
    ) -> Result<Arc<dyn AnyGame>, OptionError> {
        let item = self.find(name).ok_or_else(|| OptionError::NoGame { name: name.to_owned() })?;
        item.build_with(&Options::read(item.options(), options)?, files)
    }
}

/// What somebody brings to a game.
#[derive(Clone, Copy, Default)]
pub struct UserFiles<'a> {
    /// A file of weights that `train` has written.
    pub weights: Option<&'a [u8]>,
    /// Tables that `tables build` has made.
    pub tables: Option<OpenTables<'a>>,
}

/// A format in which a field keeps its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileFormat {
    /// Its name: `PDN`.
    pub name: &'static str,
    /// How the names of its files end, without the dot and in small letters: `pdn`.
    pub extension: &'static str,
}

/// What the edges see of an entry.
pub trait Item: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &str;
    /// The game's name for people.
    fn title(&self) -> &str;
    /// How positions and actions are written, in a sentence.
    fn notation(&self) -> &str;
    /// The rules for people, on one screen, as Markdown that reads well as it is.
    fn rules_text(&self) -> Option<&str> {
        None
    }
    /// Its options.
    fn options(&self) -> &[OptionSpec];
    /// Whether chance decides anything.
    fn has_luck(&self) -> bool;
    /// Whether a seat may not see all of the state.
    fn has_secrets(&self) -> bool;
    /// Whether it can learn an evaluation.
    fn learns(&self) -> bool;
    /// Whether there can be tables of it.
    fn has_tables(&self) -> bool;
    /// The formats in which its field keeps games, and which it reads besides ours.
    fn formats(&self) -> &[FileFormat] {
        &[]
    }
    /// A sample of the game, as moves or as a position: what its board looks like in play. Empty if there is none.
    fn sample(&self) -> &str {
        ""
    }
    /// The ratings of the ten levels, where they were measured against rated programs.
    fn level_ratings(&self) -> Option<Ratings> {
        None
    }
    /// The options that the text of a position, or of a game in the format of its field, tells; whoever gave none of
    /// that name has these.
    fn told_by(&self, text: &str) -> Vec<(&'static str, i64)> {
        let _ = text;
        Vec::new()
    }
    /// The game with these options.
    ///
    /// # Errors
    /// If the options do not go together.
    fn build(&self, options: &Options) -> Result<Arc<dyn AnyGame>, OptionError> {
        self.build_with(options, &UserFiles::default())
    }
    /// The game with these options and with what somebody brings.
    ///
    /// # Errors
    /// If the options do not go together, or what was brought cannot be used.
    fn build_with(&self, options: &Options, files: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError>;
}

/// An entry whose type is forgotten is one like any other.
impl Item for Box<dyn Item> {
    fn name(&self) -> &str {
        (**self).name()
    }
    fn title(&self) -> &str {
        (**self).title()
    }
    fn notation(&self) -> &str {
        (**self).notation()
    }
    fn rules_text(&self) -> Option<&str> {
        (**self).rules_text()
    }
    fn options(&self) -> &[OptionSpec] {
        (**self).options()
    }
    fn has_luck(&self) -> bool {
        (**self).has_luck()
    }
    fn has_secrets(&self) -> bool {
        (**self).has_secrets()
    }
    fn learns(&self) -> bool {
        (**self).learns()
    }
    fn has_tables(&self) -> bool {
        (**self).has_tables()
    }
    fn formats(&self) -> &[FileFormat] {
        (**self).formats()
    }
    fn sample(&self) -> &str {
        (**self).sample()
    }
    fn level_ratings(&self) -> Option<Ratings> {
        (**self).level_ratings()
    }
    fn told_by(&self, text: &str) -> Vec<(&'static str, i64)> {
        (**self).told_by(text)
    }
    fn build_with(&self, options: &Options, files: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError> {
        (**self).build_with(options, files)
    }
}
