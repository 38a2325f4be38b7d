//! Short forms: answers of a file that stand for several single decisions.

use crate::deck::Play;
use crate::deck::file::nearest::did_you_mean;
use crate::game::Question;
use crate::ids::Seat;
use crate::scenario::file::book::Book;
use crate::scenario::file::error::Wrong;
use crate::scenario::file::step::Step;

/// One decision of a short form.
pub(in crate::scenario) struct Small {
    /// The seat that decides.
    pub(in crate::scenario) seat: Seat,
    /// The question; `None` for the first, which the step names.
    pub(in crate::scenario) at: Option<Question>,
    /// The answer in the words of a file.
    pub(in crate::scenario) does: String,
}

/// The short forms, for messages.
pub(in crate::scenario) const FORMS: &str = "`ask NAME for NUMBER`, `deal with NAME for NUMBER`, `play CARD on TARGET`, \
     `use CARD on TARGET`, `sell ITEM, ITEM`";

/// The terms of an offer of help.
struct Offer {
    treasures: u8,
    first: &'static str,
    promised: Vec<String>,
}

/// The decisions of a short form, or None if the text is a plain answer.
///
/// # Errors
/// If it begins like a short form but does not continue like one.
pub(in crate::scenario) fn small_steps(book: &Book<'_>, seat: Seat, text: &str) -> Result<Option<Vec<Small>>, Wrong> {
    let text = text.trim();
    let small = Maker { book, seat };
    if let Some(rest) = text.strip_prefix("deal with ") {
        return small.deal(rest).map(Some);
    }
    if let Some(rest) = text.strip_prefix("ask ") {
        return small.ask(rest).map(|(_, steps)| Some(steps));
    }
    if let Some(rest) = text.strip_prefix("sell ") {
        return Ok(Some(small.sell(rest)));
    }
    match text.split_once(" on ") {
        Some((card, target)) if text.starts_with("play ") || text.starts_with("use ") => {
            small.aimed(card, target.trim()).map(Some)
        }
        _ => Ok(None),
    }
}

struct Maker<'m, 'd> {
    book: &'m Book<'d>,
    seat: Seat,
}

impl Maker<'_, '_> {
    fn first(&self, does: &str) -> Small {
        Small { seat: self.seat, at: None, does: does.to_owned() }
    }

    fn next(&self, at: Question, does: impl Into<String>) -> Small {
        Small { seat: self.seat, at: Some(at), does: does.into() }
    }

    /// A request for help, up to the last part of the offer.
    fn ask(&self, rest: &str) -> Result<(String, Vec<Small>), Wrong> {
        let (whom, terms) = rest.split_once(" for ").ok_or_else(|| {
            Wrong::new(format!("expected `NAME for NUMBER`, found `{rest}`"), format!("the short forms are {FORMS}"))
        })?;
        let (whom, offer) = (whom.trim(), offer(terms)?);
        let asked = if whom == "everyone" { whom.to_owned() } else { format!("player {whom}") };
        let mut steps = vec![
            self.first("ask"),
            self.next(Question::AskWhom, asked),
            self.next(Question::OfferTreasures, format!("number {}", offer.treasures)),
            self.next(Question::OfferPick, offer.first),
        ];
        steps.extend(offer.promised.iter().map(|card| self.next(Question::OfferExtras, format!("pick {card}"))));
        steps.push(self.next(Question::OfferExtras, "done"));
        Ok((whom.to_owned(), steps))
    }

    /// An offer of help that is accepted, and the choice of the helper.
    fn deal(&self, rest: &str) -> Result<Vec<Small>, Wrong> {
        let (helper, mut steps) = self.ask(rest)?;
        let seat = self.book.seat(&helper)?;
        steps.push(Small { seat, at: Some(Question::Reply), does: "accept".to_owned() });
        steps.push(self.next(Question::ChooseHelper, format!("player {helper}")));
        Ok(steps)
    }

