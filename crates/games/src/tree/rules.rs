//! The rules of a game given as an explicit tree.

use std::fmt;
use std::sync::Arc;

use solveig_game::{
    Game, GameExt, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError, Symmetric,
    Value, ValueRange, excerpt,
};

use super::data::{TreeData, TreeNode, View};
use super::{TreeError, json, reading};

/// Maximum number of nodes of a tree.
pub const MAX_NODES: usize = 1 << 22;

/// Maximum number of children of a node.
pub const MAX_CHILDREN: usize = 10_000;

/// Most moves on a path from the root to a leaf. Searches recurse as deep as the tree, and this
/// depth fits the stack of a thread.
pub const MAX_DEPTH: u32 = 1_000;

/// Values lie between `-MAX_VALUE` and `MAX_VALUE`.
pub const MAX_VALUE: Value = 1_000_000;

/// A position of an [`ExplicitTree`]: the number of a node in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreePosition(pub(crate) u32);

impl TreePosition {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game that is an explicit tree.
///
/// ```
/// use solveig_game::{Game, GameExt, Notation};
/// use solveig_games::tree::ExplicitTree;
///
/// let tree = ExplicitTree::parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")?;
/// let leaf = tree.parse_position("1 2")?;
/// assert_eq!(tree.terminal_value(&leaf), Some(12));
/// assert_eq!(tree.values()[0], 3);
///
/// let error = ExplicitTree::parse("[[3, 12], []]").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, node \"2\", field \"children\": is empty; expected at least one child"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ExplicitTree {
    source: String,
    tree: Arc<TreeData>,
}

impl ExplicitTree {
    /// The tree that `text` describes; [the module](super) says how.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a tree in which players alternate; the error says where.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let tree = Self::in_memory(TreeData::parse(text)?);
        tree.map_err(|error| error.in_text(text))
    }

    /// The tree in the file at `path`, which [`spec`](Game::spec) will name.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, and as [`parse`](Self::parse) does.
    pub fn read(path: &str) -> Result<Self, TreeError> {
        let mut tree = Self::parse(&json::read_text(path)?)?;
        path.clone_into(&mut tree.source);
        Ok(tree)
    }

    /// The tree in the file that a spec names, as in `tree:FILE.json`.
    ///
    /// # Errors
    ///
    /// Fails if the spec names no file or has parameters, and as [`read`](Self::read) does.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Self::read(reading::file(spec)?).map_err(|error| spec.error(error.beside_spec()))
    }

    /// A tree from its parts. The first node is the root, the others may come in any order.
    ///
    /// # Errors
    ///
    /// Fails if the parts do not make a tree in which players alternate; the error names the node
    /// and the field.
    pub fn from_nodes(view: View, nodes: Vec<TreeNode>) -> Result<Self, TreeError> {
        Self::in_memory(TreeData::from_nodes(view, nodes)?)
    }

    fn in_memory(tree: TreeData) -> Result<Self, TreeError> {
        if tree.view() == View::Max {
            return Err(TreeError::NoGame { line: None });
        }
        Ok(Self {
            source: "in-memory".to_owned(),
            tree: Arc::new(tree),
        })
    }

    /// The nodes of the file, terminal ones included.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// The name of a node.
    pub fn name(&self, position: TreePosition) -> String {
        self.tree.name(position.index())
    }

    /// The node with this name.
    pub fn find(&self, name: &str) -> Option<TreePosition> {
        let found = (0..self.nodes()).find(|node| self.tree.name(*node) == name);
        found.map(|node| TreePosition(node as u32))
    }

    /// The exact value of every node for the side to move, by key: plain minimax.
    pub fn values(&self) -> Vec<Value> {
        let mut values = vec![0; self.nodes()];
        for node in (0..self.nodes()).rev() {
            let children = self.tree.children(node).iter();
            let best = children.map(|child| -values[*child as usize]).max();
            let value = best.or_else(|| self.leaf_value(node));
            values[node] = value.expect("a node without children has a payoff");
        }
        values
    }

    /// The value of a leaf for the side to move; `None` at other nodes.
    fn leaf_value(&self, node: usize) -> Option<Value> {
        let payoff = self.tree.payoff(node)?;
        Some(match self.tree.depth(node) % 2 {
            0 => payoff,
            _ => -payoff,
        })
    }

    /// The tree as the text of a file.
    pub fn to_json(&self) -> String {
        self.tree.to_json()
    }
}

