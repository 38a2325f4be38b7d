//! The bench on which changed cards are tried: the same ordinary games and the same deals with the card, for each of them.

use crate::deck::language::CardSpec;
use crate::deck::{Sets, changes};
use crate::ids::CardSet;
use crate::run::{Blocks, DealSearch, FURTHER, Finished, FirstGames, FoundDeals, Hands, Played, Series, cards_of};
use crate::stats::{DealtGames, Estimate, Figure, PairedGames, PlayedGames};
use crate::study::control::Control;
use crate::study::error::StudyError;
use crate::study::table::{Setup, TableRequest};

/// The bench. It is stopped if a trial comes back without a result and `stopped` is set.
pub(super) struct Bench<'a> {
    sets: &'a Sets,
    table: &'a TableRequest,
    pub(super) setup: Setup,
    pub(super) title: usize,
    first: FirstGames,
    hands: Hands,
    /// The deals with the card in an opening hand, as far as they were needed.
    deals: Vec<u64>,
    deal_hands: Hands,
    next: u64,
    /// Number of games played.
    pub(super) games: u64,
    pub(super) stopped: bool,
}

/// A card on the bench.
pub(super) struct Trial {
    setup: Setup,
    ordinary: Vec<Played>,
    further: Vec<Played>,
}

impl<'a> Bench<'a> {
    /// Plays the ordinary games with the printed card; `None` if stopped.
    pub(super) fn new(
        sets: &'a Sets,
        table: &'a TableRequest,
        title: usize,
        games: u64,
        control: &mut Control<'_>,
    ) -> Result<Option<Self>, StudyError> {
        let setup = Setup::new(sets, table, games, control)?;
        let watched = cards_of(&setup.deck, |other| other == title);
        control.expect(setup.plan.games());
        let first = series(&setup, control).play_first(setup.arm(), watched, &mut |games| control.played(games))?;
        let hands = Hands::of(setup.plan.blocks() as usize, &setup.deck, &setup.plan);
        let games = first.finished.tally.games;
        let (deals, deal_hands, stopped) = (Vec::new(), Hands::default(), first.finished.interrupted);
        let bench = Bench { sets, table, setup, title, first, hands, deals, deal_hands, next: FURTHER, games, stopped };
        Ok((!bench.stopped).then_some(bench))
    }

    /// The printed card.
    pub(super) fn printed(&self, control: &mut Control<'_>) -> Result<Trial, StudyError> {
        let setup = Setup::new(self.sets, self.table, self.setup.plan.games(), control)?;
        Ok(Trial { setup, ordinary: self.first.played.clone(), further: Vec::new() })
    }

