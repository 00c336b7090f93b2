//! The examples are in this folder: `cargo run --release --example domineering`.
