//! `Writer`: random values that the JSON schema of the card language allows, and the parts of the language in them.

use std::collections::BTreeSet;

use kickdoor::random::mix;
use serde_json::{Map, Value, json};

/// Depth of nested references to named parts of the schema from which plain words are preferred.
const NESTING: u32 = 9;

/// Number of values to try for a field.
const TRIES: u32 = 2;

/// Random numbers from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number in `0..end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        self.0 % end
    }

    /// A random element.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// Writes values and records the parts of the language in them.
pub(crate) struct Writer<'s> {
    schema: &'s Value,
    pub(crate) dice: Dice,
    /// Parts of the language, such as `Effect.draw` or `Drawing.face_up`.
    pub(crate) used: BTreeSet<String>,
    /// Whether it writes the line of a die table, whose effects know the roll.
    rolled: bool,
}

impl<'s> Writer<'s> {
    pub(crate) fn new(schema: &'s Value, seed: u64) -> Self {
        Writer { schema, dice: Dice(mix(seed)), used: BTreeSet::new(), rolled: false }
    }

    /// A value for a field of a named part of the schema.
    pub(crate) fn field(&mut self, owner: &str, field: &str) -> Value {
        let schema = self.schema;
        self.used.insert(format!("{owner}.{field}"));
        self.value(&schema["$defs"][owner]["properties"][field], owner, field, 0)
    }

    /// A named part of the schema with more fields. Fields that are not valid together are added in halves.
    pub(crate) fn filled(
        &mut self,
        owner: &str,
        part: &Value,
        fields: &[&str],
        valid: &mut dyn FnMut(&Value) -> bool,
    ) -> Value {
        let used = self.used.clone();
        for _ in 0..if fields.len() == 1 { TRIES } else { 1 } {
            let mut fuller = part.clone();
            fields.iter().for_each(|field| fuller[field] = self.field(owner, field));
            if valid(&fuller) {
                return fuller;
            }
            self.used.clone_from(&used);
        }
        if fields.len() < 2 {
            return part.clone();
        }
        let (some, others) = fields.split_at(fields.len() / 2);
        let part = self.filled(owner, part, some, valid);
        self.filled(owner, &part, others, valid)
    }

    fn value(&mut self, shape: &Value, owner: &str, field: &str, depth: u32) -> Value {
        if let Some(name) = shape["$ref"].as_str() {
            let (schema, name) = (self.schema, last_of(name));
            return self.value(&schema["$defs"][name], name, field, depth + 1);
        }
        if let Some(forms) = forms_of(shape) {
            return self.form(forms, owner, field, depth);
        }
        if let Some(word) = shape.get("const") {
            self.used.insert(format!("{owner}.{}", word.as_str().unwrap_or_default()));
            return word.clone();
        }
        match type_of(shape) {
            "object" => self.object(shape, owner, depth),
            "array" => self.list(shape, owner, field, depth),
            "" if shape.get("minimum").is_some() => json!(self.number(shape, field)),
            "integer" => {
                self.used.insert(format!("{owner}.number"));
                json!(self.number(shape, field))
            }
            "boolean" if (owner, field) == ("Use", "carried") => json!(self.dice.below(6) == 0),
            "boolean" => json!(self.dice.below(2) == 0),
            "string" if ["has", "suffers"].contains(&field) => json!(self.dice.pick(&["baker", "butcher", "kneading"])),
            "string" if field == "card" => json!(self.dice.pick(&["baker", "crumb", "paper-hat"])),
            "string" if field == "change_kind" => json!(self.dice.pick(&["identity", "kind_0", "kind_1"])),
            "string" if owner == "CardFilter" && field == "kind" => {
                json!(self.dice.pick(&["monster", "curse", "item"]))
            }
            "string" if field == "silences" => json!(self.dice.pick(&["identity", "power", "kind_0", "kind_1"])),
            "string" if owner == "Suffering" => json!(self.dice.pick(&["monster", "curse"])),
            "string" if ["kind", "kinds", "given_to"].contains(&field) => {
                json!(self.dice.pick(&["item", "identity", "power", "kind_0", "kind_1"]))
            }
            "string" => json!(self.dice.pick(&["mouldy", "crusty"])),
            other => panic!("the generator does not know the type {other:?} of `{owner}.{field}`"),
        }
    }

