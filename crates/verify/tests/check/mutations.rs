//! Single edits: an edit that makes a file false is rejected, and the message names the place.
//!
//! Not the kind of edit but truth decides what must be rejected: an edit may lead to another valid
//! proof, such as another refuting move, which must be accepted.

use std::rc::Rc;

use solveig_format::{Digest, Reader, Record, Roles, Scope};
use solveig_verify::{
    ConnectFour, Failure, Mnk, Options, Othello, Rules, VerifyError, verify_known,
};

use crate::accepts::{verdict, verdict_on_bytes};
use crate::graph::Graph;
use crate::naive::{File, Plan, Solved};
use crate::random::Random;

/// How many edits were rejected and accepted.
#[derive(Default, Debug)]
struct Outcome {
    rejected: usize,
    accepted: usize,
}

/// A solution, and the truth about edits of it.
struct Subject<'a, R: Rules> {
    solved: &'a Solved<R>,
    artifact: Rc<File>,
    certificate: Option<File>,
    /// Every reachable position, for edits that add one to a file.
    reachable: Rc<File>,
}

impl<'a, R: Rules> Subject<'a, R> {
    fn new(solved: &'a Solved<R>, plan: Plan, certificate_cut: Option<Option<u32>>) -> Self {
        let artifact = solved.artifact(plan);
        let certificate = certificate_cut.map(|cut| solved.certificate(&artifact, cut));
        let strong = Plan {
            scope: Scope::Strong,
            cut: None,
            ..plan
        };
        Self {
            solved,
            artifact,
            certificate,
            reachable: solved.artifact(strong),
        }
    }

    /// Whether an artifact with these contents is true.
    fn is_true_artifact(&self, file: &File) -> bool {
        let truth = self.solved.artifact(Plan {
            scope: file.header.scope,
            symmetry: file.header.symmetry,
            cut: file.header.cut,
        });
        let mut header = file.header.clone();
        header.tie_break.clone_from(&truth.header.tie_break);
        if header != truth.header {
            return false;
        }
        let terminals = match file.header.scope {
            Scope::Weak => self.solved.weak_terminals(file),
            _ => (file.records == truth.records).then(|| truth.terminals.clone()),
        };
        let stated = |terminals: &std::collections::BTreeMap<u32, u64>| {
            let stated = file.terminals.iter().filter(|(_, count)| **count > 0);
            stated.eq(terminals.iter().filter(|(_, count)| **count > 0))
        };
        terminals.is_some_and(|terminals| stated(&terminals))
    }

    /// Whether a certificate with these contents proves a true artifact.
    fn is_true_certificate(&self, artifact: &File, file: &File) -> bool {
        let mut header = file.header.clone();
        header.artifact = None;
        header.cut = artifact.header.cut;
        header.tie_break.clone_from(&artifact.header.tie_break);
        let (_, digest) = artifact.encode_with_digest().unwrap();
        let refute = |position: &R::Position, _: i32| {
            let rules = &self.solved.rules;
            let place = (rules.level(position), rules.key(position));
            file.records.get(&place)?.move_index
        };
        header == artifact.header
            && file.header.artifact == Some(digest)
            && file.terminals.values().all(|count| *count == 0)
            && self
                .solved
                .needed_certificate(artifact, file.header.cut, &refute)
                .is_some_and(|needed| needed == file.records)
    }

    /// Edits the artifact `edits` times and compares the checker's verdicts with the truth. The
    /// certificate gets the new digest, so that the edit is not rejected for the digest.
    fn edit_artifact(&self, random: &mut Random, edits: usize, outcome: &mut Outcome) {
        let mut done = 0;
        while done < edits {
            let mut file = File::clone(&self.artifact);
            let edit = self.edit(random, &mut file);
            let Some(digest) = digest_of(&file, &self.artifact) else {
                continue;
            };
            done += 1;
            let certificate = self.certificate.clone().map(|mut certificate| {
                certificate.header.artifact = Some(digest);
                certificate
            });
            let proof = certificate.as_ref();
            let proved = proof.is_none_or(|proof| self.is_true_certificate(&file, proof));
            let expected = self.is_true_artifact(&file) && proved;
            self.compare(expected, &file, proof, &edit, outcome);
        }
    }

