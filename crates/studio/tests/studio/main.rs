//! The studio as a browser meets it, and the report as a file.

mod access;
mod client;
mod page;
mod requests;
