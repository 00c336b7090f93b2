//! Writes files of results of 8x8 Othello as large as wanted, to measure imports.
//!
//! The positions are real ones with 36 empty squares, from random play to 50 and on to 39 empty
//! squares, and all play from there. The values are not: each class of positions has one that is
//! drawn from its key, and rows state it, or one side of it. One row in 16 is an estimate.
//!
//! ```text
//! cargo run --release -p solveig-campaign --example results_at_size -- FOLDER 5000000 100
//! ```

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use solveig_campaign::results::row::LOWER_FIRST;
use solveig_game::random::{Random, mix};
use solveig_verify::{Othello, Rules, Stage, Stones};

const HYPOTHESIS: u32 = 64 - 50;
const BEFORE_LAST: u32 = 64 - 39;
const CUT: u32 = 64 - 36;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rows, files] = &arguments[..] else {
        return Err("usage: results_at_size FOLDER ROWS FILES".into());
    };
    let (rows, files): (u64, u64) = (rows.parse()?, files.parse()?);
    let rules = Othello::new(8, 8).ok_or("no such board")?;
    let mut random = Random::new(1);
    fs::create_dir_all(folder)?;
    let mut written = 0;
    while written < files {
        let Some(hypothesis) = play(&rules, rules.start(), HYPOTHESIS, &mut random) else {
            continue;
        };
        let described = rules.describe(&hypothesis);
        let letters = described.trim_end_matches(" X");
        let path = Path::new(folder).join(format!("knowledge_{letters}.csv"));
        if path.exists() {
            continue;
        }
        let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
        writeln!(out, "{LOWER_FIRST}")?;
        let mut left = rows / files;
        while left > 0 {
            if let Some(position) = play(&rules, hypothesis, BEFORE_LAST, &mut random) {
                write_below(&rules, &position, &mut left, &mut out)?;
            }
        }
        out.flush()?;
        written += 1;
    }
    Ok(())
}

/// The position of a level after random moves; `None` if the game ends before.
fn play(rules: &Othello, mut position: Stones, level: u32, random: &mut Random) -> Option<Stones> {
    let mut children = Vec::new();
    while rules.level(&position) < level {
        children.clear();
        rules.children(&position, &mut children);
        if children.is_empty() {
            return None;
        }
        position = *random.pick(&children);
    }
    (rules.stage(&position) == Stage::Moves).then_some(position)
}

fn write_below(
    rules: &Othello,
    position: &Stones,
    left: &mut u64,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if *left == 0 {
        return Ok(());
    }
    let mut children = Vec::new();
    rules.children(position, &mut children);
    if rules.level(position) == CUT {
        // A move that ends the game bounds the value, which a drawn one could exceed.
        let is_over = |child| matches!(rules.stage(child), Stage::Over(_));
        if rules.stage(position) == Stage::Moves && !children.iter().any(is_over) {
            *left -= 1;
            write_row(rules, position, out)?;
        }
        return Ok(());
    }
    children
        .iter()
        .try_for_each(|child| write_below(rules, child, left, out))
}

fn write_row(rules: &Othello, position: &Stones, out: &mut impl Write) -> std::io::Result<()> {
    let key = rules.key(&rules.canonical(position));
    let drawn = mix(key as u64 ^ mix((key >> 64) as u64));
    let value = 2 * (drawn % 17) as i32 - 16;
    let (strength, lower, upper) = match drawn >> 60 {
        0 => (73, value, value),
        1..=7 => (100, value, 64),
        8..=13 => (100, -64, value),
        _ => (100, value, value),
    };
    let nodes = 1_000_000 + (drawn >> 20 & 0x7fff_ffff);
    let mut letters = [b'-'; 64];
    for (square, letter) in letters.iter_mut().enumerate() {
        if position.mover >> square & 1 == 1 {
            *letter = b'X';
        } else if position.opponent >> square & 1 == 1 {
            *letter = b'O';
        }
    }
    out.write_all(&letters)?;
    writeln!(out, " X;,36,{strength},{lower},{upper},{nodes}")
}
