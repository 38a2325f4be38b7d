//! Pieces of SVG that the pictures share.

use std::fmt::{Arguments, Write};

/// The beginning of a picture: its size, a white ground and its title.
pub(in crate::report) fn begin(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"10\" y=\"18\" font-size=\"14\">{}</text>\n",
        escaped(title),
    )
}

/// Adds a line of text; `anchor` is `start`, `middle` or `end`.
pub(in crate::report) fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let text = escaped(text);
    add(svg, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#333\">{text}</text>\n"));
}

/// Adds a straight line of a colour; `more` holds further attributes.
pub(in crate::report) fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, more: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    add(
        svg,
        format_args!("<line x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"{more}/>\n"),
    );
}

/// Adds a piece.
pub(in crate::report) fn add(svg: &mut String, text: Arguments<'_>) {
    let written = svg.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

/// A text with escaped characters, for use between tags.
pub(in crate::report) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
