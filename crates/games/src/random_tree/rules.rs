//! The rules of seeded random trees.

use std::ops::RangeInclusive;

use solveig_game::{
    Game, InvalidKey, Keyed, Move, Notation, NotationError, Spec, SpecError, Symmetric, Value,
    ValueRange, excerpt, random,
};

use crate::tree::{MAX_DEPTH, MAX_VALUE, TIE_BREAK_RULE, heading, parse_child};

/// Maximum number of children of a node.
pub const MAX_WIDTH: u32 = 1_000;

/// The limit of node numbers; words beyond it scramble values.
const MAX_NUMBER: u64 = 1 << 62;

/// The numbers of children of the nodes of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeShape {
    /// All inner nodes have the same number.
    Uniform,
    /// From one to the width of the tree.
    Variable,
}

/// Whether two leaves may have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// They may.
    Some,
    /// They may not.
    None,
}

/// The parameters of a random tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The maximum number of children of a node.
    pub width: u32,
    /// The number of moves from the root to each leaf.
    pub depth: u32,
    /// The seed of the generator.
    pub seed: u64,
    /// The range of the values of leaves, for the player who moves at the root; `None` for the
    /// default.
    pub values: Option<RangeInclusive<Value>>,
    /// The numbers of children.
    pub shape: TreeShape,
    /// Whether two leaves may have the same value.
    pub ties: Ties,
}

impl Parameters {
    /// A uniform tree whose leaves have values from -100 to 100, equal ones allowed.
    pub const fn uniform(width: u32, depth: u32, seed: u64) -> Self {
        Self {
            width,
            depth,
            seed,
            values: None,
            shape: TreeShape::Uniform,
            ties: Ties::Some,
        }
    }
}

/// A random tree, computed node by node from its seed.
///
/// ```
/// use solveig_game::{Game, Spec};
/// use solveig_games::random_tree::RandomTree;
///
/// let tree = RandomTree::from_spec(&Spec::parse("random-tree:3x2?seed=7&ties=none")?)?;
/// assert_eq!(tree.spec(), "random-tree:3x2?seed=7&values=-4..4&shape=uniform&ties=none");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomTree {
    parameters: Parameters,
    low: Value,
    high: Value,
    /// The number of the leftmost node at each depth, and of the first node below the tree.
    first_at_depth: Vec<u64>,
}

/// A position of a [`RandomTree`]: the number of a node in the complete tree, with its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomTreePosition {
    number: u64,
    depth: u32,
}

impl RandomTree {
    /// The tree with these parameters.
    ///
    /// # Errors
    ///
    /// Fails on sizes or values beyond the limits of [`MAX_WIDTH`],
    /// [`MAX_DEPTH`] and [`MAX_VALUE`], on a tree too large for its
    /// keys, and on too few values for leaves that must all differ.
    pub fn new(parameters: Parameters) -> Result<Self, SpecError> {
        let name = format!("random-tree:{}x{}", parameters.width, parameters.depth);
        Self::checked(parameters).map_err(|problem| SpecError::new(&name, problem))
    }

