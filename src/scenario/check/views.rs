//! Cross-checks of views: a round offers exactly the open plays, and views agree with the table.

use crate::deck::DeckSide;
use crate::deck::compiled::{Deck, Grants, Traits};
use crate::deck::language::{Lasting, Window};
use crate::game::{
    Added, Boosts, Choice, Decision, EventLog, Fight, Frame, Game, LoggedTable, Moment, Question, Rest, Verb, View,
};
use crate::ids::{CardId, CardSet, Seat};

/// The verbs of plays that name a card.
const CARD_VERBS: [Verb; 12] = [
    Verb::Wear,
    Verb::Carry,
    Verb::Equip,
    Verb::Unequip,
    Verb::Play,
    Verb::Use,
    Verb::Aid,
    Verb::Hinder,
    Verb::Join,
    Verb::Arm,
    Verb::Load,
    Verb::Discard,
];
/// The verbs of plays that name no card.
const PLAIN_VERBS: [Verb; 6] = [Verb::Pass, Verb::Sell, Verb::Trade, Verb::Gift, Verb::Ask, Verb::Leave];

/// A play of a round that is offered but not open, or open but not offered.
pub(in crate::scenario) fn misjudged_play(view: View<'_>, decision: Decision, options: &[Choice]) -> Option<Choice> {
    let Question::Round(moment) = decision.question else { return None };
    let uses = |card: CardId| view.deck().uses(card).len() as u8;
    let of_card = |card: CardId| {
        // One number more than there are uses: a card without uses is played with 0, and no other card with its last
        // number.
        CARD_VERBS.into_iter().flat_map(move |verb| (0..=uses(card)).map(move |n| Choice { verb, n, card }))
    };
    let plays = view.deck().masks.all.iter().flat_map(of_card).chain(PLAIN_VERBS.map(Choice::plain));
    plays.into_iter().find(|play| view.is_open(moment, *play) != options.contains(play))
}

/// An error in a question and its options, as the asked player sees them.
pub(in crate::scenario) fn wrong_question(
    view: View<'_>,
    decision: Decision,
    options: &[Choice],
) -> Option<&'static str> {
    let question = decision.question;
    let agreed = |option: &Choice| {
        option.verb != Verb::Player || view.fight().is_some_and(|fight| fight.asked_for(option.seat()).is_some())
    };
    let throws = |play: Choice| matches!(play.verb, Verb::Aid | Verb::Hinder);
    let cheap =
        |play: Choice| play.verb != Verb::Pick || u32::from(view.deck().card(play.card).gold) <= view.most_gold();
    let burdens = |play: Choice| play.verb == Verb::Carry && view.deck().masks.big.contains(play.card);
    let flees = view.fight().is_some_and(Fight::fleeing);
    let round = |moments: &[Moment]| moments.iter().any(|moment| question == Question::Round(*moment));
    let twice = |option: &Choice| options.iter().filter(|other| *other == option).count() > 1;
    first_false(&[
        ("an answer that is offered twice", !options.iter().any(twice)),
        ("the card that is aimed", view.aimed().is_none() || question == Question::AimAt),
        ("its branches", view.branch_start().is_some() == (question == Question::Branch)),
        (
            "a fight before the flight",
            !round(&[Moment::Combat]) || (!flees && view.fight().is_some_and(Fight::undecided)),
        ),
        ("the flight", !round(&[Moment::BeforeRoll, Moment::AfterRoll, Moment::BadStuff]) || flees),
        (
            "the die",
            !round(&[Moment::AfterRoll]) || view.would_escape() || view.fight().is_some_and(|fight| fight.die() > 0),
        ),
        ("the players who agreed to help", question != Question::ChooseHelper || options.iter().all(agreed)),
        ("the victim of a Curse", !round(&[Moment::CurseLands]) || view.victim().is_some()),
        ("a one-shot to play", options.iter().all(|play| !throws(*play) || view.may_throw(play.card, play.verb))),
        ("the most that can be sold", question != Question::Sale || options.iter().all(|play| cheap(*play))),
        ("the die of a card", question != Question::CardRoll || view.card_roll().is_some()),
        ("the uses that are open", matches_uses(view, question, options)),
        ("cards that it may add to a fight", !round(&[Moment::Combat]) || matches_fight_plays(view, options)),
        ("room for a Big Item", options.iter().all(|play| !burdens(*play) || view.has_room_for_big())),
    ])
}

