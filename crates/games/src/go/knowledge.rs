//! Knowledge of Go: safe stones, and the bounds on the score that follow from them.
//!
//! On which histories a bound depends differs with the [`Safety`] level. Unconditional life needs
//! no move but the pass, which is always legal, so its bounds hold after every history. Any plan in
//! which the owner moves may fail after some history: superko forbids the move if its board
//! occurred before, and a history can hold any board. So a plan is checked against the history of
//! the position. Its bound holds only after histories that pass this check; a search that stores
//! the answer stores the condition with it ([`Knowledge::must_be_new`]).
//!
//! Relevance zones (Shih et al. 2021), by which Randall et al. (2024) prune moves that are
//! irrelevant to a proof, are not used. The winner's proof uses only moves inside the zone,
//! whatever the loser plays outside. Under superko this fails: whether an answer is legal depends
//! on whole earlier boards, hence on stones outside the zone. What is missing is a condition on
//! histories that a search could check where it uses a zone, as plans have one.

mod alternating;
mod life;
mod order;
mod plan;
mod playout;
#[cfg(test)]
mod tests;

use solveig_game::{Game, Interval, Move, Value};
use solveig_search::Knowledge;
use solveig_search::binary::{Pattern, Playout};
use solveig_search::knowledge::{OwnSolvers, StoragePolicy};
use solveig_search::random::Random;

use crate::go::{Board, Colour, Go, GoPosition};
use alternating::PlanContext;
use life::unconditionally_alive;
use plan::{Plan, plan};

/// The notion of safety on which bounds are built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Stones that are alive even if their owner always passes (Benson 1976). The bounds hold after
    /// every history.
    Unconditional,
    /// Stones that are alive if their owner answers each move (Müller 1997). The bounds hold only
    /// after the history of the position.
    Alternating,
    /// The same, and points that the owner gains in alternating play (Randall et al. 2022). The
    /// bounds hold only after the history of the position.
    #[default]
    Bounded,
}

/// Bounds from safe stones, move ordering and playouts. The pass is tried first, since it ends
/// plays soon and so yields a first bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge {
    /// The notion of safety.
    pub safety: Safety,
}

/// A lower bound on the final difference of areas, `stones` minus `other`, that holds even if the
/// owner of `stones` always passes (Benson 1976).
///
/// Alive stones count for the owner, and so do one-point vital regions, which cannot be filled. In
/// a larger vital region one empty point next to its chain remains, at worst neutral. All other
/// points count for the opponent.
fn benson_lower_bound(board: &Board, stones: u64, other: u64, suicide: bool) -> Value {
    let life = unconditionally_alive(board, stones, other, suicide);
    let mut score = life.stones.count_ones() as Value;
    let rest = board.all() & !life.stones;
    score -= rest.count_ones() as Value;
    for region in &life.regions {
        // Corrects the region, counted as the opponent's so far, by one own or one neutral point.
        score += if region.is_power_of_two() { 2 } else { 1 };
    }
    score
}

impl GoKnowledge {
    /// A lower bound on the difference of areas, `owner`'s minus the opponent's, after the history
    /// of `position`.
    fn sure_score(&self, game: &Go, position: &GoPosition, owner: Colour) -> Value {
        let board = game.board();
        let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
        let certain = || benson_lower_bound(board, own, other, game.allows_suicide());
        let moves_next = position.to_move() == owner;
        match self.plan(game, position, owner) {
            // The opponent can end the game at once by a pass.
            Some(plan) if !moves_next && position.passes() == 1 => {
                let score = plan.score.min(board.area_score(own, other));
                score.max(certain())
            }
            Some(plan) => plan.score.max(certain()),
            None => certain(),
        }
    }

    /// The best plan of `owner` that is valid after the history of `position`.
    fn plan(&self, game: &Go, position: &GoPosition, owner: Colour) -> Option<Plan> {
        let gains = match self.safety {
            Safety::Unconditional => return None,
            Safety::Alternating => false,
            Safety::Bounded => true,
        };
        let context = PlanContext {
            board: game.board(),
            own: position.stones(owner),
            other: position.stones(owner.opponent()),
            suicide: game.allows_suicide(),
        };
        let plan = plan(context, position.to_move() == owner, gains)?;
        let is_new = !position.removed || plan.is_new_after(owner, position.earlier());
        is_new.then_some(plan)
    }

    /// Bounds on the value of `position` for the side to move.
    pub fn bounds(&self, game: &Go, position: &GoPosition) -> Interval {
        let value = Interval {
            lower: game.worth(self.sure_score(game, position, Colour::Black)),
            upper: game.worth(-self.sure_score(game, position, Colour::White)),
        };
        match position.to_move() {
            Colour::Black => value,
            Colour::White => value.negated(),
        }
    }
}

impl Knowledge<Go> for GoKnowledge {
    fn expand(&self, game: &Go, position: &GoPosition, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        self.bounds(game, position)
    }

    fn bounds(&self, game: &Go, position: &GoPosition) -> Option<Interval> {
        Some(Self::bounds(self, game, position))
    }

    fn must_be_new(&self, game: &Go, position: &GoPosition, lower: bool) -> Option<Pattern> {
        let owner = match lower {
            true => position.to_move(),
            false => position.to_move().opponent(),
        };
        let plan = self.plan(game, position, owner)?;
        let bits = |stones| game.repetition_bits(owner, stones);
        Some(Pattern {
            all: bits(plan.stones),
            any: bits(plan.points),
        })
    }

    fn order(&self, game: &Go, position: &GoPosition, moves: &mut [Move]) {
        order::order(game, position, moves);
    }

    fn playout(&self, game: &Go, position: &GoPosition, random: &mut Random) -> Playout {
        playout::playout(game, position, random)
    }
}

impl OwnSolvers<Go> for GoKnowledge {}

impl StoragePolicy<Go> for GoKnowledge {}
