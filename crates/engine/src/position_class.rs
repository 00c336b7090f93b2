//! Answers carried over to equal positions: those of other lines, and symmetric ones.

use solveig_game::{Game, GameExt, Key, Move, Notation, Reduction, Symmetric, Symmetry, WideKey};

use crate::choice::ChosenMove;
use crate::line::ParsedLine;
use crate::{About, Line, MoveReport, NodeProof, Refutation, Report, Variation};

/// The positions of a game that have the same answers, up to the names of moves.
///
/// Lines lead to the same class if they lead to the same position or to symmetric ones. Where an
/// artifact stores symmetric positions apart, these are classes of their own; where answers depend
/// on the play, by the rules or because they come from a proof, every line is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionClass(Identity);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// The key of the position that represents the class.
    Key(WideKey),
    /// The position where the line began, and the codes of its moves.
    Play(String, Vec<u16>),
    /// A line as it was written.
    Written(Line),
}

impl PositionClass {
    /// The class of one line alone, as it is written.
    pub fn of_line(line: &Line) -> Self {
        Self(Identity::Written(line.clone()))
    }

    /// The bytes that it takes beside its own size.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Identity::Key(_) => 0,
            Identity::Play(from, moves) => from.len() + 2 * moves.len(),
            Identity::Written(line) => line.from.len() + line.moves.len(),
        }
    }
}

/// A complete answer that can be carried over to another position of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reusable {
    /// Values of a position and its moves.
    Report(Report),
    /// A line of best moves.
    Variation(Variation),
    /// The reasons for a value.
    Proof(Box<NodeProof>),
    /// The move to play; `None` if the game is over.
    Choice(Option<Box<ChosenMove>>),
}

impl Reusable {
    /// Whether the effort ended before the answer was complete.
    pub const fn is_interrupted(&self) -> bool {
        match self {
            Self::Report(report) => report.interrupted,
            Self::Variation(variation) => variation.interrupted,
            Self::Proof(proof) => proof.report.interrupted,
            Self::Choice(Some(chosen)) => chosen.interrupted,
            Self::Choice(None) => false,
        }
    }

    /// The same answer, interrupted or not.
    #[must_use]
    pub const fn with_interrupted(mut self, interrupted: bool) -> Self {
        match &mut self {
            Self::Report(report) => report.interrupted = interrupted,
            Self::Variation(variation) => variation.interrupted = interrupted,
            Self::Proof(proof) => proof.report.interrupted = interrupted,
            Self::Choice(Some(chosen)) => chosen.interrupted = interrupted,
            Self::Choice(None) => {}
        }
        self
    }

    /// Nodes searched for it.
    pub const fn nodes(&self) -> u64 {
        match self {
            Self::Report(report) => report.nodes,
            Self::Variation(variation) => variation.nodes,
            Self::Proof(proof) => proof.report.nodes,
            Self::Choice(Some(chosen)) => chosen.nodes,
            Self::Choice(None) => 0,
        }
    }
}

/// Carries answers about one position over to an equal one, move by move. A symmetry maps the
/// one to the representative, and the inverse of another from there to the other.
pub(crate) struct Turn<'a, G: Game> {
    game: &'a G,
    reduction: Reduction,
    from: &'a G::Position,
    to: &'a G::Position,
    /// From the one to the representative, and from there to the other.
    symmetries: [Symmetry; 2],
}

/// The class of a line's last position; `by_play`: whether answers depend on how it came about.
pub(crate) fn class<G: Symmetric>(
    game: &G,
    reduction: Reduction,
    line: &ParsedLine<G>,
    by_play: bool,
) -> PositionClass {
    PositionClass(match by_play || game.depends_on_history() {
        true => {
            let moves = line.moves.iter().map(|played| played.0);
            Identity::Play(line.from.clone(), moves.collect())
        }
        false => {
            let (key, _) = game.representative_key(&line.position, reduction);
            Identity::Key(key.to_wide())
        }
    })
}

impl<'a, G: Symmetric + Notation> Turn<'a, G> {
    /// Between two positions of one class.
    pub(crate) fn new(
        game: &'a G,
        reduction: Reduction,
        from: &'a G::Position,
        to: &'a G::Position,
    ) -> Self {
        let symmetry = |of| game.representative_key(of, reduction).1;
        Self {
            symmetries: [symmetry(from), game.inverse(symmetry(to))],
            game,
            reduction,
            from,
            to,
        }
    }