    fn edit_certificate(&self, random: &mut Random, edits: usize, outcome: &mut Outcome) {
        let Some(certificate) = &self.certificate else {
            return;
        };
        let mut done = 0;
        while done < edits {
            let mut file = certificate.clone();
            let edit = if random.chance(25) {
                let digest = std::array::from_fn(|_| random.next() as u8);
                file.header.artifact = Some(Digest(digest));
                "digest of another artifact".to_owned()
            } else {
                self.edit(random, &mut file)
            };
            if digest_of(&file, certificate).is_none() {
                continue;
            }
            done += 1;
            let expected = self.is_true_certificate(&self.artifact, &file);
            self.compare(expected, &self.artifact, Some(&file), &edit, outcome);
        }
    }

    fn compare(
        &self,
        expected: bool,
        artifact: &File,
        certificate: Option<&File>,
        edit: &str,
        outcome: &mut Outcome,
    ) {
        let context = || {
            let header = &self.artifact.header;
            let proof = self.certificate.as_ref().map(|file| file.header.cut);
            format!(
                "{} {} symmetry {} cut {:?}, certificate cut {proof:?}: {edit}",
                header.game, header.scope, header.symmetry, header.cut
            )
        };
        match verdict(&self.solved.rules, artifact, certificate) {
            Ok(_) => {
                assert!(expected, "accepted, but is wrong: {}", context());
                outcome.accepted += 1;
            }
            Err(VerifyError::Failed(failure)) => {
                assert!(!expected, "{failure}, but is right: {}", context());
                let named = match &*failure {
                    Failure::Position { .. } => ": level ",
                    Failure::Header { .. } => ": header: ",
                    Failure::Terminals { .. } => ": level ",
                    other => panic!("{other}: {}", context()),
                };
                assert!(failure.to_string().contains(named), "{failure}");
                outcome.rejected += 1;
            }
            Err(other) => panic!("{other}: {}", context()),
        }
    }

    /// Makes one random edit and returns its description.
    fn edit(&self, random: &mut Random, file: &mut File) -> String {
        let places: Vec<(u32, u128)> = file.records.keys().copied().collect();
        if places.is_empty() || random.chance(6) {
            return edit_header(random, file);
        }
        let place = *random.pick(&places);
        let other = *random.pick(&places);
        let (least, greatest) = (file.header.least_value, file.header.greatest_value);
        let record = file.records[&place];
        match random.below(9) {
            0 => {
                let value = random.between(least, greatest);
                file.records.get_mut(&place).unwrap().value = value;
                format!("{record:?}: value {value}")
            }
            1 => {
                let value = (record.value + *random.pick(&[-1, 1])).clamp(least, greatest);
                file.records.get_mut(&place).unwrap().value = value;
                format!("{record:?}: value {value}")
            }
            2 => {
                let index = random.below(5) as u16;
                let edited = file.records.get_mut(&place).unwrap();
                edited.move_index = edited.move_index.map(|_| index);
                format!("{record:?}: move {index}")
            }
            3 => {
                let roles = *random.pick(&Roles::ALL);
                let index = record.move_index.unwrap_or(random.below(3) as u16);
                let edited = file.records.get_mut(&place).unwrap();
                edited.roles = roles;
                edited.move_index = roles.is_optimal().then_some(index);
                format!("{record:?}: roles {roles}")
            }
            4 => {
                file.records.remove(&place);
                format!("{record:?}: dropped")
            }
            5 => {
                let reachable: Vec<_> = self.reachable.records.iter().collect();
                let (place, record) = *random.pick(&reachable);
                let roles = *random.pick(&Roles::ALL);
                let added = Record {
                    roles,
                    move_index: record.move_index.filter(|_| roles.is_optimal()),
                    ..*record
                };
                file.records.entry(*place).or_insert(added);
                format!("{added:?}: added")
            }
            6 => {
                let key = random.next() as u128 >> random.below(64);
                let key = key & ((1 << file.header.key_bits) - 1);
                let added = Record { key, ..record };
                file.records.entry((place.0, key)).or_insert(added);
                format!("{added:?}: added")
            }
            7 => {
                let theirs = file.records[&other].value;
                file.records.get_mut(&other).unwrap().value = record.value;
                file.records.get_mut(&place).unwrap().value = theirs;
                format!("{record:?} and {other:?}: values swapped")
            }
            _ => {
                let level = random.below(file.header.max_level as usize + 1) as u32;
                file.records.remove(&place);
                file.records.entry((level, place.1)).or_insert(record);
                format!("{record:?}: moved to level {level}")
            }
        }
    }
}

