//! Tests of `[captcha]`: values, and the line and key of each fault.

use super::{SMALLEST, faults, parse};
use crate::CaptchaDemand;
use std::time::Duration;

/// In live mode buyers from suspicious addresses are asked, unless the merchant says otherwise; in test mode nobody is.
#[test]
fn the_mode_decides_who_is_asked() {
    let live = format!(
        "{SMALLEST}[server]\nmode = \"live\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n"
    );
    for (shop, section, demand) in [
        (SMALLEST, "", CaptchaDemand::Never),
        (&live, "", CaptchaDemand::Suspicious),
        (
            &live,
            "[captcha]\ndemand = \"never\"\n",
            CaptchaDemand::Never,
        ),
        (
            SMALLEST,
            "[captcha]\ndemand = \"suspicious\"\n",
            CaptchaDemand::Suspicious,
        ),
    ] {
        let captcha = parse(&format!("{shop}{section}")).unwrap().captcha;
        assert_eq!(captcha.demand, demand, "{section}");
        assert_eq!((captcha.submits, captcha.failures), (10, 3));
        assert_eq!(captcha.window, Duration::from_mins(15));
    }
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
            "demand = \"suspicious\"\nsubmits = 0\nfailures = 0\n",
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
