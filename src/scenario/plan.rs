//! `Plan`: a scenario file with every word resolved: the position, the steps and the claims.

use super::book::{Book, Pattern, Title};
use super::claim::{Claim, claims};
use super::error::{Problems, ScenarioError, Wrong};
use super::format::{Expect, FightFile, ScenarioFile, SeatFile, StepFile, Until, Word};
use crate::deck::{Card, DeckSide, DeckSource, Kind};
use crate::game::{Character, Encounter, Keys, MOST_FOES, Offer, Question, Situation, Start};
use crate::ids::{CardId, MAX_SEATS, Seat};

/// A scenario ready to be played.
#[derive(Debug)]
pub(super) struct Plan {
    /// The position.
    pub(super) situation: Situation,
    /// The dice to come.
    pub(super) dice: Vec<u8>,
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// When it ends.
    pub(super) end: End,
    /// What must hold then.
    pub(super) expect: Vec<Claim>,
}

/// When a scenario ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// After so many turns.
    Turns(u16),
    /// When everything of a combat is settled.
    Combat,
    /// When the game is over.
    Game,
    /// As soon as the last step is done.
    Steps,
}

/// One step.
#[derive(Debug)]
pub(super) struct Step {
    /// Line in the file.
    pub(super) line: usize,
    /// Who is asked.
    pub(super) seat: Seat,
    /// What, if it must be this question.
    pub(super) at: Option<Question>,
    /// The answer.
    pub(super) does: Option<Phrase>,
    /// Answers that must be on offer.
    pub(super) offered: Vec<Phrase>,
    /// Answers that must not be.
    pub(super) not_offered: Vec<Phrase>,
    /// Whether the seat must not be asked.
    pub(super) not_asked: bool,
    /// What must hold before the answer.
    pub(super) now: Vec<Claim>,
    /// What must hold after it.
    pub(super) then: Vec<Claim>,
}

/// An answer with its words.
#[derive(Debug)]
pub(super) struct Phrase {
    /// What it means.
    pub(super) pattern: Pattern,
    /// As it is written.
    pub(super) text: String,
}

impl Plan {
    /// Resolves a file.
    pub(super) fn of<const W: usize>(
        file: &ScenarioFile,
        source: &DeckSource,
        book: &Book<'_, W>,
    ) -> Result<Plan, ScenarioError> {
        let mut problems = Problems::of(source);
        let mut maker = Maker { book, problems: &mut problems, taken: vec![0; book.deck.titles.len()] };
        maker.check(file);
        let plan = Plan {
            situation: maker.situation(file),
            dice: maker.dice(file),
            steps: file.steps.iter().map(|step| maker.step(step)).collect(),
            end: maker.end(file),
            expect: maker.claims(file.expect.as_ref()),
        };
        problems.settle()?;
        Ok(plan)
    }
}

struct Maker<'m, 'd, 's, const W: usize> {
    book: &'m Book<'d, W>,
    problems: &'m mut Problems<'s>,
    /// Copies placed so far, by title.
    taken: Vec<u8>,
}

