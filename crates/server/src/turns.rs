//! Fair turns of clients on a bounded number of threads.
//!
//! A free thread goes to the client with the fewest threads, among equals to the one whose last
//! turn ended first, whatever the number of requests that each has waiting.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::client::Client;

/// How many requests may wait for a turn.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Of all clients together.
    pub all: usize,
    /// Of one client.
    pub each: usize,
}

/// Threads, and the requests that wait for one.
pub struct Turns {
    places: Places,
    state: Mutex<State>,
}

struct State {
    free: usize,
    next_request: u64,
    /// Clients with threads or waiting requests; the one whose turn is due first in front.
    clients: VecDeque<Asking>,
}

struct Asking {
    client: Client,
    running: usize,
    waiting: VecDeque<(u64, oneshot::Sender<Turn>)>,
}

/// A thread for one request; free again on drop.
pub struct Turn {
    of: Arc<Turns>,
    client: Client,
}

/// A place in the queue; given up on drop.
pub struct Waiting {
    of: Arc<Turns>,
    client: Client,
    request: u64,
    turn: oneshot::Receiver<Turn>,
}

impl Turns {
    /// Turns on so many threads.
    pub fn new(threads: usize, places: Places) -> Arc<Self> {
        Arc::new(Self {
            places,
            state: Mutex::new(State {
                free: threads,
                next_request: 0,
                clients: VecDeque::new(),
            }),
        })
    }

    /// A thread, if one is free.
    pub fn take(self: &Arc<Self>, client: Client) -> Option<Turn> {
        let mut state = self.lock();
        state.free = state.free.checked_sub(1)?;
        state.asking(client).running += 1;
        Some(self.turn(client))
    }

    /// A place in the queue; `None` if all that there are for this client are taken.
    pub fn wait(self: &Arc<Self>, client: Client) -> Option<Waiting> {
        let mut state = self.lock();
        let all: usize = state.clients.iter().map(|one| one.waiting.len()).sum();
        let request = state.next_request;
        let of_client = &mut state.asking(client).waiting;
        let is_free = all < self.places.all && of_client.len() < self.places.each;
        let waiting = is_free.then(|| {
            let (sender, turn) = oneshot::channel();
            of_client.push_back((request, sender));
            let of = Arc::clone(self);
            Waiting {
                of,
                client,
                request,
                turn,
            }
        });
        state.next_request += 1;
        state.forget(client);
        drop(state);
        // A thread may have become free since it was asked for.
        self.hand_out();
        waiting
    }

    /// Gives free threads to those who wait.
    fn hand_out(self: &Arc<Self>) {
        loop {
            let mut state = self.lock();
            let Some((client, sender)) = state.next() else {
                break;
            };
            drop(state);
            // If the request has just given up, its turn comes back, and dropping it frees it.
            let _ = sender.send(self.turn(client));
        }
    }

    fn turn(self: &Arc<Self>, client: Client) -> Turn {
        let of = Arc::clone(self);
        Turn { of, client }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in between can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn asking(&mut self, client: Client) -> &mut Asking {
        let at = self.clients.iter().position(|one| one.client == client);
        let at = at.unwrap_or_else(|| {
            self.clients.push_back(Asking {
                client,
                running: 0,
                waiting: VecDeque::new(),
            });
            self.clients.len() - 1
        });
        &mut self.clients[at]
    }

    /// Takes a free thread for the request whose turn it is.
    fn next(&mut self) -> Option<(Client, oneshot::Sender<Turn>)> {
        let free = self.free.checked_sub(1)?;
        let waiting = self.clients.iter_mut();
        let waiting = waiting.filter(|one| !one.waiting.is_empty());
        let due = waiting.min_by_key(|one| one.running)?;
        let (_, sender) = due.waiting.pop_front()?;
        due.running += 1;
        self.free = free;
        Some((due.client, sender))
    }

    /// Forgets a client that has nothing here.
    fn forget(&mut self, client: Client) {
        let gone = |one: &Asking| one.running == 0 && one.waiting.is_empty();
        self.clients
            .retain(|one| one.client != client || !gone(one));
    }
}

impl Waiting {
    /// The thread, when it is this request's turn.
    pub async fn turn(mut self) -> Option<Turn> {
        (&mut self.turn).await.ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        let asking = state.asking(self.client);
        asking.waiting.retain(|(one, _)| *one != self.request);
        state.forget(self.client);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        state.free += 1;
        let at = state
            .clients
            .iter()
            .position(|one| one.client == self.client);
        if let Some(mut asking) = at.and_then(|at| state.clients.remove(at)) {
            asking.running = asking.running.saturating_sub(1);
            state.clients.push_back(asking);
        }
        state.forget(self.client);
        drop(state);
        self.of.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn client(number: u8) -> Client {
        Client::at(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)))
    }

