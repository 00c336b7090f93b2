//! False headers and false counts.

use solveig_format::Scope;

use super::file::File;
use super::judge::{Pair, Subject};
use super::lies::Lie;
use super::maker::Forger;
use super::region::Plan;
use super::telling::{other_value, range_of};

impl Forger<'_> {
    pub(super) fn tell_in_header(&mut self, lie: Lie, pair: &mut Pair) -> Option<()> {
        let atlas = &self.subject.atlas;
        let file = &mut pair.artifact;
        let header = &mut file.header;
        match lie {
            Lie::Cut => {
                header.cut = match self.random.below(3) {
                    0 => None,
                    1 => Some(atlas.nodes[self.random.below(atlas.nodes.len())].level),
                    _ => Some(self.random.below(header.max_level as usize + 1) as u32),
                };
                // The writer refuses records above the cut.
                let cut = header.cut;
                file.records
                    .retain(|(level, _), _| cut.is_none_or(|cut| *level <= cut));
            }
            Lie::Scope => {
                header.scope = *self
                    .random
                    .pick(&[Scope::Weak, Scope::SemiStrong, Scope::Strong]);
            }
            Lie::Symmetry => {
                header.symmetry = !header.symmetry;
                let start = self.start(header.symmetry);
                // Half of the time the header stays consistent.
                if self.random.chance(2) {
                    header.root_key = start;
                }
            }
            Lie::Game | Lie::GameHeader => self.other_game(lie, pair)?,
            Lie::KeyBits => {
                let bits = header.key_bits;
                let near = [bits + 1, bits - 1, 128, 64, 65, 1];
                header.key_bits = (*self.random.pick(&near)).clamp(1, 128);
            }
            Lie::Range => {
                let by = *self.random.pick(&[-1, 1, 1, 1_000]);
                match self.random.below(4) {
                    0 => header.least_value = header.least_value.saturating_sub(by),
                    1 => header.greatest_value = header.greatest_value.saturating_add(by),
                    2 => header.greatest_value = i32::MAX,
                    _ => header.least_value = -i32::MAX,
                }
            }
            Lie::MaxLevel => {
                let level = header.max_level;
                let near = [level.wrapping_add(1), level.wrapping_sub(1), u32::MAX, 0];
                header.max_level = *self.random.pick(&near);
            }
            Lie::RootValue => {
                let range = range_of(header);
                header.root_value = other_value(self.random, header.root_value, range)?;
            }
            _ => {
                let flipped = header.root_key ^ 1 << self.random.below(header.key_bits as usize);
                let any = atlas.nodes[self.random.below(atlas.nodes.len())].key;
                header.root_key = *self.random.pick(&[flipped, any]);
            }
        }
        // The certificate's header is changed likewise, except for its cut.
        if let Some(certificate) = pair.certificate.as_mut().filter(|_| self.random.chance(2)) {
            let own = certificate.header.clone();
            certificate.header = pair.artifact.header.clone();
            certificate.header.artifact = own.artifact;
            certificate.header.cut = own.cut;
        }
        Some(())
    }

    /// The key of the start.
    fn start(&self, symmetry: bool) -> u128 {
        let plan = Plan {
            symmetry,
            ..self.plan
        };
        self.subject.header(plan).root_key
    }

    /// The same content as a solution of another game.
    fn other_game(&mut self, lie: Lie, pair: &mut Pair) -> Option<()> {
        let header = &mut pair.artifact.header;
        let subjects = &self.world.whole;
        if subjects.is_empty() || lie == Lie::Game && self.random.chance(4) {
            let names = [
                "go:2x2",
                "go",
                "chess",
                "othello:4x5",
                "hex:12x12",
                "mnk:0x0?k=1",
                "connect-four:0x4",
                "tree:no/such/file.json",
                "mnk:3x3?k=03",
            ];
            header.game = self.random.pick(&names).to_string();
            return Some(());
        }
        let range = range_of(header);
        let like = |other: &&Subject| {
            let theirs = other.header(self.plan);
            theirs.key_bits == header.key_bits
                && theirs.max_level == header.max_level
                && range_of(&theirs) == range
        };
        let alike: Vec<&Subject> = subjects.iter().filter(like).collect();
        let other = match alike.is_empty() || self.random.chance(3) {
            true => self.random.pick(subjects),
            false => *self.random.pick(&alike),
        };
        if lie == Lie::Game {
            header.game = other.atlas.spec.clone();
        } else {
            let value = header.root_value;
            *header = other.header(self.plan);
            if self.random.chance(2) {
                header.root_value = value;
            }
        }
        Some(())
    }

    pub(super) fn tell_in_counts(&mut self, lie: Lie, file: &mut File) -> Option<()> {
        let levels: Vec<u32> = file.terminals.keys().copied().collect();
        let max_level = file.header.max_level;
        let random = self.random.below(max_level as usize + 1) as u32;
        match lie {
            Lie::CountZeroAll => file.terminals.clear(),
            Lie::CountElsewhere => *file.terminals.entry(random).or_insert(0) += 1,
            _ if levels.is_empty() => return None,
            Lie::CountZeroOne => {
                file.terminals.remove(self.random.pick(&levels));
            }
            Lie::CountOff => {
                let count = file.terminals.get_mut(self.random.pick(&levels))?;
                let near = [*count + 1, count.saturating_sub(1), 2 * *count, 1 << 40];
                *count = *self.random.pick(&near);
            }
            _ => {
                *file.terminals.get_mut(self.random.pick(&levels))? -= 1;
                *file.terminals.entry(random).or_insert(0) += 1;
            }
        }
        file.terminals = file.counts();
        Some(())
    }
}
