//! Checks the allowed and required fields of each kind of card.

use super::compiler::Compiler;
use crate::deck::Kind;
use crate::deck::file::forms::example_of;
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::fields::{allowed, sort_of, treasures_of};
use crate::deck::language::parts::parts_of;
use crate::deck::language::ranged::expected;
use crate::deck::language::{CardSpec, Cost, Enhanced, MAX_RULES, Play, Slot, Use, Window};

/// The fields of all cards.
const COMMON: [&str; 10] = ["id", "name", "kind", "copies", "deck", "tags", "text", "flavour", "modelled", "inert"];

impl CardSpec {
    /// Names of all fields that `modelled` may list: all fields except `origin`.
    pub fn fields() -> impl Iterator<Item = &'static str> {
        COMMON.into_iter().chain(special(&CardSpec::default()).map(|(field, _)| field))
    }
}

impl Compiler<'_> {
    /// Checks that the card has the fields of its kind and no others.
    pub(super) fn fields(&mut self, spec: &CardSpec) {
        for field in given(spec) {
            if !allowed(spec).contains(&field) {
                self.report.wrong_field(field, format!("{} cannot have `{field}`", sort_of(spec)), home(field));
            }
        }
        for field in missing(spec) {
            let hint = instead_of(spec.kind.play, field).or_else(|| example_of("CardSpec", field));
            self.report.wrong(format!("{} needs `{field}`", sort_of(spec)), hint);
        }
        self.combinations(spec);
        self.fight_fits(spec);
        self.distinct("tags", &spec.tags);
        self.distinct("silences", &spec.silences);
        self.modelled(spec);
        self.inert(spec);
    }

    /// Checks fields that are valid only in combination with others.
    fn combinations(&mut self, spec: &CardSpec) {
        let (low, high) = treasures_of(spec.kind.play);
        if let Some(few) = spec.treasures.filter(|few| i32::from(**few) < low) {
            self.report.wrong_field("treasures", expected(few, low, high), None);
        }
        if spec.hands.is_some() && spec.slot != Some(Slot::Hand) {
            self.report.wrong_field("hands", "`hands` needs `slot = \"hand\"`", None);
        }
        for (field, found) in [("use", spec.uses.len()), ("on", spec.triggers.len())] {
            if found > MAX_RULES {
                self.report.wrong_field(field, format!("expected at most {MAX_RULES} entries, found {found}"), None);
            }
        }
        let drawn = spec.uses.iter().any(|rule| rule.when.contains(&Window::Drawn));
        let alone = spec.uses.iter().all(|rule| rule.when.len() == 1);
        if drawn && !(spec.kind.play == Play::Special && alone) {
            self.report.wrong_field(
                "use",
                "only a special card can have the window `drawn`, and then no other window",
                None,
            );
        }
        let for_others = |rule: &Use| rule.when == [Window::Combat] && rule.cost != Some(Cost::ThisCard);
        if spec.kind.play == Play::Monster && !spec.uses.iter().all(for_others) {
            let message = "the other players use a monster: `use` needs `when = [\"combat\"]` and no cost `this_card`";
            self.report.wrong_field("use", message, None);
        }
        if let Some(Enhanced { times: None, more: None, treasures: true }) = spec.enhancers {
            let message = "expected `times`, `more` or `treasures = false`: this changes nothing";
            self.report.wrong_field("enhancers", message, None);
        }
        if spec.kind.play == Play::Special && spec.uses.len() > 1 {
            let message = format!("a special card needs exactly one `use`, found {}", spec.uses.len());
            self.report.wrong_field("use", message, None);
        }
        if spec.kind.play == Play::Curse && spec.lasts.is_none() {
            let standing = ["strength", "flee", "grants", "on", "slot", "ignores"];
            for field in given(spec).into_iter().filter(|field| standing.contains(field)) {
                self.report.wrong_field(field, format!("`{field}` of a curse needs `lasts`"), None);
            }
        }
    }

    fn modelled(&mut self, spec: &CardSpec) {
        self.within("modelled", |c| {
            c.each(&spec.modelled, |c, field| {
                if !CardSpec::fields().any(|name| name == field) {
                    c.report.wrong(format!("unknown field `{field}`"), did_you_mean(field, CardSpec::fields()));
                }
            })
        });
    }
}

