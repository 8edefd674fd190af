//! The refusal of several processes, in a program built without support for them.

use std::convert::Infallible;

use sanderling::Company;
use sanderling_net::Source;
use sanderling_report::Report;

use crate::arguments::{NetArguments, ProcessOptions};
use crate::failure::Failure;

/// The other processes. There are none, so the type has no value.
pub(in crate::command) struct Joined(Infallible);

impl Joined {
    pub(super) fn join(_: &NetArguments, options: &ProcessOptions) -> Result<(Self, Source), Failure> {
        Err(refused(options.first().unwrap_or_default()))
    }

    pub(super) fn own(options: &ProcessOptions) -> Result<Option<usize>, Failure> {
        options.first().map_or(Ok(None), |option| Err(refused(option)))
    }

    pub(super) fn company(&self) -> Company {
        match self.0 {}
    }

    pub(super) fn processes_here(&self) -> usize {
        match self.0 {}
    }

    pub(super) fn complete(&self, _: &mut Report) {
        match self.0 {}
    }
}

fn refused(option: &str) -> Failure {
    Failure::usage(format!(
        "this program was built without `{option}`: build it with `--features distributed`, or remove the option"
    ))
}
