//! Every law detects the faulty games that violate it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use solveig_conformance as laws;
use solveig_game::{
    Game, GameExt, InvalidKey, Keyed, Move, Notation, NotationError, Symmetric, Symmetry, Value,
    ValueRange,
};

/// Nim with two heaps: a move takes one to three from one heap; whoever takes the last one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nim {
    fault: Fault,
}

/// The fault by which the game violates a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    EndsEarly,
    ValueOutOfRange,
    MoveListedTwice,
    CodeTooHigh,
    ListCleared,
    PlayUnchecked,
    LevelFalls,
    LevelTooHigh,
    PassAmongOthers,
    KeysCollide,
    KeyTooWide,
    KeyPanics,
    KeyOfAnother,
    MoveWrittenAlike,
    MoveHalfRead,
    ReaderSlicesCharacters,
    TrailingSpace,
    SpecOfTwoWords,
    IdentityMoves,
    MovesStayBehind,
    LastKeyChosen,
}

const HEAP: u16 = 5;

impl Game for Nim {
    type Position = (u16, u16);

    fn spec(&self) -> String {
        match self.fault {
            Fault::SpecOfTwoWords => "nim: two heaps".to_owned(),
            _ => format!("nim:{HEAP}+{HEAP}"),
        }
    }

    fn start(&self) -> (u16, u16) {
        (HEAP, HEAP)
    }

    fn legal_moves(&self, heaps: &(u16, u16), moves: &mut Vec<Move>) {
        if self.fault == Fault::ListCleared {
            moves.clear();
        }
        moves.extend((0..heaps.0.min(3)).map(Move));
        moves.extend((3..3 + heaps.1.min(3)).map(Move));
        if self.fault == Fault::MoveListedTwice && heaps.0 > 0 {
            moves.push(Move(0));
        }
    }

    fn play_unchecked(&self, heaps: &(u16, u16), played: Move) -> (u16, u16) {
        match played.0 {
            0..=2 => (heaps.0 - 1 - played.0, heaps.1),
            code => (heaps.0, heaps.1 + 2 - code),
        }
    }

    fn terminal_value(&self, heaps: &(u16, u16)) -> Option<Value> {
        let value = if self.fault == Fault::ValueOutOfRange {
            -2
        } else {
            -1
        };
        let over = match self.fault {
            Fault::EndsEarly => heaps.0 == 0,
            _ => *heaps == (0, 0),
        };
        over.then_some(value)
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(1)
    }

    fn level(&self, heaps: &(u16, u16)) -> u32 {
        let left = u32::from(heaps.0 + heaps.1);
        match self.fault {
            Fault::LevelFalls => left,
            _ => 2 * u32::from(HEAP) - left,
        }
    }

    fn max_level(&self) -> u32 {
        let stones = 2 * u32::from(HEAP);
        if self.fault == Fault::LevelTooHigh {
            stones - 1
        } else {
            stones
        }
    }

    fn is_forced_pass(&self, heaps: &(u16, u16)) -> bool {
        self.fault == Fault::PassAmongOthers && *heaps == (HEAP, HEAP)
    }
}

impl Keyed for Nim {
    type Key = u64;

    fn key(&self, heaps: &(u16, u16)) -> u64 {
        match self.fault {
            Fault::KeysCollide => u64::from(heaps.0 + heaps.1),
            Fault::KeyOfAnother => u64::from(heaps.0 << 4 | heaps.1) ^ 1,
            _ => u64::from(heaps.0 << 4 | heaps.1),
        }
    }

    fn position(&self, key: u64) -> Result<(u16, u16), InvalidKey> {
        if self.fault == Fault::KeyPanics {
            assert!(key < 256, "no such key");
        }
        let heap = |bits: u64| u16::try_from(bits).ok().filter(|left| *left <= HEAP);
        let heaps = heap(key >> 4).zip(heap(key & 15));
        heaps.ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        if self.fault == Fault::KeyTooWide {
            5
        } else {
            8
        }
    }

    fn move_codes(&self) -> u16 {
        if self.fault == Fault::CodeTooHigh {
            5
        } else {
            6
        }
    }
}

impl Symmetric for Nim {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, heaps: &(u16, u16), by: Symmetry) -> (u16, u16) {
        let swap = by != Symmetry::IDENTITY || self.fault == Fault::IdentityMoves;
        if swap { (heaps.1, heaps.0) } else { *heaps }
    }

    fn transform_move(&self, played: Move, by: Symmetry) -> Move {
        if by == Symmetry::IDENTITY || self.fault == Fault::MovesStayBehind {
            played
        } else {
            Move((played.0 + 3) % 6)
        }
    }

    fn canonical(&self, heaps: &(u16, u16)) -> ((u16, u16), Symmetry) {
        let swapped = (heaps.1, heaps.0);
        let swap = match self.fault {
            Fault::LastKeyChosen => swapped > *heaps,
            _ => swapped < *heaps,
        };
        if swap {
            (swapped, Symmetry(1))
        } else {
            (*heaps, Symmetry::IDENTITY)
        }
    }
}

