//! `solveig serve --static`: the page as a folder of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Folder, run};

fn list(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("games.json")).unwrap()).unwrap()
}

/// The version that the service worker has.
fn version(folder: &Path) -> String {
    let worker = fs::read_to_string(folder.join("sw.js")).unwrap();
    let (_, rest) = worker.split_once("VERSION = \"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// All files below a folder, by their paths with slashes.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, name) = {
            let entry = entry.unwrap();
            (entry.path(), entry.file_name().into_string().unwrap())
        };
        match path.is_dir() {
            true => found.extend(
                files(&path)
                    .into_iter()
                    .map(|below| format!("{name}/{below}")),
            ),
            false => _ = found.insert(name),
        }
    }
    found
}

#[test]
fn a_folder_has_all_that_its_page_needs_and_keeps_it_offline() {
    let folder = Folder::new();
    let three = folder.solve("mnk:3x3?k=3", "three games", "");
    let page = folder.file("page");
    let target = page.to_str().unwrap();
    let serve = ["--json", "serve", &three, "hex:3x3", "--static", target];
    let said = run(&serve, "").json();
    let written = list(&page);
    assert_eq!(said["files"], written["written"].as_array().unwrap().len());
    assert_eq!(
        written["files"]["mnk-3x3-k-3"]["solution"],
        "three games.sol"
    );
    assert_eq!(written["files"]["hex-3x3"]["solution"], Value::Null);
    assert_eq!(written["games"][0]["artifact"]["check"], "bytes");
    assert_eq!(
        fs::read(&three).unwrap(),
        fs::read(page.join("three games.sol")).unwrap()
    );
    let names = files(&page);
    let listed = written["written"].as_array().unwrap().iter();
    let listed: BTreeSet<String> = listed
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, listed);
    // The service worker keeps everything but itself.
    let worker = fs::read_to_string(page.join("sw.js")).unwrap();
    for name in names.iter().filter(|name| *name != "sw.js") {
        let address = name.replace(' ', "%20");
        assert!(
            worker.contains(&format!("\"{address}\"")),
            "{address}: {worker}"
        );
    }
    let index = fs::read_to_string(page.join("index.html")).unwrap();
    assert!(
        index.contains("name=\"solveig-games\" content=\"games.json\""),
        "{index}"
    );
    assert!(
        !index.contains("=\"/"),
        "an address that no folder can have: {index}"
    );

    // The same games have the same version; others have another, and leave no file behind.
    let first = version(&page);
    run(&serve, "").json();
    assert_eq!(version(&page), first);
    fs::write(page.join("CNAME"), "a file of the host's").unwrap();
    run(&["--json", "serve", "hex:3x3", "--static", target], "").json();
    assert_ne!(version(&page), first);
    assert!(!page.join("three games.sol").exists());
    assert!(page.join("CNAME").exists());
}

#[test]
fn what_is_not_its_own_is_replaced_only_by_force() {
    let folder = Folder::new();
    let page = folder.file("page");
    fs::create_dir(&page).unwrap();
    fs::write(page.join("index.html"), "mine").unwrap();
    let serve = ["serve", "hex:3x3", "--static", page.to_str().unwrap()];
    let complaint = run(&serve, "").complaint();
    let says = ["index.html", "--force"].map(|part| complaint.contains(part));
    assert_eq!(says, [true; 2], "{complaint}");
    assert_eq!(files(&page), BTreeSet::from(["index.html".to_owned()]));
    run(&[&serve[..], &["--force"]].concat(), "").text();
    assert_ne!(fs::read(page.join("index.html")).unwrap(), b"mine");

    // A list that names files elsewhere removes none of them.
    let precious = folder.file("precious");
    fs::write(&precious, "keep").unwrap();
    let absolute = precious.to_str().unwrap();
    let hostile = format!("{{\"written\":[\"../precious\",{absolute:?},\"index.html\"]}}");
    fs::write(page.join("games.json"), hostile).unwrap();
    run(&[&serve[..], &["--force"]].concat(), "").text();
    assert!(precious.exists());
}

#[test]
fn what_no_page_can_hold_is_refused_by_name() {
    let folder = Folder::new();
    let artifact = folder.solve("mnk:3x3?k=3", "three", "");
    fs::write(folder.file("file"), "no folder").unwrap();
    let large = folder.file("large.sol");
    fs::copy(&artifact, &large).unwrap();
    let grown = fs::File::options().write(true).open(&large).unwrap();
    grown.set_len((64 << 20) + 1).unwrap();
    folder.expect_complaints(
        "serve --trust-files @/large.sol --static @/page => large.sol
        serve @/three.sol @/three.sol --static @/page => three.sol
        serve @/three.sol --static @/file => file
        serve hex:3x3 --static @/no/such/page => page
        serve hex:3x3 --static @/page --listen 127.0.0.1:0 => --listen
        serve hex:3x3 --force => --static",
    );
    assert!(!folder.file("page").exists());
}

#[test]
fn the_demonstration_writes_all_its_games_into_one_folder() {
    let folder = Folder::new();
    let page = folder.file("page");
    let target = page.to_str().unwrap();
    run(&["demo", "--static", target], "").text();
    let written = list(&page);
    let games: Vec<&str> = written["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["spec"].as_str().unwrap())
        .collect();
    assert_eq!(
        games,
        [
            "connect-four:7x6?utility=score",
            "othello:6x6",
            "hex:7x7",
            "go:4x4",
            "mnk:3x3?k=3"
        ]
    );
    for (game, file) in [
        ("othello-6x6", "othello-6x6.sol"),
        ("go-4x4", "go-4x4.proof"),
    ] {
        assert_eq!(written["files"][game]["solution"], file);
        assert!(page.join(file).is_file());
    }
    assert_eq!(written["games"][3]["proof"]["at_least"], 2);
    let complaint = run(&["demo", "--force"], "").complaint();
    assert!(complaint.contains("--static"), "{complaint}");
}
