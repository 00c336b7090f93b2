//! The choice among moves of equal value: the soonest win, the longest defence, the reply that is
//! hardest to find.

use solveig_game::{GameExt, Move, Notation, Symmetric, Value, ValueRange};
use solveig_search::distance::{DistanceSearch, Lasting};

use crate::query::Query;
use crate::{Effort, EngineError, Report};

/// Of the moves of `position` that keep the value in `report`, those that
/// [`Engine::lasting`](crate::Engine::lasting) returns.
pub(crate) fn find<G: Symmetric + Notation>(
    game: &G,
    query: &mut Query<'_, G>,
    position: &G::Position,
    report: &Report,
    effort: &Effort,
) -> Result<Lasting, EngineError> {
    let range = game.value_range();
    let moves = game.moves(position).to_vec();
    // Where the rules look back on the play, a position alone does not tell how it goes on.
    let Some(value) = report
        .known_value
        .value
        .filter(|_| game.repetition_rule().is_none())
    else {
        return Ok(Lasting::default());
    };
    let has_results_alone = range == ValueRange::symmetric(1);
    let mut search = DistanceSearch::new(game.clone(), effort.token());
    let mut found = match value {
        1 if has_results_alone => search.fastest_wins(position),
        -1 if has_results_alone => search.longest_defences(position, moves),
        _ => {
            let keeps = |played: &Move| {
                let name = game.format_move(*played);
                let of = report.moves.iter().find(|one| one.played == name);
                of.is_some_and(|one| one.known_value.value == Some(value))
            };
            let moves = moves.into_iter().filter(keeps).collect();
            Lasting { moves, plies: None }
        }
    };
    if value < 0 && found.moves.len() > 1 {
        keep_the_hardest(game, query, position, value, &mut found.moves)?;
    }
    Ok(found)
}

/// Keeps the moves after which the most replies are mistakes, if that can be found.
fn keep_the_hardest<G: Symmetric + Notation>(
    game: &G,
    query: &mut Query<'_, G>,
    position: &G::Position,
    value: Value,
    moves: &mut Vec<Move>,
) -> Result<(), EngineError> {
    let mut mistakes = Vec::with_capacity(moves.len());
    for played in moves.iter() {
        let child = game.play_unchecked(position, *played);
        let mut count = 0;
        for reply in game.moves(&child) {
            let after = query.at_least(&game.play_unchecked(&child, reply), value + 1)?;
            match (
                after.value.or(after.at_least),
                after.value.or(after.at_most),
            ) {
                (Some(min), _) if min > value => count += 1,
                (_, Some(max)) if max <= value => (),
                _ => return Ok(()),
            }
        }
        mistakes.push(count);
    }
    let max = mistakes.iter().max().copied();
    let mut each = mistakes.into_iter();
    moves.retain(|_| each.next() == max);
    Ok(())
}
