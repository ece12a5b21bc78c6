//! The properties that are fuzzed, on the inputs kept in `rust/fuzz/cases`: those that once broke one, or do when the check they are
//! named for is taken out of the engine, and some that reach far.

use std::fs;
use std::path::{Path, PathBuf};

// `pub` there means the fuzz targets.
#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
mod properties;

use properties::{PROPERTIES, Property, Tally};

/// The files kept for a fuzz target, in the order of their names.
fn cases(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/cases").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Runs a property on its cases. They reach values that are taken and values that are refused.
fn run(target: &str) {
    let property = PROPERTIES.iter().find(|(name, _)| *name == target).map(|(_, property)| *property);
    let property: Property = property.expect("a property of this name");
    let mut together = Tally::default();
    for case in cases(target) {
        println!("{}", case.display());
        let tally = property(&fs::read(&case).unwrap());
        together.accepted += tally.accepted;
        together.refused += tally.refused;
    }
    assert!(together.accepted > 0 && together.refused > 0, "{together:?}");
}

/// A test for each property.
macro_rules! properties {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*

        #[test]
        fn every_property_has_a_fuzz_target_and_is_tested_here() {
            assert_eq!(PROPERTIES.map(|(name, _)| name), [$(stringify!($name)),*]);
            let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
            for (name, _) in PROPERTIES {
                assert!(targets.join(name).with_extension("rs").exists(), "{name} has no fuzz target");
            }
        }
    };
}

properties! { actions edition record state text }
