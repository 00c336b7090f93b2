//! The games of the program: built-in ones and user-defined ones.

use std::sync::OnceLock;

use solveig_game::{
    Game, GameExt, Key, Keyed, LevelRule, LongKeys, Notation, Reduction, Spec, SpecError,
    Symmetric, ValueRange,
};
use solveig_games::{AnyGame, AnyPosition, GameEntry, GameTable, NamedGame};
use solveig_verify::{GivenRules, Interval, Rules, Stage};

/// A user-defined family of games, for [`run`](crate::run).
pub struct OwnGame {
    entry: GameEntry,
    rules: Option<Box<RulesOf>>,
}

type RulesOf = dyn Fn(&str) -> Result<GivenRules, String> + Send + Sync;

impl OwnGame {
    /// The games of type `G`. `solveig verify` checks their files by the rules that solved them,
    /// and its report states that the check is not independent.
    pub const fn of<G: NamedGame>() -> Self {
        Self {
            entry: GameEntry::of::<G>(),
            rules: None,
        }
    }

    /// Adds a second implementation of the rules, which makes the check by `solveig verify`
    /// independent. `parse` makes the rules from a spec, or returns what is wrong with it.
    #[must_use]
    pub fn checked_by<R: Rules + Send + 'static>(
        self,
        parse: impl Fn(&str) -> Result<R, String> + Send + Sync + 'static,
    ) -> Self {
        let rules = move |spec: &str| Ok(GivenRules::new(parse(spec)?, true));
        Self {
            rules: Some(Box::new(rules)),
            ..self
        }
    }
}

/// User-defined games for [`run`](crate::run): `games![Chomp]`, or with rules for the checker,
/// `games![Chomp => ChompRules::parse]`; see [`OwnGame::checked_by`].
#[macro_export]
macro_rules! games {
    ($($game:ty $(=> $rules:expr)?),* $(,)?) => {
        [$($crate::OwnGame::of::<$game>()$(.checked_by($rules))?),*]
    };
}

/// The games of the program, and the checker's rules for user-defined ones.
pub struct ProgramGames {
    table: GameTable,
    own: Vec<OwnGame>,
}

/// Set once, when the program starts.
static GAMES: OnceLock<ProgramGames> = OnceLock::new();

/// The games of this program.
pub fn games() -> &'static ProgramGames {
    GAMES.get_or_init(|| ProgramGames {
        table: GameTable::built_in(),
        own: Vec::new(),
    })
}

impl ProgramGames {
    /// Sets the games of this program: the built-in ones and `own`. Later calls have no effect.
    ///
    /// # Errors
    ///
    /// Fails if two games have the same name.
    pub fn set(own: impl IntoIterator<Item = OwnGame>) -> Result<(), SpecError> {
        let own: Vec<OwnGame> = own.into_iter().collect();
        let entries: Vec<GameEntry> = own.iter().map(|one| one.entry).collect();
        let table = GameTable::built_in().with(&entries)?;
        // Fails if the games are set already; they stay as they are.
        let _ = GAMES.set(Self { table, own });
        Ok(())
    }

    /// The table of all games by name.
    pub const fn table(&self) -> &GameTable {
        &self.table
    }

    /// The game that a spec names.
    ///
    /// # Errors
    ///
    /// Fails as [`GameTable::parse`] does.
    pub fn parse(&self, spec: &str) -> Result<AnyGame, SpecError> {
        self.table.parse(spec)
    }

    fn checker_rules(&self, spec: &str) -> Option<Result<GivenRules, String>> {
        let name = Spec::parse(spec).ok()?.name().to_owned();
        let own = self.own.iter().find(|one| one.entry.name() == name)?;
        Some(match &own.rules {
            Some(rules) => rules(spec),
            None => SolverRules::of(spec).map(|rules| GivenRules::new(rules, false)),
        })
    }
}

/// The warning at the end of a report if the rules of the check are not independent.
pub const fn caution(independent: bool) -> &'static str {
    match independent {
        true => "",
        false => "\nnot an independent check: the rules are those of the solver, written once",
    }
}

/// The rules of a user-defined game, for the checker; `None` for built-in games.
pub fn checker_rules(spec: &str) -> Option<Result<GivenRules, String>> {
    games().checker_rules(spec)
}

/// The solver's rules as rules for the checker, for games without a second implementation.
struct SolverRules(AnyGame);

impl SolverRules {
    fn of(spec: &str) -> Result<Self, String> {
        let game = games().parse(spec).map_err(|error| error.problem)?;
        LongKeys::refuse(&game).map_err(|error| error.to_string())?;
        if game.depends_on_history() || game.level_rule() != LevelRule::Rising {
            return Err("no file can hold its values: they depend on how play came about".into());
        }
        Ok(Self(game))
    }
}

impl Rules for SolverRules {
    type Position = AnyPosition;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn stage(&self, position: &AnyPosition) -> Stage {
        match self.0.terminal_value(position) {
            Some(value) => Stage::Over(value),
            None if self.0.is_forced_pass(position) => Stage::Pass,
            None => Stage::Moves,
        }
    }

    fn children(&self, position: &AnyPosition, children: &mut Vec<AnyPosition>) {
        let moves = self.0.moves(position);
        children.extend(
            moves
                .iter()
                .map(|&one| self.0.play_unchecked(position, one)),
        );
    }

    fn level(&self, position: &AnyPosition) -> u32 {
        self.0.level(position)
    }

    fn max_level(&self) -> u32 {
        self.0.max_level()
    }

    fn value_range(&self) -> Interval {
        let ValueRange { min, max } = self.0.value_range();
        Interval {
            least: min,
            greatest: max,
        }
    }

    fn key(&self, position: &AnyPosition) -> u128 {
        self.0.key(position).to_u128()
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn position(&self, key: u128) -> Option<AnyPosition> {
        self.0.position(key.into()).ok()
    }

    fn canonical(&self, position: &AnyPosition) -> AnyPosition {
        self.0.representative(position, Reduction::Canonical).0
    }

    fn counts_terminal_positions(&self) -> bool {
        self.0.counts_terminal_positions()
    }

    fn describe(&self, position: &AnyPosition) -> String {
        match self.0.format_board(position, true) {
            Some(board) => board,
            None => format!("{:#x}", self.key(position)),
        }
    }

    fn describe_move(&self, position: &AnyPosition, index: usize) -> String {
        let played = self.0.moves(position).get(index).copied();
        played.map_or_else(
            || format!("move {index}"),
            |played| self.0.format_move(played),
        )
    }
}