impl fmt::Debug for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExplicitTree({}, {} nodes)", self.source, self.nodes())
    }
}

/// Reads the number of a child, from 1, at the front of `text`; returns the move and its length.
pub(crate) fn parse_child(text: &str, max: u16) -> Result<(Move, usize), NotationError> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        let expected = format!("expected the number of a child, from 1 to {max}");
        return Err(NotationError::new(text, 0, expected));
    }
    let number = text[..length].parse::<u16>().ok();
    match number.filter(|number| (1..=max).contains(number)) {
        Some(number) => Ok((Move(number - 1), length)),
        None => {
            let digits = excerpt(&text[..length]);
            let problem = format!("no child {digits}; expected 1 to {max}");
            Err(NotationError::new(text, 0, problem))
        }
    }
}

/// The tie-break rule of trees.
pub(crate) const TIE_BREAK_RULE: &str = "children from left to right";

/// The heading line of a drawn node.
pub(crate) fn heading(name: &str, depth: u32, first_to_move: bool) -> String {
    let player = if first_to_move { "first" } else { "second" };
    format!("node {name:?} at depth {depth}, {player} player to move")
}

impl Game for ExplicitTree {
    type Position = TreePosition;

    fn spec(&self) -> String {
        format!("tree:{}", self.source)
    }

    fn start(&self) -> TreePosition {
        TreePosition(0)
    }

    fn legal_moves(&self, position: &TreePosition, moves: &mut Vec<Move>) {
        let children = self.tree.children(position.index()).len();
        moves.extend((0..children as u16).map(Move));
    }

    fn play_unchecked(&self, position: &TreePosition, played: Move) -> TreePosition {
        TreePosition(self.tree.children(position.index())[played.index()])
    }

    fn terminal_value(&self, position: &TreePosition) -> Option<Value> {
        self.leaf_value(position.index())
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.tree.limit())
    }

    fn level(&self, position: &TreePosition) -> u32 {
        self.tree.depth(position.index())
    }

    fn max_level(&self) -> u32 {
        self.tree.max_depth()
    }
}

impl Keyed for ExplicitTree {
    type Key = u64;

    fn key(&self, position: &TreePosition) -> u64 {
        position.0.into()
    }

    fn position(&self, key: u64) -> Result<TreePosition, InvalidKey> {
        let number = u32::try_from(key).ok();
        let node = number.filter(|number| (*number as usize) < self.nodes());
        node.map(TreePosition).ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        (self.nodes() as u64).next_power_of_two().ilog2().max(1)
    }

    fn move_codes(&self) -> u16 {
        self.tree.max_children().max(1) as u16
    }
}

impl Symmetric for ExplicitTree {}

impl Notation for ExplicitTree {
    fn tie_break_rule(&self) -> String {
        TIE_BREAK_RULE.to_owned()
    }

    fn format_move(&self, written: Move) -> String {
        (written.index() + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        parse_child(text, self.move_codes())
    }

    fn render(&self, position: &TreePosition, first_to_move: bool) -> String {
        let mut lines = vec![heading(
            &self.name(*position),
            self.level(position),
            first_to_move,
        )];
        if let Some(value) = self.terminal_value(position) {
            lines.push(format!("leaf: {value:+} for the side to move"));
        }
        for played in self.moves(position) {
            let child = self.play_unchecked(position, played);
            let number = self.format_move(played);
            lines.push(format!("{number} leads to {:?}", self.name(child)));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests;
