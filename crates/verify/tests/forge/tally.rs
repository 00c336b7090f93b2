//! Counts of files by kind and verdict.

use std::fmt;

use super::lies::Lie;

/// Files of one kind.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Count {
    pub written: u64,
    pub false_refused: u64,
    pub false_accepted: u64,
    pub true_refused: u64,
    pub true_accepted: u64,
    pub undecided: u64,
    pub panicked: u64,
    pub nameless: u64,
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

#[derive(Clone, Default)]
pub struct Tally {
    counts: Vec<Count>,
    /// The first wrong verdicts of each worker.
    pub faults: Vec<Fault>,
}

/// Maximum faults kept of each kind.
const MOST_FAULTS: usize = 10;

impl Tally {
    pub fn of(&mut self, lie: Lie) -> &mut Count {
        self.counts.resize(Lie::ALL.len(), Count::default());
        &mut self.counts[lie as usize]
    }

    pub fn fault(&mut self, fault: Fault) {
        let alike = self.faults.iter().filter(|other| other.lie == fault.lie);
        if alike.count() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    pub fn add(&mut self, other: Self) {
        for (lie, more) in Lie::ALL.into_iter().zip(other.counts) {
            let count = self.of(lie);
            count.written += more.written;
            count.false_refused += more.false_refused;
            count.false_accepted += more.false_accepted;
            count.true_refused += more.true_refused;
            count.true_accepted += more.true_accepted;
            count.undecided += more.undecided;
            count.panicked += more.panicked;
            count.nameless += more.nameless;
        }
        other.faults.into_iter().for_each(|fault| self.fault(fault));
    }

    pub fn total(&self) -> Count {
        let mut total = Self::default();
        let all = total.of(Lie::None);
        for count in &self.counts {
            all.written += count.written;
            all.false_refused += count.false_refused;
            all.false_accepted += count.false_accepted;
            all.true_refused += count.true_refused;
            all.true_accepted += count.true_accepted;
            all.undecided += count.undecided;
            all.panicked += count.panicked;
            all.nameless += count.nameless;
        }
        total.counts[0]
    }

    /// Kinds of which no file was false.
    pub fn idle(&self) -> Vec<Lie> {
        let mut tally = self.clone();
        let idle = |lie: &Lie| tally.of(*lie).false_refused + tally.of(*lie).false_accepted == 0;
        Lie::ALL.into_iter().filter(idle).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["written", "false", "refused", "true", "accepted", "wrong"];
        write!(f, "{:<52}", "statement")?;
        head.iter().try_for_each(|name| write!(f, "{name:>10}"))?;
        writeln!(f)?;
        let mut line = |name: &str, count: &Count| {
            let (bad, good) = (
                count.false_refused + count.false_accepted,
                count.true_refused + count.true_accepted,
            );
            let wrong = count.false_accepted
                + count.true_refused
                + count.undecided
                + count.panicked
                + count.nameless;
            let row = [
                count.written,
                bad,
                count.false_refused,
                good,
                count.true_accepted,
                wrong,
            ];
            write!(f, "{name:<52}")?;
            row.iter()
                .try_for_each(|number| write!(f, "{number:>10}"))?;
            writeln!(f)
        };
        for (lie, count) in Lie::ALL.into_iter().zip(&self.counts) {
            line(lie.name(), count)?;
        }
        line("all", &self.total())
    }
}
