//! Tests of the program from outside: command lines in; text, JSON and exit codes out.

#[cfg(feature = "mcp")]
mod agents;
mod broken_files;
mod certificate;
mod checkpoints;
mod compare;
mod converters;
mod digits;
mod documents;
mod doors;
mod dve;
mod exit_codes;
mod explicit_colours;
mod first_steps;
mod interruption;
mod json;
mod manual;
mod mcc;
mod meant_ends;
mod names;
mod net_file;
mod obedience;
mod outputs;
mod pipes;
mod promela;
mod properties;
mod property_process;
mod replay;
mod report;
mod running;
mod runs;
mod self_check;
mod serve;
mod several;
mod simulate;
mod standard;
mod stored_queries;
mod stores;
mod studio;
#[cfg(feature = "distributed")]
mod together;
mod walk;
