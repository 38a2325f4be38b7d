//! Effects in words, as instructions to `you`.

use std::fmt::Display;

use super::count::at_most;
use super::statement::Subject;
use super::wording::{Scene, THAT_PLAYER, Wording};
use super::words;
use super::words::{fight_side, plural, side, times, uncapital};
use crate::deck::language::{
    Affliction, AllWord, Amount, Branch, Chooser, CountOrAll, Drawing, Each, Effect, Exchange, HandTaking, HowMany,
    IfElse, ItemLoss, Lasting, Leaving, LevelMark, MonsterRemoval, RollLine, Which, Who,
};

impl Wording<'_> {
    /// Effects in sequence.
    pub(crate) fn effects(&self, effects: &[Effect]) -> String {
        let phrases: Vec<String> = effects.iter().map(|effect| self.effect(effect)).collect();
        if phrases.is_empty() { "nothing".to_owned() } else { phrases.join(", then ") }
    }

    /// One effect.
    pub(crate) fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::LoseLevels(count) => format!("lose {}", self.amount(count, "level")),
            Effect::GainLevels(count) if self.won => format!("gain {}", self.amount(count, "level")),
            Effect::GainLevels(count) => format!("gain {}, but not the winning one", self.amount(count, "level")),
            Effect::GainWinningLevels(count) => format!("gain {}, even the winning one", self.amount(count, "level")),
            Effect::FallTo(LevelMark::Lowest) => "fall to the lowest Level of any player".to_owned(),
            Effect::FallTo(LevelMark::At(level)) => format!("fall to Level {level}"),
            Effect::Die => "die".to_owned(),
            Effect::LoseItems(loss) => self.item_loss(loss),
            Effect::LoseWorth(gold) => format!("lose Items worth {gold} Gold Pieces in all"),
            Effect::LoseHand(loss) => self.hand_loss(&loss.count, loss.chosen_by),
            Effect::LoseIdentities(count) => format!("lose {}", how_many(*count, &self.terms.identity)),
            Effect::ChangeIdentity => {
                let word = &self.terms.identity;
                format!("exchange {} {word} cards in play for the newest {word} on the discard pile", self.own())
            }
            Effect::LosePowers(count) => format!("lose {}", how_many(*count, &self.terms.power)),
            Effect::Draw(drawing) => self.draw(drawing),
            Effect::Exchange(cards) => exchange(cards),
            Effect::TakeItem(taking) => format!("take {} from {}", self.one(&taking.what), self.one_of(taking.from)),
            Effect::TakeFromHand(taking) => self.take_from_hand(taking),
            Effect::TakeDiscard(taking) => take_discard(side(taking.deck), taking.search),
            Effect::Each(each) => self.each(each),
            Effect::Choose(branches) => self.choice(branches),
            Effect::If(either) => self.either(either),
            Effect::Roll(lines) => self.die_table(lines),
            Effect::Repeat(repeat) => {
                format!("{}: ({})", self.repetitions(&repeat.times), self.effects(&repeat.effects))
            }
            Effect::Strengthen(change) => {
                let alone = if change.alone { " while nobody helps" } else { "" };
                format!("add {} to {}{alone}", self.strength(&change.by), fight_side(change.side))
            }
            Effect::RemoveMonster(removal) => self.removal(removal, "take one monster", "out of the fight"),
            Effect::RemoveAll(removal) => self.removal(removal, "take all monsters", "out of the fight"),
            Effect::CopyMonster => "double one monster of the fight".to_owned(),
            Effect::SendMonster(sending) => {
                self.removal(sending, "move one monster", "from the fight into the hand of a player of your choice")
            }
            Effect::TwinFlee(bonus) => {
                format!("{bonus:+} to all rolls to run away from the monsters that this card doubled")
            }
            Effect::AddMonster => "add a monster from your hand to the fight".to_owned(),
            Effect::ReplaceMonster(removal) => {
                self.removal(removal, "replace one monster", "of the fight with a monster from your hand")
            }
            Effect::CompelHelp => "must help in the fight, unless it is for the win".to_owned(),
            Effect::DismissHelper => "make the helper leave the fight".to_owned(),
            Effect::Escape => "get away from the pursuing monster".to_owned(),
            Effect::EscapeAll => "get away from every monster of the fight".to_owned(),
            Effect::Reroll => "roll the die for running away again".to_owned(),
            Effect::RollAnyway => "must roll the die for running away, again or at all".to_owned(),
            Effect::SetRoll => "change the die to a number of your choice".to_owned(),
            Effect::FleeBonus(bonus) => format!("{bonus:+} to all rolls to run away in this fight"),
            Effect::RollBonus(bonus) => format!("{bonus:+} to the current roll to run away"),
            Effect::CancelCurse => format!("the {} has no effect", self.hostile),
            Effect::LiftCurse => {
                format!("discard one of {} lasting {}s", self.own(), self.hostile.replace(" or ", "s or "))
            }
            Effect::ChangeGender => format!("change {} gender", self.own()),
            Effect::Leave(leaving) => leave(*leaving),
            Effect::ChangeKind(kind) => {
                format!("exchange {} {} cards for the newest discarded one", self.own(), self.kind_word(kind))
            }
            Effect::LoseAsMuch(short) => format!(
                "lose Items worth as much as the Item taken last, or all Items; if these are not worth that much: ({})",
                self.effects(short)
            ),
            Effect::EscapeThis => "get away from this monster".to_owned(),
            Effect::Suffer(suffering) => {
                let (kind, pile) = (self.kind_word(&suffering.kind), side(suffering.deck));
                let which = match suffering.which {
                    Which::Newest => format!("the newest {kind} in the {pile} discards"),
                    Which::Top => format!("the top card of the {pile} discards if it is a {kind}"),
                    Which::Oldest => format!("the oldest {kind} in the {pile} discards"),
                };
                format!("suffer what {which} does to its victims")
            }
            Effect::DefeatThis => "this monster is killed automatically".to_owned(),
            Effect::LoseCards(loss) => self.card_loss(&loss.count, loss.chosen_by),
            Effect::LootRoom => "the active player loots the room".to_owned(),
            Effect::TakeWinningItem => {
                "take an Item with which you win from another player and put it into use".to_owned()
            }
            Effect::TakeOver => "become the main player of the fight".to_owned(),
            Effect::Give(giving) => {
                let cards = self.count_or_all(&giving.count, "card");
                format!("give {cards} from hand to {}, your choice", self.one_of(giving.to))
            }
            Effect::ExchangeHands(with) => format!("exchange hands with {}", self.one_of(*with)),
            Effect::OpenDoor => "the active player opens another door".to_owned(),
            Effect::Afflict(affliction) => self.affliction(affliction),
        }
    }

    fn affliction(&self, affliction: &Affliction) -> String {
        let strength = affliction.strength.iter().map(|modifier| format!("strength {}", self.modifier(modifier)));
        let flee = affliction.flee.iter().map(|modifier| format!("rolls to run away {}", self.modifier(modifier)));
        let grants = affliction.grants.iter().map(|grant| uncapital(&words::grant(grant)));
        let parts: Vec<String> = strength.chain(flee).chain(grants).collect();
        let lasts = match affliction.lasts {
            Lasting::NextCombat => "in the next combat",
            Lasting::NextTurn => "in the next turn",
            Lasting::Always => "from now on",
            Lasting::NextRoll => "until the next roll to run away",
            Lasting::SoloKill => "until you kill a monster alone",
            Lasting::LevelGained => "until you gain a level",
        };
        format!("{lasts}: ({})", parts.join(", and "))
    }

    fn each(&self, each: &Each) -> String {
        let within = self.within(self.scene_of(each.who));
        let only = each.condition.as_ref().map(|condition| format!(" (only if {})", within.condition(condition)));
        let order = if each.from_right { ", starting on the right" } else { "" };
        let effects = within.effects(&each.effects);
        format!("for {}{order}{}: ({effects})", self.who(each.who), only.unwrap_or_default())
    }

    /// The players of the effects inside `each`: its players, and the affected player of the effects around it.
    pub(super) fn scene_of(&self, who: Who) -> Scene {
        let you = match who {
            Who::You => self.scene.you,
            Who::Actor | Who::Left | Who::Right | Who::Main | Who::Helper => self.who(who),
            Who::Neighbours | Who::Rivals | Who::Everyone | Who::Fighters => THAT_PLAYER,
            Who::HighestRivals | Who::LowestRivals | Who::ChosenRival => THAT_PLAYER,
        };
        Scene { you, actor: self.scene.you }
    }

    fn one_of(&self, who: Who) -> String {
        words::one_of(who, self.scene.actor)
    }

    fn who(&self, who: Who) -> &'static str {
        words::who(who, self.scene.actor)
    }

    fn chooser(&self, chooser: Chooser) -> String {
        words::chooser(chooser, self.scene.actor)
    }

    fn item_loss(&self, loss: &ItemLoss) -> String {
        let by = self.chooser(loss.chosen_by);
        match &loss.count {
            CountOrAll::All(AllWord::All) => format!("lose all {}", self.several(&loss.what)),
            CountOrAll::Amount(Amount::Number(number)) if **number == 1 => {
                format!("lose {}, {by}", self.one(&loss.what))
            }
            CountOrAll::Amount(Amount::Number(number)) => format!("lose {number} {}, {by}", self.several(&loss.what)),
            CountOrAll::Amount(Amount::PerCount { each, times, most }) => {
                let (what, each, most) = (self.several(&loss.what), self.counted(each), at_most(*most));
                format!("lose {times} {what} for each {each}{most}, {by}")
            }
        }
    }

    fn hand_loss(&self, count: &CountOrAll, by: Chooser) -> String {
        match count {
            CountOrAll::All(AllWord::All) => "discard the whole hand".to_owned(),
            CountOrAll::Amount(_) => {
                format!("discard {} from hand, {}", self.count_or_all(count, "card"), self.chooser(by))
            }
        }
    }

    fn card_loss(&self, count: &CountOrAll, by: Chooser) -> String {
        match count {
            CountOrAll::All(AllWord::All) => "discard all cards in hand and in play".to_owned(),
            CountOrAll::Amount(_) => {
                format!("discard {} from hand or in play, {}", self.count_or_all(count, "card"), self.chooser(by))
            }
        }
    }

    fn removal(&self, removal: &MonsterRemoval, what: &str, whither: &str) -> String {
        let level = removal.level_at_most.map(|level| format!(" of Level {level} or lower")).unwrap_or_default();
        let tag = removal.tag.as_ref().map(|tag| format!(" that counts as {tag}")).unwrap_or_default();
        let card = removal.card.as_ref().map(|card| format!(" named {}", (self.name_of)(card))).unwrap_or_default();
        let [its, counts] = if what.ends_with('s') { ["their", "they count"] } else { ["its", "it counts"] };
        let treasure = match removal.treasure {
            Some(true) => format!("; {its} Treasure is still won"),
            Some(false) => format!("; {its} Treasure is not won"),
            None => String::new(),
        };
        let killed = if removal.killed { format!("; {counts} as killed if the fight is won") } else { String::new() };
        format!("{what}{level}{tag}{card} {whither}{treasure}{killed}")
    }

    fn take_from_hand(&self, taking: &HandTaking) -> String {
        let how = if taking.looking { "your choice after looking at it" } else { "at random" };
        let back = taking.deck.map(|deck| format!("{} ", side(deck))).unwrap_or_default();
        format!("take a {back}card from the hand of {}, {how}", self.one_of(taking.from))
    }

    fn choice(&self, branches: &[Branch]) -> String {
        let branches: Vec<String> = ('a'..).zip(branches).map(|(letter, branch)| self.branch(letter, branch)).collect();
        format!("do one of these: {}", branches.join("; "))
    }

    fn branch(&self, letter: char, branch: &Branch) -> String {
        let condition = branch.condition.as_ref().map(|condition| format!("{}: ", self.proviso(condition)));
        format!("({letter}) {}{}", condition.unwrap_or_default(), self.effects(&branch.effects))
    }

    fn either(&self, either: &IfElse) -> String {
        let then = self.effects(&either.then);
        if either.otherwise.is_empty() {
            return format!("{}: ({then})", self.proviso(&either.test));
        }
        format!("if {}: ({then}), else ({})", self.condition(&either.test), self.effects(&either.otherwise))
    }

    fn die_table(&self, lines: &[RollLine]) -> String {
        if let [line] = lines {
            return format!("roll a die: {}", self.effects(&line.effects));
        }
        let mut from = 1;
        let mut texts = Vec::new();
        for line in lines {
            let numbers = if *line.up_to == from { from.to_string() } else { format!("{from}-{}", line.up_to) };
            texts.push(format!("on {numbers}: {}", self.effects(&line.effects)));
            from = line.up_to.saturating_add(1);
        }
        format!("roll a die: {}", texts.join("; "))
    }

    /// `your`, or the possessive of the player whom the effects concern.
    fn own(&self) -> String {
        match self.scene.subject() {
            Subject::Named(player) => format!("{player}'s"),
            _ => "your".to_owned(),
        }
    }

    fn amount(&self, amount: &Amount, noun: &str) -> String {
        match amount {
            Amount::Number(number) => plural((*number).into(), noun),
            Amount::PerCount { each, times, most } => {
                format!("{} for each {}{}", plural((*times).into(), noun), self.counted(each), at_most(*most))
            }
        }
    }

    /// How often effects take place: `twice`, or `once for each monster in the fight`.
    fn repetitions(&self, count: &Amount) -> String {
        let often = |number: i16| u8::try_from(number).map_or_else(|_| plural(number.into(), "time"), times);
        match count {
            Amount::Number(number) => often(**number),
            Amount::PerCount { each, times, most } => {
                format!("{} for each {}{}", often(**times), self.counted(each), at_most(*most))
            }
        }
    }

    fn count_or_all(&self, count: &CountOrAll, noun: &str) -> String {
        match count {
            CountOrAll::All(AllWord::All) => format!("all {noun}s"),
            CountOrAll::Amount(number) => self.amount(number, noun),
        }
    }

    fn strength<N: Default + Display>(&self, by: &Amount<N>) -> String {
        match by {
            Amount::Number(number) => format!("{number:+}"),
            Amount::PerCount { each, times, most } => {
                format!("{times:+} for each {}{}", self.counted(each), at_most(*most))
            }
        }
    }

    fn draw(&self, drawing: &Drawing) -> String {
        let shown = match (drawing.face_up, drawing.as_drawn) {
            (true, _) => ", shown to all",
            (false, true) => ", shown to all if this card was",
            (false, false) => "",
        };
        format!("draw {}{shown}", self.amount(&drawing.count, &format!("{} card", side(drawing.deck))))
    }
}

fn how_many(count: HowMany, noun: &str) -> String {
    match count {
        HowMany::All(AllWord::All) => format!("every {noun}"),
        HowMany::Number(number) => format!("{number} {noun}"),
    }
}

fn leave(Leaving { treasure, pays }: Leaving) -> String {
    let won = if treasure { "; its Treasure is won" } else { "" };
    let paid = if *pays > 0 { format!("; it pays {}", plural(pays.into(), "Treasure")) } else { String::new() };
    format!("this monster leaves the fight{won}{paid}")
}

fn exchange(exchange: &Exchange) -> String {
    let cards = plural(exchange.count.into(), &format!("{} card", side(exchange.deck)));
    format!("exchange {cards} from hand or in play for new ones")
}

fn take_discard(pile: &str, search: bool) -> String {
    let which = if search { "any card" } else { "the top card" };
    format!("take {which} {} the {pile} discards", if search { "from" } else { "of" })
}
