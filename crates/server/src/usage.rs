//! How much of the threads each client has used lately.
//!
//! A clock of its own goes on by what one client would have had, had all who ask been served alike.
//! A client that used less than its part is behind the clock, one that used more is ahead of it.
//! Neither counts for more than a window, so that nobody saves up turns or owes them for long.

use std::collections::HashMap;
use std::time::Duration;

use crate::client::Client;

/// What clients have used.
#[derive(Default)]
pub struct Usage {
    /// The clock, in nanoseconds.
    now: i64,
    turns: u64,
    of: HashMap<Client, Used>,
}

/// What a client has used; the fields count in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Used {
    /// As a time of the clock.
    until: i64,
    /// The number of its last turn.
    turn: u64,
}

/// Clients that are kept in mind though they may not count any more.
const KEPT: usize = 256;

impl Usage {
    /// What a client has used, `more` included, if differences beyond `window` do not count.
    pub fn of(&self, client: Client, more: Duration, window: Duration) -> Used {
        let (min, max) = (self.now - nanos(window), self.now + nanos(window));
        let newcomer = Used {
            until: min,
            turn: 0,
        };
        let Used { until, turn } = self.of.get(&client).copied().unwrap_or(newcomer);
        Used {
            until: until.clamp(min, max) + nanos(more),
            turn,
        }
    }

    /// A client used a thread for `time`, while so many clients asked.
    pub fn charge(&mut self, client: Client, time: Duration, window: Duration, asking: usize) {
        let until = self.of(client, time, window).until;
        self.now += nanos(time) / asking.max(1) as i64;
        self.turns += 1;
        let used = Used {
            until: until.min(self.now + nanos(window)),
            turn: self.turns,
        };
        self.of.insert(client, used);
        if self.of.len() > KEPT {
            let min = self.now - nanos(window);
            self.of.retain(|_, used| used.until > min);
        }
    }
}

fn nanos(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    const WINDOW: Duration = Duration::from_millis(10);

    fn client(number: u8) -> Client {
        Client::at(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)))
    }

    #[test]
    fn who_used_less_stands_before_who_used_more_and_a_newcomer_before_both() {
        let mut usage = Usage::default();
        let ms = Duration::from_millis;
        usage.charge(client(1), ms(3), WINDOW, 2);
        usage.charge(client(2), ms(1), WINDOW, 2);
        let [first, second, new] =
            [1, 2, 3].map(|number| usage.of(client(number), Duration::ZERO, WINDOW));
        assert!(new < second && second < first);
        let more = usage.of(client(2), ms(5), WINDOW);
        assert!(more > first);
        // Alike in use: whose turn was before the other's.
        usage.charge(client(2), Duration::from_micros(500), WINDOW, 2);
        let again = usage.of(client(2), Duration::ZERO, WINDOW);
        assert_eq!(again.until, first.until);
        assert!(first < again);
    }

    #[test]
    fn nobody_owes_or_is_owed_more_than_the_window() {
        let mut usage = Usage::default();
        for _ in 0..100 {
            usage.charge(client(1), Duration::from_secs(1), WINDOW, 1);
        }
        usage.charge(client(1), Duration::from_secs(9), WINDOW, 9);
        let [max, min] = [1, 2].map(|number| usage.of(client(number), Duration::ZERO, WINDOW));
        assert_eq!(max.until - min.until, 2 * nanos(WINDOW));
    }

    #[test]
    fn clients_are_forgotten_when_they_no_longer_count() {
        let mut usage = Usage::default();
        for number in 0..u32::from(u16::MAX) {
            let address = IpAddr::V4(Ipv4Addr::from_bits(number));
            usage.charge(Client::at(address), Duration::from_millis(1), WINDOW, 1);
        }
        assert!(usage.of.len() <= KEPT);
    }
}
