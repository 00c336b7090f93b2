//! The settings of Expected Work Search, and how they are written.

use std::fmt;

use crate::binary::Resources;

/// The work estimate: which of win rates and proof sizes it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkEstimate {
    /// Both: equations 1 to 3.
    #[default]
    Expected,
    /// Proof sizes alone, EWS-WR: equation 2 takes the least instead, win rates are 0.
    SizeAlone,
    /// Win rates alone, EWS-PS: children by UCT.
    RateAlone,
}

/// The conjectured winner, which steers the search but not the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conjecture {
    /// No conjecture: equation 3 orders the moves of both sides.
    Nobody,
    /// The question is conjectured to have this answer.
    Answer(bool),
    /// The side that wins more than half of the playouts from the root.
    Root,
    /// At each node, the side that wins more than half of its playouts.
    #[default]
    Node,
}

/// Expected Work Search and its settings.
///
/// They are written `conjecture=none,epsilon=0.1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedWork {
    /// By what the work to prove a node is estimated.
    pub estimate: WorkEstimate,
    /// Who is taken to win. [`WorkEstimate::SizeAlone`] has no win rates to tell.
    pub conjecture: Conjecture,
    /// The child in front stays there while it is no worse than the best by more than this part
    /// (the 1 + ε trick, Pawlewicz and Lew 2007).
    pub epsilon: f64,
    /// The seed of the playouts, in place of that of [`Resources`].
    pub seed: u64,
}

/// Settings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The solver has no settings.
    #[error("{0} has no settings; ews, ews-wr and ews-ps have some")]
    NoSettings(&'static str),
    /// There is no such setting.
    #[error("\"{word}\" is no setting of {solver}: expected NAME=VALUE with {expected}")]
    Unknown {
        /// What was written in its place.
        word: String,
        /// The name of the solver in commands.
        solver: &'static str,
        /// The names of the settings that the solver has.
        expected: String,
    },
    /// A setting is given a second time.
    #[error("{0} is given twice")]
    Twice(String),
    /// A setting has no such value.
    #[error("{name}={value}: expected {expected}")]
    Value {
        /// The setting as it was written, before the `=`.
        name: String,
        /// What was written after the `=`.
        value: String,
        /// The values that it has.
        expected: String,
    },
}

impl Default for ExpectedWork {
    fn default() -> Self {
        Self::with(WorkEstimate::Expected)
    }
}

const CONJECTURES: [(&str, Conjecture); 5] = [
    ("none", Conjecture::Nobody),
    ("yes", Conjecture::Answer(true)),
    ("no", Conjecture::Answer(false)),
    ("root", Conjecture::Root),
    ("node", Conjecture::Node),
];

/// A number of 0 or more.
fn number_of(name: &str, value: &str) -> Result<f64, SettingsError> {
    let number = value.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    // Minus nothing is nothing.
    let number = number.map(|number| number + 0.0);
    number.ok_or_else(|| SettingsError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: "a finite number of 0 or more".to_owned(),
    })
}

/// The seed that a text names.
fn seed_of(value: &str) -> Result<u64, SettingsError> {
    value.parse().map_err(|_| SettingsError::Value {
        name: "seed".to_owned(),
        value: value.to_owned(),
        expected: format!("a whole number from 0 to {}", u64::MAX),
    })
}

