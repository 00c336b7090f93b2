//! An engine that plays the moves of a player: of its table, of the results that it plays by, and
//! by search. All else is answered by search alone.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::CampaignError;
use solveig_campaign::player::{PlaySide, Player, PlayerTable};
use solveig_engine::{
    About, BestMove, Effort, Engine, EngineError, FindingWatch, GameState, KnownValue, Line,
    NodeProof, PlayerFile, Report, Review, SearchScope, Settings, Side, ValueReport, Variation,
    open_game,
};
use solveig_game::Notation;
use solveig_games::{AnyGame, AnyPosition};
use solveig_search::StopToken;

use crate::files::open_table;

/// The maximum time of a search before the second cut where the player should have had a move, if
/// nothing else limits it: it might never end.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(10);

/// How long to wait before a player that answers somebody else is asked again.
const WAIT: Duration = Duration::from_millis(2);

/// A player's table as it stands in its file.
pub fn read_table(path: &Path) -> Result<PlayerTable, EngineError> {
    PlayerTable::read(path, reader(path)?).map_err(of_player)
}

/// Opens the table of a player, and the results that it plays by, if any.
///
/// # Errors
///
/// Fails if the file is no table, if its results are not there or are others, or if no game has its
/// spec.
pub fn open_player(path: &Path, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    // One half of the memory is for searches of positions, the other for those of the results.
    let memory = settings.memory / 2;
    let player = Player::read(path, reader(path)?, memory).map_err(of_player)?;
    let heading = player.table().heading().clone();
    let game = settings.games.parse(&heading.game)?;
    player.table().expect_of(path, &game).map_err(of_player)?;
    let searched = Settings {
        memory: if heading.basis.is_some() {
            memory
        } else {
            settings.memory
        },
        ..settings.clone()
    };
    let inner = open_game(&heading.game, &searched)?;
    let to_move = inner.state(&Line::at(&heading.position))?.to_move;
    let mut about = inner.about().clone();
    let file = path.file_name().unwrap_or(path.as_os_str());
    about.player = Some(PlayerFile {
        file: file.to_string_lossy().into_owned(),
        from: heading.position,
        to_move,
        at_least: heading.lower,
        at_most: heading.upper,
        foreign_results: heading.basis.map(|foreign| foreign.results),
    });
    Ok(Arc::new(PlayerEngine {
        inner,
        game,
        about,
        first: to_move,
        player: Mutex::new(player),
    }))
}

fn reader(path: &Path) -> Result<BufReader<File>, EngineError> {
    open_table(path).map_err(|error| EngineError::Player {
        problem: format!("{}: cannot open: {error}", path.display()),
    })
}

fn of_player(error: CampaignError) -> EngineError {
    EngineError::Player {
        problem: error.to_string(),
    }
}

struct PlayerEngine {
    /// Answers by search.
    inner: Arc<dyn Engine>,
    game: AnyGame,
    about: About,
    /// The side to move where the table begins.
    first: Side,
    player: Mutex<Player>,
}

/// What the player has without a search of its own.
struct PlayerMove {
    /// The name of the move.
    name: Option<String>,
    /// The value that the side to move can keep.
    guaranteed: i32,
    note: Option<String>,
    /// Whether the search of the results was stopped.
    interrupted: bool,
}

