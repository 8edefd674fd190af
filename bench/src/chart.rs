//! Draws charts as SVG: series of points over logarithmic, counting or named axes.
//!
//! plotters draws axes and lines. Dots are drawn here: the dots of a series are one path of zero-length
//! strokes with a few bytes each, since a page has thousands. Published values are rings. The colours are
//! distinguishable with colour vision deficiency (after Okabe and Ito), and lines and dots also differ in
//! dashes and shape. The page's style sheet maps the colours written here to those of the light or dark
//! theme.

mod axis;

use plotters::prelude::*;

use crate::html::escaped;
use axis::{Axis, short};

const SIZE: (u32, u32) = (620, 400);
/// The colours of series, used in turn.
const COLOURS: [RGBColor; 8] = [
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
/// The colour of reference lines.
const REFERENCE: RGBColor = RGBColor(0x88, 0x88, 0x88);

/// A chart.
#[derive(Debug, Default)]
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) x: Scale,
    pub(crate) y: Scale,
    pub(crate) series: Vec<Series>,
    /// The positions of the lines for missing values, vertical and horizontal. With them, a diagonal shows
    /// equal values.
    pub(crate) beyond: Option<(f64, f64)>,
}

/// The scale of an axis.
#[derive(Debug, Default)]
pub(crate) enum Scale {
    #[default]
    Log,
    /// Starts at 0.
    Count,
    /// Has these names at these positions.
    Named(Vec<(f64, String)>),
}

/// A series of points.
#[derive(Debug, Default)]
pub(crate) struct Series {
    /// The name in the legend; empty for none.
    pub(crate) name: String,
    /// The index of its colour.
    pub(crate) colour: usize,
    pub(crate) line: Line,
    /// Whether the points are rings, for published values.
    pub(crate) is_published: bool,
    pub(crate) points: Vec<(f64, f64)>,
}

/// The line along the points of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Line {
    #[default]
    None,
    /// A line with a dot at each point.
    WithPoints,
    /// A line with a dot at the last point.
    WithEnd,
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;
type Canvas<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

impl Chart {
    /// Returns the chart as a figure with its title, or with a note if there is nothing to draw.
    pub(crate) fn figure(&self) -> String {
        let drawn = self.svg().unwrap_or_else(|| "<p class=\"none\">nothing to draw</p>\n".to_owned());
        let named: Vec<&Series> = self.series.iter().filter(|one| !one.name.is_empty()).collect();
        let legend =
            if named.is_empty() { String::new() } else { list(named.into_iter().map(Series::legend)) };
        format!("<figure><figcaption>{}</figcaption>\n{drawn}{legend}</figure>\n", escaped(&self.title))
    }

    /// Returns the picture, if there is a point in it.
    pub(crate) fn svg(&self) -> Option<String> {
        self.series.iter().flat_map(|series| &series.points).next()?;
        let (mut svg, mut dots) = (String::new(), String::new());
        self.draw(&mut svg, &mut dots).expect("a string takes whatever is written");
        let body = svg.strip_prefix("<svg ")?.trim_end().strip_suffix("</svg>")?;
        // plotters writes attributes that have default values.
        let body = body.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
        Some(format!("<svg role=\"img\" aria-label=\"{}\" {body}{dots}</svg>\n", escaped(&self.title)))
    }

