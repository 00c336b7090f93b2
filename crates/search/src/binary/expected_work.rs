//! Expected Work Search (Randall, Müller, Wei and Hayward 2024) and its two ablations.

use super::Playout;
use super::policy::{self, MOST_PLAYS, PlayoutTally, Policy};
use super::tree::SearchNode;

/// The work estimate: which of win rates and proof sizes it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkEstimate {
    /// Both: equations 1 to 3.
    #[default]
    Expected,
    /// As `Expected`, but a child that fails to refute costs, with the probability of that, the
    /// work to prove the opponent's win instead of its loss.
    Full,
    /// Proof sizes alone, EWS-WR: equation 2 takes the least instead, win rates are 0.
    SizeAlone,
    /// Win rates alone, EWS-PS: children by UCT.
    RateAlone,
}

/// The conjectured winner, which steers the search but not the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conjecture {
    /// No conjecture: equation 3 orders the moves of both sides.
    Nobody,
    /// The question is conjectured to have this answer.
    Answer(bool),
    /// The side that wins more than half of the playouts from the root.
    Root,
    /// At each node, the side that wins more than half of its playouts.
    #[default]
    Node,
}

/// The move ordering of the conjectured loser, which the paper leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoserOrder {
    /// The move with the highest win rate first.
    #[default]
    WinRate,
    /// The move with the least work to refute first.
    Work,
    /// Both criteria, as in equation 3.
    Ratio,
}

/// The policy of Expected Work Search: children in the order of equation 3, or of
/// [`LoserOrder`](Self::loser_order) at nodes of the conjectured loser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedWork {
    /// The work estimate.
    pub estimate: WorkEstimate,
    /// Who is taken to win. Without win rates, this has to be said or is nobody.
    pub conjecture: Conjecture,
    /// The order of the moves of the side that is taken to lose.
    pub loser_order: LoserOrder,
    /// The child in front stays there while it is no worse than the next by more than this part
    /// (the 1 + ε trick, Pawlewicz and Lew 2007).
    pub epsilon: f64,
    /// Work that each child is taken to need beyond its estimate, for each play at its parent: what
    /// the authors' public demonstration has. 0 is equation 3.
    pub work_prior: f64,
    /// The exploration constant of UCT, for [`WorkEstimate::RateAlone`].
    pub exploration: f64,
}

impl Default for ExpectedWork {
    fn default() -> Self {
        Self {
            estimate: WorkEstimate::Expected,
            conjecture: Conjecture::default(),
            loser_order: LoserOrder::default(),
            epsilon: 0.0,
            work_prior: 0.2,
            exploration: 1.0,
        }
    }
}

impl ExpectedWork {
    /// The policy with this work estimate and defaults for the rest.
    pub fn with(estimate: WorkEstimate) -> Self {
        Self {
            estimate,
            ..Self::default()
        }
    }
}

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub struct WorkStats {
    /// The work to prove a loss, in moves of equation 4.
    loss: f64,
    /// The work to prove a win.
    win: f64,
    wins: u32,
    visits: u32,
}

impl WorkStats {
    const fn tally(&self) -> PlayoutTally {
        PlayoutTally {
            wins: self.wins,
            visits: self.visits,
        }
    }

