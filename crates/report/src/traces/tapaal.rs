//! The XML of TAPAAL, in which its engines print runs, and which its editor steps through.
//!
//! A `trace` has a `transition` for each firing, with its `id` and its position in the net as `index`. It has a `token`
//! of age 0 for each token that the firing consumes. If transitions have variables, `bindings` has their values. The
//! format has no place for changes or for an initial marking. A `loop` precedes the firings that are repeated for ever.
//! It is at the end if the last marking is repeated. The reader also accepts the output of engines: the word `Trace:`
//! in front, markings, and a delay of no time. It refuses a delay that takes time, because our nets have no time.

use std::fmt::Write;

use super::{TraceFault, Unwritable, without_branches, without_error};
use crate::xml::{Document, Element, Escaped, Malformed};
use crate::{Binding, Step, Steps, Trace};

/// The word that engines print before a trace.
pub(super) const HEADING: &str = "Trace:";

/// Maximum number of tokens to write for one step; if it consumes more, its tokens are left out.
const MAX_TOKENS: u64 = 10_000;

/// The information about a step that TAPAAL's format needs in addition to the trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consumption {
    /// The position of the transition in the net.
    pub index: usize,
    /// The places from which the step consumes tokens, with their numbers.
    pub tokens: Vec<(String, u64)>,
}

/// Writes a trace, without the heading.
pub(super) fn write(trace: &Trace, consumption: &[Consumption]) -> Result<String, Unwritable> {
    without_error(trace)?;
    let mut out = String::from("<trace>\n");
    if let Some(note) = without_branches(trace) {
        let _ = writeln!(out, "\t<!-- {note} -->");
    }
    for (number, step) in trace.steps.iter().enumerate() {
        if trace.repeated_from == Some(number) {
            out.push_str("\t<loop/>\n");
        }
        write_step(&mut out, &step, consumption.get(number).unwrap_or(&Consumption::default()));
    }
    if trace.repeated_from == Some(trace.steps.len()) {
        out.push_str("\t<loop/>\n");
    }
    out.push_str("</trace>\n");
    Ok(out)
}

fn write_step(out: &mut String, step: &Step, Consumption { index, tokens }: &Consumption) {
    let _ = writeln!(out, "\t<transition id=\"{}\" index=\"{index}\">", Escaped(&step.event));
    write_bindings(out, &step.binding);
    // Users of some engines need the tokens; if they would fill a disk, they are left out.
    let is_reasonable = tokens.iter().map(|(_, count)| *count).fold(0, u64::saturating_add) <= MAX_TOKENS;
    for (place, count) in tokens.iter().filter(|_| is_reasonable) {
        for _ in 0..*count {
            let _ = writeln!(out, "\t\t<token place=\"{}\" age=\"0\"/>", Escaped(place));
        }
    }
    out.push_str("\t</transition>\n");
}

fn write_bindings(out: &mut String, binding: &Binding) {
    if binding.is_empty() {
        return;
    }
    out.push_str("\t\t<bindings>\n");
    for (variable, value) in binding {
        let _ = writeln!(out, "\t\t\t<variable id=\"{}\">", Escaped(variable));
        let _ = writeln!(out, "\t\t\t\t<color>{}</color>", Escaped(value));
        out.push_str("\t\t\t</variable>\n");
    }
    out.push_str("\t\t</bindings>\n");
}

/// Reads a trace.
pub(super) fn read(text: &str) -> Result<Trace, TraceFault> {
    // The heading is replaced by blanks, so that positions do not change.
    let start = text.len() - text.trim_start().len();
    let text = match text[start..].strip_prefix(HEADING) {
        Some(rest) => format!("{}{}{rest}", &text[..start], " ".repeat(HEADING.len())),
        None => text.to_owned(),
    };
    let document = Document::parse(&text)?;
    let root = document.root();
    let trace = match root.name() {
        "trace" => root,
        "trace-list" => match root.children()[..] {
            [trace] if trace.name() == "trace" => trace,
            ref several => {
                let found = format!("a list of {} traces", several.len());
                return Err(fault(found, root).expected("one trace"));
            }
        },
        other => return Err(fault(format!("the root element `{other}`"), root).expected("`trace`")),
    };
    let (mut steps, mut repeated_from) = (Steps::default(), None);
    for element in trace.children() {
        match element.name() {
            "loop" if repeated_from.is_some() => {
                return Err(fault("a second `loop`", element).expected("one"));
            }
            "loop" => repeated_from = Some(steps.len()),
            "transition" => steps.push(step(element)?),
            "marking" | "deadlock" => {}
            "delay" if takes_no_time(element) => {}
            "delay" => {
                let found = format!("a delay of `{}`", element.text());
                return Err(fault(found, element).expected("a trace without time"));
            }
            other => return Err(fault(format!("the element `{other}`"), element).expected("`transition`")),
        }
    }
    Ok(Trace { steps, repeated_from, ..Trace::default() })
}

fn fault(message: impl Into<String>, element: Element<'_>) -> TraceFault {
    Malformed { message: message.into(), span: element.span() }.into()
}

