//! The files of the page, and the assembly of the page.

use sanderling_report::{Group, StandardProperty};
use serde_json::{Value, json};

use crate::engine::Engine;

/// The page; [`DATA`] marks the position of its data.
const PAGE: &str = include_str!("../assets/studio.html");
/// The style sheet.
const STYLE: &str = include_str!("../assets/studio.css");
/// The text that is replaced by data.
const DATA: &str = "{\"mode\":\"none\"}";
/// The engine is inserted before this text, if the page has one.
const END: &str = "</body>";
/// The texts that are replaced by the policy, the style and the script in a single-file page.
const LINKS: (&str, &str, &str) = (
    "<!--policy-->",
    "<link rel=\"stylesheet\" href=\"studio.css\">",
    "<script type=\"module\" src=\"main.js\"></script>",
);

/// The modules, each after those that it imports.
const MODULES: &[(&str, &str)] = &[
    ("elements.js", include_str!("../assets/elements.js")),
    ("markings.js", include_str!("../assets/markings.js")),
    ("diagnostics.js", include_str!("../assets/diagnostics.js")),
    ("geometry.js", include_str!("../assets/geometry.js")),
    ("labels.js", include_str!("../assets/labels.js")),
    ("fold.js", include_str!("../assets/fold.js")),
    ("links.js", include_str!("../assets/links.js")),
    ("canvas.js", include_str!("../assets/canvas.js")),
    ("minimap.js", include_str!("../assets/minimap.js")),
    ("finder.js", include_str!("../assets/finder.js")),
    ("cells.js", include_str!("../assets/cells.js")),
    ("net.js", include_str!("../assets/net.js")),
    ("processes.js", include_str!("../assets/processes.js")),
    ("picture.js", include_str!("../assets/picture.js")),
    ("groups.js", include_str!("../assets/groups.js")),
    ("stage.js", include_str!("../assets/stage.js")),
    ("tables.js", include_str!("../assets/tables.js")),
    ("strip.js", include_str!("../assets/strip.js")),
    ("charts.js", include_str!("../assets/charts.js")),
    ("verdict.js", include_str!("../assets/verdict.js")),
    ("trace.js", include_str!("../assets/trace.js")),
    ("states.js", include_str!("../assets/states.js")),
    ("connection.js", include_str!("../assets/connection.js")),
    ("worker.js", include_str!("../../../clients/javascript/worker.js")),
    ("core.js", include_str!("../../../clients/javascript/core.js")),
    ("engine.js", include_str!("../../../clients/javascript/engine.js")),
    ("local.js", include_str!("../assets/local.js")),
    ("game.js", include_str!("../assets/game.js")),
    ("analysis.js", include_str!("../assets/analysis.js")),
    ("history.js", include_str!("../assets/history.js")),
    ("completion.js", include_str!("../assets/completion.js")),
    ("questions.js", include_str!("../assets/questions.js")),
    ("properties.js", include_str!("../assets/properties.js")),
    ("standard.js", include_str!("../assets/standard.js")),
    ("made.js", include_str!("../assets/made.js")),
    ("chooser.js", include_str!("../assets/chooser.js")),
    ("main.js", include_str!("../assets/main.js")),
];

/// Returns descriptions of the standard properties, by their names.
pub(crate) fn standard_properties() -> Value {
    let about = |property: StandardProperty| {
        let group = match property.group() {
            Group::Structure => "structure",
            Group::Behaviour => "behaviour",
            Group::Workflow => "workflow",
        };
        (property.to_string(), json!({ "group": group, "meaning": property.meaning() }))
    };
    Value::Object(StandardProperty::ALL.into_iter().map(about).collect())
}

/// Returns the file with this name, and its type.
pub(crate) fn asset(name: &str) -> Option<(&'static str, &'static str)> {
    if name == "studio.css" {
        return Some((STYLE, "text/css; charset=utf-8"));
    }
    let module = MODULES.iter().find(|(module, _)| *module == name);
    module.map(|(_, text)| (*text, "text/javascript; charset=utf-8"))
}

