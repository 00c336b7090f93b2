//! Stored trees as games, for searches on [`Game`].

use std::sync::Arc;

use solveig_game::{
    Game, InvalidKey, Keyed, Move, Notation, NotationError, Symmetric, Value, ValueRange,
};

use crate::trees::tree::{GameTree, Node, Player};

/// A tree with alternating players, Max first, as a game: positions are nodes, moves are indices of
/// children.
#[derive(Clone, Debug)]
pub(super) struct TreeGame {
    tree: Arc<GameTree>,
    greatest: Value,
}

impl TreeGame {
    /// The game; `None` if the players do not alternate, Max first, or if a node has more children
    /// than there are move codes.
    pub fn new(tree: &GameTree) -> Option<Self> {
        let fits = |node: Node| {
            let player = tree.player(node);
            let takes_turns = player.is_none_or(|player| player == turn(tree.depth(node)));
            takes_turns && tree.children(node).len() <= usize::from(u16::MAX)
        };
        if !tree.nodes().all(fits) {
            return None;
        }
        let payoffs = tree.nodes().filter_map(|node| tree.payoff(node));
        Some(Self {
            greatest: payoffs.map(i32::saturating_abs).max().unwrap_or(0).max(1),
            tree: Arc::new(tree.clone()),
        })
    }
}

/// The player to move at a depth.
const fn turn(depth: u32) -> Player {
    match depth % 2 {
        0 => Player::Max,
        _ => Player::Min,
    }
}

impl Game for TreeGame {
    type Position = Node;

    fn spec(&self) -> String {
        "tree:in-memory".to_owned()
    }

    fn start(&self) -> Node {
        Node::ROOT
    }

    fn legal_moves(&self, node: &Node, moves: &mut Vec<Move>) {
        let children = self.tree.children(*node).len();
        moves.extend((0..children as u16).map(Move));
    }

    fn play_unchecked(&self, node: &Node, played: Move) -> Node {
        let mut children = self.tree.children(*node);
        children
            .nth(played.index())
            .expect("a move is the place of a child")
    }

    fn terminal_value(&self, node: &Node) -> Option<Value> {
        let payoff = self.tree.payoff(*node)?;
        Some(match turn(self.tree.depth(*node)) {
            Player::Max => payoff,
            Player::Min => -payoff,
        })
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.greatest)
    }

    fn level(&self, node: &Node) -> u32 {
        self.tree.depth(*node)
    }

    fn max_level(&self) -> u32 {
        let deepest = self.tree.nodes().next_back();
        deepest.map_or(0, |node| self.tree.depth(node))
    }
}

impl Keyed for TreeGame {
    type Key = u64;

    fn key(&self, node: &Node) -> u64 {
        node.0.into()
    }

    fn position(&self, key: u64) -> Result<Node, InvalidKey> {
        let node = u32::try_from(key).ok().map(Node);
        node.filter(|node| node.index() < self.tree.len())
            .ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        u32::BITS
    }

    fn move_codes(&self) -> u16 {
        u16::MAX
    }
}

impl Symmetric for TreeGame {}

impl Notation for TreeGame {
    fn format_move(&self, written: Move) -> String {
        (written.index() + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text[..length]
            .parse()
            .ok()
            .and_then(|n: u16| n.checked_sub(1));
        match number {
            Some(place) => Ok((Move(place), length)),
            None => Err(NotationError::new(
                text,
                0,
                "expected the number of a child",
            )),
        }
    }

    fn render(&self, node: &Node, _: bool) -> String {
        format!("node {}", node.0)
    }

    fn tie_break_rule(&self) -> String {
        "children from left to right".to_owned()
    }
}
