//! The settings of Expected Work Search, and how they are written.

use std::fmt;

use crate::binary::Resources;

/// The work estimate: which of win rates and proof sizes it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkEstimate {
    /// Both: equations 1 to 3.
    #[default]
    Expected,
    /// As `Expected`, but a child that fails to refute costs, with the probability of that, the
    /// work to prove the opponent's win instead of its loss.
    Full,
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

/// The move ordering of the conjectured loser, which the paper leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoserOrder {
    /// The move with the highest win rate first.
    #[default]
    WinRate,
    /// The move with the least work to refute first.
    Work,
    /// Both criteria, as in equation 3.
    Ratio,
}

/// The work estimate of a new leaf (section 4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkInit {
    /// The legal moves of all positions of a playout from it: equation 4.
    #[default]
    Playout,
    /// 1.
    One,
    /// The mean work of the nodes of its level that this solver has decided, won and lost ones
    /// apart; equation 4 while there are none. The work of a node is the number of playouts from it
    /// and below it: one for each move looked at, as in equation 4.
    Learned,
}

/// The settings of Expected Work Search.
///
/// They are written `conjecture=none,epsilon=0.1`; `paper` stands for [`printed`](Self::printed),
/// and settings after it change that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedWork {
    /// The work estimate.
    pub estimate: WorkEstimate,
    /// Who is taken to win. [`WorkEstimate::SizeAlone`] has no win rates to tell.
    pub conjecture: Conjecture,
    /// The order of the moves of the side that is taken to lose, if one is.
    pub loser_order: LoserOrder,
    /// The work estimate of a new leaf.
    pub init: WorkInit,
    /// The child in front stays there while it is no worse than the best by more than this part
    /// (the 1 + ε trick, Pawlewicz and Lew 2007).
    pub epsilon: f64,
    /// Work that each child is taken to need beyond its estimate, for each play at its parent: what
    /// the authors' public demonstration has. 0 is equation 3.
    pub work_prior: f64,
    /// The part of its estimate by which a new leaf is taken to need more work for each place that
    /// it is behind the first, where [knowledge orders moves](crate::Knowledge::orders_moves).
    pub order_prior: f64,
    /// The exploration constant of UCT, for [`WorkEstimate::RateAlone`].
    pub exploration: f64,
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
    #[error("\"{word}\" is no setting of {solver}: expected paper, or NAME=VALUE with {expected}")]
    Unknown {
        /// What was written.
        word: String,
        /// The solver.
        solver: &'static str,
        /// The names of the settings that the solver has.
        expected: String,
    },
    /// A setting is given a second time.
    #[error("{0} is given twice")]
    Twice(String),
    /// The settings of the paper come after others, which they would replace.
    #[error("paper sets all settings: expected it in the first place")]
    LatePaper,
    /// A setting has no such value.
    #[error("{name}={value}: expected {expected}")]
    Value {
        /// The setting.
        name: String,
        /// What was written.
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

const LOSER_ORDERS: [(&str, LoserOrder); 3] = [
    ("rate", LoserOrder::WinRate),
    ("work", LoserOrder::Work),
    ("ratio", LoserOrder::Ratio),
];

const INITS: [(&str, WorkInit); 3] = [
    ("playout", WorkInit::Playout),
    ("1", WorkInit::One),
    ("learned", WorkInit::Learned),
];

const ESTIMATES: [(&str, WorkEstimate); 2] = [
    ("expected", WorkEstimate::Expected),
    ("full", WorkEstimate::Full),
];

/// The word of a value.
fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let found = words.iter().find(|(_, one)| one == value);
    found.map_or("", |(word, _)| word)
}

