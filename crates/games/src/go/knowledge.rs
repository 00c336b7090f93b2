//! Knowledge of Go: safe stones, and the bounds on the score that follow from them.
//!
//! On which histories a bound depends differs with the [`Safety`] level. Unconditional life needs
//! no move but the pass, which is always legal, so its bounds hold after every history. Any plan in
//! which the owner moves may fail after some history: superko forbids the move if its board
//! occurred before, and a history can hold any board. So a plan is checked against the history of
//! the position. Its bound holds only after histories that pass this check; a search that stores
//! the answer stores the condition with it ([`ProofConditions::must_be_new`]).
//!
//! Under [`KoRule::Basic`] a stone of the opponent may end the game as well, if its board occurred
//! before, and so unconditional life needs a condition, too. Such a board has all stones that the
//! owner keeps, and one of two more: a stone of the owner on a point of the plan, or, since without
//! such a stone the owner captures nothing, one of the opponent where it has none now. Boards since
//! the plan began do not recur: in a cycle each side loses as many stones as it plays, and no stone
//! that the owner plays is ever lost; so in a cycle the owner would play none, capture none, and
//! the opponent would play none either.
//!
//! Relevance zones (Shih et al. 2021), by which Randall et al. (2024) prune moves that are
//! irrelevant to a proof, are not used. The winner's proof uses only moves inside the zone,
//! whatever the loser plays outside. Under superko this fails: whether an answer is legal depends
//! on whole earlier boards, hence on stones outside the zone. What is missing is a condition on
//! histories that a search could check where it uses a zone, as plans have one.

mod alternating;
pub mod history_free;
mod life;
mod order;
mod plan;
mod playout;
#[cfg(test)]
mod tests;

use solveig_game::{Game, Interval, Move, Value};
use solveig_search::binary::{Pattern, Playout};
use solveig_search::knowledge::{OwnSolvers, StoragePolicy};
use solveig_search::random::Random;
use solveig_search::{Bounds, Estimates, MoveOrdering, ProofConditions, TableHints};

use crate::go::{Board, Colour, Go, GoPosition, KoRule};
use alternating::PlanContext;
use life::unconditionally_alive;
use plan::{Plan, plan};

/// The notion of safety on which bounds are built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Stones that are alive even if their owner always passes (Benson 1976). Under superko the
    /// bounds hold after every history.
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
    /// of `position`; `None` if there is none.
    fn sure_score(&self, game: &Go, position: &GoPosition, owner: Colour) -> Option<Value> {
        let board = game.board();
        let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
        let certain = || benson_lower_bound(board, own, other, game.allows_suicide());
        let moves_next = position.to_move() == owner;
        let planned = self.plan(game, position, owner).map(|plan| {
            // The opponent can end the game at once by a pass.
            match !moves_next && position.passes() == 1 {
                true => plan.score.min(board.area_score(own, other)),
                false => plan.score,
            }
        });
        match game.ko() {
            KoRule::Basic => planned,
            _ => Some(planned.map_or_else(certain, |score| score.max(certain()))),
        }
    }

    /// The best plan of `owner` that is valid after the history of `position`.
    fn plan(&self, game: &Go, position: &GoPosition, owner: Colour) -> Option<Plan> {
        let (own, other) = (position.stones(owner), position.stones(owner.opponent()));
        let is_basic = game.ko() == KoRule::Basic;
        let answering = |gains| {
            let context = PlanContext {
                board: game.board(),
                own,
                other,
                suicide: game.allows_suicide(),
            };
            plan(context, position.to_move() == owner, gains)
        };
        let plan = match self.safety {
            Safety::Unconditional if is_basic => {
                let life = unconditionally_alive(game.board(), own, other, false);
                Plan {
                    stones: life.stones,
                    points: 0,
                    score: benson_lower_bound(game.board(), own, other, false),
                }
            }
            Safety::Unconditional => return None,
            Safety::Alternating => answering(false)?,
            Safety::Bounded => answering(true)?,
        };
        if is_basic && plan.points & position.ko != 0 {
            return None;
        }
        if !position.removed {
            return Some(plan);
        }
        let new = self.new_stones(game, position, owner, &plan);
        let is_new = plan.is_new_after(owner, new, position.history());
        is_new.then_some(plan)
    }

    /// The stones of `owner` and of the opponent of which a board of the plan has one, besides
    /// those that are kept.
    fn new_stones(&self, game: &Go, position: &GoPosition, owner: Colour, plan: &Plan) -> [u64; 2] {
        let of_opponent = match game.ko() {
            KoRule::Basic => game.board().all() & !position.stones(owner.opponent()),
            _ => 0,
        };
        [plan.points, of_opponent]
    }

    /// Bounds on the value of `position` for the side to move.
    pub fn bounds(&self, game: &Go, position: &GoPosition) -> Interval {
        let unknown = Interval::unknown(game.value_range());
        let sure = |owner| self.sure_score(game, position, owner);
        let value = Interval {
            lower: sure(Colour::Black).map_or(unknown.lower, |score| game.worth(score)),
            upper: sure(Colour::White).map_or(unknown.upper, |score| game.worth(-score)),
        };
        match position.to_move() {
            Colour::Black => value,
            Colour::White => value.negated(),
        }
    }
}

impl Bounds<Go> for GoKnowledge {
    fn expand(&self, game: &Go, position: &GoPosition, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        self.bounds(game, position)
    }

    fn bounds(&self, game: &Go, position: &GoPosition) -> Option<Interval> {
        Some(Self::bounds(self, game, position))
    }
}

impl MoveOrdering<Go> for GoKnowledge {
    fn name(&self) -> &'static str {
        "Go's liberties"
    }

    fn order(&self, game: &Go, position: &GoPosition, moves: &mut [Move]) {
        order::order(game, position, moves);
    }
}

impl Estimates<Go> for GoKnowledge {
    fn playout(&self, game: &Go, position: &GoPosition, random: &mut Random) -> Playout {
        playout::playout(game, position, random)
    }
}

impl ProofConditions<Go> for GoKnowledge {
    fn must_be_new(&self, game: &Go, position: &GoPosition, lower: bool) -> Option<Pattern> {
        let owner = match lower {
            true => position.to_move(),
            false => position.to_move().opponent(),
        };
        let plan = self.plan(game, position, owner)?;
        let [own, of_opponent] = self.new_stones(game, position, owner, &plan);
        let bits = |stones| game.repetition_bits(owner, stones);
        Some(Pattern {
            all: bits(plan.stones),
            any: bits(own) | game.repetition_bits(owner.opponent(), of_opponent),
        })
    }
}

impl TableHints<Go> for GoKnowledge {}

impl OwnSolvers<Go> for GoKnowledge {}

impl StoragePolicy<Go> for GoKnowledge {}
