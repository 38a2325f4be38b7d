//! `Book`: translates the words of a file to cards, seats and answers, and back.

use std::collections::BTreeMap;

use super::error::Wrong;
use super::words::{QUESTIONS, Takes, VERBS, question_word, verb_word};
use crate::deck::Deck;
use crate::game::{BrokenLaw, Choice, Decision, Foe, Question, Verb};
use crate::ids::{CardId, CardSet, Seat};

/// A title: an index into `Deck::titles`.
pub(in crate::scenario) type TitleIndex = u16;

/// The names of a scenario: cards by id, seats by name.
#[derive(Debug)]
pub(in crate::scenario) struct Book<'d> {
    /// The deck.
    pub(in crate::scenario) deck: &'d Deck,
    seats: Vec<String>,
    titles: BTreeMap<String, Vec<TitleIndex>>,
}

/// An answer in the words of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) struct Pattern {
    verb: Verb,
    about: About,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// Any subject.
    Any,
    Card(TitleIndex),
    Use(TitleIndex, u8),
    /// Seat, number or place.
    Number(u8),
}

impl Pattern {
    /// Whether the answer plays or moves a card of the player who gives it.
    pub(in crate::scenario) fn of_own_card(self) -> bool {
        let from_hand = matches!(self.verb, Verb::Wear | Verb::Carry | Verb::Play | Verb::Aid | Verb::Hinder);
        from_hand || matches!(self.verb, Verb::Equip | Verb::Unequip | Verb::Use | Verb::Discard)
    }

    /// The title that it is about, if any.
    pub(in crate::scenario) fn title(self) -> Option<TitleIndex> {
        match self.about {
            About::Card(title) | About::Use(title, _) => Some(title),
            About::Any | About::Number(_) => None,
        }
    }
}

impl<'d> Book<'d> {
    /// The names of a deck and of these players.
    pub(in crate::scenario) fn new(deck: &'d Deck, seats: Vec<String>) -> Self {
        let mut titles: BTreeMap<String, Vec<TitleIndex>> = BTreeMap::new();
        for (number, title) in (0..).zip(&deck.titles) {
            titles.entry(title.id.clone()).or_default().push(number);
            let set = &deck.set_of(title).id;
            // Two sets may have a card with the same id.
            titles.entry(format!("{set}/{}", title.id)).or_default().push(number);
        }
        Book { deck, seats, titles }
    }

    /// The title with this id or `set/id`.
    pub(in crate::scenario) fn title(&self, word: &str) -> Result<TitleIndex, Wrong> {
        let qualified = |title: &TitleIndex| {
            let title = &self.deck.titles[usize::from(*title)];
            format!("`{}/{}`", self.deck.set_of(title).id, title.id)
        };
        match self.titles.get(word).map(Vec::as_slice) {
            Some(&[title]) => Ok(title),
            Some(titles) => {
                let choices: Vec<String> = titles.iter().map(qualified).collect();
                Err(Wrong::new(format!("several sets have a card `{word}`"), format!("write {}", choices.join(" or "))))
            }
            None => {
                let plain = |id: &&String| !id.contains('/') || word.contains('/');
                Err(Wrong::unknown("card", word, self.titles.keys().filter(plain).map(String::as_str)))
            }
        }
    }

    /// The seat of this player.
    pub(in crate::scenario) fn seat(&self, word: &str) -> Result<Seat, Wrong> {
        let place = self.seats.iter().position(|name| name == word);
        let unknown = || Wrong::unknown("seat", word, self.seats.iter().map(String::as_str));
        place.map(|place| Seat(place as u8)).ok_or_else(unknown)
    }

