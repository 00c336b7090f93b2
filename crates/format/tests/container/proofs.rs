//! Proofs: the bytes are those that `FORMAT.md` shows, and no others are accepted.

use solveig_format::FormatError;
use solveig_format::proof::{
    ChosenMoves, MemoryLimits, Proof, ProofHeader, ProofReader, ProofSummary, WalkKind, is_proof,
};

fn proof() -> Proof {
    let mut moves = ChosenMoves::default();
    for (place, of) in [(2, 5), (0, 1), (1, 2), (6, 7)] {
        moves.push(place, of);
    }
    Proof {
        header: ProofHeader {
            game: "go:2x2".into(),
            board: None,
            moves: vec![3, 0],
            at_least: Some(-1),
            at_most: None,
            walk: WalkKind::Knowledge(MemoryLimits {
                of_answer: 7,
                in_all: 8,
                answers: 9,
            }),
            program: "by hand".into(),
        },
        moves,
        nodes: 11,
    }
}

#[test]
fn the_bytes_are_those_of_the_document() {
    let mut drawn = b"\xf7SolvPrf".to_vec();
    let body: [&[u8]; 14] = [
        &[1, 0, 1, 0],
        &(-1_i32).to_le_bytes(),
        &0_i32.to_le_bytes(),
        &7_u32.to_le_bytes(),
        &8_u64.to_le_bytes(),
        &9_u64.to_le_bytes(),
        &0_u128.to_le_bytes(),
        &2_u32.to_le_bytes(),
        &3_u32.to_le_bytes(),
        &0_u32.to_le_bytes(),
        &6_u32.to_le_bytes(),
        b"go:2x2",
        &7_u32.to_le_bytes(),
        b"by hand",
    ];
    let body = body.concat();
    drawn.extend(1_u32.to_le_bytes());
    drawn.extend((body.len() as u32).to_le_bytes());
    drawn.extend(body);
    // Place 2 in three bits, the only move in none, place 1 in one, place 6 in three.
    drawn.push(0b0110_1010);
    drawn.extend(3_u64.to_le_bytes());
    drawn.extend(11_u64.to_le_bytes());
    let digest = blake3::hash(&drawn);
    drawn.extend(digest.as_bytes());
    drawn.extend(b"frPvloS\xf7");
    let (bytes, named) = proof().encode().unwrap();
    assert_eq!(bytes, drawn);
    assert_eq!(named.0, *digest.as_bytes());
}

/// A header of version 2.
fn repeating(header: ProofHeader) -> ProofHeader {
    ProofHeader {
        walk: WalkKind::LoserMayRepeat,
        ..header
    }
}

/// Makes the digest hold.
fn seal(bytes: &mut [u8]) {
    let end = bytes.len() - 40;
    let digest = *blake3::hash(&bytes[..end]).as_bytes();
    bytes[end..end + 32].copy_from_slice(&digest);
}

#[test]
fn the_version_follows_from_the_walk() {
    let version = |proof: &Proof| proof.encode().unwrap().0[8];
    let old = proof();
    let new = Proof {
        header: repeating(proof().header),
        ..proof()
    };
    assert_eq!((version(&old), version(&new)), (1, 2));
    // The walk is byte 18.
    assert_eq!(new.encode().unwrap().0[18], 2);
    for (proof, walk, version) in [
        (&old, 1, 2),
        (&old, 2, 1),
        (&old, 2, 2),
        (&new, 2, 1),
        (&new, 1, 1),
        (&new, 3, 2),
    ] {
        let (mut bytes, _) = proof.encode().unwrap();
        (bytes[8], bytes[18]) = (version, walk);
        seal(&mut bytes);
        let read = ProofReader::from_bytes(bytes);
        // Without limits of its memory a walk of version 1 is a walk still.
        assert_eq!(
            read.is_ok(),
            (proof == &new) && (walk, version) == (1, 1),
            "{walk} {version}"
        );
    }
}

