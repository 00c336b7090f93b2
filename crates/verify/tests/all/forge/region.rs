//! The oracle's second half: regions and certificates by their definitions.
//!
//! The same code writes true files and those of a consistent liar: they differ in the values they
//! believe, in the moves they choose, and in one twist.

use std::collections::{BTreeMap, BTreeSet};

use solveig_format::{Header, Record, Roles, Scope};
use solveig_verify::{Interval, Stage};

use super::atlas::Atlas;
use super::file::{Counts, File, LevelKey, Records};

/// What a solution covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub scope: Scope,
    pub symmetry: bool,
    pub cut: Option<u32>,
}

/// Whether a file cut at `cut` stores positions of `level`.
pub fn stores(cut: Option<u32>, level: u32) -> bool {
    cut.is_none_or(|cut| level <= cut)
}

pub const OPTIMAL: u8 = 1;
pub const FREE: u8 = 2;

/// What a consistent liar does to one position besides lying about values and moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Twist {
    None,
    /// Stores it with these roles, and everything that they require.
    Roles(usize, u8),
    /// Leaves it out, with everything that only it requires.
    Without(usize),
    /// Stores it although nothing requires it, with everything that it requires.
    With(usize, u8),
    /// Stores its bound changed by this, and everything that the bound requires.
    Bound(usize, i32),
}

/// Chooses the move of a record: for a position, the index of a move worth at least the bound.
pub type Choose<'a> = dyn FnMut(usize, i32) -> Option<usize> + 'a;

/// Writes contents of files by the definitions.
pub struct Writer<'a> {
    pub atlas: &'a Atlas,
    pub values: &'a [i32],
    pub twist: Twist,
    /// Whether it gives up if a claim is false.
    pub honest: bool,
}

impl<'a> Writer<'a> {
    pub fn honest(atlas: &'a Atlas) -> Self {
        Self {
            atlas,
            values: &atlas.values,
            twist: Twist::None,
            honest: true,
        }
    }

    /// The true artifact with canonical moves.
    pub fn solution(&self, plan: Plan) -> File {
        let artifact = self.artifact(plan, &mut |at, bound| self.canonical(at, bound));
        artifact.expect("the truth can be written")
    }

    /// The true certificate of a true artifact, with the first refuting moves.
    pub fn proof(&self, artifact: &File, cut: Option<u32>) -> File {
        let choose = &mut |at, bound| self.canonical(at, bound);
        let records = self.certificate(artifact, cut, choose);
        let (_, digest) = artifact.encode().expect("the artifact is sane");
        File {
            header: Header {
                artifact: Some(digest),
                cut,
                ..artifact.header.clone()
            },
            records: records.expect("the truth can be proved"),
            terminals: Counts::new(),
        }
    }

    /// The first move that is worth the bound, or else the best one.
    pub fn canonical(&self, at: usize, bound: i32) -> Option<usize> {
        let first = |bound| self.atlas.first_worth(at, bound, self.values);
        let children = &self.atlas.node(at).children;
        let best = || children.iter().map(|child| -self.values[*child]).max();
        first(bound).or_else(|| best().and_then(first))
    }

    fn place(&self, at: usize) -> LevelKey {
        let node = self.atlas.node(at);
        (node.level, node.key)
    }

    fn class(&self, at: usize, symmetry: bool) -> usize {
        if symmetry {
            self.atlas.node(at).class
        } else {
            at
        }
    }

    /// The position after a pass, if one is imposed, and whether one is.
    fn after_pass(&self, at: usize) -> (usize, bool) {
        let node = self.atlas.node(at);
        match node.stage {
            Stage::Pass => (node.children[0], true),
            _ => (at, false),
        }
    }

    fn is_over(&self, at: usize) -> bool {
        matches!(self.atlas.node(at).stage, Stage::Over(_))
    }

    pub fn header(&self, plan: Plan) -> Header {
        let Interval {
            least: least_value,
            greatest: greatest_value,
        } = self.atlas.range;
        let start = self.after_pass(self.atlas.start).0;
        Header {
            artifact: None,
            scope: plan.scope,
            game: self.atlas.spec.clone(),
            tie_break: "as the rules list them".to_owned(),
            symmetry: plan.symmetry,
            cut: plan.cut,
            max_level: self.atlas.max_level,
            key_bits: self.atlas.key_bits,
            least_value,
            greatest_value,
            root_key: self.atlas.node(self.class(start, plan.symmetry)).key,
            root_value: self.values[self.atlas.start],
        }
    }

    /// The artifact; `None` if the writer is honest and the random prove nothing.
    pub fn artifact(&self, plan: Plan, choose: &mut Choose<'_>) -> Option<File> {
        let (records, over) = match plan.scope {
            Scope::Weak => self.weak(plan, choose)?,
            Scope::SemiStrong | Scope::Strong => self.exact(plan, choose)?,
        };
        let mut terminals = Counts::new();
        let counts = |level| self.atlas.counts_terminals && stores(plan.cut, level);
        for (level, _) in over.into_iter().filter(|(level, _)| counts(*level)) {
            *terminals.entry(level).or_insert(0) += 1;
        }
        Some(File {
            header: self.header(plan),
            records,
            terminals,
        })
    }

