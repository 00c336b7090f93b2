//! Games given as an explicit tree.
//!
//! # Files
//!
//! A tree is JSON text, a table of nodes whose first one is the root:
//!
//! ```json
//! { "view": "first",
//!   "nodes": [ { "name": "root", "children": ["a", "b"] },
//!              { "name": "a", "value": 3 },
//!              { "name": "b", "value": 5 } ] }
//! ```
//!
//! `view` says whose score the values are: `first`, the player who moves at the root, or
//! `side-to-move`, the player whose turn it would be at the leaf. A node has either a `value`, and
//! is a leaf, or at least one child. Nested arrays are a shorthand, with values for the player who
//! moves at the root: `[[3, 12, 8], [2, 4, 6]]`. There a node is named by the moves that lead to it.
//!
//! A move is the place of a child among its siblings, written from 1; moves are separated by
//! spaces or commas: `2 1 3`. A position is a node; its key is the number of the node in
//! depth-first order, left to right, the root being 0; its level is its depth.

mod error;
mod json;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use solveig_game::{Game, InvalidKey, Move, NotationError, Value, ValueRange};

pub use error::TreeError;

/// Most nodes a tree can have.
pub const MAX_NODES: usize = 1 << 22;

/// Most children a node can have.
pub const MAX_CHILDREN: usize = 10_000;

/// Most moves on a path from the root to a leaf. Searches recurse as deep as the tree, so this is
/// what fits a thread's stack with room to spare.
pub const MAX_DEPTH: u32 = 1_000;

/// Values lie between `-MAX_VALUE` and `MAX_VALUE`.
pub const MAX_VALUE: Value = 1_000_000;

/// Whose score the values in a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// That of the player who moves at the root.
    First,
    /// That of the player whose turn it would be at the leaf.
    SideToMove,
}

impl View {
    /// `value` as the side to move at `depth` sees it, or back again.
    fn turned(self, value: Value, depth: u32) -> Value {
        match self {
            Self::First if depth % 2 == 1 => -value,
            Self::First | Self::SideToMove => value,
        }
    }
}

/// One node of a tree as a file gives it, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The name other nodes call it by.
    pub name: String,
    /// Its value, if it is a leaf.
    pub value: Option<i64>,
    /// The names of its children from left to right, if it is not.
    pub children: Option<Vec<String>>,
}

impl TreeNode {
    /// A leaf.
    pub fn leaf(name: impl Into<String>, value: i64) -> Self {
        Self {
            name: name.into(),
            value: Some(value),
            children: None,
        }
    }

    /// A node that is not a leaf, with its children from left to right.
    pub fn inner(
        name: impl Into<String>,
        children: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            name: name.into(),
            value: None,
            children: Some(children.into_iter().map(Into::into).collect()),
        }
    }
}

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
/// use solveig_game::Game;
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
///     "node \"2\", field \"children\": is empty; expected at least one child"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ExplicitTree {
    source: String,
    nodes: Arc<Nodes>,
}

/// The nodes in depth-first order, left to right, so that a parent comes before its children.
struct Nodes {
    view: View,
    /// `None` where a node is named by the moves that lead to it.
    names: Option<Vec<String>>,
    parents: Vec<u32>,
    depths: Vec<u32>,
    /// Where the children of each node start in `children`, and one more entry for the end.
    first_child: Vec<u32>,
    children: Vec<u32>,
    /// For the side to move; 0 at nodes that are no leaves.
    values: Vec<Value>,
    limit: Value,
    max_depth: u32,
    max_children: usize,
}

/// A tree being built in depth-first order: what [`Nodes`] follows from.
struct Outline {
    view: View,
    names: Option<Vec<String>>,
    /// The root is its own parent.
    parents: Vec<u32>,
    /// The value of each leaf, as `view` gives it.
    values: Vec<Option<i64>>,
}

