//! Games by their spec strings.

use std::fmt;

use solveig_game::{Game, Spec, SpecError, WideKey, excerpt};

use crate::connect_four::{ConnectFour, Utility};
use crate::go::Go;
use crate::hex::Hex;
use crate::mnk::Mnk;
use crate::othello::Othello;
use crate::random_tree::RandomTree;
use crate::tree::ExplicitTree;

/// The shapes of the specs that exist, by name.
const SHAPES: [(&str, &str); 7] = [
    ("othello", "othello:CxR"),
    (
        "connect-four",
        "connect-four:CxR or connect-four:CxR?utility=score",
    ),
    ("mnk", "mnk:CxR?k=K"),
    (
        "go",
        "go:CxR or go:CxR?komi=K&superko=situational&suicide=yes",
    ),
    ("hex", "hex:CxR"),
    ("tree", "tree:FILE.json"),
    ("random-tree", "random-tree:WxD?seed=S"),
];

/// One of the games that exist, chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Othello with keys of 64 bits.
    Othello64(Othello<u64>),
    /// Othello with keys of 128 bits.
    Othello128(Othello<u128>),
    /// Connect Four.
    ConnectFour(ConnectFour),
    /// An m,n,k game.
    Mnk(Mnk),
    /// Go.
    Go(Go),
    /// Hex with keys of 64 bits.
    Hex64(Hex<u64>),
    /// Hex with keys of 128 bits.
    Hex128(Hex<u128>),
    /// Hex with keys of 256 bits.
    HexWide(Hex<WideKey>),
    /// An explicit tree.
    Tree(ExplicitTree),
    /// A seeded random tree.
    RandomTree(RandomTree),
}

impl AnyGame {
    /// The game that a spec string names.
    ///
    /// # Errors
    ///
    /// Fails on a game, a parameter or a board that does not exist, and says which do.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec = Spec::parse(text)?;
        let named = |error: SpecError| spec.error(error.problem);
        match spec.name() {
            "othello" => {
                spec.expect_parameters(&[])?;
                let (columns, rows) = spec.columns_by_rows()?;
                if columns.saturating_mul(rows) <= 40 {
                    let game = Othello::new(columns, rows).map_err(named)?;
                    Ok(Self::Othello64(game))
                } else {
                    let game = Othello::new(columns, rows).map_err(named)?;
                    Ok(Self::Othello128(game))
                }
            }
            "connect-four" => {
                spec.expect_parameters(&["utility"])?;
                let (columns, rows) = spec.columns_by_rows()?;
                let game = ConnectFour::new(columns, rows).map_err(named)?;
                let utility = match spec.parameter("utility") {
                    None | Some("outcome") => Utility::Outcome,
                    Some("score") => Utility::Score,
                    Some(other) => {
                        let other = excerpt(other);
                        let problem =
                            format!("there is no utility \"{other}\"; expected outcome or score");
                        return Err(spec.error(problem));
                    }
                };
                Ok(Self::ConnectFour(game.with_utility(utility)))
            }
            "mnk" => {
                spec.expect_parameters(&["k"])?;
                let (columns, rows) = spec.columns_by_rows()?;
                let k = number(&spec, "k")?;
                let game = Mnk::new(columns, rows, k).map_err(named)?;
                Ok(Self::Mnk(game))
            }
            "go" => Ok(Self::Go(Go::from_spec(&spec)?)),
            "hex" => {
                spec.expect_parameters(&[])?;
                let (columns, rows) = spec.columns_by_rows()?;
                match columns.saturating_mul(rows) {
                    ..=40 => Hex::new(columns, rows).map(Self::Hex64),
                    41..=81 => Hex::new(columns, rows).map(Self::Hex128),
                    82.. => Hex::new(columns, rows).map(Self::HexWide),
                }
                .map_err(named)
            }
            "tree" => Ok(Self::Tree(ExplicitTree::from_spec(&spec)?)),
            "random-tree" => Ok(Self::RandomTree(RandomTree::from_spec(&spec)?)),
            name => {
                let shapes: Vec<&str> = SHAPES.iter().map(|(_, shape)| *shape).collect();
                let shapes = shapes.join(", ");
                let name = excerpt(name);
                let problem = format!("there is no game \"{name}\"; there are: {shapes}");
                Err(spec.error(problem))
            }
        }
    }
}

/// The value of a parameter that is a number and cannot be left out.
fn number(spec: &Spec, parameter: &str) -> Result<u32, SpecError> {
    let shape = SHAPES.iter().find(|(name, _)| *name == spec.name());
    let shape = shape.map_or("", |(_, shape)| shape);
    let Some(digits) = spec.parameter(parameter) else {
        let problem = format!("parameter \"{parameter}\" is missing; expected {shape}");
        return Err(spec.error(problem));
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = if plain { digits.parse().ok() } else { None };
    value.ok_or_else(|| {
        let digits = excerpt(digits);
        spec.error(format!(
            "parameter \"{parameter}\" is \"{digits}\"; expected a number, as in {shape}"
        ))
    })
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec())
    }
}
