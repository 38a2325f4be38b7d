//! `Live`: the recorder of a run. It counts the events of a game.

use serde::{Deserialize, Serialize};

use super::signature::Signature;
use crate::deck::{Deck, DeckSide, Play};
use crate::game::{
    Choice, CounterfactualDraw, Decision, DrawWhy, Event, FightEnd, LevelWhy, Moment, Question, Recorder, RollWhy,
    Verb, Zone,
};
use crate::ids::{BySeat, CardId, CardSet, MAX_SEATS, Seat, SeatSet};
use crate::run::engine::course::Course;
use crate::run::engine::draw_odds::DrawList;
use crate::run::tally::{Count, Counts, FightResult, Handled, OptionalPlay, Way, question_index};

/// The counts that one worker keeps during its games.
#[derive(Clone, Debug)]
pub(in crate::run) struct Live<'d, const W: usize> {
    deck: &'d Deck<CardSet<W>>,
    /// Counts of the block so far.
    pub(in crate::run) counts: Counts,
    /// Cards handled in this game.
    pub(in crate::run) handled: Handled<W>,
    /// Cards drawn in this game.
    pub(in crate::run) drawn: CardSet<W>,
    /// Draws of this game, if they are tallied.
    pub(in crate::run) draws: DrawList<W>,
    /// Characters that died in this game.
    pub(in crate::run) deaths: u8,
    /// Cards dealt to the opening hands of this game.
    pub(in crate::run) dealt: Vec<(Seat, CardId)>,
    /// Uses made and one-shots thrown in this game.
    pub(in crate::run) optional: Vec<(Seat, CardId, OptionalPlay)>,
    /// The Levels over the turns of this game.
    pub(in crate::run) course: Course,
    /// The fights of this game.
    pub(in crate::run) fights: Vec<FightResult>,
    /// Signature of this game: its choices, draws and dice.
    pub(in crate::run) signature: Signature<'d>,
    /// Whether the games are only compared, so that nothing but their signatures and what follows is recorded.
    compares: bool,
    /// The cards that were in this game, if it is compared.
    pub(in crate::run) seen: CardSet<W>,
    /// The title whose first draw in this game is followed, if it is compared.
    pub(in crate::run) follows: Follows<'d>,
    /// Whether a kill in this fight would have won the game when the last card was played into it.
    for_the_win: bool,
    story: Story,
}

/// The first draw of a title after the opening deal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::run) struct Drawn {
    pub(in crate::run) card: CardId,
    pub(in crate::run) seat: Seat,
    pub(in crate::run) way: Way,
    pub(in crate::run) turn: u16,
    /// Number of the draw in the game, from 1; cards of the deal count.
    pub(in crate::run) nth: u32,
}

/// Follows the draws of a title in one game, and exchanges a drawn card.
#[derive(Clone, Debug, Default)]
pub(in crate::run) struct Follows<'d> {
    title: Option<u16>,
    pub(in crate::run) exchange: Option<CounterfactualDraw<'d>>,
    turn: u16,
    draws: u32,
    pub(in crate::run) first: Option<Drawn>,
    /// All draws after the opening deal, if they are listed.
    pub(in crate::run) list: Option<Vec<Drawn>>,
}

impl<'d> Follows<'d> {
    pub(in crate::run) fn title(title: u16, exchange: Option<CounterfactualDraw<'d>>) -> Self {
        Follows { title: Some(title), exchange, ..Follows::default() }
    }

    /// Lists all draws.
    pub(in crate::run) fn all() -> Self {
        Follows { list: Some(Vec::new()), ..Follows::default() }
    }

    fn is_any(&self) -> bool {
        self.title.is_some() || self.list.is_some()
    }

    fn draw(&mut self, seat: Seat, card: CardId, title: u16, why: DrawWhy) {
        self.draws += 1;
        if why == DrawWhy::Deal {
            return;
        }
        let drawn = Drawn { card, seat, way: why.into(), turn: self.turn, nth: self.draws };
        if self.title == Some(title) {
            self.first.get_or_insert(drawn);
        }
        self.list.iter_mut().for_each(|list| list.push(drawn));
    }
}

