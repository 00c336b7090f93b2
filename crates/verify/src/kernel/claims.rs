//! Derives the claims on which a record rests, and decides them.
//!
//! | record | move | claim: its worth to the side to move |
//! |---|---|---|
//! | free | every move | at most the value |
//! | optimal | the stored move | at least the value |
//! | optimal, exact values | every other move | at most the value; less, if an earlier move |
//! | certificate | the stored move | at least the bound |
//!
//! Moves are in the order of the tie-break rule. The worth of a move is the child's value negated
//! or, if the child must pass, the value after the pass. The first two rows require the artifact to
//! store the child (in a strong solution all moves do); the others do not.

use solveig_format::{Kind, Record, Roles, Scope};

use super::check::Check;
use super::owner::{Open, Owner};
use super::stored::RecordFile;
use super::terminals::Terminal;
use crate::bounds::Bounds;
use crate::failure::{VerifyError, broken, not_reached, other_roles};
use crate::report::ClaimCounts;
use crate::rules::{KEYS_FIT, UTILITIES_IN_RANGE};
use crate::{Rules, Stage};

impl<R: Rules + ?Sized> Check<'_, R> {
    /// Makes the claims of a record and decides them by rules and files; the rest stay `open`.
    pub fn examine(
        &self,
        file: Kind,
        level: u32,
        record: Record,
    ) -> Result<Owner<R::Position>, VerifyError> {
        let fail = |problem| self.fault(file, level, record.key, problem);
        let position = self.rules.position(record.key);
        let position = position.filter(|position| self.rules.key(position) == record.key);
        let position = position.ok_or_else(|| fail(broken("a key leads back to its position")))?;
        let exact = file == Kind::Artifact && self.scope != Scope::Weak;
        let mut children = Vec::new();
        self.rules.children(&position, &mut children);
        let chosen = record.move_index.map(usize::from);
        if let Some(index) = chosen.filter(|chosen| *chosen >= children.len()) {
            let moves = children.len();
            let expected = format!("expected one of {moves} moves");
            return Err(fail(format!("{expected}, found the move at place {index}")));
        }
        let mut owner = Owner {
            file,
            level,
            record,
            position,
            unreached: exact && !record.roles.is_optimal(),
            open: Vec::new(),
            decided: ClaimCounts::default(),
            terminals: Vec::new(),
        };
        for (through, child) in children.into_iter().enumerate() {
            let mut worth = Bounds::NONE;
            let is_chosen = chosen == Some(through);
            if record.roles.is_free() {
                worth = worth.at_most(record.value);
            }
            if let Some(chosen) = chosen {
                if exact {
                    let earlier = i32::from(through < chosen);
                    worth = worth.at_most(record.value - earlier);
                }
                if is_chosen {
                    worth = worth.at_least(record.value);
                }
            }
            let roles = match file {
                Kind::Certificate => None,
                Kind::Artifact if self.scope == Scope::Strong => Some(Roles::Both),
                Kind::Artifact => Roles::of(record.roles.is_free(), is_chosen),
            };
            self.claim(&mut owner, through, level, child, worth, roles)?;
        }
        if owner.unreached && owner.open.is_empty() {
            return Err(fail(not_reached(record.value)));
        }
        Ok(owner)
    }

    /// Fails unless other records need exactly the roles of this one, and, where values are bounds,
    /// so strong a bound.
    pub fn expect_marked(
        &self,
        file: Kind,
        stored: &RecordFile<'_>,
        level: u32,
        rank: u64,
        record: &Record,
    ) -> Result<(), VerifyError> {
        let problem = match stored.marked(level, rank) {
            Some(roles) if roles == record.roles => return Ok(()),
            Some(roles) => other_roles(roles, record.roles),
            None if file == Kind::Artifact && self.scope != Scope::Weak => {
                "expected no record: nothing rests on this one".to_owned()
            }
            None => "expected no record, or a weaker bound: nothing needs this one".to_owned(),
        };
        Err(self.fault(file, level, record.key, problem))
    }

    /// Decides the claim that move `through`, to `child`, has a worth within `worth`, or leaves it
    /// to the search. The artifact must store the child with `roles`; `None` if it need not.
    fn claim(
        &self,
        owner: &mut Owner<R::Position>,
        through: usize,
        level_before: u32,
        child: R::Position,
        worth: Bounds,
        mut roles: Option<Roles>,
    ) -> Result<(), VerifyError> {
        let (position, same_side) = self.after_pass(child);
        let mut bounds = worth.negated();
        if same_side {
            bounds = worth;
            roles = roles.map(Roles::swapped);
        }
        let stage = self.rules.stage(&position);
        let level = self.rules.level(&position);
        if stage == Stage::Pass || level <= level_before || level > self.rules.max_level() {
            let promise = "levels rise up to the highest, and no pass follows a pass";
            return Err(self.wrong(owner, broken(promise)));
        }
        if self.scope == Scope::Weak || roles.is_none() {
            (bounds, roles) = self.drop_vacuous(bounds, roles);
            if bounds == Bounds::NONE {
                owner.decided.vacuous += 1;
                return Ok(());
            }
        }
        let mut open = Open {
            through,
            position,
            bounds,
            same_side,
        };
        if let Stage::Over(value) = stage {
            owner.decided.over += 1;
            return self.claim_over(owner, &open, value, roles);
        }
        open.position = self.representative(&open.position);
        let key = self.key(owner, &open.position)?;
        if self.artifact.covers(level) {
            if let Some(found) = self.artifact.find(level, key)? {
                owner.decided.artifact += 1;
                let record = found.record;
                if let Some(expected) = roles
                    && !record.roles.contains(expected)
                {
                    let problem = other_roles(expected, record.roles);
                    return Err(self.at_child(owner, &open, &problem));
                }
                let proved = self.proved_by(&record);
                if !proved.imply(bounds) {
                    let found = format!("the artifact says {:+}", record.value);
                    return Err(self.refuted(owner, &open, &found));
                }
                // Only a claim as strong as a single bound needs it. A record with both roles of a
                // weak solution states the value itself, which may lie between two bounds.
                let is_bound = self.scope == Scope::Weak && record.roles != Roles::Both;
                if let Some(roles) = roles.filter(|_| !is_bound || bounds == proved) {
                    self.artifact.mark(level, found.rank, roles)?;
                }
                owner.reach(record.value, same_side);
                return Ok(());
            }
            if let Some(roles) = roles {
                let problem = format!("expected a record that is {roles}, found none");
                return Err(self.at_child(owner, &open, &problem));
            }
        }
        if roles.is_none()
            && let Some(certificate) = &self.certificate
            && certificate.covers(level)
        {
            return self.claim_certified(owner, &open, certificate, level, key);
        }
        owner.decided.search += 1;
        owner.open.push(open);
        Ok(())
    }

    /// Decides a claim about a terminal position.
    fn claim_over(
        &self,
        owner: &mut Owner<R::Position>,
        open: &Open<R::Position>,
        value: i32,
        roles: Option<Roles>,
    ) -> Result<(), VerifyError> {
        if !self.rules.value_range().contains(value) {
            return Err(self.wrong(owner, broken(UTILITIES_IN_RANGE)));
        }
        owner.reach(value, open.same_side);
        if !open.bounds.allow(value) {
            let found = format!("the game is over with {value:+}");
            return Err(self.refuted(owner, open, &found));
        }
        let level = self.rules.level(&open.position);
        if roles.is_some() && self.counts_terminals(level) {
            let key = self.key(owner, &self.representative(&open.position))?;
            owner.terminals.push(Terminal { level, key });
        }
        Ok(())
    }

    /// Decides a claim by the certificate. Its records state lower bounds; an upper bound is a
    /// claim about each move of the position.
    fn claim_certified(
        &self,
        owner: &mut Owner<R::Position>,
        open: &Open<R::Position>,
        certificate: &RecordFile<'_>,
        level: u32,
        key: u128,
    ) -> Result<(), VerifyError> {
        if let Some(greatest) = open.bounds.greatest {
            let mut children = Vec::new();
            self.rules.children(&open.position, &mut children);
            for child in children {
                let worth = Bounds::NONE.at_most(greatest);
                self.claim(owner, open.through, level, child, worth, None)?;
            }
        }
        let Some(least) = open.bounds.least else {
            return Ok(());
        };
        owner.decided.certificate += 1;
        let found = match certificate.find(level, key)? {
            Some(found) if found.record.value >= least => {
                if found.record.value == least {
                    certificate.mark(level, found.rank, Roles::LOWER)?;
                }
                return Ok(());
            }
            Some(found) => format!(
                "the certificate proves only {:+} or more",
                found.record.value
            ),
            None => "neither the artifact nor the certificate has a record".to_owned(),
        };
        Err(self.refuted(owner, open, &found))
    }

    /// The bounds that a record of the artifact proves.
    fn proved_by(&self, record: &Record) -> Bounds {
        let exact = self.scope != Scope::Weak;
        Bounds {
            least: (exact || record.roles.is_optimal()).then_some(record.value),
            greatest: (exact || record.roles.is_free()).then_some(record.value),
        }
    }

    /// Decides an open claim by search.
    pub fn decide_by_search(
        &self,
        owner: &Owner<R::Position>,
        open: &Open<R::Position>,
    ) -> Result<(), VerifyError> {
        match self.holds(&open.position, open.bounds)? {
            true => Ok(()),
            false => Err(self.refuted(owner, open, "a search finds otherwise")),
        }
    }

    /// Fails unless some move reaches the value of a record that states no move: searches the moves
    /// that were left to the search, whose claims must have been decided.
    pub fn expect_reached(&self, owner: &Owner<R::Position>) -> Result<(), VerifyError> {
        let value = owner.record.value;
        let worth = Bounds::NONE.at_least(value);
        let mut reached = !owner.unreached;
        for open in &owner.open {
            let bounds = if open.same_side {
                worth
            } else {
                worth.negated()
            };
            reached = reached || self.holds(&open.position, bounds)?;
        }
        match reached {
            true => Ok(()),
            false => Err(self.wrong(owner, not_reached(value))),
        }
    }

    /// Drops bounds that every value of the game satisfies, and the roles that belong to them.
    pub fn drop_vacuous(&self, bounds: Bounds, roles: Option<Roles>) -> (Bounds, Option<Roles>) {
        let bounds = bounds.drop_vacuous(self.rules.value_range());
        let kept = roles.and_then(|roles| {
            let (lower, upper) = (bounds.least.is_some(), bounds.greatest.is_some());
            Roles::of(roles.is_optimal() && lower, roles.is_free() && upper)
        });
        (bounds, kept)
    }

    /// That a claim does not hold, or is not proved.
    fn refuted(
        &self,
        owner: &Owner<R::Position>,
        open: &Open<R::Position>,
        found: &str,
    ) -> VerifyError {
        let problem = format!("expected its value to be {}, but {found}", open.bounds);
        self.at_child(owner, open, &problem)
    }

    /// A problem of a position that a move leads to.
    fn at_child(
        &self,
        owner: &Owner<R::Position>,
        open: &Open<R::Position>,
        problem: &str,
    ) -> VerifyError {
        let played = self.rules.describe_move(&owner.position, open.through);
        let child = self.rules.describe(&open.position);
        self.wrong(owner, format!("{played} leads to {child}: {problem}"))
    }

    /// The key of a position below a record. Fails if it has more bits than the rules promise.
    fn key(&self, owner: &Owner<R::Position>, position: &R::Position) -> Result<u128, VerifyError> {
        let key = self.rules.key(position);
        match key.checked_shr(self.rules.key_bits()).unwrap_or(0) {
            0 => Ok(key),
            _ => Err(self.wrong(owner, broken(KEYS_FIT))),
        }
    }

    /// A problem of a record.
    fn wrong(&self, owner: &Owner<R::Position>, problem: String) -> VerifyError {
        self.fault(owner.file, owner.level, owner.record.key, problem)
    }
}

impl<P> Owner<P> {
    /// Notes that a move leads to a position of this value; `same_side` after a pass.
    fn reach(&mut self, value: i32, same_side: bool) {
        let worth = if same_side { value } else { -value };
        self.unreached &= self.record.value != worth;
    }
}
