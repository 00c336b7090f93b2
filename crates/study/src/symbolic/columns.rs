//! Connect Four positions as words of column contents, and moves on sets of them.
//!
//! The content of a column is a number: a leading one, then one bit per stone from the bottom up,
//! set for the stones of the second player. The top stone is the lowest bit, and a move doubles the
//! number and adds its bit.
//!
//! All positions of a set have the same number of stones, which determines who moved last. In a
//! finished position only that player has a line.

use hashbrown::HashMap;

use super::diagram::file::DiagramShape;
use super::diagram::{Diagram, EMPTY, NodeId, TooLarge};

/// A board, with tables for the possible contents of its columns.
#[derive(Debug)]
pub struct Columns {
    columns: usize,
    rows: u32,
    /// For each side and each content of a column, the rows of that side's stones.
    stones: [Vec<u16>; 2],
}

/// Lines across four columns that may still be completed, as sets of the row in which they begin:
/// horizontal, rising and falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ColumnLines {
    level: u16,
    rising: u16,
    falling: u16,
}

impl ColumnLines {
    const NONE: Self = Self {
        level: 0,
        rising: 0,
        falling: 0,
    };

    /// Those of the lines that have a stone in a column `distance` columns after their first.
    fn with(self, stones: u16, distance: usize) -> Self {
        Self {
            level: self.level & stones,
            rising: self.rising & stones >> distance,
            falling: self.falling & stones << distance,
        }
    }
}

impl Columns {
    /// Greatest number of rows whose contents fit into a label.
    pub const MAX_ROWS: u32 = 14;

    /// The board of `columns` x `rows` squares.
    pub fn new(columns: u32, rows: u32) -> Self {
        assert!(rows <= Self::MAX_ROWS, "contents are labels of 16 bits");
        let contents = 1_u32 << (rows + 1);
        let of = |side: u32| {
            let stones = |content: u32| {
                let height = content.checked_ilog2().unwrap_or(0);
                (0..height)
                    .filter(|row| content >> (height - 1 - row) & 1 == side)
                    .fold(0, |stones, row| stones | 1 << row)
            };
            (0..contents).map(stones).collect()
        };
        Self {
            columns: columns as usize,
            rows,
            stones: [of(0), of(1)],
        }
    }

    /// The shape of the diagrams of its positions.
    pub const fn shape(&self) -> DiagramShape {
        DiagramShape {
            layers: self.columns,
            labels: 1..1 << (self.rows + 1),
        }
    }

    /// The set that contains only the empty board.
    ///
    /// # Errors
    ///
    /// Fails if the diagram exceeds its memory.
    pub fn start(&self, diagram: &mut Diagram) -> Result<NodeId, TooLarge> {
        diagram.word(&vec![1; self.columns])
    }

    /// Whether the top stone of a column completes four in this column.
    const fn ends_in_four(content: u16) -> bool {
        let last_four = content & 0b1111;
        content >> 4 != 0 && (last_four == 0 || last_four == 0b1111)
    }

    /// All lines across columns that fit on the board.
    const fn lines(&self) -> ColumnLines {
        let board = (1_u16 << self.rows) - 1;
        ColumnLines {
            level: board,
            rising: board >> 3,
            falling: board & !0b111,
        }
    }

    /// The positions of `root`, in which `side` moved last, without those where `side` has four in
    /// line.
    ///
    /// # Errors
    ///
    /// Fails if the diagram exceeds its memory.
    pub fn without_lines(
        &self,
        diagram: &mut Diagram,
        root: NodeId,
        side: usize,
    ) -> Result<NodeId, TooLarge> {
        let mut root = without_columns(diagram, 0, root, &mut vec![HashMap::new(); self.columns])?;
        for first in 0..(self.columns + 1).saturating_sub(4) {
            let mut removal = Removal {
                columns: self,
                side,
                first,
                memory: vec![HashMap::new(); first + 4],
            };
            root = removal.remove(diagram, 0, root, self.lines())?;
        }
        Ok(root)
    }

    /// The positions after a move of `side` from those of `root`, none of which may have a line.
    /// `report` receives numbers of nodes finished since its last call.
    ///
    /// # Errors
    ///
    /// Fails if the diagram exceeds its memory.
    pub fn after_move(
        &self,
        diagram: &mut Diagram,
        root: NodeId,
        side: u16,
        report: &mut dyn FnMut(u64),
    ) -> Result<NodeId, TooLarge> {
        let mut move_ = Moves {
            columns: self,
            side,
            memory: vec![HashMap::new(); self.columns],
            report,
            unreported: 0,
        };
        let after = move_.after(diagram, 0, root)?;
        (move_.report)(move_.unreported);
        Ok(after)
    }
}

