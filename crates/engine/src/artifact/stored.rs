//! Lookup of positions in an artifact.

use solveig_format::{Header, Kind, Reader, Record, Roles, Scope};
use solveig_game::{
    Game, GameExt, Interval, Key, Move, Notation, Reduction, Symmetric, Symmetry, Value, ValueRange,
};
use solveig_search::Oracle;

use super::{Answer, QueryError, Source};

/// The file of a solution, with the rules of its game. Cheap to share between threads.
pub struct StoredArtifact<G: Game> {
    game: G,
    reader: Reader,
    range: ValueRange,
    cut: Option<u32>,
    reduction: Reduction,
}

/// Where an artifact has a position, after its forced passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location<P> {
    /// The game is over, with this utility for the side to move.
    Over(Value),
    /// The file has a record of its symmetry class.
    Stored {
        /// Value, roles and move, of the representative.
        record: Record,
        /// The representative of its symmetry class, for which the record is stored.
        representative: P,
        /// The symmetry that maps the position to its representative.
        symmetry: Symmetry,
    },
    /// The level of the position is above the cut, where nothing is stored.
    AboveCut(P),
    /// The position is not stored, though its level is not above the cut: it is outside the
    /// certified region.
    Outside,
}

impl<G: Symmetric + Notation> StoredArtifact<G> {
    /// The artifact that `reader` reads, as a solution of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the file is a certificate, if its header does not fit the game, or if values depend
    /// on history ([`GameExt::depends_on_history`]).
    pub fn new(game: G, reader: Reader) -> Result<Self, QueryError> {
        if game.depends_on_history() {
            return Err(QueryError::DependsOnHistory { game: game.spec() });
        }
        let reader = reader.expect_kind(Kind::Artifact)?;
        let header = reader.header();
        let range = game.value_range();
        let reduction = if header.symmetry {
            Reduction::Canonical
        } else {
            Reduction::None
        };
        let start = game.contract_passes(&game.start()).0;
        let root = game.representative(&start, reduction).0;
        let differs = |what, found: &dyn ToString, expected: &dyn ToString| {
            let (found, expected) = (found.to_string(), expected.to_string());
            if found == expected {
                return Ok(());
            }
            Err(QueryError::OtherRules {
                game: game.spec(),
                what,
                found,
                expected,
            })
        };
        differs("game", &header.game, &game.spec())?;
        differs("tie-break rule", &header.tie_break, &game.tie_break_rule())?;
        differs("greatest level", &header.max_level, &game.max_level())?;
        differs("key width in bits", &header.key_bits, &game.key_bits())?;
        differs("least value", &header.least_value, &range.min)?;
        differs("greatest value", &header.greatest_value, &range.max)?;
        differs(
            "key of the start",
            &header.root_key,
            &game.key(&root).to_u128(),
        )?;
        Ok(Self {
            cut: header.cut,
            game,
            reader,
            range,
            reduction,
        })
    }

    /// The game whose positions the file stores.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// For its records and its header.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The location of `position` after its forced passes, and whether their number is odd, so that
    /// values there are for the other side.
    ///
    /// # Errors
    ///
    /// Fails if the file is damaged where the position would be stored.
    pub fn locate(
        &self,
        position: &G::Position,
    ) -> Result<(Location<G::Position>, bool), QueryError> {
        let (position, passes) = self.game.contract_passes(position);
        let is_negated = passes % 2 == 1;
        Ok((self.locate_after_passes(position)?, is_negated))
    }

    fn locate_after_passes(
        &self,
        position: G::Position,
    ) -> Result<Location<G::Position>, QueryError> {
        if let Some(utility) = self.game.terminal_value(&position) {
            return Ok(Location::Over(utility));
        }
        let level = self.game.level(&position);
        if self.cut.is_some_and(|cut| level > cut) {
            return Ok(Location::AboveCut(position));
        }
        let (representative, symmetry) = self.game.representative(&position, self.reduction);
        let key = self.game.key(&representative).to_u128();
        Ok(match self.reader.find(level, key)? {
            None => Location::Outside,
            Some(found) => Location::Stored {
                record: found.record,
                representative,
                symmetry,
            },
        })
    }

