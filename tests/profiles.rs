//! Strategy files: names, settings and their limits, inheritance, and messages.

use kickdoor::strategy::{Profile, names};

fn parsed(text: &str) -> Result<Profile, String> {
    Profile::parse("x", "x.toml", text).map_err(|error| error.to_string())
}

/// The message for an invalid strategy file.
fn said(text: &str) -> String {
    parsed(text).expect_err("an invalid profile")
}

#[test]
fn shipped_profiles_can_be_read() {
    for name in names() {
        let profile = Profile::find(name).expect("a shipped profile");
        assert_eq!(profile.hash().len(), 64, "{name}");
    }
}

#[test]
fn a_misspelt_name_or_field_is_explained() {
    let error = Profile::find("balancd").expect_err("no such profile").to_string();
    assert!(error.contains("did you mean `balanced`?"), "{error}");
    let error = said("brain = \"greedy\"\nweight = 3");
    for part in ["unknown field `weight`", "x.toml:2:1", "^^^^^^", "did you mean `weights`?"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(said("brain = \"balancd\"").contains("did you mean `balanced`?"));
    assert!(said("says = 3").contains("expected a string, found the number 3"), "{}", said("says = 3"));
    assert!(said("brain = \"random\"\nweights = 3").contains("expected a table, found the number 3"));
}

#[test]
fn a_profile_inherits_settings_and_restrictions() {
    let base = Profile::find("rusher").expect("a shipped profile");
    let text = "extends = \"rusher\"\nnever = [\"sell\"]\n[weights]\nsale_loss = 1\n";
    let profile = parsed(text).expect("a profile");
    assert_eq!(profile.weights["sale_loss"].as_integer(), Some(1));
    assert_eq!(profile.weights["rise_to"], base.weights["rise_to"]);
    let words: Vec<String> = profile.never.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["help", "sell"]);
}

#[test]
fn wrong_bases_and_restrictions_are_explained() {
    for (text, parts) in [
        ("extends = \"balancd\"", ["x.toml:1:11", "did you mean `balanced`?"]),
        ("extends = \"balanced\"\nbrain = \"greedy\"", ["x.toml:2:9", "has the brain `balanced`, not `greedy`"]),
        ("says = \"x\"", ["expected `brain` or `extends`", "brain = \"balanced\""]),
        ("extends = \"balanced\"\nnever = [\"sel\"]", ["x.toml:2:10", "did you mean `sell`?"]),
    ] {
        let error = said(text);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

#[test]
fn a_profile_that_extends_itself_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loop.toml");
    std::fs::write(&file, format!("extends = {:?}", file.display().to_string())).expect("written");
    let error = Profile::find(&file.display().to_string()).expect_err("an endless chain").to_string();
    assert!(error.contains("extend itself?"), "{error}");
}

/// A `search` file with a base.
fn on(base: &str) -> Profile {
    parsed(&format!("brain = \"search\"\nbase = {base}\n")).expect("a profile")
}

#[test]
fn a_player_that_looks_ahead_has_a_base() {
    let base_of = |profile: &Profile| profile.base.as_deref().cloned().expect("a base");
    let shipped = |name: &str| Profile::find(name).expect("a shipped profile");
    let (plain, greedy) = (parsed("brain = \"search\"\n").expect("a profile"), on("\"greedy\""));
    assert_eq!((base_of(&plain), base_of(&shipped("search"))), (shipped("balanced"), shipped("expert")));
    assert_eq!((plain.hash(), base_of(&greedy).brain), (on("\"balanced\"").hash(), "greedy"));
    assert!(plain.hash() != greedy.hash() && plain.hash() != on("\"expert\"").hash());
    assert_eq!(plain.hash(), on("{ extends = \"balanced\", says = \"in other words\" }").hash());
    for name in names().filter(|name| !name.starts_with("search")) {
        assert_eq!(Profile::find(name).expect("a shipped profile").base, None, "{name}");
    }
}

#[test]
fn a_base_is_inherited_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let mine =
        "brain = \"search\"\n[base]\nextends = \"expert\"\nnever = [\"play curse\"]\n[base.weights]\nlessons = 30\n";
    std::fs::write(&file, mine).expect("written");
    let extends = format!("extends = {:?}\n[weights]\nplayouts = 9\n", file.display().to_string());
    let profile = parsed(&extends).expect("a profile");
    let base = profile.base.as_deref().expect("a base");
    assert_eq!((base.brain, base.weights["lessons"].as_integer(), base.never.len()), ("balanced", Some(30), 1));
    let written = toml::to_string(&profile).expect("TOML");
    assert_eq!(parsed(&written).expect("a profile").hash(), profile.hash(), "{written}");
    let population = "population = [\"greedy\", { extends = \"balanced\", never = [\"help\"] }]\n";
    let many = parsed(&format!("{population}{extends}")).expect("a profile");
    assert!(many.base == profile.base && many.population.len() == 2 && many.hash() != profile.hash());
    let written = toml::to_string(&many).expect("TOML");
    assert_eq!(parsed(&written).expect("a profile").hash(), many.hash(), "{written}");
    let other = parsed(&format!("{extends}[base]\nbrain = \"greedy\"")).expect("a profile");
    assert_eq!(other.base.map(|base| base.brain), Some("greedy"));
}