/// Whether the uses that a player sees as open are those that a round offers. The limit of actions in a turn may deny them.
fn matches_uses(view: View<'_>, question: Question, options: &[Choice]) -> bool {
    let Question::Round(moment) = question else { return true };
    let own_turn = moment.own_turn() && view.active() == view.seat();
    let window = match moment {
        Moment::Combat => Window::Combat,
        Moment::BeforeRoll => Window::BeforeRoll,
        Moment::AfterRoll => Window::AfterRoll,
        Moment::CurseLands => Window::Curse,
        Moment::BadStuff => Window::BadStuff,
        Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity if own_turn => Window::Turn,
        Moment::StartOfTurn | Moment::AfterDoor | Moment::BeforeCharity => Window::AnyTime,
    };
    let uses = |card: CardId| (0..view.deck().uses(card).len() as u8).map(move |n| (card, n));
    (view.hand() | view.table(view.seat())).iter().flat_map(uses).all(|(card, n)| {
        let offered = options.contains(&view.use_of(card, n));
        view.use_is_open(card, n, window) == offered || own_turn && !offered
    })
}

/// Whether the one-shots that a player may play in a fight, and the Items that it may give to a monster, are those that a round
/// offers.
fn matches_fight_plays(view: View<'_>, options: &[Choice]) -> bool {
    let owned = view.hand() | view.table(view.seat());
    let boosts = owned & view.deck().masks.boosts;
    let offered = |verb: Verb, card: CardId| options.contains(&Choice::card(verb, card));
    let thrown =
        |card: CardId| [Verb::Aid, Verb::Hinder].iter().all(|&verb| view.may_throw(card, verb) == offered(verb, card));
    owned.iter().all(|card| view.may_arm(card) == offered(Verb::Arm, card)) && boosts.iter().all(thrown)
}

/// A play or discard of a card of a character in a combat with which the margin is not the one that its player foresees, and both
/// margins. Each is played on a copy of the table.
pub(in crate::scenario) fn misjudged_margin(table: &LoggedTable<'_>, decision: Decision) -> Option<(Choice, [i16; 2])> {
    if decision.question != Question::Round(Moment::Combat) {
        return None;
    }
    let of_character = |play: Choice| {
        matches!(play.verb, Verb::Play | Verb::Discard) && table.deck().card(play.card).play.is_of_character()
    };
    let foresees = |play: Choice| {
        let (margin, foreseen) = (margin_with(table, decision, play)?, table.view(decision.seat).margin_after(play));
        (margin != foreseen).then_some((play, [margin, foreseen]))
    };
    table.options().iter().filter(|play| of_character(**play)).find_map(|play| foresees(*play))
}

/// The margin with an option in a combat; `None` if the fight changes in other ways or somebody must choose first.
fn margin_with(table: &LoggedTable<'_>, decision: Decision, play: Choice) -> Option<i16> {
    // A formula would have to know every card that replaces another one; the rules know them.
    let mut copy = LoggedTable::resume(table.deck(), *table.game(), EventLog::new().stopping_at_forced());
    let foes = table.fight()?.foes().len();
    let mut rest =
        copy.proceed().ok().filter(|rest| *rest == Rest::Asks(decision)).map(|_| Rest::Forced(decision, play))?;
    while let Rest::Forced(_, answer) = rest {
        copy.apply(answer).ok()?;
        rest = copy.proceed().ok()?;
        if let Rest::Asks(next) | Rest::Forced(next, _) = rest
            && next.question == decision.question
        {
            rest = Rest::Reckoning;
        }
    }
    let (players, monsters) = copy.totals();
    let same = copy
        .fight()
        .is_some_and(|fight| fight.helper() == table.fight().and_then(Fight::helper) && fight.foes().len() == foes);
    (rest == Rest::Reckoning && same).then_some(players - monsters)
}

