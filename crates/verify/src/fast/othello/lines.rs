//! The lines through a square, and what a disc on the last empty square of a line flips.

use super::board::Board;

/// The four lines of up to ten squares that cross on a square.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Crossing {
    /// The squares of each line, the crossing among them.
    pub lines: [u64; 4],
    /// Where the part of [`FLIPS_ON_FULL_LINE`] for each line and the place on it begins.
    pub tables: [u16; 4],
}

/// Where the part for lines of `length` squares, full but for that at `place`, begins.
const fn table(length: u32, place: u32) -> u16 {
    let (mut first, mut shorter) = (0, 1);
    while shorter < length {
        first += shorter << shorter;
        shorter += 1;
    }
    (first + (place << length)) as u16
}

/// For a line that is full but for one square, by one side's discs on it: how many discs this side
/// flips there (low byte), and how many the other (high byte). [`Crossing::tables`] has the places.
pub static FLIPS_ON_FULL_LINE: [u16; 1 << 15] = {
    let mut flips = [0; 1 << 15];
    let mut length = 1;
    while length <= 10 {
        let mut place = 0;
        while place < length {
            let full = ((1 << length) - 1) & !(1 << place);
            let mut own = 0_u32;
            while own < 1 << length {
                let by_own = flipped(length, place, own & full);
                let by_other = flipped(length, place, !own & full);
                flips[table(length, place) as usize + own as usize] = by_own | by_other << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    flips
};

/// How many discs a side with the discs `own` flips on the empty square at `place` of a line.
const fn flipped(length: u32, place: u32, own: u32) -> u16 {
    let mut flips = 0;
    let mut to = place + 1;
    while to < length {
        if own >> to & 1 == 1 {
            flips += to - place - 1;
            break;
        }
        to += 1;
    }
    let mut to = place;
    while to > 0 {
        to -= 1;
        if own >> to & 1 == 1 {
            flips += place - to - 1;
            break;
        }
    }
    flips as u16
}

/// The lines of a board, in tables that are made once.
pub trait Lines: Board {
    /// Those through each square.
    const CROSSINGS: &'static [Crossing; 64] = &{
        let mut crossings = [Crossing {
            lines: [0; 4],
            tables: [0; 4],
        }; 64];
        let mut square = 0;
        while square < Self::COLUMNS * Self::ROWS {
            let rays = &Self::RAYS[square as usize];
            let mut direction = 0;
            while direction < 4 {
                let (up, down) = (rays.up[direction], rays.down[direction]);
                let place = down.count_ones();
                let length = place + 1 + up.count_ones();
                let crossing = &mut crossings[square as usize];
                crossing.lines[direction] = up | down | 1 << square;
                crossing.tables[direction] = table(length, place);
                direction += 1;
            }
            square += 1;
        }
        crossings
    };

    /// The lines through a square.
    #[inline(always)]
    fn crossing(square: u32) -> &'static Crossing {
        &Self::CROSSINGS[square as usize % 64]
    }
}

impl<B: Board> Lines for B {}
