//! A forger of artifacts and certificates, and an oracle that decides which of its files are true.
//!
//! Every file is complete: checksums, digests and counts are right unless they are the lie. The
//! oracle uses exhaustive minimax and the definitions of the regions; of the checker it uses only
//! the rules of the games.

mod atlas;
mod certificates;
mod edits;
mod file;
mod game;
mod games;
mod headers;
mod judge;
mod lies;
mod maker;
mod random;
mod region;
mod starts;
mod synthetic;
mod tally;
mod telling;
mod trial;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use atlas::{Atlas, minimax};
pub use file::File;
pub use games::{World, nested};
pub use judge::in_parts;
use maker::Forger;
pub use random::Random;
pub use region::{Plan, Writer};
pub use starts::disagreements;
pub use synthetic::Synthetic;
pub use tally::{Outcome, Tally};

/// Files made of one game, and from one solution.
const BATCH: usize = 40;
const SOLUTION: usize = 10;

/// Forges the files of one batch: of one game, from a few solutions.
pub fn batch(world: &World, random: &mut Random, number: u64, tally: &mut Tally) {
    let other;
    let subject = if number.is_multiple_of(2) && !world.whole.is_empty() {
        // Most boards are tiny.
        let drawn = [0; 3].map(|_| random.pick(&world.whole));
        let largest = drawn.into_iter().max_by_key(|one| one.atlas.nodes.len());
        largest.unwrap_or(&world.whole[0])
    } else {
        other = world.other(random, number / 2);
        &other
    };
    for solution in 0..BATCH / SOLUTION {
        if let Some(mut forger) = Forger::new(subject, world, random) {
            if solution == 0 {
                forger.starts(tally);
            }
            for _ in 0..SOLUTION {
                forger.file(tally);
            }
        }
    }
}

/// Forges at least `files` files on all cores. The files depend on the seed alone.
pub fn run(world: &World, files: u64, seed: u64) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let written = AtomicU64::new(0);
    let all = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tally = Tally::default();
                while written.load(Relaxed) < files {
                    let number = next.fetch_add(1, Relaxed);
                    let mut random = Random::new(seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
                    let before = tally.written();
                    batch(world, &mut random, number, &mut tally);
                    written.fetch_add(tally.written() - before, Relaxed);
                }
                all.lock().unwrap().add(tally);
            });
        }
    });
    all.into_inner().unwrap()
}
