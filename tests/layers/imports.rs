//! The imports between the sources of the library: every path, followed through re-exports to the file that defines the item.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::source::{Source, Use};

/// Maximum number of re-exports and aliases on the way to an item.
const LONGEST_WAY: usize = 16;

/// What a path names.
enum Target {
    /// A module.
    Module(Vec<String>),
    /// An item of a file.
    Item(PathBuf),
}

/// A path of a source to another file.
pub(super) struct Import {
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    pub(super) path: String,
    /// Whether the source only passes the name on, or names a folder.
    pub(super) passes_on: bool,
}

/// All imports of the library.
pub(super) struct Imports {
    sources: BTreeMap<Vec<String>, Source>,
    /// The file of each macro.
    macros: BTreeMap<String, PathBuf>,
    /// Names of other libraries.
    libraries: BTreeSet<String>,
    pub(super) found: Vec<Import>,
    /// The number of paths into the library.
    pub(super) paths: usize,
    /// Paths into the library that lead to no file.
    pub(super) unresolved: Vec<String>,
}

impl Imports {
    /// The imports between these sources.
    pub(super) fn of(sources: impl IntoIterator<Item = Source>) -> Imports {
        let mut sources: BTreeMap<Vec<String>, Source> =
            sources.into_iter().map(|source| (source.module.clone(), source)).collect();
        let below = |source: &Source, child: &String| [source.module.as_slice(), std::slice::from_ref(child)].concat();
        let tests: BTreeSet<Vec<String>> =
            sources.values().flat_map(|source| source.test_children.iter().map(|child| below(source, child))).collect();
        sources.retain(|module, _| !tests.contains(module));
        let macros = sources
            .values()
            .flat_map(|source| source.macros.iter().map(|name| (name.clone(), source.file.clone())))
            .collect();
        let mut imports =
            Imports { sources, macros, libraries: libraries(), found: Vec::new(), paths: 0, unresolved: Vec::new() };
        imports.resolve_all();
        imports
    }

    /// The files that hold more than declarations of modules and re-exports, although they have modules below.
    pub(super) fn folders_with_items(&self) -> Vec<&Path> {
        let holds = self.sources.values().filter(|source| source.is_folder() && source.holds_items);
        holds.map(|source| source.file.as_path()).collect()
    }

    /// The files and those on which each of them depends.
    pub(super) fn graph(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let mut graph: BTreeMap<&Path, BTreeSet<&Path>> =
            self.sources.values().map(|source| (source.file.as_path(), BTreeSet::new())).collect();
        for import in self.found.iter().filter(|import| !import.passes_on) {
            graph.entry(&import.from).or_default().insert(&import.to);
        }
        graph
    }

    /// Follows all paths of all sources.
    fn resolve_all(&mut self) {
        let (mut found, mut unresolved, mut paths) = (Vec::new(), Vec::new(), 0);
        for source in self.sources.values() {
            let import = |to, path, passes_on| Import { from: source.file.clone(), to, path, passes_on };
            for (path, public) in self.paths_of(source) {
                paths += 1;
                let text = path.join("::");
                match self.resolve(source, &path, 0) {
                    Some(target) => {
                        let (to, is_folder) = self.file_of(target);
                        let is_passed = public && path.last().is_some_and(|name| !source.words.contains(name));
                        found.push(import(to, text, is_folder || is_passed));
                    }
                    None => unresolved.push(format!("{}: {text}", source.file.display())),
                }
            }
            // A macro needs no import below the module that declares it.
            for name in
                source.calls.iter().filter(|name| !source.macros.contains(*name) && source.used(name).next().is_none())
            {
                found.extend(self.macros.get(name).map(|file| import(file.clone(), format!("{name}!"), false)));
            }
        }
        found.retain(|import| import.from != import.to);
        (self.found, self.unresolved, self.paths) = (found, unresolved, paths);
    }

