//! Moves of cards, and plays outside fights.

use std::io;

use super::words::{Using, Words, side_name};
use crate::deck::Play;
use crate::deck::compiled::Grants;
use crate::deck::language::Cost;
use crate::game::{Choice, Decision, LoggedTable, Question, Verb, Zone};
use crate::ids::{CardId, Seat};
use crate::report::trace::cards::{listed, plural, seat_word, who};
use crate::report::trace::page::Topic;

impl Words<'_> {
    /// The choice, unless another event shows it.
    pub(super) fn chosen(&mut self, decision: Decision, choice: Choice, table: &LoggedTable<'_>) -> io::Result<()> {
        use Question::*;
        let Decision { seat, question } = decision;
        self.memory.verb = Some(choice.verb);
        self.end_deal()?;
        if question == CardRoll {
            self.memory.card_roll = true;
        } else if matches!(question, Round(_)) {
            self.memory.card_roll = false;
        }
        if !within_effect(question) {
            self.memory.source = None;
        }
        if matches!(choice.verb, Verb::Trade | Verb::Ask) {
            self.memory.picked.clear();
            self.memory.wanted.clear();
            self.memory.promised.clear();
        }
        match question {
            Reply => self.reply(seat, choice.verb, choice.n),
            ChooseHelper if choice.verb == Verb::Refuse => self.say(&format!("{} accepts no help.", who(seat))),
            Branch => {
                let letter = char::from(b'a'.saturating_add(choice.n));
                self.say(&format!("{} chooses ({letter}){}.", who(seat), self.cause()))
            }
            OpenDiscard if choice.verb == Verb::Accept => {
                self.memory.from_discards = Some(seat);
                Ok(())
            }
            RunAnyway if choice.verb == Verb::Accept => {
                self.memory.runs_anyway = true;
                Ok(())
            }
            TradeTerms if choice.verb == Verb::Pick => {
                self.memory.trader = seat;
                let own = table.view(seat).table(seat).contains(choice.card);
                let cards = if own { &mut self.memory.picked } else { &mut self.memory.wanted };
                cards.push(choice.card);
                Ok(())
            }
            TradeReply if choice.verb == Verb::Refuse => {
                let (picked, wanted) = (self.names(&self.memory.picked), self.names(&self.memory.wanted));
                let trader = seat_word(self.memory.trader);
                self.say(&format!("{} declines to give {wanted} to {trader} for {picked}.", who(seat)))
            }
            KeepDeal if choice.verb == Verb::Refuse => {
                let helper = self.memory.helper.map(|helper| format!(" with {}", seat_word(helper)));
                self.say(&format!("{} breaks the deal{}.", who(seat), helper.unwrap_or_default()))
            }
            GiftReply if choice.verb == Verb::Refuse => {
                let card = self.names(&self.memory.picked);
                self.say(&format!("{} declines {card} as a gift.", who(seat)))
            }
            ChooseHelper | OpenDiscard | RunAnyway | TradeTerms | TradeReply | KeepDeal | GiftReply | Round(_)
            | Opening | Receipt | KickedCard | LookForTrouble | LootTheRoom | CharityCard | CharityTo | AskWhom
            | OfferTreasures | OfferPick | OfferExtras | ShareTreasure | WhichMonster | WhichHandMonster | RunFrom
            | WhichSide | AimAt | Payment | LoseItem | LoseHandCard | LoseIdentity | LosePower | ExcessBig
            | ExcessBigHow | ExcessHands | TakeItem | TakeHandCard | TakeDiscard | SetRoll | LiftCurse | LootBody
            | Sale | TradeWith | GiftWhat | GiftTo | CheatItem | FirstRunner | Withdraw | SwapRole | WhichCompanion
            | CardRoll | RoleSide => Ok(()),
        }
    }

    /// A card that moved, unless a draw, a play or an event of the fight shows it.
    pub(super) fn moved(&mut self, card: CardId, from: Zone, to: Zone) -> io::Result<()> {
        if self.memory.hushed == Some(card) {
            self.memory.hushed = None;
            return Ok(());
        }
        if let Some(seat) = self.memory.from_discards.take_if(|_| from == Zone::Discard) {
            return self.drawn_from_discards(seat, card);
        }
        let (seat, owing) = &mut self.memory.owing;
        if *owing > 0 && (from, to) == (Zone::Hand(*seat), Zone::Discard) {
            *owing -= 1;
            let seat = *seat;
            return self.say(&format!("{} discards {} as the price.", who(seat), self.name(card)));
        }
        self.note_luck(card, from, to);
        let name = self.name(card);
        match (from, to) {
            (Zone::Hand(seat) | Zone::Table(seat), Zone::Played) => {
                self.memory.played.push((card, seat));
                Ok(())
            }
            // A draw, a play or an effect has its own line.
            (Zone::Pile, _) | (_, Zone::Pile | Zone::Played) | (Zone::Played, Zone::Discard) => Ok(()),
            (Zone::Aside, Zone::Table(seat)) => self.say(&format!("{} has the Role {name}.", who(seat))),
            (Zone::Aside, _) | (_, Zone::Aside) => Ok(()),
            (_, Zone::Body(dead)) => {
                self.join(Topic::Body, &format!("The body of {} is laid out:", seat_word(dead)), name)
            }
            (Zone::Open | Zone::Body(_), Zone::Hand(seat)) => self.taken(card, seat, from),
            (_, Zone::Open) => Ok(()),
            (Zone::Open | Zone::Body(_), _) => self.join(Topic::Rest, "Left over and discarded:", name),
            (Zone::Hand(player), Zone::Table(owner)) => self.put_down(card, player, owner),
            (Zone::Played, Zone::Table(owner)) => self.put_down(card, owner, owner),
            (Zone::Table(seat), Zone::Discard) if self.cards.deck.card(card).play == Play::Curse => {
                self.say(&format!("{name} no longer affects {}.", seat_word(seat)))
            }
            (Zone::Hand(seat) | Zone::Table(seat), Zone::Discard) => self.lost(card, seat, from),
            (Zone::Table(one), Zone::Table(other)) => self.passed_on(card, one, other),
            (Zone::Hand(one), Zone::Hand(other)) => {
                let cause = self.cause();
                self.say(&format!("{} takes {name} from the hand of {}{cause}.", who(other), seat_word(one)))
            }
            (Zone::Discard, _) => self.say(&format!("{name} returns from the discard pile{}.", whose(to))),
            (Zone::Played, Zone::Hand(seat)) if self.memory.kicked == Some(card) => {
                self.say(&format!("{} takes it into hand.", who(seat)))
            }
            (Zone::Played | Zone::Table(_), Zone::Hand(_)) => self.say(&format!("{name} goes{}.", whose(to))),
        }
    }

    /// A lasting Curse that changes rolls counts at once.
    fn note_luck(&mut self, card: CardId, from: Zone, to: Zone) {
        let info = self.cards.deck.card(card);
        if info.play != Play::Curse || !info.grants.has(Grants::UNLUCKY) {
            return;
        }
        if let Zone::Table(seat) = from {
            self.unlucky.remove(seat);
        }
        if let Zone::Table(seat) = to {
            self.unlucky.insert(seat);
        }
    }

    /// The top discard in place of a card of the draw pile: the door of a turn, or a card drawn face up.
    fn drawn_from_discards(&mut self, seat: Seat, card: CardId) -> io::Result<()> {
        let owing = if self.memory.owing.0 == seat { self.memory.owing.1 } else { 0 };
        self.memory.owing = (seat, owing + 1);
        if !self.memory.door_open {
            (self.memory.kicked, self.memory.door_open) = (Some(card), true);
            let opened = self.cards.presented(card);
            return self.say(&format!("{} opens the top discard instead of a door: {opened}.", who(seat)));
        }
        let side = side_name(self.cards.deck.card(card).side);
        self.say(&format!("{} takes the top {side} discard instead of drawing: {}.", who(seat), self.name(card)))
    }

    fn taken(&mut self, card: CardId, seat: Seat, from: Zone) -> io::Result<()> {
        let part = format!("{} takes {}", seat_word(seat), self.name(card));
        match from {
            Zone::Body(dead) => self.join(Topic::Looting, &format!("Looting the body of {}:", seat_word(dead)), &part),
            _ => self.join(Topic::Sharing, "Treasure shared:", &part),
        }
    }

    /// A card that a player puts on the table of `owner`, most often the player's own.
    fn put_down(&mut self, card: CardId, seat: Seat, owner: Seat) -> io::Result<()> {
        let name = self.name(card);
        if let Some(bearer) = self.memory.bearer.take() {
            let of = if owner == seat { String::new() } else { format!(" of {}", seat_word(owner)) };
            let load = self.cards.presented(card);
            return self.plays(seat, &format!("plays {load} on {}{of}", self.name(bearer)));
        }
        match self.cards.deck.card(card).play {
            Play::Curse => self.say(&format!("{name} stays with {}.", seat_word(owner))),
            Play::Item if self.memory.verb == Some(Verb::Carry) => {
                let sideways = if self.cards.deck.card(card).once { "" } else { " sideways" };
                self.plays(seat, &format!("lays {name} down{sideways}"))
            }
            Play::Item => Ok(()),
            Play::Cheat => {
                self.memory.cheat = Some(card);
                Ok(())
            }
            _ => self.plays(seat, &format!("plays {}", self.cards.presented(card))),
        }
    }

    /// An Item that a companion carries; for an enhancer, its move from hand names the player.
    pub(super) fn loaded(&mut self, card: CardId, bearer: CardId) -> io::Result<()> {
        if self.cards.deck.card(card).play == Play::Enhancer {
            self.memory.bearer = Some(bearer);
            return Ok(());
        }
        self.say(&format!("{} carries {}.", self.name(bearer), self.name(card)))
    }

    fn plays(&mut self, seat: Seat, part: &str) -> io::Result<()> {
        self.join(Topic::Plays(seat), &who(seat), part)
    }

    pub(super) fn turned(&mut self, card: CardId, seat: Seat, used: bool) -> io::Result<()> {
        let part = if used {
            let by = self.memory.cheat.take().map(|cheat| format!(" by {}", self.name(cheat))).unwrap_or_default();
            format!("puts {} in use{by}", self.cards.with_bonus(card))
        } else {
            format!("turns {} sideways", self.name(card))
        };
        self.plays(seat, &part)
    }

    fn lost(&mut self, card: CardId, seat: Seat, from: Zone) -> io::Result<()> {
        let name = self.name(card);
        let deck = self.cards.deck;
        if let Some(using) = &mut self.memory.using {
            let cost = deck.uses(using.card)[usize::from(using.n)].cost;
            let price = cost == Some(Cost::WholeHand) && from == Zone::Hand(using.seat);
            let cards = if price { &mut using.paid } else { &mut using.followers };
            cards.push(name.to_owned());
            return Ok(());
        }
        if self.page.is_about(Topic::Sale) && deck.card(card).play == Play::Item {
            return self.page.join(Topic::Sale, "", name);
        }
        // The Items of the deal come first; what falls with them follows at its end.
        if self.page.is_about(Topic::Sale) || self.page.is_about(Topic::Trade) {
            self.memory.left_too.push(name.to_owned());
            return Ok(());
        }
        let source = self.memory.source;
        let verb = if source.is_some() { "loses" } else { "discards" };
        self.join(Topic::Loss(seat, source), &format!("{} {verb}{}:", who(seat), self.cause()), name)
    }

    /// Ends a sale or trade with the cards that left play with its Items, such as a Cheat.
    fn end_deal(&mut self) -> io::Result<()> {
        let left = std::mem::take(&mut self.memory.left_too);
        for topic in [Topic::Sale, Topic::Trade] {
            if self.page.is_about(topic) {
                if !left.is_empty() {
                    self.page.join(topic, "", &format!("discarded as well: {}", listed(&left)))?;
                }
                self.page.close()?;
            }
        }
        Ok(())
    }

    fn passed_on(&mut self, card: CardId, from: Seat, to: Seat) -> io::Result<()> {
        let part = format!("{} to {}", self.name(card), seat_word(to));
        if self.page.is_about(Topic::Trade) {
            return self.page.join(Topic::Trade, "", &part);
        }
        let cause = self.cause();
        self.say(&format!("{} goes from {} to {}{cause}.", self.name(card), seat_word(from), seat_word(to)))
    }

    pub(super) fn given(&mut self, seat: Seat, to: Seat, card: CardId) -> io::Result<()> {
        self.memory.hushed = Some(card);
        self.say(&format!("{} gives {} to {}.", who(seat), self.name(card), seat_word(to)))
    }

    pub(super) fn sold(&mut self, seat: Seat, gold: u32, levels: u8) -> io::Result<()> {
        let levels = plural(levels, "level");
        self.begin(Topic::Sale, format!("{} sells {gold} Gold Pieces' worth for {levels}:", who(seat)))
    }

    /// A use is written once its price and target are known.
    pub(super) fn used(&mut self, seat: Seat, card: CardId, n: u8) -> io::Result<()> {
        self.announce_use(None)?;
        self.page.close()?;
        if self.cards.deck.uses(card).is_empty() {
            return self.say(&format!("{} plays {}.", who(seat), self.name(card)));
        }
        self.memory.using = Some(Using { seat, card, n, paid: Vec::new(), followers: Vec::new() });
        Ok(())
    }

    pub(super) fn paid(&mut self, card: CardId) -> io::Result<()> {
        self.memory.hushed = Some(card);
        let name = self.name(card).to_owned();
        if let Some(using) = &mut self.memory.using {
            using.paid.push(name);
        }
        Ok(())
    }

    /// The next step of an effect: a pending use now has its target.
    pub(super) fn effect(&mut self, card: CardId, seat: Seat) -> io::Result<()> {
        self.memory.source = Some(card);
        let info = self.cards.deck.card(card);
        if info.play == Play::Curse
            && info.lasts.is_none()
            && self.memory.landed.take_if(|landed| *landed == card).is_some()
        {
            self.memory.unfelt = Some((card, seat));
        }
        if self.memory.using.as_ref().is_some_and(|using| using.card == card) {
            self.announce_use(Some(seat))?;
        }
        Ok(())
    }

    /// Writes a use that is still open.
    pub(super) fn announce_use(&mut self, aim: Option<Seat>) -> io::Result<()> {
        self.end_deal()?;
        let Some(using) = self.memory.using.take() else { return Ok(()) };
        let Using { seat, card, n, .. } = using;
        let on = aim.filter(|aim| *aim != seat).map(|aim| format!(" on {}", seat_word(aim))).unwrap_or_default();
        let text = self.cards.used(card, n, self.helped());
        let info = self.cards.deck.card(card);
        let used_up = info.once || info.play == Play::Special;
        let verb = if used_up { "plays" } else { "uses" };
        // A card that is used up always leaves play: naming it as its own price would say nothing.
        let itself = !used_up && self.cards.deck.uses(card)[usize::from(n)].cost == Some(Cost::ThisCard);
        let price = using.price(itself);
        self.page.say(&format!("{} {verb} {}{on}{price}: {text}", who(seat), self.name(card)))?;
        self.memory.announced = Some((card, text));
        Ok(())
    }

    pub(super) fn triggered(&mut self, card: CardId, seat: Seat, n: u8) -> io::Result<()> {
        let Some(text) = self.cards.triggered(card, n, self.helped()) else { return Ok(()) };
        self.say(&format!("{} for {}: {text}", self.name(card), seat_word(seat)))?;
        self.memory.announced = Some((card, text));
        Ok(())
    }
}

