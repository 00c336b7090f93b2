//! A model of the work of positions, fitted to the work so far.

use serde::Serialize;
use solveig_game::Value;
use solveig_search::Window;

/// The distance of an estimate from a window, 0 inside.
pub fn distance(window: Window, estimate: Value) -> Value {
    if estimate < window.alpha {
        window.alpha.saturating_sub(estimate)
    } else if estimate > window.beta {
        estimate.saturating_sub(window.beta)
    } else {
        0
    }
}

/// The least distance of each class.
const CLASSES: [Value; 5] = [0, 3, 6, 12, 24];

/// The mean work of positions by the distance of their estimates from their windows: clear cases
/// take less work (Takizawa 2023, figure 3).
#[derive(Clone, Copy, Debug)]
pub struct WorkModel {
    /// The prior guess of the nodes per position of each class.
    guessed: [f64; CLASSES.len()],
    counts: [f64; CLASSES.len()],
    nodes: [f64; CLASSES.len()],
    seconds: f64,
}

impl WorkModel {
    /// A model without data, for positions with this many moves left.
    pub fn unseen(moves_left: u32) -> Self {
        let guess = (f64::from(moves_left.min(60)) * 0.65).exp2() * 16.0;
        Self {
            guessed: std::array::from_fn(|class| guess / (1 << class) as f64),
            counts: [0.0; CLASSES.len()],
            nodes: [0.0; CLASSES.len()],
            seconds: 0.0,
        }
    }

    /// Whether the model has no data yet; its predictions may then be wrong by a factor of 100.
    pub fn is_unseen(&self) -> bool {
        self.counts.iter().all(|count| *count == 0.0)
    }

    /// The class of a distance.
    pub fn class(distance: Value) -> usize {
        let begun = CLASSES.iter().filter(|begin| **begin <= distance);
        begun.count().saturating_sub(1)
    }

    /// Adds `count` positions of a class that took `nodes` in total.
    pub fn saw(&mut self, class: usize, count: f64, nodes: f64) {
        if let (Some(seen), Some(sum)) = (self.counts.get_mut(class), self.nodes.get_mut(class)) {
            *seen += count;
            *sum += nodes;
        }
    }

    /// Adds the time of jobs, in seconds.
    pub fn took(&mut self, seconds: f64) {
        self.seconds += seconds;
    }

    /// The expected nodes of a position of a class: the mean of the data and one
    /// pseudo-observation, the prior guess scaled by its overall error.
    pub fn nodes(&self, class: usize) -> f64 {
        let class = class.min(CLASSES.len() - 1);
        let guesses = self.guessed.iter().zip(self.counts);
        let expected: f64 = guesses.map(|(guess, count)| guess * count).sum();
        let seen: f64 = self.nodes.iter().sum();
        let off = if expected > 0.0 { seen / expected } else { 1.0 };
        (self.nodes[class] + self.guessed[class] * off) / (self.counts[class] + 1.0)
    }

    /// Nodes per second of one worker.
    pub fn speed(&self) -> f64 {
        const GUESS: f64 = 1e7;
        if self.seconds < 1e-3 {
            return GUESS;
        }
        (self.nodes.iter().sum::<f64>() / self.seconds).max(1.0)
    }

    /// The expected seconds of a position of a class.
    pub fn seconds(&self, class: usize) -> f64 {
        self.nodes(class) / self.speed()
    }
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct RoundSummary {
    /// Its number, from 1.
    pub number: u64,
    /// The expected value of the start.
    pub expected: i32,
    /// Open hypotheses at the first cut.
    pub targets: u64,
    /// Positions at the second cut that imply them, if their estimates are right.
    pub positions: u64,
    /// Those of them that the round solves: the least certain ones.
    pub questions: u64,
    /// Whether it has ended.
    pub ended: bool,
}

/// The expected number of positions solved after these rounds: those that the last round left, and
/// new ones that unexpected outcomes make necessary. The rate of new positions per solved one is
/// that of the last rounds.
pub fn expected_further(rounds: &[RoundSummary]) -> f64 {
    const LAST: usize = 8;
    const MAX_SHARE: f64 = 0.9;
    let Some(last) = rounds.last() else {
        return 0.0;
    };
    let lately = &rounds[rounds.len().saturating_sub(LAST + 1)..];
    let (mut solved, mut new) = (0.0, 0.0);
    for pair in lately.windows(2) {
        let left = pair[0].positions as f64 - pair[0].questions as f64;
        solved += pair[0].questions as f64;
        new += pair[1].positions as f64 - left;
    }
    let each = if solved > 0.0 {
        new / solved
    } else {
        MAX_SHARE
    };
    let each = each.clamp(0.05, MAX_SHARE);
    let left = last.positions.saturating_sub(last.questions) as f64;
    (left + last.questions as f64 * each) / (1.0 - each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distances_of_any_numbers_are_numbers() {
        const ENDS: [Value; 5] = [Value::MIN, Value::MIN + 1, 0, Value::MAX - 1, Value::MAX];
        for (alpha, beta) in ENDS.into_iter().flat_map(|a| ENDS.map(|b| (a, b))) {
            for estimate in ENDS {
                let class = WorkModel::class(distance(Window { alpha, beta }, estimate));
                assert!(class < CLASSES.len());
            }
        }
        for moves_left in [0, 1, 60, u32::MAX] {
            let model = WorkModel::unseen(moves_left);
            assert!(model.seconds(usize::MAX).is_finite());
        }
    }

    #[test]
    fn what_is_seen_replaces_the_guess() {
        let mut model = WorkModel::unseen(20);
        let class = WorkModel::class(4);
        assert_eq!(class, 1);
        assert!(model.is_unseen());
        model.saw(class, 1e6, 5e9);
        assert!(!model.is_unseen());
        assert!((model.nodes(class) - 5e3).abs() < 10.0);
        // Of the next class nothing was seen: half as much, as was guessed.
        assert!((model.nodes(class + 1) - 2.5e3).abs() < 10.0);
        model.took(5e2);
        assert!(
            (model.speed() / 1e7 - 1.0).abs() < 0.05,
            "{}",
            model.speed()
        );
    }

    #[test]
    fn rounds_that_halve_are_expected_to_sum_up_to_the_last() {
        assert_eq!(expected_further(&[]), 0.0);
        let half = |positions, questions| RoundSummary {
            number: 1,
            expected: 0,
            targets: 0,
            positions,
            questions,
            ended: true,
        };
        let whole = |positions| half(positions, positions);
        assert_eq!(expected_further(&[whole(100), whole(50)]), 50.0);
        // Of 60 positions that were solved, 30 made others necessary: the rest halves from round to
        // round, too.
        let rounds = [half(100, 60), half(70, 70)];
        assert_eq!(expected_further(&rounds), 70.0);
    }
}
