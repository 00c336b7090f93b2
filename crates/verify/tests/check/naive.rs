//! Solutions by exhaustive minimax and the definitions alone.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use solveig_format::{Digest, Encoder, FormatError, Header, Record, Roles, Scope};
use solveig_verify::{Rules, Stage};

pub type Records = BTreeMap<(u32, u128), Record>;

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub header: Header,
    pub records: Records,
    pub terminals: BTreeMap<u32, u64>,
}

impl File {
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        self.encode_with_digest().map(|(bytes, _)| bytes)
    }

    pub fn encode_with_digest(&self) -> Result<(Vec<u8>, Digest), FormatError> {
        let mut encoder = Encoder::new(Vec::new(), &self.header)?;
        for ((level, _), record) in &self.records {
            encoder.push(*level, *record)?;
        }
        for (level, count) in &self.terminals {
            encoder.set_terminals(*level, *count)?;
        }
        let (bytes, summary) = encoder.finish()?;
        Ok((bytes, summary.digest))
    }
}

/// What a solution covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub scope: Scope,
    pub symmetry: bool,
    pub cut: Option<u32>,
}

impl Plan {
    fn stores(self, level: u32) -> bool {
        self.cut.is_none_or(|cut| level <= cut)
    }
}

/// Positions as level and key.
type LevelKeys = BTreeSet<(u32, u128)>;

/// A claim about a position: its value is at least, or at most, a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bound {
    pub fn holds(self, value: i32) -> bool {
        match self {
            Self::AtLeast(bound) => value >= bound,
            Self::AtMost(bound) => value <= bound,
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Self::AtLeast(bound) => Self::AtMost(-bound),
            Self::AtMost(bound) => Self::AtLeast(-bound),
        }
    }
}

/// A game solved by brute force.
pub struct Solved<R: Rules> {
    pub rules: R,
    values: RefCell<HashMap<u128, i32>>,
    artifacts: RefCell<HashMap<Plan, Rc<File>>>,
}

impl<R: Rules> Solved<R> {
    pub fn new(rules: R) -> Self {
        Self {
            rules,
            values: RefCell::default(),
            artifacts: RefCell::default(),
        }
    }

    pub fn children(&self, position: &R::Position) -> Vec<R::Position> {
        let mut children = Vec::new();
        self.rules.children(position, &mut children);
        children
    }

    pub fn value(&self, position: &R::Position) -> i32 {
        if let Stage::Over(value) = self.rules.stage(position) {
            return value;
        }
        let key = self.rules.key(position);
        if let Some(value) = self.values.borrow().get(&key) {
            return *value;
        }
        let children = self.children(position);
        let value = children.iter().map(|child| -self.value(child)).max();
        let value = value.expect("a position that is not over has a move");
        self.values.borrow_mut().insert(key, value);
        value
    }

    /// The index of the first move that is worth the position's value.
    pub fn best(&self, position: &R::Position) -> usize {
        self.first_worth(position, self.value(position))
    }

    /// The index of the first move that is worth at least `bound`.
    pub fn first_worth(&self, position: &R::Position, bound: i32) -> usize {
        let mut children = self.children(position).into_iter();
        let worth = children.position(|child| -self.value(&child) >= bound);
        worth.expect("some move is worth the value")
    }

    pub fn class(&self, position: &R::Position, symmetry: bool) -> R::Position {
        if symmetry {
            self.rules.canonical(position)
        } else {
            position.clone()
        }
    }

    fn place(&self, position: &R::Position) -> (u32, u128) {
        (self.rules.level(position), self.rules.key(position))
    }

    /// The position after a pass, if one is imposed, and whether it is.
    pub fn after_pass(&self, position: &R::Position) -> (R::Position, bool) {
        match self.rules.stage(position) {
            Stage::Pass => (self.children(position).remove(0), true),
            _ => (position.clone(), false),
        }
    }

    /// A claim about a position, or about the position after an imposed pass; `None` if it is
    /// vacuous.
    pub fn contracted(&self, position: &R::Position, bound: Bound) -> Option<(R::Position, Bound)> {
        let (min, max) = self.rules.value_range();
        let (position, passed) = self.after_pass(position);
        let bound = if passed { bound.negated() } else { bound };
        let empty = match bound {
            Bound::AtLeast(least) => least <= min,
            Bound::AtMost(greatest) => greatest >= max,
        };
        (!empty).then_some((position, bound))
    }