/// A difference between the table and the view of a player.
pub(in crate::scenario) fn wrong_view(table: &LoggedTable<'_>) -> Option<(Seat, &'static str)> {
    (0..table.players()).map(Seat).find_map(|seat| {
        let sight = Sight { deck: table.deck(), game: table.game(), view: table.view(seat), totals: table.totals() };
        let fault = sight.of_cards().or_else(|| sight.of_character()).or_else(|| sight.of_fight());
        Some((seat, fault.or_else(|| sight.of_hidden_cards())?))
    })
}

/// The state whose changes a player's counter must count, and the counter.
#[derive(Clone, Copy, Debug)]
pub(in crate::scenario) struct Noted {
    cards: [CardSet; 2],
    character: (i16, Traits, Grants),
    changes: u16,
}

/// The current state that the counters of changes cover.
pub(in crate::scenario) fn noted(table: &LoggedTable<'_>) -> Vec<Noted> {
    let of = |seat: Seat| {
        let (view, own) = (table.view(seat), table.game().table(seat));
        let character = (view.level(seat), view.character(seat).traits, view.character(seat).grants);
        Noted { cards: [own, own & view.used()], character, changes: view.changes() }
    };
    (0..table.players()).map(Seat).map(of).collect()
}

/// A player with a change of cards in play, Level, traits or rights that was not counted.
pub(in crate::scenario) fn unnoted(before: &[Noted], after: &[Noted]) -> Option<Seat> {
    let differ = |(old, new): (&Noted, &Noted)| {
        let same = old.cards == new.cards && old.character == new.character;
        !same && old.changes == new.changes
    };
    before.iter().zip(after).position(differ).map(|place| Seat(place as u8))
}

/// The view of one player, and the table.
struct Sight<'s> {
    deck: &'s Deck,
    game: &'s Game,
    view: View<'s>,
    /// Totals of the current fight.
    totals: (i16, i16),
}

