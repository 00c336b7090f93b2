//! The connections that are open, by client, with a place for whoever comes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::client::Client;

/// The connections that are open.
pub struct Connections {
    max: usize,
    each: Option<usize>,
    began: Instant,
    state: Mutex<State>,
    /// Told when one ends.
    ended: Notify,
}

#[derive(Default)]
struct State {
    next_number: u64,
    open: HashMap<u64, Open>,
    /// How many each client has, without those that are told to end.
    of: HashMap<Client, usize>,
}

struct Open {
    client: Client,
    activity: Arc<Activity>,
}

/// What a connection does.
#[derive(Default)]
struct Activity {
    /// Whether a request is being answered.
    is_busy: AtomicBool,
    /// Since when it does what it does, in microseconds since the server began.
    since: AtomicU64,
    /// Told when it has to end.
    ends: Notify,
}

/// A connection, open until it is dropped.
pub struct Connection {
    of: Arc<Connections>,
    number: u64,
    activity: Arc<Activity>,
}

/// A request that is being answered, until it is dropped.
pub struct Busy {
    of: Arc<Connections>,
    activity: Arc<Activity>,
}

/// Whether there is a place for a connection.
pub enum Admission {
    /// There is.
    Open(Connection),
    /// The client has as many as it may.
    Refused,
    /// There is none before another ends.
    Full,
}

impl Connections {
    /// At most `max` connections, of each client at most `each`; with `None` they are those of
    /// proxies, each of which may have all.
    pub fn new(max: usize, each: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            max,
            each,
            began: Instant::now(),
            state: Mutex::default(),
            ended: Notify::new(),
        })
    }

    /// One more connection of a client. Where there is no place, one of the client that has the
    /// most ends, the one that has been idle longest, or else the one that has been answered
    /// longest; those of proxies end if they are idle.
    pub fn admit(self: &Arc<Self>, client: Client) -> Admission {
        let mut state = self.lock();
        let own = state.of.get(&client).copied().unwrap_or(0);
        if self.each.is_some_and(|each| own >= each) {
            return Admission::Refused;
        }
        let open: usize = state.of.values().sum();
        if open >= self.max && !self.end_one(&mut state, Some(client)) {
            return match self.each {
                Some(_) => Admission::Refused,
                None => Admission::Full,
            };
        }
        let number = state.next_number;
        state.next_number += 1;
        let activity = Arc::new(Activity::default());
        activity.since.store(self.micros(), Ordering::Relaxed);
        let open = Open {
            client,
            activity: Arc::clone(&activity),
        };
        state.open.insert(number, open);
        *state.of.entry(client).or_default() += 1;
        drop(state);
        Admission::Open(Connection {
            of: Arc::clone(self),
            number,
            activity,
        })
    }

    /// Ends a connection, as if another had come for which there is no place.
    pub fn make_room(&self) -> bool {
        self.end_one(&mut self.lock(), None)
    }

    /// Returns when a connection has ended.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }

    /// Ends a connection of the client that has the most; one of `newcomer` only if it is idle, and
    /// if nobody has more.
    fn end_one(&self, state: &mut State, newcomer: Option<Client>) -> bool {
        let max = state.of.values().copied().max().unwrap_or(0);
        let own = newcomer.and_then(|client| state.of.get(&client).copied());
        let is_newcomers = own.is_some_and(|own| own >= max);
        let ends_busy = self.each.is_some() && !is_newcomers;
        let candidates = state.open.iter().filter(|(_, one)| match is_newcomers {
            true => Some(one.client) == newcomer,
            false => state.of.get(&one.client) == Some(&max),
        });
        let ranked = candidates.map(|(number, one)| {
            let is_busy = one.activity.is_busy.load(Ordering::Relaxed);
            let since = one.activity.since.load(Ordering::Relaxed);
            (is_busy, since, *number)
        });
        let first = ranked.filter(|(is_busy, ..)| ends_busy || !is_busy).min();
        let Some((_, _, number)) = first else {
            return false;
        };
        let Some(open) = state.forget(number) else {
            return false;
        };
        open.activity.ends.notify_one();
        true
    }

    fn micros(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in between can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn forget(&mut self, number: u64) -> Option<Open> {
        let open = self.open.remove(&number)?;
        if let Some(count) = self.of.get_mut(&open.client) {
            *count -= 1;
            if *count == 0 {
                self.of.remove(&open.client);
            }
        }
        Some(open)
    }
}

