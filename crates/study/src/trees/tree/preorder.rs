//! Trees in preorder: each node before its descendants, from left to right.

use std::ops::Range;

use solveig_game::{GameExt, Notation, Value};

use super::{
    Content, GameTree, INFINITY, MINUS_INFINITY, NodeRecord, Payoff, Player, TooManyNodes,
};

/// The nodes of a tree in preorder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preorder {
    nodes: Vec<PreorderNode>,
    names: NodeNames,
}

#[derive(Clone, Copy, Debug)]
struct PreorderNode {
    depth: u32,
    children: u32,
    content: Content,
}

impl Preorder {
    /// Number of nodes written.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Appends a terminal.
    pub fn terminal(&mut self, depth: u32, payoff: Payoff) {
        assert!(
            payoff != INFINITY && payoff != MINUS_INFINITY,
            "a payoff is finite"
        );
        self.nodes.push(PreorderNode {
            depth,
            children: 0,
            content: Content(payoff),
        });
    }

    /// Appends an inner node; its children must come next.
    pub fn inner(&mut self, depth: u32, player: Player, children: u32) {
        assert!(children > 0, "an inner node has children");
        self.nodes.push(PreorderNode {
            depth,
            children,
            content: Content::of_player(player),
        });
    }

    /// Names the first node without a name. Either all nodes get one, or none does.
    pub fn name(&mut self, name: &str) {
        self.names.push(name);
    }

    /// Exchanges two subtrees of nodes without names; `left` is further left.
    pub fn exchange(&mut self, left: Range<usize>, right: Range<usize>) {
        let between = &mut self.nodes[left.start..right.end];
        between.rotate_right(right.len());
        between[right.len()..].rotate_left(left.len());
    }

    /// Builds the tree. Nodes are numbered level by level, each level in this order, so that
    /// siblings have consecutive numbers.
    pub fn tree(self) -> GameTree {
        u32::try_from(self.nodes.len()).expect("a tree has at most 2^32 nodes");
        let mut next: Vec<u32> = Vec::new();
        for node in &self.nodes {
            let depth = node.depth as usize;
            next.resize(next.len().max(depth + 1), 0);
            next[depth] += 1;
        }
        let mut first = 0;
        for level in &mut next {
            first += std::mem::replace(level, first);
        }
        next.push(first);
        let blank = NodeRecord {
            parent: 0,
            depth: 0,
            first_child: 0,
            children: 0,
            preorder: 0,
            descendants: 1,
            content: Content(0),
        };
        let mut nodes = vec![blank; self.nodes.len()];
        // The last numbered node of each level is the parent of the next one on the level below.
        for (preorder, written) in self.nodes.iter().enumerate() {
            let depth = written.depth as usize;
            let number = next[depth];
            next[depth] += 1;
            nodes[number as usize] = NodeRecord {
                parent: depth.checked_sub(1).map_or(0, |above| next[above] - 1),
                depth: written.depth,
                first_child: next[depth + 1],
                children: written.children,
                preorder: preorder as u32,
                descendants: 1,
                content: written.content,
            };
        }
        for at in (1..nodes.len()).rev() {
            let own = nodes[at].descendants;
            let parent = nodes[at].parent as usize;
            nodes[parent].descendants += own;
        }
        GameTree {
            nodes,
            names: self.names,
        }
    }
}

/// Names of all nodes in preorder, or none at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeNames {
    text: String,
    ends: Vec<u32>,
}

impl NodeNames {
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names are shorter than 4 GiB");
        self.ends.push(end);
    }

    pub fn at(&self, preorder: usize) -> &str {
        let Some(end) = self.ends.get(preorder) else {
            return "";
        };
        let start = preorder
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.text[start as usize..*end as usize]
    }
}

/// Writes the tree of a game.
pub(super) struct OfGame<'g, G, W> {
    pub game: &'g G,
    pub deepest: u32,
    pub worth: W,
    pub max: usize,
    pub preorder: Preorder,
}

impl<G: Notation, W: Fn(&G::Position, Option<Value>) -> Payoff> OfGame<'_, G, W> {
    /// Writes the subtree of `position`, whose name is already written.
    pub fn write(
        &mut self,
        position: &G::Position,
        depth: u32,
        mover: Player,
    ) -> Result<(), TooManyNodes> {
        if self.preorder.len() >= self.max {
            return Err(TooManyNodes { max: self.max });
        }
        let over = self.game.terminal_value(position);
        if over.is_some() || depth == self.deepest {
            let worth = (self.worth)(position, over);
            self.preorder.terminal(
                depth,
                match mover {
                    Player::Max => worth,
                    Player::Min => -worth,
                },
            );
            return Ok(());
        }
        let moves = self.game.moves(position);
        self.preorder.inner(depth, mover, moves.len() as u32);
        for by in moves {
            self.preorder.name(&self.game.format_move(by));
            let next = self.game.play_unchecked(position, by);
            self.write(&next, depth + 1, mover.other())?;
        }
        Ok(())
    }
}
