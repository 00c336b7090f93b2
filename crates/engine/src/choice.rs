//! The choice of a move to play.

mod go_heuristic;

use std::time::Duration;

#[cfg(feature = "api")]
use serde::Serialize;

use crate::{
    Cell, Effort, Engine, EngineError, Family, GameState, Instant, KnownValue, LegalMove, Line,
    SearchScope,
};

/// The reason for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum Ground {
    /// It is proved to keep the value: no other move is better.
    Best,
    /// It keeps at least this value for the side that plays it, by a player's table or a proved
    /// bound; another move may reach more.
    Keeps(#[cfg_attr(feature = "api", serde(skip))] i32),
    /// It is the only legal move.
    Forced,
    /// It is a proved win; whether another move wins more is not known.
    Wins,
    /// Nothing is proved that distinguishes it from the other candidates.
    Estimate,
}

/// The move that the program plays, with the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// As the game names it, with the cell that it fills.
    pub played: LegalMove,
    /// What makes it the choice: proof, a promise, or an estimate.
    pub ground: Ground,
    /// Its value for the side that plays it, as far as it is known.
    pub known_value: KnownValue,
    /// Nodes searched for it, as far as the engine reports them.
    pub nodes: u64,
    /// Whether the effort ended before a best move was found, so that a longer search may find one.
    pub interrupted: bool,
    /// What a person should be told of how it was found.
    pub note: Option<String>,
}

/// The time for searching the value of a move that is already chosen.
const VALUE_TIME: Duration = Duration::from_millis(50);

/// The time for comparing moves of equal value.
const LASTING_TIME: Duration = Duration::from_millis(200);

