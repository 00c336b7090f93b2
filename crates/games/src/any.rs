//! Type-erased games and positions, so that code outside the hot loops of a search is compiled
//! once.

mod solvers;

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use solveig_game::{
    ConnectionGame, Game, IllegalMove, InvalidKey, Key, Keyed, LevelRule, Move, MoveListError,
    Notation, NotationError, Reduction, RepetitionKey, RepetitionRule, Successor, Symmetric,
    Symmetry, Value, ValueRange, WideKey,
};
use solveig_search::solvers::Factory;

use crate::BoardLayout;
use crate::named::{NamedGame, Presentation, Solvable};
use crate::position::AnyPosition;

/// A type-erased game. Cloning copies a reference.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

impl AnyGame {
    /// Erases the type of a game.
    pub fn new<G: NamedGame>(game: G) -> Self {
        Self(Arc::new(TypedGame(game)))
    }

    /// Returns the game if it is of type `G`.
    pub fn downcast<G: NamedGame>(&self) -> Option<&G> {
        self.0.any().downcast_ref()
    }

    /// How front ends draw its board.
    pub fn layout(&self) -> BoardLayout {
        self.0.layout()
    }

    /// What people see of it.
    pub fn presentation(&self) -> Presentation {
        self.0.presentation()
    }

    /// The same game by score: [`NamedGame::by_score`].
    pub fn by_score(&self) -> Option<Self> {
        self.0.by_score()
    }

    /// The number of move paths of exactly `depth` moves: [`NamedGame::perft`].
    pub fn perft(&self, position: &AnyPosition, depth: u32) -> u64 {
        self.0.perft(position, depth)
    }

    /// [`solveig_game::successors`] in the game's own type.
    ///
    /// # Errors
    ///
    /// Fails if no position has this key.
    pub fn successors(
        &self,
        key: u128,
        reduction: Reduction,
        next: &mut dyn FnMut(Successor),
    ) -> Result<(), InvalidKey> {
        self.0.successors(key, reduction, next)
    }
}

impl Solvable for AnyGame {
    fn solvers(&self) -> Factory<Self> {
        self.0.solvers(self)
    }

    fn solvers_by_rules(&self) -> Factory<Self> {
        self.0.solvers_by_rules(self)
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec())
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.spec())
    }
}

/// A concrete game that implements [`ErasedGame`].
struct TypedGame<G>(G);

/// Declares [`ErasedGame`], implements it for [`TypedGame`], and implements the traits of a game
/// for [`AnyGame`] through it. Of each trait, methods in the first braces take no position, those
/// in the second take one; both forward to the game. Those in the third need a conversion, which
/// their bodies, for `TypedGame<G>`, write out.
macro_rules! erase {
    ($(
        impl $Trait:ident {
            $(type $Type:ident = $Erased:ty;)*
        }
        { $(fn $of_game:ident($($game_argument:ident: $game_type:ty),*) -> $game_result:ty;)* }
        { $(fn $of_position:ident($($argument:ident: $type:ty),*) -> $result:ty;)* }
        {
            $(fn $written:ident(
                &$this:ident $(, $written_argument:ident: $written_type:ty)* $(,)?
            ) -> $written_result:ty $body:block)*
        }
    )*) => {
        /// The object-safe interface of a [`NamedGame`].
        trait ErasedGame: Send + Sync {
            fn any(&self) -> &dyn Any;
            fn layout(&self) -> BoardLayout;
            fn presentation(&self) -> Presentation;
            fn by_score(&self) -> Option<AnyGame>;
            fn solvers(&self, any: &AnyGame) -> Factory<AnyGame>;
            fn solvers_by_rules(&self, any: &AnyGame) -> Factory<AnyGame>;
            fn perft(&self, at: &AnyPosition, depth: u32) -> u64;
            fn successors(
                &self,
                key: u128,
                reduction: Reduction,
                next: &mut dyn FnMut(Successor),
            ) -> Result<(), InvalidKey>;
            $(
                $(fn $of_game(&self $(, $game_argument: $game_type)*) -> $game_result;)*
                $(fn $of_position(&self, at: &AnyPosition $(, $argument: $type)*) -> $result;)*
                $(fn $written(&self $(, $written_argument: $written_type)*) -> $written_result;)*
            )*
        }

        impl<G: NamedGame> ErasedGame for TypedGame<G> {
            fn any(&self) -> &dyn Any {
                &self.0
            }

            fn layout(&self) -> BoardLayout {
                self.0.layout()
            }

            fn presentation(&self) -> Presentation {
                self.0.presentation()
            }

            fn by_score(&self) -> Option<AnyGame> {
                self.0.by_score().map(AnyGame::new)
            }

            fn solvers(&self, any: &AnyGame) -> Factory<AnyGame> {
                solvers::factory(any, self.0.solvers())
            }

            fn solvers_by_rules(&self, any: &AnyGame) -> Factory<AnyGame> {
                solvers::factory(any, self.0.solvers_by_rules())
            }

            fn perft(&self, at: &AnyPosition, depth: u32) -> u64 {
                self.0.perft(&G::from_any(at), depth)
            }

            fn successors(
                &self,
                key: u128,
                reduction: Reduction,
                next: &mut dyn FnMut(Successor),
            ) -> Result<(), InvalidKey> {
                solveig_game::successors(&self.0, key, reduction, next)
            }

            $(
                $(fn $of_game(&self $(, $game_argument: $game_type)*) -> $game_result {
                    $Trait::$of_game(&self.0 $(, $game_argument)*)
                })*
                $(fn $of_position(&self, at: &AnyPosition $(, $argument: $type)*) -> $result {
                    $Trait::$of_position(&self.0, &G::from_any(at) $(, $argument)*)
                })*
                $(fn $written(
                    &$this $(, $written_argument: $written_type)*
                ) -> $written_result $body)*
            )*
        }

        $(
            #[deny(clippy::missing_trait_methods)]
            impl $Trait for AnyGame {
                $(type $Type = $Erased;)*

                $(fn $of_game(&self $(, $game_argument: $game_type)*) -> $game_result {
                    self.0.$of_game($($game_argument),*)
                })*
                $(fn $of_position(&self, at: &AnyPosition $(, $argument: $type)*) -> $result {
                    self.0.$of_position(at $(, $argument)*)
                })*
                $(fn $written(&self $(, $written_argument: $written_type)*) -> $written_result {
                    self.0.$written($($written_argument),*)
                })*
            }
        )*
    };
}

