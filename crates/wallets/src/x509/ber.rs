//! Reads BER with definite and indefinite lengths, because Apple's signatures contain both. The reader copies no data.

use zkratka_commerce::time::Timestamp;

pub(crate) const BOOLEAN: u8 = 0x01;
pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const NULL: u8 = 0x05;
pub(crate) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(crate) const UTF8_STRING: u8 = 0x0c;
pub(crate) const PRINTABLE_STRING: u8 = 0x13;
pub(crate) const UTC_TIME: u8 = 0x17;
pub(crate) const GENERALIZED_TIME: u8 = 0x18;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;
/// `[0]`, constructed.
pub(crate) const CONTEXT_0: u8 = 0xa0;
/// `[3]`, constructed.
pub(crate) const CONTEXT_3: u8 = 0xa3;

/// The bit of a length's first byte that says that it has more bytes.
const LONG_FORM: u8 = 0x80;
/// The first byte of an indefinite length. Such content ends with an end marker.
const INDEFINITE: u8 = 0x80;
const CONSTRUCTED: u8 = 0x20;
const END_OF_CONTENTS: [u8; 2] = [0, 0];
/// Greatest depth of elements of indefinite length. Real tokens nest eight deep; a hostile one must not exhaust the stack.
const DEEPEST: u8 = 24;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'b> {
    pub(crate) tag: u8,
    /// The content, without tag and length.
    pub(crate) content: &'b [u8],
    /// The complete encoding: tag, length, content and end marker.
    pub(crate) whole: &'b [u8],
}

impl<'b> Element<'b> {
    /// Returns a reader of the elements inside.
    pub(crate) const fn inside(&self) -> Reader<'b> {
        Reader { rest: self.content }
    }

    /// Whether the length precedes the content, as in DER.
    pub(crate) fn is_definite(&self) -> bool {
        self.whole.get(1) != Some(&INDEFINITE)
    }
}

/// Reads elements one after another. Each method returns `None` for an unexpected tag or truncated data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Returns the element that makes up all of `bytes`; it must have this tag.
    pub(crate) fn only(bytes: &'b [u8], tag: u8) -> Option<Element<'b>> {
        let mut reader = Reader { rest: bytes };
        let element = reader.expect(tag)?;
        reader.end().then_some(element)
    }

    /// Whether all elements have been read.
    pub(crate) const fn end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn next(&mut self) -> Option<Element<'b>> {
        let (element, rest) = split(self.rest, 0)?;
        self.rest = rest;
        Some(element)
    }

    /// Reads the next element, which must have this tag.
    pub(crate) fn expect(&mut self, tag: u8) -> Option<Element<'b>> {
        self.optional(tag)
    }

    /// Reads the next element if it has this tag; otherwise reads nothing.
    pub(crate) fn optional(&mut self, tag: u8) -> Option<Element<'b>> {
        (self.rest.first() == Some(&tag))
            .then(|| self.next())
            .flatten()
    }

    /// Reads all remaining elements; `None` if any of them is malformed.
    pub(crate) fn all(mut self) -> Option<Vec<Element<'b>>> {
        let mut elements = Vec::new();
        while !self.end() {
            elements.push(self.next()?);
        }
        Some(elements)
    }
}

/// Splits the bytes into their first element and the rest.
fn split(bytes: &[u8], depth: u8) -> Option<(Element<'_>, &[u8])> {
    let (&tag, after_tag) = bytes.split_first()?;
    // No structure that is read here has a tag of several bytes. Tag 0 is the end marker.
    if tag & 0x1f == 0x1f || tag == 0 {
        return None;
    }
    let (&first, body) = after_tag.split_first()?;
    let (content, rest) = if first == INDEFINITE {
        split_at_end(tag, body, depth)?
    } else {
        let (length, body) = definite_length(first, body)?;
        body.split_at_checked(length)?
    };
    let whole = bytes.get(..bytes.len() - rest.len())?;
    Some((
        Element {
            tag,
            content,
            whole,
        },
        rest,
    ))
}

/// Splits `body` into the content of an element of indefinite length and the rest after its end marker.
fn split_at_end(tag: u8, body: &[u8], depth: u8) -> Option<(&[u8], &[u8])> {
    if tag & CONSTRUCTED == 0 || depth == DEEPEST {
        return None;
    }
    let mut rest = body;
    loop {
        if let Some(after) = rest.strip_prefix(&END_OF_CONTENTS) {
            let content = body.get(..body.len() - rest.len())?;
            return Some((content, after));
        }
        rest = split(rest, depth + 1)?.1;
    }
}

/// Reads a definite length. Only the shortest form is accepted, so that a token has one encoding only.
fn definite_length(first: u8, body: &[u8]) -> Option<(usize, &[u8])> {
    if first & LONG_FORM == 0 {
        return Some((usize::from(first), body));
    }
    let (digits, body) = body.split_at_checked(usize::from(first & 0x7f))?;
    if digits.len() > 3 || digits.first() == Some(&0) {
        return None;
    }
    let length = digits
        .iter()
        .fold(0, |length, digit| length * 0x100 + usize::from(*digit));
    (length >= 0x80).then_some((length, body))
}

