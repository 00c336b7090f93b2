//! Records that are checked together, and the claims they rest on.

use solveig_format::Record;

use crate::bounds::Bounds;
use crate::failure::Problem;
use crate::report::Claims;

/// A claim about one position on which the record of another one rests.
#[derive(Clone, Debug)]
pub struct Claim<P> {
    /// Which record of the chunk rests on it, and through which of its moves.
    pub link: Link,
    /// The position: not over, with an ordinary move, representative of its class.
    pub position: P,
    /// Its level.
    pub level: u32,
    /// Its key.
    pub key: u128,
    /// What must hold of its value.
    pub bounds: Bounds,
    /// The roles (bits as in [`Roles`](solveig_format::Roles)) with which the artifact must hold
    /// the position; 0 where it need not, and any proof will do.
    pub roles: u8,
    /// Whether the side to move here is the one to move at the owner: after a pass.
    pub same_side: bool,
}

/// Which record of the chunk, and the place of one of its moves.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub owner: usize,
    pub through: usize,
}

/// A record of the chunk.
pub struct Owner {
    pub record: Record,
    /// Whether the record says that some move reaches its value without saying which, and none has
    /// been seen to.
    pub unreached: bool,
}

/// Records of one level, keys rising, and what has been found of them.
pub struct Chunk<P> {
    pub level: u32,
    pub owners: Vec<Owner>,
    pub claims: Vec<Claim<P>>,
    /// How claims have been settled.
    pub settled: Claims,
    /// Terminal positions of the region that were met, as level and key.
    pub terminals: Vec<(u32, u128)>,
    /// The first record that something is wrong with, and what was first found wrong with it.
    pub fault: Option<(usize, Problem)>,
}

impl<P> Chunk<P> {
    pub fn new(level: u32) -> Self {
        Self {
            level,
            owners: Vec::new(),
            claims: Vec::new(),
            settled: Claims::default(),
            terminals: Vec::new(),
            fault: None,
        }
    }

    /// Finds something wrong with a record.
    pub fn blame(&mut self, owner: usize, problem: Problem) {
        if self.is_sound(owner) {
            self.fault = Some((owner, problem));
        }
    }

    /// Whether nothing is known to be wrong with a record or one before it.
    pub fn is_sound(&self, owner: usize) -> bool {
        self.fault.as_ref().is_none_or(|(first, _)| owner < *first)
    }

    /// Notes that one of the owner's moves leads to a position of this value.
    pub fn reach(&mut self, owner: usize, value: i32, same_side: bool) {
        let owner = &mut self.owners[owner];
        let worth = if same_side { value } else { -value };
        owner.unreached &= owner.record.value != worth;
    }
}
