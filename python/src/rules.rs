//! Games whose rules are written in Python.

mod checker;
mod game;
mod laws;

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use solveig::{Move, Value};
use solveig_game::{Spec, ValueRange};

use crate::asking::{self, Slot};
use crate::errors::Kind;
use crate::numbers;

pub use checker::CheckerRules;
pub use game::PythonGame;
pub use laws::conforms;

/// What unwinds a search when a method of rules raises. The rules keep the exception.
struct Raised;

/// The most moves of a game.
const MAX_MOVES: u16 = 1 << 15;

/// The highest level that a game may have: a search goes a call deeper with each.
const MAX_LEVEL: u32 = 4096;

/// Moves by name. Their codes are the order in which they were met.
#[derive(Default)]
struct Moves {
    names: Vec<String>,
    objects: Vec<Py<PyAny>>,
    codes: HashMap<String, u16>,
}

/// An instance of `solveig.Rules`.
pub struct PythonRules {
    pub object: Py<PyAny>,
    spec: String,
    range: ValueRange,
    max_level: u32,
    key_bits: u32,
    moves: Mutex<Moves>,
    pub raised: Arc<Slot>,
    /// The key of which the last state was asked.
    last_key: Mutex<u128>,
}

/// A state of the rules with its key, and what is known of it.
pub struct State {
    key: u128,
    object: Py<PyAny>,
    level: OnceLock<u32>,
    payoff: OnceLock<Option<Value>>,
    moves: OnceLock<Vec<Move>>,
}

/// A position: equal to others with the same key.
#[derive(Clone)]
pub struct StatePosition(Arc<State>);

impl PartialEq for StatePosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

impl Eq for StatePosition {}

impl Hash for StatePosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

impl fmt::Debug for StatePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0.key)
    }
}

