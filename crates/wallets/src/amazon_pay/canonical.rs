//! The canonical form of an API request, which its signature covers.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use zkratka_commerce::hex;

/// The parts of an API request that are signed.
#[derive(Clone, Copy, Debug)]
pub struct ApiRequest<'a> {
    /// In upper case.
    pub method: &'a str,
    /// The path on the host, not escaped: `/v2/charges/S01-...`.
    pub path: &'a str,
    /// Names and values, not escaped, in any order.
    pub query: &'a [(&'a str, &'a str)],
    /// Names and values of the headers to sign, in any order.
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a str,
}

impl ApiRequest<'_> {
    /// The canonical form: one text for all spellings of the same request.
    #[must_use]
    pub fn canonical(&self) -> String {
        let path = canonical_path(self.path);
        let query = self.canonical_query();
        let mut text = format!("{}\n{path}\n{query}\n", self.method);
        for (name, value) in self.sorted_headers() {
            // Writing to a `String` cannot fail.
            let _complete = writeln!(text, "{name}:{value}");
        }
        let digest = hex::encode(&Sha256::digest(self.body));
        let _complete = write!(text, "\n{}\n{digest}", self.signed_headers());
        text
    }

    /// The names of the signed headers, as the header `authorization` lists them.
    #[must_use]
    pub fn signed_headers(&self) -> String {
        let names: Vec<String> = self.sorted_headers().map(|(name, _)| name).collect();
        names.join(";")
    }

    fn sorted_headers(&self) -> impl Iterator<Item = (String, String)> {
        let headers = self.headers.iter();
        let mut headers: Vec<(String, String)> = headers
            .map(|(name, value)| (name.trim().to_ascii_lowercase(), single_spaces(value)))
            .collect();
        headers.sort();
        headers.into_iter()
    }

    fn canonical_query(&self) -> String {
        let mut pairs: Vec<(&str, &str)> = self.query.to_vec();
        pairs.sort_unstable();
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(name, value)| format!("{}={}", escaped(name, ""), escaped(value, "")))
            .collect();
        pairs.join("&")
    }
}

/// Without the authority of a network-path reference (`//host/path`), and with single slashes.
fn canonical_path(path: &str) -> String {
    let path = match path.strip_prefix("//") {
        Some(reference) => reference.find('/').map_or("", |at| &reference[at..]),
        None => path,
    };
    let mut single = String::from("/");
    for part in path.chars() {
        if part != '/' || !single.ends_with('/') {
            single.push(part);
        }
    }
    escaped(&single, "/")
}

/// Escapes every byte that is neither unreserved (RFC 3986, 2.3) nor in `kept`.
fn escaped(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let character = char::from(byte);
        let is_unreserved =
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if is_unreserved || kept.contains(character) {
            out.push(character);
        } else {
            // Writing to a `String` cannot fail.
            let _complete = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn single_spaces(value: &str) -> String {
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn canonical(query: &[(&str, &str)], headers: &[(&str, &str)]) -> String {
        let request = ApiRequest {
            method: "GET",
            path: "/v2/charges/S01-1",
            query,
            headers,
            body: "",
        };
        request.canonical()
    }

    /// The digest is that of an empty text, which `printf '' | sha256sum` prints.
    #[test]
    fn a_request_has_one_form() {
        let headers = [
            ("X-Amz-Pay-Region", "  EU "),
            ("accept", "application/json"),
        ];
        assert_eq!(
            canonical(&[("b", "2 3"), ("a", "/")], &headers),
            "GET\n/v2/charges/S01-1\na=%2F&b=2%203\naccept:application/json\nx-amz-pay-region:EU\n\n\
             accept;x-amz-pay-region\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    proptest! {
        /// Neither the order of the parameters nor that of the headers changes the form.
        #[test]
        fn order_does_not_matter(pairs in prop::collection::vec(("[a-zA-Z-]{1,8}", "[ -~]{0,12}"), 0..6)) {
            let pairs: Vec<(&str, &str)> =
                pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let reversed: Vec<(&str, &str)> = pairs.iter().rev().copied().collect();
            prop_assert_eq!(canonical(&pairs, &pairs), canonical(&reversed, &reversed));
        }

        /// Another body, path or parameter is another form.
        #[test]
        fn every_part_counts(one in "[ -~]{1,20}", other in "[ -~]{1,20}") {
            prop_assume!(one != other);
            let of = |body: &str, value: &str| {
                let query = [("a", value)];
                let request = ApiRequest { method: "POST", path: "/", query: &query, headers: &[], body };
                request.canonical()
            };
            prop_assert_ne!(of(&one, ""), of(&other, ""));
            prop_assert_ne!(of("", &one), of("", &other));
        }

        /// A path without doubled slashes is only escaped.
        #[test]
        fn paths_keep_their_parts(parts in prop::collection::vec("[a-z0-9~-]{1,6}", 1..5)) {
            let path = format!("/{}", parts.join("/"));
            prop_assert_eq!(canonical_path(&path), path.clone());
            prop_assert_eq!(canonical_path(&format!("/x/{path}")), format!("/x{path}"));
        }
    }
}
