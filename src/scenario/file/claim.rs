//! Claims: the statements that must hold.

use std::ops::Range;

use super::book::{Book, TitleIndex};
use super::error::{Problems, Wrong};
use super::expect::{Ending, Expect, Sight};
use super::spanned::{PerSeat, Word};
use crate::deck::DeckSide;
use crate::ids::Seat;

/// The word for no helper.
pub(in crate::scenario) const NOBODY: &str = "nobody";

/// One claim, with its line.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Claim {
    /// Line in the file.
    pub(in crate::scenario) line: usize,
    /// The fact that it claims.
    pub(in crate::scenario) what: What,
}

/// A fact that must hold.
#[derive(Clone, Debug)]
pub(in crate::scenario) enum What {
    Number(Figure, i64),
    Truth(Fact, bool),
    Cards {
        zone: Zone,
        seat: Seat,
        how: How,
        cards: Vec<TitleIndex>,
    },
    Discarded(TitleIndex, bool),
    Top(DeckSide, TitleIndex),
    /// Exactly these of the stacked cards were not drawn.
    NotDrawn(Vec<TitleIndex>),
    Winner(Vec<Seat>),
    Ranking(Vec<Vec<Seat>>),
    Active(Seat),
    Helper(Option<Seat>),
    MonstersIn(Vec<TitleIndex>),
    Fights(Vec<Ending>),
    Fled {
        seat: Seat,
        escaped: bool,
        monsters: Vec<TitleIndex>,
    },
    FleeTotals(Seat, Vec<i64>),
    Sees {
        seat: Seat,
        title: TitleIndex,
        sees: bool,
    },
    SeesHand {
        seat: Seat,
        of: Seat,
        cards: Vec<TitleIndex>,
    },
    Counts {
        seat: Seat,
        of: Seat,
        counts: [i64; 2],
    },
}

/// A number of the table.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) enum Figure {
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

/// A fact about the table that is true or false.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) enum Fact {
    Alive(Seat),
    Female(Seat),
    Over,
    Fight,
    Winning,
    Escaping,
}

/// A zone of the cards of a player.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) enum Zone {
    Hand,
    Worn,
    Carried,
    InPlay,
}

/// The meaning of a list of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum How {
    Exactly,
    Has,
    Lacks,
}

/// The claims of an `Expect`. Unknown words and claims that state nothing are noted as problems. `placed`: the titles
/// that the scenario places somewhere.
pub(in crate::scenario) fn claims(
    expect: &toml::Spanned<Expect>,
    book: &Book<'_>,
    placed: &dyn Fn(TitleIndex) -> bool,
    problems: &mut Problems<'_>,
) -> Vec<Claim> {
    let mut maker = Maker { book, placed, problems, claims: Vec::new(), clean: true };
    maker.zones(expect.get_ref());
    maker.cards(expect.get_ref());
    maker.game(expect.get_ref());
    maker.fight(expect.get_ref());
    maker.history(expect.get_ref());
    if let Some(sight) = &expect.get_ref().view {
        maker.sight(sight);
    }
    // A wrong word has a message of its own, and its claim was not added.
    if maker.claims.is_empty() && maker.clean {
        problems
            .note(expect.span(), Wrong::new("this table checks nothing", "state a check, such as `levels = { .. }`"));
        return Vec::new();
    }
    maker.claims
}

struct Maker<'m, 'd, 's> {
    book: &'m Book<'d>,
    placed: &'m dyn Fn(TitleIndex) -> bool,
    problems: &'m mut Problems<'s>,
    claims: Vec<Claim>,
    clean: bool,
}

impl Maker<'_, '_, '_> {
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

    fn title(&mut self, word: &Word) -> Option<TitleIndex> {
        self.right(word, self.book.title(word.get_ref()))
    }

    fn titles(&mut self, words: &[Word]) -> Vec<TitleIndex> {
        words.iter().filter_map(|word| self.title(word)).collect()
    }

    /// A title that must be missing somewhere. It must occur in the scenario.
    fn missing(&mut self, word: &Word) -> Option<TitleIndex> {
        let title = self.title(word)?;
        if !(self.placed)(title) {
            self.clean = false;
            self.problems.note(word.span(), Wrong::nowhere(&self.book.label(title)));
        }
        Some(title)
    }

    /// A list that must not be empty.
    fn some(&mut self, span: Range<usize>, length: usize) {
        if length == 0 {
            self.clean = false;
            self.problems.note(span, Wrong::new("an empty list checks nothing", "name at least one card"));
        }
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
                for (name, cards) in map.iter().filter(|_| how != How::Exactly) {
                    self.some(name.span(), cards.len());
                }
                self.per_seat(map, |maker, seat, cards| {
                    let mut cards = match how {
                        How::Lacks => cards.iter().filter_map(|word| maker.missing(word)).collect(),
                        How::Exactly | How::Has => maker.titles(cards),
                    };
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
                let title = if there { self.title(word) } else { self.missing(word) };
                if let Some(title) = title {
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
        if let Some(words) = &expect.not_drawn {
            let mut titles = self.titles(words.get_ref());
            titles.sort_unstable();
            self.add(&words.span(), What::NotDrawn(titles));
        }
        self.figure(expect.doors_left.as_ref(), Figure::Left(DeckSide::Door));
        self.figure(expect.treasures_left.as_ref(), Figure::Left(DeckSide::Treasure));
    }

    /// A fact about each of these players.
    fn facts(&mut self, words: &[Word], fact: fn(Seat) -> Fact, holds: bool) {
        for word in words {
            if let Some(seat) = self.seat(word) {
                self.add(&word.span(), What::Truth(fact(seat), holds));
            }
        }
    }

    fn game(&mut self, expect: &Expect) {
        self.figures(&expect.levels, Figure::Level);
        self.figures(&expect.strength, Figure::Strength);
        self.figures(&expect.flee_bonus, Figure::FleeBonus);
        self.facts(&expect.alive, Fact::Alive, true);
        self.facts(&expect.dead, Fact::Alive, false);
        self.facts(&expect.female, Fact::Female, true);
        self.facts(&expect.male, Fact::Female, false);
        if let Some(words) = &expect.winner {
            let mut winners: Vec<Seat> = words.get_ref().iter().filter_map(|word| self.seat(word)).collect();
            winners.sort_unstable();
            self.add(&words.span(), What::Winner(winners));
        }
        if let Some(places) = &expect.ranking {
            let ranking =
                places.get_ref().iter().map(|words| words.iter().filter_map(|word| self.seat(word)).collect());
            let ranking = ranking.collect();
            self.add(&places.span(), What::Ranking(ranking));
        }
        if let Some(word) = &expect.active
            && let Some(seat) = self.seat(word)
        {
            self.add(&word.span(), What::Active(seat));
        }
        self.figure(expect.turn.as_ref(), Figure::Turn);
    }

    fn fight(&mut self, expect: &Expect) {
        let truths = [
            (&expect.over, Fact::Over),
            (&expect.fight, Fact::Fight),
            (&expect.winning, Fact::Winning),
            (&expect.escaping, Fact::Escaping),
        ];
        for (truth, fact) in truths {
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
        let before = self.claims.len();
        for (words, sees) in [(&sight.sees, true), (&sight.hides, false)] {
            for word in words {
                let title = if sees { self.title(word) } else { self.missing(word) };
                if let Some(title) = title {
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
        if self.claims.len() == before && self.clean {
            let hint = "add `sees`, `hides`, `hands` or `counts`";
            self.problems.note(sight.seat.span(), Wrong::new("`view` checks nothing", hint));
        }
    }
}
