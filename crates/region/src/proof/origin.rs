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
    /// Reads a move list, a board, or a board with moves behind it.
    pub fn read<G: Keyed<Position = P> + Notation>(
        game: &G,
        text: &str,
    ) -> Result<Self, ProveError> {
        LongKeys::refuse(game)?;
        let text = text.trim();
        let front = game.board_at_front(text);
        let (board, behind) = match &front {
            Some((board, end)) => (board.as_str(), &text[*end..]),
            None => (text, ""),
        };
        let is_start = matches!(text, "" | "-");
        let board = game.parse_board(board).filter(|_| !is_start);
        let (board, start, list) = match board {
            Some(board) => {
                let start = board.map_err(solveig_game::MoveListError::Board)?;
                (Some(game.key(&start).to_u128()), start, behind)
            }
            None if is_start => (None, game.start(), ""),
            None => (None, game.start(), text),
        };
        let (_, played) = game.play_list(&start, list)?;
        let (mut position, mut moves) = (start, Vec::new());
        for one in played {
            let legal = game.moves(&position);
            let index = legal.iter().position(|legal| *legal == one);
            moves.push(index.unwrap_or(legal.len()) as u32);
            position = game.play_unchecked(&position, one);
        }
        Ok(Self {
            board,
            moves,
            position,
        })
    }
}
