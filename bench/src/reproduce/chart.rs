//! Charts as SVG: series of points over numbers or over named positions.
//!
//! Colours are told apart by people who see few of them, too (after Okabe and Ito), and published statistics
//! are rings where ours are discs, so that a chart survives being printed in grey.

use std::fmt::Write;

use crate::html::escaped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
/// Room for the labels: left, right, above, below.
const MARGINS: [f64; 4] = [56.0, 12.0, 34.0, 58.0];
/// The colours of series, in turn.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#9a8c00"];

/// What is drawn.
#[derive(Debug, Default)]
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) x_label: String,
    pub(super) y_label: String,
    /// What is written below the axis, and where.
    pub(super) ticks: Vec<(f64, String)>,
    pub(super) series: Vec<Series>,
}

/// Points that belong together.
#[derive(Debug, Clone, Default)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) colour: &'static str,
    pub(super) points: Vec<(f64, f64)>,
    /// Whether a line leads along the points.
    pub(super) is_line: bool,
    /// Whether the points are rings.
    pub(super) is_published: bool,
}

impl Chart {
    /// The chart, if there is something to draw.
    pub(super) fn svg(&self) -> Option<String> {
        let scale = Scale::of(self)?;
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\
             <title>{0}</title><text class=\"title\" x=\"{1}\" y=\"14\">{0}</text>\n",
            escaped(&self.title),
            MARGINS[0]
        );
        self.draw_axes(&scale, &mut svg);
        for series in &self.series {
            series.draw(&scale, &mut svg);
        }
        self.draw_legend(&mut svg);
        svg.push_str("</svg>\n");
        Some(svg)
    }

    fn draw_axes(&self, scale: &Scale, svg: &mut String) {
        let (left, right, bottom) = (MARGINS[0], WIDTH - MARGINS[1], HEIGHT - MARGINS[3]);
        for part in 0..=4 {
            let value = scale.max_y * f64::from(part) / 4.0;
            let y = scale.y(value);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
                left - 6.0,
                y + 4.0,
                if scale.max_y < 8.0 { format!("{value:.1}") } else { format!("{value:.0}") }
            );
        }
        for (at, label) in &self.ticks {
            let _ = writeln!(
                svg,
                "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{}\">{}</text>",
                scale.x(*at),
                bottom + 16.0,
                escaped(label)
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"label\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"label\" text-anchor=\"middle\" transform=\"translate(14 {}) rotate(-90)\">{}</text>",
            (left + right) / 2.0,
            bottom + 34.0,
            escaped(&self.x_label),
            f64::midpoint(MARGINS[2], bottom),
            escaped(&self.y_label)
        );
    }

    fn draw_legend(&self, svg: &mut String) {
        let mut x = MARGINS[0];
        for series in self.series.iter().filter(|series| !series.points.is_empty()) {
            let y = HEIGHT - 8.0;
            svg.push_str(&series.mark(x + 4.0, y - 4.0));
            let _ = writeln!(
                svg,
                "<text class=\"tick\" x=\"{}\" y=\"{y}\">{}</text>",
                x + 12.0,
                escaped(&series.name)
            );
            x += 24.0 + 6.6 * series.name.chars().count() as f64;
        }
    }
}

impl Series {
    fn draw(&self, scale: &Scale, svg: &mut String) {
        if self.is_line && self.points.len() > 1 {
            let points = self.points.iter().map(|&(x, y)| format!("{:.1},{:.1}", scale.x(x), scale.y(y)));
            let points: Vec<_> = points.collect();
            let dash = if self.is_published { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = writeln!(
                svg,
                "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{dash} points=\"{}\"/>",
                self.colour,
                points.join(" ")
            );
        }
        for &(x, y) in &self.points {
            svg.push_str(&self.mark(scale.x(x), scale.y(y)));
        }
    }

    fn mark(&self, x: f64, y: f64) -> String {
        let (radius, fill) = if self.is_published { (5.0, "none") } else { (3.5, self.colour) };
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
            self.colour
        )
    }
}

/// From values to positions in the picture.
struct Scale {
    min_x: f64,
    max_x: f64,
    max_y: f64,
}

impl Scale {
    fn of(chart: &Chart) -> Option<Self> {
        let points = || chart.series.iter().flat_map(|series| &series.points).copied();
        points().next()?;
        let xs = || points().map(|(x, _)| x).chain(chart.ticks.iter().map(|&(at, _)| at));
        let max_y = points().map(|(_, y)| y).fold(0.0, f64::max);
        Some(Self {
            min_x: xs().fold(f64::INFINITY, f64::min),
            max_x: xs().fold(f64::NEG_INFINITY, f64::max),
            max_y: round_up(max_y),
        })
    }

    fn x(&self, value: f64) -> f64 {
        // The outermost points keep off the edges.
        let (left, right) = (MARGINS[0] + 16.0, WIDTH - MARGINS[1] - 16.0);
        let span = (self.max_x - self.min_x).max(f64::MIN_POSITIVE);
        left + (value - self.min_x) / span * (right - left)
    }

    fn y(&self, value: f64) -> f64 {
        let (top, bottom) = (MARGINS[2], HEIGHT - MARGINS[3]);
        bottom - value / self.max_y * (bottom - top)
    }
}

/// The next number of 1, 2, 4, 5, 6, 8 times a power of ten.
fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|&step| step >= value).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_point_is_drawn_and_texts_are_escaped() {
        let series = Series {
            name: "a<b".into(),
            colour: COLOURS[0],
            points: vec![(0.0, 5.0), (1.0, 10.0), (2.0, 35.0)],
            is_line: true,
            is_published: false,
        };
        let chart = Chart { title: "A & B".into(), series: vec![series], ..Chart::default() };
        let svg = chart.svg().unwrap();
        // One more mark is in the legend.
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (4, 1));
        assert!(svg.contains("A &amp; B") && svg.contains("a&lt;b") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing_and_a_single_point_is_in_the_picture() {
        assert_eq!(Chart::default().svg(), None);
        let series = Series { points: vec![(3.0, 0.0)], colour: COLOURS[0], ..Series::default() };
        let svg = Chart { series: vec![series], ..Chart::default() }.svg().unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn scales_end_at_round_numbers() {
        let ends = [0.0, 0.7, 35.0, 41.0, 100.0, 487.0].map(round_up);
        assert_eq!(ends, [1.0, 0.8, 40.0, 50.0, 100.0, 500.0]);
    }
}
