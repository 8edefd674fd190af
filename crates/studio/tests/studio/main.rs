//! The studio as a browser meets it, and the report as a file.

mod client;
mod door;
mod page;
mod requests;
