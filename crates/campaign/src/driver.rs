//! The driver: plans rounds, publishes jobs, and records their reports in the ledger.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hashbrown::{HashMap, HashSet};
use solveig_game::{Game, Interval, Value};
use solveig_search::{StopToken, Stopped, Window};

use crate::agenda::{Agenda, WindowQuestion};
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task};
use crate::ledger::{Accepted, Audit, Batch, Ledger};
use crate::problem::{Cut, Problem};
use crate::queue::Dispatch;
use crate::rounds::{Next, RoundKnowledge, widened};
use crate::work::{WorkModel, distance};

/// The settings of a driver. None of them affects what is proved.
#[derive(Clone, Copy, Debug)]
pub struct DriverConfig {
    /// The expected time of a job on one worker, in seconds.
    pub batch_seconds: f64,
    /// The expected length of a round, in seconds; `None` derives it from the times of jobs and of
    /// choosing.
    pub round_seconds: Option<f64>,
    /// The most positions of a job. A job of 8,000 and its report fit messages of one megabyte.
    pub batch_positions: usize,
    /// The share of positions that the driver solves a second time, as an audit.
    pub sampled: f64,
    /// The time without a report after which open jobs are published again, if the queue is empty.
    pub republish_after: Duration,
}

impl Default for DriverConfig {
    fn default() -> Self {
        Self {
            batch_seconds: 1.0,
            round_seconds: None,
            batch_positions: 8_000,
            sampled: 0.01,
            republish_after: Duration::from_secs(10),
        }
    }
}

/// How a run of the driver ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// These bounds of the start decide the goal.
    Proved(Interval),
    /// The stop flag was set; all accepted reports are in the ledger.
    Stopped,
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress {
    /// The round; 0 during predictions.
    pub round: u64,
    /// The present stage.
    pub stage: Stage,
    /// Finished jobs of the stage, and all of them.
    pub jobs: (u64, u64),
    /// The number of open jobs, or of positions to audit.
    pub positions: u64,
    /// Positions visited since the run began.
    pub nodes: u64,
}

/// The stage of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions are enumerated or chosen.
    Choosing,
    /// Estimates are made.
    Estimating,
    /// Positions are solved.
    Solving,
    /// Positions are solved a second time.
    Auditing,
}

/// Solves a position a second time: given the position, a window and an estimate, returns bounds
/// that decide the window and the number of nodes searched.
pub type Auditor<'a, P> = dyn FnMut(&P, Window, Value) -> Result<(Interval, u64), Stopped> + 'a;

/// Drives one campaign.
pub struct Driver<'a, G: Game> {
    problem: &'a Problem<G>,
    ledger: &'a mut Ledger,
    dispatch: &'a mut dyn Dispatch,
    auditor: &'a mut Auditor<'a, G::Position>,
    observe: &'a mut dyn FnMut(&RunProgress),
    config: DriverConfig,
    knowledge: RoundKnowledge,
    work: WorkModel,
    /// Whether the open jobs are predictions at the first cut.
    predicting: bool,
    /// Whether `knowledge` differs from the ledger and must be read again.
    stale: bool,
    nodes: u64,
    refusals: HashMap<String, u64>,
    /// The jobs without an accepted report.
    open: BTreeMap<u64, Task>,
    /// The last job that this run has published; `None` before the first look at the queue.
    handed_out: Option<u64>,
    /// The workers that have reported in this run.
    workers: HashSet<String>,
    /// The time it took to choose the positions of the last round.
    choosing: Duration,
}

impl<'a, G: Game> Driver<'a, G> {
    /// A driver of the campaign of `problem` in `ledger`.
    pub fn new(
        problem: &'a Problem<G>,
        ledger: &'a mut Ledger,
        dispatch: &'a mut dyn Dispatch,
        auditor: &'a mut Auditor<'a, G::Position>,
        observe: &'a mut dyn FnMut(&RunProgress),
        config: DriverConfig,
    ) -> Self {
        Self {
            work: WorkModel::unseen(ledger.plan().second),
            problem,
            ledger,
            dispatch,
            auditor,
            observe,
            config,
            knowledge: RoundKnowledge::default(),
            predicting: true,
            stale: true,
            nodes: 0,
            refusals: HashMap::new(),
            open: BTreeMap::new(),
            handed_out: None,
            workers: HashSet::new(),
            choosing: Duration::ZERO,
        }
    }

