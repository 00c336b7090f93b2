//! Files of results about small boards, made by the solver.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solveig_campaign::results::import::{ImportOptions, ImportSummary, import};
use solveig_campaign::results::record::Record;
use solveig_campaign::results::row::{Board, Header, LOWER_FIRST};
use solveig_campaign::results::store::Store;
use solveig_campaign::{CampaignError, Plan, Problem};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Keyed, Reduction, Symmetric};
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, StopToken, TranspositionTable};
use solveig_verify::{Rules, Stones};
use tempfile::TempDir;

pub type Solver = OthelloSolver<u64>;

/// A board with hypotheses at one number of empty squares and results at another.
pub struct World {
    pub game: Othello<u64>,
    pub board: Board,
    pub solver: Solver,
    pub folder: TempDir,
    /// The positions of hypotheses, in the order of their files, and their values.
    pub hypotheses: BTreeMap<String, i32>,
    /// The lower and upper bounds that the files prove.
    proved: BTreeMap<String, (Option<i32>, Option<i32>)>,
    first: u32,
}

/// One row before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    mover: u64,
    opponent: u64,
    /// Lower and upper bound.
    bounds: (i32, i32),
}

/// A solver with a table of its own.
pub fn oracle(game: &Othello<u64>) -> Solver {
    let table = Arc::new(TranspositionTable::new(game, 8 << 20).unwrap());
    OthelloSolver::new(game, &table, Reduction::Canonical)
}

impl World {
    /// The whole game on a small board: each position with `first` empty squares is a hypothesis.
    pub fn whole(columns: u32, rows: u32, first: u32, second: u32) -> Self {
        let mut world = Self::empty(columns, rows, first, second);
        world.explore(world.game.start());
        world.write();
        world
    }

    /// As [`whole`](Self::whole), below a position with `from` empty squares that random play leads
    /// to.
    pub fn below(columns: u32, rows: u32, from: u32, first: u32, second: u32) -> Self {
        let mut world = Self::empty(columns, rows, first, second);
        let mut random = Random::new(3);
        let mut position = world.game.start();
        while world.empty_squares(&position) > from {
            position = *random.pick(&world.children(&position));
        }
        world.explore(position);
        world.write();
        world
    }

    /// A solver with a memory of its own.
    pub fn oracle(&self) -> Solver {
        oracle(&self.game)
    }

    /// The whole game on a board, where each hypothesis is a bound of which a proof of the value
    /// of the start needs one. For this the solver has `memory` bytes.
    pub fn proving((columns, rows): (u32, u32), first: u32, second: u32, memory: u64) -> Self {
        let mut world = Self::empty(columns, rows, first, second);
        let table = Arc::new(TranspositionTable::new(&world.game, memory).unwrap());
        world.solver = OthelloSolver::new(&world.game, &table, Reduction::Canonical);
        let start = world.game.start();
        let unknown = Interval::unknown(world.game.value_range());
        let value = world.solver.value(&start, unknown).unwrap();
        for at_least in [true, false] {
            world.suppose(&start, (value, at_least), &mut BTreeSet::new());
        }
        let both = |(lower, upper): (Option<i32>, Option<i32>)| lower.zip(upper);
        // A list has one row for each position: two bounds that differ become the value.
        for letters in world.proved.clone().into_keys() {
            if let Some((lower, upper)) = both(world.proved[&letters])
                && lower < upper
            {
                let position = world.position(&letters);
                let value = world.solver.value(&position, unknown).unwrap();
                world.proved.insert(letters, (Some(value), Some(value)));
            }
        }
        world.write();
        world
    }

    /// Collects the hypotheses from which follows that the value is so much at least, or at most.
    fn suppose(
        &mut self,
        position: &Position,
        (bound, at_least): (i32, bool),
        seen: &mut BTreeSet<(u64, i32, bool)>,
    ) {
        if self.game.terminal_value(position).is_some() {
            return;
        }
        let (position, _) = self.game.representative(position, Reduction::Canonical);
        let passes = self.game.contract_passes(&position).1 > 0;
        if self.empty_squares(&position) == self.first && !passes {
            let letters = self.letters(position.mover, position.opponent);
            let (lower, upper) = self.proved.entry(letters).or_default();
            match at_least {
                true => *lower = Some(lower.map_or(bound, |before| before.max(bound))),
                false => *upper = Some(upper.map_or(bound, |before| before.min(bound))),
            }
            return;
        }
        if !seen.insert((self.game.key(&position), bound, at_least)) {
            return;
        }
        for child in self.children(&position) {
            let proves = !at_least || !self.solver.at_least(&child, 1 - bound).unwrap();
            if proves {
                self.suppose(&child, (-bound, !at_least), seen);
            }
            if proves && at_least {
                return;
            }
        }
    }

