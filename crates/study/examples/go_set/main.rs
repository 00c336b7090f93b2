//! Makes the set of 6x6 Go positions, as Randall et al. (2024, section 5.1) made theirs.
//!
//! ```text
//! cargo run --release -p solveig-study --example go_set -- COUNT [THREADS]
//! ```
//!
//! prints so many positions that differ, of the plays of the seeds 0, 1, 2, ... One player is
//! strong, and there are six of it: Monte Carlo tree search with few or many playouts that explores
//! little or much, in the place of the paper's six Proof Cost Networks. The other draws among its
//! legal moves, but for eyes and passes. Of each play there is one position: the earliest that a
//! search of a fixed size solves, in the place of ten seconds of the paper's EWS. That search is
//! none of those which the set is for, so that it favours none of them.

mod plays;
mod reference;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use solveig_game::{Game, Keyed, Notation, Spec, Symmetric};
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_games::go::{Colour, Go};

use plays::{SPEC, play};
use reference::{EXPANSIONS, choose};

/// What came of the play of a seed.
struct PlayRecord {
    seed: u64,
    /// The position, if one was chosen: who wins, and the moves.
    chosen: Option<(Colour, String)>,
    /// After how many moves each kind of safety decides the play.
    decided: [usize; 3],
    length: usize,
}

fn line(game: &Go, seed: u64) -> PlayRecord {
    let moves = play(game, seed);
    let name = |one: &solveig_game::Move| game.format_move(*one);
    let chosen = choose(game, &moves).map(|one| {
        let names: Vec<String> = moves[..one.plies].iter().map(name).collect();
        (one.winner, names.join(" "))
    });
    let mut positions = vec![game.start()];
    for played in &moves {
        let next = game.play_unchecked(&positions[positions.len() - 1], *played);
        positions.push(next);
    }
    let kinds = [Safety::Unconditional, Safety::Alternating, Safety::Bounded];
    let decided = kinds.map(|safety| {
        let knowledge = GoKnowledge { safety };
        let is_decided = |one| knowledge.bounds(game, one).value().is_some();
        let first = positions.iter().position(is_decided);
        first.unwrap_or(moves.len())
    });
    PlayRecord {
        seed,
        chosen,
        decided,
        length: moves.len(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, rest @ ..] = arguments.as_slice() else {
        return Err("usage: go_set COUNT [THREADS]".into());
    };
    let count: usize = count.parse()?;
    let threads = rest
        .first()
        .map_or(Ok(1), |threads| threads.parse::<u64>())?
        .max(1);
    let game = Go::from_spec(&Spec::parse(SPEC)?)?;
    let (mut lines, mut different) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    while different.len() < count {
        let first = lines.len() as u64;
        let next = AtomicU64::new(first);
        let end = first + (count - different.len()) as u64;
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= end {
                            return;
                        }
                        let line = line(&game, seed);
                        found.lock().expect("no thread panics").push(line);
                    }
                });
            }
        });
        let mut found = found.into_inner()?;
        found.sort_by_key(|line| line.seed);
        for line in &found {
            if let Some((winner, moves)) = &line.chosen {
                let (position, _) = game.play_list(&game.start(), moves)?;
                if seen.insert(game.key(&game.canonical(&position).0)) {
                    let winner = if *winner == Colour::Black { 'X' } else { 'O' };
                    different.push(format!("{} {winner} {moves}", line.seed));
                }
            }
        }
        lines.append(&mut found);
    }
    let mean = |of: &dyn Fn(&PlayRecord) -> usize| {
        lines.iter().map(of).sum::<usize>() as f64 / lines.len() as f64
    };
    println!(
        "# Positions of {SPEC}: the seed of the play, who wins (X Black, O White), and the moves."
    );
    println!(
        "# Black is a strong player, White draws its moves. Each position is the earliest of its"
    );
    println!(
        "# play that is solved, as all after it are, by product propagation within {EXPANSIONS}"
    );
    println!("# expansions, which is none of the solvers that the set is for.");
    println!("# cargo run --release -p solveig-study --example go_set -- {count}");
    eprintln!(
        "{} plays of {:.2} moves on the mean; decided by life after {:.2}, by answers after {:.2}, by gains after {:.2}",
        lines.len(),
        mean(&|line| line.length),
        mean(&|line| line.decided[0]),
        mean(&|line| line.decided[1]),
        mean(&|line| line.decided[2]),
    );
    for line in different {
        println!("{line}");
    }
    Ok(())
}
