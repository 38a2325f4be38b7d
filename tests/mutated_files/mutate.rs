//! Mutations: small damage to a file, as from a typing error, a wrong guess or a broken disk.

use kickdoor::random::mix;

/// Random numbers from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number in `0..end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (self.0 % end.max(1) as u64) as usize
    }

    /// A random element.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Replacements for a number.
const NUMBERS: [&str; 17] = [
    "0",
    "-1",
    "1",
    "2",
    "6",
    "20",
    "99",
    "127",
    "128",
    "255",
    "256",
    "32768",
    "-32769",
    "99999999999999999999",
    "1.5",
    "nan",
    "1_0",
];
/// Replacements for any value.
const VALUES: [&str; 16] = [
    "\"x\"",
    "\"\"",
    "true",
    "[]",
    "{}",
    "[[[[]]]]",
    "{ a = { b = 1 } }",
    "1979-05-27",
    "inf",
    "'",
    "\"all\"",
    "[1, \"x\"]",
    "{ each = \"hand\" }",
    "\"die\"",
    "{ die = 1 }",
    "\"send_monster\"",
];
/// Bytes to insert anywhere.
const INSERTS: [&[u8]; 8] = [b"\0", b"\xff", b"\xc3", b"\"", b"\x1b[31m", b"]", b"\r", "\u{202e}\u{1f600}".as_bytes()];

/// A file with one to three changes.
pub(crate) fn mutated(file: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=dice.below(3) {
        change(&mut bytes, dice);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let (at, end) = (dice.below(bytes.len()), bytes.len());
    match dice.below(16) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
        1..=4 => change_line(bytes, dice),
        5 | 6 => replace_word(bytes, dice, |word| word.iter().all(u8::is_ascii_digit), &NUMBERS),
        7 => replace_word(bytes, dice, |word| word.iter().all(u8::is_ascii_digit), &VALUES),
        8 => replace_word(bytes, dice, |word| word[0].is_ascii_lowercase(), &["ogre", "levle", "die", "at_least", "x"]),
        9 | 10 => swap_words(bytes, dice),
        11 => replace_value(bytes, dice),
        12 => bytes.splice(at..at, dice.pick(&INSERTS).iter().copied()).for_each(drop),
        13 => bytes.splice(at..at, nested(dice)).for_each(drop),
        14 => bytes.drain(at..(at + dice.below(40)).min(end)).for_each(drop),
        _ => match dice.below(8) {
            0 => bytes.clear(),
            _ => bytes.truncate(at),
        },
    }
}

/// Nested brackets.
fn nested(dice: &mut Dice) -> Vec<u8> {
    let (opening, depth) = (*dice.pick(&[b"[".as_slice(), b"{a=", b"a.", b"[{do="]), *dice.pick(&[3, 40, 500, 20_000]));
    opening.repeat(depth)
}

/// Deletes, doubles or moves a line.
fn change_line(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(3) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        _ => lines.swap(one, other),
    }
    *bytes = lines.join(&b'\n');
}

/// Ranges of the words and numbers of a file.
fn words(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut words = Vec::new();
    let mut start = None;
    for (at, &byte) in bytes.iter().chain(b" ").enumerate() {
        match (part(byte), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                words.push(first..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn replace_word(bytes: &mut Vec<u8>, dice: &mut Dice, fits: impl Fn(&[u8]) -> bool, by: &[&str]) {
    let mut words = words(bytes);
    words.retain(|word| fits(&bytes[word.clone()]));
    if !words.is_empty() {
        let word = dice.pick(&words).clone();
        bytes.splice(word, dice.pick::<&str>(by).bytes()).for_each(drop);
    }
}

fn swap_words(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let words = words(bytes);
    if !words.is_empty() {
        let (one, other) = (dice.pick(&words).clone(), bytes[dice.pick(&words).clone()].to_vec());
        bytes.splice(one, other).for_each(drop);
    }
}

/// Replaces the value after an equals sign.
fn replace_value(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let signs: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'=').collect();
    if !signs.is_empty() {
        let start = *dice.pick(&signs) + 1;
        let end = bytes[start..].iter().position(|byte| b",\n}".contains(byte)).map_or(bytes.len(), |end| start + end);
        bytes.splice(start..end, dice.pick(&VALUES).bytes()).for_each(drop);
    }
}
