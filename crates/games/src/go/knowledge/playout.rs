//! Playouts of Go without history: of the rule about repetition they check the simple ko only.
//!
//! They draw moves that do not fill an own one-point eye, and a pass only if there is none, so that
//! they end with a full board but for eyes and the area score is meaningful.

use solveig_game::Game;
use solveig_search::binary::Playout;
use solveig_search::random::Random;

use crate::go::{Board, Colour, Go, GoPosition};

/// One-point eyes: the empty points whose neighbours are all stones of `own`.
const fn eyes(board: &Board, own: u64, empty: u64) -> u64 {
    empty & !board.adjacent(board.all() & !own)
}

/// The stones of the side to move and of the other.
struct PlayoutStones {
    own: u64,
    other: u64,
    /// The point forbidden by the simple ko rule, or 0.
    ko: u64,
}

impl PlayoutStones {
    const fn empty(&self, board: &Board) -> u64 {
        board.all() & !(self.own | self.other)
    }

    /// The legal points: no suicide, no simple ko.
    fn legal(&self, board: &Board) -> u64 {
        board.placeable(self.own, self.other) & !self.ko
    }

    /// The stones after one on `point`, or after a pass where it is 0.
    const fn after(&self, board: &Board, point: u64) -> Self {
        if point == 0 {
            return Self {
                own: self.other,
                other: self.own,
                ko: 0,
            };
        }
        let captured = board.captured(self.own, self.other, point);
        let alone = board.adjacent(point) & self.own == 0;
        // The new stone is a chain of one whose only liberty is the captured point.
        let is_ko = captured.is_power_of_two()
            && alone
            && board.adjacent(point) & !(self.other & !captured) == captured;
        Self {
            own: self.other & !captured,
            other: self.own | point,
            ko: if is_ko { captured } else { 0 },
        }
    }
}

/// The bit of `set` with `place` others below it.
fn bit_at(mut set: u64, place: u32) -> u64 {
    for _ in 0..place {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

/// A playout from `position` to the end of the game, or to a limit of about four times as many
/// moves as there are points, after which the area is counted. Without suicide, and with the simple
/// ko rule for superko.
pub(super) fn playout(game: &Go, position: &GoPosition, random: &mut Random) -> Playout {
    if let Some(value) = game.terminal_value(position) {
        return Playout { value, work: 0 };
    }
    let board = game.board();
    let to_move = position.to_move();
    let mut stones = PlayoutStones {
        own: position.stones(to_move),
        other: position.stones(to_move.opponent()),
        ko: position.ko,
    };
    let (mut passes, mut work) = (position.passes(), 0);
    let mut first_to_move = true;
    for _ in 0..4 * board.points() + 16 {
        if passes >= 2 {
            break;
        }
        let legal = stones.legal(board);
        work += u64::from(legal.count_ones()) + 1;
        let wanted = legal & !eyes(board, stones.own, stones.empty(board));
        let point = match wanted.count_ones() {
            0 => 0,
            count => bit_at(wanted, random.below(count)),
        };
        passes = if point == 0 { passes + 1 } else { 0 };
        stones = stones.after(board, point);
        first_to_move = !first_to_move;
    }
    let black_next = first_to_move == (to_move == Colour::Black);
    let worth = game.worth(match black_next {
        true => board.area_score(stones.own, stones.other),
        false => board.area_score(stones.other, stones.own),
    });
    Playout {
        value: match to_move {
            Colour::Black => worth,
            Colour::White => -worth,
        },
        work,
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::{Game, GameExt, Move, Spec};

    use super::*;

    fn go(spec: &str) -> Go {
        Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
    }

    /// Plays by the rules and without history side by side.
    #[test]
    fn plays_without_history_follow_the_rules_but_for_superko() {
        let mut random = Random::new(5);
        let (mut kos, mut longer) = (0, 0);
        for spec in ["go:3x3", "go:4x4", "go:5x4", "go:7x1"] {
            let game = go(spec);
            let board = game.board();
            for _ in 0..200 {
                let mut position = game.start();
                let mut stones = PlayoutStones {
                    own: 0,
                    other: 0,
                    ko: 0,
                };
                for _ in 0..4 * board.points() {
                    let (legal, ours) = (game.legal_points(&position), stones.legal(board));
                    assert_eq!(legal & !ours, 0, "{spec}: {position:?}");
                    assert_eq!(legal & stones.ko, 0, "{spec}: {position:?}");
                    kos += u32::from(stones.ko != 0);
                    let repeating = ours & !legal;
                    longer += repeating.count_ones();
                    let key = game.key(&position);
                    let bare = game.position(key).unwrap();
                    let fresh = game.legal_points(&bare);
                    assert_eq!(
                        ours & !stones.ko,
                        fresh & !stones.ko,
                        "{spec}: {position:?}"
                    );
                    let point = match legal.count_ones() {
                        0 => 0,
                        count => bit_at(legal, random.below(count)),
                    };
                    let played = match point {
                        0 => game.pass(),
                        _ => Move(point.trailing_zeros() as u16),
                    };
                    position = game.play_unchecked(&position, played);
                    if position.passes() == 2 {
                        break;
                    }
                    stones = stones.after(board, point);
                    let own = position.stones(position.to_move());
                    let other = position.stones(position.to_move().opponent());
                    assert_eq!((stones.own, stones.other), (own, other));
                }
            }
        }
        assert!(kos > 0 && longer > 0, "{kos} {longer}");
    }

    /// The score at the end of a sensible play leaves out nothing but seki.
    #[test]
    fn sensible_plays_end_with_a_full_board() {
        let game = go("go:5x5");
        let mut random = Random::new(3);
        let odd = (0..1_000).filter(|_| {
            let playout = playout(&game, &game.start(), &mut random);
            playout.value % 2 != 0
        });
        // All 25 points are somebody's.
        assert!(odd.count() > 950);
    }

    #[test]
    fn a_play_that_is_over_is_worth_what_is_on_the_board() {
        for moves in ["B2 pass pass", "B2 A1 pass pass"] {
            for komi in ["0.5", "1.5"] {
                let game = go(&format!("go:3x3?komi={komi}"));
                let position = game.parse_position(moves).unwrap();
                let expected = game.terminal_value(&position);
                let playout = playout(&game, &position, &mut Random::new(1));
                assert_eq!(Some(playout.value), expected, "{moves}");
                assert_eq!(playout.work, 0);
            }
        }
    }
}
