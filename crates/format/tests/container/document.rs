//! The file that `FORMAT.md` shows byte by byte must be the one that the writer writes.

use solveig_format::{Header, Roles, Scope};

use solveig_testkit::forge::{Content, encode, exercise, record};

/// The solution of placing stones on two squares in a row, where two in line would win: the start,
/// the positions after either move, and the two full boards.
fn example() -> Vec<u8> {
    let header = Header {
        artifact: None,
        scope: Scope::SemiStrong,
        game: "mnk:2x1?k=2".into(),
        tie_break: "first square, row by row from a1".into(),
        symmetry: false,
        cut: None,
        max_level: 2,
        key_bits: 4,
        least_value: -1,
        greatest_value: 1,
        root_key: 0,
        root_value: 0,
    };
    let after_a1 = record(2, Roles::Both, 0, 0);
    let after_b1 = record(6, Roles::Optimal, 0, 0);
    let content = Content::from([
        (0, (vec![record(0, Roles::Both, 0, 0)], 0)),
        (1, (vec![after_a1, after_b1], 0)),
        (2, (Vec::new(), 2)),
    ]);
    encode(&header, &content).unwrap()
}

#[test]
fn the_file_drawn_in_the_document_is_the_file_written() {
    let document = include_str!("../../../../FORMAT.md");
    // Lines of the dump: offset in hexadecimal, two spaces, bytes, two spaces, comment.
    let drawn = document.lines().filter_map(|line| {
        let (offset, rest) = line.split_once("  ")?;
        let offset = usize::from_str_radix(offset, 16).ok()?;
        let bytes = rest.trim_start().split("  ").next()?.split(' ');
        let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16));
        Some((offset, bytes.collect::<Result<Vec<u8>, _>>().ok()?))
    });
    let mut file = Vec::new();
    for (offset, bytes) in drawn {
        assert_eq!(offset, file.len(), "offset {offset:04x} of the drawing");
        file.extend(bytes);
    }
    assert_eq!(file, example());
    exercise(&file).unwrap();
}