erase! {
    impl Game {
        type Position = AnyPosition;
    }
    {
        fn spec() -> String;
        fn value_range() -> ValueRange;
        fn has_draws() -> bool;
        fn level_rule() -> LevelRule;
        fn max_level() -> u32;
    }
    {
        fn legal_moves(moves: &mut Vec<Move>) -> ();
        fn terminal_value() -> Option<Value>;
        fn level() -> u32;
        fn plies_to_end(value: Value) -> Option<u32>;
        fn is_forced_pass() -> bool;
    }
    {
        fn start(&self) -> AnyPosition {
            G::into_any(Game::start(&self.0))
        }

        fn play_unchecked(&self, at: &AnyPosition, played: Move) -> AnyPosition {
            G::into_any(Game::play_unchecked(&self.0, &G::from_any(at), played))
        }

        fn repetition_rule(&self) -> Option<&dyn RepetitionRule<AnyPosition>> {
            self.0.repetition_rule()?;
            Some(self)
        }

        fn connection(&self) -> Option<&dyn ConnectionGame<AnyPosition>> {
            self.0.connection()?;
            Some(self)
        }
    }

    impl Keyed {
        type Key = WideKey;
    }
    {
        fn key_bits() -> u32;
        fn move_codes() -> u16;
        fn counts_terminal_positions() -> bool;
    }
    {}
    {
        fn key(&self, at: &AnyPosition) -> WideKey {
            Keyed::key(&self.0, &G::from_any(at)).to_wide()
        }

        fn position(&self, key: WideKey) -> Result<AnyPosition, InvalidKey> {
            let narrow = G::Key::from_wide(key).ok_or(InvalidKey(key))?;
            Keyed::position(&self.0, narrow).map(G::into_any)
        }
    }

    impl Symmetric {}
    {
        fn symmetries() -> u8;
        fn transform_move(moved: Move, by: Symmetry) -> Move;
        fn inverse(of: Symmetry) -> Symmetry;
    }
    {}
    {
        fn transform(&self, at: &AnyPosition, by: Symmetry) -> AnyPosition {
            G::into_any(Symmetric::transform(&self.0, &G::from_any(at), by))
        }

        fn canonical(&self, at: &AnyPosition) -> (AnyPosition, Symmetry) {
            let (image, symmetry) = Symmetric::canonical(&self.0, &G::from_any(at));
            (G::into_any(image), symmetry)
        }

        fn representative(
            &self,
            at: &AnyPosition,
            reduction: Reduction,
        ) -> (AnyPosition, Symmetry) {
            let position = &G::from_any(at);
            let (image, symmetry) = Symmetric::representative(&self.0, position, reduction);
            (G::into_any(image), symmetry)
        }

        fn representative_key(
            &self,
            at: &AnyPosition,
            reduction: Reduction,
        ) -> (WideKey, Symmetry) {
            let position = &G::from_any(at);
            let (key, symmetry) = Symmetric::representative_key(&self.0, position, reduction);
            (key.to_wide(), symmetry)
        }
    }

    impl Notation {}
    {
        fn format_move(written: Move) -> String;
        fn parse_move(text: &str) -> Result<(Move, usize), NotationError>;
        fn tie_break_rule() -> String;
    }
    {
        fn render(first_to_move: bool) -> String;
        fn format_board(first_to_move: bool) -> Option<String>;
    }
    {
        fn parse_board(&self, text: &str) -> Option<Result<AnyPosition, NotationError>> {
            Some(Notation::parse_board(&self.0, text)?.map(G::into_any))
        }

        fn position_of_stones(
            &self,
            stones: [u128; 2],
            first_to_move: bool,
        ) -> Option<AnyPosition> {
            Notation::position_of_stones(&self.0, stones, first_to_move).map(G::into_any)
        }

        fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
            Notation::board_at_front(&self.0, text)
        }

        fn play(&self, at: &AnyPosition, played: Move) -> Result<AnyPosition, IllegalMove> {
            Notation::play(&self.0, &G::from_any(at), played).map(G::into_any)
        }

        fn play_list(
            &self,
            start: &AnyPosition,
            text: &str,
        ) -> Result<(AnyPosition, Vec<Move>), MoveListError> {
            let (position, moves) = Notation::play_list(&self.0, &G::from_any(start), text)?;
            Ok((G::into_any(position), moves))
        }

        fn parse_position(&self, text: &str) -> Result<AnyPosition, MoveListError> {
            Notation::parse_position(&self.0, text).map(G::into_any)
        }
    }
}

