//! The scenario files of a folder.

use std::path::{Path, PathBuf};

/// Maximum depth of the search for scenarios in nested folders.
const MAX_DEPTH: usize = 8;
/// Maximum number of files and folders searched.
const MAX_ENTRIES: usize = 20_000;

/// The scenario files of a folder and its subfolders, sorted; for a file, the file itself. Hidden folders and links to
/// folders are left out.
///
/// # Errors
/// If a folder cannot be read, contains too many files or is too deep.
pub fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    search(path, MAX_DEPTH, &mut 0, &mut found)?;
    // The system lists a folder in any order.
    found.sort();
    Ok(found)
}

fn search(folder: &Path, depth: usize, seen: &mut usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(named)? {
        let entry = entry.map_err(named)?;
        *seen += 1;
        if *seen > MAX_ENTRIES {
            return Err(std::io::Error::other(format!("it holds more than {MAX_ENTRIES} files and folders")));
        }
        let (path, kind) = (entry.path(), entry.file_type().map_err(named)?);
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // A link to a folder is no folder here: it could lead back to a folder above.
        if kind.is_dir() && !hidden {
            if depth == 0 {
                return Err(std::io::Error::other(format!("it holds folders nested more than {MAX_DEPTH} deep")));
            }
            search(&path, depth - 1, seen, found)?;
        } else if path.extension().is_some_and(|end| end == "toml") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}
