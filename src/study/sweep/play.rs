//! Plays a sweep: first the printed deck, then each other deck in the games that it can change; for the opening value also
//! further games with the card in an opening hand.

use crate::deck::{Deck, changes};
use crate::ids::CardSet;
use crate::report::sweep::{ComparedGames, SweepMetric, SweepPoint};
use crate::run::{
    Blocks, DealSearch, FURTHER, Finished, FirstGames, FoundDeals, Hands, Played, RunError, Series, cards_of,
};
use crate::stats::{DealtGames, Estimate, Figure, NeededBlocks, PlayedGames};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::Setup;

/// Minimum number of blocks that are found at a time.
const LEAST: f64 = 100.0;

/// A value and its deck; `None` for the printed value.
pub(super) struct Value {
    pub(super) value: i32,
    pub(super) edit: Option<Setup>,
}

/// The measurements.
pub(super) struct SweepResults {
    /// The values with complete games.
    pub(super) points: Vec<SweepPoint>,
    /// The figures of the printed deck.
    pub(super) printed: [Figure; 4],
    /// The ordinary games of the printed deck.
    pub(super) finished: Finished,
    /// Number of further games with each deck.
    pub(super) further: u64,
    /// Total number of games played.
    pub(super) played: u64,
    /// Whether the play was stopped.
    pub(super) interrupted: bool,
}

/// The pilot of a sweep: its ordinary games with all values.
pub(super) struct SweepPilot<'a> {
    values: &'a Values<'a>,
    /// The printed deck first.
    decks: Vec<DeckGames<'a>>,
    /// Total number of games played.
    pub(super) played: u64,
}

/// What the pilot says of one value.
pub(super) struct Needed {
    pub(super) value: i32,
    /// The metric with this value.
    pub(super) estimate: Estimate,
    /// The half-width of its interval, as a multiple of the requested one; NaN if none is requested.
    pub(super) reach: f64,
    /// The games of the pilot behind it: of an opening value, those with the card in an opening hand.
    pub(super) games: f64,
}

impl SweepPilot<'_> {
    /// About how many further games all decks play, after so many ordinary games for each one of the pilot; `None` if no
    /// precision is requested.
    pub(super) fn further_games(&self, share: f64) -> Option<f64> {
        let Values { setup, title, half_width, .. } = *self.values;
        let half_width = half_width.filter(|_| setup.can_be_dealt(title))?;
        let more = |deck: &DeckGames<'_>| {
            let games = deck.all();
            let NeededBlocks { dealt, .. } = games.needed(title, None, half_width);
            dealt - share * games.dealt_blocks(title, None)
        };
        let most = self.decks.iter().map(more).fold(0.0, f64::max);
        Some((most.ceil() * (setup.plan.seatings().len() * self.decks.len()) as f64).max(0.0))
    }

    /// What each value needs.
    pub(super) fn needed(&self, metric: SweepMetric) -> Vec<Needed> {
        let Values { setup, title, half_width, .. } = *self.values;
        let dealt = |deck: &DeckGames<'_>| deck.all().dealt_blocks(title, None) * setup.plan.seatings().len() as f64;
        let games = half_width.map_or(setup.plan.games() as f64, |_| dealt(&self.decks[0]));
        let points = self.values.points(&self.decks).into_iter();
        let needed = points.map(|SweepPoint { value, figures, .. }| {
            let place = SweepMetric::ALL.iter().position(|other| *other == metric).unwrap_or_default();
            let estimate = figures[place].estimate();
            Needed { value, estimate, reach: estimate.half_width() / half_width.unwrap_or(f64::NAN), games }
        });
        needed.collect()
    }
}

/// All values of one number of one title.
pub(super) struct Values<'a> {
    pub(super) setup: &'a Setup,
    pub(super) list: &'a [Value],
    pub(super) title: usize,
    /// The half-width of the opening value for which further games are played; `None` for no further games.
    pub(super) half_width: Option<f64>,
}

/// The games with one deck.
struct DeckGames<'a> {
    setup: &'a Setup,
    ordinary: (Vec<Played>, Hands),
    further: (Vec<Played>, Hands),
}

