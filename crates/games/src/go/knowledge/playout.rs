//! Playouts of Go without history: of the rule about repetition they check the simple ko only.
//!
//! They draw moves that do not fill an own one-point eye, and a pass only if there is none, so that
//! they end with a full board but for eyes and the area score is meaningful.

use solveig_game::Game;
use solveig_search::binary::Playout;
use solveig_search::random::Random;

use crate::go::board::points_of;
use crate::go::{Board, Colour, Go, GoPosition};

/// One-point eyes: the empty points whose neighbours are all stones of `own`.
const fn eyes(board: &Board, own: u64, empty: u64) -> u64 {
    empty & !board.adjacent(board.all() & !own)
}

/// The stones of the side to move and of the other.
struct PlayoutStones {
    own: u64,
    other: u64,
    /// The stones of both sides whose chains have a single liberty.
    atari: u64,
    /// The point forbidden by the simple ko rule, or 0.
    ko: u64,
}

impl PlayoutStones {
    fn new(board: &Board, own: u64, other: u64, ko: u64) -> Self {
        let empty = board.all() & !(own | other);
        let chains = board.parts(own).chain(board.parts(other));
        let atari = chains.filter(|chain| (board.adjacent(*chain) & empty).is_power_of_two());
        Self {
            own,
            other,
            atari: atari.fold(0, |all, chain| all | chain),
            ko,
        }
    }

    const fn empty(&self, board: &Board) -> u64 {
        board.all() & !(self.own | self.other)
    }

    /// The legal points: no suicide, no simple ko. A stone has a liberty if a neighbour is empty,
    /// if it joins a chain that has another one, or if it takes a chain's last one.
    const fn legal(&self, board: &Board) -> u64 {
        let empty = self.empty(board);
        let helpful = empty | self.own & !self.atari | self.other & self.atari;
        empty & board.adjacent(helpful) & !self.ko
    }

    const fn after_pass(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            atari: self.atari,
            ko: 0,
        }
    }

    /// The stones after one on the legal `point`.
    fn after(self, board: &Board, point: u64) -> Self {
        let next_to = board.adjacent(point);
        // Chains that the stone joins: it is decided below whether they have one liberty now.
        let joined = next_to & self.own & self.atari;
        let mut atari = self.atari & !board.flood(joined, self.own & self.atari);
        let (own, mut other, mut captured) = (self.own | point, self.other, 0);
        let attacked = next_to & other & atari;
        if attacked != 0 {
            captured = board.flood(attacked, other & atari);
            other ^= captured;
            // Each of these chains has another liberty.
            let relieved = board.adjacent(captured) & own & atari;
            atari &= !(captured | board.flood(relieved, own & atari));
        }
        let empty = board.all() & !(own | other);
        for stone in points_of(next_to & other) {
            atari |= in_atari(board, stone, other, empty);
        }
        let chain = in_atari(board, point, own, empty);
        atari |= chain;
        // The new stone is a chain of one whose only liberty is the captured point.
        let is_ko = chain == point && captured.is_power_of_two();
        Self {
            own: other,
            other: own,
            atari,
            ko: if is_ko { captured } else { 0 },
        }
    }
}

/// The chain of `stones` at `stone` if it has a single liberty, else none.
fn in_atari(board: &Board, stone: u64, stones: u64, empty: u64) -> u64 {
    let mut chain = stone;
    loop {
        let next_to = board.adjacent(chain);
        let liberties = next_to & empty;
        if liberties & liberties.wrapping_sub(1) != 0 {
            return 0;
        }
        let wider = (chain | next_to) & stones;
        if wider == chain {
            return chain;
        }
        chain = wider;
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
    let own = position.stones(to_move);
    let other = position.stones(to_move.opponent());
    let mut stones = PlayoutStones::new(board, own, other, position.ko);
    let (mut passes, mut work) = (position.passes(), 0);
    let mut first_to_move = true;
    for _ in 0..4 * board.points() + 16 {
        if passes >= 2 {
            break;
        }
        let legal = stones.legal(board);
        work += u64::from(legal.count_ones()) + 1;
        let wanted = legal & !eyes(board, stones.own, stones.empty(board));
        (stones, passes) = match wanted.count_ones() {
            0 => (stones.after_pass(), passes + 1),
            count => {
                let point = bit_at(wanted, random.below(count));
                (stones.after(board, point), 0)
            }
        };
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
    use solveig_game::{Game, Keyed, Move, Notation, Spec};

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
                let mut stones = PlayoutStones::new(board, 0, 0, 0);
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
                    stones = match point {
                        0 => stones.after_pass(),
                        _ => stones.after(board, point),
                    };
                    let own = position.stones(position.to_move());
                    let other = position.stones(position.to_move().opponent());
                    assert_eq!((stones.own, stones.other), (own, other));
                    let fresh = PlayoutStones::new(board, own, other, 0);
                    assert_eq!(stones.atari, fresh.atari, "{spec}: {position:?}");
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
