//! `kickdoor schema`: one JSON schema of the files that users write, of the requests of studies, and of the results.

use std::io::Write;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::{Ending, bench, cache, deck, scenario, strategy};
use crate::deck::language::DeckFile;
use crate::report::calibrate::{CoverageRow as IntervalCoverageRow, VerdictErrorRow};
use crate::report::check::CheckReport;
use crate::report::checkup::CheckupReport;
use crate::report::compare::{CompareReport, RestrictionRow};
use crate::report::coverage::{CoverageRow, InertRow};
use crate::report::files::seal::SealedManifest;
use crate::report::history::HistoryReport;
use crate::report::impact::ImpactReport;
use crate::report::impact::blank::BlankRow;
use crate::report::impact::card::CardTables;
use crate::report::impact::pair::InteractionRow;
use crate::report::settings::SettingRow;
use crate::report::suggest::SuggestReport;
use crate::report::sweep::SweepReport;
use crate::report::tune::TuneReport;
use crate::report::{MANIFEST, Manifest, Reported, RunReport, row_schemas};
use crate::study::{
    AdviceRequest, BaselineRequest, BlankRequest, CalibrateRequest, CardRequest, CheckRequest, CheckupRequest,
    CompareRequest, CoverageRequest, HistoryRequest, ImpactRequest, PairRequest, PlanRequest, PlanResult,
    RestrictionsRequest, RunRequest, SuggestRequest, SweepRequest, TraceRequest, TuneRequest, VerdictsRequest,
};

type Named = (&'static str, Schema);

pub(super) fn run(out: &mut impl Write) -> Result<Ending, Failure> {
    writeln!(out, "{:#}", document())?;
    Ok(Ending::Done)
}

/// The schema of an object with a property for each file, request and result. Each of them is a schema of its own.
fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut files = vec![
        ("deck", of::<DeckFile>(&mut generator)),
        ("scenario", crate::scenario::schema(&mut generator)),
        (MANIFEST, of::<SealedManifest<Manifest>>(&mut generator)),
    ];
    files.extend(row_schemas(&mut generator));
    let parts = [
        ("files", "Files, by their kind or their name; a CSV file by its rows.", files),
        (
            "requests",
            "Requests of studies, by the name of the study and the option that selects another one.",
            requests(&mut generator),
        ),
        ("results", "What commands print with `--format json`.", results(&mut generator)),
    ];
    let parts = parts.map(|(name, about, schemas)| (name.to_owned(), object(about, schemas)));
    let mut properties: Map<String, Value> = parts.into_iter().collect();
    let mut definitions = generator.take_definitions(true);
    properties["files"]["properties"]["strategy"] = strategy_schema(&mut definitions);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kickdoor",
        "type": "object",
        "properties": properties,
        "$defs": definitions,
    })
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn object(about: &str, schemas: Vec<Named>) -> Value {
    let properties: Map<String, Value> =
        schemas.into_iter().map(|(name, schema)| (name.to_owned(), schema.to_value())).collect();
    json!({ "description": about, "type": "object", "properties": properties })
}

/// The schema of a strategy file. Its definitions are added to those of the document.
fn strategy_schema(definitions: &mut Map<String, Value>) -> Value {
    let mut schema: Value = serde_json::from_str(&crate::strategy::schema()).unwrap_or_default();
    let own = schema.as_object_mut().and_then(|schema| schema.remove("$defs"));
    definitions.extend(own.as_ref().and_then(Value::as_object).cloned().unwrap_or_default());
    schema
}

fn requests(generator: &mut SchemaGenerator) -> Vec<Named> {
    vec![
        ("run", of::<RunRequest>(generator)),
        ("impact", of::<ImpactRequest>(generator)),
        ("impact --card", of::<CardRequest>(generator)),
        ("impact --pair", of::<PairRequest>(generator)),
        ("impact --blank", of::<BlankRequest>(generator)),
        ("check", of::<CheckRequest>(generator)),
        ("check --save", of::<BaselineRequest>(generator)),
        ("checkup", of::<CheckupRequest>(generator)),
        ("history", of::<HistoryRequest>(generator)),
        ("compare", of::<CompareRequest>(generator)),
        ("compare --restrictions", of::<RestrictionsRequest>(generator)),
        ("sweep", of::<SweepRequest>(generator)),
        ("suggest", of::<SuggestRequest>(generator)),
        ("tune", of::<TuneRequest>(generator)),
        ("plan", of::<PlanRequest>(generator)),
        ("calibrate", of::<CalibrateRequest>(generator)),
        ("calibrate --check", of::<VerdictsRequest>(generator)),
        ("coverage", of::<CoverageRequest>(generator)),
        ("trace", of::<TraceRequest>(generator)),
        ("trace --advice", of::<AdviceRequest>(generator)),
    ]
}

/// The results, by the words of the commands and the options that select another result.
fn results(generator: &mut SchemaGenerator) -> Vec<Named> {
    vec![
        ("run", of::<Reported<RunReport>>(generator)),
        ("bench", of::<bench::BenchResults>(generator)),
        ("scenario", of::<Vec<scenario::ScenarioRow>>(generator)),
        ("impact", of::<Reported<ImpactReport>>(generator)),
        ("impact --card", of::<Reported<CardTables>>(generator)),
        ("impact --pair", of::<Reported<Vec<InteractionRow>>>(generator)),
        ("impact --blank", of::<Reported<Vec<BlankRow>>>(generator)),
        ("check", of::<Reported<CheckReport>>(generator)),
        ("checkup", of::<Reported<CheckupReport>>(generator)),
        ("history add", of::<HistoryReport>(generator)),
        ("history show", of::<HistoryReport>(generator)),
        ("calibrate", of::<Vec<IntervalCoverageRow>>(generator)),
        ("calibrate --check", of::<Vec<VerdictErrorRow>>(generator)),
        ("compare", of::<Reported<CompareReport>>(generator)),
        ("compare --restrictions", of::<Reported<Vec<RestrictionRow>>>(generator)),
        ("sweep", of::<Reported<SweepReport>>(generator)),
        ("suggest", of::<Reported<SuggestReport>>(generator)),
        ("tune", of::<Reported<TuneReport>>(generator)),
        ("cache", of::<cache::CacheRow>(generator)),
        ("plan check", of::<PlanResult>(generator)),
        ("plan impact", of::<PlanResult>(generator)),
        ("plan compare", of::<PlanResult>(generator)),
        ("plan sweep", of::<PlanResult>(generator)),
        ("deck list", of::<Vec<deck::DeckRow>>(generator)),
        ("deck check", of::<deck::DeckCheck>(generator)),
        ("deck phrases", of::<Vec<deck::PhraseRow>>(generator)),
        ("deck show", of::<Vec<deck::TextRow>>(generator)),
        ("deck show --explain", of::<Vec<deck::ExplainedRow>>(generator)),
        ("deck rules", of::<Vec<SettingRow>>(generator)),
        ("deck diff", of::<deck::Differences<'_>>(generator)),
        ("deck import", of::<deck::ImportResult>(generator)),
        ("deck coverage", of::<Vec<CoverageRow>>(generator)),
        ("deck coverage --perturb", of::<Vec<InertRow>>(generator)),
        ("strategy list", of::<Vec<strategy::ShippedRow>>(generator)),
        ("strategy check", of::<strategy::StrategyCheck>(generator)),
        ("strategy show", of::<Vec<SettingRow>>(generator)),
    ]
}
