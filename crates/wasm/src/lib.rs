//! The engine for a page without a server: one game in one instance of WebAssembly.
//!
//! The host writes what it sends into buffers from `solveig_allocate`, which the function called
//! frees. It opens a game with `solveig_open`, asks it with `solveig_ask`, and reads the JSON at
//! `solveig_answer` before the next call. The results are those of the HTTP API: a status, and the
//! body that a server would send.
//!
//! The host provides a clock and a function that reports panics: the imports `milliseconds` and
//! `panicked` of the module `solveig`.

mod boundary;
mod session;
