//! The built-in games behind one type, so that code which is not at the heart of a search is compiled once.

use solveig_game::{
    Diagram, Game, IllegalMove, InvalidKey, Key, LevelRule, Move, MoveListError, NotationError,
    Reduction, Symmetry, Value, ValueRange, WideKey,
};

use crate::connect_four::{self, ConnectFour};
use crate::go::{self, Go};
use crate::grid;
use crate::hex::{self, Hex};
use crate::mnk::Mnk;
use crate::othello::Othello;
use crate::random_tree::{RandomTree, RandomTreePosition};
use crate::registry::AnyGame;
use crate::tree::{ExplicitTree, TreePosition};

/// A position of a built-in game. It means something to its own game alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Of Othello, or of an m,n,k game.
    Grid(grid::Position),
    /// Of Connect Four.
    ConnectFour(connect_four::ConnectFourPosition),
    /// Of Go, with its history.
    Go(Box<go::GoPosition>),
    /// Of Hex.
    Hex(hex::HexPosition),
    /// Of an explicit tree.
    Tree(TreePosition),
    /// Of a random tree.
    RandomTree(RandomTreePosition),
}

/// A game that is one of [`AnyGame`].
pub trait BuiltIn: Game {
    /// The game, if it is of this type.
    fn of(any: &AnyGame) -> Option<&Self>;

    /// The position of this game.
    ///
    /// # Panics
    ///
    /// Panics if it is of a game of another type.
    fn read(any: &AnyPosition) -> &Self::Position;

    /// The position as one of any game.
    fn any(position: Self::Position) -> AnyPosition;
}

macro_rules! built_in {
    ($($game:ty: $variant:ident at $position:ident($own:pat => $read:expr, $whole:ident => $any:expr);)*) => {
        $(impl BuiltIn for $game {
            #[inline]
            fn of(any: &AnyGame) -> Option<&Self> {
                match any {
                    AnyGame::$variant(game) => Some(game),
                    _ => None,
                }
            }

            #[inline]
            fn read(any: &AnyPosition) -> &Self::Position {
                match any {
                    AnyPosition::$position($own) => $read,
                    other => panic!("{other:?} is of another game"),
                }
            }

            #[inline]
            fn any($whole: Self::Position) -> AnyPosition {
                AnyPosition::$position($any)
            }
        })*
    };
}

built_in! {
    Othello<u64>: Othello64 at Grid(own => own, whole => whole);
    Othello<u128>: Othello128 at Grid(own => own, whole => whole);
    ConnectFour: ConnectFour at ConnectFour(own => own, whole => whole);
    Mnk: Mnk at Grid(own => own, whole => whole);
    Go: Go at Go(own => own, whole => Box::new(whole));
    Hex<u64>: Hex64 at Hex(own => own, whole => whole);
    Hex<u128>: Hex128 at Hex(own => own, whole => whole);
    Hex<WideKey>: HexWide at Hex(own => own, whole => whole);
    ExplicitTree: Tree at Tree(own => own, whole => whole);
    RandomTree: RandomTree at RandomTree(own => own, whole => whole);
}

/// `$result` for the game within, whatever its type.
macro_rules! within {
    ($any:expr, $game:ident => $result:expr) => {
        match $any {
            AnyGame::Othello64($game) => $result,
            AnyGame::Othello128($game) => $result,
            AnyGame::ConnectFour($game) => $result,
            AnyGame::Mnk($game) => $result,
            AnyGame::Go($game) => $result,
            AnyGame::Hex64($game) => $result,
            AnyGame::Hex128($game) => $result,
            AnyGame::HexWide($game) => $result,
            AnyGame::Tree($game) => $result,
            AnyGame::RandomTree($game) => $result,
        }
    };
}

/// The position as one of `game`.
#[inline]
fn read<'a, G: BuiltIn>(_: &G, position: &'a AnyPosition) -> &'a G::Position {
    G::read(position)
}

/// A position of `game` as one of any game.
#[inline]
fn any<G: BuiltIn>(_: &G, position: G::Position) -> AnyPosition {
    G::any(position)
}

