//! `mcc`: an examination of the Model Checking Contest, with its environment, files and output lines.
//!
//! Each answer is printed immediately, because the contest kills programs when their time is over. Nothing else goes to
//! standard output, and nothing that the contest's scripts could take for an answer is printed anywhere. A question
//! without an answer gets no line. If no question has an answer, one line says so.

mod confinement;
mod lines;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sanderling::query::{self, Answered, Query as Questions};
use sanderling::{Limits, Question, Request};
use sanderling_formats::Semantics;
use sanderling_net::{Diagnostic, Net, PlaceId};
use sanderling_property::{Bindings, ColouredProperty, Logic, TemporalProperty, Tokens};
use sanderling_query::LeftOut;
use sanderling_query::contest::{AnswerLine, ContestProperty, ContestQuery, Examination};
use sanderling_report::{Unfolding, text};
use sanderling_session::{self as session, Prepared};
use sanderling_unfolding::{Options, Progress};

use self::confinement::Confinement;
use self::lines::Lines;
use super::{certificate, load, resume, search, unfold};
use crate::arguments::{MccArguments, NetArguments, OutputOptions, ReadingOptions, Style, UnfoldNames};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, read_source};
use crate::watch::Watch;

/// Number of transitions above which the net is first examined without its unfolding. Proofs on the net without colours
/// may answer a question before so large an unfolding is even compiled.
const LARGE: usize = 100_000;

/// Time limit for the first examination if the examination as a whole has none.
const MAX_TIME_BEFORE: Duration = Duration::from_secs(60);

/// The file of the net in the folder of an instance.
const MODEL_FILE: &str = "model.pnml";

/// Runs an examination.
pub(super) fn mcc(options: &MccArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let started = Instant::now();
    if output.format == Style::Json {
        return Err(Failure::usage("`mcc` prints the contest's lines: omit `--format json`"));
    }
    let name = options.examination.clone().or_else(|| std::env::var("BK_EXAMINATION").ok());
    let name = name.ok_or_else(|| {
        Failure::usage("no examination: give one with --examination, or set BK_EXAMINATION")
    })?;
    let Some(examination) = Examination::named(&name) else {
        crate::output::print(&format!("{}\n", AnswerLine::DoNotCompete))?;
        let names = Examination::ALL.map(Examination::name).join(", ");
        let _ = writeln!(
            io::stderr(),
            "note: unknown examination `{}`: expected one of {names}",
            crate::output::printable(&name)
        );
        return Ok(Exit::Unknown);
    };
    let confinement = Confinement::of(options, started)?;
    let watch = Watch::begin(output, &options.folder.display().to_string());
    let lines = Arc::new(Lines::beside(watch.display()));
    confinement.guard(watch.control(), &lines);
    let answered = answer(options, examination, &confinement, (&watch, &lines), output);
    lines.finish();
    answered.map(|()| if lines.is_empty() { Exit::Unknown } else { Exit::Success })
}

