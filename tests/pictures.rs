//! Pictures: every one is a complete document that reads in both themes, beside others in a page, and with any name.

use std::collections::BTreeSet;

use kickdoor::report::check::CheckReport;
use kickdoor::report::compare::CompareReport;
use kickdoor::report::history::HistoryReport;
use kickdoor::report::impact::ImpactReport;
use kickdoor::report::sweep::SweepReport;
use kickdoor::report::tune::TuneReport;
use kickdoor::report::{RunReport, csv_files};
use kickdoor::study::{
    CheckRequest, CompareRequest, Control, HistoryRequest, ImpactRequest, RunRequest, SweepRequest, TableRequest,
    TuneRequest,
};
use roxmltree::{Document, Node};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const STYLE: &str = include_str!("../web/picture.css");
/// A name that means something to XML and cannot be written in it as it is, and is too long for any picture.
const HOSTILE: &str = "<script>alert(\"1\")</script> & 'it'\u{0}\u{8}\u{1b}\u{ffff} ]]> <!-- 龍の鎧🐉 WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW of a pair \
                       of boots that somebody left in the rain and never came back to collect in all the years that followed";
/// The same name as a reader of XML sees it.
const SEEN: &str = "<script>alert(\"1\")</script> & 'it'\u{fffd}\u{fffd}\u{fffd}\u{fffd} ]]> <!-- 龍の鎧🐉";
/// Fields that hold texts of users.
const TEXTS: [&str; 9] = ["name", "strategy", "label", "deck", "title", "table", "start", "question", "field"];

fn table() -> TableRequest {
    TableRequest::of(["tests/decks/mini.toml"]).strategies(["greedy", "random"]).players(3).rule("win_level=3")
}

/// A report as JSON, and how it is drawn.
struct Drawn {
    study: &'static str,
    report: Value,
    draw: fn(&Value, &str) -> Vec<(String, String)>,
}

/// A report that is read from JSON.
fn of<R: DeserializeOwned>(report: &Value) -> R {
    serde_json::from_value(report.clone()).expect("it reads back")
}

fn drawn(study: &'static str, report: impl Serialize, draw: fn(&Value, &str) -> Vec<(String, String)>) -> Drawn {
    Drawn { study, report: serde_json::to_value(report).expect("JSON"), draw }
}

/// A report of each study.
fn reports() -> Vec<Drawn> {
    let control = &mut Control::default();
    let run = RunRequest::of(table()).games(60).play(control).expect("it is played").report;
    let together = ImpactRequest { games: Some(60), together: true, ..ImpactRequest::of(table()) };
    let impact = together.play(control).expect("it is played").report;
    let sweep = SweepRequest::of(table(), "angry-bun", "level").values([1, 3, 9]).games(60);
    let sweep = sweep.play(control).expect("it is played").expect("it is complete").report;
    let mut check = CheckRequest::of(table(), ["tests/decks/mini.toml"]).games(60);
    check = check.metric("deaths");
    let check = check.play(control).expect("it is played").report;
    let compare = |strategies: &[&str], control: &mut Control<'_>| {
        let table = table().strategies(strategies.iter().copied());
        CompareRequest::of(table).games(90).play(control).expect("it is played").report
    };
    let (duel, ladder) = (compare(&["greedy", "random"], control), compare(&["greedy", "random", "balanced"], control));
    let searched = TableRequest { strategies: Vec::new(), ..table().rule("max_turns=1") };
    let tune = TuneRequest::of(searched, "balanced").budget(1632).play(control).expect("it is played").report;
    let entries = ["one", "two"]
        .map(|label| HistoryRequest::of(table()).games(60).label(label).play(control).expect("it is played").entry);
    let duel_pictures = |report: &Value, played: &str| of::<CompareReport>(report).pictures(played);
    vec![
        drawn("run", run, |report, played| of::<RunReport>(report).pictures(played)),
        drawn("impact", impact, |report, played| of::<ImpactReport>(report).pictures(played)),
        drawn("sweep", sweep, |report, _| of::<SweepReport>(report).pictures()),
        drawn("check", check, |report, _| of::<CheckReport>(report).pictures()),
        drawn("compare", duel, duel_pictures),
        drawn("ladder", ladder, duel_pictures),
        drawn("tune", tune, |report, played| of::<TuneReport>(report).pictures(played)),
        drawn("history", HistoryReport::new(&entries, &[]), |report, _| {
            vec![("history.svg".to_owned(), of::<HistoryReport>(report).picture())]
        }),
    ]
}

/// Changes all texts of users to a name.
fn rename(value: &mut Value, name: &str) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, name)),
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(text) if TEXTS.contains(&key.as_str()) => name.clone_into(text),
                    Value::Array(items) if key == "strategies" => {
                        items.iter_mut().for_each(|item| match item {
                            Value::String(text) => name.clone_into(text),
                            other => rename(other, name),
                        });
                    }
                    field => rename(field, name),
                }
            }
        }
        _ => {}
    }
}

