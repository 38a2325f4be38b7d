//! The balance without one card.

use std::io::{self, Write};

use super::{Args, Failure};
use crate::cli::args::TableArgs;
use crate::cli::progress::Progress;
use crate::cli::setup::{Setup, set_up, threads};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, interrupt};
use crate::deck::{Deck, Play, Sets, changes};
use crate::report::{counted, signed};
use crate::run::{Before, Hands, Pairing, Pairs, RunControl};
use crate::stats::{Difference, PairedGames};

/// Measures the effect of one title on each table.
pub(super) fn measure<const W: usize>(
    sets: &Sets,
    (tables, setups): (&[TableArgs], &[Setup<W>]),
    title: usize,
    args: &Args,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    for (table, setup) in tables.iter().zip(setups) {
        let one = &setup.deck.titles[title];
        let without = sets.with_blank(&setup.deck.set_of(one).id, &one.id);
        let after: Setup<W> = set_up(&without, table, setup.plan.games())?;
        let pairs = play(setup, &after, args)?;
        if pairs.before.is_empty() {
            return Ok(Ending::Interrupted);
        }
        show(setup, &after, title, &pairs, out)?;
        if pairs.interrupted {
            unless_quiet!(args.report.quiet, "stopped after {} of games", counted(pairs.before.len() as u64, "pair"));
            return Ok(Ending::Interrupted);
        }
    }
    Ok(Ending::Done)
}

fn play<const W: usize>(before: &Setup<W>, after: &Setup<W>, args: &Args) -> Result<Pairs, Failure> {
    let pairing = Pairing {
        plan: &before.plan,
        before: Before::Play { arm: before.arm(), changed: changes(&before.deck, &after.deck).cards },
        after: after.arm(),
        threads: threads(args.report.threads),
    };
    let mut progress = Progress::new(before.plan.games(), args.report.quiet);
    let mut on_progress = |games| progress.note(games);
    let control = RunControl {
        stop: interrupt::listen(args.report.quiet),
        on_progress: &mut on_progress,
        enough: &mut |_| false,
    };
    let pairs = pairing.play(control)?;
    progress.finish();
    Ok(pairs)
}

fn show<const W: usize>(
    before: &Setup<W>,
    after: &Setup<W>,
    title: usize,
    pairs: &Pairs,
    out: &mut impl Write,
) -> io::Result<()> {
    let games = PairedGames::new(&before.plan, pairs);
    let (name, strategy) = (&before.deck.titles[title].name, before.names().join(", "));
    let (count, same) = (pairs.before.len() as u64, pairs.identical());
    writeln!(out, "{name} replaced by a card that does nothing, {strategy}:\n{} of games", counted(count, "pair"))?;
    writeln!(out, "{} identical\n", counted(same, "game"))?;
    writeln!(out, "{:<27} {:>7} {:>7} {:>8} {:>20} {:>6}", "", "with", "without", "change", "95% interval", "paired")?;
    line("turns per game", games.turns(), 1.0, out)?;
    line("deaths per game", games.deaths(), 1.0, out)?;
    line("games unfinished, pp", games.unfinished(), 100.0, out)?;
    line("first - last position, pp", games.position_gap(), 100.0, out)?;
    let others = identities(&before.deck, title);
    if others.len() > 1 {
        let hands = |deck: &Deck<W>| Hands::of(games.blocks(), deck, &before.plan);
        let spread = games.opening_spread([&hands(&before.deck), &hands(&after.deck)], &others);
        line(&format!("spread of {} identities, pp", others.len()), spread, 100.0, out)?;
    }
    Ok(())
}

/// All identities except this title; a blank keeps the index of its title.
fn identities<const W: usize>(deck: &Deck<W>, title: usize) -> Vec<(usize, usize)> {
    let kind = |title: usize| deck.card(deck.titles[title].first).play;
    let others = (0..deck.titles.len()).filter(|&other| other != title && kind(other) == Play::Slot);
    others.map(|other| (other, other)).collect()
}

fn line(name: &str, difference: Difference, unit: f64, out: &mut impl Write) -> io::Result<()> {
    let (Difference { before, after, change, .. }, gain) = (difference, difference.gain());
    let [before, after] = [before, after].map(|figure| unit * figure);
    let [change, low, high] = [change.value, change.low, change.high].map(|figure| unit * figure);
    let gain = if gain.is_finite() { format!("{gain:.1}x") } else { "-".to_owned() };
    let [change, low, high] = [change, low, high].map(|figure| signed(figure, 3));
    let between = format!("{low} to {high}");
    writeln!(out, "{name:<27} {before:>7.3} {after:>7.3} {change:>8} {between:>20} {gain:>6}")
}
