//! A chart as SVG: series over a logarithmic height, with an axis below that is logarithmic or counts.
//!
//! plotters draws axes and lines. Dots are ours: all those of a series are one path of strokes without length, a few
//! bytes each, since a page has thousands. Colours are told apart by people who see few of them, too (after Okabe and
//! Ito), and lines are dashed and dots shaped differently besides; `style.css` turns the colours into those of the
//! theme, light or dark, by the values that are written here.

use std::fmt::Write;

use plotters::prelude::*;

use super::axis::{Axis, short};
use crate::html::escaped;

const SIZE: (u32, u32) = (620, 400);
/// The colours of series, in turn.
pub(super) const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0),
    RGBColor(0, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0),
    RGBColor(0x55, 0x55, 0x55),
    RGBColor(0x9a, 0x8c, 0),
];

const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Of lines that statistics are held against.
const REFERENCE: RGBColor = RGBColor(0x88, 0x88, 0x88);

/// What is drawn.
#[derive(Debug, Default)]
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) x_label: String,
    pub(super) y_label: String,
    /// Whether the axis below counts; otherwise it is logarithmic.
    pub(super) is_counted: bool,
    pub(super) series: Vec<Series>,
    /// Where a line stands for what has no figure, upright and across, and where equal statistics meet.
    pub(super) beyond: Option<(f64, f64)>,
}

/// Points that belong together.
#[derive(Debug, Default)]
pub(super) struct Series {
    /// Which colour, of those in turn.
    pub(super) colour: usize,
    /// Whether a line leads along the points; then only the last one has a dot.
    pub(super) is_line: bool,
    pub(super) points: Vec<(f64, f64)>,
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;
type Canvas<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

impl Chart {
    /// The chart as a figure with its title, or with a line that there is nothing to draw.
    pub(super) fn figure(&self) -> String {
        let drawn = self.svg().unwrap_or_else(|| "<p class=\"none\">nothing to draw</p>\n".to_owned());
        format!("<figure><figcaption>{}</figcaption>\n{drawn}</figure>\n", escaped(&self.title))
    }

    /// The picture, if there is a point in it.
    pub(super) fn svg(&self) -> Option<String> {
        self.series.iter().flat_map(|series| &series.points).next()?;
        let (mut svg, mut dots) = (String::new(), String::new());
        self.draw(&mut svg, &mut dots).expect("a string takes whatever is written");
        let body = svg.strip_prefix("<svg ")?.trim_end().strip_suffix("</svg>")?;
        // plotters writes what is the default anyway.
        let body = body.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
        Some(format!("<svg role=\"img\" aria-label=\"{}\" {body}{dots}</svg>\n", escaped(&self.title)))
    }

    fn draw(&self, svg: &mut String, dots: &mut String) -> Drawn {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let points = || self.series.iter().flat_map(|series| &series.points).chain(&self.beyond);
        let x = points().map(|&(x, _)| x);
        let x = if self.is_counted { Axis::count_up_to(x) } else { Axis::log_around(x) };
        let mut canvas = ChartBuilder::on(&area)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(62)
            .build_cartesian_2d(x, Axis::log_around(points().map(|&(_, y)| y)))?;
        self.draw_axes(&mut canvas)?;
        self.draw_beyond(&mut canvas)?;
        for series in &self.series {
            dots.push_str(&series.draw(&mut canvas)?);
        }
        area.present()
    }

    fn draw_axes(&self, canvas: &mut Canvas<'_>) -> Drawn {
        let text = |size: f64| FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal).color(&BLACK);
        canvas
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style(text(13.0))
            .axis_desc_style(text(14.0))
            .x_desc(self.x_label.as_str())
            .y_desc(self.y_label.as_str())
            .x_label_formatter(&|x| short(*x))
            .y_label_formatter(&|y| short(*y))
            .draw()
    }

