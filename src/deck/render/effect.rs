//! Effects in words, as instructions to `you`.

use super::Wording;
use super::condition::{one, several};
use super::words::{chooser, count_of, fight_side, plural, side, who};
use crate::deck::language::{
    AllWord, Amount, Branch, Chooser, CountOrAll, Drawing, Each, Effect, Exchange, HandTaking, HowMany, IfElse,
    ItemLoss, Leaving, LevelMark, MonsterRemoval, RollLine,
};

impl Wording<'_> {
    /// Effects in sequence.
    pub fn effects(&self, effects: &[Effect]) -> String {
        let phrases: Vec<String> = effects.iter().map(|effect| self.effect(effect)).collect();
        if phrases.is_empty() { "nothing".to_owned() } else { phrases.join(", then ") }
    }

    /// One effect.
    pub fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::LoseLevels(count) => format!("lose {}", amount(*count, "level")),
            Effect::GainLevels(count) => format!("gain {}, but not the winning one", amount(*count, "level")),
            Effect::GainWinningLevels(count) => format!("gain {}, even the winning one", amount(*count, "level")),
            Effect::FallTo(LevelMark::Lowest) => "fall to the lowest Level of any player".to_owned(),
            Effect::FallTo(LevelMark::At(level)) => format!("fall to Level {level}"),
            Effect::Die => "die".to_owned(),
            Effect::LoseItems(loss) => item_loss(loss),
            Effect::LoseWorth(gold) => format!("lose Items worth {gold} Gold Pieces in all"),
            Effect::LoseHand(loss) => hand_loss(loss.count, loss.chosen_by),
            Effect::LoseIdentities(count) => format!("lose {}", how_many(*count, &self.terms.identity)),
            Effect::ChangeIdentity => {
                let word = &self.terms.identity;
                format!("exchange every {word} in play for the newest {word} on the discard pile")
            }
            Effect::LosePowers(count) => format!("lose {}", how_many(*count, &self.terms.power)),
            Effect::Draw(drawing) => draw(drawing),
            Effect::Exchange(cards) => exchange(cards),
            Effect::TakeItem(taking) => format!("take {} of {}", one(&taking.what), who(taking.from)),
            Effect::TakeFromHand(taking) => take_from_hand(taking),
            Effect::TakeDiscard(taking) => take_discard(side(taking.deck), taking.search),
            Effect::Each(each) => self.each(each),
            Effect::Choose(branches) => self.choice(branches),
            Effect::If(either) => self.either(either),
            Effect::Roll(lines) => self.die_table(lines),
            Effect::Repeat(repeat) => {
                format!("{}: ({})", amount(repeat.times, "time"), self.effects(&repeat.effects))
            }
            Effect::Strengthen(change) => {
                format!("add {} to {}", strength(change.by), fight_side(change.side))
            }
            Effect::RemoveMonster(removal) => remove(removal, "take", "out of the fight"),
            Effect::CopyMonster => "double one monster of the fight".to_owned(),
            Effect::SendMonster(sending) => {
                remove(sending, "move", "from the fight into the hand of a player of your choice")
            }
            Effect::TwinFlee(bonus) => {
                format!("{bonus:+} to all rolls to run away from the monsters that this card doubled")
            }
            Effect::AddMonster => "add a monster from your hand to the fight".to_owned(),
            Effect::ReplaceMonster(removal) => remove(removal, "replace", "of the fight by a monster from your hand"),
            Effect::CompelHelp => "must help in the fight, unless it is for the win".to_owned(),
            Effect::DismissHelper => "make the helper leave the fight".to_owned(),
            Effect::Escape => "get away from the monster being run from".to_owned(),
            Effect::EscapeAll => "get away from every monster of the fight".to_owned(),
            Effect::Reroll => "roll the die for running away again".to_owned(),
            Effect::RollAnyway => "must roll the die for running away, again or at all".to_owned(),
            Effect::SetRoll => "change the die to a number of your choice".to_owned(),
            Effect::FleeBonus(bonus) => format!("{bonus:+} to all rolls to run away in this fight"),
            Effect::RollBonus(bonus) => format!("{bonus:+} to the current roll to run away"),
            Effect::CancelCurse => format!("the {} has no effect", self.terms.curse),
            Effect::LiftCurse => format!("discard one {} that stays with you", self.terms.curse),
            Effect::ChangeGender => "change your gender".to_owned(),
            Effect::Leave(Leaving { treasure: true }) => {
                "this monster leaves the fight; its Treasure is won".to_owned()
            }
            Effect::Leave(Leaving { treasure: false }) => "this monster leaves the fight".to_owned(),
            Effect::ChangeKind(kind) => {
                format!("exchange your cards of the kind {} for the newest discarded one", kind.replace('_', " "))
            }
            Effect::LoseAsMuch(short) => format!(
                "lose Items worth as much as the Item taken last, or all Items; if these are not worth that much: ({})",
                self.effects(short)
            ),
            Effect::EscapeThis => "escape from this monster".to_owned(),
            Effect::LootRoom => "the active player loots the room".to_owned(),
            Effect::TakeWinningItem => "take an Item of another player into use with which you win".to_owned(),
            Effect::TakeOver => "become the main player of the fight".to_owned(),
        }
    }

    fn each(&self, each: &Each) -> String {
        let only = each.condition.as_ref().map(|condition| format!(" (only if {})", self.condition(condition)));
        let order = if each.from_right { " from the right" } else { "" };
        format!("for {}{order}{}: ({})", who(each.who), only.unwrap_or_default(), self.effects(&each.effects))
    }

    fn choice(&self, branches: &[Branch]) -> String {
        let branches: Vec<String> = ('a'..).zip(branches).map(|(letter, branch)| self.branch(letter, branch)).collect();
        format!("do one of these: {}", branches.join("; "))
    }

    fn branch(&self, letter: char, branch: &Branch) -> String {
        let condition = branch.condition.as_ref().map(|condition| format!("if {}: ", self.condition(condition)));
        format!("({letter}) {}{}", condition.unwrap_or_default(), self.effects(&branch.effects))
    }

    fn either(&self, either: &IfElse) -> String {
        let then = format!("if {}: ({})", self.condition(&either.test), self.effects(&either.then));
        if either.otherwise.is_empty() { then } else { format!("{then}, else ({})", self.effects(&either.otherwise)) }
    }

    fn die_table(&self, lines: &[RollLine]) -> String {
        let mut from = 1;
        let mut texts = Vec::new();
        for line in lines {
            let numbers = if line.up_to == from { from.to_string() } else { format!("{from}-{}", line.up_to) };
            texts.push(format!("on {numbers} {}", self.effects(&line.effects)));
            from = line.up_to.saturating_add(1);
        }
        format!("roll a die: {}", texts.join("; "))
    }
}

