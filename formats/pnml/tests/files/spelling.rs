//! Labels and attributes in other spellings: each is read with a warning, or refused with its place. Nothing that may change the net is ignored.

use sanderling_net::format::Parsed;
use sanderling_net::{ArcKind, Diagnostics, Format, Inscription, Severity, Source};
use sanderling_pnml::Pnml;

/// A place `p` that the arc `x` leads from to `t`, with more attributes and children of the place, the arc and the transition.
fn parse([place, arc, transition]: [(&str, &str); 3]) -> Result<Parsed, Diagnostics> {
    let text = format!(
        "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'>\
         <page id='g'><place id='p' {}>{}</place><transition id='t' {}>{}</transition>\
         <arc id='x' source='p' target='t' {}>{}</arc></page></net></pnml>",
        place.0, place.1, transition.0, transition.1, arc.0, arc.1
    );
    Pnml.parse(&Source::new("spelling.pnml", text))
}

const NOTHING: (&str, &str) = ("", "");

/// The tokens, the capacity, the kind of the arc, its weight, and the number of warnings.
type Read = (u64, Option<u64>, ArcKind, u64, usize);

fn read(parsed: &Parsed) -> Read {
    let net = &parsed.nets[0];
    let tokens = |inscription: &Inscription| match inscription {
        Inscription::Tokens(tokens) => *tokens,
        Inscription::Term(_) => panic!("a net without colours"),
    };
    let (place, arc) = (&net.places[0], &net.arcs[0]);
    (
        tokens(&place.initial),
        place.capacity,
        arc.kind,
        tokens(&arc.inscription),
        parsed.warnings.iter().count(),
    )
}

#[test]
fn other_spellings_of_a_place_are_read_with_a_warning() {
    for (place, tokens, capacity, warnings) in [
        (("", "<initialMarking><text>3</text></initialMarking>"), 3, None, 0),
        (("", "<marking><text>3</text></marking>"), 3, None, 1),
        (("", "<marking><value>3</value></marking>"), 3, None, 1),
        (("", "<tokens><text>3</text></tokens>"), 3, None, 1),
        (("", "<tokens value='3'/>"), 3, None, 1),
        (("", "<initial-marking><text>3</text></initial-marking>"), 3, None, 1),
        (("", "<initialmarking><text>3</text></initialmarking>"), 3, None, 1),
        (("", "<InitialTokens><text>3</text></InitialTokens>"), 3, None, 1),
        (("tokens='3'", ""), 3, None, 1),
        (("marking='3'", ""), 3, None, 1),
        (("initial_marking='3'", ""), 3, None, 1),
        (("initialMarking='3'", ""), 3, None, 0),
        (("capacity='4'", ""), 0, Some(4), 1),
        (("maxTokens='4'", ""), 0, Some(4), 1),
        (("", "<capacity><text>4</text></capacity>"), 0, Some(4), 0),
        (("", "<maxCapacity><text>4</text></maxCapacity>"), 0, Some(4), 1),
        // ProM's token game beside the initial marking.
        (
            ("", "<initialMarking><text>3</text></initialMarking><marking><value>0</value></marking>"),
            3,
            None,
            0,
        ),
        (
            ("", "<marking><value>0</value></marking><initialMarking><text>3</text></initialMarking>"),
            3,
            None,
            0,
        ),
        (
            ("", "<marking><text>3</text></marking><initialMarking><text>3</text></initialMarking>"),
            3,
            None,
            1,
        ),
        (("", "<marking/>"), 0, None, 0),
        // What says nothing on firing.
        (("x='1' y='2' description='d'", "<description>d</description><comment/>"), 0, None, 5),
        (("tool:tokens='3'", ""), 0, None, 0),
    ] {
        let parsed = parse([place, NOTHING, NOTHING]).unwrap_or_else(|found| panic!("{place:?}: {found}"));
        let found = read(&parsed);
        assert_eq!((found.0, found.1, found.4), (tokens, capacity, warnings), "{place:?}: {parsed:?}");
    }
}

#[test]
fn other_spellings_of_an_arc_are_read_with_a_warning() {
    use ArcKind::{Inhibitor, Input, Read, Reset};
    for (arc, kind, weight, has_warning) in [
        (("", "<inscription><text>2</text></inscription>"), Input, 2, false),
        (("", "<weight><text>2</text></weight>"), Input, 2, true),
        (("", "<weight>2</weight>"), Input, 2, true),
        (("", "<weight><value>2</value></weight>"), Input, 2, true),
        (("", "<weight value='2'/>"), Input, 2, true),
        (("", "<multiplicity><text>2</text></multiplicity>"), Input, 2, true),
        (("", "<Multiplicity>2</Multiplicity>"), Input, 2, true),
        (("", "<value>2</value>"), Input, 2, true),
        (("", "<arc-weight><text>2</text></arc-weight>"), Input, 2, true),
        (("weight='2'", ""), Input, 2, false),
        (("value='2'", ""), Input, 2, true),
        (("multiplicity='2'", ""), Input, 2, true),
        (("cardinality='2'", ""), Input, 2, true),
        (("", "<inhibitor/>"), Inhibitor, 1, true),
        (("", "<inhibitor>true</inhibitor>"), Inhibitor, 1, true),
        (("", "<inhibitor><text>false</text></inhibitor>"), Input, 1, true),
        (("", "<read/>"), Read, 1, true),
        (("", "<test/>"), Read, 1, true),
        (("", "<reset/>"), Reset, 1, true),
        (("", "<reset><text>yes</text></reset>"), Reset, 1, true),
        (("inhibitor='true'", ""), Inhibitor, 1, true),
        (("inhibitor='false'", ""), Input, 1, true),
        (("reset='1'", ""), Reset, 1, true),
        (("isInhibitor='true' weight='2'", ""), Inhibitor, 2, true),
        (("type='inhibitor'", ""), Inhibitor, 1, false),
        (("", "<type value='test'/>"), Read, 1, false),
        (("", "<weight>2</weight><inscription><text>2</text></inscription>"), Input, 2, true),
    ] {
        let parsed = parse([NOTHING, arc, NOTHING]).unwrap_or_else(|found| panic!("{arc:?}: {found}"));
        let found = read(&parsed);
        assert_eq!((found.2, found.4 > 0), (kind, has_warning), "{arc:?}: {parsed:?}");
        // The weight of a reset arc says nothing.
        assert!(kind == Reset || found.3 == weight, "{arc:?}: {parsed:?}");
    }
}

