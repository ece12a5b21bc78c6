//! Specs: how a bot is named, `name` or `name:key=value,key=value`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{BOTS, Bot, BotKind, greedy, random, search};
use crate::game::Game;
use crate::rng::Rng;
use crate::suggest::nearest;

/// A parameter of a bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its key in a spec.
    pub name: &'static str,
    /// Its value if the spec gives none.
    pub default: &'static str,
    /// What it can be.
    pub values: Values,
    /// Another parameter and its value without which this one does nothing.
    pub only_with: Option<(&'static str, &'static str)>,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// The values a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// A whole number between these, both included.
    Whole(u64, u64),
    /// A number between these, both included.
    Real(f64, f64),
    /// One of these words.
    Words(&'static [&'static str]),
}

/// Names a bot: a kind and values for some of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    name: String,
    values: BTreeMap<String, String>,
}

/// A spec that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot {spec:?}: {reason}")]
pub struct BotError {
    /// The spec.
    pub spec: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least, most) => write!(f, "a whole number between {least} and {most}"),
            Self::Real(least, most) => write!(f, "a number between {least} and {most}"),
            Self::Words(words) => f.write_str(&words.join(" or ")),
        }
    }
}

impl Values {
    /// The one way to write the value that `text` says, or what is wrong with it.
    fn canonical(self, text: &str) -> Result<String, String> {
        let value = match self {
            Self::Whole(least, most) => {
                text.parse::<u64>().ok().filter(|value| (least..=most).contains(value)).map(|value| value.to_string())
            }
            Self::Real(least, most) => {
                // Adding zero makes -0 the 0 it equals.
                let value = text.parse::<f64>().ok().filter(|value| (least..=most).contains(value));
                value.map(|value| (value + 0.0).to_string())
            }
            Self::Words(words) => words.contains(&text).then(|| text.to_owned()),
        };
        let hint = if let Self::Words(words) = self { nearest(text, words.iter().copied()) } else { String::new() };
        value.ok_or_else(|| format!("it must be {self}{hint}"))
    }
}

impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(spec: &str) -> Result<Self, BotError> {
        let fail = |reason: String| BotError { spec: spec.to_owned(), reason };
        let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
        let Some(kind) = BOTS.iter().find(|kind| kind.name == name) else {
            let known: Vec<&str> = BOTS.iter().map(|kind| kind.name).collect();
            let hint = nearest(name, known.iter().copied());
            return Err(fail(format!("there is no bot {name:?}, only {}{hint}", known.join(", "))));
        };
        let mut values = BTreeMap::new();
        for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(fail(format!("{pair:?} is not of the form key=value")));
            };
            let Some(parameter) = kind.parameters.iter().find(|parameter| parameter.name == key) else {
                let hint = nearest(key, kind.parameters.iter().map(|parameter| parameter.name));
                return Err(fail(format!("{name} has no parameter {key:?}{hint}")));
            };
            let value = parameter.values.canonical(value);
            let value =
                value.map_err(|complaint| fail(format!("{key} is {:?}, {complaint}", &pair[key.len() + 1..])))?;
            if values.insert(key.to_owned(), value).is_some() {
                return Err(fail(format!("{key} is given twice")));
            }
        }
        let spec_read = Self { name: name.to_owned(), values };
        let given = kind.parameters.iter().filter(|parameter| spec_read.gives(parameter.name));
        for (parameter, (key, value)) in given.filter_map(|parameter| Some((parameter, parameter.only_with?))) {
            if spec_read.text(key) != value {
                return Err(fail(format!("{} counts only with {key}={value}", parameter.name)));
            }
        }
        Ok(spec_read)
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.values.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl BotSpec {
    /// The kind of bot.
    ///
    /// # Panics
    /// Never: parsing has checked the name.
    pub fn kind(&self) -> &'static BotKind {
        BOTS.iter().find(|kind| kind.name == self.name).expect("parsing has checked the name")
    }

    /// The bot this names, for the game `G`; `rng` is its own.
    ///
    /// # Panics
    /// Never: parsing has checked name and values.
    pub fn make<G: Game>(&self, rng: Rng) -> Box<dyn Bot<G>> {
        match self.name.as_str() {
            "random" => Box::new(random::Random::new(rng)),
            "greedy" => Box::new(greedy::Greedy::new(rng, self.value("epsilon"))),
            "flat" => Box::new(search::Flat::new(rng, search::Settings::of(self))),
            "mcts" => Box::new(search::Mcts::new(rng, self)),
            name => unreachable!("{name} is not in BOTS"),
        }
    }

    /// Whether the spec itself gives this parameter.
    pub(super) fn gives(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    /// The value of a parameter that this kind of bot has.
    pub(super) fn value<T: FromStr>(&self, key: &str) -> T {
        self.text(key).parse().unwrap_or_else(|_| unreachable!("parsing has checked {key}"))
    }

    fn text(&self, key: &str) -> &str {
        let parameter = self.kind().parameters.iter().find(|parameter| parameter.name == key);
        let default = parameter.expect("a parameter of this kind").default;
        self.values.get(key).map_or(default, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(spec: &str) -> Result<String, String> {
        spec.parse::<BotSpec>().map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_kind_is_made_from_its_name_and_its_defaults() {
        for kind in BOTS {
            assert_eq!(read(kind.name).as_deref(), Ok(kind.name));
            let all: Vec<String> = kind.parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
            assert!(read(&format!("{}:{}", kind.name, all.join(","))).is_ok(), "{}", kind.name);
            let spec: BotSpec = kind.name.parse().unwrap();
            assert_eq!(spec.make::<crate::mercurius::Mercurius>(Rng::new(0)).search().is_some(), kind.searches);
        }
    }

    #[test]
    fn a_spec_has_one_canonical_form() {
        let canonical = "mcts:c=0.5,rollout=none,simulations=5";
        for spec in [canonical, "mcts:simulations=+5,rollout=none,c=0.50", "mcts:rollout=none,,simulations=005,c=5e-1"]
        {
            assert_eq!(read(spec).as_deref(), Ok(canonical));
        }
        assert_eq!(read("greedy:epsilon=-0.0").as_deref(), Ok("greedy:epsilon=0"));
    }

    #[test]
    fn a_spec_is_explained_in_one_line() {
        let error = |spec| read(spec).unwrap_err();
        assert_eq!(
            error("gredy"),
            r#"bot "gredy": there is no bot "gredy", only random, greedy, flat, mcts, did you mean "greedy"?"#
        );
        assert_eq!(
            error("greedy:epsilom=1"),
            r#"bot "greedy:epsilom=1": greedy has no parameter "epsilom", did you mean "epsilon"?"#
        );
        assert_eq!(error("greedy:x"), r#"bot "greedy:x": "x" is not of the form key=value"#);
        assert_eq!(error("greedy:epsilon=1,epsilon=0"), r#"bot "greedy:epsilon=1,epsilon=0": epsilon is given twice"#);
        assert!(error("greedy:epsilon=much").contains(r#"epsilon is "much", it must be a number between 0 and 1"#));
        assert!(error("greedy:epsilon=2").contains("between 0 and 1"));
        assert!(error("greedy:epsilon=nan").contains("between 0 and 1"));
        assert!(error("mcts:simulations=0.5").contains("a whole number between"));
        assert!(
            error("mcts:rollout=gredy").ends_with(r#"it must be random or greedy or none, did you mean "greedy"?"#)
        );
        assert!(error("mcts:epsilon=0.1,rollout=random").ends_with("epsilon counts only with rollout=greedy"));
        assert!(error("random:seed=1").contains("random has no parameter"));
    }
}
