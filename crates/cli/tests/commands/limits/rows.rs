//! The command lines that are broken off.

use std::fs;

#[cfg(feature = "campaigns")]
use crate::campaign_results::Results;
use crate::run::Folder;
#[cfg(feature = "campaigns")]
use crate::run::solveig;

/// How a command ends that gets a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// With status 2, and says why and what is proved.
    Stopped,
    /// With status 2, without a word: it has nothing to say and nothing to put in order.
    AtOnce,
    /// With status 0: it goes on until it is told to end.
    Done,
}

/// A command line, in which `{}` stands for an empty folder and `{inputs}` for that of [`give`].
pub struct Row {
    pub command: &'static str,
    pub arguments: &'static str,
    pub ends: Ends,
    /// What may stand in the folder afterwards: work to go on from.
    pub keeps: &'static [&'static str],
    /// Whether the work may be done before it is told to end.
    pub is_short: bool,
    /// It is told to end within so many milliseconds.
    pub milliseconds: u32,
    pub input: &'static str,
    /// What it says once it is stopped by a signal.
    pub says: &'static str,
    /// What is copied from [`give`]'s folder.
    copies: &'static [(&'static str, &'static str)],
}

impl Row {
    const fn new(command: &'static str, arguments: &'static str, ends: Ends) -> Self {
        Self {
            command,
            arguments,
            ends,
            keeps: &[],
            is_short: false,
            milliseconds: 1_200,
            input: "",
            says: "stopped",
            copies: &[],
        }
    }

    const fn keeps(mut self, keeps: &'static [&'static str]) -> Self {
        self.keeps = keeps;
        self
    }

    /// Of a file that it changes, it has a copy.
    #[cfg(feature = "campaigns")]
    const fn copies(mut self, copies: &'static [(&'static str, &'static str)]) -> Self {
        self.copies = copies;
        self
    }

    #[cfg(feature = "campaigns")]
    const fn says(mut self, says: &'static str) -> Self {
        self.says = says;
        self
    }

    const fn reads(mut self, input: &'static str) -> Self {
        self.input = input;
        self
    }

    /// Its work is done soon.
    const fn short(mut self) -> Self {
        self.is_short = true;
        self.milliseconds = 100;
        self
    }

    /// Its work takes about a second.
    const fn ends(mut self) -> Self {
        self.is_short = true;
        self
    }

    /// Copies into `folder` what the command changes.
    pub fn prepare(&self, folder: &Folder, inputs: &Folder) {
        for (from, to) in self.copies {
            fs::copy(inputs.file(from), folder.file(to)).unwrap();
        }
    }
}

/// Makes what commands read.
pub fn give() -> Folder {
    #[cfg(feature = "campaigns")]
    let folder = give_campaigns();
    #[cfg(not(feature = "campaigns"))]
    let folder = Folder::new();
    folder.solve("connect-four:4x4", "four", "");
    // One row, whose value takes long to find.
    let row = "---------------------------OX------XO--------------------------- X;,4,1,-4,-4";
    let table = format!("obf,disccount,nodekindcode,lowerbound,upperbound\n{row}\n");
    fs::write(folder.file("table.csv"), table).unwrap();
    folder
}

#[cfg(feature = "campaigns")]
fn give_campaigns() -> Folder {
    let results = Results::of(2);
    solveig(&results.import_arguments()).json();
    let folder = results.folder;
    for step in [
        "derive @/r.store --list @/list.csv",
        "init othello:6x6 --cuts 22,16 --ledger @/six.campaign",
        "init othello:4x4 --cuts 9,6 --ledger @/four.campaign",
        "run @/four.campaign",
        "init othello:4x4 --cuts 9,6 --ledger @/list.campaign",
    ] {
        folder.solveig(&format!("campaign {step} -q")).text();
    }
    folder
}

