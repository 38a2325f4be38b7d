//! Patches: the lines of a deck file before and after a change of a card's numbers.

use std::fmt::Write;

use super::numbers::Number;
use crate::deck::file::locate::{Document, Step};
use crate::deck::file::sets::Sets;
use crate::deck::file::source::DeckSource;
use crate::deck::language::parts;

/// A change of one line: its number, the line, and the text in its place.
struct Change {
    line: usize,
    /// `None` if a line is added after this one.
    old: Option<String>,
    new: String,
}

impl Sets {
    /// A unified diff of the file of a card, without context, that gives numbers new values. `None` if a number is not in the
    /// file and cannot be added as a field of its own, or if the set is a sheet.
    pub(crate) fn patch(&self, set: &str, card: &str, numbers: &[(&Number, i32)]) -> Option<String> {
        // The lines of a deck that was made of a sheet are in no file.
        let set = self.sets().iter().find(|other| other.id() == set && !other.source.is_sheet())?;
        let place = set.file.cards.iter().position(|spec| spec.id == card)?;
        let changes = changes(&set.source, place, numbers)?;
        let mut text = format!("--- {0}\n+++ {0}\n", set.source.name);
        let mut added = 0;
        for Change { line, old, new } in changes {
            let head = match old {
                Some(old) => format!("@@ -{line} +{} @@\n-{old}\n", line + added),
                None => {
                    added += 1;
                    format!("@@ -{line},0 +{} @@\n", line + added)
                }
            };
            let written = writeln!(text, "{head}+{new}");
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        Some(text)
    }
}

/// The changes in the order of their lines.
fn changes(source: &DeckSource, card: usize, numbers: &[(&Number, i32)]) -> Option<Vec<Change>> {
    let document = Document::parse(source);
    let start = |steps: &[Step<'_>]| document.value_at(&[&[Step::Key("card"), Step::Index(card)], steps].concat());
    // From the last one, so that the places of the others stay right.
    let mut edits = Vec::new();
    for (number, value) in numbers {
        let steps: Vec<Step<'_>> = number.steps().iter().map(step).collect();
        edits.push(match (start(&steps), &steps[..]) {
            (Some(place), _) => (place, value.to_string(), true),
            (None, [Step::Key(field)]) => (start(&[Step::Key("kind")])?, format!("{field} = {value}"), false),
            (None, _) => return None,
        });
    }
    edits.sort_by_key(|(place, _, _)| place.start);
    let mut changes: Vec<Change> = Vec::new();
    let mut shift = 0;
    for (place, new, replaces) in edits {
        let line_start = source.text[..place.start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = source.text[place.end..].find('\n').map_or(source.text.len(), |end| place.end + end);
        // A value over several lines has its own line only for its first part.
        let old = source.text.get(line_start..line_end)?;
        let line = source.text[..line_start].matches('\n').count() + 1;
        match changes.last_mut().filter(|last| replaces && last.line == line && last.old.is_some()) {
            Some(last) => {
                let at = (place.start - line_start) as isize + shift;
                last.new.replace_range(at as usize..at as usize + place.len(), &new);
            }
            None if replaces => {
                shift = 0;
                let mut changed = old.to_owned();
                changed.replace_range(place.start - line_start..place.end - line_start, &new);
                changes.push(Change { line, old: Some(old.to_owned()), new: changed });
            }
            None => changes.push(Change { line, old: None, new: new.clone() }),
        }
        shift += if replaces { new.len() as isize - place.len() as isize } else { 0 };
    }
    Some(changes)
}

fn step(step: &parts::Step) -> Step<'_> {
    match step {
        parts::Step::Key(key) => Step::Key(key),
        parts::Step::Index(index) => Step::Index(*index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[set]\nid = \"x\"\nname = \"X\"\nplayers = { min = 3, max = 6 }\n[[card]]\nid = \"ogre\"\nname = \"Ogre\"\n\
                        kind = \"monster\"\nlevel = 9\nstrength = [{ add = 5, if = { monsters = { at_least = 2 } } }]\ntreasures = 1\n";

    #[test]
    fn a_patch_has_the_lines_of_the_file_before_and_after() {
        let sets = Sets::read(&[DeckSource::new("x.toml", TEXT)]).expect("a set");
        let spec = &sets.sets()[0].file.cards[0];
        let number = |path: &str| Number::find(path, spec).expect(path);
        let (level, add, least) =
            (number("level"), number("strength[0].add"), number("strength[0].if.monsters.at_least"));
        let levels = number("levels");
        assert_eq!(
            sets.patch("x", "ogre", &[(&level, 10)]).as_deref(),
            Some("--- x.toml\n+++ x.toml\n@@ -9 +9 @@\n-level = 9\n+level = 10\n")
        );
        let both = sets.patch("x", "ogre", &[(&least, 12), (&add, -15), (&levels, 2)]).expect("a patch");
        assert_eq!(
            both,
            "--- x.toml\n+++ x.toml\n@@ -8,0 +9 @@\n+levels = 2\n@@ -10 +11 @@\n\
             -strength = [{ add = 5, if = { monsters = { at_least = 2 } } }]\n\
             +strength = [{ add = -15, if = { monsters = { at_least = 12 } } }]\n"
        );
    }
}
