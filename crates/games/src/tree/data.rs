//! Trees as files describe them, with their nodes linked and checked.

use solveig_game::Value;

use super::{MAX_CHILDREN, MAX_DEPTH, MAX_NODES, MAX_VALUE, TreeError};

/// The point of view of the values in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The player who moves at the root.
    First,
    /// The player whose turn it would be at the leaf.
    SideToMove,
    /// Max, who need not move at the root and need not alternate with Min.
    Max,
}

impl View {
    /// Converts a value at `depth` to the point of view of Max, or back. Except for
    /// [`Max`](Self::Max), Max moves at the root.
    fn convert(self, value: Value, depth: u32) -> Value {
        match self {
            Self::SideToMove if depth % 2 == 1 => -value,
            Self::First | Self::SideToMove | Self::Max => value,
        }
    }

    /// The name in files.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::SideToMove => "side-to-move",
            Self::Max => "max",
        }
    }
}

/// Who moves at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Maximizes the value.
    Max,
    /// Minimizes the value.
    Min,
}

impl Player {
    /// The opponent: Min of Max, Max of Min.
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The name in files.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
        }
    }
}

/// A node of a tree as a file describes it, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The name by which its parent refers to it.
    pub name: String,
    /// Its value, if it is a leaf.
    pub value: Option<i64>,
    /// The names of its children from left to right, if it is not.
    pub children: Option<Vec<String>>,
    /// Who moves there, if it is not a leaf and the view is [`View::Max`]. By default Max moves at
    /// the root, and players alternate.
    pub player: Option<Player>,
}

impl TreeNode {
    /// A leaf; `value` is read by the [`View`] of the tree.
    pub fn leaf(name: impl Into<String>, value: i64) -> Self {
        Self {
            name: name.into(),
            value: Some(value),
            children: None,
            player: None,
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
            player: None,
        }
    }
}

/// A tree as a file describes it, checked: the common form of games and of trees for study.
///
/// Nodes are numbered depth first from left to right, the root being 0, so that a parent comes
/// before its children. Methods panic on a number that no node has.
///
/// ```
/// use solveig_games::tree::{Player, TreeData};
///
/// let tree = TreeData::parse(
///     r#"{ "view": "max",
///          "nodes": [ { "name": "r", "player": "min", "children": ["a", "b"] },
///                     { "name": "a", "value": 3 },
///                     { "name": "b", "player": "min", "children": ["c"] },
///                     { "name": "c", "value": -5 } ] }"#,
/// )?;
/// assert_eq!((tree.len(), tree.name(2).as_str()), (4, "b"));
/// assert_eq!((tree.player(2), tree.payoff(3)), (Some(Player::Min), Some(-5)));
/// # Ok::<(), solveig_games::tree::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeData {
    view: View,
    /// `None` where a node is named by the moves that lead to it.
    names: Option<Vec<String>>,
    parents: Vec<u32>,
    depths: Vec<u32>,
    /// Where the children of each node start in `children`, and one more entry for the end.
    first_child: Vec<u32>,
    children: Vec<u32>,
    /// For Max; 0 at nodes that are no leaves.
    payoffs: Vec<Value>,
    /// Who moves, also at leaves; `None` where players take turns and Max begins.
    players: Option<Vec<Player>>,
    limit: Value,
    max_depth: u32,
    max_children: usize,
}

