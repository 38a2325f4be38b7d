//! Words of the card language with and without settings, and their syntax.

use serde_json::Value;

use crate::deck::language::DeckFile;
use crate::deck::toml::TomlError;

/// Maximum depth of a written form.
const DEPTH: u32 = 4;

/// The parser's message about a word without its settings, or with unexpected settings, in terms of the deck file.
/// `found` is the text of the error, `field` the path to it.
pub(in crate::deck) fn misused(message: &str, found: &str, field: Option<&str>) -> Option<String> {
    if message.ends_with("expected newtype variant") {
        let word = found.trim().trim_matches(['"', '\'']);
        let form = form_of(word, field).unwrap_or_else(|| "...".to_owned());
        return Some(format!("`{word}` needs settings: write `{{ {word} = {form} }}`"));
    }
    let unwanted = ["expected table, found", "expected empty table", "expected empty array"];
    if unwanted.iter().any(|start| message.starts_with(start)) {
        let word = field?.rsplit('.').next()?;
        return Some(format!("`{word}` takes no settings: write `\"{word}\"`"));
    }
    None
}

/// An example line for the field that the parser misses.
pub(super) fn example_of_missing(error: &TomlError) -> Option<String> {
    let field = error.message.strip_prefix("missing field `")?.strip_suffix('`')?;
    example_of(error.table?, field)
}

/// An example line for a field of a type.
pub(in crate::deck) fn example_of(table: &str, field: &str) -> Option<String> {
    let schema = schemars::schema_for!(DeckFile).to_value();
    let table = if table == "DeckFile" { &schema } else { &schema["$defs"][table] };
    let shape = table["properties"].get(field)?;
    Some(format!("for example, `{field} = {}`", written(&schema, shape, DEPTH)))
}

/// An example of the settings of a word in a field. Costs share words with conditions.
fn form_of(word: &str, field: Option<&str>) -> Option<String> {
    let schema = schemars::schema_for!(DeckFile).to_value();
    let definitions = schema["$defs"].as_object()?;
    let cost = field.is_some_and(|field| field.ends_with(".cost"));
    let of_costs = definitions.get("Cost").filter(|_| cost);
    let mut forms = of_costs.into_iter().chain(definitions.values()).filter_map(|shape| shape["oneOf"].as_array());
    let shape = forms.by_ref().flatten().find_map(|form| form["properties"].get(word))?;
    Some(written(&schema, shape, DEPTH))
}

/// An example value for a schema: its own example, or its first variant with only the required fields.
fn written(schema: &Value, shape: &Value, depth: u32) -> String {
    if let Some(example) = shape["examples"].get(0) {
        return example.to_string();
    }
    if let Some(name) = shape["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return written(schema, &schema["$defs"][name], depth.saturating_sub(1));
    }
    let forms = shape["oneOf"].as_array().or_else(|| shape["anyOf"].as_array());
    if let Some(forms) = forms {
        let word = forms.iter().find(|form| form.get("const").is_some()).or_else(|| forms.first());
        return word.map_or_else(|| "...".to_owned(), |form| written(schema, form, depth));
    }
    let sort = shape["type"].as_str().or_else(|| shape["type"][0].as_str());
    match (shape.get("const").or_else(|| shape["enum"].get(0)), sort) {
        (Some(word), _) => word.to_string(),
        (_, Some("integer")) => number(shape).to_string(),
        (_, Some("boolean")) => "true".to_owned(),
        (_, Some("array")) if depth > 0 => list(schema, shape, depth),
        (_, Some("array")) => "[...]".to_owned(),
        (_, Some("object")) if depth > 0 => table(schema, shape, depth),
        _ => "\"...\"".to_owned(),
    }
}

/// The allowed number nearest to 1.
fn number(shape: &Value) -> i64 {
    let limit = |key: &str, none| shape[key].as_i64().unwrap_or(none);
    1.clamp(limit("minimum", i64::MIN), limit("maximum", i64::MAX))
}

/// A list with the required number of entries, at least one.
fn list(schema: &Value, shape: &Value, depth: u32) -> String {
    let least = shape["minItems"].as_u64().unwrap_or(1).max(1) as usize;
    format!("[{}]", vec![written(schema, &shape["items"], depth - 1); least].join(", "))
}

/// A table with the required fields, and with further ones if it needs more.
fn table(schema: &Value, shape: &Value, depth: u32) -> String {
    let needed = shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut fields: Vec<&str> = needed.collect();
    let least = shape["minProperties"].as_u64().unwrap_or(0) as usize;
    let others = shape["properties"].as_object().into_iter().flatten().map(|(field, _)| field.as_str());
    let others: Vec<&str> = others.filter(|field| !fields.contains(field)).collect();
    fields.extend(others.into_iter().take(least.saturating_sub(fields.len())));
    let written = |field: &&str| format!("{field} = {}", written(schema, &shape["properties"][*field], depth - 1));
    let fields: Vec<String> = fields.iter().map(written).collect();
    if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(", ")) }
}
