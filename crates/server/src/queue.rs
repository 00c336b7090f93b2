//! Whose turn it is on a bounded number of threads.
//!
//! A free thread goes to the client that has the fewest, among equals to the one that used them
//! least. Where somebody waits, whoever runs gives its thread up when its slice is over, and goes
//! on in its client's next turn. Slices are the shorter the more clients ask, so that all have had
//! theirs within a [`ROUND`].

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::askers::Askers;
use crate::client::Client;
use crate::usage::{Usage, Used};

/// The time in which each of those who ask has a slice. Who used more than the others waits for two
/// rounds at most.
const ROUND: Duration = Duration::from_millis(125);

/// The least slice. A change of threads takes about a hundredth of it.
const LEAST_SLICE: Duration = Duration::from_millis(5);

/// How many requests there may be.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// That run at the same time.
    pub threads: usize,
    /// That have begun, and run or go on later.
    pub begun: usize,
    /// That have not begun.
    pub waiting: usize,
    /// That have not begun, of one client.
    pub waiting_each: usize,
}

/// Requests that run, and those that wait for a thread.
pub struct Queue {
    places: Places,
    next_number: u64,
    /// In the order in which they came.
    requests: Vec<Request>,
    usage: Usage,
}

struct Request {
    number: u64,
    askers: Askers,
    /// The first who asked, whose place it takes; `None` if that one has gone already.
    owner: Option<Client>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// Has not begun.
    Waiting,
    /// Has a thread, for this client.
    Running(Client, Instant),
    /// Has begun, and waits for a thread to go on.
    Paused,
    /// Was told to end in its pause.
    Ending,
}

/// What to do with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It begins: there is a thread for it.
    Begin(u64),
    /// It goes on.
    GoOn(u64),
    /// It ends, to make room for one of a client that used less.
    End(u64),
}

/// How long a client has to wait, against others: the one that has fewer threads is due first, then
/// the one that used less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ClientRank {
    threads: usize,
    used: Used,
}

/// Who is first: the client that is due first, then what has begun, then what was asked first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    of_client: ClientRank,
    is_new: bool,
    number: u64,
    /// Of those who wait for the answer, the one that is due first.
    client: Client,
}

/// Who has to go where too many wait: one of the client that has the most waiting, among equals of
/// the one that used most, and of these the newest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SurplusRank {
    waiting: usize,
    used: Option<Used>,
    number: u64,
}

impl Queue {
    /// Nobody waits and nobody runs.
    pub fn new(places: Places) -> Self {
        Self {
            places,
            next_number: 0,
            requests: Vec::new(),
            usage: Usage::default(),
        }
    }

    /// Takes in a request; returns its number.
    pub fn ask(&mut self, askers: Askers) -> u64 {
        let number = self.next_number;
        self.next_number += 1;
        self.requests.push(Request {
            number,
            owner: askers.all().first().copied(),
            askers,
            stage: Stage::Waiting,
        });
        number
    }

    /// What to do next, if there is something to do.
    pub fn next(&mut self, now: Instant) -> Option<Next> {
        if self.running(|_| true) >= self.places.threads {
            return None;
        }
        let window = self.slice();
        let waits = |one: &&Request| matches!(one.stage, Stage::Waiting | Stage::Paused);
        let waiting = self.requests.iter().filter(waits);
        let ranks = waiting.filter_map(|one| self.rank(one, window, None));
        let Rank { number, client, .. } = ranks.min()?;
        let at = self.at(number)?;
        let next = match self.requests[at].stage {
            Stage::Paused => Next::GoOn(number),
            _ if self.begun() < self.places.begun => Next::Begin(number),
            _ => return self.evict(),
        };
        self.requests[at].stage = Stage::Running(client, now);
        Some(next)
    }

    /// Ends the paused request of the client that used most, unless one ends already.
    fn evict(&mut self) -> Option<Next> {
        let is_ending = |one: &Request| one.stage == Stage::Ending;
        if self.requests.iter().any(is_ending) {
            return None;
        }
        let paused = self.requests.iter().enumerate();
        let paused = paused.filter(|(_, one)| one.stage == Stage::Paused);
        let window = self.slice();
        let (at, _) = paused.max_by_key(|(_, one)| self.rank(one, window, None))?;
        self.requests[at].stage = Stage::Ending;
        Some(Next::End(self.requests[at].number))
    }

    /// The request that has no place to wait in, which is taken out: the newest of the client that
    /// has the most, among equals of the one that used the threads most.
    pub fn without_place(&mut self) -> Option<u64> {
        let waiting = |one: &&Request| one.stage == Stage::Waiting;
        let of = |client: Option<Client>| {
            let waiting = self.requests.iter().filter(waiting);
            waiting.filter(|one| one.owner == client).count()
        };
        let newest = self.requests.iter().rfind(waiting)?;
        let all = self.requests.iter().filter(waiting).count();
        let number = if of(newest.owner) > self.places.waiting_each {
            newest.number
        } else if all > self.places.waiting {
            let window = self.slice();
            let surplus = self.requests.iter().filter(waiting).max_by_key(|one| {
                let used = |client| self.usage.of(client, Duration::ZERO, window);
                SurplusRank {
                    waiting: of(one.owner),
                    used: one.owner.map(used),
                    number: one.number,
                }
            })?;
            surplus.number
        } else {
            return None;
        };
        self.requests.retain(|one| one.number != number);
        Some(number)
    }

