//! Positions that the solvers of a team take one by one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use solveig_game::{Game, Interval, Value};

use crate::{ManyWatch, Oracle, StopToken};

/// The positions of [`Oracle::watched_values`], as tasks that the solvers of a team take and leave.
pub(super) struct Tasks<'a, 'b> {
    tasks: Vec<Task>,
    watch: &'a mut ManyWatch<'b>,
}

/// A position, which may be searched by several solvers.
struct Task {
    /// Set once its value is found, so that the other solvers leave it.
    over: Arc<AtomicBool>,
    /// What is proved of its value.
    proved: Interval,
    /// The solvers that search it.
    solvers: usize,
}

impl Task {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

impl<'a, 'b> Tasks<'a, 'b> {
    pub(super) fn new(count: usize, bounds: Interval, watch: &'a mut ManyWatch<'b>) -> Self {
        let task = |_| Task {
            over: Arc::default(),
            proved: bounds,
            solvers: 0,
        };
        Self {
            tasks: (0..count).map(task).collect(),
            watch,
        }
    }

    /// The first of the open tasks that the fewest solvers search, and the flag that ends it.
    fn take(&mut self) -> Option<(usize, Arc<AtomicBool>)> {
        let tasks = self.tasks.iter_mut().enumerate();
        let open = tasks.filter(|(_, task)| !task.is_over());
        let (index, task) = open.min_by_key(|(_, task)| task.solvers)?;
        task.solvers += 1;
        Some((index, Arc::clone(&task.over)))
    }

    /// Takes note of what is proved; a value ends the task.
    fn narrow(&mut self, index: usize, proved: Interval) {
        let task = &mut self.tasks[index];
        let narrower = task.proved.meet(proved);
        let is_news = narrower != task.proved || narrower.value().is_some();
        if !is_news || task.is_over() {
            return;
        }
        task.proved = narrower;
        task.over
            .store(narrower.value().is_some(), Ordering::Relaxed);
        (self.watch)(index, narrower);
    }

    /// A solver leaves a task, with the value if it has found it.
    fn leave(&mut self, index: usize, value: Option<Value>) {
        self.tasks[index].solvers -= 1;
        if let Some(value) = value {
            self.narrow(index, Interval::exact(value));
        }
    }

    pub(super) fn are_done(&self) -> bool {
        self.tasks.iter().all(Task::is_over)
    }
}

pub(super) fn lock<T>(tasks: &Mutex<T>) -> MutexGuard<'_, T> {
    tasks.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches positions until none is open or the token stops it.
pub(super) fn work_on<G: Game, O: Oracle<G>>(
    tasks: &Mutex<Tasks<'_, '_>>,
    positions: &[G::Position],
    bounds: Interval,
    solver: &mut O,
    stop: &StopToken,
) {
    loop {
        // In the head of a `while let` the lock would be held in the body as well.
        let next = lock(tasks).take();
        let Some((index, over)) = next else { return };
        solver.set_stop(stop.clone().with_flag(over));
        let mut narrow = |proved| lock(tasks).narrow(index, proved);
        let value = solver.watched_value(&positions[index], bounds, &mut narrow);
        lock(tasks).leave(index, value.ok());
        if value.is_err() && stop.is_stopped() {
            return;
        }
    }
}
