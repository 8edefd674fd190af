//! The program as a user has it: command lines in, text, JSON and exit codes out.

mod broken_files;
mod certificate;
mod converters;
mod documents;
mod dve;
mod exit_codes;
mod explicit_colours;
mod interruption;
mod json;
mod manual;
mod mcc;
mod meant_ends;
mod net_file;
mod outputs;
mod pipes;
mod properties;
mod replay;
mod report;
mod running;
mod self_check;
mod serve;
mod simulate;
mod standard;
mod stores;
mod studio;
