use std::collections::{BTreeMap, BTreeSet};

use solveig_game::Game;

use super::layout::NAME_RISE;
use super::text::escape;
use super::*;
use crate::trees::algorithms::{Algorithm, run};
use crate::trees::event::Event;
use crate::trees::random::RandomTrees;
use crate::trees::tree::Shape;

const ALL: Drawing = Drawing {
    values: true,
    bounds: true,
    bounds_through: true,
    dead: true,
    solution_trees: true,
    critical_path: true,
    node_kinds: true,
};

const NONE: Drawing = Drawing {
    values: false,
    bounds: false,
    bounds_through: false,
    dead: false,
    solution_trees: false,
    critical_path: false,
    node_kinds: false,
};

/// A tag with its attributes as written.
struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
}

impl Tag {
    fn has_class(&self, class: &str) -> bool {
        let classes = self.attributes.get("class");
        classes.is_some_and(|classes| classes.split(' ').any(|one| one == class))
    }

    fn number(&self, attribute: &str) -> Option<u32> {
        self.attributes.get(attribute)?.parse().ok()
    }
}

fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        assert!(entities.iter().any(|one| text[at..].starts_with(one)));
    }
    assert!(!text.contains(['<', '>']), "{text}");
    assert!(text.chars().all(|one| one == '\n' || one >= ' '), "{text}");
}

/// Start tags of a document, which must be well-formed.
fn parse(document: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = document;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at]);
        assert!(!open.is_empty() || tags.is_empty(), "one root element");
        let end = at + rest[at..].find('>').expect("tags end");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut list) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !list.is_empty() {
            let (attribute, after) = list.split_once("=\"").expect("attributes have values");
            let (value, after) = after.split_once('"').expect("values end");
            check_text(value);
            let twice = attributes.insert(attribute.to_owned(), value.to_owned());
            assert_eq!(twice, None, "{attribute} of {name}");
            assert!(after.is_empty() || after.starts_with(' '));
            list = after.trim_start();
        }
        if !empty {
            open.push(name.to_owned());
        }
        tags.push(Tag {
            name: name.to_owned(),
            attributes,
        });
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    tags
}

fn nodes_where(tags: &[Tag], attribute: &str, holds: impl Fn(&Tag) -> bool) -> Vec<u32> {
    let all = tags.iter().filter(|tag| holds(tag));
    all.filter_map(|tag| tag.number(attribute)).collect()
}

fn some_trees() -> Vec<GameTree> {
    let mut trees = vec![
        GameTree::new(&Shape::Terminal(-5)),
        GameTree::new(&Shape::Inner(Player::Min, vec![Shape::Terminal(1 << 30)])),
    ];
    for seed in 0..8 {
        trees.push(RandomTrees::uniform(3, 3, 20).tree(seed));
        for alternating in [false, true] {
            let mixed = RandomTrees {
                min_children: 1,
                max_children: 4,
                depth: 4,
                early_ends: 25,
                greatest_payoff: 3 << (3 * seed),
                alternating,
                ordered: 30,
            };
            trees.push(mixed.tree(seed));
        }
    }
    trees
}

/// Search trees of a tree: an open root, alpha-beta after some steps, and at its end.
fn searches(tree: &GameTree) -> Vec<SearchTree<'_>> {
    let mut some = vec![SearchTree::new(tree)];
    let mut steps = 0;
    let end = run(
        tree,
        Algorithm::AlphaBeta,
        &mut |event: Event, _: &SearchTree<'_>| {
            if let Event::Expand { node } = event {
                steps += 1;
                let mut next = some[some.len() - 1].clone();
                next.expand(node);
                if steps % 5 == 1 {
                    some.push(next);
                } else if let Some(last) = some.last_mut() {
                    *last = next;
                }
            }
        },
    );
    some.push(end.search);
    some
}

