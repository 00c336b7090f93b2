//! Jobs that came to nothing or were lost, and identities whose work is not wanted.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use solveig_game::Game;

use super::{Driver, LOOK_EVERY};
use crate::error::CampaignError;
use crate::job::{JobReport, identity};
use crate::ledger::FailureOutcome;

impl<G: Game> Driver<'_, G> {
    /// The time without a report after which a worker is counted no longer.
    pub(super) fn silence(&self) -> Duration {
        let long = Duration::try_from_secs_f64(10.0 * self.config.batch_seconds);
        self.config.expire_after.max(long.unwrap_or(Duration::MAX))
    }

    /// Hands out again what came to nothing and has waited, and tells those to end whose work is
    /// not wanted.
    pub(super) fn look_after_failures(&mut self) -> Result<(), CampaignError> {
        let now = Instant::now();
        let due = self.pauses.due(now);
        self.publish(&due)?;
        if now.saturating_duration_since(self.looked) < LOOK_EVERY {
            return Ok(());
        }
        self.looked = now;
        self.tally.set_aside = self.keys.set_aside(self.silence(), now);
        for (identity, why) in std::mem::take(&mut self.dismissed) {
            self.dispatch.dismiss(&identity, why.text());
            if why == Dismissal::Wrong {
                self.dispatch.discard_reports(&identity);
            }
        }
        Ok(())
    }

    /// Publishes open jobs again that the queue lacks, though no report of them has come.
    pub(super) fn publish_lost(&mut self) -> Result<(), CampaignError> {
        let begun = Instant::now();
        if begun < self.look_for_lost || self.open.is_empty() {
            return Ok(());
        }
        let has = self.dispatch.unfinished(self.ledger.id())?;
        let lacks = |job: &u64| !has.contains(job) && !self.pauses.holds(*job);
        let missing: BTreeSet<u64> = self.open.numbers().filter(lacks).collect();
        let lost = self.lost.of(missing);
        if !lost.is_empty() {
            let count = lost.len();
            tracing::warn!("the queue has lost {count} open jobs: they are handed out again");
            self.publish(&lost)?;
        }
        let pause = begun.elapsed().saturating_mul(LOOKS_PART);
        self.look_for_lost = Instant::now() + self.config.republish_after.max(pause);
        Ok(())
    }

    /// Records that a job came to nothing.
    pub(super) fn fail(&mut self, failed: &JobReport, reason: &str) -> Result<(), CampaignError> {
        let (job, worker) = (failed.job, failed.worker.as_str());
        let (now, key) = (Instant::now(), identity(worker));
        let silence = self.silence();
        self.tally.failed += 1;
        if !failed.begun {
            self.keys.failed(key, job);
        }
        let outcome = if self.config.workers_audit && self.keys.is_set_aside(key, silence, now) {
            self.dismissed
                .entry(key.to_owned())
                .or_insert(Dismissal::Failing);
            FailureOutcome::Again
        } else {
            let is_alone = !self.config.workers_audit
                || now.saturating_duration_since(self.began) >= silence
                    && !self.keys.others_answer(key, silence, now);
            let most = self.config.deliveries;
            let (ledger, reason) = (&mut self.ledger, reason);
            ledger.record_failure(job, worker, reason, most, is_alone)?
        };
        if self.tally.failed.is_power_of_two() || !matches!(outcome, FailureOutcome::Again) {
            tracing::warn!(
                "failure {}: job {job} came to nothing with \"{worker}\": {} ({outcome:?})",
                self.tally.failed,
                short(reason)
            );
        }
        match outcome {
            // With a worker that has begun, it is in the queue.
            FailureOutcome::Again if failed.begun => {}
            FailureOutcome::Again => self.hold(job),
            FailureOutcome::Distrusted => {
                self.hold(job);
                self.dismissed.insert(key.to_owned(), Dismissal::Wrong);
            }
            FailureOutcome::Ignored => {}
            FailureOutcome::Divided | FailureOutcome::Dead | FailureOutcome::LeftToDriver => {
                self.pauses.forget(job);
                self.dispatch.withdraw(self.ledger.id(), job)?;
                self.hand_out()?;
            }
        }
        Ok(())
    }

    /// Holds a job back, if it is open.
    pub(super) fn hold(&mut self, job: u64) {
        if self.open.contains(job) {
            self.pauses.hold(job, Instant::now());
        }
    }

    /// Counts a report that is refused, and hands its job out again after a while.
    pub(super) fn refuse(&mut self, key: &str, job: u64, reason: &str) {
        self.tally.refused += 1;
        let count = self.keys.refused(key);
        if count.is_power_of_two() {
            let reason = short(reason);
            tracing::warn!("report {count} of {key} that is refused: {reason}");
        }
        self.hold(job);
    }
}

/// Why the work of an identity is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dismissal {
    /// It had a wrong result.
    Wrong,
    /// Most jobs come to nothing with it.
    Failing,
}

impl Dismissal {
    /// What its workers are told.
    const fn text(self) -> &'static str {
        match self {
            Self::Wrong => {
                "results under this key were wrong, and nothing that it reports counts any more"
            }
            Self::Failing => {
                "most jobs came to nothing under this key while other keys answered theirs"
            }
        }
    }
}

/// The start of a text from a worker, in one line.
fn short(text: &str) -> String {
    let printed = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(printed).take(LONGEST_SHOWN).collect()
}

/// The most characters of a text from a worker that are shown.
const LONGEST_SHOWN: usize = 200;

/// How many times as long as a look for lost jobs takes the driver waits for the next.
const LOOKS_PART: u32 = 50;
