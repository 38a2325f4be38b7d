//! The JSON schema of decks and `deck check` have the same limits: every number, text and list of the schema is put into a deck, inside, at
//! and beyond its limits.

use std::collections::{BTreeSet, VecDeque};

use kickdoor::deck::{DeckSource, Sets, schema};
use kickdoor::random::mix;
use serde_json::{Value, json};

const GROUND: &str = include_str!("decks/ground.toml");
/// Cards for full hands of eight from each deck.
const FILLING: &str = "[[card]]\nid = \"SIDE-N\"\nname = \"SIDE N\"\nkind = \"blank\"\ndeck = \"SIDE\"\ncopies = 20\n";
/// A card of each sort.
const CARDS: [&str; 10] = [
    r#"{"kind":"identity"}"#,
    r#"{"kind":"item","gold":300,"slot":"hand"}"#,
    r#"{"kind":"monster","level":4,"treasures":1}"#,
    r#"{"kind":"curse","curse":[{"lose_levels":1}]}"#,
    r#"{"kind":"curse","lasts":"always"}"#,
    r#"{"kind":"power","rank":1}"#,
    r#"{"kind":"enhancer","bonus":5}"#,
    r#"{"kind":"item","gold":300,"once":true,"bonus":2}"#,
    r#"{"kind":"special","use":[{"when":["any_time"],"do":["die"]}]}"#,
    r#"{"kind":"role"}"#,
];
const PLAYS: [&str; 4] = ["slot", "item", "rank", "special"];

/// A step from a part of the schema to a part of it.
#[derive(Clone, Debug)]
enum Step {
    Field(String),
    Entry,
    Form(usize),
}

/// A part of the schema with limits, and the way to it from the root.
#[derive(Debug)]
struct Leaf {
    way: Vec<Step>,
    shape: Value,
}

struct Language(Value);

impl Language {
    fn read() -> Language {
        Language(serde_json::from_str(&schema()).expect("it is JSON"))
    }

