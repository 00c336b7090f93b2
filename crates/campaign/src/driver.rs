//! The driver: plans rounds, publishes jobs, and records their reports in the ledger.

mod failures;
mod fleet;
mod keys;
mod own_audits;
mod progress;
mod settle;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use solveig_game::{Game, Interval};
use solveig_search::{StopToken, Stopped, Window};

use self::failures::Dismissal;
use self::fleet::{Fleet, Pauses};
use self::keys::Keys;
pub use self::own_audits::Auditor;
use self::own_audits::{AuditFailure, OwnAudits};
pub use self::progress::{DriverTally, RunProgress, Stage};
pub use self::settle::{SettleConfig, SettlingWorkers};

use crate::agenda::{Agenda, WindowQuestion};
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task, identity};
use crate::ledger::{Accepted, Batch, Ledger};
use crate::lost::Lost;
use crate::problem::{Cut, Problem};
use crate::queue::Dispatch;
use crate::rounds::{Choice, Next, RoundKnowledge, widened};
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
    /// The share of positions that are solved a second time, as an audit.
    pub sampled: f64,
    /// Whether identities of workers stand for somebody: then others audit, as far as there are
    /// any, and no identity alone can have a job given up. Otherwise the driver audits.
    pub workers_audit: bool,
    /// How often a job may come to nothing before it is given up. Where there are several
    /// identities, none counts for more than half of these.
    pub deliveries: u64,
    /// The time without a report after which a worker is counted no longer, or ten times that of a
    /// job if that is more.
    pub expire_after: Duration,
    /// How often the driver looks for jobs that the queue has lost, to publish them again: those
    /// that it lacks at two looks, though all reports that waited in between were taken.
    pub republish_after: Duration,
    /// How many hypotheses are chosen from at once.
    pub choice: Choice,
}

