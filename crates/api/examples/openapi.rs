//! Writes the OpenAPI document that is kept: `cargo xtask openapi`.

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    Ok(fs::write(kept, solveig_api::described()?)?)
}