/// The digest of an edited file; `None` if it is unchanged or cannot be written.
fn digest_of(file: &File, original: &File) -> Option<Digest> {
    if file == original {
        return None;
    }
    Some(file.encode_with_digest().ok()?.1)
}

fn edit_header(random: &mut Random, file: &mut File) -> String {
    let header = &mut file.header;
    let near = |random: &mut Random, value: u32| match random.chance(2) {
        true => value + 1,
        false => value.saturating_sub(1),
    };
    match random.below(11) {
        0 => header.root_value = random.between(header.least_value, header.greatest_value),
        1 => header.root_key ^= 1 << random.below(header.key_bits as usize),
        2 => {
            header.game = random
                .pick(&["othello:6x4", "mnk:3x3?k=2", "go"])
                .to_string()
        }
        3 => header.symmetry = !header.symmetry,
        4 => header.cut = Some(random.below(header.max_level as usize + 1) as u32),
        5 => header.cut = None,
        6 => header.scope = *random.pick(&[Scope::Weak, Scope::SemiStrong, Scope::Strong]),
        7 => header.max_level = near(random, header.max_level),
        8 => header.key_bits = near(random, header.key_bits),
        9 if random.chance(2) => header.least_value -= 1,
        9 => header.greatest_value += 1,
        _ => {
            let level = random.below(header.max_level as usize + 1) as u32;
            let count = file.terminals.entry(level).or_insert(0);
            *count = (*count + 2).saturating_sub(random.below(5) as u64);
            return format!("terminal positions of level {level}: {count}");
        }
    }
    format!("header: {:?}", file.header)
}

/// Edits solutions of one game: in every scope, cut and whole, with and without certificates.
fn edit_everywhere<R: Rules>(rules: R, cut: u32, edits: usize, seed: u64) -> Outcome {
    let mut random = Random(seed);
    let mut outcome = Outcome::default();
    let solved = Solved::new(rules);
    for scope in [Scope::Weak, Scope::SemiStrong, Scope::Strong] {
        for symmetry in [false, true] {
            for cut in [None, Some(cut)] {
                let plan = Plan {
                    scope,
                    symmetry,
                    cut,
                };
                Subject::new(&solved, plan, None).edit_artifact(&mut random, edits, &mut outcome);
                if scope == Scope::SemiStrong {
                    for certificate_cut in [None, Some(cut.unwrap_or(6) - 1)] {
                        let subject = Subject::new(&solved, plan, Some(certificate_cut));
                        subject.edit_artifact(&mut random, edits, &mut outcome);
                        subject.edit_certificate(&mut random, 2 * edits, &mut outcome);
                    }
                }
            }
        }
    }
    outcome
}

#[test]
fn edits_of_tic_tac_toe() {
    let outcome = edit_everywhere(Mnk::new(3, 3, 3).unwrap(), 5, 60, 1);
    assert!(
        outcome.accepted > 0 && outcome.rejected > 1000,
        "{outcome:?}"
    );
}

#[test]
fn edits_of_three_in_line_on_four_by_three() {
    let outcome = edit_everywhere(Mnk::new(4, 3, 3).unwrap(), 6, 4, 2);
    assert!(outcome.rejected > 50, "{outcome:?}");
}

#[test]
fn edits_of_connect_four_on_four_by_four() {
    let outcome = edit_everywhere(ConnectFour::new(4, 4).unwrap(), 10, 4, 3);
    assert!(outcome.rejected > 50, "{outcome:?}");
}

#[test]
fn edits_of_othello_on_four_by_four() {
    let outcome = edit_everywhere(Othello::new(4, 4).unwrap(), 11, 8, 4);
    assert!(outcome.rejected > 100, "{outcome:?}");
}

