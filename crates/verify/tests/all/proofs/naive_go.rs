//! Go by its definition, for boards of a few points: cells in a row, groups by flood fill, and the
//! history as a list.

use std::collections::{BTreeSet, HashMap};

use solveig_verify::Interval;

use super::definition::Definition;
use crate::forge::Random;

/// Cells, side to move, passes and history.
type Situation = (Vec<u8>, u8, u8, BTreeSet<Vec<u8>>);

/// The rules on one board.
#[derive(Clone)]
pub struct NaiveGo {
    columns: usize,
    rows: usize,
    situational: bool,
    suicide: bool,
    /// In half points.
    komi: Option<i32>,
    memory: HashMap<Situation, Interval>,
}

/// Cells: 0 empty, 1 Black, 2 White.
#[derive(Clone, Debug)]
pub struct State {
    cells: Vec<u8>,
    mover: u8,
    passes: u8,
    history: BTreeSet<Vec<u8>>,
}

impl NaiveGo {
    pub fn new(columns: usize, rows: usize, situational: bool, suicide: bool) -> Self {
        Self {
            columns,
            rows,
            situational,
            suicide,
            komi: None,
            memory: HashMap::new(),
        }
    }

    pub fn with_komi(mut self, half_points: i32) -> Self {
        self.komi = Some(half_points);
        self
    }

    pub fn points(&self) -> usize {
        self.columns * self.rows
    }

    /// Cells, side to move and passes.
    pub fn parts(state: &State) -> (Vec<u8>, u8, u8) {
        (state.cells.clone(), state.mover, state.passes)
    }

    /// Forgets what was before.
    pub fn forget(state: &State) -> State {
        State {
            history: BTreeSet::new(),
            ..state.clone()
        }
    }

    /// Moves without superko, except that no stone makes the cells `before` the last move again.
    pub fn repeating_moves(&self, state: &State, before: Option<&[u8]>) -> Vec<State> {
        let mut all = self.moves(&Self::forget(state));
        all.retain(|after| after.passes > 0 || before != Some(&after.cells[..]));
        for after in &mut all {
            after.history.extend(state.history.iter().cloned());
        }
        all
    }

    /// The cells under each symmetry of the board.
    pub fn images(&self, cells: &[u8]) -> Vec<Vec<u8>> {
        let (columns, rows) = (self.columns, self.rows);
        let mut all = Vec::new();
        for by in 0..if columns == rows { 8 } else { 4 } {
            let image = |at: usize| {
                let (mut column, mut row) = (at % columns, at / columns);
                if by & 4 == 4 {
                    (column, row) = (row, column);
                }
                if by & 1 == 1 {
                    column = columns - 1 - column;
                }
                if by & 2 == 2 {
                    row = rows - 1 - row;
                }
                row * columns + column
            };
            let mut moved = vec![0; cells.len()];
            for (at, cell) in cells.iter().enumerate() {
                moved[image(at)] = *cell;
            }
            all.push(moved);
        }
        all
    }

    fn beside(&self, point: usize) -> Vec<usize> {
        let (column, row) = (point % self.columns, point / self.columns);
        let all = 0..self.points();
        let is_beside = |other: &usize| {
            (other % self.columns).abs_diff(column) + (other / self.columns).abs_diff(row) == 1
        };
        all.filter(is_beside).collect()
    }

    /// The connected points of the same kind as `from`, and the kinds beside them.
    fn group(&self, cells: &[u8], from: usize) -> (Vec<usize>, BTreeSet<u8>) {
        let (mut group, mut around) = (vec![from], BTreeSet::new());
        let mut at = 0;
        while at < group.len() {
            for next in self.beside(group[at]) {
                if cells[next] != cells[from] {
                    around.insert(cells[next]);
                } else if !group.contains(&next) {
                    group.push(next);
                }
            }
            at += 1;
        }
        (group, around)
    }

    fn capture(&self, cells: &mut [u8], colour: u8) {
        let before = cells.to_vec();
        for point in 0..self.points() {
            if before[point] == colour && !self.group(&before, point).1.contains(&0) {
                cells[point] = 0;
            }
        }
    }

    /// The board row by row, the side to move, and the passes.
    pub fn text(state: &State) -> String {
        let cells = state
            .cells
            .iter()
            .map(|cell| ["-", "X", "O"][usize::from(*cell)]);
        let mover = if state.mover == 1 { " X" } else { " O" };
        let passes = match state.passes {
            0 => String::new(),
            passes => format!(", {passes} passed"),
        };
        cells.collect::<String>() + mover + &passes
    }

    /// The name of the point whose move leads from `before` to `after`.
    pub fn point_name(&self, before: &State, after: &State) -> String {
        if before.cells == after.cells && after.passes > 0 {
            return "pass".to_owned();
        }
        let is_new = |at: &usize| before.cells[*at] == 0 && after.cells[*at] != 0;
        let point = (0..self.points()).find(is_new);
        point.map_or_else(
            || "suicide".to_owned(),
            |point| {
                let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ".as_bytes();
                let letter = letters[point % self.columns] as char;
                format!("{letter}{}", point / self.columns + 1)
            },
        )
    }

