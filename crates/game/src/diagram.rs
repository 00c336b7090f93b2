//! What must not come again.

/// What a position shows, in a game in which nothing that was shown may be shown again: in Go under
/// superko the stones on the board.
///
/// Two diagrams are the same number exactly if the rules against repetition take them for the same.
/// Numbers of diagrams that are images of one another under a symmetry have as many bits set, so
/// that most of those that differ can be told apart without a look at the images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Diagram(pub u128);
