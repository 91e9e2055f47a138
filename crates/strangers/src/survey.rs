//! Survey of the files of a folder: what was read, and what was not.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use counterplay_api::{Catalog, FileFormat, FileGame, Item, SearchError, guarded};
use counterplay_core::TextError;
use counterplay_lessons::class::csv;

/// Folders inside one another are looked into so far: a link may lead back.
const DEEPEST: usize = 32;

/// Survey of the files of a folder.
#[derive(Default)]
pub(crate) struct Survey {
    /// The counts of each format, by its name and the game's.
    pub(crate) counts: BTreeMap<String, Counts>,
    /// The games that were not read whole, by the reason.
    pub(crate) reasons: BTreeMap<String, Vec<String>>,
    /// The files that could not be opened, and those on which a reader broke down.
    pub(crate) failures: Vec<String>,
    /// How many files are in no format that a game declares, by the ends of their names.
    pub(crate) others: BTreeMap<String, usize>,
}

/// Counts of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) files: usize,
    pub(crate) games: usize,
    /// Games that were read whole.
    pub(crate) whole: usize,
    /// Actions that were read.
    pub(crate) actions: usize,
    /// Remarks about what is odd.
    pub(crate) remarks: usize,
}

impl Survey {
    /// Reads all files of a folder, and of the folders in it.
    pub(crate) fn of_folder(catalog: &Catalog, folder: &Path) -> Survey {
        let mut survey = Survey::default();
        let mut files = Vec::new();
        survey.list(folder, 0, &mut files);
        files.iter().for_each(|file| survey.file(catalog, folder, file));
        survey
    }

    /// Lists the files of a folder, in order.
    fn list(&mut self, folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
        if depth > DEEPEST {
            return self.failures.push(format!("{}: more than {DEEPEST} folders deep", folder.display()));
        }
        let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        match entries {
            Err(error) => self.failures.push(format!("{}: {error}", folder.display())),
            Ok::<Vec<PathBuf>, _>(mut entries) => {
                entries.sort();
                for entry in entries {
                    if entry.is_dir() {
                        self.list(&entry, depth + 1, files);
                    } else {
                        files.push(entry);
                    }
                }
            }
        }
    }

    /// Reads a file by the format that the end of its name tells.
    fn file(&mut self, catalog: &Catalog, folder: &Path, path: &Path) {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let declared: Vec<(&dyn Item, &FileFormat)> = catalog
            .items()
            .flat_map(|item| item.formats().iter().map(move |format| (item, format)))
            .filter(|(_, format)| format.extension == extension)
            .collect();
        if declared.is_empty() {
            *self.others.entry(extension).or_default() += 1;
            return;
        }
        let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        let text = match fs::read(path) {
            Ok(bytes) => csv::decode(&bytes),
            Err(error) => return self.failures.push(format!("{name}: {error}")),
        };
        // Several games may have a format in common: the one that reads most of the file is the one that it is of.
        let mut found: Option<(String, Vec<FileGame>)> = None;
        for (item, format) in declared {
            match guarded(|| Ok::<_, SearchError>(read(item, &text))) {
                Err(error) => self.failures.push(format!("{name}, {} by {}: {error}", format.name, item.name())),
                Ok(games) => {
                    let is_better = |(_, best): &(String, Vec<FileGame>)| whole(&games) > whole(best);
                    if found.as_ref().is_none_or(is_better) {
                        found = Some((format!("{} ({})", format.name, item.title()), games));
                    }
                }
            }
        }
        if let Some((format, games)) = found {
            self.take(&name, &text, format, &games);
        }
    }

    /// Counts the games of a file, and sorts those that were not read whole.
    fn take(&mut self, name: &str, text: &str, format: String, games: &[FileGame]) {
        let counts = self.counts.entry(format).or_default();
        counts.files += 1;
        counts.games += games.len();
        counts.whole += whole(games);
        counts.remarks += games.iter().map(|game| game.remarks.len()).sum::<usize>();
        counts.actions += games.iter().flat_map(|game| &game.position).map(|position| position.plies()).sum::<usize>();
        for (number, game) in (1..).zip(games) {
            let Some(fault) = &game.fault else { continue };
            let (line, column) = fault.position(text);
            let place = format!("{name}, game {number}, line {line}, column {column}: {fault}");
            self.reasons.entry(kind(&fault.message)).or_default().push(place);
        }
    }
}

/// Reads the games of a text. A text that the game does not take for one is a game with a fault.
fn read(item: &dyn Item, text: &str) -> Vec<FileGame> {
    let options: Vec<(&str, String)> =
        item.told_by(text).into_iter().map(|(name, value)| (name, value.to_string())).collect();
    let given: Vec<(&str, &str)> = options.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let failed = |message: String| {
        let mut game = FileGame::new(0, None);
        game.fault = Some(TextError::new(0, message));
        vec![game]
    };
    let made = counterplay_api::Options::read(item.options(), &given).and_then(|options| item.build(&options));
    match made {
        Ok(game) => game.read_games(text).unwrap_or_else(|| failed("this is no file of that format".to_owned())),
        Err(error) => failed(error.to_string()),
    }
}

/// How many games were read whole.
fn whole(games: &[FileGame]) -> usize {
    games.iter().filter(|game| game.fault.is_none()).count()
}

/// The kind of a message: without what was quoted, the numbers, and the list of what was expected.
fn kind(message: &str) -> String {
    let message = message.split("; expected one of").next().unwrap_or_default();
    let mut kind = String::new();
    for (at, piece) in message.split('"').enumerate() {
        if at % 2 == 1 {
            kind.push('…');
            continue;
        }
        for sign in piece.chars() {
            let sign = if sign.is_ascii_digit() { '…' } else { sign };
            if sign != '…' || !kind.ends_with('…') {
                kind.push(sign);
            }
        }
    }
    kind
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (format, Counts { files, games, whole, actions, remarks }) in &self.counts {
            writeln!(
                f,
                "{format}: {whole} of {games} games read whole, in {files} files; {actions} actions, {remarks} remarks"
            )?;
        }
        for (extension, count) in &self.others {
            let name = if extension.is_empty() { "without an end".to_owned() } else { format!(".{extension}") };
            writeln!(f, "passed over: {count} files {name}, which no game declares")?;
        }
        if self.counts.is_empty() && self.others.is_empty() {
            writeln!(f, "there are no files")?;
        }
        let mut reasons: Vec<(&String, &Vec<String>)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        for (kind, places) in reasons {
            writeln!(f, "\nnot read whole, {} times: {kind}", places.len())?;
            places.iter().try_for_each(|place| writeln!(f, "  {place}"))?;
        }
        if !self.failures.is_empty() {
            writeln!(f, "\nfailures: {}", self.failures.len())?;
        }
        self.failures.iter().try_for_each(|failure| writeln!(f, "  {failure}"))
    }
}