    /// The tree that a spec describes; [the module](super) says how.
    ///
    /// # Errors
    ///
    /// Fails on a parameter that is unknown or unreadable, and as [`RandomTree::new`] does.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["seed", "values", "shape", "ties"])?;
        let (width, depth) = spec.columns_by_rows()?;
        let unreadable = |key: &str, expected: &str| {
            let text = excerpt(spec.parameter(key).unwrap_or_default());
            spec.error(format!("{key} is \"{text}\"; expected {expected}"))
        };
        let seed = match spec.parameter("seed") {
            None => 0,
            Some(text) => text
                .parse()
                .map_err(|_| unreadable("seed", "an integer from 0 to 2^64 - 1"))?,
        };
        let values = match spec.parameter("values") {
            None => None,
            Some(text) => {
                let ends = text.split_once("..");
                let ends =
                    ends.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
                let (low, high) = ends.ok_or_else(|| {
                    unreadable(
                        "values",
                        "the least and the greatest value, as in -100..100",
                    )
                })?;
                Some(low..=high)
            }
        };
        let shape = match spec.parameter("shape") {
            None | Some("uniform") => TreeShape::Uniform,
            Some("variable") => TreeShape::Variable,
            Some(_) => return Err(unreadable("shape", "uniform or variable")),
        };
        let ties = match spec.parameter("ties") {
            None | Some("some") => Ties::Some,
            Some("none") => Ties::None,
            Some(_) => return Err(unreadable("ties", "some or none")),
        };
        Self::checked(Parameters {
            width,
            depth,
            seed,
            values,
            shape,
            ties,
        })
        .map_err(|problem| spec.error(problem))
    }

    fn checked(parameters: Parameters) -> Result<Self, String> {
        let (low, high, first_at_depth) = Self::sizes(&parameters)?;
        Ok(Self {
            parameters,
            low,
            high,
            first_at_depth,
        })
    }

    /// The least and the greatest value of a leaf, and the first number at each depth.
    fn sizes(parameters: &Parameters) -> Result<(Value, Value, Vec<u64>), String> {
        let Parameters { width, depth, .. } = *parameters;
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(format!("width is {width}; expected 1 to {MAX_WIDTH}"));
        }
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(format!("depth is {depth}; expected 1 to {MAX_DEPTH}"));
        }
        let mut first_at_depth = vec![0u64];
        for _ in 0..=depth {
            let first = first_at_depth[first_at_depth.len() - 1];
            let below = first.checked_mul(width.into()).map(|number| number + 1);
            let Some(below) = below.filter(|number| *number < MAX_NUMBER) else {
                return Err(format!(
                    "a tree of width {width} and depth {depth} has 2^62 nodes or more"
                ));
            };
            first_at_depth.push(below);
        }
        let leaves = first_at_depth[depth as usize + 1] - first_at_depth[depth as usize];
        let (low, high) = match (&parameters.values, parameters.ties) {
            (Some(values), _) => (i64::from(*values.start()), i64::from(*values.end())),
            (None, Ties::Some) => (-100, 100),
            (None, Ties::None) => {
                let low = -((leaves / 2) as i64);
                (low, low + leaves as i64 - 1)
            }
        };
        let limit = i64::from(MAX_VALUE);
        if low > high || low < -limit || high > limit {
            return Err(format!(
                "values are {low}..{high}; expected a range within -{limit}..{limit}"
            ));
        }
        if parameters.ties == Ties::None && ((high - low + 1) as u64) < leaves {
            return Err(format!(
                "there are {} values for {leaves} leaves that must all differ",
                high - low + 1
            ));
        }
        Ok((low as Value, high as Value, first_at_depth))
    }

    /// The parameters by which the spec draws the tree.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn word(&self, n: u64) -> u64 {
        random::output(self.parameters.seed, n)
    }

    fn children(&self, node: RandomTreePosition) -> u64 {
        let width = u64::from(self.parameters.width);
        match self.parameters.shape {
            _ if node.depth == self.parameters.depth => 0,
            TreeShape::Uniform => width,
            TreeShape::Variable => 1 + self.word(node.number) % width,
        }
    }

    /// The value of a leaf for the player who moves at the root.
    fn leaf_value(&self, leaf: RandomTreePosition) -> Value {
        let above = (i64::from(self.high) - i64::from(self.low)) as u64;
        let offset = match self.parameters.ties {
            Ties::Some => self.word(leaf.number) % (above + 1),
            Ties::None => {
                let first = self.first_at_depth[self.parameters.depth as usize];
                self.scramble(leaf.number - first, above)
            }
        };
        self.low + offset as Value
    }

    /// The image of `x` under a permutation of `0..=max`.
    fn scramble(&self, mut x: u64, max: u64) -> u64 {
        let bits = u64::BITS - max.leading_zeros();
        let mask = (1 << bits) - 1;
        loop {
            for round in 0..4 {
                let word = (1 << 63) + 2 * round;
                x = x.wrapping_add(self.word(word)) & mask;
                x = x.wrapping_mul(self.word(word + 1) | 1) & mask;
                x ^= x >> (bits / 2).max(1);
            }
            if x <= max {
                return x;
            }
        }
    }
}

