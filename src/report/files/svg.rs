//! `Svg`: a picture that is written piece by piece.

use std::borrow::Cow;
use std::fmt::{Arguments, Write};

use unicode_width::UnicodeWidthChar;

/// Colours and fonts in both themes. Each picture carries them, so that it can stand alone.
const STYLE: &str = include_str!("../../../web/picture.css");
/// Width of the pictures: on a telephone they shrink to about 0.6, which is still legible.
pub(in crate::report) const WIDTH: f64 = 640.0;
/// Space at the sides of texts that span a picture.
const SIDE: f64 = 10.0;
/// Distance of the lines of a text, and of the title.
pub(in crate::report) const LINE: f64 = 16.0;
const TITLE: f64 = 21.0;
/// Font sizes, as in the style.
const TITLE_SIZE: f64 = 16.0;
pub(in crate::report) const SIZE: f64 = 13.0;
pub(in crate::report) const NOTE_SIZE: f64 = 12.0;
/// Maximum number of lines of a text at the head.
const MAX_LINES: usize = 4;
/// Half the size of a mark.
const MARK: f64 = 4.0;

/// A picture under construction: its title, its notes and the marks so far.
pub(in crate::report) struct Svg {
    title: String,
    notes: Vec<String>,
    body: String,
    /// The first free line below the title and the notes.
    pub(in crate::report) top: f64,
}

/// Where a text stands relative to its position.
#[derive(Clone, Copy)]
pub(in crate::report) enum Anchor {
    Start,
    Middle,
    End,
}

/// The usual mark.
pub(in crate::report) const DISC: Mark = Mark { series: 0, hollow: false };
/// The mark of a number that is not yet decided, or that stands apart.
pub(in crate::report) const RING: Mark = Mark { series: 0, hollow: true };
/// The mark of a number that has moved or was tested.
pub(in crate::report) const DIAMOND: Mark = Mark { series: 1, hollow: false };

/// The mark of a number. Players differ by their marks, not by colours alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::report) struct Mark {
    /// The number of its series, from 0: its shape and its colour.
    pub(in crate::report) series: usize,
    /// Whether only its outline is drawn.
    pub(in crate::report) hollow: bool,
}

/// The style of each series, repeated if there are more.
const SERIES: [&str; 4] = ["kd-1", "kd-2", "kd-3", "kd-4"];

/// The class of the colour of a series.
pub(in crate::report) fn series(number: usize) -> &'static str {
    SERIES[number % SERIES.len()]
}

impl Svg {
    /// Begins a picture with its title and notes, which are also its description for readers who do not see it.
    pub(in crate::report) fn new(title: &str, notes: &[String]) -> Svg {
        let mut svg = Svg { title: title.to_owned(), notes: notes.to_vec(), body: String::new(), top: 4.0 };
        for line in wrapped(title, TITLE_SIZE * BOLD, WIDTH - 2.0 * SIDE, MAX_LINES) {
            svg.top += TITLE;
            svg.text((SIDE, svg.top), Anchor::Start, "kd-text kd-title", &line);
        }
        notes.iter().for_each(|note| svg.note(note));
        svg.top += 12.0;
        svg
    }

    /// Adds a note below the last one.
    fn note(&mut self, note: &str) {
        for line in wrapped(note, NOTE_SIZE, WIDTH - 2.0 * SIDE, MAX_LINES) {
            self.top += LINE;
            self.text((SIDE, self.top), Anchor::Start, "kd-note", &line);
        }
    }

    /// Adds a line that names marks.
    pub(in crate::report) fn legend(&mut self, named: &[(Mark, String)]) {
        let (mut x, room) = (SIDE, WIDTH - SIDE);
        self.top += 4.0;
        for (mark, name) in named {
            let name = shortened(name, NOTE_SIZE, room - SIDE - 16.0);
            let width = text_width(&name, NOTE_SIZE) + 34.0;
            if x > SIDE && x + width > room {
                (x, self.top) = (SIDE, self.top + LINE + 2.0);
            }
            self.mark((x + MARK + 1.0, self.top - MARK), *mark, "");
            self.text((x + 16.0, self.top), Anchor::Start, "kd-note", &name);
            x += width;
        }
        self.top += 14.0;
    }