/// Answers as many questions as possible.
fn answer(
    options: &MccArguments,
    examination: Examination,
    confinement: &Confinement,
    (watch, lines): (&Watch, &Lines),
    output: &OutputOptions,
) -> Result<(), Failure> {
    let choices = &options.how.choices;
    let chosen = choices.without_net(Question::Deadlock);
    let threads = options.threads.map_or(chosen.threads, usize::from);
    if let Some(refusal) = (Request { threads, proofs: true, ..chosen }).refusal() {
        return Err(Failure::usage(refusal.text_for(choices, "--")));
    }
    let file = options.folder.join(MODEL_FILE);
    let reading = ReadingOptions {
        from: None,
        net: None,
        untimed: false,
        define: Vec::new(),
        difference: None,
        dve_semantics: Semantics::Ltsmin,
        unfold_names: UnfoldNames::Values,
    };
    let net = NetArguments { file, reading };
    let input = load(&net, output)?;
    let (questions, ids) = questions(examination, &options.folder, input.net())?;
    let limits = || Limits {
        memory_bytes: confinement.bytes_for_search(),
        time: confinement.time_left(),
        states: None,
    };
    let merges = examination != Examination::StateSpace;
    // Part of the time is kept for a search without an unfolding.
    let half = Limits { time: confinement.time_left().map(|left| left / 2), ..limits() };
    let show = |progress: &Progress| watch.display().show_unfolding(progress);
    let means = watch.means(session::limits_of_unfolding(&half), &show);
    let options_of_unfolding = Options { naming: unfold::naming(&net), merges };
    let prepare = |net| {
        session::unfolded(net, options_of_unfolding, &means).map(Prepared::from).or_else(session::explicit)
    };
    let input = match unfold::ready_by(input, prepare, (output, watch)) {
        Ok(input) => input,
        Err(refused) => return unfold::note_refusal(refused),
    };
    let total = questions.count();
    let request = || {
        let chosen = choices.without_net(Question::Explore);
        Request {
            threads,
            limits: limits(),
            checkpoint: chosen.checkpoint.map(resume::with_command),
            ..chosen
        }
    };
    let (mut questions, mut ids) = (questions, ids);
    let is_large = |statistics: Unfolding| statistics.transitions > LARGE;
    // A certificate is about the unfolded net, so the answers have to be, too.
    let is_about_runs = matches!(questions, Read::Temporal(_));
    let may_be_first =
        examination != Examination::StateSpace && !is_about_runs && options.certificate.is_none();
    if input.prepared.statistics().is_some_and(is_large) && may_be_first {
        let mut request = Request { checkpoint: None, ..request() };
        request.limits.time = request.limits.time.map(|left| left / 4).or(Some(MAX_TIME_BEFORE));
        let (answered_questions, plain) = (&mut Vec::new(), questions.without_unfolding());
        let on_answer = &mut |answered: Answered| {
            answered_questions.push(answered.question);
            lines.print_answer(examination, &ids, &answered);
        };
        let done =
            query::answer(&input.prepared.original_queried(), &plain, &request, watch.control(), on_answer);
        done.map_err(|found| input.unsupported(found))?;
        if answered_questions.len() == total {
            return Ok(());
        }
        questions.leave_out(answered_questions, &mut ids);
    }
    let questions = expanded(questions, &input)?;
    let mut given_answers = Vec::new();
    let examined =
        query::answer(&input.prepared.queried(), &questions, &request(), watch.control(), &mut |answered| {
            lines.print_answer(examination, &ids, &answered);
            given_answers.push(answered);
        });
    let query::QuerySummary { ended_by, plan } =
        examined.map_err(|found| match options.how.choices.has("checkpoint") {
            true if search::is_about_no_line(&found) => resume::refused(&found),
            _ => input.unsupported(found),
        })?;
    if options.explain_plan {
        let _ = watch.display().aside(|| write!(io::stderr(), "{}", text::plan(&plan)));
    }
    let open = total.saturating_sub(lines.printed());
    if let Some(why) = ended_by.filter(|_| open > 0) {
        let _ =
            watch.display().aside(|| writeln!(io::stderr(), "note: {open} of {total} not answered: {why}"));
        if let Some(checkpoint) = request().checkpoint {
            let directory = checkpoint.directory.display();
            let _ = watch
                .display()
                .aside(|| writeln!(io::stderr(), "note: to continue: sanderling resume {directory}"));
        }
    }
    let Some(path) = options.certificate.as_deref() else { return Ok(()) };
    certificate::refusal(&input)?;
    let examined = input.prepared.queried();
    let answers =
        sanderling_certificate::examined(&examined, &questions, &given_answers, (&ids, examination.name()));
    certificate::write(&input, &answers, path, (request().threads, limits()), watch.control())
}

/// The questions of an examination, in terms of the net in the file.
enum Read {
    /// About the net as a whole.
    Whole(Questions),
    Formulas(Vec<ColouredProperty>),
    Temporal(Vec<TemporalProperty<Tokens, Bindings>>),
    Bounds(Vec<Vec<(i64, PlaceId)>>),
}

impl Read {
    /// Returns the number of questions.
    fn count(&self) -> usize {
        match self {
            Self::Whole(Questions::StateSpace) => lines::STATISTICS.len(),
            Self::Whole(_) => 1,
            Self::Formulas(properties) => properties.len(),
            Self::Temporal(properties) => properties.len(),
            Self::Bounds(sums) => sums.len(),
        }
    }

    /// Returns the questions for the net in the file. The contest's formulas name whole places and transitions.
    fn without_unfolding(&self) -> Questions {
        let plain = |property: &ColouredProperty| {
            let expanded =
                property.expand(&|tokens| vec![tokens.place], &|bindings| vec![bindings.transition]);
            expanded.expect("what has as many terms as before is not too large")
        };
        match self {
            Self::Whole(questions) => questions.clone(),
            Self::Formulas(properties) => Questions::Formulas(properties.iter().map(plain).collect()),
            // The net without its colours has other runs, so these questions are not answered on it.
            Self::Temporal(_) => Questions::Temporal(Vec::new()),
            Self::Bounds(sums) => Questions::Bounds(sums.clone()),
        }
    }