#[test]
fn edits_of_random_games_with_passes_leaps_and_ties() {
    let mut outcome = Outcome::default();
    for seed in 1000..2000 {
        let mut random = Random(seed);
        let graph = Graph::random(&mut random);
        let levels = graph.max_level() as usize;
        let solved = Solved::new(graph);
        let some_cut = |random: &mut Random| {
            let level = random.below(levels + 1) as u32;
            (!random.chance(3)).then_some(level)
        };
        let scope = [Scope::Weak, Scope::SemiStrong, Scope::Strong][random.below(3)];
        let plan = Plan {
            scope,
            symmetry: false,
            cut: some_cut(&mut random),
        };
        let proved = scope == Scope::SemiStrong && random.chance(2);
        let certificate_cut = proved.then(|| some_cut(&mut random));
        let subject = Subject::new(&solved, plan, certificate_cut);
        subject.edit_artifact(&mut random, 10, &mut outcome);
        subject.edit_certificate(&mut random, 10, &mut outcome);
    }
    assert!(
        outcome.accepted > 0 && outcome.rejected > 1000,
        "{outcome:?}"
    );
}

#[test]
fn every_flipped_or_missing_byte_is_rejected() {
    let solved = Solved::new(Mnk::new(3, 3, 3).unwrap());
    let artifact = solved.artifact(Plan {
        scope: Scope::SemiStrong,
        symmetry: true,
        cut: None,
    });
    let certificate = solved.certificate(&artifact, None);
    let bytes = [artifact.encode().unwrap(), certificate.encode().unwrap()];
    let rejected = |damaged: usize, edited: Vec<u8>| {
        let mut files = bytes.clone();
        files[damaged] = edited;
        let [artifact, certificate] = files;
        let error = verdict_on_bytes(&solved.rules, artifact, Some(certificate)).unwrap_err();
        let VerifyError::Failed(failure) = error else {
            panic!("{error}");
        };
        assert!(matches!(*failure, Failure::Bytes(_)), "{failure}");
    };
    let mut random = Random(5);
    for (damaged, whole) in bytes.iter().enumerate() {
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << random.below(8);
            rejected(damaged, flipped);
        }
        for length in (0..whole.len()).step_by(7) {
            rejected(damaged, whole[..length].to_vec());
        }
        let mut longer = whole.clone();
        longer.push(0);
        rejected(damaged, longer);
    }
}

/// A solution presented as one of another game with the same header fields.
#[test]
fn a_solution_of_another_game_is_rejected() {
    let solved = Solved::new(ConnectFour::new(4, 4).unwrap());
    let artifact = solved.artifact(Plan {
        scope: Scope::SemiStrong,
        symmetry: true,
        cut: None,
    });
    let verdict = |game: &str, key_bits, max_level| {
        let mut file = File::clone(&artifact);
        file.header.game = game.to_owned();
        file.header.key_bits = key_bits;
        file.header.max_level = max_level;
        let reader = Reader::from_bytes(file.encode().unwrap()).unwrap();
        verify_known(&reader, None, &Options::default())
    };
    assert!(verdict("connect-four:4x4", 20, 16).is_ok());
    for (game, key_bits, max_level) in [("connect-four:5x4", 25, 20), ("mnk:4x4?k=4", 26, 16)] {
        let error = verdict(game, key_bits, max_level).unwrap_err().to_string();
        assert!(error.starts_with("artifact: level "), "{error}");
    }
    let error = verdict("connect-four:4x4?k=4", 20, 16).unwrap_err();
    assert!(matches!(error, VerifyError::UnknownGame(_)), "{error}");
    // The same game with another spelling of its spec: specs are compared letter by letter.
    let error = verdict("connect-four:04x4", 20, 16)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "artifact: header: game: expected connect-four:4x4, found connect-four:04x4"
    );
}

#[test]
fn files_in_the_wrong_place_are_rejected() {
    let solved = Solved::new(Mnk::new(3, 3, 3).unwrap());
    let plan = Plan {
        scope: Scope::SemiStrong,
        symmetry: true,
        cut: None,
    };
    let artifact = solved.artifact(plan);
    let certificate = solved.certificate(&artifact, None);
    let error = verdict(&solved.rules, &certificate, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "artifact: header: kind: expected an artifact, found a certificate"
    );
    let error = verdict(&solved.rules, &artifact, Some(&artifact)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "certificate: header: kind: expected a certificate, found an artifact"
    );
    let other = solved.artifact(Plan {
        cut: Some(8),
        ..plan
    });
    let error = verdict(&solved.rules, &other, Some(&certificate)).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("certificate: header: digest of the artifact: expected "),
        "{error}"
    );
}
