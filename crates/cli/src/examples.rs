//! Examples for the help of each command and for the manual pages.

/// What a command line does, and the line.
pub type Example = (&'static str, &'static str);

/// Three examples for each command; the command of no name is the overview.
const EXAMPLES: [(&str, [Example; 3]); 21] = [
    (
        "",
        [
            (
                "Solve Connect Four on 6 columns and 5 rows, with its proof",
                "solveig solve connect-four:6x5 --out c65.sol --certificate c65.cert",
            ),
            (
                "Check the solution with independent rules",
                "solveig verify c65.sol --certificate c65.cert",
            ),
            ("Play against it", "solveig play c65.sol"),
        ],
    ),
    (
        "value",
        [
            (
                "Find the value of the start, and best play",
                "solveig value othello:6x4",
            ),
            (
                "Find the value after two moves, as JSON",
                "solveig value connect-four:7x6 -p 4453 --json",
            ),
            (
                "Compare stated scores with the values found, a row for each position",
                "solveig value othello:8x8 --csv endgames.csv > answers.csv",
            ),
        ],
    ),
    (
        "analyse",
        [
            (
                "Find the value of every first move",
                "solveig analyse connect-four:6x5",
            ),
            (
                "Use what an artifact has, and search the rest, for a minute at most",
                "solveig analyse c65.sol -p 3311 --time-limit 1m",
            ),
            (
                "Find the values of all moves of many positions, a row for each position",
                "solveig analyse othello:6x6 --csv positions.csv > answers.csv",
            ),
        ],
    ),
    (
        "solve",
        [
            (
                "Write a solution and its certificate",
                "solveig solve connect-four:6x5 --out c65.sol --certificate c65.cert",
            ),
            (
                "Ask beforehand how large it will be and how long it will take",
                "solveig solve othello:6x6 --certificate o66.cert --estimate",
            ),
            (
                "Write every position that can be reached",
                "solveig solve mnk:3x3?k=3 --scope strong --out ttt.sol",
            ),
        ],
    ),
    (
        "prove",
        [
            (
                "Prove that Black takes all nine points",
                "solveig prove go:3x3 --at-least 9 --out go-3x3.proof",
            ),
            (
                "Prove the exact value of a position",
                "solveig prove go:3x3 -p B2 --out after-b2.proof",
            ),
            (
                "Lay the search aside now and then, to go on after an interruption",
                "solveig prove go:4x4 --at-least 2 --out go-4x4.proof --checkpoint go-4x4.aside --every 5m",
            ),
        ],
    ),
    (
        "campaign",
        [
            (
                "Begin: hypotheses with 12 moves left, proofs with 8",
                "solveig campaign init othello:4x4 --cuts 12,8 --ledger o44.campaign",
            ),
            (
                "Work until the value is proved, or go on after an interruption",
                "solveig campaign run o44.campaign",
            ),
            (
                "Check that the conclusion follows from the ledger",
                "solveig campaign check o44.campaign",
            ),
        ],
    ),
    (
        "info",
        [
            ("Show what a solution holds", "solveig info c65.sol"),
            (
                "Count the positions of its certificate, too",
                "solveig info c65.sol --certificate c65.cert",
            ),
            (
                "Show the claim of a proof, as JSON",
                "solveig info go-3x3.proof --json",
            ),
        ],
    ),
    (
        "probe",
        [
            (
                "Ask for the start and for two positions by their moves",
                "solveig probe c65.sol - 33 331",
            ),
            (
                "Search what the artifact does not have, for a minute at most",
                "solveig probe c65.sol --search --time-limit 1m 3311",
            ),
            (
                "Answer positions from standard input, one a line",
                "echo 331 | solveig probe c65.sol --json",
            ),
        ],
    ),
    (
        "verify",
        [
            (
                "Check a solution and its certificate",
                "solveig verify c65.sol --certificate c65.cert",
            ),
            ("Check a proof", "solveig verify go-3x3.proof"),
            (
                "Trust as little code as possible, and give up after an hour",
                "solveig verify c65.sol --plain --time-limit 1h",
            ),
        ],
    ),
    (
        "count",
        [
            (
                "Count the positions that can be reached with 13 discs at most",
                "solveig count othello:6x6 --scope strong --to-level 13",
            ),
            (
                "Count what a solution would store, and its proof",
                "solveig count connect-four:5x4 --scope semi-strong",
            ),
            (
                "Count symmetric positions apart",
                "solveig count mnk:3x3?k=3 --scope strong --no-symmetry",
            ),
        ],
    ),
    (
        "perft",
        [
            (
                "Count the paths of six moves",
                "solveig perft othello:8x8 6",
            ),
            (
                "Count from a position",
                "solveig perft connect-four:7x6 4 -p 4453",
            ),
            ("Count as JSON", "solveig perft hex:11x11 2 --json"),
        ],
    ),
    (
        "play",
        [
            ("Play against a solution", "solveig play c65.sol"),
            (
                "Play the second side of a game that is searched, five seconds a move",
                "solveig play othello:6x6 --side second --time-limit 5",
            ),
            (
                "Look on while the program plays itself, line by line",
                "solveig play connect-four:4x4 --side none --plain",
            ),
        ],
    ),
    (
        "gtp",
        [
            ("Play Go in Sabaki or GoGui", "solveig gtp go:4x4"),
            ("Play from a solution", "solveig gtp c65.sol"),
            (
                "Take at most a minute for a move",
                "solveig gtp hex:5x5 --time-limit 1m",
            ),
        ],
    ),
    (
        "nboard",
        [
            ("Be an engine for Othello on 8x8", "solveig nboard"),
            ("Play from a solution", "solveig nboard o66.sol"),
            (
                "Take at most half a minute for a move",
                "solveig nboard othello:6x6 --time-limit 30",
            ),
        ],
    ),
    (
        "serve",
        [
            (
                "Serve a solution to the browser at http://127.0.0.1:8080/",
                "solveig serve c65.sol",
            ),
            (
                "Check it first, and serve a game that is searched beside it",
                "solveig serve c65.sol hex:4x4 --certificate c65.cert --check",
            ),
            (
                "Serve to other machines, with a second for each search",
                "solveig serve c65.sol --listen 0.0.0.0:80 --time-limit 1",
            ),
        ],
    ),
    (
        "demo",
        [
            ("Solve a small game and serve it", "solveig demo"),
            ("Solve another game", "solveig demo othello:6x4"),
            (
                "Serve at a port of your own",
                "solveig demo --listen 127.0.0.1:9000",
            ),
        ],
    ),
    (
        "train",
        [
            (
                "Learn the weights that come with the program",
                "solveig train othello:6x6 --out o66.weights",
            ),
            (
                "Try it with few games",
                "solveig train othello:6x6 --games 100 --out few.weights",
            ),
            (
                "Play other games",
                "solveig train othello:6x6 --seed 2 --out second.weights",
            ),
        ],
    ),
    (
        "trees",
        [
            (
                "Count the nodes that algorithms take of uniform trees",
                "solveig trees complexity",
            ),
            (
                "Draw a tree with its values",
                "solveig trees draw tree:tree.json --out tree.svg",
            ),
            (
                "Draw what the papers draw",
                "solveig trees figures --out figures",
            ),
        ],
    ),
    (
        "completions",
        [
            (
                "Complete commands in Bash",
                "solveig completions bash > ~/.local/share/bash-completion/completions/solveig",
            ),
            (
                "Complete commands in Zsh",
                "solveig completions zsh > ~/.zfunc/_solveig",
            ),
            (
                "Complete commands in Fish",
                "solveig completions fish > ~/.config/fish/completions/solveig.fish",
            ),
        ],
    ),
    (
        "man",
        [
            ("Read the overview", "solveig man | man -l -"),
            ("Read about a command", "solveig man solve | man -l -"),
            (
                "Install the page of a command",
                "solveig man solve > ~/.local/share/man/man1/solveig-solve.1",
            ),
        ],
    ),
    (
        "analyse",
        [
            (
                "Tell bounds, the value and the moves as soon as each is proved",
                "solveig analyse othello:6x4",
            ),
            (
                "Analyse a position for a minute at most",
                "solveig analyse connect-four:7x6 -p 4453 --time-limit 1m",
            ),
            (
                "Analyse positions, a row for each",
                "solveig analyse othello:8x8 --csv endgames.csv > answers.csv",
            ),
        ],
    ),
];

