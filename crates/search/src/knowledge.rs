//! Game knowledge beyond the rules: bounds, pruning, move ordering, evaluation.

use auto_impl::auto_impl;
use solveig_game::{Game, Interval, Move, Symmetric, Value};

use crate::binary::{KnownZone, Pattern, Playout, Resources, random_playout};
use crate::random::Random;
use crate::{Oracle, TablePolicy, Window};

/// What is known of one game beyond its rules.
///
/// Knowledge is independent of the search algorithm. It makes searches faster and never changes a
/// value: bounds and pruning must be proven; only move ordering and guesses may be heuristic. Every
/// answer is a function of the position (and its history, in games that depend on history).
pub trait Knowledge<G: Symmetric>:
    MoveOrdering<G> + Estimates<G> + ProofConditions<G> + TableHints<G>
{
}

impl<G, K> Knowledge<G> for K
where
    G: Symmetric,
    K: MoveOrdering<G> + Estimates<G> + ProofConditions<G> + TableHints<G> + ?Sized,
{
}

/// Proven bounds on values, and proven pruning. They never change a value.
#[auto_impl(Arc)]
pub trait Bounds<G: Game>: Send + Sync + 'static {
    /// Appends the moves of `position` that are worth searching and returns bounds on its value.
    /// Where the game is over it appends none.
    ///
    /// Moves may be omitted only if the value is the maximum of the returned lower bound and of the
    /// values of the remaining moves. Bounds are for the side to move; without knowledge they are
    /// the game's value range.
    fn expand(&self, game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval;

    /// The bounds that [`expand`](Self::expand) returns, without the moves, if they are cheap
    /// enough to ask for wherever a position is met.
    fn bounds(&self, _game: &G, _position: &G::Position) -> Option<Interval> {
        None
    }

    /// Tightens bounds by excluding values that no final position has. Must be proven.
    fn tighten(&self, _game: &G, bounds: Interval) -> Interval {
        bounds
    }

    /// Solves `position` by a specialized search where there is a faster one, such as near the end
    /// of the game. Returns the fail-soft value for `window` (see [`Window`]) and the number of
    /// positions visited beyond `position`. Also called where the game is over.
    fn finish(&self, _game: &G, _position: &G::Position, _window: Window) -> Option<(Value, u64)> {
        None
    }
}

/// The order in which moves are searched, and the move that a person would try first. Heuristic.
#[auto_impl(Arc)]
pub trait MoveOrdering<G: Game>: Bounds<G> {
    /// Sorts the moves that [`expand`](Bounds::expand) appended for search, most promising first.
    fn order(&self, _game: &G, _position: &G::Position, _moves: &mut [Move]) {}

    /// What orders the moves, in words. Identifies the order in unfinished work: change it with the
    /// order.
    fn name(&self) -> &'static str;

    /// Whether the order of the moves tells much about which of them win.
    fn orders_moves(&self) -> bool {
        false
    }

    /// A move that a person would consider first, also where the winner is known; `None` if the
    /// knowledge has none. It proves nothing.
    fn guess(&self, game: &G, position: &G::Position) -> Option<Move> {
        let mut moves = Vec::new();
        self.expand(game, position, &mut moves);
        self.order(game, position, &mut moves);
        moves.first().copied()
    }
}

/// Estimates of values. Heuristic.
#[auto_impl(Arc)]
pub trait Estimates<G: Game>: Send + Sync + 'static {
    /// A static evaluation of the non-terminal `position` for the side to move, in a finer unit
    /// than values, for depth-limited searches (`solveig trees`). Heuristic.
    fn evaluate(&self, _game: &G, _position: &G::Position) -> Value {
        0
    }

    /// A heuristic estimate of the value of `position` in the unit and range of the game's values;
    /// `None` if there is none.
    fn estimate(&self, _game: &G, _position: &G::Position) -> Option<Value> {
        None
    }

    /// The default depth in plies of a look-ahead for an estimate; it should take some
    /// milliseconds.
    fn plies_to_guess(&self) -> u32 {
        4
    }

    /// A random playout from `position` to the end of the game, for Monte Carlo searches.
    fn playout(&self, game: &G, position: &G::Position, random: &mut Random) -> Playout {
        let max = game.max_level().saturating_mul(4).saturating_add(16);
        random_playout(game, position, max, &mut Vec::new(), random)
    }
}

/// What a proof of a bound from [`Bounds::expand`] depends on, where the same bound holds for other
/// positions too.
#[auto_impl(Arc)]
pub trait ProofConditions<G: Game>: Send + Sync + 'static {
    /// For games of [connection](Game::connection): the zone of what [`expand`](Bounds::expand)
    /// says of `position`; `None` if it is not known.
    fn zone(&self, _game: &G, _position: &G::Position) -> Option<KnownZone> {
        None
    }

    /// For games that depend on history: the condition under which the bound (lower or upper) that
    /// [`expand`](Bounds::expand) returns for `position` holds after other histories: none of them
    /// may hold a repetition key of the pattern. `None` if the bound holds after every history.
    fn must_be_new(&self, _game: &G, _position: &G::Position, _lower: bool) -> Option<Pattern> {
        None
    }
}