/// Words as a list: a, b or c.
pub(crate) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((one, rest)) if !rest.is_empty() => format!("{} or {one}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl ExpectedWork {
    /// This work estimate, and defaults for the rest.
    pub const fn with(estimate: WorkEstimate) -> Self {
        Self {
            estimate,
            conjecture: match estimate {
                WorkEstimate::Expected => Conjecture::Node,
                WorkEstimate::SizeAlone | WorkEstimate::RateAlone => Conjecture::Nobody,
            },
            epsilon: 0.0,
            seed: Resources::DEFAULT_SEED,
        }
    }

    /// The same with another conjecture.
    #[must_use]
    pub const fn conjecturing(self, conjecture: Conjecture) -> Self {
        Self { conjecture, ..self }
    }

    /// The name of the solver with this estimate.
    pub const fn solver(&self) -> &'static str {
        match self.estimate {
            WorkEstimate::Expected => "ews",
            WorkEstimate::SizeAlone => "ews-wr",
            WorkEstimate::RateAlone => "ews-ps",
        }
    }

    /// The names of the settings that matter with this estimate.
    const fn names(&self) -> &'static [&'static str] {
        match self.estimate {
            WorkEstimate::Expected | WorkEstimate::SizeAlone => &["conjecture", "epsilon", "seed"],
            WorkEstimate::RateAlone => &["seed"],
        }
    }

    /// These settings, changed by those that `text` names.
    ///
    /// # Errors
    ///
    /// Fails if the solver has no such setting, a setting no such value, or if a setting is given
    /// twice.
    pub fn changed_by(mut self, text: &str) -> Result<Self, SettingsError> {
        let mut seen: Vec<&str> = Vec::new();
        for word in text.split(',') {
            let Some((name, value)) = word
                .split_once('=')
                .filter(|(name, _)| self.names().contains(name))
            else {
                return Err(SettingsError::Unknown {
                    word: word.to_owned(),
                    solver: self.solver(),
                    expected: listed(self.names().iter().copied()),
                });
            };
            if seen.contains(&name) {
                return Err(SettingsError::Twice(name.to_owned()));
            }
            seen.push(name);
            match name {
                "conjecture" => self.conjecture = self.conjecture_of(value)?,
                "epsilon" => self.epsilon = number_of(name, value)?,
                _ => self.seed = seed_of(value)?,
            }
        }
        Ok(self)
    }

    fn conjecture_of(&self, value: &str) -> Result<Conjecture, SettingsError> {
        let conjectures = match self.estimate {
            // The last two go by win rates.
            WorkEstimate::SizeAlone => &CONJECTURES[..3],
            _ => &CONJECTURES,
        };
        let found = conjectures.iter().find(|(word, _)| *word == value);
        found
            .map(|(_, conjecture)| *conjecture)
            .ok_or_else(|| SettingsError::Value {
                name: "conjecture".to_owned(),
                value: value.to_owned(),
                expected: listed(conjectures.iter().map(|(word, _)| *word)),
            })
    }

    /// The value of a setting as it is written.
    fn value(&self, name: &str) -> String {
        match name {
            "conjecture" => {
                let mut words = CONJECTURES.iter();
                let found = words.find(|(_, conjecture)| *conjecture == self.conjecture);
                found.map_or("", |(word, _)| word).to_owned()
            }
            "epsilon" => self.epsilon.to_string(),
            _ => self.seed.to_string(),
        }
    }

    /// The settings that differ from the defaults, as they are written; nothing if none does.
    pub fn changes(&self) -> String {
        let default = Self::with(self.estimate);
        let names = self.names().iter();
        let differs = names.filter(|name| self.value(name) != default.value(name));
        let written: Vec<String> = differs
            .map(|name| format!("{name}={}", self.value(name)))
            .collect();
        written.join(",")
    }
}

impl fmt::Display for ExpectedWork {
    /// The solver's name, and the settings that differ from its defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = self.changes();
        match changes.is_empty() {
            true => f.pad(self.solver()),
            false => f.pad(&format!("{} {changes}", self.solver())),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_settings() -> impl Strategy<Value = ExpectedWork> {
        use WorkEstimate::{Expected, RateAlone, SizeAlone};
        let estimate = prop::sample::select(vec![Expected, RateAlone, SizeAlone]);
        let conjecture = prop::sample::select(CONJECTURES.map(|(_, one)| one).to_vec());
        (estimate, conjecture, 0.0..10.0, 0..3_u64).prop_map(
            |(estimate, conjecture, epsilon, seed)| {
                let mut all = ExpectedWork::with(estimate);
                all.seed = seed;
                let by_rate = [Conjecture::Root, Conjecture::Node].contains(&conjecture);
                if estimate != RateAlone {
                    all.epsilon = epsilon;
                }
                if estimate == Expected || estimate == SizeAlone && !by_rate {
                    all.conjecture = conjecture;
                }
                all
            },
        )
    }

    proptest! {
        #[test]
        fn settings_are_read_as_they_are_written(settings in any_settings()) {
            let changes = settings.changes();
            let default = ExpectedWork::with(settings.estimate);
            let read = match changes.is_empty() {
                true => default,
                false => default.changed_by(&changes).unwrap(),
            };
            prop_assert_eq!(read, settings);
        }
    }

    #[test]
    fn settings_that_are_none_are_named() {
        let refused = |estimate, text: &str| {
            let settings = ExpectedWork::with(estimate);
            settings.changed_by(text).unwrap_err().to_string()
        };
        let of_ews = |text: &str| refused(WorkEstimate::Expected, text);
        assert_eq!(
            of_ews("prior=1"),
            "\"prior=1\" is no setting of ews: expected NAME=VALUE with conjecture, epsilon or seed"
        );
        assert_eq!(
            of_ews("conjecture=2"),
            "conjecture=2: expected none, yes, no, root or node"
        );
        for number in ["", "-1", "inf", "nan", "1e999", "x"] {
            let error = of_ews(&format!("epsilon={number}"));
            assert!(
                error.ends_with("expected a finite number of 0 or more"),
                "{error}"
            );
        }
        assert!(of_ews("").contains("\"\" is no setting"));
        assert!(of_ews("epsilon").contains("expected NAME=VALUE with"));
        let nothing = ExpectedWork::default().changed_by("epsilon=-0");
        assert_eq!(nothing.unwrap().to_string(), "ews");
        assert_eq!(of_ews("seed=1,epsilon=1,seed=1"), "seed is given twice");
        assert!(
            of_ews("seed=-1").ends_with("expected a whole number from 0 to 18446744073709551615")
        );
        assert!(
            refused(WorkEstimate::RateAlone, "epsilon=1")
                .ends_with("ews-ps: expected NAME=VALUE with seed")
        );
        let of_wr = refused(WorkEstimate::SizeAlone, "conjecture=node");
        assert!(of_wr.ends_with("none, yes or no"));
    }
}
