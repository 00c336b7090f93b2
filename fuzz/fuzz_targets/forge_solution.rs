//! Bytes as the choices of the forger: whole files with a false statement or none, which the
//! checker must accept if and only if they are true.
//!
//! ```text
//! cargo +nightly fuzz run forge_solution
//! ```

#![no_main]

#[allow(dead_code, unused_imports)]
#[path = "../../crates/verify/tests/all/forge/mod.rs"]
mod forge;

use std::sync::LazyLock;

use forge::{Random, Tally, World, batch};
use libfuzzer_sys::fuzz_target;

/// Small games: each input has its files made and checked anew.
static WORLD: LazyLock<World> = LazyLock::new(|| World::new(&mut Random::new(1), 1_000, 8));

fuzz_target!(|bytes: &[u8]| {
    let mut random = Random::from_bytes(bytes, 0);
    let number = random.below(256) as u64;
    let mut tally = Tally::default();
    batch(&WORLD, &mut random, number, &mut tally);
    let faults: Vec<&str> = tally.faults.iter().map(|fault| &*fault.what).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
});
