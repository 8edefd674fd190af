//! Resolution of the names of a model.
//!
//! A process sees its own variables and locations, then those of the model. A location hides a variable of the model
//! with the same name.

use std::collections::HashMap;

use sanderling_dve::syntax::{Channel, Declaration, Model, Variable};

/// Names of a process, or of the model.
#[derive(Debug, Default)]
struct Scope<'a> {
    variables: HashMap<&'a str, usize>,
    locations: HashMap<&'a str, usize>,
}

/// All names of a model.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// Variables, in the order of a state's.
    pub(super) variables: Vec<&'a Variable>,
    /// Channels, in the order of a state's.
    pub(super) channels: Vec<&'a Channel>,
    /// Process that each variable belongs to.
    pub(super) owners: Vec<Option<usize>>,
    processes: HashMap<&'a str, usize>,
    channel_names: HashMap<&'a str, usize>,
    global: Scope<'a>,
    local: Vec<Scope<'a>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(model: &'a Model) -> Self {
        let mut names = Self {
            variables: Vec::new(),
            channels: Vec::new(),
            owners: Vec::new(),
            processes: HashMap::new(),
            channel_names: HashMap::new(),
            global: Scope::default(),
            local: Vec::new(),
        };
        for declaration in &model.declarations {
            match declaration {
                Declaration::Variable(variable) => {
                    let position = names.declare(variable, None);
                    names.global.variables.insert(&variable.name.text, position);
                }
                Declaration::Channel(channel) => {
                    names.channel_names.insert(&channel.name.text, names.channels.len());
                    names.channels.push(channel);
                }
            }
        }
        for (position, process) in model.processes.iter().enumerate() {
            names.processes.insert(&process.name.text, position);
            let mut scope = Scope::default();
            for variable in &process.variables {
                scope.variables.insert(&variable.name.text, names.declare(variable, Some(position)));
            }
            for (location, name) in process.states.iter().enumerate() {
                scope.locations.insert(&name.text, location);
            }
            names.local.push(scope);
        }
        names
    }

    fn declare(&mut self, variable: &'a Variable, owner: Option<usize>) -> usize {
        self.variables.push(variable);
        self.owners.push(owner);
        self.variables.len() - 1
    }

    /// Returns the variable that a name denotes in a process.
    pub(super) fn variable(&self, process: Option<usize>, name: &str) -> usize {
        let own = process.map(|process| &self.local[process]);
        if let Some(&variable) = own.and_then(|scope| scope.variables.get(name)) {
            return variable;
        }
        assert!(!own.is_some_and(|scope| scope.locations.contains_key(name)), "{name} is a location");
        *self.global.variables.get(name).unwrap_or_else(|| panic!("no variable {name}"))
    }

    pub(super) fn process(&self, name: &str) -> usize {
        *self.processes.get(name).unwrap_or_else(|| panic!("no process {name}"))
    }

    pub(super) fn location(&self, process: usize, name: &str) -> usize {
        *self.local[process].locations.get(name).unwrap_or_else(|| panic!("no location {name}"))
    }

    pub(super) fn channel(&self, name: &str) -> usize {
        *self.channel_names.get(name).unwrap_or_else(|| panic!("no channel {name}"))
    }

    /// Returns the maximum number of messages in a channel; `None` if sender and receiver move together.
    pub(super) fn capacity(&self, channel: usize) -> Option<usize> {
        let capacity = self.channels[channel].capacity?.value;
        usize::try_from(capacity).ok().filter(|&capacity| capacity > 0)
    }
}