/// At least one row for each command.
pub fn rows() -> Vec<Row> {
    use Ends::{AtOnce, Done, Stopped};
    let row = Row::new;
    #[cfg_attr(
        not(any(feature = "campaigns", feature = "study")),
        expect(unused_mut, reason = "the other commands are optional")
    )]
    let mut rows = vec![
        row("value", "othello:8x8 --threads 1", Stopped),
        row("value", "othello:8x8 --threads 2 --canonical", Stopped),
        row(
            "value",
            "connect-four:7x6 --solver fastest --threads 1",
            Stopped,
        ),
        row("value", "hex:8x8 --threads 2", Stopped),
        row("value", "go:5x5 --threads 1", Stopped),
        row("value", "mnk:7x7?k=5 --threads 1", Stopped),
        row("value", "connect-four:5x5 --threads 1", Stopped).ends(),
        row("analyse", "othello:8x8 --threads 2", Stopped),
        row("analyse", "connect-four:8x7 --threads 1", Stopped),
        row(
            "solve",
            "connect-four:5x5 --out {}/a.sol --threads 1",
            Stopped,
        )
        .keeps(&["a.sol.work"])
        .ends(),
        row(
            "solve",
            "connect-four:6x5 --out {}/a.sol --certificate {}/a.cert",
            Stopped,
        )
        .keeps(&["a.sol.work"]),
        row("solve", "othello:8x4 --out {}/a.sol --threads 2", Stopped).keeps(&["a.sol.work"]),
        row("solve", "othello:8x8 --out {}/a.sol", Stopped).keeps(&["a.sol.work"]),
        row("solve", "othello:8x8 --estimate", Stopped),
        row("prove", "hex:7x7 --out {}/a.proof", Stopped),
        row(
            "prove",
            "othello:6x6 --out {}/a.proof --solver ews",
            Stopped,
        ),
        row(
            "prove",
            "go:5x5 --moves history-free --out {}/a.proof",
            Stopped,
        ),
        row(
            "count",
            "othello:8x8 --scope strong --memory 256MiB",
            Stopped,
        ),
        row(
            "count",
            "othello:6x6 --scope semi-strong --minimal",
            Stopped,
        ),
        row("count", "connect-four:7x6 --scope strong", AtOnce),
        row("perft", "othello:8x8 20", AtOnce),
        row("info", "{inputs}/four.sol", AtOnce).short(),
        row("probe", "{inputs}/four.sol", AtOnce).reads("44\n"),
        row("export", "{inputs}/four.sol --out {}/a.csv", AtOnce).short(),
        row("sample", "connect-four:7x6 50 --threads 1", AtOnce),
        row(
            "verify",
            "{inputs}/four.sol --certificate {inputs}/four.cert",
            AtOnce,
        )
        .short(),
        row("verify", "{inputs}/four.sol --plain", AtOnce).short(),
        row("play", "othello:8x8 --plain --side second", AtOnce),
        row("gtp", "othello:8x8", AtOnce).reads("genmove b\n"),
        row("nboard", "othello:8x8", AtOnce).reads("go\n"),
        row("serve", "othello:4x4 --listen 127.0.0.1:0", Done),
        row(
            "demo",
            "connect-four:6x5 --listen 127.0.0.1:0 --threads 1",
            Stopped,
        ),
        row("demo", "othello:8x8 --listen 127.0.0.1:0", Stopped),
        row("completions", "bash", AtOnce).short(),
        row("solvers", "", AtOnce).short(),
        row("man", "", AtOnce).short(),
    ];
    #[cfg(feature = "study")]
    rows.extend([
        row("trees compare", "othello:6x6 --depth 8", AtOnce).short(),
        row("trees draw", "", AtOnce).short(),
        row("trees trace", "", AtOnce).short(),
        row("trees explain", "0", AtOnce).short(),
        row("trees write", "", AtOnce).short(),
        row("trees complexity", "", AtOnce).short(),
        row("trees figures", "--out {}/figures", AtOnce)
            .keeps(&["figures"])
            .short(),
    ]);
    #[cfg(feature = "study")]
    rows.push(
        row(
            "import-table",
            "{inputs}/table.csv --work {}/work --threads 1",
            Stopped,
        )
        .keeps(&["work"]),
    );
    #[cfg(feature = "campaigns")]
    rows.extend(campaigns());
    rows
}

/// Files of a ledger that is written at the time.
#[cfg(feature = "campaigns")]
const LEDGER: &[&str] = &[
    "a.campaign",
    "a.campaign-shm",
    "a.campaign-wal",
    "a.campaign.lock",
];

/// Files of a store that is written at the time.
#[cfg(feature = "campaigns")]
const STORE: &[&str] = &[
    "a.store",
    "a.store-journal",
    "a.store-shm",
    "a.store-wal",
    "a.store.import",
    "a.store.lock",
];

#[cfg(feature = "campaigns")]
fn campaigns() -> Vec<Row> {
    use Ends::{AtOnce, Stopped};
    let row = Row::new;
    vec![
        row(
            "campaign init",
            "othello:8x8 --cuts 36,30 --ledger {}/a.campaign",
            Stopped,
        ),
        row("campaign run", "{}/a.campaign --threads 1", Stopped)
            .copies(&[("six.campaign", "a.campaign")])
            .keeps(LEDGER),
        row("campaign retry", "{}/a.campaign", AtOnce)
            .copies(&[("four.campaign", "a.campaign")])
            .keeps(LEDGER)
            .short(),
        row("campaign check", "{inputs}/four.campaign", AtOnce).short(),
        row("campaign status", "{inputs}/four.campaign", AtOnce).short(),
        row(
            "campaign export",
            "{inputs}/four.campaign --to {}/tables",
            AtOnce,
        )
        .keeps(&["tables"])
        .short(),
        row(
            "campaign player",
            "{inputs}/four.campaign --out {}/a.player",
            Stopped,
        )
        .short(),
        row(
            "campaign import",
            "--hypotheses {inputs}/list.csv --ledger {}/a.campaign",
            AtOnce,
        )
        .copies(&[("list.campaign", "a.campaign")])
        .keeps(LEDGER)
        .short(),
        row(
            "campaign import-results",
            "{inputs}/results --out {}/a.store --game othello:4x4 --empty 6",
            Stopped,
        )
        .keeps(STORE)
        .short(),
        row(
            "campaign derive",
            "{inputs}/r.store --list {}/list.csv",
            Stopped,
        )
        .short(),
        row(
            "campaign audit",
            "{inputs}/r.store --sample 10 --log {}/a.log",
            Stopped,
        )
        .keeps(&["a.log"])
        .short(),
        // It waits for its queue, and says on a signal that it has not reached it.
        row(
            "campaign worker",
            "othello:4x4 --server nats://127.0.0.1:9",
            Stopped,
        )
        .says("cannot reach its queue"),
    ]
}
