//! Search queue: so many run at a time, the others wait in the order in which they came.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Queue before a number of workers.
#[derive(Clone, Debug)]
pub(crate) struct SearchQueue(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    workers: usize,
    most_waiting: usize,
    queue: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    /// Number of workers that are taken.
    taken: usize,
    waiting: VecDeque<Waiter>,
    next: u64,
}

#[derive(Debug)]
struct Waiter {
    number: u64,
    weight: usize,
    place: watch::Sender<usize>,
}

/// Ticket of a queue, kept for as long as this lives: first in the queue, then at the workers.
#[derive(Debug)]
pub(crate) struct Ticket {
    queue: SearchQueue,
    number: u64,
    weight: usize,
    place: watch::Receiver<usize>,
}

impl SearchQueue {
    pub(crate) fn new(workers: usize, most_waiting: usize) -> SearchQueue {
        SearchQueue(Arc::new(Inner { workers: workers.max(1), most_waiting, queue: Mutex::default() }))
    }

    fn queue(&self) -> MutexGuard<'_, QueueState> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ticket for a search that takes so many workers. `None` if too many wait already.
    pub(crate) fn enter(&self, weight: usize) -> Option<Ticket> {
        let weight = weight.clamp(1, self.0.workers);
        let mut queue = self.queue();
        let goes_on = queue.waiting.is_empty() && queue.taken + weight <= self.0.workers;
        if !goes_on && queue.waiting.len() >= self.0.most_waiting {
            return None;
        }
        let number = queue.next;
        queue.next += 1;
        let (place, receiver) = watch::channel(queue.waiting.len() + 1);
        queue.waiting.push_back(Waiter { number, weight, place });
        self.advance(&mut queue);
        drop(queue);
        Some(Ticket { queue: self.clone(), number, weight, place: receiver })
    }

    /// Lets those in front go on while there are workers, and updates the places of the others.
    fn advance(&self, queue: &mut QueueState) {
        while let Some(first) = queue.waiting.front()
            && queue.taken + first.weight <= self.0.workers
        {
            queue.taken += first.weight;
            first.place.send_replace(0);
            queue.waiting.pop_front();
        }
        for (at, waiter) in queue.waiting.iter().enumerate() {
            waiter.place.send_if_modified(|place| std::mem::replace(place, at + 1) != at + 1);
        }
    }

    /// Number of workers that are taken, and of searches that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.queue();
        (queue.taken, queue.waiting.len())
    }
}

impl Ticket {
    /// Place in the queue; 0 means that the search may begin.
    pub(crate) fn place(&mut self) -> usize {
        *self.place.borrow_and_update()
    }

    /// Waits until the place has changed.
    pub(crate) async fn changed(&mut self) {
        // The sender is gone once the search may begin, and then the place stays.
        let _ = self.place.changed().await;
    }

    /// Waits until the search may begin.
    pub(crate) async fn turn(&mut self) {
        while self.place() > 0 {
            self.changed().await;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queue = self.queue.queue();
        match queue.waiting.iter().position(|waiter| waiter.number == self.number) {
            Some(at) => drop(queue.waiting.remove(at)),
            None => queue.taken = queue.taken.saturating_sub(self.weight),
        }
        self.queue.advance(&mut queue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_come_first_go_first_and_the_others_know_their_place() {
        let queue = SearchQueue::new(2, 2);
        let mut tickets: Vec<Ticket> = (0..4).map(|_| queue.enter(1).unwrap()).collect();
        assert!(queue.enter(1).is_none(), "two wait already");
        assert_eq!(tickets.iter_mut().map(Ticket::place).collect::<Vec<_>>(), [0, 0, 1, 2]);
        drop(tickets.remove(0));
        assert_eq!(tickets.iter_mut().map(Ticket::place).collect::<Vec<_>>(), [0, 0, 1]);
        // One that waits may leave.
        drop(tickets.pop());
        drop(tickets);
        assert_eq!(queue.load(), (0, 0));
    }

    #[test]
    fn one_with_more_threads_waits_for_as_many_workers_and_is_not_overtaken() {
        let queue = SearchQueue::new(2, 5);
        let one = queue.enter(1).unwrap();
        let mut two = queue.enter(9).unwrap();
        let mut three = queue.enter(1).unwrap();
        assert_eq!((two.place(), three.place()), (1, 2));
        drop(one);
        assert_eq!((two.place(), three.place()), (0, 1));
        drop(two);
        assert_eq!((three.place(), queue.load()), (0, (1, 0)));
    }
}
