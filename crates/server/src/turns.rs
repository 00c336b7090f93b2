//! Turns of requests on threads, as a [`Queue`] hands them out.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use solveig_engine::Gate;
use tokio::sync::oneshot;

use crate::askers::Askers;
use crate::queue::{Next, Places, Queue};

/// Threads, and the requests that have one or wait for one.
pub struct Turns {
    began: Instant,
    state: Mutex<State>,
    /// Whether somebody waits; looked at by all who run.
    is_contended: AtomicBool,
}

struct State {
    queue: Queue,
    requests: HashMap<u64, Request>,
}

struct Request {
    slice: Arc<Slice>,
    /// Where the first turn goes to.
    begins: Option<oneshot::Sender<Turn>>,
}

/// A request that has begun. Its thread, if it has one just then, is free again on drop.
pub struct Turn {
    slice: Arc<Slice>,
}

/// A place in the queue; given up on drop.
pub struct Waiting {
    of: Arc<Turns>,
    number: u64,
    turn: oneshot::Receiver<Turn>,
}

/// Where a request that has begun gives up its thread to others, and waits to go on.
struct Slice {
    of: Arc<Turns>,
    /// The number of the request.
    number: u64,
    /// When to ask next for how long it has its thread, in nanoseconds since the turns began.
    due: AtomicU64,
    /// Signalled when it may go on.
    goes_on: Condvar,
    /// Ends its search.
    stop: Arc<AtomicBool>,
    until: Instant,
}

/// How often a request that waits to go on looks whether it is to end.
const POLL: Duration = Duration::from_millis(20);

impl Turns {
    /// Turns within these places.
    pub fn new(places: Places) -> Arc<Self> {
        Arc::new(Self {
            began: Instant::now(),
            state: Mutex::new(State {
                queue: Queue::new(places),
                requests: HashMap::new(),
            }),
            is_contended: AtomicBool::new(false),
        })
    }

    /// Asks for a turn for `askers`. Once it has begun, the request ends at `until` or when `stop`
    /// is set, even while it waits to go on; `stop` is set if it has to make room.
    pub fn ask(self: &Arc<Self>, askers: Askers, stop: Arc<AtomicBool>, until: Instant) -> Waiting {
        let (sender, turn) = oneshot::channel();
        let mut state = self.lock();
        let number = state.queue.ask(askers);
        let slice = Slice {
            of: Arc::clone(self),
            number,
            due: AtomicU64::new(0),
            goes_on: Condvar::new(),
            stop,
            until,
        };
        let request = Request {
            slice: Arc::new(slice),
            begins: Some(sender),
        };
        state.requests.insert(number, request);
        drop(state);
        self.hand_out();
        let mut state = self.lock();
        // With its request goes the sender, which tells who waits that it is refused.
        let refused = state.queue.without_place();
        let refused = refused.and_then(|number| state.requests.remove(&number));
        drop(state);
        drop(refused);
        Waiting {
            of: Arc::clone(self),
            number,
            turn,
        }
    }

    /// Gives free threads to those whose turn it is.
    fn hand_out(&self) {
        loop {
            let mut state = self.lock();
            let Some(next) = state.queue.next(Instant::now()) else {
                let is_contended = state.queue.is_contended();
                self.is_contended.store(is_contended, Ordering::Relaxed);
                // Slices may be shorter than they were.
                for request in state.requests.values() {
                    request.slice.look_now();
                }
                break;
            };
            let (Next::Begin(number) | Next::GoOn(number) | Next::End(number)) = next;
            let Some(request) = state.requests.get_mut(&number) else {
                continue;
            };
            if let Next::End(_) = next {
                request.slice.stop.store(true, Ordering::Relaxed);
            }
            request.slice.goes_on.notify_all();
            let begins = request.begins.take();
            let slice = Arc::clone(&request.slice);
            drop(state);
            if let Some(sender) = begins {
                // If the request has just given up, its turn comes back, and dropping it frees it.
                let _ = sender.send(Turn { slice });
            }
        }
    }

    fn remove(&self, number: u64) {
        let mut state = self.lock();
        state.queue.remove(number, Instant::now());
        let removed = state.requests.remove(&number);
        drop(state);
        drop(removed);
        self.hand_out();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in between can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// The turn, when it is this request's; `None` if there is no place to wait for it.
    pub async fn turn(mut self) -> Option<Turn> {
        (&mut self.turn).await.ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let is_waiting = self.of.lock().queue.is_waiting(self.number);
        if is_waiting {
            self.of.remove(self.number);
        }
    }
}

impl Turn {
    /// The gate that the request has to pass while it runs.
    pub fn gate(&self) -> Arc<dyn Gate> {
        Arc::clone(&self.slice) as _
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.slice.of.remove(self.slice.number);
    }
}

impl Slice {
    /// Makes it ask at the next pass.
    fn look_now(&self) {
        self.due.store(0, Ordering::Relaxed);
    }

    fn has_to_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.until
    }

    /// Gives the thread to who waits for it, if the time has come, and returns when the request may
    /// go on or has to end.
    #[cold]
    fn give_way(&self) {
        let mut state = self.of.lock();
        let now = Instant::now();
        if let Some(time) = state.queue.pause(self.number, now) {
            let due = (now + time).saturating_duration_since(self.of.began);
            self.due.store(due.as_nanos() as u64, Ordering::Relaxed);
            return;
        }
        drop(state);
        self.of.hand_out();
        let mut state = self.of.lock();
        while state.queue.is_paused(self.number) {
            if self.has_to_end() {
                state.queue.end(self.number);
                break;
            }
            let waited = self.goes_on.wait_timeout(state, POLL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(state);
        // The other threads of the search wait on the same condition, and have to learn of its end.
        self.goes_on.notify_all();
    }
}

impl Gate for Slice {
    fn pass(&self) {
        if self.of.is_contended.load(Ordering::Relaxed) {
            let now = self.of.began.elapsed().as_nanos() as u64;
            if now >= self.due.load(Ordering::Relaxed) {
                self.give_way();
            }
        }
    }
}

impl fmt::Debug for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Slice({})", self.number)
    }
}