impl Game for RandomTree {
    type Position = RandomTreePosition;

    fn spec(&self) -> String {
        let Parameters {
            width, depth, seed, ..
        } = self.parameters;
        let shape = match self.parameters.shape {
            TreeShape::Uniform => "uniform",
            TreeShape::Variable => "variable",
        };
        let ties = match self.parameters.ties {
            Ties::Some => "some",
            Ties::None => "none",
        };
        format!(
            "random-tree:{width}x{depth}?seed={seed}&values={}..{}&shape={shape}&ties={ties}",
            self.low, self.high
        )
    }

    fn start(&self) -> RandomTreePosition {
        RandomTreePosition {
            number: 0,
            depth: 0,
        }
    }

    fn legal_moves(&self, position: &RandomTreePosition, moves: &mut Vec<Move>) {
        moves.extend((0..self.children(*position) as u16).map(Move));
    }

    fn play_unchecked(&self, position: &RandomTreePosition, played: Move) -> RandomTreePosition {
        let width = u64::from(self.parameters.width);
        RandomTreePosition {
            number: position.number * width + 1 + u64::from(played.0),
            depth: position.depth + 1,
        }
    }

    fn terminal_value(&self, position: &RandomTreePosition) -> Option<Value> {
        (position.depth == self.parameters.depth).then(|| {
            let value = self.leaf_value(*position);
            if position.depth % 2 == 1 {
                -value
            } else {
                value
            }
        })
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.low.abs().max(self.high.abs()).max(1))
    }

    fn level(&self, position: &RandomTreePosition) -> u32 {
        position.depth
    }

    fn max_level(&self) -> u32 {
        self.parameters.depth
    }
}

impl Keyed for RandomTree {
    type Key = u64;

    fn key(&self, position: &RandomTreePosition) -> u64 {
        position.number
    }

    fn position(&self, key: u64) -> Result<RandomTreePosition, InvalidKey> {
        let depth = self.first_at_depth.partition_point(|first| *first <= key) - 1;
        if depth > self.parameters.depth as usize {
            return Err(InvalidKey(key.into()));
        }
        let node = |number, depth| RandomTreePosition { number, depth };
        let width = u64::from(self.parameters.width);
        let mut number = key;
        for above in (0..depth as u32).rev() {
            let parent = node((number - 1) / width, above);
            if (number - 1) % width >= self.children(parent) {
                return Err(InvalidKey(key.into()));
            }
            number = parent.number;
        }
        Ok(node(key, depth as u32))
    }

    fn key_bits(&self) -> u32 {
        let last = self.first_at_depth[self.parameters.depth as usize + 1] - 1;
        u64::BITS - last.leading_zeros()
    }

    fn move_codes(&self) -> u16 {
        self.parameters.width as u16
    }
}

impl Symmetric for RandomTree {}

impl Notation for RandomTree {
    fn tie_break_rule(&self) -> String {
        TIE_BREAK_RULE.to_owned()
    }

    fn format_move(&self, written: Move) -> String {
        (written.index() + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        parse_child(text, self.move_codes())
    }

    fn render(&self, position: &RandomTreePosition, first_to_move: bool) -> String {
        let name = position.number.to_string();
        let heading = heading(&name, position.depth, first_to_move);
        match self.terminal_value(position) {
            Some(value) => format!("{heading}\nleaf: {value:+} for the side to move"),
            None => format!("{heading}\nchildren: {}", self.children(*position)),
        }
    }
}

#[cfg(test)]
mod tests;
