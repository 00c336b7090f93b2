//! The choice of an optimal move to play.

use solveig_game::{Game, GameExt, LevelRule, Move, Value};

use crate::{Oracle, StopToken, Stopped};

/// The first budget for each move, in positions.
const FIRST_BUDGET: u64 = 4;

/// The factor by which the budget grows.
const BUDGET_GROWTH: u64 = 8;

/// An optimal move, not always the canonical one; `None` where the game is over. `value` must
/// be the exact value of `position`, and `stop` the token of [`set_stop`](Oracle::set_stop).
/// Where several moves are optimal, one that ends the game is preferred, then `first`; moves
/// that let the opponent end the game at once come last. Of the others the one that is proved
/// first is chosen.
///
/// Tests whether each move keeps the value, all of them with a small budget of positions at
/// first, then with larger ones. The move that proved the value is found at once where its
/// result is still in a table, while another move may take a long search.
///
/// # Errors
///
/// Fails if the searches were stopped.
pub fn optimal_move<G: Game, O: Oracle<G> + ?Sized>(
    oracle: &mut O,
    position: &G::Position,
    value: Value,
    first: Option<Move>,
    stop: &StopToken,
) -> Result<Option<Move>, Stopped> {
    let game = oracle.game();
    let mut moves = game.moves(position).to_vec();
    // Where play goes on until both sides pass, a pass gives nothing away.
    let can_pass = game.level_rule() == LevelRule::NonMonotone;
    let is_over = |position: &G::Position| game.terminal_value(position).is_some();
    moves.sort_by_cached_key(|played| {
        let child = game.play_unchecked(position, *played);
        let may_end = || {
            let replies = game.moves(&child);
            let mut replies = replies.iter();
            replies.any(|reply| is_over(&game.play_unchecked(&child, *reply)))
        };
        match is_over(&child) {
            true => 0,
            false if can_pass => 2 - u8::from(Some(*played) == first),
            false if may_end() => 3,
            false if Some(*played) == first => 1,
            false => 2,
        }
    });
    let mut budget = FIRST_BUDGET;
    while moves.len() > 1 && !stop.is_stopped() {
        let mut open = Vec::new();
        for played in moves {
            let child = oracle.game().play_unchecked(position, played);
            oracle.set_stop(stop.clone().with_budget(budget));
            let tested = oracle.at_least(&child, 1 - value);
            oracle.set_stop(stop.clone());
            match tested {
                Ok(false) => return Ok(Some(played)),
                Ok(true) => {}
                Err(Stopped) => open.push(played),
            }
        }
        moves = open;
        budget = budget.saturating_mul(BUDGET_GROWTH);
    }
    match moves.len() {
        // The other moves lose value, or the game is over.
        0 | 1 => Ok(moves.pop()),
        _ => Err(Stopped),
    }
}
