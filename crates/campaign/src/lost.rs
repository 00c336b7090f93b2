//! Tells jobs that a queue has lost from those whose reports are under way.

use std::collections::BTreeSet;

/// The open jobs that a queue did not have at the last look.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    missing: BTreeSet<u64>,
    drained: bool,
}

impl Lost {
    /// Says that all reports that waited were taken. A report is stored before the queue forgets
    /// its job, so that none can come of a job that was missing before.
    pub(crate) const fn drained(&mut self) {
        self.drained = true;
    }

    /// Takes the open jobs that the queue does not have now, and returns those that it has lost:
    /// they were missing at the last look, and all reports were taken since.
    pub(crate) fn of(&mut self, missing: BTreeSet<u64>) -> Vec<u64> {
        let lost = match self.drained {
            true => missing.intersection(&self.missing).copied().collect(),
            false => Vec::new(),
        };
        (self.missing, self.drained) = (missing, false);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [u64; 0] = [];

    #[test]
    fn a_job_is_lost_if_it_was_missing_before_all_reports_were_taken() {
        let mut lost = Lost::default();
        assert_eq!(lost.of(BTreeSet::from([1, 2])), NONE);
        assert_eq!(lost.of(BTreeSet::from([1, 2])), NONE);
        lost.drained();
        assert_eq!(lost.of(BTreeSet::from([2, 3])), [2]);
        assert_eq!(lost.of(BTreeSet::from([2, 3])), NONE);
        lost.drained();
        assert_eq!(lost.of(BTreeSet::from([3])), [3]);
    }
}