    fn win_rate(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.visits)
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
        let prior = self.work_prior * f64::from(node.visits);
        (child.loss + prior) / (1.0 - self.rate(child))
    }

    /// Whether the side to move is the conjectured loser.
    fn loses(&self, node: &WorkStats, wins: Option<bool>) -> bool {
        match self.conjecture {
            Conjecture::Node if self.estimate != WorkEstimate::SizeAlone => node.win_rate() < 0.5,
            _ => wins == Some(false),
        }
    }

    /// Moves the child at index `place` to its sorted position.
    fn place(&self, node: &WorkStats, children: &mut [SearchNode<WorkStats>], changed: usize) {
        let key = |child: &SearchNode<WorkStats>| self.key(node, &child.stats);
        let own = key(&children[changed]);
        let slack = if changed == 0 {
            1.0 + self.epsilon
        } else {
            1.0
        };
        let mut to = changed;
        if children
            .get(1)
            .is_none_or(|next| changed > 0 || own > key(next) * slack)
        {
            while to + 1 < children.len() && key(&children[to + 1]) < own {
                to += 1;
            }
        }
        if to > changed {
            children[changed..=to].rotate_left(1);
            return;
        }
        while to > 0 && key(&children[to - 1]) > own {
            to -= 1;
        }
        children[to..=changed].rotate_right(1);
    }

    /// Equations 1 and 2 over children in their order.
    fn work(&self, node: &mut WorkStats, children: &[SearchNode<WorkStats>]) {
        let stats = || children.iter().map(|child| child.stats);
        node.loss = stats().map(|child| child.win).sum();
        node.win = match self.estimate {
            WorkEstimate::SizeAlone => stats()
                .map(|child| child.loss)
                .fold(f64::INFINITY, f64::min),
            WorkEstimate::Full => {
                let (mut sum, mut reached) = (0.0, 1.0);
                for child in stats() {
                    let rate = child.win_rate();
                    sum += reached * (rate * child.win + (1.0 - rate) * child.loss);
                    reached *= rate;
                }
                sum
            }
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

impl Policy for ExpectedWork {
    type Stats = WorkStats;

    fn leaf(&self, playout: &mut dyn FnMut() -> (bool, Playout)) -> WorkStats {
        let (won, playout) = playout();
        let work = playout.work as f64;
        WorkStats {
            loss: work,
            win: work,
            // Starts with one win in two playouts, so that win rates are never 0 or 1 (section
            // 4.1).
            wins: 1 + u32::from(won),
            visits: 3,
        }
    }

    fn first(&self, leaf: &WorkStats) -> PlayoutTally {
        PlayoutTally {
            wins: leaf.wins - 1,
            visits: leaf.visits - 2,
        }
    }

    fn choose(
        &self,
        node: &WorkStats,
        children: &[SearchNode<WorkStats>],
        wins: Option<bool>,
    ) -> usize {
        if self.estimate == WorkEstimate::RateAlone {
            return policy::uct(children, node.visits, self.exploration, WorkStats::tally);
        }
        let mut free = policy::free(children);
        let by: fn(&WorkStats) -> f64 = match (self.loses(node, wins), self.loser_order) {
            (true, LoserOrder::WinRate) => WorkStats::win_rate,
            (true, LoserOrder::Work) => |child| child.win,
            _ => return free.next().map_or(0, |(place, _)| place),
        };
        let least = free.min_by(|(_, a), (_, b)| by(a).total_cmp(&by(b)));
        least.map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut WorkStats,
        children: &mut [SearchNode<WorkStats>],
        changed: Option<usize>,
        gained: PlayoutTally,
    ) {
        let plays = node.tally().plus(gained);
        (node.wins, node.visits) = (plays.wins, plays.visits);
        match changed {
            Some(place) => self.place(node, children, place),
            None => {
                let key = |child: &SearchNode<WorkStats>| self.key(node, &child.stats);
                children.sort_by(|a, b| key(a).total_cmp(&key(b)));
            }
        }
        self.work(node, children);
    }

    fn presumes(&self, leaf: &WorkStats, wins: Option<bool>) -> bool {
        wins.unwrap_or(match self.estimate {
            WorkEstimate::SizeAlone => leaf.win <= leaf.loss,
            _ => leaf.wins * 2 > leaf.visits,
        })
    }

    fn weight(&self, node: &WorkStats) -> u64 {
        node.visits.into()
    }

    fn words(&self, node: &WorkStats) -> [u64; 3] {
        let counts = u64::from(node.wins) << 32 | u64::from(node.visits);
        [node.loss.to_bits(), node.win.to_bits(), counts]
    }

    fn stats(&self, [loss, win, counts]: [u64; 3]) -> WorkStats {
        WorkStats {
            loss: f64::from_bits(loss),
            win: f64::from_bits(win),
            wins: (counts >> 32) as u32 & MOST_PLAYS,
            visits: counts as u32 & MOST_PLAYS,
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