    fn turns(threads: usize) -> Arc<Turns> {
        Turns::new(threads, Places { all: 6, each: 4 })
    }

    /// Which of those who wait get a turn, in what order, if each takes it at once and gives it
    /// back.
    fn served(mut waiting: Vec<(&'static str, Waiting)>, first: Turn) -> Vec<&'static str> {
        let mut order = Vec::new();
        let mut holding = Some(first);
        while !waiting.is_empty() {
            drop(holding.take());
            let is_due = |one: &mut (&str, Waiting)| one.1.turn.try_recv().ok();
            let found = waiting.iter_mut().enumerate();
            let mut found = found.filter_map(|(at, one)| Some((at, is_due(one)?)));
            let (at, turn) = found.next().unwrap();
            holding = Some(turn);
            order.push(waiting.remove(at).0);
        }
        order
    }

    #[test]
    fn clients_take_turns_however_many_requests_each_has() {
        let turns = turns(1);
        let first = turns.take(client(1)).unwrap();
        assert!(turns.take(client(2)).is_none());
        let wait = |name, number| (name, turns.wait(client(number)).unwrap());
        let waiting = vec![
            wait("a1", 1),
            wait("a2", 1),
            wait("a3", 1),
            wait("b1", 2),
            wait("b2", 2),
            wait("c1", 3),
        ];
        assert_eq!(served(waiting, first), ["b1", "c1", "a1", "b2", "a2", "a3"]);
        assert!(turns.lock().clients.is_empty());
        assert_eq!(turns.lock().free, 1);
    }

    #[test]
    fn a_thread_goes_to_the_client_that_has_fewest() {
        let turns = turns(3);
        let held = [(); 2].map(|()| turns.take(client(1)).unwrap());
        let other = turns.take(client(3)).unwrap();
        let mut more = turns.wait(client(1)).unwrap();
        let mut first = turns.wait(client(2)).unwrap();
        drop(other);
        let turn = first.turn.try_recv().unwrap();
        assert!(more.turn.try_recv().is_err());
        drop((turn, held));
        assert!(more.turn.try_recv().is_ok());
    }

    #[test]
    fn a_thread_that_became_free_meanwhile_is_handed_out_at_once() {
        let turns = turns(1);
        let mut waiting = turns.wait(client(1)).unwrap();
        assert!(waiting.turn.try_recv().is_ok());
    }

    #[test]
    fn places_are_bounded_for_all_and_for_each() {
        let turns = turns(1);
        let first = turns.take(client(1)).unwrap();
        let held: Vec<_> = (0..4).map(|_| turns.wait(client(1)).unwrap()).collect();
        assert!(turns.wait(client(1)).is_none());
        let others: Vec<_> = (2..4).map(|one| turns.wait(client(one)).unwrap()).collect();
        assert!(turns.wait(client(9)).is_none());
        drop(held);
        assert!(turns.wait(client(9)).is_some());
        drop((others, first));
        assert_eq!(turns.lock().free, 1);
        assert!(turns.lock().clients.is_empty());
    }

    #[test]
    fn a_turn_that_nobody_takes_goes_to_the_next() {
        let turns = turns(1);
        let first = turns.take(client(1)).unwrap();
        let gone = turns.wait(client(2)).unwrap();
        let mut next = turns.wait(client(3)).unwrap();
        drop(first);
        // It has its turn already, and drops it with the request.
        drop(gone);
        assert!(next.turn.try_recv().is_ok());
    }
}
