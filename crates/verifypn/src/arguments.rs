//! Parses the command line as the editor and users of verifypn write it.
//!
//! The editor splits its line at blanks, so empty words occur; they are skipped. Known options without an
//! effect here are skipped with their values and a warning, and unknown ones without a warning. The last two
//! words that do not belong to an option are the files.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use sanderling_property::Logic;

use crate::Outcome;

/// The action that a call requests.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
    /// Answer queries.
    Verify(Box<Call>),
    /// Simulate a coloured net interactively over standard input.
    Interact(PathBuf),
}

/// A call that requests answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) model: PathBuf,
    /// Not needed for an exploration of the state space.
    pub(crate) queries: Option<PathBuf>,
    /// Markings with more tokens may be excluded.
    pub(crate) token_bound: Option<u64>,
    /// The logic in which formulas about runs are parsed.
    pub(crate) logic: Logic,
    pub(crate) wants_run: bool,
    pub(crate) strategy: Strategy,
    /// The positions of the selected queries, from 1.
    pub(crate) chosen: Vec<usize>,
    pub(crate) reduction: Reduction,
    pub(crate) proves: bool,
    pub(crate) partial_order: bool,
    pub(crate) explores: bool,
    pub(crate) statistics: bool,
    pub(crate) verifies: bool,
    /// Whether runs of coloured nets are shown in terms of the coloured net.
    pub(crate) is_explicit: bool,
    pub(crate) wants_bindings: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) reduced_net: Option<PathBuf>,
    pub(crate) unfolded_net: Option<PathBuf>,
    pub(crate) unfolded_queries: Option<PathBuf>,
}

/// The search strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// The one expected to perform best. The editor requests it if the user has chosen nothing.
    Usual,
    BreadthFirst,
    DepthFirst,
    Random,
    /// No search, only proofs.
    OverApproximation,
}

/// The structural reduction of the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reduction {
    /// No reduction.
    None,
    /// Everything that the query does not observe.
    Aggressive,
    /// No reduction, because the bounds of places are requested.
    BoundPreserving,
}

impl Call {
    fn new() -> Self {
        Self {
            model: PathBuf::new(),
            queries: None,
            token_bound: None,
            logic: Logic::Ctl,
            wants_run: false,
            strategy: Strategy::Usual,
            chosen: vec![1],
            reduction: Reduction::Aggressive,
            proves: true,
            partial_order: true,
            explores: false,
            statistics: true,
            verifies: true,
            is_explicit: false,
            wants_bindings: false,
            threads: None,
            reduced_net: None,
            unfolded_net: None,
            unfolded_queries: None,
        }
    }
}

/// Options that have no effect here, with their number of values.
const PASSED_OVER: &[(&str, usize)] = &[
    ("--seed-offset", 1),
    ("-d", 1),
    ("--reduction-timeout", 1),
    ("--interval-timeout", 1),
    ("--partition-timeout", 1),
    ("-l", 1),
    ("--lpsolve-timeout", 1),
    ("--ltl-por", 1),
    ("--ltl-heur", 1),
    ("--siphon-depth", 1),
    ("--max-intervals", 2),
    ("--binary-query-io", 1),
    ("--write-simplified", 1),
    ("--write-buchi", 1),
    ("--spot-optimization", 1),
    ("--trace-replay", 1),
    ("--strategy-output", 1),
    ("--col-reduction", 1),
    ("-tar", 0),
    ("--trace-abstraction", 0),
    ("--disable-cfp", 0),
    ("--disable-partitioning", 0),
    ("--disable-symmetry-vars", 0),
    ("-c", 0),
    ("--cpn-overapproximation", 0),
    ("-noweak", 0),
    ("--noweak", 0),
    ("-noreach", 0),
    ("--noreach", 0),
    ("--keep-solved", 0),
    ("--compress-aps", 0),
];

/// Options that are ignored without a warning, because the editor always gives them if they apply.
const SILENT: &[&str] =
    &["--col-reduction", "--disable-cfp", "--disable-partitioning", "--disable-symmetry-vars"];