impl<const W: usize> Maker<'_, '_, '_, W> {
    fn check(&mut self, file: &ScenarioFile) {
        let head = file.says.span();
        if file.rules.iter().all(|rule| rule.trim().is_empty()) {
            self.problems.note(head.clone(), Wrong::from("`rules` names no rule that this covers".to_owned()));
        }
        let players = self.book.deck.players;
        let (min, max) = (usize::from(players.min), usize::from(players.max).min(MAX_SEATS));
        if !(min..=max).contains(&file.seats.len()) {
            let wrong = format!("expected {min} to {max} seats for this deck, found {}", file.seats.len());
            self.problems.note(head.clone(), Wrong::from(wrong));
        }
        let states = |step: &StepFile| {
            step.not_asked
                || !step.offered.is_empty()
                || !step.not_offered.is_empty()
                || step.now.is_some()
                || step.then.is_some()
        };
        if file.expect.is_none() && !file.steps.iter().any(states) {
            let hint = "add `[expect]`, or `then`, `offered` or `not_offered` to a step";
            self.problems.note(head, Wrong::new("this scenario states nothing that must hold", hint));
        }
        self.check_start(file);
        self.check_names(&file.seats);
        self.check_fighters(file);
    }

    /// Whoever fights or opens the door is alive, and helps somebody else.
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
            self.problems.note(helper.span(), Wrong::from("the helper is somebody else".to_owned()));
        }
    }

    fn check_start(&mut self, file: &ScenarioFile) {
        let combat = file.start == Start::Combat;
        match &file.fight {
            Some(fight) if !combat => {
                self.problems.note(fight.span(), Wrong::new("a fight is given", "it goes with `start = \"combat\"`"));
            }
            None if combat => {
                let hint = "add `[fight]` with `monsters = [..]`";
                self.problems.note(file.says.span(), Wrong::new("`start = \"combat\"` needs a fight", hint));
            }
            _ => {}
        }
        let placed = |seat: &&SeatFile| {
            let zones = [&seat.hand, &seat.worn, &seat.cheated, &seat.carried, &seat.in_play];
            seat.level.is_some() || seat.dead || seat.awaits_deal || zones.into_iter().any(|cards| !cards.is_empty())
        };
        if file.start != Start::Setup {
            return;
        }
        if let Some(seat) = file.seats.iter().find(placed) {
            let hint = "stack `doors` and `treasures`, or start at \"opening\"";
            self.problems.note(seat.name.span(), Wrong::new("a setup deals the cards itself", hint));
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

    fn seat(&mut self, word: &Word) -> Option<Seat> {
        self.problems.right(word.span(), self.book.seat(word.get_ref()))
    }

    fn situation(&mut self, file: &ScenarioFile) -> Situation {
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
        let hand = self.place(&seat.hand, |_| Ok(()));
        let known = self.known(&seat.known, &hand);
        let worn = self.place(&seat.worn, usable);
        let cheated = self.place(&seat.cheated, usable);
        let mut in_play = self.place(&seat.in_play, stays);
        let cheats = in_play.iter().filter(|&&card| self.book.deck.card(card).kind == Kind::Cheat).count();
        if cheats != cheated.len() {
            let wrong = format!("Cheats in `in_play`: {cheats}, Items in `cheated`: {}", cheated.len());
            self.problems.note(seat.name.span(), Wrong::new(wrong, "each Cheat goes with one Item"));
        }
        in_play.extend(self.place(&seat.carried, item));
        let level = self.level(seat);
        let awaits_deal = seat.awaits_deal || seat.dead;
        Character { level, alive: !seat.dead, awaits_deal, hand, known, worn, cheated, in_play }
    }

    fn level(&mut self, seat: &SeatFile) -> u8 {
        let top = self.book.deck.rules.win_level - 1;
        let Some(level) = &seat.level else { return 1 };
        if !(1..=top).contains(level.get_ref()) {
            let wrong = format!("expected a Level from 1 to {top}, found {}", level.get_ref());
            self.problems.note(level.span(), Wrong::from(wrong));
        }
        *level.get_ref()
    }

    fn encounter(&mut self, fight: &FightFile) -> Encounter {
        let place = |maker: &mut Self, word: &Word, fits: Fits| maker.place(std::slice::from_ref(word), fits).pop();
        let monsters = fight.monsters.iter().filter_map(|word| place(self, word, monster));
        let mut monsters: Vec<(CardId, Vec<CardId>)> = monsters.map(|card| (card, Vec::new())).collect();
        if let Some(excess) = fight.monsters.get(MOST_FOES) {
            self.problems.note(excess.span(), Wrong::from(format!("a fight holds at most {MOST_FOES} monsters")));
        }
        for enhanced in &fight.enhancers {
            let card = place(self, &enhanced.card, enhancer);
            let on = enhanced.on.as_ref().map_or(1, |on| *on.get_ref());
            match on.checked_sub(1).and_then(|place| monsters.get_mut(place)) {
                Some((_, enhancers)) => enhancers.extend(card),
                None => self.problems.note(enhanced.card.span(), Wrong::from(format!("there is no monster {on}"))),
            }
        }
        Encounter {
            monsters,
            helper: fight.helper.as_ref().and_then(|word| self.seat(word)),
            offer: Offer { treasures: fight.treasures, helper_first: fight.helper_first },
        }
    }

    /// The next free copies of these titles.
    fn place(&mut self, words: &[Word], fits: impl Fn(&Card) -> Result<(), &'static str>) -> Vec<CardId> {
        let mut cards = Vec::new();
        for word in words {
            let card = self.book.title(word.get_ref()).and_then(|title| self.copy(title)).and_then(|card| {
                fits(self.book.deck.card(card)).map_err(|why| Wrong::from(format!("`{}` {why}", word.get_ref())))?;
                Ok(card)
            });
            cards.extend(self.problems.right(word.span(), card));
        }
        cards
    }

    fn copy(&mut self, title: Title) -> Result<CardId, Wrong> {
        let info = &self.book.deck.titles[usize::from(title)];
        let taken = &mut self.taken[usize::from(title)];
        if *taken >= info.copies {
            let (label, copies) = (self.book.label(title), info.copies);
            let there = if copies == 1 { "is 1 copy".to_owned() } else { format!("are {copies} copies") };
            return Err(format!("there {there} of `{label}`, no more can be placed").into());
        }
        *taken += 1;
        Ok(CardId(info.first.0 + u16::from(*taken) - 1))
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

    fn dice(&mut self, file: &ScenarioFile) -> Vec<u8> {
        for die in file.dice.iter().filter(|die| !(1..=6).contains(die.get_ref())) {
            self.problems.note(die.span(), Wrong::from(format!("expected a die from 1 to 6, found {}", die.get_ref())));
        }
        file.dice.iter().map(|die| *die.get_ref()).collect()
    }

    fn end(&mut self, file: &ScenarioFile) -> End {
        match (&file.turns, file.until) {
            (Some(turns), Some(_)) => {
                self.problems.note(turns.span(), Wrong::new("both `turns` and `until` are given", "leave one out"));
                End::Turns(1)
            }
            (Some(turns), None) => End::Turns((*turns.get_ref()).max(1)),
            (None, Some(Until::CombatEnd)) => End::Combat,
            (None, Some(Until::GameOver)) => End::Game,
            (None, Some(Until::Steps)) => End::Steps,
            (None, Some(Until::TurnEnd) | None) => End::Turns(1),
        }
    }

    fn claims(&mut self, expect: Option<&toml::Spanned<Expect>>) -> Vec<Claim> {
        expect.map(|expect| claims(expect, self.book, self.problems)).unwrap_or_default()
    }

    fn step(&mut self, step: &StepFile) -> Step {
        self.check_step(step);
        Step {
            line: self.problems.line(&step.seat.span()),
            seat: self.seat(&step.seat).unwrap_or_default(),
            at: step.at.as_ref().and_then(|word| self.problems.right(word.span(), Book::<W>::question(word.get_ref()))),
            does: step.does.as_ref().and_then(|word| self.phrase(word)),
            offered: step.offered.iter().filter_map(|word| self.phrase(word)).collect(),
            not_offered: step.not_offered.iter().filter_map(|word| self.phrase(word)).collect(),
            not_asked: step.not_asked,
            now: self.claims(step.now.as_ref()),
            then: self.claims(step.then.as_ref()),
        }
    }

    fn check_step(&mut self, step: &StepFile) {
        let checks = step.now.is_some() || !step.offered.is_empty() || !step.not_offered.is_empty();
        let wrong = if step.not_asked && (step.does.is_some() || step.then.is_some() || checks) {
            Wrong::new("a step with `not_asked` takes only `seat` and `at`", "make two steps of it")
        } else if step.then.is_some() && step.does.is_none() {
            Wrong::new("`then` speaks of the time after `does`, which is missing", "write `now`, or add `does`")
        } else if step.does.is_none() && !checks && !step.not_asked {
            Wrong::new("this step does nothing and states nothing", "add `does`, `offered`, `not_offered` or `now`")
        } else {
            return;
        };
        self.problems.note(step.seat.span(), wrong);
    }

    fn phrase(&mut self, word: &Word) -> Option<Phrase> {
        let pattern = self.problems.right(word.span(), self.book.pattern(word.get_ref()))?;
        Some(Phrase { pattern, text: word.get_ref().clone() })
    }
}

type Fits = fn(&Card) -> Result<(), &'static str>;

fn fits(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

fn of_side(card: &Card, side: DeckSide) -> Result<(), &'static str> {
    fits(card.side == side, if side == DeckSide::Door { "is not a Door" } else { "is not a Treasure" })
}

fn usable(card: &Card) -> Result<(), &'static str> {
    fits(card.kind == Kind::Item && !card.once, "is not an Item that can be in use")
}

fn item(card: &Card) -> Result<(), &'static str> {
    fits(card.kind == Kind::Item, "is not an Item")
}

fn stays(card: &Card) -> Result<(), &'static str> {
    let stays = match card.kind {
        Kind::Identity | Kind::MultiIdentity | Kind::Power | Kind::Cheat => true,
        Kind::Curse => card.lasts.is_some(),
        _ => false,
    };
    fits(stays, "cannot be in play here; Items go to `worn` or `carried`")
}

fn monster(card: &Card) -> Result<(), &'static str> {
    fits(card.kind == Kind::Monster, "is not a monster")
}

fn enhancer(card: &Card) -> Result<(), &'static str> {
    fits(card.kind == Kind::Enhancer, "is not an enhancer")
}