/// Returns the page with its data; its other files are separate.
pub(crate) fn page(data: &str) -> String {
    PAGE.replacen(DATA, &harmless(data), 1)
}

/// Returns the page with its data and all other files. Only code with the nonce runs and, if there is an engine, the
/// workers that the page creates.
pub(crate) fn whole_page(data: &str, engine: Option<&Engine>, nonce: &str) -> String {
    let (policy, style, script) = LINKS;
    let (compiles, workers) = match engine {
        Some(_) => (" 'wasm-unsafe-eval'", " worker-src blob:;"),
        None => ("", ""),
    };
    let rules = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{nonce}'{compiles};{workers} \
         style-src 'nonce-{nonce}'; img-src blob:; base-uri 'none'; form-action 'none'\">"
    );
    let engine = engine.map(|engine| {
        format!("<script type=\"application/gzip\" id=\"engine\">{}</script>\n", engine.text())
    });
    // Data is inserted last, so that nothing in it is replaced.
    PAGE.replacen(policy, &rules, 1)
        .replacen(style, &format!("<style nonce=\"{nonce}\">\n{STYLE}</style>"), 1)
        .replacen(script, &format!("<script type=\"module\" nonce=\"{nonce}\">\n{}</script>", joined()), 1)
        .replacen(END, &format!("{}{END}", engine.unwrap_or_default()), 1)
        .replacen(DATA, &harmless(data), 1)
}

/// Escapes JSON so that its texts cannot end an HTML element.
fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Returns all modules as one. Each import between them is on a line of its own, and no two modules share a name.
fn joined() -> String {
    let mut joined = String::new();
    for (_, text) in MODULES {
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            joined.push_str(line.strip_prefix("export ").unwrap_or(line));
            joined.push('\n');
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn data_does_not_break_out_of_its_element() {
        let data = r#"{"id":"</script><script>alert(1)</script><!-- & ]]>"}"#;
        for page in [page(data), whole_page(data, None, "n")] {
            let (_, behind) = page.split_once("id=\"data\">").unwrap();
            let (inside, _) = behind.split_once("</script>").unwrap();
            let read: serde_json::Value = serde_json::from_str(inside).unwrap();
            assert_eq!(read["id"], "</script><script>alert(1)</script><!-- & ]]>");
            assert!(!page.contains("alert(1)</script>"));
        }
    }

    #[test]
    fn every_part_of_the_page_is_inserted() {
        let page = whole_page("{}", None, "abc");
        let (policy, style, script) = LINKS;
        for part in [policy, style, script, DATA] {
            assert!(PAGE.matches(part).count() == 1 && !page.contains(part), "{part}");
        }
        assert_eq!(page.matches("nonce=\"abc\"").count(), 2);
        assert!(!page.contains("wasm-unsafe-eval") && !page.contains("id=\"engine\""));
        assert!(!STYLE.contains('<') && !joined().contains("</script") && !joined().contains("<!--"));
    }

    #[test]
    fn modules_import_only_earlier_modules_and_share_no_name() {
        let mut names = HashSet::new();
        let mut before = HashSet::new();
        for (module, text) in MODULES {
            for line in text.lines() {
                if let Some((_, from)) = line.split_once("from \"./") {
                    assert!(line.starts_with("import "), "{module}: {line}");
                    assert!(
                        before.contains(from.trim_end_matches("\";")),
                        "{module} imports {from} too early"
                    );
                }
                let plain = line.strip_prefix("export ").unwrap_or(line);
                let word = ["const ", "let ", "function ", "async function ", "class "]
                    .iter()
                    .find_map(|keyword| plain.strip_prefix(keyword));
                if let Some(word) = word {
                    let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
                    assert!(
                        end > 0 && names.insert(&word[..end]),
                        "{module}: `{}` is there already",
                        &word[..end]
                    );
                }
            }
            before.insert(*module);
        }
    }

    #[test]
    fn the_page_has_no_urls_of_other_hosts() {
        for (name, text) in MODULES.iter().chain(&[("css", STYLE), ("page", PAGE)]) {
            let text = text.replace("http://www.w3.org/", "");
            assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("url("), "{name}");
        }
    }
}