    /// A changed card in this many blocks of deals; `None` if it is not valid or the study was stopped.
    pub(super) fn trial(
        &mut self,
        spec: &CardSpec,
        blocks: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<Trial>, StudyError> {
        let deck = &self.setup.deck;
        let set = &deck.set_of(&deck.titles[self.title]).id;
        let setup = match Setup::new(&self.sets.with_card(set, spec), self.table, self.setup.plan.games(), control) {
            Ok(setup) => setup,
            // The reader accepts each number alone; other parts of the card can refuse it.
            Err(StudyError::Deck(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let cards = changes(deck, &setup.deck).cards;
        let touched = cards.map(|_| &self.first.touched[..]);
        let ordinary = series(&self.setup, control).play_again(&self.first, setup.arm(), touched, &mut |_| ())?;
        let Some(ordinary) = ordinary else {
            self.stopped = true;
            return Ok(None);
        };
        self.games += touched.map_or(ordinary.len(), |blocks| blocks.len() * setup.plan.seatings().len()) as u64;
        let mut trial = Trial { setup, ordinary, further: Vec::new() };
        Ok(self.deal_on(&mut trial, blocks, control)?.then_some(trial))
    }

    /// Plays a card until it is in this many blocks of deals. Returns false if stopped.
    pub(super) fn deal_on(
        &mut self,
        trial: &mut Trial,
        blocks: usize,
        control: &mut Control<'_>,
    ) -> Result<bool, StudyError> {
        let (plan, threads) = (&self.setup.plan, control.thread_count());
        if let Some(most) = blocks.checked_sub(self.deals.len()).filter(|more| *more > 0) {
            let deck = &self.setup.deck;
            let decks = [(deck, cards_of(deck, |title| title == self.title))];
            let search =
                DealSearch { plan, decks: &decks, holding: None, first: self.next, deals: u64::MAX, most, threads };
            let Some(FoundDeals { dealt, blocks, hands }) = search.find(control.stop_flag())? else {
                self.stopped = true;
                return Ok(false);
            };
            self.next += dealt;
            self.deals.extend(blocks);
            // No trial changes the deal: the number of copies is no number to suggest.
            let hands = hands.iter().flat_map(|hands| (0..hands.blocks()).map(|block| hands.of_block(block)));
            hands.for_each(|dealt| self.deal_hands.push(dealt.iter().copied()));
        }
        let seatings = plan.seatings().len();
        let done = trial.further.len() / seatings;
        let more = &self.deals[done.min(blocks)..blocks];
        if more.is_empty() {
            return Ok(true);
        }
        control.expect(self.games + (more.len() * seatings) as u64);
        let (stop, before) = (control.stop_flag(), self.games);
        let watch = &mut |games| control.played(before + games);
        let Some(rows) = trial.setup.arm().play(plan, Blocks::Listed(more), CardSet::EMPTY, threads, (stop, watch))?
        else {
            self.stopped = true;
            return Ok(false);
        };
        self.games += rows.len() as u64;
        trial.further.extend(rows.iter().map(Played::from));
        Ok(true)
    }

    /// The number of blocks of deals in which a card was played.
    pub(super) fn blocks(&self, trial: &Trial) -> usize {
        trial.further.len() / self.setup.plan.seatings().len()
    }

    /// The opening value of a card.
    pub(super) fn value(&self, trial: &Trial) -> Estimate {
        self.figure(&trial.ordinary, &trial.further).estimate()
    }

    /// The change of the opening value from one card to another one, in the deals in which both were played.
    pub(super) fn change(&self, from: &Trial, to: &Trial) -> Estimate {
        let games = from.further.len().min(to.further.len());
        let [was, is] = [from, to].map(|trial| &trial.further[..games]);
        let same = from.ordinary == to.ordinary && was == is;
        self.figure(&to.ordinary, is).change_from(&self.figure(&from.ordinary, was), same)
    }

    fn figure(&self, ordinary: &[Played], further: &[Played]) -> Figure {
        let [ordinary, further] = [ordinary, further].map(|played| PlayedGames::new(&self.setup.plan, played));
        let games = DealtGames { ordinary: (ordinary, &self.hands), further: (further, &self.deal_hands) };
        games.opening_value(self.title, None)
    }

    /// The games of the printed card and of another one, with the counts of both; `None` if stopped.
    pub(super) fn counted(
        &mut self,
        trial: &Trial,
        control: &mut Control<'_>,
    ) -> Result<Option<[Finished; 2]>, StudyError> {
        let finished =
            series(&self.setup, control).play_first(trial.setup.arm(), CardSet::EMPTY, &mut |_| ())?.finished;
        self.games += finished.tally.games;
        self.stopped |= finished.interrupted;
        Ok((!self.stopped).then(|| [self.first.finished.clone(), finished]))
    }

    /// The ordinary games of the printed card and of another one.
    pub(super) fn paired<'t>(&'t self, trial: &'t Trial) -> PairedGames<'t> {
        let [was, is] = [&self.first.played, &trial.ordinary].map(|played| PlayedGames::new(&self.setup.plan, played));
        PairedGames::of_tables(was, is)
    }

    /// The counts of the ordinary games with the printed card.
    pub(super) fn finished(&self) -> &Finished {
        &self.first.finished
    }
}

fn series<'s>(setup: &'s Setup, control: &Control<'s>) -> Series<'s> {
    Series { plan: &setup.plan, threads: control.thread_count(), stop: control.stop_flag(), draws: false }
}