    fn form(&mut self, forms: &[Value], owner: &str, field: &str, depth: u32) -> Value {
        if owner == "Number" && self.rolled && self.dice.below(3) == 0 {
            self.used.insert("Number.roll".to_owned());
            return json!("roll");
        }
        let real = || forms.iter().filter(|form| type_of(form) != "null");
        let plain: Vec<&Value> = real().filter(|form| depth < NESTING || form.get("const").is_some()).collect();
        let all: Vec<&Value> = real().collect();
        let form = *self.dice.pick(if plain.is_empty() { &all } else { &plain });
        self.value(form, owner, field, depth)
    }

    fn object(&mut self, shape: &Value, owner: &str, depth: u32) -> Value {
        let required: Vec<&str> =
            shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Map::new();
        let outer = self.rolled;
        self.rolled |= owner == "RollLine";
        for (field, inner) in shape["properties"].as_object().into_iter().flatten() {
            // Only monsters have it.
            let one_in = if (owner, field.as_str()) == ("Use", "by") { 12 } else { 3 };
            if required.contains(&field.as_str()) || self.dice.below(one_in) == 0 {
                self.used.insert(format!("{owner}.{field}"));
                fields.insert(field.clone(), self.value(inner, owner, field, depth));
            }
        }
        if owner == "Trigger" && fields["when"] != "played" {
            fields.remove("played");
        }
        if owner == "Trigger" && fields["when"] == "fight" {
            // What happens as soon as a test holds must end it.
            fields.insert("do".into(), json!(["defeat_this"]));
            fields.remove("limit");
        }
        let bounded = |fields: &Map<String, Value>| ["at_least", "at_most"].iter().any(|end| fields.contains_key(*end));
        self.rolled = outer;
        if ["Bounds", "CountTest"].contains(&owner) && !bounded(&fields) {
            fields.insert("at_least".into(), json!(1 + self.dice.below(6)));
        }
        Value::Object(fields)
    }

    fn list(&mut self, shape: &Value, owner: &str, field: &str, depth: u32) -> Value {
        let (items, least) = (&shape["items"], shape["minItems"].as_u64().unwrap_or(1));
        let length = least + self.dice.below(if depth < NESTING { 3 } else { 1 });
        let mut list: Vec<Value> = (0..length).map(|_| self.value(items, owner, field, depth)).collect();
        if list.iter().all(|line| line.get("up_to").is_some()) {
            self.die_table(&mut list);
        }
        Value::Array(list)
    }

    /// Gives the lines of a die table rising numbers; the last one is 6.
    fn die_table(&mut self, lines: &mut [Value]) {
        let mut ends = BTreeSet::from([6]);
        while ends.len() < lines.len() {
            ends.insert(1 + self.dice.below(5));
        }
        lines.iter_mut().zip(ends).for_each(|(line, end)| line["up_to"] = json!(end));
    }

    /// A number, usually small, sometimes any in the range. Numbers that do not fit a card are discarded later.
    fn number(&mut self, shape: &Value, field: &str) -> i64 {
        let limit = |key: &str| shape[key].as_i64().expect("a limit");
        let (low, high) =
            if ["at_least", "at_most"].contains(&field) { (-2, 12) } else { (limit("minimum"), limit("maximum")) };
        let scale = if high >= 1000 { 100 } else { 1 };
        let number = match self.dice.below(12) {
            0 => low + self.dice.below((high - low + 1) as u64) as i64,
            1 => -1 - self.dice.below(6) as i64,
            2 => low,
            _ => 1 + self.dice.below(6) as i64,
        };
        match (number * scale).clamp(low, high) {
            0 if shape["not"]["const"] == 0 => 1,
            number => number,
        }
    }
}

