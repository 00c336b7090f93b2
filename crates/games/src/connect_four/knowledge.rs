//! Knowledge of Connect Four: static bounds, pruning and move ordering.

mod history;
mod kernel;
mod lines;
mod moves;
mod solver;
#[cfg(all(test, not(loom)))]
mod tests;

use crate::connect_four::{ConnectFour, ConnectFourPosition};
use solveig_game::{Game, Interval, Move, Value};

use self::lines::{at_height, has_four, winning_squares};
pub use self::solver::ConnectFourSolver;
use solveig_search::binary::Resources;
use solveig_search::knowledge::{
    Bounds, DefaultCuts, Estimates, MoveOrdering, OwnSolvers, ProofConditions, StoragePolicy,
    TableHints,
};
use solveig_search::{Oracle, TablePolicy};

/// Static knowledge of Connect Four.
///
/// Decides positions with an immediate win, with a loss to two threats or to a threat right above
/// the only reply, and drawn ones where neither side has room for four in line. Prunes moves that
/// let the opponent win at once. Orders the others by the winning squares they create, then centre
/// first.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourKnowledge;

/// Up to this many stones, positions are stored in canonical form.
const SYMMETRIC: u32 = 16;

impl Bounds<ConnectFour> for ConnectFourKnowledge {
    #[inline]
    fn expand(
        &self,
        game: &ConnectFour,
        position: &ConnectFourPosition,
        moves: &mut Vec<Move>,
    ) -> Interval {
        at_height(game, |height| {
            let ConnectFourPosition { mover, occupied } = *position;
            let opponent = position.opponent();
            let playable = game.playable(occupied);
            let stones = occupied.count_ones();
            let threats = winning_squares(game, opponent, height);
            if threats & opponent != 0 {
                // The opponent has completed four in line: the game is over.
                return Interval::exact(-game.worth_of_win(stones));
            }
            let wins = winning_squares(game, mover, height) & playable;
            if wins != 0 {
                push_columns(game, wins, height, moves);
                return Interval::exact(game.worth_of_win(stones + 1));
            }
            let threats = threats & !occupied;
            let forced = threats & playable;
            let safe = if forced == 0 { playable } else { forced } & !(threats >> 1);
            if forced & forced.wrapping_sub(1) != 0 || (safe == 0 && playable != 0) {
                return Interval::exact(-game.worth_of_win(stones + 2));
            }
            push_columns(game, safe, height, moves);
            // Neither side has an immediate win.
            let has_room = |opponent: u64| has_four(game, game.board() & !opponent, height);
            let squares = game.max_level();
            Interval {
                lower: if stones + 4 <= squares && has_room(mover) {
                    -game.worth_of_win(stones + 4)
                } else {
                    0
                },
                upper: if stones + 3 <= squares && has_room(opponent) {
                    game.worth_of_win(stones + 3)
                } else {
                    0
                },
            }
        })
    }
}

impl MoveOrdering<ConnectFour> for ConnectFourKnowledge {
    fn name(&self) -> &'static str {
        "Connect Four's threats"
    }

    #[inline]
    fn order(&self, game: &ConnectFour, position: &ConnectFourPosition, moves: &mut [Move]) {
        at_height(game, |height| {
            let playable = game.playable(position.occupied);
            let mut counts = [0_u32; 32];
            for next in 0..moves.len() {
                let played = moves[next];
                let square = playable & column(played, height);
                let squares = winning_squares(game, position.mover | square, height);
                let count = (squares & !position.occupied).count_ones();
                let mut at = next;
                while at > 0 && counts[at - 1] < count {
                    counts[at] = counts[at - 1];
                    moves[at] = moves[at - 1];
                    at -= 1;
                }
                counts[at] = count;
                moves[at] = played;
            }
        });
    }
}

impl Estimates<ConnectFour> for ConnectFourKnowledge {
    /// Threats, then stones near the centre, for the side to move.
    fn evaluate(&self, game: &ConnectFour, position: &ConnectFourPosition) -> Value {
        at_height(game, |height| {
            let worth = |stones: u64| {
                let threats = winning_squares(game, stones, height) & !position.occupied;
                let near_centre: u32 = (0..game.columns())
                    .map(|column| {
                        let from_side = column.min(game.columns() - 1 - column);
                        from_side * (stones & game.column(column)).count_ones()
                    })
                    .sum();
                (8 * threats.count_ones() + near_centre) as Value
            };
            worth(position.mover) - worth(position.opponent())
        })
    }
}

impl ProofConditions<ConnectFour> for ConnectFourKnowledge {}

impl TableHints<ConnectFour> for ConnectFourKnowledge {
    #[inline]
    fn fetches_ahead(&self) -> bool {
        true
    }

    #[inline]
    fn table_policy(&self, game: &ConnectFour, position: &ConnectFourPosition) -> TablePolicy {
        // Few positions have a mirror image in the tree once they have lost their symmetry.
        if game.level(position) <= SYMMETRIC {
            TablePolicy::Canonical
        } else {
            TablePolicy::Raw
        }
    }
}

impl StoragePolicy<ConnectFour> for ConnectFourKnowledge {
    fn default_cuts(&self, game: &ConnectFour) -> DefaultCuts {
        // Smaller boards are stored whole within some tens of megabytes.
        let levels = if game.max_level() >= 42 { 8 } else { 0 };
        DefaultCuts {
            artifact: levels,
            certificate: levels,
        }
    }
}

impl OwnSolvers<ConnectFour> for ConnectFourKnowledge {
    fn solvers(
        &self,
        game: &ConnectFour,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<ConnectFour>>>> {
        let table = resources.memory.table()?;
        let team = ConnectFourSolver::team(game, table, resources.reduction, count)?;
        Some(team.into_iter().map(|one| Box::new(one) as _).collect())
    }
}

#[inline(always)]
fn column(played: Move, height: u32) -> u64 {
    ((1 << (height - 1)) - 1) << (u32::from(played.0) * height)
}

/// Appends the columns of a set of squares in the order that breaks ties.
#[inline(always)]
fn push_columns(game: &ConnectFour, squares: u64, height: u32, moves: &mut Vec<Move>) {
    for number in game.column_order() {
        let played = Move(u16::from(*number));
        if squares & column(played, height) != 0 {
            moves.push(played);
        }
    }
}
