//! Claims: what must hold, checked one by one against the table.

use std::fmt::Display;
use std::ops::Range;

use super::book::{Book, Title};
use super::error::{Problems, Wrong};
use super::format::{Ending, Expect, PerSeat, Sight, Word};
use crate::deck::DeckSide;
use crate::game::{Event, FightEnd, Recorder, Table, View};
use crate::ids::{CardSet, Seat};

/// The word for no helper.
const NOBODY: &str = "nobody";

/// One thing that must hold, with its line.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// Line in the file.
    pub(super) line: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Number(Figure, i64),
    Truth(Fact, bool),
    Cards { zone: Zone, seat: Seat, how: How, cards: Vec<Title> },
    Discarded(Title, bool),
    Top(DeckSide, Title),
    Winner(Vec<Seat>),
    Active(Seat),
    Helper(Option<Seat>),
    MonstersIn(Vec<Title>),
    Fights(Vec<Ending>),
    Fled { seat: Seat, escaped: bool, monsters: Vec<Title> },
    FleeTotals(Seat, Vec<i64>),
    Sees { seat: Seat, title: Title, sees: bool },
    SeesHand { seat: Seat, of: Seat, cards: Vec<Title> },
    Counts { seat: Seat, of: Seat, counts: [i64; 2] },
}

#[derive(Clone, Copy, Debug)]
enum Figure {
    Level(Seat),
    HandSize(Seat),
    Strength(Seat),
    FleeBonus(Seat),
    Left(DeckSide),
    Turn,
    Players,
    Monsters,
    Stake,
}

#[derive(Clone, Copy, Debug)]
enum Fact {
    Alive(Seat),
    Fight,
    Winning,
}

#[derive(Clone, Copy, Debug)]
enum Zone {
    Hand,
    Worn,
    Carried,
    InPlay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Exactly,
    Has,
    Lacks,
}

/// The claims of an `Expect`; unknown words are noted as problems, and so is one that states nothing.
pub(super) fn claims<const W: usize>(
    expect: &toml::Spanned<Expect>,
    book: &Book<'_, W>,
    problems: &mut Problems<'_>,
) -> Vec<Claim> {
    let mut maker = Maker { book, problems, claims: Vec::new(), clean: true };
    maker.zones(expect.get_ref());
    maker.cards(expect.get_ref());
    maker.game(expect.get_ref());
    maker.fight(expect.get_ref());
    maker.history(expect.get_ref());
    if let Some(sight) = &expect.get_ref().view {
        maker.sight(sight);
    }
    if maker.claims.is_empty() && maker.clean {
        problems.note(expect.span(), Wrong::new("this states nothing", "say what must hold, such as `levels = { .. }`"));
        return Vec::new();
    }
    maker.claims
}

struct Maker<'m, 'd, 's, const W: usize> {
    book: &'m Book<'d, W>,
    problems: &'m mut Problems<'s>,
    claims: Vec<Claim>,
    clean: bool,
}