impl Notation for Nim {
    fn play(
        &self,
        heaps: &(u16, u16),
        played: Move,
    ) -> Result<(u16, u16), solveig_game::IllegalMove> {
        let legal = self.moves(heaps);
        if legal.contains(&played) {
            return Ok(self.play_unchecked(heaps, played));
        }
        if self.fault == Fault::PlayUnchecked {
            return Ok((0, 0));
        }
        Err(solveig_game::IllegalMove {
            notation: self.format_move(played),
            legal: legal.into_iter().map(|one| self.format_move(one)).collect(),
            reason: None,
        })
    }

    fn tie_break_rule(&self) -> String {
        "left heap first, then fewer".into()
    }

    fn format_move(&self, played: Move) -> String {
        let heap = match self.fault {
            Fault::MoveWrittenAlike => 'a',
            _ if played.0 < 3 => 'a',
            _ => 'b',
        };
        format!("{heap}{}", played.0 % 3 + 1)
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        if self.fault == Fault::ReaderSlicesCharacters && text.len() >= 2 {
            let _ = &text[..2];
        }
        let mut front = text.chars();
        let heap = match front.next() {
            Some('a') => 0,
            Some('b') => 3,
            _ => return Err(NotationError::new(text, 0, "expected a or b")),
        };
        let length = if self.fault == Fault::MoveHalfRead {
            1
        } else {
            2
        };
        match front.next() {
            Some(digit @ '1'..='3') => Ok((Move(heap + digit as u16 - '1' as u16), length)),
            _ => Err(NotationError::new(text, 1, "expected 1, 2 or 3")),
        }
    }

    fn render(&self, heaps: &(u16, u16), _: bool) -> String {
        let space = if self.fault == Fault::TrailingSpace {
            " "
        } else {
            ""
        };
        format!("{} and {}{space}\n", heaps.0, heaps.1)
    }
}

type Law = fn(&Nim);

fn breaks(fault: Fault, law: Law) -> bool {
    catch_unwind(AssertUnwindSafe(|| law(&Nim { fault }))).is_err()
}

#[test]
fn the_game_without_fault_keeps_all_laws() {
    laws::check(&Nim { fault: Fault::None });
}

#[test]
fn every_law_catches_its_faults() {
    let caught_by: [(Fault, Law); 21] = [
        (Fault::EndsEarly, laws::the_game_ends_where_no_move_is_left),
        (
            Fault::ValueOutOfRange,
            laws::the_game_ends_where_no_move_is_left,
        ),
        (
            Fault::MoveListedTwice,
            laws::moves_are_distinct_and_have_codes_in_range,
        ),
        (
            Fault::CodeTooHigh,
            laws::moves_are_distinct_and_have_codes_in_range,
        ),
        (
            Fault::ListCleared,
            laws::moves_are_distinct_and_have_codes_in_range,
        ),
        (Fault::PlayUnchecked, laws::illegal_moves_are_refused),
        (Fault::LevelFalls, laws::levels_follow_their_rule),
        (Fault::LevelTooHigh, laws::levels_follow_their_rule),
        (Fault::PassAmongOthers, laws::forced_passes_stand_alone),
        (Fault::KeysCollide, laws::keys_tell_positions_apart),
        (Fault::KeyTooWide, laws::keys_lead_back_to_their_positions),
        (Fault::KeyPanics, laws::numbers_that_are_no_keys_are_refused),
        (Fault::KeyOfAnother, laws::keys_lead_back_to_their_positions),
        (
            Fault::MoveWrittenAlike,
            laws::moves_are_written_and_read_back,
        ),
        (Fault::MoveHalfRead, laws::move_lists_lead_back),
        (
            Fault::ReaderSlicesCharacters,
            laws::hostile_text_is_an_error,
        ),
        (Fault::TrailingSpace, laws::drawings_have_no_trailing_space),
        (Fault::SpecOfTwoWords, laws::the_spec_names_the_game),
        (Fault::IdentityMoves, laws::symmetries_form_a_group),
        (Fault::MovesStayBehind, laws::symmetries_keep_the_rules),
        (
            Fault::LastKeyChosen,
            laws::representatives_have_the_least_key_of_their_class,
        ),
    ];
    for (fault, law) in caught_by {
        assert!(
            !breaks(Fault::None, law),
            "the sound game breaks the law for {fault:?}"
        );
        assert!(breaks(fault, law), "{fault:?} is not caught");
    }
}
