//! Which bindings the transitions of an unfolding stand for, as XML on standard output.

use std::fmt::Write;

use sanderling::PreparedNet;
use sanderling_report::traces::xml::Escaped;

/// The `bindings` of a net that was unfolded; nothing of another one.
pub(crate) fn text(subject: &PreparedNet) -> String {
    if subject.statistics().is_none() {
        return String::new();
    }
    let mut out = String::from("<bindings>\n");
    for (transition, binding) in subject.net().transition_ids().zip(subject.bindings()) {
        let _ = writeln!(out, "\t<transition id=\"{}\">", Escaped(&subject.net().transition(transition).id));
        for (variable, value) in &binding {
            let _ = writeln!(out, "\t\t<variable id=\"{}\">", Escaped(variable));
            let _ = writeln!(out, "\t\t\t<color>{}</color>", Escaped(value));
            out.push_str("\t\t</variable>\n");
        }
        out.push_str("\t</transition>\n");
    }
    out + "</bindings>\n"
}
