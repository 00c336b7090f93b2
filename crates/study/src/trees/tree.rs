//! Game trees whose nodes are all there (Pijls, de Bruin and Plaat 1996, section 1).

mod preorder;

pub(crate) use preorder::Preorder;
use preorder::{NodeNames, OfGame};

use serde::Serialize;
use solveig_game::{Game, Value};

/// What a terminal is worth to Max, or a bound on that.
pub type Payoff = i32;

/// The bound that says nothing from above, and the value of an empty minimum.
pub const INFINITY: Payoff = Payoff::MAX;

/// The bound that says nothing from below, and the value of an empty maximum.
pub const MINUS_INFINITY: Payoff = Payoff::MIN;

/// A node, by its number: the root is 0, children of one node are numbered one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Node(pub u32);

impl Node {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who moves at a node. Players need not alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Wants much.
    Max,
    /// Wants little.
    Min,
}

impl Player {
    /// The other one.
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

    /// What this player has while no move is known: the worst there is.
    pub const fn worst(self) -> Payoff {
        match self {
            Self::Max => MINUS_INFINITY,
            Self::Min => INFINITY,
        }
    }
}

/// A tree as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A terminal and its payoff.
    Terminal(Payoff),
    /// An inner node, who moves there, and its children from left to right; at least one.
    Inner(Player, Vec<Shape>),
}

/// A tree has more nodes than are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has more than {most} nodes; take less depth")]
pub struct TooManyNodes {
    /// How many were allowed.
    pub most: usize,
}

/// A game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    nodes: Vec<NodeRecord>,
    names: NodeNames,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeRecord {
    /// Of the root, itself.
    parent: u32,
    depth: u32,
    first_child: u32,
    /// None of a terminal.
    children: u32,
    /// How many nodes are left of this one or above it.
    preorder: u32,
    /// How many nodes its subtree has.
    descendants: u32,
    content: Content,
}

/// The payoff of a terminal; of an inner node, who moves there. Which it is, the children tell.
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
    /// The tree that `shape` writes down.
    ///
    /// # Panics
    ///
    /// Panics if an inner node has no children, if a payoff is [`INFINITY`] or [`MINUS_INFINITY`], or
    /// if there are more than 2^32 nodes.
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

    /// The tree of a game from `position` on, to `depth` moves. `worth` says what the positions there are
    /// worth to the side to move, and those where the game ends before, of which it is given the value. The
    /// side to move at the root is Max.
    ///
    /// # Errors
    ///
    /// Fails if there are more than `most` nodes.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn of_game<G: Game>(
        game: &G,
        position: &G::Position,
        depth: u32,
        worth: impl Fn(&G::Position, Option<Value>) -> Payoff,
        most: usize,
    ) -> Result<Self, TooManyNodes> {
        let mut writer = OfGame {
            game,
            deepest: depth,
            worth,
            most,
            preorder: Preorder::default(),
        };
        writer.preorder.name("");
        writer.write(position, 0, Player::Max)?;
        Ok(writer.preorder.tree())
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes; there always is a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, level by level, each level from left to right.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(Node)
    }

    /// The children of a node from left to right; none of a terminal.
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

    /// The node that this one is a child of; none of the root.
    pub fn parent(&self, node: Node) -> Option<Node> {
        (node != Node::ROOT).then(|| Node(self.nodes[node.index()].parent))
    }

    /// The nodes above this one, its parent first.
    pub fn ancestors(&self, node: Node) -> impl Iterator<Item = Node> {
        std::iter::successors(self.parent(node), |node| self.parent(*node))
    }

    /// How many moves lead to a node.
    pub fn depth(&self, node: Node) -> u32 {
        self.nodes[node.index()].depth
    }

    /// Who moves at a node; nobody at a terminal.
    pub fn player(&self, node: Node) -> Option<Player> {
        let stored = &self.nodes[node.index()];
        (stored.children > 0).then(|| stored.content.player())
    }

    /// What a terminal is worth to Max.
    pub fn payoff(&self, node: Node) -> Option<Payoff> {
        let stored = &self.nodes[node.index()];
        (stored.children == 0).then_some(stored.content.0)
    }

    /// The move that leads to a node, or the node's name in a file; empty where there are no names.
    pub fn name(&self, node: Node) -> &str {
        self.names.at(self.nodes[node.index()].preorder as usize)
    }

    /// Whether `below` is `above` or comes after it; every node is its own descendant.
    pub fn is_descendant(&self, below: Node, above: Node) -> bool {
        self.preorders(above).contains(&self.preorder(below))
    }

    /// Whether `a` and its descendants are all to the left of `b` and its.
    pub fn is_left(&self, a: Node, b: Node) -> bool {
        self.preorders(a).end <= self.preorder(b)
    }

    /// The place of a node in the order in which a search from left to right that leaves nothing out
    /// comes to them.
    pub fn preorder(&self, node: Node) -> u32 {
        self.nodes[node.index()].preorder
    }

    /// The places in preorder of a node and all its descendants.
    pub fn preorders(&self, node: Node) -> std::ops::Range<u32> {
        let stored = &self.nodes[node.index()];
        stored.preorder..stored.preorder + stored.descendants
    }

    /// The descendants of a node, itself among them, from left to right.
    pub fn descendants(&self, node: Node) -> Vec<Node> {
        let mut all = vec![node];
        let mut at = 0;
        while at < all.len() {
            all.extend(self.children(all[at]));
            at += 1;
        }
        all.sort_unstable_by_key(|node| self.preorder(*node));
        all
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

    /// The nodes whose parent is a node above `node` where `player` moves, and which are not above
    /// `node` themselves (AMAX-C and AMIN-C of section 4), from left to right.
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
