//! Tests across the workspace: models of every kind, through every part of it.

mod certificates;
mod certificates_random;
mod certificates_temporal;
mod collections;
mod conformance;
mod decide;
mod depth;
mod dve_conformance;
mod dve_laws;
mod dve_random;
mod explicit_colours;
mod growing_limits;
mod known_answers;
mod known_coloured;
mod known_programs;
mod laws;
mod promela_random;
mod property_process;
mod reductions;
mod sidecar;
mod sizes;
mod skeleton;
mod square;
mod standard_programs;
mod stubborn;
mod values;
