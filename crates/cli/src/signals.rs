//! Ctrl-C and SIGTERM: the first stops the search, which then prints the best so far; the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Who asked the program to stop.
pub(crate) struct Signals {
    /// Raised by either signal: the limits of every search hold it.
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

    /// 130 after Ctrl-C, 143 after SIGTERM, nothing otherwise.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.which.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(128 + signal as u8),
        }
    }
}
