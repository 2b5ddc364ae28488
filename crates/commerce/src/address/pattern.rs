//! Matches the postal code patterns of the address data, which use a small subset of regular expressions. Each call
//! parses the pattern; nothing is cached. Matching takes at most text length times pattern length.

use std::iter::Peekable;
use std::str::Chars;

/// Longer text never matches: the positions in the text are stored as the bits of a `u32`.
const MAX_TEXT: usize = 31;
/// Maximum nesting of groups; deeper patterns never match.
const MAX_DEPTH: u8 = 8;

pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    ends(pattern, text) & (1 << text.len().min(MAX_TEXT)) != 0
}

/// Whether a prefix of the text matches.
pub(super) fn matches_beginning(pattern: &str, text: &str) -> bool {
    ends(pattern, text) != 0
}

/// The end positions of all matches that start at the beginning, as bits: bit 3 is set for a match of three characters.
fn ends(pattern: &str, text: &str) -> u32 {
    if !text.is_ascii() || text.len() > MAX_TEXT {
        return 0;
    }
    let mut rest = pattern.chars().peekable();
    let alternatives = read_alternatives(&mut rest, 0);
    match (alternatives, rest.next()) {
        (Some(alternatives), None) => step_group(&alternatives, text.as_bytes(), 1),
        _ => 0,
    }
}

enum Part {
    /// One character of a set, stored as a bit set of ASCII codes.
    OneOf(u128),
    /// One of several sequences.
    Group(Vec<Vec<Repeated>>),
}

struct Repeated {
    part: Part,
    least: u32,
    most: u32,
}

fn read_alternatives(rest: &mut Peekable<Chars<'_>>, depth: u8) -> Option<Vec<Vec<Repeated>>> {
    let mut alternatives = vec![Vec::new()];
    while let Some(&next) = rest.peek() {
        match next {
            ')' => break,
            '|' => {
                rest.next();
                alternatives.push(Vec::new());
            }
            _ => {
                let part = read_part(rest, depth)?;
                let (least, most) = read_count(rest)?;
                alternatives
                    .last_mut()?
                    .push(Repeated { part, least, most });
            }
        }
    }
    Some(alternatives)
}

fn read_part(rest: &mut Peekable<Chars<'_>>, depth: u8) -> Option<Part> {
    Some(match rest.next()? {
        '(' if depth < MAX_DEPTH => {
            if rest.next_if_eq(&'?').is_some() {
                rest.next_if_eq(&':')?;
            }
            let group = read_alternatives(rest, depth + 1)?;
            rest.next_if_eq(&')')?;
            Part::Group(group)
        }
        '[' => Part::OneOf(read_set(rest)?),
        '\\' => Part::OneOf(escaped(rest.next()?)?),
        '(' | '*' | '+' | '.' | '^' | '$' | '?' | '{' => return None,
        literal => Part::OneOf(bit(literal)?),
    })
}

fn read_set(rest: &mut Peekable<Chars<'_>>) -> Option<u128> {
    let mut set = 0;
    loop {
        match rest.next()? {
            ']' => return Some(set),
            '\\' => set |= escaped(rest.next()?)?,
            first if rest.next_if_eq(&'-').is_some() => {
                for character in first..=rest.next()? {
                    set |= bit(character)?;
                }
            }
            single => set |= bit(single)?,
        }
    }
}

/// The character class after a backslash: digits for `d`, otherwise the escaped character itself.
fn escaped(character: char) -> Option<u128> {
    match character {
        'd' => Some(('0'..='9').filter_map(bit).sum()),
        letter if letter.is_ascii_alphanumeric() => None,
        literal => bit(literal),
    }
}

fn bit(character: char) -> Option<u128> {
    character.is_ascii().then(|| 1 << u32::from(character))
}

/// A count `?`, `{2}` or `{1,2}`; without one, exactly once.
fn read_count(rest: &mut Peekable<Chars<'_>>) -> Option<(u32, u32)> {
    if rest.next_if_eq(&'?').is_some() {
        return Some((0, 1));
    }
    if rest.next_if_eq(&'{').is_none() {
        return Some((1, 1));
    }
    let count: String = rest.by_ref().take_while(|&c| c != '}').collect();
    let (least, most) = count.split_once(',').unwrap_or((&count, &count));
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// Positions reached from any of the positions in `from`.
fn step_group(alternatives: &[Vec<Repeated>], text: &[u8], from: u32) -> u32 {
    let through = |sequence: &Vec<Repeated>| {
        sequence
            .iter()
            .fold(from, |from, repeated| step_repeated(repeated, text, from))
    };
    alternatives
        .iter()
        .fold(0, |reached, sequence| reached | through(sequence))
}

fn step_repeated(repeated: &Repeated, text: &[u8], from: u32) -> u32 {
    let mut here = from;
    let mut reached = if repeated.least == 0 { from } else { 0 };
    for times in 1..=repeated.most {
        here = step_part(&repeated.part, text, here);
        if here == 0 {
            break;
        }
        if times >= repeated.least {
            reached |= here;
        }
    }
    reached
}

fn step_part(part: &Part, text: &[u8], from: u32) -> u32 {
    match part {
        Part::Group(alternatives) => step_group(alternatives, text, from),
        Part::OneOf(set) => {
            let fits =
                |&(index, &byte): &(usize, &u8)| from >> index & 1 == 1 && set >> byte & 1 == 1;
            let found = text.iter().enumerate().filter(fits);
            found.fold(0, |reached, (index, _)| reached | 1 << (index + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_data_uses_is_understood() {
        for (pattern, text, whole, beginning) in [
            (r"\d{3} ?\d{2}", "110 00", true, true),
            (r"\d{3} ?\d{2}", "11000", true, true),
            (r"\d{3} ?\d{2}", "1100", false, false),
            (r"\d{3} ?\d{2}", "110 000", false, true),
            ("[1-7]", "8", false, false),
            ("[^1]", "2", false, false),
            ("018|02", "0201", false, true),
            ("018|02", "018", true, true),
            (r"(\d{5})(?:[ \-](\d{4}))?", "95014", true, true),
            (r"(\d{5})(?:[ \-](\d{4}))?", "95014-1234", true, true),
            (r"(\d{5})(?:[ \-](\d{4}))?", "95014-", false, true),
            (r"\d{4,5}|\d{3}-\d{4}", "123-4567", true, true),
            (r"\d{4,5}|\d{3}-\d{4}", "123456", false, true),
            (r"[A-Z]{2} ?[A-Z0-9]{2}", "AB 1C", true, true),
            (r"U?[89]", "U8XX", false, true),
            (r"AD[1-7]0\d", "AD500", true, true),
            ("", "", true, true),
            ("", "1", false, true),
        ] {
            assert_eq!(matches(pattern, text), whole, "{pattern} {text}");
            assert_eq!(
                matches_beginning(pattern, text),
                beginning,
                "{pattern} {text}"
            );
        }
    }

    #[test]
    fn what_is_no_pattern_or_no_code_matches_nothing() {
        let deep = "(".repeat(5000);
        for pattern in [
            r"\w",
            "a*",
            "(a",
            "a)",
            "[a",
            r"a\",
            "a{",
            "a{x}",
            ".",
            deep.as_str(),
        ] {
            assert!(!matches(pattern, "a"), "{pattern}");
            assert!(!matches_beginning(pattern, "a"), "{pattern}");
        }
        assert!(!matches(r"\d{3}", "１２３"));
        assert!(!matches_beginning(r"\d{3}", &"1".repeat(40)));
    }
}
