//! Messages on standard error.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use solveig_game::one_line;

/// Set once, when the program starts.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences everything but errors and warnings.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether progress and totals are not wanted.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Says something that is no error, as one line, unless the program is to be quiet.
pub fn note(message: &str) {
    if !is_quiet() {
        // Ignored: a closed standard error leaves no place to report to.
        let _ = writeln!(std::io::stderr(), "{}", one_line(message));
    }
}

/// Prints an error, as one line of at most a thousand characters.
pub fn complain(message: &str) {
    // Ignored: as above.
    let _ = writeln!(std::io::stderr(), "error: {}", one_line(message));
}

/// The hint how to build a program with `feature`.
#[cfg(not(all(
    feature = "campaigns",
    feature = "parquet",
    feature = "server",
    feature = "study"
)))]
pub fn missing(feature: &str) -> String {
    // Another program than `solveig` has the features of this crate as a dependency's.
    let features = match crate::program() {
        "solveig" => format!("-p solveig-cli --features {feature}"),
        _ => format!("--features solveig-cli/{feature}"),
    };
    format!(
        "this program was built without {feature}; `cargo build --release {features}` builds one \
         with it"
    )
}
