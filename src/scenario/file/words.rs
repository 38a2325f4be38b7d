//! The words of a scenario: one table for the verbs and one for the questions.

use crate::game::{Moment, Question, Verb};

/// The words that follow a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A card.
    Card,
    /// A card, and `use N` if it has several uses.
    Use,
    /// A seat.
    Seat,
    /// A number.
    Number,
    /// A number from 1.
    Place,
    /// A monster of the fight, by its card or by its place from 1.
    Foe,
}

macro_rules! verbs {
    ($($verb:ident = $word:literal, $takes:ident;)*) => {
        /// Every verb with its word and what follows it.
        pub const VERBS: &[(&str, Verb, Takes)] = &[$(($word, Verb::$verb, Takes::$takes)),*];

        /// The word of a verb and what follows it.
        pub(crate) fn verb_word(verb: Verb) -> (&'static str, Takes) {
            match verb { $(Verb::$verb => ($word, Takes::$takes)),* }
        }
    };
}

verbs! {
    Pass = "pass", Nothing;
    Wear = "wear", Card;
    Carry = "carry", Card;
    Equip = "equip", Card;
    Unequip = "unequip", Card;
    Play = "play", Use;
    Use = "use", Use;
    Aid = "aid", Card;
    Hinder = "hinder", Card;
    Join = "join", Card;
    Arm = "arm", Card;
    Load = "load", Card;
    Discard = "discard", Card;
    Sell = "sell", Nothing;
    Trade = "trade", Nothing;
    Gift = "gift", Nothing;
    Ask = "ask", Nothing;
    Leave = "leave", Nothing;
    Fight = "fight", Card;
    Keep = "keep", Card;
    Pick = "pick", Card;
    Player = "player", Seat;
    Everyone = "everyone", Nothing;
    Monster = "monster", Foe;
    Number = "number", Number;
    Branch = "branch", Place;
    Done = "done", Nothing;
    Abandon = "abandon", Nothing;
    Accept = "accept", Nothing;
    Refuse = "refuse", Nothing;
    Counter = "counter", Number;
    MainFirst = "main first", Nothing;
    HelperFirst = "helper first", Nothing;
    ForPlayers = "for players", Nothing;
    ForMonsters = "for monsters", Nothing;
}

macro_rules! questions {
    (rounds { $($moment:ident = $round:literal;)* } single { $($question:ident = $word:literal;)* }) => {
        /// Every question with its word.
        pub const QUESTIONS: &[(&str, Question)] = &[
            $(($round, Question::Round(Moment::$moment)),)*
            $(($word, Question::$question),)*
        ];

        /// The word of a question.
        pub(crate) fn question_word(question: Question) -> &'static str {
            match question {
                $(Question::Round(Moment::$moment) => $round,)*
                $(Question::$question => $word,)*
            }
        }
    };
}

questions! {
    rounds {
        StartOfTurn = "start-of-turn";
        AfterDoor = "after-door";
        BeforeCharity = "before-charity";
        Combat = "combat";
        BeforeRoll = "before-roll";
        AfterRoll = "after-roll";
        CurseLands = "curse-lands";
        BadStuff = "bad-stuff";
    }
    single {
        Opening = "opening";
        Receipt = "receipt";
        KickedCard = "kicked-card";
        LookForTrouble = "look-for-trouble";
        LootTheRoom = "loot-the-room";
        CharityCard = "charity-card";
        CharityTo = "charity-to";
        FirstRunner = "first-runner";
        Withdraw = "withdraw";
        RunAnyway = "run-anyway";
        OpenDiscard = "open-discard";
        SwapRole = "swap-role";
        RoleSide = "role-side";
        WhichCompanion = "which-companion";
        CardRoll = "card-roll";
        AskWhom = "ask-whom";
        OfferTreasures = "offer-treasures";
        OfferPick = "offer-pick";
        OfferExtras = "offer-extras";
        Reply = "reply";
        ChooseHelper = "choose-helper";
        KeepDeal = "keep-deal";
        ShareTreasure = "share-treasure";
        WhichMonster = "which-monster";
        WhichHandMonster = "which-hand-monster";
        RunFrom = "run-from";
        WhichSide = "which-side";
        AimAt = "aim-at";
        Payment = "payment";
        LoseItem = "lose-item";
        LoseHandCard = "lose-hand-card";
        LoseIdentity = "lose-identity";
        LosePower = "lose-power";
        ExcessBig = "excess-big";
        ExcessHands = "excess-hands";
        ExcessBigHow = "excess-big-how";
        TakeItem = "take-item";
        TakeHandCard = "take-hand-card";
        TakeDiscard = "take-discard";
        Branch = "branch";
        SetRoll = "set-roll";
        LiftCurse = "lift-curse";
        LootBody = "loot-body";
        Sale = "sale";
        TradeWith = "trade-with";
        TradeTerms = "trade-terms";
        TradeReply = "trade-reply";
        GiftWhat = "gift-what";
        GiftTo = "gift-to";
        GiftReply = "gift-reply";
        CheatItem = "cheat-item";
    }
}

/// The answers of a seat without a script, in order of preference.
pub(crate) const PASSES: [Verb; 5] = [Verb::Pass, Verb::Keep, Verb::Refuse, Verb::Abandon, Verb::Done];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique_and_unambiguous() {
        for (number, (word, verb, takes)) in VERBS.iter().enumerate() {
            assert_eq!(verb_word(*verb), (*word, *takes));
            let clash =
                VERBS[..number].iter().any(|(other, ..)| word.starts_with(&format!("{other} ")) || other == word);
            assert!(!clash, "{word}");
        }
        for (number, (word, question)) in QUESTIONS.iter().enumerate() {
            assert_eq!(question_word(*question), *word);
            assert!(QUESTIONS[..number].iter().all(|(other, _)| other != word), "{word}");
        }
    }
}
