//! The functions that the host calls: the only `unsafe` code of the crate.

use std::cell::RefCell;

use crate::session::Session;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "solveig")]
unsafe extern "C" {
    /// Tells the host why the engine is about to end: text in UTF-8.
    fn panicked(start: *const u8, length: usize);
}

/// Tells the host of a panic: WebAssembly has no standard error.
fn report_panics() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text lives until the call returns, and the host only reads it.
        unsafe { panicked(text.as_ptr(), text.len()) };
    }));
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Room for `length` bytes, which the host writes before it passes them to a function.
#[unsafe(no_mangle)]
pub extern "C" fn solveig_allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes what the host wrote.
///
/// # Safety
///
/// `start` and `length` are those of one call of [`solveig_allocate`], and are passed here once.
unsafe fn take_bytes(start: *mut u8, length: usize) -> Vec<u8> {
    let bytes = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: `solveig_allocate` made this box, and the caller gives it up.
    unsafe { Box::from_raw(bytes) }.into_vec()
}

/// Adds an artifact, which the game that is opened next asks after its first.
///
/// # Safety
///
/// It is a buffer from [`solveig_allocate`], which is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solveig_add(artifact: *mut u8, length: usize) {
    // SAFETY: the host passes a buffer that it has from `solveig_allocate`, once.
    let artifact = unsafe { take_bytes(artifact, length) };
    SESSION.with_borrow_mut(|session| session.add(artifact));
}

/// Opens a game: `opening` is JSON that names it; the artifact or proof and the certificate are
/// empty where there is none. Gives a status of HTTP; the answer is the list of this game.
///
/// # Safety
///
/// All three are buffers from [`solveig_allocate`], which are not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solveig_open(
    opening: *mut u8,
    opening_length: usize,
    solution: *mut u8,
    solution_length: usize,
    certificate: *mut u8,
    certificate_length: usize,
) -> u32 {
    report_panics();
    // SAFETY: the host passes buffers that it has from `solveig_allocate`, each once.
    let (opening, solution, certificate) = unsafe {
        (
            take_bytes(opening, opening_length),
            take_bytes(solution, solution_length),
            take_bytes(certificate, certificate_length),
        )
    };
    let opened = SESSION.with_borrow_mut(|session| session.open(&opening, solution, certificate));
    opened.into()
}

/// Answers a question in JSON. Gives a status of HTTP.
///
/// # Safety
///
/// It is a buffer from [`solveig_allocate`], which is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn solveig_ask(question: *mut u8, length: usize) -> u32 {
    // SAFETY: the host passes a buffer that it has from `solveig_allocate`, once.
    let question = unsafe { take_bytes(question, length) };
    SESSION
        .with_borrow_mut(|session| session.ask(&question))
        .into()
}

/// Where the last answer is, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn solveig_answer() -> *const u8 {
    SESSION.with_borrow(|session| session.answer.as_ptr())
}

/// How long the last answer is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn solveig_answer_length() -> usize {
    SESSION.with_borrow(|session| session.answer.len())
}
