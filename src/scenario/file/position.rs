//! The position of a scenario file: places its cards, and checks its seats and its fight.

use std::collections::BTreeSet;
use std::ops::Range;

use super::book::{Book, TitleIndex};
use super::error::{Problems, ScenarioError, Wrong};
use super::format::{FightFile, ScenarioFile, SeatFile};
use super::maker::Maker;
use super::spanned::Word;
use crate::deck::language::{FightRule, Gender, Slot};
use crate::deck::{Card, DeckSide, DeckSource, Play};
use crate::game::{Character, Encounter, Impossible, Keys, MAX_FOES, Offer, Situation, Start};
use crate::ids::{CardId, MAX_SEATS, Seat};

/// Byte ranges of a file that state the position.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Spots {
    /// The seats' names.
    seats: Vec<Range<usize>>,
    /// The cards, by title and copy.
    cards: Vec<Vec<Range<usize>>>,
    /// The helper of the fight.
    helper: Option<Range<usize>>,
    /// The Treasures promised to the helper.
    promise: Option<Range<usize>>,
    /// The scenario as a whole.
    head: Range<usize>,
}

/// The places in the file that state the position.
pub(in crate::scenario) fn spots(file: &ScenarioFile, cards: &[Vec<Range<usize>>]) -> Spots {
    let fight = file.fight.as_ref();
    Spots {
        seats: file.seats.iter().map(|seat| seat.name.span()).collect(),
        cards: cards.to_vec(),
        helper: fight.and_then(|fight| fight.get_ref().helper.as_ref()).map(Word::span),
        promise: fight.and_then(|fight| fight.get_ref().treasures.as_ref()).map(toml::Spanned::span),
        head: file.says.span(),
    }
}

impl Spots {
    /// The error for a position that cannot be staged.
    pub(in crate::scenario) fn error(
        &self,
        impossible: &Impossible,
        book: &Book<'_>,
        source: &DeckSource,
    ) -> ScenarioError {
        let name = |seat: Seat| book.name(seat);
        let (span, message) = match impossible {
            Impossible::Helper(seat) => (&self.helper, format!("`{}` may not help in this fight", name(*seat))),
            Impossible::Promise { promised, stake } => {
                (&self.promise, format!("{promised} Treasures are promised, but a win brings {stake}"))
            }
            Impossible::Excess { seat, limit, cards } => {
                let labels: Vec<String> = cards.iter().map(|&card| format!("`{}`", book.card(card))).collect();
                let message = format!("`{}` has {limit}: {}", name(*seat), labels.join(", "));
                return self.at(self.of_cards(cards, Some(*seat), book), &message, source);
            }
            Impossible::Broken(law) => {
                return self.at(self.of_cards(&law.cards, law.seat, book), &book.law(law), source);
            }
        };
        self.at(span.as_ref(), &message, source)
    }

    /// The place of the last of these cards, otherwise of the seat.
    fn of_cards(&self, cards: &[CardId], seat: Option<Seat>, book: &Book<'_>) -> Option<&Range<usize>> {
        // Up to the last one, the file may have been right.
        let last = cards.iter().filter_map(|&card| self.card(card, book)).max_by_key(|span| span.start);
        last.or_else(|| self.seats.get(seat?.index()))
    }

    /// The place of a card in the file.
    fn card(&self, card: CardId, book: &Book<'_>) -> Option<&Range<usize>> {
        let title = usize::from(book.deck.card(card).title);
        self.cards[title].get(usize::from(card.0 - book.deck.titles[title].first.0))
    }

    fn at(&self, span: Option<&Range<usize>>, message: &str, source: &DeckSource) -> ScenarioError {
        let mut problems = Problems::of(source);
        problems.note(span.unwrap_or(&self.head).clone(), Wrong::from(message.to_owned()));
        problems.into_error()
    }
}

