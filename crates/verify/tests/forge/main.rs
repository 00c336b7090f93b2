//! Tens of thousands of forged files: a file is accepted if and only if it is true.
//!
//! `FORGE_FILES` sets the number of files, `FORGE_SEED` the seed, and `FORGE_KEEP` a directory for
//! files that are judged wrongly. The example `forge` does the same and prints a table of verdicts.

#[path = "forger.rs"]
mod forger;

use forger::{Choices, Tally, World};

fn setting(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn a_file_is_accepted_if_and_only_if_it_is_true() {
    let (files, seed) = (setting("FORGE_FILES", 30_000), setting("FORGE_SEED", 1));
    let world = World::new(&mut Choices::new(&[], seed), 6_000, 10);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let tally = forger::run(&world, files, seed, threads, &|_| ());
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
    let total = tally.total();
    assert!(
        total.false_refused > files / 2 && total.true_accepted > files / 20,
        "{tally}"
    );
    // Every kind of lie occurred and was rejected.
    let idle = tally.idle();
    assert_eq!(idle.len(), 1, "{idle:?} but for the control");
}

#[test]
fn choices_may_come_from_bytes() {
    let world = World::new(&mut Choices::new(&[], 1), 100, 2);
    let mut tally = Tally::default();
    for byte in 0..6 {
        let bytes = [byte; 300];
        forger::batch(
            &world,
            &mut Choices::new(&bytes, 0),
            byte.into(),
            &mut tally,
        );
    }
    assert!(
        tally.total().written > 0 && tally.faults.is_empty(),
        "{tally}"
    );
}

#[test]
fn claims_about_any_board_that_are_accepted_agree() {
    let count = setting("FORGE_BOARDS", 100) as usize;
    let mut choices = Choices::new(&[], setting("FORGE_SEED", 1));
    let (faults, claims) = forger::disagreements(&mut choices, count);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(claims > 2 * count, "{claims}");
}
