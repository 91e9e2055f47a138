//! Tables that answer: what is this position worth?

use std::fmt;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::{Actions, Game, Role, Side};

use crate::folder::Folder;
use crate::format::{BLOCK, Content, Head};
use crate::{FormatError, Outcome};

/// What the tables say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// The plies to the end of the game if both sides play for it, where that was built and somebody wins.
    pub plies: Option<u32>,
}

/// The tables of a game in a folder, or in memory.
///
/// What is damaged is never answered from: its value is unknown, and whoever listens is told once.
pub struct Tables {
    slices: Vec<Option<Opened>>,
    /// Memory that is left for blocks, in bytes.
    budget: AtomicU64,
    /// Where there is no memory left, the last blocks that were used.
    spare: [Mutex<Vec<Spare>>; SHARDS],
    told: Box<dyn Fn(&str) + Send + Sync>,
}

const SHARDS: usize = 16;
/// The blocks that each shard keeps.
const KEPT: usize = 8;

struct Spare {
    file: (u32, bool),
    block: u64,
    bytes: Arc<[u8]>,
}

/// The files of a slice.
pub(crate) struct Opened {
    /// Outcomes, expectations, or chances of throws.
    pub(crate) values: Blocks,
    distances: Option<Blocks>,
}

/// A file whose blocks are read when they are needed.
pub(crate) struct Blocks {
    pub(crate) head: Head,
    name: String,
    /// Nothing if all of it is in memory.
    file: Option<Mutex<File>>,
    /// Those that stay in memory; nothing for one that is damaged.
    kept: Vec<OnceLock<Option<Arc<[u8]>>>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("slices", &self.slices().count()).finish_non_exhaustive()
    }
}

impl Tables {
    /// Opens all tables of a game that are in a folder. Their blocks take at most so many bytes of memory. `told` hears, once for
    /// each, of files and blocks that cannot be used.
    pub fn open<G: Indexed>(
        game: &G,
        name: &str,
        folder: &Path,
        memory: u64,
        told: impl Fn(&str) + Send + Sync + 'static,
    ) -> Tables {
        let mut tables = Tables::empty(memory, told);
        tables.add(game, name, folder, Content::Outcomes, Some(Content::Distances(1)));
        tables
    }

    /// Without any slice.
    pub(crate) fn empty(memory: u64, told: impl Fn(&str) + Send + Sync + 'static) -> Tables {
        let (budget, told) = (AtomicU64::new(memory), Box::new(told));
        Tables { slices: Vec::new(), budget, spare: Default::default(), told }
    }

    /// Opens all tables of a game that are in a folder and hold this, with what there is `beside` them.
    pub(crate) fn add<G: Indexed>(
        &mut self,
        game: &G,
        name: &str,
        folder: &Path,
        content: Content,
        beside: Option<Content>,
    ) {
        let at = Folder::new(folder, name);
        let there = at.names();
        let most = game.pieces().0.end.saturating_sub(1);
        for slice in game.groups(most).into_iter().flatten() {
            let blocks = |content| {
                let path = at.paths(&game.slice_name(slice), content).0;
                let name = path.display().to_string();
                // Most slices that there could be are not there.
                if !path.file_name().is_some_and(|name| there.contains(name)) {
                    return None;
                }
                match at.open(game, slice, content) {
                    Ok(opened) => opened.map(|(head, file)| Blocks::new(head, name, file)),
                    Err(error) => {
                        (self.told)(&format!("{name} is not used: {error}"));
                        None
                    }
                }
            };
            if let Some(values) = blocks(content) {
                let distances = beside.and_then(blocks);
                self.put(slice, Opened { values, distances });
            }
        }
    }

    fn put(&mut self, slice: Slice, opened: Opened) {
        let number = slice.0 as usize;
        if self.slices.len() <= number {
            self.slices.resize_with(number + 1, || None);
        }
        self.slices[number] = Some(opened);
    }

    /// Takes in a slice that is in memory.
    pub(crate) fn take(&mut self, slice: Slice, head: Head, blocks: Vec<Vec<u8>>) {
        let name = head.slice.clone();
        let kept = blocks.into_iter().map(|bytes| OnceLock::from(Some(bytes.into()))).collect();
        self.put(slice, Opened { values: Blocks { head, name, file: None, kept }, distances: None });
    }

