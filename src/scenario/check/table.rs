//! Checks of the table: whether a claim holds, and the actual value if not.

use std::fmt::Display;

use crate::deck::DeckSide;
use crate::deck::language::Gender;
use crate::game;
use crate::game::{Event, Fight, FightEnd, LoggedTable, View};
use crate::ids::{CardId, CardSet, Seat};
use crate::scenario::file::book::{Book, TitleIndex};
use crate::scenario::file::claim::{Fact, Figure, How, NOBODY, What, Zone};
use crate::scenario::file::expect::Ending;

/// The difference between the expected and the found value, if any.
fn differs<T: Display + ?Sized + PartialEq>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}: expected {expected}, found {found}"))
}

fn endings_in_words(endings: &[Ending]) -> String {
    format!("{endings:?}").to_lowercase()
}

/// A check of the table.
pub(in crate::scenario) struct Look<'l, 'd> {
    /// The names.
    pub(in crate::scenario) book: &'l Book<'d>,
    /// The table.
    pub(in crate::scenario) table: &'l LoggedTable<'d>,
    /// The events so far.
    pub(in crate::scenario) events: &'l [Event],
    /// The cards stacked on the piles.
    pub(in crate::scenario) stacked: &'l [Vec<CardId>; 2],
}

impl Look<'_, '_> {
    /// The failure of a claim; `None` if it holds.
    pub(in crate::scenario) fn broken(&self, what: &What) -> Option<String> {
        match what {
            What::Number(figure, number) => self.number(*figure, *number),
            What::Truth(fact, truth) => self.truth(*fact, *truth),
            What::Cards { zone, seat, how, cards } => self.cards(*zone, *seat, *how, cards),
            What::Discarded(title, there) => self.discarded(*title, *there),
            What::Top(side, title) => self.top(*side, *title),
            What::NotDrawn(titles) => self.not_drawn(titles),
            What::Winner(winners) => {
                let found = self.table.outcome().map_or(Vec::new(), |outcome| outcome.winners.iter().collect());
                differs("winner", &self.names(winners), &self.names(&found))
            }
            What::Ranking(ranking) => {
                let words =
                    |places: &[Vec<Seat>]| places.iter().map(|seats| self.names(seats)).collect::<Vec<_>>().join("; ");
                differs("ranking", &words(ranking), &words(&self.ranking()))
            }
            What::Active(seat) => differs("active", self.book.name(*seat), self.book.name(self.view(*seat).active())),
            What::Helper(helper) => self.helper(*helper),
            What::MonstersIn(monsters) => self.monsters_in(monsters),
            What::Fights(endings) => differs("fights", &endings_in_words(endings), &endings_in_words(&self.endings())),
            What::Fled { seat, escaped, monsters } => self.fled(*seat, *escaped, monsters),
            What::FleeTotals(seat, totals) => self.flee_totals(*seat, totals),
            What::Sees { seat, title, sees } => self.sees(*seat, *title, *sees),
            What::SeesHand { seat, of, cards } => {
                let found = self.book.titles_of(self.table.view(*seat).known_hand(*of));
                let what = format!("{} sees of the hand of {}", self.book.name(*seat), self.book.name(*of));
                differs(&what, &self.book.list(cards), &self.book.list(&found))
            }
            What::Counts { seat, of, counts } => {
                let (doors, treasures) = self.table.view(*seat).hand_count(*of);
                let what = format!("{} counts Doors and Treasures of {}", self.book.name(*seat), self.book.name(*of));
                differs(&what, &format!("{counts:?}"), &format!("{:?}", [doors, treasures]))
            }
        }
    }

    /// The players by their places after the last turn.
    fn ranking(&self) -> Vec<Vec<Seat>> {
        let places = self.events.iter().filter_map(|event| match event {
            Event::Ranked { seats, .. } => Some(seats.iter().collect()),
            _ => None,
        });
        places.collect()
    }

    fn names(&self, seats: &[Seat]) -> String {
        let names: Vec<&str> = seats.iter().map(|&seat| self.book.name(seat)).collect();
        format!("[{}]", names.join(", "))
    }

