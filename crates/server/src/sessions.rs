//! All sessions that are in play.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

use crate::Settings;
use crate::answer::{Kind, Refusal};
use crate::session::Session;

pub(crate) type Shared = Arc<Mutex<Session>>;

#[derive(Default)]
pub(crate) struct Sessions {
    by_id: Mutex<HashMap<String, Entry>>,
}

/// A session and when it was last asked about, which is known without waiting for it.
struct Entry {
    session: Shared,
    touched: Instant,
}

/// A session whose rules panicked is as it was before: nothing is changed in place.
pub(crate) fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same without waiting.
pub(crate) fn try_lock(session: &Mutex<Session>) -> Option<MutexGuard<'_, Session>> {
    match session.try_lock() {
        Ok(session) => Some(session),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Entry {
    /// Whether it is idle for so long, and nothing is searched in it.
    fn is_idle(&self, now: Instant, time: std::time::Duration) -> bool {
        let searching = || try_lock(&self.session).is_none_or(|session| session.search.is_some());
        now.duration_since(self.touched) >= time && !searching()
    }
}

impl Sessions {
    fn by_id(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.by_id().len()
    }

    pub(crate) fn find(&self, id: &str) -> Result<Shared, Refusal> {
        let mut sessions = self.by_id();
        let entry = sessions.get_mut(id).ok_or_else(no_session)?;
        entry.touched = Instant::now();
        Ok(Arc::clone(&entry.session))
    }

    /// Adds a session. If there are too many, the one that has been idle longest makes room, if it has been idle for long enough.
    pub(crate) fn add(&self, session: Session, settings: &Settings) -> Result<Shared, Refusal> {
        let now = Instant::now();
        let mut sessions = self.by_id();
        if sessions.len() >= settings.sessions {
            let idle = sessions.iter().filter(|(_, entry)| entry.is_idle(now, settings.session_grace));
            let oldest = idle.min_by_key(|(_, entry)| entry.touched).map(|(id, _)| id.clone());
            let full = || Refusal::new(Kind::Full, format!("there are {} sessions already", settings.sessions));
            sessions.remove(&oldest.ok_or_else(full)?);
        }
        let id = session.id.clone();
        let session = Arc::new(Mutex::new(session));
        sessions.insert(id, Entry { session: Arc::clone(&session), touched: now });
        Ok(session)
    }

    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
        let entry = self.by_id().remove(id).ok_or_else(no_session)?;
        lock(&entry.session).stop();
        Ok(())
    }

    /// Forgets those that nobody has asked about for long.
    pub(crate) fn sweep(&self, settings: &Settings) {
        let now = Instant::now();
        let mut sessions = self.by_id();
        let before = sessions.len();
        sessions.retain(|_, entry| !entry.is_idle(now, settings.session_idle));
        // What a crowd took is given back once it is gone.
        if sessions.len() < before && sessions.capacity() > 4 * sessions.len().max(16) {
            sessions.shrink_to_fit();
        }
    }

    /// Ends all searches, but does not wait for rules that are being asked.
    pub(crate) fn stop_all(&self) {
        for session in self.by_id().values().filter_map(|entry| try_lock(&entry.session)) {
            session.stop();
        }
    }
}

fn no_session() -> Refusal {
    Refusal::new(Kind::NoSession, "there is no such session; it may have ended, or the server was restarted")
}
