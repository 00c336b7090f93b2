//! Makes true files, and the files of consistent liars.

use solveig_format::{Digest, Header, Scope};

use super::file::{Counts, File, Records};
use super::games::World;
use super::judge::{Pair, Subject};
use super::random::Random;
use super::region::{Plan, Twist, Writer};

/// Files of one solution.
pub struct Forger<'a> {
    pub(super) subject: &'a Subject,
    pub(super) world: &'a World,
    pub(super) random: &'a mut Random,
    pub(super) plan: Plan,
    pub(super) certificate_cut: Option<u32>,
    pub(super) base: Pair,
}

/// Maximum records of a solution from which files are made.
const MAX_RECORDS: usize = 1_000;

impl<'a> Forger<'a> {
    /// A forger with one true solution; `None` if it has too many records.
    pub fn new(subject: &'a Subject, world: &'a World, random: &'a mut Random) -> Option<Self> {
        let scopes = [
            Scope::Weak,
            Scope::SemiStrong,
            Scope::SemiStrong,
            Scope::Strong,
        ];
        let plan = Plan {
            scope: *random.pick(&scopes),
            symmetry: random.chance(2),
            cut: any_cut(subject, random),
        };
        let proved = match plan.scope {
            Scope::SemiStrong => !random.chance(3),
            _ => random.chance(4),
        };
        let certificate_cut = any_cut(subject, random);
        let base = honest(subject, random, plan, proved.then_some(certificate_cut))?;
        let size = |file: &File| file.records.len();
        let records = size(&base.artifact) + base.certificate.as_ref().map_or(0, size);
        (records <= MAX_RECORDS).then_some(Self {
            subject,
            world,
            random,
            plan,
            certificate_cut,
            base,
        })
    }

    /// The artifact and certificate of a writer that believes these values, makes these random,
    /// and has this twist.
    pub(super) fn consistent(
        &mut self,
        values: &[i32],
        twist: Twist,
        chosen: Option<(usize, usize)>,
    ) -> Option<Pair> {
        let mut writer = Writer {
            atlas: &self.subject.atlas,
            values,
            twist,
            honest: false,
        };
        let choose = |writer: &Writer<'_>, at, bound| match chosen {
            Some((liar, place)) if liar == at => Some(place),
            _ => writer.canonical(at, bound),
        };
        let artifact = writer.artifact(self.plan, &mut |at, bound| choose(&writer, at, bound))?;
        writer.twist = Twist::None;
        let records = match &self.base.certificate {
            Some(_) => Some(writer.certificate(
                &artifact,
                self.certificate_cut,
                &mut |at, bound| choose(&writer, at, bound),
            )?),
            None => None,
        };
        Some(pair(artifact, records, self.certificate_cut))
    }
}

/// A level to cut at, or none.
pub(super) fn any_cut(subject: &Subject, random: &mut Random) -> Option<u32> {
    let atlas = &subject.atlas;
    let level = match random.below(10) {
        0..=2 => return None,
        // Only the start is stored.
        3 | 4 => atlas.node(atlas.start).level,
        5 => random.below(3) as u32,
        6 => atlas.max_level,
        _ => atlas.node(random.below(atlas.nodes.len())).level,
    };
    Some(level.min(atlas.max_level))
}

/// A true solution, with a certificate cut as given. If several moves prove a bound, any of them is
/// stored.
pub(super) fn honest(
    subject: &Subject,
    random: &mut Random,
    plan: Plan,
    certificate: Option<Option<u32>>,
) -> Option<Pair> {
    let writer = Writer::honest(&subject.atlas);
    let canonical = random.chance(2);
    let mut choose = |at, bound| {
        let all = writer.atlas.all_worth(at, bound, writer.values);
        match canonical {
            true => all.first().copied(),
            false => (!all.is_empty()).then(|| *random.pick(&all)),
        }
    };
    let artifact = match plan.scope {
        Scope::Weak => writer.artifact(plan, &mut choose)?,
        _ => writer.solution(plan),
    };
    let records = match certificate {
        Some(cut) => Some(writer.certificate(&artifact, cut, &mut choose)?),
        None => None,
    };
    Some(pair(artifact, records, certificate.flatten()))
}

fn pair(artifact: File, records: Option<Records>, cut: Option<u32>) -> Pair {
    let certificate = records.map(|records| File {
        header: Header {
            artifact: Some(Digest([0; 32])),
            cut,
            ..artifact.header.clone()
        },
        records,
        terminals: Counts::new(),
    });
    Pair {
        artifact,
        certificate,
        linked: true,
        recount: None,
    }
}