impl TreeData {
    /// The point of view of the values in the file.
    pub const fn view(&self) -> View {
        self.view
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no nodes: never, since there is a root.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The children of a node from left to right; none of a leaf.
    pub fn children(&self, node: usize) -> &[u32] {
        &self.children[self.first_child[node] as usize..self.first_child[node + 1] as usize]
    }

    /// The number of moves from the root to a node.
    pub fn depth(&self, node: usize) -> u32 {
        self.depths[node]
    }

    /// Who moves at a node; `None` at a leaf. By default Max moves at the root.
    pub fn player(&self, node: usize) -> Option<Player> {
        let inner = !self.children(node).is_empty();
        inner.then(|| match &self.players {
            Some(players) => players[node],
            None => [Player::Max, Player::Min][self.depths[node] as usize % 2],
        })
    }

    /// The value of a leaf for Max.
    pub fn payoff(&self, node: usize) -> Option<Value> {
        self.children(node).is_empty().then(|| self.payoffs[node])
    }

    /// The value of a leaf in the view of the file.
    pub fn given_value(&self, node: usize) -> Option<i64> {
        let payoff = self.payoff(node);
        payoff.map(|payoff| self.view.convert(payoff, self.depths[node]).into())
    }

    /// Whether nodes have names of their own, which they do not have in nested arrays.
    pub const fn is_named(&self) -> bool {
        self.names.is_some()
    }

    /// The name of a node, or the moves that lead to it.
    pub fn name(&self, node: usize) -> String {
        match &self.names {
            Some(names) => names[node].clone(),
            None if node == 0 => "root".to_owned(),
            None => {
                let mut path = Vec::new();
                let mut at = node;
                while let Some(place) = self.place(at) {
                    path.push((place + 1).to_string());
                    at = self.parents[at] as usize;
                }
                path.reverse();
                path.join(".")
            }
        }
    }

    /// The number of siblings to the left of a node; `None` for the root.
    pub fn place(&self, node: usize) -> Option<usize> {
        let siblings = self.children(self.parents[node] as usize);
        (node != 0).then(|| siblings.partition_point(|sibling| (*sibling as usize) < node))
    }

    /// The greatest value of a leaf in absolute value, and at least 1.
    pub(super) const fn limit(&self) -> Value {
        self.limit
    }

    /// The maximum number of moves from the root to a leaf.
    pub(super) const fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// The maximum number of children of a node.
    pub(super) const fn max_children(&self) -> usize {
        self.max_children
    }

    /// Whether a file has to say who moves at a node.
    pub(super) fn breaks_turns(&self, node: usize) -> bool {
        let usual = match self.player(self.parents[node] as usize) {
            Some(above) if node != 0 => above.other(),
            _ => Player::Max,
        };
        self.player(node).is_some_and(|player| player != usual)
    }

    fn take_values(&mut self, values: &[Option<i64>]) -> Result<(), TreeError> {
        for (node, value) in values.iter().enumerate() {
            let Some(value) = *value else {
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
            let payoff = self.view.convert(value as Value, self.depths[node]);
            self.payoffs[node] = payoff;
            self.limit = self.limit.max(payoff.abs());
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
}

/// A tree under construction in depth-first order, from which a [`TreeData`] one is built.
pub(super) struct Outline {
    view: View,
    /// The root is its own parent.
    parents: Vec<u32>,
    /// The value of each leaf, as `view` gives it.
    values: Vec<Option<i64>>,
}

impl Outline {
    pub fn new(view: View) -> Self {
        Self {
            view,
            parents: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds the next node in depth-first order; returns its number.
    pub fn push(&mut self, parent: u32, value: Option<i64>) -> Result<u32, TreeError> {
        if self.parents.len() == MAX_NODES {
            return Err(TreeError::TooManyNodes);
        }
        let number = self.parents.len() as u32;
        self.parents.push(parent);
        self.values.push(value);
        Ok(number)
    }

    /// Builds the tree, with the names of its nodes if they have names, and with the player who
    /// moves at each if players need not alternate.
    pub fn finish(
        self,
        names: Option<Vec<String>>,
        players: Option<Vec<Player>>,
    ) -> Result<TreeData, TreeError> {
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
        let mut tree = TreeData {
            view: self.view,
            names,
            parents: self.parents,
            depths,
            first_child,
            children,
            payoffs: vec![0; nodes],
            players,
            limit: 1,
            max_depth,
            max_children,
        };
        tree.take_values(&self.values)?;
        tree.check_sizes()?;
        Ok(tree)
    }
}
