//! The checker as a program of its own, built from this crate and `solveig-format` alone.
//!
//! ```text
//! cargo run --release -p solveig-verify --example check -- FILE.sol [FILE.cert] [--plain] [--threads N]
//! ```

use std::path::Path;
use std::process::ExitCode;

use solveig_verify::{Limits, Options, VerifyError, verify_files};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut files = Vec::new();
    let mut options = Options {
        limits: Limits {
            time: None,
            memory: 4 << 30,
        },
        ..Options::default()
    };
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        match argument.as_str() {
            "--plain" => options.plain = true,
            "--threads" => match left.next().and_then(|text| text.parse().ok()) {
                Some(threads) => options.threads = threads,
                None => return usage(),
            },
            file => files.push(Path::new(file)),
        }
    }
    let (artifact, certificate) = match files[..] {
        [artifact] => (artifact, None),
        [artifact, certificate] => (artifact, Some(certificate)),
        _ => return usage(),
    };
    match verify_files(artifact, certificate, &options) {
        Ok(report) => {
            let (positions, seconds) = (report.positions(), report.seconds);
            println!(
                "holds: {} has the value {:+}",
                report.game, report.root_value
            );
            println!(
                "{positions} positions, {} nodes, {seconds:.1} s",
                report.nodes
            );
            println!(
                "{:?}, accelerators {:?}",
                report.claims, report.accelerators
            );
            ExitCode::SUCCESS
        }
        Err(VerifyError::Failed(failure)) => {
            println!("DOES NOT HOLD: {failure}");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: check FILE.sol [FILE.cert] [--plain] [--threads N]");
    ExitCode::from(2)
}