    /// The paths of a source into the library, and whether each is a re-export.
    fn paths_of(&self, source: &Source) -> Vec<(Vec<String>, bool)> {
        let uses = source.uses.iter().filter(|other| !self.is_outside(source, &other.path));
        let is_root = |name: &str| ["crate", "super", "self"].contains(&name);
        let is_module = |name: &str| matches!(self.find(source, name, false, true, 0), Some(Target::Module(_)));
        let inline = source.paths.iter().filter(|path| is_root(&path[0]) || is_module(&path[0]));
        uses.map(|other| (other.path.clone(), other.public)).chain(inline.map(|path| (path.clone(), false))).collect()
    }

    /// Whether a path leads into another library, also through a name that the source imports from there.
    fn is_outside(&self, source: &Source, path: &[String]) -> bool {
        let first = &path[0];
        let imported = |other: &Use| other.path[0] != *first && self.is_outside(source, &other.path);
        !source.children.contains(first) && (self.libraries.contains(first) || source.used(first).any(imported))
    }

    /// What a path of a source names.
    fn resolve(&self, source: &Source, path: &[String], way: usize) -> Option<Target> {
        let (mut module, mut rest) = (source.module.clone(), path);
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()?),
                _ => break,
            }
            rest = after;
        }
        let rooted = rest.len() < path.len();
        for (at, name) in rest.iter().enumerate() {
            if name == "*" {
                break;
            }
            let source = self.sources.get(&module)?;
            let is_last = at + 1 == rest.len();
            match self.find(source, name, is_last, at == 0 && !rooted, way)? {
                Target::Item(file) => return Some(Target::Item(file)),
                Target::Module(below) => module = below,
            }
        }
        Some(Target::Module(module))
    }

    /// What a name means in a source. A module and an item can have the same name: the item is meant at the end of a path. A name that a
    /// file does not declare in plain sight is one that a macro makes there, unless the name must be in plain sight.
    fn find(&self, source: &Source, name: &str, is_last: bool, in_sight: bool, way: usize) -> Option<Target> {
        if way > LONGEST_WAY {
            return None;
        }
        let module = || {
            let below = [source.module.as_slice(), &[name.to_owned()]].concat();
            source.children.contains(name).then_some(Target::Module(below))
        };
        let here = || Target::Item(source.file.clone());
        let item = || {
            if source.items.contains(name) {
                return Some(here());
            }
            let itself = |other: &Use| other.path.len() == 1 && other.name == other.path[0];
            let used = source.used(name).filter(|other| !itself(other));
            let target = used.map(|other| self.resolve(source, &other.path, way + 1)).find(Option::is_some);
            target
                .flatten()
                .or_else(|| source.used("*").find_map(|other| self.find_all(source, other, name, is_last, way)))
        };
        let found = if is_last { item().or_else(module) } else { module().or_else(item) };
        found.or_else(|| (!in_sight && !source.is_folder()).then(here))
    }

    /// What a name means if an import of all names of a module covers it.
    fn find_all(&self, source: &Source, all: &Use, name: &str, is_last: bool, way: usize) -> Option<Target> {
        match self.resolve(source, &all.path, way + 1)? {
            Target::Module(module) => self.find(self.sources.get(&module)?, name, is_last, true, way + 1),
            Target::Item(_) => None,
        }
    }

    /// The file of a target and whether it is a folder's.
    fn file_of(&self, target: Target) -> (PathBuf, bool) {
        match target {
            Target::Item(file) => (file, false),
            Target::Module(module) => (self.sources[&module].file.clone(), self.sources[&module].is_folder()),
        }
    }
}

/// The names of the libraries that sources may import.
fn libraries() -> BTreeSet<String> {
    let manifest: toml::Table = fs::read_to_string("Cargo.toml").expect("a manifest").parse().expect("TOML");
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
    let tables = targets.filter_map(|target| target.get("dependencies")).chain(manifest.get("dependencies"));
    let names = tables.filter_map(toml::Value::as_table).flat_map(toml::Table::keys).map(|name| name.replace('-', "_"));
    names.chain(["std", "core", "alloc"].map(str::to_owned)).collect()
}