/// Makes a set larger than any picture: all cards five times.
fn enlarge(report: &mut Value) {
    for key in ["cards", "card_values"] {
        if let Some(rows) = report.get_mut(key).and_then(Value::as_array_mut) {
            let groups: Vec<Value> = rows.iter().flat_map(|row| std::iter::repeat_n(row.clone(), 5)).collect();
            *rows = groups;
        }
    }
}

/// Adds targets: met, missed, without one end, of a metric that never occurs.
fn aim(report: &mut Value) {
    let target = |low: Value, high: Value, after: Value, state: &str| {
        json!({"metric": "turns", "name": "turns per game", "target_low": low, "target_high": high, "before": 5.0,
               "after": after, "low": 4.0, "high": 6.0, "points": false, "state_before": "met", "state": state})
    };
    report["targets"] = json!([
        target(json!(3.0), json!(7.0), json!(5.0), "met"),
        target(json!(8.0), Value::Null, json!(5.0), "missed"),
        target(Value::Null, json!(5.0), json!(5.0), "unsure"),
        target(json!(1.0), json!(2.0), Value::Null, "unsure"),
    ]);
    for (row, verdict) in
        report["metrics"].as_array_mut().expect("metrics").iter_mut().zip(["shift", "inconclusive", "missed"])
    {
        row["verdict"] = json!(verdict);
        row["margin"] = if verdict == "missed" { Value::Null } else { json!(0.01) };
        (row["change"], row["low"], row["high"]) = (json!(0.03), json!(0.005), json!(0.055));
    }
}

#[test]
fn every_picture_is_complete_and_safe_in_a_page() {
    let mut names = BTreeSet::new();
    for Drawn { study, report, draw } in reports() {
        let mut large = report.clone();
        enlarge(&mut large);
        if study == "check" {
            aim(&mut large);
        }
        let mut hostile = large.clone();
        rename(&mut hostile, HOSTILE);
        for (report, played) in [(&report, "mini, 3 players"), (&large, "mini, 3 players"), (&hostile, HOSTILE)] {
            let pictures = draw(report, played);
            assert!(!pictures.is_empty() && pictures == draw(report, played), "{study}: the same bytes each time");
            for (name, svg) in &pictures {
                check(&format!("{study}, {name}"), svg);
                assert!(
                    played != HOSTILE || is_seen(svg),
                    "{study}, {name}: the whole name is in a tip or a title\n{svg}"
                );
                names.insert(if name.starts_with("forest-") { "forest-" } else { name.as_str() }.to_owned());
            }
        }
    }
    let expected = [
        "check.svg",
        "forest-",
        "forest.svg",
        "head_to_head.svg",
        "history.svg",
        "ladder.svg",
        "seats.svg",
        "sweep.svg",
        "tune.svg",
    ];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(csv_files().iter().all(|(name, _)| !names.contains(*name)));
}

/// Whether the beginning of the hostile name is read from the picture as it is.
fn is_seen(svg: &str) -> bool {
    let document = Document::parse(svg).expect("XML");
    document.descendants().filter_map(|node| node.text()).any(|text| text.contains(SEEN))
}

/// What holds for every picture.
fn check(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"), "{name}");
    let size = ["width", "height"].map(|side| root.attribute(side).and_then(|side| side.parse::<f64>().ok()));
    let [Some(width), Some(height)] = size else { panic!("{name} has no size") };
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()), "{name}");
    assert!(width <= 700.0 && (60.0..2_000.0).contains(&height), "{name}: {width} x {height}");
    assert_eq!((root.attribute("role"), root.attribute("class")), (Some("img"), Some("kd-picture")), "{name}");
    let children: Vec<Node<'_, '_>> = root.children().filter(Node::is_element).collect();
    let text = |place: usize| children[place].text().unwrap_or_default();
    assert_eq!(["title", "desc", "style"], [0, 1, 2].map(|place| children[place].tag_name().name()), "{name}");
    assert!(!text(0).is_empty() && !text(1).is_empty() && text(2).trim() == STYLE.trim(), "{name}");
    for node in document.descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        let known = ["svg", "title", "desc", "style", "rect", "text", "line", "circle", "polygon", "g"];
        assert!(known.contains(&tag), "{name}: <{tag}>");
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            // Colours and sizes stand in the style alone, and pictures in one page have no ids that could clash.
            assert!(!["id", "style", "fill", "stroke", "font-size", "href"].contains(&key), "{name}: {key}={value}");
            assert!(!value.contains('#') && !value.contains("NaN") && !value.contains("inf"), "{name}: {key}={value}");
        }
        for class in node.attribute("class").iter().flat_map(|classes| classes.split(' ')) {
            assert!(class.starts_with("kd-") && STYLE.contains(&format!(".{class} {{")), "{name}: class {class}");
        }
        inside(name, node, (width, height));
    }
}

