//! Disk operations of a builder, as a trait, so that tests can let each of them fail.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Disk that tables are written to.
pub trait Disk: Sync {
    /// Writes a new file and flushes all of it to the disk.
    ///
    /// # Errors
    /// Error of the system.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Renames a file to its final name, for good.
    ///
    /// # Errors
    /// Error of the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// Error of the system.
    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)?;
        // The name is in the folder, which is a file too. That of a bare name is the one that we are in.
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}
