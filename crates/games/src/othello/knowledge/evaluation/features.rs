//! Patterns of squares, and the numbering of their contents.

use std::fmt;
use std::sync::Arc;

use crate::grid::Grid;
use crate::othello::Othello;
use solveig_game::Symmetry;

use super::EvaluationError;

/// Maximum number of squares of a pattern: the ways to fill them are numbered in 16 bits.
pub const MAX_PATTERN_SQUARES: u32 = 10;

/// Maximum number of instances of all patterns of a board together.
pub const MAX_INSTANCES: usize = 4 * WORDS;

/// Maximum number of weights of one stage.
const MAX_INDICES: usize = 1 << 20;

/// The words of a sum; each holds the numbers of four instances, 16 bits each.
const WORDS: usize = 12;

/// The squares of a chunk of the board; its contribution to all numbers is one table row.
const CHUNK: u32 = 6;

/// The patterns of a board.
///
/// A pattern is a set of squares. Its images under the symmetries of the board are its *instances*.
/// The content of an instance is a number in base 3, one digit for each square: 0 for an empty
/// square, 1 for the side to move, 2 for its opponent. Digits follow the symmetry, so that
/// instances share weights. The *index* of a weight is that number plus the number of indices of
/// all earlier patterns. If a pattern is its own mirror image, two indices may mean the same: they
/// belong to one *class* and have equal weights.
#[derive(Clone)]
pub struct Features {
    columns: u32,
    rows: u32,
    patterns: Vec<u64>,
    geometry: Arc<Geometry>,
}

struct Geometry {
    /// The first index of each instance's pattern, by word. Those beyond the last instance are the
    /// index of a weight that is always zero.
    offsets: Vec<[u32; 4]>,
    /// What each set of the mover's squares in a chunk adds to the numbers of the instances. The
    /// numbers are below 2^16, so no carry reaches the next number in a word.
    parts: Vec<[u64; WORDS]>,
    instances: usize,
    class_of: Vec<u32>,
    classes: usize,
}

impl Features {
    /// The patterns with which a board is trained; `None` if there are none for it.
    pub fn of_board(columns: u32, rows: u32) -> Option<Self> {
        let drawings: &[&str] = match (columns, rows) {
            (6, 6) => PATTERNS_6X6,
            (8, 8) => PATTERNS_8X8,
            _ => return None,
        };
        let patterns: Vec<u64> = drawings.iter().map(|rows| drawn(rows, columns)).collect();
        Self::new(columns, rows, &patterns).ok()
    }

    /// Patterns of an Othello board, each as a bitboard of one of its instances.
    ///
    /// # Errors
    ///
    /// Fails if there is no such board, a pattern is empty, too large or not on the board, or there
    /// are too many.
    pub fn new(columns: u32, rows: u32, patterns: &[u64]) -> Result<Self, EvaluationError> {
        let game = Othello::<u128>::new(columns, rows).map_err(|_| EvaluationError::NoBoard)?;
        Ok(Self {
            columns,
            rows,
            patterns: patterns.to_vec(),
            geometry: Arc::new(Geometry::new(game.grid(), patterns)?),
        })
    }

    /// The columns of the board.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The rows of the board.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The patterns as bitboards.
    pub fn patterns(&self) -> &[u64] {
        &self.patterns
    }

    /// The number of instances of all patterns.
    pub fn instances(&self) -> usize {
        self.geometry.instances
    }

    /// The number of indices. The last one belongs to no pattern; its weight is zero.
    pub fn indices(&self) -> usize {
        self.geometry.class_of.len()
    }

    /// The number of classes of indices. The last one is that of the last index.
    pub fn classes(&self) -> usize {
        self.geometry.classes
    }

    /// The class of each index. Classes are numbered by their first index.
    pub fn class_of(&self) -> &[u32] {
        &self.geometry.class_of
    }

    /// Calls `each` with the index of each instance, and with the last index for the unused numbers
    /// of the last word. No square may have discs of both sides.
    #[inline(always)]
    pub fn for_each_index(&self, mover: u64, opponent: u64, mut each: impl FnMut(usize)) {
        let geometry = &*self.geometry;
        let (mut own, mut other) = ([0_u64; WORDS], [0_u64; WORDS]);
        let (mut mover, mut opponent) = (mover, opponent);
        for parts in geometry.parts.chunks_exact(1 << CHUNK) {
            let add = |to: &mut [u64; WORDS], squares: u64| {
                let part = &parts[squares as usize & ((1 << CHUNK) - 1)];
                for (sum, part) in to.iter_mut().zip(part) {
                    *sum = sum.wrapping_add(*part);
                }
            };
            add(&mut own, mover);
            add(&mut other, opponent);
            mover >>= CHUNK;
            opponent >>= CHUNK;
        }
        for (word, offsets) in geometry.offsets.iter().enumerate().take(WORDS) {
            let numbers = own[word].wrapping_add(other[word] << 1);
            for (lane, offset) in offsets.iter().enumerate() {
                each(*offset as usize + (numbers >> (16 * lane)) as u16 as usize);
            }
        }
    }
}