    /// The seats in order.
    pub(in crate::scenario) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat)
    }

    /// The name of a player.
    pub(in crate::scenario) fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// The name of a title in scenario files.
    pub(in crate::scenario) fn label(&self, title: TitleIndex) -> String {
        let info = &self.deck.titles[usize::from(title)];
        match self.titles.get(&info.id).map(Vec::as_slice) {
            Some(&[_]) => info.id.clone(),
            _ => format!("{}/{}", self.deck.set_of(info).id, info.id),
        }
    }

    /// The name of a card in scenario files.
    pub(in crate::scenario) fn card(&self, card: CardId) -> String {
        if card.is_some() { self.label(self.deck.card(card).title) } else { "nothing".into() }
    }

    /// A broken law in words, with its player and its cards.
    pub(in crate::scenario) fn law(&self, law: &BrokenLaw) -> String {
        let cards: Vec<String> = law.cards.iter().map(|&card| format!("`{}`", self.card(card))).collect();
        let about = if cards.is_empty() { String::new() } else { format!(": {}", cards.join(", ")) };
        let whose = law.seat.map_or(String::new(), |seat| format!("`{}`: ", self.name(seat)));
        format!("{whose}{}{about}", law.fault)
    }

    /// Titles of these cards, sorted, with one entry per copy.
    pub(in crate::scenario) fn titles_of(&self, cards: CardSet) -> Vec<TitleIndex> {
        // Copies of a title have adjacent numbers, so the order of the cards is that of their titles.
        cards.iter().map(|card| self.deck.card(card).title).collect()
    }

    /// A list of titles in words.
    pub(in crate::scenario) fn list(&self, titles: &[TitleIndex]) -> String {
        let words: Vec<String> = titles.iter().map(|&title| self.label(title)).collect();
        format!("[{}]", words.join(", "))
    }

    /// Reads a question from the words of a file.
    pub(in crate::scenario) fn question(word: &str) -> Result<Question, Wrong> {
        let found = QUESTIONS.iter().find(|(known, _)| *known == word);
        let unknown = || Wrong::unknown("question", word, QUESTIONS.iter().map(|(known, _)| *known));
        found.map(|(_, question)| *question).ok_or_else(unknown)
    }

    /// Reads an answer from the words of a file: a verb and its object.
    pub(in crate::scenario) fn pattern(&self, text: &str) -> Result<Pattern, Wrong> {
        let text = text.trim();
        let rest = |word: &str| text.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let found =
            VERBS.iter().find_map(|(word, verb, takes)| rest(word).map(|rest| (word, *verb, *takes, rest.trim())));
        let Some((word, verb, takes, rest)) = found else {
            let first = text.split(' ').next().unwrap_or(text);
            return Err(Wrong::unknown("verb", first, VERBS.iter().map(|(word, ..)| *word).chain(["deal with"])));
        };
        if rest.is_empty() {
            return Ok(Pattern { verb, about: About::Any });
        }
        let about = self
            .about(takes, rest)
            .map_err(|wrong| Wrong { message: format!("{} after `{word}`", wrong.message), hint: wrong.hint })?;
        Ok(Pattern { verb, about })
    }

    fn about(&self, takes: Takes, rest: &str) -> Result<About, Wrong> {
        match takes {
            Takes::Nothing => Err(format!("expected nothing, found `{rest}`").into()),
            Takes::Card => self.title(rest).map(About::Card),
            Takes::Use => self.used_card(rest),
            Takes::Seat => self.seat(rest).map(|seat| About::Number(seat.0)),
            Takes::Number => number(rest).map(About::Number),
            Takes::Place => place(rest).map(About::Number),
            Takes::Foe => place(rest).map(About::Number).or_else(|_| self.title(rest).map(About::Card)),
        }
    }

    fn used_card(&self, rest: &str) -> Result<About, Wrong> {
        let Some((card, n)) = rest.split_once(" use ") else { return self.title(rest).map(About::Card) };
        let (title, n) = (self.title(card.trim())?, place(n.trim())?);
        let uses = self.uses(title);
        if usize::from(n) < uses {
            return Ok(About::Use(title, n));
        }
        Err(format!("`{}` has {uses} uses, there is no use {}", self.label(title), n + 1).into())
    }

    fn uses(&self, title: TitleIndex) -> usize {
        self.deck.uses(self.deck.titles[usize::from(title)].first).len()
    }

    /// Whether a pattern matches an option.
    pub(in crate::scenario) fn means(&self, pattern: Pattern, choice: Choice) -> bool {
        let title = |wanted: TitleIndex| choice.card.is_some() && self.deck.card(choice.card).title == wanted;
        pattern.verb == choice.verb
            && match pattern.about {
                About::Any => true,
                About::Card(wanted) => title(wanted),
                About::Use(wanted, n) => title(wanted) && choice.n == n,
                About::Number(n) => choice.n == n,
            }
    }

    /// The option that a pattern matches. Copies of a card are interchangeable, and so are its twins.
    ///
    /// # Errors
    /// The possible options, if there are several.
    pub(in crate::scenario) fn chosen(
        &self,
        pattern: Pattern,
        options: &[Choice],
    ) -> Result<Option<Choice>, Vec<Choice>> {
        let meant: Vec<Choice> = options.iter().copied().filter(|&choice| self.means(pattern, choice)).collect();
        let Some(&first) = meant.first() else { return Ok(None) };
        let title = |choice: Choice| choice.card.is_some().then(|| self.deck.card(choice.card).title);
        let by_card = first.verb == Verb::Monster && pattern.about != About::Any;
        let same = |choice: &Choice| title(*choice) == title(first) && (by_card || choice.n == first.n);
        if meant.iter().all(same) { Ok(Some(first)) } else { Err(meant) }
    }

    /// An option in the words of a file. `foes`: the monsters of the fight.
    pub(in crate::scenario) fn words(&self, choice: Choice, foes: &[Foe]) -> String {
        let (word, takes) = verb_word(choice.verb);
        match takes {
            Takes::Nothing => word.to_owned(),
            Takes::Card => format!("{word} {}", self.card(choice.card)),
            Takes::Use if choice.card.is_some() && self.deck.uses(choice.card).len() > 1 => {
                format!("{word} {} use {}", self.card(choice.card), choice.n + 1)
            }
            Takes::Use => format!("{word} {}", self.card(choice.card)),
            Takes::Seat => format!("{word} {}", self.name(choice.seat())),
            Takes::Number => format!("{word} {}", choice.n),
            Takes::Place => format!("{word} {}", choice.n + 1),
            Takes::Foe if foes.iter().filter(|foe| foe.card == choice.card).count() > 1 => {
                format!("{word} {}", choice.n + 1)
            }
            Takes::Foe => format!("{word} {}", self.card(choice.card)),
        }
    }

    /// A decision in words.
    pub(in crate::scenario) fn asked(&self, decision: Decision) -> String {
        format!("{} at `{}`", self.name(decision.seat), question_word(decision.question))
    }
}

fn number(text: &str) -> Result<u8, Wrong> {
    text.parse().map_err(|_| format!("expected a number, found `{text}`").into())
}

fn place(text: &str) -> Result<u8, Wrong> {
    let wrong = || Wrong::from(format!("expected a number from 1, found `{text}`"));
    text.parse::<u8>().ok().and_then(|number| number.checked_sub(1)).ok_or_else(wrong)
}
