//! Tests an Othello artifact: a player who follows it never does worse than its values.
//!
//! The perfect player plays games from random positions of the region and from the start, against
//! an opponent that moves at random or captures as many discs as it can. Every move of the perfect
//! player must keep the value, no move of the opponent may lower it for the perfect player, and the
//! game must end with its last value. The latency of answers is measured.
//!
//! ```text
//! cargo run --release --example perfect_player -- o66.sol 10000 10000
//! ```

use solveig::game::Keyed;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use solveig::game::random::Random;
use solveig::games::othello::Othello;
use solveig::{
    Answer, AnyGame, AnyPosition, Artifact, Game, GameExt, Move, NamedGame, Source, Value,
};

/// The opponent's strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    Random,
    /// Moves to have as many discs as possible, at random among equals.
    Greedy,
}

/// Results of the games.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    /// Opponent moves that raised the value for the perfect player.
    gifts: u64,
    /// Games that ended better for the perfect player than their initial value.
    improved: u64,
    stored: Latency,
    searched: Latency,
}

/// Latency of answers.
#[derive(Debug, Default)]
struct Latency {
    answers: u64,
    total: Duration,
    worst: Duration,
    /// Most positions searched for one answer.
    max_nodes: u64,
}

impl Latency {
    fn add(&mut self, time: Duration, nodes: u64) {
        self.max_nodes = self.max_nodes.max(nodes);
        self.answers += 1;
        self.total += time;
        self.worst = self.worst.max(time);
    }
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.total.as_secs_f64() / self.answers.max(1) as f64;
        let (mean, worst) = (mean * 1e6, self.worst.as_secs_f64() * 1e3);
        write!(
            f,
            "{} answers, mean {mean:.1} us, worst {worst:.3} ms; at most {} nodes for one",
            self.answers, self.max_nodes
        )
    }
}

/// Games of a perfect player against an opponent.
struct Trial {
    perfect: Artifact,
    random: Random,
    tally: Tally,
}

impl Trial {
    /// The exact value for the side to move and the canonical move, stored or searched.
    fn query(&mut self, position: &AnyPosition) -> Result<(Value, Option<Move>)> {
        let before = self.perfect.nodes();
        let started = Instant::now();
        let answer = self.perfect.answer(position)?;
        let best = self.perfect.best_move(position)?;
        let time = started.elapsed();
        let nodes = self.perfect.nodes() - before;
        let Answer::Exact { value, source } = answer else {
            bail!("{position:?}: {answer}");
        };
        match source {
            Source::Certified => self.tally.stored.add(time, nodes),
            Source::Searched => self.tally.searched.add(time, nodes),
            Source::Terminal | Source::Derived => {}
        }
        Ok((value, best))
    }

    /// Plays a game from `position`; `perfect` means that the side to move is the perfect player.
    fn play(
        &mut self,
        mut position: AnyPosition,
        mut perfect: bool,
        against: Opponent,
    ) -> Result<()> {
        let game = self.perfect.game().clone();
        // Values are from the perfect player's view.
        let (mut worth, _) = self.seen_by_perfect(&position, perfect)?;
        let first = worth;
        while game.terminal_value(&position).is_none() {
            let (value, best) = self.seen_by_perfect(&position, perfect)?;
            ensure!(
                value == worth || !perfect && value > worth,
                "{position:?}: worth {value}, expected {worth}"
            );
            let played = match perfect || game.is_forced_pass(&position) {
                true => best.with_context(|| format!("{position:?}: no move"))?,
                false => self.opponent_move(&game, &position, against),
            };
            position = game.play_unchecked(&position, played);
            let (after, _) = self.seen_by_perfect(&position, !perfect)?;
            if perfect {
                ensure!(after == value, "{position:?}: {value} became {after}");
            } else {
                ensure!(after >= value, "{position:?}: {value} became {after}");
                self.tally.gifts += u64::from(after > value);
            }
            worth = after;
            perfect = !perfect;
        }
        let last = game.terminal_value(&position).context("the game is over")?;
        let last = if perfect { last } else { -last };
        ensure!(last == worth && last >= first, "{first} ended as {last}");
        self.tally.games += 1;
        self.tally.improved += u64::from(last > first);
        Ok(())
    }

