//! The readers for the four formats of traces on arbitrary bytes.

use sanderling_report::TraceFormat;

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "trace",
    promise: "a trace that is accepted in any format is read back as the same one after it was written as JSON",
    run,
};

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _format = TraceFormat::of_content(&text);
    let _format = TraceFormat::of_file("fuzz.csv", &text);
    for format in TraceFormat::ALL {
        let Ok(trace) = format.read(&text) else { continue };
        // JSON can express everything in the other formats.
        let written = TraceFormat::Json.write(&trace, &[]).expect("JSON holds every trace");
        let again = TraceFormat::Json.read(&written).expect("a written trace can be read");
        assert!(again == trace, "a trace was read back as another one: {written}");
    }
}