impl Outline {
    fn new(view: View) -> Self {
        Self {
            view,
            names: None,
            parents: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds the next node in depth-first order and says its number.
    fn push(&mut self, parent: u32, value: Option<i64>) -> Result<u32, TreeError> {
        if self.parents.len() == MAX_NODES {
            return Err(TreeError::TooManyNodes);
        }
        let number = self.parents.len() as u32;
        self.parents.push(parent);
        self.values.push(value);
        Ok(number)
    }

    fn finish(self) -> Result<Nodes, TreeError> {
        let nodes = self.parents.len();
        let mut depths = vec![0; nodes];
        let mut first_child = vec![0u32; nodes + 1];
        for node in 1..nodes {
            let parent = self.parents[node] as usize;
            depths[node] = depths[parent] + 1;
            first_child[parent + 1] += 1;
        }
        let max_depth = depths.iter().copied().max().unwrap_or(0);
        let max_children = first_child.iter().copied().max().unwrap_or(0) as usize;
        for node in 0..nodes {
            first_child[node + 1] += first_child[node];
        }
        let mut free = first_child.clone();
        let mut children = vec![0; nodes.saturating_sub(1)];
        for node in 1..nodes {
            let place = &mut free[self.parents[node] as usize];
            children[*place as usize] = node as u32;
            *place += 1;
        }
        let mut tree = Nodes {
            view: self.view,
            names: self.names,
            parents: self.parents,
            depths,
            first_child,
            children,
            values: vec![0; nodes],
            limit: 1,
            max_depth,
            max_children,
        };
        tree.take_values(&self.values)?;
        tree.check_sizes()?;
        Ok(tree)
    }
}

impl Nodes {
    fn len(&self) -> usize {
        self.parents.len()
    }

    fn children(&self, node: usize) -> &[u32] {
        &self.children[self.first_child[node] as usize..self.first_child[node + 1] as usize]
    }

    fn take_values(&mut self, values: &[Option<i64>]) -> Result<(), TreeError> {
        for (node, given) in values.iter().enumerate() {
            let Some(value) = *given else {
                if self.children(node).is_empty() {
                    let problem = "is empty; expected at least one child";
                    return Err(TreeError::node(self.name(node), "children", problem));
                }
                continue;
            };
            if value.unsigned_abs() > MAX_VALUE.unsigned_abs().into() {
                let problem =
                    format!("{value} is out of range; expected -{MAX_VALUE} to {MAX_VALUE}");
                return Err(TreeError::node(self.name(node), "value", problem));
            }
            let value = self.view.turned(value as Value, self.depths[node]);
            self.values[node] = value;
            self.limit = self.limit.max(value.abs());
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<(), TreeError> {
        let place_of = |sizes: &[u32], size| sizes.iter().position(|one| *one == size);
        if self.max_depth > MAX_DEPTH {
            let node = place_of(&self.depths, MAX_DEPTH + 1).unwrap_or(0);
            let problem = format!("is more than {MAX_DEPTH} moves below the root");
            return Err(TreeError::node(self.name(node), "name", problem));
        }
        if self.max_children > MAX_CHILDREN {
            let crowded = |node: &usize| self.children(*node).len() > MAX_CHILDREN;
            let node = (0..self.len()).find(crowded).unwrap_or(0);
            let problem = format!(
                "has {} entries; expected at most {MAX_CHILDREN}",
                self.children(node).len()
            );
            return Err(TreeError::node(self.name(node), "children", problem));
        }
        Ok(())
    }

    fn name(&self, node: usize) -> String {
        match &self.names {
            Some(names) => names[node].clone(),
            None if node == 0 => "root".to_owned(),
            None => {
                let mut path = Vec::new();
                let mut at = node;
                while at != 0 {
                    let parent = self.parents[at] as usize;
                    let siblings = self.children(parent);
                    let before = siblings.partition_point(|sibling| (*sibling as usize) < at);
                    path.push((before + 1).to_string());
                    at = parent;
                }
                path.reverse();
                path.join(".")
            }
        }
    }
}

impl ExplicitTree {
    /// The tree that `text` describes; [the module](self) says how.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a tree, and says where.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        json::parse(text).map(Self::in_memory)
    }

    /// The tree in the file at `path`, which [`spec`](Game::spec) will name.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or does not hold a tree.
    pub fn read(path: &str) -> Result<Self, TreeError> {
        let nodes = json::parse(&json::read_text(path)?)?;
        Ok(Self {
            source: path.to_owned(),
            nodes: Arc::new(nodes),
        })
    }

    /// A tree from its parts. The first node is the root, the others may come in any order.
    ///
    /// # Errors
    ///
    /// Fails if the parts do not make a tree, and names the node and the field.
    pub fn from_nodes(view: View, nodes: Vec<TreeNode>) -> Result<Self, TreeError> {
        link(view, nodes).map(Self::in_memory)
    }

    /// The tree below `root`, where `describe` says what a node is and `child` leads to its
    /// children, numbered from 0.
    pub(crate) fn unfold<N>(
        view: View,
        root: N,
        describe: impl Fn(&N) -> Content,
        child: impl Fn(&N, usize) -> N,
    ) -> Result<Self, TreeError> {
        let mut outline = Outline::new(view);
        let mut open = vec![(0, root)];
        while let Some((parent, node)) = open.pop() {
            match describe(&node) {
                Content::Leaf(value) => {
                    outline.push(parent, Some(value.into()))?;
                }
                Content::Inner(children) => {
                    let number = outline.push(parent, None)?;
                    if open.len() + children > MAX_NODES {
                        return Err(TreeError::TooManyNodes);
                    }
                    open.extend((0..children).rev().map(|at| (number, child(&node, at))));
                }
            }
        }
        outline.finish().map(Self::in_memory)
    }

    fn in_memory(nodes: Nodes) -> Self {
        Self {
            source: "in-memory".to_owned(),
            nodes: Arc::new(nodes),
        }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The name of a node.
    pub fn name(&self, position: TreePosition) -> String {
        self.nodes.name(position.index())
    }

    /// The node with this name.
    pub fn find(&self, name: &str) -> Option<TreePosition> {
        let found = (0..self.nodes()).find(|node| self.nodes.name(*node) == name);
        found.map(|node| TreePosition(node as u32))
    }

    /// The exact value of every node for the side to move, by key: plain minimax.
    pub fn values(&self) -> Vec<Value> {
        let mut values = self.nodes.values.clone();
        for node in (0..self.nodes()).rev() {
            let best = self.nodes.children(node).iter();
            if let Some(value) = best.map(|child| -values[*child as usize]).max() {
                values[node] = value;
            }
        }
        values
    }

    /// The same tree with the children of every node reordered best first, equals in their old
    /// order: the perfect move ordering of paper 000, section 3.2.
    pub fn sorted_by_value(&self) -> Self {
        let nodes = &*self.nodes;
        let values = self.values();
        let mut outline = Outline::new(nodes.view);
        let mut names = nodes.names.as_ref().map(|_| Vec::new());
        let mut open = vec![(0, 0)];
        while let Some((parent, node)) = open.pop() {
            let number = outline.parents.len() as u32;
            outline.parents.push(parent);
            let mut children = nodes.children(node as usize).to_vec();
            let leaf = children.is_empty().then(|| self.given_value(node as usize));
            outline.values.push(leaf);
            if let Some(names) = &mut names {
                names.push(nodes.name(node as usize));
            }
            children.sort_by_key(|child| values[*child as usize]);
            open.extend(children.iter().rev().map(|child| (number, *child)));
        }
        outline.names = names;
        let sorted = outline.finish();
        Self::in_memory(sorted.expect("reordering children breaks no rule of a tree"))
    }

    /// The tree as the text of a file.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// A leaf's value as the file gives it.
    fn given_value(&self, node: usize) -> i64 {
        let nodes = &self.nodes;
        i64::from(nodes.view.turned(nodes.values[node], nodes.depths[node]))
    }
}

/// What a node is: a leaf with its value, or an inner node with a number of children.
pub(crate) enum Content {
    Leaf(Value),
    Inner(usize),
}

impl fmt::Debug for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExplicitTree({}, {} nodes)", self.source, self.nodes())
    }
}

/// Orders named nodes depth first and checks that they make a tree.
fn link(view: View, nodes: Vec<TreeNode>) -> Result<Nodes, TreeError> {
    if nodes.is_empty() {
        return Err(TreeError::NoNodes);
    }
    if nodes.len() > MAX_NODES {
        return Err(TreeError::TooManyNodes);
    }
    let children = resolve_children(&nodes)?;
    let mut outline = Outline::new(view);
    let mut names = Vec::with_capacity(nodes.len());
    let mut reached = vec![false; nodes.len()];
    let mut open = vec![(0, 0)];
    while let Some((parent, node)) = open.pop() {
        reached[node] = true;
        let number = outline.push(parent, nodes[node].value)?;
        names.push(nodes[node].name.clone());
        open.extend(children[node].iter().rev().map(|child| (number, *child)));
    }
    if let Some(lost) = reached.iter().position(|reached| !reached) {
        return Err(explain_unreached(&nodes, &children, lost));
    }
    outline.names = Some(names);
    outline.finish()
}

/// The children of each node as places in `nodes`; no node is the child of two, the root of none.
fn resolve_children(nodes: &[TreeNode]) -> Result<Vec<Vec<usize>>, TreeError> {
    let mut places = HashMap::new();
    for (place, node) in nodes.iter().enumerate() {
        if places.insert(node.name.as_str(), place).is_some() {
            let problem = "is the name of an earlier node too";
            return Err(TreeError::node(&node.name, "name", problem));
        }
    }
    let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut children = Vec::with_capacity(nodes.len());
    for (place, node) in nodes.iter().enumerate() {
        let problem = |problem: String| TreeError::node(&node.name, "children", problem);
        let names = match (&node.value, &node.children) {
            (Some(_), Some(_)) => {
                let both = "stands beside a value; expected one or the other";
                return Err(problem(both.to_owned()));
            }
            (None, None) => {
                let neither = "is missing, and so is the value; expected one of them";
                return Err(problem(neither.to_owned()));
            }
            (_, names) => names.as_deref().unwrap_or(&[]),
        };
        let mut own = Vec::with_capacity(names.len());
        for name in names {
            let child = *places
                .get(name.as_str())
                .ok_or_else(|| problem(format!("no node is named {name:?}")))?;
            if child == 0 {
                let root = format!("{name:?} is the root, which is nobody's child");
                return Err(problem(root));
            }
            if let Some(other) = parents[child].replace(place) {
                let other = &nodes[other].name;
                return Err(problem(format!("{name:?} is a child of {other:?} already")));
            }
            own.push(child);
        }
        children.push(own);
    }
    Ok(children)
}

/// Why `lost` is not below the root: it is on or below a cycle, or below a second root.
fn explain_unreached(nodes: &[TreeNode], children: &[Vec<usize>], lost: usize) -> TreeError {
    let mut parents = vec![None; nodes.len()];
    for (parent, children) in children.iter().enumerate() {
        for child in children {
            parents[*child] = Some(parent);
        }
    }
    let mut seen = vec![false; nodes.len()];
    let mut top = lost;
    while let Some(parent) = parents[top] {
        if std::mem::replace(&mut seen[top], true) {
            let problem = "leads back to the node itself: a cycle";
            return TreeError::node(&nodes[top].name, "children", problem);
        }
        top = parent;
    }
    let problem = "is no child of any node and is not the root, the first node";
    TreeError::node(&nodes[top].name, "name", problem)
}

/// Reads the number of a child, from 1, at the front of `text`: a move, and its length.
pub(crate) fn parse_child(text: &str, most: u16) -> Result<(Move, usize), NotationError> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        let expected = format!("expected the number of a child, from 1 to {most}");
        return Err(NotationError::new(text, 0, expected));
    }
    let number = text[..length].parse::<u16>().ok();
    match number.filter(|number| (1..=most).contains(number)) {
        Some(number) => Ok((Move(number - 1), length)),
        None => {
            let problem = format!("no child {}; expected 1 to {most}", &text[..length]);
            Err(NotationError::new(text, 0, problem))
        }
    }
}

