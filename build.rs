//! Generates the tables of shipped decks and strategies, so that no source file names one, and the list of rule ids.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for folder in ["decks", "strategies"] {
        println!("cargo::rerun-if-changed={folder}");
        fs::write(Path::new(&out).join(format!("{folder}.rs")), table(folder)?)?;
    }
    println!("cargo::rerun-if-changed={RULES}");
    fs::write(Path::new(&out).join("rule_ids.rs"), rule_ids(&fs::read_to_string(RULES)?))
}

/// The page with one table row for each rule.
const RULES: &str = "docs/RULES.md";

/// A Rust array of the ids in the first column of the table.
fn rule_ids(page: &str) -> String {
    let cell = |line: &str| Some(line.strip_prefix("| ")?.split_once(" |")?.0.to_owned());
    let ids = page.lines().filter_map(cell).filter(|id| id.bytes().any(|byte| byte.is_ascii_digit()));
    format!("[\n{}]", ids.map(|id| format!("{id:?},\n")).collect::<String>())
}

/// A Rust array of (name, text), with one entry for each `.toml` file of the folder, sorted by name.
fn table(folder: &str) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    let line = |name: &String| {
        format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{folder}/{name}.toml\"))),\n")
    };
    Ok(format!("[\n{}]", names.iter().map(line).collect::<String>()))
}