impl Maker<'_, '_, '_> {
    /// Checks what the file states about seats and the start of play.
    pub(in crate::scenario) fn check_position(&mut self, file: &ScenarioFile) {
        self.check_seats(file);
        self.check_start(file);
        self.check_names(&file.seats);
        self.check_fighters(file);
    }

    fn check_seats(&mut self, file: &ScenarioFile) {
        let players = self.book.deck.players;
        let (min, max) = (usize::from(players.min), usize::from(players.max).min(MAX_SEATS));
        if (min..=max).contains(&file.seats.len()) {
            return;
        }
        let spot = file.seats.get(max).or(file.seats.last()).map_or(file.says.span(), |seat| seat.name.span());
        let wrong = format!("expected {min} to {max} seats for this deck, found {}", file.seats.len());
        self.problems.note(spot, Wrong::from(wrong));
    }

    /// Checks that the player who fights or opens the door is alive, and that the helper is alive and another player.
    fn check_fighters(&mut self, file: &ScenarioFile) {
        let active = file.active.as_ref().or(file.seats.first().map(|seat| &seat.name));
        let helper = file.fight.as_ref().and_then(|fight| fight.get_ref().helper.as_ref());
        let fights = matches!(file.start, Start::Kick | Start::Combat);
        let busy = active.filter(|_| fights).into_iter().chain(helper);
        let dead = |word: &&Word| file.seats.iter().any(|seat| seat.dead && seat.name.get_ref() == word.get_ref());
        for word in busy.filter(dead) {
            self.problems.note(word.span(), Wrong::from(format!("`{}` is dead", word.get_ref())));
        }
        if let (Some(active), Some(helper)) = (active, helper)
            && active.get_ref() == helper.get_ref()
        {
            self.problems.note(helper.span(), Wrong::from("the helper must be another player".to_owned()));
        }
    }

    fn check_start(&mut self, file: &ScenarioFile) {
        let combat = file.start == Start::Combat;
        match &file.fight {
            Some(fight) if !combat => {
                self.problems.note(fight.span(), Wrong::new("a fight is given", "it needs `start = \"combat\"`"));
            }
            None if combat => {
                let hint = "add `[fight]` with `monsters = [..]`";
                self.problems.note(file.says.span(), Wrong::new("`start = \"combat\"` needs a fight", hint));
            }
            Some(fight) if fight.get_ref().monsters.is_empty() => {
                let hint = "name the monsters in `monsters = [..]`";
                self.problems.note(fight.span(), Wrong::new("a fight needs a monster", hint));
            }
            _ => {}
        }
        if file.start == Start::Setup {
            self.check_setup(file);
        }
    }

    /// Checks that a setup has no cards and no active player: it deals every card and finds the first player.
    fn check_setup(&mut self, file: &ScenarioFile) {
        let placed = |seat: &SeatFile| {
            let zones = [&seat.hand, &seat.worn, &seat.cheated, &seat.carried, &seat.in_play];
            let card = zones.into_iter().find_map(|cards| cards.first());
            let stated = seat.level.is_some() || seat.gender.is_some() || seat.dead || seat.awaits_deal;
            card.or(Some(&seat.name).filter(|_| stated)).map(Word::span)
        };
        if let Some(span) = file.seats.iter().find_map(placed) {
            let hint = "give the seats only names and stack `doors` and `treasures`, or start at \"opening\"";
            self.problems.note(span, Wrong::new("a setup deals the cards itself", hint));
        }
        if let Some(active) = &file.active {
            let hint = "leave `active` out and give `dice`, or set the rule `first_player`";
            self.problems.note(active.span(), Wrong::new("a setup finds the first player itself", hint));
        }
    }

    fn check_names(&mut self, seats: &[SeatFile]) {
        for (number, seat) in seats.iter().enumerate() {
            let name = seat.name.get_ref();
            if seats[..number].iter().any(|other| other.name.get_ref() == name) {
                self.problems.note(seat.name.span(), Wrong::from(format!("two seats are called `{name}`")));
            }
        }
    }

    /// The position.
    pub(in crate::scenario) fn situation(&mut self, file: &ScenarioFile) -> Situation {
        Situation {
            keys: Keys::of_block(file.seed, 0),
            start: file.start,
            active: file.active.as_ref().and_then(|word| self.seat(word)).unwrap_or_default(),
            characters: file.seats.iter().map(|seat| self.character(seat)).collect(),
            fight: file.fight.as_ref().map(|fight| self.encounter(fight.get_ref())).unwrap_or_default(),
            discards: [
                self.place(&file.door_discards, |card| of_side(card, DeckSide::Door)),
                self.place(&file.treasure_discards, |card| of_side(card, DeckSide::Treasure)),
            ],
            piles: [
                self.place(&file.doors, |card| of_side(card, DeckSide::Door)),
                self.place(&file.treasures, |card| of_side(card, DeckSide::Treasure)),
            ],
        }
    }

    fn character(&mut self, seat: &SeatFile) -> Character {
        if let Some(card) = seat.hand.first().filter(|_| seat.dead) {
            let wrong = format!("`{}` is dead and holds no cards", seat.name.get_ref());
            self.problems.note(card.span(), Wrong::new(wrong, "leave `hand` out: the dead lose their hand"));
        }
        let hand = self.place(&seat.hand, in_pile);
        let known = self.known(&seat.known, &hand);
        self.check_slots(seat);
        let worn = self.place(&seat.worn, usable);
        let cheated = self.place(&seat.cheated, usable);
        let mut in_play = self.place(&seat.in_play, stays);
        self.check_cheats(seat);
        self.check_roles(&seat.in_play);
        in_play.extend(self.place(&seat.carried, item));
        let level = self.level(seat);
        let awaits_deal = seat.awaits_deal || seat.dead;
        let gender = seat.gender.unwrap_or(Gender::Male);
        Character { level, alive: !seat.dead, gender, awaits_deal, hand, known, worn, cheated, in_play }
    }

    /// item-08: the number of Items of a slot that a player may use without a Cheat.
    fn slot_room(&self, seat: &SeatFile, slot: Slot) -> usize {
        let words = seat.worn.iter().chain(&seat.cheated).chain(&seat.in_play);
        let titles = words.filter_map(|word| self.book.title(word.get_ref()).ok());
        let rooms = &self.book.deck.slot_rooms;
        let gives = |title: TitleIndex| {
            let first = self.book.deck.titles[usize::from(title)].first;
            rooms.iter().filter(move |(card, of)| *card == first && of.slot() == slot).count()
        };
        1 + titles.map(gives).sum::<usize>()
    }

    /// Checks that no more suits of Armor, pieces of Headgear and Footgear are in use without a Cheat than their slots hold.
    fn check_slots(&mut self, seat: &SeatFile) {
        let mut used: Vec<(Slot, &Word)> = Vec::new();
        for word in &seat.worn {
            let Ok(title) = self.book.title(word.get_ref()) else { continue };
            let card = self.book.deck.card(self.book.deck.titles[usize::from(title)].first);
            let Some(slot) = card.slot.filter(|slot| *slot != Slot::Hand) else { continue };
            let others: Vec<&Word> = used.iter().filter(|(other, _)| *other == slot).map(|(_, other)| *other).collect();
            let other = others.last().copied().filter(|_| others.len() >= self.slot_room(seat, slot));
            used.push((slot, word));
            if let Some(other) = other {
                let line = self.problems.line(&other.span());
                let slot = format!("{slot:?}").to_lowercase();
                let (word, other) = (word, other.get_ref());
                let wrong = format!("`{}` and `{other}` (line {line}) are both {slot}", word.get_ref());
                let hint = "put one of them in `carried`, or in `cheated` with a Cheat in `in_play`";
                self.problems.note(word.span(), Wrong::new(wrong, hint));
            }
        }
    }

    /// The words for cards that are played in this way.
    fn played_as<'w>(&self, play: Play, words: &'w [Word]) -> Vec<&'w Word> {
        let first = |title: TitleIndex| self.book.deck.titles[usize::from(title)].first;
        let card = |word: &&Word| self.book.title(word.get_ref()).map(|title| self.book.deck.card(first(title)));
        words.iter().filter(|word| card(word).is_ok_and(|card| card.play == play)).collect()
    }

    /// Checks that there is one Cheat for each cheated Item.
    fn check_cheats(&mut self, seat: &SeatFile) {
        let cheats = self.played_as(Play::Cheat, &seat.in_play);
        if let Some(item) = seat.cheated.get(cheats.len()) {
            let wrong = format!("no Cheat is left for `{}`", item.get_ref());
            self.problems.note(item.span(), Wrong::new(wrong, "add a Cheat to `in_play`: each Item needs one"));
        } else if let Some(cheat) = cheats.get(seat.cheated.len()) {
            let wrong = format!("`{}` has no Item", cheat.get_ref());
            self.problems.note(cheat.span(), Wrong::new(wrong, "add an Item to `cheated`: each Cheat needs one"));
        }
    }

    /// setup-06: checks that a player has at most one Role.
    fn check_roles(&mut self, in_play: &[Word]) {
        if let [first, second, ..] = self.played_as(Play::Role, in_play)[..] {
            let wrong = format!("`{}` is a second Role beside `{}`", second.get_ref(), first.get_ref());
            self.problems.note(second.span(), Wrong::new(wrong, "each player has one Role"));
        }
    }

    fn level(&mut self, seat: &SeatFile) -> u8 {
        let top = i64::from(self.book.deck.rules.win_level) - 1;
        let Some(level) = &seat.level else { return 1 };
        if !(1..=top).contains(level.get_ref()) {
            let wrong = format!("expected a Level from 1 to {top}, found {}", level.get_ref());
            self.problems.note(level.span(), Wrong::from(wrong));
        }
        u8::try_from(*level.get_ref()).unwrap_or(1)
    }

    fn encounter(&mut self, fight: &FightFile) -> Encounter {
        let place = |maker: &mut Self, word: &Word, fits: Fits| maker.place(std::slice::from_ref(word), fits).pop();
        // A wrong monster keeps its place, because enhancers name monsters by their places.
        let monsters = fight.monsters.iter().map(|word| place(self, word, monster).unwrap_or(CardId::NONE));
        let mut monsters: Vec<(CardId, Vec<CardId>)> = monsters.map(|card| (card, Vec::new())).collect();
        if let Some(excess) = fight.monsters.get(MAX_FOES) {
            self.problems.note(excess.span(), Wrong::from(format!("a fight holds at most {MAX_FOES} monsters")));
        }
        for enhanced in &fight.enhancers {
            let card = place(self, &enhanced.card, enhancer);
            let on = enhanced.on.as_ref().map_or(1, |on| *on.get_ref());
            let spot = enhanced.on.as_ref().map_or(enhanced.card.span(), toml::Spanned::span);
            match on.checked_sub(1).and_then(|place| monsters.get_mut(place)) {
                Some((_, enhancers)) => enhancers.extend(card),
                None => {
                    let wrong = format!("`{}` has no monster {on} to enhance", enhanced.card.get_ref());
                    let hint = format!("monsters in the fight, numbered from 1: {}", fight.monsters.len());
                    self.problems.note(spot, Wrong::new(wrong, hint));
                }
            }
        }
        self.check_helper(fight);
        Encounter {
            monsters,
            helper: fight.helper.as_ref().and_then(|word| self.seat(word)),
            offer: Offer {
                treasures: fight.treasures.as_ref().map_or(0, |treasures| *treasures.get_ref()),
                helper_first: fight.helper_first.as_ref().is_some_and(|first| *first.get_ref()),
            },
        }
    }

    /// Checks that a deal has a helper and that no monster forbids help.
    fn check_helper(&mut self, fight: &FightFile) {
        let Some(helper) = &fight.helper else {
            let deal = fight.treasures.as_ref().map(toml::Spanned::span);
            if let Some(spot) = deal.or(fight.helper_first.as_ref().map(toml::Spanned::span)) {
                self.problems.note(spot, Wrong::new("a deal needs a helper", "add `helper = \"NAME\"`"));
            }
            return;
        };
        let first = |title: TitleIndex| self.book.deck.titles[usize::from(title)].first;
        let card = |word: &&Word| self.book.title(word.get_ref()).map(|title| self.book.deck.card(first(title)));
        let forbids = |word: &&Word| card(word).is_ok_and(|card| card.fight.contains(FightRule::NoHelp));
        if let Some(monster) = fight.monsters.iter().find(forbids) {
            let wrong = format!("no player may help against `{}`", monster.get_ref());
            self.problems.note(helper.span(), Wrong::from(wrong));
        }
    }

    /// The next free copies of these titles.
    fn place(&mut self, words: &[Word], fits: impl Fn(&Card) -> Result<(), &'static str>) -> Vec<CardId> {
        let mut cards = Vec::new();
        for word in words {
            let card = self.book.title(word.get_ref()).and_then(|title| self.copy(title, word)).and_then(|card| {
                fits(self.book.deck.card(card)).map_err(|why| Wrong::from(format!("`{}` {why}", word.get_ref())))?;
                Ok(card)
            });
            cards.extend(self.problems.right(word.span(), card));
        }
        cards
    }

    fn copy(&mut self, title: TitleIndex, word: &Word) -> Result<CardId, Wrong> {
        let info = &self.book.deck.titles[usize::from(title)];
        let placed = &mut self.placed[usize::from(title)];
        if placed.len() >= usize::from(info.copies) {
            let (label, copies) = (self.book.label(title), info.copies);
            let lines: BTreeSet<usize> = placed.iter().map(|span| self.problems.line(span)).collect();
            let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
            let there = if copies == 1 { "is 1 copy".to_owned() } else { format!("are {copies} copies") };
            let wrong = format!("there {there} of `{label}`; no more can be placed");
            return Err(Wrong::new(wrong, format!("it is already placed on line {}", lines.join(", "))));
        }
        placed.push(word.span());
        // The new place is already counted. There are at most 255 copies.
        Ok(CardId(info.first.0 + placed.len() as u16 - 1))
    }

    /// The copies of these titles that are in a hand.
    fn known(&mut self, words: &[Word], hand: &[CardId]) -> Vec<CardId> {
        let mut known = Vec::new();
        for word in words {
            let card = self.book.title(word.get_ref()).and_then(|title| {
                let copy = |card: &&CardId| self.book.deck.card(**card).title == title && !known.contains(*card);
                hand.iter()
                    .find(copy)
                    .copied()
                    .ok_or_else(|| format!("`{}` is not in this hand", word.get_ref()).into())
            });
            known.extend(self.problems.right(word.span(), card));
        }
        known
    }
}

