//! `serve`: the engine behind an editor, over standard input and output.
//!
//! What the options of an analysis mean is what they mean on the command line.

use std::io;

use sanderling::options::Choices;
use sanderling::{Question, Request};
use sanderling_net::Net;
use serde_json::{Map, Value};

use crate::arguments::ServeArguments;
use crate::exit::Exit;
use crate::failure::Failure;

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
    if options.contains_key("memory") {
        return Err(
            "`memory` is no option of an analysis: `memory_bytes` stands beside the options".to_owned()
        );
    }
    let request = Choices::from_json(options).and_then(|choices| choices.request(question, net));
    request.map_err(|misuse| misuse.to_string())
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
            (json!({ "colour": "red" }), "`colour` is no option"),
            (json!({ "max-revist-factor": 2 }), "is `max-revisit-factor` meant?"),
            (json!({ "increment": 2 }), "nothing without `depth`"),
            (json!({ "bounds": "yes" }), "expected true or false"),
            (json!({ "order": "sideways" }), "invalid value 'sideways'"),
            (json!({ "order": [1] }), "expected a text or a number"),
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
