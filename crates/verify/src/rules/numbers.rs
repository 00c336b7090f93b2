//! Numbers in spec strings of games.

/// Reads `CxR`.
pub(crate) fn size(text: &str) -> Option<(u32, u32)> {
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}

/// Reads a number of plain digits.
pub(crate) fn number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}
