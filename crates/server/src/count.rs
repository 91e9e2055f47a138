//! How many of something there are, told to whoever waits for the last.

use std::sync::Arc;

use tokio::sync::watch;

/// A number that goes up and down. Clones are the same number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Count(Arc<watch::Sender<usize>>);

impl Count {
    /// One more, for as long as what is returned lives.
    pub(crate) fn enter(&self) -> Counted {
        self.0.send_modify(|count| *count += 1);
        Counted(self.clone())
    }

    /// One more, if there are less than so many.
    pub(crate) fn enter_below(&self, most: usize) -> Option<Counted> {
        let has_room = self.0.send_if_modified(|count| {
            let has_room = *count < most;
            *count += usize::from(has_room);
            has_room
        });
        has_room.then(|| Counted(self.clone()))
    }

    pub(crate) fn now(&self) -> usize {
        *self.0.borrow()
    }

    /// Whoever wants to be told of each change.
    pub(crate) fn listener(&self) -> watch::Receiver<usize> {
        self.0.subscribe()
    }
}

/// One that is counted, until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted(Count);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_and_no_more_and_a_listener_hears_of_each() {
        let count = Count::default();
        let mut listener = count.listener();
        let one = count.enter_below(1).unwrap();
        assert!(count.enter_below(1).is_none());
        let two = count.enter();
        assert_eq!((count.now(), listener.has_changed().unwrap()), (2, true));
        listener.mark_unchanged();
        drop((one, two));
        assert!(listener.has_changed().unwrap() && count.now() == 0);
        assert!(count.enter_below(1).is_some());
    }
}