    fn draw_beyond(&self, canvas: &mut Canvas<'_>) -> Drawn {
        let Some((x, y)) = self.beyond else { return Ok(()) };
        let (across, upright) = (canvas.x_range(), canvas.y_range());
        let (least, most) = (across.start.max(upright.start), x.min(y));
        let lines =
            [[(x, upright.start), (x, y)], [(across.start, y), (x, y)], [(least, least), (most, most)]];
        canvas.draw_series(lines.map(|line| PathElement::new(line, REFERENCE)))?;
        Ok(())
    }
}

impl Series {
    /// Draws its line, and tells its dots.
    fn draw(&self, canvas: &mut Canvas<'_>) -> Result<String, DrawingAreaErrorKind<std::io::Error>> {
        let mut first = 0;
        if self.is_line {
            let style = COLOURS[self.colour % COLOURS.len()].stroke_width(2);
            canvas.draw_series([PathElement::new(self.points.clone(), style)])?;
            first = self.points.len().saturating_sub(1);
        }
        let mut path = String::new();
        for point in &self.points[first..] {
            let (x, y) = canvas.backend_coord(point);
            let _ = write!(path, "M{x} {y}h0");
        }
        Ok(format!("<path class=\"dots c{}\" d=\"{path}\"/>", self.colour % COLOURS.len()))
    }
}

/// What the colours and shapes stand for.
pub(super) fn legend(names: &[&str]) -> String {
    let mut html = String::from("<ul class=\"legend\">");
    for (index, name) in names.iter().enumerate() {
        let index = index % COLOURS.len();
        let RGBColor(red, green, blue) = COLOURS[index];
        let _ = write!(
            html,
            "<li><svg width=\"44\" height=\"12\" aria-hidden=\"true\">\
             <polyline fill=\"none\" stroke=\"#{red:02X}{green:02X}{blue:02X}\" stroke-width=\"2\" points=\"0,6 32,6\"/>\
             <path class=\"dots c{index}\" d=\"M38 6h0\"/></svg>{}</li>",
            escaped(name)
        );
    }
    html + "</ul>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let points = vec![(1.0, 0.01), (2.0, 1.0), (3.0, 100.0)];
        let series = vec![
            Series { colour: 0, is_line: true, points: points.clone() },
            Series { colour: 9, is_line: false, points },
        ];
        Chart { title: "A & <B>".into(), y_label: "s < t".into(), series, ..Chart::default() }
    }

    #[test]
    fn lines_have_a_dot_at_their_end_and_dots_are_all_drawn() {
        let svg = chart().svg().unwrap();
        assert_eq!(svg.matches("h0").count(), 1 + 3);
        assert_eq!(svg.matches("stroke=\"#0072B2\"").count(), 1);
        assert!(svg.contains("aria-label=\"A &amp; &lt;B&gt;\"") && svg.contains("s &lt; t"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        let empty = Chart { beyond: Some((1.0, 1.0)), ..Chart::default() };
        assert_eq!(empty.svg(), None);
        assert!(empty.figure().contains("nothing to draw"));
    }

    #[test]
    fn a_single_point_is_in_the_picture() {
        for (is_counted, at) in [(true, (1.0, 1.0)), (false, (5.0, 0.001))] {
            let series = vec![Series { points: vec![at], ..Series::default() }];
            let svg = Chart { series, is_counted, ..Chart::default() }.svg().unwrap();
            assert!(svg.matches("h0").count() == 1 && !svg.contains("NaN"), "{svg}");
        }
    }

    #[test]
    fn every_colour_has_its_rule_in_the_style() {
        let style = include_str!("style.css");
        for (index, RGBColor(red, green, blue)) in COLOURS.iter().enumerate() {
            assert!(style.contains(&format!("[stroke=\"#{red:02X}{green:02X}{blue:02X}\"]")), "{index}");
            assert!(style.contains(&format!(".c{index}")), "{index}");
        }
        for RGBColor(red, green, blue) in [GRID, REFERENCE] {
            assert!(style.contains(&format!("[stroke=\"#{red:02X}{green:02X}{blue:02X}\"]")));
        }
    }
}
