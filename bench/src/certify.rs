//! `cargo xtask certify DIR`: answers about the place/transition nets of a collection, certified and checked.
//!
//! Each net that is known to be small enough is checked for deadlocks, and against its share of random properties. The
//! certificates are written as text, read again and checked, as `sanderling-certify` does it. A row is printed for each net:
//! how many claims are accepted, not proved and refused, how large the text is, and what it took to answer, to certify and to check.

use std::fs;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_certificate::{Certificate, EvidenceBudget, Origin, answers, certify as make};
use sanderling_certificate_check::{Judgement, check};
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_testkit::random_property;

use crate::collection::{Collection, Model};
use crate::runner::exploration::read;
use crate::values::parse_seconds;

/// Which nets, and which queries.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder of the collection
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only the nets that are known to have at most N states
    #[arg(long, alias = "most-states", value_name = "N", default_value_t = 1_000_000)]
    max_states: u128,
    /// The number of random properties, over all nets together
    #[arg(long, value_name = "N", default_value_t = 200)]
    properties: usize,
    /// The seconds that an answer may take
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "120")]
    time: Duration,
    /// The seed of the properties
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// What came of claims.
#[derive(Debug, Clone, Copy, Default)]
struct Outcome {
    accepted: usize,
    not_proved: usize,
    refused: usize,
    bytes: usize,
    to_answer: Duration,
    to_certify: Duration,
    to_check: Duration,
}

impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.not_proved += other.not_proved;
        self.refused += other.refused;
        self.bytes += other.bytes;
        self.to_answer += other.to_answer;
        self.to_certify += other.to_certify;
        self.to_check += other.to_check;
    }
}

/// Carries out the task.
///
/// # Errors
/// That a certificate is refused, or an answer has none; or why there is nothing to certify.
pub(crate) fn certify(arguments: &Arguments) -> Result<(), String> {
    let mut models = Collection::read(&arguments.folder, None)?.models;
    models.retain(|model| model.states <= arguments.max_states && model.path.ends_with("model.pnml"));
    let nets = models.into_iter().map(|model| Ok((net(&model)?, model)));
    let mut nets: Vec<(Net, Model)> = nets.collect::<Result<_, String>>()?;
    nets.retain(|(net, _)| net.is_place_transition());
    println!(
        "{:44} {:>8} {:>8} {:>4} {:>7} {:>10} {:>8} {:>8} {:>8}",
        "net", "states", "accepted", "none", "refused", "bytes", "answer", "certify", "check"
    );
    let mut all = Outcome::default();
    for (at, (net, model)) in nets.iter().enumerate() {
        let share = (at + 1) * arguments.properties / nets.len() - at * arguments.properties / nets.len();
        let mut random = StdRng::seed_from_u64(arguments.seed + at as u64);
        let texts = (0..share).map(|_| random_property(net, &mut random));
        let properties: Result<_, _> = texts.map(|text| Property::parse(&text, net)).collect();
        let properties = properties.map_err(|found| format!("a random property is wrong: {found:?}"))?;
        let mut outcome = of_question(arguments, net, model, Question::Deadlock)?;
        outcome += of_question(arguments, net, model, Question::Check(properties))?;
        print(&model.name, &model.states.to_string(), &outcome);
        all += outcome;
    }
    print("all", "", &all);
    match (all.refused, all.not_proved) {
        (0, 0) => Ok(()),
        (refused, without) => Err(format!("{refused} certificates are refused, {without} answers have none")),
    }
}

/// The only net of a model.
fn net(model: &Model) -> Result<Net, String> {
    let mut nets = read(&model.path).map_err(|message| format!("{}: {message}", model.name))?;
    let only = nets.pop().filter(|_| nets.is_empty());
    only.ok_or_else(|| format!("{}: there is not one net", model.name))
}

fn print(name: &str, states: &str, outcome: &Outcome) {
    let Outcome { accepted, not_proved, refused, bytes, to_answer, to_certify, to_check } = outcome;
    let seconds = [to_answer, to_certify, to_check].map(Duration::as_secs_f64);
    println!(
        "{name:44} {states:>8} {accepted:>8} {not_proved:>4} {refused:>7} {bytes:>10} {:>8.2} {:>8.2} {:>8.2}",
        seconds[0], seconds[1], seconds[2]
    );
}

/// Answers a question, certifies the answers and checks the certificate.
fn of_question(
    arguments: &Arguments,
    net: &Net,
    model: &Model,
    question: Question,
) -> Result<Outcome, String> {
    let failed = |what: &str| format!("{}: {what}", model.name);
    let limits = Limits { time: Some(arguments.time), ..Limits::default() };
    let request = Request { limits, ..Request::new(question) }.with_portfolio(net);
    let started = Instant::now();
    let report = analyse(net, &request, &Control::default()).map_err(|_| failed("it cannot be analysed"))?;
    let answered = Instant::now();
    let bytes = fs::read(&model.path).map_err(|error| failed(&error.to_string()))?;
    let origin = Origin { name: &model.name, bytes: &bytes, derived_by: None };
    let budget = EvidenceBudget { limits, ..EvidenceBudget::default() };
    let made = make(net, &origin, &answers(&request, &report), &budget, &Control::default());
    let made = made.map_err(|_| failed("it cannot be certified"))?;
    let text = serde_json::to_string(&made).map_err(|error| failed(&error.to_string()))?;
    drop(made);
    let certified = Instant::now();
    let certificate: Certificate = serde_json::from_str(&text).map_err(|error| failed(&error.to_string()))?;
    let judgements = check(certificate, &bytes, 0).map_err(|why| failed(&why))?;
    let mut outcome = Outcome {
        bytes: text.len(),
        to_answer: answered - started,
        to_certify: certified - answered,
        to_check: certified.elapsed(),
        ..Outcome::default()
    };
    for judgement in judgements {
        match judgement {
            Judgement::Accepted(_) => outcome.accepted += 1,
            Judgement::NotProved(why) => {
                outcome.not_proved += 1;
                println!("{}: not proved: {why}", model.name);
            }
            Judgement::Refused(why) => {
                outcome.refused += 1;
                println!("{}: refused: {why}", model.name);
            }
        }
    }
    Ok(outcome)
}
