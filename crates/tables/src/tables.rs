//! Table probes: the value of a position, read from the files.

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
use crate::outcome::decoded;
use crate::{FormatError, Outcome};

/// Table entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probed {
    /// Outcome for the side to move.
    pub outcome: Outcome,
    /// Distance in plies to the end of the game under best play, where distances were built and somebody wins.
    pub plies: Option<u32>,
}

/// Tables of a game, from a folder or in memory.
///
/// A damaged block is never used. Its values are unknown, and the listener is told once.
pub struct Tables {
    slices: Vec<Option<SliceFiles>>,
    /// Memory budget left for blocks, in bytes.
    budget: AtomicU64,
    /// Recently used blocks, kept where the memory budget is spent.
    recent: [Mutex<Vec<CachedBlock>>; SHARDS],
    on_problem: Box<dyn Fn(&str) + Send + Sync>,
    /// Files that were refused when they were opened, each with the reason.
    refused: Vec<String>,
}

const SHARDS: usize = 16;
/// Blocks that each shard keeps.
const SHARD_CAPACITY: usize = 8;

struct CachedBlock {
    file: (u32, bool),
    block: u64,
    bytes: Arc<[u8]>,
}

/// Files of a slice.
pub(crate) struct SliceFiles {
    /// Values: outcomes, expectations, or roll counts.
    pub(crate) values: Blocks,
    distances: Option<Blocks>,
}

/// Block reader of a file, which reads each block when it is needed.
pub(crate) struct Blocks {
    pub(crate) head: Head,
    name: String,
    /// Open file. `None` if all of it is in memory.
    file: Option<Mutex<File>>,
    /// Blocks that stay in memory. `None` for one that is damaged.
    kept: Vec<OnceLock<Option<Arc<[u8]>>>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("slices", &self.slices().count()).finish_non_exhaustive()
    }
}

impl Tables {
    /// Opens all tables of a game that are in a folder. Their blocks take at most `memory` bytes. `on_problem` is
    /// called once for each file or block that cannot be used.
    pub fn open<G: Indexed>(
        game: &G,
        name: &str,
        folder: &Path,
        memory: u64,
        on_problem: impl Fn(&str) + Send + Sync + 'static,
    ) -> Tables {
        let mut tables = Tables::empty(memory, on_problem);
        tables.add(game, name, folder, Content::Outcomes, Some(Content::Distances(1)));
        tables
    }

    /// Empty tables, without any slice.
    pub(crate) fn empty(memory: u64, on_problem: impl Fn(&str) + Send + Sync + 'static) -> Tables {
        let (budget, on_problem) = (AtomicU64::new(memory), Box::new(on_problem));
        Tables { slices: Vec::new(), budget, recent: Default::default(), on_problem, refused: Vec::new() }
    }