    /// A part of the schema in place of its name.
    fn named<'s>(&'s self, shape: &'s Value) -> &'s Value {
        let name = shape["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        name.map_or(shape, |name| &self.0["$defs"][name])
    }

    /// All parts with limits, each with a shortest way to it.
    fn leaves(&self) -> Vec<Leaf> {
        let mut open = VecDeque::from([(Vec::new(), &self.0)]);
        let (mut seen, mut leaves) = (BTreeSet::new(), Vec::new());
        while let Some((way, shape)) = open.pop_front() {
            if shape["$ref"].as_str().is_some_and(|name| !seen.insert(name.to_owned())) {
                continue;
            }
            let shape = self.named(shape);
            if LIMITS.iter().any(|limit| shape.get(limit).is_some()) {
                leaves.push(Leaf { way: way.clone(), shape: shape.clone() });
            }
            let mut go = |step: Step, to| open.push_back(([way.clone(), vec![step]].concat(), to));
            if sort(shape) != "integer" {
                forms(shape).iter().enumerate().for_each(|(n, form)| go(Step::Form(n), form));
            }
            let fields = shape["properties"].as_object().into_iter().flatten();
            fields.for_each(|(field, inner)| go(Step::Field(field.clone()), inner));
            if shape["additionalProperties"].is_object() {
                go(Step::Field("level".to_owned()), &shape["additionalProperties"]);
            }
            if shape["items"].is_object() {
                go(Step::Entry, &shape["items"]);
            }
        }
        leaves
    }

    /// A value with `leaf` at the end of a way, in `base` if there is one. Lists have `more` further entries.
    fn build(&self, shape: &Value, way: &[Step], base: Option<Value>, leaf: &Value, more: usize) -> Value {
        let (shape, Some((step, rest))) = (self.named(shape), way.split_first()) else { return leaf.clone() };
        let inner = |shape: &Value, base| self.build(shape, rest, base, leaf, more);
        match step {
            Step::Form(n) => inner(&forms(shape)[*n], base),
            Step::Entry => {
                let others = shape["minItems"].as_u64().unwrap_or(1) as usize - 1 + more;
                let first = inner(&shape["items"], None);
                json!([vec![first], vec![self.fill(&shape["items"], ""); others]].concat())
            }
            Step::Field(field) => {
                let known = base.as_ref().and_then(|base| base.get(field)).filter(|known| known.is_object()).cloned();
                let mut table = base.unwrap_or_else(|| self.table(shape, 0));
                let of = if shape["properties"].get(field).is_some() {
                    &shape["properties"][field]
                } else {
                    &shape["additionalProperties"]
                };
                table[field] = inner(of, known);
                for other in shape["dependentRequired"][field].as_array().into_iter().flatten() {
                    let other = other.as_str().expect("a field");
                    table[other] = self.fill(&shape["properties"][other], other);
                }
                table
            }
        }
    }

    /// A value with the required parts.
    fn fill(&self, shape: &Value, field: &str) -> Value {
        let shape = self.named(shape);
        // The first count is that of a die, which most effects do not have.
        if field == "each" {
            return json!("level");
        }
        let fixed = [shape["examples"].get(0), shape.get("const"), shape["enum"].get(0)].into_iter().flatten().next();
        if let Some(value) = fixed {
            return value.clone();
        }
        match (sort(shape), field) {
            ("integer", _) => json!(1.clamp(limit(shape, "minimum"), limit(shape, "maximum"))),
            ("boolean", _) => json!(true),
            ("string", "kind" | "change_kind") => json!("identity"),
            ("string", "tag") => json!("mouldy"),
            ("string", "level") => json!("a reason"),
            ("string", _) => json!("baker"),
            ("array", _) => {
                json!(vec![self.fill(&shape["items"], field); shape["minItems"].as_u64().unwrap_or(1) as usize])
            }
            ("object", _) => self.table(shape, shape["minProperties"].as_u64().unwrap_or(0)),
            _ => {
                let forms = forms(shape);
                self.fill(forms.iter().find(|form| form.get("const").is_some()).unwrap_or(&forms[0]), field)
            }
        }
    }

    /// A table with the required fields, and with further ones up to `least`.
    fn table(&self, shape: &Value, least: u64) -> Value {
        let needed: Vec<&str> = shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut further = (least as usize).saturating_sub(needed.len());
        let fields = shape["properties"].as_object().into_iter().flatten();
        let chosen = fields.filter(|(field, _)| {
            let chosen = needed.contains(&field.as_str()) || further > 0;
            further -= usize::from(chosen && !needed.contains(&field.as_str()));
            chosen
        });
        Value::Object(chosen.map(|(field, shape)| (field.clone(), self.fill(shape, field))).collect())
    }

    /// Decks with a value at a leaf: one for each sort of card and each length of lists.
    fn decks(&self, ground: &Value, leaf: &Leaf, value: &Value) -> Vec<Value> {
        let uses = of_uses(&leaf.way);
        [&leaf.way, &uses].into_iter().flat_map(|way| self.decks_by(ground, way, value)).collect()
    }

    fn decks_by(&self, ground: &Value, way: &[Step], value: &Value) -> Vec<Value> {
        let [Step::Field(part), rest @ ..] = way else { return Vec::new() };
        let named = |text: &str| {
            let mut card: Value = serde_json::from_str(text).expect("a card");
            (card["id"], card["name"]) = (json!("odd"), json!("Odd"));
            card
        };
        let bases: Vec<Value> = match part.as_str() {
            "card" => CARDS.iter().map(|card| named(card)).collect(),
            "kind" => PLAYS.iter().map(|play| json!({ "id": "odd", "play": play })).collect(),
            _ => vec![ground[part].clone()],
        };
        let shape = &self.0["properties"][part];
        let both = bases.iter().flat_map(|base| [(base, 0), (base, 1)]);
        let deck = |(base, more): (&Value, usize)| {
            let mut deck = ground.clone();
            match rest {
                [Step::Entry, rest @ ..] => {
                    let entry = self.build(&shape["items"], rest, Some(base.clone()), value, more);
                    let list = deck.as_object_mut().expect("a table").entry(part.as_str()).or_insert(json!([]));
                    list.as_array_mut().expect("a list").push(entry);
                }
                rest => deck[part] = self.build(shape, rest, Some(base.clone()), value, more),
            }
            deck
        };
        both.map(deck).collect()
    }
}

/// A way through the effects of a use in place of Bad Stuff, where some effects have no use.
fn of_uses(way: &[Step]) -> Vec<Step> {
    let field = |word: &str| Step::Field(word.to_owned());
    match way {
        [card, entry, Step::Field(list), rest @ ..] if list == "bad_stuff" => {
            [&[card.clone(), entry.clone(), field("use"), Step::Entry, field("do")], rest].concat()
        }
        _ => Vec::new(),
    }
}

/// The words for limits in a schema.
const LIMITS: [&str; 6] = ["minimum", "maxLength", "pattern", "minItems", "maxItems", "minProperties"];

fn forms(shape: &Value) -> &[Value] {
    let forms = shape["oneOf"].as_array().or_else(|| shape["anyOf"].as_array());
    forms.map_or(&[], Vec::as_slice)
}

fn sort(shape: &Value) -> &str {
    shape["type"].as_str().or_else(|| shape["type"][0].as_str()).unwrap_or_default()
}

fn limit(shape: &Value, word: &str) -> i64 {
    shape[word].as_i64().unwrap_or_else(|| panic!("{shape} has no `{word}`"))
}

/// Whether a schema allows a value, by its limits.
fn allows(shape: &Value, value: &Value) -> bool {
    let at_least = |word: &str, found: usize| shape[word].as_u64().is_none_or(|least| found as u64 >= least);
    let at_most = |word: &str, found: usize| shape[word].as_u64().is_none_or(|most| found as u64 <= most);
    match value {
        Value::Number(number) => {
            let number = number.as_i64().expect("a whole number");
            let inside = |shape: &Value| {
                shape["minimum"].as_i64().is_none_or(|low| low <= number)
                    && shape["maximum"].as_i64().is_none_or(|high| number <= high)
                    && shape.get("const").is_none_or(|only| only == number)
            };
            let forms = forms(shape);
            inside(shape)
                && (forms.is_empty() || forms.iter().any(inside))
                && shape["not"].get("const").is_none_or(|no| no != number)
        }
        Value::String(text) => {
            at_most("maxLength", text.chars().count()) && shape["pattern"].as_str().is_none_or(|form| fits(form, text))
        }
        Value::Array(list) => {
            let distinct = || (1..list.len()).all(|place| !list[..place].contains(&list[place]));
            at_least("minItems", list.len())
                && at_most("maxItems", list.len())
                && (shape["uniqueItems"] != true || distinct())
        }
        Value::Object(table) => at_least("minProperties", table.len()),
        Value::Null | Value::Bool(_) => true,
    }
}

/// Whether a text has one of the forms of the schema.
fn fits(form: &str, text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let id = |joint: char| text.starts_with(plain) && text.chars().all(|c| plain(c) || c == joint);
    match form {
        "^[a-z0-9][a-z0-9-]*$" => id('-'),
        "^[a-z0-9][a-z0-9_]*$" => id('_'),
        "\\S" => text.chars().any(|c| !c.is_whitespace()),
        other => panic!("the test does not know the form {other}"),
    }
}

/// Values inside, at and beyond the limits of a leaf.
fn values(language: &Language, shape: &Value, seed: u64) -> Vec<Value> {
    match sort(shape) {
        "integer" => {
            let (low, high) = (limit(shape, "minimum"), limit(shape, "maximum"));
            let width = (high - low) as u64 + 1;
            let random = |n: u64| low - 3 + (mix(8 * seed + n) % (width + 6)) as i64;
            let far = [i64::from(i32::MIN), i64::from(i32::MAX), i64::MIN, i64::MAX];
            let near = [low - 1, low, high, high + 1, 0, 1, -1];
            near.into_iter().chain(far).chain((0..4).map(random)).map(Value::from).collect()
        }
        "string" => {
            let most = limit(shape, "maxLength") as usize;
            let long = [1, most, most + 1].map(|length| "a".repeat(length));
            let odd = ["", " ", "A", "-a", "_a", "a-b", "a_b", "7", "é"].map(str::to_owned);
            long.into_iter().chain(odd).map(Value::from).collect()
        }
        "array" => {
            let entry = language.fill(&shape["items"], "");
            let lengths = ["minItems", "maxItems"].map(|word| shape[word].as_u64());
            let lengths =
                lengths.into_iter().flatten().flat_map(|length| [length.saturating_sub(1), length, length + 1]);
            // Lines of a die table must rise.
            let lengths = lengths.filter(|length| *length < 2 || entry.get("up_to").is_none());
            lengths.map(|length| json!(vec![entry.clone(); length as usize])).collect()
        }
        "object" => vec![json!({}), language.fill(shape, "")],
        other => panic!("the test does not know the type {other:?}"),
    }
}

/// Whether `deck check` accepts a deck.
fn accepted(deck: &Value) -> bool {
    let text = toml::to_string(deck).expect("TOML");
    Sets::read(&[DeckSource::new("odd.toml", text)]).is_ok_and(|sets| sets.compile(&[]).is_ok())
}

fn ground() -> Value {
    let filling =
        |side: &str| (1..=3).map(|n| FILLING.replace("SIDE", side).replace('N', &n.to_string())).collect::<String>();
    let text = format!("{GROUND}\n[rules]\n{}{}", filling("door"), filling("treasure"));
    json!(text.parse::<toml::Table>().expect("TOML"))
}

/// Names that other parts of the deck define: only they are accepted, whatever the limits.
fn is_reference(language: &Language, ground: &Value, leaf: &Leaf) -> bool {
    let plain = json!("a");
    sort(&leaf.shape) == "string" && !language.decks(ground, leaf, &plain).iter().any(accepted)
}

#[test]
fn the_schema_and_deck_check_have_the_same_limits() {
    let (language, ground) = (Language::read(), ground());
    assert!(accepted(&ground), "the deck around the values");
    let (mut wrong, mut sorts, mut compared) = (Vec::new(), BTreeSet::new(), 0);
    for (seed, leaf) in language.leaves().iter().enumerate() {
        if is_reference(&language, &ground, leaf) {
            continue;
        }
        let mut values = values(&language, &leaf.shape, seed as u64);
        values.sort_by_key(|value| !allows(&leaf.shape, value));
        // The deck that accepted a value before is tried first. What the schema refuses is tried in this deck only.
        let mut known = 0;
        for value in values {
            let (decks, allowed) = (language.decks(&ground, leaf, &value), allows(&leaf.shape, &value));
            let again = Some(known).filter(|&known| accepted(&decks[known]));
            let found = again.or_else(|| allowed.then(|| decks.iter().position(accepted)).flatten());
            if allowed != found.is_some() {
                wrong.push(format!("{:?}: {value}: schema {allowed}, deck check {}", leaf.way, found.is_some()));
            }
            known = found.unwrap_or(known);
            compared += 1;
        }
        sorts.insert(sort(&leaf.shape).to_owned());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 1000, "{compared} values");
    assert_eq!(sorts, ["array", "integer", "object", "string"].map(str::to_owned).into());
}