/// Chooses a move in `state`, the position at the end of `line`, within `effort`; `None` if the
/// game is over.
///
/// A best move if one is found: unless `effort` asks for the canonical one, the soonest win or the
/// [longest defence](Engine::lasting) that a short search finds, or if that sees no end of a lost
/// game, the first move in the order of the game's knowledge. Else a proved win; else, among the
/// moves that are not known to be worse than another, the one of the highest estimate, and the
/// first in that order (in Go, by a heuristic).
///
/// # Errors
///
/// Fails if the engine does.
pub fn choose(
    engine: &dyn Engine,
    line: &Line,
    state: &GameState,
    effort: &Effort,
) -> Result<Option<ChosenMove>, EngineError> {
    let legal = match &state.legal[..] {
        [] => return Ok(None),
        [only] => {
            // What is known without a search.
            let value = engine.value(line, None, &Effort::none(), &mut |_| ())?;
            return Ok(Some(ChosenMove {
                played: only.clone(),
                ground: Ground::Forced,
                known_value: value.known_value,
                nodes: 0,
                interrupted: false,
                note: None,
            }));
        }
        legal => legal,
    };
    let started = Instant::now();
    let best = engine.best_move(line, effort)?;
    if let Some(keeps) = best.keeps {
        let played = legal
            .iter()
            .find(|one| Some(&one.name) == best.name.as_ref());
        return Ok(played.map(|played| ChosenMove {
            played: played.clone(),
            ground: Ground::Keeps(keeps),
            known_value: best.known_value,
            nodes: best.nodes,
            interrupted: best.interrupted,
            note: best.note,
        }));
    }
    // The results of that search are in the tables, so a short search finds the value.
    let look = Effort {
        time: Some(VALUE_TIME),
        ..effort.clone()
    };
    let report = engine.report(line, &look)?;
    let known_of = |name: &str| {
        let of = |one: &&crate::MoveReport| one.played == name;
        report
            .moves
            .iter()
            .find(of)
            .map_or_else(KnownValue::default, |one| one.known_value)
    };
    let choice = |played: &LegalMove, ground| ChosenMove {
        played: played.clone(),
        ground,
        known_value: match ground {
            // The move keeps the value of the position.
            Ground::Best if known_of(&played.name).value.is_none() => {
                match report.known_value.value {
                    Some(_) => report.known_value,
                    None => best.known_value,
                }
            }
            _ => known_of(&played.name),
        },
        nodes: best.nodes + report.nodes,
        interrupted: best.interrupted && ground != Ground::Best,
        note: best.note.clone(),
    };
    if !effort.canonical
        && effort.search != SearchScope::Never
        && report.known_value.value.is_some()
    {
        let left = effort.after(started.elapsed());
        let short = Effort {
            time: Some(
                left.time
                    .map_or(LASTING_TIME, |time| time.min(LASTING_TIME)),
            ),
            search: SearchScope::Anywhere,
            ..left
        };
        let lasting = engine.lasting(line, &report, &short)?;
        let names = &lasting.names;
        let least = engine.about().least_value;
        let is_lost = least == -1 && report.known_value.value == Some(least);
        let preferred = match is_lost && lasting.plies.is_none() && names.len() > 1 {
            true => engine.guess(line)?,
            false => best.name.clone(),
        };
        let is_preferred = |name: &&String| Some(*name) == preferred.as_ref();
        let name = names.iter().find(is_preferred).or(names.first());
        if let Some(played) = name.and_then(|name| legal.iter().find(|one| one.name == *name)) {
            let mut chosen = choice(played, Ground::Best);
            chosen.known_value.plies = lasting.plies.or(chosen.known_value.plies);
            chosen.nodes += lasting.nodes;
            return Ok(Some(chosen));
        }
    }
    let of_report = || {
        report
            .best_move
            .clone()
            .filter(|_| report.known_value.value.is_some())
    };
    let best = best.name.clone().or_else(of_report);
    if let Some(best) = best.and_then(|name| legal.iter().find(|one| one.name == name)) {
        return Ok(Some(choice(best, Ground::Best)));
    }
    let floor = |known_value: &KnownValue| known_value.value.or(known_value.at_least);
    let winning = legal
        .iter()
        .max_by_key(|one| floor(&known_of(&one.name)))
        .filter(|one| floor(&known_of(&one.name)).is_some_and(|min| min > 0));
    if let Some(winning) = winning {
        return Ok(Some(choice(winning, Ground::Wins)));
    }
    let sure_draw = legal
        .iter()
        .find(|one| floor(&known_of(&one.name)) == Some(0));
    if let Some(sure_draw) = sure_draw {
        return Ok(Some(choice(sure_draw, Ground::Keeps(0))));
    }
    // Drop moves that cannot exceed what another move is proved to reach.
    let sure = legal
        .iter()
        .filter_map(|one| floor(&known_of(&one.name)))
        .max();
    let ceiling = |one: &LegalMove| {
        let known_value = known_of(&one.name);
        known_value.value.or(known_value.at_most)
    };
    let open: Vec<&LegalMove> = legal
        .iter()
        .filter(|one| match (ceiling(one), sure) {
            (Some(max), Some(sure)) => {
                max > sure || (max == sure && floor(&known_of(&one.name)) == Some(sure))
            }
            (Some(max), None) => max >= 0,
            (None, _) => true,
        })
        .collect();
    // Prefer moves that are not known to lose.
    let hopeful: Vec<&LegalMove> = open
        .iter()
        .copied()
        .filter(|one| ceiling(one).is_none_or(|max| max >= 0))
        .collect();
    let mut candidates = match (hopeful.is_empty(), open.is_empty()) {
        (false, _) => hopeful,
        (true, false) => open,
        (true, true) => legal.iter().collect(),
    };
    if engine.about().family == Family::Go {
        let first = go_heuristic::go_move(engine, line, state, &candidates)?;
        return Ok(first.map(|one| choice(one, Ground::Estimate)));
    }
    let worth = |one: &&LegalMove| {
        let known_value = known_of(&one.name);
        known_value.value.or(known_value.estimate)
    };
    let max = candidates.iter().map(worth).max();
    candidates.retain(|one| Some(worth(one)) == max);
    let guess = engine.guess(line)?;
    let guessed = guess.and_then(|name| candidates.iter().find(|one| one.name == name));
    let first = guessed.or(candidates.first());
    Ok(first.map(|one| choice(one, Ground::Estimate)))
}

/// An estimate of how many moves the side to move has left.
pub fn moves_left(state: &GameState) -> u32 {
    let empty = |cell: &&Cell| **cell == Cell::Empty;
    let empties = state.cells.iter().filter(empty).count() as u32;
    match state.cells.is_empty() {
        true => 10,
        false => empties.div_ceil(2) + 1,
    }
}
