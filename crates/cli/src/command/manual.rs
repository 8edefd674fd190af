//! `completions` and `man`: shell completions and manual pages, generated from the command line itself.

use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use sanderling_report::{SCHEMA, VERSION};
use serde_json::json;

use crate::arguments::{self, CompletionsArguments, ManArguments, OutputOptions, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Prints the completions for a shell.
pub(super) fn completions(options: &CompletionsArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut arguments::command(), PROGRAM, &mut script);
    print("completions", &script, output)
}

/// Prints a manual page, or writes all of them.
pub(super) fn man(options: &ManArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let pages = pages();
    if let Some(folder) = &options.output {
        return write_all(&pages, folder, output);
    }
    let name = options.command.as_deref().unwrap_or(PROGRAM);
    let page = pages.iter().find(|page| page.get_name() == name).ok_or_else(|| {
        let names: Vec<_> = pages[1..].iter().map(Command::get_name).collect();
        Failure::usage(format!("there is no command `{name}`; there are {}", names.join(", ")))
    })?;
    print("man", &rendered(page), output)
}

const PROGRAM: &str = "sanderling";

/// Returns the commands that have a page: the program, then its subcommands.
fn pages() -> Vec<Command> {
    let mut program = arguments::command();
    program.build();
    // The page of `help` would be empty.
    let has_page = |command: &&Command| command.get_name() != "help";
    let commands: Vec<_> = program.get_subcommands().filter(has_page).cloned().collect();
    std::iter::once(program).chain(commands).collect()
}

/// Returns the name of a command's page.
fn name_of(page: &Command) -> &str {
    page.get_display_name().unwrap_or(page.get_name())
}

/// Renders a page in the language of `man`.
fn rendered(page: &Command) -> Vec<u8> {
    let mut text = Vec::new();
    let man = Man::new(page.clone()).source(format!("{PROGRAM} {VERSION}")).manual("Sanderling");
    man.render(&mut text).expect("memory can be written to");
    text
}

fn write_all(pages: &[Command], folder: &Path, output: &OutputOptions) -> Result<Exit, Failure> {
    let mut written = Vec::new();
    for page in pages {
        let path = folder.join(format!("{}.1", name_of(page)));
        output::write_file(&path, |sink| sink.write_all(&rendered(page)))
            .map_err(|error| Failure::input(format!("{} cannot be written: {error}", path.display())))?;
        written.push(path.display().to_string());
    }
    let answer = json!({ "schema": SCHEMA, "version": VERSION, "question": "man", "outputs": written });
    super::print(&answer, |_| written.iter().map(|path| format!("{path}\n")).collect(), output)?;
    Ok(Exit::Success)
}

/// Prints a text for another program, either directly or within an object.
fn print(question: &str, text: &[u8], output: &OutputOptions) -> Result<Exit, Failure> {
    match output.format {
        Style::Text => output::print_with(|sink| sink.write_all(text))?,
        _ => {
            let text = String::from_utf8_lossy(text);
            let answer = json!({ "schema": SCHEMA, "version": VERSION, "question": question, "text": text });
            super::print(&answer, |_| String::new(), output)?;
        }
    }
    Ok(Exit::Success)
}