    /// Opens all tables of a game in a folder that hold `content`, with the files `beside` them if there are any.
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
            let mut blocks = |content| {
                let path = at.paths(&game.slice_name(slice), content).0;
                let name = path.display().to_string();
                // Most slices have no file.
                if !path.file_name().is_some_and(|name| there.contains(name)) {
                    return None;
                }
                match at.open(game, slice, content) {
                    Ok(opened) => opened.map(|(head, file)| Blocks::new(head, name, file)),
                    Err(error) => {
                        let refusal = format!("{name} is not used: {error}");
                        (self.on_problem)(&refusal);
                        self.refused.push(refusal);
                        None
                    }
                }
            };
            if let Some(values) = blocks(content) {
                let distances = beside.and_then(blocks);
                self.put(slice, SliceFiles { values, distances });
            }
        }
    }

    fn put(&mut self, slice: Slice, opened: SliceFiles) {
        let number = slice.0 as usize;
        if self.slices.len() <= number {
            self.slices.resize_with(number + 1, || None);
        }
        self.slices[number] = Some(opened);
    }

    /// Adds a slice that is in memory.
    pub(crate) fn take(&mut self, slice: Slice, head: Head, blocks: Vec<Vec<u8>>) {
        let name = head.slice.clone();
        let kept = blocks.into_iter().map(|bytes| OnceLock::from(Some(bytes.into()))).collect();
        self.put(slice, SliceFiles { values: Blocks { head, name, file: None, kept }, distances: None });
    }

    /// Files that were refused when they were opened, each with the reason: those of other rules, and damaged ones.
    #[must_use]
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// Slices that have a table.
    pub fn slices(&self) -> impl Iterator<Item = Slice> {
        let there = self.slices.iter().enumerate().filter(|(_, opened)| opened.is_some());
        there.map(|(number, _)| Slice(number as u32))
    }

    /// Heads of a slice's files: the outcomes, and the distances if there are any.
    #[must_use]
    pub fn heads(&self, slice: Slice) -> Option<(&Head, Option<&Head>)> {
        let opened = self.slices.get(slice.0 as usize)?.as_ref()?;
        Some((&opened.values.head, opened.distances.as_ref().map(|blocks| &blocks.head)))
    }

    /// Probes a position: its outcome, and its distance where that was built.
    pub fn probe<G: Indexed>(&self, game: &G, state: &G::State) -> Option<Probed> {
        let outcome = self.outcome(game, state)?;
        let plies = if outcome == Outcome::Draw { None } else { self.plies(game, state) };
        Some(Probed { outcome, plies })
    }

    /// Outcome of a position for the side to move. `None` if no table tells.
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

    /// Outcome of a position whose value is derived. `actions` is a stack to work on.
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

    /// Outcome of a child for the side that moved to it.
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

    /// Distance in plies of a position that is won or lost.
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

    /// Stored outcome of an index.
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
        decoded(byte? >> (2 * (at % 4)) & 3)
    }

    /// Stored row of an index: so many numbers of four bytes each.
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

    /// Stored distance of an index.
    #[inline]
    pub(crate) fn stored_plies(&self, slice: Slice, index: u64) -> Option<u32> {
        let distances = self.opened(slice)?.distances.as_ref()?;
        match distances.kept.get((index / BLOCK) as usize)?.get() {
            Some(kept) => distances.head.distance(kept.as_ref()?, index),
            None => distances.head.distance(&self.block((slice.0, true), distances, index / BLOCK)?, index),
        }
    }

    /// Block of a file, from memory or else from the disk.
    fn block(&self, file: (u32, bool), blocks: &Blocks, block: u64) -> Option<Arc<[u8]>> {
        let kept = blocks.kept.get(block as usize)?;
        if let Some(kept) = kept.get() {
            return kept.clone();
        }
        let shard = &self.recent[(block as usize + file.0 as usize) % SHARDS];
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(recent) = lock().iter().find(|recent| recent.file == file && recent.block == block) {
            return Some(recent.bytes.clone());
        }
        let read: Option<Arc<[u8]>> = match blocks.read(block) {
            Ok(bytes) => Some(bytes.into()),
            Err(error) => {
                // Whoever comes second finds it set, and reports nothing.
                if kept.set(None).is_ok() {
                    (self.on_problem)(&format!("{}: {error}; what it holds is unknown", blocks.name));
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
        let mut recent = lock();
        if recent.len() >= SHARD_CAPACITY {
            recent.remove(0);
        }
        recent.push(CachedBlock { file, block, bytes: bytes.clone() });
        Some(bytes)
    }

    /// The files of a slice.
    #[inline]
    pub(crate) fn opened(&self, slice: Slice) -> Option<&SliceFiles> {
        self.slices.get(slice.0 as usize)?.as_ref()
    }
}

impl SliceFiles {
    /// Checks every block of the files. Returns the first that is damaged.
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

/// Side to move; defined also for a finished game that has an index in a slice.
#[inline]
pub(crate) fn side<G: Game>(game: &G, state: &G::State) -> Side {
    match game.role(state) {
        Role::Min => Side::Min,
        _ => Side::Max,
    }
}

/// Outcome of a finished game for a side.
pub(crate) fn end<G: Game>(game: &G, state: &G::State, side: Side) -> Outcome {
    match game.sum().winner(game.utility(state)) {
        None => Outcome::Draw,
        Some(winner) if winner == side => Outcome::Win,
        Some(_) => Outcome::Loss,
    }
}
