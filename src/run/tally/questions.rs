//! Questions as numbers, for counting decisions by kind.

use crate::game::Question;

macro_rules! questions {
    (rounds { $($moment:ident $round:literal,)* } others { $($question:ident $name:literal,)* }) => {
        const NAMES: &[&str] = &[$($round,)* $($name,)*];

        #[derive(Clone, Copy)]
        #[allow(dead_code)]
        enum Number { $($moment,)* $($question,)* }

        #[inline]
        fn index_off_rounds(question: Question) -> usize {
            match question {
                Question::Round(_) => 0,
                $(Question::$question => Number::$question as usize,)*
            }
        }
    };
}

questions! {
    // The order is that of the columns of reports: rounds in the order of `Moment`, whose number is the index.
    rounds {
        StartOfTurn "start_of_turn",
        AfterDoor "after_door",
        BeforeCharity "before_charity",
        Combat "combat",
        BeforeRoll "before_roll",
        AfterRoll "after_roll",
        CurseLands "curse_lands",
        BadStuff "bad_stuff",
    }
    others {
        Opening "opening",
        Receipt "receipt",
        KickedCard "kicked_card",
        LookForTrouble "look_for_trouble",
        LootTheRoom "loot_the_room",
        CharityCard "charity_card",
        CharityTo "charity_to",
        FirstRunner "first_runner",
        Withdraw "withdraw",
        RunAnyway "run_anyway",
        OpenDiscard "open_discard",
        SwapRole "swap_role",
        WhichCompanion "which_companion",
        CardRoll "card_roll",
        AskWhom "ask_whom",
        OfferTreasures "offer_treasures",
        OfferPick "offer_pick",
        OfferExtras "offer_extras",
        Reply "reply",
        ChooseHelper "choose_helper",
        KeepDeal "keep_deal",
        RoleSide "role_side",
        ShareTreasure "share_treasure",
        WhichMonster "which_monster",
        WhichHandMonster "which_hand_monster",
        RunFrom "run_from",
        WhichSide "which_side",
        AimAt "aim_at",
        Payment "payment",
        LoseItem "lose_item",
        LoseHandCard "lose_hand_card",
        LoseIdentity "lose_identity",
        LosePower "lose_power",
        ExcessBig "excess_big",
        ExcessBigHow "excess_big_how",
        ExcessHands "excess_hands",
        TakeItem "take_item",
        TakeHandCard "take_hand_card",
        TakeDiscard "take_discard",
        Branch "branch",
        SetRoll "set_roll",
        LiftCurse "lift_curse",
        LootBody "loot_body",
        Sale "sale",
        TradeWith "trade_with",
        TradeTerms "trade_terms",
        TradeReply "trade_reply",
        GiftWhat "gift_what",
        GiftTo "gift_to",
        GiftReply "gift_reply",
        CheatItem "cheat_item",
    }
}

/// The index of a question in the tallies.
#[inline]
pub(crate) fn question_index(question: Question) -> usize {
    match question {
        Question::Round(moment) => moment as usize,
        other => index_off_rounds(other),
    }
}

/// Number of kinds of questions.
pub(crate) const QUESTIONS: usize = NAMES.len();

/// The name of a kind of question in reports.
pub(crate) fn question_name(index: usize) -> &'static str {
    NAMES[index]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Moment;

    #[test]
    fn questions_are_numbered_in_order() {
        assert_eq!(question_index(Question::Round(Moment::BadStuff)) + 1, question_index(Question::Opening));
        assert_eq!(question_index(Question::Round(Moment::StartOfTurn)), 0);
        assert_eq!(question_index(Question::CheatItem), QUESTIONS - 1);
        assert_eq!(question_name(question_index(Question::Reply)), "reply");
    }
}
