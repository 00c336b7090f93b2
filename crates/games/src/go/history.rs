//! The earlier situations of a play: a persistent linked list that continuations share.

use std::iter;
use std::sync::Arc;

use super::Colour;

/// An earlier board and its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The stones of Black and of White.
    pub stones: [u64; 2],
    /// Who was to move.
    pub to_move: Colour,
    /// The number of moves from the start.
    pub plies: u32,
    /// Black's stones played so far less White's, those captured since included.
    pub balance: i32,
}

/// Earlier situations, the latest first. Cloning and appending take constant time.
#[derive(Clone, Debug, Default)]
pub(super) struct History(Option<Arc<HistoryLink>>);

#[derive(Debug)]
struct HistoryLink {
    situation: Situation,
    before: History,
}

impl History {
    /// Returns this history extended by one situation.
    #[inline]
    pub(super) fn then(&self, situation: Situation) -> Self {
        Self(Some(Arc::new(HistoryLink {
            situation,
            before: self.clone(),
        })))
    }

    /// The situations, the latest first.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Situation> {
        let links = iter::successors(self.0.as_deref(), |link| link.before.0.as_deref());
        links.map(|link| &link.situation)
    }

    /// Applies `image` to all situations.
    pub(super) fn map(&self, image: impl Fn(&Situation) -> Situation) -> Self {
        let all: Vec<&Situation> = self.iter().collect();
        let from_the_first = all.into_iter().rev();
        from_the_first.fold(Self::default(), |images, one| images.then(image(one)))
    }
}

/// Frees the list iteratively, since recursive drops of a long play would overflow the stack.
impl Drop for History {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(mut node) = last.and_then(Arc::into_inner) {
            last = node.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(plies: u32) -> History {
        (0..plies).fold(History::default(), |history, plies| {
            history.then(Situation {
                stones: [u64::from(plies), 0],
                to_move: Colour::Black,
                plies,
                balance: 0,
            })
        })
    }

    #[test]
    fn a_history_of_a_million_moves_is_freed() {
        drop(long(1_000_000));
    }

    #[test]
    fn histories_that_part_share_what_came_before() {
        let shared = long(3);
        let longer = shared.then(Situation {
            stones: [9, 9],
            to_move: Colour::White,
            plies: 3,
            balance: 0,
        });
        let plies =
            |history: &History| -> Vec<u32> { history.iter().map(|one| one.plies).collect() };
        assert_eq!(plies(&longer), [3, 2, 1, 0]);
        drop(longer);
        assert_eq!(plies(&shared), [2, 1, 0]);
        let images = shared.map(|one| Situation {
            plies: one.plies + 7,
            ..*one
        });
        assert_eq!(plies(&images), [9, 8, 7]);
    }
}
