//! Expected Work Search (Randall, Müller, Wei and Hayward 2024) and its two ablations.

mod settings;
#[cfg(all(test, not(loom)))]
mod tests;

pub(crate) use settings::listed;
pub use settings::{Conjecture, ExpectedWork, SettingsError, WorkEstimate};

use super::Playout;
use super::policy::{self, MAX_PLAYS, PlayoutTally, Policy};
use super::tree::SearchNode;

/// Work that each child is taken to need beyond its estimate, for each play at its parent: what the
/// authors' public demonstration has. 0 would be equation 3.
const WORK_PRIOR: f64 = 0.2;

/// The part of its estimate by which a new leaf is taken to need more work for each place that it
/// is behind the first, where [knowledge orders moves](crate::MoveOrdering::orders_moves).
const ORDER_PRIOR: f64 = 4.0;

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub struct WorkStats {
    /// The work to prove a loss, in moves of equation 4.
    loss: f64,
    /// The work to prove a win.
    win: f64,
    plays: PlayoutTally,
}

impl WorkStats {
    fn win_rate(&self) -> f64 {
        f64::from(self.plays.wins) / f64::from(self.plays.visits)
    }
}

impl ExpectedWork {
    fn rate(&self, stats: &WorkStats) -> f64 {
        match self.estimate {
            WorkEstimate::SizeAlone => 0.0,
            _ => stats.win_rate(),
        }
    }

    /// The sort key of children, the least first.
    fn key(&self, node: &WorkStats, child: &WorkStats) -> f64 {
        if self.estimate == WorkEstimate::RateAlone {
            return 0.0;
        }
        let prior = WORK_PRIOR * f64::from(node.plays.visits);
        (child.loss + prior) / (1.0 - self.rate(child))
    }

    /// Whether the side to move is the conjectured loser.
    fn loses(&self, node: &WorkStats, wins: Option<bool>) -> bool {
        match self.conjecture {
            Conjecture::Node if self.estimate != WorkEstimate::SizeAlone => node.win_rate() < 0.5,
            _ => wins == Some(false),
        }
    }

    /// Sorts the children by equation 3; `is_new` if they were just made. Others are nearly sorted:
    /// one of them has a new key, or all where the work prior grows with the node's plays.
    fn sort(&self, node: &WorkStats, children: &mut [SearchNode<WorkStats>], is_new: bool) {
        let key = |child: &SearchNode<WorkStats>| self.key(node, &child.stats);
        let front = children.first().map(|child| child.played);
        for from in 1..children.len() {
            let own = key(&children[from]);
            let mut to = from;
            while to > 0 && key(&children[to - 1]) > own {
                to -= 1;
            }
            children[to..=from].rotate_right(1);
        }
        if is_new || self.epsilon == 0.0 {
            return;
        }
        let slack = 1.0 + self.epsilon;
        let mut played = children.iter().map(|child| Some(child.played));
        if let Some(place @ 1..) = played.position(|played| played == front)
            && key(&children[place]) <= key(&children[0]) * slack
        {
            children[..=place].rotate_right(1);
        }
    }

    /// Equations 1 and 2 over children in their order.
    fn work(&self, node: &mut WorkStats, children: &[SearchNode<WorkStats>]) {
        let stats = || children.iter().map(|child| child.stats);
        node.loss = stats().map(|child| child.win).sum();
        node.win = match self.estimate {
            WorkEstimate::SizeAlone => stats()
                .map(|child| child.loss)
                .fold(f64::INFINITY, f64::min),
            _ => {
                let (mut sum, mut reached) = (0.0, 1.0);
                for child in stats() {
                    sum += reached * child.loss;
                    reached *= child.win_rate();
                }
                sum
            }
        };
    }
}

/// Children in the order of equation 3; at nodes of the conjectured loser the move with the highest
/// win rate, or without win rates the least work to refute, comes first.
impl Policy for ExpectedWork {
    type Stats = WorkStats;

    fn leaf(&self, place: u32, playout: &mut dyn FnMut() -> (bool, Playout)) -> WorkStats {
        let (won, playout) = playout();
        let work = (1.0 + ORDER_PRIOR * f64::from(place)) * playout.work as f64;
        WorkStats {
            loss: work,
            win: work,
            // Starts with one win in two playouts, so that win rates are never 0 or 1 (section
            // 4.1).
            plays: PlayoutTally {
                wins: 1 + u32::from(won),
                visits: 3,
            },
        }
    }

    fn first(&self, leaf: &WorkStats) -> PlayoutTally {
        PlayoutTally {
            wins: leaf.plays.wins - 1,
            visits: leaf.plays.visits - 2,
        }
    }

    fn choose(
        &self,
        node: &WorkStats,
        children: &[SearchNode<WorkStats>],
        wins: Option<bool>,
    ) -> usize {
        if self.estimate == WorkEstimate::RateAlone {
            return policy::uct(children, node.plays.visits, |child| child.plays);
        }
        let mut free = policy::free(children);
        if !self.loses(node, wins) {
            return free.next().map_or(0, |(place, _)| place);
        }
        let by: fn(&WorkStats) -> f64 = match self.estimate {
            WorkEstimate::SizeAlone => |child| child.win,
            _ => WorkStats::win_rate,
        };
        let least = free.min_by(|(_, a), (_, b)| by(a).total_cmp(&by(b)));
        least.map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut WorkStats,
        children: &mut [SearchNode<WorkStats>],
        is_new: bool,
        playouts: PlayoutTally,
    ) {
        node.plays = node.plays.plus(playouts);
        self.sort(node, children, is_new);
        self.work(node, children);
    }

    fn presumes(&self, leaf: &WorkStats, wins: Option<bool>) -> bool {
        wins.unwrap_or(match self.estimate {
            WorkEstimate::SizeAlone => leaf.win <= leaf.loss,
            _ => leaf.plays.wins * 2 > leaf.plays.visits,
        })
    }

    fn weight(&self, node: &WorkStats) -> u64 {
        node.plays.visits.into()
    }

    fn words(&self, node: &WorkStats) -> [u64; 3] {
        let counts = u64::from(node.plays.wins) << 32 | u64::from(node.plays.visits);
        [node.loss.to_bits(), node.win.to_bits(), counts]
    }

    fn stats(&self, [loss, win, counts]: [u64; 3]) -> WorkStats {
        WorkStats {
            loss: f64::from_bits(loss),
            win: f64::from_bits(win),
            plays: PlayoutTally {
                wins: (counts >> 32) as u32 & MAX_PLAYS,
                visits: counts as u32 & MAX_PLAYS,
            },
        }
    }

    fn conjecture(&self, root: &WorkStats) -> Option<bool> {
        match self.conjecture {
            Conjecture::Answer(answer) => Some(answer),
            Conjecture::Root if self.estimate != WorkEstimate::SizeAlone => {
                Some(root.win_rate() >= 0.5)
            }
            _ => None,
        }
    }
}
