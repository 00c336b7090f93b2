//! How far the knowledge of Hex carries a plain depth-first proof-number search.
//!
//! ```text
//! cargo run --release -p solveig-search --example hex_df_pn -- COLUMNS ROWS [CELL...]
//! ```
//!
//! solves the empty board, or the one after the named cells (`c2 d4`), and says what it took.
//! `openings` in place of the cells solves every position with one stone. Options in the
//! environment: `EPSILON`, `WIDENING`, `HEX` with letters of parts to switch off, and the limits of the
//! virtual connections (`FULLS`, `SEMIS`, `CELL_FULLS`, `CELL_SEMIS`, `CELL_SIZE`, `OVER_EDGES`).

use std::collections::HashMap;
use std::error::Error;
use std::time::Instant;

use solveig_search::knowledge::hex::{
    Analyst, Board, Colour, Filled, Limits, Options, Outlook, Shape,
};

const INFINITE: u32 = 1 << 30;

struct Node {
    phi: u32,
    delta: u32,
    filled: Filled,
    moves: Vec<u8>,
    is_expanded: bool,
}

struct Solver {
    shape: Shape,
    analyst: Analyst,
    nodes: HashMap<Board, Node>,
    epsilon: f64,
    widening: f64,
    expansions: u64,
    visits: u64,
}

fn mover(board: &Board) -> Colour {
    if board.black.count_ones() == board.white.count_ones() {
        Colour::Black
    } else {
        Colour::White
    }
}

impl Solver {
    fn key(&self, board: Board) -> (Board, bool) {
        let turned = Board {
            black: self.shape.turned(board.black),
            white: self.shape.turned(board.white),
        };
        if turned < board {
            (turned, true)
        } else {
            (board, false)
        }
    }

    /// The numbers of a position, from the point of view of the side to move there.
    fn numbers(&self, board: Board) -> (u32, u32) {
        self.nodes
            .get(&self.key(board).0)
            .map_or((1, 1), |node| (node.phi, node.delta))
    }

    /// Whether the side to move wins.
    fn solve(&mut self, board: Board) -> bool {
        let filled = Filled::from(board);
        self.search(board, &filled, INFINITE, INFINITE);
        self.numbers(board).0 == 0
    }

    /// Searches until the proof number reaches `phi_limit` or the disproof number `delta_limit`.
    /// `filled` is what the parent knows to be filled in.
    fn search(&mut self, board: Board, filled: &Filled, phi_limit: u32, delta_limit: u32) {
        self.visits += 1;
        let (key, is_turned) = self.key(board);
        let turn = |shape: &Shape, filled: &Filled| Filled {
            board: Board {
                black: shape.turned(filled.board.black),
                white: shape.turned(filled.board.white),
            },
            dead: shape.turned(filled.dead),
        };
        let mover = mover(&board);
        let is_new = !self.nodes.get(&key).is_some_and(|node| node.is_expanded);
        if is_new {
            self.expansions += 1;
            let mut filled = if is_turned {
                turn(&self.shape, filled)
            } else {
                *filled
            };
            let (numbers, moves) = match self.analyst.look(&mut filled, mover) {
                Outlook::Decided(winner) if winner == mover => ((0, INFINITE), Vec::new()),
                Outlook::Decided(_) => ((INFINITE, 0), Vec::new()),
                Outlook::Open { moves } => ((1, 1), moves),
            };
            self.nodes.insert(
                key,
                Node {
                    phi: numbers.0,
                    delta: numbers.1,
                    filled,
                    moves,
                    is_expanded: true,
                },
            );
        }
        let node = &self.nodes[&key];
        if node.phi == 0 || node.delta == 0 {
            return;
        }
        let filled = node.filled;
        // From here on in the frame of the key.
        let children: Vec<(Board, Filled)> = node
            .moves
            .iter()
            .map(|cell| {
                let mut child = filled;
                child.board = child.board.with(mover, 1 << cell);
                (key.with(mover, 1 << cell), child)
            })
            .collect();
        let mut numbers: Vec<(u32, u32)> =
            children.iter().map(|child| self.numbers(child.0)).collect();
        loop {
            let mut delta = 0_u32;
            let mut wins = false;
            for (child_phi, child_delta) in &numbers {
                delta = (delta + child_phi).min(INFINITE);
                wins |= *child_delta == 0;
                if *child_phi == 0 {
                    continue;
                }
            }
            let live = numbers.iter().filter(|(phi, _)| *phi != 0).count() as u32;
            let mut prefix = 1 + (f64::from(live) * self.widening).ceil() as u32;
            let (mut best, mut phi, mut second) = (usize::MAX, INFINITE, INFINITE);
            for (at, (child_phi, child_delta)) in numbers.iter().enumerate() {
                if *child_phi == 0 {
                    continue;
                }
                if prefix == 0 {
                    break;
                }
                prefix -= 1;
                if *child_delta < phi {
                    second = phi;
                    phi = *child_delta;
                    best = at;
                } else if *child_delta < second {
                    second = *child_delta;
                }
            }
            if wins {
                (phi, delta) = (0, INFINITE);
            } else if live == 0 {
                (phi, delta) = (INFINITE, 0);
            }
            let over = phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0;
            if over {
                let node = self.nodes.get_mut(&key).expect("it was put there above");
                node.phi = phi;
                node.delta = delta;
                if phi == 0 || delta == 0 {
                    node.moves = Vec::new();
                }
                return;
            }
            let stretched = (f64::from(second) * (1.0 + self.epsilon)) as u32;
            let child_delta = phi_limit.min(stretched.max(second.saturating_add(1)));
            let child_phi = delta_limit - (delta - numbers[best].0);
            let (board, filled) = children[best];
            self.search(board, &filled, child_phi, child_delta);
            numbers[best] = self.numbers(board);
        }
    }
}

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

