//! The examples stand beside this file: `cargo run --release --example domineering`.
