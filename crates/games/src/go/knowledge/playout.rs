//! Playouts of Go without history: of the superko rule they check the simple ko only.

use crate::go::{Board, Colour, Go, GoPosition};
use solveig_game::Value;

use solveig_search::binary::Playout;
use solveig_search::random::Random;

/// The moves from which playouts draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// Moves that do not fill an own one-point eye, and a pass only if there is none. Playouts end
    /// with a full board but for eyes, so that the area score is meaningful.
    #[default]
    Sensible,
    /// All legal moves and the pass with equal probability (Randall et al. 2024).
    All,
}

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
        let empty = self.empty(board);
        let mut legal = empty & board.adjacent(empty);
        let mut closed = empty & !legal & !self.ko;
        while closed != 0 {
            let point = closed & closed.wrapping_neg();
            closed ^= point;
            let lives = board.suicide(self.own, self.other, point) == 0
                || board.captured(self.own, self.other, point) != 0;
            if lives {
                legal |= point;
            }
        }
        legal
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
pub(super) fn playout(
    game: &Go,
    position: &GoPosition,
    draws: Draws,
    random: &mut Random,
) -> Playout {
    let board = game.board();
    let to_move = position.to_move();
    let mut stones = PlayoutStones {
        own: position.stones(to_move),
        other: position.stones(to_move.opponent()),
        ko: 0,
    };
    let (mut passes, mut work) = (position.passes(), 0);
    let mut first_to_move = true;
    for _ in 0..4 * board.points() + 16 {
        if passes >= 2 {
            break;
        }
        let legal = stones.legal(board);
        let count = legal.count_ones();
        work += u64::from(count) + 1;
        let point = match draws {
            Draws::Sensible => {
                let wanted = legal & !eyes(board, stones.own, stones.empty(board));
                match wanted.count_ones() {
                    0 => 0,
                    count => bit_at(wanted, random.below(count)),
                }
            }
            Draws::All => match random.below(count + 1) {
                place if place < count => bit_at(legal, place),
                _ => 0,
            },
        };
        passes = if point == 0 { passes + 1 } else { 0 };
        stones = stones.after(board, point);
        first_to_move = !first_to_move;
    }
    let (mine, theirs) = match first_to_move {
        true => (stones.own, stones.other),
        false => (stones.other, stones.own),
    };
    let area = board.area_score(mine, theirs);
    Playout {
        value: worth_to(game, to_move, area),
        work,
    }
}

/// The utility for `colour` of a difference of areas, `colour`'s minus the opponent's.
fn worth_to(game: &Go, colour: Colour, area: Value) -> Value {
    match colour {
        Colour::Black => game.worth(area),
        Colour::White => -game.worth(-area),
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::{Game, GameExt, Move, Spec};

    use super::*;
    use solveig_search::binary::random_playout;

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

    #[test]
    fn drawing_all_moves_is_as_the_rules_have_it_on_the_mean() {
        let game = go("go:4x4?komi=0.5");
        let position = game.parse_position("B2 C3 C2").unwrap();
        let plays = 20_000;
        let mean = |play: &mut dyn FnMut() -> Playout| {
            let (mut wins, mut work) = (0.0, 0.0);
            for _ in 0..plays {
                let playout = play();
                wins += f64::from(u32::from(playout.value > 0));
                work += playout.work as f64;
            }
            (wins / f64::from(plays), work / f64::from(plays))
        };
        let (mut random, mut moves) = (Random::new(1), Vec::new());
        let slow = mean(&mut || random_playout(&game, &position, 80, &mut moves, &mut random));
        let mut random = Random::new(2);
        let quick = mean(&mut || playout(&game, &position, Draws::All, &mut random));
        assert!((slow.0 - quick.0).abs() < 0.02, "{slow:?} {quick:?}");
        assert!((slow.1 / quick.1 - 1.0).abs() < 0.02, "{slow:?} {quick:?}");
    }

    /// The score at the end of a sensible play leaves out nothing but seki.
    #[test]
    fn sensible_plays_end_with_a_full_board() {
        let game = go("go:5x5");
        let mut random = Random::new(3);
        let odd = (0..1_000).filter(|_| {
            let playout = playout(&game, &game.start(), Draws::Sensible, &mut random);
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
                let playout = playout(&game, &position, Draws::All, &mut Random::new(1));
                assert_eq!(Some(playout.value), expected, "{moves}");
                assert_eq!(playout.work, 0);
            }
        }
    }
}