/// Parses the words. Also returns the warnings.
pub(crate) fn parse(words: &[OsString]) -> Outcome<(Wish, Vec<String>)> {
    let mut reader = Reader {
        words: words.iter().map(OsString::as_os_str).filter(|word| !word.is_empty()).collect(),
        at: 0,
    };
    let (mut call, mut files, mut warnings, mut interacts) = (Call::new(), Vec::new(), Vec::new(), false);
    let (mut query_reduction, mut siphon_trap) = (30, 0);
    while let Some(word) = reader.word() {
        let Some(word) = word.to_str() else {
            // All options are ASCII; file names may be arbitrary.
            files.push(word);
            continue;
        };
        match word {
            "-h" | "--help" => return Ok((Wish::Help, warnings)),
            "-v" | "--version" => return Ok((Wish::Version, warnings)),
            "-k" | "--k-bound" => call.token_bound = Some(reader.number(word)?).filter(|&bound| bound > 0),
            "-t" | "--trace" => {
                call.wants_run = true;
                reader.one_of(&["1", "2"]);
            }
            "-s" | "--search-strategy" => call.strategy = strategy(reader.value(word)?)?,
            "-x" | "--xml-queries" => call.chosen = positions(reader.value(word)?)?,
            "-r" | "--reduction" => call.reduction = reduction(&mut reader, word, &mut warnings)?,
            "-q" | "--query-reduction" => query_reduction = reader.number(word)?,
            "-a" | "--siphon-trap" => siphon_trap = reader.number(word)?,
            "-p" | "--disable-partial-order" => call.partial_order = false,
            "-e" | "--state-space-exploration" => call.explores = true,
            "-n" | "--no-statistics" => call.statistics = false,
            "-z" | "--cores" => call.threads = Some(reader.number(word)?.clamp(1, 1024) as usize),
            "-C" => call.is_explicit = true,
            "--interactive-mode" => interacts = true,
            "--noverify" => call.verifies = false,
            "--bindings" => call.wants_bindings = true,
            "--write-reduced" => call.reduced_net = Some(reader.file(word)?),
            "--write-unfolded-net" => call.unfolded_net = Some(reader.file(word)?),
            "--write-unfolded-queries" => call.unfolded_queries = Some(reader.file(word)?),
            // The choice of algorithm does not affect the answers.
            "-ctl" | "--ctl-algorithm" => {
                call.logic = Logic::Ctl;
                reader.one_of(&["local", "czero"]);
            }
            "-ltl" | "--ltl-algorithm" => {
                call.logic = Logic::Ltl;
                reader.one_of(&["ndfs", "tarjan", "none"]);
            }
            _ if word.starts_with('-') && word.len() > 1 => {
                let known = PASSED_OVER.iter().find(|(name, _)| *name == word);
                let is_said = known.is_none() || !SILENT.contains(&word);
                reader.at += known.map_or(0, |(_, values)| *values);
                // The editor would mistake the word `trace` for the start of a run.
                if is_said && !word.contains("trace") {
                    warnings.push(format!("the option {word} does nothing here"));
                }
            }
            file => files.push(OsStr::new(file)),
        }
    }
    call.proves = query_reduction > 0 || siphon_trap > 0;
    let files = given(&files, if interacts || call.explores { 1 } else { 2 }, &mut warnings)?;
    call.model = files[0].into();
    call.queries = files.get(1).map(Into::into);
    let wish = if interacts { Wish::Interact(call.model) } else { Wish::Verify(Box::new(call)) };
    Ok((wish, warnings))
}