/// State that gives the next event its meaning.
#[derive(Clone, Copy, Debug)]
struct Story {
    levels: BySeat<u8>,
    /// The player who was last ahead of all others; empty if no player has been.
    leader: SeatSet,
    fight: Option<Fighters>,
    last_level: LevelWhy,
}

#[derive(Clone, Copy, Debug)]
struct Fighters {
    main: Seat,
    helper: Option<Seat>,
    /// The fight as it began.
    begun: FightResult,
    /// Levels for killing its monsters.
    levels: u8,
    /// Levels for monsters that cards killed in it, by the main player at that time.
    killed: BySeat<u8>,
}

impl Default for Story {
    fn default() -> Self {
        // Events name changes of Levels only, and a game begins at Level 1. Seats beyond the players stay there and
        // lead only in a tie.
        Story { levels: BySeat([1; MAX_SEATS]), leader: SeatSet::EMPTY, fight: None, last_level: LevelWhy::Card }
    }
}

impl<'d, const W: usize> Live<'d, W> {
    pub(in crate::run) fn new(deck: &'d Deck<CardSet<W>>) -> Self {
        Live {
            deck,
            counts: Counts::default(),
            handled: Handled::default(),
            drawn: CardSet::EMPTY,
            draws: DrawList::default(),
            deaths: 0,
            dealt: Vec::new(),
            optional: Vec::new(),
            course: Course::default(),
            fights: Vec::new(),
            signature: Signature::new(deck),
            compares: false,
            seen: CardSet::EMPTY,
            follows: Follows::default(),
            for_the_win: false,
            story: Story::default(),
        }
    }

    /// The recorder of games that are compared.
    pub(in crate::run) fn witness(deck: &'d Deck<CardSet<W>>, follows: Follows<'d>) -> Self {
        Live { compares: true, follows, ..Live::new(deck) }
    }

    /// Clears what was recorded of the last game that was compared.
    pub(in crate::run) fn begin_witness(&mut self, follows: Follows<'d>) {
        self.seen = CardSet::EMPTY;
        self.follows = follows;
        self.signature.take();
    }

    #[inline]
    fn compare(&mut self, event: Event) {
        match event {
            Event::Draw { seat, card, why, .. } => {
                self.seen.insert(card);
                if self.follows.is_any() {
                    let title = self.deck.card(card).title;
                    self.follows.draw(seat, card, title, why);
                }
            }
            // Roles are dealt without a draw, but change a game like drawn cards.
            Event::Move { card, from: Zone::Aside, .. } => self.seen.insert(card),
            Event::TurnBegins { turn, .. } => self.follows.turn = turn,
            _ => {}
        }
    }

    /// Clears the state of the last game; the counts of its block stay.
    pub(in crate::run) fn begin_game(&mut self) {
        self.handled = Handled::default();
        self.drawn = CardSet::EMPTY;
        self.draws.clear();
        self.deaths = 0;
        self.dealt.clear();
        self.optional.clear();
        self.course.clear();
        self.fights.clear();
        self.signature.take();
        self.for_the_win = false;
        self.story = Story::default();
    }

    /// The cards that a seat put into play in this game, or played or fought from hand. One-shots and specials count when
    /// they are thrown or used.
    pub(in crate::run) fn played(&self, seat: Seat) -> CardSet<W> {
        let masks = &self.deck.masks;
        let placed = self.handled.tabled[seat].without(masks.curses | masks.roles);
        (self.handled.played[seat] | placed).without(masks.once | masks.specials)
    }

    /// Whether the last change of a level was a kill.
    pub(in crate::run) fn last_level_by_kill(&self) -> bool {
        self.story.last_level == LevelWhy::Kill
    }

    #[inline]
    fn one(&mut self, count: Count) {
        self.counts.one(count);
    }

    #[inline]
    fn one_if(&mut self, count: Count, condition: bool) {
        self.counts.add(count, u32::from(condition));
    }