/// The subset of a node without positions that have four in line in a column.
fn without_columns(
    diagram: &mut Diagram,
    column: usize,
    node: NodeId,
    memory: &mut Vec<HashMap<NodeId, NodeId>>,
) -> Result<NodeId, TooLarge> {
    if node == EMPTY {
        return Ok(EMPTY);
    }
    if let Some(&left) = memory[column].get(&node) {
        return Ok(left);
    }
    let is_last = column + 1 == diagram.layers();
    let content = diagram.content(column, node);
    let (mut kept, mut children) = (Vec::new(), Vec::new());
    for (place, &label) in content.labels.iter().enumerate() {
        if Columns::ends_in_four(label) {
            continue;
        }
        if !is_last {
            let child = diagram.child(&content, place);
            let left = without_columns(diagram, column + 1, child, memory)?;
            if left == EMPTY {
                continue;
            }
            children.push(left);
        }
        kept.push(label);
    }
    let left = diagram.node(column, &kept, &children)?;
    memory[column].insert(node, left);
    Ok(left)
}

/// Removes the positions in which one side has a line across columns that begins in one column.
struct Removal<'a> {
    columns: &'a Columns,
    side: usize,
    /// The column where the lines begin.
    first: usize,
    /// Memo: the remaining set of a node, given the lines that have stones in all columns before.
    memory: Vec<HashMap<(NodeId, ColumnLines), NodeId>>,
}

impl Removal<'_> {
    fn remove(
        &mut self,
        diagram: &mut Diagram,
        column: usize,
        node: NodeId,
        lines: ColumnLines,
    ) -> Result<NodeId, TooLarge> {
        if node == EMPTY || lines == ColumnLines::NONE {
            return Ok(node);
        }
        if let Some(&left) = self.memory[column].get(&(node, lines)) {
            return Ok(left);
        }
        let is_last = column + 1 == diagram.layers();
        let content = diagram.content(column, node);
        let (mut kept, mut children) = (Vec::new(), Vec::new());
        for (place, &label) in content.labels.iter().enumerate() {
            let lines = match column.checked_sub(self.first) {
                None => lines,
                Some(distance) => {
                    let stones = self.columns.stones[self.side][usize::from(label)];
                    lines.with(stones, distance)
                }
            };
            let completes = column == self.first + 3;
            if completes && lines != ColumnLines::NONE {
                continue;
            }
            if !is_last {
                let child = diagram.child(&content, place);
                let left = match completes {
                    true => child,
                    false => self.remove(diagram, column + 1, child, lines)?,
                };
                if left == EMPTY {
                    continue;
                }
                children.push(left);
            }
            kept.push(label);
        }
        let left = diagram.node(column, &kept, &children)?;
        self.memory[column].insert((node, lines), left);
        Ok(left)
    }
}

/// Computes the moves of one side.
struct Moves<'a> {
    columns: &'a Columns,
    side: u16,
    /// Memo: the set after a move, for each node.
    memory: Vec<HashMap<NodeId, NodeId>>,
    report: &'a mut dyn FnMut(u64),
    unreported: u64,
}

