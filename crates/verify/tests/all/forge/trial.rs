//! Makes files one by one, checks them, compares the verdict with the truth, and counts.

use solveig_format::Scope;
use solveig_verify::{Interval, Stage};

use super::file::File;
use super::judge::{CheckSettings, Pair, Verdict, verdict};
use super::lies::Lie;
use super::maker::{Forger, honest};
use super::region::{FREE, OPTIMAL, Plan, record};
use super::tally::{Fault, Outcome, Tally};

impl Forger<'_> {
    /// Makes one file, has it checked, and counts it.
    pub fn file(&mut self, tally: &mut Tally) {
        let certificate = self.base.certificate.as_ref();
        let proves = certificate.is_some_and(|file| !file.records.is_empty());
        let (lie, pair) = loop {
            let lie = match self.random.below(10) {
                0 => Lie::None,
                1 => Lie::Two,
                2..=4 if proves => Lie::of_certificate(self.random),
                _ => *self.random.pick(&Lie::ALL),
            };
            if let Some(pair) = self.forge(lie) {
                break (lie, pair);
            }
        };
        self.judge(lie, &pair, tally);
    }

    /// Files with only the start's record, with every value and move, or some of them if there are
    /// many.
    pub fn starts(&mut self, tally: &mut Tally) {
        let atlas = &self.subject.atlas;
        let Interval { least, greatest } = atlas.range;
        let start = match atlas.node(atlas.start).stage {
            Stage::Over(_) => return,
            Stage::Pass => atlas.node(atlas.start).children[0],
            Stage::Moves => atlas.start,
        };
        let symmetry = self.random.chance(2);
        let start = if symmetry {
            atlas.node(start).class
        } else {
            start
        };
        let Stage::Moves = atlas.node(start).stage else {
            return;
        };
        let truth = atlas.values[start];
        let mut values = vec![truth - 1, truth, truth + 1, least, greatest];
        values.retain(|value| least <= *value && *value <= greatest);
        values.sort_unstable();
        values.dedup();
        let level = atlas.node(start).level;
        let key = atlas.node(start).key;
        for scope in [Scope::Weak, Scope::SemiStrong] {
            let plan = Plan {
                scope,
                symmetry,
                cut: Some(level),
            };
            let Some(base) = honest(self.subject, self.random, plan, None) else {
                continue;
            };
            for &value in &values {
                let moves = atlas.node(start).children.len().min(5);
                let roles = match scope {
                    Scope::Weak => {
                        (u8::from(value > least) * OPTIMAL) | (u8::from(value < greatest) * FREE)
                    }
                    _ => OPTIMAL | FREE,
                };
                for chosen in 0..if roles == FREE { 1 } else { moves } {
                    let mut pair = base.clone();
                    let passed =
                        start != atlas.start && atlas.node(atlas.start).stage == Stage::Pass;
                    pair.artifact.header.root_value = if passed { -value } else { value };
                    pair.artifact.records = record(key, roles, value, chosen)
                        .map(|record| ((level, key), record))
                        .into_iter()
                        .collect();
                    self.judge(Lie::Start, &pair, tally);
                }
            }
        }
    }

    /// Checks a file and counts the verdict.
    fn judge(&mut self, lie: Lie, pair: &Pair, tally: &mut Tally) {
        let Some((artifact, certificate)) = pair.encode() else {
            return;
        };
        let game = &pair.artifact.header.game;
        let judge = match *game == self.subject.atlas.spec {
            true => Some(self.subject),
            false => self.world.builtin(game),
        };
        let is_true = judge.is_some_and(|judge| judge.is_true(pair));
        let settings = CheckSettings {
            plain: self.random.chance(2),
            threads: if self.random.chance(8) { 3 } else { 1 },
            parts: [0, 0, 1, 3][self.random.below(4)],
            time: None,
        };
        let game = &self.subject.game;
        let verdict = verdict(game, &artifact, certificate.as_deref(), settings);
        let outcome = match (&verdict, is_true) {
            (Verdict::Accepted, true) => Outcome::TrueAccepted,
            (Verdict::Accepted, false) => Outcome::FalseAccepted,
            (Verdict::Refused(_), true) => Outcome::TrueRefused,
            (Verdict::Refused(message), false) => match self.names_a_place(pair, message) {
                true => Outcome::FalseRefused,
                false => Outcome::Nameless,
            },
            (Verdict::Open(_), _) => Outcome::Undecided,
            (Verdict::Panicked, _) => Outcome::Panicked,
        };
        tally.count(lie, outcome);
        if !outcome.is_right() {
            let header = &pair.artifact.header;
            let what = format!(
                "{outcome:?}: {lie:?} of {}: {header:?}, certificate cut {:?}: {}, {settings:?}: {verdict}",
                self.subject.atlas.spec,
                pair.certificate.as_ref().map(|file| file.header.cut),
                self.difference(pair),
            );
            tally.fault(Fault {
                lie,
                what,
                artifact,
                certificate,
            });
        }
    }

    /// Describes the difference from the true file.
    fn difference(&self, pair: &Pair) -> String {
        let differ = |one: &File, other: &File| {
            let places = one.records.keys().chain(other.records.keys());
            let mut found: Vec<String> = places
                .filter(|place| one.records.get(place) != other.records.get(place))
                .map(|place| {
                    let (was, is) = (other.records.get(place), one.records.get(place));
                    format!("{place:?} was {was:?} is {is:?}")
                })
                .collect();
            let count = found.len();
            found.truncate(2);
            if one.terminals != other.terminals {
                found.push(format!(
                    "counts {:?}, were {:?}",
                    one.terminals, other.terminals
                ));
            }
            format!("{count} records differ: {}", found.join("; "))
        };
        let of_certificate = pair.certificate.iter().zip(&self.base.certificate);
        let of_certificate: String = of_certificate
            .map(|(one, other)| differ(one, other))
            .collect();
        let of_artifact = differ(&pair.artifact, &self.base.artifact);
        format!("[{of_artifact}] [{of_certificate}]")
    }

    /// Whether a message names the file and the wrong place in it: a field of the header, a level,
    /// or a record that is or should be there.
    fn names_a_place(&self, pair: &Pair, message: &str) -> bool {
        let unknown_game =
            message.starts_with("game ") || message.starts_with("the checker has no");
        if unknown_game {
            return message.contains(&pair.artifact.header.game);
        }
        // Messages of the format crate name the part.
        let parts = ["header: ", "index: ", "trailer: "];
        let part = message.strip_prefix("bytes in memory: ");
        if let Some(problem) = part {
            let block = problem.starts_with("block ");
            return block || parts.iter().any(|part| problem.starts_with(part));
        }
        let files = [Some(&pair.artifact), pair.certificate.as_ref()];
        for (name, file) in ["artifact: ", "certificate: "].iter().zip(files) {
            let (Some(problem), Some(file)) = (message.strip_prefix(name), file) else {
                continue;
            };
            if problem.starts_with("header: ") {
                return true;
            }
            let Some(problem) = problem.strip_prefix("level ") else {
                return false;
            };
            let (level, rest) = problem.split_at(problem.find([':', ',']).unwrap_or(0));
            let Ok(level) = level.parse::<u32>() else {
                return false;
            };
            let Some(rest) = rest.strip_prefix(", key 0x") else {
                return rest.contains("the game is over");
            };
            let (key, rest) = rest.split_at(rest.find(',').unwrap_or(0));
            let Ok(key) = u128::from_str_radix(key, 16) else {
                return false;
            };
            let is_start = key == file.header.root_key && rest.contains("the start");
            return rest.starts_with(", position ")
                && (file.records.contains_key(&(level, key)) || is_start);
        }
        false
    }
}