/// Reads a `UTCTime` or `GeneralizedTime` in UTC, to the second.
pub(crate) fn time(element: &Element<'_>) -> Option<Timestamp> {
    let text = std::str::from_utf8(element.content).ok()?;
    let digits = text.strip_suffix('Z')?;
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    let (year, rest) = match (element.tag, digits.len()) {
        (UTC_TIME, 12) if all_digits => {
            let (year, rest) = digits.split_at(2);
            let year: i64 = year.parse().ok()?;
            // RFC 5280: two-digit years below 50 are in the 21st century, all others in the 20th.
            (
                if year < 50 {
                    2_000 + year
                } else {
                    1_900 + year
                },
                rest,
            )
        }
        (GENERALIZED_TIME, 14) if all_digits => {
            let (year, rest) = digits.split_at(4);
            (year.parse().ok()?, rest)
        }
        _ => return None,
    };
    let part = |at: usize| -> Option<i64> { rest.get(at..at + 2)?.parse().ok() };
    let (month, day) = (part(0)?, part(2)?);
    let (hour, minute, second) = (part(4)?, part(6)?, part(8)?);
    let sound = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let days = days_since_1970(year, month, day);
    sound.then(|| Timestamp((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000))
}

/// Counts days in the Gregorian calendar. Years are taken to begin in March, so that the leap day is at their end.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let before_year = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let before_month = (153 * month + 2) / 5;
    before_year + before_month + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn lengths_of_both_kinds_are_read() {
        let definite = [SEQUENCE, 3, INTEGER, 1, 5];
        let indefinite = [SEQUENCE, 0x80, INTEGER, 1, 5, 0, 0];
        for bytes in [&definite[..], &indefinite] {
            let element = Reader::only(bytes, SEQUENCE).expect("a sequence");
            assert_eq!(element.content, [INTEGER, 1, 5]);
            assert_eq!(element.whole, bytes);
            assert_eq!(element.is_definite(), bytes.len() == 5);
        }
    }

    #[test]
    fn what_is_no_ber_or_written_long_is_not_read() {
        let cases: [&[u8]; 9] = [
            &[],
            &[SEQUENCE],
            &[SEQUENCE, 1],
            &[SEQUENCE, 0x81, 1, 0],
            &[SEQUENCE, 0x82, 0, 1, 0],
            &[SEQUENCE, 0x80, INTEGER, 1, 5, 0],
            &[OCTET_STRING, 0x80, 0, 0],
            &[0, 0],
            &[0x3f, 1, 1, 0],
        ];
        for bytes in cases {
            assert!(split(bytes, 0).is_none(), "{bytes:02x?}");
        }
        let deep = [[SEQUENCE, 0x80]; 200].concat();
        assert!(split(&deep, 0).is_none());
        assert!(Reader::only(&[NULL, 0, NULL, 0], NULL).is_none());
    }

    /// [B.02] The stack bounds how deep a token may nest.
    #[test]
    fn elements_nest_to_a_depth() {
        let nested = |depth: u8| {
            let depth = usize::from(depth);
            [
                [SEQUENCE, INDEFINITE].repeat(depth),
                END_OF_CONTENTS.repeat(depth),
            ]
            .concat()
        };
        assert!(split(&nested(DEEPEST), 0).is_some());
        assert!(split(&nested(DEEPEST + 1), 0).is_none());
    }

    #[test]
    fn a_length_has_at_most_three_bytes() {
        for (first, digits, length) in [
            (0x7f, &[][..], Some(0x7f)),
            (0x81, &[0x80], Some(0x80)),
            (0x82, &[1, 3], Some(0x103)),
            (0x83, &[1, 2, 3], Some(0x1_0203)),
            (0x84, &[1, 0, 0, 0], None),
            (0x85, &[1, 0, 0, 0, 0], None),
        ] {
            let read = definite_length(first, digits).map(|(length, _)| length);
            assert_eq!(read, length, "{first:02x} {digits:02x?}");
        }
    }

    #[test]
    fn moments_are_read() {
        let read = |tag, text: &'static str| {
            time(&Element {
                tag,
                content: text.as_bytes(),
                whole: &[],
            })
        };
        for (tag, text, moment) in [
            (UTC_TIME, "700101000000Z", 0),
            (UTC_TIME, "210901190306Z", 1_630_522_986_000),
            (UTC_TIME, "000229000000Z", 951_782_400_000),
            (UTC_TIME, "491231235959Z", 2_524_607_999_000),
            (UTC_TIME, "500101000000Z", -631_152_000_000),
            (GENERALIZED_TIME, "20390430181906Z", 2_187_800_346_000),
        ] {
            assert_eq!(read(tag, text), Some(Timestamp(moment)), "{text}");
        }
        for text in [
            "210901190306",
            "21090119030Z",
            "211301190306Z",
            "2109011903+1Z",
            "210900190306Z",
            "210932190306Z",
            "210901240306Z",
            "210901196006Z",
            "210901190360Z",
            "",
        ] {
            assert!(read(UTC_TIME, text).is_none(), "{text}");
        }
        for text in ["2039043018190+Z", "+0390430181906Z", "039043018190Z"] {
            assert!(read(GENERALIZED_TIME, text).is_none(), "{text}");
        }
    }
}