impl<G: NamedGame> TypedGame<G> {
    fn rule(&self) -> &dyn RepetitionRule<G::Position> {
        let rule = self.0.repetition_rule();
        rule.expect("only a game with a rule against repetition is asked for it")
    }

    fn connections(&self) -> &dyn ConnectionGame<G::Position> {
        let connections = self.0.connection();
        connections.expect("only a game won by a connection is asked for it")
    }
}

impl<G: NamedGame> RepetitionRule<AnyPosition> for TypedGame<G> {
    fn repetition_key(&self, at: &AnyPosition) -> RepetitionKey {
        self.rule().repetition_key(&G::from_any(at))
    }

    fn history(
        &self,
        at: &AnyPosition,
        visit: &mut dyn FnMut(RepetitionKey) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.rule().history(&G::from_any(at), visit)
    }

    fn may_repeat(&self, played: Move) -> bool {
        self.rule().may_repeat(played)
    }

    fn forbidden_repetitions(&self, at: &AnyPosition, forbidden: &mut Vec<RepetitionKey>) {
        self.rule()
            .forbidden_repetitions(&G::from_any(at), forbidden);
    }

    fn forbidden_moves(&self, at: &AnyPosition, visit: &mut dyn FnMut(Move, u32)) {
        self.rule().forbidden_moves(&G::from_any(at), visit);
    }

    fn ends_game(&self) -> bool {
        self.rule().ends_game()
    }

    fn repetition(&self, at: &AnyPosition) -> Option<RepetitionKey> {
        self.rule().repetition(&G::from_any(at))
    }

    fn rebase(
        &self,
        key: RepetitionKey,
        after: &AnyPosition,
        before: &AnyPosition,
    ) -> RepetitionKey {
        self.rule()
            .rebase(key, &G::from_any(after), &G::from_any(before))
    }

    fn board_part(&self, key: RepetitionKey) -> RepetitionKey {
        self.rule().board_part(key)
    }

    fn transform_key(&self, key: RepetitionKey, by: Symmetry) -> RepetitionKey {
        self.rule().transform_key(key, by)
    }

    fn has_occurred(&self, at: &AnyPosition, key: RepetitionKey) -> bool {
        self.rule().has_occurred(&G::from_any(at), key)
    }
}

impl<G: NamedGame> ConnectionGame<AnyPosition> for TypedGame<G> {
    fn winning_path(&self, at: &AnyPosition) -> Option<u128> {
        self.connections().winning_path(&G::from_any(at))
    }

    fn immediate_wins(&self, at: &AnyPosition, of_mover: bool) -> u128 {
        self.connections()
            .immediate_wins(&G::from_any(at), of_mover)
    }

    fn stones(&self, at: &AnyPosition) -> [u128; 2] {
        self.connections().stones(&G::from_any(at))
    }

    fn stones_to_win(&self, at: &AnyPosition, of_mover: bool) -> Option<u32> {
        self.connections().stones_to_win(&G::from_any(at), of_mover)
    }
}
