//! Forges millions of solutions, runs the checker on them, and prints a table by kind of forgery.
//!
//! ```text
//! cargo run -p solveig-verify --example forge -- --files 1000000 --seed 1
//! ```
//!
//! `--positions N` allows games of up to N positions, `--boards N` that many boards of each game.
//! Files on which checker and oracle disagree are written to `--keep DIRECTORY`.

#[path = "../tests/forge/forger.rs"]
mod forger;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use forger::{Choices, World};

fn main() -> ExitCode {
    let mut options: BTreeMap<String, String> = BTreeMap::new();
    let mut arguments = std::env::args().skip(1);
    while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
        options.insert(name, value);
    }
    let number = |name: &str, default: u64| {
        let given = options.get(name).map(|text| text.parse());
        given.unwrap_or(Ok(default)).expect("a number")
    };
    let (files, seed) = (number("--files", 100_000), number("--seed", 1));
    let limit = number("--positions", 20_000) as usize;
    let boards = number("--boards", 200) as usize;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = number("--threads", cores as u64) as usize;
    let started = Instant::now();
    let world = World::new(&mut Choices::new(&[], seed), limit, boards);
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("{} boards in {seconds:.1} s", world.whole.len());
    let shown = AtomicU64::new(0);
    let tally = forger::run(&world, files, seed, threads, &|written| {
        if shown.fetch_max(written / 50_000, Relaxed) < written / 50_000 {
            eprintln!(
                "{written} files in {:.0} s",
                started.elapsed().as_secs_f64()
            );
        }
    });
    println!("{tally}");
    for lie in tally.idle() {
        println!("no false file: {}", lie.name());
    }
    println!("{:.0} s, seed {seed}", started.elapsed().as_secs_f64());
    for (number, fault) in tally.faults.iter().enumerate() {
        println!("{number}: {}", fault.what);
        if let Some(directory) = options.get("--keep") {
            fault.keep(directory, number);
        }
    }
    let (disagreements, claims) = forger::disagreements(&mut Choices::new(&[], seed), boards);
    println!("{claims} claims about the starts of {boards} boards, too large or not");
    disagreements.iter().for_each(|fault| println!("{fault}"));
    ExitCode::from(u8::from(
        !tally.faults.is_empty() || !disagreements.is_empty(),
    ))
}
