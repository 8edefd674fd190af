//! A check of values against the schema of reports.

use sanderling_report::{
    AnalysisReport, AspectDifference, ChangeKind, CheckpointReport, ComparisonReport, Decision, Difference,
    EdgeLength, GraphEdge, GraphLevel, GraphState, Greatest, GreatestValue, LevelGraph, Listed,
    LivenessLevel, Marking, Means, PlaceSet, PropertyAnswer, Question, Report, StandardProperty, StateGraph,
    Technique, Trace, Verdict,
};
use serde::Serialize;
use serde_json::{Value, json};

/// Returns the schema of all objects that commands write.
pub(crate) fn schema() -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// Asserts that a value is written as the definition of its type says.
#[track_caller]
pub(crate) fn assert_fits<T: Serialize>(definition: &str, value: &T) {
    let schema = schema();
    let target = json!({ "$ref": format!("#/$defs/{definition}") });
    if let Err(problem) = fits(&schema["$defs"], &target, &serde_json::to_value(value).unwrap()) {
        panic!("{definition}{problem}");
    }
}

/// Checks a value against the part of JSON Schema that the types use. Keys that the schema does not name are errors.
/// Returns the problem with its path.
fn fits(definitions: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Some(keywords) = schema.as_object() else {
        return if *schema == Value::Bool(true) { Ok(()) } else { Err(format!(": {value} is not allowed")) };
    };
    for (keyword, rule) in keywords {
        match keyword.as_str() {
            "description" | "default" | "format" | "pattern" | "uniqueItems" => {}
            "minimum" | "maximum" => {
                let (number, limit) = (value.as_f64(), rule.as_f64().unwrap());
                let is_right =
                    number.is_none_or(
                        |number| {
                            if keyword == "minimum" { number >= limit } else { number <= limit }
                        },
                    );
                ensure(is_right, || format!(": {value} is beyond {limit}"))?;
            }
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.strip_prefix("#/$defs/")).unwrap();
                fits(definitions, definitions.get(name).expect("a definition"), value)?;
            }
            "const" => ensure(rule == value, || format!(": {value} is not {rule}"))?,
            "enum" => {
                ensure(rule.as_array().unwrap().contains(value), || format!(": {value} is not in {rule}"))?;
            }
            "type" => {
                let kinds = rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice);
                let is_one = kinds.iter().any(|kind| is_of(kind.as_str().unwrap(), value));
                ensure(is_one, || format!(": {value} is not of type {rule}"))?;
            }
            "anyOf" => {
                ensure(matches(definitions, rule, value) >= 1, || {
                    format!(": {value} has no form of {rule}")
                })?;
            }
            "oneOf" => {
                ensure(matches(definitions, rule, value) == 1, || format!(": {value} is not one of {rule}"))?;
            }
            "required" => {
                let missing = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|key| value.is_object() && value.get(key.as_str().unwrap()).is_none());
                ensure(missing.is_none(), || format!(": {} is missing", missing.unwrap()))?;
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    let of = rule.get(key).ok_or_else(|| format!(".{key}: the schema has no such key"))?;
                    fits(definitions, of, inner).map_err(|problem| format!(".{key}{problem}"))?;
                }
            }
            "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    fits(definitions, rule, inner).map_err(|problem| format!(".{key}{problem}"))?;
                }
            }
            "items" => {
                for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                    fits(definitions, rule, inner).map_err(|problem| format!("[{index}]{problem}"))?;
                }
            }
            "minItems" | "maxItems" => {
                let length = value.as_array().map(Vec::len);
                let is_right = length.is_none_or(|length| {
                    let limit = usize::try_from(rule.as_u64().unwrap()).unwrap();
                    if keyword == "minItems" { length >= limit } else { length <= limit }
                });
                ensure(is_right, || format!(": {value} has the wrong length"))?;
            }
            other => panic!("the keyword `{other}` is not supported here"),
        }
    }
    Ok(())
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// Returns the number of alternatives that a value fits.
fn matches(definitions: &Value, alternatives: &Value, value: &Value) -> usize {
    let alternatives = alternatives.as_array().unwrap().iter();
    alternatives.filter(|schema| fits(definitions, schema, value).is_ok()).count()
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is not a type"),
    }
}

#[test]
fn values_that_differ_from_the_schema_are_found() {
    let schema = schema();
    let report = serde_json::to_value(Report::new(Question::Explore)).unwrap();
    let with = |key: &str, value: Value| {
        let mut changed = report.clone();
        changed[key] = value;
        let target = json!({ "$ref": "#/$defs/Report" });
        fits(&schema["$defs"], &target, &changed)
    };
    assert_eq!(with("file", json!("a.pnml")), Ok(()));
    for (key, value) in [
        ("states", json!(-1.5)),
        ("verdict", json!("maybe")),
        ("unknown", json!(0)),
        ("names", json!({ "p": 1 })),
        ("levels", json!([1, null])),
        ("nupn_claim", json!({ "status": "refuted" })),
    ] {
        assert!(with(key, value).is_err(), "{key}");
    }
}

#[test]
fn objects_of_every_command_fit() {
    let (one, infinite) = (Greatest::Finite(-1), Greatest::Infinite);
    let answer = |property| PropertyAnswer {
        property,
        verdict: Verdict::Holds,
        text: String::new(),
        nodes: vec!["p".into()],
        trace: Some(Trace::default()),
        marking: Some([("p", u64::MAX.into())].into_iter().collect()),
    };
    let greatest = GreatestValue {
        sum: "p".into(),
        verdict: Verdict::Computed,
        value: Some(infinite),
        at_least: Some(one),
        at_most: None,
        text: String::new(),
        trace: None,
        marking: None,
    };
    let report = AnalysisReport {
        answers: StandardProperty::ALL.map(answer).into(),
        greatest: vec![greatest],
        liveness: Some([("t", LivenessLevel::L3)].into_iter().collect()),
        siphons: Listed { complete: true, list: vec![PlaceSet { places: vec![], marked: true }] },
        ..AnalysisReport::new()
    };
    assert_fits("AnalysisReport", &report);
    for technique in Technique::all() {
        assert_fits("Decision", &Decision::by(technique).with([Means::Search]));
    }
    let states = [false, true].map(|error| GraphState { marking: Marking::default(), expanded: true, error });
    let edge = GraphEdge { source: 0, target: 1, event: "t".into() };
    assert_fits("StateGraph", &StateGraph { states: states.into(), edges: vec![edge], ..StateGraph::new() });
    let edges = vec![EdgeLength { length: -1, edges: 2 }];
    assert_fits("LevelGraph", &LevelGraph::new(vec![GraphLevel { states: 1, unexpanded: 1, edges }]));
    assert_fits("CheckpointReport", &CheckpointReport::default());
    let aspects = vec![AspectDifference { aspect: "name".into(), before: None, after: Some("a".into()) }];
    let difference = Difference { change: ChangeKind::Added, id: "p".into(), name: None, aspects };
    assert_fits("ComparisonReport", &ComparisonReport::new(vec![difference], [vec![], vec![]], vec![]));
}
