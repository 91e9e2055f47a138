//! Table files of a folder: their names, their heads, and the lock that lets one process write.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use counterplay_core::checked_file::Damage;
use counterplay_core::indexed::{Indexed, Slice, fingerprint};

use crate::FormatError;
use crate::format::{Content, Head, PREFIX, head_length};

/// Folder with the tables of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folder<'a> {
    path: &'a Path,
    game: &'a str,
}

/// A file with all its blocks, decoded.
pub(crate) struct WholeFile {
    pub(crate) head: Head,
    pub(crate) blocks: Vec<Vec<u8>>,
}

impl<'a> Folder<'a> {
    pub(crate) fn new(path: &'a Path, game: &'a str) -> Folder<'a> {
        Folder { path, game }
    }

    /// The names of the files that are there.
    pub(crate) fn names(&self) -> HashSet<OsString> {
        let entries = fs::read_dir(self.path).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()
    }

    /// Path of a slice's file, and its path while it is being written.
    pub(crate) fn paths(&self, slice: &str, content: Content) -> (PathBuf, PathBuf) {
        let slice: String = slice.replace(" v ", "-").split_whitespace().collect();
        let name = format!("{}-{slice}.{}", self.game, content.ending());
        (self.path.join(&name), self.path.join(name + ".part"))
    }

    /// Head of a slice's file, and the open file. `None` if there is no file.
    pub(crate) fn open<G: Indexed>(
        &self,
        game: &G,
        slice: Slice,
        content: Content,
    ) -> Result<Option<(Head, File)>, FormatError> {
        let name = game.slice_name(slice);
        let (path, _) = self.paths(&name, content);
        let Ok(mut file) = File::open(path) else { return Ok(None) };
        let unreadable = |_: io::Error| FormatError::Damage(Damage::Content);
        let length = file.metadata().map_err(unreadable)?.len();
        let mut head = vec![0; PREFIX.min(length as usize)];
        file.read_exact(&mut head).map_err(unreadable)?;
        let expected = head_length(&head)?;
        let mut rest = vec![0; expected.saturating_sub(head.len()).min((length as usize).saturating_sub(head.len()))];
        file.read_exact(&mut rest).map_err(unreadable)?;
        head.extend(rest);
        let head = Head::read(&head, length)?;
        if head.game != self.game {
            return Err(FormatError::OtherGame { found: head.game, expected: self.game.to_owned() });
        }
        if head.slice != name {
            return Err(FormatError::OtherSlice { found: head.slice, expected: name });
        }
        let same = std::mem::discriminant(&head.content) == std::mem::discriminant(&content);
        if (head.fingerprint, head.size) != (fingerprint(game, slice), game.size(slice)) || !same {
            return Err(FormatError::OtherRules);
        }
        Ok(Some((head, file)))
    }

    /// Reads a slice's file with all its blocks. `None` if there is no file.
    pub(crate) fn read_whole<G: Indexed>(
        &self,
        game: &G,
        slice: Slice,
        content: Content,
    ) -> Result<Option<WholeFile>, FormatError> {
        let Some((head, mut file)) = self.open(game, slice, content)? else { return Ok(None) };
        let mut blocks = Vec::new();
        for block in 0..head.blocks() {
            let (_, length) = head.place(block).ok_or(FormatError::Block(block))?;
            let mut bytes = vec![0; length];
            file.read_exact(&mut bytes).map_err(|_| FormatError::Block(block))?;
            blocks.push(head.decode(block, &bytes)?);
        }
        Ok(Some(WholeFile { head, blocks }))
    }
}

/// Free bytes of the disk that holds a folder, if the system tells.
pub fn free_space(folder: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    space.f_bavail.checked_mul(space.f_frsize)
}

/// Lock of a folder: the right to build in it. The system releases it when the process ends, however it ends.
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

/// Lock error: why a folder cannot be locked.
#[derive(Debug)]
pub enum LockError {
    /// Another process holds the lock, with this process number if it says so.
    Taken(PathBuf, Option<u32>),
    /// The folder cannot be written.
    Failed(PathBuf, io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Taken(path, process) => {
                let process = process.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"));
                write!(f, "{process} builds tables here: {} is locked", path.display())
            }
            LockError::Failed(path, error) => write!(f, "{} cannot be written: {error}", path.display()),
        }
    }
}

impl Lock {
    pub(crate) fn take(folder: &Path) -> Result<Lock, LockError> {
        let path = folder.join("lock");
        let failed = |error| LockError::Failed(path.clone(), error);
        fs::create_dir_all(folder).map_err(failed)?;
        let mut file =
            File::options().create(true).truncate(false).read(true).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut id = String::new();
                let _ = file.read_to_string(&mut id);
                return Err(LockError::Taken(path, id.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let id = format!("{}\n", std::process::id());
        file.set_len(0).and_then(|()| file.write_all(id.as_bytes())).map_err(failed)?;
        Ok(Lock { path, _file: file })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
