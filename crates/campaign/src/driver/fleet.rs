//! The workers that a driver has heard of lately.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hashbrown::{HashMap, HashSet};

use crate::job::identity;

/// Workers by name, with the time of their last report.
#[derive(Debug, Default)]
pub(super) struct Fleet {
    heard: HashMap<String, Instant>,
}

impl Fleet {
    /// Notes a report of a worker.
    pub(super) fn heard_of(&mut self, worker: &str, now: Instant) {
        match self.heard.get_mut(worker) {
            Some(last) => *last = now,
            None => drop(self.heard.insert(worker.to_owned(), now)),
        }
    }

    /// Forgets those that have not reported for `silence`.
    pub(super) fn expire(&mut self, silence: Duration, now: Instant) {
        self.heard
            .retain(|_, last| now.saturating_duration_since(*last) < silence);
    }

    /// Forgets all workers of an identity.
    pub(super) fn dismiss(&mut self, dismissed: &str) {
        self.heard.retain(|worker, _| identity(worker) != dismissed);
    }

    /// The number of workers.
    pub(super) fn len(&self) -> usize {
        self.heard.len()
    }

    /// The number of identities that they work under.
    pub(super) fn identities(&self) -> usize {
        let all: HashSet<&str> = self.heard.keys().map(|name| identity(name)).collect();
        all.len()
    }
}

/// Jobs that wait before they are handed out again, longer each time, so that a worker that fails
/// at once does not take them all the time.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    until: BTreeMap<u64, (u32, Option<Instant>)>,
}

impl Pauses {
    const FIRST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(30);

    /// Holds a job back.
    pub(super) fn hold(&mut self, job: u64, now: Instant) {
        let (count, until) = self.until.entry(job).or_default();
        let pause = Self::FIRST.saturating_mul(1 << (*count).min(16));
        *until = Some(now + pause.min(Self::LONGEST));
        *count += 1;
    }

    /// Whether a job waits.
    pub(super) fn holds(&self, job: u64) -> bool {
        self.until
            .get(&job)
            .is_some_and(|(_, until)| until.is_some())
    }

    /// Forgets a job that is done.
    pub(super) fn forget(&mut self, job: u64) {
        self.until.remove(&job);
    }

    /// The jobs whose pause is over.
    pub(super) fn due(&mut self, now: Instant) -> Vec<u64> {
        let mut due = Vec::new();
        for (job, (_, until)) in &mut self.until {
            if until.is_some_and(|until| until <= now) {
                *until = None;
                due.push(*job);
            }
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_that_are_silent_are_counted_no_longer() {
        let (mut fleet, start) = (Fleet::default(), Instant::now());
        let second = Duration::from_secs(1);
        for worker in ["A/1", "A/2", "B/1"] {
            fleet.heard_of(worker, start);
        }
        assert_eq!((fleet.len(), fleet.identities()), (3, 2));
        fleet.heard_of("A/1", start + 5 * second);
        fleet.expire(6 * second, start + 6 * second);
        assert_eq!((fleet.len(), fleet.identities()), (1, 1));
        fleet.heard_of("B/1", start + 7 * second);
        fleet.dismiss("A");
        assert_eq!((fleet.len(), fleet.identities()), (1, 1));
    }

    #[test]
    fn a_job_that_comes_back_waits_longer_each_time() {
        let (mut pauses, start) = (Pauses::default(), Instant::now());
        let mut now = start;
        let mut waits = Vec::new();
        for _ in 0..12 {
            let before = now;
            pauses.hold(7, now);
            while pauses.due(now).is_empty() {
                now += Duration::from_millis(50);
            }
            assert!(pauses.due(now).is_empty());
            waits.push((now - before).as_millis());
        }
        assert!(!pauses.holds(7));
        assert_eq!(waits[..4], [100, 200, 400, 800]);
        assert_eq!(waits[11], 30_000);
        pauses.hold(7, now);
        assert!(pauses.holds(7));
        pauses.forget(7);
        assert!(pauses.due(now + Pauses::LONGEST).is_empty());
    }
}
