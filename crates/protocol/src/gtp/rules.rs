//! The rules of Go by the names that KataGo has for them.

use solveig_game::excerpt;

use super::{Reply, Session, refused, say, syntax_error};
use crate::gtp::syntax::Request;

impl Session<'_> {
    /// `kata-set-rules RULES`: the rules belong to the game, so others than its own are refused.
    pub(super) fn kata_set_rules(&mut self, request: &Request) -> Reply {
        let rules_name = request.arguments.join(" ").to_ascii_lowercase();
        if rules_name.is_empty() {
            return syntax_error();
        }
        let spec = &self.engine().about().spec;
        let (rules, names) = rules_of(spec);
        if names.contains(&rules_name.as_str()) {
            return say("");
        }
        let expected = match names {
            [] => String::new(),
            names => format!(", which KataGo calls {}", names.join(" or ")),
        };
        if rules_name.starts_with('{') {
            return refused(format!(
                "rules as JSON are not read; expected the name of {rules}{expected}"
            ));
        }
        let rules_name = excerpt(&rules_name);
        refused(format!(
            "rules \"{rules_name}\": {spec} has area scoring and {rules}{expected}"
        ))
    }
}

/// The rules of a spec in words, and their names in KataGo.
fn rules_of(spec: &str) -> (&'static str, &'static [&'static str]) {
    let has = |parameter: &str| spec.contains(parameter);
    match (has("superko=situational"), has("suicide=yes")) {
        _ if has("ko=basic") => ("basic ko", &[]),
        (false, false) => (
            "positional superko without suicide",
            &["chinese-kgs", "chinese-ogs"],
        ),
        (false, true) => ("positional superko with suicide", &["tromp-taylor"]),
        (true, false) => ("situational superko without suicide", &[]),
        (true, true) => ("situational superko with suicide", &["new-zealand"]),
    }
}