impl<const W: usize> Maker<'_, '_, '_, W> {
    fn add(&mut self, span: &Range<usize>, what: What) {
        let line = self.problems.line(span);
        self.claims.push(Claim { line, what });
    }

    fn right<T>(&mut self, word: &Word, result: Result<T, Wrong>) -> Option<T> {
        self.clean &= result.is_ok();
        self.problems.right(word.span(), result)
    }

    fn seat(&mut self, word: &Word) -> Option<Seat> {
        self.right(word, self.book.seat(word.get_ref()))
    }

    fn title(&mut self, word: &Word) -> Option<Title> {
        self.right(word, self.book.title(word.get_ref()))
    }

    fn titles(&mut self, words: &[Word]) -> Vec<Title> {
        words.iter().filter_map(|word| self.title(word)).collect()
    }

    fn per_seat<T>(&mut self, map: &PerSeat<T>, make: impl Fn(&mut Self, Seat, &T) -> What) {
        for (name, value) in map {
            if let Some(seat) = self.seat(name) {
                let what = make(self, seat, value);
                self.add(&name.span(), what);
            }
        }
    }

    fn zones(&mut self, expect: &Expect) {
        let Expect { hand, hand_has, hand_lacks, worn, worn_has, worn_lacks, .. } = expect;
        let Expect { carried, carried_has, carried_lacks, in_play, in_play_has, in_play_lacks, .. } = expect;
        let maps = [
            (Zone::Hand, [hand, hand_has, hand_lacks]),
            (Zone::Worn, [worn, worn_has, worn_lacks]),
            (Zone::Carried, [carried, carried_has, carried_lacks]),
            (Zone::InPlay, [in_play, in_play_has, in_play_lacks]),
        ];
        for (zone, maps) in maps {
            for (how, map) in [How::Exactly, How::Has, How::Lacks].into_iter().zip(maps) {
                self.per_seat(map, |maker, seat, cards| {
                    let mut cards = maker.titles(cards);
                    cards.sort_unstable();
                    What::Cards { zone, seat, how, cards }
                });
            }
        }
    }

    fn figures(&mut self, map: &PerSeat<i64>, figure: impl Fn(Seat) -> Figure) {
        self.per_seat(map, |_, seat, &number| What::Number(figure(seat), number));
    }

    fn figure(&mut self, number: Option<&toml::Spanned<i64>>, figure: Figure) {
        if let Some(number) = number {
            self.add(&number.span(), What::Number(figure, *number.get_ref()));
        }
    }

    fn cards(&mut self, expect: &Expect) {
        self.figures(&expect.hand_size, Figure::HandSize);
        for (words, there) in [(&expect.discarded, true), (&expect.not_discarded, false)] {
            for word in words {
                if let Some(title) = self.title(word) {
                    self.add(&word.span(), What::Discarded(title, there));
                }
            }
        }
        let tops = [(&expect.door_discard_top, DeckSide::Door), (&expect.treasure_discard_top, DeckSide::Treasure)];
        for (word, side) in tops {
            if let Some(word) = word
                && let Some(title) = self.title(word)
            {
                self.add(&word.span(), What::Top(side, title));
            }
        }
        self.figure(expect.doors_left.as_ref(), Figure::Left(DeckSide::Door));
        self.figure(expect.treasures_left.as_ref(), Figure::Left(DeckSide::Treasure));
    }

    fn game(&mut self, expect: &Expect) {
        self.figures(&expect.levels, Figure::Level);
        self.figures(&expect.strength, Figure::Strength);
        self.figures(&expect.flee_bonus, Figure::FleeBonus);
        for (words, alive) in [(&expect.alive, true), (&expect.dead, false)] {
            for word in words {
                if let Some(seat) = self.seat(word) {
                    self.add(&word.span(), What::Truth(Fact::Alive(seat), alive));
                }
            }
        }
        if let Some(words) = &expect.winner {
            let mut winners: Vec<Seat> = words.get_ref().iter().filter_map(|word| self.seat(word)).collect();
            winners.sort_unstable();
            self.add(&words.span(), What::Winner(winners));
        }
        if let Some(word) = &expect.active
            && let Some(seat) = self.seat(word)
        {
            self.add(&word.span(), What::Active(seat));
        }
        self.figure(expect.turn.as_ref(), Figure::Turn);
    }

    fn fight(&mut self, expect: &Expect) {
        for (truth, fact) in [(&expect.fight, Fact::Fight), (&expect.winning, Fact::Winning)] {
            if let Some(truth) = truth {
                self.add(&truth.span(), What::Truth(fact, *truth.get_ref()));
            }
        }
        self.figure(expect.players.as_ref(), Figure::Players);
        self.figure(expect.monsters.as_ref(), Figure::Monsters);
        self.figure(expect.stake.as_ref(), Figure::Stake);
        if let Some(word) = &expect.helper {
            let helper = if word.get_ref() == NOBODY { Some(None) } else { self.seat(word).map(Some) };
            if let Some(helper) = helper {
                self.add(&word.span(), What::Helper(helper));
            }
        }
        if let Some(words) = &expect.monsters_in {
            let mut monsters = self.titles(words.get_ref());
            monsters.sort_unstable();
            self.add(&words.span(), What::MonstersIn(monsters));
        }
    }

    fn history(&mut self, expect: &Expect) {
        if let Some(fights) = &expect.fights {
            self.add(&fights.span(), What::Fights(fights.get_ref().clone()));
        }
        for (map, escaped) in [(&expect.escaped, true), (&expect.caught, false)] {
            self.per_seat(map, |maker, seat, monsters| What::Fled { seat, escaped, monsters: maker.titles(monsters) });
        }
        self.per_seat(&expect.flee_totals, |_, seat, totals| What::FleeTotals(seat, totals.clone()));
    }

    fn sight(&mut self, sight: &Sight) {
        let Some(seat) = self.seat(&sight.seat) else { return };
        for (words, sees) in [(&sight.sees, true), (&sight.hides, false)] {
            for word in words {
                if let Some(title) = self.title(word) {
                    self.add(&word.span(), What::Sees { seat, title, sees });
                }
            }
        }
        self.per_seat(&sight.hands, |maker, of, cards| {
            let mut cards = maker.titles(cards);
            cards.sort_unstable();
            What::SeesHand { seat, of, cards }
        });
        self.per_seat(&sight.counts, |_, of, &counts| What::Counts { seat, of, counts });
    }
}