impl Using {
    /// The cards that the use costs, such as `, discarding NAME`, and those that leave play with them.
    fn price(self, itself: bool) -> String {
        let Using { mut paid, followers, .. } = self;
        if itself {
            paid.insert(0, "it".to_owned());
        }
        let paid_for = if paid.is_empty() { String::new() } else { format!(", discarding {}", listed(&paid)) };
        let with = if paid.len() > 1 { "with them" } else { "with it" };
        match (followers.is_empty(), paid.is_empty()) {
            (true, _) => paid_for,
            (false, true) => format!(", losing {}", listed(&followers)),
            (false, false) => format!("{paid_for} and {with} {}", listed(&followers)),
        }
    }
}

/// Whether a question belongs to an effect whose card is still the cause of the following events.
fn within_effect(question: Question) -> bool {
    use Question::*;
    match question {
        LoseItem | LoseHandCard | LoseIdentity | LosePower | Branch | TakeItem | TakeHandCard | TakeDiscard | AimAt
        | WhichMonster | WhichHandMonster | WhichSide | LiftCurse | SetRoll => true,
        Round(_) | Opening | Receipt | KickedCard | LookForTrouble | LootTheRoom | CharityCard | CharityTo
        | AskWhom | OfferTreasures | OfferPick | OfferExtras | Reply | ChooseHelper | KeepDeal | ShareTreasure
        | RunFrom | Payment | ExcessBig | ExcessBigHow | ExcessHands | LootBody | Sale | TradeWith | TradeTerms
        | TradeReply | GiftWhat | GiftTo | GiftReply | CheatItem | FirstRunner | Withdraw | RunAnyway | OpenDiscard
        | SwapRole | WhichCompanion | CardRoll | RoleSide => false,
    }
}

/// The destination in words, such as ` into the hand of seat 3`.
fn whose(zone: Zone) -> String {
    match zone {
        Zone::Hand(seat) => format!(" into the hand of {}", seat_word(seat)),
        Zone::Table(seat) => format!(" to the table of {}", seat_word(seat)),
        Zone::Pile | Zone::Played | Zone::Aside | Zone::Body(_) | Zone::Open | Zone::Discard => String::new(),
    }
}
