//! Certificates and checks of the artifacts that are served.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use solveig_engine::{OpeningLimits, SolutionDigests};
use solveig_format::{Digest, Kind, Reader};
use solveig_verify::{Budget, Limits, Options, Progress as Checked, VerifyError, verify_opened};

use crate::engines::{is_proof, names_file};
use crate::games::checker_rules;
use crate::memory::MemorySize;
use crate::progress::Progress;

/// The certificate of each target, found by the digest of its artifact.
///
/// # Errors
///
/// Fails if a file cannot be read or is not a certificate, if it belongs to none of the artifacts,
/// or if two belong to the same one.
pub fn match_certificates<'a>(
    targets: &[String],
    certificates: &'a [PathBuf],
    opening: OpeningLimits,
) -> Result<Vec<Option<&'a PathBuf>>> {
    let mut found = vec![None; targets.len()];
    if certificates.is_empty() {
        return Ok(found);
    }
    let digest_of = |target: &String| -> Result<Option<Digest>> {
        if !names_file(target) || is_proof(Path::new(target)) {
            return Ok(None);
        }
        let artifact = opening.open(Path::new(target), true)?;
        let artifact = artifact.expect_kind(Kind::Artifact)?;
        Ok(Some(artifact.digest()))
    };
    let digests: Vec<Option<Digest>> = targets.iter().map(digest_of).collect::<Result<_>>()?;
    for path in certificates {
        let certificate = opening.open(path, true)?.expect_kind(Kind::Certificate)?;
        let belongs_to = certificate.header().artifact;
        let mut is_used = false;
        for ((target, digest), found) in targets.iter().zip(&digests).zip(&mut found) {
            if digest.is_none() || *digest != belongs_to {
                continue;
            }
            if let Some(other) = found.replace(path) {
                bail!(
                    "{}: a second certificate of {target}, after {}; expected one",
                    path.display(),
                    other.display()
                );
            }
            is_used = true;
        }
        if !is_used {
            let wanted = belongs_to.map_or_else(String::new, |digest| digest.to_string());
            let artifacts = targets.iter().zip(&digests);
            let served: Vec<String> = artifacts
                .filter_map(|(target, digest)| Some(format!("{target} ({})", (*digest)?)))
                .take(5)
                .collect();
            let served = match served.is_empty() {
                true => "no artifact is served".to_owned(),
                false => format!("expected one of {}", served.join(", ")),
            };
            bail!(
                "{}: the certificate of an artifact that is not served, with the digest {wanted}; {served}",
                path.display()
            );
        }
    }
    Ok(found)
}

/// Checks an artifact as `solveig verify` does. Returns the confirmed digests of artifact and
/// certificate, or the failure as an inner error.
///
/// # Errors
///
/// Fails if the files could not be checked.
pub fn check(
    artifact: &Path,
    certificate: Option<&Path>,
) -> Result<Result<SolutionDigests, String>> {
    let limits = Limits {
        time: None,
        memory: MemorySize::default_limit().0,
    };
    let budget = Budget::new(limits);
    let open = |path: &Path, kind| -> Result<Reader> {
        Ok(solveig_verify::open(path, &budget)?.expect_kind(kind)?)
    };
    let artifact = open(artifact, Kind::Artifact)?;
    let certificate = certificate.map(|path| open(path, Kind::Certificate));
    let certificate = certificate.transpose()?;
    let progress = Progress::new("checking");
    let checked = verify_opened(
        &artifact,
        certificate.as_ref(),
        &Options {
            limits,
            find_rules: &checker_rules,
            progress: &|now| match now {
                Checked::Bytes { done, total } => {
                    progress.update("bytes", done, total, String::new());
                }
                Checked::Positions { done, total } => {
                    progress.update("positions", done, total, String::new());
                }
                Checked::Searched(_) => {}
            },
            ..Options::default()
        },
        &budget,
    );
    match checked {
        Ok(report) => Ok(Ok(SolutionDigests {
            artifact: report.artifact,
            certificate: report.certificate,
        })),
        Err(VerifyError::Failed(failure)) => Ok(Err(failure.to_string())),
        Err(error) => Err(error.into()),
    }
}