    /// Runs the campaign until the goal is decided or `stop` is set, continuing from the state of
    /// the ledger.
    ///
    /// # Errors
    ///
    /// Fails if the ledger or the queue fails. Accepted reports are not lost, and another run can
    /// continue.
    pub fn run(&mut self, stop: &Arc<AtomicBool>) -> Result<RunOutcome, CampaignError> {
        match self.run_on(&StopToken::never().with_flag(Arc::clone(stop))) {
            Err(CampaignError::Stopped(Stopped)) => Ok(RunOutcome::Stopped),
            outcome => outcome,
        }
    }

    fn run_on(&mut self, stop: &StopToken) -> Result<RunOutcome, CampaignError> {
        if self.ledger.conclusion()?.is_some() {
            let range = self.problem.game().value_range();
            return Ok(RunOutcome::Proved(self.ledger.conclusion_within(range)?));
        }
        if !self.ledger.has_predictions()? {
            self.ask_for_predictions(stop)?;
        }
        let goal = self.ledger.plan().goal;
        let jobs_of = self.config.batch_seconds;
        let mut estimated = 0;
        // The next round is chosen while workers finish the last `rest` jobs of the round before.
        let mut rest = 0;
        loop {
            if !self.work_off(rest, stop)? {
                return Ok(RunOutcome::Stopped);
            }
            rest = self.last_jobs();
            self.predicting = false;
            let round = self.ledger.rounds()?;
            if self.ledger.current_round()?.is_some() {
                self.ledger.end_round(round)?;
                estimated = 0;
            }
            self.refresh()?;
            let begun = Instant::now();
            self.show(round + 1, Stage::Choosing, (0, 0), 0);
            let next = match self.knowledge.next(self.problem, goal, round + 1, stop)? {
                Next::Proved(_) if !self.open.is_empty() => {
                    rest = 0;
                    continue;
                }
                Next::Proved(bounds) => {
                    self.ledger.conclude(bounds)?;
                    return Ok(RunOutcome::Proved(bounds));
                }
                Next::Solve(next) => next,
            };
            self.choosing = begun.elapsed();
            let plies = self.ledger.plan().second_plies;
            let unseen = self.without_estimate(&next.agenda);
            // New estimates change the choice, so estimate new positions and choose again, a
            // limited number of times.
            if plies > 0 && !unseen.is_empty() && estimated < ESTIMATED_BEFORE_SOLVING {
                estimated += 1;
                let batches = self.batches(&unseen, jobs_of, |_| ESTIMATE_SECONDS);
                self.ledger
                    .add_jobs(round + 1, Task::Estimate { plies }, &batches)?;
                continue;
            }
            let range = self.problem.game().value_range();
            let agenda = widened(&next.agenda, self.ledger.plan(), range);
            let mut items = items_of(&agenda);
            if !self.open.is_empty() {
                let asked = self.ledger.open_positions()?;
                items.retain(|item| !asked.contains(&item.key));
                if items.is_empty() {
                    rest = self.open.len() - 1;
                    continue;
                }
            }
            let items = self.most_doubtful(items);
            // Without measurements, each position becomes a job.
            let longest = if self.work.is_unseen() { 0.0 } else { jobs_of };
            let batches = self.batches(&items, longest, |item| self.expected_seconds(item));
            let margin = self.ledger.plan().margin;
            let task = Task::Solve { margin };
            self.ledger
                .begin_round(next.expected, &next.targets, agenda.len(), task, &batches)?;
        }
    }

    /// The positions with the least certain outcomes, as many as fill a round. The others wait,
    /// since one unexpected outcome can make them unnecessary.
    fn most_doubtful(&self, mut items: Vec<Item>) -> Vec<Item> {
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
        items.truncate(count);
        items
    }

    /// A few positions of all degrees of certainty, to measure their work.
    fn samples(&self, items: &[Item]) -> Vec<Item> {
        const EACH: usize = 8;
        let count = EACH * self.workers.len().max(1);
        let step = items.len().div_ceil(count).max(1);
        items.iter().copied().step_by(step).collect()
    }

    fn expected_seconds(&self, item: &Item) -> f64 {
        let class = WorkModel::class(distance(item.window(), item.estimate));
        self.work.seconds(class)
    }

    /// The number of jobs that keep the workers busy while the next round is chosen.
    fn last_jobs(&self) -> usize {
        let meanwhile = self.choosing.as_secs_f64() / self.config.batch_seconds;
        self.workers.len() * (1 + meanwhile.min(100.0) as usize)
    }

    /// The work of a round, in seconds of one worker: large compared to the jobs that run while the
    /// next round is chosen, whose results that choice cannot use.
    fn round_seconds(&self) -> f64 {
        const SMALL_PART: f64 = 20.0;
        let workers = self.workers.len().max(1) as f64;
        let overlap = self.config.batch_seconds + self.choosing.as_secs_f64();
        workers * self.config.round_seconds.unwrap_or(SMALL_PART * overlap)
    }

