//! Figure 2: scatter plots of solving times, as SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

/// Of a solver, its time and the reference's for each position, `None` for a timeout.
pub type Panel<'a> = (&'a str, Vec<[Option<f64>; 2]>);

/// The side of a plot, and what is left around it, in pixels.
const SIDE: f64 = 240.0;
const MARGIN: f64 = 44.0;
const PANELS_IN_A_ROW: usize = 3;

/// The shortest time with a place of its own; shorter ones are drawn there.
const LEAST: f64 = 1e-3;

/// One plot for each panel: the reference's time upwards, the solver's to the right, on logarithmic
/// scales up to `limit` seconds. Below the diagonal the reference is faster. Timeouts are on the
/// border.
pub fn scatter(panels: &[Panel<'_>], reference: &str, limit: f64) -> String {
    let columns = panels.len().clamp(1, PANELS_IN_A_ROW);
    let rows = panels.len().div_ceil(columns);
    let (step, mut svg) = (SIDE + MARGIN + 12.0, String::new());
    let width = columns as f64 * step + 12.0;
    let height = rows as f64 * (step + 16.0) + 12.0;
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"none\" stroke=\"#999\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\" stroke=\"none\"/>"
    );
    for (place, (solver, times)) in panels.iter().enumerate() {
        let left = (place % columns) as f64 * step + MARGIN;
        let top = (place / columns) as f64 * (step + 16.0) + 12.0;
        let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
        axes(&mut svg, solver, reference, limit);
        let dots: BTreeSet<_> = times.iter().map(|pair| dot(*pair, limit)).collect();
        svg.push_str("<path stroke=\"#06c\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"");
        for (x, y) in dots {
            let _ = write!(svg, "M{x} {y}h0");
        }
        svg.push_str("\"/>\n</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// How far a time is from the origin, in pixels.
fn along(seconds: f64, limit: f64) -> f64 {
    let part = (seconds / LEAST).ln() / (limit / LEAST).ln();
    (SIDE * part.clamp(0.0, 1.0)).round()
}

/// Where a position is drawn.
fn dot(pair: [Option<f64>; 2], limit: f64) -> (i32, i32) {
    let [x, y] = pair.map(|time| along(time.unwrap_or(limit), limit));
    (x as i32, (SIDE - y) as i32)
}

fn axes(svg: &mut String, solver: &str, reference: &str, limit: f64) {
    let _ = writeln!(
        svg,
        "<path d=\"M0 0H{SIDE}V{SIDE}H0ZM0 {SIDE}L{SIDE} 0\"/>\n\
         <g fill=\"#333\" stroke=\"none\" text-anchor=\"middle\">\n\
         <text x=\"{}\" y=\"{}\">{solver} (s)</text>\n\
         <text transform=\"translate(-30 {}) rotate(-90)\">{reference} (s)</text>",
        SIDE / 2.0,
        SIDE + 28.0,
        SIDE / 2.0
    );
    let decades = (0..).map(|power| LEAST * 10f64.powi(power));
    for decade in decades.take_while(|decade| *decade <= limit) {
        let (at, label) = (along(decade, limit), (decade * 1e3).round() / 1e3);
        let _ = writeln!(
            svg,
            "<text x=\"{at}\" y=\"{}\">{label}</text><text x=\"-14\" y=\"{}\">{label}</text>",
            SIDE + 13.0,
            SIDE - at + 4.0
        );
    }
    svg.push_str("</g>\n");
}