    fn roles_at(&self, at: usize, roles: u8) -> u8 {
        match self.twist {
            Twist::Roles(twisted, roles) if twisted == at => roles,
            _ => roles,
        }
    }

    /// Scopes with exact values: each demand is for roles.
    fn exact(&self, plan: Plan, choose: &mut Choose<'_>) -> Option<(Records, BTreeSet<LevelKey>)> {
        let mut open: BTreeMap<LevelKey, (usize, u8)> = BTreeMap::new();
        let mut over = BTreeSet::new();
        let mut records = Records::new();
        let mut demand = |open: &mut BTreeMap<LevelKey, (usize, u8)>, at: usize, roles: u8| {
            let (after, passed) = self.after_pass(at);
            let at = self.class(after, plan.symmetry);
            let roles = match roles {
                OPTIMAL if passed => FREE,
                FREE if passed => OPTIMAL,
                _ => roles,
            };
            if self.is_over(at) {
                over.insert(self.place(at));
            } else if self.twist != Twist::Without(at) {
                open.entry(self.place(at)).or_insert((at, 0)).1 |= roles;
            }
        };
        demand(&mut open, self.atlas.start, OPTIMAL | FREE);
        if let Twist::With(at, roles) = self.twist {
            demand(&mut open, at, roles);
        }
        while let Some(((level, key), (at, roles))) = open.pop_first() {
            if !stores(plan.cut, level) {
                continue;
            }
            let roles = self.roles_at(at, roles);
            let value = self.values[at];
            let best = choose(at, value)?;
            for (place, child) in self.atlas.node(at).children.iter().enumerate() {
                let needed = match plan.scope {
                    Scope::Strong => OPTIMAL | FREE,
                    _ => {
                        let free = roles & OPTIMAL != 0 && place == best;
                        (roles & FREE) >> 1 | u8::from(free) << 1
                    }
                };
                if needed != 0 {
                    demand(&mut open, *child, needed);
                }
            }
            records.insert((level, key), record(key, roles, value, best)?);
        }
        Some((records, over))
    }

    /// Scope weak: each demand is for a lower bound, an upper bound, or both.
    fn weak(&self, plan: Plan, choose: &mut Choose<'_>) -> Option<(Records, BTreeSet<LevelKey>)> {
        let mut open: BTreeMap<LevelKey, Needed> = BTreeMap::new();
        let mut over = BTreeSet::new();
        let mut records = Records::new();
        let mut fine = true;
        let mut demand = |open: &mut BTreeMap<LevelKey, Needed>, at: usize, claim: Claim| {
            let (after, claim) = self.contracted(at, claim);
            if self.is_vacuous(claim) {
                return;
            }
            let at = self.class(after, plan.symmetry);
            fine &= !self.honest || claim.holds(self.values[at]);
            if self.is_over(at) {
                over.insert(self.place(at));
            } else if self.twist != Twist::Without(at) {
                open.entry(self.place(at))
                    .or_insert(Needed::new(at))
                    .add(claim);
            }
        };
        let value = self.values[self.atlas.start];
        let start = self.class(self.after_pass(self.atlas.start).0, plan.symmetry);
        // If the game has only one value every claim is vacuous, but the start belongs to the
        // region.
        let finished = self.is_over(start).then(|| self.place(start));
        for claim in [Claim::AtLeast(value), Claim::AtMost(value)] {
            demand(&mut open, self.atlas.start, claim);
        }
        if let Twist::With(at, roles) = self.twist {
            for (role, claim) in [
                (OPTIMAL, Claim::AtLeast(self.values[at])),
                (FREE, Claim::AtMost(self.values[at])),
            ] {
                if roles & role != 0 {
                    demand(&mut open, at, claim);
                }
            }
        }
        while let Some(((level, key), needed)) = open.pop_first() {
            if !stores(plan.cut, level) {
                continue;
            }
            let at = needed.at;
            let mut value = match (needed.least, needed.greatest) {
                (Some(bound), None) | (None, Some(bound)) => bound,
                _ => self.values[at],
            };
            if let Twist::Bound(twisted, by) = self.twist
                && twisted == at
            {
                value += by;
            }
            let roles = u8::from(needed.least.is_some()) | u8::from(needed.greatest.is_some()) << 1;
            let roles = self.roles_at(at, roles);
            let mut chosen = 0;
            let children = &self.atlas.node(at).children;
            if roles & OPTIMAL != 0 {
                chosen = choose(at, value)?;
                // A liar may write a move that does not exist.
                match children.get(chosen) {
                    Some(child) => demand(&mut open, *child, Claim::AtMost(-value)),
                    None if self.honest => return None,
                    None => {}
                }
            }
            if roles & FREE != 0 {
                for child in children {
                    demand(&mut open, *child, Claim::AtLeast(-value));
                }
            }
            records.insert((level, key), record(key, roles, value, chosen)?);
        }
        over.extend(finished);
        fine.then_some((records, over))
    }