    /// The slices that are there.
    pub fn slices(&self) -> impl Iterator<Item = Slice> {
        let there = self.slices.iter().enumerate().filter(|(_, opened)| opened.is_some());
        there.map(|(number, _)| Slice(number as u32))
    }

    /// What the files of a slice say of themselves: the outcomes, and the distances if there are any.
    #[must_use]
    pub fn heads(&self, slice: Slice) -> Option<(&Head, Option<&Head>)> {
        let opened = self.slices.get(slice.0 as usize)?.as_ref()?;
        Some((&opened.values.head, opened.distances.as_ref().map(|blocks| &blocks.head)))
    }

    /// What a position is worth, and in how many plies it is won or lost, where that was built.
    pub fn probe<G: Indexed>(&self, game: &G, state: &G::State) -> Option<Found> {
        let outcome = self.outcome(game, state)?;
        let plies = if outcome == Outcome::Draw { None } else { self.plies(game, state) };
        Some(Found { outcome, plies })
    }

    /// What a position is worth to the side to move; nothing if no table tells.
    #[inline]
    pub fn outcome<G: Indexed>(&self, game: &G, state: &G::State) -> Option<Outcome> {
        let slice = game.slice(state)?;
        // Most positions that a search asks about have too many pieces.
        self.opened(slice)?;
        if game.is_derived(state) {
            self.derived(game, state, &mut Actions::new())
        } else {
            self.stored(slice, game.rank(state))
        }
    }

    /// What a position is worth whose value is derived; `actions` is a stack to work on.
    pub(crate) fn derived<G: Indexed>(
        &self,
        game: &G,
        state: &G::State,
        actions: &mut Actions<G::Action>,
    ) -> Option<Outcome> {
        let mover = side(game, state);
        let start = actions.as_slice().len();
        game.actions(state, actions);
        let mut best = Some(Outcome::Loss);
        for at in start..actions.as_slice().len() {
            let child = game.result(state, actions.as_slice()[at]);
            match self.child_outcome(game, &child, mover, actions) {
                Some(Outcome::Win) => {
                    best = Some(Outcome::Win);
                    break;
                }
                worth => best = best.zip(worth).map(|(best, worth)| best.max(worth)),
            }
        }
        actions.truncate(start);
        best
    }

    /// What a position is worth to the side that led to it.
    fn child_outcome<G: Indexed>(
        &self,
        game: &G,
        child: &G::State,
        mover: Side,
        actions: &mut Actions<G::Action>,
    ) -> Option<Outcome> {
        let Some(slice) = game.slice(child) else {
            return game.is_terminal(child).then(|| end(game, child, mover));
        };
        let worth = if game.is_derived(child) {
            self.derived(game, child, actions)?
        } else {
            self.stored(slice, game.rank(child))?
        };
        Some(if side(game, child) == mover { worth } else { worth.flipped() })
    }

    /// In how many plies a position is won or lost that is one or the other.
    pub fn plies<G: Indexed>(&self, game: &G, state: &G::State) -> Option<u32> {
        let slice = game.slice(state)?;
        if !game.is_derived(state) {
            return self.stored_plies(slice, game.rank(state));
        }
        let mover = side(game, state);
        let won = self.outcome(game, state)? == Outcome::Win;
        let children = game.action_list(state).into_iter().map(|action| game.result(state, action));
        let mut plies = None;
        for child in children {
            let worth = self.child_outcome(game, &child, mover, &mut Actions::new())?;
            if won == (worth == Outcome::Win) {
                let after = if game.slice(&child).is_none() { 0 } else { self.plies(game, &child)? };
                let best = |plies: u32| if won { plies.min(after + 1) } else { plies.max(after + 1) };
                plies = Some(plies.map_or(after + 1, best));
            }
        }
        plies
    }

    /// What is stored for a number.
    #[inline]
    pub(crate) fn stored(&self, slice: Slice, index: u64) -> Option<Outcome> {
        let opened = self.opened(slice)?;
        let at = index % BLOCK;
        // Most blocks that are asked for are in memory.
        let byte = |bytes: &[u8]| bytes.get((at / 4) as usize).copied();
        let byte = match opened.values.kept.get((index / BLOCK) as usize)?.get() {
            Some(kept) => byte(kept.as_ref()?),
            None => byte(&self.block((slice.0, false), &opened.values, index / BLOCK)?),
        };
        Outcome::decoded(byte? >> (2 * (at % 4)) & 3)
    }

