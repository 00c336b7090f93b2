//! Tables of cases, one a line.

/// The cases of a table: each line that is not empty has two parts, with ` => ` between them.
pub fn cases(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| {
        let parts = line.split_once("=>");
        let (one, other) = parts.unwrap_or_else(|| panic!("\"{line}\": expected ` => `"));
        (one.trim(), other.trim())
    })
}
