//! Play by the table of a campaign's player.

use std::path::Path;

use anyhow::{Context, Result, bail};
use solveig_campaign::player::{PlaySide, PlayerTable, TablePlayer};
use solveig_engine::{GameState, Line, open_game};
use solveig_game::{Game, GameExt};
use solveig_search::solvers::SolverName;

use super::Play;
use crate::CommandVerdict;
use crate::arguments::KnowledgeName;
use crate::faces;
use crate::game_with_solvers::GameWithSolvers;
use crate::games::games;
use crate::output::Output;
use crate::solver::solvers;

impl Play {
    /// Plays by the table of a campaign's player.
    pub fn by_table(mut self, output: &mut Output) -> Result<CommandVerdict> {
        let table = PlayerTable::read(Path::new(&self.target), self.open_table()?)?;
        let heading = table.heading();
        let game = games()
            .parse(&heading.game)
            .with_context(|| self.target.clone())?;
        if self.position.text != "-" {
            bail!("--position: a player's table has moves from the position it was made for");
        }
        self.position.text.clone_from(&heading.position);
        let memory = self.memory(&game, Some(heading.cut));
        let GameWithSolvers { game, factory } = GameWithSolvers::of(game, KnowledgeName::All);
        let search = solvers(SolverName::Fastest, &game, &factory, memory, 1)?.remove(0);
        let engine = open_game(&game.spec(), &faces::settings(memory, &self.threads))?;
        let mut player = TablePlayer::new(&table, search)?;
        let start = game.parse_position(&heading.position)?;
        let began = engine.state(&Line::at(&heading.position))?.to_move;
        let choose = move |line: &Line, state: &GameState| {
            let side = match state.to_move == began {
                true => PlaySide::First,
                false => PlaySide::Second,
            };
            let position = game.play_list(&start, &line.moves)?.0;
            let best = player.best_move(&position, side)?;
            Ok(best.map(|(best, _)| game.format_move(best)))
        };
        self.line_by_line(engine, Box::new(choose), output)
    }
}
