//! What a walk through a proof needs of a game, whether or not what came before counts in it.

use super::before::Before;
use crate::rules::go::{Board, Diagram, Go, Played};
use crate::{Rules, Stage};

/// What a legal move leads to.
pub struct Child<P> {
    /// The position.
    pub position: P,
    /// Whether the rules against repetition look at it.
    pub may_repeat: bool,
}

/// A game as a walk needs it. Values are for the side to move.
pub trait Play {
    /// A position, without what came before it.
    type Position: Clone;

    fn spec(&self) -> String;

    fn start(&self) -> Self::Position;

    /// The position with a key, if there is one.
    fn board(&self, key: u128) -> Option<Self::Position>;

    /// Bounds on the value: the utility where the game is over, else what can be at all, or what is known
    /// of the game if `knowledge` is wanted.
    fn bounds(&self, position: &Self::Position, knowledge: bool) -> (i32, i32);

    /// The legal moves, in order. Appends the diagrams for which alone a move is not legal.
    fn moves(
        &self,
        position: &Self::Position,
        before: &Before,
        repeated: &mut Vec<Diagram>,
    ) -> Vec<Child<Self::Position>>;

    /// The diagram, where what came before counts.
    fn diagram(&self, position: &Self::Position) -> Option<Diagram>;

    /// The key of the position's symmetry class, and the symmetry that leads to who has it.
    fn canonical_key(&self, position: &Self::Position) -> (u128, usize);

    /// The image of a diagram under a symmetry.
    fn image(&self, diagram: Diagram, by: usize) -> Diagram;

    /// The symmetry that undoes another.
    fn inverse(&self, of: usize) -> usize;

    /// How many stones a diagram has.
    fn stones(&self, diagram: Diagram) -> u32;

    /// The position as text for people.
    fn describe(&self, position: &Self::Position) -> String;

    /// The move at a place of those that are legal, as text for people.
    fn describe_move(&self, position: &Self::Position, before: &Before, place: usize) -> String;
}

/// A game in which the position says all.
pub struct Memoryless<'a, R>(pub &'a R);

impl<R: Rules> Play for Memoryless<'_, R> {
    type Position = R::Position;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn start(&self) -> R::Position {
        self.0.start()
    }

    fn board(&self, key: u128) -> Option<R::Position> {
        self.0.position(key)
    }

    fn bounds(&self, position: &R::Position, _knowledge: bool) -> (i32, i32) {
        match self.0.stage(position) {
            Stage::Over(value) => (value, value),
            Stage::Pass | Stage::Moves => self.0.value_range(),
        }
    }

    fn moves(
        &self,
        position: &R::Position,
        _before: &Before,
        _repeated: &mut Vec<Diagram>,
    ) -> Vec<Child<R::Position>> {
        let mut children = Vec::new();
        self.0.children(position, &mut children);
        let child = |position| Child {
            position,
            may_repeat: false,
        };
        children.into_iter().map(child).collect()
    }

    fn diagram(&self, _position: &R::Position) -> Option<Diagram> {
        None
    }

    fn canonical_key(&self, position: &R::Position) -> (u128, usize) {
        (self.0.key(&self.0.canonical(position)), 0)
    }

    fn image(&self, diagram: Diagram, _by: usize) -> Diagram {
        diagram
    }

    fn inverse(&self, of: usize) -> usize {
        of
    }

    fn stones(&self, _diagram: Diagram) -> u32 {
        0
    }

    fn describe(&self, position: &R::Position) -> String {
        self.0.describe(position)
    }

    fn describe_move(&self, position: &R::Position, _before: &Before, place: usize) -> String {
        match self.0.stage(position) {
            Stage::Pass => "pass".to_owned(),
            _ => self.0.describe_move(position, place),
        }
    }
}

impl Play for Go {
    type Position = Board;

    fn spec(&self) -> String {
        self.spec()
    }

    fn start(&self) -> Board {
        self.start()
    }

    fn board(&self, key: u128) -> Option<Board> {
        self.board(key)
    }

    fn bounds(&self, board: &Board, knowledge: bool) -> (i32, i32) {
        match self.utility(board) {
            Some(value) => (value, value),
            None if knowledge => self.certain_bounds(board),
            None => self.value_range(),
        }
    }

    fn moves(
        &self,
        board: &Board,
        before: &Before,
        repeated: &mut Vec<Diagram>,
    ) -> Vec<Child<Board>> {
        let moves = self.moves(board, &|diagram| before.has(diagram), repeated);
        let child = |Played { point, after }| Child {
            position: after,
            may_repeat: point.is_some(),
        };
        moves.into_iter().map(child).collect()
    }

    fn diagram(&self, board: &Board) -> Option<Diagram> {
        Some(self.diagram(board))
    }

    fn canonical_key(&self, board: &Board) -> (u128, usize) {
        self.canonical_key(board)
    }

    fn image(&self, diagram: Diagram, by: usize) -> Diagram {
        self.diagram_image(diagram, by)
    }

    fn inverse(&self, of: usize) -> usize {
        self.inverse(of)
    }

    fn stones(&self, diagram: Diagram) -> u32 {
        self.stones_of(diagram)
    }

    fn describe(&self, board: &Board) -> String {
        self.describe(board)
    }

    fn describe_move(&self, board: &Board, before: &Before, place: usize) -> String {
        let moves = self.moves(board, &|diagram| before.has(diagram), &mut Vec::new());
        match moves.get(place) {
            Some(played) => self.move_name(played.point),
            None => format!("no move (place {place} of {})", moves.len()),
        }
    }
}