fn takes_no_time(delay: Element<'_>) -> bool {
    delay.text().parse::<f64>().is_ok_and(|time| time == 0.0)
}

fn step(element: Element<'_>) -> Result<Step, TraceFault> {
    let event = element.attribute("id").ok_or_else(|| fault("a transition without `id`", element))?;
    let mut binding = Vec::new();
    for variable in element.named("bindings").flat_map(Element::children) {
        let id = variable.attribute("id").filter(|_| variable.name() == "variable");
        let id = id.ok_or_else(|| fault("a binding that is not a `variable` with an `id`", variable))?;
        let colours: Vec<_> = variable.named("color").map(Element::text).collect();
        let value = match &colours[..] {
            [] => return Err(fault(format!("the variable `{id}` without `color`"), variable)),
            [colour] => colour.to_string(),
            // Several colours are written as one tuple in parentheses.
            _ => format!("({})", colours.join(",")),
        };
        binding.push((id.to_owned(), value));
    }
    Ok(Step { event: event.to_owned(), binding: binding.into_iter().collect(), ..Step::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace() -> Trace {
        let binding = [("x", "a<b".to_owned()), ("y", "(1,2)".to_owned())].into_iter().collect();
        let steps = vec![
            Step { event: "t".into(), ..Step::default() },
            Step { event: "u \"&\" v".into(), binding, ..Step::default() },
        ];
        Trace { steps: steps.into(), ..Trace::default() }
    }

    #[test]
    fn a_trace_is_written_as_engines_print_it() {
        let takes = |index, tokens: &[(&str, u64)]| Consumption {
            index,
            tokens: tokens.iter().map(|&(place, count)| (place.to_owned(), count)).collect(),
        };
        let text = write(&trace(), &[takes(3, &[("p", 2), ("q", 1)]), takes(0, &[])]).unwrap();
        insta::assert_snapshot!(text, @r#"
        <trace>
        	<transition id="t" index="3">
        		<token place="p" age="0"/>
        		<token place="p" age="0"/>
        		<token place="q" age="0"/>
        	</transition>
        	<transition id="u &quot;&amp;&quot; v" index="0">
        		<bindings>
        			<variable id="x">
        				<color>a&lt;b</color>
        			</variable>
        			<variable id="y">
        				<color>(1,2)</color>
        			</variable>
        		</bindings>
        	</transition>
        </trace>
        "#);
        assert_eq!(read(&text).unwrap(), trace());
        assert_eq!(read(&format!("Trace:\n{text}")).unwrap(), trace());
    }

    #[test]
    fn very_many_tokens_are_left_out() {
        let takes = Consumption { index: 0, tokens: vec![("p".into(), u64::MAX), ("q".into(), 2)] };
        let text = write(&trace(), &[takes]).unwrap();
        assert!(!text.contains("<token"), "{text}");
        assert_eq!(read(&text).unwrap(), trace());
    }

    #[test]
    fn additional_elements_of_other_engines_are_ignored() {
        let text = "<trace-list><trace name='T'><marking><place id='p'/></marking><delay>0.0</delay>\
            <transition id='t' index='1'><token place='p' age='0'/></transition><loop/>\
            <transition id='u \"&amp;\" v'><bindings><variable id='x'><color>a&lt;b</color></variable>\
            <variable id='y'><color>1</color><color>2</color></variable></bindings></transition><deadlock/></trace></trace-list>";
        assert_eq!(read(text).unwrap(), Trace { repeated_from: Some(1), ..trace() });
    }

    #[test]
    fn infinite_runs_read_back() {
        for repeated_from in [Some(0), Some(1), Some(2), None] {
            let lasso = Trace { repeated_from, ..trace() };
            let text = write(&lasso, &[]).unwrap();
            assert_eq!(text.matches("<loop/>").count(), usize::from(repeated_from.is_some()), "{text}");
            assert_eq!(read(&text).unwrap(), lasso, "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, beginning) in [
            ("<traces/>", "1:1: the root element `traces`, expected `trace`"),
            ("Trace:\n<trace>\n <x/></trace>", "3:2: the element `x`"),
            ("<trace><loop/><loop/></trace>", "1:15: a second `loop`"),
            ("<trace><transition/></trace>", "1:8: a transition without `id`"),
            ("<trace><delay>1</delay></trace>", "1:8: a delay of `1`"),
            ("<trace-list><trace/><trace/></trace-list>", "1:1: a list of 2 traces"),
            (
                "<trace><transition id='t'><bindings><variable/></bindings></transition></trace>",
                "1:37: a binding",
            ),
            (
                "<trace><transition id='t'><bindings><variable id='x'/></bindings></transition></trace>",
                "1:37: the variable",
            ),
            ("<!DOCTYPE trace [<!ENTITY a 'b'>]><trace>&a;</trace>", "1:1: a document type"),
            ("Trace:", "1:7: a text without an element"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.starts_with(beginning), "{text}: {fault}");
        }
    }
}
