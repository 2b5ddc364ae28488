//! Reads addresses line by line, and copes with lines that are too long, malformed, or not UTF-8.

use serde::Deserialize;
use std::io::{self, BufRead, Read};
use zkratka_commerce::address::Address;

/// The length limit of a line, in bytes. The rest of a longer line is skipped and never kept in memory.
const MAX_LINE: u64 = 64 * 1024;

pub(super) enum Line {
    /// The line without its line ending.
    Whole(Vec<u8>),
    /// Longer than [`MAX_LINE`].
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
pub(super) fn next_line(input: &mut dyn BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.take(MAX_LINE + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.ends_with(b"\n") {
        bytes.pop();
        return Ok(Some(Line::Whole(bytes)));
    }
    if bytes.len() as u64 <= MAX_LINE {
        return Ok(Some(Line::Whole(bytes)));
    }
    input.skip_until(b'\n')?;
    Ok(Some(Line::TooLong))
}

/// An address in a line of input. Unknown fields are ignored, because exports have more columns.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenAddress {
    first_name: Option<String>,
    last_name: Option<String>,
    company: Option<String>,
    address1: Option<String>,
    address2: Option<String>,
    city: Option<String>,
    zip: Option<String>,
    province: Option<String>,
    province_code: Option<String>,
    country: Option<String>,
    country_code: Option<String>,
    phone: Option<String>,
}

/// Reads the address from a line, or returns the reason in Czech why that fails. The reason never quotes the line,
/// which holds personal data.
pub(super) fn read_address(line: &[u8]) -> Result<Address, String> {
    let text = std::str::from_utf8(line).map_err(|_| "Řádek není v kódování UTF-8.".to_owned())?;
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('{') {
        return Err("Řádek není objekt JSON.".to_owned());
    }
    let given: GivenAddress = serde_json::from_str(text).map_err(|error| said(&error))?;
    Ok(Address {
        first_name: given.first_name,
        last_name: given.last_name,
        company: given.company,
        address1: given.address1,
        address2: given.address2,
        city: given.city,
        zip: given.zip,
        province: given.province.or(given.province_code),
        country: given.country.or(given.country_code),
        phone: given.phone,
    })
}

fn said(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let what = match error.classify() {
        Category::Eof => "JSON v řádku nekončí",
        Category::Data => "Údaje adresy musí být texty, každý jen jednou",
        Category::Syntax | Category::Io => "Řádek není platný JSON",
    };
    format!("{what} (sloupec {}).", error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Option<usize>> {
        let mut input = input;
        let mut found = Vec::new();
        while let Some(line) = next_line(&mut input).expect("readable") {
            found.push(match line {
                Line::Whole(bytes) => Some(bytes.len()),
                Line::TooLong => None,
            });
        }
        found
    }

    #[test]
    fn lines_are_bounded() {
        let longest = vec![b'x'; 64 * 1024];
        let longer = vec![b'x'; 64 * 1024 + 1];
        let far_longer = vec![b'x'; 300 * 1024];
        let input = [&longest[..], &longer, &far_longer, b"end"];
        assert_eq!(
            lines(&input.join(&b'\n')),
            [Some(64 * 1024), None, None, Some(3)]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n\na"), [Some(0), Some(0), Some(1)]);
    }

    #[test]
    fn what_is_no_address_is_said_in_czech_and_not_quoted() {
        let deep = format!("{{\"zip\":{}", "[".repeat(60_000));
        for (line, said) in [
            ("[]", "Řádek není objekt JSON."),
            ("Jana", "Řádek není objekt JSON."),
            ("{\"zip\":11000}", "Údaje adresy musí být texty"),
            (
                "{\"zip\":\"Jana\",\"zip\":\"x\"}",
                "Údaje adresy musí být texty",
            ),
            ("{\"zip\":\"Jana", "JSON v řádku nekončí"),
            ("{\"zip\":\"Jana\",}", "Řádek není platný JSON"),
            (deep.as_str(), "Údaje adresy musí být texty"),
        ] {
            let error = read_address(line.as_bytes()).expect_err("no address");
            assert!(error.starts_with(said), "{error}");
            assert!(!error.contains("Jana") || line == "Jana", "{error}");
        }
        assert!(read_address(b"{\"zip\":\"\xff\"}").is_err());
    }

    #[test]
    fn unknown_members_are_left_alone() {
        let line = r#"{"countryCode":"CZ","provinceCode":"x","id":7,"more":{"deep":[1]}}"#;
        let address = read_address(line.as_bytes()).expect("an address");
        assert_eq!(address.country.as_deref(), Some("CZ"));
        assert_eq!(address.province.as_deref(), Some("x"));
    }
}
