//! Boards on which the sides place one stone in turn, and no stone moves, changes sides or leaves.
//!
//! Most of what the rules of such a game state of every position, such as whose turn it is, how
//! soon a win can come and what it is worth, is so because the sides place stones in turn and stop
//! when one has won. A board of a file comes without a history, so it is held against the marks
//! that every play leaves: the numbers of stones, and who has won. Moves keep these marks. Whether
//! play can reach the board does not matter.

/// Why a board does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The sides did not take turns.
    #[error(
        "{mover} stones of the side to move and {opponent} of the other: expected as many of each, \
         or one more of the other"
    )]
    Turns {
        /// The stones of the side to move.
        mover: u32,
        /// The stones of the other side.
        opponent: u32,
    },
    /// The side to move has won.
    #[error("the side to move has won, yet the other side moved after that")]
    Late,
    /// The other side has won, whichever stone is taken off.
    #[error("the side that moved last had won without its last stone")]
    Early,
}

/// Whether there is a board with these stones, those of the side to move first. `wins` tells
/// whether stones win, for the side to move if it is given `true`. Only stones of `tops` may have
/// come last.
///
/// # Errors
///
/// Says why there is none.
pub fn exists(
    [mover, opponent]: [u128; 2],
    tops: u128,
    wins: impl Fn(u128, bool) -> bool,
) -> Result<(), Impossible> {
    let count = [mover, opponent].map(u128::count_ones);
    if count[1] != count[0] && count[1] != count[0] + 1 {
        let [mover, opponent] = count;
        return Err(Impossible::Turns { mover, opponent });
    }
    ended([mover, opponent], tops, wins)
}

/// Whether the game ended, if it did, with the last stone. Parameters as for [`exists`].
///
/// # Errors
///
/// Says why it did not.
pub fn ended(
    [mover, opponent]: [u128; 2],
    tops: u128,
    wins: impl Fn(u128, bool) -> bool,
) -> Result<(), Impossible> {
    if wins(mover, true) {
        return Err(Impossible::Late);
    }
    let mut last = opponent & tops;
    let mut explained = !wins(opponent, false);
    while !explained && last != 0 {
        let stone = last & last.wrapping_neg();
        explained = !wins(opponent ^ stone, false);
        last ^= stone;
    }
    match explained {
        true => Ok(()),
        false => Err(Impossible::Early),
    }
}
