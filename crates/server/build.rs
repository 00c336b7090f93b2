//! The page is part of the program: build anew when its files change, or appear.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
