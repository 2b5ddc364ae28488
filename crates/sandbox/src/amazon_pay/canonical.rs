//! The canonical form of a request, which its signature covers.

use super::refusal::{Reason, Refusal};
use super::signature::digest;
use axum::http::{HeaderMap, Method, Uri};

/// Headers that every signature must cover.
const ALWAYS_SIGNED: [&str; 5] = [
    "accept",
    "content-type",
    "x-amz-pay-date",
    "x-amz-pay-host",
    "x-amz-pay-region",
];

/// The canonical form with the headers that `signed` lists, which are separated by semicolons.
pub(super) fn request(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    signed: &str,
    body: &[u8],
) -> Result<String, Refusal> {
    let mut lines = String::new();
    for name in names(signed)? {
        let value = value(headers, name)?;
        lines.extend([name, ":", value, "\n"]);
    }
    let query = query(uri.query().unwrap_or_default());
    let (path, body) = (uri.path(), digest(body));
    Ok(format!(
        "{method}\n{path}\n{query}\n{lines}\n{signed}\n{body}"
    ))
}

/// The listed names: in lower case, sorted, each once.
fn names(signed: &str) -> Result<Vec<&str>, Refusal> {
    let wrong = |message: &str| Refusal::new(Reason::InvalidRequestSignature, message);
    let names: Vec<&str> = signed.split(';').collect();
    let is_lower = |name: &&str| !name.is_empty() && !name.contains(|it: char| it.is_uppercase());
    if !names.iter().all(is_lower) || !names.is_sorted_by(|one, next| one < next) {
        return Err(wrong("SignedHeaders is not sorted, or not in lower case."));
    }
    let unsigned = ALWAYS_SIGNED.iter().find(|name| !names.contains(*name));
    match unsigned {
        Some(name) => Err(wrong(&format!("The signature does not cover '{name}'."))),
        None => Ok(names),
    }
}

/// A header's value without surrounding spaces.
fn value<'h>(headers: &'h HeaderMap, name: &str) -> Result<&'h str, Refusal> {
    let missing = || Refusal::new(Reason::MissingHeader, format!("'{name}' is missing."));
    let mut values = headers.get_all(name).iter();
    let value = values.next().ok_or_else(missing)?;
    let invalid = || Refusal::new(Reason::InvalidHeaderValue, format!("'{name}' is invalid."));
    if values.next().is_some() {
        return Err(invalid());
    }
    value.to_str().map(str::trim).map_err(|_| invalid())
}

/// The query's parameters in order of their names.
fn query(query: &str) -> String {
    let mut parameters: Vec<&str> = query.split('&').filter(|it| !it.is_empty()).collect();
    parameters.sort_unstable();
    parameters.join("&")
}
