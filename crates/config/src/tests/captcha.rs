//! Tests of `[captcha]`: values, and the line and key of each fault.

use super::{SMALLEST, faults, parse};
use crate::CaptchaDemand;
use std::time::Duration;

#[test]
fn nobody_is_asked_unless_it_is_configured() {
    let captcha = parse(SMALLEST).unwrap().captcha;
    assert_eq!(captcha.demand, CaptchaDemand::Never);
    let text = format!("{SMALLEST}[captcha]\ndemand = \"suspicious\"\nwindow_minutes = 5\n");
    let captcha = parse(&text).unwrap().captcha;
    assert_eq!(captcha.demand, CaptchaDemand::Suspicious);
    assert_eq!((captcha.submits, captcha.failures), (0, 3));
    assert_eq!(captcha.window, Duration::from_mins(5));
}

/// Lines count from the first line of the case's text.
#[test]
fn a_captcha_that_could_not_be_meant_is_refused() {
    let above = SMALLEST.lines().count();
    for (text, line, key, expected) in [
        ("demand = \"sometimes\"\n", 2, "demand", "\"suspicious\""),
        ("difficulty = 25\n", 2, "difficulty", "from 1 to 24"),
        ("difficulty = 0\n", 2, "difficulty", "from 1 to 24"),
        (
            "window_minutes = 0\n",
            2,
            "window_minutes",
            "from 1 to 1440",
        ),
        ("submits = -1\n", 2, "submits", "found -1"),
        (
            "demand = \"suspicious\"\nfailures = 0\n",
            2,
            "demand",
            "has no effect",
        ),
        (
            "secret_file = \"neni\"\n",
            2,
            "secret_file",
            "cannot be read",
        ),
        (
            "secret_env = \"A\"\nsecret_file = \"b\"\n",
            3,
            "secret_file",
            "not both",
        ),
        (
            "demand = \"always\"\n[store]\npostgres = \"postgres://localhost/obchod\"\n",
            1,
            "secret_env",
            "each must accept the challenges of the others",
        ),
    ] {
        let found = faults(&format!("{SMALLEST}[captcha]\n{text}"));
        let key = format!("captcha.{key}");
        let is_told = found.iter().any(|fault| {
            fault.line == above + line && fault.key == key && fault.message.contains(expected)
        });
        assert!(is_told, "{text}: {found:?}");
    }
}
