//! Opens arbitrary bytes as an artifact or certificate and does with them all a reader can do: as
//! they are, and with their checksums made to hold, so that the fuzzer gets past these.
//!
//! ```text
//! cargo +nightly fuzz run read_container fuzz/corpus/read_container fuzz/seeds/read_container
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use solveig_testkit::forge;

fuzz_target!(|bytes: &[u8]| {
    let _ = forge::exercise(bytes);
    let mut sealed = bytes.to_vec();
    forge::seal(&mut sealed);
    let _ = forge::exercise(&sealed);
});
