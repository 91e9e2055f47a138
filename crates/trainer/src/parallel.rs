//! Parallel map over several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use counterplay_core::threads::on_threads;

/// Maps each item on several threads. The results are in the order of the items.
pub(crate) fn in_parallel<I: Sync, R: Send>(threads: usize, items: &[I], work: impl Fn(&I) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let toil = || {
        while let Some((place, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, items.get(n)?)))
        {
            let result = work(item);
            done.lock().expect("whoever panics ends the work of all").push((place, result));
        }
    };
    let threads = threads.clamp(1, items.len().max(1)) as u32;
    on_threads(threads, &toil);
    let mut done = done.into_inner().expect("a panic has been passed on by the scope");
    done.sort_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(in_parallel(threads, &items, |item| 2 * item), (0..100).map(|i| 2 * i).collect::<Vec<_>>());
        }
        assert_eq!(in_parallel(4, &[0u8; 0], |_| 1), [0; 0]);
    }
}