    /// The artifact.
    pub fn artifact(&self, plan: Plan) -> Rc<File> {
        if let Some(known) = self.artifacts.borrow().get(&plan) {
            return known.clone();
        }
        let artifact = Rc::new(self.make_artifact(plan));
        self.artifacts.borrow_mut().insert(plan, artifact.clone());
        artifact
    }

    fn make_artifact(&self, plan: Plan) -> File {
        let rules = &self.rules;
        let (least_value, greatest_value) = rules.value_range();
        let start = self.class(&self.after_pass(&rules.start()).0, plan.symmetry);
        let header = Header {
            artifact: None,
            scope: plan.scope,
            game: rules.spec(),
            tie_break: "as the rules list them".to_owned(),
            symmetry: plan.symmetry,
            cut: plan.cut,
            max_level: rules.max_level(),
            key_bits: rules.key_bits(),
            least_value,
            greatest_value,
            root_key: rules.key(&start),
            root_value: self.value(&rules.start()),
        };
        let (mut records, terminals) = match plan.scope {
            Scope::Weak => self.weak(plan),
            Scope::SemiStrong => self.semi_strong(plan),
            Scope::Strong => self.strong(plan),
        };
        records.retain(|(level, _), _| plan.stores(*level));
        let counts = rules.counts_terminal_positions();
        let counted = |level: &u32| counts && plan.stores(*level);
        let terminals = terminals.iter().map(|(level, _)| *level).filter(counted);
        let mut counts = BTreeMap::new();
        for level in terminals {
            *counts.entry(level).or_insert(0) += 1;
        }
        File {
            header,
            records,
            terminals: counts,
        }
    }

    /// Takizawa (2026, section 2.2): the positions that can arise while at least one player plays
    /// canonically; and the terminal positions to which stored positions lead.
    fn semi_strong(&self, plan: Plan) -> (Records, LevelKeys) {
        let start = self.class(&self.rules.start(), plan.symmetry);
        let mut reached = BTreeSet::new();
        let mut open = vec![(start.clone(), true), (start, false)];
        let mut positions = HashMap::new();
        let mut terminals = BTreeSet::new();
        while let Some((position, optimal)) = open.pop() {
            if !reached.insert((self.place(&position), optimal)) {
                continue;
            }
            let mut children = self.children(&position);
            match self.rules.stage(&position) {
                Stage::Over(_) => {
                    terminals.insert(self.place(&position));
                }
                Stage::Pass => {}
                Stage::Moves => {
                    if optimal {
                        children = vec![children.swap_remove(self.best(&position))];
                    }
                    positions.insert(self.place(&position), position);
                }
            }
            let next = children
                .iter()
                .map(|child| self.class(child, plan.symmetry));
            open.extend(next.map(|child| (child, !optimal)));
        }
        let record = |(place, position): (&(u32, u128), &R::Position)| {
            let is = |optimal| u8::from(reached.contains(&(*place, optimal)));
            let roles = Roles::from_bits(is(true) | is(false) << 1).expect("reached somehow");
            (*place, self.exact_record(position, roles))
        };
        (positions.iter().map(record).collect(), terminals)
    }

    fn exact_record(&self, position: &R::Position, roles: Roles) -> Record {
        let best = roles.is_optimal().then(|| self.best(position) as u16);
        Record {
            key: self.rules.key(position),
            roles,
            value: self.value(position),
            move_index: best,
        }
    }

    fn strong(&self, plan: Plan) -> (Records, LevelKeys) {
        let mut open = vec![self.class(&self.rules.start(), plan.symmetry)];
        let mut seen = BTreeSet::new();
        let mut records = Records::new();
        let mut terminals = BTreeSet::new();
        while let Some(position) = open.pop() {
            if !seen.insert(self.place(&position)) {
                continue;
            }
            match self.rules.stage(&position) {
                Stage::Over(_) => {
                    terminals.insert(self.place(&position));
                }
                Stage::Pass => {}
                Stage::Moves => {
                    let record = self.exact_record(&position, Roles::Both);
                    records.insert(self.place(&position), record);
                }
            }
            let children = self.children(&position);
            let next = children
                .iter()
                .map(|child| self.class(child, plan.symmetry));
            open.extend(next);
        }
        (records, terminals)
    }

