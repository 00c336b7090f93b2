//! What a driver remembers of the identities that report, so that none of them can end the jobs of
//! all.

use std::time::{Duration, Instant};

use hashbrown::HashMap;

/// The most identities with a record. A server's permissions know fewer; without them, an identity
/// is whatever a worker says.
const MOST: usize = 10_000;

/// The last outcomes that count.
const LAST: u32 = 20;

/// The failures among the last outcomes from which on an identity is set aside.
const FAILURES: u32 = 10;

/// What has come from one identity.
#[derive(Debug, Default)]
struct Record {
    /// The last outcomes, a bit each, 1 for a failure.
    outcomes: u32,
    /// The job that failed last. Only the first of failures of one job in a row counts, since the
    /// job may be the reason.
    failed: Option<u64>,
    /// When it last answered a job.
    answered: Option<Instant>,
    /// Reports that were refused.
    refused: u64,
}

impl Record {
    const fn fails(&self) -> bool {
        self.outcomes.count_ones() >= FAILURES
    }

    const fn note(&mut self, failed: bool) {
        self.outcomes = (self.outcomes << 1 | failed as u32) & ((1 << LAST) - 1);
    }
}

/// The records of all identities.
#[derive(Debug, Default)]
pub(super) struct Keys {
    records: HashMap<String, Record>,
}

impl Keys {
    fn record(&mut self, identity: &str) -> Option<&mut Record> {
        if !self.records.contains_key(identity) {
            if self.records.len() >= MOST {
                return None;
            }
            self.records.insert(identity.to_owned(), Record::default());
        }
        self.records.get_mut(identity)
    }

    /// Notes an answer.
    pub(super) fn answered(&mut self, identity: &str, now: Instant) {
        if let Some(record) = self.record(identity) {
            record.note(false);
            (record.failed, record.answered) = (None, Some(now));
        }
    }

    /// Notes that a job came to nothing, or to no answer.
    pub(super) fn failed(&mut self, identity: &str, job: u64) {
        if let Some(record) = self.record(identity)
            && record.failed != Some(job)
        {
            record.note(true);
            record.failed = Some(job);
        }
    }

    /// Notes a report that is refused; returns how many there are.
    pub(super) fn refused(&mut self, identity: &str) -> u64 {
        self.record(identity).map_or(1, |record| {
            record.refused += 1;
            record.refused
        })
    }

    /// Whether another identity has answered a job within `silence`, and does not fail most of
    /// them.
    pub(super) fn others_answer(&self, identity: &str, silence: Duration, now: Instant) -> bool {
        self.records.iter().any(|(other, record)| {
            let recent = |last| now.saturating_duration_since(last) < silence;
            other != identity && !record.fails() && record.answered.is_some_and(recent)
        })
    }

    /// Whether most jobs come to nothing with an identity, while others answer theirs.
    pub(super) fn is_set_aside(&self, identity: &str, silence: Duration, now: Instant) -> bool {
        self.records.get(identity).is_some_and(Record::fails)
            && self.others_answer(identity, silence, now)
    }

    /// The number of identities that are set aside.
    pub(super) fn set_aside(&self, silence: Duration, now: Instant) -> u64 {
        let names = self.records.keys();
        let aside = names.filter(|name| self.is_set_aside(name, silence, now));
        aside.count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_fails_most_jobs_is_set_aside_while_others_answer_theirs_and_until_it_does_so_too() {
        let (mut keys, now) = (Keys::default(), Instant::now());
        let silence = Duration::from_secs(60);
        let aside = |keys: &Keys, now| keys.is_set_aside("A", silence, now);
        // One job that fails again and again counts once.
        for job in [7; 30].into_iter().chain(11..19) {
            keys.failed("A", job);
        }
        keys.answered("B", now);
        assert!(keys.others_answer("A", silence, now) && !aside(&keys, now));
        keys.failed("A", 10);
        assert!(aside(&keys, now) && !keys.is_set_aside("B", silence, now));
        assert_eq!(keys.set_aside(silence, now), 1);
        // Not when nobody else has been heard of lately, or all fail.
        assert!(!aside(&keys, now + silence));
        for job in 1..11 {
            keys.failed("B", job);
        }
        assert_eq!(keys.set_aside(silence, now), 0);
        for _ in 0..20 {
            keys.answered("A", now);
        }
        assert!(!aside(&keys, now) && keys.is_set_aside("B", silence, now));
    }

    #[test]
    fn identities_without_end_do_not_fill_the_memory() {
        let mut keys = Keys::default();
        for number in 0..2 * MOST {
            keys.failed(&number.to_string(), 1);
            assert_eq!(keys.refused(&number.to_string()), 1);
        }
        assert_eq!(keys.records.len(), MOST);
        assert_eq!(keys.refused("0"), 2);
    }
}