    fn view(&self, seat: Seat) -> View<'_> {
        self.table.view(seat)
    }

    /// Public facts are equal in every view.
    fn anyone(&self) -> View<'_> {
        self.view(self.table.active())
    }

    fn number(&self, figure: Figure, expected: i64) -> Option<String> {
        let of = |what: &str, seat: Seat| format!("{what} of {}", self.book.name(seat));
        let (what, found) = match figure {
            Figure::Level(seat) => (of("Level", seat), i64::from(self.view(seat).level(seat))),
            Figure::HandSize(seat) => (of("hand_size", seat), self.view(seat).hand().len() as i64),
            Figure::Strength(seat) => (of("strength", seat), i64::from(self.view(seat).strength(seat))),
            Figure::FleeBonus(seat) => (of("flee_bonus", seat), i64::from(self.table.flee_bonus(seat))),
            Figure::Left(DeckSide::Door) => ("doors_left".into(), i64::from(self.anyone().pile(DeckSide::Door))),
            Figure::Left(DeckSide::Treasure) => {
                ("treasures_left".into(), i64::from(self.anyone().pile(DeckSide::Treasure)))
            }
            Figure::Turn => ("turn".into(), i64::from(self.anyone().turn())),
            Figure::Players | Figure::Monsters | Figure::Stake => return self.in_fight(figure, expected),
        };
        differs(&what, &expected, &found)
    }

    fn in_fight(&self, figure: Figure, expected: i64) -> Option<String> {
        let monsters = self.table.totals().1;
        let (what, found) = match figure {
            Figure::Players => ("players", i64::from(monsters + self.anyone().margin())),
            Figure::Monsters => ("monsters", i64::from(monsters)),
            _ => ("stake", i64::from(self.anyone().treasures_at_stake())),
        };
        self.no_fight(what).or_else(|| differs(what, &expected, &found))
    }

    /// The failure of a claim about a fight when there is none.
    fn no_fight(&self, what: &str) -> Option<String> {
        self.anyone().fight().is_none().then(|| format!("{what}: there is no fight"))
    }

    fn truth(&self, fact: Fact, expected: bool) -> Option<String> {
        match fact {
            Fact::Alive(seat) => {
                let word = |alive: bool| if alive { "alive" } else { "dead" };
                differs(self.book.name(seat), word(expected), word(self.anyone().living().contains(seat)))
            }
            Fact::Female(seat) => {
                let word = |female: bool| if female { "female" } else { "male" };
                let female = self.anyone().gender(seat) == Gender::Female;
                differs(self.book.name(seat), word(expected), word(female))
            }
            Fact::Over => differs("over", &expected, &self.table.outcome().is_some()),
            Fact::Fight => differs("fight", &expected, &self.anyone().fight().is_some()),
            Fact::Winning => {
                let found = self.anyone().standing().1;
                self.no_fight("winning").or_else(|| differs("winning", &expected, &found))
            }
            Fact::Escaping => {
                let found = self.anyone().would_escape();
                self.no_fight("escaping").or_else(|| differs("escaping", &expected, &found))
            }
        }
    }

    fn zone(&self, zone: Zone, seat: Seat) -> CardSet {
        let view = self.view(seat);
        let items = view.table(seat) & self.book.deck.masks.items;
        match zone {
            Zone::Hand => view.hand(),
            Zone::Worn => items & view.used(),
            Zone::Carried => items.without(view.used()),
            // A reminder is no printed card, so no file can name it.
            Zone::InPlay => view.table(seat).without(items | view.deck().masks.reminders),
        }
    }

    fn cards(&self, zone: Zone, seat: Seat, how: How, cards: &[TitleIndex]) -> Option<String> {
        let found = self.book.titles_of(self.zone(zone, seat));
        let word = match zone {
            Zone::Hand => "hand",
            Zone::Worn => "worn",
            Zone::Carried => "carried",
            Zone::InPlay => "in_play",
        };
        let count = |list: &[TitleIndex], title: TitleIndex| list.iter().filter(|&&other| other == title).count();
        let (holds, wish) = match how {
            How::Exactly => (cards == found, "exactly"),
            How::Has => (cards.iter().all(|&title| count(&found, title) >= count(cards, title)), "at least"),
            How::Lacks => (cards.iter().all(|title| !found.contains(title)), "none of"),
        };
        let (name, cards, found) = (self.book.name(seat), self.book.list(cards), self.book.list(&found));
        (!holds).then(|| format!("{word} of {name}: expected {wish} {cards}, found {found}"))
    }

    fn discarded(&self, title: TitleIndex, expected: bool) -> Option<String> {
        let found = self.book.titles_of(self.table.discards()).contains(&title);
        let word = if expected { "expected it" } else { "did not expect it" };
        (expected != found)
            .then(|| format!("{word} among the discards: {}{}", self.book.label(title), self.whereabouts(title)))
    }

    fn not_drawn(&self, expected: &[TitleIndex]) -> Option<String> {
        let drawn = |card: CardId| {
            let draws = |event: &Event| matches!(event, Event::Draw { card: drawn, .. } if *drawn == card);
            // A card that a shuffle has put back was drawn all the same.
            self.table.zone(card) != game::Zone::Pile || self.events.iter().any(draws)
        };
        let left = self.stacked.iter().flatten().filter(|&&card| !drawn(card));
        let mut found: Vec<TitleIndex> = left.map(|&card| self.book.deck.card(card).title).collect();
        found.sort_unstable();
        differs("stacked cards not drawn (`not_drawn`)", &self.book.list(expected), &self.book.list(&found))
    }

    /// The zones of the copies of a title.
    fn whereabouts(&self, title: TitleIndex) -> String {
        let info = &self.book.deck.titles[usize::from(title)];
        let copies = (info.first.0..).take(usize::from(info.copies)).map(CardId);
        let zones: Vec<String> = copies.map(|card| self.zone_in_words(self.table.zone(card))).collect();
        format!(" (it is {})", zones.join(", "))
    }

    fn zone_in_words(&self, zone: game::Zone) -> String {
        use game::Zone;
        match zone {
            Zone::Pile => "in its pile".into(),
            Zone::Discard => "discarded".into(),
            Zone::Hand(seat) => format!("in the hand of {}", self.book.name(seat)),
            Zone::Table(seat) => format!("in play before {}", self.book.name(seat)),
            Zone::Played => "in the fight or taking effect".into(),
            Zone::Open => "laid open".into(),
            Zone::Aside => "set aside".into(),
            Zone::Body(seat) => format!("in the body of {}", self.book.name(seat)),
        }
    }

    fn top(&self, side: DeckSide, title: TitleIndex) -> Option<String> {
        let what = if side == DeckSide::Door { "door_discard_top" } else { "treasure_discard_top" };
        let found = self.anyone().discard_top(side).map_or("no card".into(), |card| self.book.card(card));
        differs(what, &self.book.label(title), &found)
    }

    fn helper(&self, expected: Option<Seat>) -> Option<String> {
        let name = |helper: Option<Seat>| helper.map_or(NOBODY, |seat| self.book.name(seat));
        let found = self.anyone().fight().and_then(Fight::helper);
        self.no_fight("helper").or_else(|| differs("helper", name(expected), name(found)))
    }

    fn monsters_in(&self, expected: &[TitleIndex]) -> Option<String> {
        let foes = self.anyone().fight().map(Fight::foes).unwrap_or_default();
        let mut found: Vec<TitleIndex> = foes.iter().map(|foe| self.book.deck.card(foe.card).title).collect();
        found.sort_unstable();
        let differ = || differs("monsters_in", &self.book.list(expected), &self.book.list(&found));
        self.no_fight("monsters_in").or_else(differ)
    }

    fn endings(&self) -> Vec<Ending> {
        let ends = self.events.iter().filter_map(|event| match event {
            Event::FightEnds { how, .. } => Some(how),
            _ => None,
        });
        let ending = |how: &FightEnd| match how {
            FightEnd::Killed => Ending::Killed,
            FightEnd::Emptied => Ending::Emptied,
            FightEnd::Avoided => Ending::Avoided,
            FightEnd::Lost => Ending::Lost,
            FightEnd::Died => Ending::Died,
        };
        ends.map(ending).collect()
    }

    fn fled(&self, runner: Seat, wanted: bool, expected: &[TitleIndex]) -> Option<String> {
        let got_away = self.events.iter().filter_map(|event| match *event {
            Event::Fled { seat, card, escaped, .. } if seat == runner => Some((card, escaped)),
            Event::NotPursued { seat, card, .. } if seat == runner => Some((card, true)),
            _ => None,
        });
        let of = |(card, escaped)| (escaped == wanted).then(|| self.book.deck.card(card).title);
        let found: Vec<TitleIndex> = got_away.filter_map(of).collect();
        let what = format!("{} by {}", if wanted { "escaped" } else { "caught" }, self.book.name(runner));
        differs(&what, &self.book.list(expected), &self.book.list(&found))
    }

    fn flee_totals(&self, runner: Seat, expected: &[i64]) -> Option<String> {
        let totals = self.events.iter().filter_map(|event| match *event {
            // This value marks an escape without a roll.
            Event::Fled { seat, total, .. } if seat == runner && total != i16::MAX => Some(i64::from(total)),
            _ => None,
        });
        let found: Vec<i64> = totals.collect();
        let what = format!("flee_totals of {}", self.book.name(runner));
        differs(&what, &format!("{expected:?}"), &format!("{found:?}"))
    }

    fn sees(&self, seat: Seat, title: TitleIndex, expected: bool) -> Option<String> {
        let found = self.book.titles_of(self.visible(seat)).contains(&title);
        let (name, label) = (self.book.name(seat), self.book.label(title));
        let can = if expected { "should see" } else { "should not see" };
        (expected != found).then(|| format!("view: {name} {can} {label}{}", self.whereabouts(title)))
    }

    /// All cards that a seat can see.
    fn visible(&self, seat: Seat) -> CardSet {
        let view = self.view(seat);
        let tops = [DeckSide::Door, DeckSide::Treasure].into_iter().filter_map(|side| view.discard_top(side));
        let laid: CardSet = tops.collect();
        let players = self.book.seats().map(|other| view.known_hand(other) | view.table(other));
        players.fold(laid | view.open() | view.played(), |all, cards| all | cards)
    }
}
