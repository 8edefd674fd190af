//! Properties of a net in a PNML file, with a limit of time:
//! `cargo run -p sanderling --example properties -- nets/philosophers-3.pnml 'always tokens(eat_1, eat_2) <= 1' 'reach deadlock'`

use std::time::Duration;

use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;
use sanderling_property::Property;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("give a file, and properties")?;
    let bytes = std::fs::read(&file).map_err(|error| error.to_string())?;
    let parsed = Pnml.parse(&Source::new(file, bytes)).map_err(|problems| problems.to_string())?;
    let net = parsed.nets.into_iter().next().ok_or("there is no net in it")?;
    let properties = arguments.map(|text| Property::parse(&text, &net).map_err(|error| error.to_string()));
    let properties = properties.collect::<Result<Vec<_>, _>>()?;

    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let request = Request { limits, ..Request::new(Question::Check(properties)) }.with_portfolio(&net);
    let report = analyse(&net, &request, &Control::default()).map_err(|problems| problems.to_string())?;
    for answer in &report.answers {
        println!("{:9} {}", answer.verdict.as_str(), answer.property);
        for step in answer.trace.iter().flat_map(|trace| &trace.steps) {
            println!("            {}", step.event);
        }
    }
    Ok(())
}
