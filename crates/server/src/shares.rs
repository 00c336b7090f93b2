//! Connections, counted by client.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// How many connections each client has.
#[derive(Clone)]
pub struct Shares {
    most: usize,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

/// A connection of a client, counted until it is dropped.
pub struct Share {
    of: Shares,
    client: Client,
}

impl Shares {
    /// At most so many for each.
    pub fn of(most: usize) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more connection of a client; `None` if it has as many as it may.
    pub fn take(&self, client: Client) -> Option<Share> {
        let mut taken = self.lock();
        let of_client = taken.entry(client).or_default();
        if *of_client >= self.most {
            return None;
        }
        *of_client += 1;
        let of = self.clone();
        Some(Share { of, client })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.of.lock();
        if let Entry::Occupied(mut of_client) = taken.entry(self.client) {
            *of_client.get_mut() -= 1;
            if *of_client.get() == 0 {
                of_client.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    #[test]
    fn a_client_has_no_more_than_its_share_and_gets_back_what_it_closes() {
        let clients = [1, 2].map(|last| Client::at(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))));
        let shares = Shares::of(2);
        let first = shares.take(clients[0]).unwrap();
        let _second = shares.take(clients[0]).unwrap();
        assert!(shares.take(clients[0]).is_none());
        let other = shares.take(clients[1]).unwrap();
        drop(first);
        assert!(shares.take(clients[0]).is_some());
        drop(other);
        assert_eq!(shares.lock().len(), 1, "who has none is forgotten");
        assert!(Shares::of(0).take(clients[0]).is_none());
    }
}
