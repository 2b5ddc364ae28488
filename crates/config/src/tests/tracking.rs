//! Tests of `[[tracking]]`: which templates are refused, and what a parcel's number becomes.

use super::{SMALLEST, faults, parse};

const PPL: &str =
    "[[tracking]]\ncarrier = \"PPL\"\nurl = \"https://ppl.example.com/?z={number}&lang=cs\"\n";

/// The only fault: its line, key and message.
fn fault(text: &str) -> (usize, String, String) {
    let mut found = faults(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let fault = found.remove(0);
    (fault.line, fault.key, fault.message)
}

/// [B.12] A template that could lead elsewhere, or to no parcel, is refused with its line and key.
#[test]
fn a_template_leads_to_one_parcel_at_one_https_host() {
    let line = SMALLEST.lines().count() + 3;
    let section =
        |url: &str| format!("{SMALLEST}[[tracking]]\ncarrier = \"PPL\"\nurl = \"{url}\"\n");
    for (url, message) in [
        (
            "http://ppl.example.com/{number}",
            "must be an https address",
        ),
        ("javascript:alert({number})", "must be an https address"),
        (
            "https://ppl.example.com/",
            "must have {number} once, where the parcel's number belongs",
        ),
        (
            "https://ppl.example.com/{number}/{number}",
            "must have {number} once, where the parcel's number belongs",
        ),
        (
            "https://{number}.example.com/",
            "must have {number} after the host",
        ),
        (
            "https://ppl.example.com:{number}/",
            "must have {number} after the host",
        ),
        (
            "https://jana:heslo@ppl.example.com/{number}",
            "contains a name or a password, which every buyer would see: leave it out",
        ),
        ("/zasilka/{number}", "is not a web address"),
    ] {
        let expected = (line, "tracking.url".to_owned(), message.to_owned());
        assert_eq!(fault(&section(url)), expected, "{url}");
    }
    let twice = format!("{SMALLEST}{PPL}{}", PPL.replace("PPL", "ppl"));
    let message = "\"ppl\" is used twice: write one section for each carrier";
    let expected = (line + 2, "tracking.carrier".to_owned(), message.to_owned());
    assert_eq!(fault(&twice), expected);
}

/// [B.12] What operators type as a number stays a number: it adds nothing to the URL and leaves no part of it.
#[test]
fn a_number_is_escaped() {
    let pages = parse(&format!("{SMALLEST}{PPL}")).unwrap().tracking;
    for (number, expected) in [
        (" 12345678901 ", Some("12345678901")),
        ("1&lang=en#x", Some("1%26lang%3Den%23x")),
        ("../../a b\"<", Some("..%2F..%2Fa%20b%22%3C")),
        ("č%2F{number}", Some("%C4%8D%252F%7Bnumber%7D")),
        ("..", None),
        ("", None),
    ] {
        let expected = expected.map(|text| format!("https://ppl.example.com/?z={text}&lang=cs"));
        assert_eq!(pages.url(" ppl", number), expected, "{number}");
    }
    assert_eq!(pages.url("DPD", "1"), None);
    assert_eq!(parse(SMALLEST).unwrap().tracking.url("PPL", "1"), None);
}
