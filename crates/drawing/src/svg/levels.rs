//! The picture of a level graph: above, the states of each level; below, on the same axis, the backward edges, by
//! classes of length.

mod columns;

use std::io;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::colors::colormaps::{ColorMap, ViridisRGB};
use sanderling_report::levels::share;
use sanderling_report::text::grouped;
use sanderling_report::{LevelGraph, Reason};

use columns::{Column, columns, lengths, levels_of_column};

const SIZE: (u32, u32) = (980, 680);
const HEAD: i32 = 76;
const LEFT: u32 = 84;
const RIGHT: u32 = 170;
const BELOW: u32 = 44;
const MARGIN: u32 = 10;

/// Maximum number of pixel columns for levels.
const MAX_COLUMNS: usize = (SIZE.0 - LEFT - RIGHT - 2 * MARGIN) as usize;

/// Minimum width of bars with a gap between them.
const WIDE: usize = 5;

const STATES: RGBColor = RGBColor(70, 110, 160);
const WARNING: RGBColor = RGBColor(176, 32, 32);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// Returns the picture.
pub(super) fn picture(graph: &LevelGraph) -> io::Result<String> {
    let mut svg = String::new();
    draw(graph, &mut svg).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(svg)
}

fn draw(graph: &LevelGraph, svg: &mut String) -> Drawn {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (head, charts) = area.split_vertically(HEAD);
    draw_head(graph, &head)?;
    let (above, below) = charts.split_vertically((SIZE.1 as i32 - HEAD) / 2);
    let levels_of_column = levels_of_column(graph, MAX_COLUMNS);
    let columns = columns(graph, levels_of_column);
    let suffix =
        if levels_of_column == 1 { String::new() } else { format!(" (mean of {levels_of_column} levels)") };
    draw_states(&above, &columns, &suffix)?;
    draw_edges(&below, &columns, &suffix)?;
    area.present()
}

/// Draws the title of the picture, and the statistics of the whole.
fn draw_head(graph: &LevelGraph, area: &Area<'_>) -> Drawn {
    let bold = FontDesc::new(FontFamily::SansSerif, 22.0, FontStyle::Bold);
    area.draw_text(&title(&graph.file), &bold.color(&BLACK), (MARGIN as i32, 12))?;
    area.draw_text(&summary(graph), &text(16.0), (MARGIN as i32, 38))?;
    if !graph.exhaustive {
        let reason = graph.reason.map_or("the search ended early", Reason::in_words);
        let unexpanded = grouped(graph.unexpanded().into());
        let note = format!("partial: {reason}; the edges of {unexpanded} states are not counted");
        area.draw_text(&note, &text(16.0).color(&WARNING), (MARGIN as i32, 58))?;
    }
    Ok(())
}

fn summary(graph: &LevelGraph) -> String {
    let number = |number: u64, one: &str, many: &str| {
        format!("{} {}", grouped(number.into()), if number == 1 { one } else { many })
    };
    let percent = |part| 100.0 * share(part, graph.edges);
    format!(
        "{} on {}; {}, {:.1} % of them backward ({:.1} % within their level), the longest back by {}",
        number(graph.states, "state", "states"),
        number(graph.levels.len() as u64, "level", "levels"),
        number(graph.edges, "edge", "edges"),
        percent(graph.backward),
        percent(graph.within()),
        grouped(graph.longest.into()),
    )
}

/// Returns the file's name: only its end if it is long, and without characters that XML does not allow.
fn title(file: &str) -> String {
    const MAX_CHARS: usize = 80;
    let clean = |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c };
    let count = file.chars().count();
    let end = file.chars().skip(count.saturating_sub(MAX_CHARS)).map(clean);
    if count > MAX_CHARS { std::iter::once('…').chain(end).collect() } else { end.collect() }
}

fn text(size: f64) -> TextStyle<'static> {
    FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal).color(&BLACK)
}

fn draw_states(area: &Area<'_>, columns: &[Column], suffix: &str) -> Drawn {
    let most = columns.iter().map(|column| column.states).fold(0.0, f64::max);
    let mut chart = chart(area, columns, most, &format!("states of a level{suffix}"))?;
    let gap = gap(columns);
    chart.draw_series(columns.iter().map(|column| bar(column, 0.0, column.states, STATES, gap)))?;
    Ok(())
}

