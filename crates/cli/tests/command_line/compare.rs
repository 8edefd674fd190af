//! `compare`: the differences between two nets.

use crate::net_file::{Folder, clock, two_locks};
use crate::running::run;
use crate::words;

fn nets(file: &str) -> String {
    format!("{}/../../nets/{file}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_net_is_the_same_as_itself_in_every_kind_and_format() {
    let folder = Folder::new();
    for file in ["copy-shop.pnml", "coloured/philosophers-3.pnml", "peterson-3.dve"] {
        let json = folder.path().join("same.json");
        let converted = run(&words!["convert", nets(file), "--to", "json", "-o", json]);
        assert_eq!(converted.code, Some(0), "{converted:?}");
        let ran = run(&words!["compare", nets(file), json]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.out.ends_with(": the same\n"), "{ran:?}");
    }
}

#[test]
fn every_kind_of_change_to_a_net_is_shown() {
    let folder = Folder::new();
    let before = two_locks();
    let old = folder.file("before.pnml", &before);
    let unmarked = before.replacen("<initialMarking><text>1</text></initialMarking>", "", 1);
    let renamed = before.replace("\"take_a_1\"", "\"grab\"");
    for (after, lines) in [
        (unmarked, ["different in 1 place\n", "~ idle1  initial 1 → none"]),
        (renamed, ["- take_a_1", "+ grab → first1  weight 1"]),
    ] {
        let ran = run(&words!["compare", old, folder.file("after.pnml", after)]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(lines.iter().all(|part| ran.out.contains(part)), "{ran:?}");
    }
    let ran = run(&words!["compare", old, folder.file("clock.pnml", clock()), "--format", "json"]);
    let json = ran.json();
    assert_eq!(
        (ran.code, &json["verdict"], &json["question"]),
        (Some(1), &"violated".into(), &"compare".into())
    );
    let changes = |key: &str| {
        let list = json[key].as_array().unwrap().iter();
        list.map(|one| one["change"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for key in ["places", "transitions", "arcs"] {
        assert!(changes(key).contains(&"removed".to_owned()), "{json}");
        assert!(changes(key).contains(&"added".to_owned()), "{json}");
    }
}

#[test]
fn guards_code_and_weights_are_shown_before_and_after() {
    let folder = Folder::new();
    let program = std::fs::read_to_string(nets("peterson-3.dve")).unwrap();
    let changed = program.replacen("guard stage < 3", "guard stage < 2", 1);
    let ran = run(&words!["compare", nets("peterson-3.dve"), folder.file("after.dve", changed)]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("different in 1 transition\n"), "{ran:?}");
    assert!(ran.out.contains("guard P0.stage < 3 → P0.stage < 2"), "{ran:?}");
}

#[test]
fn both_nets_cannot_come_from_standard_input() {
    let ran = run(&words!["compare", "-", "-"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
}