    /// Enumerates the first cut and asks for an estimate of each position.
    fn ask_for_predictions(&mut self, stop: &StopToken) -> Result<(), CampaignError> {
        self.show(0, Stage::Choosing, (0, 0), 0);
        let (keys, _) = self.problem.at_first_cut(stop)?;
        let range = self.problem.game().value_range();
        let item = |key| Item {
            key,
            alpha: range.min - 1,
            beta: range.max + 1,
            estimate: 0,
        };
        let items: Vec<Item> = keys.into_iter().map(item).collect();
        let batches = self.batches(&items, self.config.batch_seconds, |_| ESTIMATE_SECONDS);
        let plies = self.ledger.plan().first_plies;
        self.ledger.add_jobs(0, Task::Estimate { plies }, &batches)
    }

    fn without_estimate(&self, agenda: &Agenda) -> Vec<Item> {
        let mut items = items_of(agenda);
        items.retain(|item| self.knowledge.second.estimate(item.key).is_none());
        items
    }

    /// Divides positions into batches of about `longest` seconds, or shorter ones so that each
    /// worker gets several.
    fn batches(&self, items: &[Item], longest: f64, seconds: impl Fn(&Item) -> f64) -> Vec<Batch> {
        const JOBS_EACH: usize = 8;
        let whole: f64 = items.iter().map(&seconds).sum();
        let share = whole / (JOBS_EACH * self.workers.len().max(1)) as f64;
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

    /// Reads the ledger again if the state in memory may differ.
    fn refresh(&mut self) -> Result<(), CampaignError> {
        if self.stale {
            self.knowledge = RoundKnowledge {
                first: self.ledger.known(Cut::First)?,
                second: self.ledger.known(Cut::Second)?,
                guesses: std::mem::take(&mut self.knowledge.guesses),
            };
            self.work = self.ledger.work_model()?;
            self.stale = false;
        }
        Ok(())
    }

    /// Publishes open jobs and records their reports until no estimates and at most `rest` jobs of
    /// exact search are open, and audits positions; false if it was stopped.
    fn work_off(&mut self, rest: usize, stop: &StopToken) -> Result<bool, CampaignError> {
        loop {
            self.hand_out()?;
            let total = self.open.len() as u64;
            let mut last_report = Instant::now();
            while self.has_more_than(rest) {
                if stop.is_stopped() {
                    return Ok(false);
                }
                if self.take_reports()? {
                    last_report = Instant::now();
                } else if last_report.elapsed() >= self.config.republish_after {
                    if self.dispatch.unfinished()? == 0 {
                        let open: Vec<u64> = self.open.keys().copied().collect();
                        tracing::warn!(
                            "{} jobs are open and the queue has none of them: handed out again",
                            open.len()
                        );
                        self.publish(&open)?;
                    }
                    last_report = Instant::now();
                }
                self.show_jobs(total)?;
            }
            loop {
                if stop.is_stopped() {
                    return Ok(false);
                }
                let audits = self.ledger.open_audits(64)?;
                if audits.is_empty() {
                    break;
                }
                let round = self.ledger.rounds()?;
                self.show(round, Stage::Auditing, (0, 0), audits.len() as u64);
                for audit in audits {
                    self.audit(&audit)?;
                }
            }
            // A failed audit makes all jobs of the worker open again.
            self.hand_out()?;
            if !self.has_more_than(rest) {
                return Ok(true);
            }
        }
    }

    /// Publishes the open jobs not yet published in this run; at first, all of them unless the
    /// queue holds as many from an earlier run.
    fn hand_out(&mut self) -> Result<(), CampaignError> {
        let open = self.ledger.open_jobs()?;
        let known = match self.handed_out {
            None => self.dispatch.unfinished()? >= open.len() as u64,
            Some(_) => false,
        };
        let before = self.handed_out.unwrap_or(0);
        let numbers = open.iter().map(|(number, _)| *number);
        let new: Vec<u64> = numbers.filter(|number| *number > before).collect();
        self.open = open.into_iter().collect();
        self.handed_out = Some(new.last().copied().unwrap_or(before));
        // Jobs that are still in the queue from an earlier run would be done twice: harmless but
        // slow.
        if !known {
            self.publish(&new)?;
        }
        Ok(())
    }

    fn publish(&mut self, open: &[u64]) -> Result<(), CampaignError> {
        for number in open {
            if let Some((job, true)) = self.ledger.job(*number)? {
                self.dispatch.publish(&job)?;
            }
        }
        Ok(())
    }

    /// Records waiting reports in the ledger; false if there were none.
    fn take_reports(&mut self) -> Result<bool, CampaignError> {
        const MOST: usize = 1_000;
        const WAIT: Duration = Duration::from_millis(100);
        let receipts = self.dispatch.reports(MOST, WAIT)?;
        if receipts.is_empty() {
            return Ok(false);
        }
        let reports: Vec<&JobReport> = receipts.iter().map(|one| one.report()).collect();
        let range = self.problem.game().value_range();
        let outcomes = self.ledger.accept(&reports, range, self.config.sampled)?;
        let mut again = Vec::new();
        for (report, outcome) in reports.iter().zip(&outcomes) {
            match outcome {
                Accepted::New(job) => {
                    self.workers.insert(report.worker.clone());
                    self.open.remove(&job.number);
                    self.learn(job, report);
                }
                Accepted::Again => {}
                Accepted::Refused(reason) => {
                    let count = self.refusals.entry(report.worker.clone()).or_default();
                    *count += 1;
                    if count.is_power_of_two() {
                        let worker = &report.worker;
                        tracing::warn!("report {count} of {worker} that is refused: {reason}");
                    }
                    again.push(report.job);
                }
            }
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
        for number in again {
            if let (true, Some((job, true))) =
                (self.open.contains_key(&number), self.ledger.job(number)?)
            {
                self.dispatch.publish(&job)?;
            }
        }
        Ok(true)
    }

    /// Updates the state in memory with an accepted report.
    fn learn(&mut self, job: &Job, report: &JobReport) {
        for (answer, item) in report.answers.iter().zip(&job.items) {
            match job.task {
                Task::Estimate { .. } if self.predicting => {
                    self.knowledge.first.expect(answer.key, answer.lower);
                }
                Task::Estimate { .. } => self.knowledge.second.expect(answer.key, answer.lower),
                Task::Solve { .. } => {
                    self.nodes += answer.nodes;
                    let class = WorkModel::class(distance(item.window(), item.estimate));
                    self.work.saw(class, 1.0, answer.nodes as f64);
                    let proved = self.knowledge.second.prove(answer.key, answer.bounds());
                    if proved.is_err() {
                        // The ledger has scheduled audits of both results.
                        self.stale = true;
                    }
                }
            }
        }
        if matches!(job.task, Task::Solve { .. }) && report.seconds.is_finite() {
            self.work.took(report.seconds.max(0.0));
        }
    }

    /// Whether any job of estimates is open.
    fn is_estimating(&self) -> bool {
        let mut tasks = self.open.values();
        tasks.any(|task| matches!(task, Task::Estimate { .. }))
    }

    /// Whether any job of estimates or more than `rest` jobs of exact search are open.
    fn has_more_than(&self, rest: usize) -> bool {
        self.open.len() > rest || self.is_estimating()
    }

    fn audit(&mut self, audit: &Audit) -> Result<(), CampaignError> {
        let Some(position) = self.problem.position(audit.key) else {
            return Err(CampaignError::Damaged {
                path: self.ledger.path().to_owned(),
                problem: format!("{:#x} is not the key of a position", audit.key),
            });
        };
        let middle = audit.found.lower.max(audit.window.alpha);
        let (again, nodes) = (self.auditor)(&position, audit.window, middle)?;
        if let Some(worker) = self.ledger.record_audit(audit, again, nodes)? {
            tracing::warn!(
                "{worker} found {}..{} for the position with key {:#x}, which is worth {}..{}: \
                 nothing it found counts, and its jobs are done again",
                audit.found.lower,
                audit.found.upper,
                audit.key,
                again.lower,
                again.upper
            );
            self.stale = true;
        }
        Ok(())
    }

    fn show(&mut self, round: u64, stage: Stage, jobs: (u64, u64), positions: u64) {
        (self.observe)(&RunProgress {
            round,
            stage,
            jobs,
            positions,
            nodes: self.nodes,
        });
    }

    fn show_jobs(&mut self, total: u64) -> Result<(), CampaignError> {
        let round = self.ledger.rounds()?;
        let stage = match self.is_estimating() {
            true => Stage::Estimating,
            false => Stage::Solving,
        };
        let left = self.open.len() as u64;
        self.show(round, stage, (total.saturating_sub(left), total), left);
        Ok(())
    }
}

/// How often new positions are estimated, and the choice repeated, before a round begins.
const ESTIMATED_BEFORE_SOLVING: u32 = 2;

/// The expected time of an estimate.
const ESTIMATE_SECONDS: f64 = 1e-3;

fn items_of(agenda: &Agenda) -> Vec<Item> {
    let item = |(key, question): (&u128, &WindowQuestion)| Item {
        key: *key,
        alpha: question.window.alpha,
        beta: question.window.beta,
        estimate: question.estimate,
    };
    agenda.iter().map(item).collect()
}
