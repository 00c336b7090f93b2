//! Ordered parallel map.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Number of items that a thread claims at once.
const CHUNK: usize = 32;

/// Applies `work` to `0..count`, one thread per worker; results are in the order of the numbers.
pub(crate) fn in_order<W: Send, T: Send>(
    workers: &mut [W],
    count: usize,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<T>)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if start >= count {
                        break;
                    }
                    let numbers = start..count.min(start + CHUNK);
                    let answers = numbers.map(|number| work(worker, number)).collect();
                    let mut done = done.lock().expect("no thread panics with the lock");
                    done.push((start, answers));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics with the lock");
    done.sort_unstable_by_key(|(start, _)| *start);
    done.into_iter().flat_map(|(_, answers)| answers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order() {
        let squares = in_order(&mut [(), (), ()], 1000, |(), number| number * number);
        assert!(
            squares
                .into_iter()
                .eq((0..1000).map(|number| number * number))
        );
    }
}
