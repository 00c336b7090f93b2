//! The arguments of an analysis, as Leela Zero and KataGo have them.

use std::str::FromStr;

use solveig_engine::Side;
use solveig_game::excerpt;

use super::names::{self, Meaning};
use super::{Session, refused, syntax_error};
use crate::CommandFailure;
use crate::gtp::syntax::Request;

/// The default interval before the first report of an analysis, in centiseconds.
const FIRST_REPORT: u64 = 10;

/// The longest interval that can be asked for, in centiseconds.
const LONGEST_INTERVAL: u64 = 360_000;

/// What an analysis is asked for.
pub(super) struct AnalysisRequest {
    pub side: Side,
    /// In centiseconds.
    pub interval: u64,
    /// The maximum number of moves that are told.
    pub max_moves: usize,
    limits: Vec<Limit>,
}

/// Moves of a side that are to be left out, or that alone are to be told.
struct Limit {
    side: Side,
    allows: bool,
    vertices: Vec<String>,
}

impl AnalysisRequest {
    /// Whether some moves are to be left out.
    pub fn is_limited(&self) -> bool {
        !self.limits.is_empty()
    }

    /// Whether a move is to be told.
    pub fn tells(&self, vertex: &str) -> bool {
        let permits = |limit: &Limit| {
            let is_named = |one: &String| one.eq_ignore_ascii_case(vertex);
            limit.side != self.side || limit.vertices.iter().any(is_named) == limit.allows
        };
        self.limits.iter().all(permits)
    }
}

fn number<T: FromStr>(word: &str) -> Result<T, CommandFailure> {
    word.parse().or_else(|_| syntax_error())
}

impl Session<'_> {
    /// Reads the arguments of an analysis: a side, an interval, and the keys of Leela Zero and
    /// KataGo with their values.
    pub(super) fn analysis_request(
        &mut self,
        request: &Request,
    ) -> Result<AnalysisRequest, CommandFailure> {
        let mut words = request.arguments.iter();
        let mut wanted = AnalysisRequest {
            side: self.record.state().to_move,
            interval: FIRST_REPORT,
            max_moves: usize::MAX,
            limits: Vec::new(),
        };
        while let Some(word) = words.next() {
            if let Some(named) = names::side(self.engine().about(), word) {
                wanted.side = named;
                continue;
            }
            if let Ok(number) = word.parse() {
                wanted.interval = number;
                continue;
            }
            let Some(value) = words.next() else {
                return syntax_error();
            };
            match word.as_str() {
                "interval" => wanted.interval = number(value)?,
                "maxmoves" => wanted.max_moves = number(value)?,
                // All moves of known value are told, and no number of them can be promised.
                "minmoves" => {
                    number::<usize>(value)?;
                }
                "avoid" | "allow" => {
                    let (Some(vertices), Some(depth)) = (words.next(), words.next()) else {
                        return syntax_error();
                    };
                    let side = self.side(Some(value))?;
                    let vertices = self.limited(vertices)?;
                    if number::<u32>(depth)? > 1 {
                        return refused(format!(
                            "{word} up to depth {depth} is not supported: values are those of play \
                             with all moves; expected depth 1"
                        ));
                    }
                    wanted.limits.push(Limit {
                        side,
                        allows: word == "allow",
                        vertices,
                    });
                }
                "rootInfo"
                | "ownership"
                | "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "noResultValue" => {
                    match value.as_str() {
                        "false" => {}
                        // Boards ask for it unasked, and show values without it.
                        "true" => self.note(&format!("{word} is not known and not told")),
                        _ => return syntax_error(),
                    }
                }
                _ => return refused(format!("unknown key {}", excerpt(word))),
            }
        }
        wanted.interval = wanted.interval.clamp(1, LONGEST_INTERVAL);
        Ok(wanted)
    }

    /// Reads the vertices of `avoid` and `allow`, with commas between them.
    fn limited(&self, list: &str) -> Result<Vec<String>, CommandFailure> {
        let (about, state) = (self.engine().about(), self.record.state());
        let vertices = list
            .split(',')
            .map(|word| match names::read_move(about, state, word) {
                Meaning::Legal(legal) => Ok(names::vertex(about, &legal.name)),
                Meaning::Illegal if names::is_on_board(about, word) => Ok(word.to_owned()),
                Meaning::Illegal => refused(format!("no vertex {} on this board", excerpt(word))),
                Meaning::NotAMove => syntax_error(),
            });
        vertices.collect()
    }
}
