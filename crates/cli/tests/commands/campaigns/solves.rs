//! Solves whose positions are settled by workers that are processes of their own.

use std::collections::BTreeSet;
use std::fs;

use super::servers::{Process, server_at};
use super::*;

/// The bytes of answers and results that a solve has on the disk.
fn progress(work: &Path) -> u64 {
    let entries = fs::read_dir(work).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

#[test]
#[ignore = "needs nats-server"]
fn a_solve_by_workers_writes_the_same_files_whatever_is_killed() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (alone, proof) = (at("alone.sol"), at("alone.cert"));
    let expected = solveig(&format!(
        "--json solve othello:6x4 --out {alone} --certificate {proof}"
    ));
    let expected = expected.json();
    let digests = |answer: &Value| {
        let digest = |file: &str| answer[file]["digest"].as_str().unwrap().to_owned();
        (digest("out"), digest("certificate"))
    };
    for workers in [1, 8] {
        let streams = folder.path().join(format!("streams-{workers}"));
        let (server, port) = server_at(&streams, "-1");
        let mut server = Some(server);
        let url = format!("nats://127.0.0.1:{port}");
        let (out, certificate) = (
            at(&format!("{workers}.sol")),
            at(&format!("{workers}.cert")),
        );
        let solve = format!(
            "solve othello:6x4 --out {out} --certificate {certificate} --server {url} \
             --own-moves 9 --threads 1 --memory 8MiB"
        );
        let work = format!("campaign worker othello:6x4 --server {url} --threads 1 --memory 8MiB");
        let mut fleet: Vec<Process> = (0..workers).map(|_| Process(start(&work))).collect();
        let mut driver = Process(start(&solve));
        let files = PathBuf::from(format!("{out}.work"));
        let mut killed = BTreeSet::new();
        // Each time something has been done, something is killed.
        for turn in 0..9 {
            let before = progress(&files);
            while progress(&files) == before && driver.0.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
            if driver.0.try_wait().unwrap().is_some() {
                break;
            }
            match turn % 3 {
                0 => driver = Process(spawn_after(driver, &solve)),
                1 => {
                    let victim = turn % fleet.len();
                    fleet[victim] = Process(start(&work));
                }
                _ => {
                    drop(server.take());
                    server = Some(server_at(&streams, &port.to_string()).0);
                }
            }
            killed.insert(turn % 3);
        }
        assert_eq!(killed.len(), 3, "it was over before");
        let ended = driver.0.wait().unwrap();
        assert!(ended.success(), "{ended}");
        drop(fleet);
        for (one, other) in [(&out, &alone), (&certificate, &proof)] {
            assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{one}");
        }
        let checked = solveig(&format!("--json verify {out} --certificate {certificate}")).json();
        assert_eq!(checked["holds"], true, "{checked}");
        // The digests are those of the files.
        let again = solveig(&format!(
            "--json solve othello:6x4 --out {out} --certificate {certificate} --force"
        ));
        assert_eq!(digests(&again.json()), digests(&expected));
    }
}

/// Kills a process, and starts the one that takes its place.
fn spawn_after(process: Process, arguments: &str) -> Child {
    drop(process);
    start(arguments)
}

#[test]
fn a_solve_by_workers_says_what_it_cannot_be_asked() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("a.sol");
    let solve = format!("solve othello:4x4 --out {}", out.display());
    for (further, complaint) in [
        ("--own-moves 3", "--server"),
        (
            "--server nats://127.0.0.1:9 --knowledge none",
            "--knowledge",
        ),
    ] {
        let said = solveig(&format!("{solve} {further}")).complaint();
        assert!(said.contains(complaint), "{said}");
        assert!(!out.exists());
    }
}
