//! Makes the tables of shipped decks and strategies, so that no source file names one.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for folder in ["decks", "strategies"] {
        println!("cargo::rerun-if-changed={folder}");
        fs::write(Path::new(&out).join(format!("{folder}.rs")), table(folder)?)?;
    }
    Ok(())
}

/// A Rust array of (name, text), one entry for each `.toml` file of the folder, by name.
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
