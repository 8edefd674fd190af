//! `report`: the page of a result, and the exit code of its question.

use std::ffi::OsString;
use std::fs;

use serde_json::Value;

use crate::net_file::{Folder, two_locks};
use crate::running::run;
use crate::words;

/// Returns the data of a page.
fn data(page: &str) -> Value {
    let (_, behind) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(behind.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn each_question_has_its_page() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let page = folder.path().join("page.html");
    let data_of = |more: &[&str], code: i32| {
        let words =
            [words!["report", net, "-o", page].to_vec(), more.iter().map(Into::into).collect()].concat();
        let ran = run(&words);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        data(&fs::read_to_string(&page).unwrap())
    };
    let deadlock = data_of(&["--deadlock"], 1);
    assert_eq!(deadlock["report"]["question"], "deadlock");
    assert!(deadlock["report"]["trace"]["steps"].is_array() && deadlock["states"]["positions"].is_array());
    let statistics = data_of(&[], 0);
    assert!(statistics["report"]["levels"].as_array().is_some_and(|levels| levels.len() > 1), "{statistics}");
    let checked = data_of(&["--reach", "deadlock", "--always", "deadlock"], 1);
    let verdicts: Vec<&Value> =
        checked["report"]["answers"].as_array().unwrap().iter().map(|answer| &answer["verdict"]).collect();
    assert_eq!(verdicts, ["holds", "violated"]);
    assert_eq!(data_of(&["--max-states", "2", "--search", "exhaustive"], 2)["report"]["verdict"], "unknown");
}

#[test]
fn the_standard_properties_are_a_page_too() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let page = folder.path().join("page.html");
    let shown = |more: &[&str], code: i32| {
        let words =
            [words!["report", net, "--analyse", "-o", page].to_vec(), more.iter().map(Into::into).collect()];
        let ran = run(&words.concat());
        assert_eq!(ran.code, Some(code), "{ran:?}");
        data(&fs::read_to_string(&page).unwrap())
    };
    let verdict = |page: &Value, property: &str| {
        let answers = page["report"]["answers"].as_array().unwrap();
        let answer = answers.iter().find(|answer| answer["property"] == property)?;
        Some(answer["verdict"].as_str().unwrap().to_owned())
    };
    let whole = shown(&[], 0);
    assert_eq!(
        (&whole["report"]["question"], &whole["properties"]["live"]["group"]),
        (&"analyse".into(), &"behaviour".into())
    );
    assert_eq!(
        (verdict(&whole, "safe").as_deref(), verdict(&whole, "live").as_deref()),
        (Some("holds"), Some("violated"))
    );
    let some = shown(&["--only", "live,ordinary", "--time", "5s", "--threads", "1"], 1);
    assert_eq!((some["report"]["answers"].as_array().map(Vec::len), verdict(&some, "safe")), (Some(2), None));
    let stored = run(&words!["analyse", net, "--format", "json"]);
    let result = folder.file("result.json", stored.out.clone());
    assert_eq!(run(&words!["report", net, "--result", result, "-o", page]).code, Some(0));
    assert_eq!(data(&fs::read_to_string(&page).unwrap())["report"], stored.json());
    for (more, part) in [
        (&["--analyse", "--order", "dfs"][..], "`--order` has no effect with `--analyse`"),
        (&["--analyse", "--source", "nowhere"], "no place `nowhere`"),
        (&["--analyse", "--deadlock"], "cannot be used with"),
        (&["--only", "live"], "--analyse"),
        (&["--analyse", "--only", "lively"], "no standard property"),
    ] {
        let words = [words!["report", net, "-o", page].to_vec(), more.iter().map(Into::into).collect()];
        let ran = run(&words.concat());
        assert!(ran.code == Some(3) && ran.err.contains(part), "{ran:?}");
    }
}

#[test]
fn a_stored_result_is_shown_as_it_was() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let stored = run(&words!["deadlock", net, "--format", "json"]);
    let result = folder.file("result.json", stored.out.clone());
    let page = folder.path().join("page.html");
    assert_eq!(run(&words!["report", net, "--result", result, "-o", page]).code, Some(1));
    assert_eq!(data(&fs::read_to_string(&page).unwrap())["report"], stored.json());
    let wrong = run(&words!["report", net, "--result", net, "-o", page]);
    assert!(wrong.code == Some(3) && wrong.err.contains("is not a result"), "{wrong:?}");
}

#[test]
fn a_stored_result_of_another_net_is_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let result = folder.file("result.json", run(&words!["deadlock", net, "--format", "json"]).out);
    let page = folder.path().join("page.html");
    let refused = |words: &[OsString], part: &str| {
        let ran = run(words);
        assert!(ran.code == Some(3) && ran.err.contains(part) && !page.exists(), "{ran:?}");
    };
    let other = folder.file("other.pnml", two_locks());
    let message = format!("is a result of `{}`, not of `{}`", net.display(), other.display());
    refused(&words!["report", other, "--result", result, "-o", page], &message);
    // A file of the same name with another net, which the result does not fit.
    let same = folder.file("locks.pnml", two_locks().replace("two-locks", "new-locks"));
    let message = "is a result of the net `two-locks`, not of `new-locks`";
    refused(&words!["report", same, "--result", result, "-o", page], message);
}