    /// The hypotheses as a list.
    pub fn list(&self) -> String {
        let max = self.game.value_range().max;
        let mut text = "obf,count,score,alpha,beta\n".to_owned();
        for (letters, bounds) in &self.proved {
            let (score, alpha, beta) = match *bounds {
                (Some(lower), Some(_)) => (lower, -max, max),
                (Some(lower), None) => (lower, -max, lower),
                (None, Some(upper)) => (upper, upper, max),
                (None, None) => continue,
            };
            text.push_str(&format!("{letters} X;,1,{score},{alpha},{beta}\n"));
        }
        text
    }

    fn empty(columns: u32, rows: u32, first: u32, second: u32) -> Self {
        let game = Othello::new(columns, rows).unwrap();
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("results")).unwrap();
        Self {
            solver: oracle(&game),
            board: Board::new(&game.spec(), second).unwrap(),
            game,
            folder,
            hypotheses: BTreeMap::new(),
            proved: BTreeMap::new(),
            first,
        }
    }

    pub fn results(&self) -> PathBuf {
        self.folder.path().join("results")
    }

    pub fn file(&self, letters: &str) -> PathBuf {
        self.results().join(format!("knowledge_{letters}.csv"))
    }

    /// The file of the first hypothesis.
    pub fn first_file(&self) -> PathBuf {
        self.file(self.hypotheses.keys().next().unwrap())
    }

    pub fn store_path(&self) -> PathBuf {
        self.folder.path().join("results.store")
    }

    pub fn options(&self) -> ImportOptions {
        ImportOptions {
            board: self.board.clone(),
            order: Header::LowerFirst,
            memory: 1 << 20,
            threads: 2,
            stop: StopToken::never(),
        }
    }

    pub fn import(&self) -> Result<ImportSummary, CampaignError> {
        import(
            &self.results(),
            &self.store_path(),
            &self.options(),
            &|_| (),
        )
    }

    /// Imports anew.
    pub fn import_again(&self) -> Result<ImportSummary, CampaignError> {
        let _ = fs::remove_file(self.store_path());
        self.import()
    }

    pub fn store(&self) -> Store {
        Store::open(&self.store_path(), 1 << 20).unwrap()
    }

    /// All that the store has.
    pub fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        let each = |_, record| {
            records.push(record);
            Ok(())
        };
        self.store().scan(each).unwrap();
        records
    }

    /// The first exact row of the first file.
    pub fn exact_row(&self) -> String {
        let text = fs::read_to_string(self.first_file()).unwrap();
        let lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
        lines[an_exact_row(&lines, self.board.empty())].clone()
    }

    /// The class of the position that a row begins with.
    pub fn key_of_row(&self, row: &str) -> u128 {
        let rules = self.board.rules();
        rules.key(&rules.canonical(&self.stones_of_row(row)))
    }

    fn stones_of_row(&self, row: &str) -> Stones {
        let (letters, rest) = row.split_once(' ').unwrap();
        let read = self.board.stones(letters.as_bytes(), rest.starts_with('O'));
        read.unwrap()
    }

    /// The value of the position that a row begins with, for the side to move, by search.
    pub fn value_of_row(&mut self, row: &str) -> i32 {
        let stones = self.stones_of_row(row);
        let position = Position {
            mover: stones.mover,
            opponent: stones.opponent,
        };
        let unknown = Interval::unknown(self.game.value_range());
        // An audit leaves its own stop token.
        self.solver.set_stop(StopToken::never());
        self.solver.value(&position, unknown).unwrap()
    }

    pub fn problem(&self) -> Problem<Othello<u64>> {
        let knowledge = OthelloKnowledge::new(&self.game);
        Problem::new(
            self.game.clone(),
            Arc::new(knowledge),
            &Plan::whole(&self.game),
        )
        .unwrap()
    }

    pub fn empty_squares(&self, position: &Position) -> u32 {
        let squares = self.game.max_level();
        squares - (position.mover | position.opponent).count_ones()
    }

    pub fn letters(&self, mover: u64, opponent: u64) -> String {
        let letter = |square: u32| match (mover >> square & 1, opponent >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..self.game.max_level()).map(letter).collect()
    }

    /// Finds the hypotheses: positions with a choice, one for each class.
    fn explore(&mut self, start: Position) {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            let class = self
                .game
                .representative_key(&position, Reduction::Canonical)
                .0;
            if self.game.terminal_value(&position).is_some() || !seen.insert(class) {
                continue;
            }
            if self.empty_squares(&position) == self.first {
                let letters = self.letters(position.mover, position.opponent);
                let unknown = Interval::unknown(self.game.value_range());
                let value = self.solver.value(&position, unknown).unwrap();
                self.proved
                    .insert(letters.clone(), (Some(value), Some(value)));
                self.hypotheses.insert(letters, value);
                continue;
            }
            open.extend(self.children(&position));
        }
    }

    pub fn children(&self, position: &Position) -> Vec<Position> {
        let moves = self.game.moves(position).into_iter();
        moves
            .map(|played| self.game.play_unchecked(position, played))
            .collect()
    }

    pub fn position(&self, letters: &str) -> Position {
        let mut position = Position {
            mover: 0,
            opponent: 0,
        };
        for (square, letter) in letters.bytes().enumerate() {
            position.mover |= u64::from(letter == b'X') << square;
            position.opponent |= u64::from(letter == b'O') << square;
        }
        position
    }

    /// Writes one file for each hypothesis: results from which its value follows, in a random
    /// order, each as some symmetric position with either side called X; now and then a weaker
    /// result of the same position, or an estimate.
    fn write(&mut self) {
        let mut random = Random::new(7);
        for (letters, (lower, upper)) in self.proved.clone() {
            let position = self.position(&letters);
            let mut lines = BTreeSet::new();
            for (bound, at_least) in [(lower, true), (upper, false)] {
                if let Some(bound) = bound {
                    self.prove(&position, (bound, at_least), &mut lines);
                }
            }
            let text = self.text(&lines, &mut random);
            fs::write(self.file(&letters), text).unwrap();
        }
    }

    /// Collects the results from which follows that the value is so much at least, or at most.
    fn prove(
        &mut self,
        position: &Position,
        (bound, at_least): (i32, bool),
        lines: &mut BTreeSet<Line>,
    ) {
        if let Some(value) = self.game.terminal_value(position) {
            assert!(if at_least {
                value >= bound
            } else {
                value <= bound
            });
            return;
        }
        let max = self.game.value_range().max;
        if self.empty_squares(position) == self.board.empty() {
            let bounds = if at_least {
                (bound, max)
            } else {
                (-max, bound)
            };
            let Position { mover, opponent } = *position;
            lines.insert(Line {
                mover,
                opponent,
                bounds,
            });
            return;
        }
        for child in self.children(position) {
            if at_least {
                // The child's value is at most -bound.
                if !self.solver.at_least(&child, 1 - bound).unwrap() {
                    return self.prove(&child, (-bound, false), lines);
                }
            } else {
                self.prove(&child, (-bound, true), lines);
            }
        }
        assert!(!at_least, "some move proves a lower bound");
    }

    fn text(&self, lines: &BTreeSet<Line>, random: &mut Random) -> String {
        let max = self.game.value_range().max;
        let depth = self.board.empty();
        let mut rows = Vec::new();
        for line in lines {
            let nodes = 1 + random.index(1_000_000) as i64;
            let (lower, upper) = line.bounds;
            let mut row = |how: String, bounds: (i32, i32), nodes: i64| {
                let board = self.image(line, random);
                rows.push(format!("{board},{how},{},{},{nodes}\n", bounds.0, bounds.1));
            };
            row(format!("{depth},100"), line.bounds, nodes);
            if nodes % 5 == 0 {
                let weaker = ((lower - 2).max(-max), (upper + 2).min(max));
                row(format!("{depth},100"), weaker, -nodes);
            }
            if nodes % 3 == 0 {
                let guess = (nodes % 9 - 4) as i32;
                row(format!("{depth},73"), (guess, guess), nodes / 100);
            }
        }
        for last in (1..rows.len()).rev() {
            rows.swap(last, random.index(last + 1));
        }
        format!("{LOWER_FIRST}\n{}", rows.concat())
    }

    /// Some symmetric position with either side called X, as a row begins.
    fn image(&self, line: &Line, random: &mut Random) -> String {
        let (columns, rows) = (self.game.grid().columns(), self.game.grid().rows());
        let pick = random.index(if columns == rows { 8 } else { 4 });
        let mut letters = String::new();
        let swapped = random.index(2) == 1;
        for row in 0..rows {
            for column in 0..columns {
                let (mut from_column, mut from_row) = (column, row);
                if pick & 4 != 0 {
                    (from_column, from_row) = (from_row, from_column);
                }
                if pick & 1 != 0 {
                    from_column = columns - 1 - from_column;
                }
                if pick & 2 != 0 {
                    from_row = rows - 1 - from_row;
                }
                let square = from_row * columns + from_column;
                let colours = (line.mover >> square & 1, line.opponent >> square & 1);
                letters.push(match (colours, swapped) {
                    ((1, _), false) | ((_, 1), true) => 'X',
                    ((_, 1), false) | ((1, _), true) => 'O',
                    _ => '-',
                });
            }
        }
        format!("{letters} {};", if swapped { 'O' } else { 'X' })
    }
}

/// Rewrites the lines of a file.
pub fn edit(path: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    change(&mut lines);
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// The place of the first exact row among the lines of a file.
pub fn an_exact_row(lines: &[String], empty: u32) -> usize {
    let exact = format!(";,{empty},100,");
    lines.iter().position(|line| line.contains(&exact)).unwrap()
}
