//! The records of a file, one after the other: what is wrong with one does not keep the next ones from being read.

use counterplay_core::TextError;

use super::reader::{Moves, Reader};
use super::writing::canonical;
use super::{GAME_TAG, Record, RecordError, UNFINISHED, placed_error, play_on};
use crate::{Catalog, FileGame};

/// A record of a file, as far as its text could be read.
pub(super) struct Parsed {
    /// Where it begins.
    offset: usize,
    pub(super) record: Record,
    /// Where its moves stand.
    pub(super) places: Vec<usize>,
    pub(super) remarks: Vec<TextError>,
    pub(super) fault: Option<TextError>,
    /// Where the next one begins.
    pub(super) next: Option<usize>,
}

impl Parsed {
    /// Reads the record that begins at an offset.
    pub(super) fn read(text: &str, at: usize) -> Parsed {
        let mark = if text[at..].starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut reader = Reader::new(text, at + mark);
        let (record, places, remarks) = (Record::default(), Vec::new(), Vec::new());
        let mut parsed = Parsed { offset: at, record, places, remarks, fault: None, next: None };
        parsed.fault = parsed.fill(&mut reader).err();
        parsed.next = match &parsed.fault {
            Some(fault) => next_record(text, fault.offset),
            None => (reader.at < text.len()).then_some(reader.at),
        };
        parsed
    }

    fn fill(&mut self, reader: &mut Reader<'_>) -> Result<(), TextError> {
        let mut tags = Vec::new();
        while reader.skip_to_token()? && reader.rest().starts_with('[') {
            tags.push(reader.tag()?);
        }
        let tagged = self.record.take_tags(tags, self.offset, &mut self.remarks)?;
        let mut moves = Moves::default();
        let read = reader.moves(&mut moves);
        (self.record.moves, self.places, self.record.notes) = (moves.words, moves.places, canonical(moves.notes));
        // PGN has the result twice, and what stands at the end is what was seen last.
        self.record.result = moves.result.or(tagged).filter(|result| result != UNFINISHED);
        read
    }

    /// Plays the moves, as far as they can be.
    pub(super) fn open(self, text: &str, catalog: &Catalog) -> (Record, FileGame) {
        let Parsed { offset, record, places, remarks, fault, .. } = self;
        let mut game = FileGame::new(offset, None);
        (game.remarks, game.fault) = (remarks, fault);
        (game.heading, game.notes) = (record.heading(), record.notes.clone());
        let wrong = |error: &RecordError| Some(placed_error(error, text, offset, &places));
        if record.game.is_empty() {
            return (record, game);
        }
        let mut position = match record.begin(catalog) {
            Ok((_, position)) => position,
            Err(error) => {
                game.fault = wrong(&error);
                return (record, game);
            }
        };
        for (number, word) in (1..).zip(&record.moves) {
            if let Err(error) = play_on(&mut position, word) {
                game.fault = wrong(&RecordError::Move { number, error });
                break;
            }
        }
        game.position = Some(position);
        (record, game)
    }
}

/// Where the next record begins after a fault: with the tag of its game.
fn next_record(text: &str, fault: usize) -> Option<usize> {
    let mut at = fault;
    let later = text[fault..].split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line)
    });
    later.skip(1).find(|(_, line)| line.trim_start().starts_with(GAME_TAG)).map(|(at, _)| at)
}
