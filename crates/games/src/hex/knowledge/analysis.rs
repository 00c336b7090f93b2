//! The analysis of a position: fill-in, virtual connections, pruning and ordering combined.
//!
//! Soundness: fill-in never changes the winner, whoever moves. Dead cells count as own stones in
//! both players' connections, since their colour never matters. All winning moves are in the
//! must-play region: after a move outside it, the opponent has a semi connection and the move. One
//! of them is neither vulnerable nor captured-reversible (see `inferior`), so the rest of the
//! must-play region keeps a winning move if there is one. Dominated moves are pruned one by one,
//! each only while a move at least as good is left or is known to lose, so that a best move remains
//! even if moves dominate each other in a circle.

use super::MAX_CELLS;
use super::connections::{ConnectionLimits, Connections, KnownConnections, Reach, Stones};
use super::inferior::{FilledPosition, Graphs};
use super::resistance::Circuit;
use crate::colour::Colour;
use crate::hex::board::HexBoard;
use crate::hex::cells::Cells;

/// The parts of the analysis to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// Dead and captured cells are filled in.
    pub fill_in: bool,
    /// Dominated moves are left out.
    pub dominated: bool,
    /// Vulnerable moves are left out: the opponent's answer makes the stone dead, so that they are
    /// reversible.
    pub vulnerable: bool,
    /// Captured-reversible moves are left out: the opponent's answer captures cells that make the
    /// stone dead.
    pub reversible: bool,
    /// Virtual connections may overlap in cells that their ends capture.
    pub captured: bool,
    /// The must-play of the virtual connections, with these limits.
    pub connections: Option<ConnectionLimits>,
    /// Regions that virtual connections enclose are filled in.
    pub enclosed: bool,
    /// Moves are ordered by electrical resistance.
    pub resistance: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            fill_in: true,
            dominated: true,
            vulnerable: true,
            reversible: true,
            captured: true,
            connections: Some(ConnectionLimits::default()),
            enclosed: true,
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
        reversible: false,
        captured: false,
        connections: None,
        enclosed: false,
        resistance: false,
    };
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Analysis {
    /// The position is decided; the winner.
    Decided(Colour),
    /// Undecided. If the side to move wins, one of these moves wins; the most promising first.
    Open(Vec<u8>),
}

/// An analysis, and the cells on which it depends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ZonedAnalysis {
    pub(super) analysis: Analysis,
    /// The stones and empty cells that the winner's proof needs, or those that refute the pruned
    /// moves of an open position. The cells outside may be the loser's.
    pub(super) zone: u128,
}

/// What an analysis has found, from which those of positions with further stones start.
pub(super) struct KnownPosition {
    pub(super) filled: FilledPosition,
    connections: [KnownConnections; 2],
    graphs: Box<Graphs>,
}

impl KnownPosition {
    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let connections = self.connections.iter().map(KnownConnections::bytes);
        size_of::<Graphs>() + connections.sum::<usize>()
    }
}

/// Analyses positions of one board; keeps its working memory.
pub(super) struct Analyst {
    pub(super) board: HexBoard,
    options: AnalysisOptions,
    graphs: Graphs,
    spare: Graphs,
    /// For each player and empty cell, the cells that a stone there would capture or make dead, as
    /// of the position whose connections were found last.
    captured: [[u128; MAX_CELLS]; 2],
    engines: [Connections; 2],
    circuit: Circuit,
}

impl Analyst {
    pub(super) fn new(board: &HexBoard, options: AnalysisOptions) -> Self {
        let limits = options.connections.unwrap_or_default();
        Self {
            board: board.clone(),
            options,
            graphs: Graphs::new(board),
            spare: Graphs::new(board),
            captured: [[0; MAX_CELLS]; 2],
            engines: Colour::BOTH.map(|colour| Connections::new(board, colour, limits)),
            circuit: Circuit::new(board),
        }
    }