/// How searches use the transposition table for a game.
#[auto_impl(Arc)]
pub trait TableHints<G: Symmetric>: Send + Sync + 'static {
    /// Whether to prefetch the table entries of all children before the first is searched. Pays if
    /// playing a move and computing a key are cheap.
    fn fetches_ahead(&self) -> bool {
        false
    }

    /// Whether and under which key `position`, which has several moves worth searching, is stored
    /// in the transposition table.
    fn table_policy(&self, game: &G, _position: &G::Position) -> TablePolicy {
        if game.symmetries() > 1 {
            TablePolicy::Canonical
        } else {
            TablePolicy::Raw
        }
    }
}

/// Game-specific solvers, which are faster than the general ones and share their work.
pub trait OwnSolvers<G: Game>: Clone {
    /// Returns `count` solvers; `None` if the game has none, or if they need a table and there is
    /// none.
    fn solvers(
        &self,
        _game: &G,
        _resources: &Resources,
        _count: usize,
    ) -> Option<Vec<Box<dyn Oracle<G>>>> {
        None
    }

    /// A copy whose answers about a position depend on that position alone, and not on positions
    /// that were asked about before, as choices that go into files need it.
    #[must_use]
    fn independent(&self) -> Self {
        self.clone()
    }
}

/// The default cuts of files: the levels at the end of the game that are not stored. A level is a
/// ply in most games, see [`Game::level`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DefaultCuts {
    /// The number of last levels that an artifact omits, since a search answers there within about
    /// a millisecond.
    pub artifact: u32,
    /// The number of last levels that a certificate omits, since a checker's own search is fast
    /// enough there. At least [`artifact`](Self::artifact).
    pub certificate: u32,
}

/// Which part of a solution is worth storing.
pub trait StoragePolicy<G: Game> {
    /// The default cuts; none unless implemented.
    fn default_cuts(&self, _game: &G) -> DefaultCuts {
        DefaultCuts::default()
    }
}

/// Everything that a game provides beyond its rules.
pub trait GameKnowledge<G: Symmetric>: Knowledge<G> + OwnSolvers<G> + StoragePolicy<G> {}

impl<G: Symmetric, K: Knowledge<G> + OwnSolvers<G> + StoragePolicy<G>> GameKnowledge<G> for K {}

/// Implements the parts of [`Knowledge`] for `Option<K>`, where `None` acts as [`NoKnowledge`].
macro_rules! or_no_knowledge {
    ($($Part:ident<G: $Game:ident> {
        $(fn $method:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*
    })*) => {
        $(#[deny(clippy::missing_trait_methods)]
        impl<G: $Game, K: $Part<G>> $Part<G> for Option<K> {
            $(#[inline]
            fn $method(&self, $($argument: $kind),*) -> $result {
                match self {
                    Some(knowledge) => knowledge.$method($($argument),*),
                    None => <NoKnowledge as $Part<G>>::$method(&NoKnowledge, $($argument),*),
                }
            })*
        })*
    };
}

or_no_knowledge! {
    Bounds<G: Game> {
        fn expand(game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval;
        fn bounds(game: &G, position: &G::Position) -> Option<Interval>;
        fn tighten(game: &G, bounds: Interval) -> Interval;
        fn finish(game: &G, position: &G::Position, window: Window) -> Option<(Value, u64)>;
    }
    MoveOrdering<G: Game> {
        fn order(game: &G, position: &G::Position, moves: &mut [Move]) -> ();
        fn name() -> &'static str;
        fn orders_moves() -> bool;
        fn guess(game: &G, position: &G::Position) -> Option<Move>;
    }
    Estimates<G: Game> {
        fn evaluate(game: &G, position: &G::Position) -> Value;
        fn estimate(game: &G, position: &G::Position) -> Option<Value>;
        fn plies_to_guess() -> u32;
        fn playout(game: &G, position: &G::Position, random: &mut Random) -> Playout;
    }
    ProofConditions<G: Game> {
        fn zone(game: &G, position: &G::Position) -> Option<KnownZone>;
        fn must_be_new(game: &G, position: &G::Position, lower: bool) -> Option<Pattern>;
    }
    TableHints<G: Symmetric> {
        fn fetches_ahead() -> bool;
        fn table_policy(game: &G, position: &G::Position) -> TablePolicy;
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, K: OwnSolvers<G>> OwnSolvers<G> for Option<K> {
    fn solvers(
        &self,
        game: &G,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<G>>>> {
        self.as_ref()?.solvers(game, resources, count)
    }

    fn independent(&self) -> Self {
        self.as_ref().map(K::independent)
    }
}

impl<G: Game, K: StoragePolicy<G>> StoragePolicy<G> for Option<K> {
    fn default_cuts(&self, game: &G) -> DefaultCuts {
        let knowledge = self.as_ref();
        knowledge.map_or_else(DefaultCuts::default, |knowledge| {
            knowledge.default_cuts(game)
        })
    }
}

/// No knowledge: trivial bounds, all moves in the order of [`Game::legal_moves`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> Bounds<G> for NoKnowledge {
    #[inline]
    fn expand(&self, game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        Interval::unknown(game.value_range())
    }
}

impl<G: Game> MoveOrdering<G> for NoKnowledge {
    fn name(&self) -> &'static str {
        "the rules"
    }
}

impl<G: Game> Estimates<G> for NoKnowledge {}

impl<G: Game> ProofConditions<G> for NoKnowledge {}

impl<G: Symmetric> TableHints<G> for NoKnowledge {}

impl<G: Game> OwnSolvers<G> for NoKnowledge {}

impl<G: Game> StoragePolicy<G> for NoKnowledge {}
