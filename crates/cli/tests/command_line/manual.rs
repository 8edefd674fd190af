//! Completions and manual pages, which are generated from the command line.

use crate::net_file::Folder;
use crate::running::run;
use crate::words;

/// Returns the commands listed on the help page.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).out;
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let listed = help.lines().filter(is_command);
    let first = listed.filter_map(|line| line.split_whitespace().next());
    first.filter(|word| word.chars().all(|c| c.is_ascii_lowercase())).map(str::to_owned).collect()
}

#[test]
fn every_shell_learns_every_command_and_the_values_of_options() {
    let commands = commands();
    assert!(commands.len() > 12, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        // Some shells receive only the options.
        let values = ["bash", "fish", "zsh"].contains(&shell).then_some("cache+sweep");
        let options = ["max-states", "self-check"].into_iter().chain(values);
        for word in commands.iter().map(String::as_str).chain(options) {
            assert!(ran.out.contains(word), "{shell} does not learn {word}");
        }
        let json = run(&["completions", shell, "--format", "json"]).json();
        assert_eq!(json["text"], ran.out.as_str());
    }
    assert_eq!(run(&["completions", "abacus"]).code, Some(3));
}

/// Skipped if the shell is not installed.
#[test]
fn completions_for_bash_are_a_valid_script() {
    let folder = Folder::new();
    let script = folder.file("completions.bash", run(&["completions", "bash"]).out);
    match std::process::Command::new("bash").arg("-n").arg(&script).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => eprintln!("skipped: completions_for_bash_are_a_valid_script: {error}"),
    }
}

#[test]
fn there_is_a_page_for_the_program_and_for_each_command() {
    let program = run(&["man"]);
    assert!(program.out.contains(".TH sanderling 1") && program.out.contains("Exit codes"), "{program:?}");
    for command in commands() {
        let page = run(&["man", &command]).out;
        assert!(page.contains(&format!(".TH sanderling-{command} 1")), "{page}");
        assert!(page.contains(&format!("sanderling {command}")), "{page}");
    }
    assert!(run(&["man", "explore"]).out.contains("\\-\\-cache\\-states"));
    let ran = run(&["man", "nothing"]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("there is no command `nothing`; there are info,"), "{ran:?}");
}

#[test]
fn all_pages_are_written_to_a_folder() {
    let folder = Folder::new();
    let pages = folder.path();
    let ran = run(&words!["man", "--output", pages]);
    let mut written: Vec<_> =
        std::fs::read_dir(pages).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    written.sort();
    assert_eq!(written.len(), commands().len() + 1);
    assert_eq!(ran.out.lines().count(), written.len());
    for command in commands() {
        let text = std::fs::read_to_string(pages.join(format!("sanderling-{command}.1"))).unwrap();
        assert_eq!(text, run(&["man", &command]).out);
    }
    let json = run(&words!["man", "--output", pages, "--format", "json"]).json();
    assert_eq!(json["outputs"].as_array().map(Vec::len), Some(written.len()));
    assert_eq!(run(&words!["man", "--output", pages.join("nowhere")]).code, Some(3));
}
