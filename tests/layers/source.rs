//! What a source declares, imports and names, read from its tokens. Tests are left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Keywords before the name of an item.
const ITEMS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

/// A name of a `use` tree.
pub(super) struct Use {
    pub(super) path: Vec<String>,
    /// The name in the source; `*` for all names of a module.
    pub(super) name: String,
    pub(super) public: bool,
}

/// A source without its tests.
#[derive(Default)]
pub(super) struct Source {
    pub(super) file: PathBuf,
    /// The names from the root of the library to the module of the source.
    pub(super) module: Vec<String>,
    /// Modules in files of their own.
    pub(super) children: BTreeSet<String>,
    /// Modules in files of their own that only tests have.
    pub(super) test_children: BTreeSet<String>,
    /// Names of items.
    pub(super) items: BTreeSet<String>,
    /// Names of macros.
    pub(super) macros: BTreeSet<String>,
    pub(super) uses: Vec<Use>,
    /// Paths outside of `use`.
    pub(super) paths: BTreeSet<Vec<String>>,
    /// Names of the macros that the source calls.
    pub(super) calls: BTreeSet<String>,
    /// Identifiers outside of `use`.
    pub(super) words: BTreeSet<String>,
    /// Whether the source contains more than declarations of modules and re-exports.
    pub(super) holds_items: bool,
    /// The number of inline modules around the tokens that are read.
    level: usize,
}

impl Source {
    /// Reads a source of `src/`.
    pub(super) fn read(file: &Path, text: &str) -> Source {
        let tokens = TokenStream::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut source = Source { file: file.to_owned(), module: module_of(file), ..Source::default() };
        source.scan(tokens, true);
        source
    }

    /// Whether modules in files of their own are below this one.
    pub(super) fn is_folder(&self) -> bool {
        !self.children.is_empty()
    }

