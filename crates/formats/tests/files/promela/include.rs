//! Promela models of several files.

use std::path::Path;

use sanderling_formats::promela::Promela;
use sanderling_net::{Format, Net, Sort, Source};
use sanderling_testkit::naive;
use tempfile::TempDir;

/// Writes files to a folder; the first one is the model.
fn folder(files: &[(&str, &str)]) -> (TempDir, Source) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let source = Source::of_file(&folder.path().join(files[0].0), files[0].1);
    (folder, source)
}

fn read(files: &[(&str, &str)]) -> Net {
    let (_folder, source) = folder(files);
    let mut parsed = Promela.parse(&source).unwrap_or_else(|found| panic!("{found}"));
    assert!(!parsed.nets[0].validate().has_errors());
    parsed.nets.remove(0)
}

fn refusal(files: &[(&str, &str)]) -> String {
    let (_folder, source) = folder(files);
    Promela.parse(&source).unwrap_err().to_string()
}

/// Returns the locations of a process.
fn locations(net: &Net, process: &str) -> Vec<String> {
    let place = net.places.iter().find(|place| place.id == process).expect("a process");
    let Sort::Enumeration { constants, .. } = net.sort(place.sort) else { panic!("{:?}", place.sort) };
    constants.iter().map(|constant| constant.id.clone()).collect()
}

#[test]
fn included_files_share_macros_and_name_their_locations() {
    let net = read(&[
        (
            "model.pml",
            "#define N 2\n#include \"lib/2-sema.h\"\n#include \"lib/2-sema.h\"\n\ninit {\n  \
             down(); x = N;\n#include \"step.pml\"\n  up()\n}\n",
        ),
        (
            "lib/2-sema.h",
            "#ifndef SEMA\n#define SEMA\n#include \"./deep/type.h\"\n#undef N\n#define N 3\nCELL s = 1;\ninline down() {\n  \
             s > 0;\n  s--\n}\ninline up() { s++ }\nactive proctype Other() {\n  down(); assert(x < 1);\n  up() }\n#endif",
        ),
        ("lib/deep/type.h", "\u{feff}/* byte */\n#define CELL byte\nbyte x;"),
        ("step.pml", "x = x + 1;\nx = x + 1;"),
    ]);
    let explored = naive::explore(&net, 1000).unwrap();
    let value = net.places.iter().position(|place| place.id == "x").expect("a variable");
    assert!(explored.states() > 10, "{}", explored.states());
    assert_eq!(net.places[value].span.map(|span| (span.line, span.column)), Some((2, 1)));
    let sema = ["_2_sema_line8", "_2_sema_line9", "_2_sema_line11"];
    let init = ["none", "line6", "end", sema[0], sema[1], sema[2], "step_line1", "step_line2"];
    assert_eq!(locations(&net, "init_1"), init);
    let other = ["none", sema[0], sema[1], sema[2], "_2_sema_line13", "end"];
    assert_eq!(locations(&net, "Other_0"), other);
    assert_eq!(net.assertions[0].id, "Other_0, line 13 of `lib/2-sema.h`");
    let spans: Vec<u32> =
        net.transitions.iter().filter_map(|transition| Some(transition.span?.line)).collect();
    assert!(spans.iter().all(|line| (1..=9).contains(line)), "{spans:?}");
    assert!(net.transitions.iter().any(|transition| transition.id == "init_1.step_line2"));
    let program = net.program.as_ref().unwrap();
    assert_eq!(program.processes[0].span.map(|span| span.line), Some(2));
}

#[test]
fn formulas_may_be_in_an_included_file() {
    let (_folder, source) = folder(&[
        ("model.pml", "byte x;\nactive proctype P() { x = 1 }\n#include \"claims.pml\"\n"),
        ("claims.pml", "\nltl good { <> (x == 1) }\nltl bad { [] (_pid == 1) }"),
    ]);
    let net = Promela.parse(&source).unwrap().nets.remove(0);
    let queries = Promela.stored_queries(&source, &net).unwrap();
    assert_eq!(
        queries.iter().map(|query| (&*query.name, query.span.line)).collect::<Vec<_>>(),
        [("good", 3), ("bad", 3)]
    );
    assert!(queries[0].formula.is_ok());
    let found = queries[1].formula.as_ref().unwrap_err().to_string();
    assert!(found.starts_with("3:1: error: in `claims.pml`, line 3, column 15: "), "{found}");
}

