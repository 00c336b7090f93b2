//! Columns of numbers that become arrays.

use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::prelude::*;
use solveig::{AnyGame, Game as _, Keyed};
use solveig_engine::artifact::{Finding, QueryError, StoredArtifact};
use solveig_format::Record;
use solveig_game::{Interval, WideKey};

use crate::waiting::Call;

/// Numbers in the narrowest type that holds all that there may be.
pub enum Numbers {
    Bytes(Vec<i8>),
    Shorts(Vec<i16>),
    Words(Vec<i32>),
}

impl Numbers {
    /// Room for numbers from `least` to `greatest`.
    pub fn with_room(least: i32, greatest: i32, room: usize) -> Self {
        let fits = |min: i32, max: i32| min <= least && greatest <= max;
        match () {
            () if fits(i8::MIN.into(), i8::MAX.into()) => Self::Bytes(Vec::with_capacity(room)),
            () if fits(i16::MIN.into(), i16::MAX.into()) => Self::Shorts(Vec::with_capacity(room)),
            () => Self::Words(Vec::with_capacity(room)),
        }
    }

    /// So many times the same number.
    fn filled(least: i32, greatest: i32, number: i32, count: usize) -> Self {
        match Self::with_room(least, greatest, 0) {
            Self::Bytes(_) => Self::Bytes(vec![number as i8; count]),
            Self::Shorts(_) => Self::Shorts(vec![number as i16; count]),
            Self::Words(_) => Self::Words(vec![number; count]),
        }
    }

    /// Adds one, which is from the least to the greatest.
    pub fn push(&mut self, number: i32) {
        match self {
            Self::Bytes(numbers) => numbers.push(number as i8),
            Self::Shorts(numbers) => numbers.push(number as i16),
            Self::Words(numbers) => numbers.push(number),
        }
    }

    fn set(&mut self, index: usize, number: i32) {
        match self {
            Self::Bytes(numbers) => numbers[index] = number as i8,
            Self::Shorts(numbers) => numbers[index] = number as i16,
            Self::Words(numbers) => numbers[index] = number,
        }
    }

    /// The numbers, which must fit.
    pub fn into_shorts(self) -> Vec<i16> {
        match self {
            Self::Bytes(numbers) => numbers.into_iter().map(i16::from).collect(),
            Self::Shorts(numbers) => numbers,
            Self::Words(numbers) => numbers.into_iter().map(|number| number as i16).collect(),
        }
    }

    /// The array, which takes over the memory.
    pub fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Bytes(numbers) => numbers.into_pyarray(py).into_any(),
            Self::Shorts(numbers) => numbers.into_pyarray(py).into_any(),
            Self::Words(numbers) => numbers.into_pyarray(py).into_any(),
        }
    }
}

/// What is told of each position besides its value.
#[derive(Clone, Copy, Default)]
pub struct Parts {
    pub derived: bool,
    pub bounds: bool,
    pub moves: bool,
    pub roles: bool,
}

/// What is known of many positions.
pub struct Columns {
    values: Numbers,
    known: Vec<bool>,
    bounds: Option<[Numbers; 2]>,
    moves: Option<Numbers>,
    roles: Option<Vec<u8>>,
    set: u64,
}

/// The code of no move.
const NO_MOVE: i32 = -1;

impl Columns {
    /// Columns of so many positions of which nothing is known.
    pub fn new(game: &AnyGame, count: usize, parts: Parts) -> Self {
        let range = game.value_range();
        let (min, max) = (range.min, range.max);
        let column = |number| Numbers::filled(min.min(0), max.max(0), number, count);
        let codes = i32::from(game.move_codes());
        Self {
            values: column(0),
            known: vec![false; count],
            bounds: parts.bounds.then(|| [column(min), column(max)]),
            moves: parts
                .moves
                .then(|| Numbers::filled(NO_MOVE, codes, NO_MOVE, count)),
            roles: parts.roles.then(|| vec![0; count]),
            set: 0,
        }
    }

    /// How many positions were set.
    pub const fn count(&self) -> u64 {
        self.set
    }

    /// Sets the interval of a value.
    pub fn set_interval(&mut self, index: usize, interval: Interval) {
        self.set += 1;
        if let Some(value) = interval.value() {
            self.values.set(index, value);
            self.known[index] = true;
        }
        if let Some([lower, upper]) = &mut self.bounds {
            lower.set(index, interval.lower);
            upper.set(index, interval.upper);
        }
    }

    /// Sets what was found of a position.
    pub fn set(&mut self, index: usize, finding: &Finding) {
        self.set_interval(index, finding.interval);
        if let (Some(moves), Some(best)) = (&mut self.moves, finding.best) {
            moves.set(index, best.0.into());
        }
        if let (Some(all), Some(roles)) = (&mut self.roles, finding.roles) {
            all[index] = roles.bits();
        }
    }