/// The examples of a command; those of the overview for an empty name.
pub fn examples(command: &str) -> &'static [Example] {
    let found = EXAMPLES.iter().find(|(name, _)| *name == command);
    found.map_or(&[], |(_, examples)| examples)
}

/// The examples of a command as the end of its help; empty if it has none.
pub fn help(command: &str) -> String {
    let mut text = String::new();
    for (what, line) in examples(command) {
        text.push_str(match text.is_empty() {
            true => "Examples:\n",
            false => "\n",
        });
        text.push_str(&format!("  {what}:\n    {line}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arguments of the program in an example, without what the shell takes.
    fn arguments(line: &str) -> Vec<&str> {
        let own = line.split(" | ").find(|part| part.starts_with("solveig "));
        let own = own.expect("an example of this program");
        let own = own.split([' ', '\t']);
        own.take_while(|word| *word != ">" && *word != "<")
            .collect()
    }

    #[test]
    fn each_command_has_three_examples_and_each_is_a_command() {
        let mut program = crate::command();
        program.build();
        let names = program.get_subcommands().map(clap::Command::get_name);
        let names = names.filter(|name| *name != "help");
        for name in names.chain([""]) {
            assert_eq!(examples(name).len(), 3, "{name}");
            for (_, line) in examples(name) {
                let arguments = arguments(line);
                assert!(name.is_empty() || arguments.contains(&name), "{line}");
                let parsed = crate::command().try_get_matches_from(arguments);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }
}
