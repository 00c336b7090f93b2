//! The driver: plans rounds, publishes jobs, and records their reports in the ledger.

mod batches;
mod failures;
mod fleet;
mod jobs;
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

use self::batches::{ESTIMATE_SECONDS, items_of};
use self::failures::Dismissal;
use self::fleet::{Fleet, Pauses};
use self::jobs::OpenJobs;
use self::keys::Keys;
pub use self::own_audits::Auditor;
use self::own_audits::{AuditFailure, OwnAudits};
pub use self::progress::{DriverTally, RunProgress, Stage};
pub use self::settle::{SettleConfig, SettlingWorkers};

use crate::error::CampaignError;
use crate::job::{Item, Task};
use crate::ledger::Ledger;
use crate::lost::Lost;
use crate::problem::{Cut, Problem};
use crate::queue::Dispatch;
use crate::rounds::{Choice, Next, RoundKnowledge, widened};
use crate::work::WorkModel;

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
    /// Whether bounds at the first cut were read that an earlier run derived.
    inherits: bool,
    /// Whether `knowledge` differs from the ledger and must be read again.
    stale: bool,
    nodes: u64,
    tally: DriverTally,
    /// What has come from which identity.
    keys: Keys,
    /// The identities to be told to end, and why, at the next look.
    dismissed: BTreeMap<String, Dismissal>,
    /// The jobs without an accepted report.
    open: OpenJobs,
    /// The highest number of a job that this run has seen; `None` before the first look at the
    /// queue.
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
            inherits: false,
            stale: true,
            nodes: 0,
            tally: DriverTally::default(),
            keys: Keys::default(),
            dismissed: BTreeMap::new(),
            open: OpenJobs::default(),
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
        self.inherits = self.ledger.has_derived()?;
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
            self.ledger.expect_in_place()?;
            rest = self.last_jobs();
            self.predicting = false;
            let round = self.ledger.rounds()?;
            if self.ledger.current_round()?.is_some() {
                self.ledger.end_round(round)?;
                estimated = 0;
            }
            let begun = Instant::now();
            self.show(round + 1, Stage::Choosing, (0, 0));
            let dead = self.ledger.dead_positions()?;
            let next = self.refresh();
            let next = next.and_then(|()| self.choose(goal, round + 1, &dead, stop));
            let next = match next {
                // Audits find out which of the results is wrong.
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
                // A conclusion rests on what was solved alone, so all is derived once more.
                Next::Proved(_) if self.inherits => {
                    self.inherits = false;
                    self.ledger.forget_derived()?;
                    self.stale = true;
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
                    rest = self.open.len();
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
    /// exact search are open; false if it was stopped. Without estimates, half of the jobs are
    /// done, too: a choice costs too much to be repeated for a few results. If `rest` is 0, all
    /// audits are done as well. They go on meanwhile.
    fn work_off(
        &mut self,
        rest: usize,
        own: &mut OwnAudits,
        stop: &StopToken,
    ) -> Result<bool, CampaignError> {
        self.hand_out()?;
        let total = self.open.len() as u64;
        let fewest = match self.open.is_estimating() {
            true => rest,
            false => rest.min(self.open.len() / 2),
        };
        while self.open.has_more_than(fewest) || (rest == 0 && self.ledger.open_audits()? > 0) {
            if stop.is_stopped() {
                return Ok(false);
            }
            self.audit(own, fewest)?;
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
                self.hand_out_added()?;
            }
        }
        if !wrong.is_empty() {
            self.hand_out()?;
        }
        Ok(())
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
        let stage = match self.open.is_estimating() {
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