    #[inline]
    fn chosen(&mut self, decision: Decision, choice: Choice) {
        self.counts.decision(question_index(decision.question));
        if matches!(choice.verb, Verb::Play | Verb::Hinder | Verb::Join | Verb::Arm) {
            self.note_stake();
        }
        match (decision.question, choice.verb) {
            (Question::Round(Moment::Combat), verb) if verb != Verb::Pass => self.play_in_combat(decision.seat, choice),
            (Question::Reply, verb) => self.reply(verb),
            (Question::LookForTrouble, Verb::Fight) => self.one(Count::TroubleSought),
            (Question::TradeTerms, Verb::Done) => self.one(Count::TradesProposed),
            (Question::GiftReply, Verb::Refuse) => self.one(Count::GiftsRefused),
            _ => {}
        }
    }

    fn reply(&mut self, verb: Verb) {
        self.one(match verb {
            Verb::Accept => Count::OffersAccepted,
            Verb::Counter => Count::OffersCountered,
            _ => Count::OffersRefused,
        });
    }

    #[inline(never)]
    fn used(&mut self, seat: Seat, card: CardId, n: u8) {
        self.one(Count::Uses);
        self.optional.push((seat, card, OptionalPlay::Use(n)));
    }

    /// Notes, before a card is played, whether the fight is for the win. The card itself may change that.
    #[inline(never)]
    fn note_stake(&mut self) {
        if let Some(fight) = self.story.fight {
            let levels = self.story.levels[fight.main] + fight.levels + fight.killed[fight.main];
            self.for_the_win = levels >= *self.deck.rules.win_level;
        }
    }

    #[inline(never)]
    fn play_in_combat(&mut self, seat: Seat, choice: Choice) {
        let Some(fight) = self.story.fight else { return };
        if matches!(choice.verb, Verb::Aid | Verb::Hinder) {
            self.optional.push((seat, choice.card, OptionalPlay::Thrown));
        }
        if choice.verb == Verb::Aid {
            self.one(Count::OneShotsFor);
            self.one_if(Count::OneShotsForOthers, seat != fight.main && fight.helper != Some(seat));
        }
        self.one_if(Count::OneShotsAgainst, choice.verb == Verb::Hinder);
        if seat != fight.main && self.strengthens_monsters(choice) {
            self.hostile(seat, fight.main, true);
        }
    }

    /// Whether a play in combat is for the monsters.
    fn strengthens_monsters(&self, choice: Choice) -> bool {
        match choice.verb {
            Verb::Hinder | Verb::Join | Verb::Arm => true,
            Verb::Play => {
                let card = self.deck.card(choice.card);
                card.play == Play::BringMonster || card.play == Play::Enhancer && card.bonus > 0
            }
            _ => false,
        }
    }

    fn hostile(&mut self, actor: Seat, victim: Seat, in_fight: bool) {
        let for_the_win = in_fight && self.for_the_win;
        let betrayal = in_fight && self.story.fight.is_some_and(|fight| fight.helper == Some(actor));
        let near_win = self.story.levels[victim] + 2 >= *self.deck.rules.win_level;
        self.one(Count::HostilePlays);
        self.one_if(Count::HostilePlaysForTheWin, for_the_win);
        self.one_if(Count::HostilePlaysNearWin, near_win);
        self.one_if(Count::Betrayals, betrayal);
        self.one_if(Count::BetrayalsForTheWin, betrayal && for_the_win);
    }

    fn curse(&mut self, actor: Seat, victim: Seat, door: bool) {
        self.one(Count::Curses);
        self.one(if door { Count::CursesDoor } else { Count::CursesHand });
        if door {
            return;
        }
        self.one_if(Count::CursesOwn, actor == victim);
        if actor != victim {
            let fight = self.story.fight;
            let in_fight = fight.is_some_and(|fight| fight.main == victim || fight.helper == Some(victim));
            self.hostile(actor, victim, in_fight);
        }
    }

