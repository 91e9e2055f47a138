//! Full disk: a check on a really small disk, which only the administrator can have made.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use counterplay_tables::{BuildError, verify};

use crate::{NAME, Setup, files, same};

/// Small disk in memory, which is unmounted when it is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a small disk. `None` where it is not allowed.
    fn new(folder: PathBuf, bytes: usize) -> Option<SmallDisk> {
        std::fs::create_dir_all(&folder).ok()?;
        mount(&folder, &format!("size={bytes}")).then(|| SmallDisk(folder))
    }

    fn grow(&self, bytes: usize) -> bool {
        mount(&self.0, &format!("remount,size={bytes}"))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

fn mount(folder: &Path, options: &str) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(folder).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub(crate) fn check(setup: &Setup) -> Result<String, String> {
    let bytes = files(&setup.whole())?.values().map(Vec::len).sum::<usize>();
    let Some(disk) = SmallDisk::new(setup.folder.join("small"), bytes / 2) else {
        return Ok("left out: this user may not mount a small disk".to_owned());
    };
    let full = match setup.build(&disk.0) {
        Err(error @ BuildError::Write { bytes: 1.., .. }) => error.to_string(),
        Err(other) => return Err(format!("on a full disk: {other}")),
        Ok(_) => return Err(format!("all tables fit on a disk of {} bytes", bytes / 2)),
    };
    // The files that are there are whole, and stay.
    let before = files(&disk.0)?;
    let verified = verify(&setup.game, NAME, &disk.0, false, setup.threads, None, &mut |_, _, _| ());
    if !verified.faults.is_empty() || verified.slices != before.len() {
        return Err(format!("of {} files {} are right: {:?}", before.len(), verified.slices, verified.faults));
    }
    if !disk.grow(8 * bytes) {
        return Err("the disk could not be made larger".to_owned());
    }
    let resumed = setup.build(&disk.0).map_err(|error| error.to_string())?.resumed;
    same(setup, &disk.0)?;
    Ok(format!("\"{full}\"; {} files were whole, and with more room {resumed} were not built again", before.len()))
}