    fn contracted(&self, at: usize, claim: Claim) -> (usize, Claim) {
        match self.after_pass(at) {
            (after, true) => (after, claim.negated()),
            (at, false) => (at, claim),
        }
    }

    /// Whether every value of the game satisfies the claim.
    fn is_vacuous(&self, claim: Claim) -> bool {
        let Interval { least, greatest } = self.atlas.range;
        match claim {
            Claim::AtLeast(bound) => bound <= least,
            Claim::AtMost(bound) => bound >= greatest,
        }
    }

    /// The records of the certificate of an artifact; `None` if the writer is honest and a claim is
    /// false, or if `choose` returns no move or one that does not refute.
    pub fn certificate(
        &self,
        artifact: &File,
        cut: Option<u32>,
        choose: &mut Choose<'_>,
    ) -> Option<Records> {
        let symmetry = artifact.header.symmetry;
        let mut open: BTreeMap<LevelKey, (usize, i32)> = BTreeMap::new();
        let mut records = Records::new();
        // Demands what proves that a position is worth at least, or at most, a bound.
        let need = |open: &mut BTreeMap<LevelKey, (usize, i32)>, at: usize, claim: Claim| {
            let mut claims = vec![(at, claim)];
            while let Some((at, claim)) = claims.pop() {
                if self.honest && !claim.holds(self.values[at]) {
                    return None;
                }
                let (after, claim) = self.contracted(at, claim);
                let at = self.class(after, symmetry);
                let place = self.place(at);
                let is_settled = self.is_over(at) || artifact.records.contains_key(&place);
                if self.is_vacuous(claim) || is_settled || !stores(cut, place.0) {
                    continue;
                }
                match claim {
                    Claim::AtLeast(bound) => {
                        let (_, strongest) = open.entry(place).or_insert((at, bound));
                        *strongest = (*strongest).max(bound);
                    }
                    Claim::AtMost(_) => {
                        let children = self.atlas.node(at).children.iter();
                        claims.extend(children.map(|child| (*child, claim.negated())));
                    }
                }
            }
            Some(())
        };
        for record in artifact.records.values() {
            let (Some(chosen), Roles::Optimal) = (record.move_index, record.roles) else {
                continue;
            };
            let at = self.atlas.by_key.get(&record.key);
            let (Some(at), Scope::SemiStrong) = (at, artifact.header.scope) else {
                continue;
            };
            for (place, child) in self.atlas.node(*at).children.iter().enumerate() {
                let strictly = i32::from(place < usize::from(chosen));
                if place != usize::from(chosen) {
                    need(&mut open, *child, Claim::AtLeast(-record.value + strictly))?;
                }
            }
        }
        if let Twist::With(at, _) = self.twist {
            need(&mut open, at, Claim::AtLeast(self.values[at]))?;
        }
        let Interval { least, greatest } = self.atlas.range;
        while let Some(((level, key), (at, mut bound))) = open.pop_first() {
            match self.twist {
                Twist::Without(without) if without == at => continue,
                Twist::Bound(twisted, by) if twisted == at => bound += by,
                _ => {}
            }
            // A value beyond the range cannot be written; a liar must leave it out.
            if bound < least || bound > greatest {
                continue;
            }
            let chosen = choose(at, bound)?;
            match self.atlas.node(at).children.get(chosen) {
                Some(child) => need(&mut open, *child, Claim::AtMost(-bound))?,
                None if self.honest => return None,
                None => {}
            }
            records.insert((level, key), record(key, OPTIMAL, bound, chosen)?);
        }
        Some(records)
    }
}

/// A claim on the value of a position.
#[derive(Clone, Copy)]
enum Claim {
    AtLeast(i32),
    AtMost(i32),
}

impl Claim {
    fn holds(self, value: i32) -> bool {
        match self {
            Self::AtLeast(bound) => value >= bound,
            Self::AtMost(bound) => value <= bound,
        }
    }

    fn negated(self) -> Self {
        match self {
            Self::AtLeast(bound) => Self::AtMost(-bound),
            Self::AtMost(bound) => Self::AtLeast(-bound),
        }
    }
}

/// The strongest bounds that are demanded of a position.
#[derive(Clone, Copy)]
struct Needed {
    at: usize,
    least: Option<i32>,
    greatest: Option<i32>,
}

impl Needed {
    fn new(at: usize) -> Self {
        Self {
            at,
            least: None,
            greatest: None,
        }
    }

    fn add(&mut self, claim: Claim) {
        match claim {
            Claim::AtLeast(bound) => {
                self.least = Some(self.least.map_or(bound, |before| before.max(bound)));
            }
            Claim::AtMost(bound) => {
                self.greatest = Some(self.greatest.map_or(bound, |before| before.min(bound)));
            }
        }
    }
}

/// A record; `None` if it has no role, or the move's index does not fit.
pub fn record(key: u128, roles: u8, value: i32, chosen: usize) -> Option<Record> {
    let roles = Roles::from_bits(roles)?;
    let chosen = u16::try_from(chosen).ok()?;
    Some(Record {
        key,
        roles,
        value,
        move_index: roles.is_optimal().then_some(chosen),
    })
}
