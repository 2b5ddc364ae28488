//! Checks access: the access token, and the version in the path.

use axum::http::HeaderMap;
use zkratka_ids::same_text;

/// Headers that may carry the access token. Off-the-shelf clients send the first.
pub(super) const TOKEN_HEADERS: [&str; 2] = [
    "x-shopify-storefront-access-token",
    "x-storefront-access-token",
];

/// Whether the request carries the shop's access token.
pub(crate) fn has_token(headers: &HeaderMap, token: &str) -> bool {
    TOKEN_HEADERS
        .iter()
        .filter_map(|&name| headers.get(name)?.to_str().ok())
        .any(|given| same_text(given, token))
}

/// Whether the text is a version: `unstable`, or a quarter such as `2026-04`.
pub(super) fn is_version(text: &str) -> bool {
    if text == "unstable" {
        return true;
    }
    let Some((year, month)) = text.split_once('-') else {
        return false;
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    year.len() == 4 && year.starts_with("20") && digits(year) && month.len() == 2 && digits(month)
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_unstable_or_a_quarter() {
        for version in ["unstable", "2026-04", "2023-10"] {
            assert!(is_version(version), "{version}");
        }
        for other in [
            "",
            "2026",
            "1999-01",
            "2026-4",
            "2026-004",
            "20a6-04",
            "UNSTABLE",
            "2026-04-01",
        ] {
            assert!(!is_version(other), "{other}");
        }
    }
}