/// The value of a word.
fn value_of<T: Copy>(words: &[(&str, T)], name: &str, value: &str) -> Result<T, SettingsError> {
    let found = words.iter().find(|(word, _)| *word == value);
    found
        .map(|(_, one)| *one)
        .ok_or_else(|| SettingsError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: listed(words.iter().map(|(word, _)| *word)),
        })
}

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
fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
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
                WorkEstimate::Expected | WorkEstimate::Full => Conjecture::Node,
                WorkEstimate::SizeAlone | WorkEstimate::RateAlone => Conjecture::Nobody,
            },
            loser_order: match estimate {
                WorkEstimate::SizeAlone => LoserOrder::Work,
                _ => LoserOrder::WinRate,
            },
            init: WorkInit::Playout,
            epsilon: 0.0,
            work_prior: match estimate {
                WorkEstimate::RateAlone => 0.0,
                _ => 0.2,
            },
            order_prior: match estimate {
                WorkEstimate::RateAlone => 0.0,
                _ => 4.0,
            },
            exploration: 1.0,
            seed: Resources::DEFAULT_SEED,
        }
    }

    /// Equations 1 to 4 and algorithms 1 and 2 as they are printed: nobody is taken to win, and
    /// nothing is added to equations 3 and 4. The paper's own program also took a winner for
    /// granted and had an ε where its search oscillated (section 4.3), without saying when or how
    /// much.
    pub const fn printed(estimate: WorkEstimate) -> Self {
        Self {
            conjecture: Conjecture::Nobody,
            work_prior: 0.0,
            order_prior: 0.0,
            ..Self::with(estimate)
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
            WorkEstimate::Expected | WorkEstimate::Full => "ews",
            WorkEstimate::SizeAlone => "ews-wr",
            WorkEstimate::RateAlone => "ews-ps",
        }
    }

    /// The names of the settings that matter with this estimate.
    fn names(&self) -> &'static [&'static str] {
        match self.estimate {
            WorkEstimate::Expected | WorkEstimate::Full => &[
                "conjecture",
                "loser-order",
                "init",
                "epsilon",
                "work-prior",
                "order-prior",
                "estimate",
                "seed",
            ],
            WorkEstimate::SizeAlone => &[
                "conjecture",
                "loser-order",
                "init",
                "epsilon",
                "work-prior",
                "order-prior",
                "seed",
            ],
            WorkEstimate::RateAlone => &["exploration", "seed"],
        }
    }

    /// These settings, changed by those that `text` names.
    ///
    /// # Errors
    ///
    /// Fails if the solver has no such setting, a setting no such value, or if a setting is given
    /// twice or before `paper`.
    pub fn changed_by(mut self, text: &str) -> Result<Self, SettingsError> {
        let mut seen: Vec<&str> = Vec::new();
        for word in text.split(',') {
            let of_word = word.split_once('=').map_or(word, |(name, _)| name);
            if seen.contains(&of_word) {
                return Err(SettingsError::Twice(of_word.to_owned()));
            }
            if word == "paper" && !seen.is_empty() {
                return Err(SettingsError::LatePaper);
            }
            seen.push(of_word);
            if word == "paper" {
                self = Self::printed(self.default_estimate());
                continue;
            }
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
            match name {
                "conjecture" => self.conjecture = self.conjectured(value)?,
                "loser-order" => self.loser_order = self.ordered(value)?,
                "init" => self.init = value_of(&INITS, name, value)?,
                "epsilon" => self.epsilon = number_of(name, value)?,
                "work-prior" => self.work_prior = number_of(name, value)?,
                "order-prior" => self.order_prior = number_of(name, value)?,
                "estimate" => self.estimate = value_of(&ESTIMATES, name, value)?,
                "seed" => self.seed = seed_of(value)?,
                _ => self.exploration = number_of(name, value)?,
            }
        }
        Ok(self)
    }

    fn conjectured(&self, value: &str) -> Result<Conjecture, SettingsError> {
        match self.estimate {
            // The last two go by win rates.
            WorkEstimate::SizeAlone => value_of(&CONJECTURES[..3], "conjecture", value),
            _ => value_of(&CONJECTURES, "conjecture", value),
        }
    }

    fn ordered(&self, value: &str) -> Result<LoserOrder, SettingsError> {
        match self.estimate {
            WorkEstimate::SizeAlone => value_of(&LOSER_ORDERS[1..], "loser-order", value),
            _ => value_of(&LOSER_ORDERS, "loser-order", value),
        }
    }

    /// The work estimate of the solver's defaults.
    const fn default_estimate(&self) -> WorkEstimate {
        match self.estimate {
            WorkEstimate::Full => WorkEstimate::Expected,
            estimate => estimate,
        }
    }

    /// The value of a setting as it is written.
    fn value(&self, name: &str) -> String {
        match name {
            "conjecture" => word_of(&CONJECTURES, &self.conjecture).to_owned(),
            "loser-order" => word_of(&LOSER_ORDERS, &self.loser_order).to_owned(),
            "init" => word_of(&INITS, &self.init).to_owned(),
            "epsilon" => self.epsilon.to_string(),
            "work-prior" => self.work_prior.to_string(),
            "order-prior" => self.order_prior.to_string(),
            "estimate" => word_of(&ESTIMATES, &self.estimate).to_owned(),
            "seed" => self.seed.to_string(),
            _ => self.exploration.to_string(),
        }
    }

    /// The settings that differ from the defaults, as they are written; nothing if none does.
    pub fn changes(&self) -> String {
        let default = Self::with(self.default_estimate());
        if *self == Self::printed(default.estimate) && *self != default {
            return "paper".to_owned();
        }
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
        use WorkEstimate::{Expected, Full, RateAlone, SizeAlone};
        let estimate = prop::sample::select(vec![Expected, Full, RateAlone, SizeAlone]);
        let conjecture = prop::sample::select(CONJECTURES.map(|(_, one)| one).to_vec());
        let order = prop::sample::select(LOSER_ORDERS.map(|(_, one)| one).to_vec());
        let init = prop::sample::select(INITS.map(|(_, one)| one).to_vec());
        let number = || 0.0..10.0;
        let numbers = (number(), number(), number(), number());
        (estimate, conjecture, order, init, numbers, 0..3_u64).prop_map(
            |(estimate, conjecture, loser_order, init, numbers, seed)| {
                let (epsilon, work_prior, order_prior, exploration) = numbers;
                let mut all = ExpectedWork::with(estimate);
                all.seed = seed;
                match estimate {
                    RateAlone => all.exploration = exploration,
                    _ => {
                        all.init = init;
                        if estimate != SizeAlone || loser_order != LoserOrder::WinRate {
                            all.loser_order = loser_order;
                        }
                        (all.epsilon, all.work_prior) = (epsilon, work_prior);
                        all.order_prior = order_prior;
                        let by_rate = [Conjecture::Root, Conjecture::Node].contains(&conjecture);
                        if estimate != SizeAlone || !by_rate {
                            all.conjecture = conjecture;
                        }
                    }
                }
                all
            },
        )
    }

    /// The default settings of the solver that has these.
    fn default_of(settings: &ExpectedWork) -> ExpectedWork {
        ExpectedWork::with(settings.default_estimate())
    }

    proptest! {
        #[test]
        fn settings_are_read_as_they_are_written(settings in any_settings()) {
            let changes = settings.changes();
            let read = match changes.is_empty() {
                true => default_of(&settings),
                false => default_of(&settings).changed_by(&changes).unwrap(),
            };
            prop_assert_eq!(read, settings);
        }
    }

    #[test]
    fn the_paper_is_a_name_and_can_be_changed() {
        let ews = ExpectedWork::default();
        let paper = ews.changed_by("paper").unwrap();
        assert_eq!(paper, ExpectedWork::printed(WorkEstimate::Expected));
        assert_eq!((paper.work_prior, paper.epsilon), (0.0, 0.0));
        assert_eq!(paper.conjecture, Conjecture::Nobody);
        assert_eq!(paper.to_string(), "ews paper");
        let with_winner = ews.changed_by("paper,conjecture=yes").unwrap();
        let expected = paper.conjecturing(Conjecture::Answer(true));
        assert_eq!(with_winner, expected);
        assert_eq!(
            with_winner.changes(),
            "conjecture=yes,work-prior=0,order-prior=0"
        );
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
            "\"prior=1\" is no setting of ews: expected paper, or NAME=VALUE with conjecture, loser-order, \
             init, epsilon, work-prior, order-prior, estimate or seed"
        );
        assert_eq!(
            of_ews("paper,init=2"),
            "init=2: expected playout, 1 or learned"
        );
        for number in ["", "-1", "inf", "nan", "1e999", "x"] {
            let error = of_ews(&format!("epsilon={number}"));
            assert!(
                error.ends_with("expected a finite number of 0 or more"),
                "{error}"
            );
        }
        assert!(of_ews("").contains("\"\" is no setting"));
        assert!(of_ews("epsilon").contains("expected paper, or NAME=VALUE with"));
        let nothing = ExpectedWork::default().changed_by("paper,epsilon=-0");
        assert_eq!(nothing.unwrap().to_string(), "ews paper");
        assert_eq!(of_ews("seed=1,init=1,seed=1"), "seed is given twice");
        assert_eq!(of_ews("paper,paper"), "paper is given twice");
        assert!(of_ews("seed=3,paper").contains("expected it in the first place"));
        assert!(
            of_ews("seed=-1").ends_with("expected a whole number from 0 to 18446744073709551615")
        );
        assert!(of_ews("exploration=1").contains("is no setting of ews:"));
        assert!(of_ews("estimate=size").contains("expected expected or full"));
        assert!(
            refused(WorkEstimate::RateAlone, "epsilon=1")
                .ends_with("ews-ps: expected paper, or NAME=VALUE with exploration or seed")
        );
        let of_wr = |text: &str| refused(WorkEstimate::SizeAlone, text);
        assert!(of_wr("conjecture=node").ends_with("none, yes or no"));
        assert!(of_wr("loser-order=rate").ends_with("work or ratio"));
    }
}
