//! Checks stored solutions.

use std::path::Path;

use solveig_format::Reader;
use solveig_verify::{Options, Report, Rules, verify_files};

use crate::Error;

/// Checks an artifact of a built-in game, with its certificate if there is one, by rules and a
/// search that share no code with the solver.
///
/// Without a certificate, the checker searches to confirm that no other move is better, which may
/// take long. [`solveig_verify::verify_files`] accepts limits of time and memory, and reports
/// progress.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// # solveig::solve(&solveig::AnyGame::parse("mnk:3x3?k=3")?).write("ttt.sol")?;
/// use std::path::Path;
///
/// let report = solveig::verify("ttt.sol", None::<&Path>)?;
/// assert_eq!((report.game.as_str(), report.root_value), ("mnk:3x3?k=3", 0));
/// # Ok::<(), solveig::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the files are wrong or could not be checked: see
/// [`VerifyError`](solveig_verify::VerifyError).
pub fn verify(
    artifact: impl AsRef<Path>,
    certificate: Option<impl AsRef<Path>>,
) -> Result<Report, Error> {
    let certificate = certificate.as_ref().map(AsRef::as_ref);
    let report = verify_files(artifact.as_ref(), certificate, &Options::default())?;
    Ok(report)
}

/// Checks an artifact of a user-defined game by a second implementation of its rules.
///
/// [`Rules`] is a smaller trait than [`Game`](crate::Game). The check is as strong as the two
/// implementations are independent. The repository's `examples/domineering.rs` has both.
///
/// # Errors
///
/// As [`verify`](verify()).
pub fn verify_by<R: Rules>(
    rules: &R,
    artifact: impl AsRef<Path>,
    certificate: Option<impl AsRef<Path>>,
) -> Result<Report, Error> {
    let artifact = Reader::open(artifact)?;
    let certificate = certificate.map(Reader::open).transpose()?;
    let (certificate, options) = (certificate.as_ref(), Options::default());
    let report = solveig_verify::verify(rules, &artifact, certificate, &options)?;
    Ok(report)
}
