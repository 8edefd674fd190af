//! TAPAAL's files: components that are composed, and nets that are read without their times.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::mutation::{SEED, damage};
use crate::support::{examples, files_below, net_listing, shared, source};
use sanderling_net::{Format, Inscription, Net, Source};
use sanderling_pnml::{Pnml, stored_queries};
use sanderling_query::contest::ContestQuery;
use sanderling_testkit::damage::check_damaged;

fn untimed(text: &str) -> Result<Net, String> {
    let parsed = Pnml.parse_untimed(&Source::new("net.tapn", text)).map_err(|found| found.to_string())?;
    assert_eq!(parsed.nets.len(), 1);
    Ok(parsed.nets.into_iter().next().unwrap())
}

/// The lines of a listing without names, in an order of their own.
fn lines(net: &Net) -> Vec<String> {
    let mut net = net.clone();
    net.id = String::new();
    net.places.iter_mut().for_each(|place| place.name = None);
    net.transitions.iter_mut().for_each(|transition| transition.name = None);
    net.arcs.iter_mut().for_each(|arc| arc.id = None);
    let mut lines: Vec<String> = net_listing(&net).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_composed_net_is_the_one_that_is_composed_by_hand() {
    let components = r#"<pnml>
        <shared-place initialMarking="1" invariant="&lt;= 3" name="lock"/>
        <shared-transition name="sync" urgent="true"/>
        <net active="true" id="A">
          <place id="P0" name="work" initialMarking="2"/><place id="P1" name="lock" initialMarking="1"/>
          <transition id="T0" name="sync"/><transition id="T1" name="take"/>
          <arc id="a" source="P0" target="T0" type="timed" inscription="[1,2]" weight="2"/>
          <arc id="b" source="P1" target="T1" type="transport" inscription="[0,4]:1"/>
          <arc id="c" source="T1" target="P0" type="transport" inscription="[0,4]:1"/>
        </net>
        <net active="true" id="B">
          <place id="work" name="work" initialMarking="0"/><place id="lock" name="lock" initialMarking="1"/>
          <transition id="sync" name="sync"/><transition id="take" name="take"/>
          <arc id="a" source="sync" target="work" type="normal" inscription="1"/>
          <arc id="b" source="lock" target="sync" type="tapnInhibitor" inscription="[0,inf)" weight="3"/>
          <arc id="c" source="take" target="lock" type="normal" inscription="1"/>
        </net>
        <net active="true" id="C"><transition id="sync" name="sync"/><place id="lock" name="lock" initialMarking="1"/>
          <arc id="a" source="sync" target="lock" type="normal" inscription="1" weight="5"/></net>
    </pnml>"#;
    let by_hand = r#"<pnml><net id="n">
        <place id="A_work" initialMarking="2"/><place id="B_work"/><place id="Shared_lock" initialMarking="1"/>
        <transition id="Shared_sync"/><transition id="A_take"/><transition id="B_take"/>
        <arc source="A_work" target="Shared_sync" weight="2"/>
        <arc source="Shared_lock" target="A_take"/><arc source="A_take" target="A_work"/>
        <arc source="Shared_sync" target="B_work"/>
        <arc source="Shared_lock" target="Shared_sync" type="inhibitor" weight="3"/>
        <arc source="B_take" target="Shared_lock"/><arc source="Shared_sync" target="Shared_lock" weight="5"/>
    </net></pnml>"#;
    assert_eq!(lines(&untimed(components).unwrap()), lines(&untimed(by_hand).unwrap()));
}

#[test]
fn an_interval_on_an_inhibitor_arc_is_refused_without_time_too() {
    let net = |kind: &str| {
        format!(
            "<pnml><net id='n'><place id='p'/><transition id='t'/><arc source='p' target='t' type='{kind}' inscription='[2,5]'/></net></pnml>"
        )
    };
    assert!(untimed(&net("timed")).is_ok());
    let refused = untimed(&net("tapnInhibitor")).unwrap_err();
    assert!(refused.contains("the arc would forbid more"), "{refused}");
}

/// Places, transitions, arcs and tokens.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    places: usize,
    transitions: usize,
    arcs: usize,
    tokens: u64,
}

