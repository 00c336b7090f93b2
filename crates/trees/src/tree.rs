//! Game trees whose nodes are all there (paper 002, section 1).

use serde::Serialize;
use solveig_game::{Game, Move, Value};

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
    nodes: Vec<Stored>,
    /// The moves that lead to the nodes, where the tree is of a game.
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    parent: Option<Node>,
    depth: u32,
    first_child: u32,
    children: u32,
    /// How many nodes are left of this one or above it.
    preorder: u32,
    /// How many nodes its subtree has.
    descendants: u32,
    content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Terminal(Payoff),
    Inner(Player),
}

impl GameTree {
    /// The tree that `shape` writes down.
    ///
    /// # Panics
    ///
    /// Panics if an inner node has no children, if a payoff is [`INFINITY`] or [`MINUS_INFINITY`], or
    /// if there are more than 2^32 nodes.
    pub fn new(shape: &Shape) -> Self {
        fn children<'s>(shape: &&'s Shape) -> Result<(Player, Vec<&'s Shape>), Payoff> {
            match *shape {
                Shape::Terminal(payoff) => Err(*payoff),
                Shape::Inner(player, children) => Ok((*player, children.iter().collect())),
            }
        }
        Self::grow(shape, children, |_| String::new(), usize::MAX)
            .expect("there is no limit but that of numbers")
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
        struct At<P> {
            position: P,
            mover: Player,
            left: u32,
            by: Option<Move>,
        }
        let root = At {
            position: position.clone(),
            mover: Player::Max,
            left: depth,
            by: None,
        };
        let children = |at: &At<G::Position>| {
            let over = game.terminal_value(&at.position);
            if over.is_some() || at.left == 0 {
                let worth = worth(&at.position, over);
                return Err(match at.mover {
                    Player::Max => worth,
                    Player::Min => -worth,
                });
            }
            let moves = game.moves(&at.position).into_iter();
            let child = |by: Move| At {
                position: game.play_unchecked(&at.position, by),
                mover: at.mover.other(),
                left: at.left - 1,
                by: Some(by),
            };
            Ok((at.mover, moves.map(child).collect()))
        };
        let name = |at: &At<G::Position>| at.by.map_or_else(String::new, |by| game.format_move(by));
        Self::grow(root, children, name, most)
    }

    /// Grows a tree from its root: of each seed, the children are asked for, or the payoff.
    fn grow<S>(
        root: S,
        children: impl Fn(&S) -> Result<(Player, Vec<S>), Payoff>,
        name: impl Fn(&S) -> String,
        most: usize,
    ) -> Result<Self, TooManyNodes> {
        let mut seeds = std::collections::VecDeque::from([(root, None, 0)]);
        let (mut nodes, mut names) = (Vec::new(), Vec::new());
        while let Some((seed, parent, depth)) = seeds.pop_front() {
            if nodes.len() + seeds.len() >= most {
                return Err(TooManyNodes { most });
            }
            let number = Node(u32::try_from(nodes.len()).expect("a tree has at most 2^32 nodes"));
            names.push(name(&seed));
            let mut stored = Stored {
                parent,
                depth,
                first_child: 0,
                children: 0,
                preorder: 0,
                descendants: 1,
                content: Content::Terminal(0),
            };
            match children(&seed) {
                Err(payoff) => {
                    assert!(
                        payoff != INFINITY && payoff != MINUS_INFINITY,
                        "a payoff is finite"
                    );
                    stored.content = Content::Terminal(payoff);
                }
                Ok((player, below)) => {
                    assert!(!below.is_empty(), "an inner node has children");
                    stored.content = Content::Inner(player);
                    stored.first_child = (nodes.len() + 1 + seeds.len()) as u32;
                    stored.children = below.len() as u32;
                    seeds.extend(below.into_iter().map(|one| (one, Some(number), depth + 1)));
                }
            }
            nodes.push(stored);
        }
        let mut tree = Self { nodes, names };
        tree.number();
        Ok(tree)
    }

    /// Finds out how many nodes there are below and before each.
    fn number(&mut self) {
        for at in (1..self.nodes.len()).rev() {
            let own = self.nodes[at].descendants;
            if let Some(parent) = self.nodes[at].parent {
                self.nodes[parent.index()].descendants += own;
            }
        }
        for at in 0..self.nodes.len() {
            let mut next = self.nodes[at].preorder + 1;
            for child in self.children(Node(at as u32)) {
                self.nodes[child.index()].preorder = next;
                next += self.nodes[child.index()].descendants;
            }
        }
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
        let Stored {
            first_child,
            children,
            ..
        } = self.nodes[node.index()];
        (first_child..first_child + children).map(Node)
    }

    /// The node that this one is a child of; none of the root.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.nodes[node.index()].parent
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
        match self.nodes[node.index()].content {
            Content::Inner(player) => Some(player),
            Content::Terminal(_) => None,
        }
    }

    /// What a terminal is worth to Max.
    pub fn payoff(&self, node: Node) -> Option<Payoff> {
        match self.nodes[node.index()].content {
            Content::Inner(_) => None,
            Content::Terminal(payoff) => Some(payoff),
        }
    }

    /// The move that leads to a node; empty where there are no names.
    pub fn name(&self, node: Node) -> &str {
        &self.names[node.index()]
    }

    /// Whether `below` is `above` or comes after it; every node is its own descendant.
    pub fn is_descendant(&self, below: Node, above: Node) -> bool {
        let above = &self.nodes[above.index()];
        let from = self.nodes[below.index()]
            .preorder
            .wrapping_sub(above.preorder);
        from < above.descendants
    }

    /// Whether `a` and its descendants are all to the left of `b` and its.
    pub fn is_left(&self, a: Node, b: Node) -> bool {
        let (a, b) = (&self.nodes[a.index()], &self.nodes[b.index()]);
        a.preorder + a.descendants <= b.preorder
    }

    /// The place of a node in the order in which a search from left to right that leaves nothing out
    /// comes to them.
    pub fn preorder(&self, node: Node) -> u32 {
        self.nodes[node.index()].preorder
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
            values[node.index()] = match self.nodes[node.index()].content {
                Content::Terminal(payoff) => payoff,
                Content::Inner(player) => {
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
