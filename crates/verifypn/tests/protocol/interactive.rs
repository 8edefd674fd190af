//! The token game of coloured nets.

use sanderling_report::xml::{Document, Element};
use sanderling_verifypn::Exit;

use crate::calls::Folder;
use crate::coloured::model;

const END: &str = "\n\n\n";

/// The blocks of an answer, as the editor finds them: lines from an opening tag alone on its line to the closing one.
fn blocks(out: &str) -> Vec<String> {
    let (mut blocks, mut block) = (Vec::new(), String::new());
    for line in out.lines() {
        if !block.is_empty() || matches!(line.trim(), "<marking>" | "<valid-bindings>") {
            block.push_str(line);
            block.push('\n');
        }
        if matches!(line.trim(), "</marking>" | "</valid-bindings>") {
            blocks.push(std::mem::take(&mut block));
        }
    }
    blocks
}

/// Returns the id of each element of a block with this name, and the number of elements in it.
fn parts(block: &str, name: &str) -> Vec<String> {
    let document = Document::parse(block).unwrap_or_else(|fault| panic!("{fault}\n{block}"));
    assert_eq!(document.root().name(), name);
    let shown = |part: Element<'_>| format!("{} {}", part.attribute("id").unwrap(), part.children().len());
    document.root().children().into_iter().map(shown).collect()
}

/// Returns the number of bindings of each transition.
fn counts(block: &str) -> Vec<String> {
    parts(block, "valid-bindings")
}

fn old_marking() -> String {
    "<marking>\n  <place id=\"p\">\n    <token count=\"1\"><color>red</color></token>\n\
     <token count=\"1\"><color>blue</color></token>\n</place>\n<place id=\"q\"><token count=\"2\"><color>red</color><color>green</color></token></place></marking>"
        .into()
}

fn new_marking() -> String {
    let times =
        |n: u32| format!("<subterm><numberconstant value=\"{n}\"><positive/></numberconstant></subterm>");
    let constant = |id: &str| format!("<subterm><useroperator declaration=\"{id}\"/></subterm>");
    let part = |n: u32, colour: &str| format!("<subterm><numberof>{}{colour}</numberof></subterm>", times(n));
    format!(
        "<marking>\n<place id=\"p\">\n<add>{}{}</add>\n</place>\n<place id=\"q\"><structure><numberof>{}<subterm><tuple>{}{}</tuple></subterm></numberof></structure></place>\n</marking>",
        part(1, &constant("red")),
        part(1, &constant("blue")),
        times(2),
        constant("red"),
        constant("green")
    )
}

fn pair(x: &str, y: &str) -> String {
    let variable =
        |id: &str, colour: &str| format!("<variable id=\"{id}\"><color>{colour}</color></variable>");
    format!(
        "<transition id=\"pair\">\n<binding>{}{}</binding>\n</transition>",
        variable("x", x),
        variable("y", y)
    )
}

#[test]
fn markings_are_read_either_way_and_firings_lead_on() {
    for marking in [old_marking(), new_marking()] {
        let input = format!("{marking}{END}{}{END}EXIT{END}", pair("blue", "red"));
        let ran = Folder::new().interact(&model(), &input);
        assert_eq!(ran.exit, Exit::Satisfied, "{ran:?}");
        let [valid, reached, then] = &blocks(&ran.out)[..] else { panic!("three blocks: {ran:?}") };
        assert_eq!(counts(valid), ["turn 2", "pair 2"]);
        assert!(counts(then).is_empty());
        assert_eq!(parts(reached, "marking"), ["q 1"]);
        // A marking is understood again.
        let again = Folder::new().interact(&model(), &format!("{reached}{END}"));
        assert_eq!((again.exit, counts(&blocks(&again.out)[0])), (Exit::Satisfied, vec![]), "{again:?}");
        for part in ["<subterm><useroperator declaration=\"blue\"/></subterm>", "value=\"2\"", "value=\"1\""]
        {
            assert!(reached.contains(part), "{reached}");
        }
    }
}

#[test]
fn an_answer_ends_with_two_empty_lines() {
    let ran = Folder::new().interact(&model(), &format!("{}{END}", new_marking()));
    assert!(ran.out.ends_with("</valid-bindings>\n\n\n"), "{ran:?}");
}

#[test]
fn place_transition_nets_are_played_with_too() {
    let model = "<pnml><net id='n' type='P/T net'><place id='p' initialMarking='1'/><place id='q'/><transition id='t'/>\
        <inputArc source='p' target='t'><inscription><value>2</value></inscription></inputArc>\
        <outputArc source='t' target='q'><inscription><value>1</value></inscription></outputArc></net></pnml>";
    let marking = "<marking><place id='p'><token count='3'><color>dot</color></token></place></marking>";
    let input = format!("{marking}{END}<transition id='t'><binding/></transition>{END}");
    let ran = Folder::new().interact(model, &input);
    let [valid, reached, then] = &blocks(&ran.out)[..] else { panic!("three blocks: {ran:?}") };
    assert_eq!(counts(valid), ["t 1"]);
    assert!(counts(then).is_empty());
    assert_eq!(parts(reached, "marking"), ["p 1", "q 1"]);
}

#[test]
fn invalid_input_ends_the_game_with_a_message() {
    let in_place = |inner: &str| format!("<marking><place id='p'>{inner}</place></marking>");
    for (block, part) in [
        ("<marking".to_owned(), "not understood"),
        ("<!DOCTYPE marking [<!ENTITY a 'b'>]><marking>&a;</marking>".into(), "a document type"),
        ("<other/>".into(), "a block `other`"),
        (pair("red", "blue"), "before any marking"),
        ("<marking><place/></marking>".into(), "no `place` with an `id`"),
        ("<marking><place id='z'/></marking>".into(), "no place `z`"),
        (in_place("<token count='1'><color>pink</color></token>"), "no colour `pink`"),
        (in_place("<token count='x'><color>red</color></token>"), "`x` is no number"),
        (in_place("<token count='-1'><color>red</color></token>"), "`-1` is no number"),
        (in_place("<tuple/>"), "a tuple in a place without tuples"),
        (in_place("<variable/>"), "the term `variable`"),
        (in_place("<numberof/>"), "`numberof` with 0 parts"),
        (in_place("<subterm/>"), "`subterm` with 0 elements"),
        (
            in_place(&format!(
                "<token count='{0}'><color>red</color></token><token count='{0}'><color>red</color></token>",
                u64::MAX
            )),
            "too many tokens",
        ),
        (format!("{}{END}{}", new_marking(), pair("red", "green")), "is not enabled with this binding"),
        (format!("{}{END}<transition id='none'/>", new_marking()), "no transition `none`"),
        (format!("{}{END}<transition/>", new_marking()), "without `id`"),
    ] {
        let ran = Folder::new().interact(&model(), &format!("{block}{END}"));
        assert_eq!(ran.exit, Exit::Error, "{block}: {ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(part), "{block}: {ran:?}");
    }
}

#[test]
fn variables_that_are_tuples_are_refused_at_once() {
    let with_pair = model().replace(
        "</declarations>",
        "<variabledecl id=\"z\" name=\"z\"><usersort declaration=\"D\"/></variabledecl></declarations>",
    );
    let ran = Folder::new().interact(&with_pair, &format!("{}{END}", new_marking()));
    assert_eq!(ran.exit, Exit::Error, "{ran:?}");
    assert!(ran.err.contains("the variable `z` is a tuple"), "{ran:?}");
}
