//! Output to stdout, also when nobody reads it any more.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use counterplay_api::tables::disk::{Disk, RealDisk};

use crate::failure::Failure;

/// Output of a verb.
pub(crate) struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn stdout() -> Output {
        Output { stdout: BufWriter::new(io::stdout().lock()) }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        writeln!(self.stdout, "{text}").map_err(|error| Failure::writing("stdout", &error))
    }

    /// Writes without ending the line.
    pub(crate) fn text(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        write!(self.stdout, "{text}").map_err(|error| Failure::writing("stdout", &error))
    }

    /// Writes a value as a line of JSON.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.stdout, value).map_err(|error| Failure::writing("stdout", &error.into()))?;
        self.line("")
    }

    /// Writer to stdout for others, and flush.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.stdout
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stdout.flush().map_err(|error| Failure::writing("stdout", &error))
    }
}

/// Checks at once whether a file can be written later, after long work.
pub(crate) fn try_writing(path: &str) -> Result<(), Failure> {
    let beside = beside(path);
    let tried = std::fs::File::create(&beside).and_then(|_| std::fs::remove_file(&beside));
    tried.map_err(|error| Failure::writing(path, &error))
}

fn beside(path: &str) -> String {
    format!("{path}.part")
}

/// Writes a file whole or not at all, for good: under another name first, then in its place.
pub(crate) fn replace_file(path: &str, content: &[u8]) -> Result<(), Failure> {
    replace_on(&RealDisk, path, content)
}

fn replace_on(disk: &impl Disk, path: &str, content: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let (from, to) = (Path::new(&beside), Path::new(path));
    disk.write(from, content).and_then(|()| disk.rename(from, to)).map_err(|error| {
        let _ = disk.remove(from);
        Failure::writing(path, &error)
    })
}

/// Writes a file that the user asked for; `-` is stdout.
pub(crate) fn write_file(path: &str, content: &str, output: &mut Output) -> Result<(), Failure> {
    if path == "-" {
        return output.line(content.trim_end());
    }
    std::fs::write(path, content).map_err(|error| Failure::writing(path, &error))
}

/// Pixels of a PNG for each unit of its SVG, so that it is sharp on a slide.
const PNG_SCALE: f32 = 2.0;

/// Writes a picture as PNG; `-` is stdout.
pub(crate) fn write_png(path: &str, svg: &str, output: &mut Output) -> Result<(), Failure> {
    let png = counterplay_raster::png(svg, PNG_SCALE).map_err(|error| Failure::input(error.to_string()))?;
    if path == "-" {
        return output.writer().write_all(&png).map_err(|error| Failure::writing("stdout", &error));
    }
    std::fs::write(path, png).map_err(|error| Failure::writing(path, &error))
}

/// Writes a picture as SVG, or as PNG if the name of the file ends so.
pub(crate) fn write_picture(path: &str, svg: &str, output: &mut Output) -> Result<(), Failure> {
    let is_png = Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if is_png { write_png(path, svg, output) } else { write_file(path, svg, output) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Disk that notes what is asked of it, and fails at the operation that is named.
    struct NotedDisk {
        asked: Mutex<Vec<&'static str>>,
        fails: &'static str,
    }

    impl NotedDisk {
        fn note(&self, operation: &'static str) -> io::Result<()> {
            self.asked.lock().unwrap().push(operation);
            if self.fails == operation { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    impl Disk for NotedDisk {
        fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
            assert_eq!((path, bytes), (Path::new("there.part"), &b"all"[..]));
            self.note("write")
        }
        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            assert_eq!((from, to), (Path::new("there.part"), Path::new("there")));
            self.note("rename")
        }
        fn remove(&self, _: &Path) -> io::Result<()> {
            self.note("remove")
        }
    }

    #[test]
    fn a_file_is_replaced_by_the_disk_that_brings_its_name_to_the_disk_too() {
        for (fails, expected) in [
            ("", &["write", "rename"][..]),
            ("write", &["write", "remove"]),
            ("rename", &["write", "rename", "remove"]),
        ] {
            let disk = NotedDisk { asked: Mutex::default(), fails };
            assert_eq!(replace_on(&disk, "there", b"all").is_ok(), fails.is_empty());
            assert_eq!(*disk.asked.lock().unwrap(), expected);
        }
    }
}
