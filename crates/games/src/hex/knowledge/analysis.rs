//! All that is known of a position, put together.
//!
//! Filling in changes the winner of no position, whoever moves. Dead cells count as the player's
//! own stones in each player's connections, for their colour never matters. All winning moves are
//! in the must-play, for outside it the opponent still has a semi connection and the move. One of
//! them is not vulnerable (see `inferior`), so the rest of the must-play keeps a winning move if
//! there is one. Dominated moves are taken out of that rest one by one, each only while a move that
//! is as good is still in it, or is known to lose: so the best of what is left never gets worse,
//! and a cycle of dominating moves keeps one.

use super::board::{Cells, Colour, HexGeometry, MOST_CELLS};
use super::connections::{ConnectionLimits, Connections, Reach};
use super::inferior::{Filled, Graphs};
use super::resistance::Circuit;

/// Which parts of the knowledge are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// Dead and captured cells are filled in.
    pub fill_in: bool,
    /// Dominated moves are left out.
    pub dominated: bool,
    /// Vulnerable moves are left out: the opponent's answer makes the stone dead, so that they are
    /// reversible.
    pub vulnerable: bool,
    /// Cells that a clique cuts off are filled in.
    pub decompositions: bool,
    /// Virtual connections may overlap in cells that their ends capture.
    pub captured: bool,
    /// The must-play of the virtual connections, with these limits.
    pub connections: Option<ConnectionLimits>,
    /// Moves are put in the order of the currents.
    pub resistance: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            fill_in: true,
            dominated: true,
            vulnerable: true,
            decompositions: true,
            captured: true,
            connections: Some(ConnectionLimits::default()),
            resistance: true,
        }
    }
}

impl AnalysisOptions {
    /// All parts switched off: every move counts, in the order of the cells.
    pub const NONE: Self = Self {
        fill_in: false,
        dominated: false,
        vulnerable: false,
        decompositions: false,
        captured: false,
        connections: None,
        resistance: false,
    };
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Analysis {
    /// The winner.
    Decided(Colour),
    /// Nobody is known to win. If the side to move wins, then by one of the moves.
    Open {
        /// The cells worth trying, best guess first.
        moves: Vec<u8>,
    },
}

/// What is known of a position, and the empty cells that it rests on.
pub(super) struct ZonedAnalysis {
    pub(super) analysis: Analysis,
    /// If the position is decided, what the winner needs; else what the opponent of the side to
    /// move needs, so that all moves but the listed ones lose. Whatever lies outside may be the
    /// loser's.
    pub(super) zone: u128,
}

/// Tells what can be known of positions on one board.
pub struct Analyst {
    shape: HexGeometry,
    options: AnalysisOptions,
    graphs: Graphs,
    engines: [Connections; 2],
    circuit: Circuit,
}

impl Analyst {
    /// An analyst for boards of one shape.
    #[must_use]
    pub fn new(shape: &HexGeometry, options: AnalysisOptions) -> Self {
        let limits = options.connections.unwrap_or_default();
        Self {
            shape: shape.clone(),
            options,
            graphs: Graphs::new(shape),
            engines: Colour::BOTH.map(|colour| Connections::new(shape, colour, limits)),
            circuit: Circuit::new(shape),
        }
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> &HexGeometry {
        &self.shape
    }

    /// The connections of a player as they were last found.
    #[must_use]
    pub fn connections(&self, colour: Colour) -> &Connections {
        &self.engines[colour as usize]
    }

    /// Looks at a position, whose stones may already be filled in, and fills it in further.
    pub fn analyse(&mut self, filled: &mut Filled, mover: Colour) -> Analysis {
        match self.fill(filled) {
            Some(winner) => Analysis::Decided(winner),
            None => self.look_at_filled(filled, mover).analysis,
        }
    }

    /// Fills a position in further, and says so if somebody has thereby won.
    pub(super) fn fill(&mut self, filled: &mut Filled) -> Option<Colour> {
        if self.options.fill_in {
            return self
                .graphs
                .fill(&self.shape, filled, self.options.decompositions);
        }
        let has_won = |colour: &Colour| self.shape.has_won(*colour, filled.board.of(*colour));
        Colour::BOTH.into_iter().find(has_won)
    }

    /// Looks at the position that was [filled in](Self::fill) last.
    pub(super) fn look_at_filled(&mut self, filled: &Filled, mover: Colour) -> ZonedAnalysis {
        let opponent = mover.other();
        let empty = filled.empty(&self.shape);
        let mut must_play = empty;
        let mut zone = 0;
        if self.options.connections.is_some() {
            let board = filled.board;
            let dead = filled.dead;
            let [own, other] = [mover, opponent].map(|colour| board.of(colour) | dead);
            let uses_captured = self.options.fill_in && self.options.captured;
            // Once one engine decides, the other has nothing to do.
            for (player, stones, others, moves_first) in [
                (mover, own, other & !dead, true),
                (opponent, other, own & !dead, false),
            ] {
                let captured = uses_captured.then(|| self.graphs.captured(player));
                let reach = self.engines[player as usize].build(
                    &self.shape,
                    stones,
                    others,
                    captured.as_ref(),
                    moves_first,
                );
                match reach {
                    Reach::Semi { common, carrier } if !moves_first => {
                        must_play &= common;
                        zone = carrier;
                    }
                    Reach::Open => {}
                    Reach::Full { carrier } | Reach::Semi { carrier, .. } => {
                        return ZonedAnalysis {
                            analysis: Analysis::Decided(player),
                            zone: carrier,
                        };
                    }
                }
            }
        }
        let moves = self.worth_trying(must_play, empty, mover, &mut zone);
        let mut moves: Vec<u8> = Cells(moves).map(|cell| cell as u8).collect();
        if self.options.resistance {
            let mut shares = [0.0_f32; MOST_CELLS];
            for colour in Colour::BOTH {
                let engine = self
                    .options
                    .connections
                    .map(|_| &self.engines[colour as usize]);
                self.circuit
                    .add_shares(&self.shape, filled, engine, colour, &mut shares);
            }
            moves.sort_by(|one, other| {
                shares[usize::from(*other)].total_cmp(&shares[usize::from(*one)])
            });
        }
        ZonedAnalysis {
            analysis: Analysis::Open { moves },
            zone,
        }
    }

    /// The cells of the must-play without the inferior ones. What shows them to be inferior comes
    /// to the zone.
    fn worth_trying(&self, must_play: u128, empty: u128, mover: Colour, zone: &mut u128) -> u128 {
        let mut kept = must_play;
        if !self.options.fill_in {
            return kept;
        }
        // All at once: see the proof in `inferior`.
        if self.options.vulnerable {
            for cell in Cells(must_play) {
                let killers = self.graphs.killers(mover.other(), cell);
                if killers != 0 {
                    kept &= !(1 << cell);
                    if killers & *zone == 0 {
                        *zone |= killers & killers.wrapping_neg();
                    }
                }
            }
        }
        if self.options.dominated {
            // One at a time: the best move that is kept stays as good as the best of all. A cell
            // outside the must-play loses, and so does what it dominates.
            let lost = empty & !must_play;
            let captured = self.graphs.captured(mover);
            let mut dominators = [0_u128; MOST_CELLS];
            for stone in Cells(empty) {
                for cell in Cells(captured[stone] & kept) {
                    dominators[cell] |= 1 << stone;
                }
            }
            for cell in Cells(kept) {
                let dominators = dominators[cell] | self.graphs.killers(mover, cell);
                if dominators & (kept | lost) != 0 {
                    kept &= !(1 << cell);
                }
            }
        }
        kept
    }
}