#[test]
fn wrong_bases_of_players_that_look_ahead_are_explained() {
    for (text, parts) in [
        ("base = \"balancd\"", &["x.toml:2:8", "neither a file nor", "did you mean `balanced`?"][..]),
        (
            "base = \"search\"",
            &["x.toml:2:8", "a player in playouts of `search` may not look ahead, but `search` does"],
        ),
        ("base = { brain = \"search\" }", &["x.toml:2:8", "may not look ahead, but `base` does"]),
        ("base = 3", &["x.toml:2:8", "expected a strategy"]),
        ("population = [\"greedy\", \"search\"]", &["x.toml:2:25", "may not look ahead, but `search` does"]),
        ("population = [{ extends = \"balancd\" }]", &["x.toml:2:27", "did you mean `balanced`?"]),
        ("population = \"greedy\"", &["x.toml:2:14", "expected a list"]),
        ("[base]\nsays = \"x\"", &["x.toml:2:", "expected `brain` or `extends`"]),
        ("[base]\nextends = \"balancd\"", &["x.toml:3:11", "did you mean `balanced`?"]),
        ("[base]\nbrain = \"balanced\"\nnever = [\"sel\"]", &["x.toml:4:10", "did you mean `sell`?"]),
        ("[base]\nbrain = \"balanced\"\nweigths = 3", &["x.toml:4:1", "did you mean `weights`?"]),
        ("[base]\nbrain = \"balanced\"\nweights = { taken = 101 }", &["x.toml:4:21", "from -100 to 100, found 101"]),
    ] {
        let error = said(&format!("brain = \"search\"\n{text}\n"));
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    assert!(said("brain = \"balanced\"\nbase = \"greedy\"").contains("unknown field `base`"));
}

#[test]
fn a_profile_that_is_its_own_base_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loop.toml");
    std::fs::write(&file, format!("extends = \"search\"\nbase = {:?}", file.display().to_string())).expect("written");
    let error = Profile::find(&file.display().to_string()).expect_err("no such base").to_string();
    assert!(error.contains("a player in playouts of `search` may not look ahead, but `loop` does"), "{error}");
}

#[test]
fn weights_have_limits() {
    let profile = Profile::find("balanced").expect("a shipped profile");
    let settings = profile.settings();
    let limits = |name: &str| {
        let setting = settings.iter().find(|setting| setting.name == name);
        // A budget is no setting to vary.
        setting.map_or((0, 100_000), |setting| (setting.low, setting.high))
    };
    for name in profile.weights.iter().filter(|(_, value)| value.is_integer()).map(|(name, _)| name) {
        let (low, high) = limits(name);
        let parse = |number: i64| parsed(&format!("brain = \"balanced\"\n[weights]\n{name} = {number}\n"));
        assert!(parse(low).is_ok() && parse(high).is_ok(), "{name}");
        for number in [low - 1, high + 1, 1_000_000] {
            let error = parse(number).expect_err("it is out of range");
            let expected = format!("expected a number from {low} to {high}, found {number}");
            assert!(error.contains(&expected) && error.contains("x.toml:3:"), "{error}");
        }
    }
}

#[test]
fn added_worth_has_limits() {
    let parse = |number: i64| parsed(&format!("extends = \"balanced\"\n[weights.worth]\nbig = {number}\n"));
    assert!(parse(-100).is_ok() && parse(100).is_ok());
    let error = parse(101).expect_err("it is out of range");
    assert!(error.contains("expected a number from -100 to 100, found 101") && error.contains("x.toml:3:"), "{error}");
}

#[test]
fn a_very_large_weight_is_reported_in_plain_words() {
    let large = "99999999999999999999999";
    let error = parsed(&format!("brain = \"balanced\"\n[weights]\ntrouble_margin = {large}\n"));
    let error = error.expect_err("it is out of range");
    assert!(error.contains(&format!("the number {large} is too large")) && error.contains("x.toml:3:"), "{error}");
}

#[test]
fn how_long_a_player_learns_or_thinks_is_not_tuned() {
    for (name, budgets) in [("balanced", &["lessons"][..]), ("search", &["lessons", "playouts"])] {
        let profile = Profile::find(name).expect("a shipped profile");
        for budget in budgets {
            assert!(profile.weights.contains_key(*budget), "{name}: {budget}");
            assert!(profile.settings().iter().all(|setting| setting.name != *budget), "{name}: {budget}");
        }
    }
}

#[test]
fn a_profile_has_its_numbers_and_switches() {
    let profile = Profile::find("balanced").expect("a shipped profile");
    let settings = profile.settings();
    let varies = |(name, value): &(&String, &toml::Value)| !value.is_table() && *name != "lessons";
    assert_eq!(settings.len(), profile.weights.iter().filter(varies).count());
    let positions = profile.positions(&settings);
    assert_eq!(profile.at(&settings, &positions), profile);
    let of = |name: &str| settings.iter().position(|setting| setting.name == name).expect("a setting");
    let (number, switch) = (of("help_price"), of("whole_uses"));
    assert_eq!((settings[number].low, settings[number].high), (0, 30));
    let mut moved = positions;
    (moved[number], moved[switch]) = (7, 0);
    let changed = profile.at(&settings, &moved);
    assert_eq!(changed.weights["help_price"].as_integer(), Some(7));
    assert_eq!(changed.weights["whole_uses"].as_bool(), Some(false));
    assert!(Profile::find("greedy").expect("a shipped profile").settings().is_empty());
}
