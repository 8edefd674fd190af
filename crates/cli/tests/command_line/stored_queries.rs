//! Queries stored in the file of a net.

use crate::net_file::{Folder, clock};
use crate::running::{run, run_with_input};
use crate::words;

const TAPN: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<pnml xmlns="http://www.informatik.hu-berlin.de/top/pnml/ptNetb">
  <net active="true" id="Net" type="P/T net">
    <place id="p" initialMarking="1" invariant="&lt; inf" name="p"/>
    <place id="q" initialMarking="0" invariant="&lt; inf" name="q"/>
    <transition id="t" name="t" priority="0" urgent="false"/>
    <arc id="A0" inscription="1" source="p" target="t" type="normal" weight="1"/>
    <arc id="A1" inscription="1" source="t" target="q" type="normal" weight="1"/>
  </net>
  <query active="true" name="q is reached"><formula><exists-path><finally><integer-ge><tokens-count><place>Net.q</place></tokens-count>
    <integer-constant>1</integer-constant></integer-ge></finally></exists-path></formula></query>
  <query active="true" name="never both" query="AG (Net.p = 0 or Net.q = 0)"/>
  <query active="true" name="in the end" query="AF Net.q = 1"/>
  <query active="true" name="how much" query="E PROBABILITY"/>
  <query active="true" name="" query="EF Net.q >= 2"/>
</pnml>
"#;

const PNPRO: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- GreatSPN --><project name="two" version="121">
  <gspn name="A"><nodes><place marking="1" name="p" x="1.0" y="1.0"/><place name="q" x="3.0" y="1.0"/><transition name="t" type="EXP" x="2.0" y="1.0"/></nodes>
    <edges><arc head="t" kind="INPUT" tail="p"/><arc head="q" kind="OUTPUT" tail="t"/></edges></gspn>
  <measures gspn-name="A" name="what is reached"><assignments/><formulas><formula language="STAT"/>
    <formula expr="EF (#q == 1 &amp;&amp; !en(t))" language="CTL"/><formula expr="PROB_TA &gt; 0" language="CSLTA"/></formulas></measures>
</project>
"#;

#[test]
fn queries_are_chosen_by_name_or_position() {
    let folder = Folder::new();
    let net = folder.file("net.tapn", TAPN);
    let ran = run(&words![
        "check",
        net,
        "--query",
        "never both",
        "--always",
        "p <= 1",
        "--query",
        "1",
        "--format",
        "json"
    ]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let answers = &ran.json()["answers"];
    let shown: Vec<(&str, &str)> = (0..3)
        .map(|index| {
            let name = answers[index]["name"].as_str().unwrap_or_default();
            (name, answers[index]["property"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("never both", "always tokens(p) == 0 or tokens(q) == 0"),
            ("", "always p <= 1"),
            ("q is reached", "reach tokens(q) >= 1")
        ]
    );
    assert_eq!(run(&words!["check", net, "--query", "5"]).code, Some(1), "two tokens are not reached");
}

#[test]
fn unknown_and_unsupported_queries_are_refused() {
    let folder = Folder::new();
    let net = folder.file("net.tapn", TAPN);
    let ran = run(&words!["check", net, "--query", "never bth"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    for part in [
        "1 `q is reached`, 2 `never both`, 3 `in the end`, 4 `how much`, 5 `without a name`",
        "did you mean `never both`?",
    ] {
        assert!(ran.err.contains(part), "{ran:?}");
    }
    let ran = run(&words!["check", net, "--query", "how much"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("net.tapn:14:3") && ran.err.contains("`PROBABILITY` in a query"), "{ran:?}");
    let ran = run(&words!["check", folder.file("clock.pnml", clock()), "--query", "a"]);
    assert!(ran.err.contains("contains no queries"), "{ran:?}");
    let ran = run_with_input(&words!["check", "-", "--query", "never both"], TAPN.as_bytes());
    assert!(ran.code == Some(3) && ran.err.contains("standard input"), "{ran:?}");
}

#[test]
fn info_lists_them() {
    let folder = Folder::new();
    let ran = run(&words!["info", folder.file("net.tapn", TAPN)]);
    assert!(
        ran.out.contains(
            "\nqueries in the file (5), for check --query:\n   1  q is reached\n      reach tokens(q) >= 1\n   2  never both\n      \
             always tokens(p) == 0 or tokens(q) == 0\n   3  in the end\n      ltl F (tokens(q) == 1)\n   4  how much\n      not supported: "
        ),
        "{ran:?}"
    );
    let json = run(&words!["info", folder.file("net.tapn", TAPN), "--format", "json"]).json();
    assert_eq!(
        json["queries"][0],
        serde_json::json!({ "name": "q is reached", "property": "reach tokens(q) >= 1" })
    );
    assert!(json["queries"][3]["why_not"].as_str().unwrap().contains("`PROBABILITY` in a query"), "{json}");
    let ran = run(&words!["check", folder.file("net.tapn", TAPN), "--query", "in the end"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn formulas_of_greatspn_can_be_used_as_queries() {
    let folder = Folder::new();
    let net = folder.file("two.PNPRO", PNPRO);
    let ran = run(&words!["check", net, "--query", "what is reached"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("what is reached: EF (tokens(q) == 1 && !fireable(t))"), "{ran:?}");
    let ran = run(&words!["check", net, "--query", "what is reached #2"]);
    assert!(ran.code == Some(3) && ran.err.contains("CSLTA"), "{ran:?}");
}
