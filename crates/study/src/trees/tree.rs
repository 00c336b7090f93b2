//! Game trees with all nodes in memory (Pijls, de Bruin and Plaat 1996, section 1).

mod preorder;

pub(crate) use preorder::Preorder;
use preorder::{NodeNames, OfGame};

use serde::Serialize;
use solveig_game::{Notation, Value};

/// The payoff of a terminal to Max, or a bound on it.
pub type Payoff = i32;

/// The trivial upper bound, and the minimum of an empty set.
pub const INFINITY: Payoff = Payoff::MAX;

/// The trivial lower bound, and the maximum of an empty set.
pub const MINUS_INFINITY: Payoff = Payoff::MIN;

/// The number of a node: the root is 0, siblings are numbered consecutively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Node(pub u32);

impl Node {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The place of the node in lists of all nodes.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The player to move at a node. Players need not alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player to whom payoffs are stated.
    Max,
    /// The player who wants them small.
    Min,
}

impl Player {
    /// Min of Max, Max of Min.
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The better of two payoffs for this player.
    pub fn better(self, a: Payoff, b: Payoff) -> Payoff {
        match self {
            Self::Max => a.max(b),
            Self::Min => a.min(b),
        }
    }

    /// The worst payoff for this player: the best one before any move is known.
    pub const fn worst(self) -> Payoff {
        match self {
            Self::Max => MINUS_INFINITY,
            Self::Min => INFINITY,
        }
    }
}

/// A tree as nested nodes, from which a [`GameTree`] is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A terminal and its payoff.
    Terminal(Payoff),
    /// An inner node: the player to move, and the children from left to right, at least one.
    Inner(Player, Vec<Shape>),
}

/// Error: a tree has more nodes than permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has more than {max} nodes; take less depth")]
pub struct TooManyNodes {
    /// The greatest permitted number.
    pub max: usize,
}

/// A game tree, its nodes in preorder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    nodes: Vec<NodeRecord>,
    names: NodeNames,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeRecord {
    /// Number of the parent; of itself for the root.
    parent: u32,
    depth: u32,
    first_child: u32,
    /// Number of children; 0 for a terminal.
    children: u32,
    /// Index in preorder: the number of nodes to the left and of ancestors.
    preorder: u32,
    /// Number of nodes of its subtree, itself included.
    descendants: u32,
    content: Content,
}

/// The payoff of a terminal or the player of an inner node; the number of children tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content(i32);

impl Content {
    const fn of_player(player: Player) -> Self {
        Self(match player {
            Player::Max => 0,
            Player::Min => 1,
        })
    }

    const fn player(self) -> Player {
        match self.0 {
            0 => Player::Max,
            _ => Player::Min,
        }
    }
}

impl GameTree {
    /// Builds the tree that `shape` describes.
    ///
    /// # Panics
    ///
    /// Panics if an inner node has no children, if a payoff is [`INFINITY`] or [`MINUS_INFINITY`],
    /// or if there are more than 2^32 nodes.
    pub fn new(shape: &Shape) -> Self {
        fn write(shape: &Shape, depth: u32, to: &mut Preorder) {
            match shape {
                Shape::Terminal(payoff) => to.terminal(depth, *payoff),
                Shape::Inner(player, children) => {
                    to.inner(depth, *player, children.len() as u32);
                    for child in children {
                        write(child, depth + 1, to);
                    }
                }
            }
        }
        let mut preorder = Preorder::default();
        write(shape, 0, &mut preorder);
        preorder.tree()
    }

    /// The tree of a game from `position`, `depth` moves deep; the side to move at the root is Max.
    /// `worth` evaluates a leaf for the side to move there, given the utility if the game is over.
    ///
    /// # Errors
    ///
    /// Fails if there are more than `max` nodes.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn of_game<G: Notation>(
        game: &G,
        position: &G::Position,
        depth: u32,
        worth: impl Fn(&G::Position, Option<Value>) -> Payoff,
        max: usize,
    ) -> Result<Self, TooManyNodes> {
        let mut writer = OfGame {
            game,
            deepest: depth,
            worth,
            max,
            preorder: Preorder::default(),
        };
        writer.preorder.name("");
        writer.write(position, 0, Player::Max)?;
        Ok(writer.preorder.tree())
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes: never, as there is a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, level by level, each level from left to right.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(Node)
    }

    /// Children of a node from left to right; none for a terminal.
    pub fn children(
        &self,
        node: Node,
    ) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + Clone + use<> {
        let NodeRecord {
            first_child,
            children,
            ..
        } = self.nodes[node.index()];
        (first_child..first_child + children).map(Node)
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: Node) -> Option<Node> {
        (node != Node::ROOT).then(|| Node(self.nodes[node.index()].parent))
    }

    /// The ancestors of a node, its parent first.
    pub fn ancestors(&self, node: Node) -> impl Iterator<Item = Node> {
        std::iter::successors(self.parent(node), |node| self.parent(*node))
    }

    /// Number of moves from the root.
    pub fn depth(&self, node: Node) -> u32 {
        self.nodes[node.index()].depth
    }

    /// The player to move; `None` at a terminal.
    pub fn player(&self, node: Node) -> Option<Player> {
        let stored = &self.nodes[node.index()];
        (stored.children > 0).then(|| stored.content.player())
    }

    /// The payoff of a terminal to Max; `None` for an inner node.
    pub fn payoff(&self, node: Node) -> Option<Payoff> {
        let stored = &self.nodes[node.index()];
        (stored.children == 0).then_some(stored.content.0)
    }

    /// The move that leads to a node, or its name in a file; empty in a tree without names.
    pub fn name(&self, node: Node) -> &str {
        self.names.at(self.nodes[node.index()].preorder as usize)
    }

    /// Whether `below` is a descendant of `above`; every node is its own descendant.
    pub fn is_descendant(&self, below: Node, above: Node) -> bool {
        self.preorders(above).contains(&self.preorder(below))
    }

    /// Whether the subtree of `a` lies entirely to the left of that of `b`.
    pub fn is_left(&self, a: Node, b: Node) -> bool {
        self.preorders(a).end <= self.preorder(b)
    }

    /// Index of a node in preorder, the order of an exhaustive search from left to right.
    pub fn preorder(&self, node: Node) -> u32 {
        self.nodes[node.index()].preorder
    }

    /// Preorder indices of a node and its descendants.
    pub fn preorders(&self, node: Node) -> std::ops::Range<u32> {
        let stored = &self.nodes[node.index()];
        stored.preorder..stored.preorder + stored.descendants
    }

    /// The minimax value of every node, by number (section 2).
    pub fn values(&self) -> Vec<Payoff> {
        let mut values = vec![0; self.len()];
        for node in self.nodes().rev() {
            let stored = &self.nodes[node.index()];
            values[node.index()] = match self.player(node) {
                None => stored.content.0,
                Some(player) => {
                    let children = self.children(node).map(|child| values[child.index()]);
                    children.fold(player.worst(), |a, b| player.better(a, b))
                }
            };
        }
        values
    }

    /// Children of those ancestors of `node` where `player` moves, except those on the path to
    /// `node`, from left to right (AMAX-C and AMIN-C of section 4).
    pub fn beside(&self, node: Node, player: Player) -> Vec<Node> {
        let mut beside: Vec<Node> = self
            .ancestors(node)
            .filter(|above| self.player(*above) == Some(player))
            .flat_map(|above| self.children(above))
            .filter(|child| !self.is_descendant(node, *child))
            .collect();
        beside.sort_unstable_by_key(|node| self.preorder(*node));
        beside
    }
}
