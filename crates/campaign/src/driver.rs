//! The driver: plans rounds, publishes jobs, and records their reports in the ledger. Open jobs are
//! in the queue and in its memory: another run chooses anew from what the ledger has.

mod batches;
mod jobs;
mod progress;
mod settle;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hashbrown::HashSet;
use solveig_game::{Game, Interval, Notation, Symmetric};
use solveig_search::{StopToken, Stopped, Window};

use self::batches::{ESTIMATE_SECONDS, items_of};
use self::jobs::OpenJobs;
pub use self::progress::{JobShare, RunProgress, Stage};
pub use self::settle::{SettleConfig, SettlingWorkers};

use crate::error::CampaignError;
use crate::job::{Cut, Item, Task};
use crate::ledger::Ledger;
use crate::problem::Problem;
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
    /// The maximum number of positions of a job. A job of 8,000 and its report fit messages of one
    /// megabyte.
    pub batch_positions: usize,
    /// How many hypotheses are chosen from at once.
    pub choice: Choice,
    /// How long no job ends before the driver warns; then twice as long.
    pub silence: Duration,
}

impl Default for DriverConfig {
    fn default() -> Self {
        Self {
            batch_seconds: 1.0,
            round_seconds: None,
            batch_positions: 8_000,
            choice: Choice::default(),
            silence: Duration::from_secs(60),
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
    /// Whether bounds at the first cut were read that an earlier run derived.
    inherits: bool,
    nodes: u64,
    failures: u64,
    /// The jobs without an accepted report.
    open: OpenJobs,
    /// The number of workers at the last look.
    workers: usize,
    /// The time it took to choose the positions of the last round.
    choosing: Duration,
}

impl<'a, G: Symmetric + Notation> Driver<'a, G> {
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
            inherits: false,
            nodes: 0,
            failures: 0,
            open: OpenJobs::default(),
            workers: 0,
            choosing: Duration::ZERO,
        }
    }

    /// Runs the campaign until the goal is decided or `stop` is set, continuing from the state of
    /// the ledger.
    ///
    /// # Errors
    ///
    /// Fails if the ledger or the queue fails, if results contradict one another, or if nothing but
    /// jobs that were given up is left. Accepted reports are not lost; another run can continue.
    pub fn run(mut self, stop: &Arc<AtomicBool>) -> Result<RunOutcome, CampaignError> {
        let stop = StopToken::never().with_flag(Arc::clone(stop));
        match self.run_until(&stop) {
            Err(CampaignError::Stopped(Stopped)) => Ok(RunOutcome::Stopped),
            Err(CampaignError::Queue(error)) if stop.is_stopped() => {
                tracing::warn!("stopped while the queue failed: {error}");
                Ok(RunOutcome::Stopped)
            }
            outcome => outcome,
        }
    }