    /// Removes the answered questions and their ids.
    fn leave_out(&mut self, answered: &[usize], ids: &mut Vec<String>) {
        fn others<T>(all: &mut Vec<T>, answered: &[usize]) {
            let mut position = 0..;
            all.retain(|_| position.next().is_some_and(|position| !answered.contains(&position)));
        }
        match self {
            Self::Whole(_) => return,
            Self::Formulas(properties) => others(properties, answered),
            Self::Temporal(properties) => others(properties, answered),
            Self::Bounds(sums) => others(sums, answered),
        }
        others(ids, answered);
    }
}

/// Returns the questions for the analysed net.
fn expanded(read: Read, input: &Input) -> Result<Questions, Failure> {
    Ok(match read {
        Read::Whole(questions) => questions,
        Read::Formulas(properties) => {
            let properties = properties.iter().map(|property| input.prepared.to_unfolded(property));
            let properties = properties.collect::<Result<_, _>>();
            Questions::Formulas(properties.map_err(|found| input.unsupported(found))?)
        }
        Read::Temporal(properties) => {
            let properties = properties.iter().map(|property| input.prepared.temporal_to_unfolded(property));
            let properties = properties.collect::<Result<_, _>>();
            Questions::Temporal(properties.map_err(|found| input.unsupported(found))?)
        }
        Read::Bounds(sums) => {
            Questions::Bounds(sums.iter().map(|sum| input.prepared.sum_to_unfolded(sum)).collect())
        }
    })
}

/// Returns the questions of an examination, with their ids if they come from a file.
fn questions(examination: Examination, folder: &Path, net: &Net) -> Result<(Read, Vec<String>), Failure> {
    let Some(file) = examination.property_file() else {
        let questions = match examination {
            Examination::StateSpace => Questions::StateSpace,
            Examination::ReachabilityDeadlock => Questions::Deadlock,
            Examination::OneSafe => Questions::OneSafe,
            Examination::QuasiLiveness => Questions::QuasiLiveness,
            Examination::StableMarking => Questions::StableMarking,
            _ => Questions::Liveness,
        };
        return Ok((Read::Whole(questions), Vec::new()));
    };
    let (mut formulas, mut temporal, mut sums, mut ids) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let is_bounds = examination == Examination::UpperBounds;
    let logic = examination.logic();
    let path = folder.join(file);
    let file = path.display().to_string();
    for ContestProperty { id, query } in properties(&path, net, logic)? {
        match query {
            Ok(ContestQuery::Formula(property)) if logic.is_some() => temporal.push(property.into()),
            Ok(ContestQuery::Formula(property)) if !is_bounds => formulas.push(property),
            Ok(ContestQuery::Temporal(property)) if logic.is_some() => temporal.push(property),
            Ok(ContestQuery::Bound(places)) if is_bounds => {
                sums.push(places.into_iter().map(|place| (1, place)).collect());
            }
            Ok(other) => {
                note(&LeftOut::unsupported(id, &file, &other));
                continue;
            }
            Err(found) => {
                note(&LeftOut::mistaken(id, &file, found));
                continue;
            }
        }
        ids.push(id);
    }
    let read = match () {
        () if is_bounds => Read::Bounds(sums),
        () if logic.is_some() => Read::Temporal(temporal),
        () => Read::Formulas(formulas),
    };
    Ok((read, ids))
}

/// Prints on standard error, in one line, why a property has no answer.
fn note(left_out: &LeftOut) {
    let Diagnostic { message, span, .. } = &left_out.warning;
    let place = span.map(|span| format!(" ({}:{})", span.line, span.column)).unwrap_or_default();
    let line = message.replace(char::is_control, " ");
    let _ = writeln!(io::stderr(), "note: {line}{place}");
}

/// Reads the properties of a file. Properties of runs are in this logic.
fn properties(path: &Path, net: &Net, logic: Option<Logic>) -> Result<Vec<ContestProperty>, Failure> {
    let source = read_source(path)?;
    let text = String::from_utf8_lossy(source.bytes()).into_owned();
    let read = match logic {
        Some(logic) => sanderling_query::contest::read_in(logic, &text, net),
        None => sanderling_query::contest::read(&text, net),
    };
    read.map_err(|found| {
        let message = format!("invalid properties in `{}`", source.name());
        Failure::diagnosed(message, source, found)
    })
}
