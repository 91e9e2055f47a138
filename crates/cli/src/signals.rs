//! Signals: the first Ctrl-C or SIGTERM stops the search, which then prints the best so far; the second ends the
//! program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Signals that asked the program to stop.
pub(crate) struct Signals {
    /// Stop flag, raised by either signal: the limits of every search hold it.
    pub(crate) stop: Arc<AtomicBool>,
    which: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens from now on. Where the system does not allow it, the signals do what they always do.
    pub(crate) fn listen() -> Signals {
        let signals = Signals { stop: Arc::default(), which: Arc::default() };
        for signal in [SIGINT, SIGTERM] {
            // The order matters: only a second signal finds the flag raised, and ends the program.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&signals.stop));
            let _ = flag::register(signal, Arc::clone(&signals.stop));
            let _ = flag::register_usize(signal, Arc::clone(&signals.which), signal as usize);
        }
        signals
    }

    /// Calls somebody when a signal has come, or at once if one has come already. For whoever sleeps, and does not look
    /// at the flag.
    ///
    /// # Errors
    /// If the system refuses a thread, or what the signal writes to.
    #[cfg(unix)]
    pub(crate) fn tell(&self, whom: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
        use std::io::Read;
        let (mut reader, writer) = std::os::unix::net::UnixStream::pair()?;
        // Registered after the flag, and so called after it is raised.
        for signal in [SIGINT, SIGTERM] {
            signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
        }
        let has_come = self.stop.load(Ordering::Relaxed);
        let wait = move || {
            // Whether a byte has come or the other end is gone: there is nothing more to wait for.
            if !has_come {
                let _ = reader.read_exact(&mut [0]);
            }
            whom();
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// Calls somebody when a signal has come. Here a signal can do nothing but raise the flag, which is looked at now
    /// and then.
    #[cfg(not(unix))]
    pub(crate) fn tell(&self, whom: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
        let stop = Arc::clone(&self.stop);
        let wait = move || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            whom();
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
    }

    /// Exit code of a signal: 130 after Ctrl-C, 143 after SIGTERM, `None` otherwise.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.which.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(128 + signal as u8),
        }
    }
}
