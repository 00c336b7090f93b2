//! Opens arbitrary bytes as a proof and checks it: as they are, and with the digest made to hold,
//! so that the fuzzer gets to the walk.
//!
//! ```text
//! cargo +nightly fuzz run read_proof fuzz/corpus/read_proof fuzz/seeds/read_proof
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use solveig_format::proof::ProofReader;
use solveig_verify::{Limits, none_given};
use solveig_verify::proof::verify_proof;

/// The digest, and the magic after it, end a proof.
const END: usize = 40;

/// Longer walks find nothing that these do not.
const MAX_NODES: u64 = 20_000;

fn exercise(bytes: &[u8]) {
    let Ok(proof) = ProofReader::from_bytes(bytes) else {
        return;
    };
    // A tree would be read from a file that the bytes name.
    if proof.nodes() <= MAX_NODES && !proof.header().game.starts_with("tree:") {
        let limits = Limits {
            memory: 64 << 20,
            ..Limits::default()
        };
        let _ = verify_proof(&proof, limits, &none_given, &mut |_, _| {});
    }
}

fuzz_target!(|bytes: &[u8]| {
    exercise(bytes);
    let mut sealed = bytes.to_vec();
    if let Some(at) = sealed.len().checked_sub(END) {
        let digest = blake3::hash(&sealed[..at]);
        sealed[at..at + 32].copy_from_slice(digest.as_bytes());
        exercise(&sealed);
    }
});
