//! What a linker of Cargo's, without maturin, needs to leave Python's functions to the interpreter.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