    /// Adds a line of text.
    pub(in crate::report) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let (anchor, text) = (anchor.attribute(), escaped(text));
        self.add(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} class=\"{class}\">{text}</text>\n"));
    }

    /// Adds the name of an axis, shortened to `room`.
    pub(in crate::report) fn caption(&mut self, place: (f64, f64), room: f64, text: &str) {
        self.text(place, Anchor::Middle, "kd-note", &shortened(text, NOTE_SIZE, room));
    }

    /// Adds a text that is shortened to `room`, with the whole text as its tip, on at most `most` lines around `y`.
    pub(in crate::report) fn label(&mut self, (x, y): (f64, f64), room: f64, most: usize, text: &str) {
        let lines = wrapped(text, SIZE, room, most);
        let first = y + 0.35 * SIZE - LINE * (lines.len() as f64 - 1.0) / 2.0;
        let tip = if lines.join(" ") == text { String::new() } else { format!("<title>{}</title>", escaped(text)) };
        for (place, line) in lines.iter().enumerate() {
            let (y, shown) = (first + LINE * place as f64, escaped(line));
            self.add(format_args!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" class=\"kd-text\">{shown}{tip}</text>\n"
            ));
        }
    }

    /// Number of lines of a label.
    pub(in crate::report) fn lines(text: &str, room: f64, most: usize) -> usize {
        wrapped(text, SIZE, room, most).len()
    }

    /// Adds a straight line.
    pub(in crate::report) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>\n"
        ));
    }

    /// Adds a rectangle between two corners.
    pub(in crate::report) fn area(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"/>\n"
        ));
    }

    /// Adds a mark: a disc, a diamond, a square or a triangle. A `tip` is shown when one points at it.
    pub(in crate::report) fn mark(&mut self, (x, y): (f64, f64), mark: Mark, tip: &str) {
        let class = format!("kd-mark {}{}", series(mark.series), if mark.hollow { " kd-hollow" } else { "" });
        let corners: &[(f64, f64)] = match mark.series % SERIES.len() {
            0 => &[],
            1 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            2 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            _ => &[(0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)],
        };
        let points: Vec<String> =
            corners.iter().map(|(right, down)| format!("{:.1},{:.1}", x + right * MARK, y + down * MARK)).collect();
        let (name, place) = match &points[..] {
            [] => ("circle", format!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARK}\"")),
            points => ("polygon", format!("points=\"{}\"", points.join(" "))),
        };
        match tip {
            "" => self.add(format_args!("<{name} {place} class=\"{class}\"/>\n")),
            tip => {
                let tip = escaped(tip);
                self.add(format_args!("<{name} {place} class=\"{class}\"><title>{tip}</title></{name}>\n"));
            }
        }
    }

    /// Adds pieces that are moved and turned together.
    pub(in crate::report) fn group(&mut self, (x, y): (f64, f64), turn: f64, draw: impl FnOnce(&mut Svg)) {
        let turn = if turn == 0.0 { String::new() } else { format!(" rotate({turn})") };
        self.add(format_args!("<g transform=\"translate({x:.1} {y:.1}){turn}\">\n"));
        draw(self);
        self.body += "</g>\n";
    }

    fn add(&mut self, text: Arguments<'_>) {
        let written = self.body.write_fmt(text);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }

    /// The whole picture, of this size.
    pub(in crate::report) fn finish(self, width: f64, height: f64) -> String {
        let (title, notes, height) = (escaped(&self.title), self.notes.join(". "), height.ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kd-picture\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n<title>{title}</title>\n<desc>{}</desc>\n<style>\n{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" class=\"kd-ground\"/>\n{}</svg>\n",
            escaped(&notes),
            self.body,
        )
    }
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// A text for use between tags or in an attribute. XML has no form for most control characters.
pub(in crate::report) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// How much wider bold text is.
const BOLD: f64 = 1.07;

/// The width of a text, from above: fonts differ, and the reader's font is unknown.
pub(in crate::report) fn text_width(text: &str, size: f64) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' | 't' | 'f' | 'r' | '-' => {
            0.4
        }
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '\u{2026}' => 1.03,
        'A'..='Z' => 0.74,
        ' '..='~' => 0.61,
        // An unprintable character is shown as a replacement character, about as wide as high.
        _ => match letter.width().unwrap_or(1) {
            0 => 0.0,
            1 => 0.75,
            _ => 1.05,
        },
    };
    size * text.chars().map(width).sum::<f64>()
}

/// A text that fits into `room`: its end is left out if it is too long.
pub(in crate::report) fn shortened(text: &str, size: f64, room: f64) -> Cow<'_, str> {
    if text_width(text, size) <= room {
        return text.into();
    }
    let (mut width, mut short) = (text_width("\u{2026}", size), String::new());
    for letter in text.chars() {
        width += text_width(letter.encode_utf8(&mut [0; 4]), size);
        if width > room {
            break;
        }
        short.push(letter);
    }
    (short.trim_end().to_owned() + "\u{2026}").into()
}

/// The lines of a text, at most `most`. The last one is shortened if there are more.
fn wrapped(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if full || text_width(&format!("{line} {word}"), size) <= room => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| shortened(line, size, room).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_keeps_its_beginning() {
        assert_eq!(shortened("Pair of Boots", 10.0, 500.0), "Pair of Boots");
        let short = shortened("Pair of Boots that Somebody Left", 10.0, 90.0);
        assert!(short.starts_with("Pair of") && short.ends_with('…') && text_width(&short, 10.0) <= 90.0, "{short}");
    }

    #[test]
    fn only_the_last_line_is_shortened() {
        assert_eq!(wrapped("one two three", 10.0, 45.0, 3), ["one two", "three"]);
        let lines = wrapped("one two three four five", 10.0, 45.0, 2);
        assert!(lines[0] == "one two" && lines[1].starts_with("thre") && lines[1].ends_with('…'), "{lines:?}");
        assert!(wrapped("", 10.0, 45.0, 2).is_empty());
    }

    #[test]
    fn text_is_safe_between_tags_and_in_attributes() {
        assert_eq!(
            escaped("a<b>&\"c\" 'd'\u{0}\n\u{ffff}龍"),
            "a&lt;b&gt;&amp;&quot;c&quot; &#39;d&#39;\u{fffd} \u{fffd}龍"
        );
    }
}
