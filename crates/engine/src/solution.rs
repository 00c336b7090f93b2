//! An artifact completed by search, in the game's own types.

use solveig_format::Reader;
use solveig_game::{Game, GameExt, Interval, Move};
use solveig_games::Solvable;

use crate::artifact::{Answer, StoredArtifact};
use crate::artifacts::{Artifacts, OpenedArtifact};
use crate::query::Query;
use crate::searchers::Searchers;
use crate::{Effort, EngineError, SearchScope, Settings};

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

/// An artifact, with a search for positions above its cut: what an [`Engine`](crate::Engine)
/// answers, in the game's own types.
///
/// Values are never guessed: a position that is neither stored, nor above the cut, nor terminal,
/// and of whose moves no such position tells more, is [`Answer::Outside`]. A solution of scope weak
/// can give bounds instead of values.
///
/// ```
/// use solveig_format::{Encoder, Header, Reader, Record, Roles, Scope};
/// use solveig_game::{Game, GameExt, Keyed, Notation};
/// use solveig_games::mnk::Mnk;
/// use solveig_engine::artifact::{Answer, Source};
/// use solveig_engine::{Settings, Solution};
///
/// // Tic-tac-toe with nothing stored but the start: all above level 0 is searched.
/// let game = Mnk::new(3, 3, 3)?;
/// let header = Header {
///     artifact: None,
///     scope: Scope::SemiStrong,
///     game: game.spec(),
///     tie_break: game.tie_break_rule(),
///     symmetry: true,
///     cut: Some(0),
///     max_level: game.max_level(),
///     key_bits: game.key_bits(),
///     least_value: -1,
///     greatest_value: 1,
///     root_key: 0,
///     root_value: 0,
/// };
/// let mut file = Encoder::new(Vec::new(), &header)?;
/// file.push(0, Record { key: 0, roles: Roles::Both, value: 0, move_index: Some(0) })?;
/// let reader = Reader::from_bytes(file.finish()?.0)?;
///
/// let file = "ttt.sol".to_owned();
/// let mut solution = Solution::new(game.clone(), reader, file, &Settings::default())?;
/// let start = solution.report(&game.start())?;
/// assert_eq!(start.answer, Answer::Exact { value: 0, source: Source::Certified });
/// assert_eq!(start.best_move.map(|best| game.format_move(best)).as_deref(), Some("a1"));
///
/// let fork = game.parse_position("a1 b1 a2 a3 b2")?;
/// assert_eq!(solution.answer(&fork)?, Answer::Exact { value: -1, source: Source::Searched });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution<G: Game> {
    artifacts: Artifacts<G>,
    searchers: Searchers<G>,
    effort: Effort,
    nodes: u64,
}

impl<G: Solvable> Solution<G> {
    /// The artifact that `reader` reads, as a solution of `game`. `file` names it in errors, and
    /// `settings` has the memory of searches.
    ///
    /// # Errors
    ///
    /// Fails as [`StoredArtifact::new`] does.
    pub fn new(
        game: G,
        reader: Reader,
        file: String,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let searchers = Searchers::new(game.solvers(), settings);
        let opened = OpenedArtifact::new(game, reader, file, false)?;
        Ok(Self {
            artifacts: Artifacts::new(vec![opened]),
            searchers,
            effort: Effort::default(),
            nodes: 0,
        })
    }

    /// The file whose values and moves are looked up before a search.
    pub fn artifact(&self) -> &StoredArtifact<G> {
        match self.artifacts.first() {
            Some(opened) => &opened.artifact,
            None => unreachable!("it is made with one"),
        }
    }

    /// Limits the searches above the cut from now on, in time and by a flag; at first nothing does.
    /// An answer whose search was stopped is [`Answer::Unknown`] or a bound.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Positions visited by the searches of all questions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks the engine's query about positions of the artifact.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Query<'_, G>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let effort = Effort {
            search: SearchScope::AboveCut,
            ..self.effort.clone()
        };
        let (found, searched) = {
            let game = self.artifact().game();
            let mut query = Query::new(game, &self.searchers, &self.artifacts, None, &effort);
            let found = question(&mut query);
            (found, query.searched())
        };
        self.nodes += searched;
        found
    }

    /// The value of `position`, as far as it is known: stored, searched above the cut, or decided
    /// by what is known of its moves.
    ///
    /// # Errors
    ///
    /// Fails if the artifact is damaged where it would store the position or a child, or if there
    /// is no memory for the search.
    pub fn answer(&mut self, position: &G::Position) -> Result<Answer, EngineError> {
        let unknown = Interval::unknown(self.artifact().game().value_range());
        self.ask(|query| query.answer(position, unknown))
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
    /// Fails if the artifact is damaged or contradicts itself, or like [`answer`](Self::answer).
    pub fn best_move(&mut self, position: &G::Position) -> Result<Option<Move>, EngineError> {
        let unknown = Interval::unknown(self.artifact().game().value_range());
        self.ask(|query| {
            let answer = query.answer(position, unknown)?;
            query.best_move(position, answer)
        })
    }

    /// The value, the canonical move and the value of every move.
    ///
    /// # Errors
    ///
    /// Fails like [`best_move`](Self::best_move).
    pub fn report(&mut self, position: &G::Position) -> Result<SolutionReport, EngineError> {
        let game = self.artifact().game().clone();
        let unknown = Interval::unknown(game.value_range());
        self.ask(|query| {
            let answer = query.answer(position, unknown)?;
            let best_move = query.best_move(position, answer)?;
            let moves = game.moves(position).into_iter().map(|played| {
                let child = game.play_unchecked(position, played);
                let answer = query.own_answer(&child, unknown)?.negated();
                Ok(MoveAnswer { played, answer })
            });
            Ok(SolutionReport {
                answer,
                best_move,
                moves: moves.collect::<Result<_, EngineError>>()?,
            })
        })
    }

    /// The principal variation from `position`: canonical moves as long as they are known. If the
    /// value is known, that is to the end of the game, unless the scope is weak.
    ///
    /// # Errors
    ///
    /// Fails like [`best_move`](Self::best_move).
    pub fn principal_variation(
        &mut self,
        position: &G::Position,
    ) -> Result<Vec<Move>, EngineError> {
        let mut line = Vec::new();
        self.ask(|query| query.variation(position.clone(), &mut |played| line.push(played)))?;
        Ok(line)
    }
}
