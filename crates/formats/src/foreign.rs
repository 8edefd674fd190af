//! Messages about files in unsupported formats.

use sanderling_net::{Diagnostic, Source, Span};

/// Formats that are recognised by the extension of the file.
const BY_EXTENSION: [(&str, &str, &str); 9] = [
    ("net", "a net in text form, of INA", PNML),
    (
        "def",
        "the second half of a GreatSPN net",
        "give the first half, the `.net` file beside it, or save the net as a project",
    ),
    (
        "tpn",
        "a script of TINA, or a net of Woflan",
        "let `ndrio` write the script as a `.net`, or export the net as PNML",
    ),
    ("pnt", "a net of INA", PNML),
    ("llnet", "a net of LoLA 1", PNML),
    ("ll_net", "a net of PEP", PNML),
    ("andl", "a net in ANDL, of Snoopy, Charlie or Marcie", "export the net as PNML from Snoopy"),
    ("gal", "a GAL model of ITS-Tools", PNML),
    ("mdve", "a template of DVE models", "expand it with `divine combine`, and read the `.dve` file"),
];

const PNML: &str = "export the net as PNML from the tool that wrote it";

/// Returns the error on a file that was not recognised.
pub(crate) fn unrecognised(source: &Source) -> Diagnostic {
    let preview = sanderling_pnml::preview(source);
    let (found, help) = if source.bytes().trim_ascii().is_empty() {
        ("an empty file".to_owned(), String::new())
    } else if let Some(root) = sanderling_pnml::root_element(&preview) {
        xml(root)
    } else {
        text(source)
    };
    let converter = format!(
        "put an executable `sanderling-format-{}` on the PATH that prints the net as JSON",
        Some(source.extension()).filter(|e| !e.is_empty()).unwrap_or_else(|| "NAME".to_owned())
    );
    let help = if help.is_empty() { converter } else { format!("{help}, or {converter}") };
    Diagnostic::error(found).expected("a format that can be read, such as PNML").help(help).at(START)
}

/// The first character of a file.
pub(crate) const START: Span = Span { line: 1, column: 1, start: 0, end: 0 };

fn xml(root: &str) -> (String, String) {
    match sanderling_pnml::other_format(root) {
        Some((format, help)) => (format.to_owned(), help.to_owned()),
        None => {
            let root: String = root.chars().take(80).collect();
            (
                format!("an XML file with the root element `{root}`, which is not a known format"),
                String::new(),
            )
        }
    }
}

fn text(source: &Source) -> (String, String) {
    let extension = source.extension();
    match BY_EXTENSION.iter().find(|(known, _, _)| *known == extension) {
        Some((_, format, help)) => ((*format).to_owned(), (*help).to_owned()),
        None => ("a file of no known format".to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str, content: &str) -> String {
        unrecognised(&Source::new(name, content)).message
    }

    #[test]
    fn files_of_other_tools_are_called_by_their_name() {
        assert_eq!(message("a.net", "*Vertices 3"), "a net in text form, of INA");
        assert_eq!(message("a.tpn", "load b.net"), "a script of TINA, or a net of Woflan");
        assert_eq!(message("a.cpn", "<workspaceElements/>"), "a CPN Tools model (.cpn)");
        assert_eq!(message("a.def", "|256\n%\n|\n"), "the second half of a GreatSPN net");
        assert_eq!(message("a", ""), "an empty file");
        assert_eq!(message("a", "hello"), "a file of no known format");
        assert_eq!(
            message("a", "<pnmul/>"),
            "an XML file with the root element `pnmul`, which is not a known format"
        );
    }
}
