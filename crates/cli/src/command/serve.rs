//! `serve`: the engine behind an editor, over standard input and output.
//!
//! What the options of an analysis mean is what they mean on the command line: they are put together as one, and understood by
//! the same rules.

use std::io;

use clap::Parser;
use sanderling::{Question, Request};
use sanderling_net::Net;
use serde_json::{Map, Value};

use super::search;
use crate::arguments::{Arguments, Command, ServeArguments};
use crate::exit::Exit;
use crate::failure::Failure;

/// Options that are said in another way, or mean nothing here.
const ELSEWHERE: &[&str] =
    &["from", "net", "dve-semantics", "unfold-names", "memory", "format", "progress", "help", "version"];

/// Serves until the client leaves.
pub(super) fn serve(options: &ServeArguments) -> Result<Exit, Failure> {
    let memory = options.memory.or_else(sanderling::default_memory_limit).unwrap_or(4 << 30);
    let served = sanderling_server::serve(io::stdin().lock(), io::stdout(), Box::new(compose), memory);
    served.map_err(|error| Failure::input(format!("the connection was lost: {error}")))?;
    Ok(Exit::Success)
}

/// The request that options make of a question.
pub(super) fn compose(
    question: Question,
    net: &Net,
    options: &Map<String, Value>,
) -> Result<Request, String> {
    let command = if question == Question::Explore { "explore" } else { "deadlock" };
    let mut line = vec!["sanderling".to_owned(), command.to_owned(), "-".to_owned()];
    for (name, value) in options {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if !is_name || name.starts_with('-') || ELSEWHERE.contains(&name.as_str()) {
            return Err(format!("`{name}` is no option of an analysis"));
        }
        match value {
            Value::Bool(false) | Value::Null => {}
            Value::Bool(true) => line.push(format!("--{name}")),
            Value::String(text) => line.push(format!("--{name}={text}")),
            Value::Number(number) => line.push(format!("--{name}={number}")),
            Value::Array(_) | Value::Object(_) => {
                return Err(format!("`{name}` has to be a text, a number, true or false"));
            }
        }
    }
    let arguments = Arguments::try_parse_from(line).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    })?;
    let (Command::Explore(options) | Command::Deadlock(options)) = arguments.command else {
        return Err("an option made another command of it".to_owned());
    };
    let request = search::request(question, net, &options.how, &options.how.statistics);
    let mut request = request.map_err(|failure| {
        let report = failure.to_report();
        let first = report.diagnostics.first().map(|first| format!(": {}", first.message));
        report.message + &first.unwrap_or_default()
    })?;
    request.model_errors = search::model_errors(&options.how.errors, &options.net);
    Ok(request)
}

#[cfg(test)]
mod tests {
    use sanderling::{Order, StoreChoice};
    use serde_json::json;

    use super::*;

    fn composed(options: Value) -> Result<Request, String> {
        let Value::Object(options) = options else { panic!("an object") };
        compose(Question::Explore, &Net::new("n"), &options)
    }

    #[test]
    fn options_mean_what_they_mean_on_the_command_line() {
        let request = composed(
            json!({ "order": "dfs", "store": "packed", "threads": 1, "bounds": true, "time": "3s" }),
        )
        .unwrap();
        assert_eq!((request.order, request.store), (Order::DepthFirst, Some(StoreChoice::Packed)));
        assert!(request.statistics.bounds && request.threads == 1);
        assert_eq!(request.limits.time, Some(std::time::Duration::from_secs(3)));
    }

    #[test]
    fn options_that_are_none_are_refused_with_a_line() {
        for (options, part) in [
            (json!({ "colour": "red" }), "unexpected argument '--colour'"),
            (json!({ "order": "sideways" }), "invalid value 'sideways'"),
            (json!({ "order": [1] }), "has to be a text"),
            (json!({ "help": true }), "`help` is no option"),
            (json!({ "memory": "1G" }), "`memory` is no option"),
            (json!({ "--order": "dfs" }), "is no option"),
            (json!({ "heuristic": "tokens(" , "order": "best"}), "heuristic"),
        ] {
            let message = composed(options).unwrap_err();
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
        }
    }
}
