//! Bytes as the choices of the forger: whole files with a false statement or none, which the
//! checker must accept if and only if they are true.
//!
//! ```text
//! cargo +nightly fuzz run forge_solution
//! ```

#![no_main]

#[allow(dead_code, unused_imports)]
#[path = "../../crates/verify/tests/forge/forger.rs"]
mod forger;

use std::sync::LazyLock;

use forger::{Choices, Tally, World};
use libfuzzer_sys::fuzz_target;

/// Small games: each input has its files made and checked anew.
static WORLD: LazyLock<World> = LazyLock::new(|| World::new(&mut Choices::new(&[], 1), 1_000, 8));

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes, 0);
    let number = choices.below(256) as u64;
    let mut tally = Tally::default();
    forger::batch(&WORLD, &mut choices, number, &mut tally);
    let faults: Vec<&str> = tally.faults.iter().map(|fault| &*fault.what).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
});
