//! The JSON of the common net as a format.

use std::io;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostics, Format, Net, Source, json};

/// Number of bytes to examine for recognition.
const HEAD_BYTES: usize = 8192;

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn description(&self) -> &'static str {
        "Sanderling's own JSON, for every net"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        let head = &source.bytes()[..source.bytes().len().min(HEAD_BYTES)];
        let is_json = matches!(head.trim_ascii_start().first(), Some(b'{' | b'['));
        if is_json && head.windows(VERSION_KEY.len()).any(|window| window == VERSION_KEY) {
            Recognition::ByContent
        } else if source.extension() == "json" {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        let nets = json::read_all(source.bytes())?;
        let mut warnings = Diagnostics::new();
        nets.iter().for_each(|net| warnings.extend(net.validate()));
        Ok(Parsed { nets, warnings })
    }

    fn can_write(&self) -> bool {
        true
    }

    fn write_bounded(
        &self,
        net: &Net,
        _: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        json::write(net, sink).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => WriteError::Unsupported(error.to_string()),
            _ => WriteError::Io(error),
        })
    }
}

const VERSION_KEY: &[u8] = b"\"sanderling_net\"";

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, ArcKind, Place, Transition};

    use super::*;

    #[test]
    fn written_nets_are_recognised_and_read_back() {
        let mut net = Net::new("n");
        let place = net.add_place(Place::with_tokens("p", u64::MAX));
        let transition = net.add_transition(Transition::plain("t"));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Read, 2));
        let mut bytes = Vec::new();
        Json.write(&net, &mut bytes).unwrap();
        let source = Source::new("net", bytes);
        assert_eq!(Json.recognise(&source), Recognition::ByContent);
        assert_eq!(Json.parse(&source).unwrap().nets, [net]);
    }

    #[test]
    fn other_json_is_recognised_by_its_name_only() {
        assert_eq!(Json.recognise(&Source::new("x.json", "{}")), Recognition::ByName);
        assert_eq!(Json.recognise(&Source::new("x", "{}")), Recognition::No);
    }
}
