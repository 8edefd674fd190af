//! The root element of a text that may not be XML.

/// Returns the local name of the root element of an XML text, if it begins like one. Reads the text only up to that
/// element, and ignores errors in it.
#[must_use]
pub fn root_element(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches(['\u{FEFF}', ' ', '\t', '\n', '\r']);
    loop {
        let skipped = if rest.starts_with("<?") {
            after(rest, "?>")
        } else if rest.starts_with("<!--") {
            after(rest, "-->")
        } else if rest.starts_with("<!") {
            after(rest, ">")
        } else {
            break;
        };
        rest = skipped?.trim_start();
    }
    let name = rest.strip_prefix('<')?;
    let name = &name[..name.find([' ', '\t', '\n', '\r', '>', '/'])?];
    let local = name.rsplit(':').next().unwrap_or(name);
    local.starts_with(char::is_alphabetic).then_some(local)
}

fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    text.find(mark).map(|at| &text[at + mark.len()..])
}

#[cfg(test)]
mod tests {
    use super::root_element;

    #[test]
    fn the_root_element_is_found_behind_the_prolog() {
        assert_eq!(
            root_element("<?xml version='1.0'?>\n<!-- <a> -->\n<!DOCTYPE x SYSTEM 'y'><p:pnml xmlns='z'>"),
            Some("pnml")
        );
        assert_eq!(root_element("|0|\n"), None);
        assert_eq!(root_element("<pn"), None);
        assert_eq!(root_element("<!-- open"), None);
    }
}
