//! Diagrams compared with plain sets of words.

use std::collections::BTreeSet;

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::file::{self, DiagramShape};
use super::{Diagram, EMPTY, NodeId, TooLarge};

type Words = BTreeSet<Vec<u16>>;

fn build(diagram: &mut Diagram, words: &Words) -> NodeId {
    words.iter().fold(EMPTY, |set, word| {
        let word = diagram.word(word).unwrap();
        diagram.union(0, set, word).unwrap()
    })
}

fn words_of(diagram: &Diagram, layer: usize, node: NodeId) -> Words {
    let mut words = Words::new();
    if node == EMPTY {
        return words;
    }
    let content = diagram.content(layer, node);
    for (place, label) in content.labels.iter().enumerate() {
        let rest = match layer + 1 == diagram.layers() {
            true => Words::from([vec![]]),
            false => words_of(diagram, layer + 1, diagram.child(&content, place)),
        };
        words.extend(rest.into_iter().map(|rest| [vec![*label], rest].concat()));
    }
    words
}

fn sets() -> impl Strategy<Value = (usize, Words, Words)> {
    (1..6_usize).prop_flat_map(|layers| {
        let words = || {
            let word = prop::collection::vec(0..4_u16, layers);
            prop::collection::btree_set(word, 0..60)
        };
        (Just(layers), words(), words())
    })
}

proptest! {
    #[test]
    fn a_set_is_one_node_however_it_is_made((layers, a, b) in sets()) {
        let mut diagram = Diagram::new(layers, 1 << 20);
        let (in_a, in_b) = (build(&mut diagram, &a), build(&mut diagram, &b));
        let union = diagram.union(0, in_a, in_b).unwrap();
        let words: Words = a.union(&b).cloned().collect();
        prop_assert_eq!(&words_of(&diagram, 0, union), &words);
        prop_assert_eq!(build(&mut diagram, &words), union);
        prop_assert_eq!(diagram.union(0, in_b, in_a), Ok(union));
        prop_assert_eq!(in_a == in_b, a == b);
        prop_assert_eq!(diagram.count(union), words.len() as u64);
        let symmetric = words.iter().filter(|word| word.iter().eq(word.iter().rev()));
        prop_assert_eq!(diagram.count_palindromes(union), symmetric.count() as u64);
    }

    #[test]
    fn what_is_kept_is_the_root_and_no_more((layers, a, b) in sets()) {
        let mut diagram = Diagram::new(layers, 1 << 20);
        build(&mut diagram, &b);
        let root = build(&mut diagram, &a);
        let root = diagram.keep(root);
        prop_assert_eq!(&words_of(&diagram, 0, root), &a);
        let mut alone = Diagram::new(layers, 1 << 20);
        let by_itself = build(&mut alone, &a);
        alone.keep(by_itself);
        prop_assert_eq!(diagram.nodes(), alone.nodes());
        // Nodes are still found by their content.
        prop_assert_eq!(build(&mut diagram, &a), root);
        prop_assert_eq!(words_of(&diagram, 0, root), a);
    }

    #[test]
    fn bytes_give_the_same_diagram_or_none((layers, a, _) in sets(), at in any::<prop::sample::Index>(), flip in 1..=255_u8) {
        let mut diagram = Diagram::new(layers, 1 << 20);
        let root = build(&mut diagram, &a);
        let root = diagram.keep(root);
        let mut bytes = Vec::new();
        let checksum = file::write(&diagram, root, &mut bytes).unwrap();
        let shape = DiagramShape { layers, labels: 0..4 };
        let (mut read, from) = file::read(&bytes, checksum, &shape, 1 << 20).unwrap();
        prop_assert_eq!(&words_of(&read, 0, from), &a);
        prop_assert_eq!(build(&mut read, &a), from);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(file::read(&bytes, checksum, &shape, 1 << 20).is_none());
        // Bytes with a correct checksum must not lead to nodes that do not exist.
        if let Some((odd, root)) = file::read(&bytes, xxh3_64(&bytes), &shape, 1 << 20) {
            words_of(&odd, 0, root);
        }
        prop_assert!(file::read(&bytes[..at], xxh3_64(&bytes[..at]), &shape, 1 << 20).is_none());
    }
}

#[test]
fn a_diagram_does_not_outgrow_its_bytes() {
    let mut diagram = Diagram::new(3, 100_000);
    let mut words = (0..100_000_u32).map(|n| [(n % 47) as u16, (n % 997) as u16, (n % 61) as u16]);
    let full = words.find_map(|word| diagram.word(&word).err());
    assert_eq!(full, Some(TooLarge));
    assert!(diagram.bytes() < 200_000, "{}", diagram.bytes());
}

#[test]
fn labels_are_as_many_as_numbers_of_their_width() {
    let mut diagram = Diagram::new(2, u64::MAX);
    let mut every_second = |from: u16| {
        let labels: Vec<u16> = (from..=u16::MAX).step_by(2).collect();
        let rest = diagram.node(1, &labels, &[]).unwrap();
        diagram.node(0, &labels, &vec![rest; labels.len()]).unwrap()
    };
    let (even, odd) = (every_second(0), every_second(1));
    let both = diagram.union(0, even, odd).unwrap();
    assert_eq!(diagram.count(both), 1 << 31);
    assert_eq!(diagram.count_palindromes(both), 1 << 16);
    let both = diagram.keep(both);
    assert_eq!(diagram.count(both), 1 << 31);
    assert_eq!(Diagram::new(1, 0).word(&[1]), Err(TooLarge));
}