/// The first claim that does not hold.
fn first_false(claims: &[(&'static str, bool)]) -> Option<&'static str> {
    claims.iter().find(|(_, holds)| !holds).map(|(what, _)| *what)
}

impl Sight<'_> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.game.players()).map(Seat)
    }

    fn of_cards(&self) -> Option<&'static str> {
        let Sight { deck, game, view, .. } = self;
        let own = game.hand(view.seat());
        let worth = (own | game.table(view.seat())).iter().map(|card| u32::from(deck.card(card).gold)).sum::<u32>();
        let known = |seat: Seat| (game.hand(seat) | view.known_hand(seat)) == game.hand(seat);
        let bodies = self.seats().fold(game.open(), |open, seat| open | game.body(seat));
        first_false(&[
            ("its own hand", view.hand() == own && (!game.alive(view.seat()) || view.known_hand(view.seat()) == own)),
            ("known cards of a hand", self.seats().all(known)),
            ("cards in play", self.seats().all(|seat| view.table(seat) == game.table(seat))),
            ("Items in use", view.used() == game.used()),
            ("cheated Items", view.cheated() == game.cheated()),
            ("cards played", view.played() == game.played()),
            ("open cards", view.open() == bodies),
            ("the worth of its Items", !game.alive(view.seat()) || view.gold() == worth),
            ("the turn", (view.active(), view.turn()) == (game.active(), game.turn())),
            ("the victim of a Curse", view.victim() == game.victim()),
            ("the living", view.living() == game.living() && view.players() == game.players()),
        ])
    }

    fn of_character(&self) -> Option<&'static str> {
        let Sight { deck, game, view, .. } = self;
        let items = (game.hand(view.seat()) | game.table(view.seat())) & deck.masks.items;
        let usable: CardSet = items.iter().filter(|&item| view.may_use(view.seat(), item)).collect();
        let free = |item: CardId| view.slot_free(item) != view.taken_slots().contains(item);
        let quiet = game.fight().is_none();
        let rest = |seat: Seat| !quiet || view.strength_at_rest(seat) == view.strength(seat);
        let timed = |seat: Seat| game.table(seat).meets(&deck.masks.of_fights);
        let steady = |seat: Seat| timed(seat) || view.strength_to_fight(seat) == view.strength(seat);
        let curses = |seat: Seat| game.table(seat) & deck.masks.timed;
        let to_suffer = |card: CardId| deck.card(card).lasts == Some(Lasting::NextCombat);
        let read = game.agenda().frames().iter().rev().find_map(|frame| match *frame {
            Frame::CardRoll { table, scene } if scene.you == view.seat() => Some(table),
            _ => None,
        });
        // Strength that depends on other cards cannot be added up card by card.
        let adds_alone = |card: CardId| {
            let info = deck.card(card);
            let plain = !deck.masks.timed.contains(card) || info.grants == Default::default();
            info.strength.is_empty() && plain && !deck.masks.ignoring_curses.contains(card)
        };
        let burdened = |seat: Seat| {
            let by = curses(seat).iter().filter(|&card| to_suffer(card)).map(|card| deck.card(card).steady_strength);
            !quiet
                || !game.table(seat).iter().all(adds_alone)
                || view.strength_to_fight(seat) == view.strength(seat) + by.sum::<i16>()
        };
        let owned = game.hand(view.seat()) | game.table(view.seat());
        let (own, limit) = (game.seat(view.seat()), *deck.rules.big_limit);
        let room = limit == 0 || i16::from(own.big) < (i16::from(limit) + i16::from(own.grants.extra_big)).max(0);
        let windows = [Window::AnyTime, Window::Combat, Window::Turn, Window::BeforeRoll, Window::AfterRoll];
        let against = |card: CardId| {
            let monster = deck.card(card);
            let alone = monster.level + monster.steady_strength;
            !monster.strength.is_empty() || view.monster_strength(card, view.seat()) == alone
        };
        let open = |card: CardId, window: Window| {
            (0..deck.uses(card).len() as u8).any(|n| view.use_is_open(card, n, window))
                // An implication: every open use is in the set, which may also have uses that are closed for another
                // reason.
                <= view.usable(window).contains(card)
        };
        let usable_in = |window: Window| {
            deck.masks.usable[window as usize] & (owned | game.played() & deck.masks.monsters_with_uses)
        };
        let meant = |window: Window| view.usable(window).without(usable_in(window)).is_empty();
        first_false(&[
            ("a Level", self.seats().all(|seat| view.level(seat) == i16::from(view.character(seat).level))),
            ("a character", self.seats().all(|seat| view.character(seat) == game.seat(seat))),
            ("monsters in hand", (owned & deck.masks.monsters).iter().all(against)),
            ("Items that it may use", view.usable_items(items) == usable),
            ("free slots", items.iter().all(free)),
            ("the die of a card", view.card_roll().is_none_or(|(table, _)| Some(table) == read)),
            ("room for a Big Item", view.has_room_for_big() == room),
            ("strength to fight", self.seats().all(steady) && self.seats().all(burdened)),
            ("strength at rest", self.seats().all(rest)),
            ("uses of a window", !game.alive(view.seat()) || windows.into_iter().all(meant)),
            ("open uses", owned.iter().all(|card| windows.into_iter().all(|window| open(card, window)))),
        ])
    }

    fn of_fight(&self) -> Option<&'static str> {
        let Sight { deck, game, view, totals: (players, monsters) } = self;
        let fights =
            |seat: Seat| game.fight().is_some_and(|fight| fight.main() == seat || fight.helper() == Some(seat));
        if game.outcome().is_some() {
            return None;
        }
        let shown = match game.agenda().frames().last() {
            Some(Frame::DrawShown { door: true, .. }) => Some(DeckSide::Door),
            Some(Frame::DrawShown { .. }) => Some(DeckSide::Treasure),
            _ => None,
        };
        let aimed = match game.agenda().frames().last() {
            Some(&Frame::AimAt { card, n, .. }) => Some((card, n)),
            Some(&Frame::CurseAim { card, .. }) => Some((card, 0)),
            _ => None,
        };
        if view.shown_draw() != shown || view.aimed() != aimed {
            return Some("the card that is aimed or the deck of a face-up draw");
        }
        let Some(fight) = game.fight() else {
            return first_false(&[
                ("a fight that is over", view.fight().is_none() && !view.for_the_win()),
                ("who fights", self.seats().all(|seat| view.fighting(seat) <= game.in_fight(seat))),
            ]);
        };
        let strengths = |seat: Option<Seat>| seat.map_or(0, |seat| view.fighter_strength(seat));
        let fighters = strengths(Some(fight.main())) + strengths(fight.helper());
        let Boosts { players: added, alone, helper, .. } = fight.boosts();
        // Bonuses of the fight belong to no fighter; without any, the total is the sum of the fighters.
        let boosted = [added, alone] != [Added::default(); 2] || helper != 0;
        let wins = game.level(fight.main()) + fight.levels() >= i16::from(deck.rules.win_level);
        let lone = match fight.foes() {
            [foe]
                if foe.bonus == 0
                    && fight.helper().is_none()
                    && fight.boosts().monsters == 0
                    && fight.boosts().weakening == 0 =>
            {
                let info = deck.card(foe.card);
                foe.tags != info.tags || view.monster_strength(foe.card, fight.main()) == *monsters
            }
            _ => true,
        };
        let pursuer = fight.pursuer().map(|foe| foe.card);
        let chased = match view.pursuer() {
            Some(card) => pursuer == Some(card),
            None => pursuer.is_none() || view.would_escape(),
        };
        first_false(&[
            ("who fights", !fight.undecided() || self.seats().all(|seat| view.fighting(seat) == fights(seat))),
            ("the margin", view.margin() == players - monsters && view.standing() == (view.margin(), view.winning())),
            ("the strength of the fighters", boosted || !fight.undecided() || fighters == *players),
            ("the monster that pursues the runner", chased),
            ("the strength of the monster", !fight.undecided() || lone),
            ("who agreed to help", fight.asked_for(fight.main()).is_none()),
            ("Levels at stake", view.levels_at_stake() == fight.levels() && view.for_the_win() == wins),
        ])
    }

    /// A difference that resampling makes to anything other than hidden cards, or to their number or backs.
    fn of_hidden_cards(&self) -> Option<&'static str> {
        let Sight { game, view, .. } = self;
        let other = view.resample(1);
        let known = |seat: Seat| (game.hand(seat) | game.body(seat)) & view.known_hand(seat);
        let sides = |game: &Game, seat: Seat| {
            let hand = game.hand(seat) | game.body(seat);
            ((hand & self.deck.masks.door).len(), (hand & self.deck.masks.treasure).len())
        };
        let piles = |game: &Game| [DeckSide::Door, DeckSide::Treasure].map(|side| game.pile_cards(side).count());
        let open = |game: &Game| (game.played(), game.open(), game.used(), game.turn(), game.living());
        first_false(&[
            ("resampled hands", self.seats().all(|seat| sides(game, seat) == sides(&other, seat))),
            (
                "cards that it knows",
                self.seats().all(|seat| known(seat).without(other.hand(seat) | other.body(seat)).is_empty()),
            ),
            ("cards in play after resampling", self.seats().all(|seat| game.table(seat) == other.table(seat))),
            ("resampled piles", piles(game) == piles(&other) && open(game) == open(&other)),
            (
                "another order",
                // With few cards a shuffle may give the same order; with nine it does so once in 362,880 times.
                piles(game)[0] < 9 || !game.pile_cards(DeckSide::Door).eq(other.pile_cards(DeckSide::Door)),
            ),
            ("a resampled game", other.broken_law(self.deck).is_none()),
        ])
    }
}
