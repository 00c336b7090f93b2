//! False certificates.

use solveig_format::Scope;
use solveig_verify::Stage;

use super::file::File;
use super::judge::Pair;
use super::lies::Lie;
use super::maker::{Forger, any_cut, honest};
use super::region::{OPTIMAL, Twist, Writer, record};
use super::telling::{other_value, range_of};

impl Forger<'_> {
    pub(super) fn tell_in_certificate(
        &mut self,
        lie: Lie,
        pair: &mut Pair,
        anew: bool,
    ) -> Option<()> {
        let subject = self.subject;
        let atlas = &subject.atlas;
        let file = pair.certificate.as_mut()?;
        let rewrite =
            |forger: &mut Self, file: &mut File, twist, chosen: Option<(usize, usize)>| {
                if !anew {
                    return None;
                }
                let writer = Writer {
                    twist,
                    honest: false,
                    ..Writer::honest(atlas)
                };
                let cut = forger.certificate_cut;
                file.records =
                    writer.certificate(&pair.artifact, cut, &mut |at, bound| match chosen {
                        Some((liar, place)) if liar == at => Some(place),
                        _ => writer.canonical(at, bound),
                    })?;
                Some(())
            };
        match lie {
            Lie::CertificateBound => self.edit(Lie::Value, file),
            Lie::CertificateMove => match self.random.chance(4) {
                true => self.edit(Lie::MoveBeyond, file),
                false => self.edit(Lie::Move, file),
            },
            Lie::CertificateMissing => self.edit(Lie::Missing, file),
            Lie::CertificateRoles => self.edit(Lie::Roles, file),
            Lie::CertificateLevel => match self.random.chance(2) {
                true => self.edit(Lie::Level, file),
                false => self.edit(Lie::ExtraLevel, file),
            },
            Lie::CertificateImage => match self.random.chance(2) {
                true => self.edit(Lie::ImageInstead, file),
                false => self.edit(Lie::ExtraImage, file),
            },
            Lie::CertificateEmpty => {
                file.records.clear();
                Some(())
            }
            Lie::CertificateExtra => match self.random.chance(3) {
                true => self.edit(Lie::ExtraKey, file),
                false => {
                    let at = self.random.below(atlas.nodes.len());
                    let at = if file.header.symmetry {
                        atlas.node(at).class
                    } else {
                        at
                    };
                    let node = atlas.node(at);
                    let above = file.header.cut.is_some_and(|cut| node.level > cut);
                    if above || node.stage != Stage::Moves {
                        return None;
                    }
                    let value = atlas.values[at];
                    let best = atlas.first_worth(at, value, &atlas.values)?;
                    let new = record(node.key, OPTIMAL, value, best)?;
                    file.records.entry((node.level, node.key)).or_insert(new);
                    Some(())
                }
            },
            Lie::CertificateBoundCarried => {
                let (place, _) = self.pick(file)?;
                let at = *atlas.by_key.get(&place.1)?;
                let by = *self.random.pick(&[-1, 1]);
                rewrite(self, file, Twist::Bound(at, by), None)
            }
            Lie::CertificateMoveCarried => {
                let (place, _) = self.pick(file)?;
                let at = *atlas.by_key.get(&place.1)?;
                let chosen = self.random.below(atlas.node(at).children.len());
                rewrite(self, file, Twist::None, Some((at, chosen)))
            }
            Lie::CertificateExtraCarried => {
                let at = self.random.below(atlas.nodes.len());
                let at = if file.header.symmetry {
                    atlas.node(at).class
                } else {
                    at
                };
                rewrite(self, file, Twist::With(at, OPTIMAL), None)
            }
            Lie::CertificateCut => {
                let level = atlas.nodes[self.random.below(atlas.nodes.len())].level;
                let cut = *self.random.pick(&[None, Some(level)]);
                file.header.cut = cut;
                file.records
                    .retain(|(level, _), _| cut.is_none_or(|cut| *level <= cut));
                Some(())
            }
            Lie::CertificateHeader => {
                let header = &mut file.header;
                match self.random.below(9) {
                    0 => {
                        header.scope = match header.scope {
                            Scope::SemiStrong => Scope::Strong,
                            _ => Scope::SemiStrong,
                        }
                    }
                    1 => header.symmetry = !header.symmetry,
                    2 => header.game.push('?'),
                    3 => header.max_level = header.max_level.wrapping_add(1),
                    4 => header.key_bits = (header.key_bits + 1).min(128),
                    5 => header.least_value = header.least_value.saturating_sub(1),
                    6 => header.greatest_value = header.greatest_value.saturating_add(1),
                    7 => header.root_key ^= 1,
                    _ => {
                        let range = range_of(header);
                        header.root_value = other_value(self.random, header.root_value, range)?;
                    }
                }
                Some(())
            }
            Lie::CertificateDigest => {
                pair.linked = false;
                Some(())
            }
            Lie::CertificateCount => {
                let level = self.random.below(file.header.max_level as usize + 1) as u32;
                file.terminals
                    .insert(level, 1 + self.random.below(3) as u64);
                Some(())
            }
            Lie::CertificateKind => {
                pair.linked = false;
                file.header.artifact = None;
                Some(())
            }
            _ if !anew => None,
            // The certificate of the same game with another cut, or with other moves that prove as
            // much.
            _ => {
                let mut plan = self.plan;
                plan.cut = any_cut(self.subject, self.random);
                if self.random.chance(2) {
                    plan.symmetry = !plan.symmetry;
                }
                let cut = Some(self.certificate_cut);
                let other = honest(self.subject, self.random, plan, cut)?;
                file.records = other.certificate?.records;
                Some(())
            }
        }
    }
}
