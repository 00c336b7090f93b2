//! Tens of thousands of forged files: a file is accepted if and only if it is true.
//!
//! `FORGE_FILES` sets the number of files, `FORGE_SEED` the seed, `FORGE_POSITIONS` the greatest
//! number of positions of a game, and `FORGE_BOARDS` the number of boards of each. `FORGE_KEEP` is
//! a directory for files that are judged wrongly.

use crate::forge::{Outcome, Random, Tally, World, batch, disagreements, run};

fn setting(name: &str, default: u64) -> u64 {
    let variable = std::env::var(name).ok();
    variable.map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn a_file_is_accepted_if_and_only_if_it_is_true() {
    let (files, seed) = (setting("FORGE_FILES", 30_000), setting("FORGE_SEED", 1));
    let limit = setting("FORGE_POSITIONS", 6_000) as usize;
    let boards = setting("FORGE_BOARDS", 10) as usize;
    let world = World::new(&mut Random::new(seed), limit, boards);
    let tally = run(&world, files, seed);
    println!("{tally}");
    if let Ok(directory) = std::env::var("FORGE_KEEP") {
        let faults = tally.faults.iter().enumerate();
        faults.for_each(|(number, fault)| fault.keep(&directory, number));
    }
    let faults: Vec<&str> = tally.faults.iter().map(|fault| &*fault.what).collect();
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
    let refused = tally.files(Outcome::FalseRefused);
    let accepted = tally.files(Outcome::TrueAccepted);
    assert!(refused > files / 2 && accepted > files / 20, "{tally}");
    // Every kind of lie occurred and was rejected.
    let idle = tally.idle();
    assert_eq!(idle.len(), 1, "{idle:?} but for the control");
}

#[test]
fn choices_may_come_from_bytes() {
    let world = World::new(&mut Random::new(1), 100, 2);
    let mut tally = Tally::default();
    for byte in 0..6 {
        let mut random = Random::from_bytes(&[byte; 300], 0);
        batch(&world, &mut random, byte.into(), &mut tally);
    }
    assert!(tally.written() > 0 && tally.faults.is_empty(), "{tally}");
}

#[test]
fn claims_about_any_board_that_are_accepted_agree() {
    let count = setting("FORGE_BOARDS", 100) as usize;
    let mut random = Random::new(setting("FORGE_SEED", 1));
    let (faults, claims) = disagreements(&mut random, count);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(claims > 2 * count, "{claims}");
}
