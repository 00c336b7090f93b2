//! The laws of games, tested for rules.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, PoisonError};

use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;
use solveig_game::random::Random;

use super::{PythonGame, PythonRules, Raised, StatePosition};
use crate::asking;
use crate::waiting::{Call, said_by};

/// How many random plays are searched for two states with one key.
const PLAYS: usize = 24;

/// Tests that rules keep the laws of a game, by random plays. Raises AssertionError, which names
/// the law that they break; so it may stand in a test.
#[pyfunction]
pub fn conforms(py: Python<'_>, rules: &Bound<'_, PyAny>) -> PyResult<()> {
    let rules = Arc::new(PythonRules::new(rules)?);
    let game = PythonGame(Arc::clone(&rules));
    let call = Call::new(None, Some(Arc::clone(&rules.raised)))?;
    match call.wait(py, || broken_law(&game).or_else(|| rules.shared_key()))? {
        None => Ok(()),
        Some(broken) => Err(PyAssertionError::new_err(broken)),
    }
}

/// The law that a game breaks, in words.
fn broken_law(game: &PythonGame) -> Option<String> {
    let rules = &game.0;
    // What plays do not ask of the rules is asked first: it raises what the methods raise.
    let broken = fault_of(
        || solveig_conformance::levels_follow_their_rule(game),
        |fault| resume_unwind(fault),
    );
    let broken = broken.or_else(|| {
        let numbers = || solveig_conformance::numbers_that_are_no_keys_are_refused(game);
        let said = fault_of(numbers, |_| rules.said())?;
        let key = *rules
            .last_key
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Some(format!(
            "{}, key {key}: {said}: `state` must raise ValueError for a key of no state",
            rules.spec
        ))
    });
    broken.or_else(|| {
        fault_of(
            || solveig_conformance::check(game),
            |fault| resume_unwind(fault),
        )
    })
}

/// What a law says if it is broken; `raised`, if a method of the rules raises.
fn fault_of(
    law: impl FnOnce(),
    raised: impl FnOnce(Box<dyn Any + Send>) -> String,
) -> Option<String> {
    let fault = catch_unwind(AssertUnwindSafe(law)).err()?;
    Some(match fault.is::<Raised>() {
        true => raised(fault),
        false => said_by(&*fault).to_owned(),
    })
}

/// A state, and the moves of the play that led there.
struct Visit {
    at: StatePosition,
    moves: Vec<String>,
}

impl PythonRules {
    /// What a method raised, in words.
    fn said(&self) -> String {
        let slot = asking::slot(&self.raised);
        let raised = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or_else(String::new, |error| error.to_string())
    }

    /// Two states with one key after which play differs, in words. To the solver they are one.
    fn shared_key(&self) -> Option<String> {
        let mut random = Random::new(3);
        let mut seen: HashMap<u128, Visit> = HashMap::new();
        for _ in 0..PLAYS {
            let mut at = self.start();
            let mut moves: Vec<String> = Vec::new();
            while let legal @ [_, ..] = self.moves(&at) {
                for played in legal {
                    let child = Visit {
                        at: self.play(&at, *played),
                        moves: [&moves[..], &[self.name(*played)]].concat(),
                    };
                    match seen.get(&child.at.0.key) {
                        Some(first) => {
                            let difference = self.difference(first, &child);
                            if difference.is_some() {
                                return difference;
                            }
                        }
                        None => drop(seen.insert(child.at.0.key, child)),
                    }
                }
                let next = *random.pick(legal);
                moves.push(self.name(next));
                at = self.play(&at, next);
            }
        }
        None
    }

    /// How play differs after two states with one key, unless Python has them equal.
    fn difference(&self, first: &Visit, second: &Visit) -> Option<String> {
        let (one, other) = (&first.at, &second.at);
        let is_equal = self.ask(|rules| {
            let equal = one.0.object.bind(rules.py()).eq(&other.0.object);
            // Arrays, for example, do not tell.
            Ok(equal.unwrap_or(false))
        });
        if is_equal {
            return None;
        }
        let mut facts = self.facts(one).zip(self.facts(other));
        let (of_one, of_other) = facts.find(|(one, other)| one != other)?;
        Some(format!(
            "{}: two states have key {}, but {of_one} after \"{}\", and {of_other} after \"{}\"",
            self.spec,
            one.0.key,
            first.moves.join(" "),
            second.moves.join(" ")
        ))
    }
    /// What a state allows, up to the keys of the states after it.
    fn facts<'a>(&'a self, at: &'a StatePosition) -> impl Iterator<Item = String> + 'a {
        let payoff = || match self.payoff(at) {
            Some(payoff) => format!("payoff {payoff}"),
            None => "no payoff".to_owned(),
        };
        let moves = || {
            let names = self.moves(at).iter().map(|played| self.name(*played));
            format!("moves {}", names.collect::<Vec<_>>().join(" "))
        };
        let own = (0..3).map(move |fact| match fact {
            0 => format!("level {}", self.level(at)),
            1 => payoff(),
            _ => moves(),
        });
        let after = self.moves(at).iter().map(|played| {
            let key = self.play(at, *played).0.key;
            format!("key {key} after {}", self.name(*played))
        });
        own.chain(after)
    }
}
