//! Bounds that a certificate states for positions outside its artifact.

use solveig_format::{Kind, Reader};
use solveig_game::{Key, Move, Notation, Symmetric, Value};

use super::{QueryError, StoredArtifact};

/// The certificate of an artifact. Its bounds are statements of the file, which only a checker can
/// confirm.
pub struct Certificate {
    reader: Reader,
}

/// A lower bound stated by a certificate, and the move that reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedBound {
    /// The lower bound, for the side to move.
    pub at_least: Value,
    /// The move of the side to move that reaches it.
    pub played: Move,
}

impl Certificate {
    /// The certificate of `artifact` that `reader` reads.
    ///
    /// # Errors
    ///
    /// Fails if the file is no certificate, or belongs to another artifact.
    pub fn new<G: Symmetric + Notation>(
        reader: Reader,
        artifact: &StoredArtifact<G>,
    ) -> Result<Self, QueryError> {
        let reader = reader.expect_kind(Kind::Certificate)?;
        let (header, of) = (reader.header(), artifact.header());
        let same = |what, found: &dyn ToString, expected: &dyn ToString| {
            let (found, expected) = (found.to_string(), expected.to_string());
            match found == expected {
                true => Ok(()),
                false => Err(QueryError::OtherArtifact {
                    what,
                    found,
                    expected,
                }),
            }
        };
        if let Some(digest) = header.artifact {
            same("artifact's digest", &digest, &artifact.reader().digest())?;
        }
        same("game", &header.game, &of.game)?;
        same("scope", &header.scope, &of.scope)?;
        same("symmetry", &header.symmetry, &of.symmetry)?;
        same("greatest level", &header.max_level, &of.max_level)?;
        same("key width in bits", &header.key_bits, &of.key_bits)?;
        same("least value", &header.least_value, &of.least_value)?;
        same("greatest value", &header.greatest_value, &of.greatest_value)?;
        same("key of the start", &header.root_key, &of.root_key)?;
        same("value of the start", &header.root_value, &of.root_value)?;
        Ok(Self { reader })
    }

    /// For its records and its header.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The bound stated for `position`, a position of `artifact`'s game; `None` if there is no
    /// record, or if the side to move must pass.
    ///
    /// # Errors
    ///
    /// Fails if the file is damaged where the position would be stored.
    pub fn bound<G: Symmetric + Notation>(
        &self,
        artifact: &StoredArtifact<G>,
        position: &G::Position,
    ) -> Result<Option<StatedBound>, QueryError> {
        let game = artifact.game();
        if game.terminal_value(position).is_some() || game.is_forced_pass(position) {
            return Ok(None);
        }
        let (representative, symmetry) = game.representative(position, artifact.reduction());
        let key = game.key(&representative).to_u128();
        let Some(found) = self.reader.find(game.level(position), key)? else {
            return Ok(None);
        };
        let stored = artifact.stored_move(&found.record, &representative)?;
        Ok(stored.map(|played| StatedBound {
            at_least: found.record.value,
            played: game.transform_move(played, game.inverse(symmetry)),
        }))
    }
}