impl Default for DriverConfig {
    fn default() -> Self {
        Self {
            batch_seconds: 1.0,
            round_seconds: None,
            batch_positions: 8_000,
            sampled: 0.01,
            workers_audit: false,
            deliveries: 10,
            expire_after: Duration::from_secs(60),
            republish_after: Duration::from_secs(10),
            choice: Choice::default(),
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

/// Drives one campaign.
pub struct Driver<'a, G: Game> {
    problem: &'a Problem<G>,
    ledger: &'a mut Ledger,
    dispatch: &'a mut dyn Dispatch,
    observe: &'a mut dyn FnMut(&RunProgress),
    config: DriverConfig,
    knowledge: RoundKnowledge,
    work: WorkModel,
    /// Whether the open jobs are predictions at the first cut.
    predicting: bool,
    /// Whether `knowledge` differs from the ledger and must be read again.
    stale: bool,
    nodes: u64,
    tally: DriverTally,
    /// What has come from which identity.
    keys: Keys,
    /// The identities to be told to end, and why, at the next look.
    dismissed: BTreeMap<String, Dismissal>,
    /// The jobs without an accepted report.
    open: BTreeMap<u64, Task>,
    /// The last job that this run has published; `None` before the first look at the queue.
    handed_out: Option<u64>,
    /// The workers that have reported lately.
    fleet: Fleet,
    /// Jobs that came to nothing, before they are handed out again.
    pauses: Pauses,
    /// When the run began.
    began: Instant,
    /// When the queue and the ledger were last looked through for what is rare.
    looked: Instant,
    lost: Lost,
    /// When the next look for lost jobs is due.
    look_for_lost: Instant,
    /// The time it took to choose the positions of the last round.
    choosing: Duration,
}

impl<'a, G: Game> Driver<'a, G> {
    /// A driver of the campaign of `problem` in `ledger`.
    pub fn new(
        problem: &'a Problem<G>,
        ledger: &'a mut Ledger,
        dispatch: &'a mut dyn Dispatch,
        observe: &'a mut dyn FnMut(&RunProgress),
        config: DriverConfig,
    ) -> Self {
        Self {
            work: WorkModel::unseen(ledger.plan().second),
            problem,
            ledger,
            dispatch,
            observe,
            config,
            knowledge: RoundKnowledge::default(),
            predicting: true,
            stale: true,
            nodes: 0,
            tally: DriverTally::default(),
            keys: Keys::default(),
            dismissed: BTreeMap::new(),
            open: BTreeMap::new(),
            handed_out: None,
            fleet: Fleet::default(),
            pauses: Pauses::default(),
            began: Instant::now(),
            looked: Instant::now(),
            lost: Lost::default(),
            look_for_lost: Instant::now() + config.republish_after,
            choosing: Duration::ZERO,
        }
    }

    /// Runs the campaign until the goal is decided or `stop` is set, continuing from the state of
    /// the ledger. Another thread calls `auditor`.
    ///
    /// # Errors
    ///
    /// Fails if the ledger or the queue fails. Accepted reports are not lost, and another run can
    /// continue.
    pub fn run(
        mut self,
        auditor: &mut Auditor<'_, G::Position>,
        stop: &Arc<AtomicBool>,
    ) -> Result<RunOutcome, CampaignError> {
        let stop = StopToken::never().with_flag(Arc::clone(stop));
        let outcome = thread::scope(|scope| {
            let mut own = OwnAudits::start(scope, self.problem, auditor);
            self.run_on(&mut own, &stop)
        });
        match outcome {
            Err(CampaignError::Stopped(Stopped)) => Ok(RunOutcome::Stopped),
            Err(CampaignError::Queue(error)) if stop.is_stopped() => {
                tracing::warn!("stopped while the queue failed: {error}");
                Ok(RunOutcome::Stopped)
            }
            outcome => outcome,
        }
    }

    fn run_on(
        &mut self,
        own: &mut OwnAudits,
        stop: &StopToken,
    ) -> Result<RunOutcome, CampaignError> {
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
            if !self.work_off(rest, own, stop)? {
                return Ok(RunOutcome::Stopped);
            }
            rest = self.last_jobs();
            self.predicting = false;
            if self.stale && self.ledger.open_audits()? > 0 {
                // The ledger cannot be read while results contradict one another.
                rest = 0;
                continue;
            }
            let round = self.ledger.rounds()?;
            if self.ledger.current_round()?.is_some() {
                self.ledger.end_round(round)?;
                estimated = 0;
            }
            self.refresh()?;
            let begun = Instant::now();
            self.show(round + 1, Stage::Choosing, (0, 0));
            let dead = self.ledger.dead_positions()?;
            let next = match self.choose(goal, round + 1, &dead, stop) {
                Err(CampaignError::Contradiction { .. }) if self.ledger.open_audits()? > 0 => {
                    self.stale = true;
                    rest = 0;
                    continue;
                }
                next => next?,
            };
            let next = match next {
                Next::Proved(_) if !self.open.is_empty() || self.ledger.open_audits()? > 0 => {
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
            let mut unseen = self.without_estimate(&next.agenda);
            unseen.retain(|item| !dead.contains(&item.key));
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
            items.retain(|item| !dead.contains(&item.key));
            if items.is_empty() && self.open.is_empty() {
                return Err(self.nothing_but_dead(round));
            }
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
            // What the hypotheses that were not looked at need is taken to be as much for each.
            let positions = agenda.len() * next.targets.len() / next.present.max(1);
            self.ledger
                .begin_round(next.expected, &next.targets, positions, task, &batches)?;
        }
    }

    /// Chooses what to solve next, and records what was derived at the first cut.
    fn choose(
        &mut self,
        goal: Window,
        round: u64,
        dead: &HashSet<u128>,
        stop: &StopToken,
    ) -> Result<Next, CampaignError> {
        let (problem, choice) = (self.problem, self.config.choice);
        let read = |_| Ledger::read(self.ledger.path());
        let records: Result<Vec<Ledger>, _> = (0..choice.threads.max(1)).map(read).collect();
        let mut records = records?;
        let next = self
            .knowledge
            .next(problem, (goal, round), choice, &mut records, dead, stop);
        if !matches!(next, Err(CampaignError::Contradiction { .. })) {
            self.ledger.derive(&self.knowledge.take_derived())?;
        }
        next
    }

    /// The positions with the least certain outcomes, as many as fill a round, and one for each
    /// worker at least. The others wait, since one unexpected outcome can make them unnecessary.
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
        items.truncate(count.max(self.fleet.len()));
        items
    }

    /// A few positions of all degrees of certainty, to measure their work. Those come first that
    /// should take least: nothing says yet how long the others take.
    fn samples(&self, items: &[Item]) -> Vec<Item> {
        const EACH: usize = 8;
        let count = EACH * self.fleet.len().max(1);
        let step = items.len().div_ceil(count).max(1);
        let mut samples: Vec<Item> = items.iter().copied().step_by(step).collect();
        samples.reverse();
        samples
    }

    fn expected_seconds(&self, item: &Item) -> f64 {
        let class = WorkModel::class(distance(item.window(), item.estimate));
        self.work.seconds(class)
    }

    /// The number of jobs that keep the workers busy while the next round is chosen.
    fn last_jobs(&self) -> usize {
        let meanwhile = self.choosing.as_secs_f64() / self.config.batch_seconds;
        self.fleet.len() * (1 + meanwhile.min(100.0) as usize)
    }

    /// The work of a round, in seconds of one worker: large compared to the jobs that run while the
    /// next round is chosen, whose results that choice cannot use.
    fn round_seconds(&self) -> f64 {
        const SMALL_PART: f64 = 20.0;
        let workers = self.fleet.len().max(1) as f64;
        let overlap = self.config.batch_seconds + self.choosing.as_secs_f64();
        workers * self.config.round_seconds.unwrap_or(SMALL_PART * overlap)
    }

    /// Enumerates the first cut and asks for an estimate of each position.
    fn ask_for_predictions(&mut self, stop: &StopToken) -> Result<(), CampaignError> {
        self.show(0, Stage::Choosing, (0, 0));
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
        items.retain(|item| self.knowledge.estimate(item.key).is_none());
        items
    }

    /// Divides positions into batches of about `longest` seconds, or shorter ones so that each
    /// worker gets several.
    fn batches(&self, items: &[Item], longest: f64, seconds: impl Fn(&Item) -> f64) -> Vec<Batch> {
        const JOBS_EACH: usize = 8;
        let whole: f64 = items.iter().map(&seconds).sum();
        let share = whole / (JOBS_EACH * self.fleet.len().max(1)) as f64;
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
            self.knowledge = RoundKnowledge::new(self.ledger.known(Cut::First)?);
            self.work = self.ledger.work_model()?;
            self.stale = false;
        }
        Ok(())
    }

    /// Why a round has no positions.
    fn nothing_but_dead(&self, round: u64) -> CampaignError {
        let dead = match self.ledger.dead_jobs() {
            Ok(dead) => dead,
            Err(error) => return error,
        };
        match dead.first() {
            None => CampaignError::Stuck { round },
            Some(first) => CampaignError::Dead {
                path: self.ledger.path().to_owned(),
                count: dead.len(),
                number: first.number,
                reason: first.reason.clone(),
            },
        }
    }

    /// Publishes open jobs and records their reports until no estimates and at most `rest` jobs of
    /// exact search are open, and no audits if `rest` is 0; false if it was stopped. Audits go on
    /// meanwhile.
    fn work_off(
        &mut self,
        rest: usize,
        own: &mut OwnAudits,
        stop: &StopToken,
    ) -> Result<bool, CampaignError> {
        self.hand_out()?;
        let total = self.open.len() as u64;
        while self.has_more_than(rest) || (rest == 0 && self.ledger.open_audits()? > 0) {
            if stop.is_stopped() {
                return Ok(false);
            }
            self.audit(own, rest)?;
            self.look_after_failures()?;
            if self.open.is_empty() && own.in_hand() > 0 {
                own.wait(WAIT);
            } else {
                self.take_reports()?;
            }
            self.publish_lost()?;
            self.show_jobs(total)?;
        }
        Ok(true)
    }

    /// Records the driver's own audits, begins others, and makes jobs of those that workers do.
    fn audit(&mut self, own: &mut OwnAudits, rest: usize) -> Result<(), CampaignError> {
        let mut wrong = Vec::new();
        for (audit, outcome) in own.take() {
            match outcome {
                Ok((again, nodes)) => {
                    self.tally.audited += 1;
                    wrong.extend(self.ledger.record_audit(&audit, again, nodes)?);
                }
                Err(AuditFailure::Stopped(stopped)) => return Err(stopped.into()),
                Err(AuditFailure::Panicked(reason)) => {
                    self.tally.unaudited += 1;
                    self.ledger.give_up_audit(&audit, &reason)?;
                    tracing::warn!(
                        "the audit of the position with key {:#x}, solved in job {}, is given up: \
                         {reason}",
                        audit.key,
                        audit.job
                    );
                }
            }
        }
        for identity in &wrong {
            tracing::warn!(
                "{identity} has a wrong result: nothing it found counts, and its jobs are done \
                 again; remove its key from the server's configuration"
            );
            self.tally.distrusted += 1;
            self.fleet.dismiss(identity);
            self.dismissed.insert(identity.clone(), Dismissal::Wrong);
            self.stale = true;
        }
        let now = Instant::now();
        let is_time = now.saturating_duration_since(self.looked) >= LOOK_EVERY;
        let is_idle = self.open.len() <= rest;
        if is_time || (is_idle && own.in_hand() == 0) {
            self.fleet.expire(self.silence(), now);
            let by_workers = self.config.workers_audit && self.fleet.identities() > 1;
            if own.room() > 0 {
                let most = own.room() + own.in_hand();
                for audit in self.ledger.own_audits(!by_workers, most as u32)? {
                    own.ask(&audit);
                }
            }
            let (seconds, positions) = (self.config.batch_seconds, self.config.batch_positions);
            let made = match by_workers && (is_time || is_idle) {
                true => self.ledger.assign_audits(seconds, positions)?,
                false => 0,
            };
            if made > 0 {
                self.hand_out()?;
            }
        }
        if !wrong.is_empty() {
            self.hand_out()?;
        }
        Ok(())
    }

    /// Publishes the open jobs not yet published in this run; at first, those that the queue does
    /// not have from an earlier run, after the reports that wait.
    fn hand_out(&mut self) -> Result<(), CampaignError> {
        let open = self.ledger.open_jobs()?;
        let before = self.handed_out.unwrap_or(0);
        let numbers = open.iter().map(|(number, _)| *number);
        let mut new: Vec<u64> = numbers.filter(|number| *number > before).collect();
        self.open = open.into_iter().collect();
        let is_first = self.handed_out.is_none();
        self.handed_out = Some(new.last().copied().unwrap_or(before));
        if is_first {
            for _ in 0..PULLS_AT_FIRST {
                if self.take_reports()? {
                    break;
                }
            }
            let has = self.dispatch.unfinished(self.ledger.id())?;
            new.retain(|job| self.open.contains_key(job) && !has.contains(job));
        }
        self.publish(&new)
    }

    fn publish(&mut self, open: &[u64]) -> Result<(), CampaignError> {
        for numbers in open.chunks(PUBLISHED_AT_ONCE) {
            let mut jobs = Vec::with_capacity(numbers.len());
            for number in numbers {
                match self.ledger.job(*number)? {
                    Some((job, true)) => jobs.push(job),
                    // It was replaced.
                    _ => drop(self.open.remove(number)),
                }
            }
            self.dispatch.publish(&jobs)?;
            self.tally.published += jobs.len() as u64;
        }
        Ok(())
    }

    /// Records waiting reports in the ledger; whether these are all.
    fn take_reports(&mut self) -> Result<bool, CampaignError> {
        const MOST: usize = 1_000;
        let receipts = self.dispatch.reports(MOST, WAIT)?;
        let is_all = receipts.len() < MOST;
        if is_all {
            self.lost.drained();
        }
        if receipts.is_empty() {
            return Ok(is_all);
        }
        let reports: Vec<&JobReport> = receipts.iter().map(|one| one.report()).collect();
        let range = self.problem.game().value_range();
        let outcomes = self.ledger.accept(&reports, range, self.config.sampled)?;
        let now = Instant::now();
        let mut failures = Vec::new();
        for (report, outcome) in reports.iter().zip(&outcomes) {
            let key = identity(&report.worker);
            match outcome {
                Accepted::New(_) | Accepted::Audited(_) => {
                    self.tally.recorded += 1;
                    self.fleet.heard_of(&report.worker, now);
                    self.keys.answered(key, now);
                    self.open.remove(&report.job);
                    self.pauses.forget(report.job);
                    if let Accepted::New(job) = outcome {
                        self.learn(job, report);
                    }
                }
                Accepted::Again => self.tally.repeated += 1,
                Accepted::Failed(reason) => failures.push(((*report).clone(), reason.clone())),
                Accepted::Refused(reason) => {
                    self.keys.failed(key, report.job);
                    self.refuse(key, report.job, reason);
                    if self.config.workers_audit && self.keys.is_set_aside(key, self.silence(), now)
                    {
                        let dismissed = self.dismissed.entry(key.to_owned());
                        dismissed.or_insert(Dismissal::Failing);
                    }
                }
                Accepted::FromTheAudited => self.hold(report.job),
                Accepted::Distrusted => {
                    self.refuse(key, report.job, "it is not trusted");
                    self.dismissed.insert(key.to_owned(), Dismissal::Wrong);
                }
            }
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
        for (report, reason) in failures {
            self.fail(&report, &reason)?;
        }
        Ok(is_all)
    }

    /// Updates the state in memory with an accepted report.
    fn learn(&mut self, job: &Job, report: &JobReport) {
        for (answer, item) in report.answers.iter().zip(&job.items) {
            match job.task {
                Task::Estimate { .. } if self.predicting => {
                    self.knowledge.first.expect(answer.key, answer.lower);
                }
                Task::Estimate { .. } => self.knowledge.expect(answer.key, answer.lower),
                Task::Solve { .. } => {
                    self.nodes = self.nodes.saturating_add(answer.nodes);
                    let class = WorkModel::class(distance(item.window(), item.estimate));
                    self.work.saw(class, 1.0, answer.nodes as f64);
                    if !self.knowledge.prove(answer.key, answer.bounds()) {
                        // The ledger has scheduled audits of both results.
                        self.stale = true;
                    }
                }
                // No job in a ledger is one.
                Task::Settle { .. } => {}
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

    fn show(&mut self, round: u64, stage: Stage, jobs: (u64, u64)) {
        (self.observe)(&RunProgress {
            round,
            stage,
            jobs,
            open: self.open.len() as u64,
            nodes: self.nodes,
            tally: self.tally,
            workers: self.fleet.len() as u64,
        });
    }

    fn show_jobs(&mut self, total: u64) -> Result<(), CampaignError> {
        let round = self.ledger.rounds()?;
        let stage = match self.is_estimating() {
            true => Stage::Estimating,
            false if self.open.is_empty() => Stage::Auditing,
            false => Stage::Solving,
        };
        let left = self.open.len() as u64;
        self.show(round, stage, (total.saturating_sub(left), total));
        Ok(())
    }
}

/// How often new positions are estimated, and the choice repeated, before a round begins.
const ESTIMATED_BEFORE_SOLVING: u32 = 2;

/// How long the driver waits for reports before it looks for other work.
const WAIT: Duration = Duration::from_millis(100);

/// How often the driver looks for what is rare: audits, silent workers, jobs given up.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The most pulls of reports before the first jobs of a run are published.
const PULLS_AT_FIRST: usize = 1_000;

/// The most jobs that are read from the ledger and sent to the queue at once.
const PUBLISHED_AT_ONCE: usize = 256;

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