impl Compiler<'_> {
    /// Checks that each inert part exists.
    fn inert(&mut self, spec: &CardSpec) {
        let parts = if spec.inert.is_empty() { Vec::new() } else { parts_of(spec) };
        for part in spec.inert.keys() {
            if !parts.contains(part) {
                let hint = did_you_mean(part, parts.iter().map(String::as_str));
                self.report.wrong_field("inert", format!("unknown part `{part}`"), hint);
            }
        }
    }
}

/// The fields of some kinds only, and whether a card has them.
fn special(spec: &CardSpec) -> [(&'static str, bool); 29] {
    [
        ("level", spec.level.is_some()),
        ("treasures", spec.treasures.is_some()),
        ("more_treasures", !spec.more_treasures.is_empty()),
        ("levels", spec.levels.is_some()),
        ("fight", !spec.fight.is_empty()),
        ("ignores", spec.ignores.is_some()),
        ("silences", !spec.silences.is_empty()),
        ("enhancers", spec.enhancers.is_some()),
        ("joins", spec.joins.is_some()),
        ("helped_by", spec.helped_by.is_some()),
        ("pursues", spec.pursues.is_some()),
        ("bad_stuff", !spec.bad_stuff.is_empty()),
        ("bonus", spec.bonus.is_some()),
        ("strength", !spec.strength.is_empty()),
        ("flee", !spec.flee.is_empty()),
        ("slot", spec.slot.is_some()),
        ("hands", spec.hands.is_some()),
        ("big", spec.big),
        ("gold", spec.gold.is_some()),
        ("once", spec.once),
        ("usable_by", spec.usable_by.is_some()),
        ("given_to", spec.given_to.is_some()),
        ("uncounted", spec.uncounted),
        ("rank", spec.rank.is_some()),
        ("grants", !spec.grants.is_empty()),
        ("use", !spec.uses.is_empty()),
        ("on", !spec.triggers.is_empty()),
        ("curse", !spec.curse.is_empty()),
        ("lasts", spec.lasts.is_some()),
    ]
}

/// The fields that a card has, without the common ones.
fn given(spec: &CardSpec) -> Vec<&'static str> {
    special(spec).into_iter().filter(|(_, given)| *given).map(|(field, _)| field).collect()
}

/// The required fields that a card lacks.
fn missing(spec: &CardSpec) -> Vec<&'static str> {
    let has = given(spec);
    let needed: &[&str] = match spec.kind.play {
        Play::Monster => &["level", "treasures"],
        Play::Rank => &["rank"],
        Play::Item if spec.once && spec.bonus.is_none() => &["gold", "use"],
        Play::Item => &["gold"],
        Play::Special => &["use"],
        Play::Curse if spec.lasts.is_none() => &["curse"],
        Play::Enhancer if spec.treasures.is_none() && spec.tags.is_empty() => &["bonus"],
        Play::Curse | Play::Enhancer | Play::Slot | Play::Room => &[],
        Play::BringMonster | Play::Cheat | Play::Blank | Play::Role => &[],
    };
    needed.iter().copied().filter(|field| !has.contains(field)).collect()
}

/// An alternative to a missing field.
fn instead_of(play: Play, field: &str) -> Option<String> {
    match (play, field) {
        (Play::Curse, _) => Some("a Curse that stays in play has `lasts` instead".to_owned()),
        (Play::Enhancer, _) => Some("`treasures` or `tags` can take its place".to_owned()),
        (Play::Item, "gold") => Some("write `gold = 0` for No Value".to_owned()),
        _ => None,
    }
}

/// The kinds of card that may have a field.
fn home(field: &str) -> Option<String> {
    let specs = Kind::standard().iter().map(|kind| CardSpec { kind: kind.clone(), ..CardSpec::default() });
    let homes: Vec<String> =
        specs.filter(|spec| allowed(spec).contains(&field)).map(|spec| spec.kind.id.clone()).collect();
    (!homes.is_empty()).then(|| format!("kinds with `{field}`: {}", homes.join(", ")))
}