#[test]
fn a_never_claim_may_be_in_an_included_file() {
    let net = read(&[
        ("model.pml", "byte x;\nactive proctype P() { x = 1 }\n#include \"claim.pml\"\n"),
        ("claim.pml", "\nnever {\n do\n :: x == 1 -> break\n :: true\n od;\n x == 2; accept: skip\n}"),
    ]);
    let claim = net.program.and_then(|program| program.property).expect("a claim");
    assert_eq!(claim.span.map(|span| span.line), Some(3));
    assert!(claim.locations.contains(&"claim_line7".to_owned()), "{:?}", claim.locations);
    let guards = claim.transitions.iter().filter_map(|watch| watch.guard.as_ref()?.span);
    assert_eq!(guards.map(|span| span.line).collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn an_error_in_an_included_file_names_the_file_and_the_position() {
    let model = "\n#include \"a/one.h\"\nactive proctype P() { skip }\n";
    let one = "byte x;\n  #include \"two.h\"";
    for (two, wanted) in [
        ("\n  byte z[0];", "2:1: error: in `a/two.h`, line 2, column 10: the length of an array"),
        ("active proctype Q() { x = y }", "2:1: error: in `a/two.h`, line 1, column 27: the name `y`"),
        ("/*", "2:1: error: in `a/two.h`, line 1, column 1: "),
        ("#if 1", "2:1: error: in `a/two.h`, line 1, column 1: a condition that does not end"),
        (
            "#include \"../model.pml\"",
            "in `a/two.h`, line 1, column 1: `#include \"../model.pml\"`; expected a file in",
        ),
        (
            "#include \"one.h\"",
            "in `a/two.h`, line 1, column 1: `#include \"one.h\"`; expected at most 32 files in each",
        ),
        (
            "#include \"three.h\"",
            "in `a/two.h`, line 1, column 1: `#include \"three.h\"`: cannot read `a/three.h`: ",
        ),
    ] {
        let found = refusal(&[("model.pml", model), ("a/one.h", one), ("a/two.h", two)]);
        assert!(found.contains(wanted), "{two}\n{found}");
    }
}

#[test]
fn only_regular_files_in_the_folder_of_the_model_are_read() {
    let of = |directive: &str| refusal(&[("model.pml", directive), ("a/b.h", "")]);
    for name in ["/dev/zero", "../model.pml", "a/../../model.pml"] {
        let found = of(&format!("#include \"{name}\"\n"));
        assert!(found.contains("expected a file in the folder of the including file"), "{name}: {found}");
    }
    assert!(of("#include <a/b.h>\n").contains("expected the name of a file in double quotes"));
    assert!(of("#include\n").contains("expected the name of a file in double quotes"));
    for name in ["a", "."] {
        assert!(of(&format!("#include \"{name}\"\n")).contains("it is not a regular file"), "{name}");
    }
    let (folder, source) = folder(&[("model.pml", "#include \"zeros\"\ninit { skip }")]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zeros")).unwrap();
        let found = Promela.parse(&source).unwrap_err().to_string();
        assert!(found.contains("it is not a regular file"), "{found}");
        std::fs::remove_file(folder.path().join("zeros")).unwrap();
    }
    std::fs::write(folder.path().join("zeros"), vec![b' '; 1 << 24]).unwrap();
    let found = Promela.parse(&source).unwrap_err().to_string();
    assert!(found.contains("the files are too large"), "{found}");
    std::fs::write(folder.path().join("zeros"), "").unwrap();
    assert!(Promela.parse(&source).is_ok());
    for text in [Source::new("model.pml", source.bytes()), source.without_folder()] {
        let found = Promela.parse(&text).unwrap_err().to_string();
        assert!(found.contains("only a model in a file can include others"), "{found}");
        assert!(text.included(Path::new("zeros"), 1).is_err());
    }
}

#[test]
fn files_that_include_each_other_often_are_refused() {
    let twice = "#include \"a.h\"\n#include \"a.h\"\n";
    assert!(
        refusal(&[("model.pml", twice), ("a.h", twice)]).contains("expected at most 32 files in each other")
    );
    // Few levels, but each file includes the next one twice.
    let levels: Vec<(String, String)> = (0..12)
        .map(|level| (format!("{level}.h"), format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", level + 1)))
        .collect();
    let mut files: Vec<(&str, &str)> = levels.iter().map(|(name, text)| (&**name, &**text)).collect();
    files.push(("12.h", ""));
    let found = refusal(&files);
    assert!(found.contains("and 1024 in all"), "{found}");
}
