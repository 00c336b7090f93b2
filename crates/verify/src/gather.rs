//! From a record to the claims it rests on.
//!
//! | record | claim about the child by | worth to the mover |
//! |---|---|---|
//! | free | every move | at most the value |
//! | optimal | the stored move | at least the value |
//! | optimal, exact values | every other move | at most the value; less, if it comes earlier |
//! | certificate | the stored move | at least the bound |
//!
//! A move's worth is the child's value negated; or, where the child must pass, the value of the
//! position after that. Free and optimal oblige the child to be stored, the other claims do not.

use solveig_format::{Kind, Record, Roles, Scope};

use crate::bounds::Bounds;
use crate::check::Check;
use crate::chunk::{Chunk, Claim, Link, Owner};
use crate::failure::{Evidence, Problem};
use crate::stored::{Place, Stored};
use crate::{Rules, Stage};

const OPTIMAL: u8 = Roles::Optimal.bits();
const FREE: u8 = Roles::Free.bits();

/// The roles on the other side of a pass.
fn swapped(roles: u8) -> u8 {
    Roles::from_bits(roles).map_or(0, |roles| roles.swapped().bits())
}

impl<R: Rules, B: AsRef<[u8]> + Sync> Check<'_, R, B> {
    /// Adds a record to the chunk with the claims it rests on, or blames it.
    pub fn gather(
        &self,
        chunk: &mut Chunk<R::Position>,
        stored: &Stored<'_, B>,
        file: Kind,
        place: Place,
        record: &Record,
    ) {
        let owner = chunk.owners.len();
        let exact = file == Kind::Artifact && self.scope != Scope::Weak;
        chunk.owners.push(Owner {
            record: *record,
            unreached: exact && !record.roles.is_optimal(),
        });
        if let Err(problem) = self.expect_demanded(stored, place, record) {
            return chunk.blame(owner, problem);
        }
        let Some(position) = self.rules.position(record.key) else {
            let broken = "a key leads back to its position";
            return chunk.blame(owner, Problem::Rules { broken });
        };
        let mut children = Vec::new();
        self.rules.children(&position, &mut children);
        let chosen = record.move_index.map(usize::from);
        if let Some(index) = chosen.filter(|chosen| *chosen >= children.len()) {
            let moves = children.len();
            return chunk.blame(owner, Problem::NoSuchMove { index, moves });
        }
        for (through, child) in children.into_iter().enumerate() {
            let mut worth = Bounds::NONE;
            let mut roles = 0;
            if record.roles.is_free() {
                worth = worth.at_most(record.value);
                roles |= OPTIMAL;
            }
            if let Some(chosen) = chosen {
                if exact {
                    let earlier = i32::from(through < chosen);
                    worth = worth.at_most(record.value - earlier);
                }
                if through == chosen {
                    worth = worth.at_least(record.value);
                    roles |= FREE;
                }
            }
            if self.scope == Scope::Strong {
                roles = OPTIMAL | FREE;
            }
            if file == Kind::Certificate {
                roles = 0;
            }
            let link = Link { owner, through };
            self.claim(chunk, link, chunk.level, child, worth, roles);
        }
    }

    /// Whether others demand exactly this record.
    fn expect_demanded(
        &self,
        stored: &Stored<'_, B>,
        place: Place,
        record: &Record,
    ) -> Result<(), Problem> {
        let (roles, bounds) = stored.demanded(place);
        let expected = Roles::from_bits(roles).ok_or(Problem::Unneeded)?;
        if record.roles != expected {
            return Err(Problem::Roles {
                expected,
                found: record.roles,
            });
        }
        // A record with both roles states the value itself, which may lie between the two bounds.
        let strongest = match expected {
            Roles::Optimal => bounds.least(),
            Roles::Free => bounds.greatest(),
            Roles::Both => None,
        };
        if strongest.is_some_and(|bound| bound != record.value) || !bounds.allow(record.value) {
            return Err(Problem::Bound {
                expected: bounds.to_string(),
                found: record.value,
            });
        }
        Ok(())
    }

    /// Adds the claim that a move to `child` is worth `worth`, or settles it where the game is over.
    /// `roles` are those the artifact must hold the child with.
    fn claim(
        &self,
        chunk: &mut Chunk<R::Position>,
        link: Link,
        level_before: u32,
        child: R::Position,
        worth: Bounds,
        mut roles: u8,
    ) {
        let rules = self.rules;
        let mut position = child;
        let mut bounds = worth.negated();
        let mut same_side = false;
        let mut stage = rules.stage(&position);
        if stage == Stage::Pass {
            let mut after = Vec::new();
            rules.children(&position, &mut after);
            position = after.pop().unwrap_or(position);
            bounds = bounds.negated();
            roles = swapped(roles);
            same_side = true;
            stage = rules.stage(&position);
        }
        let level = rules.level(&position);
        if stage == Stage::Pass || level <= level_before || level > rules.max_level() {
            let broken = "levels rise up to the highest, and one pass follows another nowhere";
            return chunk.blame(link.owner, Problem::Rules { broken });
        }
        if self.scope == Scope::Weak || roles == 0 {
            (bounds, roles) = self.substantial(bounds, roles);
            if bounds == Bounds::NONE {
                chunk.settled.vacuous += 1;
                return;
            }
        }
        if let Stage::Over(value) = stage {
            chunk.settled.over += 1;
            chunk.reach(link.owner, value, same_side);
            if !bounds.allow(value) {
                let found = Evidence::Over(value);
                let problem = self.refuted(chunk, link, &position, bounds, found);
                chunk.blame(link.owner, problem);
            }
            if roles != 0 && self.counts_terminals() {
                let key = rules.key(&self.representative(&position));
                chunk.terminals.push((level, key));
            }
            return;
        }
        let position = self.representative(&position);
        chunk.claims.push(Claim {
            link,
            level,
            key: rules.key(&position),
            position,
            bounds,
            roles,
            same_side,
        });
    }

    /// Adds the claims that together say that a position is worth no more than `greatest`: that no
    /// move is worth more.
    pub fn claim_each_move(
        &self,
        chunk: &mut Chunk<R::Position>,
        claim: &Claim<R::Position>,
        greatest: i32,
    ) {
        let mut children = Vec::new();
        self.rules.children(&claim.position, &mut children);
        let worth = Bounds::NONE.at_most(greatest);
        for child in children {
            self.claim(chunk, claim.link, claim.level, child, worth, 0);
        }
    }

    /// Bounds and roles without those that say nothing, because every value of the game keeps them.
    pub fn substantial(&self, bounds: Bounds, roles: u8) -> (Bounds, u8) {
        let bounds = bounds.beyond(self.range);
        let optimal = bounds.least().map_or(0, |_| OPTIMAL);
        let free = bounds.greatest().map_or(0, |_| FREE);
        (bounds, roles & (optimal | free))
    }

    /// The problem of a record whose claim about `position` does not hold.
    pub fn refuted(
        &self,
        chunk: &Chunk<R::Position>,
        link: Link,
        position: &R::Position,
        bounds: Bounds,
        found: Evidence,
    ) -> Problem {
        Problem::Claim {
            played: self.describe_move(chunk, link),
            child: self.rules.describe(position),
            expected: bounds.to_string(),
            found,
        }
    }

    /// The move that a link goes through.
    pub fn describe_move(&self, chunk: &Chunk<R::Position>, link: Link) -> String {
        let position = self.rules.position(chunk.owners[link.owner].record.key);
        position.map_or_else(String::new, |position| {
            self.rules.describe_move(&position, link.through)
        })
    }
}
