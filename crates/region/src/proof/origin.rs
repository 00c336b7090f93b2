//! The position that a proof is about, in the form that files store.

use solveig_game::{GameExt, Key, Keyed, LongKeys, Notation};

use super::ProveError;

/// A position, with the board and moves that lead to it.
pub struct ProofOrigin<P> {
    /// The key of the board from which the moves are played; `None` for the start.
    pub board: Option<u128>,
    /// The moves, as indices into the legal moves.
    pub moves: Vec<u32>,
    /// The position after these moves.
    pub position: P,
}

impl<P: Clone> ProofOrigin<P> {
    /// Reads a move list or a board.
    pub fn read<G: Keyed<Position = P> + Notation>(
        game: &G,
        text: &str,
    ) -> Result<Self, ProveError> {
        LongKeys::refuse(game)?;
        let text = text.trim();
        let start = game.start();
        if text.is_empty() || text == "-" {
            return Ok(Self {
                board: None,
                moves: Vec::new(),
                position: start,
            });
        }
        if let Some(board) = game.parse_board(text) {
            let position = board.map_err(solveig_game::MoveListError::Board)?;
            return Ok(Self {
                board: Some(game.key(&position).to_u128()),
                moves: Vec::new(),
                position,
            });
        }
        let (_, played) = game.play_list(&start, text)?;
        let (mut position, mut moves) = (start, Vec::new());
        for one in played {
            let legal = game.moves(&position);
            let index = legal.iter().position(|legal| *legal == one);
            moves.push(index.unwrap_or(legal.len()) as u32);
            position = game.play_unchecked(&position, one);
        }
        Ok(Self {
            board: None,
            moves,
            position,
        })
    }
}
