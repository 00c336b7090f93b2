//! Files stay byte for byte the same: BLAKE3 digests of the files of six boards and of four proofs.

use std::fs;

use crate::run::{Folder, run};

/// Specs and options, with the digests of artifact and certificate.
const REGIONS: [(&str, &str, [&str; 2]); 6] = [
    (
        "connect-four:5x4",
        "--scope semi-strong",
        [
            "20e159ee9abea57a599d3bb8ea9cd60f03fdb216b37e99c22d139f1dc04c0ff7",
            "c2fcaab0316da9a8d0fdd7cfbbfc683720eed898873e745dc85055a750df5a0b",
        ],
    ),
    (
        "connect-four:4x4?utility=score",
        "--scope weak",
        [
            "6dc8ebc04d9f4a9909fffc05fe26cb9bfb6f9ab68857cc8391bfdb06eb2a5154",
            "174adf6086219c167511416ea2e2deff56c140ad5ba2ca8edda267e986978a7e",
        ],
    ),
    (
        "othello:6x4",
        "--scope semi-strong",
        [
            "12c56d7010d9e39a5e81c7d0e8d6bba1332a7477f664f15dc075e004f421e7f7",
            "9a6d9424dc84c2085eb4d05b314e9706d2819b93277e586d62383e079d4b2191",
        ],
    ),
    (
        "mnk:3x3?k=3",
        "--scope strong",
        [
            "673fa772b5fd806653a9bc5dd4ec72ef0f66b4207cddc9941a25c9ea83b8e90c",
            "855e3dbd249dc6a8063ba0fff1a1f5d2ed45126dd3014678d6c98435289d6c00",
        ],
    ),
    (
        "hex:3x3",
        "--scope semi-strong --cut 5",
        [
            "f03acefc25205470c6c8dd2cb4ed306ede69694800244a31ce88ec20b601c1a0",
            "ccef8ee19179c60abc2a5d8ab1e7751ee57155ddf90ebe7afa51ce1ba2872014",
        ],
    ),
    (
        "random-tree:3x5?seed=7",
        "--scope semi-strong --cut 2",
        [
            "b2350c3b2116b090cbd471eb4eec4d4089bc2515921c5bb55ad9f8c0ddd1b260",
            "29867a14e05ef942da8897751a0888c604bd05641f60fed8c3731add2f0859eb",
        ],
    ),
];

/// Specs with the digests of proofs.
const PROOFS: [(&str, &str); 4] = [
    (
        "go:2x2",
        "49352b351e69e99f249efc7d4d6bcb979084d33a315f48997e5cb42dc10d66a0",
    ),
    (
        "go:2x3",
        "0dd228ee73d7971ac294f7138337314635ac29fe80dd4921ab41e22f06ca3535",
    ),
    (
        "go:3x3",
        "31af037b7e2cc80177f3b689eccfa50d75d2d044a6e64a260c0984a8ab10b181",
    ),
    (
        "hex:3x3",
        "8d13b96bad88eac125784806fd9b7c23e4b6db93d7bf1808aadd9054a3398997",
    ),
];

fn digest(path: &str) -> String {
    blake3::hash(&fs::read(path).unwrap()).to_string()
}

#[test]
fn artifacts_and_certificates_have_the_bytes_they_always_had() {
    let folder = Folder::new();
    for (number, (game, options, expected)) in REGIONS.into_iter().enumerate() {
        let name = number.to_string();
        let artifact = folder.solve(game, &name, options);
        let found = [artifact, folder.named(&format!("{name}.cert"))].map(|path| digest(&path));
        assert_eq!(found, expected, "{game} {options}");
    }
}

#[test]
fn proofs_have_the_bytes_they_always_had() {
    let folder = Folder::new();
    let out = folder.named("one.proof");
    let found = PROOFS.map(|(game, _)| {
        run(&["prove", game, "--force", "--out", &out], "").text();
        (game, digest(&out))
    });
    let expected = PROOFS.map(|(game, digest)| (game, digest.to_owned()));
    assert_eq!(found, expected);
}
