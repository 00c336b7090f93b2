//! The lines of play at whose ends a claim lacks a bound.

use hashbrown::HashSet;
use solveig_game::Interval;
use solveig_verify::{Rules, Stage};

use super::graph::Kind;
use super::statements::{Depth, Lack, Statements};

/// A line of play from the start to a position whose bound is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLine {
    /// The moves, as in `f5d6c3`.
    pub moves: String,
    /// The position, as the checker's rules describe it.
    pub position: String,
    /// Whether its value would have to be `bound` or more; otherwise `bound` or less.
    pub at_least: bool,
    /// The bound that is missing, for the side to move.
    pub bound: i32,
    /// The hypothesis about the position, if there is one.
    pub hypothesis: Option<ListedBounds>,
}

/// What a list says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedBounds {
    /// The bounds on its value.
    pub bounds: Interval,
    /// The line of the list.
    pub line: u64,
}

/// Why a claim does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// Whether the hypotheses imply the opposite, so that no further bounds would help.
    pub refuted: bool,
    /// The number of further bounds that would be enough; 0 if it is refuted.
    pub bounds: u64,
    /// Lines to these, the first ten of them; one to a bound that says the opposite if
    /// the claim is refuted.
    pub lines: Vec<OpenLine>,
}

/// The maximum number of lines that are returned.
pub const MAX_LINES: usize = 10;

/// Why the claim about `start` does not follow; `None` if it does.
///
/// Where one move is enough the lines follow the one that lacks the fewest bounds, elsewhere all
/// moves that lack any.
pub fn shortfall<R: Rules + ?Sized>(
    rules: &R,
    start: &R::Position,
    statements: &Statements<'_>,
) -> Option<Shortfall> {
    let root = statements.graph().root();
    let lacking = statements.lacking(root, Depth::Even);
    if lacking == Some(Lack::NOTHING) {
        return None;
    }
    let mut walk = Walk {
        rules,
        statements,
        seen: HashSet::new(),
        moves: Vec::new(),
        found: Shortfall {
            refuted: lacking.is_none(),
            bounds: 0,
            lines: Vec::new(),
        },
    };
    walk.visit(start, Depth::Even);
    if walk.found.refuted {
        walk.found.bounds = 0;
    }
    Some(walk.found)
}

struct Walk<'a, 's, R: Rules + ?Sized> {
    rules: &'a R,
    statements: &'a Statements<'s>,
    seen: HashSet<(u32, Depth)>,
    moves: Vec<String>,
    found: Shortfall,
}

impl<R: Rules + ?Sized> Walk<'_, '_, R> {
    fn place(&self, position: &R::Position) -> Option<usize> {
        let key = self.rules.key(&self.rules.canonical(position));
        self.statements.graph().place(key)
    }

    fn visit(&mut self, position: &R::Position, depth: Depth) {
        let Some(place) = self.place(position) else {
            return;
        };
        let lacking = self.statements.lacking(place, depth);
        if lacking == Some(Lack::NOTHING) || !self.seen.insert((place as u32, depth)) {
            return;
        }
        if self.statements.graph().kind(place) != Kind::Above {
            return self.end(position, place, depth);
        }
        let mut children = Vec::new();
        self.rules.children(position, &mut children);
        let lacked = |child: &R::Position| {
            let place = self.place(child)?;
            self.statements.lacking(place, depth.of_child())
        };
        let all: Vec<Option<Lack>> = children.iter().map(lacked).collect();
        let one_is_enough = self.statements.claim(depth).is_lower();
        let first = if one_is_enough {
            (0..all.len()).min_by_key(|&index| (all[index].is_none(), all[index]))
        } else {
            all.iter().position(Option::is_none)
        };
        let chosen = match first {
            Some(first) if one_is_enough || lacking.is_none() => first..first + 1,
            _ => 0..all.len(),
        };
        for index in chosen {
            let name = match self.rules.stage(position) {
                Stage::Pass => "pass".to_owned(),
                Stage::Moves | Stage::Over(_) => self.rules.describe_move(position, index),
            };
            self.moves.push(name);
            self.visit(&children[index], depth.of_child());
            self.moves.pop();
        }
    }

    fn end(&mut self, position: &R::Position, place: usize, depth: Depth) {
        self.found.bounds += 1;
        if self.found.lines.len() == MAX_LINES {
            return;
        }
        let claim = self.statements.claim(depth);
        let hypothesis = self.statements.hypothesis(place);
        self.found.lines.push(OpenLine {
            moves: self.moves.concat(),
            position: self.rules.describe(position),
            at_least: claim.is_lower(),
            bound: claim.value(),
            hypothesis: hypothesis.map(|(row, bounds)| ListedBounds {
                bounds,
                line: self.statements.line(row),
            }),
        });
    }
}