/// The phrase behind the order of moves in trees.
pub(crate) const TIE_BREAK_RULE: &str = "children from left to right";

/// The heading line of a drawn node.
pub(crate) fn heading(name: &str, depth: u32, first_to_move: bool) -> String {
    let player = if first_to_move { "first" } else { "second" };
    format!("node {name:?} at depth {depth}, {player} player to move")
}

impl Game for ExplicitTree {
    type Position = TreePosition;
    type Key = u64;

    fn spec(&self) -> String {
        format!("tree:{}", self.source)
    }

    fn start(&self) -> TreePosition {
        TreePosition(0)
    }

    fn legal_moves(&self, position: &TreePosition, moves: &mut Vec<Move>) {
        let children = self.nodes.children(position.index()).len();
        moves.extend((0..children as u16).map(Move));
    }

    fn play_unchecked(&self, position: &TreePosition, played: Move) -> TreePosition {
        TreePosition(self.nodes.children(position.index())[played.index()])
    }

    fn terminal_value(&self, position: &TreePosition) -> Option<Value> {
        let leaf = self.nodes.children(position.index()).is_empty();
        leaf.then(|| self.nodes.values[position.index()])
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.nodes.limit)
    }

    fn level(&self, position: &TreePosition) -> u32 {
        self.nodes.depths[position.index()]
    }

    fn max_level(&self) -> u32 {
        self.nodes.max_depth
    }

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
        self.nodes.max_children.max(1) as u16
    }

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
