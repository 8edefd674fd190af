//! The token game by the plain meaning of a net, coloured or not: ten random firings.
//! `cargo run -p sanderling --example stepper -- nets/coloured/philosophers-3.pnml`

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Format, Source, semantics};
use sanderling_pnml::Pnml;

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("give a file")?;
    let bytes = std::fs::read(&file).map_err(|error| error.to_string())?;
    let parsed = Pnml.parse(&Source::new(file, bytes)).map_err(|problems| problems.to_string())?;
    let net = parsed.nets.into_iter().next().ok_or("there is no net in it")?;

    let mut random = StdRng::seed_from_u64(0);
    let mut marking = semantics::initial(&net).map_err(|error| error.to_string())?;
    for _ in 0..10 {
        let enabled = semantics::enabled(&net, &marking).map_err(|error| error.to_string())?;
        if enabled.is_empty() {
            println!("nothing is enabled");
            break;
        }
        let firing = &enabled[random.random_range(0..enabled.len())];
        println!("{} (of {} enabled)", net.transition(firing.transition).id, enabled.len());
        marking = semantics::fire(&net, &marking, firing).map_err(|error| error.explain(&net))?;
    }
    Ok(())
}
