//! A proof whose winner's moves are followed, in the place of an artifact.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use solveig_format::proof::ProofReader;
use solveig_game::{Game, GameExt, Interval, Key, Keyed, LongKeys, Move, Notation};
use solveig_games::AnyGame;
use solveig_verify::following::{CoveredPosition, ProofIndex, index_proof, index_proof_file};
use solveig_verify::proof::ProofError;
use solveig_verify::{FindRules, Limits};

use crate::about::ProofFile;
use crate::artifact::{Answer, Source};
use crate::line::ParsedLine;
use crate::{EngineError, FileBytes, Line, Settings};

/// A proof that the checker has confirmed, with the positions that it covers.
#[derive(Clone)]
pub(crate) struct OpenedProof {
    index: Arc<ProofIndex>,
}

impl OpenedProof {
    /// Checks the proof at `path`, and indexes it, in the memory for opening a file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, does not hold, is of an unknown game, or needs more
    /// memory.
    pub(crate) fn open(
        path: &Path,
        find_rules: &FindRules<'_>,
        settings: &Settings,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(Self, AnyGame, ProofFile), EngineError> {
        let index = index_proof_file(path, limits(settings), find_rules, progress);
        Self::of(path, index, settings)
    }

    /// The same of a proof in memory, by the checker's own rules.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Self::open) does.
    pub(crate) fn of_bytes(
        proof: FileBytes,
        settings: &Settings,
    ) -> Result<(Self, AnyGame, ProofFile), EngineError> {
        let reader = ProofReader::from_bytes(proof.bytes).map_err(ProofError::from);
        let index = reader.and_then(|reader| index_proof(&reader, limits(settings), &|_| None));
        Self::of(Path::new(&proof.name), index, settings)
    }

    fn of(
        path: &Path,
        index: Result<ProofIndex, ProofError>,
        settings: &Settings,
    ) -> Result<(Self, AnyGame, ProofFile), EngineError> {
        let file = path.display().to_string();
        let index = index.map_err(|error| EngineError::Proof {
            file: file.clone(),
            error: Box::new(error),
        })?;
        let game = settings.games.parse(&index.report().header.game)?;
        LongKeys::refuse(&game)?;
        let about = about(&game, path, &index).ok_or(EngineError::OtherRules { file })?;
        let index = Arc::new(index);
        Ok((Self { index }, game, about))
    }

    /// What the proof shows of a position after its history.
    fn find<G: Keyed>(&self, game: &G, position: &G::Position) -> CoveredPosition {
        let mut history = Vec::new();
        if let Some(superko) = game.repetition_rule() {
            let _ = superko.history(position, &mut |key| {
                history.push(key.0);
                ControlFlow::Continue(())
            });
        }
        let found = self.index.find(game.key(position).to_u128(), &history);
        found.unwrap_or_default()
    }

    /// The value of a position that is not over, as far as the proof shows it.
    pub(crate) fn answer<G: Keyed>(&self, game: &G, position: &G::Position) -> Answer {
        let range = game.value_range();
        let found = self.find(game, position);
        let proved = Interval {
            lower: found.at_least.unwrap_or(range.min),
            upper: found.at_most.unwrap_or(range.max),
        };
        let proved = proved.meet(Interval::unknown(range));
        match Answer::proved(proved, range, Source::Certified) {
            Answer::Unknown => Answer::Outside,
            answer => answer,
        }
    }

    /// The winner's move; where the proof shows the value and the winner is not to move, the first
    /// move that keeps it.
    pub(crate) fn best_move<G: Keyed>(&self, game: &G, position: &G::Position) -> Option<Move> {
        let moves = game.moves(position);
        if let [only] = moves[..] {
            return Some(only);
        }
        let found = self.find(game, position);
        // Of a claim that holds for every value no move is worth more than others.
        let says = found.at_least > Some(game.value_range().min);
        if let Some(index) = found.played.filter(|_| says) {
            return moves.get(index as usize).copied();
        }
        let value = self.answer(game, position).value()?;
        let keeps = |played: &Move| {
            let child = game.play_unchecked(position, *played);
            let of_child = match game.terminal_value(&child) {
                Some(value) => Some(value),
                None => self.answer(game, &child).value(),
            };
            of_child == Some(-value)
        };
        moves.into_iter().find(keeps)
    }

    /// The node kind of a position in the solution tree that the proof walks.
    pub(crate) fn kind<G: Keyed>(&self, game: &G, position: &G::Position) -> Option<&'static str> {
        let is_over = game.terminal_value(position).is_some();
        if is_over || matches!(self.answer(game, position), Answer::Outside) {
            return None;
        }
        let found = self.find(game, position);
        match (found.at_least, found.at_most) {
            (Some(_), Some(_)) => Some("P"),
            (Some(_), None) => Some("C"),
            (None, Some(_)) => Some("A"),
            (None, None) => None,
        }
    }
}

/// What opening a proof may take.
fn limits(settings: &Settings) -> Limits {
    Limits {
        time: settings.opening.time,
        memory: settings.opening.memory,
    }
}

/// The description of a proof; `None` if the rules of `game` do not have its position.
fn about(game: &AnyGame, path: &Path, index: &ProofIndex) -> Option<ProofFile> {
    let report = index.report();
    let header = &report.header;
    let (from, mut position) = match header.board {
        None => ("-".to_owned(), game.start()),
        Some(key) => {
            let position = game.position(key.into()).ok()?;
            (ParsedLine::at(game, position.clone()).from, position)
        }
    };
    let mut moves = Vec::new();
    for &place in &header.moves {
        let played = game.moves(&position).get(place as usize).copied()?;
        moves.push(game.format_move(played));
        position = game.play_unchecked(&position, played);
    }
    let line = Line {
        from: from.clone(),
        moves: moves.join(" "),
    };
    let to_move = ParsedLine::read(game, &line).ok()?.side();
    let file = path.file_name().unwrap_or(path.as_os_str());
    Some(ProofFile {
        file: file.to_string_lossy().into_owned(),
        at_least: header.at_least,
        at_most: header.at_most,
        from,
        moves,
        to_move,
        winning_moves: report.walked.choices,
        nodes: report.walked.nodes,
        answers: index.answers(),
        bytes: report.bytes,
        digest: report.digest.to_string(),
        independent: report.independent,
    })
}

/// The message for an error of a proof. Errors of the format already name the file.
pub(crate) fn of_proof(file: &str, error: &ProofError) -> String {
    match error {
        ProofError::Bytes(_) | ProofError::Unreadable(_) => error.to_string(),
        error => format!("{file}: {error}"),
    }
}