#[test]
fn a_proof_reads_as_it_was_written() {
    let other = Proof {
        header: ProofHeader {
            board: Some(u128::MAX),
            moves: Vec::new(),
            at_least: None,
            at_most: Some(1 << 30),
            walk: WalkKind::Rules(MemoryLimits::default()),
            ..proof().header
        },
        moves: ChosenMoves::default(),
        nodes: u64::MAX,
    };
    let repeating = Proof {
        header: repeating(proof().header),
        ..proof()
    };
    for proof in [proof(), other, repeating] {
        let (bytes, digest) = proof.encode().unwrap();
        let read = ProofReader::from_bytes(&bytes[..]).unwrap();
        assert_eq!(*read.header(), proof.header);
        assert_eq!(read.choices(), proof.moves.count());
        assert_eq!((read.nodes(), read.digest()), (proof.nodes, digest));
        assert_eq!(read.byte_length(), bytes.len() as u64);
    }
    let (bytes, _) = proof().encode().unwrap();
    let read = ProofReader::from_bytes(&bytes[..]).unwrap();
    let mut moves = read.moves();
    for (place, of) in [(2, 5), (0, 1), (1, 2), (6, 7)] {
        assert_eq!(moves.next(of), Ok(place));
    }
    assert_eq!(moves.finish(), Ok(()));
}

#[test]
fn no_byte_can_change_and_none_can_be_missing() {
    let (bytes, _) = proof().encode().unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(ProofReader::from_bytes(changed).is_err(), "byte {at}");
        }
        assert!(ProofReader::from_bytes(&bytes[..at]).is_err());
    }
    assert!(ProofReader::from_bytes([&bytes[..], &[0]].concat()).is_err());
    let mut newer = bytes;
    newer[8] = 3;
    let error = ProofReader::from_bytes(newer).err().unwrap();
    assert!(
        matches!(error, FormatError::Newer { found: 3, .. }),
        "{error}"
    );
}

#[test]
fn nonsense_is_not_written_and_not_read() {
    let nonsense = |change: &dyn Fn(&mut ProofHeader)| {
        let mut proof = proof();
        change(&mut proof.header);
        proof.encode().err().unwrap().to_string()
    };
    type Change<'a> = &'a dyn Fn(&mut ProofHeader);
    let changes: [(Change<'_>, &str); 5] = [
        (&|header| header.at_least = None, "nothing is claimed"),
        (&|header| header.at_least = Some(i32::MIN), "beyond"),
        (&|header| header.game.clear(), "game"),
        (&|header| header.program = "\u{1b}[2J".into(), "program"),
        (&|header| header.moves = vec![0; 1 << 15], "bytes long"),
    ];
    for (change, problem) in changes {
        let said = nonsense(change);
        assert!(said.contains(problem), "{problem}: {said}");
    }

    // A missing bound must be 0, or one claim would have several encodings.
    let (mut bytes, _) = proof().encode().unwrap();
    bytes[24] = 1;
    seal(&mut bytes);
    let error = ProofReader::from_bytes(bytes).err().unwrap().to_string();
    assert!(error.contains("not there is not 0"), "{error}");
}

#[test]
fn a_file_stands_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.proof");
    let ProofSummary { digest, bytes } = proof().write(&path).unwrap();
    assert!(is_proof(&path).unwrap());
    let read = ProofReader::open(&path).unwrap();
    assert_eq!((read.byte_length(), read.digest()), (bytes, digest));
    drop(read);
    let mut bad = proof();
    bad.header.at_least = None;
    assert!(bad.write(&path).is_err());
    assert_eq!(ProofReader::open(&path).unwrap().digest(), digest);
    assert!(proof().write(folder.path().join("no/one.proof")).is_err());
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1);

    let other = folder.path().join("other");
    std::fs::write(&other, b"\xf7Solveig").unwrap();
    assert!(!is_proof(&other).unwrap());
    assert!(is_proof(folder.path().join("none")).is_err());
    assert!(ProofReader::open(&other).is_err());
}
