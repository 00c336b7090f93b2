//! Examples for the help of each command and for the manual pages.

/// Three examples for each command under `[COMMAND]`, and for the overview under `[]`: a line that
/// says what each does, and the command line.
const EXAMPLES: &str = include_str!("examples.txt");

fn section(command: &str) -> &'static str {
    let heading = format!("[{command}]\n");
    let mut sections = EXAMPLES.trim_end().split("\n\n");
    let found = sections.find_map(|section| section.strip_prefix(&heading));
    found.unwrap_or_default()
}

/// The examples of a command: what each does, with a colon, and the command line.
pub fn examples(command: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = section(command).lines().map(str::trim_start);
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?)))
}

/// The examples of a command as the end of its help; empty if it has none.
pub fn help(command: &str) -> String {
    let examples = examples(command).map(|(what, line)| format!("  {what}\n    {line}\n"));
    match examples.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        examples => format!("Examples:\n{}", examples.join("\n")),
    }
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
            assert_eq!(examples(name).count(), 3, "{name}");
            for (what, line) in examples(name) {
                assert!(what.ends_with(':'), "{what}");
                let arguments = arguments(line);
                assert!(name.is_empty() || arguments.contains(&name), "{line}");
                let parsed = crate::command().try_get_matches_from(arguments);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }
}