    fn seen_by_perfect(
        &mut self,
        position: &AnyPosition,
        perfect: bool,
    ) -> Result<(Value, Option<Move>)> {
        let (value, best) = self.query(position)?;
        Ok((if perfect { value } else { -value }, best))
    }

    fn opponent_move(&mut self, game: &AnyGame, position: &AnyPosition, by: Opponent) -> Move {
        let mut moves = game.moves(position);
        if by == Opponent::Greedy {
            let discs = |played: &Move| {
                let next = game.play_unchecked(position, *played);
                Othello::<u64>::from_any(&next).opponent.count_ones()
            };
            let max = moves.iter().map(discs).max();
            moves.retain(|played| Some(discs(played)) == max);
        }
        *self.random.pick(&moves)
    }
}

/// Plays `positions` games from random positions of the region, and `games` from the start.
fn try_out(path: &Path, positions: u64, games: u64) -> Result<Tally> {
    let perfect = Artifact::open(path)?;
    let game = perfect.game().clone();
    let spec = &perfect.header().game;
    ensure!(
        game.downcast::<Othello<u64>>().is_some(),
        "{spec}: expected an Othello artifact"
    );
    let mut trial = Trial {
        perfect,
        random: Random::new(1),
        tally: Tally::default(),
    };
    let opponents = [Opponent::Random, Opponent::Greedy];
    for number in 0..positions {
        let artifact = trial.perfect.reader();
        let mut rank = trial.random.index(artifact.record_count() as usize) as u64;
        let mut levels = artifact.levels().iter();
        let level = levels.find(|level| {
            let here = rank < level.records;
            rank -= if here { 0 } else { level.records };
            here
        });
        let level = level.context("a level of the record")?.level;
        let record = artifact.get(level, rank)?.context("a record")?;
        let position = game.position(record.key.into())?;
        let (value, _) = trial.query(&position)?;
        ensure!(
            value == record.value,
            "{position:?} is stored as {}",
            record.value
        );
        let perfect = match (record.roles.is_optimal(), record.roles.is_free()) {
            (true, true) => number % 2 == 0,
            (optimal, _) => optimal,
        };
        trial.play(position, perfect, opponents[number as usize / 2 % 2])?;
    }
    for number in 0..games {
        let perfect_begins = number % 2 == 0;
        trial.play(
            game.start(),
            perfect_begins,
            opponents[number as usize / 2 % 2],
        )?;
    }
    Ok(trial.tally)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, positions, games] = arguments.as_slice() else {
        bail!("expected FILE.sol, a number of positions, and a number of games from the start");
    };
    let tally = try_out(Path::new(path), positions.parse()?, games.parse()?)?;
    println!(
        "{} games, {} of them improved by {} gifts; the perfect player never lost any of it",
        tally.games, tally.improved, tally.gifts
    );
    println!("stored: {}", tally.stored);
    println!("searched: {}", tally.searched);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(columns: u32, rows: u32, cut: u32, path: &Path) {
        let game = AnyGame::parse(&format!("othello:{columns}x{rows}")).unwrap();
        solveig::solve(&game).cut(cut).write(path).unwrap();
    }

    #[test]
    fn whole_and_cut_artifacts_keep_what_they_promise() {
        let directory = tempfile::tempdir().unwrap();
        for (columns, rows, cut) in [(4, 4, 16), (6, 4, 24), (4, 6, 14)] {
            let path = directory.path().join(format!("{columns}x{rows}.sol"));
            solved(columns, rows, cut, &path);
            let tally = try_out(&path, 200, 200).unwrap();
            assert_eq!(tally.games, 400);
            assert!(tally.gifts > 0 && tally.improved > 0);
            assert_eq!(tally.searched.answers > 0, cut == 14);
        }
    }

    #[test]
    fn a_file_of_another_game_is_refused() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("domineering.rs");
        assert!(try_out(&path, 1, 1).is_err());
    }
}