impl Geometry {
    fn new(grid: &Grid, patterns: &[u64]) -> Result<Self, EvaluationError> {
        let mut instances: Vec<(u32, Vec<u32>)> = Vec::new();
        let (mut class_of, mut classes) = (Vec::new(), 0_u32);
        for pattern in patterns {
            let size = pattern.count_ones();
            if !(1..=MAX_PATTERN_SQUARES).contains(&size) || pattern & !grid.board() != 0 {
                return Err(EvaluationError::BadPattern(*pattern));
            }
            let offset = class_of.len() as u32;
            let squares: Vec<u32> = (0..64)
                .filter(|square| pattern >> square & 1 != 0)
                .collect();
            let mut seen = Vec::new();
            let mut mirrors = Vec::new();
            for symmetry in (0..grid.symmetries()).map(Symmetry) {
                let image = grid.image(*pattern, symmetry);
                let images = squares
                    .iter()
                    .map(|square| grid.square_image(*square, symmetry));
                let images: Vec<u32> = images.collect();
                if image == *pattern {
                    let digit = |to: &u32| squares.iter().position(|square| square == to);
                    mirrors.push(images.iter().filter_map(digit).collect::<Vec<_>>());
                }
                if !seen.contains(&image) {
                    seen.push(image);
                    instances.push((offset, images));
                }
            }
            if instances.len() > MAX_INSTANCES {
                return Err(EvaluationError::TooManyPatterns);
            }
            for number in 0..3_u32.pow(size) {
                let twin = |digits: &Vec<usize>| rearranged(number, digits);
                let least = mirrors.iter().map(twin).min().unwrap_or(number);
                class_of.push(if least < number {
                    class_of[(offset + least) as usize]
                } else {
                    classes += 1;
                    classes - 1
                });
            }
        }
        class_of.push(classes);
        if class_of.len() > MAX_INDICES {
            return Err(EvaluationError::TooManyPatterns);
        }
        let last = class_of.len() as u32 - 1;
        let mut offsets = vec![[last; 4]; instances.len().div_ceil(4)];
        for (at, (offset, _)) in instances.iter().enumerate() {
            offsets[at / 4][at % 4] = *offset;
        }
        let chunks = grid.squares().div_ceil(CHUNK) as usize;
        let mut parts = vec![[0; WORDS]; chunks << CHUNK];
        for (at, (_, squares)) in instances.iter().enumerate() {
            for (digit, square) in squares.iter().enumerate() {
                let (chunk, bit) = (square / CHUNK, square % CHUNK);
                let worth = 3_u64.pow(digit as u32) << (16 * (at % 4));
                for set in (0..1_usize << CHUNK).filter(|set| set >> bit & 1 != 0) {
                    parts[((chunk as usize) << CHUNK) + set][at / 4] += worth;
                }
            }
        }
        Ok(Self {
            offsets,
            parts,
            instances: instances.len(),
            class_of,
            classes: classes as usize + 1,
        })
    }
}

/// The number whose digit `digits[k]` is digit `k` of `number`.
fn rearranged(mut number: u32, digits: &[usize]) -> u32 {
    let mut sum = 0;
    for digit in digits {
        sum += number % 3 * 3_u32.pow(*digit as u32);
        number /= 3;
    }
    sum
}

/// The squares marked `#` in a drawing of the first rows of a board.
fn drawn(rows: &str, columns: u32) -> u64 {
    let mut squares = 0;
    for (row, text) in rows.split('/').enumerate() {
        for (column, _) in text.bytes().enumerate().filter(|(_, mark)| *mark == b'#') {
            squares |= 1 << (row * columns as usize + column);
        }
    }
    squares
}

const PATTERNS_6X6: &[&str] = &[
    // Lines.
    "/######",
    "//######",
    // The edge with the squares diagonally next to its corners.
    "######/.#..#.",
    // Corners.
    "###/###/###",
    "#####/#####",
    // Diagonals.
    "#...../.#..../..#.../...#../....#./.....#",
    ".#..../..#.../...#../....#./.....#",
    "..#.../...#../....#./.....#",
];

const PATTERNS_8X8: &[&str] = &[
    // Lines.
    "/########",
    "//########",
    "///########",
    // The edge with the squares diagonally next to its corners.
    "########/.#....#.",
    // Corners.
    "###/###/###",
    "#####/#####",
    // Diagonals.
    "#......./.#....../..#...../...#..../....#.../.....#../......#./.......#",
    ".#....../..#...../...#..../....#.../.....#../......#./.......#",
    "..#...../...#..../....#.../.....#../......#./.......#",
    "...#..../....#.../.....#../......#./.......#",
    "....#.../.....#../......#./.......#",
];

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (instances, classes) = (self.geometry.instances, self.geometry.classes);
        write!(
            f,
            "Features({}x{}, {instances} instances, {classes} classes)",
            self.columns, self.rows
        )
    }
}
