//! The header is what the library's source says.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let bindings =
        cbindgen::Builder::new().with_config(config).with_src(folder.join("src/lib.rs")).generate().unwrap();
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let (written, path) = (String::from_utf8(bytes).unwrap(), folder.join("include/sanderling.h"));
    if std::env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == written,
        "the header is out of date: UPDATE_HEADER=1 cargo test -p sanderling-c --test header writes it"
    );
    for function in
        ["open", "close", "load", "request", "analyse", "poll", "listen", "cancel", "at", "free", "version"]
    {
        assert!(written.contains(&format!("sanderling_{function}(")), "{function}");
    }
}
