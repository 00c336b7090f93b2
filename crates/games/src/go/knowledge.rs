//! What is known of Go: stones that nothing captures, and the score they make sure of.
//!
//! What a bound rests on differs with the [`Safety`] that is asked for. Unconditional life needs no
//! move, and a pass is always legal, so what it says holds after every history. Any plan in which
//! the owner moves may fail after some history: superko forbids the move if the board that it makes
//! was there before, and a history can hold any board. So plans are checked against the history of
//! the position at hand ([`Plan::is_new_after`]); what they say holds there and wherever that check
//! succeeds, and not of the board as such; a search that keeps answers keeps with them which boards
//! must be new ([`Knowledge::must_be_new`]).
//!
//! Relevance zones (C.-C. Shih et al., *A novel approach to solving goal-achieving problems for
//! board games*, 2021), by which Randall et al. (2024) leave out moves that do not bear on a
//! proof, are left out. A zone is a set of points outside of which the loser may have played
//! anything: the winner answers inside as before. Under superko that does not follow. Whether the
//! answer is legal depends on whole boards that were there before, and so on stones outside the
//! zone: the same answer may complete a board that a different play outside has shown already. What
//! is missing is a condition on histories that a search can check where it uses a zone, as plans
//! have one.

mod alternating;
mod life;
mod order;
mod plan;
mod playout;
#[cfg(test)]
mod tests;

use crate::go::{Board, Colour, Go, GoPosition};
use solveig_game::{Game, Interval, Move, Value};

pub use alternating::{Kept, kept_by_answering};
pub use life::{Life, unconditionally_alive};
pub use plan::{Extent, Plan, plan};
pub use playout::Draws;

use solveig_search::Knowledge;
use solveig_search::binary::{Pattern, Playout};
use solveig_search::knowledge::{OwnSolvers, StoragePolicy};
use solveig_search::random::Random;

/// What stones must be safe from to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// From everything, even if their owner always passes (Benson). The bounds hold after every
    /// history.
    Unconditional,
    /// From everything if their owner answers ([`Extent::Answers`]). The bounds hold after the
    /// history of the position.
    Alternating,
    /// The same, and the points that the owner gains in turn with the other colour are counted too
    /// ([`Extent::Gains`]). The bounds hold after the history of the position.
    #[default]
    Bounded,
}

/// Bounds from stones that are safe; the pass is tried first, since with it a play ends soon and
/// there is a bound to compare with.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge {
    /// What is taken to be safe.
    pub safety: Safety,
    /// Which moves random plays draw.
    pub draws: Draws,
}

/// The least difference of areas, `stones` less `other`, that a side is sure of even if it passes
/// from now on.
///
/// Stones that are alive stay. A region of one point beside them cannot be filled, and is area. In
/// a greater one that is vital to a chain, one empty point beside that chain remains, and belongs
/// to nobody at worst. All else may become the other's.
pub fn benson_lower_bound(board: &Board, stones: u64, other: u64, suicide: bool) -> Value {
    let life = unconditionally_alive(board, stones, other, suicide);
    let mut score = life.stones.count_ones() as Value;
    let rest = board.all() & !life.stones;
    score -= rest.count_ones() as Value;
    for region in life.regions() {
        // What was taken to be the other's whole: a point of one's own, or one of nobody.
        score += if region.is_power_of_two() { 2 } else { 1 };
    }
    score
}

impl GoKnowledge {
    /// The least difference of areas, `owner`'s less the other's, that `owner` is sure of.
    fn sure_score(&self, game: &Go, position: &GoPosition, owner: Colour) -> Value {
        let board = game.board();
        let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
        let certain = || benson_lower_bound(board, own, other, game.allows_suicide());
        let moves_next = position.to_move() == owner;
        match self.plan(game, position, owner) {
            // The other side may end the game by a pass.
            Some(plan) if !moves_next && position.passes() == 1 => {
                let score = plan.score.min(board.area_score(own, other));
                score.max(certain())
            }
            Some(plan) => plan.score.max(certain()),
            None => certain(),
        }
    }

    /// The plan of `owner` that holds after the history of the position.
    fn plan(&self, game: &Go, position: &GoPosition, owner: Colour) -> Option<Plan> {
        let extent = match self.safety {
            Safety::Unconditional => return None,
            Safety::Alternating => Extent::Answers,
            Safety::Bounded => Extent::Gains,
        };
        let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
        let moves_next = position.to_move() == owner;
        let suicide = game.allows_suicide();
        let plan = plan(game.board(), own, other, suicide, moves_next, extent)?;
        let is_new = !position.anything_removed() || plan.is_new_after(owner, position.earlier());
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
        playout::playout(game, position, self.draws, random)
    }
}

impl OwnSolvers<Go> for GoKnowledge {}

impl StoragePolicy<Go> for GoKnowledge {}