/// The parts of the language in a value of a named part of the schema.
pub(crate) fn parts_in(schema: &Value, owner: &str, value: &Value) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    note_used(schema, &schema["$defs"][owner], owner, value, &mut used);
    used
}

fn note_used(schema: &Value, shape: &Value, owner: &str, value: &Value, used: &mut BTreeSet<String>) {
    if let Some(name) = shape["$ref"].as_str() {
        let name = last_of(name);
        return note_used(schema, &schema["$defs"][name], name, value, used);
    }
    let meant = forms_of(shape).into_iter().flatten().find(|form| fits(schema, form, value));
    if let Some(form) = meant {
        return note_used(schema, form, owner, value, used);
    }
    match value {
        Value::Object(fields) => fields.iter().for_each(|(field, inner)| {
            used.insert(format!("{owner}.{field}"));
            note_used(schema, &shape["properties"][field], owner, inner, used);
        }),
        Value::Array(list) => list.iter().for_each(|entry| note_used(schema, &shape["items"], owner, entry, used)),
        Value::String(word) if shape.get("const").is_some() => drop(used.insert(format!("{owner}.{word}"))),
        Value::Number(_) => drop(used.insert(format!("{owner}.number"))),
        _ => {}
    }
}

/// Whether a value has the form of a part of the schema.
fn fits(schema: &Value, form: &Value, value: &Value) -> bool {
    if let Some(name) = form["$ref"].as_str() {
        return fits(schema, &schema["$defs"][last_of(name)], value);
    }
    if let Some(forms) = forms_of(form) {
        return forms.iter().any(|form| fits(schema, form, value));
    }
    if let Some(word) = form.get("const") {
        return word == value;
    }
    match (type_of(form), value) {
        ("object", Value::Object(fields)) => {
            let required = form["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.into_iter().all(|key| fields.contains_key(key))
                && fields.keys().all(|key| form["properties"].get(key).is_some())
        }
        (sort, value) => matches!(
            (sort, value),
            ("array", Value::Array(_))
                | ("integer", Value::Number(_))
                | ("string", Value::String(_))
                | ("boolean", Value::Bool(_))
                | ("null", Value::Null)
        ),
    }
}

/// All parts of the schema below a part: fields, words and bare numbers.
pub(crate) fn parts(schema: &Value, root: &str) -> BTreeSet<String> {
    let (mut found, mut open, mut seen) = (BTreeSet::new(), vec![root.to_owned()], BTreeSet::new());
    while let Some(owner) = open.pop() {
        if seen.insert(owner.clone()) {
            note_parts(&schema["$defs"][&owner], &owner, &mut found, &mut open);
        }
    }
    found
}

fn note_parts(shape: &Value, owner: &str, found: &mut BTreeSet<String>, open: &mut Vec<String>) {
    if let Some(name) = shape["$ref"].as_str() {
        open.push(last_of(name).to_owned());
    }
    if let Some(word) = shape["const"].as_str() {
        found.insert(format!("{owner}.{word}"));
    }
    if type_of(shape) == "integer" {
        found.insert(format!("{owner}.number"));
    }
    forms_of(shape).into_iter().flatten().for_each(|form| note_parts(form, owner, found, open));
    if type_of(shape) == "array" {
        note_parts(&shape["items"], owner, found, open);
    }
    for (field, inner) in shape["properties"].as_object().into_iter().flatten() {
        found.insert(format!("{owner}.{field}"));
        note_parts(inner, owner, found, open);
    }
}

fn forms_of(shape: &Value) -> Option<&[Value]> {
    shape["oneOf"].as_array().or_else(|| shape["anyOf"].as_array()).map(Vec::as_slice)
}

fn last_of(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

fn type_of(shape: &Value) -> &str {
    let first = shape["type"].as_array().and_then(|types| types.first());
    first.unwrap_or(&shape["type"]).as_str().unwrap_or_default()
}
