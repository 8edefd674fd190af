//! Ids of transitions, and the description of the program behind the net.

use std::collections::{HashMap, HashSet};

use sanderling_net::program::{Channel, Process, Step};
use sanderling_net::{PlaceId, Program, SortId, Span};

use super::frame::Frame;
use crate::check::resolved;

/// The ids in use.
#[derive(Debug, Default)]
pub(super) struct Ids {
    used: HashSet<String>,
    copies: HashMap<String, u32>,
}

impl Ids {
    /// Returns the id itself if it is new, otherwise with the first suffix `#2`, `#3`, … that makes it unique.
    pub(super) fn unused(&mut self, id: &str) -> String {
        let mut candidate = id.to_owned();
        while !self.used.insert(candidate.clone()) {
            let copies = self.copies.entry(id.to_owned()).or_insert(1);
            *copies += 1;
            candidate = format!("{id}#{copies}");
        }
        candidate
    }
}

/// Returns a part of a file on one line.
pub(super) fn quoted(text: &str, span: Span) -> Option<String> {
    let text = text.get(span.start as usize..span.end as usize)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the description of the program.
pub(super) fn program(frame: &Frame<'_>, steps: Vec<Step>) -> Program {
    let property = frame.program.property.map(|property| &frame.program.processes[property.index()].name);
    let (variables, mut own) = frame.cells_by_owner();
    Program {
        variables,
        processes: frame
            .program
            .kept()
            .map(|id| process(frame, id, std::mem::take(&mut own[id.index()])))
            .collect(),
        channels: frame.program.channels.iter().enumerate().map(|(i, c)| channel(frame, i, c)).collect(),
        steps,
        property: None,
        left_out: property.map(|name| format!("the property process `{name}`")).into_iter().collect(),
        end: None,
        limits: Vec::new(),
    }
}

fn process(frame: &Frame<'_>, id: resolved::ProcessId, variables: Vec<PlaceId>) -> Process {
    let process = &frame.program.processes[id.index()];
    let locations = process.locations.iter().enumerate();
    Process {
        name: process.name.clone(),
        location: frame.location(id),
        variables,
        committed: locations.filter(|(_, l)| l.is_committed).map(|(position, _)| position as u32).collect(),
        aliases: Vec::new(),
        span: Some(process.span),
    }
}

fn channel(frame: &Frame<'_>, index: usize, channel: &resolved::Channel) -> Channel {
    let items = |items: &Vec<_>| items.iter().map(|width| frame.sorts.width(*width)).collect::<Vec<SortId>>();
    Channel {
        name: channel.name.clone(),
        items: channel.items.as_ref().map(items),
        buffer: frame.buffer(resolved::ChannelId::new(index)),
        span: Some(channel.span),
    }
}

#[cfg(test)]
mod tests {
    use super::Ids;

    #[test]
    fn ids_are_new_even_where_names_look_like_numbered_ones() {
        let mut ids = Ids::default();
        let given = ["a", "a", "a#2", "a", "b"].map(|id| ids.unused(id));
        assert_eq!(given, ["a", "a#2", "a#2#2", "a#3", "b"]);
    }
}