    /// Takes the thread of a request away if its slice is over and somebody waits who is due before
    /// it. Otherwise returns for how long it has its thread before it has to ask again; `None` if
    /// it has none.
    pub fn pause(&mut self, number: u64, now: Instant) -> Option<Duration> {
        let at = self.at(number)?;
        let Stage::Running(client, since) = self.requests[at].stage else {
            return None;
        };
        let (slice, had) = (self.slice(), now.saturating_duration_since(since));
        if had < slice {
            return Some(slice - had);
        }
        let own = ClientRank {
            threads: self.running(|one| one == client) - 1,
            used: self.usage.of(client, had, slice),
        };
        let waits = |one: &&Request| matches!(one.stage, Stage::Waiting | Stage::Paused);
        let mut others = self.requests.iter().filter(waits);
        let is_due = others.any(|one| {
            let rank = self.rank(one, slice, Some(client));
            rank.is_some_and(|rank| rank.of_client <= own)
        });
        if !is_due {
            return Some(LEAST_SLICE);
        }
        self.charge(client, had);
        self.requests[at].stage = Stage::Paused;
        None
    }

    /// Has a paused request end at its next turn.
    pub fn end(&mut self, number: u64) {
        let at = self.at(number);
        if let Some(at) = at.filter(|at| self.requests[*at].stage == Stage::Paused) {
            self.requests[at].stage = Stage::Ending;
        }
    }

    /// Takes a request out, and its thread back.
    pub fn remove(&mut self, number: u64, now: Instant) {
        let Some(at) = self.at(number) else {
            return;
        };
        if let Stage::Running(client, since) = self.requests[at].stage {
            self.charge(client, now.saturating_duration_since(since));
        }
        self.requests.remove(at);
    }

    /// Whether a request waits to go on.
    pub fn is_paused(&self, number: u64) -> bool {
        self.at(number)
            .is_some_and(|at| self.requests[at].stage == Stage::Paused)
    }

    /// Whether a request has not begun.
    pub fn is_waiting(&self, number: u64) -> bool {
        self.at(number)
            .is_some_and(|at| self.requests[at].stage == Stage::Waiting)
    }

    /// Whether somebody waits for a thread.
    pub fn is_contended(&self) -> bool {
        let waits = |one: &Request| matches!(one.stage, Stage::Waiting | Stage::Paused);
        self.requests.iter().any(waits)
    }

    fn at(&self, number: u64) -> Option<usize> {
        self.requests.iter().position(|one| one.number == number)
    }

    fn begun(&self) -> usize {
        let begun = |one: &&Request| one.stage != Stage::Waiting;
        self.requests.iter().filter(begun).count()
    }

    /// The threads of the clients that `which` takes.
    fn running(&self, which: impl Fn(Client) -> bool) -> usize {
        let running =
            |one: &&Request| matches!(one.stage, Stage::Running(client, _) if which(client));
        self.requests.iter().filter(running).count()
    }

    /// The rank of a request that waits, by the first of those who wait for its answer, `except`
    /// one.
    fn rank(&self, request: &Request, window: Duration, except: Option<Client>) -> Option<Rank> {
        let askers = request.askers.all().into_iter();
        let askers = askers.filter(|client| Some(*client) != except);
        let ranks = askers.map(|client| Rank {
            of_client: ClientRank {
                threads: self.running(|one| one == client),
                used: self.usage.of(client, Duration::ZERO, window),
            },
            is_new: request.stage == Stage::Waiting,
            number: request.number,
            client,
        });
        ranks.min()
    }

    fn charge(&mut self, client: Client, time: Duration) {
        let (window, asking) = (self.slice(), self.asking());
        self.usage.charge(client, time, window, asking);
    }

    /// How many clients ask.
    fn asking(&self) -> usize {
        let clients = self.requests.iter().map(|one| one.owner);
        clients.collect::<HashSet<_>>().len()
    }

