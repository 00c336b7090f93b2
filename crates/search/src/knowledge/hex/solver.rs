//! A search for the winner that knows Hex: depth-first proof-number search (Nagai 2002) over filled-in positions.
//!
//! What is filled in after the moves up to a position is kept, and filled in further (Arneson, Hayward and
//! Henderson, "Solving Hex: beyond humans", 2010). Only the first of a node's moves are looked at until they fail (the same),
//! and the search stays at a move while another is not much better (the 1 + ε trick, Pawlewicz and Lew 2007).

use std::sync::Arc;

use solveig_game::{Game, Interval, Key, Value};
use solveig_games::hex::{Hex, Position};

use super::board::Situation;
use super::nodes::{Node, Nodes};
use super::{Analyst, Board, Colour, Filled, Options, Outlook, Shape};
use crate::Oracle;
use crate::binary::{Numbers, UNREACHABLE};

/// How the search goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// How much better another move has to be for the search to leave the one it is at, as a part.
    pub epsilon: f64,
    /// The part of the moves that are looked at, beside the first; 1 for all.
    pub widening: f64,
    /// Positions are one if they are the same once filled in.
    pub merges_filled: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            epsilon: 0.25,
            widening: 0.25,
            merges_filled: true,
        }
    }
}

/// Solves Hex on one board. Solvers of a team share what they find.
pub struct HexSolver<K> {
    game: Hex<K>,
    analyst: Analyst,
    nodes: Arc<Nodes>,
    options: SearchOptions,
    /// The nodes from the root of the search down.
    path: Vec<Situation>,
    looks: u64,
    visits: u64,
}

impl<K: Key> HexSolver<K> {
    /// Solvers that share about so many bytes.
    #[must_use]
    pub fn team(
        game: &Hex<K>,
        parts: Options,
        options: SearchOptions,
        bytes: u64,
        count: usize,
    ) -> Vec<Self> {
        let shape = Shape::new(game.columns(), game.rows());
        let shape = shape.expect("no board of the rules has more than MOST_CELLS cells");
        let nodes = Arc::new(Nodes::new(bytes));
        let make = |_| Self {
            game: game.clone(),
            analyst: Analyst::new(&shape, parts),
            nodes: Arc::clone(&nodes),
            options,
            path: Vec::new(),
            looks: 0,
            visits: 0,
        };
        (0..count).map(make).collect()
    }

    /// How many positions were looked at for connections.
    pub const fn looks(&self) -> u64 {
        self.looks
    }

    /// Whether the side to move wins.
    fn wins(&mut self, position: Position) -> bool {
        let mover = match self.game.first_to_move(position) {
            true => Colour::Black,
            false => Colour::White,
        };
        let board = Board::default()
            .with(mover, position.mover)
            .with(mover.other(), position.opponent);
        loop {
            let numbers = self.visit(Filled::from(board), mover, Numbers::LIMITS);
            if let Some(wins) = numbers.decided() {
                return wins;
            }
        }
    }

    /// A position as it is met, or its image if that comes first; and whether that was so.
    fn met(&self, filled: &Filled, mover: Colour) -> (Situation, bool) {
        let shape = self.analyst.shape();
        let board = filled.board.with(Colour::Black, filled.dead);
        let turned = Board {
            black: shape.turned(board.black),
            white: shape.turned(board.white),
        };
        let is_turned = turned < board;
        let board = if is_turned { turned } else { board };
        (Situation { board, mover }, is_turned)
    }

    fn turned(&self, filled: &Filled) -> Filled {
        let shape = self.analyst.shape();
        Filled {
            board: Board {
                black: shape.turned(filled.board.black),
                white: shape.turned(filled.board.white),
            },
            dead: shape.turned(filled.dead),
        }
    }

    /// The numbers of a position as it is met, and how many threads are at it.
    fn numbers(&self, met: &Situation) -> (Numbers, u16) {
        let node = self.nodes.link(met).and_then(|filled| {
            self.nodes
                .with(&filled, |node| (node.numbers, node.threads))
        });
        node.unwrap_or((Numbers::LEAF, 0))
    }

    /// The node of a position and what is known of it, both found first if they are not known.
    fn node(&mut self, mut filled: Filled, mover: Colour) -> (Situation, Node) {
        let (met, is_turned) = self.met(&filled, mover);
        if let Some(key) = self.nodes.link(&met)
            && let Some(node) = self.nodes.with(&key, |node| node.clone())
        {
            return (key, node);
        }
        let winner = self.analyst.fill(&mut filled);
        let key = if self.options.merges_filled {
            self.met(&filled, mover)
        } else {
            (met, is_turned)
        };
        let (key, is_turned) = key;
        self.nodes.add_link(met, key);
        if let Some(node) = self.nodes.with(&key, |node| node.clone()) {
            return (key, node);
        }
        let outlook = match winner {
            Some(winner) => Outlook::Decided(winner),
            None => {
                self.looks += 1;
                self.analyst.look_at_filled(&filled, mover)
            }
        };
        let (numbers, mut moves) = match outlook {
            Outlook::Decided(winner) => (Numbers::of(winner == mover), Vec::new()),
            Outlook::Open { moves } if moves.is_empty() => (Numbers::of(false), moves),
            Outlook::Open { moves } => (Numbers::LEAF, moves),
        };
        if is_turned {
            filled = self.turned(&filled);
            let last = self.analyst.shape().cells() as u8 - 1;
            moves.iter_mut().for_each(|cell| *cell = last - *cell);
        }
        let node = Node {
            filled,
            moves: moves.into_boxed_slice(),
            numbers,
            work: 1,
            threads: 0,
        };
        self.nodes.add(key, node.clone());
        (key, node)
    }