impl Values<'_> {
    /// Plays all values until stopped. Returns `None` if stopped before the end of the printed deck's games.
    pub(super) fn play(&self, control: &mut Control<'_>) -> Result<Option<SweepResults>, StudyError> {
        let Some((finished, mut decks, mut played)) = self.play_ordinary(control)? else { return Ok(None) };
        let mut interrupted = decks.len() <= self.edits().count();
        if let (Some(half_width), false) = (self.half_width, interrupted) {
            interrupted = !self.deal_on(&mut decks, half_width, &mut played, control)?;
        }
        let printed = decks[0].figures(self.title);
        let further = decks[0].further.0.len() as u64;
        let points = self.points(&decks);
        Ok(Some(SweepResults { points, printed, finished, further, played, interrupted }))
    }

    /// Plays the ordinary games of all values, as a pilot. Returns `None` if stopped.
    pub(super) fn pilot(&self, control: &mut Control<'_>) -> Result<Option<SweepPilot<'_>>, StudyError> {
        let played = self.play_ordinary(control)?;
        let complete = played.filter(|(_, decks, _)| decks.len() > self.edits().count());
        Ok(complete.map(|(_, decks, played)| SweepPilot { values: self, decks, played }))
    }

    /// Plays the ordinary games of all values, until stopped. Returns the counts of the printed deck, the games of all
    /// decks, the printed one first, and their number; `None` if stopped before the end of the printed deck's games.
    fn play_ordinary(
        &self,
        control: &mut Control<'_>,
    ) -> Result<Option<(Finished, Vec<DeckGames<'_>>, u64)>, StudyError> {
        let Setup { plan, .. } = self.setup;
        let series = Series { plan, threads: control.thread_count(), stop: control.stop_flag(), draws: false };
        let total = plan.games().saturating_mul(1 + self.edits().count() as u64);
        control.expect(total);
        // Together for all edits: the games of the printed deck are played once, and each edit looks only at those that
        // it can change.
        let watched = self.edits().filter_map(|edit| self.changed(edit)).fold(CardSet::EMPTY, |all, cards| all | cards);
        let first = series.play_first(self.setup.arm(), watched, &mut |games| control.played(games))?;
        if first.finished.interrupted {
            return Ok(None);
        }
        let (decks, played) = self.play_others(series, &first, control)?;
        Ok(Some((first.finished, decks, played)))
    }

    /// Plays the other decks until stopped. Returns the games of all decks, the printed one first, and their number.
    fn play_others(
        &self,
        series: Series<'_>,
        first: &FirstGames,
        control: &mut Control<'_>,
    ) -> Result<(Vec<DeckGames<'_>>, u64), StudyError> {
        let plan = &self.setup.plan;
        let blocks = |edit| self.changed(edit).map(|_| &first.touched[..]);
        let games = |edit| blocks(edit).map_or(plan.games(), |blocks| (blocks.len() * plan.seatings().len()) as u64);
        control.expect(plan.games() + self.edits().map(games).sum::<u64>());
        let mut played = plan.games();
        let mut decks = vec![DeckGames::new(self.setup, first.played.clone())];
        for edit in self.edits() {
            let on_progress = &mut |games| control.played(played + games);
            let Some(again) = series.play_again(first, edit.arm(), blocks(edit), on_progress)? else { break };
            decks.push(DeckGames::new(edit, again));
            played += games(edit);
        }
        Ok((decks, played))
    }

    /// Plays further games, the same ones with each deck, until all opening values have this half-width. Returns false if
    /// stopped.
    fn deal_on(
        &self,
        decks: &mut [DeckGames<'_>],
        half_width: f64,
        played: &mut u64,
        control: &mut Control<'_>,
    ) -> Result<bool, RunError> {
        let plan = &self.setup.plan;
        let wanted = |deck: &Deck| cards_of(deck, |title| title == self.title);
        let searched: Vec<(&Deck, CardSet)> =
            decks.iter().map(|games| (&games.setup.deck, wanted(&games.setup.deck))).collect();
        let mut next = FURTHER;
        while self.setup.can_be_dealt(self.title) {
            let Some(more) = more_deals(decks, self.title, half_width) else { break };
            let search = DealSearch {
                plan,
                decks: &searched,
                holding: None,
                first: next,
                deals: u64::MAX,
                most: more,
                threads: control.thread_count(),
            };
            let Some(FoundDeals { dealt, blocks, hands }) = search.find(control.stop_flag())? else { return Ok(false) };
            next += dealt;
            let games = (blocks.len() * plan.seatings().len()) as u64;
            control.expect(*played + games * decks.len() as u64);
            let mut round = Vec::new();
            for deck in &*decks {
                let (threads, stop) = (control.thread_count(), control.stop_flag());
                let watch = &mut |games| control.played(*played + games);
                let rows =
                    deck.setup.arm().play(plan, Blocks::Listed(&blocks), CardSet::EMPTY, threads, (stop, watch))?;
                // A part of the decks is of no use: the values are compared in the same games.
                let Some(rows) = rows else { return Ok(false) };
                round.push(rows);
                *played += games;
            }
            for ((deck, rows), hands) in decks.iter_mut().zip(round).zip(hands) {
                deck.further.0.extend(rows.iter().map(Played::from));
                (0..hands.blocks()).for_each(|block| deck.further.1.push(hands.of_block(block).iter().copied()));
            }
        }
        Ok(true)
    }

    /// A point for each value with complete games.
    fn points(&self, decks: &[DeckGames<'_>]) -> Vec<SweepPoint> {
        let (printed, mut edits) = (&decks[0], decks[1..].iter());
        let games = self.list.iter().map_while(|Value { value, edit }| {
            let games = if edit.is_some() { edits.next()? } else { printed };
            Some((*value, games))
        });
        let point = |(value, games): (i32, &DeckGames<'_>)| SweepPoint {
            value,
            ordinary: ComparedGames::of(&printed.ordinary.0, &games.ordinary.0),
            further: ComparedGames::of(&printed.further.0, &games.further.0),
            figures: games.figures(self.title),
        };
        games.map(point).collect()
    }

    /// The decks other than the printed one.
    fn edits(&self) -> impl Iterator<Item = &Setup> {
        self.list.iter().filter_map(|value| value.edit.as_ref())
    }

    /// Only games that draw these cards can change; `None` if any game can change.
    fn changed(&self, edit: &Setup) -> Option<CardSet> {
        changes(&self.setup.deck, &edit.deck).cards
    }
}

/// Number of further blocks in which the title must be dealt until all values have this half-width; `None` if they have it.
fn more_deals(decks: &[DeckGames<'_>], title: usize, half_width: f64) -> Option<usize> {
    let more = |games: &DeckGames<'_>| {
        let games = games.all();
        if games.opening_value(title, None).estimate().half_width() <= half_width {
            return None;
        }
        let NeededBlocks { dealt, .. } = games.needed(title, None, half_width);
        let known = games.dealt_blocks(title, None);
        // At least a hundredth, so that the looks have an end.
        Some((dealt - known).max(known / 100.0).max(LEAST).ceil() as usize)
    };
    decks.iter().filter_map(more).max()
}

impl<'a> DeckGames<'a> {
    fn new(setup: &'a Setup, played: Vec<Played>) -> Self {
        let blocks = PlayedGames::new(&setup.plan, &played).blocks();
        let hands = Hands::of(blocks, &setup.deck, &setup.plan);
        DeckGames { setup, ordinary: (played, hands), further: Default::default() }
    }

    fn all(&self) -> DealtGames<'_> {
        let [ordinary, further] =
            [&self.ordinary, &self.further].map(|(played, hands)| (PlayedGames::new(&self.setup.plan, played), hands));
        DealtGames { ordinary, further }
    }

    /// All figures. Only the opening value rests on the further games too.
    fn figures(&self, title: usize) -> [Figure; 4] {
        let games = self.all();
        let (ordinary, hands) = games.ordinary;
        SweepMetric::ALL.map(|metric| match metric {
            SweepMetric::OpeningValue => games.opening_value(title, None),
            SweepMetric::Turns | SweepMetric::Deaths | SweepMetric::Gap => metric.figure(ordinary, hands, title),
        })
    }
}
