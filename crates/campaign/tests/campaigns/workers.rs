//! What a worker does at the same time.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use solveig_campaign::job::{Job, JobReport};
use solveig_campaign::queue::{Lease, QueueError, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_games::othello::Position;
use solveig_search::StopToken;

use crate::field::{Field, WithHook};
use crate::samples::job_about;

/// What has happened so far.
#[derive(Default)]
struct Events {
    fetched: u64,
    searched: u64,
    handed_in: u64,
}

#[derive(Clone, Default)]
struct Diary {
    events: Arc<(Mutex<Events>, Condvar)>,
}

impl Diary {
    fn note(&self, change: impl FnOnce(&mut Events)) {
        change(&mut self.events.0.lock().unwrap());
        self.events.1.notify_all();
    }

    fn wait_until(&self, happened: impl Fn(&Events) -> bool) {
        let events = self.events.0.lock().unwrap();
        let waiting = self.events.1.wait_while(events, |events| !happened(events));
        drop(waiting.unwrap());
    }
}

/// Hands out jobs of one position each.
struct Scripted {
    diary: Diary,
    keys: Vec<u128>,
}

impl Supply for Scripted {
    fn next(&mut self, _wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let Some(key) = self.keys.pop() else {
            return Err(QueueError::Closed("no more jobs".to_owned()));
        };
        let mut number = 0;
        self.diary.note(|events| {
            events.fetched += 1;
            number = events.fetched;
        });
        let job = job_about(number, key);
        let diary = self.diary.clone();
        Ok(Some(Box::new(Slip { diary, job })))
    }
}

struct Slip {
    diary: Diary,
    job: Job,
}

impl Lease for Slip {
    fn job(&self) -> &Job {
        &self.job
    }

    /// Takes no report before the next job but the last is being searched.
    fn finish(self: Box<Self>, report: &JobReport) -> Result<(), QueueError> {
        assert_eq!(report.job, self.job.number);
        let next = (report.job + 1).min(JOBS);
        self.diary.wait_until(|events| events.searched >= next);
        self.diary.note(|events| events.handed_in += 1);
        Ok(())
    }
}

const JOBS: u64 = 6;

#[test]
fn the_next_job_is_fetched_and_the_last_report_handed_in_while_a_worker_searches() {
    let field = Field::small();
    let (keys, _) = field.problem.at_first_cut(&StopToken::never()).unwrap();
    let diary = Diary::default();
    let mut supply = Scripted {
        diary: diary.clone(),
        keys: keys.into_iter().take(JOBS as usize).collect(),
    };
    let (flags, tally) = (WorkerFlags::default(), Arc::new(WorkerTally::default()));
    // Ends the search of no job before the next one but the last is fetched.
    let (watched, searching, mut last) = (diary.clone(), Arc::clone(&tally), None);
    let hook = move |position: &Position| {
        if last.replace(*position) != Some(*position) {
            assert_eq!(searching.searching.load(Ordering::Relaxed), 1);
            let mut next = 0;
            watched.note(|events| {
                events.searched += 1;
                next = (events.searched + 1).min(JOBS);
            });
            watched.wait_until(|events| events.fetched >= next);
        }
    };
    let oracle = WithHook {
        oracle: field.oracle(),
        hook,
    };
    let mut solver = Solver::new(field.problem.clone(), oracle);
    work("one", &mut solver, &mut supply, &flags, &tally).unwrap();
    let events = diary.events.0.lock().unwrap();
    assert_eq!((events.searched, events.handed_in), (JOBS, JOBS));
    assert_eq!(tally.jobs.load(Ordering::Relaxed), JOBS);
    assert_eq!(tally.searching.load(Ordering::Relaxed), 0);
}