/// The position with a key of all widths.
fn position_of<G: BuiltIn>(game: &G, key: WideKey) -> Result<AnyPosition, InvalidKey> {
    let narrow = G::Key::from_wide(key).ok_or(InvalidKey(key))?;
    Ok(any(game, game.position(narrow)?))
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Key = WideKey;

    fn spec(&self) -> String {
        within!(self, game => game.spec())
    }

    fn start(&self) -> AnyPosition {
        within!(self, game => any(game, game.start()))
    }

    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<Move>) {
        within!(self, game => game.legal_moves(read(game, position), moves));
    }

    fn play_unchecked(&self, position: &AnyPosition, played: Move) -> AnyPosition {
        within!(self, game => any(game, game.play_unchecked(read(game, position), played)))
    }

    fn terminal_value(&self, position: &AnyPosition) -> Option<Value> {
        within!(self, game => game.terminal_value(read(game, position)))
    }

    fn value_range(&self) -> ValueRange {
        within!(self, game => game.value_range())
    }

    fn has_draws(&self) -> bool {
        within!(self, game => game.has_draws())
    }

    fn level(&self, position: &AnyPosition) -> u32 {
        within!(self, game => game.level(read(game, position)))
    }

    fn key(&self, position: &AnyPosition) -> WideKey {
        within!(self, game => game.key(read(game, position)).to_wide())
    }

    fn position(&self, key: WideKey) -> Result<AnyPosition, InvalidKey> {
        within!(self, game => position_of(game, key))
    }

    fn key_bits(&self) -> u32 {
        within!(self, game => game.key_bits())
    }

    fn move_codes(&self) -> u16 {
        within!(self, game => game.move_codes())
    }

    fn format_move(&self, written: Move) -> String {
        within!(self, game => game.format_move(written))
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        within!(self, game => game.parse_move(text))
    }

    fn render(&self, position: &AnyPosition, first_to_move: bool) -> String {
        within!(self, game => game.render(read(game, position), first_to_move))
    }

    fn plies_to_end(&self, position: &AnyPosition, value: Value) -> Option<u32> {
        within!(self, game => game.plies_to_end(read(game, position), value))
    }

    fn level_rule(&self) -> LevelRule {
        within!(self, game => game.level_rule())
    }

    fn depends_on_history(&self) -> bool {
        within!(self, game => game.depends_on_history())
    }

    fn diagram(&self, position: &AnyPosition) -> Diagram {
        within!(self, game => game.diagram(read(game, position)))
    }

    fn earlier<'a>(&'a self, position: &'a AnyPosition) -> impl Iterator<Item = Diagram> + 'a {
        let earlier: Box<dyn Iterator<Item = Diagram> + 'a> =
            within!(self, game => Box::new(game.earlier(read(game, position))));
        earlier
    }

    fn may_repeat(&self, played: Move) -> bool {
        within!(self, game => game.may_repeat(played))
    }

    fn repeated(&self, position: &AnyPosition, repeated: &mut Vec<Diagram>) {
        within!(self, game => Game::repeated(game, read(game, position), repeated));
    }

    fn transform_diagram(&self, diagram: Diagram, by: Symmetry) -> Diagram {
        within!(self, game => game.transform_diagram(diagram, by))
    }

    fn representative_key(
        &self,
        position: &AnyPosition,
        reduction: Reduction,
    ) -> (WideKey, Symmetry) {
        within!(self, game => {
            let (key, symmetry) = game.representative_key(read(game, position), reduction);
            (key.to_wide(), symmetry)
        })
    }

    fn deciding_cells(&self, position: &AnyPosition) -> Option<u128> {
        within!(self, game => game.deciding_cells(read(game, position)))
    }

    fn lasting_stones(&self, position: &AnyPosition) -> Option<[u128; 2]> {
        within!(self, game => game.lasting_stones(read(game, position)))
    }

    fn winning_cells(&self, position: &AnyPosition, of_mover: bool) -> u128 {
        within!(self, game => game.winning_cells(read(game, position), of_mover))
    }

    fn stones(&self, position: &AnyPosition) -> [u128; 2] {
        within!(self, game => game.stones(read(game, position)))
    }

    fn has_deciding_cells(&self) -> bool {
        within!(self, game => game.has_deciding_cells())
    }

    fn max_level(&self) -> u32 {
        within!(self, game => game.max_level())
    }

    fn is_forced_pass(&self, position: &AnyPosition) -> bool {
        within!(self, game => game.is_forced_pass(read(game, position)))
    }

    fn counts_terminal_positions(&self) -> bool {
        within!(self, game => game.counts_terminal_positions())
    }

    fn tie_break_rule(&self) -> String {
        within!(self, game => game.tie_break_rule())
    }

    fn symmetries(&self) -> u8 {
        within!(self, game => game.symmetries())
    }

    fn transform(&self, position: &AnyPosition, by: Symmetry) -> AnyPosition {
        within!(self, game => any(game, game.transform(read(game, position), by)))
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        within!(self, game => game.transform_move(moved, by))
    }

    fn inverse(&self, of: Symmetry) -> Symmetry {
        within!(self, game => game.inverse(of))
    }

    fn canonical(&self, position: &AnyPosition) -> (AnyPosition, Symmetry) {
        within!(self, game => {
            let (image, symmetry) = game.canonical(read(game, position));
            (any(game, image), symmetry)
        })
    }

    fn representative(
        &self,
        position: &AnyPosition,
        reduction: Reduction,
    ) -> (AnyPosition, Symmetry) {
        within!(self, game => {
            let (image, symmetry) = game.representative(read(game, position), reduction);
            (any(game, image), symmetry)
        })
    }

    fn parse_board(&self, text: &str) -> Option<Result<AnyPosition, NotationError>> {
        within!(self, game => {
            let board = game.parse_board(text)?;
            Some(board.map(|position| any(game, position)))
        })
    }

    fn format_board(&self, position: &AnyPosition, first_to_move: bool) -> Option<String> {
        within!(self, game => game.format_board(read(game, position), first_to_move))
    }

    fn moves(&self, position: &AnyPosition) -> Vec<Move> {
        within!(self, game => game.moves(read(game, position)))
    }

    fn play(&self, position: &AnyPosition, played: Move) -> Result<AnyPosition, IllegalMove> {
        within!(self, game => Ok(any(game, game.play(read(game, position), played)?)))
    }

    fn play_list(
        &self,
        start: &AnyPosition,
        text: &str,
    ) -> Result<(AnyPosition, Vec<Move>), MoveListError> {
        within!(self, game => {
            let (position, moves) = game.play_list(read(game, start), text)?;
            Ok((any(game, position), moves))
        })
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, MoveListError> {
        within!(self, game => Ok(any(game, game.parse_position(text)?)))
    }

    fn successors(
        &self,
        key: u128,
        reduction: Reduction,
        next: &mut dyn FnMut(u32, u128, bool),
    ) -> Result<(), InvalidKey> {
        within!(self, game => game.successors(key, reduction, next))
    }

    fn perft(&self, position: &AnyPosition, depth: u32) -> u64 {
        within!(self, game => Game::perft(game, read(game, position), depth))
    }

    fn contract_passes(&self, position: &AnyPosition) -> (AnyPosition, u32) {
        within!(self, game => {
            let (position, passes) = game.contract_passes(read(game, position));
            (any(game, position), passes)
        })
    }
}
