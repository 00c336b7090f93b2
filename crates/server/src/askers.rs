//! The clients that wait for one search.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;

/// The clients that wait for a search, in the order in which they asked.
#[derive(Clone, Default)]
pub struct Askers(Arc<Mutex<Vec<Client>>>);

/// One of them, until it is dropped.
pub struct Asker {
    of: Askers,
    client: Client,
}

impl Askers {
    /// One more.
    pub fn join(&self, client: Client) -> Asker {
        self.lock().push(client);
        Asker {
            of: self.clone(),
            client,
        }
    }

    /// All of them.
    pub fn all(&self) -> Vec<Client> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Client>> {
        // Nothing in between can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        let mut all = self.of.lock();
        if let Some(at) = all.iter().position(|one| *one == self.client) {
            all.remove(at);
        }
    }
}
