//! Checks that are interrupted, shared or sampled.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Folder, Ran, program};

/// A solution, and the folder where checks of it keep their key.
struct Subject {
    folder: Folder,
    certificate: bool,
}

impl Subject {
    fn new(game: &str, options: &str) -> Self {
        let folder = Folder::new();
        folder.solve(game, "s", options);
        Self {
            folder,
            certificate: true,
        }
    }

    fn command(&self, options: &str, state: &str) -> std::process::Command {
        let certificate = if self.certificate {
            "--certificate @/s.cert"
        } else {
            ""
        };
        let arguments = format!("--json --quiet verify @/s.sol {certificate} {options}");
        let mut command = program(&self.folder.filled(&arguments));
        command.env("XDG_STATE_HOME", self.folder.file(state));
        command
    }

    fn verify(&self, options: &str) -> Ran {
        Ran::of(self.command(options, "state").output().unwrap())
    }

    /// What checks that are shared have in common with others.
    fn facts(&self, options: &str) -> Value {
        let mut report = self.verify(options).json();
        for name in ["joined", "nodes", "seconds"] {
            report.as_object_mut().unwrap().remove(name);
        }
        report
    }
}

#[test]
fn eight_parts_are_one_check_if_they_belong_together() {
    let subject = Subject::new("connect-four:5x4", "");
    let folder = &subject.folder;
    let parts: Vec<String> = (1..=8)
        .map(|part| {
            let report = subject.verify(&format!("--part {part}/8")).json();
            assert_eq!((&report["part"], &report["of"]), (&part.into(), &8.into()));
            folder.named(&format!("s.sol.part-{part}-of-8"))
        })
        .collect();
    assert_eq!(
        subject.facts(&format!("--join {}", parts.join(" "))),
        subject.facts("")
    );
    let fails = |options: &str, part: &str| {
        let complaint = subject.verify(options).failure();
        assert!(complaint.contains(part), "{options}: {complaint}");
    };
    fails(
        &format!("--join {}", parts[1..].join(" ")),
        "no file has part 1 of 8",
    );
    let double = format!("--join {} {}", parts.join(" "), parts[2]);
    fails(&double, "s.sol.part-3-of-8: part 3 of 8, which");
    subject.verify("--part 1/2 --out @/half").json();
    let mixed = format!("--join {} {}", parts[1..].join(" "), folder.named("half"));
    fails(&mixed, "half: a part of 2, but");
    subject.verify("--part 2/8 --plain --out @/plain").json();
    fails(
        "--join @/plain",
        "plain: only one of the two checks is --plain",
    );
    let mut bytes = fs::read(&parts[0]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.file("damaged"), bytes).unwrap();
    fails("--join @/damaged", "damaged: it is damaged");
    folder.solve("connect-four:4x4", "t", "");
    let of_other = "verify @/t.sol --part 1/1 --out @/other --quiet";
    folder.solveig(of_other).text();
    fails("--join @/other", "other: it is about another artifact");
    fails("--part 1/2 --out @/s.cert", "cannot be the same file");
    fails(
        "--part 1/2 --out @/t.sol",
        "exists and is no part of a check; name another file, or remove it",
    );
    fails("--part 9/8", "expected a part and how many there are");
    fails("--part 1/2 --sample 1", "cannot be used with");
    fails("--work @/work --out @/out", "cannot be used with");
    // Marks are missing, under a seal that anybody can make.
    let bytes = fs::read(folder.file("plain")).unwrap();
    let head = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let head = String::from_utf8(bytes[..=head].to_vec()).unwrap();
    let head = head.replace("\"plain\":true", "\"plain\":false");
    let head = head.replace("\"of\":8,\"parts\":[2]", "\"of\":1,\"parts\":[1]");
    let seal = blake3::hash(head.as_bytes());
    fs::write(
        folder.file("short"),
        [head.as_bytes(), seal.as_bytes()].concat(),
    )
    .unwrap();
    fails(
        "--join @/short",
        "short: it is not what a part of a check leaves",
    );
    let text = folder.solveig("verify @/t.sol --part 99/99 --quiet").text();
    assert!(
        text.starts_with("part 99 of 99: 0 records, nothing false"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_parts() {
    let subject = Subject::new("connect-four:4x4", "");
    let pipe = subject.folder.named("pipe");
    let status = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(status.unwrap().success());
    for file in [&pipe, "/dev/zero", "/dev/fd/0"] {
        let complaint = subject.verify(&format!("--join {file}")).failure();
        assert!(
            complaint.contains("not a regular file"),
            "{file}: {complaint}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_key_that_others_can_know_is_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let subject = Subject::new("connect-four:4x4", "");
    let key = subject.folder.file("state/solveig/verify.key");
    let fails = |part: &str| {
        let complaint = subject.verify("--work @/work").failure();
        assert!(complaint.contains(part), "{complaint}");
    };
    subject.verify("--work @/work").json();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).unwrap();
    fails("others may read or write it");
    let own = subject.folder.file("own");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    fs::rename(&key, &own).unwrap();
    symlink(&own, &key).unwrap();
    fails("it is not a regular file");
    fs::remove_file(&key).unwrap();
    let status = std::process::Command::new("mkfifo").arg(&key).status();
    assert!(status.unwrap().success());
    fails("it is not a regular file");
    // Only root can give files away.
    fs::remove_file(&key).unwrap();
    fs::copy(&own, &key).unwrap();
    if std::os::unix::fs::chown(&key, Some(12345), None).is_ok() {
        fails("it belongs to another user");
    }
    fs::remove_file(&key).unwrap();
    fs::rename(&own, &key).unwrap();
    subject.verify("--work @/work").json();
    // A relative folder is none.
    let mut command = subject.command("--work @/work", "state");
    command
        .env("XDG_STATE_HOME", "state")
        .env("HOME", subject.folder.path());
    let ran = Ran::of(command.current_dir(subject.folder.path()).output().unwrap());
    let complaint = ran.failure();
    assert!(
        complaint.contains("this user's checks on this machine did not"),
        "{complaint}"
    );
    assert!(
        subject
            .folder
            .file(".local/state/solveig/verify.key")
            .exists()
    );
}

fn contents(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_default()
}

#[test]
fn a_check_that_is_killed_five_times_goes_on_and_believes_no_folder_of_others() {
    let mut subject = Subject::new("connect-four:5x4", "");
    // Searches take longer than records of a certificate.
    subject.certificate = false;
    let kept = subject.folder.file("check/found");
    let mut sizes = Vec::new();
    for _ in 0..5 {
        let before = contents(&kept);
        let mut command = subject.command("--work @/check --threads 1", "state");
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        while contents(&kept) == before {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "it ended before it was killed");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was killed too late");
        // The number of parts that are done.
        let bytes = contents(&kept);
        let head = bytes.split(|byte| *byte == b'\n').next().unwrap();
        let head: Value = serde_json::from_slice(head).unwrap();
        sizes.push(head["parts"].as_array().unwrap().len());
    }
    assert!(sizes.is_sorted_by(|one, next| one < next), "{sizes:?}");
    // Others' folders are not believed: with another key, without one, or damaged.
    let own = contents(&kept);
    let refused = |state| {
        let ran = Ran::of(subject.command("--work @/check", state).output().unwrap());
        let complaint = ran.failure();
        assert!(complaint.contains("this user's checks"), "{complaint}");
    };
    refused("state of another");
    subject.verify("--part 1/1 --out @/check/found").json();
    refused("state");
    let mut damaged = own.clone();
    damaged[own.len() / 2] ^= 1;
    fs::write(&kept, damaged).unwrap();
    refused("state");
    fs::write(&kept, own).unwrap();
    assert_eq!(subject.facts("--work @/check"), subject.facts(""));
}

/// A stand-in for the proved checker: a shell script.
#[cfg(unix)]
fn stand_in(subject: &Subject, script: &str) {
    let draft = subject.folder.named("draft");
    fs::write(&draft, format!("#!/bin/sh\n{script}\n")).unwrap();
    // No program runs while a file descriptor may write it, and tests beside this one may inherit
    // those of this process.
    let install = subject
        .folder
        .filled("mkdir -p @/bin && cp @/draft @/bin/solveig-proved && chmod +x @/bin/*");
    let installed = std::process::Command::new("sh")
        .args(["-c", &install])
        .status();
    assert!(installed.unwrap().success());
}

#[cfg(unix)]
#[test]
fn both_verdicts_are_said_and_must_agree() {
    let subject = Subject::new("connect-four:4x4", "");
    let search_path = format!("{}:/usr/bin:/bin", subject.folder.named("bin"));
    let verify = |options: &str| {
        let mut command = subject.command(options, "state");
        Ran::of(command.env("PATH", &search_path).output().unwrap())
    };
    let fails = |options: &str, part: &str| {
        let complaint = verify(options).failure();
        assert!(complaint.contains(part), "{options}: {complaint}");
    };
    fails("--proved", "no program solveig-proved beside this one");
    let report = subject.verify("").json();
    let [digest, other] = ["digest", "certificate"].map(|name| report[name].as_str().unwrap());
    let holds = format!(
        "echo \"$@\" > {}; echo 'holds: this; digest {digest}'; echo 'digest of the certificate",
        subject.folder.named("arguments")
    );
    stand_in(&subject, &format!("{holds} {other}'"));
    let both = verify("--proved --threads 3").json();
    assert_eq!(both["holds"], true);
    assert!(both["proved"]["seconds"].is_number(), "{both}");
    assert_eq!(
        both["proved"]["program"],
        subject.folder.named("bin/solveig-proved")
    );
    let files = ["s.sol", "s.cert"]
        .map(|name| subject.folder.named(name))
        .join(" ");
    let arguments = fs::read_to_string(subject.folder.file("arguments")).unwrap();
    assert_eq!(arguments, format!("{files} --jobs 3\n"));
    verify("--proved --work @/work").json();
    stand_in(&subject, &format!("{holds} {digest}'"));
    fails("--proved", "the proved checker has read other files");
    stand_in(&subject, "echo \"DOES NOT HOLD: $1: level 3: no\"; exit 1");
    let differ = verify("--proved");
    let refused: Value = serde_json::from_str(&differ.stdout).unwrap();
    assert_eq!((differ.status, &refused["holds"]), (1, &false.into()));
    let problem = refused["problem"].as_str().unwrap();
    assert!(
        problem.starts_with("the verdicts differ: it holds by this checker"),
        "{problem}"
    );
    assert!(
        problem.ends_with("the proved one: level 3: no"),
        "{problem}"
    );
    stand_in(&subject, "echo 'error: no proved rules' >&2; exit 2");
    fails(
        "--proved",
        "s.sol: it holds by this checker, but the proved one did not decide: no proved",
    );
    stand_in(&subject, "exit 0");
    fails("--proved", "did not decide: exit status: 0");
    // As long as a test may take.
    stand_in(&subject, "exec sleep 1000");
    fails("--proved --time-limit 2", "not decided: the limit");
    fails("--proved --sample 1", "cannot be used with");
    fails("--proved --part 1/2", "cannot be used with");
    fails("--proved --join @/s.cert", "cannot be used with");
    let folder = &subject.folder;
    folder
        .solveig("prove connect-four:4x4 --out @/p.proof")
        .text();
    folder.expect_complaints(
        "
        verify @/p.proof --proved => checks no proofs
        verify @/s.sol --certificate @/p.proof => this is a proof, expected an artifact or a cert
        ",
    );
}

#[test]
fn a_sample_says_what_share_may_be_false() {
    let subject = Subject::new("connect-four:4x4", "");
    let report = subject.verify("--sample 4").json();
    let draws = report["draws"].as_f64().unwrap();
    let share = report["false_share"].as_f64().unwrap();
    assert!(draws > 0.0, "{report}");
    assert!(
        (draws * (1.0 - share).ln() - 0.01_f64.ln()).abs() < 1e-6,
        "{report}"
    );
    let command = "verify @/s.sol --certificate @/s.cert --sample 4 --quiet";
    let text = subject.folder.solveig(command).text();
    assert!(text.contains("nothing is said of the others"), "{text}");
}
