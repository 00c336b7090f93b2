//! The choice among moves of equal value: the soonest win, the longest defence, the reply that is
//! hardest to find.

use std::time::Duration;

use solveig_game::{Game, GameExt, Move, Notation, Symmetric, Value};
use solveig_search::StopToken;
use solveig_search::clock::Instant;
use solveig_search::distance::{DistanceSearch, Lasting};

use crate::about::has_distances;
use crate::query::Query;
use crate::{Effort, EngineError, Report, SearchScope};

/// The time of all searches for distances in one answer.
const DISTANCE_TIME: Duration = Duration::from_millis(100);

/// How soon decided games end whose values do not say it, by searches that together take a short
/// time.
pub(crate) struct Distances<G: Game> {
    search: DistanceSearch<G>,
    stop: StopToken,
    left: Duration,
}

impl<G: Game> Distances<G> {
    /// `None` if `effort` does not ask for them, or the game has none.
    pub fn new(game: &G, effort: &Effort) -> Option<Self> {
        let stop = effort.token();
        let is_wanted = effort.distances && effort.search != SearchScope::Never;
        (is_wanted && has_distances(game)).then(|| Self {
            search: DistanceSearch::new(game.clone(), stop.clone()),
            stop,
            left: DISTANCE_TIME,
        })
    }

    /// The plies to the end of a game in `position`, whose side to move has this `value`; `None`
    /// if that is a draw, or if it takes longer than is left.
    pub fn plies(&mut self, position: &G::Position, value: Value) -> Option<u32> {
        if value == 0 || self.left.is_zero() {
            return None;
        }
        let started = Instant::now();
        let stop = self.stop.clone().with_deadline(started + self.left);
        self.search.set_stop(stop);
        let plies = self.search.plies(position, value > 0);
        self.left = match plies {
            Some(_) => self.left.saturating_sub(started.elapsed()),
            // The values of moves are as hard to tell.
            None => Duration::ZERO,
        };
        plies
    }
}

/// Of the moves of `position` that keep the value in `report`, those that
/// [`Engine::lasting`](crate::Engine::lasting) returns.
pub(crate) fn find<G: Symmetric + Notation>(
    game: &G,
    query: &mut Query<'_, G>,
    position: &G::Position,
    report: &Report,
    effort: &Effort,
) -> Result<Lasting, EngineError> {
    let moves = game.moves(position).to_vec();
    // Where the rules look back on the play, a position alone does not tell how it goes on.
    let Some(value) = report
        .known_value
        .value
        .filter(|_| game.repetition_rule().is_none())
    else {
        return Ok(Lasting::default());
    };
    let mut search = DistanceSearch::new(game.clone(), effort.token());
    let reported = match has_distances(game) {
        true => by_report(game, report, value, &moves),
        false => None,
    };
    let mut found = match (value, reported) {
        (_, Some(reported)) => reported,
        (1, None) if has_distances(game) => {
            if let Some(time) = effort.time {
                search.set_stop(effort.within(time / 2).token());
            }
            match search.fastest_wins(position) {
                found if found.moves.is_empty() => {
                    let moves = match soonest_known_win(report) {
                        Some(name) => moves.into_iter().find(|one| game.format_move(*one) == name),
                        None => straightest_win(game, query, position, report)?,
                    };
                    let moves = moves.into_iter().collect();
                    Lasting { moves, plies: None }
                }
                found => found,
            }
        }
        (-1, None) if has_distances(game) => search.longest_defences(position, moves),
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

/// Those of the moves that keep the value of a decided position, where the report says of all how
/// soon the game ends.
fn by_report<G: Notation>(
    game: &G,
    report: &Report,
    value: Value,
    moves: &[Move],
) -> Option<Lasting> {
    if value == 0
        || report
            .moves
            .iter()
            .any(|one| one.known_value.value.is_none())
    {
        return None;
    }
    let keeping = report.moves.iter();
    let keeping = keeping.filter(|one| one.known_value.value == Some(value));
    let plies = keeping.map(|one| Some((one.played.clone(), one.known_value.plies?)));
    let plies = plies.collect::<Option<Vec<(String, u32)>>>()?;
    let all = plies.iter().map(|(_, plies)| *plies);
    let best = if value > 0 { all.min() } else { all.max() }?;
    let is_best = |played: &&Move| plies.contains(&(game.format_move(**played), best));
    Some(Lasting {
        moves: moves.iter().filter(is_best).copied().collect(),
        plies: Some(best),
    })
}

/// The move that wins soonest of those of which the report says how soon.
fn soonest_known_win(report: &Report) -> Option<&str> {
    let wins = report.moves.iter().filter_map(|one| {
        let plies = one.known_value.plies?;
        (one.known_value.value? > 0).then_some((plies, &*one.played))
    });
    let soonest = wins.min_by_key(|(plies, _)| *plies);
    soonest.map(|(_, played)| played)
}

/// A winning move where no search has found how soon the game ends: in a connection game one that
/// leaves the fewest stones to connect, else the first in the order of the game's knowledge. `None`
/// if none of them is found to win.
fn straightest_win<G: Symmetric + Notation>(
    game: &G,
    query: &mut Query<'_, G>,
    position: &G::Position,
    report: &Report,
) -> Result<Option<Move>, EngineError> {
    let guess = query.guess(position);
    let mut moves = match game.connection() {
        Some(_) => game.moves(position).to_vec(),
        None => Vec::from_iter(guess),
    };
    moves.sort_by_cached_key(|played| {
        let child = game.play_unchecked(position, *played);
        let connection = game.connection();
        let needed = connection.and_then(|rules| rules.stones_to_win(&child, false));
        (needed, Some(*played) != guess)
    });
    for played in moves {
        let name = game.format_move(played);
        let known_value = report.moves.iter().find(|one| one.played == name);
        let wins = match known_value.and_then(|one| one.known_value.value) {
            Some(value) => value > 0,
            None => {
                let child = game.play_unchecked(position, played);
                let after = query.at_least(&child, 0)?;
                after.value.or(after.at_most).is_some_and(|max| max < 0)
            }
        };
        if wins {
            return Ok(Some(played));
        }
    }
    Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KnownValue, MoveReport};

    #[test]
    fn a_win_that_is_known_to_come_sooner_goes_before_one_that_is_not() {
        let moves = [(1, None), (1, Some(25)), (1, Some(23)), (-1, Some(4))];
        let moves = moves
            .into_iter()
            .enumerate()
            .map(|(index, (value, plies))| {
                let known_value = KnownValue {
                    value: Some(value),
                    plies,
                    ..KnownValue::default()
                };
                MoveReport {
                    played: index.to_string(),
                    index,
                    known_value,
                }
            });
        let mut report = Report {
            known_value: KnownValue::default(),
            best_move: None,
            moves: moves.collect(),
            nodes: 0,
            interrupted: false,
        };
        assert_eq!(soonest_known_win(&report), Some("2"));
        report.moves.retain(|one| one.known_value.plies.is_none());
        assert_eq!(soonest_known_win(&report), None);
    }
}