    /// The names that the source imports under this one.
    pub(super) fn used(&self, name: &str) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |other| other.name == name)
    }

    /// Reads tokens, which are outside of items or inside of one.
    fn scan(&mut self, tokens: TokenStream, outside: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        let mut public = false;
        while !rest.is_empty() {
            let length = match rest {
                [hash, TokenTree::Group(group), ..] if is(hash, '#') => 2 + self.attribute(group, &rest[2..]),
                [hash, bang, TokenTree::Group(_), ..] if is(hash, '#') && is(bang, '!') => 3,
                [TokenTree::Ident(word), next, ..] if word == "pub" => 1 + usize::from(is_visibility(next)),
                [TokenTree::Ident(word), next, ..] if word == "use" && !is(next, '<') => {
                    let end = rest.iter().position(|token| is(token, ';')).expect("the end of a `use`");
                    self.import(&rest[1..end], public);
                    end + 1
                }
                [TokenTree::Ident(word), TokenTree::Ident(name), end, ..] if word == "mod" && is(end, ';') => {
                    self.children.insert(name.to_string());
                    3
                }
                [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..] if word == "mod" => {
                    self.items.insert(name.to_string());
                    self.holds_items = true;
                    self.level += 1;
                    self.scan(body.stream(), true);
                    self.level -= 1;
                    3
                }
                _ => {
                    self.holds_items |= outside;
                    if let Some(name) = item(rest).filter(|_| outside) {
                        if matches!(&rest[0], TokenTree::Ident(word) if word == "macro_rules") {
                            self.macros.insert(name.clone());
                        }
                        self.items.insert(name);
                    }
                    self.word(rest)
                }
            };
            public = matches!(&rest[0], TokenTree::Ident(word) if word == "pub");
            rest = &rest[length..];
        }
    }

    /// Reads an attribute. Returns the number of tokens of the item after it if that is a test.
    fn attribute(&mut self, attribute: &Group, rest: &[TokenTree]) -> usize {
        let text = attribute.stream().to_string();
        if text.replace(' ', "") == "cfg(test)" {
            let end = rest.iter().position(ends_item).expect("the end of a test");
            if let [TokenTree::Ident(word), TokenTree::Ident(name)] = &rest[..end]
                && word == "mod"
            {
                self.test_children.insert(name.to_string());
            }
            return end + 1;
        }
        if !text.starts_with("doc") {
            self.quoted(attribute.stream());
            self.scan(attribute.stream(), false);
        }
        0
    }

    /// Reads the paths that an attribute gives as text.
    fn quoted(&mut self, tokens: TokenStream) {
        let is_word = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.quoted(group.stream()),
                TokenTree::Literal(text) => {
                    let path: Vec<String> = text.to_string().trim_matches('"').split("::").map(str::to_owned).collect();
                    if path.len() > 1 && path.iter().all(is_word) {
                        self.paths.insert(from_file(path, self.level));
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads a `use` tree.
    fn import(&mut self, tokens: &[TokenTree], public: bool) {
        let mut uses = Vec::new();
        branches(tokens, &[], &mut uses);
        self.uses.extend(uses.into_iter().map(|(path, name)| Use { path: from_file(path, self.level), name, public }));
    }

    /// Reads a path, a name, a group or another token. Returns the number of tokens.
    fn word(&mut self, rest: &[TokenTree]) -> usize {
        match &rest[0] {
            TokenTree::Group(group) => {
                self.scan(group.stream(), false);
                1
            }
            TokenTree::Ident(word) => {
                let (path, length) = path(rest);
                self.words.insert(word.to_string());
                match path.len() {
                    1 if calls_macro(rest) => self.calls.insert(word.to_string()),
                    1 => false,
                    _ => self.paths.insert(from_file(path, self.level)),
                };
                length
            }
            _ => 1,
        }
    }
}

/// The module of a source.
fn module_of(file: &Path) -> Vec<String> {
    let path = file.strip_prefix("src").expect("a source of the library").with_extension("");
    let mut words: Vec<String> = path.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    words.pop_if(|word| word == "mod" || word == "lib");
    words
}

/// A path as its file would write it outside of the inline modules.
fn from_file(mut path: Vec<String>, level: usize) -> Vec<String> {
    for _ in 0..level {
        match path.first().map(String::as_str) {
            Some("super") if path.get(1).is_some_and(|word| word == "super") => drop(path.remove(0)),
            Some("super") => path[0] = "self".to_owned(),
            _ => {}
        }
    }
    path
}

/// The name of the item that begins with these tokens.
fn item(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(word), _, TokenTree::Ident(name), ..] if word == "macro_rules" => Some(name.to_string()),
        [TokenTree::Ident(word), TokenTree::Ident(name), ..] => {
            ITEMS.iter().any(|item| word == item).then(|| name.to_string())
        }
        _ => None,
    }
}

/// Whether these tokens begin with a call of a macro.
fn calls_macro(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [_, bang, TokenTree::Group(_), ..] if is(bang, '!'))
}

/// Whether a token ends an item.
fn ends_item(token: &TokenTree) -> bool {
    is(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Whether a token is this punctuation.
fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether a token after `pub` limits who sees the item.
fn is_visibility(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let text = group.stream().to_string();
    group.delimiter() == Delimiter::Parenthesis
        && (text.starts_with("in ") || ["crate", "super", "self"].contains(&text.as_str()))
}

/// The path at the beginning of tokens and their number.
fn path(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let mut words = vec![tokens[0].to_string()];
    let mut length = 1;
    while let [colon, second, TokenTree::Ident(word), ..] = &tokens[length..]
        && is(colon, ':')
        && is(second, ':')
    {
        words.push(word.to_string());
        length += 3;
    }
    (words, length)
}

/// The paths and names of a `use` tree behind a prefix.
fn branches(tokens: &[TokenTree], prefix: &[String], found: &mut Vec<(Vec<String>, String)>) {
    for branch in tokens.split(|token| is(token, ',')).filter(|branch| !branch.is_empty()) {
        let mut path = prefix.to_vec();
        let mut name = None;
        for (at, token) in branch.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = branch.get(at + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    branches(&group.stream().into_iter().collect::<Vec<_>>(), &path, found);
                    path.clear();
                }
                star if is(star, '*') => path.push("*".to_owned()),
                _ => {}
            }
        }
        // `a::{self}` imports `a`.
        path.pop_if(|word| word == "self");
        if let Some(last) = path.last().cloned() {
            found.push((path, name.unwrap_or(last)));
        }
    }
}
