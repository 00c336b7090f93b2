//! Rebuilds the crate when files of the embedded page change or appear.

fn main() {
    println!("cargo:rerun-if-changed=page");
    println!("cargo:rerun-if-changed=folder");
}
