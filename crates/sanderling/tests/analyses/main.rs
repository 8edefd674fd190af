//! Tests of requests as a caller makes them: every question, every way of searching, every technique.

mod decide;
mod depth;
mod examinations;
mod inexact;
mod interned_analysis;
mod levels;
mod library;
mod limits;
mod square;
mod techniques;
mod traces;
mod values;
