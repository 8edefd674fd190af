//! Cactus plots: the number of models that a configuration answers within a given time for each.
//!
//! The line of a configuration follows the times of its answered runs in ascending order. A line that extends
//! further to the right has more answers; a lower line is faster.

use super::Contents;
use crate::campaign::case::Case;
use crate::chart::{Chart, Line, Scale, Series, legend};

pub(super) fn section(cases: &[Case<'_>], contents: &Contents<'_>) -> String {
    let mut charts = Vec::new();
    if contents.questions.len() != 1 {
        charts.push(chart("All questions", cases, contents));
    }
    for question in &contents.questions {
        let its: Vec<_> = cases.iter().filter(|case| case.question() == *question).cloned().collect();
        charts.push(chart(question, &its, contents));
    }
    let pictures: String = charts.iter().map(Chart::figure).collect();
    format!(
        "<section id=\"cactus\"><h2>Time to answer</h2>\n<p>A line goes along the seconds of the models \
         that a configuration answered, in ascending order: further right is more, lower is faster.</p>\n\
         {}<div class=\"charts\">\n{pictures}</div></section>\n",
        legend(&contents.configurations)
    )
}

fn chart(title: &str, cases: &[Case<'_>], contents: &Contents<'_>) -> Chart {
    let line = |(colour, configuration): (usize, &&str)| {
        let its = cases.iter().filter(|case| case.configuration() == *configuration && case.is_answered());
        let mut seconds: Vec<_> = its.map(|case| case.seconds().max(0.001)).collect();
        seconds.sort_by(f64::total_cmp);
        let points =
            seconds.iter().zip(1_u32..).map(|(&seconds, count)| (f64::from(count), seconds)).collect();
        Series { colour, line: Line::WithEnd, points, ..Series::default() }
    };
    Chart {
        title: title.to_owned(),
        x_label: "models answered".into(),
        y_label: "seconds".into(),
        x: Scale::Count,
        series: contents.configurations.iter().enumerate().map(line).collect(),
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Outcome;
    use crate::campaign::sample::run;

    #[test]
    fn only_what_is_answered_counts_and_the_fastest_come_first() {
        let mut runs = ["a", "b", "c", "d"].map(|model| run(model, "q", "x", 1));
        runs[0].wall_s = 9.0;
        runs[1].wall_s = 2.0;
        runs[2].outcome = Outcome::Unknown;
        runs[3].answers[0].rating = crate::campaign::record::Rating::Wrong;
        let cases = Case::all(&runs);
        let chart = chart("q", &cases, &Contents::of(&cases));
        assert_eq!(chart.series[0].points, [(1.0, 2.0), (2.0, 9.0)]);
    }
}
