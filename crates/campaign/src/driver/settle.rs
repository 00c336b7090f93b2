//! Solutions settled by workers: the questions of a level go out as jobs.
//!
//! There is no ledger: [`solveig_region`] keeps the answers of a level in the work directory of the
//! solve, and a report is acknowledged when its answers are on the disk there. Jobs are known by
//! numbers that follow from the solve, so that a report from before an interruption still counts.

use std::collections::{BTreeSet, VecDeque};

use solveig_game::{Game, Keyed};
use solveig_region::{BuildError, Find, Helpers, LevelJobs, SearchAnswer, SearchQuestion};
use solveig_search::{StopToken, Stopped};

use super::{MAX_REPORTS, PUBLISHED_AT_ONCE, WAIT};
use crate::job::{Item, Job, JobOutcome, JobReport, Task};
use crate::queue::{Dispatch, DriverMessage, QueueError};

/// Which positions workers settle. Nothing of it affects what is written.
#[derive(Clone, Copy, Debug)]
pub struct SettleConfig {
    /// Positions with at most so many moves left are settled by the driver: a message would take
    /// longer.
    pub own_moves: u32,
    /// Levels with fewer positions are settled by the driver, whose table has them from the search
    /// of the levels before.
    pub least_positions: u64,
}

impl Default for SettleConfig {
    fn default() -> Self {
        Self {
            own_moves: 10,
            least_positions: 32,
        }
    }
}

/// The workers of a queue, as helpers of a solve.
pub struct SettlingWorkers<'a, G> {
    game: &'a G,
    dispatch: &'a mut dyn Dispatch,
    config: SettleConfig,
    stop: StopToken,
    failed: u64,
}

impl<'a, G: Game> SettlingWorkers<'a, G> {
    /// The workers that are reached by `dispatch`; they are asked until `stop` says otherwise.
    pub fn new(
        game: &'a G,
        dispatch: &'a mut dyn Dispatch,
        config: SettleConfig,
        stop: StopToken,
    ) -> Self {
        Self {
            game,
            dispatch,
            config,
            stop,
            failed: 0,
        }
    }
}

impl<G: Keyed> Helpers for SettlingWorkers<'_, G> {
    fn takes(&self, level: u32, positions: u64) -> bool {
        let moves_left = self.game.max_level().saturating_sub(level);
        moves_left > self.config.own_moves && positions >= self.config.least_positions
    }

    fn answer(&mut self, jobs: &mut LevelJobs<'_>) -> Result<(), BuildError> {
        let mut level = Level {
            waiting: jobs.open().iter().copied().collect(),
            published: BTreeSet::new(),
            given_up: BTreeSet::new(),
        };
        self.dispatch.clear(jobs.identity()).map_err(failed)?;
        while level.given_up.len() < jobs.open().len() {
            if self.stop.is_stopped() {
                return Err(BuildError::Stopped(Stopped));
            }
            self.publish(&mut level, jobs)?;
            self.take_reports(&mut level, jobs)?;
        }
        Ok(())
    }
}

impl<G: Keyed> SettlingWorkers<'_, G> {
    /// Publishes jobs, as long as there is room.
    fn publish(&mut self, level: &mut Level, jobs: &LevelJobs<'_>) -> Result<(), BuildError> {
        let mut batch = Vec::new();
        while level.published.len() < MAX_PUBLISHED && batch.len() < PUBLISHED_AT_ONCE {
            let Some(number) = level.waiting.pop_front() else {
                break;
            };
            if !jobs.open().contains(&number) || !level.published.insert(number) {
                continue;
            }
            let (find, questions) = jobs.questions(number)?;
            batch.push(self.job(jobs.identity(), number, find, &questions));
        }
        match batch.is_empty() {
            true => Ok(()),
            false => self.dispatch.publish(&batch).map_err(failed),
        }
    }

    fn job(&self, solve: &str, number: u32, find: Find, questions: &[SearchQuestion]) -> Job {
        Job {
            campaign: solve.to_owned(),
            number: number.into(),
            game: self.game.spec(),
            task: Task::Settle { find },
            items: questions.iter().map(Item::from).collect(),
        }
    }

    /// Records waiting reports.
    fn take_reports(
        &mut self,
        level: &mut Level,
        jobs: &mut LevelJobs<'_>,
    ) -> Result<(), BuildError> {
        let receipts = self.dispatch.reports(MAX_REPORTS, WAIT).map_err(failed)?;
        for receipt in &receipts {
            let (campaign, job) = match receipt.message() {
                DriverMessage::Report(report) => (&report.campaign, report.job),
                DriverMessage::DeadLetter(letter) => (&letter.campaign, letter.job),
            };
            let number = u32::try_from(job).unwrap_or(u32::MAX);
            // Others are late or come twice.
            if campaign != jobs.identity() || !jobs.open().contains(&number) {
                continue;
            }
            let reason = match receipt.message() {
                DriverMessage::Report(JobReport {
                    outcome: JobOutcome::Failure(reason),
                    worker,
                    ..
                }) => {
                    self.failed += 1;
                    if self.failed.is_power_of_two() {
                        let count = self.failed;
                        tracing::warn!("failure {count}: job {number} of {worker}: {reason}");
                    }
                    continue;
                }
                DriverMessage::Report(report) => {
                    let (find, questions) = jobs.questions(number)?;
                    let job = self.job(jobs.identity(), number, find, &questions);
                    match self.answers(report, &job, &questions) {
                        Ok(found) => {
                            let nodes = report.answers().iter().map(|answer| answer.nodes);
                            let nodes = nodes.fold(0, u64::saturating_add);
                            jobs.record(number, &found, nodes)?;
                            level.published.remove(&number);
                            level.given_up.remove(&number);
                            continue;
                        }
                        Err(reason) => reason,
                    }
                }
                DriverMessage::DeadLetter(letter) => letter.reason(),
            };
            level.published.remove(&number);
            if level.given_up.insert(number) {
                tracing::warn!("job {number} is left to this process: {reason}");
            }
        }
        jobs.sync()?;
        for receipt in receipts {
            receipt.acknowledge().map_err(failed)?;
        }
        Ok(())
    }

    /// The answers of a report, or why they are none.
    fn answers(
        &self,
        report: &JobReport,
        job: &Job,
        questions: &[SearchQuestion],
    ) -> Result<Vec<SearchAnswer>, String> {
        report
            .expect_answers(job)
            .map_err(|problem| format!("its report {problem}"))?;
        let answers = report.answers().iter().zip(questions);
        let found = answers.map(|(answer, question)| {
            let found = answer.found();
            let found = found.filter(|found| question.is_answered_by(self.game, found));
            found.ok_or_else(|| format!("no answer about the key {:#x}", question.key))
        });
        found.collect()
    }
}

/// The jobs of a level that have no answer yet.
struct Level {
    /// To be published.
    waiting: VecDeque<u32>,
    published: BTreeSet<u32>,
    /// Left to the driver.
    given_up: BTreeSet<u32>,
}

fn failed(error: QueueError) -> BuildError {
    BuildError::Helpers(Box::new(error))
}

/// The maximum number of jobs in the queue: enough for as many workers.
const MAX_PUBLISHED: usize = 4096;