    /// What a slice stores for a number, in four bytes each: so many numbers of a row.
    #[inline]
    pub(crate) fn row<T>(&self, slice: Slice, index: u64, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let opened = self.opened(slice)?;
        let width = opened.values.head.content.width()?;
        let at = (index % BLOCK) as usize * width;
        let row = |bytes: &[u8]| bytes.get(at..at + width).map(read);
        match opened.values.kept.get((index / BLOCK) as usize)?.get() {
            Some(kept) => row(kept.as_ref()?),
            None => row(&self.block((slice.0, false), &opened.values, index / BLOCK)?),
        }
    }

    /// The distance that is stored for a number.
    pub(crate) fn stored_plies(&self, slice: Slice, index: u64) -> Option<u32> {
        let distances = self.opened(slice)?.distances.as_ref()?;
        let block = self.block((slice.0, true), distances, index / BLOCK)?;
        distances.head.distance(&block, index)
    }

    /// A block: from memory, or else from the disk.
    fn block(&self, file: (u32, bool), blocks: &Blocks, block: u64) -> Option<Arc<[u8]>> {
        let kept = blocks.kept.get(block as usize)?;
        if let Some(kept) = kept.get() {
            return kept.clone();
        }
        let shard = &self.spare[(block as usize + file.0 as usize) % SHARDS];
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spare) = lock().iter().find(|spare| spare.file == file && spare.block == block) {
            return Some(spare.bytes.clone());
        }
        let read: Option<Arc<[u8]>> = match blocks.read(block) {
            Ok(bytes) => Some(bytes.into()),
            Err(error) => {
                // Whoever comes second finds it settled, and tells nobody.
                if kept.set(None).is_ok() {
                    (self.told)(&format!("{}: {error}; what it holds is unknown", blocks.name));
                }
                return None;
            }
        };
        let bytes = read?;
        let size = bytes.len() as u64;
        let room = |left: u64| left.checked_sub(size);
        if self.budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_ok() {
            return kept.get_or_init(|| Some(bytes)).clone();
        }
        let mut spares = lock();
        if spares.len() >= KEPT {
            spares.remove(0);
        }
        spares.push(Spare { file, block, bytes: bytes.clone() });
        Some(bytes)
    }

    /// The files of a slice.
    #[inline]
    pub(crate) fn opened(&self, slice: Slice) -> Option<&Opened> {
        self.slices.get(slice.0 as usize)?.as_ref()
    }
}

impl Opened {
    /// Checks every block of the files; the first that is damaged.
    pub(crate) fn check(&self) -> Result<(), (String, FormatError)> {
        for blocks in [Some(&self.values), self.distances.as_ref()].into_iter().flatten() {
            for block in 0..blocks.head.blocks() {
                blocks.read(block).map_err(|error| (blocks.name.clone(), error))?;
            }
        }
        Ok(())
    }

    pub(crate) fn has_distances(&self) -> bool {
        self.distances.is_some()
    }
}

impl Blocks {
    fn new(head: Head, name: String, file: File) -> Blocks {
        let kept = (0..head.blocks()).map(|_| OnceLock::new()).collect();
        Blocks { head, name, file: Some(Mutex::new(file)), kept }
    }

    /// Reads a block from the disk.
    fn read(&self, block: u64) -> Result<Vec<u8>, FormatError> {
        let damaged = FormatError::Block(block);
        let (start, length) = self.head.place(block).ok_or(damaged.clone())?;
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        let mut bytes = vec![0; length];
        {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|_| damaged)?;
        }
        self.head.decode(block, &bytes)
    }
}

/// Who is to move, as a side; also of a finished game that has a place in a slice.
#[inline]
pub(crate) fn side<G: Game>(game: &G, state: &G::State) -> Side {
    match game.role(state) {
        Role::Min => Side::Min,
        _ => Side::Max,
    }
}

/// What a finished game is worth to a side.
pub(crate) fn end<G: Game>(game: &G, state: &G::State, side: Side) -> Outcome {
    match game.bounds().winner(game.utility(state)) {
        None => Outcome::Draw,
        Some(winner) if winner == side => Outcome::Win,
        Some(_) => Outcome::Loss,
    }
}