impl Moves<'_> {
    fn after(
        &mut self,
        diagram: &mut Diagram,
        column: usize,
        node: NodeId,
    ) -> Result<NodeId, TooLarge> {
        if node == EMPTY {
            return Ok(EMPTY);
        }
        if let Some(&after) = self.memory[column].get(&node) {
            return Ok(after);
        }
        let is_last = column + 1 == diagram.layers();
        let content = diagram.content(column, node);
        let has_room = |label: u16| label >> self.columns.rows == 0;
        // A move into this column leaves the columns after it unchanged.
        let moved: Vec<(u16, usize)> = (content.labels.iter().enumerate())
            .filter(|(_, label)| has_room(**label))
            .map(|(place, label)| (2 * label + self.side, place))
            .collect();
        if is_last {
            let labels: Vec<u16> = moved.iter().map(|(label, _)| *label).collect();
            return diagram.node(column, &labels, &[]);
        }
        let (mut labels, mut children) = (Vec::new(), Vec::new());
        let mut moved = moved.into_iter().peekable();
        let mut stays = content.labels.iter().copied().enumerate().peekable();
        loop {
            let next_moved = moved.peek().map(|(label, _)| *label);
            let next_stays = stays.peek().map(|(_, label)| *label);
            let Some(label) = next_moved.into_iter().chain(next_stays).min() else {
                break;
            };
            let mut child = EMPTY;
            if let Some((place, _)) = stays.next_if(|(_, stays)| *stays == label) {
                child = diagram.child(&content, place);
                child = self.after(diagram, column + 1, child)?;
            }
            if let Some((_, from)) = moved.next_if(|(moved, _)| *moved == label) {
                let before = diagram.child(&content, from);
                child = diagram.union(column + 1, child, before)?;
            }
            if child != EMPTY {
                labels.push(label);
                children.push(child);
            }
        }
        let after = diagram.node(column, &labels, &children)?;
        self.memory[column].insert(node, after);
        self.unreported += 1;
        if self.unreported == 1 << 12 {
            (self.report)(std::mem::take(&mut self.unreported));
        }
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::random::Random;
    use solveig_games::connect_four::ConnectFour;

    use super::super::SymbolicEnumeration;
    use super::*;

    /// The largest board of each number of columns.
    fn boards() -> impl Iterator<Item = (u32, u32)> {
        let handled = |columns, rows| {
            let game = ConnectFour::new(columns, rows);
            game.is_ok_and(|game| SymbolicEnumeration::handles(&game))
        };
        let largest = move |columns| {
            let rows = (1..=64).rev().find(|rows| handled(columns, *rows));
            rows.map(|rows| (columns, rows))
        };
        (1..=64).filter_map(largest)
    }

    /// Whether a side has four in line across columns, or the last four stones of a column are
    /// equal.
    fn has_line(word: &[u16], side: u16) -> bool {
        let stone = |column: usize, row: i32| {
            let height = word.get(column)?.ilog2() as i32;
            let is_stone = (0..height).contains(&row);
            is_stone.then(|| word[column] >> (height - 1 - row) & 1)
        };
        let across = |first: usize, row: i32, rise: i32| {
            (0..4).all(|step| stone(first + step, row + rise * step as i32) == Some(side))
        };
        let upwards = |content: &u16| *content >= 16 && [0, 15].contains(&(content & 15));
        let firsts = (0..word.len()).flat_map(|first| (0..16).map(move |row| (first, row)));
        let mut lines =
            firsts.flat_map(|(first, row)| (-1..=1).map(move |rise| (first, row, rise)));
        word.iter().any(upwards) || lines.any(|(first, row, rise)| across(first, row, rise))
    }

    #[test]
    fn lines_and_moves_reach_the_top_of_the_largest_boards() {
        let mut random = Random::new(1);
        let mut roll = |sides| random.below(sides);
        let (mut lines, mut all) = (0, 0);
        for (columns, rows) in boards() {
            let board = Columns::new(columns, rows);
            for sample in 0..1_000 {
                // High columns with few stones of one side.
                let mut column = || {
                    let height = rows - roll(2) * roll(rows.min(3) + 1);
                    let stone = |content, _| content << 1 | u16::from(roll(8) < sample % 9);
                    (0..height).fold(1, stone)
                };
                let word: Vec<u16> = (0..columns).map(|_| column()).collect();
                let side = (sample % 2) as u16;
                let mut diagram = Diagram::new(board.shape().layers, 1 << 20);
                let root = diagram.word(&word).unwrap();
                let left = board.without_lines(&mut diagram, root, side.into());
                let is_line = left == Ok(EMPTY);
                assert_eq!(is_line, has_line(&word, side), "{rows}: {word:?} {side}");
                (lines, all) = (lines + u32::from(is_line), all + 1);
                let mut expected = EMPTY;
                for at in (0..word.len()).filter(|at| word[*at] >> rows == 0) {
                    let mut moved = word.clone();
                    moved[at] = 2 * moved[at] + side;
                    let moved = diagram.word(&moved).unwrap();
                    expected = diagram.union(0, expected, moved).unwrap();
                }
                let after = board.after_move(&mut diagram, root, side, &mut |_| {});
                assert_eq!(after, Ok(expected), "{rows}: {word:?} {side}");
            }
        }
        assert!(
            (all / 10..all / 10 * 9).contains(&lines),
            "{lines} of {all}"
        );
    }

    /// The words of a board fit into as many bits as its keys, so a count of words does too.
    #[test]
    fn all_words_of_the_largest_boards_can_be_counted() {
        for (columns, rows) in boards() {
            let shape = Columns::new(columns, rows).shape();
            let labels: Vec<u16> = shape.labels.collect();
            let mut diagram = Diagram::new(shape.layers, 1 << 30);
            let mut rest = EMPTY;
            for layer in (0..shape.layers).rev() {
                let is_last = layer + 1 == shape.layers;
                let children = vec![rest; if is_last { 0 } else { labels.len() }];
                rest = diagram.node(layer, &labels, &children).unwrap();
            }
            let all = (labels.len() as u64).checked_pow(columns);
            assert_eq!(Some(diagram.count(rest)), all, "{columns}x{rows}");
        }
    }
}
