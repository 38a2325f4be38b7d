//! Patterns: what a line of the tables says, as part of a card's entry with holes.

use serde_json::{Map, Value};

/// A part of a card's entry with holes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pattern {
    /// This value.
    Is(Value),
    /// The value of a hole of the text, by its index.
    Hole(usize),
    List(Vec<Pattern>),
    Table(Table),
}

/// A table with these fields, and with those of further holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    pub(super) fields: Vec<Field>,
    /// The holes that give more fields, in this order.
    pub(super) more: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) key: String,
    pub(super) value: Pattern,
    /// Whether an empty table stands for no field.
    pub(super) may_be_empty: bool,
}

impl Pattern {
    /// The value with these values in its holes. `None` if two parts give the same field.
    pub(super) fn build(&self, holes: &[Option<Value>]) -> Option<Value> {
        Some(match self {
            Pattern::Is(value) => value.clone(),
            Pattern::Hole(hole) => holes[*hole].clone()?,
            Pattern::List(parts) => Value::Array(parts.iter().map(|part| part.build(holes)).collect::<Option<_>>()?),
            Pattern::Table(table) => Value::Object(table.build(holes)?),
        })
    }
}

impl Table {
    fn build(&self, holes: &[Option<Value>]) -> Option<Map<String, Value>> {
        let mut built = Map::new();
        for Field { key, value, may_be_empty } in &self.fields {
            let value = value.build(holes)?;
            let empty = value.as_object().is_some_and(Map::is_empty);
            if !(*may_be_empty && empty) {
                built.insert(key.clone(), value);
            }
        }
        for hole in &self.more {
            for (key, value) in holes[*hole].as_ref()?.as_object()? {
                if built.insert(key.clone(), value.clone()).is_some() {
                    return None;
                }
            }
        }
        Some(built)
    }
}

/// Reads a pattern; `hole` gives the index of a hole by its label.
pub(super) fn pattern(text: &str, hole: &dyn Fn(&str) -> usize) -> Pattern {
    let mut reader = Reader { rest: text, hole };
    let pattern = reader.pattern();
    assert!(reader.rest.trim().is_empty(), "`{text}`: expected nothing more, found `{}`", reader.rest);
    pattern
}

struct Reader<'t> {
    rest: &'t str,
    hole: &'t dyn Fn(&str) -> usize,
}

impl Reader<'_> {
    fn eats(&mut self, mark: &str) -> bool {
        let rest = self.rest.trim_start();
        rest.strip_prefix(mark).map(|after| self.rest = after).is_some()
    }

    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len());
        assert!(end > 0, "expected a word at `{rest}`");
        let (word, after) = rest.split_at(end);
        self.rest = after;
        word.to_owned()
    }

    fn label(&mut self) -> usize {
        let (label, after) = self.rest.split_once('>').expect("a hole ends with `>`");
        let hole = (self.hole)(label);
        self.rest = after;
        hole
    }

    fn pattern(&mut self) -> Pattern {
        if self.eats("{") {
            return Pattern::Table(self.table());
        }
        if self.eats("[") {
            let mut parts = Vec::new();
            while !self.eats("]") {
                parts.push(self.pattern());
                self.eats(",");
            }
            return Pattern::List(parts);
        }
        if self.eats("<") {
            return Pattern::Hole(self.label());
        }
        let word = self.word();
        Pattern::Is(match word.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            word => word.parse::<i64>().map_or_else(|_| Value::String(word.to_owned()), Value::from),
        })
    }

    fn table(&mut self) -> Table {
        let mut table = Table::default();
        while !self.eats("}") {
            if self.eats("..<") {
                table.more.push(self.label());
            } else {
                let key = self.word();
                let may_be_empty = self.eats("?");
                assert!(self.eats("="), "expected `=` at `{}`", self.rest);
                table.fields.push(Field { key, value: self.pattern(), may_be_empty });
            }
            self.eats(",");
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pattern_has_holes_and_more_fields() {
        let labels = ["n", "what"];
        let hole = |label: &str| labels.iter().position(|known| *known == label).expect("a known label");
        let pattern = pattern("{ lose = { count = <n>, deep = [{ a = 1 }, true], what? = <what> } }", &hole);
        let built = |what| pattern.build(&[Some(json!(2)), Some(what)]);
        assert_eq!(built(json!({})), Some(json!({ "lose": { "count": 2, "deep": [{ "a": 1 }, true] } })));
        let full = json!({ "lose": { "count": 2, "deep": [{ "a": 1 }, true], "what": { "big": true } } });
        assert_eq!(built(json!({ "big": true })), Some(full));
    }

    #[test]
    fn a_field_is_given_once() {
        let two = pattern("{ a = 1, ..<x> }", &|_| 0);
        assert_eq!(two.build(&[Some(json!({ "b": 2 }))]), Some(json!({ "a": 1, "b": 2 })));
        assert_eq!(two.build(&[Some(json!({ "a": 2 }))]), None);
    }
}
