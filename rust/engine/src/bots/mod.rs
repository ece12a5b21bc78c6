//! Bots: players in Rust. They work on observations, so what a bot may not see, it cannot reach.
//!
//! A bot is named by a *spec*, `name` or `name:key=value,key=value`. [`BOTS`] lists what there is.

mod greedy;
mod random;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::game::{Action, Game};
use crate::rng::Rng;
use crate::suggest::nearest;

/// A player of the game `G`.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the observation's legal actions, of which there is at least one.
    fn choose(&mut self, observation: &G::Observation) -> Action;
}

/// A parameter of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key in a spec.
    pub name: &'static str,
    /// Its value if the spec gives none.
    pub default: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotKind {
    /// Its name in a spec.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub help: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// Every kind of bot.
pub const BOTS: &[BotKind] = &[random::KIND, greedy::KIND];

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
            if !kind.parameters.iter().any(|parameter| parameter.name == key) {
                let hint = nearest(key, kind.parameters.iter().map(|parameter| parameter.name));
                return Err(fail(format!("{name} has no parameter {key:?}{hint}")));
            }
            if values.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(fail(format!("{key} is given twice")));
            }
        }
        let spec = Self { name: name.to_owned(), values };
        spec.check()?;
        Ok(spec)
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
    /// The kind's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bot this names, for the game `G`; `rng` is its own.
    ///
    /// # Panics
    /// Never: parsing has checked name and values.
    pub fn make<G: Game>(&self, rng: Rng) -> Box<dyn Bot<G>> {
        match self.name.as_str() {
            "random" => Box::new(random::Random::new(rng)),
            "greedy" => Box::new(greedy::Greedy::new(rng, self.value("epsilon").expect("checked"))),
            name => unreachable!("{name} is not in BOTS"),
        }
    }

    /// Reads every value once, so that a wrong one is told when the spec is read and not in mid-game.
    fn check(&self) -> Result<(), BotError> {
        if self.name == "greedy" {
            let epsilon: f64 = self.value("epsilon")?;
            if !(0.0..=1.0).contains(&epsilon) {
                return Err(self.fail(format!("epsilon is {epsilon}, it must be between 0 and 1")));
            }
        }
        Ok(())
    }

    fn value<T: FromStr>(&self, key: &str) -> Result<T, BotError> {
        let kind = BOTS.iter().find(|kind| kind.name == self.name).expect("checked");
        let parameter = kind.parameters.iter().find(|parameter| parameter.name == key).expect("a parameter");
        let text = self.values.get(key).map_or(parameter.default, String::as_str);
        text.parse()
            .map_err(|_| self.fail(format!("{key} is {text:?}, which is not a value like {}", parameter.default)))
    }

    fn fail(&self, reason: String) -> BotError {
        BotError { spec: self.to_string(), reason }
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
            let _ = spec.make::<crate::mercurius::Mercurius>(Rng::new(0));
        }
    }

    #[test]
    fn a_spec_is_explained_in_one_line() {
        let error = |spec| read(spec).unwrap_err();
        assert_eq!(
            error("gredy"),
            r#"bot "gredy": there is no bot "gredy", only random, greedy, did you mean "greedy"?"#
        );
        assert_eq!(
            error("greedy:epsilom=1"),
            r#"bot "greedy:epsilom=1": greedy has no parameter "epsilom", did you mean "epsilon"?"#
        );
        assert_eq!(error("greedy:x"), r#"bot "greedy:x": "x" is not of the form key=value"#);
        assert_eq!(error("greedy:epsilon=1,epsilon=0"), r#"bot "greedy:epsilon=1,epsilon=0": epsilon is given twice"#);
        assert!(error("greedy:epsilon=much").contains(r#"epsilon is "much", which is not a value like 0"#));
        assert!(error("greedy:epsilon=2").contains("between 0 and 1"));
        assert!(error("random:seed=1").contains("random has no parameter"));
    }
}