/// Checks all search trees of all trees.
fn everywhere(check: impl Fn(&SearchTree<'_>)) {
    for tree in some_trees() {
        searches(&tree).iter().for_each(&check);
    }
}

#[test]
fn each_node_is_there_once_and_has_its_marks() {
    everywhere(|search| {
        let tree = search.tree();
        let all: Vec<u32> = tree.nodes().map(|node| node.0).collect();
        for drawing in [&ALL, &NONE, &Drawing::default()] {
            let document = svg(search, drawing);
            assert_eq!(document, svg(search, drawing));
            let tags = parse(&document);
            assert_eq!(tags[0].name, "svg");
            assert!(tags[0].attributes.contains_key("viewBox"));
            assert_eq!(nodes_where(&tags, "data-node", |_| true), all);
            let edges = nodes_where(&tags, "data-edge", |tag| tag.has_class("edge"));
            assert_eq!(edges, all[1..], "all nodes but the root have an edge");
            let titles = tags.iter().filter(|tag| tag.name == "title");
            assert_eq!(titles.count(), tree.len());
            let agree = |class: &str, holds: &dyn Fn(Node) -> bool| {
                let expected: Vec<u32> = tree
                    .nodes()
                    .filter(|node| holds(*node))
                    .map(|node| node.0)
                    .collect();
                let found = nodes_where(&tags, "data-node", |tag| tag.has_class(class));
                assert_eq!(found, expected, "{class}");
            };
            agree("open", &|node| search.is_open(node));
            agree("unseen", &|node| !search.contains(node));
            agree("max", &|node| tree.player(node) == Some(Player::Max));
            agree("min", &|node| tree.player(node) == Some(Player::Min));
            agree("terminal", &|node| tree.payoff(node).is_some());
            agree("dead", &|node| drawing.dead && !search.is_alive(node));
            let grey = nodes_where(&tags, "data-edge", |tag| tag.has_class("dead"));
            let dead = tree.nodes().skip(1).filter(|node| !search.is_alive(*node));
            let dead: Vec<u32> = dead.map(|node| node.0).collect();
            assert_eq!(grey, if drawing.dead { dead } else { Vec::new() });
        }
    });
}

#[test]
fn bounds_through_nodes_are_those_of_the_search_tree() {
    everywhere(|search| {
        for (node, bounds) in search.tree().nodes().zip(through(search)) {
            let expected = (search.lower_through(node), search.upper_through(node));
            assert_eq!(bounds, expected);
        }
    });
}

#[test]
fn edges_of_solution_trees_and_of_the_critical_path_are_theirs() {
    everywhere(|search| {
        let tags = parse(&svg(search, &ALL));
        let edges = |class: &str| nodes_where(&tags, "data-edge", |tag| tag.has_class(class));
        for (player, class) in [(Player::Max, "max-tree"), (Player::Min, "min-tree")] {
            let solution = SolutionTree::optimal(search, Node::ROOT, player);
            let nodes: Vec<u32> = solution.nodes.iter().skip(1).map(|node| node.0).collect();
            assert_eq!(edges(class), nodes);
        }
        let path = CriticalTree::of(search).map(|critical| critical.critical_path());
        let path: Vec<u32> = path.iter().flatten().skip(1).map(|node| node.0).collect();
        assert_eq!(edges("critical"), path);
        let both: BTreeSet<u32> = edges("both").into_iter().collect();
        assert!(path.iter().all(|node| both.contains(node)));
    });
}

/// Whether two rectangles (left, top, right, bottom) overlap.
fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

fn check_layout(picture: &Picture<'_>) {
    let (tree, layout) = (picture.search.tree(), &picture.layout);
    let boxes: Vec<[f64; 4]> = tree
        .nodes()
        .map(|node| {
            let (extent, x) = (picture.extent(node), layout.x[node.index()]);
            let top = layout.top[tree.depth(node) as usize];
            [x - extent.left, top, x + extent.right, top + extent.height]
        })
        .collect();
    let inside = |one: &[f64; 4]| {
        one[0] >= MARGIN - 0.01
            && one[1] >= MARGIN - 0.01
            && one[2] <= layout.width
            && one[3] <= layout.height
    };
    assert!(boxes.iter().all(inside));
    let mut leaves: Vec<Node> = tree
        .nodes()
        .filter(|node| tree.payoff(*node).is_some())
        .collect();
    leaves.sort_by_key(|node| tree.preorder(*node));
    let steps = leaves
        .windows(2)
        .map(|pair| layout.x[pair[1].index()] - layout.x[pair[0].index()]);
    let steps: Vec<f64> = steps.collect();
    assert!(steps.iter().all(|step| (step - steps[0]).abs() < 1e-6));
    for node in tree.nodes() {
        if let (Some(first), Some(last)) = (tree.children(node).next(), tree.children(node).last())
        {
            let middle = f64::midpoint(layout.x[first.index()], layout.x[last.index()]);
            assert!((middle - layout.x[node.index()]).abs() < 1e-6);
        }
        for other in tree.nodes().filter(|other| *other > node) {
            assert!(!overlap(boxes[node.index()], boxes[other.index()]));
        }
    }
}

#[test]
fn nothing_overlaps() {
    everywhere(|search| {
        for drawing in [&ALL, &NONE, &Drawing::default()] {
            check_layout(&Picture::new(search, drawing, &[]));
        }
    });
}

/// Checks that names of these widths do not overlap on their edges.
fn check_names(tree: &GameTree, layout: &Layout, size: f64, names: &[f64]) {
    let middle = |node: Node, parent: Node| {
        let [top, above] = [node, parent].map(|node| layout.top[tree.depth(node) as usize]);
        let part = NAME_RISE / (top - above - size);
        let [x, x_above] = [node, parent].map(|node| layout.x[node.index()]);
        x + (x_above - x) * part
    };
    for (a, b) in tree.nodes().zip(tree.nodes().skip(1)) {
        if let (Some(above_a), Some(above_b)) = (tree.parent(a), tree.parent(b))
            && tree.depth(a) == tree.depth(b)
        {
            let apart = middle(b, above_b) - middle(a, above_a);
            let needed = f64::midpoint(names[a.index()], names[b.index()]);
            assert!(apart >= needed, "{a:?} {b:?}");
            assert!(middle(a, above_a) - names[a.index()] / 2.0 > 0.0);
            assert!(middle(b, above_b) + names[b.index()] / 2.0 < layout.width);
        }
    }
}

#[test]
fn names_of_moves_have_room() {
    for tree in some_trees() {
        for widest in [5.0, 40.0, 300.0] {
            let names = tree.nodes().map(|node| f64::from(node.0 * 7919 % 101));
            let names: Vec<f64> = names.map(|part| part / 100.0 * widest).collect();
            let extent = |name: &f64| Extent {
                left: 14.0,
                right: 40.0,
                height: 28.0,
                name: *name,
            };
            let extents: Vec<Extent> = names.iter().map(extent).collect();
            check_names(&tree, &Layout::new(&tree, &extents, 28.0), 28.0, &names);
        }
    }
}

#[test]
fn moves_of_games_are_named() {
    let game = solveig_games::mnk::Mnk::new(3, 2, 3).unwrap();
    let tree = GameTree::of_game(&game, &game.start(), 3, |_, _| 0, 1_000).unwrap();
    let search = run(
        &tree,
        Algorithm::AlphaBeta,
        &mut crate::trees::event::NoopObserver,
    )
    .search;
    let tags = parse(&svg(&search, &ALL));
    let names = tags.iter().filter(|tag| tag.has_class("name"));
    assert_eq!(names.count(), tree.len() - 1);
    let picture = Picture::new(&search, &ALL, &[]);
    check_layout(&picture);
    let names: Vec<f64> = tree
        .nodes()
        .map(|node| width(tree.name(node), FONT))
        .collect();
    check_names(&tree, &picture.layout, picture.size, &names);
}

#[test]
fn bounds_are_written_with_the_sign_of_infinity() {
    let tree = RandomTrees::uniform(2, 2, 9).tree(3);
    let mut search = SearchTree::new(&tree);
    let bounds = Drawing {
        bounds: true,
        bounds_through: true,
        ..NONE
    };
    let open = svg(&search, &bounds);
    assert!(open.contains("[-\u{221e}, \u{221e}]") && open.contains("(-\u{221e}, \u{221e})"));
    assert!(!svg(&search, &NONE).contains("class=\"beside\""));
    for node in tree.nodes() {
        search.expand(node);
    }
    let value = tree.values()[0];
    let closed = svg(&search, &bounds);
    assert!(closed.contains(&format!("[{value}, {value}]")));
    assert!(!closed.contains('\u{221e}'));
}

/// Max has two moves, to a node of Min with two terminals, and to a node of his own.
#[test]
fn kinds_are_given_where_players_alternate() {
    let inner = Shape::Inner;
    let pair = |a, b| vec![Shape::Terminal(a), Shape::Terminal(b)];
    let tree = GameTree::new(&inner(
        Player::Max,
        vec![
            inner(Player::Min, pair(4, 5)),
            inner(Player::Max, pair(1, 2)),
            inner(Player::Min, pair(6, 3)),
            inner(Player::Min, vec![inner(Player::Max, pair(0, 1))]),
        ],
    ));
    use NodeKind::{APrime, C, P, PPrime};
    let expected = [
        Some(P),
        Some(P),
        None,
        Some(APrime),
        Some(APrime),
        // Below the first.
        Some(P),
        Some(APrime),
        // Below the node where Max moves again.
        None,
        None,
        // Below the third, then the fourth.
        Some(C),
        Some(PPrime),
        Some(PPrime),
        Some(APrime),
        Some(APrime),
    ];
    assert_eq!(kinds(&tree, &tree.values()), expected);
}

#[test]
fn nodes_with_a_kind_are_closed_upwards_and_c_nodes_have_one_child() {
    everywhere(|search| {
        let tree = search.tree();
        let kinds = kinds(tree, &tree.values());
        for node in tree.nodes() {
            let of = |node: Node| kinds[node.index()];
            let with = tree.children(node).filter(|child| of(*child).is_some());
            let alternates = |child: &Node| tree.player(*child) != tree.player(node);
            let max = tree.children(node).filter(alternates).count();
            match of(node) {
                None => assert_eq!(with.count(), 0),
                Some(NodeKind::C) => assert!(with.count() <= 1),
                Some(_) => assert_eq!(with.count(), max),
            }
        }
    });
}

#[test]
fn texts_and_numbers_are_written_as_xml() {
    assert_eq!(
        escape("<a & 'b'>\"\n\u{0}"),
        "&lt;a &amp; &#39;b&#39;&gt;&quot; \u{fffd}"
    );
    let numbers = [0.0, -0.04, -0.5, 12.34, 7.96, -3.0].map(number);
    assert_eq!(numbers, ["0", "0", "-0.5", "12.3", "8", "-3"]);
    assert!(width("Queen", FONT) > width("pin", FONT));
}
