//! Artifacts and certificates: which files the checker must accept, and which it must reject.

mod accepts;
mod damaged;
mod forged;
mod kept;
mod messages;
mod parts;
mod promises;
mod samples;

use solveig_format::Reader;
use solveig_verify::{Options, Report, Rules, VerifyError, verify};

use crate::forge::File;

/// The verdict of the checker on files with these contents.
fn verdict<R: Rules>(
    rules: &R,
    artifact: &File,
    certificate: Option<&File>,
) -> Result<Report, VerifyError> {
    let bytes = |file: &File| file.encode().unwrap().0;
    verdict_on_bytes(rules, bytes(artifact), certificate.map(bytes))
}

fn verdict_on_bytes<R: Rules>(
    rules: &R,
    artifact: Vec<u8>,
    certificate: Option<Vec<u8>>,
) -> Result<Report, VerifyError> {
    let artifact = Reader::from_bytes(artifact)?;
    let certificate = certificate.map(Reader::from_bytes).transpose()?;
    let options = Options {
        threads: 2,
        ..Options::default()
    };
    verify(rules, &artifact, certificate.as_ref(), &options)
}
