//! Tests of searches through the public interface.

mod checkpoints;
mod depth;
mod drivers;
mod forgetting;
mod growing;
mod inexact;
mod interrupted;
mod levels;
mod on_disk;
mod paths;
mod phases;
mod shorten;
mod stages;
mod stubborn;
mod together;
mod walks;