impl Connection {
    /// Returns when it has to end, to make room for another.
    pub async fn ends(&self) {
        self.activity.ends.notified().await;
    }

    /// What its requests are counted by.
    pub fn activity(&self) -> ConnectionActivity {
        ConnectionActivity(Arc::clone(&self.of), Arc::clone(&self.activity))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.of.lock().forget(self.number);
        self.of.ended.notify_one();
    }
}

/// What the requests of a connection are counted by.
#[derive(Clone)]
pub struct ConnectionActivity(Arc<Connections>, Arc<Activity>);

impl ConnectionActivity {
    /// A request is being answered.
    pub fn begin(&self) -> Busy {
        let Self(of, activity) = self.clone();
        activity.set(true, of.micros());
        Busy { of, activity }
    }
}

impl Activity {
    fn set(&self, is_busy: bool, now: u64) {
        self.since.store(now, Ordering::Relaxed);
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.activity.set(false, self.of.micros());
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use futures_util::FutureExt;

    use super::*;

    fn client(number: u8) -> Client {
        Client::at(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
    }

    fn open(of: &Arc<Connections>, number: u8) -> Connection {
        // Since when each is idle shall differ.
        std::thread::sleep(Duration::from_micros(20));
        match of.admit(client(number)) {
            Admission::Open(connection) => connection,
            Admission::Refused => panic!("{number} is refused"),
            Admission::Full => panic!("no place for {number}"),
        }
    }

    fn has_ended(connection: &Connection) -> bool {
        connection.ends().now_or_never().is_some()
    }

    #[test]
    fn a_client_has_no_more_than_its_share_and_gets_back_what_it_closes() {
        let of = Connections::new(8, Some(2));
        let held = [(); 2].map(|()| open(&of, 1));
        assert!(matches!(of.admit(client(1)), Admission::Refused));
        let other = open(&of, 2);
        drop(held);
        drop((open(&of, 1), other));
        let state = of.lock();
        assert!(state.of.is_empty() && state.open.is_empty());
    }

    #[test]
    fn whoever_comes_has_a_place_of_the_client_that_has_most() {
        let of = Connections::new(6, Some(4));
        let many = [(); 4].map(|()| open(&of, 1));
        let few = [(); 2].map(|()| open(&of, 2));
        // The first is being answered, the third was idle last.
        let _busy = many[0].activity().begin();
        drop(many[1].activity().begin());
        let comes = open(&of, 3);
        let ended = || many.each_ref().map(has_ended);
        assert_eq!(ended(), [false, false, true, false]);
        let again = open(&of, 3);
        assert_eq!(ended(), [false, false, false, true]);
        // All have two now: a client's own idle connection gives way.
        let own = open(&of, 3);
        assert!(has_ended(&comes) && !has_ended(&again));
        assert!(!few.iter().any(has_ended) && !has_ended(&own));
        drop(many);
        drop(few);
    }

    #[test]
    fn where_none_is_idle_the_one_answered_longest_ends() {
        let of = Connections::new(3, Some(3));
        let many = [(); 3].map(|()| open(&of, 1));
        let _busy = many.each_ref().map(|one| one.activity().begin());
        let _comes = open(&of, 2);
        assert_eq!(many.each_ref().map(has_ended), [true, false, false]);
        let another = of.admit(client(1));
        assert!(
            matches!(another, Admission::Refused),
            "its own are all busy"
        );
    }
}