#[test]
fn unknown_parts_that_may_change_the_net_are_refused() {
    let place = |attributes, children| [(attributes, children), NOTHING, NOTHING];
    let arc = |attributes, children| [NOTHING, (attributes, children), NOTHING];
    let transition = |attributes, children| [NOTHING, NOTHING, (attributes, children)];
    for (spelt, part) in [
        (place("", "<colour><text>red</text></colour>"), "the unknown element `colour` in a place"),
        (place("", "<bounded/>"), "the unknown element `bounded`"),
        (place("", "<tokens><text>three</text></tokens>"), "three"),
        (place("", "<tokens/>"), "`tokens` that says something else"),
        (place("tokens='-1'", ""), "-1"),
        (place("tokens='3' initialMarking='4'", ""), "a second initial marking"),
        (place("tokens='3'", "<initialMarking><text>4</text></initialMarking>"), "a second initial marking"),
        (
            place("", "<marking><text>3</text></marking><initialMarking><text>4</text></initialMarking>"),
            "a second initial marking",
        ),
        (place("capacity='3'", "<capacity><text>4</text></capacity>"), "a second capacity"),
        (place("capacity='many'", ""), "many"),
        (place("kind='queue'", ""), "the unknown attribute `kind` of `place`"),
        (place("value='3'", ""), "the unknown attribute `value` of `place`"),
        (arc("", "<weight><text>two</text></weight>"), "two"),
        (arc("", "<weight/>"), "`weight` that says something else"),
        (arc("", "<weight>2</weight><inscription><text>3</text></inscription>"), "a second weight"),
        (arc("value='2' weight='3'", ""), "a second weight"),
        (arc("", "<inhibitor>perhaps</inhibitor>"), "`inhibitor` that says something else"),
        (arc("inhibitor='maybe'", ""), "`true` or `false`"),
        (arc("inhibitor='true' reset='true'", ""), "a second kind"),
        (arc("type='inhibitor'", "<reset/>"), "a second kind"),
        (arc("", "<threshold><text>2</text></threshold>"), "the unknown element `threshold` in an arc"),
        (arc("delay='2'", ""), "the unknown attribute `delay` of `arc`"),
        (arc("probability='0.5'", ""), "the unknown attribute `probability`"),
        (transition("", "<condition2/>"), "the unknown element `condition2` in a transition"),
        (transition("immediate='true'", ""), "the unknown attribute `immediate`"),
        (transition("", "<action><text>x</text></action>"), "the unknown element `action`"),
    ] {
        let found = parse(spelt).expect_err(&format!("{spelt:?}"));
        assert!(found.to_string().contains(part), "{spelt:?}: {found}");
        let error = found.iter().find(|one| one.severity == Severity::Error).expect("an error");
        assert!(error.span.is_some(), "{spelt:?}: {found}");
    }
}

#[test]
fn a_harmless_element_does_not_hide_an_unknown_one_of_its_name() {
    let foreign = "<description xmlns='urn:other'><text>priority 3</text></description>";
    let both = format!("<description/>{foreign}");
    for place in [foreign, &both] {
        let found = parse([("", place), NOTHING, NOTHING]).unwrap_err();
        assert!(found.to_string().contains("of the namespace `urn:other`"), "{found}");
    }
    let found = parse([("", "<description/>"), ("", foreign), NOTHING]).unwrap_err();
    assert!(found.to_string().contains("in an arc"), "{found}");
}

#[test]
fn unknown_elements_and_attributes_beside_the_nodes_are_refused() {
    for (attributes, element, expected) in [
        ("", "<maxTokens>1</maxTokens>", "the unknown element `maxTokens` in a net"),
        ("", "<priorities><text>t &lt; u</text></priorities>", "the unknown element `priorities` in a net"),
        ("capacity='1'", "", "the unknown attribute `capacity` of `page`"),
        ("semantics='maximal'", "", "the unknown attribute `semantics` of `page`"),
    ] {
        let text = format!(
            "<pnml><net id='n'><page id='g' {attributes}><place id='p'/>{element}</page></net></pnml>"
        );
        let found = Pnml.parse(&Source::new("beside.pnml", text)).unwrap_err();
        assert!(found.to_string().contains(expected), "{found}");
    }
    for (attributes, element) in [
        ("version='1'", "<description/>"),
        ("own:capacity='1'", "<metadata><author>a</author></metadata>"),
        ("", "<n:diagram xmlns:n='urn:notation'><n:node/></n:diagram>"),
    ] {
        let text = format!(
            "<pnml><net id='n'><page id='g' {attributes}><place id='p'/>{element}</page></net></pnml>"
        );
        Pnml.parse(&Source::new("beside.pnml", text)).unwrap();
    }
}