    /// A max solution tree and a min solution tree of the start, each bound as strong as needed.
    fn weak(&self, plan: Plan) -> (Records, LevelKeys) {
        let symmetry = plan.symmetry;
        let mut demands = Demands::new();
        let start = self.rules.start();
        let value = self.value(&start);
        for bound in [Bound::AtLeast(value), Bound::AtMost(value)] {
            self.demand(&mut demands, &start, bound, symmetry);
        }
        let mut records = Records::new();
        let mut terminals = BTreeSet::new();
        while let Some(((level, key), (position, least, greatest))) = demands.pop_first() {
            if let Stage::Over(_) = self.rules.stage(&position) {
                terminals.insert((level, key));
                continue;
            }
            if !plan.stores(level) {
                continue;
            }
            let value = match (least, greatest) {
                (Some(_), Some(_)) => self.value(&position),
                (Some(bound), None) | (None, Some(bound)) => bound,
                (None, None) => unreachable!("only claims that say something are demanded"),
            };
            let children = self.children(&position);
            let chosen = least.map(|_| self.first_worth(&position, value));
            if let Some(chosen) = chosen {
                let bound = Bound::AtMost(-value);
                self.demand(&mut demands, &children[chosen], bound, symmetry);
            }
            if greatest.is_some() {
                for child in &children {
                    self.demand(&mut demands, child, Bound::AtLeast(-value), symmetry);
                }
            }
            let roles = u8::from(least.is_some()) | u8::from(greatest.is_some()) << 1;
            let record = Record {
                key,
                roles: Roles::from_bits(roles).expect("demanded somehow"),
                value,
                move_index: chosen.map(|chosen| chosen as u16),
            };
            records.insert((level, key), record);
        }
        (records, terminals)
    }

    fn demand(
        &self,
        demands: &mut Demands<R::Position>,
        position: &R::Position,
        bound: Bound,
        symmetry: bool,
    ) {
        let Some((position, bound)) = self.contracted(position, bound) else {
            return;
        };
        let position = self.class(&position, symmetry);
        let place = self.place(&position);
        let (_, least, greatest) = demands.entry(place).or_insert((position, None, None));
        match bound {
            Bound::AtLeast(bound) => *least = (*least).max(Some(bound)),
            Bound::AtMost(bound) => {
                *greatest = Some(greatest.map_or(bound, |known: i32| known.min(bound)));
            }
        }
    }

    /// The certificate of a semi-strong artifact, with the first refuting moves.
    pub fn certificate(&self, artifact: &File, cut: Option<u32>) -> File {
        let (_, digest) = artifact.encode_with_digest().expect("the artifact is sane");
        let mut file = File {
            header: Header {
                artifact: Some(digest),
                cut,
                ..artifact.header.clone()
            },
            records: Records::new(),
            terminals: BTreeMap::new(),
        };
        let truth =
            |position: &R::Position, bound: i32| Some(self.first_worth(position, bound) as u16);
        file.records = self
            .needed_certificate(artifact, cut, &truth)
            .expect("the truth can be proved");
        file
    }