/// What a scenario remembers of what happened.
#[derive(Clone, Debug, Default)]
pub(super) struct Chronicle {
    /// Everything, in order.
    pub(super) events: Vec<Event>,
}

impl Recorder for Chronicle {
    fn record(&mut self, event: Event) {
        self.events.push(event);
    }
}

type Played<'d, const W: usize> = Table<'d, W, Chronicle>;

impl Claim {
    /// What is wrong with the claim, if it does not hold.
    pub(super) fn broken<const W: usize>(
        &self,
        book: &Book<'_, W>,
        table: &Played<'_, W>,
        events: &[Event],
    ) -> Option<String> {
        let look = Look { book, table, events };
        match &self.what {
            What::Number(figure, number) => look.number(*figure, *number),
            What::Truth(fact, truth) => look.truth(*fact, *truth),
            What::Cards { zone, seat, how, cards } => look.cards(*zone, *seat, *how, cards),
            What::Discarded(title, there) => look.discarded(*title, *there),
            What::Top(side, title) => look.top(*side, *title),
            What::Winner(winners) => {
                let found = table.outcome().map_or(Vec::new(), |outcome| outcome.winners.iter().collect());
                differs("winner", &look.names(winners), &look.names(&found))
            }
            What::Active(seat) => differs("active", book.name(*seat), book.name(table.active())),
            What::Helper(helper) => look.helper(*helper),
            What::MonstersIn(monsters) => look.monsters_in(monsters),
            What::Fights(endings) => differs("fights", &endings_in_words(endings), &endings_in_words(&look.endings())),
            What::Fled { seat, escaped, monsters } => look.fled(*seat, *escaped, monsters),
            What::FleeTotals(seat, totals) => look.flee_totals(*seat, totals),
            What::Sees { seat, title, sees } => look.sees(*seat, *title, *sees),
            What::SeesHand { seat, of, cards } => {
                let found = book.titles_of(table.view(*seat).known_hand(*of));
                let what = format!("{} sees of the hand of {}", book.name(*seat), book.name(*of));
                differs(&what, &book.list(cards), &book.list(&found))
            }
            What::Counts { seat, of, counts } => {
                let (doors, treasures) = table.view(*seat).hand_count(*of);
                let what = format!("{} counts Doors and Treasures of {}", book.name(*seat), book.name(*of));
                differs(&what, &format!("{counts:?}"), &format!("{:?}", [doors, treasures]))
            }
        }
    }
}

/// The difference between what was expected and what was found, if any.
fn differs<T: Display + ?Sized + PartialEq>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}: expected {expected}, found {found}"))
}

fn endings_in_words(endings: &[Ending]) -> String {
    format!("{endings:?}").to_lowercase()
}

struct Look<'l, 'd, const W: usize> {
    book: &'l Book<'d, W>,
    table: &'l Played<'d, W>,
    events: &'l [Event],
}

impl<const W: usize> Look<'_, '_, W> {
    fn names(&self, seats: &[Seat]) -> String {
        let names: Vec<&str> = seats.iter().map(|&seat| self.book.name(seat)).collect();
        format!("[{}]", names.join(", "))
    }

