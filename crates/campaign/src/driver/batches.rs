//! How positions are divided into rounds, and rounds into jobs.

use solveig_game::Game;

use super::Driver;
use crate::agenda::{Agenda, WindowQuestion};
use crate::job::Item;
use crate::ledger::Batch;
use crate::work::{WorkModel, distance};

/// The expected time of an estimate.
pub(super) const ESTIMATE_SECONDS: f64 = 1e-3;

pub(super) fn items_of(agenda: &Agenda) -> Vec<Item> {
    let item = |(key, question): (&u128, &WindowQuestion)| Item {
        key: *key,
        alpha: question.window.alpha,
        beta: question.window.beta,
        estimate: question.estimate,
    };
    agenda.iter().map(item).collect()
}

impl<G: Game> Driver<'_, G> {
    /// The positions with the least certain outcomes, as many as fill a round, and one for each
    /// worker at least. The others wait, since one unexpected outcome can make them unnecessary.
    pub(super) fn most_doubtful(&self, mut items: Vec<Item>) -> Vec<Item> {
        items.sort_by_key(|item| distance(item.window(), item.estimate));
        if self.work.is_unseen() {
            return self.samples(&items);
        }
        let mut left = self.round_seconds();
        let mut fits = |item: &Item| {
            let begins = left > 0.0;
            left -= self.expected_seconds(item);
            begins
        };
        let count = items.iter().take_while(|item| fits(item)).count();
        items.truncate(count.max(self.workers));
        items
    }

    /// A few positions of all degrees of certainty, to measure their work. Those come first that
    /// should take least: nothing says yet how long the others take.
    fn samples(&self, items: &[Item]) -> Vec<Item> {
        const EACH: usize = 8;
        let count = EACH * self.workers.max(1);
        let step = items.len().div_ceil(count).max(1);
        let mut samples: Vec<Item> = items.iter().copied().step_by(step).collect();
        samples.reverse();
        samples
    }

    pub(super) fn expected_seconds(&self, item: &Item) -> f64 {
        let class = WorkModel::class(distance(item.window(), item.estimate));
        self.work.seconds(class)
    }

    /// The number of jobs that keep the workers busy while the next round is chosen.
    pub(super) fn last_jobs(&self) -> usize {
        let meanwhile = self.choosing.as_secs_f64() / self.config.batch_seconds;
        self.workers * (1 + meanwhile.min(100.0) as usize)
    }

    /// The work of a round, in seconds of one worker: large compared to the jobs that run while the
    /// next round is chosen, whose results that choice cannot use.
    fn round_seconds(&self) -> f64 {
        const SMALL_PART: f64 = 20.0;
        let workers = self.workers.max(1) as f64;
        let overlap = self.config.batch_seconds + self.choosing.as_secs_f64();
        workers * self.config.round_seconds.unwrap_or(SMALL_PART * overlap)
    }

    pub(super) fn without_estimate(&self, agenda: &Agenda) -> Vec<Item> {
        let mut items = items_of(agenda);
        items.retain(|item| self.knowledge.estimate(item.key).is_none());
        items
    }

    /// Divides positions into batches of about `longest` seconds, or shorter ones so that each
    /// worker gets several.
    pub(super) fn batches(
        &self,
        items: &[Item],
        longest: f64,
        seconds: impl Fn(&Item) -> f64,
    ) -> Vec<Batch> {
        const JOBS_EACH: usize = 8;
        let whole: f64 = items.iter().map(&seconds).sum();
        let share = whole / (JOBS_EACH * self.workers.max(1)) as f64;
        let enough = longest.min(share);
        let mut batches = Vec::new();
        let mut batch = Batch::default();
        for item in items {
            batch.items.push(*item);
            batch.seconds += seconds(item);
            let full = batch.seconds >= enough || batch.items.len() >= self.config.batch_positions;
            if full {
                batches.push(std::mem::take(&mut batch));
            }
        }
        if !batch.items.is_empty() {
            batches.push(batch);
        }
        batches
    }
}