    /// How long whoever runs may run on while others wait.
    fn slice(&self) -> Duration {
        let threads = u32::try_from(self.places.threads).unwrap_or(u32::MAX);
        let asking = u32::try_from(self.asking().max(1)).unwrap_or(u32::MAX);
        let slice = ROUND.saturating_mul(threads) / asking;
        slice.clamp(LEAST_SLICE, ROUND)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::askers::Asker;

    const PLACES: Places = Places {
        threads: 1,
        begun: 3,
        waiting: 6,
        waiting_each: 4,
    };

    /// A queue, and a clock that goes on when it is told to.
    struct Field {
        queue: Queue,
        now: Instant,
        kept: Vec<Asker>,
    }

    fn client(number: u8) -> Client {
        Client::at(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)))
    }

    impl Field {
        fn new(places: Places) -> Self {
            Self {
                queue: Queue::new(places),
                now: Instant::now(),
                kept: Vec::new(),
            }
        }

        fn ask(&mut self, number: u8) -> u64 {
            let askers = Askers::default();
            self.kept.push(askers.join(client(number)));
            self.queue.ask(askers)
        }

        fn next(&mut self) -> Option<Next> {
            self.queue.next(self.now)
        }

        /// Runs a request until its thread is taken away; returns for how long it had it.
        fn run(&mut self, number: u64) -> Duration {
            let began = self.now;
            while let Some(time) = self.queue.pause(number, self.now) {
                self.now += time;
                assert!(
                    self.now - began < Duration::from_secs(1),
                    "{number} runs on"
                );
            }
            self.now - began
        }

        fn remove(&mut self, number: u64) {
            self.queue.remove(number, self.now);
        }
    }

    #[test]
    fn a_request_gives_way_after_its_slice_and_goes_on_where_it_was() {
        let mut field = Field::new(PLACES);
        let long = field.ask(1);
        assert_eq!(field.next(), Some(Next::Begin(long)));
        let more = field.ask(1);
        assert_eq!(field.next(), None);
        // Its own client's requests wait until it ends.
        field.now += Duration::from_secs(5);
        assert!(field.queue.pause(long, field.now).is_some());
        let other = field.ask(2);
        assert!(field.queue.is_contended());
        assert_eq!(field.run(long), Duration::ZERO);
        assert_eq!(field.next(), Some(Next::Begin(other)));
        // It used less, up to a slice less than the clock and a slice more.
        assert!(field.run(other) <= 3 * ROUND / 2);
        // What has begun goes on before what has not.
        assert_eq!(field.next(), Some(Next::GoOn(long)));
        field.remove(long);
        field.remove(other);
        assert_eq!(field.next(), Some(Next::Begin(more)));
    }

    #[test]
    fn sixteen_that_ask_without_end_keep_nobody_waiting_for_more_than_two_rounds() {
        for threads in [1, 2, 4] {
            let places = Places {
                threads,
                begun: threads + 16,
                ..PLACES
            };
            let mut field = Field::new(places);
            let mut running: Vec<u64> = Vec::new();
            for attacker in 1..=16 {
                field.ask(attacker);
            }
            let mut longest = Duration::ZERO;
            for round in 0..30 {
                // Sometimes it uses more than its part, mostly less.
                let work = match round % 10 {
                    0 => Duration::from_millis(500),
                    _ => Duration::from_millis(20),
                };
                let honest = field.ask(99);
                let (arrival, mut had, mut begun) = (field.now, Duration::ZERO, None);
                while had < work {
                    while let Some(next) = field.next() {
                        match next {
                            Next::Begin(number) | Next::GoOn(number) => running.push(number),
                            Next::End(number) => field.remove(number),
                        }
                    }
                    let step = Duration::from_millis(1);
                    field.now += step;
                    if running.contains(&honest) {
                        begun.get_or_insert(field.now - arrival);
                        had += step;
                    }
                    let now = field.now;
                    running.retain(|number| field.queue.pause(*number, now).is_some());
                }
                longest = longest.max(begun.unwrap());
                field.remove(honest);
                running.retain(|number| *number != honest);
                field.now += Duration::from_millis(round % 7);
            }
            assert!(longest <= 2 * ROUND, "{threads} threads: {longest:?}");
        }
    }

    #[test]
    fn where_too_many_have_begun_the_one_that_used_most_ends() {
        let mut field = Field::new(PLACES);
        let first = field.ask(1);
        assert_eq!(field.next(), Some(Next::Begin(first)));
        field.now += Duration::from_secs(1);
        let second = field.ask(2);
        field.run(first);
        assert_eq!(field.next(), Some(Next::Begin(second)));
        let third = field.ask(3);
        field.run(second);
        assert_eq!(field.next(), Some(Next::Begin(third)));
        let fourth = field.ask(4);
        field.run(third);
        assert_eq!(field.next(), Some(Next::End(first)));
        assert_eq!(field.next(), None, "one at a time");
        field.remove(first);
        assert_eq!(field.next(), Some(Next::Begin(fourth)));
    }

    #[test]
    fn a_place_to_wait_is_taken_from_the_client_that_has_most() {
        let mut field = Field::new(PLACES);
        let first = field.ask(1);
        assert_eq!(field.next(), Some(Next::Begin(first)));
        let held: Vec<u64> = (0..4).map(|_| field.ask(1)).collect();
        assert_eq!(field.queue.without_place(), None);
        let fifth = field.ask(1);
        assert_eq!(field.queue.without_place(), Some(fifth));
        field.ask(2);
        field.ask(3);
        assert_eq!(field.queue.without_place(), None);
        for newest in [held[3], held[2]] {
            field.ask(newest as u8 + 100);
            assert_eq!(field.queue.without_place(), Some(newest));
        }
        field.ask(4);
        assert_eq!(field.queue.without_place(), Some(held[1]));
        // All have one now: the one that used the threads has to go, else the newest.
        field.run(first);
        field.ask(5);
        assert_eq!(field.queue.without_place(), Some(held[0]));
        let newest = field.ask(6);
        assert_eq!(field.queue.without_place(), Some(newest));
    }
}
