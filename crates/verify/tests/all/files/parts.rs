//! Checks in parts, and what the parts leave.

use std::sync::Mutex;

use solveig_format::{Digest, Reader, Scope};
use solveig_verify::{
    Budget, ConnectFour, Findings, Limits, Mnk, Options, Parts, Report, Rules, VerifyError,
    verify_opened, verify_parts,
};

use crate::forge::{Atlas, Plan, Writer, in_parts};

/// A solution and, for a semi-strong one, its certificate.
fn files(rules: &impl Rules, scope: Scope, cut: Option<u32>) -> (Reader, Option<Reader>) {
    let atlas = Atlas::of(rules);
    let writer = Writer::honest(&atlas);
    let artifact = writer.solution(Plan {
        scope,
        symmetry: true,
        cut,
    });
    let proves = scope == Scope::SemiStrong;
    let certificate = proves.then(|| writer.proof(&artifact, cut.map(|cut| cut - 2)));
    let reader = |file: crate::forge::File| Reader::from_bytes(file.encode().unwrap().0).unwrap();
    (reader(artifact), certificate.map(reader))
}

fn whole(artifact: &Reader, certificate: Option<&Reader>) -> Report {
    let budget = Budget::new(Limits::default());
    verify_opened(artifact, certificate, &Options::default(), &budget).unwrap()
}

#[test]
fn eight_parts_joined_report_what_one_check_reports() {
    for scope in [Scope::Weak, Scope::SemiStrong, Scope::Strong] {
        for cut in [None, Some(11)] {
            let (artifact, certificate) = files(&ConnectFour::new(4, 4).unwrap(), scope, cut);
            let certificate = certificate.as_ref();
            let whole = whole(&artifact, certificate);
            for of in [1, 8] {
                let options = Options::default();
                let joined = in_parts(&artifact, certificate, &options, of).unwrap();
                assert_eq!(joined.claims, whole.claims, "{scope:?} {cut:?} {of}");
                assert_eq!(joined.levels, whole.levels);
                let examined = (joined.examined, whole.examined);
                assert_eq!(examined, (0, whole.positions()));
                assert_eq!(joined.accelerators, whole.accelerators);
                assert_eq!(joined.nodes > 0, whole.nodes > 0);
            }
        }
    }
}

/// A check of all its parts one after the other, of which `kept` are done. The save after `stop`
/// more fails, as if the process had ended there.
fn go_on(
    files: &(Reader, Option<Reader>),
    kept: &Mutex<Vec<u8>>,
    stop: usize,
) -> Result<Report, VerifyError> {
    let (artifact, certificate) = (&files.0, files.1.as_ref());
    let check = Findings::none(artifact, certificate, false, Digest([2; 32]), 40);
    let before = kept.lock().unwrap().clone();
    let done = match before.is_empty() {
        true => Vec::new(),
        false => vec![check.decode(&before).unwrap()],
    };
    let is_done = |part: &u32| done.iter().any(|one: &Findings| one.parts.contains(part));
    let todo: Vec<u32> = (1..=40).filter(|part| !is_done(part)).collect();
    let saves = Mutex::new(0);
    let parts = Parts {
        check,
        done,
        todo,
        settles: true,
        save: &|bytes| {
            let mut saves = saves.lock().unwrap();
            if *saves == stop {
                return Err(std::io::ErrorKind::StorageFull.into());
            }
            *saves += 1;
            *kept.lock().unwrap() = bytes.to_vec();
            Ok(())
        },
    };
    let options = Options::default();
    let budget = Budget::new(options.limits);
    verify_parts(artifact, certificate, &parts, &options, &budget)
}

#[test]
fn a_check_that_was_interrupted_goes_on_and_reports_the_same() {
    let files = files(
        &ConnectFour::new(4, 4).unwrap(),
        Scope::SemiStrong,
        Some(11),
    );
    let expected = whole(&files.0, files.1.as_ref());
    let kept = Mutex::new(Vec::new());
    for _ in 0..3 {
        let error = go_on(&files, &kept, 1).unwrap_err();
        assert!(matches!(error, VerifyError::Unsaved(_)), "{error}");
    }
    let report = go_on(&files, &kept, usize::MAX).unwrap();
    assert!((1..report.positions()).contains(&report.examined));
    assert_eq!(
        (report.claims, report.levels),
        (expected.claims, expected.levels)
    );
    // When all is done, nothing but the comparison is repeated.
    let again = go_on(&files, &kept, 0).unwrap();
    assert_eq!((again.claims, again.nodes), (report.claims, report.nodes));
    assert_eq!(again.examined, 0);
}

#[test]
fn findings_of_another_check_are_refused_by_name_and_bytes_cause_no_panic() {
    let (artifact, certificate) = files(&Mnk::new(3, 3, 3).unwrap(), Scope::SemiStrong, None);
    let (other, _) = files(&Mnk::new(3, 2, 2).unwrap(), Scope::SemiStrong, None);
    let certificate = certificate.as_ref();
    let check = |artifact: &Reader, certificate: Option<&Reader>, plain, program| {
        Findings::none(artifact, certificate, plain, Digest([program; 32]), 2)
    };
    let own = check(&artifact, certificate, false, 1);
    let run = |done: Vec<Findings>, save: &(dyn Fn(&[u8]) -> std::io::Result<()> + Sync)| {
        let parts = Parts {
            check: own.clone(),
            settles: !done.is_empty(),
            todo: if done.is_empty() { vec![1] } else { Vec::new() },
            done,
            save,
        };
        let options = Options::default();
        verify_parts(
            &artifact,
            certificate,
            &parts,
            &options,
            &Budget::new(options.limits),
        )
    };
    let kept = Mutex::new(Vec::new());
    run(Vec::new(), &|bytes| {
        *kept.lock().unwrap() = bytes.to_vec();
        Ok(())
    })
    .unwrap();
    let bytes = kept.into_inner().unwrap();
    let found = own.decode(&bytes).unwrap();
    assert_eq!((found.of, found.parts), (2, [1].into()));
    for (other, part) in [
        (check(&other, certificate, false, 1), "another artifact"),
        (check(&artifact, None, false, 1), "another certificate"),
        (check(&artifact, certificate, true, 1), "--plain"),
        (
            check(&artifact, certificate, false, 2),
            "another version of the program",
        ),
    ] {
        let error = other.decode(&bytes).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
    let save = |_: &[u8]| Ok(());
    for at in 0..bytes.len() {
        for change in [0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            for bytes in [&bytes[..at], &damaged] {
                if let Ok(findings) = own.decode(bytes) {
                    // One of two parts is not enough.
                    run(vec![findings], &save).unwrap_err();
                }
            }
        }
    }
}
