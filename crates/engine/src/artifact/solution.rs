//! An artifact completed by search.

use solveig_format::{Record, Scope};
use solveig_game::{Game, GameExt, Interval, Move, Notation, Symmetric, Value};
use solveig_search::Oracle;

use super::{Answer, Location, QueryError, Source, StoredArtifact};

/// A move and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub played: Move,
    /// Its value for the side that plays it, as far as it is known.
    pub answer: Answer,
}

/// The values of a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionReport {
    /// The value of the position.
    pub answer: Answer,
    /// The canonical move, if one is known (see [`Solution::best_move`]).
    pub best_move: Option<Move>,
    /// The legal moves, in tie-break order.
    pub moves: Vec<MoveAnswer>,
}

/// An artifact, with a search for positions above its cut.
///
/// Each thread needs its own `Solution`; the artifact is shared.
pub struct Solution<'a, G: Game, O: Oracle<G>> {
    artifact: &'a StoredArtifact<G>,
    oracle: O,
}

impl<'a, G: Symmetric + Notation, O: Oracle<G>> Solution<'a, G, O> {
    /// Uses `artifact`, and `oracle` above its cut.
    pub fn new(artifact: &'a StoredArtifact<G>, oracle: O) -> Self {
        Self { artifact, oracle }
    }