    fn level(&mut self, seat: Seat, from: u8, to: u8, why: LevelWhy) {
        self.story.levels[seat] = to;
        self.story.last_level = why;
        if to + 1 == *self.deck.rules.win_level {
            self.course.reach_last_level(seat);
        }
        let (gained, lost) = (u32::from(to.saturating_sub(from)), u32::from(from.saturating_sub(to)));
        self.counts.add(Count::LevelsGained, gained);
        self.counts.add(Count::LevelsLost, lost);
        match why {
            LevelWhy::Kill => self.counts.add(Count::LevelsKill, gained),
            LevelWhy::Sale => self.counts.add(Count::LevelsSale, gained),
            LevelWhy::Card => self.counts.add(Count::LevelsCard, gained),
            LevelWhy::Cost => self.counts.add(Count::LevelsPaid, lost),
        }
        self.note_leader();
    }

    /// A new leader is ahead of all others; a tie does not change the leader.
    fn note_leader(&mut self) {
        let levels = self.story.levels.0;
        let highest = levels.into_iter().fold(0, u8::max);
        let at_top = |bits, (seat, level)| bits | u8::from(level == highest) << seat;
        let ahead = SeatSet::from_bits(levels.into_iter().enumerate().fold(0, at_top));
        let before = self.story.leader;
        // Branchless, because the processor cannot predict which player is ahead.
        self.story.leader = if ahead.bits().is_power_of_two() { ahead } else { before };
        let changed = (before != SeatSet::EMPTY) & (before != self.story.leader);
        self.one_if(Count::LeadChanges, changed);
    }

    fn fight_ends(&mut self, how: FightEnd, helped: bool) {
        if let Some(fight) = self.story.fight.take() {
            self.fights.push(FightResult { won: how == FightEnd::Killed, ..fight.begun });
        }
        self.one_if(Count::FightsHelped, helped);
        self.one_if(Count::HelpedFightsWon, helped && how == FightEnd::Killed);
        self.one(match how {
            FightEnd::Killed => Count::FightsWon,
            FightEnd::Emptied | FightEnd::Avoided => Count::FightsEmptied,
            FightEnd::Lost => Count::FightsLost,
            FightEnd::Died => Count::FightsDied,
        });
    }

    fn monster_joins(&mut self, card: CardId, twin: bool, by_tag: bool) {
        if let Some(fight) = &mut self.story.fight {
            fight.levels += self.deck.card(card).levels;
        }
        self.one(match (twin, by_tag) {
            (true, _) => Count::Twins,
            (_, true) => Count::JoinsByTag,
            _ => Count::WanderingMonsters,
        });
    }

    fn monster_leaves(&mut self, card: CardId, killed: bool) {
        if let Some(fight) = &mut self.story.fight {
            let levels = self.deck.card(card).levels;
            fight.levels -= levels;
            fight.killed[fight.main] += if killed { levels } else { 0 };
        }
        self.one(Count::MonstersRemoved);
    }

    fn help_agreed(&mut self, helper: Seat, treasures: u8) {
        self.one(Count::HelpDeals);
        self.counts.add(Count::TreasuresPromised, u32::from(treasures));
        self.set_helper(Some(helper));
    }

    fn set_helper(&mut self, helper: Option<Seat>) {
        if let Some(fight) = &mut self.story.fight {
            fight.helper = helper;
        }
    }

    fn set_main(&mut self, main: Seat) {
        if let Some(fight) = &mut self.story.fight {
            fight.main = main;
        }
    }

    #[inline]
    fn draw(&mut self, seat: Seat, card: CardId, why: DrawWhy) {
        self.one(Count::Draws);
        self.drawn.insert(card);
        self.draws.draw(seat, card, why);
        self.one_if(Count::DrawsLoot, why == DrawWhy::Loot);
        self.one_if(Count::DrawsReward, why == DrawWhy::Reward);
        self.one_if(Count::DrawsCard, why == DrawWhy::Card);
        self.one_if(Count::DrawsRevival, why == DrawWhy::Revival);
        if why == DrawWhy::Deal {
            self.dealt.push((seat, card));
        }
    }