type Fits = fn(&Card) -> Result<(), &'static str>;

fn fits(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

fn in_pile(card: &Card) -> Result<(), &'static str> {
    fits(card.play != Play::Role, "is a Role, which belongs to `in_play` only")
}

fn of_side(card: &Card, side: DeckSide) -> Result<(), &'static str> {
    in_pile(card)?;
    fits(card.side == side, if side == DeckSide::Door { "is not a Door" } else { "is not a Treasure" })
}

fn usable(card: &Card) -> Result<(), &'static str> {
    fits(card.play == Play::Item && !card.once, "is not an Item that can be in use")
}

fn item(card: &Card) -> Result<(), &'static str> {
    fits(card.play == Play::Item, "is not an Item")
}

fn stays(card: &Card) -> Result<(), &'static str> {
    match card.play {
        Play::Slot | Play::Room | Play::Rank | Play::Cheat | Play::Role => Ok(()),
        Play::Curse => fits(card.lasts.is_some(), "does not stay in play: it takes effect at once"),
        Play::Item => Err("is an Item, which belongs to `worn` or `carried`"),
        _ => Err("does not stay in play"),
    }
}

fn monster(card: &Card) -> Result<(), &'static str> {
    fits(card.play == Play::Monster, "is not a monster")
}

fn enhancer(card: &Card) -> Result<(), &'static str> {
    fits(card.play == Play::Enhancer, "is not an enhancer")
}
