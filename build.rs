//! Generates the tables of shipped decks and strategies, so that no source file names one, and the list of rule ids.

use std::{env, fs, io, path::Path, path::PathBuf};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for folder in ["decks", "strategies"] {
        println!("cargo::rerun-if-changed={folder}");
        fs::write(Path::new(&out).join(format!("{folder}.rs")), table(folder)?)?;
    }
    fs::write(Path::new(&out).join("program.txt"), program()?)?;
    println!("cargo::rerun-if-changed={RULES}");
    fs::write(Path::new(&out).join("rule_ids.rs"), rule_ids(&fs::read_to_string(RULES)?))
}

/// What decides games besides decks and strategies, which have hashes of their own.
const PROGRAM: [&str; 5] = ["build.rs", "src", "Cargo.lock", "decks", "strategies"];

/// A hash, in hex, of the sources and of the machine for which they are built.
fn program() -> io::Result<String> {
    let mut hash = Sha256::new_with_prefix(env::var("TARGET").map_err(io::Error::other)?);
    for path in PROGRAM.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
        for file in files(Path::new(path))? {
            let text = fs::read(&file)?;
            hash.update(format!("{} {}\n", file.display(), text.len()));
            hash.update(text);
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A file, or all files in a folder, in the order of their names.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries.iter().map(|entry| files(entry)).collect::<io::Result<Vec<_>>>()?.concat())
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