/// Returns the files: the last two words, since earlier ones may be values of unknown options.
fn given<'a>(files: &'a [&'a OsStr], least: usize, warnings: &mut Vec<String>) -> Outcome<&'a [&'a OsStr]> {
    if files.len() < least {
        return Err(format!("no {} file is given", if files.is_empty() { "model" } else { "query" }));
    }
    let (unknown, files) = files.split_at(files.len().saturating_sub(2));
    warnings.extend(unknown.iter().map(|word| format!("the word `{}` is passed over", word.display())));
    Ok(files)
}

fn strategy(name: &str) -> Outcome<Strategy> {
    Ok(match name {
        "BestFS" | "DEFAULT" | "default" => Strategy::Usual,
        "BFS" => Strategy::BreadthFirst,
        "DFS" => Strategy::DepthFirst,
        "RDFS" | "RPFS" | "RandomWalk" => Strategy::Random,
        "OverApprox" => Strategy::OverApproximation,
        _ => return Err(format!("there is no search strategy `{name}`")),
    })
}

fn reduction(reader: &mut Reader<'_>, option: &str, warnings: &mut Vec<String>) -> Outcome<Reduction> {
    Ok(match reader.value(option)? {
        "0" => Reduction::None,
        "1" => Reduction::Aggressive,
        "2" => Reduction::BoundPreserving,
        "3" => {
            reader.value(option)?;
            warnings.push("sequences of reduction rules are passed over".into());
            Reduction::Aggressive
        }
        other => return Err(format!("there is no reduction `{other}`")),
    })
}

fn positions(list: &str) -> Outcome<Vec<usize>> {
    let position = |word: &str| word.trim().parse().ok().filter(|&position: &usize| position > 0);
    let positions: Option<Vec<usize>> =
        list.split(',').filter(|word| !word.is_empty()).map(position).collect();
    positions
        .filter(|all| !all.is_empty())
        .ok_or_else(|| format!("`{list}` is no list of positions of queries"))
}

/// A reader over the words of the command line.
struct Reader<'a> {
    words: Vec<&'a OsStr>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<&'a OsStr> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn value(&mut self, option: &str) -> Outcome<&'a str> {
        let word = self.word().ok_or_else(|| format!("{option} needs a value"))?;
        word.to_str().ok_or_else(|| format!("{option} has no value `{}`", word.display()))
    }

    fn file(&mut self, option: &str) -> Outcome<PathBuf> {
        self.word().map(PathBuf::from).ok_or_else(|| format!("{option} needs a value"))
    }

    fn number(&mut self, option: &str) -> Outcome<u64> {
        let word = self.value(option)?;
        word.parse().map_err(|_| format!("{option} needs a number, and `{word}` is none"))
    }

    /// Skips the next word if it is one of these.
    fn one_of(&mut self, words: &[&str]) {
        if self.words.get(self.at).is_some_and(|next| words.iter().any(|word| next == word)) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Outcome<(Wish, Vec<String>)> {
        parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    fn call(line: &str) -> Call {
        match parsed(line) {
            Ok((Wish::Verify(call), _)) => *call,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_editors_lines_are_understood() {
        let usual = call(
            "  --k-bound 7  --trace  --search-strategy BFS  --reduction 1  --write-reduced r.pnml m.xml q.xml",
        );
        assert_eq!((usual.token_bound, usual.wants_run), (Some(7), true));
        assert_eq!((usual.strategy, usual.reduction), (Strategy::BreadthFirst, Reduction::Aggressive));
        assert_eq!((usual.model, usual.queries), ("m.xml".into(), Some("q.xml".into())));
        assert_eq!(usual.reduced_net, Some("r.pnml".into()));
        let of_ctl = call(
            " --k-bound 0 --ctl-algorithm czero --xml-queries 1 --siphon-trap 10 --query-reduction 0 m q",
        );
        assert_eq!((of_ctl.token_bound, of_ctl.proves, of_ctl.chosen), (None, true, vec![1]));
        assert_eq!((usual.logic, of_ctl.logic), (Logic::Ctl, Logic::Ctl));
        let of_ltl =
            call("--ltl-algorithm --xml-queries 2,3 --disable-partial-order --query-reduction 0 m q");
        assert_eq!(of_ltl.logic, Logic::Ltl);
        assert_eq!((of_ltl.chosen, of_ltl.partial_order, of_ltl.proves), (vec![2, 3], false, false));
        let coloured = call(
            "--trace --write-unfolded-net n --write-unfolded-queries q --bindings --disable-cfp --col-reduction 0 m q2",
        );
        assert!(
            coloured.wants_bindings && coloured.unfolded_net.is_some() && coloured.unfolded_queries.is_some()
        );
        assert_eq!(parsed("m.xml -C --interactive-mode").unwrap().0, Wish::Interact("m.xml".into()));
    }

    #[test]
    fn unknown_options_are_ignored_with_a_warning() {
        let (_, warnings) =
            parsed("--max-intervals 3 4 --new-option x --trace-abstraction --disable-cfp m q").unwrap();
        assert_eq!(
            warnings,
            [
                "the option --max-intervals does nothing here",
                "the option --new-option does nothing here",
                "the word `x` is passed over"
            ]
        );
    }

    #[test]
    fn invalid_arguments_are_reported() {
        for (line, part) in [
            ("m", "no query file"),
            ("", "no model file"),
            ("m q -k", "-k needs a value"),
            ("m q -k x", "`x` is none"),
            ("m q -s Best", "no search strategy `Best`"),
            ("m q -r 4", "no reduction `4`"),
            ("m q -x 0", "no list of positions"),
            ("m q -x ,", "no list of positions"),
        ] {
            let message = parsed(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
        assert_eq!(parsed("-e m").map(|_| ()), Ok(()));
    }
}
