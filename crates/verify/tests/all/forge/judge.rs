//! The truth by the oracle, and the verdict of the checker.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Duration;

use solveig_format::{Digest, Header, Reader, Scope};
use solveig_verify::{
    Budget, Findings, Limits, Options, Parts, Report, VerifyError, verify_opened, verify_parts,
};

use super::atlas::Atlas;
use super::file::{File, Records, recount};
use super::game::Game;
use super::region::{Plan, Writer};

/// An artifact and perhaps its certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub artifact: File,
    pub certificate: Option<File>,
    /// Whether the certificate gets the digest of the artifact.
    pub linked: bool,
    /// An edit of the artifact's index: moves one record of an entry from one count to another.
    pub recount: Option<(usize, usize, usize)>,
}

impl Pair {
    /// The bytes of both files; `None` if they cannot be written.
    pub fn encode(&self) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        let (mut artifact, mut digest) = self.artifact.encode().ok()?;
        if let Some((entry, from, to)) = self.recount {
            digest = recount(&mut artifact, entry, from, to)?;
        }
        let Some(certificate) = &self.certificate else {
            return Some((artifact, None));
        };
        let mut certificate = certificate.clone();
        if self.linked {
            certificate.header.artifact = Some(digest);
        }
        Some((artifact, Some(certificate.encode().ok()?.0)))
    }
}

/// How the check is run. The verdict must not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct CheckSettings {
    pub plain: bool,
    pub threads: usize,
    /// How many parts it has, each done alone and then joined; 0 for a check without parts.
    pub parts: u32,
    /// The time limit in milliseconds.
    pub time: Option<u64>,
}

/// The verdict of the checker.
pub enum Verdict {
    Accepted,
    Refused(String),
    /// No verdict.
    Open(String),
    Panicked,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Refused(why) => write!(f, "refused: {why}"),
            Self::Open(why) => write!(f, "neither: {why}"),
            Self::Panicked => f.write_str("panicked"),
        }
    }
}

/// A game and its oracle.
pub struct Subject {
    pub atlas: Atlas,
    pub game: Game,
}

impl Subject {
    /// `None` if the game has more than `limit` positions.
    pub fn new(game: Game, limit: usize) -> Option<Self> {
        let atlas = Atlas::new(&game, limit)?;
        Some(Self { atlas, game })
    }

    fn is_true_artifact(&self, file: &File) -> bool {
        let header = &file.header;
        let plan = Plan {
            scope: header.scope,
            symmetry: header.symmetry,
            cut: header.cut,
        };
        let writer = Writer::honest(&self.atlas);
        let truth = match plan.scope {
            // Any move that reaches the bound is a proof.
            Scope::Weak => writer.artifact(plan, &mut |at, _| self.move_in(&file.records, at)),
            _ => Some(writer.solution(plan)),
        };
        truth.is_some_and(|truth| {
            let expected = Header {
                tie_break: header.tie_break.clone(),
                ..truth.header.clone()
            };
            *header == expected && file.records == truth.records && file.counts() == truth.counts()
        })
    }

    fn is_true_certificate(&self, artifact: &File, file: &File) -> bool {
        let header = Header {
            artifact: None,
            cut: artifact.header.cut,
            tie_break: artifact.header.tie_break.clone(),
            ..file.header.clone()
        };
        let mut choose = |at, _| self.move_in(&file.records, at);
        let writer = Writer::honest(&self.atlas);
        let needed = writer.certificate(artifact, file.header.cut, &mut choose);
        header == artifact.header
            && file.counts().is_empty()
            && needed.as_ref() == Some(&file.records)
    }

    /// The move that a file stores for a position.
    fn move_in(&self, records: &Records, at: usize) -> Option<usize> {
        let node = self.atlas.node(at);
        let record = records.get(&(node.level, node.key))?;
        record.move_index.map(usize::from)
    }

    /// The header of a solution.
    pub fn header(&self, plan: Plan) -> Header {
        Writer::honest(&self.atlas).header(plan)
    }

    /// Whether the files are a solution of this game, and the certificate, if any, proves it.
    pub fn is_true(&self, pair: &Pair) -> bool {
        let proved = |certificate: &File| {
            pair.linked && self.is_true_certificate(&pair.artifact, certificate)
        };
        pair.recount.is_none()
            && self.is_true_artifact(&pair.artifact)
            && pair.certificate.as_ref().is_none_or(proved)
    }
}

/// The report of a check in `of` parts, each done alone and then joined.
pub fn in_parts(
    artifact: &Reader,
    certificate: Option<&Reader>,
    options: &Options<'_>,
    of: u32,
) -> Result<Report, VerifyError> {
    let check = Findings::none(artifact, certificate, options.plain, Digest([1; 32]), of);
    let run = |done, todo: Vec<u32>| {
        let kept = Mutex::new(Vec::new());
        let parts = Parts {
            check: check.clone(),
            done,
            settles: todo.is_empty(),
            todo,
            save: &|bytes| {
                *kept.lock().unwrap() = bytes.to_vec();
                Ok(())
            },
        };
        let budget = Budget::new(options.limits);
        let report = verify_parts(artifact, certificate, &parts, options, &budget)?;
        Ok::<_, VerifyError>((report, kept.into_inner().unwrap()))
    };
    let mut done = Vec::new();
    for part in 1..=of {
        let (_, found) = run(Vec::new(), vec![part])?;
        done.push(check.decode(&found).expect("it was just kept"));
    }
    Ok(run(done, Vec::new())?.0)
}

/// The verdict of the checker on files, by its own rules or those of the game.
pub fn verdict(
    game: &Game,
    artifact: &[u8],
    certificate: Option<&[u8]>,
    settings: CheckSettings,
) -> Verdict {
    let options = Options {
        plain: settings.plain,
        threads: settings.threads,
        limits: Limits {
            time: settings.time.map(Duration::from_millis),
            ..Limits::default()
        },
        find_rules: &|spec| game.find(spec),
        ..Options::default()
    };
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let artifact = Reader::from_bytes(artifact)?;
        let certificate = certificate.map(Reader::from_bytes).transpose()?;
        match settings.parts {
            0 => {
                let budget = Budget::new(options.limits);
                verify_opened(&artifact, certificate.as_ref(), &options, &budget)
            }
            of => in_parts(&artifact, certificate.as_ref(), &options, of),
        }
    }));
    match checked {
        Err(_) => Verdict::Panicked,
        Ok(Ok(_)) => Verdict::Accepted,
        Ok(Err(error @ (VerifyError::Failed(_) | VerifyError::NoRules(_)))) => {
            Verdict::Refused(error.to_string())
        }
        Ok(Err(other)) => Verdict::Open(other.to_string()),
    }
}