    fn sell(&self, items: &str) -> Vec<Small> {
        let picks = items.split(',').map(|item| self.next(Question::Sale, format!("pick {}", item.trim())));
        let mut steps = vec![self.first("sell")];
        steps.extend(picks);
        steps.push(self.next(Question::Sale, "done"));
        steps
    }

    /// A play and its target.
    fn aimed(&self, play: &str, target: &str) -> Result<Vec<Small>, Wrong> {
        let (at, does) = self.target(target)?;
        Ok(vec![self.first(play.trim()), self.next(at, does)])
    }

    /// The question that asks for such a target, and its answer.
    fn target(&self, target: &str) -> Result<(Question, String), Wrong> {
        if self.book.seat(target).is_ok() {
            return Ok((Question::AimAt, format!("player {target}")));
        }
        match target {
            "everyone" => return Ok((Question::AimAt, target.to_owned())),
            "players" | "monsters" => return Ok((Question::WhichSide, format!("for {target}"))),
            _ if target.parse::<u8>().is_ok() => return Ok((Question::WhichMonster, format!("monster {target}"))),
            _ => {}
        }
        let title = self.book.title(target).map_err(|_| self.no_target(target))?;
        let first = self.book.deck.titles[usize::from(title)].first;
        match self.book.deck.card(first).play {
            Play::Monster => Ok((Question::WhichMonster, format!("monster {target}"))),
            Play::Item => Ok((Question::CheatItem, format!("pick {target}"))),
            Play::Curse => Ok((Question::LiftCurse, format!("pick {target}"))),
            _ => Err(self.no_target(target)),
        }
    }

    fn no_target(&self, target: &str) -> Wrong {
        let seats: Vec<&str> = self.book.seats().map(|seat| self.book.name(seat)).collect();
        let ids = self.book.deck.titles.iter().map(|title| title.id.as_str());
        let nearest = did_you_mean(target, seats.iter().copied().chain(ids));
        let expected =
            "expected a player, `everyone`, `players`, `monsters`, a monster of the fight (by id or place), \
                        an Item to cheat with or a Curse to lift"
                .to_owned();
        let hint = nearest.into_iter().chain([expected]).collect::<Vec<_>>().join("\n");
        Wrong::new(format!("`{target}` cannot be a target"), hint)
    }
}

/// `2`, `2 Treasures`, and after commas `main first` or `helper first`, and `promising CARD`.
fn offer(terms: &str) -> Result<Offer, Wrong> {
    let mut parts = terms.split(',').map(str::trim);
    let number = parts.next().unwrap_or_default();
    let digits = number.split(' ').next().unwrap_or_default();
    let noun = number[digits.len()..].trim();
    let treasures = digits.parse().ok().filter(|_| ["", "Treasure", "Treasures"].contains(&noun));
    let expected = || Wrong::from(format!("expected a number of Treasures, found `{number}`"));
    let mut offer = Offer { treasures: treasures.ok_or_else(expected)?, first: "main first", promised: Vec::new() };
    for part in parts {
        match (part, part.strip_prefix("promising ")) {
            ("main first", _) => {}
            ("helper first", _) => offer.first = "helper first",
            (_, Some(card)) => offer.promised.push(card.trim().to_owned()),
            _ => {
                return Err(format!("expected `main first`, `helper first` or `promising CARD`, found `{part}`").into());
            }
        }
    }
    Ok(offer)
}

impl Small {
    /// Assigns the parts of a step to its decisions: checks before the answer to the first, checks after it to the
    /// last.
    pub(in crate::scenario) fn settle(steps: &mut [Step], whole: Step) {
        let Some(last) = steps.len().checked_sub(1) else { return };
        steps[last].then = whole.then;
        let first = &mut steps[0];
        (first.at, first.offered, first.not_offered, first.now) =
            (whole.at, whole.offered, whole.not_offered, whole.now);
    }
}
