//! The artifacts of a game, which are asked one after the other.

use solveig_format::{Reader, Roles, Scope};
use solveig_game::{Game, Interval, Move, Notation, Reduction, Symmetric};
use solveig_search::{Oracle, Stopped};

use crate::artifact::{Answer, Certificate, Location, QueryError, StoredArtifact};
use crate::{CertificateBound, EngineError};

/// An artifact and its certificate, each with its path.
pub(crate) struct OpenedArtifact<G: Game> {
    pub artifact: StoredArtifact<G>,
    pub file: String,
    pub certificate: Option<(Certificate, String)>,
    /// Whether it is of the game by score, so that the signs of its values are the game's values.
    pub is_by_score: bool,
}

impl<G: Symmetric + Notation> OpenedArtifact<G> {
    /// The artifact of `game` that `reader` reads, without a certificate. `file` is its path.
    pub fn new(
        game: G,
        reader: Reader,
        file: String,
        is_by_score: bool,
    ) -> Result<Self, EngineError> {
        match StoredArtifact::new(game, reader) {
            Ok(artifact) => Ok(Self {
                artifact,
                file,
                certificate: None,
                is_by_score,
            }),
            Err(error) => Err(EngineError::artifact(file)(error)),
        }
    }

    pub fn failure(&self, error: QueryError) -> EngineError {
        EngineError::artifact(self.file.clone())(error)
    }

    fn lookup(&self, position: &G::Position) -> Result<Option<Answer>, EngineError> {
        let found = self.artifact.lookup(position);
        let range = self.artifact.game().value_range();
        let sign = |answer: Answer| match self.is_by_score {
            true => answer.sign(range),
            false => answer,
        };
        Ok(found.map_err(|error| self.failure(error))?.map(sign))
    }

    fn locate(&self, position: &G::Position) -> Result<Location<G::Position>, EngineError> {
        let located = self.artifact.locate(position);
        Ok(located.map_err(|error| self.failure(error))?.0)
    }

    /// The move that is stored or follows from those that are; above the cut the canonical one of
    /// a position whose value lies in `bounds`.
    ///
    /// # Errors
    ///
    /// The outer one if a search was stopped, the inner one if the file is damaged.
    pub fn best_move(
        &self,
        position: &G::Position,
        bounds: Interval,
        oracle: &mut impl Oracle<G>,
    ) -> Result<Result<Option<Move>, EngineError>, Stopped> {
        let found = match self.is_by_score {
            true => self.move_by_score(position),
            false => self.artifact.certified_move(position, bounds, oracle),
        };
        match found {
            Err(QueryError::Stopped(stopped)) => Err(stopped),
            found => Ok(found.map_err(|error| self.failure(error))),
        }
    }

    fn move_by_score(&self, position: &G::Position) -> Result<Option<Move>, QueryError> {
        let Location::Stored {
            record,
            representative,
            symmetry,
        } = self.artifact.locate(position)?.0
        else {
            return Ok(None);
        };
        let game = self.artifact.game();
        let stored = self.artifact.stored_move(&record, &representative)?;
        Ok(stored.map(|played| game.transform_move(played, game.inverse(symmetry))))
    }
}

/// The artifacts of a game, in the order in which they are asked.
pub(crate) struct Artifacts<G: Game>(Vec<OpenedArtifact<G>>);

impl<G: Game> Default for Artifacts<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Symmetric + Notation> Artifacts<G> {
    pub const fn new(all: Vec<OpenedArtifact<G>>) -> Self {
        Self(all)
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first one of the game itself, which stands for all in descriptions.
    pub fn first(&self) -> Option<&OpenedArtifact<G>> {
        self.own().next()
    }

    /// Those of the game itself.
    fn own(&self) -> impl Iterator<Item = &OpenedArtifact<G>> {
        self.0.iter().filter(|one| !one.is_by_score)
    }

    /// Which positions have the same answers, up to the names of moves.
    pub fn reduction(&self) -> Reduction {
        let mut all = self.0.iter().map(|one| one.artifact.reduction());
        match all.all(|one| one == Reduction::Canonical) {
            true => Reduction::Canonical,
            false => Reduction::None,
        }
    }

    /// The value of `position` from the first artifact that has it. Outside if none has it and one
    /// could, and `None` above all cuts.
    pub fn lookup(&self, position: &G::Position) -> Result<Option<Answer>, EngineError> {
        let mut found = None;
        for one in &self.0 {
            match one.lookup(position)? {
                None => {}
                Some(answer @ Answer::Exact { .. }) => return Ok(Some(answer)),
                Some(Answer::Outside) => found = found.or(Some(Answer::Outside)),
                Some(answer) if found.is_none_or(|found| found == Answer::Outside) => {
                    found = Some(answer);
                }
                Some(_) => {}
            }
        }
        Ok(found)
    }

    /// The plies to the end of the game, where an artifact by score has the position.
    pub fn plies(&self, position: &G::Position) -> Option<u32> {
        self.0.iter().filter(|one| one.is_by_score).find_map(|one| {
            // Damage is told where the value is looked up.
            let value = one.artifact.lookup(position).ok()??.value()?;
            one.artifact.game().plies_to_end(position, value)
        })
    }

    /// The artifacts that have a move of `position`, which is canonical if `canonical`, or the
    /// first one where the position is above all cuts.
    pub fn with_move(
        &self,
        position: &G::Position,
        canonical: bool,
    ) -> Result<Vec<&OpenedArtifact<G>>, EngineError> {
        let mut stored = Vec::new();
        // The first of the best moves by score need not be the first of those that win.
        for one in self.0.iter().filter(|one| !canonical || !one.is_by_score) {
            if let Location::Stored { .. } = one.locate(position)? {
                stored.push(one);
            }
        }
        if stored.is_empty() && self.lookup(position)?.is_none() {
            stored.extend(self.first());
        }
        Ok(stored)
    }

    /// The kind of node that `position` is in the first artifact that has it.
    pub fn kind(&self, position: &G::Position) -> Result<Option<&'static str>, EngineError> {
        for one in self.own() {
            let Location::Stored { record, .. } = one.locate(position)? else {
                continue;
            };
            let is_weak = one.artifact.header().scope == Scope::Weak;
            return Ok(Some(match (record.roles, is_weak) {
                (Roles::Both, _) => "P",
                (Roles::LOWER, false) => "A'",
                (Roles::UPPER, false) => "P'",
                (Roles::LOWER, true) => "C",
                (Roles::UPPER, true) => "A",
            }));
        }
        Ok(None)
    }

    /// The bound of a certificate on the move that leads to `child`.
    pub fn certificate_bound(
        &self,
        child: &G::Position,
    ) -> Result<Option<CertificateBound>, EngineError> {
        for one in self.own() {
            let Some((certificate, file)) = &one.certificate else {
                continue;
            };
            let bound = certificate.bound(&one.artifact, child);
            let bound = bound.map_err(|error| EngineError::Artifact {
                file: file.clone(),
                error: Box::new(error),
            })?;
            if let Some(bound) = bound {
                return Ok(Some(CertificateBound {
                    at_most: -bound.at_least,
                    reply: one.artifact.game().format_move(bound.played),
                }));
            }
        }
        Ok(None)
    }
}
