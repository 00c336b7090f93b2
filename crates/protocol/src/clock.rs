//! How long a move may take.

use std::num::NonZeroU32;
use std::time::Duration;

use solveig_engine::Side;

/// Time kept in reserve for the transmission of the move.
const RESERVE: Duration = Duration::from_millis(100);

/// The least time for a move.
const LEAST: Duration = Duration::from_millis(20);

/// The clocks of both sides, as GTP reports them, and the program's own limit for each move.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Time limit of each move.
    pub move_time: Option<Duration>,
    /// What a side has for each period after its main time (Canadian byoyomi).
    period: Option<Left>,
    left: [Option<Left>; 2],
}

/// Time left to a side for its next `moves` moves; `None` for the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    moves: Option<NonZeroU32>,
}

impl Clock {
    /// A clock that limits each move to `move_time`.
    pub fn new(move_time: Option<Duration>) -> Self {
        Self {
            move_time,
            ..Self::default()
        }
    }

    /// Starts a time control: `main` time, then `period` for each `moves` moves. A period for 0
    /// moves means no limit (GTP 2, `time_settings`).
    pub fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let is_unlimited = moves == 0 && !period.is_zero();
        self.period = NonZeroU32::new(moves).map(|moves| Left {
            time: period,
            moves: Some(moves),
        });
        let main = Left {
            time: main,
            moves: None,
        };
        let left = match self.period {
            Some(period) if main.time.is_zero() => period,
            _ => main,
        };
        self.left = [(!is_unlimited).then_some(left); 2];
    }

    /// Sets the time left to `side` for the next `moves` moves, or for the rest of the game if
    /// `moves` is 0.
    pub fn set_left(&mut self, side: Side, time: Duration, moves: u32) {
        let moves = NonZeroU32::new(moves);
        self.left[side as usize] = Some(Left { time, moves });
    }

    /// Takes the time of a move off the clock of `side`.
    pub fn spend(&mut self, side: Side, spent: Duration) {
        let Some(left) = self.left[side as usize] else {
            return;
        };
        let time = left.time.saturating_sub(spent);
        self.left[side as usize] = match left.moves.map(NonZeroU32::get) {
            None if time.is_zero() && self.period.is_some() => self.period,
            None => Some(Left { time, moves: None }),
            Some(1) => self.period,
            Some(moves) => Some(Left {
                time,
                moves: NonZeroU32::new(moves - 1),
            }),
        };
    }

    /// The time for the next move of `side`, which is expected to make `moves_left` more moves;
    /// `None` for no limit.
    pub fn for_move(&self, side: Side, moves_left: u32) -> Option<Duration> {
        let shared = self.left[side as usize].map(|left| {
            let usable = left.time.saturating_sub(RESERVE.min(left.time / 4));
            let rest_of_game = moves_left.clamp(2, 60);
            let among = left.moves.map_or(rest_of_game, NonZeroU32::get);
            (usable / among).max(LEAST)
        });
        match (shared, self.move_time) {
            (Some(shared), Some(max)) => Some(shared.min(max)),
            (shared, max) => shared.or(max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn main_time_is_shared_among_the_moves_that_are_left() {
        let mut clock = Clock::new(None);
        assert_eq!(clock.for_move(Side::First, 10), None);
        clock.set(60 * SECOND, Duration::ZERO, 0);
        let first = clock.for_move(Side::First, 10).unwrap();
        assert!(first > 5 * SECOND && first <= 6 * SECOND, "{first:?}");
        clock.spend(Side::First, 40 * SECOND);
        assert!(clock.for_move(Side::First, 10).unwrap() < 2 * SECOND);
        assert_eq!(clock.for_move(Side::Second, 10), Some(first));
        clock.set_left(Side::Second, SECOND, 0);
        assert!(clock.for_move(Side::Second, 10).unwrap() < SECOND / 10);
    }

    #[test]
    fn periods_follow_main_time() {
        let mut clock = Clock::new(None);
        clock.set(SECOND, 30 * SECOND, 3);
        clock.spend(Side::First, 2 * SECOND);
        let each = clock.for_move(Side::First, 40).unwrap();
        assert!(each > 9 * SECOND && each <= 10 * SECOND);
        for _ in 0..2 {
            clock.spend(Side::First, SECOND);
        }
        assert!(clock.for_move(Side::First, 40).unwrap() > 27 * SECOND);
        clock.spend(Side::First, SECOND);
        assert_eq!(clock.for_move(Side::First, 40), Some(each), "a new period");
    }

    #[test]
    fn no_moves_in_a_period_means_no_limit_but_our_own() {
        let mut clock = Clock::new(Some(2 * SECOND));
        clock.set(SECOND, SECOND, 0);
        assert_eq!(clock.for_move(Side::First, 9), Some(2 * SECOND));
        clock.set(3600 * SECOND, Duration::ZERO, 0);
        assert_eq!(clock.for_move(Side::First, 9), Some(2 * SECOND));
        clock.set(Duration::ZERO, Duration::ZERO, 0);
        assert!(clock.for_move(Side::First, 9).unwrap() <= LEAST);
    }
}
