//! The search that chooses the positions of the set: product propagation.

use solveig_game::{Game, Move, Reduction};
use solveig_games::go::{Colour, Go, GoPosition};
use solveig_search::binary::policy::{PlayoutTally, Policy, SearchNode};
use solveig_search::binary::{BestFirst, BinarySolver, Effort, Playout, Resources};

use super::plays::knowledge;

/// How many positions a search may expand to solve one.
pub const EXPANSIONS: u64 = 30_000;

/// Bytes of a search's table, and of its tree.
const MEMORY: (u64, u64) = (8 << 20, 256 << 20);

/// The policy of product propagation (Saffidine and Cazenave 2013): each leaf is won with a
/// probability, here of 1/3 or 2/3 by one playout, those of the children are taken to be
/// independent, and the child that is most likely to be lost goes first.
#[derive(Clone, Copy, Debug)]
pub struct ProductPropagation;

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub struct Probabilities {
    /// That the side to move wins.
    win: f64,
    /// That it loses. Kept apart, since one minus a small number is 1.
    loss: f64,
    visits: u32,
}

impl Policy for ProductPropagation {
    type Stats = Probabilities;

    fn leaf(&self, _: u32, playout: &mut dyn FnMut() -> (bool, Playout)) -> Probabilities {
        let (won, _) = playout();
        let (win, loss) = if won { (2.0, 1.0) } else { (1.0, 2.0) };
        Probabilities {
            win: win / 3.0,
            loss: loss / 3.0,
            visits: 1,
        }
    }

    fn choose(
        &self,
        _: &Probabilities,
        children: &[SearchNode<Probabilities>],
        _: Option<bool>,
    ) -> usize {
        let free = children.iter().enumerate().filter(|(_, one)| one.is_free());
        let order = |a: &Probabilities, b: &Probabilities| {
            b.loss.total_cmp(&a.loss).then(a.win.total_cmp(&b.win))
        };
        let best = free.min_by(|(_, a), (_, b)| order(&a.stats, &b.stats));
        best.map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut Probabilities,
        children: &mut [SearchNode<Probabilities>],
        _: bool,
        _: PlayoutTally,
    ) {
        // As sums and products of positive numbers, both keep their digits however small they are.
        let (mut win, mut loss) = (0.0, 1.0);
        for child in children {
            win += child.stats.loss * (1.0 - win);
            loss *= child.stats.win;
        }
        *node = Probabilities {
            win: f64::max(win, f64::MIN_POSITIVE),
            loss: f64::max(loss, f64::MIN_POSITIVE),
            visits: node.visits.saturating_add(1),
        };
    }

    fn presumes(&self, leaf: &Probabilities, _: Option<bool>) -> bool {
        leaf.win > leaf.loss
    }

    fn weight(&self, node: &Probabilities) -> u64 {
        node.visits.into()
    }

    fn words(&self, node: &Probabilities) -> [u64; 3] {
        [node.win.to_bits(), node.loss.to_bits(), node.visits.into()]
    }

    fn stats(&self, [win, loss, visits]: [u64; 3]) -> Probabilities {
        Probabilities {
            win: f64::from_bits(win),
            loss: f64::from_bits(loss),
            visits: visits as u32,
        }
    }
}

/// A position of a play that the reference solves.
pub struct SolvedPosition {
    /// After how many moves it stands.
    pub plies: usize,
    /// Who wins.
    pub winner: Colour,
}

/// The earliest position of a play from which on to the first that bounds decide the reference
/// solves each within [`EXPANSIONS`], if it is before that one.
pub fn choose(game: &Go, moves: &[Move]) -> Option<SolvedPosition> {
    let mut positions = vec![game.start()];
    for played in moves {
        let next = game.play_unchecked(&positions[positions.len() - 1], *played);
        positions.push(next);
    }
    let is_decided = |one: &GoPosition| knowledge().bounds(game, one).value().is_some();
    let decided = positions.iter().position(is_decided)?;
    let mut chosen = None;
    for plies in (0..decided).rev() {
        match winner(game, &positions[plies], EXPANSIONS) {
            Some(winner) => chosen = Some(SolvedPosition { plies, winner }),
            None => break,
        }
    }
    chosen
}

/// Who wins from `position`, if the reference finds out within so many expansions.
pub fn winner(game: &Go, position: &GoPosition, expansions: u64) -> Option<Colour> {
    let (table, tree) = MEMORY;
    let resources = Resources::for_game(game, Reduction::Canonical, table, tree).ok()?;
    let mut solver = BestFirst::new(game.clone(), knowledge(), &resources, ProductPropagation);
    let go_on = &mut |effort: &Effort| effort.expansions < expansions;
    let wins = solver.reaches(position, 1, go_on)?;
    let to_move = position.to_move();
    Some(if wins { to_move } else { to_move.opponent() })
}
