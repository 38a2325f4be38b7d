//! Checks of filters: each key can select some cards and leave out others.

use super::compiler::Compiler;
use crate::deck::compiled::{FilterRef, Title};
use crate::deck::file::nearest::did_you_mean;
use crate::deck::language::fields::sort_of;
use crate::deck::language::{CardSpec, ItemFilter, MonsterRemoval, Play};

/// The keys of a filter that test figures of Items, and whether it has them.
fn figures(filter: &ItemFilter) -> [(&'static str, bool); 6] {
    [
        ("slot", filter.slot.is_some()),
        ("not_slot", filter.not_slot.is_some()),
        ("big", filter.big.is_some()),
        ("once", filter.once.is_some()),
        ("worth", filter.worth.is_some()),
        ("used", filter.used.is_some()),
    ]
}

/// The keys of a filter that test the state of a game or compare cards, and whether it has them.
fn momentary(filter: &ItemFilter) -> [(&'static str, bool); 4] {
    [
        ("used", filter.used.is_some()),
        ("best", filter.best),
        ("dearest", filter.dearest),
        ("strongest", filter.strongest),
    ]
}

/// The kinds that a filter names.
fn kinds_in(filter: &ItemFilter) -> impl Iterator<Item = &String> {
    filter.kind.iter().chain(&filter.kinds)
}

impl Compiler<'_> {
    /// ally-10: checks the keys of a filter.
    pub(super) fn filter_keys(&mut self, filter: &ItemFilter) {
        match &filter.card {
            Some(card) => self.filter_card(filter, card),
            None => {
                self.filter_tag(filter);
                self.filter_kind_figures(filter);
            }
        }
        self.filter_figures(filter);
    }

    /// A filter that may test only printed properties, for a condition or field with this name.
    pub(super) fn printed(&mut self, field: &str, filter: &ItemFilter) -> FilterRef {
        for (key, _) in momentary(filter).into_iter().filter(|(_, given)| *given) {
            let hint = "it can test printed properties only".to_owned();
            self.report.wrong_field(key, format!("`{field}` cannot test `{key}`"), Some(hint));
        }
        self.filter(filter)
    }

    /// The titles with an id. Those of the set being compiled come first.
    fn titles_called(&self, id: &str) -> Vec<&Title> {
        let own = self.report.set().id();
        let mut found: Vec<&Title> = self.names.titles.iter().filter(|title| title.id == id).collect();
        found.sort_by_key(|title| self.report.sets()[usize::from(title.set)].id() != own);
        found
    }

    /// A card that a filter names must be one that the filter can select, and needs no other printed property.
    fn filter_card(&mut self, filter: &ItemFilter, card: &str) {
        let selects = |spec: &CardSpec| {
            let play = spec.kind.play;
            // A blank keeps the id of the card whose place it takes.
            play == Play::Blank || play == Play::Item || play.is_of_character()
        };
        let fits = |title: &&Title| {
            let kind = &title.spec.kind;
            kind.play == Play::Blank || !filter.names_kinds() || kinds_in(filter).any(|id| kind.id == *id)
        };
        let titles = self.titles_called(card);
        let Some(first) = titles.first() else { return self.within("card", |c| c.known_card(card)) };
        let (name, sort) = (first.name.clone(), sort_of(&first.spec));
        let stays = titles.iter().any(|title| selects(&title.spec));
        // A kind of another set for the same slot is left to the filter itself.
        let fits = titles.iter().any(fits) || self.report.sets().len() > 1;
        if !stays {
            let message = format!("expected a card that stays in play, found {name}, {sort}");
            self.report.wrong_field("card", message, instead_of_filter(&first_play(self, card)));
        } else if !fits {
            let hint = format!("leave out `kind`: {name} is {sort}");
            self.report.wrong_field("kind", format!("{name} is not of this kind"), Some(hint));
        }
        let others = [
            ("tag", filter.tag.is_some()),
            ("best", filter.best),
            ("dearest", filter.dearest),
            ("bonus", filter.bonus.is_some()),
        ];
        // Only an Item may be carried without being in use.
        let used = self.titles_called(card).iter().any(|title| title.spec.kind.play.is_of_character());
        let printed = figures(filter).into_iter().filter(|(key, _)| *key != "used" || used).chain(others);
        for (key, _) in printed.filter(|(_, given)| *given) {
            let hint = Some(format!("leave out `{key}`, or `card`"));
            self.report.wrong_field(key, format!("`{key}` says nothing about a card that `card` names"), hint);
        }
    }

    /// A card that an effect on monsters names must be one, and needs no Level beside its id.
    pub(super) fn removal_keys(&mut self, removal: &MonsterRemoval) {
        let Some(card) = &removal.card else { return };
        let titles = self.titles_called(card);
        let is_monster = |title: &&Title| matches!(title.spec.kind.play, Play::Monster | Play::Blank);
        if let Some(first) = titles.first().filter(|_| !titles.iter().any(is_monster)) {
            let message = format!("expected a monster, found {}, {}", first.name, sort_of(&first.spec));
            self.report.wrong_field("card", message, None);
        }
        if removal.level_at_most.is_some() {
            let message = "`level_at_most` says nothing about a monster that `card` names";
            self.report.wrong_field("level_at_most", message, Some("leave out `level_at_most`".to_owned()));
        }
    }

    /// tag-02: the bit of a tag that a monster of a fight can have: in print or by an enhancer.
    pub(super) fn monster_tag(&mut self, tag: &str) -> u16 {
        self.tag_of(tag, "monster and no enhancer", |play| matches!(play, Play::Monster | Play::Enhancer))
    }

    /// J-03: the bit of a tag that a Curse has.
    pub(super) fn curse_tag(&mut self, tag: &str) -> u16 {
        self.tag_of(tag, "Curse", |play| play == Play::Curse)
    }

    /// The bit of a tag that some card has which is played in such a way, or that a blank kept.
    fn tag_of(&mut self, tag: &str, noun: &str, fits: impl Fn(Play) -> bool) -> u16 {
        let bit = self.tag(tag);
        let tagged = || self.names.titles.iter().filter(|title| title.spec.tags.iter().any(|known| known == tag));
        let fitting = tagged().any(|title| title.spec.kind.play == Play::Blank || fits(title.spec.kind.play));
        if let (false, Some(bearer)) = (fitting, tagged().next()) {
            let hint = format!("{}, {}, has it", bearer.name, sort_of(&bearer.spec));
            self.report.wrong(format!("no {noun} has the tag `{tag}`"), Some(hint));
        }
        bit
    }

    /// tag-04: a card that the filter can select must have the tag.
    fn filter_tag(&mut self, filter: &ItemFilter) {
        let Some(tag) = filter.tag.as_ref().filter(|tag| self.names.tag(tag).is_some()) else { return };
        let akin: Vec<Vec<bool>> = kinds_in(filter).map(|kind| self.akin(kind)).collect();
        let titles = self.names.titles.iter().enumerate();
        let selects = |place: usize, spec: &CardSpec| match &akin[..] {
            [] => spec.kind.play == Play::Item,
            akin => akin.iter().any(|akin| akin[place]),
        };
        let (meant, others): (Vec<_>, Vec<_>) = titles.partition(|(place, title)| selects(*place, &title.spec));
        if meant.iter().chain(&others).any(|(place, title)| {
            let blank = title.spec.kind.play == Play::Blank;
            (blank || selects(*place, &title.spec)) && title.spec.tags.contains(tag)
        }) {
            return;
        }
        let kinds: Vec<String> = kinds_in(filter).map(|kind| format!("`{kind}`")).collect();
        let noun =
            if kinds.is_empty() { "Item".to_owned() } else { format!("card of the kind {}", kinds.join(" or ")) };
        let tags = meant.iter().flat_map(|(_, title)| title.spec.tags.iter().map(String::as_str));
        let near = did_you_mean(tag, tags);
        let bearer = others.iter().map(|(_, title)| title).find(|title| title.spec.tags.contains(tag));
        let of_kind = bearer.map(|title| match title.spec.kind.play {
            Play::Item => format!("{}, {}, has it: leave out `kind`", title.name, sort_of(&title.spec)),
            play if play.is_of_character() => {
                format!("{}, {}, has it: write `kind = \"{}\"`", title.name, sort_of(&title.spec), title.spec.kind.id)
            }
            _ => format!("{}, {}, has it", title.name, sort_of(&title.spec)),
        });
        self.report.wrong_field("tag", format!("no {noun} has the tag `{tag}`"), near.or(of_kind));
    }

    /// Only Items have the figures of Items, and cards that only make room have no bonus.
    fn filter_kind_figures(&mut self, filter: &ItemFilter) {
        if !filter.names_kinds() {
            return;
        }
        let named = self.names.kinds.iter().filter(|kind| kinds_in(filter).any(|id| kind.id == *id));
        let plays = named.map(|kind| kind.play);
        let plays: Vec<Play> = plays.collect();
        if plays.is_empty() || plays.contains(&Play::Item) {
            return;
        }
        let room = plays.iter().all(|play| *play == Play::Room);
        // Only Items have a value, and cards that only make room have no bonus.
        let of_bonus = momentary(filter).into_iter().filter(|(key, _)| *key == "dearest" || room && *key != "used");
        for (key, _) in figures(filter).into_iter().chain(of_bonus).filter(|(_, given)| *given) {
            let id = kinds_in(filter).next().map_or("", String::as_str);
            let message = format!("cards of the kind `{id}` have no `{key}`");
            let hint = Some(format!("leave out `{key}`, or `kind` for an Item"));
            self.report.wrong_field(key, message, hint);
        }
    }

    /// Figures that exclude or imply each other: a one-shot has no slot and is never in use.
    fn filter_figures(&mut self, filter: &ItemFilter) {
        let slot = filter.slot.is_some();
        if slot && filter.not_slot.is_some() {
            self.report.wrong_field("not_slot", "expected `slot` or `not_slot`, found both", None);
        }
        let of_lasting = [("slot", slot), ("not_slot", filter.not_slot.is_some()), ("used", filter.used.is_some())];
        match filter.once {
            Some(true) => {
                for (key, _) in of_lasting.into_iter().filter(|(_, given)| *given) {
                    let message = format!("a one-shot has no slot and is never in use: `{key}` says nothing about it");
                    self.report.wrong_field(key, message, Some(format!("leave out `{key}`, or `once`")));
                }
            }
            Some(false) if slot || filter.used == Some(true) => {
                let message = "a one-shot has no slot and is never in use: `once = false` says nothing new";
                self.report.wrong_field("once", message, Some("leave out `once`".to_owned()));
            }
            _ => {}
        }
    }
}

/// How the first card with an id is played.
fn first_play(compiler: &Compiler<'_>, id: &str) -> Play {
    compiler.titles_called(id).first().map_or(Play::Blank, |title| title.spec.kind.play)
}

/// What to write for a card that never stays in play as an Item or as part of a character.
fn instead_of_filter(play: &Play) -> Option<String> {
    match play {
        Play::Monster => Some("monsters are named in `remove_monster` and similar effects".to_owned()),
        Play::Curse => Some("`lift_curse` takes a Curse, `cursed` tests for one".to_owned()),
        _ => None,
    }
}
