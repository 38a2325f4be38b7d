//! What each restriction costs.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::args::Args;
use crate::cli::failure::Failure;
use crate::cli::page::{Cut, width};
use crate::cli::progress::Progress;
use crate::cli::run::command;
use crate::cli::setup::{players_of, threads};
use crate::cli::stderr::unless_quiet;
use crate::cli::{Ending, interrupt};
use crate::deck::{Deck, Sets, content_hash};
use crate::report::compare::{RestrictionRow, RestrictionsManifest, write_restrictions};
use crate::report::{Printed, Reported, StrategyEntry, counted, repeatable};
use crate::run::{Contest, ContestControl, ContestCrew, ContestKind, PlanError, Results};
use crate::strategy::{Profile, Restriction, Strategy};

/// Plays one restricted copy against unrestricted ones, for each restriction that the strategy does not have.
pub(super) fn tabulate_restrictions(
    sets: &Sets,
    args: &Args,
    profile: &Profile,
    out: &mut impl Write,
) -> Result<Ending, Failure> {
    let deck: Deck = sets.compile(&args.rules.switches())?;
    let contest = Contest::new(ContestKind::Field, 2, args.players, deck.players, args.seed)?;
    if args.goal.games() == 0 {
        return Err(PlanError::NoGames.into());
    }
    let mut folder = args.report.begin(sets, args.players, &format!("-restrictions-{}", profile.name))?;
    let stop = interrupt::listen(args.report.quiet);
    let tabulator = Tabulator { args, deck: &deck, contest: &contest, profile, stop };
    let played = tabulator.play()?;
    let (manifest, rows) = (tabulator.manifest(&played), &played.rows);
    let result = Reported { manifest: repeatable(&manifest), report: rows };
    let shown =
        args.report.output.print(&result, Cut::First, out, |page| write_restrictions(&manifest, rows, width(), page));
    folder.add_tables(&rows.tables())?;
    folder.add_manifest(&manifest)?;
    let place = folder.publish()?;
    let interrupted = manifest.interrupted;
    unless_quiet!(args.report.quiet || !interrupted, "stopped after {}", counted(rows.len() as u64, "restriction"));
    unless_quiet!(args.report.quiet, "written to {}", place.display());
    shown?;
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

/// The complete rows, with the number and signature of their games and the elapsed time.
#[derive(Default)]
struct Played {
    rows: Vec<RestrictionRow>,
    games: u64,
    signature: u64,
    time: Duration,
}

/// A table of restrictions under construction.
struct Tabulator<'a> {
    args: &'a Args,
    deck: &'a Deck,
    contest: &'a Contest,
    profile: &'a Profile,
    stop: &'a AtomicBool,
}

impl Tabulator<'_> {
    /// Plays the games of each restriction.
    fn play(&self) -> Result<Played, Failure> {
        let new: Vec<Restriction> = Restriction::actions().filter(|own| !self.profile.never.contains(own)).collect();
        let asked = self.args.goal.games();
        let mut progress = Progress::new(asked * new.len() as u64, self.args.report.quiet);
        let mut played = Played::default();
        for restriction in new {
            let mut results = Results::default();
            let players = self.players(&restriction)?;
            let crew = ContestCrew {
                contest: self.contest,
                deck: self.deck,
                players: &players,
                threads: threads(self.args.report.threads),
            };
            let on_progress = &mut |more| progress.note(played.games + more);
            let control = ContestControl { stop: self.stop, on_progress, enough: &mut |_| false };
            // Rows with different numbers of games could not be compared, so an incomplete one is left out.
            if crew.play(&mut results, self.contest.blocks_for(asked), control)? {
                break;
            }
            played.games += results.games();
            // Signatures are hashes; their sum wraps.
            played.signature = played.signature.wrapping_add(results.signature);
            played.rows.push(RestrictionRow::new(&restriction.to_string(), self.contest, &results));
        }
        Ok(Played { time: progress.finish(), ..played })
    }

    /// The restricted player, and the player without the restriction.
    fn players(&self, restriction: &Restriction) -> Result<Vec<Strategy>, Failure> {
        let mut restricted = self.profile.clone();
        restricted.never.push(restriction.clone());
        players_of(&[restricted, self.profile.clone()], self.deck)
    }

    fn manifest(&self, played: &Played) -> RestrictionsManifest {
        let &Played { games, signature, time, .. } = played;
        let Tabulator { args, deck, profile, .. } = self;
        RestrictionsManifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command(),
            strategy: StrategyEntry { name: profile.name.clone(), hash: profile.hash() },
            players: args.players,
            decks: deck.sets.iter().map(|set| set.id.clone()).collect(),
            base: deck.base_id().to_owned(),
            deck_hash: content_hash(deck),
            seed: args.seed,
            rules: deck.rules.clone(),
            games,
            interrupted: self.stop.load(Ordering::Relaxed),
            signature: format!("{signature:016x}"),
            threads: threads(args.report.threads),
            duration_seconds: time.as_secs_f64(),
            games_per_second: games as f64 / time.as_secs_f64().max(1e-9),
        }
    }
}