impl PlayerEngine {
    fn own_move(&self, line: &Line, stop: &StopToken) -> Result<PlayerMove, EngineError> {
        let start = self.game.parse_position(&line.from)?;
        let (position, _): (AnyPosition, _) = self.game.play_list(&start, &line.moves)?;
        let side = match self.inner.state(line)?.to_move == self.first {
            true => PlaySide::First,
            false => PlaySide::Second,
        };
        let mut player = loop {
            match self.player.try_lock() {
                Ok(player) => break player,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
            if stop.is_stopped() {
                return Ok(PlayerMove {
                    name: None,
                    guaranteed: 0,
                    note: Some("the player is at work for others".to_owned()),
                    interrupted: true,
                });
            }
            thread::sleep(WAIT);
        };
        let guaranteed = player.table().guaranteed(side);
        let kept = player.known_move(&self.game, &position, side, stop);
        Ok(match kept {
            Ok(kept) => PlayerMove {
                name: kept.map(|kept| self.game.format_move(kept.played)),
                guaranteed,
                note: player
                    .lacking()
                    .map(|lacking| format!("{lacking}; searching")),
                interrupted: false,
            },
            Err(_) => PlayerMove {
                name: None,
                guaranteed,
                note: Some("the search of the results was stopped".to_owned()),
                interrupted: true,
            },
        })
    }

    /// A move that keeps the guarantee, else a best one, within the effort.
    fn find(&self, line: &Line, effort: &Effort) -> Result<BestMove, EngineError> {
        let started = Instant::now();
        // Without a search, only what the table has.
        let stop = match effort.search {
            SearchScope::Never => StopToken::never().with_budget(0),
            _ => effort.token(),
        };
        let own_move = self.own_move(line, &stop)?;
        let mut best = BestMove {
            keeps: own_move.name.is_some().then_some(own_move.guaranteed),
            name: own_move.name,
            known_value: KnownValue::default(),
            interrupted: own_move.interrupted,
            note: own_move.note,
            nodes: 0,
        };
        let state = self.inner.state(line)?;
        if best.name.is_some() || best.interrupted || state.over.is_some() {
            return Ok(best);
        }
        let mut effort = effort.clone();
        if best.note.is_some() {
            effort.time = effort.time.or(Some(MAX_SEARCH_TIME));
        }
        let guess = self.inner.guess(line)?;
        let mut names: Vec<String> = state.legal.into_iter().map(|one| one.name).collect();
        names.sort_by_key(|name| Some(name) != guess.as_ref());
        for name in names {
            let child = line.then(&name);
            let left = effort.after(started.elapsed());
            // Whether the other side gets more than the guarantee leaves it.
            let bound = 1 - own_move.guaranteed;
            let tested = self.inner.value(&child, Some(bound), &left, &mut |_| ())?;
            best.nodes += tested.nodes;
            if tested.interrupted {
                best.interrupted = true;
                return Ok(best);
            }
            let max = tested.known_value.value.or(tested.known_value.at_most);
            if max.is_some_and(|max| max < bound) {
                best.name = Some(name);
                best.keeps = Some(own_move.guaranteed);
                return Ok(best);
            }
        }
        let found = self
            .inner
            .best_move(line, &effort.after(started.elapsed()))?;
        Ok(BestMove {
            nodes: best.nodes + found.nodes,
            note: best.note,
            ..found
        })
    }
}

impl Engine for PlayerEngine {
    fn about(&self) -> &About {
        &self.about
    }

    fn state(&self, line: &Line) -> Result<GameState, EngineError> {
        self.inner.state(line)
    }

    fn value(
        &self,
        line: &Line,
        at_least: Option<i32>,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<ValueReport, EngineError> {
        self.inner.value(line, at_least, effort, watch)
    }

    /// The values are those of searches; the best move is the player's, if it keeps what is
    /// promised.
    fn analyse(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut FindingWatch<'_>,
    ) -> Result<Report, EngineError> {
        let started = Instant::now();
        let best = self.find(line, effort)?;
        if let Some(note) = best.note
            && effort.search != SearchScope::Never
        {
            tracing::warn!(%note, moves = line.moves, "a player without a move of its own");
        }
        let left = effort.after(started.elapsed());
        let mut report = self.inner.analyse(line, &left, watch)?;
        report.nodes += best.nodes;
        if best.keeps.is_some() {
            report
                .moves
                .sort_by_key(|one| Some(&one.played) != best.name.as_ref());
            report.best_move = best.name;
        }
        Ok(report)
    }

    fn best_move(&self, line: &Line, effort: &Effort) -> Result<BestMove, EngineError> {
        self.find(line, effort)
    }

    fn guess(&self, line: &Line) -> Result<Option<String>, EngineError> {
        self.inner.guess(line)
    }

    fn watched_variation(
        &self,
        line: &Line,
        effort: &Effort,
        watch: &mut dyn FnMut(&str),
    ) -> Result<Variation, EngineError> {
        self.inner.watched_variation(line, effort, watch)
    }

    fn review(&self, line: &Line, effort: &Effort) -> Result<Review, EngineError> {
        self.inner.review(line, effort)
    }

    fn proof(&self, line: &Line, effort: &Effort) -> Result<NodeProof, EngineError> {
        self.inner.proof(line, effort)
    }

    fn random(&self, seed: u64) -> Result<Option<GameState>, EngineError> {
        self.inner.random(seed)
    }
}
