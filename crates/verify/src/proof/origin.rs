//! The position of a proof's claims, and the moves that lead there.

use solveig_format::proof::ProofHeader;

use super::account::Account;
use super::failure::{ProofFailure, WalkError};
use super::history::History;
use super::play::{Play, Reachable};

/// A position and its history.
pub struct Origin<P> {
    pub position: P,
    pub history: History,
    /// The moves of the header as text; empty unless asked for.
    pub moves: Vec<String>,
}

impl<P: Clone> Origin<P> {
    /// Plays the moves of the header; keeps their names if `named`.
    pub fn of<E>(
        play: &impl Play<Position = P>,
        header: &ProofHeader,
        account: &mut Account<'_>,
        named: bool,
    ) -> Result<Self, WalkError<E>> {
        let mut position = first(play, header)?;
        let (mut history, mut names) = (History::default(), Vec::new());
        for (at, &place) in header.moves.iter().enumerate() {
            account.go_on()?;
            account.take(History::BYTES, "the moves of the header")?;
            let mut moves = play.moves(&position, &history, &mut Vec::new());
            if place as usize >= moves.len() {
                let of = play.describe(&position);
                let expected = format!("expected one of {} moves", moves.len());
                return Err(ProofFailure::File(format!(
                    "header: move {}, at {of}: {expected}, found the move at place {place}",
                    at + 1
                ))
                .into());
            }
            if named {
                names.push(play.describe_move(&position, &history, place as usize));
            }
            history.push(play.repetition_key(&position));
            position = moves.swap_remove(place as usize).after;
        }
        Ok(Self {
            position,
            history,
            moves: names,
        })
    }
}

/// The position from which the moves of the header are played.
fn first<P: Play>(play: &P, header: &ProofHeader) -> Result<P::Position, ProofFailure> {
    match header.board {
        None => Ok(play.start()),
        Some(key) => play.position(key).map_err(ProofFailure::Board),
    }
}

/// The position of a proof's claims and the moves that lead there, as text for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// The position of the claims, as the rules write it.
    pub position: String,
    /// The position from which the moves are played.
    pub from: String,
    /// `None` if `from` is the start of the game. Otherwise `from` was set up without a history:
    /// whether play from the start can reach it.
    pub set_up: Option<Reachable>,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// The positions before the last that superko forbids to repeat, oldest first. Empty in games
    /// without superko.
    pub forbidden_repetitions: Vec<String>,
}

impl Beginning {
    /// Describes the position and moves of a header.
    pub fn of<P: Play, E>(
        play: &P,
        header: &ProofHeader,
        account: &mut Account<'_>,
    ) -> Result<Self, WalkError<E>> {
        let origin = Origin::of(play, header, account, true)?;
        let from = first(play, header)?;
        let mut seen = std::collections::HashSet::new();
        let distinct = origin.history.all().iter().filter(|key| seen.insert(**key));
        Ok(Self {
            position: play.describe(&origin.position),
            from: play.describe(&from),
            set_up: header.board.map(|_| play.reachable(&from)),
            moves: origin.moves,
            forbidden_repetitions: distinct.map(|key| play.describe_repetition(*key)).collect(),
        })
    }

    /// Whether this is the start of the game, before any move.
    pub fn is_start(&self) -> bool {
        self.set_up.is_none() && self.moves.is_empty()
    }
}
