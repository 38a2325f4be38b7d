//! The player: compiled for a deck, and each choice from a contest of options.

use super::contest::Contest;
use super::imagined::{Imagined, NOTHING};
use super::manners::Manners;
use super::outlook::Outlook;
use super::playout::Playouts;
use super::search::{Search, worth_a_try};
use super::settings::Foresight;
use crate::deck::Deck;
use crate::game::{Choice, Event, Mind, Question, View};
use crate::ids::Seat;
use crate::strategy::memory::{EMPTY, Memory};
use crate::strategy::player::{Player, PlayerOfAnyWidth};
use crate::strategy::worth::Worth;

impl<P: PlayerOfAnyWidth> Search<P> {
    /// A player with this base, which must not look ahead, and with this worth of cards. Its evaluation of positions is fitted to games of
    /// the base with this deck.
    pub(in crate::strategy) fn new(
        deck: &Deck,
        settings: &Foresight,
        base: P,
        worth: Worth,
        population: Vec<Option<P>>,
    ) -> Search<P> {
        let outlook = (settings.horizon > 0).then(|| Outlook::fitted(deck, &base, &worth, settings.lessons));
        let manners = (population.len() > 1).then(|| {
            let players: Vec<&P> = population.iter().map(|player| player.as_ref().unwrap_or(&base)).collect();
            Manners::fitted(deck, &players, settings.lessons)
        });
        Search { base, worth, population, manners, outlook, settings: settings.clone() }
    }
}

impl<const W: usize, P: Player<W>> Player<W> for Search<P> {
    fn choose(&self, view: View<'_, W>, question: Question, options: &[Choice], mind: &mut Mind) -> Choice {
        self.choose_remembering(view, question, options, &EMPTY, mind)
    }

    fn choose_remembering(
        &self,
        view: View<'_, W>,
        question: Question,
        options: &[Choice],
        memory: &Memory,
        mind: &mut Mind,
    ) -> Choice {
        let options = &*worth_a_try(view, options);
        if let [only] = *options {
            return only;
        }
        let imagined = memory.get().unwrap_or(&NOTHING);
        let usual = self.base.choose_remembering(view, question, options, imagined.of(0, view.seat()), mind);
        self.best(view, usual, options, imagined, || mind.draw())
    }

    fn hears(&self) -> bool {
        self.manners.is_some() || self.base.hears() || self.population.iter().flatten().any(Player::hears)
    }

    fn hear(&self, _: Seat, event: Event, memory: &mut Memory) {
        memory.get_mut::<Imagined>().note(self, event);
    }
}

impl<P> Search<P> {
    /// The winner of a contest between the usual choice and other options. Random numbers are drawn only for a contest.
    pub(in crate::strategy) fn best<const W: usize>(
        &self,
        view: View<'_, W>,
        usual: Choice,
        options: &[Choice],
        imagined: &Imagined,
        random: impl FnOnce() -> u64,
    ) -> Choice
    where
        P: Player<W>,
    {
        let candidates = self.candidates(view, usual, options);
        if candidates.len() < 2 {
            return usual;
        }
        let mut playouts = Playouts::new(view, self, imagined, options, random());
        let mut contest = Contest::new(candidates, &self.settings);
        contest.run(|world, choice| playouts.value(world, choice));
        contest.winner()
    }
}