    /// The value of `position` from the file and the rules alone; `None` above the cut, where a
    /// search is needed.
    ///
    /// # Errors
    ///
    /// Fails if the file is damaged where the position would be stored.
    pub fn lookup(&self, position: &G::Position) -> Result<Option<Answer>, QueryError> {
        let (location, is_negated) = self.locate(position)?;
        let answer = match location {
            Location::AboveCut(_) => return Ok(None),
            Location::Over(value) => Answer::Exact {
                value,
                source: Source::Terminal,
            },
            Location::Stored { record, .. } => self.answer_of(&record),
            Location::Outside => Answer::Outside,
        };
        Ok(Some(if is_negated { answer.negated() } else { answer }))
    }

    /// The value that a record states.
    pub fn answer_of(&self, record: &Record) -> Answer {
        let value = record.value;
        let exact = match (self.header().scope, record.roles) {
            (Scope::SemiStrong | Scope::Strong, _) | (Scope::Weak, Roles::Both) => true,
            // A bound at the end of the value range is exact.
            (Scope::Weak, Roles::LOWER) => value == self.range.max,
            (Scope::Weak, Roles::UPPER) => value == self.range.min,
        };
        match record.roles {
            _ if exact => Answer::Exact {
                value,
                source: Source::Certified,
            },
            Roles::UPPER => Answer::Bounds {
                at_least: None,
                at_most: Some(value),
                source: Source::Certified,
            },
            Roles::LOWER | Roles::Both => Answer::Bounds {
                at_least: Some(value),
                at_most: None,
                source: Source::Certified,
            },
        }
    }

    /// The stored move of a record, in the frame of its `representative`; `None` if its roles have
    /// none.
    ///
    /// # Errors
    ///
    /// Fails if the index of the move exceeds the legal moves.
    pub fn stored_move(
        &self,
        record: &Record,
        representative: &G::Position,
    ) -> Result<Option<Move>, QueryError> {
        let Some(index) = record.move_index else {
            return Ok(None);
        };
        let moves = self.game.moves(representative);
        match moves.get(usize::from(index)) {
            Some(stored) => Ok(Some(*stored)),
            None => Err(QueryError::NoSuchMove {
                key: record.key,
                level: self.game.level(representative),
                index,
                legal: moves.len(),
            }),
        }
    }

    /// The move that the artifact has, or a search above its cut finds, of a position whose value
    /// lies in `bounds`.
    pub(crate) fn certified_move(
        &self,
        position: &G::Position,
        bounds: Interval,
        oracle: &mut dyn Oracle<G>,
    ) -> Result<Option<Move>, QueryError> {
        let game = &self.game;
        if game.is_forced_pass(position) {
            return Ok(game.moves(position).first().copied());
        }
        let (best, symmetry) = match self.locate(position)?.0 {
            Location::Over(_) | Location::Outside => return Ok(None),
            Location::AboveCut(position) => {
                let (representative, symmetry) = game.representative(&position, self.reduction);
                let value = match bounds.value() {
                    Some(value) => value,
                    None => oracle.value(&representative, bounds)?,
                };
                (oracle.best_move(&representative, value)?, symmetry)
            }
            Location::Stored {
                record,
                representative,
                symmetry,
            } => (self.move_of(&record, &representative, oracle)?, symmetry),
        };
        let back = game.inverse(symmetry);
        Ok(best.map(|best| game.transform_move(best, back)))
    }

    /// The canonical move of a stored position, in its own frame.
    fn move_of(
        &self,
        record: &Record,
        representative: &G::Position,
        oracle: &mut dyn Oracle<G>,
    ) -> Result<Option<Move>, QueryError> {
        let stored = self.stored_move(record, representative)?;
        if stored.is_some() || self.header().scope == Scope::Weak {
            return Ok(stored);
        }
        // With only the role "upper", every child is stored, terminal, or above the cut.
        for candidate in self.game.moves(representative) {
            let child = self.game.play_unchecked(representative, candidate);
            let bound = -record.value;
            let is_at_most = match self.lookup(&child)? {
                None => !oracle.at_least(&child, bound + 1)?,
                Some(answer) => answer.value().is_some_and(|value| value <= bound),
            };
            if is_at_most {
                return Ok(Some(candidate));
            }
        }
        Err(QueryError::Unreached {
            key: record.key,
            level: self.game.level(representative),
            value: record.value,
        })
    }

    /// Which symmetries make two positions one record.
    pub(crate) fn reduction(&self) -> Reduction {
        self.reduction
    }
}
