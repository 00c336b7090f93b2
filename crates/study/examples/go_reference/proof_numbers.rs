//! Proof-number search (Allis, van der Meulen and van den Herik 1994) on a tree in memory.

use solveig_testkit::go::{Rules, State};

/// Numbers for the side to move at the node.
struct Node {
    state: State,
    /// The least number of leaves that have to be decided to show that it reaches the bound, and to
    /// show that it does not.
    win: u64,
    loss: u64,
    children: Vec<usize>,
}

const NEVER: u64 = u64::MAX;

/// Whether the side to move gets at least `bound`; `None` if that takes more than `max` nodes.
pub fn reaches(rules: &Rules, state: &State, bound: i32, max: usize) -> Option<bool> {
    let mut nodes = vec![leaf(rules, state.clone(), bound)];
    loop {
        match (nodes[0].win, nodes[0].loss) {
            (0, _) => return Some(true),
            (_, 0) => return Some(false),
            _ if nodes.len() > max => return None,
            _ => {}
        }
        // The bound for the side to move, turn by turn.
        let (mut path, mut bound) = (vec![0], bound);
        while let at = path[path.len() - 1]
            && !nodes[at].children.is_empty()
        {
            let mut children = nodes[at].children.iter().copied();
            // A child that loses wins for its parent.
            let next = children.find(|child| nodes[*child].loss == nodes[at].win);
            path.push(next?);
            bound = 1 - bound;
        }
        let last = path[path.len() - 1];
        for (_, after) in rules.moves(&nodes[last].state) {
            let child = nodes.len();
            nodes.push(leaf(rules, after, 1 - bound));
            nodes[last].children.push(child);
        }
        for at in path.into_iter().rev() {
            let children = nodes[at].children.iter().map(|child| &nodes[*child]);
            let (mut win, mut loss) = (NEVER, 0_u64);
            for child in children {
                win = win.min(child.loss);
                loss = loss.saturating_add(child.win);
            }
            (nodes[at].win, nodes[at].loss) = (win, loss);
        }
    }
}

fn leaf(rules: &Rules, state: State, bound: i32) -> Node {
    let (win, loss) = match rules.final_score(&state) {
        Some(score) if score >= bound => (0, NEVER),
        Some(_) => (NEVER, 0),
        None => (1, 1),
    };
    Node {
        state,
        win,
        loss,
        children: Vec::new(),
    }
}
