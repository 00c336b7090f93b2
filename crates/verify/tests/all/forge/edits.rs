//! Edits of the records of a file.

use solveig_format::{Record, Scope};
use solveig_verify::Stage;

use super::file::{File, LevelKey};
use super::lies::Lie;
use super::maker::Forger;
use super::region::{FREE, OPTIMAL, record};
use super::telling::{other_roles, other_value, range_of};

impl Forger<'_> {
    pub(super) fn edit(&mut self, lie: Lie, file: &mut File) -> Option<()> {
        let atlas = &self.subject.atlas;
        let range = range_of(&file.header);
        let symmetry = file.header.symmetry;
        let (place, old) = match lie {
            Lie::ExtraPosition | Lie::ExtraOver => {
                let mut at = self.random.below(atlas.nodes.len());
                if symmetry {
                    at = atlas.node(at).class;
                }
                let node = atlas.node(at);
                let roles = match file.header.scope {
                    Scope::Strong => OPTIMAL | FREE,
                    _ => *self.random.pick(&[OPTIMAL, FREE, OPTIMAL | FREE]),
                };
                let value = atlas.values[at];
                let best = atlas.first_worth(at, value, &atlas.values).unwrap_or(0);
                let level = node.level;
                if file.header.cut.is_some_and(|cut| level > cut) {
                    return None;
                }
                let terminal = matches!(node.stage, Stage::Over(_) | Stage::Pass);
                if terminal != (lie == Lie::ExtraOver) {
                    return None;
                }
                let new = record(node.key, roles, value, best)?;
                let place = (level, node.key);
                if file.records.contains_key(&place) {
                    return None;
                }
                file.records.insert(place, new);
                return Some(());
            }
            _ => self.pick(file)?,
        };
        let children = |place: LevelKey| {
            let at = atlas.by_key.get(&place.1)?;
            Some(atlas.node(*at).children.len())
        };
        match lie {
            Lie::Value => {
                let value = other_value(self.random, old.value, range)?;
                file.records.get_mut(&place)?.value = value;
            }
            Lie::ValuesSwapped => {
                let (other, theirs) = self.pick(file)?;
                if theirs.value == old.value {
                    return None;
                }
                file.records.get_mut(&place)?.value = theirs.value;
                file.records.get_mut(&other)?.value = old.value;
            }
            Lie::Move => {
                let moves = children(place)?;
                let index = self.random.below(moves) as u16;
                let mine = file.records.get_mut(&place)?.move_index.as_mut()?;
                if *mine == index {
                    return None;
                }
                *mine = index;
            }
            Lie::MoveBeyond => {
                let moves = children(place)?;
                let beyond = [moves, moves + 1, 255, 256, usize::from(u16::MAX)];
                let index = (*self.random.pick(&beyond)).clamp(moves, usize::from(u16::MAX));
                *file.records.get_mut(&place)?.move_index.as_mut()? = index as u16;
            }
            Lie::Roles => {
                let roles = *self.random.pick(&other_roles(old.roles));
                let at = *atlas.by_key.get(&place.1)?;
                let best = atlas.first_worth(at, old.value, &atlas.values).unwrap_or(0);
                let chosen = old.move_index.map_or(best, usize::from);
                file.records
                    .insert(place, record(old.key, roles.bits(), old.value, chosen)?);
            }
            Lie::Missing => {
                file.records.remove(&place);
            }
            Lie::ExtraKey => {
                let bits = file.header.key_bits;
                let random = self.random.wide() >> (128 - bits);
                let flipped = old.key ^ 1 << self.random.below(bits as usize);
                let key = *self
                    .random
                    .pick(&[random, flipped, old.key.wrapping_add(1)]);
                if bits < 128 && key >> bits != 0 {
                    return None;
                }
                let new = Record { key, ..old };
                if file.records.contains_key(&(place.0, key)) {
                    return None;
                }
                file.records.insert((place.0, key), new);
            }
            Lie::ExtraLevel | Lie::Level => {
                let near = [
                    place.0.wrapping_sub(1),
                    place.0.wrapping_add(1),
                    self.random.below(file.header.max_level as usize + 1) as u32,
                ];
                let level = *self.random.pick(&near);
                let cut = file.header.cut.unwrap_or(file.header.max_level);
                if level > cut || file.records.contains_key(&(level, place.1)) {
                    return None;
                }
                if lie == Lie::Level {
                    file.records.remove(&place);
                }
                file.records.insert((level, place.1), old);
            }
            _ => {
                let at = *atlas.by_key.get(&place.1)?;
                let members = atlas.members.get(&atlas.node(at).class)?;
                let image = *self.random.pick(members);
                let key = atlas.node(image).key;
                if image == at || file.records.contains_key(&(place.0, key)) {
                    return None;
                }
                let best = atlas.first_worth(image, old.value, &atlas.values);
                if lie == Lie::ImageInstead {
                    file.records.remove(&place);
                }
                let new = record(key, old.roles.bits(), old.value, best.unwrap_or(0))?;
                file.records.insert((place.0, key), new);
            }
        }
        Some(())
    }
}