#[test]
fn ids_do_not_break_out_of_the_page() {
    let folder = Folder::new();
    let evil = "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;";
    let net = folder.file("evil.pnml", two_locks().replace("<text>", &format!("<text>{evil}")));
    let page = folder.path().join("page.html");
    let _ = run(&words!["report", net, "-o", page]);
    if let Ok(page) = fs::read_to_string(&page) {
        assert!(!page.contains("<img"), "an element of the net's");
    }
    let named = two_locks().replace("id=\"", &format!("id=\"{evil}"));
    let named = named
        .replace("source=\"", &format!("source=\"{evil}"))
        .replace("target=\"", &format!("target=\"{evil}"));
    let ran = run(&words!["report", folder.file("named.pnml", named), "-o", page]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let page = fs::read_to_string(&page).unwrap();
    assert!(
        !page.contains("<img")
            && data(&page)["drawing"]["places"][0]["id"].as_str().unwrap().starts_with("</script>")
    );
}

#[test]
fn questions_that_exclude_each_other_and_pages_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let page = folder.path().join("page.html");
    for more in [&["--deadlock", "--reach", "deadlock"][..], &["--deadlock", "--result", "x"]] {
        let words =
            [words!["report", net, "-o", page].to_vec(), more.iter().map(Into::into).collect()].concat();
        assert_eq!(run(&words).code, Some(3), "{more:?}");
    }
    assert_eq!(run(&words!["report", net]).code, Some(3));
    assert_eq!(run(&words!["report", net, "-o", folder.path().join("none/page.html")]).code, Some(3));
    assert_eq!(folder.names(), ["locks.pnml"]);
}

/// A program with one state.
const ONE_STATE: &str = "process P { state a; init a; trans a -> a {}; } system async;";

/// Returns a module that contains only the version in its section.
fn module(version: &str) -> Vec<u8> {
    let content = [&[10], &b"sanderling"[..], version.as_bytes()].concat();
    [&b"\0asm\x01\0\0\0"[..], &[0, u8::try_from(content.len()).unwrap()], &content].concat()
}

#[test]
fn a_page_that_can_be_explored_has_the_engine_and_the_net() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let (page, engine) = (folder.path().join("page.html"), folder.path().join("engine.wasm"));
    fs::write(&engine, module(env!("CARGO_PKG_VERSION"))).unwrap();
    let written = words!["report", net, "--deadlock", "--explorable", "--wasm", engine, "-o", page];
    assert_eq!(run(&written).code, Some(1));
    let text = fs::read_to_string(&page).unwrap();
    let about = data(&text);
    assert_eq!((&about["mode"], &about["load"]["format"]), (&"explorable".into(), &"pnml".into()));
    assert_eq!(about["load"]["text"].as_str(), Some(two_locks().to_string().as_str()));
    assert!(text.contains("id=\"engine\"") && text.contains("'wasm-unsafe-eval'; worker-src blob:;"));
    let program = folder.file("p.dve", ONE_STATE);
    let arguments =
        words!["report", program, "--explorable", "--wasm", engine, "-o", page, "--dve-semantics", "divine2"];
    assert_eq!(run(&arguments).code, Some(0));
    let about = data(&fs::read_to_string(&page).unwrap());
    assert_eq!(
        (&about["load"]["dve_semantics"], &about["defaults"]["model-errors"]),
        (&"divine2".into(), &"state".into())
    );
}

#[test]
fn an_explorable_page_without_an_engine_is_refused_with_help() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let page = folder.path().join("page.html");
    let refused = |engine: &str, bytes: Option<Vec<u8>>| {
        let engine = folder.path().join(engine);
        bytes.into_iter().for_each(|bytes| fs::write(&engine, bytes).unwrap());
        let ran = run(&words!["report", net, "--explorable", "--wasm", engine, "-o", page]);
        assert!(ran.code == Some(3) && !page.exists(), "{ran:?}");
        assert!(ran.err.contains("help: use `sanderling.wasm`"), "{ran:?}");
        assert!(ran.err.contains("`cargo xtask wasm`") && ran.err.contains("`--wasm FILE`"), "{ran:?}");
        ran.err
    };
    assert!(refused("none.wasm", None).contains("cannot read"));
    assert!(refused("text.wasm", Some(b"text".to_vec())).contains("is no WebAssembly module"));
    assert!(refused("old.wasm", Some(module("0.0.1"))).contains("version 0.0.1"));
    let alone = run(&words!["report", net, "--wasm", "x", "-o", page]);
    assert!(alone.code == Some(3) && alone.err.contains("--explorable"), "{alone:?}");
}

#[test]
fn a_studio_without_a_server_has_the_engine_and_its_nets() {
    let folder = Folder::new();
    let (net, program) = (folder.file("locks.pnml", two_locks()), folder.file("p.dve", ONE_STATE));
    let (page, engine) = (folder.path().join("page.html"), folder.path().join("engine.wasm"));
    fs::write(&engine, module(env!("CARGO_PKG_VERSION"))).unwrap();
    let written = run(&words!["studio", net, program, "--output", page, "--wasm", engine]);
    assert!(written.code == Some(0) && written.out.contains("wrote"), "{written:?}");
    let about = data(&fs::read_to_string(&page).unwrap());
    assert_eq!(about["mode"], "standalone");
    assert_eq!(about["nets"][0]["text"].as_str(), Some(two_locks().to_string().as_str()));
    assert_eq!(about["nets"][1]["format"], "dve");
    // A file that cannot be read is refused, and so are several files without a page.
    let broken = folder.file("broken.pnml", "<pnml>");
    let refused = |words: &[OsString]| assert_eq!(run(words).code, Some(3), "{words:?}");
    refused(&words!["studio", net, broken, "--output", page, "--wasm", engine]);
    refused(&words!["studio", net, program]);
    refused(&words!["studio", net, "--output", page, "--port", "1"]);
    refused(&words!["studio", net, "--wasm", engine]);
    assert_eq!(data(&fs::read_to_string(&page).unwrap()), about);
}
