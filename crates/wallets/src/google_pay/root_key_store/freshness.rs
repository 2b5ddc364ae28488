//! Reads from the headers how long a response may be cached.

use hyper::HeaderMap;
use hyper::header::{AGE, CACHE_CONTROL};

/// Greatest accepted number of seconds: a year.
const LONGEST: i64 = 31_536_000;

/// Returns how long a response stays fresh, in milliseconds: `max-age` minus `Age`. Returns 0 if it must not be cached.
pub(super) fn lifetime(headers: &HeaderMap) -> i64 {
    let mut max_age = 0;
    for value in headers.get_all(CACHE_CONTROL) {
        for directive in value.to_str().unwrap_or_default().split(',') {
            let directive = directive.trim().to_ascii_lowercase();
            if directive == "no-store" || directive == "no-cache" {
                return 0;
            }
            if let Some(seconds) = directive.strip_prefix("max-age=") {
                max_age = whole_seconds(seconds.trim_matches('"'));
            }
        }
    }
    let age = headers.get(AGE).and_then(|age| age.to_str().ok());
    (max_age - age.map_or(0, whole_seconds)).max(0) * 1000
}

fn whole_seconds(text: &str) -> i64 {
    text.trim()
        .parse::<i64>()
        .map_or(0, |seconds| seconds.clamp(0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headers_say_how_long() {
        for (cache_control, age, milliseconds) in [
            (Some("public, max-age=3600"), None, 3_600_000),
            (Some("max-age=3600,must-revalidate"), Some("600"), 3_000_000),
            (Some("MAX-AGE=60"), Some("61"), 0),
            (Some("max-age=60"), Some("soon"), 60_000),
            (Some("max-age=60, no-store"), None, 0),
            (Some("no-cache"), None, 0),
            (Some("max-age=-5"), None, 0),
            (Some("max-age=soon"), None, 0),
            (Some("max-age=99999999999"), None, LONGEST * 1000),
            (None, Some("5"), 0),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(value) = cache_control {
                headers.insert(CACHE_CONTROL, value.parse().unwrap());
            }
            if let Some(value) = age {
                headers.insert(AGE, value.parse().unwrap());
            }
            assert_eq!(
                lifetime(&headers),
                milliseconds,
                "{cache_control:?} {age:?}"
            );
        }
    }
}
