//! Parts of answers, taken from the text itself, so that they are unchanged.

use std::collections::HashMap;

use serde_json::value::RawValue;

/// Returns the part at a JSON Pointer: the characters of a string, or the JSON of any other value.
pub(crate) fn at(json: &str, pointer: &str) -> Option<String> {
    let mut part = json;
    if !pointer.is_empty() {
        for token in pointer.strip_prefix('/')?.split('/') {
            part = step(part, &token.replace("~1", "/").replace("~0", "~"))?;
        }
    }
    let whole: &RawValue = serde_json::from_str(part).ok()?;
    Some(serde_json::from_str::<String>(whole.get()).unwrap_or_else(|_| whole.get().to_owned()))
}

fn step<'t>(json: &'t str, token: &str) -> Option<&'t str> {
    if let Ok(members) = serde_json::from_str::<HashMap<String, &'t RawValue>>(json) {
        return members.get(token).map(|member| member.get());
    }
    let items: Vec<&'t RawValue> = serde_json::from_str(json).ok()?;
    items.get(token.parse::<usize>().ok()?).map(|item| item.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_original_text() {
        let json = r#" {"a/b": [1, {"c": "\"ä\""}], "z": {"y": 1, "x": 2.50}} "#;
        let part = |pointer: &str| at(json, pointer);
        assert_eq!(part("/a~1b/0").as_deref(), Some("1"));
        assert_eq!(part("/a~1b/1/c").as_deref(), Some("\"ä\""));
        assert_eq!(part("/z").as_deref(), Some(r#"{"y": 1, "x": 2.50}"#));
        assert_eq!(part("").as_deref(), Some(json.trim()));
        for nothing in ["/b", "/a~1b/2", "/a~1b/x", "/z/x/0", "z"] {
            assert_eq!(part(nothing), None, "{nothing}");
        }
        assert_eq!(at("{", "/a"), None);
    }
}