fn amount(amount: Amount, noun: &str) -> String {
    match amount {
        Amount::Number(number) => plural(number.into(), noun),
        Amount::PerCount { each, times } => format!("{} for each {}", plural(times.into(), noun), count_of(each)),
    }
}

fn count_or_all(count: CountOrAll, noun: &str) -> String {
    match count {
        CountOrAll::All(AllWord::All) => format!("all {noun}s"),
        CountOrAll::Amount(number) => amount(number, noun),
    }
}

fn how_many(count: HowMany, noun: &str) -> String {
    match count {
        HowMany::All(AllWord::All) => format!("every {noun}"),
        HowMany::Number(number) => format!("{number} {noun}"),
    }
}

fn strength(by: Amount) -> String {
    match by {
        Amount::Number(number) => format!("{number:+}"),
        Amount::PerCount { each, times } => format!("{times:+} for each {}", count_of(each)),
    }
}

fn item_loss(loss: &ItemLoss) -> String {
    match loss.count {
        CountOrAll::All(AllWord::All) => format!("lose all {}", several(&loss.what)),
        CountOrAll::Amount(Amount::Number(1)) => format!("lose {}, {}", one(&loss.what), chooser(loss.chosen_by)),
        CountOrAll::Amount(Amount::Number(number)) => {
            format!("lose {number} {}, {}", several(&loss.what), chooser(loss.chosen_by))
        }
        CountOrAll::Amount(Amount::PerCount { each, times }) => {
            let what = several(&loss.what);
            format!("lose {times} {what} for each {}, {}", count_of(each), chooser(loss.chosen_by))
        }
    }
}

fn hand_loss(count: CountOrAll, by: Chooser) -> String {
    match count {
        CountOrAll::All(AllWord::All) => "discard the whole hand".to_owned(),
        CountOrAll::Amount(_) => format!("discard {} from hand, {}", count_or_all(count, "card"), chooser(by)),
    }
}

fn draw(drawing: &Drawing) -> String {
    let shown = match (drawing.face_up, drawing.as_drawn) {
        (true, _) => ", shown to all",
        (false, true) => ", shown to all if this card was",
        (false, false) => "",
    };
    format!("draw {}{shown}", amount(drawing.count, &format!("{} card", side(drawing.deck))))
}

fn exchange(exchange: &Exchange) -> String {
    let cards = plural(exchange.count.into(), &format!("{} card", side(exchange.deck)));
    format!("exchange {cards} from hand or in play for new ones")
}

fn take_from_hand(taking: &HandTaking) -> String {
    let how = if taking.looking { "your choice after a look" } else { "at random" };
    let back = taking.deck.map(|deck| format!("{} ", side(deck))).unwrap_or_default();
    format!("take a {back}card from the hand of {}, {how}", who(taking.from))
}

fn take_discard(pile: &str, search: bool) -> String {
    let which = if search { "any card" } else { "the top card" };
    format!("take {which} of the {pile} discards")
}

fn remove(removal: &MonsterRemoval, verb: &str, whither: &str) -> String {
    let level = removal.level_at_most.map(|level| format!(" of Level {level} or lower")).unwrap_or_default();
    let tag = removal.tag.as_ref().map(|tag| format!(" that counts as {tag}")).unwrap_or_default();
    let card = removal.card.as_ref().map(|card| format!(" named {card}")).unwrap_or_default();
    let treasure = match removal.treasure {
        Some(true) => "; its Treasure is still won",
        Some(false) => "; its Treasure is not won",
        None => "",
    };
    format!("{verb} one monster{level}{tag}{card} {whither}{treasure}")
}