    /// Analyses a position, which may be filled in already, and fills it in further. The zone has
    /// all stones of the side that wins or that refutes the pruned moves, and what was filled in
    /// for it.
    ///
    /// Starts from the position `before` further stones were added, if given.
    pub(super) fn analyse(
        &mut self,
        filled: &mut FilledPosition,
        mover: Colour,
        before: Option<&KnownPosition>,
    ) -> ZonedAnalysis {
        let mut enclosed = None;
        let mut found = loop {
            let before = enclosed.as_ref().or(before);
            if let Some(winner) = self.fill(filled, before) {
                break ZonedAnalysis {
                    analysis: Analysis::Decided(winner),
                    zone: 0,
                };
            }
            let look = self.look_at_filled(filled, mover, before);
            match self.fill_enclosed(filled, &look.analysis) {
                Some(before) => enclosed = Some(before),
                None => break look,
            }
        };
        let winner = match found.analysis {
            Analysis::Decided(winner) => winner,
            Analysis::Open(_) => mover.opponent(),
        };
        found.zone |= filled.stones[winner as usize];
        found
    }

    /// After an analysis that left the position open, gives each player the regions that its
    /// connections enclose, and returns what is known of the position before, if there are any.
    pub(super) fn fill_enclosed(
        &self,
        filled: &mut FilledPosition,
        analysis: &Analysis,
    ) -> Option<KnownPosition> {
        let uses = self.options.enclosed && self.options.connections.is_some();
        if !uses || matches!(analysis, Analysis::Decided(_)) {
            return None;
        }
        let [black, white] = self
            .engines
            .each_ref()
            .map(|engine| engine.enclosed_cells(&self.board));
        if black | white == 0 {
            return None;
        }
        let before = self.snapshot(filled);
        filled.stones[0] |= black;
        // The argument for White's regions needs all of their cells.
        if black & white == 0 {
            filled.stones[1] |= white;
        }
        Some(before)
    }

    /// What helps to analyse positions with further stones than the one analysed last, which is
    /// given. If it is decided, its connections are not all known, or those of an earlier position.
    pub(super) fn snapshot(&self, filled: &FilledPosition) -> KnownPosition {
        KnownPosition {
            filled: *filled,
            connections: self.engines.each_ref().map(Connections::snapshot),
            graphs: Box::new(self.graphs.clone()),
        }
    }

    /// Fills a position in further, starting from the one `before` further stones were added, if
    /// given; returns the winner if that decides it.
    pub(super) fn fill(
        &mut self,
        filled: &mut FilledPosition,
        before: Option<&KnownPosition>,
    ) -> Option<Colour> {
        if self.options.fill_in {
            return match before {
                Some(before) => self.graphs.fill_after(&before.graphs, &self.board, filled),
                None => self.graphs.fill(&self.board, filled),
            };
        }
        let has_won = |of: &Colour| self.board.connects(filled.stones[*of as usize], *of);
        Colour::BOTH.into_iter().find(has_won)
    }

    /// Analyses the position that was [filled in](Self::fill) last. The zone has empty cells only.
    ///
    /// The connections are worked out from those `before` further stones were added, if given.
    pub(super) fn look_at_filled(
        &mut self,
        filled: &FilledPosition,
        mover: Colour,
        before: Option<&KnownPosition>,
    ) -> ZonedAnalysis {
        let empty = filled.empty(&self.board);
        let (must_play, mut zone) = match self.connect(filled, mover, before) {
            Ok(open) => open,
            Err((winner, carrier)) => {
                return ZonedAnalysis {
                    analysis: Analysis::Decided(winner),
                    zone: carrier,
                };
            }
        };
        let moves = self.worth_trying(must_play, empty, mover, &mut zone);
        let mut moves: Vec<u8> = Cells(moves).map(|cell| cell as u8).collect();
        if self.options.resistance {
            let mut shares = [0.0_f32; MAX_CELLS];
            for colour in Colour::BOTH {
                let engine = &self.engines[colour as usize];
                let engine = self.options.connections.map(|_| engine);
                self.circuit
                    .add_shares(&self.board, filled, engine, colour, &mut shares);
            }
            let share = |cell: u8| shares[usize::from(cell)];
            moves.sort_by(|one, other| share(*other).total_cmp(&share(*one)));
        }
        ZonedAnalysis {
            analysis: Analysis::Open(moves),
            zone,
        }
    }