    /// What a certificate must hold if `refute` chooses the move of each of its positions: exactly
    /// the strongest bounds needed. `None` if a claim is false or a chosen move does not refute.
    /// Uses the true values where no record is needed.
    pub fn needed_certificate(
        &self,
        artifact: &File,
        cut: Option<u32>,
        refute: &dyn Fn(&R::Position, i32) -> Option<u16>,
    ) -> Option<Records> {
        let symmetry = artifact.header.symmetry;
        let covered = |level: u32| cut.is_none_or(|cut| level <= cut);
        let mut needed: BTreeMap<(u32, u128), i32> = BTreeMap::new();
        let need = |needed: &mut BTreeMap<_, i32>, position: &R::Position, bound| {
            let mut claims = vec![(position.clone(), bound)];
            while let Some((position, bound)) = claims.pop() {
                if !bound_holds(self, &position, bound) {
                    return None;
                }
                let Some((position, bound)) = self.contracted(&position, bound) else {
                    continue;
                };
                let position = self.class(&position, symmetry);
                let place = self.place(&position);
                let over = self.rules.stage(&position) != Stage::Moves;
                if over || artifact.records.contains_key(&place) || !covered(place.0) {
                    continue;
                }
                match bound {
                    Bound::AtLeast(least) => {
                        let strongest = needed.entry(place).or_insert(least);
                        *strongest = (*strongest).max(least);
                    }
                    Bound::AtMost(_) => {
                        let children = self.children(&position).into_iter();
                        claims.extend(children.map(|child| (child, bound.negated())));
                    }
                }
            }
            Some(())
        };
        let semi_strong = artifact.header.scope == Scope::SemiStrong;
        for record in artifact.records.values().filter(|_| semi_strong) {
            let (Some(chosen), Roles::Optimal) = (record.move_index, record.roles) else {
                continue;
            };
            let position = self.rules.position(record.key)?;
            for (at, child) in self.children(&position).iter().enumerate() {
                let strictly = i32::from(at < usize::from(chosen));
                if at != usize::from(chosen) {
                    let bound = Bound::AtLeast(-record.value + strictly);
                    need(&mut needed, child, bound)?;
                }
            }
        }
        let mut records = Records::new();
        while let Some(((level, key), value)) = needed.pop_first() {
            let position = self.rules.position(key)?;
            let index = refute(&position, value)?;
            let child = self.children(&position).get(usize::from(index))?.clone();
            need(&mut needed, &child, Bound::AtMost(-value))?;
            let record = Record {
                key,
                roles: Roles::LOWER,
                value,
                move_index: Some(index),
            };
            records.insert((level, key), record);
        }
        Some(records)
    }

    /// The numbers of terminal positions of a weak artifact, if it proves its claims with the moves
    /// that it stores.
    pub fn weak_terminals(&self, file: &File) -> Option<BTreeMap<u32, u64>> {
        let symmetry = file.header.symmetry;
        let stored = |level: u32| file.header.cut.is_none_or(|cut| level <= cut);
        let mut demands = Demands::new();
        let start = self.rules.start();
        let value = file.header.root_value;
        for bound in [Bound::AtLeast(value), Bound::AtMost(value)] {
            self.demand(&mut demands, &start, bound, symmetry);
        }
        let mut used = 0;
        let mut terminals = BTreeMap::new();
        while let Some((place, (position, least, greatest))) = demands.pop_first() {
            let bounds = [least.map(Bound::AtLeast), greatest.map(Bound::AtMost)];
            let value = self.value(&position);
            if !bounds.iter().flatten().all(|bound| bound.holds(value)) {
                return None;
            }
            if self.rules.stage(&position) != Stage::Moves {
                if stored(place.0) && self.rules.counts_terminal_positions() {
                    *terminals.entry(place.0).or_insert(0) += 1;
                }
                continue;
            }
            if !stored(place.0) {
                continue;
            }
            let record = file.records.get(&place)?;
            used += 1;
            let roles = u8::from(least.is_some()) | u8::from(greatest.is_some()) << 1;
            let wanted = match (least, greatest) {
                (Some(_), Some(_)) => value,
                _ => least.or(greatest).unwrap_or(value),
            };
            if record.roles.bits() != roles || record.value != wanted {
                return None;
            }
            let children = self.children(&position);
            if let Some(chosen) = record.move_index {
                let child = children.get(usize::from(chosen))?;
                let bound = Bound::AtMost(-record.value);
                if !bound_holds(self, child, bound) {
                    return None;
                }
                self.demand(&mut demands, child, bound, symmetry);
            }
            if greatest.is_some() {
                for child in &children {
                    let bound = Bound::AtLeast(-record.value);
                    self.demand(&mut demands, child, bound, symmetry);
                }
            }
        }
        (used == file.records.len()).then_some(terminals)
    }
}

fn bound_holds<R: Rules>(solved: &Solved<R>, position: &R::Position, bound: Bound) -> bool {
    bound.holds(solved.value(position))
}

/// Positions by level and key, with the strongest bounds demanded.
type Demands<P> = BTreeMap<(u32, u128), (P, Option<i32>, Option<i32>)>;
