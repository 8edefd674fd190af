//! Small files that stand for a lot are refused in time, and long ones are read.

use std::time::{Duration, Instant};

use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::{Format, Source};

/// A net with a place, a transition and an arc to the place.
fn net(declarations: &str, initial: &str, inscription: &str) -> String {
    format!(
        "<workspaceElements><cpnet><globbox><color><id>INT</id><int/></color>\
         <var><type><id>INT</id></type><id>x</id></var>{declarations}</globbox><page id=\"p\">\
         <place id=\"a\"><text>a</text><type><text>INT</text></type><initmark><text>{initial}</text></initmark></place>\
         <trans id=\"t\"><text>t</text></trans>\
         <arc orientation=\"PtoT\"><transend idref=\"t\"/><placeend idref=\"a\"/><annot><text>x</text></annot></arc>\
         <arc orientation=\"TtoP\"><transend idref=\"t\"/><placeend idref=\"a\"/><annot><text>{inscription}</text></annot></arc>\
         </page></cpnet></workspaceElements>"
    )
}

/// Whether a file is read, which takes no more than seconds. Tests do not run alone.
fn is_read(text: &str) -> bool {
    let started = Instant::now();
    let parsed = CpnTools.parse(&Source::new("net.cpn", text));
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}: {}",
        started.elapsed(),
        &text[..text.len().min(300)]
    );
    parsed.is_ok()
}

#[test]
fn expressions_that_grow_without_end_are_refused() {
    let doubled = "val x = (x, x) ".repeat(59);
    let sums = "val x = x + x ".repeat(59);
    let functions = "<ml>fun f 0 = 0 | f n = f (n - 1) + f (n - 1)</ml><ml>fun g n = 1`n ++ g (n + 1)</ml>";
    for inscription in [
        format!("let {doubled} in x end"),
        format!("let {sums} in x end"),
        "f 60".to_owned(),
        "f x".to_owned(),
        "g 0".to_owned(),
        "#1 (List.tabulate (1000000000, fn i =&gt; i))".to_owned(),
        "9223372036854775807 + 1".to_owned(),
        "(".repeat(100_000),
        "1`1 ++ ".repeat(100_000),
        "if x = 1 then ".repeat(10_000),
    ] {
        assert!(
            !is_read(&net(functions, "1", &inscription)),
            "{}",
            &inscription[..inscription.len().min(50)]
        );
    }
}

#[test]
fn long_files_are_read() {
    let marking: Vec<String> = (0..1900).map(|number| format!("1`{number}")).collect();
    assert!(is_read(&net("<ml>fun f x = x + 1</ml>", &marking.join(" ++ "), "f (f (f x))")));
    let places: String = (0..20_000)
        .map(|number| {
            format!("<place id=\"p{number}\"><text>same</text><type><text>INT</text></type></place>")
        })
        .collect();
    assert!(is_read(&net("", "1", "x").replace("<trans ", &format!("{places}<trans "))));
    let sorts: String =
        (0..20_000).map(|number| format!("<color><id>C{number}</id><int/></color>")).collect();
    assert!(is_read(&net(&sorts, "1", "x + 1")));
}

#[test]
fn colour_sets_and_pages_that_grow_without_end_are_refused() {
    let products = |count: usize| -> String {
        let product = |n: usize| {
            format!("<color><id>C{}</id><product><id>C{n}</id><id>C{n}</id></product></color>", n + 1)
        };
        format!("<color><id>C0</id><int/></color>{}", (0..count).map(product).collect::<String>())
    };
    assert!(is_read(&net(&products(8), "1", "x")));
    assert!(!is_read(&net(&products(5000), "1", "x")));
    let pages: String = (0..40)
        .map(|n| {
            let below = n + 1;
            let twice = format!("<subst subpage=\"q{below}\" portsock=\"\"/>");
            format!("<page id=\"q{n}\"><trans id=\"s{n}\"><text>a</text>{twice}</trans><trans id=\"u{n}\"><text>b</text>{twice}</trans></page>")
        })
        .collect();
    let file = format!("<workspaceElements><cpnet>{pages}<page id=\"q40\"/></cpnet></workspaceElements>");
    assert!(!is_read(&file));
}