/// The value of an attribute in what stands behind the name of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> &'t str {
    let inside = tag.split('>').next().unwrap();
    let value = inside.split_once(&format!(" {name}=\"")).map_or("", |(_, rest)| rest);
    value.split('"').next().unwrap()
}

/// Returns the text after each tag of this name.
fn tags<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let begins = |rest: &&str| rest.starts_with(name) && rest[name.len()..].starts_with(' ');
    let behind = |(at, _)| &text[at + 1..];
    text.match_indices('<').map(behind).filter(begins).map(|rest| &rest[name.len()..]).collect()
}

/// Counts tags in the text of each active component; shared nodes count once, with their own marking.
fn counted(text: &str) -> Counts {
    let named = |tag: &str| attribute(tag, "name").to_owned();
    let marking = |tag: &&str| (named(tag), attribute(tag, "initialMarking").parse().unwrap());
    let shared_places: BTreeMap<String, u64> = tags(text, "shared-place").iter().map(marking).collect();
    let shared_transitions: BTreeSet<String> =
        tags(text, "shared-transition").into_iter().map(named).collect();
    let (mut counts, mut seen) = (Counts::default(), BTreeSet::new());
    let nets = tags(text, "net").into_iter().map(|net| net.split("</net>").next().unwrap());
    for net in nets.filter(|net| attribute(net, "active") == "true") {
        counts.arcs += tags(net, "arc").len();
        for place in tags(net, "place") {
            let own = attribute(place, "initialMarking").parse().unwrap();
            let tokens = shared_places.get(&named(place)).copied();
            if tokens.is_none() || seen.insert(named(place)) {
                counts.places += 1;
                counts.tokens += tokens.unwrap_or(own);
            }
        }
        for transition in tags(net, "transition") {
            let is_new = !shared_transitions.contains(&named(transition)) || seen.insert(named(transition));
            counts.transitions += usize::from(is_new);
        }
    }
    counts
}

#[test]
fn files_of_the_editor_have_the_nodes_arcs_and_tokens_of_their_text() {
    let Some(folder) = shared("corpora/editors/tapaal-gui-tapn") else { return };
    let files = files_below(&folder);
    for path in &files {
        let name = path.display();
        let parsed = Pnml.parse_untimed(&source(path)).unwrap_or_else(|found| panic!("{name}: {found}"));
        let [net] = &parsed.nets[..] else { panic!("{name}: {} nets", parsed.nets.len()) };
        let expected = counted(&fs::read_to_string(path).unwrap());
        let tokens = |initial: &Inscription| match initial {
            Inscription::Tokens(tokens) => *tokens,
            // In coloured nets the count stands beside the multiset, which is not evaluated here.
            Inscription::Term(_) => 0,
        };
        let is_plain = net.is_place_transition();
        let found = Counts {
            places: net.places.len(),
            transitions: net.transitions.len(),
            arcs: net.arcs.len(),
            tokens: net.places.iter().map(|place| tokens(&place.initial)).sum(),
        };
        let expected = if is_plain { expected } else { Counts { tokens: found.tokens, ..expected } };
        assert_eq!(found, expected, "{name}");
    }
    assert!(files.len() >= 13, "{}", files.len());
}