    /// Searches until one of the position's numbers reaches a limit.
    fn visit(&mut self, filled: Filled, mover: Colour, limits: Numbers) -> Numbers {
        self.visits += 1;
        let before = self.looks;
        let (key, node) = self.node(filled, mover);
        if node.numbers.decided().is_some() {
            return node.numbers;
        }
        let children: Vec<(Filled, Situation)> = node
            .moves
            .iter()
            .map(|cell| {
                let mut child = node.filled;
                child.board = child.board.with(mover, 1 << cell);
                (child, self.met(&child, mover.other()).0)
            })
            .collect();
        self.nodes.with(&key, |node| node.threads += 1);
        self.path.push(key);
        let numbers = self.visit_children(&key, mover, &children, limits);
        self.path.pop();
        let work = (self.looks - before).min(1 << 24) as u32;
        let kept = self.nodes.with(&key, |node| {
            node.threads = node.threads.saturating_sub(1);
            node.work = node.work.saturating_add(work);
            if node.numbers.decided().is_none() {
                node.numbers = numbers;
            }
            if node.numbers.decided().is_some() {
                node.moves = Box::default();
            }
            node.numbers
        });
        if kept.is_none() {
            self.nodes.add(key, Node { numbers, ..node });
        }
        kept.unwrap_or(numbers)
    }

    fn visit_children(
        &mut self,
        key: &Situation,
        mover: Colour,
        children: &[(Filled, Situation)],
        limits: Numbers,
    ) -> Numbers {
        loop {
            let known = self.nodes.with(key, |node| node.numbers);
            if let Some(known) = known.filter(|known| known.decided().is_some()) {
                return known;
            }
            let known = children.iter().map(|(_, met)| self.numbers(met));
            let choice = choose(known, self.options.widening);
            let numbers = choice.numbers;
            let is_over = numbers.win >= limits.win || numbers.loss >= limits.loss;
            if numbers.decided().is_some() || is_over || self.is_moot() {
                return numbers;
            }
            let next = (f64::from(choice.second) * (1.0 + self.options.epsilon)) as u32;
            let limits = Numbers {
                win: limits.loss - (numbers.loss - choice.best_numbers.win),
                // At least so much that the child goes on: it may only have seemed to be the best.
                loss: limits
                    .win
                    .min(next.max(choice.second.saturating_add(1)))
                    .max(choice.best_numbers.loss + 1),
            };
            self.visit(children[choice.best].0, mover.other(), limits);
        }
    }

    /// Whether another thread has decided a position on the way here.
    fn is_moot(&self) -> bool {
        self.path.iter().any(|key| {
            let decided = self
                .nodes
                .with(key, |node| node.numbers.decided().is_some());
            decided == Some(true)
        })
    }
}

/// What follows from the numbers of children.
struct Choice {
    numbers: Numbers,
    /// The child to go on with.
    best: usize,
    best_numbers: Numbers,
    /// The disproof number of the next best.
    second: u32,
}

/// Numbers of a node by those of its children, of which the first ones that are not yet lost causes are looked
/// at. A child that other threads are at seems as much worse.
fn choose(children: impl Iterator<Item = (Numbers, u16)> + Clone, widening: f64) -> Choice {
    let live = children
        .clone()
        .filter(|(numbers, _)| numbers.decided() != Some(true))
        .count();
    let mut choice = Choice {
        numbers: Numbers::of(false),
        best: 0,
        best_numbers: Numbers::LEAF,
        second: UNREACHABLE - 1,
    };
    if live == 0 {
        return choice;
    }
    let looked_at = 1 + (live as f64 * widening).ceil() as usize;
    let (mut sum, mut seen) = (0_u32, 0);
    let (mut least, mut least_seeming) = (UNREACHABLE, u64::MAX);
    for (place, (numbers, threads)) in children.enumerate() {
        match numbers.decided() {
            Some(true) => continue,
            Some(false) => {
                choice.numbers = Numbers::of(true);
                return choice;
            }
            None => {}
        }
        sum = sum.saturating_add(numbers.win);
        seen += 1;
        if seen > looked_at {
            continue;
        }
        least = least.min(numbers.loss);
        let seeming = u64::from(numbers.loss) * (1 + u64::from(threads));
        if seeming < least_seeming {
            if least_seeming < u64::MAX {
                choice.second = least_seeming.min((UNREACHABLE - 1).into()) as u32;
            }
            least_seeming = seeming;
            (choice.best, choice.best_numbers) = (place, numbers);
        } else {
            choice.second = u64::from(choice.second).min(seeming) as u32;
        }
    }
    choice.numbers = Numbers {
        win: least.min(UNREACHABLE - 1),
        loss: sum.min(UNREACHABLE - 1),
    };
    choice
}

impl<K: Key> Oracle<Hex<K>> for HexSolver<K> {
    fn game(&self) -> &Hex<K> {
        &self.game
    }

    fn value(&mut self, position: &Position, known: Interval) -> Value {
        known.value().unwrap_or_else(|| match self.wins(*position) {
            true => 1,
            false => -1,
        })
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> bool {
        let range = self.game.value_range();
        match bound {
            _ if bound <= range.min => true,
            _ if bound > range.max => false,
            _ => self.wins(*position),
        }
    }

    /// Visits, of which many are to positions that were met before.
    fn nodes(&self) -> u64 {
        self.visits
    }

    fn shares_work(&self) -> bool {
        true
    }
}
