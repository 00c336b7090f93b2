//! Expected Work Search (Randall, Müller, Wei and Hayward; paper 003) and its two ablations.

use super::Playout;
use super::best_first::{Policy, Tally};
use super::tree::Node;

/// What is used of win rates and proof sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkEstimate {
    /// Both: equations 1 to 3.
    #[default]
    Expected,
    /// As `Expected`, but a child that is looked at in vain costs the work of a win of the other side, with
    /// the probability of that, and not the work of a loss.
    Full,
    /// Proof sizes alone, EWS-WR: equation 2 takes the least instead, win rates are 0.
    SizeAlone,
    /// Win rates alone, EWS-PS: children by UCT.
    RateAlone,
}

/// In which order the moves of the player are looked at who is meant to lose. The paper leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoserOrder {
    /// The least work first.
    #[default]
    Work,
    /// The best chance to refute the conjecture first.
    WinRate,
    /// By both, as in equation 3.
    Ratio,
}

/// The policy of Expected Work Search: always the child in front, children by equation 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedWork {
    /// What is used of win rates and proof sizes.
    pub estimate: WorkEstimate,
    /// Who is conjectured to win, as whether the question is answered yes: then nodes of the winner have only
    /// the work of a win, and nodes of the loser only that of a loss. The answer does not depend on it.
    pub conjecture: Option<bool>,
    /// With a conjecture: the order of the loser's moves.
    pub loser_order: LoserOrder,
    /// The child in front stays there while it is no worse than the next by more than this part (the 1 + ε
    /// trick, Pawlewicz and Lew 2007).
    pub epsilon: f64,
    /// Work that each child is taken to need beyond its estimate, for each play at its parent: what the
    /// authors' public demonstration has. 0 is equation 3.
    pub work_prior: f64,
    /// The part of exploration in UCT, for [`WorkEstimate::RateAlone`].
    pub exploration: f64,
}

impl Default for ExpectedWork {
    fn default() -> Self {
        Self {
            estimate: WorkEstimate::Expected,
            conjecture: None,
            loser_order: LoserOrder::default(),
            epsilon: 0.0,
            work_prior: 0.0,
            exploration: 1.0,
        }
    }
}

impl ExpectedWork {
    /// One of the ablations, with everything else as is usual.
    pub fn with(estimate: WorkEstimate) -> Self {
        Self {
            estimate,
            ..Self::default()
        }
    }
}

/// What is kept of a node.
#[derive(Clone, Copy, Debug)]
pub struct WorkStats {
    /// The work to prove a loss, in moves of equation 4; with a conjecture, the only estimate there is.
    loss: f64,
    /// The work to prove a win.
    win: f64,
    wins: u32,
    visits: u32,
}

impl WorkStats {
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

    /// By this children are sorted, the least first.
    fn key(&self, node: &WorkStats, child: &WorkStats, conjecture: Option<bool>) -> f64 {
        let rate = self.rate(child);
        let prior = self.work_prior * f64::from(node.visits);
        let work = match (self.estimate, conjecture) {
            (WorkEstimate::RateAlone, _) => return 0.0,
            (_, Some(false)) => match self.loser_order {
                LoserOrder::Work => return child.win,
                LoserOrder::WinRate => return rate,
                LoserOrder::Ratio => child.win,
            },
            _ => child.loss,
        };
        (work + prior) / (1.0 - rate)
    }

    /// Puts the child at a place where it belongs.
    fn place(
        &self,
        node: &WorkStats,
        children: &mut [Node<WorkStats>],
        changed: usize,
        conjecture: Option<bool>,
    ) {
        let key = |child: &Node<WorkStats>| self.key(node, &child.stats, conjecture);
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
    fn work(&self, node: &mut WorkStats, children: &[Node<WorkStats>], conjecture: Option<bool>) {
        let stats = || children.iter().map(|child| child.stats);
        if conjecture != Some(true) {
            node.loss = stats().map(|child| child.win).sum();
        }
        if conjecture == Some(false) {
            return;
        }
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

    fn leaf(
        &self,
        _conjecture: Option<bool>,
        playout: &mut dyn FnMut() -> (bool, Playout),
    ) -> WorkStats {
        let (won, playout) = playout();
        let work = playout.work as f64;
        WorkStats {
            loss: work,
            win: work,
            // One win in two plays to begin with, so that rates are never 0 or 1 (section 4.1).
            wins: 1 + u32::from(won),
            visits: 3,
        }
    }

    fn first(&self, leaf: &WorkStats) -> Tally {
        Tally {
            wins: leaf.wins - 1,
            visits: leaf.visits - 2,
        }
    }

    fn choose(&self, node: &WorkStats, children: &[Node<WorkStats>]) -> usize {
        if self.estimate != WorkEstimate::RateAlone {
            return 0;
        }
        let all = f64::from(node.visits).ln();
        let value = |child: &Node<WorkStats>| {
            let stats = &child.stats;
            1.0 - stats.win_rate() + self.exploration * (all / f64::from(stats.visits)).sqrt()
        };
        let best = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        let values = children.iter().map(value).enumerate();
        values.max_by(best).map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut WorkStats,
        children: &mut [Node<WorkStats>],
        changed: Option<usize>,
        gained: Tally,
        conjecture: Option<bool>,
    ) {
        node.wins += gained.wins;
        node.visits += gained.visits;
        match changed {
            Some(place) => self.place(node, children, place, conjecture),
            None => {
                let key = |child: &Node<WorkStats>| self.key(node, &child.stats, conjecture);
                children.sort_by(|a, b| key(a).total_cmp(&key(b)));
            }
        }
        self.work(node, children, conjecture);
    }

    fn weight(&self, node: &WorkStats) -> u64 {
        node.visits.into()
    }

    fn conjecture(&self) -> Option<bool> {
        self.conjecture
    }
}