    fn view(&self, seat: Seat) -> View<'_, W> {
        self.table.view(seat)
    }

    fn number(&self, figure: Figure, expected: i64) -> Option<String> {
        let table = self.table;
        let of = |what: &str, seat: Seat| format!("{what} of {}", self.book.name(seat));
        let (what, found) = match figure {
            Figure::Level(seat) => (of("Level", seat), i64::from(table.level(seat))),
            Figure::HandSize(seat) => (of("hand_size", seat), table.hand(seat).len() as i64),
            Figure::Strength(seat) => (of("strength", seat), i64::from(self.view(seat).strength(seat))),
            Figure::FleeBonus(seat) => (of("flee_bonus", seat), i64::from(table.flee_bonus(seat))),
            Figure::Left(DeckSide::Door) => ("doors_left".into(), i64::from(table.pile(DeckSide::Door))),
            Figure::Left(DeckSide::Treasure) => ("treasures_left".into(), i64::from(table.pile(DeckSide::Treasure))),
            Figure::Turn => ("turn".into(), i64::from(table.turn())),
            Figure::Players | Figure::Monsters | Figure::Stake => return self.in_fight(figure, expected),
        };
        differs(&what, &expected, &found)
    }

    fn in_fight(&self, figure: Figure, expected: i64) -> Option<String> {
        let (players, monsters) = self.table.totals();
        let (what, found) = match figure {
            Figure::Players => ("players", i64::from(players)),
            Figure::Monsters => ("monsters", i64::from(monsters)),
            _ => ("stake", i64::from(self.view(self.table.active()).treasures_at_stake())),
        };
        self.no_fight(what).or_else(|| differs(what, &expected, &found))
    }

    /// The complaint of a claim about a fight when there is none.
    fn no_fight(&self, what: &str) -> Option<String> {
        self.table.fight().is_none().then(|| format!("{what}: no fight is running"))
    }

    fn truth(&self, fact: Fact, expected: bool) -> Option<String> {
        match fact {
            Fact::Alive(seat) => {
                let word = |alive: bool| if alive { "alive" } else { "dead" };
                differs(self.book.name(seat), word(expected), word(self.table.seat(seat).alive))
            }
            Fact::Fight => differs("fight", &expected, &self.table.fight().is_some()),
            Fact::Winning => {
                let found = self.view(self.table.active()).winning();
                self.no_fight("winning").or_else(|| differs("winning", &expected, &found))
            }
        }
    }

    fn zone(&self, zone: Zone, seat: Seat) -> CardSet<W> {
        let items = self.table.table(seat) & self.book.deck.masks.items;
        match zone {
            Zone::Hand => self.table.hand(seat),
            Zone::Worn => items & self.table.used(),
            Zone::Carried => items.without(self.table.used()),
            Zone::InPlay => self.table.table(seat).without(items),
        }
    }

    fn cards(&self, zone: Zone, seat: Seat, how: How, cards: &[Title]) -> Option<String> {
        let found = self.book.titles_of(self.zone(zone, seat));
        let word = match zone {
            Zone::Hand => "hand",
            Zone::Worn => "worn",
            Zone::Carried => "carried",
            Zone::InPlay => "in_play",
        };
        let count = |list: &[Title], title: Title| list.iter().filter(|&&other| other == title).count();
        let (holds, wish) = match how {
            How::Exactly => (cards == found, "exactly"),
            How::Has => (cards.iter().all(|&title| count(&found, title) >= count(cards, title)), "at least"),
            How::Lacks => (cards.iter().all(|title| !found.contains(title)), "none of"),
        };
        let (name, cards, found) = (self.book.name(seat), self.book.list(cards), self.book.list(&found));
        (!holds).then(|| format!("{word} of {name}: expected {wish} {cards}, found {found}"))
    }

    fn discarded(&self, title: Title, expected: bool) -> Option<String> {
        let found = self.book.titles_of(self.table.discards()).contains(&title);
        let word = if expected { "expected it" } else { "did not expect it" };
        (expected != found).then(|| format!("{word} among the discards: {}{}", self.book.label(title), self.whereabouts(title)))
    }

    /// Where the copies of a title are.
    fn whereabouts(&self, title: Title) -> String {
        let info = &self.book.deck.titles[usize::from(title)];
        let copies = (info.first.0..).take(usize::from(info.copies)).map(crate::ids::CardId);
        let zones: Vec<String> = copies.map(|card| self.zone_in_words(self.table.zone(card))).collect();
        format!(" (it is {})", zones.join(", "))
    }

    fn zone_in_words(&self, zone: crate::game::Zone) -> String {
        use crate::game::Zone;
        match zone {
            Zone::Pile => "in its pile".into(),
            Zone::Discard => "discarded".into(),
            Zone::Hand(seat) => format!("in the hand of {}", self.book.name(seat)),
            Zone::Table(seat) => format!("in play before {}", self.book.name(seat)),
            Zone::Played => "in the fight or taking effect".into(),
            Zone::Open => "laid open".into(),
        }
    }

    fn top(&self, side: DeckSide, title: Title) -> Option<String> {
        let what = if side == DeckSide::Door { "door_discard_top" } else { "treasure_discard_top" };
        let found = self.table.discard_top(side).map_or("no card".into(), |card| self.book.card(card));
        differs(what, &self.book.label(title), &found)
    }

    fn helper(&self, expected: Option<Seat>) -> Option<String> {
        let name = |helper: Option<Seat>| helper.map_or(NOBODY, |seat| self.book.name(seat));
        let found = self.table.fight().and_then(crate::game::Fight::helper);
        self.no_fight("helper").or_else(|| differs("helper", name(expected), name(found)))
    }

    fn monsters_in(&self, expected: &[Title]) -> Option<String> {
        let foes = self.table.fight().map(|fight| fight.foes()).unwrap_or_default();
        let mut found: Vec<Title> = foes.iter().map(|foe| self.book.deck.card(foe.card).title).collect();
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
            FightEnd::Lost => Ending::Lost,
            FightEnd::Died => Ending::Died,
        };
        ends.map(ending).collect()
    }

    fn fled(&self, runner: Seat, wanted: bool, expected: &[Title]) -> Option<String> {
        let got_away = self.events.iter().filter_map(|event| match *event {
            Event::Fled { seat, card, escaped, .. } if seat == runner => Some((card, escaped)),
            Event::NotPursued { seat, card } if seat == runner => Some((card, true)),
            _ => None,
        });
        let of = |(card, escaped)| (escaped == wanted).then(|| self.book.deck.card(card).title);
        let found: Vec<Title> = got_away.filter_map(of).collect();
        let what = format!("{} by {}", if wanted { "escaped" } else { "caught" }, self.book.name(runner));
        differs(&what, &self.book.list(expected), &self.book.list(&found))
    }

    fn flee_totals(&self, runner: Seat, expected: &[i64]) -> Option<String> {
        let totals = self.events.iter().filter_map(|event| match *event {
            Event::Fled { seat, total, .. } if seat == runner && total != i16::MAX => Some(i64::from(total)),
            _ => None,
        });
        let found: Vec<i64> = totals.collect();
        let what = format!("flee_totals of {}", self.book.name(runner));
        differs(&what, &format!("{expected:?}"), &format!("{found:?}"))
    }

    fn sees(&self, seat: Seat, title: Title, expected: bool) -> Option<String> {
        let found = self.book.titles_of(self.visible(seat)).contains(&title);
        let (name, label) = (self.book.name(seat), self.book.label(title));
        let can = if expected { "should see" } else { "should not see" };
        (expected != found).then(|| format!("view: {name} {can} {label}{}", self.whereabouts(title)))
    }

    /// Every card that a seat can see.
    fn visible(&self, seat: Seat) -> CardSet<W> {
        let view = self.view(seat);
        let foes = view.fight().map(|fight| fight.foes()).unwrap_or_default().iter().map(|foe| foe.card);
        let tops = [DeckSide::Door, DeckSide::Treasure].into_iter().filter_map(|side| view.discard_top(side));
        let laid: CardSet<W> = foes.chain(tops).collect();
        let players = self.book.seats().map(|other| view.known_hand(other) | view.table(other));
        players.fold(laid | view.open(), |all, cards| all | cards)
    }
}
