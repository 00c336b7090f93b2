//! What is known of a game beyond its rules.

use auto_impl::auto_impl;
use solveig_game::{Game, Interval, Move, Value};

use crate::binary::{Pattern, Playout, Resources, random_playout};
use crate::random::Random;
use crate::{Oracle, TablePolicy, Window};

/// Sound static bounds, sound pruning and move ordering for one game.
///
/// Knowledge knows the rules and none of the algorithms. It makes a search faster and never
/// changes a value: all it says must be proven, except the order in which it puts moves, which may
/// be a guess. Every answer is a function of the position alone, and of what came before it in a
/// game that depends on history.
#[auto_impl(Arc)]
pub trait Knowledge<G: Game>: Send + Sync + 'static {
    /// Whether playing a move and making a key take so little time that it pays to have the table
    /// entries of all children on their way from memory before the first child is searched.
    fn fetches_ahead(&self) -> bool {
        false
    }

    /// Appends the moves of `position` that are worth searching and returns bounds on its value.
    /// Where the game is over it appends none.
    ///
    /// A move may be left out only if the value is still the greatest of the returned lower bound
    /// and of the values of the moves that are kept. Where nothing is known the bounds are the
    /// game's range.
    fn expand(&self, game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval;

    /// In a game that depends on history: which repetition keys must not have been there before,
    /// for the lower bound (or the upper one) that [`expand`](Self::expand) returns for `position`
    /// to hold after another history too. None if it holds after every history.
    fn must_be_new(&self, _game: &G, _position: &G::Position, _lower: bool) -> Option<Pattern> {
        None
    }

    /// Puts the moves that [`expand`](Self::expand) appended into the order in which to search
    /// them, best guess first.
    fn order(&self, _game: &G, _position: &G::Position, _moves: &mut [Move]) {}

    /// Searches `window` at `position` to the end by a way of its own, where it has a better one:
    /// the fail-soft value (see [`Window`]) and the number of positions it visited beyond
    /// `position`. The game may be over there.
    fn finish(&self, _game: &G, _position: &G::Position, _window: Window) -> Option<(Value, u64)> {
        None
    }

    /// A guess of what `position` is worth to the side to move, finer than the values of the game:
    /// for looks ahead that end somewhere (`solveig trees`), never to decide anything. The game
    /// goes on there.
    fn evaluate(&self, _game: &G, _position: &G::Position) -> Value {
        0
    }

    /// A guess of the value of `position` in the unit of the game's values, within their range, for
    /// plans of what to search first; `None` where nothing is known that would tell. It decides
    /// nothing.
    fn estimate(&self, _game: &G, _position: &G::Position) -> Option<Value> {
        None
    }

    /// How many moves a look ahead for a guess of a position goes, where nothing else is said: as
    /// many as take some milliseconds.
    fn plies_to_guess(&self) -> u32 {
        4
    }

    /// The same bounds, without values that no play can end with. What it says must be proven.
    fn tighten(&self, _game: &G, bounds: Interval) -> Interval {
        bounds
    }

    /// A random play from `position` to the end of the game, as Monte Carlo searches want it. It
    /// decides nothing.
    fn playout(&self, game: &G, position: &G::Position, random: &mut Random) -> Playout {
        let most = game.max_level().saturating_mul(4).saturating_add(16);
        random_playout(game, position, most, &mut Vec::new(), random)
    }

    /// Whether and how `position`, which has several moves worth searching, is kept in the
    /// transposition table.
    fn table_policy(&self, game: &G, _position: &G::Position) -> TablePolicy {
        if game.symmetries() > 1 {
            TablePolicy::Canonical
        } else {
            TablePolicy::Raw
        }
    }
}

/// Solvers of a game's own, which are faster than the general ones and help each other.
pub trait OwnSolvers<G: Game> {
    /// `count` of them; `None` if there are none, or if they want a table and there is none.
    fn solvers(
        &self,
        _game: &G,
        _resources: &Resources,
        _count: usize,
    ) -> Option<Vec<Box<dyn Oracle<G>>>> {
        None
    }
}

/// Where files end unless something else is asked for. A level is a ply in most games, see
/// [`Game::level`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DefaultCuts {
    /// How many levels at the end of the game an artifact leaves out, because a search answers
    /// there within a millisecond or so.
    pub artifact: u32,
    /// How many levels at the end of the game a certificate leaves out, because a checker's own
    /// search is quick enough there. At least [`artifact`](Self::artifact).
    pub certificate: u32,
}

/// How much of a solution is worth storing.
pub trait StoragePolicy<G: Game> {
    /// All of it, where nothing else is said.
    fn default_cuts(&self, _game: &G) -> DefaultCuts {
        DefaultCuts::default()
    }
}

/// All that there is of one game beyond its rules.
pub trait GameKnowledge<G: Game>: Knowledge<G> + OwnSolvers<G> + StoragePolicy<G> + Clone {}

impl<G: Game, K: Knowledge<G> + OwnSolvers<G> + StoragePolicy<G> + Clone> GameKnowledge<G> for K {}

/// Methods of [`Knowledge`] for knowledge that may be switched off.
macro_rules! or_no_knowledge {
    ($(fn $method:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        $(#[inline]
        fn $method(&self, $($argument: $kind),*) -> $result {
            match self {
                Some(knowledge) => knowledge.$method($($argument),*),
                None => <NoKnowledge as Knowledge<G>>::$method(&NoKnowledge, $($argument),*),
            }
        })*
    };
}

/// Knowledge that may be switched off: `None` is [`NoKnowledge`].
impl<G: Game, K: Knowledge<G>> Knowledge<G> for Option<K> {
    or_no_knowledge! {
        fn fetches_ahead() -> bool;
        fn expand(game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval;
        fn must_be_new(game: &G, position: &G::Position, lower: bool) -> Option<Pattern>;
        fn order(game: &G, position: &G::Position, moves: &mut [Move]) -> ();
        fn finish(game: &G, position: &G::Position, window: Window) -> Option<(Value, u64)>;
        fn evaluate(game: &G, position: &G::Position) -> Value;
        fn estimate(game: &G, position: &G::Position) -> Option<Value>;
        fn plies_to_guess() -> u32;
        fn tighten(game: &G, bounds: Interval) -> Interval;
        fn playout(game: &G, position: &G::Position, random: &mut Random) -> Playout;
        fn table_policy(game: &G, position: &G::Position) -> TablePolicy;
    }
}

impl<G: Game, K: OwnSolvers<G>> OwnSolvers<G> for Option<K> {
    fn solvers(
        &self,
        game: &G,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<G>>>> {
        self.as_ref()?.solvers(game, resources, count)
    }
}

impl<G: Game, K: StoragePolicy<G>> StoragePolicy<G> for Option<K> {
    fn default_cuts(&self, game: &G) -> DefaultCuts {
        let known = self.as_ref();
        known.map_or_else(DefaultCuts::default, |known| known.default_cuts(game))
    }
}

/// No knowledge: the moves in the game's own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> Knowledge<G> for NoKnowledge {
    #[inline]
    fn expand(&self, game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        Interval::unknown(game.value_range())
    }
}

impl<G: Game> OwnSolvers<G> for NoKnowledge {}

impl<G: Game> StoragePolicy<G> for NoKnowledge {}