    /// The object of arrays.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let [lower, upper] = match self.bounds {
            Some(bounds) => bounds.map(|bound| Some(bound.into_array(py))),
            None => [None, None],
        };
        let moves = self.moves.map(|moves| moves.into_array(py));
        let roles = self.roles.map(|roles| roles.into_pyarray(py));
        let (values, known) = (self.values.into_array(py), self.known.into_pyarray(py));
        let fields = (values, known, lower, upper, moves, roles);
        py.import("solveig._bulk")?.getattr("Values")?.call1(fields)
    }
}

/// Keys as rows of words of 64 bits, the one of the low bits in front; of one word, as numbers.
pub fn keys_array<'py>(
    py: Python<'py>,
    words: Vec<u64>,
    game: &AnyGame,
) -> PyResult<Bound<'py, PyAny>> {
    let width = words_of(game);
    if width == 1 {
        return Ok(words.into_pyarray(py).into_any());
    }
    let rows = words.len() / width;
    let array = Array2::from_shape_vec((rows, width), words);
    let array =
        array.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    Ok(array.into_pyarray(py).into_any())
}

/// The words of a key.
pub fn words_of(game: &AnyGame) -> usize {
    game.key_bits().div_ceil(64).max(1) as usize
}

/// The words of a key, the one of the low bits in front.
pub fn words(key: WideKey, width: usize) -> impl Iterator<Item = u64> {
    let WideKey { high, low } = key;
    let words = [
        low as u64,
        (low >> 64) as u64,
        high as u64,
        (high >> 64) as u64,
    ];
    words.into_iter().take(width)
}

/// The stored positions of a level.
pub struct LevelColumns {
    pub keys: Vec<u64>,
    pub values: Numbers,
    pub moves: Option<Numbers>,
    pub roles: Vec<u8>,
}

impl LevelColumns {
    /// Room for so many positions.
    pub fn with_room(game: &AnyGame, moves: bool, room: usize) -> Self {
        let range = game.value_range();
        let codes = i32::from(game.move_codes());
        Self {
            keys: Vec::with_capacity(room * words_of(game)),
            values: Numbers::with_room(range.min, range.max, room),
            moves: moves.then(|| Numbers::with_room(NO_MOVE, codes, room)),
            roles: Vec::with_capacity(room),
        }
    }

    /// Adds a stored position.
    ///
    /// # Errors
    ///
    /// Fails if its stored move is none of its moves.
    pub fn push(
        &mut self,
        artifact: &StoredArtifact<AnyGame>,
        record: &Record,
    ) -> Result<(), QueryError> {
        let game = artifact.game();
        self.keys.extend(words(record.key.into(), words_of(game)));
        self.values.push(record.value);
        self.roles.push(record.roles.bits());
        if let Some(moves) = &mut self.moves {
            let position = record
                .move_index
                .and_then(|_| game.position(record.key.into()).ok());
            let stored = match position {
                Some(position) => artifact.stored_move(record, &position)?,
                None => None,
            };
            moves.push(stored.map_or(NO_MOVE, |stored| stored.0.into()));
        }
        Ok(())
    }
}

/// The stored positions of a level in the order of their keys; `None` if a signal came first.
///
/// # Errors
///
/// Fails if the file is damaged.
pub fn level_arrays(
    artifact: &StoredArtifact<AnyGame>,
    level: u32,
    moves: bool,
    call: &Call,
) -> Result<LevelColumns, QueryError> {
    let (reader, stop) = (artifact.reader(), call.token());
    let summary = reader.level(level);
    let room = summary.map_or(0, |level| level.records as usize);
    let mut columns = LevelColumns::with_room(artifact.game(), moves, room);
    let mut records = Vec::new();
    for number in summary.map_or(0..0, |level| level.blocks.clone()) {
        if stop.is_stopped() {
            return Err(solveig::Stopped.into());
        }
        reader.read_block(number, &mut records)?;
        for record in &records {
            columns.push(artifact, record)?;
        }
    }
    Ok(columns)
}

impl LevelColumns {
    /// The object of arrays.
    ///
    /// # Errors
    ///
    /// Never, as every key has the same number of words.
    pub fn into_python<'py>(self, py: Python<'py>, game: &AnyGame) -> PyResult<Bound<'py, PyAny>> {
        let keys = keys_array(py, self.keys, game)?;
        let values = self.values.into_array(py);
        let moves = self.moves.map(|moves| moves.into_array(py));
        let roles = self.roles.into_pyarray(py);
        let fields = (keys, values, moves, roles);
        py.import("solveig._bulk")?
            .getattr("LevelArrays")?
            .call1(fields)
    }
}
