//! Makes true files, and the files of consistent liars.

use solveig_format::{Digest, Header, Scope};

use super::choices::Choices;
use super::file::{Counts, File, Records};
use super::games::World;
use super::judge::{Pair, Subject};
use super::region::{Plan, Twist, Writer};

/// Files of one solution.
pub struct Forger<'a, 'b> {
    pub(super) subject: &'a Subject,
    pub(super) world: &'a World,
    pub(super) choices: &'a mut Choices<'b>,
    pub(super) plan: Plan,
    pub(super) certificate_cut: Option<u32>,
    pub(super) base: Pair,
}

/// Maximum records of a solution from which files are made.
const MOST_RECORDS: usize = 1_000;

impl<'a, 'b> Forger<'a, 'b> {
    /// A forger with one true solution; `None` if it has too many records.
    pub fn new(
        subject: &'a Subject,
        world: &'a World,
        choices: &'a mut Choices<'b>,
    ) -> Option<Self> {
        let scopes = [
            Scope::Weak,
            Scope::SemiStrong,
            Scope::SemiStrong,
            Scope::Strong,
        ];
        let plan = Plan {
            scope: *choices.pick(&scopes),
            symmetry: choices.chance(2),
            cut: any_cut(subject, choices),
        };
        let proved = match plan.scope {
            Scope::SemiStrong => !choices.chance(3),
            _ => choices.chance(4),
        };
        let certificate_cut = any_cut(subject, choices);
        let base = honest(subject, choices, plan, proved.then_some(certificate_cut))?;
        let size = |file: &File| file.records.len();
        let records = size(&base.artifact) + base.certificate.as_ref().map_or(0, size);
        (records <= MOST_RECORDS).then_some(Self {
            subject,
            world,
            choices,
            plan,
            certificate_cut,
            base,
        })
    }

    /// The artifact and certificate of a writer that believes these values, makes these choices,
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
            Some((told, place)) if told == at => Some(place),
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
pub(super) fn any_cut(subject: &Subject, choices: &mut Choices<'_>) -> Option<u32> {
    let atlas = &subject.atlas;
    let level = match choices.below(10) {
        0..=2 => return None,
        // Only the start is stored.
        3 | 4 => atlas.node(atlas.start).level,
        5 => choices.below(3) as u32,
        6 => atlas.max_level,
        _ => atlas.node(choices.below(atlas.nodes.len())).level,
    };
    Some(level.min(atlas.max_level))
}

/// A true solution, with a certificate cut as given. If several moves prove a bound, any of them is
/// stored.
pub(super) fn honest(
    subject: &Subject,
    choices: &mut Choices<'_>,
    plan: Plan,
    certificate: Option<Option<u32>>,
) -> Option<Pair> {
    let writer = Writer::honest(&subject.atlas);
    let canonical = choices.chance(2);
    let mut choose = |at, bound| {
        let all = writer.atlas.all_worth(at, bound, writer.values);
        match canonical {
            true => all.first().copied(),
            false => (!all.is_empty()).then(|| *choices.pick(&all)),
        }
    };
    let artifact = match plan.scope {
        Scope::Weak => writer.artifact(plan, &mut choose)?,
        _ => subject.truth(plan)?,
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
