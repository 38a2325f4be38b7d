//! A JSON schema, as far as the published one uses the language.

use serde_json::Value;

/// A document with definitions.
pub(crate) struct Document(pub(crate) Value);

/// Words that limit nothing here: they describe, or a test of their own compares them with the program.
const NO_LIMITS: [&str; 17] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "examples",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "uniqueItems",
    "propertyNames",
];

impl Document {
    /// The schema at a pointer, in place of its name.
    pub(crate) fn resolved(&self, pointer: &str) -> &Value {
        let schema = self.0.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in the schema"));
        schema["$ref"].as_str().map_or(schema, |name| self.resolved(name.trim_start_matches('#')))
    }

    /// Fails if the schema at a pointer does not allow a value.
    pub(crate) fn check(&self, pointer: &str, value: &Value, what: &str) {
        let faults = self.faults(self.resolved(pointer), value, what);
        assert!(faults.is_empty(), "{}", faults.iter().take(5).cloned().collect::<Vec<_>>().join("\n"));
    }

    /// Whether the schema at a pointer allows a value.
    pub(crate) fn allows(&self, pointer: &str, value: &Value) -> bool {
        self.faults(self.resolved(pointer), value, "").is_empty()
    }

    /// Where a value does not have its schema.
    fn faults(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(words) = schema.as_object() else {
            return if schema == &Value::Bool(false) { vec![format!("{at}: not allowed")] } else { Vec::new() };
        };
        words.iter().flat_map(|(word, limit)| self.faults_of(schema, word, limit, value, at)).collect()
    }

    fn faults_of(&self, schema: &Value, word: &str, limit: &Value, value: &Value, at: &str) -> Vec<String> {
        let wrong =
            |holds: bool| if holds { Vec::new() } else { vec![format!("{at}: {value}, expected {word} {limit}")] };
        let list = || limit.as_array().expect("a list");
        let counts = |forms: &[Value]| forms.iter().filter(|form| self.faults(form, value, at).is_empty()).count();
        match word {
            "$ref" => self.faults(self.resolved(limit.as_str().expect("a name").trim_start_matches('#')), value, at),
            "type" => wrong(match limit {
                Value::Array(types) => types.iter().any(|one| is_a(one, value)),
                one => is_a(one, value),
            }),
            "const" => wrong(value == limit),
            "enum" => wrong(list().contains(value)),
            "oneOf" => wrong(counts(list()) == 1),
            "anyOf" => wrong(counts(list()) > 0),
            "allOf" => list().iter().flat_map(|form| self.faults(form, value, at)).collect(),
            "not" => wrong(!self.faults(limit, value, at).is_empty()),
            "required" => {
                wrong(!value.is_object() || list().iter().all(|key| value.get(key.as_str().expect("a key")).is_some()))
            }
            "properties" => fields(value)
                .filter_map(|(key, value)| Some((key, limit.get(key)?, value)))
                .flat_map(|(key, schema, value)| self.faults(schema, value, &format!("{at}.{key}")))
                .collect(),
            "additionalProperties" | "unevaluatedProperties" => fields(value)
                .filter(|(key, _)| schema["properties"].get(key).is_none())
                .flat_map(|(key, value)| self.faults(limit, value, &format!("{at}.{key}")))
                .collect(),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .skip(schema["prefixItems"].as_array().map_or(0, Vec::len))
                .flat_map(|(place, value)| self.faults(limit, value, &format!("{at}[{place}]")))
                .collect(),
            "uniqueItems" => {
                let list = value.as_array().map_or(&[][..], Vec::as_slice);
                wrong(limit != true || (1..list.len()).all(|place| !list[..place].contains(&list[place])))
            }
            "dependentRequired" => {
                wrong(fields(limit).filter(|(key, _)| value.get(key).is_some()).all(|(_, needed)| {
                    needed.as_array().into_iter().flatten().all(|key| value.get(key.as_str().expect("a key")).is_some())
                }))
            }
            "prefixItems" => list()
                .iter()
                .zip(value.as_array().into_iter().flatten())
                .flat_map(|(schema, value)| self.faults(schema, value, at))
                .collect(),
            word if NO_LIMITS.contains(&word) => Vec::new(),
            word => panic!("{at}: the test does not know the word `{word}` of schemas"),
        }
    }
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn is_a(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("no type {other}"),
    }
}