impl PythonRules {
    /// The rules of an instance of `solveig.Rules`.
    ///
    /// # Errors
    ///
    /// Fails if an attribute is missing or wrong, or as its methods do.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let spec: String = object.getattr("spec")?.extract()?;
        Spec::parse(&spec).map_err(|error| Kind::Spec.says(error))?;
        let (min, max): (Value, Value) = attribute(object, "value_range", "two whole numbers")?;
        let key_bits = attribute(object, "key_bits", "a whole number from 1 to 128")?;
        let bound = 1 << 30;
        if min > max || min <= -bound || max >= bound || !(1..=128).contains(&key_bits) {
            let said = "expected value_range to be (least, greatest), both smaller than 2^30, and \
                        key_bits to be 1 to 128";
            return Err(PyValueError::new_err(said));
        }
        let max_level = attribute(object, "max_level", "a whole number from 0 on")?;
        if max_level > MAX_LEVEL {
            let said = format!("max_level {max_level}: expected at most {MAX_LEVEL}");
            return Err(PyValueError::new_err(said));
        }
        // A payoff of one side is a loss of the other.
        let most = min.abs().max(max.abs()).max(1);
        Ok(Self {
            object: object.clone().unbind(),
            spec,
            range: ValueRange::symmetric(most),
            max_level,
            key_bits,
            moves: Mutex::default(),
            raised: Arc::default(),
            last_key: Mutex::default(),
        })
    }

    /// The spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Does `work`, which asks these rules, on this thread.
    ///
    /// # Errors
    ///
    /// Fails with what a method raises.
    pub fn catching<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        let done = catch_unwind(AssertUnwindSafe(work));
        let raised = asking::slot(&self.raised)
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        match (raised, done) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(fault)) => resume_unwind(fault),
        }
    }

    /// Asks the rules. What they raise unwinds the search: no value rests on it.
    fn ask<T>(&self, question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        let asked = || {
            Python::attach(|py| {
                let rules = self.object.bind(py);
                asking::within(rules, || question(rules))
            })
        };
        match asking::expect_running().and_then(|()| asked()) {
            Ok(answer) => answer,
            Err(error) => {
                let slot = asking::slot(&self.raised);
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                resume_unwind(Box::new(Raised))
            }
        }
    }

    fn state(&self, rules: &Bound<'_, PyAny>, object: Bound<'_, PyAny>) -> PyResult<StatePosition> {
        let key = rules.call_method1("key", (&object,))?;
        let key: u128 = extract("key", &key, "a whole number from 0 on")?;
        if self.key_bits < u128::BITS && key >> self.key_bits != 0 {
            let said = format!("key {key}: expected less than 2**{}", self.key_bits);
            return Err(PyValueError::new_err(said));
        }
        Ok(StatePosition(Arc::new(State {
            key,
            object: object.unbind(),
            level: OnceLock::new(),
            payoff: OnceLock::new(),
            moves: OnceLock::new(),
        })))
    }

    fn start(&self) -> StatePosition {
        self.ask(|rules| self.state(rules, rules.call_method0("start")?))
    }

    fn payoff(&self, at: &StatePosition) -> Option<Value> {
        known(&at.0.payoff, || {
            self.ask(|rules| {
                let payoff = rules.call_method1("payoff", (&at.0.object,))?;
                if payoff.is_instance_of::<PyBool>() {
                    let said = format!("payoff {payoff}: expected an int, or None before the end");
                    return Err(PyTypeError::new_err(said));
                }
                let expected = "an int, or None before the end";
                let payoff: Option<Value> = extract("payoff", &payoff, expected)?;
                match payoff {
                    Some(value) if !self.range.contains(value) => {
                        let ValueRange { min, max } = self.range;
                        let said = format!("payoff {value}: expected one from {min} to {max}");
                        Err(PyValueError::new_err(said))
                    }
                    payoff => Ok(payoff),
                }
            })
        })
        .to_owned()
    }

    fn moves<'a>(&self, at: &'a StatePosition) -> &'a [Move] {
        let moves: &Vec<Move> = known(&at.0.moves, || {
            if self.payoff(at).is_some() {
                return Vec::new();
            }
            self.ask(|rules| {
                let mut found = Vec::new();
                for object in rules.call_method1("moves", (&at.0.object,))?.try_iter()? {
                    let object = object?;
                    let name = object.str()?.to_string();
                    let code = self.code(name, object.unbind())?;
                    if found.contains(&code) {
                        let said = format!("move {} twice in a state", self.name(code));
                        return Err(PyValueError::new_err(said));
                    }
                    found.push(code);
                }
                match found.is_empty() {
                    true => {
                        let said = "no moves, but payoff returns None: expected one of the two";
                        Err(PyValueError::new_err(said))
                    }
                    false => Ok(found),
                }
            })
        });
        moves
    }

    fn code(&self, name: String, object: Py<PyAny>) -> PyResult<Move> {
        let separates = |one: char| one.is_whitespace() || one == ',';
        if matches!(name.as_str(), "" | "-") || name.contains(separates) {
            let said = format!("a move named {name:?}: expected one word, and not -");
            return Err(PyValueError::new_err(said));
        }
        let mut moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(code) = moves.codes.get(&name) {
            return Ok(Move(*code));
        }
        let code = u16::try_from(moves.names.len())
            .ok()
            .filter(|code| *code < MAX_MOVES);
        let Some(code) = code else {
            let said = format!("more than {MAX_MOVES} moves with different names");
            return Err(PyValueError::new_err(said));
        };
        moves.codes.insert(name.clone(), code);
        moves.names.push(name);
        moves.objects.push(object);
        Ok(Move(code))
    }

    fn name(&self, of: Move) -> String {
        let moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        let name = moves.names.get(of.index()).cloned();
        name.unwrap_or_else(|| format!("?{}", of.0))
    }

    fn play(&self, at: &StatePosition, played: Move) -> StatePosition {
        self.ask(|rules| {
            let object = {
                let moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
                moves
                    .objects
                    .get(played.index())
                    .map(|one| one.clone_ref(rules.py()))
            };
            let object = object.ok_or_else(|| PyValueError::new_err("a move without a name"))?;
            let state = rules.call_method1("play", (&at.0.object, object))?;
            let after = self.state(rules, state)?;
            let (from, to) = (self.level_by(rules, at)?, self.level_by(rules, &after)?);
            if to <= from {
                let name = self.name(played);
                let said = format!("level {to} after {name}: expected more than {from}");
                return Err(PyValueError::new_err(said));
            }
            Ok(after)
        })
    }

    fn level(&self, at: &StatePosition) -> u32 {
        match at.0.level.get() {
            Some(level) => *level,
            None => self.ask(|rules| self.level_by(rules, at)),
        }
    }

    fn level_by(&self, rules: &Bound<'_, PyAny>, at: &StatePosition) -> PyResult<u32> {
        if let Some(level) = at.0.level.get() {
            return Ok(*level);
        }
        let level = rules.call_method1("level", (&at.0.object,))?;
        let level: u32 = extract("level", &level, "a whole number from 0 on")?;
        if level > self.max_level {
            let said = format!("level {level}: expected at most {}", self.max_level);
            return Err(PyValueError::new_err(said));
        }
        Ok(*at.0.level.get_or_init(|| level))
    }

    /// The position with a key; `None` if the rules have none, or none with a level of the game.
    fn at_key(&self, key: u128) -> Option<StatePosition> {
        if self.key_bits < u128::BITS && key >> self.key_bits != 0 {
            return None;
        }
        *self.last_key.lock().unwrap_or_else(PoisonError::into_inner) = key;
        self.ask(|rules| {
            let refused = |error: PyErr| {
                let py = rules.py();
                let is_refusal = error.is_instance_of::<PyValueError>(py)
                    || error.is_instance_of::<PyKeyError>(py)
                    || error.is_instance_of::<PyOverflowError>(py);
                if is_refusal { Ok(None) } else { Err(error) }
            };
            let found = rules.call_method1("state", (key,));
            let found = found.and_then(|state| self.state(rules, state));
            let found = match found {
                Ok(found) if found.0.key == key => found,
                Ok(_) => return Ok(None),
                Err(error) => return refused(error),
            };
            match self.level_by(rules, &found) {
                Ok(_) => Ok(Some(found)),
                Err(error) => refused(error),
            }
        })
    }

    fn render(&self, at: &StatePosition) -> String {
        self.ask(|rules| {
            let text = rules.call_method1("render", (&at.0.object,))?;
            let text: String = text.extract()?;
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            Ok(lines.join("\n"))
        })
    }
}

/// An attribute of rules.
fn attribute<'py, T: FromPyObjectOwned<'py>>(
    rules: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<T> {
    extract(name, &rules.getattr(name)?, expected)
}

/// What an attribute of rules has or a method returned.
fn extract<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    found: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<T> {
    let is_of_type = numbers::is_whole(found) || found.is_instance_of::<PyTuple>();
    let extracted = found.extract();
    extracted.map_err(|_| numbers::unexpected(name, found, expected, is_of_type))
}

/// What is kept in `place`, found at the first call. Two threads may find it: none waits for
/// another that waits for the interpreter.
fn known<T>(place: &OnceLock<T>, find: impl FnOnce() -> T) -> &T {
    match place.get() {
        Some(known) => known,
        None => {
            let found = find();
            place.get_or_init(|| found)
        }
    }
}
