//! All sessions that are in play.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Instant;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::Settings;
use crate::api_error::{ApiError, Kind};
use crate::session::Session;

pub(crate) type Shared = Arc<SessionLock>;

/// Where a session is kept: one at a time has it, and the others can wait to be told that it is free, or that its
/// search has ended.
pub(crate) struct SessionLock {
    session: Mutex<Session>,
    freed: Notify,
    searched: Notify,
}

impl SessionLock {
    fn new(session: Session) -> SessionLock {
        SessionLock { session: Mutex::new(session), freed: Notify::new(), searched: Notify::new() }
    }

    /// Ends when somebody gives the session back, for one who has found it taken.
    pub(crate) fn freed(&self) -> Notified<'_> {
        self.freed.notified()
    }

    /// Ends when its search has ended, for one who has found it searching. Who has only looked does not wake the others
    /// who wait for that.
    pub(crate) fn searched(&self) -> Notified<'_> {
        self.searched.notified()
    }

    /// Ends the search of this number: the session may have another.
    pub(crate) fn end_search(&self, number: u64) {
        let mut session = lock(self);
        if session.search.as_ref().is_some_and(|search| search.number == number) {
            session.search = None;
        }
        drop(session);
        self.searched.notify_waiters();
    }
}

/// A session that somebody has, until this is dropped.
pub(crate) struct SessionGuard<'a> {
    /// There until it is given back.
    session: Option<MutexGuard<'a, Session>>,
    freed: &'a Notify,
}

impl Deref for SessionGuard<'_> {
    type Target = Session;
    fn deref(&self) -> &Session {
        self.session.as_ref().expect("it is given back at the end")
    }
}

impl DerefMut for SessionGuard<'_> {
    fn deref_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it is given back at the end")
    }
}

impl Drop for SessionGuard<'_> {
    fn drop(&mut self) {
        // First it is free, and then it is said to be.
        self.session = None;
        self.freed.notify_waiters();
    }
}

#[derive(Default)]
pub(crate) struct Sessions {
    by_id: Mutex<HashMap<String, Entry>>,
}

/// Session and when it was last asked about, which is known without waiting for it.
struct Entry {
    session: Shared,
    touched: Instant,
}

/// A session whose rules panicked is as it was before: nothing is changed in place.
pub(crate) fn lock(lock: &SessionLock) -> SessionGuard<'_> {
    let session = lock.session.lock().unwrap_or_else(PoisonError::into_inner);
    SessionGuard { session: Some(session), freed: &lock.freed }
}

/// Locks a session without waiting. `None` if it is locked.
pub(crate) fn try_lock(lock: &SessionLock) -> Option<SessionGuard<'_>> {
    let session = match lock.session.try_lock() {
        Ok(session) => session,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return None,
    };
    Some(SessionGuard { session: Some(session), freed: &lock.freed })
}

/// Ends the search of a session as soon as the session is free.
pub(crate) async fn stop_soon(lock: Shared) {
    loop {
        let mut freed = std::pin::pin!(lock.freed());
        freed.as_mut().enable();
        if let Some(session) = try_lock(&lock) {
            return session.stop();
        }
        freed.await;
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

    /// Whether there is such a session. To ask that does not count as use.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.by_id().contains_key(id)
    }

    pub(crate) fn find(&self, id: &str) -> Result<Shared, ApiError> {
        let mut sessions = self.by_id();
        let entry = sessions.get_mut(id).ok_or_else(no_session)?;
        entry.touched = Instant::now();
        Ok(Arc::clone(&entry.session))
    }

    /// Adds a session. If there are too many, the one that has been idle longest makes room, if it has been idle for
    /// long enough.
    pub(crate) fn add(&self, session: Session, settings: &Settings) -> Result<Shared, ApiError> {
        let now = Instant::now();
        let mut sessions = self.by_id();
        if sessions.len() >= settings.sessions {
            let idle = sessions.iter().filter(|(_, entry)| entry.is_idle(now, settings.session_grace));
            let oldest = idle.min_by_key(|(_, entry)| entry.touched).map(|(id, _)| id.clone());
            let full = || ApiError::new(Kind::Full, format!("there are {} sessions already", settings.sessions));
            sessions.remove(&oldest.ok_or_else(full)?);
        }
        let id = session.id.clone();
        let session = Arc::new(SessionLock::new(session));
        sessions.insert(id, Entry { session: Arc::clone(&session), touched: now });
        Ok(session)
    }

    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        let entry = self.by_id().remove(id).ok_or_else(no_session)?;
        lock(&entry.session).stop();
        Ok(())
    }

    /// Removes the sessions that nobody has asked about for long.
    pub(crate) fn sweep(&self, settings: &Settings) {
        let now = Instant::now();
        let mut sessions = self.by_id();
        let before = sessions.len();
        sessions.retain(|_, entry| !entry.is_idle(now, settings.session_idle));
        // Memory that a crowd took is given back once it is gone.
        if sessions.len() < before && sessions.capacity() > 4 * sessions.len().max(16) {
            sessions.shrink_to_fit();
        }
    }

    /// Ends all searches, but does not wait for rules that are being asked: the sessions that are left because of them.
    pub(crate) fn stop_all(&self) -> Vec<Shared> {
        let sessions: Vec<Shared> = self.by_id().values().map(|entry| Arc::clone(&entry.session)).collect();
        let is_left = |lock: &Shared| try_lock(lock).map(|session| session.stop()).is_none();
        sessions.into_iter().filter(is_left).collect()
    }
}

fn no_session() -> ApiError {
    ApiError::new(Kind::NoSession, "there is no such session; it may have ended, or the server was restarted")
}
