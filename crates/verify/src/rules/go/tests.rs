//! Symmetries, and the parsing of specs, at all sizes.

use super::*;
use crate::random::Random;

fn boards() -> impl Iterator<Item = Go> {
    let sizes = (1..=25).flat_map(|columns| (1..=49).map(move |rows| (columns, rows)));
    let specs = sizes.filter(|(columns, rows)| columns * rows <= MAX_POINTS);
    specs.map(|(columns, rows)| Go::parse(&format!("{columns}x{rows}")).unwrap())
}

#[test]
fn symmetries_keep_neighbours_and_are_undone_by_their_inverses() {
    for go in boards() {
        let all = if go.columns == go.rows { 8 } else { 4 };
        assert_eq!(go.images.len(), all, "{}", go.spec());
        for (by, images) in go.images.iter().enumerate() {
            let inverse = &go.images[go.inverse(by)];
            for point in 0..go.points() {
                let image = images[point as usize];
                assert_eq!(inverse[image as usize], point);
                let beside = go.image(go.beside[point as usize], by);
                let expected = go.beside[image as usize];
                assert_eq!(beside, expected, "{}", go.spec());
            }
        }
        // No two symmetries are the same where sides are two or longer.
        if go.columns > 1 && go.rows > 1 {
            let different: std::collections::HashSet<_> = go.images.iter().collect();
            assert_eq!(different.len(), all, "{}", go.spec());
        }
    }
}

#[test]
fn images_of_keys_are_keys_of_images() {
    let mut random = Random(1);
    let mut next = || random.next() >> 3;
    for go in boards() {
        let all = (1_u64 << go.points()) - 1;
        let black = next() & all;
        let stones = [black, next() & all & !black];
        for (colour, passes) in [(0, 0), (1, 0), (0, 1), (1, 2)] {
            let board = Board {
                stones,
                colour,
                passes,
            };
            let mut keys = Vec::new();
            for by in 0..go.images.len() {
                let moved = stones.map(|stones| {
                    let mut image = 0;
                    for point in (0..go.points()).filter(|point| stones & 1 << point != 0) {
                        image |= 1 << go.images[by][point as usize];
                    }
                    image
                });
                let image = Board {
                    stones: moved,
                    ..board
                };
                let image_key = go.image_of_key(RepetitionKey(go.key(&board)), by);
                assert_eq!(image_key, RepetitionKey(go.key(&image)), "{}", go.spec());
                let back = go.image_of_key(image_key, go.inverse(by));
                assert_eq!(back, RepetitionKey(go.key(&board)), "{}", go.spec());
                keys.push(go.key(&image));
            }
            let least = keys.iter().copied().min().unwrap();
            let first = keys.iter().position(|key| *key == least).unwrap();
            assert_eq!(go.canonical_key(&board), (least, first), "{}", go.spec());
            let count = (stones[0] | stones[1]).count_ones();
            assert_eq!(go.stones_of(RepetitionKey(go.key(&board))), count);
        }
    }
}

#[test]
fn repetition_keys_are_described_as_boards() {
    let text = |spec: &str, key: u128| {
        let go = Go::parse(spec).unwrap();
        go.describe_key(RepetitionKey(key))
    };
    assert_eq!(text("2x2", 0b0100_0001), "X-O-");
    assert_eq!(text("2x2?superko=situational", 0b0100_0001), "X-O- X");
    assert_eq!(text("2x2?superko=situational", 0b1_0100_0001), "X-O- O");
    // Two stones on one point.
    assert_eq!(text("2x2", 0b0001_0001), "0x11");
}

/// Territory of Black on boards drawn with the first row first.
#[test]
fn territory_is_what_alive_stones_enclose() {
    for (spec, stones, points) in [
        // Three eyes, and a corner of which one point is not beside Black.
        ("4x4", "--X---XXXXXX-XX-", "TT-TTT------T--T"),
        // The same with a stone of White there, and one of Black.
        ("4x4", "O-X---XXXXXX-XX-", "TT-TTT------T--T"),
        ("4x4", "X-X---XXXXXX-XX-", "---T--------T--T"),
        // A stone in the corner with two eyes of its own.
        ("4x3", "X-X--XXXXX-X", "-T-TT-----T-"),
        // A point with one neighbour is never filled.
        ("7x1", "---X-X-", "-------"),
        ("7x1", "-X--X-X", "-------"),
        ("7x1", "-X-X-X-", "T-T-T-T"),
        ("1x1", "-", "-"),
        ("5x1", "-X-X-", "T-T-T"),
        // Two points that are not beside Black.
        ("5x4", "---X----XXXXXXX-XXX-", "----T----------T---T"),
    ] {
        let go = Go::parse(spec).unwrap();
        let set = |text: &str, mark: char| {
            let marked = text.chars().enumerate().filter(|(_, one)| *one == mark);
            marked.fold(0_u64, |all, (at, _)| all | 1 << at)
        };
        for colour in [0, 1] {
            let [own, other] = [set(stones, 'X'), set(stones, 'O')];
            let board = Board {
                stones: if colour == 0 {
                    [own, other]
                } else {
                    [other, own]
                },
                colour: 0,
                passes: 0,
            };
            let kept = go.territory(&board, colour);
            assert_eq!(kept.points, set(points, 'T'), "{spec} {stones}");
        }
    }
}
