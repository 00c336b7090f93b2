//! Counts of files by kind and outcome.

use std::fmt;

use super::lies::Lie;

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    FalseRefused,
    TrueAccepted,
    FalseAccepted,
    TrueRefused,
    Undecided,
    Panicked,
    /// Refused with a message that names no place.
    Nameless,
}

use Outcome::*;

const ALL: [Outcome; 7] = [
    FalseRefused,
    TrueAccepted,
    FalseAccepted,
    TrueRefused,
    Undecided,
    Panicked,
    Nameless,
];

impl Outcome {
    pub fn is_right(self) -> bool {
        matches!(self, FalseRefused | TrueAccepted)
    }
}

/// A wrong verdict.
#[derive(Clone, Debug)]
pub struct Fault {
    pub lie: Lie,
    pub what: String,
    pub artifact: Vec<u8>,
    pub certificate: Option<Vec<u8>>,
}

impl Fault {
    /// Writes the files to a directory, with `number` in their names.
    pub fn keep(&self, directory: &str, number: usize) {
        let files = [
            ("sol", Some(&self.artifact)),
            ("cert", self.certificate.as_ref()),
        ];
        for (kind, bytes) in files {
            let path = format!("{directory}/{number}.{kind}");
            if let Some(bytes) = bytes {
                std::fs::write(&path, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            }
        }
    }
}

#[derive(Default)]
pub struct Tally {
    /// By lie and outcome.
    counts: Vec<[u64; ALL.len()]>,
    /// The first wrong verdicts of each worker.
    pub faults: Vec<Fault>,
}

/// Maximum faults kept of each kind.
const MAX_FAULTS: usize = 10;

impl Tally {
    fn of(&mut self, lie: Lie) -> &mut [u64; ALL.len()] {
        self.counts.resize(Lie::ALL.len(), [0; ALL.len()]);
        &mut self.counts[lie as usize]
    }

    pub fn count(&mut self, lie: Lie, outcome: Outcome) {
        self.of(lie)[outcome as usize] += 1;
    }

    pub fn fault(&mut self, fault: Fault) {
        let alike = self.faults.iter().filter(|other| other.lie == fault.lie);
        if alike.count() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    pub fn add(&mut self, other: Self) {
        for (lie, more) in Lie::ALL.into_iter().zip(other.counts) {
            let counts = self.of(lie).iter_mut().zip(more);
            counts.for_each(|(count, more)| *count += more);
        }
        other.faults.into_iter().for_each(|fault| self.fault(fault));
    }

    /// The number of files with this outcome.
    pub fn files(&self, outcome: Outcome) -> u64 {
        let of_lie = self.counts.iter().map(|counts| counts[outcome as usize]);
        of_lie.sum()
    }

    /// The number of files.
    pub fn written(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Kinds of which no file was false.
    pub fn idle(&self) -> Vec<Lie> {
        let count = |lie: Lie, outcome: Outcome| {
            let counts = self.counts.get(lie as usize);
            counts.map_or(0, |counts| counts[outcome as usize])
        };
        let idle = |lie: &Lie| count(*lie, FalseRefused) + count(*lie, FalseAccepted) == 0;
        Lie::ALL.into_iter().filter(idle).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["written", "refused", "accepted", "wrong"];
        write!(f, "{:<52}", "statement")?;
        head.iter().try_for_each(|name| write!(f, "{name:>10}"))?;
        writeln!(f)?;
        let mut line = |name: &str, count: &dyn Fn(Outcome) -> u64| {
            let (refused, accepted) = (count(FalseRefused), count(TrueAccepted));
            let written: u64 = ALL.into_iter().map(count).sum();
            let wrong = written - refused - accepted;
            writeln!(
                f,
                "{name:<52}{written:>10}{refused:>10}{accepted:>10}{wrong:>10}"
            )
        };
        for (lie, counts) in Lie::ALL.into_iter().zip(&self.counts) {
            line(lie.name(), &|outcome| counts[outcome as usize])?;
        }
        line("all", &|outcome| self.files(outcome))
    }
}