fn draw_edges(area: &Area<'_>, columns: &[Column], suffix: &str) -> Drawn {
    let most = columns.iter().map(|column| column.backward.iter().sum()).fold(0.0, f64::max);
    let mut chart = chart(area, columns, most, &format!("backward edges{suffix}"))?;
    let classes = columns.first().map_or(0, |column| column.backward.len());
    let (gap, mut shown) = (gap(columns), Vec::new());
    for class in (0..classes).filter(|&class| columns.iter().any(|column| column.backward[class] > 0.0)) {
        let colour = colour(class, classes);
        let bars = columns.iter().filter(|column| column.backward[class] > 0.0).map(|column| {
            let below: f64 = column.backward[..class].iter().sum();
            bar(column, below, below + column.backward[class], colour, gap)
        });
        chart.draw_series(bars)?;
        shown.push((class, colour));
    }
    draw_legend(area, &shown)
}

/// Draws the classes in the order of the bars, the longest at the top.
fn draw_legend(area: &Area<'_>, shown: &[(usize, RGBColor)]) -> Drawn {
    const LINE: i32 = 17;
    let left = (SIZE.0 - RIGHT) as i32 + 4;
    if shown.is_empty() {
        return area.draw_text("no edge leads backward", &text(14.0), (left, MARGIN as i32 + 4));
    }
    for (line, &(class, colour)) in shown.iter().rev().enumerate() {
        let top = MARGIN as i32 + 4 + LINE * line as i32;
        area.draw(&Rectangle::new([(left, top), (left + 12, top + 12)], colour.filled()))?;
        area.draw_text(&lengths(class), &text(14.0), (left + 18, top))?;
    }
    Ok(())
}

fn colour(class: usize, classes: usize) -> RGBColor {
    // The last tenth of the colour map is too light for white paper.
    ViridisRGB.get_color(0.9 - 0.9 * class as f32 / (classes.max(2) - 1) as f32)
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<LevelAxis, RangedCoordf64>>;

/// Axis of this number of levels from 0, each half to the left and half to the right of its number.
struct LevelAxis(usize);

impl Ranged for LevelAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, level: &f64, (from, to): (i32, i32)) -> i32 {
        let part = (level + 0.5) / self.0.max(1) as f64;
        from + (part * f64::from(to - from)).round() as i32
    }

    /// Returns about ten key points, at round numbers.
    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        let steps = (0..).map(|power| 10_usize.pow(power)).flat_map(|unit| [unit, 2 * unit, 5 * unit]);
        let step = steps.into_iter().find(|step| self.0.div_ceil(*step) <= 12).unwrap_or(1);
        (0..self.0).step_by(step).map(|level| level as f64).collect()
    }

    fn range(&self) -> Range<f64> {
        -0.5..self.0 as f64 - 0.5
    }
}

/// Returns a chart with axes for these columns and heights up to `most`.
fn chart<'a>(area: &Area<'a>, columns: &[Column], most: f64, heights: &str) -> Drawn<Chart<'a>> {
    let levels = columns.last().map_or(1, |column| column.levels.end);
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(RIGHT + MARGIN)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(LevelAxis(levels), 0.0..if most > 0.0 { most * 1.05 } else { 1.0 })?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(text(14.0))
        .axis_desc_style(text(15.0))
        .x_desc("level")
        .y_desc(heights)
        .y_labels(6)
        .x_label_formatter(&|level| format!("{level:.0}"))
        .y_label_formatter(&|height| short(*height))
        .draw()?;
    Ok(chart)
}

/// Returns a number for an axis: at most four digits, and a unit.
fn short(number: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")];
    let (scaled, unit) = match units.iter().find(|(least, _)| number >= *least) {
        Some((1e4, unit)) => (number / 1e3, *unit),
        Some((least, unit)) => (number / least, *unit),
        None => (number, ""),
    };
    format!("{}{unit}", (scaled * 1000.0).round() / 1000.0)
}

/// Returns the number of pixels between two bars.
fn gap(columns: &[Column]) -> u32 {
    u32::from(columns.len() * WIDE <= MAX_COLUMNS)
}

fn bar(column: &Column, from: f64, to: f64, colour: RGBColor, gap: u32) -> Rectangle<(f64, f64)> {
    let edge = |level: usize| level as f64 - 0.5;
    let corners = [(edge(column.levels.start), from), (edge(column.levels.end), to)];
    let mut bar = Rectangle::new(corners, colour.filled());
    bar.set_margin(0, 0, 0, gap);
    bar
}