    /// What superko compares.
    fn repetition(&self, cells: &[u8], mover: u8) -> Vec<u8> {
        let mut all = cells.to_vec();
        all.push(if self.situational { mover } else { 0 });
        all
    }

    fn score(&self, state: &State) -> i32 {
        let mut score = 0;
        for point in 0..self.points() {
            let owners = match state.cells[point] {
                0 => self.group(&state.cells, point).1,
                colour => BTreeSet::from([colour]),
            };
            score += match owners.into_iter().collect::<Vec<_>>()[..] {
                [1] => 1,
                [2] => -1,
                _ => 0,
            };
        }
        let worth = match self.komi {
            None => score,
            Some(half_points) => (2 * score - half_points).signum(),
        };
        if state.mover == 1 { worth } else { -worth }
    }
}

impl Definition for NaiveGo {
    type State = State;

    fn spec(&self) -> String {
        let mut parameters = Vec::new();
        if let Some(half_points) = self.komi {
            let komi = f64::from(half_points) / 2.0;
            parameters.push(format!("komi={komi}"));
        }
        if self.situational {
            parameters.push("superko=situational".to_owned());
        }
        if self.suicide {
            parameters.push("suicide=yes".to_owned());
        }
        let mark = if parameters.is_empty() { "" } else { "?" };
        format!(
            "go:{}x{}{mark}{}",
            self.columns,
            self.rows,
            parameters.join("&")
        )
    }

    fn begin(&self, board: Option<u128>) -> Option<State> {
        let key = board.unwrap_or(0);
        let points = self.points();
        let bit = |place: usize| (key >> place & 1) as u8;
        let rest = key >> (2 * points);
        if rest >= 6 || (0..points).any(|point| bit(point) + bit(points + point) == 2) {
            return None;
        }
        let cells: Vec<u8> = (0..points)
            .map(|at| bit(at) + 2 * bit(points + at))
            .collect();
        let lives = |at: usize| cells[at] == 0 || self.group(&cells, at).1.contains(&0);
        let state = State {
            mover: 1 + (rest & 1) as u8,
            passes: (rest >> 1) as u8,
            history: BTreeSet::new(),
            cells: cells.clone(),
        };
        (0..points).all(lives).then_some(state)
    }

    fn key(&self, state: &State) -> u128 {
        let points = self.points();
        let stones = (0..points).map(|at| match state.cells[at] {
            0 => 0,
            1 => 1_u128 << at,
            _ => 1 << (points + at),
        });
        let rest = u128::from(state.mover - 1) | u128::from(state.passes) << 1;
        stones.sum::<u128>() | rest << (2 * points)
    }

    fn moves(&self, state: &State) -> Vec<State> {
        let mut all = Vec::new();
        if state.passes == 2 {
            return all;
        }
        let mut history = state.history.clone();
        history.insert(self.repetition(&state.cells, state.mover));
        let other = 3 - state.mover;
        for point in (0..self.points()).filter(|point| state.cells[*point] == 0) {
            let mut cells = state.cells.clone();
            cells[point] = state.mover;
            self.capture(&mut cells, other);
            self.capture(&mut cells, state.mover);
            let allowed = cells[point] != 0 || self.suicide;
            if allowed && !history.contains(&self.repetition(&cells, other)) {
                all.push(State {
                    cells,
                    mover: other,
                    passes: 0,
                    history: history.clone(),
                });
            }
        }
        all.push(State {
            cells: state.cells.clone(),
            mover: other,
            passes: state.passes + 1,
            history,
        });
        all
    }

    fn utility(&self, state: &State) -> Option<i32> {
        (state.passes == 2).then(|| self.score(state))
    }

    fn range(&self) -> Interval {
        let max = self.komi.map_or(self.points() as i32, |_| 1);
        Interval::symmetric(max)
    }

    fn reaches(&mut self, state: &State, bound: i32) -> bool {
        if let Some(value) = self.utility(state) {
            return value >= bound;
        }
        let at = (
            state.cells.clone(),
            state.mover,
            state.passes,
            state.history.clone(),
        );
        let bounds = *self.memory.get(&at).unwrap_or(&self.range());
        if bounds.least >= bound || bounds.greatest < bound {
            return bounds.least >= bound;
        }
        let mut moves = self.moves(state);
        // With the pass first, games end soon.
        moves.reverse();
        let reaches = moves.iter().any(|child| !self.reaches(child, 1 - bound));
        let range = self.range();
        let bounds = self.memory.entry(at).or_insert(range);
        match reaches {
            true => bounds.least = bounds.least.max(bound),
            false => bounds.greatest = bounds.greatest.min(bound - 1),
        }
        reaches
    }

    fn some_key(&self, random: &mut Random) -> u128 {
        u128::from(random.next()) % (6 << (2 * self.points()))
    }

    fn other(&self, random: &mut Random) -> Option<Self> {
        let mut other = Self::new(self.columns, self.rows, random.chance(2), random.chance(2));
        other.komi = *random.pick(&[None, Some(1), Some(-1), Some(0), Some(4)]);
        Some(other)
    }
}