    #[inline(always)]
    fn note(&mut self, event: Event) {
        match event {
            Event::Draw { seat, card, why, .. } => self.draw(seat, card, why),
            Event::Chosen { decision, choice } => self.chosen(decision, choice),
            Event::Roll { why, .. } => {
                self.one(Count::Rolls);
                self.one_if(Count::FleeRolls, why == RollWhy::Flee);
            }
            Event::Level { seat, from, to, why } => self.level(seat, from, to, why),
            Event::Reshuffle { side, .. } => {
                self.draws.reshuffle(side);
                self.one(match side {
                    DeckSide::Door => Count::ReshufflesDoor,
                    DeckSide::Treasure => Count::ReshufflesTreasure,
                });
            }
            Event::TurnBegins { .. } => self.course.begin_turn(self.story.levels),
            Event::Turned { .. } => self.one(Count::ItemsTurned),
            Event::Cheated { on: true, .. } => self.one(Count::Cheats),
            Event::Died { .. } => {
                // A stored game has 5 bits for deaths, so more need no exact count.
                self.deaths = self.deaths.saturating_add(1);
                self.one(Count::Deaths);
            }
            Event::Revived { .. } => self.one(Count::Revivals),
            Event::Used { seat, card, n } => self.used(seat, card, n),
            _ => self.note_dealings(event),
        }
    }

    #[inline(always)]
    fn note_dealings(&mut self, event: Event) {
        match event {
            Event::Sold { gold, .. } => {
                self.one(Count::Sales);
                self.counts.add(Count::GoldSold, gold);
            }
            Event::Traded { .. } => self.one(Count::Trades),
            Event::Given { .. } => self.one(Count::Gifts),
            Event::Charity { to: Some(_), .. } => self.one(Count::CharityGiven),
            Event::Charity { to: None, .. } => self.one(Count::CharityDiscarded),
            Event::CurseLands { actor, victim, door, .. } => self.curse(actor, victim, door),
            Event::CurseFails { .. } => self.one(Count::CursesCancelled),
            _ => self.note_fight(event),
        }
    }

    #[inline(always)]
    fn note_fight(&mut self, event: Event) {
        match event {
            Event::FightBegins { seat, card } => {
                self.one(Count::Fights);
                let (level, title) = (self.story.levels[seat], self.deck.card(card).title);
                self.story.fight = Some(Fighters {
                    main: seat,
                    helper: None,
                    begun: FightResult { level, title, won: false },
                    levels: self.deck.card(card).levels,
                    killed: BySeat::default(),
                });
            }
            Event::FightEnds { how, helped, .. } => self.fight_ends(how, helped),
            Event::MonsterJoins { card, twin, by_tag, .. } => self.monster_joins(card, twin, by_tag),
            Event::MonsterLeaves { card, killed, .. } => self.monster_leaves(card, killed),
            Event::Enhanced { .. } | Event::Armed { .. } => self.one(Count::Enhancers),
            Event::HelpAsked { asked, .. } => {
                self.one(Count::HelpAsked);
                self.counts.add(Count::OffersMade, asked.len() as u32);
            }
            Event::HelpAgreed { helper, treasures, .. } => self.help_agreed(helper, treasures),
            Event::HelpCompelled { helper, .. } => self.set_helper(Some(helper)),
            Event::TakenOver { seat } => self.set_main(seat),
            Event::HelperLeaves { .. } => {
                self.one(Count::HelpersLost);
                self.set_helper(None);
            }
            Event::NotPursued { .. } => self.one(Count::NotPursued),
            Event::Fled { escaped, .. } => {
                self.one(Count::Flights);
                self.one_if(Count::Escapes, escaped);
            }
            _ => {}
        }
    }
}

impl<const W: usize> Recorder for Live<'_, W> {
    // The kind of event is known at each call site, so inlining keeps only the match arm that counts it.
    #[inline(always)]
    fn record(&mut self, event: Event) {
        self.signature.record(event);
        if self.compares {
            self.compare(event);
        } else {
            self.handled.record(event);
            self.note(event);
        }
    }

    #[inline]
    fn exchange(&mut self, side: DeckSide, pile: impl Iterator<Item = CardId> + Clone) -> Option<u16> {
        self.draws.pile(side, pile.clone());
        self.follows.exchange.as_mut()?.swap(pile)
    }
}