    /// Finds the connections of the position that was [filled in](Self::fill) last: the must-play
    /// region and what refutes the moves outside it, or the winner and the carrier as an error.
    pub(super) fn connect(
        &mut self,
        filled: &FilledPosition,
        mover: Colour,
        before: Option<&KnownPosition>,
    ) -> Result<(u128, u128), (Colour, u128)> {
        let opponent = mover.opponent();
        let mut must_play = filled.empty(&self.board);
        let mut zone = 0;
        if self.options.fill_in {
            self.captured = Colour::BOTH.map(|colour| self.graphs.captured(colour));
        }
        if self.options.connections.is_some() {
            let dead = filled.dead;
            let [own, other] = [mover, opponent].map(|of| filled.stones[of as usize] | dead);
            let uses_captured = self.options.fill_in && self.options.captured;
            // If one engine decides the position, the other is not run.
            for (player, stones, others, moves_first) in [
                (mover, own, other & !dead, true),
                (opponent, other, own & !dead, false),
            ] {
                let captured = &self.captured[player as usize];
                let stones = Stones {
                    own: stones,
                    other: others,
                    captured: uses_captured.then_some(captured),
                    moves_first,
                };
                let engine = &mut self.engines[player as usize];
                let reach = match before {
                    None => engine.build(&self.board, &stones),
                    Some(before) => engine.build_after(
                        &before.connections[player as usize],
                        &self.board,
                        &stones,
                    ),
                };
                match reach {
                    Reach::Semi { common, carrier } if !moves_first => {
                        must_play &= common;
                        zone = carrier;
                    }
                    Reach::Open => {}
                    Reach::Full { carrier } | Reach::Semi { carrier, .. } => {
                        return Err((player, carrier));
                    }
                }
            }
        }
        Ok((must_play, zone))
    }

    /// The must-play region without inferior cells. Adds the cells that prove the inferiority to
    /// the zone.
    fn worth_trying(
        &mut self,
        must_play: u128,
        empty: u128,
        mover: Colour,
        zone: &mut u128,
    ) -> u128 {
        let mut kept = must_play;
        if !self.options.fill_in {
            return kept;
        }
        // Vulnerable moves may be pruned all at once: see the proof in `inferior`.
        if self.options.vulnerable {
            for cell in Cells(must_play) {
                let killers = self.graphs.killers(mover.opponent(), cell);
                if killers != 0 {
                    kept &= !(1 << cell);
                    if killers & *zone == 0 {
                        *zone |= killers & killers.wrapping_neg();
                    }
                }
            }
        }
        if self.options.reversible {
            let captured = &self.captured[mover.opponent() as usize];
            let spare = &mut self.spare;
            kept &= !self
                .graphs
                .captured_reversible(spare, mover, captured, kept, zone);
        }
        if self.options.dominated {
            // Dominated moves are pruned one at a time, so that a best move remains. A cell outside
            // the must-play region loses, and so do the cells that it dominates.
            let losses = empty & !must_play;
            let captured = &self.captured[mover as usize];
            let mut dominators = [0_u128; MAX_CELLS];
            for stone in Cells(empty) {
                for cell in Cells(captured[stone] & kept) {
                    dominators[cell] |= 1 << stone;
                }
            }
            for cell in Cells(kept) {
                let dominators = dominators[cell] | self.graphs.killers(mover, cell);
                if dominators & (kept | losses) != 0 {
                    kept &= !(1 << cell);
                }
            }
        }
        kept
    }
}
