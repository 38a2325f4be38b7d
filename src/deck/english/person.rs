//! Persons: whom a text speaks to or about, and how it names the actor.

/// A person of a block.
#[derive(Debug)]
pub(super) struct Person {
    /// Its word in the name of a block.
    pub(super) name: &'static str,
    /// Which of two wordings: 0 speaks to a player, 1 about one.
    wording: usize,
    /// Which of four names the actor has: the player who played the card, you, a former player, that player.
    actor: usize,
}

/// All persons. `you` are whom a text is about, and `one` is another player with `you` as the actor. Within that, `third` is a third player with
/// the other one as the actor, and `back` are `you` again. The last two are others whom a test looks at, with an unchanged actor.
pub(super) const PERSONS: [Person; 6] = [
    Person { name: "you", wording: 0, actor: 0 },
    Person { name: "one", wording: 1, actor: 1 },
    Person { name: "third", wording: 1, actor: 2 },
    Person { name: "back", wording: 0, actor: 3 },
    Person { name: "beside-you", wording: 1, actor: 0 },
    Person { name: "beside-back", wording: 1, actor: 3 },
];

impl Person {
    /// The person of a part, where a text about a person gives one: `you`, `one`, or `other` for another player with the same actor.
    pub(super) fn within(person: &str, given: &str) -> &'static str {
        match (given, person) {
            ("you", _) => "back",
            ("other", "one") => "one",
            ("other", "third") => "third",
            ("other", "you" | "beside-you") => "beside-you",
            ("other", _) => "beside-back",
            (_, "you") => "one",
            _ => "third",
        }
    }

    /// A line without the persons for whom it stands. `None` if it does not stand for this one.
    pub(super) fn own<'l>(&self, line: &'l str) -> Option<&'l str> {
        let marks = [
            ("you: ", self.wording == 0),
            ("one: ", self.wording == 1),
            ("only you: ", self.actor == 0),
            ("only one: ", self.actor == 1),
            ("third: ", self.actor == 2),
            ("back: ", self.actor == 3),
        ];
        match marks.into_iter().find_map(|(mark, is_own)| Some((line.strip_prefix(mark)?, is_own))) {
            Some((line, is_own)) => is_own.then_some(line),
            None => Some(line),
        }
    }

    /// The word of this person among two wordings or the four names of the actor.
    pub(super) fn word<'w>(&self, words: &'w str) -> &'w str {
        let words: Vec<&str> = words.split('|').collect();
        match words[..] {
            [_, _] => words[self.wording],
            [_, _, _, _] => words[self.actor],
            _ => words[0],
        }
    }
}