fn options() -> Options {
    let off = std::env::var("HEX").unwrap_or_default();
    let limit = |name, default: usize| number(name, default as f64) as usize;
    let default = Limits::default();
    let limits = Limits {
        fulls: limit("FULLS", default.fulls),
        semis: limit("SEMIS", default.semis),
        fulls_between_cells: limit("CELL_FULLS", default.fulls_between_cells),
        semis_between_cells: limit("CELL_SEMIS", default.semis_between_cells),
        carrier_between_cells: limit("CELL_SIZE", default.carrier_between_cells as usize) as u32,
        over_edges: std::env::var("OVER_EDGES")
            .ok()
            .and_then(|text| text.parse().ok()),
    };
    Options {
        fill_in: !off.contains('f'),
        dominated: !off.contains('d'),
        vulnerable: !off.contains('v'),
        captured: !off.contains('k'),
        connections: (!off.contains('c')).then_some(limits),
        resistance: !off.contains('r'),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [columns, rows, cells @ ..] = arguments.as_slice() else {
        return Err("usage: hex_df_pn COLUMNS ROWS [openings | CELL...]".into());
    };
    let shape = Shape::new(columns.parse()?, rows.parse()?).ok_or("no such board")?;
    let solver = || Solver {
        shape: shape.clone(),
        analyst: Analyst::new(&shape, options()),
        nodes: HashMap::new(),
        epsilon: number("EPSILON", 0.25),
        widening: number("WIDENING", 0.25),
        expansions: 0,
        visits: 0,
    };
    let report = |solver: &Solver, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{} expansions, {} visits, {seconds:.3} s, {:.0} expansions a second",
            solver.expansions,
            solver.visits,
            solver.expansions as f64 / seconds
        );
    };
    let start = Instant::now();
    if cells.first().is_some_and(|word| word == "openings") {
        let mut all = solver();
        for row in 0..shape.rows() {
            let line: String = (0..shape.columns())
                .map(|column| {
                    let cell = row * shape.columns() + column;
                    let mut one = solver();
                    let board = Board::default().with(Colour::Black, 1 << cell);
                    let white_wins = one.solve(board);
                    all.expansions += one.expansions;
                    all.visits += one.visits;
                    if white_wins { 'W' } else { 'B' }
                })
                .collect();
            println!("{line}");
        }
        report(&all, start);
        return Ok(());
    }
    let mut board = Board::default();
    for name in cells {
        let column = name.bytes().next().ok_or("an empty word")?;
        let column = u32::from(column.wrapping_sub(b'a'));
        let row: u32 = name.get(1..).ok_or("no row")?.parse()?;
        if column >= shape.columns() || row == 0 || row > shape.rows() {
            return Err(format!("{name} is no cell of this board").into());
        }
        let cell = 1_u128 << ((row - 1) * shape.columns() + column);
        if board.occupied() & cell != 0 {
            return Err(format!("{name} is taken").into());
        }
        board = board.with(mover(&board), cell);
    }
    let mut one = solver();
    let to_move = mover(&board);
    let wins = one.solve(board);
    let winner = if wins { to_move } else { to_move.other() };
    println!("{winner:?} wins");
    report(&one, start);
    Ok(())
}
