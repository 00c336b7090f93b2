//! What there was before a position.

use std::collections::HashMap;

use crate::rules::go::Diagram;

/// The diagrams on the way to a position, which may come more than once.
#[derive(Clone, Debug, Default)]
pub struct Before {
    line: Vec<Diagram>,
    times: HashMap<Diagram, u32>,
}

impl Before {
    /// Adds the diagram of the position that is left by a move.
    pub fn push(&mut self, diagram: Option<Diagram>) {
        if let Some(diagram) = diagram {
            self.line.push(diagram);
            *self.times.entry(diagram).or_default() += 1;
        }
    }

    /// Takes back what was added last.
    pub fn pop(&mut self, diagram: Option<Diagram>) {
        if let Some(diagram) = diagram {
            self.line.pop();
            if let Some(times) = self.times.get_mut(&diagram) {
                *times -= 1;
                if *times == 0 {
                    self.times.remove(&diagram);
                }
            }
        }
    }

    /// Whether a diagram is among them.
    pub fn has(&self, diagram: Diagram) -> bool {
        self.times.contains_key(&diagram)
    }

    /// All of them, from the first on.
    pub fn all(&self) -> &[Diagram] {
        &self.line
    }
}