#[test]
fn stored_queries_are_formulas_of_the_contest_about_the_net() {
    let text = r#"<pnml>
        <shared-place initialMarking="1" name="s"/>
        <net active="true" id="A"><place id="p" name="p"/><place id="s" name="s" initialMarking="1"/><transition id="t"/></net>
        <net active="true" id="B"><place id="p" name="p"/></net>
        <query active="true" name="old &lt;one&gt;" query="EF (A.p &gt;= 1 and s = 0)"/>
        <query active="false" name="new">
          <formula> <all-paths> <globally> <!-- never -->
            <is-fireable><transition> A.t </transition></is-fireable> </globally> </all-paths> </formula>
        </query>
        <query name="" query="EF A.p = "/>
        <query name="liveness" query="AF deadlock"/>
        <query name="none"/>
    </pnml>"#;
    let source = Source::new("net.tapn", text);
    let net = Pnml.parse(&source).unwrap().nets.remove(0);
    let queries = stored_queries(&source, &net).unwrap();
    let shown: Vec<_> = queries.iter().map(|query| (query.name.as_str(), query.is_active)).collect();
    assert_eq!(shown, [("old <one>", true), ("new", false), ("", true), ("liveness", true), ("none", true)]);
    let property_text = |number: usize| {
        let properties = queries[number].property_set().map_err(|error| error.to_string())?;
        let read = sanderling_query::contest::read(&properties, &net).map_err(|found| found.to_string())?;
        assert_eq!(read[0].id, queries[number].name);
        Ok::<_, String>(match &read[0].query {
            Ok(ContestQuery::Formula(property)) => property.text.clone(),
            Ok(ContestQuery::Temporal(property)) => property.text.clone(),
            Ok(other) => format!("{other:?}"),
            Err(found) => found.to_string(),
        })
    };
    assert_eq!(property_text(0).as_deref(), Ok("reach tokens(A_p) >= 1 and tokens(Shared_s) == 0"));
    assert_eq!(property_text(1).as_deref(), Ok("always fireable(A_t)"));
    assert!(property_text(2).unwrap_err().starts_with("10:9: error: the end of a query"));
    assert_eq!(property_text(3).as_deref(), Ok("ltl F deadlock"));
    assert!(property_text(4).unwrap_err().contains("a query without a formula"));
}

#[test]
fn the_queries_of_the_editors_files_are_read() {
    let Some(folder) = shared("corpora/editors/tapaal-gui-tapn") else { return };
    let (mut all, mut answered) = (0, 0);
    for path in files_below(&folder) {
        let (name, source) = (path.display(), source(&path));
        let net = Pnml.parse_untimed(&source).unwrap().nets.remove(0);
        let queries = stored_queries(&source, &net).unwrap();
        let in_text = fs::read_to_string(&path).unwrap().matches("<query ").count();
        assert_eq!(queries.len(), in_text, "{name}");
        for query in queries {
            let properties = query.property_set().unwrap_or_else(|error| panic!("{name}: {error}"));
            let read = sanderling_query::contest::read(&properties, &net);
            let read = read.unwrap_or_else(|found| panic!("{name}: {found}\n{properties}"));
            all += 1;
            answered +=
                usize::from(matches!(read[0].query, Ok(ContestQuery::Formula(_) | ContestQuery::Bound(_))));
        }
    }
    println!("{all} queries, of which {answered} ask for what is reachable");
    assert!(all >= 26 && answered >= 17, "{all} {answered}");
}

/// Reads a damaged file without times, and its queries.
fn check_damaged_components(bytes: &[u8]) -> bool {
    let source = Source::new("damaged.tapn", bytes);
    let timed = Pnml.parse(&source);
    match Pnml.parse_untimed(&source) {
        Ok(parsed) => {
            assert!(parsed.nets.iter().all(|net| !net.validate().has_errors()));
            let queries = stored_queries(&source, &parsed.nets[0]).unwrap();
            queries.iter().filter_map(|query| query.property_set().ok()).for_each(|properties| {
                let _ = sanderling_query::contest::read(&properties, &parsed.nets[0]);
            });
            true
        }
        Err(found) => {
            assert!(found.has_errors() && timed.is_err());
            false
        }
    }
}

#[test]
fn damaged_components_are_refused_or_read_as_sound_nets() {
    let kinds = ["ok", "bad", "untimed"].into_iter().flat_map(|kind| files_below(&examples(kind)));
    let files =
        kinds.filter(|path| path.extension().is_some_and(|end| end == "tapn")).map(|path| (path, 2000));
    let (accepted, refused) = check_damaged(SEED, files, damage, check_damaged_components);
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}
