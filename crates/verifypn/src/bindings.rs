//! Prints the bindings of the transitions of an unfolding, as XML on standard output.

use std::fmt::Write;

use sanderling::PreparedNet;
use sanderling_report::xml::Escaped;

/// Returns the `bindings` element of an unfolded net; empty for other nets.
pub(crate) fn text(prepared: &PreparedNet) -> String {
    if prepared.statistics().is_none() {
        return String::new();
    }
    let mut out = String::from("<bindings>\n");
    for (transition, binding) in prepared.net().transition_ids().zip(prepared.bindings()) {
        let _ = writeln!(out, "\t<transition id=\"{}\">", Escaped(&prepared.net().transition(transition).id));
        for (variable, value) in &binding {
            let _ = writeln!(out, "\t\t<variable id=\"{}\">", Escaped(variable));
            let _ = writeln!(out, "\t\t\t<color>{}</color>", Escaped(value));
            out.push_str("\t\t</variable>\n");
        }
        out.push_str("\t</transition>\n");
    }
    out + "</bindings>\n"
}