/// Checks that an element lies inside the picture; texts by the least width that a font gives them.
fn inside(name: &str, node: Node<'_, '_>, (width, height): (f64, f64)) {
    let number = |key: &str| node.attribute(key).and_then(|value| value.parse::<f64>().ok());
    let ((mut left, mut top), turned) = moved(node);
    // Texts along an axis are shortened to its length.
    if turned || node.attribute("width") == Some("100%") {
        return;
    }
    let wide = node.text().unwrap_or_default().chars().count() as f64 * 5.0;
    let places: Vec<(f64, f64)> = match node.tag_name().name() {
        "text" => {
            let (x, y) = (number("x").expect("x"), number("y").expect("y"));
            let before = match node.attribute("text-anchor") {
                None => 0.0,
                Some("middle") => 0.5,
                Some(_) => 1.0,
            };
            vec![(x - before * wide, y - 9.0), (x + (1.0 - before) * wide, y + 3.0)]
        }
        "line" => ["1", "2"]
            .map(|end| (number(&format!("x{end}")).expect("x"), number(&format!("y{end}")).expect("y")))
            .to_vec(),
        "circle" => vec![(number("cx").expect("cx"), number("cy").expect("cy"))],
        "rect" => {
            let (x, y) = (number("x").expect("x"), number("y").expect("y"));
            vec![(x, y), (x + number("width").expect("width"), y + number("height").expect("height"))]
        }
        "polygon" => {
            let points = node.attribute("points").expect("points").split(' ');
            points
                .map(|point| point.split_once(',').expect("two"))
                .map(|(x, y)| (x.parse().expect("x"), y.parse().expect("y")))
                .collect()
        }
        _ => Vec::new(),
    };
    for (x, y) in places {
        (left, top) = (left + x, top + y);
        let is_in = (-0.5..=width + 0.5).contains(&left) && (-0.5..=height + 0.5).contains(&top);
        assert!(
            is_in,
            "{name}: {:?} at {left:.0}, {top:.0} of {width} x {height}",
            node.text().unwrap_or(node.tag_name().name())
        );
        (left, top) = (left - x, top - y);
    }
}

/// How far the groups around an element move it, and whether they turn it.
fn moved(node: Node<'_, '_>) -> ((f64, f64), bool) {
    let mut place = (0.0, 0.0);
    for group in node.ancestors().filter_map(|node| node.attribute("transform")) {
        let numbers = group.trim_start_matches("translate(").split(')').next().expect("a place");
        let (x, y) = numbers.split_once(' ').expect("two numbers");
        place = (place.0 + x.parse::<f64>().expect("x"), place.1 + y.parse::<f64>().expect("y"));
        if group.contains("rotate") {
            return (place, true);
        }
    }
    (place, false)
}

/// A colour of the style.
fn channels(colour: &str) -> [f64; 3] {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6).expect("a colour of six digits");
    [0, 2, 4].map(|place| f64::from(u8::from_str_radix(&digits[place..place + 2], 16).expect("a number")) / 255.0)
}

/// The contrast of two colours by the guidelines for accessible content.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let linear = channels(colour)
            .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn colours_contrast_and_differ_for_the_colour_blind_in_both_themes() {
    // Okabe and Ito.
    let palette = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
    let (light, dark) = STYLE.split_once("@media screen and (prefers-color-scheme: dark)").expect("two themes");
    let (dark, classes) = dark.split_once(".kd-ground {").expect("classes after the themes");
    for theme in [light, dark] {
        let value =
            |name: &str| theme.split_once(&format!("--kd-{name}: ")).expect(name).1.split(';').next().expect("a value");
        let to = |name: &str, ground: &str| contrast(value(name), value(ground));
        for text in ["text", "note"] {
            assert!(to(text, "ground") >= 4.5, "{text}: {}", to(text, "ground"));
        }
        for mark in ["blue", "red", "green", "purple", "axis"] {
            assert!(to(mark, "ground") >= 3.0, "{mark}: {}", to(mark, "ground"));
            assert!(mark == "axis" || palette.contains(&value(mark)), "{mark}");
        }
        // Only the first two series are drawn on a shaded ground.
        for mark in ["blue", "red"] {
            assert!(to(mark, "band") >= 3.0, "{mark}: {}", to(mark, "band"));
        }
        for grey in ["ground", "text", "note", "axis", "grid", "band"] {
            let [red, green, blue] = channels(value(grey));
            assert!(f64::max((red - green).abs(), (green - blue).abs()) < 0.05, "{grey} has no hue");
        }
    }
    // Programs without custom properties read the light colours.
    let uses: Vec<&str> = classes.split(": var(--kd-").skip(1).collect();
    assert!(uses.len() > 10);
    for (place, used) in uses.into_iter().enumerate() {
        let name = used.split(')').next().expect("a name");
        let before = classes.split(": var(--kd-").nth(place).expect("text before it");
        let (colour, property) =
            before.rsplit_once(": ").expect("a colour").1.split_once("; ").expect("then the property");
        assert!(
            light.contains(&format!("--kd-{name}: {colour};")) && ["fill", "stroke"].contains(&property),
            "{name}: {colour}"
        );
    }
}
