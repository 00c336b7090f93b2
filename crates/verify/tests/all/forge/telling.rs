//! Files with one false statement, alone or with its consequences.

use solveig_format::{Digest, Header, Record, Roles};
use solveig_verify::{Interval, Stage};

use super::file::{File, LevelKey};
use super::judge::Pair;
use super::lies::Lie;
use super::maker::Forger;
use super::random::Random;
use super::region::{FREE, OPTIMAL, Twist};

impl Forger<'_> {
    /// A file with this lie, or an attempt at it; `None` if the true files have no place for it.
    pub(super) fn forge(&mut self, lie: Lie) -> Option<Pair> {
        if lie == Lie::None {
            let mut pair = self.base.clone();
            if self.random.chance(4) {
                // A phrase for people: nothing depends on it.
                pair.artifact.header.tie_break = "any other phrase".to_owned();
            }
            return Some(pair);
        }
        if lie.needs_certificate() && self.base.certificate.is_none() {
            return None;
        }
        let mut pair = self.base.clone();
        if lie == Lie::Two {
            let mut done = 0;
            for _ in 0..20 {
                let lie = Lie::ALL[self.random.below(Lie::ALL.len())];
                let mut more = pair.clone();
                // Edits that write the file anew must come first.
                let first = done == 0;
                if lie != Lie::Two && self.tell(lie, &mut more, first).is_some() && more != pair {
                    pair = more;
                    done += 1;
                }
                if done == 2 {
                    return Some(pair);
                }
            }
            return None;
        }
        self.tell(lie, &mut pair, true)?;
        (pair != self.base).then_some(pair)
    }

    fn tell(&mut self, lie: Lie, pair: &mut Pair, anew: bool) -> Option<()> {
        if lie.needs_certificate() {
            return self.tell_in_certificate(lie, pair, anew);
        }
        match lie {
            Lie::ValueCarried
            | Lie::MoveEqualCarried
            | Lie::MoveWorseCarried
            | Lie::RolesCarried
            | Lie::MissingCarried
            | Lie::ExtraCarried
                if anew =>
            {
                *pair = self.carried(lie)?;
                Some(())
            }
            Lie::Cut
            | Lie::Scope
            | Lie::Symmetry
            | Lie::Game
            | Lie::GameHeader
            | Lie::KeyBits
            | Lie::Range
            | Lie::MaxLevel
            | Lie::RootValue
            | Lie::RootKey => self.tell_in_header(lie, pair),
            Lie::CountOff
            | Lie::CountZeroOne
            | Lie::CountZeroAll
            | Lie::CountElsewhere
            | Lie::CountSplit => self.tell_in_counts(lie, &mut pair.artifact),
            Lie::RecordCount => {
                let (from, to) =
                    *self
                        .random
                        .pick(&[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
                pair.recount = Some((self.random.below(60), from, to));
                Some(())
            }
            Lie::KindSwapped => {
                pair.artifact.header.artifact = Some(Digest([7; 32]));
                Some(())
            }
            Lie::RootBoth => {
                let header = &mut pair.artifact.header;
                let place = (
                    self.subject.atlas.nodes[*self.subject.atlas.by_key.get(&header.root_key)?]
                        .level,
                    header.root_key,
                );
                let passed = self.subject.atlas.node(self.subject.atlas.start).stage == Stage::Pass;
                let range = range_of(header);
                let value = other_value(self.random, header.root_value, range)?;
                header.root_value = value;
                let record = pair.artifact.records.get_mut(&place)?;
                record.value = if passed { value.wrapping_neg() } else { value };
                Some(())
            }
            Lie::Value
            | Lie::ValuesSwapped
            | Lie::Move
            | Lie::MoveBeyond
            | Lie::Roles
            | Lie::Missing
            | Lie::ExtraPosition
            | Lie::ExtraOver
            | Lie::ExtraKey
            | Lie::ExtraLevel
            | Lie::Level
            | Lie::ExtraImage
            | Lie::ImageInstead => self.edit(lie, &mut pair.artifact),
            _ => None,
        }
    }

    /// A random record of a file, with its level and key.
    pub(super) fn pick(&mut self, file: &File) -> Option<(LevelKey, Record)> {
        let records = file.records.iter();
        let at = self.random.below(file.records.len().max(1));
        records
            .skip(at)
            .map(|(place, record)| (*place, *record))
            .next()
    }

    /// Files of a consistent writer that is wrong about one position.
    fn carried(&mut self, lie: Lie) -> Option<Pair> {
        let subject = self.subject;
        let atlas = &subject.atlas;
        let values = &atlas.values;
        let anywhere = self.random.below(atlas.nodes.len());
        let anywhere = if self.plan.symmetry {
            atlas.node(anywhere).class
        } else {
            anywhere
        };
        let stored = self.pick(&self.base.artifact.clone());
        let stored =
            stored.and_then(|(place, record)| Some((*atlas.by_key.get(&place.1)?, record)));
        match lie {
            Lie::ValueCarried => {
                let at = match stored {
                    Some((at, _)) if self.random.chance(2) => at,
                    _ => anywhere,
                };
                let value = other_value(self.random, values[at], atlas.range)?;
                let members = match self.plan.symmetry {
                    true => atlas.members.get(&at)?.clone(),
                    false => vec![at],
                };
                let lies: Vec<_> = members.into_iter().map(|member| (member, value)).collect();
                let believed = atlas.values_if(&lies);
                self.consistent(&believed, Twist::None, None)
            }
            Lie::MoveEqualCarried | Lie::MoveWorseCarried => {
                let (at, record) = stored?;
                let mine = usize::from(record.move_index?);
                let good = atlas.all_worth(at, record.value, values);
                let equal = lie == Lie::MoveEqualCarried;
                let moves = (0..atlas.node(at).children.len())
                    .filter(|place| *place != mine && good.contains(place) == equal);
                let moves: Vec<usize> = moves.collect();
                if moves.is_empty() {
                    return None;
                }
                let place = *self.random.pick(&moves);
                self.consistent(values, Twist::None, Some((at, place)))
            }
            Lie::RolesCarried => {
                let (at, record) = stored?;
                let roles = *self.random.pick(&other_roles(record.roles));
                self.consistent(values, Twist::Roles(at, roles.bits()), None)
            }
            Lie::MissingCarried => self.consistent(values, Twist::Without(stored?.0), None),
            _ => {
                let over = matches!(atlas.node(anywhere).stage, Stage::Over(_));
                let roles = *self.random.pick(&[OPTIMAL, FREE, OPTIMAL | FREE]);
                match over {
                    true => None,
                    false => self.consistent(values, Twist::With(anywhere, roles), None),
                }
            }
        }
    }
}

pub(super) fn other_roles(roles: Roles) -> Vec<Roles> {
    let others = Roles::COMBINATIONS.into_iter();
    others.filter(|other| *other != roles).collect()
}

/// The range of values that a header states.
pub(super) fn range_of(header: &Header) -> Interval {
    Interval {
        least: header.least_value,
        greatest: header.greatest_value,
    }
}

/// Another value of the range: next to this one, its negation, an end of the range, or any.
pub(super) fn other_value(
    random: &mut Random,
    value: i32,
    Interval { least, greatest }: Interval,
) -> Option<i32> {
    let other = match random.below(6) {
        0 | 1 => value.checked_add(1)?,
        2 | 3 => value.checked_sub(1)?,
        4 => *random.pick(&[value.wrapping_neg(), least, greatest, 0]),
        _ => random.between(least, greatest),
    };
    (other != value && least <= other && other <= greatest).then_some(other)
}