    fn draw(&self, svg: &mut String, dots: &mut String) -> Drawn {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let points = || self.series.iter().flat_map(|series| &series.points).chain(&self.beyond);
        let (x, y) = (points().map(|&(x, _)| x), points().map(|&(_, y)| y));
        let mut canvas = ChartBuilder::on(&area)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(62)
            .build_cartesian_2d(self.x.axis(x), self.y.axis(y))?;
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
            .x_label_formatter(&|x| self.x.label(*x))
            .y_label_formatter(&|y| self.y.label(*y))
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

impl Scale {
    /// Returns the axis for these values.
    fn axis(&self, values: impl Iterator<Item = f64>) -> Axis {
        match self {
            Self::Log => Axis::log_around(values),
            Self::Count => Axis::count_up_to(values),
            Self::Named(names) => Axis::named(names.iter().map(|&(at, _)| at).collect(), values),
        }
    }

    fn label(&self, value: f64) -> String {
        let Self::Named(names) = self else { return short(value) };
        names
            .iter()
            .find(|(at, _)| at.total_cmp(&value).is_eq())
            .map_or_else(String::new, |(_, name)| name.clone())
    }
}

impl Series {
    /// Draws its line, and returns its dots.
    fn draw(&self, canvas: &mut Canvas<'_>) -> Result<String, DrawingAreaErrorKind<std::io::Error>> {
        if self.line != Line::None {
            let style =
                COLOURS[self.colour % COLOURS.len()].stroke_width(if self.is_published { 1 } else { 2 });
            canvas.draw_series([PathElement::new(self.points.clone(), style)])?;
        }
        let first = if self.line == Line::WithEnd { self.points.len().saturating_sub(1) } else { 0 };
        let at: Vec<_> = self.points[first..].iter().map(|point| canvas.backend_coord(point)).collect();
        Ok(self.marks(&at))
    }

    /// Returns the dots or rings of the series at these positions.
    fn marks(&self, at: &[(i32, i32)]) -> String {
        let colour = self.colour % COLOURS.len();
        if self.is_published {
            let ring = |(x, y)| format!("<circle class=\"ring c{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
            return at.iter().copied().map(ring).collect();
        }
        let strokes: String = at.iter().map(|(x, y)| format!("M{x} {y}h0")).collect();
        format!("<path class=\"dots c{colour}\" d=\"{strokes}\"/>")
    }

    /// Returns the legend entry of the series.
    fn legend(&self) -> String {
        let RGBColor(red, green, blue) = COLOURS[self.colour % COLOURS.len()];
        format!(
            "<li><svg width=\"44\" height=\"12\" aria-hidden=\"true\">\
             <polyline fill=\"none\" stroke=\"#{red:02X}{green:02X}{blue:02X}\" stroke-width=\"2\" points=\"0,6 32,6\"/>\
             {}</svg>{}</li>",
            self.marks(&[(38, 6)]),
            escaped(&self.name)
        )
    }
}

/// Returns a legend for charts whose series have these names, in order.
pub(crate) fn legend(names: &[&str]) -> String {
    let series =
        |(colour, name): (usize, &&str)| Series { colour, name: (*name).to_owned(), ..Series::default() };
    list(names.iter().enumerate().map(|one| series(one).legend()))
}

fn list(entries: impl Iterator<Item = String>) -> String {
    format!("<ul class=\"legend\">{}</ul>\n", entries.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let points = vec![(1.0, 0.01), (2.0, 1.0), (3.0, 100.0)];
        let series = vec![
            Series { line: Line::WithEnd, points: points.clone(), ..Series::default() },
            Series {
                line: Line::WithPoints,
                is_published: true,
                name: "a<b".into(),
                points: points.clone(),
                ..Series::default()
            },
            Series { colour: 9, points, ..Series::default() },
        ];
        Chart { title: "A & <B>".into(), y_label: "s < t".into(), series, ..Chart::default() }
    }

    #[test]
    fn lines_have_a_dot_at_their_end_and_dots_are_all_drawn() {
        let svg = chart().svg().unwrap();
        assert_eq!((svg.matches("h0").count(), svg.matches("<circle").count()), (1 + 3, 3));
        assert_eq!(svg.matches("stroke=\"#0072B2\"").count(), 2);
        assert!(chart().figure().contains("a&lt;b</li></ul>"));
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
        let named = Scale::Named(vec![(3.0, "DFS+".into())]);
        for (x, at) in [(Scale::Count, (1.0, 1.0)), (Scale::Log, (5.0, 0.001)), (named, (3.0, 0.1))] {
            let series = vec![Series { points: vec![at], ..Series::default() }];
            let is_named = matches!(x, Scale::Named(_));
            let svg = Chart { series, x, ..Chart::default() }.svg().unwrap();
            assert_eq!(svg.contains("DFS+"), is_named);
            assert!(svg.matches("h0").count() == 1 && !svg.contains("NaN"), "{svg}");
        }
    }

    #[test]
    fn every_colour_has_its_rule_in_the_style() {
        let style = crate::html::STYLE;
        for (index, RGBColor(red, green, blue)) in COLOURS.iter().enumerate() {
            assert!(style.contains(&format!("[stroke=\"#{red:02X}{green:02X}{blue:02X}\"]")), "{index}");
            assert!(style.contains(&format!(".c{index}")), "{index}");
        }
        for RGBColor(red, green, blue) in [GRID, REFERENCE] {
            assert!(style.contains(&format!("[stroke=\"#{red:02X}{green:02X}{blue:02X}\"]")));
        }
    }
}