    /// The file whose values and moves are looked up before a search.
    pub fn artifact(&self) -> &'a StoredArtifact<G> {
        self.artifact
    }

    /// The game of the artifact.
    pub fn game(&self) -> &'a G {
        self.artifact.game()
    }

    /// The value of `position`, as far as it is known: stored, searched above the cut, or decided
    /// by what is known of its moves.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged where it would store the position or a child, or a search
    /// was stopped.
    pub fn answer(&mut self, position: &G::Position) -> Result<Answer, QueryError> {
        let unknown = Interval::unknown(self.game().value_range());
        self.answer_within(position, unknown)
    }

    /// Like [`answer`](Self::answer), if the value is known to lie in `bounds`.
    fn answer_within(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Answer, QueryError> {
        let own = self.own_answer(position, bounds)?;
        if own.value().is_some() {
            return Ok(own);
        }
        let moves = self.moves(position)?;
        Ok(self.with_moves(own, &moves))
    }

    /// What is known of a position of which `own` and the answers for all its `moves` are.
    fn with_moves(&self, own: Answer, moves: &[MoveAnswer]) -> Answer {
        let range = self.game().value_range();
        let of_moves = Answer::of_moves(moves.iter().map(|one| one.answer), range);
        own.meet(of_moves, range)
    }

    /// The value of a position that is stored or above the cut, where it must lie in `bounds`.
    fn own_answer(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Answer, QueryError> {
        if let Some(answer) = self.artifact.lookup(position)? {
            return Ok(answer);
        }
        let value = match bounds.value() {
            Some(value) => value,
            None => self.oracle.value(position, bounds)?,
        };
        Ok(Answer::Exact {
            value,
            source: Source::Searched,
        })
    }

    /// The canonical move of `position`, if it is known.
    ///
    /// It is the first optimal move in tie-break order; under symmetry reduction, the first in the
    /// frame of the representative, mapped back by the inverse of the symmetry that
    /// [`Symmetric::canonical`](solveig_game::Symmetric::canonical) returns. A forced pass is its
    /// own canonical move. In a solution of scope weak it is the move that reaches the stored lower
    /// bound. Where the value or a higher bound follows from the moves, it is the first move that
    /// reaches it. `None` if the game is over, and where no move is known to reach a lower bound.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged or contradicts itself, or a search was stopped.
    pub fn best_move(&mut self, position: &G::Position) -> Result<Option<Move>, QueryError> {
        let answer = self.answer(position)?;
        self.best_move_of(position, answer)
    }

    /// The best move of a position of which `answer` is known.
    fn best_move_of(
        &mut self,
        position: &G::Position,
        answer: Answer,
    ) -> Result<Option<Move>, QueryError> {
        let game = self.game();
        let range = game.value_range();
        let bounds = answer.interval(range);
        let certified = self.certified_move(position, bounds)?;
        let is_derived = answer.source() == Some(Source::Derived);
        if !is_derived || (bounds.lower == range.min && bounds.value().is_none()) {
            return Ok(certified);
        }
        let own = self.artifact.lookup(position)?;
        let own = own.map_or(range.min, |own| own.interval(range).lower);
        if certified.is_some() && own >= bounds.lower {
            return Ok(certified);
        }
        let reduction = self.artifact.reduction();
        let (representative, symmetry) = game.representative(position, reduction);
        let back = game.inverse(symmetry);
        for played in game.moves(&representative) {
            let child = game.play_unchecked(&representative, played);
            let of_move = self.own_answer(&child, Interval::unknown(range))?.negated();
            if of_move.interval(range).lower >= bounds.lower {
                return Ok(Some(game.transform_move(played, back)));
            }
        }
        Ok(None)
    }

    /// The move that the artifact has, or a search above its cut finds, of a position whose value
    /// lies in `bounds`.
    pub(crate) fn certified_move(
        &mut self,
        position: &G::Position,
        bounds: Interval,
    ) -> Result<Option<Move>, QueryError> {
        let game = self.game();
        if game.is_forced_pass(position) {
            return Ok(game.moves(position).first().copied());
        }
        let (best, symmetry) = match self.artifact.locate(position)?.0 {
            Location::Over(_) | Location::Outside => return Ok(None),
            Location::AboveCut(position) => {
                let (representative, symmetry) =
                    game.representative(&position, self.artifact.reduction());
                let value = match bounds.value() {
                    Some(value) => value,
                    None => self.oracle.value(&representative, bounds)?,
                };
                (self.oracle.best_move(&representative, value)?, symmetry)
            }
            Location::Stored {
                record,
                representative,
                symmetry,
            } => (self.move_of(&record, &representative)?, symmetry),
        };
        let back = game.inverse(symmetry);
        Ok(best.map(|best| game.transform_move(best, back)))
    }

    /// The canonical move of a stored position, in its own frame.
    fn move_of(
        &mut self,
        record: &Record,
        representative: &G::Position,
    ) -> Result<Option<Move>, QueryError> {
        let stored = self.artifact.stored_move(record, representative)?;
        if stored.is_some() || self.artifact.header().scope == Scope::Weak {
            return Ok(stored);
        }
        // With only the role "upper", every child is stored, terminal, or above the cut.
        let game = self.game();
        for candidate in game.moves(representative) {
            let child = game.play_unchecked(representative, candidate);
            if self.is_at_most(&child, -record.value)? {
                return Ok(Some(candidate));
            }
        }
        Err(QueryError::Unreached {
            key: record.key,
            level: game.level(representative),
            value: record.value,
        })
    }

    /// Whether the value of `position` is known to be at most `bound`.
    fn is_at_most(&mut self, position: &G::Position, bound: Value) -> Result<bool, QueryError> {
        Ok(match self.artifact.lookup(position)? {
            None => !self.oracle.at_least(position, bound + 1)?,
            Some(answer) => answer.value().is_some_and(|value| value <= bound),
        })
    }

    /// Every legal move of `position` with its value, in tie-break order, as far as the position
    /// after it is stored, above the cut, or the end of the game.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged where it would store a child, or a search was stopped.
    pub fn moves(&mut self, position: &G::Position) -> Result<Vec<MoveAnswer>, QueryError> {
        let game = self.game();
        let mut answers = Vec::new();
        for played in game.moves(position) {
            let child = game.play_unchecked(position, played);
            let unknown = Interval::unknown(game.value_range());
            let answer = self.own_answer(&child, unknown)?.negated();
            answers.push(MoveAnswer { played, answer });
        }
        Ok(answers)
    }

    /// The value, the canonical move and the value of every move.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged or contradicts itself, or a search was stopped.
    pub fn report(&mut self, position: &G::Position) -> Result<SolutionReport, QueryError> {
        let unknown = Interval::unknown(self.game().value_range());
        let own = self.own_answer(position, unknown)?;
        let moves = self.moves(position)?;
        let answer = match own.value() {
            Some(_) => own,
            None => self.with_moves(own, &moves),
        };
        Ok(SolutionReport {
            answer,
            best_move: self.best_move_of(position, answer)?,
            moves,
        })
    }

    /// The principal variation from `position`: canonical moves as long as they are known. If the
    /// value is known, that is to the end of the game, unless the scope is weak.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged or contradicts itself, or a search was stopped.
    pub fn principal_variation(&mut self, position: &G::Position) -> Result<Vec<Move>, QueryError> {
        let game = self.game();
        let range = game.value_range();
        let mut position = position.clone();
        let mut bounds = Interval::unknown(range);
        let mut variation = Vec::new();
        loop {
            let answer = self.answer_within(&position, bounds)?;
            let Some(best) = self.best_move_of(&position, answer)? else {
                return Ok(variation);
            };
            variation.push(best);
            position = game.play_unchecked(&position, best);
            // A canonical move preserves the value, but a move that reaches a bound preserves only
            // the bound.
            bounds = match answer.value() {
                Some(value) => Interval::exact(-value),
                None => Interval::unknown(range),
            };
        }
    }
}
