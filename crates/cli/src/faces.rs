//! Engines and search limits of the commands that play.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use solveig_engine::{Engine, SearchScope, Settings, open_artifact, open_game};
use solveig_protocol::Opener;
use solveig_protocol::gtp::SearchLimits;

use crate::games::games;
use crate::memory::MemorySize;

/// How long and where to search.
#[derive(Args, Clone)]
pub struct SearchLimitArguments {
    /// The most seconds for a move; `none` for as long as it takes
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    seconds: Seconds,
    /// Where searches are made
    #[arg(long, value_enum, default_value_t = SearchChoice::Anywhere)]
    search: SearchChoice,
    /// Memory for the tables of searches, as in 512MiB
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

#[derive(Clone, Copy)]
struct Seconds(Option<Duration>);

fn seconds(text: &str) -> Result<Seconds, String> {
    if text == "none" {
        return Ok(Seconds(None));
    }
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1e6).contains(&number) => {
            Ok(Seconds(Some(Duration::from_secs_f64(number))))
        }
        _ => Err("expected a number of seconds from 0 to 1000000, or none".to_owned()),
    }
}

/// Where searches are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SearchChoice {
    /// Nowhere: what is stored is all that is known
    Never,
    /// Above an artifact's cut
    AboveCut,
    /// Wherever the value is not known
    Anywhere,
}

impl SearchLimitArguments {
    /// The limits for a protocol session.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits {
            time: self.seconds.0,
            search: match self.search {
                SearchChoice::Never => SearchScope::Never,
                SearchChoice::AboveCut => SearchScope::AboveCut,
                SearchChoice::Anywhere => SearchScope::Anywhere,
            },
        }
    }

    fn settings(&self) -> Settings {
        settings(
            self.memory
                .unwrap_or(MemorySize(Settings::default().memory)),
        )
    }
}

/// Settings of an engine whose searches take this much memory.
pub fn settings(memory: MemorySize) -> Settings {
    Settings {
        games: games().table().clone(),
        memory: memory.0,
        ..Settings::default()
    }
}

/// An engine, and a function that opens other games with the same settings.
pub struct EngineWithOpener {
    pub engine: Arc<dyn Engine>,
    pub opener: Opener,
}

impl EngineWithOpener {
    /// Opens the artifact, or the game if there is no artifact.
    pub fn open(
        game: Option<&str>,
        artifact: Option<&Path>,
        asked: &SearchLimitArguments,
    ) -> Result<Self> {
        let settings = asked.settings();
        let engine = match (artifact, game) {
            (Some(path), _) => open_artifact(path, &settings)?,
            (None, game) => open_game(game.unwrap_or_default(), &settings)?,
        };
        let opener: Opener = Box::new(move |spec| open_game(spec, &settings));
        Ok(Self { engine, opener })
    }
}