    /// The move that is to one position what `played` is to the other.
    fn image(&self, played: Move) -> Move {
        let [to_class, back] = self.symmetries;
        let on_class = self.game.transform_move(played, to_class);
        self.game.transform_move(on_class, back)
    }

    /// The legal move of this name, on both boards.
    fn named(&self, name: &str) -> Option<(Move, Move)> {
        let mut legal = self.game.moves(self.from).into_iter();
        let played = legal.find(|one| self.game.format_move(*one) == name)?;
        Some((played, self.image(played)))
    }

    /// The name of the move that is to the position after `to_move` what the move of this name is
    /// to the position after `from_move`.
    fn reply(&self, from_move: Move, to_move: Move, name: &str) -> Option<String> {
        let from = self.game.play_unchecked(self.from, from_move);
        let to = self.game.play_unchecked(self.to, to_move);
        let children = Turn::new(self.game, self.reduction, &from, &to);
        let (_, reply) = children.named(name)?;
        Some(self.game.format_move(reply))
    }

    /// The report on the other position; `None` if the two are not of one class.
    pub(crate) fn report(&self, report: &Report) -> Option<Report> {
        let (legal, target_moves) = (self.game.moves(self.from), self.game.moves(self.to));
        let mut moves = Vec::with_capacity(report.moves.len());
        for one in &report.moves {
            let played = self.image(*legal.get(one.index)?);
            moves.push(MoveReport {
                played: self.game.format_move(played),
                index: target_moves.iter().position(|other| *other == played)?,
                known_value: one.known_value,
            });
        }
        let best_move = match &report.best_move {
            Some(best) => Some(self.game.format_move(self.named(best)?.1)),
            None => None,
        };
        moves.sort_by_key(|one| one.rank(best_move.as_ref() == Some(&one.played)));
        Some(Report {
            best_move,
            moves,
            ..report.clone()
        })
    }

    /// The line of best moves from the other position; `None` if the two are not of one class.
    pub(crate) fn variation(&self, variation: &Variation) -> Option<Variation> {
        let (mut from, mut to) = (self.from.clone(), self.to.clone());
        let mut moves = Vec::with_capacity(variation.moves.len());
        for name in &variation.moves {
            let here = Turn::new(self.game, self.reduction, &from, &to);
            let (of_from, of_to) = here.named(name)?;
            moves.push(self.game.format_move(of_to));
            let next = self.game.play_unchecked(&from, of_from);
            to = self.game.play_unchecked(&to, of_to);
            from = next;
        }
        Some(Variation {
            moves,
            ..variation.clone()
        })
    }

    /// The move chosen in the other position, at the end of `line`; `None` if the two are not of
    /// one class.
    pub(crate) fn choice(
        &self,
        chosen: &ChosenMove,
        line: &ParsedLine<G>,
        about: &About,
    ) -> Option<ChosenMove> {
        let (_, played) = self.named(&chosen.played.name)?;
        let name = self.game.format_move(played);
        let mut legal = line.state(self.game, about).legal.into_iter();
        Some(ChosenMove {
            played: legal.find(|one| one.name == name)?,
            ..chosen.clone()
        })
    }

    /// The proof of the value of the other position, at the end of `line`; `None` if the two are
    /// not of one class.
    pub(crate) fn proof(
        &self,
        proof: &NodeProof,
        line: &ParsedLine<G>,
        about: &About,
    ) -> Option<NodeProof> {
        let state = line.state(self.game, about);
        let report = self.report(&proof.report)?;
        let mut moves = Vec::with_capacity(proof.moves.len());
        let (legal, target_moves) = (self.game.moves(self.from), self.game.moves(self.to));
        let refuted: Vec<_> = proof.report.moves.iter().zip(&proof.moves).collect();
        for one in &report.moves {
            let played = *target_moves.get(one.index)?;
            let of_move = |of: &MoveReport| legal.get(of.index).map(|of| (*of, self.image(*of)));
            let mut both = refuted
                .iter()
                .filter_map(|(of, it)| Some((of_move(of)?, *it)));
            let ((from, _), of) = both.find(|((_, image), _)| *image == played)?;
            let mut refutation = Refutation {
                played: state.legal.get(one.index)?.clone(),
                ..of.clone()
            };
            let replies = refutation
                .certificate_bound
                .as_mut()
                .map(|bound| &mut bound.reply);
            for reply in refutation.reply.as_mut().into_iter().chain(replies) {
                *reply = self.reply(from, played, reply)?;
            }
            moves.push(refutation);
        }
        Some(NodeProof {
            kind: proof.kind,
            moves,
            report,
            state,
        })
    }
}