#[cfg(test)]
mod tests {
    use sanderling_report::xml::Document;
    use sanderling_report::{EdgeLength, GraphLevel};

    use super::*;

    /// Returns a graph of levels, each with its states, the unexpanded ones among them, and its edges by length.
    type Statistics<'a> = (u64, u64, &'a [(i64, u64)]);

    pub(super) fn graph(levels: &[Statistics<'_>]) -> LevelGraph {
        let edges = |&(length, edges): &(i64, u64)| EdgeLength { length, edges };
        let level = |&(states, unexpanded, lengths): &Statistics<'_>| GraphLevel {
            states,
            unexpanded,
            edges: lengths.iter().map(edges).collect(),
        };
        LevelGraph { file: "a<b>&\"\u{1}.pnml".into(), ..LevelGraph::new(levels.iter().map(level).collect()) }
    }

    /// Returns a graph of three levels; a part of the last one is not expanded.
    pub(super) fn partial() -> LevelGraph {
        let levels: &[Statistics<'_>] =
            &[(1, 0, &[(-1, 2)]), (2, 0, &[(-1, 4), (0, 1), (1, 1)]), (5, 2, &[(0, 1), (2, 3)])];
        LevelGraph { reason: Some(Reason::StateLimit), ..graph(levels) }
    }

    fn svg(graph: &LevelGraph) -> String {
        picture(graph).unwrap()
    }

    /// Returns the texts of a picture, which must be well formed.
    fn texts(svg: &str) -> Vec<String> {
        let document = Document::parse(svg).unwrap();
        document.root().named("text").map(|text| text.text().into_owned()).collect()
    }

    #[test]
    fn a_picture_shows_its_statistics() {
        let texts = texts(&svg(&partial()));
        assert_eq!(texts[0], "a<b>&\"\u{fffd}.pnml");
        insta::assert_snapshot!(texts[1..].join("\n"));
    }

    #[test]
    fn every_level_has_a_bar_and_every_class_a_colour() {
        let bars = |svg: &str, colour: RGBColor| {
            let RGBColor(red, green, blue) = colour;
            svg.matches(&format!("fill=\"#{red:02X}{green:02X}{blue:02X}\"")).count()
        };
        let svg = svg(&partial());
        assert_eq!(bars(&svg, STATES), 3);
        // The bars and the legend.
        assert_eq!([0, 1, 2].map(|class| bars(&svg, colour(class, 3))), [2 + 1, 1 + 1, 1 + 1]);
    }

    #[test]
    fn a_picture_of_many_levels_is_no_larger() {
        let level: Statistics<'_> = (7, 0, &[(-1, 3), (0, 1), (1, 1)]);
        let (some, many) =
            (svg(&graph(&vec![level; MAX_COLUMNS])), svg(&graph(&vec![level; 30 * MAX_COLUMNS])));
        assert!(many.len() < some.len() + some.len() / 10);
        assert!(texts(&many).iter().any(|text| text == "states of a level (mean of 30 levels)"));
    }

    #[test]
    fn a_single_state_can_be_drawn() {
        let texts = texts(&svg(&graph(&[(1, 0, &[])])));
        assert!(texts.contains(&"no edge leads backward".to_owned()), "{texts:?}");
    }

    #[test]
    fn levels_are_named_at_round_numbers() {
        for (levels, names) in
            [(1, vec![0.0]), (3, vec![0.0, 1.0, 2.0]), (30, vec![0.0, 5.0, 10.0, 15.0, 20.0, 25.0])]
        {
            assert_eq!(LevelAxis(levels).key_points(10), names);
        }
        assert!((1..100_000).step_by(997).all(|levels| LevelAxis(levels).key_points(10).len() <= 12));
    }

    #[test]
    fn large_numbers_are_short() {
        let short = [0.2, 0.0, 1500.0, 20_000.0, 1_500_000.0, 3e9].map(short);
        assert_eq!(short, ["0.2", "0", "1500", "20k", "1.5M", "3G"]);
    }

    #[test]
    fn of_a_long_name_the_end_is_shown() {
        assert_eq!(title("short"), "short");
        let long = title(&"ä".repeat(200));
        assert_eq!((long.chars().count(), long.chars().next()), (81, Some('…')));
    }
}