    fn run_until(&mut self, stop: &StopToken) -> Result<RunOutcome, CampaignError> {
        if self.ledger.conclusion()?.is_some() {
            let range = self.problem.game().value_range();
            return Ok(RunOutcome::Proved(self.ledger.conclusion_within(range)?));
        }
        self.begin()?;
        self.read_ledger()?;
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
            if !self.work_off(rest, stop)? {
                return Ok(RunOutcome::Stopped);
            }
            self.ledger.expect_in_place()?;
            rest = self.last_jobs();
            let round = self.ledger.rounds()?;
            if self.ledger.current_round()?.is_some() {
                self.ledger.end_round(round)?;
                estimated = 0;
            }
            let begun = Instant::now();
            self.show(round + 1, Stage::Choosing, JobShare::default());
            let margin = self.ledger.plan().margin;
            let task = Task::Solve { margin };
            let dead = self.ledger.dead_positions(task)?;
            let next = match self.choose(goal, &dead, stop)? {
                Next::Proved(_) if !self.open.is_empty() => {
                    rest = 0;
                    continue;
                }
                // A conclusion rests on what was solved alone, so all is derived once more.
                Next::Proved(_) if self.inherits => {
                    self.inherits = false;
                    self.ledger.forget_derived()?;
                    self.read_ledger()?;
                    continue;
                }
                Next::Proved(bounds) => {
                    self.ledger.conclude(bounds)?;
                    return Ok(RunOutcome::Proved(bounds));
                }
                Next::Solve(next) => next,
                Next::Stuck => return Err(CampaignError::Stuck { round: round + 1 }),
            };
            self.choosing = begun.elapsed();
            let plies = self.ledger.plan().second_plies;
            let look_ahead = Task::Estimate {
                cut: Cut::Second,
                plies,
            };
            let blind = self.ledger.dead_positions(look_ahead)?;
            let mut unseen = self.without_estimate(&next.agenda);
            unseen.retain(|item| !dead.contains(&item.key) && !blind.contains(&item.key));
            // New estimates change the choice, so estimate new positions and choose again, a
            // limited number of times.
            if plies > 0 && !unseen.is_empty() && estimated < ESTIMATED_BEFORE_SOLVING {
                estimated += 1;
                let batches = self.batches(&unseen, jobs_of, |_| ESTIMATE_SECONDS);
                let first = self.ledger.add_jobs(&batches)?;
                self.hand_out(first, look_ahead, batches)?;
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
                let solving = self.open.solving();
                items.retain(|item| !solving.contains(&item.key));
                if items.is_empty() {
                    rest = self.open.len();
                    continue;
                }
            }
            let items = self.most_doubtful(items);
            // Without measurements, each position becomes a job.
            let longest = if self.work.is_unseen() { 0.0 } else { jobs_of };
            let batches = self.batches(&items, longest, |item| self.expected_seconds(item));
            // What the hypotheses that were not looked at need is taken to be as much for each.
            let positions = agenda.len() * next.targets.len() / next.present.max(1);
            let first =
                self.ledger
                    .begin_round(next.expected, &next.targets, positions, &batches)?;
            self.hand_out(first, task, batches)?;
        }
    }

    /// Chooses what to solve next, and records what was derived at the first cut.
    fn choose(
        &mut self,
        goal: Window,
        dead: &HashSet<u128>,
        stop: &StopToken,
    ) -> Result<Next, CampaignError> {
        let (problem, choice) = (self.problem, self.config.choice);
        let read = |_| Ledger::read(self.ledger.path());
        let records: Result<Vec<Ledger>, _> = (0..choice.threads.max(1)).map(read).collect();
        let mut records = records?;
        let next = self
            .knowledge
            .next(problem, goal, choice, &mut records, dead, stop);
        if !matches!(next, Err(CampaignError::Contradiction { .. })) {
            self.ledger.derive(&self.knowledge.take_derived())?;
        }
        next
    }

    /// Enumerates the first cut and asks for an estimate of each position that has none.
    fn ask_for_predictions(&mut self, stop: &StopToken) -> Result<(), CampaignError> {
        self.show(0, Stage::Choosing, JobShare::default());
        let (mut keys, _) = self.problem.at_first_cut(stop)?;
        self.ledger.expect_predictions(keys.len())?;
        let task = Task::Estimate {
            cut: Cut::First,
            plies: self.ledger.plan().first_plies,
        };
        let blind = self.ledger.dead_positions(task)?;
        let first = &self.knowledge.first;
        keys.retain(|key| first.estimate(*key).is_none() && !blind.contains(key));
        let range = self.problem.game().value_range();
        let item = |key| Item {
            key,
            alpha: range.min - 1,
            beta: range.max + 1,
            estimate: 0,
        };
        let items: Vec<Item> = keys.into_iter().map(item).collect();
        let batches = self.batches(&items, self.config.batch_seconds, |_| ESTIMATE_SECONDS);
        let first = self.ledger.add_jobs(&batches)?;
        self.hand_out(first, task, batches)
    }

    /// Reads what the ledger has of the first cut and of the work so far.
    fn read_ledger(&mut self) -> Result<(), CampaignError> {
        self.knowledge = RoundKnowledge::new(self.ledger.dictionaries(Cut::First)?);
        self.work = self.ledger.work_model()?;
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

    /// Records reports until no estimates and at most `rest` jobs of
    /// exact search are open; false if it was stopped. Without estimates, half of the jobs are
    /// done, too: a choice costs too much to be repeated for a few results.
    fn work_off(&mut self, rest: usize, stop: &StopToken) -> Result<bool, CampaignError> {
        let total = self.open.len() as u64;
        let fewest = match self.open.is_estimating() {
            true => rest,
            false => rest.min(self.open.len() / 2),
        };
        let mut counted = None;
        let (mut left, mut ended) = (self.open.len(), Instant::now());
        let mut silence = self.config.silence;
        while self.open.has_more_than(fewest) {
            if stop.is_stopped() {
                return Ok(false);
            }
            if counted.is_none_or(|last: Instant| last.elapsed() >= COUNT_EVERY) {
                self.workers = self.dispatch.workers();
                counted = Some(Instant::now());
            }
            self.take_reports()?;
            if self.open.len() != left {
                (left, ended, silence) = (self.open.len(), Instant::now(), self.config.silence);
            } else if ended.elapsed() >= silence {
                let advice = match self.workers {
                    0 => "no worker is there: start `campaign worker` for this queue",
                    _ => {
                        "if the workers are idle, the server has lost jobs or another campaign \
                         uses this queue; end this command and repeat it"
                    }
                };
                tracing::warn!("no job has ended for {silence:?}: {advice}");
                silence = silence.saturating_mul(2);
            }
            self.show_jobs(total)?;
        }
        Ok(true)
    }

    fn show(&mut self, round: u64, stage: Stage, jobs: JobShare) {
        (self.observe)(&RunProgress {
            round,
            stage,
            jobs,
            open: self.open.len() as u64,
            nodes: self.nodes,
            workers: self.workers as u64,
        });
    }

    fn show_jobs(&mut self, total: u64) -> Result<(), CampaignError> {
        let round = self.ledger.rounds()?;
        let stage = match self.open.is_estimating() {
            true => Stage::Estimating,
            false => Stage::Solving,
        };
        let left = self.open.len() as u64;
        let done = total.saturating_sub(left);
        self.show(round, stage, JobShare { done, total });
        Ok(())
    }
}

/// How often new positions are estimated, and the choice repeated, before a round begins.
const ESTIMATED_BEFORE_SOLVING: u32 = 2;

/// How long the driver waits for reports before it looks for other work.
const WAIT: Duration = Duration::from_millis(100);

/// How often the driver counts the workers.
const COUNT_EVERY: Duration = Duration::from_secs(2);
