//! The real games: all boards small enough to enumerate, endgames on all others, and trees.

use solveig_verify::{ConnectFour, Hex, Mnk, Othello, Tree};

use super::game::Game;
use super::judge::Subject;
use super::random::Random;
use super::synthetic::Synthetic;

/// Every board of every game that has artifacts.
pub fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    let sizes = || (1..=64).flat_map(|columns| (1..=64).map(move |rows| (columns, rows)));
    for (columns, rows) in sizes() {
        boards.push(Board::Othello(columns, rows));
        boards.push(Board::ConnectFour(columns, rows, false));
        boards.push(Board::ConnectFour(columns, rows, true));
        boards.push(Board::Hex(columns, rows));
        let lines = 1..=columns.max(rows).min(40);
        boards.extend(lines.map(|k| Board::Mnk(columns, rows, k)));
    }
    boards.retain(|board| board.exists());
    boards
}

#[derive(Clone, Copy, Debug)]
pub enum Board {
    Othello(u32, u32),
    ConnectFour(u32, u32, bool),
    Hex(u32, u32),
    Mnk(u32, u32, u32),
}

impl Board {
    pub fn game(self) -> Option<Game> {
        match self {
            Self::Othello(columns, rows) => Othello::new(columns, rows).map(Game::builtin),
            Self::ConnectFour(columns, rows, false) => {
                ConnectFour::new(columns, rows).map(Game::builtin)
            }
            Self::ConnectFour(columns, rows, true) => {
                Some(Game::builtin(ConnectFour::new(columns, rows)?.by_score()))
            }
            Self::Hex(columns, rows) => Hex::new(columns, rows).map(Game::builtin),
            Self::Mnk(columns, rows, k) => Mnk::new(columns, rows, k).map(Game::builtin),
        }
    }

    fn exists(self) -> bool {
        match self {
            Self::Othello(columns, rows) => Othello::new(columns, rows).is_some(),
            Self::ConnectFour(columns, rows, _) => columns * (rows + 1) <= 64,
            Self::Hex(columns, rows) => columns.max(rows) <= 11 && columns * rows <= 81,
            Self::Mnk(columns, rows, _) => columns * rows <= 40 && columns <= 26,
        }
    }

    fn whole(self, limit: usize) -> Option<Subject> {
        // The only board of a game with its own search that is enumerated whole.
        let limit = match self {
            Self::Othello(4, 4) => 20 * limit,
            _ => limit,
        };
        Subject::new(self.game()?, limit)
    }

    fn late(self, random: &mut Random, limit: usize) -> Option<Subject> {
        Subject::new(self.game()?.late(random), limit)
    }
}

/// The games of the forger.
pub struct World {
    /// Games whose positions are all enumerated.
    pub whole: Vec<Subject>,
    boards: Vec<Board>,
    limit: usize,
}

impl World {
    /// Games with at most `limit` positions; at most `max` of them.
    pub fn new(random: &mut Random, limit: usize, max: usize) -> Self {
        let boards = boards();
        let mut shuffled = boards.clone();
        random.shuffle(&mut shuffled);
        // Games with few boards first, so that each is included.
        shuffled.sort_by_key(|board| matches!(board, Board::Mnk(..)));
        let quota = |kind: fn(&Board) -> bool, max: usize| {
            let all = shuffled.iter().filter(move |board| kind(board));
            all.filter_map(move |board| board.whole(limit)).take(max)
        };
        let whole = quota(|board| matches!(board, Board::Othello(..)), max)
            .chain(quota(|board| matches!(board, Board::ConnectFour(..)), max))
            .chain(quota(|board| matches!(board, Board::Hex(..)), max))
            .chain(quota(|board| matches!(board, Board::Mnk(..)), max))
            .collect();
        Self {
            whole,
            boards,
            limit,
        }
    }

    /// The game with this spec, if its positions are enumerated.
    pub fn builtin(&self, spec: &str) -> Option<&Subject> {
        self.whole.iter().find(|subject| subject.atlas.spec == spec)
    }

    /// A game that is not in the world: an endgame on any board, a tree, or a synthetic game.
    pub fn other(&self, random: &mut Random, number: u64) -> Subject {
        let limit = self.limit.min(1_500);
        match random.below(8) {
            0..=2 => loop {
                let mut board = *random.pick(&self.boards);
                // There are far more boards of some games than of others.
                if random.chance(2) {
                    let (columns, rows) = *random.pick(&OTHELLO);
                    board = Board::Othello(columns, rows);
                }
                if let Some(subject) = board.late(random, limit) {
                    return subject;
                }
            },
            3 => tree(random),
            _ => {
                // All widths in turn, more often those near the width of a word.
                let key_bits = match random.chance(2) {
                    true => *random.pick(&WIDTHS),
                    false => 1 + (number % 128) as u32,
                };
                let size = 20 + random.below(240);
                let game = Synthetic::random(random, key_bits, size);
                Subject::new(Game::custom(game), usize::MAX).expect("it is small")
            }
        }
    }
}

const WIDTHS: [u32; 16] = [
    1, 2, 32, 33, 62, 63, 64, 65, 65, 66, 66, 67, 68, 69, 127, 128,
];

const OTHELLO: [(u32, u32); 12] = [
    (4, 4),
    (6, 4),
    (4, 6),
    (6, 6),
    (8, 4),
    (4, 8),
    (10, 4),
    (4, 10),
    (6, 8),
    (8, 6),
    (8, 8),
    (16, 4),
];

/// A random tree in one of the two forms of a file.
fn tree(random: &mut Random) -> Subject {
    let limit = *random.pick(&[1, 2, 20, 1_000_000]);
    let text = if random.chance(2) {
        let depth = 1 + random.below(7);
        nested(random, depth, limit)
    } else {
        table(random, limit)
    };
    let tree = Tree::parse("tree:t.json", &text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Subject::new(Game::custom(tree), usize::MAX).expect("it is small")
}

/// A random tree of nested lists with values up to `limit`.
pub fn nested(random: &mut Random, depth: usize, limit: i32) -> String {
    if depth == 0 || random.chance(5) {
        return random.between(-limit, limit).to_string();
    }
    let below: Vec<String> = (0..1 + random.below(3))
        .map(|_| nested(random, depth - 1, limit))
        .collect();
    format!("[{}]", below.join(","))
}

/// A random table of named nodes: the root first, then children before their parents.
fn table(random: &mut Random, limit: i32) -> String {
    let count = 1 + random.below(16);
    let mut children = vec![Vec::new(); count];
    for at in 1..count {
        let parent = at - 1 - random.below(at.min(4));
        children[parent].push(format!("\"n{at}\""));
    }
    let mut nodes: Vec<String> = (0..count)
        .map(|at| match children[at].is_empty() {
            true => {
                let value = random.between(-limit, limit);
                format!(r#"{{"name": "n{at}", "value": {value}}}"#)
            }
            false => {
                let below = children[at].join(", ");
                format!(r#"{{"name": "n{at}", "children": [{below}]}}"#)
            }
        })
        .collect();
    nodes[1..].reverse();
    let view = *random.pick(&["first", "side-to-move"]);
    format!(r#"{{"view": "{view}", "nodes": [{}]}}"#, nodes.join(", "))
}
