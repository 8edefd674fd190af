//! Draws a flame graph: calls as boxes adjacent to their callers, with a width proportional to their samples.
//!
//! Source: Brendan Gregg, *The Flame Graph*, Communications of the ACM 59(6), 2016. Our graph grows
//! downwards, and functions are in alphabetical order. The file is self-contained. The box under the pointer
//! or with the keyboard focus shows its function's full name and share.

use std::fmt::Write;

use super::calls::{Call, Calls};

/// Dimensions in units of the picture, which are about pixels.
const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 10.0;
const ROW: f64 = 17.0;
const HEAD: f64 = 58.0;
const LETTER: f64 = 6.6;

/// Minimum width of a visible box.
const NARROWEST: f64 = 0.2;

const STYLE: &str = "text{font:11px ui-monospace,monospace;fill:#222;pointer-events:none}\
    .title{font:bold 14px system-ui,sans-serif}#detail{font:12px ui-monospace,monospace}\
    rect{stroke:#fff;stroke-width:.5}g:hover rect,g:focus rect{stroke:#000;stroke-width:1}g:focus{outline:none}";

/// Shows the title of the box under the pointer.
const SCRIPT: &str = "const detail=document.getElementById('detail');\
    const show=event=>{const box=event.target.closest('g');if(box)detail.textContent=box.querySelector('title').textContent};\
    document.documentElement.addEventListener('mouseover',show);document.documentElement.addEventListener('focusin',show);";

/// A call with its position in the picture.
struct Placed<'a> {
    call: &'a Call,
    left: f64,
    row: usize,
}

/// Returns the picture as SVG.
pub(super) fn draw(title: &str, calls: &Calls) -> String {
    let boxes = place(calls);
    let rows = boxes.iter().map(|one| one.row + 1).max().unwrap_or(0);
    let height = HEAD + rows as f64 * ROW + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"img\">\n<title>{0}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"22\">{0}</text>\n\
         <text id=\"detail\" x=\"{MARGIN}\" y=\"44\">{1} samples; point at a box, or go through them with the Tab key</text>\n",
        escape(title),
        calls.samples().0
    );
    for one in &boxes {
        write_box(&mut svg, one, calls);
    }
    let _ = write!(svg, "<script>{SCRIPT}</script>\n</svg>\n");
    svg
}

/// Returns the visible calls with their positions, callers before callees.
fn place(calls: &Calls) -> Vec<Placed<'_>> {
    let mut placed = Vec::new();
    let mut open = vec![(0, MARGIN, 0)];
    while let Some((index, left, row)) = open.pop() {
        let call = &calls.0[index];
        placed.push(Placed { call, left, row });
        let mut next = left;
        for &callee in call.callees.values() {
            let width = width(&calls.0[callee], calls);
            if width >= NARROWEST {
                open.push((callee, next, row + 1));
            }
            next += width;
        }
    }
    placed
}

fn width(call: &Call, calls: &Calls) -> f64 {
    call.samples.share_of(calls.samples()) * (WIDTH - 2.0 * MARGIN)
}

fn write_box(svg: &mut String, Placed { call, left, row }: &Placed<'_>, calls: &Calls) {
    let width = width(call, calls);
    let top = HEAD + *row as f64 * ROW;
    let share = 100.0 * call.samples.share_of(calls.samples());
    let _ = write!(
        svg,
        "<g tabindex=\"0\"><title>{}: {share:.1} %, {} samples</title>\
         <rect x=\"{left:.2}\" y=\"{top}\" width=\"{width:.2}\" height=\"{}\" fill=\"{}\" rx=\"1\"/>",
        escape(&call.name),
        call.samples.0,
        ROW - 1.0,
        colour(&call.name)
    );
    let letters = ((width - 6.0) / LETTER).max(0.0) as usize;
    if letters >= 3 {
        let _ = write!(
            svg,
            "<text x=\"{:.2}\" y=\"{}\">{}</text>",
            left + 3.0,
            top + 12.0,
            escape(&fit(&call.name, letters))
        );
    }
    svg.push_str("</g>\n");
}

/// Shortens a name to the available width. The last part says most, so it is preferred if it fits.
fn fit(name: &str, letters: usize) -> String {
    let count = |text: &str| text.chars().count();
    if count(name) <= letters {
        return name.to_owned();
    }
    let parts = name.match_indices("::").map(|(at, _)| &name[at + 2..]);
    match parts.into_iter().find(|part| count(part) <= letters) {
        Some(part) => part.to_owned(),
        None => name.chars().take(letters - 1).chain(['…']).collect(),
    }
}

/// Returns the fixed colour of a function, in the warm tones of flames.
fn colour(name: &str) -> String {
    let hash = name.bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    format!("hsl({} {}% {}%)", 18 + hash % 34, 75 + hash / 64 % 20, 66 + hash / 4096 % 12)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(lines: &[&str]) -> Calls {
        let stacks: Vec<Vec<String>> =
            lines.iter().map(|line| line.split(';').map(String::from).collect()).collect();
        Calls::of(&stacks)
    }

    #[test]
    fn callees_lie_within_their_callers_side_by_side() {
        let calls = calls(&["main;a;x", "main;a;y", "main;b", "main;b"]);
        let boxes = place(&calls);
        let of = |name: &str| boxes.iter().find(|one| one.call.name == name).unwrap();
        let right = |name: &str| of(name).left + width(of(name).call, &calls);
        assert_eq!((of("main").row, of("a").row, of("x").row), (1, 2, 3));
        assert!((right("a") - of("b").left).abs() < 1e-9 && (right("x") - of("y").left).abs() < 1e-9);
        assert!((right("main") - (WIDTH - MARGIN)).abs() < 1e-9);
    }

    #[test]
    fn names_are_escaped_and_the_picture_is_closed() {
        let svg = draw("explore <a> & \"b\"", &calls(&["f<g>&"]));
        assert!(
            svg.contains("explore &lt;a&gt; &amp; &quot;b&quot;") && svg.contains("f&lt;g&gt;&amp;: 100.0 %")
        );
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn invisible_frames_are_not_drawn() {
        let mut lines = vec!["main;often"; 20_000];
        lines.push("main;seldom");
        let svg = draw("", &calls(&lines));
        assert!(svg.contains("often") && !svg.contains("seldom"));
    }

    #[test]
    fn a_name_is_shortened_to_what_says_most() {
        assert_eq!(fit("driver::batched::round", 30), "driver::batched::round");
        assert_eq!(fit("driver::batched::round", 14), "batched::round");
        assert_eq!(fit("driver::batched::round", 6), "round");
        assert_eq!(fit("driver::batched::round", 4), "dri…");
    }
}
