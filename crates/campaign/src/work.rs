//! How much work positions are expected to be, by what they have taken so far.

use solveig_game::Value;
use solveig_search::Window;

/// How far an estimate lies outside a window, 0 where it lies inside.
pub fn distance(window: Window, estimate: Value) -> Value {
    if estimate < window.alpha {
        window.alpha - estimate
    } else if estimate > window.beta {
        estimate - window.beta
    } else {
        0
    }
}

/// Where the classes of distance begin.
const CLASSES: [Value; 5] = [0, 3, 6, 12, 24];

/// Mean costs of positions by how far their estimates lie outside their windows: what is clear takes less to prove
/// (paper 004, figure 3).
#[derive(Clone, Copy, Debug)]
pub struct WorkModel {
    counts: [f64; CLASSES.len()],
    nodes: [f64; CLASSES.len()],
    seconds: f64,
}

impl WorkModel {
    /// A model that has seen nothing, of positions with so many moves left.
    pub fn unseen(moves_left: u32) -> Self {
        // A guess that the first reports replace: one position in each class counts as seen.
        let guess = (f64::from(moves_left.min(60)) * 0.65).exp2() * 16.0;
        let nodes = std::array::from_fn(|class| guess / (1 << class) as f64);
        Self {
            counts: [1.0; CLASSES.len()],
            seconds: nodes.iter().sum::<f64>() / 1e7,
            nodes,
        }
    }

    /// The class of a distance.
    pub fn class(distance: Value) -> usize {
        let begun = CLASSES.iter().filter(|begin| **begin <= distance);
        begun.count().saturating_sub(1)
    }

    /// A position of a class has taken so many nodes.
    pub fn saw(&mut self, class: usize, count: f64, nodes: f64) {
        if let (Some(seen), Some(sum)) = (self.counts.get_mut(class), self.nodes.get_mut(class)) {
            *seen += count;
            *sum += nodes;
        }
    }

    /// Jobs have taken so many seconds.
    pub fn took(&mut self, seconds: f64) {
        self.seconds += seconds;
    }

    /// The nodes to expect of a position of a class.
    pub fn nodes(&self, class: usize) -> f64 {
        let class = class.min(CLASSES.len() - 1);
        self.nodes[class] / self.counts[class]
    }

    /// Nodes a second of one worker.
    pub fn speed(&self) -> f64 {
        (self.nodes.iter().sum::<f64>() / self.seconds.max(1e-6)).max(1.0)
    }

    /// The seconds to expect of a position of a class.
    pub fn seconds(&self, class: usize) -> f64 {
        self.nodes(class) / self.speed()
    }
}

/// The positions that an agenda of later rounds is expected to have in all, by the sizes of rounds so far: rounds that
/// shrink are expected to go on shrinking as the last two did.
pub fn expected_further(rounds: &[u64]) -> f64 {
    match rounds {
        [] => 0.0,
        [only] => *only as f64,
        [.., before, last] => {
            let ratio = (*last as f64 / (*before).max(1) as f64).clamp(0.05, 0.9);
            *last as f64 * ratio / (1.0 - ratio)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_replaces_the_guess() {
        let mut model = WorkModel::unseen(20);
        let class = WorkModel::class(4);
        assert_eq!(class, 1);
        model.saw(class, 1e6, 5e9);
        assert!((model.nodes(class) - 5e3).abs() < 10.0);
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
        assert_eq!(expected_further(&[100, 50]), 50.0);
    }
}
