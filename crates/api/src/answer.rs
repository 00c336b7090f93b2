//! Answers in JSON.

use std::time::Duration;

use serde::Serialize;
use solveig_engine::{Effort, Instant, Line, PositionClass, Report, Reusable, SearchScope};

use crate::failure::{Failure, Kind};
use crate::games::ServedGame;
use crate::value::ValueAnswer;

/// The questions about one position whose answers hold for all that are equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// Values and moves of a position.
    Position,
    /// The value of a position and a best move, without the other moves.
    Value,
    /// The moves of best play from there on.
    Line,
    /// Why no other move is better.
    Proof,
    /// The move that the program plays.
    Move,
}

/// A question, and all that its answer depends on. `Of` is the position, or its class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key<Of> {
    /// Index of the game among those served.
    pub game: usize,
    /// What is asked of the position; each kind has answers of its own type.
    pub question: QuestionKind,
    /// The positions that may be searched.
    pub search: SearchScope,
    /// Whether searched moves must be canonical.
    pub canonical: bool,
    /// Whether a search may tell how soon a decided game ends.
    pub distances: bool,
    /// The line that leads to the position, or the class of it that shares the answer.
    pub of: Of,
}

impl Key<Line> {
    /// The same question about a class.
    pub fn about(&self, class: PositionClass) -> Key<PositionClass> {
        Key {
            game: self.game,
            question: self.question,
            search: self.search,
            canonical: self.canonical,
            distances: self.distances,
            of: class,
        }
    }

    /// The searches of the question, with the limits of `effort`.
    fn effort(&self, effort: &Effort) -> Effort {
        Effort {
            search: self.search,
            canonical: self.canonical,
            distances: self.distances,
            ..effort.clone()
        }
    }
}

impl ServedGame {
    /// The key of a question about the position after `line`.
    pub(crate) fn key(
        &self,
        question: QuestionKind,
        line: Line,
        search: SearchScope,
        canonical: bool,
    ) -> Key<Line> {
        // Moves of equal value are compared by a search, even where the file has them all.
        let search = match question {
            QuestionKind::Move => search,
            // What a certificate states is not to be hidden by what a search finds.
            QuestionKind::Proof if search == SearchScope::Short => {
                self.effective_search(SearchScope::AboveCut)
            }
            _ => self.effective_search(search),
        };
        Key {
            game: self.index,
            question,
            search,
            canonical: canonical && search != SearchScope::Never,
            distances: search != SearchScope::Never
                && matches!(question, QuestionKind::Position | QuestionKind::Proof),
            of: line,
        }
    }

    /// The values of a position from the files and the rules, if no search is allowed or can find
    /// more. It takes less time than a change of threads.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn look_up(&self, key: &Key<Line>) -> Result<Option<Reusable>, Failure> {
        if self.game.artifact.is_none() && key.search != SearchScope::Never {
            return Ok(None);
        }
        let no_time = Effort {
            search: key.search,
            canonical: key.canonical,
            time: Some(Duration::ZERO),
            ..Effort::none()
        };
        let report = match key.question {
            QuestionKind::Position => self.engine.report(&key.of, &no_time)?,
            QuestionKind::Value => self.value(&key.of, &no_time)?,
            QuestionKind::Line | QuestionKind::Move | QuestionKind::Proof => return Ok(None),
        };
        Ok((!report.interrupted).then_some(Reusable::Report(report)))
    }

    /// Whether a short search may tell how soon the game ends, which `found` does not say.
    pub fn may_lack_plies(&self, key: &Key<Line>, found: &Reusable) -> bool {
        let may_search = key.distances && self.engine.about().has_distances;
        may_search && matches!(found, Reusable::Report(report) if report.lacks_plies())
    }

    /// What answers `key`, found within `effort`.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn find(&self, key: &Key<Line>, effort: &Effort) -> Result<Reusable, Failure> {
        let (line, effort) = (&key.of, &self.limited(key.effort(effort)));
        Ok(match key.question {
            QuestionKind::Position => Reusable::Report(self.engine.report(line, effort)?),
            QuestionKind::Value => Reusable::Report(self.value(line, effort)?),
            QuestionKind::Line => Reusable::Variation(self.engine.variation(line, effort)?),
            QuestionKind::Proof => Reusable::Proof(Box::new(self.engine.proof(line, effort)?)),
            QuestionKind::Move => self.choose(line, effort)?,
        })
    }

    /// The same effort, with the limit of a short search where there is no file.
    pub(crate) fn limited(&self, effort: Effort) -> Effort {
        let about = &self.game;
        let has_file = about.artifact.is_some() || about.proof.is_some() || about.player.is_some();
        match effort.search {
            SearchScope::Short if !has_file => effort.within(SearchScope::SHORT_ALONE),
            _ => effort,
        }
    }

    /// What was found to answer `question` about the position after `line`, in JSON.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn write(
        &self,
        question: QuestionKind,
        line: &Line,
        found: Reusable,
    ) -> Result<Vec<u8>, Failure> {
        match found {
            Reusable::Report(report) if question == QuestionKind::Value => {
                encoded(&ValueAnswer::new(report))
            }
            Reusable::Report(report) => encoded(&self.position(line, report)?),
            Reusable::Variation(variation) => encoded(&variation),
            Reusable::Proof(proof) => encoded(&self.proof(line, *proof)?),
            Reusable::Choice(chosen) => encoded(&self.choice(line, chosen.map(|one| *one))?),
        }
    }

    /// The value of the position after `line` and a best move, as a report without moves.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn value(&self, line: &Line, effort: &Effort) -> Result<Report, Failure> {
        let begun = Instant::now();
        let value = self.engine.value(line, None, effort, &mut |_| ())?;
        let best = self
            .engine
            .best_move(line, &effort.after(begun.elapsed()))?;
        Ok(Report {
            known_value: value.known_value,
            best_move: best.name,
            moves: Vec::new(),
            nodes: value.nodes + best.nodes,
            interrupted: value.interrupted || best.interrupted,
        })
    }
}

/// The report that was found.
///
/// # Errors
///
/// Fails if something else was.
pub fn expect_report(found: Reusable) -> Result<Report, Failure> {
    match found {
        Reusable::Report(report) => Ok(report),
        _ => Err(Failure::new(
            Kind::INTERNAL,
            "another question was answered",
        )),
    }
}

/// Serializes `answer` as JSON.
///
/// # Errors
///
/// Fails if JSON cannot represent `answer`. The types of this crate are always representable.
pub fn encoded(answer: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, answer) {
        Ok(()) => Ok(body),
        Err(error) => Err(Failure::new(Kind::INTERNAL, error.to_string())),
    }
}
